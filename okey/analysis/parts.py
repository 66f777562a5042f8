"""What an analysis says: the turns of a hand, luck and decisions told apart, in chances or in points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from okey.tiles import TILE_NAMES, Faces, Tile

Missed: TypeAlias = Literal["", "finish", "open", "wait", "lay"]
"""What had been better, beside another throw: to finish; at an open table to open, to open later, or to lay more."""

MOMENTS = 3
"""So many moments are said to have mattered."""


class AnalysisError(ValueError):
    """A hand that cannot be analysed: it was not played to its end."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the player's."""

    number: int
    """From 1."""
    away: float
    """How many turns the rack was from its finish at its end; at an open table, how many tiles were in it."""
    value: float
    """The chance to finish first at its end, 1 for who finished; or the points that may be expected then."""
    came: Tile | None
    """The tile that was drawn or taken; None where the hand began with one more."""
    luck: float
    """What the tile that came was better than expected, and what the others did since the turn before."""
    offered: Tile | None
    """The discard that was taken, or had better been."""
    took: bool
    """Whether it was."""
    source_cost: float
    """What it cost to take it, or not to."""
    thrown: Tile
    best: Tile
    """The tile that would have been best to throw; the thrown one where none was better."""
    throw_cost: float
    """What that one, or what was missed, would have been better."""
    missed: Missed = ""

    @property
    def cost(self) -> float:
        """What the decisions of the turn cost."""
        return self.source_cost + self.throw_cost

    @property
    def weight(self) -> float:
        """How much it mattered, for better or worse."""
        return max(abs(self.luck), self.cost)


@dataclass(slots=True)
class Analysis:
    """What decided a hand for one player."""

    faces: Faces | None = None
    """What the tiles of the hand stand for; None before it is dealt."""
    points: float = 0.0
    """How many points beside the others the whole chance is worth; 0 before the end is known, and in points."""
    in_points: bool = False
    """Whether everything is told in points beside the others, as at open tables, rather than in chances."""
    base: float = 0.0
    deal: float = 0.0
    turns: list[Turn] = field(default_factory=list)
    won: bool = False
    """Whether the player's side finished first."""
    outcome: float = 0.0
    """What came of it at last: 1 or 0, or the points."""

    @property
    def draws(self) -> float:
        """What the tiles that came and the others did in all, to the end."""
        return self.outcome - self.base - self.deal + self.cost

    @property
    def end(self) -> float:
        """What the others did after the player's last turn."""
        return self.draws - sum(turn.luck for turn in self.turns)

    @property
    def cost(self) -> float:
        """What the player's decisions cost in all."""
        return sum(turn.cost for turn in self.turns)

    def moments(self) -> list[Turn]:
        """Gets the turns that mattered most, in the order in which they were played."""
        weighty = sorted(self.turns, key=lambda turn: (-turn.weight, turn.number))[:MOMENTS]
        return sorted(weighty, key=lambda turn: turn.number)

    def __str__(self) -> str:
        """Tells everything as text."""
        head = f"base {self._bare(self.base)}, deal {self._figure(self.deal)}, draws {self._figure(self.draws)}"
        head += f", decisions {self._figure(-self.cost)}: {'won' if self.won else 'lost'}"
        head += f" {self._figure(self.outcome)}" if self.in_points else ""
        told = ", ".join(str(turn.number) for turn in self.moments())
        return "\n".join([head, *map(self._line, self.turns), f"moments: {told}"])

    def _figure(self, value: float) -> str:
        return f"{value:+z.0f}" if self.in_points else f"{100 * value:+z.0f}%"

    def _bare(self, value: float) -> str:
        return self._figure(value).lstrip("+")

    def _line(self, turn: Turn) -> str:
        """Tells a turn."""
        came = "" if turn.came is None else f"{'took' if turn.took else 'drew'} {TILE_NAMES[turn.came]}, "
        words = [f"turn {turn.number}: {came}luck {self._figure(turn.luck)}, threw {TILE_NAMES[turn.thrown]}"]
        if turn.source_cost and turn.offered is not None:
            verb = "took" if turn.took else "left"
            words.append(f"{verb} {TILE_NAMES[turn.offered]} {self._figure(-turn.source_cost)}")
        if turn.throw_cost:
            what = f"missed to {turn.missed}" if turn.missed else f"not {TILE_NAMES[turn.best]}"
            words.append(f"{what} {self._figure(-turn.throw_cost)}")
        if self.in_points:
            return f"{', '.join(words)}, expects {self._figure(turn.value)}, {turn.away:.0f} tiles left"
        return f"{', '.join(words)}, chance {self._bare(turn.value)}, {turn.away:.1f} turns away"
