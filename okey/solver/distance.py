"""Distance to finish: how many tiles of a rack have to be exchanged before it is complete, and for which ones.

A complete hand is a choice of melds with as many places in all as tiles were dealt.  The distance is what these places
lack when as much as can be is there; ``okey.solver.sums`` finds what blocks of two tiles and more can be there.  Tiles
alone in their meld, and melds that are drawn from first to last, are added at the end: they need no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from okey.melds import MeldType
from okey.rules import RuleSet
from okey.solver.cover import CELL, UNIT, Counts, Group, count, longest_piece
from okey.solver.sums import (
    EVERY_FACE,
    FaceSet,
    Found,
    Plan,
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
from okey.tiles import KINDS, NUMBERS, WILD, Face, Faces, Tile


class Distance(NamedTuple):
    """How far a rack is from a finish."""

    tiles: int
    """How many tiles have to be exchanged at least; 0 when the rack is complete, or is once a tile is thrown."""
    useful: FaceSet
    """The tiles not in the rack that bring it down by one."""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The useful tiles one by one; ``WILD`` for an okey."""
        return tuple(members(self.useful))

    def remaining(self, unseen: Sequence[int]) -> int:
        """Counts the useful tiles that may still come.

        Args:
            unseen: how many tiles of each face, of ``WILD`` too, nobody has seen, see ``okey.game.unseen``.
        """
        return sum(unseen[face] for face in self.faces)


