"""Distance to an opening: how many tiles of a rack have to be exchanged before its melds count enough points.

Sums (see ``okey.solver.sums``) count what blocks lack and what their melds are worth.  Worth more is never worse, so of
the melds with one block that lack as much only the dearest is looked at for the distance; for the tiles that bring it
down all of them are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from okey.rules import RuleSet
from okey.solver.cover import CELL, UNIT, Counts, Group, longest_piece
from okey.solver.distance import Distance
from okey.solver.sums import (
    FaceSet,
    Found,
    Plan,
    Search,
    Searcher,
    Sums,
    all_at_once,
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
        return all_at_once(self.points_in_steps(counts, wilds, bar))

    def points_in_steps(self, counts: Counts, wilds: int, bar: int) -> Generator[None, None, Distance]:
        """Tells the same in small steps: far from the bar there are many ways to it."""
        least, ends, search = yield from self._least_in_steps(counts, wilds, bar)
        if not 0 < least < MOST_LACKING:
            return Distance(least, 0)
        there = self._there
        left = union(1 << face for face, cell in enumerate(CELL) if there[face] > counts >> cell & 3)
        tiles = tiles_in(counts)
        useful: FaceSet = 0
        for end in ends:
            if not end.refused:
                useful |= left & (search.lacking(counts, end.wanted, self._loose(tiles, end)) | end.drawn)
                yield
        if any(end.refused for end in ends):
            # a tile drawn helps only where no wild may stand
            for face in members(left & ~useful):
                then, _, _ = yield from self._least_in_steps(counts + UNIT[face], wilds, bar)
                useful |= (then < least) << face
        if there[WILD] > wilds:
            then = 0
            if may_refuse_wilds(self._rules, wilds + 1):
                then, _, _ = yield from self._least_in_steps(counts, wilds + 1, bar)
            useful |= (then < least) << WILD
        return Distance(least, useful)

    def _plan(self, *, strict: bool) -> _Plan:
        return _plan(self._rules, strict)

    def _least_in_steps(
        self, counts: Counts, wilds: int, bar: int
    ) -> Generator[None, None, tuple[int, list[_End], Search]]:
        """Finds the least that can be exchanged, the ways with that, and where they were found."""
        there = self._there
        left = [total - (counts >> cell & 3) for total, cell in zip(there, CELL, strict=False)]
        search, plan = self._searching(wilds)
        sums, tiles = search.sums(counts), tiles_in(counts)
        for least in range(MOST_LACKING):
            ends = list(plan.ends(sums, bar, least, wilds))
            if any(search.can_be_drawn(counts, end.wanted, left, there[WILD], self._loose(tiles, end)) for end in ends):
                return least, ends, search
            yield
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


class _Plan(Plan):
    """What blocks count under one rule set.

    Args:
        rules: the options of melds.
        strict: whether wilds may be refused.
    """

    def __init__(self, rules: RuleSet, strict: bool) -> None:
        super().__init__()
        self._rules = rules
        self._strict = strict
        # more points than melds of the rack and of all that it lacks can be worth; taking a meld's away from less than
        # that leads beyond them in the row below, where nothing is wanted
        points = NUMBERS * (rules.hand_size + 1 + MOST_LACKING) + 1
        longest = longest_piece(rules)
        self._row = points + NUMBERS * longest
        self._heap = self._row * (MOST_LACKING + longest + 1)
        self._heaps = MOST_LACKING + 1 if strict else 1
        within = union((1 << points) - 1 << self._row * lacking for lacking in range(MOST_LACKING + 1))
        self.limit = union(within << self._heap * must for must in range(self._heaps))

    def _make(self) -> Iterator[None]:
        melds = yield from real_melds(self._rules, pairs=False)
        found: Found = {}
        best: dict[tuple[Counts, int], int] = {}
        for group in melds:
            self._add_blocks(found, best, group)
            yield
        self.walked = yield from by_lowest(found)
        self.steps = yield from by_lowest({(units, base + value): [] for (units, base), value in best.items()})
        whole = [
            _Drawn(
                len(g.places), self._must(g, (True,) * len(g.places)), g.value, union(1 << face for face in g.places)
            )
            for g in melds
        ]
        self._drawn: list[list[_Drawn]] = [[] for _ in range(MOST_LACKING + 1)]
        for drawn in _several(whole):
            self._drawn[drawn.tiles].append(drawn)

    def _must(self, group: Group, lacking: tuple[bool, ...]) -> int:
        return must_be_drawn(group.type, lacking, self._rules) if self._strict else 0

    def _add_blocks(self, found: Found, best: dict[tuple[Counts, int], int], group: Group) -> None:
        """Adds what a rack may have of a meld; ``best`` gets what counts most of the same tiles."""
        size = len(group.places)
        for number in range(1, size + 1):
            for places in combinations(range(size), number):
                lacking = tuple(place not in places for place in range(size))
                units = sum(UNIT[group.places[place]] for place in places)
                base = self._must(group, lacking) * self._heap + (size - number) * self._row
                lacked = union(1 << face for face, lacks in zip(group.places, lacking, strict=True) if lacks)
                found.setdefault((units, base + group.value), []).append(lacked)
                best[units, base] = max(best.get((units, base), 0), group.value)

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
