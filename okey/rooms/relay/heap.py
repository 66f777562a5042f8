"""Keeps Python's search for garbage short: with thousands of connections a whole one takes a fifth of a second.

Where there is that much, what has lived for a while is set aside, and no search looks there.  Cycles among it that
became garbage stay until half as much again lies there as lived after the last whole search: so there are few of
these, and what is held is in proportion.
"""

from __future__ import annotations

import asyncio
import gc

EVERY = 5.0
"""Seconds between two times that what lives is set aside."""

LEAST = 100_000
"""So many objects in all take a whole search long enough to matter; fewer are left to Python."""


async def tidy(every: float = EVERY) -> None:
    """Keeps the searches short, for ever.

    Args:
        every: seconds between two looks.
    """
    most = 0
    while True:
        await asyncio.sleep(every)
        if 0 < gc.get_freeze_count() <= most:
            gc.collect(1)  # what is young and garbage is not set aside
            gc.freeze()
            continue
        gc.unfreeze()
        if len(gc.get_objects()) >= LEAST:
            gc.collect()
            gc.freeze()
            most = gc.get_freeze_count() * 3 // 2
