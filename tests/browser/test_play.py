"""Whole hands in the browser, by mouse, by touch and by keyboard, and how hands and matches end."""

from __future__ import annotations

import json
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from okey.ui import theme
from okey.ui.texts import signed
from tests.browser import saves

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

FAST = json.dumps({"speed": "fast"})
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}


def has_thrown(tile: str, state: dict[str, Any]) -> bool:
    return tile not in state["view"]["rack"]


def play_hand(game: Game, draw: Callable[[str, int], None], throw: Callable[[str, int], None]) -> int:
    """Plays seat 0 from what the state shows until the hand's result shows; gives the number of turns."""
    for turn in range(30):
        state = game.my_turn()
        if state["scene"] == "result":
            return turn
        before = state["view"]
        verb, _ = saves.policy(before, turn)
        if verb != "throw":
            draw(verb, turn)
            state = game.wait_for(lambda state: state["view"]["phase"] != "draw")
            after = state["view"]
            (new,) = set(after["rack"]) - set(before["rack"])
            assert set(before["rack"]) < set(after["rack"])
            assert after["arrived"] == new
            assert after["stock"] == before["stock"] - (verb == "stock")
            assert verb == "stock" or new == before["takeable"]
            before = after
        tile = str(saves.policy(before, turn)[1])
        throw(tile, turn)
        after = game.wait_for(partial(has_thrown, tile))["view"]
        assert set(before["rack"]) == {*after["rack"], tile}
        assert after["piles"][0][-1:] == [tile] or after["piles"][0] == before["piles"][0]
        assert after["actor"] != 0 or after["phase"] == "draw"
    raise AssertionError("the hand never ended")


def check_result(game: Game) -> None:
    """Checks that the end of a hand shows all that belongs there."""
    state = game.settle()
    result, view = state["view"]["result"], state["view"]
    texts = [shown["text"] for shown in state["texts"]]
    for name in ("Sen", "Elif", "Mehmet", "Zeynep"):
        assert name in texts
    assert result["after"] == view["scores"]
    for before, after in zip(result["before"], result["after"], strict=True):
        assert signed(after) in texts
        assert signed(before) in texts
    assert any(("bitti" in text or "kazandı" in text.lower() or "bitirdi" in text) for text in texts), texts
    assert not any(shown["clipped"] for shown in state["texts"])
    # every rack lies open: beside or under each name there is the ink of some fourteen numbers
    tops = [
        next(shown["rect"][1] for shown in reversed(state["texts"]) if shown["text"] == name)
        for name in ("Sen", "Elif", "Mehmet", "Zeynep")
    ]
    ratio, picture, height = state["viewport"][2], game.picture(), min(b - a for a, b in pairwise(tops))
    for top in tops:
        upper = round((top - height * 0.2) * ratio)
        band = picture.crop((0, upper, picture.width, upper + round(height * ratio)))
        pixels = band.getcolors(band.width * band.height) or []
        ink = sum(count for count, colour in pixels if colour in theme.TILE_COLOURS)
        assert ink > 14 * 20 * ratio * ratio


def go_on(game: Game, press: Callable[[str], None]) -> None:
    """Goes on from a hand's result to the next hand."""
    hand, scores = game.state()["view"]["hand"], game.state()["view"]["scores"]
    press("next-hand")
    state = game.wait_for(lambda state: state["scene"] == "table" and state["view"]["hand"] == hand + 1)
    assert state["view"]["scores"] == scores
    assert state["view"]["result"] is None
    assert len(state["rack"]) in (14, 15)


