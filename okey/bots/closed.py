"""How a closed hand is played: what to take, what to throw, when to finish."""

from __future__ import annotations

from collections.abc import Iterator

from okey.bots.mind import Mind
from okey.bots.sight import Distances, Neighbours, Sight
from okey.bots.worlds import best_throw
from okey.game.actions import DRAW, TAKE, Action, discard, finish, take
from okey.game.scoring import finish_loss
from okey.solver import finishing_discards
from okey.tiles import WILD, Tile

ALIKE = 0.5
"""Throws that differ by no more turns are tried in worlds."""
MOST_ALIKE = 4
"""How many throws are."""
RISK = 0.012
"""How much likelier each turn makes it that somebody finishes in the next round."""


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
    """Finds the dearest finish of a rack after the draw; None too where it is better to wait for a dearer one."""
    view = mind.view
    if view.arrived is None and not mind.rules.starter_may_finish_first:
        return None
    losses = _finishes(mind, view.rack)
    if not losses:
        return None
    last = max(losses, key=losses.__getitem__)
    return discard(last) if _is_worth_waiting(mind, last, losses[last]) else finish(last)


def _finishes(mind: Mind, rack: tuple[Tile, ...]) -> dict[Tile, int]:
    """Finds the tiles that finish a rack after the draw, with what each makes the others lose."""
    return {
        tile: max(finish_loss(mind.rules, shape, mind.faces.is_okey(tile)) for shape in shapes)
        for tile, shapes in finishing_discards(rack, mind.faces, mind.rules).items()
    }


def _is_worth_waiting(mind: Mind, last: Tile, now: int) -> bool:
    """Tells whether a complete rack should wait a turn to finish with an okey.

    Where a discard does not end the hand by itself the rack stays complete, so all that is risked is that somebody else
    finishes first.
    """
    rules, okeys = mind.rules, sum(map(mind.faces.is_okey, mind.view.rack))
    if rules.finish_action != "declare" or rules.throw_finishes or not okeys or mind.faces.is_okey(last):
        return False
    if mind.view.stock < rules.players:  # this may be the last turn
        return False
    dearer = finish_loss(rules, "melds", okey=True) - now
    counts, wilds = mind.counted(tuple(tile for tile in mind.view.rack if tile != last))
    hope = mind.hope(mind.outlook.melds(counts, wilds - 1).useful)
    risk = min(1.0, mind.skill.fears * RISK * sum(map(len, mind.memory.thrown)) / rules.players)
    return (1 - risk) * (now + hope * dearer) - risk * now / (rules.players - 1) > now


def _choose_source(mind: Mind, sight: Sight) -> Iterator[Action | None]:
    """Chooses between the stock and the discards."""
    offered = mind.view.takeable()
    yield from sight.prepare(mind.view.rack, throwing=False)
    best, choice = sight.cost(mind.view.rack) - mind.skill.margin, DRAW
    for tile in offered:
        rack = (*mind.view.rack, tile)
        action = TAKE if len(offered) == 1 else take(tile)
        losses = _finishes(mind, rack)
        # a rack that is complete without the tile has nothing of it, unless it makes the finish dearer
        if mind.faces.of[tile] == WILD or (losses and max(losses.values()) > losses.get(tile, -1)):
            yield action
            return
        noticed = sight.notices(tile)
        if noticed:
            yield from sight.prepare(rack, throwing=True)
        for thrown, cost in sight.throws(rack) if noticed else ():
            yield None
            if thrown != tile and cost < best:
                best, choice = cost, action
    yield choice


def _choose_discard(mind: Mind, sight: Sight) -> Iterator[Action | None]:
    """Chooses the tile to throw."""
    skill, rng = mind.skill, mind.rng
    costs: dict[Tile, float] = {}
    yield from sight.prepare(mind.view.rack, throwing=True)
    for tile, cost in sight.throws(mind.view.rack):
        yield None
        costs[tile] = cost + skill.defends * mind.danger(tile) + mind.misjudged()
    order = sorted(costs, key=costs.__getitem__) or list(mind.view.rack[:1])
    if len(order) > 1 and rng.random() < skill.slips:
        yield discard(rng.choice(order[1:]))
        return
    alike = [tile for tile in order[:MOST_ALIKE] if costs.get(tile, 0.0) <= costs.get(order[0], 0.0) + ALIKE]
    if not mind.worlds or len(alike) == 1:
        yield discard(order[0])
        return
    for thought in best_throw(mind, alike):
        yield None if thought is None else discard(thought)
