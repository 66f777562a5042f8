"""What all parts of a member's client share: who it is, what it knows of the room, and what it says to whom."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass

from okey.game import Event
from okey.rooms import lobby as lobbies
from okey.rooms.dealer import Dealer
from okey.rooms.office import MOST_FAULTS, Fault
from okey.rooms.packets import Call, Committed, Did, Hand, Lobby, No, Opened, Packet, Play, Pulse, Recover, write

FromDealer = Lobby | Call | Committed | Hand | Did | Pulse | Opened | Recover
"""What only the dealer seat says."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that the screen may want to show."""

    kind: str
    """One of:

    ``lobby``; ``hand``: a hand was taken up, from its deal or in the middle; ``events``; ``refused``: an action;
    ``late``: an action that was asked for came too late; ``denied``: a command; ``said``: a phrase;
    ``fault``: somebody did wrong; ``verified``: the last hand is proved;
    ``dealer``: another client has the dealer seat; ``void``: the hand is dealt anew; ``recovered``: this client has
    found the hidden tiles again; ``rolled_back``: actions that only the lost dealer seat knew do not count;
    ``result``: the match has ended, and what it came to can be signed; ``signed``: somebody has signed it;
    ``clock``: time has passed of a turn, to be kept for a reload; ``malformed``; ``network``; ``closed``.
    """
    member: int = -1
    text: str = ""
    events: tuple[Event, ...] = ()
    refused: No | None = None
    fault: Fault | None = None


class Desk:
    """One member's place in its room.

    Args:
        me: its id; 0 made the room.
        name: what it wants to be called.
        key: the public key of its profile, hexadecimal; empty for none.
        members: everybody in the room, and whether connected.
    """

    def __init__(self, me: int, name: str, key: str, members: Mapping[int, bool]) -> None:
        self.me, self.name, self.key = me, name, key
        self.members, self.connected = dict(members), True
        self.lobby: Lobby | None = None
        self.term = 0
        self.dealer: Dealer | None = None
        """The dealer seat, if this client has it."""
        self.dealer_member = min(members, default=0)
        self.outbox: list[tuple[str, int | None]] = []
        self.loop: deque[Packet] = deque()
        """What this client's dealer seat and its own copy say to each other."""
        self.news: list[News] = []
        self.faults: list[Fault] = []
        """What others did wrong, as this client noticed it."""
        self.counts: Counter[str] = Counter()

    @property
    def seat(self) -> int | None:
        """This member's seat; None without a chair."""
        return None if self.lobby is None else lobbies.seat_of(self.lobby, self.me)

    def send(self, packet: Packet, to: int | None = None) -> None:
        """Says something to a member, or to all."""
        if to == self.me:
            if self.connected or not isinstance(packet, Play):  # else it is said again later
                self.loop.append(packet)
        else:
            self.outbox.append((write(packet), to))
            if to is None and isinstance(packet, FromDealer):
                self.loop.append(packet)

    def to_dealer(self, packet: Packet) -> None:
        """Says something to the dealer seat, which may be here."""
        self.send(packet, self.dealer_member)

    def fault(
        self, member: int, reason: str, at: int = 0, seat: int | None = None, *, turn: int = 0, hand: int = 0
    ) -> None:
        """Names what a member did wrong; member -1 when nobody can tell who it was; hand 0 for the present one."""
        hand = hand or (0 if self.lobby is None else self.lobby.hand)
        if seat is None and member >= 0 and self.lobby is not None:
            seat = lobbies.seat_of(self.lobby, member)
        self._note(Fault(member, seat, hand, at, reason, turn))

    def _note(self, fault: Fault) -> None:
        self.counts[fault.reason] += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
            self.news.append(News("fault", fault.member, fault.reason, fault=fault))

    def keep_faults(self) -> None:
        """Takes over what the dealer seat has noticed."""
        assert self.dealer is not None
        for fault in self.dealer.faults:
            self._note(fault)
        self.dealer.faults = []
