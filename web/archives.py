"""Zip files that are the same bytes from every build, stored plain so that the host's compression works."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)


def write(target: Path, files: Mapping[str, bytes]) -> None:
    """Writes a stored zip file of the given contents, by name."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


def read(source: Path) -> dict[str, bytes]:
    """Reads the contents of a zip file, by name."""
    with zipfile.ZipFile(source) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def read_folder(folder: Path, prefix: str = "") -> dict[str, bytes]:
    """Reads the files of a folder, by name relative to it behind a prefix."""
    return {prefix + file.relative_to(folder).as_posix(): file.read_bytes() for file in files_below(folder)}


def files_below(folder: Path) -> Iterable[Path]:
    """Gets the files of a folder and those below it, sorted."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
