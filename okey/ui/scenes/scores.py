"""The score sheet: a line for each hand, a column for each player or side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from okey.game.scoring import side_totals
from okey.ui import theme
from okey.ui.layout import split
from okey.ui.scenes.result import LastHand
from okey.ui.scenes.rows import Row
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter


CELL = 84
"""The width in units that a score of four digits and its change need beside each other."""


@dataclass(frozen=True, slots=True)
class Hand(Row):
    """A line of the sheet: what a hand is called, and each score with what the hand changed."""

    label: str
    cells: tuple[tuple[str, str], ...]
    """Score and change."""
    strong: bool
    stacked: bool
    """Whether changes stand under the scores rather than beside them."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes it over a thin line."""
        painter.target.fill(theme.SHEET_LINE, (rect.x, rect.y, rect.width, max(1, painter.px(1))))
        columns = split(rect, len(self.cells) + 1, painter.px(4))
        painter.text(self.label, columns[0], 14, theme.SHEET_MUTED, align="left", lines=2)
        ink = theme.SHEET_TEXT if self.strong else theme.SHEET_MUTED
        for (score, change), column in zip(self.cells, columns[1:], strict=True):
            if self.stacked:
                upper = Rect(column.x, column.y, column.width, column.height * (5 if change else 9) // 9)
                lower = Rect(column.x, upper.bottom, column.width, column.bottom - upper.bottom)
                painter.text(score, upper, 16, ink, bold=self.strong)
                painter.text(change, lower, 12, theme.SHEET_MUTED)
                continue
            half = column.width // 2
            left = Rect(column.x, column.y, half, column.height)
            painter.text(score, left, 16, ink, bold=self.strong, align="right")
            painter.text(change, left.move(half + painter.px(4), 0), 12, theme.SHEET_MUTED, align="left")


class Scores(Scrolled):
    """The score sheet of the match."""

    name = "scores"
    size = (520.0, 500.0)
    head = 66.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.first = self._last

    def heading(self) -> str:
        """Names the sheet, and says how long the match is."""
        t, rules = self.app.texts, self.app.session.view.rules
        if rules.match_end == "n_hands":
            return t("scores.title_hands", hands=rules.n_hands[0])
        if rules.match_end == "five_plus_determine":
            return t("scores.title_determine", hands=rules.n_hands[0])
        return t("scores.title")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the last hand, once there is one, and the way back."""
        t = self.app.texts
        last = [("last", t("scores.last"))] if self.app.session.last is not None else []
        return (*last, ("close", t("close")))

    def chosen(self, _identifier: str) -> None:
        """Shows how the last hand ended."""
        self.app.open(LastHand(self.app))

    def columns(self) -> list[str]:
        """Names the columns: the players, or both sides."""
        app, view = self.app, self.app.session.view
        if view.rules.teams != "none":
            return [app.texts("scores.us"), app.texts("scores.them")]
        return [app.seat_name(seat) for seat in range(view.rules.players)]

    def rows(self) -> Sequence[Row]:
        """Makes a line for the start and for every hand."""
        t, session = self.app.texts, self.app.session
        rules = session.view.rules
        totals = [side_totals(rules, numbers) for numbers in session.scores]
        found, counted = [], 0
        stacked = self.body().width < self.app.line(CELL) * (len(totals[0]) + 1)
        for hand, numbers in enumerate(totals):
            before = totals[max(0, hand - 1)]
            last = rules.match_end == "five_plus_determine" and hand > 0 and counted == rules.n_hands[0]
            label = t("scores.determine") if last else t("scores.hand", hand=hand) if hand else t("scores.start")
            if hand in session.void:
                label = t("scores.void", hand=label)
            elif hand:
                counted += 1
            cells = tuple(
                (signed(now), signed(now - old, plus=True) if now != old else "")
                for now, old in zip(numbers, before, strict=True)
            )
            told = ", ".join(
                " ".join(filter(None, (name, *cell))) for name, cell in zip(self.columns(), cells, strict=True)
            )
            strong = hand == len(totals) - 1
            height = self.app.line(42 if stacked or hand in session.void else 32)
            found.append(Hand(height, label, cells, strong, stacked, told=f"{label}: {told}"))
        return found

    def draw_content(self) -> None:
        """Draws the sheet, names above it."""
        super().draw_content()
        painter, names = self.app.painter, self.columns()
        row = Rect(self.inner.x, self.inner.y + self.app.line(38), self.inner.width, self.app.line(26))
        if self._last:
            row.width -= self.app.px(10)
        for name, column in zip(names, split(row, len(names) + 1, painter.px(4))[1:], strict=True):
            painter.text(name, column, 14, theme.SHEET_MUTED, bold=True)
