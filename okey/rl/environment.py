"""One hand of Okey as an environment in which agents take turns (PettingZoo's AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from okey.game import Game
from okey.game.actions import DEAL
from okey.game.scoring import gains
from okey.rl.coding import ACTIONS, PLANES, Choices, observation
from okey.rules import RuleSet
from okey.tiles import KIND_NAMES

Observation: TypeAlias = dict[str, Any]

MOST_STEPS = 2_000
"""More steps than a hand of good sense takes; then it is cut off, for an agent may lay and undo for ever."""


class OkeyEnv(AECEnv[str, Observation, int | np.integer[Any] | None], EzPickle):  # type: ignore[misc]
    """One hand; the agents are ``seat_0`` and so on, and get what the hand brings their side in points.

    Observations are ``{"observation": vector, "action_mask": mask}``, see ``okey.rl.coding``; only the agent to act has
    ones in its mask.  The same seed deals the same tiles.

    Args:
        rules: the options to play by, as ``RuleSet.parse`` reads them.
        most_steps: after how many actions a hand is cut off.
        render_mode: ``ansi`` lets ``render`` tell what happened last; None for nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "okey_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: str = "classic", most_steps: int = MOST_STEPS, render_mode: str | None = None) -> None:
        EzPickle.__init__(self, rules, most_steps, render_mode)
        super().__init__()
        self.rules = RuleSet.parse(rules)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self._most_steps = most_steps
        self._random = np.random.default_rng()
        size = len(PLANES) * len(KIND_NAMES)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Gets the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Gets the space of an agent's actions: their numbers in ``ACTIONS``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deals a hand anew.

        Args:
            seed: what the deals follow from, this one and those after it; None goes on from the last seed.
            options: none are known.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = Game(self.rules, self._random.bytes(16).hex())
        self._told = [str(event) for event in self.game.apply(DEAL)]
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._await_action()

    def _await_action(self) -> None:
        """Looks who is to act, and what may be done."""
        seat = self.game.actor
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self._choices = Choices(self.game.view(seat))

    def observe(self, agent: str) -> Observation:
        """Gets what an agent may know, and what it may do if it is the one to act."""
        mask = np.zeros(len(ACTIONS), dtype=np.int8)
        if agent == self.agent_selection and not self._over():
            mask = self._choices.mask()
        return {"observation": observation(self.game.view(self.possible_agents.index(agent))), "action_mask": mask}

    def _over(self) -> bool:
        return self.game.result is not None or self._steps >= self._most_steps

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Does an action for the agent to act; None for one whose hand is over.

        Raises:
            ValueError: when the action is not allowed now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            chosen = self._choices[int(action)]  # type: ignore[arg-type]
        except (KeyError, TypeError):
            known = isinstance(action, (int, np.integer)) and 0 <= action < len(ACTIONS)
            name = ACTIONS[int(action)] if known else action  # type: ignore[arg-type]
            raise ValueError(f"{agent} may not do {name!r} now: see the action mask") from None
        self._cumulative_rewards[agent] = 0.0
        self._told = [str(event) for event in self.game.apply(chosen, self.possible_agents.index(agent))]
        self._steps += 1
        if (result := self.game.result) is not None:
            self.rewards = dict(
                zip(self.agents, map(float, gains(self.rules, result.before, result.after)), strict=True)
            )
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._over():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._await_action()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Tells what the last action brought about."""
        return "\n".join(self._told) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to give back."""


def env(rules: str = "classic", most_steps: int = MOST_STEPS, render_mode: str | None = None) -> AECEnv[Any, Any, Any]:
    """Makes the environment with PettingZoo's usual guards around it: an action that is not allowed ends the hand."""
    raw = OkeyEnv(rules, most_steps, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )
