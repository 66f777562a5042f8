"""Letters up to twice as large as usual: nothing is cut, nothing overlaps, targets stay as large as they were."""

import json
from collections import Counter
from dataclasses import replace
from statistics import median

import pytest

from okey.ui.settings import CHOICES
from okey.ui.storage import MATCH, SETTINGS
from tests.browser.test_screen import faults
from tests.ui.person import QuietBridge, pygame
from tests.ui.saves import begun, played
from tests.ui.test_keyboard import SCENES

SIZES = [(360, 640), (640, 360), (768, 1024), (1366, 768)]

WHOLE, LOW = 1.85, 1.5
"""What counts as twice as large, sizes being whole pixels; names on the table, and some letters where rows are few,
stay below that."""


class Seen:
    """What a scene showed: its faults, and the sizes of its own texts that it writes in one size only."""

    def __init__(self, state, before):
        self.faults = faults(state)
        self.clipped = [text["text"] for text in state["texts"] if text["clipped"]]
        own = state["texts"][before:]
        counts = Counter(text for text, _ in {(text["text"], text["size"]) for text in own})
        self.sizes = {text["text"]: text["size"] for text in own if counts[text["text"]] == 1}
        self.count = len(state["texts"])
        self.stock = state["view"]["stock"]


def bridge(text, size, rules, language, *, match=None):
    settings = json.dumps({"text": text, "language": language})
    return QuietBridge({MATCH: match or begun(rules, "7"), SETTINGS: settings}, size=size)


def look(play, text, size, rules, language):
    seen = {}

    async def script(person):
        await person.draw()
        person.app.toast = None
        person.app.redraw()
        await person.settle(3)
        seen["table"] = Seen(person.state, 0)
        for scene, way in SCENES.items():
            for button in way:
                before = len(person.state["texts"])
                assert person.app.tap(button)
                await person.settle(2)
            assert person.state["scene"] == scene
            seen[scene] = Seen(person.state, before)
            while person.state["scene"] != "table":
                await person.key(pygame.K_ESCAPE)

    play(script, bridge(text, size, rules, language))
    return seen


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("rules", ["classic", "okey101"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_twice_the_size(play, size, rules, language):
    usual = look(play, "100", size, rules, language)
    large = look(play, "200", size, rules, language)
    for scene, seen in large.items():
        assert seen.clipped == [], scene
        assert len(seen.faults) <= len(usual[scene].faults), (scene, seen.faults)
        grown = {text: now / usual[scene].sizes[text] for text, now in seen.sizes.items() if text in usual[scene].sizes}
        grown.pop(str(seen.stock), None)  # it stands on a tile, and is as large as that allows
        assert len(grown) >= 2, scene
        least, middle = min(grown.values()), median(grown.values())
        if scene == "table":
            assert least >= LOW, min(grown, key=grown.get)
            assert middle > WHOLE
        elif scene in ("scores", "name"):  # a column for each player, seven keys in a line
            assert least >= 0.9
            assert middle > LOW
        else:
            assert least > (LOW if size == (640, 360) else WHOLE), (scene, min(grown, key=grown.get))


@pytest.mark.parametrize("text", CHOICES["text"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("rules", ["classic", "okey101+team"])
def test_the_end_of_a_hand(play, rules, size, text):
    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        assert faults(person.state) == []

    match = played(rules, "1", lambda game, _: game.hand_number == 1 and game.actor is None)
    play(script, bridge(text, size, rules, "en", match=match))


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_was_pressed_stays_in_sight(play, size, language):
    async def script(person):
        assert all(person.app.tap(button) for button in ("menu", "settings"))
        for text in (*CHOICES["text"], *reversed(CHOICES["text"])):
            assert person.app.tap(f"text-{text}")
            await person.settle(2)
            assert person.widget(f"text-{text}")["chosen"]
            assert any(shown["text"] == person.app.texts("settings.text") for shown in person.state["texts"])
            assert faults(person.state) == []

    play(script, QuietBridge({SETTINGS: json.dumps({"language": language})}, size=size))


def test_what_the_system_asks_for_counts_too(play):
    async def script(person):
        bridge, app = person.bridge, person.app
        assert app.letters == 1
        usual = bridge.viewport
        bridge.viewport = lambda: replace(usual(), letters=1.5)
        app.resize()
        assert app.letters == 1.5
        app.change_setting("text", "125")
        assert app.letters == 1.5
        app.change_setting("text", "200")
        assert app.letters == 2
        bridge.viewport = lambda: replace(usual(), letters=4.0)
        app.resize()
        assert app.letters == 2

    play(script)
