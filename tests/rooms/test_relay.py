"""The relay as strangers meet it: over real sockets, with limits, HTTP, nonsense, and its end."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import random
import signal
import string
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from okey.__main__ import main
from okey.rooms import protocol, secret
from okey.rooms.bucket import MOST, Bucket, Buckets
from okey.rooms.protocol import Bye, Confirm, Create, Error, Join, Leave, List, Rejoin, Send, Sit, Welcome
from okey.rooms.relay.backplane import Alone
from okey.rooms.relay.journal import JsonLines
from okey.rooms.relay.limits import Limits, address_of
from okey.rooms.relay.server import COMING_IN
from okey.rooms.relay.site import Site, origin
from tests.rooms.running import ROOT, Running, process, relay
from tests.rooms.test_client import play
from tests.rooms.wires import ROOM, token


async def ask(socket: ClientConnection, request: protocol.Request | str | bytes) -> protocol.Answer:
    await socket.send(request if isinstance(request, str | bytes) else protocol.write(request))
    return protocol.read_answer(await asyncio.wait_for(socket.recv(), 5))


@asynccontextmanager
async def room(running: Running) -> AsyncIterator[ClientConnection]:
    async with connect(running.address) as socket:
        assert isinstance(await ask(socket, Create(1, ROOM, token(0), 3)), Welcome)
        yield socket


async def closed(socket: ClientConnection) -> int | None:
    """Waits until the relay has closed a connection; gets the code."""
    try:
        async with asyncio.timeout(5):
            while True:
                await socket.recv()
    except ConnectionClosed:
        return socket.close_code


async def eventually(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.01)


def test_nonsense_is_answered_counted_and_has_an_end() -> None:
    async def story() -> None:
        async with relay(limits=Limits(malformed=3)) as running, connect(running.address) as socket:
            assert await ask(socket, "nonsense") == Error("malformed")
            assert await ask(socket, b"\x00\xff") == Error("malformed")
            assert await ask(socket, '{"t":"list","version":7}') == Error("version")
            assert await ask(socket, List(1)) == protocol.Tables([])
            assert await ask(socket, "[" * 8000) == Error("malformed")
            await closed(socket)
            assert running.relay.counts["malformed"] == 4
            assert "okey_relay_malformed_total 4" in running.relay.metrics()

    play(story())


def test_who_is_shut_out_for_nonsense_is_away_for_the_others_and_asks_for_nothing_more() -> None:
    async def story() -> None:
        async with relay(limits=Limits(malformed=1)) as running, room(running) as first:
            async with connect(running.address) as second:
                await ask(second, Join(1, ROOM, token(1)))
                assert protocol.read_answer(await first.recv()) == protocol.Joined(2, 1)
                for frame in ("nonsense", "nonsense", protocol.write(Join(1, ROOM, token(2)))):
                    await second.send(frame)
                await closed(second)
            assert protocol.read_answer(await first.recv()) == protocol.Lost(3, 1)
            (left,) = running.relay.backplane.rooms.values()
            assert list(left.members) == [0, 1]

    play(story())


def test_too_long_a_frame_ends_the_connection() -> None:
    async def story() -> None:
        async with relay() as running, room(running) as socket:
            longest = protocol.write(Send(1, "x" * protocol.MAX_DATA))
            assert isinstance(await ask(socket, longest), Confirm)
            await socket.send("x" * 8193)
            assert await closed(socket) == 1009

    play(story())


@pytest.mark.parametrize("request_", [Send(1, "x"), Leave(), protocol.Beat(0), protocol.Admit(1), protocol.Remove(0)])
def test_who_is_in_no_room_may_ask_nothing_of_one(request_: protocol.Request) -> None:
    async def story() -> None:
        async with relay() as running, connect(running.address) as socket:
            assert await ask(socket, request_) == Error("not_allowed")

    play(story())


def test_one_connection_is_one_membership() -> None:
    async def story() -> None:
        async with relay() as running, room(running) as socket:
            assert await ask(socket, Join(1, ROOM, token(1))) == Error("not_allowed")
            assert await ask(socket, Sit(1, "x", token(1))) == Error("not_allowed")

    play(story())


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        (Join(1, ROOM, token(1)), "no_room"),
        (Rejoin(1, ROOM, token(1)), "no_room"),
        (Sit(1, "x", token(1)), "no_table"),
    ],
)
def test_who_is_refused_may_try_again(entry: protocol.Entry, error: str) -> None:
    async def story() -> None:
        async with relay() as running, connect(running.address) as socket:
            assert await ask(socket, entry) == Error(error)
            assert isinstance(await ask(socket, Create(1, ROOM, token(0), 3)), Welcome)

    play(story())


def test_who_sends_too_fast_is_slowed_down_and_loses_nothing() -> None:
    async def story() -> None:
        async with relay(limits=Limits(frames=50, burst=10)) as running, room(running) as socket:
            began = time.monotonic()
            for number in range(1, 41):
                await socket.send(protocol.write(Send(number, "x")))
            confirmed = [protocol.read_answer(await socket.recv()) for _ in range(40)]
            assert [answer.number for answer in confirmed] == list(range(1, 41))  # type: ignore[union-attr]
            assert time.monotonic() - began >= 0.55, "31 frames at 50 a second"
            assert running.relay.counts["slowed"] > 0

    play(story())


def test_an_address_has_no_more_by_many_connections_or_by_new_ones() -> None:
    """What one connection may not, eight may not either, nor one after the other; others are not held up by it."""
    limits = Limits(frames=50, burst=10, connections_per_address=8)  # 100 a second for an address, and 20 at once

    async def story() -> None:
        async with relay(limits=limits, behind_proxy=True) as running:
            began = time.monotonic()

            async def ask_ten(_: int) -> None:
                async with connect(running.address) as socket:
                    for _ in range(10):
                        assert await ask(socket, List(1)) == protocol.Tables([])

            await asyncio.gather(*map(ask_ten, range(8)))
            assert time.monotonic() - began >= 0.55, "60 frames beyond those at once, at 100 a second"
            assert running.relay.counts["slowed"] > 0
            for _ in range(2):
                await ask_ten(0)
            assert time.monotonic() - began >= 0.75
            slowed = running.relay.counts["slowed"]
            async with connect(running.address, additional_headers={"X-Forwarded-For": "192.0.2.7"}) as other:
                assert await ask(other, List(1)) == protocol.Tables([])
            assert running.relay.counts["slowed"] == slowed

    play(story())


def test_many_slow_readers_have_less_each() -> None:
    limits = Limits()
    assert limits.unread_of(0) == limits.unread_of(500) == limits.unread == 1 << 18
    assert limits.unread_of(2_000) * 2_000 <= limits.unread_of_all
    assert limits.unread_of(10**6) == 4 * protocol.MAX_FRAME, "enough for an answer"


def test_buckets_that_are_empty_are_forgotten() -> None:
    made = Buckets(1.0, 2.0)
    assert made.add("full", 0.0) == made.add("full", 0.0) == 0
    assert made.add("full", 0.0) == 1
    for number in range(MOST):
        made.add(f"{number}", 2.0)
    assert made.add("full", 2.0) == 0
    assert len(made._buckets) == MOST + 1
    made.add("one more", 2.5)
    assert len(made._buckets) == MOST + 2, "nobody's was empty, and it is not looked each time"
    for number in range(MOST):
        made.add(f"later {number}", 9.0)
    assert len(made._buckets) < MOST + 3


def test_one_address_has_so_many_connections() -> None:
    async def story() -> None:
        async with relay(limits=Limits(connections_per_address=2)) as running, connect(running.address) as first:
            async with connect(running.address):
                with pytest.raises(InvalidStatus) as refused:
                    await connect(running.address)
                assert refused.value.response.status_code == 429
            await eventually(lambda: len(running.relay.connections) == 1)
            async with connect(running.address):
                pass
            assert await ask(first, List(1)) == protocol.Tables([])

    play(story())


def test_the_relay_has_so_many_connections_and_rooms() -> None:
    async def story() -> None:
        async with (
            relay(limits=Limits(connections=2, rooms=1)) as running,
            room(running),
            connect(running.address) as second,
        ):
            assert await ask(second, Create(1, "s" * 22, token(0), 3)) == Error("limit")
            with pytest.raises(InvalidStatus) as refused:
                await connect(running.address)
            assert refused.value.response.status_code == 503

    play(story())


def test_behind_a_proxy_addresses_are_told_apart() -> None:
    async def story() -> None:
        limits = Limits(connections_per_address=1)
        async with relay(limits=limits, behind_proxy=True) as running:
            one = {"X-Forwarded-For": "10.0.0.9, 203.0.113.1"}
            other = {"X-Forwarded-For": "203.0.113.1, 203.0.113.2"}
            async with connect(running.address, additional_headers=one):
                with pytest.raises(InvalidStatus):
                    await connect(running.address, additional_headers=one)
                async with connect(running.address, additional_headers=other):
                    pass
        async with relay(limits=limits) as running, connect(running.address, additional_headers=one):
            with pytest.raises(InvalidStatus):  # without a proxy anybody could claim any address
                await connect(running.address, additional_headers=other)

    play(story())


@pytest.mark.parametrize(
    ("remote", "forwarded", "counts_as"),
    [
        ("192.0.2.7", None, "192.0.2.7"),
        ("127.0.0.1", "198.51.100.4", "198.51.100.4"),
        ("127.0.0.1", "made up, 198.51.100.4", "198.51.100.4"),
        ("127.0.0.1", "nonsense", "unknown"),
        ("", None, "unknown"),
        ("::ffff:192.0.2.7", None, "192.0.2.7"),
    ],
)
def test_addresses(remote: str, forwarded: str | None, counts_as: str) -> None:
    assert address_of(remote, forwarded) == counts_as


def test_one_household_of_ipv6_is_one_address() -> None:
    assert address_of("2001:db8:1:2::1", None) == address_of("2001:db8:1:ffff::9", None)
    assert address_of("2001:db8:1:2::1", None) != address_of("2001:db8:2:2::1", None)
    assert address_of("fe80::1%eth0", None) == address_of("fe80::2", None)


def test_a_bucket() -> None:
    bucket = Bucket(2.0, 3, 0.0)
    assert [bucket.add(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.add(100.0) == 0
    assert bucket.level == 1


@pytest.mark.parametrize(
    ("origin", "allowed", "status"),
    [
        (None, [], 101),
        ("http://HOST", [], 101),
        ("https://HOST", [], 101),
        ("https://evil.example", [], 403),
        ("https://HOST.evil.example", [], 403),
        ("null", [], 403),
        ("https://okey.example", ["https://okey.example"], 101),
        ("https://okey.example.evil", ["https://okey.example"], 403),
        ("https://any.example", ["*"], 101),
    ],
)
def test_only_known_pages_connect(origin: str | None, allowed: list[str], status: int) -> None:
    async def story() -> None:
        async with relay(origins=frozenset(allowed)) as running:
            told = None if origin is None else origin.replace("HOST", f"127.0.0.1:{running.port}")
            try:
                async with connect(running.address, origin=told):  # type: ignore[arg-type]
                    found = 101
            except InvalidStatus as refused:
                found = refused.response.status_code
            assert found == status

    play(story())


async def get(running: Running, path: str, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    def over_http() -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, dict(response.getheaders()), body

    return await asyncio.to_thread(over_http)


def test_health_and_metrics() -> None:
    async def story() -> None:
        async with relay() as running, room(running) as socket:
            assert (await get(running, "/healthz"))[::2] == (200, b"ok\n")
            await ask(socket, Send(1, "x"))
            await ask(socket, "nonsense")
            status, headers, body = await get(running, "/metrics")
            assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4")
            lines = body.decode().splitlines()
            for line in (
                "okey_relay_connections 1",
                "okey_relay_rooms 1",
                "okey_relay_frames_in_total 3",
                "okey_relay_malformed_total 1",
            ):
                assert line in lines
            assert all(line.startswith(("# TYPE okey_relay_", "okey_relay_")) for line in lines)
            assert (await get(running, "/metrics", {"X-Forwarded-For": "192.0.2.1"}))[0] == 404, "not for the world"
            assert (await get(running, "/"))[0] == 404
            assert (await get(running, "/relay"))[0] == 426

    play(story())


def test_it_serves_the_site_too(tmp_path: Path) -> None:
    files = {"index.html": "page", "a.mjs": "plain", "a.mjs.br": "br", "b.0123456789abcdef.wasm": "w"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    async def story() -> None:
        async with relay(site=Site(tmp_path)) as running:
            status, headers, body = await get(running, "/?new")
            assert (status, body, headers["Content-Type"]) == (200, b"page", "text/html; charset=utf-8")
            assert headers["Cache-Control"] == "no-cache"
            status, headers, body = await get(running, "/a.mjs", {"Accept-Encoding": "gzip, br"})
            assert (status, body, headers["Content-Encoding"]) == (200, b"br", "br")
            assert (await get(running, "/a.mjs", {"Accept-Encoding": "br", "If-None-Match": headers["ETag"]}))[0] == 304
            _, headers, _ = await get(running, "/b.0123456789abcdef.wasm")
            assert headers["Content-Type"] == "application/wasm"
            assert headers["Cache-Control"].endswith("immutable")
            for path in ("/../secret", "/%2e%2e/secret", "/nothing", "//[", "/" + "x" * 3000):
                assert (await get(running, path))[0] == 404
            async with connect(running.address) as socket:
                assert await ask(socket, List(1)) == protocol.Tables([])

    play(story())


def test_who_says_nothing_is_dropped_and_an_empty_room_dies() -> None:
    async def story() -> None:
        async with relay(limits=Limits(idle=0.2, grace=0.3), beat=0.05) as running, room(running) as socket:
            assert await closed(socket) == 1006
            assert len(running.relay.backplane.rooms) == 1
            await eventually(lambda: not running.relay.backplane.rooms)
            assert running.relay.counts['dropped{why="idle"}'] == 1

    play(story())


def test_a_relay_that_stands_still_drops_nobody_for_it() -> None:
    async def story() -> None:
        async with relay(limits=Limits(idle=0.2), beat=0.05) as running, room(running) as socket:
            for _ in range(3):
                await ask(socket, protocol.Beat(0))
                time.sleep(0.4)  # the whole process is late, as on a machine with too much to do
                await asyncio.sleep(0.03)
            assert isinstance(await ask(socket, protocol.Beat(0)), Confirm)
            assert not running.relay.counts['dropped{why="idle"}']

    play(story())


def test_it_says_goodbye_and_when_to_come_back() -> None:
    async def story() -> None:
        async with relay() as running:
            socket = await connect(running.address)
            await ask(socket, Create(1, ROOM, token(0), 3))
        assert protocol.read_answer(await socket.recv()) == Bye(1)
        assert await closed(socket) == 1012

    play(story())


def test_rooms_outlast_a_restart_if_there_is_a_file(tmp_path: Path) -> None:
    keep = tmp_path / "rooms.json"

    async def story() -> None:
        async with relay(backplane=Alone("one", keep), process="one") as running, room(running) as first:
            await ask(first, Send(1, "before"))
            async with connect(running.address) as second:
                await ask(second, Join(1, ROOM, token(1)))
                await ask(first, Send(2, "missed"))
        assert keep.stat().st_mode & 0o777 == 0o600
        async with relay(backplane=Alone("two", keep), process="two") as running:
            assert not keep.exists()
            async with connect(running.address) as second:
                welcome = await ask(second, Rejoin(1, ROOM, token(1), 3))
                assert isinstance(welcome, Welcome)
                assert welcome.complete
                assert welcome.members == [[0, 0], [1, 1]]
                missed = [protocol.read_answer(await socket_text(second)) for _ in range(2)]
                assert [answer.data for answer in missed if isinstance(answer, protocol.Deliver)] == ["missed"]

    async def socket_text(socket: ClientConnection) -> Any:
        return await asyncio.wait_for(socket.recv(), 5)

    play(story())


@pytest.mark.parametrize("kept", ["", "{}", "[1]", "[{}]", '[{"name":"r"}]', '[{"name":', "\0"])
def test_kept_rooms_that_cannot_be_read_are_set_aside(tmp_path: Path, kept: str, caplog: Any) -> None:
    keep = tmp_path / "rooms.json"
    keep.write_text(kept)

    async def story() -> None:
        async with relay(backplane=Alone("one", keep), process="one") as running, room(running):
            assert len(running.relay.backplane.rooms) == 1

    play(story())
    damaged = tmp_path / "rooms.json.damaged"
    if kept == "{}":
        assert not damaged.exists(), "no rooms"
    else:
        assert damaged.read_text() == kept
        assert "rooms.json.damaged" in caplog.text
    assert json.loads(keep.read_text())


def test_rooms_are_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "rooms.json"
    keep.write_text("[]")

    def fail(_path: Path, _text: str) -> int:
        raise OSError("no space")

    async def story() -> None:
        rooms = Alone("one", keep)
        with monkeypatch.context() as patched:
            patched.setattr(Path, "write_text", fail)
            with pytest.raises(OSError, match="no space"):
                await rooms.stop()
        assert keep.read_text() == "[]"
        await rooms.stop()
        assert [path.name for path in tmp_path.iterdir()] == ["rooms.json"]

    play(story())


def test_a_failure_is_logged_without_people(caplog: Any) -> None:
    """Whatever fails: no address, no room and nothing that was sent stands in the log."""

    class Broken(Alone):
        async def submit(self, _name: str, _link: str, _step: object) -> Any:
            raise RuntimeError

    async def story() -> None:
        async with relay(backplane=Broken("one")) as running, connect(running.address) as socket:
            await socket.send(protocol.write(Create(1, ROOM, token(0), 3, "a-label")))
            await socket.wait_closed()
            while not caplog.records:
                await asyncio.sleep(0.01)

    play(story())
    text = "\n".join(JsonLines().format(record) for record in caplog.records if record.name.startswith("okey"))
    assert "RuntimeError" in text
    for word in ("127.0.0.1", ROOM, token(0), "a-label"):
        assert word not in text


def test_guessing_codes_is_hopeless_at_the_limits() -> None:
    """All that one address may send, as guesses of rooms: it is slowed down, and would take ages."""

    async def story() -> None:
        async with relay(limits=Limits()) as running, connect(running.address) as socket:
            began = time.monotonic()
            for number in range(150):
                await socket.send(protocol.write(Join(1, f"{number:022d}", token(0))))
            answers = [protocol.read_answer(await socket.recv()) for _ in range(150)]
            assert answers == [protocol.Error("no_room")] * 150
            assert running.relay.counts["slowed"] >= 150 - at_once
            assert time.monotonic() - began >= (150 - at_once) / a_second

    at_once, a_second = 2 * Limits().connections_per_address, Limits().connections_per_address / COMING_IN
    play(story())
    years = 32**secret.CODE_LENGTH / 2 / a_second / (365 * 86_400)
    assert years > 1_000_000, "for one room"
    assert years / Limits().rooms > 200, "for any of all there can be"


def test_the_log_is_lines_of_json_without_people(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process("--origin", "*", log=log) as (running, port):

        async def story() -> None:
            async with connect(f"ws://127.0.0.1:{port}/relay") as socket:
                await ask(socket, Create(1, ROOM, token(0), 3, "a-label"))
                await ask(socket, Send(1, "data-of-somebody"))
                await ask(socket, "nonsense-of-somebody")
                socket.transport.abort()
                running.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(running.wait, 10) == 0

        play(story())
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["event"] for line in lines] == ["started", "ending", "ended"]
    for word in ("127.0.0.1", ROOM, token(0), "somebody", "a-label"):
        assert word not in log.read_text()


def test_a_failure_in_the_log_has_its_trace() -> None:
    error = ValueError("x")
    record = logging.LogRecord("n", logging.ERROR, "f", 1, "failed", None, (ValueError, error, None))
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["event"]) == ("error", "failed")
    assert "ValueError: x" in line["trace"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--site", "/nowhere"], "--site: there is no site in /nowhere"),
        (["--keep", "x", "--backplane", "redis://localhost"], "--keep and --backplane"),
        (["--backplane", "nonsense"], "the relay cannot run"),
        (["--backplane", "redis://127.0.0.1:9"], "the relay cannot run"),
        (["--host", "no.such.host.invalid"], "the relay cannot run"),
    ],
)
def test_what_cannot_run_says_so_in_a_line(arguments: list[str], told: str, capsys: Any) -> None:
    assert main(["relay", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        "foo",
        "",
        "https://",
        "https://a/",
        "https://a/b",
        "https://A",
        "https://a:123456",
        "ws://a",
        "null",
        "https://a b",
    ],
)
def test_what_no_browser_sends_as_an_origin_is_refused(text: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["relay", "--origin", text])
    assert caught.value.code == 2
    assert "is no origin: expected one such as https://example.org, or *" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["*", "https://a", "http://localhost:8000", "https://okey.example", "http://[::1]:80"])
def test_an_origin_is_taken_as_it_is(text: str) -> None:
    assert origin(text) == text


def test_the_relay_is_small() -> None:
    """The issue's bound: one process, at most 400 lines (those that say something), and it knows nothing of okey."""
    folder = ROOT / "okey/rooms/relay"
    own = [folder / f"{name}.py" for name in ("server", "limits", "backplane")]
    lines = [line for path in own for line in path.read_text().splitlines() if line.strip()]
    assert len(lines) <= 400
    for path in folder.glob("*.py"):
        for word in ("okey.game", "okey.tiles", "okey.rules", "okey.table", "okey.bots", "okey.ui", "okey.record"):
            assert word not in path.read_text()


