"""Rooms in a bad network: whatever is lost or late, all know the same hand and nobody who is there loses a turn."""

import pytest

from okey.presets import PRESETS
from tests.rooms.chaos import Chaos, storm
from tests.rooms.network import Weather


@pytest.mark.parametrize("rules", [*PRESETS, "classic players=3", "okey101+team"])
def test_a_room_outlives_a_storm(rules: str) -> None:
    outcome = Chaos(rules, "test").run(3)
    assert not outcome.faults
    assert (outcome.divergent, outcome.lost_turns) == (0, 0)
    assert outcome.hands
    assert outcome.accidents["dropped"]
    assert outcome.accidents["twice"]
    assert outcome.accidents["late"]


def test_nothing_is_void_while_nobody_is_lost() -> None:
    chaos = Chaos("okey51", "calm", kills=False, weather=Weather(drop=0.1, twice=0.1, late=0.1))
    chaos._accident = lambda: None  # type: ignore[method-assign]
    outcome = chaos.run(4)
    assert not outcome.faults
    assert (outcome.voided.total(), outcome.lost_turns, outcome.divergent) == (0, 0, 0)
    assert outcome.hands >= 4


def test_a_turn_is_not_lost_by_who_comes_back_at_the_end() -> None:
    assert not Chaos("gamearea", "soak 63").run(8).faults


@pytest.mark.parametrize(("rules", "seed"), [("elit players=3", "soak 74"), ("elit", "soak 102")])
def test_who_watches_on_a_bad_line_accuses_nobody(rules: str, seed: str) -> None:
    assert not Chaos(rules, seed).run(8).faults


@pytest.mark.soak
def test_a_thousand_hands() -> None:
    outcome = storm("soak", 1_000)
    assert outcome.hands >= 1_000
    assert not outcome.faults
    assert (outcome.divergent, outcome.lost_turns) == (0, 0)
    # a hand is void where who dealt is lost and so is somebody with another part of its seed
    assert outcome.voided.total() <= outcome.hands // 8
    assert outcome.voided[4] <= outcome.hands // 50
