"""The end of a match as one client sees it: what its result is, and who has signed it.

Keys do their work elsewhere and in their own time: ``Signatures`` says which texts to look at, and is told what came of
it.  What a member sends is looked at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from okey.rooms.packets import Signed
from okey.rooms.results import Result


@dataclass
class Signatures:
    """What is known of the signatures under one result."""

    result: Result | None = None
    """None before the end of a match, and where there is nothing to sign: alone, or with somebody without a key."""
    seats: Mapping[int, int] = field(default_factory=dict)
    """The seats by member, as they were at the end."""
    own: Signed | None = None
    """What this client has signed."""
    good: dict[int, str] = field(default_factory=dict)
    """The signatures by seat that were found to be true."""
    _heard: dict[int, Signed] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether everybody has signed."""
        return self.result is not None and self.good.keys() == self.result.people.keys()

    def begin(self, result: Result, seats: Mapping[int, int]) -> None:
        """Takes the result of the match that has ended; what was signed before may be of the match before."""
        self.result, self.seats = result, seats
        self._heard = {member: signed for member, signed in self._heard.items() if signed.digest == result.digest}

    def hear(self, member: int, signed: Signed) -> Signed | None:
        """Takes what a member has signed; gets what it wants to hear from this client."""
        self._heard[member] = signed
        return replace(self.own, wants=False) if self.own is not None and signed.wants else None

    def to_look_at(self) -> list[tuple[int, int, Signed]]:
        """Takes what was not looked at yet: member, seat and what it has signed."""
        if self.result is None:
            return []
        heard, self._heard = self._heard, {}
        seats = self.seats
        return [(m, seats[m], signed) for m, signed in heard.items() if m in seats and seats[m] not in self.good]

    def sign(self, seat: int, signature: str) -> Signed:
        """Takes this client's own signature."""
        assert self.result is not None
        self.good[seat] = signature
        self.own = Signed(self.result.digest, signature, wants=not self.complete)
        return self.own

    def accept(self, seat: int, signature: str) -> None:
        """Takes a signature that is true."""
        self.good[seat] = signature
        if self.own is not None:
            self.own = replace(self.own, wants=not self.complete)
