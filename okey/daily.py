"""The daily deal: the same hand for everybody on each date, derived from the date and fetched from nowhere.

The date is that of UTC, so that the deal changes for everybody at the same moment.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from okey.record import Record
from okey.rules import RuleSet
from okey.solver.distance import distances

RULES = "classic+quick"
"""What is played: one hand."""

LEVELS = ("medium", "hard", "medium")
"""Who plays on the other chairs; they decide the same way on every machine."""

FIRST = date(2026, 11, 30)
"""The date of deal number 1."""

_SEED = "okey daily 1 "
"""What stands before the date in the seed; another number would deal other hands."""

STEPS = (("⭐", 0), ("🟩", 1), ("🟨", 2), ("🟧", 3), ("🟥", 4), ("🟪", 5), ("🟦", 6), ("⬛", 15))
"""How far a rack is from its finish, as a square: the first whose number of missing tiles is not below it."""


def today() -> date:
    """Gets the date in UTC."""
    return datetime.now(UTC).date()


def number(day: date) -> int:
    """Gets the number by which players know a date's deal.

    >>> number(date(2026, 12, 1))
    2
    """
    return (day - FIRST).days + 1


def rules() -> RuleSet:
    """Gets the rules that are played."""
    return RuleSet.parse(RULES)


def seed(day: date) -> str:
    """Gets the seed of a date's deal.

    >>> seed(date(2026, 12, 1))
    'okey daily 1 2026-12-01'
    """
    return _SEED + day.isoformat()


def day_of(record: Record) -> date | None:
    """Gets the date whose deal was played; None of any other match.

    >>> day_of(Record(rules(), seed(date(2026, 12, 1)), ["you", "bot easy", "bot easy", "bot easy"]))
    datetime.date(2026, 12, 1)
    """
    if record.seed.startswith(_SEED) and record.rules == rules():
        try:
            day = date.fromisoformat(record.seed.removeprefix(_SEED))
        except ValueError:
            return None
        return day if record.seed == seed(day) else None  # one date has one way to be written
    return None


def squares(record: Record, seat: int) -> str:
    """Tells a seat's way to the finish without a tile: a square for what its rack lacked after each of its turns.

    Args:
        record: a match of one closed hand.
        seat: whose way it is.

    Raises:
        RecordError: when the record cannot be played.
    """
    missing = []
    for game, events in record.steps():
        if any(event.seat == seat and event.kind in ("discarded", "finished") for event in events):
            assert game.hand is not None
            rack = game.hand.players[seat].rack
            missing.append(min(found.tiles for found in distances(rack, game.hand.faces, game.rules).values()))
    return "".join(next(sign for sign, most in STEPS if lacking <= most) for lacking in missing)
