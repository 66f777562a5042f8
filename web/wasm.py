"""The recipe of pygame-ce as one WebAssembly side module for Pyodide, with SDL2 and FreeType inside.

Plain clang and wasm-ld do it, with Emscripten's headers and without its driver. Files are data here: each
library is a list of C files and the flags they need.
"""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from web import headers
from web.cache import Cache, Entry, digest
from web.errors import BuildError
from web.shell import need, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from web.lock import Source

SOURCES = ("pyodide", "pygame", "emscripten", "sdl2", "sdl2-image", "sdl2-ttf", "freetype")
MODULE = "base.so"
COMPILER_REMEDY = "check clang-19 and lld-19; if a version has changed, the recipe in web/wasm.py may have to"

# Debian strips this generated header; pygame needs no more of it than a version from before Emscripten 4.
EMSCRIPTEN_VERSION = "#define __EMSCRIPTEN_major__ 3\n#define __EMSCRIPTEN_minor__ 1\n#define __EMSCRIPTEN_tiny__ 69\n"

# setjmp and exceptions must be those of Pyodide's main module.
COMPILE = """
    --target=wasm32-unknown-emscripten -nostdlibinc -fPIC -O2 -fvisibility=default -w -DNDEBUG
    -fwasm-exceptions -mllvm -wasm-enable-sjlj
""".split()
# nobody but Python calls the module: what else it could export would keep all of it alive, and be linked at every start
LINK = """
    -shared --experimental-pic --unresolved-symbols=import-dynamic --import-memory --strip-debug --gc-sections
    -O2 --no-export-dynamic --Bsymbolic --export=PyInit_base
    --export-if-defined=__start_em_asm --export-if-defined=__stop_em_asm
    --export-if-defined=__wasm_call_ctors --export-if-defined=__wasm_apply_data_relocs
""".split()

SDL_FIRST = Path(__file__).with_name("sdl.h")
"""What every file of SDL begins with."""
SDL_FOLDERS = """
    . atomic audio audio/dummy cpuinfo dynapi events file filesystem/dummy haptic haptic/dummy hidapi joystick
    joystick/dummy joystick/virtual libm loadso/dlopen locale locale/dummy main/dummy misc misc/dummy power render
    render/software sensor sensor/dummy stdlib thread thread/generic timer timer/unix video video/yuv2rgb
""".split()
SDL_WINDOW = "video/dummy"
"""The folder of SDL's driver for windows that nobody sees: the game copies them to its canvas."""
FREETYPE_FILES = """
    base/ftsystem base/ftinit base/ftdebug base/ftbase base/ftbbox base/ftglyph base/ftbitmap base/ftstroke
    base/ftsynth base/ftmm base/fttype1 base/ftfstype base/ftgasp base/ftpatent base/ftbdf base/ftcid
    base/ftgxval base/ftotval base/ftpfr base/ftwinfnt truetype/truetype type1/type1 cff/cff cid/type1cid
    pfr/pfr type42/type42 winfonts/winfnt pcf/pcf bdf/bdf sfnt/sfnt autofit/autofit pshinter/pshinter
    raster/raster smooth/smooth cache/ftcache gzip/ftgzip lzw/ftlzw bzip2/ftbzip2 psaux/psaux psnames/psnames
    svg/svg sdf/sdf
""".split()
IMAGE_DEFINES = """
    -DUSE_STBIMAGE -DLOAD_PNG -DLOAD_JPG -DLOAD_BMP -DLOAD_GIF -DLOAD_SVG -DLOAD_TGA -DLOAD_QOI
    -DSDL_IMAGE_SAVE_PNG=1 -DSDL_IMAGE_SAVE_JPG=1
""".split()
PYGAME_FILES = ("base.c", "bitmask.c", "rotozoom.c")
UNUSED = """
    load_submodule("pygame", PyInit_pg_mixer(), "mixer");
    load_submodule("pygame.mixer", PyInit_mixer_music(), "music");
    load_submodule("pygame", PyInit__freetype(), "_freetype");
    load_submodule("pygame", PyInit__render(), "_render");
    load_submodule("pygame", PyInit_pixelarray(), "pixelarray");
    load_submodule("pygame", PyInit_gfxdraw(), "gfxdraw");
    #include "mixer.c"
    #include "music.c"
"""
"""Lines of pygame's base.c that bring in modules without which the game does: the page plays its sounds."""


@dataclass(frozen=True)
class Library:
    """A part of the module: its C files and the flags they are compiled with."""

    files: tuple[Path, ...]
    flags: tuple[str, ...] = ()


def ensure(cache: Cache, lock: Mapping[str, Source], sources: Mapping[str, Path], plain: Path) -> Entry:
    """Gets the entry with pygame as Python imports it: the folder pygame/ with its module and Python files.

    Raises:
        BuildError: A tool is missing or the compiler refuses a file.
    """
    recipe = [Path(file).read_bytes() for file in (__file__, headers.__file__, SDL_FIRST)]
    key = digest(*recipe, headers.version(plain), *(lock[name].sha256 for name in SOURCES))

    def make(folder: Path) -> None:
        with cache.scratch() as scratch:
            Recipe(scratch, plain, sources).build(folder / "pygame")

    return cache.entry("pygame", key, make)


def unpack(archive: Path, folder: Path) -> Path:
    """Unpacks a tar file and gets the one folder inside."""
    folder.mkdir(parents=True)
    shutil.unpack_archive(archive, folder, "xztar" if archive.suffix == ".xz" else "gztar", filter="data")
    return next(folder.iterdir())


