"""A record played again, moment by moment, so that every moment can be looked at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from okey.game import Event
from okey.game.state import Hand
from okey.record import Record

LONGEST = 30_000
"""So many actions are shown; more than any match takes that is not played for that."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a match."""

    hand: Hand
    number: int
    """Of the hand."""
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    """What led to it."""

    @property
    def laid(self) -> int:
        """How many tiles lie in melds on the table."""
        return sum(len(meld.meld.tiles) for meld in self.hand.melds)


class Film:
    """The moments of a match.

    Args:
        record: the match.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.frames: list[Frame] = []
        self.turns: dict[tuple[int, int, int], int] = {}
        """The moment at which a turn ends: by the hand's number, the seat, and the number of the seat's turn from 1."""
        self.fullest: Frame | None = None
        """The moment at which most tiles lie on the table."""
        self._deals: list[int] = []
        self._turn: Counter[tuple[int, int]] = Counter()

    @property
    def length(self) -> int:
        """How many moments there are once all are developed."""
        return min(LONGEST, len(self.record.actions))

    def develop(self) -> Iterator[None]:
        """Plays the record; yields after each moment, so that others may breathe.

        Raises:
            RecordError: when an action is refused; what came before can be seen.
        """
        for game, events in self.record.steps():
            assert game.hand is not None, "the first action deals"
            if any(event.kind == "dealt" for event in events):
                self._deals.append(len(self.frames))
            for event in events:
                if event.kind in ("discarded", "finished") and event.seat is not None:
                    self._turn[game.hand_number, event.seat] += 1
                    turn = game.hand_number, event.seat, self._turn[game.hand_number, event.seat]
                    self.turns[turn] = len(self.frames)
            self.frames.append(Frame(game.hand.copy(), game.hand_number, game.scores, tuple(events)))
            if self.fullest is None or self.frames[-1].laid > self.fullest.laid:
                self.fullest = self.frames[-1]
            yield
            if len(self.frames) == LONGEST:
                return

    def deal_before(self, moment: int) -> int:
        """Gets the moment of the last deal before another one; the first deal has none before it."""
        return self._deals[max(0, bisect_left(self._deals, moment) - 1)] if self._deals else 0

    def deal_after(self, moment: int) -> int:
        """Gets the moment of the next deal; the last moment where there is none."""
        at = bisect_right(self._deals, moment)
        return self._deals[at] if at < len(self._deals) else max(0, len(self.frames) - 1)
