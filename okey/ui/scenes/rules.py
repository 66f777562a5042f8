"""The rules of the game being played, in the engine's own words, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from okey.rulebook import options_in_effect, rulebook
from okey.rules import RuleSet
from okey.ui.scenes.rows import Line, Row, paragraph
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App


class Rules(Scrolled):
    """The rules of a game.

    Args:
        app: the app it belongs to.
        rules: the game; None for the one being played.
    """

    name = "rules"
    size = (600.0, 620.0)

    def __init__(self, app: App, rules: RuleSet | None = None) -> None:
        self._shown = rules or app.session.view.rules
        super().__init__(app)

    def heading(self) -> str:
        """Names the game."""
        return self.app.texts("rules.title", game=self.app.texts.game(self._shown))

    def rows(self) -> Sequence[Row]:
        """Breaks the sections into lines."""
        painter, t = self.app.painter, self.app.texts
        width = self.body().width - self.app.px(14)
        sections = [(s.title, s.sentences) for s in rulebook(self._shown, t.language)]
        keys = "rules.keys_open" if self._shown.table_melds else "rules.keys"
        sections.append((t("rules.keys_title"), (t(keys), t("rules.gamepad"))))
        found: list[Row] = []
        for title, sentences in sections:
            if found:
                found.append(Row(self.app.px(8)))
            found.append(Line(self.app.line(24), title, 17, bold=True))
            for sentence in sentences:
                found += paragraph(painter, typographic(sentence), width, size=15)
        found += [Row(self.app.px(8)), Line(self.app.line(24), t("rules.options_title"), 17, bold=True)]
        for option in options_in_effect(self._shown, t.language):
            found += paragraph(painter, typographic(f"{option.label}: {option.value}"), width, size=15)
            found += paragraph(painter, typographic(f"{option.meaning}."), width, size=13)
            found.append(Row(self.app.px(6)))
        return found


def typographic(text: str) -> str:
    """Writes an apostrophe as printers do."""
    return text.replace("'", "’")
