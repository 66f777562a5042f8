"""Draws the table: felt, rack, stock, discards, buttons, and what is in hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import Rect, Surface

from okey.game.scoring import colour_factor
from okey.tiles import FALSE_JOKER, Tile, colour_of, kind_of
from okey.ui import shapes, theme
from okey.ui.draft import SEAT
from okey.ui.painter import Shown
from okey.ui.table.listing import taking_pile
from okey.ui.table.melds import draw_melds, draw_targets
from okey.ui.table.plates import draw_lip, draw_seat
from okey.ui.table.pointer import Drag

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.table.scene import TableScene


MESSAGE = 16
"""The size of the letters of messages, in units."""


class _Still(NamedTuple):
    """What lay still in the last frame."""

    shows: tuple[object, ...]
    """What it follows from."""
    picture: Surface
    texts: tuple[Shown, ...]


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Tells whether two frames show the same; views and lists are never changed in place."""
    return all(a is b or (isinstance(b, tuple | frozenset | str) and a == b) for a, b in zip(before, now, strict=True))


class Drawing:
    """Draws a table scene; keeps the pictures of what seldom changes.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._background: Surface | None = None
        self._backdrop: Surface | None = None
        self._drawn: tuple[object, ...] = ()
        self._felt: tuple[theme.Colour, theme.Colour] = (0, 0, 0), (0, 0, 0)
        self._wood = theme.WOOD
        self._still: _Still | None = None

    @property
    def _app(self) -> App:
        return self._scene.app

    @property
    def _helps(self) -> bool:
        """Whether all that is useful is marked."""
        return self._app.settings.hints == "full" and self._app.session.practice

    def forget(self) -> None:
        """Forgets all pictures; for another size or look."""
        self._background = self._backdrop = self._still = None
        self._drawn = ()

    def draw(self) -> None:
        """Draws the whole table; while something moves what lies still is drawn once and kept."""
        scene, app = self._scene, self._app
        painter = app.painter
        painter.letters = scene.layout.letters
        shows = self._shows()
        if shows is None:
            self._still = None
            self._draw_still()
        elif self._still is None or not _same(self._still.shows, shows):
            self._draw_still()
            self._still = _Still(shows, painter.target.copy(), tuple(painter.shown))
        else:
            painter.target.lay(self._still.picture)
            painter.shown += self._still.texts
        if scene.ceremony is not None:
            scene.ceremony.draw()
            return
        self._draw_groups()
        draw_targets(scene)
        self._draw_rack()
        self._draw_advice()
        for flight in app.animator.flights:
            self.draw_tile(flight.tile, flight.at(app.now))
        painter.letters = app.letters
        scene.draw_speech()
        drag = scene.pointer.drag
        if drag is not None and drag.carries:
            self._draw_hand(drag)
        sweep = scene.pointer.sweep_rect()
        if sweep is not None and min(sweep.size) > 0:
            painter.plate(sweep, (*theme.FOCUS, 50), 4, theme.FOCUS)

    # ---- pictures that are kept

    def _shows(self) -> tuple[object, ...] | None:
        """Gets all that the still part of the table follows from; None when nothing moves that would be drawn again."""
        scene, app = self._scene, self._app
        if not scene.pointer.busy and not app.animator.flights and scene.ceremony is None:
            return None
        drag = scene.pointer.drag
        carried = (drag.source, *drag.tiles) if drag is not None and drag.carries else ()
        said = scene.note() if scene.ceremony is None else scene.prompt()
        return scene.view, scene.plain_widgets(), app.toast, app.animator.tiles, carried, said, app.session.presence

    def _draw_still(self) -> None:
        """Draws what lies still while tiles move: all but the rack's tiles and what is in hand or under way."""
        scene, app = self._scene, self._app
        painter, lay, view = app.painter, scene.layout, scene.view
        painter.target.blit(self._ground(), (0, 0))
        if scene.ceremony is not None:
            empty = tuple(replace(seat, tiles=0) for seat in view.seats)
            view = replace(view, seats=empty, actor=None)
        else:
            self._draw_board_texts()
            self._draw_piles()
            self._draw_middle()
        for seat, rect in lay.seats.items():
            draw_seat(app, rect, seat, view)
        draw_lip(app, lay, view, () if scene.ceremony is not None else scene.note())
        self._draw_menu_button()
        for widget in scene.plain_widgets():
            if widget.style != "bare":
                painter.button(widget)
        self._draw_message()

    def _ground(self) -> Surface:
        """Gets the picture of what does not move: the table, with the melds on it."""
        scene = self._scene
        felt, wood = self._felt_colours(self._app.cloth), self._app.wood
        if self._background is None or (felt, wood) != (self._felt, self._wood):
            self._felt, self._wood, self._backdrop = felt, wood, None
            self._background = self._draw_background()
        if scene.layout.board is None or not scene.view.melds:
            return self._background
        flying = self._app.animator.tiles
        on_table = {tile for meld in scene.view.melds for tile in meld.meld.tiles}
        hidden = frozenset(on_table & flying)
        drawn = (scene.view.melds, scene.view.faces, scene.melds.scroll, hidden, scene.melds.banner())
        if self._backdrop is None or self._drawn != drawn:
            self._drawn = drawn
            self._backdrop = self._background.copy()
            draw_melds(scene, self._backdrop, hidden)
        return self._backdrop

    def _draw_background(self) -> Surface:
        """Draws what never moves: felt, places of the discards, rack."""
        lay, px, wood = self._scene.layout, self._app.px, self._wood
        size = (self._app.viewport.width, self._app.viewport.height)
        surface = shapes.felt(*size, *self._felt).convert()
        self._draw_ornaments(surface)
        for pile in lay.piles:
            well = pile.top.inflate(px(6), px(6))
            surface.blit(shapes.rounded(*well.size, px(9), (0, 0, 0, 46)), well)
            surface.blit(shapes.ring(*well.size, px(9), max(1, px(1)), (255, 255, 255, 30)), well)
        blur = px(14)
        soft = shapes.shadow(*lay.rack.size, px(10), blur, 170)
        surface.blit(soft, (lay.rack.x - blur, lay.rack.y - blur + px(5)))
        surface.blit(shapes.wood(*lay.rack.size, px(10), wood.light, wood.middle), lay.rack)
        for row in range(lay.rows):
            first, last = lay.slots[row * lay.columns], lay.slots[(row + 1) * lay.columns - 1]
            shelf = first.union(last).inflate(px(4), max(2, px(2)))
            surface.blit(shapes.rounded_gradient(*shelf.size, px(6), wood.dark, wood.slot), shelf)
            edge = max(1, px(1))
            surface.fill(wood.light, (shelf.x + px(6), shelf.bottom - edge, shelf.width - px(12), edge))
        surface.blit(shapes.ring(*lay.rack.size, px(10), max(1, px(1)), (*wood.dark[:3], 190)), lay.rack)
        return surface

    def _felt_colours(self, cloth: theme.Cloth) -> tuple[theme.Colour, theme.Colour]:
        """Gets the colours of the cloth: with a tint of the indicator's where that multiplies the hand."""
        view = self._scene.view
        if view.faces is None or colour_factor(view.rules, view.faces) == 1:
            return cloth.centre, cloth.edge
        tint = theme.VIBRANT[colour_of(view.faces.okey)]
        return shapes.lighter(cloth.centre, tint, 0.62), shapes.lighter(cloth.edge, tint, 0.34)

    def _draw_ornaments(self, surface: Surface) -> None:
        """Draws the ornament in the middle of the cloth, and the table's wooden border where there is room for one."""
        lay, px = self._scene.layout, self._app.px
        room = Rect(0, 0, surface.get_width(), lay.rack.top)
        size = round(0.86 * min(room.size))
        if lay.board is None and size > 40:
            star = shapes.medallion(size, (255, 255, 255, 15))
            surface.blit(star, star.get_rect(center=lay.stock.union(lay.okey).center))
        if lay.rim:
            whole = surface.get_rect()
            blur = px(16)
            inner = whole.inflate(-2 * lay.rim, -2 * lay.rim)
            board = shapes.wood(*whole.size, 0, self._wood.light, self._wood.middle)
            shade = shapes.shadow(*inner.size, px(14), blur, 150)
            board.blit(shade, (inner.x - blur, inner.y - blur))
            shapes.frame(surface, board, inner, px(14))
            surface.blit(shapes.ring(*inner.size, px(14), max(1, px(2)), (0, 0, 0, 90)), inner)

    # ---- parts

    def draw_tile(self, tile: Tile | None, rect: Rect) -> None:
        """Draws a tile as this hand plays it; None face down."""
        target, faces = self._app.painter.target, self._scene.view.faces
        if tile is None or faces is None:
            self._app.tiles.draw_back(target, rect)
            return
        kind = kind_of(tile)
        if kind == FALSE_JOKER:
            self._app.tiles.draw(target, rect, kind, plays=faces.false_joker)
        else:
            self._app.tiles.draw(target, rect, kind, okey=faces.is_okey(tile))

    def _draw_board_texts(self) -> None:
        """Writes whose melds are whose, and the banner of the last round."""
        scene, painter = self._scene, self._app.painter
        lay = scene.layout
        if lay.board is None:
            return
        banner = scene.melds.banner()
        if banner is not None:
            strip = Rect(lay.board.x, lay.board.y, lay.board.width, painter.px(20))
            painter.plate(strip, theme.GOLD, 8)
            painter.text(banner, strip.inflate(-painter.px(12), 0), 13, theme.INK, bold=True)
        room = scene.melds.room()
        for owner, place in scene.melds.board().headings.items():
            rect = scene.melds.on_screen(place)
            if room.contains(rect):
                dot = (rect.x + painter.px(6), rect.centery)
                painter.mark("disc", dot, 11, theme.SEAT_COLOURS[owner])
                box = Rect(rect.x + painter.px(16), rect.y, rect.width - painter.px(16), rect.height)
                painter.text(self._app.seat_name(owner), box, 13, theme.CREAM, bold=True, align="left")
        if not scene.view.melds and scene.view.result is None:
            painter.text(self._app.texts("table.no_melds"), room.inflate(-painter.px(20), 0), 14, theme.MUTED, lines=2)

    def _hidden(self) -> Collection[Tile]:
        """Gets the tiles that are drawn elsewhere: under way or in hand."""
        drag = self._scene.pointer.drag
        hidden = set(self._app.animator.tiles)
        if drag is not None and drag.carries:
            hidden |= set(drag.tiles)
        return hidden

    def _draw_piles(self) -> None:
        """Draws the discards, the last one on top."""
        scene, painter, lay, view = self._scene, self._app.painter, self._scene.layout, self._scene.view
        hidden = self._hidden()
        for place, pile in zip(lay.piles, view.piles, strict=True):
            shown = pile[-place.shown :]
            for index, tile in enumerate(shown, 1 - len(shown)):
                if tile not in hidden:
                    self.draw_tile(tile, place.top.move(-place.step[0] * index, -place.step[1] * index))
        able = scene.possible
        if able.takes:
            for number, pile in enumerate(view.piles):
                if pile and pile[-1] in able.takes:
                    self._hint(lay.piles[number].top)
                    if self._helps and pile[-1] in able.helpful:
                        top = lay.piles[number].top
                        painter.mark("star", (top.right - painter.px(4), top.y + painter.px(4)), 18, theme.LIT)
        if able.throwing:
            own = lay.pile_of(SEAT).top
            self._hint(own)
            if not view.piles[taking_pile(view) if len(view.piles) == 1 else SEAT]:
                caption = self._app.texts("caption.throw")
                if painter.letters == 1 or painter.width(caption, 14, bold=True) <= own.width:
                    painter.text(caption, own.inflate(-painter.px(4), 0), 14, theme.GOLD, bold=True)

    def _hint(self, rect: Rect) -> None:
        """Frames a place where something may be done."""
        grown = rect.inflate(self._app.px(8), self._app.px(8))
        self._app.painter.outline(grown, theme.GOLD, 10, 2.5)

    def _draw_middle(self) -> None:
        """Draws stock, indicator and the okey's picture."""
        scene, app = self._scene, self._app
        painter, lay, t, view = app.painter, scene.layout, app.texts, scene.view
        layers = min(3, -(-view.stock // 16))
        for layer in range(layers):
            self.draw_tile(None, lay.stock.move(-layer * painter.px(1.5), -layer * painter.px(2.5)))
        top = lay.stock.move(-max(0, layers - 1) * painter.px(1.5), -max(0, layers - 1) * painter.px(2.5))
        ink = theme.BACK_TEXT if layers else theme.CREAM
        painter.text(str(view.stock), top.inflate(-painter.px(6), 0), 22, ink, bold=True)
        if scene.possible.drawing:
            self._hint(top)
        if view.indicator is None or view.faces is None:
            return
        self.draw_tile(view.indicator, lay.indicator)
        app.tiles.draw(painter.target, lay.okey, view.faces.okey, okey=True)
        if lay.captions is not None:
            painter.text(t("caption.indicator"), lay.captions[0], 12, theme.MUTED)
            painter.text(t("caption.okey"), lay.captions[1], 12, theme.MUTED)
        factor = colour_factor(view.rules, view.faces)
        if factor > 1:
            badge = Rect(0, 0, painter.px(26), painter.px(18))
            badge.midbottom = (lay.okey.centerx, lay.okey.top - painter.px(1))
            badge.top = max(badge.top, lay.indicator.top - painter.px(2))
            painter.plate(badge, theme.ALARM_DARK, 9)
            painter.text(f"×{factor}", badge, 13, theme.CREAM, bold=True)
        thrown = None if view.result is None else view.result.tile
        if thrown is not None and thrown not in app.animator.tiles:
            self.draw_tile(thrown, lay.indicator.move(painter.px(4), -painter.px(6)))
        drag = scene.pointer.drag
        dragged = drag is not None and drag.carries and drag.source == "rack" and not view.rules.table_melds
        if scene.possible.throwing and (dragged or scene.armed is not None):
            self._hint(lay.indicator)

    def _draw_menu_button(self) -> None:
        painter, rect = self._app.painter, self._scene.layout.menu
        painter.plate(rect, self._app.cloth.plate, 12, theme.PLATE_EDGE)
        width, height = painter.px(18), max(2, painter.px(2.4))
        for line in (-1, 0, 1):
            bar = Rect(0, 0, width, height)
            bar.center = (rect.centerx, rect.centery + line * painter.px(6))
            pygame.draw.rect(painter.target, theme.CREAM, bar, border_radius=height // 2)

    def _draw_message(self) -> None:
        """Draws the line above the rack: a toast while there is one, else what is to be done."""
        app, scene = self._app, self._scene
        rect, toast = scene.layout.message, app.toast
        mine = scene.possible.mine and scene.ceremony is None
        if toast is None or not scene.layout.toast.colliderect(rect):
            fill, edge, ink = (
                (theme.GOLD, theme.GOLD_DARK, theme.INK) if mine else (app.cloth.plate, theme.PLATE_EDGE, theme.CREAM)
            )
            self._draw_line((scene.prompt(), scene.brief()), rect, (fill, edge, ink), bold=mine)
        if toast is not None:
            alarm = (theme.ALARM_DARK, theme.ALARM, theme.CREAM)
            calm = (app.cloth.active[:3], (255, 255, 255, 60), theme.CREAM)
            self._draw_line((toast.text,), self._toast_rect(toast.text), alarm if toast.alarm else calm, bold=True)

    def _toast_rect(self, text: str) -> Rect:
        """Gets the place of a message, which grows upwards over the table where its letters need that."""
        painter, lay = self._app.painter, self._scene.layout
        rect = lay.toast.copy()
        lines = painter.lines(text, rect.width - painter.px(16), MESSAGE, bold=True)
        if lines * painter.line_height(painter.letter(MESSAGE)) > rect.height - painter.px(4):
            rect.x, rect.width = lay.rack.x, lay.rack.width
            lines = min(6, painter.lines(text, rect.width - painter.px(16), MESSAGE, bold=True))
            rect.height = lines * painter.line_height(painter.letter(MESSAGE)) + painter.px(10)
            rect.bottom = lay.toast.bottom
        return rect

    def _draw_line(
        self, wordings: Sequence[str], rect: Rect, look: tuple[theme.Colour, theme.Colour, theme.Colour], *, bold: bool
    ) -> None:
        """Writes a message on a plate of its own, in the first wording that fits in full size, else in the last."""
        painter = self._app.painter
        fill, edge, ink = look
        air = painter.px(4) if rect.height > painter.px(32) else 0
        inner = rect.inflate(-painter.px(16), -air)
        high = painter.line_height(painter.letter(MESSAGE))
        counts = [painter.lines(text, inner.width, MESSAGE, bold=bold) for text in wordings]
        text, lines = next(
            ((text, count) for text, count in zip(wordings, counts, strict=True) if count * high <= rect.height),
            (wordings[-1], counts[-1]),
        )
        plate = rect.copy()
        if lines == 1 and rect.height >= painter.px(38):
            plate.size = (
                painter.width(text, MESSAGE, bold=bold) + painter.px(44),
                max(painter.px(38), painter.letter(26)),
            )
            plate.width = min(rect.width, max(painter.px(200), plate.width))
            plate.height = min(rect.height, plate.height)
            plate.center = rect.center
        painter.plate(plate, fill, 18, edge)
        painter.text(text, inner, MESSAGE, ink, bold=bold, lines=6)

    # ---- the rack

    def _draw_groups(self) -> None:
        """Lights the groups that lie on the rack."""
        scene, painter = self._scene, self._app.painter
        drag = scene.pointer.drag
        if self._app.settings.hints == "none" or (drag is not None and drag.carries):
            return
        slots = scene.layout.slots
        for group in scene.groups().found:
            area = slots[group.slots[0]].union(slots[group.slots[-1]]).inflate(painter.px(4), painter.px(4))
            painter.plate(area, (*theme.LIT, 130), 8)
            painter.outline(area, theme.LIT, 8, 2)

    def _draw_rack(self) -> None:
        """Draws the player's tiles, making room where some are held over them."""
        app, scene = self._app, self._scene
        lay, painter, drag = scene.layout, app.painter, scene.pointer.drag
        slots = app.session.rack.slots
        held: list[Tile] = []
        if drag is not None and drag.carries:
            held = drag.tiles if drag.source == "rack" else []
            target, slot = scene.pointer.over(drag)
            if target == "slot":
                painter.plate(lay.slots[slot], (255, 255, 255, 40), 7, (*theme.GOLD, 200))
                if held:
                    slots = app.session.rack.moved(held, slot)
            elif target == "discard" and scene.possible.throwing:
                own = lay.pile_of(SEAT).top
                painter.plate(own.inflate(painter.px(8), painter.px(8)), (*theme.GOLD, 70), 10)
        flying = app.animator.tiles
        for slot, tile in enumerate(slots):
            if tile is not None and tile not in flying and tile not in held:
                self._draw_held(tile, lay.slots[slot].copy())
        if scene.view.rules.table_melds and not scene.possible.opened:
            self._draw_sums()

    def _draw_held(self, tile: Tile, rect: Rect) -> None:
        """Draws a tile of the rack: lifted, marked as at fault, or as the one that came last."""
        app, scene, painter = self._app, self._scene, self._app.painter
        lifted = tile in scene.selection or tile == scene.armed
        marked = app.toast is not None and tile in app.toast.tiles
        if lifted:
            rect.y -= round(rect.height * 0.12)
        if marked:
            rect.x += app.shake()
        self.draw_tile(tile, rect)
        if marked:
            painter.outline(rect, theme.ALARM, 8, 2.5)
        elif lifted:
            painter.outline(rect, theme.GOLD if tile == scene.armed else theme.FOCUS, 8, 2.5)
        elif tile == scene.view.arrived and scene.pointer.drag is None:
            self._mark_arrived(tile, rect)
        if self._helps and (scene.possible.places(tile) or scene.possible.swaps(tile)):
            painter.mark("up", (rect.x + painter.px(7), rect.y + painter.px(7)), 11, theme.HINT)

    def _mark_arrived(self, tile: Tile, rect: Rect) -> None:
        """Marks the tile that came last: with a dot, or an arrow while it has to be laid."""
        painter = self._app.painter
        owed = self._scene.possible.owes and tile == self._scene.view.taken
        dot = (rect.right - painter.px(7), rect.y + painter.px(7))
        painter.mark("triangle" if owed else "disc", dot, 12 if owed else 9, theme.GOLD_DARK)

    def _draw_advice(self) -> None:
        """Frames the tiles and the places of a hint."""
        scene, painter = self._scene, self._app.painter
        if scene.hints.lit and scene.pointer.drag is None:
            for rect in scene.hints.places():
                painter.outline(rect.inflate(painter.px(6), painter.px(6)), theme.ADVICE, 9, 3)

    def _draw_sums(self) -> None:
        """Writes what each group is worth towards the bar."""
        scene, painter = self._scene, self._app.painter
        drag = scene.pointer.drag
        found = scene.groups()
        if self._app.settings.hints == "none" or found.pairs or not found.needed or (drag is not None and drag.carries):
            return
        slots = scene.layout.slots
        for group in found.found:
            last = slots[group.slots[-1]]
            badge = Rect(0, 0, painter.letter(20), painter.letter(12))
            badge.bottomright = (last.right, last.bottom + painter.px(7))
            painter.plate(badge, (22, 92, 60), 7)
            painter.text(str(group.meld.value), badge, 10, theme.CREAM, bold=True)

    def _draw_hand(self, drag: Drag) -> None:
        """Draws the tiles under the pointer."""
        rect = self._scene.pointer.dragged_rect(drag)
        if not drag.tiles:
            self.draw_tile(None, rect)
        for index, tile in enumerate(drag.tiles):
            self.draw_tile(tile, rect.move(index * rect.width, 0))
