"""How much one address may ask of a relay."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True, slots=True)
class Limits:
    """What one relay allows; all per process."""

    frames: float = 30.0
    """Frames a second of one connection; what comes faster waits."""
    burst: int = 100
    """How many frames may come at once."""
    connections: int = 20_000
    connections_per_address: int = 64
    """Many, because a school or a mobile network may stand behind one address."""
    rooms: int = 5_000
    rooms_per_address: int = 30
    """How many rooms one address may open at once; one a minute more after that."""
    malformed: int = 20
    """How many malformed frames one connection may send."""
    unread: int = 1 << 18
    """Bytes that may wait for a slow reader before it is dropped."""
    idle: float = 30.0
    """Seconds without a frame after which a connection is dropped."""
    grace: float = 600.0
    """Seconds that a lost member's chair is kept, and so an empty room."""


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


def address_of(remote: str, forwarded: str | None) -> str:
    """Gets what counts as one address: that of the proxy's client if there is a proxy; of IPv6 the first 64 bits."""
    text = (remote if forwarded is None else forwarded.rpartition(",")[2]).strip()
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or int(address) >> 64)
    return str(address)
