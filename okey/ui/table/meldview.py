"""What is seen of the melds on the felt: where each lies on the screen, and how far they are scrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from okey.tiles import Tile
from okey.ui.table import felt

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


class MeldView:
    """The melds as they are seen.

    Args:
        scene: the table they lie on.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.scroll = 0
        """How far they are scrolled, in pixels."""

    def place(self, number: int, tile: Tile | None) -> Rect:
        """Gets the place of a tile of a meld on the screen; of the first one if it is not there."""
        board = self.board()
        melds = self._scene.view.melds
        if number not in board.melds or self._scene.layout.board is None:
            return self._scene.layout.board or self._scene.layout.stock
        tiles = melds[number].meld.tiles if number < len(melds) else ()
        index = tiles.index(tile) if tile in tiles else 0
        return self.on_screen(board.tile_at(number, index))

    def board(self) -> felt.Board:
        """Gets where the melds lie."""
        room = self._scene.layout.board
        if room is None:
            return felt.Board(0, (0, 0), {}, {}, 0)
        by_owner: dict[int, list[tuple[int, int]]] = {}
        for number, meld in enumerate(self._scene.view.melds):
            by_owner.setdefault(meld.owner, []).append((number, len(meld.meld.tiles)))
        sections = tuple(felt.Section(owner, tuple(melds)) for owner, melds in sorted(by_owner.items()))
        least = -(-felt.LEAST_TILE * self._scene.app.viewport.ratio // 1)
        most = max(int(least), round(0.9 * self._scene.layout.slots[0].width))
        whole = self.room()
        scale = self._scene.layout.unit, self._scene.layout.letters
        found = felt.lay(sections, whole.size, int(least), most, scale)
        if found.height > whole.height and self._scene.layout.pager is None:
            narrow = (whole.width - self._scene.app.px(50), whole.height)
            found = felt.lay(sections, narrow, int(least), int(least), scale)
        return found

    def room(self) -> Rect:
        """Gets the room of the melds: the board without the banner."""
        room = self._scene.layout.board
        assert room is not None, "asked for open games only"
        if self.banner() is None:
            return room
        height = self._scene.app.px(22)
        return Rect(room.x, room.y + height, room.width, room.height - height)

    def banner(self) -> str | None:
        """Says who has to finish as Konkan in the last round of a match."""
        view, rules = self._scene.view, self._scene.view.rules
        if rules.match_end != "five_plus_determine" or view.hands_played != rules.n_hands[0] or view.winners:
            return None
        names = " & ".join(self._scene.app.seat_name(seat) for seat, player in enumerate(view.seats) if player.konkan)
        return self._scene.app.texts("table.determine", names=names)

    def on_screen(self, rect: Rect) -> Rect:
        """Moves a rectangle of the board to where it is seen."""
        room = self.room()
        return rect.move(room.x, room.y - self.scroll)

    def furthest(self) -> int:
        """Gets how far they can be scrolled, in pixels."""
        return 0 if self._scene.layout.board is None else max(0, self.board().height - self.room().height)

    def scroll_by(self, pixels: int) -> None:
        """Scrolls the melds; they stop at their ends."""
        wanted = max(0, min(self.furthest(), self.scroll + pixels))
        if wanted != self.scroll:
            self.scroll = wanted
            self._scene.app.redraw()

    def turn_page(self, step: int) -> None:
        """Scrolls the melds by what is seen of them, but for a line."""
        if self._scene.layout.board is not None:
            self.scroll_by(step * max(self._scene.app.px(40), self.room().height - round(1.4 * self.board().tile)))

    def reveal(self, number: int) -> None:
        """Scrolls so that a meld is seen."""
        if self._scene.layout.board is None or number not in (board := self.board()).melds:
            return
        rect, room = board.melds[number], self.room()
        if rect.bottom - self.scroll > room.height:
            self.scroll_by(rect.bottom - self.scroll - room.height)
        if rect.top - self.scroll < 0:
            self.scroll_by(rect.top - self.scroll - self._scene.app.px(20))
