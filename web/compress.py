"""Brotli and gzip twins of a site's files."""

from __future__ import annotations

import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import brotli

from web.cache import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from web.cache import Cache

PACKED_ALREADY = frozenset({".png", ".jpg", ".webp", ".woff2", ".ogg", ".br", ".gz"})


def to_brotli(data: bytes) -> bytes:
    """Compresses as small as browsers accept."""
    packed: bytes = brotli.compress(data, quality=11, lgwin=24)
    return packed


def to_gzip(data: bytes) -> bytes:
    """Compresses without a time stamp: the same bytes from every build."""
    return gzip.compress(data, compresslevel=9, mtime=0)


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {"br": to_brotli, "gz": to_gzip}


def make_twins(cache: Cache, files: Iterable[Path]) -> int:
    """Puts the compressed twins beside each file that gains by it; gets how many were not in the cache."""
    wanted = [(file, encoding) for file in files if file.suffix not in PACKED_ALREADY for encoding in ENCODINGS]

    def make_twin(file: Path, encoding: str) -> bool:
        data = file.read_bytes()

        def make(folder: Path) -> None:
            (folder / "data").write_bytes(ENCODINGS[encoding](data))

        entry = cache.entry(f"twins-{encoding}", digest(data), make)
        twin = file.with_name(f"{file.name}.{encoding}")
        twin.write_bytes((entry.path / "data").read_bytes())
        return not entry.cached

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(lambda job: make_twin(*job), wanted))
