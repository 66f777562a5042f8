"""Keys for what is sent to one member alone, so that no other member of the room can read it either.

Every client makes half of a key (Diffie and Hellman, P-256) when it comes in, for this stay alone, and says its public
half to everybody, sealed with the room's key.  Of its own half and another's each derives the key of the two (HKDF,
RFC 5869); both ids and both public halves are in it.  Who has the room's key, and everything that the relay has
handled, still lacks a private half.
"""

from __future__ import annotations

from okey.bridge.network import Agreement, Network
from okey.rooms.secret import derive, text_of


class Halves:
    """This client's half, and the keys that it has made with those of the others.

    Args:
        room: the room's name at the relay.
        me: this member's id.
        own: this client's half.
    """

    def __init__(self, room: str, me: int, own: Agreement) -> None:
        self._room, self._me, self._own = room, me, own
        self._publics: dict[int, bytes] = {}
        self._keys: dict[int, bytes] = {}

    @classmethod
    async def make(cls, network: Network, room: str, me: int) -> Halves:
        """Makes a half for this stay."""
        return cls(room, me, await network.agreement())

    @property
    def public(self) -> bytes:
        """What the others need of it."""
        return self._own.public

    def key(self, member: int) -> bytes | None:
        """Gets the key that a member and this one have together; None while its half is not known."""
        return self._keys.get(member)

    async def learn(self, member: int, public: bytes) -> bool:
        """Takes a member's public half, a new one in the place of an old; tells whether it is one."""
        if self._publics.get(member) == public:
            return True
        shared = None if public == self.public else await self._own.agree(public)
        if shared is None:
            return False
        ends = sorted([(self._me, self.public), (member, public)])
        names = " ".join(f"{end} {text_of(half)}" for end, half in ends)
        self._publics[member], self._keys[member] = public, derive(shared, f"okey direct {self._room} {names}", 32)
        return True

    def forget(self, member: int) -> None:
        """Forgets a member that has left."""
        self._publics.pop(member, None)
        self._keys.pop(member, None)
