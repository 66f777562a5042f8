"""A gamepad in the browser: only the device is simulated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import saves
from tests.browser.driver import Game

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.browser

DEVICE = """
    const button = () => ({ pressed: false, touched: false, value: 0 });
    window.pad = {
        id: "Simulated", index: 0, connected: true, mapping: "standard", timestamp: 1,
        axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, button),
    };
    window.asked = 0;
    let plugged = false;
    navigator.getGamepads = () => { asked += 1; return plugged ? [pad] : []; };
    window.plug = (now) => {
        plugged = pad.connected = now;
        const event = new Event(now ? "gamepadconnected" : "gamepaddisconnected");
        event.gamepad = pad;
        dispatchEvent(event);
    };
    window.hold = (number, pressed) => {
        pad.buttons[number] = { pressed, touched: pressed, value: Number(pressed) };
        pad.timestamp += 1;
    };
"""

UP, DOWN, LEFT, RIGHT = 12, 13, 14, 15


def press(game: Game, button: int) -> None:
    game.page.evaluate("number => hold(number, true)", button)
    game.page.wait_for_timeout(80)
    game.page.evaluate("number => hold(number, false)", button)
    game.page.wait_for_timeout(80)


def focus(game: Game) -> str | None:
    return next((widget["id"] for widget in game.state()["widgets"] if widget["focused"]), None)


def slot_of(game: Game, tile: str) -> int:
    """Gets the slot of the rack in which a tile stands."""
    return int(next(entry["slot"] for entry in game.state()["rack"] if entry["tile"] == tile))


def go_to(game: Game, widget: str) -> None:
    """Moves the focus to a widget, always along the longer way of the two."""
    for _ in range(40):
        if focus(game) == widget:
            return
        here, there = game.spot(str(focus(game))), game.spot(widget)
        vertical = abs(there[1] - here[1]) > abs(there[0] - here[0])
        press(game, (UP if there[1] < here[1] else DOWN) if vertical else LEFT if there[0] < here[0] else RIGHT)
    raise AssertionError(f"the focus never comes to {widget}: {focus(game)}")


def test_a_gamepad_plays(new_game: Callable[..., Game]) -> None:
    game = new_game()
    game.page.add_init_script(DEVICE)
    game.open_with(match=saves.to_draw())
    game.settle()
    before = game.page.evaluate("asked")
    game.page.wait_for_timeout(500)
    assert game.page.evaluate("asked") == before, "nobody asks while there is no gamepad"

    game.page.evaluate("plug(true)")
    game.page.wait_for_timeout(300)
    frames = game.state()["frames"]
    game.page.wait_for_timeout(1000)
    assert game.page.evaluate("asked") > before + 20
    assert game.state()["frames"] == frames, "a gamepad at rest draws nothing"

    press(game, RIGHT)
    assert focus(game) is not None
    go_to(game, "stock")
    press(game, 0)
    state = game.wait_for(lambda state: state["view"]["phase"] == "discard")
    assert len(state["view"]["rack"]) == 15
    game.settle()
    spare = next(tile for tile in reversed(state["view"]["rack"]) if tile.rstrip("'") != state["view"]["okey"])
    taken = {entry["slot"] for entry in game.state()["rack"]}
    free = next(slot for slot in range(len(taken), -1, -1) if slot not in taken)
    go_to(game, f"slot-{slot_of(game, spare)}")
    press(game, 0)
    game.wait_for(lambda state: state["selection"] == [spare])
    go_to(game, f"slot-{free}")
    press(game, 0)
    game.wait_for(lambda _: slot_of(game, spare) == free)
    game.wait_for(lambda state: not state["selection"])
    press(game, 0)
    game.wait_for(lambda state: state["selection"] == [spare])
    go_to(game, "discard")
    press(game, 0)
    game.wait_for(lambda state: spare not in state["view"]["rack"])
    press(game, 1)
    game.wait_for(lambda state: state["scene"] == "menu")
    press(game, 1)
    game.wait_for(lambda state: state["scene"] == "table")

    game.page.evaluate("plug(false)")
    game.page.wait_for_timeout(200)
    before = game.page.evaluate("asked")
    game.page.wait_for_timeout(500)
    assert game.page.evaluate("asked") == before, "nobody asks any more"
