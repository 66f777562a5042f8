"""Exact covers: can these tiles be split into melds with none left over, or with the fewest points left over?

Tiles are counted by face in one integer, two bits a face, number by number (all 1s, all 2s, ...), so that the
lowest bit set is always the lowest tile.  That tile has to be the lowest real tile of some meld, or be left over;
trying each meld it can begin, and remembering what is known of every remainder, visits each remainder once.  A 1
may also end a run behind the 13, where the rules say so.  Wilds stand in a meld's gaps and at its ends, in every
number that is possible.

This is exact cover by the lowest element (Knuth, The Art of Computer Programming 4B, 7.2.2.1) with the number-by-number
order of van Rijn, Takes and Vis (The Complexity of Rummikub Problems, arXiv 1604.07553).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from okey.melds import Meld, MeldType, make_meld
from okey.rules import RuleSet
from okey.tiles import KINDS, NUMBERS, WILD, Face, Faces, Tile, number_of

Counts: TypeAlias = int
Laid: TypeAlias = tuple[MeldType, tuple[Tile, ...]]
"""A meld to lay: what it is meant to be, and its tiles in their order on the table."""

CELL = tuple(2 * (4 * (kind % NUMBERS) + kind // NUMBERS) for kind in range(KINDS))
"""The lowest bit of each face in the counts."""
UNIT = tuple(1 << cell for cell in CELL)
"""What one tile of each face adds to the counts."""
ONES = sum(UNIT)
"""One tile of every face."""
_WILDS = 2 * KINDS
_UNIT = (*UNIT, 1 << _WILDS)
"""What one tile of each face adds while wilds are counted above all others."""
FACE_OF_CELL = tuple(NUMBERS * (cell % 4) + cell // 4 for cell in range(KINDS))


class Group(NamedTuple):
    """A meld in terms of faces: its places from low to high, ``WILD`` where a wild stands."""

    type: MeldType
    places: tuple[Face, ...]
    units: Counts
    """What its real tiles take from the counts."""
    wilds: int
    value: int
    """The points it counts on the table, each wild as what it stands for; 0 for pairs."""


def count(faces: Iterable[Face]) -> tuple[Counts, int]:
    """Counts faces; gives the counts of real tiles and the number of wilds."""
    total = sum(map(_UNIT.__getitem__, faces))
    return total & ((1 << _WILDS) - 1), total >> _WILDS


def count_tiles(tiles: Iterable[Tile], faces: Faces) -> tuple[Counts, int]:
    """Counts what tiles play as, as ``count`` does."""
    return count(map(faces.of.__getitem__, tiles))


def lowest(counts: Counts) -> Face:
    """Gets the lowest face in counts that are not empty."""
    return FACE_OF_CELL[((counts & -counts).bit_length() - 1) >> 1]


class Cover:
    """Answers questions about exact covers under one rule set; remembers what it found.

    Args:
        rules: the options of melds.
        melds: whether runs and sets may be used; with pairs too, at least one of them has to be.
        pairs: whether pairs may be used.
    """

    def __init__(self, rules: RuleSet, *, melds: bool = True, pairs: bool = False) -> None:
        self._melds = melds_by_lowest(rules) if melds else None
        self._pairs = pairs_by_lowest(rules) if pairs else None
        self._wild = _groups_of_wilds(rules, melds=melds, pairs=pairs)
        self._mixed = melds and pairs
        self._exact: dict[tuple[Counts, int, bool], tuple[Group, ...] | None] = {}
        self._loose: dict[tuple[Counts, int], tuple[int, tuple[Group, ...]]] = {}
        self._spare: dict[tuple[Counts, int, bool], frozenset[Face]] = {}

    def exact(self, counts: Counts, wilds: int) -> tuple[Group, ...] | None:
        """Finds melds that use up everything, or None."""
        return self._find(counts, wilds, self._mixed)

    def _find(self, counts: Counts, wilds: int, need: bool) -> tuple[Group, ...] | None:
        """Finds an exact cover; one with a run or a set if there is need of it."""
        if not counts:
            return self._find_wilds(wilds, need)
        key = (counts, wilds, need)
        if key not in self._exact:
            self._exact[key] = None
            for group in self._groups(counts, wilds):
                rest = self._find(counts - group.units, wilds - group.wilds, need and group.type == "pair")
                if rest is not None:
                    self._exact[key] = (group, *rest)
                    break
        return self._exact[key]

    def _find_wilds(self, wilds: int, need: bool) -> tuple[Group, ...] | None:
        """Finds an exact cover of nothing but wilds."""
        if not wilds:
            return None if need else ()
        for group in self._wild:
            if group.wilds <= wilds:
                rest = self._find_wilds(wilds - group.wilds, need and group.type == "pair")
                if rest is not None:
                    return (group, *rest)
        return None

    def spare(self, counts: Counts, wilds: int) -> frozenset[Face]:
        """Finds every face that can be thrown so that the rest is used up."""
        return self._find_spare(counts, wilds, self._mixed)

    def _find_spare(self, counts: Counts, wilds: int, need: bool) -> frozenset[Face]:
        if not counts:
            return frozenset([WILD] if wilds and self._find_wilds(wilds - 1, need) is not None else [])
        key = (counts, wilds, need)
        if key not in self._spare:
            low = lowest(counts)
            found = {low} if self._find(counts - UNIT[low], wilds, need) is not None else set()
            for group in self._groups(counts, wilds):
                rest = need and group.type == "pair"
                found |= self._find_spare(counts - group.units, wilds - group.wilds, rest)
            self._spare[key] = frozenset(found)
        return self._spare[key]

    def loose(self, counts: Counts, wilds: int, wild_value: int) -> tuple[int, tuple[Group, ...]]:
        """Finds melds that leave the fewest points over; a wild left over counts ``wild_value``.

        Returns:
            The points left over and the melds.
        """
        self._loose.clear()
        return self._loosest(counts, wilds, wild_value)

    def _loosest(self, counts: Counts, wilds: int, wild_value: int) -> tuple[int, tuple[Group, ...]]:
        if not counts:
            used, groups = next(
                (used, groups)
                for used in range(wilds, -1, -1)
                if (groups := self._find_wilds(used, need=False)) is not None
            )
            return (wilds - used) * wild_value, groups
        key = (counts, wilds)
        if (known := self._loose.get(key)) is not None:
            return known
        low = lowest(counts)
        points, groups = self._loosest(counts - UNIT[low], wilds, wild_value)
        best = (points + number_of(low), groups)
        for group in self._groups(counts, wilds):
            points, groups = self._loosest(counts - group.units, wilds - group.wilds, wild_value)
            if points < best[0]:
                best = (points, (group, *groups))
        self._loose[key] = best
        return best

    def _groups(self, counts: Counts, wilds: int) -> Iterator[Group]:
        """Yields every group whose lowest real tile is the lowest in the counts, or whose 1 behind the 13 it is."""
        low = lowest(counts)
        present = (counts | counts >> 1) & ONES
        if self._melds is not None:
            for group in self._melds[low]:
                if group.wilds > wilds:
                    break
                if present & group.units == group.units:
                    yield group
        if self._pairs is not None:
            twice = counts >> CELL[low] & 2
            for group in self._pairs[low]:
                mate = group.places[1]
                if wilds if mate == WILD else twice if mate == low else present & UNIT[mate]:
                    yield group


class _ByLowest(dict[Face, "tuple[Group, ...]"]):
    """Lists of groups by their lowest real tile, made when first asked for."""

    def __init__(self, rules: RuleSet, make: Callable[[Face, RuleSet], tuple[Group, ...]]) -> None:
        super().__init__()
        self._rules = rules
        self._make = make

    def __missing__(self, low: Face) -> tuple[Group, ...]:
        groups = self[low] = self._make(low, self._rules)
        return groups


@lru_cache(maxsize=16)
def melds_by_lowest(rules: RuleSet) -> _ByLowest:
    """Lists, by their lowest real tile, the runs and sets that these rules allow; long runs only in pieces.

    Those with the fewest wilds come first.
    """
    return _ByLowest(rules, _melds_of)


def prepare_melds(rules: RuleSet) -> Iterator[None]:
    """Lists the runs and sets that are not listed yet, in small steps."""
    melds = melds_by_lowest(rules)
    for face in range(KINDS):
        if face not in melds:
            melds[face]
            yield


@lru_cache(maxsize=16)
def pairs_by_lowest(rules: RuleSet) -> _ByLowest:
    """Lists, by their lower tile, the pairs that these rules allow, one with a wild last."""
    return _ByLowest(rules, _pairs_of)


def most_wilds(rules: RuleSet) -> int:
    """Gets how many wilds there are in a hand."""
    return 4 if rules.false_joker == "wild" else 2


def longest_piece(rules: RuleSet) -> int:
    """Gets the tiles of the longest run that is looked at: every longer one can be cut in two runs.

    A cut needs two parts of three tiles at least, with real tiles enough in each, and no two wilds may lead the second
    where that is not allowed.  The length is the least beyond which no place of the wilds stands in the way.
    """
    needed, free = rules.min_real_tiles, rules.two_leading_wilds
    longest = max(2 * needed, needed + 3, 3 if free else 5) + most_wilds(rules) - 1 if needed or not free else 5
    return min(longest, rules.run_max_from_hand)


def windows(rules: RuleSet, length: int) -> Iterator[tuple[Face, ...]]:
    """Yields the faces of every run of a length, 13 at most, whatever the longest run is."""
    last = NUMBERS + (rules.one_after_thirteen == "high")
    for first in range(0, KINDS, NUMBERS):
        for start in range(last - length + 1):
            yield tuple(first + (start + i) % NUMBERS for i in range(length))


def _melds_of(low: Face, rules: RuleSet) -> tuple[Group, ...]:
    """Lists every run and set whose lowest real tile has this face, or whose 1 behind the 13 it is."""
    found: dict[tuple[MeldType, tuple[Face, ...], int], Group] = {}
    most = most_wilds(rules)
    colour = low // NUMBERS
    for length in range(rules.run_min, longest_piece(rules) + 1):
        for stands in windows(rules, length):
            if low not in stands:
                continue
            at = stands.index(low)
            below = stands[:at] if number_of(low) > 1 or not at else ()
            free = [i for i, face in enumerate(stands) if face != low and face not in below]
            for wild in subsets(free, most - len(below)):
                places = tuple(WILD if f in below or i in wild else f for i, f in enumerate(stands))
                _keep(found, "run", places, sum(map(number_of, stands)), rules)
    same = [NUMBERS * c + low % NUMBERS for c in range(colour + 1, 4)]
    for others in subsets(same, 3):
        for wilds in range(most + 1):
            if 1 + len(others) + wilds in rules.set_sizes:
                places = (low, *sorted(others), *(WILD,) * wilds)
                _keep(found, "set", places, len(places) * number_of(low), rules)
    return tuple(sorted(found.values(), key=lambda g: (g.wilds, -len(g.places))))


def _keep(
    found: dict[tuple[MeldType, tuple[Face, ...], int], Group],
    type_: MeldType,
    places: tuple[Face, ...],
    value: int,
    rules: RuleSet,
) -> None:
    wilds = places.count(WILD)
    if len(places) - wilds < max(1, rules.min_real_tiles):
        return
    if not rules.two_leading_wilds and places[0] == places[1] == WILD:
        return
    found[type_, places, value] = Group(type_, places, sum(UNIT[f] for f in places if f != WILD), wilds, value)


def _groups_of_wilds(rules: RuleSet, *, melds: bool, pairs: bool) -> tuple[Group, ...]:
    """Lists the groups of nothing but wilds that these rules allow; there are four wilds at most."""
    groups = []
    if melds and rules.min_real_tiles == 0 and rules.two_leading_wilds:
        groups += [Group("set", (WILD,) * size, 0, size, 0) for size in rules.set_sizes]
        longest = min(4, rules.run_max_from_hand)
        groups += [Group("run", (WILD,) * size, 0, size, 0) for size in range(rules.run_min, longest + 1)]
    if pairs and rules.wild_in_pair:
        groups.append(Group("pair", (WILD, WILD), 0, 2, 0))
    return tuple(groups)


def subsets(items: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yields all subsets of at most ``most`` items."""
    return chain.from_iterable(combinations(items, size) for size in range(most + 1))


