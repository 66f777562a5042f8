"""A computer player of some skill."""

from __future__ import annotations

import random
from collections.abc import Iterator

from okey.bots import closed, open_table
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.skill import Budget, Skill
from okey.game.actions import Action, show
from okey.game.events import Event
from okey.game.view import View
from okey.solver.cover import prepare_melds


class Bot:
    """An agent for one seat; the same seed, events, views and budget in nodes give the same decisions.

    Args:
        skill: what it can do.
        seed: what its chance decisions follow from.
        budget: how much it may think about a decision.
    """

    def __init__(self, skill: Skill, seed: str, budget: Budget | None = None) -> None:
        self._skill = skill
        self._rng = random.Random(seed)
        self._budget = budget or Budget()
        self._memory = Memory(reach=skill.remembers)

    def observe(self, event: Event) -> None:
        """Hears what happened."""
        self._memory.observe(event)

    def think(self, view: View) -> Iterator[Action | None]:
        """Thinks in slices of a few milliseconds: yields None after each, and the chosen action at last."""
        if view.may_show and view.indicator is not None:
            yield show(view.indicator ^ 1)
            return
        yield from decide(self.mind(view))

    def mind(self, view: View) -> Mind:
        """Gathers what one decision is made from."""
        return Mind(view, self._skill, self._memory, self._rng, self._budget)


def decide(mind: Mind) -> Iterator[Action | None]:
    """Thinks in slices about what to do at a turn; yields None after each, and the chosen action at last."""
    yield from prepare_melds(mind.rules)
    yield from (open_table if mind.rules.table_melds else closed).choose(mind)
