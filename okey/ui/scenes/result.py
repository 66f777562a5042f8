"""How a hand ended: all racks open, what was paid and why, the new scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.game import HandResult
from okey.game.actions import DEAL
from okey.tiles import WILD, Face, Tile, kind_of
from okey.ui import sorting, theme
from okey.ui.layout import LEAST, tile_height
from okey.ui.scenes.base import Sheet
from okey.ui.session import SEAT
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

GROUP_GAP = 0.34
"""The gap between two groups of tiles in tile widths."""

PITCH = 1.06
"""From one tile to the next in tile widths."""

TWO_LINES = 1.12
"""How much larger tiles have to get for a rack to be shown in two lines."""


class Result(Sheet):
    """The end of a hand, and of the match when it is over."""

    name = "result"
    size = (860.0, 600.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.bridge.announce(". ".join(filter(None, self.headline())))

    def _result(self) -> HandResult:
        result = self.app.session.view.result
        assert result is not None, "the table opens this panel when there is one"
        return result

    def _bands(self) -> tuple[Rect, list[Rect], Rect]:
        """Places heading, four seats and buttons."""
        head, foot, gap = self.app.px(52), self.app.px(44), self.app.px(6)
        room = self.inner.height - head - foot - 2 * gap
        height = room // 4
        seats = [Rect(self.inner.x, self.inner.y + head + gap + i * height, self.inner.width, height) for i in range(4)]
        return (
            Rect(self.inner.x, self.inner.y, self.inner.width, head),
            seats,
            Rect(self.inner.x, self.inner.bottom - foot, self.inner.width, foot),
        )

    def widgets(self) -> Sequence[Widget]:
        """Lists the ways on."""
        t = self.app.texts
        foot = self._bands()[2]
        width = min(self.app.px(220), foot.width // 2)
        gap = self.app.px(8)
        main = Rect(foot.right - width, foot.y, width, foot.height)
        rest = foot.width - width - gap
        other = min(self.app.px(130), (rest - gap) // 2)
        menu = Rect(foot.x, foot.y, other, foot.height)
        over = bool(self.app.session.view.winners)
        go_on = (
            Widget("new-match", t("result.new"), main, style="main")
            if over
            else Widget("next-hand", t("result.next"), main, style="main")
        )
        return (
            Widget("menu", t("button.menu"), menu, style="sheet"),
            Widget("scores", t("menu.scores"), menu.move(other + gap, 0), style="sheet"),
            go_on,
        )

    def activate(self, identifier: str) -> None:
        """Goes on, or opens another panel."""
        app = self.app
        if identifier == "menu":
            app.open_menu()
        elif identifier == "scores":
            app.open_scores()
        elif identifier == "new-match":
            app.new_match(app.session.view.rules.start_points[0])
        else:
            app.close(self)
            app.act(DEAL)

    def cancel(self) -> None:
        """Opens the menu: a result is left only by going on."""
        self.app.open_menu()

    def headline(self) -> tuple[str, str]:
        """Says in two lines what happened."""
        t, view, result = self.app.texts, self.app.session.view, self._result()
        if result.winner is None:
            hand, how = t("result.all_pairs" if result.ending == "all_pairs" else "result.stock_out"), ""
        else:
            mine = result.winner == SEAT
            hand = t("result.win_you") if mine else t("result.finish", name=self.app.seat_name(result.winner))
            ways = [t(f"result.how.{result.shape}{'_okey' if result.okey else ''}")]
            ways += [t("result.elden")] if result.elden else []
            ways += [t("result.konkan")] if result.konkan else []
            how = ", ".join(ways)
        if not view.winners:
            return hand, how
        names = ", ".join(self.app.seat_name(seat) for seat in view.winners)
        if len(view.winners) > 1:
            match = t("result.match_shared", names=names)
        else:
            match = t("result.match_you") if view.winners == (SEAT,) else t("result.match", name=names)
        return match, f"{hand} {how}".strip()

    def draw_content(self) -> None:
        """Draws heading and seats."""
        painter, result, view = self.app.painter, self._result(), self.app.session.view
        head, seats, _ = self._bands()
        first, second = self.headline()
        upper = Rect(head.x, head.y, head.width, round(head.height * 0.58))
        if not second:
            upper.height = head.height
        painter.text(first, upper, 22, theme.SHEET_TEXT, bold=True)
        painter.text(second, Rect(head.x, upper.bottom, head.width, head.bottom - upper.bottom), 14, theme.SHEET_MUTED)
        for seat, band in enumerate(seats):
            self.rule(band.y)
            gold = seat in (view.winners or (result.winner,))
            self._draw_seat(seat, band, gold=gold)

    def charges_text(self, seat: int) -> str:
        """Says what a seat paid and for what."""
        t = self.app.texts
        parts = [
            t(f"charge.{charge.reason}", points=_signed(charge.points))
            for charge in self._result().charges
            if charge.seat == seat and charge.points
        ]
        return ", ".join(parts) or t("charge.none")

    def _draw_seat(self, seat: int, band: Rect, *, gold: bool) -> None:
        """Draws a seat's name, payment, scores and tiles."""
        painter, result = self.app.painter, self._result()
        wide = band.width >= painter.px(520)
        line = painter.px(20)
        pad = painter.px(4)
        if wide:
            text = Rect(band.x, band.y + pad, round(band.width * 0.29), band.height - 2 * pad)
            left = text.right + painter.px(14)
            tiles = Rect(left, band.y + pad, band.right - left, band.height - 2 * pad)
            top = text.centery - line
        else:
            text = Rect(band.x, band.y + pad, band.width, 2 * line)
            tiles = Rect(band.x, text.bottom, band.width, band.bottom - text.bottom - pad)
            top = text.y
        if gold:
            side = Rect(band.x - painter.px(9), band.y + painter.px(3), painter.px(4), band.height - painter.px(5))
            pygame.draw.rect(painter.target, theme.GOLD_DARK, side, border_radius=painter.px(2))
        room = painter.px(78)
        name = Rect(text.x, top, text.width - room, line)
        painter.text(self.app.seat_name(seat), name, 16, theme.SHEET_TEXT, bold=True, align="left")
        new = Rect(text.right - room // 2, top, room // 2, line)
        painter.text(str(result.after[seat]), new, 18, theme.SHEET_TEXT, bold=True, align="right")
        if result.after[seat] != result.before[seat]:
            old = new.move(-room // 2, 0)
            painter.text(str(result.before[seat]), old.inflate(-painter.px(6), 0), 14, theme.SHEET_MUTED, align="right")
            painter.mark("arrow", (new.x + painter.px(5), new.centery), 9, theme.SHEET_MUTED)
        why = Rect(text.x, top + line, text.width, line)
        painter.text(self.charges_text(seat), why, 13, theme.SHEET_MUTED, align="left")
        self._draw_tiles(seat, tiles)

    def _groups(self, seat: int) -> list[list[tuple[Tile, Face | None]]]:
        """Gets a seat's tiles in groups, with what a wild stands for; the finishing tile alone at the end."""
        view, result = self.app.session.view, self._result()
        assert view.faces is not None
        if seat == result.winner and result.tile is not None:
            groups: list[list[tuple[Tile, Face | None]]] = [
                [
                    (tile, face if view.faces.of[tile] == WILD else None)
                    for tile, face in zip(m.tiles, m.faces, strict=True)
                ]
                for m in result.melds
            ]
            return [*groups, [(result.tile, None)]]
        melds, loose = sorting.by_runs(result.racks[seat], view.faces, view.rules)
        flat = [tile for group in loose for tile in group]
        return [[(tile, None) for tile in group] for group in (*melds, flat) if group]

    def _draw_tiles(self, seat: int, box: Rect) -> None:
        """Draws a rack in one line or two, as large as it fits."""
        painter, faces = self.app.painter, self.app.session.view.faces
        assert faces is not None
        groups = self._groups(seat)
        last = groups[-1] if seat == self._result().winner else None
        sizes, largest = list(map(len, groups)), painter.px(42)
        label, caption = 0, Rect(0, 0, painter.px(64), painter.px(15))
        lines, width = _flow(sizes, box.width, box.height, largest)
        gap = painter.px(6)
        beside = box.x + _units(sizes[lines[-1]]) * width + gap + caption.width <= box.right
        if last and not beside:
            label = caption.height
            lines, width = _flow(sizes, box.width, box.height - label, largest)
        step = tile_height(width) + width // 6
        y = box.y + (box.height - label - step * len(lines) + width // 6) // 2
        for line in lines:
            x = float(box.x)
            for group in groups[line]:
                if group is last:
                    around = Rect(round(x), y, width, tile_height(width))
                    if label:
                        caption.midtop = around.centerx, around.bottom + painter.px(3)
                        caption.right = min(caption.right, self.inner.right + painter.px(8))
                    else:
                        caption.midleft = around.right + gap, around.centery
                    painter.text(self.app.texts("result.last_tile"), caption, 11, theme.SHEET_MUTED)
                    painter.outline(around.inflate(painter.px(5), painter.px(5)), theme.GOLD_DARK, 7, 2)
                for tile, face in group:
                    self._draw_tile(Rect(round(x), y, width, tile_height(width)), tile, face)
                    x += width * PITCH
                x += width * GROUP_GAP
            y += step

    def _draw_tile(self, rect: Rect, tile: Tile, face: Face | None) -> None:
        """Draws a tile, or the face that a wild stands for."""
        target, faces = self.app.painter.target, self.app.session.view.faces
        assert faces is not None
        if face is None:
            okey = faces.is_okey(tile)
            self.app.tiles.draw(target, rect, kind_of(tile), okey=okey, plays=faces.false_joker)
        else:
            self.app.tiles.draw(target, rect, face, okey=True, stands=True)


def _units(sizes: Sequence[int]) -> float:
    """Measures a line of groups in tile widths."""
    return sum(sizes) * PITCH + (len(sizes) - 1) * GROUP_GAP


def _flow(sizes: Sequence[int], width: int, height: int, largest: int) -> tuple[list[slice], int]:
    """Splits groups of tiles into one line, or two if that makes tiles much larger; gives the width."""

    def fit(lines: Sequence[slice]) -> int:
        units = max(_units(sizes[line]) for line in lines)
        tile = max(LEAST, min(largest, int((width - 4) / units)))
        while tile > LEAST and len(lines) * tile_height(tile) + (len(lines) - 1) * (tile // 6) > height:
            tile -= 1
        return tile

    whole = slice(0, len(sizes))
    options = [[whole], *([slice(0, cut), slice(cut, len(sizes))] for cut in range(1, len(sizes)))]

    def worth(lines: Sequence[slice]) -> tuple[float, float]:
        longest = max(_units(sizes[line]) for line in lines)
        return fit(lines) / (1 if len(lines) == 1 else TWO_LINES), -longest

    best = max(options, key=worth)
    return best, fit(best)


def _signed(points: int) -> str:
    """Writes a number with its sign."""
    return f"{points:+d}".replace("-", "−")
