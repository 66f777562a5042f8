"""The Python of the site: the part of the library that the game imports, and all of it as bytecode.

The bytecode must be that of Pyodide's Python, so Pyodide makes it, in node; see bytecode_inside.py.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web.cache import Cache, digest
from web.shell import need, run

if TYPE_CHECKING:
    from collections.abc import Sequence

SCRIPT = Path(__file__).with_name("bytecode.mjs")
INSIDE = Path(__file__).with_name("bytecode_inside.py")
REMEDY = "see the message; it comes from the game's modules or from node"
STDLIB, PYGAME, GAME, NEEDED = "python_stdlib.zip", "pygame.zip", "okey.apk", "needed.json"


class Compiled(NamedTuple):
    """The three archives, and whether all of them were in the cache."""

    stdlib: Path
    pygame: Path
    game: Path
    cached: bool


def ensure(cache: Cache, pyodide: Path, pygame: Path, game: Path) -> Compiled:
    """Gets the archives of library, pygame and game as bytecode.

    Args:
        cache: Keeps them.
        pyodide: The folder of Pyodide's package.
        pygame: pygame's archive, named `PYGAME`.
        game: The game's archive as packed, named `GAME`.

    Raises:
        BuildError: node is missing, or a module of the game cannot be imported.
    """
    stdlib = pyodide / STDLIB

    def entry(job: str, files: Sequence[Path]) -> tuple[Path, bool]:
        parts = [file.read_bytes() for file in (SCRIPT, INSIDE, pyodide / "pyodide.asm.wasm", *files)]
        made = cache.entry(f"bytecode-{job}", digest(*parts), partial(_run, pyodide, job, files))
        return made.path, made.cached

    own, own_cached = entry("compile_game", [stdlib, pygame, game])
    packages, packages_cached = entry("compile_packages", [stdlib, pygame, own / NEEDED])
    cached = own_cached and packages_cached
    return Compiled(packages / STDLIB, packages / PYGAME, own / GAME, cached)


def _run(pyodide: Path, job: str, files: Sequence[Path], target: Path) -> None:
    need("npm")
    run("node", SCRIPT, pyodide, INSIDE, target, job, *files, remedy=REMEDY)
