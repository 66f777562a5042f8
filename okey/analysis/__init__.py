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
    for number, (game, events) in enumerate(record.steps(), 1):
        share = number / len(record.actions)
        if game.hand_number == hand:
            for _ in watch.hear(game, events):
                yield share
            if game.result is not None:
                return
        yield share
    raise AnalysisError(f"hand {hand} was not played to its end")
