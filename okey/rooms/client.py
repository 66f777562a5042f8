"""Rooms for whoever plays: makes one, comes into one, and keeps the connection to it.

    room = await create(network, places=3)
    print(room.code)                      # a friend: await join(network, code)
    room.send("hello")
    match await room.receive(): ...

The result is a ``okey.rooms.channel.Channel``.  ``network`` is ``okey.bridge.network.detect()``.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from okey.bridge.network import Agreement, Network, Socket, Unreachable
from okey.foreign import read_json
from okey.rooms import channel, protocol, secret
from okey.rooms.halves import Halves
from okey.rooms.protocol import VERSION, Admit, Create, Deliver, Entry, Host, Join, Rejoin, Remove, Sit
from okey.rooms.secret import Envelope, Joiner, Keys
from okey.rooms.session import PATIENCE, Event, Session
from okey.rooms.waiting import end, within

FIRST_ATTEMPTS = 3
"""How often a connection is tried before a relay counts as unreachable; later there is no end to trying."""

ASK_EVERY, ASK_TIMES = 1.2, 2
"""Seconds between two requests for a public table's key, and how many there are."""

DEAD_TABLES = 6
"""At so many public tables nobody answers before a comer gives up."""

MOST_HELD = 64
"""How many messages wait for the half of a member's key; the oldest give way."""


_PURPOSES = {".": "data", ":": "direct", "=": "half"}
"""What the signs before sealed data stand for: for all, under the room's key; for one, under the key of the two; a
half of such a key, under the room's.
"""


class Refused(Exception):  # noqa: N818 - it is what happened
    """The relay did not let the player in.

    Attributes:
        code: one of ``protocol.ERRORS``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"the relay refused: {code}")
        self.code = code


class TicketError(ValueError):
    """A text that is no ticket."""


@dataclass(frozen=True, slots=True, repr=False)
class Ticket:
    """What a player needs to come back to a room, as text to be kept where only this player reads it."""

    keys: Keys
    token: str
    code: str | None
    """The room's code; None for whoever sat down at a public table."""
    public: bool
    """Whether the room is a public table."""

    def __str__(self) -> str:
        return json.dumps(
            {
                "room": self.keys.room,
                "key": secret.text_of(self.keys.key),
                "token": self.token,
                "code": self.code,
                "public": self.public,
            }
        )

    @classmethod
    def parse(cls, text: str) -> Ticket:
        """Reads a ticket.

        Raises:
            TicketError: when it is none.
        """
        try:
            match read_json(text):
                case {"room": str(room), "key": str(key), "token": str(token), "code": code, "public": bool(public)}:
                    raw = secret.bytes_of(key)
                    protocol.read_request(protocol.write(Rejoin(VERSION, room, token)))
                    if raw is not None and len(raw) == 32 and (code is None or secret.read_code(code)):
                        return cls(Keys(room, raw), token, code, public)
        except (ValueError, AttributeError, TypeError):
            pass
        raise TicketError("no ticket of a room")


