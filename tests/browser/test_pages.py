"""The text under the game and the other pages: they scroll, and the game stays whole above them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import saves
from tests.browser.driver import STARTED, serving, until
from tests.browser.hosts import Host
from tests.browser.test_offline import wait_for_build
from web.pages import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

AWAY = "scrollY >= innerHeight / 2"
SEEN = "getComputedStyle(document.getElementById('site')).display !== 'none'"
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_the_game_fills_the_first_screen(new_game: Callable[..., Game], size: tuple[int, int]) -> None:
    game = new_game(viewport={"width": size[0], "height": size[1]}).open()
    assert game.page.locator("#canvas").bounding_box() == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    assert game.page.evaluate("document.getElementById('site').getBoundingClientRect().top") == size[1]
    assert not game.page.evaluate(WIDE)


def test_the_way_there_and_back(new_game: Callable[..., Game]) -> None:
    """By the screen about the game; what is typed while somebody reads does nothing, and back at the table it does."""
    game = new_game().open_with(match=saves.to_draw())
    game.my_turn()
    game.press("menu", "settings", "about", "site")
    until(game.page, AWAY)
    until(game.page, "document.activeElement.id !== 'canvas'")
    game.press("close", "close", "continue")
    before = game.settle()["view"]
    game.page.keyboard.press("d")
    game.page.wait_for_timeout(300)
    assert game.state()["view"] == before, "nobody has drawn"
    game.page.click("#site nav .button")
    until(game.page, "scrollY === 0 && document.activeElement.id === 'canvas'")
    game.page.keyboard.press("d")
    game.wait_for(lambda state: state["view"]["phase"] == "discard")


def test_keys_over_the_game_do_not_scroll_the_page(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())
    game.my_turn()
    for key in ("PageDown", "End", " ", "ArrowDown"):
        game.page.keyboard.press(key)
    game.page.wait_for_timeout(300)
    assert game.page.evaluate("scrollY") == 0


def test_the_wheel_scrolls_what_is_there_to_scroll(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())
    game.my_turn()
    game.press("menu", "rules")
    before = game.settle()["texts"]
    game.page.mouse.move(600, 300)
    game.page.mouse.wheel(0, 300)
    game.wait_for(lambda state: state["texts"] != before)
    assert game.page.evaluate("scrollY") == 0, "the rules have scrolled"
    game.press("close", "continue")
    game.settle()
    game.page.mouse.wheel(0, 600)
    until(game.page, AWAY)


def test_touch_plays_on_after_the_text_was_read(new_game: Callable[..., Game]) -> None:
    game = new_game(viewport={"width": 390, "height": 844}, has_touch=True).open_with(match=saves.to_draw())
    game.my_turn()
    game.swipe((195, 500), (195, 200))
    game.page.wait_for_timeout(200)
    assert game.page.evaluate("scrollY") == 0, "a finger on the table moves the table's things"
    game.page.evaluate("document.getElementById('site').scrollIntoView()")
    until(game.page, AWAY)
    before = game.state()["view"]
    game.tap((195, 120))
    game.page.wait_for_timeout(300)
    assert game.state()["view"] == before, "the text covers the table"
    game.page.evaluate("scrollTo(0, 0)")
    until(game.page, "scrollY === 0")
    game.tap(game.spot("stock"))
    game.wait_for(lambda state: state["view"]["phase"] == "discard")


def test_inside_another_page_there_is_only_the_game(new_game: Callable[..., Game]) -> None:
    game = new_game()
    host = "<link rel=icon href=data:,><iframe src='./' width=800 height=600></iframe>"
    game.page.route("**/host.html", lambda route: route.fulfill(content_type="text/html", body=host))
    game.page.goto(f"{game.url}host.html")
    until(game.page, "frames[0]?.okey && frames[0].okey.state().scene !== 'boot'")
    frame = game.page.frames[1]
    assert not frame.evaluate(SEEN)
    assert frame.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [600, 600]
    for identifier in ("menu", "settings", "about"):
        until(game.page, "id => frames[0].okey.press(id)", identifier)
    until(game.page, "frames[0].okey.state().scene === 'about'")
    shown: list[dict[str, Any]] = frame.evaluate("okey.state().widgets")
    assert {"notices"} == {widget["id"] for widget in shown} & {"notices", "site"}


def test_the_licences_open_beside_the_game(game: Game) -> None:
    game.press("menu", "settings", "about")
    game.wait_for(lambda state: state["scene"] == "about")
    with game.context.expect_page() as opened:
        game.click("notices")
    page = opened.value
    page.wait_for_load_state()
    assert page.url == f"{game.url}notices.html"
    assert page.locator("summary").count() > 30
    assert page.evaluate("opener") is None
    page.locator("summary", has_text="pygame-ce").first.click()
    assert "GNU LESSER" in page.inner_text("details[open]")
    assert not page.evaluate(WIDE)


def test_the_english_page_speaks_english(new_game: Callable[..., Game], url: str) -> None:
    game = new_game(address=f"{url}en.html").open()
    assert game.state()["language"] == "en"
    assert game.page.title() == EDITIONS[1].title
    game.press("menu", "language-tr")
    game.open()
    assert game.state()["language"] == "tr", "what the player chose counts more"


def test_all_pages_come_without_a_network(new_game: Callable[..., Game], root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "site")
    host = Host(tmp_path / "site")
    with serving(host.root, site=host) as address:
        game = new_game(address=address, service_workers="allow").open()
        wait_for_build(game.page, game.page.evaluate("okey.version"))
        until(game.page, "Boolean(navigator.serviceWorker.controller)")
        host.gone = True
        for name in ("en.html", "en"):  # hosts may leave the ending out
            game.page.goto(f"{address}{name}")
            until(game.page, STARTED)
            assert game.state()["scene"] == "table"
            assert game.page.locator("#site h3").count() > 7
        for name in ("notices.html", "notices"):
            game.page.goto(f"{address}{name}")
            assert game.page.locator("summary").count() > 30
        game.errors.clear()
