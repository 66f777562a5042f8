"""A room at the relay: who is in it, what has happened, and what each member has not seen yet.

A ``Room`` is a machine without clock, chance or sockets: the same steps in the same order make the same room, but for
how much each copy can tell again, see ``keep``.  So several relay processes keep copies of one room by taking the same
steps.

A *link* is one connection of one member, named by the process that has it and a number: ``process.number``.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from okey.rooms import protocol
from okey.rooms.channel import MAX_MEMBERS
from okey.rooms.protocol import (
    VERSION,
    Admit,
    Answer,
    Back,
    Beat,
    Confirm,
    Create,
    Deliver,
    End,
    Entry,
    Error,
    Host,
    Join,
    Joined,
    Leave,
    Left,
    Lost,
    Rejoin,
    Remove,
    Send,
    Sit,
    Welcome,
)

MOST_KEPT, LEAST_KEPT = 1 << 18, 1 << 14
"""Bytes of frames that a room keeps for members who have not seen them: where there are few rooms, and where many."""

ALL_KEPT = 1 << 27
"""Bytes that all rooms of a process keep together."""

AROUND = 192
"""Bytes that a kept frame takes beside its characters, measured."""

UNHEARD = 2
"""After so many comers in a row to whom nobody said anything a public table is offered last."""


class Delivery(NamedTuple):
    """A frame for a link; with ``end`` the connection has done its work after it."""

    link: str
    frame: str
    end: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """The step of a link that has gone, at some time in seconds."""

    time: float


@dataclass(frozen=True, slots=True)
class Silenced:
    """The step of a whole process that has gone, with all its links."""

    process: str
    time: float


@dataclass(frozen=True, slots=True)
class Expired:
    """The step that puts out who has been lost since before a time."""

    time: float


Step = Entry | Send | Beat | Remove | Admit | Host | Leave | Broken | Silenced | Expired


@dataclass(slots=True)
class Member:
    """Who is in a room."""

    token: str
    """The hash of the member's secret."""
    link: str | None
    seen: int
    number: int = 0
    lost: float = 0.0
    """Since when there has been no link."""
    spoken: bool = True
    """Whether anybody has said something to it alone, as whoever sits down at a public table needs."""


class Kept(NamedTuple):
    """A frame about what happened at ``at``: for one member, or for all but one (or all, with -1)."""

    at: int
    frame: str
    to: int | None
    but: int


