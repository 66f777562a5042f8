"""Pictures of the game, taken from the game: what a phone shows before it installs, what a shared link looks like.

As a program, `python -m web.pictures FOLDER`, it takes them without a window; it is a program because pygame
holds one window in a process.
"""

from __future__ import annotations

import asyncio
import os
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web import archives
from web.cache import Cache, Entry, digest
from web.shell import run

if TYPE_CHECKING:
    from okey.bridge.desktop import DesktopBridge

ROOT = Path(__file__).resolve().parent.parent


class Picture(NamedTuple):
    """One picture of a table in the middle of a hand."""

    size: tuple[int, int]
    """Width and height in pixels."""
    ratio: float
    """How many of them lie on one of the layout's."""
    rules: str
    actions: int
    """How many actions of the match come before it, at least."""
    melds: int = 0
    """How many melds lie on the table, at least."""


PICTURES = {
    "table-wide.webp": Picture((1280, 720), 1.0, "classic", 42),
    "table-narrow.webp": Picture((720, 1280), 2.0, "classic", 42),
    "open-wide.webp": Picture((1280, 720), 1.0, "okey101", 20, melds=6),
    "open-narrow.webp": Picture((720, 1280), 2.0, "okey101", 20, melds=6),
    "share.jpg": Picture((1200, 630), 1.0, "classic", 42),
}
SEED = "a picture"


def ensure(cache: Cache, fonts: Path) -> Entry:
    """Gets the entry with the pictures; they are taken anew when the game has changed."""
    parts = [Path(__file__).read_bytes(), fonts.name.encode(), metadata.version("pygame-ce").encode()]
    for folder in ("okey", "assets"):
        for name, data in sorted(archives.read_folder(ROOT / folder).items()):
            if not name.endswith(".pyc"):
                parts += [name.encode(), data]

    def make(folder: Path) -> None:
        environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "OKEY_FONTS": str(fonts)}
        command = (sys.executable, "-m", "web.pictures", folder)
        run(*command, cwd=ROOT, env=environment, remedy="see the message: the game itself draws the pictures")

    return cache.entry("pictures", digest(*parts), make)


def _match(picture: Picture) -> str:
    """Lets computer players play, and gives the record."""
    from okey.bots import DEFAULT_LEVEL, make_bot
    from okey.game import Game
    from okey.game.actions import DEAL
    from okey.record import Record
    from okey.rules import RuleSet

    parsed = RuleSet.parse(picture.rules)
    game, record = Game(parsed, SEED), Record(parsed, SEED, ["you", *[f"bot {DEFAULT_LEVEL}"] * (parsed.players - 1)])
    bots = [make_bot(DEFAULT_LEVEL, f"{SEED} {seat}") for seat in range(parsed.players)]
    while len(record.actions) < picture.actions or game.actor != 0 or len(game.view(0).melds) < picture.melds:
        if game.actor is None:
            action = DEAL
        else:
            action = next(a for a in bots[game.actor].think(game.view(game.actor)) if a is not None)
        for event in game.apply(action):
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        record.actions.append(action)
    return record.write()


def _bridge(picture: Picture) -> DesktopBridge:
    from okey.bridge.desktop import DesktopBridge
    from okey.ui.storage import MATCH

    storage = {MATCH: _match(picture)}
    return DesktopBridge(size=picture.size, ratio=picture.ratio, language="tr", reduced_motion=True, storage=storage)


async def _take(picture: Picture, target: Path) -> None:
    import pygame
    from PIL import Image

    from okey.ui.app import App

    app = App(_bridge(picture))
    await app.start()
    app.session.stop()
    window = pygame.display.get_surface()
    assert window is not None
    pixels = pygame.image.tobytes(window, "RGB")
    Image.frombytes("RGB", picture.size, pixels).save(target, quality=85)
    pygame.display.quit()


def main() -> None:
    """Takes every picture into the folder that the command line names."""
    for name, picture in PICTURES.items():
        asyncio.run(_take(picture, Path(sys.argv[1]) / name))


if __name__ == "__main__":
    main()
