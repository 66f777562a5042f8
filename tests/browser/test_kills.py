"""Nothing that the player has seen is lost when the page dies, whenever it does."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error

from okey.game import Game as Match
from okey.record import Record
from okey.rules import RuleSet
from okey.ui.mirror import _view
from tests.browser import saves
from tests.browser.driver import Game, wait_for_snapshot

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

KILLS = 100
OPENINGS = 4
FAST = '{"language": "tr", "speed": "instant", "volume": 0}'
PLAY = """(async () => {
    const { answered } = await import(document.querySelector("script[type=module]").src);
    for (;;) {
        await answered();
        await new Promise(done => setTimeout(done, 3));
        const { scene, view, selected, rack } = okey.state();
        if (scene === "question") okey.press("yes");
        else if (scene === "result" && !view.winners.length) okey.press("next-hand");
        else if (scene !== "table" || view.actor !== 0) continue;
        else if (view.phase === "draw") okey.press("stock");
        else okey.press(selected ? "discard" : `slot-${rack.at(-1).slot}`);
    }
})()"""


def views(text: str) -> list[dict[str, Any]]:
    """Lists what seat 0 saw in a match, after each action."""
    record = Record.parse(text)
    game = Match(record.rules, record.seed)
    seen = [_view(game.view(0))]
    for action in record.actions:
        game.apply(action)
        seen.append(_view(game.view(0)))
    return seen


def begin(seed: int) -> str:
    """A match of many hands."""
    rules = RuleSet.parse("classic start_points=50")
    return Record(rules, f"kill {seed}", list(saves.SEATS)).write()


def opened(context: BrowserContext, url: str) -> Game:
    """Opens the game again; a page that got into the dying process dies with it, and another is opened."""
    for _ in range(OPENINGS):
        game = Game(context, url)
        try:
            return game.open()
        except Error:
            with suppress(Error):
                game.page.close()
    return Game(context, url).open()


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_nothing_is_lost_at_any_moment(browser: Browser, url: str) -> None:
    chance = random.Random("kills")
    context = browser.new_context(locale="tr-TR", viewport={"width": 640, "height": 360})
    game = Game(context, url).open_with(match=begin(0), settings=FAST)
    wait_for_snapshot(game)
    killed, lengths = 0, set()
    while killed < KILLS:
        game.page.evaluate(f"{{ {PLAY}; 0 }}")
        game.page.wait_for_timeout(chance.uniform(0, 250))
        last = game.state()["view"]
        with suppress(Error):
            game.page.goto("chrome://crash")
        with suppress(Error):
            game.page.close()
        killed += 1
        game = opened(context, url)
        text = str(game.kept("match"))
        seen = views(text)
        assert last in seen, f"kill {killed}: {last} is lost"
        now = game.state()["view"]
        assert now in seen or now in views(str(game.kept("match")))
        lengths.add(len(seen))
        if now["winners"]:
            game.open_with(match=begin(killed), settings=FAST)
    context.close()
    assert len(lengths) > KILLS // 4, "the match went on between the kills"