def test_a_hand_by_mouse(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.fresh(saves.SHORT["mouse"]), settings=FAST)

    def free_slot() -> dict[str, Any]:
        state = game.settle()
        taken = {tile["slot"] for tile in state["rack"]}
        slot: dict[str, Any] = next(s for s in reversed(state["slots"]) if s["slot"] not in taken)
        return slot

    def draw(source: str, turn: int) -> None:
        if turn % 2:
            game.click(source)
            return
        slot, size = free_slot(), len(game.state()["rack"])
        rect = slot["rect"]
        game.drag(game.spot(source), (rect[0] + rect[2] / 2, rect[1] + rect[3] / 2))
        state = game.wait_for(lambda state: len(state["rack"]) == size + 1)
        assert next(t["slot"] for t in state["rack"] if t["tile"] == state["view"]["arrived"]) == slot["slot"]

    def rearrange() -> None:
        slot, tile = free_slot(), game.state()["rack"][0]["tile"]
        rect = slot["rect"]
        game.drag(game.tile(tile), (rect[0] + rect[2] / 2, rect[1] + rect[3] / 2))
        game.wait_for(lambda state: {"tile": tile, **slot} in state["rack"])

    def throw(tile: str, turn: int) -> None:
        rearrange()
        game.settle()
        if turn % 2:
            game.page.mouse.click(*game.tile(tile))
            game.wait_for(lambda state: state["selected"] == tile)
            game.click("discard")
        else:
            game.drag(game.tile(tile), game.spot("discard"))

    assert play_hand(game, draw, throw) >= 3
    check_result(game)
    go_on(game, game.click)


def test_a_hand_by_touch(new_game: Callable[..., Game]) -> None:
    game = new_game(**PHONE).open_with(match=saves.fresh(saves.SHORT["touch"]), settings=FAST)

    def free_spot() -> tuple[float, float]:
        state = game.settle()
        taken = {tile["slot"] for tile in state["rack"]}
        x, y, width, height = next(s["rect"] for s in reversed(state["slots"]) if s["slot"] not in taken)
        return x + width / 2, y + height / 2

    def draw(source: str, turn: int) -> None:
        actions = str(game.kept("match")).split("\n\n")[1].splitlines()
        if turn % 2:
            game.swipe(game.spot(source), free_spot())
        else:
            game.tap(game.spot(source))
        game.wait_for(lambda state: state["view"]["phase"] == "discard")
        game.settle()
        now = str(game.kept("match")).split("\n\n")[1].splitlines()
        assert now == [*actions, "draw" if source == "stock" else "take"], "one tap acts once"

    def throw(tile: str, turn: int) -> None:
        game.settle()
        if turn % 2:
            game.tap(game.tile(tile))
            game.wait_for(lambda state: state["selected"] == tile)
            game.tap(game.spot("discard"))
        else:
            game.swipe(game.tile(tile), game.spot("discard"))

    assert play_hand(game, draw, throw) >= 3
    check_result(game)
    go_on(game, lambda identifier: game.tap(game.spot(identifier)))
    assert game.page.evaluate("visualViewport.scale") == 1


def focused(state: dict[str, Any]) -> str | None:
    return next((widget["id"] for widget in state["widgets"] if widget["focused"]), None)


