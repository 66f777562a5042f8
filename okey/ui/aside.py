"""What could not be read, or was set aside for a clean start: it can be brought back, or taken away as a file."""

from __future__ import annotations

from okey.bridge import Bridge
from okey.ui import backup
from okey.ui.storage import DAMAGED, LONGEST, MATCH, RACK

WITH = {MATCH: RACK}
"""What goes with what: the rack's arrangement is that of the match."""


def kept_aside(bridge: Bridge) -> dict[str, str]:
    """Gets the texts that are kept aside, by key; the rack's is part of the match's."""
    found = {key: bridge.load(key + DAMAGED) for key in LONGEST if key not in WITH.values()}
    return {key: text for key, text in found.items() if text is not None}


def readable(key: str, text: str) -> bool:
    """Tells whether a text that is kept aside can be used again."""
    try:
        backup.check(key, text)
    except ValueError:
        return False
    return True


def bring_back(bridge: Bridge, key: str) -> None:
    """Puts what is kept aside under a key back in its place; what was there until now is kept aside instead."""
    for name in (key, *([WITH[key]] if key in WITH else [])):
        now, aside = bridge.load(name), bridge.load(name + DAMAGED)
        bridge.save(name, aside)
        bridge.save(name + DAMAGED, now)
