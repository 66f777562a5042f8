"""Puts the static site together: the packed game, the page, Pyodide and pygame, with a list of it all."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from okey.rooms.relay.site import HEADERS
from web import archives, own, pages, policy, strict
from web.compress import ENCODINGS
from web.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web.bytecode import Compiled

PAGE = Path(__file__).with_name("page")
TEMPLATE = "index.tmpl"
LISTING = "files.json"
WORKER = "sw.js"
WIRE = "wire.mjs"
APACHE = ".htaccess"
"""The file that Apache reads headers from; others read `HEADERS`."""
RUNTIME = "pyodide.asm.mjs"
PYODIDE = ("pyodide.mjs", RUNTIME, "pyodide.asm.wasm")
CODE = "pygame.wasm"
PYODIDE_LOCK = "pyodide-lock.json"
PUBLISH_ATTEMPTS = 5
HASH_LENGTH = 16
MANIFEST = "manifest.webmanifest"
EMBED = ("embed.js", "embed.d.ts")
SHARED = frozenset({pages.SHARED, "robots.txt", "sitemap.xml"})
"""What only others ask for: search engines, and those who show a link."""
KEEP_THEIR_NAMES = frozenset({*pages.PAGES, MANIFEST, *SHARED, *EMBED, own.NAME})
"""Files that are known by their address beyond this build; all others carry their content's hash in their name."""
WRITTEN_BY_HAND = (".mjs", ".html", ".webmanifest")
"""Kinds of files of the page's own that may name others."""
REFERENCE = re.compile(r'(?P<before>(?:href|src)="|"\./)(?P<name>[\w.-]+)(?=")')
"""How a page or a module of the page's own names another file."""
PYGAME_LEFT_OUT = (
    *("pygame/__pyinstaller/", "pygame/__briefcase/", "pygame/_camera_opencv.py", "pygame/camera.py"),
    *("pygame/macosx.py", "pygame/midi.py", "pygame/pygame_icon_mac.bmp", "pygame/_sdl3_mixer.py"),
    *("pygame/_audio.py", "pygame/_debug.py", "pygame/freetype.py", "pygame/ftfont.py", "pygame/sndarray.py"),
    *("pygame/surfarray.py", "pygame/typing.py"),
    "pygame/freesansbold.ttf",  # the game brings its own letters
)


def add_page(page: Path, site: Path) -> None:
    """Copies the page's own files, all but those that are written anew: pygbag's template and the service worker."""
    left_out = shutil.ignore_patterns("*.tmpl", WORKER, ".*", "__pycache__")
    shutil.copytree(page, site, ignore=left_out, dirs_exist_ok=True)


def add_pyodide(package: Path, site: Path) -> None:
    """Copies Pyodide's files but for its library; its list of packages is emptied: none is here.

    Args:
        package: The folder of Pyodide's package.
        site: The folder of the site.
    """
    for name in PYODIDE:
        shutil.copyfile(package / name, site / name)
    runtime = (package / RUNTIME).read_text(encoding="utf-8")
    (site / RUNTIME).write_text(strict.runtime(runtime), encoding="utf-8")
    lock = json.loads((package / PYODIDE_LOCK).read_text(encoding="utf-8"))
    (site / PYODIDE_LOCK).write_text(json.dumps(lock | {"packages": {}}), encoding="utf-8")


def pack_pygame(entry: Path, target: Path) -> None:
    """Packs pygame so that it is importable once unpacked into site-packages."""
    files = archives.read_folder(entry)
    archives.write(target, {name: data for name, data in files.items() if not name.startswith(PYGAME_LEFT_OUT)})


def add_python(compiled: Compiled, site: Path) -> None:
    """Copies the archives of bytecode: library, pygame and, in the place of its sources, the game."""
    for archive in (compiled.stdlib, compiled.pygame, compiled.game):
        shutil.copyfile(archive, site / archive.name)


def add_pygame(module: Path, site: Path) -> None:
    """Copies pygame's code, named so that hosts say what it is."""
    shutil.copyfile(module, site / CODE)


def add_headers(site: Path, names: Mapping[str, str], relay: str) -> None:
    """Writes the files that hosts read headers from."""
    every = policy.headers(relay)
    hashed = sorted(new for old, new in names.items() if new != old)
    (site / HEADERS).write_text(policy.netlify(every, hashed), encoding="utf-8")
    (site / APACHE).write_text(policy.apache(every), encoding="utf-8")


