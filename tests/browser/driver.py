"""Drives the real page in a real Chromium: what the tests and the benchmark share."""

from __future__ import annotations

import io
import json
import re
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Error

from okey.rooms.relay.site import Site
from web.serve import listen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, Route

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000
"""Milliseconds that a page may take to become ready on a busy machine."""


def launch(playwright: Playwright, **options: Any) -> Browser:
    """Starts Debian's Chromium without a window."""
    arguments = [*ARGUMENTS, *options.pop("args", [])]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments, **options)


NO_STORAGE = """
    for (const name of ["localStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, {get() { throw new DOMException("no", "SecurityError"); }});
    }
"""
"""Makes a page, or the game's worker, one that may keep nothing, as in a frame of another site."""

KEPT = """key => new Promise((resolve, reject) => {
    const request = indexedDB.open("okey", 1);
    request.onerror = reject;
    request.onsuccess = () => {
        const found = request.result.transaction("kept").objectStore("kept").get(key);
        found.onsuccess = () => { request.result.close(); resolve(found.result ?? null); };
    };
})"""


GO_ON = """
import gc
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
app._replace_all({kept!r})
"""

STARTED = "window.okey && okey.state().scene !== 'boot'"
"""Whether the page has come to an end of its start, good or bad."""


def until(page: Page, condition: str, argument: object = None, patience: float = PATIENCE / 1000) -> None:
    """Waits for a condition inside a page, for so many seconds.

    Playwright's own way has the page evaluate a text, which the page's policy forbids.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            if page.evaluate(condition, argument):
                return
        except Error as error:
            if "context was destroyed" not in str(error):  # another page is on its way
                raise
        assert time.monotonic() < deadline, f"never {condition}, {argument}"
        page.wait_for_timeout(20)


def in_worker(target: Page | BrowserContext, script: str) -> None:
    """Runs a script in the game's worker whenever that starts, before the game does."""

    def begin(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=f"{response.text()}\n".replace("\nplay(", f"\n{script};\nplay("))

    target.route(at("worker.mjs"), begin)


