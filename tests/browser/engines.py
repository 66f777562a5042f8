"""Three engines behind the few verbs that tests of the page need: Chromium, Firefox ESR and WebKitGTK.

Playwright drives the first two.  WebKit is driven by WebDriver, which is plain HTTP.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from tests.browser.driver import launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Playwright

FIREFOX = "/usr/bin/firefox-esr"
WEBKIT = "/usr/bin/WebKitWebDriver"
BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
PATIENCE = 60


class Engine(Protocol):
    """One page in some browser."""

    def goto(self, url: str) -> None:
        """Loads an address."""

    def evaluate(self, code: str) -> Any:
        """Gives the value of an expression, or what it promises."""

    def inside(self, code: str) -> Any:
        """Gives the value of an expression inside the page's first frame, whatever its origin."""

    def click(self, x: float, y: float) -> None:
        """Presses and releases the mouse's main button."""

    def type(self, text: str) -> None:
        """Types a text with the keys."""


class Playwrights:
    """A page that Playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def goto(self, url: str) -> None:
        self._page.goto(url, wait_until="commit")

    def evaluate(self, code: str) -> Any:
        return self._page.evaluate(f"(async () => ({code}))()")

    def inside(self, code: str) -> Any:
        return self._page.frames[1].evaluate(f"(async () => ({code}))()")

    def click(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)


class WebDriver:
    """A page that a WebDriver program drives, which listens on a port."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        options = {"binary": BROWSER, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = ""
        deadline = time.monotonic() + 20
        while True:
            try:
                self._session = "/session/" + self._send("POST", "/session", wanted)["sessionId"]
                break
            except OSError:
                assert time.monotonic() < deadline, "WebKitWebDriver does not answer"
                time.sleep(0.1)
        self._send("POST", "/timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def _send(self, method: str, path: str, data: object = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self._address + self._session + path, body, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def goto(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def evaluate(self, code: str) -> Any:
        script = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => ({code}))().then(value => done({{value}}), error => done({{error: String(error)}}));"
        )
        answer = self._send("POST", "/execute/async", {"script": script, "args": []})
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def inside(self, code: str) -> Any:
        self._send("POST", "/frame", {"id": self._find_frame()})
        try:
            return self.evaluate(code)
        finally:
            self._send("POST", "/frame", {"id": None})

    def _find_frame(self) -> Any:
        """Finds the frame, in the page itself or in the shadow of one of its elements."""
        script = """
            const found = (root) => root.querySelector("iframe")
                ?? [...root.querySelectorAll("*")].map(each => each.shadowRoot && found(each.shadowRoot)).find(Boolean);
            return found(document);
        """
        return self._send("POST", "/execute/sync", {"script": script, "args": []})

    def click(self, x: float, y: float) -> None:
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._send("POST", "/actions", {"actions": [mouse]})

    def type(self, text: str) -> None:
        steps = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": steps}]})

    def close(self) -> None:
        self._send("DELETE", "")


@contextmanager
def open_engine(name: str, playwright: Playwright, port: int) -> Iterator[Engine]:
    """Opens an empty page in a fresh profile of the named engine; WebKit's driver gets the port."""
    if name == "webkit":
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24", WEBKIT, f"--port={port}", "--host=127.0.0.1"]
        # without compositing: with it, one in ten loads crashes in its software compositor
        environment = {**os.environ, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        assert shutil.which("WebKitWebDriver"), "run: sh web/need.sh webkit"
        driver = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            page = WebDriver(port)
            yield page
            page.close()
        finally:
            os.killpg(driver.pid, signal.SIGTERM)  # xvfb-run alone would leave behind what it runs
            driver.wait(20)
        return
    if name == "firefox":
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
    else:
        browser = launch(playwright)
    yield Playwrights(browser.new_page(locale="tr-TR"))
    browser.close()
