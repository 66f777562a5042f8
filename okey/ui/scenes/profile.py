"""Who plays here: name, picture, the others on this machine, and the way to another machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui import backup, profiles, shapes, theme
from okey.ui.animals import ANIMALS
from okey.ui.draft import SEAT
from okey.ui.layout import split
from okey.ui.portraits import AVATARS, portrait
from okey.ui.profiles import Card
from okey.ui.room.leaving import leaving
from okey.ui.scenes.moving import Bringing, Sending
from okey.ui.scenes.naming import Naming
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import LEAST_BUTTON, Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.storage import load_matches
from okey.ui.unlocks import free
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter

PICTURE = 64
"""How large the picture is, in units."""


def draw_face(painter: Painter, rect: Rect, avatar: str, *, chosen: bool = False) -> None:
    """Draws a picture in a ring, a wide golden one for the chosen one."""
    around = max(1, painter.px(3 if chosen else 1.5))
    size = min(rect.size) - 2 * around
    image = shapes.ready(portrait, size, avatar, theme.SEAT_COLOURS[SEAT])
    painter.target.blit(image, image.get_rect(center=rect.center))
    ring = Rect(0, 0, size + 2 * around, size + 2 * around)
    ring.center = rect.center
    colour = theme.GOLD_DARK if chosen else theme.SHEET_EDGE
    painter.target.blit(shapes.ready(shapes.ring, *ring.size, ring.width // 2, around, colour), ring)


@dataclass(frozen=True, slots=True)
class Person(Row):
    """Picture and name, with a line about what was played."""

    avatar: str
    name: str
    about: str

    def words(self) -> str:
        """Says name and line."""
        return f"{self.name}. {self.about}"

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws picture, name and line."""
        size = min(rect.height, painter.px(PICTURE))
        draw_face(painter, Rect(rect.x, rect.y + (rect.height - size) // 2, size, size), self.avatar)
        text = Rect(rect.x + size + painter.px(12), rect.y, rect.width - size - painter.px(12), rect.height)
        upper = Rect(text.x, text.y, text.width, round(text.height * 0.55))
        painter.text(self.name, upper, 20, theme.SHEET_TEXT, bold=True, align="left")
        lower = Rect(text.x, upper.bottom, text.width, text.bottom - upper.bottom)
        painter.text(self.about, lower, 14, theme.SHEET_MUTED, align="left", lines=2)


@dataclass(frozen=True, slots=True)
class Faces(Row):
    """Pictures beside each other, to choose one."""

    choices: tuple[Choice, ...]
    """The ids end with the names of faces."""

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the pictures."""
        room = Rect(rect.x, rect.y, rect.width, rect.height - painter.px(6))
        places = split(room, len(self.choices), painter.px(6))
        return [
            Widget(choice.id, choice.label, place, choice.enabled, "bare", chosen=choice.chosen)
            for choice, place in zip(self.choices, places, strict=True)
            if choice.id
        ]

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws them."""
        for widget in self.widgets(painter, rect):
            draw_face(painter, widget.rect, widget.id.removeprefix("face-"), chosen=bool(widget.chosen))


class Profile(Scrolled):
    """Whose saves these are, and what can be done with them."""

    name = "profile"
    size = (560.0, 620.0)

    def __init__(self, app: App) -> None:
        self._played = len(load_matches(app.bridge))
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.profile")

    def _named(self, card: Card) -> str:
        return card.name or self.app.texts("profile.nameless")

    def rows(self) -> Sequence[Row]:
        """Makes the rows: who plays, the others, the ways to another machine."""
        app, t, card = self.app, self.app.texts, Card.of(self.app.settings)
        width = self.body().width - app.px(14)
        about = t("profile.matches", count=self._played)
        found: list[Row] = [Person(app.line(PICTURE), card.avatar, self._named(card), about), Row(app.px(8))]
        found += self._buttons(width, "rename", "picture")
        found.append(Line(app.line(28), t("profile.others"), 16, bold=True))
        for slot, other in profiles.parked(app.bridge).items():
            name = self._named(other)
            ways = [
                Choice(f"{way}-{slot}", t(f"profile.{way}_full", name=name), t(f"profile.{way}"), chosen=False)
                for way in ("switch", "delete")
            ]
            found += choose(app.painter, width, name, ways)
        found += self._buttons(width, "new")
        found.append(Line(app.line(28), t("profile.elsewhere"), 16, bold=True))
        found += paragraph(app.painter, t("profile.move_about"), width, size=14)
        found.append(Row(app.px(6)))
        found += self._buttons(width, "send", "bring", "export", "import")
        return [*found, Row(app.px(24)), *self._buttons(width, "delete")]

    def _buttons(self, width: int, *names: str) -> list[Row]:
        """Makes buttons, one or two beside each other."""
        t = self.app.texts
        faces = [Choice(name, t(f"profile.{name}_own"), t(f"profile.{name}_own"), chosen=False) for name in names]
        return choose(self.app.painter, width, "", faces, most=2)

    def chosen(self, identifier: str) -> None:
        """Does what was pressed."""
        app = self.app
        verb, _, slot = identifier.partition("-")
        card = Card.of(app.settings)
        if verb == "rename":
            app.open(Naming(app, card.name, self._rename))
        elif verb == "picture":
            app.open(Avatars(app, self.refresh))
        elif verb == "switch":
            leaving(self.app, lambda: self._switch(slot))
        elif verb == "delete":
            name = self._named(profiles.parked(app.bridge)[slot] if slot else card)
            app.open(Question(app, "confirm.delete_profile", lambda: self._delete(slot), name=name))
        elif verb == "export":
            app.export_saves()
        elif verb == "send":
            app.session.save()
            app.settings.save(app.bridge)
            app.open(Sending(app, backup.write(app.bridge)))
        elif not profiles.has_room(app.bridge):
            app.notice(app.texts("profile.full"), alarm=True)
        elif verb == "new":
            app.open(Naming(app, "", self._begin))
        elif verb == "bring":
            app.open(Bringing(app, self._add))
        else:
            app.bridge.ask_file(backup.FILE_NAME, self._add)

    def _rename(self, name: str) -> None:
        self.app.settings.draft.name_seat(SEAT, name)
        self.app.settings.save(self.app.bridge)
        self.refresh()

    def _begin(self, name: str) -> None:
        leaving(self.app, lambda: self._change(profiles.fresh(name, self.app.texts.language)))

    def _switch(self, slot: str) -> None:
        """Lets somebody else play."""
        try:
            kept = profiles.unfold(self.app.bridge, slot)
        except backup.Unreadable as error:
            self.app.notice(self.app.texts(f"import.{error.reason}"), alarm=True)
        else:
            if self._change(kept):
                self.app.bridge.save(slot, None)

    def _change(self, kept: Mapping[str, str]) -> bool:
        """Puts away whose saves these are, and goes on with others; tells whether that could be kept."""
        app = self.app
        app.leave_room()
        app.session.save()
        app.settings.save(app.bridge)
        if not profiles.change(app.bridge, Card.of(app.settings), kept):
            app.notice(app.texts("profile.unkept"), alarm=True)
            return False
        app.start_again()
        return True

    def _add(self, text: str) -> None:
        """Takes up a profile that has come from somewhere else; whose saves are here stay."""
        try:
            kept = backup.read(text)
        except backup.Unreadable as error:
            self.app.notice(self.app.texts(f"import.{error.reason}"), alarm=True)
        else:
            leaving(self.app, lambda: self._change(kept))

    def _delete(self, slot: str) -> None:
        """Deletes somebody's saves; instead of who plays now the next one does, or somebody new."""
        app = self.app
        if slot:
            app.bridge.save(slot, None)
            self.refresh()
            return
        following, kept = profiles.next_one(app.bridge) or ("", profiles.fresh("", app.texts.language))
        app.leave_room()
        app.session.stop()
        backup.restore(app.bridge, kept)
        if following:
            app.bridge.save(following, None)
        app.start_again()


class Avatars(Scrolled):
    """All pictures that are to be had, to choose one.

    Args:
        app: the app it belongs to.
        changed: called when another one was chosen.
    """

    name = "avatar"
    size = (480.0, 460.0)

    def __init__(self, app: App, changed: Callable[[], None]) -> None:
        self._changed = changed
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("profile.picture_own")

    def rows(self) -> Sequence[Row]:
        """Lays the pictures out."""
        app, width = self.app, self.body().width - self.app.px(14)
        across = max(1, min(6, width // app.px(LEAST_BUTTON + 12)))
        faces = [
            Choice(
                f"face-{name}",
                app.texts(f"avatar.{name}") if name in ANIMALS else app.texts("profile.face", number=number),
                "",
                name == app.settings.avatar,
            )
            for number, name in enumerate(AVATARS, 1)
            if name == app.settings.avatar or name in free("avatar", app.level)
        ]
        empty = Choice("", "", "", chosen=False, enabled=False)
        height = width // across
        return [
            Faces(height, (*line, *[empty] * (across - len(line))))
            for line in (tuple(faces[at : at + across]) for at in range(0, len(faces), across))
        ]

    def chosen(self, identifier: str) -> None:
        """Wears a picture."""
        self.app.change_setting("avatar", identifier.removeprefix("face-"))
        self.refresh()
        self._changed()
