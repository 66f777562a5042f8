"""Where everything lies: from the size of the drawing area to rectangles in device pixels.

The table has four corners, and each discard lies at the thrower's right hand.  Seats are counted from the
player at the bottom, counter-clockwise: 1 right, 2 opposite, 3 left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pygame import Rect

from okey.bridge import Viewport
from okey.ui.rack import ROWS

ASPECT = 1.38
"""A tile's height for a width of 1."""

LEAST = 8
"""The least width of a tile in device pixels, in a frame too small to play in."""

PORTRAIT_COLUMNS = 10
LANDSCAPE_COLUMNS = 12


def tile_height(width: int) -> int:
    """Gets the height of a tile of a width, both in pixels."""
    return round(width * ASPECT)


def unit(viewport: Viewport) -> float:
    """Gets how many device pixels one unit of the design has: a CSS pixel, more on large screens."""
    width, height = viewport.width / viewport.ratio, viewport.height / viewport.ratio
    return viewport.ratio * min(2.2, max(1.0, min(width / 1100, height / 700)))


def safe_area(viewport: Viewport) -> Rect:
    """Gets what notches and system bars leave free."""
    top, right, bottom, left = viewport.insets
    return Rect(left, top, viewport.width - left - right, viewport.height - top - bottom)


@dataclass(frozen=True, slots=True)
class Pile:
    """The place of one seat's discards."""

    top: Rect
    """The last discard."""
    step: tuple[int, int]
    """From a discard to the older one before it."""
    shown: int
    """How many discards fit, the last one included."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Every rectangle of the table, in device pixels."""

    unit: float
    portrait: bool
    columns: int
    slots: tuple[Rect, ...]
    """The rack's slots from the upper left."""
    rack: Rect
    """The whole wooden rack with its lip."""
    lip: Rect
    """The front edge of the rack, where the player's name stands."""
    seats: tuple[Rect, Rect, Rect]
    """The name plates of the seats right, opposite and left."""
    piles: tuple[Pile, Pile, Pile, Pile]
    """The discards of the seats, the player's own first."""
    stock: Rect
    indicator: Rect
    okey: Rect
    """Where the tile that is the okey is named, small."""
    captions: tuple[Rect, Rect]
    """The lines under indicator and okey."""
    message: Rect
    menu: Rect
    buttons: dict[str, Rect]
    """The buttons beside or under the rack by id."""

    def slot_at(self, x: int, y: int) -> int | None:
        """Gets the slot at or next to a point on the rack; None when it is elsewhere."""
        width, height = self.slots[0].size
        if not self.rack.inflate(width // 2, height // 2).collidepoint(x, y):
            return None
        return min(
            range(len(self.slots)),
            key=lambda i: (self.slots[i].centerx - x) ** 2 + (self.slots[i].centery - y) ** 2,
        )


def arrange(viewport: Viewport) -> TableLayout:
    """Lays the table out."""
    area = safe_area(viewport)
    u = unit(viewport)
    portrait = area.width < 1.15 * area.height
    columns = PORTRAIT_COLUMNS if portrait else LANDSCAPE_COLUMNS
    margin = round(6 * u)
    slots, rack, lip = _rack(area, u, columns, portrait=portrait)
    buttons = _buttons(area, u, rack, portrait=portrait)
    table = Rect(area.x, area.y + margin, area.width, rack.top - area.y - 2 * margin)

    menu = Rect(area.x + margin, table.y, round(44 * u), round(44 * u))
    top_width = min(round(210 * u), table.width - 2 * (menu.width + 3 * margin))
    side_width = min(round(150 * u), max(round(86 * u), round(0.16 * table.width)))
    low = table.height < 200 * u
    opposite = Rect(table.centerx - top_width // 2, table.y, top_width, round((44 if low else 54) * u))
    tile_width = max(round(40 * viewport.ratio), round(0.92 * slots[0].width))
    tile = Rect(0, 0, tile_width, tile_height(tile_width))
    side = Rect(0, 0, side_width, round(64 * u))
    if not portrait:
        side.height = min(side.height, table.height - 2 * (tile.height + margin))
    side.centery = table.centery
    if portrait:
        upper = menu.bottom + 2 * margin
        side.centery = upper + tile.height + 2 * margin + side.height // 2
        side.centery = max(side.centery, round(table.y + 0.3 * table.height))
        far = margin
    else:
        upper = table.y
        far = side_width + 3 * margin
    left, right = side.copy(), side.copy()
    left.left, right.right = area.x + margin, area.right - margin
    piles = _piles(area, table, tile, Edges(far, upper, side.bottom + margin), u, portrait=portrait)
    corners = [pile.top for pile in piles]

    between = corners[0].left - corners[3].right - 4 * margin
    message = Rect(0, 0, min(between, round(600 * u)), round((40 if low else 46) * u))
    message.midbottom = ((corners[0].left + corners[3].right) // 2, table.bottom)
    if portrait:
        room = Rect(corners[3].right, side.bottom, corners[0].left - corners[3].right, message.top - side.bottom)
    else:
        room = Rect(left.right, opposite.bottom, right.left - left.right, message.top - opposite.bottom)
    stock, indicator, okey, captions = _centre(u, tile, room)
    return TableLayout(
        u, portrait, columns, tuple(slots), rack, lip, (right, opposite, left),
        piles, stock, indicator, okey, captions, message, menu, buttons,
    )  # fmt: skip


class Edges(NamedTuple):
    """What bounds the discards, in device pixels."""

    far: int
    """How far the last discards are from the left and right border."""
    upper: int
    """The top of the upper corners."""
    lower: int
    """How far up older discards in the lower corners may reach."""


def _piles(
    area: Rect, table: Rect, tile: Rect, edges: Edges, u: float, *, portrait: bool
) -> tuple[Pile, Pile, Pile, Pile]:
    """Places the discards: older ones above the last in portrait, further out in landscape."""

    def pile(seat: int) -> Pile:
        top = tile.copy()
        top.top = edges.upper if seat in (1, 2) else table.bottom - tile.height
        if seat in (2, 3):
            top.left = area.x + edges.far
        else:
            top.right = area.right - edges.far
        if portrait:
            step = (0, -round(0.64 * tile.height))
            shown = 1 + max(0, (top.top - edges.lower) // -step[1])
        else:
            step = ((-1 if seat in (2, 3) else 1) * (tile.width + max(2, round(3 * u))), 0)
            shown = 1 + max(0, (edges.far - round(6 * u)) // abs(step[0]))
        return Pile(top, step, shown if seat in (0, 3) else 1)

    return pile(0), pile(1), pile(2), pile(3)


def _rack(area: Rect, u: float, columns: int, *, portrait: bool) -> tuple[list[Rect], Rect, Rect]:
    """Places slots, rack and lip."""
    margin, pad, lip_height = round(6 * u), round(6 * u), round(24 * u)
    gap = max(1, round(2 * u)) if area.width > 500 * u else max(1, round(u))
    if portrait:
        room, share = area.width - 2 * margin - 2 * pad, 0.112
        bottom = area.bottom - 2 * margin - round(44 * u)
    else:
        side = round(86 * u) + 2 * margin
        room, share = area.width - 2 * side - 2 * pad, 0.145 if area.height < 480 * u else 0.13
        bottom = area.bottom - margin
    tile_width = max(LEAST, min((room + gap) // columns - gap, int(share * area.height / ASPECT)))
    height = tile_height(tile_width)
    width = columns * (tile_width + gap) - gap
    rack = Rect(0, 0, width + 2 * pad, ROWS * height + pad * 2 + gap * 2 + lip_height)
    rack.midbottom = (area.centerx, bottom)
    slots = [
        Rect(
            rack.x + pad + column * (tile_width + gap),
            rack.y + pad + row * (height + 2 * gap),
            tile_width,
            height,
        )
        for row in range(ROWS)
        for column in range(columns)
    ]
    return slots, rack, Rect(rack.x, rack.bottom - lip_height, rack.width, lip_height)


def _buttons(area: Rect, u: float, rack: Rect, *, portrait: bool) -> dict[str, Rect]:
    """Places the rack's four buttons: a row under it, or two on either side."""
    margin = round(6 * u)
    names = ("sort-runs", "sort-pairs", "show", "finish")
    height = round(44 * u)
    if portrait:
        width = (rack.width - 3 * margin) // 4
        return {
            name: Rect(rack.x + i * (width + margin), rack.bottom + margin, width, height)
            for i, name in enumerate(names)
        }
    width = min(round(150 * u), rack.left - area.x - 2 * margin)
    left, right = rack.left - margin - width, rack.right + margin
    upper = rack.centery - height - margin // 2 - round(u)
    lower = rack.centery + margin // 2 + round(u)
    places = ((left, upper), (left, lower), (right, upper), (right, lower))
    return {name: Rect(x, y, width, height) for name, (x, y) in zip(names, places, strict=True)}


def _centre(u: float, like: Rect, room: Rect) -> tuple[Rect, Rect, Rect, tuple[Rect, Rect]]:
    """Places stock, indicator and the okey's picture in the middle, larger than others if they can be."""
    caption = round(18 * u)
    width = min(round(1.3 * like.width), int((room.height - 2 * caption) / ASPECT), int(room.width / 3.8))
    tile = Rect(0, 0, max(like.width, width), tile_height(max(like.width, width)))
    gap = round(0.3 * tile.width)
    small_width = round(0.72 * tile.width)
    small = Rect(0, 0, small_width, tile_height(small_width))
    stock = tile.move(
        room.centerx - (2 * tile.width + 2 * gap + small.width) // 2,
        room.centery
        - (tile.height + caption + round(2 * u)) // 2
        + min(round(3 * u), (room.height - like.height) // 16),
    )
    indicator = stock.move(tile.width + gap, 0)
    small.bottomleft = (indicator.right + gap, indicator.bottom)
    captions = [Rect(0, 0, width, caption) for width in (tile.width + gap - 2, small.width + gap - 2)]
    captions[0].midtop = (indicator.centerx, indicator.bottom + round(2 * u))
    captions[1].midtop = (small.centerx, small.bottom + round(2 * u))
    return stock, indicator, small, (captions[0], captions[1])


def panel(viewport: Viewport, width: float, height: float) -> Rect:
    """Places a panel of a wished size, in units, in the middle of the safe area, as much of it as fits."""
    u = unit(viewport)
    area = safe_area(viewport).inflate(-round(12 * u), -round(12 * u))
    rect = Rect(0, 0, min(area.width, round(width * u)), min(area.height, round(height * u)))
    rect.center = area.center
    return rect


def split(rect: Rect, count: int, gap: int) -> list[Rect]:
    """Splits a rectangle into equal columns with gaps between them."""
    edges = [rect.x + i * (rect.width + gap) / count for i in range(count + 1)]
    return [
        Rect(round(edges[i]), rect.y, round(edges[i + 1]) - gap - round(edges[i]), rect.height) for i in range(count)
    ]
