"""What a hand costs and when a match is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from okey.game.view import Charge, Shape
from okey.rules import RuleSet
from okey.tiles import Kind, colour_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """What of a hand decides its score."""

    winner: int | None
    """The seat that finished; None when the stock ran out."""
    shape: Shape | None = None
    okey: bool = False
    """Whether an okey was thrown to finish."""
    shown_by: int | None = None
    """The seat that showed the indicator's twin."""
    indicator: Kind | None = None
    """The kind turned up; only the colour rule asks for it."""


def finish_reason(shape: Shape, okey: bool) -> str:
    """Names how a hand was finished: ``normal``, ``okey``, ``pairs`` or ``pairs_okey``."""
    return ("pairs_okey" if okey else "pairs") if shape == "pairs" else "okey" if okey else "normal"


def finish_loss(rules: RuleSet, shape: Shape, okey: bool) -> int:
    """Gets what a finish costs each other player in a countdown game."""
    return int(getattr(rules, f"loss_{finish_reason(shape, okey)}"))


def colour_factor(rules: RuleSet, indicator: Kind | None) -> int:
    """Gets what the indicator's colour multiplies a hand by (rules 7.7, vibrant)."""
    if rules.colour_rule == "off" or indicator is None:
        return 1
    colour = "RYBK"[colour_of(indicator)]
    if rules.colour_rule == "red_black_x2":
        return 2 if colour in "RK" else 1
    return next(int(entry[1:]) for entry in rules.colour_table.split() if entry[0] == colour)


def countdown_charges(rules: RuleSet, outcome: Outcome) -> list[Charge]:
    """Lists what a hand takes off in a countdown game (rules 4 to 6): the finish, and a shown indicator.

    A win and a shown indicator cost every player of the other sides; partners lose nothing to each other.
    """
    factor = colour_factor(rules, outcome.indicator)
    charges = []
    if outcome.shown_by is not None and rules.indicator_show != "off":
        charges += _from_others(rules, outcome.shown_by, rules.indicator_points * factor, "indicator")
    if outcome.winner is not None and outcome.shape is not None:
        loss = finish_loss(rules, outcome.shape, outcome.okey)
        reason = finish_reason(outcome.shape, outcome.okey)
        charges += _from_others(rules, outcome.winner, loss * factor, reason)
    return charges


def _from_others(rules: RuleSet, by: int, points: int, reason: str) -> list[Charge]:
    side = rules.side_of(by)
    return [Charge(seat, -points, reason, by) for seat in range(rules.players) if rules.side_of(seat) != side]


def add(scores: Sequence[int], charges: Sequence[Charge]) -> tuple[int, ...]:
    """Adds charges to scores, seat by seat."""
    gains = [sum(charge.points for charge in charges if charge.seat == seat) for seat in range(len(scores))]
    return tuple(score + gain for score, gain in zip(scores, gains, strict=True))


def match_winners(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """Gets the seats that have won a countdown match: empty while every score is above 0.

    The hand in which a score falls to 0 or below is scored in full; level at the top share the win.
    """
    if rules.match_end != "score_zero" or min(scores) > 0:
        return ()
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
