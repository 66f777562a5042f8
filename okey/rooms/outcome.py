"""What a match came to, as one client sees it: the result that it would sign, and who has signed it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from okey.bots import LEVELS
from okey.rooms import lobby as lobbies
from okey.rooms.desk import Desk, News
from okey.rooms.follower import Follower
from okey.rooms.packets import Lobby, Opened, Signed
from okey.rooms.results import Result, ResultError, match_id
from okey.rooms.signatures import Signatures

TOLERANCE = 3_600
"""Seconds by which the end of a match may be another one on the clock of who signs its result."""


class Outcome:
    """The result of the match that has ended.

    Args:
        desk: the member's place.
        wall: gives the seconds since 1970, by the clock of this machine.
    """

    def __init__(self, desk: Desk, wall: Callable[[], float]) -> None:
        self._desk, self._wall = desk, wall
        self.signed: tuple[str, ...] = ()
        """The match whose result was signed last, and the digest of that."""
        self.ending = Signatures()
        """The result, and who has signed it."""
        self.keys: dict[int, str] = {}
        """The keys of the others, as they themselves have said them."""

    def conclude(self, follower: Follower, opened: Opened, seating: Lobby | None) -> None:
        """Writes the result of a match down, to be signed, if it can be.

        Args:
            follower: the last hand, proved.
            opened: what proved it.
            seating: the lobby as it was while the hand was played, as far as that is known.
        """
        desk = self._desk
        try:
            result = Result(
                str(follower.rules),
                match_id(follower.commits, follower.common[-1]),
                follower.game.hand_number,
                opened.players,
                follower.game.scores,
                datetime.fromtimestamp(opened.ended, UTC),
            )
        except ResultError:
            return  # played alone, or somebody has no key
        if flaw := self._flaw(follower, result, seating):
            desk.fault(desk.dealer_member, flaw)
            return
        people = () if desk.lobby is None else desk.lobby.people
        keys = {person.member: person.key for person in people} | self.keys | {desk.me: desk.key}
        seats = {member: seat for member, key in keys.items() for seat, own in result.people.items() if own == key}
        if desk.me in seats:
            self.ending.begin(result, seats)
            desk.news.append(News("result"))
        elif follower.seat is not None and desk.key:  # as if this seat had left
            desk.fault(desk.dealer_member, "wrong_seating")

    def _flaw(self, follower: Follower, result: Result, seating: Lobby | None) -> str:
        """Finds what is not as this client knows it in a result: the reason of a fault; empty when nothing is."""
        for known, named in zip(follower.seats, result.players, strict=True):
            if not lobbies.fits((known,), (named.bot or named.key,)):
                return "wrong_level" if named.bot or known in LEVELS else "wrong_key"
        for seat, member in () if seating is None else lobbies.seated(seating):
            if self.keys.get(member, "") not in ("", result.players[seat].key):
                return "wrong_key"
        if self.signed[:1] == (result.match,):
            return "" if self.signed[1] == result.digest else "other_result"
        return "wrong_date" if abs(result.ended.timestamp() - self._wall()) > TOLERANCE else ""

    def sign(self, signature: str) -> Signed:
        """Takes this seat's signature under the result, to be told to all."""
        result = self.ending.result
        assert result is not None
        self.signed = result.match, result.digest
        self._desk.news.append(News("signed", self._desk.me))
        return self.ending.sign(self.ending.seats[self._desk.me], signature)

    def hear(self, sender: int, signed: Signed) -> None:
        """Hears what a member has signed."""
        wanted = self.ending.hear(sender, signed)
        if wanted is not None:
            self._desk.send(wanted, sender)
        self._desk.news.append(News("signed", sender))

    def judge(self, member: int, signed: Signed, *, true: bool) -> None:
        """Takes, or refuses and names, what a member has signed."""
        result, seat = self.ending.result, self.ending.seats[member]
        if result is None or signed.digest != result.digest:
            self._desk.fault(member, "other_result", seat=seat)
        elif not true:
            self._desk.fault(member, "wrong_signature", seat=seat)
        else:
            self.ending.accept(seat, signed.signature)
