"""What decided a hand: the chance, or the points to be expected, from the deal to the end; luck and decisions apart."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.analysis import Analysis, AnalysisError, Turn, analyse
from okey.record import Record, RecordError
from okey.tiles import Tile
from okey.ui import theme
from okey.ui.scenes.rows import Bar, Line, Row, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter

SLICE = 0.012
"""How many seconds are spent before everything else may run once."""

GAIN, LOSS = (40, 122, 84), (176, 58, 46)
"""The colours of what was won and lost."""

MARKS = (0.0, 0.5, 1.0)
"""The chances at which lines are drawn."""

LEAST = {False: 0.005, True: 2.0}
"""Less of a chance, or less points, is nothing: by whether it is points."""


@dataclass(frozen=True, slots=True)
class Step(Row):
    """One part of the way from the first chance to the last: a bar from what was before to what is then."""

    label: str
    value: str
    before: float
    """How far along the bar, 0 to 1."""
    after: float
    colour: theme.Colour

    def words(self) -> str:
        """Says label and value."""
        return f"{self.label}: {self.value}"

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws label, bar and value."""
        wide = rect.width >= painter.letter(400)
        number = painter.letter(52)
        text = Rect(rect.x, rect.y, rect.width * 2 // 5 if wide else rect.width - number, rect.height)
        bar = Rect(text.right + painter.px(8), rect.y, rect.right - number - text.right - painter.px(16), rect.height)
        if not wide:
            text.height = rect.height * 3 // 5
            bar = Rect(rect.x, text.bottom, rect.width - number - painter.px(8), rect.bottom - text.bottom)
        painter.text(self.label, text, 14, theme.SHEET_TEXT, align="left")
        rail = Rect(bar.x, 0, bar.width, min(painter.px(14), bar.height - 2))
        rail.centery = bar.centery
        painter.plate(rail, theme.SHEET_LINE, 4)
        left, right = sorted((self.before, self.after))
        part = Rect(rail.x + round(rail.width * left), rail.y, round(rail.width * (right - left)), rail.height)
        if part.width:
            painter.plate(part, self.colour, 4)
        box = Rect(rect.right - number, rect.y, number, rect.height)
        painter.text(self.value, box, 15, theme.SHEET_TEXT, bold=True, align="right")


class Scale:
    """Where values lie on a chart, from 0 to 1.

    Args:
        values: all that are drawn.
        in_points: whether these are points; chances have the whole chart.
    """

    def __init__(self, values: Sequence[float], *, in_points: bool) -> None:
        self._low, high = (min(0.0, *values), max(0.0, *values)) if in_points else (0.0, 1.0)
        self._span = max(high - self._low, LEAST[in_points])
        self.marks = sorted({self._low, 0.0, high}) if in_points else list(MARKS)
        """The values at which lines are drawn."""

    def __call__(self, value: float) -> float:
        """Gets where a value lies."""
        return max(0.0, min(1.0, (value - self._low) / self._span))


@dataclass(frozen=True, slots=True)
class Way(Row):
    """The chance or the points turn by turn, the turns that mattered marked with their numbers."""

    values: tuple[float, ...]
    """At the deal, after each turn, and at the end, from 0 to 1."""
    marked: tuple[tuple[int, bool], ...]
    """The turns that mattered, and whether for the better."""
    marks: tuple[tuple[float, str], ...]
    """Where lines are drawn, and what is written there."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws the line between the lowest and the highest mark."""
        side, field = painter.letter(40), rect.inflate(0, -painter.px(22))
        field = Rect(field.x + side, field.y, field.width - side - painter.px(10), field.height)
        for mark, face in self.marks:
            y = field.bottom - round(field.height * mark)
            pygame.draw.line(painter.target, theme.SHEET_LINE, (field.x, y), (field.right, y), painter.px(1))
            label = Rect(rect.x, 0, side - painter.px(6), painter.line_height(painter.letter(12)))
            label.centery = y
            painter.text(face, label, 12, theme.SHEET_MUTED, align="right")
        last = max(1, len(self.values) - 1)
        points = [
            (field.x + field.width * at // last, field.bottom - round(field.height * value))
            for at, value in enumerate(self.values)
        ]
        for (start, end), (before, after) in zip(pairwise(points), pairwise(self.values), strict=True):
            pygame.draw.line(painter.target, GAIN if after >= before else LOSS, start, end, painter.px(3))
        for number, good in self.marked:
            x, y = points[number]
            pygame.draw.circle(painter.target, GAIN if good else LOSS, (x, y), painter.px(9))
            box = Rect(0, 0, painter.px(18), painter.px(18))
            box.center = x, y
            painter.text(str(number), box, 11, theme.CREAM, bold=True)


class HandAnalysis(Working, Scrolled):
    """What decided a hand for a seat; worked out bit by bit.

    Args:
        app: the app it belongs to.
        record: the match.
        seat: whose hand it is.
        hand: its number.
        name: who sits there; empty for the person.
    """

    name = "analysis"
    size = (640.0, 640.0)

    def __init__(self, app: App, record: Record, seat: int, hand: int, name: str = "") -> None:
        self._hand = hand
        self._name = name
        self.found = Analysis()
        self.share: float | None = 0.0
        """How much is done; None when all is."""
        super().__init__(app)
        copied = replace(record, actions=record.actions[:])
        self.work(self._work(copied, seat))

    async def _work(self, record: Record, seat: int) -> None:
        pause_at = time.monotonic() + SLICE
        try:
            for share in analyse(record, seat, self._hand, self.found):
                if time.monotonic() > pause_at:
                    self.share = share
                    self.refresh()
                    self.app.bridge.wake()
                    await self.app.bridge.pause()
                    pause_at = time.monotonic() + SLICE
        except (RecordError, AnalysisError) as error:
            self.app.close(self)
            key = "replay.failed" if isinstance(error, RecordError) else "analysis.unfinished"
            self.app.notice(self.app.texts(key), alarm=True)
            self.app.bridge.wake()
            return
        self.share = None
        self.app.bridge.announce(self.verdict())
        self.refresh()
        self.app.bridge.wake()

    def heading(self) -> str:
        """Names the hand, and whose it is."""
        title = self.app.texts("analysis.title", hand=self._hand)
        return f"{title} · {self._name}" if self._name else title

    def verdict(self) -> str:
        """Says in a sentence what decided."""
        t, found = self.app.texts, self.found
        luck = found.deal + found.draws
        how = "lucky" if luck > self._least else "unlucky"
        if found.in_points:
            rounded = round(found.outcome)
            end = t(f"analysis.{'ahead' if rounded > 0 else 'behind' if rounded else 'level'}", points=abs(rounded))
            return f"{end} {t(f'analysis.points_{how}', luck=round(abs(luck)), cost=round(found.cost))}"
        end = t("analysis.won" if found.won else "analysis.lost")
        told = t(f"analysis.{how}", luck=t.percent(abs(luck)), cost=t.percent(found.cost))
        worth = t("analysis.points", points=t.decimal(found.cost * found.points)) if found.points else ""
        return " ".join(filter(None, [end, told, worth]))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: the sentence, the parts, the way, the moments, every turn."""
        app, t, width = self.app, self.app.texts, self.body().width - self.app.px(14)
        if self.share is not None:
            told = t("analysis.working", percent=t.percent(self.share))
            return [*paragraph(app.painter, told, width, size=15), Bar(app.line(30), self.share)]
        rows = [*paragraph(app.painter, self.verdict(), width, size=15), Row(app.px(6)), *self._steps(width)]
        found, turns = self.found, self.found.turns
        values = (found.base + found.deal, *(turn.value for turn in turns), found.outcome)
        scale = Scale(values, in_points=found.in_points)
        told = t("analysis.way_told", chances=", ".join(map(self._figure, values)))
        marks = tuple((scale(mark), self._figure(mark)) for mark in scale.marks)
        marked = tuple((turn.number, turn.luck > turn.cost) for turn in found.moments())
        title = self._title("analysis.way_points" if found.in_points else "analysis.way")
        rows += [title, Way(app.line(130), tuple(map(scale, values)), marked, marks, told=told)]
        rows.append(self._title("analysis.moments"))
        for turn in self.found.moments():
            rows += paragraph(app.painter, self.told(turn, brief=True), width, size=14)
        rows.append(self._title("analysis.turns"))
        for turn in turns:
            rows += paragraph(app.painter, self.told(turn), width, size=14)
        about = t("analysis.about_points" if found.in_points else "analysis.about")
        return [*rows, Row(app.px(8)), *paragraph(app.painter, about, width, size=12)]

    @property
    def _least(self) -> float:
        return LEAST[self.found.in_points]

    def _figure(self, value: float, *, plus: bool = False) -> str:
        """Writes a chance, or points."""
        return signed(round(value), plus=plus) if self.found.in_points else self.app.texts.percent(value, plus=plus)

    def _title(self, key: str) -> Line:
        return Line(self.app.line(30), self.app.texts(key), 16, bold=True)

    def _steps(self, width: int) -> list[Row]:
        """Makes the bars from everybody's chance, or from nothing, to the end."""
        t, found, rows = self.app.texts, self.found, list[Row]()
        height = self.app.line(30 if width >= self.app.painter.letter(400) else 46)
        changes = {"deal": found.deal, "draws": found.draws, "decisions": -found.cost}
        ways = [*accumulate(changes.values(), initial=found.base)]
        scale = Scale(ways, in_points=found.in_points)
        if not found.in_points:
            base = self._figure(found.base)
            rows.append(Step(height, t("analysis.base"), base, scale(0.0), scale(found.base), theme.SHEET_STRONG))
        for (key, change), (before, after) in zip(changes.items(), pairwise(ways), strict=True):
            colour, value = GAIN if change >= 0 else LOSS, self._figure(change, plus=True)
            rows.append(Step(height, t(f"analysis.{key}"), value, scale(before), scale(after), colour))
        return rows

    def _tile(self, tile: Tile) -> str:
        return self.app.texts.tile(tile, self.found.faces)

    def told(self, turn: Turn, *, brief: bool = False) -> str:
        """Tells a turn: what came, what was done, what had been better; of one that mattered only what made it so."""
        t, parts = self.app.texts, list[str]()
        if not brief or abs(turn.luck) >= turn.cost:
            word = "good" if turn.luck > self._least else "bad" if turn.luck < -self._least else "even"
            parts.append(t(f"analysis.luck_{word}", luck=self._figure(turn.luck, plus=True)))
        if turn.source_cost > self._least and turn.offered is not None and (not brief or turn.cost >= abs(turn.luck)):
            key = "took" if turn.took else "left"
            parts.append(t(f"analysis.{key}", tile=self._tile(turn.offered), cost=self._figure(-turn.source_cost)))
        if turn.throw_cost > self._least and (not brief or turn.cost >= abs(turn.luck)):
            thrown, best = self._tile(turn.thrown), self._tile(turn.best)
            key = f"missed_{turn.missed}" if turn.missed else "threw"
            parts.append(t(f"analysis.{key}", thrown=thrown, best=best, cost=self._figure(-turn.throw_cost)))
        elif not brief:
            parts.append(t("analysis.threw_best", thrown=self._tile(turn.thrown)))
        return f"{turn.number}. {'; '.join(parts)}"
