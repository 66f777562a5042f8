"""Rows of pictures: looks to choose among, people beside their names, and a bar that fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pygame import Rect

from okey.tiles import Kind
from okey.ui import shapes, theme
from okey.ui.portraits import portrait
from okey.ui.scenes.rows import Choice, Row, choose, columns
from okey.ui.tileset import TileSet
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.painter import Painter

Picture: TypeAlias = Callable[["Painter", Rect], None]
"""Draws something into a place."""

SAMPLE: Kind = 6
"""The kind of tile that a sample shows: the red seven."""

TALL, LEAST = 52, 84
"""The height of a picture and the least width of a cell, in units."""


def cloth(look: theme.Cloth) -> Picture:
    """Draws a piece of cloth."""

    def draw(painter: Painter, rect: Rect) -> None:
        image = shapes.ready(shapes.rounded_gradient, *rect.size, painter.px(8), look.centre, look.edge)
        painter.target.blit(image, rect)

    return draw


def wood(look: theme.Wood) -> Picture:
    """Draws a piece of a rack."""

    def draw(painter: Painter, rect: Rect) -> None:
        painter.target.blit(shapes.ready(shapes.wood, *rect.size, painter.px(6), look.light, look.middle), rect)
        shelf = rect.inflate(-painter.px(12), -painter.px(18))
        painter.target.blit(
            shapes.ready(shapes.rounded_gradient, *shelf.size, painter.px(4), look.dark, look.slot), shelf
        )

    return draw


def tile(tiles: TileSet) -> Picture:
    """Draws a tile."""

    def draw(painter: Painter, rect: Rect) -> None:
        place = Rect(0, 0, round(rect.height * 0.68), round(rect.height * 0.92))
        place.center = rect.center
        tiles.draw(painter.target, place, SAMPLE)

    return draw


def person(name: str, colour: theme.Colour) -> Picture:
    """Draws somebody by name, or an animal."""

    def draw(painter: Painter, rect: Rect) -> None:
        image = shapes.ready(portrait, min(rect.size), name, colour)
        painter.target.blit(image, image.get_rect(center=rect.center))

    return draw


class Cell(NamedTuple):
    """A picture to press."""

    id: str
    label: str
    """What it is, in full."""
    face: str
    """What is written under it."""
    picture: Picture
    chosen: bool
    enabled: bool


@dataclass(frozen=True, slots=True)
class Gallery(Row):
    """Pictures beside each other, as wide as if there were ``count``."""

    cells: tuple[Cell, ...]
    count: int

    def _places(self, painter: Painter, rect: Rect) -> list[Rect]:
        gap = painter.px(6)
        width = (rect.width + gap) // self.count
        return [Rect(rect.x + i * width, rect.y, width - gap, rect.height - gap) for i in range(len(self.cells))]

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the pictures."""
        return [
            Widget(cell.id, cell.label, place, cell.enabled, "bare", cell.face, chosen=cell.chosen)
            for cell, place in zip(self.cells, self._places(painter, rect), strict=True)
        ]

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws the pictures, each with its name; the chosen one on green, those that are not to be had pale."""
        for cell, place in zip(self.cells, self._places(painter, rect), strict=True):
            painter.plate(place, theme.SHEET_STRONG if cell.chosen else theme.SHEET_PLATE, 10, theme.SHEET_EDGE)
            inset = painter.px(6)
            picture = Rect(place.x + inset, place.y + inset, place.width - 2 * inset, painter.px(TALL))
            cell.picture(painter, picture)
            if not cell.enabled:
                painter.plate(picture, (*theme.SHEET_PLATE[:3], 170), 8)
            name = Rect(place.x, picture.bottom, place.width, place.bottom - picture.bottom)
            ink = theme.CREAM if cell.chosen else theme.SHEET_TEXT if cell.enabled else theme.SHEET_MUTED
            painter.text(cell.face, name.inflate(-painter.px(8), 0), 13, ink, bold=True)


def gallery(painter: Painter, width: int, cells: Sequence[Cell]) -> list[Row]:
    """Makes rows of pictures, as many beside each other as keep their names in full size."""
    height = painter.px(TALL + 18) + painter.letter(20)
    count = columns(painter, [cell.face for cell in cells], width, height, most=max(1, width // painter.px(LEAST)))
    count = -(-len(cells) // -(-len(cells) // count))  # no line much shorter than the others
    return [Gallery(height, tuple(cells[at : at + count]), count) for at in range(0, len(cells), count)]


@dataclass(frozen=True, slots=True)
class Bar(Row):
    """A bar that is filled so far, under what it means; a title to what follows."""

    text: str
    share: float
    """How far, 0 to 1."""

    @property
    def heads(self) -> bool:
        """It is the title of what follows."""
        return True

    def words(self) -> str:
        """Gets what is written."""
        return self.text

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws text and bar."""
        high = painter.px(10)
        box = Rect(rect.x, rect.y, rect.width, rect.height - high - painter.px(8))
        painter.text(self.text, box, 18, theme.SHEET_TEXT, bold=True, align="left")
        bar = Rect(rect.x, box.bottom, rect.width, high)
        painter.plate(bar, theme.SHEET_LINE, 5)
        if self.share > 0:
            painter.plate(Rect(bar.x, bar.y, max(high, round(bar.width * self.share)), high), theme.GOLD_DARK, 5)


