"""Refreshes the locks on purpose: `python -m web.relock`, or `make lock`.

The Python packages move to their newest versions that pyproject.toml allows, the Debian sources to their suite's
version, and the files of npm and PyPI stay at the versions in web/sources.lock; all hashes are taken anew.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from web import fetch, lock
from web.apt import Apt
from web.cache import Cache
from web.errors import BuildError, run_main
from web.shell import run

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
REMEDY = "check pyproject.toml and the network, then run it again"


def relock_python(cache: Cache) -> None:
    """Resolves the dependency groups of pyproject.toml, with hashes and for every platform; uv does it."""
    with cache.scratch() as scratch:
        run(sys.executable, "-m", "venv", scratch / "venv", remedy=REMEDY)
        run(scratch / "venv/bin/pip", "install", "--quiet", "uv", remedy=REMEDY)
        compile_group = (
            *(scratch / "venv/bin/uv", "pip", "compile", "--quiet", "--upgrade", "--universal", "--generate-hashes"),
            *("--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate", "pyproject.toml"),
        )
        constraints: tuple[str, ...] = ()
        for group in ("build", "dev"):
            name = f"requirements-{group}.lock"
            run(*compile_group, "--group", group, *constraints, "-o", name, cwd=ROOT, remedy=REMEDY)
            constraints = ("--constraint", name)  # the tests run with what the build uses


def newest(sources: Iterable[lock.Source], scratch: Path) -> Iterable[lock.Source]:
    """Gets the sources with the versions and file names that their registries have now."""
    apts: dict[str, Apt] = {}
    for source in sources:
        if source.origin != "debian":
            name = source.file.replace(_version_in(source), source.version)
            yield replace(source, file=name)
            continue
        apt = apts.setdefault(source.suite, None) or Apt(scratch / source.suite, sources=source.suite)
        apts[source.suite] = apt
        version = apt.source_version(source.package)
        upstream = version.rpartition("-")[0]
        offers = apt.source_offers(source.package, version)
        file = next((name for name in offers if name.startswith(f"{source.package}_{upstream}.orig.tar.")), None)
        if file is None:
            raise BuildError(f"Debian's {source.package} {version} has no tar file", "change web/sources.lock by hand")
        yield replace(source, version=version, file=file)
