"""Everything by keyboard alone, with a focus that is seen."""

import pytest

from okey.presets import PRESETS
from okey.tiles import parse_tile
from okey.ui import theme
from okey.ui.input import ARROWS
from okey.ui.storage import MATCH
from okey.ui.widgets import towards
from tests.ui.person import Person, QuietBridge, pygame
from tests.ui.playing import play_hand
from tests.ui.saves import begun
from tests.ui.test_open_table import LOOSE, OPENING, PHONE, at, ready

SIZES = [PHONE, (640, 360), (768, 1024), (1366, 768)]

SCENES = {
    "menu": ("menu",),
    "setup": ("menu", "play"),
    "settings": ("menu", "settings"),
    "about": ("menu", "settings", "about"),
    "rules": ("menu", "rules"),
    "scores": ("menu", "scores"),
    "club": ("menu", "club"),
    "progress": ("menu", "club", "progress"),
    "leagues": ("menu", "club", "leagues"),
    "series": ("menu", "club", "series"),
    "report": ("menu", "settings", "report"),
    "profile": ("menu", "club", "profile"),
    "avatar": ("menu", "club", "profile", "picture"),
    "bring": ("menu", "club", "profile", "bring"),
    "discards": ("menu", "discards"),
    "question": ("menu", "play", "deal"),
    "name": ("menu", "play", "name-0"),
}


def ids(person):
    return [w["id"] for w in person.state["widgets"]]


class Keys(Person):
    """Somebody who only has a keyboard: walks with Tab, the shorter way round, and presses Enter."""

    async def walk(self, identifier):
        found = ids(self)
        here = found.index(self.app.focus) if self.app.focus in found else -1
        steps = found.index(identifier) - here
        for _ in range(abs(steps)):
            await self.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT if steps < 0 else 0)
        assert self.app.focus == identifier

    async def tap(self, target, *, touch=False):  # noqa: ARG002
        if not isinstance(target, str):
            hit = [w["id"] for w in self.state["widgets"] if pygame.Rect(w["rect"]).collidepoint(target)]
            target = hit[-1]
        await self.walk(target)
        assert seen(self), target
        await self.key(pygame.K_RETURN)
        await self.settle(2)

    async def drag(self, start, end):
        await self.tap(start)
        await self.tap(end)


def seen(person):
    """Tells whether the picture shows where the focus is: a frame of its colour around the widget."""
    ratio = person.app.viewport.ratio
    rect = pygame.Rect(*(round(value * ratio) for value in person.widget(person.app.focus)["rect"]))
    screen = pygame.display.get_surface()
    grown = rect.inflate(person.app.px(6), person.app.px(6)).clip(screen.get_rect())
    row = [screen.get_at((x, y))[:3] for y in (rect.centery,) for x in range(grown.left, grown.right)]
    return theme.FOCUS in row


@pytest.mark.parametrize("game", PRESETS)
def test_a_whole_hand(play, game):
    async def script(person):
        played = await play_hand(Keys(person.app, person.bridge))
        assert {"discard", "finish"} & set(played) or len(played) < 3
        await person.settle(2)
        assert person.app.focus in ("next-hand", "new-match")
        await person.key(pygame.K_RETURN)
        assert person.state["scene"] == "table"

    play(script, QuietBridge({MATCH: begun(game, "9")}, size=(1366, 768)))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", ["classic", "okey101"])
def test_arrows_reach_everything_and_it_is_seen(play, game, size):
    async def script(person):
        await person.draw()
        keys = Keys(person.app, person.bridge)
        for scene, way in {"table": (), **SCENES}.items():
            for button in way:
                if button not in ids(person):
                    await keys.walk("next")
                while button not in ids(person):
                    await person.key(pygame.K_RETURN)
                await keys.tap(button)
            assert person.state["scene"] == scene
            found = person.app.scene.widgets()
            reached, new = {found[0].id}, [found[0].id]
            while new:
                here = new.pop()
                for way_on in ARROWS.values():
                    there = towards(found, here, *way_on)
                    if there not in reached:
                        reached.add(there)
                        new.append(there)
            assert {w.id for w in found} == reached, scene
            for widget in found:
                person.app.input.focus(widget.id)
                person.app.redraw()
                await person.settle(1)
                assert seen(person), (scene, widget.id)
            while person.state["scene"] != "table":
                await person.key(pygame.K_ESCAPE)

    play(script, QuietBridge({MATCH: begun(game, "7")}, size=size))


