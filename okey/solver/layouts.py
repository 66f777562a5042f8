"""What can be laid on an open table from a rack: single melds, openings, the Konkan finish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations

from okey.rules import RuleSet
from okey.solver.cover import (
    ONES,
    UNIT,
    Counts,
    Cover,
    Group,
    Laid,
    by_face,
    count_tiles,
    lowest,
    melds_by_lowest,
    pairs_by_lowest,
    place,
    windows,
)
from okey.solver.quick import may_be_complete, points_in_reach, useful
from okey.tiles import KINDS, NUMBERS, WILD, Face, Faces, Tile, kind_of, number_of


def single_melds(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> Iterator[Laid]:
    """Yields every meld that can be laid from a rack; of longer runs pieces, of equal tiles the first."""
    counts, wilds = count_tiles(tiles, faces)
    held = _held(counts)
    melds, pairs, homes = melds_by_lowest(rules), pairs_by_lowest(rules), by_face(tiles, faces)
    for face in {faces.of[tile] for tile in tiles} - {WILD}:
        for groups in melds[face], pairs[face]:
            for group in groups:
                if group.wilds > wilds:
                    break
                # a run that ends with a 1 behind the 13 is among those of the 1 too
                if held & group.units == group.units and lowest(group.units) == face:
                    yield place([group], homes)[0]
    if wilds >= 2 and rules.wild_in_pair:
        yield place([_WILD_PAIR], homes)[0]
    yield from _twins(tiles, faces, rules)


_WILD_PAIR = Group("pair", (WILD, WILD), 0, 2, 0)
_BOTH = tuple(3 * unit for unit in UNIT)
"""The bits in the counts that tell how many tiles of each face there are."""


def _twins(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> list[Laid]:
    """Lists the indicator's twin where it is a pair by itself."""
    twins = [tile for tile in tiles if kind_of(tile) == faces.indicator]
    return [("pair", (tile,)) for tile in twins] if rules.indicator_twin_is_pair else []


def openings(
    tiles: Sequence[Tile], faces: Faces, rules: RuleSet, points: int, pairs: int, *, elden: bool = True
) -> Iterator[tuple[Laid, ...]]:
    """Yields every choice of melds worth ``points`` at least, then every choice of ``pairs`` pairs at least.

    One tile always stays in the rack; a choice that leaves just one needs no points where the rules let the whole hand
    ignore the bar and ``elden`` (nobody else has opened) holds.  ``pairs`` 0 means that nobody opens with pairs.
    """
    counts, wilds = count_tiles(tiles, faces)
    most = len(tiles) - 1
    homes = by_face(tiles, faces)
    choices = _choices(counts, wilds, rules, points) if points_in_reach(counts, wilds, rules) >= points else ()
    for groups in choices:
        if sum(len(group.places) for group in groups) <= most:
            yield place(groups, homes)
    if elden and rules.elden_ignores_bar and may_be_complete(counts, wilds, rules, spare=1)[0]:
        for groups in whole_hands(counts, wilds, rules):
            if groups and sum(group.value for group in groups) < points:
                yield place(groups, homes)
    if pairs:
        for groups in _pairings(counts, wilds, rules, pairs):
            if 2 * len(groups) <= most:
                yield place(groups, homes)
        for twin in _twins(tiles, faces, rules):
            rest = [tile for tile in tiles if tile not in twin[1]]
            for groups in _pairings(*count_tiles(rest, faces), rules, pairs - 1):
                if 2 * len(groups) < most:
                    yield twin, *place(groups, by_face(rest, faces))


def whole_hands(counts: Counts, wilds: int, rules: RuleSet) -> Iterator[tuple[Group, ...]]:
    """Yields for each tile that can be thrown one way to lay all others in runs and sets; a single tile leaves none."""
    cover = Cover(rules)
    for face in sorted(cover.spare(counts, wilds)):
        rest = (counts, wilds - 1) if face == WILD else (counts - UNIT[face], wilds)
        groups = cover.exact(*rest)
        assert groups is not None
        yield groups


