"""What the bridge keeps between visits, by key, read with care."""

from __future__ import annotations

from okey.bridge import Bridge

MATCH, RACK, SETTINGS = "match", "rack", "settings"
"""The keys: the record of the match, the arrangement of the rack, what the player chose."""

DAMAGED = ".damaged"
"""Behind its key, the key under which an unreadable text is kept aside."""

LONGEST = {MATCH: 1_000_000, RACK: 4_000, SETTINGS: 8_000}
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
