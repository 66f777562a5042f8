"""The small panels: menu, question, rules, scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui import theme
from okey.ui.layout import split
from okey.ui.scenes.base import Sheet
from okey.ui.session import Session
from okey.ui.texts import LANGUAGES
from okey.ui.widgets import Style, Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class Menu(Sheet):
    """Continue, a new match, language, sound, speed, full screen, rules, scores."""

    name = "menu"
    size = (440.0, 346.0)

    def _rows(self) -> list[Rect]:
        """Places title and five rows."""
        title, row, gap = self.app.px(34), self.app.px(44), self.app.px(9)
        room = self.inner.height - title
        step = min(row + gap, room // 5)
        top = self.inner.y + title + (room - 5 * step + gap) // 2
        return [
            Rect(self.inner.x, self.inner.y, self.inner.width, title),
            *(Rect(self.inner.x, top + i * step, self.inner.width, min(row, step - 2)) for i in range(5)),
        ]

    def _labelled(self, row: Rect) -> tuple[Rect, Rect]:
        """Splits a row into the room of a label and of what stands beside it."""
        width = max(self.app.px(88), round(0.27 * row.width))
        return (
            Rect(row.x, row.y, width - self.app.px(6), row.height),
            Rect(row.x + width, row.y, row.width - width, row.height),
        )

    def widgets(self) -> Sequence[Widget]:
        """Lists the menu's buttons."""
        t, gap = self.app.texts, self.app.px(8)
        _, first, new, language, options, more = self._rows()
        found = [Widget("continue", t("menu.continue"), first, style="main")]
        points = Session.points()
        for number, rect in zip(points, split(self._labelled(new)[1], len(points), gap), strict=True):
            label = f"{t('menu.new')}: {t('menu.points', points=number)}"
            found.append(Widget(f"new-{number}", label, rect, style="sheet", face=str(number)))
        for code, rect in zip(LANGUAGES, split(self._labelled(language)[1], len(LANGUAGES), gap), strict=True):
            style: Style = "choice" if code == t.language else "sheet"
            found.append(Widget(f"language-{code}", t(f"language.{code}"), rect, style=style))
        sound = f"{t('menu.sound')}: {t('menu.sound_on' if self.app.settings.sound else 'menu.sound_off')}"
        wide = self.app.bridge.can_fullscreen()
        places = split(options, 3 if wide else 2, gap)
        found.append(Widget("sound", sound, places[0], style="sheet"))
        speed = f"{t('menu.speed')}: {t('menu.speed_fast' if self.app.settings.fast else 'menu.speed_calm')}"
        found.append(Widget("speed", speed, places[1], style="sheet"))
        if wide:
            found.append(Widget("fullscreen", t("menu.fullscreen"), places[2], style="sheet"))
        left, right = split(more, 2, gap)
        found.append(Widget("rules", t("menu.rules"), left, style="sheet"))
        found.append(Widget("scores", t("menu.scores"), right, style="sheet"))
        return found

    def draw_content(self) -> None:
        """Writes title and labels."""
        t, rows = self.app.texts, self._rows()
        self.title(t("menu.title"), rows[0])
        for key, row in (("menu.new", rows[2]), ("menu.language", rows[3])):
            box = self._labelled(row)[0]
            self.app.painter.text(t(key), box, 15, theme.SHEET_TEXT, bold=True, align="left")

    def activate(self, identifier: str) -> None:
        """Does what a button says."""
        app = self.app
        verb, _, value = identifier.partition("-")
        if verb == "new":
            app.ask_new_match(int(value))
        elif verb == "language":
            app.set_language(value)
        elif verb == "sound":
            app.toggle_sound()
        elif verb == "speed":
            app.toggle_fast()
        elif verb == "fullscreen":
            app.bridge.toggle_fullscreen()
        elif verb == "rules":
            app.open(Rules(app))
        elif verb == "scores":
            app.open(Scores(app))
        else:
            app.close(self)


class Question(Sheet):
    """A question with two answers.

    Args:
        app: the app it belongs to.
        key: the key of the question's text; ``.yes`` and ``.no`` behind it give the answers.
        act: what a yes does.
    """

    name = "question"
    size = (380.0, 190.0)

    def __init__(self, app: App, key: str, act: Callable[[], None]) -> None:
        super().__init__(app)
        self._key = key
        self._act = act
        app.bridge.announce(app.texts(key))

    def widgets(self) -> Sequence[Widget]:
        """Lists the two answers; the harmless one comes first and is the main one, which has the focus."""
        t = self.app.texts
        row = self.row(self.inner.bottom - self.app.px(46), 46)
        no, yes = split(row, 2, self.app.px(10))
        return (
            Widget("no", t(f"{self._key}.no"), no, style="main"),
            Widget("yes", t(f"{self._key}.yes"), yes, style="sheet"),
        )

    def draw_content(self) -> None:
        """Writes the question."""
        box = Rect(self.inner.x, self.inner.y, self.inner.width, self.inner.height - self.app.px(56))
        self.app.painter.text(self.app.texts(self._key), box, 18, theme.SHEET_TEXT, bold=True, lines=4)

    def activate(self, identifier: str) -> None:
        """Takes the answer."""
        self.app.close(self)
        if identifier == "yes":
            self._act()


