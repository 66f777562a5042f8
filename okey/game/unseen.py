"""What a seat has not seen: how many tiles of each face may still be drawn."""

from __future__ import annotations

from collections.abc import Iterable

from okey.game.view import View
from okey.solver.sums import in_play
from okey.tiles import Tile


def unseen(view: View, remembered: Iterable[Tile] = ()) -> list[int]:
    """Counts the tiles of each face, of ``WILD`` too, that may be in the stock or in a rack that nobody has shown.

    Seen are the seat's own rack, the indicator, its twin once it was shown, the open discards, the melds on the table
    and what the actor took this turn.

    Args:
        view: what a seat sees during a hand.
        remembered: tiles seen earlier: discards that lie covered now, or were taken.
    """
    assert view.faces is not None
    assert view.indicator is not None
    seen = {*view.rack, *remembered}
    seen.update(*view.piles, *(meld.meld.tiles for meld in view.melds))
    if view.taken is not None:
        seen.add(view.taken)
    if view.shown_by is not None:
        seen.add(view.indicator ^ 1)
    left = in_play(view.faces)
    for tile in seen:
        left[view.faces.of[tile]] -= 1
    return left
