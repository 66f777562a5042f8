"""Melds, finishes and openings of every preset against the brute force, which shares no code with the engine."""

import random
from itertools import permutations

import pytest

from okey.game.laying import konkan_sizes
from okey.game.state import Player
from okey.melds import Meld, MeldError, MeldType, make_meld
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.solver import complete, finishing_discards
from okey.solver.layouts import konkan_layouts, most_points, openings, single_melds
from okey.tiles import FALSE_JOKER, KIND_NAMES, TILES, WILD, Faces, Tile, kind_of, kinds_text
from tests import brute

CLOSED = [name for name in PRESETS if not RuleSet.parse(name).table_melds]
OPEN = [name for name in PRESETS if RuleSet.parse(name).table_melds]
WILD_JOKERS = {name: f"{name} false_joker=wild" for name in PRESETS}


SOAK = 100_000
"""How many hands of every rule set soak."""


class Maker:
    """Makes hands for one rule set: groups with wilds in them, some tiles changed; some hands of nothing but chance."""

    def __init__(self, rules: RuleSet, seed: str) -> None:
        self.rules = rules
        self.rng = random.Random(f"{rules} {seed}")

    def make(self, size: int, sizes: tuple[int, ...] = (2, 3, 3, 4, 5)) -> tuple[Faces, str, list[Tile]]:
        rng, rules = self.rng, self.rules
        indicator = rng.randrange(52)
        faces = Faces(indicator, rules.okey_offset, rules.false_joker)
        pool = [t for t in range(TILES) if t != 2 * indicator]
        rng.shuffle(pool)
        special = [t for t in pool if faces.of[t] == WILD or kind_of(t) == FALSE_JOKER]
        hand: list[Tile] = []
        kept = rng.choice([0, 1, 1, 1])

        def take(face: int) -> None:
            fitting = [t for t in pool if faces.of[t] == face and t not in hand]
            wilds = [t for t in special if t not in hand]
            if wilds and (not fitting or rng.random() < 0.12):
                fitting = wilds
            if fitting:
                hand.append(rng.choice(fitting))

        while kept and len(hand) < size:
            length = rng.choice(sizes)
            colour, number = rng.randrange(4), rng.randrange(13)
            if length == 2:
                other = colour if rules.pair_rule == "identical" else rng.randrange(4)
                group = [13 * colour + number, 13 * other + number]
            elif length <= 4 and rng.random() < 0.5:
                group = [13 * c + number for c in rng.sample(range(4), length)]
            else:
                group = [13 * colour + (number + i) % 13 for i in range(length)]
            for face in group:
                take(face)
        rng.shuffle(hand)
        del hand[size - rng.choice([0, 0, 0, 1, 2]) :]
        if rng.random() < 0.15:
            hand = [*[t for t in special if t not in hand], *hand][:size]
        hand += [t for t in pool if t not in hand][: size - len(hand)]
        rng.shuffle(hand)
        return faces, KIND_NAMES[indicator], hand


def pieces(tiles: list[Tile], indicator: str, rules: RuleSet) -> list[brute.Piece]:
    return brute.pieces(kinds_text(map(kind_of, tiles)), indicator, rules)


def check_melds(rules: RuleSet, number: int) -> int:
    """Compares every order of small groups: is it a meld, and what is it worth at best."""
    maker = Maker(rules, "melds")
    types: tuple[MeldType, ...] = ("run", "set", "pair")
    found = 0
    for _ in range(number):
        size = maker.rng.choice([2, 3, 3, 3, 4, 4, 5])
        faces, indicator, tiles = maker.make(size, (size,))
        group = tuple(sorted(pieces(tiles, indicator, rules)))
        for type_ in types:
            values = []
            for order in permutations(tiles) if size <= {"run": 5, "set": 4, "pair": 2}[type_] else [tiles]:
                try:
                    values.append(make_meld(type_, order, faces, rules, "hand").value)
                except MeldError:
                    continue
            right = brute.meld_value(group, type_, rules) if brute.IS_MELD[type_](group, rules) else -1
            if type_ == "pair":
                values = [0 for _ in values]
            assert max(values, default=-1) == right, f"{type_} {indicator}: {kinds_text(map(kind_of, tiles))}"
            found += bool(values)
    return found


def check_finishes(rules: RuleSet, number: int) -> int:
    """Compares which discards finish a closed hand, and in which shapes; also looked at as what is left then."""
    maker = Maker(rules, "finishes")
    won = 0
    for _ in range(number):
        faces, indicator, tiles = maker.make(rules.hand_size + 1)
        found = finishing_discards(tiles, faces, rules)
        known = dict(zip(tiles, pieces(tiles, indicator, rules), strict=True))
        right = brute.finishing(list(known.values()), rules)
        said = f"{indicator}: {kinds_text(map(kind_of, tiles))}"
        assert {tile: set(shapes) for tile, shapes in found.items()} == {
            tile: right[piece] for tile, piece in known.items() if piece in right
        }, said
        for tile in {*found, maker.rng.choice(tiles)}:
            shapes = complete([t for t in tiles if t != tile], faces, rules)
            assert set(shapes) == right.get(known[tile], set()), f"{said} without {KIND_NAMES[kind_of(tile)]}"
        won += bool(found)
    return won


