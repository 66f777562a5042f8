"""Views: a seat knows what it may, and nothing else."""

import copy
import dataclasses
import random
from collections.abc import Iterator

import pytest

from okey.game import Game, View
from okey.game.actions import DEAL
from okey.game.state import Turn
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.tiles import Faces
from tests.support import dealt, make_rules
from tests.walk import exchanged, hidden_from, unfolded, walk

RULES = [*PRESETS, "classic+duel", "classic players=3", "okey101+team", "duz+team"]


def positions(rules: str, seed: int, most: int = 60) -> Iterator[tuple[Game, random.Random]]:
    """Yields positions of random games, some of them in the middle of a turn."""
    rng = random.Random(f"{rules} {seed}")
    game = dealt(make_rules(rules), f"view {seed}")
    for _ in walk(game, rng, most):
        yield game, rng


def tiles_in(value: object) -> Iterator[int]:
    """Walks all that a view holds and yields every number in a place for tiles."""
    if isinstance(value, RuleSet | Faces | str | bool) or value is None:
        return
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name in ("owner", "faces", "taken_from", "laid", "added", "pairs"):
                continue
            yield from tiles_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for member in value:
            yield from tiles_in(member)
    else:
        assert isinstance(value, int), f"a view holds a {type(value).__name__}"
        yield value


PLACES_OF_TILES = ("indicator", "rack", "piles", "arrived", "turn", "melds")
PLACES_OF_NUMBERS = ("seat", "actor", "hand_number", "hands_played", "dealer", "starter", "stock", "pile_sizes",
                     "last_discarder", "reshuffles", "shown_by", "steps", "scores", "winners")  # fmt: skip
OTHERS = ("rules", "phase", "faces", "seats", "may_show", "result")


def test_every_field_of_a_view_is_looked_at() -> None:
    assert {field.name for field in dataclasses.fields(View)} == {*PLACES_OF_TILES, *PLACES_OF_NUMBERS, *OTHERS}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_hidden_tiles_are_nowhere_in_a_view(rules: str, seed: int) -> None:
    for game, _ in positions(rules, seed):
        for seat in (None, *range(game.rules.players)):
            view = game.view(seat)
            assert (view.result is not None) == (game.phase in ("deal", "over"))
            shown = {tile for name in PLACES_OF_TILES for tile in tiles_in(getattr(view, name))}
            assert not shown & set(hidden_from(game, seat))
            list(tiles_in(tuple(getattr(view, name) for name in PLACES_OF_NUMBERS)))


@pytest.mark.parametrize("rules", RULES)
def test_games_that_differ_in_hidden_tiles_look_the_same(rules: str) -> None:
    compared = 0
    for game, rng in positions(rules, 3, 40):
        for seat in (None, *range(game.rules.players)):
            hidden = hidden_from(game, seat)
            if len(hidden) < 2:
                continue
            view, same = game.view(seat), exchanged(game, *rng.sample(hidden, 2)).view(seat)
            assert view == same
            assert unfolded(view) == unfolded(same)
            compared += 1
    assert compared > 60


def test_games_that_differ_in_what_a_seat_sees_look_different() -> None:
    game = dealt()
    assert game.hand is not None
    for seat in range(4):
        tile, other = game.hand.players[seat].rack[0], game.hand.stock[0]
        assert game.view(seat) != exchanged(game, tile, other).view(seat)
        assert game.view(None) == exchanged(game, tile, other).view(None)


@pytest.mark.parametrize("rules", RULES)
def test_events_tell_others_no_more_than_the_view(rules: str) -> None:
    game = dealt(make_rules(rules), "events")
    for _, events in walk(game, random.Random(rules), 150):
        for seat in (None, *range(game.rules.players)):
            told = {tile for event in events for tile in event.seen_by(seat).tiles}
            assert not told & set(hidden_from(game, seat))


def test_a_spectator_has_no_rack() -> None:
    for game, _ in positions("classic", 0):
        view = game.view(None)
        assert game.hand is not None
        assert (view.rack, view.arrived, view.seat, view.may_show) == ((), None, None, False)
        assert list(view.rack_sizes) == [len(player.rack) for player in game.hand.players]


def test_only_the_actor_sees_what_arrived() -> None:
    seen = 0
    for game, _ in positions("okey101", 1):
        for seat in range(4):
            view = game.view(seat)
            assert game.hand is not None
            arrived = game.hand.turn.arrived if seat == game.actor else None
            assert view.arrived == arrived
            assert view.turn.arrived == game.hand.turn.taken == view.taken
            seen += arrived is not None
    assert seen


def test_who_declared_pairs_sees_every_discard() -> None:
    seen = 0
    for game, _ in positions("duz", 2, 200):
        hand = game.hand
        assert hand is not None
        for seat, player in enumerate(hand.players):
            whole = [tuple(pile) for pile in hand.piles]
            if player.declared:
                assert list(game.view(seat).piles) == whole
                seen += 1
            else:
                opposite = (seat + 2) % 4
                assert game.view(seat).piles[opposite] == whole[opposite][-1:]
    assert seen


def test_a_view_does_not_follow_the_game() -> None:
    for rules in ("classic", "okey101"):
        game = dealt(make_rules(rules))
        views = []
        for _ in walk(game, random.Random(0), 80):
            views += [(view, copy.deepcopy(unfolded(view))) for view in map(game.view, range(4))]
        assert all(unfolded(view) == kept for view, kept in views)


def test_changing_a_view_changes_no_game() -> None:
    for game, _ in positions("okey101", 0):
        view = game.view(game.actor)
        assert game.hand is not None
        assert view.turn is not game.hand.turn
        if game.actor is not None:
            view.imagine().acting.rack.clear()
            assert game.hand.acting.rack


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    view = Game(make_rules(), "x").view(0)
    assert (view.phase, view.rack, view.indicator, view.faces, view.hand_number) == ("deal", (), None, None, 0)
    assert (view.rack_sizes, set(view.piles), view.melds, view.turn) == ((0,) * 4, {()}, (), Turn())
    assert view.takeable() == ()
    assert list(view.legal_actions()) == [DEAL]


@pytest.mark.parametrize("rules", PRESETS)
def test_the_end_of_a_hand_shows_all_racks(rules: str) -> None:
    game = dealt(make_rules(rules))
    for _ in walk(game, random.Random(3), 2000):
        if game.result is not None:
            break
    assert game.hand is not None
    assert game.result is not None
    assert game.result.racks == tuple(tuple(player.rack) for player in game.hand.players)
    assert game.view(None).result == game.view(2).result == game.result


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match="is no seat of 4"):
        Game(RuleSet.parse("classic"), "x").view(seat)
