"""How a hand ended: all racks open, what was paid and why, the new scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.game import HandResult, View
from okey.game.actions import DEAL
from okey.game.scoring import side_totals
from okey.melds import Meld
from okey.solver import arrange
from okey.tiles import WILD, Face, Tile, kind_of
from okey.ui import theme
from okey.ui.draft import SEAT
from okey.ui.layout import LEAST, tile_height
from okey.ui.outline import Part
from okey.ui.scenes.analysis import HandAnalysis
from okey.ui.scenes.replay import Replay
from okey.ui.scenes.rows import Row
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.session import is_void
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.painter import Painter

GROUP_GAP = 0.34
"""The gap between two groups of tiles in tile widths."""

PITCH = 1.06
"""From one tile to the next in tile widths."""

TWO_LINES = 1.12
"""How much larger tiles have to get for a rack to be shown in two lines."""

LINE, WHY, SMALL = 20, 18, 13
"""The height of a line with a name, and of one that says what was paid and its letters, in units."""

LEAST_TILES = 40
"""The least height of a seat's tiles, in units."""


@dataclass(frozen=True, slots=True)
class _Seat(Row):
    """A seat's end of the hand."""

    panel: Result
    seat: int

    def draw(self, _painter: Painter, rect: Rect) -> None:
        """Draws it."""
        self.panel.draw_seat(self.seat, rect)


