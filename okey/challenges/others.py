"""The other players of a challenge: without guile, so that everybody can foresee what they do.

They draw and throw what they drew.  Only who can finish does: with the tile drawn, or with the discard on offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from okey.game.actions import DRAW, TAKE, Action, discard, finish
from okey.game.events import Event
from okey.game.laying import best_steps
from okey.game.state import Hand
from okey.game.view import View
from okey.solver import finishing_discards
from okey.tiles import Tile


class Guileless:
    """Throws what it draws, and finishes when it can."""

    def observe(self, event: Event) -> None:
        """Remembers nothing."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Decides at once."""
        yield _act(view)


def _act(view: View) -> Action:
    finishes = _finish_open if view.rules.table_melds else _finish_closed
    if view.phase == "draw":
        offered = view.takeable()[-1:]
        return TAKE if offered and finishes(view, (*view.rack, *offered), offered[0]) is not None else DRAW
    found = finishes(view, view.rack, view.taken)
    return found or discard(view.rack[-1] if view.arrived is None else view.arrived)


def _finish_closed(view: View, rack: Sequence[Tile], _taken: Tile | None) -> Action | None:
    assert view.faces is not None
    return next(map(finish, sorted(finishing_discards(rack, view.faces, view.rules))), None)


def _finish_open(view: View, rack: Sequence[Tile], taken: Tile | None) -> Action | None:
    """Finds the first step to an empty rack for who has opened."""
    assert view.seat is not None
    if not view.seats[view.seat].opened:
        return None
    hand: Hand = view.imagine()
    hand.acting.rack = list(rack)
    steps, work = best_steps(view.rules, hand, hand.faces.value)
    if len(work.left) != 1 or (work.left[0] == taken and not hand.turn.laid):
        return None
    return steps[0] if steps else discard(work.left[0])
