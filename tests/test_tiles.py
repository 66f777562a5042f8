import doctest
import importlib
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

import okey
from okey import tiles as t
from okey.tiles import Faces, TileError
from tests.support import make_faces

KINDS = st.integers(0, t.FALSE_JOKER)
TILES = st.integers(0, t.TILES - 1)


def test_the_set_has_106_tiles() -> None:
    assert t.TILES == 106
    assert len(set(t.TILE_NAMES)) == 106
    assert len(set(t.KIND_NAMES)) == 53
    assert [t.kind_of(tile) for tile in range(106)].count(t.FALSE_JOKER) == 2
    assert all([t.kind_of(tile) for tile in range(106)].count(kind) == 2 for kind in range(53))


@pytest.mark.parametrize("kind", range(53))
def test_a_kind_reads_back(kind: int) -> None:
    assert t.parse_kind(t.KIND_NAMES[kind]) == kind


@pytest.mark.parametrize("tile", range(106))
def test_a_tile_reads_back(tile: int) -> None:
    assert t.parse_tile(t.TILE_NAMES[tile]) == tile


@given(st.lists(KINDS))
def test_kinds_read_back(kinds: list[int]) -> None:
    assert t.parse_kinds(t.kinds_text(kinds)) == kinds


@given(st.lists(TILES))
def test_tiles_read_back(tiles: list[int]) -> None:
    assert t.parse_tiles(t.tiles_text(tiles)) == tiles


def test_a_numbered_kind_is_made_of_colour_and_number() -> None:
    for colour, letter in enumerate("RYBK"):
        for number in range(1, 14):
            kind = t.make_kind(colour, number)
            assert t.KIND_NAMES[kind] == f"{letter}{number}"
            assert (t.colour_of(kind), t.number_of(kind)) == (colour, number)


BAD = [
    "",
    "R",
    "R0",
    "R14",
    "R01",
    "r5",
    "G5",
    "5R",
    "**",
    "R5''",
    "R 5",
    "R５",
    "W",
    "-1",
    "R5 R6",
    "x" * 1000,
]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_tile_is_refused_in_short(text: str) -> None:
    for parse in (t.parse_kind, t.parse_tile):
        with pytest.raises(TileError) as caught:
            parse(text)
        assert len(str(caught.value)) < 150


def test_a_kind_has_no_second_copy() -> None:
    with pytest.raises(TileError):
        t.parse_kind("R5'")


def test_deal_out_gives_each_kind_a_tile_of_its_own() -> None:
    assert t.tiles_text(t.deal_out(t.parse_kinds("R5 * R5 K1 *"))) == "R5 * R5' K1 *'"
    with pytest.raises(TileError, match="R5 is there more than twice"):
        t.deal_out(t.parse_kinds("R5 R5 R5"))


@pytest.mark.parametrize("offset", [1, -1])
@pytest.mark.parametrize("reading", ["okey", "indicator", "wild"])
@pytest.mark.parametrize("indicator", range(52))
def test_faces_of_every_hand(indicator: int, reading: str, offset: int) -> None:
    faces = Faces(indicator, offset, reading)  # type: ignore[arg-type]
    name = t.KIND_NAMES[indicator]
    following = {"13": "1"}.get(name[1:], str(int(name[1:]) + 1))
    before = {"1": "13"}.get(name[1:], str(int(name[1:]) - 1))
    okey_kind = t.parse_kind(name[0] + (following if offset == 1 else before))
    assert (faces.indicator, faces.okey) == (indicator, okey_kind)
    assert [tile for tile in range(106) if faces.is_okey(tile)] == [2 * okey_kind, 2 * okey_kind + 1]
    for tile in range(104):
        assert faces.of[tile] == (t.WILD if t.kind_of(tile) == okey_kind else t.kind_of(tile))
        assert faces.value(tile) == t.number_of(t.kind_of(tile))
    for joker in (104, 105):
        assert faces.of[joker] == faces.false_joker == {"okey": okey_kind, "indicator": indicator, "wild": 52}[reading]
        assert faces.value(joker) == t.number_of(indicator if reading == "indicator" else okey_kind)


@pytest.mark.parametrize(("indicator", "name"), [(-1, "-1"), (52, r"\*"), (53, "53")])
def test_a_false_joker_is_no_indicator(indicator: int, name: str) -> None:
    with pytest.raises(TileError, match=f"^{name} cannot be the indicator"):
        Faces(indicator, 1, "okey")


def test_the_seeds_own_example() -> None:
    """Rules 5: with Blue 9 showing both Blue 10s are okeys and each star is an ordinary Blue 10."""
    faces = make_faces("B9")
    assert t.KIND_NAMES[faces.okey] == t.KIND_NAMES[faces.false_joker] == "B10"


ENGINE = [
    name
    for _, name, _ in pkgutil.walk_packages(okey.__path__, "okey.")
    if not name.startswith(("okey.ui", "okey.bridge")) and name != "okey.__main__"
]


@pytest.mark.parametrize("name", ENGINE)
def test_doctests(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_faces_are_compared_by_what_they_say() -> None:
    assert make_faces("B9") == make_faces("B9")
    assert hash(make_faces("B9")) == hash(make_faces("B9"))
    assert make_faces("B9") != make_faces("B8")
    assert Faces(5, 1, "okey") != Faces(5, 1, "wild")
    assert make_faces("B9") != "B9"
