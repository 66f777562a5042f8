"""Draws texts, plates and buttons, and remembers which texts a frame showed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect, Surface

from okey.ui import shapes, theme
from okey.ui.canvas import Canvas
from okey.ui.fonts import Fonts
from okey.ui.widgets import Widget

Align: TypeAlias = Literal["left", "center", "right"]

INK = 0.14
"""The share of a line's height that no letter reaches, above and below together."""

MIN_SIZE = 9
"""The smallest font size in CSS pixels; text that does not fit even so is cut and reported."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that the last frame drew."""

    text: str
    rect: Rect
    """Where its ink may be."""
    box: Rect
    """The room it had."""
    clipped: bool
    """Whether it had to be cut."""
    pixels: int
    """The size of its letters, in device pixels."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A text set in lines."""

    image: Surface
    pixels: int
    clipped: bool


class Painter:
    """Draws on a surface.

    Args:
        fonts: the fonts to write with.
    """

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._cache: dict[tuple[object, ...], _Set] = {}
        self.target: Canvas
        self.unit = 1.0
        """Device pixels of one unit of the design."""
        self.ratio = 1.0
        """Device pixels of one CSS pixel."""
        self.letters = 1.0
        """How much larger than designed letters are."""
        self.cloth = next(iter(theme.CLOTHS.values()))
        """The colours of the table that buttons lie on."""
        self.shown: list[Shown] = []

    def begin(self, target: Canvas, unit: float, ratio: float, letters: float = 1.0) -> None:
        """Starts a frame."""
        if (unit, ratio, letters) != (self.unit, self.ratio, self.letters) or len(self._cache) > 600:
            self._cache.clear()
        self.target, self.unit, self.ratio, self.letters = target, unit, ratio, letters
        self.shown = []

    def px(self, units: float) -> int:
        """Converts design units to device pixels."""
        return round(units * self.unit)

    def letter(self, units: float) -> int:
        """Converts the size of letters as designed to device pixels."""
        return round(units * self.unit * self.letters)

    def text(
        self,
        text: str,
        box: Rect,
        size: float,
        colour: theme.Colour,
        *,
        bold: bool = False,
        align: Align = "center",
        lines: int = 1,
    ) -> Rect:
        """Writes a text into a box, smaller or in several lines where it needs to; gives the room it took."""
        if not text:
            return Rect(box.x, box.y, 0, 0)
        key = (text, box.size, size, colour, bold, align, lines, self.letters)
        if key not in self._cache:
            found = self._set(text, box, size, colour, bold=bold, align=align, lines=lines)
            self._cache[key] = _Set(shapes.native(found.image), found.pixels, found.clipped)
        made = self._cache[key]
        image = made.image
        rect = image.get_rect(center=box.center)
        if align == "left":
            rect.left = box.left
        elif align == "right":
            rect.right = box.right
        self.target.blit(image, rect)
        ink = rect.inflate(0, -round(INK * self.line_height(made.pixels)))
        self.shown.append(Shown(text, ink, box.copy(), made.clipped, made.pixels))
        return rect

    def _set(
        self, text: str, box: Rect, size: float, colour: theme.Colour, *, bold: bool, align: Align, lines: int
    ) -> _Set:
        smallest = round(MIN_SIZE * self.ratio)
        for pixels in range(max(smallest, self.letter(size)), smallest - 1, -1):
            wrapped = self._fitted(text, pixels, box.size, bold=bold, lines=lines)
            if wrapped is not None and pixels > self.px(size) and self._is_too_high(pixels, box, len(wrapped)):
                continue
            if wrapped is not None:
                image = self._join(wrapped, pixels, colour, bold=bold, align=align)
                return _Set(image, pixels, clipped=False)
        font = self._fonts.get(smallest, bold=bold)
        cut = text
        while cut and font.size(cut + "…")[0] > box.width:
            cut = cut[:-1]
        return _Set(font.render(cut + "…", True, colour), smallest, clipped=True)

    def _is_too_high(self, pixels: int, box: Rect, lines: int) -> bool:
        """Tells whether the ink of lines is higher than their box, which enlarged letters never may be."""
        return self.line_height(pixels) * (lines - INK) > box.height

    def _fitted(self, text: str, pixels: int, size: tuple[int, int], *, bold: bool, lines: int) -> list[str] | None:
        """Breaks a text into lines that fit into a box; None when they do not."""
        font = self._fonts.get(pixels, bold=bold)
        wrapped = self.wrap(text, pixels, size[0], bold=bold)
        height = font.get_linesize() * len(wrapped)
        fits = all(font.size(line)[0] <= size[0] for line in wrapped)
        return wrapped if fits and len(wrapped) <= lines and (height <= size[1] or len(wrapped) == 1) else None

    def width(self, text: str, size: float, *, bold: bool = False) -> int:
        """Gets the width of a line of text in full size."""
        return self._fonts.get(self.letter(size), bold=bold).size(text)[0]

    def lines(self, text: str, width: int, size: float, *, bold: bool = False) -> int:
        """Gets how many lines a text takes in full size; a word wider than a line counts as many."""
        wrapped = self.wrap(text, self.letter(size), width, bold=bold)
        font = self._fonts.get(self.letter(size), bold=bold)
        return 99 if any(font.size(line)[0] > width for line in wrapped) else len(wrapped)

    def fits_button(self, face: str, width: int, height: int) -> bool:
        """Tells whether a button can show what is written on it in full size."""
        size = width - self.px(12), height - self.px(2)
        return self._fitted(face, self.letter(15), size, bold=True, lines=2) is not None

    def _join(self, lines: list[str], pixels: int, colour: theme.Colour, *, bold: bool, align: Align) -> Surface:
        font = self._fonts.get(pixels, bold=bold)
        images = [font.render(line, True, colour) for line in lines]
        if len(images) == 1:
            return images[0]
        step = font.get_linesize()
        joined = Surface((max(i.get_width() for i in images), step * len(images)), images[0].get_flags(), images[0])
        joined.fill((*colour[:3], 0))
        for row, image in enumerate(images):
            space = joined.get_width() - image.get_width()
            joined.blit(image, ({"left": 0, "center": space // 2, "right": space}[align], row * step))
        return joined

    def wrap(self, text: str, pixels: int, width: int, *, bold: bool = False) -> list[str]:
        """Breaks a text into lines of at most a width, at spaces."""
        font = self._fonts.get(pixels, bold=bold)
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and font.size(longer)[0] <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def line_height(self, pixels: int) -> int:
        """Gets the height of a line in a font size, both in device pixels."""
        return self._fonts.get(pixels).get_linesize()

    def plate(self, rect: Rect, colour: theme.Colour, radius: float = 10, edge: theme.Colour | None = None) -> None:
        """Draws a rectangle with round corners and, if asked for, a thin edge."""
        self.target.blit(shapes.ready(shapes.rounded, *rect.size, self.px(radius), colour), rect)
        if edge is not None:
            self.outline(rect, edge, radius, 1)

    def outline(self, rect: Rect, colour: theme.Colour, radius: float = 10, thickness: float = 2) -> None:
        """Draws the outline of a rectangle with round corners."""
        width = max(1, self.px(thickness))
        image = shapes.ready(shapes.ring, *rect.size, self.px(radius), width, colour)
        corner = max(width, min(self.px(radius), rect.width // 2, rect.height // 2))
        middle = rect.height - 2 * corner
        for x, y, w, h in (
            (0, 0, rect.width, corner),
            (0, corner, width, middle),
            (rect.width - width, corner, width, middle),
            (0, rect.height - corner, rect.width, corner),
        ):
            self.target.blit(image, (rect.x + x, rect.y + y), (x, y, w, h))

    def mark(self, name: str, centre: tuple[int, int], size: float, colour: theme.Colour) -> None:
        """Draws a shape of ``shapes.polygon`` around a point."""
        image = shapes.ready(shapes.polygon, name, max(4, self.px(size)), colour)
        self.target.blit(image, image.get_rect(center=centre))

    def button(self, widget: Widget) -> None:
        """Draws a button in its style."""
        fill, edge, ink = _STYLES[widget.style] if widget.style in _STYLES else self._on_cloth(255, 46, theme.CREAM)
        if not widget.enabled:
            on_sheet = widget.style in ("sheet", "choice", "main")
            fill, edge, ink = _DISABLED if on_sheet else self._on_cloth(120, 18, (255, 255, 255, 110))
        rect = widget.rect
        if widget.enabled:
            blur = self.px(5)
            soft = shapes.ready(shapes.shadow, *rect.size, self.px(10), blur, 70)
            self.target.blit(soft, (rect.x - blur, rect.y - blur + self.px(1.5)))
        self.plate(rect, fill, 10, edge)
        if widget.icon in _TILES:
            self._tiles_button(widget, ink)
            return
        if widget.icon:
            self.mark(widget.icon, rect.center, 18, ink)
            return
        self.text(widget.face or widget.label, rect.inflate(-self.px(12), -self.px(2)), 15, ink, bold=True, lines=2)

    def _tiles_button(self, widget: Widget, ink: theme.Colour) -> None:
        """Draws what a button does as small tiles, and its name under them where there is room for both."""
        rect, named = widget.rect, self.px(26) + self.letter(20)
        middle = rect.center
        if rect.height >= named and self.width(widget.face, 13, bold=True) <= rect.width - self.px(8):
            top = rect.y + (rect.height - named) // 2
            middle = rect.centerx, top + self.px(13)
            name = Rect(rect.x + self.px(4), top + self.px(25), rect.width - self.px(8), self.letter(20))
            self.text(widget.face, name, 13, ink, bold=True)
        tiles = _TILES[widget.icon]
        size = self.px(11.5), self.px(19)
        left = middle[0] - len(tiles) * (size[0] + 1) // 2
        for at, (number, colour) in enumerate(tiles):
            tile = Rect((left + at * (size[0] + 1), middle[1] - size[1] // 2), size)
            self.plate(tile, (252, 246, 232), 3)
            if not number:
                self.mark("star", tile.center, 12, theme.GOLD_DARK)
                continue
            key = ("icon", number, colour, size)
            if key not in self._cache:
                image = self._fonts.get(max(8, self.px(13)), bold=True).render(number, True, colour)
                self._cache[key] = _Set(shapes.native(image.subsurface(image.get_bounding_rect())), 0, clipped=False)
            image = self._cache[key].image
            self.target.blit(image, image.get_rect(center=tile.center))

    def _on_cloth(self, fill: int, edge: int, ink: theme.Colour) -> _Style:
        """Gets the style of a plain button on the felt, as opaque as asked for."""
        return (*self.cloth.button[:3], fill), (255, 255, 255, edge), ink


_Style: TypeAlias = tuple[theme.Colour, theme.Colour, theme.Colour]

_STYLES: dict[str, _Style] = {
    "main": (theme.GOLD, theme.GOLD_DARK, theme.INK),
    "sheet": ((239, 229, 205), theme.SHEET_EDGE, theme.SHEET_TEXT),
    "choice": ((30, 92, 76), (20, 70, 58), theme.CREAM),
}
"""Fill, edge and letters of each style of button."""

_RED, _YELLOW, _BLUE, _BLACK = theme.TILE_COLOURS

_TILES: dict[str, tuple[tuple[str, theme.Colour], ...]] = {
    "runs": (("7", _BLUE), ("8", _BLUE), ("9", _BLUE)),
    "sets": (("7", _RED), ("7", _BLUE), ("7", _BLACK)),
    "pairs": (("7", _RED), ("7", _RED)),
    "best": (("7", _BLUE), ("", _BLUE), ("9", _BLUE)),
}
"""The buttons that show tiles: number and colour of each, an okey without a number."""

_DISABLED: _Style = (239, 229, 205, 140), theme.SHEET_LINE, (160, 146, 120)
"""The style of a button on a panel that does nothing now."""
