"""What lives long is set aside from the search for garbage, and what becomes garbage there is found in the end."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from okey.rooms.relay import heap


class Knot:
    """Garbage that only a search finds."""

    def __init__(self) -> None:
        self.self = self


def test_what_lives_is_set_aside_until_many_connections_have_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "LEAST", 3)
    frozen = gc.get_freeze_count()

    async def story() -> None:
        connections = {"1", "2", "3"}
        knot = Knot()
        there = weakref.ref(knot)
        tidying = asyncio.create_task(heap.tidy(connections, 0.02))
        await until(lambda: gc.get_freeze_count() > frozen)
        del knot
        gc.collect()
        assert there() is not None, "no search looks there"
        connections -= {"1", "2"}
        await asyncio.sleep(0.1)
        assert there() is not None, "two connections are worth no search of everything"
        connections |= {"4", "5"}
        await asyncio.sleep(0.1)
        connections -= {"4", "5"}
        await until(lambda: there() is None)
        tidying.cancel()

    try:
        asyncio.run(story())
    finally:
        gc.unfreeze()


async def until(found: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not found():
            await asyncio.sleep(0.01)
