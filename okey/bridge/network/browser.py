"""Sockets and ciphers of the page, see ``web/page/network.mjs``."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

from okey.bridge.network import CONNECT_SECONDS, Insecure, Socket, Unreachable

_page: Any = import_module("okey_page")
_ffi: Any = import_module("pyodide.ffi")


def _bytes(array: Any) -> bytes | None:
    """Gets what an ``Uint8Array`` holds; None stays None."""
    return None if array is None else bytes(array.to_py())


def _made(array: Any) -> bytes:
    return bytes(array.to_py())


class BrowserSocket:
    """A connection of the page."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def send(self, text: str) -> None:
        """Writes into the connection's buffer."""
        self._socket.send(text)

    async def receive(self) -> str | None:
        """Waits for the next text."""
        text: str | None = await self._socket.receive()
        return text

    def close(self) -> None:
        """Closes it."""
        self._socket.close()


class BrowserAgreement:
    """A key pair of WebCrypto; the private half never leaves it."""

    def __init__(self, pair: Any) -> None:
        self._pair = pair
        self.public = _made(pair.public)

    async def agree(self, other: bytes) -> bytes | None:
        """Gets the shared point's first coordinate."""
        return _bytes(await self._pair.agree(_ffi.to_js(other)))


class BrowserSigner:
    """A signing key of WebCrypto."""

    def __init__(self, key: Any) -> None:
        self._key = key
        self.public = _made(key.public)
        self.secret = _made(key.secret)

    async def sign(self, data: bytes) -> bytes:
        """Signs."""
        return _made(await self._key.sign(_ffi.to_js(data)))


class BrowserNetwork:
    """The network of a page.

    Raises:
        Insecure: when the page is not of a secure origin and so has no ciphers.
    """

    def __init__(self) -> None:
        if not _page.hasCiphers:
            raise Insecure("no ciphers: the page needs https")
        self.relay: str = _page.relay

    def now(self) -> float:
        """Reads the monotonic clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleeps; a worker keeps the time of hidden tabs."""
        await _page.sleep(seconds)

    async def connect(self, address: str) -> Socket:
        """Opens a WebSocket."""
        socket = await _page.connect(address, CONNECT_SECONDS)
        if socket is None:
            raise Unreachable(address)
        return BrowserSocket(socket)

    async def stretch(self, secret: bytes, salt: bytes, rounds: int) -> bytes:
        """Lets the browser do it, beside this thread."""
        return _made(await _page.stretch(_ffi.to_js(secret), _ffi.to_js(salt), rounds))

    async def seal(self, key: bytes, nonce: bytes, data: bytes, context: bytes) -> bytes:
        """Encrypts."""
        return _made(await _page.seal(*map(_ffi.to_js, (key, nonce, data, context))))

    async def unseal(self, key: bytes, nonce: bytes, sealed: bytes, context: bytes) -> bytes | None:
        """Decrypts."""
        return _bytes(await _page.unseal(*map(_ffi.to_js, (key, nonce, sealed, context))))

    async def agreement(self) -> BrowserAgreement:
        """Makes a key."""
        return BrowserAgreement(await _page.agreement())

    async def new_signer(self) -> BrowserSigner:
        """Makes a key."""
        return BrowserSigner(await _page.newSigner())

    async def signer(self, public: bytes, secret: bytes) -> BrowserSigner | None:
        """Takes a key up, if it signs what its public half verifies: not every browser looks at that by itself."""
        key = await _page.signer(_ffi.to_js(public), _ffi.to_js(secret))
        if key is None:
            return None
        signer = BrowserSigner(key)
        return signer if await self.verify(public, b"okey", await signer.sign(b"okey")) else None

    async def verify(self, public: bytes, data: bytes, signature: bytes) -> bool:
        """Verifies."""
        return bool(await _page.verify(*map(_ffi.to_js, (public, data, signature))))
