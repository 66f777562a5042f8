"""Matches in the page: watched and shared by mouse, finger and keys."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from okey.archive import Archive
from okey.link import unpack
from tests.browser.driver import centre
from tests.ui.test_matches import filled

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

SETTINGS = json.dumps({"language": "en", "guide": "done", "volume": 0, "speed": "instant"})
MATCHES = filled(3)
RECORD = Archive.parse(MATCHES)[2].record()


def moment(game: Game) -> int:
    """Gets which moment of the match is shown, from what is written."""
    shown = (re.fullmatch(r"(\d+) of \d+", text["text"]) for text in game.state()["texts"])
    return next((int(found[1]) for found in shown if found), 0)


@pytest.mark.parametrize("fingers", [False, True], ids=["mouse", "touch"])
def test_a_kept_match_is_watched_and_shared_by_hand(new_game: Callable[..., Game], *, fingers: bool) -> None:
    assert RECORD is not None
    game = new_game(permissions=["clipboard-read", "clipboard-write"], has_touch=fingers)
    game.open_with(matches=MATCHES, settings=SETTINGS)

    def press(identifier: str) -> None:
        if fingers:
            game.tap(game.spot(identifier))
        else:
            game.click(identifier)

    for button, scene in (("menu", "menu"), ("club", "club"), ("matches", "matches"), ("match-2", "replay")):
        press(button)
        game.wait_for(lambda state, scene=scene: state["scene"] == scene)
    game.wait_for(lambda _: moment(game) == 1)
    press("hand-on")
    game.wait_for(lambda _: moment(game) > 20)
    place = game.widget("close")["rect"]
    width = game.state()["viewport"][0]
    rows = [widget["rect"] for widget in game.state()["widgets"] if widget["id"] != "close"]
    height = min(rect[1] for rect in rows) - 30  # the scrubber is over the buttons
    start, end = (width * 0.8, height), (width * 0.25, height)
    (game.swipe if fingers else game.drag)(start, end)
    game.wait_for(lambda _: 2 < moment(game) < len(RECORD.actions) * 0.45)
    assert centre(place)[1] < height
    press("share")
    game.wait_for(lambda state: state["toast"])
    link = game.page.evaluate("navigator.clipboard.readText()")
    address, _, packed = link.partition("#record=")
    assert address == game.url
    assert unpack(packed) == RECORD
    press("close")
    game.wait_for(lambda state: state["scene"] == "matches")


def test_keys_watch_a_match(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(matches=MATCHES, settings=SETTINGS)
    for button in ("menu", "club", "matches", "match-2"):
        game.choose(button)
    game.wait_for(lambda state: state["scene"] == "replay" and moment(game) == 1)
    keyboard = game.page.keyboard
    for key, expected in ((".", 2), (".", 3), (",", 2), ("Home", 1)):
        keyboard.press(key)
        game.wait_for(lambda _, expected=expected: moment(game) == expected)
    keyboard.press("p")
    game.wait_for(lambda _: moment(game) > 2)
    keyboard.press("Escape")
    game.wait_for(lambda state: state["scene"] == "matches")
