"""What the bridge keeps between visits, by key, read with care."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from okey import archive
from okey.archive import Archive, ArchiveError
from okey.bridge import Bridge
from okey.record import Record
from okey.statistics import MatchSummary

MATCH, RACK, SETTINGS, MATCHES = "match", "rack", "settings", "matches"
"""The keys: the record of the match, the arrangement of the rack, what the player chose, the matches played before."""

DAMAGED = ".damaged"
"""Behind its key, the key under which an unreadable text is kept aside."""

LONGEST = {MATCH: 1_000_000, RACK: 4_000, SETTINGS: 8_000, MATCHES: archive.LARGEST}
"""How many characters a text may have to be read at all: far more than any that the game writes."""


DEEPEST = 50
"""How deep texts of JSON may be nested: more than any that the game writes."""

_NESTING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|([\[{])|([\]}])', re.DOTALL)


def read_json(text: str) -> Any:
    """Reads JSON that anybody may have written.

    It is not left to Python's reader to find that it is nested too deep: in a browser that ends the interpreter.

    Raises:
        ValueError: when the text is no JSON, or nested deeper than ``DEEPEST``.
    """
    depth = 0
    for found in _NESTING.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth > DEEPEST:
            raise ValueError(f"nested deeper than {DEEPEST}")
    return json.loads(text)


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


def load_matches(bridge: Bridge) -> Archive:
    """Reads the list of the matches that were played; what is none is set aside."""
    try:
        text = load(bridge, MATCHES)
        return Archive() if text is None else Archive.parse(text)
    except ValueError:
        set_aside(bridge, MATCHES)
        return Archive()


def with_match(bridge: Bridge, record: Record, summary: MatchSummary, ended: datetime) -> str:
    """Gets the text to keep under ``MATCHES`` once one more was played; a damaged list is set aside."""
    kept = load_matches(bridge)
    try:
        kept.add(record, summary, ended)
    except ArchiveError:
        set_aside(bridge, MATCHES)
        kept = Archive()
        kept.add(record, summary, ended)
    return kept.write()
