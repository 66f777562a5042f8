"""Why an action is refused."""

from __future__ import annotations

from collections.abc import Iterable

from okey.melds import MELD_REASONS
from okey.tiles import Tile, tiles_text


class Refused(ValueError):  # noqa: N818  # reads as what happened, not as a fault of the program
    """An action that the rules do not allow now; the game is as it was.

    Attributes:
        reason: a code of ``REASONS``; front ends explain it in their own language.
        tiles: the tiles at fault, to be marked.
        numbers: figures of the explanation, such as the points laid and the points needed.
    """

    def __init__(self, reason: str, tiles: Iterable[Tile] = (), numbers: tuple[int, ...] = ()) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason
        self.tiles = tuple(tiles)
        self.numbers = numbers

    def __str__(self) -> str:
        """Says it in English; only when asked, for most refusals are found to be none's business."""
        words = [REASONS[self.reason]]
        if self.tiles:
            words.append(tiles_text(self.tiles))
        if self.numbers:
            words.append(" of ".join(map(str, self.numbers)))
        return ": ".join(words)


REASONS = {
    "match_over": "the match is over",
    "hand_over": "the hand is over and the next one has not been dealt",
    "hand_running": "the hand is not over yet",
    "not_your_turn": "it is another seat's turn",
    "table_only": "only the table ends a turn whose time is up",
    "not_held": "the seat does not hold this tile",
    "already_drawn": "a tile was drawn already: one has to be thrown",
    "starter_throws": "the starter holds the extra tile and throws without drawing",
    "draw_first": "a tile has to be drawn or taken first",
    "nothing_to_take": "there is no discard to take",
    "take_which": "several discards may be taken: name one",
    "take_not_offered": "this discard may not be taken",
    "take_eliminated": "the discards of an eliminated player may not be taken",
    "take_given_back": "a tile was given back this turn: draw from the stock",
    "nothing_to_give_back": "no tile was taken this turn",
    "back_is_discard": "in this game a taken tile is thrown like any other",
    "back_after_melding": "after melding the taken tile cannot be given back",
    "taken_must_be_used": "the taken tile has to be laid on the table this turn, or given back",
    "show_off": "the indicator is not shown in this game",
    "show_too_late": "the indicator may be shown only before the first move",
    "show_no_twin": "this seat may not show the indicator's twin: it was not dealt it",
    "show_twice": "the indicator was shown already",
    "show_other_tile": "this tile is not the indicator's twin",
    "pairs_off": "pairs are not declared in this game",
    "pairs_twice": "this seat has declared pairs already",
    "pairs_after_opening": "pairs are declared before opening",
    "not_finished": "the other tiles do not all fit into melds or pairs",
    "not_finished_pairs": "who declared pairs finishes with pairs only",
    "finish_first_turn": "the starter may not finish with the first discard",
    "finish_by_throwing": "in this game a hand ends by throwing the last tile",
    "table_closed": "nothing is laid on the table in this game",
    "open_first": "this needs an opening first",
    "opened_already": "this seat has opened already",
    "open_mixed": "an opening is runs and sets, or pairs, not both",
    "open_points": "the melds count too few points to open",
    "open_pairs": "too few pairs to open",
    "open_pairs_off": "no pairs are laid in this game",
    "open_pairs_only": "who declared pairs opens with pairs",
    "open_konkan": "a Konkan player lays the whole hand at once: the long run and one meld",
    "keep_one": "one tile has to stay in the rack to be thrown",
    "pairs_only": "who opened with pairs lays pairs only",
    "pairs_not_opened": "pairs may be laid only after somebody opened with pairs",
    "pairs_limit": "no more pairs this turn",
    "add_limit": "no more tiles may be laid off this turn",
    "no_such_meld": "there is no such meld on the table",
    "add_to_pair": "nothing is added to a pair",
    "add_set_high": "a set has no low end: a tile is added at its high end",
    "add_blocked": "this end of the run is blocked",
    "add_wild": "an okey may not be laid off before opening",
    "add_once": "only one tile may be laid off before opening",
    "work_next_turn": "laying off waits until the turn after the opening",
    "swap_off": "okeys are not swapped in this game",
    "swap_no_okey": "no okey of this meld stands for this tile",
    "nothing_to_undo": "nothing was laid this turn",
    **MELD_REASONS,
}
"""Every reason code with its meaning in plain words."""
