"""Where everything on the table lies: from the drawing area and the kind of game to rectangles in device pixels.

A closed game keeps the discards in the four corners, each at its thrower's hand towards the next player, and stock
and indicator in the middle.  An open game gives the middle to the melds: stock and indicator move to the upper edge,
the two piles that the player uses stay next to the rack.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

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
    """The button that asks for a hint; None where nobody wants any."""
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


GROWTH_STEPS = 10
"""In how many steps the room for letters is looked for between what was asked for and the usual."""


def arrange_for(letters: float, viewport: Viewport, seating: Seating) -> TableLayout:
    """Lays the table out for letters so many times as large as usual: all but tiles grows as far as there is room."""
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
        if lay.board.width < KEPT * usual.board.width or lay.board.height < KEPT * usual.board.height:
            return False
    if lay.message != lay.toast and not lay.lip.colliderect(lay.message):
        parts.append(lay.message)
    if any(part.width <= 0 or part.height <= 0 or not area.contains(part) for part in parts):
        return False
    piled = [(lay.stock, usual.stock), (lay.piles[0].top, usual.piles[0].top)]
    if lay.slots[0].width < RACK_KEPT * usual.slots[0].width or any(
        now.width < KEPT * then.width for now, then in piled
    ):
        return False
    # messages of an open game lie over its melds where the line is low
    apart = [part for part in parts if part != lay.toast or lay.message == lay.toast]
    return not any(one.colliderect(other) for one, other in combinations(apart, 2))


KEPT = 0.85
"""The share of their usual size that piles and the melds' board keep when everything else grows."""

RACK_KEPT = 0.92
"""The same of the rack's tiles."""


def arrange(viewport: Viewport, seating: Seating, growth: float = 1.0) -> TableLayout:
    """Lays the table out, everything but the tiles larger by a factor."""
    area, u = safe_area(viewport), unit(viewport) * growth
    portrait, margin = is_portrait(viewport), round(6 * u)
    columns, rows = rack_shape(viewport, seating)
    lip_height = round((30 if seating.board and area.height < 480 * u else 24) * u)
    slots, rack, lip = _rack(area, u, (columns, rows), lip_height, portrait=portrait, board=seating.board)
    tools, actions = _controls(area, u, rack, portrait=portrait, left_handed=seating.left_handed)
    table = Rect(area.x, area.y + margin, area.width, rack.top - area.y - 2 * margin)
    menu = Rect(area.x + margin, table.y, round(44 * u), round(44 * u))
    hint = menu.copy()
    hint.right = area.right - margin
    room = Room(area, u, margin, viewport.ratio, portrait, seating, table, menu, slots[0], lip)
    if not seating.board:
        placed = closed(room)
    elif portrait:
        placed = open_portrait(room)
    else:
        placed = open_landscape(room)
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
        hint=(placed.hint or hint) if seating.hints else None,
        tools=tools,
        actions=actions,
    )


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
        side = round(92 * u) + 2 * margin
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
        width = round(44 * u) if row.width < 520 * u else round(0.12 * row.width)
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
