"""A match looked at again: any moment of it, all racks open or as one seat saw it, at several speeds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import Rect

from okey.game import Event
from okey.link import LinkError, pack
from okey.record import Record, RecordError
from okey.tiles import Tile, kind_of
from okey.ui import theme
from okey.ui.draft import SEAT, sitter_name
from okey.ui.film import Film, Frame
from okey.ui.layout import split, tile_height
from okey.ui.narration import tell
from okey.ui.outline import Part
from okey.ui.painter import Align
from okey.ui.scenes.analysis import HandAnalysis
from okey.ui.scenes.base import Sheet
from okey.ui.scenes.board import LEAST_TILE, Board, Page, fit
from okey.ui.scenes.rows import columns
from okey.ui.scenes.working import Working
from okey.ui.texts import signed
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

SPEEDS = (1.5, 0.75, 0.3, 0.1)
"""How many seconds a moment is shown at each speed."""

LOW = 480
"""The height in units, of a panel whose letters have their usual size, below which the title shares its line."""

WIDE = 520
"""The width in units from which the scrubber of such a panel has room beside buttons."""

LEAST_BOARD = 150
"""The height in units that seats and melds keep, however large the letters on the buttons are."""

FLAT = 64
"""The height in units of a seat below which its name stands before its tiles rather than over them."""

SLICE = 0.006
"""How many seconds of the record are played before everything else may run once."""

FILE_NAME = "okey-match.txt"

KEYS = {
    pygame.K_PAGEUP: "hand-back",
    pygame.K_PAGEDOWN: "hand-on",
    pygame.K_HOME: "start",
    pygame.K_END: "end",
    pygame.K_COMMA: "back",
    pygame.K_PERIOD: "on",
    pygame.K_p: "play",
    pygame.K_s: "speed",
    pygame.K_v: "seat",
    pygame.K_g: "page",
}
"""What keys press."""


class _Places(NamedTuple):
    """Where everything lies."""

    title: Rect
    close: Rect
    told: Rect
    board: Board
    pages: list[Page]
    scrubber: Rect
    buttons: list[Rect]


class Replay(Working, Sheet):
    """A record being watched.

    Args:
        app: the app it belongs to.
        record: the match.
        turn: the end of which turn is shown at first, as ``Film.turns`` knows it; the first moment if left out.
        linked: whether it came by the page's address, which leads here again until this is closed.
    """

    name = "replay"
    size = (1600.0, 1200.0)

    def __init__(
        self, app: App, record: Record, turn: tuple[int, int, int] | None = None, *, linked: bool = False
    ) -> None:
        self._linked = linked
        self.film = Film(record)
        self._wanted = turn
        self._turned: int | None = None
        """The page that was turned to."""
        self.at = 0
        """The moment that is shown."""
        self.seat: int | None = None
        """Through whose eyes; None for all racks open."""
        self.playing = False
        self.speed = 1
        self.failed = ""
        """Why the record cannot be played on; empty while it can."""
        self._next = 0.0
        self._scrubbing = False
        super().__init__(app)
        self.work(self._develop())

    def closed(self) -> None:
        """Is not shown again by a reload."""
        super().closed()
        if self._linked:
            self.app.bridge.forget_link()

    async def _develop(self) -> None:
        pause_at = time.monotonic() + SLICE
        try:
            for _ in self.film.develop():
                self._come_to_turn()
                if len(self.film.frames) == 1 or time.monotonic() > pause_at:
                    self.app.redraw()
                    self.app.bridge.wake()
                    await self.app.bridge.pause()
                    pause_at = time.monotonic() + SLICE
        except RecordError as error:
            self.failed = str(error)
        self.app.redraw()
        self.app.bridge.wake()

    def _come_to_turn(self) -> None:
        """Shows the turn that is wanted, once it is there."""
        if self._wanted in self.film.turns:
            self.at, self._wanted = self.film.turns[self._wanted], None
            self.app.redraw()

    @property
    def moment(self) -> Frame | None:
        """The moment that is shown; None before there is any."""
        frames = self.film.frames
        return frames[min(self.at, len(frames) - 1)] if frames else None

    # ---- what stands here

    def _name(self, seat: int) -> str:
        return sitter_name(self.film.record.seats[seat], seat) or self.app.texts("you")

    def _me(self) -> int | None:
        """Gets the seat that is called "you"; None where every seat has a name."""
        sitters = enumerate(self.film.record.seats)
        return next((seat for seat, sitter in sitters if not sitter_name(sitter, seat)), None)

    def names(self) -> list[str]:
        """Lists who plays."""
        return [self._name(seat) for seat in range(self.film.record.rules.players)]

    def heading(self) -> str:
        """Names the game, and the hand."""
        game = self.app.texts.game(self.film.record.rules)
        frame = self.moment
        return game if frame is None else f"{game} · {self.app.texts('scores.hand', hand=frame.number)}"

    def told(self, *, melds: bool = True) -> str:
        """Says what has just happened, as whoever watches may know it; the melds of an opening only if asked for."""
        frame = self.moment
        if frame is None:
            return self.failed and self.app.texts("replay.failed")
        seen = [event if self.seat is None else event.seen_by(self.seat) for event in frame.events]
        if not melds and any(event.kind == "opened" for event in seen):
            seen = [event for event in seen if event.kind != "laid"]  # they are seen on the table
        lines = [self._sentence(event, frame) for event in seen]
        if self.failed and self.at >= len(self.film.frames) - 1:
            lines.append(self.app.texts("replay.failed"))
        return " · ".join(lines)

    def _sentence(self, event: Event, frame: Frame) -> str:
        """Says what happened; here a drawn tile is named too, where it may be seen."""
        t, faces = self.app.texts, frame.hand.faces
        told = tell(t, event, self.names(), faces, frame.number, me=self._me())
        if event.kind != "drew" or not event.tiles:
            return told
        return t("replay.drew", told=told, tile=t.tile(event.tiles[0], faces))

    def progress(self) -> str:
        """Says which moment of how many is shown."""
        return self.app.texts("replay.moment", moment=min(self.at + 1, self.film.length), moments=self.film.length)

    def rack(self, frame: Frame, seat: int) -> list[Tile]:
        """Gets a seat's tiles in the order of colours; its okeys come last."""
        faces = frame.hand.faces
        return sorted(frame.hand.players[seat].rack, key=lambda tile: (faces.of[tile], tile))

    def _open(self, seat: int) -> bool:
        return self.seat in (None, seat)

    def parts(self) -> Sequence[Part]:
        """Tells the moment in words: what happened, every seat, the table, then what can be pressed."""
        t, frame = self.app.texts, self.moment
        found = [Part("moment", "", (self.progress(), self.told()))]
        if frame is not None:
            hand = frame.hand
            for seat, name in enumerate(self.names()):
                tiles = ", ".join(t.tile(tile, hand.faces) for tile in self.rack(frame, seat))
                rack = tiles if self._open(seat) else t("replay.tiles", count=len(hand.players[seat].rack))
                found.append(Part(f"seat-{seat}", f"{name}, {signed(frame.scores[seat])}", (rack, self._thrown(seat))))
            melds = [", ".join(t.tile(tile, hand.faces) for tile in meld.meld.tiles) for meld in hand.melds]
            found.append(Part("table", t("replay.table"), (self._middle(frame), *melds)))
        return (*found, Part("foot", "", tuple(self.widgets())))

    def _thrown(self, seat: int) -> str:
        frame = self.moment
        assert frame is not None
        pile = frame.hand.piles[seat] if len(frame.hand.piles) > 1 else []
        t = self.app.texts
        return t("replay.thrown", tile=t.tile(pile[-1], frame.hand.faces)) if pile else ""

    def _middle(self, frame: Frame) -> str:
        t = self.app.texts
        indicator = t.tile(frame.hand.indicator, frame.hand.faces)
        return t("replay.middle", indicator=indicator, count=len(frame.hand.stock))

    # ---- what can be pressed

    def _buttons(self, *, pages: int = 1) -> list[tuple[str, str, str]]:
        """Lists the buttons: id, label, and icon or what is written on it; one turns pages where there are several."""
        t = self.app.texts
        page = [("page", t("replay.page"), t("replay.page"))] if pages > 1 else []
        eyes = t("replay.all") if self.seat is None else self._name(self.seat)
        return [
            ("hand-back", t("replay.hand_back"), "«"),
            ("back", t("replay.back"), "−1"),
            ("play", t("replay.pause" if self.playing else "replay.play"), "II" if self.playing else ">"),
            ("on", t("replay.on"), "+1"),
            ("hand-on", t("replay.hand_on"), "»"),
            ("speed", t("replay.speed", speed=self.speed + 1), f"×{self.speed + 1}"),
            ("seat", t("replay.eyes", name=eyes), eyes),
            *page,
            ("share", t("replay.share"), t("replay.share")),
            ("file", t("replay.file"), t("replay.file")),
            ("analysis", t("analysis.full"), t("analysis.short")),
        ]

    def _places(self) -> _Places:
        """Places everything; where there are pages, with the button that turns them."""
        found = self._placed(self._buttons())
        if len(found.pages) == 1:
            return found
        return self._placed(self._buttons(pages=len(found.pages)))

    def _placed(self, wanted: Sequence[tuple[str, str, str]]) -> _Places:
        """Places everything with these buttons."""
        app, inner = self.app, self.inner
        gap, high = app.px(8), app.px(44)
        close = Rect(inner.right - app.px(96), inner.y, app.px(96), high)
        title = Rect(inner.x, inner.y, close.left - gap - inner.x, high)
        told = Rect(inner.x, close.bottom, inner.width, app.line(48))
        if inner.height < app.line(LOW):  # one line for both
            title.width = title.width * 2 // 5
            told = Rect(title.right + gap, inner.y, close.left - title.right - 2 * gap, high)
        top = told.bottom + gap
        low = inner.height < app.px(LOW) and inner.width > app.px(WIDE)  # the scrubber stands beside the first buttons
        lines = self._lines(wanted, (inner.bottom - top - app.px(LEAST_BOARD)) // (high + gap) - (not low))
        bottom = inner.bottom - len(lines) * (high + gap) + gap
        width = max(inner.width // 2, lines[0] * (high + gap) - gap) if low else inner.width
        room = Rect(inner.x, bottom, width, high)
        buttons = split(room, lines[0], gap)
        for at, count in enumerate(lines[1:], 1):
            buttons += split(Rect(inner.x, bottom + at * (high + gap), inner.width, high), count, gap)
        scrubber = Rect(inner.x, bottom - gap - high, inner.width, high)
        if low:
            scrubber = Rect(room.right + gap, bottom, inner.right - room.right - gap, high)
        area = Rect(inner.x, top, inner.width, max(1, (bottom if low else scrubber.top) - gap - top))
        board, fullest = self._board(area), self.film.fullest
        pages = board.pages([()] if fullest is None else self._middle_groups(fullest))
        return _Places(title, close, told, board, pages, scrubber, buttons)

    def _lines(self, wanted: Sequence[tuple[str, str, str]], most: int) -> list[int]:
        """Gets how many buttons stand in each line: as few lines as their letters allow, ``most`` where there are two.

        Those that move in time stay beside each other.
        """
        painter, width, high = self.app.painter, self.inner.width, self.app.px(44)
        faces = [face for _, _, face in wanted]
        words = next(at for at, (name, _, _) in enumerate(wanted) if name == "seat")
        if self.inner.height >= self.app.px(LOW) and columns(painter, faces, width, high) == len(faces):
            return [len(faces)]
        left, across = len(faces) - words, columns(painter, faces[words:], width, high)
        across = max(across, -(-left // max(1, most - 1)))
        return [words, *(min(across, left - at) for at in range(0, left, across))]

    def _board(self, area: Rect) -> Board:
        """Gets what decides where seats and melds lie."""
        app, rules = self.app, self.film.record.rules
        return Board(
            area,
            app.px(8),
            rules.players,
            rules.table_melds,
            rules.hand_size + 2,  # one more that came, and the one that was thrown last
            round(LEAST_TILE * app.viewport.ratio),
            app.line(22),
            app.line(76),
            app.line(FLAT),
            app.px(4),
        )

    def _middle_groups(self, frame: Frame) -> list[Sequence[Tile]]:
        """Gets what lies in the middle: the indicator, the shared pile's last tile, the melds."""
        hand = frame.hand
        shared = hand.piles[0][-1:] if len(hand.piles) == 1 else []
        return [(hand.indicator,), *([shared] if shared else []), *(meld.meld.tiles for meld in hand.melds)]

    def _page(self, pages: Sequence[Page]) -> int:
        """Gets which page is shown: the one turned to, or else that of whose eyes these are, or of who acted."""
        if self._turned is not None:
            return min(self._turned, len(pages) - 1)
        frame, seat = self.moment, self.seat
        if seat is None and frame is not None:
            seat = next((event.seat for event in frame.events if event.seat is not None), None)
        return next((at for at, page in enumerate(pages) if seat in page.seats), 0)

    def widgets(self) -> Sequence[Widget]:
        """Lists the buttons; the scrubber is one that the pointer may pull, and keys press its halves."""
        places, t = self._places(), self.app.texts
        last = len(self.film.frames) - 1
        idle = {"back": self.at <= 0, "hand-back": self.at <= 0, "on": self.at >= last, "hand-on": self.at >= last}
        found = [Widget("close", t("close"), places.close, style="main")]
        found += [
            Widget(name, label, rect, not idle.get(name, False), "sheet", face="" if face in _ICONS else face,
                   icon=_ICONS.get(face, ""))
            for (name, label, face), rect in zip(self._buttons(pages=len(places.pages)), places.buttons, strict=True)
        ]  # fmt: skip
        return found

    def activate(self, identifier: str) -> None:
        """Moves in time, changes the eyes or the speed, or gives the match away."""
        acts: dict[str, Callable[[], object]] = {
            "close": self.cancel,
            "start": lambda: self._go(0),
            "end": lambda: self._go(len(self.film.frames) - 1),
            "back": lambda: self._go(self.at - 1),
            "on": lambda: self._go(self.at + 1),
            "hand-back": lambda: self._go(self.film.deal_before(self.at)),
            "hand-on": lambda: self._go(self.film.deal_after(self.at)),
            "play": self._play,
            "speed": self._faster,
            "seat": self._turn_round,
            "page": self._turn_page,
            "share": self._share,
            "analysis": self._analyse,
            "file": lambda: self.app.give_file(FILE_NAME, self.film.record.write()),
        }
        if identifier in acts:
            acts[identifier]()

    def key(self, key: int) -> bool:
        """Does what a key of its own means."""
        if key not in KEYS:
            return False
        self.activate(KEYS[key])
        return True

    def _go(self, moment: int, *, on: bool = False) -> None:
        """Shows another moment; whoever chooses one stops the film."""
        self.playing, self._wanted = self.playing and on, None
        self.at = max(0, min(moment, len(self.film.frames) - 1))
        if not self._scrubbing:
            self.app.bridge.announce(self.told())
        self.app.redraw()

    def _play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.at >= self.film.length - 1:
            self.at = 0
        self._next = time.monotonic() + SPEEDS[self.speed]

    def _faster(self) -> None:
        self.speed = (self.speed + 1) % len(SPEEDS)
        self._next = time.monotonic() + SPEEDS[self.speed]

    def _turn_round(self) -> None:
        """Looks through the next pair of eyes."""
        self._turned = None
        seats = (None, *range(self.film.record.rules.players))
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]

    def _turn_page(self) -> None:
        """Turns to the next page, where seats and melds are on several."""
        pages = self._places().pages
        self._turned = (self._page(pages) + 1) % len(pages)

    def _share(self) -> None:
        try:
            self.app.share(f"{self.app.bridge.address}#record={pack(self.film.record)}")
        except LinkError:
            self.app.notice(self.app.texts("replay.too_long"), alarm=True)

    def _analyse(self) -> None:
        """Shows what decided the hand for the seat whose eyes these are, the person's where all racks are open."""
        frame, seat = self.moment, SEAT if self.seat is None else self.seat
        self.playing = False
        if frame is None:
            return
        hand = frame.number

        def watch(turn: int) -> None:
            self.app.close(self.app.scene)
            self._wanted = hand, seat, turn
            self._come_to_turn()

        self.app.open(HandAnalysis(self.app, self.film.record, seat, hand, watch=watch, name=self._name(seat)))

    # ---- time

    def wakes_at(self) -> float | None:
        """Tells when the next moment is due."""
        return self._next if self.playing else None

    def tick(self) -> None:
        """Shows the next moment when it is due."""
        if not self.playing or self.app.now < self._next:
            return
        if self.at < len(self.film.frames) - 1:
            self._go(self.at + 1, on=True)
        elif not self.works:
            self.playing = False
        self._next = self.app.now + SPEEDS[self.speed]
        self.app.redraw()

    # ---- the pointer

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Begins a press, or takes the scrubber."""
        self._scrubbing = self._places().scrubber.collidepoint(pos)
        if self._scrubbing:
            self._scrub(pos)
        else:
            super().pointer_down(pos)

    def pointer_move(self, pos: tuple[int, int]) -> None:
        """Pulls the scrubber."""
        if self._scrubbing:
            self._scrub(pos)
        else:
            super().pointer_move(pos)

    def pointer_up(self, pos: tuple[int, int]) -> None:
        """Lets the scrubber go."""
        if self._scrubbing:
            self._scrubbing = False
            self._go(self.at)
        else:
            super().pointer_up(pos)

    def _rail(self) -> Rect:
        """Gets the line that the scrubber runs on, before the words that say where it is."""
        box, end = self._places().scrubber, self.app.px(12)
        last = self.app.texts("replay.moment", moment=self.film.length, moments=self.film.length)
        return Rect(box.x + end, box.y, box.width - 3 * end - self.app.painter.width(last, 11), box.height)

    def _scrub(self, pos: tuple[int, int]) -> None:
        rail = self._rail()
        share = (pos[0] - rail.x) / max(1, rail.width)
        self._go(round(max(0.0, min(1.0, share)) * (self.film.length - 1)))

    # ---- drawing

    def draw_content(self) -> None:
        """Draws the moment."""
        painter, places, frame = self.app.painter, self._places(), self.moment
        painter.text(self.heading(), places.title, 22, theme.SHEET_TEXT, bold=True, lines=2)
        painter.text(self.told(melds=False), places.told, 14, theme.SHEET_TEXT, lines=3)
        self._draw_scrubber(places.scrubber)
        if frame is None:
            return
        page = places.pages[self._page(places.pages)]
        for seat, rect in page.seats.items():
            self._draw_seat(frame, seat, rect, places.board)
        if page.table is not None:
            self._draw_table(frame, places.board, page)

    def _draw_scrubber(self, box: Rect) -> None:
        painter, rail = self.app.painter, self._rail()
        line = Rect(rail.x, rail.centery - painter.px(2), rail.width, painter.px(4))
        pygame.draw.rect(painter.target, theme.SHEET_LINE, line, border_radius=painter.px(2))
        last = max(1, self.film.length - 1)
        ready = line.copy()
        ready.width = rail.width * max(0, len(self.film.frames) - 1) // last
        pygame.draw.rect(painter.target, theme.SHEET_EDGE, ready, border_radius=painter.px(2))
        x = rail.x + rail.width * min(self.at, last) // last
        pygame.draw.circle(painter.target, theme.GOLD_DARK, (x, line.centery), painter.px(10))
        label = Rect(rail.right + painter.px(12), box.y, box.right - rail.right - painter.px(12), box.height)
        painter.text(self.progress(), label, 11, theme.SHEET_MUTED, align="right")

    def _draw_seat(self, frame: Frame, seat: int, box: Rect, board: Board) -> None:
        """Draws a seat: its name and score, its tiles, and at their right what it threw last."""
        painter, hand = self.app.painter, frame.hand
        self.rule(box.y - painter.px(2))
        head, room, flat = board.seat(box)
        name = Rect(head.x + painter.px(8), head.y, head.width - painter.px(80), head.height)
        score = Rect(head.right - painter.px(64), head.y, painter.px(64), head.height)
        if flat:
            name.size = head.width - painter.px(12), head.height // 2
            score = name.move(0, head.height // 2)
        acting = hand.actor == seat and not any(event.kind == "hand_ended" for event in frame.events)
        if acting:
            painter.plate(Rect(head.x, head.y, painter.px(4), head.height), theme.GOLD_DARK, 2)
        painter.text(self._name(seat), name, 15, theme.SHEET_TEXT, bold=acting, align="left")
        align: Align = "left" if flat else "right"
        painter.text(signed(frame.scores[seat]), score, 15, theme.SHEET_TEXT, bold=True, align=align)
        pile = hand.piles[seat] if len(hand.piles) > 1 else []
        rack = self.rack(frame, seat)
        count = max(len(rack) + 1, board.tiles)
        width, across = fit(count, room, max(board.least, painter.px(44)))
        for index, tile in enumerate(rack):
            place = Rect(room.x + index % across * (width + 2), room.y + index // across * (tile_height(width) + 3),
                         width, tile_height(width))  # fmt: skip
            self._draw_tile(frame, tile, place, face_down=not self._open(seat))
        if pile:
            last = -(-count // across) - 1  # the line that has room left
            place = Rect(room.right - width, room.y + last * (tile_height(width) + 3), width, tile_height(width))
            self._draw_tile(frame, pile[-1], place)
            painter.outline(place.inflate(painter.px(4), painter.px(4)), theme.SHEET_EDGE, 6, 1.5)

    def _draw_table(self, frame: Frame, board: Board, page: Page) -> None:
        """Draws what lies in the middle: the indicator, the shared pile, the melds."""
        painter, box = self.app.painter, page.table
        assert box is not None
        self.rule(box.y - painter.px(2))
        head = Rect(box.x, box.y, box.width, min(self.app.line(22), box.height // 2))
        painter.text(self._middle(frame), head, 13, theme.SHEET_MUTED, align="left")
        for tile, place in board.middle(page, self._middle_groups(frame), painter.px(40)):
            self._draw_tile(frame, tile, place)

    def _draw_tile(self, frame: Frame, tile: Tile, place: Rect, *, face_down: bool = False) -> None:
        target, faces = self.app.painter.target, frame.hand.faces
        if face_down:
            self.app.tiles.draw_back(target, place)
        else:
            self.app.tiles.draw(target, place, kind_of(tile), okey=faces.is_okey(tile), plays=faces.false_joker)


_ICONS = {">": "right"}
"""The marks of ``shapes.polygon`` by what stands for them."""
