"""Everything that is kept, as one file: to move it to another machine, or out of harm's way.

The file is JSON: ``{"kind": "okey saves", "version": 1, "kept": {key: text}, "sha256": ...}``; the hash is that of the
JSON of ``kept`` with sorted keys and no spaces, so that a damaged file is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from okey.archive import Archive
from okey.bridge import Bridge
from okey.challenges.tries import Tries
from okey.foreign import read_json
from okey.progress import Progress
from okey.record import Record
from okey.rooms.notary import read_key
from okey.rooms.results import Results
from okey.ui.storage import CHALLENGES, KEY, LONGEST, MATCH, MATCHES, PROGRESS, RESULTS, set_aside

KIND = "okey saves"
VERSION = 1
FILE_NAME = "okey-saves.json"
LARGEST = 16_000_000
"""How many characters a file may have: more than the longest texts make together."""


def file_name(name: str) -> str:
    """Gets how the file of a player's saves is called.

    >>> file_name("Ayşe 2"), file_name("../x"), file_name("")
    ('okey-saves-Ayşe-2.json', 'okey-saves-x.json', 'okey-saves.json')
    """
    word = "-".join(re.findall(r"\w+", name))
    return f"okey-saves-{word}.json" if word else FILE_NAME


Reason: TypeAlias = Literal["foreign", "damaged", "newer"]


class Unreadable(ValueError):  # noqa: N818 - it says what the file is
    """A file that cannot be taken over.

    Attributes:
        reason: ``foreign`` if it is none of this game's, ``newer`` if a newer game wrote it, else ``damaged``.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


_CHECKS: dict[str, Callable[[str], object]] = {
    MATCH: Record.parse,
    MATCHES: lambda text: tuple(Archive.parse(text)),
    PROGRESS: Progress.parse,
    KEY: read_key,
    RESULTS: Results.parse,
    CHALLENGES: Tries.parse,
}
"""What reads the texts that have to be sound; the others are read with what is damaged left out."""


def _checksum(kept: Mapping[str, str]) -> str:
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sound(bridge: Bridge, key: str) -> str | None:
    """Gets a text that can be read back; one that cannot is set aside, of the matches only those that cannot."""
    text = bridge.load(key)
    if text is None:
        return None
    try:
        if key == MATCHES:
            text = Archive.parse(text).sound().write()
        check(key, text)
    except ValueError:
        set_aside(bridge, key)
        return None
    return text


def check(key: str, text: str) -> None:
    """Checks a text as far as the game relies on it.

    Raises:
        ValueError: when it is not sound.
    """
    if len(text) > LONGEST[key]:
        raise ValueError(f"{key}: {len(text)} characters")
    if key in _CHECKS:
        _CHECKS[key](text)


def write(bridge: Bridge) -> str:
    """Gets the text of a file with all that the bridge keeps; what could not be read back is set aside."""
    return as_file({key: text for key in LONGEST if (text := _sound(bridge, key)) is not None})


def as_file(kept: Mapping[str, str]) -> str:
    """Gets the text of a file with the given texts."""
    data = {"kind": KIND, "version": VERSION, "kept": kept, "sha256": _checksum(kept)}
    return json.dumps(data, ensure_ascii=False, indent=1)


def read(text: str) -> dict[str, str]:
    """Reads what `write` wrote: the texts by key.

    Raises:
        Unreadable: when that is impossible, or what is inside cannot be this game's.
    """
    if len(text) > LARGEST:
        raise Unreadable("foreign")
    try:
        data = read_json(text)
    except ValueError:
        raise Unreadable("damaged" if KIND in text else "foreign") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise Unreadable("foreign")
    version, kept = data.get("version"), data.get("kept")
    if type(version) is int and version > VERSION:
        raise Unreadable("newer")
    if version != VERSION or not isinstance(kept, dict) or data.get("sha256") != _checksum(kept):
        raise Unreadable("damaged")
    if not all(key in LONGEST and isinstance(value, str) for key, value in kept.items()):
        raise Unreadable("damaged")
    try:
        for key, value in kept.items():
            check(key, value)
    except ValueError:
        raise Unreadable("damaged") from None
    return kept


def restore(bridge: Bridge, kept: Mapping[str, str]) -> None:
    """Puts what `read` gave in the place of all that the bridge keeps."""
    for key in LONGEST:
        bridge.save(key, kept.get(key))
