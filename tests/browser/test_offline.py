"""The service worker in Chromium: no network is needed any more, and builds change between matches only."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from okey.link import pack
from okey.presets import PRESETS
from okey.record import Record
from tests.browser import saves
from tests.browser.driver import STARTED, Game, served, serving, until
from tests.browser.hosts import Host
from tests.browser.test_boot import NEW_MAIN, relisted, with_main
from tests.browser.test_engines import pass_turn, thrown_by_others
from web.site import HASH_LENGTH, PAGE, add_worker, hashed_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

CACHED = """async name => {
    const key = (await caches.keys()).find(key => key.startsWith("okey http"));
    if (!key) return null;
    const found = await (await caches.open(key)).match(name);
    return found ? await found.text() : null;
}"""


FAST = json.dumps({"language": "tr", "speed": "instant", "deal": "short", "guide": "done", "volume": 0})
"""Settings for a game that is played fast."""


@pytest.fixture
def host(root: Path, tmp_path: Path) -> Iterator[tuple[Host, str]]:
    shutil.copytree(root, tmp_path / "site")
    host = Host(tmp_path / "site")
    with serving(host.root, site=host) as address:
        yield host, address


def newer_build(root: Path) -> str:
    """Puts another build in the place of a site's, as a host does that is updated; gives its version."""
    old = served(root, "okey.apk")
    archive = with_main(old.read_bytes(), NEW_MAIN)
    content = hashlib.sha256(archive).hexdigest()[:HASH_LENGTH]
    listing = json.loads((root / "files.json").read_text())
    version = listing["version"]
    listing["version"] = version[::-1]
    listing["files"]["okey.apk"] = {
        "file": hashed_name("okey.apk", content),
        "hash": content,
        "bytes": len(archive),
    }
    (root / hashed_name("okey.apk", content)).write_bytes(archive)
    index = relisted((root / "index.html").read_text(), "okey.apk", old, archive)
    (root / "index.html").write_text(index.replace(version, version[::-1]))
    (root / "files.json").write_text(json.dumps(listing))
    add_worker(PAGE, root, json.dumps(listing))
    for twin in (path for name in ("index.html", "sw.js", "files.json") for path in root.glob(f"{name}.*")):
        twin.unlink()
    return version[::-1]


def wait_for_build(page: Page, version: str) -> None:
    """Waits until the worker has a whole build."""
    for _ in range(300):
        if page.evaluate(CACHED, "okey-newest") == version:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{version} never came")


def first_visit(make: Callable[..., Game], address: str, match: str, **kept: str) -> Game:
    """Opens the page for the first time, and waits until the game is kept."""
    game = make(address=address, service_workers="allow").open_with(match=match, **kept)
    wait_for_build(game.page, game.page.evaluate("okey.version"))
    until(game.page, "Boolean(navigator.serviceWorker.controller)")
    return game


