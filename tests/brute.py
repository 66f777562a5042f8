"""A slow, simple oracle for the solver: tries every group of tiles; shares no code with it.

A tile is ``(colour, number)`` or ``W`` for a wild; nothing here is clever, so that it is easy to believe.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

from okey.rules import RuleSet

Piece: TypeAlias = tuple[str, int]
Hand: TypeAlias = tuple[Piece, ...]

W: Piece = ("W", 0)


def pieces(text: str, indicator: str, rules: RuleSet) -> list[Piece]:
    """Tells what the tiles of a text play as."""

    def printed(name: str) -> Piece:
        return name[0], int(name[1:])

    colour, number = printed(indicator)
    okey = (colour, (number - 1 + rules.okey_offset) % 13 + 1)
    star = {"okey": okey, "indicator": (colour, number), "wild": W}[rules.false_joker]
    return [star if name == "*" else W if printed(name) == okey else printed(name) for name in text.split()]


@cache
def is_run(group: Hand, rules: RuleSet) -> bool:
    real = [p for p in group if p != W]
    size = len(group)
    if not (rules.run_min <= size <= rules.run_max_from_hand) or len(real) < rules.min_real_tiles:
        return False
    if len({colour for colour, _ in real}) > 1:
        return False
    track = [*range(1, 14), 1] if rules.one_after_thirteen == "high" else list(range(1, 14))
    for start in range(len(track) - size + 1):
        window = track[start : start + size]
        numbers = [n for _, n in real]
        if size <= 13 and all(numbers.count(n) <= window.count(n) for n in numbers):
            wild = [n not in numbers for n in window]
            if rules.two_leading_wilds or not (wild[0] and wild[1]):
                return True
    return False


@cache
def is_set(group: Hand, rules: RuleSet) -> bool:
    real = [p for p in group if p != W]
    if len(group) not in rules.set_sizes or len(real) < rules.min_real_tiles:
        return False
    if not rules.two_leading_wilds and not real:
        return False
    return len({number for _, number in real}) <= 1 and len({colour for colour, _ in real}) == len(real)


def is_pair(group: Hand, rules: RuleSet) -> bool:
    if len(group) != 2:
        return False
    first, second = group
    if W in group:
        return rules.wild_in_pair
    identical = first == second
    alike = first[1] == second[1] and first[0] != second[0]
    return {
        "identical": identical,
        "same_number_diff_colour": alike,
        "either": identical or alike,
    }[rules.pair_rule]


def _others(tiles: Hand, rules: RuleSet, shapes: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yields every group with the first tile: its kind, and the places of the others."""
    first = tiles[0]
    rest = range(1, len(tiles))
    near = [i for i in rest if first == W or tiles[i] == W or tiles[i][0] == first[0]]
    like = [i for i in rest if first == W or tiles[i] == W or tiles[i][1] == first[1]]
    seen = set()
    for shape, places, sizes in (
        ("run", near, range(2, 13)),
        ("set", like, range(2, 4)),
        ("pair", like, range(1, 2)),
    ):
        if shape not in shapes:
            continue
        check = {"run": is_run, "set": is_set, "pair": is_pair}[shape]
        for size in sizes:
            for others in combinations(places, size):
                group = tuple(sorted((first, *(tiles[i] for i in others))))
                if (shape, group) not in seen and check(group, rules):
                    seen.add((shape, group))
                    yield shape, others


def covers(tiles: Sequence[Piece], rules: RuleSet, shapes: str, need: str = "") -> bool:
    """Tells whether groups of these shapes use up all tiles, one being of a needed shape if any is."""
    return _covers(tuple(sorted(tiles)), rules, shapes, need)


@cache
def _covers(tiles: Hand, rules: RuleSet, shapes: str, need: str) -> bool:
    if not tiles:
        return not need
    return any(
        _covers(_without(tiles, others), rules, shapes, "" if shape in need else need)
        for shape, others in _others(tiles, rules, shapes)
    )


def _without(tiles: Hand, others: tuple[int, ...]) -> Hand:
    return tuple(p for i, p in enumerate(tiles) if i and i not in others)


def shapes_of(tiles: Sequence[Piece], rules: RuleSet) -> set[str]:
    """Tells in which shapes all tiles are used up."""
    melds = {
        "off": covers(tiles, rules, "run set"),
        "seven": covers(tiles, rules, "run set"),
        "mixed": covers(tiles, rules, "run set pair", "run set"),
    }[rules.pairs_win]
    pairs = rules.pairs_win != "off" and covers(tiles, rules, "pair")
    return {name for name, fits in (("melds", melds), ("pairs", pairs)) if fits}


