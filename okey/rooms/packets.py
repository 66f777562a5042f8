"""What the clients of a room say to each other: small typed JSON, checked field by field.

``write`` and ``parse`` undo each other.  Everything that comes in is hostile: a text that is no packet, of another
version, with a field too many, too few or of the wrong kind, raises one ``PacketError`` that names the field.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from okey.bots import LEVELS
from okey.foreign import read_json
from okey.game import Action, ActionError, Event, EventError
from okey.game.partial import Outset, Report
from okey.rooms.phrases import PHRASES
from okey.rules import RulesError, RuleSet
from okey.tiles import TILES

VERSION = 1
MAX_TEXT = 200_000
"""The longest packet in characters."""

MOST_ACTIONS = 5_000
"""More actions than any hand has."""

STAGES = ("lobby", "commit", "reveal", "play", "result", "over")
"""What a room is doing: people take chairs; the deal is prepared, in two steps; a hand is played; how it ended is
looked at; the match is over."""

JOINING = ("open", "watch", "closed")
"""Who may come: anybody may take a free chair; newcomers watch until the owner seats them; nobody."""

COMMANDS = ("sit", "stand", "ready", "next", "back", "rules", "joining", "bot", "seat", "swap", "kick", "start",
            "rematch")  # fmt: skip
"""What a member may ask of the room; the last eight are the owner's."""

LIVES = 1 << 10
"""A term grows to the next multiple of this with another dealer seat, and by one when its page was loaded anew."""

_T = TypeVar("_T")
_Read = Callable[[Any], Any]
_Plain = Callable[[Any], Any]


class PacketError(ValueError):
    """A text that is no packet; the message names the field."""


# ---- reading values


def _number(least: int, most: int) -> _Read:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise PacketError(f"expected a number from {least} to {most}")
        return value

    return read


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise PacketError("expected true or false")
    return value


def _text(most: int) -> _Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise PacketError(f"expected a line of at most {most} characters")
        return value

    return read


def _hex(size: int, *, empty: bool = False) -> _Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or (value == "" and not empty):
            raise PacketError("expected hexadecimal digits")
        if value and (len(value) != 2 * size or set(value) - set("0123456789abcdef")):
            raise PacketError(f"expected {2 * size} hexadecimal digits")
        return value

    return read


def _one_of(*values: str) -> _Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in values:
            raise PacketError(f"expected one of {', '.join(map(repr, values))}"[:200])
        return value

    return read


def _list(read: _Read, most: int) -> _Read:
    def read_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise PacketError(f"expected a list of at most {most}")
        return tuple(map(read, value))

    return read_all


def _maybe(read: _Read) -> _Read:
    return lambda value: None if value is None else read(value)


def _pair(first: _Read, second: _Read) -> _Read:
    def read(value: object) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            raise PacketError("expected a pair")
        return first(value[0]), second(value[1])

    return read


def _action(value: object) -> Action:
    try:
        return Action.parse(_text(4_000)(value))
    except ActionError as error:
        raise PacketError(str(error)) from None


def _event(value: object) -> Event:
    try:
        event = Event.parse(_text(4_000)(value))
    except EventError as error:
        raise PacketError(str(error)) from None
    if event.seat is not None and not 0 <= event.seat < 4:
        raise PacketError(f"{event.seat} is no seat")
    return event


def _rules(value: object) -> str:
    text = _text(4_000)(value)
    try:
        return str(RuleSet.parse(text))
    except RulesError as error:
        raise PacketError(str(error)) from None


_tile = _number(0, TILES - 1)
_rack = _list(_tile, 30)
_member = _number(0, 1 << 31)
_maybe_member = _number(-1, 1 << 31)
_seat = _number(0, 3)
_count = _number(0, MOST_ACTIONS)
_hand = _number(0, 100_000)
_term = _number(0, 1 << 31)


