"""Portraits of the players, drawn by code: the same name always looks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from zlib import crc32

import pygame
from pygame import Surface

from okey.ui.animals import ANIMALS, Shape
from okey.ui.shapes import OVERSIZE, lighter
from okey.ui.theme import Colour

Ellipse: TypeAlias = tuple[float, float, float, float]
"""Centre and radii, in hundredths of the portrait's size."""


@dataclass(frozen=True, slots=True)
class Face:
    """What somebody looks like."""

    hair: str
    """A key of ``HAIR``."""
    colour: Colour = (52, 38, 30)
    """Of the hair, or of the scarf."""
    skin: Colour = (240, 200, 166)
    glasses: bool = False
    moustache: bool = False
    lips: Colour = (150, 74, 62)


BLACK, BROWN, AUBURN, BLOND, GREY = (38, 32, 32), (82, 54, 36), (132, 66, 36), (206, 160, 92), (168, 166, 162)
LIGHT, WARM, DARK = (246, 212, 182), (234, 190, 152), (208, 156, 116)
RED = (186, 62, 66)

FACES = {
    "": Face("parted", BROWN, WARM),
    "Elif": Face("long", AUBURN, LIGHT, lips=RED),
    "Mehmet": Face("short", BLACK, WARM, moustache=True),
    "Zeynep": Face("bun", BLACK, LIGHT, glasses=True, lips=RED),
    "Ahmet": Face("cap", GREY, WARM, moustache=True),
    "Ayşe": Face("bob", BROWN, LIGHT, lips=RED),
    "Can": Face("curly", BROWN, WARM),
    "Defne": Face("long", BLOND, LIGHT, lips=RED),
    "Emre": Face("parted", BLACK, WARM, glasses=True),
    "Fatma": Face("scarf", (110, 132, 176), WARM, lips=RED),
    "Hakan": Face("bald", GREY, WARM, moustache=True),
    "İpek": Face("bob", BLACK, WARM, glasses=True, lips=RED),
    "Mert": Face("short", BROWN, LIGHT),
    "Nazlı": Face("scarf", (176, 108, 126), LIGHT, lips=RED),
    "Ömer": Face("parted", GREY, DARK, glasses=True),
    "Selin": Face("bun", AUBURN, LIGHT, lips=RED),
    "Tuğba": Face("long", BLACK, WARM, lips=RED),
    "Umut": Face("curly", BLACK, DARK),
    "Yıldız": Face("bob", BLOND, LIGHT, lips=RED),
}
"""The faces of the names that the game gives; the person's own is at first that under the empty one."""

CAST = {
    "Bahar": Face("bun", BROWN, WARM, lips=RED),
    "Nuri": Face("cap", (92, 104, 84), DARK),
    "Tolga": Face("curly", BLOND, LIGHT),
    "Gül": Face("bob", AUBURN, WARM, lips=RED),
    "Kerem": Face("short", AUBURN, LIGHT, glasses=True),
    "Sabiha": Face("scarf", (96, 148, 128), LIGHT, glasses=True, lips=RED),
    "Leyla": Face("long", BLACK, DARK, lips=RED),
    "Rıza": Face("bald", BLACK, WARM, glasses=True, moustache=True),
    "Kadir": Face("parted", GREY, WARM, moustache=True),
    "Nermin": Face("bun", GREY, LIGHT, glasses=True, lips=RED),
    "Cemil": Face("cap", (58, 66, 92), LIGHT, glasses=True, moustache=True),
    "Şahin": Face("short", GREY, DARK, moustache=True),
}
"""The faces of the club's characters."""

AVATARS = (*FACES, *ANIMALS)
"""What the person can look like: faces, then animals."""

HAIR: dict[str, tuple[tuple[Ellipse, ...], tuple[Ellipse, ...]]] = {
    "short": ((), ((50, 41, 25, 22),)),
    "parted": ((), ((50, 40, 25.5, 22), (40, 30, 17, 12), (60, 28, 15, 11))),
    "curly": ((), tuple((50 + x, 36 + y, 9, 9) for x, y in (
        (-22, 8), (-18, -3), (-10, -11), (0, -14), (10, -11), (18, -3), (22, 8), (0, -2), (-10, 0), (10, 0)))),
    "bob": (((50, 52, 31, 32),), ((50, 40, 27, 23),)),
    "long": (((50, 48, 30, 34), (27, 72, 10, 24), (73, 72, 10, 24)), ((50, 40, 26.5, 22),)),
    "bun": (((50, 14, 11, 11), (50, 46, 27, 28)), ((50, 40, 26, 22),)),
    "scarf": (((50, 50, 33, 37), (50, 84, 26, 16)), ((50, 40, 29, 26),)),
    "bald": (((27, 52, 6, 10), (73, 52, 6, 10)), ()),
    "cap": (((28, 50, 5, 9), (72, 50, 5, 9)), ((50, 33, 28, 14), (50, 39, 30, 7))),
}  # fmt: skip
"""What of each hair lies behind the head, and what on it above the forehead."""


