"""The table turned: another numbering, the same game."""

import random

import pytest

from okey.game import Game
from okey.presets import PRESETS
from okey.rooms.turned import turned, turned_event
from tests.support import make_rules
from tests.walk import walk


@pytest.mark.parametrize("rules", [*PRESETS, "classic+duel", "classic players=3", "okey101+team"])
def test_a_turned_view_says_the_same(rules: str) -> None:
    game = Game(make_rules(rules), "turned")
    players = game.rules.players
    for step, (action, events) in enumerate(walk(game, random.Random(5), 300)):
        for event in events:
            for by in range(players):
                there = turned_event(event, by, players)
                assert turned_event(there, -by, players) == event
                assert there.seat == (None if event.seat is None else (event.seat - by) % players)
                if event.kind == "took":
                    assert there.numbers == ((event.numbers[0] - by) % players,)
        if step % 10 and game.result is None:
            continue
        for seat in range(players):
            view = game.view(seat)
            mine = turned(view, seat)
            assert mine.seat == 0
            assert turned(mine, -seat) == view
            assert mine.rack == view.rack
            assert mine.scores[0] == view.scores[seat]
            assert mine.seats[0] == view.seats[seat]
            assert [str(a) for a in mine.legal_actions()][:50] == [str(a) for a in view.legal_actions()][:50], action
            if len(view.piles) > 1:
                assert mine.piles[0] == view.piles[seat]
            if view.result is not None:
                assert mine.result is not None
                assert mine.result.racks[0] == view.result.racks[seat]
                paid = sum(c.points for c in view.result.charges if c.seat == seat)
                assert paid == sum(c.points for c in mine.result.charges if c.seat == 0)
            sides = {view.rules.side_of(w) == view.rules.side_of(seat) for w in view.winners}
            assert {view.rules.side_of(w) == view.rules.side_of(0) for w in mine.winners} == sides


def test_who_watches_sees_the_table_as_it_is() -> None:
    game = Game(make_rules("classic"), "turned")
    assert turned(game.view(None), 0) == game.view(None)
    assert turned(game.view(1), 4) == game.view(1)
