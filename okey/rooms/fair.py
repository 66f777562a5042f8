"""The joint shuffle: a seed that nobody can choose, and the proof after the hand.

Before a deal every seat that takes part sends the SHA-256 of a random number to the dealer seat, which publishes all of
them once they are in; only then do the seats open theirs, to the dealer seat alone.  The seed is the hash of all
numbers.  Whoever chose first cannot know the others'; the dealer seat knows all, but had to commit before.  After the
hand all numbers are published, and everybody plays the whole hand again from the seed.

So that a hand can outlive its dealer, the dealer's own number is split among the other seats that take part: each
gets one of several numbers whose exclusive or it is.  With one other seat there is nothing to split, and such a hand is
void.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import reduce

from okey.game import Action, Game, Refused, View
from okey.game.actions import DEAL
from okey.game.partial import Outset, Report, report
from okey.rules import RuleSet

NONCE = 32
"""The bytes of a seat's part of the seed."""


class Unfair(ValueError):  # noqa: N818  # reads as what was found, not as a fault of the program
    """A hand that was not played as it was told.

    Attributes:
        reason: ``nonce`` (a number is not the one that was committed to), ``outset`` (the match did not stand so),
            ``deal``, ``action`` (the rules forbid it), or ``event`` (something else happened).
        at: the number of the action in the hand, 0 for the deal.
        seat: who is at fault, as far as that can be told; None for the dealer seat.
    """

    def __init__(self, reason: str, at: int, seat: int | None) -> None:
        self.reason, self.at, self.seat = reason, at, seat
        super().__init__(f"{reason} at action {at} of {'the table' if seat is None else f'seat {seat}'}")


def commitment(nonce: str) -> str:
    """Gets what a seat publishes before it opens its number; both hexadecimal."""
    return hashlib.sha256(bytes.fromhex(nonce)).hexdigest()


def joint_seed(hand: int, attempt: int, nonces: Mapping[int, str]) -> str:
    """Gets the seed of a hand from every seat's number.

    Args:
        hand: the number of the hand, from 1.
        attempt: how often it was dealt anew before.
        nonces: the hexadecimal numbers by seat.
    """
    parts = "\n".join(f"{seat} {nonce}" for seat, nonce in sorted(nonces.items()))
    return hashlib.sha256(f"okey joint\n{hand} {attempt}\n{parts}".encode()).hexdigest()


def split(nonce: str, parts: int, entropy: Callable[[int], bytes]) -> list[str]:
    """Splits a number into parts whose exclusive or it is; less than all of them tell nothing."""
    found = [entropy(NONCE).hex() for _ in range(parts - 1)]
    return [*found, joined([nonce, *found])]


def joined(parts: Sequence[str]) -> str:
    """Puts split parts together."""
    return reduce(lambda a, b: a ^ b, (int(part, 16) for part in parts)).to_bytes(NONCE).hex()


def deal_of(rules: RuleSet, outset: Outset, hand: int, attempt: int, nonces: Mapping[int, str]) -> Game:
    """Makes the whole game of a hand, before its deal."""
    game = Game(rules, joint_seed(hand, attempt, nonces))
    outset.put(game)
    return game


def first_outset(rules: RuleSet, seed: str) -> Outset:
    """Gets where a match begins; the seed of its first hand draws who deals."""
    return Outset.of(Game(rules, seed))


def digest(view: View, commits: Sequence[tuple[int, str]], seats: Sequence[str], at: int) -> str:
    """Hashes a position as a view shows it, with all that its hand began with and the number of actions.

    Args:
        view: the position.
        commits: the commitments to the deal.
        seats: who had which seat at the deal, as a key or a level.
        at: how many actions there were.
    """
    parts = [f"{f.name}={getattr(view, f.name)!r}" for f in fields(view) if f.name not in ("rules", "faces")]
    begun = [str(at), repr(tuple(commits)), repr(tuple(seats))]
    return hashlib.sha256("\n".join(["okey view", *begun, *parts]).encode()).hexdigest()[:32]


def verify(
    *,
    rules: RuleSet,
    outset: Outset,
    hand: int,
    attempt: int,
    seat: int | None,
    commits: Sequence[tuple[int, str]],
    nonces: Mapping[int, str],
    claims: Mapping[int, Action],
    told: Sequence[Report],
) -> Game:
    """Plays a finished hand again from its seed; gives the whole game at its end.

    Args:
        rules: the options it was played by.
        outset: where the match stood.
        hand: the number of the hand.
        attempt: how often it was dealt anew.
        seat: who verifies; None for a spectator.
        commits: what every seat committed to.
        nonces: the numbers that were opened.
        claims: the actions that were hidden from this seat.
        told: what the seat was told, from the deal on.

    Raises:
        Unfair: when anything differs.
    """
    committed = dict(commits)
    for index in committed.keys() | nonces.keys():
        if index not in nonces or commitment(nonces[index]) != committed.get(index):
            raise Unfair("nonce", 0, index)
    game = deal_of(rules, outset, hand, attempt, nonces)
    if outset.hand_number == 0 and outset != first_outset(rules, game.seed):
        raise Unfair("outset", 0, None)
    for at, known in enumerate(told):
        action = known.action or claims.get(at)
        actor = game.actor
        if at == 0 and action != DEAL:
            raise Unfair("deal", at, None)
        if action is None:
            raise Unfair("action", at, actor)
        try:
            events = game.apply(action)
        except Refused:
            raise Unfair("action", at, actor) from None
        if report(game, action, events, seat) != known:
            raise Unfair("event" if at else "deal", at, actor)
    if game.result is None:
        raise Unfair("action", len(told), game.actor)
    return game
