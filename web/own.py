"""The game's own sources as one file beside the page: whoever has the site can build it anew, with another pygame."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

from web import archives

NAME = "sources.tar.gz"
WHOLE = ("okey", "assets", "web")
"""The folders that go in with all that is in them."""
SINGLE = (
    *("main.py", "Makefile", "pyproject.toml", "README.md", "LICENSE"),
    *("requirements-build.lock", "requirements-dev.lock", "requirements-relay.lock"),
)
"""The files at the root."""
FOLDER = "okey"
"""The folder that comes out of it."""


def pack(root: Path) -> bytes:
    """Packs the sources below a folder: the same bytes from the same sources."""
    files = {name: (root / name).read_bytes() for name in SINGLE}
    for folder in WHOLE:
        files |= archives.read_folder(root / folder, f"{folder}/")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in sorted(files.items()):
            if "__pycache__" not in name:
                entry = tarfile.TarInfo(f"{FOLDER}/{name}")
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), compresslevel=9, mtime=0)
