"""Prints the benchmark table of the built site, or JSON with ``--json``.

Bytes are what Chromium received, headers and brotli bodies, from the development server.  Times run from
the navigation to ``okey.ready``, when the table is drawn and takes input; cold means an empty cache, warm the
second visit.  A frame is one whole redraw of the first table, up to and including the flip onto the canvas.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from bench.engine import hands_a_second
from tests.browser.driver import Game, launch, serving
from web.errors import BuildError, run_main
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


ENGINE_RULES = ("gamearea", "classic", "duz", "okey101", "okey51", "konkan81")
ENGINE_SECONDS = 5.0


class Visit(NamedTuple):
    """One loading of the page."""

    milliseconds: float
    bytes: int


class Result(NamedTuple):
    """What the table shows."""

    version: str
    bytes: int
    cold: list[float]
    warm: list[float]
    frames: list[float]
    hands: dict[str, float]


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


def measure(browser: Browser, url: str, rounds: int, frames: int) -> Result:
    """Makes all measurements."""
    cold, warm = [], []
    for _ in range(rounds):
        with opened(browser, url) as game:
            cold.append(visit(game))
            warm.append(visit(game))
    with opened(browser, url) as game:
        game.open()
        spans = game.python(TIME_FRAMES.format(frames=frames))
        version = game.page.evaluate("okey.version")
    hands = {rules: hands_a_second(rules, ENGINE_SECONDS) for rules in ENGINE_RULES}
    return Result(
        version, cold[0].bytes, [v.milliseconds for v in cold], [v.milliseconds for v in warm], spans, hands
    )


def table(result: Result) -> str:
    """Lays a result out for people."""
    median = statistics.median
    rows = [
        ("over the wire to the first playable table (brotli)", f"{result.bytes / 1e6:.2f} MB"),
        (f"navigation to playable, cold (median of {len(result.cold)})", f"{median(result.cold):.0f} ms"),
        (f"navigation to playable, warm (median of {len(result.warm)})", f"{median(result.warm):.0f} ms"),
        (f"Python per drawn frame (median of {len(result.frames)})", f"{median(result.frames):.2f} ms"),
        (
            "Python per drawn frame (99th percentile)",
            f"{statistics.quantiles(result.frames, n=100)[98]:.2f} ms",
        ),
        *(
            (f"hands a second, random legal players, {rules} (CPython)", f"{hands:.0f}")
            for rules, hands in result.hands.items()
        ),
    ]
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {value:>9}" for name, value in rows]
    heading = f"Okey {result.version}, {VIEWPORT['width']}x{VIEWPORT['height']}, {os.cpu_count()} cores"
    return "\n".join([heading, *lines])


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="visits of each kind")
    parser.add_argument("--frames", type=int, default=200, help="frames drawn for the last two rows")
    parser.add_argument("--json", action="store_true", help="print every measurement as JSON instead")
    options = parser.parse_args()
    if not (SITE / "index.html").is_file():
        raise BuildError(f"there is no site in {SITE}", "run make build")
    with serving(SITE) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        result = measure(browser, url, options.rounds, options.frames)
        browser.close()
    print(json.dumps(result._asdict()) if options.json else table(result))


if __name__ == "__main__":
    run_main(main)