class Connection(channel.Channel):
    """A member's end of a room; see ``channel.Channel`` for what it promises.

    Attributes:
        code: what others come in with; None for whoever sat down at a public table.
        public: whether it is a public table.
        unreadable: how many messages could not be opened, and were dropped: somebody cheats.
    """

    def __init__(
        self, network: Network, address: str, entry: Entry, keys: Keys | None, code: str | None, *, public: bool
    ) -> None:
        self.code = code
        self.public = public
        self.unreadable = 0
        self._network = network
        self._address = address
        self._token = entry.token
        self._keys = keys
        self._session = Session(entry, network.now(), random.random)
        self._members: dict[int, bool] = {}
        self._socket: Socket | None = None
        self._asking: Agreement | None = None
        self._last: dict[int, int] = {}
        self._joiners: dict[int, Joiner] = {}
        self._outgoing: deque[tuple[str, int | None]] = deque()
        self._in_public: deque[tuple[str, int | None]] = deque()
        self._halves: Halves | None = None
        self._to_tell: deque[int | None] = deque([None])
        """To whom this client's half has to be said; None for all, who are asked for theirs."""
        self._held: dict[int, deque[str]] = {}
        """What is for members whose half is not known yet."""
        self._heard: deque[Event] = deque()
        self._arrived: deque[channel.Incoming] = deque()
        self._closed: channel.Closed | None = None
        self._poked = asyncio.Event()
        self._to_say = asyncio.Event()
        self._to_open = asyncio.Event()
        self._to_receive = asyncio.Event()
        self._entered = asyncio.Event()
        self._keyed = asyncio.Event()
        self._failure: BaseException | None = None
        self._tasks = [asyncio.ensure_future(work) for work in (self._drive(), self._say(), self._open())]
        for task in self._tasks:
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """Hands a failure of this program to whoever receives next."""
        if not task.cancelled() and task.exception() is not None:
            self._failure = task.exception()
            self._to_receive.set()
            self._entered.set()

    # What the game sees.

    @property
    def room(self) -> str:
        """What the relay calls the room; empty before it has let me in at a public table."""
        return self._session.room

    @property
    def me(self) -> int:
        """My own id; 0 is the room's creator."""
        assert self._session.me is not None
        return self._session.me

    @property
    def members(self) -> Mapping[int, bool]:
        """Everybody by id, and whether each one is connected, in step with ``receive``."""
        return MappingProxyType(self._members)

    @property
    def connected(self) -> bool:
        """Whether my own connection stands just now, and the relay answers."""
        return self._session.stands(self._network.now())

    @property
    def up(self) -> bool:
        """Whether I am in the room, as far as is known."""
        return self._session.up

    @property
    def heard(self) -> float:
        """When the relay was heard last, by the clock of the network."""
        return self._session.heard

    @property
    def unconfirmed(self) -> int:
        """How many of my messages the relay has not confirmed yet."""
        return len(self._outgoing) + sum(map(len, self._held.values())) + self._session.unconfirmed

    @property
    def ticket(self) -> Ticket:
        """What I need to come back after a reload: ``rejoin``."""
        assert self._keys is not None
        return Ticket(self._keys, self._token, self.code, self.public)

    def send(self, payload: str, to: int | None = None) -> None:
        """Sends a payload to everybody else, or to one member.

        Raises:
            ValueError: when it is too long, no Unicode, or ``to`` is myself.
        """
        if to == self.me:
            raise ValueError("a message to myself")
        if len(payload.encode()) > channel.MAX_PAYLOAD:
            raise ValueError(f"a payload longer than {channel.MAX_PAYLOAD:,} bytes")
        if self._session.over or not (to is None or to in self._session.members):
            return
        if to is None or (self._halves is not None and self._halves.key(to) is not None):
            self._outgoing.append((payload, to))
            self._to_say.set()
        else:
            self._held.setdefault(to, deque(maxlen=MOST_HELD)).append(payload)

    async def receive(self) -> channel.Incoming:
        """Waits for the next thing that happens."""
        while not self._arrived:
            if self._failure is not None:
                raise self._failure
            if self._closed is not None:
                return self._closed
            self._to_receive.clear()
            await self._to_receive.wait()
        event = self._arrived.popleft()
        match event:
            case channel.Joined(member) | channel.Back(member):
                self._members[member] = True
            case channel.Lost(member):
                self._members[member] = False
            case channel.Left(member):
                self._members.pop(member, None)
            case channel.Dropped() | channel.Reconnected():
                self._members[self.me] = isinstance(event, channel.Reconnected)
            case channel.Closed():
                self._closed = event
        return event

    def remove(self, member: int) -> None:
        """Puts a member out, if I am the host."""
        self._session.ask(Remove(member))
        self._flush()

    def admit(self, chairs: int) -> None:
        """Sets how many more people may come in, if I am the host.

        Raises:
            ValueError: when there can never be so many.
        """
        if not 0 <= chairs < channel.MAX_MEMBERS:
            raise ValueError(f"{chairs} chairs: expected 0 to {channel.MAX_MEMBERS - 1}")
        self._session.ask(Admit(chairs))
        self._flush()

    @property
    def denied(self) -> int:
        """How often the relay did not do what only the host may ask for."""
        return self._session.denied

    def hand_over(self, member: int) -> None:
        """Makes another member the host, if I am it."""
        self._session.ask(Host(member))
        self._flush()

    def leave(self) -> None:
        """Leaves the room for good; ``Closed`` follows."""
        self._session.leave()
        self._flush()

    def retry(self) -> None:
        """Tries the connection at once, or a new one: for when the network is back, or the page is seen again."""
        self._session.probe(self._network.now())
        self._flush()
        self._poked.set()

    def cut(self) -> None:
        """Gives the connection up, for a new one: for when there is no network, as the surroundings say."""
        self._session.cut()
        self._flush()

    def suspend(self) -> None:
        """Ends the connection but not the membership, as closing the page does."""
        end(*self._tasks)
        if self._socket is not None:
            self._socket.close()

    # How it is done.

    def _flush(self) -> None:
        """Writes what the session wants written, hands on what has happened, and sees to broken wires."""
        frames = self._session.take_frames()
        if self._socket is not None:
            for frame in frames:
                self._socket.send(frame)
        events = self._session.take_events()
        self._heard.extend(events)
        if events:
            self._to_open.set()
        if self._session.broken or self._session.over:
            self._poked.set()
            self._to_say.set()
        if self._session.me is not None or self._session.over:
            if not self._entered.is_set():
                self._members = dict(self._session.members)
            self._entered.set()

    async def _drive(self) -> None:
        """Keeps a connection until the session is over."""
        session, now = self._session, self._network.now
        while not session.over:
            if session.me is None and session.attempts >= FIRST_ATTEMPTS:
                self._entered.set()
                return
            if session.retry_at is not None and session.retry_at > now():
                await self._pause(session.retry_at - now())
                continue
            try:
                self._socket = await self._network.connect(self._address)
            except Unreachable:
                session.lost(now())
            else:
                await self._use(self._socket)

    async def _use(self, socket: Socket) -> None:
        """Works on one connection to its end."""
        session, now = self._session, self._network.now
        session.opened(now())
        self._flush()
        reading = asyncio.ensure_future(self._read(socket))
        try:
            while not (session.broken or session.over or reading.done()):
                due = session.due
                await self._pause(0 if due is None else max(0.0, due - now()))
                session.tick(now())
                self._flush()
        finally:
            self._socket = None
            end(reading)
            socket.close()
        session.lost(now())
        self._flush()

    async def _pause(self, seconds: float) -> None:
        """Waits for a time or until poked; the home keeps the time, so that it goes on in hidden tabs."""
        await within(self._network, seconds, self._poked.wait())
        self._poked.clear()

    async def _read(self, socket: Socket) -> None:
        while (text := await socket.receive()) is not None:
            self._session.received(text, self._network.now())
            self._flush()
            self._to_say.set()
        self._poked.set()

    async def _say(self) -> None:
        """Seals and sends, one message after the other: the number of each is sealed in with it."""
        await self._entered.wait()
        while not self._session.over:
            if self._in_public:
                self._session.send(*self._in_public.popleft())
            elif self._to_tell and self._keys is not None and self._halves is not None:
                to = self._to_tell.popleft()
                await self._seal("=", self._keys.key, bytes([to is None]) + self._halves.public, to)
            elif self._outgoing and self._keys is not None and self._halves is not None:
                payload, to = self._outgoing[0]
                sign, key = (".", self._keys.key) if to is None else (":", self._halves.key(to))
                if key is not None:  # else the member has left
                    for piece in secret.pieces(payload):
                        await self._seal(sign, key, piece, to)
                self._outgoing.popleft()
            else:
                self._to_say.clear()
                await self._to_say.wait()
            self._flush()

    async def _seal(self, sign: str, key: bytes, data: bytes, to: int | None) -> None:
        """Seals data for its place, and sends it."""
        envelope = Envelope(self._session.room, self.me, to, self._session.next_number)
        sealed = await secret.seal(self._network, key, data, envelope.context(_PURPOSES[sign]))
        self._session.send(f"{sign}{sealed}", to)

    async def _open(self) -> None:
        """Opens what arrived, in order."""
        await self._entered.wait()
        if self._session.me is not None:
            self._halves = await Halves.make(self._network, self._session.room, self.me)
            self._to_say.set()
        while True:
            while (event := self._next()) is not None:
                opened = await self._opened(event) if isinstance(event, Deliver) else event
                if isinstance(event, channel.Reconnected):
                    if not event.complete:  # somebody's new half may have been missed
                        self._to_tell.append(None)
                    self._to_say.set()
                elif isinstance(event, channel.Left):
                    self._forget(event.member)
                if opened is not None:
                    self._arrived.append(opened)
                    self._to_receive.set()
                if isinstance(event, channel.Closed):
                    return
            self._to_open.clear()
            await self._to_open.wait()

    def _next(self) -> Event | None:
        """Takes what can be opened next: while the room's key is not here, what carries it may overtake the rest."""
        if self._heard and (self._keys is not None or not isinstance(self._heard[0], Deliver)):
            return self._heard.popleft()
        given = next((event for event in self._heard if isinstance(event, Deliver) and event.data[:1] == "!"), None)
        if given is not None:
            self._heard.remove(given)
        return given

    async def _opened(self, event: Deliver) -> channel.Message | None:
        sign, rest = event.data[:1], event.data[1:]
        if sign == "?":
            await self._give_key(event.sender, rest)
        elif sign == "!":
            await self._take_key(rest)
        elif (
            self._keys is None
            or (sign, event.direct) in ((".", True), (":", False))
            or event.number <= self._last.get(event.sender, 0)
        ):
            self.unreadable += 1
        elif sign == ":" and self._key_with(event.sender) is None:
            pass  # it was for the page that had this chair before
        else:
            return await self._unsealed(event, sign, rest, self._keys)
        return None

    async def _unsealed(self, event: Deliver, sign: str, rest: str, keys: Keys) -> channel.Message | None:
        """Opens what is sealed, with the room's key or with the sender's and mine."""
        key = self._key_with(event.sender) if sign == ":" else keys.key
        envelope = Envelope(keys.room, event.sender, self.me if event.direct else None, event.number)
        piece = None
        if key is not None and sign in _PURPOSES:
            piece = await secret.unseal(self._network, key, rest, envelope.context(_PURPOSES[sign]))
        if piece is None:
            self.unreadable += 1
            return None
        self._last[event.sender] = event.number
        try:
            if sign == "=":
                await self._take_half(event.sender, piece)
                return None
            payload = self._joiners.setdefault(event.sender, Joiner()).add(event.number, piece)
        except ValueError:
            self.unreadable += 1
            return None
        return None if payload is None else channel.Message(event.sender, payload, event.direct)

    def _key_with(self, member: int) -> bytes | None:
        return None if self._halves is None else self._halves.key(member)

    async def _take_half(self, member: int, said: bytes) -> None:
        """Takes a member's half, and lets go what has waited for it; raises ValueError when it is none."""
        assert self._halves is not None
        if not await self._halves.learn(member, said[1:]):
            raise ValueError("no half of a key")
        self._outgoing.extend((payload, member) for payload in self._held.pop(member, ()))
        if said[0]:
            self._to_tell.append(member)
        self._to_say.set()

    def _forget(self, member: int) -> None:
        """Forgets a member that has left, and what was for it."""
        self._held.pop(member, None)
        if self._halves is not None:
            self._halves.forget(member)

    async def _give_key(self, asker: int, asked: str) -> None:
        """Gives a public table's key to a comer, if I am the one who answers."""
        others = [key for key, present in self._session.members.items() if present and key != asker]
        public = secret.bytes_of(asked)
        if not self.public or self._keys is None or public is None or min(others, default=None) != self.me:
            return
        given = await secret.give_key(self._network, self._keys, public)
        if given is not None:
            self._in_public.append((f"!{given}", asker))
            self._to_say.set()

    async def _take_key(self, given: str) -> None:
        if self._asking is not None and self._keys is None:
            self._keys = await secret.take_key(self._network, self._session.room, self._asking, given)
            if self._keys is not None:
                self._keyed.set()
                self._to_say.set()

    async def entered(self) -> None:
        """Waits until the player is in.

        Raises:
            Refused: the relay did not let the player in.
            Unreachable: there is no relay.
        """
        await self._entered.wait()
        if self._failure is not None:
            raise self._failure
        if self._session.refusal is not None:
            raise Refused(self._session.refusal)
        if self._session.me is None:
            raise Unreachable(self._address)
        if self._keys is None:
            await self._ask_key()

    async def _ask_key(self) -> None:
        self._asking = await self._network.agreement()
        for _ in range(ASK_TIMES):
            self._in_public.append((f"?{secret.text_of(self._asking.public)}", None))
            self._to_say.set()
            await within(self._network, ASK_EVERY, self._keyed.wait())
            if self._keyed.is_set():
                return
        self.leave()
        raise Refused("no_table")