def _pairs_of(low: Face, rules: RuleSet) -> tuple[Group, ...]:
    """Lists every pair whose lower tile has this face."""
    mates = [low] if rules.pair_rule != "same_number_diff_colour" else []
    if rules.pair_rule != "identical":
        mates += [NUMBERS * c + low % NUMBERS for c in range(low // NUMBERS + 1, 4)]
    pairs = [Group("pair", (low, mate), UNIT[low] + UNIT[mate], 0, 0) for mate in mates]
    if rules.wild_in_pair:
        pairs.append(Group("pair", (low, WILD), UNIT[low], 1, 0))
    return tuple(pairs)


def by_face(tiles: Iterable[Tile], faces: Faces) -> dict[Face, list[Tile]]:
    """Sorts physical tiles by what they play as."""
    found: dict[Face, list[Tile]] = {}
    for tile in tiles:
        found.setdefault(faces.of[tile], []).append(tile)
    return found


def place(groups: Iterable[Group], homes: dict[Face, list[Tile]]) -> tuple[Laid, ...]:
    """Puts physical tiles, as ``by_face`` sorts them, on the places of groups."""
    laid: list[Laid] = []
    used: dict[Face, int] = {}
    for group in groups:
        tiles = []
        for face in group.places:
            at = used[face] = used.get(face, -1) + 1
            tiles.append(homes[face][at])
        laid.append((group.type, tuple(tiles)))
    return tuple(laid)


def part(groups: Iterable[Group], tiles: Sequence[Tile], faces: Faces) -> tuple[tuple[Laid, ...], list[Tile]]:
    """Puts physical tiles on the places of groups; gives these and the tiles left over."""
    laid = place(groups, by_face(tiles, faces))
    used = {tile for _, meld in laid for tile in meld}
    return laid, [tile for tile in tiles if tile not in used]


def lay_out(
    groups: Iterable[Group], tiles: Sequence[Tile], faces: Faces, rules: RuleSet
) -> tuple[list[Meld], list[Tile]]:
    """Makes melds of groups and physical tiles; gives them and the tiles left over."""
    laid, left = part(groups, tiles, faces)
    return [make_meld(type_, meld, faces, rules) for type_, meld in laid], left


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A rack split into melds and loose tiles."""

    melds: tuple[Meld, ...]
    loose: tuple[Tile, ...]
    points: int
    """What the loose tiles count."""
