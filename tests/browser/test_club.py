"""The club in the page: who sits down at a table pays once, also when the page is loaded again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from okey.progress import Progress, needed
from tests.browser.saves import to_draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

SETTINGS = json.dumps({"language": "en", "guide": "done", "deal": "short", "volume": 0})


def test_a_look_is_worn_and_a_table_is_paid_once(new_game: Callable[..., Game]) -> None:
    game = new_game()
    kept = Progress(needed(3), 700).write()
    game.open_with(match=to_draw(), settings=SETTINGS, progress=kept)
    for button in ("menu", "club", "progress"):
        game.click(button)
    game.wait_for(lambda state: state["scene"] == "progress")
    game.click("cloth-olive")
    game.wait_for(lambda state: any(w["id"] == "cloth-olive" and w["chosen"] for w in state["widgets"]))
    game.click("close")
    game.click("leagues")
    game.wait_for(lambda state: state["scene"] == "leagues")
    game.click("sit-amateur")
    for answer in ("Sit down", "New match"):  # the entry, then the match that is given up
        game.wait_for(
            lambda state, answer=answer: any(w["id"] == "yes" and w["label"] == answer for w in state["widgets"])
        )
        game.click("yes")
    game.wait_for(lambda state: state["scene"] == "table" and len(state["view"]["rack"]) >= 14)
    assert Progress.parse(str(game.kept("progress"))).points == 200
    game.open()
    assert Progress.parse(str(game.kept("progress"))).points == 200
    assert "league 1 amateur" in str(game.kept("match"))
    assert json.loads(str(game.kept("settings")))["cloth"] == "olive"
