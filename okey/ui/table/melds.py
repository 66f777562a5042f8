"""Draws the melds on the felt, and where a lifted tile may join them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from okey.tiles import FALSE_JOKER, Tile, kind_of
from okey.ui import theme
from okey.ui.table.listing import stands

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def draw_melds(scene: TableScene, surface: Surface, hidden: Collection[Tile]) -> None:
    """Draws all melds that are seen on an opaque picture of the table.

    Args:
        scene: the table.
        surface: the picture.
        hidden: tiles that are still under way.
    """
    board, room, faces = scene.melds.board(), scene.melds.room(), scene.view.faces
    assert faces is not None
    tiles = scene.app.tiles
    surface.set_clip(room)
    for number, place in board.melds.items():
        rect = scene.melds.on_screen(place)
        if not rect.colliderect(room):
            continue
        meld = scene.view.melds[number]
        stripe = max(2, board.tile // 12)
        colour = theme.SEAT_COLOURS[meld.owner]
        pygame.draw.rect(surface, colour, (rect.x + 1, rect.bottom, rect.width - 2, stripe), border_radius=stripe)
        for index, (tile, stands_for) in enumerate(stands(scene.view, meld)):
            if tile in hidden:
                continue
            at = scene.melds.on_screen(board.tile_at(number, index))
            if stands_for is not None:
                tiles.draw(surface, at, stands_for, okey=True, stands=True)
            elif kind_of(tile) == FALSE_JOKER:
                tiles.draw(surface, at, FALSE_JOKER, plays=faces.false_joker)
            else:
                tiles.draw(surface, at, kind_of(tile))
        for end in meld.blocked:
            x = rect.left - stripe if end == "low" else rect.right
            pygame.draw.rect(surface, theme.ALARM, (x - 1, rect.y, stripe + 2, rect.height), border_radius=stripe)
    surface.set_clip(None)


def draw_targets(scene: TableScene) -> None:
    """Frames the melds that the lifted tile, or the one in hand, may join."""
    drag = scene.pointer.drag
    carried = drag.tiles if drag is not None and drag.carries and drag.source == "rack" else []
    tile = carried[0] if len(carried) == 1 else scene.selected
    if scene.layout.board is None:
        return
    painter, board, room = scene.app.painter, scene.melds.board(), scene.melds.room()
    if len(carried) > 1 and drag is not None and scene.pointer.over(drag)[0] in ("board", "meld"):
        painter.outline(scene.layout.board, theme.GOLD, 10, 2)
    if tile is None or scene.app.settings.hints == "none":
        return
    under = scene.pointer.over(drag) if drag is not None and carried else ("", 0)
    for number, end in scene.possible.places(tile):
        rect = scene.melds.on_screen(board.melds[number])
        if rect.colliderect(room):
            ghost = Rect(rect.x if end == "low" else rect.right - board.tile, rect.y, board.tile, rect.height)
            ghost.x += -board.tile // 3 if end == "low" else board.tile // 3
            lit = under == ("meld", number) and drag is not None and scene.pointer.end_under(drag, number) == end
            painter.plate(ghost.clip(room), (*theme.GOLD, 150 if lit else 60), 6, theme.GOLD)
    for number in scene.possible.swaps(tile):
        for index, (_, stands_for) in enumerate(stands(scene.view, scene.view.melds[number])):
            at = scene.melds.on_screen(board.tile_at(number, index))
            if stands_for is not None and room.contains(at):
                painter.outline(at, theme.FOCUS, 6, 2.5)