# Random frames.

GOOD = [
    protocol.write(request)
    for request in (
        Create(1, ROOM, token(0), 3),
        Join(1, ROOM, token(1)),
        Rejoin(1, ROOM, token(1), 2),
        Sit(1, "x", token(2)),
        List(1),
        Send(1, "x"),
        Send(2, "x", 1),
        protocol.Beat(3),
        protocol.Remove(1),
        protocol.Admit(2),
        Leave(),
    )
]


def random_frame(chance: random.Random) -> str | bytes:
    """Gets a good frame, a damaged one, or nonsense."""
    kind = chance.randrange(10)
    good = chance.choice(GOOD)
    if kind < 3:
        return good
    if kind < 5:
        place = chance.randrange(len(good))
        return good[:place] + chance.choice(string.printable) + good[place + chance.randrange(3) :]
    if kind < 7:
        values = json.loads(good)
        values[chance.choice([*values, "number", "version", "odd"])] = chance.choice(
            [None, -1, 2**70, 1.5, "", "x" * 100, [], {}, True, [[]], "\ud800", ROOM]
        )
        return json.dumps(values)
    if kind == 7:
        return chance.randbytes(chance.randrange(200))
    if kind == 8:
        return "".join(chance.choices(string.printable + "ğüşıöçİ★😀", k=chance.randrange(100)))
    return chance.choice(["[", "{", '{"a":']) * chance.randrange(2000)


