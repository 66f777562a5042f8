"""A client's own copy of the hand: what it was told, checked, and what it knows of the seed."""

from __future__ import annotations

from dataclasses import dataclass, field

from okey.game import Action, Event, Game, View
from okey.game.partial import Impossible, Outset, PartialGame, Report
from okey.rooms import fair
from okey.rooms.fair import Unfair
from okey.rules import RuleSet


class Diverged(ValueError):  # noqa: N818  # reads as what was found, not as a fault of the program
    """The dealer seat told something that does not fit this client's copy.

    Attributes:
        reason: ``hash``, or why a report cannot be (``Impossible.reason``).
        at: the number of the action in the hand.
        seat: who acted; None for the table.
    """

    def __init__(self, reason: str, at: int, seat: int | None) -> None:
        self.reason, self.at, self.seat = reason, at, seat
        super().__init__(f"action {at} of {'the table' if seat is None else f'seat {seat}'}: {reason}")


@dataclass
class Follower:
    """One hand as a seat, or a spectator, follows it."""

    rules: RuleSet
    seat: int | None
    hand: int
    attempt: int
    outset: Outset
    commits: tuple[tuple[int, str], ...]
    seats: tuple[str, ...] = ()
    """Who had which seat at the deal: the key of a person, or the level of a computer player."""
    told: list[Report] = field(default_factory=list)
    common: list[str] = field(default_factory=list)
    """The hash of what everybody knows after each action."""
    nonces: dict[int, str] = field(default_factory=dict)
    """The opened numbers, once the hand has ended."""
    claims: dict[int, Action] = field(default_factory=dict)
    """The actions that were hidden, once the hand has ended."""
    verified: bool = False
    """Whether the finished hand was played again from its seed, and was as it was told."""
    refuted: bool = False
    """Whether it was played again, and was not as it was told."""

    def __post_init__(self) -> None:
        self.game = PartialGame(self.rules, self.seat, self.outset)

    @property
    def at(self) -> int:
        """How many actions are known, the deal included."""
        return len(self.told)

    @property
    def key(self) -> tuple[int, int]:
        """The hand's number, and how often it was dealt anew."""
        return self.hand, self.attempt

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.game.result is not None

    @property
    def lacks_proof(self) -> bool:
        """Whether the hand has ended and its seed was not opened yet."""
        return self.over and not (self.verified or self.refuted)

    def turn(self, at: int) -> int:
        """Gets the number, from 1, of the turn that an action belongs to."""
        return 1 + sum(event.kind == "discarded" for told in self.told[:at] for event in told.events)

    def view(self) -> View:
        """Gets what the seat may know now."""
        return self.game.view(self.seat)

    def follow(self, told: Report, common: str | None = None, own: str | None = None) -> list[Event]:
        """Follows one action; compares the hashes of the position if they are given.

        Raises:
            Diverged: when it cannot be or the hashes differ.
        """
        actor = self.game.actor
        try:
            events = self.game.follow(told)
        except Impossible as error:
            raise Diverged(error.reason, self.at, error.seat) from None
        self.told.append(told)
        self.common.append(self._digest(None))
        if (common is not None and common != self.common[-1]) or (own is not None and own != self._digest(self.seat)):
            raise Diverged("hash", self.at - 1, actor)
        return events

    def own(self) -> str:
        """Gets the hash of what the seat knows now."""
        return self._digest(self.seat)

    def _digest(self, seat: int | None) -> str:
        return fair.digest(self.game.view(seat), self.commits, self.seats, self.at)

    def actions(self) -> tuple[Action | None, ...]:
        """Lists the actions that are known; None for a hidden claim."""
        return tuple(told.action for told in self.told)

    def verify(self, nonces: dict[int, str], claims: dict[int, Action], mine: str | None = None) -> Game:
        """Plays the finished hand again from its seed.

        Args:
            nonces: the numbers that were opened.
            claims: the actions that were hidden.
            mine: the seat's own number, if it is still known.

        Raises:
            Unfair: when it was not as it was told.
        """
        if self.seat in nonces and mine is not None and nonces[self.seat] != mine:
            raise Unfair("nonce", 0, self.seat)
        game = fair.verify(
            rules=self.rules,
            outset=self.outset,
            hand=self.hand,
            attempt=self.attempt,
            seat=self.seat,
            commits=self.commits,
            nonces=nonces,
            claims=claims,
            told=self.told,
        )
        self.nonces, self.claims, self.verified = nonces, claims, True
        return game

    def played(self) -> tuple[str, list[Action]]:
        """Gets the seed of the hand and all its actions, once it is verified."""
        seed = fair.joint_seed(self.hand, self.attempt, self.nonces)
        return seed, [told.action or self.claims[at] for at, told in enumerate(self.told)]
