"""The start of the game in a browser: the first screen, the bar, readiness, and every way to fail."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import PATIENCE, colours, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Route

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

WATCH_PROGRESS = """
    window.values = [];
    const { set } = Object.getOwnPropertyDescriptor(HTMLProgressElement.prototype, "value");
    Object.defineProperty(HTMLProgressElement.prototype, "value", {
        set(value) { window.values.push(value); set.call(this, value); },
        get() { return window.values.at(-1) ?? 0; },
    });
"""


def test_boots_to_a_picture(new_game: Callable[..., Game], root: Path) -> None:
    game = new_game()
    game.page.add_init_script(WATCH_PROGRESS)
    game.open()

    listing = json.loads((root / "files.json").read_text())
    assert game.page.evaluate("okey.version") == listing["version"]
    assert game.page.evaluate("document.documentElement.dataset.stage") == "ready"
    assert game.page.evaluate("document.activeElement.id") == "canvas"
    game.page.wait_for_timeout(500)
    assert not game.page.is_visible("#boot")
    assert colours(game.picture()) > 2

    values = game.page.evaluate("values")
    assert values == sorted(values)
    assert values[-1] == 100
    assert sum(value <= 80 for value in values) > 10, "the bar follows the bytes"

    assert [name for name, times in Counter(game.fetched()).items() if times > 1] == []


def test_boots_from_a_sub_path(new_game: Callable[..., Game], root: Path) -> None:
    with serving(root, prefix="/some/games/okey/") as address:
        new_game(address=address).open()


def test_boots_without_storage(new_game: Callable[..., Game]) -> None:
    game = new_game()
    game.page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " {get() { throw new DOMException('no', 'SecurityError'); }});"
    )
    game.open()
    keep = "from okey.bridge import detect; b = detect(); [b.save('a', 'x'), b.load('a')]"
    assert game.python(keep) == [False, "x"]


def test_leaves_the_focus_to_a_host_page(new_game: Callable[..., Game]) -> None:
    game = new_game()
    host = "<input id=chat autofocus><iframe src='./' width=800 height=600></iframe>"
    game.page.route("**/host.html", lambda route: route.fulfill(content_type="text/html", body=host))
    game.page.goto(f"{game.url}host.html")
    game.page.focus("#chat")
    game.page.wait_for_function("frames[0].okey && frames[0].okey.state().scene !== 'boot'", timeout=PATIENCE)
    game.page.wait_for_timeout(300)
    assert game.page.evaluate("document.activeElement.id") == "chat"
    game.page.keyboard.type("selam")
    assert game.page.input_value("#chat") == "selam"


@pytest.mark.parametrize(
    ("locale", "language", "text"),
    [
        ("tr-TR", "tr", "Taşlar getiriliyor"),
        ("en-GB", "en", "Fetching the tiles"),
        ("de-DE", "en", "Fetching the tiles"),
    ],
)
def test_first_screen_speaks_the_browsers_language(
    new_game: Callable[..., Game], locale: str, language: str, text: str
) -> None:
    game = new_game(locale=locale)
    game.page.route("**/okey.apk?*", hold)
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_selector("#progress")
    game.page.wait_for_function("document.getElementById('percent').textContent")
    assert game.page.evaluate("[document.documentElement.lang, okey.state().scene]") == [language, "boot"]
    assert "OKEY" in game.page.inner_text("#boot")
    assert game.page.inner_text("#status").startswith(text)
    assert colours(game.picture()) > 10


def test_first_screen_needs_no_script(new_game: Callable[..., Game]) -> None:
    game = new_game(java_script_enabled=False)
    game.page.goto(game.url)
    assert game.page.is_visible("#boot h1")
    assert game.page.is_visible("noscript p[lang=tr]")


def hold(_route: Route) -> None:
    """Never answers."""


def missing(route: Route) -> None:
    route.fulfill(status=404, body="nothing here")


def cut(route: Route) -> None:
    """Answers with the first half, as a server does that breaks down."""
    response = route.fetch()
    body = response.body()
    route.fulfill(status=200, content_type=response.headers["content-type"], body=body[: len(body) // 2])


def lost(route: Route) -> None:
    route.abort("connectionreset")


def expect_failure(game: Game, kind: str, detail: str) -> None:
    """Waits for the failure page, whole and in Turkish."""
    page = game.page
    page.wait_for_selector("#failure", timeout=PATIENCE)
    assert game.state() == {"scene": "failure", "kind": kind}
    assert not page.is_visible("#boot")
    shown = page.locator("[data-kind]:visible")
    assert shown.count() == 1
    assert shown.get_attribute("data-kind") == kind
    assert len(shown.inner_text()) > 30
    assert page.locator("#retry").inner_text() == "Yeniden dene"
    page.click("summary")
    details = page.inner_text("#details")
    assert detail in details
    for known in (page.evaluate("okey.version"), page.evaluate("navigator.userAgent"), page.url):
        assert known in details


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        *((name, missing) for name in ("boot.mjs", "loop.mjs", "pyodide.mjs", "pyodide.asm.mjs")),
        *((name, missing) for name in ("pyodide.asm.wasm", "pyodide-lock.json")),
        *((name, missing) for name in ("python_stdlib.zip", "okey.apk")),
        *((name, lost) for name in ("boot.mjs", "pyodide.asm.wasm", "pygame.zip")),
        *((name, cut) for name in ("pyodide.asm.wasm", "python_stdlib.zip", "okey.apk")),
    ],
)
def test_failed_download(new_game: Callable[..., Game], name: str, trouble: Callable[[Route], None]) -> None:
    game = new_game(troubled=True)
    game.page.route(f"**/{name}?*", trouble)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "download", name)


def test_missing_style_sheet(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route("**/style.css?*", missing)
    game.page.goto(game.url)
    game.page.wait_for_selector("#failure")
    assert "Yeniden dene" in game.page.inner_text("#failure")
    game.page.wait_for_timeout(5000)
    assert game.state() == {"scene": "failure", "kind": "download"}, "even if Python started"


def test_retry(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route("**/pygame.zip?*", missing, times=1)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "download", "HTTP 404")
    with game.page.expect_navigation():
        game.page.click("#retry")
    game.page.wait_for_function("okey.state().scene !== 'boot'", timeout=PATIENCE)
    assert game.state()["scene"] != "failure"


def test_details_can_be_copied(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True, permissions=["clipboard-read", "clipboard-write"])
    game.page.route("**/okey.apk?*", missing)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "download", "okey.apk")
    game.page.click("#copy")
    game.page.wait_for_selector("#copy.done")
    assert game.page.evaluate("navigator.clipboard.readText()") == game.page.text_content("#details")


def test_stalled_download(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route("**/pygame.zip?*", hold)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "stalled", "no byte for 20 s")


@pytest.mark.parametrize("script", ["delete window.WebAssembly", "WebAssembly.validate = () => false"])
def test_unsupported_browser(new_game: Callable[..., Game], script: str) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(script)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "unsupported", "no WebAssembly")


def test_module_that_cannot_start(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(
        "WebAssembly.instantiateStreaming = async () =>"
        " { throw new RangeError('WebAssembly: Out of memory'); };"
    )
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "memory", "Out of memory")


@pytest.mark.parametrize(
    ("line", "kind", "detail"),
    [
        ("raise ValueError('broken at import')", "crash", "ValueError: broken at import"),
        ("async def main(): raise OSError('broken at start')", "crash", "OSError: broken at start"),
        ("async def main(): raise MemoryError", "memory", "MemoryError"),
        ("this is no Python", "crash", "SyntaxError"),
    ],
)
def test_python_exception_at_start(
    new_game: Callable[..., Game], root: Path, line: str, kind: str, detail: str
) -> None:
    archive = with_main((root / "okey.apk").read_bytes(), line)
    listing = json.loads((root / "files.json").read_text())
    size = listing["files"]["okey.apk"]["bytes"]
    index = (root / "index.html").read_text()
    resized = index.replace(f'"okey.apk":{{"bytes":{size}', f'"okey.apk":{{"bytes":{len(archive)}')
    assert resized != index

    game = new_game(troubled=True)
    game.page.route("**/okey.apk?*", lambda route: route.fulfill(body=archive))
    game.page.route(game.url, lambda route: route.fulfill(body=resized, content_type="text/html"))
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, kind, detail)


def with_main(archive: bytes, source: str) -> bytes:
    """Gives the game's archive with another main.py."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            new.writestr(entry, source if entry.filename == "assets/main.py" else old.read(entry))
    return target.getvalue()


def test_exception_later(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open()
    game.python("from okey.bridge import detect; detect().report(KeyError('lost tile'))")
    expect_failure(game, "crash", "KeyError: 'lost tile'")