@dataclass(frozen=True, slots=True)
class People(Row):
    """Portraits in a row and a title beside them; at the end a button, if there is one."""

    text: str
    pictures: tuple[Picture, ...]
    choice: Choice | None
    room: int
    """The width of the title, in pixels."""

    @property
    def heads(self) -> bool:
        """It is the title of what follows, where nothing is to be pressed in it."""
        return self.choice is None

    def words(self) -> str:
        """Gets the title."""
        return self.text

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the button."""
        if self.choice is None:
            return ()
        height, width = painter.px(44), painter.px(BUTTON)
        place = Rect(rect.right - width, rect.centery - height // 2, width, height)
        return (Widget(self.choice.id, self.choice.label, place, self.choice.enabled, "sheet", self.choice.face),)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws portraits and title."""
        size, gap = painter.px(FACE), painter.px(4)
        for at, draw in enumerate(self.pictures):
            draw(painter, Rect(rect.x + at * (size + gap), rect.centery - size // 2, size, size))
        box = Rect(rect.x + len(self.pictures) * (size + gap) + gap, rect.y, self.room, rect.height)
        painter.text(self.text, box, 16, theme.SHEET_TEXT, bold=True, align="left", lines=3)


FACE, BUTTON = 40, 120
"""The size of a portrait and the width of the button in a row of people, in units."""


class Party(NamedTuple):
    """Who sits at a table, and the way to it."""

    title: str
    pictures: Sequence[Picture]
    choice: Choice
    """The button."""
    about: Sequence[Row]
    """What is said about them."""


def people(painter: Painter, width: int, party: Party) -> list[Row]:
    """Makes rows of people: portraits and title, what is said, and the button, beside the title if it fits.

    Args:
        painter: what draws them.
        width: of the rows, in pixels.
        party: who they are.
    """
    title, pictures, choice, about = party
    gap, button = painter.px(6), (painter.px(BUTTON), painter.px(44))
    left = width - len(pictures) * painter.px(FACE + 4) - painter.px(4)
    beside = left - button[0] - gap
    fits = painter.width(title, 16, bold=True) <= beside and painter.fits_button(choice.face, *button)
    room = beside if fits else left
    lines = min(3, painter.lines(title, room, 16, bold=True))
    height = max(painter.px(50), lines * painter.line_height(painter.letter(16)))
    row = People(height, title, tuple(pictures), choice if fits else None, room)
    return [row, *about, *([] if fits else choose(painter, width, "", [choice])), Row(gap)]
