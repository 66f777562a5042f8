"""Hands among bots, looked at decision by decision."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from okey.bots import Agent
from okey.game import Action, Game, View
from okey.game.actions import DEAL
from okey.rules import RuleSet

MOST_DECISIONS = 1_500
"""More than any hand takes; a stock may be shuffled again a few times."""


@lru_cache(maxsize=128)
def parsed(rules: str) -> RuleSet:
    """Reads a rule set, once."""
    return RuleSet.parse(rules)


def decided(bot: Agent, view: View) -> Action:
    """Lets a bot think to the end: whatever comes before its decision is None."""
    *slices, action = bot.think(view)
    assert set(slices) <= {None}
    assert action is not None
    return action


def decisions(game: Game, bots: Sequence[Agent]) -> Iterator[tuple[View, Action]]:
    """Plays a hand to its end, which it must reach; yields every decision before it is carried out."""
    game.apply(DEAL)
    for _ in range(MOST_DECISIONS):
        if (seat := game.actor) is None:
            return
        view = game.view(seat)
        action = decided(bots[seat], view)
        yield view, action
        for event in game.apply(action, seat):
            for index, bot in enumerate(bots):
                bot.observe(event.seen_by(index))
    raise AssertionError("an endless hand")
