"""A challenge in the page: found in the club, played to its goal, its stars kept over a reload."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from okey.challenges import ladder
from okey.challenges.tries import AHEAD
from okey.tiles import TILE_NAMES

if TYPE_CHECKING:
    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

SETTINGS = json.dumps({"language": "en", "guide": "done", "volume": 0, "deal": "short", "speed": "instant"})


def test_a_challenge_is_played_and_its_stars_are_kept(game: Game) -> None:
    number, challenge = next(
        (at, c) for at, c in enumerate(ladder()[:AHEAD]) if [a.verb for a in c.line] == ["discard"]
    )
    (throw,) = challenge.line
    game.open_with(settings=SETTINGS)
    for button in ("menu", "club", "challenges"):
        game.click(button)
    game.wait_for(lambda state: state["scene"] == "challenges")
    game.choose(f"challenge-{number}")
    game.wait_for(lambda state: state["scene"] == "goal")
    game.click("close")
    game.wait_for(lambda state: state["scene"] == "table" and not state["moving"])
    tile = TILE_NAMES[throw.tiles[0]]
    game.page.mouse.click(*game.tile(tile))
    game.wait_for(lambda state: state["selected"] == tile)
    game.click("discard")
    game.wait_for(lambda state: state["scene"] == "verdict")
    game.click("line")
    game.wait_for(lambda state: state["scene"] == "line")
    game.wait_for(lambda _state: challenge.id in (game.kept("challenges") or ""))
    game.open()
    for button in ("menu", "club", "challenges"):
        game.click(button)
    game.wait_for(lambda state: state["scene"] == "challenges")
    label = game.page.locator(f"#mirror [data-id='challenge-{number}']").inner_text()
    assert "solved, stars: 3" in label
