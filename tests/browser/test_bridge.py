"""What the page offers the running game: time, input, sizes, storage, sound; and peace around it."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from okey.link import pack
from okey.record import Record
from tests.browser import saves
from tests.browser.driver import (
    KEPT,
    NO_STORAGE,
    PATIENCE,
    STARTED,
    Game,
    at,
    centre,
    in_worker,
    launch,
    until,
    wait_for_snapshot,
)
from tests.browser.test_play_saved import TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, CDPSession, Page, Playwright

pytestmark = pytest.mark.browser

COUNT_WORK = """
    globalThis.work = {frames: 0, wakes: 0};
    for (const [name, kind] of Object.entries(
        {requestAnimationFrame: "frames", setTimeout: "wakes", postMessage: "wakes"},
    )) {
        const original = globalThis[name];
        globalThis[name] = function (...values) { work[kind] += 1; return original.apply(this, values); };
    }
"""


def test_idle_costs_nothing(new_game: Callable[..., Game], browser: Browser) -> None:
    game = new_game()
    game.page.add_init_script(COUNT_WORK)
    in_worker(game.page, COUNT_WORK)
    game.open_with(match=saves.to_draw())
    game.wait_for(lambda state: not state["moving"] and not state["toast"])
    cdp = browser.new_browser_cdp_session()

    def busy() -> float:
        """Adds up the seconds of CPU of all pages and workers."""
        found = cdp.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(process["cpuTime"] for process in found if process["type"] == "renderer")

    wait_for_snapshot(game)
    game.page.wait_for_timeout(3000)  # what the first scene animates has come to rest
    before = busy()
    game.page.wait_for_timeout(3000)
    spent = busy() - before
    game.page.evaluate("work.frames = work.wakes = 0")
    game.python("from js import work; work.frames = work.wakes = 0")
    game.page.wait_for_timeout(3000)
    page, worker = game.page.evaluate("work"), game.python("from js import work; work")
    assert page["frames"] == worker["frames"] == 0
    assert page["wakes"] + worker["wakes"] <= 12, "a clock may tick once a second, and each tick takes a few callbacks"
    assert spent < 0.15, "seconds of CPU in three seconds"
    view = game.state()["view"]
    assert (view["actor"], view["phase"]) == (0, "draw"), "the player's turn, and so no one else's"


class RawTarget:
    """A page that Playwright does not know: it would pretend to every page of its own that it is in sight."""

    def __init__(self, browser: CDPSession, helper: Page, context: str, url: str) -> None:
        self._browser = browser
        self._helper = helper
        self._answers: dict[int, Any] = {}
        target = browser.send("Target.createTarget", {"url": url, "browserContextId": context})["targetId"]
        attached = browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})
        self._session = attached["sessionId"]
        browser.on("Target.receivedMessageFromTarget", self._on_message)

    def _on_message(self, event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        if event["sessionId"] == self._session and "id" in answer:
            self._answers[answer["id"]] = answer

    def evaluate(self, expression: str) -> Any:
        number = len(self._answers) + 1
        call = {
            "id": number,
            "method": "Runtime.evaluate",
            "params": {"expression": expression, "returnByValue": True, "awaitPromise": True},
        }
        message = {"sessionId": self._session, "message": json.dumps(call)}
        self._browser.send("Target.sendMessageToTarget", message)
        while number not in self._answers:
            self._helper.wait_for_timeout(20)
        result = self._answers[number]["result"]
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")


class HidingBrowser:
    """A browser that throttles hidden tabs as hard as it can, and a tab that really is hidden on demand."""

    def __init__(self, browser: Browser, url: str, match: str) -> None:
        self.helper = browser.new_page()
        self._cdp = browser.new_browser_cdp_session()
        self._context = self._cdp.send("Target.createBrowserContext")["browserContextId"]
        self.tab = RawTarget(self._cdp, self.helper, self._context, f"{url}files.json")
        self.wait_until("document.readyState === 'complete'")
        self.tab.evaluate(f"localStorage.setItem('okey:match', {json.dumps(match)})")
        self.tab.evaluate(f"location.href = {json.dumps(url)}")
        self.wait_until("Boolean(window.okey) && okey.state().scene !== 'boot'")

    def wait_until(self, condition: str, milliseconds: int = PATIENCE) -> None:
        for _ in range(milliseconds // 100):
            if self.tab.evaluate(condition):
                return
            self.helper.wait_for_timeout(100)
        raise AssertionError(f"never {condition}")

    def hide(self) -> None:
        """Hides the tab for long enough that the intensive throttling has begun."""
        options = {"url": "about:blank", "browserContextId": self._context}
        self._cdp.send("Target.activateTarget", self._cdp.send("Target.createTarget", options))
        self.helper.wait_for_timeout(7500)
        assert self.tab.evaluate("document.visibilityState") == "hidden"


@pytest.fixture
def hiding(playwright: Playwright, url: str) -> Iterator[HidingBrowser]:
    browser = launch(
        playwright,
        args=["--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/3"],
        ignore_default_args=[
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
        ],
    )
    yield HidingBrowser(browser, url, saves.to_draw())
    browser.close()


def test_computer_players_go_on_in_a_hidden_tab(hiding: HidingBrowser) -> None:
    hiding.hide()
    for identifier in ("stock", "slot-0", "discard"):
        hiding.wait_until(f"okey.press('{identifier}')")
    hiding.wait_until("okey.state().scene === 'question' ? okey.press('yes') && false : okey.state().view.actor === 1")
    start = time.monotonic()
    hiding.wait_until("okey.state().view.actor === 0", 20_000)
    assert time.monotonic() - start < 12, "six actions, 0.7 s each; a throttled timer takes a minute for one"


def test_hidden_tab_keeps_its_clock(hiding: HidingBrowser) -> None:
    game, helper = hiding.tab, hiding.helper
    boot = "import(document.querySelector('script[type=module]').src)"
    python = f"(async code => (await {boot}).python(code))"
    game.evaluate(
        python
        + """(`
        import asyncio, time
        from okey.bridge import detect
        probe = detect()
        hides, waits, frames = [], [], []
        probe.on_hide(lambda: hides.append(1))
        async def clock():
            while True:
                await probe.wait(0.2)
                waits.append(time.monotonic())
        async def film():
            while True:
                await probe.frame()
                frames.append(time.monotonic())
        tasks = [asyncio.ensure_future(clock()), asyncio.ensure_future(film())]
        None`)"""
    )
    hiding.hide()
    game.evaluate("window.ticks = 0; setInterval(() => ticks += 1, 200); 0")
    game.evaluate(python + "('waits.clear(); frames.clear()')")
    helper.wait_for_timeout(5000)
    waits, frames, hides = json.loads(
        game.evaluate(python + "('import json; json.dumps([len(waits), len(frames), len(hides)])')")
    )
    ticks = game.evaluate("ticks")
    assert ticks <= 6, "the browser does throttle the page's own timers"
    assert waits >= 20, "25 were due"
    assert 5 <= frames <= 12, "two a second"
    assert hides == 1


def test_html_inputs_keep_their_keys(running_game: Game) -> None:
    running_game.page.evaluate("""
        const input = document.createElement("input");
        Object.assign(input, {id: "name"}).style.cssText = "position: fixed; top: 0; left: 0; z-index: 9";
        document.body.append(input);
    """)
    running_game.page.click("#name")
    running_game.page.keyboard.type("Ayşe x")
    running_game.page.keyboard.press("Backspace")
    running_game.page.keyboard.press("ArrowLeft")
    running_game.page.keyboard.press("Delete")
    assert running_game.page.input_value("#name") == "Ayşe"
    running_game.page.evaluate("document.getElementById('name').remove()")


@pytest.mark.parametrize(
    ("key", "games"),
    [("ArrowLeft", True), ("Tab", True), ("a", False), ("F5", False), ("F11", False), ("Control+i", False)],
)
def test_browser_keeps_its_shortcuts(running_game: Game, key: str, games: bool) -> None:
    """Whether the game prevents what the browser does with a key."""
    running_game.page.focus("#canvas")
    running_game.python("from okey.bridge import detect; detect().tab_stops(backward=False, forward=True)")
    running_game.page.evaluate("""
        delete window.prevented;
        window.hear ??= event => setTimeout(() => {
            if (event.key !== "Control") window.prevented = event.defaultPrevented;
        });
        addEventListener("keydown", hear, true);
    """)
    running_game.page.keyboard.press(key)
    until(running_game.page, "window.prevented !== undefined")
    assert running_game.page.evaluate("prevented") is games


def test_tab_enters_and_leaves_the_game(new_game: Callable[..., Game]) -> None:
    game = new_game()
    host = (
        "<link rel=icon href=data:,><button id=before>1</button>"
        "<iframe src='./' width=800 height=600></iframe><button id=behind>2</button>"
    )
    game.page.route("**/host.html", lambda route: route.fulfill(content_type="text/html", body=host))
    game.open_with(match=saves.to_draw())
    game.page.goto(f"{game.url}host.html")
    ready = "frames[0].okey && frames[0].okey.state().scene === 'table'"
    until(game.page, ready)
    frame = game.page.frames[1]
    assert frame.get_attribute("#canvas", "role") == "application"

    def focused() -> str | None:
        widgets = frame.evaluate("okey.state().widgets")
        return next((widget["id"] for widget in widgets if widget["focused"]), None)

    def press(key: str) -> None:
        """Presses a key, and lets the game draw what it does."""
        game.page.keyboard.press(key)
        game.page.wait_for_timeout(150)

    def walk(key: str) -> list[str | None]:
        """Presses a key until the focus has passed the game; gives the widgets it met."""
        met = []
        for _ in range(60):
            press(key)
            if game.page.evaluate("document.activeElement.tagName") != "IFRAME":
                return met
            met.append(focused())
        raise AssertionError(f"{key} never leaves {met}")

    ids = [widget["id"] for widget in frame.evaluate("okey.state().widgets")]
    game.page.focus("#before")
    press("Tab")
    assert walk("Tab") == ids
    assert game.page.evaluate("document.activeElement.id") == "behind"
    press("Shift+Tab")
    assert walk("Shift+Tab") == ids[-2::-1]
    assert game.page.evaluate("document.activeElement.id") == "before"
    press("Tab")
    press("Tab")
    assert focused() == ids[1], "the game remembers where the focus was"


def test_newest_tab_takes_over_and_loses_nothing(new_game: Callable[..., Game]) -> None:
    old = new_game().open_with(match=saves.to_draw())
    new = Game(old.context, old.url)

    def check_elsewhere(game: Game) -> None:
        game.page.wait_for_selector("#elsewhere")
        assert "başka bir sekmede" in game.page.inner_text("#elsewhere")
        assert game.state() == {"scene": "elsewhere"}
        assert not game.page.evaluate("okey.press('stock')")
        game.page.keyboard.press("d")
        assert game.page.evaluate("document.activeElement.id") != "canvas"

    old.click("stock")
    view = old.wait_for(lambda state: state["view"]["phase"] == "discard")["view"]
    new.open()
    assert new.state()["view"] == view
    check_elsewhere(old)
    tile = str(saves.policy(view, 0)[1])
    new.settle()
    new.drag(new.tile(tile), new.spot("discard"))
    new.wait_for(lambda state: tile not in state["view"]["rack"])
    view = new.my_turn()["view"]
    kept = new.kept("match")
    old.page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert new.kept("match") == kept, "the old tab writes no more"

    with old.page.expect_navigation():
        old.page.click("#here")
    old.wait_for(lambda state: state["scene"] == "table", 60)
    assert old.state()["view"] == view
    check_elsewhere(new)
    assert new.errors == old.errors == []


def test_a_tab_takes_the_match_back_once_the_newer_one_is_closed(new_game: Callable[..., Game]) -> None:
    old = new_game().open_with(match=saves.to_draw())
    new = Game(old.context, f"{old.url}#record={pack(Record.parse(saves.before_finish()))}").open()
    new.wait_for(lambda state: state["scene"] == "replay")
    old.page.wait_for_selector("#elsewhere")
    look = "dispatchEvent(new Event('focus'))"
    old.page.evaluate(look)
    old.page.wait_for_timeout(2500)
    assert old.state() == {"scene": "elsewhere"}, "the other one is there and plays"
    new.click("close")
    new.wait_for(lambda state: state["scene"] == "table")
    new.click("stock")
    view = new.wait_for(lambda state: state["view"]["phase"] == "discard")["view"]
    new.page.close()
    with old.page.expect_navigation():
        old.page.evaluate(look)
    until(old.page, STARTED)
    assert old.state()["view"] == view


def test_codes_are_pasted_by_key_and_by_button(new_game: Callable[..., Game]) -> None:
    game = new_game(permissions=["clipboard-read", "clipboard-write"]).open()

    def copy(text: str) -> None:
        game.page.evaluate("text => navigator.clipboard.writeText(text)", text)

    def shows(state: dict[str, Any], text: str) -> bool:
        return any(shown["text"] == f"{text}|" for shown in state["texts"])

    for button in ("menu", "friends", "code"):
        game.click(button)
        game.settle()
    copy("Gel oynayalım: https://example.org/#room=m574g-2sv0q")
    game.click("key-paste")
    game.wait_for(lambda state: shows(state, "M574G-2SV0Q"))
    copy("AAAAA BBBBB")
    game.page.focus("#canvas")
    game.page.keyboard.press("Control+v")
    game.wait_for(lambda state: shows(state, "AAAAA-BBBBB"))
    copy("nothing of the kind")
    game.click("key-paste")
    assert game.wait_for(lambda state: state["toast"])["toast"]
    assert shows(game.state(), "AAAAA-BBBBB")


def test_tabs_without_storage_are_their_own(new_game: Callable[..., Game]) -> None:
    games = [new_game()]
    games[0].context.add_init_script(NO_STORAGE)
    in_worker(games[0].context, NO_STORAGE)
    games.append(Game(games[0].context, games[0].url))
    for game in games:
        game.open()
    for game in games:
        assert game.state()["scene"] == "table"


def test_cancelled_touch_is_no_error(new_game: Callable[..., Game]) -> None:
    game = new_game(has_touch=True).open_with(match=saves.to_draw())
    said: list[str] = []
    game.page.on("console", lambda message: said.append(message.text))
    cdp = game.context.new_cdp_session(game.page)
    x, y = game.tile(game.state()["rack"][0]["tile"])
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchCancel", [])):
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    game.page.wait_for_timeout(300)
    assert not [text for text in said if "cancel" in text]


@pytest.mark.parametrize(("locale", "text"), [("tr-TR", "odağı taşır"), ("en-GB", "move the focus")])
def test_screen_readers_are_told_the_keys(new_game: Callable[..., Game], locale: str, text: str) -> None:
    game = new_game(locale=locale).open()
    cdp = game.context.new_cdp_session(game.page)
    nodes = cdp.send("Accessibility.getFullAXTree")["nodes"]
    canvas = next(node for node in nodes if node["role"]["value"] == "application")
    assert canvas["name"]["value"] == "Okey"
    assert text in canvas["description"]["value"]
    assert canvas["description"]["value"].count("Enter") == 1, "in one language"


def test_versions_are_one(running_game: Game) -> None:
    assert running_game.state()["version"] == running_game.page.evaluate("okey.version")


@pytest.mark.parametrize("ratio", [1, 1.5, 2, 3])
def test_canvas_has_the_screens_pixels(new_game: Callable[..., Game], ratio: float) -> None:
    game = new_game(viewport={"width": 411, "height": 731}, device_scale_factor=ratio).open()
    for width, height in ((411, 731), (731, 411)):
        game.page.set_viewport_size({"width": width, "height": height})
        until(
            game.page,
            "([w, h]) => Math.abs(canvas.width - w) < 1 && Math.abs(canvas.height - h) < 1",
            [width * ratio, height * ratio],
        )
        box = game.page.locator("#canvas").bounding_box()
        assert box == {"x": 0, "y": 0, "width": width, "height": height}


def test_wait_ends_in_time_and_on_wake(running_game: Game) -> None:
    spans = running_game.python("""
        import asyncio, time
        from okey.bridge import detect
        b = detect()
        async def span(what):
            start = time.perf_counter()
            await what
            return time.perf_counter() - start
        timed = await span(b.wait(0.2))
        asyncio.get_running_loop().call_later(0.1, b.wake)
        woken = await span(b.wait(None))
        [timed, woken]
    """)
    timed, woken = spans
    assert 0.19 < timed < 0.6
    assert woken < 0.6


def test_pause_lets_others_run_and_is_quick(running_game: Game) -> None:
    seconds, ticks = running_game.python("""
        import asyncio, time
        from okey.bridge import detect
        b, ticks = detect(), 0
        async def other():
            global ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)
        task = asyncio.ensure_future(other())
        start = time.perf_counter()
        for _ in range(200):
            await b.pause()
        seconds = time.perf_counter() - start
        task.cancel()
        [seconds, ticks]
    """)
    assert ticks >= 3
    assert seconds / 200 < 0.003, "no 4 ms clamp"


def test_frames_leave_nothing_behind(running_game: Game) -> None:
    grown = running_game.python("""
        import asyncio, gc
        from okey.bridge import detect
        b = detect()
        async def loop(times):
            for _ in range(times):
                await b.frame()
            for _ in range(times):
                asyncio.get_running_loop().call_soon(b.wake)
                await b.wait(None)
            gc.collect()
            return len(gc.get_objects())
        await loop(20)
        before = await loop(20)
        await loop(100) - before
    """)
    assert abs(grown) < 50


def test_storage_survives_a_reload(game: Game) -> None:
    save = "from okey.bridge import detect; b = detect(); "
    assert game.python(save + "[b.load('t'), b.save('t', 'Şişli ★\\n')]") == [None, True]
    game.open()
    assert game.python(save + "[b.load('t'), b.save('t', None), b.load('t')]") == ["Şişli ★\n", True, None]


HELD = "okey.state().rack[0].rect"
FREE = "(({rack, slots}) => slots.find(({slot}) => !rack.some(held => held.slot === slot)).rect)(okey.state())"
"""Where the first tile of the rack lies, and the first free slot."""


def test_the_browser_is_asked_to_keep_data_once_there_is_something_to_lose(new_game: Callable[..., Game]) -> None:
    """Never before the player has done something, and never twice, since some browsers ask the player."""
    game = new_game()
    cdp = game.context.new_cdp_session(game.page)
    game.page.add_init_script("""
        window.asked = 0;
        const real = StorageManager.prototype.persist;
        StorageManager.prototype.persist = function () { asked += 1; return real.call(this); };
    """)

    def look(expression: str) -> Any:
        """Evaluates without what the driver's own way brings with it: the browser takes that for a gesture."""
        return cdp.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})[
            "result"
        ].get("value")

    def wait(condition: str) -> None:
        deadline = time.monotonic() + 60
        while not look(condition):
            assert time.monotonic() < deadline, f"never {condition}"
            game.page.wait_for_timeout(50)

    for expected in (1, 0):
        game.page.goto(game.url, wait_until="commit")
        wait("window.okey && okey.state().scene === 'table'")
        wait(f"({KEPT})('match')")
        assert look("navigator.userActivation.hasBeenActive") is False
        assert look("asked") == 0
        for _ in range(2):
            rack = look(f"({KEPT})('rack')")
            game.drag(centre(look(HELD)), centre(look(FREE)))  # no way to sort is sure to change what was dealt
            wait(f"({KEPT})('rack').then(text => text !== {json.dumps(rack)})")
        assert look("asked") == expected
        wait("localStorage.getItem('okey-page:asked') === '1'")


