"""The table: what the player's seat sees, and every way to play on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from okey.game import Event, Refused, View
from okey.game.actions import DRAW, TAKE, Action, discard, finish, show
from okey.solver import finishing_discards
from okey.tiles import FALSE_JOKER, Tile, kind_of
from okey.ui import layout, shapes, sorting, theme, widgets
from okey.ui.animation import Place, moves
from okey.ui.rack import ROWS
from okey.ui.scenes.base import Scene
from okey.ui.scenes.panels import Question
from okey.ui.scenes.plates import draw_lip, draw_seat
from okey.ui.session import SEAT
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

LEFT = 3
"""The seat whose last discard the player may take."""


@dataclass(slots=True)
class Drag:
    """A press on a tile that may become a drag."""

    source: str
    """``rack``, ``stock`` or ``take``."""
    tile: Tile | None
    """The tile in hand; None while it is still unknown."""
    start: tuple[int, int]
    pos: tuple[int, int]
    grip: tuple[int, int]
    """From the tile's upper left corner to the pointer."""
    moving: bool = False
    """Whether it has gone further than a tap does."""


class TableScene(Scene):
    """The table, always at the bottom of what is on the screen."""

    name = "table"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.selected: Tile | None = None
        """The lifted tile."""
        self.armed: Tile | None = None
        """The tile that the next press of Finish throws."""
        self.drag: Drag | None = None
        self._wish: int | None = None
        """The slot where the next tile that arrives shall go."""
        self._dropped: Rect | None = None
        """Where the tile that is being thrown was let go."""
        self._background: Surface | None = None
        self.rearranged()

    @property
    def view(self) -> View:
        """What the player may know now."""
        return self.app.session.view

    @property
    def my_turn(self) -> bool:
        """Whether the player is to act."""
        return self.view.actor == SEAT

    # ---- geometry

    def rearranged(self) -> None:
        """Lays the table out anew."""
        self.layout = layout.arrange(self.app.viewport)
        self._background = None
        self.drag = None

    def fit_rack(self) -> None:
        """Gives the rack as many columns as the layout has."""
        if self.app.session.rack.columns != self.layout.columns:
            self.app.session.rack.reshape(self.layout.columns)
            self.app.session.save_rack()

    def place(self, place: Place, tile: Tile | None) -> Rect:
        """Gets the rectangle of a tile at a place."""
        lay = self.layout
        if place.area == "rack":
            slot = None if tile is None else self.app.session.rack.find(tile)
            return lay.slots[len(lay.slots) // 2 if slot is None else slot]
        if place.area == "pile":
            return lay.piles[place.seat].top
        if place.area == "seat":
            rect = lay.stock.copy()
            rect.center = lay.seats[place.seat - 1].center
            return rect
        return lay.stock if place.area == "stock" else lay.indicator

    # ---- what happened

    def update(self, before: View | None, events: Sequence[Event]) -> None:
        """Follows from the view before to the view now."""
        app, after = self.app, self.view
        rack = app.session.rack
        found = moves(before, after) if before is not None else []
        starts = [self._dropped or self.place(m.start, m.tile) for m in found]
        if before is not None and before.hand_number != after.hand_number and after.faces is not None:
            rack.sync(after.rack)
            rack.arrange(*sorting.by_runs(after.rack, after.faces, after.rules))
            for tile in rack.tiles():
                app.animator.fly(tile, self._sized(self.layout.stock, self.place(Place("rack"), tile)),
                                 self.place(Place("rack"), tile), app.now)  # fmt: skip
        else:
            rack.sync(after.rack, self._wish)
        for move, start in zip(found, starts, strict=True):
            end = self.place(move.end, move.tile)
            app.animator.fly(move.tile, self._sized(start, end), end, app.now)
        if self.selected not in after.rack:
            self.selected = None
        self.armed = None
        if after.result is not None:
            self.drag = None
        self._wish = self._dropped = None
        self._tell(events)

    @staticmethod
    def _sized(rect: Rect, like: Rect) -> Rect:
        """Gets a rectangle of another's size around the same point."""
        sized = Rect((0, 0), like.size)
        sized.center = rect.center
        return sized

    def _tell(self, events: Sequence[Event]) -> None:
        """Lets events be heard and read out."""
        app, t = self.app, self.app.texts
        for event in events:
            sound = {
                "drew": "draw",
                "took": "draw",
                "discarded": "knock",
                "showed": "place",
                "dealt": "place",
            }
            if event.kind in sound:
                app.sounds.play(sound[event.kind], 0.7 if event.seat == SEAT else 0.4)
            if event.kind == "hand_ended":
                app.sounds.play("win" if event.seat == SEAT else "lose")
            key = f"event.{event.kind}{'_you' if event.seat == SEAT and event.kind != 'dealt' else ''}"
            if event.kind in ("dealt", "drew", "took", "showed", "discarded", "finished"):
                tile = app.tile_name(event.tiles[0]) if event.tiles else ""
                name = app.seat_name(event.seat or 0)
                app.bridge.announce(t(key, tile=tile, name=name, hand=self.view.hand_number))
            if event.kind == "showed" and event.seat != SEAT:
                app.notice(t(key, name=app.seat_name(event.seat or 0)))
        if self.my_turn and events and events[-1].seat != SEAT:
            app.sounds.play("turn", 0.5)
            app.bridge.announce(self.prompt())

    def prompt(self) -> str:
        """Says in plain words what is to be done."""
        t, view = self.app.texts, self.view
        if view.actor is None:
            return t("prompt.over") if view.result is not None else t("app.name")
        if not self.my_turn:
            return t("prompt.other", name=self.app.seat_name(view.actor))
        if view.phase == "draw":
            offered = [self.app.tile_name(tile) for tile in view.takeable()]
            return t("prompt.draw_or_take", tile=offered[0]) if offered else t("prompt.draw")
        if self.armed is not None:
            return t("prompt.finish", tile=self.app.tile_name(self.armed))
        if self.selected is not None:
            return t("prompt.selected", tile=self.app.tile_name(self.selected))
        return t("prompt.starter" if view.arrived is None else "prompt.discard")

    # ---- widgets

    def widgets(self) -> Sequence[Widget]:
        """Lists stock, discards, indicator, slots and buttons."""
        t, view, lay, app = self.app.texts, self.view, self.layout, self.app
        drawing = self.my_turn and view.phase == "draw"
        throwing = self.my_turn and view.phase == "discard"
        offered = view.piles[LEFT][-1] if view.piles[LEFT] else None
        indicator = "" if view.indicator is None else app.tile_name(view.indicator)
        found = [
            Widget("menu", t("button.menu"), lay.menu, style="bare"),
            Widget("stock", t("target.stock", count=view.stock), lay.stock, drawing, "bare"),
            Widget("indicator", t("target.indicator", tile=indicator), lay.indicator, throwing, "bare"),
            Widget(
                "take",
                t("target.take_empty") if offered is None else t("target.take", tile=app.tile_name(offered)),
                lay.piles[LEFT].top,
                drawing and offered is not None,
                "bare",
            ),
            Widget("discard", t("target.discard"), lay.piles[SEAT].top, throwing, "bare"),
        ]
        for slot, tile in enumerate(app.session.rack.slots):
            label = (
                t("slot.empty", slot=slot + 1)
                if tile is None
                else t("slot.tile", slot=slot + 1, tile=app.tile_name(tile))
            )
            found.append(Widget(f"slot-{slot}", label, lay.slots[slot], style="bare"))
        buttons = lay.buttons
        found.append(Widget("sort-runs", t("button.sort_runs_full"), buttons["sort-runs"], face=t("button.sort_runs")))
        found.append(
            Widget("sort-pairs", t("button.sort_pairs_full"), buttons["sort-pairs"], face=t("button.sort_pairs"))
        )
        goal = buttons["finish"]
        if view.may_show:
            face = t("button.show") if goal.width < app.px(120) else t("button.show_full")
            found.append(Widget("show", t("button.show_full"), buttons["show"], style="main", face=face))
        elif lay.portrait:
            goal = goal.union(buttons["show"])
        label = t("button.finish")
        if self.armed is not None:
            label = t("button.finish_armed", tile=app.tile_name(self.armed))
        found.append(Widget("finish", label, goal, throwing, "main" if throwing else "plain"))
        return found

    # ---- acts

    def act(self, action: Action) -> bool:
        """Asks for an action; when it is refused, says why."""
        done = self.app.act(action)
        self._wish = self._dropped = None
        return done

    def activate(self, identifier: str) -> None:
        """Does what a tap on a widget means."""
        word, _, number = identifier.partition("-")
        if identifier != "finish":
            self.armed = None
        if word == "slot":
            self._tap_slot(int(number))
        elif identifier == "menu":
            self.app.open_menu()
        elif identifier == "stock":
            self.act(DRAW)
        elif identifier == "take":
            self.act(TAKE)
        elif identifier == "discard":
            self._throw(self.selected)
        elif identifier == "indicator":
            self._claim(self.selected)
        elif identifier == "finish":
            self._press_finish()
        elif identifier == "show" and self.view.indicator is not None:
            self.act(show(self.view.indicator ^ 1))
        elif word == "sort":
            self.sort(number)
        self.app.redraw()

    def _tap_slot(self, slot: int) -> None:
        """Lifts the tile of a slot, puts it down again, or moves the lifted one there."""
        rack = self.app.session.rack
        tile = rack.slots[slot]
        if tile is not None:
            self.selected = None if tile == self.selected else tile
            self.app.sounds.play("lift")
        elif self.selected is not None:
            self._move(self.selected, slot, None)
            self.selected = None

    def _move(self, tile: Tile, slot: int, start: Rect | None) -> None:
        """Moves a tile within the rack; everything that changes its place glides there."""
        rack = self.app.session.rack
        old = {t: self.layout.slots[i] for i, t in enumerate(rack.slots) if t is not None}
        if start is not None:
            old[tile] = start
        rack.move(tile, slot)
        self._glide(old)
        self.app.session.save_rack()
        self.app.sounds.play("place", 0.5)

    def _glide(self, old: dict[Tile, Rect]) -> None:
        for tile in self.app.session.rack.tiles():
            rect = self.place(Place("rack"), tile)
            if tile in old and old[tile] != rect:
                self.app.animator.fly(tile, self._sized(old[tile], rect), rect, self.app.now)

    def sort(self, way: str) -> None:
        """Sorts the rack by ``runs`` or ``pairs``."""
        view, rack = self.view, self.app.session.rack
        if view.faces is None:
            return
        old = {tile: self.place(Place("rack"), tile) for tile in rack.tiles()}
        groups = (
            sorting.by_runs(view.rack, view.faces, view.rules)
            if way == "runs"
            else sorting.by_pairs(view.rack, view.faces)
        )
        rack.arrange(*groups)
        self._glide(old)
        self.app.session.save_rack()
        self.app.sounds.play("place", 0.5)

    def _throw(self, tile: Tile | None) -> None:
        """Throws a tile; asks first when it is an okey that does not finish."""
        view = self.view
        if tile is None:
            if self.my_turn and view.phase == "discard":
                self.app.notice(self.app.texts("hint.select_to_throw"), alarm=True)
            else:
                self._explain(discard(view.rack[0]) if view.rack else DRAW)
            return
        action = discard(tile)
        try:
            self.app.session.check(action)
        except Refused as refused:
            self.app.refused(refused)
            return
        assert view.faces is not None
        asks = view.rules.confirm_okey_discard and view.faces.is_okey(tile)
        if asks and tile not in finishing_discards(view.rack, view.faces, view.rules):
            self.app.open(Question(self.app, "confirm.okey", lambda: self._confirmed(action)))
        else:
            self.act(action)

    def _confirmed(self, action: Action) -> None:
        """Throws after all."""
        self.act(action)

    def _claim(self, tile: Tile | None) -> None:
        """Finishes with a tile put onto the indicator."""
        if tile is not None:
            self.act(finish(tile))
        elif self.my_turn and self.view.phase == "discard":
            self.app.notice(self.app.texts("hint.select_to_finish"), alarm=True)
        elif self.view.rack:
            self._explain(finish(self.view.rack[0]))

    def _press_finish(self) -> None:
        """Names the tile that would be thrown; the next press throws it."""
        view = self.view
        if self.armed is not None and (self.selected is None or self.selected == self.armed):
            self.act(finish(self.armed))
            return
        tile = self.selected
        if tile is None:
            tile = self._best_finish()
        try:
            self.app.session.check(finish(tile))
        except Refused as refused:
            self.app.refused(refused)
            return
        if not view.rules.finish_two_press:
            self.act(finish(tile))
            return
        self.armed = self.selected = tile
        self.app.bridge.announce(self.prompt())

    def _best_finish(self) -> Tile:
        """Picks the tile to finish with: an okey if that does, else one that does, else any."""
        view = self.view
        assert view.faces is not None
        if not self.my_turn or view.phase != "discard":
            return view.rack[0]
        able = finishing_discards(view.rack, view.faces, view.rules)
        if not able:
            best = sorting.by_runs(view.rack, view.faces, view.rules)[1]
            return best[-1][-1] if best else view.rack[-1]
        return next((tile for tile in able if view.faces.is_okey(tile)), next(iter(able)))

    def _explain(self, action: Action) -> None:
        """Says why an action is not possible now."""
        try:
            self.app.session.check(action)
        except Refused as refused:
            self.app.refused(Refused(refused.reason, (), refused.numbers))

    def cancel(self) -> None:
        """Takes back what was begun, else opens the menu."""
        if self.drag is not None and self.drag.moving:
            self.drag = None
        elif self.selected is not None or self.armed is not None:
            self.selected = self.armed = None
        else:
            self.app.open_menu()
        self.app.redraw()

    def key(self, key: int) -> bool:
        """Does what a letter key means."""
        keys = {
            pygame.K_d: "stock",
            pygame.K_t: "take",
            pygame.K_f: "finish",
            pygame.K_s: "sort-runs",
            pygame.K_p: "sort-pairs",
        }
        if key in keys:
            self.activate(keys[key])
            return True
        return False

    # ---- pointer

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Begins a tap or a drag."""
        super().pointer_down(pos)
        found = self._source(self._pressed or "")
        if found is not None:
            source, tile, rect = found
            self.drag = Drag(source, tile, pos, pos, (pos[0] - rect.x, pos[1] - rect.y))

    def _source(self, identifier: str) -> tuple[str, Tile | None, Rect] | None:
        """Finds what can be dragged from a widget: kind of place, tile if it is known, where it lies."""
        if identifier.startswith("slot-"):
            slot = int(identifier.removeprefix("slot-"))
            tile = self.app.session.rack.slots[slot]
            return None if tile is None else ("rack", tile, self.layout.slots[slot])
        if identifier == "stock":
            return "stock", None, self.layout.stock
        if identifier == "take" and self.view.piles[LEFT]:
            return "take", self.view.piles[LEFT][-1], self.layout.piles[LEFT].top
        return None

    def pointer_move(self, pos: tuple[int, int]) -> None:
        """Moves what is dragged."""
        drag = self.drag
        if drag is None:
            self._point(pos)
            return
        drag.pos = pos
        far = max(abs(pos[0] - drag.start[0]), abs(pos[1] - drag.start[1]))
        if not drag.moving and far > theme.DRAG_THRESHOLD * self.app.viewport.ratio:
            drag.moving = True
            if self.armed is not None and drag.tile != self.armed:
                self.armed = None
            self.selected = None
            self.app.cursor("grabbing")
            self.app.sounds.play("lift")
        if drag.moving:
            self.app.redraw()

    def pointer_up(self, pos: tuple[int, int]) -> None:
        """Ends a tap or a drag."""
        drag, self.drag = self.drag, None
        if drag is None or not drag.moving:
            self._tap(pos)
            return
        self._pressed = None
        self._drop(drag, pos)
        self._point(pos)
        self.app.redraw()

    def _point(self, pos: tuple[int, int]) -> None:
        """Lets the pointer show what a press would do: a hand that grabs over tiles which can be moved."""
        widget = widgets.at(self.widgets(), pos)
        source = self._source(widget.id) if widget is not None and widget.enabled else None
        if source is None:
            self.app.point(widget)
        else:
            self.app.cursor("grab")

    def _tap(self, pos: tuple[int, int]) -> None:
        """Acts on a tap; one on the others' discards says why nothing happens."""
        foreign = any(self.layout.piles[seat].top.collidepoint(pos) for seat in (1, 2))
        if foreign and self._pressed is None:
            self.app.notice(self.app.texts("hint.only_left"), alarm=True)
        super().pointer_up(pos)

    def dragged_rect(self, drag: Drag) -> Rect:
        """Gets where the tile in hand is drawn."""
        slot = self.layout.slots[0]
        size = slot.size if drag.source == "rack" else self.layout.stock.size
        x = drag.pos[0] - min(drag.grip[0], size[0])
        y = drag.pos[1] - min(drag.grip[1], size[1])
        return Rect((x, y), size)

    def _over(self, drag: Drag) -> tuple[str, int]:
        """Finds what a dragged tile is over: a slot, the own corner, the indicator, or nothing."""
        lay = self.layout
        centre = self.dragged_rect(drag).center
        grown = round(lay.stock.width * 0.5)
        for point in (drag.pos, centre):
            if lay.piles[SEAT].top.inflate(grown, grown).collidepoint(point) and not lay.rack.collidepoint(drag.pos):
                return "discard", 0
            if lay.indicator.inflate(grown // 2, grown // 2).collidepoint(point):
                return "indicator", 0
        slot = lay.slot_at(*centre)
        if slot is None:
            slot = lay.slot_at(*drag.pos)
        return ("slot", slot) if slot is not None else ("", 0)

    def _drop(self, drag: Drag, pos: tuple[int, int]) -> None:
        """Does what letting a tile go means."""
        drag.pos = pos
        target, slot = self._over(drag)
        start = self.dragged_rect(drag)
        if drag.source != "rack":
            if target == "slot":
                self._wish, self._dropped = slot, start
                self.act(DRAW if drag.source == "stock" else TAKE)
            return
        assert drag.tile is not None, "only the stock hides its tile"
        if target == "slot":
            self._move(drag.tile, slot, start)
        elif target == "discard":
            self._dropped = start
            self._throw(drag.tile)
        elif target == "indicator":
            self._dropped = start
            self._claim(drag.tile)
        if drag.tile in self.view.rack and target != "slot":
            home = self.place(Place("rack"), drag.tile)
            self.app.animator.fly(drag.tile, start, home, self.app.now)
        self._dropped = None

    # ---- drawing

    def draw(self) -> None:
        """Draws the whole table."""
        painter, lay, view = self.app.painter, self.layout, self.view
        if self._background is None:
            self._background = self._draw_background()
        painter.target.blit(self._background, (0, 0))
        self._draw_corners(view)
        self._draw_middle(view)
        for seat in range(1, 4):
            draw_seat(self.app, lay.seats[seat - 1], seat, view)
        draw_lip(self.app, lay, view)
        self._draw_menu_button()
        self._draw_message()
        for widget in self.widgets():
            if widget.style != "bare":
                painter.button(widget)
        self._draw_rack()
        for flight in self.app.animator.flights:
            rect = flight.at(self.app.now)
            self._draw_tile(flight.tile, rect)
        if self.drag is not None and self.drag.moving:
            self._draw_tile(self.drag.tile, self.dragged_rect(self.drag))

    def _draw_background(self) -> Surface:
        """Draws what never moves: felt, corners, rack."""
        lay, px = self.layout, self.app.px
        size = (self.app.viewport.width, self.app.viewport.height)
        surface = shapes.felt(*size, theme.FELT_CENTRE, theme.FELT_EDGE).convert()
        for pile in lay.piles:
            well = pile.top.inflate(px(6), px(6))
            surface.blit(shapes.rounded(*well.size, px(9), (0, 0, 0, 46)), well)
            surface.blit(shapes.ring(*well.size, px(9), max(1, px(1)), (255, 255, 255, 30)), well)
        blur = px(14)
        soft = shapes.shadow(*lay.rack.size, px(10), blur, 170)
        surface.blit(soft, (lay.rack.x - blur, lay.rack.y - blur + px(5)))
        surface.blit(shapes.wood(*lay.rack.size, px(10), theme.WOOD_LIGHT, theme.WOOD), lay.rack)
        for row in range(ROWS):
            first, last = lay.slots[row * lay.columns], lay.slots[(row + 1) * lay.columns - 1]
            shelf = first.union(last).inflate(px(4), max(2, px(2)))
            surface.blit(shapes.rounded_gradient(*shelf.size, px(6), theme.WOOD_DARK, theme.WOOD_SLOT), shelf)
            edge = max(1, px(1))
            surface.fill(theme.WOOD_LIGHT, (shelf.x + px(6), shelf.bottom - edge, shelf.width - px(12), edge))
        surface.blit(shapes.ring(*lay.rack.size, px(10), max(1, px(1)), (*theme.WOOD_DARK, 190)), lay.rack)
        return surface

    def _draw_tile(self, tile: Tile | None, rect: Rect) -> None:
        """Draws a tile as this hand plays it; None face down."""
        target, faces = self.app.painter.target, self.view.faces
        if tile is None or faces is None:
            self.app.tiles.draw_back(target, rect)
            return
        kind = kind_of(tile)
        if kind == FALSE_JOKER:
            self.app.tiles.draw(target, rect, kind, plays=faces.false_joker)
        else:
            self.app.tiles.draw(target, rect, kind, okey=faces.is_okey(tile))

    def _draw_corners(self, view: View) -> None:
        """Draws the discards, the last one on top."""
        painter, lay = self.app.painter, self.layout
        hidden = set(self.app.animator.tiles)
        if self.drag is not None and self.drag.moving and self.drag.tile is not None:
            hidden.add(self.drag.tile)
        for seat, pile in enumerate(lay.piles):
            shown = view.piles[seat][-pile.shown :]
            for index, tile in enumerate(shown, 1 - len(shown)):
                if tile not in hidden:
                    self._draw_tile(tile, pile.top.move(-pile.step[0] * index, -pile.step[1] * index))
        mine = self.my_turn
        if mine and view.phase == "draw" and view.takeable():
            self._hint(lay.piles[LEFT].top)
        if mine and view.phase == "discard":
            own = lay.piles[SEAT].top
            self._hint(own)
            if not view.piles[SEAT]:
                painter.text(self.app.texts("caption.throw"), own.inflate(-painter.px(4), 0), 14, theme.GOLD, bold=True)

    def _hint(self, rect: Rect) -> None:
        """Frames a place where something may be done."""
        grown = rect.inflate(self.app.px(8), self.app.px(8))
        self.app.painter.outline(grown, theme.GOLD, 10, 2.5)

    def _draw_middle(self, view: View) -> None:
        """Draws stock, indicator and the okey's picture."""
        painter, lay, t = self.app.painter, self.layout, self.app.texts
        layers = min(3, -(-view.stock // 16))
        for layer in range(layers):
            self._draw_tile(None, lay.stock.move(-layer * painter.px(1.5), -layer * painter.px(2.5)))
        top = lay.stock.move(-max(0, layers - 1) * painter.px(1.5), -max(0, layers - 1) * painter.px(2.5))
        ink = theme.BACK_TEXT if layers else theme.CREAM
        painter.text(str(view.stock), top.inflate(-painter.px(12), 0), 22, ink, bold=True)
        if self.my_turn and view.phase == "draw":
            self._hint(top)
        if view.indicator is None or view.faces is None:
            return
        self._draw_tile(view.indicator, lay.indicator)
        painter.text(t("caption.indicator"), lay.captions[0], 12, theme.MUTED)
        self.app.tiles.draw(painter.target, lay.okey, view.faces.okey, okey=True)
        painter.text(t("caption.okey"), lay.captions[1], 12, theme.MUTED)
        if view.result is not None and view.result.tile is not None and view.result.tile not in self.app.animator.tiles:
            self._draw_tile(view.result.tile, lay.indicator.move(painter.px(4), -painter.px(6)))
        dragged = self.drag is not None and self.drag.moving and self.drag.source == "rack"
        if self.my_turn and view.phase == "discard" and (dragged or self.armed is not None):
            self._hint(lay.indicator)

    def _draw_menu_button(self) -> None:
        painter, rect = self.app.painter, self.layout.menu
        painter.plate(rect, theme.PANEL, 12, theme.PANEL_EDGE)
        width, height = painter.px(18), max(2, painter.px(2.4))
        for line in (-1, 0, 1):
            bar = Rect(0, 0, width, height)
            bar.center = (rect.centerx, rect.centery + line * painter.px(6))
            pygame.draw.rect(painter.target, theme.CREAM, bar, border_radius=height // 2)

    def _draw_message(self) -> None:
        """Draws the line above the rack: a toast while there is one, else what is to be done."""
        app, painter, rect = self.app, self.app.painter, self.layout.message
        toast = app.toast
        if toast is not None:
            fill: theme.Colour = (122, 34, 26, 235) if toast.alarm else (20, 84, 70, 240)
            edge: theme.Colour = theme.ALARM if toast.alarm else (255, 255, 255, 60)
            text, ink = toast.text, theme.CREAM
        elif self.my_turn:
            fill, edge, text, ink = theme.GOLD, theme.GOLD_DARK, self.prompt(), theme.INK
        else:
            fill, edge, text, ink = theme.PANEL, theme.PANEL_EDGE, self.prompt(), theme.CREAM
        box = rect.inflate(-painter.px(16), -painter.px(4))
        painter.plate(rect, fill, 14, edge)
        painter.text(text, box, 16, ink, bold=self.my_turn or toast is not None, lines=3)

    def _draw_rack(self) -> None:
        """Draws the player's tiles, making room where one is held over them."""
        app, lay, painter = self.app, self.layout, self.app.painter
        slots = app.session.rack.slots
        held = None
        drag = self.drag
        if drag is not None and drag.moving:
            held = drag.tile if drag.source == "rack" else None
            target, slot = self._over(drag)
            if target == "slot":
                painter.plate(lay.slots[slot], (255, 255, 255, 40), 7, (*theme.GOLD, 200))
                if drag.source == "rack" and held is not None:
                    slots = app.session.rack.moved(held, slot)
            elif target == "discard" and self.my_turn:
                painter.plate(lay.piles[SEAT].top.inflate(painter.px(8), painter.px(8)), (*theme.GOLD, 70), 10)
        flying = app.animator.tiles
        marked = app.toast.tiles if app.toast is not None else ()
        shake = app.shake()
        for slot, tile in enumerate(slots):
            if tile is None or tile in flying or tile == held:
                continue
            rect = lay.slots[slot].copy()
            lifted = tile in (self.selected, self.armed)
            if lifted:
                rect.y -= round(rect.height * 0.12)
            if tile in marked:
                rect.x += shake
            self._draw_tile(tile, rect)
            if tile in marked:
                painter.outline(rect, theme.ALARM, 8, 2.5)
            elif lifted:
                painter.outline(rect, theme.GOLD if tile == self.armed else theme.FOCUS, 8, 2.5)
            elif tile == self.view.arrived and drag is None:
                dot = (rect.right - painter.px(7), rect.y + painter.px(7))
                painter.mark("disc", dot, 9, theme.GOLD_DARK)
