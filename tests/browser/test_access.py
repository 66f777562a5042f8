"""What axe-core says of every scene, at a desk and on a phone, in both languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from okey.presets import PRESETS
from tests.browser.driver import until
from tests.browser.test_rooms import beside
from tests.ui.gallery import HOME, ON, RESULT, TELLING, WAYS, Code, stored
from tests.ui.person import BARE
from tests.ui.policy import Policy, dealt
from tests.ui.saves import played
from tests.ui.scenes import scenes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

RULES = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations", "incomplete"]}
"""All rules that axe-core runs by itself, and the size of targets besides."""

FIND = """
import gc
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
"""


def faults(game: Game, scene: str) -> list[str]:
    """Lists what axe-core finds wrong in the page as it is."""
    until(game.page, "getComputedStyle(document.getElementById('boot')).visibility === 'hidden'")
    if not game.page.evaluate("'axe' in window"):
        game.page.evaluate(f"{AXE_SCRIPT}; void 0")
    found: dict[str, Any] = game.page.evaluate("options => axe.run(document, options)", RULES)
    assert len(found["passes"]) > 10, "it looked at something"
    return [
        f"{scene}: {fault['id']} ({fault['impact']}): {node['html'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


PARTS = 3
"""How many tests share the scenes."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("rules", "size", "language"), [("classic", (1366, 768), "tr"), ("okey101", (360, 640), "en")], ids=str
)
def test_axe_finds_nothing(
    new_game: Callable[..., Game], root: Path, *, rules: str, size: tuple[int, int], language: str, part: int
) -> None:
    assert {*WAYS, RESULT} == set(scenes())
    with beside(root) as relay:
        game = new_game(
            viewport={"width": size[0], "height": size[1]}, address=f"http://127.0.0.1:{relay.running.port}/"
        )
        game.open_with(**stored(rules, language=language))
        game.wait_for(lambda state: state["scene"] == RESULT, 60)
        found = {RESULT: faults(game, RESULT)}
        take(game, ON)
        game.my_turn()
        policy = Policy()
        while not policy.turns:  # who has not played is not asked about a new match
            choice = policy.choose(game.my_turn())
            game.press(choice)
        game.my_turn()
        press_hint(game)
        found["hint"] = faults(game, "hint")
        press_hint(game)
        for scene, way in list(WAYS.items())[part::PARTS]:
            for step in way:
                take(game, step)
            game.wait_for(lambda state, scene=scene: complete(state, scene) and not state["moving"])
            while game.python(f"{FIND}getattr(app.scene, 'share', None)"):
                game.page.wait_for_timeout(100)
            found[scene] = faults(game, scene)
            take(game, HOME)
            game.wait_for(lambda state: state["scene"] == "table" and state["view"]["actor"] == 0)
    wrong = [fault for faults_ in found.values() for fault in faults_]
    assert not wrong, "\n".join(wrong)


def take(game: Game, step: str) -> None:
    """Takes a step of a way through the scenes."""
    if isinstance(step, Code):
        game.python(f"{FIND}{step}\napp.bridge.wake()")
    else:
        game.choose(step)


def complete(state: dict[str, Any], scene: str) -> bool:
    """Tells whether a scene is there, with all that others had to send for it."""
    telling = TELLING.get(scene)
    return state["scene"] == scene and (not telling or any(widget["id"] == telling for widget in state["widgets"]))


def press_hint(game: Game) -> None:
    """Asks for a hint, or takes it away again."""
    before = game.state()["speech"]
    game.choose("hint")
    speech = game.wait_for(lambda state: (state["speech"] is None) is not (before is None))["speech"]
    said = game.page.locator("#mirror").get_by_text(speech or before, exact=True)
    said.wait_for(state="attached" if speech else "detached")


def test_axe_finds_nothing_while_the_guide_teaches(new_game: Callable[..., Game]) -> None:
    game = new_game(viewport={"width": 360, "height": 640}).open()
    game.wait_for(lambda state: state["speech"] and not state["moving"])
    wrong = faults(game, "offer")
    game.choose("guide-begin")
    game.wait_for(lambda state: any(w["id"] == "guide-next" for w in state["widgets"]) and not state["moving"])
    wrong += faults(game, "guide")
    assert not wrong, "\n".join(wrong)


def press(game: Game, identifier: str) -> None:
    before = game.state()["scene"]
    game.choose(identifier)
    game.wait_for(lambda state: state["scene"] != before)


@pytest.mark.parametrize("rules", PRESETS)
def test_axe_finds_nothing_at_the_table_and_at_the_end_of_a_hand(new_game: Callable[..., Game], rules: str) -> None:
    game = new_game(viewport={"width": 360, "height": 640})
    game.open_with(match=dealt(rules, "axe"), settings=json.dumps({"speed": "instant", "guide": "done"}))
    game.my_turn()
    game.settle()
    wrong = faults(game, "table")
    game.open_with(match=played(rules, "1", _ended))
    game.wait_for(lambda state: state["scene"] == "result" and not state["moving"])
    wrong += faults(game, "result")
    assert not wrong, "\n".join(wrong)


def _ended(game: Any, _: object) -> bool:
    return game.hand_number == 1 and game.actor is None


def test_axe_would_find_something(new_game: Callable[..., Game]) -> None:
    """The other tests rely on it."""
    game = new_game().open()
    game.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any("button-name" in fault for fault in faults(game, "table"))


def test_letters_grow_with_the_visitors_own(new_game: Callable[..., Game]) -> None:
    game = new_game(viewport={"width": 360, "height": 640})
    game.open_with(settings=json.dumps({"language": "en"} | BARE))
    game.press("menu")
    game.wait_for(lambda state: state["scene"] == "menu")

    def size(state: dict[str, Any]) -> float:
        return next(float(text["size"]) for text in state["texts"] if text["text"] == "Continue")

    usual = size(game.settle())
    game.context.new_cdp_session(game.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    state = game.wait_for(lambda state: size(state) > usual)
    assert size(state) >= 1.85 * usual
    assert not any(text["clipped"] for text in state["texts"])
    assert not faults(game, "menu")


def test_letters_grow_at_once_when_the_player_asks(new_game: Callable[..., Game]) -> None:
    game = new_game(viewport={"width": 360, "height": 640})
    game.open_with(settings=json.dumps({"language": "tr"} | BARE))
    for button in ("menu", "settings"):
        press(game, button)
    before = next(text["size"] for text in game.settle()["texts"] if text["text"] == "Masa örtüsü")
    game.choose("text-200")
    game.wait_for(lambda state: any(w["id"] == "text-200" and w["chosen"] for w in state["widgets"]))
    state = game.settle()
    assert next(text["size"] for text in state["texts"] if text["text"] == "Yazı boyu") >= 1.85 * before
    game.wait_for(lambda _: json.loads(str(game.kept("settings")))["text"] == "200")
    sizes = [text["size"] for text in state["texts"] if text["text"] == "Kapat"]
    assert sizes[-1] >= 1.85 * 15
    game.open()
    assert game.state()["viewport"][0] == 360
    assert max(text["size"] for text in game.settle()["texts"]) > 20
