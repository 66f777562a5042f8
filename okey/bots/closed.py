"""How a closed hand is played: what to take, what to throw, when to finish."""

from __future__ import annotations

from collections.abc import Iterator

from okey.bots.mind import Mind
from okey.bots.sight import Distances, Neighbours, Sight
from okey.game.actions import DRAW, TAKE, Action, discard, finish, take
from okey.game.scoring import finish_loss
from okey.solver import finishing_discards
from okey.tiles import WILD, Tile


def choose(mind: Mind) -> Iterator[Action | None]:
    """Thinks about the seat's next action."""
    sight = Neighbours(mind) if mind.skill.sight == "neighbours" else Distances(mind)
    if mind.view.phase == "draw":
        yield from _choose_source(mind, sight)
    elif (last := _best_finish(mind)) is not None:
        yield last
    else:
        yield from _choose_discard(mind, sight)


def _best_finish(mind: Mind) -> Action | None:
    """Finds the dearest finish of a rack after the draw."""
    view = mind.view
    if view.arrived is None and not mind.rules.starter_may_finish_first:
        return None
    finishing = finishing_discards(view.rack, mind.faces, mind.rules)

    def loss(tile: Tile) -> int:
        return max(finish_loss(mind.rules, shape, mind.faces.is_okey(tile)) for shape in finishing[tile])

    return finish(max(finishing, key=loss)) if finishing else None


def _choose_source(mind: Mind, sight: Sight) -> Iterator[Action | None]:
    """Chooses between the stock and the discards."""
    offered = mind.view.takeable()
    best, choice = sight.cost(mind.view.rack) - sight.margin, DRAW
    for tile in offered:
        rack = (*mind.view.rack, tile)
        action = TAKE if len(offered) == 1 else take(tile)
        if mind.faces.of[tile] == WILD or finishing_discards(rack, mind.faces, mind.rules):
            yield action
            return
        for thrown, cost in sight.throws(rack):
            yield None
            if thrown != tile and cost < best:
                best, choice = cost, action
    yield choice


def _choose_discard(mind: Mind, sight: Sight) -> Iterator[Action | None]:
    """Chooses the tile to throw."""
    costs: dict[Tile, float] = {}
    for tile, cost in sight.throws(mind.view.rack):
        yield None
        costs[tile] = cost + (mind.skill.defends * mind.danger(tile) if mind.skill.defends else 0.0)
    if not costs:
        yield discard(mind.view.rack[0])
        return
    if mind.rng.random() < mind.skill.slips:
        costs.pop(min(costs, key=costs.__getitem__)) if len(costs) > 1 else None
    best = min(costs.values())
    yield discard(mind.rng.choice([tile for tile, cost in costs.items() if cost <= best + 0.01]))