@contextmanager
def serving(root: Path, *, prefix: str = "/", site: Site | None = None) -> Iterator[str]:
    """Serves a folder, or a site of one's own, on a free port; gives its address with a slash at the end."""
    server = listen(site or Site(root, prefix=prefix), 0, host="127.0.0.1", quiet=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Game:
    """One page with the game in it, and everything it said and asked for."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", self._on_console)
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("pageerror", lambda error: self.errors.append(f"page: {error}"))
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        self.requests.append(request.url)

    def foreign(self) -> list[str]:
        """Lists the requests that left the site's own origin."""
        home = urlsplit(self.url).netloc
        asked = [url for url in self.requests if not url.startswith(("data:", "blob:"))]
        return [url for url in asked if urlsplit(url).netloc != home]

    def fetched(self) -> list[str]:
        """Lists the site's files in the order in which they were asked for."""
        return [url.removeprefix(self.url) for url in self.requests if url.startswith(self.url)]

    def open(self) -> Game:
        """Loads the page and waits until the game is ready."""
        self.page.goto(self.url, wait_until="commit")
        until(self.page, STARTED)
        state = self.state()
        assert state["scene"] != "failure", self.page.text_content("#details")
        self.page.evaluate("okey.ready")
        return self

    def open_with(self, **kept: str) -> Game:
        """Opens the page on what an earlier visit kept, by key, and nothing else."""
        blank = f"{self.url}blank.html"
        icon = "<link rel=icon href=data:,>"
        self.page.route(blank, lambda route: route.fulfill(content_type="text/html", body=icon))
        self.page.goto(blank)
        self.page.evaluate(
            """async kept => {
                localStorage.clear();
                await new Promise((resolve, reject) => {
                    const request = indexedDB.open("okey", 1);
                    request.onupgradeneeded = () => request.result.createObjectStore("kept");
                    request.onerror = reject;
                    request.onsuccess = () => {
                        const change = request.result.transaction("kept", "readwrite");
                        const store = change.objectStore("kept");
                        store.clear();
                        for (const [key, text] of Object.entries(kept)) store.put(text, key);
                        change.oncomplete = () => { request.result.close(); resolve(); };
                    };
                });
            }""",
            kept,
        )
        return self.open()

    def go_on_with(self, view: dict[str, Any], **kept: str) -> None:
        """Goes on with other saves, as when they come out of a file, and waits until the table shows ``view``."""
        self.python(GO_ON.format(kept=kept))
        self.wait_for(lambda state: state["scene"] == "table" and state["view"] == view and not state["moving"])

    def kept(self, key: str) -> str | None:
        """Gets what the game keeps under a key."""
        text: str | None = self.page.evaluate(KEPT, key)
        return text

    def state(self) -> dict[str, Any]:
        """Gets what the game says it shows, once it has done all that it was asked for."""
        state: dict[str, Any] = self.page.evaluate(
            """async () => {
                if (!["boot", "failure"].includes(okey.state().scene)) {
                    const { answered } = await import(document.querySelector("script[type=module]").src);
                    await answered();
                }
                return okey.state();
            }"""
        )
        return state

    def wait_for(self, condition: Callable[[dict[str, Any]], object], seconds: float = 20) -> dict[str, Any]:
        """Waits until the state fulfils a condition, and gives that state."""
        deadline = time.monotonic() + seconds
        while not condition(state := self.state()):
            assert time.monotonic() < deadline, f"still waiting in {state}"
            self.page.wait_for_timeout(50)
        return state

    def settle(self) -> dict[str, Any]:
        """Waits until nothing moves, and gives the state."""
        return self.wait_for(lambda state: not state["moving"])

    def my_turn(self, seconds: float = 60) -> dict[str, Any]:
        """Waits until seat 0 is to act on the table, or the hand's result shows."""
        return self.wait_for(
            lambda state: state["scene"] == "result" or (state["scene"] == "table" and state["view"]["actor"] == 0),
            seconds,
        )

    def tile(self, name: str) -> tuple[float, float]:
        """Finds the middle of a tile in the rack."""
        return centre(next(tile["rect"] for tile in self.state()["rack"] if tile["tile"] == name))

    def spot(self, identifier: str) -> tuple[float, float]:
        """Finds the middle of a widget."""
        return centre(self.widget(identifier)["rect"])

    def widget(self, identifier: str) -> dict[str, Any]:
        """Finds a widget in the state, as soon as it is listed."""

        def found(state: dict[str, Any]) -> dict[str, Any] | None:
            return next((widget for widget in state.get("widgets", ()) if widget["id"] == identifier), None)

        widget = found(self.wait_for(found))
        assert widget is not None
        return widget

    def press(self, *identifiers: str) -> None:
        """Presses widgets one after the other through `window.okey`, each as soon as it can be pressed."""
        for identifier in identifiers:
            until(self.page, "id => okey.press(id)", identifier, 20)
            self.state()

    def choose(self, identifier: str) -> None:
        """Presses a button of the mirror, as soon as it is there, as assistive technology does."""
        self.page.locator(f"#mirror [data-id='{identifier}']").evaluate("button => button.click()")

    def python(self, code: str) -> Any:
        """Runs Python inside the game, with top-level ``await``, and gives the value of its last line."""
        return self.page.evaluate(
            """async (code) => {
                const { python } = await import(document.querySelector("script[type=module]").src);
                return python(code);
            }""",
            code,
        )

    def click(self, identifier: str) -> None:
        """Clicks a widget with the mouse."""
        self.page.mouse.click(*centre(self.widget(identifier)["rect"]))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Drags with the left mouse button."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=steps)
        mouse.up()

    def tap(self, point: tuple[float, float]) -> None:
        """Taps with one finger."""
        self._touch("touchStart", point)
        self._touch("touchEnd")

    def swipe(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Drags with one finger."""
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            point = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            self._touch("touchMove", point)
            self.page.wait_for_timeout(16)
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        if not hasattr(self, "_cdp"):
            self._cdp = self.context.new_cdp_session(self.page)
        self._cdp.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 0} for x, y in points]},
        )

    def picture(self) -> Image.Image:
        """Takes a screenshot."""
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")


def wait_for_snapshot(game: Game, seconds: float = 60) -> None:
    """Waits until the page has kept what makes later starts quick."""
    kept = "caches.open(`okey-snapshot ${location.href}`).then(c => c.match(okey.version)).then(Boolean)"
    deadline = time.monotonic() + seconds
    while not game.page.evaluate(kept):
        assert time.monotonic() < deadline, "no snapshot was made"
        game.page.wait_for_timeout(200)


def at(name: str) -> re.Pattern[str]:
    """Matches the addresses of a file, whatever its content's hash; twins too."""
    stem, _, ending = name.rpartition(".")
    return re.compile(rf"/{re.escape(stem)}\.[0-9a-f]{{16}}\.{ending}(\.\w+)?$")


def served(root: Path, name: str) -> Path:
    """Finds a file of a built site by the name that it has in the sources."""
    return root / json.loads((root / "files.json").read_text())["files"][name]["file"]


def centre(rect: list[float]) -> tuple[float, float]:
    """Gets the middle of a rectangle given as x, y, width, height."""
    x, y, width, height = rect
    return x + width / 2, y + height / 2


def colours(picture: Image.Image) -> int:
    """Counts the colours that cover at least a ten-thousandth of a picture: 1 for a blank one."""
    counts = picture.getcolors(picture.width * picture.height) or []
    return sum(count * 10_000 >= picture.width * picture.height for count, _ in counts)
