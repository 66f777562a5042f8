"""The panels of a room: the ways into one, its lobby, and what is chosen there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from okey.bots import DEFAULT_LEVEL, LEVELS
from okey.rooms import lobby as lobbies
from okey.rooms.packets import JOINING, ChairState, Lobby
from okey.rooms.phrases import PHRASES
from okey.rules import RuleSet
from okey.ui.draft import Draft
from okey.ui.room.invite import Invite
from okey.ui.room.room import Room, kept
from okey.ui.scenes.naming import Naming
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import LABEL_SHARE, Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.setup import Setup

if TYPE_CHECKING:
    from okey.ui.app import App

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of codes."""


def _button(name: str, label: str, face: str) -> Choice:
    """Makes a button that is no choice among others."""
    return Choice(name, label, face, chosen=False)


def begin(app: App) -> Room:
    """Prepares to come into a room; the one before is left."""
    app.leave_room()

    def changed() -> None:
        panel = app.scene
        if isinstance(panel, LobbyPanel):
            panel.refresh()

    app.room = Room(app, changed)
    return app.room


def come_in(app: App) -> None:
    """Follows the link that the page was opened with, or comes back after a reload."""
    word, _, code = app.bridge.fragment.partition("=")
    text = kept(app)
    if word == "room" and code and code not in text:
        begin(app).join(code)
    elif text:
        begin(app).come_back(text)
    else:
        return
    app.open(LobbyPanel(app))


def with_clock(draft: Draft) -> Draft:
    """Gives a game the clock of rooms where it was not chosen otherwise."""
    made = Draft.from_data(draft.as_data())
    rules = RuleSet.parse(made.base)
    if rules.turn_seconds == made.rules.turn_seconds:
        made.changes = {**made.changes, "turn_seconds": 25, "reserve_seconds": 30}
    return made


