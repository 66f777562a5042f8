"""Charts as rows: bars on a common scale, each with its value, and curves with what their heights mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.ui import theme
from okey.ui.scenes.rows import Row

if TYPE_CHECKING:
    from okey.ui.painter import Painter

GAIN, LOSS = (40, 122, 84), (176, 58, 46)
"""The colours of what was won and lost."""


class Scale:
    """Where values lie on a chart, from 0 to 1.

    Args:
        values: all that are drawn.
        least: what the chart spans at least, for else next to nothing would fill it.
    """

    def __init__(self, values: Sequence[float], *, least: float) -> None:
        self.low, self.high = min(values), max(values)
        self._span = max(self.high - self.low, least)

    def __call__(self, value: float) -> float:
        """Gets where a value lies."""
        return max(0.0, min(1.0, (value - self.low) / self._span))


@dataclass(frozen=True, slots=True)
class Span(Row):
    """A bar from one place of a scale to another, between what it is and its value."""

    label: str
    value: str
    start: float
    """How far along the scale, 0 to 1."""
    end: float
    colour: theme.Colour
    zero: float = 0.0
    """Where nothing is, marked if it is not the left end."""
    room: int = 0
    """The width of the values of all bars of the chart, in pixels."""
    unsure: float = 0.0
    """How far beyond its end it may reach, and how far short of it fall."""

    @staticmethod
    def height_at(painter: Painter, width: int) -> int:
        """Gets how high such a row is: where there is little room the label stands above the bar."""
        return painter.letter(30 if width >= painter.letter(400) else 46)

    def words(self) -> str:
        """Says label and value."""
        return f"{self.label}: {self.value}"

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws label, bar and value."""
        wide = rect.width >= painter.letter(400)
        number = min(max(painter.letter(52), self.room), rect.width // 2)
        text = Rect(rect.x, rect.y, rect.width * 2 // 5 if wide else rect.width - number, rect.height)
        bar = Rect(text.right + painter.px(8), rect.y, rect.right - number - text.right - painter.px(16), rect.height)
        if not wide:
            text.height = rect.height * 3 // 5
            bar = Rect(rect.x, text.bottom, rect.width - number - painter.px(8), rect.bottom - text.bottom)
        painter.text(self.label, text, 14, theme.SHEET_TEXT, align="left")
        rail = Rect(bar.x, 0, bar.width, min(painter.px(14), bar.height - 2))
        rail.centery = bar.centery
        painter.plate(rail, theme.SHEET_LINE, 4)
        left, right = sorted((self.start, self.end))
        part = Rect(rail.x + round(rail.width * left), rail.y, round(rail.width * (right - left)), rail.height)
        if part.width:
            painter.plate(part, self.colour, 4)
        if self.zero:
            x, y = rail.x + round(rail.width * self.zero), painter.px(4)
            start, end = (x, rail.y - y), (x, rail.bottom + y - 1)
            pygame.draw.line(painter.target, theme.SHEET_MUTED, start, end, painter.px(2))
        if self.unsure:
            ends = (max(0.0, self.end - self.unsure), min(1.0, self.end + self.unsure))
            low, high = (rail.x + round(rail.width * end) for end in ends)
            pygame.draw.line(painter.target, theme.SHEET_TEXT, (low, rail.centery), (high, rail.centery), painter.px(2))
            for x in (low, high):
                y = painter.px(5)
                start, end = (x, rail.centery - y), (x, rail.centery + y)
                pygame.draw.line(painter.target, theme.SHEET_TEXT, start, end, painter.px(2))
        box = Rect(rect.right - number, rect.y, number, rect.height)
        painter.text(self.value, box, 15, theme.SHEET_TEXT, bold=True, align="right")


def aligned(painter: Painter, spans: Sequence[Span]) -> list[Row]:
    """Gives the bars of a chart the same room, so that they can be held against each other."""
    room = max((painter.width(span.value, 15, bold=True) for span in spans), default=0)
    return [replace(span, room=room) for span in spans]


@dataclass(frozen=True, slots=True)
class Curve(Row):
    """What became of a value step by step; what rose is green, what fell is red."""

    values: tuple[float, ...]
    """From 0 to 1."""
    marks: tuple[tuple[float, str], ...]
    """Where lines are drawn, and what is written there; where two are too near each other, the first one is."""
    falls_well: bool = False
    """Whether less is better: what falls is green then."""
    marked: tuple[tuple[int, bool], ...] = ()
    """Steps that are marked with their numbers, and whether for the better."""
    level: tuple[tuple[float, str], ...] = ()
    """What the values are held against, drawn and written before all marks."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws the line among those of the marks."""
        high = painter.line_height(painter.letter(12))
        marks = (*self.level, *self.marks)
        side = max(painter.letter(34), *(painter.width(face, 12) for _, face in marks)) + painter.px(8)
        field = rect.inflate(0, -max(high, painter.px(22)))
        field = Rect(field.x + side, field.y, max(1, field.width - side - painter.px(10)), max(1, field.height))
        written: list[int] = []
        for mark, face in marks:
            y, own = field.bottom - round(field.height * mark), (mark, face) in self.level
            colour, width = (theme.SHEET_STRONG, painter.px(2)) if own else (theme.SHEET_LINE, painter.px(1))
            pygame.draw.line(painter.target, colour, (field.x, y), (field.right, y), width)
            if all(abs(y - other) >= high for other in written):
                written.append(y)
                label = Rect(rect.x, 0, side - painter.px(6), high)
                label.centery = y
                painter.text(face, label, 12, theme.SHEET_MUTED, align="right")
        last = max(1, len(self.values) - 1)
        points = [
            (field.x + field.width * at // last, field.bottom - round(field.height * value))
            for at, value in enumerate(self.values)
        ]
        for (start, end), (before, after) in zip(pairwise(points), pairwise(self.values), strict=True):
            well = after <= before if self.falls_well else after >= before
            pygame.draw.line(painter.target, GAIN if well else LOSS, start, end, painter.px(3))
        if points and not self.marked:
            pygame.draw.circle(painter.target, theme.GOLD_DARK, points[-1], painter.px(4))
        for number, good in self.marked:
            x, y = points[number]
            pygame.draw.circle(painter.target, GAIN if good else LOSS, (x, y), painter.px(9))
            box = Rect(0, 0, painter.px(18), painter.px(18))
            box.center = x, y
            painter.text(str(number), box, 11, theme.CREAM, bold=True)
