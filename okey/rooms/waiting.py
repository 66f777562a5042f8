"""Waiting for one of several things, and ending the others, also where the event loop ends first."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from okey.bridge.network import Network

T = TypeVar("T")


def end(*tasks: asyncio.Task[Any]) -> None:
    """Ends work that nobody waits for any more.

    What is still waiting when its event loop is closed is taken apart without it, its ``finally`` too: there is nothing
    left to end then.
    """
    for task in tasks:
        if not task.get_loop().is_closed():
            task.cancel()


async def within(network: Network, seconds: float, work: Coroutine[Any, Any, T]) -> T | None:
    """Gets what some work brings within a time; else ends it, and gets None.

    The home keeps the time: it goes on in hidden tabs.
    """
    working, sleeping = asyncio.ensure_future(work), asyncio.ensure_future(network.sleep(seconds))
    try:
        await asyncio.wait((working, sleeping), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        end(working, sleeping)
