"""A panel whose rows are scrolled: by wheel, by dragging, by two buttons, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import Rect

from okey.ui import theme
from okey.ui.layout import split
from okey.ui.outline import Part
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.rows import Row, beside, columns
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class _Foot(NamedTuple):
    """Where the buttons under the rows lie."""

    top: int
    buttons: list[Rect]
    turning: list[Rect]
    """The two that turn pages; none where there is one page."""


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
        self._last = 0
        self._rows = tuple(self.rows())
        if self._last_first():
            self._last = 1  # the buttons that turn pages take room as well
            self._last = max(1, self._last_first())
        self.first = min(self.first, self._last)
        self.app.redraw()

    def body(self) -> Rect:
        """Gets the room of the rows."""
        top, bottom = self.inner.y + self.app.line(self.head), self._foot().top - self.app.px(10)
        return Rect(self.inner.x, top, self.inner.width, max(1, bottom - top))

    def at_most(self, height: int) -> int:
        """Limits the height of a row to what a page shows whole, the buttons that turn pages included."""
        return min(height, max(self.app.px(60), self.body().height - self.app.px(52)))

    def _foot(self) -> _Foot:
        """Places the buttons under the rows; those that turn pages beside their last line where letters stay whole."""
        painter, gap, height = self.app.painter, self.app.px(8), self.app.px(44)
        faces, size = [label for _, label in self.foot()], self.app.px(52) if self._last else 0
        line = Rect(self.inner.x, 0, self.inner.width, height)
        lines = self._foot_lines(faces, line, gap)
        between = line.inflate(-2 * (size + gap), 0)
        shared = beside(painter, between, lines[-1], gap) if size else None
        own = size > 0 and shared is None
        line.y = top = self.inner.bottom - (len(lines) + own) * (height + gap) + gap
        turning = split(line, 2, gap) if own else []
        buttons: list[Rect] = []
        for at, part in enumerate(lines, start=int(own)):
            place = line.move(0, at * (height + gap))
            if shared is not None and part is lines[-1]:
                turning = [Rect(place.x, place.y, size, height), Rect(place.right - size, place.y, size, height)]
                buttons += [Rect(rect.x, place.y, *rect.size) for rect in shared]
            else:
                buttons += beside(painter, place, part, gap) or split(place, len(part), gap)
        return _Foot(top, buttons, turning)

    def _foot_lines(self, faces: list[str], line: Rect, gap: int) -> list[list[str]]:
        """Splits what is written on the buttons among lines: as few as keep every one in one line, if any do."""
        for count in range(len(faces), 0, -1):
            rows = -(-len(faces) // count)
            each = -(-len(faces) // rows)
            lines = [faces[start : start + each] for start in range(0, len(faces), each)]
            if all(beside(self.app.painter, line, part, gap) is not None for part in lines):
                return lines
        each = columns(self.app.painter, faces, line.width, line.height)
        return [faces[start : start + each] for start in range(0, len(faces), each)]

    def _last_first(self) -> int:
        """Gets the first row of the end."""
        room, at = self.body().height, len(self._rows)
        while at and (room := room - self._rows[at - 1].height) >= 0:
            at -= 1
        return min(at, max(0, len(self._rows) - 1))

    def _placed(self) -> Sequence[tuple[Row, Rect]]:
        """Gets the rows that are seen, with their places; a title is not seen without what it heads."""
        body = self.body()
        y, width = body.y, body.width - (self.app.px(10) if self._last else 0)
        placed: list[tuple[Row, Rect]] = []
        for row in self._rows[self.first :]:
            if y + row.height > body.bottom and y > body.y:
                while len(placed) > 1 and placed[-1][0].heads:
                    placed.pop()
                break
            placed.append((row, Rect(body.x, y, width, row.height)))
            y += row.height
        return placed

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
        buttons, foot = list(self.foot()), self._foot()
        acts = [
            Widget(name, label, rect, style="main" if name == buttons[-1][0] else "sheet")
            for (name, label), rect in zip(buttons, foot.buttons, strict=True)
        ]
        if not self._last:
            return [*found, *acts]
        back, more = foot.turning
        previous = Widget("previous", t("previous"), back, self.first > 0, "sheet", icon="up")
        following = Widget("next", t("next"), more, self.first < self._last, "sheet", icon="down")
        return [*found, *sorted((previous, *acts, following), key=lambda widget: (widget.rect.y, widget.rect.x))]

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
        """Scrolls to the row of a widget, and to the title above it where both fit."""
        place = Rect(self.body().topleft, self.body().size)
        for at, row in enumerate(self._rows):
            if any(widget.id == identifier for widget in row.widgets(self.app.painter, place)):
                title = next((above for above in range(at, -1, -1) if self._rows[above].heads), at)
                room = sum(row.height for row in self._rows[title : at + 1])
                first = title if room <= place.height else at
                seen = range(self.first, self.first + len(self._placed()))
                if first not in seen or at not in seen:
                    self.scroll(first - self.first)

    def activate(self, identifier: str) -> None:
        """Turns the page or closes the panel."""
        if identifier in ("previous", "next"):
            self._turn(1 if identifier == "next" else -1)
        elif identifier == "close":
            self.app.close(self)
        else:
            self.chosen(identifier)

    def _turn(self, way: int) -> None:
        """Turns to the next page or the one before; the next one repeats the last row, under its title."""
        placed = len(self._placed())
        step = max(1, placed - 1)
        first = self.first + way * step
        if way > 0 and placed > 1 and first <= self._last and self._rows[first - 1].heads:
            step += -1 if step > 1 else 1  # where a title and what it heads fill a page, nothing is repeated
        self.scroll(way * step)

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

    def takes_wheel(self) -> bool:
        """Tells whether there is more than one page."""
        return self._last > 0

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
        self.title(self.heading(), Rect(self.inner.x, self.inner.y, self.inner.width, self.app.line(34)))
        for row, rect in self._placed():
            row.draw(painter, rect)
        if self._last:
            body = self.body()
            bar = Rect(body.right - painter.px(4), body.y, painter.px(4), body.height)
            pygame.draw.rect(painter.target, theme.SHEET_LINE, bar, border_radius=painter.px(2))
            height = max(painter.px(24), bar.height // 4)
            knob = Rect(bar.x, bar.y + (bar.height - height) * self.first // self._last, bar.width, height)
            pygame.draw.rect(painter.target, theme.SHEET_MUTED, knob, border_radius=painter.px(2))
