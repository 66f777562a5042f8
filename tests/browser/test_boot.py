"""The start of the game in a browser: the first screen, the bar, readiness, and every way to fail."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import zipfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import brotli
import pytest

from okey.rooms.relay.site import Answer, Site
from tests.browser import saves
from tests.browser.driver import NO_STORAGE, PATIENCE, STARTED, at, colours, in_worker, served, serving, until
from tests.browser.test_screen import check_table_picture
from web import itch
from web.site import HASH_LENGTH, hashed_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Route

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

WATCH_PROGRESS = """
    window.values = [];
    const { set } = Object.getOwnPropertyDescriptor(HTMLProgressElement.prototype, "value");
    Object.defineProperty(HTMLProgressElement.prototype, "value", {
        set(value) { window.values.push(value); set.call(this, value); },
        get() { return window.values.at(-1) ?? 0; },
    });
"""


OF_THE_WORKER = {"okey.apk", "python_stdlib.zip", "pygame.zip", "pyodide-lock.json"}
"""What a start needs and the head does not name, beside modules: the game's worker asks for it at once, and a browser
hands no preload of a page to a worker."""


def test_boots_to_a_picture(new_game: Callable[..., Game], root: Path) -> None:
    game = new_game()
    game.page.add_init_script(WATCH_PROGRESS)
    fetched = game.open().fetched()

    listing = json.loads((root / "files.json").read_text())
    assert game.page.evaluate("okey.version") == listing["version"]
    assert game.page.evaluate("document.documentElement.dataset.stage") == "ready"
    assert game.page.evaluate("document.activeElement.id") == "canvas"
    game.page.wait_for_timeout(500)
    assert not game.page.is_visible("#boot")
    game.settle()
    check_table_picture(game.picture(), (1280, 720))

    values = game.page.evaluate("values")
    assert values == sorted(values)
    assert values[-1] == 100
    assert sum(value <= 80 for value in values) > 10, "the bar follows the bytes"

    twice = [name for name, times in Counter(fetched).items() if times > 1]
    shared = {"download.mjs", "line.mjs", "tabs.mjs", "wire.mjs"}
    assert {re.sub(r"\.[0-9a-f]{16}", "", name) for name in twice} == shared, "page and worker have them both"
    assert game.page.evaluate("document.documentElement.dataset.thread") == "worker"

    plain = {entry["file"]: name for name, entry in listing["files"].items()}
    names = {plain.get(name, name) for name in fetched} - {""}
    head = {
        plain[link]
        for link in re.findall(r'(?:href|src)="([^"]+)"', (root / "index.html").read_text())
        if link in plain
    }
    assert {name for name in names - head if not name.endswith(".mjs")} == OF_THE_WORKER
    assert {name for name in names if Path(name).suffix not in itch.STARTING} <= {"favicon.png"}, (
        "make itch counts it all"
    )


def test_boots_from_a_sub_path(new_game: Callable[..., Game], root: Path) -> None:
    with serving(root, prefix="/some/games/okey/") as address:
        new_game(address=address).open()


def test_boots_without_storage(new_game: Callable[..., Game]) -> None:
    game = new_game()
    game.page.add_init_script(NO_STORAGE)
    in_worker(game.page, NO_STORAGE)
    game.open()
    keep = "from okey.bridge import detect; b = detect(); [b.save('a', 'x'), b.load('a')]"
    assert game.python(keep) == [False, "x"]


def test_leaves_the_focus_to_a_host_page(new_game: Callable[..., Game]) -> None:
    game = new_game()
    host = "<input id=chat autofocus><iframe src='./' width=800 height=600></iframe>"
    game.page.route("**/host.html", lambda route: route.fulfill(content_type="text/html", body=host))
    game.page.goto(f"{game.url}host.html")
    game.page.focus("#chat")
    until(game.page, "frames[0]?.okey && frames[0].okey.state().scene !== 'boot'")
    game.page.wait_for_timeout(300)
    assert game.page.evaluate("document.activeElement.id") == "chat"
    game.page.keyboard.type("selam")
    assert game.page.input_value("#chat") == "selam"


@pytest.mark.parametrize(
    ("locale", "language", "text"),
    [
        ("tr-TR", "tr", "Taşlar getiriliyor"),
        ("en-GB", "en", "Fetching the tiles"),
        ("de-DE", "en", "Fetching the tiles"),
    ],
)
def test_first_screen_speaks_the_browsers_language(
    new_game: Callable[..., Game], locale: str, language: str, text: str
) -> None:
    game = new_game(locale=locale)
    game.page.route(at("okey.apk"), hold)
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_selector("#progress")
    until(game.page, "document.getElementById('percent')?.textContent")
    assert game.page.evaluate("[document.documentElement.lang, okey.state().scene]") == [language, "boot"]
    assert "OKEY" in game.page.inner_text("#boot")
    assert game.page.inner_text("#status").startswith(text)
    assert colours(game.picture()) > 10


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ('{"language": "en"}', "Fetching the tiles"),
        ('{"language": "xx"}', "Taşlar getiriliyor"),
        ('{"language": ["en"]}', "Taşlar getiriliyor"),
        ('{"language": "english"}', "Taşlar getiriliyor"),
        ("null", "Taşlar getiriliyor"),
        ("[" * 200_000, "Taşlar getiriliyor"),
    ],
)
@pytest.mark.parametrize("place", ["okey-first", "okey"])
def test_first_screen_speaks_the_chosen_language(
    new_game: Callable[..., Game], settings: str, text: str, place: str
) -> None:
    game = new_game()
    game.page.route(at("okey.apk"), hold)
    game.page.add_init_script(f"localStorage.setItem('{place}:settings', {json.dumps(settings)})")
    game.page.goto(game.url, wait_until="commit")
    until(game.page, "document.getElementById('percent')?.textContent")
    assert game.page.inner_text(".stage-download") == text, "one language and no other"


@pytest.mark.parametrize("settings", ["[" * 3999, "[" * 200_000, '{"language": "xx"', "x" * 4_000_000])
def test_damaged_settings_lock_nobody_out(new_game: Callable[..., Game], settings: str) -> None:
    game = new_game().open_with(match=saves.to_draw(), settings=settings)
    state = game.state()
    assert (state["scene"], state["language"], state["view"]["phase"]) == ("table", "tr", "draw")
    assert "Ayarların okunamadı" in state["toast"]["text"]
    assert game.kept("settings") is None
    game.open()
    assert game.state()["toast"] is None


def test_first_screen_needs_no_script(new_game: Callable[..., Game]) -> None:
    game = new_game(java_script_enabled=False)
    game.page.goto(game.url)
    assert game.page.is_visible("#boot h1")
    assert game.page.is_visible("noscript p[lang=tr]")


def test_first_words_of_last_resort(new_game: Callable[..., Game]) -> None:
    """Where not even first.js arrives, the style sheet says after half a minute that the game will not come."""
    game = new_game(troubled=True)
    game.page.route(at("first.js"), lambda route: route.abort())
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_selector("#progress")
    # the words are hidden by the style sheet, which may come a moment later than the page
    until(game.page, "document.getAnimations().length > 0")
    assert not game.page.is_visible(".late")
    game.page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    assert game.page.is_visible(".late")
    assert "Reload the page" in game.page.inner_text(".late")


def hold(_route: Route) -> None:
    """Never answers."""


def missing(route: Route) -> None:
    route.fulfill(status=404, body="nothing here")


def cut(route: Route) -> None:
    """Answers with the first half, as a server does that breaks down."""
    response = route.fetch()
    body = response.body()
    route.fulfill(status=200, content_type=response.headers["content-type"], body=body[: len(body) // 2])


SOONER = """
    const original = setTimeout;
    window.setTimeout = (call, delay, ...values) => original(call, delay === {} ? {} : delay, ...values);
