"""What lies on the rack as melds, and how melds lie on the felt."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game import Game
from okey.game.actions import DEAL
from okey.rules import RuleSet
from okey.tiles import Faces, parse_kind, parse_tiles, tiles_text
from okey.ui.animation import Move, Place, moves
from okey.ui.rack import Rack
from okey.ui.table import felt
from okey.ui.table.groups import find, read

FACES = Faces(parse_kind("B2"), 1, "okey")
"""The okey is blue 3."""


def on_rack(text, rules="okey101", **seat):
    """Reads a rack whose groups are parted by ``/``, in one long row."""
    game = Game(RuleSet.parse(rules), "1")
    game.apply(DEAL)
    rack = Rack(36)
    slots = [slot for part in text.split("/") for slot in (*parse_tiles(part), None)]
    rack.slots[: len(slots)] = slots
    view = game.view(0)
    seats = (replace(view.seats[0], **seat), *view.seats[1:])
    return replace(view, rack=tuple(rack.tiles()), faces=FACES, seats=seats), rack


def found(text, rules="okey101", **seat):
    groups = find(*on_rack(text, rules, **seat))
    return [tiles_text(group.meld.tiles) for group in groups.found], groups


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R1 R2 R3 / K9 K10", ["R1 R2 R3"]),
        ("R3 R2 R1", ["R1 R2 R3"]),
        ("R2 R1 R3", ["R1 R2 R3"]),
        ("R1 B1 K1", ["R1 B1 K1"]),
        ("R1 B1 K1 Y1 R1'", ["R1 B1 K1 Y1"]),
        ("R5 B3 R7", ["R5 B3 R7"]),
        ("R7 R5 B3", ["R5 B3 R7"]),
        ("R5 * R7", []),
        ("B2 * B4", ["B2 * B4"]),
        ("R1 R2 R3 B5 B6 B7", ["R1 R2 R3", "B5 B6 B7"]),
        ("K9 R1 R2 R3", ["R1 R2 R3"]),
        ("R3 R4 R5 R6 B6 K6", ["R3 R4 R5", "R6 B6 K6"]),
        ("R12 R13 R1", []),
        ("R1 / R2 / R3", []),
        ("", []),
    ],
)
def test_groups_are_tiles_side_by_side(text, expected):
    assert found(text)[0] == expected


def test_a_set_lights_up_beside_a_few_pairs():
    """What the guide teaches: seven pairs are far away while there are two."""
    text = "B11 K11 B3 / Y4 Y4' / R9"
    assert found(text, "classic")[0] == ["B11 K11 B3"]
    assert found("Y4 Y4' / R9 R9'", "classic")[0] == ["Y4 Y4'", "R9 R9'"]
    four = "B11 K11 B3 / Y4 Y4' / R9 R9' / B1 B1' / K2 K2'"
    assert found(four, "classic")[1].pairs


def test_the_one_behind_the_thirteen_follows_the_rules():
    assert found("R1 R12 R13", "okey51")[0] == ["R12 R13 R1"]


def test_long_runs_are_laid_in_pieces_but_for_konkan():
    long = "R1 R2 R3 R4 R5 R6 R7"
    pieces, groups = found(long, "konkan81")
    assert [len(piece.split()) for piece in pieces] in ([3, 4], [4, 3])
    assert groups.value == 28
    assert found(long, "konkan81", konkan=True)[0] == [long]


def test_points_are_counted_against_the_bar():
    _, groups = found("R11 R12 R13 / K10 K11 K12 K13 / Y9 B9 K9")
    assert (groups.value, groups.needed, groups.pairs) == (36 + 46 + 27, 101, False)


def test_pairs_are_shown_when_they_are_nearer_to_their_bar():
    names, groups = found("R1 R1' / K2 K2' / B5 B5' / Y1 Y2 Y3")
    assert groups.pairs
    assert (groups.value, groups.needed) == (3, 5)
    assert names == ["R1 R1'", "K2 K2'", "B5 B5'"]
    assert not found("R1 R1' / R11 R12 R13 / K11 K12 K13")[1].pairs


def test_who_declared_pairs_collects_pairs():
    names, groups = found("R1 R1' / R11 R12 R13", "okey101 cifte_declare=off", declared=False)
    assert not groups.pairs
    names, groups = found("R1 R1' / R2 R2' / R3 R3' / R4 R4' / Y11 Y12 Y13", "classic")
    assert groups.pairs
    assert len(names) == 4


def test_an_opened_player_lays_what_the_opening_allows():
    assert found("R1 R1' / R11 R12 R13", opened="series")[0] == ["R11 R12 R13"]
    assert found("R1 R1' / R11 R12 R13", opened="pairs")[0] == ["R1 R1'"]


@given(st.lists(st.integers(0, 103), min_size=1, max_size=9, unique=True))
def test_what_is_read_is_a_meld_of_exactly_these_tiles(tiles):
    rules = RuleSet.parse("okey101")
    meld = read(tiles, FACES, rules, whole=False)
    if meld is not None:
        assert sorted(meld.tiles) == sorted(tiles)


# ---- the felt


@given(
    st.lists(st.lists(st.integers(2, 13), min_size=1, max_size=12), min_size=1, max_size=4),
    st.sampled_from([(348, 220), (394, 169), (756, 594), (1008, 382), (1894, 721)]),
)
def test_melds_never_overlap_nor_leave_their_columns(owners, size):
    numbers = iter(range(1000))
    sections = tuple(
        felt.Section(owner, tuple((next(numbers), tiles) for tiles in melds)) for owner, melds in enumerate(owners)
    )
    board = felt.lay(sections, size, 24, 56, (1.0, 1.0))
    rects = [*board.melds.values(), *board.headings.values()]
    assert len(board.melds) == sum(map(len, owners))
    assert all(r.left >= 0 and r.right <= size[0] and r.top >= 0 and r.bottom <= board.height for r in rects)
    assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
    assert board.tile >= 24
    if board.height > size[1]:
        assert board.tile == 24


def test_few_melds_are_large_and_a_meld_wider_than_the_room_shrinks():
    few = felt.lay((felt.Section(0, ((0, 3),)),), (348, 220), 24, 56, (1.0, 1.0))
    assert few.tile == 56
    assert felt.lay((felt.Section(0, ((0, 13),)),), (260, 220), 24, 56, (1.0, 1.0)).tile == 20
    assert felt.lay((felt.Section(0, ((0, 13),)),), (5, 2), 24, 56, (1.0, 1.0)).tile == 1, (
        "a frame too small to play in"
    )
    assert felt.lay((), (10, 10), 24, 56, (1.0, 1.0)).height == 0
    assert few.tile_at(0, 2) == Rect(2 * 56, few.melds[0].y, 56, few.melds[0].height)


# ---- what moves


def step(rules, seed, count):
    """Gives the views before and after each of some actions of computer players, with the actions."""
    game = Game(RuleSet.parse(rules), seed)
    bots = [make_bot(DEFAULT_LEVEL, f"{seed} {seat}") for seat in range(game.rules.players)]
    for _ in range(count):
        if game.phase == "over":
            return
        action = DEAL
        if game.actor is not None:
            action = next(a for a in bots[game.actor].think(game.view(game.actor)) if a is not None)
        before = game.view(0)
        game.apply(action)
        yield before, action, game.view(0)


@pytest.mark.parametrize(
    "rules", ["classic", "okey101", "konkan81", "elit+elit_literal", "okey51+duel", "okey51 players=3"]
)
def test_every_action_moves_the_tiles_it_names(rules):
    for before, action, after in step(rules, "3", 150):
        found = moves(before, after)
        hands = Place("rack") if before.actor == 0 else Place("seat", before.actor or 0)
        if action.verb == "draw" and before.stock > after.stock:
            (move,) = found
            assert (move.start, move.end) == (Place("stock"), hands)
            assert (move.tile is not None) == (before.actor == 0)
        elif action.verb == "take":
            assert [m.end for m in found] == [hands]
            assert found[0].start.area == "pile"
        elif action.verb in ("open", "lay"):
            laid = [tile for _, tiles in action.melds for tile in tiles]
            assert sorted(m.tile for m in found) == sorted(laid)
            assert all(m.start == hands and m.end.area == "meld" for m in found)
        elif action.verb == "add":
            assert Move(action.tiles[0], hands, Place("meld", action.meld)) in found
        elif action.verb == "discard" and after.result is None:
            tops = [m for m in found if m.tile == action.tiles[0]]
            gave_back = before.taken == action.tiles[0] and after.phase == "draw" and after.actor == before.actor
            assert len(tops) == 1 or gave_back
            assert tops[0].start == hands
        elif action.verb == "swap":
            assert Move(action.tiles[0], hands, Place("meld", action.meld)) in found
            assert any(m.start == Place("meld", action.meld) and m.end == hands for m in found)


def test_nothing_moves_between_hands():
    views = [after for _, action, after in step("classic", "3", 400) if action == DEAL]
    assert len(views) > 1
    assert moves(views[0], views[1]) == []
