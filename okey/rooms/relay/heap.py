"""Keeps Python's search for garbage short: with thousands of connections a whole one takes a fifth of a second.

What has lived for a while is set aside, where no search looks.  Cycles among it that became garbage stay until many
connections have closed: then all is searched once, so that this costs each connection the same however many there are.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Collection

EVERY = 5.0
"""Seconds between two times that what lives is set aside."""

LEAST = 1_000
"""So many connections at least close between two searches of everything."""


async def tidy(connections: Collection[str], every: float = EVERY) -> None:
    """Keeps the searches short, for ever.

    Args:
        connections: the names of all that are open; none comes twice.
        every: seconds between two looks.
    """
    before: set[str] = set()
    closed = 0
    while True:
        await asyncio.sleep(every)
        now = set(connections)
        closed += len(before - now)
        before = now
        if closed > max(LEAST, len(now)):
            closed = 0
            gc.unfreeze()
            gc.collect()
        gc.collect(1)  # what is young and garbage is not set aside
        gc.freeze()
