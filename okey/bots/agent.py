"""What a computer player is to the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from okey.game.actions import Action
from okey.game.events import Event
from okey.game.view import View

SLICE = 0.002
"""After so many seconds of thinking everything else has its turn; a small step takes as long again at most."""


class Agent(Protocol):
    """A player that decides by itself from what its seat may know."""

    def observe(self, event: Event) -> None:
        """Hears what happened, as this seat sees it."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Thinks in small steps: yields None after each, and the chosen action at last; see ``SLICE``."""
