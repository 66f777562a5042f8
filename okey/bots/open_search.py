"""Looking ahead after opening: the tiles that may be thrown are tried against sampled draws.

Each world is a row of tiles drawn from the unseen ones, the same for every candidate.  What the player throws on the
way is chosen in hindsight, of what the table has no place for.  That is too good for every candidate alike, and so
cheap that a decision can look at dozens of worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from okey.bots.open_laying import work
from okey.bots.open_sight import Sight
from okey.tiles import WILD, Tile

CANDIDATES = 4
"""So many tiles are tried, those that look best."""
SLICE = 4
"""So many worlds are looked at without a pause."""
AHEAD = 3
"""So many draws are looked ahead after opening."""
LASTS = 0.8
"""How likely nobody else finishes within a turn."""
POINT = 0.004
"""What a point left in the rack costs, in finishes."""
TIE = 0.0005
"""What a point of the first look counts beside that."""


def search(sight: Sight, rack: tuple[Tile, ...], worth: dict[Tile, float]) -> Iterator[dict[Tile, float] | None]:
    """Weighs the best of some tiles to throw again; yields None between, and their worth at last."""
    mind, turns = sight.mind, sight.turns
    best = sorted(worth, key=lambda tile: -worth[tile])[:CANDIDATES]
    if not mind.worlds or not turns or len(best) < 2:
        yield worth
        return
    pool = _pool(sight, rack)
    found = dict.fromkeys(best, 0.0)
    draws = min(len(pool), turns, AHEAD)
    played = 0
    while played < mind.worlds and not mind.is_late():
        drawn = mind.rng.sample(pool, draws)
        for tile in best:
            found[tile] += _value(sight, [other for other in rack if other != tile], drawn)
        if not played % SLICE:
            yield None
        played += 1
    yield {tile: total / played + TIE * worth[tile] for tile, total in found.items()} if played else worth


def _pool(sight: Sight, rack: tuple[Tile, ...]) -> list[Tile]:
    """Lists as many tiles of each face as are unseen."""
    left, pool = list(sight.mind.unseen), []
    for tile, face in enumerate(sight.of):
        if left[face] > 0 and tile not in rack:
            left[face] -= 1
            pool.append(tile)
    return pool


def _value(sight: Sight, rack: list[Tile], drawn: Sequence[Tile]) -> float:
    """Values a rack in a world: the chance to finish, and what is left otherwise."""
    value, lasts = 0.0, 1.0
    for turn in range(1, len(drawn) + 1):
        found = work(sight, (*rack, *drawn[:turn]))
        assert found is not None
        left = sorted((sight.faces.value(tile) for tile in found.left if sight.of[tile] != WILD), reverse=True)
        # a tile is thrown every turn
        if len(found.left) <= turn:
            return value + lasts
        points = sum(left[turn:])
        value -= POINT * points * (lasts * (1 - LASTS) if turn < len(drawn) else lasts)
        lasts *= LASTS
    return value
