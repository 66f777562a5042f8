"""Players in rooms over a real relay and real sockets."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from websockets.asyncio.client import connect as ws_connect
from websockets.asyncio.connection import broadcast
from websockets.asyncio.server import ServerConnection, serve

from okey.bridge.network import Unreachable
from okey.rooms import channel, client, protocol, secret
from okey.rooms.client import Connection, Refused, Ticket, create, join, rejoin, sit, tables
from okey.rooms.protocol import Deliver
from okey.rooms.relay.backplane import Alone
from okey.rooms.relay.limits import Limits
from okey.rooms.secret import Envelope
from tests.rooms.running import GENEROUS, Network, Running, codings, relay

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


def deliveries(running: Running) -> list[Deliver]:
    """Lists what the relay has handed on."""
    found = [protocol.read_answer(text) for text in running.handled if '"deliver"' in text]
    return [answer for answer in found if isinstance(answer, Deliver)]


async def opened(network: Network, key: bytes, room: str, to: int, sent: Deliver) -> bytes | None:
    """Tries a key on what the relay has handled, for every place that a message may have."""
    for purpose in ("data", "direct", "half"):
        for place in (to, None):
            context = Envelope(room, sent.sender, place, sent.number).context(purpose)
            piece = await secret.unseal(network, key, sent.data[1:], context)
            if piece is not None:
                return piece
    return None


def test_what_is_for_one_alone_cannot_be_read_with_all_keys_of_another_member() -> None:
    """Nor by a relay that has the link, and every byte that it has handled."""

    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben, cem = [await join(network, anne.code or "") for _ in range(2)]
            anne.send("for all")
            anne.send("kırmızı yedi", to=2)
            cem.send("mavi sekiz", to=0)
            assert await until(cem, channel.Message, 2) == [
                channel.Message(0, "for all"),
                channel.Message(0, "kırmızı yedi", direct=True),
            ]
            assert await until(anne, channel.Message) == [channel.Message(2, "mavi sekiz", direct=True)]
            await until(ben, channel.Message)
            keys, halves = ben.ticket.keys, ben._halves
            assert halves is not None
            assert anne._halves is not None
            known = [keys.key, *(halves.key(member) for member in (0, 2))]
            assert None not in known, "ben has its own keys with both"
            heard = deliveries(running)
            alone = [sent for sent in heard if sent.data[0] == ":"]
            assert {(sent.sender, sent.direct) for sent in alone} == {(0, True), (2, True)}
            for sent in alone:
                for key in known:
                    assert await opened(network, key or b"", keys.room, 2 - sent.sender, sent) is None
            shared = anne._halves.key(2) or b""
            assert None not in [await opened(network, shared, keys.room, 2 - sent.sender, sent) for sent in alone]
            pieces = [await opened(network, keys.key, keys.room, 1, sent) for sent in heard if sent.data[0] == "."]
            assert any(b"for all" in (piece or b"") for piece in pieces), "whereas this can be read"
            publics = [secret.text_of(room._halves.public) for room in (anne, ben, cem) if room._halves]
            running.assert_never_saw("kırmızı", "mavi", *publics, anne._halves.public.hex())
            await leave(anne, ben, cem)

    play(story())


def test_a_member_that_gets_anothers_message_cannot_read_it() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben, cem = [await join(network, anne.code or "") for _ in range(2)]
            for room, to in ((anne, 1), (anne, 2)):
                room.send("first", to=to)
            await until(ben, channel.Message)
            anne.send("kırmızı yedi", to=2)
            await until(cem, channel.Message, 2)
            frame = [text for text in running.handled if '"deliver"' in text and '"data":":' in text][-1]
            link = next(link for link in running.relay.connections if link.endswith(".2"))
            broadcast([running.relay.connections[link].socket], re.sub('"at":[0-9]+', '"at":1001', frame))
            broadcast(
                [running.relay.connections[link].socket],
                re.sub('"at":[0-9]+', '"at":1002', frame).replace('"direct":true', '"direct":false'),
            )
            while ben.unreadable < 2:
                await asyncio.sleep(0.01)
            assert not ben._arrived
            await leave(anne, ben, cem)

    play(story())


def test_who_loads_the_page_anew_has_another_half() -> None:
    """What was for the page before is passed over without blame; all that comes afterwards can be read."""

    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            anne.send("one", to=1)
            assert (await until(ben, channel.Message))[0].payload == "one"
            old = anne._halves and anne._halves.key(1)
            ben.suspend()
            await until(anne, channel.Lost)
            anne.send("for the page before", to=1)
            while anne.unconfirmed:
                await asyncio.sleep(0.01)
            again = await rejoin(network, ben.ticket)
            again.send("here", to=0)
            assert (await until(anne, channel.Message))[0].payload == "here"
            assert anne._halves is not None
            assert anne._halves.key(1) != old
            anne.send("two", to=1)
            assert (await until(again, channel.Message))[0].payload == "two"
            assert (again.unreadable, anne.unreadable) == (0, 0)
            await leave(anne, again)

    play(story())


def test_who_has_no_half_holds_nobody_up() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            mute = await join(network, anne.code or "")
            mute._to_tell.clear()  # before it has said its half
            assert mute._halves is None
            ben = await join(network, anne.code or "")
            await until(anne, channel.Joined, 2)
            for number in range(3 * client.MOST_HELD):
                anne.send(f"{number}", to=1)
            anne.send("to ben", to=2)
            anne.send("to all")
            assert {m.payload for m in await until(ben, channel.Message, 2)} == {"to ben", "to all"}
            assert anne.unconfirmed == client.MOST_HELD, "and nobody's memory is filled"
            keys = mute.ticket.keys
            for half in (b"", bytes(65), b"\4" + bytes(64), anne._halves.public if anne._halves else b""):
                await mute._seal("=", keys.key, b"\0" + half, None)
            mute._flush()
            while anne.unreadable < 4:
                await asyncio.sleep(0.01)
            mute._to_tell.append(None)
            mute._to_say.set()
            found = [m.payload for m in await until(mute, channel.Message, client.MOST_HELD + 1)]
            assert found == ["to all", *map(str, range(2 * client.MOST_HELD, 3 * client.MOST_HELD))]
            anne.send("once more", to=1)
            mute.leave()
            await until(anne, channel.Left)
            anne.send("too late", to=1)
            assert anne._halves is not None
            assert anne._halves.key(1) is None
            await leave(anne, ben)
            assert anne.unconfirmed == 0

    play(story())


def test_a_table_where_much_is_said_gives_its_key_all_the_same() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network, label="classic/1")

            async def chatter() -> None:
                while True:
                    anne.send("more")
                    await asyncio.sleep(0)

            talking = asyncio.ensure_future(chatter())
            async with asyncio.timeout(client.ASK_EVERY - 0.5):
                ben = await sit(network, "classic/1")
            talking.cancel()
            await until(ben, channel.Message)
            await leave(anne, ben)

    play(story())


def test_what_is_kept_has_no_secret(tmp_path: Path) -> None:
    """What a relay writes to its file holds what is said, and nothing that opens it or lets somebody in."""
    keep = tmp_path / "rooms.json"

    async def story() -> list[str]:
        async with relay(backplane=Alone("one", keep)) as running:
            network = Network(running.address)
            anne = await create(network)
            ben = await join(network, anne.code or "")
            for number in range(9):
                anne.send(f"nobody else reads number {number}")
            await until(ben, channel.Message, 9)
            ben.suspend()
            anne.send("nobody else reads this")
            while anne.unconfirmed:
                await asyncio.sleep(0.01)
            anne.suspend()
            return [
                anne.code or "",
                *(ticket.token for ticket in (anne.ticket, ben.ticket)),
                anne.ticket.keys.key.hex(),
            ]

    secrets = [*play(story()), "nobody else reads"]
    kept = keep.read_text()
    assert '"kept": [[' in kept
    for text in secrets:
        assert text
        assert not any(coded in kept for coded in codings(text))


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
            while ben.unconfirmed:
                await asyncio.sleep(0.01)
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


def test_dead_tables_do_not_keep_the_living_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables there are where nobody answers, old and new ones, the second comer finds the first."""
    monkeypatch.setattr(client, "ASK_EVERY", 0.1)
    label = "classic/20"

    async def dead(running: Running, stack: AsyncExitStack, number: int) -> None:
        socket = await stack.enter_async_context(ws_connect(running.address))
        await socket.send(protocol.write(protocol.Create(1, f"{number:0>22}", "t" * 22, 3, label)))
        await socket.recv()

    async def story() -> None:
        async with relay() as running, AsyncExitStack() as stack:
            network = Network(running.address)
            for number in range(20):
                await dead(running, stack, number)
            with pytest.raises(Refused, match="no_table"):
                await sit(network, label)
            anne = await create(network, label=label)
            ben = await sit(network, label)
            assert ben.room == anne.room
            for number in range(20, 22):
                await dead(running, stack, number)
            cem = await sit(network, label)
            assert cem.room == anne.room
            await leave(anne, ben, cem)
            with pytest.raises(Refused, match="no_table"):
                await sit(network, label)
            assert len(await tables(network)) == 22, "they are offered last, but none is ever hidden"

    play(story())


