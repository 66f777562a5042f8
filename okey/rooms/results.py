"""The result of a match, signed by everybody who played it.

When a match has ended and its last hand is proved, each player's client writes down the same short record, who sat
where, what the scores are and when that was, and signs it with the key of its profile (ECDSA on P-256 with SHA-256).
With all signatures it is a ``SignedResult``: no player can make one alone, or change a figure afterwards.  The record
names its match by a hash of the last deal's commitments and of all that everybody knew in the end: it is of one match
only.

As text it is one line of JSON.  Whoever reads one has it from a stranger: every field is checked, and ``flaw`` checks
the signatures.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from okey.bridge.network import Network
from okey.foreign import read_json
from okey.game.scoring import best_seats
from okey.rooms.packets import PacketError, Player, plain_player, read_player
from okey.rules import RulesError, RuleSet

MAGIC = "okey results 2"
"""The first line of a list of results; the number is the version of the format, of what is signed too."""

MOST = 1_000
"""So many results are kept."""

LONGEST = 8_000
"""How many characters one may have."""

LARGEST = 2_500_000
"""How many characters the list may have; the oldest results give way."""

SIGNATURE, MATCH = 64, 32
"""The bytes of a signature, and of what names a match."""

_HIGHEST = 10**6


class ResultError(ValueError):
    """A text that is no signed result, or no list of them; the message says why."""


@dataclass(frozen=True)
class Result:
    """What a match came to."""

    rules: str
    """The rule set as text."""
    match: str
    """What names the match, in hexadecimal: see ``match_id``."""
    hands: int
    players: tuple[Player, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By seat."""
    ended: datetime
    """When it ended, to the second, in UTC."""

    def __post_init__(self) -> None:
        """Checks that there can be such a result; raises ResultError."""
        try:
            players = RuleSet.parse(self.rules).players
        except RulesError as error:
            raise ResultError(str(error)) from None
        if not len(self.players) == len(self.scores) == players:
            raise ResultError(f"expected {players} players and scores")
        keys = [player.key for player in self.players if not player.bot]
        if len(keys) < 2 or not all(keys) or len(set(keys)) < len(keys):
            raise ResultError("expected at least two people, each with a key of its own")

    @property
    def rule_set(self) -> RuleSet:
        """The rules that were played."""
        return RuleSet.parse(self.rules)

    @property
    def people(self) -> dict[int, str]:
        """The keys of the people, by seat."""
        return {seat: player.key for seat, player in enumerate(self.players) if not player.bot}

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the best side, or sides that are level."""
        return best_seats(self.rule_set, self.scores)

    @cached_property
    def statement(self) -> bytes:
        """What is signed, the same on every machine."""
        return f"{MAGIC}\n{_compact(self._as_data())}".encode()

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of it, in hexadecimal."""
        return hashlib.sha256(self.statement).hexdigest()

    def _as_data(self) -> list[Any]:
        players, scores = [*map(plain_player, self.players)], list(self.scores)
        return [self.rules, self.match, self.hands, players, scores, self.ended.isoformat()]

    def signed(self, signatures: Mapping[int, str]) -> SignedResult:
        """Puts the signatures, by seat, under it.

        Raises:
            ResultError: when one is missing, or too many.
        """
        return SignedResult(self, tuple(sorted(signatures.items())))


@dataclass(frozen=True)
class SignedResult:
    """A result with everybody's signature, which may still be wrong ones: see ``flaw``."""

    result: Result
    signatures: tuple[tuple[int, str], ...]
    """In hexadecimal, by seat."""

    def __post_init__(self) -> None:
        """Checks that everybody has signed; raises ResultError."""
        if [seat for seat, _ in self.signatures] != [*self.result.people]:
            raise ResultError(f"expected signatures of the seats {[*self.result.people]}")

    def line(self) -> str:
        """Writes it as one line of text."""
        return _compact([*self.result._as_data(), [list(pair) for pair in self.signatures]])  # noqa: SLF001  # of the same module

    @classmethod
    def parse(cls, line: str) -> SignedResult:
        """Reads what ``line`` wrote; whether the signatures are true only ``flaw`` tells.

        Raises:
            ResultError: when it is anything else.
        """
        if len(line) > LONGEST:
            raise ResultError(f"longer than {LONGEST} characters")
        try:
            data = read_json(line)
        except ValueError:
            raise ResultError("not JSON") from None
        match data:
            case [
                str(rules),
                match,
                int(hands),
                [*players],
                [*scores],
                str(ended),
                [*signatures],
            ] if _is_hex(match, MATCH) and type(hands) is int and 0 < hands <= _HIGHEST:
                pass
            case _:
                raise ResultError("expected rules, match, hands, players, scores, end and signatures")
        if not all(type(score) is int and abs(score) <= _HIGHEST for score in scores):
            raise ResultError("scores: expected numbers")
        result = Result(rules, match, hands, tuple(map(_player, players)), tuple(scores), _moment(ended))
        return cls(result, tuple(map(_signature, signatures)))


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":"))


