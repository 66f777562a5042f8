"""The fixture that lets a person play."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from okey.bridge import network
from okey.ui import theme
from tests.rooms.running import Network
from tests.ui.person import App, Person, QuietBridge, pygame


@pytest.fixture
def play(monkeypatch) -> Callable[..., None]:
    """Runs a coroutine function with a Person at a fresh app."""

    monkeypatch.setattr(theme, "RESULT_SECONDS", 0.0)

    def run(script: Callable[[Person], Awaitable[None]], bridge: QuietBridge | None = None, **options) -> None:
        async def whole() -> None:
            outside = bridge or QuietBridge(**options)
            app = App(outside, pace=0)
            await app.start()
            try:
                await script(Person(app, outside))
                assert not outside.reports
            finally:
                app.session.stop()
                pygame.display.quit()

        asyncio.run(whole())

    return run


@pytest.fixture(autouse=True)
def close_the_window() -> Iterator[None]:
    """Leaves no window behind: the next app would take its size for its own."""
    yield
    pygame.display.quit()


@pytest.fixture
def here(monkeypatch):
    """Lets apps use the relay of the test."""

    def use(running):
        monkeypatch.setattr(network, "detect", lambda: Network(running.address))

    return use
