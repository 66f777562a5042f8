"""CPython's C headers as Pyodide's WebAssembly build has them.

The plain headers come from a local Python 3.14 or from Debian testing: any 3.14.x will do, which is why
they are not in the lock; their version is part of the WebAssembly module's cache key. pyconfig.h is rebuilt
from Pyodide's own sysconfig data.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.apt import Apt
from web.cache import Cache, Entry, digest
from web.errors import BuildError
from web.shell import run

if TYPE_CHECKING:
    from collections.abc import Mapping

PYTHON = "3.14"
SUITE = "forky"
PACKAGE = f"libpython{PYTHON}-dev"
LOCAL = "import platform, sysconfig; print(platform.python_version(), sysconfig.get_path('include'))"
CONFIG_NAME = re.compile(r"^(?:#\s*define|/\*\s*#\s*undef)\s+(\w+)", re.MULTILINE)
NUMERIC = re.compile(r"[\w()]*\d[\w()]*")


def ensure(cache: Cache) -> Entry:
    """Gets the entry that holds the plain headers: include/, pyconfig.h and version.

    Raises:
        BuildError: There are none to be had.
    """
    return cache.entry("headers", digest(PYTHON, SUITE), lambda folder: _collect(cache, folder))


def version(entry: Path) -> str:
    """Gets the version of the headers of an entry."""
    return (entry / "version").read_text()


def write_wasm_pyconfig(stdlib: Path, plain: Path, target: Path) -> None:
    """Writes Pyodide's pyconfig.h: the names of the plain one with the values of its sysconfig data."""
    with zipfile.ZipFile(stdlib) as archive:
        data = next(name for name in archive.namelist() if Path(name).name.startswith("_sysconfigdata"))
        scope: dict[str, Any] = {}
        exec(archive.read(data), scope)  # noqa: S102 - a module of the verified Pyodide package: one dict
    names = CONFIG_NAME.findall(plain.read_text())
    lines = [f"#define {name} {value}" for name, value in _defines(names, scope["build_time_vars"]).items()]
    target.write_text("\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""]))


def _defines(names: list[str], build_vars: Mapping[str, object]) -> dict[str, object]:
    known = {name: build_vars[name] for name in names if name in build_vars}
    return {
        name: value
        for name, value in known.items()
        if (isinstance(value, int) and (value or name.startswith(("SIZEOF", "ALIGNOF"))))
        or (isinstance(value, str) and NUMERIC.fullmatch(value))
    }


def _collect(cache: Cache, folder: Path) -> None:
    if local := _local_python():
        found_version, include = local
        config = include / "pyconfig.h"
        _fill(folder, found_version, include, config)
        return
    with cache.scratch() as scratch:
        package = Apt(scratch / "apt", binaries=SUITE).download_package(PACKAGE, scratch)
        found_version = run("dpkg-deb", "-f", package, "Version", remedy="install dpkg").strip()
        run("dpkg-deb", "-x", package, scratch / "root", remedy="install dpkg")
        usr = scratch / "root/usr/include"
        config = next(usr.glob(f"*-linux-gnu*/python{PYTHON}/pyconfig.h"))
        _fill(folder, found_version, usr / f"python{PYTHON}", config)


def _fill(folder: Path, found_version: str, include: Path, config: Path) -> None:
    if not found_version.startswith(f"{PYTHON}."):
        raise BuildError(f"found Python headers {found_version}", f"install the headers of Python {PYTHON}")
    shutil.copytree(include, folder / "include")
    shutil.copyfile(config, folder / "pyconfig.h")
    (folder / "version").write_text(found_version)


def _local_python() -> tuple[str, Path] | None:
    """Gets the version and include folder of a local Python with real headers."""
    python = shutil.which(f"python{PYTHON}")
    if not python:
        return None
    told = subprocess.run([python, "-c", LOCAL], capture_output=True, text=True, check=False)
    found_version, _, include = told.stdout.strip().partition(" ")
    folder = Path(include)
    config = folder / "pyconfig.h"
    # Debian's own pyconfig.h only includes another one by architecture
    if not (folder / "Python.h").is_file() or "SIZEOF_LONG" not in config.read_text():
        return None
    return found_version, folder
