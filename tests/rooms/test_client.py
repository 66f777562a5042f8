"""Players in rooms over a real relay and real sockets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest
from websockets.asyncio.connection import broadcast
from websockets.asyncio.server import ServerConnection, serve

from okey.bridge.network import Unreachable
from okey.rooms import channel, client, secret
from okey.rooms.client import Connection, Refused, Ticket, create, join, rejoin, sit, tables
from okey.rooms.relay.limits import Limits
from tests.rooms.running import GENEROUS, Network, relay

T = TypeVar("T")


def play(work: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(30):
            return await work

    return asyncio.run(bounded())


async def until(room: Connection, kind: type[T], count: int = 1) -> list[T]:
    """Receives until so many events of a kind have come; gets these."""
    found: list[T] = []
    while len(found) < count:
        event = await room.receive()
        if isinstance(event, kind):
            found.append(event)
        assert not isinstance(event, channel.Closed) or kind is channel.Closed
    return found


async def leave(*rooms: Connection) -> None:
    for room in rooms:
        room.leave()
    await asyncio.gather(*(until(room, channel.Closed) for room in rooms))


def test_friends_meet_and_talk() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            assert (anne.me, dict(anne.members)) == (0, {0: True})
            assert anne.code is not None
            ben = await join(network, anne.code.lower().replace("-", " "))
            cem = await join(network, secret.link("https://okey.example/#x", anne.code))
            assert dict(cem.members) == {0: True, 1: True, 2: True}
            assert await anne.receive() == channel.Joined(1)
            assert dict(anne.members) == {0: True, 1: True}, "in step with what was received"
            assert await anne.receive() == channel.Joined(2)
            anne.send("Merhaba ★")
            anne.send("yalnız sana", to=2)
            assert await until(cem, channel.Message, 2) == [
                channel.Message(0, "Merhaba ★"),
                channel.Message(0, "yalnız sana", direct=True),
            ]
            ben.send("selam")
            assert await until(ben, channel.Message) == [channel.Message(0, "Merhaba ★")]
            assert await until(anne, channel.Message) == [channel.Message(1, "selam")]
            await leave(ben)
            assert await until(anne, channel.Left) == [channel.Left(1)]
            assert 1 not in anne.members
            running.assert_never_saw("Merhaba", "yalnız", "selam", anne.code, secret.text_of(anne.ticket.keys.key))
            await leave(anne, cem)
            assert not running.relay.backplane.rooms

    play(story())


def test_the_search_for_secrets_would_find_them() -> None:
    async def story() -> None:
        async with relay() as running:
            for coded in (
                "xx Ayşe Yılmaz",
                "QXnFn2UgWcSxbG1heg",
                "AAAAQXnFn2UgWcSxbG1heiEh",
                "4179c59f652059c4b16c6d617a",
            ):
                running.handled = [f'{{"data":"{coded}"}}']
                with pytest.raises(AssertionError):
                    running.assert_never_saw("Ayşe Yılmaz")
            running.handled = ["nothing of it"]
            running.assert_never_saw("Ayşe Yılmaz")

    play(story())


def test_long_payloads_arrive_whole() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            long = "çok uzun " * 20_000
            anne.send(long)
            anne.send("")
            anne.send("short")
            assert [m.payload for m in await until(ben, channel.Message, 3)] == [long, "", "short"]
            assert max(map(len, running.handled)) <= 8192
            with pytest.raises(ValueError, match="longer than"):
                anne.send("x" * (channel.MAX_PAYLOAD + 1))
            with pytest.raises(ValueError, match="myself"):
                anne.send("x", to=0)
            await leave(anne, ben)

    play(story())


def test_a_broken_wire_loses_nothing() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            for count in range(300):
                anne.send(f"a{count}")
                ben.send(f"b{count}")
                if count % 50 == 25:
                    for connection in list(running.relay.connections.values()):
                        connection.socket.transport.abort()
                await asyncio.sleep(0.002)
            got_by_ben, got_by_anne = await asyncio.gather(
                until(ben, channel.Message, 300), until(anne, channel.Message, 300)
            )
            assert [message.payload for message in got_by_ben] == [f"a{count}" for count in range(300)]
            assert [message.payload for message in got_by_anne] == [f"b{count}" for count in range(300)]
            while anne.unconfirmed or ben.unconfirmed:
                await asyncio.sleep(0.01)
            await leave(anne, ben)

    play(story())


def test_the_truth_about_the_connection() -> None:
    async def story() -> None:
        async with relay() as running:
            port = running.port
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            await until(anne, channel.Joined)
            for connection in list(running.relay.connections.values()):
                if connection.link.endswith(".2"):
                    connection.socket.transport.abort()
            assert await anne.receive() == channel.Lost(1)
            assert dict(anne.members) == {0: True, 1: False}
            assert await ben.receive() == channel.Dropped()
            assert not ben.members[1]
            anne.send("meanwhile")
            assert await ben.receive() == channel.Reconnected(True)
            assert ben.members[1]
            assert await ben.receive() == channel.Message(0, "meanwhile")
            assert await anne.receive() == channel.Back(1)
        assert await ben.receive() == channel.Dropped(), "the relay has gone down"
        ben.send("to nobody")
        assert not ben.connected
        assert ben.unconfirmed == 1
        async with relay(port=port):
            ben.retry()
            assert await ben.receive() == channel.Closed("gone"), "a new relay that knows nothing"
            assert await ben.receive() == channel.Closed("gone"), "for ever"
            assert (await until(anne, channel.Closed)) == [channel.Closed("gone")]

    play(story())


def test_a_reload_takes_the_same_chair() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            for count in range(40):
                ben.send(f"{count}")
            await until(anne, channel.Message, 40)
            kept = str(ben.ticket)
            ben.suspend()
            await until(anne, channel.Lost)
            again = await rejoin(network, Ticket.parse(kept))
            assert (again.me, again.code) == (1, anne.code)
            assert await until(anne, channel.Back) == [channel.Back(1)]
            again.send("here again")
            assert await until(anne, channel.Message) == [channel.Message(1, "here again")]
            other_tab = await rejoin(network, Ticket.parse(kept))
            assert await until(again, channel.Closed) == [channel.Closed("replaced")]
            other_tab.send("from the other tab")
            assert await until(anne, channel.Message) == [channel.Message(1, "from the other tab")]
            await leave(anne, other_tab)
            with pytest.raises(Refused, match="no_room"):
                await rejoin(network, Ticket.parse(kept))

    play(story())


def test_a_member_is_put_out_and_the_door_closed() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            code = anne.code or ""
            ben = await join(network, code)
            ben.remove(0)
            ben.admit(9)
            anne.remove(1)
            assert await until(ben, channel.Closed) == [channel.Closed("removed")]
            await until(anne, channel.Left)
            anne.admit(0)
            anne.send("a beat")  # what comes later comes after it
            while anne.unconfirmed:
                await asyncio.sleep(0.01)
            with pytest.raises(Refused, match="full"):
                await join(network, code)
            with pytest.raises(Refused, match="no_room"):
                await join(network, secret.new_code())
            with pytest.raises(ValueError, match="16 chairs"):
                anne.admit(16)
            await leave(anne)

    play(story())


def test_public_tables() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            assert await tables(network) == []
            anne = await create(network, places=1, label="classic+team/20")
            other = await create(network, places=3, label="okey101/1")
            assert await tables(network) == [("classic+team/20", 1), ("okey101/1", 3)]
            ben = await sit(network, "classic+team/20")
            assert ben.ticket.keys == anne.ticket.keys
            assert await tables(network) == [("okey101/1", 3)]
            anne.send("hoş geldin")
            assert await until(ben, channel.Message) == [channel.Message(0, "hoş geldin")]
            with pytest.raises(Refused, match="no_table"):
                await sit(network, "classic+team/20")
            ben.suspend()
            back = await rejoin(network, ben.ticket)
            back.send("again")
            assert await until(anne, channel.Message) == [channel.Message(1, "again")]
            running.assert_never_saw("hoş geldin", secret.text_of(anne.ticket.keys.key), anne.code or "")
            await leave(anne, back, other)

    play(story())


def test_a_private_room_gives_its_key_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relay that lies may bring in somebody who has no code: nobody answers."""
    monkeypatch.setattr(client, "ASK_EVERY", 0.2)

    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            [room] = running.relay.backplane.rooms.values()
            room.label = "pretended"
            with pytest.raises(Refused, match="no_table"):
                await sit(network, "pretended")
            anne.send("secret")
            await leave(anne)

    play(story())


