"""So many at once, and so many a second for ever: for all that somebody may not do too often."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """Lets through ``size`` at once and ``rate`` a second for ever."""

    rate: float
    size: float
    time: float
    level: float = field(default=0.0, init=False)

    def add(self, now: float) -> float:
        """Takes one in; gets the seconds to wait until there is room for it: 0 when there is now."""
        self.level = max(0.0, self.level - (now - self.time) * self.rate) + 1
        self.time = now
        return max(0.0, (self.level - self.size) / self.rate)

    def take(self, now: float) -> bool:
        """Takes one in if there is room for it now; tells whether there was."""
        if self.add(now) == 0:
            return True
        self.level -= 1
        return False
