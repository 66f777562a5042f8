"""Sockets of ``websockets`` and ciphers of ``cryptography``."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed, WebSocketException

from okey.bridge.network import CONNECT_SECONDS, Socket, Unreachable

_LONGEST = 1 << 16
"""Bytes of the longest frame read: more than any relay sends."""


_NUMBER, _POINT = 32, 65
"""Bytes of a number on P-256, and of an uncompressed point."""


class DesktopSocket:
    """A connection of ``websockets``."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        """Writes into the connection's buffer."""
        broadcast([self._connection], text)

    async def receive(self) -> str | None:
        """Waits for the next text."""
        try:
            received = await self._connection.recv()
        except ConnectionClosed:
            return None
        return received if isinstance(received, str) else ""

    def close(self) -> None:
        """Closes in the background, unless the event loop has ended and the connection with it."""
        if self._closing is None and not self._connection.loop.is_closed():
            self._closing = self._connection.loop.create_task(self._connection.close())


def _public(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class DesktopAgreement:
    """A private key of P-256 and its public half."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.public = _public(self._private)

    async def agree(self, other: bytes) -> bytes | None:
        """Gets the shared point's first coordinate."""
        if len(other) != len(self.public):
            return None
        try:
            return self._private.exchange(
                ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), other)
            )
        except ValueError:
            return None


class DesktopSigner:
    """A private key of P-256 that signs."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = _public(private)
        self.secret = private.private_numbers().private_value.to_bytes(_NUMBER)

    async def sign(self, data: bytes) -> bytes:
        """Signs."""
        signature = decode_dss_signature(self._private.sign(data, ec.ECDSA(SHA256())))
        return b"".join(number.to_bytes(_NUMBER) for number in signature)


class DesktopNetwork:
    """The network of a desktop program; ``OKEY_RELAY`` is its relay's address."""

    def __init__(self) -> None:
        self.relay = os.environ.get("OKEY_RELAY", "ws://localhost:8765/relay")

    def now(self) -> float:
        """Reads the monotonic clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleeps."""
        await asyncio.sleep(seconds)

    async def connect(self, address: str) -> Socket:
        """Opens a connection without compression, which sealed data does not take, and tells nothing of this system."""
        try:
            connection = await connect(
                address,
                compression=None,
                max_size=_LONGEST,
                open_timeout=CONNECT_SECONDS,
                ping_interval=None,
                user_agent_header=None,
            )
        except (OSError, ValueError, WebSocketException) as error:
            raise Unreachable(str(error)) from None
        return DesktopSocket(connection)

    async def stretch(self, secret: bytes, salt: bytes, rounds: int) -> bytes:
        """Lets a thread do it."""
        return await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", secret, salt, rounds)

    async def seal(self, key: bytes, nonce: bytes, data: bytes, context: bytes) -> bytes:
        """Encrypts."""
        return AESGCM(key).encrypt(nonce, data, context)

    async def unseal(self, key: bytes, nonce: bytes, sealed: bytes, context: bytes) -> bytes | None:
        """Decrypts."""
        try:
            return AESGCM(key).decrypt(nonce, sealed, context)
        except (InvalidTag, ValueError):
            return None

    async def agreement(self) -> DesktopAgreement:
        """Makes a key."""
        return DesktopAgreement()

    async def new_signer(self) -> DesktopSigner:
        """Makes a key."""
        return DesktopSigner(ec.generate_private_key(ec.SECP256R1()))

    async def signer(self, public: bytes, secret: bytes) -> DesktopSigner | None:
        """Takes a key up."""
        try:
            made = DesktopSigner(ec.derive_private_key(int.from_bytes(secret), ec.SECP256R1()))
        except ValueError:
            return None
        return made if (made.public, made.secret) == (public, secret) else None

    async def verify(self, public: bytes, data: bytes, signature: bytes) -> bool:
        """Verifies."""
        numbers = int.from_bytes(signature[:_NUMBER]), int.from_bytes(signature[_NUMBER:])
        if len(public) != _POINT or len(signature) != 2 * _NUMBER:
            return False
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
            key.verify(encode_dss_signature(*numbers), data, ec.ECDSA(SHA256()))
        except (InvalidSignature, ValueError):
            return False
        return True
