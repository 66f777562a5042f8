"""What the player has earned, and what the table, its tiles and the player can look like."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from okey import daily
from okey.progress import DAILY, needed
from okey.ui import theme
from okey.ui.animals import ANIMALS
from okey.ui.draft import SEAT
from okey.ui.scenes import gallery
from okey.ui.scenes.gallery import Bar, Cell, Picture
from okey.ui.scenes.rows import Line, Row, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.tileset import TileSet
from okey.ui.unlocks import KINDS, coming, level_for


class ProgressSheet(Scrolled):
    """Level, play points, and a gallery of looks; where levels are switched off, the gallery alone."""

    name = "progress"
    size = (640.0, 600.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.looks" if self.app.level is None else "menu.progress")

    def rows(self) -> Sequence[Row]:
        """Makes the rows of the level, then the gallery."""
        found = [] if self.app.level is None else self._earned(self.app.level)
        for kind, words in {**KINDS, "avatar": tuple(ANIMALS)}.items():  # people's faces are the profile's
            found.append(Line(self.app.line(30), self.app.texts(f"settings.{kind}"), 16, bold=True))
            found += gallery.gallery(self.app.painter, self._width(), [self._cell(kind, word) for word in words])
        if self.app.level is not None:
            found += [Row(self.app.px(8)), *self._told(self.app.texts("progress.about"))]
        return found

    def _told(self, text: str) -> list[Row]:
        return paragraph(self.app.painter, text, self._width(), size=14)

    def _width(self) -> int:
        return self.body().width - self.app.px(14)

    def _earned(self, level: int) -> list[Row]:
        """Tells level, points, and what comes next."""
        app, t, progress = self.app, self.app.texts, self.app.standing.progress
        begins, ends = needed(level), needed(level + 1)
        share = (progress.experience - begins) / (ends - begins)
        look = coming(level + 1)
        brings = "" if look is None else t("progress.brings", look=self.look(*look))
        following = t("progress.next", count=t.number(ends - progress.experience), level=level + 1) + brings
        done = "done" if progress.rewarded == daily.today() else "open"
        told = [
            following,
            t("progress.points", points=t.number(progress.points)),
            t(f"progress.daily_{done}", points=DAILY),
        ]
        found: list[Row] = [Bar(app.line(26) + app.px(22), t("progress.level", level=level), share)]
        for text in told:
            found += self._told(text)
        return found

    def look(self, kind: str, word: str) -> str:
        """Names a look and what it is of."""
        t = self.app.texts
        return t("progress.look", kind=t(f"settings.{kind}"), look=t(f"{kind}.{word}"))

    def _cell(self, kind: str, word: str) -> Cell:
        """Makes the cell of a look."""
        t, level = self.app.texts, level_for(kind, word)
        worn = getattr(self.app.settings, kind) == word
        to_be_had = worn or self.app.level is None or level <= self.app.level
        face = t(f"{kind}.{word}") if to_be_had else t("progress.level", level=level)
        label = self.look(kind, word) if to_be_had else t("progress.comes", look=self.look(kind, word), level=level)
        return Cell(f"{kind}-{word}", label, face, self._picture(kind, word), worn, to_be_had)

    def _picture(self, kind: str, word: str) -> Picture:
        """Gets what draws a look."""
        made: dict[str, Callable[[str], Picture]] = {
            "cloth": lambda word: gallery.cloth(theme.CLOTHS[word]),
            "tiles": lambda word: gallery.tile(TileSet(self.app.fonts, theme.LOOKS[word])),
            "rack": lambda word: gallery.wood(theme.WOODS[word]),
            "avatar": lambda word: gallery.person(word, theme.SEAT_COLOURS[SEAT]),
        }
        return made[kind](word)

    def chosen(self, identifier: str) -> None:
        """Wears a look, or says when it comes."""
        kind, _, word = identifier.partition("-")
        cell = self._cell(kind, word)
        if not cell.enabled:
            self.app.notice(cell.label, alarm=True)
            return
        self.app.change_setting(kind, word)
        self.refresh()
