from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.game import Game
from okey.game.actions import DEAL
from okey.rules import RuleSet
from okey.tiles import TILES, Faces, TileError, parse_kind
from okey.ui import sorting
from okey.ui.rack import Rack

TILES_HELD = st.lists(st.integers(0, TILES - 1), min_size=1, max_size=15, unique=True)
FACES = Faces(parse_kind("B2"), 1, "okey")


def make(text, columns=6):
    """Reads a rack with a letter for each tile and a dot for each gap."""
    rack = Rack(columns)
    rack.slots = [None if c == "." else ord(c) - ord("a") for c in text.replace("/", "")]
    return rack


def held(tiles, rules="classic"):
    """Makes the view of a seat that holds tiles."""
    game = Game(RuleSet.parse(rules), "1")
    game.apply(DEAL)
    return replace(game.view(0), rack=tuple(tiles), faces=FACES)


def show(rack):
    text = "".join("." if t is None else chr(ord("a") + t) for t in rack.slots)
    return f"{text[: rack.columns]}/{text[rack.columns :]}"


@pytest.mark.parametrize(
    ("before", "tile", "slot", "after"),
    [
        ("abc.../......", "c", 5, "ab...c/......"),
        ("abc.../......", "a", 2, ".bac../......"),
        ("abcdef/......", "a", 3, "bcdaef/......"),
        ("abcdef/......", "f", 0, "fabcde/......"),
        ("ab.cd./......", "d", 1, "adbc../......"),
        ("abc.../d.....", "d", 1, "adbc../......"),
        ("abcdef/g.....", "g", 2, "abgdef/c....."),
        ("abc.../......", "b", 1, "abc.../......"),
        ("a.b.c./......", "c", 2, "a.cb../......"),
    ],
)
def test_moving_makes_room_and_moves_nothing_else(before, tile, slot, after):
    rack = make(before)
    trial = rack.moved([ord(tile) - ord("a")], slot)
    rack.move(ord(tile) - ord("a"), slot)
    assert show(rack) == after
    assert rack.slots == trial


def test_moving_a_tile_that_is_not_here_does_nothing():
    rack = make("ab..../......")
    rack.move(77, 3)
    assert show(rack) == "ab..../......"


@given(TILES_HELD, st.data())
def test_no_way_of_moving_loses_a_tile(tiles, data):
    rack = Rack(10)
    rack.sync(tiles)
    for _ in range(5):
        rack.move(data.draw(st.sampled_from(tiles)), data.draw(st.integers(0, 19)))
        rack.reshape(data.draw(st.sampled_from([8, 10, 12])), data.draw(st.sampled_from([2, 3])))
        rack.reshape(10, 2)
    assert sorted(rack.tiles()) == sorted(tiles)
    assert Rack.parse(rack.write()).slots == rack.slots


@pytest.mark.parametrize(
    ("before", "tiles", "slot", "after"),
    [
        ("abc.../......", "bc", 4, "a...bc/......"),
        ("abc.../......", "ab", 5, "..c.ab/......"),
        ("abcd../......", "cd", 0, "cdab../......"),
        ("abc.d./......", "bc", 6, "a...d./bc...."),
        ("ab..../cdef..", "ab", 7, "....../cabdef"),
        ("ab..../cdef..", "ab", 11, "....../cdefab"),
        ("abc.../.defg.", "bc", 8, "a...../dbcefg"),
    ],
)
def test_several_tiles_move_together(before, tiles, slot, after):
    rack = make(before)
    moved = [ord(tile) - ord("a") for tile in tiles]
    trial = rack.moved(moved, slot)
    assert rack.move_all(moved, slot)
    assert show(rack) == after
    assert rack.slots == trial


def test_a_full_row_takes_no_group():
    rack = make("ab..../cdefg.")
    assert not rack.move_all([0, 1], 7)
    assert show(rack) == "ab..../cdefg."


def test_stretches_end_at_gaps_and_at_the_ends_of_rows():
    assert make("ab.c.d/e.f...").stretches() == [[0, 1], [3], [5], [6], [8]]
    assert make("...../.....", columns=5).stretches() == []


