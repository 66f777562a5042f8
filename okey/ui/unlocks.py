"""Which looks there are, and from which level on each can be worn; most can be from the first."""

from __future__ import annotations

from okey.ui.portraits import AVATARS
from okey.ui.theme import CLOTHS, LOOKS, WOODS

KINDS: dict[str, tuple[str, ...]] = {
    "cloth": tuple(CLOTHS),
    "tiles": tuple(LOOKS),
    "rack": tuple(WOODS),
    "avatar": AVATARS,
}
"""The settings that say how something looks, with their words."""

LEVELS: dict[tuple[str, str], int] = {
    look: level
    for level, look in enumerate(
        [
            ("avatar", "cat"), ("cloth", "olive"), ("rack", "beech"), ("avatar", "owl"), ("tiles", "sand"),
            ("cloth", "plum"), ("rack", "cherry"), ("avatar", "fox"), ("tiles", "jade"), ("cloth", "copper"),
            ("avatar", "tortoise"), ("rack", "ebony"), ("tiles", "rose"), ("avatar", "rabbit"), ("cloth", "petrol"),
            ("rack", "lacquer"), ("avatar", "bear"), ("tiles", "midnight"),
        ],
        2,
    )
}  # fmt: skip
"""The level that each other look comes with, by setting and word."""


def level_for(kind: str, word: str) -> int:
    """Gets the level from which on a look can be worn."""
    return LEVELS.get((kind, word), 1)


def free(kind: str, level: int | None) -> tuple[str, ...]:
    """Gets the looks of a kind that can be worn on a level; all of them where levels are switched off (None)."""
    return tuple(word for word in KINDS[kind] if level is None or level_for(kind, word) <= level)


def coming(level: int) -> tuple[str, str] | None:
    """Gets the look that comes with a level: setting and word."""
    return next((look for look, found in LEVELS.items() if found == level), None)