def fewest_points(tiles: Sequence[Piece], rules: RuleSet, wild_value: int) -> int:
    """Tells how few points runs and sets can leave over."""
    return _fewest(tuple(sorted(tiles)), rules, wild_value)


@cache
def _fewest(tiles: Hand, rules: RuleSet, wild_value: int) -> int:
    if not tiles:
        return 0
    best = (wild_value if tiles[0] == W else tiles[0][1]) + _fewest(tiles[1:], rules, wild_value)
    for _, others in _others(tiles, rules, "run set"):
        best = min(best, _fewest(_without(tiles, others), rules, wild_value))
    return best


# ---- the open table


@cache
def run_value(group: Hand, rules: RuleSet, most: int) -> int:
    """Gets the most points that tiles count as a run of at most so many tiles; -1 when they are none."""
    real = [p for p in group if p != W]
    size, best = len(group), -1
    if not rules.run_min <= size <= most or len(real) < rules.min_real_tiles:
        return best
    if len({colour for colour, _ in real}) > 1:
        return best
    track = [*range(1, 14), 1] if rules.one_after_thirteen == "high" else list(range(1, 14))
    numbers = [n for _, n in real]
    for start in range(len(track) - size + 1):
        window = track[start : start + size]
        if size > 13 or not all(numbers.count(n) <= window.count(n) for n in numbers):
            continue
        wild = [n not in numbers for n in window]
        if rules.two_leading_wilds or not (wild[0] and wild[1]):
            best = max(best, sum(window) if real else 0)
    return best


def meld_value(group: Hand, shape: str, rules: RuleSet) -> int:
    """Gets what a meld counts: a run as high as its wilds can make it."""
    if shape == "run":
        return run_value(group, rules, rules.run_max_from_hand)
    number = max((n for _, n in group), default=0)
    return number * len(group)


NONE = -(10**6)


def most_points(tiles: Sequence[Piece], rules: RuleSet) -> int:
    """Tells the most points that runs and sets count with one tile at least left to throw."""
    return _most(tuple(sorted(tiles)), rules, spare=False)


@cache
def _most(tiles: Hand, rules: RuleSet, spare: bool) -> int:
    if not tiles:
        return 0 if spare else NONE
    best = _most(tiles[1:], rules, True)
    for shape, others in _others(tiles, rules, "run set"):
        group = tuple(sorted((tiles[0], *(tiles[i] for i in others))))
        best = max(best, meld_value(group, shape, rules) + _most(_without(tiles, others), rules, spare))
    return best


def most_pairs(tiles: Sequence[Piece], rules: RuleSet) -> int:
    """Tells how many pairs there are with one tile at least left to throw."""
    return _most_pairs(tuple(sorted(tiles)), rules, spare=False)


@cache
def _most_pairs(tiles: Hand, rules: RuleSet, spare: bool) -> int:
    if not tiles:
        return 0 if spare else NONE
    best = _most_pairs(tiles[1:], rules, True)
    for _, others in _others(tiles, rules, "pair"):
        best = max(best, 1 + _most_pairs(_without(tiles, others), rules, spare))
    return best


def laid_whole(tiles: Sequence[Piece], rules: RuleSet) -> bool:
    """Tells whether runs and sets use up all tiles but one to throw."""
    hand = tuple(sorted(tiles))
    return any(_covers(hand[:i] + hand[i + 1 :], rules, "run set", "") for i in range(len(hand)))


def konkan_finish(tiles: Sequence[Piece], rules: RuleSet, run: int, rest: int) -> bool:
    """Tells whether a Konkan player can lay the whole hand: a run, one other meld, and a tile to throw."""
    hand = tuple(sorted(tiles))
    for colour in "RYBK":
        fitting = [i for i, p in enumerate(hand) if p == W or p[0] == colour]
        for long in combinations(fitting, run):
            if run_value(tuple(hand[i] for i in long), rules, 13) < 0:
                continue
            left = [p for i, p in enumerate(hand) if i not in long]
            for other in combinations(left, rest):
                if is_set(other, rules) or run_value(other, rules, rules.run_max_from_hand) >= 0:
                    return True
    return False


def forget() -> None:
    """Forgets what was found: a hundred thousand hands are too many to remember."""
    for known in (is_run, is_set, run_value, _covers, _fewest, _most, _most_pairs):
        known.cache_clear()
