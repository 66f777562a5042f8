"""The solver against what is known by hand, and against the brute force on thousands of hands."""

import random
from collections.abc import Iterator

import pytest

from okey.melds import make_meld
from okey.rules import RuleSet
from okey.solver import arrange, complete, finishing_discards, shapes_of
from okey.tiles import KIND_NAMES, Faces, Tile, deal_out, kind_of, kinds_text, parse_kinds
from tests import brute
from tests.support import (
    BOTH_SHAPES,
    CLASSIC,
    PERFECT,
    SEVEN_PAIRS,
    hand,
    make_faces,
    make_rules,
)

MIXES: dict[str, RuleSet] = {
    "classic": CLASSIC,
    "low_one": make_rules(one_after_thirteen="no"),
    "no_pairs": make_rules(pairs_win="off"),
    "min_real_0": make_rules(min_real_tiles=0),
    "min_real_2": make_rules(min_real_tiles=2),
    "min_real_3": make_rules(min_real_tiles=3),
    "one_leading": make_rules(two_leading_wilds=False),
    "one_leading_min_0": make_rules(two_leading_wilds=False, min_real_tiles=0),
    "konkan_melds": make_rules(two_leading_wilds=False, min_real_tiles=2, one_after_thirteen="no"),
    "wild_jokers": make_rules(false_joker="wild"),
    "wild_jokers_min_0": make_rules(false_joker="wild", min_real_tiles=0),
    "wild_jokers_min_2": make_rules(false_joker="wild", min_real_tiles=2),
    "wild_jokers_one_leading": make_rules(false_joker="wild", two_leading_wilds=False),
    "wild_jokers_one_leading_min_0": make_rules(false_joker="wild", two_leading_wilds=False, min_real_tiles=0),
    "indicator_jokers": make_rules(false_joker="indicator"),
    "okey_before": make_rules(okey_offset=-1),
    "mixed": make_rules(pairs_win="mixed"),
    "mixed_either": make_rules(pairs_win="mixed", pair_rule="either"),
    "mixed_wild_jokers_min_0": make_rules(pairs_win="mixed", false_joker="wild", min_real_tiles=0),
    "pairs_by_number": make_rules(pair_rule="same_number_diff_colour"),
    "pairs_either": make_rules(pair_rule="either"),
    "pairs_without_wilds": make_rules(wild_in_pair=False),
    "mixed_without_wilds": make_rules(pairs_win="mixed", wild_in_pair=False),
    "threes_only": make_rules(set_sizes=(3,)),
    "fours_only": make_rules(set_sizes=(4,), min_real_tiles=0, false_joker="wild"),
    "threes_only_min_0": make_rules(set_sizes=(3,), min_real_tiles=0, false_joker="wild"),
    "short_runs": make_rules(run_max_from_hand=4),
    "runs_of_three": make_rules(run_max_from_hand=3, min_real_tiles=0, false_joker="wild"),
    "elit_literal": make_rules("elit+elit_literal"),
    "elit_app": make_rules("elit+elit_app"),
}


class Pool:
    """Tiles to make hands of: the set without its indicator."""

    def __init__(self, rng: random.Random, rules: RuleSet) -> None:
        self.rng = rng
        self.rules = rules
        self.indicator = rng.randrange(52)
        self.faces = Faces(self.indicator, rules.okey_offset, rules.false_joker)
        self.tiles = [t for t in range(106) if t != 2 * self.indicator]
        rng.shuffle(self.tiles)
        self.wilds = [t for t in self.tiles if self.faces.of[t] == 52]

    def take(self, colour: int, number: int) -> Tile | None:
        """Takes a tile that plays as this face, or a wild now and then and when there is none."""
        face = 13 * colour + (number - 1) % 13
        found = [t for t in self.tiles if self.faces.of[t] == face]
        wild = [t for t in self.wilds if t in self.tiles]
        source = wild if wild and (not found or self.rng.random() < 0.25) else found
        if not source:
            return None
        tile = self.rng.choice(source)
        self.tiles.remove(tile)
        return tile

    def group(self, size: int) -> list[Tile]:
        rng = self.rng
        if size == 2:
            colour, number = rng.randrange(4), rng.randrange(1, 14)
            other = colour if self.rules.pair_rule == "identical" else rng.randrange(4)
            places = [(colour, number), (other, number)]
        elif size <= 4 and rng.random() < 0.5:
            number = rng.randrange(1, 14)
            places = [(colour, number) for colour in rng.sample(range(4), size)]
        else:
            colour = rng.randrange(4)
            last = 14 if self.rules.one_after_thirteen == "high" else 13
            start = rng.randrange(1, last - size + 2)
            places = [(colour, start + i) for i in range(size)]
        tiles = [self.take(*place) for place in places]
        return [t for t in tiles if t is not None]


SPLITS = [(3, 3, 4, 4), (3, 3, 3, 5), (4, 5, 5), (4, 10), (3, 11), (6, 8), (3, 3, 8), (7, 7), (2,) * 7]
MIXED_SPLITS = [(2, 3, 4, 5), (2, 2, 3, 3, 4), (2, 2, 2, 4, 4), (2, 2, 2, 2, 3, 3), (2, 12), (2, 2, 10)]


