"""Pointing at the table: taps, drags of tiles and groups, sweeps over the rack, scrolling of the melds."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pygame import Rect

from okey.melds import End
from okey.tiles import Tile
from okey.ui import theme, widgets
from okey.ui.animation import Place
from okey.ui.draft import SEAT
from okey.ui.table.listing import taking_pile

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene

Source: TypeAlias = Literal["rack", "stock", "take", "sweep", "felt"]

Target: TypeAlias = tuple[Literal["slot", "discard", "indicator", "meld", "board", ""], int]
"""What something is dropped on, with the slot's or the meld's number."""


@dataclass(slots=True)
class Drag:
    """A press that may become a drag."""

    source: Source
    """What was pressed: tiles, or an empty place from where the rack is swept or the melds are scrolled."""
    tiles: list[Tile]
    """The tiles in hand, the pressed one among them; none while it is still unknown."""
    start: tuple[int, int]
    pos: tuple[int, int]
    grip: tuple[int, int] = (0, 0)
    """From the first tile's upper left corner to the pointer."""
    pile: int = 0
    """The pile that a discard is taken from."""
    slot: int | None = None
    """The slot that was pressed."""
    moving: bool = False
    """Whether it has gone further than a tap does."""
    since: float = 0.0
    """When it began."""
    held: bool = False
    """Whether it has lasted long enough to lift a group."""

    @property
    def carries(self) -> bool:
        """Whether tiles are under the pointer."""
        return self.moving and self.source in ("rack", "stock", "take")


