"""Advice: what Hard would do in a seat's place, and why.

The advice is Hard's own decision, and its reasons are the figures that the decision rests on: how many tiles are
missing to the finish or to the opening, how many unseen ones help, what the next player could do with a discard.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from okey.bots import hard, konkan, usta
from okey.bots.bot import Bot, decide
from okey.bots.mind import Mind
from okey.bots.open_sight import Sight
from okey.bots.sight import Distances
from okey.game.actions import Action
from okey.game.events import Event
from okey.game.laying import opening_value
from okey.game.view import View
from okey.melds import make_meld
from okey.solver.cover import UNIT
from okey.solver.distance import Distance
from okey.solver.opening_distance import MOST_LACKING
from okey.solver.sums import members
from okey.tiles import WILD, Tile

Reason: TypeAlias = Literal[
    "show", "finish", "wait",
    "draw", "draw_rather", "take_finish", "take_okey", "take_nearer", "take_better",
    "throw", "throw_pairs", "throw_safe", "throw_far",
    "draw_open", "take_open", "take_lay", "back", "undo",
    "open_points", "open_pairs", "open_whole", "lay", "add", "swap",
    "throw_last", "throw_opened", "throw_closed", "throw_closed_far", "throw_konkan",
]  # fmt: skip
"""Why something is advised; ``throw_closed`` is before opening, ``far`` when too much is missing to be counted."""

SKILL = replace(hard.SKILL, wobble=0.0, margin=usta.SKILL.margin)
"""Hard, with a sure eye."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and what speaks for it."""

    action: Action
    reason: Reason
    tile: Tile | None = None
    """The tile it is about, where that is not the action's own: the discard on offer."""
    missing: int = 0
    """How many tiles are missing afterwards."""
    before: int = 0
    """How many are missing now."""
    useful: int = 0
    """How many unseen tiles help."""
    value: int = 0
    """Points or pairs: of an opening, of a tile; or how many tiles are left."""
    needed: int = 0
    """The bar to open with."""


class Adviser:
    """Watches a match over a player's shoulder."""

    def __init__(self) -> None:
        self._bot = Bot(SKILL, "advice")

    def observe(self, event: Event) -> None:
        """Hears what happened, as the player sees it."""
        self._bot.observe(event)

    def think(self, view: View) -> Iterator[Advice | None]:
        """Thinks in slices of a few milliseconds: yields None after each, and the advice at last.

        Args:
            view: what the player may know; it has to be its turn.
        """
        if view.may_show and view.indicator is not None:
            shown = next(thought for thought in self._bot.think(view) if thought is not None)
            yield Advice(shown, "show", value=view.rules.indicator_points)
            return
        mind = self._bot.mind(view)
        for action in decide(mind):
            yield None
            if action is not None:
                yield from (_open_reasons if view.rules.table_melds else _closed_reasons)(mind, action)
                return


def _useful(mind: Mind, distance: Distance) -> int:
    """Counts the unseen tiles that help."""
    return sum(max(0, mind.unseen[face]) for face in members(distance.useful))


# ---- closed hands


def _closed_reasons(mind: Mind, action: Action) -> Iterator[Advice | None]:
    sight = Distances(mind)
    if action.verb == "finish":
        yield Advice(action, "finish")
    elif action.verb == "take":
        yield from _why_take(mind, sight, action)
    elif action.verb == "draw":
        distance = sight.aim(*mind.counted(mind.view.rack))[1]
        offered = mind.view.takeable()
        yield Advice(
            action,
            "draw_rather" if offered else "draw",
            tile=offered[0] if offered else None,
            missing=distance.tiles,
            useful=_useful(mind, distance),
        )
    else:
        yield from _why_throw(mind, sight, action)


