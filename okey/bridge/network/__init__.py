"""The way to other people: sockets and ciphers, one protocol, two homes as for the bridge itself.

``okey.bridge.network.browser`` takes them from the page (WebSocket, WebCrypto), ``okey.bridge.network.desktop`` from
the packages ``websockets`` and ``cryptography``.  Both speak the same ciphers: AES-GCM with keys of 256 bits and
nonces of 96, PBKDF2 with SHA-256, and on the curve P-256 Diffie and Hellman's agreement and ECDSA with SHA-256.
"""

from __future__ import annotations

import sys
from typing import Protocol


class Unreachable(Exception):  # noqa: N818 - it is what the other side is
    """No connection could be made, or this home has no network."""


class Insecure(Unreachable):
    """The page is not of a secure origin, and so has no ciphers."""


class Socket(Protocol):
    """One connection, which carries texts."""

    def send(self, text: str) -> None:
        """Sends a text, or drops it when the connection is gone."""

    async def receive(self) -> str | None:
        """Waits for the next text; None when the connection is gone, for whatever reason."""

    def close(self) -> None:
        """Ends the connection once everything is sent."""


class Agreement(Protocol):
    """Half of a key that two make in public: this side's own part."""

    public: bytes
    """What the other side needs: 65 bytes, the uncompressed point."""

    async def agree(self, other: bytes) -> bytes | None:
        """Gets the 32 bytes that the other side gets too; None when ``other`` is no point of the curve."""


class Signer(Protocol):
    """A key that signs."""

    public: bytes
    """What others check signatures with: 65 bytes, the uncompressed point."""
    secret: bytes
    """The private half, 32 bytes: whoever has it signs the same."""

    async def sign(self, data: bytes) -> bytes:
        """Signs data: 64 bytes, the two numbers of ECDSA, as IEEE P1363 has them."""


class Network(Protocol):
    """Sockets, ciphers and time."""

    relay: str
    """The address of the relay that belongs to this site, ``ws:`` or ``wss:``."""

    def now(self) -> float:
        """Gets seconds that never go back."""

    async def sleep(self, seconds: float) -> None:
        """Sleeps; in a hidden tab no longer than asked."""

    async def connect(self, address: str) -> Socket:
        """Opens a connection.

        Raises:
            Unreachable: when there is none within ten seconds.
        """

    async def stretch(self, secret: bytes, salt: bytes, rounds: int) -> bytes:
        """Makes 32 bytes of a weak secret, slowly: PBKDF2."""

    async def seal(self, key: bytes, nonce: bytes, data: bytes, context: bytes) -> bytes:
        """Encrypts data; the result is 16 bytes longer and opens only with the same key, nonce and context."""

    async def unseal(self, key: bytes, nonce: bytes, sealed: bytes, context: bytes) -> bytes | None:
        """Decrypts; None when it was not sealed with just these."""

    async def agreement(self) -> Agreement:
        """Makes a new half of a key."""

    async def new_signer(self) -> Signer:
        """Makes a new key that signs."""

    async def signer(self, public: bytes, secret: bytes) -> Signer | None:
        """Takes up a key that was kept; None when the two are not the halves of one."""

    async def verify(self, public: bytes, data: bytes, signature: bytes) -> bool:
        """Tells whether a signature under data was made with the private half of a key."""


CONNECT_SECONDS = 10.0
"""How long a connection may take to open."""


def detect() -> Network:
    """Gets the network of the surroundings this process runs in.

    Raises:
        Unreachable: when there is none: a desktop without the packages; ``Insecure``: a page of no secure origin.
    """
    if sys.platform == "emscripten":
        from okey.bridge.network.browser import BrowserNetwork

        return BrowserNetwork()
    try:
        from okey.bridge.network.desktop import DesktopNetwork
    except ImportError as error:
        raise Unreachable(f"the package {error.name} is missing") from None
    return DesktopNetwork()
