"""Measures the built site in Chromium.

Bytes are what Chromium received, headers and brotli bodies, from the development server.  Times run from
the navigation to ``okey.ready``, when the table is drawn and takes input; cold means an empty cache, warm the
second visit, once the first one has kept the game and its snapshot.  A frame is one whole redraw of the first
table, up to and including the flip onto the canvas.
"""

from __future__ import annotations

import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from tests.browser.driver import Game, launch, serving, wait_for_snapshot
from web.errors import BuildError
from web.serve import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ViewportSize

VIEWPORT: ViewportSize = {"width": 1366, "height": 768}
TIME_READY = "addEventListener('okey-ready', () => { window.readyAt = performance.now(); });"
TIME_FRAMES = """
import gc, time
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
spans = []
for _ in range({frames}):
    await app.bridge.frame()
    start = time.perf_counter()
    app._draw()
    spans.append(1000 * (time.perf_counter() - start))
spans
"""


class Visit(NamedTuple):
    """One loading of the page."""

    milliseconds: float
    bytes: int


@contextmanager
def opened(browser: Browser, url: str) -> Iterator[Game]:
    """Makes a page with an empty cache, and nothing loaded yet."""
    context = browser.new_context(viewport=VIEWPORT)
    context.add_init_script(TIME_READY)
    yield Game(context, url)
    context.close()


def visit(game: Game) -> Visit:
    """Loads the page, first time or again, until the table is playable."""
    received = []
    cdp = game.context.new_cdp_session(game.page)
    cdp.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    cdp.send("Network.enable")
    game.open()
    milliseconds = game.page.evaluate("window.readyAt")
    game.page.wait_for_timeout(1000)  # the last reports arrive, and the browser writes its code cache
    cdp.detach()
    return Visit(milliseconds, int(sum(received)))


def measure(rounds: int, frames: int) -> dict[str, object]:
    """Makes all measurements.

    Args:
        rounds: how many visits of each kind.
        frames: how many frames are drawn.

    Raises:
        BuildError: when there is no site.
    """
    if not (SITE / "index.html").is_file():
        raise BuildError(f"there is no site in {SITE}", "run make build")
    with serving(SITE) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        cold, warm = [], []
        for _ in range(rounds):
            with opened(browser, url) as game:
                cold.append(visit(game))
                game.page.wait_for_function("navigator.serviceWorker.controller")
                wait_for_snapshot(game)
                warm.append(visit(game))
        with opened(browser, url) as game:
            game.open()
            spans = game.python(TIME_FRAMES.format(frames=frames))
        browser.close()
    median = statistics.median
    return {
        "over the wire to the first playable table (brotli), MB": round(cold[0].bytes / 1e6, 2),
        f"navigation to playable, cold (median of {rounds}), ms": round(median(v.milliseconds for v in cold)),
        f"navigation to playable, warm (median of {rounds}), ms": round(median(v.milliseconds for v in warm)),
        f"Python per drawn frame (median of {frames}), ms": round(median(spans), 2),
        "Python per drawn frame (99th percentile), ms": round(statistics.quantiles(spans, n=100)[98], 2),
    }
