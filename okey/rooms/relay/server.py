"""The relay's one process: sockets around ``Room``, and what keeps them in bounds.

``/relay`` is the WebSocket; ``/healthz`` and ``/metrics`` are for whoever looks after it; all else is the site, if one
is served.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

from websockets.asyncio.connection import broadcast
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from okey.rooms import protocol
from okey.rooms.bucket import Bucket, Buckets
from okey.rooms.protocol import MAX_FRAME, MAX_TABLES, Create, Entry, Error, Malformed, Sit
from okey.rooms.relay import heap, journal
from okey.rooms.relay.backplane import Backplane
from okey.rooms.relay.download import Downloads, Visitor, answer
from okey.rooms.relay.limits import Limits, address_of, is_own
from okey.rooms.relay.site import Site
from okey.rooms.room import Broken, Delivery

log = logging.getLogger("okey.relay")
BUSY, COMING_IN = 4, 6.0
"""All connections of one address may send what a quarter of them may; all may come in anew once in so many seconds."""


@dataclass(slots=True)
class Connection:
    """One socket of one member-to-be."""

    link: str
    socket: ServerConnection
    address: str
    silent: int = 0
    """For how many looks, see ``look_after``."""
    room: str | None = None
    malformed: int = 0
    closing: asyncio.Task[None] | None = None


@dataclass
class Relay:
    """A relay.

    Attributes:
        backplane: where the rooms are.
        process: this process' name, which begins the names of its links.
        limits: what it allows.
        origins: the origins of pages that may connect beside those of this very host; ``*`` allows all.
        behind_proxy: whether a reverse proxy tells the addresses of those who connect.
        site: the built site, if it is served too.
        beat: seconds between two looks at the rooms; connections are looked at five times as often.
        tap: called with every text that arrives or leaves; for tests of what the relay gets to see.
    """

    backplane: Backplane
    process: str = field(default_factory=lambda: secrets.token_hex(6))
    limits: Limits = field(default_factory=Limits)
    origins: frozenset[str] = frozenset()
    behind_proxy: bool = False
    site: Site | None = None
    beat: float = 5.0
    tap: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.connections: dict[str, Connection] = {}
        self._per_address: Counter[str] = Counter()
        most, limits = self.limits.connections_per_address, self.limits
        busy = max(1, most / BUSY)
        self._frames = Buckets(limits.frames * busy, limits.burst * busy)
        self._entries = Buckets(most / COMING_IN, 2 * most)
        self._opened = Buckets(1 / 60, limits.rooms_per_address)
        self._downloads = Downloads(self.site)
        self._numbers = itertools.count(1)

    async def listen(self, host: str, port: int) -> Server:
        """Begins to serve."""
        await self.backplane.start(self._deliver)
        return await serve(
            self._serve,
            host,
            port,
            process_request=self._answer,
            create_connection=Visitor,
            open_timeout=None,  # but see Visitor
            compression=None,
            server_header="okey",
            max_size=MAX_FRAME,
            max_queue=2,  # of frames that wait while their sender is slowed down
            write_limit=self.limits.unread,
            ping_interval=None,  # members send beats
            close_timeout=2,
            logger=journal.quiet,
        )

    # HTTP

    async def _answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """Answers what is no WebSocket, and refuses WebSockets that may not be; None lets one through."""
        path = request.path.partition("?")[0]
        headers = {name.lower(): ", ".join(request.headers.get_all(name)) for name in request.headers}
        if path.endswith("/relay"):
            return self._admit(socket, headers)
        if path == "/healthz":
            return answer(HTTPStatus.OK, b"ok\n")
        if path == "/metrics" and "x-forwarded-for" not in headers and is_own(socket.remote_address[0]):
            return answer(HTTPStatus.OK, self.metrics().encode(), {"Content-Type": "text/plain; version=0.0.4"})
        return await self._downloads.answer(socket, request, headers, self._address(socket, headers))

    def _admit(self, socket: ServerConnection, headers: dict[str, str]) -> Response | None:
        origin = headers.get("origin")
        if not (origin is None or self.origins & {origin, "*"} or urlsplit(origin).netloc == headers.get("host")):
            return self._refuse("origin", HTTPStatus.FORBIDDEN)
        if headers.get("upgrade", "").lower() != "websocket":
            return answer(HTTPStatus.UPGRADE_REQUIRED, b"a WebSocket\n", {"Upgrade": "websocket"})
        if len(self.connections) >= self.limits.connections:
            return self._refuse("connections", HTTPStatus.SERVICE_UNAVAILABLE)
        if self._per_address[self._address(socket, headers)] >= self.limits.connections_per_address:
            return self._refuse("address", HTTPStatus.TOO_MANY_REQUESTS)
        return None

    def _refuse(self, what: str, status: HTTPStatus) -> Response:
        self.counts[f'refused{{what="{what}"}}'] += 1
        return answer(status, b"refused\n")

    def _address(self, socket: ServerConnection, headers: dict[str, str]) -> str:
        remote = socket.remote_address
        return address_of(remote[0] if remote else "", headers.get("x-forwarded-for") if self.behind_proxy else None)

    def metrics(self) -> str:
        """Writes the counts in Prometheus' text format."""
        gauges = {"connections": len(self.connections), "rooms": len(self.backplane.rooms)}
        lines = [f"# TYPE okey_relay_{name} gauge\nokey_relay_{name} {value}" for name, value in gauges.items()]
        for name, count in sorted(self.counts.items()):
            plain, brace, labels = name.partition("{")
            kind = f"# TYPE okey_relay_{plain}_total counter"
            lines += [] if kind in lines else [kind]
            lines.append(f"okey_relay_{plain}_total{brace}{labels} {count}")
        return "\n".join(lines) + "\n"

    # WebSocket

    async def _serve(self, socket: ServerConnection) -> None:
        """Serves one connection from its opening to its end."""
        assert socket.request is not None
        headers = {name.lower(): socket.request.headers.get_all(name)[-1] for name in socket.request.headers}
        bucket = Bucket(self.limits.frames, self.limits.burst, time.monotonic())
        connection = Connection(f"{self.process}.{next(self._numbers)}", socket, self._address(socket, headers))
        self.connections[connection.link] = connection
        self._per_address[connection.address] += 1
        try:
            async for text in socket:
                if connection.closing is not None:
                    continue  # what comes after its end is read for the closing's sake, and means nothing
                connection.silent, now = 0, time.monotonic()
                await self._slow(max(bucket.add(now), self._frames.add(connection.address, now)))
                await self._hear(connection, text)
        except ConnectionClosed:
            pass
        except Exception:  # of this program or of Redis: this member comes back, the others go on
            log.exception("connection failed")
            self.counts["failed"] += 1
        finally:
            del self.connections[connection.link]
            self._per_address[connection.address] -= 1
            if not self._per_address[connection.address]:
                del self._per_address[connection.address]
            if connection.room is not None:
                await self.backplane.submit(connection.room, connection.link, Broken(time.time()))

    async def _slow(self, seconds: float) -> None:
        if seconds:
            self.counts["slowed"] += 1
            await asyncio.sleep(seconds)

    async def _hear(self, connection: Connection, text: str | bytes) -> None:
        self.counts["frames_in"] += 1
        if self.tap is not None:
            self.tap(text if isinstance(text, str) else repr(text))
        try:
            request = protocol.read_request(text)
        except Malformed as malformed:
            self.counts["malformed"] += 1
            connection.malformed += 1
            end = connection.malformed > self.limits.malformed
            self._deliver([Delivery(connection.link, protocol.write(Error(malformed.code)), end)])
            return
        match request:
            case protocol.List():
                found = [(label, free) for _, label, free in await self.backplane.tables()]
                self._tell(connection, protocol.Tables(found[:MAX_TABLES]))
            case protocol.Create() | protocol.Join() | protocol.Sit() | protocol.Rejoin():
                await self._enter(connection, request)
            case _ if connection.room is None:
                self._tell(connection, Error("not_allowed"))
            case _:
                await self.backplane.submit(connection.room, connection.link, request)

    async def _enter(self, connection: Connection, entry: Entry) -> None:
        if connection.room is not None:
            self._tell(connection, Error("not_allowed"))
            return
        await self._slow(self._entries.add(connection.address, time.monotonic()))
        if isinstance(entry, Sit):
            tables = await self.backplane.tables()
            name = next((name for name, label, _ in tables if label == entry.label and name not in entry.past), "")
        else:
            name = entry.room
        if not name:
            self._tell(connection, Error("no_table"))
        elif isinstance(entry, Create) and not self._may_open(connection.address):
            self.counts['refused{what="rooms"}'] += 1
            self._tell(connection, Error("limit"))
        else:
            connection.room = name
            room = await self.backplane.submit(name, connection.link, entry)
            if room is None or connection.link not in room.links:
                connection.room = None

    def _may_open(self, address: str) -> bool:
        return len(self.backplane.rooms) < self.limits.rooms and self._opened.take(address, time.monotonic())

    def _tell(self, connection: Connection, answer: protocol.Answer) -> None:
        self._deliver([Delivery(connection.link, protocol.write(answer))])

    def _deliver(self, deliveries: Iterable[Delivery]) -> None:
        """Sends frames to those links that are of this process, and drops who does not read them."""
        most = self.limits.unread_of(len(self.connections))
        for link, frame, end in deliveries:
            connection = self.connections.get(link)
            if connection is None:
                continue
            if frame:
                broadcast([connection.socket], frame)
                self.counts["frames_out"] += 1
                if self.tap is not None:
                    self.tap(frame)
            if connection.socket.transport.get_write_buffer_size() > most:
                self._drop(connection, "slow")
            elif end and connection.closing is None:
                connection.closing = asyncio.create_task(connection.socket.close())

    def _drop(self, connection: Connection, why: str) -> None:
        self.counts[f'dropped{{why="{why}"}}'] += 1
        connection.socket.transport.abort()

    # Life

    async def look_after(self) -> None:
        """Looks after connections, and after rooms a fifth as often, for ever; while it is late it drops nobody."""
        for look in itertools.count(1):
            await asyncio.sleep(self.beat / 5)
            for connection in list(self.connections.values()):
                connection.silent += 1
                if connection.silent > self.limits.idle / (self.beat / 5):
                    self._drop(connection, "idle")
            if look % 5:
                continue
            try:
                await self.backplane.watch(self.beat, self.limits.grace)
            except Exception:  # Redis may be away for a while
                log.exception("watch failed")

    async def shut_down(self, server: Server, seconds: int) -> None:
        """Tells everybody to come back within so many seconds, then ends."""
        self._deliver([Delivery(link, protocol.write(protocol.Bye(seconds))) for link in self.connections])
        self._downloads.stop()
        server.close(code=1012)
        await server.wait_closed()
        await self.backplane.stop()


async def run(relay: Relay, host: str, port: int, *, back: int = 5) -> None:
    """Runs a relay until it is told to end by SIGTERM or SIGINT; its address is the first line it prints."""
    journal.begin()
    if sys.platform != "win32":  # each connection is an open file
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = await relay.listen(host, port)
    bound = server.sockets[0].getsockname()
    print(f"the relay listens on {bound[0]} port {bound[1]}", flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    log.info("started")
    caring = [asyncio.create_task(work) for work in (relay.look_after(), heap.tidy())]
    await ended.wait()
    for task in caring:
        task.cancel()
    log.info("ending", extra={"counts": {"connections": len(relay.connections), "rooms": len(relay.backplane.rooms)}})
    await relay.shut_down(server, back)
    log.info("ended")
