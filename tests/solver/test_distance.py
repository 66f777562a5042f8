"""Distances to a finish, to an opening and to the Konkan finish: by definition, and against the brute force."""

from collections import Counter
from collections.abc import Callable

import pytest

from okey.rules import RuleSet
from okey.solver import finishing_discards, shapes_of
from okey.solver.cover import CELL, UNIT, Counts, count
from okey.solver.distance import Distance, Outlook, distances
from okey.solver.konkan_distance import KonkanOutlook
from okey.solver.layouts import konkan_layouts, openings
from okey.solver.opening_distance import MOST_LACKING, Openings
from okey.solver.sums import in_play
from okey.tiles import KINDS, WILD, Faces, Tile, kind_of, kinds_text, parse_tiles
from tests import brute, brute_open
from tests.solver.test_brute import BOTH, KONKAN, LONG, NAMES, Maker, pieces
from tests.solver.test_solver import MIXES
from tests.support import hand, make_faces, make_rules

ALL = {name: RuleSet.parse(name) for name in NAMES} | MIXES
ALL |= {
    "either_without_wilds": make_rules(pair_rule="either", wild_in_pair=False),
    "by_number_wild_jokers": make_rules(pair_rule="same_number_diff_colour", false_joker="wild"),
    "mixed_by_number": make_rules(pairs_win="mixed", pair_rule="same_number_diff_colour", false_joker="wild"),
    "real_3_one_leading_wild_jokers": make_rules(min_real_tiles=3, two_leading_wilds=False, false_joker="wild"),
}
CLOSED = {name: rules for name, rules in ALL.items() if rules.hand_size == 14}
FEW_WILDS = [name for name, rules in CLOSED.items() if rules.false_joker != "wild"]
Measure = Callable[[Counts, int], Distance]
Rack = tuple[Faces, str, list[Tile]]


def said(rack: Rack) -> str:
    return f"{rack[1]}: {kinds_text(map(kind_of, sorted(rack[2])))}"


def oracle(rack: Rack, rules: RuleSet) -> tuple[list[brute.Piece], list[brute.Piece]]:
    """Gives a rack and what is outside as the brute force wants it."""
    known = pieces(rack[2], rack[1], rules)
    return known, brute.outside(known, rack[1], rules)


def check_definition(faces: Faces, tiles: list[Tile], measure: Measure, out_of_reach: int) -> Distance:
    """Checks that just the useful tiles bring the distance down, and by one."""
    counts, wilds = count(faces.of[tile] for tile in tiles)
    there, distance = in_play(faces), measure(counts, wilds)
    if not 0 < distance.tiles < out_of_reach:
        assert distance.faces == ()
        return distance
    nearer = set()
    for face in range(KINDS):
        if counts >> CELL[face] & 3 < there[face]:
            then = measure(counts + UNIT[face], wilds).tiles
            assert distance.tiles - then in (0, 1), face
            nearer |= {face} if then < distance.tiles else set()
    if wilds < there[WILD] and measure(counts, wilds + 1).tiles < distance.tiles:
        nearer.add(WILD)
    assert set(distance.faces) == nearer
    assert nearer
    return distance


def check_finishes(rules: RuleSet, number: int) -> Counter[int | None]:
    """Compares the distance to a finish with the brute force."""
    maker = Maker(rules, "distances")
    found: Counter[int | None] = Counter()
    for index in range(number):
        rack = faces, _, tiles = maker.make(rules.hand_size + index % 2)
        known, out = oracle(rack, rules)
        for shape, distance in distances(tiles, faces, rules).items():
            right = brute.distance(known, out, rules.hand_size, rules, shape)
            assert (distance.tiles if distance.tiles <= rules.hand_size else None) == right, (said(rack), shape)
            found[right] += 1
    return found


def check_openings(rules: RuleSet, number: int, most: int = 2) -> Counter[int | None]:
    """Compares the distance to a bar with the brute force, as far as a few tiles."""
    maker = Maker(rules, "opening distances")
    found: Counter[int | None] = Counter()
    for index in range(number):
        rack = faces, _, tiles = maker.make(rules.hand_size + index % 2)
        known, out = oracle(rack, rules)
        best = brute.most_points(known, rules, keep=index % 2)
        bar = max(1, maker.rng.choice([rules.open_min_points, best, best + 1, best + maker.rng.randint(1, 40)]))
        distance = Openings(faces, rules).points(*count(faces.of[tile] for tile in tiles), bar)
        right = brute_open.opening_distance(known, out, rules.hand_size, rules, bar, most=most)
        assert (distance.tiles if distance.tiles <= most else None) == right, (said(rack), bar)
        found[right] += 1
    return found


