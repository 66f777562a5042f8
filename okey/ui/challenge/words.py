"""What a challenge asks for, in the words of a language."""

from __future__ import annotations

from okey.challenges import Challenge, Goal
from okey.position import parse_position
from okey.rules import RuleSet
from okey.ui.texts import Texts


def rules_of(challenge: Challenge) -> RuleSet:
    """Gets the rules that a challenge is played by, without setting it up."""
    field = next(part for part in challenge.position.split("; ") if part.startswith("rules "))
    return RuleSet.parse(field.removeprefix("rules "))


def _key(goal: Goal, *, table: bool) -> str:
    way = "_pairs" if goal.pairs else "_okey" if goal.okey else "_table" if goal.kind == "ways" and table else ""
    return f"goal.{goal.kind}{way}"


def goal_text(texts: Texts, goal: Goal, *, table: bool) -> str:
    """Says in full what is asked for.

    Args:
        texts: the language.
        goal: what is asked for.
        table: whether melds are laid on the table in this game.
    """
    key = _key(goal, table=table)
    single = f"{key}.one"
    return texts(single if goal.turns == 1 and single in texts else key, turns=goal.turns, value=goal.value)


def goal_brief(texts: Texts, goal: Goal, *, table: bool) -> str:
    """Says it in two or three words."""
    return texts(f"{_key(goal, table=table)}.brief", value=goal.value)


def is_konkan(challenge: Challenge) -> bool:
    """Tells whether the player is Konkan from the start."""
    hand = parse_position(challenge.position).hand
    return hand is not None and hand.acting.konkan