def most_points(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> tuple[int, tuple[Laid, ...]]:
    """Finds the melds worth most points that a rack holds at once.

    Returns:
        Their points and the melds.
    """
    counts, wilds = count_tiles(tiles, faces)
    points, groups = Richest(rules).best(useful(counts, wilds, rules), wilds)
    return points, place(groups, by_face(tiles, faces))


def most_pairs(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> tuple[Laid, ...]:
    """Finds as many pairs as a rack holds at once, each with its wild where it has one."""
    # the indicator's twin that is a pair alone leaves its mate to others
    twins = _twins(tiles, faces, rules)
    rest = [tile for tile in tiles if ("pair", (tile,)) not in twins]
    counts, wilds = count_tiles(rest, faces)
    wanted = range(_most_pairs(counts, wilds, rules), -1, -1)
    groups = next(groups for needed in wanted for groups in _pairings(counts, wilds, rules, needed))
    return *twins, *place(groups, by_face(rest, faces))


class Richest:
    """Finds the melds worth most points in counts; remembers what it found.

    Args:
        rules: the options of melds.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._melds = melds_by_lowest(rules)
        self._known: dict[tuple[Counts, int], tuple[int, tuple[Group, ...]]] = {}

    def best(self, counts: Counts, wilds: int) -> tuple[int, tuple[Group, ...]]:
        """Gets the most points and the melds that count them."""
        if not counts:
            return 0, ()
        key = (counts, wilds)
        if (known := self._known.get(key)) is not None:
            return known
        low = lowest(counts)
        best = self.best(counts - UNIT[low], wilds)
        present = (counts | counts >> 1) & ONES
        for group in self._melds[low]:
            if group.wilds > wilds:
                break
            if present & group.units == group.units:
                points, groups = self.best(counts - group.units, wilds - group.wilds)
                if points + group.value > best[0]:
                    best = (points + group.value, (group, *groups))
        self._known[key] = best
        return best


def _choices(counts: Counts, wilds: int, rules: RuleSet, points: int) -> Iterator[tuple[Group, ...]]:
    """Yields every non-empty choice of runs and sets worth ``points`` at least once, the lowest tiles first."""
    melds = melds_by_lowest(rules)
    richest = Richest(rules)

    def choose(
        counts: Counts, wilds: int, needed: int, chosen: tuple[Group, ...], after: int = 0
    ) -> Iterator[tuple[Group, ...]]:
        while richest.best(counts, wilds)[0] >= needed:
            if not counts:
                if chosen:
                    yield chosen
                return
            low = lowest(counts)
            present = (counts | counts >> 1) & ONES
            for index, group in enumerate(melds[low][after:], after):
                if group.wilds > wilds:
                    break
                if present & group.units == group.units:
                    left, left_wilds = counts - group.units, wilds - group.wilds
                    again = index if left & _BOTH[low] else 0
                    yield from choose(left, left_wilds, needed - group.value, (*chosen, group), again)
            counts, after = counts & ~_BOTH[low], 0

    return choose(useful(counts, wilds, rules), wilds, points, ())


def _pairings(counts: Counts, wilds: int, rules: RuleSet, needed: int) -> Iterator[tuple[Group, ...]]:
    """Yields every choice of ``needed`` pairs at least once, the lowest tiles first."""
    pairs = pairs_by_lowest(rules)

    def choose(counts: Counts, wilds: int, chosen: tuple[Group, ...], after: int = 0) -> Iterator[tuple[Group, ...]]:
        while len(chosen) + _most_pairs(counts, wilds, rules) >= needed:
            if not counts:
                for more in range(wilds // 2 + 1 if rules.wild_in_pair else 1):
                    if len(chosen) + more >= needed:
                        yield (*chosen, *[_WILD_PAIR] * more)
                return
            low = lowest(counts)
            held = _held(counts)
            for index, group in enumerate(pairs[low][after:], after):
                if group.wilds <= wilds and held & group.units == group.units:
                    left = counts - group.units
                    again = index if left & _BOTH[low] else 0
                    yield from choose(left, wilds - group.wilds, (*chosen, group), again)
            counts, after = counts & ~_BOTH[low], 0

    return choose(counts, wilds, ())


def _most_pairs(counts: Counts, wilds: int, rules: RuleSet) -> int:
    """Gets a number that the pairs of these tiles cannot exceed."""
    twice = (counts >> 1 & ONES).bit_count()
    if rules.pair_rule == "identical":
        return twice + wilds
    return (twice + ((counts | counts >> 1) & ONES).bit_count() + wilds) // 2


def _held(counts: Counts) -> Counts:
    """Gets all units that a group may ask for: one tile of each face that is there, and two where there are two."""
    return counts | counts >> 1 & ONES


def konkan_layouts(
    tiles: Sequence[Tile], faces: Faces, rules: RuleSet, run: int, rest: int
) -> Iterator[tuple[Laid, ...]]:
    """Yields the ways to lay a whole rack but one tile as a Konkan player: a long run and the rest in melds.

    Args:
        tiles: the rack after a draw.
        faces: what tiles play as.
        rules: the options of melds; the longest run from the hand does not bind here.
        run: the tiles of the long run; more may be allowed, see ``konkan_run_exact``.
        rest: the tiles of the other meld; where the run may be longer, all may be in the run.
    """
    counts, wilds = count_tiles(tiles, faces)
    longest = run if rules.konkan_run_exact else min(NUMBERS, run + rest)
    homes = by_face(tiles, faces)
    for length in range(run, longest + 1):
        for long in _long_runs(counts, wilds, rules, length):
            left, left_wilds = counts - long.units, wilds - long.wilds
            if not rules.konkan_run_exact:
                for others in whole_hands(left, left_wilds, rules):
                    yield place([long, *others], homes)
            elif len(tiles) == run + rest + 1:
                for other in chain(_long_runs(left, left_wilds, rules, rest), _sets(left, left_wilds, rules, rest)):
                    yield place([long, other], homes)


def _sets(counts: Counts, wilds: int, rules: RuleSet, size: int) -> Iterator[Group]:
    """Yields the sets of one size in counts."""
    present = (counts | counts >> 1) & ONES
    for face in range(KINDS):
        for group in melds_by_lowest(rules)[face] if present & UNIT[face] else ():
            fits = group.wilds <= wilds and present & group.units == group.units
            if fits and group.type == "set" and len(group.places) == size:
                yield group


def _long_runs(counts: Counts, wilds: int, rules: RuleSet, length: int) -> Iterator[Group]:
    """Yields the runs of one length in counts, with wilds in every place that they can take."""
    present = (counts | counts >> 1) & ONES
    for stands, units in _windows(rules, length):
        if (present & units).bit_count() + wilds < length:
            continue
        missing = [i for i, face in enumerate(stands) if not present & UNIT[face]]
        there = [i for i in range(length) if i not in missing]
        for more in range(wilds - len(missing) + 1):
            for extra in combinations(there, more):
                places = tuple(WILD if i in missing or i in extra else face for i, face in enumerate(stands))
                real = [face for face in places if face != WILD]
                leading = places[0] == places[1] == WILD and not rules.two_leading_wilds
                if len(real) >= max(1, rules.min_real_tiles) and not leading:
                    value = sum(map(number_of, stands))
                    yield Group("run", places, sum(UNIT[f] for f in real), length - len(real), value)


@lru_cache(maxsize=64)
def _windows(rules: RuleSet, length: int) -> tuple[tuple[tuple[Face, ...], Counts], ...]:
    """Lists the faces of every run of one length, with what they are in counts."""
    return tuple((stands, sum(UNIT[face] for face in stands)) for stands in windows(rules, length))