"""
"""Makes a long wait of the page's a short one."""


def lost(route: Route) -> None:
    route.abort("connectionreset")


def expect_failure(game: Game, kind: str, detail: str) -> None:
    """Waits for the failure page, whole and in Turkish."""
    page = game.page
    page.wait_for_selector("#failure", timeout=PATIENCE)
    until(page, "getComputedStyle(document.getElementById('failure')).position === 'fixed'")  # the style sheet is there
    assert game.state() == {"scene": "failure", "kind": kind}
    assert not page.is_visible("#boot")
    shown = page.locator("[data-kind]:visible")
    assert shown.count() == 1
    assert shown.get_attribute("data-kind") == kind
    assert len(shown.inner_text()) > 30
    assert page.locator("#retry").inner_text() == "Yeniden dene"
    page.click("summary")
    details = page.inner_text("#details")
    assert detail in re.sub(r"\.[0-9a-f]{16}(?=\.)", "", details)
    for known in (page.evaluate("okey.version"), page.evaluate("navigator.userAgent"), page.url):
        assert known in details


MODULES = ("boot.mjs", "input.mjs", "loop.mjs")
"""Modules that import others or are imported, of the page and of the game's worker."""


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        *((name, missing) for name in (*MODULES, "pyodide.mjs", "pyodide.asm.mjs")),
        *((name, missing) for name in ("pyodide.asm.wasm", "pygame.wasm", "pyodide-lock.json")),
        *((name, missing) for name in ("python_stdlib.zip", "okey.apk")),
        *((name, lost) for name in ("boot.mjs", "pyodide.asm.wasm", "pygame.zip")),
        *((name, cut) for name in ("pyodide.asm.wasm", "pygame.wasm", "python_stdlib.zip", "okey.apk")),
    ],
)
def test_failed_download(new_game: Callable[..., Game], name: str, trouble: Callable[[Route], None]) -> None:
    game = new_game(troubled=True)
    game.page.route(at(name), trouble)
    game.page.goto(game.url, wait_until="commit")
    # a module's script fails with what it imports, and either may be told first
    expect_failure(game, "download", name if name == "boot.mjs" or name not in MODULES else ".mjs")


