"""Several people on one machine, each with settings, match and all else that is kept.

Whoever plays has it under the usual keys (``okey.ui.storage.LONGEST``).  Everybody else's lies folded up under a key of
their own: a line that says whose it is, then what ``okey.ui.backup`` writes.  So nothing but this module knows of
profiles; what is kept before there are several is the first one, and one that moves to another machine is such a text.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from okey.bridge import Bridge
from okey.foreign import read_json
from okey.ui import backup
from okey.ui.draft import SEAT, tidy
from okey.ui.portraits import AVATARS
from okey.ui.settings import Settings
from okey.ui.storage import SETTINGS

MOST = 8
"""How many profiles there may be."""

SLOTS = tuple(f"profile.{number}" for number in range(1, MOST + 1))
"""The keys of those who do not play now; one is always free, for a change writes the one before it takes the other."""

_LONGEST_CARD = 400


@dataclass(frozen=True, slots=True)
class Card:
    """Whose a profile is."""

    name: str
    """Empty where no name was given."""
    avatar: str

    @classmethod
    def of(cls, settings: Settings) -> Card:
        """Gets it from the settings, where the name is that of the seat."""
        return cls(settings.draft.sitters[SEAT].name, settings.avatar)


def parked(bridge: Bridge) -> dict[str, Card]:
    """Lists who does not play now, by the key."""
    return {slot: _card(text) for slot in SLOTS if (text := bridge.load(slot)) is not None}


def _card(text: str) -> Card:
    """Reads the first line; what is none there names nobody."""
    try:
        data = read_json(text[:_LONGEST_CARD].partition("\n")[0])
        name, avatar = data["name"], data["avatar"]
    except (ValueError, KeyError, TypeError):
        return Card("", "")
    return Card(tidy(name) if isinstance(name, str) else "", avatar if avatar in AVATARS else "")


def has_room(bridge: Bridge) -> bool:
    """Tells whether one more profile may be made."""
    return len(parked(bridge)) < MOST - 1


def change(bridge: Bridge, card: Card, kept: Mapping[str, str]) -> bool:
    """Folds up what is kept, which is that of ``card``, and puts other saves in its place.

    The bridge must have room.

    Returns:
        False when what is folded up would live no longer than the page: then nothing is changed.
    """
    free = next(slot for slot in SLOTS if bridge.load(slot) is None)
    head = json.dumps({"name": card.name, "avatar": card.avatar}, ensure_ascii=False)
    if not bridge.save(free, f"{head}\n{backup.write(bridge)}"):
        bridge.save(free, None)
        return False
    backup.restore(bridge, kept)
    return True


def unfold(bridge: Bridge, slot: str) -> dict[str, str]:
    """Reads the saves of somebody who does not play now.

    Raises:
        backup.Unreadable: when they are damaged.
    """
    return backup.read((bridge.load(slot) or "").partition("\n")[2])


def next_one(bridge: Bridge) -> tuple[str, dict[str, str]] | None:
    """Finds the first of those who do not play now whose saves can be read: the key and the saves."""
    for slot in parked(bridge):
        with contextlib.suppress(backup.Unreadable):
            return slot, unfold(bridge, slot)
    return None


def fresh(name: str, language: str) -> dict[str, str]:
    """Makes the saves of somebody who is new."""
    settings = Settings(language)
    settings.draft.name_seat(SEAT, name)
    return {SETTINGS: settings.write()}
