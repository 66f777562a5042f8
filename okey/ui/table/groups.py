"""The melds that lie on the rack: tiles side by side that belong together, as the player put them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from okey.game import View
from okey.game.laying import opening_value, pairs_needed, points_needed
from okey.melds import Meld, MeldError, MeldType, make_meld
from okey.rules import RuleSet
from okey.tiles import NUMBERS, WILD, Faces, Tile, colour_of, number_of
from okey.ui.rack import Rack

LONGEST = NUMBERS + 1
"""No meld has more tiles."""


@dataclass(frozen=True, slots=True)
class Group:
    """A meld on the rack."""

    slots: tuple[int, ...]
    """Where it lies, from the left."""
    meld: Meld


@dataclass(frozen=True, slots=True)
class Groups:
    """The melds on a rack, and what they are worth as a first lay-down."""

    found: tuple[Group, ...]
    value: int
    """Their points, or the number of pairs."""
    needed: int
    """The bar to reach; 0 where there is none."""
    pairs: bool
    """Whether they are pairs."""


def find(view: View, rack: Rack) -> Groups:
    """Finds the melds on the player's rack.

    Runs and sets are looked for, and pairs where they are good for something; of the two the kind that is nearer to
    its bar (pairs from half of it on), or covers more.  In a stretch without a gap the melds worth most are taken.
    """
    if view.faces is None or view.seat is None:
        return Groups((), 0, 0, pairs=False)
    rules, me = view.rules, view.seats[view.seat]
    table = rules.table_melds
    if table and me.opened is not None:
        return _after_opening(view, rack)
    stretches = [[(slot, _held(rack, slot)) for slot in stretch] for stretch in rack.stretches()]
    whole = me.konkan or not table
    melds = _all(stretches, view.faces, rules, "melds", whole=whole, points=table)
    hand = view.imagine()
    hand.actor = view.seat
    needed = points_needed(rules, hand) if table and not me.konkan else 0
    pairs_bar = pairs_needed(rules, hand) if table else 7 if rules.pairs_win != "off" else 0
    pairs = _all(stretches, view.faces, rules, "pairs", whole=whole, points=table) if pairs_bar else ()
    if table:
        value = sum(group.meld.value for group in melds)
        nearer = 2 * len(pairs) > pairs_bar and len(pairs) * needed > value * pairs_bar
        wants_pairs = nearer or (me.declared and rules.cifte_locks)
    else:
        nearer = 2 * len(pairs) > pairs_bar and 2 * len(pairs) > sum(len(group.slots) for group in melds)
        wants_pairs = nearer or not melds or (me.declared and rules.cifte_locks)
    if wants_pairs:
        return Groups(pairs, len(pairs), pairs_bar, pairs=True)
    return Groups(melds, opening_value([group.meld for group in melds]) if melds else 0, needed, pairs=False)


def _after_opening(view: View, rack: Rack) -> Groups:
    """Finds what an opened player may still lay."""
    assert view.faces is not None
    assert view.seat is not None
    stretches = [[(slot, _held(rack, slot)) for slot in stretch] for stretch in rack.stretches()]
    only_pairs = view.seats[view.seat].opened == "pairs"
    any_pairs = any(seat.opened == "pairs" for seat in view.seats)
    kind: _Kind = "pairs" if only_pairs else "both" if any_pairs else "melds"
    found = _all(stretches, view.faces, view.rules, kind, whole=False, points=True)
    return Groups(found, sum(group.meld.value for group in found), 0, pairs=only_pairs)


_Kind = Literal["melds", "pairs", "both"]


def _held(rack: Rack, slot: int) -> Tile:
    tile = rack.slots[slot]
    assert tile is not None, "a stretch has no gaps"
    return tile


def _all(
    stretches: Sequence[Sequence[tuple[int, Tile]]],
    faces: Faces,
    rules: RuleSet,
    kind: _Kind,
    *,
    whole: bool,
    points: bool,
) -> tuple[Group, ...]:
    found: list[Group] = []
    for stretch in stretches:
        slots = [slot for slot, _ in stretch]
        for start, meld in _split(tuple(tile for _, tile in stretch), faces, rules, kind, whole=whole, points=points):
            found.append(Group(tuple(slots[start : start + len(meld.tiles)]), meld))
    return tuple(found)


_Worth: TypeAlias = tuple[int, int, int]
"""Points, tiles covered, and the number of melds below zero."""


@lru_cache(maxsize=256)
def _split(
    tiles: tuple[Tile, ...], faces: Faces, rules: RuleSet, kind: _Kind, *, whole: bool, points: bool
) -> tuple[tuple[int, Meld], ...]:
    """Finds the melds worth most in a row of tiles, each with the place where it begins.

    Args:
        tiles: the row.
        faces: what tiles play as.
        rules: the options of melds.
        kind: what is looked for.
        whole: whether runs longer than the rules let one lay from the hand count in one piece.
        points: whether melds are worth their points, or just the tiles that they cover.
    """
    best: list[tuple[_Worth, tuple[tuple[int, Meld], ...]]] = [((0, 0, 0), ())]
    for end in range(1, len(tiles) + 1):
        choice = best[end - 1]
        for start in range(max(0, end - LONGEST), end):
            meld = read(tiles[start:end], faces, rules, kind, whole=whole)
            if meld is not None:
                (worth, covered, fewer), before = best[start]
                own = meld.value if points and meld.type != "pair" else 0
                candidate = (worth + own, covered + len(meld.tiles), fewer - 1), (*before, (start, meld))
                if candidate[0] > choice[0]:
                    choice = candidate
        best.append(choice)
    return best[-1][1]


def read(tiles: Sequence[Tile], faces: Faces, rules: RuleSet, kind: _Kind = "both", *, whole: bool) -> Meld | None:
    """Reads tiles as a meld: in their order, the other way round, or put into order; None when they are none."""
    for type_, order in _readings(tiles, faces, kind):
        try:
            return make_meld(type_, order, faces, rules, "table" if whole else "hand")
        except MeldError:
            continue
    return None


def _readings(tiles: Sequence[Tile], faces: Faces, kind: _Kind) -> Iterator[tuple[MeldType, list[Tile]]]:
    if kind != "melds" and len(tiles) <= 2:
        yield "pair", list(tiles)
    if kind == "pairs" or len(tiles) < 3:
        return
    real = [face for tile in tiles if (face := faces.of[tile]) != WILD]
    if len({number_of(face) for face in real}) <= 1 and len(tiles) <= 4:
        yield "set", list(tiles)
    if len({colour_of(face) for face in real}) <= 1:
        yield "run", list(tiles)
        yield "run", list(tiles)[::-1]
        yield from (("run", order) for order in _in_order(tiles, faces))


def _in_order(tiles: Sequence[Tile], faces: Faces) -> Iterator[list[Tile]]:
    """Yields the tiles of one colour from low to high, okeys in the gaps and then at the end or the front.

    A 1 is tried as the lowest, then behind the 13.
    """
    wilds = [tile for tile in tiles if faces.of[tile] == WILD]
    real = [tile for tile in tiles if faces.of[tile] != WILD]
    for one in (1, NUMBERS + 1):
        numbers = {(one if (n := number_of(faces.of[tile])) == 1 else n): tile for tile in real}
        if len(numbers) < len(real) or not numbers:
            continue
        spare, row = list(wilds), []
        for number in range(min(numbers), max(numbers) + 1):
            if number in numbers:
                row.append(numbers[number])
            elif spare:
                row.append(spare.pop(0))
        if len(row) == max(numbers) - min(numbers) + 1:
            yield [*row, *spare]
            yield [*spare, *row]
