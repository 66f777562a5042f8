"""Where everything on the table lies: from the drawing area and the kind of game to rectangles in device pixels.

A closed game keeps the discards in the four corners, each at its thrower's hand towards the next player, and stock
and indicator in the middle.  An open game gives the middle to the melds: stock and indicator move to the upper edge,
the two piles that the player uses stay next to the rack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from pygame import Rect

from okey.bridge import Viewport
from okey.rules import RuleSet
from okey.ui.layout import ASPECT, LEAST, grid, safe_area, split, tile_height, tile_rect, unit

Side: TypeAlias = Literal["bottom", "right", "top", "left"]

TOOLS = ("sort-runs", "sort-sets", "sort-pairs", "sort-best")
"""The buttons that arrange the rack."""

_AROUND: dict[int, tuple[Side, ...]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
}
"""Where the seats are when play goes to the right, the player's own first."""

_MIRRORED: dict[Side, Side] = {"bottom": "bottom", "right": "left", "top": "top", "left": "right"}


@dataclass(frozen=True, slots=True)
class Seating:
    """What of a game decides where things lie."""

    players: int = 4
    clockwise: bool = False
    """Whether play goes to the left."""
    shared: bool = False
    """Whether there is one pile of discards for all."""
    board: bool = False
    """Whether melds lie on the table."""
    tiles: int = 14
    """How many tiles a player is dealt."""
    left_handed: bool = False
    """Whether the buttons for acting are at the left."""

    @classmethod
    def of(cls, rules: RuleSet, *, left_handed: bool = False) -> Seating:
        """Reads it from the options of a game."""
        return cls(
            rules.players,
            rules.direction == "cw",
            rules.discard_piles == "shared",
            rules.table_melds,
            rules.hand_size,
            left_handed,
        )

    def sides(self) -> tuple[Side, ...]:
        """Gets the side of the table that each seat is at."""
        sides = _AROUND[self.players]
        return tuple(_MIRRORED[side] for side in sides) if self.clockwise else sides


