"""The strict policy of the page: nothing that it forbids is ever tried, with the headers of a host and without, cut off
from other pages and not."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from okey.rooms.relay.site import HEADERS, ISOLATION
from tests.browser import saves
from tests.browser.driver import serving, wait_for_snapshot
from tests.browser.hosts import Host
from tests.browser.test_offline import wait_for_build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

WATCH = """
    addEventListener("securitypolicyviolation", event => {
        forbidden(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
"""
REFUSED = """async () => {
    await new Promise(resolve => setTimeout(resolve)); // in the driver's own turn the browser lets everything pass
    const tried = {};
    try { eval("1"); } catch (error) { tried.eval = error.name; }
    try { new Function("return 1")(); } catch (error) { tried.Function = error.name; }
    const inline = document.createElement("script");
    inline.textContent = "window.inline = true";
    document.head.append(inline);
    tried.inline = window.inline ?? "refused";
    await fetch("https://okey.example.org/").catch(error => { tried.elsewhere = error.name; });
    return tried;
}"""


@pytest.fixture(params=["headers", "none", "isolated"])
def host(request: pytest.FixtureRequest, root: Path, tmp_path: Path) -> Iterator[tuple[Host, str, str]]:
    """A host that sends the site's headers, one that sends none, and one that isolates its pages."""
    shutil.copytree(root, tmp_path / "site")
    if request.param == "none":
        (tmp_path / "site" / HEADERS).unlink()
    host = Host(tmp_path / "site")
    if request.param == "isolated":
        host.headers |= ISOLATION
    with serving(host.root, site=host) as address:
        yield host, address, request.param


def play(game: Game) -> None:
    """Draws and throws a tile and looks at the menu, all by hand, so that sound may be heard."""
    while (state := game.my_turn())["scene"] == "result":
        game.click("next-hand")
        game.wait_for(lambda state: state["scene"] != "result")
    if state["view"]["phase"] == "draw":
        game.click("stock")
        game.wait_for(lambda state: state["view"]["phase"] == "discard")
    game.page.keyboard.press("s")
    view = game.settle()["view"]
    thrown = next(tile for tile in view["rack"] if tile not in {view["okey"], "*"})
    game.drag(game.tile(thrown), game.spot("discard"))
    game.wait_for(lambda state: state["view"]["phase"] != "discard" or state["view"]["actor"] != 0)
    if game.my_turn()["scene"] == "result":  # somebody has won meanwhile
        return
    game.click("menu")
    game.wait_for(lambda state: state["scene"] == "menu")
    game.page.keyboard.press("Escape")
    game.wait_for(lambda state: state["scene"] != "menu")


def test_nothing_forbidden_is_ever_tried(new_game: Callable[..., Game], host: tuple[Host, str, str]) -> None:
    """Not at the first start, in play, at the start from a snapshot, nor without a network."""
    site, address, kind = host
    game = new_game(address=address, service_workers="allow")
    seen: list[str] = []

    def note(text: str) -> None:
        seen.append(text)

    game.page.expose_function("forbidden", note)
    game.page.add_init_script(WATCH)
    warnings: list[str] = []
    game.page.on("console", lambda message: message.type == "warning" and warnings.append(message.text))
    game.open_with(match=saves.to_draw())
    play(game)
    wait_for_build(game.page, game.page.evaluate("okey.version"))
    wait_for_snapshot(game)
    for gone in (False, True):
        site.gone = gone
        game.open()
        game.errors.clear()  # the browser's own, of looking for a newer build
        assert game.page.evaluate("document.documentElement.dataset.start") == "snapshot"
        assert game.page.evaluate("crossOriginIsolated") is (kind == "isolated"), "what is kept keeps its headers"
        play(game)
    assert seen == []
    assert [text for text in warnings if "olicy" in text] == []


def test_the_policy_forbids_indeed(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open()
    assert game.page.evaluate(REFUSED) == {
        "eval": "EvalError",
        "Function": "EvalError",
        "inline": "refused",
        "elsewhere": "TypeError",
    }


def test_the_policy_is_strict(root: Path) -> None:
    page = (root / "index.html").read_text()
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert found
    assert page.index(found[0]) < page.index("<script"), "it holds for what comes after it only"
    directives = dict(part.split(" ", 1) for part in found[1].split("; "))
    assert directives["default-src"] == "'self'"
    assert directives["script-src"] == "'self' 'wasm-unsafe-eval'"
    allowed = {source for sources in directives.values() for source in sources.split()}
    assert allowed == {"'self'", "'none'", "'wasm-unsafe-eval'"}, "neither unsafe-eval nor unsafe-inline, nobody else"
    assert f"Content-Security-Policy: {found[1]}\n" in (root / HEADERS).read_text()
    executed = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>", page)
    assert executed == []
    assert not re.search(r"\son\w+=|\sstyle=|javascript:", page)


def test_no_text_becomes_javascript_in_the_games_worker(game: Game) -> None:
    """Whether or not the host sends the policy, which binds a worker only then."""
    code = "from pyodide_js import _module as m; m._emscripten_run_script(m.stringToNewUTF8('1 + 1'))"
    with pytest.raises(Exception, match="no text becomes JavaScript"):
        game.python(code)


@pytest.mark.parametrize("told", [False, True])
def test_who_wants_friends_where_no_relay_is_hears_so(new_game: Callable[..., Game], root: Path, *, told: bool) -> None:
    """Nobody is asked before; then the relay beside the site, or the one that the build was told."""
    with serving(root, prefix="/games/") as address:
        origin = address.replace("http", "ws").removesuffix("/games/")
        game = new_game(address=address, troubled=True)  # the browser tells of the socket that does not open
        if told:
            page = (root / "index.html").read_text(encoding="utf-8")
            assert page.count('name="okey-relay" content=""') == 1
            page = page.replace('name="okey-relay" content=""', f'name="okey-relay" content="{origin}"')
            game.page.route(address, lambda route: route.fulfill(content_type="text/html", body=page))
        rack = game.open().state()["view"]["rack"]
        assert not [asked for asked in game.requests if "relay" in asked]
        game.press("menu", "friends", "create")
        words = json.loads(Path("assets/texts/tr.json").read_text(encoding="utf-8"))["room.problem.unreachable"]
        game.wait_for(lambda state: words in " ".join(text["text"] for text in state["texts"]))
        assert {asked for asked in game.requests if "relay" in asked} == {f"{origin}{'' if told else '/games'}/relay"}
        game.press("leave")
        assert game.wait_for(lambda state: state["scene"] == "table")["view"]["rack"] == rack
