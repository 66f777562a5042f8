"""Files that somebody names: read whole, but only if they are files, and no more of them than there can be."""

from __future__ import annotations

import stat
from pathlib import Path


class FileError(ValueError):
    """A file that is not what is asked for; the message does not name it."""


def read_text(path: Path, most: int) -> str:
    """Reads a file of text, with the line ends that it has.

    Args:
        path: the file; a pipe or a device is refused, for it may never end.
        most: how many bytes it may hold.

    Raises:
        FileError: when it is no ordinary file, is longer, or holds no text.
        OSError: when it cannot be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):  # asked first: opening a pipe waits for who writes into it
        raise FileError("no ordinary file")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise FileError(f"longer than {most:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise FileError(str(error)) from None
