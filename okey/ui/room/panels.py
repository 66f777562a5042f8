"""The lobby of a room: who has which chair, what is played, and what can be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from okey.bots import DEFAULT_LEVEL, LEVELS
from okey.rooms import lobby as lobbies
from okey.rooms.packets import JOINING, ChairState, Lobby
from okey.rules import RuleSet
from okey.ui.room.code import CodePanel
from okey.ui.room.game import GamePanel
from okey.ui.room.invite import Invite
from okey.ui.room.leaving import leaving, putting_out
from okey.ui.room.phrases import said_last, to_say
from okey.ui.room.room import Room
from okey.ui.room.status import outlook
from okey.ui.room.terms import words
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.rows import LABEL_SHARE, Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App


REMEDIES = {
    **dict.fromkeys(("unreachable", "refused", "full", "limit", "taken", "no_table"), "again"),
    **dict.fromkeys(("no_code", "no_room"), "other_code"),
}
"""What helps against a problem, where something does."""


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

    def summon() -> None:
        if not isinstance(app.scene, LobbyPanel):
            enter(app)

    app.room = Room(app, changed, summon)
    return app.room


def join(app: App, code: str, *, linked: bool = False) -> None:
    """Comes into a room by its code, if there is one; ``linked`` as for ``Room.join``."""
    if code:
        begin(app).join(code, linked=linked)
        enter(app)


def enter(app: App) -> None:
    """Shows the lobby of the room that the person comes into."""
    app.show_table()
    app.open(LobbyPanel(app))


class LobbyPanel(Scrolled):
    """The lobby of the room: who has which chair, what is played, how the network is."""

    name = "lobby"
    size = (640.0, 640.0)

    def refresh(self) -> None:
        """Makes the rows anew; before there is a lobby to be seen they need little room."""
        self.size = (440.0, 220.0) if self._lobby is None else type(self).size
        Sheet.rearranged(self)
        super().refresh()

    @property
    def _lobby(self) -> Lobby | None:
        """The lobby as it is to be shown: None before all of it is known, and when the stay is over."""
        room = self.app.room
        if room is None or room.driver is None or room.state != "inside" or room.fetching:
            return None
        return room.driver.member.lobby

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
        if room is None or room.state == "ended":
            remedy = None if room is None else REMEDIES.get(room.problem)
            return (("leave", t("close")), *([(remedy, t(f"room.{remedy}"))] if remedy else []))
        if lobby is None:
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
        # whoever sits at a public table is ready, and nobody for another match before that is wanted
        if seat is None or lobby.public or lobby.stage == "over":
            return (leave, ("close", t("close")))
        ready = lobby.chairs[seat].ready
        return (leave, ("close", t("close")), ("ready", t("room.not_ready" if ready else "room.ready")))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: network, invitation, game, chairs, phrases; phrases come first while a match is played."""
        app, t, lobby, room = self.app, self.app.texts, self._lobby, self.app.room
        width = self.body().width - app.px(14)
        said = [t("room.problem.gone")] if room is None else [room.status(), outlook(room)]
        network: list[Row] = [row for text in said if text for row in paragraph(app.painter, text, width, size=15)]
        network.append(Row(app.px(4)))
        if room is None or lobby is None:
            return network
        about = [*self._invitation(room, width), *self._chairs(room, lobby, width), *self._game(lobby, width)]
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
        rules = RuleSet.parse(lobby.rules)
        told = paragraph(app.painter, words(t, rules), width, size=15)
        if not (self._owner and lobbies.between(lobby)):
            return told
        joining = [
            Choice(f"joining-{j}", t(f"room.joining.{j}"), t(f"room.joining.{j}"), lobby.joining == j) for j in JOINING
        ]
        game = _button("game", t("room.choose_game", game=words(t, rules)), t.game(rules))
        return [
            *([] if lobby.public else choose(app.painter, width, t("room.game"), [game])),
            *told,
            *choose(app.painter, width, t("room.joining"), joining),
        ]

    def _chairs(self, room: Room, lobby: Lobby, width: int) -> Iterator[Row]:
        app, t = self.app, self.app.texts
        yield Line(app.line(28), t("room.chairs"), 16, bold=True)
        for seat, chair in enumerate(lobby.chairs):
            yield from self._chair(room, lobby, seat, chair, width)
        yield from self._watchers(lobby, width)
        if room.proved:
            yield from paragraph(app.painter, t("room.proved", count=room.proved), width, size=14)
        if room.signed:
            yield from paragraph(app.painter, t("room.signed"), width, size=14)

    def _watchers(self, lobby: Lobby, width: int) -> Iterator[Row]:
        """Says who has no chair; the owner can seat them and put them out."""
        t = self.app.texts
        watchers = [p for p in lobby.people if lobbies.seat_of(lobby, p.member) is None]
        if not self._owner:
            if watchers:
                names = ", ".join(person.name for person in watchers)
                yield from paragraph(self.app.painter, t("room.watching", names=names), width, size=14)
            return
        seats = lobbies.between(lobby) and any(chair.member < 0 for chair in lobby.chairs)
        for person in watchers:
            label = t("room.waits", name=person.name) if lobbies.between(lobby) else person.name
            buttons = [_button(f"out-{person.member}", t("room.kick", name=person.name), t("room.kick_face"))]
            if seats:
                seat = _button(f"seat-{person.member}", t("room.seat", name=person.name), t("room.seat_face"))
                buttons.insert(0, seat)
            yield from self._acted_on(label, buttons, width)

    def _phrases(self, room: Room, width: int) -> Iterator[Row]:
        yield Line(self.app.line(28), self.app.texts("room.phrases"), 16, bold=True)
        yield from said_last(self.app, room)
        yield from to_say(self.app, width)

    def _chair(self, room: Room, lobby: Lobby, seat: int, chair: ChairState, width: int) -> list[Row]:
        """Says who has a chair, before or above what can be done with it."""
        return self._acted_on(self._chair_label(room, lobby, seat, chair), self._chair_buttons(lobby, seat), width)

    def _acted_on(self, label: str, buttons: list[Choice], width: int) -> list[Row]:
        painter = self.app.painter
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

    def _chair_label(self, room: Room, lobby: Lobby, seat: int, chair: ChairState) -> str:
        t, who = self.app.texts, self._name(lobby, chair)
        teams = RuleSet.parse(lobby.rules).teams != "none"
        label = t("room.chair_team" if teams else "room.chair", seat=seat + 1, who=who, team="AB"[seat % 2])
        if chair.away:
            return f"{label} · {t('room.away')}"
        if chair.member >= 0 and room.connection is not None and not room.connection.members.get(chair.member):
            return f"{label} · {t('presence.gone')}"
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
        if between and chair.member == self._me and not self._owner:
            found.append(_button(f"stand-{seat}", t("room.stand"), t("room.stand_face")))
        if self._owner and between and chair.member < 0:
            found.append(_button(f"bot-{seat}", t("room.bot", seat=seat + 1), t("room.bot_face")))
        if self._owner and between:
            other = (seat + 1) % len(lobby.chairs) + 1
            face = t("room.swap_face", other=other)
            found.append(_button(f"swap-{seat}", t("room.swap", seat=seat + 1, other=other), face))
        if self._owner and chair.member >= 0 and chair.member != self._me:
            found.append(_button(f"kick-{seat}", t("room.kick", name=self._name(lobby, chair)), t("room.kick_face")))
        return found

    def chosen(self, identifier: str) -> None:
        """Does what was pressed."""
        app, room, lobby = self.app, self.app.room, self._lobby
        verb, _, value = identifier.partition("-")
        if identifier == "other_code":
            app.open(CodePanel(app, "" if room is None else room.code or "", lambda code: join(app, code)))
            return
        if identifier == "again" and room is not None:
            room.again()
            return
        if verb == "leave":
            leaving(app, self._leave)
            return
        if room is None or lobby is None:
            return
        code = "" if room.connection is None else room.connection.code or ""
        if verb == "invite":
            app.open(Invite(app, code, room.link if app.bridge.address else ""))
        elif verb == "share":
            app.share(room.link if app.bridge.address else code)
        elif verb == "game":
            app.open(GamePanel(app, RuleSet.parse(lobby.rules), self._game_chosen))
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
            putting_out(self.app, room, lobby, lobby.chairs[at].member)
        elif verb == "out":
            putting_out(self.app, room, lobby, at)
        elif verb == "seat":
            chairs = sorted((c for c, chair in enumerate(lobby.chairs) if chair.member < 0),
                            key=lambda c: not lobby.chairs[c].empty)  # fmt: skip
            room.wish("seat", chairs[0], at)
        else:
            room.wish(verb, at)

    def _game_chosen(self, rules: RuleSet) -> None:
        if self.app.room is not None:
            self.app.room.wish("rules", text=str(rules))

    def cancel(self) -> None:
        """Closes the panel; what has ended is gone with it."""
        if self.app.room is None or self.app.room.state == "ended":
            self._leave()
        else:
            super().cancel()

    def _leave(self) -> None:
        self.app.leave_room()
        self.app.show_table()
