"""A long text through a real relay: whole or not at all, in small frames, unread."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import zlib

import pytest

from okey.rooms import parcel
from okey.rooms.channel import Joined, Message
from okey.rooms.client import Connection, create, join
from okey.rooms.parcel import PIECE, ParcelError
from okey.rooms.protocol import MAX_FRAME
from tests.rooms.running import Network, relay
from tests.rooms.test_client import leave, play, until

CHANCE = random.Random("parcel")
LONG = "İyi oyunlar ★ " * 50 + "".join(chr(CHANCE.randrange(33, 0x2500)) for _ in range(60_000))


def ignore(_: float) -> None:
    """Does nothing."""


@pytest.mark.parametrize("text", ["", "kısa", LONG])
def test_a_text_comes_whole_and_nobody_on_the_way_reads_it(text: str) -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            mine = await create(network, places=1)
            shares: list[float] = []
            sending = asyncio.ensure_future(parcel.send(mine, text, ignore))
            other = await join(network, str(mine.code))
            assert await parcel.receive(other, network, shares.append) == text
            await sending
            assert shares == sorted(shares)
            assert shares[-1] == 1.0
            await leave(other, mine)
            running.assert_never_saw(*([text[:40], text[-40:]] if len(text) > 40 else []))
            assert max(map(len, running.handled)) <= MAX_FRAME

    play(story())


def test_broken_wires_lose_nothing() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            mine = await create(network, places=1)
            other = await join(network, str(mine.code))
            broken = 0

            def break_wires(share: float) -> None:
                nonlocal broken
                if share > (broken + 1) / 4 and broken < 3:
                    broken += 1
                    for connection in list(running.relay.connections.values()):
                        connection.socket.transport.abort()

            text = LONG[:40_000]
            sending = asyncio.ensure_future(parcel.send(mine, text, ignore))
            assert await parcel.receive(other, network, break_wires) == text
            assert broken == 3
            await sending

    play(story())


async def pair(network: Network) -> tuple[Connection, Connection]:
    mine = await create(network, places=1)
    other = await join(network, str(mine.code))
    assert await mine.receive() == Joined(1)
    return mine, other


DATA = zlib.compress(b"profile" * 1000, 9)
WHOLE = {"k": "parcel", "pieces": 1, "bytes": len(DATA), "sha256": hashlib.sha256(DATA).hexdigest()}
ONLY = {"k": "piece", "at": 0, "data": base64.b64encode(DATA).decode()}
BOMB = zlib.compress(bytes(parcel.LARGEST + 1), 9)


def lie(data: bytes) -> list[dict[str, object]]:
    """Promises what is kept, though it is no text."""
    pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
    head = {"k": "parcel", "pieces": len(pieces), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return [head, *({"k": "piece", "at": i, "data": base64.b64encode(p).decode()} for i, p in enumerate(pieces))]


@pytest.mark.parametrize(
    "said",
    [
        [WHOLE | {"bytes": parcel.LARGEST + 1}],
        [WHOLE | {"bytes": "many"}],
        [WHOLE | {"bytes": -1, "pieces": 0}],
        [WHOLE | {"pieces": 2}],
        [WHOLE | {"pieces": True}],
        [WHOLE, ONLY | {"data": "????"}],
        [WHOLE, ONLY | {"data": 7}],
        [WHOLE, ONLY | {"data": ONLY["data"][:-8]}],
        [WHOLE | {"sha256": "0" * 64}, ONLY],
        [WHOLE | {"sha256": None}, ONLY],
        lie(b"no zlib"),
        lie(DATA[:-3]),
        lie(DATA + b"more"),
        lie(zlib.compress(b"\xff\xfe", 9)),
    ],
)
def test_a_sender_that_lies_is_refused(said: list[dict[str, object]]) -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            mine, other = await pair(network)
            for message in said:
                mine.send(json.dumps(message))
            with pytest.raises(ParcelError) as refused:
                await parcel.receive(other, network, ignore)
            assert refused.value.reason == "damaged"
            await leave(other, mine)

    play(story())


def test_a_text_that_swells_is_refused_before_it_has() -> None:
    message = dict(parcel._read(json.dumps(lie(BOMB)[0])))
    with pytest.raises(ParcelError):
        parcel._unpacked(BOMB, message)


def test_nonsense_is_passed_over_and_who_leaves_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            mine, other = await pair(network)
            sending = asyncio.ensure_future(parcel.send(mine, "text", ignore))
            for nonsense in ("", "[]", "{}", '{"k": "want"}', '{"k": "want", "at": 9}', '{"k": "want", "at": true}'):
                other.send(nonsense)
            other.send(json.dumps({"k": "want", "at": 0}))
            told = [json.loads(message.payload)["k"] for message in await until(other, Message, 2)]
            assert told == ["parcel", "piece"]
            other.leave()
            with pytest.raises(ParcelError) as ended:
                await sending
            assert ended.value.reason == "gone"
            mine, other = await pair(network)
            mine.send("{}")
            mine.leave()
            with pytest.raises(ParcelError) as ended:
                await parcel.receive(other, network, ignore)
            assert ended.value.reason == "gone"
            monkeypatch.setattr(parcel, "SILENCE", 0.2)
            mine, other = await pair(network)
            with pytest.raises(ParcelError) as ended:
                await parcel.receive(other, network, ignore)
            assert ended.value.reason == "silent"

    play(story())


def test_what_is_too_long_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcel, "LARGEST", 10)

    async def story() -> None:
        async with relay() as running:
            mine = await create(Network(running.address), places=1)
            with pytest.raises(ParcelError, match="too_long"):
                await parcel.send(mine, LONG, ignore)

    play(story())