def test_an_open_table_is_played_with_letters(play):
    async def script(person):
        keys = Keys(person.app, person.bridge)
        await ready(person, " ".join([*OPENING, LOOSE]), *OPENING, *LOOSE.split())
        await person.key(pygame.K_o)
        await person.key(pygame.K_u)
        assert person.view["melds"] == []
        person.arrange(*OPENING, *LOOSE.split())
        await person.settle(1)
        await person.key(pygame.K_o)
        assert len(person.view["melds"]) == 3
        person.hold("R9 Y3 Y4 Y5 K6 B13")
        person.arrange("Y3", "R9", "K6", "Y4", "B13", "Y5")
        await person.settle(2)
        rack = person.app.session.rack
        for name in ("Y3", "Y4", "Y5"):
            await keys.walk(f"slot-{rack.find(parse_tile(name))}")
            await person.key(pygame.K_x)
        assert person.state["selection"] == ["Y3", "Y4", "Y5"]
        await keys.tap(f"slot-{rack.columns}")
        assert person.state["groups"]["found"] == [{"type": "run", "tiles": ["Y3", "Y4", "Y5"]}]
        await person.key(pygame.K_x)
        assert person.state["selection"] == ["Y3"]
        await person.key(pygame.K_x)
        assert person.state["selection"] == []
        await person.key(pygame.K_m)
        assert person.state["selection"] == ["Y3", "Y4", "Y5"]
        await person.key(pygame.K_o)
        assert person.view["melds"][-1]["tiles"] == ["Y3", "Y4", "Y5"]
        await keys.tap(f"slot-{rack.find(parse_tile('R9'))}")
        run = next(n for n, meld in enumerate(person.view["melds"]) if meld["tiles"][0] == "R10")
        await keys.tap(f"meld-{run}")
        assert person.view["melds"][run]["tiles"][0] == "R9"

    play(script, at("okey101"))


def test_digits_find_tiles_by_their_number(play):
    async def script(person):
        await ready(person, f"{LOOSE} R13 K11 * Y10 B1 B11 K12 R3 Y8 B8 K5", f"{LOOSE} R13", "K11 * Y10", "B1", "B11")
        rack = person.app.session.rack
        found = []
        for _ in range(6):
            await person.key(pygame.K_1)
            slot = int(person.app.focus.removeprefix("slot-"))
            found.append(person.app.texts.tile(rack.slots[slot], None))
        assert sorted(set(found)) == ["black 1", "black 11", "blue 1", "blue 11", "red 1", "yellow 11"]
        assert person.bridge.said[-1].endswith(found[-1])
        await person.key(pygame.K_KP_0)
        assert person.bridge.said[-1].endswith("yellow 10")
        before = person.app.focus
        await person.key(pygame.K_9)
        assert person.app.focus == before, "there is no 9"

    play(script, at("okey101"))


def test_the_focus_stays_where_its_button_was(play):
    async def script(person):
        keys = Keys(person.app, person.bridge)
        await ready(person, " ".join([*OPENING, LOOSE]), *OPENING, *LOOSE.split())
        await keys.tap("open")
        await keys.walk("undo")
        x, y = person.centre(person.widget("undo")["rect"])
        await person.key(pygame.K_RETURN)
        await person.settle(1)
        assert "undo" not in ids(person)
        there = person.centre(person.widget(person.app.focus)["rect"])
        assert all(
            (there[0] - x) ** 2 + (there[1] - y) ** 2 <= (a - x) ** 2 + (b - y) ** 2
            for a, b in (person.centre(w["rect"]) for w in person.state["widgets"])
        )
        assert seen(person)

    play(script, at("okey101"))
