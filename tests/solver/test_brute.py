"""Melds, finishes and openings of every preset against the brute force, which shares no code with the engine."""

import random
from itertools import permutations

import pytest

from okey.game.laying import konkan_sizes
from okey.game.state import Player
from okey.melds import MeldError, MeldType, make_meld
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
    found = 0
    for index in range(number):
        size = maker.rng.choice([2, 3, 3, 3, 4, 4, 5])
        faces, indicator, tiles = maker.make(size, (size,))
        group = tuple(sorted(pieces(tiles, indicator, rules)))
        types: tuple[MeldType, ...] = ("run", "set", "pair")
        for type_ in types:
            values = []
            for order in permutations(tiles):
                try:
                    values.append(make_meld(type_, order, faces, rules, "hand").value)
                except MeldError:
                    continue
            if type_ == "run":
                right = brute.run_value(group, rules, rules.run_max_from_hand)
                assert (right >= 0) == brute.is_run(group, rules)
            elif type_ == "set":
                right = brute.meld_value(group, "set", rules) if brute.is_set(group, rules) else -1
            else:
                right = 0 if brute.is_pair(group, rules) else -1
                values = [0 for _ in values]
            assert max(values, default=-1) == right, f"{type_} {indicator}: {kinds_text(map(kind_of, tiles))}"
            found += bool(values)
        if index % 1000 == 999:
            brute.forget()
    return found


def check_finishes(rules: RuleSet, number: int) -> int:
    """Compares which discards finish a closed hand, and in which shapes."""
    maker = Maker(rules, "finishes")
    won = 0
    for index in range(number):
        faces, indicator, tiles = maker.make(rules.hand_size + 1)
        found = finishing_discards(tiles, faces, rules)
        known = pieces(tiles, indicator, rules)
        for place, tile in enumerate(tiles):
            shapes = brute.shapes_of(known[:place] + known[place + 1 :], rules)
            said = f"{indicator}: {kinds_text(map(kind_of, tiles))} without {KIND_NAMES[kind_of(tile)]}"
            assert set(found.get(tile, ())) == shapes, said
            assert set(complete([t for t in tiles if t != tile], faces, rules)) == shapes, said
        won += bool(found)
        if index % 100 == 99:
            brute.forget()
    return won


def check_openings(rules: RuleSet, number: int, size: int) -> int:
    """Compares the best opening, and whether there is one at the bar, by pairs, and of the whole hand."""
    maker = Maker(rules, "openings")
    opened = 0
    for index in range(number):
        faces, indicator, tiles = maker.make(maker.rng.randint(max(4, size - 6), size))
        known = pieces(tiles, indicator, rules)
        said = f"{indicator}: {kinds_text(map(kind_of, tiles))}"
        best = brute.most_points(known, rules)
        whole = rules.elden_ignores_bar and brute.laid_whole(known, rules)
        pairs = brute.most_pairs(known, rules)
        most, _ = most_points(tiles, faces, rules)
        assert most >= best, said
        for bar in {rules.open_min_points, best, best + 1}:
            if bar < 1:
                continue
            found = next(openings(tiles, faces, rules, bar, 0), None)
            assert (found is not None) == (best >= bar or whole), f"{said}, bar {bar}, best {best}"
        for bar in {rules.open_min_pairs or 5, max(pairs, 1), pairs + 1}:
            offered = [laid for laid in openings(tiles, faces, rules, 10_000, bar) if laid[0][0] == "pair"]
            assert bool(offered) == (pairs >= bar), f"{said}, {bar} pairs, {pairs} are there"
            assert max(map(len, offered), default=0) == (pairs if offered else 0)
        single = {type_ for type_, _ in single_melds(tiles, faces, rules)}
        assert ("run" in single or "set" in single) == (best > 0 or most > 0), said
        opened += best >= rules.open_min_points
        if index % 50 == 49:
            brute.forget()
    return opened


def check_konkan(rules: RuleSet, number: int) -> int:
    """Compares whether a Konkan player can finish."""
    maker = Maker(rules, "konkan")
    won = 0
    for index in range(number):
        player = Player(early=maker.rng.random() < 0.5)
        run, rest = konkan_sizes(rules, player)
        faces, indicator, tiles = maker.make(run + rest + 1, maker.rng.choice([(10, 4), (10, 3), (11, 4), (9, 3)]))
        found = next(konkan_layouts(tiles, faces, rules, run, rest), None)
        right = brute.konkan_finish(pieces(tiles, indicator, rules), rules, run, rest)
        assert (found is not None) == right, f"{indicator}: {kinds_text(map(kind_of, tiles))}"
        won += right
        if index % 1000 == 999:
            brute.forget()
    return won


NAMES = [*PRESETS, *WILD_JOKERS.values(), "elit+elit_literal", "elit+elit_app"]
BOTH = [*OPEN, *(WILD_JOKERS[name] for name in OPEN)]


def size_of(name: str) -> int:
    # one tile more than was dealt; 101 with fewer, the brute force is slow
    return min(RuleSet.parse(name).hand_size + 1, 17)


@pytest.mark.parametrize("name", NAMES)
def test_melds_agree(name: str) -> None:
    assert check_melds(RuleSet.parse(name), 250) > 60


@pytest.mark.parametrize("name", [n for n in NAMES if n not in BOTH])
def test_finishes_agree(name: str) -> None:
    assert check_finishes(RuleSet.parse(name), 40) > 0


@pytest.mark.parametrize("name", BOTH)
def test_openings_agree(name: str) -> None:
    assert check_openings(RuleSet.parse(name), 120, size_of(name)) > 2


@pytest.mark.parametrize("name", ["konkan81", "konkan81 false_joker=wild"])
def test_konkan_finishes_agree(name: str) -> None:
    assert check_konkan(RuleSet.parse(name), 500) > 5


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
    check_openings(RuleSet.parse(name), SOAK, RuleSet.parse(name).hand_size + 1)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", ["konkan81", "konkan81 false_joker=wild"])
def test_soaked_konkan_finishes_agree(name: str) -> None:
    check_konkan(RuleSet.parse(name), SOAK)
