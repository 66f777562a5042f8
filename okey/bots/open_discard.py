"""Which tile to throw at an open table."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache

from okey.bots.mind import SHARE_OF_DISCARDS, company
from okey.bots.open_sight import Sight
from okey.rules import RuleSet
from okey.solver.cover import UNIT, Counts, melds_by_lowest, part
from okey.solver.distance import Distance
from okey.solver.layouts import Richest
from okey.solver.sums import members
from okey.tiles import KINDS, Face, Tile

STEP = (1.0, 0.13, 0.25, 0.37, 0.45, 0.55, 0.65, 0.7, 0.75)
"""How likely a drawn tile brings a rack on, by how many are missing: for the steps after the first."""
PAIRS_STEP = (1.0, 0.15, 0.17, 0.19, 0.22, 0.24, 0.26, 0.28, 0.3, 0.32, 0.34, 0.36, 0.38)
"""The same towards pairs, where every tile has one mate only."""
PAIRS_ARE_WORTH = 0.3
"""What an opening with pairs is worth beside one with runs and sets: it counts twice, and little is laid after it."""
LOOKED_AT = 6
"""So many tiles are weighed exactly: those with least company."""
POINT = 0.0008
"""What a point less to bring to the table is worth before opening, in chances to open."""
DANGER = 0.05
"""What a danger counts in chances to open, times what a player minds it."""
TURN = 0.3
"""What a turn is worth before opening, in chances to open: what a player misjudges is counted in turns."""
TURN_AFTER = 16.0
"""What a turn is worth after opening, in points."""
LIVE = 1.1
"""What an unseen tile that would bring a loose one to the table is worth in points."""


def loose_tiles(sight: Sight, rack: Sequence[Tile]) -> list[Tile]:
    """Lists the tiles outside the melds that count most, one of each face, no okeys; all of them if there are none."""
    counts, wilds = sight.mind.counted(tuple(rack))
    groups = Richest(sight.rules).best(counts, wilds)[1]
    left = part(groups, rack, sight.faces)[1]
    return list(sight.mind.kinds(tuple(left))) or list(sight.mind.kinds(tuple(rack)))


def harmless(sight: Sight, tiles: list[Tile]) -> list[Tile]:
    """Leaves out the tiles that could be laid off, if there are others; where that costs nothing it still helps."""
    return [tile for tile in tiles if sight.of[tile] not in sight.places]


def company_of(sight: Sight, tile: Tile, rack: Sequence[Tile]) -> float:
    """Guesses by its neighbours how much a tile is worth in a rack."""
    near = dict(company(sight.of[tile]))
    same = 0.4 if sight.pairs_bar else 0.0
    worth = 0.0
    for other in {sight.of[t] for t in rack if t != tile}:
        worth += near.get(other, 0.0) + same * (other == sight.of[tile])
    return worth


# ---- before opening


def chance(distance: Distance, share: float, turns: int, steps: Sequence[float]) -> float:
    """Guesses the chance to draw all that is missing.

    Args:
        distance: what is missing.
        share: how many of the unseen tiles bring the rack on.
        turns: how many tiles will be drawn.
        steps: how likely the later tiles are.
    """
    missing = distance.tiles
    if missing == 0:
        return 1.0
    if missing > turns:
        return 0.0
    # chances[n]: so many are still missing
    chances = [0.0] * missing + [1.0]
    for _ in range(turns):
        for left in range(1, missing + 1):
            likely = share if left == missing else steps[left]
            if left == 1:
                # the last one may also be taken from the discards
                likely = 1 - (1 - likely) * (1 - SHARE_OF_DISCARDS * likely)
            moved = likely * chances[left]
            chances[left] -= moved
            chances[left - 1] += moved
    return chances[0]


def outlook(sight: Sight, counts: Counts, wilds: int, turns: int) -> Generator[None, None, float]:
    """Guesses the chance to open within some turns, in small steps; an opening with pairs counts less."""
    near = yield from sight.openings.points_in_steps(counts, wilds, sight.bar)
    series = chance(near, share_of(sight, near), turns, STEP)
    if not sight.pairs_bar:
        return series
    far = sight.pairs.pairs(counts, wilds)
    pairs = chance(far, share_of(sight, far), turns, PAIRS_STEP)
    return series + PAIRS_ARE_WORTH * (1 - series) * pairs


def share_of(sight: Sight, distance: Distance) -> float:
    """Gets the share of the unseen tiles that bring a rack on."""
    unseen = sight.mind.unseen
    return min(1.0, sum(max(0, unseen[face]) for face in members(distance.useful)) / sight.mind.unseen_tiles)


def before_opening(sight: Sight, rack: tuple[Tile, ...]) -> Iterator[dict[Tile, float] | None]:
    """Weighs the tiles that may be thrown before opening; yields None between, and their worth at last."""
    mind = sight.mind
    every = list(mind.kinds(rack))
    tiles = harmless(sight, loose_tiles(sight, rack)) or harmless(sight, every) or every
    tiles.sort(key=lambda tile: (company_of(sight, tile, rack), -sight.faces.value(tile)))
    worth: dict[Tile, float] = {}
    if not mind.skill.counts:
        for tile in tiles:
            worth[tile] = -company_of(sight, tile, rack) - 0.02 * sight.faces.value(tile)
        yield worth
        return
    counts, wilds = mind.counted(rack)
    for tile in tiles[:LOOKED_AT]:
        rest = counts - UNIT[sight.of[tile]]
        yield from sight.openings.prepare(rest, wilds)
        keeps = yield from outlook(sight, rest, wilds, sight.turns)
        worth[tile] = keeps + POINT * (sight.faces.value(tile) - LIVE * live(sight, tile, rack))
        if mind.skill.defends:
            worth[tile] -= DANGER * mind.skill.defends * mind.danger(tile)
        worth[tile] += TURN * (sight.turns > 0) * mind.misjudged()
    yield worth


# ---- after opening


def after_opening(sight: Sight, rack: tuple[Tile, ...]) -> dict[Tile, float]:
    """Weighs the tiles that may be thrown after opening: high ones go, unless much would bring them to the table."""
    every = list(sight.mind.kinds(rack))
    tiles = harmless(sight, every) or every
    mind = sight.mind
    weight = LIVE * (mind.skill.counts and sight.turns > 0)
    unsure = TURN_AFTER * (sight.turns > 0)
    return {
        tile: sight.faces.value(tile) - weight * live(sight, tile, rack) + unsure * mind.misjudged() for tile in tiles
    }


def live(sight: Sight, tile: Tile, rack: Sequence[Tile]) -> float:
    """Counts the unseen tiles that would bring a tile to the table."""
    unseen, face = sight.mind.unseen, sight.of[tile]
    twin = max(0, unseen[face])
    if sight.me.opened == "pairs":
        return float(twin)
    others = [sight.of[t] for t in rack if t != tile]
    thirds = thirds_of(sight.rules)
    awaited: set[Face] = set()
    for other in others:
        awaited.update(thirds.get((face, other), ()))
    for gap, _ in company(face):
        # the tile between it and a run of the table
        if (
            gap in sight.places
            and abs(gap - face) == 1
            and any(sight.hand.melds[index].meld.type == "run" for index, _ in sight.places[gap])
        ):
            awaited.add(gap)
    return float(sum(max(0, unseen[other]) for other in awaited))


@lru_cache(maxsize=16)
def thirds_of(rules: RuleSet) -> dict[tuple[Face, Face], frozenset[Face]]:
    """Lists by two faces those that make a meld of three with them."""
    thirds: dict[tuple[Face, Face], set[Face]] = {}
    for low in range(KINDS):
        for group in melds_by_lowest(rules)[low]:
            if len(group.places) == 3 and not group.wilds:
                for third in group.places:
                    first, second = (face for face in group.places if face != third)
                    thirds.setdefault((first, second), set()).add(third)
                    thirds.setdefault((second, first), set()).add(third)
    return {two: frozenset(third) for two, third in thirds.items()}
