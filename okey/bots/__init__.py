"""Players that see only a seat's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from okey.bots.agent import Agent
from okey.bots.honest import Honest

__all__ = ["LEVELS", "Agent", "Maker", "make_bot"]

Maker: TypeAlias = Callable[[str, int | None], Agent]
"""Makes a bot from a seed and a budget of nodes."""

LEVELS: dict[str, Maker] = {"honest": lambda seed, _nodes: Honest(seed)}
"""The bots by the name a record keeps of them."""


def make_bot(level: str, seed: str, nodes: int | None = None) -> Agent:
    """Makes a bot.

    Args:
        level: a key of ``LEVELS``.
        seed: what its chance decisions follow from.
        nodes: how much it may think about a decision, counted in steps of its own and not in time, so that the same
            budget gives the same decision on every machine; None for its own measure.

    Raises:
        ValueError: when there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"{level[:40]!r} is no bot: expected one of {', '.join(LEVELS)}")
    return LEVELS[level](seed, nodes)