def test_without_a_worker_the_page_runs_the_game(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route(at("worker.mjs"), missing)
    game.open()
    assert game.page.evaluate("document.documentElement.dataset.thread") == "page"
    game.press("menu")
    game.wait_for(lambda state: state["scene"] == "menu")


def test_missing_style_sheet(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route(at("style.css"), missing)
    game.page.goto(game.url)
    game.page.wait_for_selector("#failure")
    assert "Yeniden dene" in game.page.inner_text("#failure")
    game.page.wait_for_timeout(5000)
    assert game.state() == {"scene": "failure", "kind": "download"}, "even if Python started"


def test_retry(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route(at("pygame.zip"), missing, times=1)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "download", "HTTP 404")
    with game.page.expect_navigation():
        game.page.click("#retry")
    until(game.page, STARTED)
    assert game.state()["scene"] != "failure"


def test_details_can_be_copied(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True, permissions=["clipboard-read", "clipboard-write"])
    game.page.route(at("okey.apk"), missing)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "download", "okey.apk")
    game.page.click("#copy")
    game.page.wait_for_selector("#copy.done")
    assert game.page.evaluate("navigator.clipboard.readText()") == game.page.text_content("#details")


def test_stalled_download(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.route(at("pygame.zip"), hold)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "stalled", "no byte for 20 s")


def test_stalled_module(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(SOONER.format(60_000, 2000))
    game.page.route(at("loop.mjs"), hold)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "stalled", "have not come for 60 s")


@pytest.mark.parametrize("script", ["delete window.WebAssembly", "WebAssembly.validate = () => false"])
def test_unsupported_browser(new_game: Callable[..., Game], script: str) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(script)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "unsupported", "no WebAssembly")


