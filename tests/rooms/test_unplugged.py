"""Two machines with a cable between them, as two network namespaces: it is unplugged in the middle of things."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from okey.rooms import client
from okey.rooms.channel import Back, Incoming, Lost, Message
from tests.rooms.running import ROOT, Network, process

pytestmark = pytest.mark.long

NUMBERS = 250
"""Each side counts so far, ten a second: the cable is out in between."""

OUT = 22.0
"""Seconds without the cable: longer than a beat and the patience for its answer, so that TCP does not heal it alone."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@pytest.fixture
def machines() -> Iterator[tuple[str, str, str]]:
    """Makes another machine and a cable to it: its name, the end of the cable here, and this machine's address."""
    number = os.getpid() % 250
    name, here, there = f"okey{os.getpid()}", f"okh{os.getpid()}", f"okg{os.getpid()}"
    try:
        ip("netns", "add", name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this machine allows no network namespaces: {error.stderr.strip()}")
    try:
        ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name)
        ip("address", "add", f"10.231.{number}.1/30", "dev", here)
        ip("link", "set", here, "up")
        ip("-n", name, "address", "add", f"10.231.{number}.2/30", "dev", there)
        ip("-n", name, "link", "set", there, "up")
        yield name, here, f"10.231.{number}.1"
    finally:
        ip("netns", "delete", name)  # the cable goes with it


def test_nothing_is_lost_while_the_cable_is_out(machines: tuple[str, str, str]) -> None:
    name, cable, address = machines
    heard: list[Incoming] = []

    async def story(port: int) -> list[str]:
        room = await client.create(Network(f"ws://127.0.0.1:{port}/relay"), places=3)
        assert room.code is not None
        command = [sys.executable, "-m", "tests.rooms.guest", f"ws://{address}:{port}/relay", room.code, str(NUMBERS)]
        guest = await asyncio.create_subprocess_exec(
            *("ip", "netns", "exec", name, *command), cwd=ROOT, stdout=subprocess.PIPE
        )
        listening = asyncio.ensure_future(listen(room))
        async with asyncio.timeout(120):
            while not any(isinstance(event, Message) for event in heard):
                await asyncio.sleep(0.05)
            for number in range(NUMBERS):
                if number == 10:
                    await asyncio.to_thread(ip, "link", "set", cable, "down")
                    plugging = asyncio.ensure_future(plug_in())
                room.send(str(number))
                await asyncio.sleep(0.1)
            await plugging
            while sum(isinstance(event, Message) for event in heard) < NUMBERS:
                await asyncio.sleep(0.05)
            room.send("goodbye")
            out, _ = await guest.communicate()
        listening.cancel()
        room.leave()
        return out.decode().splitlines()

    async def listen(room: client.Connection) -> None:
        while True:
            heard.append(await room.receive())

    async def plug_in() -> None:
        await asyncio.sleep(OUT)
        await asyncio.to_thread(ip, "link", "set", cable, "up")

    with process("--host", "0.0.0.0") as (_, port):
        told = asyncio.run(story(port))
    counted = [str(number) for number in range(NUMBERS)]
    assert [event.payload for event in heard if isinstance(event, Message)] == counted
    assert [line for line in told if line.isdigit()] == counted
    assert "Dropped()" in told
    assert "Reconnected(complete=True)" in told
    assert told[-1] == "goodbye"
    assert [event for event in heard if isinstance(event, Lost | Back)] == [Lost(1), Back(1)]
