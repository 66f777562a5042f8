"""What to lay at an open table: the first lay-down, further melds, lay-offs and swaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from okey.bots.open_sight import Sight
from okey.game.actions import Action, add_to, lay, open_with, swap
from okey.game.laying import check_add, check_lay, check_open, check_swap, konkan_sizes
from okey.game.refusal import Refused
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.solver import Laid
from okey.solver.cover import Cover, Group, count, part
from okey.solver.layouts import Richest, konkan_layouts, whole_hands
from okey.solver.quick import may_be_complete, points_in_reach
from okey.tiles import WILD, Tile

USE_IT = 1_000
"""What an okey counts where it must not stay in the rack."""
TILE = 6
"""What a tile less in the rack is worth in points: the fewer, the nearer the finish."""


# ---- the first lay-down


def opening(sight: Sight, rack: Sequence[Tile], must: Tile | None) -> tuple[Laid, ...] | None:
    """Finds the melds to open with: the whole hand if it can be, else runs and sets, else pairs.

    Args:
        sight: the table.
        rack: the tiles, that which was taken first.
        must: a tile that has to be laid.
    """
    for melds in chain(_whole(sight, rack), _series(sight, rack), _pairs(sight, rack)):
        used = [tile for _, tiles in melds for tile in tiles]
        if melds and len(used) < len(rack) and (must is None or must in used):
            return melds
    return None


def _whole(sight: Sight, rack: Sequence[Tile]) -> Iterator[tuple[Laid, ...]]:
    """Yields the lay-downs that finish the hand, that which leaves an okey to throw first."""
    rules, faces = sight.rules, sight.faces
    if sight.me.konkan:
        yield from konkan_layouts(rack, faces, rules, *konkan_sizes(rules, sight.me))
        return
    counts, wilds = sight.mind.counted(tuple(rack))
    if may_be_complete(counts, wilds, rules, spare=1)[0]:
        for groups in reversed(list(whole_hands(counts, wilds, rules))):
            if sight.elden or _points(groups) >= sight.bar:
                yield _placed(sight, groups, rack)


def _series(sight: Sight, rack: Sequence[Tile]) -> Iterator[tuple[Laid, ...]]:
    """Yields the runs and sets that leave least, if they reach the bar, then those that count most."""
    counts, wilds = sight.mind.counted(tuple(rack))
    if sight.me.konkan or points_in_reach(counts, wilds, sight.rules) < sight.bar:
        return
    points, groups = Richest(sight.rules).best(counts, wilds)
    if points < sight.bar:
        return
    _, fewest = Cover(sight.rules).loose(counts, wilds, USE_IT * (not sight.turns))
    if _points(fewest) >= sight.bar:
        yield _placed(sight, fewest, rack)
    yield _placed(sight, groups, rack)
    if sum(len(group.places) for group in groups) == len(rack):
        # one tile has to stay
        for out in rack:
            rest = [tile for tile in rack if tile != out]
            points, groups = Richest(sight.rules).best(*sight.mind.counted(tuple(rest)))
            if points >= sight.bar:
                yield _placed(sight, groups, rest)


def _pairs(sight: Sight, rack: Sequence[Tile]) -> Iterator[tuple[Laid, ...]]:
    """Yields as many pairs as there are, if they are enough; with okeys only where they are needed."""
    if sight.me.konkan or not sight.pairs_bar:
        return
    counts, wilds = sight.mind.counted(tuple(rack))
    cover = Cover(sight.rules, melds=False, pairs=True)
    for okeys in range(wilds + 1):
        groups = cover.loose(counts, okeys, USE_IT)[1]
        if len(groups) >= sight.pairs_bar:
            yield _placed(sight, groups[: (len(rack) - 1) // 2], rack)


def _points(groups: Iterable[Group]) -> int:
    return sum(group.value for group in groups)


def _placed(sight: Sight, groups: Iterable[Group], rack: Sequence[Tile]) -> tuple[Laid, ...]:
    return part(groups, rack, sight.faces)[0]


def open_now(sight: Sight, melds: tuple[Laid, ...]) -> Action | None:
    """Makes the action of opening, if the rules allow it."""
    action = open_with(melds)
    return action if _allowed(check_open, sight, action) else None


def _allowed(check: Callable[[RuleSet, Hand, Action], object], sight: Sight, action: Action) -> bool:
    try:
        check(sight.rules, sight.hand, action)
    except Refused:
        return False
    return True


# ---- after opening


class Work(NamedTuple):
    """What can go from a rack to the table."""

    melds: tuple[Laid, ...]
    added: tuple[Tile, ...]
    left: tuple[Tile, ...]
    """What stays."""


def work(sight: Sight, rack: Sequence[Tile], must: Tile | None = None) -> Work | None:
    """Finds what leaves least in the rack: melds, and tiles laid off beside them; one tile stays.

    Args:
        sight: the table, on which this player has opened.
        rack: the tiles, that which was taken first.
        must: a tile that has to be laid.

    Returns:
        None when the tile that has to be laid cannot be.
    """
    urgent = sight.ending or not sight.turns
    fitting = [tile for tile in rack if sight.of[tile] in sight.places]
    real = [tile for tile in fitting if sight.of[tile] != WILD]
    best: Work | None = None
    for out in (None, real, fitting):
        if out is not None and not out:
            continue
        found = _with(sight, rack, out or (), urgent)
        if must in found.left or (must is None and best is not None and _rest(sight, found) >= _rest(sight, best)):
            continue
        if best is None or _rest(sight, found) < _rest(sight, best):
            best = found
    return best


def _with(sight: Sight, rack: Sequence[Tile], out: Sequence[Tile], urgent: bool) -> Work:
    """Finds what is left when some tiles are laid off, melds are laid, and then what still fits is laid off."""
    rest = [tile for tile in rack if tile not in out]
    counts, wilds = count(sight.of[tile] for tile in rest)
    groups = sight.cover.loose(counts, wilds, USE_IT * urgent)[1]
    melds, left = part(groups, rest, sight.faces)
    more = [tile for tile in left if sight.of[tile] in sight.places and (urgent or sight.of[tile] != WILD)]
    added = [*out, *more]
    left = [tile for tile in left if tile not in more]
    okeys = [tile for tile in left if sight.of[tile] == WILD and WILD in sight.places]
    if len(left) == len(okeys) + 1:
        # the tile beside them finishes the hand
        added += okeys
        left = [tile for tile in left if tile not in okeys]
    return _keeping_one(sight, melds, added, left)


def _keeping_one(sight: Sight, melds: Sequence[Laid], added: list[Tile], left: list[Tile]) -> Work:
    """Leaves a tile to throw: an okey if there is one."""
    if left:
        return Work(tuple(melds), tuple(added), tuple(left))
    if added:
        kept = max(added, key=lambda tile: sight.of[tile] == WILD)
        return Work(tuple(melds), tuple(tile for tile in added if tile != kept), (kept,))
    tiles = [tile for _, meld in melds for tile in meld]
    spare = sight.cover.spare(*count(sight.of[tile] for tile in tiles))
    if spare:
        kept = next(tile for tile in tiles if sight.of[tile] == max(spare))
        rest = [tile for tile in tiles if tile != kept]
        groups = sight.cover.exact(*count(sight.of[tile] for tile in rest))
        if groups:
            return Work(part(groups, rest, sight.faces)[0], (), (kept,))
    smallest = min(melds, key=lambda meld: len(meld[1]))
    return Work(tuple(meld for meld in melds if meld != smallest), (), smallest[1])


def _rest(sight: Sight, found: Work) -> tuple[bool, int]:
    points = sum(sight.faces.value(tile) for tile in found.left if sight.of[tile] != WILD)
    return len(found.left) > 1, points + TILE * len(found.left)


def next_step(sight: Sight, rack: Sequence[Tile], must: Tile | None, *, only_last: bool) -> Action | None:
    """Gets the next step of what leaves least; None when all is done, or when the tile that has to be laid cannot be.

    That tile goes first: whatever else is done may take its place.

    Args:
        sight: the table, on which this player has opened.
        rack: the tiles, that which was taken first.
        must: a tile that has to be laid.
        only_last: whether steps are taken only where they leave one tile, which ends the hand.
    """
    if len(rack) < 2:
        return None
    found = work(sight, rack, must)
    if found is None or (only_last and len(found.left) > 1):
        return None
    return next(_steps(sight, rack if must is None else (must,), found, must), None)


def _steps(sight: Sight, swapped: Iterable[Tile], found: Work, must: Tile | None) -> Iterator[Action]:
    """Yields what can be done of a plan at once: okeys got for tiles, tiles laid off, melds laid."""
    laid = {tile for _, tiles in found.melds for tile in tiles}
    for tile in swapped:
        if tile not in laid and (action := _swap(sight, tile)) is not None:
            yield action
    for tile in found.added if must is None else [tile for tile in found.added if tile == must]:
        for index, end in sight.places[sight.of[tile]]:
            action = add_to(tile, index, end)
            if _allowed(check_add, sight, action):
                yield action
    for type_, tiles in found.melds:
        action = lay(type_, tiles)
        if (must is None or must in tiles) and _allowed(check_lay, sight, action):
            yield action


def _swap(sight: Sight, tile: Tile) -> Action | None:
    """Gets an okey for a tile, where one stands for it."""
    if sight.of[tile] == WILD:
        return None
    for index, meld in enumerate(sight.hand.melds):
        if any(map(sight.faces.is_okey, meld.meld.tiles)):
            action = swap(tile, index)
            if _allowed(check_swap, sight, action):
                return action
    return None
