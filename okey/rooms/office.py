"""What all parts of the dealer seat share: the lobby as it is, what is said to whom, and who did wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TypeAlias

from okey.rooms import lobby as lobbies
from okey.rooms.packets import Commit, Lobby, Packet, Play, Reveal
from okey.rules import RuleSet

AGAIN = 2.0
"""Seconds after which what was not answered is said again."""

MOST_FAULTS = 1_000
"""So many faults are written down; beyond that they are only counted."""

Mail: TypeAlias = "tuple[Packet, int | None]"
"""A packet and who gets it; None for everybody."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong that a member did or sent, refused and named."""

    member: int
    """Who is at fault; -1 where nobody can tell."""
    seat: int | None
    """Who had acted, or whose part is missing; else the seat of who is at fault."""
    hand: int
    at: int
    """The number of the action in the hand at which it happened."""
    reason: str
    turn: int = 0
    """The number of the turn in the hand, from 1; 0 where it is about none."""


class Office:
    """The dealer seat's place.

    Args:
        me: the member whose client this is.
        lobby: the room as it is.
    """

    def __init__(self, me: int, lobby: Lobby) -> None:
        self.me, self.lobby = me, lobby
        self.at = 0
        """How many actions of the hand were done."""
        self.out: list[Mail] = []
        self.removed: list[int] = []
        """Members that were put out, for the channel."""
        self.faults: list[Fault] = []
        self.counts: Counter[str] = Counter()
        """How often each reason of a fault was met."""
        self.lost: dict[int, float] = {}
        """Since when members are not connected."""
        self._dirty = True

    @property
    def rules(self) -> RuleSet:
        """The options that are played by."""
        return RuleSet.parse(self.lobby.rules)

    def mail(self, packet: Packet, to: int | None = None) -> None:
        """Says something to a member, or to all."""
        self.out.append((packet, to))

    def change(self, lobby: Lobby) -> None:
        """Takes up another state of the lobby; everybody is told at the end of the step."""
        if lobby != self.lobby:
            self.lobby = replace(lobby, revision=self.lobby.revision + 1)
            self._dirty = True

    def flush(self) -> None:
        """Tells everybody of a changed lobby."""
        if self._dirty:
            self._dirty = False
            self.mail(self.lobby)

    def fault(self, member: int, reason: str, seat: int | None = None) -> None:
        """Writes down what a member did wrong."""
        self.counts[reason] += 1
        if len(self.faults) < MOST_FAULTS:
            known = lobbies.seat_of(self.lobby, member) if seat is None else seat
            self.faults.append(Fault(member, known, self.lobby.hand, self.at, reason))

    def current(self, packet: Commit | Reveal | Play) -> bool:
        """Tells whether a packet is of the deal that is on."""
        return (packet.hand, packet.attempt) == (self.lobby.hand, self.lobby.attempt)