def test_module_that_cannot_start(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(
        "WebAssembly.compileStreaming = async () => { throw new RangeError('WebAssembly: Out of memory'); };"
    )
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "memory", "Out of memory")


@pytest.mark.parametrize(
    ("line", "kind", "detail"),
    [
        ("raise ValueError('broken at import')", "crash", "ValueError: broken at import"),
        ("async def main(): raise OSError('broken at start')", "crash", "OSError: broken at start"),
        ("async def main(): raise MemoryError", "memory", "MemoryError"),
        ("this is no Python", "crash", "SyntaxError"),
    ],
)
def test_python_exception_at_start(
    new_game: Callable[..., Game], root: Path, line: str, kind: str, detail: str
) -> None:
    game = new_game(troubled=True)
    serve_main(game, root, line)
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, kind, detail)


def serve_main(game: Game, root: Path, source: str) -> None:
    """Lets a page load a build with another main.py."""
    game_file = served(root, "okey.apk")
    archive = with_main(game_file.read_bytes(), source)
    index = relisted((root / "index.html").read_text(), "okey.apk", game_file, archive)
    game.page.route(at("okey.apk"), lambda route: route.fulfill(body=archive))
    game.page.route(game.url, lambda route: route.fulfill(body=index, content_type="text/html"))


def relisted(index: str, name: str, file: Path, content: bytes) -> str:
    """Gives a page whose list, and whose addresses, are those of a build with another content of a file.

    No file gets compressed twins by that.
    """
    new = hashlib.sha256(content).hexdigest()[:HASH_LENGTH]
    entry = re.compile(rf'"{re.escape(name)}":{{[^}}]*}}')
    assert entry.search(index)
    data = {"file": hashed_name(name, new), "hash": new, "bytes": len(content)}
    return entry.sub(f'"{name}":{json.dumps(data)}', index).replace(file.name, data["file"])


