"""What is seen while the page around the game lets it wait."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from okey.ui import theme
from okey.ui.scenes.base import Sheet
from okey.ui.widgets import Widget


class Paused(Sheet):
    """Says that the game waits, and lets the player go on."""

    name = "paused"
    size = (300.0, 150.0)

    def heading(self) -> str:
        """Says that the game waits."""
        return self.app.texts("paused")

    def widgets(self) -> Sequence[Widget]:
        """Lists the way on."""
        height = self.app.px(46)
        row = self.row(self.inner.bottom - height, 46)
        return (Widget("resume", self.app.texts("menu.continue"), row, style="main"),)

    def draw_content(self) -> None:
        """Writes the heading."""
        top = Rect(self.inner.topleft, (self.inner.width, self.widgets()[0].rect.y - self.app.px(10) - self.inner.y))
        self.app.painter.text(self.heading(), top, 22, theme.SHEET_TEXT, bold=True)

    def activate(self, _identifier: str) -> None:
        """Goes on."""
        self.app.host.resume()

    def cancel(self) -> None:
        """Goes on."""
        self.app.host.resume()