FILL = """
import js
from pyodide.ffi import create_proxy
def full(*_):
    raise OSError("full")
js.IDBObjectStore.prototype.put = create_proxy(full)
None
"""


def test_full_storage_falls_back_to_memory(game: Game) -> None:
    game.python(FILL)
    code = "from okey.bridge import detect; b = detect(); [b.save('t', {!r}), b.load('t')]"
    game.python(code.format("a"))
    assert game.python(code.format("b")) == [False, "b"]
    text = TEXTS["tr"]["notice.memory"]
    game.press("sort-pairs")
    game.wait_for(lambda state: state["toast"] and state["toast"]["text"] == text)


def test_saves_of_old_builds_move_over(new_game: Callable[..., Game]) -> None:
    game = new_game()
    match = saves.to_draw()
    game.page.add_init_script(
        f"localStorage['okey:match'] ??= {json.dumps(match)}; localStorage['okey:match.damaged'] = 'x'"
    )
    game.open()
    assert game.state()["view"]["phase"] == "draw"
    assert game.kept("match") == match
    assert game.kept("match.damaged") == "x"
    assert game.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('okey:'))") == []


NEWER = """new Promise(resolve => {
    const request = indexedDB.open("okey", 99);
    request.onsuccess = () => { request.result.close(); resolve(); };
})"""