def _report(value: object) -> Report:
    if not isinstance(value, list) or len(value) != 4:
        raise PacketError("expected a report")
    action, events, rack, racks = value
    return Report(_maybe(_action)(action), _list(_event, 60)(events), _rack(rack), _list(_rack, 4)(racks))


def _report_plain(report: Report) -> list[Any]:
    action = None if report.action is None else str(report.action)
    return [action, list(map(str, report.events)), list(report.rack), list(map(list, report.racks))]


def _outset(value: object) -> Outset:
    if not isinstance(value, list) or len(value) != 5:
        raise PacketError("expected where the match stands")
    hands, played, dealer, starter, scores = value
    points = _list(_number(-(10**6), 10**6), 4)(scores)
    return Outset(_hand(hands), _hand(played), _seat(dealer), _seat(starter), points)


def _outset_plain(outset: Outset) -> list[Any]:
    return [outset.hand_number, outset.hands_played, outset.dealer, outset.starter, list(outset.scores)]


@dataclass(frozen=True, slots=True)
class ChairState:
    """Who has a chair of the room."""

    member: int = -1
    """-1 for nobody."""
    bot: str = ""
    """The level of the computer player that has it, if nobody has."""
    ready: bool = False
    away: bool = False
    """Whether a computer player keeps it warm for its member."""

    @property
    def empty(self) -> bool:
        """Whether neither a member nor a computer player has it."""
        return self.member < 0 and not self.bot


def _chair(value: object) -> ChairState:
    if not isinstance(value, list) or len(value) != 4:
        raise PacketError("expected a chair")
    member, bot, ready, away = value
    return ChairState(_maybe_member(member), _one_of("", *LEVELS)(bot), _flag(ready), _flag(away))


def _chair_plain(chair: ChairState) -> list[Any]:
    return [chair.member, chair.bot, chair.ready, chair.away]


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the room."""

    member: int
    name: str
    key: str
    """The public key of its profile, hexadecimal; empty when it has none."""


def _person(value: object) -> Person:
    if not isinstance(value, list) or len(value) != 3:
        raise PacketError("expected a person")
    return Person(_member(value[0]), _text(MAX_NAME)(value[1]), _key(value[2]))


def _person_plain(person: Person) -> list[Any]:
    return [person.member, person.name, person.key]


MAX_NAME = 12
MAX_PEOPLE = 16
_key = _hex(65, empty=True)
_nonce = _hex(32)
_digest = _hex(16)
_moment = _number(0, 1 << 33)


@dataclass(frozen=True, slots=True)
class Player:
    """Who had a seat when a match ended: a person, or a computer player."""

    name: str
    key: str
    """The public key of a person's profile, hexadecimal; empty when it has none."""
    bot: str
    """The level of a computer player; empty for a person."""


def read_player(value: object) -> Player:
    """Reads a player as ``plain_player`` wrote it; raises PacketError."""
    if not isinstance(value, list) or len(value) != 3:
        raise PacketError("expected a player")
    player = Player(_text(MAX_NAME)(value[0]), _key(value[1]), _one_of("", *LEVELS)(value[2]))
    if player.bot and player.key:
        raise PacketError("a computer player has no key")
    return player


def plain_player(player: Player) -> list[Any]:
    """Gets a player as values that JSON knows."""
    return [player.name, player.key, player.bot]


def _who(value: object) -> str:
    return value if isinstance(value, str) and value in LEVELS else str(_key(value))


def _as_list(values: Any) -> list[Any]:
    return [list(value) if isinstance(value, tuple) else value for value in values]


def _each(plain: _Plain) -> _Plain:
    return lambda values: list(map(plain, values))


def _is(read: _Read, plain: _Plain = lambda value: value, **default: Any) -> Any:
    """Declares a field of a packet: how it is read, and how it becomes JSON."""
    return field(metadata={"read": read, "plain": plain}, **default)


# ---- the packets