async def throw(count: int, seed: int, running: Running) -> None:
    """Throws frames at a relay over a few connections, which are made anew when it has had enough of them."""
    chance = random.Random(seed)
    sockets: list[ClientConnection | None] = [None] * 8

    async def swallow(socket: ClientConnection) -> None:
        try:
            async for text in socket:
                protocol.read_answer(text)
        except ConnectionClosed:
            pass

    swallowing: set[asyncio.Task[None]] = set()
    for number in range(count):
        place = chance.randrange(len(sockets))
        socket = sockets[place]
        if socket is None:
            socket = sockets[place] = await connect(running.address, compression=None)
            task = asyncio.create_task(swallow(socket))
            swallowing.add(task)
            task.add_done_callback(swallowing.discard)
        try:
            frame = random_frame(chance)
            await socket.send(frame)
            if chance.random() < 0.002:
                socket.transport.abort()
                sockets[place] = None
        except ConnectionClosed:
            sockets[place] = None
        except UnicodeEncodeError:
            pass
        if number % 20 == 0:
            await asyncio.sleep(0)
    for socket in sockets:
        if socket is not None:
            await socket.close()
    if swallowing:
        for done in await asyncio.gather(*swallowing, return_exceptions=True):
            assert not isinstance(done, BaseException), "every answer can be read"


