"""A panel whose rows are scrolled: by wheel, by dragging, by two buttons, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.ui import theme
from okey.ui.layout import split
from okey.ui.outline import Part
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.rows import Row
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class Scrolled(Sheet):
    """A panel with a title, rows, and buttons under them.

    Whole rows are shown only, so that nothing is ever cut; the buttons ``previous`` and ``next`` turn what is a page.
    """

    head = 40.0
    """The height of what stands above the rows, in units."""

    def __init__(self, app: App) -> None:
        self.first = 0
        """The first row that is shown."""
        self._grip: tuple[int, int] | None = None
        self._dragged = False
        super().__init__(app)

    def rows(self) -> Sequence[Row]:
        """Makes the rows."""
        return ()

    def heading(self) -> str:
        """Gets the title."""
        return ""

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the buttons under the rows: id and label, the last one is the main one."""
        return (("close", self.app.texts("close")),)

    def rearranged(self) -> None:
        """Places the panel anew and stays within its rows."""
        super().rearranged()
        self.refresh()

    def refresh(self) -> None:
        """Makes the rows anew."""
        self._rows = tuple(self.rows())
        self._last = self._last_first()
        self.first = min(self.first, self._last)
        self.app.redraw()

    def body(self) -> Rect:
        """Gets the room of the rows."""
        top, bottom = self.app.px(self.head), self.app.px(54)
        return Rect(self.inner.x, self.inner.y + top, self.inner.width, self.inner.height - top - bottom)

    def _last_first(self) -> int:
        """Gets the first row of the end."""
        room, at = self.body().height, len(self._rows)
        while at and (room := room - self._rows[at - 1].height) >= 0:
            at -= 1
        return min(at, max(0, len(self._rows) - 1))

    def _placed(self) -> Iterator[tuple[Row, Rect]]:
        """Yields the rows that are seen, with their places."""
        body = self.body()
        y, width = body.y, body.width - (self.app.px(10) if self._last else 0)
        for row in self._rows[self.first :]:
            if y + row.height > body.bottom and y > body.y:
                return
            yield row, Rect(body.x, y, width, row.height)
            y += row.height

    def scroll(self, rows: int) -> None:
        """Scrolls by a number of rows; it stops at the ends."""
        wanted = max(0, min(self._last, self.first + rows))
        if wanted != self.first:
            self.first = wanted
            self.app.redraw()

    def widgets(self) -> Sequence[Widget]:
        """Lists what can be pressed in the rows that are seen, and the buttons under them."""
        t, painter = self.app.texts, self.app.painter
        found = [widget for row, rect in self._placed() for widget in row.widgets(painter, rect)]
        buttons = list(self.foot())
        row, gap = self.row(self.inner.bottom - self.app.px(44), 44), self.app.px(8)
        if self._last:
            size = self.app.px(52)
            back, more = Rect(row.x, row.y, size, row.height), Rect(row.right - size, row.y, size, row.height)
            row = Rect(back.right + gap, row.y, more.left - back.right - 2 * gap, row.height)
            found.append(Widget("previous", t("previous"), back, self.first > 0, "sheet", icon="up"))
        for (name, label), rect in zip(buttons, split(row, len(buttons), gap), strict=True):
            found.append(Widget(name, label, rect, style="main" if name == buttons[-1][0] else "sheet"))
        if self._last:
            found.append(Widget("next", t("next"), more, self.first < self._last, "sheet", icon="down"))
        return found

    def parts(self) -> Sequence[Part]:
        """Lists all rows under their titles, then the buttons under them."""
        found: list[Part] = []
        key, title, items, pressed = "0", "", list[str | Widget](), set[str]()
        for at, row in enumerate(self._rows):
            if row.heads:
                found.append(Part(key, title, tuple(items)))
                key, title, items = str(at), row.words(), []
                continue
            widgets = row.widgets(self.app.painter, Rect(self.body().topleft, (self.body().width, row.height)))
            items += [row.words(), *widgets]
            pressed |= {widget.id for widget in widgets}
        turning = {"previous", "next"}
        foot = [widget for widget in self.widgets() if widget.id not in pressed | turning]
        return (*found, Part(key, title, tuple(items)), Part("foot", "", tuple(foot)))

    def reveal(self, identifier: str) -> None:
        """Scrolls to the row of a widget."""
        if any(widget.id == identifier for widget in self.widgets()):
            return
        place = Rect(self.body().topleft, self.body().size)
        for at, row in enumerate(self._rows):
            if any(widget.id == identifier for widget in row.widgets(self.app.painter, place)):
                self.scroll(at - self.first)

    def activate(self, identifier: str) -> None:
        """Turns the page or closes the panel."""
        seen = max(1, sum(1 for _ in self._placed()) - 1)
        if identifier == "previous":
            self.scroll(-seen)
        elif identifier == "next":
            self.scroll(seen)
        elif identifier == "close":
            self.app.close(self)
        else:
            self.chosen(identifier)

    def chosen(self, _identifier: str) -> None:
        """Does what a press in a row, or on a button of one's own, means."""

    def key(self, key: int) -> bool:
        """Turns pages with the page keys."""
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.activate("previous" if key == pygame.K_PAGEUP else "next")
            return True
        return False

    def wheel(self, steps: int) -> None:
        """Scrolls."""
        self.scroll(-2 * steps)

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Begins a press, or a scroll."""
        super().pointer_down(pos)
        self._grip = pos if self.body().collidepoint(pos) else None
        self._dragged = False

    def pointer_move(self, pos: tuple[int, int]) -> None:
        """Scrolls while the rows are dragged."""
        if self._grip is None:
            super().pointer_move(pos)
            return
        step = self._rows[self.first].height if self._rows else 1
        rows = int((self._grip[1] - pos[1]) / max(1, step))
        if rows:
            self.scroll(rows)
            self._grip = (pos[0], self._grip[1] - rows * step)
            self._dragged = True

    def pointer_up(self, pos: tuple[int, int]) -> None:
        """Ends a press, unless it was a scroll."""
        self._grip = None
        if self._dragged:
            self._dragged = False
            self._pressed = None
        else:
            super().pointer_up(pos)

    def draw_content(self) -> None:
        """Draws title and rows."""
        painter = self.app.painter
        self.title(self.heading(), self.row(self.inner.y, 34))
        for row, rect in self._placed():
            row.draw(painter, rect)
        if self._last:
            body = self.body()
            bar = Rect(body.right - painter.px(4), body.y, painter.px(4), body.height)
            pygame.draw.rect(painter.target, theme.SHEET_LINE, bar, border_radius=painter.px(2))
            height = max(painter.px(24), bar.height // 4)
            knob = Rect(bar.x, bar.y + (bar.height - height) * self.first // self._last, bar.width, height)
            pygame.draw.rect(painter.target, theme.SHEET_MUTED, knob, border_radius=painter.px(2))
