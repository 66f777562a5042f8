"""The best that an opened player can put on the table: new melds, lay-offs and swaps of okeys.

First come the swaps; there are two okeys, so there are few choices.  What then happens at one meld of the table is a
*bundle* of lay-offs at its ends, and a meld takes one bundle at most.  Bundles stand beside the new melds in the search
for the fewest points left over (see ``okey.solver.cover``): the lowest tile of a remainder is left over, or in a new
meld or in a bundle whose lowest tile it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from okey.melds import End, Meld, accepted, extend, is_meld, swap_okey
from okey.rules import RuleSet
from okey.solver.cover import (
    FACE_OF_CELL,
    ONES,
    UNIT,
    Counts,
    Group,
    Laid,
    count,
    lowest,
    melds_by_lowest,
    pairs_by_lowest,
)
from okey.solver.sums import TWOS
from okey.tiles import NUMBERS, TILES, WILD, Face, Faces, Tile, kind_of

NODES = 20_000
"""How many remainders are looked at before the search makes do with what it has."""


class Spot(NamedTuple):
    """A meld on the table."""

    meld: Meld
    blocked: tuple[End, ...] = ()
    """The ends that nothing may be added to."""


class Licence(NamedTuple):
    """What a player may do in one turn."""

    melds: bool = True
    """Whether new runs and sets may be laid."""
    pairs: int = 0
    """How many pairs may be laid at most."""
    adds: int = TILES
    """How many tiles may be laid off at most."""
    swaps: bool = True
    """Whether okeys may be swapped."""


class Lay(NamedTuple):
    """Lays a new meld; it stands behind those on the table."""

    laid: Laid


class Add(NamedTuple):
    """Lays a tile off at an end of a meld, which is named by its index on the table."""

    tile: Tile
    meld: int
    end: End


class Swap(NamedTuple):
    """Swaps a tile for the okey that stands for it in a meld."""

    tile: Tile
    meld: int


Step: TypeAlias = Lay | Add | Swap


class Work(NamedTuple):
    """What to do, and what remains."""

    steps: tuple[Step, ...]
    left: tuple[Tile, ...]
    """What stays in the rack, the tile to throw included; a single tile means that throwing it finishes."""
    points: int
    """What this counts."""
    exact: bool
    """Whether nothing better is possible; False when the search hit its limit."""


def best_work(
    tiles: Sequence[Tile],
    table: Sequence[Spot],
    faces: Faces,
    rules: RuleSet,
    *,
    may: Licence,
    value: Callable[[Tile], int],
    nodes: int = NODES,
) -> Work:
    """Finds the steps that leave a single tile to throw, else the fewest points, and of these the fewest tiles.

    Args:
        tiles: the rack.
        table: the melds on the table.
        faces: what tiles play as.
        rules: the options of melds.
        may: what the player may do.
        value: what a tile left over counts, 0 or more; tiles that play as the same count the same, but for wilds.
        nodes: how many remainders are looked at.

    Returns:
        The steps in an order in which they can be done.
    """
    best: Work | None = None
    for swaps, rack, melds in (
        _swapped([], list(tiles), list(table), faces, rules) if may.swaps else [([], list(tiles), list(table))]
    ):
        work = _Search(rack, melds, faces, rules, may=may, value=value, nodes=nodes).work(swaps)
        if best is None or _rank(work) < _rank(best):
            best = work._replace(exact=work.exact and (best is None or best.exact))
        elif not work.exact:
            best = best._replace(exact=False)
    assert best is not None
    return best


def _rank(work: Work) -> tuple[bool, int, int, int]:
    return len(work.left) > 1, work.points, len(work.left), len(work.steps)


def _swapped(
    swaps: list[Swap], rack: list[Tile], table: list[Spot], faces: Faces, rules: RuleSet
) -> Iterator[tuple[list[Swap], list[Tile], list[Spot]]]:
    """Yields every choice of swaps with the rack and the table behind it; no swap at all first."""
    yield swaps, rack, table
    for index, spot in enumerate(table):
        for tile in (
            {faces.of[tile]: tile for tile in rack}.values() if any(map(faces.is_okey, spot.meld.tiles)) else ()
        ):
            if swaps and (index, faces.of[tile]) <= (swaps[-1].meld, faces.of[swaps[-1].tile]):
                continue
            if (found := swap_okey(spot.meld, tile, faces, rules)) is not None:
                meld, okey = found
                then = [*table[:index], Spot(meld, spot.blocked), *table[index + 1 :]]
                left = [okey if other == tile else other for other in rack]
                yield from _swapped([*swaps, Swap(tile, index)], left, then, faces, rules)


_Added: TypeAlias = tuple[Face, int, End]
"""A tile laid off: what it plays as, the index of the meld or ``NEW``, the end."""
NEW = -1
"""Stands for the meld just laid: one that is too long for one piece is laid off to."""


class _Option(NamedTuple):
    """Something to do with tiles."""

    units: Counts
    """What its real tiles take from the counts."""
    wilds: int
    pairs: int
    """How many pairs it lays."""
    adds: int
    """How many tiles it lays off."""
    spot: int
    """A bit for the meld that it adds to; 0 for a new meld."""
    group: Group | None
    """The new meld."""
    added: tuple[_Added, ...] = ()
    """The tiles laid off, in this order."""


@lru_cache(maxsize=16)
def _longer(rules: RuleSet) -> RuleSet:
    """Gets the rules with runs from the hand as long as on the table."""
    return replace(rules, run_max_from_hand=rules.run_max_table)


class _State(NamedTuple):
    """What the best of a remainder depends on."""

    counts: Counts
    wilds: int
    used: int
    """The melds of the table that have their bundle, a bit for each."""
    pairs: int
    """How many pairs may still be laid."""
    adds: int
    """How many tiles may still be laid off."""
    spare: bool
    """Whether a tile is left over already."""


_Best: TypeAlias = "tuple[int, tuple[_Option, ...]]"

_OUT_OF_REACH = 1 << 40
_POINT = 1 << 8
"""What a point left over costs; a tile costs one."""


class _Search:
    """Finds the best that can be done with a rack once the swaps are done.

    Args:
        rack: the tiles.
        table: the melds on the table.
        faces: what tiles play as.
        rules: the options of melds.
        may: what the player may do.
        value: what a tile left over counts.
        nodes: how many remainders are looked at.
    """

    def __init__(
        self,
        rack: list[Tile],
        table: list[Spot],
        faces: Faces,
        rules: RuleSet,
        *,
        may: Licence,
        value: Callable[[Tile], int],
        nodes: int,
    ) -> None:
        self._rack, self._table, self._faces, self._rules = rack, table, faces, rules
        self._value, self._nodes = value, nodes
        counts, wilds = count(faces.of[tile] for tile in rack)
        self._start = _State(counts, wilds, 0, may.pairs, may.adds, spare=False)
        self._cost = {faces.of[tile]: 1 + _POINT * value(tile) for tile in rack}
        cheapest = sorted(1 + _POINT * value(tile) for tile in rack if faces.of[tile] == WILD)
        self._wild_cost = [sum(cheapest[:left]) for left in range(wilds + 1)]
        self._options: dict[Face, list[_Option]] = {}
        for option in self._every_option(may):
            self._options.setdefault(lowest(option.units) if option.units else WILD, []).append(option)
        self._known: dict[_State, _Best] = {}
        self._one_left = False
        self._exact = True

    def work(self, swaps: list[Swap]) -> Work:
        """Gets the best work behind some swaps."""
        self._one_left = True
        cost, options = self._best(self._start)
        if cost >= _OUT_OF_REACH:
            self._one_left = False
            self._known.clear()
            cost, options = self._best(self._start)
        return self._carried_out(swaps, options)

    def _best(self, state: _State) -> _Best:
        """Finds the least cost of what is left over, and what is done with the rest."""
        if (known := self._known.get(state)) is not None:
            return known
        if len(self._known) >= self._nodes:
            self._exact = False
            return self._all_left(state), ()
        counts, wilds, used, pairs, adds, spare = state
        if counts:
            low = lowest(counts)
            best: _Best = _OUT_OF_REACH, ()
            if not (spare and self._one_left):
                cost, options = self._best(_State(counts - UNIT[low], wilds, used, pairs, adds, spare=True))
                best = cost + self._cost[low], options
        else:
            low = WILD
            best = self._all_left(state), ()
        present = (counts | counts >> 1) & ONES | counts & TWOS
        for option in self._options.get(low, ()):
            if (
                option.units & present == option.units
                and option.wilds <= wilds
                and not option.spot & used
                and option.pairs <= pairs
                and option.adds <= adds
            ):
                cost, options = self._best(
                    _State(
                        counts - option.units,
                        wilds - option.wilds,
                        used | option.spot,
                        pairs - option.pairs,
                        adds - option.adds,
                        spare,
                    )
                )
                if cost < best[0]:
                    best = cost, (option, *options)
        self._known[state] = best
        return best

    def _all_left(self, state: _State) -> int:
        """Counts what it costs to do nothing more."""
        left = sum((state.counts >> 2 * cell & 3) * self._cost.get(face, 0) for cell, face in enumerate(FACE_OF_CELL))
        number = sum(state.counts >> 2 * cell & 3 for cell in range(len(FACE_OF_CELL))) + state.wilds + state.spare
        if not number or (self._one_left and number > 1):
            return _OUT_OF_REACH
        return left + self._wild_cost[state.wilds]

    # ---- what can be done

    def _every_option(self, may: Licence) -> Iterator[_Option]:
        """Yields whatever the tiles of the rack allow, each thing by itself."""
        counts, wilds = self._start.counts, self._start.wilds
        present = (counts | counts >> 1) & ONES | counts & TWOS
        rules, held = self._rules, {self._faces.of[tile] for tile in self._rack} - {WILD}
        # a run too long for one piece is laid as far as it may be, and the rest is laid off
        melds = melds_by_lowest(_longer(rules))
        for face in held if may.melds else ():
            for group in melds[face]:
                if group.wilds <= wilds and group.units & present == group.units:
                    yield from self._new_meld(group)
        for face in held if may.pairs else ():
            for group in pairs_by_lowest(rules)[face]:
                if group.wilds <= wilds and group.units & present == group.units:
                    yield _Option(group.units, group.wilds, 1, 0, 0, group)
        if may.pairs and rules.wild_in_pair and wilds > 1:
            yield _Option(0, 2, 1, 0, 0, Group("pair", (WILD, WILD), 0, 2, 0))
        if may.pairs and rules.indicator_twin_is_pair and any(map(self._is_twin, self._rack)):
            face = self._faces.indicator
            yield _Option(UNIT[face], 0, 1, 0, 0, Group("pair", (face,), UNIT[face], 0, 0))
        for index, spot in enumerate(self._table) if may.adds else ():
            yield from self._bundles(index, spot, spot.meld, ())

    def _is_twin(self, tile: Tile) -> bool:
        return kind_of(tile) == self._faces.indicator

    def _new_meld(self, group: Group) -> Iterator[_Option]:
        """Yields a meld that can be laid: in one piece, or a piece of it and its other tiles one by one."""
        longest = self._rules.run_max_from_hand
        if group.type == "set" or len(group.places) <= longest:
            yield _Option(group.units, group.wilds, 0, 0, 0, group)
            return
        tile = {self._faces.of[tile]: tile for tile in self._rack}
        ends = range(longest, len(group.places) + 1)
        # the first piece that can be laid so that each tile before it still makes a run
        good = (
            end
            for end in ends
            if all(
                is_meld("run", [tile[face] for face in group.places[at:end]], self._faces, self._rules)
                for at in range(end - longest + 1)
            )
        )
        for end in islice(good, 1):
            start = end - longest
            added: list[_Added] = [(face, NEW, "low") for face in reversed(group.places[:start])]
            added += [(face, NEW, "high") for face in group.places[end:]]
            short = group._replace(places=group.places[start:end])
            yield _Option(group.units, group.wilds, 0, len(added), 0, short, tuple(added))

    def _bundles(self, index: int, spot: Spot, meld: Meld, added: tuple[_Added, ...]) -> Iterator[_Option]:
        """Yields every bundle of one meld that begins with some lay-offs: low ones first, in a set by colour."""
        taken = [face for face, _, _ in added]
        if added:
            units, wilds = count(taken)
            yield _Option(units, wilds, 0, len(added), 1 << index, None, added)
        for end, fitting in accepted(meld, self._faces, self._rules).items():
            if end in spot.blocked or (end == "low" and added and added[-1][2] == "high"):
                continue
            for face in sorted(fitting):
                tiles = [tile for tile in self._rack if self._faces.of[tile] == face]
                if len(tiles) <= taken.count(face) or (meld.type == "set" and taken and face < taken[-1]):
                    continue
                longer = extend(meld, tiles[0], end, self._faces, self._rules)
                yield from self._bundles(index, spot, longer, (*added, (face, index, end)))

    # ---- doing it

    def _carried_out(self, swaps: list[Swap], options: tuple[_Option, ...]) -> Work:
        """Puts the tiles of the rack on the places of what is done, the dearest of equal ones."""
        homes: dict[Face, list[Tile]] = {}
        for tile in sorted(self._rack, key=lambda tile: (self._value(tile), self._is_twin(tile))):
            homes.setdefault(self._faces.of[tile], []).append(tile)
        lays: list[Step] = []
        adds: list[Step] = []
        # the indicator's twin alone is a pair, what plays as it is not: it comes first
        for option in sorted(options, key=lambda o: len(o.group.places) if o.group else NUMBERS):
            if option.group:
                lays.append(Lay((option.group.type, tuple([homes[face].pop() for face in option.group.places]))))
            new = len(self._table) + len(lays) - 1
            adds += [Add(homes[face].pop(), new if index == NEW else index, end) for face, index, end in option.added]
        left = tuple(tile for tile in self._rack if tile in homes[self._faces.of[tile]])
        return Work((*swaps, *lays, *adds), left, sum(map(self._value, left)), self._exact)
