"""A room that the person is in: the way into it, what is kept for a reload, and what the screen is told."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from okey.bridge import network
from okey.bridge.network import Insecure, Unreachable
from okey.foreign import read_json
from okey.game import Refused
from okey.rooms import client, secret
from okey.rooms import lobby as lobbies
from okey.rooms import notary as notaries
from okey.rooms.client import Connection, Ticket, TicketError
from okey.rooms.desk import News
from okey.rooms.driver import Driver
from okey.rooms.member import Member
from okey.rooms.notary import Notary
from okey.rooms.office import Fault
from okey.rooms.packets import MAX_NAME, MAX_PEOPLE, Lobby
from okey.rules import RuleSet
from okey.ui import tasks, theme
from okey.ui.room import faults, status
from okey.ui.room.book import Book
from okey.ui.room.faces import FACES
from okey.ui.room.kept import KeptPanel
from okey.ui.room.session import RoomSession
from okey.ui.session import make_room_bot
from okey.ui.storage import KEY, keep_result, load, set_aside

if TYPE_CHECKING:
    from okey.ui.app import App

KEPT = "room"
"""The key under which the way back is kept."""

_LONGEST = 200_000

FACE = 6.0
"""Seconds that somebody shows the picture they have said."""

PASSING = frozenset({"unreachable", "insecure", "limit"})
"""The problems that say nothing against the way that was gone: its link, or what is kept of it, stays."""

PUT_OUT = frozenset({"removed", "replaced"})
"""How somebody's stay ends who wanted to go on."""

State: TypeAlias = Literal["connecting", "inside", "ended"]


