"""Who sits where: name, score, tiles in the rack, and whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from okey.game import View
from okey.ui import shapes, theme
from okey.ui.layout import TableLayout
from okey.ui.session import SEAT

if TYPE_CHECKING:
    from okey.ui.app import App


_BADGES: tuple[theme.Colour, ...] = ((0, 0, 0), (176, 84, 60), (66, 104, 160), (132, 88, 150))
"""The colour of each seat's badge."""


def draw_seat(app: App, rect: Rect, seat: int, view: View) -> None:
    """Draws another player's plate."""
    painter, active = app.painter, view.actor == seat
    if active:
        blur = painter.px(8)
        glow = shapes.ready(shapes.shadow, *rect.size, painter.px(12), blur, 150)
        painter.target.blit(glow, (rect.x - blur, rect.y - blur))
    painter.plate(rect, (24, 70, 58, 240) if active else theme.PANEL, 12, theme.PANEL_EDGE)
    if active:
        painter.outline(rect, theme.GOLD, 12, 2.5)
    pad = painter.px(8)
    inner = rect.inflate(-2 * pad, -painter.px(8))
    backs_height = painter.px(13)
    text = Rect(inner.x, inner.y, inner.width, inner.height - backs_height - painter.px(3))
    ink = theme.GOLD if active else theme.CREAM
    name, score = app.seat_name(seat), str(view.scores[seat])
    narrow = rect.width < painter.px(130)
    if narrow and rect.height >= painter.px(60):
        half = text.height // 2
        painter.text(name, Rect(text.x, text.y, text.width, half), 14, ink, bold=True)
        painter.text(score, Rect(text.x, text.y + half, text.width, half), 16, ink, bold=True)
    else:
        disc = 0 if narrow else min(text.height, painter.px(26))
        badge = Rect(text.x, text.centery - disc // 2, disc, disc)
        if not narrow:
            painter.plate(badge, _BADGES[seat], 50)
            painter.text(name[0], badge, 14, theme.CREAM, bold=True)
        room = painter.px(28)
        gap = 0 if narrow else pad
        left = Rect(badge.right + gap, text.y, text.width - room - disc - gap, text.height)
        painter.text(name, left, 15, ink, bold=True, align="left")
        right = Rect(text.right - room, text.y, room, text.height)
        painter.text(score, right, 18, ink, bold=True, align="right")
    _draw_backs(app, Rect(inner.x, inner.bottom - backs_height, inner.width, backs_height), view.rack_sizes[seat])
    if view.shown_by == seat:
        painter.mark("star", (rect.right - painter.px(6), rect.y + painter.px(6)), 16, theme.GOLD)


def _draw_backs(app: App, box: Rect, count: int) -> None:
    """Draws a small rack with the backs of its tiles."""
    image = _backs(*box.size, count, line=app.px(1), shelf=app.px(3), widest=app.px(9))
    app.painter.target.blit(image, box)


@lru_cache(maxsize=32)
def _backs(width: int, height: int, count: int, *, line: int, shelf: int, widest: int) -> Surface:
    """Draws that rack; ``line`` is the gap, ``shelf`` the board's height, ``widest`` a tile's limit."""
    surface = Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((0, 0, 0, 0))
    gap = max(1, line)
    tile = Rect(0, 0, min(widest, (width - 14 * gap) // 15), height - max(1, shelf - gap))
    tile.x = (width - count * (tile.width + gap) + gap) // 2
    for _ in range(count):
        pygame.draw.rect(surface, theme.BACK_TOP, tile, border_radius=max(1, tile.width // 4))
        tile.x += tile.width + gap
    board = Rect(0, height - shelf, width, shelf)
    pygame.draw.rect(surface, theme.WOOD_LIGHT, board, border_radius=max(1, shelf // 2))
    return shapes.native(surface)


def draw_lip(app: App, lay: TableLayout, view: View) -> None:
    """Draws the player's own name and score on the rack's front edge."""
    painter, t = app.painter, app.texts
    active = view.actor == SEAT
    ink = theme.GOLD if active else (243, 226, 196)
    box = lay.lip.inflate(-painter.px(24), -painter.px(2))
    name = f"{app.seat_name(SEAT)} · {t('seat.points', points=view.scores[SEAT])}"
    rect = painter.text(name, box, 14, ink, bold=True)
    if view.shown_by == SEAT:
        painter.mark("star", (rect.right + painter.px(14), rect.centery), 15, theme.GOLD)
    if active:
        painter.outline(lay.rack, theme.GOLD, 10, 2)
