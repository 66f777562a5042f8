"""Fetches the locked sources from their registries into the cache."""

from __future__ import annotations

import re
import sys
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from web.apt import Apt
from web.errors import BuildError
from web.lock import Source, verify
from web.shell import need, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from web.cache import Cache

REMEDY = "check its name and version in web/sources.lock, then run it again"


def from_npm(sources: Sequence[Source], folder: Path) -> None:
    """Fetches packages of the npm registry."""
    need("npm")
    wanted = [f"{source.package}@{source.version}" for source in sources]
    run("npm", "pack", "--loglevel=error", "--pack-destination", folder, *wanted, cwd=folder, remedy=REMEDY)


def from_pypi(sources: Sequence[Source], folder: Path) -> None:
    """Fetches source distributions; unearth does not run their build, as pip would."""
    settings = run(sys.executable, "-m", "pip", "config", "list", remedy=REMEDY)
    indexes = re.findall(r"^(?::env:|\w+)\.index-url='(.*)'$", settings, re.MULTILINE)
    options = ["--index-url", indexes[0]] if indexes else []  # pip lists the environment's first
    for source in sources:
        wanted = f"{source.package}=={source.version}"
        run(
            *(sys.executable, "-m", "unearth", wanted, "--no-binary", "--download", folder, *options),
            remedy=REMEDY,
        )


def from_debian(sources: Sequence[Source], folder: Path) -> None:
    """Fetches the tar files of Debian source packages.

    A new Debian revision of an upstream version keeps its tar file: the file counts, not the revision.
    """
    for suite, members in groupby(sorted(sources, key=attrgetter("suite")), key=attrgetter("suite")):
        apt = Apt(folder / f"apt-{suite}", sources=suite)
        for source in members:
            offer = apt.source_offers(source.package).get(source.file)
            if not offer:
                raise BuildError(f"Debian's {source.package} has no {source.file} now", "run make lock")
            apt.download(offer, folder)


ORIGINS: dict[str, Callable[[Sequence[Source], Path], None]] = {
    "npm": from_npm,
    "pypi": from_pypi,
    "debian": from_debian,
}


def fetch(sources: Iterable[Source], folder: Path) -> None:
    """Fetches sources into a folder, each under its file name.

    Raises:
        BuildError: A registry cannot be reached, or lacks one of them.
    """
    by_origin = attrgetter("origin")
    for origin, members in groupby(sorted(sources, key=by_origin), key=by_origin):
        if origin not in ORIGINS:
            raise BuildError(f"web/sources.lock: no origin '{origin}'", f"use one of: {', '.join(ORIGINS)}")
        ORIGINS[origin](list(members), folder)


def ensure(cache: Cache, lock: dict[str, Source]) -> tuple[dict[str, Path], int]:
    """Gets the path of every locked source, all of them verified, and how many had to be fetched.

    Raises:
        BuildError: One cannot be fetched, or its file is not the locked one.
    """
    folders = {name: cache.root / "sources" / source.sha256 for name, source in lock.items()}
    missing = [source for name, source in lock.items() if not folders[name].is_dir()]
    if missing:
        with cache.scratch() as scratch:
            fetch(missing, scratch)
            for source in missing:
                fetched = scratch / source.file
                if not fetched.is_file():
                    raise BuildError(f"{source.origin} sent no {source.file}", "run make lock")
                verify(
                    source,
                    fetched,
                    f"try again; if {source.origin} has changed it and that is right, run make lock",
                )
                cache.entry("sources", source.sha256, partial(_move, fetched))
    paths = {name: folders[name] / source.file for name, source in lock.items()}
    for name, source in lock.items():
        if not paths[name].is_file():
            raise BuildError(f"{paths[name]} is missing", "delete its folder and build again")
        verify(source, paths[name], f"the cache is damaged: delete {folders[name]} and build again")
    return paths, len(missing)


def _move(file: Path, folder: Path) -> None:
    file.rename(folder / file.name)
