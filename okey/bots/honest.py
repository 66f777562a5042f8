"""The honest bot.

It plays its own rack and nothing more: it keeps what makes melds or pairs, takes a discard when that brings
its rack on by most of a tile, throws what its plan misses least, finishes as soon as it can and as dearly as
it can, shows the indicator, and never throws an okey unless that finishes.  It sees its seat's view and
nothing else; of the unseen tiles it counts those that could help it, and not what the others may hold.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from okey.bots.plan import Plan
from okey.game.actions import DRAW, TAKE, Action, discard, finish, show
from okey.game.events import Event
from okey.game.scoring import finish_loss
from okey.game.view import View
from okey.solver import finishing_discards
from okey.tiles import Tile

TAKE_GAIN = 0.4
"""How much a discard has to bring a rack on, in tiles of the finished hand: a drawn tile may be better."""


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
        if view.may_show and view.indicator is not None:
            yield show(view.indicator ^ 1)
        elif view.phase == "draw":
            yield from self._choose_source(view)
        else:
            yield from self._choose_discard(view)

    def _choose_source(self, view: View) -> Iterator[Action | None]:
        offered = view.takeable()
        if offered is None or not view.stock:
            yield DRAW if view.stock else TAKE
            return
        assert view.faces is not None
        tiles = (*view.rack, offered)
        if view.faces.is_okey(offered) or finishing_discards(tiles, view.faces, view.rules):
            yield TAKE
            return
        plan = _plan(view, offered)
        now = plan.worth(view.rack)
        best = now
        for out in _throwable(view, view.rack):
            yield None
            best = max(best, plan.worth([tile for tile in tiles if tile != out]))
        yield TAKE if best >= now + TAKE_GAIN else DRAW

    def _choose_discard(self, view: View) -> Iterator[Action | None]:
        assert view.faces is not None
        finishing = finishing_discards(view.rack, view.faces, view.rules)
        if finishing and (view.arrived is not None or view.rules.starter_may_finish_first):
            rules, okey = view.rules, view.faces.is_okey
            losses = {t: max(finish_loss(rules, s, okey(t)) for s in finishing[t]) for t in finishing}
            yield finish(max(losses, key=lambda tile: losses[tile]))
            return
        plan = _plan(view)
        worth: dict[Tile, float] = {}
        for out in _throwable(view, view.rack):
            yield None
            worth[out] = plan.worth([tile for tile in view.rack if tile != out])
        best = max(worth.values())
        yield discard(self._rng.choice([tile for tile, value in worth.items() if value > best - 0.01]))


def _throwable(view: View, tiles: tuple[Tile, ...]) -> list[Tile]:
    """Lists one tile of every kind that may be thrown without finishing: all but the okeys."""
    assert view.faces is not None
    return list({tile >> 1: tile for tile in tiles if not view.faces.is_okey(tile)}.values())


def _plan(view: View, *more: Tile) -> Plan:
    assert view.faces is not None
    assert view.indicator is not None
    known = {view.indicator, *view.rack, *more, *(tile for pile in view.piles for tile in pile)}
    return Plan(view.faces, view.rules, tuple(known))
