"""The relay as a web server: files at the pace of who reads them, and no more of them in memory than is under way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from okey.rooms.relay import download
from okey.rooms.relay.site import Site
from tests.rooms.running import Running, relay
from tests.rooms.test_client import play
from tests.rooms.test_relay import eventually

SIZE = 24 << 20
"""Bytes of a file, more than all that the kernel keeps for a connection."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "big.wasm").write_bytes(b"okey" * (SIZE // 4))
    for name in ("_headers", ".htaccess", "index.html"):
        (tmp_path / name).write_text("text")
    return tmp_path


async def asked(
    running: Running, path: str, method: str = "GET"
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
    """Asks for a file; gets the connection, from which nothing but the head was read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port, limit=1 << 16)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    return reader, writer, head.decode()


def test_a_slow_reader_gets_all_of_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than a connection may take to ask, and than a closing one may take to end."""
    monkeypatch.setattr(download, "OPENING", 0.5)

    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            reader, writer, head = await asked(running, "/big.wasm")
            assert head.startswith("HTTP/1.1 200 OK\r\n")
            got = 0
            for _ in range(3):
                await asyncio.sleep(1)
                got += len(await reader.readexactly(SIZE // 4))
            got += len(await reader.read(-1))
            assert got == SIZE
            writer.close()

    play(story())


def test_who_does_not_read_takes_no_memory_and_is_dropped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "PATIENCE", 0.3)

    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            _, writer, _ = await asked(running, "/big.wasm")
            under_way = running.relay._downloads._under_way
            (visitor,) = under_way
            assert visitor.transport.get_write_buffer_size() <= 2 * download.PIECE
            await eventually(lambda: not under_way)
            assert not running.relay._downloads._per_address
            writer.close()

    play(story())


def test_one_address_has_so_many_downloads_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "MOST", 2)

    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            _, first, _ = await asked(running, "/big.wasm")
            _, second, _ = await asked(running, "/big.wasm")
            _, third, head = await asked(running, "/index.html")
            assert head.startswith("HTTP/1.1 429 ")
            first.close()
            await eventually(lambda: len(running.relay._downloads._under_way) == 1)
            reader, fourth, head = await asked(running, "/index.html")
            assert head.startswith("HTTP/1.1 200 ")
            assert await reader.read(-1) == b"text"
            for writer in (second, third, fourth):
                writer.close()

    play(story())


def test_the_end_does_not_wait_for_downloads(folder: Path) -> None:
    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            _, writer, _ = await asked(running, "/big.wasm")
        writer.close()

    play(asyncio.wait_for(story(), 5))


def test_who_asks_nothing_is_dropped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "OPENING", 0.2)

    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            assert await asyncio.wait_for(reader.read(-1), 5) == b""
            writer.close()

    play(story())


@pytest.mark.parametrize(
    ("method", "path", "status", "body"),
    [
        ("GET", "/index.html", 200, b"text"),
        ("HEAD", "/index.html", 200, b""),
        ("DELETE", "/index.html", 405, b""),
        ("OPTIONS", "/nothing", 405, b""),
        ("GET", "/_headers", 404, b""),
        ("GET", "/.htaccess", 404, b""),
        ("GET", "/%2ehtaccess", 404, b""),
    ],
)
def test_methods_and_files_that_are_none_of_a_page(
    folder: Path, method: str, path: str, status: int, body: bytes
) -> None:
    async def story() -> None:
        async with relay(site=Site(folder)) as running:
            reader, writer, head = await asked(running, path, method)
            assert head.startswith(f"HTTP/1.1 {status} ")
            assert await reader.read(-1) == body
            if status == 200:
                assert "Content-Length: 4\r\n" in head
            writer.close()

    play(story())
