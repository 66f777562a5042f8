"""Players that see only a seat's view."""

from __future__ import annotations

from collections.abc import Callable

from okey.bots.agent import Agent
from okey.bots.honest import Honest

__all__ = ["LEVELS", "Agent", "make_bot"]

LEVELS: dict[str, Callable[[str], Agent]] = {"honest": Honest}
"""The bots by the name a record keeps of them."""


def make_bot(level: str, seed: str) -> Agent:
    """Makes a bot.

    Args:
        level: a key of ``LEVELS``.
        seed: what its chance decisions follow from.

    Raises:
        ValueError: when there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"{level[:40]!r} is no bot: expected one of {', '.join(LEVELS)}")
    return LEVELS[level](seed)
