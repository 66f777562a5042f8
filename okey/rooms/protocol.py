"""The words between a member and the relay: small JSON objects, each a dataclass, each field checked on both sides.

A frame is an object whose key ``t`` names the class in lower case; its other keys are the class' fields.  What arrives
is read by ``read_request`` (at the relay) or ``read_answer`` (at a member), which raise ``Malformed`` and nothing else
whatever the text is.  Frames that open a connection carry the protocol's version.

Two numberings make delivery certain.  A member counts what it sends (``number``): the relay takes only what is higher
than the last, so that what is sent again after a broken connection counts once.  The relay counts what happens in a
room (``at``): a member says how far it has ``seen``, so that what it missed is told again and the rest forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any

from okey.foreign import read_json
from okey.rooms.channel import MAX_MEMBERS

VERSION = 1
MAX_FRAME = 8192
"""Bytes of the longest frame, either way."""

MAX_DATA = 7680
"""Characters of the longest ``data`` of a frame."""

MAX_TABLES = 60
"""How many public tables one list shows."""

MAX_PAST = 8
"""How many tables a comer may not want."""

ERRORS = frozenset({"malformed", "version", "no_room", "no_table", "full", "taken", "not_allowed", "limit"})
"""Why the relay refused something.

``malformed``: no frame of this protocol.  ``version``: of another one.  ``no_room``: none of that name, or it knows no
such member.  ``no_table``: no free chair with that label.  ``full``: nobody may come in.  ``taken``: there is a room of
that name.  ``not_allowed``: only for the host, or only inside or outside a room.  ``limit``: more than one address or
one relay may have.
"""

REASONS = frozenset({"left", "removed", "replaced", "gone"})
"""Why the relay ends a membership, see ``channel.Closed``."""


class Malformed(ValueError):  # noqa: N818 - it is what the text is
    """A text that is no frame.

    Attributes:
        code: ``malformed`` or ``version``.
    """

    def __init__(self, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Create:
    """Opens a room; with a label it is a public table."""

    version: int
    room: str
    token: str
    """Chosen by the member, known to nobody else: whoever has it is this member."""
    places: int
    """How many others may come in."""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Comes into a room; asked again with the same token it is a rejoin."""

    version: int
    room: str
    token: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Comes into any public table with this label."""

    version: int
    label: str
    token: str
    past: Sequence[str] = ()
    """The names of tables that are not wanted: nobody answered there."""


@dataclass(frozen=True, slots=True)
class Rejoin:
    """Comes back; ``seen`` is None for a member who remembers nothing."""

    version: int
    room: str
    token: str
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class List:
    """Asks for the public tables with free chairs."""

    version: int


@dataclass(frozen=True, slots=True)
class Send:
    """Sends data to everybody else, or to one member."""

    number: int
    data: str
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Beat:
    """Says that the member is alive and how far it has seen; always answered with ``Confirm``."""

    seen: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Puts a member out."""

    member: int


@dataclass(frozen=True, slots=True)
class Admit:
    """Sets how many more may come in."""

    places: int


@dataclass(frozen=True, slots=True)
class Host:
    """Makes another member the host."""

    member: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leaves for good."""


Request = Create | Join | Sit | Rejoin | List | Send | Beat | Remove | Admit | Host | Leave
Entry = Create | Join | Sit | Rejoin


@dataclass(frozen=True, slots=True)
class Welcome:
    """The member is in; everything after ``at`` follows, or after what it has seen when that is ``complete``."""

    version: int
    room: str
    me: int
    at: int
    number: int
    """The last of the member's own numbers that arrived."""
    complete: bool
    members: list[list[int]]
    """Everybody as ``[id, 1 if connected else 0]``, ascending, the member itself too."""


@dataclass(frozen=True, slots=True)
class Deliver:
    """Somebody's data."""

    at: int
    sender: int
    number: int
    data: str
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """A new member."""

    at: int
    member: int


@dataclass(frozen=True, slots=True)
class Left:
    """A member is gone for good."""

    at: int
    member: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A member's connection broke."""

    at: int
    member: int


@dataclass(frozen=True, slots=True)
class Back:
    """A lost member is connected again."""

    at: int
    member: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Everything up to ``number`` has arrived, and the member has been sent everything up to ``at``."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The public tables: ``[label, free chairs]`` each."""

    tables: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Error:
    """A request was refused."""

    error: str


@dataclass(frozen=True, slots=True)
class End:
    """The membership is over."""

    reason: str


@dataclass(frozen=True, slots=True)
class Bye:
    """The relay is going down: come back within so many seconds."""

    seconds: int


