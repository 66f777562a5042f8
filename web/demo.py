"""Somebody else's page with two games on it: `python -m web.demo` serves it, and the built game on another origin."""

from __future__ import annotations

import argparse
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from okey.rooms.relay.site import Site, port
from web.errors import BuildError, run_main
from web.serve import SITE, listen

DEMO = Path(__file__).with_name("demo")
MARK = "{game}"


def write(target: Path, game: str) -> None:
    """Writes the page into a folder, for a game at an address with a slash at the end."""
    for file in DEMO.iterdir():
        (target / file.name).write_text(file.read_text(encoding="utf-8").replace(MARK, game), encoding="utf-8")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m web.demo", description=__doc__)
    parser.add_argument("--root", type=Path, default=SITE, help="the folder of the built game")
    parser.add_argument("--port", type=port, default=8001, help="the page's port; the game takes the next one, or any")
    options = parser.parse_args()
    if not (options.root / "index.html").is_file():
        raise BuildError(f"there is no site in {options.root}", "run make build")
    with (
        tempfile.TemporaryDirectory() as folder,
        listen(Site(options.root), (options.port + 1) % 65536, quiet=True) as game,
    ):
        threading.Thread(target=game.serve_forever, daemon=True).start()
        write(Path(folder), f"http://localhost:{game.server_address[1]}/")
        with listen(Site(Path(folder)), options.port, quiet=True) as page:
            print(f"The page is served on http://localhost:{page.server_address[1]}/ (Ctrl+C ends it)", flush=True)
            with suppress(KeyboardInterrupt):
                page.serve_forever()
        game.shutdown()


if __name__ == "__main__":
    run_main(main)
