"""Which sums the blocks of a rack make: the search behind distances.

A *block* is what a rack has of a meld; what the meld *lacks* has to be drawn, or a wild stands in for it.  A choice of
blocks has a sum: places covered, tiles used, points, whatever adds up.  All sums that a rack allows are one integer
with a bit for each.  Adding a block to every choice at once is a shift, joining two families of choices is an or, and
each remainder of the rack is met once, lowest tile first (see ``okey.solver.cover``).  So this is the subset-sum
bitset on the number-by-number order of van Rijn, Takes and Vis (The Complexity of Rummikub Problems, arXiv 1604.07553).

Walking back along the choices with a wanted sum gives the tiles that they lack.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from okey.melds import MeldType
from okey.rules import RuleSet
from okey.solver.cover import FACE_OF_CELL, ONES, UNIT, Counts, Group, melds_by_lowest, pairs_by_lowest
from okey.tiles import KINDS, TILES, Face, Faces

Sums: TypeAlias = int
"""A set of sums, a bit for each."""
FaceSet: TypeAlias = int
"""A set of faces, a bit for each; bit ``WILD`` for an okey."""

FORGET = 40_000
"""How many remainders are remembered before starting over."""

EVERY_FACE: FaceSet = (1 << KINDS) - 1
TWOS = ONES << 1
"""Two tiles of every face."""


def members(faces: FaceSet) -> Iterator[Face]:
    """Lists the faces of a set."""
    while faces:
        low = faces & -faces
        yield low.bit_length() - 1
        faces ^= low


def union(sets: Iterable[int]) -> int:
    """Joins sets of bits."""
    return reduce(or_, sets, 0)


def in_play(faces: Faces) -> list[int]:
    """Counts how many tiles of each face a hand is played with, of ``WILD`` too: all but the indicator."""
    there = [0] * (KINDS + 1)
    for tile in range(TILES):
        there[faces.of[tile]] += 1
    there[faces.of[2 * faces.indicator]] -= 1
    return there


def tiles_in(counts: Counts) -> int:
    """Gets how many tiles are counted."""
    return (counts & ONES).bit_count() + 2 * (counts & TWOS).bit_count()


def real_melds(rules: RuleSet, *, pairs: bool) -> Generator[None, None, list[Group]]:
    """Lists the melds without wilds, long runs in pieces; in small steps."""
    groups: list[Group] = []
    for by_face in (melds_by_lowest(rules), pairs_by_lowest(rules))[: 1 + pairs]:
        for face in range(KINDS):
            groups += [group for group in by_face[face] if not group.wilds]
            yield
    return groups


def must_be_drawn(type_: MeldType, lacking: tuple[bool, ...], rules: RuleSet) -> int:
    """Gets how many of the places that a meld lacks no wild may take.

    Args:
        type_: of the meld.
        lacking: whether each place of the meld is lacking, from low to high.
        rules: the options of melds and pairs.
    """
    if type_ == "pair":
        return 0 if rules.wild_in_pair else sum(lacking)
    # in a set the order is free, so one real tile is enough to lead
    leads = not rules.two_leading_wilds and (lacking[:2] == (True, True) if type_ == "run" else all(lacking))
    return max(leads, rules.min_real_tiles - lacking.count(False))


def may_refuse_wilds(rules: RuleSet, wilds: int) -> bool:
    """Tells whether melds may have less room than there are wilds."""
    return (
        wilds > 2
        or rules.min_real_tiles > 1
        or not rules.two_leading_wilds
        or (rules.pairs_win == "mixed" and not rules.wild_in_pair)
    )


class Part(NamedTuple):
    """What a block may be a part of."""

    shift: int
    """What it adds to a sum."""
    lacking: FaceSet
    """What the melds with this block and this sum lack, all together."""
    melds: tuple[FaceSet, ...]
    """What each of them lacks."""


class Step(NamedTuple):
    """A block that the lowest tile of a remainder may be in."""

    units: Counts
    shifts: tuple[int, ...]
    """What it may add to a sum."""
    parts: tuple[Part, ...]


class ByPresence(dict[Counts, "tuple[Step, ...]"]):
    """The steps with one lowest tile, by the tiles present; worked out when first asked for.

    Args:
        steps: all of them.
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        super().__init__()
        self._all = tuple(steps)
        self._reach = union(step.units for step in self._all)

    def of(self, counts: Counts) -> tuple[Step, ...]:
        """Gets the steps that a remainder allows."""
        # one tile of a face asks for the lower bit of its cell, two of them for the higher
        return self[((counts | counts >> 1) & ONES | counts & TWOS) & self._reach]

    def __missing__(self, present: Counts) -> tuple[Step, ...]:
        steps = self[present] = tuple(step for step in self._all if step.units & present == step.units)
        return steps


