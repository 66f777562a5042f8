"""Distance to an opening: how many tiles of a rack have to be exchanged before its melds count enough points.

Sums (see ``okey.solver.sums``) count what blocks lack and what their melds are worth.  Worth more is never worse, so of
the melds with one block that lack as much only the dearest is looked at for the distance; for the tiles that bring it
down all of them are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from okey.rules import RuleSet
from okey.solver.cover import CELL, UNIT, Counts, longest_piece
from okey.solver.distance import Distance
from okey.solver.sums import (
    FaceSet,
    Found,
    Search,
    Searcher,
    Sums,
    by_lowest,
    in_play,
    may_refuse_wilds,
    members,
    must_be_drawn,
    real_melds,
    tiles_in,
    union,
)
from okey.tiles import NUMBERS, WILD, Faces

MOST_LACKING = 8
"""Racks that lack more are not told apart."""


class Openings(Searcher["_Plan"]):
    """Tells how far racks of one hand are from an opening; remembers what it found.

    Args:
        faces: what tiles play as.
        rules: the options of melds.
    """

    def __init__(self, faces: Faces, rules: RuleSet) -> None:
        super().__init__(rules)
        self._there = in_play(faces)

    def points(self, counts: Counts, wilds: int, bar: int) -> Distance:
        """Tells how many tiles have to be exchanged until runs and sets count so many points.

        Args:
            counts: the real tiles of the rack, see ``okey.solver.cover.count``.
            wilds: how many wilds it holds.
            bar: the points.

        Returns:
            The distance; ``MOST_LACKING`` when it is that or more.
        """
        least, ends, search = self._least(counts, wilds, bar)
        if not 0 < least < MOST_LACKING:
            return Distance(least, 0)
        there = self._there
        left = union(1 << face for face, cell in enumerate(CELL) if there[face] > counts >> cell & 3)
        tiles = tiles_in(counts)
        useful = left & union(
            search.lacking(counts, end.wanted, self._loose(tiles, end)) | end.drawn for end in ends if not end.refused
        )
        if any(end.refused for end in ends):
            # a tile drawn helps only where no wild may stand
            rest = members(left & ~useful)
            useful |= union(1 << face for face in rest if self._least(counts + UNIT[face], wilds, bar)[0] < least)
        if there[WILD] > wilds and (
            not may_refuse_wilds(self._rules, wilds + 1) or self._least(counts, wilds + 1, bar)[0] < least
        ):
            useful |= 1 << WILD
        return Distance(least, useful)

    def _search(self, *, strict: bool) -> tuple[Search, _Plan]:
        plan = _plan(self._rules, strict)
        return Search(plan.steps, plan.limit, plan.walked), plan

    def _least(self, counts: Counts, wilds: int, bar: int) -> tuple[int, list[_End], Search]:
        """Finds the least that can be exchanged, the ways with that, and where they were found."""
        there = self._there
        left = [total - (counts >> cell & 3) for total, cell in zip(there, CELL, strict=False)]
        search, plan = self._searching(wilds)
        sums, tiles = search.sums(counts), tiles_in(counts)
        for least in range(MOST_LACKING):
            ends = list(plan.ends(sums, bar, least, wilds))
            if any(search.can_be_drawn(counts, end.wanted, left, there[WILD], self._loose(tiles, end)) for end in ends):
                return least, ends, search
        return MOST_LACKING, [], search

    def _loose(self, tiles: int, end: _End) -> int:
        """Gets how many real tiles of a rack have to be left over: what is exchanged, and what is thrown anyway."""
        return tiles + end.lacking - self._rules.hand_size


class _End(NamedTuple):
    """A way to reach the bar."""

    lacking: int
    """What its melds lack, wilds included."""
    wanted: Sums
    """The sums of the blocks."""
    drawn: FaceSet
    """The faces of its melds that are drawn from first to last."""
    refused: bool
    """Whether wilds are refused for some of what is lacking."""


class _Drawn(NamedTuple):
    """Melds that are drawn from first to last."""

    tiles: int
    must: int
    value: int
    faces: FaceSet


class _Plan:
    """What blocks count under one rule set.

    Args:
        rules: the options of melds.
        strict: whether wilds may be refused.
    """

    def __init__(self, rules: RuleSet, strict: bool) -> None:
        # more points than melds of the rack and of all that it lacks can be worth; taking a meld's away from less than
        # that leads beyond them in the row below, where nothing is wanted
        points = NUMBERS * (rules.hand_size + 1 + MOST_LACKING) + 1
        longest = longest_piece(rules)
        self._row = points + NUMBERS * longest
        self._heap = self._row * (MOST_LACKING + longest + 1)
        self._heaps = MOST_LACKING + 1 if strict else 1
        within = union((1 << points) - 1 << self._row * lacking for lacking in range(MOST_LACKING + 1))
        self.limit = union(within << self._heap * must for must in range(self._heaps))
        found: Found = {}
        best: dict[tuple[Counts, int], int] = {}
        for group in real_melds(rules, pairs=False):
            size = len(group.places)
            for number in range(1, size + 1):
                for places in combinations(range(size), number):
                    lacking = tuple(place not in places for place in range(size))
                    must = must_be_drawn(group.type, lacking, rules) if strict else 0
                    units = sum(UNIT[group.places[place]] for place in places)
                    base = must * self._heap + (size - number) * self._row
                    lacked = union(1 << face for face, lacks in zip(group.places, lacking, strict=True) if lacks)
                    found.setdefault((units, base + group.value), []).append(lacked)
                    best[units, base] = max(best.get((units, base), 0), group.value)
        self.walked = by_lowest(found)
        self.steps = by_lowest({(units, base + value): [] for (units, base), value in best.items()})
        whole = [
            _Drawn(
                len(g.places), must_be_drawn(g.type, (True,) * len(g.places), rules) if strict else 0, g.value, faces
            )
            for g in real_melds(rules, pairs=False)
            for faces in [union(1 << face for face in g.places)]
        ]
        self._drawn: list[list[_Drawn]] = [[] for _ in range(MOST_LACKING + 1)]
        for drawn in _several(whole):
            self._drawn[drawn.tiles].append(drawn)

    def ends(self, sums: Sums, bar: int, least: int, wilds: int) -> Iterator[_End]:
        """Lists the ways to reach a bar.

        Args:
            sums: those of a rack.
            bar: the points.
            least: how many tiles have to be exchanged for it.
            wilds: how many wilds the rack holds.
        """
        every = (1 << self._row) - 1
        for must in range(min(self._heaps, least + 1)):
            for lacking in range(min(least + wilds, MOST_LACKING) + 1):
                start = must * self._heap + lacking * self._row
                row = sums >> start & every
                for tiles in range(min(least + wilds, MOST_LACKING) - lacking + 1) if row else ():
                    for drawn in self._drawn[tiles]:
                        needed = max(0, bar - drawn.value)
                        exchanged = max(0, lacking + tiles - wilds, must + drawn.must)
                        if exchanged == least and row >> needed:
                            wanted = every >> needed << needed + start
                            yield _End(lacking + tiles, wanted, drawn.faces, 0 < must + drawn.must == least)


def _several(whole: list[_Drawn]) -> list[_Drawn]:
    """Lists no meld, each meld, and two and more of the dearest melds of a size, as melds drawn from first to last."""
    none = _Drawn(0, 0, 0, 0)
    single: dict[tuple[int, int, int], int] = {}
    for drawn in whole:
        key = drawn.tiles, drawn.must, drawn.value
        single[key] = single.get(key, 0) | drawn.faces
    ones = [_Drawn(*key, faces) for key, faces in single.items()]
    dearest: dict[int, _Drawn] = {}
    for drawn in ones:
        if drawn.tiles not in dearest or drawn.value > dearest[drawn.tiles].value:
            dearest[drawn.tiles] = drawn
    found, last = [none, *ones], ones
    while last := [
        _Drawn(a.tiles + b.tiles, a.must + b.must, a.value + b.value, a.faces | b.faces)
        for a in last
        for b in dearest.values()
        if a.tiles + b.tiles <= MOST_LACKING
    ]:
        found += last
    return found


@lru_cache(maxsize=16)
def _plan(rules: RuleSet, strict: bool) -> _Plan:
    return _Plan(rules, strict)
