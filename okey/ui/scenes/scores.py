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
from okey.ui.scenes.rows import Line, Row
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter


NAME, LEAST_NAME, HEAD_LINES = 14, 0.75, 2
"""The size in units of names above columns, the share of it that they keep there, and the lines that they may take."""

CELL, SIDE_CELL = 84, 150
"""The width in units of a score of four digits and its change beside each other, and of a side's with two changes."""


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


@dataclass(frozen=True, slots=True)
class Entry(Row):
    """A line of its own for a score in a hand: whose it is, what the hand changed, the score."""

    name: str
    change: str
    score: str
    strong: bool

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes it."""
        ink = theme.SHEET_TEXT if self.strong else theme.SHEET_MUTED
        score = Rect(rect.right - round(0.28 * rect.width), rect.y, round(0.28 * rect.width), rect.height)
        change = Rect(rect.x + round(0.44 * rect.width), rect.y, round(0.26 * rect.width), rect.height)
        name = Rect(rect.x, rect.y, change.x - rect.x - painter.px(4), rect.height)
        painter.text(self.name, name, 15, ink, align="left", lines=HEAD_LINES)
        painter.text(self.change, change, 13, theme.SHEET_MUTED, align="right", lines=HEAD_LINES)
        painter.text(self.score, score, 16, ink, bold=self.strong, align="right")


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
        """Names the columns: the players, or both sides with theirs."""
        app, rules = self.app, self.app.session.view.rules
        if rules.teams == "none":
            return [app.seat_name(seat) for seat in range(rules.players)]
        sides = (app.texts("scores.us"), app.texts("scores.them"))
        return [f"{side}: {', '.join(map(app.seat_name, self._members(at)))}" for at, side in enumerate(sides)]

    def _members(self, column: int) -> list[int]:
        """Lists the seats of a column."""
        rules = self.app.session.view.rules
        return [seat for seat in range(rules.players) if rules.side_of(seat) == column]

    def _cells(self, hand: int) -> tuple[tuple[str, str], ...]:
        """Gets each column's score after a hand and what changed it, seat by seat where partners add theirs up."""
        rules, scores = self.app.session.view.rules, self.app.session.scores
        now, before = (side_totals(rules, scores[at]) for at in (hand, max(0, hand - 1)))
        found = []
        for column, (new, old) in enumerate(zip(now, before, strict=True)):
            changes = [scores[hand][seat] - scores[max(0, hand - 1)][seat] for seat in self._members(column)]
            added = rules.teams != "none" and rules.score_model != "countdown" and any(changes)
            parts = changes if added else [new - old] if new != old else []
            found.append((signed(new), " ".join(signed(part, plus=part != 0) for part in parts)))
        return tuple(found)

    def _listed(self) -> bool:
        """Tells whether names are too long for columns beside each other, so that every score has its own line."""
        names, painter = self.columns(), self.app.painter
        room = split(Rect(0, 0, self.body().width, 1), len(names) + 1, painter.px(4))[-1].width
        return any(painter.lines(name, room, NAME * LEAST_NAME, bold=True) > HEAD_LINES for name in names)

    def rows(self) -> Sequence[Row]:
        """Makes a line for the start and for every hand, or for every score in them."""
        t, session = self.app.texts, self.app.session
        rules = session.view.rules
        names, counted = self.columns(), 0
        found: list[Row] = []
        listed = self._listed()
        self.head = 40.0 if listed else 66.0 if rules.teams == "none" else 84.0
        cell = CELL if rules.teams == "none" else SIDE_CELL
        stacked = self.body().width < self.app.line(cell) * (len(names) + 1)
        for hand in range(len(session.scores)):
            last = rules.match_end == "five_plus_determine" and hand > 0 and counted == rules.n_hands[0]
            label = t("scores.determine") if last else t("scores.hand", hand=hand) if hand else t("scores.start")
            if hand in session.void:
                label = t("scores.void", hand=label)
            elif hand:
                counted += 1
            cells = self._cells(hand)
            told = [" ".join(filter(None, (name, *cell))) for name, cell in zip(names, cells, strict=True)]
            strong = hand == len(session.scores) - 1
            if listed:
                found.append(Line(self.app.line(32), label, 16, bold=True))
                height = self.app.line(26 if rules.teams == "none" else 44)
                found += [
                    Entry(height, name, change, score, strong, told=words)
                    for name, (score, change), words in zip(names, cells, told, strict=True)
                ]
                continue
            height = self.app.line(42 if stacked or hand in session.void else 32)
            found.append(Hand(height, label, cells, strong, stacked, told=f"{label}: {', '.join(told)}"))
        return found

    def draw_content(self) -> None:
        """Draws the sheet, names above it."""
        super().draw_content()
        if self._listed():
            return
        painter, names = self.app.painter, self.columns()
        row = Rect(self.inner.x, self.inner.y + self.app.line(38), self.inner.width, self.app.line(self.head - 40))
        if self._last:
            row.width -= self.app.px(10)
        for name, column in zip(names, split(row, len(names) + 1, painter.px(4))[1:], strict=True):
            painter.text(name, column, NAME, theme.SHEET_MUTED, bold=True, lines=HEAD_LINES)
