"""Refreshes the locks on purpose: `python -m web.relock`, or `make lock`.

The Python packages move to the newest versions that pyproject.toml allows, the Debian sources to their
suite's version, and the files of npm and PyPI stay at the versions in web/sources.lock; all hashes are
taken anew.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache as cached_by_argument
from pathlib import Path
from typing import TYPE_CHECKING

from web import fetch, lock
from web.apt import Apt
from web.cache import Cache
from web.errors import BuildError, run_main
from web.shell import run

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
FILE_NAMES: dict[str, Callable[[lock.Source], str]] = {
    "npm": lambda source: f"{source.package.lstrip('@').replace('/', '-')}-{source.version}.tgz",
    "pypi": lambda source: f"{source.package.replace('-', '_')}-{source.version}.tar.gz",
}
REMEDY = "check pyproject.toml and the network, then run it again"


def relock_python(cache: Cache) -> None:
    """Resolves the dependency groups of pyproject.toml, with hashes and for every platform; uv does it."""
    with cache.scratch() as scratch:
        run(sys.executable, "-m", "venv", scratch / "venv", remedy=REMEDY)
        run(scratch / "venv/bin/pip", "install", "--quiet", "uv", remedy=REMEDY)
        compile_group = (
            *(
                scratch / "venv/bin/uv",
                "pip",
                "compile",
                "--quiet",
                "--upgrade",
                "--universal",
                "--generate-hashes",
            ),
            *(
                "--no-emit-index-url",
                "--no-emit-find-links",
                "--no-header",
                "--no-annotate",
                "pyproject.toml",
            ),
        )
        constraints: tuple[str, ...] = ()
        for group in ("build", "relay", "dev"):
            name = f"requirements-{group}.lock"
            run(*compile_group, "--group", group, *constraints, "-o", name, cwd=ROOT, remedy=REMEDY)
            constraints += ("--constraint", name)  # the tests run with what the build and the relay use


def newest(source: lock.Source, apt: Callable[[str], Apt]) -> lock.Source:
    """Gets a source with the version and file name that its registry has now.

    Raises:
        BuildError: Its registry has no file for it.
    """
    if source.origin in FILE_NAMES:
        return replace(source, file=FILE_NAMES[source.origin](source))
    debian = apt(source.suite)
    version = debian.source_version(source.package)
    start = f"{source.package}_{version.rpartition('-')[0]}.orig.tar."
    file = next((name for name in debian.source_offers(source.package) if name.startswith(start)), None)
    if file is None:
        raise BuildError(f"Debian's {source.package} {version} has no tar file", "change web/sources.lock by hand")
    return replace(source, version=version, file=file)


def relock_sources(cache: Cache, path: Path = lock.LOCK_FILE) -> None:
    """Fetches every source anew and writes what came into the lock."""
    with cache.scratch() as scratch:
        suites = cached_by_argument(lambda suite: Apt(scratch / f"lists-{suite}", sources=suite))
        moved = {name: newest(source, suites) for name, source in lock.load(path).items()}
        fetch.fetch(moved.values(), scratch)
        locked = {
            name: replace(source, sha256=lock.file_sha256(scratch / source.file)) for name, source in moved.items()
        }
    path.write_text(lock.dump(locked), encoding="utf-8")


def main() -> None:
    """Refreshes both locks."""
    cache = Cache()
    print("resolving the Python packages ...", flush=True)
    relock_python(cache)
    print("fetching the sources ...", flush=True)
    relock_sources(cache)
    print("the locks are fresh: look at the change with git diff, then build and test")


if __name__ == "__main__":
    run_main(main)
