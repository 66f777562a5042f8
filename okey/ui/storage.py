"""What the bridge keeps between visits, by key, read with care."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from okey import archive, progress
from okey.archive import Archive, ArchiveError, Brought
from okey.bridge import Bridge
from okey.challenges import tries
from okey.challenges.tries import Tries
from okey.record import Record
from okey.rooms import results
from okey.rooms.results import Results, SignedResult
from okey.statistics import MatchSummary

MATCH, RACK, SETTINGS, MATCHES, PROGRESS = "match", "rack", "settings", "matches", "progress"
"""The keys: the record of the match, the arrangement of the rack, what the player chose, the matches played before, and
what has been earned."""

KEY, RESULTS = "key", "results"
"""The keys of what rooms need: the key that this profile signs with, the results that it carries."""

BOOK = "room.match"
"""The key of what is proved of the match of a room that is being played; like the way back into it, it stays here."""

CHALLENGES = "challenges"
"""The key of what was done of the challenges."""

DAMAGED = ".damaged"
"""Behind its key, the key under which an unreadable text is kept aside."""

LONGEST = {
    MATCH: 1_000_000,
    RACK: 4_000,
    SETTINGS: 8_000,
    MATCHES: archive.LARGEST,
    KEY: 400,
    RESULTS: results.LARGEST,
    PROGRESS: progress.LARGEST,
    CHALLENGES: tries.LONGEST,
}
"""How many characters a text may have to be read at all: far more than any that the game writes."""


def load(bridge: Bridge, key: str) -> str | None:
    """Reads what the bridge keeps.

    Raises:
        ValueError: when it is too long to come from this game.
    """
    text = bridge.load(key)
    if text is not None and len(text) > LONGEST[key]:
        raise ValueError(f"{key}: {len(text)} characters")
    return text


def set_aside(bridge: Bridge, key: str) -> None:
    """Moves an unreadable text out of the way."""
    text = bridge.load(key)
    bridge.save(key, None)
    bridge.save(key + DAMAGED, text)


_Kept = TypeVar("_Kept")


def load_parsed(bridge: Bridge, key: str, parse: Callable[[str], _Kept], none: Callable[[], _Kept]) -> _Kept:
    """Reads what is kept under a key.

    Args:
        bridge: where it is kept.
        key: one of ``LONGEST``.
        parse: reads the text; what it refuses with a ValueError is set aside.
        none: makes what there is where nothing readable is kept.
    """
    try:
        text = load(bridge, key)
        return none() if text is None else parse(text)
    except ValueError:
        set_aside(bridge, key)
        return none()


def load_matches(bridge: Bridge) -> Archive:
    """Reads the list of the matches that were played; what is none is set aside."""
    return load_parsed(bridge, MATCHES, Archive.parse, Archive)


def load_challenges(bridge: Bridge) -> Tries:
    """Reads what was done of the challenges; what tells of none is set aside."""
    return load_parsed(bridge, CHALLENGES, Tries.parse, Tries)


def load_results(bridge: Bridge) -> Results:
    """Reads the signed results, whose signatures nobody has looked at; what is no list of them is set aside."""
    return load_parsed(bridge, RESULTS, Results.parse, Results)


def with_match(bridge: Bridge, record: Record, summary: MatchSummary, brought: Brought) -> str:
    """Gets the text to keep under ``MATCHES`` once one more was played now; a damaged list is set aside."""
    kept, ended = load_matches(bridge), datetime.now(UTC)
    try:
        kept.add(record, summary, ended, brought)
    except ArchiveError:
        set_aside(bridge, MATCHES)
        kept = Archive()
        kept.add(record, summary, ended, brought)
    return kept.write()


def keep_result(bridge: Bridge, signed: SignedResult) -> None:
    """Keeps one more signed result, unless that match has one."""
    kept = load_results(bridge)
    if kept.add(signed):
        bridge.save(RESULTS, kept.write())