WILD = Limits(frames=1e9, burst=10**9, connections_per_address=10**6, rooms_per_address=10**9, malformed=50)


def test_random_frames_do_no_harm() -> None:
    async def story() -> None:
        async with relay(limits=WILD) as running:
            await throw(5000, 1, running)
            assert running.relay.counts["failed"] == 0
            assert running.relay.counts["malformed"] > 500
            assert running.relay.counts["frames_out"] > 500
            async with connect(running.address) as socket:
                assert isinstance(await ask(socket, List(1)), protocol.Tables)
            await eventually(lambda: not running.relay.connections)

    play(story())


@pytest.mark.soak
def test_a_million_random_frames_leave_the_memory_as_it_was() -> None:
    def resident(pid: int) -> int:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    options = ("--frames", "999999999", "--connections-per-address", "999999", "--rooms-per-address", "999999")
    with process(*options) as (running, port):

        async def story() -> tuple[int, int]:
            address = Running.__new__(Running)
            address.address = f"ws://127.0.0.1:{port}/relay"
            await throw(100_000, 0, address)
            before = resident(running.pid)
            for seed in range(1, 10):
                await throw(100_000, seed, address)
            after = resident(running.pid)
            async with connect(address.address) as socket:
                assert isinstance(await ask(socket, List(1)), protocol.Tables)
            return before, after

        before, after = asyncio.run(story())
        assert running.poll() is None
        print(f"kilobytes resident after 100,000 frames {before}, after a million {after}")
        assert after - before < 4096