Answer = Welcome | Deliver | Joined | Left | Lost | Back | Confirm | Tables | Error | End | Bye


def _number(most: int, least: int = 0) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _word(pattern: str) -> Callable[[Any], bool]:
    match = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and match(value) is not None


def _one_of(names: frozenset[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in names


def _pairs(first: Callable[[Any], bool], second: Callable[[Any], bool], most: int) -> Callable[[Any], bool]:
    def check(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) <= most
            and all(isinstance(pair, list) and len(pair) == 2 and first(pair[0]) and second(pair[1]) for pair in value)
        )

    return check


_MOST = 2**53 - 1  # the largest number that JavaScript counts exactly
_secret = _word(r"[A-Za-z0-9_-]{22}")  # 128 bits
_label = _word(r"[!-~]{1,80}")
_id = _number(2**31 - 1)
_places = _number(MAX_MEMBERS - 1)
_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "version": _number(2**31 - 1),
    "room": _secret,
    "token": _secret,
    "past": lambda value: isinstance(value, list | tuple) and len(value) <= MAX_PAST and all(map(_secret, value)),
    "places": _places,
    "label": lambda value: value == "" or _label(value),
    "seen": _number(_MOST),
    "number": _number(_MOST),
    "at": _number(_MOST),
    "data": _word(rf"[!-~]{{0,{MAX_DATA}}}"),
    "to": _id,
    "member": _id,
    "sender": _id,
    "me": _id,
    "complete": lambda value: isinstance(value, bool),
    "direct": lambda value: isinstance(value, bool),
    "members": _pairs(_id, _number(1), MAX_MEMBERS),
    "tables": _pairs(_label, _places, MAX_TABLES),
    "error": _one_of(ERRORS),
    "reason": _one_of(REASONS),
    "seconds": _number(3600),
}
"""What each field may hold; a field means the same wherever it stands."""


class _Shape:
    """How a class is read: its fields with their checks, which of them may be left out, which may be null."""

    def __init__(self, made: type[Any]) -> None:
        self.made = made
        self.checks = {field.name: _CHECKS[field.name] for field in fields(made)}
        self.defaults = {field.name: field.default for field in fields(made) if field.default is not MISSING}


def _shapes(*classes: type[Any]) -> dict[str, _Shape]:
    return {made.__name__.lower(): _Shape(made) for made in classes}


_REQUESTS = _shapes(Create, Join, Sit, Rejoin, List, Send, Beat, Remove, Admit, Host, Leave)
_ANSWERS = _shapes(Welcome, Deliver, Joined, Left, Lost, Back, Confirm, Tables, Error, End, Bye)
_FRAMES = _REQUESTS | _ANSWERS


_encode = json.JSONEncoder(separators=(",", ":")).encode  # made once: a relay writes thousands of frames a second


def write(frame: Request | Answer) -> str:
    """Writes a frame as JSON; fields at their defaults are left out."""
    kind = type(frame).__name__.lower()
    shape = _FRAMES[kind]
    values: dict[str, Any] = {"t": kind}
    for name in shape.checks:
        value = getattr(frame, name)
        if name not in shape.defaults or value != shape.defaults[name]:
            values[name] = value
    return _encode(values)


def _refuse_constant(name: str) -> None:
    raise Malformed(f"{name} is no number")


def _read(text: object, shapes: Mapping[str, _Shape]) -> Any:
    if not isinstance(text, str) or len(text) > MAX_FRAME:
        raise Malformed("no text, or too long a one")
    try:
        values = read_json(text, parse_constant=_refuse_constant)
    except Malformed:
        raise
    except ValueError:
        raise Malformed("no JSON") from None
    if not isinstance(values, dict):
        raise Malformed("no object")
    kind = values.pop("t", None)
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise Malformed("of no known kind")
    if "version" in shape.checks and _CHECKS["version"](values.get("version")) and values["version"] != VERSION:
        raise Malformed("of another version", "version")
    for name in values:
        if name not in shape.checks:
            raise Malformed("a field too many")
    for name, check in shape.checks.items():
        value = values.get(name, shape.defaults.get(name, MISSING))
        if value is MISSING or not (check(value) or (value is None and shape.defaults.get(name, MISSING) is None)):
            raise Malformed(f"wrong or missing: {name}")
    return shape.made(**values)


def read_request(text: object) -> Request:
    """Reads what a member sent.

    Raises:
        Malformed: when it is no request of this version.
    """
    request: Request = _read(text, _REQUESTS)
    return request


def read_answer(text: object) -> Answer:
    """Reads what the relay sent.

    Raises:
        Malformed: when it is no answer of this version.
    """
    answer: Answer = _read(text, _ANSWERS)
    return answer
