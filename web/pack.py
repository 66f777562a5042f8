"""Stages the game in a clean folder and lets pygbag pack it."""

from __future__ import annotations

import shutil
import sys
from importlib import metadata
from typing import TYPE_CHECKING

from web import archives
from web.errors import BuildError
from web.shell import run

if TYPE_CHECKING:
    from pathlib import Path

NAME = "okey"
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "*.pyc", ".*", "tests", "ladder", "relay", "rl", "maker.py", "__main__.py"
)
"""Caches, and what only the command line has, the relay too."""
LIBRARIES = {"openskill": "MIT", "segno": "BSD"}
"""Pure Python packages of others that the game imports, with their licences in a few words; the build's own Python has
them, at pinned versions."""
PARTS = {"segno": ("consts.py", "encoder.py")}
"""The modules of a package that the game needs, where these are not all: they make a namespace package.  With its
``__init__`` segno would bring its writers along, and they the library's XML: 180 kB on the wire in the place of 32."""
REMEDY = "see the message; it comes from pygbag"


def stage(source: Path, fonts: Path, folder: Path) -> Path:
    """Copies what the game needs at run time, and nothing else, into a folder named like pygbag's archive.

    Raises:
        BuildError: There is no game in `source`.
    """
    game = folder / NAME
    game.mkdir()
    for name in ("main.py", NAME):
        if not (source / name).exists():
            raise BuildError(f"{source / name} is missing", "restore it with git checkout")
    shutil.copyfile(source / "main.py", game / "main.py")
    for name in (NAME, "assets"):
        if (source / name).is_dir():
            shutil.copytree(source / name, game / name, ignore=LEFT_OUT)
    shutil.copytree(fonts, game / "assets/fonts", dirs_exist_ok=True)
    for name in LIBRARIES:
        _add_library(name, game)
    return game


def _add_library(name: str, game: Path) -> None:
    """Copies the sources of an installed package, and its licence beside them."""
    for file in metadata.files(name) or ():
        wanted = name not in PARTS or file.name in PARTS[name]
        if file.suffix == ".py" and file.parts[0] == name and wanted:
            target = game / file
        elif file.name == "LICENSE":
            target = game / name / "LICENSE.txt"
        else:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.locate(), target)


def licence_of(name: str) -> str:
    """Reads the licence that an installed package brings along.

    Raises:
        BuildError: It brings none.
    """
    for file in metadata.files(name) or ():
        if file.name == "LICENSE":
            return file.read_text()
    raise BuildError(f"{name} has no LICENSE", "change the list in web/pack.py")


def pack(game: Path, template: Path, icon: Path) -> Path:
    """Runs pygbag on the staged game and gets the folder of its archive, page and icon.

    Raises:
        BuildError: pygbag failed or left a file out.
    """
    staged = {f"assets/{name}" for name in archives.read_folder(game)}
    run(
        *(sys.executable, "-m", "pygbag", "--build", "--no_opt", "--title", "Okey"),
        *("--template", template, "--icon", icon, "."),
        cwd=game,
        remedy=REMEDY,
    )
    site = game / "build/web"
    archive = site / f"{NAME}.apk"
    packed = archives.read(archive)
    if lost := sorted(staged - packed.keys()):
        raise BuildError(f"pygbag left out {', '.join(lost)}", "give it a name and type that pygbag packs")
    archives.write(archive, packed)
    return site


def copy_results(packed: Path, site: Path) -> None:
    """Copies what pygbag made, but for its tar twin of the archive."""
    for name in (f"{NAME}.apk", "index.html", "favicon.png"):
        shutil.copyfile(packed / name, site / name)
