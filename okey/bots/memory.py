"""What a seat has seen of a hand: who threw and who took what."""

from __future__ import annotations

from okey.game.events import Event
from okey.tiles import Tile


class Memory:
    """Remembers a hand from the events of one seat.

    Args:
        seat_count: how many seats there are at most.
        reach: how many of the latest discards are remembered; None for all.
    """

    def __init__(self, seat_count: int = 4, reach: int | None = None) -> None:
        self._seats = seat_count
        self._reach = reach
        self.thrown: list[list[Tile]] = []
        """What each seat threw, oldest first, taken or not."""
        self.taken: list[list[Tile]] = []
        """What each seat took and did not give back."""
        self._order: list[Tile] = []
        self._clear()

    def _clear(self) -> None:
        self.thrown = [[] for _ in range(self._seats)]
        self.taken = [[] for _ in range(self._seats)]
        self._order = []

    def observe(self, event: Event) -> None:
        """Hears what happened."""
        if event.kind in ("dealt", "reshuffled"):
            kept = self.taken
            self._clear()
            if event.kind == "reshuffled":
                self.taken = kept
        elif event.seat is None:
            return
        elif event.kind == "took":
            self.taken[event.seat].append(event.tiles[0])
        elif event.kind in ("discarded", "gave_back"):
            if event.tiles[0] in self.taken[event.seat]:
                self.taken[event.seat].remove(event.tiles[0])
            if event.kind == "discarded":
                self.thrown[event.seat].append(event.tiles[0])
                self._order.append(event.tiles[0])

    def remembered(self) -> set[Tile]:
        """Gets the discards remembered, taken by somebody or not."""
        return set(self._order if self._reach is None else self._order[len(self._order) - self._reach :])
