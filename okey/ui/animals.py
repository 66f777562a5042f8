"""Animals that a player can look like, as data: ellipses and polygons, drawn one over the other."""

from __future__ import annotations

from typing import NamedTuple

from okey.ui.theme import Colour


class Shape(NamedTuple):
    """A part of an animal: an ellipse, or a polygon where there are corners."""

    colour: Colour
    ellipse: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Centre and radii, in hundredths of the portrait's size."""
    corners: tuple[tuple[float, float], ...] = ()
    """In hundredths too."""


def _round(colour: Colour, x: float, y: float, wide: float, high: float) -> Shape:
    return Shape(colour, (x, y, wide, high))


def _both(colour: Colour, x: float, y: float, wide: float, high: float) -> tuple[Shape, ...]:
    """Makes an ellipse on either side, ``x`` from the middle."""
    return tuple(_round(colour, 50 + side * x, y, wide, high) for side in (-1, 1))


def _corners(colour: Colour, *corners: tuple[float, float]) -> tuple[Shape, ...]:
    """Makes a polygon on either side, its corners ``x`` from the middle."""
    return tuple(Shape(colour, corners=tuple((50 + side * x, y) for x, y in corners)) for side in (-1, 1))


def _eyes(x: float, y: float, size: float, ink: Colour = (34, 28, 26)) -> tuple[Shape, ...]:
    glint = tuple(
        _round((255, 255, 255), 50 + side * x + 1, y - size * 0.35, size * 0.3, size * 0.3) for side in (-1, 1)
    )
    return (*_both(ink, x, y, size, size), *glint)


_INK, _NOSE, _WHITE = (40, 32, 30), (206, 112, 112), (250, 246, 238)
_GREY, _FUR, _SHELL, _SKIN = (128, 128, 136), (206, 106, 44), (112, 92, 48), (136, 172, 92)
_OWL, _FACE, _BEAK, _BROWN, _HARE = (124, 88, 58), (226, 202, 164), (226, 160, 50), (120, 80, 52), (222, 212, 202)

ANIMALS: dict[str, tuple[Shape, ...]] = {
    "cat": (
        *_corners(_GREY, (31, 12), (8, 30), (30, 46)), *_corners((224, 170, 170), (27, 21), (13, 31), (27, 42)),
        _round(_GREY, 50, 106, 30, 30), _round(_GREY, 50, 54, 31, 27), *_both(_WHITE, 8, 65, 11, 9),
        *_eyes(13, 51, 5.4), _round(_NOSE, 50, 60, 4, 3), *_corners(_INK, (12, 64), (32, 60), (32, 61.5)),
        *_corners(_INK, (12, 67), (32, 68), (32, 69.5)), *_corners((100, 100, 108), (0, 29), (2, 29), (2, 38), (0, 38)),
        *_corners((100, 100, 108), (7, 30), (9, 30), (8, 38)),
    ),
    "owl": (
        *_corners(_OWL, (27, 12), (6, 32), (30, 42)), _round(_OWL, 50, 62, 33, 42), _round(_FACE, 50, 92, 20, 26),
        *_both(_FACE, 14, 46, 16, 17), *_both(_BEAK, 13, 46, 10, 10), *_eyes(13, 46, 6.4),
        *_corners(_BEAK, (0, 68), (0, 54), (5, 56)),
        *_corners((96, 66, 42), (0, 34), (5, 34), (25, 27), (8, 38), (0, 38)),
    ),
    "fox": (
        *_corners(_FUR, (33, 9), (9, 30), (31, 48)), *_corners(_INK, (32, 10), (24, 19), (32, 24)),
        _round(_FUR, 50, 108, 30, 30), *_corners(_FUR, (0, 26), (26, 34), (37, 58), (0, 84)),
        *_corners(_WHITE, (37, 58), (16, 55), (0, 70), (0, 84)), *_eyes(14, 50, 4.8), _round(_INK, 50, 80, 5, 4),
    ),
    "tortoise": (
        _round(_SHELL, 50, 82, 42, 36), _round((138, 116, 64), 50, 80, 34, 28), *_both(_SHELL, 17, 84, 10, 10),
        _round(_SHELL, 50, 100, 12, 10), _round(_SKIN, 50, 62, 12, 22), _round(_SKIN, 50, 42, 22, 20),
        *_eyes(11, 38, 4.6), *_both((96, 130, 62), 3, 46, 1.2, 1), *_corners((96, 130, 62), (0, 53), (10, 51), (0, 55)),
    ),
    "rabbit": (
        *_both(_HARE, 12, 22, 8, 24), *_both((232, 176, 178), 12, 23, 4, 17), _round(_HARE, 50, 108, 30, 30),
        _round(_HARE, 50, 60, 26, 25), *_both(_WHITE, 7, 70, 9, 8), *_eyes(12, 55, 4.8), _round(_NOSE, 50, 64, 4, 3),
        *_corners(_WHITE, (0, 73), (4, 73), (4, 81), (0, 81)),
    ),
    "bear": (
        *_both(_BROWN, 25, 30, 12, 12), *_both((170, 122, 88), 25, 30, 6.5, 6.5), _round(_BROWN, 50, 108, 34, 30),
        _round(_BROWN, 50, 54, 32, 29), _round((190, 148, 112), 50, 66, 16, 13), *_eyes(13, 48, 4.4),
        _round(_INK, 50, 61, 6, 4.4), *_corners(_INK, (0, 63), (1, 63), (1, 72), (0, 72)),
    ),
}  # fmt: skip
"""Every animal by its name."""
