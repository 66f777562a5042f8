"""All discards that the player may look through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from okey.tiles import Faces, Tile, kind_of
from okey.ui import theme
from okey.ui.layout import tile_height
from okey.ui.painter import Painter
from okey.ui.scenes.rows import Line, Row
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.tileset import TileSet


@dataclass(frozen=True, slots=True)
class Tiles(Row):
    """A line of tiles."""

    tiles: tuple[Tile, ...]
    faces: Faces
    pictures: TileSet
    width: int
    """Of a tile, in pixels."""

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws them from the left."""
        for index, tile in enumerate(self.tiles):
            place = Rect(rect.x + index * (self.width + 2), rect.y, self.width, tile_height(self.width))
            okey = self.faces.is_okey(tile)
            self.pictures.draw(painter.target, place, kind_of(tile), okey=okey, plays=self.faces.false_joker)


class Discards(Scrolled):
    """The discards by who threw them, the oldest first; of some only the last may be seen."""

    name = "discards"
    size = (560.0, 520.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.discards")

    def rows(self) -> Sequence[Row]:
        """Makes a heading and lines of tiles for every pile."""
        app, view = self.app, self.app.session.view
        width = app.px(34)
        fit = max(1, (self.body().width - app.px(14)) // (width + 2))
        found: list[Row] = []
        for number, pile in enumerate(view.piles):
            name = app.seat_name(number) if len(view.piles) > 1 else app.texts("discards.all")
            hidden = view.pile_sizes[number] - len(pile)
            more = f" · {app.texts('discards.hidden', count=hidden)}" if hidden else ""
            found.append(Line(app.line(26), f"{name}{more}", 15, bold=True))
            if view.faces is None or not pile:
                found.append(Line(app.line(22), app.texts("discards.none"), 13, colour=theme.SHEET_MUTED))
                continue
            for start in range(0, len(pile), fit):
                line = pile[start : start + fit]
                told = ", ".join(app.tile_name(tile) for tile in line)
                found.append(Tiles(tile_height(width) + app.px(6), line, view.faces, app.tiles, width, told=told))
        return found
