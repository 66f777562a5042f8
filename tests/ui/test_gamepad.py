"""A gamepad does all that a keyboard does."""

import pytest

from okey.tiles import parse_tile
from okey.ui.gamepad import BUTTONS, FAR, NEAR
from okey.ui.input import ARROWS
from okey.ui.storage import MATCH
from okey.ui.widgets import towards
from tests.ui.person import Person, QuietBridge, pygame
from tests.ui.playing import play_hand
from tests.ui.saves import begun
from tests.ui.test_keyboard import seen

A, B, X, Y, LEFT_SHOULDER, RIGHT_SHOULDER = range(6)


class Pad(Person):
    """Somebody with a gamepad: walks with the cross, whichever way is shortest, and presses A."""

    async def press(self, button):
        pygame.event.post(pygame.event.Event(pygame.JOYBUTTONDOWN, button=button, instance_id=0))
        pygame.event.post(pygame.event.Event(pygame.JOYBUTTONUP, button=button, instance_id=0))
        await self.settle(1)

    async def tilt(self, axis, value):
        pygame.event.post(pygame.event.Event(pygame.JOYAXISMOTION, axis=axis, value=value, instance_id=0))
        await self.settle(1)

    def way(self, goal):
        """Finds the buttons of the cross that lead from the focus to a widget."""
        found = self.app.scene.widgets()
        if self.app.focus not in {w.id for w in found}:
            return [next(b for b, key in BUTTONS.items() if key in ARROWS), *self.way_from(found[0].id, goal)]
        return self.way_from(self.app.focus, goal)

    def way_from(self, start, goal):
        found, ways = self.app.scene.widgets(), {start: []}
        queue = [start]
        for here in queue:
            for button, key in BUTTONS.items():
                if key in ARROWS and (there := towards(found, here, *ARROWS[key])) not in ways:
                    ways[there] = [*ways[here], button]
                    queue.append(there)
        return ways[goal]

    async def tap(self, target, *, touch=False):  # noqa: ARG002
        if not isinstance(target, str):
            hit = [w["id"] for w in self.state["widgets"] if pygame.Rect(w["rect"]).collidepoint(target)]
            target = hit[-1]
        for button in self.way(target):
            await self.press(button)
        assert self.app.focus == target
        assert seen(self)
        await self.press(A)
        await self.settle(2)

    async def drag(self, start, end):
        await self.tap(start)
        await self.tap(end)


@pytest.mark.parametrize("game", ["classic", "okey101"])
def test_a_whole_hand(play, game):
    async def script(person):
        pad = Pad(person.app, person.bridge)
        played = await play_hand(pad)
        assert "discard" in played
        await pad.press(A)
        assert person.state["scene"] == "table"

    play(script, QuietBridge({MATCH: begun(game, "9")}, size=(1366, 768)))


def test_buttons_sort_lift_and_go_back(play):
    async def script(person):
        pad = Pad(person.app, person.bridge)
        await person.my_turn()
        before = list(person.app.session.rack.slots)
        await pad.press(LEFT_SHOULDER)
        runs = list(person.app.session.rack.slots)
        await pad.press(RIGHT_SHOULDER)
        assert len({tuple(before), tuple(runs)}) == 2
        tile = person.state["rack"][0]["tile"]
        person.app.input.focus(f"slot-{person.app.session.rack.find(parse_tile(tile))}")
        await pad.press(X)
        assert person.state["selection"] == [tile]
        await pad.press(B)
        assert person.state["selection"] == []
        await pad.press(Y)
        assert tile in person.state["selection"]
        await pad.press(B)
        await pad.press(B)
        assert person.state["scene"] == "menu"
        await pad.press(B)
        assert person.state["scene"] == "table"
        await pad.press(16)
        assert person.state["scene"] == "table", "other buttons do nothing"

    play(script)


def test_a_stick_presses_once_each_time_it_is_tilted(play):
    async def script(person):
        pad = Pad(person.app, person.bridge)
        await person.my_turn()
        person.app.input.focus("slot-3")
        visited = []
        for value in (NEAR, FAR + 0.1, 0.9, 1.0, 0.5, FAR + 0.1, 0.1, 0.9, -0.9, -1.0, 0.0):
            await pad.tilt(0, value)
            visited.append(int(person.app.focus.removeprefix("slot-")))
        assert visited == [3, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4]
        await pad.tilt(5, 1.0)
        assert person.app.focus == "slot-4"
        pygame.event.post(pygame.event.Event(pygame.JOYHATMOTION, hat=0, value=(1, 0), instance_id=0))
        await person.settle(1)
        assert person.app.focus == "slot-5"
        pygame.event.post(pygame.event.Event(pygame.JOYHATMOTION, hat=0, value=(0, 1), instance_id=0))
        await person.settle(1)
        assert not person.app.focus.startswith("slot-5")
        pygame.event.post(pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=0))
        await person.settle(1)

    play(script)
