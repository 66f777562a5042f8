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


@dataclass(frozen=True, slots=True)
class Bar(Row):
    """How far something has come."""

    share: float
    """From 0 to 1."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws it."""
        box = Rect(rect.x, 0, rect.width, painter.px(12))
        box.centery = rect.centery
        painter.plate(box, theme.SHEET_LINE, 6)
        done = Rect(box.x, box.y, round(box.width * self.share), box.height)
        if done.width >= box.height:
            painter.plate(done, theme.GOLD_DARK, 6)


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
    """Buttons beside each other, behind a label if there is one."""

    label: str
    choices: tuple[Choice, ...]

    def words(self) -> str:
        """Gets the label."""
        return self.label

    def _rooms(self, painter: Painter, rect: Rect) -> tuple[Rect, Rect]:
        gap = painter.px(6)
        width = round(LABEL_SHARE * rect.width) if self.label else 0
        return (
            Rect(rect.x, rect.y, max(0, width - gap), rect.height - gap),
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
            painter.text(self.label, box, 15, theme.SHEET_TEXT, bold=True, align="left", lines=2)


LABEL_SHARE = 0.34
"""The share of a row's width that a label takes which stands before its buttons."""

LEAST_BUTTON = 44
"""The least width of a button, in units."""

NOTHING = Choice("", "", "", chosen=False, enabled=False)
"""A place in a row that is left free."""


def columns(painter: Painter, faces: Sequence[str], width: int, height: int, most: int | None = None) -> int:
    """Gets how many buttons stand beside each other so that they are wide enough and what is written keeps its size.

    Args:
        painter: what writes on them.
        faces: what is written on them.
        width: the room, in pixels.
        height: of a button, in pixels.
        most: how many at most.
    """
    gap = painter.px(6)
    count = min(len(faces), most or len(faces), max(1, (width + gap) // (painter.px(LEAST_BUTTON) + gap)))
    while count > 1 and not all(painter.fits_button(face, (width + gap) // count - gap, height) for face in faces):
        count -= 1
    return -(-len(faces) // -(-len(faces) // count)) if most is None else count


def beside(painter: Painter, rect: Rect, faces: Sequence[str], gap: int) -> list[Rect] | None:
    """Places buttons beside each other, what is written on each in one line and in full size; None where it cannot be.

    They are equally wide where that is enough for all; else each has what it needs, and its share of the rest.
    """
    equal = split(rect, len(faces), gap)
    needs = [max(painter.px(44), painter.width(face, 15, bold=True) + painter.px(14)) for face in faces]
    if all(need <= place.width for need, place in zip(needs, equal, strict=True)):
        return equal
    rest = rect.width - sum(needs) - gap * (len(faces) - 1)
    if rest < 0:
        return None
    places, x = [], rect.x
    for at, need in enumerate(needs):
        width = need + rest * (at + 1) // len(needs) - rest * at // len(needs)
        places.append(Rect(x, rect.y, width, rect.height))
        x += width + gap
    return places


def choose(painter: Painter, width: int, label: str, choices: Sequence[Choice], most: int | None = None) -> list[Row]:
    """Makes rows of buttons to choose among: behind their label where there is room, else below it in a grid.

    Args:
        painter: what draws them.
        width: of the rows, in pixels.
        label: what is chosen; empty where that is clear.
        choices: the buttons.
        most: how many stand beside each other at most.
    """
    height, gap = painter.px(50), painter.px(6)
    faces = [choice.face for choice in choices]
    beside = width - round(LABEL_SHARE * width)
    if label and columns(painter, faces, beside, height - gap) == len(faces):
        return [Choices(height, label, tuple(choices))]
    count = columns(painter, faces, width, height - gap, most)
    lines = [tuple(choices[at : at + count]) for at in range(0, len(choices), count)]
    rows: list[Row] = [Line(painter.letter(22), label, 15, bold=True)] if label else []
    return rows + [Choices(height, "", (*line, *[NOTHING] * (count - len(line)))) for line in lines]


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
    above: int
    """The height of the label where it stands above the value, in pixels; 0 where it stands before it."""

    def words(self) -> str:
        """Gets label and value."""
        return f"{self.label}: {self.value}"

    def _rooms(self, painter: Painter, rect: Rect) -> tuple[Rect, Rect, Rect, Rect]:
        size, gap = painter.px(44), painter.px(6)
        left = rect.x if self.above else rect.x + round(VALUE_AT * rect.width)
        width = (rect.width if self.above else left - rect.x) - gap
        label = Rect(rect.x, rect.y, width, self.above or rect.height - gap)
        back = Rect(left, rect.y + self.above, size, rect.height - self.above - gap)
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
        painter.text(self.label, label, 14, theme.SHEET_TEXT, align="left", lines=3)
        ink = theme.SHEET_STRONG if self.changed else theme.SHEET_TEXT
        painter.text(self.value, value, 14, ink, bold=True, lines=3)


VALUE_AT = 0.42
"""The share of a row's width before the value."""


def stepper(
    painter: Painter, width: int, name: str, texts: tuple[str, str], labels: tuple[str, str], *, changed: bool
) -> Stepper:
    """Makes a row to step through values, as high as its texts need; the label is above where there is little room.

    Args:
        painter: what draws it.
        width: of the row, in pixels.
        name: what the ids of its buttons begin with.
        texts: its label and its value.
        labels: what the two buttons are, in full.
        changed: whether it is marked as other than usual.
    """
    label, value = texts
    pixels, gap, size = painter.letter(14), painter.px(6), painter.px(44)
    high = painter.line_height(pixels)
    above = width < painter.letter(400)

    def lines(text: str, room: int, *, bold: bool) -> int:
        return min(3, len(painter.wrap(text, pixels, room, bold=bold)))

    value_room = width - (0 if above else round(VALUE_AT * width)) - 2 * size - 2 * gap
    needed = lines(value, value_room, bold=True)
    label_lines = lines(label, width - gap if above else round(VALUE_AT * width) - gap, bold=False)
    over = label_lines * high if above else 0
    beside = 0 if above else label_lines
    height = max(size, high * max(needed, beside)) + gap + over
    return Stepper(height, name, label, value, labels, changed, over)


def paragraph(painter: Painter, text: str, width: int, *, size: float, least: float = 12) -> list[Row]:
    """Breaks a text into rows, one for each line; its letters are at least ``least`` CSS pixels high."""
    pixels = max(round(least * painter.ratio * painter.letters), painter.letter(size))
    height = painter.line_height(pixels)
    lines = painter.wrap(text, pixels, width)
    units = pixels / (painter.unit * painter.letters)
    return [Line(height, line, units, told="" if at else text) for at, line in enumerate(lines)]
