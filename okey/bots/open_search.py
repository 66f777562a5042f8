"""Looking ahead at an open table: the tiles that may be thrown are tried against sampled draws.

Each world is a row of tiles drawn from the unseen ones, the same for every candidate.  What the player throws on the way
is chosen in hindsight: of all tiles held and drawn those are thrown that reach the table with no others.  That is too
good for every candidate alike, and so cheap that a decision can look at dozens of worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from okey.bots.open_discard import PAIRS_ARE_WORTH
from okey.bots.open_laying import work
from okey.bots.open_sight import Sight
from okey.solver.layouts import Richest
from okey.tiles import WILD, Tile

CANDIDATES = 4
"""So many tiles are tried, those that look best."""
SLICE = 4
"""So many worlds are looked at without a pause."""
EARLIER = 0.08
"""What it is worth to open a turn earlier, in openings."""
REST = 0.004
"""What a point that stays in the rack after opening costs, in openings."""
AHEAD = 3
"""So many draws are looked ahead after opening."""
LASTS = 0.8
"""How likely nobody else finishes within a turn."""
POINT = 0.004
"""What a point left in the rack costs, in finishes."""


def search(sight: Sight, rack: tuple[Tile, ...], worth: dict[Tile, float]) -> Iterator[dict[Tile, float] | None]:
    """Weighs the best of some tiles to throw again; yields None between, and their worth at last."""
    mind = sight.mind
    worlds = mind.skill.worlds if mind.budget.nodes is None else mind.budget.nodes
    turns = sight.turns
    best = sorted(worth, key=lambda tile: -worth[tile])[:CANDIDATES]
    if not worlds or not turns or len(best) < 2:
        yield worth
        return
    value = _Opened(sight) if sight.me.opened else _Unopened(sight)
    pool = _pool(sight, rack)
    found = dict.fromkeys(best, 0.0)
    draws = min(len(pool), min(turns, AHEAD) if sight.me.opened else turns)
    for world in range(worlds):
        drawn = mind.rng.sample(pool, draws)
        for tile in best:
            found[tile] += value.of([other for other in rack if other != tile], drawn)
        if not world % SLICE:
            yield None
    yield {tile: total / worlds + TIE * worth[tile] for tile, total in found.items()}


TIE = 0.05
"""How much the first look counts beside the search."""


def _pool(sight: Sight, rack: tuple[Tile, ...]) -> list[Tile]:
    """Lists as many tiles of each face as are unseen."""
    left, pool = list(sight.mind.unseen), []
    for tile, face in enumerate(sight.of):
        if left[face] > 0 and tile not in rack:
            left[face] -= 1
            pool.append(tile)
    return pool


class _Unopened:
    """Values racks before opening."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._richest = Richest(sight.rules)

    def of(self, rack: list[Tile], drawn: Sequence[Tile]) -> float:
        """Values a rack in a world."""
        sight, turns = self._sight, len(drawn)
        everything = (*rack, *drawn)
        if self._points(everything) < sight.bar:
            if not sight.pairs_bar:
                return 0.0
            return PAIRS_ARE_WORTH * (self._pairs(everything) >= sight.pairs_bar)
        for turn in range(1, turns + 1):
            now = (*rack, *drawn[:turn])
            if turn == turns or self._points(now) >= sight.bar:
                counts, wilds = sight.mind.counted(now)
                groups = self._richest.best(counts, wilds)[1]
                total = sum(sight.faces.value(tile) for tile in now if sight.of[tile] != WILD)
                laid = sum(face % 13 + 1 for group in groups for face in group.places if face != WILD)
                return 1.0 + EARLIER * (turns - turn) - REST * (total - laid)
        return 0.0

    def _points(self, tiles: tuple[Tile, ...]) -> int:
        return self._richest.best(*self._sight.mind.counted(tiles))[0]

    def _pairs(self, tiles: tuple[Tile, ...]) -> int:
        of = self._sight.of
        real = [of[tile] for tile in tiles if of[tile] != WILD]
        pairs = sum(real.count(face) // 2 for face in set(real))
        return pairs + len(tiles) - len(real)


class _Opened:
    """Values racks after opening."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight

    def of(self, rack: list[Tile], drawn: Sequence[Tile]) -> float:
        """Values a rack in a world: the chance to finish, and what is left otherwise."""
        sight, lasts = self._sight, 1.0
        value = 0.0
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