@pytest.mark.parametrize("answers", [True, False])
def test_who_gives_up_coming_in_leaves_no_ghost(monkeypatch: pytest.MonkeyPatch, *, answers: bool) -> None:
    """Nobody waits for it, and its chair is free, be it that the relay has let it in already or not yet."""
    monkeypatch.setattr(client, "ASK_EVERY", 60.0)

    async def story() -> None:
        async with relay() as running, ws_connect(running.address) as dumb:
            network = Network(running.address)
            await dumb.send(protocol.write(protocol.Create(1, "r" * 22, "t" * 22, 3, "classic/20")))
            await dumb.recv()
            [room] = running.relay.backplane.rooms.values()
            coming = asyncio.ensure_future(sit(network, "classic/20"))
            while answers and len(room.members) < 2:
                await asyncio.sleep(0.01)
            if not answers:
                await asyncio.sleep(0)  # the socket is still to be opened
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            while answers and room.next < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            assert list(room.members) == [0]

    play(story())


def test_strangers_who_come_and_go_hide_no_table() -> None:
    """Two who leave at once, before anybody can say anything to them, shut nobody's table."""

    async def story() -> None:
        async with relay() as running:
            network, label = Network(running.address), "classic/20"
            anne = await create(network, label=label)
            for number in range(2):
                async with ws_connect(running.address) as socket:
                    await socket.send(protocol.write(protocol.Sit(1, label, f"{number:0>22}")))
                    await socket.send(protocol.write(protocol.Leave()))
                    await socket.recv()
            ben = await sit(network, label)
            assert ben.room == anne.room
            await leave(anne, ben)

    play(story())


