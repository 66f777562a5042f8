"""The tries at a daily deal: the first one counts, and is what is shared."""

from __future__ import annotations

from datetime import date

from okey import daily
from okey.archive import ArchiveError
from okey.bridge import Bridge
from okey.link import LinkError
from okey.record import Record
from okey.ui.draft import SEAT
from okey.ui.storage import load_matches
from okey.ui.texts import Texts


def tries(bridge: Bridge, day: date) -> list[Record]:
    """Gets all that is kept of a date's deal, the first try first; those that were given up are among them."""
    kept, found, rules = load_matches(bridge), list[Record](), str(daily.rules())
    for index in reversed(range(len(kept))):
        try:
            match = kept[index]
            if match.ended.date() < day:
                break
            record = match.record() if match.summary.rules == rules else None
        except (ArchiveError, LinkError):
            continue  # one damaged line takes no other try away
        if record is not None and daily.day_of(record) == day:
            found.insert(0, record)
    return found


def number(tried: list[Record], record: Record) -> int:
    """Gets which try a record is, from 1; one that is not kept yet comes after those that are."""
    return tried.index(record) + 1 if record in tried else len(tried) + 1


def end(texts: Texts, record: Record) -> str:
    """Says after how many turns a try ended, and how."""
    result, turns = record.replay().result, len(daily.squares(record, SEAT))
    if result is None:
        how = "daily.left"
    elif result.winner is None:
        how = "daily.nobody"
    else:
        how = "daily.won" if result.winner == SEAT else "daily.lost"
    return texts(how, turns=turns)


def told(texts: Texts, record: Record) -> list[str]:
    """Tells without a tile what came of a try: a line of squares, and the end."""
    return [daily.squares(record, SEAT), end(texts, record)]
