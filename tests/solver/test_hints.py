"""Hints lose no tile and make none: every arrangement of a rack is the rack again."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.melds import Meld, make_meld
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.solver import arrange, complete, finishing_discards
from okey.solver.layouts import konkan_layouts, most_pairs, most_points, openings
from okey.tiles import KINDS, TILES, Faces, Tile, parse_tiles
from tests import brute
from tests.solver.test_brute import Maker, pieces
from tests.solver.test_solver import MIXES
from tests.support import make_faces, make_rules

RULES = [RuleSet.parse(name) for name in (*PRESETS, "elit+elit_literal", "elit+elit_app", "okey101 false_joker=wild")]


@st.composite
def racks(draw: st.DrawFn, most: int = 22) -> tuple[RuleSet, Faces, list[Tile]]:
    rules = draw(st.sampled_from(RULES))
    indicator = draw(st.integers(0, KINDS - 1))
    faces = Faces(indicator, rules.okey_offset, rules.false_joker)
    pool = st.sampled_from([tile for tile in range(TILES) if tile != 2 * indicator])
    tiles = draw(st.lists(pool, unique=True, max_size=min(most, rules.hand_size + 1)))
    okeys = [tile for tile in range(TILES) if faces.is_okey(tile) and tile not in tiles]
    return rules, faces, [*tiles, *okeys[: draw(st.integers(0, len(okeys)))]][: rules.hand_size + 1]


def used(tiles: list[Tile], melds: tuple[tuple[str, tuple[Tile, ...]], ...] | tuple[Meld, ...]) -> Counter[Tile]:
    """Counts the tiles of melds; all are from the rack, none twice."""
    laid = Counter(tile for meld in melds for tile in (meld.tiles if isinstance(meld, Meld) else meld[1]))
    assert not laid - Counter(tiles)
    return laid


@given(racks())
def test_arrangements_are_the_rack_again(case: tuple[RuleSet, Faces, list[Tile]]) -> None:
    rules, faces, tiles = case
    found = arrange(tiles, faces, rules)
    assert used(tiles, found.melds) + Counter(found.loose) == Counter(tiles)
    for meld in found.melds:
        assert make_meld(meld.type, meld.tiles, faces, rules, "hand") == meld


@given(racks())
def test_finished_hands_are_the_rack_again(case: tuple[RuleSet, Faces, list[Tile]]) -> None:
    rules, faces, tiles = case
    for tile in [None, *finishing_discards(tiles, faces, rules)]:
        rest = [other for other in tiles if other != tile]
        for melds in complete(rest, faces, rules).values():
            assert used(rest, melds) == Counter(rest)


@given(racks())
def test_lay_downs_are_of_the_rack(case: tuple[RuleSet, Faces, list[Tile]]) -> None:
    rules, faces, tiles = case
    points, melds = most_points(tiles, faces, rules)
    used(tiles, melds)
    assert sum(make_meld(*meld, faces, rules, "hand").value for meld in melds) == points
    for _, laid in zip(range(20), openings(tiles, faces, rules, max(1, points - 10), 3), strict=False):
        assert used(tiles, laid).total() < len(tiles)
    for _, laid in zip(range(20), konkan_layouts(tiles, faces, rules, 10, 4), strict=False):
        assert used(tiles, laid).total() == len(tiles) - 1


@given(racks())
def test_pairs_are_of_the_rack(case: tuple[RuleSet, Faces, list[Tile]]) -> None:
    rules, faces, tiles = case
    pairs = most_pairs(tiles, faces, rules)
    assert used(tiles, pairs).total() == 2 * len(pairs)
    for type_, pair in pairs:
        assert make_meld(type_, pair, faces, rules).type == "pair"


@pytest.mark.parametrize("name", MIXES)
def test_most_pairs_agree(name: str) -> None:
    rules = MIXES[name]
    maker = Maker(rules, "pairs")
    for size in (3, 6, 10, 14) * 5:
        faces, indicator, tiles = maker.make(size, (2,))
        known = pieces(tiles, indicator, rules)
        right = brute._most(known, rules, "pair", points=False, keep=0)
        assert len(most_pairs(tiles, faces, rules)) == right


def test_the_twin_alone_is_a_pair_beside_the_others() -> None:
    rules = make_rules("okey51", indicator_twin_is_pair=True)
    faces = make_faces("B9", rules)
    pairs = most_pairs(parse_tiles("B9' R1 R1' K4 B10"), faces, rules)
    assert sorted(len(pair) for _, pair in pairs) == [1, 2, 2]
