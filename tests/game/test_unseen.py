"""What is unseen from a seat, against where the tiles of the game really are."""

import random
from collections import Counter

import pytest

from okey.game import Game
from okey.game.unseen import unseen
from okey.presets import PRESETS
from okey.solver.cover import count
from okey.solver.distance import Outlook
from okey.tiles import TILES, parse_kind
from tests.support import dealt, make_rules, set_up, the_hand
from tests.walk import walk


def hidden(game: Game, seat: int) -> list[int]:
    """Lists the tiles that a seat sees nowhere on the table."""
    view, now = game.view(seat), the_hand(game)
    shown = {now.indicator, *view.rack, *(tile for pile in view.piles for tile in pile)}
    shown |= {tile for meld in now.melds for tile in meld.meld.tiles}
    shown |= {now.turn.taken} if now.turn.taken is not None else set()
    shown |= {now.indicator ^ 1} if now.shown_by is not None else set()
    return [tile for tile in range(TILES) if tile not in shown]


@pytest.mark.parametrize("name", [*PRESETS, "elit+elit_literal", "elit+elit_app"])
def test_unseen_tiles_are_those_that_are_hidden(name: str) -> None:
    game = dealt(make_rules(name), "unseen")
    for _ in walk(game, random.Random(name), 80):
        if game.phase not in ("draw", "discard"):
            continue
        for seat in range(game.rules.players):
            view, faces = game.view(seat), the_hand(game).faces
            away = hidden(game, seat)
            right = Counter(faces.of[tile] for tile in away)
            found = unseen(view)
            assert {face: number for face, number in enumerate(found) if number} == dict(right)
            assert found == unseen(view, [*view.rack, view.piles[0][-1]] if view.piles[0] else [])
            assert unseen(view, away) == [0] * len(found)


def test_a_twin_that_was_shown_is_seen() -> None:
    game = set_up({0: "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 Y1 Y2"}, indicator="B9", shown_by=2)
    twin = parse_kind("B9")
    assert unseen(game.view(0))[twin] == 0
    the_hand(game).shown_by = None
    assert unseen(game.view(0))[twin] == 1


def test_useful_tiles_that_remain() -> None:
    game = dealt(make_rules("classic"), "remaining")
    view = game.view(game.actor or 0)
    assert view.faces is not None
    distance = Outlook(view.faces, view.rules).melds(*count(view.faces.of[tile] for tile in view.rack))
    away = hidden(game, game.actor or 0)
    assert distance.remaining(unseen(view)) == sum(view.faces.of[tile] in distance.faces for tile in away) > 0
