"""What the table does for a seat whose time is up (rules 7.1, item 8, and 10, U09).

A tile is drawn, if that is still to be done, and thrown again: never an okey while there is another tile, and never
fined.  A taken tile that would have to be laid is given back first, free of charge, with all that was laid before.
"""

from __future__ import annotations

from okey.game import drawing
from okey.game.finishing import last_tile, may_finish
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.tiles import Tile


def steps_go_back(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the turn cannot end as it stands, so that what was laid this turn goes back to the rack."""
    return drawing.owes(rules, hand) or (last_tile(hand) and not may_finish(rules, hand))


def goes_back(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the taken tile is given back: wherever it may be, so that nobody becomes Konkan by absence."""
    return drawing.back_refusal(rules, hand) is None


def thrown(hand: Hand) -> Tile:
    """Chooses the tile to throw: the one that came last and is no okey, unless all are."""
    return min(reversed(hand.acting.rack), key=hand.faces.is_okey)
