"""Where seats and melds of a match lie that is watched: together, or on pages where tiles would be too small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pygame import Rect

from okey.tiles import Tile
from okey.ui.layout import LEAST, split, tile_height

LEAST_TILE = 24
"""The least width of a tile in CSS pixels."""

MOST_LINES = 5
"""In so many lines at most the tiles of a seat stand."""

WITH_MELDS = {1: 0.3, 2: 0.42}
"""The share of the height that melds take below seats in one column, or in two."""

Groups = Sequence[Sequence[Tile]]


class Page(NamedTuple):
    """What is seen at once."""

    seats: dict[int, Rect]
    table: Rect | None = None
    """The place of what lies in the middle; None where that is on another page."""
    line: int = 0
    """The first line of the middle that is shown."""


class SeatPlaces(NamedTuple):
    """Where a seat's parts lie."""

    head: Rect
    room: Rect
    """The room of the tiles."""
    flat: bool
    """Whether the name stands before the tiles rather than over them."""


@dataclass(frozen=True, slots=True)
class Board:
    """The room of seats and melds, and what has to find place in it; all lengths are in device pixels."""

    area: Rect
    gap: int
    players: int
    melds: bool
    """Whether melds are laid in this game."""
    tiles: int
    """So many tiles stand with a seat at most."""
    least: int
    """The least width of a tile."""
    line: int
    """The height of a line of text."""
    label: int
    """The width of a name before tiles."""
    flat: int
    """The height of a seat below which its name stands before its tiles."""
    pad: int

    def pages(self, middle: Groups) -> list[Page]:
        """Gets the pages: one where all tiles are wide enough on it.

        Args:
            middle: what lies in the middle when it is fullest.
        """
        whole = self._together()
        assert whole.table is not None
        room = self.table_room(whole.table)
        high = _flowed(self._parted(middle, room), self.least, room.width)[-1][1] + tile_height(self.least)
        if high <= room.height and self._wide_enough(whole.seats.values()):
            return [whole]
        places = self._largest()
        seats = range(self.players)
        found = [Page(dict(zip(seats[at:], places, strict=False))) for at in seats[:: len(places)]]
        room = self.table_room(self.area)
        lines, shown = self._lines(self._parted(middle, room), room), self._shown(room)
        return found + [Page({}, self.area, line) for line in range(0, lines, shown)]

    def _together(self) -> Page:
        """Places all seats and the middle: below each other, or in two columns where it is wide."""
        across = 2 if self.area.width > 1.3 * self.area.height else 1
        lines = -(-self.players // across)
        middle = round(self.area.height * (WITH_MELDS[across] if self.melds else 1 / (lines + 1)))
        upper = Rect(self.area.topleft, (self.area.width, self.area.height - middle))
        table = Rect(self.area.x, self.area.bottom - middle + self.gap // 2, self.area.width, middle - self.gap // 2)
        return Page(dict(enumerate(self._grid(upper, self.players, across))), table)

    def _grid(self, area: Rect, count: int, across: int) -> list[Rect]:
        height, found = area.height // -(-count // across), list[Rect]()
        for line, first in enumerate(range(0, count, across)):
            row = Rect(area.x, area.y + line * height, area.width, height - self.gap // 2)
            found += split(row, min(across, count - first), 2 * self.gap)
        return found

    def _largest(self) -> list[Rect]:
        """Places as many seats as have room for wide enough tiles; one at least."""
        grids = ((count, across) for count in range(self.players, 1, -1) for across in (1, 2))
        places = (self._grid(self.area, *grid) for grid in grids)
        return next((found for found in places if self._wide_enough(found)), self._grid(self.area, 1, 1))

    def _wide_enough(self, seats: Iterable[Rect]) -> bool:
        return all(fit(self.tiles, self.seat(box).room, self.least)[0] >= self.least for box in seats)

    def seat(self, box: Rect) -> SeatPlaces:
        """Places what belongs to a seat."""
        if box.height < self.flat:
            width = min(self.label, box.width // 4)
            head = Rect(box.x, box.y, width, box.height - self.pad)
            return SeatPlaces(head, Rect(head.right, box.y, box.width - width, head.height), flat=True)
        head = Rect(box.x, box.y, box.width, self.line)
        room = Rect(box.x, head.bottom, box.width, max(1, box.bottom - head.bottom - self.pad))
        return SeatPlaces(head, room, flat=False)

    def table_room(self, box: Rect) -> Rect:
        """Gets the room of the tiles in the middle, below a line of words."""
        top = box.y + min(self.line, box.height // 2) + self.pad // 2
        return Rect(box.x, top, box.width, max(1, box.bottom - top))

    def middle(self, page: Page, groups: Groups, largest: int) -> list[tuple[Tile, Rect]]:
        """Places the tiles in the middle that are on a page, as large as they fit."""
        assert page.table is not None
        room, width = self.table_room(page.table), max(largest, self.least)
        groups = self._parted(groups, room)
        while width > self.least and _flowed(groups, width, room.width)[-1][1] + tile_height(width) > room.height:
            width -= 1
        places = _flowed(groups, width, room.width)
        first, seen = 0, range(places[-1][1] + 1)
        if width == self.least:  # else all of it is seen at once
            step, shown, lines = tile_height(width) + LINE_GAP, self._shown(room), self._lines(groups, room)
            first = min(page.line, (lines - 1) // shown * shown) * step
            seen = range(first, first + shown * step)
        return [
            (tile, Rect(room.x + x + at * (width + 1), room.y + y - first, width, tile_height(width)))
            for group, (x, y) in zip(groups, places, strict=True)
            if y in seen
            for at, tile in enumerate(group)
        ]

    def _parted(self, groups: Groups, room: Rect) -> list[Sequence[Tile]]:
        """Parts what is longer than a line."""
        most = max(1, room.width // (self.least + 1))
        return [group[at : at + most] for group in groups for at in range(0, max(1, len(group)), most)]

    def _lines(self, groups: Groups, room: Rect) -> int:
        """Counts the lines of the middle with the smallest tiles."""
        return _flowed(groups, self.least, room.width)[-1][1] // (tile_height(self.least) + LINE_GAP) + 1

    def _shown(self, room: Rect) -> int:
        """Counts those of them that are seen at once."""
        return max(1, (room.height + LINE_GAP) // (tile_height(self.least) + LINE_GAP))


LINE_GAP = 4
"""Between two lines of tiles."""


def fit(count: int, room: Rect, largest: int) -> tuple[int, int]:
    """Gets the width of tiles that fill a room best, and how many stand in a line."""

    def width(lines: int) -> int:
        across = -(-count // lines)
        by_width = room.width // across - 2
        by_height = int((room.height / lines - 3) / tile_height(100) * 100)
        return max(LEAST, min(largest, by_width, by_height))

    lines = max(range(1, MOST_LINES + 1), key=lambda lines: (width(lines), -lines))
    return width(lines), -(-count // lines)


def _flowed(groups: Groups, width: int, room: int) -> list[tuple[int, int]]:
    """Gets the place of each group of tiles when they are laid in lines."""
    found, x, y = [], 0, 0
    for group in groups:
        long = len(group) * (width + 1)
        if x and x + long > room:
            x, y = 0, y + tile_height(width) + LINE_GAP
        found.append((x, y))
        x += long + width // 2
    return found