async def _enter(connection: Connection, *, known: bool = False) -> Connection:
    """Waits until the player is in; who gives that up is no member, unless it was ``known`` before."""
    try:
        await connection.entered()
    except BaseException as error:
        if not known and not isinstance(error, GeneratorExit):  # then there is no loop any more to do it in
            connection.leave()
        connection.suspend()
        raise
    return connection


async def create(network: Network, *, places: int = 3, label: str = "", address: str | None = None) -> Connection:
    """Makes a room, private or, with a label, a public table; its ``code`` is for others to come in.

    Args:
        network: the player's.
        places: how many others may come in.
        label: what kind of public table it is: up to 80 printable ASCII signs without a space.
        address: the relay's; usually the site's own.

    Raises:
        Refused: the relay allows no more rooms.
        Unreachable: there is no relay.
    """
    code = secret.new_code()
    keys = await secret.keys_of(network, code)
    entry = Create(VERSION, keys.room, secret.new_secret(), places, label)
    return await _enter(Connection(network, address or network.relay, entry, keys, code, public=bool(label)))


async def join(network: Network, code: str, *, address: str | None = None) -> Connection:
    """Comes into a room by its code, or by the link that carries it.

    Raises:
        secret.CodeError: it is no code.
        Refused: ``no_room`` or ``full``.
        Unreachable: there is no relay.
    """
    code = secret.read_code(code)
    keys = await secret.keys_of(network, code)
    entry = Join(VERSION, keys.room, secret.new_secret())
    return await _enter(Connection(network, address or network.relay, entry, keys, code, public=False))


