"""What is played in rooms: a game with a clock, in words, and as the label of a public table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from okey.rules import RulesError, RuleSet
from okey.ui.settings import Settings
from okey.ui.texts import Texts

Clock = tuple[int, int]
"""The seconds of a turn, 0 for no hurry, and of the reserve for the whole match."""

USUAL: Clock = (25, 30)
CLOCKS: tuple[Clock, ...] = ((15, 15), USUAL, (40, 60), (90, 120), (0, 0))
"""The clocks that are offered."""

LONGEST = 80
"""The longest label in characters."""

_HASHED = "~"


def clock_of(rules: RuleSet) -> Clock:
    """Gets the clock of a game."""
    return rules.turn_seconds, rules.reserve_seconds if rules.turn_seconds else 0


def clocked(rules: RuleSet, clock: Clock) -> RuleSet:
    """Gets the same game by another clock."""
    turn, reserve = clock
    if not turn:  # what has no effect may not be chosen
        reserve = RuleSet.parse(rules.name).reserve_seconds
    return replace(rules, turn_seconds=turn, reserve_seconds=reserve)


def chosen(settings: Settings) -> RuleSet:
    """Gets what the next room is to play: what was chosen for the last one, else the last match's game.

    Nobody chooses a clock for a match against computer players: where the game has no other than its own the usual one
    of rooms is taken.
    """
    if settings.room:
        return RuleSet.parse(settings.room)
    draft = settings.draft
    if draft.changes.keys() & {"turn_seconds", "reserve_seconds"}:
        return draft.rules
    return clocked(draft.rules, USUAL)


def clock_words(t: Texts, clock: Clock, *, whole: bool = False) -> str:
    """Says how long a turn may last, in a word or two or in whole words."""
    turn, reserve = clock
    key = "none" if not turn else "plain" if not reserve else "whole" if whole else "reserve"
    return t(f"room.clock.{key}", turn=turn, reserve=reserve)


def words(t: Texts, rules: RuleSet) -> str:
    """Names a game, with the points it begins with and its clock."""
    start = rules.start_points[0]
    points = [t("room.start_points", points=start)] if start else []
    return " · ".join([t.game(rules), *points, clock_words(t, clock_of(rules))])


# ---- the labels of public tables


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a label tells."""

    rules: RuleSet
    whole: bool
    """Whether these are all the rules; else there are more changes than a label holds."""


def label_of(rules: RuleSet) -> str:
    """Names a kind of public table, as the relay may know it: the game, its points at the start, and its changes.

    What does not fit is there as a hash, so that only tables of the same rules have the same label.
    """
    plain = str(replace(rules, start_points=rules.start_points[:1]))
    label = plain.replace(" ", "/")
    if len(label) <= LONGEST:
        return label
    digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
    return f"{rules.name}/start_points={rules.start_points[0]}/{_HASHED}{digest}"


def read_label(label: str) -> Labelled | None:
    """Reads a label; None for one that ``label_of`` does not write."""
    text, hashed, _ = label.partition(f"/{_HASHED}")
    try:
        return Labelled(RuleSet.parse(text.replace("/", " ")), whole=not hashed)
    except RulesError:
        return None
