"""What can be pressed, and how the focus moves among it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame
from pygame import Rect

Style: TypeAlias = Literal["plain", "main", "sheet", "choice", "bare"]
"""How a widget is drawn: a button on the felt, the main one, one on a panel, the chosen one of several;
tiles, slots and piles are ``bare``, drawn by their scene."""


@dataclass(frozen=True, slots=True)
class Widget:
    """Something that can be pressed."""

    id: str
    label: str
    """What it is, in full, for assistive technology and tests."""
    rect: Rect
    """Where it is, in device pixels."""
    enabled: bool = True
    style: Style = "plain"
    face: str = ""
    """What is written on it, where that is shorter than the label."""
    icon: str = ""
    """The mark drawn on it instead, a name of ``shapes.polygon``; or of small tiles, with what is written below it."""
    chosen: bool | None = None
    """Whether this choice is the one in effect; None for what is no choice."""
    around: Rect | None = None
    """Where a press counts as one on it, in device pixels, where that is more than what is seen of it."""

    @property
    def area(self) -> Rect:
        """Gets where a press counts as one on it, in device pixels."""
        return self.rect if self.around is None else self.around


def at(widgets: Sequence[Widget], pos: tuple[int, int]) -> Widget | None:
    """Gets the topmost widget at a point."""
    return next((w for w in reversed(widgets) if w.area.collidepoint(pos)), None)


def nearest(widgets: Sequence[Widget], pos: tuple[int, int]) -> int:
    """Gets the index of the widget whose middle is nearest to a point."""
    return min(range(len(widgets)), key=lambda i: (pygame.Vector2(widgets[i].rect.center) - pos).length_squared())


def step(widgets: Sequence[Widget], focus: str | None, by: int) -> str | None:
    """Gets the id that the focus moves to with Tab (``by`` 1) or Shift+Tab (-1)."""
    ids = [w.id for w in widgets]
    if not ids:
        return None
    if focus not in ids:
        return ids[0 if by > 0 else -1]
    return ids[(ids.index(focus) + by) % len(ids)]


def _face(one: Rect, other: Rect, *, upright: bool) -> bool:
    """Tells whether two rectangles share columns (upright) or lines."""
    if upright:
        return one.left < other.right and other.left < one.right
    return one.top < other.bottom and other.top < one.bottom


def towards(widgets: Sequence[Widget], focus: str | None, dx: int, dy: int) -> str | None:
    """Gets the id of the nearest widget in a direction (dx or dy is 1 or -1), ``focus`` at the border."""
    here = next((w for w in widgets if w.id == focus), None)
    if here is None:
        return step(widgets, None, 1)

    def cost(other: Widget) -> float | None:
        x, y = other.rect.centerx - here.rect.centerx, other.rect.centery - here.rect.centery
        along, across = (x * dx, y) if dx else (y * dy, x)
        # a wide button is right below a narrow one at its end
        aslant = 0.5 if _face(here.rect, other.rect, upright=not dx) else 2.5
        near_edge = max(here.rect.width * abs(dx), here.rect.height * abs(dy)) / 3
        return along + aslant * abs(across) if along > near_edge and along > abs(across) / 3 else None

    costs = {w.id: c for w in widgets if w.id != focus and (c := cost(w)) is not None}
    return min(costs, key=costs.__getitem__) if costs else focus
