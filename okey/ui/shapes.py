"""Smooth shapes with transparency: drawn several times too large, then scaled down.

Whatever has no room, in a frame too small to play in, is drawn one pixel wide or high.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from okey.ui.theme import Colour

OVERSIZE = 4
WHITE = (255, 255, 255)

STRIP = 64
"""The height in pixels of what a picture is covered with piece by piece."""


def lighter(colour: Colour, towards: Colour, share: float) -> tuple[int, int, int]:
    """Mixes two colours; share 0 is the first."""
    red, green, blue = colour[:3]
    return (
        round(red + (towards[0] - red) * share),
        round(green + (towards[1] - green) * share),
        round(blue + (towards[2] - blue) * share),
    )


def native(surface: Surface) -> Surface:
    """Converts a picture with transparency to the form that draws fastest.

    In WebAssembly SDL blends 50 million pixels a second; run-length encoded it copies opaque runs and
    skips clear ones, which is 10 to 50 times as fast for tiles, plates and letters.  Such a picture is only
    good for the window: blended into another picture with transparency it comes out wrong.
    """
    window = pygame.display.get_surface()
    if window is None:
        return surface
    red, green, blue, _ = window.get_masks()
    alpha = 0xFFFFFFFF ^ (red | green | blue)
    converted = surface.convert(Surface((1, 1), pygame.SRCALPHA, 32, (red, green, blue, alpha)))
    converted.set_alpha(255, pygame.RLEACCEL)
    return converted


@lru_cache(maxsize=400)
def ready(draw: Callable[..., Surface], *measures: Hashable) -> Surface:
    """Gets what ``draw`` draws with ``measures``, converted for the window by ``native``."""
    return native(draw(*measures))


def forget() -> None:
    """Forgets what was drawn; for a new size of the window, where most of it would never be needed again."""
    for kept in (ready, _corner, polygon):
        kept.cache_clear()


def veil(target: Surface, colour: Colour) -> None:
    """Lays a colour over all of a picture, as opaque as it is: in strips, which take less memory than a whole one."""
    strip = ready(rounded, target.get_width(), STRIP, 0, colour)
    for y in range(0, target.get_height(), STRIP):
        target.blit(strip, (0, y))


@lru_cache(maxsize=64)
def _corner(radius: int) -> Surface:
    """Draws a white disc of a radius."""
    big = Surface((2 * radius * OVERSIZE,) * 2, pygame.SRCALPHA)
    big.fill((255, 255, 255, 0))
    pygame.draw.circle(big, (255, 255, 255, 255), (radius * OVERSIZE,) * 2, radius * OVERSIZE)
    return pygame.transform.smoothscale(big, (2 * radius, 2 * radius))


def rounded(width: int, height: int, radius: int, colour: Colour) -> Surface:
    """Draws a filled rectangle with round corners."""
    width, height = max(1, width), max(1, height)
    radius = max(0, min(radius, width // 2, height // 2))
    surface = Surface((width, height), pygame.SRCALPHA)
    surface.fill((255, 255, 255, 255))
    if radius:
        disc = _corner(radius)
        for x, right in ((0, False), (width - radius, True)):
            for y, low in ((0, False), (height - radius, True)):
                area = Rect(radius * right, radius * low, radius, radius)
                surface.fill((255, 255, 255, 0), (x, y, radius, radius))
                surface.blit(disc, (x, y), area, pygame.BLEND_RGBA_MAX)
    if colour != WHITE:
        surface.fill((*colour[:3], colour[3] if len(colour) > 3 else 255), None, pygame.BLEND_RGBA_MULT)
    return surface


def ring(width: int, height: int, radius: int, thickness: int, colour: Colour) -> Surface:
    """Draws the outline of a rectangle with round corners."""
    surface = rounded(width, height, radius, colour)
    mask = rounded(width - 2 * thickness, height - 2 * thickness, max(0, radius - thickness), (0, 0, 0))
    surface.blit(mask, (thickness, thickness), None, pygame.BLEND_RGBA_SUB)
    return surface


def frame(target: Surface, board: Surface, inner: Rect, radius: int) -> None:
    """Lays a board of the target's size over all of it but a rectangle with round corners."""
    kept = target.subsurface(inner).copy()
    target.blit(board, (0, 0))
    target.blit(kept, inner)
    disc = rounded(2 * radius, 2 * radius, radius, WHITE)
    for x, right in ((inner.left, False), (inner.right - radius, True)):
        for y, low in ((inner.top, False), (inner.bottom - radius, True)):
            corner = Rect(x, y, radius, radius)
            piece = Surface(corner.size, pygame.SRCALPHA)
            piece.blit(kept, (0, 0), corner.move(-inner.x, -inner.y))
            piece.blit(disc, (0, 0), (radius * right, radius * low, radius, radius), pygame.BLEND_RGBA_MULT)
            target.blit(board, corner, corner)
            target.blit(piece, corner)