async def sit(network: Network, label: str, *, address: str | None = None) -> Connection:
    """Sits down at a public table with this label, the newest one where somebody answers.

    Whoever finds nobody opens a table of their own, which the next comers find first: so tables where nobody answers
    never keep the others apart, however many there are.

    Raises:
        Refused: ``no_table`` when there is none with a free chair, or nobody there gave the key.
        Unreachable: there is no relay.
    """
    past: list[str] = []
    while True:
        entry = Sit(VERSION, label, secret.new_secret(), tuple(past))
        connection = Connection(network, address or network.relay, entry, None, None, public=True)
        try:
            return await _enter(connection)
        except Refused:
            if not connection.room or len(past) == DEAD_TABLES - 1:
                raise
            past.append(connection.room)


async def rejoin(network: Network, ticket: Ticket, *, address: str | None = None) -> Connection:
    """Comes back to the same chair after a reload; what was missed is not told again: the game asks for a snapshot.

    Raises:
        Refused: ``no_room`` when the room has ended or gave up this member.
        Unreachable: there is no relay.
    """
    entry = Rejoin(VERSION, ticket.keys.room, ticket.token)
    made = Connection(network, address or network.relay, entry, ticket.keys, ticket.code, public=ticket.public)
    return await _enter(made, known=True)


async def tables(network: Network, *, address: str | None = None) -> list[tuple[str, int]]:
    """Gets the public tables with free chairs: label and number of chairs each.

    Raises:
        Refused: the relay does not answer the question.
        Unreachable: there is no relay.
    """
    address = address or network.relay
    socket = await network.connect(address)
    try:
        socket.send(protocol.write(protocol.List(VERSION)))
        answer = protocol.read_answer(await within(network, PATIENCE, socket.receive()))
    except protocol.Malformed:
        raise Unreachable(address) from None
    finally:
        socket.close()
    match answer:
        case protocol.Tables(found):
            return [(label, places) for label, places in found]
        case protocol.Error(error):
            raise Refused(error)
    raise Unreachable(address)
