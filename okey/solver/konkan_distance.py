"""Distance to the Konkan finish: how many tiles have to be exchanged for the long run and one more meld.

There are some hundred ways to put a long run beside another meld.  What each of them lacks is counted on the bits of
its tiles; those that lack least are looked at place by place.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from okey.melds import MeldType
from okey.rules import RuleSet
from okey.solver.cover import CELL, ONES, UNIT, Counts, subsets, windows
from okey.solver.distance import Distance
from okey.solver.sums import TWOS, FaceSet, all_at_once, in_play, must_be_drawn, union
from okey.tiles import KINDS, NUMBERS, WILD, Face, Faces

Lacking: TypeAlias = tuple[bool, ...]
"""Whether each place of a meld is lacking."""


class KonkanOutlook:
    """Tells how far racks of a Konkan player are from the finish in one hand.

    Args:
        faces: what tiles play as.
        rules: the options of melds; the longest run from the hand does not bind here.
        run: the tiles of the long run; more may be allowed, see ``konkan_run_exact``.
        rest: the tiles of the other meld, five at most; where the run may be longer, all may be in the run.
    """

    def __init__(self, faces: Faces, rules: RuleSet, run: int, rest: int) -> None:
        self._rules = rules
        self._size = run + rest
        self._ways = _ways(rules, run, rest)
        self._there = in_play(faces)

    def distance(self, counts: Counts, wilds: int) -> Distance:
        """Tells how many tiles have to be exchanged until a rack can be laid.

        Args:
            counts: the real tiles of the rack, see ``okey.solver.cover.count``.
            wilds: how many wilds it holds.

        Returns:
            The distance; one more than the size when there is no way to finish.
        """
        return all_at_once(self.in_steps(counts, wilds))

    def in_steps(self, counts: Counts, wilds: int) -> Generator[None, None, Distance]:
        """Tells the same in small steps: there are many ways that lack as little."""
        once, twice = (counts | counts >> 1) & ONES, counts & TWOS
        by_lacking: list[list[_Way]] = [[] for _ in range(self._size + 1)]
        for way in self._ways:
            held = (once & way.once).bit_count() + (twice & way.twice).bit_count()
            by_lacking[self._size - held].append(way)
        least, useful = self._size + 1, 0
        for lacking, ways in enumerate(by_lacking):
            if lacking - wilds > least:
                break
            for way in ways:
                for exchanged, drawn in self._exchanges(way, counts, wilds):
                    if exchanged <= least:
                        useful = drawn | (useful if exchanged == least else 0)
                        least = exchanged
                yield
        return Distance(least, useful if least else 0)

    def _exchanges(self, way: _Way, counts: Counts, wilds: int) -> Iterator[tuple[int, FaceSet]]:
        """Yields how many tiles can be exchanged for one way to finish, and which of them are drawn."""
        rules, places, okeys = self._rules, way.run + way.meld, self._there[WILD]
        left = {face: self._there[face] - (counts >> CELL[face] & 3) for face in places}
        for run, meld in _holdings(way, counts):
            lacking = [place for place, lacks in enumerate(run + meld) if lacks]
            free = not must_be_drawn("run", run, rules) and not must_be_drawn(way.type, meld, rules)
            faces = [places[place] for place in lacking]
            if free and all(faces.count(face) <= left[face] for face in faces):
                # each of them may be drawn, or a wild stands there
                yield max(0, len(lacking) - wilds), union(1 << f for f in faces) | (okeys > wilds) << WILD
                return
            for wild in subsets(lacking, okeys):
                stand = tuple(place in wild for place in range(len(places)))
                drawn = [places[place] for place in lacking if place not in wild]
                if (
                    not must_be_drawn("run", stand[: len(run)], rules)
                    and not must_be_drawn(way.type, stand[len(run) :], rules)
                    and all(drawn.count(face) <= left[face] for face in drawn)
                ):
                    more = max(0, len(wild) - wilds)
                    yield len(drawn) + more, union(1 << face for face in drawn) | (more > 0) << WILD


class _Way(NamedTuple):
    """A way to finish."""

    run: tuple[Face, ...]
    meld: tuple[Face, ...]
    """The other meld; empty where all tiles are in the run."""
    type: MeldType
    once: Counts
    """A bit for each face in it."""
    twice: Counts
    """The higher bit for each face that is in it twice."""


def _holdings(way: _Way, counts: Counts) -> Iterator[tuple[Lacking, Lacking]]:
    """Yields what is lacking in the run and in the other meld, whichever of them has a tile that both ask for."""
    shared = [face for face in way.run if face in way.meld and counts >> CELL[face] & 3 == 1]
    for in_run in subsets(shared, len(shared)):
        yield (
            tuple(not counts >> CELL[face] & 3 or (face in shared and face not in in_run) for face in way.run),
            tuple(not counts >> CELL[face] & 3 or face in in_run for face in way.meld),
        )


@lru_cache(maxsize=16)
def _ways(rules: RuleSet, run: int, rest: int) -> list[_Way]:
    """Lists the ways to finish."""
    ways = []
    for length in range(run, run + 1 if rules.konkan_run_exact else min(NUMBERS, run + rest) + 1):
        others = list(_others(rules, run + rest - length))
        for long in windows(rules, length):
            held = sum(UNIT[face] for face in long)
            for type_, other in others:
                all_ = held + sum(UNIT[face] for face in other)
                ways.append(_Way(long, other, type_, (all_ | all_ >> 1) & ONES, all_ & TWOS))
    return ways


def _others(rules: RuleSet, size: int) -> Iterator[tuple[MeldType, tuple[Face, ...]]]:
    """Yields the melds of a size; nothing is one of none."""
    if not size:
        yield "run", ()
    if size >= rules.run_min:
        yield from (("run", window) for window in windows(rules, size))
    if size in rules.set_sizes:
        same = [tuple(range(number, KINDS, NUMBERS)) for number in range(NUMBERS)]
        yield from (("set", faces) for number in same for faces in combinations(number, size))
