"""Work that goes on beside the screen's."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from okey.bridge import Bridge


def begin(bridge: Bridge, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begins a piece of work; an error in it ends up on the error page.

    Args:
        bridge: what the error is reported to.
        work: what is to be done.
    """

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            bridge.report(error)

    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(ended)
    return task
