"""A whole hand of every preset in the browser, to its end, by mouse, touch, keyboard and the screen in words."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

import pytest

from okey.ui.texts import Texts, load
from tests.ui.policy import Policy, dealt, short_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

INSTANT, BRISK = (json.dumps({"language": "tr", "speed": speed}) for speed in ("instant", "brisk"))
LAPTOP, PHONE = (1280, 720), (360, 640)
PATIENCE = 120
"""Seconds that a hand may take on a busy machine."""


def play_hand(
    game: Game, match: str, expected: dict[str, Any], press: Callable[[str], None], settings: str = INSTANT
) -> None:
    """Plays the first hand of a match from what the state shows, and checks that it ends as it did without a screen."""
    game.open_with(match=match, settings=settings)
    policy, deadline = Policy(), time.monotonic() + PATIENCE
    while (state := game.state())["view"]["result"] is None:
        assert time.monotonic() < deadline, f"the hand never ended: {state['view']}"
        choice = None if state["moving"] else policy.choose(state)
        if choice is None:
            game.page.wait_for_timeout(20)
            continue
        press(choice)
        if choice.startswith("sort"):  # which may change nothing
            game.wait_for(lambda after, before=state: after["frames"] > before["frames"] and not after["moving"])
        else:
            game.wait_for(lambda after, before=state: shown(after) != shown(before))
    state = game.wait_for(lambda state: state["scene"] == "result" and not state["moving"])
    assert state["view"]["result"] == expected["result"]
    assert not any(text["clipped"] for text in state["texts"])


def shown(state: dict[str, Any]) -> tuple[object, ...]:
    """What a press changes."""
    return state["view"], state["scene"], state["selection"], state["rack"]


@pytest.mark.parametrize("preset", ["gamearea", "duz", "classic", "okey51", "elit"])
def test_by_mouse(new_game: Callable[..., Game], preset: str) -> None:
    game = new_game()
    match, expected = short_hand(preset, LAPTOP, 12, opened=preset == "okey51")
    play_hand(game, match, expected, game.click, BRISK if preset == "duz" else INSTANT)


def test_konkan81_by_touch_in_portrait(new_game: Callable[..., Game]) -> None:
    game = new_game(
        viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    match, expected = short_hand("konkan81", PHONE, 14, opened=True)
    play_hand(game, match, expected, lambda identifier: game.tap(game.spot(identifier)))


def test_okey101_by_keyboard(new_game: Callable[..., Game]) -> None:
    game = new_game()
    match, expected = short_hand("okey101", LAPTOP, 12, opened=True)
    keyboard = game.page.keyboard

    def press(identifier: str) -> None:
        """Walks to a control with Tab, the shorter way round, and presses it."""
        ids = [widget["id"] for widget in game.state()["widgets"]]
        here = next((w["id"] for w in game.state()["widgets"] if w["focused"]), None)
        goal = ids.index(identifier)
        at = ids.index(here) if here in ids else -1
        for _ in range(abs(goal - at)):
            keyboard.press("Tab" if goal > at else "Shift+Tab")
        game.wait_for(lambda state: any(w["focused"] and w["id"] == identifier for w in state["widgets"]))
        keyboard.press("Enter")

    play_hand(game, match, expected, press)


HEARD = """() => ({
    title: document.querySelector("#mirror h1").textContent,
    buttons: [...document.querySelectorAll("#mirror button")].map(button => ({
        name: button.textContent,
        enabled: button.getAttribute("aria-disabled") !== "true",
        pressed: button.getAttribute("aria-pressed") === "true",
    })),
    told: [...document.querySelectorAll("#live > *")].map(line => line.textContent),
})"""
"""What a screen reader can read: the title, the controls with their states, and what was told of late."""


FOCUS = """name => {
    const button = [...document.querySelectorAll("#mirror button")].find(button => button.textContent === name);
    button?.focus();
    return Boolean(button);
}"""
"""What a screen reader does where its listener has come to a button."""


class Listener:
    """Somebody who knows only what is told: draws, opens when that is offered, and throws what was drawn.

    Args:
        game: the page.
        language: what it speaks.
    """

    def __init__(self, game: Game, language: str) -> None:
        self._page = game.page
        self._texts = Texts(language)
        self._sorted = False

    def hears(self) -> dict[str, Any]:
        """Gets what is told now."""
        heard: dict[str, Any] = self._page.evaluate(HEARD)
        return heard

    def _begins(self, key: str) -> str:
        """Gets how a text begins, before what is filled in."""
        return load(self._texts.language)[key].partition("{")[0]

    def choose(self, heard: dict[str, Any]) -> str | None:
        """Picks the name of the button to press; None while there is nothing to do."""
        names = [button["name"] for button in heard["buttons"] if button["enabled"]]
        answers = {text for key, text in load(self._texts.language).items() if key.endswith(".yes")}
        stock, throw, best = (
            self._begins("target.stock"),
            self._texts("target.discard"),
            self._texts("button.sort_best_full"),
        )
        found = next((name for name in names if name in answers or name.startswith(stock)), None)
        if found is not None:
            self._sorted = False
            return str(found)
        if throw not in names:
            return None
        if best in names and not self._sorted:
            self._sorted = True
            return best
        opens = tuple(self._begins(f"button.open_{kind}_full") for kind in ("points", "pairs"))
        opening = next((name for name in names if name.startswith(opens)), None)
        if opening is not None:
            return str(opening)
        slot = re.compile(re.escape(self._texts("slot.tile", slot="0", tile="")).replace("0", r"\d+"))
        rack = [button for button in heard["buttons"] if slot.match(button["name"])]
        if any(button["pressed"] for button in rack):
            return throw
        drawn = [
            line.removeprefix(self._begins("event.drew_you"))
            for line in heard["told"]
            if line.startswith(self._begins("event.drew_you"))
        ]
        spare = [button["name"] for button in rack if "(okey)" not in button["name"]]
        return next((name for name in spare if drawn and drawn[-1] in name), spare[-1])

    def press(self, name: str) -> bool:
        """Presses a button by its name; False if what was told has changed meanwhile and there is none any more."""
        found: bool = self._page.evaluate(FOCUS, name)
        if found:
            self._page.keyboard.press("Enter")
        return found


@pytest.mark.parametrize("preset", ["elit", "okey51"])
def test_by_its_words_alone(new_game: Callable[..., Game], preset: str) -> None:
    game = new_game()
    game.open_with(match=dealt(preset, "words"), settings=INSTANT)
    listener, deadline = Listener(game, "tr"), time.monotonic() + PATIENCE
    texts, pressed = Texts("tr"), 0
    while True:
        heard = listener.hears()
        if texts("result.next") in [button["name"] for button in heard["buttons"]]:
            break
        assert time.monotonic() < deadline, f"the hand never ended: {heard}"
        name = listener.choose(heard)
        if name is None:
            game.page.wait_for_timeout(30)
            continue
        if not listener.press(name):
            continue
        pressed += 1
        until = time.monotonic() + 5
        while listener.hears() == heard and time.monotonic() < until:
            game.page.wait_for_timeout(20)
    assert pressed >= 3
    assert heard["title"] == game.page.evaluate("document.activeElement.textContent"), (
        "who listens goes on at the result"
    )
    told = game.page.locator("#mirror").inner_text()
    for number in game.state()["view"]["result"]["after"]:
        assert str(number).replace("-", "−") in told
    assert listener.press(texts("result.next"))
    game.wait_for(lambda state: state["scene"] == "table" and state["view"]["hand"] == 2)
