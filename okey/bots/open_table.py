"""How an open table is played."""

from __future__ import annotations

from collections.abc import Iterator

from okey.bots.honest import Honest
from okey.bots.mind import Mind
from okey.game.actions import Action


def choose(mind: Mind) -> Iterator[Action | None]:
    """Thinks about the seat's next action."""
    honest = Honest("")
    honest._rng = mind.rng  # noqa: SLF001
    yield from honest.think(mind.view)