def check_konkan(rules: RuleSet, number: int) -> Counter[int | None]:
    """Compares the distance to the Konkan finish with the brute force."""
    maker = Maker(rules, "konkan distances")
    found: Counter[int | None] = Counter()
    for index in range(number):
        run, rest = maker.rng.choice([(10, 4), (10, 3)])
        rack = faces, _, tiles = maker.make(run + rest + index % 2, maker.rng.choice([*LONG, (2, 3, 4, 5)]))
        outlook = KonkanOutlook(faces, rules, run, rest)
        distance = outlook.distance(*count(faces.of[tile] for tile in tiles))
        right = brute_open.konkan_distance(*oracle(rack, rules), rules, run, rest)
        assert (distance.tiles if distance.tiles <= run + rest else None) == right, (said(rack), run, rest)
        found[right] += 1
    return found


@pytest.mark.parametrize("name", CLOSED)
def test_distances_agree(name: str) -> None:
    assert len(check_finishes(CLOSED[name], 12)) > 1


@pytest.mark.parametrize("name", BOTH)
def test_opening_distances_agree(name: str) -> None:
    rules = ALL[name]
    # the brute force is slow with 21 tiles
    found = check_openings(rules, *((5, 1) if rules.hand_size > 14 else (10, 2)))
    assert found[0]
    assert found[1] + found[2] + found[None]


@pytest.mark.parametrize("name", KONKAN)
def test_konkan_distances_agree(name: str) -> None:
    assert len(check_konkan(RuleSet.parse(name), 12)) > 2


@pytest.mark.parametrize("name", CLOSED)
def test_nothing_is_lacking_when_complete(name: str) -> None:
    rules = CLOSED[name]
    maker = Maker(rules, "zero")
    for index in range(24):
        rack = faces, _, tiles = maker.make(rules.hand_size + index % 2)
        shapes = shapes_of(tiles, faces, rules)
        if index % 2:
            shapes = {shape for shapes in finishing_discards(tiles, faces, rules).values() for shape in shapes}
        found = distances(tiles, faces, rules)
        assert {shape for shape, distance in found.items() if not distance.tiles} == set(shapes), said(rack)


@pytest.mark.parametrize("name", BOTH)
def test_nothing_is_lacking_when_it_opens(name: str) -> None:
    rules = ALL[name]
    maker = Maker(rules, "zero openings")
    for _ in range(25):
        rack = faces, _, tiles = maker.make(rules.hand_size + 1)
        for bar in (rules.open_min_points, maker.rng.randint(10, 150)):
            opens = next(openings(tiles, faces, rules, bar, 0, elden=False), None) is not None
            distance = Openings(faces, rules).points(*count(faces.of[tile] for tile in tiles), bar)
            assert (distance.tiles == 0) == opens, (said(rack), bar)


@pytest.mark.parametrize("name", KONKAN)
def test_nothing_is_lacking_at_a_konkan_finish(name: str) -> None:
    rules = RuleSet.parse(name)
    maker = Maker(rules, "zero konkan")
    won = 0
    for _ in range(150):
        run, rest = maker.rng.choice([(10, 4), (10, 3)])
        rack = faces, _, tiles = maker.make(run + rest + 1, maker.rng.choice(LONG))
        lays = next(konkan_layouts(tiles, faces, rules, run, rest), None) is not None
        distance = KonkanOutlook(faces, rules, run, rest).distance(*count(faces.of[tile] for tile in tiles))
        assert (distance.tiles == 0) == lays, said(rack)
        won += lays
    assert won


@pytest.mark.parametrize("name", CLOSED)
def test_useful_tiles_by_definition(name: str) -> None:
    rules = CLOSED[name]
    maker = Maker(rules, "useful")
    for _ in range(2):
        faces, _, tiles = maker.make(rules.hand_size)
        outlook = Outlook(faces, rules)
        check_definition(faces, tiles, outlook.melds, rules.hand_size + 1)
        if rules.pairs_win != "off":
            check_definition(faces, tiles, outlook.pairs, rules.hand_size + 1)


@pytest.mark.parametrize("name", BOTH)
def test_useful_tiles_of_openings_by_definition(name: str) -> None:
    rules = ALL[name]
    maker = Maker(rules, "useful openings")
    for _ in range(3):
        faces, _, tiles = maker.make(rules.hand_size)
        bar = maker.rng.choice([rules.open_min_points, maker.rng.randint(60, 160)])
        outlook = Openings(faces, rules)
        check_definition(faces, tiles, lambda c, w, o=outlook, bar=bar: o.points(c, w, bar), MOST_LACKING)