class Packet:
    """One thing said."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Hello(Packet):
    """A member has come, or has come back: what it is called, and how far it knows the hand."""

    kind = "hello"
    name: str = _is(_text(MAX_NAME))
    key: str = _is(_key)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)


@dataclass(frozen=True, slots=True)
class Command(Packet):
    """A member wants the room to do something; the same number means the same wish."""

    kind = "command"
    number: int = _is(_number(1, 10**11))
    what: str = _is(_one_of(*COMMANDS))
    at: int = _is(_number(-1, 1 << 31))
    """A chair, a member, or 1 and 0 for yes and no."""
    to: int = _is(_number(-1, 1 << 31))
    """Another chair."""
    text: str = _is(_text(4_000))


@dataclass(frozen=True, slots=True)
class Done(Packet):
    """The answer to a command; the reason why not, or nothing."""

    kind = "done"
    number: int = _is(_number(1, 10**11))
    reason: str = _is(_text(40))


@dataclass(frozen=True, slots=True)
class Play(Packet):
    """A seat asks for an action, as the one after ``at`` others of the hand."""

    kind = "play"
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)
    action: Action = _is(_action, str)


@dataclass(frozen=True, slots=True)
class No(Packet):
    """Something was refused; for an action with what the rules say."""

    kind = "no"
    at: int = _is(_count)
    reason: str = _is(_text(40))
    tiles: tuple[int, ...] = _is(_rack, list)
    numbers: tuple[int, ...] = _is(_list(_number(-(10**6), 10**6), 8), list)


@dataclass(frozen=True, slots=True)
class Lobby(Packet):
    """The whole lobby, from the dealer seat."""

    kind = "lobby"
    term: int = _is(_term)
    revision: int = _is(_term)
    stage: str = _is(_one_of(*STAGES))
    rules: str = _is(_rules)
    joining: str = _is(_one_of(*JOINING))
    public: bool = _is(_flag)
    chairs: tuple[ChairState, ...] = _is(_list(_chair, 4), _each(_chair_plain))
    people: tuple[Person, ...] = _is(_list(_person, MAX_PEOPLE), _each(_person_plain))
    banned: tuple[int, ...] = _is(_list(_member, 200), list)
    """Members that were put out."""
    banned_keys: tuple[str, ...] = _is(_list(_key, 200), list)
    """The public keys of their profiles."""
    hand: int = _is(_hand)
    """The number of the deal, counted through all matches of the room."""
    attempt: int = _is(_count)
    """How often that deal was begun anew."""


@dataclass(frozen=True, slots=True)
class Call(Packet):
    """The dealer seat asks these seats for commitments to the next deal."""

    kind = "call"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    seats: tuple[int, ...] = _is(_list(_seat, 4), list)


@dataclass(frozen=True, slots=True)
class Commit(Packet):
    """A seat has chosen its part of the seed: the hash of it."""

    kind = "commit"
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    digest: str = _is(_nonce)


@dataclass(frozen=True, slots=True)
class Committed(Packet):
    """All commitments are in; now they are opened to the dealer seat."""

    kind = "committed"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    commits: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)


@dataclass(frozen=True, slots=True)
class Reveal(Packet):
    """A seat opens its part of the seed, to the dealer seat alone."""

    kind = "reveal"
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    nonce: str = _is(_nonce)


@dataclass(frozen=True, slots=True)
class Hand(Packet):
    """A hand from its deal on, or from its action number ``first`` on, as one seat or a spectator is told it."""

    kind = "hand"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    rules: str = _is(_rules)
    outset: Outset = _is(_outset, _outset_plain)
    seats: tuple[str, ...] = _is(_list(_who, 4), list)
    """Who had which seat at the deal: the public key of a person's profile, or the level of a computer player."""
    seat: int = _is(_number(-1, 3))
    commits: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)
    nonce: str = _is(_hex(32, empty=True))
    """The seat's own part of the seed, for a client that has forgotten it."""
    share: str = _is(_hex(32, empty=True))
    """The seat's share of the dealer's part."""
    first: int = _is(_count)
    reports: tuple[Report, ...] = _is(_list(_report, MOST_ACTIONS), _each(_report_plain))
    common: str = _is(_digest)
    """The hash of what everybody knows after the last of them."""
    own: str = _is(_digest)
    """The hash of what the seat knows then."""


