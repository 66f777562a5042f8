"""Hands in a row leave nothing behind: the whole app on a window that nobody sees, played by a computer player."""

import gc
import tracemalloc
from pathlib import Path

import pytest

from okey.bots import make_bot
from okey.game.actions import DEAL
from okey.presets import PRESETS
from okey.ui.draft import Draft
from tests.ui.person import QuietBridge, pygame

MOST = 5 * 2**20
"""How many bytes the heap may grow by."""


def resident():
    """Gets the memory that the process has in use, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def play_on(person, hands):
    """Plays hands to their ends, one rule set after another; draws every frame that the app asks for."""
    app, presets = person.app, list(PRESETS)
    for number in range(hands):
        if number % 2 == 0 or app.session.view.winners:
            draft = Draft()
            draft.choose_preset(presets[number // 2 % len(presets)])
            app.new_match(draft)
        elif app.session.view.phase == "deal":
            app.close(app.scene)
            app.act(DEAL)
        bot = make_bot("easy", f"leak {number}")
        while True:
            await person.until(lambda: app.session.view.actor == 0 or app.session.view.result is not None, 10**6)
            view = app.session.view
            if view.result is not None:
                break
            app.session.act(next(thought for thought in bot.think(view) if thought is not None))
        await person.until(lambda: app.scene.name == "result", 10**6)
        await person.settle(2)
        for told in (person.bridge.said, person.bridge.played, person.bridge.pointers):
            told.clear()


def grown(play, warm_up, hands, **how):
    """Plays hands; gives by how many bytes the heap and the process grew, and how many more objects there are."""
    figures = []

    def measure():
        gc.collect()
        figures.append((tracemalloc.get_traced_memory()[0], resident(), len(gc.get_objects())))

    async def script(person):
        await play_on(person, warm_up)
        tracemalloc.start()
        measure()
        await play_on(person, hands)
        measure()
        tracemalloc.stop()

    play(script, QuietBridge(size=(640, 360), **how))
    assert pygame.display.get_surface() is None
    (heap, process, objects), (heap_then, process_then, objects_then) = figures
    return heap_then - heap, process_then - process, objects_then - objects


def test_hands_leave_nothing_behind(play):
    heap, _, objects = grown(play, warm_up=14, hands=14)
    assert heap < MOST / 2
    assert objects < 20_000


@pytest.mark.soak
def test_five_hundred_hands_leave_nothing_behind(play):
    fast = {"settings": '{"speed": "fast"}'}
    heap, process, objects = grown(play, warm_up=28, hands=500, storage=fast, reduced_motion=False)
    print(f"500 hands: heap {heap / 2**20:+.2f} MB, process {process / 2**20:+.2f} MB, objects {objects:+d}")
    assert heap < MOST
    assert process < 8 * MOST
    assert objects < 20_000
