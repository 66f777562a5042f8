"""What a seat may do, judged from its view alone."""

from __future__ import annotations

from collections.abc import Iterator

from okey.game.actions import DEAL, DRAW, TAKE, Action, discard, finish, show
from okey.game.view import View
from okey.solver import finishing_discards


def actions_of(view: View) -> Iterator[Action]:
    """Yields what the seat of a view may do now, cheapest to find first."""
    if view.phase == "deal":
        yield DEAL
    if view.actor is None or view.actor != view.seat:
        return
    if view.phase == "draw":
        if view.stock:
            yield DRAW
        if view.takeable() is not None:
            yield TAKE
    elif view.phase == "discard":
        yield from map(discard, view.rack)
        if view.faces is not None and (view.arrived is not None or view.rules.starter_may_finish_first):
            yield from map(finish, finishing_discards(view.rack, view.faces, view.rules))
    if view.may_show and view.indicator is not None:
        yield show(view.indicator ^ 1)