@dataclass(frozen=True, slots=True)
class Pile:
    """The place of one pile of discards."""

    top: Rect
    """The last discard."""
    step: tuple[int, int] = (0, 0)
    """From a discard to the older one before it."""
    shown: int = 1
    """How many discards fit, the last one included."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Every rectangle of the table, in device pixels."""

    unit: float
    portrait: bool
    columns: int
    rows: int
    slots: tuple[Rect, ...]
    """The rack's slots from the upper left."""
    rack: Rect
    """The whole wooden rack with its lip."""
    lip: Rect
    """The front edge of the rack, where the player's name stands."""
    seats: dict[int, Rect]
    """The name plates of the other seats."""
    piles: tuple[Pile, ...]
    """The discards of the seats, the player's own first; one pile where they share it."""
    stock: Rect
    indicator: Rect
    okey: Rect
    """Where the tile that is the okey is named, small."""
    captions: tuple[Rect, Rect] | None
    """The lines under indicator and okey; None where there is no room."""
    board: Rect | None
    """Where the melds lie; None in a closed game."""
    pager: tuple[Rect, Rect] | None
    """The buttons that scroll the melds, where they have a place beside the board; else they lie on it."""
    message: Rect
    """The line that says what is to be done."""
    toast: Rect
    """Where messages appear: there, or over the melds where that line is low."""
    menu: Rect
    tools: dict[str, Rect]
    """The buttons that arrange the rack, by id."""
    actions: Rect
    """The room of the buttons that act."""

    def slot_at(self, x: int, y: int) -> int | None:
        """Gets the slot at or next to a point on the rack; None when it is elsewhere."""
        width, height = self.slots[0].size
        if not self.rack.inflate(width // 2, height // 2).collidepoint(x, y):
            return None
        return min(
            range(len(self.slots)),
            key=lambda i: (self.slots[i].centerx - x) ** 2 + (self.slots[i].centery - y) ** 2,
        )

    def pile_of(self, seat: int) -> Pile:
        """Gets the pile that a seat throws on."""
        return self.piles[seat if len(self.piles) > 1 else 0]

    def buttons(self, count: int) -> list[Rect]:
        """Places buttons that act, the most important first."""
        u = self.unit
        return grid(self.actions, count, round(40 * u), round(6 * u), round(52 * u))


class _Room(NamedTuple):
    """What the parts of a layout share."""

    area: Rect
    """The safe area."""
    u: float
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


def is_portrait(viewport: Viewport) -> bool:
    """Tells whether the screen stands rather than lies."""
    area = safe_area(viewport)
    return area.width < 1.15 * area.height


def rack_shape(viewport: Viewport, seating: Seating) -> tuple[int, int]:
    """Gets the columns and rows of the rack; many tiles take three rows where the screen is narrow."""
    portrait = is_portrait(viewport)
    if seating.tiles <= 14:
        return (10 if portrait else 12), 2
    if portrait and safe_area(viewport).width < 560 * unit(viewport):
        return 11, 3
    return 15, 2


def arrange(viewport: Viewport, seating: Seating) -> TableLayout:
    """Lays the table out."""
    area, u = safe_area(viewport), unit(viewport)
    portrait, margin = is_portrait(viewport), round(6 * u)
    columns, rows = rack_shape(viewport, seating)
    lip_height = round((30 if seating.board and area.height < 480 * u else 24) * u)
    slots, rack, lip = _rack(area, u, (columns, rows), lip_height, portrait=portrait, board=seating.board)
    tools, actions = _controls(area, u, rack, portrait=portrait, left_handed=seating.left_handed)
    table = Rect(area.x, area.y + margin, area.width, rack.top - area.y - 2 * margin)
    menu = Rect(area.x + margin, table.y, round(44 * u), round(44 * u))
    room = _Room(area, u, margin, viewport.ratio, portrait, seating, table, menu, slots[0], lip)
    if not seating.board:
        placed = _closed(room)
    elif portrait:
        placed = _open_portrait(room)
    else:
        placed = _open_landscape(room)
    return TableLayout(
        unit=u,
        portrait=portrait,
        columns=columns,
        rows=rows,
        slots=tuple(slots),
        rack=rack,
        lip=lip,
        seats=placed.seats,
        piles=placed.piles,
        stock=placed.middle.stock,
        indicator=placed.middle.indicator,
        okey=placed.middle.okey,
        captions=placed.middle.captions,
        board=placed.board,
        pager=placed.pager,
        message=placed.message,
        toast=placed.toast or placed.message,
        menu=menu,
        tools=tools,
        actions=actions,
    )


class _Middle(NamedTuple):
    """Stock, indicator and the okey's picture."""

    stock: Rect
    indicator: Rect
    okey: Rect
    captions: tuple[Rect, Rect] | None


class _Placed(NamedTuple):
    """What lies above the rack."""

    seats: dict[int, Rect]
    piles: tuple[Pile, ...]
    middle: _Middle
    board: Rect | None
    message: Rect
    pager: tuple[Rect, Rect] | None = None
    toast: Rect | None = None


def _rack(
    area: Rect, u: float, shape: tuple[int, int], lip_height: int, *, portrait: bool, board: bool
) -> tuple[list[Rect], Rect, Rect]:
    """Places slots, rack and lip."""
    columns, rows = shape
    margin = pad = round(6 * u)
    gap = max(1, round(2 * u)) if area.width > 700 * u else max(1, round(u))
    if portrait:
        room, share = area.width - 2 * margin - 2 * pad, 0.112
        bottom = area.bottom - 2 * margin - round(44 * u)
    else:
        side = round(86 * u) + 2 * margin
        room, share = area.width - 2 * side - 2 * pad, 0.145 if area.height < 480 * u else 0.13
        bottom = area.bottom - margin
    if board and area.height >= 480 * u:
        share *= 0.88
    tile_width = max(LEAST, min((room + gap) // columns - gap, int(share * area.height / ASPECT)))
    height = tile_height(tile_width)
    width = columns * (tile_width + gap) - gap
    rack = Rect(0, 0, width + 2 * pad, rows * (height + 2 * gap) - 2 * gap + pad * 2 + lip_height)
    rack.midbottom = (area.centerx, bottom)
    slots = [
        Rect(
            rack.x + pad + column * (tile_width + gap),
            rack.y + pad + row * (height + 2 * gap),
            tile_width,
            height,
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return slots, rack, Rect(rack.x, rack.bottom - lip_height, rack.width, lip_height)


def _controls(area: Rect, u: float, rack: Rect, *, portrait: bool, left_handed: bool) -> tuple[dict[str, Rect], Rect]:
    """Places the rack's buttons in a row under it, or on either side; the ones that act at the better hand."""
    margin, height = round(6 * u), round(44 * u)
    if portrait:
        row = Rect(0, rack.bottom + margin, max(rack.width, min(area.width - 2 * margin, round(348 * u))), height)
        row.centerx = area.centerx
        width = round(43 * u) if row.width < 520 * u else round(0.12 * row.width)
        tools = Rect(row.x, row.y, 4 * width + 3 * margin, height)
        actions = Rect(tools.right + margin, row.y, row.right - tools.right - margin, height)
        if left_handed:
            actions.x, tools.right = row.x, row.right
        return dict(zip(TOOLS, split(tools, 4, margin), strict=True)), actions
    width = min(round(150 * u), rack.left - area.x - 2 * margin)
    left, right = rack.left - margin - width, rack.right + margin
    x, act = (right, left) if left_handed else (left, right)
    upper = rack.centery - height - margin // 2 - round(u)
    lower = rack.centery + margin // 2 + round(u)
    rows = [split(Rect(x, y, width, height), 2, max(2, round(4 * u))) for y in (upper, lower)]
    return dict(zip(TOOLS, [*rows[0], *rows[1]], strict=True)), Rect(act, rack.y, width, rack.height)


# ---- closed games


def _closed(room: _Room) -> _Placed:
    """Places what lies above the rack in a closed game."""
    u, margin, table, area, seating = room.u, room.margin, room.table, room.area, room.seating
    sides = seating.sides()
    low = table.height < 200 * u
    top_width = min(round(210 * u), table.width - 2 * (room.menu.width + 3 * margin))
    side_width = min(round(150 * u), max(round(86 * u), round(0.16 * table.width)))
    opposite = Rect(table.centerx - top_width // 2, table.y, top_width, round((44 if low else 54) * u))
    tile = tile_rect(max(round(40 * room.ratio), round(0.92 * room.slot.width)))
    side = Rect(0, 0, side_width, round(64 * u))
    if not room.portrait:
        side.height = min(side.height, table.height - 2 * (tile.height + margin))
    side.centery = table.centery
    if room.portrait:
        upper = room.menu.bottom + 2 * margin
        side.centery = upper + tile.height + 2 * margin + side.height // 2
        side.centery = max(side.centery, round(table.y + 0.3 * table.height))
        far = margin
    else:
        upper = table.y
        far = side_width + 3 * margin
    left, right = side.copy(), side.copy()
    left.left, right.right = area.x + margin, area.right - margin
    plates: dict[Side, Rect] = {"left": left, "right": right, "top": opposite}
    seats = {seat: plates[at] for seat, at in enumerate(sides) if seat}
    edges = _Edges(far, upper, side.bottom + margin)
    corners = {corner: _corner(room, tile, edges, corner) for corner in _CORNERS}
    between = corners["br"].top.left - corners["bl"].top.right - 4 * margin
    message = Rect(0, 0, min(between, round(600 * u)), round((40 if low else 46) * u))
    message.midbottom = ((corners["br"].top.left + corners["bl"].top.right) // 2, table.bottom)
    if room.portrait:
        x, width = corners["bl"].top.right, corners["br"].top.left - corners["bl"].top.right
        middle = Rect(x, side.bottom, width, message.top - side.bottom)
    else:
        middle = Rect(left.right, opposite.bottom, right.left - left.right, message.top - opposite.bottom)
    piles = tuple(corners[corner] for corner in _corners_of(seating))
    return _Placed(seats, piles, _centre(u, tile, middle), None, message)


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


def _corner(room: _Room, tile: Rect, edges: _Edges, corner: str) -> Pile:
    """Places the discards of a corner: older ones above the last in portrait, further out in landscape."""
    top = tile.copy()
    top.top = edges.upper if corner[0] == "t" else room.table.bottom - tile.height
    outwards = -1 if corner[1] == "l" else 1
    if outwards < 0:
        top.left = room.area.x + edges.far
    else:
        top.right = room.area.right - edges.far
    if corner[0] == "t":
        return Pile(top)
    if room.portrait:
        step = (0, -round(0.64 * tile.height))
        return Pile(top, step, 1 + max(0, (top.top - edges.lower) // -step[1]))
    step = (outwards * (tile.width + max(2, round(3 * room.u))), 0)
    return Pile(top, step, 1 + max(0, (edges.far - round(6 * room.u)) // abs(step[0])))


def _centre(u: float, like: Rect, room: Rect) -> _Middle:
    """Places stock, indicator and the okey's picture in the middle, larger than others if they can be."""
    caption = round(18 * u)
    width = min(round(1.3 * like.width), int((room.height - 2 * caption) / ASPECT), int(room.width / 3.8))
    tile = tile_rect(max(like.width, width))
    gap = round(0.3 * tile.width)
    small = tile_rect(round(0.72 * tile.width))
    stock = tile.move(
        room.centerx - (2 * tile.width + 2 * gap + small.width) // 2,
        room.centery
        - (tile.height + caption + round(2 * u)) // 2
        + min(round(3 * u), (room.height - like.height) // 16),
    )
    return _beside(stock, small, gap, caption, round(2 * u))


def _beside(stock: Rect, small: Rect, gap: int, caption: int, air: int) -> _Middle:
    """Places indicator and okey at the right of the stock, captions under them."""
    indicator = stock.move(stock.width + gap, 0)
    small = small.copy()
    small.bottomleft = (indicator.right + gap, indicator.bottom)
    if not caption:
        return _Middle(stock, indicator, small, None)
    captions = [Rect(0, 0, width, caption) for width in (stock.width + gap - 2, small.width + gap - 2)]
    captions[0].midtop = (indicator.centerx, indicator.bottom + air)
    captions[1].midtop = (small.centerx, small.bottom + air)
    return _Middle(stock, indicator, small, (captions[0], captions[1]))


# ---- open games


def _open_portrait(room: _Room) -> _Placed:
    """Name plates in a row, stock and the far discards below them, then the melds; own piles next to the rack."""
    u, margin, table, seating = room.u, room.margin, room.table, room.seating
    sides = seating.sides()
    order = sorted((seat for seat in range(1, seating.players)), key=lambda seat: _LEFT_TO_RIGHT[sides[seat]])
    plates = Rect(room.menu.right + margin, table.y, table.right - room.menu.right - 2 * margin, round(48 * u))
    seats = dict(zip(order, split(plates, len(order), margin), strict=True))
    tile = tile_rect(max(round(40 * room.ratio), round(0.8 * room.slot.width)))
    small = tile_rect(round(0.72 * tile.width))
    gap, caption = round(10 * u), round(14 * u)
    strip = Rect(
        table.x + margin, plates.bottom + margin, table.width - 2 * margin, tile.height + caption + round(2 * u)
    )
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
    message = Rect(left, own.y + (own.height - round(46 * u)) // 2, width, round(46 * u))
    board = Rect(table.x + margin, strip.bottom + margin, table.width - 2 * margin, own.y - strip.bottom - 2 * margin)
    size = round(44 * u)
    pager_x = (middle.okey.right + right - size) // 2
    pager = tuple(
        Rect(pager_x + shift, strip.y + (tile.height - size) // 2, size, size)
        for shift in (-size // 2 - 2, size // 2 + 2)
    )
    return _Placed(seats, _in_order(seating, own, taken, others), middle, board, message, (pager[0], pager[1]))


_LEFT_TO_RIGHT: dict[Side, int] = {"left": 0, "top": 1, "right": 2, "bottom": 3}


def _far_piles(seating: Seating) -> list[int]:
    """Gets the piles that the player neither throws on nor, as a rule, takes from."""
    return [] if seating.shared else list(range(1, seating.players - 1))


def _near_piles(room: _Room, tile: Rect, right: int, left: int) -> tuple[Rect, Rect | None]:
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


def _open_landscape(room: _Room) -> _Placed:
    """Columns of name plates and piles at both sides, stock and the far seat above, the melds between them."""
    u, margin, table, seating = room.u, room.margin, room.table, room.seating
    sides = seating.sides()
    width = min(round(150 * u), max(round(86 * u), round(0.13 * table.width)))
    tile = tile_rect(max(round(40 * room.ratio), round(0.8 * room.slot.width)))
    small = tile_rect(round(0.72 * tile.width))
    if room.low:
        tile = tile_rect(round(40 * room.ratio))
        small = tile_rect(round(30 * room.ratio))
    left, right = table.x + margin, table.right - margin
    plate = Rect(0, 0, width, round(64 * u))
    top = table.y + tile.height + margin
    own, taken = _near_piles(room, tile, right, left)
    plate.height = min(plate.height, own.y - margin - top)
    column = {"left": Rect(left, top, *plate.size), "right": Rect(right - width, top, *plate.size)}
    gap, caption = round(10 * u), 0 if room.low else round(16 * u)
    middle_width = 2 * tile.width + 2 * gap + small.width
    top_width = min(round(210 * u), max(round(100 * u), round(0.2 * table.width)))
    has_top = "top" in sides
    strip = middle_width + (top_width + 2 * gap if has_top else 0)
    x = table.centerx - strip // 2
    opposite = Rect(x, table.y, top_width, min(tile.height, round(54 * u)))
    stock = Rect(x + (top_width + 2 * gap if has_top else 0), table.y, *tile.size)
    middle = _beside(stock, small, gap, caption, round(u))
    plates: dict[Side, Rect] = {"left": column["left"], "right": column["right"], "top": opposite}
    seats = {seat: plates[at] for seat, at in enumerate(sides) if seat}
    others = {}
    for index in _far_piles(seating):
        corner = tile.copy()
        corner.topright = (right, table.y)
        if (sides[index] == "top") is not seating.clockwise:
            corner.topleft = (room.menu.right + margin, table.y)
        others[index] = Pile(corner)
    board_top = stock.bottom + caption + margin
    inner_left, inner_right = left + width + margin, right - width - margin
    toast = Rect(0, 0, min(inner_right - inner_left, round(640 * u)), round(42 * u))
    toast.midbottom = (table.centerx, table.bottom)
    message = toast
    if room.low:
        message = Rect(0, 0, round(0.6 * room.lip.width), room.lip.height - round(2 * u))
        message.midright = (room.lip.right - round(4 * u), room.lip.centery)
    bottom = table.bottom if room.low else toast.top - margin
    board = Rect(inner_left, board_top, inner_right - inner_left, bottom - board_top)
    piles = _in_order(seating, own, taken, others, plate.move(0, top).bottom + margin)
    return _Placed(seats, piles, middle, board, message, None, toast)
