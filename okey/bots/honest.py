"""The honest bot.

It plays its own rack and nothing more: it keeps what makes melds or pairs, throws what its plan misses
least, shows the indicator, and never throws an okey unless that finishes. It sees its seat's view and
nothing else; of the unseen tiles it counts those that could help it, and not what the others may hold.

* In a closed game it takes a discard when that brings its rack on by most of a tile, and finishes as soon
  and as dearly as it can.
* On an open table it takes a discard only when it can lay it in the same turn: before taking it imagines
  having taken, and gives the tile back should it be wrong. It opens as soon as it reaches the bar, with the
  whole hand if it can, else with the richest runs and sets, else with pairs; then it lays, lays off and
  swaps okeys as long as one tile stays to be thrown. It throws neither an okey nor a tile that could be
  laid off if another will do; before opening it keeps high tiles, afterwards it sheds them.
* It never becomes Konkan of its own will: it takes only to lay, lays nothing off before opening, and takes
  no Konkan player's tile that could eliminate it. Put into Konkan, it waits for the long run.

Every step on the table leaves fewer of its own tiles to lay, and it takes no step back, so its turns end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from okey.bots.plan import Plan
from okey.game.actions import BACK, DRAW, TAKE, Action, discard, finish, open_with, show, take
from okey.game.drawing import back_refusal, offers
from okey.game.events import Event
from okey.game.laying import check_open, elden_possible, konkan_sizes, pairs_needed, playable, points_needed
from okey.game.refusal import Refused
from okey.game.scoring import finish_loss
from okey.game.state import Hand
from okey.game.view import View
from okey.solver import Laid, finishing_discards
from okey.solver.layouts import konkan_layouts, most_points, openings
from okey.tiles import Faces, Tile

TAKE_GAIN = 0.4
"""How much a discard has to add to a rack, in tiles of the finished hand, to be taken: a draw may do more."""

POINT = 0.02
"""What a point kept in the rack is worth, in tiles: kept before opening, shed where leftovers are written."""

LOOKED_AT = 50
"""How many whole hands and lay-downs of pairs are looked at; the first that is allowed is laid."""

OUT_OF_REACH = 10**6
"""More points than any rack holds."""


class Honest:
    """An agent for one seat; the same seed and the same views give the same decisions.

    Args:
        seed: what breaks ties.
    """

    def __init__(self, seed: str) -> None:
        self._rng = random.Random(seed)

    def observe(self, event: Event) -> None:
        """Hears what happened; this bot remembers nothing."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Thinks in slices of a few milliseconds: yields None after each, and the chosen action at last."""
        assert view.faces is not None
        if view.may_show and view.indicator is not None:
            yield show(view.indicator ^ 1)
        elif view.rules.table_melds and view.phase == "draw":
            yield _source_on_table(view)
        elif view.rules.table_melds:
            step = _step_on_table(view)
            yield from self._choose_discard(view, view.faces) if step is None else iter((step,))
        elif view.phase == "draw":
            yield from self._choose_source(view, view.faces)
        elif (last := _finish(view, view.faces)) is not None:
            yield last
        else:
            yield from self._choose_discard(view, view.faces)

    def _choose_source(self, view: View, faces: Faces) -> Iterator[Action | None]:
        """Chooses between the stock and the discards in a closed game."""
        offered = view.takeable()
        for tile in offered:
            finishes = finishing_discards((*view.rack, tile), faces, view.rules)
            if finishes or (faces.is_okey(tile) and view.rules.taken_tile_use != "must"):
                yield _take(tile, offered)
                return
        best, choice = TAKE_GAIN, DRAW
        for tile in offered if view.rules.taken_tile_use != "must" else ():
            plan = _plan(view, faces, tile)
            now = plan.worth(view.rack)
            for out in _throwable(faces, view.rack):
                yield None
                gain = plan.worth([t for t in (*view.rack, tile) if t != out]) - now
                if gain >= best:
                    best, choice = gain, _take(tile, offered)
        yield choice

    def _choose_discard(self, view: View, faces: Faces) -> Iterator[Action | None]:
        """Chooses the tile to throw: no okey, nothing that could be laid off, what the plan misses least."""
        rules, hand = view.rules, view.imagine()
        tiles = _throwable(faces, view.rack) or list(view.rack)
        if rules.playable_discard_penalty:
            tiles = [tile for tile in tiles if not playable(rules, hand, tile)] or tiles
        plan = _plan(view, faces)
        point = _worth_of_points(view)
        worth: dict[Tile, float] = {}
        for out in tiles:
            yield None
            worth[out] = plan.worth([tile for tile in view.rack if tile != out]) - point * faces.value(out)
        best = max(worth.values())
        yield discard(self._rng.choice([tile for tile, value in worth.items() if value > best - 0.01]))


