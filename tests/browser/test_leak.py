"""Hands in a row, and sizes of the window, leave nothing behind in the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_screen import resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUICK = json.dumps({"speed": "instant", "guide": "done"})

PLAY = """
import gc
import _tracemalloc as tracemalloc  # the part of it that the page ships
from okey.bots import make_bot
from okey.bots.mind import known_outlook
from okey.game.actions import DEAL
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))

async def play(hands):
    for number in range(hands):
        if app.session.view.winners:
            app.again()
        elif app.session.view.phase == "deal":
            app.close(app.scene)
            app.act(DEAL)
        bot = make_bot("easy", str(number))
        while app.session.view.result is None:
            if app.session.view.actor == 0:
                app.session.act(next(a for a in bot.think(app.session.view) if a is not None))
            await app.bridge.frame()
        while app.scene.name != "result":
            await app.bridge.frame()

def weigh():
    known_outlook.cache_clear()  # what was found for one hand, and makes room for the next
    gc.collect()
    return [tracemalloc.get_traced_memory()[0], len(gc.get_objects())]

await play(6)
tracemalloc.start()
before = weigh()
await play(8)
after = weigh()
tracemalloc.stop()
[b - a for a, b in zip(before, after)]
"""


def test_hands_leave_nothing_behind(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(settings=QUICK)
    heap, objects = game.python(PLAY)
    print(f"8 hands: heap {heap / 2**20:+.2f} MB, objects {objects:+d}")
    assert heap < 2 * 2**20
    assert objects < 10_000


SHARP = 3
"""Device pixels of a CSS pixel, as on the sharpest phones."""

MEMORY = """
import pyodide_js
pyodide_js._module.HEAPU8.length
"""


def test_sizes_leave_nothing_behind(new_game: Callable[..., Game]) -> None:
    game = new_game(device_scale_factor=SHARP, viewport={"width": 360, "height": 640}).open()
    used = []
    for _ in range(2):
        for width, height in [(1366, 768), (1024, 768), (360, 640), (640, 360)]:
            resize(game, width, height, SHARP)
            for name in ("menu", "rules", "close", "continue"):
                game.press(name)
                game.settle()
            used.append(game.python(MEMORY) / 2**20)
    print("MB of memory after each size:", *map(round, used))
    assert used[-1] - used[3] < 50
    assert used[-1] < 600
