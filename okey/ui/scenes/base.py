"""What every scene does: list its widgets, draw itself, and act on a press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.ui import layout, shapes, theme, widgets
from okey.ui.outline import Part
from okey.ui.scenes.rows import columns
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class Scene:
    """A thing on the screen that takes all input while it is on top.

    Args:
        app: the app it belongs to.
    """

    name = ""
    """How tests and host pages know it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._pressed: str | None = None

    def widgets(self) -> Sequence[Widget]:
        """Lists what can be pressed now, in the order of the Tab key."""
        return ()

    def heading(self) -> str:
        """Names the scene."""
        return self.app.texts("app.name")

    def said(self) -> Sequence[str]:
        """Lists the texts that stand here beside what can be pressed."""
        return ()

    def parts(self) -> Sequence[Part]:
        """Lists all that can be read or pressed here, in sight or not."""
        return (Part(self.name, "", (*self.said(), *self.widgets())),)

    def reveal(self, _identifier: str) -> None:
        """Brings something that ``parts`` lists into sight."""

    def draw(self) -> None:
        """Draws everything with the app's painter."""

    def activate(self, identifier: str) -> None:
        """Does what pressing a widget means, an enabled one or not."""

    def cancel(self) -> None:
        """Does what Escape means."""

    def closed(self) -> None:
        """Hears that it was taken off the screen, by whatever."""

    def key(self, _key: int) -> bool:
        """Does what a key of this scene's own means; False when it means nothing here."""
        return False

    stays = False
    """Whether it stays on top, whatever happens under it, until it is answered."""

    types = False
    """Whether letters are text here rather than shortcuts."""

    def text(self, _text: str) -> None:
        """Takes typed text; only asked of scenes that type."""

    def wheel(self, _steps: int) -> None:
        """Turns the mouse wheel; upwards is positive."""

    def takes_wheel(self) -> bool:
        """Tells whether the wheel means something here."""
        return False

    def finger_areas(self) -> Sequence[Rect] | None:
        """Lists where a finger means more than a tap; None means everywhere."""
        return None

    def wakes_at(self) -> float | None:
        """Tells when ``tick`` has something to do by itself; None when it has not."""
        return None

    def tick(self) -> None:
        """Lets time have its effects."""

    def rearranged(self) -> None:
        """Adapts to a new size of the drawing area or another language."""

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Begins a press."""
        hit = widgets.at(self.widgets(), pos)
        self._pressed = hit.id if hit else None

    def pointer_move(self, pos: tuple[int, int]) -> None:
        """Moves a press, or the bare pointer."""
        self.app.point(widgets.at(self.widgets(), pos))

    def pointer_up(self, pos: tuple[int, int]) -> None:
        """Ends a press; it counts when it ends where it began."""
        hit = widgets.at(self.widgets(), pos)
        if hit is not None and hit.id == self._pressed:
            self.activate(hit.id)
        self._pressed = None


class Sheet(Scene):
    """A paper panel over the table.

    Attributes:
        size: its wished width and height in units.
    """

    size = (420.0, 400.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rearranged()

    def rearranged(self) -> None:
        """Places the panel anew."""
        self.frame = layout.panel(self.app.viewport, *(side * self.app.letters for side in self.size))
        pad = self.app.px(14)
        self.inner = self.frame.inflate(-2 * pad, -2 * pad)

    def row(self, top: int, height: float) -> Rect:
        """Gets a line across the panel: from ``top`` in device pixels, ``height`` in units."""
        return Rect(self.inner.x, top, self.inner.width, self.app.px(height))

    def two_buttons(self, *faces: str) -> list[Rect]:
        """Places two buttons at the bottom: beside each other, or one above where letters are too large for that."""
        height, gap = self.app.px(46), self.app.px(10)
        row = self.row(self.inner.bottom - height, 46)
        if columns(self.app.painter, faces, row.width, height) == 2:
            return layout.split(row, 2, gap)
        return [row.move(0, -height - gap), row]

    def cancel(self) -> None:
        """Closes the panel."""
        self.app.close(self)

    def draw(self) -> None:
        """Draws the panel and its buttons over a darkened table."""
        painter = self.app.painter
        target = painter.target
        shapes.veil(target, theme.SHADE)
        blur = painter.px(16)
        soft = shapes.ready(shapes.shadow, *self.frame.size, painter.px(18), blur, 130)
        target.blit(soft, (self.frame.x - blur, self.frame.y - blur + painter.px(4)))
        painter.plate(self.frame, theme.SHEET, 18, theme.SHEET_EDGE)
        self.draw_content()
        for widget in self.widgets():
            if widget.style != "bare":
                painter.button(widget)
        self._draw_toast()

    def _draw_toast(self) -> None:
        """Shows a message that came up while the panel covers the table's line."""
        toast, painter = self.app.toast, self.app.painter
        if toast is not None and toast.alarm:
            box = self.row(self.inner.y, 40)
            painter.plate(box, theme.ALARM_DARK, 10)
            painter.text(toast.text, box.inflate(-painter.px(16), -painter.px(4)), 15, theme.CREAM, bold=True, lines=2)

    def draw_content(self) -> None:
        """Draws what is on the panel beside its buttons."""

    def title(self, text: str, rect: Rect) -> None:
        """Writes a heading."""
        self.app.painter.text(text, rect, 22, theme.SHEET_TEXT, bold=True)

    def rule(self, y: int) -> None:
        """Draws a thin line across the panel."""
        height = max(1, self.app.px(1))
        pygame.draw.rect(self.app.painter.target, theme.SHEET_LINE, (self.inner.x, y, self.inner.width, height))