def _why_take(mind: Mind, sight: Distances, action: Action) -> Iterator[Advice | None]:
    """Compares the rack with what it becomes with the discard and without the tile that goes for it."""
    tile = action.tiles[0] if action.tiles else mind.view.takeable()[0]
    now = sight.aim(*mind.counted(mind.view.rack))[1]
    counts, wilds = mind.counted((*mind.view.rack, tile))
    best: tuple[float, Distance, bool] | None = None
    for thrown, cost in sight.throws((*mind.view.rack, tile)):
        yield None
        if thrown != tile and (best is None or cost < best[0]):
            best = sight.aim(counts - UNIT[mind.faces.of[thrown]], wilds)
    then = now if best is None else best[1]
    if not then.tiles:
        yield Advice(action, "take_finish", tile)
        return
    if mind.faces.of[tile] == WILD:
        yield Advice(action, "take_okey", tile)
        return
    reason: Reason = "take_nearer" if then.tiles < now.tiles else "take_better"
    yield Advice(action, reason, tile, then.tiles, now.tiles, _useful(mind, then))


def _why_throw(mind: Mind, sight: Distances, action: Action) -> Iterator[Advice | None]:
    """Tells what is missing without the tile, and whether it goes because the next player has least use for it."""
    (tile,) = action.tiles
    rest = tuple(other for other in mind.view.rack if other != tile)
    _, distance, pairs = sight.aim(*mind.counted(rest))
    missing, useful = distance.tiles, _useful(mind, distance)
    if not distance.tiles:
        yield Advice(action, "wait")
        return
    if not useful:
        yield Advice(action, "throw_far", missing=missing)
        return
    costs: dict[Tile, float] = {}
    for other, cost in sight.throws(mind.view.rack):
        yield None
        costs[other] = cost
    face = mind.faces.of[tile]
    own = next((cost for other, cost in costs.items() if mind.faces.of[other] == face), 0.0)
    if own > min(costs.values(), default=own):
        yield Advice(action, "throw_safe", missing=missing, useful=useful)
    else:
        yield Advice(action, "throw_pairs" if pairs else "throw", missing=missing, useful=useful)


# ---- open tables


def _open_reasons(mind: Mind, action: Action) -> Iterator[Advice | None]:
    sight = Sight(mind)
    verb = action.verb
    if verb == "draw":
        yield Advice(action, "draw_open")
    elif verb == "take":
        tile = action.tiles[0] if action.tiles else mind.view.takeable()[0]
        yield Advice(action, "take_lay" if sight.me.opened else "take_open", tile)
    elif verb == "open":
        yield _why_open(sight, action)
    elif verb == "lay":
        yield Advice(action, "lay", value=len(mind.view.rack) - len(action.melds[0][1]))
    elif verb in ("add", "swap", "back", "undo"):
        reasons: dict[str, Reason] = {"add": "add", "swap": "swap", "back": "back", "undo": "undo"}
        yield Advice(action, reasons[verb], value=len(mind.view.rack) - 1)
    else:
        yield _why_throw_open(sight, action)


def _why_open(sight: Sight, action: Action) -> Advice:
    used = sum(len(tiles) for _, tiles in action.melds)
    if used == len(sight.mind.view.rack) - 1:
        return Advice(action, "open_whole")
    if action.melds[0][0] == "pair":
        return Advice(action, "open_pairs", value=len(action.melds), needed=sight.pairs_bar)
    melds = [make_meld(type_, tiles, sight.faces, sight.rules, "hand") for type_, tiles in action.melds]
    return Advice(action, "open_points", value=opening_value(melds), needed=sight.bar)


def _why_throw_open(sight: Sight, action: Action) -> Advice:
    mind, (tile,) = sight.mind, action.tiles
    rest = tuple(other for other in mind.view.rack if other != tile)
    if not rest:
        return Advice(action, "throw_last")
    if sight.me.opened:
        return Advice(action, "throw_opened", value=sight.faces.value(tile))
    counts, wilds = mind.counted(rest)
    if sight.me.konkan:
        distance = konkan.outlook(sight).distance(counts, wilds)
        return Advice(action, "throw_konkan", missing=distance.tiles, useful=_useful(mind, distance))
    distance = sight.openings.points(counts, wilds, sight.bar)
    far: Reason = "throw_closed_far" if distance.tiles >= MOST_LACKING or not distance.tiles else "throw_closed"
    return Advice(action, far, missing=distance.tiles, useful=_useful(mind, distance), needed=sight.bar)