def test_a_database_of_a_newer_game_is_left_alone(new_game: Callable[..., Game]) -> None:
    game = new_game()
    icon = "<link rel=icon href=data:,>"
    game.page.route("**/blank.html", lambda route: route.fulfill(content_type="text/html", body=icon))
    game.page.goto(f"{game.url}blank.html")
    game.page.evaluate(NEWER)
    game.open()
    assert game.python("from okey.bridge import detect; detect().save('t', 'a')") is False
    assert game.page.evaluate("indexedDB.databases().then(all => all.map(d => d.version))") == [99]


def test_sound_waits_for_a_gesture_and_sleeps_in_silence(new_game: Callable[..., Game]) -> None:
    game = new_game()
    game.page.add_init_script(
        "const Original = AudioContext; AudioContext = class extends Original"
        " { constructor(...values) { super(...values); window.audio = this; } };"
    )
    game.open()
    play = "from okey.bridge import detect; detect().play('click', b'\\0\\x20' * 2205, 22050, 0.5)"
    game.python(play)
    assert game.page.evaluate("window.audio === undefined")
    game.page.keyboard.press("Shift")
    until(game.page, "window.audio?.state === 'running'")
    game.python(play)
    until(game.page, "audio.state === 'suspended'")
    game.python(play)
    until(game.page, "audio.state === 'running'")


