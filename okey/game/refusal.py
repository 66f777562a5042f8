"""Why an action is refused."""

from __future__ import annotations

from okey.tiles import Tile, tiles_text


class Refused(ValueError):  # noqa: N818  # reads as what happened, not as a fault of the program
    """An action that the rules do not allow now; the game is as it was.

    Attributes:
        reason: a code of ``REASONS``; front ends explain it in their own language.
        tiles: the tiles at fault, to be marked.
    """

    def __init__(self, reason: str, tiles: tuple[Tile, ...] = ()) -> None:
        super().__init__(f"{REASONS[reason]}: {tiles_text(tiles)}" if tiles else REASONS[reason])
        self.reason = reason
        self.tiles = tiles


REASONS = {
    "match_over": "the match is over",
    "hand_over": "the hand is over and the next one has not been dealt",
    "hand_running": "the hand is not over yet",
    "not_your_turn": "it is another seat's turn",
    "not_held": "the seat does not hold this tile",
    "already_drawn": "a tile was drawn already: one has to be thrown",
    "starter_throws": "the starter holds the extra tile and throws without drawing",
    "draw_first": "a tile has to be drawn or taken first",
    "nothing_to_take": "there is no discard to take",
    "show_off": "the indicator is not shown in this game",
    "show_too_late": "the indicator may be shown only before the first move",
    "show_no_twin": "the indicator's twin was not dealt to this seat",
    "show_twice": "the indicator was shown already",
    "show_other_tile": "this tile is not the indicator's twin",
    "not_finished": "the other tiles do not all fit into melds or pairs",
    "finish_first_turn": "the starter may not finish with the first discard",
}
"""Every reason code with its meaning in plain words."""
