"""web/sources.lock: every source of the build by origin, version and SHA-256."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from web.errors import BuildError

LOCK_FILE = Path(__file__).with_name("sources.lock")
HEADER = """\
# The sources of the web build. A file whose SHA-256 differs stops the build.
# To move to another version: change it, then run `make lock`. Debian packages move to their suite's version.
"""


@dataclass(frozen=True)
class Source:
    """One source file of the build."""

    name: str
    """What the build calls it; the name of its table in the lock."""
    origin: str
    """The registry it comes from: npm, pypi or debian."""
    package: str
    """Its name in that registry."""
    version: str
    """Its version there."""
    file: str
    """The file's name."""
    sha256: str
    """The file's hash."""
    suite: str = ""
    """The Debian suite, for a Debian source package."""


def load(path: Path = LOCK_FILE) -> dict[str, Source]:
    """Reads a lock file.

    Raises:
        BuildError: It is missing or damaged.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Source(name=name, **table) for name, table in tables.items()}
    except FileNotFoundError:
        raise BuildError(f"{path} is missing", "restore it with git checkout") from None
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise BuildError(f"{path} is damaged: {error}", "restore it with git checkout") from None


def dump(sources: dict[str, Source]) -> str:
    """Gets the text of a lock file, the inverse of `load`."""
    tables = []
    for source in sources.values():
        values = {field.name: getattr(source, field.name) for field in fields(source)}
        lines = [f'{key} = "{value}"' for key, value in values.items() if key != "name" and value]
        tables.append("\n".join([f"[{source.name}]", *lines]))
    return HEADER + "\n" + "\n\n".join(tables) + "\n"


def file_sha256(path: Path) -> str:
    """Gets the SHA-256 of a file's content."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify(source: Source, path: Path, remedy: str) -> None:
    """Checks a file against the lock; `remedy` is what to do if it differs.

    Raises:
        BuildError: Its hash is not the locked one.
    """
    actual = file_sha256(path)
    if actual != source.sha256:
        raise BuildError(
            f"{source.file} of {source.package} {source.version} is not the locked file: "
            f"expected sha256 {source.sha256}, actual {actual}",
            remedy,
        )