def _is_hex(value: object, size: int) -> bool:
    return isinstance(value, str) and len(value) == 2 * size and not set(value) - set("0123456789abcdef")


def _player(data: object) -> Player:
    try:
        return read_player(data)
    except PacketError as error:
        raise ResultError(f"players: {error}") from None


def _signature(data: object) -> tuple[int, str]:
    match data:
        case [int(seat), str(signature)] if type(seat) is int and _is_hex(signature, SIGNATURE):
            return seat, signature
    raise ResultError(f"{str(data)[:40]!r} is no signature")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ResultError(f"{text[:40]!r} is no moment") from None
    if moment.tzinfo != UTC or moment.microsecond or moment.isoformat() != text:
        raise ResultError(f"{text[:40]!r} is no second in UTC")
    return moment


def match_id(commits: Sequence[tuple[int, str]], common: str) -> str:
    """Names a match.

    Args:
        commits: the commitments to its last deal, random numbers of everybody who took part in it.
        common: the hash of all that everybody knew in the end.
    """
    parts = "\n".join(f"{seat} {digest}" for seat, digest in sorted(commits))
    return hashlib.sha256(f"okey match\n{parts}\n{common}".encode()).hexdigest()


async def signed_by(network: Network, result: Result, seat: int, signature: str) -> bool:
    """Tells whether a signature under a result is that of the person on a seat."""
    key = result.people.get(seat)
    if key is None or not _is_hex(signature, SIGNATURE):
        return False
    return await network.verify(bytes.fromhex(key), result.statement, bytes.fromhex(signature))


async def flaw(network: Network, signed: SignedResult) -> int | None:
    """Finds the first seat whose signature is wrong; None when all are true."""
    for seat, signature in signed.signatures:
        if not await signed_by(network, signed.result, seat, signature):
            return seat
    return None


class Results:
    """The signed results that a profile carries, the oldest first, of each match one.

    As text a line with the version, then a line for each.
    """

    def __init__(self, results: Sequence[SignedResult] = ()) -> None:
        self._by_match: dict[str, SignedResult] = {}
        self._sizes: dict[str, int] = {}
        """How many characters each of them has as a line, its end included."""
        self._size = len(MAGIC) + 1
        for signed in results:
            self.add(signed)

    def __len__(self) -> int:
        return len(self._by_match)

    def __iter__(self) -> Any:
        return iter([*self._by_match.values()])

    def add(self, signed: SignedResult) -> bool:
        """Keeps a result; tells whether it was new: a match counts once, however often it is told.

        The oldest give way where there are too many, or too long ones.
        """
        match = signed.result.match
        if match in self._by_match:
            return False
        self._by_match[match], self._sizes[match] = signed, len(signed.line()) + 1
        self._size += self._sizes[match]
        while len(self) > MOST or self._size > LARGEST:
            oldest = next(iter(self._by_match))
            del self._by_match[oldest]
            self._size -= self._sizes.pop(oldest)
        return True

    def write(self) -> str:
        """Writes the text that ``parse`` reads back."""
        return "\n".join([MAGIC, *(signed.line() for signed in self), ""])

    @classmethod
    def parse(cls, text: str) -> Results:
        """Reads a list of results.

        Raises:
            ResultError: when the text is none; the message names the line.
        """
        if len(text) > LARGEST:
            raise ResultError(f"longer than {LARGEST:,} characters")
        first, *lines = text.split("\n")
        if first != MAGIC or not lines or lines.pop() or len(lines) > MOST:
            raise ResultError(f"expected {MAGIC!r}, then at most {MOST} lines")
        made = cls()
        for number, line in enumerate(lines, 2):
            try:
                new = made.add(SignedResult.parse(line))
            except ResultError as error:
                raise ResultError(f"line {number}: {error}") from None
            if not new:
                raise ResultError(f"line {number}: this match was there before")
        return made
