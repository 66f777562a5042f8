"""What sets one level of computer player apart from another, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Skill:
    """What a player can do."""

    sight: Literal["neighbours", "distance"]
    """How it looks at its rack: what stands beside what, or how many tiles are missing to a finish."""
    remembers: int | None
    """How many of the latest discards it remembers beside those that lie open; None for all."""
    counts: bool
    """Whether it counts how many of the tiles it waits for are still unseen."""
    slips: float
    """How often it throws any other tile instead of the one it can spare best."""
    overlooks: float
    """How often it does not see what it could take or lay at an open table."""
    defends: float
    """How much it minds what the next player could do with a discard, in turns for each tile that meets it."""
    wobble: float
    """By how many turns at most it misjudges what a throw costs."""
    margin: float
    """How much a discard has to better a closed rack to be taken, in tiles or turns: a draw betters it too, unseen."""
    bargains: bool
    """Whether it weighs at an open table what a finish pays against the chance to make it: opens late."""
    fears: float
    """How much it minds that others may finish while it waits for a dearer finish; 1 is right, less is rash."""
    worlds: int
    """How many worlds consistent with all it has seen it plays through for a decision, if it has no other budget."""
    patient: bool = False
    """Whether it keeps an opening back at an open table until that brings it near the finish."""


@dataclass(slots=True)
class Budget:
    """How much a player may think about one decision; with nodes alone every machine makes the same one."""

    nodes: int | None = None
    """Worlds to play through at most; None for the level's own number."""
    seconds: float | None = None
    """After how long to search no further; None for no limit."""
    clock: Callable[[], float] | None = None
    """Gives the time in seconds; needed with ``seconds``."""

    def __post_init__(self) -> None:
        """Checks that time can be measured.

        Raises:
            ValueError: when there is a limit and no clock.
        """
        if self.seconds is not None and self.clock is None:
            raise ValueError("seconds need a clock")

    def start(self) -> Callable[[], bool]:
        """Starts the clock; what it returns tells whether the time is up."""
        if self.seconds is None or self.clock is None:
            return lambda: False
        seconds, clock, start = self.seconds, self.clock, self.clock()
        return lambda: clock() - start >= seconds
