"""A room that the person is in: the way into it, what is kept for a reload, and what the screen is told."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from okey.bridge import network
from okey.bridge.network import Unreachable
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
from okey.rooms.packets import MAX_NAME, Lobby
from okey.ui import tasks, theme
from okey.ui.room.book import Book
from okey.ui.room.session import RoomSession
from okey.ui.session import make_room_bot
from okey.ui.storage import KEY, keep_result, load, set_aside

if TYPE_CHECKING:
    from okey.ui.app import App

KEPT = "room"
"""The key under which the way back is kept."""

_LONGEST = 200_000

PLACES = 7
"""How many others may come into a private room: three to play, the rest to watch."""

GRAVE = ("diverged", "unfair", "wrong_outset", "changed_commits", "false_takeover", "not_dealer", "wrong_key",
         "wrong_level", "wrong_seating", "wrong_date", "wrong_signature", "other_result")  # fmt: skip
"""How the reasons of faults begin that the person is told of."""

State: TypeAlias = Literal["connecting", "inside", "ended"]


class Room:
    """One stay in a room.

    Args:
        app: the app it belongs to.
        changed: called whenever a panel about the room has to be drawn anew.
    """

    def __init__(self, app: App, changed: Callable[[], None]) -> None:
        self._app = app
        self._changed = changed
        self.state: State = "connecting"
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
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: tuple[int, int] | None = None
        """The hand on the table."""

    # ---- coming in

    @property
    def name(self) -> str:
        """What the person is called here."""
        return self._app.settings.draft.sitters[0].name or self._app.texts("room.guest")

    def create(self, rules: str, *, public: bool) -> None:
        """Makes a room, a private one or a public table."""
        players = self._app.settings.draft.rules.players
        label = _label(rules) if public else ""
        self._start(
            self._enter(
                lambda net: client.create(net, places=players - 1 if public else 7, label=label),
                lambda key: lobbies.begin(rules, "open", 0, self.name[:MAX_NAME], key, public=public),
            )
        )

    def join(self, code: str) -> None:
        """Comes into a room by its code or link."""
        self._start(self._enter(lambda net: client.join(net, code)))

    def sit(self, rules: str) -> None:
        """Sits down at a public table, or opens one where there is none."""
        self._start(self._sit(rules))

    def come_back(self, kept: str) -> None:
        """Comes back after a reload."""
        try:
            data = read_json(kept)
            ticket, saved = Ticket.parse(data["ticket"]), str(data["saved"])
        except (ValueError, KeyError, TypeError, TicketError):
            self._app.bridge.save(KEPT, None)
            self._fail("gone")
            return
        self._start(self._enter(lambda net: client.rejoin(net, ticket), saved=saved))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = tasks.begin(self._app.bridge, work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sit(self, rules: str) -> None:
        try:
            net = network.detect()
            await self._take_up_key(net)
            connection = await client.sit(net, _label(rules))
        except client.Refused:
            self.create(rules, public=True)
        except Unreachable:
            self._fail("unreachable")
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
        except Unreachable:
            self._fail("unreachable")
        except secret.CodeError:
            self._fail("no_code")
        except client.Refused as refused:
            self._app.bridge.save(KEPT, None)
            known = f"room.problem.{refused.code}" in self._app.texts
            self._fail(refused.code if known else "refused")
        else:
            self._inside(connection, None if lobby is None else lobby(notary.key), saved)

    def _fail(self, problem: str) -> None:
        if problem != "unreachable":
            self._book.close()
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
        self._keep()
        self._refresh()

    async def _run(self, driver: Driver) -> None:
        await driver.run()

    async def _tick(self) -> None:
        """Lets the clock and the state of the network be drawn every second."""
        while self.state == "inside":
            await self._app.bridge.sleep(1.0)
            self._refresh()

    # ---- what is news

    def _news(self, news: list[News]) -> None:
        app = self._app
        for item in news:
            if item.kind == "hand":
                self._take_up()
            elif item.kind == "events" and self.session is not None and self._current():
                self.session.happened(item.events)
            elif item.kind == "refused" and item.refused is not None:
                self._refused(item)
            elif item.kind == "said":
                self.said = [*self.said, (self.name_of(item.member), item.text)][-4:]
                app.notice(f"{self.name_of(item.member)}: {app.texts(f'phrase.{item.text}')}", brief=True)
            elif item.kind == "verified":
                self._proved()
            elif item.kind in ("result", "signed"):
                self._start(self._sign())
            elif item.kind in ("denied", "void", "dealer", "rolled_back", "fault"):
                self._tell(item)
            elif item.kind == "closed":
                self._app.bridge.save(KEPT, None)
                self._fail(item.text if f"room.problem.{item.text}" in app.texts else "gone")
        if self.session is not None:
            self.session.seat_people()
        self._keep()
        self._refresh()

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
            self._tell(item)

    def _tell(self, item: News) -> None:
        if item.kind == "fault" and not item.text.startswith(GRAVE):
            return
        t = self._app.texts
        key = f"room.{item.kind}.{item.text}" if f"room.{item.kind}.{item.text}" in t else f"room.{item.kind}"
        self._app.notice(t(key, name=self.name_of(item.member)), alarm=item.kind == "fault")

    def name_of(self, member: int) -> str:
        """Gets a member's name."""
        lobby = None if self.driver is None else self.driver.member.lobby
        person = None if lobby is None else lobbies.person(lobby, member)
        return "?" if person is None else person.name

    # ---- what the screen shows

    def status(self) -> str:
        """Says how the network is: always something, and always true."""
        t = self._app.texts
        if self.state == "connecting":
            return t("room.status.connecting")
        if self.state == "ended" or self.driver is None or self.connection is None:
            return t(f"room.problem.{self.problem or 'gone'}")
        return self._inside_status(self.driver.member, self.connection)

    def _inside_status(self, member: Member, connection: Connection) -> str:
        t = self._app.texts
        gone = [self.name_of(m) for m, there in connection.members.items() if not there]
        if not connection.connected:
            return t("room.status.lost")
        if member.silent(time.monotonic()):
            return t("room.status.silent", name=self.name_of(member.dealer_member))
        if gone:
            return t("room.status.waiting", names=", ".join(gone))
        if member.waiting:
            return t("room.status.sending")
        return t("room.status.connected", count=sum(connection.members.values()))

    def well(self) -> bool:
        """Tells whether nothing is wrong with the network."""
        return (
            self.state == "inside"
            and self.connection is not None
            and self.driver is not None
            and all(self.connection.members.values())
            and not self.driver.member.silent(time.monotonic())
        )

    def clock(self) -> str:
        """Says how long the actor still has; empty without a clock."""
        if self.driver is None or self.driver.member.view() is None:
            return ""
        left = self.driver.member.clock.left(time.monotonic())
        if left is None:
            return ""
        turn, reserve = left
        shown = f"{turn:.0f} + {reserve:.0f} s" if reserve else f"{turn:.0f} s"
        return shown.replace(" ", "\N{NO-BREAK SPACE}")

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
        """Asks for something in the room."""
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
        if self.driver is not None and self.connection is not None:
            self.driver.member.leave(time.monotonic())
            self.driver.flush()
            self.connection.leave()
        self._book.close()
        self.state = "ended"
        self._app.bridge.save(KEPT, None)
        for task in self._tasks:
            task.cancel()

    def stop(self) -> None:
        """The page ends; the chair stays."""
        if self.connection is not None:
            self.connection.suspend()
        for task in self._tasks:
            task.cancel()


def kept(app: App) -> str:
    """Gets the way back into the room that was left by a reload; empty when there is none."""
    text = app.bridge.load(KEPT) or ""
    return text if len(text) <= _LONGEST else ""


def _label(rules: str) -> str:
    """Names a kind of public table: the game and its changes, as the relay may know them."""
    return rules.split(maxsplit=1)[0][:80]