Found: TypeAlias = dict[tuple[Counts, int], list[FaceSet]]
"""What the melds of each block and each sum lack."""


def by_lowest(found: Found) -> Generator[None, None, list[ByPresence]]:
    """Sorts steps by their lowest tile; in small steps itself."""
    parts: dict[Counts, list[Part]] = {}
    for number, ((units, shift), lacking) in enumerate(found.items()):
        parts.setdefault(units, []).append(Part(shift, union(lacking), tuple(lacking)))
        if number % _AT_ONCE == 0:
            yield
    steps: list[list[Step]] = [[] for _ in range(KINDS)]
    for number, (units, those) in enumerate(parts.items()):
        steps[lowest(units)].append(Step(units, tuple(part.shift for part in those), tuple(those)))
        if number % _AT_ONCE == 0:
            yield
    sorted_: list[ByPresence] = []
    for of_face in steps:
        sorted_.append(ByPresence(of_face))
        yield
    return sorted_


_AT_ONCE = 100
"""So many blocks are sorted in a small step."""


def lowest(counts: Counts) -> Face:
    """Gets the lowest face in counts that are not empty."""
    return FACE_OF_CELL[(counts & -counts).bit_length() - 1 >> 1]


class Search:
    """Finds the sums of racks, and what lies behind them; remembers the sums of every remainder.

    Args:
        steps: the blocks, by their lowest tile.
        limit: the sums that matter.
        walked: the blocks looked at on the way back, where the sums of these dominate those of others; what is wanted
            is then all that is as good.
    """

    def __init__(self, steps: list[ByPresence], limit: Sums, walked: list[ByPresence] | None = None) -> None:
        self._steps = steps
        self._limit = limit
        self._walked = walked or steps
        self._better = 0 if walked is None else limit
        """Sums that stay wanted where blocks that are dominated may make them."""
        self.memory: dict[Counts, Sums] = {0: 1}

    def sums(self, counts: Counts) -> Sums:
        """Gets every sum that blocks of these tiles make."""
        memory = self.memory
        known = memory.get(counts)
        if known is not None:
            return known
        low = lowest(counts)
        rest = counts - UNIT[low]
        sums = memory.get(rest) or self.sums(rest)
        steps = self._steps[low].of(counts)
        for units, shifts, _ in steps:
            rest = counts - units
            then = memory.get(rest) or self.sums(rest)
            for shift in shifts:
                sums |= then << shift
        if steps:
            sums &= self._limit
        memory[counts] = sums
        return sums

    def fill(self, counts: Counts, depth: int = 2) -> Iterator[None]:
        """Finds the sums of a rack in small steps: its highest tiles first, and so many blocks deep."""
        if counts in self.memory:
            return
        if depth:
            low = lowest(counts)
            yield from self.fill(counts - UNIT[low], depth)
            for step in self._steps[low].of(counts):
                yield from self.fill(counts - step.units, depth - 1)
        self.sums(counts)
        yield

    def lacking(self, counts: Counts, wanted: Sums, loose: int = 0, company: list[FaceSet] | None = None) -> FaceSet:
        """Gets every face that some choice with a wanted sum lacks.

        Args:
            counts: tiles whose sums were asked for.
            wanted: sums.
            loose: how many tiles at least have to be in no block.
            company: what is lacking around a tile that is in no block, by face.
        """
        known: dict[tuple[Counts, Sums, int], FaceSet | None] = {}
        steps, memory, better = self._walked, self.memory, self._better

        def walk(counts: Counts, wanted: Sums, loose: int) -> FaceSet | None:
            """Gets what the ways from here on lack; None when there is none."""
            if not counts:
                return None if loose else 0
            key = counts, wanted, loose
            if key in known:
                return known[key]
            low = lowest(counts)
            found = None
            rest = counts - UNIT[low]
            if sums := wanted & memory[rest]:
                then = walk(rest, sums | wanted & better, loose - 1 if loose else 0)
                if then is not None:
                    found = then | company[low] if company else then
            for units, _, parts in steps[low].of(counts):
                rest = counts - units
                there = memory[rest]
                for shift, lacking, _ in parts:
                    want = wanted >> shift
                    if sums := want & there:
                        then = walk(rest, sums | want & better, loose)
                        if then is not None:
                            found = then | lacking | (found or 0)
            known[key] = found
            return found

        return walk(counts, wanted, max(0, loose)) or 0

    def can_be_drawn(self, counts: Counts, wanted: Sums, left: list[int], okeys: int, loose: int) -> bool:
        """Tells whether some choice with a wanted sum lacks no more tiles than there are.

        Args:
            counts: tiles whose sums were asked for.
            wanted: sums.
            left: how many tiles of each face can be drawn.
            okeys: how many wilds may stand in for tiles that cannot.
            loose: how many tiles at least have to be in no block.
        """
        if not counts:
            return loose <= 0
        low = lowest(counts)
        for units, _, parts in self._walked[low].of(counts):
            rest = counts - units
            for shift, _, melds in parts:
                want = wanted >> shift
                if not (sums := want & self.memory[rest]):
                    continue
                sums |= want & self._better
                for lacking in melds:
                    faces = list(members(lacking))
                    short = sum(left[face] <= 0 for face in faces)
                    for face in faces:
                        left[face] -= 1
                    found = short <= okeys and self.can_be_drawn(rest, sums, left, okeys - short, loose)
                    for face in faces:
                        left[face] += 1
                    if found:
                        return True
        rest = counts - UNIT[low]
        sums = wanted & self.memory[rest]
        return bool(sums) and self.can_be_drawn(rest, sums | wanted & self._better, left, okeys, loose - 1)