def hands(rules: RuleSet, seed: str, size: int, number: int) -> Iterator[tuple[Faces, str, list[Tile]]]:
    """Yields hands: most of groups, some tiles changed or with more wilds; some of nothing but chance."""
    rng = random.Random(f"{seed} {size}")
    splits = SPLITS + (MIXED_SPLITS if rules.pairs_win == "mixed" else [])
    for _ in range(number):
        pool = Pool(rng, rules)
        tiles: list[Tile] = []
        if rng.random() < 0.9:
            for part in rng.choice(splits):
                tiles += pool.group(min(part, size - len(tiles))) if len(tiles) < size else []
        changes = rng.choice([0, 0, 1, 2])
        rng.shuffle(tiles)
        del tiles[:changes]
        more = [t for t in pool.wilds if t not in tiles and t in pool.tiles] if rng.random() < 0.3 else []
        tiles = (tiles + more + [t for t in pool.tiles if t not in more])[:size]
        rng.shuffle(tiles)
        yield pool.faces, KIND_NAMES[pool.indicator], tiles


def names(tiles: list[Tile]) -> str:
    return kinds_text(map(kind_of, tiles))


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("size", [3, 6, 9, 14])
def test_complete_agrees_with_the_brute_force(mix: str, size: int) -> None:
    rules = MIXES[mix]
    won = 0
    for faces, indicator, tiles in hands(rules, mix, size, (300 if mix == "classic" else 60) if size == 14 else 20):
        found = shapes_of(tiles, faces, rules)
        assert complete(tiles, faces, rules) == (found if size == rules.hand_size else {})
        pieces = brute.pieces(names(tiles), indicator, rules)
        assert set(found) == brute.shapes_of(pieces, rules), f"{indicator}: {names(tiles)}"
        won += bool(found)
        for shape, melds in found.items():
            assert sorted(t for meld in melds for t in meld.tiles) == sorted(tiles)
            types = {meld.type for meld in melds}
            assert types == {"pair"} if shape == "pairs" else types != {"pair"}
            for meld in melds:
                assert make_meld(meld.type, meld.tiles, faces, rules, "hand") == meld
    if mix == "classic" and size == 14:
        assert 60 < won < 240


@pytest.mark.parametrize("mix", MIXES)
def test_finishing_discards_agree_with_the_brute_force(mix: str) -> None:
    rules = MIXES[mix]
    for faces, indicator, tiles in hands(rules, mix, 15, 60):
        found = finishing_discards(tiles, faces, rules)
        pieces = brute.pieces(names(tiles), indicator, rules)
        right = brute.finishing(pieces, rules)
        assert {tile: set(shapes) for tile, shapes in found.items()} == {
            tile: right[piece] for tile, piece in zip(tiles, pieces, strict=True) if piece in right
        }, f"{indicator}: {names(tiles)}"


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("size", [4, 8, 14])
def test_arrange_agrees_with_the_brute_force(mix: str, size: int) -> None:
    rules = MIXES[mix]
    for faces, indicator, tiles in hands(rules, mix, size, 20):
        found = arrange(tiles, faces, rules)
        # known fault 4: no tile is dropped
        assert sorted([t for meld in found.melds for t in meld.tiles] + list(found.loose)) == sorted(tiles)
        assert found.points == sum(faces.value(t) for t in found.loose)
        assert all(meld.type != "pair" for meld in found.melds)
        for meld in found.melds:
            assert make_meld(meld.type, meld.tiles, faces, rules, "hand") == meld
        pieces = brute.pieces(names(tiles), indicator, rules)
        wild_value = faces.okey % 13 + 1
        assert found.points == brute.fewest_points(pieces, rules, wild_value), f"{indicator}: {names(tiles)}"


