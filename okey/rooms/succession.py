"""The dealer seat changes hands: who may take it, and how the hidden tiles of the hand are found again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from okey.game import Action
from okey.game.partial import Outset
from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.clock import TurnClock
from okey.rooms.dealer import GRACE, Dealer
from okey.rooms.desk import Desk, FromDealer, News
from okey.rooms.follower import Follower
from okey.rooms.packets import LIVES, Lobby, Recover, Recovered
from okey.rooms.seeds import Key, Seeds
from okey.rooms.witness import Witness

DEALER_GRACE = 12.0
"""Seconds without its connection after which the dealer seat goes to another client."""

RANK = 6.0
"""Seconds more that each further candidate waits for those before it."""

IGNORANCE = 25.0
"""Seconds more that a candidate waits who has missed a part of the match."""

RECENT = 90.0
"""Seconds for which a lost dealer seat may be taken, though its member is back."""

RECOVERY = 8.0
"""Seconds in which the others help to find the hidden tiles again; then the hand is void."""

RETURN = GRACE - DEALER_GRACE
"""Seconds for which it also waits for a part that is with somebody whose line is broken: as long as a chair does."""


@dataclass
class Recovery:
    """What the next dealer seat gathers to find the hidden tiles again."""

    until: float
    """When the hand is void, unless somebody may still come back with a part of its seed."""
    latest: float
    """When it is void at any rate."""
    passed: float
    """The seconds that had passed of the turn."""
    nonces: dict[int, str] = field(default_factory=dict)
    shares: dict[int, str] = field(default_factory=dict)
    actions: list[Action | None] = field(default_factory=list)


class Succession:
    """Watches over the dealer seat, and takes it when that is due.

    Args:
        desk: the member's place.
        seeds: its parts of the deals.
        witness: what it has seen of the hands.
        seat: makes the dealer seat for this client.
    """

    def __init__(self, desk: Desk, seeds: Seeds, witness: Witness, seat: Callable[[Lobby, float], Dealer]) -> None:
        self._desk, self._seeds, self._witness, self._seat = desk, seeds, witness, seat
        self.recovery: Recovery | None = None
        self._gone_since: float | None = None
        self._gone_at = -RECENT
        self._forgotten = False
        """Whether who had the dealer seat is back and knows nothing of it."""
        self._legacy: tuple[Key, int, str] | None = None
        """What a dealer seat that left on purpose gave away."""

    # ---- who is there

    def note_gone(self, member: int, now: float) -> None:
        """Hears that a member is gone; it may be the one that deals."""
        if member == self._desk.dealer_member and member != self._desk.me:
            self._gone_at = now
            self._gone_since = now if self._gone_since is None else self._gone_since

    def note_back(self, member: int) -> None:
        """Hears that a member is there."""
        if member == self._desk.dealer_member and not self._forgotten:
            self._gone_since = None

    def note_forgotten(self, member: int, now: float) -> None:
        """Hears who deals greet the others as somebody new: it has lost all that it knew."""
        if member == self._desk.dealer_member:
            self._forgotten = True
            self.note_gone(member, now)

    def note_own_end(self, now: float, *, back: bool) -> None:
        """Hears of this client's own connection: what others do without it may never come to be known here."""
        self._gone_at = now
        if back:
            if self.recovery is not None:
                self.recovery.until, self.recovery.latest = now + RECOVERY, now + RETURN
            self._gone_since, self._forgotten = None, False

    def accepts(self, sender: int, packet: FromDealer, now: float) -> bool:
        """Tells whether a packet comes from who has the dealer seat; takes note of who has taken it."""
        desk = self._desk
        if packet.term < desk.term:
            return False
        if sender == desk.dealer_member:
            desk.term = packet.term
            return True
        if desk.lobby is not None:
            seated = lobbies.seat_of(desk.lobby, sender) is not None
            gone = self._gone_since is not None or now < self._gone_at + RECENT
            sooner = packet.term > desk.term or sender < desk.dealer_member
            if not (seated and gone):
                desk.fault(sender, "false_takeover" if packet.term > desk.term else "not_dealer")
            if not (seated and gone and sooner):
                return False
        desk.term, desk.dealer_member, desk.dealer, self.recovery = packet.term, sender, None, None
        self._gone_since, self._forgotten = None, False
        desk.news.append(News("dealer", sender))
        return True

    # ---- taking the seat

    def take_over_if_due(self, now: float) -> bool:
        """Takes the dealer seat when it has been without its client for long; tells whether it did."""
        desk, lobby = self._desk, self._desk.lobby
        if desk.dealer is not None or lobby is None or self._gone_since is None:
            return False
        there = sorted(
            member for _, member in lobbies.seated(lobby) if desk.members.get(member) and member != desk.dealer_member
        )
        at_once = self._forgotten or desk.dealer_member not in desk.members
        if desk.me not in there:
            return False
        waiting = GRACE if lobbies.between(lobby) else DEALER_GRACE  # who sends the link to friends is away for a while
        patience = (0.0 if at_once else waiting) + RANK * there.index(desk.me)
        patience += IGNORANCE if self._lacks(lobby) else 0.0
        if now < self._gone_since + patience:
            return False
        self._take_over(lobby, now)
        return True

    def _lacks(self, lobby: Lobby) -> bool:
        """Tells whether this client has missed what the dealer seat must know."""
        follower, key = self._witness.follower, (lobby.hand, lobby.attempt)
        if lobby.stage in ("lobby", "over"):
            return False
        if lobby.stage in ("play", "result"):
            return follower is None or follower.key != key or (lobby.stage == "result" and not follower.over)
        if follower is None:
            return lobby.hand > 1
        return follower.hand != lobby.hand and not (follower.hand == lobby.hand - 1 and follower.over)

    def _take_over(self, lobby: Lobby, now: float) -> None:
        """Takes the dealer seat: goes on with the hand if its hidden tiles can be found, else deals it anew."""
        desk = self._desk
        desk.term, desk.dealer_member = (desk.term // LIVES + 1) * LIVES, desk.me
        self._gone_since, self._forgotten = None, False
        lobby = replace(lobby, term=desk.term, revision=lobby.revision + 1)
        desk.dealer = self._seat(lobby, now)
        desk.dealer.proof = self._witness.proof
        desk.dealer.clock = TurnClock(desk.dealer.rules, self._witness.used)
        for member in [member for member, there in desk.members.items() if there]:
            desk.dealer.back(member)  # some came back while nobody was there to hear of it
        desk.news.append(News("dealer", desk.me))
        follower = self._witness.follower
        current = follower is not None and follower.key == (lobby.hand, lobby.attempt)
        if lobby.stage in ("play", "result", "over") and current and follower is not None and not follower.verified:
            known, passed = list(follower.actions()), self._witness.passed
            self.recovery = Recovery(now + RECOVERY, now + RETURN, passed, actions=known)
            self._gather(follower.seat, self.recovered(follower.key))
            self._try(follower, now)  # who left may have given its part away
            if self.recovery is not None:
                self.ask(now)
        else:
            self._go_on(now)

    def _go_on(self, now: float) -> None:
        """Goes on from the last position that all agree on, with the scores as they are."""
        dealer, follower = self._desk.dealer, self._witness.follower
        assert dealer is not None
        dealer.flush()
        stage = dealer.lobby.stage
        if stage in ("lobby", "over"):
            return
        if follower is not None and follower.over:
            dealer.outset = None if follower.game.winners else Outset.of(follower.game)
        elif follower is not None:
            dealer.outset = follower.outset if follower.outset.hand_number else None
        if stage == "result":
            dealer.prepare(now)
        else:
            dealer.prepare(now, attempt=dealer.lobby.attempt + 1)

    # ---- finding the tiles again

    def ask(self, now: float) -> None:
        """Asks the others for what they know; gives the hand up when that takes too long."""
        recovery, dealer = self.recovery, self._desk.dealer
        assert recovery is not None
        assert dealer is not None
        if now >= (recovery.latest if self._may_return(recovery) else recovery.until):
            self.recovery = None
            self._desk.news.append(News("void"))
            self._go_on(now)
        else:
            self._desk.send(dealer.lobby)
            self._desk.send(Recover(self._desk.term, dealer.lobby.hand, dealer.lobby.attempt))

    def _may_return(self, recovery: Recovery) -> bool:
        """Tells whether a missing part of the seed is with a member whose line is broken."""
        desk, follower = self._desk, self._witness.follower
        if desk.lobby is None or follower is None:
            return False
        missing = dict(follower.commits).keys() - recovery.nonces.keys()
        return any(seat in missing and desk.members.get(member) is False for seat, member in lobbies.seated(desk.lobby))

    def answer(self, recover: Recover) -> None:
        """Tells the next dealer seat what this client knows."""
        key, follower = (recover.hand, recover.attempt), self._witness.follower
        if self._desk.dealer is None and (key in self._seeds.secrets or (follower and follower.key == key)):
            self._desk.to_dealer(self.recovered(key))

    def recovered(self, key: Key) -> Recovered:
        """Gets what this client knows of a deal; after a reload that is its parts of the seed alone."""
        follower = self._witness.follower
        actions = () if follower is None or follower.key != key else follower.actions()
        return Recovered(*key, self._seeds.secrets.get(key, ""), self._seeds.shares.get(key, ""), actions)

    def take_recovered(self, sender: int, packet: Recovered, now: float) -> None:
        """Gathers what somebody knows."""
        desk, follower = self._desk, self._witness.follower
        if desk.lobby is None:
            return
        seat = lobbies.seat_of(desk.lobby, sender)
        if follower is None or follower.key != (packet.hand, packet.attempt):
            return
        if self.recovery is None:
            if sender == desk.dealer_member and seat is not None and packet.nonce:
                self._legacy = (follower.key, seat, packet.nonce)
            return
        self._gather(seat, packet)
        self._try(follower, now)

    def _gather(self, seat: int | None, packet: Recovered) -> None:
        recovery, follower = self.recovery, self._witness.follower
        assert recovery is not None
        assert follower is not None
        commits = dict(follower.commits)
        if self._legacy is not None and self._legacy[0] == follower.key:
            recovery.nonces[self._legacy[1]] = self._legacy[2]
        if seat is not None:
            if packet.nonce and fair.commitment(packet.nonce) == commits.get(seat):
                recovery.nonces[seat] = packet.nonce
            if packet.share:
                recovery.shares[seat] = packet.share
        known, more = recovery.actions, packet.actions
        merged = [a if a is not None else b for a, b in zip(known, more, strict=False)]
        recovery.actions = [*merged, *known[len(more) :], *more[len(known) :]]

    def _try(self, follower: Follower, now: float) -> None:
        """Takes the hand up again if all parts of its seed are there and it is the hand that was told."""
        recovery, dealer = self.recovery, self._desk.dealer
        assert recovery is not None
        assert dealer is not None
        commits = dict(follower.commits)
        missing = commits.keys() - recovery.nonces.keys()
        if len(missing) == 1 and len(recovery.shares) == len(commits) - 1 > 1:
            lost = next(iter(missing))
            nonce = fair.joined([*recovery.shares.values()])
            if fair.commitment(nonce) == commits[lost]:
                recovery.nonces[lost] = nonce
                missing = set()
        if missing or None in recovery.actions:
            return
        actions = [action for action in recovery.actions if action is not None]
        try:
            dealer.restore(
                follower.outset, follower.seats, commits, recovery.nonces, actions, now=now, passed=recovery.passed
            )
        except ValueError:
            self._desk.fault(self._desk.me, "unrecoverable")
            recovery.until = recovery.latest = now
            return
        self.recovery = None
        self._desk.news.append(News("recovered"))
        dealer.flush()
        dealer.tell_all()