def with_main(archive: bytes, source: str) -> bytes:
    """Gives the game's archive with another main.py."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            new.writestr(entry, source if entry.filename == "assets/main.py" else old.read(entry))
    return target.getvalue()


KILL = "import json; json.loads('[' * 200_000)"
"""Python's reader of JSON overflows the browser's stack, and Pyodide is dead."""

APP = """
import gc
from okey.ui.app import App
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
"""


def test_exception_later(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=saves.to_draw())
    game.python(APP + "app.table.layout = None")
    game.page.keyboard.press("Escape")
    expect_failure(game, "crash", "AttributeError: 'NoneType' object has no attribute")
    assert "in _key" in game.page.inner_text("#details"), "it came from the game's own handler"


def test_exception_in_a_computer_player(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=saves.to_draw())
    game.python(APP + "app.session.table._choose = None")
    game.click("stock")
    game.wait_for(lambda state: state["view"]["phase"] == "discard")
    game.page.keyboard.press("s")
    tile = str(saves.policy(game.settle()["view"], 0)[1])
    game.drag(game.tile(tile), game.spot("discard"))
    expect_failure(game, "crash", "TypeError")


def test_exception_in_a_press_from_outside(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=saves.to_draw())
    game.python(APP + "app.scene.activate = None")
    game.page.evaluate("try { okey.press('menu') } catch {}")
    expect_failure(game, "crash", "TypeError")


def test_dead_interpreter_is_told_at_once(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=saves.to_draw())
    kept = game.kept("match")
    game.python(f"import asyncio; asyncio.get_running_loop().call_later(0.1, lambda: exec({KILL!r}))")
    game.page.wait_for_selector("#failure", timeout=5000)
    expect_failure(game, "crash", "call stack")
    game.page.mouse.click(5, 5)
    assert not game.page.evaluate("okey.press('menu')")
    assert game.kept("match") == kept


def test_dead_interpreter_at_start(new_game: Callable[..., Game], root: Path) -> None:
    game = new_game(troubled=True)
    serve_main(game, root, f"async def main():\n    {KILL}\n")
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "crash", "call stack")


def test_start_that_hangs_blames_no_connection(new_game: Callable[..., Game], root: Path) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(SOONER.format(120_000, 3000))
    serve_main(game, root, "import asyncio\nasync def main():\n    await asyncio.Event().wait()\n")
    game.page.goto(game.url, wait_until="commit")
    expect_failure(game, "stuck", "after the last byte")
    assert "ağlantı" not in game.page.inner_text("[data-kind=stuck]")


def test_a_game_that_does_not_answer_is_given_up(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True)
    game.page.add_init_script(
        "const original = setInterval;"
        "window.setInterval = (call, delay, ...values) => original(call, delay === 10000 ? 500 : delay, ...values);"
    )
    game.open_with(match=saves.to_draw())
    kept = game.kept("match")
    game.python("import asyncio; asyncio.get_running_loop().call_later(0.1, lambda: exec('while True: pass')); None")
    game.page.wait_for_timeout(3000)
    assert game.page.evaluate("okey.state().scene") == "table", "nobody has wanted anything"
    game.page.keyboard.press("Escape")
    expect_failure(game, "crash", "has not answered for 30 s")
    assert game.kept("match") == kept
    with game.page.expect_navigation():
        game.page.click("#retry")
    until(game.page, STARTED)
    assert game.state()["scene"] == "table"


def test_clean_start_keeps_the_old_save_aside(new_game: Callable[..., Game]) -> None:
    match = saves.to_draw()
    game = new_game(troubled=True).open_with(match=match, settings='{"language": "tr", "fast": true}')
    rack = game.kept("rack")
    game.python(APP + "app.table.layout = None")
    game.page.keyboard.press("Escape")
    expect_failure(game, "crash", "AttributeError")
    game.page.click("#clean")
    game.page.click("#clean-no")
    assert game.kept("match") == match
    game.page.click("#clean")
    assert "kenara konur" in game.page.inner_text("#sure")
    with game.page.expect_navigation():
        game.page.click("#clean-yes")
    until(game.page, STARTED)
    state = game.state()
    assert (state["scene"], state["view"]["hand"]) == ("table", 1)
    assert game.kept("match.damaged") == match
    assert game.kept("rack.damaged") == rack
    assert game.kept("settings.damaged") == '{"language": "tr", "fast": true}'
    fresh = game.kept("match")
    assert fresh != match
    for button in ("menu", "settings"):
        game.click(button)
        game.settle()
    for button in ("saves-aside", "back-match", "yes"):  # what is on a later page of a panel as well
        assert game.python(APP + f"app.tap({button!r})")
        game.settle()
    game.wait_for(lambda state: state["scene"] == "table")
    assert game.kept("match") == match
    assert game.kept("match.damaged").startswith(fresh)


def test_other_failures_leave_the_save_alone(new_game: Callable[..., Game]) -> None:
    game = new_game(troubled=True).open_with(match=saves.to_draw())
    game.page.route(at("pygame.zip"), missing)
    game.page.reload(wait_until="commit")
    expect_failure(game, "download", "pygame.zip")
    assert not game.page.is_visible("#clean")


class Caching(Site):
    """A host whose files stay in the browser's cache for a day; ``wrong`` ones come with another content, once.

    That content is packed with brotli.  Everything is known by the name that it has in the sources.
    """

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.wrong: dict[str, Path] = {}
        self.asked: list[str] = []

    def answer(self, target: str, **validators: str) -> Answer:
        name = re.sub(r"\.[0-9a-f]{16}(?=\.)", "", urlsplit(target).path.lstrip("/"))
        self.asked.append(name)
        answer = super().answer(target, **validators)
        if name:
            answer.headers["Cache-Control"] = "max-age=86400"
        if other := self.wrong.pop(name, None):
            size = str(other.stat().st_size)
            answer.headers.update({"Content-Encoding": "br", "Content-Length": size, "ETag": '"other"'})
            return answer._replace(file=other)
        return answer


@pytest.fixture
def caching(root: Path, tmp_path: Path) -> Iterator[tuple[Caching, str]]:
    shutil.copytree(root, tmp_path / "site")
    site = Caching(tmp_path / "site")
    with serving(site.root, site=site) as address:
        yield site, address


def other_game(site: Caching, target: Path) -> None:
    """Makes another build's archive, of the very same size."""
    content = served(site.root, "okey.apk").read_bytes()
    changed = with_main(content, "this is no Python")
    target.write_bytes(brotli.compress(changed + b"\0" * (len(content) - len(changed)), quality=5))