def test_everything_works_without_a_network(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    site, address = host
    game = first_visit(new_game, address, saves.before_finish(), settings=FAST)
    site.asked.clear()
    game.open()
    game.page.wait_for_timeout(3000)
    assert set(site.asked) <= {"sw.js"}, "the browser may look for a newer build, and nothing else is asked for"
    site.gone = True
    game.errors.clear()
    game.open()
    for identifier in ("finish", "finish"):
        game.press(identifier)
    game.wait_for(lambda state: state["scene"] == "result")
    game.page.goto(f"{address}index.html?x=1#y")
    until(game.page, STARTED)
    assert game.state()["scene"] != "failure"
    site.asked.clear()
    for preset in PRESETS:
        game.press("menu", "play", f"preset-{preset}", "deal")
        if game.wait_for(lambda state: state["scene"] != "setup")["scene"] == "question":
            game.press("yes")
        assert game.wait_for(lambda state: state["scene"] == "table")["view"]["rules"].split()[0] == preset
        assert thrown_by_others(game.page, pass_turn(game.page)), f"the bots of {preset} play on"
    assert set(site.asked) <= {"sw.js"}, "while it is played nothing is asked for"
    kept = game.state()["view"]
    game.open()
    assert game.state()["view"] == kept, "and nothing is lost"
    assert set(site.asked) <= {"sw.js"}


def test_a_shared_match_is_watched_without_a_network(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    site, address = host
    game = first_visit(new_game, address, saves.to_draw())
    own = game.state()["view"]
    site.gone = True
    site.asked.clear()
    record = Record.parse(saves.before_finish())
    other = Game(game.context, f"{address}#record={pack(record)}").open()
    other.wait_for(lambda state: state["scene"] == "replay")
    steps = len(record.actions)

    def shows(state: dict[str, Any], moment: int) -> bool:
        return any(text["text"] == f"{moment} / {steps}" for text in state["texts"])

    other.wait_for(lambda state: shows(state, 1))
    other.click("on")
    other.wait_for(lambda state: shows(state, 2))
    other.wait_for(lambda state: other.page.keyboard.press("End") or shows(state, steps), seconds=60)
    other.page.keyboard.press("Escape")
    assert other.wait_for(lambda state: state["scene"] == "table")["view"] == own, "one's own goes on"
    assert set(site.asked) <= {"sw.js"}
    wrong = Game(game.context, f"{address}#record=1.not-a-match").open()
    wrong.wait_for(lambda state: state["scene"] == "question")
    wrong.click("no")
    assert wrong.wait_for(lambda state: state["scene"] == "table")["view"] == own


def test_the_whole_list_is_kept_and_nothing_else(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    site, address = host
    game = first_visit(new_game, address, saves.to_draw())
    game.open()
    listing = json.loads((site.root / "files.json").read_text())
    files = {entry["file"] for entry in listing["files"].values()}
    hashed = {file for name, entry in listing["files"].items() if (file := entry["file"]) != name}
    assert {"python_stdlib.zip", "icon-512.png", "worker.mjs"} <= listing["files"].keys()
    names = "caches.open(`okey ${location.href}`).then(cache => cache.keys()).then(all => all.map(r => r.url))"
    kept = {url.removeprefix(address) for url in game.page.evaluate(names)}
    assert {name for name in kept if not name.startswith("okey-")} == hashed <= files


def test_an_update_waits_for_the_end_of_the_match(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    site, address = host
    game = first_visit(new_game, address, saves.to_draw())
    old = game.page.evaluate("okey.version")
    new = newer_build(site.root)
    site.asked.clear()
    game.open()
    wait_for_build(game.page, new)
    changed = {json.loads((site.root / "files.json").read_text())["files"]["okey.apk"]["file"]}
    assert {name for name in site.asked if name.endswith((".apk", ".zip", ".wasm"))} <= changed, (
        "the rest is here already"
    )
    for _ in range(2):  # mid-hand nothing changes, however often the page is loaded
        game.open()
        assert game.page.evaluate("okey.version") == old
        assert game.state()["view"]["hand"] == 1
    for identifier in ("menu", "play", "deal"):
        game.press(identifier)
    with game.page.expect_navigation():
        game.press("yes")
    until(game.page, STARTED)
    assert game.page.evaluate("okey.version") == new
    assert game.python("import main; main.NEW") is True
    game.open()
    assert game.page.evaluate("okey.version") == new, "and so it stays"
    site.gone = True
    game.errors.clear()
    game.open()
    assert game.page.evaluate("okey.version") == new


UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return new Promise((done) => {
        registration.onupdatefound = () => {
            const worker = registration.installing;
            worker.onstatechange = () => ["redundant", "activated"].includes(worker.state) && done(worker.state);
        };
        registration.update();
    });
}"""
"""Looks for a newer build, and tells what became of it."""


def test_a_broken_update_leaves_the_old_build(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    """Whatever file of it is missing, another's, half a one, or the last that comes before the network goes."""
    site, address = host
    game = first_visit(new_game, address, saves.to_draw())
    old_page = site.root / "old.html"
    shutil.copyfile(site.root / "index.html", old_page)
    old = game.page.evaluate("okey.version")
    old_game = served(site.root, "okey.apk")
    new = newer_build(site.root)
    archive, pages = served(site.root, "okey.apk"), ("index.html", "")
    halves = {file.name: site.root / f"half-{file.name}" for file in (archive, site.root / "index.html")}
    for name, half in halves.items():
        half.write_bytes((site.root / name).read_bytes()[: (site.root / name).stat().st_size // 2])
    halves[""] = halves["index.html"]
    troubles: list[dict[str, Any]] = [
        {"broken": {archive.name: None}},
        {"broken": {archive.name: old_game}},
        {"broken": {archive.name: halves[archive.name]}},
        {"cut": {archive.name: halves[archive.name]}},
        {"last": archive.name},
        {"broken": dict.fromkeys(pages, old_page)},
        {"broken": {name: halves[name] for name in pages}},
        {"cut": {name: halves[name] for name in pages}},
        {"last": "index.html"},
    ]
    view = game.state()["view"]
    for trouble in troubles:
        vars(site).update(trouble)
        site.asked.clear()
        assert game.page.evaluate(UPDATE) == "redundant", trouble
        assert {*trouble.get("broken", {}), *trouble.get("cut", {}), trouble.get("last", "")} & set(site.asked)
        assert game.page.evaluate(CACHED, "okey-newest") == old, trouble
        game.open()
        assert game.page.evaluate("okey.version") == old, trouble
        assert game.state()["view"] == view
        site.mend()
    game.errors.clear()
    assert game.page.evaluate(UPDATE) == "activated"
    wait_for_build(game.page, new)


def test_a_build_that_does_not_start_gives_way(new_game: Callable[..., Game], host: tuple[Host, str]) -> None:
    """Its failure page's button starts the newest build."""
    site, address = host
    game = new_game(address=address, service_workers="allow", troubled=True)
    game.open_with(match=saves.to_draw())
    wait_for_build(game.page, game.page.evaluate("okey.version"))
    new = newer_build(site.root)
    game.open()
    wait_for_build(game.page, new)
    game.page.add_init_script("if (!sessionStorage.tried) { sessionStorage.tried = 1; delete WebAssembly.validate; }")
    game.page.reload(wait_until="commit")
    game.page.wait_for_selector("#failure")
    with game.page.expect_navigation():
        game.page.click("#retry")
    until(game.page, STARTED)
    assert game.page.evaluate("okey.version") == new


def test_a_browser_that_drops_the_cache_goes_to_the_network(
    new_game: Callable[..., Game], host: tuple[Host, str]
) -> None:
    _, address = host
    game = first_visit(new_game, address, saves.to_draw())
    game.page.evaluate("caches.keys().then(keys => Promise.all(keys.map(key => caches.delete(key))))")
    game.open()
    assert game.state()["scene"] == "table"


def test_the_game_can_be_installed(new_game: Callable[..., Game], url: str) -> None:
    game = new_game(service_workers="allow").open()
    cdp = game.context.new_cdp_session(game.page)
    manifest = cdp.send("Page.getAppManifest")
    assert manifest["url"] == f"{url}manifest.webmanifest"
    assert manifest["errors"] == []
    errors = [error["errorId"] for error in cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors in ([], ["in-incognito"]), "a test's browser context is one"
    data = json.loads(manifest["data"])
    for entry in (*data["icons"], *data["screenshots"], *data["shortcuts"]):
        address = entry.get("src") or entry["url"]
        assert game.page.evaluate("address => fetch(address).then(answer => answer.status)", address) == 200


def test_the_menu_installs_what_the_browser_offers(new_game: Callable[..., Game]) -> None:
    game = new_game().open()
    game.press("menu")
    assert "install" not in [widget["id"] for widget in game.state()["widgets"]]
    game.page.evaluate(
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt', {cancelable: true}),"
        " {prompt: async () => { window.prompted = true; }}))"
    )
    game.press("install")
    until(game.page, "window.prompted")
    assert "install" not in [widget["id"] for widget in game.state()["widgets"]], "an offer can be used once"


def test_the_shortcut_opens_the_choice_of_a_match(new_game: Callable[..., Game], url: str) -> None:
    game = new_game(address=f"{url}?new").open()
    assert game.state()["scene"] == "setup"
