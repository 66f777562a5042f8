"""Measures that all scenes share: what a unit is, what is safe to draw on, panels and columns."""

from __future__ import annotations

from pygame import Rect

from okey.bridge import Viewport

ASPECT = 1.38
"""A tile's height for a width of 1."""

LEAST = 8
"""The least width of a tile in device pixels, in a frame too small to play in."""


def tile_height(width: int) -> int:
    """Gets the height of a tile of a width, both in pixels."""
    return round(width * ASPECT)


def tile_rect(width: int) -> Rect:
    """Gets the rectangle of a tile of a width, at the origin."""
    return Rect(0, 0, width, tile_height(width))


def unit(viewport: Viewport) -> float:
    """Gets how many device pixels one unit of the design has: a CSS pixel, more on large screens."""
    width, height = viewport.width / viewport.ratio, viewport.height / viewport.ratio
    return viewport.ratio * min(2.4, max(1.0, min(max(width, height) / 850, min(width, height) / 640)))


def safe_area(viewport: Viewport) -> Rect:
    """Gets what notches and system bars leave free."""
    top, right, bottom, left = viewport.insets
    return Rect(left, top, viewport.width - left - right, viewport.height - top - bottom)


def panel(viewport: Viewport, width: float, height: float) -> Rect:
    """Places a panel of a wished size, in units, in the middle of the safe area, as much of it as fits."""
    u = unit(viewport)
    area = safe_area(viewport).inflate(-round(12 * u), -round(12 * u))
    rect = Rect(0, 0, min(area.width, round(width * u)), min(area.height, round(height * u)))
    rect.center = area.center
    return rect


def split(rect: Rect, count: int, gap: int) -> list[Rect]:
    """Splits a rectangle into equal columns with gaps between them."""
    edges = [rect.x + i * (rect.width + gap) / count for i in range(count + 1)]
    return [
        Rect(round(edges[i]), rect.y, round(edges[i + 1]) - gap - round(edges[i]), rect.height) for i in range(count)
    ]


def grid(rect: Rect, count: int, least: int, gap: int, tallest: int) -> list[Rect]:
    """Splits a rectangle among buttons: below each other while they keep ``least`` height, else side by side too.

    Args:
        rect: the room, in pixels.
        count: how many buttons; the first gets the last row's whole width where they do not fill a grid.
        least: the least height of a row.
        gap: between buttons.
        tallest: the greatest height of a row.
    """
    if not count:
        return []
    rows = max(1, min(count, (rect.height + gap) // (least + gap)))
    columns = -(-count // rows)
    rows = -(-count // columns)
    height = min(tallest, (rect.height + gap) // rows - gap)
    top = rect.centery - (rows * (height + gap) - gap) // 2
    first = count - (rows - 1) * columns
    found: list[Rect] = []
    for row in range(rows):
        line = Rect(rect.x, top + row * (height + gap), rect.width, height)
        found += split(line, first if row == 0 else columns, gap)
    return found
