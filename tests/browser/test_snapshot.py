"""Later starts from a snapshot of Python's memory: as random as the first one, and given up at the first trouble."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error

from tests.browser.driver import PATIENCE, until, wait_for_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

WATCH = "addEventListener('okey-restored', () => { window.restored = true; });"
CHANGE = """async change => {
    const cache = await caches.open(`okey-snapshot ${location.href}`);
    const found = await cache.match(okey.version);
    const length = found.headers.get("x-okey-length");
    let bytes = new Uint8Array(await found.arrayBuffer());
    if (change === "cut") bytes = bytes.subarray(0, bytes.length >> 1);
    if (change === "zeros") bytes.fill(0);
    if (change === "noise") for (let i = 1 << 20; i < bytes.length; i += 1) bytes[i] = (i * 2654435761) >>> 13;
    const headers = { "x-okey-length": change === "length" ? "12" : length };
    await cache.put(okey.version, new Response(bytes, { headers }));
}"""
REFUSED = "caches.open(`okey-snapshot ${location.href}`).then(c => c.match('refused')).then(r => r && r.text())"


def with_snapshot(make: Callable[..., Game]) -> Game:
    game = make(troubled=True)
    game.page.add_init_script(WATCH)
    game.open()
    assert not game.page.evaluate("window.restored")
    wait_for_snapshot(game)
    return game


def test_restored_starts_never_deal_the_same(new_game: Callable[..., Game]) -> None:
    game = with_snapshot(new_game)
    game.page.add_init_script("indexedDB.deleteDatabase('okey')")
    seen = set()
    for _ in range(3):
        game.open()
        assert game.page.evaluate("window.restored") is True
        state = game.my_turn()
        chance = game.python("import random, os; [random.random(), os.urandom(8).hex(), random.Random().random()]")
        seen.add((tuple(sorted(state["view"]["rack"])), state["view"]["indicator"], *chance))
    racks, _indicators, *chances = (list(values) for values in zip(*seen, strict=True))
    assert len(seen) == 3
    assert all(len(set(values)) == 3 for values in (racks, *chances)), "no two deals are the same"
    assert game.errors == []


def test_a_restored_game_goes_on_and_is_whole(new_game: Callable[..., Game]) -> None:
    game = with_snapshot(new_game)
    before = game.my_turn()["view"]
    game.open()
    assert game.page.evaluate("window.restored") is True
    assert game.state()["view"] == before
    for identifier in ("menu", "rules", "close", "scores", "close", "settings", "close", "play", "close", "continue"):
        game.press(identifier)
        game.settle()
    assert game.python("import asyncio; await asyncio.sleep(0.01); 'awake'") == "awake"
    assert game.python("import traceback, json, statistics; str(statistics.fmean([1, 3]))") == "2.0"
    assert game.errors == []


@pytest.mark.parametrize("change", ["cut", "zeros", "noise", "length"])
def test_a_damaged_snapshot_is_given_up(new_game: Callable[..., Game], change: str) -> None:
    game = with_snapshot(new_game)
    before = game.my_turn()["view"]
    game.page.evaluate(CHANGE, change)
    game.page.goto(game.url, wait_until="commit")
    plain = f"({REFUSED}).then(text => text === okey.version && okey.state().scene === 'table')"
    for _ in range(PATIENCE // 200):
        with suppress(Error):  # the page is loading itself again
            if game.page.evaluate(plain):
                break
        game.page.wait_for_timeout(200)
    assert game.state()["view"] == before
    assert not game.page.evaluate("window.restored")
    game.page.wait_for_timeout(6000)
    names = game.page.evaluate("caches.open(`okey-snapshot ${location.href}`).then(c => c.keys()).then(k => k.length)")
    assert names == 1, "it is not made again for this build"


def test_a_game_that_fails_from_a_snapshot_starts_plainly(new_game: Callable[..., Game]) -> None:
    game = with_snapshot(new_game)
    game.page.add_init_script(
        "addEventListener('okey-restored', () => setTimeout(() => dispatchEvent(new CustomEvent('okey-failure',"
        " {detail: {kind: 'crash', text: 'on purpose'}}))));"
    )
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_timeout(1500)
    until(game.page, "window.okey && okey.state().scene === 'table'")
    assert game.page.evaluate(REFUSED) == game.page.evaluate("okey.version")
