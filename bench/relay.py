"""The relay under load: many rooms of four on one process, and messages at a steady pace.

The relay is a process of its own; the players are raw sockets here, because four thousand sealed channels would measure
themselves.  A message's time runs from its writing here to its arrival at another member here, so that it holds the
time that this process takes too.
"""

from __future__ import annotations

import asyncio
import gc
import random
import re
import resource
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast

from okey.rooms import protocol, secret
from okey.rooms.protocol import VERSION, Beat, Create, Deliver, Join, Send
from okey.rooms.session import BEAT, UNTOLD
from web.errors import BuildError

ROOT = Path(__file__).resolve().parent.parent
CHAIRS = 4
SIZE = 300
"""Characters of a message: those of a sealed event of the game."""
LANES = 50
"""How many connections are opened at a time."""


class Player:
    """One socket that sends, listens and confirms like a player's."""

    def __init__(self, address: str, entry: Create | Join) -> None:
        self.address = address
        self.entry = entry
        self.number = 0
        self.seen = 0
        self.told = 0
        self.socket: ClientConnection | None = None

    async def enter(self) -> None:
        """Connects and comes in."""
        self.socket = await connect(self.address, compression=None, ping_interval=None, open_timeout=60)
        await self.socket.send(protocol.write(self.entry))
        await self.socket.recv()

    def write(self, request: protocol.Request) -> None:
        """Sends a frame."""
        assert self.socket is not None
        broadcast([self.socket], protocol.write(request))

    async def listen(self, took: deque[float], measuring: asyncio.Event) -> None:
        """Reads for ever; takes the time of each message that arrives while measuring."""
        assert self.socket is not None
        async for text in self.socket:
            answer = protocol.read_answer(text)
            self.seen = getattr(answer, "at", self.seen)
            if isinstance(answer, Deliver) and measuring.is_set():
                took.append(time.monotonic() - float(answer.data.partition("!")[0]))
            if self.seen - self.told >= UNTOLD:
                self.beat()

    def beat(self) -> None:
        """Says that it is there, and how far it has seen."""
        self.told = self.seen
        self.write(Beat(self.seen))


def _memory(pid: int) -> float:
    """Gets the megabytes that a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def _processor(pid: int) -> float:
    """Gets the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def _beat(players: list[Player]) -> None:
    """Lets everybody beat in time, one after the other."""
    due = time.monotonic()
    while True:
        for player in players[:]:
            player.beat()
            due += BEAT / len(players)
            if due > time.monotonic():
                await asyncio.sleep(due - time.monotonic())
        await asyncio.sleep(0)


async def _load(address: str, pid: int, rooms: int, rate: int, seconds: float) -> dict[str, object]:
    tables: list[list[Player]] = []
    for _ in range(rooms):
        room = secret.new_secret()
        host = Player(address, Create(VERSION, room, secret.new_secret(), CHAIRS - 1))
        tables.append([host, *(Player(address, Join(VERSION, room, secret.new_secret())) for _ in range(CHAIRS - 1))])
    waiting = deque(tables)
    players: list[Player] = []
    took: deque[float] = deque()
    measuring = asyncio.Event()
    listening: list[asyncio.Task[None]] = []

    async def lane() -> None:
        while waiting:
            for player in waiting.popleft():
                await player.enter()
                players.append(player)
                listening.append(asyncio.create_task(player.listen(took, measuring)))

    beating = asyncio.create_task(_beat(players))
    await asyncio.gather(*(lane() for _ in range(LANES)))
    gc.collect()
    gc.freeze()  # this process' own searches for garbage are not the relay's delay
    idle = _memory(pid)
    filler = "x" * SIZE
    sent = 0

    async def pace(duration: float) -> None:
        nonlocal sent
        began, count = time.monotonic(), 0
        while (passed := time.monotonic() - began) < duration:
            while count < passed * rate:
                player = random.choice(players)
                player.number += 1
                player.write(Send(player.number, f"{time.monotonic():.6f}!{filler}"[:SIZE]))
                count += 1
            await asyncio.sleep(0.005)
        sent += count

    await pace(5.0)
    measuring.set()
    sent, spent = 0, _processor(pid)
    await pace(seconds)
    spent = _processor(pid) - spent
    full = _memory(pid)
    await asyncio.sleep(2)
    beating.cancel()
    alive = sum(not task.done() for task in listening)
    for task in listening:
        task.cancel()
    if alive < len(players):
        raise BuildError(
            f"{len(players) - alive} of {len(players)} connections broke", "raise the limits of this system"
        )
    times = sorted(took)
    return {
        "sockets": len(players),
        "messages a second": round(sent / seconds),
        "messages arrived of those sent to others, %": round(100 * len(times) / (sent * (CHAIRS - 1)), 1),
        "relay's memory with all connected, MB": round(idle),
        "relay's memory under load, MB": round(full),
        "relay's processor under load, %": round(100 * spent / seconds),
        "median, ms": round(1000 * times[len(times) // 2], 1),
        "99th percentile, ms": round(1000 * times[len(times) * 99 // 100], 1),
    }


def measure(rooms: int, rate: int, seconds: float) -> dict[str, object]:
    """Starts a relay and loads it.

    Args:
        rooms: of four members each.
        rate: messages a second, each to the three others.
        seconds: how long, after five to warm up.

    Raises:
        BuildError: when this system does not allow so many sockets, or some broke.
    """
    needed = rooms * CHAIRS + 500
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < needed:
        raise BuildError(f"{needed} open files are needed, {most} allowed", "raise ulimit -Hn, or measure fewer rooms")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))
    many = str(needed)
    command = ("-m", "okey", "relay", "--port", "0", "--connections-per-address", many, "--rooms-per-address", many)
    relay = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert relay.stdout is not None
        port = relay.stdout.readline().split()[-1]
        figures = asyncio.run(_load(f"ws://127.0.0.1:{port}/relay", relay.pid, rooms, rate, seconds))
    finally:
        relay.terminate()
        relay.wait()
    return {f"relay, {rooms:,} rooms: {what}": figure for what, figure in figures.items()}
