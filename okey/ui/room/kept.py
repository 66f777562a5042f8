"""Tells somebody that a computer player has their chair, and gives it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui import theme
from okey.ui.scenes.base import Sheet
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.room.session import RoomSession


class KeptPanel(Sheet):
    """Says that a computer player acts for the person; goes away as soon as it does not any more.

    Args:
        app: the app it belongs to.
        session: the match of the room.
    """

    name = "kept"
    size = (400.0, 250.0)

    def __init__(self, app: App, session: RoomSession) -> None:
        super().__init__(app)
        self._session = session
        app.bridge.announce(f"{self.heading()} {self.app.texts('room.kept_about')}")

    def heading(self) -> str:
        """Says what has happened."""
        return self.app.texts("room.kept")

    def said(self) -> Sequence[str]:
        """Says why, and what to do."""
        return (self.app.texts("room.kept_about"),)

    def tick(self) -> None:
        """Goes away once the chair is the person's again."""
        if self.app.session is not self._session or not self._session.kept:
            self.app.close(self)

    def widgets(self) -> Sequence[Widget]:
        """Lists looking on, and taking the chair back."""
        t = self.app.texts
        look, back = self._places()
        return (
            Widget("close", t("room.kept_look"), look, style="sheet"),
            Widget("back", t("room.kept_back"), back, style="main"),
        )

    def _places(self) -> list[Rect]:
        """Places the buttons."""
        return self.two_buttons(*(self.app.texts(f"room.kept_{way}") for way in ("look", "back")))

    def draw_content(self) -> None:
        """Writes what has happened."""
        painter, inner = self.app.painter, self.inner
        free = self._places()[0].y - self.app.px(10) - inner.y
        title = Rect(inner.topleft, (inner.width, free * 2 // 5))
        painter.text(self.heading(), title, 19, theme.SHEET_STRONG, bold=True, lines=3)
        about = Rect(inner.x, title.bottom, inner.width, free - title.height)
        painter.text(self.app.texts("room.kept_about"), about, 15, theme.SHEET_TEXT, lines=6)

    def activate(self, identifier: str) -> None:
        """Takes the chair back, or looks on: whoever acts then takes it back too."""
        self.app.close(self)
        if identifier == "back" and self.app.room is not None:
            self.app.room.wish("back")
