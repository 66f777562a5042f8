"""Where everything on the table lies: from the drawing area and the kind of game to rectangles in device pixels.

A closed game keeps the discards in the four corners, each at its thrower's hand towards the next player, and stock
and indicator in the middle.  An open game gives the middle to the melds: stock and indicator move to the upper edge,
the two piles that the player uses stay next to the rack.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

from pygame import Rect

from okey.bridge import Viewport
from okey.ui.layout import ASPECT, LEAST, grid, safe_area, split, tile_height, unit
from okey.ui.table.places import Room, closed, open_landscape, open_portrait
from okey.ui.table.seating import Pile, Seating

TOOLS = ("sort-runs", "sort-sets", "sort-pairs", "sort-best")
"""The buttons that arrange the rack."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Every rectangle of the table, in device pixels."""

    unit: float
    letters: float
    """How many times as large as usual the letters are that there is room for."""
    rim: int
    """The width of the table's wooden border; 0 where there is no room for one."""
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
    hint: Rect | None
    """The button that asks for a hint, or in a room says something; None where there is neither."""
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

    def cell(self, slot: int) -> Rect:
        """Gets what is framed where a slot has the focus: as high as its row."""
        rect, step = self.slots[slot], self.slots[self.columns].y - self.slots[0].y
        return Rect(rect.x, rect.centery - step // 2, rect.width, step)

    def reach(self, slot: int) -> Rect:
        """Gets the area of a slot that counts as a press on it.

        The areas of all slots share the whole rack, its edges and the air beside it: each point is the nearest slot's.
        """
        row, column = divmod(slot, self.columns)
        beside = self.rack.inflate(2 * round(MARGIN * self.unit), 0)
        xs = [beside.left, *_between([self.slots[at] for at in range(self.columns)], 0), beside.right]
        ys = [beside.top, *_between(list(self.slots[:: self.columns]), 1), beside.bottom]
        ys[1] = max(ys[1], ys[0] + round(FINGER * self.unit))  # what the upper row lacks the lower ones have
        return Rect(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])

    def pile_of(self, seat: int) -> Pile:
        """Gets the pile that a seat throws on."""
        return self.piles[seat if len(self.piles) > 1 else 0]

    def buttons(self, count: int) -> list[Rect]:
        """Places buttons that act, the most important first."""
        u = self.unit
        return grid(self.actions, count, round(44 * u), round(4 * u), round(52 * u * self.letters))


