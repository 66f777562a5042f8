"""What is on the screen: at every size and sharpness, in both languages, in motion and at rest."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import pytest
from PIL import Image, ImageChops

from tests.browser import saves
from tests.browser.driver import Game, colours, until
from tests.ui.playing import TOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (640, 360), (768, 1024), (1366, 768), (2560, 1440)]

Rect = list[float]


def test_the_fixtures_see_trouble(browser: Browser, url: str) -> None:
    """All other tests rely on it."""
    game = Game(browser.new_context(), url)
    game.page.route("**/blank.html", lambda route: route.fulfill(content_type="text/html", body="."))
    game.page.goto(f"{url}blank.html")
    assert not game.foreign()
    game.errors.clear()  # it has no icon
    game.page.evaluate("setTimeout(() => { throw new Error('one'); }); 0")
    game.page.evaluate("console.error('two')")
    game.page.evaluate("fetch('http://127.0.0.1:9/three').catch(() => 0)")
    game.page.evaluate("{ new WebSocket('ws://127.0.0.1:9/four'); 0 }")
    game.page.evaluate("{ const text = 'fetch(\"http://127.0.0.1:9/five\")'; new Worker('data:,' + text); 0 }")
    game.page.wait_for_timeout(1000)
    text = " ".join(game.errors)
    assert "one" in text
    assert "two" in text
    assert {asked.rsplit("/", 1)[1] for asked in game.foreign()} == {"three", "four", "five"}
    game.context.close()


def inside(inner: Rect, outer: Rect, slack: float = 1) -> bool:
    x, y, width, height = inner
    left, top, wide, high = outer
    return (
        x >= left - slack and y >= top - slack and x + width <= left + wide + slack and y + height <= top + high + slack
    )


def overlap(one: Rect, other: Rect, slack: float = 1) -> bool:
    return (
        one[0] + one[2] > other[0] + slack
        and other[0] + other[2] > one[0] + slack
        and one[1] + one[3] > other[1] + slack
        and other[1] + other[3] > one[1] + slack
    )


def faults(state: dict[str, Any]) -> list[str]:
    """Lists what is wrong with a layout."""
    return [*text_faults(state), *widget_faults(state)]


def text_faults(state: dict[str, Any]) -> Iterator[str]:
    """Lists the texts that are cut, out of their place, or over another."""
    whole = [0, 0, *state["viewport"][:2]]
    for shown in state["texts"]:
        if shown["clipped"]:
            yield f"{shown['text']!r} is cut"
        x, y, width, height = shown["rect"]
        air = height / 10  # no letter fills its line
        ink = [x, y + air, width, height - 2 * air]
        if not inside(ink, shown["box"]) or not inside(ink, whole):
            yield f"{shown['text']!r} at {shown['rect']} is out of its box {shown['box']} or the screen"
    if state["scene"] == "table":  # panels list the table's texts too
        for one, other in combinations(state["texts"], 2):
            if overlap(one["rect"], other["rect"]):
                yield f"{one['text']!r} and {other['text']!r} overlap"


def widget_faults(state: dict[str, Any]) -> Iterator[str]:
    """Lists the widgets and tiles that are off the screen, too small to hit, or over another."""
    whole = [0, 0, *state["viewport"][:2]]
    for widget in state["widgets"]:
        name, (_, _, width, height) = widget["id"], widget["area"]
        # ten slots share the width of a phone, fifteen what buttons leave of that of a phone on its side
        least = ({20: 35, 24: 34, 30: 27, 33: 32}[len(state["slots"])], 44)
        least = least if name.startswith("slot") else (44, 44)
        if width < least[0] or height < least[1]:
            yield f"{name} is only {width} by {height}"
        if not widget["label"]:
            yield f"{name} has no label"
    for thing in (*state["widgets"], *state["rack"]):
        if not inside(thing["rect"], whole):
            yield f"{thing} is out of the screen"
    for one, other in combinations(state["widgets"], 2):
        if overlap(one["area"], other["area"]):
            yield f"{one} and {other} overlap"


def resize(game: Game, width: int, height: int, ratio: float) -> None:
    """Gives the page another size and waits until the game has drawn itself for it."""
    game.page.set_viewport_size({"width": width, "height": height})
    game.wait_for(lambda state: state["viewport"] == [width, height, ratio] and not state["moving"], 60)
    until(game.page, "size => size.join() === [canvas.width, canvas.height].join()", [width * ratio, height * ratio])
    rect = game.page.evaluate("(({x, y, width, height}) => [x, y, width, height])(canvas.getBoundingClientRect())")
    assert rect == [0, 0, width, height]
    assert game.page.evaluate("[document.documentElement.scrollWidth, scrollY]") == [width, 0]


def press(game: Game, identifier: str) -> None:
    frames = game.state()["frames"]
    game.press(identifier)
    game.wait_for(lambda state: state["frames"] > frames)


def check_table_picture(picture: Image.Image, size: tuple[int, int]) -> None:
    """Checks that a picture looks like a table: green felt, ivory tiles, a wooden rack."""
    assert picture.size == size
    assert colours(picture) > 100
    small = picture.resize((160, 160), Image.Resampling.BOX)
    pixels = [colour for count, colour in small.getcolors(160 * 160) or [] for _ in range(count)]
    green = sum(g > r + 10 and g > b + 5 for r, g, b in pixels) / len(pixels)
    ivory = sum(r > 215 and g > 200 and 150 < b < r for r, g, b in pixels) / len(pixels)
    wood = sum(r > g + 15 > b + 25 and r < 190 for r, g, b in pixels) / len(pixels)
    assert 0.25 < green < 0.95, green
    assert 0.02 < ivory < 0.4, ivory
    assert 0.015 < wood < 0.5, wood


def is_crisp(picture: Image.Image) -> bool:
    """Tells whether a picture has detail of one device pixel: more than doubled smaller pixels have."""
    width, height = picture.width // 2 * 2, picture.height // 2 * 2
    whole = picture.crop((0, 0, width, height))
    half = whole.resize((width // 2, height // 2), Image.Resampling.BOX)
    again = half.resize((width, height), Image.Resampling.BILINEAR)
    difference = ImageChops.difference(whole, again).convert("L").histogram()
    return sum(difference[40:]) * 2000 > width * height


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_everything_fits_at_every_size(new_game: Callable[..., Game], ratio: int) -> None:
    game = new_game(device_scale_factor=ratio).open_with(match=saves.before_finish())
    sizes = [size for size in SIZES if size[0] * ratio < 5000]
    wrong: list[str] = []

    def look(scene: str, size: tuple[int, int], language: str) -> None:
        state = game.settle()
        assert (state["scene"], state["language"]) == (scene, language)
        wrong.extend(f"{scene} {language} {size} at {ratio}: {fault}" for fault in faults(state))

    def speak(language: str) -> None:
        if game.state()["language"] != language:
            press(game, "menu")
            press(game, f"language-{language}")
            press(game, "continue")

    def table(size: tuple[int, int], language: str) -> None:
        look("table", size, language)
        if size[0] * ratio > 3000:  # slow to draw, and panels have their full size long before
            return
        press(game, "finish")
        look("table", size, language)
        press(game, "menu")
        look("menu", size, language)
        for button, scene in (
            *((name, name) for name in ("rules", "scores", "discards", "settings")),
            ("play", "setup"),
        ):
            press(game, button)
            look(scene, size, language)
            while any(w["id"] == "next" and w["enabled"] for w in game.state()["widgets"]):
                press(game, "next")
                look(scene, size, language)
            if scene != "setup":
                press(game, "close")
        press(game, "deal")
        look("question", size, language)
        press(game, "no")
        press(game, "close")
        press(game, "continue")
        game.page.keyboard.press("Escape")
        game.wait_for(lambda state: state["armed"] is None)

    languages = ["tr", "en"]
    for size in sizes:
        resize(game, *size, ratio)
        for language in languages[: 2 if ratio == 1 else 1]:  # sharper screens differ by roundings only
            speak(language)
            table(size, language)
        languages.reverse()
        picture = game.picture()
        check_table_picture(picture, (size[0] * ratio, size[1] * ratio))
        assert is_crisp(picture)
    press(game, "finish")
    press(game, "finish")
    game.wait_for(lambda state: state["scene"] == "result")
    for size in reversed(sizes):
        resize(game, *size, ratio)
        for language in languages[: 2 if ratio == 1 else 1]:
            speak(language)
            look("result", size, language)
        languages.reverse()
        assert colours(game.picture()) > 100
    assert not wrong, "\n".join(wrong)


def test_turning_the_screen_keeps_the_position(new_game: Callable[..., Game]) -> None:
    game = new_game(viewport={"width": 640, "height": 360}, device_scale_factor=2)
    game.open_with(match=saves.to_draw())

    def order(state: dict[str, Any]) -> list[str]:
        return [tile["tile"] for tile in sorted(state["rack"], key=lambda tile: tile["slot"])]

    game.click("stock")
    before = game.wait_for(lambda state: state["view"]["phase"] == "discard" and not state["moving"])
    tile = before["view"]["arrived"]
    game.page.mouse.click(*game.tile(tile))
    game.wait_for(lambda state: state["selected"] == tile)
    for width, height in ((360, 640), (640, 360), (412, 915), (640, 360)):
        resize(game, width, height, 2)
        state = game.state()
        assert state["view"] == before["view"]
        assert order(state) == order(before)
        assert state["selected"] == tile
        assert not faults(state)
    # the same page goes on to a screen of another sharpness, as a window does
    cdp = game.context.new_cdp_session(game.page)
    metrics = {"width": 700, "height": 500, "deviceScaleFactor": 1.5, "mobile": False}
    cdp.send("Emulation.setDeviceMetricsOverride", metrics)
    state = game.wait_for(lambda state: state["viewport"] == [700, 500, 1.5] and not state["moving"])
    until(game.page, "[canvas.width, canvas.height].join() === '1050,750'")
    assert not faults(state)
    game.page.mouse.click(*game.spot("discard"))
    game.wait_for(lambda state: state["view"]["actor"] == 1)


def test_tiny_frames_do_no_harm(new_game: Callable[..., Game]) -> None:
    game = new_game()
    host = "<link rel=icon href=data:,><iframe src='./' width=300 height=150 frameborder=0></iframe>"
    game.page.route("**/host.html", lambda route: route.fulfill(content_type="text/html", body=host))
    game.page.goto(f"{game.url}host.html")
    ready = "frames[0].okey && !['boot', 'failure'].includes(frames[0].okey.state().scene)"
    until(game.page, ready)
    until(game.page, "!frames[0].okey.state().moving")
    until(game.page, "frames[0].okey.press('guide-no')")  # the offer to a beginner lies over the table
    for width, height in ((200, 120), (1, 1), (120, 300), (800, 600)):
        game.page.evaluate(
            "([w, h]) => Object.assign(document.querySelector('iframe'), {width: w, height: h})",
            [width, height],
        )
        sized = f"frames[0].okey.state().viewport?.join() === '{width},{height},1'"
        until(game.page, f"{sized} && !frames[0].okey.state().moving")
        for identifier in TOUR:
            until(game.page, "id => frames[0].okey.press(id)", identifier)
            until(game.page, "!frames[0].okey.state().moving")
    assert not faults(game.page.evaluate("frames[0].okey.state()"))
    assert colours(game.picture()) > 100


def test_nothing_is_drawn_while_nothing_happens(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())
    game.wait_for(lambda state: not state["moving"] and not state["toast"])
    game.page.mouse.move(5, 300)
    game.page.wait_for_timeout(300)
    frames = game.state()["frames"]
    game.page.wait_for_timeout(5000)
    assert game.state()["frames"] == frames
    assert game.state()["view"]["actor"] == 0


GLIDES = """() => {
    window.glides = new Promise(done => {
        const end = performance.now() + 700;
        const look = () => {
            if (okey.state().moving || performance.now() > end) done(okey.state().moving);
            else requestAnimationFrame(look);
        };
        look();
    });
}"""
"""Watches, from now on for 0.7 s, whether anything moves: the promise `glides` tells."""


def test_movement_ends_as_soon_as_the_system_asks_for_it(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())
    game.settle()

    def moves() -> bool:
        """Sorts the rack another way; tells whether tiles glide."""
        press(game, "sort-runs")  # which never lie as pairs do; the best way sometimes does
        game.settle()
        game.page.evaluate(GLIDES)
        press(game, "sort-pairs")
        return bool(game.page.evaluate("glides"))

    def prefer(motion: Literal["reduce", "no-preference"]) -> None:
        game.page.emulate_media(reduced_motion=motion)
        until(game.page, f"matchMedia('(prefers-reduced-motion: {motion})').matches")
        game.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert game.python("import asyncio; await asyncio.sleep(0.1); 'the game has had its turn to hear of it'")

    assert moves()
    prefer("reduce")
    assert not moves()
    prefer("no-preference")
    assert moves()


def test_settings_language_sound_and_speed(new_game: Callable[..., Game]) -> None:
    game = new_game()
    game.page.add_init_script(
        "window.audios = []; const Original = AudioContext; AudioContext = class extends Original"
        " { constructor(...values) { super(...values); audios.push(this); } };"
    )
    game.open_with(match=saves.to_draw())
    keyboard = game.page.keyboard
    assert game.page.evaluate("audios.length") == 0, "no sound before a gesture"

    def words() -> str:
        return " ".join(shown["text"] for shown in game.settle()["texts"])

    keyboard.press("Escape")
    game.wait_for(lambda state: state["scene"] == "menu")
    assert "Devam et" in words()
    keyboard.press("Escape")
    game.wait_for(lambda state: state["scene"] == "table")
    assert "Gösterge" in words()

    game.click("menu")
    game.wait_for(lambda state: state["scene"] == "menu")
    game.click("language-en")
    game.wait_for(lambda state: state["language"] == "en")
    assert "Continue" in words()
    assert "Devam" not in words()
    game.click("settings")
    game.wait_for(lambda state: state["scene"] == "settings")

    def choose(identifier: str) -> None:
        """Presses a choice, and waits until it is the one in effect."""
        while identifier not in [widget["id"] for widget in game.state()["widgets"]]:
            game.click("next")
        game.click(identifier)
        game.wait_for(lambda _: game.widget(identifier)["chosen"])

    choose("speed-fast")
    choose("volume-0")
    choose("volume-4")
    game.click("close")
    game.click("continue")
    game.wait_for(lambda state: state["scene"] == "table")
    assert "Indicator" in words()
    kept = json.loads(str(game.kept("settings")))
    assert (kept["language"], kept["volume"], kept["speed"]) == ("en", 4, "fast")
    until(game.page, "audios.length === 1")

    game.click("stock")
    game.wait_for(lambda state: state["view"]["phase"] == "discard")
    until(game.page, "audios[0].state === 'running'")
    tile = str(saves.policy(game.settle()["view"], 0)[1])
    game.drag(game.tile(tile), game.spot("discard"))
    game.wait_for(lambda state: state["view"]["actor"] != 0)
    game.my_turn(10)
    game.open()
    assert game.state()["language"] == "en"
    assert "Indicator" in words()
