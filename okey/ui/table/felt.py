"""How the melds lie on the felt: grouped by owner, in columns of lines, as large as all of them fit.

Tiles never get smaller than ``LEAST_TILE``; what does not fit then is reached by scrolling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from pygame import Rect

from okey.ui.layout import tile_height

LEAST_TILE = 24
"""The least width of a tile in CSS pixels."""

_APART = 0.5
"""The gap between two melds in tile widths."""

_LINE = 0.3
"""The gap between two lines of melds in tile widths."""

_FINGER = 44
"""The least room of a line of melds, in units, and of each half of a meld with the gap beside it."""

_HEADING = 17
"""The height of an owner's name in units."""


class Section(NamedTuple):
    """What one seat has laid."""

    owner: int
    melds: tuple[tuple[int, int], ...]
    """Each meld's number on the table and how many tiles it has."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where every meld lies, from the upper left of the board; nothing is scrolled yet."""

    tile: int
    """The width of a tile in pixels."""
    gaps: tuple[int, int]
    """The gaps between two melds, and between two lines of them."""
    melds: dict[int, Rect]
    """The place of each meld by its number."""
    headings: dict[int, Rect]
    """The place of each owner's name."""
    height: int
    """How high all of it is; more than the room has where it has to be scrolled."""

    def tile_at(self, meld: int, index: int) -> Rect:
        """Gets the place of a tile of a meld."""
        rect = self.melds[meld]
        return Rect(rect.x + index * self.tile, rect.y, self.tile, rect.height)


@lru_cache(maxsize=16)
def lay(
    sections: tuple[Section, ...], size: tuple[int, int], least: int, most: int, scale: tuple[float, float]
) -> Board:
    """Lays melds out with the largest tiles that fit.

    Args:
        sections: what lies on the table, owner by owner.
        size: width and height of the room, in pixels.
        least: the least width of a tile in pixels; smaller only where the longest meld is wider than the room.
        most: the greatest width of a tile.
        scale: device pixels of one unit of the design, and how many times as large as usual the owners' names are.
    """
    if not sections:
        return Board(most, (0, 0), {}, {}, 0)
    unit, letters = scale
    fixed = _Fixed(round(14 * unit), round(_HEADING * unit * letters), round(_FINGER * unit))
    longest = max(tiles for section in sections for _, tiles in section.melds)
    size = max(longest, size[0]), size[1]
    least = max(1, min(least, size[0] // longest))
    tallest = None
    for tile in range(max(least, most), least - 1, -1):
        for columns in range(1, len(sections) + 1):
            board = _columns(sections, size[0], tile, columns, fixed)
            if board is not None and board.height <= size[1]:
                return board
            if board is not None and tile == least and (tallest is None or board.height < tallest.height):
                tallest = board
    assert tallest is not None, "one column always fits"
    return tallest


class _Fixed(NamedTuple):
    """What does not shrink with the tiles, in pixels."""

    between: int
    """The gap between columns."""
    name: int
    """The height of a name."""
    finger: int

    def gaps(self, tile: int) -> tuple[int, int]:
        """Gets the gaps between two melds, and between two lines of them, for a width of tiles."""
        line = max(round(_LINE * tile), self.finger - tile_height(tile))
        return max(round(_APART * tile), 2 * self.finger - 3 * tile), line


def _columns(sections: Sequence[Section], width: int, tile: int, columns: int, fixed: _Fixed) -> Board | None:
    """Lays melds out in columns of like height; None when a meld is wider than a column."""
    column = (width - (columns - 1) * fixed.between) // columns
    if tile * max(tiles for section in sections for _, tiles in section.melds) > column:
        return None
    heights = [_section(section, column, tile, fixed)[2] for section in sections]
    cuts = min(
        ((0, *cut, len(sections)) for cut in combinations(range(1, len(sections)), columns - 1)),
        key=lambda cut: max(sum(heights[a:b]) for a, b in pairwise(cut)),
    )
    melds: dict[int, Rect] = {}
    headings: dict[int, Rect] = {}
    bottom = 0
    for index, (first, last) in enumerate(pairwise(cuts)):
        x, y = index * (column + fixed.between), 0
        for section in sections[first:last]:
            heading, placed, height = _section(section, column, tile, fixed)
            headings[section.owner] = heading.move(x, y)
            melds |= {number: rect.move(x, y) for number, rect in placed.items()}
            y += height
        bottom = max(bottom, y)
    return Board(tile, fixed.gaps(tile), melds, headings, bottom)


def _section(section: Section, width: int, tile: int, fixed: _Fixed) -> tuple[Rect, dict[int, Rect], int]:
    """Places a section's heading and melds from its own upper left; gives its height too."""
    heading, height = Rect(0, 0, width, fixed.name), tile_height(tile)
    apart, line = fixed.gaps(tile)
    x, y = 0, heading.bottom + fixed.name // 8
    placed: dict[int, Rect] = {}
    for number, tiles in section.melds:
        if x and x + tiles * tile > width:
            x, y = 0, y + height + line
        placed[number] = Rect(x, y, tiles * tile, height)
        x += tiles * tile + apart
    return heading, placed, y + height + line
