"""Where the things above the rack lie: in a closed game, and in an open one in either orientation of the screen."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from okey.ui.layout import ASPECT, split, tile_rect
from okey.ui.table.seating import Pile, Seating, Side


class Room(NamedTuple):
    """What the parts of a layout share."""

    area: Rect
    """The safe area."""
    u: float
    letters: float
    """How many times as large as usual letters are."""
    margin: int
    ratio: float
    portrait: bool
    seating: Seating
    table: Rect
    """What is above the rack."""
    menu: Rect
    slot: Rect
    """A slot of the rack."""
    lip: Rect

    @property
    def low(self) -> bool:
        """Whether there is little height."""
        return self.table.height < 250 * self.u

    def line(self, units: float) -> int:
        """Converts what grows with the letters to device pixels."""
        return round(units * self.u * self.letters)

    def plate(self, portrait: float) -> int:
        """Gets the height of a name plate under a portrait of a size in units: name, and a line of figures."""
        return round((portrait + 10) * self.u) + self.line(PLATE_LINES)


LEAST_PORTRAIT = 24
"""The least size of a portrait over a name, in units."""

PLATE_LINES = 38
"""The height of both lines of a name plate, in units."""


CAPTIONED = 0.8
"""The share of its width that the stock keeps over a caption in large letters."""


class Middle(NamedTuple):
    """Stock, indicator and the okey's picture."""

    stock: Rect
    indicator: Rect
    okey: Rect
    captions: tuple[Rect, Rect] | None


class Placed(NamedTuple):
    """What lies above the rack."""

    seats: dict[int, Rect]
    piles: tuple[Pile, ...]
    middle: Middle
    board: Rect | None
    message: Rect
    pager: tuple[Rect, Rect] | None = None
    toast: Rect | None = None
    hint: Rect | None = None
    """The button that asks for a hint, where it is not in the upper right corner."""


# ---- closed games


