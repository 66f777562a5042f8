"""So many at once, and so many a second for ever: for all that somebody may not do too often."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST = 4096
"""So many buckets are kept before it is looked which of them are empty."""


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


class Buckets:
    """A bucket for each of many; those that are empty again are forgotten in time."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}
        self._most = MOST

    def add(self, key: str, now: float) -> float:
        """Takes one into the bucket of ``key``; gets the seconds to wait, as ``Bucket.add`` does."""
        return self._of(key, now).add(now)

    def take(self, key: str, now: float) -> bool:
        """Takes one in if there is room for it now, as ``Bucket.take`` does: asking in vain costs nothing."""
        return self._of(key, now).take(now)

    def _of(self, key: str, now: float) -> Bucket:
        if len(self._buckets) >= self._most:
            self._buckets = {k: old for k, old in self._buckets.items() if now - old.time < old.level / old.rate}
            self._most = max(MOST, 2 * len(self._buckets))
        return self._buckets.setdefault(key, Bucket(self._rate, self._size, now))
