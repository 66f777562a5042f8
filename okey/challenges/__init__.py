"""Challenges: positions with a goal, which a person plays at the table against players without guile.

Everything in a challenge is fixed: the order of the stock too, and what the others do (``okey.challenges.others``).  So
the same actions lead to the same end, and the solver can tell what the best is (``okey.challenges.solver``).

They are kept in one file (``ladder.txt``), the easiest first, kinds of goals mixed where they are equally difficult, as
three lines each::

    finish turns=2 okey; solved 12 of 60; blind 8.8
    draw | discard K4 | take | finish R10
    okey position 1; rules classic+quick; ...

First the goal, then how many plays of computer players reach it, which do not know of it, and how seldom who chooses
blindly finds it, in bits; then the best line; then the position (``okey.position``).  ``okey.challenges.maker`` makes
and checks the file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from okey.game import Game
from okey.game.actions import Action, ActionError
from okey.position import parse_position

ME = 0
"""The seat of who plays the challenge."""

FILE = Path(__file__).with_name("ladder.txt")
"""The challenges, the easiest first."""

LEVELS = (4, 6, 9, 99)
"""Below which difficulty challenges are of each level: easy, medium, hard and very hard."""

MAGIC = "okey challenges 1"
"""How the file begins."""

Kind: TypeAlias = Literal["finish", "open", "left", "ways", "hold"]
"""What is asked for:

``finish``: end the hand;
``open``: open with so much at least, and end the turn without a penalty;
``left``: end the turn without a penalty and with so few tiles left at most;
``ways``: throw the tile that leaves the most unseen tiles to finish, or to open, with the next draw;
``hold``: let nobody finish for so many turns, and be so few tiles from a finish then.
"""


class ChallengeError(ValueError):
    """A text that is no challenge."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a challenge asks for."""

    kind: Kind
    turns: int
    """In how many turns at most; one that has begun is the first."""
    pairs: bool = False
    """Whether it has to be with pairs."""
    okey: bool = False
    """Whether an okey has to be thrown last."""
    value: int = 0
    """The points or pairs to open with, the tiles left, the tiles missing."""

    def __str__(self) -> str:
        """Writes what ``parse`` reads."""
        words = [self.kind, f"turns={self.turns}"]
        words += [f"value={self.value}"] if self.value else []
        return " ".join([*words, *(name for name in ("pairs", "okey") if getattr(self, name))])

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Reads a goal.

        >>> Goal.parse("finish turns=3 pairs")
        Goal(kind='finish', turns=3, pairs=True, okey=False, value=0)

        Raises:
            ChallengeError: when it is none.
        """
        found = re.fullmatch(r"(\w+) turns=(\d)(?: value=(\d{1,3}))?( pairs)?( okey)?", text, re.ASCII)
        if found is None or found[1] not in get_args(Kind) or found[2] == "0":
            raise ChallengeError(f"{text[:40]!r} is no goal")
        kind: Kind = found[1]  # type: ignore[assignment]
        return cls(kind, int(found[2]), bool(found[4]), bool(found[5]), int(found[3] or 0))


@dataclass(frozen=True, slots=True)
class Challenge:
    """A position with a goal."""

    goal: Goal
    position: str
    """In one line, see ``okey.position``."""
    solved: int = 0
    """How many of ``plays`` by computer players, which do not know the goal, reach it."""
    plays: int = 0
    blind: float = 0.0
    """How seldom who chooses blindly finds the solution: -log2 of the chance, to a tenth of a bit."""
    line: tuple[Action, ...] = ()
    """The player's actions in the best line; those of the others follow from them."""

    @property
    def id(self) -> str:
        """What names it for ever: it follows from goal and position."""
        return hashlib.sha256(f"{self.goal}\n{self.position}".encode()).hexdigest()[:8]

    @property
    def bits(self) -> float:
        """How seldom the solution is found, in bits: each halves the chance of it.

        Half of those by which the blind miss it, for who knows the goal chooses better than blindly, and those by which
        computer players do that play the hand well and do not know the goal; one play more that meets it keeps
        that finite.
        """
        return self.blind / 2 + log2((self.plays + 1) / (self.solved + 1))

    @property
    def difficulty(self) -> int:
        """How difficult it is: the bits that are full."""
        return int(self.bits)

    @property
    def level(self) -> int:
        """How difficult it is called, as a place in ``LEVELS``."""
        return next(at for at, bound in enumerate(LEVELS) if self.difficulty < bound)

    def game(self) -> Game:
        """Sets the position up.

        Raises:
            PositionError: when it is none.
        """
        return parse_position(self.position)

    def __str__(self) -> str:
        """Writes the three lines of the file."""
        head = f"{self.goal}; solved {self.solved} of {self.plays}; blind {self.blind:.1f}"
        return "\n".join([head, _STEP.join(map(str, self.line)), self.position])

    @classmethod
    def parse(cls, text: str) -> Challenge:
        """Reads the three lines; whether the position and the line are any, ``game`` and the engine tell.

        Raises:
            ChallengeError: when they are no challenge.
        """
        head, line, position = [*text.split("\n"), "", ""][:3]
        found = re.fullmatch(r"([^;]*); solved (\d{1,4}) of (\d{1,4}); blind (\d{1,2}\.\d)", head, re.ASCII)
        if found is None or int(found[2]) > int(found[3]):
            raise ChallengeError(f"{head[:60]!r} is no goal with its figures")
        try:
            actions = tuple(map(Action.parse, line.split(_STEP)))
        except ActionError as error:
            raise ChallengeError(str(error)) from None
        return cls(Goal.parse(found[1]), position, int(found[2]), int(found[3]), float(found[4]), actions)


_STEP = " | "
"""What stands between two actions of a line."""


@lru_cache(maxsize=1)
def ladder() -> tuple[Challenge, ...]:
    """Reads all challenges of the game, the easiest first."""
    return tuple(read(FILE.read_text(encoding="utf-8")))


def read(text: str) -> Iterator[Challenge]:
    """Reads a file of challenges.

    Raises:
        ChallengeError: when it is none.
    """
    first, *entries = text.rstrip("\n").split("\n\n")
    if first != MAGIC:
        raise ChallengeError(f"{first[:40]!r} is not how challenges begin: {MAGIC!r}")
    yield from map(Challenge.parse, entries)


def write(challenges: Iterable[Challenge]) -> str:
    """Writes a file of challenges."""
    return "\n\n".join([MAGIC, *map(str, challenges)]) + "\n"
