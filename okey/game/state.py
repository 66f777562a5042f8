"""The state of one hand: plain data, no behaviour but copying."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from okey.melds import Meld
from okey.tiles import Faces, Tile

Opening: TypeAlias = Literal["series", "pairs"]


@dataclass(slots=True)
class Player:
    """What one seat holds and has done in this hand."""

    rack: list[Tile] = field(default_factory=list)
    moved: bool = False
    """Whether the seat has made its first move: a draw, a take, or the starter's discard.  Where a drawn indicator twin
    may be shown too, only the first discard counts as a move."""
    opened: Opening | None = None
    """How it opened."""
    opened_with: int = 0
    """The points, or the number of pairs, of its opening."""
    declared: bool = False
    """Whether it declared pairs."""
    konkan: bool = False
    eliminated: bool = False
    early: bool = False
    """Whether it laid a tile off before opening."""
    konkan_takes: int = 0
    """How many discards of Konkan players it has taken and kept."""
    cheap: list[Tile] = field(default_factory=list)
    """The okeys it took from the discards or out of melds."""

    def copy(self) -> Player:
        """Copies the player."""
        return replace(self, rack=self.rack[:], cheap=self.cheap[:])


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table."""

    owner: int
    meld: Meld
    blocked: tuple[Literal["low", "high"], ...] = ()
    """The ends that nothing may be added to any more this hand."""


@dataclass(slots=True)
class Turn:
    """What the actor has done this turn."""

    arrived: Tile | None = None
    """The tile drawn or taken."""
    taken: Tile | None = None
    """The same if it was taken."""
    taken_from: int | None = None
    """Who had thrown it."""
    given_back: bool = False
    """Whether a taken tile was given back."""
    opened: bool = False
    """Whether the actor opened."""
    laid: int = 0
    """How many melds, tiles and swaps the actor put on the table."""
    added: int = 0
    """How many of these were single tiles."""
    pairs: int = 0
    """How many pairs the actor laid after opening with runs and sets."""

    def seen(self) -> Turn:
        """Gets what everybody sees of the turn: a drawn tile is the actor's alone."""
        return replace(self, arrived=self.taken)


@dataclass(slots=True)
class Hand:
    """One deal, from the dealt tiles to the last discard."""

    number: int
    """From 1; a void hand that does not count keeps its number for the next one, see ``Game.hand_number``."""
    dealer: int
    starter: int
    indicator: Tile
    faces: Faces
    stock: list[Tile]
    """The tiles to draw; the next one is the last of the list."""
    players: list[Player]
    piles: list[list[Tile]]
    """The discards, oldest first: a pile for each seat, or one for all."""
    actor: int
    phase: Literal["draw", "discard"] = "discard"
    melds: list[TableMeld] = field(default_factory=list)
    last_discarder: int | None = None
    twin_dealt_to: int | None = None
    """The seat that was dealt the indicator's twin."""
    shown_by: int | None = None
    reshuffles: int = 0
    turn: Turn = field(default_factory=Turn)

    @property
    def acting(self) -> Player:
        """The player to act."""
        return self.players[self.actor]

    def pile_of(self, seat: int) -> list[Tile]:
        """Gets the pile that a seat throws on."""
        return self.piles[seat if len(self.piles) > 1 else 0]

    def copy(self) -> Hand:
        """Copies the hand; melds and faces are shared, they never change."""
        return replace(
            self,
            stock=self.stock[:],
            players=[player.copy() for player in self.players],
            piles=[pile[:] for pile in self.piles],
            melds=self.melds[:],
            turn=replace(self.turn),
        )
