"""Draws the icons: a tile on the table's felt."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from pathlib import Path

DRAWN = 1024
FELT, EDGE, IVORY, RED = "#14532d", "#cbb78b", "#fbf3df", "#c0272d"


class Icon(NamedTuple):
    """One picture of the icon."""

    size: int
    """Its width and height in pixels."""
    tile: float
    """The share of its full size that the tile has: systems cut `maskable` icons down to a circle of four fifths."""
    corner: int
    """The radius of the felt's corners, in a picture of `DRAWN` pixels; nothing is drawn outside."""


ICONS = {
    "favicon.png": Icon(64, 1.0, 180),
    "icon-192.png": Icon(192, 1.0, 180),
    "icon-512.png": Icon(512, 1.0, 180),
    "maskable-192.png": Icon(192, 0.8, 0),
    "maskable-512.png": Icon(512, 0.8, 0),
    "apple-touch-icon.png": Icon(180, 0.9, 0),
}


def draw(folder: Path, font: Path) -> None:
    """Writes every icon."""
    for name, icon in ICONS.items():
        picture = _felt(icon.corner)
        size = round(DRAWN * icon.tile)
        tile = _tile(font).resize((size, size), Image.Resampling.LANCZOS)
        picture.alpha_composite(tile, ((DRAWN - size) // 2,) * 2)
        small = picture.resize((icon.size, icon.size), Image.Resampling.LANCZOS)
        (small if icon.corner else small.convert("RGB")).save(folder / name, optimize=True)


def _felt(corner: int) -> Image.Image:
    picture = Image.new("RGBA", (DRAWN, DRAWN))
    ImageDraw.Draw(picture).rounded_rectangle((0, 0, DRAWN - 1, DRAWN - 1), radius=corner, fill=FELT)
    return picture


def _tile(font: Path) -> Image.Image:
    """Draws the tile, as wide as a picture, on nothing."""
    picture = Image.new("RGBA", (DRAWN, DRAWN), f"{FELT}00")
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((262, 142, 762, 902), radius=80, fill=EDGE)
    pen.rounded_rectangle((262, 122, 762, 872), radius=80, fill=IVORY)
    pen.text((512, 610), "7", fill=RED, font=ImageFont.truetype(font, 520), anchor="ms")
    pen.ellipse((442, 680, 582, 820), outline=RED, width=34)
    return picture
