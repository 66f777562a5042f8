"""The invitation into a room: its code in letters, and the link as a QR code for another's camera."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui import layout, theme
from okey.ui.layout import split
from okey.ui.scenes.base import Sheet
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

UPRIGHT, LYING = (400.0, 560.0), (620.0, 340.0)
"""The sizes where there is height enough for the code under its title, and beside it where there is not."""


class Invite(Sheet):
    """Shows how others come in.

    Args:
        app: the app it belongs to.
        code: the room's.
        link: what the QR code holds; empty where the room has no address, as in a window.
    """

    name = "invite"

    def __init__(self, app: App, code: str, link: str) -> None:
        self._code, self._link = code, link
        super().__init__(app)

    def rearranged(self) -> None:
        """Places the panel anew."""
        app = self.app
        wished = round(UPRIGHT[1] * app.letters * layout.unit(app.viewport))
        area = layout.safe_area(app.viewport)
        self._lying = area.height < min(wished, area.width)
        self.size = LYING if self._lying else UPRIGHT
        super().rearranged()

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.invite")

    def said(self) -> Sequence[str]:
        """Says the code, and what the picture is."""
        return (self.app.texts("room.code_is", code=self._code), self.app.texts("room.qr"))

    def widgets(self) -> Sequence[Widget]:
        """Lists sharing and the way back."""
        t = self.app.texts
        share, close = self._places()[2]
        return (
            Widget("share", t("room.share"), share, style="sheet"),
            Widget("close", t("close"), close, style="main"),
        )

    def _places(self) -> tuple[Rect, Rect, list[Rect]]:
        """Places picture, words and buttons."""
        app, inner, gap = self.app, self.inner, self.app.px(10)
        height = app.px(46)
        if self._lying:
            picture = Rect(inner.topleft, (min(inner.height, inner.width // 2), inner.height))
            side = Rect(picture.right + gap, inner.y, inner.right - picture.right - gap, inner.height)
            below = Rect(side.x, side.bottom - height, side.width, height)
            buttons = [below.move(0, -height - gap), below]
            return picture, Rect(side.topleft, (side.width, buttons[0].y - gap - side.y)), buttons
        words = Rect(inner.topleft, (inner.width, app.line(92)))
        buttons = split(Rect(inner.x, inner.bottom - height, inner.width, height), 2, gap)
        picture = Rect(inner.x, words.bottom, inner.width, buttons[0].y - gap - words.bottom)
        return picture, words, buttons

    def draw_content(self) -> None:
        """Draws the code in both forms."""
        from okey.ui.room import qr  # what it needs is not loaded before somebody asks

        painter = self.app.painter
        picture, words, _ = self._places()
        third = words.height // 3
        self.title(self.heading(), Rect(words.topleft, (words.width, third)))
        painter.text(self._code, Rect(words.x, words.y + third, words.width, third), 24, theme.SHEET_STRONG, bold=True)
        told = Rect(words.x, words.y + 2 * third, words.width, third)
        painter.text(self.app.texts("room.qr"), told, 14, theme.SHEET_TEXT, lines=3)
        qr.draw(painter.target, self._link or self._code, picture)

    def activate(self, identifier: str) -> None:
        """Shares the link, or goes back."""
        if identifier == "share":
            self.app.share(self._link or self._code)
        else:
            self.app.close(self)
