"""About the game: what it is, whom it tells nothing, whose work it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from okey.ui.scenes.rows import Line, Row, paragraph
from okey.ui.scenes.scrolled import Scrolled

PAGES = ("notices", "site")
"""What the surroundings may show beside the game: everybody's licences, and what the site says about the game."""


class About(Scrolled):
    """A few words about the game, and the way to more."""

    name = "about"
    size = (560.0, 500.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("about.title")

    def rows(self) -> Sequence[Row]:
        """Breaks the words into lines."""
        painter, t = self.app.painter, self.app.texts
        width = self.body().width - self.app.px(14)
        found: list[Row] = []
        for part in ("game", "private", "free"):
            if found:
                found.append(Row(self.app.px(8)))
            found.append(Line(self.app.line(24), t(f"about.{part}_title"), 17, bold=True))
            found += paragraph(painter, t(f"about.{part}"), width, size=15)
        found.append(Row(self.app.px(8)))
        return found + paragraph(painter, t("about.version", version=self.app.bridge.version), width, size=15)

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the pages that there are, and the way back."""
        t, there = self.app.texts, self.app.bridge.pages()
        return (*((name, t(f"about.{name}")) for name in PAGES if name in there), ("close", t("close")))

    def chosen(self, identifier: str) -> None:
        """Shows a page."""
        if identifier in PAGES:
            self.app.bridge.show_page(identifier)
