"""What a room is to the game: members, payloads in order, and the truth about the connection.

Everything above (dealer seat, joint shuffle, clocks) uses a ``Channel`` and knows neither sockets nor the relay nor the
keys; everything below knows no okey.

**What holds.**  A payload arrives once or not at all, unchanged, and those of one sender in the order sent.  Everybody
in the room gets broadcasts, joinings and leavings in one common order, the relay's: of two rivals'
messages all others see the same one first.  The sender's id is the relay's stamp, bound into the encryption: neither
another member nor the relay alone can put it on something else.  Nobody gets a copy of what they sent themselves.
What is sent to one member is sealed with a key of these two (``okey.rooms.halves``) and waits until the halves of that
are exchanged: at the beginning of a stay, and only then, what is for all may overtake it.

**What may happen.**  A connection may break at any time; the channel makes a new one by itself, sends again what the
relay had not confirmed, and the relay sends what was missed.  While a member is away, messages for it wait, up to a
limit; beyond that its ``Reconnected`` says ``complete=False``: then the game has to ask for a snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

MAX_PAYLOAD = 1 << 18
"""The longest payload, in bytes of UTF-8; the channel cuts it into the relay's frames and joins it again."""

MAX_MEMBERS = 16
"""How many people one room holds, spectators with them."""


@dataclass(frozen=True, slots=True)
class Message:
    """A payload from another member, sent to all or to me alone."""

    sender: int
    payload: str
    direct: bool = False
    """Whether it was sent to me alone."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A new member has come; ids are never given twice in a room."""

    member: int


@dataclass(frozen=True, slots=True)
class Left:
    """A member is gone for good: it left, was removed, or did not come back in time."""

    member: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A member's connection has broken; it may come back within the room's grace time."""

    member: int


@dataclass(frozen=True, slots=True)
class Back:
    """A lost member is connected again; it gets what it missed, or asks for it."""

    member: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """My own connection has broken; the channel is trying to make a new one."""


@dataclass(frozen=True, slots=True)
class Reconnected:
    """My own connection stands again."""

    complete: bool
    """Whether everything that I missed follows; else something is gone for ever and a snapshot is needed."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of the channel: nothing comes after it, and sending does nothing."""

    reason: str
    """``left`` (by me), ``removed``, ``replaced`` (another tab of mine took the chair), ``gone`` (the room has ended or
    knows me no more), or ``refused`` (relay and game do not understand each other).
    """


Incoming = Message | Joined | Left | Lost | Back | Dropped | Reconnected | Closed


class Channel(Protocol):
    """One member's end of a room."""

    @property
    def me(self) -> int:
        """My own id; 0 is the room's creator."""

    @property
    def members(self) -> Mapping[int, bool]:
        """Everybody in the room by id, ascending, me too: whether each one is connected.

        In step with what ``receive`` has returned: a member is in it from its ``Joined`` to its ``Left``.
        """

    @property
    def connected(self) -> bool:
        """Whether my own connection stands just now, and the relay answers."""

    @property
    def heard(self) -> float:
        """When the relay was heard last, by the clock of the network."""

    @property
    def unconfirmed(self) -> int:
        """How many of my messages the relay has not confirmed yet."""

    def send(self, payload: str, to: int | None = None) -> None:
        """Sends a payload to everybody else, or to one member; at once, or as soon as a connection stands.

        Nothing happens when ``to`` has left.

        Raises:
            ValueError: when the payload is longer than ``MAX_PAYLOAD``, or ``to`` is myself.
        """

    async def receive(self) -> Incoming:
        """Waits for the next thing that happens; after ``Closed`` it returns that for ever.

        For one reader at a time.  Cancelling it loses nothing.
        """

    @property
    def denied(self) -> int:
        """How often the relay did not do what only the host may ask for: see ``remove``, ``admit``, ``hand_over``."""

    def remove(self, member: int) -> None:
        """Puts a member out; only the host may: who was made it, else the connected member with the lowest id."""

    def admit(self, chairs: int) -> None:
        """Sets how many more people may come in, 0 for none; the same right as for ``remove``.

        At a public table this is what the relay shows as free chairs.
        """

    def hand_over(self, member: int) -> None:
        """Makes another member the host; the same right as for ``remove``."""

    def leave(self) -> None:
        """Leaves the room for good; ``Closed`` follows."""

    def suspend(self) -> None:
        """Ends the connection but not the membership, as closing the page does; ``Closed`` does not follow."""
