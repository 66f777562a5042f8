"""What scrolling panels are made of: rows of text, of choices, of values to step through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect

from okey.ui import theme
from okey.ui.layout import split
from okey.ui.widgets import Style, Widget

if TYPE_CHECKING:
    from okey.ui.painter import Painter


@dataclass(frozen=True, slots=True)
class Row:
    """A row as high as it says, with nothing in it."""

    height: int
    """In device pixels."""
    told: str | None = field(default=None, kw_only=True)
    """What it says in words where that is not what is written."""

    @property
    def heads(self) -> bool:
        """Whether it is the title of the rows below."""
        return False

    def words(self) -> str:
        """Says in words what stands in it beside its buttons."""
        return self.told or ""

    def widgets(self, _painter: Painter, _rect: Rect) -> Sequence[Widget]:
        """Lists what can be pressed in it."""
        return ()

    def draw(self, _painter: Painter, _rect: Rect) -> None:
        """Draws it, but for its buttons."""


@dataclass(frozen=True, slots=True)
class Line(Row):
    """A line of text."""

    text: str
    size: float = 15
    """In units."""
    bold: bool = False
    colour: theme.Colour = theme.SHEET_TEXT

    @property
    def heads(self) -> bool:
        """Titles are bold."""
        return self.bold

    def words(self) -> str:
        """Gets what is written."""
        return self.text if self.told is None else self.told

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes it."""
        painter.text(self.text, rect, self.size, self.colour, bold=self.bold, align="left")


class Choice(NamedTuple):
    """One of several buttons beside each other."""

    id: str
    """Empty where a place in the row is left free."""
    label: str
    """What it is, in full."""
    face: str
    """What is written on it."""
    chosen: bool
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Choices(Row):
    """A label and buttons to choose among, below it where the panel is narrow."""

    label: str
    choices: tuple[Choice, ...]
    below: bool

    def words(self) -> str:
        """Gets the label."""
        return self.label

    def _rooms(self, painter: Painter, rect: Rect) -> tuple[Rect, Rect]:
        gap = painter.px(6)
        if not self.label:
            return Rect(rect.x, rect.y, 0, 0), Rect(rect.x, rect.y, rect.width, rect.height - gap)
        if self.below:
            high = painter.px(20)
            return (
                Rect(rect.x, rect.y, rect.width, high),
                Rect(rect.x, rect.y + high, rect.width, rect.height - high - gap),
            )
        width = round(0.34 * rect.width)
        return (
            Rect(rect.x, rect.y, width - gap, rect.height - gap),
            Rect(rect.x + width, rect.y, rect.width - width, rect.height - gap),
        )

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the choices."""
        places = split(self._rooms(painter, rect)[1], len(self.choices), painter.px(6))
        found = []
        for choice, place in zip(self.choices, places, strict=True):
            if not choice.id:
                continue
            style: Style = "choice" if choice.chosen else "sheet"
            found.append(
                Widget(choice.id, choice.label, place, choice.enabled, style, choice.face, chosen=choice.chosen)
            )
        return found

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes the label."""
        if self.label:
            box = self._rooms(painter, rect)[0]
            painter.text(self.label, box, 15, theme.SHEET_TEXT, bold=True, align="left", lines=1 if self.below else 2)


@dataclass(frozen=True, slots=True)
class Stepper(Row):
    """A label and a value between two buttons that step through what it may be."""

    id: str
    label: str
    value: str
    """What it is now."""
    labels: tuple[str, str]
    """What the two buttons are, in full."""
    changed: bool
    """Whether it is marked as other than usual."""
    below: bool
    """Whether the value stands below the label."""

    def words(self) -> str:
        """Gets label and value."""
        return f"{self.label}: {self.value}"

    def _rooms(self, painter: Painter, rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
        size, gap = painter.px(44), painter.px(6)
        high = painter.px(20) if self.below else 0
        left = rect.x if self.below else rect.x + round(0.42 * rect.width)
        label = Rect(rect.x, rect.y, (rect.width if self.below else left - rect.x) - gap, high or rect.height - gap)
        back = Rect(left, rect.y + high, size, rect.height - high - gap)
        more = back.move(rect.right - size - back.x, 0)
        return label, back, Rect(back.right + gap, back.y, more.left - back.right - 2 * gap, back.height), more

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the two buttons."""
        _, back, _, more = self._rooms(painter, rect)
        return (
            Widget(f"{self.id}-previous", self.labels[0], back, style="sheet", icon="left"),
            Widget(f"{self.id}-next", self.labels[1], more, style="sheet", icon="right"),
        )

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes label and value."""
        label, _, value, _ = self._rooms(painter, rect)
        painter.text(self.label, label, 14, theme.SHEET_TEXT, align="left", lines=1 if self.below else 3)
        ink = theme.SHEET_STRONG if self.changed else theme.SHEET_TEXT
        painter.text(self.value, value, 14, ink, bold=True, lines=3)


def paragraph(painter: Painter, text: str, width: int, *, size: float, least: float = 12) -> list[Row]:
    """Breaks a text into rows, one for each line; its letters are at least ``least`` CSS pixels high."""
    pixels = max(round(least * painter.ratio), painter.px(size))
    height = painter.line_height(pixels)
    lines = painter.wrap(text, pixels, width)
    return [Line(height, line, pixels / painter.unit, told="" if at else text) for at, line in enumerate(lines)]