@dataclass(frozen=True, slots=True)
class Did(Packet):
    """Action number ``at`` of the hand, with the hashes of what is known after it."""

    kind = "did"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)
    report: Report = _is(_report, _report_plain)
    common: str = _is(_digest)
    own: str = _is(_digest)
    turn: int = _is(_number(-1, 10**9))
    """Milliseconds left of the turn that follows, the reserve apart; -1 without a clock."""
    reserve: int = _is(_number(0, 10**9))


@dataclass(frozen=True, slots=True)
class Pulse(Packet):
    """The dealer seat lives, and how far things are."""

    kind = "pulse"
    term: int = _is(_term)
    revision: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)
    turn: int = _is(_number(-1, 10**9))
    reserve: int = _is(_number(0, 10**9))


@dataclass(frozen=True, slots=True)
class Sync(Packet):
    """A client lacks something: it knows the lobby's revision and so many actions of the hand."""

    kind = "sync"
    revision: int = _is(_number(-1, 1 << 31))
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)
    record: bool = _is(_flag)
    """Whether it lacks the opened commitments of a hand that has ended."""


@dataclass(frozen=True, slots=True)
class Agree(Packet):
    """A client's own hash of what everybody knows after ``at`` actions, told to all others."""

    kind = "agree"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    at: int = _is(_count)
    common: str = _is(_digest)


@dataclass(frozen=True, slots=True)
class Opened(Packet):
    """The end of a hand: every part of the seed, and the claims that were hidden, by the number of the action."""

    kind = "opened"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    nonces: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)
    claims: tuple[tuple[int, Action], ...] = _is(
        _list(_pair(_count, _action), 200), lambda claims: [[at, str(action)] for at, action in claims]
    )
    players: tuple[Player, ...] = _is(_list(read_player, 4), _each(plain_player))
    """Who had which seat when the match ended; nobody while it goes on."""
    ended: int = _is(_moment)
    """When the match ended, in seconds since 1970 by the dealer seat's clock; 0 while it goes on."""


@dataclass(frozen=True, slots=True)
class Recover(Packet):
    """The next dealer seat asks for all that is known of the hand, to find its hidden tiles again."""

    kind = "recover"
    term: int = _is(_term)
    hand: int = _is(_hand)
    attempt: int = _is(_count)


@dataclass(frozen=True, slots=True)
class Recovered(Packet):
    """The answer: the seat's own part of the seed, its share of the lost dealer's, and the actions it has seen."""

    kind = "recovered"
    hand: int = _is(_hand)
    attempt: int = _is(_count)
    nonce: str = _is(_hex(32, empty=True))
    share: str = _is(_hex(32, empty=True))
    actions: tuple[Action | None, ...] = _is(
        _list(_maybe(_action), MOST_ACTIONS), lambda acts: [None if a is None else str(a) for a in acts]
    )


@dataclass(frozen=True, slots=True)
class Say(Packet):
    """One of the phrases."""

    kind = "say"
    phrase: str = _is(_one_of(*PHRASES))


@dataclass(frozen=True, slots=True)
class Signed(Packet):
    """A seat's signature under the result of a match."""

    kind = "signed"
    digest: str = _is(_nonce)
    """SHA-256 of the result."""
    signature: str = _is(_hex(64))
    wants: bool = _is(_flag)
    """Whether its client still lacks the signature of somebody."""


def _opened(value: object) -> Opened:
    packet = parse(_text(50_000)(value))
    if not isinstance(packet, Opened):
        raise PacketError("expected an opened seed")
    return packet