class Result(Scrolled):
    """The end of a hand, and of the match when it is over."""

    name = "result"
    size = (860.0, 600.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.bridge.announce(". ".join(filter(None, self.headline())))

    def rearranged(self) -> None:
        """Places the panel anew; the words may be those of another language."""
        self._daily = self.app.daily_name()
        super().rearranged()

    def _view(self) -> View:
        """Gets the view at the end of the hand."""
        return self.app.session.view

    def _result(self) -> HandResult:
        result = self._view().result
        assert result is not None, "the table opens this panel when there is one"
        return result

    def rows(self) -> Sequence[Row]:
        """Makes a row for each seat, all on one page; on several where letters are too large for that."""
        self.head = 52 if self._lines(self.headline()[1], 14) <= 1 else 70
        seats = range(self._view().rules.players)
        room, least, count = self.body().height, max(map(self._least, seats)), len(seats)
        if count * least > room:
            self._last = 1  # pages are turned by buttons, which take room as well
            room = self.body().height
            count = max(1, room // least)
        order = sorted(seats, key=self._view().rules.side_of) if self._sides() else seats
        return [_Seat(room // count, self, seat) for seat in order]

    def _sides(self) -> list[str]:
        """Says what each side, the own first, has and what the hand changed; nothing where everybody plays alone."""
        view, result = self._view(), self._result()
        if view.rules.teams == "none":
            return []
        totals = zip(*(side_totals(view.rules, scores) for scores in (result.before, result.after)), strict=True)
        return [
            " ".join([self._side(side), signed(now), *([f"({signed(now - old, plus=True)})"] if now != old else [])])
            for side, (old, now) in enumerate(totals)
        ]

    def _side(self, seat: int) -> str:
        """Names the side of a seat."""
        ours = self._view().rules.side_of(seat) == self._view().rules.side_of(SEAT)
        return self.app.texts("scores.us" if ours else "scores.them")

    def _scores(self, seat: int) -> tuple[str, str]:
        """Gets what a seat had and has, or of partners, whose side has the score, only what the hand brought it."""
        view, result = self._view(), self._result()
        before, after = result.before[seat], result.after[seat]
        if view.rules.teams == "none":
            return signed(before) if before != after else "", signed(after)
        return "", "" if view.rules.score_model == "countdown" else signed(after - before, plus=after != before)

    def _lines(self, text: str, size: float) -> int:
        """Counts the lines that a text takes across the panel."""
        return self.app.painter.lines(text, self.inner.width, size)

    def _least(self, seat: int) -> int:
        """Gets the height that a seat needs."""
        painter, pad = self.app.painter, self.app.px(4)
        if self._column():
            return 2 * pad + painter.letter(LINE) + painter.letter(WHY)
        charges = min(2, self._lines(self.charges_text(seat), SMALL))
        return 2 * pad + painter.letter(LINE) + charges * painter.letter(WHY) + painter.px(LEAST_TILES)

    def _column(self) -> int:
        """Gets the width of what is written beside a seat's tiles; 0 where those lie below it."""
        wide, flat = self.inner.width >= self.app.line(520), self.inner.width > self.inner.height
        return round(self.inner.width * (0.29 if wide else 0.56)) if wide or flat else 0

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the ways on: id and label, the main one last."""
        t, app = self.app.texts, self.app
        found = [("menu", t("button.menu"))]
        if app.session.day is not None:  # one hand needs no score sheet
            found.append(("share", t("result.share")))
        else:
            found.append(("scores", t("menu.scores")))
        if app.is_own:
            found.append(("analysis", t("analysis.short")))
        new = t("result.new" if app.is_own else "room.back")  # of a match in a room the others have a say
        found.append(("new-match", new) if self._view().winners else ("next-hand", t("result.next")))
        return found

    def chosen(self, identifier: str) -> None:
        """Goes on, or opens another panel."""
        app = self.app
        if identifier == "menu":
            app.open_menu()
        elif identifier == "scores":
            app.open_scores()
        elif identifier == "share":
            app.share_daily()
        elif identifier == "analysis":
            record, hand = app.session.table.record, self._view().hand_number
            copied = replace(record, actions=record.actions[:])  # the match goes on
            app.open(
                HandAnalysis(
                    app, record, SEAT, hand, watch=lambda turn: app.open(Replay(app, copied, (hand, SEAT, turn)))
                )
            )
        elif identifier == "new-match":
            app.again()
        else:
            app.close(self)
            app.act(DEAL)

    def cancel(self) -> None:
        """Opens the menu: a result is left only by going on."""
        self.app.open_menu()

    def headline(self) -> tuple[str, str]:
        """Says in two lines what happened."""
        t, view, result = self.app.texts, self._view(), self._result()
        if result.winner is None:
            hand, how = t("result.all_pairs" if result.ending == "all_pairs" else "result.stock_out"), ""
        else:
            mine = result.winner == SEAT
            hand = t("result.win_you") if mine else t("result.finish", name=self.app.seat_name(result.winner))
            table = "_table" if view.rules.table_melds else ""
            ways = [t(f"result.how.{result.shape}{table}{'_okey' if result.okey else ''}")]
            ways += [t("result.elden")] if result.elden else []
            ways += [t("result.konkan")] if result.konkan else []
            how = ", ".join(ways)
        how = " · ".join(filter(None, [how, *self._notes()]))
        if not view.winners:
            return hand, how
        names = ", ".join(self.app.seat_name(seat) for seat in view.winners)
        if len({view.rules.side_of(seat) for seat in view.winners}) > 1:
            match = t("result.match_shared", names=names)
        elif len(view.winners) > 1:
            match = t("result.match_side_you") if SEAT in view.winners else t("result.match_side", names=names)
        else:
            match = t("result.match_you") if view.winners == (SEAT,) else t("result.match", name=names)
        return match, " · ".join(filter(None, [hand, how]))

    def _notes(self) -> list[str]:
        """Says what else decides the score: the indicator's colour, and how both sides stand."""
        t, view, result = self.app.texts, self._view(), self._result()
        notes = [self._daily] if self._daily else []
        notes += [t("result.factor", factor=result.factor)] if result.factor > 1 else []
        if is_void(view):
            penalties = self._result().before != self._result().after
            notes.append(t("result.void_but" if penalties else "result.void"))
        return notes + self._sides() + self._gained()

    def _gained(self) -> list[str]:
        """Says what the hand, and the match if it is over, brought the player."""
        t, gain = self.app.texts, self.app.gain()
        if gain is None:
            return []
        found = [t("result.experience", count=gain.experience)] if gain.experience else []
        found += [t("progress.level", level=gain.level)] if gain.level else []
        found += [t("result.pot", points=t.number(gain.pot))] if gain.pot else []
        return found + ([] if gain.points is None else [t("progress.points", points=t.number(gain.points))])

    def heading(self) -> str:
        """Says who won."""
        return self.headline()[0]

    def parts(self) -> Sequence[Part]:
        """Tells the end in words: how, then each seat's scores, payment and tiles, then the ways on."""
        app, view, result = self.app, self._view(), self._result()
        found = [Part("how", "", (self.headline()[1],))]
        for seat in range(view.rules.players):
            scores = " → ".join(filter(None, self._scores(seat)))
            groups = [", ".join(map(self._named, group)) for group in self._groups(seat)]
            if groups and seat == result.winner:
                groups[-1] = f"{app.texts('result.last_tile')}: {groups[-1]}"
            told = (self.charges_text(seat), "; ".join(groups) or app.texts("result.no_tiles"))
            found.append(Part(f"seat-{seat}", self._name(seat), (scores, *told) if scores else told))
        return (*found, Part("foot", "", tuple(self.widgets())))

    def _named(self, drawn: tuple[Tile, Face | None]) -> str:
        """Names a tile, and what it stands for if it is a wild in a meld."""
        tile, face = drawn
        t = self.app.texts
        return t.tile(tile, self._view().faces) if face is None else t("meld.stands", tile=t.kind(face))

    def title(self, text: str, rect: Rect) -> None:
        """Writes what happened in two lines."""
        painter, second = self.app.painter, self.headline()[1]
        room = Rect(rect.x, rect.y, rect.width, self.app.line(self.head))
        upper = Rect(room.x, room.y, room.width, self.app.line(30)) if second else room
        super().title(text, upper)
        lower = Rect(room.x, upper.bottom, room.width, room.bottom - upper.bottom)
        painter.text(second, lower, 14, theme.SHEET_MUTED, lines=2)

    def _name(self, seat: int) -> str:
        """Names a seat, and the side it plays for."""
        name = self.app.seat_name(seat)
        return name if self._view().rules.teams == "none" else f"{name} · {self._side(seat)}"

    def charges_text(self, seat: int) -> str:
        """Says what a seat paid and for what."""
        t = self.app.texts
        parts = [
            t(f"charge.{charge.reason}", points=signed(charge.points, plus=True))
            for charge in self._result().charges
            if charge.seat == seat and charge.points
        ]
        nothing = "none" if self._view().rules.score_model == "countdown" else "none_written"
        return ", ".join(parts) or t(f"charge.{nothing}")

    def draw_seat(self, seat: int, band: Rect) -> None:
        """Draws a seat's name, payment, scores and tiles, under a thin line."""
        painter, result, view = self.app.painter, self._result(), self._view()
        self.rule(band.y)
        low = band.height < painter.letter(60)
        line, pad = painter.letter(LINE - 2 if low else LINE), painter.px(4)
        charges = self.charges_text(seat)
        if column := self._column():
            text = Rect(band.x, band.y + pad, column, band.height - 2 * pad)
            left = text.right + painter.px(14)
            tiles = Rect(left, band.y + pad, band.right - left, band.height - 2 * pad)
        else:
            height = line + min(2, self._lines(charges, SMALL)) * painter.letter(WHY)
            text = Rect(band.x, band.y + pad, band.width, height)
            tiles = Rect(band.x, text.bottom, band.width, band.bottom - text.bottom - pad)
        lines = min(2, painter.lines(charges, text.width, SMALL))
        top = max(text.y, text.centery - (line + lines * painter.letter(WHY)) // 2)
        if seat in (view.winners or (result.winner,)):
            side = Rect(band.x - painter.px(9), band.y + painter.px(3), painter.px(4), band.height - painter.px(5))
            pygame.draw.rect(painter.target, theme.GOLD_DARK, side, border_radius=painter.px(2))
        room = painter.letter(108)
        before, now = self._scores(seat)
        alone = view.rules.teams == "none"
        name = Rect(text.x, top, text.width - (room if alone else room // 2), line)
        painter.text(self._name(seat), name, 16, theme.SHEET_TEXT, bold=True, align="left")
        new = Rect(text.right - room // 2, top, room // 2, line)
        painter.text(now, new, 16 if low else 18, theme.SHEET_TEXT, bold=True, align="right")
        if before:
            old = new.move(-room // 2, 0)
            painter.text(before, old.inflate(-painter.px(6), 0), 14, theme.SHEET_MUTED, align="right")
            painter.mark("arrow", (new.x + painter.px(5), new.centery), 9, theme.SHEET_MUTED)
        why = Rect(text.x, top + line, text.width, min(lines * painter.letter(WHY), text.bottom - top - line))
        painter.text(charges, why, SMALL, theme.SHEET_MUTED, align="left", lines=lines)
        self._draw_tiles(seat, tiles)

    def _groups(self, seat: int) -> list[list[tuple[Tile, Face | None]]]:
        """Gets a seat's tiles in groups, with what a wild stands for; the finishing tile alone at the end."""
        view, result = self._view(), self._result()
        assert view.faces is not None
        if seat == result.winner and result.tile is not None:
            return [*(self._laid(meld) for meld in result.melds), [(result.tile, None)]]
        if view.rules.table_melds and view.seats[seat].opened:
            ordered = sorted(result.racks[seat], key=lambda tile: (view.faces.of[tile], tile))  # type: ignore[union-attr]
            return [[(tile, None) for tile in ordered]] if ordered else []
        best = arrange(result.racks[seat], view.faces, view.rules)
        loose = sorted(best.loose, key=lambda tile: (view.faces.of[tile], tile))  # type: ignore[union-attr]
        return [[(tile, None) for tile in group] for group in (*(meld.tiles for meld in best.melds), loose) if group]

    def _laid(self, meld: Meld) -> list[tuple[Tile, Face | None]]:
        """Gets the tiles of a meld, each wild with the tile that it stands for."""
        faces = self._view().faces
        assert faces is not None
        return [
            (tile, face if faces.of[tile] == WILD else None) for tile, face in zip(meld.tiles, meld.faces, strict=True)
        ]

    def _draw_tiles(self, seat: int, box: Rect) -> None:
        """Draws a rack in one line or two, as large as it fits."""
        painter, faces = self.app.painter, self._view().faces
        assert faces is not None
        groups = self._groups(seat)
        if not groups:
            painter.text(self.app.texts("result.no_tiles"), box, 13, theme.SHEET_MUTED, align="left")
            return
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
        target, faces = self.app.painter.target, self._view().faces
        assert faces is not None
        if face is None:
            okey = faces.is_okey(tile)
            self.app.tiles.draw(target, rect, kind_of(tile), okey=okey, plays=faces.false_joker)
        else:
            self.app.tiles.draw(target, rect, face, okey=True, stands=True)


class LastHand(Result):
    """The end of the hand before, looked at again while the next one is played."""

    name = "last"

    def _view(self) -> View:
        """Gets the view at the end of that hand."""
        view = self.app.session.last
        assert view is not None, "the score sheet opens this panel when there is one"
        return view

    def _gained(self) -> list[str]:
        """Says nothing of it again."""
        return []

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the way back."""
        return (("close", self.app.texts("close")),)

    def cancel(self) -> None:
        """Goes back."""
        self.app.close(self)


def _units(sizes: Sequence[int]) -> float:
    """Measures a line of groups in tile widths."""
    return sum(sizes) * PITCH + (len(sizes) - 1) * GROUP_GAP


MOST_LINES = 4


def _flow(sizes: Sequence[int], width: int, height: int, largest: int) -> tuple[list[slice], int]:
    """Splits groups of tiles into one line, or more if that makes tiles much larger; gives the width."""

    def fit(lines: Sequence[slice]) -> int:
        units = max(_units(sizes[line]) for line in lines)
        tile = max(LEAST, min(largest, int((width - 4) / units)))
        while tile > LEAST and len(lines) * tile_height(tile) + (len(lines) - 1) * (tile // 6) > height:
            tile -= 1
        return tile

    def worth(lines: Sequence[slice]) -> tuple[float, float]:
        longest = max(_units(sizes[line]) for line in lines)
        return fit(lines) / TWO_LINES ** (len(lines) - 1), -longest

    options = [_balanced(sizes, count) for count in range(1, min(MOST_LINES, len(sizes)) + 1)]
    best = max(options, key=worth)
    return best, fit(best)


def _balanced(sizes: Sequence[int], count: int) -> list[slice]:
    """Splits groups into a number of lines, the longest of them as short as can be."""
    cuts = combinations(range(1, len(sizes)), count - 1)
    edges = [(0, *cut, len(sizes)) for cut in cuts]
    lines = [[slice(a, b) for a, b in pairwise(edge)] for edge in edges]
    return min(lines, key=lambda split: max(_units(sizes[line]) for line in split))
