"""Draws the icon: a tile on the table's felt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"favicon.png": 64, "icon-192.png": 192, "icon-512.png": 512}
DRAWN = 1024
FELT, EDGE, IVORY, RED = "#14532d", "#cbb78b", "#fbf3df", "#c0272d"


def draw(folder: Path, font: Path) -> None:
    """Writes the icon in every size."""
    image = Image.new("RGB", (DRAWN, DRAWN), FELT)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((262, 142, 762, 902), radius=80, fill=EDGE)
    pen.rounded_rectangle((262, 122, 762, 872), radius=80, fill=IVORY)
    pen.text((512, 610), "7", fill=RED, font=ImageFont.truetype(font, 520), anchor="ms")
    pen.ellipse((442, 680, 582, 820), outline=RED, width=34)
    for name, size in SIZES.items():
        image.resize((size, size), Image.Resampling.LANCZOS).save(folder / name, optimize=True)