def test_speaks_and_points(running_game: Game) -> None:
    running_game.python(
        "from okey.bridge import detect; b = detect(); b.announce('Sıra sende'); b.announce('Elif oynuyor');"
        "b.cursor('grab')"
    )
    lines = running_game.page.locator("[aria-live=polite] p").all_inner_texts()
    assert lines[-2:] == ["Sıra sende", "Elif oynuyor"], "one does not swallow the other"
    running_game.python("for i in range(20): b.announce(str(i))")
    assert running_game.page.locator("[aria-live=polite] p").count() == 8
    assert running_game.page.evaluate("getComputedStyle(canvas).cursor") == "grab"


def test_chosen_language_is_kept_for_the_next_start(game: Game) -> None:
    game.python("from okey.bridge import detect; detect().set_language('en')")
    assert game.page.evaluate("document.documentElement.lang") == "en"
    game.press("menu", "language-en")
    game.page.route(at("okey.apk"), lambda _route: None)
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_selector("text=Fetching the tiles")
    assert game.page.evaluate("Object.keys(localStorage).filter(key => /language/.test(key))") == []


def test_random_bytes_differ(running_game: Game) -> None:
    code = "from okey.bridge import detect; b = detect(); len({b.entropy(32) for _ in range(9)})"
    assert running_game.python(code) == 9


@pytest.mark.parametrize("junk", ["", "null", "{}", "3, []", "'no such widget'", "'x'.repeat(1e6)"])
def test_pressing_junk_does_nothing(running_game: Game, junk: str) -> None:
    assert running_game.page.evaluate(f"okey.press({junk})") is False
    assert running_game.state()["scene"] == "table"
