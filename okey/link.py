"""A record packed into a line of letters that an address can carry behind its ``#``.

The text of the record is compressed (zlib, RFC 1950, with a dictionary of what records say, and its checksum) and
written in base64url (RFC 4648, section 5) without padding, behind the number of the format.  Whoever reads one has it
from a stranger: how long it may be is known before anything is unpacked, and how long that may become while it is.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from okey.record import Record, RecordError
from okey.tiles import TILE_NAMES

VERSION = "1"
LONGEST = 200_000
"""How many characters a link may have behind the ``#``."""
LARGEST = 1_000_000
"""How many bytes of text may come out of it."""

_LINK = re.compile(r"(\d{1,4})\.([A-Za-z0-9_-]+)")

_DICTIONARY = "\n".join(
    [
        *(f"discard {name}" for name in TILE_NAMES),
        "take\nback\ntimeout\nundo\npairs\nshow R1\nadd R1 0 high\nadd R1 1 low\nswap R1 0\nlay run\nlay set\nlay pair",
        "open run R1 R2 R3 / set R1 Y1 B1 K1 / pair R1 R1'\nfinish R1\n\ndeal\n",
        "okey record 1\nrules okey101+team\nrules classic\nseed 0123456789abcdef\nseat you\nseat bot easy\n",
        "seat bot hard Elif\nseat bot medium Elif\nseat bot medium Mehmet\nseat bot medium Zeynep\n\ndeal\n",
        "draw\ndiscard R",
        "draw\ndiscard Y\ndraw\ndiscard B\ndraw\ndiscard K\ndraw\ndiscard ",
    ]
).encode()
"""What records say, the commonest last; it belongs to the version of the format."""


class LinkError(ValueError):
    """A text that is no packed record.

    Attributes:
        reason: ``foreign`` if it is none at all, ``newer`` if a newer game packed it, else ``damaged``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def pack(record: Record) -> str:
    """Packs a record into letters, digits, ``.``, ``-`` and ``_``.

    >>> from okey.rules import RuleSet
    >>> record = Record(RuleSet.parse("classic"), "1", ["you", "bot easy", "bot easy", "bot easy"])
    >>> unpack(pack(record)) == record
    True

    Raises:
        LinkError: when the record is too long for a link.
    """
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    text = record.write().encode()
    packed = squeeze.compress(text) + squeeze.flush()
    link = f"{VERSION}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    if len(link) > LONGEST or len(text) > LARGEST:
        raise LinkError("damaged", f"a record of {len(text):,} bytes is too long for a link")
    return link


def unpack(link: str) -> Record:
    """Reads what ``pack`` wrote; whether the record's actions are legal only ``Record.replay`` tells.

    Raises:
        LinkError: when it is nothing of the kind, is damaged or too long, or a newer game wrote it.
    """
    if len(link) > LONGEST:
        raise LinkError("foreign", f"longer than {LONGEST:,} characters")
    match = _LINK.fullmatch(link)
    if match is None:
        raise LinkError("foreign", f"{link[:20]!r} is no packed record")
    if match[1] != VERSION:
        raise LinkError("newer", f"{match[1]!r} is a format this game does not know (it writes {VERSION!r})")
    return _parse(_inflate(match[2]))


def _inflate(letters: str) -> bytes:
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        stretch = zlib.decompressobj(15, _DICTIONARY)
        text = stretch.decompress(packed, LARGEST + 1)
    except (binascii.Error, zlib.error) as error:
        raise LinkError("damaged", f"damaged: {error}") from None
    if len(text) > LARGEST:
        raise LinkError("damaged", f"more than {LARGEST:,} bytes come out of it")
    if not stretch.eof or stretch.unused_data:
        raise LinkError("damaged", "damaged: its end is not where it should be")
    return text


def _parse(text: bytes) -> Record:
    try:
        return Record.parse(text.decode())
    except (UnicodeDecodeError, RecordError) as error:
        raise LinkError("damaged", f"damaged: {error}") from None