def test_a_table_where_nobody_answers_is_passed_over() -> None:
    """Somebody opens a table and never gives its key: comers try the next one, and are told when there is none."""

    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            async with ws_connect(running.address) as socket:
                await socket.send(protocol.write(protocol.Create(1, "r" * 22, "t" * 22, 3, "classic/10")))
                await socket.recv()
                with pytest.raises(Refused, match="no_table"):
                    await sit(network, "classic/10")
                anne = await create(network, places=1, label="classic/10")
                ben = await sit(network, "classic/10")
                assert ben.room == anne.room
                await leave(anne, ben)

    play(story())


def test_the_host_hands_over() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            anne = await create(network)
            ben, cem = [await join(network, anne.code or "") for _ in range(2)]
            await heard(ben)
            ben.remove(2)
            await heard(ben)
            assert (ben.denied, anne.denied) == (1, 0)
            anne.hand_over(1)
            await heard(anne)
            ben.remove(2)
            assert await until(cem, channel.Closed) == [channel.Closed("removed")]
            anne.admit(5)
            await heard(anne)
            assert (ben.denied, anne.denied) == (1, 1)
            await leave(anne, ben)

    async def heard(member: Connection) -> None:
        member.send("a beat")  # what comes later comes after it
        while member.unconfirmed:
            await asyncio.sleep(0.01)

    play(story())


def test_public_tables() -> None:
    async def story() -> None:
        async with relay() as running:
            network = Network(running.address)
            assert await tables(network) == []
            anne = await create(network, places=1, label="classic+team/20")
            other = await create(network, places=3, label="okey101/1")
            assert await tables(network) == [("okey101/1", 3), ("classic+team/20", 1)]
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
