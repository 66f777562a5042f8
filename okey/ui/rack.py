"""How the player's tiles lie in the rows of the rack: slots, some with a tile, some free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from okey.tiles import Tile, TileError, parse_tile, tiles_text

MOST_ROWS = 3
"""A rack has two rows, or three where a narrow screen has to hold many tiles; slots count from the upper left."""


class Rack:
    """An arrangement of tiles.  It may change at any time; which tiles it holds only the game decides.

    Args:
        columns: how many slots a row has.
        rows: how many rows there are.
    """

    def __init__(self, columns: int, rows: int = 2) -> None:
        self.columns = columns
        self.rows = rows
        self.slots: list[Tile | None] = [None] * (rows * columns)
        self._left: dict[Tile, int] = {}
        """Where tiles lay that are here no more."""

    def stretches(self) -> list[list[int]]:
        """Gets the slots of tiles that lie side by side without a gap, stretch by stretch."""
        found: list[list[int]] = []
        for slot, tile in enumerate(self.slots):
            if tile is None:
                continue
            joins = slot % self.columns and found and found[-1][-1] == slot - 1
            if joins:
                found[-1].append(slot)
            else:
                found.append([slot])
        return found

    def find(self, tile: Tile) -> int | None:
        """Gets the slot of a tile; None when it is not here."""
        return self.slots.index(tile) if tile in self.slots else None

    def tiles(self) -> list[Tile]:
        """Gets the tiles in the order of their slots."""
        return [tile for tile in self.slots if tile is not None]

    def sync(self, tiles: Sequence[Tile], slot: int | None = None, *, back: bool = False) -> None:
        """Drops what is not among ``tiles`` and adds what is missing; nothing else moves.

        Args:
            tiles: what the game says the player holds.
            slot: where the first of the missing tiles shall go.
            back: whether they come back from the table, each to where it lay, if nothing lies there now.
        """
        self.keep(tiles)
        for tile in tiles:
            if tile not in self.slots:
                lay = self._left.get(tile) if back else None
                if lay is not None and self.slots[lay] is None:
                    self.slots[lay] = tile
                elif slot is None or not self.insert(tile, slot):
                    self.slots[self._free_slot()] = tile
                slot = None

    def keep(self, tiles: Iterable[Tile]) -> None:
        """Drops what is not among ``tiles``."""
        held = set(tiles)
        self._left |= {tile: slot for slot, tile in enumerate(self.slots) if tile is not None and tile not in held}
        self.slots = [tile if tile in held else None for tile in self.slots]

    def _free_slot(self) -> int:
        """Picks where a new tile is seen best: behind the lower row's last, the upper's, or any gap."""
        for row in reversed(range(self.rows)):
            start = row * self.columns
            last = max((i for i in range(self.columns) if self.slots[start + i] is not None), default=-1)
            if last + 1 < self.columns:
                behind = start + last + 1
                gap_first = last >= 0 and last + 2 < self.columns
                return behind + 1 if gap_first else behind
        return self.slots.index(None)

    def move(self, tile: Tile, slot: int) -> None:
        """Moves a tile to a slot; its neighbours there make room, nothing else moves."""
        source = self.find(tile)
        if source is None or source == slot:
            return
        self.slots[source] = None
        if not self.insert(tile, slot):
            self.slots[source], self.slots[slot] = self.slots[slot], tile

    def move_all(self, tiles: Sequence[Tile], slot: int) -> bool:
        """Moves several tiles side by side, the first of them to a slot or as near as the row's ends allow.

        Neighbours make room, to the right as long as there are gaps; nothing else moves.
        Returns False, with nothing changed, when the row cannot hold them.
        """
        row = slot // self.columns * self.columns
        rest = [None if tile in tiles else tile for tile in self.slots]
        if len(tiles) > rest[row : row + self.columns].count(None):
            return False
        at = min(slot - row, self.columns - len(tiles))
        before, behind = rest[row : row + at], rest[row + at : row + self.columns]
        for _ in tiles:
            if None in behind:
                behind.remove(None)
            else:
                del before[len(before) - 1 - before[::-1].index(None)]
        rest[row : row + self.columns] = [*before, *tiles, *behind]
        self.slots = rest
        return True

    def moved(self, tiles: Sequence[Tile], slot: int) -> list[Tile | None]:
        """Gets the slots as ``move`` or ``move_all`` of held tiles would leave them."""
        trial = Rack(self.columns, self.rows)
        trial.slots = list(self.slots)
        if len(tiles) == 1:
            trial.move(tiles[0], slot)
        else:
            trial.move_all(tiles, slot)
        return trial.slots

    def insert(self, tile: Tile, slot: int) -> bool:
        """Puts a new tile into a slot, shifting neighbours towards the nearest gap of its row.

        Returns False, with nothing changed, when the row is full.
        """
        start = slot // self.columns * self.columns
        gaps = [i for i in range(start, start + self.columns) if self.slots[i] is None]
        if not gaps:
            return False
        gap = min(gaps, key=lambda i: (abs(i - slot), -i))
        del self.slots[gap]
        self.slots.insert(slot, tile)
        return True

    def arrange(self, groups: Sequence[Sequence[Tile]], loose: Sequence[Sequence[Tile]] = ()) -> None:
        """Lays groups out from the upper left, gaps between them; where room is short ``loose`` ones join."""
        flat = [tile for group in loose for tile in group]
        everything = [tile for group in groups for tile in group] + flat
        rows = self._flow([*groups, *loose]) or self._flow(groups) or [[] for _ in range(self.rows)]
        slots = [slot for row in rows for slot in row + [None] * (self.columns - len(row))]
        missing = [tile for tile in everything if tile not in slots]
        for tail in (1, 0):
            for row, start in enumerate(range(0, self.rows * self.columns, self.columns)):
                first = start + len(rows[row]) + (tail if rows[row] else 0)
                for slot in range(first, start + self.columns):
                    if missing and slots[slot] is None:
                        slots[slot] = missing.pop(0)
        self.slots = slots
        for tile in missing:
            self.slots[self.slots.index(None)] = tile

    def _flow(self, groups: Iterable[Sequence[Tile]]) -> list[list[Tile | None]] | None:
        """Flows groups into the rows; None when they do not fit."""
        rows: list[list[Tile | None]] = [[]]
        for group in groups:
            gap = bool(rows[-1])
            if gap and len(rows[-1]) + gap + len(group) > self.columns:
                rows.append([])
                gap = False
            rows[-1] += [None] * gap + list(group)
        if len(rows) > self.rows or any(len(row) > self.columns for row in rows):
            return None
        return rows + [[] for _ in range(self.rows - len(rows))]

    def reshape(self, columns: int, rows: int) -> None:
        """Changes how many slots and rows there are; tiles keep row and order, and gaps as far as there is room."""
        if (columns, rows) == (self.columns, self.rows):
            return
        self._left.clear()
        if rows != self.rows:
            self._reflow(columns, rows)
            return
        self._resize(columns)

    def _reflow(self, columns: int, rows: int) -> None:
        """Lays the stretches of tiles out anew, in their order, in another number of rows."""
        stretches = [[self.slots[slot] for slot in stretch] for stretch in self.stretches()]
        self.columns, self.rows = columns, rows
        self.arrange([[tile for tile in stretch if tile is not None] for stretch in stretches])

    def _resize(self, columns: int) -> None:
        rows = [self.slots[r * self.columns : (r + 1) * self.columns] for r in range(self.rows)]
        spill: list[Tile] = []
        for index, row in enumerate(rows):
            while len(row) > columns and row[-1] is None:
                row.pop()
            while len(row) > columns and None in row:
                del row[len(row) - 1 - row[::-1].index(None)]
            spill += [tile for tile in row[columns:] if tile is not None]
            rows[index] = row[:columns] + [None] * (columns - len(row))
        self.columns = columns
        self.slots = [slot for row in rows for slot in row]
        for tile in spill:
            self.slots[self.slots.index(None)] = tile

    def write(self) -> str:
        """Writes the text that ``parse`` reads back."""
        return " ".join([str(self.columns), *("-" if tile is None else tiles_text([tile]) for tile in self.slots)])

    @classmethod
    def parse(cls, text: str) -> Rack:
        """Reads an arrangement.

        Raises:
            TileError: when the text is none.
        """
        columns, *words = text.split() or [""]
        if not columns.isdecimal() or not 0 < int(columns) < 40:
            raise TileError(f"{text[:40]!r} is no rack")
        rows, over = divmod(len(words), int(columns))
        if over or not 2 <= rows <= MOST_ROWS:
            raise TileError(f"{text[:40]!r} is no rack")
        rack = cls(int(columns), rows)
        rack.slots = [None if word == "-" else parse_tile(word) for word in words]
        held = rack.tiles()
        if len(set(held)) != len(held):
            raise TileError("a rack holds no tile twice")
        return rack