class Pages(Sheet):
    """A panel with a title, pages to turn and a button that closes it."""

    def __init__(self, app: App) -> None:
        self.page = 0
        super().__init__(app)

    def pages(self) -> int:
        """Counts the pages at this size."""
        return 1

    def body(self) -> Rect:
        """Gets the room between title and buttons."""
        top, bottom = self.app.px(40), self.app.px(54)
        return Rect(self.inner.x, self.inner.y + top, self.inner.width, self.inner.height - top - bottom)

    def rearranged(self) -> None:
        """Places the panel anew and stays within its pages."""
        super().rearranged()
        self.page = min(self.page, self.pages() - 1)

    def widgets(self) -> Sequence[Widget]:
        """Lists the buttons under the page."""
        t, row = self.app.texts, self.row(self.inner.bottom - self.app.px(44), 44)
        back, close, more = split(row, 3, self.app.px(8))
        last = self.pages() - 1
        if not last:
            return (Widget("close", t("close"), close, style="main"),)
        return (
            Widget("previous", t("previous"), back, enabled=self.page > 0, style="sheet"),
            Widget("close", t("close"), close, style="main" if self.page == last else "sheet"),
            Widget("next", t("next"), more, enabled=self.page < last, style="main"),
        )

    def activate(self, identifier: str) -> None:
        """Turns the page or closes the panel."""
        if identifier == "close":
            self.app.close(self)
        else:
            step = 1 if identifier == "next" else -1
            self.page = max(0, min(self.pages() - 1, self.page + step))
            self.app.redraw()


class Rules(Pages):
    """A short summary of the rules."""

    name = "rules"
    size = (560.0, 560.0)

    def rearranged(self) -> None:
        """Breaks the text into lines and pages."""
        self._pages: list[list[str]] = [[]]
        super().rearranged()
        painter = self.app.painter
        self._pixels = max(round(12 * self.app.viewport.ratio), self.app.px(15))
        self._line = painter.line_height(self._pixels)
        room = max(1, self.body().height // self._line)
        self._pages = [[]]
        for paragraph in self.app.texts.paragraphs("rules.text"):
            lines = painter.wrap(paragraph, self._pixels, self.body().width)
            if self._pages[-1] and len(self._pages[-1]) + 0.5 + len(lines) > room:
                self._pages.append([])
            self._pages[-1] += ([""] if self._pages[-1] else []) + lines
        self.page = min(self.page, self.pages() - 1)

    def pages(self) -> int:
        """Counts the pages."""
        return len(self._pages)

    def draw_content(self) -> None:
        """Writes a page."""
        title = self.row(self.inner.y, 34)
        self.title(self.app.texts("rules.title"), title)
        body = self.body()
        y = body.y
        size = self._pixels / self.app.painter.unit
        for line in self._pages[self.page]:
            box = Rect(body.x, y, body.width, self._line)
            self.app.painter.text(line, box, size, theme.SHEET_TEXT, align="left")
            y += self._line if line else self._line // 2


class Scores(Pages):
    """The score sheet: a line for each hand."""

    name = "scores"
    size = (460.0, 480.0)

    ROW = 30
    """The height of a line in units."""

    def rearranged(self) -> None:
        """Places the panel anew and shows the newest hands."""
        super().rearranged()
        self.page = self.pages() - 1

    def _per_page(self) -> int:
        return max(1, self.body().height // self.app.px(self.ROW) - 1)

    def pages(self) -> int:
        """Counts the pages."""
        return -(-len(self.app.session.scores) // self._per_page())

    def draw_content(self) -> None:
        """Writes the table of scores."""
        t, painter, scores = self.app.texts, self.app.painter, self.app.session.scores
        self.title(t("scores.title"), self.row(self.inner.y, 34))
        body, row = self.body(), self.app.px(self.ROW)
        first = self.page * self._per_page()
        columns = split(Rect(body.x, body.y, body.width, row), 5, self.app.px(4))
        for seat, column in enumerate(columns[1:]):
            painter.text(self.app.seat_name(seat), column, 14, theme.SHEET_MUTED, bold=True)
        for line, numbers in enumerate(scores[first : first + self._per_page()], 1):
            hand, y = first + line - 1, body.y + line * row
            self.rule(y)
            label = t("scores.hand", hand=hand) if hand else t("scores.start")
            last = hand == len(scores) - 1
            ink = theme.SHEET_TEXT if last else theme.SHEET_MUTED
            painter.text(label, columns[0].move(0, y - body.y), 14, theme.SHEET_MUTED, align="left")
            for seat, column in enumerate(columns[1:]):
                painter.text(str(numbers[seat]), column.move(0, y - body.y), 16, ink, bold=last)
