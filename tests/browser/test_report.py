"""Reporting a problem in the page: no request is made, and what went wrong before is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from tests.browser.driver import until
from tests.browser.saves import to_draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

WATCH_MAIL = """() => {
    window.mails = [];
    HTMLAnchorElement.prototype.click = function () {
        if (this.protocol === "mailto:") mails.push(this.href);
        else HTMLElement.prototype.click.call(this);
    };
}"""
"""Keeps mail programs closed, which Chromium here has none of, and notes down what they were to open."""

NAMED = to_draw().replace("seat you", "seat you Gizem").replace("seat bot medium\n", "seat bot medium Elifnur\n", 1)
SETTINGS = json.dumps({"language": "en", "guide": "done", "volume": 0})


def test_a_report_is_read_copied_saved_and_mailed_without_a_request(new_game: Callable[..., Game]) -> None:
    game = new_game(permissions=["clipboard-read", "clipboard-write"])
    game.open_with(match=NAMED, settings=SETTINGS)
    game.page.evaluate(WATCH_MAIL)
    game.page.wait_for_timeout(6000)  # the snapshot is made and nothing else is due
    asked = list(game.requests)
    for button in ("menu", "settings", "report"):
        game.click(button)
    game.wait_for(lambda state: state["scene"] == "report")
    with game.page.expect_download() as saving:
        game.click("file")
    game.click("copy")
    game.wait_for(lambda state: state["toast"])
    game.click("mail")
    until(game.page, "mails.length == 1")
    text = Path(saving.value.path()).read_text(encoding="utf-8")
    assert saving.value.suggested_filename == "okey-report.txt"
    assert game.page.evaluate("navigator.clipboard.readText()") == text
    for told in (game.page.evaluate("okey.version"), game.page.evaluate("navigator.userAgent"), "okey record 1"):
        assert told in text
    assert "Gizem" not in text
    assert "Elifnur" not in text
    (address,) = game.page.evaluate("mails")
    assert len(address) <= 2000
    body = parse_qs(address.partition("?")[2])["body"][0]
    assert text.startswith(body.rstrip("…"))
    assert [url for url in game.requests if not url.startswith("blob:")] == asked, "no request is made"


def test_the_failure_page_ends_with_the_match_and_the_next_start_tells_of_it(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=NAMED, settings=SETTINGS)
    game.page.evaluate(WATCH_MAIL)
    game.page.evaluate("history.replaceState(null, '', '#room=AAAAA-BBBBB')")  # which no hashchange tells of
    game.page.evaluate(
        "dispatchEvent(new CustomEvent('okey-failure', {detail: {kind: 'crash', text: 'Traceback: oh'}}))"
    )
    details = game.page.locator("#details").text_content() or ""
    assert "Traceback: oh" in details
    assert "okey record 1" in details
    for secret in ("Gizem", "Elifnur", "AAAAA"):
        assert secret not in details
    game.page.locator("#failure summary").click()
    game.page.locator("#mail").click()
    (address,) = game.page.evaluate("mails")
    assert details.startswith(parse_qs(address.partition("?")[2])["body"][0].rstrip("…"))
    game.page.evaluate("history.replaceState(null, '', location.pathname)")
    game.open()
    for button in ("menu", "settings", "report"):
        game.choose(button)
    game.wait_for(lambda state: state["scene"] == "report")
    assert "Traceback: oh" in " ".join(game.page.locator("#mirror li").all_text_contents())