def share(rooms: int) -> int:
    """Gets how many bytes each of so many rooms may keep."""
    return max(LEAST_KEPT, min(MOST_KEPT, ALL_KEPT // max(1, rooms)))


class Room:
    """One room; it begins with a ``Create`` and is over when nobody is left.

    Attributes:
        name: what the relay knows it by.
        label: what kind of public table it is; empty for a private room.
        places: how many more may come in.
        keeper: who opened the room, or was made its host; nobody else puts them out.
        deputy: who was made the host while the keeper is away.
        unheard: how many comers in a row have gone to whom nobody said anything.
        members: by id, ascending.
        at: the number of the last thing that happened.
        dropped: the last thing that is no longer kept although somebody may not have seen it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.label = ""
        self.places = 0
        self.keeper = 0
        self.deputy = 0
        self.unheard = 0
        self.members: dict[int, Member] = {}
        self.next = 0
        self.at = 0
        self.dropped = 0
        self._kept: deque[Kept] = deque()
        self._size = 0
        self._most = MOST_KEPT
        self._links: dict[str, int] = {}

    @property
    def begun(self) -> bool:
        """Whether somebody has opened it."""
        return self.next > 0

    @property
    def over(self) -> bool:
        """Whether everybody has gone."""
        return self.begun and not self.members

    @property
    def links(self) -> Collection[str]:
        """The links of all who are connected."""
        return self._links.keys()

    @property
    def host(self) -> int | None:
        """The keeper, else its deputy, else the connected member with the lowest id."""
        for key in (self.keeper, self.deputy):
            if key in self.members and self.members[key].link:
                return key
        return next((key for key, member in self.members.items() if member.link), None)

    @property
    def free(self) -> int:
        """How many chairs a public table offers: none while who deals is away."""
        return self.places if self.label and self.host in (self.keeper, self.deputy) else 0

    @property
    def doubtful(self) -> bool:
        """Whether nobody seems to answer: such a table is offered last.

        It is never hidden: strangers who come and go at once would hide the tables of the living.
        """
        return self.unheard >= UNHEARD

    @property
    def lost_since(self) -> float | None:
        """Since when the member has been away who has been so for the longest time."""
        return min((member.lost for member in self.members.values() if not member.link), default=None)

    def take(self, link: str, step: Step) -> list[Delivery]:
        """Takes a step that a link asks for, or that time and broken wires bring; gets what is to be sent."""
        match step:
            case Create() | Join() | Sit() | Rejoin():
                return self._enter(link, step)
            case Broken() | Silenced() | Expired():
                return self._notice(link, step)
        me = self._links.get(link)
        if me is None:
            return [_answer(link, Error("not_allowed"), end=True)]
        return self._ask(me, link, step)

    def _notice(self, link: str, step: Broken | Silenced | Expired) -> list[Delivery]:
        match step:
            case Broken(time):
                return self._lose(link, time)
            case Silenced(process, time):
                silent = [other for other in self._links if other.rpartition(".")[0] == process]
                return [delivery for other in silent for delivery in self._lose(other, time)]
            case Expired(time):
                gone = [key for key, member in self.members.items() if not member.link and member.lost < time]
                return [delivery for key in gone for delivery in self._put_out(key)]

    def _ask(self, me: int, link: str, step: Send | Beat | Remove | Admit | Host | Leave) -> list[Delivery]:
        member = self.members[me]
        match step:
            case Send():
                return self._send(me, member, link, step)
            case Beat(seen):
                member.seen = max(member.seen, min(seen, self.at))
                self._forget()
                return [self._confirm(member, link)]
            case Leave():
                return self._put_out(me, "left")
        if me != self.host or step in (Remove(me), Remove(self.keeper)):
            return [_answer(link, Error("not_allowed"))]
        return self._rule(me, step)

    def _rule(self, me: int, step: Remove | Admit | Host) -> list[Delivery]:
        """Does what only the host may ask for; who stands in for the keeper can name another deputy only."""
        match step:
            case Remove(member) if member in self.members:
                return self._put_out(member, "removed")
            case Admit(places):
                self.places = min(places, MAX_MEMBERS - len(self.members))
            case Host(member) if member in self.members:
                self.deputy = member
                if me == self.keeper or self.keeper not in self.members:
                    self.keeper = member
        return []

    def _enter(self, link: str, step: Entry) -> list[Delivery]:
        token = hash_of(step.token)
        known = next((key for key, member in self.members.items() if member.token == token), None)
        if known is not None:
            return self._come_back(link, known, step.seen if isinstance(step, Rejoin) else None)
        refused = self._refusal(step)
        if refused:
            return [_answer(link, Error(refused))]
        me = self.next
        self.next += 1
        if isinstance(step, Create):
            self.label = step.label
            self.places = step.places
        else:
            self.places -= 1
        self.members[me] = Member(token, link, self.at + 1, spoken=not isinstance(step, Sit))
        self._links[link] = me
        told = self._tell(Joined(self.at + 1, me), but=me)
        return [*told, self._welcome(link, me, complete=False)]

    def _refusal(self, step: Entry) -> str:
        """Tells why a stranger may not come in; empty when it may."""
        if isinstance(step, Create):
            return "taken" if self.begun else ""
        if isinstance(step, Rejoin) or not self.begun or self.over:
            return "no_room"
        if isinstance(step, Sit) and (step.label != self.label or not self.free):
            return "no_table"
        return "" if self.places else "full"

    def _come_back(self, link: str, me: int, seen: int | None) -> list[Delivery]:
        member = self.members[me]
        told: list[Delivery] = []
        if member.link:
            told = [_answer(member.link, End("replaced"), end=True)]
            del self._links[member.link]
        else:
            told = self._tell(Back(self.at + 1, me), but=me)
        member.link = link
        self._links[link] = me
        complete = seen is not None and self.dropped <= seen <= self.at
        start = seen if complete and seen is not None else self.at
        member.seen = start
        missed = [Delivery(link, kept.frame) for kept in self._kept if kept.at > start and _is_for(kept, me)]
        return [*told, self._welcome(link, me, complete=complete), *missed]

    def _welcome(self, link: str, me: int, *, complete: bool) -> Delivery:
        member = self.members[me]
        present = [[key, int(other.link is not None)] for key, other in self.members.items()]
        return _answer(link, Welcome(VERSION, self.name, me, self.at, member.number, complete, present))

    def _send(self, me: int, member: Member, link: str, step: Send) -> list[Delivery]:
        told: list[Delivery] = []
        if step.number > member.number:
            member.number = step.number
            if step.to is None or (step.to in self.members and step.to != me):
                if step.to is not None:
                    self.members[step.to].spoken, self.unheard = True, 0
                message = Deliver(self.at + 1, me, step.number, step.data, step.to is not None)
                told = self._tell(message, to=step.to, but=me)
        return [self._confirm(member, link), *told]

    def _confirm(self, member: Member, link: str) -> Delivery:
        return _answer(link, Confirm(member.number, self.at))

    def _lose(self, link: str, time: float) -> list[Delivery]:
        me = self._links.pop(link, None)
        if me is None:
            return []
        self.members[me].link = None
        self.members[me].lost = time
        return self._tell(Lost(self.at + 1, me), but=me)

    def _put_out(self, me: int, reason: str = "gone") -> list[Delivery]:
        member = self.members.pop(me)
        self.unheard += not member.spoken
        told = [_answer(member.link, End(reason), end=True)] if member.link else []
        if member.link:
            del self._links[member.link]
        return [*told, *self._tell(Left(self.at + 1, me), but=me)]

    def _tell(self, frame: Deliver | Joined | Left | Lost | Back, *, to: int | None = None, but: int) -> list[Delivery]:
        """Lets something happen: it is kept for all it is for, and sent to those who are connected."""
        self.at = frame.at
        kept = Kept(frame.at, protocol.write(frame), to, but)
        self._kept.append(kept)
        self._size += _size_of(kept)
        self.keep(self._most)
        return [Delivery(link, kept.frame) for link, key in self._links.items() if _is_for(kept, key)]

    def keep(self, most: int) -> None:
        """Drops the oldest frames until so many bytes are kept, and keeps no more from now on.

        This is no step: copies of a room may keep more or less, and each says truly what it can tell again.
        """
        self._most = most
        while self._size > most:
            self.dropped = self._drop()

    def _forget(self) -> None:
        """Drops what everybody has seen."""
        seen = min((member.seen for member in self.members.values()), default=self.at)
        while self._kept and self._kept[0].at <= seen:
            self.dropped = self._drop()

    def _drop(self) -> int:
        kept = self._kept.popleft()
        self._size -= _size_of(kept)
        return kept.at

    def dump(self) -> dict[str, Any]:
        """Writes the whole room down, ready for JSON."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        members = {str(key): asdict(member) for key, member in self.members.items()}
        return plain | {"members": members, "kept": [list(kept) for kept in self._kept]}

    @classmethod
    def load(cls, dumped: dict[str, Any]) -> Room:
        """Makes a room from what ``dump`` wrote."""
        room = cls(dumped["name"])
        for name in _PLAIN:
            setattr(room, name, dumped[name])
        room.members = {int(key): Member(**member) for key, member in dumped["members"].items()}
        room._kept = deque(Kept(*kept) for kept in dumped["kept"])
        room._size = sum(map(_size_of, room._kept))
        room._links = {member.link: key for key, member in room.members.items() if member.link}
        return room


_PLAIN = ("name", "label", "places", "keeper", "deputy", "unheard", "next", "at", "dropped")


def hash_of(token: str) -> str:
    """Gets what the relay remembers of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def _size_of(kept: Kept) -> int:
    return len(kept.frame) + AROUND


def _is_for(kept: Kept, key: int) -> bool:
    return key != kept.but and kept.to in (None, key)


def _answer(link: str, answer: Answer, *, end: bool = False) -> Delivery:
    return Delivery(link, protocol.write(answer), end)