def _finish(view: View, faces: Faces) -> Action | None:
    """Finds the dearest finish of a closed hand."""
    finishing = finishing_discards(view.rack, faces, view.rules)
    if not finishing or (view.arrived is None and not view.rules.starter_may_finish_first):
        return None

    def loss(tile: Tile) -> int:
        return max(finish_loss(view.rules, shape, faces.is_okey(tile)) for shape in finishing[tile])

    return finish(max(finishing, key=loss))


def _source_on_table(view: View) -> Action:
    """Takes the discard that it would lay at once, else draws."""
    rules, hand = view.rules, view.imagine()
    offered = offers(rules, hand)
    for tile, seat in offered.items():
        me = hand.acting
        turn = replace(view.turn, arrived=tile, taken=tile, taken_from=seat)
        then = replace(view, phase="discard", rack=(*view.rack, tile), arrived=tile, turn=turn)
        step = _step_on_table(then)
        if step is None or step == BACK:
            continue
        laid = sum(len(tiles) for _, tiles in step.melds)
        safe = not hand.players[seat].konkan or me.konkan_takes < rules.konkan_discard_free_takes
        if safe or laid == len(view.rack):
            return _take(tile, tuple(offered))
    return DRAW


def _step_on_table(view: View) -> Action | None:
    """Finds the next step on an open table, or gives an unused tile back; None when one is to be thrown."""
    # of equal tiles the first is laid: the one that was taken has to be
    view = replace(view, rack=tuple(sorted(view.rack, key=lambda tile: tile != view.taken)))
    hand = view.imagine()
    taken = view.taken if view.taken in view.rack else None
    steps = _work(view) if hand.acting.opened else _openings(view, hand)
    for step in steps:
        if taken is None or taken in (*step.tiles, *(tile for _, tiles in step.melds for tile in tiles)):
            return step
    return BACK if taken is not None and back_refusal(view.rules, hand) is None else None


def _work(view: View) -> list[Action]:
    """Lists what an opened player may put on the table: large melds first, then tiles, then okey swaps."""
    order = {"lay": 0, "add": 1, "swap": 2}
    steps = [action for action in view.legal_actions() if action.verb in order]
    return sorted(steps, key=lambda step: (order[step.verb], [-len(tiles) for _, tiles in step.melds]))


def _openings(view: View, hand: Hand) -> Iterator[Action]:
    """Yields the first lay-downs that this bot considers and the rules allow."""
    for melds in filter(None, _lay_downs(view, hand)):
        action = open_with(melds)
        try:
            check_open(view.rules, hand, action)
        except Refused:
            continue
        yield action


def _lay_downs(view: View, hand: Hand) -> Iterator[tuple[Laid, ...]]:
    rules, faces, player, rack = view.rules, hand.faces, hand.acting, view.rack
    if player.konkan:
        yield from konkan_layouts(rack, faces, rules, *konkan_sizes(rules, player))
        return
    needed = pairs_needed(rules, hand)
    others = islice(openings(rack, faces, rules, OUT_OF_REACH, needed, elden=elden_possible(rules, hand)), LOOKED_AT)
    pairs = []
    for melds in others:
        if melds[0][0] == "pair":
            pairs.append(melds)
        else:
            yield melds
    points, melds = most_points(rack, faces, rules)
    if points >= points_needed(rules, hand):
        yield melds
        # the richest lay-down may use up the rack: one tile has to stay
        for out in rack:
            yield most_points([tile for tile in rack if tile != out], faces, rules)[1]
    yield from pairs


def _take(tile: Tile, offered: tuple[Tile, ...]) -> Action:
    return TAKE if len(offered) == 1 else take(tile)


def _worth_of_points(view: View) -> float:
    """Tells what keeping a point is worth: the bar asks for high tiles, leftovers for low ones."""
    if view.rules.score_model == "countdown":
        return 0.0
    opened = view.seat is None or view.seats[view.seat].opened is not None or not view.rules.table_melds
    return -POINT if opened else POINT


def _throwable(faces: Faces, tiles: tuple[Tile, ...]) -> list[Tile]:
    """Lists one tile of every kind that may be thrown without finishing: all but the okeys."""
    return list({tile >> 1: tile for tile in tiles if not faces.is_okey(tile)}.values())


def _plan(view: View, faces: Faces, *more: Tile) -> Plan:
    known = {tile for pile in view.piles for tile in pile} | set(view.rack) | set(more)
    known |= {tile for meld in view.melds for tile in meld.meld.tiles}
    assert view.indicator is not None, "a plan is made for tiles that were dealt"
    known.add(view.indicator)
    return Plan(faces, view.rules, tuple(known))
