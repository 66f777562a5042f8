"""A member's side of the protocol, without sockets or clock: coming in, sending again, coming back.

Whoever drives a ``Session`` opens a connection when ``retry_at`` has come, tells it of what arrives, of broken wires
and of the time, writes what ``take_frames`` gives, and hands on what ``take_events`` gives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from okey.rooms import channel, protocol
from okey.rooms.protocol import (
    VERSION,
    Admit,
    Back,
    Beat,
    Bye,
    Confirm,
    Deliver,
    End,
    Entry,
    Error,
    Host,
    Joined,
    Leave,
    Left,
    Lost,
    Malformed,
    Rejoin,
    Remove,
    Request,
    Send,
    Sit,
    Welcome,
)

BEAT = 4.0
"""Seconds between two signs of life; the relay gives up a connection after three times that."""

DOUBT, PATIENCE = 2.0, 6.0
"""Seconds without an answer to one after which the connection is in doubt, and after which it counts as broken."""

PROBING = 3.0
"""Seconds that a connection has to prove that it stands."""

SLEPT = 8.0
"""Seconds by which a beat is late when the machine has slept: the relay has given up by then."""

WINDOW = 16
"""How many messages may be under way, not yet confirmed."""

UNTOLD = 32
"""How many things a member sees before it says so without waiting for the next beat."""

FIRST_DELAY, LONGEST_DELAY = 0.5, 20.0
"""Seconds before a broken connection is made anew, and at most."""

MOST_MALFORMED = 5
"""How many frames of a relay may be unreadable before this member gives it up."""

Event = Deliver | channel.Incoming
"""What happens: as for the game, but with the data of others still as it came."""


class Session:
    """One membership.

    Args:
        entry: how to come in.
        now: the time in seconds, of any clock that never goes back.
        chance: gives numbers from 0 to 1, for the delays between attempts.

    Attributes:
        room: its name at the relay; empty until the welcome to a public table.
        me: the member's id; None until the first welcome.
        members: everybody, and whether each is connected, as the relay said last.
        up: whether the member is in the room just now.
        over: whether there is nothing more to do.
        refusal: why the first entry was refused, or None.
        broken: whether the driver has to close the connection.
        retry_at: when to make a new connection, or None while there is one.
        heard: when the relay was heard last.
        malformed: how many frames were unreadable.
        attempts: how many connections in a row have come to nothing.
        denied: how often the relay did not do what only a host may ask for.
    """

    def __init__(self, entry: Entry, now: float, chance: Callable[[], float]) -> None:
        self.room = "" if isinstance(entry, Sit) else entry.room
        self.me: int | None = None
        self.members: dict[int, bool] = {}
        self.up = False
        self.over = False
        self.refusal: str | None = None
        self.broken = False
        self.retry_at: float | None = now
        self.heard = now
        self.malformed = 0
        self.attempts = 0
        self.denied = 0
        self._entry = entry
        self._chance = chance
        self._at = 0
        self._told = 0
        self._number = 0
        self._waiting: deque[Send] = deque()
        self._under_way: deque[Send] = deque()
        self._asks: list[Remove | Admit | Host] = []
        self._frames: list[str] = []
        self._events: list[Event] = []
        self._beat_at = now
        self._asked: float | None = None
        """When the relay was asked for an answer that has not come."""
        self._answer_by = now
        """When it must have come."""
        self._delay: float | None = None

    @property
    def unconfirmed(self) -> int:
        """How many messages the relay has not confirmed."""
        return len(self._waiting) + len(self._under_way)

    @property
    def next_number(self) -> int:
        """The number that the next message gets."""
        return self._number + 1

    @property
    def due(self) -> float | None:
        """When ``tick`` has something to do, or a connection is to be made; None when over."""
        if self.over:
            return None
        if self.retry_at is not None:
            return self.retry_at
        return self._beat_at if self._asked is None else min(self._beat_at, self._answer_by)

    def stands(self, now: float) -> bool:
        """Tells whether the member is in the room just now, and the relay answers."""
        return self.up and (self._asked is None or now < self._asked + DOUBT)

    def take_frames(self) -> list[str]:
        """Gets what is to be written, once."""
        frames, self._frames = self._frames, []
        return frames

    def take_events(self) -> list[Event]:
        """Gets what has happened, once."""
        events, self._events = self._events, []
        return events

    def send(self, data: str, to: int | None = None) -> None:
        """Sends data with the next number, now or when the member is in again; only after the first welcome."""
        assert self.me is not None
        if self.over:
            return
        self._number += 1
        self._waiting.append(Send(self._number, data, to))
        self._fill_window()

    def ask(self, request: Remove | Admit | Host) -> None:
        """Asks the relay for what only a host may."""
        if self.up:
            self._write(request)
        elif not self.over:
            self._asks.append(request)

    def leave(self) -> None:
        """Leaves for good, be it before it is known to be in; out of reach of the relay that will notice in time."""
        if self.retry_at is None and not self.over:
            self._write(Leave())
        self._close("left")

    def probe(self, now: float) -> None:
        """Tries a new connection at once; one that seems to stand has three seconds to prove it."""
        if self.retry_at is not None:
            self.retry_at, self.attempts = now, 0  # should this one come too early, the next ones are soon
        elif self.up and self._asked is None:
            self._beat()
            self._ask(now, PROBING)

    def cut(self) -> None:
        """There is no network any more, whatever the connection says."""
        self.broken = self.broken or self.retry_at is None

    def _ask(self, now: float, patience: float = PATIENCE) -> None:
        self._asked, self._answer_by = now, now + patience

    def opened(self, now: float) -> None:
        """A connection stands."""
        self.retry_at = None
        self.broken = False
        self._beat_at = now + BEAT
        self._ask(now)
        self._write(self._entry if self.me is None else self._rejoin())

    def _rejoin(self) -> Rejoin:
        return Rejoin(VERSION, self.room, self._entry.token, self._at)

    def lost(self, now: float) -> None:
        """The connection broke, or could not be made."""
        if self.over:
            return
        if self.up:
            self._events.append(channel.Dropped())
        self.up = False
        self.broken = False
        self._frames.clear()
        usual = min(LONGEST_DELAY, FIRST_DELAY * 2**self.attempts) * (0.5 + self._chance() / 2)
        self.retry_at = now + (usual if self._delay is None else self._delay * self._chance())
        self._delay = None
        self.attempts = min(self.attempts + 1, 16)

    def tick(self, now: float) -> None:
        """Time has passed: a beat may be due, or an answer overdue."""
        if self.over or self.retry_at is not None:
            return
        if (self._asked is not None and now >= self._answer_by) or now >= self._beat_at + SLEPT:
            self.broken = True
        elif now >= self._beat_at:
            self._beat_at = now + BEAT
            if self.up:
                self._beat()
                if self._asked is None:
                    self._ask(now)

    def received(self, text: str, now: float) -> None:
        """A frame arrived; one that is none breaks the connection, since something was lost with it."""
        if self.over or self.broken:
            return
        try:
            answer = protocol.read_answer(text)
        except Malformed as malformed:
            self.malformed += 1
            self.broken = True
            if malformed.code == "version" or self.malformed >= MOST_MALFORMED:
                self._refuse("version")
            return
        self._asked, self.heard = None, now
        match answer:
            case Welcome():
                self._enter(answer, now)
            case Error(error):
                self._refused(error)
            case End(reason):
                self._close(reason)
            case Bye(seconds):
                self._delay = seconds
                self.broken = True
            case Confirm(number, at) if self.up:
                self._confirm(number)
                self._at = max(self._at, at)
            case Deliver() | Joined() | Left() | Lost() | Back() if self.up and answer.at > self._at:
                self._at = answer.at
                self._happen(answer)
                if self._at - self._told >= UNTOLD:
                    self._beat()

    def _enter(self, welcome: Welcome, now: float) -> None:
        first = self.me is None
        complete = welcome.complete and not first
        there = {key: bool(present) for key, present in welcome.members}
        self.room = welcome.room
        self.me = welcome.me
        self.up = True
        self.attempts = 0
        self._beat_at = now + BEAT
        if not complete:
            self._at = self._told = welcome.at
        if first:
            self._number = welcome.number
            self.members = there
        else:
            self._events.append(channel.Reconnected(complete))
            if not complete:
                self._catch_up(there)
        again = [message for message in self._under_way if message.number > welcome.number]
        self._under_way.clear()
        self._waiting.extendleft(reversed(again))
        for ask in self._asks:
            self._write(ask)
        self._asks.clear()
        self._fill_window()

    def _catch_up(self, there: dict[int, bool]) -> None:
        """Tells in short what has become of the others while nobody told."""
        for key in sorted(self.members.keys() | there.keys()):
            if key not in there:
                self._events.append(channel.Left(key))
            elif key not in self.members:
                self._events.append(channel.Joined(key))
                if not there[key]:
                    self._events.append(channel.Lost(key))
            elif key != self.me and there[key] != self.members[key]:
                self._events.append(channel.Back(key) if there[key] else channel.Lost(key))
        self.members = there

    def _happen(self, answer: Deliver | Joined | Left | Lost | Back) -> None:
        match answer:
            case Deliver():
                self._events.append(answer)
                return
            case Joined(_, member):
                self._events.append(channel.Joined(member))
            case Left(_, member):
                self._events.append(channel.Left(member))
            case Lost(_, member):
                self._events.append(channel.Lost(member))
            case Back(_, member):
                self._events.append(channel.Back(member))
        self.members[member] = not isinstance(answer, Lost)
        if isinstance(answer, Left):
            del self.members[member]

    def _refused(self, error: str) -> None:
        if self.up:
            self.denied += 1
        else:
            self._refuse(error)

    def _refuse(self, error: str) -> None:
        if self.me is None:
            self.refusal = error
        self._close("refused" if error in ("version", "malformed") else "gone")

    def _close(self, reason: str) -> None:
        if not self.over:
            self.over = True
            self.up = False
            self._events.append(channel.Closed(reason))

    def _confirm(self, number: int) -> None:
        while self._under_way and self._under_way[0].number <= number:
            self._under_way.popleft()
        self._fill_window()

    def _fill_window(self) -> None:
        while self.up and self._waiting and len(self._under_way) < WINDOW:
            message = self._waiting.popleft()
            self._under_way.append(message)
            self._write(message)

    def _beat(self) -> None:
        self._told = self._at
        self._write(Beat(self._at))

    def _write(self, request: Request) -> None:
        self._frames.append(protocol.write(request))