class Room:
    """One stay in a room.

    Args:
        app: the app it belongs to.
        changed: called whenever a panel about the room has to be drawn anew.
        summon: called when the person is wanted in the lobby.
    """

    def __init__(self, app: App, changed: Callable[[], None], summon: Callable[[], None]) -> None:
        self._app = app
        self._changed, self._summon = changed, summon
        self._stage = ""
        """The lobby's stage as it was seen last."""
        self._term = -1
        """The term of who dealt then."""
        self.lobby_since = 0.0
        """When the lobby came to that stage and dealer, as far as this client saw; of the monotonic clock."""
        self.starts = False
        """Whether another match begins as soon as everybody is ready."""
        self._known: dict[int, str] = {}
        """Who was in the lobby as it was seen last."""
        self.state: State = "connecting"
        self.way: Literal["connecting", "sitting"] = "connecting"
        """What is waited for while there is no connection: the relay, or somebody at a public table."""
        self.problem = ""
        """Why there is no connection: a key of the texts ``room.problem.*``; empty while all is well."""
        self.connection: Connection | None = None
        self.driver: Driver | None = None
        self.session: RoomSession | None = None
        self.proved = 0
        """How many hands were proved."""
        self.signed = False
        """Whether everybody has signed the result of the last match."""
        self._notary: Notary | None = None
        self._book = Book(app.bridge, app.standing.count)
        self.said: list[tuple[str, str]] = []
        """The last phrases: who, and which."""
        self._faces: dict[int, tuple[str, float]] = {}
        """The picture that a member shows, and until when."""
        self.code: str | None = None
        """The code that it was asked for by, as it was given or kept."""
        self._linked = False
        """Whether the page's address leads here, until that is settled."""
        self.coming_back = False
        """Whether what is kept is the way back into this room."""
        self._way: Callable[[], Coroutine[Any, Any, None]]
        """How it was come into, for another try."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: tuple[int, int] | None = None
        """The hand on the table."""

    # ---- coming in

    @property
    def name(self) -> str:
        """What the person is called here."""
        return self._app.settings.draft.sitters[0].name or self._app.texts("room.guest")

    def create(self, rules: str, label: str = "") -> None:
        """Makes a room: a private one, or with a label a public table."""
        self._go(lambda: self._create(rules, label))

    def join(self, code: str, *, linked: bool = False) -> None:
        """Comes into a room by its code or link.

        Args:
            code: the one or the other.
            linked: whether it stands in the page's address, which then forgets it as soon as it has served.
        """
        self.code, self._linked = code, linked
        self._go(lambda: self._enter(lambda net: client.join(net, code)))

    def arrive(self, connection: Connection) -> None:
        """Comes into the room of a link that has let the person in already."""
        self.code, self._linked, self.connection = connection.code, True, connection

        async def there(_net: network.Network) -> Connection:
            return connection

        self._go(lambda: self._enter(there))

    def move(self, code: str, go: Callable[[Connection], None]) -> None:
        """Asks to be let into the room of a link.

        Args:
            code: that room's.
            go: leaves this room for the other one; called only once the person is in there.
        """
        self._start(self._move(code, go))

    async def _move(self, code: str, go: Callable[[Connection], None]) -> None:
        self._app.notice(self.text("room.status.connecting"))
        try:
            connection = await client.join(network.detect(), code)
        except Unreachable as error:
            problem = reason_of(error)
        except client.Refused as refused:
            problem = refused.code
        else:
            go(connection)
            return
        if problem not in PASSING:
            self._app.bridge.forget_link()
        self._app.notice(self.text(f"room.problem.{problem}"), alarm=True)
        self._app.bridge.wake()

    def sit(self, label: str, rules: str) -> None:
        """Sits down at a public table.

        Args:
            label: what is played there.
            rules: the same as rules, to open such a table where there is none; empty where they are not known.
        """
        self.way = "sitting"
        self._go(lambda: self._sit(label, rules))

    def come_back(self, kept: str) -> None:
        """Comes back after a reload."""
        self.coming_back = True
        try:
            data = read_json(kept)
            ticket, saved = Ticket.parse(data["ticket"]), str(data["saved"])
        except (ValueError, KeyError, TypeError, TicketError):
            self._app.bridge.save(KEPT, None)
            self._fail("gone")
            return
        self.code = ticket.code
        self._go(lambda: self._enter(lambda net: client.rejoin(net, ticket), saved=saved))

    def again(self) -> None:
        """Tries once more to come in, after a problem that may have passed."""
        self.state, self.problem = "connecting", ""
        self._start(self._way())
        self._refresh()

    def _go(self, way: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._way = way
        self._start(way())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = tasks.begin(self._app.bridge, work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _create(self, rules: str, label: str) -> None:
        places = RuleSet.parse(rules).players if label else MAX_PEOPLE
        await self._enter(
            lambda net: client.create(net, places=places - 1, label=label),
            lambda key: lobbies.begin(rules, "open", 0, self.name[:MAX_NAME], key, public=bool(label)),
        )

    async def _sit(self, label: str, rules: str) -> None:
        try:
            net = network.detect()
            await self._take_up_key(net)
            connection = await client.sit(net, label)
        except client.Refused as refused:
            if rules and refused.code == "no_table":
                await self._create(rules, label)
            else:
                self._fail(refused.code)
        except Unreachable as error:
            self._fail(reason_of(error))
        else:
            self._inside(connection, None, "")

    async def _take_up_key(self, net: network.Network) -> Notary:
        """Takes up the key of this profile, or makes it; a damaged one is set aside."""
        bridge = self._app.bridge
        try:
            signer, kept = await notaries.take_up(net, load(bridge, KEY))
        except ValueError:
            set_aside(bridge, KEY)
            signer, kept = await notaries.take_up(net, None)
        bridge.save(KEY, kept)
        self._notary = Notary(net, signer)
        return self._notary

    async def _enter(
        self,
        way: Callable[[network.Network], Coroutine[Any, Any, Connection]],
        lobby: Callable[[str], Lobby] | None = None,
        saved: str = "",
    ) -> None:
        try:
            net = network.detect()
            notary = await self._take_up_key(net)
            connection = await way(net)
        except Unreachable as error:
            self._fail(reason_of(error))
        except secret.CodeError:
            self._fail("no_code")
        except client.Refused as refused:
            if saved and refused.code == "no_room":  # else the way back is that of another room, or may lead there yet
                self._app.bridge.save(KEPT, None)
            self._fail(refused.code)
        else:
            self._inside(connection, None if lobby is None else lobby(notary.key), saved)

    def _fail(self, problem: str) -> None:
        if problem not in PASSING:
            self._book.close()
            self._forget_link()
        self.state, self.problem = "ended", problem
        self._refresh()

    def _inside(self, connection: Connection, lobby: Lobby | None, saved: str) -> None:
        bridge = self._app.bridge
        member = Member(
            connection.me,
            self.name[:MAX_NAME],
            "" if self._notary is None else self._notary.key,
            dict(connection.members),
            entropy=bridge.entropy,
            now=time.monotonic(),
            wall=time.time,
            lobby=lobby,
            saved=saved,
            pace=theme.BOT_SECONDS,
            make=make_room_bot,
        )
        self.connection, self.state = connection, "inside"
        self.driver = Driver(connection, member, time.monotonic, bridge.sleep, self._news)
        self._start(self._run(self.driver))
        self._start(self._tick())
        self._look_at_lobby()
        self._keep()
        self._forget_link()
        self._refresh()

    def _forget_link(self) -> None:
        if self._linked:
            self._linked = False
            self._app.bridge.forget_link()

    async def _run(self, driver: Driver) -> None:
        await driver.run()

    async def _tick(self) -> None:
        """Lets the clock and the state of the network be drawn every second.

        A page seen again looks to its line, and so does one that is told of the network.
        """
        bridge, hidden, online = self._app.bridge, False, self._app.bridge.online
        while self.state == "inside":
            await bridge.sleep(1.0)
            was_hidden, hidden = hidden, bridge.hidden
            was_online, online = online, bridge.online
            if self.connection is None:
                continue
            if was_online and not online:
                self.connection.cut()
            elif (online and not was_online) or (was_hidden and not hidden):
                self.connection.retry()
            self._look_around()
            self._refresh()

    # ---- what is news

    def _news(self, news: list[News]) -> None:
        for item in news:
            if item.kind == "hand":
                self._take_up()
            elif item.kind == "events" and self.session is not None and self._current():
                self.session.happened(item.events)
            elif item.kind == "refused" and item.refused is not None:
                self._refused(item)
            elif item.kind == "said":
                self._said(item.member, item.text)
            elif item.kind == "lobby":
                self._look_at_lobby()
            elif item.kind == "verified":
                self._proved()
            elif item.kind in ("result", "signed"):
                self._start(self._sign())
            elif item.kind in ("denied", "void", "dealer", "rolled_back", "late"):
                self._tell(item.kind, item.text, item.member)
            elif item.kind == "fault" and item.fault is not None:
                self._tell_fault(item.fault)
            elif item.kind == "closed":
                self._ended(item.text)
        if self.session is not None:
            self.session.seat_people()
        self._look_around()
        self._keep()
        self._refresh()

    def _ended(self, reason: str) -> None:
        """The stay is over; who wanted to go on is told so."""
        self._app.bridge.save(KEPT, None)
        self._fail(reason)
        if reason in PUT_OUT and self._app.session is self.session:
            self._summon()

    def _said(self, member: int, phrase: str) -> None:
        """Shows what somebody says."""
        t, name = self._app.texts, self.name_of(member)
        self.said = [*self.said, (name, phrase)][-4:]
        if phrase in FACES:
            self._faces[member] = phrase, time.monotonic() + FACE
            self._app.notice(t("room.shows", name=name, face=t(f"phrase.{phrase}")), brief=True)
        else:
            self._app.notice(f"{name}: {t(f'phrase.{phrase}')}", brief=True)

    def _look_around(self) -> None:
        """Takes up how it stands with everybody at the table; who lost their chair to a computer player is told so."""
        app, session, now = self._app, self.session, time.monotonic()
        if session is None:
            return
        self._faces = {member: shown for member, shown in self._faces.items() if shown[1] > now}
        before = session.kept
        session.look_around({member: phrase for member, (phrase, _) in self._faces.items()})
        if session.kept and not before and app.session is session:
            app.open(KeptPanel(app, session))

    def _look_at_lobby(self) -> None:
        """Calls the person into the lobby when another match is wanted, and tells who was put out."""
        assert self.driver is not None
        lobby = self.driver.member.lobby
        known, self._known = self._known, {} if lobby is None else {p.member: p.name for p in lobby.people}
        for member in known.keys() - self._known.keys():
            if lobby is not None and member in lobby.banned:
                self._app.notice(self._app.texts("room.put_out", name=known[member]))
        before, self._stage = self._stage, "" if lobby is None else lobby.stage
        term, self._term = self._term, -1 if lobby is None else lobby.term
        if (before, term) != (self._stage, self._term):  # whoever deals anew waits anew
            self.lobby_since = time.monotonic()
        if before == "over" and self._stage == "lobby":
            self._summon()
        if (
            self.starts
            and lobby is not None
            and (lobby.stage, lobby.public) == ("lobby", False)  # a public table begins by itself
            and all(chair.ready and not chair.empty for chair in lobby.chairs)
        ):
            self._start(self._begin())

    async def _begin(self) -> None:
        self.wish("start")

    def _proved(self) -> None:
        """Counts a hand that is proved, and writes it down."""
        assert self.driver is not None
        member = self.driver.member
        self.proved += 1
        if member.follower is not None:
            self._book.add(member.follower, member.players)

    async def _sign(self) -> None:
        """Signs the result, looks at the others' signatures, and keeps it once everybody has signed."""
        driver, notary = self.driver, self._notary
        assert driver is not None
        assert notary is not None
        await notary.look(driver.member)
        ending = driver.member.ending
        if ending.result is not None and ending.complete and not self.signed:
            self.signed = True
            keep_result(self._app.bridge, ending.result.signed(ending.good))
        driver.flush()

    def _current(self) -> bool:
        """Tells whether the table shows the hand that is followed."""
        member = None if self.driver is None else self.driver.member
        follower = None if member is None else member.follower
        return follower is not None and self._shown == follower.key

    def _take_up(self) -> None:
        """Puts the hand on the table."""
        assert self.driver is not None
        follower = self.driver.member.follower
        assert follower is not None
        fresh = self._shown != follower.key
        self.signed = self.signed and not fresh
        self._shown = follower.key
        if self.session is None:
            self.session = RoomSession(self._app.bridge, self._app.happened, self._app.rack_shape, self.driver)
            self._app.enter(self.session)
        else:
            self.session.take_up()
            self._app.happened([])
        if fresh:
            self._app.show_table()

    def _refused(self, item: News) -> None:
        refused = item.refused
        assert refused is not None
        try:
            self._app.refused(Refused(refused.reason, refused.tiles, refused.numbers))
        except KeyError:
            self._tell(item.kind, item.text, item.member)

    def _tell(self, kind: str, reason: str, member: int) -> None:
        t = self._app.texts
        key = f"room.{kind}.{reason}" if f"room.{kind}.{reason}" in t else f"room.{kind}"
        self._app.notice(t(key, name=self.name_of(member)), alarm=kind in ("late", "denied"))

    def _tell_fault(self, fault: Fault) -> None:
        text = faults.told(self._app.texts, fault, self.name_of, self.seat_name)
        if text:
            self._app.notice(text, alarm=True)

    def seat_name(self, seat: int) -> str:
        """Gets the name of who has a seat, as the others know it."""
        lobby = None if self.driver is None else self.driver.member.lobby
        member = -1 if lobby is None or seat >= len(lobby.chairs) else lobby.chairs[seat].member
        return self.name_of(member) if member >= 0 else self._app.texts("room.bot_name", seat=seat + 1)

    def text(self, key: str, **values: object) -> str:
        """Gets a text in the language of the moment."""
        return self._app.texts(key, **values)

    def name_of(self, member: int) -> str:
        """Gets a member's name."""
        lobby = None if self.driver is None else self.driver.member.lobby
        person = None if lobby is None else lobbies.person(lobby, member)
        return "?" if person is None else person.name

    # ---- what the screen shows

    @property
    def fetching(self) -> bool:
        """Whether it is not known yet how the table stands: no lobby, or no hand of a match that is played."""
        lobby = None if self.driver is None else self.driver.member.lobby
        return lobby is None or (self.session is None and lobby.stage in ("play", "result"))

    def status(self) -> str:
        """Says how the network is: always something, and always true."""
        return status.whole(self)

    def trouble(self) -> str:
        """Says what keeps the person's own game from going on as it should; nothing while all is well."""
        return status.trouble(self)

    def clock(self) -> str:
        """Says how long the actor still has; empty without a clock."""
        return status.clock(self)

    @property
    def link(self) -> str:
        """The link that others come in by; empty for who sat down at a public table."""
        code = None if self.connection is None else self.connection.code
        return "" if code is None else secret.link(self._app.bridge.address, code)

    def _refresh(self) -> None:
        self._changed()
        self._app.redraw()
        self._app.bridge.wake()

    # ---- staying and leaving

    def wish(self, what: str, at: int = -1, to: int = -1, text: str = "") -> None:
        """Asks for something in the room; who wants the same match once more begins it when all others want it too."""
        self.starts = what == "rematch"
        if self.driver is not None:
            self.driver.act(lambda member: member.command(what, at, to, text))

    def say(self, phrase: str) -> None:
        """Says a phrase."""
        if self.driver is not None:
            self.driver.act(lambda member: member.say(phrase))

    def _keep(self) -> None:
        if self.connection is not None and self.driver is not None and self.state == "inside":
            data = {"ticket": str(self.connection.ticket), "saved": self.driver.member.save()}
            self._app.bridge.save(KEPT, json.dumps(data))

    def leave(self) -> None:
        """Leaves for good."""
        self._forget_link()
        if self.driver is not None:
            self.driver.member.leave(time.monotonic())
            self.driver.flush()
        if self.connection is not None:
            self.connection.leave()
        self._book.close()
        if self.connection is not None or self.coming_back:
            self._app.bridge.save(KEPT, None)
        self.state = "ended"
        for task in self._tasks:
            task.cancel()

    def stop(self) -> None:
        """The page ends; the chair stays."""
        if self.connection is not None:
            self.connection.suspend()
        for task in self._tasks:
            task.cancel()


def reason_of(error: Unreachable) -> str:
    """Gets why there is no connection, as ``room.problem.*`` says it."""
    return "insecure" if isinstance(error, Insecure) else "unreachable"


def kept(app: App) -> str:
    """Gets the way back into the room that was left by a reload; empty when there is none."""
    text = app.bridge.load(KEPT) or ""
    return text if len(text) <= _LONGEST else ""
