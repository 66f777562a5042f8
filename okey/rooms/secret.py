"""What keeps a room secret from its relay.

A room's *code*, ten letters and digits that people tell each other or that a link carries behind its ``#``, never
reaches the relay.  The room's name there and its key are both made of it, by PBKDF2 (RFC 8018) and HKDF (RFC 5869), and
neither tells the other.  Everything that members send is sealed with AES-GCM (NIST SP 800-38D) under a random nonce;
sealed in with it, though not sent, are the room, the sender, the address and the sender's number: the relay can hold
data back, but can neither read nor change it, nor give it another sender, receiver or place in the order.  What is for
one member alone is sealed with a key that only two have: ``okey.rooms.halves``.

The members of a public table need no code.  A comer asks in public, and the host answers with the key, sealed under a
key that the two agree on (Diffie and Hellman, P-256).  This keeps out whoever only reads along; a relay that lies could
sit down itself, as anybody could.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from okey.bridge.network import Agreement, Network
from okey.rooms.channel import MAX_PAYLOAD
from okey.rooms.protocol import MAX_DATA

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 signs: no I, L, O or U, which are read as others."""

CODE_LENGTH = 10
"""Signs of a code: 50 bits, each guess at which costs ``ROUNDS`` hashes."""

ROUNDS = 600_000
_SALT = b"okey rooms 1"
_NONCE, _TAG, _BLOCK = 12, 16, 128
_CAPACITY = ((MAX_DATA - 1) * 3 // 4 - _NONCE - _TAG) // _BLOCK * _BLOCK - 2
"""Bytes of a payload that one frame carries, beside a sign and the end of the padding."""

_FIRST, _LAST = 1, 2


class CodeError(ValueError):
    """A text that is no room's code."""


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """A room's name at the relay, 22 signs, and its key, 32 bytes."""

    room: str
    key: bytes


def text_of(data: bytes) -> str:
    """Writes bytes in the 64 signs that addresses may have, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes | None:
    """Reads what ``text_of`` wrote; None for anything else."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_secret() -> str:
    """Makes 128 random bits, in 22 signs: a member's token, or the name of nothing else."""
    return text_of(secrets.token_bytes(16))


def new_code() -> str:
    """Makes a code, in two groups of five."""
    signs = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return f"{signs[:5]}-{signs[5:]}"


def read_code(text: str) -> str:
    """Reads a code as people write it, or the link that carries it.

    Small letters, spaces and hyphens are no matter; O counts as 0, I and L as 1.

    Raises:
        CodeError: when it is none.
    """
    signs = re.sub(r"[\s-]", "", text.rpartition("#room=")[2].strip().upper().replace("İ", "I").replace("ı", "I"))
    signs = signs.translate(str.maketrans("OIL", "011"))
    if len(signs) != CODE_LENGTH or not set(signs) <= set(ALPHABET):
        raise CodeError(f"no code of a room: expected {CODE_LENGTH} letters and digits")
    return f"{signs[:5]}-{signs[5:]}"


def link(site: str, code: str) -> str:
    """Gets the link to a room: the code stands behind the ``#``, which browsers send to no server."""
    return f"{site.partition('#')[0]}#room={code}"


def derive(secret: bytes, purpose: str, size: int) -> bytes:
    """Derives up to 32 bytes for a purpose from a strong secret: HKDF with SHA-256 and the purpose as its ``info``."""
    extracted = hmac.digest(bytes(hashlib.sha256().digest_size), secret, "sha256")
    return hmac.digest(extracted, purpose.encode() + b"\1", "sha256")[:size]


async def keys_of(network: Network, code: str) -> Keys:
    """Makes a room's name and key of its code.

    Raises:
        CodeError: when it is no code.
    """
    master = await network.stretch(read_code(code).replace("-", "").encode(), _SALT, ROUNDS)
    return Keys(text_of(derive(master, "okey room", 16)), derive(master, "okey key", 32))


@dataclass(frozen=True, slots=True)
class Envelope:
    """What is sealed in with data: who sent it where, and with which of its numbers."""

    room: str
    sender: int
    to: int | None
    number: int

    def context(self, purpose: str = "data") -> bytes:
        """Writes it down, the same on both sides."""
        return f"okey {purpose} {self.room} {self.sender} {'*' if self.to is None else self.to} {self.number}".encode()


def pieces(payload: str) -> Iterator[bytes]:
    """Cuts a payload into blocks for one frame each, padded so that their lengths tell little.

    Raises:
        ValueError: when it is longer than ``MAX_PAYLOAD`` or no Unicode.
    """
    data = payload.encode()
    if len(data) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(data):,} bytes: at most {MAX_PAYLOAD:,}")
    for start in range(0, max(1, len(data)), _CAPACITY):
        sign = _FIRST * (start == 0) + _LAST * (start + _CAPACITY >= len(data))
        filled = bytes([sign]) + data[start : start + _CAPACITY] + b"\x80"
        yield filled + bytes(-len(filled) % _BLOCK)


class Joiner:
    """Joins the pieces of one sender's payloads, which come in a row; others may have been missed."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._next: int | None = None

    def add(self, number: int, piece: bytes) -> str | None:
        """Takes the piece with a number; gets the payload that it completes, else None.

        Raises:
            ValueError: when it is no piece, or more than a payload may hold; what was begun is forgotten.
        """
        filled = piece.rstrip(b"\0")
        if len(filled) < 2 or filled[-1] != 0x80 or filled[0] > _FIRST | _LAST:
            self._next = None
            raise ValueError("no piece of a payload")
        sign = filled[0]
        if sign & _FIRST:
            self._parts = []
        elif number != self._next:
            return None  # its beginning was missed
        self._parts.append(filled[1:-1])
        self._next = None if sign & _LAST else number + 1
        if sum(map(len, self._parts)) > MAX_PAYLOAD:
            self._next = None
            raise ValueError("a payload too long")
        return b"".join(self._parts).decode() if sign & _LAST else None


async def seal(network: Network, key: bytes, data: bytes, context: bytes) -> str:
    """Seals data under a new nonce, as text."""
    nonce = secrets.token_bytes(_NONCE)
    return text_of(nonce + await network.seal(key, nonce, data, context))


async def unseal(network: Network, key: bytes, text: str, context: bytes) -> bytes | None:
    """Opens what ``seal`` made; None when it is anything else, or was meant for another place."""
    raw = bytes_of(text)
    if raw is None or len(raw) < _NONCE + _TAG:
        return None
    return await network.unseal(key, raw[:_NONCE], raw[_NONCE:], context)


async def give_key(network: Network, keys: Keys, asked: bytes) -> str | None:
    """Seals a room's key for whoever asked with the public half of an agreement; None when that is none."""
    own = await network.agreement()
    shared = await own.agree(asked)
    if shared is None:
        return None
    wrapping = derive(shared, "okey table", 32)
    return text_of(own.public) + "." + await seal(network, wrapping, keys.key, keys.room.encode() + asked)


async def take_key(network: Network, room: str, own: Agreement, given: str) -> Keys | None:
    """Opens what ``give_key`` made for ``own``; None when it is anything else."""
    public, _, sealed = given.partition(".")
    other = bytes_of(public)
    shared = None if other is None else await own.agree(other)
    if shared is None:
        return None
    key = await unseal(network, derive(shared, "okey table", 32), sealed, room.encode() + own.public)
    return None if key is None or len(key) != 32 else Keys(room, key)
