"""What of a game decides where things lie on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect

from okey.rules import RuleSet

Side: TypeAlias = Literal["bottom", "right", "top", "left"]

_AROUND: dict[int, tuple[Side, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}
"""Where the seats are when play goes to the right, the player's own first."""

_MIRRORED: dict[Side, Side] = {"bottom": "bottom", "right": "left", "top": "top", "left": "right"}


@dataclass(frozen=True, slots=True)
class Seating:
    """What of a game decides where things lie."""

    players: int = 4
    clockwise: bool = False
    """Whether play goes to the left."""
    shared: bool = False
    """Whether there is one pile of discards for all."""
    board: bool = False
    """Whether melds lie on the table."""
    tiles: int = 14
    """How many tiles a player is dealt."""
    left_handed: bool = False
    """Whether the buttons for acting are at the left."""
    hints: bool = True
    """Whether there is a button for hints."""
    wide: bool = False
    """Whether the rack has few slots, each as wide as a finger where there is room, rather than many."""

    @classmethod
    def of(cls, rules: RuleSet, *, left_handed: bool = False, hints: bool = True, wide: bool = False) -> Seating:
        """Reads it from the options of a game."""
        return cls(
            rules.players,
            rules.direction == "cw",
            rules.discard_piles == "shared",
            rules.table_melds,
            rules.hand_size,
            left_handed,
            hints,
            wide,
        )

    def sides(self) -> tuple[Side, ...]:
        """Gets the side of the table that each seat is at."""
        sides = _AROUND[self.players]
        return tuple(_MIRRORED[side] for side in sides) if self.clockwise else sides


@dataclass(frozen=True, slots=True)
class Pile:
    """The place of one pile of discards."""

    top: Rect
    """The last discard."""
    step: tuple[int, int] = (0, 0)
    """From a discard to the older one before it."""
    shown: int = 1
    """How many discards fit, the last one included."""
