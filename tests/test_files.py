import os
from pathlib import Path

import pytest

from okey.files import FileError, read_text


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes("ş\r\n".encode())
    assert read_text(path, 4) == "ş\r\n"


def test_no_more_is_read_than_there_can_be(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with path.open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room, but no memory holds it
    with pytest.raises(FileError, match="longer than 1,000 bytes"):
        read_text(path, 1000)


def test_what_may_never_end_is_not_begun(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (fifo, Path("/dev/zero"), tmp_path):
        with pytest.raises(FileError, match="no ordinary file"):
            read_text(path, 1000)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\xff")
    with pytest.raises(FileError, match="can't decode"):
        read_text(path, 1000)
    with pytest.raises(FileNotFoundError):
        read_text(tmp_path / "missing", 1000)
