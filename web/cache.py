"""The build cache: results of slow steps, shared by all checkouts on the machine.

An entry is a folder named by the hash of all it was made from. It is written elsewhere on the same file
system and renamed when complete, so it is never seen half-written, and builds may run side by side.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STALE_SECONDS = 24 * 3600


class Entry(NamedTuple):
    """A folder of the cache, and whether it was there already."""

    path: Path
    cached: bool


def default_root() -> Path:
    """Gets the folder of the cache, outside any checkout."""
    base = os.environ.get("OKEY_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "okey-build"


def digest(*parts: str | bytes) -> str:
    """Gets one hash for a sequence of texts and byte strings."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


class Cache:
    """A folder of entries, each under its kind and key."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or default_root()
        self._scratch = self.root / "tmp"
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._sweep()

    def entry(self, kind: str, key: str, make: Callable[[Path], None]) -> Entry:
        """Gets the entry of that kind and key; `make` fills its folder if it does not exist yet."""
        path = self.root / kind / key
        if path.is_dir():
            return Entry(path, cached=True)
        with self.scratch() as folder:
            made = folder / "entry"
            made.mkdir()
            make(made)
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                made.rename(path)
            except OSError:
                if not path.is_dir():  # else another build was faster, and its entry is as good
                    raise
        return Entry(path, cached=False)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """Opens a temporary folder on the cache's file system."""
        with tempfile.TemporaryDirectory(dir=self._scratch, ignore_cleanup_errors=True) as folder:
            yield Path(folder)

    def _sweep(self) -> None:
        """Removes what builds that were killed left behind."""
        for left in self._scratch.iterdir():
            try:
                if time.time() - left.stat().st_mtime > STALE_SECONDS:
                    shutil.rmtree(left, ignore_errors=True)
            except FileNotFoundError:
                continue
