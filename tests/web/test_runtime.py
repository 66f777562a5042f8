"""The built runtime in a real browser, under a sub-path: pygame draws, and no other origin is met."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, sync_playwright

from okey.rooms.relay.site import Answer, Site
from web.serve import SITE, listen

CHROMIUM = Path("/usr/bin/chromium")
START = """async () => {
    const {loadPyodide} = await import(new URL('pyodide.mjs', location.href));
    const env = {HOME: "/home/pyodide", PYGAME_HIDE_SUPPORT_PROMPT: "1", SDL_VIDEODRIVER: "dummy"};
    const python = await loadPyodide({env});
    const zip = await (await fetch('pygame.zip')).arrayBuffer();
    python.unpackArchive(zip, 'zip', {extractDir: '/lib/python3.14/site-packages'});
    const code = await (await fetch('pygame.wasm')).arrayBuffer();
    python.FS.writeFile('/lib/python3.14/site-packages/pygame/base.so', new Uint8Array(code));
    const game = await (await fetch('okey.apk')).arrayBuffer();
    python.unpackArchive(game, 'zip', {extractDir: '/game'});
    globalThis.python = python;
}"""
DRAW = """
import pygame
pygame.display.init()
pygame.joystick.init()
pygame.font.init()
screen = pygame.display.set_mode((64, 48))
screen.fill((10, 200, 30))
pixel = list(screen.get_buffer().raw[:3])
kerned = pygame.font.Font("/game/assets/assets/fonts/ui-bold.ttf", 40)
[pygame.version.ver, pygame.display.get_driver(), pixel, kerned.size("ğüşİ")[0] > 0]
"""

pytestmark = pytest.mark.browser


class Unstamped(Site):
    """Serves the files under the names that Pyodide asks for."""

    def answer(self, target: str, **validators: str) -> Answer:
        folder, _, name = urlsplit(target).path.rpartition("/")
        files = json.loads((self.root / "files.json").read_text())["files"]
        return super().answer(f"{folder}/{files[name]['file'] if name in files else name}", **validators)


@pytest.fixture
def site_url() -> Iterator[str]:
    if not (SITE / "files.json").is_file():
        pytest.fail("there is no built site: run make build")
    with listen(Unstamped(SITE, prefix="/some/path"), 0, quiet=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/some/path/"
        server.shutdown()


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def test_pygame_starts_and_draws(site_url: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site_url}files.json")  # a page of the same origin with no scripts of its own
    page.evaluate(START)
    version, driver, pixel, has_font = page.evaluate(f"python.runPython(`{DRAW}`).toJs()")
    assert (version, driver, has_font) == ("2.5.8", "dummy", True)
    assert pixel == [10, 200, 30], "in the order of a canvas"
    assert [url for url in asked if not url.startswith(site_url)] == []