def _between(slots: list[Rect], axis: int) -> list[int]:
    """Gets the middles between the slots of a line, on one axis."""
    return [(one[axis] + one.size[axis] + other[axis]) // 2 for one, other in pairwise(slots)]


def is_portrait(viewport: Viewport) -> bool:
    """Tells whether the screen stands rather than lies."""
    area = safe_area(viewport)
    return area.width < 1.15 * area.height


def rack_shape(viewport: Viewport, seating: Seating) -> tuple[int, int]:
    """Gets the columns and rows of the rack; many tiles take three rows where the screen is narrow.

    Wide slots are as few as let each be a finger wide, but never fewer than the tiles and ``SPARE`` more.
    """
    portrait = is_portrait(viewport)
    if seating.tiles <= 14:
        columns, rows = (10 if portrait else 12), 2
    elif portrait and safe_area(viewport).width < 560 * unit(viewport):
        columns, rows = 11, 3
    else:
        columns, rows = 15, 2
    if seating.wide:
        u = unit(viewport)
        area, _ = _table(viewport)
        side, pad = _edges(area, u, portrait=portrait)
        fit = int((area.width - 2 * side - 2 * pad) / (FINGER * u))
        columns = min(columns, max(fit, -(-(seating.tiles + SPARE) // rows)))
    return columns, rows


SPARE = 2
"""How many slots the rack has at least beyond the tiles that are dealt: one for the tile drawn, one to move them by."""


def _table(viewport: Viewport) -> tuple[Rect, int]:
    """Gets the area of the table, and how wide the wooden border around it is."""
    area, u = safe_area(viewport), unit(viewport)
    rim = round(10 * u) if min(area.size) >= ROOMY * u else 0
    return area.inflate(-2 * rim, -2 * rim), rim


def _edges(area: Rect, u: float, *, portrait: bool) -> tuple[int, int]:
    """Gets how much is kept free on either side of the rack, and how wide its frame is."""
    margin = round(MARGIN * u)
    if portrait:  # every pixel of a narrow width is a finger's
        return (round(2 * u),) * 2 if area.width < NARROW * u else (margin, margin)
    return round(92 * u) + 2 * margin, round(3 * u) if area.width < NARROW_LYING * u else margin


GROWTH_STEPS = 20
"""In how many steps the room for letters is looked for between what was asked for and the usual."""


def arrange_for(letters: float, viewport: Viewport, seating: Seating) -> TableLayout:
    """Lays the table out for letters so many times as large as usual: what holds them grows as far as there is room."""
    usual = arrange(viewport, seating)
    for step in range(GROWTH_STEPS):
        found = arrange(viewport, seating, letters + (1 - letters) * step / GROWTH_STEPS)
        if _holds(found, usual, safe_area(viewport)):
            return found
    return usual


def _holds(lay: TableLayout, usual: TableLayout, area: Rect) -> bool:
    """Tells whether everything has its own place, and rack, piles and melds about their usual size."""
    parts = [lay.menu, lay.rack, lay.stock, lay.indicator, lay.okey, lay.actions, lay.toast]
    parts += [*lay.seats.values(), *lay.tools.values(), *(lay.captions or ()), *(lay.pager or ())]
    parts += [] if lay.hint is None else [lay.hint]
    for pile in lay.piles:
        x, y = pile.step
        parts.append(pile.top.union(pile.top.move(x * (pile.shown - 1), y * (pile.shown - 1))))
    if lay.board is not None and usual.board is not None:
        parts.append(lay.board)
        least = BOARD_KEPT * lay.unit
        if lay.board.width < KEPT * usual.board.width or lay.board.height < min(least, usual.board.height):
            return False
    if lay.message != lay.toast and not lay.lip.colliderect(lay.message):
        parts.append(lay.message)
    if any(part.width <= 0 or part.height <= 0 or not area.contains(part) for part in parts):
        return False
    kept = ((lay.slots[0], usual.slots[0], RACK_KEPT), (lay.stock, usual.stock, STOCK_KEPT))
    if any(now.width < share * then.width for now, then, share in kept):
        return False
    # messages of an open game lie over its melds where the line is low
    apart = [part for part in parts if part != lay.toast or lay.message == lay.toast]
    return not any(one.colliderect(other) for one, other in combinations(apart, 2))


KEPT, STOCK_KEPT, RACK_KEPT = 0.7, 0.65, 0.92
"""The share of its usual width that the board of the melds, the stock, and a tile of the rack keep as letters grow."""

BOARD_KEPT = 100
"""The least height in units of the board of the melds then: two lines of the smallest tiles under a name."""

FINGER = 44
"""The height in units that a finger needs."""

MARGIN = 6
"""The air in units between what stands beside each other."""

ROOMY = 600
"""The least height and width in units of a table with a wooden border."""

NARROW, NARROW_LYING = 480, 700
"""The width in units of a screen, standing and lying, below which the rack's edges leave the tiles more of it."""

TWO_ROWS = 1.4
"""From how large letters on the buttons under a rack have two rows of their height."""


def arrange(viewport: Viewport, seating: Seating, letters: float = 1.0) -> TableLayout:
    """Lays the table out; what is written on grows with the letters, what is pressed or shown keeps its size."""
    (area, rim), u = _table(viewport), unit(viewport)
    portrait, margin = is_portrait(viewport), round(MARGIN * u)
    columns, rows = rack_shape(viewport, seating)
    lip_height = round(max(32 if area.height >= 340 * u else 24, 22 * letters) * u)
    controls = round((44 if letters < TWO_ROWS else 94) * u) if portrait else 0
    slots, rack, lip = _rack(area, u, (columns, rows), lip_height, controls, seating=seating)
    tools, actions = _controls(area, u, rack, controls, left_handed=seating.left_handed)
    table = Rect(area.x, area.y + margin, area.width, rack.top - area.y - 2 * margin)
    menu = Rect(area.x + margin, table.y, round(44 * u), round(44 * u))
    hint = menu.copy()
    hint.right = area.right - margin
    room = Room(area, u, letters, margin, viewport.ratio, portrait, seating, table, menu, slots[0], lip)
    if not seating.board:
        placed = closed(room)
    elif portrait:
        placed = open_portrait(room)
    else:
        placed = open_landscape(room)
    return TableLayout(
        unit=u,
        letters=letters,
        rim=rim,
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
        hint=(placed.hint or hint) if seating.hints else None,
        tools=tools,
        actions=actions,
    )


def _rack(
    area: Rect, u: float, shape: tuple[int, int], lip_height: int, controls: int, *, seating: Seating
) -> tuple[list[Rect], Rect, Rect]:
    """Places slots, rack and lip, above the buttons where those are below it."""
    columns, rows = shape
    margin = round(MARGIN * u)
    side, pad = _edges(area, u, portrait=controls > 0)
    gap = max(1, round(2 * u)) if area.width > 700 * u else max(1, round(u))
    if controls:
        share, bottom = 0.112, area.bottom - 2 * margin - controls
    else:
        share, bottom = 0.145 if area.height < 480 * u else 0.13, area.bottom - margin
    room = area.width - 2 * side - 2 * pad
    if seating.board and area.height >= 480 * u:
        share *= 0.8 if seating.wide and rows > 2 else 0.88  # the melds keep their room
    tile_width = max(LEAST, min((room + gap) // columns - gap, int(share * area.height / ASPECT)))
    beside = gap
    if seating.wide:  # a slot may be wider than its tile
        beside = max(gap, min(round(FINGER * u), (room + gap) // columns) - tile_width)
    height = tile_height(tile_width)
    # a row is as high as a finger needs
    step = max(height + 2 * gap, round(FINGER * u))
    width = columns * (tile_width + beside) - beside
    rack = Rect(0, 0, width + 2 * pad, (rows - 1) * step + height + pad * 2 + lip_height)
    rack.midbottom = (area.centerx, bottom)
    slots = [
        Rect(rack.x + pad + column * (tile_width + beside), rack.y + pad + row * step, tile_width, height)
        for row in range(rows)
        for column in range(columns)
    ]
    return slots, rack, Rect(rack.x, rack.bottom - lip_height, rack.width, lip_height)


def _controls(area: Rect, u: float, rack: Rect, height: int, *, left_handed: bool) -> tuple[dict[str, Rect], Rect]:
    """Places the rack's buttons under it, or on either side where no height is kept for them below.

    The ones that act are at the better hand.
    """
    margin, size = round(6 * u), round(44 * u)
    if height:
        row = Rect(0, rack.bottom + margin, min(area.width - 2 * margin, max(rack.width, round(348 * u))), height)
        row.centerx = area.centerx
        across = 2 if height >= 2 * size else 4
        wide = size if row.width < 520 * u else round(0.12 * row.width)
        tools = Rect(row.x, row.y, across * (wide + margin) - margin, height)
        actions = Rect(tools.right + margin, row.y, row.right - tools.right - margin, height)
        if left_handed:
            actions.x, tools.right = row.x, row.right
        lines = [Rect(tools.x, y, tools.width, size) for y in (tools.y, tools.bottom - size)]
        places = [rect for line in lines[: 4 // across] for rect in split(line, across, margin)]
        return dict(zip(TOOLS, places, strict=True)), actions
    width = min(round(150 * u), rack.left - area.x - 2 * margin)
    left, right = rack.left - margin - width, rack.right + margin
    x, act = (right, left) if left_handed else (left, right)
    high = min(round(56 * u), (rack.height - margin) // 2)
    rows = [
        split(Rect(x, y, width, high), 2, max(2, round(4 * u)))
        for y in (rack.centery - margin // 2 - high, rack.centery + margin - margin // 2)
    ]
    return dict(zip(TOOLS, [*rows[0], *rows[1]], strict=True)), Rect(act, rack.y, width, rack.height)
