"""Scenes that work at something while they are open."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from okey.ui import tasks
from okey.ui.scenes.base import Scene


class Working(Scene):
    """A scene whose work ends with it, whatever takes it away."""

    _task: asyncio.Task[None] | None = None

    def work(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins the work of the scene."""
        self._task = tasks.begin(self.app.bridge, work)

    @property
    def works(self) -> bool:
        """Whether the work is under way."""
        return self._task is not None and not self._task.done()

    def closed(self) -> None:
        """Ends the work, unless it was the work that closed the scene: that comes to its end by itself."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