def version(site: Path) -> str:
    """Gets the short hash of all that the site consists of."""
    total = hashlib.sha256()
    for name, data in sorted(archives.read_folder(site).items()):
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()[:12]


def content_hash(file: Path) -> str:
    """Gets the short hash of a file's content."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH]


def hashed_name(name: str, content: str) -> str:
    """Gets the name under which a file is served: with the hash of its content before its ending."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{content}.{ending}"


def stamp(site: Path) -> dict[str, str]:
    """Renames the files after their content, and whatever names them along, so that no cache can mix two builds.

    Returns:
        The new names by the old ones.

    Raises:
        BuildError: Modules import each other in a circle, so that no hash can come first.
    """
    done: dict[str, str] = {}

    def rename(name: str, above: tuple[str, ...]) -> str:
        if name in KEEP_THEIR_NAMES and name in above:  # pages name each other
            return name
        if name in above:
            raise BuildError(f"{name} needs itself: {' > '.join(above)}", "untie the imports in web/page")
        if name not in done:
            file = site / name
            if name.endswith(WRITTEN_BY_HAND) and name not in PYODIDE:
                text = file.read_text(encoding="utf-8")
                text = REFERENCE.sub(lambda found: replacement(found, (*above, name)), text)
                file.write_text(text, encoding="utf-8")
            done[name] = name if name in KEEP_THEIR_NAMES else hashed_name(name, content_hash(file))
            file.rename(site / done[name])
        return done[name]

    def replacement(found: re.Match[str], above: tuple[str, ...]) -> str:
        name = found["name"]
        return found["before"] + (rename(name, above) if name in files else name)

    files = archives.read_folder(site).keys()
    for name in sorted(files):
        rename(name, ())
    return done


def listing(site: Path, names: Mapping[str, str], build_version: str) -> str:
    """Gets the JSON list of the site's files, by the names they had, with hash and sizes, plain and compressed."""

    def entry(name: str) -> dict[str, str | int]:
        file = site / name
        twins = {encoding: file.with_name(f"{file.name}.{encoding}") for encoding in ENCODINGS}
        sizes = {encoding: twin.stat().st_size for encoding, twin in twins.items() if twin.is_file()}
        return {"file": name, "hash": content_hash(file), "bytes": file.stat().st_size, **sizes}

    files = {name: entry(names[name]) for name in sorted(names) if name not in pages.PAGES}
    return json.dumps({"version": build_version, "files": files}, separators=(",", ":"))


def add_listing(site: Path, text: str) -> list[Path]:
    """Writes the list as a file and into the pages with the game; gets the files it wrote.

    Raises:
        BuildError: A page has no place for it.
    """
    script = f'<script type="application/json" id="okey-files">{text}</script>'
    for edition in pages.EDITIONS:
        page = site / edition.file
        page.write_text(pages.fill(page.read_text(encoding="utf-8"), {"files": script}), encoding="utf-8")
    (site / LISTING).write_text(text, encoding="utf-8")
    return [*(site / name for name in pages.PAGES), site / LISTING]


def add_worker(page: Path, site: Path, text: str) -> Path:
    """Writes the service worker of the finished site: it has the list of all that belongs to this very build.

    It is one classic script, with the module that it shares with the page in it, because not every browser lets
    service workers import.
    """
    listed = json.loads(text)
    files = [entry for name, entry in listed["files"].items() if entry["file"] != name]
    hashes = {name: content_hash(site / name) for name in reversed(pages.PAGES)}
    own = {"version": listed["version"], "pages": hashes, "files": files}
    wire = (page / WIRE).read_text(encoding="utf-8").replace("\nexport ", "\n")
    parts = ['"use strict";', f"const BUILD = {json.dumps(own, separators=(',', ':'))};", wire]
    (site / WORKER).write_text("\n".join([*parts, (page / WORKER).read_text(encoding="utf-8")]), encoding="utf-8")
    return site / WORKER


def add_lists(page: Path, site: Path, names: Mapping[str, str], build_version: str) -> list[Path]:
    """Writes the list of the renamed files wherever it belongs, last of all; gets the files it wrote."""
    text = listing(site, names, build_version)
    return [*add_listing(site, text), add_worker(page, site, text)]


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
