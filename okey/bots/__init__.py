"""Players that see only a seat's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from okey.bots import easy, hard, medium, usta
from okey.bots.agent import Agent
from okey.bots.bot import Bot
from okey.bots.skill import Budget, Skill

__all__ = ["DEFAULT_LEVEL", "LEVELS", "SKILLS", "Agent", "Bot", "Budget", "Maker", "make_bot"]

Maker: TypeAlias = Callable[[str, Budget], Agent]
"""Makes a bot from a seed and a budget."""

SKILLS: dict[str, Skill] = {"easy": easy.SKILL, "medium": medium.SKILL, "hard": hard.SKILL, "usta": usta.SKILL}
"""What each level can do, the weakest first."""


def _maker(skill: Skill) -> Maker:
    return lambda seed, budget: Bot(skill, seed, budget)


LEVELS: dict[str, Maker] = {level: _maker(skill) for level, skill in SKILLS.items()}
"""The bots by the name a record keeps of them, the weakest first."""

DEFAULT_LEVEL = "medium"


def make_bot(level: str, seed: str, budget: Budget | None = None) -> Agent:
    """Makes a bot.

    Args:
        level: a key of ``LEVELS``.
        seed: what its chance decisions follow from.
        budget: how much it may think about a decision; None for its own measure.

    Raises:
        ValueError: when there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"{level[:40]!r} is no bot: expected one of {', '.join(LEVELS)}")
    return LEVELS[level](seed, budget or Budget())
