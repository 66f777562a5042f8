"""Builds the web site: `python -m web.build`; with `--assets`, only the fonts for the desktop."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from web import (
    bytecode,
    compress,
    fetch,
    fonts,
    headers,
    icon,
    lock,
    notices,
    own,
    pack,
    pages,
    pictures,
    site,
    strict,
    wasm,
)
from web.cache import Cache
from web.errors import run_main
from web.hosting import Hosting, add_options
from web.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
STEPS = 11


def build(source: Path, page: Path, target: Path, hosting: Hosting) -> None:
    """Builds the game of the folder `source` with the page of the folder `page` into the folder `target`.

    Args:
        source: The folder of main.py, okey/ and assets/.
        page: The folder of the page's files.
        target: The folder to write.
        hosting: Where the site will be.
    """
    started = time.perf_counter()
    progress = Progress(STEPS)
    cache = Cache()
    locked = lock.load()
    with progress.step(f"get and verify {len(locked)} sources") as step:
        sources, fetched = fetch.ensure(cache, locked)
        step.note(f"{fetched} fetched" if fetched else "cached")
    with progress.step(f"get the headers of Python {headers.PYTHON}") as step:
        plain = headers.ensure(cache)
        step.note(headers.version(plain.path) + (", cached" if plain.cached else ""))
    with progress.step("compile pygame-ce to WebAssembly") as step:
        pygame = wasm.ensure(cache, locked, sources, plain.path)
        step.note("cached" if pygame.cached else "built")
    with progress.step("make the fonts") as step:
        made_fonts = fonts.ensure(cache, locked, sources)
        step.note("cached" if made_fonts.cached else "made")
    with progress.step("gather the licences") as step:
        licences = notices.ensure(cache, locked, sources)
        step.note("cached" if licences.cached else "gathered")
    with progress.step("take pictures of the game") as step:
        taken = pictures.ensure(cache, made_fonts.path)
        step.note("cached" if taken.cached else "taken")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".site-") as scratch:
        work = Path(scratch)
        made = work / "web"
        made.mkdir()
        with progress.step("pack the game with pygbag"):
            site.add_page(page, made)
            icon.draw(made, made_fonts.path / "ui-bold.ttf")
            shutil.copytree(taken.path, made, dirs_exist_ok=True)
            game = pack.stage(source, made_fonts.path, work)
            pack.copy_results(pack.pack(game, page / site.TEMPLATE, made / "favicon.png"), made)
            pages.add_pages(page, made, hosting, notices.parts(licences))
            (made / own.NAME).write_bytes(own.pack(ROOT))
        with progress.step("compile the Python files") as step:
            pyodide = wasm.unpack(sources["pyodide"], work / "pyodide")
            site.pack_pygame(pygame.path, work / bytecode.PYGAME)
            compiled = bytecode.ensure(cache, pyodide, work / bytecode.PYGAME, made / bytecode.GAME)
            site.add_python(compiled, made)
            step.note("cached" if compiled.cached else "compiled")
            module = pygame.path / "pygame" / wasm.MODULE
            strict.check(module)
            site.add_pygame(module, made)
            site.add_pyodide(pyodide, made)
        version = finish(page, made, hosting, cache, progress)
        site.publish(made, target)
    print(f"{target} is ready: version {version}, {time.perf_counter() - started:.1f} s in all")


def finish(page: Path, made: Path, hosting: Hosting, cache: Cache, progress: Progress) -> str:
    """Makes a site of the files in the folder `made`; gets its version."""
    with progress.step("name the files after their content"):
        version = site.version(made)
        names = site.stamp(made)
        site.add_headers(made, names, hosting.relay)
    with progress.step("compress for the wire") as step:
        new = compress.make_twins(cache, [made / names[name] for name in sorted(names) if name not in pages.PAGES])
        step.note(f"{new} new" if new else "cached")
    with progress.step("list the files"):
        compress.make_twins(cache, site.add_lists(page, made, names, version))
    return version


def make_assets(target: Path) -> None:
    """Makes the assets that are not in the repository, for the desktop and for tests."""
    cache = Cache()
    locked = lock.load()
    wanted = {fonts.SOURCE: locked[fonts.SOURCE]}
    sources, _ = fetch.ensure(cache, wanted)
    made = fonts.ensure(cache, locked, sources)
    shutil.copytree(made.path, target / "fonts", dirs_exist_ok=True)
    print(f"{target}/fonts is ready")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m web.build", description=__doc__)
    parser.add_argument("--assets", action="store_true", help="only make build/assets/")
    parser.add_argument("--source", type=Path, default=ROOT, help="the folder of main.py, okey/ and assets/")
    parser.add_argument("--page", type=Path, default=site.PAGE, help="the folder of the page's files")
    parser.add_argument("--target", type=Path, default=ROOT / "build/web", help="the folder to write")
    add_options(parser)
    options = parser.parse_args()
    if options.assets:
        make_assets(ROOT / "build/assets")
    else:
        hosting = Hosting.checked(options.site, options.relay)
        build(options.source.resolve(), options.page.resolve(), options.target.resolve(), hosting)


if __name__ == "__main__":
    run_main(main)
