"""What moved between two views, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect

from okey.game import View
from okey.tiles import Tile
from okey.ui import theme

Area: TypeAlias = Literal["rack", "seat", "pile", "stock", "indicator"]


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the table: ``seat`` and ``pile`` belong to the seat named."""

    area: Area
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A tile that went from one place to another; without a tile, one that lies face down."""

    tile: Tile | None
    start: Place
    end: Place


def moves(before: View, after: View) -> list[Move]:
    """Finds what moved from one view to the next within a hand."""
    if before.hand_number != after.hand_number or after.seat is None:
        return []
    me = after.seat
    if after.result is not None and before.result is None and after.result.tile is not None:
        winner = after.result.winner
        start = Place("rack") if winner == me else Place("seat", winner or 0)
        return [Move(after.result.tile, start, Place("indicator"))]
    found = []
    for seat in range(len(after.piles)):
        home = Place("rack") if seat == me else Place("seat", seat)
        if after.pile_sizes[seat] > before.pile_sizes[seat]:
            found.append(Move(after.piles[seat][-1], home, Place("pile", seat)))
        elif after.pile_sizes[seat] < before.pile_sizes[seat]:
            taker = (seat + 1) % len(after.piles)
            end = Place("rack") if taker == me else Place("seat", taker)
            found.append(Move(before.piles[seat][-1], Place("pile", seat), end))
        elif after.stock < before.stock and after.rack_sizes[seat] > before.rack_sizes[seat]:
            found.append(Move(after.arrived if seat == me else None, Place("stock"), home))
    return found


@dataclass(frozen=True, slots=True)
class Flight:
    """A tile under way."""

    tile: Tile | None
    start: Rect
    end: Rect
    began: float

    def at(self, now: float) -> Rect:
        """Gets where it is at a time: fast at first, then settling."""
        share = min(1.0, max(0.0, (now - self.began) / theme.MOVE_SECONDS))
        share = 1 - (1 - share) ** 3
        mixed = [round(a + (b - a) * share) for a, b in zip(self.start, self.end, strict=True)]
        return Rect(mixed)


class Animator:
    """Keeps the tiles that are under way.

    Args:
        still: whether nothing shall move; tiles are then where they belong at once.
    """

    def __init__(self, *, still: bool) -> None:
        self.still = still
        self._flights: list[Flight] = []

    def fly(self, tile: Tile | None, start: Rect, end: Rect, now: float) -> None:
        """Sends a tile from one place to another; one that was under way is diverted."""
        if self.still or start == end:
            return
        if tile is not None:
            self._flights = [f for f in self._flights if f.tile != tile]
        self._flights.append(Flight(tile, start.copy(), end.copy(), now))

    def tick(self, now: float) -> bool:
        """Ends what has arrived; tells whether anything is still moving or has just arrived."""
        moving = bool(self._flights)
        self._flights = [f for f in self._flights if now - f.began < theme.MOVE_SECONDS]
        return moving

    def stop(self) -> None:
        """Lets everything be where it belongs."""
        self._flights = []

    @property
    def flights(self) -> tuple[Flight, ...]:
        """What is under way, the first sent off first."""
        return tuple(self._flights)

    @property
    def tiles(self) -> frozenset[Tile]:
        """The tiles under way, which are not yet to be drawn at their place."""
        return frozenset(f.tile for f in self._flights if f.tile is not None)
