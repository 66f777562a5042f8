"""The dealer seat's side of the joint shuffle: it gathers commitments, publishes them, and has them opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.office import AGAIN, Office
from okey.rooms.packets import Call, Commit, Committed, Reveal

PATIENCE = 10.0
"""Seconds that a seat may take to commit or to open its commitment; then the hand is dealt without its part."""


class Shuffle:
    """The seed of a hand in the making.

    Args:
        office: the dealer seat's place.
        now: the time.
    """

    def __init__(self, office: Office, now: float) -> None:
        self._office = office
        self.contributors: dict[int, int] = {}
        """The members that take part in the seed, by seat."""
        self.commits: dict[int, str] = {}
        self.nonces: dict[int, str] = {}
        self.shares: dict[int, str] = {}
        """What each seat is given of the dealer's own part."""
        self.until, self.again = now, now + AGAIN

    def begin(self, now: float) -> None:
        """Asks for commitments, to a new deal or to one once more."""
        office = self._office
        self.contributors = {
            seat: member
            for seat, member in lobbies.seated(office.lobby)
            if member == office.me or (not office.lobby.chairs[seat].away and member not in office.lost)
        }  # the dealer seat's own client is always there, else nobody might be
        self.commits, self.nonces, self.shares = {}, {}, {}
        self.until, self.again = now + PATIENCE, now + AGAIN
        self._call()

    def _call(self) -> None:
        lobby = self._office.lobby
        self._office.mail(Call(lobby.term, lobby.hand, lobby.attempt, tuple(sorted(self.contributors))))

    def _publish(self) -> None:
        lobby = self._office.lobby
        self._office.mail(Committed(lobby.term, lobby.hand, lobby.attempt, self.committed()))

    def committed(self) -> tuple[tuple[int, str], ...]:
        """Lists the commitments by seat."""
        return tuple(sorted(self.commits.items()))

    def _contributor(self, member: int) -> int | None:
        return next((seat for seat, known in self.contributors.items() if known == member), None)

    def commit(self, member: int, commit: Commit, now: float) -> None:
        """Takes a commitment."""
        office, seat = self._office, self._contributor(member)
        if not office.current(commit) or seat is None:
            office.fault(member, "late")
        elif seat in self.commits:
            if self.commits[seat] != commit.digest:
                office.fault(member, "second_commit")
        elif commit.digest in self.commits.values():
            office.fault(member, "copied_commit")
        elif office.lobby.stage == "commit":
            self.commits[seat] = commit.digest
            self._publish_when_complete(now)

    def reveal(self, member: int, reveal: Reveal) -> bool:
        """Takes an opened part; tells whether it was the last one."""
        office, seat = self._office, self._contributor(member)
        if not office.current(reveal) or seat is None or office.lobby.stage == "commit":
            office.fault(member, "late")
        elif self.commits.get(seat) != fair.commitment(reveal.nonce):
            office.fault(member, "wrong_reveal")
        elif office.lobby.stage == "reveal":
            self.nonces[seat] = reveal.nonce
            return self._complete()
        return False

    def _publish_when_complete(self, now: float) -> None:
        if self.contributors and self.commits.keys() == self.contributors.keys():
            self._office.change(replace(self._office.lobby, stage="reveal"))
            self.until, self.again = now + PATIENCE, now + AGAIN
            self._publish()

    def _complete(self) -> bool:
        """Tells whether the hand can be dealt; whose part is missing has no commitment either then."""
        if self.contributors and self.nonces.keys() == self.contributors.keys():
            self.commits = {seat: self.commits[seat] for seat in self.nonces}
            return True
        return False

    def _without(self, known: Mapping[int, str]) -> None:
        """Goes on without the seats that did not answer; that their part is missing is named."""
        for seat in [*self.contributors]:
            if seat not in known:
                self._office.fault(self.contributors.pop(seat), "no_answer", seat)

    def tick(self, now: float) -> bool:
        """Lets time have its effects; tells whether the hand can be dealt."""
        stage = self._office.lobby.stage
        if now >= self.until:
            if stage == "commit":
                self._without(self.commits)
                self._publish_when_complete(now)
            else:
                self._without(self.nonces)
                if self._complete():
                    return True
        if now >= self.again and self._office.lobby.stage == stage:
            self.again = now + AGAIN
            (self._call if stage == "commit" else self._publish)()
        return False

    def share(self, entropy: Callable[[int], bytes]) -> None:
        """Splits the dealer seat's own part of the seed among the others that take part."""
        mine = lobbies.seat_of(self._office.lobby, self._office.me)
        others = sorted(seat for seat in self.nonces if seat != mine)
        if mine in self.nonces and len(others) > 1:
            assert mine is not None
            parts = fair.split(self.nonces[mine], len(others), entropy)
            self.shares = dict(zip(others, parts, strict=True))