def test_a_hand_by_keyboard(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.fresh(saves.SHORT["keys"]), settings=FAST)
    keyboard = game.page.keyboard

    def press(key: str) -> dict[str, Any]:
        """Presses a key and waits until the game has drawn what it did."""
        frames = game.state()["frames"]
        keyboard.press(key)
        return game.wait_for(lambda state: state["frames"] > frames)

    def tab(key: str = "Tab") -> None:
        """Presses Tab; at the game's end, where it leaves, comes back to the other end."""
        widgets = game.state()["widgets"]
        if widgets[-1 if key == "Tab" else 0]["focused"]:
            keyboard.press(key)
            game.page.focus("#canvas")
        press(key)

    def tab_to(identifier: str, key: str = "Tab") -> None:
        for _ in range(60):
            if focused(game.state()) == identifier:
                return
            tab(key)
        raise AssertionError(f"{key} never reaches {identifier}")

    def arrows_to(identifier: str) -> None:
        """Walks with the arrows towards a widget, as eyes would."""
        for _ in range(40):
            state = game.state()
            here = focused(state)
            if here == identifier:
                return
            if here is None:
                press("ArrowDown")
                continue
            (x, y), (goal_x, goal_y) = game.spot(here), game.spot(identifier)
            vertical = abs(goal_y - y) > game.widget(here)["rect"][3] / 2
            if vertical and not (here.startswith("slot") and identifier.startswith("slot") is False):
                key = "ArrowDown" if goal_y > y else "ArrowUp"
            elif abs(goal_x - x) > 1:
                key = "ArrowRight" if goal_x > x else "ArrowLeft"
            else:
                key = "ArrowDown" if goal_y > y else "ArrowUp"
            if focused(press(key)) == here:
                tab()
        raise AssertionError(f"the arrows never reach {identifier}")

    def check_focus(identifier: str) -> None:
        """Checks that the picture shows where the focus is."""
        x, y, width, height = game.widget(identifier)["rect"]
        around = game.picture().crop((int(x) - 6, int(y) - 6, int(x + width) + 6, int(y + height) + 6))
        pixels = around.getcolors(around.width * around.height) or []
        near = sum(n for n, c in pixels if max(abs(a - b) for a, b in zip(c, theme.FOCUS, strict=True)) < 40)
        assert near > width + height, f"the focus on {identifier} is seen"

    def draw(source: str, turn: int) -> None:
        if turn % 2:
            press("d" if source == "stock" else "t")
        else:
            tab_to(source)
            check_focus(source)
            press("Enter")

    def throw(tile: str, turn: int) -> None:
        game.settle()
        press("p" if turn % 2 else "s")
        state = game.settle()
        slot = f"slot-{next(t['slot'] for t in state['rack'] if t['tile'] == tile)}"
        (arrows_to if turn % 2 else tab_to)(slot)
        check_focus(slot)
        press("Enter")
        game.wait_for(lambda state: state["selected"] == tile)
        tab_to("discard", "Shift+Tab")
        check_focus("discard")
        press(" ")

    assert play_hand(game, draw, throw) >= 3
    check_result(game)
    assert focused(game.state()) == "next-hand"
    go_on(game, lambda _: keyboard.press("Enter"))


def test_finish_takes_two_presses(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.before_finish())
    assert game.state()["view"]["phase"] == "discard"
    game.click("finish")
    armed = game.wait_for(lambda state: state["armed"])
    assert armed["view"]["result"] is None
    assert armed["prompt"].startswith("Bitirmek için bir daha bas")
    game.click("finish")
    state = game.wait_for(lambda state: state["scene"] == "result")
    result = state["view"]["result"]
    assert result["winner"] == 0
    assert result["tile"] == armed["armed"]
    check_result(game)
    game.open()
    assert game.state()["scene"] == "result", "a reload comes back to the result"
    assert game.state()["view"] == state["view"]
    go_on(game, game.click)


def test_finish_by_dragging_onto_the_indicator(new_game: Callable[..., Game]) -> None:
    game = new_game(**PHONE).open_with(match=saves.before_finish())
    game.tap(game.spot("finish"))
    tile = game.wait_for(lambda state: state["armed"])["armed"]
    game.swipe(game.tile(tile), game.spot("indicator"))
    state = game.wait_for(lambda state: state["scene"] == "result")
    assert (state["view"]["result"]["winner"], state["view"]["result"]["tile"]) == (0, tile)


def test_a_match_ends_and_another_begins(new_game: Callable[..., Game]) -> None:
    match, winners = saves.before_match_end()
    game = new_game().open_with(match=match)
    assert game.state()["view"]["winners"] == []
    for _ in range(2):
        game.click("finish")
        game.wait_for(lambda state: state["armed"] or state["view"]["winners"])
    state = game.wait_for(lambda state: state["scene"] == "result")
    assert state["view"]["winners"] == winners
    heading = " ".join(shown["text"] for shown in state["texts"])
    names = [("Sen", "Elif", "Mehmet", "Zeynep")[seat] for seat in winners]
    assert "kazan" in heading.lower()
    assert all(name in heading for name in names)
    check_result(game)
    game.click("scores")
    game.wait_for(lambda state: state["scene"] == "scores")
    game.page.keyboard.press("Escape")
    game.wait_for(lambda state: state["scene"] == "result")
    game.click("new-match")
    state = game.wait_for(lambda state: state["scene"] == "table" and state["view"]["hand"] == 1)
    assert state["view"]["scores"] == [20, 20, 20, 20]
    assert state["view"]["winners"] == []
    game.my_turn()
