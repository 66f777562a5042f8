"""A whole hand of every preset in the browser, to its end, by mouse, touch, keyboard and the screen in words."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.ui.policy import Policy, short_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

INSTANT = json.dumps({"language": "tr", "speed": "instant"})
LAPTOP, PHONE = (1280, 720), (360, 640)
PATIENCE = 120
"""Seconds that a hand may take on a busy machine."""


def play_hand(game: Game, match: str, expected: dict[str, Any], press: Callable[[str], None]) -> None:
    """Plays the first hand of a match from what the state shows, and checks that it ends as it did without a screen."""
    game.open_with(match=match, settings=INSTANT)
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


@pytest.mark.parametrize("preset", ["gamearea", "duz", "classic", "okey51"])
def test_by_mouse(new_game: Callable[..., Game], preset: str) -> None:
    game = new_game()
    match, expected = short_hand(preset, LAPTOP, 12, opened=preset == "okey51")
    play_hand(game, match, expected, game.click)


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


def test_elit_by_its_words_alone(new_game: Callable[..., Game]) -> None:
    match, expected = short_hand("elit", LAPTOP, 12)
    by_words(new_game(), match, expected)


def test_an_open_table_by_its_words_alone(new_game: Callable[..., Game]) -> None:
    match, expected = short_hand("okey51", LAPTOP, 12, opened=True)
    by_words(new_game(), match, expected)


def by_words(game: Game, match: str, expected: dict[str, Any]) -> None:
    """Plays through the unseen document, as a screen reader does: it focuses buttons and clicks them."""

    def press(identifier: str) -> None:
        button = game.page.locator(f'#mirror [data-id="{identifier}"]')
        button.wait_for(state="attached")
        button.evaluate("button => { button.focus(); button.click(); }")

    play_hand(game, match, expected, press)
    heard = game.page.locator("#mirror h1").inner_text()
    assert heard == game.page.evaluate("document.activeElement.textContent"), "who listens goes on at the result"
    words = game.page.locator("#mirror").inner_text()
    for number in expected["result"]["after"]:
        assert str(number).replace("-", "−") in words
    press("next-hand")
    game.wait_for(lambda state: state["scene"] == "table" and state["view"]["hand"] == 2)