Told = TypeVar("Told")


def all_at_once(steps: Generator[None, None, Told]) -> Told:
    """Takes all steps; gives what they come to."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            told: Told = end.value
            return told


class Plan(ABC):
    """What the blocks of a rule set are and count; made in small steps, for there are more than a thousand blocks."""

    steps: list[ByPresence]
    limit: Sums
    walked: list[ByPresence] | None = None
    """See ``Search``."""

    def __init__(self) -> None:
        self._making = self._make()

    @abstractmethod
    def _make(self) -> Iterator[None]:
        """Makes the blocks."""

    def prepare(self) -> Iterator[None]:
        """Goes on where the blocks are not all made yet; nothing is lost if nobody asks for the next step."""
        for _ in self._making:  # not `yield from`: that would end with whoever asks
            yield

    def search(self) -> Search:
        """Makes what finds the sums of racks."""
        for _ in self._making:
            pass
        return Search(self.steps, self.limit, self.walked)


AnyPlan = TypeVar("AnyPlan", bound=Plan)


class Searcher(ABC, Generic[AnyPlan]):
    """Keeps what finds the sums of a hand's racks: one search for those whose wilds may be refused, one for the others.

    Args:
        rules: the options of melds.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._searches: dict[bool, tuple[Search, AnyPlan]] = {}

    @abstractmethod
    def _plan(self, *, strict: bool) -> AnyPlan:
        """Gets what the blocks are; ``strict`` where wilds may be refused."""

    def prepare(self, counts: Counts, wilds: int) -> Iterator[None]:
        """Gets ready to tell about a rack, and racks like it, in small steps."""
        for strict in {self._is_strict(wilds), self._is_strict(wilds + 1)}:  # what helps is asked with a wild more
            yield from self._plan(strict=strict).prepare()
        search, _ = self._searching(wilds, FORGET // 4)  # what is found here is not forgotten before it is asked for
        yield from search.fill(counts)

    def _is_strict(self, wilds: int) -> bool:
        return wilds > 0 and may_refuse_wilds(self._rules, wilds)

    def _searching(self, wilds: int, most: int = FORGET) -> tuple[Search, AnyPlan]:
        """Gets what finds the sums of racks with so many wilds; a new one where it remembers more than it may."""
        strict = self._is_strict(wilds)
        if strict not in self._searches or len(self._searches[strict][0].memory) > most:
            self._forget()
            plan = self._plan(strict=strict)
            self._searches[strict] = plan.search(), plan
        return self._searches[strict]

    def _forget(self) -> None:
        """Drops what was found by an earlier search."""
