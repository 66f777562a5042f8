"""The environment by PettingZoo's own tests, and against the game that it wraps."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from okey.game.actions import DEAL
from okey.presets import PRESETS
from okey.rl import ACTIONS, PLANES, Choices, OkeyEnv, env
from okey.rl.coding import observation
from okey.rules import RuleSet
from okey.tiles import KIND_NAMES
from tests.support import dealt

GAMES = [*PRESETS, "okey101+team", "classic+duel", "elit+elit_literal"]


@pytest.mark.parametrize("rules", GAMES)
def test_it_passes_pettingzoos_own_test(rules: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # a dictionary with a mask, as PettingZoo's own card games give it
        for message in ("Observation space for each agent probably should be", "Observation is not a NumPy array"):
            warnings.filterwarnings("ignore", message=message)
        api_test(env(rules), num_cycles=60)


def test_the_same_seed_gives_the_same_hand() -> None:
    seed_test(env, num_cycles=40)


def play(made: Any, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    made.reset(seed=seed)
    said = []
    for agent in made.agent_iter():
        seen, _, ended, cut, _ = made.last()
        action = None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        if action is not None:
            assert made.observation_space(agent).contains(seen)
        made.step(action)
        said.append(made.render())
    return said


@pytest.mark.parametrize("rules", GAMES)
def test_rewards_are_what_the_hand_brought(rules: str) -> None:
    made = OkeyEnv(rules, most_steps=400)
    rng = np.random.default_rng(5)
    for seed in range(2):
        made.reset(seed=seed)
        while not any(made.terminations.values()) and not any(made.truncations.values()):
            mask = made.observe(made.agent_selection)["action_mask"]
            others = [agent for agent in made.agents if agent != made.agent_selection]
            assert not any(made.observe(agent)["action_mask"].any() for agent in others)
            made.step(int(rng.choice(np.flatnonzero(mask))))
        result = made.game.result
        assert (result is None) is all(made.truncations.values())
        if result is not None:
            sign = 1 if made.rules.score_model == "countdown" else -1
            changes = [sign * (after - before) for before, after in zip(result.before, result.after, strict=True)]
            if made.rules.teams == "none":
                assert list(made.rewards.values()) == changes
            else:
                assert made.rewards["seat_0"] == made.rewards["seat_2"]


def test_a_hand_is_cut_off_when_it_takes_too_long() -> None:
    made = OkeyEnv("classic", most_steps=3)
    rng = np.random.default_rng(0)
    made.reset(seed=0)
    for _ in range(3):
        made.step(int(rng.choice(np.flatnonzero(made.observe(made.agent_selection)["action_mask"]))))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_what_is_not_allowed_is_refused_and_named() -> None:
    made = OkeyEnv()
    made.reset(seed=1)
    with pytest.raises(ValueError, match=r"seat_\d may not do 'draw' now"):
        made.step(ACTIONS.index("draw"))
    with pytest.raises(ValueError, match="may not do 100000 now"):
        made.step(100_000)
    with pytest.raises(ValueError, match="may not do None now"):
        made.step(None)


def test_what_happened_is_told() -> None:
    said = play(OkeyEnv(render_mode="ansi"), 3)
    assert said[0].startswith("discarded")
    assert "hand_ended" in said[-1]
    assert play(OkeyEnv(), 3)[0] is None


def test_it_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(OkeyEnv("okey51", 9))).rules == RuleSet.parse("okey51")


@pytest.mark.parametrize("rules", GAMES)
def test_choices_stand_for_legal_actions(rules: str) -> None:
    game = dealt(RuleSet.parse(rules))
    rng = np.random.default_rng(2)
    for _ in range(80):
        if game.actor is None:
            if game.phase == "over":
                break
            game.apply(DEAL)
        assert game.actor is not None
        view = game.view(game.actor)
        choices = Choices(view)
        numbers = np.flatnonzero(choices.mask())
        verbs = {ACTIONS[number].partition(" ")[0] for number in numbers}
        assert verbs == {action.verb for action in view.legal_actions()}
        for number in numbers:
            assert ACTIONS[number].startswith(choices[number].verb)
            game.check(choices[number], game.actor)
        game.apply(choices[int(rng.choice(numbers))], game.actor)


def test_an_observation_tells_what_the_seat_knows_and_no_more() -> None:
    game = dealt(RuleSet.parse("classic"))
    assert game.actor is not None
    view = game.view(game.actor)
    planes = observation(view).reshape(len(PLANES), len(KIND_NAMES))
    assert planes[PLANES.index("rack")].sum() * 2 == len(view.rack)
    assert planes[PLANES.index("indicator")].sum() * 2 == 1
    assert planes[PLANES.index("phase"), 0] == 1
    other = (game.actor + 1) % 4
    before = observation(game.view(other))
    assert game.hand is not None
    game.hand.players[game.actor].rack[0], game.hand.stock[0] = (
        game.hand.stock[0],
        game.hand.players[game.actor].rack[0],
    )
    assert (observation(game.view(other)) == before).all()
    assert (observation(game.view(game.actor)) != observation(view)).any()
