"""Matches as the bridge keeps them, played by computer players up to a moment that a test needs."""

from collections.abc import Callable
from functools import lru_cache

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game import Game
from okey.game.actions import DEAL, Action
from okey.record import Record
from okey.rules import RuleSet

SEEDS = 20
"""So many matches at most are tried for a moment."""


@lru_cache
def played(rules: str, seed: str, stop: Callable[[Game, Action], object]) -> str:
    """Plays until ``stop`` likes what comes next; gives the record's text.

    Seat 0 is the person's; computer players sit on all chairs so far.  What they play changes with what they learn, so
    if it never comes to that, other matches are tried.
    """
    records = (_tried(rules, f"{seed}{number or ''}", stop) for number in range(SEEDS))
    return next(record for record in records if record is not None)


def _tried(rules: str, seed: str, stop: Callable[[Game, Action], object]) -> str | None:
    parsed = RuleSet.parse(rules)
    game, record = Game(parsed, seed), Record(parsed, seed, ["you", *[f"bot {DEFAULT_LEVEL}"] * (parsed.players - 1)])
    bots = [make_bot(DEFAULT_LEVEL, f"{seed} {seat}") for seat in range(parsed.players)]
    while True:
        if game.actor is None:
            action = DEAL
        else:
            action = next(a for a in bots[game.actor].think(game.view(game.actor)) if a is not None)
        if stop(game, action):
            return record.write()
        if game.phase == "over":
            return None
        game.apply(action)
        record.actions.append(action)


def begun(rules: str, seed: str) -> str:
    """A match whose first hand has just been dealt."""
    return played(rules, seed, _dealt)


def _dealt(game: Game, _action: Action) -> bool:
    return game.hand_number == 1
