"""How much one address may ask of a relay."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from okey.rooms.protocol import MAX_FRAME


@dataclass(frozen=True, slots=True)
class Limits:
    """What one relay allows; all per process."""

    frames: float = 30.0
    """Frames a second of one connection, and at most a quarter of that times theirs of all connections of an address;
    what comes faster waits."""
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
    unread_of_all: int = 1 << 27
    """The same for all together: where there are many connections each has its share, of four frames at least."""
    idle: float = 12.0
    """Seconds without a frame after which a connection is dropped."""
    grace: float = 600.0
    """Seconds that a lost member's chair is kept, and so an empty room."""

    def unread_of(self, connections: int) -> int:
        """Gets how many bytes may wait for each of so many connections."""
        return min(self.unread, max(4 * MAX_FRAME, self.unread_of_all // max(1, connections)))


def address_of(remote: str, forwarded: str | None) -> str:
    """Gets what counts as one address: that of the proxy's client if there is one; of IPv6 what one line may have."""
    text = (remote if forwarded is None else forwarded.rpartition(",")[2]).strip()
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or int(address) >> 80)  # a /48
    return str(address)


def is_own(remote: str) -> bool:
    """Tells whether an address is of this machine alone."""
    try:
        address = ip_address(remote.partition("%")[0])
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