class Recipe:
    """One run of the recipe in a scratch folder."""

    def __init__(self, scratch: Path, plain_headers: Path, sources: Mapping[str, Path]) -> None:
        self._scratch = scratch
        self._plain = plain_headers
        self._tree = {name: unpack(sources[name], scratch / "src" / name) for name in SOURCES}

    def build(self, package: Path) -> None:
        """Compiles and links the module and puts it beside pygame's Python files in `package`."""
        need("clang")
        self._prepare()
        package.mkdir()
        run("wasm-ld-19", *LINK, "-o", package / MODULE, *self._compile(), remedy=COMPILER_REMEDY)
        (package / MODULE).chmod(0o644)
        for file in sorted((self._tree["pygame"] / "src_py").rglob("*")):
            if file.suffix in {".py", ".ttf", ".bmp"}:
                target = package / file.relative_to(self._tree["pygame"] / "src_py")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)

    def _prepare(self) -> None:
        """Makes the generated headers that the source packages lack."""
        emscripten = self._tree["emscripten"]
        run(
            sys.executable,
            "tools/create_dom_pk_codes.py",
            cwd=emscripten,
            remedy="check the emscripten source",
        )
        (emscripten / "system/include/emscripten/version.h").write_text(EMSCRIPTEN_VERSION)
        self._leave_out()
        include = self._scratch / "python"
        shutil.copytree(self._plain / "include", include)
        headers.write_wasm_pyconfig(
            self._tree["pyodide"] / "python_stdlib.zip", self._plain / "pyconfig.h", include / "pyconfig.h"
        )

    def _leave_out(self) -> None:
        """Takes the modules out of pygame that the game does not use."""
        base = self._tree["pygame"] / "src_c/base.c"
        lines = base.read_text().split("\n")
        for unused in filter(None, map(str.strip, UNUSED.split("\n"))):
            found = [at for at, line in enumerate(lines) if line.strip() == unused]
            if len(found) != 1:
                raise BuildError(f"pygame's base.c has {len(found)} lines {unused!r}", "see UNUSED in web/wasm.py")
            del lines[found[0]]
        base.write_text("\n".join(lines))

    def _libraries(self) -> Iterable[Library]:
        sdl, image, ttf, freetype, pygame = (
            self._tree[name] for name in ("sdl2", "sdl2-image", "sdl2-ttf", "freetype", "pygame")
        )
        code = pygame / "src_c"
        release = (pygame / "PKG-INFO").read_text().partition("\nVersion: ")[2].split("\n")[0].split(".")
        version = [
            f"-DPG_{part}_VERSION={value}" for part, value in zip(("MAJOR", "MINOR", "PATCH"), release, strict=True)
        ]
        first = shutil.copyfile(SDL_FIRST, self._scratch / SDL_FIRST.name)
        flags = (*_includes(sdl / "include"), "-D_GNU_SOURCE", f"-include{first}")
        yield Library(
            tuple(file for folder in SDL_FOLDERS for file in sorted((sdl / "src" / folder).glob("*.c"))), flags
        )
        yield Library(tuple(sorted((sdl / "src" / SDL_WINDOW).glob("*.c"))), (*flags, "-DCANVAS_PIXELS"))
        yield Library(
            tuple(freetype / f"src/{name}.c" for name in FREETYPE_FILES),
            (*_includes(freetype / "include"), "-DFT2_BUILD_LIBRARY", "-DTT_CONFIG_OPTION_GPOS_KERNING"),
        )
        yield Library(
            tuple(file for file in sorted((image / "src").glob("*.c")) if "WIC" not in file.name),
            (*_includes(sdl / "include", image / "include"), *IMAGE_DEFINES),
        )
        yield Library((ttf / "SDL_ttf.c",), (*_includes(sdl / "include", freetype / "include"), "-DTTF_USE_HARFBUZZ=0"))
        yield Library((self._tree["emscripten"] / "system/lib/html5/dom_pk_codes.c",))
        used = [part / "include" for part in (sdl, image, freetype)]
        own = [code, code / "include", code / "_sdl2", code / "freetype"]
        yield Library(
            tuple(code / name for name in PYGAME_FILES),
            (
                *_includes(self._scratch / "python", *used, ttf, *own),
                *version,
                '-DPG_VERSION_TAG=""',
                "-DBUILD_STATIC=1",  # one module without Cython
                "-DNO_SDL2=1",
            ),
        )

    def _compile(self) -> list[Path]:
        """Compiles every file and gets the object files, in a fixed order."""
        system = self._tree["emscripten"] / "system"
        musl = system / "lib/libc/musl"
        places = (
            system / "include/compat",
            system / "include",
            musl / "include",
            musl / "arch/emscripten",
            musl / "arch/generic",
        )
        compiler = ["clang-19", *COMPILE, *(f"-isystem{place}" for place in places)]
        # no path of this machine may get into the module: the same sources give the same bytes everywhere
        compiler.append(f"-ffile-prefix-map={self._scratch}=.")
        jobs = [(file, library.flags) for library in self._libraries() for file in library.files]
        objects = self._scratch / "objects"
        objects.mkdir()

        def compile_one(number: int, file: Path, flags: tuple[str, ...]) -> Path:
            target = objects / f"{number:03}-{file.stem}.o"
            run(*compiler, *flags, "-c", file, "-o", target, remedy=COMPILER_REMEDY)
            return target

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(compile_one, range(len(jobs)), *zip(*jobs, strict=True)))


def _includes(*folders: Path) -> list[str]:
    return [f"-I{folder}" for folder in folders]
