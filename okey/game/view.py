"""Views: all that one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from okey.game import drawing, laying, legal
from okey.game.actions import Action
from okey.game.scoring import Charge, Ending
from okey.game.state import Hand, Opening, Player, TableMeld, Turn
from okey.melds import Meld
from okey.rules import RuleSet
from okey.solver import Shape
from okey.tiles import Faces, Tile

Phase: TypeAlias = Literal["deal", "draw", "discard", "over"]
"""``deal``: the table deals the next hand (before the first one, and after each); ``draw``: the actor draws or takes;
``discard``: the actor throws a tile; ``over``: the match has ended."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended."""

    ending: Ending
    winner: int | None
    """The seat that finished; None when nobody did."""
    shape: Shape | None
    """What the winner's tiles form, or what it opened with."""
    okey: bool
    """Whether an okey was thrown to finish."""
    elden: bool
    """Whether an open hand was opened and finished in one turn, before anybody else opened."""
    konkan: bool
    """Whether the winner was Konkan."""
    tile: Tile | None
    """The tile thrown to finish."""
    melds: tuple[Meld, ...]
    """The winner's tiles, each wild with the tile it stands for; in an open game they lie on the table."""
    racks: tuple[tuple[Tile, ...], ...]
    """What every seat held at the end."""
    factor: int
    """What the indicator's colour multiplied the hand by."""
    charges: tuple[Charge, ...]
    """What was paid, during the hand and at its end."""
    before: tuple[int, ...]
    """The scores before this hand."""
    after: tuple[int, ...]
    """The scores after it."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    tiles: int
    """How many tiles it holds."""
    opened: Opening | None
    opened_with: int
    """The points, or the number of pairs, of its opening."""
    declared: bool
    """Whether it declared pairs."""
    konkan: bool
    eliminated: bool
    early: bool
    """Whether it laid a tile off before opening."""
    konkan_takes: int
    """How many discards of Konkan players it has taken and kept."""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (or, without a seat, a spectator) may know of a match now."""

    rules: RuleSet
    seat: int | None
    """Whose view this is; None for a spectator."""
    phase: Phase
    actor: int | None
    """The seat to act; None while the table deals and when the match is over."""
    hand_number: int
    """How many hands were dealt, this one included; 0 before the first."""
    hands_played: int
    """How many hands count as played."""
    dealer: int
    starter: int
    indicator: Tile | None
    """The tile turned up; None before the first deal."""
    faces: Faces | None
    """What every tile plays as; None before the first deal."""
    rack: tuple[Tile, ...]
    """This seat's tiles in the order they came; empty for a spectator."""
    seats: tuple[SeatView, ...]
    """What everybody knows of each seat."""
    stock: int
    """How many tiles are left to draw."""
    piles: tuple[tuple[Tile, ...], ...]
    """What may be seen of the discards, oldest first, a pile for each seat or one for all: of one's own and the
    previous seat's the whole pile, of the others only the top; all of them after declaring pairs."""
    pile_sizes: tuple[int, ...]
    """How many discards lie on each pile."""
    melds: tuple[TableMeld, ...]
    """The melds on the table; actions name them by their index."""
    arrived: Tile | None
    """The tile that this seat drew or took this turn, as long as it has not discarded."""
    turn: Turn
    """What the actor has done this turn; the tile drawn is left out."""
    last_discarder: int | None
    reshuffles: int
    """How often the discards were shuffled into a new stock."""
    shown_by: int | None
    """The seat that showed the indicator's twin this hand."""
    may_show: bool
    """Whether this seat may show the indicator's twin now."""
    steps: int
    """How many steps on the table the actor may take back."""
    scores: tuple[int, ...]
    result: HandResult | None
    """How the last hand ended, while the next one is not dealt."""
    winners: tuple[int, ...]
    """Who won the match; several when they are level; empty before it is over."""

    @property
    def taken(self) -> Tile | None:
        """The tile that the actor took this turn; everybody saw it."""
        return self.turn.taken

    @property
    def rack_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(seat.tiles for seat in self.seats)

    def legal_actions(self) -> Iterator[Action]:
        """Yields what this seat may do now, cheapest to find first."""
        if self.phase == "deal":
            yield legal.DEAL
        elif self.seat is not None and self.seat == self.actor:
            yield from legal.actions_of(self.rules, self.imagine(), may_show=self.may_show, may_undo=self.steps > 0)

    def takeable(self) -> tuple[Tile, ...]:
        """Gets the discards that the actor may take now."""
        return () if self.faces is None or self.actor is None else tuple(drawing.offers(self.rules, self.imagine()))

    def points_needed(self) -> int:
        """Gets the points that the actor has to open with."""
        return laying.points_needed(self.rules, self.imagine())

    def pairs_needed(self) -> int:
        """Gets the number of pairs that the actor has to open with; 0 where nobody opens with pairs."""
        return laying.pairs_needed(self.rules, self.imagine())

    def imagine(self) -> Hand:
        """Builds a hand of what this seat knows, for asking the rules: what it does not know is missing there."""
        assert self.faces is not None
        assert self.indicator is not None
        return Hand(
            number=self.hand_number,
            dealer=self.dealer,
            starter=self.starter,
            indicator=self.indicator,
            faces=self.faces,
            stock=[],
            players=[
                Player(
                    rack=list(self.rack) if index == self.seat else [],
                    opened=seat.opened,
                    opened_with=seat.opened_with,
                    declared=seat.declared,
                    konkan=seat.konkan,
                    eliminated=seat.eliminated,
                    early=seat.early,
                    konkan_takes=seat.konkan_takes,
                )
                for index, seat in enumerate(self.seats)
            ],
            piles=[list(pile) for pile in self.piles],
            actor=self.starter if self.actor is None else self.actor,
            phase="draw" if self.phase == "draw" else "discard",
            melds=list(self.melds),
            last_discarder=self.last_discarder,
            shown_by=self.shown_by,
            reshuffles=self.reshuffles,
            turn=replace(self.turn, arrived=self.arrived),
        )
