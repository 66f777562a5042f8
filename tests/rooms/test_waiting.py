"""Waiting, and how it ends: also where whoever ran the event loop just drops it."""

from __future__ import annotations

import asyncio
import gc
import sys
import traceback
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from okey.rooms import channel, waiting
from okey.rooms.client import create
from okey.rooms.driver import Driver
from okey.rooms.member import Member
from tests.rooms.running import Network, process, relay
from tests.rooms.test_client import play

HOME = Network("ws://127.0.0.1:9/relay")


async def forever() -> None:
    await asyncio.Event().wait()


@pytest.fixture
def ignored(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Lists the errors that no code was there to get, but for those inside of ``websockets``."""
    found: list[object] = []

    def ignore(raised: sys.UnraisableHookArgs) -> None:
        frames = traceback.extract_tb(raised.exc_traceback)
        if not any("websockets" in frame.filename for frame in frames):
            found.append(raised.exc_value)

    monkeypatch.setattr(sys, "unraisablehook", ignore)
    yield found
    gc.collect()


def test_what_is_done_in_time_is_got() -> None:
    async def story() -> None:
        assert await waiting.within(HOME, 5, asyncio.sleep(0, "done")) == "done"
        assert await waiting.within(HOME, 0.01, forever()) is None
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1, "nothing goes on afterwards"

    asyncio.run(story())


def test_who_is_cancelled_ends_what_it_waited_for() -> None:
    async def story() -> None:
        task = asyncio.ensure_future(waiting.within(HOME, 5, forever()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(story())


class Silent:
    """A channel on which nothing ever happens."""

    def __init__(self) -> None:
        self.members = {0: True}

    def send(self, payload: str, to: int | None = None) -> None:
        """Drops it."""

    def admit(self, chairs: int) -> None:
        """Drops it."""

    async def receive(self) -> channel.Incoming:
        await forever()
        raise AssertionError


def wait_within() -> Coroutine[Any, Any, Any]:
    return waiting.within(HOME, 60, forever())


def drive() -> Coroutine[Any, Any, None]:
    member = Member(0, "Ayla", "", {0: True}, entropy=bytes, now=0, wall=lambda: 0.0)
    return Driver(Silent(), member, lambda: 0.0, asyncio.sleep, lambda _: None).run()  # type: ignore[arg-type]


def seek_a_relay() -> Coroutine[Any, Any, Any]:
    return create(HOME)


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.parametrize("work", [wait_within, drive, seek_a_relay])
def test_what_is_dropped_with_its_loop_is_dropped_in_silence(work: Any, ignored: list[object]) -> None:
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)  # that tasks were left behind is no fault of theirs
    task = loop.create_task(work())
    loop.run_until_complete(asyncio.sleep(0.3))
    assert not task.done()
    loop.close()
    del task, loop
    gc.collect()
    assert ignored == []


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_a_member_is_dropped_with_its_loop_in_silence(ignored: list[object]) -> None:
    """What stands is a room with its connection, its reading and its timer."""
    with process() as (_, port):
        loop = asyncio.new_event_loop()
        loop.set_exception_handler(lambda *_: None)
        room = [loop.run_until_complete(create(Network(f"ws://127.0.0.1:{port}/relay")))]
        loop.run_until_complete(asyncio.sleep(0.1))
        assert room[0].connected
        loop.close()
        room.clear()
        gc.collect()
    assert ignored == []


def test_suspending_ends_all_that_goes_on() -> None:
    async def story() -> None:
        async with relay() as running:
            before = asyncio.all_tasks()
            room = await create(Network(running.address))
            room.suspend()
            async with asyncio.timeout(5):
                while asyncio.all_tasks() - before - {asyncio.current_task()}:
                    await asyncio.sleep(0.01)

    play(story())
