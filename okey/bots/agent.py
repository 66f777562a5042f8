"""What a computer player is to the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from okey.game.actions import Action
from okey.game.events import Event
from okey.game.view import View


class Agent(Protocol):
    """A player that decides by itself from what its seat may know."""

    def observe(self, event: Event) -> None:
        """Hears what happened, as this seat sees it."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Thinks in slices of a few milliseconds: yields None after each, and the chosen action at last."""