def test_a_rack_of_three_rows_keeps_its_groups():
    rack = Rack(6)
    rack.arrange([[0, 1, 2], [3, 4], [5]])
    rack.reshape(4, 3)
    assert rack.rows == 3
    assert [[rack.slots[s] for s in stretch] for stretch in rack.stretches()] == [[0, 1, 2], [3, 4], [5]]
    assert Rack.parse(rack.write()).slots == rack.slots


@given(TILES_HELD, st.integers(0, 19))
def test_a_new_tile_goes_where_it_was_wished(tiles, slot):
    rack = Rack(10)
    rack.sync(tiles[:-1])
    before = list(rack.slots)
    rack.sync(tiles, slot)
    start = slot // 10 * 10
    if None in before[start : start + 10]:
        assert rack.slots[slot] == tiles[-1]
    other = slice(10, 20) if start == 0 else slice(0, 10)
    assert tiles[-1] in rack.tiles()
    if rack.slots[slot] == tiles[-1]:
        assert rack.slots[other] == before[other]


def test_sync_keeps_gaps_and_drops_what_is_gone():
    rack = make("a.b..c/d.....")
    rack.sync([0, 1, 3])
    assert show(rack) == "a.b.../d....."


def test_a_drawn_tile_is_set_apart_from_the_others():
    rack = make("abc.../d.....")
    rack.sync([0, 1, 2, 3, 4])
    assert show(rack) == "abc.../d.e..."


def test_groups_are_laid_out_with_gaps_in_both_rows():
    rack = Rack(6)
    rack.arrange([[0, 1, 2], [3, 4]], [[5]])
    assert show(rack) == "abc.de/f....."
    rack.arrange([[0, 1, 2], [3, 4, 5], [6, 7]], [[8], [9]])
    assert sorted(rack.tiles()) == list(range(10))


@given(TILES_HELD, st.sampled_from([10, 12]))
def test_sorting_returns_exactly_the_tiles(tiles, columns):
    for groups, loose in (way(held(tiles)) for way in sorting.WAYS.values()):
        assert sorted(t for g in (*groups, *loose) for t in g) == sorted(tiles)
        rack = Rack(columns)
        rack.arrange(groups, loose)
        assert sorted(rack.tiles()) == sorted(tiles)
        assert len(rack.slots) == 2 * columns


def test_sorting_finds_runs_sets_and_pairs():
    from okey.tiles import parse_tiles, tiles_text

    tiles = parse_tiles("R7 K4 R5 B4 R6 Y4 K9 K9' R1")
    groups, loose = sorting.by_best(held(tiles))
    assert sorted(map(tiles_text, groups)) == ["R5 R6 R7", "Y4 B4 K4"]
    assert [tiles_text(g) for g in loose] == ["R1", "K9 K9'"]
    groups, loose = sorting.by_runs(held(tiles))
    assert [tiles_text(g) for g in groups] == ["R5 R6 R7"]
    assert [tiles_text(g) for g in loose] == ["R1", "Y4", "B4", "K4 K9 K9'"]
    groups, loose = sorting.by_sets(held(tiles))
    assert [tiles_text(g) for g in groups] == ["Y4 B4 K4"]
    assert sorted(t for g in loose for t in g) == sorted(parse_tiles("R1 R5 R6 R7 K9 K9'"))
    pairs, single = sorting.by_pairs(held(parse_tiles("K9 R1 * B3' K9' *'")))
    assert [tiles_text(g) for g in pairs] == ["* *'", "K9 K9'"]
    assert [tiles_text(g) for g in single] == ["R1 B3'"]


@pytest.mark.parametrize("text", ["", "x", "2 - - -", "2 R1 R1 - -", "0", "99 -", "2 R1 Q9 - -"])
def test_no_rack_is_read_from_nonsense(text):
    with pytest.raises(TileError):
        Rack.parse(text)


def test_a_narrower_rack_keeps_rows_and_order():
    rack = make("a.b..c/d....e")
    rack.reshape(4, 2)
    assert show(rack) == "a.bc/d..e"
    rack.reshape(6, 2)
    assert show(rack) == "a.bc../d..e.."
