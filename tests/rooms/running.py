"""Real relays for tests: in this process with a record of all they handle, or as processes of their own."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from okey.bridge.network.desktop import DesktopNetwork
from okey.rooms.relay.backplane import Alone, Backplane
from okey.rooms.relay.limits import Limits
from okey.rooms.relay.server import Relay

ROOT = Path(__file__).parent.parent.parent
GENEROUS = Limits(frames=1e6, burst=10**6, connections_per_address=10**6, rooms_per_address=10**6)
"""Limits that no test of play runs into."""


class Running:
    """A relay in this process.

    Attributes:
        relay: the relay itself.
        address: of its WebSocket.
        handled: every text that has come into it or gone out of it, in order.
    """

    def __init__(self, relay: Relay, port: int) -> None:
        self.relay = relay
        self.port = port
        self.address = f"ws://127.0.0.1:{port}/relay"
        self.handled: list[str] = []
        relay.tap = self.handled.append

    def assert_never_saw(self, *secrets: str) -> None:
        """Fails if any of the texts went through the relay, as it is or in one of the usual codings of bytes."""
        everything = "\n".join(self.handled)
        assert everything, "nothing went through the relay at all"
        for text in secrets:
            for coded in codings(text):
                assert coded not in everything, f"the relay saw {text!r}"


def codings(text: str) -> set[str]:
    """Gets the ways in which a text may stand in another: plain, as JSON, hexadecimal, or anywhere in base64."""
    raw = text.encode()
    found = {text, json.dumps(text)[1:-1], raw.hex(), quote(text)}
    for shift in range(3):  # what stands before it shifts the bits of base64
        whole = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        inner = whole[(4 if shift else 0) : len(whole) - len(whole) % 4 or None] if len(raw) > 6 else ""
        found |= {inner, inner.replace("+", "-").replace("/", "_")} if len(inner) >= 8 else set()
    return found


@asynccontextmanager
async def relay(
    *, limits: Limits = GENEROUS, backplane: Backplane | None = None, port: int = 0, **options: Any
) -> AsyncIterator[Running]:
    """Runs a relay in this process and event loop."""
    made = Relay(backplane or Alone("test"), options.pop("process", "test"), limits, **options)
    server = await made.listen("127.0.0.1", port)
    running = Running(made, server.sockets[0].getsockname()[1])
    caring = asyncio.create_task(made.look_after())
    try:
        yield running
    finally:
        caring.cancel()
        await made.shut_down(server, 1)


@contextmanager
def process(*arguments: str, port: int = 0, log: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Runs a relay as a process of its own; gets it and its port."""
    command = [sys.executable, "-m", "okey", "relay", "--host", "127.0.0.1", "--port", str(port), *arguments]
    with (log or Path(os.devnull)).open("w") as errors:
        running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.search(r"port (\d+)", line)
        assert found, line
        yield running, int(found[1])
    finally:
        running.kill()
        running.wait()
        assert running.stdout is not None
        running.stdout.close()


class Network(DesktopNetwork):
    """The desktop's network, to a relay of a test, with slow ciphers made quick."""

    def __init__(self, *addresses: str) -> None:
        super().__init__()
        self.relay = addresses[0]
        self._addresses = addresses
        self._attempts = 0

    async def connect(self, address: str) -> Any:
        """Opens a connection to one relay after the other, as a balancing proxy would."""
        if address == self.relay:
            address = self._addresses[self._attempts % len(self._addresses)]
            self._attempts += 1
        return await super().connect(address)

    async def stretch(self, secret: bytes, salt: bytes, rounds: int) -> bytes:
        """Stretches less."""
        return await super().stretch(secret, salt, min(rounds, 10))
