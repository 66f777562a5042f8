"""The oracle for the open table: how many tiles to exchange for an opening, and for the Konkan finish.

As in ``tests.brute``, first any piece can be drawn as often as one likes; of all ways to get by with so few tiles, one
has to be there that the tiles outside allow.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from okey.rules import RuleSet
from tests.brute import (
    FULL,
    PIECES,
    Block,
    Hand,
    Piece,
    _drawings,
    _first,
    _parts,
    can_be_drawn,
    drawable,
    meld_value,
    packed,
    without_first,
)


def opening_distance(
    tiles: Sequence[Piece], out: Sequence[Piece], size: int, rules: RuleSet, bar: int, *, most: int
) -> int | None:
    """Tells how many tiles have to be exchanged at least until runs and sets of so many tiles count so many points.

    Args:
        tiles: the rack.
        out: what may be drawn.
        size: how many tiles may be laid at most.
        rules: the options of melds.
        bar: the points.
        most: how many exchanges are tried.

    Returns:
        The number; None when it is more than ``most``.
    """
    by_first: list[list[tuple[int, Block, int]]] = [[] for _ in PIECES]
    new = [
        (0, Block((), shape, drawn), _worth((), shape, drawn, rules))
        for shape in ("run", "set")
        for drawn in sorted(drawable((), shape, rules))
    ]
    for kept, shape in _parts(tiles, rules, "run set"):
        for drawn in drawable(kept, shape, rules):
            if drawn <= most:
                block = packed(kept), Block(kept, shape, drawn), _worth(kept, shape, drawn, rules)
                by_first[_first(packed(kept))].append(block)

    def following(left: int, drawn: int, room: int) -> Iterator[tuple[int, Block, int]]:
        space = left | FULL
        for kept, block, worth in by_first[_first(left)] if left else new:
            fits = not left or (space - kept) & FULL == FULL
            if fits and block.drawn <= drawn and block.drawn + len(block.kept) <= room:
                yield left - kept, block, worth

    @cache
    def reach(left: int, drawn: int, room: int) -> int:
        """Tells the most points, as if every piece were there."""
        best = reach(without_first(left), drawn, room) if left else 0
        for rest, block, worth in following(left, drawn, room):
            used = block.drawn + len(block.kept)
            best = max(best, worth + reach(rest, drawn - block.drawn, room - used))
        return best

    def ways(left: int, drawn: int, room: int, needed: int) -> Iterator[tuple[Block, ...]]:
        if reach(left, drawn, room) < needed:
            return
        if needed <= 0:
            yield ()
            return
        for rest, block, worth in following(left, drawn, room):
            used = block.drawn + len(block.kept)
            for more in ways(rest, drawn - block.drawn, room - used, needed - worth):
                yield (block, *more)
        if left:
            yield from ways(without_first(left), drawn, room, needed)

    for drawn in range(most + 1):
        for found in ways(packed(tiles), drawn, size, bar):
            if _count(found, out, rules, bar):
                return drawn
    return None


@cache
def _worth(kept: Hand, shape: str, drawn: int, rules: RuleSet) -> int:
    """Gets the most points of a meld with some kept tiles, as if every piece were there."""
    return max(
        meld_value(tuple(sorted((*kept, *more))), shape, rules) for more in _drawings(kept, shape, drawn, PIECES, rules)
    )


def _count(blocks: tuple[Block, ...], out: Sequence[Piece], rules: RuleSet, bar: int) -> bool:
    """Tells whether the tiles outside make all blocks melds that count so many points together."""
    if not blocks:
        return bar <= 0
    (kept, shape, drawn), *rest = blocks
    return any(
        _count(tuple(rest), list((Counter(out) - Counter(more)).elements()), rules, bar - value)
        for more in _drawings(kept, shape, drawn, out, rules)
        for value in [meld_value(tuple(sorted((*kept, *more))), shape, rules)]
    )


def konkan_distance(tiles: Sequence[Piece], out: Sequence[Piece], rules: RuleSet, run: int, rest: int) -> int | None:
    """Tells how many tiles have to be exchanged at least for the Konkan finish, the other meld being a single one.

    Returns:
        The number; None when there is no such hand.
    """
    rules = replace(rules, run_max_from_hand=13)
    parts = [*_parts(tiles, rules, "run set"), ((), "run"), ((), "set")]
    racks: list[tuple[dict[int, list[Block]], dict[int, list[Block | None]]]] = []
    for length in range(run, (run if rules.konkan_run_exact else min(13, run + rest)) + 1):
        longs = _by_drawn((part for part in parts if part[1] == "run"), length, rules)
        others = _by_drawn(parts, run + rest - length, rules) if length < run + rest else {0: [None]}
        racks.append((longs, others))
    for drawn in range(run + rest + 1):
        for longs, others in racks:
            for first in range(drawn + 1):
                for long in longs.get(first, ()):
                    for other in others.get(drawn - first, ()):
                        blocks = (long, other) if other else (long,)
                        held = not Counter(p for b in blocks for p in b.kept) - Counter(tiles)
                        if held and can_be_drawn(blocks, out, rules):
                            return drawn
    return None


def _by_drawn(parts: Iterable[tuple[Hand, str]], size: int, rules: RuleSet) -> dict[int, list[Block]]:
    """Lists the melds of a size that keep some parts of a rack, by how many tiles are drawn for them."""
    found: dict[int, list[Block]] = {}
    for kept, shape in parts:
        drawn = size - len(kept)
        if drawn >= 0 and drawn in drawable(kept, shape, rules):
            found.setdefault(drawn, []).append(Block(kept, shape, drawn))
    return found
