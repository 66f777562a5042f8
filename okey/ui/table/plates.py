"""Who sits where: name, score, tiles in the rack, what was opened or declared, and whose turn it is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from okey.game import View
from okey.game.scoring import side_totals
from okey.ui import shapes, theme
from okey.ui.draft import SEAT
from okey.ui.table.layout import TableLayout
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App


def score_of(view: View, seat: int) -> int:
    """Gets the score that a seat shows: its side's, where partners play together."""
    return side_totals(view.rules, view.scores)[view.rules.side_of(seat)]


def badge_of(app: App, view: View, seat: int, *, short: bool = False) -> str:
    """Says in a word or two what a seat has opened or declared; even shorter where there is little room."""
    player, t = view.seats[seat], app.texts
    if player.eliminated:
        return t("badge.eliminated")
    parts = []
    if player.konkan:
        parts.append(t("badge.konkan"))
    if player.opened is not None and (player.opened_with or not player.konkan):
        key = f"badge.opened_{player.opened}"
        parts.append(
            str(player.opened_with) if short and player.opened == "series" else t(key, value=player.opened_with)
        )
    elif player.declared:
        parts.append(t("badge.declared"))
    return " · ".join(parts)


def draw_seat(app: App, rect: Rect, seat: int, view: View) -> None:
    """Draws another player's plate."""
    painter, active = app.painter, view.actor == seat
    if active:
        blur = painter.px(8)
        glow = shapes.ready(shapes.shadow, *rect.size, painter.px(12), blur, 150)
        painter.target.blit(glow, (rect.x - blur, rect.y - blur))
    painter.plate(rect, app.cloth.active if active else app.cloth.plate, 12, theme.PLATE_EDGE)
    if active:
        painter.outline(rect, theme.GOLD, 12, 2.5)
    if view.rules.teams != "none":
        ours = view.rules.side_of(seat) == view.rules.side_of(SEAT)
        side = Rect(rect.x + painter.px(2), rect.y + painter.px(8), painter.px(3), rect.height - painter.px(16))
        pygame.draw.rect(painter.target, theme.GOLD if ours else theme.MUTED, side, border_radius=painter.px(2))
    pad = painter.px(10 if rect.width >= painter.px(110) else 7)
    inner = rect.inflate(-2 * pad, -painter.px(8))
    low = max(painter.px(14), min(app.line(14), inner.height // 4))
    text = Rect(inner.x, inner.y, inner.width, inner.height - low - painter.px(2))
    _draw_name(app, rect, text, seat, view)
    _draw_lower(app, Rect(inner.x, inner.bottom - low, inner.width, low), seat, view)
    if view.shown_by == seat:
        painter.mark("star", (rect.right - painter.px(6), rect.y + painter.px(6)), 16, theme.GOLD)


def _draw_name(app: App, rect: Rect, text: Rect, seat: int, view: View) -> None:
    """Writes name and score, below each other where a plate is narrow and high."""
    painter = app.painter
    ink = theme.GOLD if view.actor == seat else theme.CREAM
    name, score = app.seat_name(seat), signed(score_of(view, seat))
    narrow = rect.width < painter.px(130)
    if narrow and rect.height >= painter.px(60):
        half = text.height // 2
        painter.text(name, Rect(text.x, text.y, text.width, half), 14, ink, bold=True)
        painter.text(score, Rect(text.x, text.y + half, text.width, half), 16, ink, bold=True)
        return
    disc = 0 if narrow else min(text.height, painter.px(26))
    badge = Rect(text.x, text.centery - disc // 2, disc, disc)
    if not narrow:
        painter.plate(badge, theme.SEAT_COLOURS[seat], 50)
        painter.text(name[0], badge, 14, theme.CREAM, bold=True)
    room = painter.px(34 if narrow else 46)
    gap = 0 if narrow else painter.px(8)
    right = Rect(text.right - room, text.y, room, text.height)
    shown = painter.text(score, right, 15 if narrow else 18, ink, bold=True, align="right")
    left = badge.right + gap
    box = Rect(left, text.y, shown.left - painter.px(4) - left, text.height)
    painter.text(name, box, 14 if narrow else 15, ink, bold=True, align="left")


def _draw_lower(app: App, box: Rect, seat: int, view: View) -> None:
    """Draws how many tiles a seat holds, and what it opened or declared."""
    painter, count = app.painter, view.rack_sizes[seat]
    badge = badge_of(app, view, seat, short=box.width < painter.px(90))
    if not badge and count <= 15:
        app.painter.target.blit(_backs(*box.size, count, line=app.px(1), shelf=app.px(3), widest=app.px(9)), box)
        return
    tile = Rect(box.x, box.y + painter.px(1), painter.px(9), box.height - painter.px(2))
    pygame.draw.rect(painter.target, theme.BACK_TOP, tile, border_radius=max(1, painter.px(2)))
    left = tile.right + painter.px(3)
    number = Rect(left, box.y, min(app.line(18), max(painter.px(18), (box.right - left) // 2)), box.height)
    painter.text(str(count), number, 13, theme.CREAM, bold=True, align="left")
    if badge:
        left = number.right + painter.px(2)
        chip = Rect(left, box.y - painter.px(1), box.right - left + painter.px(4), box.height + painter.px(2))
        painter.plate(chip, theme.GOLD, 7)
        painter.text(badge, chip.inflate(-painter.px(6), 0), 12, theme.INK, bold=True)


@lru_cache(maxsize=32)
def _backs(width: int, height: int, count: int, *, line: int, shelf: int, widest: int) -> Surface:
    """Draws a small rack; ``line`` is the gap, ``shelf`` the board's height, ``widest`` a tile's limit."""
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
    """Draws the player's own name and score, and how far the match is, on the rack's front edge."""
    painter, t = app.painter, app.texts
    active = view.actor == SEAT
    ink = theme.GOLD if active else (243, 226, 196)
    box = lay.lip.inflate(-painter.px(24), -painter.px(2))
    shared = lay.message.colliderect(lay.lip)
    if shared:
        box.width = lay.message.left - box.x - painter.px(4)
    painter.plate(box.inflate(painter.px(12), -painter.px(2)), (*theme.WOOD_DARK, 190), 7)
    parts = [app.seat_name(SEAT), t("seat.points", points=signed(score_of(view, SEAT)))]
    rules = view.rules
    if rules.match_end in ("n_hands", "five_plus_determine"):
        last = rules.n_hands[0] + (rules.match_end == "five_plus_determine")
        hand = min(view.hands_played + (view.result is None), last)
        parts.append(t("seat.hand", hand=hand, last=last))
    badge = badge_of(app, view, SEAT)
    rect = painter.text(
        " · ".join([*parts, *([badge] if badge else [])]), box, 14, ink, bold=True, lines=2 if shared else 1
    )
    if view.shown_by == SEAT:
        painter.mark("star", (rect.right + painter.px(14), rect.centery), 15, theme.GOLD)
    if active:
        painter.outline(lay.rack, theme.GOLD, 10, 2)
