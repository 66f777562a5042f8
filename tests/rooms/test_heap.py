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


def test_what_lives_is_set_aside_until_there_is_much_more(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()  # what relays of other tests have set aside
    gc.collect()
    many = len(gc.get_objects())
    monkeypatch.setattr(heap, "LEAST", 1)

    async def story() -> None:
        knot = Knot()
        there = weakref.ref(knot)
        tidying = asyncio.create_task(heap.tidy(0.02))
        await until(lambda: gc.get_freeze_count() > 0)
        del knot
        gc.collect()
        await asyncio.sleep(0.1)
        assert there() is not None, "no search looks there"
        living = [[number] for number in range(many)]
        await until(lambda: there() is None)
        assert len(living) == many
        await until(lambda: gc.get_freeze_count() > many)
        tidying.cancel()

    try:
        asyncio.run(story())
    finally:
        gc.unfreeze()


def test_a_small_heap_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()

    async def story() -> None:
        tidying = asyncio.create_task(heap.tidy(0.01))
        await asyncio.sleep(0.1)
        tidying.cancel()

    monkeypatch.setattr(heap, "LEAST", 10 * len(gc.get_objects()))
    asyncio.run(story())
    assert gc.get_freeze_count() == 0


async def until(found: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not found():
            await asyncio.sleep(0.01)
