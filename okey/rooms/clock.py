"""The turn clock: so many seconds for a turn and a reserve for the whole match.

It counts spans on the dealer seat's own clock, and clients are told how much is left: whose wall clock says what plays
no part.
"""

from __future__ import annotations

from collections.abc import Sequence

from okey.rules import RuleSet

LATENESS = 1.5
"""Seconds that an action may be under way after the time is up on its client's screen."""


class TurnClock:
    """Measures the turns of a match.

    Args:
        rules: the options; ``turn_seconds`` 0 means that nobody is hurried.
        used: the seconds of its reserve that each seat has used.
    """

    def __init__(self, rules: RuleSet, used: Sequence[float] = ()) -> None:
        self._turn = rules.turn_seconds
        self._reserve = rules.reserve_seconds
        self.used = [*used] if used else [0.0] * rules.players
        self._began: float | None = None
        self._paused: float | None = None
        self._seat = 0

    def start(self, seat: int, now: float) -> None:
        """Begins a turn; what the one before took of its seat's reserve is gone."""
        self.stop(now)
        self._seat, self._began = seat, now

    def stop(self, now: float) -> None:
        """Ends a turn."""
        if self._began is not None and self._turn:
            over = max(0.0, now - self._began - self._turn)
            self.used[self._seat] = min(float(self._reserve), self.used[self._seat] + over)
        self._began = None

    def pause(self, now: float) -> None:
        """Stands still: the dealer seat is cut off and hears nobody."""
        if self._paused is None:
            self._paused = now

    def resume(self, now: float) -> None:
        """Goes on as if no time had passed."""
        if self._paused is not None and self._began is not None:
            self._began += now - max(self._paused, self._began)
        self._paused = None

    def passed(self, now: float) -> float:
        """Gets the seconds that the turn has taken so far."""
        return 0.0 if self._began is None else max(0.0, (now if self._paused is None else self._paused) - self._began)

    def ends(self) -> float | None:
        """Gets when the time is up; None without a clock or a turn."""
        if self._began is None or not self._turn or self._paused is not None:
            return None
        return self._began + self._turn + self._reserve - self.used[self._seat] + LATENESS

    def left(self, now: float) -> tuple[int, int]:
        """Gets the milliseconds left of the turn (-1 without a clock) and of the actor's reserve."""
        if self._began is None or not self._turn:
            return -1, 0
        passed = self.passed(now)
        reserve = self._reserve - self.used[self._seat] - max(0.0, passed - self._turn)
        return round(1000 * max(0.0, self._turn - passed)), round(1000 * max(0.0, reserve))
