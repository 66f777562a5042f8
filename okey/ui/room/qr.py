"""A QR code (ISO/IEC 18004) as squares to draw, made by ``segno``; loaded when somebody asks for one."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from segno import encoder

from okey.ui import theme

QUIET = 4
"""The empty modules that readers need around a code."""


def draw(target: Surface, text: str, box: Rect) -> Rect:
    """Draws a text's code dark on light in the middle of a box, its quiet zone within; gets where it lies.

    Every module is the same whole number of pixels wide, so that no edge is blurred.

    Raises:
        ValueError: when the text is too long for a code.
    """
    rows = encoder.encode(text, micro=False, error="m").matrix
    size = len(rows) + 2 * QUIET
    module = max(1, min(box.width, box.height) // size)
    place = Rect(0, 0, size * module, size * module)
    place.center = box.center
    pygame.draw.rect(target, theme.CODE_LIGHT, place)
    for y, row in enumerate(rows, QUIET):
        for x, dark in enumerate(row, QUIET):
            if dark:
                pygame.draw.rect(target, theme.CODE_DARK, (place.x + x * module, place.y + y * module, module, module))
    return place
