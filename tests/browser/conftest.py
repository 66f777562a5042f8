"""Fixtures that serve the built site and open it in Chromium."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.driver import Game, launch, serving
from web.serve import SITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Playwright


@pytest.fixture(scope="session")
def root() -> Path:
    """The built site, or the folder that OKEY_BUILT names."""
    folder = Path(os.environ.get("OKEY_BUILT", SITE))
    if not (folder / "index.html").is_file():
        pytest.fail(f"there is no site in {folder}: run make build")
    return folder


@pytest.fixture(scope="session")
def url(root: Path) -> Iterator[str]:
    with serving(root) as address:
        yield address


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright, stopped after each file: tests elsewhere start it too, and two at a time it refuses."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = launch(playwright)
    yield running
    running.close()


@contextmanager
def maker(browser: Browser, url: str) -> Iterator[Callable[..., Game]]:
    """Makes games that are checked at the end: no error on the console, no request to anywhere else.

    ``troubled=True`` is for tests that break something on purpose; other options go to the browser context.
    There is no service worker unless a test asks for it: it would hide the network, which tests see and disturb.
    """
    games: list[tuple[Game, bool]] = []

    def make(*, troubled: bool = False, address: str = url, **options: Any) -> Game:
        usual = {"viewport": {"width": 1280, "height": 720}, "locale": "tr-TR", "service_workers": "block"}
        game = Game(browser.new_context(**(usual | options)), address)
        games.append((game, troubled))
        return game

    yield make
    for game, troubled in games:
        game.context.close()
        assert not game.foreign()
        assert troubled or not game.errors


@pytest.fixture
def new_game(browser: Browser, url: str) -> Iterator[Callable[..., Game]]:
    """Makes the games of one test, see `maker`."""
    with maker(browser, url) as make:
        yield make


@pytest.fixture(scope="module")
def running_game(browser: Browser, url: str) -> Iterator[Game]:
    """One game for all tests of a file that leave it as it was."""
    with maker(browser, url) as make:
        yield make().open()


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    """A game that is ready to play."""
    return new_game().open()
