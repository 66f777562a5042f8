"""Measures the engine alone, in this Python: random legal players, every discard checked for a finish."""

from __future__ import annotations

import random
import time
from itertools import islice
from typing import TYPE_CHECKING

from okey.game import Game
from okey.game.actions import DEAL
from okey.rules import RuleSet

if TYPE_CHECKING:
    from okey.game import Action

RULES = ("gamearea", "classic", "duz", "elit", "okey101", "okey51", "konkan81")

CHOICES = 40
"""How many of the legal actions a random player looks at: openings come last, and there may be thousands."""


def hands_a_second(rules: str, seconds: float) -> float:
    """Plays hands until time is up; gives how many ended in a second of processor time.

    Args:
        rules: the rule set.
        seconds: how long to play, in processor time: what else the machine does is not counted.
    """
    rule_set = RuleSet.parse(rules)
    chance = random.Random(rules)
    game, matches, hands = Game(rule_set, "0"), 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        if game.phase == "over":
            matches += 1
            game = Game(rule_set, str(matches))
        game.apply(DEAL)
        while game.result is None:
            game.apply(_choose(game, chance))
        hands += 1
    return hands / spent


def _choose(game: Game, chance: random.Random) -> Action:
    """Chooses at random; where the turn cannot end as it stands, takes steps back rather than trying on."""
    actions = list(islice(game.legal_actions(), CHOICES))
    if game.steps and all(action.verb != "discard" for action in actions):
        actions = [action for action in actions if action.verb == "undo"]
    return chance.choice(actions)
