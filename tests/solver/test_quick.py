"""The quick look at counted tiles never rules out what the full search finds."""

import random

import pytest

from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.solver.cover import Counts, Cover, count_tiles
from okey.solver.layouts import Richest
from okey.solver.quick import may_be_complete, points_in_reach, useful
from okey.tiles import FALSE_JOKER, TILES, Faces, kind_of, number_of, parse_kind, parse_tiles

NAMES = [f"{name}{option}" for name in PRESETS for option in ("", " false_joker=wild", " one_after_thirteen=no")]


def dense_racks(rules: RuleSet, racks: int) -> list[tuple[Counts, int]]:
    """Draws racks from few numbers and many wilds, so that most of them hold melds with and without wilds."""
    rng = random.Random(str(rules))
    made = []
    for _ in range(racks):
        faces = Faces(rng.randrange(52), rules.okey_offset, rules.false_joker)
        special = [tile for tile in range(TILES) if faces.is_okey(tile) or kind_of(tile) == FALSE_JOKER]
        numbers = rng.sample(range(1, 14), rng.randint(3, 8))
        plain = [tile for tile in range(TILES) if tile not in special and number_of(kind_of(tile)) in numbers]
        tiles = rng.sample(special, rng.randint(0, 2)) + rng.sample(plain, rng.randint(2, 12))
        made.append(count_tiles(tiles, faces))
    return made


@pytest.mark.parametrize("name", NAMES)
def test_no_points_are_out_of_reach(name: str) -> None:
    rules = RuleSet.parse(name)
    worth = 0
    for counts, wilds in dense_racks(rules, 400):
        points, _ = Richest(rules).best(counts, wilds)
        assert points <= points_in_reach(counts, wilds, rules)
        assert points == Richest(rules).best(useful(counts, wilds, rules), wilds)[0]
        worth += points > 0
    assert worth > 100


@pytest.mark.parametrize("name", NAMES)
def test_what_is_complete_may_be(name: str) -> None:
    rules = RuleSet.parse(name)
    found = 0
    for counts, wilds in dense_racks(rules, 400):
        melds, pairs = may_be_complete(counts, wilds, rules, spare=1)
        if Cover(rules, pairs=rules.pairs_win == "mixed").spare(counts, wilds):
            assert melds
            found += 1
        if rules.pairs_win != "off" and Cover(rules, melds=False, pairs=True).spare(counts, wilds):
            assert pairs
            found += 1
    assert found > 5


@pytest.mark.parametrize(
    ("rack", "reach"),
    [
        ("R1 R2 Y9 K13", 0),
        ("R1 R2 R3 R4 Y9", 10),
        ("R9 R10 R12 R13 B8 K8", 55),
        ("R4 R5 Y1 B8 K8", 22),
        ("R9 Y9 B9 R3 K8", 40),
    ],
)
def test_reach_beside_the_okey_k8(rack: str, reach: int) -> None:
    rules = RuleSet.parse("okey101")
    faces = Faces(parse_kind("K7"), rules.okey_offset, rules.false_joker)
    assert points_in_reach(*count_tiles(parse_tiles(rack), faces), rules) == reach
