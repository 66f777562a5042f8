"""Keeps Python's search for garbage short: with thousands of connections a whole one takes a fifth of a second.

What has lived for a while is set aside, where no search looks.  Cycles among it that became garbage stay until half as
much again lies there as lived after the last whole search: so there are few of these, and what is held is in proportion.
"""

from __future__ import annotations

import asyncio
import gc

EVERY = 5.0
"""Seconds between two times that what lives is set aside."""

LEAST = 10_000
"""So many objects more than lived after the last whole search are worth no other."""


async def tidy(every: float = EVERY) -> None:
    """Keeps the searches short, for ever.

    Args:
        every: seconds between two looks.
    """
    most = LEAST
    while True:
        await asyncio.sleep(every)
        if gc.get_freeze_count() > most:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            living = gc.get_freeze_count()
            most = living + max(LEAST, living // 2)
        gc.collect(1)  # what is young and garbage is not set aside
        gc.freeze()
