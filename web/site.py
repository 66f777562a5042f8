"""Puts the static site together: the packed game, the page, Pyodide and pygame, with a list of it all."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from web import archives
from web.compress import ENCODINGS
from web.errors import BuildError

TEMPLATE = "index.tmpl"
INDEX = "index.html"
LISTING = "files.json"
MARKER = "<!--okey:files-->"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PYODIDE_LOCK = "pyodide-lock.json"
PUBLISH_ATTEMPTS = 5
HASH_LENGTH = 16
REFERENCE = re.compile(r'(?P<before>(?:href|src)="|"\./)(?P<name>[\w.-]+)(?=")')
"""How a page or a module of the page's own names another file."""
STDLIB = "python_stdlib.zip"
PYGAME = "pygame.zip"
PYGAME_LEFT_OUT = (
    *("pygame/__pyinstaller/", "pygame/__briefcase/", "pygame/_camera_opencv.py", "pygame/camera.py"),
    *("pygame/macosx.py", "pygame/midi.py", "pygame/pygame_icon_mac.bmp", "pygame/_sdl3_mixer.py"),
)


def add_page(page: Path, site: Path) -> None:
    """Copies the page's own files, all but the template that pygbag has used."""
    shutil.copytree(page, site, ignore=shutil.ignore_patterns(TEMPLATE, ".*", "__pycache__"), dirs_exist_ok=True)


def add_pyodide(package: Path, site: Path) -> None:
    """Copies Pyodide's files; its library is stored plain, its list of packages emptied: none is here."""
    for name in PYODIDE:
        shutil.copyfile(package / name, site / name)
    lock = json.loads((package / PYODIDE_LOCK).read_text(encoding="utf-8"))
    (site / PYODIDE_LOCK).write_text(json.dumps(lock | {"packages": {}}), encoding="utf-8")
    archives.write(site / STDLIB, archives.read(package / STDLIB))


def add_pygame(entry: Path, site: Path) -> None:
    """Packs pygame so that it is importable once unpacked into site-packages."""
    files = archives.read_folder(entry)
    archives.write(site / PYGAME, {name: data for name, data in files.items() if not name.startswith(PYGAME_LEFT_OUT)})


def version(site: Path) -> str:
    """Gets the short hash of all that the site consists of."""
    total = hashlib.sha256()
    for name, data in sorted(archives.read_folder(site).items()):
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()[:12]


def content_hash(file: Path) -> str:
    """Gets the short hash of a file's content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH]


def stamp(site: Path) -> None:
    """Adds the content's hash to every address in page and modules, so that no cache can mix two builds.

    Raises:
        BuildError: Modules import each other in a circle, so that no hash can come first.
    """
    done: dict[str, str] = {}

    def address(name: str, above: tuple[str, ...]) -> str:
        if name in above:
            raise BuildError(f"{name} needs itself: {' > '.join(above)}", "untie the imports in web/page")
        if name not in done:
            if name.endswith((".mjs", ".html")) and name not in PYODIDE:
                text = (site / name).read_text(encoding="utf-8")
                stamped = REFERENCE.sub(lambda found: replacement(found, (*above, name)), text)
                (site / name).write_text(stamped, encoding="utf-8")
            done[name] = f"{name}?v={content_hash(site / name)}"
        return done[name]

    def replacement(found: re.Match[str], above: tuple[str, ...]) -> str:
        name = found["name"]
        return found["before"] + (address(name, above) if (site / name).is_file() else name)

    address(INDEX, ())


def listing(site: Path, build_version: str) -> str:
    """Gets the JSON list of the site's files with their hashes and their sizes, plain and compressed."""
    suffixes = tuple(f".{encoding}" for encoding in ENCODINGS)
    sizes = {file.relative_to(site).as_posix(): file.stat().st_size for file in archives.files_below(site)}
    files = {
        name: {"bytes": size, "hash": content_hash(site / name)}
        | {encoding: sizes[twin] for encoding in ENCODINGS if (twin := f"{name}.{encoding}") in sizes}
        for name, size in sizes.items()
        if name != INDEX and not name.endswith(suffixes)
    }
    return json.dumps({"version": build_version, "files": files}, separators=(",", ":"))


def add_listing(site: Path, text: str) -> list[Path]:
    """Writes the list as a file and into the page; gets the files it wrote.

    Raises:
        BuildError: The page has no place for it.
    """
    index = site / INDEX
    page = index.read_text(encoding="utf-8")
    if page.count(MARKER) != 1:
        raise BuildError(f"web/page/{TEMPLATE} must have the mark {MARKER} exactly once", "put it into its head")
    script = f'<script type="application/json" id="okey-files">{text}</script>'
    index.write_text(page.replace(MARKER, script), encoding="utf-8")
    (site / LISTING).write_text(text, encoding="utf-8")
    return [index, site / LISTING]


def publish(site: Path, target: Path) -> None:
    """Puts a finished site in the place of the one before, even while another build does the same."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".before-") as before:
        for attempt in range(PUBLISH_ATTEMPTS):
            with suppress(FileNotFoundError):
                target.rename(Path(before) / str(attempt))
            with suppress(OSError):  # another build has put its own there in between
                site.rename(target)
                return
    raise BuildError(f"cannot write {target}", "end other builds of this folder and check its permissions")