def closed(room: Room) -> Placed:
    """Places what lies above the rack in a closed game."""
    u, margin, table, area, seating = room.u, room.margin, room.table, room.area, room.seating
    sides = seating.sides()
    low = table.height < 230 * u
    tile = tile_rect(max(round(40 * room.ratio), round(0.92 * room.slot.width)))
    side = Rect(0, 0, _side_width(room), 0)
    upper = room.menu.bottom + 2 * margin if room.portrait else table.y
    older = True
    if room.portrait:
        side.height = room.plate(
            64 if min(table.size) >= 560 * u else 44 if table.height >= 420 * u else LEAST_PORTRAIT
        )
        side.top = upper + tile.height + 2 * margin
        side.centery = max(side.centery, round(table.y + 0.3 * table.height))
        far, between = margin, table.width - 2 * (room.menu.width + 3 * margin)
    else:
        free = Rect(table.x, room.menu.bottom + margin, table.width, 0)
        free.height = table.bottom - tile.height - 2 * margin - free.y
        older = free.height >= room.plate(LEAST_PORTRAIT)
        if not older:
            free.height = table.bottom - free.y
        side.height = min(room.plate(64), free.height)
        side.centery = max(free.y + side.height // 2, min(table.centery, free.bottom - side.height // 2))
        far = side.width + 3 * margin
        between = table.width - 2 * (far + tile.width + 2 * margin)
    opposite = Rect(0, table.y, min(round(170 * u) + room.line(50), between), _across_height(room, low=low))
    opposite.centerx = table.centerx
    left, right = side.copy(), side.copy()
    left.left, right.right = area.x + margin, area.right - margin
    plates: dict[Side, Rect] = {"left": left, "right": right, "top": opposite}
    seats = {seat: plates[at] for seat, at in enumerate(sides) if seat}
    edges = _Edges(far, upper, side.bottom + margin, older)
    corners = {corner: _corner(room, tile, edges, corner) for corner in _CORNERS}
    between = corners["br"].top.left - corners["bl"].top.right - 4 * margin
    height = max(round((40 if low else 46) * u), room.line(24))
    message = Rect(0, 0, min(between, round(600 * u * room.letters)), height)
    message.midbottom = ((corners["br"].top.left + corners["bl"].top.right) // 2, table.bottom)
    if room.portrait:
        x, width = corners["bl"].top.right, corners["br"].top.left - corners["bl"].top.right
        middle = Rect(x, side.bottom, width, message.top - side.bottom)
    else:
        middle = Rect(left.right, opposite.bottom, right.left - left.right, message.top - opposite.bottom)
    piles = tuple(corners[corner] for corner in _corners_of(seating))
    return Placed(seats, piles, _centre(room, tile, middle), None, message)


def _side_width(room: Room) -> int:
    """Gets the width of a name plate at the left or right: a name of seven letters fits."""
    least = round(76 * room.u) + room.line(18)
    return min(max(least, round(0.13 * room.table.width)), least + round(70 * room.u), round(0.32 * room.table.width))


def _across_height(room: Room, *, low: bool) -> int:
    """Gets the height of the name plate of who sits opposite: one line of letters where there is little room."""
    return max(round(54 * room.u), room.line(26) if low else round(10 * room.u) + room.line(PLATE_LINES))


_CORNERS = ("br", "tr", "tl", "bl")


def _corners_of(seating: Seating) -> list[str]:
    """Gets the corner of each pile: the player's own, the ones of the others, last the one that may be taken from.

    A discard lies at its thrower's hand towards the next player; of two players each has a lower corner, within reach.
    """
    own, other = ("bl", "br") if seating.clockwise else ("br", "bl")
    if seating.shared:
        return [own]
    upper = ["tl", "tr"] if seating.clockwise else ["tr", "tl"]
    return [own, *upper[: seating.players - 2], other]


class _Edges(NamedTuple):
    """What bounds the discards, in device pixels."""

    far: int
    """How far the last discards are from the left and right border."""
    upper: int
    """The top of the upper corners."""
    lower: int
    """How far up older discards in the lower corners may reach."""
    older: bool
    """Whether there is room for those."""


def _corner(room: Room, tile: Rect, edges: _Edges, corner: str) -> Pile:
    """Places the discards of a corner: older ones above the last in portrait, further out in landscape."""
    top = tile.copy()
    top.top = edges.upper if corner[0] == "t" else room.table.bottom - tile.height
    outwards = -1 if corner[1] == "l" else 1
    if outwards < 0:
        top.left = room.area.x + edges.far
    else:
        top.right = room.area.right - edges.far
    if corner[0] == "t" or not edges.older:
        return Pile(top)
    if room.portrait:
        step = (0, -round(0.64 * tile.height))
        return Pile(top, step, 1 + max(0, (top.top - edges.lower) // -step[1]))
    step = (outwards * (tile.width + max(2, round(3 * room.u))), 0)
    return Pile(top, step, 1 + max(0, (edges.far - round(6 * room.u)) // abs(step[0])))


def _centre(room: Room, like: Rect, space: Rect) -> Middle:
    """Places stock, indicator and the okey's picture in the middle, larger than others if they can be."""
    u, air = room.u, round(2 * room.u)
    caption = room.line(18)

    def width_over(caption: int) -> int:
        """Gets the width of the stock over a caption of a height."""
        by_height = int((space.height - 2 * caption - 4 * u) / ASPECT)
        return min(round(1.5 * like.width), by_height, int(space.width / 3.8))

    # where large captions would leave a small stock, the tiles speak for themselves
    squeezed = room.letters > 1 and width_over(caption) < CAPTIONED * width_over(0)
    if squeezed or like.height + caption + 3 * air > space.height:
        caption = air = 0
    width = width_over(caption)
    tile = tile_rect(max(like.width, width))
    gap = max(round(0.3 * tile.width), room.line(58) - tile.width if caption else 0)
    small = tile_rect(round(0.72 * tile.width))
    stock = tile.move(
        space.centerx - (2 * tile.width + 2 * gap + small.width) // 2,
        space.centery
        - (tile.height + caption + air) // 2
        + min(round(3 * u), max(0, space.height - like.height) // 16),
    )
    return _beside(stock, small, gap, caption, air)


def _beside(stock: Rect, small: Rect, gap: int, caption: int, air: int) -> Middle:
    """Places indicator and okey at the right of the stock, captions under them."""
    indicator = stock.move(stock.width + gap, 0)
    small = small.copy()
    small.bottomleft = (indicator.right + gap, indicator.bottom)
    if not caption:
        return Middle(stock, indicator, small, None)
    captions = [Rect(0, 0, width, caption) for width in (stock.width + gap - 2, small.width + gap - 2)]
    captions[0].midtop = (indicator.centerx, indicator.bottom + air)
    captions[1].midtop = (small.centerx, small.bottom + air)
    return Middle(stock, indicator, small, (captions[0], captions[1]))


# ---- open games


def open_portrait(room: Room) -> Placed:
    """Name plates in a row, stock and the far discards below them, then the melds; own piles next to the rack."""
    u, margin, table, seating = room.u, room.margin, room.table, room.seating
    sides = seating.sides()
    order = sorted((seat for seat in range(1, seating.players)), key=lambda seat: _LEFT_TO_RIGHT[sides[seat]])
    high = _across_height(room, low=False) + (room.line(16) if room.letters < 1.3 else 0)
    plates = Rect(room.menu.right + margin, table.y, table.right - room.menu.right - 2 * margin, high)
    seats = dict(zip(order, split(plates, len(order), margin), strict=True))
    tile = tile_rect(max(round(40 * room.ratio), round(0.8 * room.slot.width)))
    small = tile_rect(round(0.72 * tile.width))
    gap = round(10 * u)
    caption = room.line(14) if room.letters * _CAPTION * u <= tile.width + gap else 0
    strip = Rect(table.x + margin, plates.bottom + margin, table.width - 2 * margin, tile.height)
    strip.height += caption + round(2 * u) if caption else 0
    middle = _beside(Rect(strip.topleft, tile.size), small, gap, caption, round(u))
    far = _far_piles(seating)
    others = {}
    right = strip.right
    for index in far:
        others[index] = Pile(Rect(right - tile.width, strip.y, *tile.size))
        right -= tile.width + gap
    own, taken = _near_piles(room, tile, table.right - margin, table.x + margin)
    near = [own.left, own.right] if taken is None else sorted([own.left, own.right, taken.left, taken.right])[1:3]
    if taken is None:
        left, width = (
            (table.x + margin, own.left - table.x - 2 * margin)
            if own.left > table.centerx
            else (own.right + margin, table.right - own.right - 2 * margin)
        )
    else:
        left, width = near[0] + margin, near[1] - near[0] - 2 * margin
    high = round(4 * u) + room.line(42)
    toast = Rect(left, 0, width, high)
    toast.centery = own.centery
    toast.bottom = min(toast.bottom, table.bottom)
    hint = Rect(toast.right - room.menu.width, 0, *room.menu.size)
    hint.centery = toast.centery
    message = toast.copy()
    message.width -= (hint.width + margin) * seating.hints
    top = strip.bottom + margin
    board = Rect(table.x + margin, top, table.width - 2 * margin, min(own.y, toast.y) - top - margin)
    size = room.menu.width
    pager_x = (middle.okey.right + right - size) // 2
    pager = tuple(
        Rect(pager_x + shift, strip.y + (tile.height - size) // 2, size, size)
        for shift in (-size // 2 - 2, size // 2 + 2)
    )
    piles = _in_order(seating, own, taken, others)
    return Placed(seats, piles, middle, board, message, (pager[0], pager[1]), toast, hint)


_CAPTION = 50
"""The width of the longer caption under stock and indicator, in units."""

_LEFT_TO_RIGHT: dict[Side, int] = {"left": 0, "top": 1, "right": 2, "bottom": 3}


def _far_piles(seating: Seating) -> list[int]:
    """Gets the piles that the player neither throws on nor, as a rule, takes from."""
    return [] if seating.shared else list(range(1, seating.players - 1))


def _near_piles(room: Room, tile: Rect, right: int, left: int) -> tuple[Rect, Rect | None]:
    """Places the player's own discards and the ones that may be taken from, next to the rack."""
    own, taken = tile.copy(), tile.copy()
    own.bottomright, taken.bottomleft = (right, room.table.bottom), (left, room.table.bottom)
    if room.seating.clockwise:
        own.left, taken.right = left, right
    return own, None if room.seating.shared else taken


def _in_order(
    seating: Seating, own: Rect, taken: Rect | None, others: dict[int, Pile], upper: int | None = None
) -> tuple[Pile, ...]:
    """Lists the piles by seat; older discards of the near ones reach up to ``upper``, if that is given."""
    step = (0, -round(0.64 * own.height))
    shown = 1 if upper is None else 1 + max(0, (own.y - upper) // -step[1])
    if taken is None:
        return (Pile(own),)
    return (Pile(own, step, shown), *(others[index] for index in _far_piles(seating)), Pile(taken, step, shown))


def _far_corners(room: Room, tile: Rect) -> dict[int, Pile]:
    """Places the far piles beside the buttons in the upper corners."""
    seating, found = room.seating, {}
    for index in _far_piles(seating):
        corner = tile.copy()
        corner.topright = (
            room.table.right - room.margin - (room.menu.width + room.margin) * seating.hints,
            room.table.y,
        )
        if (seating.sides()[index] == "top") is not seating.clockwise:
            corner.topleft = (room.menu.right + room.margin, room.table.y)
        found[index] = Pile(corner)
    return found


def open_landscape(room: Room) -> Placed:
    """Columns of name plates and piles at both sides, stock and the far seat above, the melds between them."""
    u, margin, table, seating = room.u, room.margin, room.table, room.seating
    sides = seating.sides()
    width = _side_width(room)
    tile = tile_rect(max(round(40 * room.ratio), round(0.8 * room.slot.width)))
    small = tile_rect(round(0.72 * tile.width))
    if room.low:
        tile = tile_rect(round(40 * room.ratio))
        small = tile_rect(round(30 * room.ratio))
    left, right = table.x + margin, table.right - margin
    top = table.y + tile.height + margin
    own, taken = _near_piles(room, tile, right, left)
    lowest = own.y - margin
    if lowest - top < round(8 * u) + room.line(36):  # the piles go beside the plates
        own, taken = _near_piles(room, tile, right - width - margin, left + width + margin)
        lowest = table.bottom
    plate = Rect(0, 0, width, min(room.plate(64) + room.line(20), lowest - top))
    column = {"left": Rect(left, top, *plate.size), "right": Rect(right - width, top, *plate.size)}
    gap, caption = round(10 * u), 0 if room.low else room.line(16)
    if caption:
        gap = max(gap, room.line(_CAPTION + 6) - tile.width)
    middle_width = 2 * tile.width + 2 * gap + small.width
    inner = room.menu.right + 2 * margin + tile.width
    free = table.width - 2 * (inner - table.x) - middle_width - 2 * gap
    has_top = "top" in sides
    top_width = max(round(100 * u), min(round(160 * u) + room.line(50), free))
    strip = middle_width + (top_width + 2 * gap if has_top else 0)
    x = table.centerx - strip // 2
    opposite = Rect(x, table.y, top_width, max(min(tile.height, round(60 * u)), _across_height(room, low=room.low)))
    stock = Rect(x + (top_width + 2 * gap if has_top else 0), table.y, *tile.size)
    middle = _beside(stock, small, gap, caption, round(u))
    plates: dict[Side, Rect] = {"left": column["left"], "right": column["right"], "top": opposite}
    seats = {seat: plates[at] for seat, at in enumerate(sides) if seat}
    others = _far_corners(room, tile)
    board_top = max(stock.bottom + caption, opposite.bottom if has_top else 0) + margin
    inner_left, inner_right = left + width + margin, right - width - margin
    if lowest == table.bottom:
        inner_left, inner_right = inner_left + tile.width + margin, inner_right - tile.width - margin
    toast = Rect(0, 0, min(inner_right - inner_left, round(640 * u * room.letters)), max(round(40 * u), room.line(24)))
    toast.midbottom = (table.centerx, table.bottom)
    message = toast
    if room.low:
        message = Rect(0, 0, round(0.55 * room.lip.width), room.lip.height - round(2 * u))
        message.midright = (room.lip.right - round(4 * u), room.lip.centery)
    bottom = table.bottom if room.low else toast.top - margin
    board = Rect(inner_left, board_top, inner_right - inner_left, bottom - board_top)
    piles = _in_order(seating, own, taken, others, plate.move(0, top).bottom + margin)
    return Placed(seats, piles, middle, board, message, None, toast)
