"""A seat's own part in the shuffles: what it commits to, and when it opens that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.desk import Desk
from okey.rooms.packets import Call, Commit, Committed, Hand, Reveal

Key: TypeAlias = "tuple[int, int]"
"""A deal of the room, and how often it was begun anew."""

MOST = 4
"""Of so many deals the parts are kept."""


class Seeds:
    """The parts of the last deals.

    Args:
        desk: the member's place.
        entropy: gives so many random bytes.
    """

    def __init__(self, desk: Desk, entropy: Callable[[int], bytes]) -> None:
        self._desk, self._entropy = desk, entropy
        self.secrets: dict[Key, str] = {}
        """This seat's own parts of the seeds of the last deals."""
        self.shares: dict[Key, str] = {}
        """The seat's share of the dealer's part."""
        # in which term each was asked for: a dealer seat taken anew gets another, it may know the one before
        self._asked: dict[Key, int] = {}
        self.committed: dict[Key, tuple[int, tuple[tuple[int, str], ...]]] = {}
        """The commitments to the last deals, and in which term they were published."""

    def restore(self, secrets: dict[Key, str], share: str, key: Key, term: int) -> None:
        """Takes up what was kept for a reload."""
        self.secrets = secrets
        self._asked = dict.fromkeys(secrets, term)
        if share:
            self.shares = {key: share}

    def take_call(self, call: Call, newest: Key) -> None:
        """Commits to a part of a deal that is new here."""
        key = (call.hand, call.attempt)
        if self._desk.seat not in call.seats or key <= newest:
            return
        if self._asked.get(key, 0) < call.term:
            self.secrets[key], self._asked[key] = self._entropy(fair.NONCE).hex(), call.term
            for old in sorted(self.secrets)[:-MOST]:
                del self.secrets[old]
        self._desk.to_dealer(Commit(*key, fair.commitment(self.secrets[key])))

    def take_committed(self, packet: Committed) -> None:
        """Opens the part once all commitments are published, this seat's among them."""
        desk, key = self._desk, (packet.hand, packet.attempt)
        seat, secret = desk.seat, self.secrets.get(key)
        term, known = self.committed.get(key, (0, ()))
        if term < packet.term:
            known = packet.commits
            self.committed[key] = packet.term, known
        for old in sorted(self.committed)[:-MOST]:
            del self.committed[old]
        if known != packet.commits:
            desk.fault(desk.dealer_member, "changed_commits")
        elif secret is None or seat is None or self._asked.get(key) != packet.term:
            return
        elif dict(packet.commits).get(seat) != fair.commitment(secret):
            desk.fault(desk.dealer_member, "left_out")
        else:
            desk.to_dealer(Reveal(*key, secret))

    def fits(self, hand: Hand, key: Key) -> bool:
        """Checks the commitments of a hand that is new here against those that were published."""
        desk = self._desk
        term, promised = self.committed.get(key, (0, ()))
        mine, same = desk.seat in dict(hand.commits), term == hand.term
        if term and (mine or same) and not set(hand.commits) <= set(promised):
            desk.fault(desk.dealer_member, "changed_commits")
            return False
        return True

    def name_missing(self, key: Key, commits: dict[int, str]) -> None:
        """Names everybody who is there and whose part a new hand was dealt without.

        Whether such a seat did not answer, or who deals left it out having read its part, nobody can tell from outside.
        """
        desk, promised = self._desk, dict(self.committed.get(key, (0, ()))[1])
        if desk.lobby is None or desk.dealer is not None:
            return
        for seat, member in lobbies.seated(desk.lobby):
            there = desk.members.get(member) and not desk.lobby.chairs[seat].away
            if seat not in commits and (there or seat in promised):
                desk.fault(desk.dealer_member, "left_out" if member == desk.me else "dealt_without", seat=seat)

    def learn(self, hand: Hand, key: Key) -> None:
        """Takes over what a client may have forgotten, and its share of the dealer's part."""
        if hand.nonce and key not in self.secrets:
            self.secrets[key] = hand.nonce
        if hand.share:
            self.shares = {key: hand.share}