def gradient(width: int, height: int, top: Colour, bottom: Colour) -> Surface:
    """Draws an opaque vertical gradient."""
    width, height = max(1, width), max(1, height)
    column = _dots(1, height, [lighter(top, bottom, y / max(1, height - 1)) for y in range(height)])
    return pygame.transform.scale(column, (width, height))


def _dots(width: int, height: int, colours: Iterable[tuple[int, int, int]]) -> Surface:
    """Draws an opaque picture dot by dot, row by row."""
    surface = Surface((width, height))
    surface.blit(pygame.image.frombytes(b"".join(map(bytes, colours)), (width, height), "RGB"), (0, 0))
    return surface


def rounded_gradient(width: int, height: int, radius: int, top: Colour, bottom: Colour) -> Surface:
    """Draws a vertical gradient in a rectangle with round corners."""
    surface = rounded(width, height, radius, WHITE)
    surface.blit(gradient(width, height, top, bottom), (0, 0), None, pygame.BLEND_RGB_MULT)
    return surface


def shadow(width: int, height: int, radius: int, blur: int, strength: int) -> Surface:
    """Draws a soft black shadow of a rounded rectangle, ``blur`` wider on every side."""
    width, height = max(1, width), max(1, height)
    if blur >= 12 and min(width, height) > 16 * blur:  # so soft that half the size will do
        half = shadow(width // 2, height // 2, radius // 2, blur // 2, strength)
        return pygame.transform.smoothscale(half, (width + 2 * blur, height + 2 * blur))
    small = max(2, blur // 3)
    surface = Surface((width + 2 * blur, height + 2 * blur), pygame.SRCALPHA)
    surface.fill((0, 0, 0, 0))
    core = max(2, width - blur), max(2, height - blur)
    surface.blit(
        rounded(*core, radius, (0, 0, 0, strength)),
        (blur + (width - core[0]) // 2, blur + (height - core[1]) // 2),
    )
    for _ in range(2):
        shrunk = pygame.transform.smoothscale(
            surface, (max(2, surface.get_width() // small), max(2, surface.get_height() // small))
        )
        surface = pygame.transform.smoothscale(shrunk, (width + 2 * blur, height + 2 * blur))
    return surface


def _bulb(surface: Surface, colour: Colour, half: float) -> None:
    pygame.draw.circle(surface, colour, (half, half * 0.74), half * 0.66)
    for y, width in ((1.2, 0.72), (1.54, 0.6), (1.8, 0.36)):
        bar = Rect(0, 0, round(half * width), round(half * 0.2))
        bar.center = round(half), round(half * y)
        pygame.draw.rect(surface, colour, bar, border_radius=bar.height // 2)


def _bubble(surface: Surface, colour: Colour, half: float) -> None:
    box = Rect(0, round(half * 0.2), surface.get_width(), round(half * 1.3))
    pygame.draw.rect(surface, colour, box, border_radius=round(half * 0.4))
    pygame.draw.polygon(surface, colour, [(half * x, half * y) for x, y in ((0.45, 1.4), (0.4, 1.95), (1.05, 1.4))])
    for x in (0.5, 1, 1.5):
        pygame.draw.circle(surface, (*colour[:3], 0), (half * x, box.centery), half * 0.16)


_DRAWN = {"bulb": _bulb, "bubble": _bubble}
"""The marks that a few lines draw."""


@lru_cache(maxsize=64)
def polygon(name: str, size: int, colour: Colour) -> Surface:
    """Draws a mark: ``disc``, ``ring``, ``clover``, a key of ``_DRAWN`` or of ``_POINTS``; not to be drawn on."""
    size = max(1, size)
    big = size * OVERSIZE
    surface = Surface((big, big), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    half = big / 2
    if name == "disc":
        pygame.draw.circle(surface, colour, (half, half), half * 0.86)
    elif name == "ring":
        pygame.draw.circle(surface, colour, (half, half), half * 0.92)
        pygame.draw.circle(surface, (*colour[:3], 0), (half, half), half * 0.38)
    elif name == "clover":
        for turn in range(4):
            angle = math.pi / 4 + turn * math.pi / 2
            centre = (half + math.cos(angle) * half * 0.44, half + math.sin(angle) * half * 0.44)
            pygame.draw.circle(surface, colour, centre, half * 0.42)
        pygame.draw.circle(surface, colour, (half, half), half * 0.34)
    elif name in _DRAWN:
        _DRAWN[name](surface, colour, half)
    else:
        pygame.draw.polygon(surface, colour, [(half + x * half, half + y * half) for x, y in _POINTS[name]])
    return pygame.transform.smoothscale(surface, (size, size))


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(size: int, number: int, angle: int) -> Surface:
    """Draws a die that shows a number, turned by an angle in degrees."""
    surface = rounded(size, size, size // 5, (252, 248, 238))
    for x, y in _PIPS[number]:
        pip = polygon("disc", max(2, size // 4), (150, 30, 30) if number == 1 else (40, 36, 32))
        surface.blit(pip, pip.get_rect(center=(size // 2 + x * size // 4, size // 2 + y * size // 4)))
    return pygame.transform.rotozoom(surface, angle, 1.0) if angle else surface


def _star() -> list[tuple[float, float]]:
    radii = (0.98, 0.42)
    angles = (math.pi * i / 5 - math.pi / 2 for i in range(10))
    return [(math.cos(a) * radii[i % 2], math.sin(a) * radii[i % 2] + 0.05) for i, a in enumerate(angles)]


_POINTS: dict[str, list[tuple[float, float]]] = {
    "diamond": [(0, -1), (0.8, 0), (0, 1), (-0.8, 0)],
    "triangle": [(0, -0.86), (0.96, 0.8), (-0.96, 0.8)],
    "square": [(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)],
    "star": _star(),
    "left": [(-0.6, 0), (0.5, -0.8), (0.5, 0.8)],
    "right": [(0.6, 0), (-0.5, 0.8), (-0.5, -0.8)],
    "up": [(0, -0.6), (0.9, 0.55), (-0.9, 0.55)],
    "down": [(-0.9, -0.55), (0.9, -0.55), (0, 0.6)],
    "arrow": [(-0.45, -0.7), (0.6, 0), (-0.45, 0.7)],
}


@lru_cache(maxsize=1)
def _grain() -> Surface:
    """Draws faint noise, 160 pixels square."""
    levels = 9
    noise = random.Random(7).randbytes(160 * 160).translate(bytes(value % levels for value in range(256)))
    grain = pygame.image.frombytes(noise, (160, 160), "P")
    grain.set_palette([(level, level, level) for level in range(levels)])
    return grain.convert(24)


def felt(width: int, height: int, centre: Colour, edge: Colour) -> Surface:
    """Draws cloth: lighter in the middle, with the grain of wool."""
    columns, rows = 48, 32
    dots = []
    for y in range(rows):
        for x in range(columns):
            distance = math.hypot((x + 0.5) / columns - 0.5, ((y + 0.5) / rows - 0.44) * 0.95) / 0.66
            dots.append(lighter(centre, edge, min(1.0, distance**1.6)))
    small = _dots(columns, rows, dots)
    surface = pygame.transform.smoothscale(small, (width, height))
    grain = _grain()
    for x in range(0, width, 160):
        for y in range(0, height, 160):
            surface.blit(grain, (x, y), None, pygame.BLEND_RGB_ADD)
    return surface


def medallion(size: int, colour: Colour) -> Surface:
    """Draws the ornament in the middle of the cloth: two squares turned into a star of eight, in rings."""
    big = max(8, size) * 2
    surface = Surface((big, big), pygame.SRCALPHA)
    surface.fill((*colour[:3], 0))
    half, thick = big / 2, max(2, big // 110)
    for radius in (0.98, 0.93, 0.36):
        pygame.draw.circle(surface, colour, (half, half), half * radius, thick)
    for radius in (0.9, 0.62):
        for turn in (0.0, math.pi / 4):
            angles = [turn + math.pi / 2 * step for step in range(4)]
            points = [(half + math.cos(a) * half * radius, half + math.sin(a) * half * radius) for a in angles]
            pygame.draw.polygon(surface, colour, points, thick)
    for step in range(8):
        angle = math.pi / 4 * step
        pygame.draw.circle(
            surface, colour, (half + math.cos(angle) * half * 0.76, half + math.sin(angle) * half * 0.76), half * 0.045
        )
    return pygame.transform.smoothscale(surface, (max(1, size), max(1, size)))


def wood(width: int, height: int, radius: int, top: Colour, bottom: Colour) -> Surface:
    """Draws a board with grain along its length; one with square corners is opaque."""
    width, height = max(1, width), max(1, height)
    surface = rounded_gradient(width, height, radius, top, bottom) if radius else gradient(width, height, top, bottom)
    stretch = 4  # lines this flat lose nothing by it, and take a quarter of the time
    grain = Surface((-(-width // stretch), height))
    grain.fill((255, 255, 255))
    dice = random.Random(11)
    bend = [(x // stretch, math.sin(x / width * math.pi * 2)) for x in range(0, width + 40, 10 * stretch)]
    for _ in range(max(6, height // 2)):
        y, shade, bow = dice.randrange(height), 255 - dice.randrange(4, 20), dice.uniform(-3, 3)
        points = [(x, y + bow * by) for x, by in bend]
        pygame.draw.aalines(grain, (shade, shade, shade), False, points)
    surface.blit(pygame.transform.smoothscale(grain, (width, height)), (0, 0), None, pygame.BLEND_RGB_MULT)
    return surface
