"""The pictures among the phrases, drawn by code: faces, and a glass of tea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from okey.ui import shapes
from okey.ui.layout import split
from okey.ui.scenes.rows import Choice, Row
from okey.ui.shapes import OVERSIZE
from okey.ui.theme import SHEET_EDGE, SHEET_TEXT, Colour
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.painter import Painter

FACES = ("smile", "laugh", "cool", "sad", "surprised", "tea")
"""The phrases that are shown as pictures."""

SKIN, RIM, INK = (255, 205, 76), (206, 140, 22), (74, 46, 14)
MOUTH, TONGUE, TEAR = (122, 34, 30), (238, 116, 106), (84, 164, 232)
GLASS, TEA, SAUCER, SHINE = (226, 238, 244), (176, 62, 24), (244, 240, 232), (255, 255, 255)


class _Pen:
    """Draws on a square with measures in hundredths of its side."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self._scale = surface.get_width() / 100

    def _box(self, x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
        scale = self._scale
        return ((x - wide) * scale, (y - high) * scale, 2 * wide * scale, 2 * high * scale)

    def ellipse(self, colour: Colour, x: float, y: float, wide: float, high: float) -> None:
        pygame.draw.ellipse(self.surface, colour, self._box(x, y, wide, high))

    def bow(self, colour: Colour, x: float, y: float, wide: float, high: float, *, up: bool, thick: float = 5) -> None:
        """Draws an open curve with round ends: bent upwards like a brow, or downwards like a smile."""
        points = [pygame.Vector2(x, y) + pygame.Vector2(-wide, 0).rotate(step * 6) for step in range(31)]
        for point in points:
            dy = (point.y - y) * high / wide
            centre = (point.x * self._scale, (y + (dy if up else -dy)) * self._scale)
            pygame.draw.circle(self.surface, colour, centre, thick / 2 * self._scale)

    def shape(self, colour: Colour, *corners: tuple[float, float]) -> None:
        pygame.draw.polygon(self.surface, colour, [(x * self._scale, y * self._scale) for x, y in corners])


def _head(pen: _Pen) -> None:
    pen.ellipse(RIM, 50, 50, 47, 47)
    pen.ellipse(SKIN, 50, 49, 43, 42.5)


def _eyes(pen: _Pen, high: float = 8) -> None:
    for x in (34, 66):
        pen.ellipse(INK, x, 41, 5.5, high)


def _smile(pen: _Pen) -> None:
    _head(pen)
    _eyes(pen)
    pen.bow(INK, 50, 56, 23, 17, up=False)


def _laugh(pen: _Pen) -> None:
    _head(pen)
    for x in (33, 67):
        pen.bow(INK, x, 42, 8, 8, up=True)
    mouth = [(27 + 46 * step / 20, 56 + 26 * (1 - ((step - 10) / 10) ** 2)) for step in range(21)]
    pen.shape(MOUTH, *mouth)
    pen.ellipse(TONGUE, 50, 74, 11, 6)
    pen.shape(SHINE, (31, 57), (69, 57), (65, 63), (35, 63))


def _cool(pen: _Pen) -> None:
    _head(pen)
    for x in (32, 68):
        pen.ellipse((34, 36, 44), x, 42, 15.5, 12.5)
    pen.shape((34, 36, 44), (14, 31), (86, 31), (86, 38), (14, 38))
    for x in (27, 63):
        pen.ellipse((112, 122, 140), x, 38, 4, 3)
    pen.bow(INK, 52, 64, 17, 10, up=False)


def _sad(pen: _Pen) -> None:
    _head(pen)
    _eyes(pen, 7)
    pen.bow(INK, 50, 74, 19, 13, up=True)
    pen.shape(TEAR, (70, 50), (76, 62), (64, 62))
    pen.ellipse(TEAR, 70, 63, 6, 6.5)


def _surprised(pen: _Pen) -> None:
    _head(pen)
    for x in (33, 67):
        pen.ellipse(SHINE, x, 40, 10, 11)
        pen.ellipse(INK, x, 41, 5, 6)
    pen.ellipse(MOUTH, 50, 71, 10, 13)


def _tea(pen: _Pen) -> None:
    pen.ellipse((196, 60, 56), 50, 84, 40, 11)
    pen.ellipse(SAUCER, 50, 82, 38, 9)
    pen.shape(GLASS, (30, 12), (70, 12), (63, 44), (70, 68), (62, 80), (38, 80), (30, 68), (37, 44))
    pen.shape(TEA, (33, 24), (67, 24), (61, 44), (67, 67), (60, 77), (40, 77), (33, 67), (39, 44))
    pen.ellipse(GLASS, 50, 12, 20, 4)
    pen.ellipse((214, 104, 46), 50, 24, 16.5, 3.5)
    pen.shape(SHINE, (40, 30), (44, 30), (43, 46), (45, 64), (41, 64), (40, 46))


_DRAWN = {"smile": _smile, "laugh": _laugh, "cool": _cool, "sad": _sad, "surprised": _surprised, "tea": _tea}


@lru_cache(maxsize=64)
def face(size: int, name: str) -> Surface:
    """Draws one of ``FACES``, so many pixels wide and high; not to be drawn on."""
    big = max(1, size) * OVERSIZE
    surface = Surface((big, big), pygame.SRCALPHA)
    surface.fill((*RIM, 0))
    _DRAWN[name](_Pen(surface))
    return pygame.transform.smoothscale(surface, (max(1, size), max(1, size)))


@dataclass(frozen=True, slots=True)
class Pictures(Row):
    """Buttons with pictures on them, beside each other."""

    choices: tuple[Choice, ...]
    """What is written on each is the name of its picture."""

    def widgets(self, painter: Painter, rect: Rect) -> Sequence[Widget]:
        """Lists the buttons."""
        room = Rect(rect.x, rect.y, rect.width, rect.height - painter.px(6))
        places = split(room, len(self.choices), painter.px(6))
        return [Widget(c.id, c.label, place, c.enabled, "bare") for c, place in zip(self.choices, places, strict=True)]

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws them."""
        for choice, widget in zip(self.choices, self.widgets(painter, rect), strict=True):
            painter.plate(widget.rect, (239, 229, 205), 10, SHEET_EDGE)
            draw_face(painter, widget.rect, choice.face, 0.8)


@dataclass(frozen=True, slots=True)
class Said(Row):
    """Who has said what: in words, or as a picture behind the name."""

    name: str
    phrase: str
    text: str
    """The phrase in words."""

    def words(self) -> str:
        """Gets it in words."""
        return f"{self.name}: {self.text}"

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Writes or draws it."""
        if self.phrase not in FACES:
            painter.text(self.words(), rect, 15, SHEET_TEXT, align="left")
            return
        name = painter.text(f"{self.name}:", rect, 15, SHEET_TEXT, align="left")
        draw_face(painter, Rect(name.right + painter.px(6), rect.y, rect.height, rect.height), self.phrase)


def draw_face(painter: Painter, rect: Rect, name: str, share: float = 1.0) -> None:
    """Draws a picture in the middle of a rectangle, as large as goes, or a share of that."""
    image = shapes.ready(face, round(min(rect.size) * share), name)
    painter.target.blit(image, image.get_rect(center=rect.center))
