"""Random play of every rule set: what holds in every position of every match (see ``tests.walk``)."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from okey.game import Action
from okey.game.actions import UNDO, VERBS
from okey.game.events import KINDS_OF_EVENT
from okey.presets import PRESETS
from okey.rules import OPTIONS, RulesError, RuleSet
from tests.walk import Checked, choose, combinations, junk, random_rules, random_value, walk_checked

ALWAYS = {"dealt", "drew", "took", "discarded", "finished", "hand_ended", "match_ended"}
OPEN = ALWAYS | {"opened", "laid", "added", "swapped", "undid", "gave_back"}
HAPPENS = {
    "gamearea": ALWAYS,
    "konkan81": OPEN - {"swapped"} | {"konkan", "eliminated", "reshuffled"},
    "duz": ALWAYS | {"declared", "failed", "penalty", "showed"},
    "classic": ALWAYS | {"showed"},
    "elit": ALWAYS,
    "okey101": OPEN | {"penalty"},
    "okey51": OPEN | {"failed", "penalty"},
}
"""What has to happen at least once in ten thousand random actions."""


def test_everything_that_can_happen_is_asked_for() -> None:
    # a timeout is the table's: tests/rulebook/test_timeout.py
    assert set().union(*HAPPENS.values()) == set(KINDS_OF_EVENT) - {"timed_out"}


@pytest.mark.parametrize("preset", PRESETS)
def test_ten_thousand_random_actions(preset: str) -> None:
    happened = walk_checked(RuleSet.parse(preset), preset, 10_000, heavy=0.02)
    assert {kind for kind in HAPPENS[preset] if not happened[f"event {kind}"]} == set()


@pytest.mark.parametrize("name", combinations())
def test_random_actions_of_every_combination(name: str) -> None:
    walk_checked(RuleSet.parse(name), name, 150)


@pytest.mark.parametrize("seed", range(20))
def test_random_actions_of_random_mixes(seed: int) -> None:
    rules = random_rules(random.Random(f"mix {seed}"))
    walk_checked(rules, f"mix {seed}", 150)


def test_a_mix_that_cannot_be_names_both_options() -> None:
    rng = random.Random("refused")
    refused = set()
    for _ in range(3000):
        names = rng.sample(list(OPTIONS), 6)
        try:
            RuleSet.parse(rng.choice(list(PRESETS)), {name: random_value(rng, name) for name in names})
        except RulesError as error:
            assert len(error.options) == 2  # noqa: PT017 (most mixes are fine)
            assert all(name in str(error) for name in error.options)  # noqa: PT017
            refused.add(error.options)
    assert len(refused) > 10


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_million_random_actions(preset: str) -> None:
    happened = walk_checked(RuleSet.parse(preset), f"soak {preset}", 1_000_000, heavy=0.01)
    assert {kind for kind in HAPPENS[preset] if not happened[f"event {kind}"]} == set()


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_random_mixes() -> None:
    rng = random.Random("soak")
    for index in range(1000):
        walk_checked(random_rules(rng, 12), f"soak {index}", 1000, heavy=0.05)


class Match(RuleBasedStateMachine):
    """Plays and asks as hypothesis likes, so that it can find the shortest way to a fault."""

    def __init__(self) -> None:
        super().__init__()
        self.checked = Checked(RuleSet.parse("classic"), "")

    def deal(self, rules: RuleSet, seed: str) -> None:
        self.checked = Checked(rules, seed, heavy=0.05)
        self.checked.ask(Action("deal"), legal=True)

    @property
    def going(self) -> bool:
        return self.checked.game.phase != "over"

    @precondition(lambda self: self.going)
    @rule(choice=st.integers(0, 10_000))
    def go_on(self, choice: int) -> None:
        self.checked.ask(choose(self.checked.game, random.Random(choice)), legal=True)

    @precondition(lambda self: self.going)
    @rule(turns=st.integers(1, 30))
    def the_first_actions(self, turns: int) -> None:
        for _ in range(turns):
            if (action := next(self.checked.game.legal_actions(), None)) is not None:
                self.checked.ask(action, legal=True)

    @rule(choice=st.integers(0, 10_000))
    def ask_for_anything(self, choice: int) -> None:
        self.checked.ask(junk(self.checked.game, random.Random(choice)))

    @precondition(lambda self: self.checked.game.steps)
    @rule()
    def take_a_step_back(self) -> None:
        self.checked.ask(UNDO, legal=True)

    @rule()
    def look(self) -> None:
        if self.checked.game.hand is not None:
            self.checked.check_seats()
            self.checked.check_views()
            self.checked.check_actions()

    def teardown(self) -> None:
        self.checked.replay()


SEEDS = st.text(st.characters(codec="utf-8", exclude_categories=["Zl", "Zp", "Cc"]), max_size=20)


class AnyMatch(Match):
    """A match of any combination, or of any mix of options."""

    @initialize(name=st.sampled_from(combinations()), mix=st.none() | st.integers(0, 10_000), seed=SEEDS)
    def begin(self, name: str, mix: int | None, seed: str) -> None:
        self.deal(RuleSet.parse(name) if mix is None else random_rules(random.Random(mix)), seed)


def _match_of(preset: str) -> type[Match]:
    """Makes the machine of one preset."""

    class PresetMatch(Match):
        @initialize(seed=SEEDS)
        def begin(self, seed: str) -> None:
            self.deal(RuleSet.parse(preset), seed)

    PresetMatch.__name__ = PresetMatch.__qualname__ = f"Match_{preset}"
    return PresetMatch


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_every_preset(preset: str) -> None:
    run_state_machine_as_test(_match_of(preset), settings=settings(max_examples=12, stateful_step_count=25))


def test_matches_of_any_rules() -> None:
    run_state_machine_as_test(AnyMatch, settings=settings(max_examples=30, stateful_step_count=25))


def test_the_first_legal_action_harms_nobody() -> None:
    """Who plays the first action for an absent player ends every turn: draws, throws, opens and lays nothing."""
    for preset in PRESETS:
        checked = Checked(RuleSet.parse(preset), "absent", heavy=0)
        for _ in range(300):
            action = next(checked.game.legal_actions(), None)
            if action is None:
                break
            assert action.verb in ("deal", "draw", "discard")
            checked.ask(action, legal=True)
        assert checked.game.hand_number > 1 or checked.game.phase == "over" or checked.verbs["discard"] > 140
    assert {"deal", "draw", "discard"} < set(VERBS)
