"""Home: go on, play something else, rules, scores, settings, language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui.layout import split
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.discards import Discards
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
    size = (420.0, 330.0)

    def _rows(self, count: int) -> list[Rect]:
        """Places rows under the title."""
        title, row, gap = self.app.px(40), self.app.px(46), self.app.px(9)
        room = self.inner.height - title
        step = min(row + gap, room // count)
        top = self.inner.y + title + (room - count * step + gap) // 2
        return [Rect(self.inner.x, top + i * step, self.inner.width, min(row, step - 4)) for i in range(count)]

    def widgets(self) -> Sequence[Widget]:
        """Lists the menu's buttons."""
        t, gap = self.app.texts, self.app.px(8)
        bridge = self.app.bridge
        offers = {"settings": True, "fullscreen": bridge.can_fullscreen(), "install": bridge.can_install()}
        first, play, read, more, language = self._rows(5)
        found = [
            Widget("continue", t("menu.continue"), first, style="main"),
            Widget("play", t("menu.play"), play, style="sheet"),
        ]
        found += [
            Widget(name, t(f"menu.{name}"), rect, style="sheet")
            for name, rect in zip(("rules", "scores", "discards"), split(read, 3, gap), strict=True)
        ]
        offered = [name for name, there in offers.items() if there]
        found += [
            Widget(name, t(f"menu.{name}"), rect, style="sheet")
            for name, rect in zip(offered, split(more, len(offered), gap), strict=True)
        ]
        for code, rect in zip(LANGUAGES, split(language, len(LANGUAGES), gap), strict=True):
            here = code == t.language
            style: Style = "choice" if here else "sheet"
            found.append(Widget(f"language-{code}", t(f"language.{code}"), rect, style=style, chosen=here))
        return found

    def draw_content(self) -> None:
        """Writes the title: the game and what is being played."""
        app = self.app
        name = app.game_name(app.session.view.rules)
        self.title(name, self.row(self.inner.y, 34))

    def activate(self, identifier: str) -> None:
        """Does what a button says."""
        app = self.app
        scenes: dict[str, Callable[[App], Sheet]] = {
            "play": Setup,
            "rules": Rules,
            "scores": Scores,
            "discards": Discards,
            "settings": SettingsSheet,
        }
        verb, _, value = identifier.partition("-")
        if verb in scenes:
            app.open(scenes[verb](app))
        elif verb == "language":
            app.set_language(value)
        elif verb == "fullscreen":
            app.bridge.toggle_fullscreen()
        elif verb == "install":
            app.bridge.install()
        else:
            app.close(self)
