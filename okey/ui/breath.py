"""How long thinking lets everything else run."""

from __future__ import annotations

import time

from okey.bots.agent import SLICE
from okey.bridge import Bridge


class Breath:
    """Awaited after each small step of thinking: gives the rest a turn once a slice is used up, for a turn takes time.

    Args:
        bridge: what everything else runs on.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._since = 0.0

    async def __call__(self) -> None:
        """Lets everything else run, if it is time."""
        if time.monotonic() - self._since >= SLICE:
            await self._bridge.pause()
            self._since = time.monotonic()
