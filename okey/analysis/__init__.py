"""What decided a hand for a player: what each decision cost, and what luck did, told apart.

Closed hands are told in chances to finish first (``okey.analysis.closed``), hands at open tables in points
(``okey.analysis.open_table``).
"""

from __future__ import annotations

from collections.abc import Iterator

from okey.analysis import closed, open_table
from okey.analysis.parts import Analysis, AnalysisError, Turn
from okey.record import Record

__all__ = ["Analysis", "AnalysisError", "Turn", "analyse"]

LIGHT = 0.1
"""How long it takes to play an action of an earlier hand, beside one of the hand that is analysed."""


def analyse(record: Record, seat: int, hand: int, found: Analysis) -> Iterator[float]:
    """Analyses a hand in small steps; yields after each how far it has come, from 0 to 1, so that others may breathe.

    Args:
        record: the match.
        seat: whose hand it is.
        hand: the number of the hand.
        found: what is filled in.

    Raises:
        AnalysisError: when there is no such hand.
        RecordError: when the record cannot be played.
    """
    rules = record.rules
    watch = open_table.Watch(seat, found) if rules.table_melds else closed.Watch(rules, seat, found)
    deals = [at for at, action in enumerate(record.actions) if action.verb == "deal"]
    unfinished = AnalysisError(f"hand {hand} was not played to its end")
    if not 0 < hand <= len(deals):
        raise unfinished
    first, after = [*deals, len(record.actions)][hand - 1 : hand + 1]
    for number, (game, events) in enumerate(record.steps(), 1):
        share = (LIGHT * min(number, first) + max(0, number - first)) / (LIGHT * first + after - first)
        if game.hand_number == hand:
            for _ in watch.hear(game, events):
                yield share
        yield share
        if game.hand_number == hand and game.result is not None:
            return
    raise unfinished