def check_openings(rules: RuleSet, number: int) -> int:
    """Compares the best opening, and whether there is one at the bar, by pairs, and of the whole hand."""
    maker = Maker(rules, "openings")
    opened = 0
    for index in range(number):
        full = rules.hand_size + 1
        faces, indicator, tiles = maker.make(maker.rng.choice([full, full, full, maker.rng.randint(4, full)]))
        known = pieces(tiles, indicator, rules)
        said = f"{indicator}: {kinds_text(map(kind_of, tiles))}"

        def first(
            points: int, pairs: int = 0, *, elden: bool = False, tiles: list[Tile] = tiles, faces: Faces = faces
        ) -> list[Meld]:
            offers = openings(tiles, faces, rules, points, pairs, elden=elden)
            melds = [make_meld(type_, laid, faces, rules, "hand") for type_, laid in next(offers, ())]
            assert sum(len(meld.tiles) for meld in melds) < len(tiles)
            return melds

        best = brute.most_points(known, rules)
        assert first(best + 1) == [], f"{said}, best {best}"
        if best > 0:
            assert sum(meld.value for meld in first(best)) == best, said
        pairs = brute.most_pairs(known, rules)
        assert first(OUT_OF_REACH, pairs + 1) == [], f"{said}, {pairs} pairs"
        if pairs:
            assert [meld.type for meld in first(OUT_OF_REACH, pairs)] == ["pair"] * pairs, said
        if rules.elden_ignores_bar:
            used = sum(len(meld.tiles) for meld in first(OUT_OF_REACH, elden=True))
            assert used == (len(tiles) - 1 if brute.laid_whole(known, rules) else 0), said
        if index % 10 == 0:
            assert most_points(tiles, faces, rules)[0] == brute.most_points(known, rules, keep=0), said
            assert {type_ for type_, _ in single_melds(tiles, faces, rules)} == brute.shapes_held(known, rules), said
        opened += best >= rules.open_min_points
    return opened


OUT_OF_REACH = 10_000
"""More points than any hand has."""


def check_konkan(rules: RuleSet, number: int) -> int:
    """Compares what a Konkan player can throw to finish."""
    maker = Maker(rules, "konkan")
    won = 0
    for _ in range(number):
        run, rest = konkan_sizes(rules, Player(early=maker.rng.random() < 0.5))
        faces, indicator, tiles = maker.make(run + rest + 1, maker.rng.choice(LONG))
        said = f"{indicator}: {kinds_text(map(kind_of, tiles))}, {run} and {rest}"
        known = dict(zip(tiles, pieces(tiles, indicator, rules), strict=True))
        found = set()
        for layout in konkan_layouts(tiles, faces, rules, run, rest):
            laid = [make_meld(type_, meld, faces, rules) for type_, meld in layout]
            assert max(len(meld.tiles) for meld in laid if meld.type == "run") >= run, said
            (thrown,) = set(tiles).difference(*(meld.tiles for meld in laid))
            found.add(known[thrown])
        assert found == brute.konkan_spares(list(known.values()), rules, run, rest), said
        won += bool(found)
    return won


LONG = [(10, 4), (10, 3), (11, 4), (9, 3), (12, 3), (13,)]
"""Of what groups the hands of Konkan players are made."""
NAMES = [*PRESETS, *WILD_JOKERS.values(), "elit+elit_literal", "elit+elit_app"]
BOTH = [*OPEN, *(WILD_JOKERS[name] for name in OPEN)]
KONKAN = [f"{name} konkan_run_exact={exact}" for name in BOTH if RuleSet.parse(name).konkan for exact in ("yes", "no")]


@pytest.mark.parametrize("name", NAMES)
def test_melds_agree(name: str) -> None:
    assert check_melds(RuleSet.parse(name), 300) > 60


@pytest.mark.parametrize("name", [n for n in NAMES if n not in BOTH])
def test_finishes_agree(name: str) -> None:
    assert check_finishes(RuleSet.parse(name), 300) > 10


@pytest.mark.parametrize("name", BOTH)
def test_openings_agree(name: str) -> None:
    assert check_openings(RuleSet.parse(name), 200) > 10


@pytest.mark.parametrize("name", KONKAN)
def test_konkan_finishes_agree(name: str) -> None:
    assert check_konkan(RuleSet.parse(name), 600) > 8


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", NAMES)
def test_soaked_melds_agree(name: str) -> None:
    check_melds(RuleSet.parse(name), SOAK)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", [n for n in NAMES if n not in BOTH])
def test_soaked_finishes_agree(name: str) -> None:
    check_finishes(RuleSet.parse(name), SOAK)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", BOTH)
def test_soaked_openings_agree(name: str) -> None:
    check_openings(RuleSet.parse(name), SOAK)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", KONKAN)
def test_soaked_konkan_finishes_agree(name: str) -> None:
    check_konkan(RuleSet.parse(name), SOAK)
