"""The site's files on their way to who asked: piece by piece, at the pace of the reader, for as long as it reads."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Response

if TYPE_CHECKING:
    from pathlib import Path

    from websockets.http11 import Request

    from okey.rooms.relay.site import Site

OPENING = 10.0
"""Seconds that somebody may take to say what is wanted."""
PIECE = 1 << 16
"""Bytes that are read, and wait to be sent, at a time."""
PATIENCE = 30.0
"""Seconds in which a piece has to be taken: who reads slower than two kilobytes a second does not read."""
MOST = 256
"""Downloads of one address at a time: a browser has six, and a school may stand behind one address."""


class Visitor(ServerConnection):
    """A connection that may become a WebSocket, or a download, which takes its time.

    The library bounds the time of a handshake, its answer included; here the question alone is bounded.
    """

    async def handshake(self, *arguments: Any) -> None:
        """Does the library's handshake; raises TimeoutError when nothing is asked."""
        await asyncio.wait_for(asyncio.shield(self.request_rcvd), OPENING)
        await super().handshake(*arguments)


class Downloads:
    """Answers with the files of a site, so many at a time for each address; without a site there are none."""

    def __init__(self, site: Site | None) -> None:
        self._site = site
        self._per_address: Counter[str] = Counter()
        self._under_way: set[ServerConnection] = set()

    async def answer(
        self, visitor: ServerConnection, request: Request, headers: dict[str, str], address: str
    ) -> Response:
        """Answers a request.

        Args:
            visitor: the connection, which is closed if a file is sent.
            request: what is asked for.
            headers: its headers by their names in small letters.
            address: what counts as the address of who asks.

        Returns:
            What is to be answered, unless the connection is closed.
        """
        if request.method not in ("GET", "HEAD"):
            return answer(HTTPStatus.METHOD_NOT_ALLOWED, b"", {"Allow": "GET, HEAD"})
        if self._site is None:
            return answer(HTTPStatus.NOT_FOUND)
        accepted, known = (headers.get(name, "") for name in ("accept-encoding", "if-none-match"))
        found = self._site.answer(request.path, accept_encoding=accepted, if_none_match=known)
        if found.file is None or request.method == "HEAD":
            return answer(found.status, b"", found.headers)
        return await self._sent(visitor, address, found.headers, found.file)

    async def _sent(self, visitor: ServerConnection, address: str, headers: dict[str, str], file: Path) -> Response:
        """Sends a file and closes the connection; gives the answer if the address has too many under way."""
        if self._per_address[address] >= MOST:
            return answer(HTTPStatus.TOO_MANY_REQUESTS, b"refused\n", {"Retry-After": "5"})
        self._per_address[address] += 1
        self._under_way.add(visitor)
        try:
            await _send(visitor, answer(HTTPStatus.OK, b"", headers), file)
        except OSError:  # the reader is gone, or does not read
            visitor.transport.abort()
        finally:
            self._under_way.discard(visitor)
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]
        await asyncio.shield(visitor.connection_lost_waiter)
        return answer(HTTPStatus.OK)

    def stop(self) -> None:
        """Cuts off what is under way."""
        for visitor in self._under_way:
            visitor.transport.abort()


async def _send(visitor: ServerConnection, head: Response, file: Path) -> None:
    transport = visitor.transport
    transport.set_write_buffer_limits(high=PIECE, low=0)
    transport.write(head.serialize())
    with file.open("rb") as source:
        while piece := await asyncio.to_thread(source.read, PIECE):
            transport.write(piece)
            await _taken(visitor)
    transport.set_write_buffer_limits(high=0)
    transport.write(b"")
    await _taken(visitor)
    transport.close()


async def _taken(visitor: ServerConnection) -> None:
    """Waits until the reader has taken what was sent; raises OSError when it does not, or is gone."""
    await asyncio.wait_for(visitor.drain(), PATIENCE)
    if visitor.transport.is_closing():
        raise ConnectionResetError


def answer(status: HTTPStatus, body: bytes = b"", headers: dict[str, str] | None = None) -> Response:
    """Makes an answer after which the connection ends."""
    usual = {"X-Content-Type-Options": "nosniff", "Connection": "close", "Content-Length": str(len(body))}
    return Response(status, status.phrase, Headers(usual | (headers or {})), body)
