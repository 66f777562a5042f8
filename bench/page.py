"""Measures the solver in the page beside the same questions in this Python.

Both run the same text: clocks of pages are coarse, so all racks of a question are timed together, and the best of some
rounds counts, in which the two take turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from bench.site import opened
from bench.solver import CLOSED, OPEN, Rack, random_racks
from tests.browser.driver import launch, serving
from web.errors import BuildError
from web.serve import SITE

if TYPE_CHECKING:
    from collections.abc import Iterable

QUESTIONS = {
    "15 tiles, finish check": "finishing_discards(tiles, faces, rules)",
    "15 tiles, distance with its tiles": "distances(tiles, faces, rules)",
    "22 tiles, best opening": "most_points(tiles, faces, rules)",
}
ASK = """
import time
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.solver.distance import distances
from okey.solver.layouts import most_points
from okey.tiles import Faces
rules = RuleSet.parse({rules!r})
racks = [
    (tuple(tiles), Faces(indicator, rules.okey_offset, rules.false_joker)) for indicator, tiles in {racks!r}
]
start = time.perf_counter()
for tiles, faces in racks:
    {question}
spent = 1000 * (time.perf_counter() - start) / len(racks)
spent
"""


def measure(racks: int, rounds: int) -> dict[str, object]:
    """Makes all measurements.

    Args:
        racks: how many racks each question is asked about in a round.
        rounds: how many rounds there are.

    Raises:
        BuildError: when nothing was built.
    """
    if not (SITE / "index.html").is_file():
        raise BuildError("build/web/ is missing", "run `make build`")
    figures: dict[str, object] = {}
    with serving(SITE) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        with opened(browser, url) as game:
            game.open().settle()
            for what, question in QUESTIONS.items():
                rules = OPEN if what.startswith("22") else CLOSED
                told = _told(random_racks(rules, racks, okeys=None))
                text = ASK.format(rules=str(rules), racks=told, question=question)
                here, there = zip(*((_here(text), game.python(text)) for _ in range(rounds)), strict=True)
                figures[f"{what}: in the page, ms on average"] = round(min(there), 3)
                figures[f"{what}: in the page to here"] = f"{min(there) / min(here):.2f}x"
        browser.close()
    return figures


def _told(racks: Iterable[Rack]) -> list[tuple[int, list[int]]]:
    return [(rack.faces.indicator, list(rack.tiles)) for rack in racks]


def _here(text: str) -> float:
    scope: dict[str, Any] = {}
    exec(text, scope)  # noqa: S102 (the very text that the page runs)
    return float(scope["spent"])