TABLE = [
    # name, rules, indicator, hand, shapes
    ("no_wild", "classic", "B9", PERFECT, {"melds"}),
    ("pairs", "classic", "Y8", SEVEN_PAIRS, {"pairs"}),
    ("both", "classic", "Y12", BOTH_SHAPES, {"melds", "pairs"}),
    ("pairs_off", "gamearea", "Y8", SEVEN_PAIRS, set()),
    ("pairs_beside_melds", "classic", "Y8", "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R10 R11 K2 K3 K4", set()),
    (
        "pairs_beside_melds_mixed",
        "elit pairs_win=mixed",
        "Y8",
        "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R10 R11 K2 K3 K4",
        {"melds"},
    ),
    ("two_okeys_one_pair", "classic", "Y8", "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 Y9 Y9", {"pairs"}),
    (
        "okeys_need_leave_to_pair",
        "classic wild_in_pair=no",
        "Y8",
        "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 Y9 Y9",
        set(),
    ),
    ("twin_of_indicator_alone", "classic", "Y8", "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 Y8 K2", set()),
    (
        "twin_of_indicator_with_okey",
        "classic",
        "Y8",
        "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 Y8 Y9",
        {"pairs"},
    ),
    ("whole_colour_and_a_one", "classic", "Y1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", {"melds"}),
    ("whole_colour_twice_a_two", "classic", "Y1", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R2", set()),
    ("ones_at_both_ends", "classic", "B9", "R12 R13 R1 R1 R2 R3 K12 K13 K1 K1 K2 K3 K4 K5", {"melds"}),
    ("okey_as_the_one", "classic", "B9", "R12 R13 B10 R1 R2 R3 K12 K13 K1 K1 K2 K3 K4 K5", {"melds"}),
    ("okey_inside", "classic", "B9", "R11 B10 R13 R1 Y5 Y6 Y7 K2 K3 K4 B1 B2 B3 B4", {"melds"}),
    ("false_joker_is_no_okey", "classic", "B9", "R11 * R13 R1 Y5 Y6 Y7 K2 K3 K4 B1 B2 B3 B4", set()),
    ("false_jokers_as_twins", "classic", "B9", "B8 B9 * B11 R10 Y10 * K1 K2 K3 K7 K8 K9 K10", {"melds"}),
    ("okey_as_itself", "classic", "B9", "B8 B9 B10 B11 R10 Y10 B10 K1 K2 K3 K7 K8 K9 K10", {"melds"}),
    ("greedy_set", "classic", "Y8", "R5 B5 Y5 K5 K6 K7 B10 B11 B12 B13 R1 R2 R3 R4", {"melds"}),
    ("four_wilds", "elit+elit_literal", "B9", "B10 B10 * * R1 K1 Y2 Y3 Y4 K7 K8 K9 K10 K11", {"melds"}),
    (
        "only_wilds_in_a_meld",
        "classic min_real_tiles=0 false_joker=wild",
        "B9",
        "B10 * * R1 R2 R3 R4 Y7 Y8 Y9 K10 K11 K12 K13",
        {"melds"},
    ),
    ("nothing", "classic", "B9", "", {"melds", "pairs"}),
    ("thirteen_tiles", "classic", "B9", "R5 R6 R7 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11", {"melds"}),
]


@pytest.mark.parametrize(
    ("text", "indicator", "tiles", "shapes"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE]
)
def test_complete(text: str, indicator: str, tiles: str, shapes: set[str]) -> None:
    rules = make_rules(text)
    expected = brute.shapes_of(brute.pieces(tiles, indicator, rules), rules) if tiles else shapes
    faces = make_faces(indicator, rules)
    found = shapes_of(hand(tiles), faces, rules)
    assert set(found) == shapes == expected
    assert complete(hand(tiles), faces, rules) == (found if len(hand(tiles)) == rules.hand_size else {})


def test_only_a_rack_of_the_right_size_finishes() -> None:
    thirteen = "R5 R6 R7 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11"
    assert complete(hand(thirteen), make_faces("B9"), CLASSIC) == {}
    assert finishing_discards(hand(thirteen + " K1"), make_faces("B9"), CLASSIC) == {}
    assert finishing_discards(hand(thirteen + " K12 K1"), make_faces("B9"), CLASSIC) != {}


def test_two_copies_finish_alike() -> None:
    rack = hand("R5 R6 R7 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11")
    found = finishing_discards(rack, make_faces("B9"), CLASSIC)
    assert {names([t]) for t in found} == {"R5", "R6", "R7", "R8", "R4"} & {names([t]) for t in found}
    sevens = [t for t in rack if names([t]) == "R7"]
    assert len(sevens) == 2
    assert all(t in found for t in sevens)


def test_answers_do_not_depend_on_the_order_of_the_tiles() -> None:
    rng = random.Random("order")
    faces = make_faces("B9")
    rack = hand(PERFECT + " B10")
    first = finishing_discards(rack, faces, CLASSIC)
    points = arrange(rack, faces, CLASSIC).points
    for _ in range(20):
        rng.shuffle(rack)
        assert finishing_discards(rack, faces, CLASSIC) == first
        assert arrange(rack, faces, CLASSIC).points == points


def test_every_wild_of_an_answer_has_its_place() -> None:
    found = complete(hand("R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 B10 K11"), make_faces("B9"), CLASSIC)["melds"]
    places = [(meld, meld.faces[i]) for meld in found for i, t in enumerate(meld.tiles) if names([t]) == "B10"]
    assert [KIND_NAMES[face] for _, face in places] == ["K10"]


def test_arrange_of_nothing() -> None:
    found = arrange([], make_faces("B9"), CLASSIC)
    assert (found.melds, found.loose, found.points) == ((), (), 0)


def test_arrange_leaves_the_lowest_tile_loose() -> None:
    found = arrange(deal_out(parse_kinds("R5 R6 R7 K5 Y5 B1")), make_faces("B9"), CLASSIC)
    assert found.points == 5 + 5 + 1
    found = arrange(deal_out(parse_kinds("R5 R6 R7 K4 Y5 B13 B10")), make_faces("B9"), CLASSIC)
    assert found.points == 4 + 5 + 13
