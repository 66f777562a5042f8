"""Reporting a problem: the text that would help, to be read, copied, kept as a file or put into a mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from okey.ui import report
from okey.ui.scenes.rows import Line, Row, paragraph
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App

TOGETHER = 24
"""So many of the record's short lines stand in one paragraph."""


class Report(Scrolled):
    """Shows the report; it goes only where the player takes it.

    Args:
        app: the app it belongs to.
    """

    name = "report"
    size = (620.0, 560.0)

    def __init__(self, app: App) -> None:
        self._head, self._record = report.head(app), report.record(app)
        self._text = report.write(app)
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("report.title")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists where the text can go, and the way back."""
        t = self.app.texts
        return (*((way, t(f"report.{way}")) for way in ("copy", "file", "mail")), ("close", t("close")))

    def rows(self) -> Sequence[Row]:
        """Says what this is, and shows every word of it; the record's lines one behind the other."""
        app, t = self.app, self.app.texts
        width = self.body().width - app.px(14)
        found = [*paragraph(app.painter, t("report.about"), width, size=15), Row(app.px(8))]
        found.append(Line(app.line(26), t("report.text"), 16, bold=True))
        for line in self._head:
            found += paragraph(app.painter, line, width, size=13)
        if self._record:
            found.append(Line(app.line(26), t("report.record"), 16, bold=True))
        for at in range(0, len(self._record), TOGETHER):
            lines = " · ".join(filter(None, self._record[at : at + TOGETHER]))
            found += paragraph(app.painter, lines, width, size=13)
        return found

    def chosen(self, identifier: str) -> None:
        """Gives the text to the player."""
        bridge = self.app.bridge
        if identifier == "copy":
            self.app.share(self._text)
        elif identifier == "file":
            bridge.give_file(report.FILE_NAME, self._text)
        else:
            bridge.mail(self._head[0], self._text)