def distances(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> dict[str, Distance]:
    """Tells how far a closed hand is from a finish with runs and sets, and with pairs.

    Args:
        tiles: physical tiles, as many as were dealt or one more, which will be thrown.
        faces: what tiles play as.
        rules: the options of melds and pairs.

    Returns:
        The distance by shape, ``melds`` and, where the rules know them, ``pairs``.
    """
    outlook = Outlook(faces, rules)
    counts, wilds = count(faces.of[tile] for tile in tiles)
    found = {"melds": outlook.melds(counts, wilds)}
    if rules.pairs_win != "off":
        found["pairs"] = outlook.pairs(counts, wilds)
    return found


class Outlook(Searcher["_Plan"]):
    """Tells the distance of racks of one hand; remembers what it found.

    Args:
        faces: what tiles play as.
        rules: the options of melds and pairs.
        size: how many places the melds have in all; None for as many as tiles were dealt.
    """

    def __init__(self, faces: Faces, rules: RuleSet, size: int | None = None) -> None:
        super().__init__(rules)
        self._size = rules.hand_size if size is None else size
        self._there = in_play(faces)
        self._there_by_number = [tuple(self._there[number:KINDS:NUMBERS]) for number in range(NUMBERS)]
        self._found: dict[tuple[Counts, int], tuple[int, _Ends, _Plan, Search]] = {}

    def melds(self, counts: Counts, wilds: int) -> Distance:
        """Tells how many tiles have to be exchanged until runs and sets use up the rack.

        Args:
            counts: the real tiles of the rack, see ``okey.solver.cover.count``.
            wilds: how many wilds it holds.

        Returns:
            The distance; one more than the size when the rules leave no way to finish.
        """
        least, ends, plan, search = self._least(counts, wilds)
        if not 0 < least <= self._size:
            return Distance(least, 0)
        useful = 0
        for (sizes, refused), wanted in ends.items():
            if not refused:
                useful |= search.lacking(counts, wanted, company=plan.company(sizes)) | (
                    EVERY_FACE if 0 in sizes else 0
                )
        there = self._there
        useful = self._drawable(counts, useful)
        if any(refused for _, refused in ends):
            # a tile drawn helps only where no wild may stand
            rest = members(self._drawable(counts, EVERY_FACE & ~useful))
            useful |= union(1 << face for face in rest if self._least(counts + UNIT[face], wilds)[0] < least)
        if there[WILD] > wilds and (
            not may_refuse_wilds(self._rules, wilds + 1) or self._least(counts, wilds + 1)[0] < least
        ):
            useful |= 1 << WILD
        return Distance(least, useful)

    def lacking(self, counts: Counts, wilds: int) -> int:
        """Tells how many tiles have to be exchanged until runs and sets use up the rack; see ``melds``."""
        return self._least(counts, wilds)[0]

    def _plan(self, *, strict: bool) -> _Plan:
        return _plan(self._rules, self._size, strict)

    def _forget(self) -> None:
        self._found.clear()

    def _drawable(self, counts: Counts, faces: FaceSet) -> FaceSet:
        """Gets those of some faces that are not all in the rack."""
        return union(1 << face for face in members(faces) if self._there[face] > counts >> CELL[face] & 3)

    def _least(self, counts: Counts, wilds: int) -> tuple[int, _Ends, _Plan, Search]:
        """Finds the least that can be lacking, the sums with it, and where they were found."""
        if (counts, wilds) in self._found:
            return self._found[counts, wilds]
        search, plan = self._searching(wilds)
        there = self._there
        sums, tiles = search.sums(counts), tiles_in(counts)
        least, ends = plan.least(sums, tiles, wilds)
        left = [total - (counts >> cell & 3) for total, cell in zip(there, CELL, strict=False)]
        while 0 < least <= self._size and not any(
            search.can_be_drawn(counts, wanted, left, there[WILD], 0) for wanted in ends.values()
        ):
            least, ends = plan.least(sums, tiles, wilds, least + 1)
        self._found[counts, wilds] = least, ends, plan, search
        return least, ends, plan, search

    def pairs(self, counts: Counts, wilds: int) -> Distance:
        """Tells how many tiles have to be exchanged until the rack is nothing but pairs; see ``melds``."""
        numbers, units, goal = self._pairable(counts, wilds)
        least = _lacking(units, goal)
        if not least:
            return Distance(0, 0)
        useful = 1 << WILD if goal.outside else 0
        for number, (own, drawn) in enumerate(numbers):
            for then, faces in drawn:
                after = _Units(*(a - b + c for a, b, c in zip(units, own, then, strict=True)))
                if _lacking(after, goal) < least:
                    useful |= faces << number
        return Distance(least, useful)

    def lacking_pairs(self, counts: Counts, wilds: int) -> int:
        """Tells how many tiles have to be exchanged until the rack is nothing but pairs; see ``melds``."""
        _, units, goal = self._pairable(counts, wilds)
        return _lacking(units, goal)

    def _pairable(self, counts: Counts, wilds: int) -> tuple[list[_Pairable], _Units, _Goal]:
        """Counts the units of a rack towards pairs, number by number and all together."""
        usable = self._rules.wild_in_pair
        numbers = [
            _pairable(counts >> _NUMBER * number & _SAME, there, self._rules.pair_rule)
            for number, there in enumerate(self._there_by_number)
        ]
        units = _Units(*map(sum, zip(*(own for own, _ in numbers), strict=True)))
        return numbers, units, _Goal(self._size // 2, wilds * usable, (self._there[WILD] - wilds) * usable)


# ---- runs and sets


_Ends: TypeAlias = dict[tuple[frozenset[int], bool], Sums]
"""Sums by the sizes of the melds around single tiles (size 0 stands for a meld that is drawn from first to last) and by
whether wilds are refused for what is lacking."""


class _Filling(NamedTuple):
    """Melds that fill what blocks leave: each around one tile of the rack, or drawn from first to last."""

    sizes: frozenset[int]
    must: tuple[int, ...]
    """How many tiles must be drawn, by how many of the melds are around a tile of the rack."""
    proper: bool
    """Whether a run or a set is among them."""


class _Plan(Plan):
    """How a hand may be complete under one rule set.

    A sum counts the places of melds and the real tiles there; where wilds may be refused, the tiles that must be drawn;
    where pairs stand beside runs and sets, those that are no pairs.

    Args:
        rules: the options of melds and pairs.
        size: how many places the melds have in all.
        strict: whether wilds may be refused.
    """

    def __init__(self, rules: RuleSet, size: int, strict: bool) -> None:
        super().__init__()
        self._rules = rules
        self._size = size
        self._strict = strict
        self._mixed = rules.pairs_win == "mixed"
        # what exceeds the size is cut off after each step; until then it must not run into its neighbour
        self._row = size + 1
        longest = longest_piece(rules)
        self._block = self._row * (size + longest + 1)
        self._heap = self._block * (size + longest + 1 if strict else 1)
        self._whole = range(0, self._heap * (size // 3 + 2 if self._mixed else 1), self._block)
        self.limit = union((1 << self._row * self._row) - 1 << start for start in self._whole)
        self._company: dict[frozenset[int], list[FaceSet]] = {}

    def _make(self) -> Iterator[None]:
        size = self._size
        melds = yield from real_melds(self._rules, pairs=self._mixed)
        found: Found = {}
        for group in melds:
            self._add_blocks(found, group)
            yield
        self.steps = yield from by_lowest(found)
        self._around = _around(melds)
        yield
        self._fillings = _fillings({(len(group.places), group.type == "pair") for group in melds}, self._rules, size)
        full = [size - rest for rest in range(size + 1) if self._fillings[rest]]
        rows = union((1 << self._row) - 1 << self._row * places for places in full)
        self._ending = union(rows << start for start in self._whole)
        self._by_reach = [0] * (size + 1)
        for places in full:
            melds_left = max(len(filling.must) - 1 for filling in self._fillings[size - places])
            for real in range(places + 1):
                self._by_reach[real + melds_left] |= 1 << places * self._row + real

    def _add_blocks(self, found: Found, group: Group) -> None:
        """Adds what a rack may have of a meld."""
        size = len(group.places)
        for number in range(2, size + 1):
            for places in combinations(range(size), number):
                lacking = tuple(place not in places for place in range(size))
                must = must_be_drawn(group.type, lacking, self._rules) if self._strict else 0
                proper = self._mixed and group.type != "pair"
                units = sum(UNIT[group.places[place]] for place in places)
                shift = proper * self._heap + must * self._block + size * self._row + number
                lacked = union(1 << face for face, lacks in zip(group.places, lacking, strict=True) if lacks)
                found.setdefault((units, shift), []).append(lacked)

    def company(self, sizes: frozenset[int]) -> list[FaceSet]:
        """Gets what melds of some sizes lack around a single tile, by that tile."""
        if sizes not in self._company:
            around = [self._around[size] for size in sizes if size]
            self._company[sizes] = [union(lacking[face] for lacking in around) for face in range(KINDS)]
        return self._company[sizes]

    def least(self, sums: Sums, tiles: int, wilds: int, at_least: int = 0) -> tuple[int, _Ends]:
        """Finds the least that can be lacking.

        Args:
            sums: those of a rack.
            tiles: how many real tiles the rack has.
            wilds: how many wilds it has.
            at_least: what is known to be lacking.

        Returns:
            What is lacking, and the sums with it.
        """
        least = self._size + 1
        ends: _Ends = {}
        sums &= self._ending
        if not (self._strict or self._mixed or at_least):
            sums = self._furthest(sums, tiles)
        while sums:
            bit = sums & -sums
            sums ^= bit
            proper, rest = divmod(bit.bit_length() - 1, self._heap)
            must, rest = divmod(rest, self._block)
            size, real = divmod(rest, self._row)
            for filling in self._fillings[self._size - size]:
                if self._mixed and not proper and not filling.proper:
                    continue
                melds = len(filling.must) - 1
                single = min(melds, tiles - real)
                lacking = max(0, self._size - real - single - wilds)
                must_draw = must + filling.must[single]
                lacking = max(lacking, must_draw)
                if not at_least <= lacking <= least:
                    continue
                if lacking < least:
                    least, ends = lacking, {}
                sizes = filling.sizes if single == melds else filling.sizes | {0}
                kind = sizes, self._strict and 0 < must_draw == lacking
                ends[kind] = ends.get(kind, 0) | bit
        return least, ends

    def _furthest(self, sums: Sums, tiles: int) -> Sums:
        """Keeps the sums that use most tiles of the rack, those alone in their meld included."""
        for reach in range(self._size, -1, -1):
            if best := sums & self._by_reach[reach]:
                # where there are not as many tiles as melds have room for, less room does as well
                lower = range(min(tiles, reach), reach)
                return best | union(sums & self._by_reach[other] for other in lower)
        return 0


@lru_cache(maxsize=32)
def _plan(rules: RuleSet, size: int, strict: bool) -> _Plan:
    return _Plan(rules, size, strict)


def _around(melds: list[Group]) -> dict[int, list[FaceSet]]:
    """Gets, by the size of a meld, what it lacks around a single tile, by that tile."""
    around: dict[int, list[FaceSet]] = {}
    for group in melds:
        lacking = around.setdefault(len(group.places), [0] * KINDS)
        for place, face in enumerate(group.places):
            lacking[face] |= union(1 << other for i, other in enumerate(group.places) if i != place)
    return around


def _fillings(shapes: set[tuple[int, bool]], rules: RuleSet, size: int) -> list[list[_Filling]]:
    """Lists what fills each number of places.

    Args:
        shapes: the sizes of melds, and whether they are pairs.
        rules: the options of melds.
        size: the most places.
    """
    parts: list[set[tuple[tuple[int, bool], ...]]] = [{()}]
    for rest in range(1, size + 1):
        parts.append({tuple(sorted((*p, s))) for s in shapes if s[0] <= rest for p in parts[rest - s[0]]})
    fillings: list[list[_Filling]] = []
    for choices in parts:
        sizes: dict[tuple[tuple[int, ...], bool], set[int]] = {}
        for choice in choices:
            proper = any(not is_pair for _, is_pair in choice)
            sizes.setdefault((_must_fill(choice, rules), proper), set()).update(s for s, _ in choice)
        fillings.append([_Filling(frozenset(s), must, proper) for (must, proper), s in sizes.items()])
    return fillings


def _must_fill(choice: tuple[tuple[int, bool], ...], rules: RuleSet) -> tuple[int, ...]:
    """Gets how many tiles of some melds must be drawn, by how many of them are around a tile of the rack."""
    drawn, saved = 0, []
    for size, is_pair in choice:
        type_: MeldType = "pair" if is_pair else "set"
        last = (True,) * (size - 1)
        alone = must_be_drawn(type_, (True, *last), rules)
        drawn += alone
        saved.append(alone - must_be_drawn(type_, (False, *last), rules))
    saved.sort(reverse=True)
    return tuple(drawn - sum(saved[:singles]) for singles in range(len(choice) + 1))


# ---- pairs

_NUMBER = CELL[1]
"""The bits that the counts of one number take."""
_SAME = (1 << _NUMBER) - 1


class _Units(NamedTuple):
    """What a rack has towards pairs."""

    pairs: int
    live: int
    """Single tiles that a tile outside the rack pairs."""
    dead: int
    """Single tiles that only a wild can pair."""


class _Goal(NamedTuple):
    pairs: int
    """How many pairs are wanted."""
    wilds: int
    """How many wilds the rack holds."""
    outside: int
    """How many there are beside those."""


_Pairable: TypeAlias = tuple[_Units, tuple[tuple[_Units, FaceSet], ...]]
"""Units, and those after drawing a tile with the faces (of the number 1) that lead there."""


@lru_cache(maxsize=4096)
def _pairable(counts: Counts, there: tuple[int, ...], rule: str) -> _Pairable:
    """Counts the units among the tiles of one number.

    Args:
        counts: the tiles of each colour, in their cells.
        there: how many of each colour there are in all.
        rule: the option ``pair_rule``.
    """
    held = [counts >> cell & 3 for cell in CELL[::NUMBERS]]
    drawn: dict[_Units, FaceSet] = {}
    for colour, (mine, all_) in enumerate(zip(held, there, strict=True)):
        if mine < all_:
            then = _units([h + (c == colour) for c, h in enumerate(held)], there, rule)
            drawn[then] = drawn.get(then, 0) | 1 << NUMBERS * colour
    return _units(held, there, rule), tuple(drawn.items())


def _units(held: list[int], there: tuple[int, ...], rule: str) -> _Units:
    """Counts the units among so many tiles of each colour."""
    left = [all_ - mine for mine, all_ in zip(held, there, strict=True)]
    if rule == "identical":
        odd = [mine % 2 for mine in held]
        live = sum(1 for one, more in zip(odd, left, strict=True) if one and more > 0)
        return _Units(sum(mine // 2 for mine in held), live, sum(odd) - live)
    tiles, most = sum(held), max(held)
    pairs = tiles // 2 if rule == "either" else min(tiles // 2, tiles - most)
    single = tiles - 2 * pairs
    mates = sum(left) if rule == "either" or single < 2 else sum(left) - left[held.index(most)]
    live = min(single, max(0, mates))
    return _Units(pairs, live, single - live)


def _lacking(units: _Units, goal: _Goal) -> int:
    """Tells how many tiles have to be drawn for the pairs that are wanted."""
    missing = max(0, goal.pairs - units.pairs)
    live = min(missing, units.live)
    dead = min(missing - live, units.dead, goal.wilds + goal.outside)
    return max(0, live + dead + 2 * (missing - live - dead) - goal.wilds)