def face_of(name: str) -> Face:
    """Gets what somebody of a name looks like."""
    known = FACES.get(name) or CAST.get(name)
    if known is not None:
        return known
    seed = crc32(name.encode())
    hair = ("short", "parted", "curly", "bob", "long", "bun")[seed % 6]
    colour = (BLACK, BROWN, AUBURN, BLOND, GREY)[seed // 6 % 5]
    return replace(Face(hair, colour, (LIGHT, WARM, DARK)[seed // 30 % 3]), glasses=seed // 90 % 4 == 0)


def portrait(size: int, name: str, ground: Colour) -> Surface:
    """Draws head and shoulders of somebody in a disc.

    Args:
        size: the disc's diameter in pixels.
        name: who it is, or an animal.
        ground: the colour of disc and clothes.
    """
    surface = _ground(size, ground)
    if name in ANIMALS:
        _draw_animal(surface, ANIMALS[name])
    else:
        _draw_person(surface, face_of(name), ground)
    return _disc(surface, size)


def _draw_animal(surface: Surface, shapes: Sequence[Shape]) -> None:
    scale = surface.get_width() / 100
    for shape in shapes:
        if shape.corners:
            pygame.draw.polygon(surface, shape.colour, [(x * scale, y * scale) for x, y in shape.corners])
        else:
            _ellipse(surface, shape.colour, shape.ellipse)


def _ground(size: int, ground: Colour) -> Surface:
    """Begins a picture, several times as large as it will be."""
    big = max(1, size) * OVERSIZE
    surface = Surface((big, big), pygame.SRCALPHA)
    surface.fill(lighter(ground, (255, 255, 255), 0.45))
    return surface


def _ellipse(surface: Surface, colour: Colour, place: Ellipse) -> None:
    x, y, wide, high = (value * surface.get_width() / 100 for value in place)
    pygame.draw.ellipse(surface, colour, (x - wide, y - high, 2 * wide, 2 * high))


def _draw_person(surface: Surface, face: Face, ground: Colour) -> None:
    def ellipse(colour: Colour, place: Ellipse) -> None:
        _ellipse(surface, colour, place)

    behind, above = HAIR[face.hair]
    shade = lighter(face.skin, (120, 66, 40), 0.22)
    for place in behind:
        ellipse(lighter(face.colour, (0, 0, 0), 0.14), place)
    ellipse(lighter(ground, (0, 0, 0), 0.25), (50, 106, 42, 32))
    ellipse(shade, (50, 76, 9, 14))
    for side in (-1, 1):
        if face.hair not in ("scarf", "bob", "long"):
            ellipse(shade, (50 + side * 24, 53, 5, 7))
    ellipse(face.skin, (50, 50, 24, 27))
    for place in above:
        ellipse(face.colour, place)
    if above and face.hair != "cap":
        ellipse(face.skin, (50, 59, 22, 22))
    _features(surface, face, surface.get_width() / 100)


def _features(surface: Surface, face: Face, scale: float) -> None:
    """Draws eyes, brows, mouth, and what is worn or grown between them."""
    ink = (44, 32, 28)
    thick = max(1, round(2 * scale))

    def arc(colour: Colour, place: Ellipse, start: float, end: float) -> None:
        x, y, wide, high = (value * scale for value in place)
        pygame.draw.arc(surface, colour, (x - wide, y - high, 2 * wide, 2 * high), start, end, thick)

    for x in (40.5, 59.5):
        pygame.draw.circle(surface, ink, (x * scale, 54 * scale), 2.9 * scale)
        arc(ink, (x, 51, 5.5, 6), 0.6, 2.5)
        if face.glasses:
            pygame.draw.circle(surface, ink, (x * scale, 54 * scale), 7.5 * scale, thick)
    if face.glasses:
        pygame.draw.line(surface, ink, (48 * scale, 53 * scale), (52 * scale, 53 * scale), thick)
    arc(face.lips, (50, 63, 8, 7), 3.5, 5.9)
    if face.moustache:
        for x in (45, 55):
            box = ((x - 7) * scale, 62 * scale, 14 * scale, 6 * scale)
            pygame.draw.ellipse(surface, lighter(face.colour, (0, 0, 0), 0.1), box)


def _disc(surface: Surface, size: int) -> Surface:
    """Cuts a picture to its inscribed disc and scales it down."""
    big = surface.get_width()
    mask = Surface((big, big), pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    pygame.draw.circle(mask, (255, 255, 255, 255), (big / 2, big / 2), big / 2 - 1)
    surface.blit(mask, (0, 0), None, pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(surface, (max(1, size), max(1, size)))
