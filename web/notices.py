"""The notices page: everything that ships with the site, each with its licence as its own source has it."""

from __future__ import annotations

import json
import re
import tarfile
from dataclasses import dataclass
from html import escape
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from web import headers, pack
from web.apt import Apt
from web.cache import Cache, Entry, digest
from web.errors import BuildError
from web.shell import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from web.lock import Source

ROOT = Path(__file__).resolve().parent.parent
PYTHON_PACKAGE = f"libpython{headers.PYTHON}-minimal"
"""Debian's package of CPython's core, whose copyright file also has the licences of what CPython has in it."""
RECIPE = ("wasm.py", "sdl.h", "headers.py", "sources.lock")
"""What rebuilds pygame's module, beside the sources themselves; what it calls on of the build lies in `own.NAME`."""
PARTS = "parts.json"


@dataclass(frozen=True)
class Text:
    """A licence's text: a file of a source, or a part of one."""

    file: str
    """Its path below the source's folder."""
    start: str = ""
    """The words with which a part begins."""
    end: str = ""
    """The words in front of which it ends."""


@dataclass(frozen=True)
class Component:
    """Something that ships."""

    name: str
    licence: str
    """Its licence in a few words."""
    source: str
    """The source that has its text, by its name in web/sources.lock."""
    texts: tuple[Text, ...]
    version: str = ""
    """Which version ships, where it is not the source's own."""
    note: str = ""
    """What else has to be said."""


LLVM = "Apache 2.0 with LLVM exceptions"
STB = Text("", "This software is available under 2 licenses", "*/")
COMPONENTS = (
    Component(
        "pygame-ce",
        "LGPL 2.1",
        "pygame",
        (Text("docs/LGPL.txt"),),
        note="unchanged, without some of its modules; see how to rebuild it, at the end",
    ),
    Component("SDL_gfx", "zlib", "pygame", (Text("docs/licenses/LICENSE.sdl_gfx.txt"),), version="as in pygame-ce"),
    Component("SDL", "zlib", "sdl2", (Text("LICENSE.txt"),)),
    Component("SDL: hidapi", "BSD", "sdl2", (Text("src/hidapi/LICENSE-bsd.txt"),)),
    Component("SDL: yuv2rgb", "BSD", "sdl2", (Text("src/video/yuv2rgb/LICENSE"),)),
    Component("SDL_image", "zlib", "sdl2-image", (Text("LICENSE.txt"),)),
    Component(
        "stb_image", "MIT", "sdl2-image", (Text("src/stb_image.h", STB.start, STB.end),), version="as in SDL_image"
    ),
    Component("NanoSVG", "zlib", "sdl2-image", (Text("src/nanosvg.h", "/*", "*/"),), version="as in SDL_image"),
    Component("QOI", "MIT", "sdl2-image", (Text("src/qoi.h", "-- LICENSE", "-- About"),), version="as in SDL_image"),
    Component(
        *("miniz", "public domain", "sdl2-image"),
        (Text("src/miniz.h", "This is free and unencumbered software", "*/"),),
        version="as in SDL_image",
    ),
    Component("SDL_ttf", "zlib", "sdl2-ttf", (Text("LICENSE.txt"),)),
    Component(
        *("FreeType", "FreeType licence", "freetype"),
        (Text("LICENSE.TXT"), Text("docs/FTL.TXT"), Text("src/bdf/README"), Text("src/pcf/README")),
        note="portions of this software are copyright The FreeType Project, all rights reserved",
    ),
    # Pyodide's package has no text of its licence: another work under the same one does
    Component("Pyodide", "MPL 2.0", "pathspec", (Text("LICENSE"),), note="its source: github.com/pyodide/pyodide"),
    Component("error-stack-parser", "MIT", "error-stack-parser", (Text("LICENSE"),), version="as in Pyodide"),
    Component("stackframe", "MIT", "stackframe", (Text("LICENSE"),), version="as in Pyodide"),
    Component("Emscripten", "MIT", "emscripten", (Text("LICENSE"),)),
    Component("musl", "MIT", "emscripten", (Text("system/lib/libc/musl/COPYRIGHT"),), version="as in Emscripten"),
    Component(
        "compiler-rt", LLVM, "emscripten", (Text("system/lib/compiler-rt/LICENSE.TXT"),), version="as in Emscripten"
    ),
    Component("libc++", LLVM, "emscripten", (Text("system/lib/libcxx/LICENSE.TXT"),), version="as in Emscripten"),
    Component("libc++abi", LLVM, "emscripten", (Text("system/lib/libcxxabi/LICENSE.TXT"),), version="as in Emscripten"),
    Component("libunwind", LLVM, "emscripten", (Text("system/lib/libunwind/LICENSE.TXT"),), version="as in Emscripten"),
    Component("mimalloc", "MIT", "emscripten", (Text("system/lib/mimalloc/LICENSE"),), version="as in CPython"),
    Component("zlib", "zlib", "zlib", (Text("LICENSE"),), version="as in Pyodide"),
    Component("bzip2", "bzip2 licence", "bzip2", (Text("LICENSE"),), version="as in Pyodide"),
    Component("liblzma", "0BSD", "xz", (Text("COPYING"), Text("COPYING.0BSD")), version="as in Pyodide"),
    Component("Zstandard", "BSD", "zstd", (Text("LICENSE"),), version="as in Pyodide"),
    Component("libffi", "MIT", "libffi", (Text("LICENSE"),), version="as in Pyodide"),
    Component(
        "Nunito", "SIL Open Font License 1.1", "nunito", (Text("LICENSE"),), note="cut down to the letters of the game"
    ),
)
"""All that ships but the game itself, CPython and the packages of web/pack.py; SQLite, in Pyodide, is public domain."""