class FriendsPanel(Scrolled):
    """The ways into a room."""

    name = "friends"
    size = (480.0, 470.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.title")

    def rows(self) -> Sequence[Row]:
        """Makes the rows: name, game, ways."""
        t, painter, draft = self.app.texts, self.app.painter, self.app.settings.draft
        width = self.body().width - self.app.px(14)
        shown = draft.sitters[0].name or t("room.guest")
        ways = ("create", "code", "public")
        return [
            *paragraph(painter, t("room.about"), width, size=14),
            Row(self.app.px(6)),
            *choose(
                painter, width, t("room.name"), [Choice("name", t("setup.rename", name=shown), shown, chosen=False)]
            ),
            *choose(painter, width, t("room.game"), [self._game()]),
            Row(self.app.px(6)),
            *(row for way in ways for row in choose(painter, width, "", [self._way(way)])),
        ]

    def _game(self) -> Choice:
        t = self.app.texts
        name = t.game(self.app.settings.draft.rules)
        return _button("game", t("room.choose_game", game=name), name)

    def _way(self, way: str) -> Choice:
        label = self.app.texts(f"room.{way}")
        return _button(way, label, label)

    def chosen(self, identifier: str) -> None:
        """Goes one of the ways."""
        app = self.app
        rules = str(with_clock(app.settings.draft).rules)
        if identifier == "name":
            app.open(Naming(app, app.settings.draft.sitters[0].name, self._named))
        elif identifier == "game":
            app.open(GamePanel(app, self._game_chosen))
        elif identifier == "code":
            app.open(CodePanel(app, "", self._join))
        else:
            room = begin(app)
            if identifier == "create":
                room.create(rules, public=False)
            else:
                room.sit(rules)
            self._go()

    def _named(self, name: str) -> None:
        self.app.settings.draft.name_seat(0, name)
        self.app.settings.save(self.app.bridge)
        self.refresh()

    def _game_chosen(self, draft: Draft) -> None:
        self.app.settings.draft = draft
        self.app.settings.save(self.app.bridge)
        self.refresh()

    def _join(self, code: str) -> None:
        if code:
            begin(self.app).join(code)
            self._go()

    def _go(self) -> None:
        self.app.show_table()
        self.app.open(LobbyPanel(self.app))


class CodePanel(Naming):
    """Asks for the code of a room."""

    name = "code"
    letters = SIGNS
    longest = 11

    def heading(self) -> str:
        """Says what is asked for."""
        return self.app.texts("room.ask_code")

    def text(self, text: str) -> None:
        """Adds typed signs, in capitals."""
        super().text(text.upper())


class GamePanel(Setup):
    """Chooses the game of a room."""

    name = "game"

    def __init__(self, app: App, take: Callable[[Draft], None]) -> None:
        self._take = take
        super().__init__(app)

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists back and take."""
        t = self.app.texts
        return (("close", t("setup.cancel")), ("read", t("menu.rules")), ("deal", t("room.take_game")))

    def chosen(self, identifier: str) -> None:
        """Takes a choice, or the game."""
        if identifier == "deal":
            self.app.close(self)
            self._take(self.draft)
        else:
            super().chosen(identifier)


class LobbyPanel(Scrolled):
    """The lobby of the room: who has which chair, what is played, how the network is."""

    name = "lobby"
    size = (640.0, 640.0)

    @property
    def _lobby(self) -> Lobby | None:
        room = self.app.room
        return None if room is None or room.driver is None else room.driver.member.lobby

    @property
    def _me(self) -> int:
        room = self.app.room
        return -1 if room is None or room.driver is None else room.driver.member.me

    @property
    def _owner(self) -> bool:
        room = self.app.room
        return room is not None and room.driver is not None and room.driver.member.owner

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.lobby")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists leaving and going on."""
        t, lobby, room = self.app.texts, self._lobby, self.app.room
        leave = ("leave", t("room.leave"))
        if room is None or lobby is None or room.state != "inside":
            return (leave, ("close", t("close")))
        if not lobbies.between(lobby):
            return (leave, ("close", t("room.to_table")))
        if self._owner:
            again = lobby.stage == "over"
            return (
                leave,
                ("close", t("close")),
                ("rematch" if again else "start", t(f"room.{'rematch' if again else 'start'}")),
            )
        seat = lobbies.seat_of(lobby, self._me)
        if seat is None:
            return (leave, ("close", t("close")))
        ready = lobby.chairs[seat].ready
        return (leave, ("close", t("close")), ("ready", t("room.not_ready" if ready else "room.ready")))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: network, invitation, game, chairs, phrases; phrases come first while a match is played."""
        app, t, lobby, room = self.app, self.app.texts, self._lobby, self.app.room
        width = self.body().width - app.px(14)
        status = t("room.status.connecting") if room is None else room.status()
        network: list[Row] = [*paragraph(app.painter, status, width, size=15), Row(app.px(4))]
        if room is None or lobby is None or room.state != "inside":
            return network
        about = [*self._invitation(room, width), *self._game(lobby, width), *self._chairs(room, lobby, width)]
        phrases = [*self._phrases(room, width)]
        return [*network, *about, *phrases] if lobbies.between(lobby) else [*network, *phrases, *about]

    def _invitation(self, room: Room, width: int) -> Iterator[Row]:
        if room.connection is not None and room.connection.code:
            t = self.app.texts
            yield Line(self.app.line(30), t("room.code_is", code=room.connection.code), 18, bold=True)
            ways = [_button(way, t(f"room.{way}"), t(f"room.{way}")) for way in ("invite", "share")]
            yield from choose(self.app.painter, width, "", ways)

    def _game(self, lobby: Lobby, width: int) -> list[Row]:
        app, t = self.app, self.app.texts
        game = t.game(RuleSet.parse(lobby.rules))
        if not (self._owner and lobbies.between(lobby)):
            return [Line(app.line(28), game, 16)]
        joining = [
            Choice(f"joining-{j}", t(f"room.joining.{j}"), t(f"room.joining.{j}"), lobby.joining == j) for j in JOINING
        ]
        return [
            *choose(app.painter, width, t("room.game"), [_button("game", t("room.choose_game", game=game), game)]),
            *choose(app.painter, width, t("room.joining"), joining),
        ]

    def _chairs(self, room: Room, lobby: Lobby, width: int) -> Iterator[Row]:
        app, t = self.app, self.app.texts
        yield Line(app.line(28), t("room.chairs"), 16, bold=True)
        for seat, chair in enumerate(lobby.chairs):
            yield from self._chair(lobby, seat, chair, width)
        watchers = [p.name for p in lobby.people if lobbies.seat_of(lobby, p.member) is None]
        if watchers:
            yield from paragraph(app.painter, t("room.watching", names=", ".join(watchers)), width, size=14)
        if room.proved:
            yield from paragraph(app.painter, t("room.proved", count=room.proved), width, size=14)
        if room.signed:
            yield from paragraph(app.painter, t("room.signed"), width, size=14)

    def _phrases(self, room: Room, width: int) -> Iterator[Row]:
        t = self.app.texts
        yield Line(self.app.line(28), t("room.phrases"), 16, bold=True)
        for name, phrase in room.said:
            yield Line(self.app.line(24), f"{name}: {t(f'phrase.{phrase}')}", 15)
        phrases = [_button(f"say-{p}", t(f"phrase.{p}"), t(f"phrase.{p}")) for p in PHRASES]
        yield from choose(self.app.painter, width, "", phrases, most=4)

    def _chair(self, lobby: Lobby, seat: int, chair: ChairState, width: int) -> list[Row]:
        """Says who has a chair, before or above what can be done with it."""
        painter, label, buttons = (
            self.app.painter,
            self._chair_label(lobby, seat, chair),
            self._chair_buttons(lobby, seat),
        )
        if not buttons:
            return [Line(self.app.line(30), label, 15)]
        beside = painter.wrap(label, painter.letter(15), round(LABEL_SHARE * width) - self.app.px(6), bold=True)
        if len(beside) <= 2:
            return choose(painter, width, label, buttons)
        return [Line(painter.letter(24), label, 15, bold=True), *choose(painter, width, "", buttons)]

    def _name(self, lobby: Lobby, chair: ChairState) -> str:
        t = self.app.texts
        if chair.member < 0:
            return t("room.bot_is", level=t(f"level.{chair.bot}")) if chair.bot else t("room.free")
        name = "?" if (found := lobbies.person(lobby, chair.member)) is None else found.name
        return t("room.you", name=name) if chair.member == self._me else name

    def _chair_label(self, lobby: Lobby, seat: int, chair: ChairState) -> str:
        t, who = self.app.texts, self._name(lobby, chair)
        teams = RuleSet.parse(lobby.rules).teams != "none"
        label = t("room.chair_team" if teams else "room.chair", seat=seat + 1, who=who, team="AB"[seat % 2])
        if chair.away:
            return f"{label} · {t('room.away')}"
        if chair.member >= 0 and lobbies.between(lobby):
            return f"{label} · {t('room.is_ready' if chair.ready else 'room.is_not_ready')}"
        return label

    def _chair_buttons(self, lobby: Lobby, seat: int) -> list[Choice]:
        """Lists what can be done with a chair."""
        t, between, chair = self.app.texts, lobbies.between(lobby), lobby.chairs[seat]
        seated = lobbies.seat_of(lobby, self._me) is not None
        found = []
        if between and chair.empty and (seated or lobby.joining == "open"):
            found.append(_button(f"sit-{seat}", t("room.sit", seat=seat + 1), t("room.sit_face")))
        if self._owner and between and chair.member < 0:
            found.append(_button(f"bot-{seat}", t("room.bot", seat=seat + 1), t("room.bot_face")))
        if self._owner and between:
            found.append(_button(f"swap-{seat}", t("room.swap", seat=seat + 1), t("room.swap_face")))
        if self._owner and chair.member >= 0 and chair.member != self._me:
            found.append(_button(f"kick-{seat}", t("room.kick", name=self._name(lobby, chair)), t("room.kick_face")))
        return found

    def chosen(self, identifier: str) -> None:
        """Does what was pressed."""
        app, room, lobby = self.app, self.app.room, self._lobby
        verb, _, value = identifier.partition("-")
        if verb == "leave":
            app.open(Question(app, "confirm.leave_room", self._leave))
            return
        if room is None or lobby is None:
            return
        code = "" if room.connection is None else room.connection.code or ""
        if verb == "invite":
            app.open(Invite(app, code, room.link if app.bridge.address else ""))
        elif verb == "share":
            app.share(room.link if app.bridge.address else code)
        elif verb == "game":
            app.open(GamePanel(app, self._game_chosen))
        elif verb == "say":
            room.say(value)
        else:
            self._wish(room, lobby, verb, value)
        self.refresh()

    def _wish(self, room: Room, lobby: Lobby, verb: str, value: str) -> None:
        """Asks the owner's client for what was pressed."""
        at = int(value) if value.isdigit() else -1
        if verb == "joining":
            room.wish("joining", text=value)
        elif verb == "ready":
            seat = lobbies.seat_of(lobby, self._me)
            room.wish("ready", 0 if seat is not None and lobby.chairs[seat].ready else 1)
        elif verb == "bot":
            levels = [DEFAULT_LEVEL, *(level for level in LEVELS if level != DEFAULT_LEVEL), ""]
            room.wish("bot", at, text=levels[(levels.index(lobby.chairs[at].bot) + 1) % len(levels)])
        elif verb == "swap":
            room.wish("swap", at, (at + 1) % len(lobby.chairs))
        elif verb == "kick":
            room.wish("kick", lobby.chairs[at].member)
        else:
            room.wish(verb, at)

    def _game_chosen(self, draft: Draft) -> None:
        if self.app.room is not None:
            self.app.room.wish("rules", text=str(with_clock(draft).rules))

    def _leave(self) -> None:
        self.app.leave_room()
        self.app.show_table()
