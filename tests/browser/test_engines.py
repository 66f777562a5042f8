"""In three engines: the page boots cold, a hand is played, the network goes, the page is loaded again and goes on."""

from __future__ import annotations

import json
import shutil
import socket
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import saves
from tests.browser.driver import centre, serving
from tests.browser.engines import PATIENCE, Engine, open_engine
from tests.browser.hosts import Host

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Playwright

pytestmark = pytest.mark.browser

NEWEST = """
    await caches.open(`okey ${location.href}`).then(cache => cache.match('okey-newest'))
        .then(found => found && found.text())
"""

SNAPSHOT = "await caches.open(`okey-snapshot ${location.href}`).then(c => c.match(okey.version)).then(Boolean)"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(page: Engine, condition: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never {condition}"
        time.sleep(0.1)


def open_game(page: Engine, address: str) -> None:
    page.goto(address)
    wait_until(page, "Boolean(window.okey) && okey.state().scene !== 'boot'")
    assert page.evaluate("okey.state().scene") != "failure", page.evaluate(
        "document.getElementById('details').textContent"
    )


ANSWERED = """
    (["boot", "failure"].includes(okey.state().scene) ? Promise.resolve()
        : import(document.querySelector("script[type=module]").src).then(({ answered }) => answered()))
"""
"""Waits until the game has done all that it was asked for."""


def state(page: Engine) -> dict[str, Any]:
    shown: dict[str, Any] = page.evaluate(f"{ANSWERED}.then(() => okey.state())")
    return shown


def press(page: Engine, identifier: str) -> bool:
    done: bool = page.evaluate(f"{ANSWERED}.then(() => okey.press({json.dumps(identifier)}))")
    return done


def press_soon(page: Engine, identifier: str) -> None:
    """Presses a widget as soon as it is there to be pressed."""
    deadline = time.monotonic() + PATIENCE
    while not press(page, identifier):
        assert time.monotonic() < deadline, f"{identifier} is never there in {state(page)}"
        time.sleep(0.05)


def until(page: Engine, condition: Callable[[dict[str, Any]], object], seconds: float = PATIENCE) -> dict[str, Any]:
    """Waits until the state of a game that has started fulfils a condition; gives that state."""
    deadline = time.monotonic() + seconds
    while (now := state(page))["scene"] == "boot" or not condition(now):
        assert time.monotonic() < deadline, f"still waiting in {now}"
        time.sleep(0.05)
    return now


def pass_turn(page: Engine) -> dict[str, Any]:
    """Draws, but for who begins, and throws, so that it is the others' turn; gives the view before the throw."""
    now = until(page, lambda now: now["view"]["actor"] == 0 and not now["moving"])
    if now["view"]["phase"] == "draw":
        press_soon(page, "stock")
    now = until(page, lambda now: now["view"]["phase"] == "discard")
    view: dict[str, Any] = now["view"]
    _, tile = saves.policy(view, 0)
    press_soon(page, f"slot-{next(place['slot'] for place in now['rack'] if place['tile'] == tile)}")
    until(page, lambda now: now["selected"] == tile)
    press_soon(page, "discard")
    if until(page, lambda now: now["scene"] == "question" or tile not in now["view"]["rack"])["scene"] == "question":
        press_soon(page, "yes")
        until(page, lambda now: tile not in now["view"]["rack"])
    return view


def thrown_by_others(page: Engine, before: dict[str, Any]) -> set[str]:
    """Waits for the others after `pass_turn`, which gave the view before; gives what they have thrown."""
    now = until(page, lambda now: now["view"]["actor"] == 0 or now["scene"] == "result")["view"]
    old, new = ({tile for pile in view["piles"] for tile in pile} for view in (before, now))
    return new - old - {*before["rack"]}


def play_hand(page: Engine) -> None:
    """Plays seat 0 until the hand is over."""
    turn = 0
    while (now := state(page))["scene"] != "result":
        if now["scene"] == "question":
            assert press(page, "yes")
        elif now["view"]["actor"] == 0 and now["scene"] == "table":
            verb, tile = saves.policy(now["view"], turn)
            if tile is None:
                press(page, verb)
            else:
                turn += 1
                if now["selected"] != tile:
                    press(page, f"slot-{next(place['slot'] for place in now['rack'] if place['tile'] == tile)}")
                press(page, "discard")
        else:
            time.sleep(0.05)


@pytest.mark.parametrize("name", ["chromium", "firefox", "webkit"])
@pytest.mark.timeout(900)
def test_a_hand_then_no_network(name: str, playwright: Playwright, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "site")
    host = Host(tmp_path / "site")
    settings = json.dumps({"language": "tr", "speed": "instant", "volume": 0})
    with serving(host.root, site=host) as address, open_engine(name, playwright, free_port()) as page:
        page.goto(f"{address}files.json")
        match = json.dumps(saves.fresh(saves.SHORT["mouse"]))
        page.evaluate(f"[localStorage['okey:match'] = {match}, localStorage['okey:settings'] = {json.dumps(settings)}]")
        open_game(page, address)
        play_hand(page)
        wait_until(page, f"({NEWEST}) === okey.version")
        wait_until(page, SNAPSHOT)
        assert press(page, "next-hand")
        wait_until(page, "okey.state().scene === 'table' && okey.state().view.actor === 0")
        before = state(page)["view"]
        host.gone = True
        assert page.evaluate("await fetch('files.json').then(() => 'there', () => 'gone')") == "gone"
        open_game(page, address)
        assert state(page)["view"] == before
        assert page.evaluate("document.documentElement.dataset.start") == "snapshot"
        host.asked.clear()
        assert thrown_by_others(page, pass_turn(page)), "the bots play on"
        assert set(host.asked) <= {"sw.js"}, "the browser may look for a newer build, and nothing else is asked for"


def click(page: Engine, identifier: str) -> None:
    """Clicks a widget with the mouse as soon as it is there."""
    where = f"okey.state().widgets.find(({{id}}) => id === {json.dumps(identifier)})?.rect"
    rested = "!okey.state().moving && okey.state().viewport.slice(0, 2).join() === [innerWidth, innerHeight].join()"
    wait_until(page, f"{rested} && Boolean({where})")
    page.click(*centre(page.evaluate(where)))


@pytest.mark.parametrize("name", ["chromium", "firefox", "webkit"])
@pytest.mark.timeout(900)
def test_what_needs_a_gesture(name: str, playwright: Playwright, root: Path) -> None:
    """The game asks for it from its worker, a moment after the gesture."""
    with serving(root) as address, open_engine(name, playwright, free_port()) as page:
        open_game(page, address)
        assert page.evaluate("document.documentElement.dataset.thread") == "worker"
        click(page, "menu")
        click(page, "fullscreen")
        wait_until(page, "Boolean(document.fullscreenElement)", 5)
        page.evaluate("document.exitFullscreen()")
        wait_until(page, "!document.fullscreenElement")
        click(page, "settings")
        wait_until(page, "okey.state().scene === 'settings'")
        wait_until(page, "okey.state().widgets.some(({id}) => id === 'report') || (okey.press('next'), false)")
        click(page, "report")
        click(page, "copy")
        wait_until(page, "/Copied|Kopyalandı/.test(okey.state().toast?.text)", 5)
