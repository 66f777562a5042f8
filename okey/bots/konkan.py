"""How a Konkan player goes on, and when somebody becomes one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from okey.bots.open_sight import Sight
from okey.game.laying import konkan_sizes
from okey.solver.cover import UNIT
from okey.solver.konkan_distance import KonkanOutlook
from okey.solver.sums import members
from okey.tiles import Tile

NEAR = 2
"""So few tiles may be missing to the long run for somebody to become Konkan of its own will."""


def outlook(sight: Sight) -> KonkanOutlook:
    """Tells how far this player is from the Konkan finish."""
    return sight.konkan(*konkan_sizes(sight.rules, sight.me))


def throws(sight: Sight, rack: Sequence[Tile], kept: Tile | None = None) -> Iterator[dict[Tile, float] | None]:
    """Weighs the tiles that a Konkan player may throw: by what is missing then, and how much of it is unseen.

    Yields None between, and what they are worth at last.
    """
    mind, ahead = sight.mind, outlook(sight)
    counts, wilds = mind.counted(tuple(rack))
    worth: dict[Tile, float] = {}
    for tile in mind.kinds(tuple(rack)):
        if tile != kept:
            distance = yield from ahead.in_steps(counts - UNIT[sight.of[tile]], wilds)
            hits = sum(mind.unseen[face] for face in members(distance.useful))
            worth[tile] = hits / mind.unseen_tiles - distance.tiles
    yield worth


def wants(sight: Sight, tile: Tile) -> Generator[None, None, bool]:
    """Tells whether a Konkan player, or one who would become it, gets on with a discard; in small steps."""
    if not sight.me.konkan and not sight.mind.skill.bargains:
        return False
    rack, ahead = sight.mind.view.rack, outlook(sight)
    now = yield from ahead.in_steps(*sight.mind.counted(rack))
    if not sight.me.konkan and now.tiles > NEAR + 1:
        return False
    then = yield from ahead.in_steps(*sight.mind.counted((*rack, tile)))
    return then.tiles < now.tiles


def is_safe(sight: Sight, thrower: int) -> bool:
    """Tells whether a discard of some player can be taken and kept without being eliminated."""
    return not sight.hand.players[thrower].konkan or sight.me.konkan_takes < sight.rules.konkan_discard_free_takes