def test_forged_and_replayed_messages_are_dropped() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            cem = await join(network, anne.code or "")
            anne.send("true")
            await until(ben, channel.Message)
            sent = next(text for text in running.handled if '"deliver"' in text)
            link = next(link for link in running.relay.connections if link.endswith(".2"))
            socket = running.relay.connections[link].socket
            at = 1000
            for was, becomes in [
                ('"sender":0', '"sender":2'),  # another's words
                ('"number":1', '"number":2'),  # at another place
                ('"number":1', '"number":1'),  # once more
                ('"data":"', '"direct":true,"data":"'),  # for one alone
                ('"data":".', '"data":".A'),  # something else
            ]:
                at += 1
                forged = sent.replace(was, becomes)
                broadcast([socket], re.sub('"at":[0-9]+', f'"at":{at}', forged))
            broadcast([socket], f'{{"t":"deliver","at":{at + 1},"sender":0,"number":9,"data":"in_plain"}}')
            while ben.unreadable < 6:
                await asyncio.sleep(0.01)
            assert ben.unreadable == 6
            await leave(anne, ben, cem)

    play(story())


def test_no_relay_is_told_soon() -> None:
    async def story() -> None:
        with pytest.raises(Unreachable):
            await create(Network("ws://127.0.0.1:9/relay"))
        with pytest.raises(Unreachable):
            await tables(Network("ws://127.0.0.1:9/relay"))
        with pytest.raises(Unreachable):
            await tables(Network("nonsense"))

    play(story())