class Pointer:
    """Follows one pointer.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.drag: Drag | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being dragged."""
        return self.drag is not None and self.drag.moving

    def drop_all(self) -> None:
        """Forgets what is in hand."""
        self.drag = None

    def keep(self, held: Collection[Tile]) -> None:
        """Forgets a drag of tiles that the player holds no more."""
        drag = self.drag
        if drag is not None and drag.source == "rack" and not all(tile in held for tile in drag.tiles):
            self.drag = None

    def down(self, pos: tuple[int, int], pressed: str | None) -> None:
        """Begins a tap or a drag."""
        self.drag = self._begin(pos, pressed or "")

    def _begin(self, pos: tuple[int, int], pressed: str) -> Drag | None:
        scene, lay, now = self._scene, self._scene.layout, self._scene.app.now
        if pressed.startswith("slot-"):
            slot = int(pressed.removeprefix("slot-"))
            tile = scene.app.session.rack.slots[slot]
            if tile is None:
                return Drag("sweep", [], pos, pos, slot=slot, since=now)
            tiles = list(scene.selection) if tile in scene.selection and len(scene.selection) > 1 else [tile]
            corner = lay.slots[slot].move(-tiles.index(tile) * lay.slots[slot].width, 0)
            return Drag("rack", tiles, pos, pos, (pos[0] - corner.x, pos[1] - corner.y), slot=slot, since=now)
        if pressed == "stock":
            return Drag("stock", [], pos, pos, (pos[0] - lay.stock.x, pos[1] - lay.stock.y), since=now)
        pile = self._pile_of(pressed)
        if pile is not None and scene.view.piles[pile]:
            top = lay.piles[pile].top
            tile = scene.view.piles[pile][-1]
            return Drag("take", [tile], pos, pos, (pos[0] - top.x, pos[1] - top.y), pile=pile, since=now)
        if lay.board is not None and lay.board.collidepoint(pos) and not pressed.startswith("melds"):
            return Drag("felt", [], pos, pos, since=now)
        return None

    def _pile_of(self, pressed: str) -> int | None:
        if pressed == "take":
            return taking_pile(self._scene.view)
        return int(pressed.removeprefix("take-")) if pressed.startswith("take-") else None

    def move(self, pos: tuple[int, int]) -> None:
        """Moves what is dragged."""
        drag, scene = self.drag, self._scene
        if drag is None:
            self._point(pos)
            return
        before, drag.pos = drag.pos, pos
        far = max(abs(pos[0] - drag.start[0]), abs(pos[1] - drag.start[1]))
        if not drag.moving and far > theme.DRAG_THRESHOLD * scene.app.viewport.ratio:
            self._lift(drag)
        if not drag.moving:
            return
        if drag.source == "felt":
            scene.melds.scroll_by(before[1] - pos[1])
        elif drag.source == "sweep":
            scene.selection = self._swept(drag)
        scene.app.redraw()

    def _lift(self, drag: Drag) -> None:
        """Turns a press into a drag."""
        scene = self._scene
        drag.moving = True
        if drag.carries:
            if scene.armed is not None and drag.tiles != [scene.armed]:
                scene.armed = None
            scene.selection = list(drag.tiles) if len(drag.tiles) > 1 else []
            scene.app.cursor("grabbing")
            scene.app.sounds.play("lift")

    def _swept(self, drag: Drag) -> list[Tile]:
        """Gets the tiles that a sweep has touched."""
        x, y = min(drag.start[0], drag.pos[0]), min(drag.start[1], drag.pos[1])
        area = Rect(x, y, abs(drag.pos[0] - drag.start[0]) + 1, abs(drag.pos[1] - drag.start[1]) + 1)
        slots = self._scene.app.session.rack.slots
        return [t for i, t in enumerate(slots) if t is not None and self._scene.layout.slots[i].colliderect(area)]

    def sweep_rect(self) -> Rect | None:
        """Gets the area of a sweep."""
        drag = self.drag
        if drag is None or drag.source != "sweep" or not drag.moving:
            return None
        x, y = min(drag.start[0], drag.pos[0]), min(drag.start[1], drag.pos[1])
        return Rect(x, y, abs(drag.pos[0] - drag.start[0]), abs(drag.pos[1] - drag.start[1]))

    def up(self, pos: tuple[int, int]) -> bool:
        """Ends a press; tells whether it was a drag and no tap."""
        drag, self.drag = self.drag, None
        if drag is None or not drag.moving:
            self._explain_foreign(pos)
            return False
        drag.pos = pos
        if drag.carries:
            self._drop(drag)
        self._point(pos)
        self._scene.app.redraw()
        return True

    def _explain_foreign(self, pos: tuple[int, int]) -> None:
        """Says why nothing happens on a tap on discards that cannot be taken."""
        scene = self._scene
        if scene.view.rules.take_from == "any_player" or len(scene.view.piles) == 1:
            return
        far = range(1, len(scene.view.piles) - 1)
        if any(scene.layout.piles[number].top.collidepoint(pos) for number in far):
            scene.app.notice(scene.app.texts("hint.only_previous"), alarm=True)

    # ---- holding a tile lifts its group

    def wakes_at(self) -> float | None:
        """Tells when a held tile lifts its group."""
        drag = self.drag
        waits = drag is not None and drag.source == "rack" and not (drag.moving or drag.held or len(drag.tiles) > 1)
        return drag.since + theme.HOLD_SECONDS if waits and drag is not None else None

    def tick(self) -> None:
        """Lifts the group of a tile that is held long enough."""
        drag, scene = self.drag, self._scene
        date = self.wakes_at()
        if drag is None or date is None or time.monotonic() < date or drag.slot is None:
            return
        drag.held = True
        slot = drag.slot
        pressed = drag.tiles[0]
        scene.select_group(slot)
        if len(scene.selection) < 2:
            scene.select()
            return
        drag.tiles = list(scene.selection)
        width = scene.layout.slots[slot].width
        drag.grip = (drag.grip[0] + drag.tiles.index(pressed) * width, drag.grip[1])
        self._lift(drag)

    # ---- dropping

    def dragged_rect(self, drag: Drag) -> Rect:
        """Gets where the first tile in hand is drawn."""
        lay = self._scene.layout
        size = lay.slots[0].size if drag.source == "rack" else lay.stock.size
        width = size[0] * max(1, len(drag.tiles))
        x = drag.pos[0] - min(drag.grip[0], width)
        y = drag.pos[1] - min(drag.grip[1], size[1])
        return Rect((x, y), size)

    def over(self, drag: Drag) -> Target:
        """Finds what tiles in hand are over: a meld, a slot, the own discards, the indicator, or nothing."""
        scene, lay = self._scene, self._scene.layout
        centre = self.dragged_rect(drag).center
        grown = round(lay.stock.width * 0.5)
        own = lay.pile_of(SEAT).top.inflate(grown, grown)
        closed = not scene.view.rules.table_melds
        for point in (drag.pos, centre):
            if own.collidepoint(point) and not lay.rack.collidepoint(drag.pos):
                return "discard", 0
            if closed and lay.indicator.inflate(grown // 2, grown // 2).collidepoint(point):
                return "indicator", 0
        if lay.board is not None:
            for point in (drag.pos, centre):
                number = self._meld_at(drag, point)
                if number is not None:
                    return "meld", number
        slot = lay.slot_at(*centre)
        if slot is None:
            slot = lay.slot_at(*drag.pos)
        if slot is not None:
            return "slot", slot
        if lay.board is not None and lay.board.collidepoint(drag.pos):
            return "board", 0
        return "", 0

    def _meld_at(self, drag: Drag, point: tuple[int, int]) -> int | None:
        """Finds the meld at a point or next to it, one that the tile in hand fits first."""
        scene = self._scene
        board = scene.melds.board()
        # next to the outermost melds one is beside the felt already
        if not scene.melds.room().inflate(board.tile, 0).collidepoint(point):
            return None
        near: list[tuple[bool, int, int]] = []
        for number, place in board.melds.items():
            rect = scene.melds.on_screen(place)
            if rect.inflate(board.tile, board.tile // 3).collidepoint(point):
                distance = max(rect.left - point[0], point[0] - rect.right, 0)
                fits = len(drag.tiles) == 1 and self._fits(drag.tiles[0], number)
                near.append((not fits, distance, number))
        return min(near)[2] if near else None

    def _fits(self, tile: Tile, number: int) -> bool:
        able = self._scene.possible
        return any(number == meld for meld, _ in able.places(tile)) or number in able.swaps(tile)

    def end_under(self, drag: Drag, number: int) -> End:
        """Gets the end of a meld that the pointer is nearer to."""
        rect = self._scene.melds.on_screen(self._scene.melds.board().melds[number])
        return "low" if drag.pos[0] < rect.centerx else "high"

    def _drop(self, drag: Drag) -> None:
        """Does what letting tiles go means."""
        scene = self._scene
        target, number = self.over(drag)
        start = self.dragged_rect(drag)
        starts = {tile: start.move(i * start.width, 0) for i, tile in enumerate(drag.tiles)}
        if drag.source != "rack":
            if target == "slot":
                scene.wish, scene.dropped = number, start
                if drag.source == "stock":
                    scene.acts.draw()
                else:
                    scene.acts.take(drag.pile)
            return
        alone = drag.tiles[0] if len(drag.tiles) == 1 else None
        moved = False
        if target == "slot":
            moved = scene.move_tiles(drag.tiles, number, starts)
        elif target in ("meld", "board") and alone is None:
            scene.acts.lay_down()
        elif target == "meld":
            scene.dropped = start
            self._drop_on_meld(drag, number)
        elif target in ("discard", "indicator"):
            scene.dropped = start if alone is not None else None
            (scene.acts.throw if target == "discard" else scene.acts.claim)(alone)
        if not moved:
            self._bring_home(starts)
        scene.dropped = None

    def _drop_on_meld(self, drag: Drag, number: int) -> None:
        """Lays a tile off, or swaps it where it was dropped on the okey that stands for it."""
        scene, tile = self._scene, drag.tiles[0]
        board, melds = scene.melds.board(), scene.view.melds
        faces = scene.view.faces
        on_okey = faces is not None and any(
            faces.is_okey(there) and scene.melds.on_screen(board.tile_at(number, index)).collidepoint(drag.pos)
            for index, there in enumerate(melds[number].meld.tiles)
        )
        if on_okey and number in scene.possible.swaps(tile):
            scene.acts.swap(tile, number)
        else:
            scene.acts.lay_off(tile, number, self.end_under(drag, number))

    def _bring_home(self, starts: dict[Tile, Rect]) -> None:
        """Lets tiles that stay on the rack glide back."""
        scene = self._scene
        for tile, start in starts.items():
            if tile in scene.view.rack:
                scene.app.animator.fly(tile, start, scene.place(Place("rack"), tile), scene.app.now)

    def _point(self, pos: tuple[int, int]) -> None:
        """Lets the pointer show what a press would do: a hand that grabs over tiles which can be moved."""
        app = self._scene.app
        widget = widgets.at(self._scene.widgets(), pos)
        drag = self._begin(pos, widget.id) if widget is not None and widget.enabled else None
        if drag is not None and (drag.tiles or drag.source == "stock"):
            app.cursor("grab")
        else:
            app.point(widget if drag is None or drag.source != "sweep" else None)