def ensure(cache: Cache, locked: Mapping[str, Source], sources: Mapping[str, Path]) -> Entry:
    """Gets the entry with the parts of the page.

    Raises:
        BuildError: A source lacks its licence, or CPython's cannot be fetched.
    """
    python = _python_licence(cache)
    used = sorted({component.source for component in COMPONENTS} | {"pyodide"})
    recipe = [(Path(__file__).parent / name).read_bytes() for name in RECIPE]
    own = (ROOT / "LICENSE").read_bytes()
    libraries = {name: (metadata.version(name), pack.licence_of(name)) for name in pack.LIBRARIES}
    key: list[str | bytes] = [
        repr(libraries),
        Path(__file__).read_bytes(),
        python.encode(),
        own,
        *recipe,
        *(locked[name].sha256 for name in used),
    ]

    def make(folder: Path) -> None:
        runtime = json.loads(_read(sources["pyodide"], ["pyodide-lock.json"])["pyodide-lock.json"])["info"]
        versions = {
            "Pyodide": locked["pyodide"].version,
            "Emscripten": runtime["platform"].removeprefix("emscripten_").replace("_", "."),
        }
        shown = [_folded("Okey", "", "MIT", [own.decode()])]
        shown.append(_folded("CPython", runtime["python"], "PSF licence", [python]))
        for name, (version, text) in libraries.items():
            shown.append(_folded(name, version, pack.LIBRARIES[name], [text]))
        texts = _texts(sources)
        for component in COMPONENTS:
            version = component.version or versions.get(component.name) or _plain(locked[component.source].version)
            told = f"{component.licence} ({component.note})" if component.note else component.licence
            shown.append(_folded(component.name, version, told, texts[component]))
        files = [_folded(f"web/{name}", "", "", [data.decode()]) for name, data in zip(RECIPE, recipe, strict=True)]
        made = {"components": "\n".join(shown), "sources": _rows(locked), "recipe": "\n".join(files)}
        (folder / PARTS).write_text(json.dumps(made), encoding="utf-8")

    return cache.entry("notices", digest(*key), make)


def _plain(version: str) -> str:
    """Gets the upstream version of a Debian one."""
    return re.sub(r"^\d+:|\+(dfsg|really).*|-[^-]*$", "", version)


def _python_licence(cache: Cache) -> str:
    """Gets CPython's copyright file; any 3.14.x has the same, so it is not in the lock, like the headers."""

    def make(folder: Path) -> None:
        with cache.scratch() as scratch:
            package = Apt(scratch / "apt", binaries=headers.SUITE).download_package(PYTHON_PACKAGE, scratch)
            run("dpkg-deb", "-x", package, scratch / "root", remedy="install dpkg")
            text = (scratch / f"root/usr/share/doc/{PYTHON_PACKAGE}/copyright").read_text(encoding="utf-8")
        (folder / "copyright").write_text(text, encoding="utf-8")

    entry = cache.entry("python-licence", digest(PYTHON_PACKAGE, headers.SUITE), make)
    return (entry.path / "copyright").read_text(encoding="utf-8")


def _read(archive: Path, wanted: Iterable[str]) -> dict[str, str]:
    """Reads texts out of a source's tar file, by their paths below its one folder."""
    left, found = set(wanted), {}
    with tarfile.open(archive) as opened:
        for member in opened:
            name = member.name.partition("/")[2]
            if name in left and (stream := opened.extractfile(member)):
                found[name] = stream.read().decode("utf-8", errors="replace")
                left.remove(name)
                if not left:
                    break
    if left:
        raise BuildError(f"{archive.name} has no {', '.join(sorted(left))}", "change the list in web/notices.py")
    return found


def _texts(sources: Mapping[str, Path]) -> dict[Component, list[str]]:
    """Reads every component's texts; each tar file is opened once."""
    files: dict[str, set[str]] = {}
    for component in COMPONENTS:
        files.setdefault(component.source, set()).update(text.file for text in component.texts)
    read = {source: _read(sources[source], wanted) for source, wanted in files.items()}
    return {
        component: [_part(read[component.source][text.file], text) for text in component.texts]
        for component in COMPONENTS
    }


def _part(whole: str, text: Text) -> str:
    """Cuts a part out of a text."""
    if not text.start:
        return whole
    at = whole.find(text.start)
    end = whole.find(text.end, at + len(text.start))
    if at < 0 or end < 0:
        raise BuildError(f"{text.file} has no {text.start!r} or no end of it", "change the list in web/notices.py")
    return whole[at:end]


def _folded(name: str, version: str, told: str, texts: Iterable[str]) -> str:
    title = f"<b>{escape(name)}</b> {escape(version)} <span>{escape(told)}</span>"
    shown = "".join(f'<pre tabindex="0">{escape(text.strip())}</pre>' for text in texts)
    return f"<details><summary>{title}</summary>{shown}</details>"


def _rows(locked: Mapping[str, Source]) -> str:
    """Lists the sources with their hashes."""
    return "\n".join(
        f"<tr><td>{escape(source.package)}</td><td>{escape(source.version)}</td><td>{escape(source.origin)}</td>"
        f"<td><code>{escape(source.file)}</code><br><code>{source.sha256}</code></td></tr>"
        for source in locked.values()
    )


def parts(entry: Entry) -> dict[str, str]:
    """Gets the parts of the page as HTML: `components`, `sources` (rows of a table) and `recipe`."""
    found: dict[str, str] = json.loads((entry.path / PARTS).read_text(encoding="utf-8"))
    return found
