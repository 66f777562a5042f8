"""Home: go on, play something else, rules, scores, settings, language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.leagues import league_of
from okey.ui.layout import split
from okey.ui.room.panels import LobbyPanel
from okey.ui.room.ways import FriendsPanel
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.club import Club
from okey.ui.scenes.discards import Discards
from okey.ui.scenes.question import Question
from okey.ui.scenes.rows import columns
from okey.ui.scenes.rules import Rules
from okey.ui.scenes.scores import Scores
from okey.ui.scenes.settings import SettingsSheet
from okey.ui.scenes.setup import Setup
from okey.ui.texts import LANGUAGES
from okey.ui.widgets import Style, Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class Home(Sheet):
    """The menu, over the table that is always there."""

    name = "menu"
    size = (420.0, 439.0)
    _titled = True
    _daily = ""

    def rearranged(self) -> None:
        """Places the panel anew; the words may be those of another language."""
        super().rearranged()
        self._daily = self.app.daily_name()

    def _places(self, groups: Sequence[Sequence[str]]) -> list[Rect]:
        """Places buttons: those of a group beside each other where their letters allow it.

        They stand under the title, unless they would be too low for fingers then.
        """
        row, gap = self.app.px(46), self.app.px(9)
        counts = []
        for faces in groups:
            across = columns(self.app.painter, faces, self.inner.width, row)
            counts += [len(faces[at : at + across]) for at in range(0, len(faces), across)]
        title = self.app.line(40)
        self._titled = self.inner.height - title >= len(counts) * (self.app.px(44) + 4)
        title *= self._titled
        room = self.inner.height - title
        step = min(row + gap, room // len(counts))
        top = self.inner.y + title + (room - len(counts) * step + gap) // 2
        lines = [Rect(self.inner.x, top + i * step, self.inner.width, min(row, step - 4)) for i in range(len(counts))]
        return [rect for line, count in zip(lines, counts, strict=True) for rect in split(line, count, self.app.px(8))]

    def widgets(self) -> Sequence[Widget]:
        """Lists the menu's buttons."""
        t, bridge = self.app.texts, self.app.bridge
        own = {"leave": "challenge.leave", "guide": "guide.leave" if self.app.table.guide.lesson else "menu.guide"}
        offers = {"settings": True, "fullscreen": bridge.can_fullscreen(), "install": bridge.can_install()}
        more = tuple(name for name, there in offers.items() if there)
        groups = (
            ("continue", *(("leave",) if self.app.challenge is not None else ())),
            ("play", "friends", "guide"),
            ("club", "scores", "rules"),
            ("discards", *more),
        )
        labels = {name: t(own.get(name, f"menu.{name}")) for group in groups for name in group}
        languages = [t(f"language.{code}") for code in LANGUAGES]
        places = self._places([*([labels[name] for name in group] for group in groups), languages])
        found = [
            Widget(name, label, rect, style="main" if name == "continue" else "sheet")
            for (name, label), rect in zip(labels.items(), places, strict=False)
        ]
        for code, label, rect in zip(LANGUAGES, languages, places[len(labels) :], strict=True):
            here = code == t.language
            style: Style = "choice" if here else "sheet"
            found.append(Widget(f"language-{code}", label, rect, style=style, chosen=here))
        return found

    def heading(self) -> str:
        """Names what is being played, and the league at whose table."""
        app = self.app
        if self._daily:
            return self._daily
        league = league_of(app.session.table.record) if app.is_own else None
        game = app.texts.game(app.session.view.rules)
        return game if league is None else f"{app.texts(f'league.{league}')} · {game}"

    def draw_content(self) -> None:
        """Writes the title, where there is room."""
        if self._titled:
            self.title(self.heading(), Rect(self.inner.topleft, (self.inner.width, self.app.line(34))))

    def activate(self, identifier: str) -> None:
        """Does what a button says."""
        app = self.app
        scenes: dict[str, Callable[[App], Sheet]] = {
            "play": Setup,
            "club": Club,
            "rules": Rules,
            "scores": Scores,
            "discards": Discards,
            "settings": SettingsSheet,
        }
        verb, _, value = identifier.partition("-")
        if verb == "friends":
            inside = app.room is not None and app.room.state != "ended"
            app.open(LobbyPanel(app) if inside else FriendsPanel(app))
        elif verb in scenes:
            app.open(scenes[verb](app))
        elif verb == "language":
            app.set_language(value)
        elif verb == "guide":
            app.close(self)
            if app.table.guide.lesson:
                app.keep_guide("done")
            elif app.room is not None or app.own.at_stake:
                app.open(Question(app, "confirm.guide", app.table.guide.begin))
            else:
                app.table.guide.begin()
        elif verb == "leave":
            app.leave_room()
        elif verb == "fullscreen":
            app.bridge.toggle_fullscreen()
        elif verb == "install":
            app.bridge.install()
        else:
            app.close(self)