@pytest.mark.parametrize("name", KONKAN)
def test_useful_tiles_of_konkan_by_definition(name: str) -> None:
    rules = RuleSet.parse(name)
    maker = Maker(rules, "useful konkan")
    for _ in range(12):
        run, rest = maker.rng.choice([(10, 4), (10, 3)])
        faces, _, tiles = maker.make(run + rest, maker.rng.choice([*LONG, (2, 3, 4, 5)]))
        check_definition(faces, tiles, KonkanOutlook(faces, rules, run, rest).distance, run + rest + 1)


def test_racks_of_one_outlook_do_not_disturb_each_other() -> None:
    rules = make_rules("elit+elit_app")
    faces, _, tiles = Maker(rules, "one outlook").make(15)
    outlook = Outlook(faces, rules)
    for out in tiles:
        rest = [tile for tile in tiles if tile != out]
        counts, wilds = count(faces.of[tile] for tile in rest)
        found = {"melds": outlook.melds(counts, wilds), "pairs": outlook.pairs(counts, wilds)}
        assert found == distances(rest, faces, rules)


TABLE = [
    # name, rules, indicator, rack, shape, distance, useful
    ("complete", "classic", "B9", "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11", "melds", 0, ""),
    (
        "an_end_of_a_run",
        "classic",
        "B9",
        "R5 R6 R7 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11 K1",
        "melds",
        1,
        "R3 R4 R8 K8 K12 Y11",
    ),
    ("the_twin_is_up", "classic", "Y8", "R3 R3 K11 K11 B1 B1 Y5 Y5 R10 R10 B12 B12 Y8 K3", "pairs", 1, "K3"),
    ("an_okey_pairs_all", "classic", "B9", "R3 R3 K11 K11 B1 B1 Y5 Y5 B10 R9 B12 K12 K2 K3", "pairs", 2, ""),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_distance(row: tuple[str, str, str, str, str, int, str]) -> None:
    _, text, indicator, tiles, shape, right, useful = row
    rules = make_rules(text)
    faces = make_faces(indicator, rules)
    distance = distances(hand(tiles), faces, rules)[shape]
    assert distance.tiles == right
    if useful:
        names = set(kinds_text(face for face in distance.faces if face != WILD).split())
        assert names == set(useful.split())
        assert WILD in distance.faces


def soaked(rules: RuleSet) -> int:
    """Tells how many racks of a rule set soak: fewer where there are four wilds, as they take ten times as long."""
    return 400 if rules.false_joker == "wild" else 100_000 // len(FEW_WILDS)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", CLOSED)
def test_soaked_distances_agree(name: str) -> None:
    check_finishes(CLOSED[name], soaked(CLOSED[name]))


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", BOTH)
def test_soaked_opening_distances_agree(name: str) -> None:
    check_openings(ALL[name], 2_000)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", KONKAN)
def test_soaked_konkan_distances_agree(name: str) -> None:
    check_konkan(RuleSet.parse(name), 5_000)


def test_no_way_to_finish_is_told() -> None:
    """Fourteen tiles are no sum of threes; no closed game may be so, but an open one may be asked."""
    rules = RuleSet.parse("okey101", {"run_max_from_hand": 3, "set_sizes": (3,)})
    faces = make_faces("B9", rules)
    rack = parse_tiles("R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 K3 R5 R6")
    found = Outlook(faces, rules, len(rack)).melds(*count(faces.of[tile] for tile in rack))
    assert found == Distance(len(rack) + 1, 0)


def test_a_bar_out_of_reach_is_told() -> None:
    rules = RuleSet.parse("okey51")
    faces = make_faces("B9", rules)
    rack = parse_tiles("R1 R3 Y1 Y4 B1 B4 K2 K6 R8 Y9 K11 B13 R13 Y12")
    found = Openings(faces, rules).points(*count(faces.of[tile] for tile in rack), 400)
    assert found == Distance(MOST_LACKING, 0)


def test_more_tiles_are_wanted_than_there_are() -> None:
    """The melds that would lack least lack more tiles that are used up than okeys could stand for."""
    rules = RuleSet.parse("gamearea", {"false_joker": "indicator"})
    tiles = hand("R3 Y1 Y1 Y2 Y3 Y3 Y4 Y4 Y5 B3 K3 K3 * *")
    rack = make_faces("Y2", rules), "Y2", tiles
    known, out = oracle(rack, rules)
    assert distances(tiles, rack[0], rules)["melds"].tiles == brute.distance(
        known, out, rules.hand_size, rules, "melds"
    )


def test_a_rack_of_nothing_but_wilds_lacks_what_they_cannot_be() -> None:
    """Ten and four with four wilds: two real tiles in each meld have to be drawn, and what the wilds leave."""
    rules = RuleSet.parse("konkan81", {"false_joker": "wild"})
    outlook = KonkanOutlook(make_faces("B9", rules), rules, 10, 4)
    assert outlook.distance(0, 4).tiles == 10
