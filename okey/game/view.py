"""Views: all that one seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.game.actions import DEAL, DRAW, TAKE, Action, discard, finish, show
from okey.melds import Meld
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.tiles import Faces, Tile

Phase: TypeAlias = Literal["deal", "draw", "discard", "over"]
"""``deal``: the table deals the next hand (before the first one, and after each); ``draw``: the actor draws
or takes; ``discard``: the actor throws a tile; ``over``: the match has ended."""

Ending: TypeAlias = Literal["finish", "stock_out"]
Shape: TypeAlias = Literal["melds", "pairs"]


@dataclass(frozen=True, slots=True)
class Charge:
    """Points that a seat won or lost in a hand, and for what."""

    seat: int
    points: int
    """What is added to the seat's score; negative in countdown games."""
    reason: str
    """``normal``, ``okey``, ``pairs``, ``pairs_okey`` (a finish), ``indicator`` (another showed it)."""
    by: int
    """The seat that caused it."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended."""

    ending: Ending
    winner: int | None
    """The seat that finished; None when nobody did."""
    shape: Shape | None
    """What the winner's tiles form."""
    okey: bool
    """Whether an okey was thrown to finish."""
    tile: Tile | None
    """The tile thrown to finish."""
    melds: tuple[Meld, ...]
    """The winner's tiles, each wild with the tile it stands for."""
    racks: tuple[tuple[Tile, ...], ...]
    """What every seat held at the end."""
    factor: int
    """What the indicator's colour multiplied the hand by."""
    charges: tuple[Charge, ...]
    before: tuple[int, ...]
    """The scores before this hand."""
    after: tuple[int, ...]
    """The scores after it."""


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
    """1 for the first hand; 0 before it is dealt."""
    dealer: int
    starter: int
    indicator: Tile | None
    """The tile turned up; None before the first deal."""
    faces: Faces | None
    """What every tile plays as; None before the first deal."""
    rack: tuple[Tile, ...]
    """This seat's tiles in the order they came; empty for a spectator."""
    rack_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    stock: int
    """How many tiles are left to draw."""
    piles: tuple[tuple[Tile, ...], ...]
    """What may be seen of the discards before each seat, oldest first: one's own and the previous seat's
    whole, of the others only the top one."""
    pile_sizes: tuple[int, ...]
    """How many discards lie before each seat."""
    arrived: Tile | None
    """The tile that this seat drew or took this turn, as long as it has not discarded."""
    taken: Tile | None
    """The tile that the actor took this turn; everybody saw it."""
    shown_by: int | None
    """The seat that showed the indicator's twin this hand."""
    may_show: bool
    """Whether this seat may show the indicator's twin now."""
    scores: tuple[int, ...]
    result: HandResult | None
    """How the last hand ended, while the next one is not dealt."""
    winners: tuple[int, ...]
    """Who won the match; several when they are level; empty before it is over."""

    def legal_actions(self) -> Iterator[Action]:
        """Yields what this seat may do now: first what harms it least, and what is dear to find later.

        Of the discards the tile that came last stands first and the okeys stand last, so that whoever plays
        the first action for an absent player leaves that player's melds alone.
        """
        if self.phase == "deal":
            yield DEAL
        if self.faces is None or self.actor is None or self.actor != self.seat:
            return
        if self.phase == "draw":
            yield DRAW
            if self.takeable() is not None:
                yield TAKE
        else:
            latest_first = self.rack[::-1]
            yield from map(discard, sorted(latest_first, key=self.faces.is_okey))
            if self.arrived is not None or self.rules.starter_may_finish_first:
                yield from map(finish, finishing_discards(self.rack, self.faces, self.rules))
        if self.may_show and self.indicator is not None:
            yield show(self.indicator ^ 1)

    def takeable(self) -> Tile | None:
        """Gets the discard that the actor may take now."""
        if self.phase != "draw" or self.actor is None:
            return None
        pile = self.piles[(self.actor - 1) % self.rules.players]
        return pile[-1] if pile else None
