"""Bots against each other: counted as played, and the same each time."""

import itertools
from collections.abc import Callable

import pytest

from okey import simulate as module
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.simulate import SimulationError, Summary, manner, simulate
from tests.support import make_rules, set_up, the_hand


def ticks() -> Callable[[], float]:
    return itertools.count().__next__


def run(rules: str, hands: int, seed: str = "7") -> Summary:
    parsed = RuleSet.parse(rules)
    return simulate(parsed, ["medium"] * parsed.players, hands, seed, ticks())


@pytest.mark.parametrize("rules", PRESETS)
def test_what_was_played_adds_up(rules: str) -> None:
    summary = run(rules, 3)
    assert summary.hands == sum(summary.endings.values()) == 3
    assert sum(summary.wins) == sum(summary.finishes.values()) == summary.endings.get("finish", 0)
    assert len(summary.points) == len(summary.wins) == RuleSet.parse(rules).players
    assert summary.actions_per_hand == round(summary.actions / 3, 1) > 1
    assert summary.milliseconds == round(1000 / summary.actions, 3)
    assert summary.as_json()["actions_per_hand"] == summary.actions_per_hand


def test_the_same_seed_gives_the_same() -> None:
    assert run("okey101", 2) == run("okey101", 2)
    assert run("okey101", 2) != run("okey101", 2, "8")


def test_match_follows_match() -> None:
    assert run("gamearea", 3).matches == 3
    assert 1 < run("classic start_points=4", 6).matches < 6


def test_points_are_those_of_the_hands() -> None:
    summary = run("classic+duel", 4)
    assert sum(summary.points) <= -2 * summary.endings["finish"]


@pytest.mark.parametrize(("levels", "message"), [
    (["medium"] * 3, "3 seats for 4 players"),
    (["medium"] * 3 + ["grandmaster"], "'grandmaster' is no bot"),
])  # fmt: skip
def test_wrong_seats_are_refused(levels: list[str], message: str) -> None:
    with pytest.raises(SimulationError, match=message):
        simulate(RuleSet.parse("classic"), levels, 1, "7", ticks())


def test_a_hand_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ACTIONS", 3)
    with pytest.raises(SimulationError, match="hand 1 of seed '7 1' does not end"):
        run("classic", 1)


def test_manners_are_named() -> None:
    rack = "R1 R2 R3 B1 B2 B3 K1 K2 K3 Y1 Y2 Y3 R6 R7 R8 R9 B6 Y6 K6 B4 K4 R12"
    game = set_up({0: rack}, rules=make_rules("okey101"), indicator="R11")
    from okey.bots import make_bot

    while the_hand(game).actor == 0 and game.result is None:
        game.apply(next(a for a in make_bot("medium", "x").think(game.view(0)) if a is not None))
    assert game.result is not None
    assert manner(game.result) in ("okey elden", "normal elden")
