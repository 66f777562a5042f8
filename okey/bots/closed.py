"""How a closed hand is played: what to take, what to throw, when to finish."""

from __future__ import annotations

from collections.abc import Iterator

from okey.bots.mind import Mind
from okey.game.actions import DRAW, TAKE, Action, discard, finish, take
from okey.game.scoring import finish_loss
from okey.solver import finishing_discards
from okey.solver.cover import UNIT, Counts
from okey.solver.distance import Distance
from okey.tiles import WILD, Tile

STEP = (0.0, 0.0, 9.0, 13.5, 17.0, 20.0, 22.5, 25.0)
"""How many turns it takes from so many missing tiles to one, on average; more is as far away."""
PAIRS_STEP = (0.0, 0.0, 10.0, 17.0, 23.0, 28.0, 32.0, 36.0)
"""The same towards seven pairs, where every tile has one mate only."""
LEAST_HOPE = 0.004
"""The chance that is left where no useful tile is."""
DRAW_IS_WORTH = 1.5
"""How many turns a discard has to save to be taken: a draw may save some too, and shows less."""


def choose(mind: Mind) -> Iterator[Action | None]:
    """Thinks about the seat's next action."""
    if mind.view.phase == "draw":
        yield from _choose_source(mind)
    elif (last := best_finish(mind)) is not None:
        yield last
    else:
        yield from _choose_discard(mind)


def best_finish(mind: Mind) -> Action | None:
    """Finds the dearest finish of a rack after the draw."""
    view = mind.view
    if view.arrived is None and not mind.rules.starter_may_finish_first:
        return None
    finishing = finishing_discards(view.rack, mind.faces, mind.rules)

    def loss(tile: Tile) -> int:
        return max(finish_loss(mind.rules, shape, mind.faces.is_okey(tile)) for shape in finishing[tile])

    return finish(max(finishing, key=loss)) if finishing else None


def turns(mind: Mind, counts: Counts, wilds: int) -> float:
    """Guesses how many turns a rack needs to finish."""
    least = _turns(mind, mind.outlook.melds(counts, wilds), STEP)
    if mind.rules.pairs_win != "off":
        least = min(least, _turns(mind, mind.outlook.pairs(counts, wilds), PAIRS_STEP))
    return least


def _turns(mind: Mind, distance: Distance, steps: tuple[float, ...]) -> float:
    if not distance.tiles:
        return 0.0
    beyond = max(0, distance.tiles - len(steps) + 1)
    return steps[distance.tiles - beyond] + 2.5 * beyond + 1 / max(LEAST_HOPE, mind.hope(distance.useful))


def _throws(mind: Mind, rack: tuple[Tile, ...], kept: Tile | None = None) -> Iterator[tuple[Tile, float]]:
    """Yields each tile that may be thrown with the turns that the others need."""
    counts, wilds = mind.counted(rack)
    for tile in mind.kinds(rack):
        if tile != kept:
            yield tile, turns(mind, counts - UNIT[mind.faces.of[tile]], wilds)


def _choose_source(mind: Mind) -> Iterator[Action | None]:
    """Chooses between the stock and the discards."""
    offered = mind.view.takeable()
    best, choice = turns(mind, *mind.counted(mind.view.rack)) - DRAW_IS_WORTH, DRAW
    for tile in offered:
        rack = (*mind.view.rack, tile)
        action = TAKE if len(offered) == 1 else take(tile)
        if mind.faces.of[tile] == WILD or finishing_discards(rack, mind.faces, mind.rules):
            yield action
            return
        for _, then in _throws(mind, rack, tile):
            yield None
            if then < best:
                best, choice = then, action
    yield choice


def _choose_discard(mind: Mind) -> Iterator[Action | None]:
    """Chooses the tile to throw."""
    worth: dict[Tile, float] = {}
    for tile, then in _throws(mind, mind.view.rack):
        yield None
        worth[tile] = then + (mind.skill.defends * mind.danger(tile) if mind.skill.defends else 0.0)
    if not worth:
        yield discard(mind.view.rack[0])
        return
    best = min(worth.values())
    yield discard(mind.rng.choice([tile for tile, then in worth.items() if then <= best + 0.01]))