def test_a_server_that_is_no_relay_is_told_soon() -> None:
    async def story() -> None:
        async def hang_up(socket: ServerConnection) -> None:
            await socket.close()

        async def nonsense(socket: ServerConnection) -> None:
            async for _ in socket:
                await socket.send("nonsense")

        async with serve(hang_up, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Unreachable):
                await create(Network(f"ws://127.0.0.1:{port}/relay"))
            with pytest.raises(Unreachable):
                await tables(Network(f"ws://127.0.0.1:{port}/relay"))
        async with serve(nonsense, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Unreachable):
                await create(Network(f"ws://127.0.0.1:{port}/relay"))

    play(story())


def test_a_relay_may_have_enough_rooms() -> None:
    async def story() -> None:
        async with relay(limits=Limits(rooms_per_address=2)) as running:
            network = Network(running.address)
            rooms = [await create(network) for _ in range(2)]
            with pytest.raises(Refused, match="limit"):
                await create(network)
            assert running.relay.counts['refused{what="rooms"}'] == 1
            await leave(*rooms)

    play(story())


def test_a_slow_member_does_not_hold_up_the_others() -> None:
    async def story() -> None:
        limits = Limits(**{**{name: getattr(GENEROUS, name) for name in GENEROUS.__slots__}, "unread": 20_000})
        async with relay(limits=limits) as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            slow = await join(network, anne.code or "")
            slow._socket._connection.transport.pause_reading()  # type: ignore[union-attr]
            chunk = "x" * 50_000
            for _ in range(300):
                anne.send(chunk)
                await until(ben, channel.Message)
                if running.relay.counts['dropped{why="slow"}']:
                    break
            assert running.relay.counts['dropped{why="slow"}'] == 1
            await until(ben, channel.Lost)
            slow.suspend()
            await leave(anne, ben)

    play(story())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{}",
        "[]",
        "null",
        '{"room": 1}',
        "[" * 9999,
        '{"room":"a","key":"b","token":"c","code":null,"public":false}',
    ],
)
def test_what_is_no_ticket(text: str) -> None:
    with pytest.raises(client.TicketError):
        Ticket.parse(text)
