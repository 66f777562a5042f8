"""Every scene of the app at the smallest sizes: all of it fits, and all that can be pressed is as large as a finger."""

import pytest

from tests.browser.test_screen import faults
from tests.ui.gallery import RESULT, WAYS, stored, tour
from tests.ui.person import QuietBridge
from tests.ui.scenes import scenes


def test_no_scene_is_forgotten():
    assert set(scenes()) == {*WAYS, RESULT}


@pytest.mark.parametrize("text", ["100", "200"])
@pytest.mark.parametrize(("rules", "language"), [("classic", "tr"), ("okey101", "en")])
@pytest.mark.parametrize("size", [(360, 640), (640, 360)], ids=str)
def test_everything_is_whole_and_large_enough_for_a_finger(play, size, rules, language, text):
    wrong = []

    async def look(person, name):
        wrong.extend((name, fault) for fault in faults(person.state))
        while any(w["id"] == "next" and w["enabled"] for w in person.state["widgets"]):
            assert person.app.press("next")
            await person.settle(2)
            wrong.extend((name, fault) for fault in faults(person.state))
            panel = person.app.scene
            if text == "100" and panel.first < panel._last and panel._rows[panel.first - 1].heads:
                wrong.append((name, "a page begins without the title of its first row"))

    play(tour(look), QuietBridge(stored(rules, text=text, language=language), size=size, language=language))
    assert wrong == []
