"""What moved between two views, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect

from okey.game import View
from okey.tiles import Tile
from okey.ui import theme

Area: TypeAlias = Literal["rack", "seat", "pile", "stock", "indicator", "meld"]


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the table: ``number`` is the seat of a name plate, the pile, or the meld."""

    area: Area
    number: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A tile that went from one place to another; without a tile, one that lies face down."""

    tile: Tile | None
    start: Place
    end: Place


def located(view: View) -> dict[Tile, Place]:
    """Gets the place of every tile that a view shows, but for older discards."""
    found = {tile: Place("rack") for tile in view.rack}
    found |= {pile[-1]: Place("pile", number) for number, pile in enumerate(view.piles) if pile}
    found |= {tile: Place("meld", number) for number, meld in enumerate(view.melds) for tile in meld.meld.tiles}
    if view.result is not None and view.result.tile is not None:
        found[view.result.tile] = Place("indicator")
    return found


def moves(before: View, after: View) -> list[Move]:
    """Finds what moved from one view to the next within a hand."""
    if before.hand_number != after.hand_number or after.seat is None:
        return []
    old, new = located(before), located(after)
    mover = before.actor
    hands = Place("rack") if mover == after.seat or mover is None else Place("seat", mover)
    uncovered = {tile for pile in before.piles for tile in pile} - old.keys()
    found = []
    for tile, end in new.items():
        start = old.get(tile)
        if start is None:
            # a discard that only came to light was there before; what the player drew comes from the stock
            lay_below = end.area == "pile" and after.pile_sizes[end.number] <= before.pile_sizes[end.number]
            if lay_below or tile in uncovered:
                continue
            start = Place("stock") if end.area == "rack" else hands
        if start != end:
            found.append(Move(tile, start, end))
    if hands.area == "seat":
        taken = [tile for tile in old if tile not in new and old[tile].area != "rack"]
        shrunk = [t for t in taken if _is_gone(before, after, old[t])]
        found += [Move(tile, old[tile], hands) for tile in shrunk]
        if after.stock < before.stock and not shrunk:
            found.append(Move(None, Place("stock"), hands))
    return found


def _is_gone(before: View, after: View, place: Place) -> bool:
    """Tells whether what lay at a place was taken away rather than covered."""
    return place.area != "pile" or after.pile_sizes[place.number] < before.pile_sizes[place.number]


@dataclass(frozen=True, slots=True)
class Flight:
    """A tile under way."""

    tile: Tile | None
    start: Rect
    end: Rect
    began: float
    seconds: float

    def at(self, now: float) -> Rect:
        """Gets where it is at a time: fast at first, then settling."""
        share = min(1.0, max(0.0, (now - self.began) / self.seconds))
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
        self.share = 1.0
        """The share of its time that a move takes."""
        self._flights: list[Flight] = []

    @property
    def moves(self) -> bool:
        """Whether anything moves at all."""
        return not self.still and self.share > 0

    def fly(self, tile: Tile | None, start: Rect, end: Rect, now: float) -> None:
        """Sends a tile from one place to another; one that was under way is diverted."""
        seconds = theme.MOVE_SECONDS * self.share
        if not self.moves or start == end:
            return
        if tile is not None:
            self._flights = [f for f in self._flights if f.tile != tile]
        self._flights.append(Flight(tile, start.copy(), end.copy(), now, seconds))

    def tick(self, now: float) -> bool:
        """Ends what has arrived; tells whether anything is still moving or has just arrived."""
        moving = bool(self._flights)
        self._flights = [f for f in self._flights if now - f.began < f.seconds]
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
