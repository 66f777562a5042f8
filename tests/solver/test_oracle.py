"""The oracle against the slowest definitions: every subset of a small rack, every way to split it, every exchange."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from tests import brute
from tests.brute import IS_MELD, Hand, Piece, W
from tests.support import make_rules

MIXES = [
    "classic",
    "gamearea",
    "konkan81",
    "konkan81 konkan_run_exact=no",
    "okey101",
    "elit+elit_app",
    "elit+elit_literal",
    "classic pair_rule=either pairs_win=mixed",
    "classic wild_in_pair=no",
    "classic min_real_tiles=0 false_joker=wild",
    "classic min_real_tiles=3 false_joker=wild",
    "classic two_leading_wilds=no min_real_tiles=0 false_joker=wild",
    "classic two_leading_wilds=no set_sizes=4 run_max_from_hand=4",
    "classic one_after_thirteen=no set_sizes=3 false_joker=wild",
]


def small_racks(mix: str, number: int, sizes: range, seed: object = "") -> Iterator[list[Piece]]:
    """Makes racks of tiles near each other, twins and wilds among them."""
    rng = random.Random(f"{mix} {seed}")
    most_wilds = 4 if make_rules(mix).false_joker == "wild" else 2
    for _ in range(number):
        start = rng.randint(1, 13)
        near = [(colour, (start + i - 1) % 13 + 1) for colour in rng.sample("RYBK", 2) for i in range(4)]
        like = [(colour, start) for colour in "RYBK"]
        tiles = [*near, *like, *near, *like]
        wilds = rng.choice([0, 0, 1, 2, most_wilds])
        yield rng.sample([W] * wilds + rng.sample(tiles, 10), rng.choice(sizes))


def groups_of(tiles: list[Piece], shapes: str, mix: str) -> Iterator[tuple[tuple[int, ...], Hand, str]]:
    """Yields every subset of a rack that is a meld: the places of its tiles, its tiles, what it is."""
    rules = make_rules(mix)
    for size in range(1, len(tiles) + 1):
        for places in combinations(range(len(tiles)), size):
            group = tuple(sorted(tiles[i] for i in places))
            for shape in shapes.split():
                if IS_MELD[shape](group, rules):
                    yield places, group, shape


def layings(tiles: list[Piece], shapes: str, mix: str) -> list[tuple[list[Piece], list[tuple[Hand, str]]]]:
    """Lists every choice of melds of a rack that have no tile in common: the tiles left over, and the melds."""
    melds = [(frozenset(places), group, shape) for places, group, shape in groups_of(tiles, shapes, mix)]

    def choose(free: frozenset[int], after: int) -> Iterator[tuple[frozenset[int], list[tuple[Hand, str]]]]:
        yield free, []
        for index, (places, group, shape) in enumerate(melds[after:], after):
            if places <= free:
                for left, more in choose(free - places, index + 1):
                    yield left, [(group, shape), *more]

    return [([tiles[i] for i in left], laid) for left, laid in choose(frozenset(range(len(tiles))), 0)]


@pytest.mark.parametrize("mix", MIXES)
def test_racks_hold_the_subsets_that_are_melds(mix: str) -> None:
    rules = make_rules(mix)
    for tiles in small_racks(mix, 40, range(1, 10)):
        held = [group for groups in brute.Rack(tiles, rules, "run set pair").groups for group in groups]
        found = {(tuple(sorted(brute.unpacked(g.tiles))), g.shape): (g.size, g.value) for g in held}
        assert found == {
            (group, shape): (len(group), brute.meld_value(group, shape, rules))
            for _, group, shape in groups_of(tiles, "run set pair", mix)
        }
        assert len(held) == len(found)


@pytest.mark.parametrize("mix", MIXES)
def test_every_way_to_lay_a_small_rack(mix: str) -> None:
    rules = make_rules(mix)
    won = 0
    for tiles in small_racks(mix, 40, range(3, 8)):
        melds, pairs = layings(tiles, "run set", mix), layings(tiles, "pair", mix)
        points = [(len(left), sum(brute.meld_value(*meld, rules) for meld in laid)) for left, laid in melds]
        assert brute.most_points(tiles, rules) == max(value for left, value in points if left)
        assert brute.most_points(tiles, rules, keep=0) == max(value for _, value in points)
        assert brute.most_pairs(tiles, rules) == max(len(laid) for left, laid in pairs if left)
        for wild_value in (1, 25):
            loose = min(sum(wild_value if p == W else p[1] for p in left) for left, _ in melds)
            assert brute.fewest_points(tiles, rules, wild_value) == loose
        spare: dict[Piece, set[str]] = {}
        shapes = set()
        for name, (allowed, need) in brute.ways(rules).items():
            ways = melds if allowed == "run set" else pairs if allowed == "pair" else layings(tiles, allowed, mix)
            done = [left for left, laid in ways if not need or any(shape in need for _, shape in laid)]
            shapes |= {name for left in done if not left}
            for piece in {left[0] for left in done if len(left) == 1}:
                spare.setdefault(piece, set()).add(name)
        assert brute.shapes_of(tiles, rules) == shapes
        assert brute.finishing(tiles, rules) == spare
        won += bool(spare)
    assert won


@pytest.mark.parametrize("mix", ["konkan81", "konkan81 konkan_run_exact=no", "konkan81 false_joker=wild"])
@pytest.mark.parametrize(("run", "rest"), [(4, 3), (3, 3), (5, 3)])
def test_every_konkan_finish_of_a_small_rack(mix: str, run: int, rest: int) -> None:
    rules = make_rules(mix)
    won = 0
    for tiles in small_racks(mix, 200, range(run + rest + 1, run + rest + 2)):
        right = set()
        for left, laid in layings(tiles, "run set", f"{mix} run_max_from_hand=13"):
            if len(left) != 1:
                continue
            runs = [len(group) for group, shape in laid if shape == "run"]
            sizes = sorted(len(group) for group, _ in laid)
            if run in runs and sizes == [rest, run] if rules.konkan_run_exact else max(runs, default=0) >= run:
                right.add(left[0])
        assert brute.konkan_spares(tiles, rules, run, rest) == right, tiles
        won += bool(right)
    assert won


def exchanges(tiles: list[Piece], out: list[Piece], size: int, mix: str, name: str) -> int | None:
    """Counts the fewest tiles to exchange by trying every choice of what to keep and what to draw."""
    rules = make_rules(mix)
    shapes, need = brute.ways(rules)[name]

    @cache
    def complete(hand: Hand) -> bool:
        return brute.covers(hand, rules, shapes, need)

    for drawn in range(size + 1):
        kept = {tuple(sorted(hand)) for hand in combinations(tiles, size - drawn)}
        new = {tuple(sorted(hand)) for hand in combinations(out, drawn)}
        if any(complete(tuple(sorted((*old, *more)))) for old in kept for more in new):
            return drawn
    return None


@pytest.mark.parametrize("mix", MIXES)
def test_the_distance_is_the_fewest_exchanges(mix: str) -> None:
    rules = make_rules(mix)
    rng = random.Random(mix)
    found = set()
    for size, number in ((3, 20), (4, 20), (6, 10)):
        for tiles in small_racks(mix, number, range(size, size + 2)):
            # few tiles outside, so that what one wants is often not there
            out = [p for more in small_racks(mix, 1, range(5, 7), rng.random()) for p in more]
            out = rng.sample([(colour, n) for colour in "RYBK" for n in range(1, 14)], 3) + out * rng.randrange(2)
            for name in brute.ways(rules):
                right = exchanges(tiles, out, size, mix, name)
                assert brute.distance(tiles, out, size, rules, name) == right, (tiles, out)
                found.add(right)
    assert None in found
    assert len(found) > 3


TABLE = [
    # name, rules, indicator, rack, shape, distance
    ("complete", "classic", "B9", "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11", "melds", 0),
    ("one_to_throw", "classic", "B9", "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11 K1", "melds", 0),
    ("one_to_come", "classic", "B9", "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K1", "melds", 1),
    ("an_okey_inside", "classic", "B9", "R5 B10 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K1", "melds", 1),
    ("one_and_thirteen", "gamearea", "B9", "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11", "melds", 1),
    ("five_pairs", "classic", "B9", "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 K12 K2 K3", "pairs", 2),
    # the other Y8 lies on the table
    ("a_twin_that_is_up", "classic", "Y8", "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 Y8 K3", "pairs", 1),
    ("no_pair_at_all", "classic", "B9", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 Y1", "pairs", 7),
    ("a_whole_colour_and_a_ten_to_come", "gamearea", "B9", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 Y1", "melds", 1),
]


@pytest.mark.parametrize(
    ("text", "indicator", "tiles", "name", "right"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_distance(text: str, indicator: str, tiles: str, name: str, right: int) -> None:
    rules = make_rules(text)
    rack = brute.pieces(tiles, indicator, rules)
    assert brute.distance(rack, brute.outside(rack, indicator, rules), rules.hand_size, rules, name) == right


def test_a_distance_where_only_wilds_are_outside() -> None:
    rules = make_rules("classic min_real_tiles=0 false_joker=wild")
    assert brute.distance([W, W, ("R", 1)], [W], 3, rules, "melds") == 0
    assert brute.distance([W, W, ("R", 1), ("B", 7), ("Y", 9), ("K", 11)], [W, W], 6, rules, "melds") == 2
    assert brute.distance([W, W, W], [], 3, rules, "melds") == 0
    assert brute.distance([W, ("R", 1), ("B", 9)], [], 3, rules, "melds") is None
    assert brute.distance([W, ("R", 1), ("B", 9)], [W], 3, rules, "melds") == 1


def test_all_but_the_rack_and_the_indicator_can_be_drawn() -> None:
    rules = make_rules("classic")
    rack = brute.pieces("B10 * B9 R1", "B9", rules)
    out = Counter(brute.outside(rack, "B9", rules))
    assert out.total() == 106 - 1 - 4
    assert (out[W], out["B", 10], out["B", 9], out["R", 1], out["R", 2]) == (1, 1, 0, 1, 2)
