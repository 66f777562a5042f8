"""Measures the built site in Chromium.

Bytes are what the development server sent, headers and brotli bodies, to the page and to the game's worker.  Times run
from the navigation to ``okey.ready``, when the table is drawn and takes input; cold means an empty cache, warm the
second visit, once the first one has kept the game and its snapshot.  A frame is one whole redraw of the first
table, up to and including the copy onto the canvas.  While a tile is dragged all Python work between two waits counts:
input, layout, drawing, and telling the page what is on the screen.  While a hand is dealt something moves all the
time, and the browser gives at most sixty frames a second.
"""

from __future__ import annotations

import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from okey.rooms.relay.site import Site
from tests.browser.driver import Game, centre, launch, serving, until, wait_for_snapshot
from web.errors import BuildError
from web.serve import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ViewportSize

    from okey.rooms.relay.site import Answer

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

WATCH_TURNS = """
import gc, time
from okey.bridge import browser
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
app.dragging_spans = spans = []
woke = [0.0, 0]
page = browser._page
def timed(wait):
    async def waiting(*arguments):
        if app.table.pointer.busy and app.frames > woke[1]:
            spans.append(1000 * (time.perf_counter() - woke[0]))
        await wait(*arguments)
        woke[:] = time.perf_counter(), app.frames
    return waiting
class Page:
    frame, wait = staticmethod(timed(page.frame)), staticmethod(timed(page.wait))
    def __getattr__(self, name):
        return getattr(page, name)
browser._page = Page()
if {preset!r} != app.session.view.rules.name:
    from okey.ui.draft import Draft
    draft = Draft()
    draft.choose_preset({preset!r})
    app.new_match(draft)
None
"""
READ_TURNS = "app.dragging_spans"

WATCH_DEAL = """
import gc, time
from okey.ui.app import App
from okey.ui.draft import Draft
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
app.waits = waits = []
shown, since = app.bridge.present, [0.0]
def present(*arguments):
    shown(*arguments)
    now = time.perf_counter()
    if app.moving() and since[0]:
        waits.append(1000 * (now - since[0]))
    since[0] = now if app.moving() else 0.0
app.bridge.present = present
draft = Draft()
draft.choose_preset({preset!r})
app.new_match(draft)
None
"""
READ_DEAL = "[app.frames, app.waits]"
DRAGGED = ("classic", "okey101")
"""In which games a tile is dragged: with the smallest rack, and with the largest beside a table for melds."""


BARS = {95: 6, 99: 12}
"""How many milliseconds of Python a frame may take while a tile is dragged, by percentile."""


class Counting(Site):
    """A host that counts the bytes of its answers: their headers, and bodies as they are sent."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.sent = 0

    def answer(self, target: str, **asked: str) -> Answer:
        """Gets the answer, and counts it."""
        answer = super().answer(target, **asked)
        headers = sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items())
        self.sent += headers + int(answer.headers.get("Content-Length", 0))
        return answer


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


def visit(game: Game, site: Counting) -> Visit:
    """Loads the page, first time or again, until the table is playable."""
    before = site.sent
    game.open()
    milliseconds, sent = game.page.evaluate("window.readyAt"), site.sent - before
    game.page.wait_for_timeout(1000)  # the browser writes its code cache
    return Visit(milliseconds, sent)


def drag(game: Game, preset: str, frames: int) -> list[float]:
    """Drags a tile over rack and table for about so many frames; gives the milliseconds of Python work of each."""
    game.python(WATCH_TURNS.format(preset=preset))
    game.wait_for(lambda state: state["rack"] and state["view"]["rules"] == preset)
    game.settle()
    mouse, rack = game.page.mouse, game.state()["slots"]
    tile = centre(game.state()["rack"][0]["rect"])
    right, low = centre(rack[-1]["rect"])
    mouse.move(*tile)
    mouse.down()
    for frame in range(frames):
        share = frame / frames * 12 % 2
        across = share if share < 1 else 2 - share
        mouse.move(tile[0] + (right - tile[0]) * across, low - 420 * (frame % 150) / 150)
        game.page.wait_for_timeout(17)
    spans: list[float] = game.python(READ_TURNS)
    mouse.move(*tile)
    mouse.up()
    return spans


def deal(game: Game, preset: str) -> list[float]:
    """Watches how a hand is dealt, to its end; gives the milliseconds from each frame to the next while tiles move."""
    game.python(WATCH_DEAL.format(preset=preset))
    frames, waits = game.python(READ_DEAL)
    while True:
        game.page.wait_for_timeout(500)
        before, (frames, waits) = frames, game.python(READ_DEAL)
        if frames == before and waits:
            return list(waits)


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
    site = Counting(SITE)
    with serving(SITE, site=site) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        cold, warm = [], []
        for _ in range(rounds):
            with opened(browser, url) as game:
                cold.append(visit(game, site))
                until(game.page, "Boolean(navigator.serviceWorker.controller)")
                wait_for_snapshot(game)
                warm.append(visit(game, site))
        with opened(browser, url) as game:
            game.open().settle()
            spans = game.python(TIME_FRAMES.format(frames=frames))
        dragged, dealt = {}, {}
        for preset in DRAGGED:
            with opened(browser, url) as game:
                game.open()
                dragged[preset] = drag(game, preset, frames)
            with opened(browser, url) as game:
                game.open().settle()
                dealt[preset] = deal(game, preset)
        browser.close()
    median = statistics.median
    figures: dict[str, object] = {
        "over the wire to the first playable table (brotli), MB": round(cold[0].bytes / 1e6, 2),
        f"navigation to playable, cold (median of {rounds}), ms": round(median(v.milliseconds for v in cold)),
        f"navigation to playable, warm (median of {rounds}), ms": round(median(v.milliseconds for v in warm)),
        f"Python per drawn frame (median of {frames}), ms": round(median(spans), 2),
        "Python per drawn frame (99th percentile), ms": round(statistics.quantiles(spans, n=100)[98], 2),
    }
    for preset, spans in dragged.items():
        shares = statistics.quantiles(spans, n=100)
        for share, most in BARS.items():
            which = f"{share}th percentile of {len(spans)}; at most {most}"
            figures[f"Python per frame while dragging, {preset} ({which}), ms"] = round(shares[share - 1], 2)
    for preset, waits in dealt.items():
        slow = statistics.quantiles(waits, n=20)[18]
        figures[f"frames a second while {preset} is dealt ({len(waits)} frames)"] = round(
            1000 / statistics.mean(waits), 1
        )
        figures[f"from one frame to the next, {preset} dealt (95th percentile), ms"] = round(slow, 1)
    return figures
