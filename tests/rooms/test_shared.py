"""Several relay processes with the same rooms: over a real Redis, and with one of them killed."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from okey.rooms import channel, protocol
from okey.rooms.client import create, join, rejoin, sit, tables
from okey.rooms.protocol import Create, Error, Join, Send, Welcome
from okey.rooms.relay.shared import _COMPACT_EVERY, Shared
from tests.rooms.running import Network, process, relay
from tests.rooms.test_client import leave, play, until
from tests.rooms.test_relay import ask, eventually
from tests.rooms.wires import ROOM, token


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Server:
    """A Redis server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        assert shutil.which("redis-server"), "run: sh web/need.sh redis"
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        self.folder = folder
        self.start()

    def start(self) -> None:
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no", "dir": self.folder}
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        self.running = subprocess.Popen(["redis-server", *words], stdout=subprocess.DEVNULL)
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.01)
        raise AssertionError("redis-server does not start")

    def stop(self) -> None:
        self.running.kill()
        self.running.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


def shared(redis: Server, name: str, beat: float = 0.2) -> contextlib.AbstractAsyncContextManager:  # type: ignore[type-arg]
    return relay(backplane=Shared(redis.address, name), process=name, beat=beat)


def test_friends_at_two_relays_are_in_one_room(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one, shared(redis, "b") as two:
            anne = await create(Network(one.address))
            ben = await join(Network(two.address), anne.code or "")
            cem = await join(Network(one.address), anne.code or "")
            assert await until(anne, channel.Joined, 2) == [channel.Joined(1), channel.Joined(2)]
            for count in range(2 * _COMPACT_EVERY):
                anne.send(f"a{count}")
                ben.send(f"b{count}", to=0)
            got = await until(ben, channel.Message, 2 * _COMPACT_EVERY)
            assert [message.payload for message in got] == [f"a{count}" for count in range(2 * _COMPACT_EVERY)]
            got = await until(anne, channel.Message, 2 * _COMPACT_EVERY)
            assert [message.payload for message in got] == [f"b{count}" for count in range(2 * _COMPACT_EVERY)]
            assert len(await until(cem, channel.Message, 2 * _COMPACT_EVERY)) == 2 * _COMPACT_EVERY
            ben.suspend()
            assert await until(anne, channel.Lost) == [channel.Lost(1)]
            again = await rejoin(Network(one.address), ben.ticket)
            assert await until(anne, channel.Back) == [channel.Back(1)]
            [room] = one.relay.backplane.rooms.values()
            [name] = one.relay.backplane.rooms
            late = Shared(redis.address, "late")
            await late.start(lambda _deliveries: None)
            copy = await late._copy(name, create=False)
            assert copy is not None
            assert copy.room.dump() == room.dump(), "whoever comes later gets the same room"
            await late.stop()
            await leave(cem, again, anne)
            await eventually(lambda: not one.relay.backplane.rooms and not two.relay.backplane.rooms)
            assert await one.relay.backplane._redis.keys("okey:{*") == []

    play(story())


def test_one_table_is_seen_from_everywhere(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one, shared(redis, "b") as two:
            anne = await create(Network(one.address), places=1, label="classic/20")
            assert await tables(Network(two.address)) == [("classic/20", 1)]
            newer = await create(Network(two.address), places=2, label="classic/20")
            assert await tables(Network(one.address)) == [("classic/20", 2), ("classic/20", 1)]
            await leave(newer)
            ben = await sit(Network(two.address), "classic/20")
            assert await tables(Network(one.address)) == []
            anne.send("hello")
            assert await until(ben, channel.Message) == [channel.Message(0, "hello")]
            await leave(anne, ben)

    play(story())


def test_entries_at_two_relays_at_once_have_one_order(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one, shared(redis, "b") as two:
            anne = await create(Network(one.address), places=15)
            networks = [Network(running.address) for running in (one, two)]
            others = await asyncio.gather(*(join(networks[count % 2], anne.code or "") for count in range(15)))
            assert sorted(other.me for other in others) == list(range(1, 16))
            await leave(anne, *others)

    play(story())


def test_a_killed_relay_loses_nothing(redis: Server) -> None:
    shared_rooms = ("--backplane", redis.address, "--frames", "100000")
    with process(*shared_rooms) as (first, port), process(*shared_rooms) as (_, other):

        async def story() -> None:
            addresses = [f"ws://127.0.0.1:{number}/relay" for number in (port, other)]
            anne = await create(Network(*addresses))
            ben = await join(Network(*reversed(addresses)), anne.code or "")
            cem = await join(Network(*addresses), anne.code or "")
            total = 400
            for count in range(total):
                for room in (anne, ben, cem):
                    room.send(f"{room.me}-{count}")
                if count == total // 2:
                    first.kill()
                await asyncio.sleep(0.003)
            for room in (anne, ben, cem):
                got = [message.payload for message in await until(room, channel.Message, 2 * total)]
                for sender in {0, 1, 2} - {room.me}:
                    assert [p for p in got if p.startswith(f"{sender}-")] == [f"{sender}-{c}" for c in range(total)]
            assert dict(ben.members) == {0: True, 1: True, 2: True}
            await leave(anne, ben, cem)

        play(story())


def test_who_was_at_a_killed_relay_and_stays_away_is_lost(redis: Server) -> None:
    with process("--backplane", redis.address) as (killed, port):

        async def story() -> None:
            async with shared(redis, "b") as two:
                anne = await create(Network(two.address))
                ben = await join(Network(f"ws://127.0.0.1:{port}/relay"), anne.code or "")
                await until(anne, channel.Joined)
                killed.kill()
                ben.suspend()
                for key in await two.relay.backplane._redis.keys("okey:process:*"):
                    if not key.endswith(":b"):
                        await two.relay.backplane._redis.delete(key)  # as after fifteen seconds
                assert await until(anne, channel.Lost) == [channel.Lost(1)]
                await leave(anne)

        play(story())


def test_rooms_outlast_the_loss_of_redis_or_end_in_order(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one:
            anne = await create(Network(one.address))
            redis.stop()
            anne.send("into the void")
            await asyncio.sleep(0.3)
            assert anne.unconfirmed
            redis.start()  # it has forgotten everything
            assert await until(anne, channel.Closed) == [channel.Closed("gone")]
            new = await create(Network(one.address))
            await leave(new)

    play(story())


def test_a_long_log_becomes_a_snapshot_that_whoever_comes_later_begins_with(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one:
            anne = await create(Network(one.address))
            for number in range(_COMPACT_EVERY):
                anne.send(f"data {number}")
            await eventually(lambda: not anne.unconfirmed)
            store = one.relay.backplane._redis
            count, log, snapshot = one.relay.backplane._keys(anne.room)
            assert await store.get(snapshot)
            assert await store.llen(log) < int(await store.get(count)), "it is not kept from the first step on"
            async with shared(redis, "b") as two:
                ben = await join(Network(two.address), anne.code or "")
                ben.send("hello")
                assert await until(anne, channel.Message) == [channel.Message(1, "hello")]
                await leave(anne, ben)

    play(story())


def test_nonsense_in_redis_makes_nobody_deaf(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one, shared(redis, "b") as two:
            anne = await create(Network(one.address))
            ben = await join(Network(two.address), anne.code or "")
            await until(anne, channel.Joined)
            for text in ("nonsense", "99 {", "", "1 []"):
                await one.relay.backplane._redis.publish(f"okey:room:{anne.room}", text)
            await asyncio.sleep(1.5)
            ben.send("still there")
            assert await until(anne, channel.Message) == [channel.Message(1, "still there")]
            await leave(anne, ben)

    play(story())


def test_there_is_one_room_of_a_name(redis: Server) -> None:
    async def story() -> None:
        async with shared(redis, "a") as one, shared(redis, "b") as two:
            async with connect(one.address) as first, connect(two.address) as second:
                assert isinstance(await ask(first, Create(1, ROOM, token(0), 0)), Welcome)
                assert await ask(second, Create(1, ROOM, token(1), 3)) == Error("taken")
                assert await ask(second, Join(1, ROOM, token(1))) == Error("full")
                assert await ask(second, Join(1, "s" * 22, token(1))) == Error("no_room")
                assert await ask(first, Send(1, "x")) == protocol.Confirm(1, 2)
            await eventually(lambda: not two.relay.backplane.rooms)

    play(story())
