"""A long text brought from one member of a room to another: how a profile moves to another device.

Who has the text makes a room for one other; who comes in asks for it piece by piece, so that next to nothing is under
way at any time and nothing waits at the relay.  Messages are JSON, sealed as all are (``okey.rooms.secret``)::

    {"k": "want", "at": 0}                                             asks for pieces from this one on
    {"k": "parcel", "pieces": 12, "bytes": 41234, "sha256": "..."}     comes before piece 0: what they make together
    {"k": "piece", "at": 0, "data": "..."}                             a piece, in base64
    {"k": "got"}                                                       all is there, and is what it should be

The pieces are those of the text's UTF-8, compressed (zlib, RFC 1950); each fits into one frame of the relay's.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

from okey.bridge.network import Network
from okey.foreign import read_json
from okey.rooms import channel
from okey.rooms.channel import Channel
from okey.rooms.waiting import within

PIECE = 3_900
"""How many bytes a piece has."""
TOGETHER = 8
"""How many pieces are sent for one request."""
LARGEST = 16_000_000
"""How many bytes the text may have, compressed or not."""
SILENCE = 30.0
"""Seconds without a message after which the other side counts as gone."""
FAREWELL = 5.0
"""Seconds in which the sender is told that all is there; that it is does not hang on that."""

Progress: TypeAlias = Callable[[float], None]
"""Told the share that has been brought, 0 to 1."""


class ParcelError(Exception):
    """A text that was not brought.

    Attributes:
        reason: ``silent`` if the other side said nothing for long, ``gone`` if it or the room has ended, ``damaged`` if
            what came is not what was sent, or is none of this, ``too_long`` if there is more than a parcel holds.
    """

    def __init__(self, reason: Literal["silent", "gone", "damaged", "too_long"]) -> None:
        super().__init__(reason)
        self.reason = reason


async def send(room: Channel, text: str, progress: Progress) -> None:
    """Waits for the other member and gives it the text.

    Args:
        room: a room that is made for this.
        text: what is brought.
        progress: called whenever more of it was asked for.

    Raises:
        ParcelError: ``gone`` when the other one leaves, or the room ends, before it has everything; ``too_long``.
    """
    data = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    if len(data) > LARGEST:
        raise ParcelError("too_long")
    count = max(1, -(-len(data) // PIECE))
    while True:
        match await room.receive():
            case channel.Message(sender=member, payload=payload):
                asked = _read(payload)
                if asked.get("k") == "got":
                    progress(1.0)
                    return
                at = asked.get("at")
                if asked.get("k") == "want" and type(at) is int and 0 <= at < count:
                    for message in _answer(data, count, at):
                        room.send(json.dumps(message), to=member)
                    progress(at / count)
            case channel.Left() | channel.Closed():
                raise ParcelError("gone")


def _answer(data: bytes, count: int, at: int) -> Iterator[dict[str, object]]:
    """Lists what is sent to who asks for pieces from one on."""
    if at == 0:
        yield {"k": "parcel", "pieces": count, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    for index in range(at, min(count, at + TOGETHER)):
        piece = data[index * PIECE : (index + 1) * PIECE]
        yield {"k": "piece", "at": index, "data": base64.b64encode(piece).decode()}


async def receive(room: Channel, network: Network, progress: Progress) -> str:
    """Asks the room's creator for its text.

    Args:
        room: the room that the creator made for this.
        network: keeps the time.
        progress: called whenever more of it has come.

    Raises:
        ParcelError: when it does not come whole.
    """
    wanted: dict[str, Any] = {}
    pieces: list[bytes] = []

    def want() -> None:
        room.send(json.dumps({"k": "want", "at": len(pieces)}), to=0)

    want()
    while not wanted or len(pieces) < wanted["pieces"]:
        match await within(network, SILENCE, room.receive()):
            case None:
                raise ParcelError("silent")
            case channel.Message(sender=0, payload=payload):
                message = _read(payload)
                if message.get("k") == "parcel" and not wanted:
                    wanted = _promised(message)
                elif message.get("k") == "piece" and wanted and message.get("at") == len(pieces):
                    pieces.append(_piece(message.get("data"), wanted, len(pieces)))
                    progress(len(pieces) / wanted["pieces"])
                    if len(pieces) % TOGETHER == 0 and len(pieces) < wanted["pieces"]:
                        want()
            case channel.Reconnected(complete=False):
                want()
            case channel.Left(member=0) | channel.Closed():
                raise ParcelError("gone")
    text = _unpacked(b"".join(pieces), wanted)
    room.send(json.dumps({"k": "got"}), to=0)
    await within(network, FAREWELL, _sent(room, network))
    return text


async def _sent(room: Channel, network: Network) -> None:
    """Waits until the relay has everything, so that leaving does not overtake it."""
    while room.unconfirmed:
        await network.sleep(0.05)


def _read(payload: str) -> dict[str, Any]:
    """Reads a message; what is none is empty."""
    try:
        data = read_json(payload)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _promised(message: dict[str, Any]) -> dict[str, Any]:
    """Checks what a sender says will come."""
    size, count = message.get("bytes"), message.get("pieces")
    if type(size) is not int or not 0 < size <= LARGEST or count != -(-size // PIECE) or type(count) is not int:
        raise ParcelError("damaged")
    return message


def _piece(data: object, wanted: dict[str, Any], at: int) -> bytes:
    """Reads a piece."""
    try:
        piece = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
    except (binascii.Error, ValueError):
        raise ParcelError("damaged") from None
    if len(piece) != min(PIECE, wanted["bytes"] - at * PIECE):
        raise ParcelError("damaged")
    return piece


def _unpacked(data: bytes, wanted: dict[str, Any]) -> str:
    """Unpacks the whole, if it is what was promised and not longer than allowed."""
    if hashlib.sha256(data).hexdigest() != wanted.get("sha256"):
        raise ParcelError("damaged")
    stretch = zlib.decompressobj()
    try:
        text = stretch.decompress(data, LARGEST + 1)
        if len(text) > LARGEST or not stretch.eof or stretch.unused_data:
            raise ParcelError("damaged")
        return text.decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError):
        raise ParcelError("damaged") from None
