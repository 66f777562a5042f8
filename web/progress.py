"""Tells on stdout which step the build is at, how long it took, and what came from the cache."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Progress:
    """Counts the steps of a build and prints one line for each."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._done = 0

    @contextmanager
    def step(self, what: str) -> Iterator[Step]:
        """Prints the line of one step: its number and name at the start, its outcome at the end."""
        self._done += 1
        print(f"[{self._done}/{self._steps}] {what} ...", end="", flush=True)
        step = Step()
        started = time.perf_counter()
        try:
            yield step
        except BaseException:
            print(" failed", flush=True)
            raise
        print(f" {step.outcome}{time.perf_counter() - started:.1f} s", flush=True)


class Step:
    """The step under way; it can add a word about its outcome."""

    def __init__(self) -> None:
        self.outcome = ""

    def note(self, outcome: str) -> None:
        """Adds a word that is printed before the time, such as "cached"."""
        self.outcome = f"{outcome}, "
