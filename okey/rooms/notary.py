"""What signs for a member and looks at what the others have signed."""

from __future__ import annotations

from okey.bridge.network import Network, Signer
from okey.foreign import read_json
from okey.rooms.member import Member
from okey.rooms.results import signed_by

PUBLIC, SECRET = 65, 32
"""The bytes of a key's halves."""


class Notary:
    """Signs with a profile's key.

    Args:
        network: its ciphers.
        signer: the key.
    """

    def __init__(self, network: Network, signer: Signer) -> None:
        self._network, self._signer = network, signer

    @property
    def key(self) -> str:
        """The public key in hexadecimal."""
        return self._signer.public.hex()

    async def look(self, member: Member) -> None:
        """Signs the result of the match that has ended, and looks at what the others have signed."""
        ending = member.ending
        if ending.result is None:
            return
        if ending.own is None:
            signature = (await self._signer.sign(ending.result.statement)).hex()
            if member.ending is ending and ending.own is None:
                member.sign(signature)
        for who, seat, signed in ending.to_look_at():
            true = await signed_by(self._network, ending.result, seat, signed.signature)
            if member.ending is ending:
                member.judge(who, signed, true=true)


async def take_up(network: Network, kept: str | None) -> tuple[Signer, str]:
    """Takes up the key that was kept, or makes one; gets it and the text to keep.

    Raises:
        ValueError: when what was kept is no key.
    """
    if kept is None:
        made = await network.new_signer()
        return made, f'["{made.public.hex()}","{made.secret.hex()}"]'
    public, secret = read_key(kept)
    signer = await network.signer(public, secret)
    if signer is None:
        raise ValueError("a key whose halves do not fit")
    return signer, kept


def read_key(text: str) -> tuple[bytes, bytes]:
    """Reads the two halves of a kept key; whether they fit is not looked at.

    Raises:
        ValueError: when they are none.
    """
    match read_json(text):
        case [str(public), str(secret)] if (len(public), len(secret)) == (2 * PUBLIC, 2 * SECRET):
            return bytes.fromhex(public), bytes.fromhex(secret)
    raise ValueError("no key")
