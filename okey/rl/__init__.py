"""Okey for reinforcement learning: a PettingZoo AEC environment, ``pip install 'okey[rl]'``."""

from okey.rl.coding import ACTIONS, PLANES, Choices
from okey.rl.environment import OkeyEnv, env

__all__ = ["ACTIONS", "PLANES", "Choices", "OkeyEnv", "env"]