def test_file_of_another_build_is_fetched_again(
    new_game: Callable[..., Game], caching: tuple[Caching, str], tmp_path: Path
) -> None:
    site, address = caching
    other_game(site, tmp_path / "other.apk")
    site.wrong["okey.apk"] = tmp_path / "other.apk"
    new_game(address=address).open()
    assert site.asked.count("okey.apk") == 2
    site.asked.clear()
    new_game(address=address).open()
    assert site.asked.count("okey.apk") == 1


def test_new_build_takes_nothing_from_the_cache_of_the_old(
    new_game: Callable[..., Game], caching: tuple[Caching, str]
) -> None:
    site, address = caching
    game = new_game(address=address).open()
    site.asked.clear()
    game.open()
    assert {"okey.apk", "boot.mjs", "storage.mjs"}.isdisjoint(site.asked), "the cache holds them"
    old = served(site.root, "okey.apk")
    archive = with_main(old.read_bytes(), NEW_MAIN)
    index = relisted((site.root / "index.html").read_text(), "okey.apk", old, archive)
    (site.root / "index.html").write_text(index)
    for twin in site.root.glob("index.html.*"):
        twin.unlink()
    (site.root / hashed_name("okey.apk", hashlib.sha256(archive).hexdigest()[:HASH_LENGTH])).write_bytes(archive)
    game.open()
    assert game.python("import main; main.NEW") is True
    assert site.asked.count("okey.apk") == 1
    assert "boot.mjs" not in site.asked


NEW_MAIN = """
from okey.bridge import detect
from okey.ui.app import App
NEW = True
async def main():
    await App(detect()).run()
"""


def test_retry_asks_for_files_anew(new_game: Callable[..., Game], caching: tuple[Caching, str], tmp_path: Path) -> None:
    site, address = caching
    (tmp_path / "other.mjs").write_bytes(brotli.compress(b"export const other = 1;"))
    site.wrong["storage.mjs"] = tmp_path / "other.mjs"
    game = new_game(address=address, troubled=True)
    game.page.goto(address, wait_until="commit")
    game.page.wait_for_selector("#failure", timeout=PATIENCE)
    with game.page.expect_navigation():
        game.page.click("#retry")
    until(game.page, STARTED)
    assert game.state()["scene"] == "table"


class Plain(Site):
    """A host that compresses nothing, and counts the bytes of what it sends."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, compression=False)
        self.sent: dict[str, int] = {}

    def answer(self, target: str, **validators: str) -> Answer:
        answer = super().answer(target, **validators)
        self.sent[urlsplit(target).path.lstrip("/")] = int(answer.headers.get("Content-Length", 0))
        return answer


def test_twins_serve_where_the_host_compresses_nothing(new_game: Callable[..., Game], root: Path) -> None:
    """The loader takes the compressed twins itself, and what it unpacks is checked like any download."""
    site = Plain(root)
    with serving(root, site=site) as address:
        new_game(address=address).open()
    for name in ("pyodide.asm.wasm", "pygame.wasm", "python_stdlib.zip", "pygame.zip", "okey.apk"):
        file = served(root, name).name
        assert {f"{file}.br", f"{file}.gz"} & site.sent.keys(), name