@dataclass(frozen=True, slots=True)
class Saved(Packet):
    """What a client keeps for a reload; it is never sent."""

    kind = "saved"
    me: int = _is(_member)
    dealer: int = _is(_member)
    lobby: str = _is(_text(50_000))
    """The lobby as a packet."""
    secrets: tuple[tuple[tuple[int, int], str], ...] = _is(
        _list(_pair(_pair(_hand, _count), _nonce), 8), lambda secrets: [[list(key), nonce] for key, nonce in secrets]
    )
    share: str = _is(_hex(32, empty=True))
    promised: tuple[str, ...] = _is(_list(_who, 4), list)
    """The levels of the computer players before the match, as the lobby said; empty for the other seats."""
    deal: int = _is(_hand)
    """The number of the last deal that was told."""
    known: tuple[str, ...] = _is(_list(_who, 4), list)
    """Who had which seat then."""
    doubtful: bool = _is(_flag)
    """Whether a hand of the match was not proved."""
    signed: tuple[str, ...] = _is(_list(_nonce, 2), list)
    """What names the match whose result was signed last, and the SHA-256 of that result; nothing before."""
    outset: Outset | None = _is(_maybe(_outset), lambda outset: None if outset is None else _outset_plain(outset))
    """Where the match stands, in the dealer seat."""
    commits: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)
    nonces: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)
    shares: tuple[tuple[int, str], ...] = _is(_list(_pair(_seat, _nonce), 4), _as_list)
    actions: tuple[Action, ...] = _is(_list(_action, MOST_ACTIONS), _each(str))
    used: tuple[int, ...] = _is(_list(_number(0, 10**9), 4), list)
    """The milliseconds that each seat has used of its reserve."""
    passed: int = _is(_number(0, 10**9))
    """The milliseconds that had passed of the turn."""
    proof: Opened | None = _is(_maybe(_opened), lambda proof: None if proof is None else write(proof))
    """The opened seed of the last hand that has ended."""
    seats: tuple[str, ...] = _is(_list(_who, 4), list)
    """Who had which seat at the deal."""


PACKETS: dict[str, type[Packet]] = {packet.kind: packet for packet in Packet.__subclasses__()}
"""Every kind of packet by its name."""


def write(packet: Packet) -> str:
    """Writes the text that ``parse`` reads back."""
    data: dict[str, Any] = {"v": VERSION, "k": packet.kind}
    for part in fields(packet):  # type: ignore[arg-type]
        data[part.name] = part.metadata["plain"](getattr(packet, part.name))
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def parse(text: str) -> Packet:
    """Reads a packet.

    Raises:
        PacketError: when the text is none, with the field at fault.
    """
    if len(text) > MAX_TEXT:
        raise PacketError(f"longer than {MAX_TEXT} characters")
    try:
        data = read_json(text, parse_constant=_no_constant)
    except ValueError:
        raise PacketError("not JSON") from None
    if not isinstance(data, dict):
        raise PacketError("expected an object")
    if data.pop("v", None) != VERSION:
        raise PacketError("v: another version")
    kind = data.pop("k", None)
    packet = PACKETS.get(kind) if isinstance(kind, str) else None
    if packet is None:
        raise PacketError("k: no kind of packet")
    parts = {part.name: part.metadata["read"] for part in fields(packet)}  # type: ignore[arg-type]
    if data.keys() != parts.keys():
        odd = min(data.keys() ^ parts.keys())
        raise PacketError(f"{kind}.{odd[:20]!a}: {'missing' if odd in parts else 'no such field'}")
    values = {}
    for name, read in parts.items():
        try:
            values[name] = read(data[name])
        except PacketError as error:
            raise PacketError(f"{kind}.{name}: {error}") from None
    return packet(**values)


def _no_constant(_name: str) -> float:
    raise PacketError("not JSON")
