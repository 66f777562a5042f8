"""Pictures of the tiles, drawn once for each size."""

from __future__ import annotations

from typing import TypeAlias

import pygame
from pygame import Rect, Surface

from okey.tiles import FALSE_JOKER, WILD, Face, Kind, colour_of, number_of
from okey.ui import shapes, theme
from okey.ui.fonts import Fonts
from okey.ui.layout import tile_height

MARKS = ("diamond", "triangle", "ring", "square")
"""The mark of each colour, so that nobody has to tell colours apart."""


_Edges: TypeAlias = tuple[theme.Colour, theme.Colour]
"""The colours of a tile's lower edge and of its rim."""


def shadow_margin(width: int) -> int:
    """Gets how far a tile's soft shadow reaches beyond it, in pixels."""
    return max(2, width // 8)


def stack_rise(width: int) -> int:
    """Gets how much higher each tile of a stack is drawn than the one below it, in pixels."""
    return max(1, width // 9)


class TileSet:
    """Draws tiles of any size; keeps what it has drawn.

    Args:
        fonts: for the numbers.
        look: how the tiles look.
    """

    def __init__(self, fonts: Fonts, look: theme.Look) -> None:
        self._fonts = fonts
        self._look = look
        self._cache: dict[tuple[object, ...], Surface] = {}
        self._bodies: dict[tuple[int, theme.Colour, theme.Colour, _Edges], tuple[Surface, Rect]] = {}
        """Blank tiles, the same under many faces."""

    def clear(self) -> None:
        """Forgets all sizes; for a new size of the window."""
        self._cache.clear()
        self._bodies.clear()

    def draw(
        self,
        target: Surface,
        rect: Rect,
        kind: Kind,
        *,
        okey: bool = False,
        plays: Face = WILD,
        stands: bool = False,
    ) -> None:
        """Draws a tile's face.

        Args:
            target: what to draw on.
            rect: the tile's place, without its shadow.
            kind: what is printed on it.
            okey: whether it gets the okey's badge.
            plays: what a false joker plays as; ``WILD`` when that is not to be shown.
            stands: whether a wild is shown as the tile that it stands for.
        """
        key = (rect.width, kind, okey, plays if kind == FALSE_JOKER else WILD, stands)
        if key not in self._cache:
            picture = self._face(rect.width, kind, plays, okey=okey, stands=stands)
            self._cache[key] = shapes.native(picture)
        margin = shadow_margin(rect.width)
        target.blit(self._cache[key], (rect.x - margin, rect.y - margin))

    def draw_back(self, target: Surface, rect: Rect) -> None:
        """Draws a tile face down."""
        key = (rect.width, "back")
        if key not in self._cache:
            self._cache[key] = shapes.native(self._back(rect.width))
        margin = shadow_margin(rect.width)
        target.blit(self._cache[key], (rect.x - margin, rect.y - margin))

    def draw_stack(self, target: Surface, rect: Rect, count: int) -> None:
        """Draws tiles face down on each other; ``rect`` is the lowest."""
        key = (rect.width, "stack", count)
        rise = stack_rise(rect.width)
        if key not in self._cache:
            back = self._back(rect.width)
            picture = Surface((back.get_width(), back.get_height() + rise * (count - 1)), pygame.SRCALPHA)
            picture.fill((0, 0, 0, 0))
            for layer in range(count):
                picture.blit(back, (0, rise * (count - 1 - layer)))
            self._cache[key] = shapes.native(picture)
        margin = shadow_margin(rect.width)
        target.blit(self._cache[key], (rect.x - margin, rect.y - margin - rise * (count - 1)))

    def wear(self, look: theme.Look) -> None:
        """Changes how the tiles look."""
        if look != self._look:
            self._look = look
            self.clear()

    def _body(self, width: int, top: theme.Colour, bottom: theme.Colour, edges: _Edges) -> tuple[Surface, Rect]:
        """Gets a blank tile to print on, with the place of its front."""
        key = (width, top, bottom, edges)
        if key not in self._bodies:
            self._bodies[key] = self._blank(*key)
        surface, front = self._bodies[key]
        return surface.copy(), front

    def _blank(self, width: int, top: theme.Colour, bottom: theme.Colour, edges: _Edges) -> tuple[Surface, Rect]:
        """Draws a blank tile with shadow, edge and bevel."""
        side, around = edges
        height, margin = tile_height(width), shadow_margin(width)
        radius, thick = max(2, round(width * 0.13)), max(1, round(height * 0.055))
        surface = Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
        surface.fill((0, 0, 0, 0))
        soft = shapes.shadow(width - margin // 2, height - margin // 2, radius, margin, 120)
        surface.blit(soft, (margin // 4, margin // 2))
        surface.blit(shapes.rounded(width, height, radius, around), (margin, margin))
        rim = max(1, width // 48)
        edge = shapes.rounded_gradient(width - 2 * rim, height - 2 * rim, radius - rim, bottom, side)
        surface.blit(edge, (margin + rim, margin + rim))
        front = Rect(margin + rim, margin + rim, width - 2 * rim, height - 2 * rim - thick)
        surface.blit(shapes.rounded(*front.size, radius - rim, shapes.lighter(top, (255, 255, 255), 0.6)), front)
        inner = front.inflate(-2 * rim, -2 * rim)
        surface.blit(shapes.rounded_gradient(*inner.size, radius - 2 * rim, top, bottom), inner)
        return surface, front

    def _face(self, width: int, kind: Kind, plays: Face, *, okey: bool, stands: bool) -> Surface:
        look = self._look
        top, bottom = (look.okey_top, look.okey_bottom) if okey else (look.top, look.bottom)
        surface, front = self._body(width, top, bottom, (look.edge, look.rim))
        if kind == FALSE_JOKER:
            self._emblem(surface, front, plays)
        else:
            self._print(surface, front, kind)
        if okey or stands:
            self._badge(surface, front, width)
        return surface

    def _print(self, surface: Surface, front: Rect, kind: Kind) -> None:
        """Prints number and mark."""
        if self._look.band:
            self._print_band(surface, front, kind)
            return
        colour = self._look.colours[colour_of(kind)]
        number = self._number(str(number_of(kind)), round(front.width * 0.84), round(front.height * 0.56), colour)
        surface.blit(number, number.get_rect(center=(front.centerx, front.y + round(front.height * 0.36))))
        size = max(9, round(front.width * 0.32))
        mark = shapes.polygon(MARKS[colour_of(kind)], size, colour)
        surface.blit(mark, mark.get_rect(center=(front.centerx, front.y + round(front.height * 0.8))))

    def _print_band(self, surface: Surface, front: Rect, kind: Kind) -> None:
        """Prints the number in black over a band of the colour with a large white mark."""
        colours = self._look.colours
        colour, ink = colours[colour_of(kind)], colours[-1]
        height = round(front.height * 0.4)
        inset = max(1, front.width // 14)
        band = Rect(front.x + inset, front.bottom - inset - height, front.width - 2 * inset, height)
        surface.blit(shapes.rounded(*band.size, max(2, front.width // 9), colour), band)
        paper = (255, 255, 255) if sum(colour[:3]) < 420 else ink
        mark = shapes.polygon(MARKS[colour_of(kind)], max(6, round(height * 0.78)), paper)
        surface.blit(mark, mark.get_rect(center=band.center))
        number = self._number(str(number_of(kind)), round(front.width * 0.84), round(front.height * 0.44), ink)
        surface.blit(number, number.get_rect(center=(front.centerx, (front.y + band.y) // 2 + 1)))

    def _number(self, text: str, width: int, height: int, colour: theme.Colour) -> Surface:
        """Draws a number as large as fits, cut to its ink."""
        size = round(height * 1.45)
        while True:
            image = self._fonts.get(size, bold=True).render(text, True, colour)
            ink = image.get_bounding_rect()
            if (ink.width <= width and ink.height <= height) or size <= 6:
                return image.subsurface(ink)
            size -= 1

    def _emblem(self, surface: Surface, front: Rect, plays: Face) -> None:
        """Draws the false joker's clover and, small, the tile that it plays as."""
        size = round(front.width * 0.72)
        clover = shapes.polygon("clover", size, self._look.joker)
        shown = plays != WILD
        centre = (front.centerx, front.y + round(front.height * (0.37 if shown else 0.48)))
        surface.blit(clover, clover.get_rect(center=centre))
        star = shapes.polygon("star", round(size * 0.42), self._look.top)
        surface.blit(star, star.get_rect(center=centre))
        if shown:
            colour = self._look.colours[-1 if self._look.band else colour_of(plays)]
            text = self._number(str(number_of(plays)), round(front.width * 0.42), round(front.height * 0.2), colour)
            mark = shapes.polygon(MARKS[colour_of(plays)], max(5, round(front.width * 0.19)), colour)
            gap = max(2, front.width // 14)
            left = front.centerx - (text.get_width() + gap + mark.get_width()) // 2
            y = front.y + round(front.height * 0.82)
            surface.blit(text, text.get_rect(midleft=(left, y)))
            surface.blit(mark, mark.get_rect(midleft=(left + text.get_width() + gap, y)))

    def _badge(self, surface: Surface, front: Rect, width: int) -> None:
        """Rings a tile in gold and puts a star into its corner."""
        thickness = max(1, round(width / 22))
        around = shapes.ring(*front.size, max(2, round(width * 0.12)), thickness, theme.GOLD_DARK)
        surface.blit(around, front)
        size = max(8, round(width * 0.27))
        star = shapes.polygon("star", size, theme.GOLD_DARK)
        surface.blit(star, star.get_rect(bottomright=(front.right - thickness, front.bottom - thickness)))

    def _back(self, width: int) -> Surface:
        surface, front = self._body(width, theme.BACK_TOP, theme.BACK_BOTTOM, (theme.BACK_EDGE, theme.BACK_RIM))
        inset = max(2, width // 9)
        inner = front.inflate(-2 * inset, -2 * inset)
        line = max(1, width // 40)
        surface.blit(shapes.ring(*inner.size, max(2, width // 12), line, theme.BACK_MOTIF), inner)
        return surface
