"""Games on pages of other origins: lazy, obedient to their page alone, and no trouble to it."""

from __future__ import annotations

import json
import random
import string
import time
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from okey.rooms.relay.site import Site
from okey.ui import wishes
from tests.browser import saves
from tests.browser.driver import PATIENCE, Game, serving
from tests.browser.engines import open_engine
from tests.browser.test_engines import free_port, pass_turn, play_hand, state, until, wait_until
from tests.browser.test_engines import press_soon as press
from tests.ui.test_host import nonsense
from web import demo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Frame, Playwright

    from okey.rooms.relay.site import Answer
    from tests.browser.engines import Engine

pytestmark = pytest.mark.browser

BARE = {"guide": "done", "deal": "short", "speed": "instant", "volume": 0}
"""Settings for a game that is played fast."""

KINDS = ["ready", "resize", "hand-started", "hand-ended", "match-ended", "paused", "resumed", "error"]
LISTEN = f"""
    window.heard = [];
    for (const game of document.querySelectorAll("okey-game")) {{
        for (const kind of {KINDS}) game.addEventListener(kind, ({{detail}}) => heard.push([game.id, kind, detail]));
    }}
"""


class Host:
    """A page of another origin, with games in it, and everything that was said on its console."""

    def __init__(self, browser: Browser, game: str, address: str, folder: Path, **options: Any) -> None:
        usual = {"viewport": {"width": 1000, "height": 800}, "locale": "tr-TR", "service_workers": "block"}
        self.context = browser.new_context(**(usual | options))
        self.game = game
        self.address = address
        self.folder = folder
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.notes: list[str] = []
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.requests: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))

    def _on_console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(said.text)
        elif said.text.startswith("okey: "):
            self.notes.append(said.text)

    def show(self, body: str) -> None:
        """Shows a page with `embed.js` on it."""
        head = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><style>body { margin: 0 }</style>"
        scripts = f"<script>{LISTEN}</script><script src='{self.game}embed.js'></script>"
        (self.folder / "page.html").write_text(head + body + scripts)
        self.page.goto(f"{self.address}page.html", wait_until="domcontentloaded")

    def keep(self, name: str, **kept: str) -> None:
        """Puts saves where the game of that name finds them, if page and game are of one site."""
        blank = f"{self.game}blank.html"
        icon = "<link rel=icon href=data:,>"
        self.page.route(blank, lambda route: route.fulfill(content_type="text/html", body=icon))
        self.page.goto(blank)
        self.page.evaluate(
            """async ([name, kept]) => await new Promise((resolve, reject) => {
                const request = indexedDB.open(name, 1);
                request.onupgradeneeded = () => request.result.createObjectStore("kept");
                request.onerror = reject;
                request.onsuccess = () => {
                    const change = request.result.transaction("kept", "readwrite");
                    for (const [key, text] of Object.entries(kept)) change.objectStore("kept").put(text, key);
                    change.oncomplete = () => { request.result.close(); resolve(); };
                };
            })""",
            [f"okey {name}", {key: text if key == "match" else json.dumps(text) for key, text in kept.items()}],
        )

    def frame(self, instance: str) -> Frame:
        """Finds the frame of a game by its name."""
        return next(frame for frame in self.page.frames if f"embed={instance}" in frame.url)

    def heard(self, identifier: str, kind: str) -> list[dict[str, Any]]:
        """Lists what a game has told."""
        told = self.page.evaluate("heard")
        return [detail for who, what, detail in told if (who, what) == (identifier, kind)]

    def wait_for(self, identifier: str, kind: str, times: int = 1) -> list[dict[str, Any]]:
        """Waits until a game has told something so many times."""
        count = "([who, kind, times]) => heard.filter(([a, b]) => a === who && b === kind).length >= times"
        self.page.wait_for_function(count, arg=[identifier, kind, times], timeout=PATIENCE)
        return self.heard(identifier, kind)


@contextmanager
def opened(browser: Browser, game: str, address: str, folder: Path, **options: Any) -> Iterator[Host]:
    host = Host(browser, game, address, folder, **options)
    yield host
    origins = (game, address, "data:", "blob:")
    assert not [url for url in host.requests if not url.startswith(origins)]
    host.context.close()
    assert not host.errors


@pytest.fixture
def elsewhere(tmp_path: Path, url: str) -> Iterator[str]:
    """The demo page, on an origin of its own but of the game's site, so that saves are kept."""
    demo.write(tmp_path, url)
    with serving(tmp_path) as address:
        yield address


@pytest.fixture
def host(browser: Browser, url: str, elsewhere: str, tmp_path: Path) -> Iterator[Host]:
    with opened(browser, url, elsewhere, tmp_path) as page:
        yield page


@pytest.fixture
def stranger(browser: Browser, url: str, elsewhere: str, tmp_path: Path) -> Iterator[Host]:
    """The same on another site, where the browser gives frames no storage."""
    with opened(browser, url, elsewhere.replace("127.0.0.1", "localhost"), tmp_path) as page:
        yield page


def test_the_demo_shows_two_games_of_another_origin(host: Host) -> None:
    page = host.page
    page.goto(host.address, wait_until="domcontentloaded")
    page.evaluate(LISTEN)
    page.focus("#chat")
    (first,) = host.wait_for("first", "ready")
    assert len(page.frames) == 2, "the second one is far below and has not been loaded"
    page.keyboard.type("selam s")
    assert page.input_value("#chat") == "selam s", "focus and keys are the page's"
    assert first["rules"] == "classic"
    assert host.wait_for("first", "hand-started") == [
        {
            "hand": 1,
            "starter": host.heard("first", "hand-started")[0]["starter"],
            "rules": "classic",
            "scores": [20] * 4,
        }
    ]
    box = page.locator("#first").bounding_box()
    assert box is not None
    (suits,) = host.heard("first", "resize")
    assert suits == {"width": box["width"], "height": box["height"]}, "the element has the height that suits"

    page.evaluate("document.getElementById('second').scrollIntoView()")
    host.wait_for("second", "hand-started")
    page.wait_for_timeout(500)
    second = state(host.frame("second"))
    assert (second["language"], second["view"]["rules"]) == ("en", "okey101")
    assert state(host.frame("first"))["language"] == "tr"
    assert page.evaluate("document.activeElement.id") == "chat"
    assert [frame.evaluate("document.hasFocus()") for frame in page.frames[1:]] == [False, False]

    page.click("form[data-for=second] >> text=Pause")
    host.wait_for("second", "paused")
    assert state(host.frame("second"))["scene"] == "paused"
    assert page.evaluate("[...document.querySelectorAll('[paused]')].map(({id}) => id)") == ["second"]
    press(host.frame("second"), "resume")
    host.wait_for("second", "resumed")
    assert page.evaluate("document.querySelectorAll('[paused]').length") == 0, "the player has let it go on"
    page.select_option("form[data-for=second] [aria-label=lang]", "tr")
    page.select_option("form[data-for=second] [aria-label=theme]", "claret")
    page.select_option("form[data-for=second] [aria-label=rules]", "duz")
    host.wait_for("second", "hand-started", 2)
    second = until(host.frame("second"), lambda now: now["view"]["rules"] == "duz")
    assert second["language"] == "tr"
    assert host.notes == []


AUDIBLE = """
    window.heardSounds = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
        window.heardSounds += 1;
        return start.apply(this, when);
    };
"""
"""Counts the sounds that a page plays."""


def test_every_command_is_obeyed(host: Host) -> None:
    """Muted nothing sounds, as attribute, method and message; and then it does again."""
    host.context.add_init_script(AUDIBLE)
    host.keep("a", match=saves.to_draw(), settings=BARE | {"volume": 4})
    host.show("<okey-game id=a loading=eager muted></okey-game>")
    host.wait_for("a", "ready")
    page, frame = host.page, host.frame("a")
    page.mouse.click(500, 5)  # browsers want a gesture in front of sound
    until(frame, lambda now: now["scene"] == "table" and not now["moving"])

    def sounds() -> int:
        """Lifts a tile, lays it back, and counts what is heard of it."""
        frame.evaluate("heardSounds = 0")
        held = until(frame, lambda now: now["scene"] == "table" and not now["moving"])["rack"][0]
        for selected in (held["tile"], None):
            press(frame, f"slot-{held['slot']}")
            until(frame, lambda now, selected=selected: now["selected"] == selected)
        return int(frame.evaluate("heardSounds"))

    def tell(**message: object) -> None:
        game = "document.getElementById('a').shadowRoot.querySelector('iframe').contentWindow"
        page.evaluate(f"message => {game}.postMessage({{okey: 1, ...message}}, '{host.game}')", message)

    assert sounds() == 0
    page.evaluate("document.getElementById('a').mute(false)")
    assert sounds() > 0
    tell(type="mute")
    assert sounds() == 0
    tell(type="mute", muted=False)
    tell(type="pause")
    host.wait_for("a", "paused")
    tell(type="resume")
    host.wait_for("a", "resumed")
    assert sounds() > 0
    tell(type="theme", theme="claret")
    tell(type="locale", lang="en")
    until(frame, lambda now: now["language"] == "en")
    view = state(frame)["view"]
    for answer in ("no", "yes"):
        page.evaluate("document.getElementById('a').start({rules: 'duz', seats: 'easy'})")
        until(frame, lambda now: now["scene"] == "question")
        assert state(frame)["view"] == view
        press(frame, answer)
        until(frame, lambda now: now["scene"] == "table")
    until(frame, lambda now: now["view"]["rules"] == "duz")
    assert host.notes == []


PAUSE = """(origin) => {
    const data = {okey: 1, type: "pause"};
    dispatchEvent(Object.assign(new Event("message"), {data, source: parent, origin}));
}"""
"""Has a command come to the game from the window around it, as the browser would hand it over from that origin.

Firefox makes no `MessageEvent` with a source of another process: a plain event has the same fields."""


def test_nobody_else_is_heard_though_only_the_origin_differs(host: Host) -> None:
    """On both sides: the game's, and the element's whose frame has gone elsewhere."""
    host.keep("a", match=saves.to_draw(), settings=BARE)
    host.show("<okey-game id=a loading=eager></okey-game>")
    host.wait_for("a", "ready")
    frame, page = host.frame("a"), host.page
    for other in ("https://elsewhere.example", "null", host.game.rstrip("/")):
        frame.evaluate(PAUSE, other)
    time.sleep(0.5)
    assert state(frame)["scene"] == "table"
    assert host.heard("a", "paused") == []
    frame.evaluate(PAUSE, host.address.rstrip("/"))
    host.wait_for("a", "paused")

    end = {"okey": 1, "type": "hand-ended", "hand": 1, "ending": "finish", "winner": 0, "before": [], "scores": []}
    frame.evaluate("end => parent.postMessage(end, '*')", end)
    host.wait_for("a", "hand-ended")
    script = (
        f"for (let i = 0; i < 3; i += 1) parent.postMessage({json.dumps(end)}, '*'); parent.postMessage('sent', '*');"
    )
    (host.folder / "false.html").write_text(f"<!doctype html><link rel=icon href=data:,><script>{script}</script>")
    page.evaluate(
        """address => new Promise((done) => {
            addEventListener("message", ({data}) => data === "sent" && done());
            document.getElementById("a").shadowRoot.querySelector("iframe").src = address;
        })""",
        f"{host.address}false.html",
    )
    assert len(host.heard("a", "hand-ended")) == 1


def test_a_hand_is_told_with_its_scores(host: Host) -> None:
    host.keep("lobby", match=saves.fresh(saves.SHORT["mouse"]), settings=BARE)
    host.show("<okey-game id=lobby loading=eager></okey-game>")
    host.wait_for("lobby", "ready")
    play_hand(host.frame("lobby"))
    end = state(host.frame("lobby"))["view"]["result"]
    (told,) = host.wait_for("lobby", "hand-ended")
    assert told == {
        "hand": 1, "ending": end["ending"], "winner": end["winner"], "before": end["before"], "scores": end["after"],
    }  # fmt: skip
    assert told["before"] == [20] * 4
    assert host.frame("lobby").evaluate("okey.press('next-hand')")
    (started,) = host.wait_for("lobby", "hand-started")
    assert (started["hand"], started["scores"]) == (2, told["scores"])


def test_a_match_is_told_to_its_end(host: Host) -> None:
    match, winners = saves.before_match_end()
    host.keep("lobby", match=match, settings=BARE)
    host.show("<okey-game id=lobby loading=eager></okey-game>")
    host.wait_for("lobby", "ready")
    frame = host.frame("lobby")
    until(frame, lambda now: not now["moving"])
    for _ in range(2):
        frame.evaluate("okey.press('finish')")
    (told,) = host.wait_for("lobby", "match-ended")
    assert told == {"winners": winners, "scores": host.heard("lobby", "hand-ended")[0]["scores"]}


def test_games_out_of_sight_wait(host: Host) -> None:
    host.keep("a", match=saves.to_draw(), settings=BARE | {"speed": "calm"})
    host.show("<okey-game id=a></okey-game><div style='height: 3000px'></div>")
    host.wait_for("a", "ready")
    frame = host.frame("a")
    pass_turn(frame)
    host.page.evaluate("scrollTo(0, 2500)")
    host.page.wait_for_timeout(1500)
    before = state(frame)["view"]
    host.page.wait_for_timeout(4000)
    assert state(frame)["view"] == before, "nobody plays"
    assert before["actor"] != 0
    host.page.evaluate("scrollTo(0, 0)")
    until(frame, lambda now: now["view"]["actor"] == 0 or now["scene"] == "result")


def test_the_page_scrolls_where_the_game_has_no_use_for_it(
    browser: Browser, url: str, elsewhere: str, tmp_path: Path
) -> None:
    with opened(browser, url, elsewhere, tmp_path, has_touch=True) as host:
        host.keep("a", match=saves.to_draw(), settings=BARE)
        host.show("<okey-game id=a></okey-game><div style='height: 3000px'></div>")
        host.wait_for("a", "ready")
        frame, page = host.frame("a"), host.page
        now = until(frame, lambda now: not now["moving"])
        x, y, width, height = next(tile["rect"] for tile in now["rack"])
        taken = (x + width / 2, y + height / 2)
        bare = next(
            (x, y)
            for y in range(250, 350)
            for x in range(200, 800)
            if not any(a <= x <= a + w and b <= y <= b + h for a, b, w, h in (each["rect"] for each in now["widgets"]))
        )
        cdp = host.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            touches = [{"x": x, "y": y, "id": 0} for x, y in points]
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        def swipe(start: tuple[float, float]) -> float:
            touch("touchStart", start)
            for step in range(1, 16):
                touch("touchMove", (start[0], start[1] - 12 * step))
                page.wait_for_timeout(16)
            touch("touchEnd")
            page.wait_for_timeout(300)
            moved: float = page.evaluate("scrollY")
            page.evaluate("scrollTo(0, 0)")
            return moved

        assert swipe(bare) > 100
        assert swipe(taken) == 0
        page.mouse.move(*taken)
        page.mouse.wheel(0, 200)
        page.wait_for_function("scrollY > 100")
        page.evaluate("scrollTo(0, 0)")
        for identifier in ("menu", "rules"):
            press(frame, identifier)
        until(frame, lambda now: now["scene"] == "rules" and not now["moving"])
        page.mouse.wheel(0, 200)
        page.wait_for_timeout(500)
        assert page.evaluate("scrollY") == 0, "the panel has more than fits"
        page.mouse.move(500, 700)


def test_games_of_a_page_keep_their_own_matches(host: Host) -> None:
    body = "<okey-game loading=eager id=a></okey-game><okey-game loading=eager name=b id=c></okey-game>"
    host.show(body)
    for identifier in ("a", "c"):
        host.wait_for(identifier, "hand-started")
    racks = [state(host.frame(name))["view"]["rack"] for name in ("a", "b")]
    assert racks[0] != racks[1]
    host.page.reload()
    for identifier in ("a", "c"):
        host.wait_for(identifier, "ready")
    again = [set(state(host.frame(name))["view"]["rack"]) for name in ("a", "b")]
    assert [len(set(old) & new) >= 13 for old, new in zip(racks, again, strict=True)] == [True, True]


def test_two_games_of_one_name_do_not_fight(host: Host) -> None:
    host.show("<okey-game loading=eager id=a name=x></okey-game><div id=more></div>")
    host.wait_for("a", "ready")
    host.page.evaluate("document.getElementById('more').innerHTML = '<okey-game loading=eager name=x></okey-game>'")
    assert host.wait_for("a", "error") == [{"kind": "elsewhere"}]


def test_a_page_of_another_site_is_played_on_without_storage(stranger: Host) -> None:
    stranger.show("<input id=chat autofocus><okey-game id=a loading=eager rules=classic lang=en></okey-game>")
    stranger.wait_for("a", "hand-started")
    frame = stranger.frame("a")
    blocked = "try { localStorage.length; 'open' } catch { 'blocked' }"
    assert frame.evaluate(blocked) == "blocked"
    for identifier in ("menu", "continue"):
        press(frame, identifier)
    pass_turn(frame)
    until(frame, lambda now: now["view"]["actor"] == 0 or now["scene"] == "result", 60)


class Open(Site):
    """A host that lets every origin read its files."""

    def answer(self, target: str, **asked: str) -> Answer:
        answer = super().answer(target, **asked)
        return answer._replace(headers=answer.headers | {"Access-Control-Allow-Origin": "*"})


def test_a_sandbox_without_an_origin_is_played_in(browser: Browser, root: Path, elsewhere: str, tmp_path: Path) -> None:
    with serving(root, site=Open(root)) as game, opened(browser, game, elsewhere, tmp_path) as host:
        host.show(
            f"<iframe src='{game}?rules=duz&lang=en&embed=bare' sandbox=allow-scripts width=900 height=600></iframe>"
            "<script>told = []; onmessage = ({data, origin}) => told.push([origin, data.type])</script>"
        )
        host.page.wait_for_function("window.told.some(([, type]) => type === 'hand-started')", timeout=PATIENCE)
        assert host.page.evaluate("told[0]") == ["null", "ready"]
        frame = host.frame("bare")
        assert frame.evaluate("origin") == "null"
        pass_turn(frame)
        until(frame, lambda now: now["view"]["actor"] == 0 or now["scene"] == "result", 60)
        assert frame.evaluate("document.documentElement.dataset.thread") == "page", "it has no workers"
        press(frame, "menu")
        now = until(frame, lambda now: now["scene"] == "menu")
        assert "fullscreen" not in [widget["id"] for widget in now["widgets"]]
        host.errors = [
            error for error in host.errors if "sandbox" not in error
        ]  # the browser tells of workers it refuses


def test_a_sandbox_without_an_origin_says_that_the_host_keeps_its_files(
    browser: Browser, root: Path, elsewhere: str, tmp_path: Path
) -> None:
    with serving(root) as game, opened(browser, game, elsewhere, tmp_path) as host:
        host.show(f"<iframe src='{game}?lang=en&embed=bare' sandbox=allow-scripts width=900 height=600></iframe>")
        host.page.frame_locator("iframe").locator("#failure").wait_for(timeout=PATIENCE)
        frame = host.page.frames[1]
        assert frame.evaluate("okey.state()") == {"scene": "failure", "kind": "frame"}
        assert "a tab of its own" in frame.inner_text("#failure")
        assert ".mjs" in str(frame.text_content("#details"))
        host.page.goto("about:blank")
        host.errors.clear()  # the browser tells of each file


HOSTILE = """(count) => {
    let seed = 7;
    const chance = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
    const pick = (list) => list[chance(list.length)];
    const long = "x".repeat(10000);
    const values = [
        undefined, null, 0, -1, NaN, Infinity, 1n, "", "1", "tr", "\\ud800", long, true, [], ["tr"], {}, {okey: 1},
        new Date(0), new Map([["okey", 1]]), new Set([1]), new ArrayBuffer(8), /x/, new Error("x"), new Blob(["x"]),
    ];
    const deep = (() => { let d = []; for (let i = 0; i < 1000; i += 1) d = [d]; return d; })();
    const circle = {okey: 1, type: "theme"};
    circle.theme = circle;
    const make = () => {
        const kind = chance(6);
        if (kind === 0) return pick([...values, deep, circle]);
        const message = {okey: 1, type: pick(["locale", "theme", "start", "mute", "pause", "resume"])};
        // one thing at least is wrong with it
        if (kind === 1) message.okey = pick([...values.filter((v) => v !== 1), 2, "1", [1], 1.5]);
        else if (kind === 2) {
            message.type = pick([
                ...values, "__proto__", "constructor", "toString", "Start", "start ", "hand-ended", ["pause"],
            ]);
        } else {
            message.type = pick(["locale", "theme", "start", "start", "mute"]);
            const start = pick(["rules", "seats"]);
            const field = {locale: "lang", theme: "theme", start, mute: "muted"}[message.type];
            const right = field === "muted" ? "boolean" : "string";
            message[field] = pick([long, ...values.filter((value) => typeof value !== right && value !== undefined)]);
        }
        return message;
    };
    return Array.from({length: count}, make);
}"""
"""Makes hostile messages: anything, and commands with the wrong version, type or field."""

MESSAGES = 10_000


def test_ten_thousand_hostile_messages_change_nothing(host: Host) -> None:
    host.keep("a", match=saves.to_draw(), settings=BARE)
    host.show("<okey-game id=a loading=eager></okey-game><iframe id=other srcdoc='<p>other'></iframe>")
    host.wait_for("a", "ready")
    page, frame = host.page, host.frame("a")
    before = until(frame, lambda now: not now["moving"])
    kept = "new Promise(done => indexedDB.open('okey a').onsuccess = ({target}) => target.result.transaction('kept')"
    kept += ".objectStore('kept').getAll().onsuccess = ({target}) => done(target.result))"
    stored = frame.evaluate(kept)
    told = len(page.evaluate("heard"))
    page.evaluate(
        f"""count => {{
            const game = document.getElementById("a").shadowRoot.querySelector("iframe").contentWindow;
            for (const message of ({HOSTILE})(count)) game.postMessage(message, "*");
        }}""",
        MESSAGES,
    )
    # commands that mean something, but from a window that is not the game's parent, and from the game itself
    page.evaluate(
        """() => {
            const game = document.getElementById("a").shadowRoot.querySelector("iframe").contentWindow;
            const script = document.getElementById("other").contentDocument.createElement("script");
            script.textContent = "post = (to, message) => to.postMessage(message, '*')";
            const other = document.getElementById("other").contentWindow;
            other.document.body.append(script);
            for (const type of ["pause", "start"]) other.post(game, {okey: 1, type});
            other.post(game, {okey: 1, type: "locale", lang: "en"});
        }"""
    )
    frame.evaluate("postMessage({okey: 1, type: 'pause'}, '*')")
    # and what the element hears: the same from its frame and from the page, and an event from another window
    frame.evaluate(f"count => {{ for (const m of ({HOSTILE})(count)) parent.postMessage(m, '*'); }}", MESSAGES)
    page.evaluate(
        """() => {
            const end = {okey: 1, type: "hand-ended", hand: 1, ending: "finish", winner: 0, before: [], scores: []};
            postMessage(end, "*");
            document.getElementById("other").contentWindow.post(window, end);
        }"""
    )
    frame.evaluate("parent.postMessage({okey: 1, type: 'hand-ended', hand: 1, ending: 3, before: [], scores: []}, '*')")
    page.wait_for_timeout(2000)
    after = state(frame)
    assert after | {"frames": 0} == before | {"frames": 0}
    assert frame.evaluate(kept) == stored
    assert len(page.evaluate("heard")) == told
    assert len(host.notes) <= 51, "whoever floods does not fill the console"
    page.evaluate("document.getElementById('a').setAttribute('lang', 'en')")
    until(frame, lambda now: now["language"] == "en")


def addresses() -> Iterator[str]:
    """Makes hostile query strings."""
    chance = random.Random("query")
    names = [
        "rules",
        "seats",
        "lang",
        "theme",
        "muted",
        "paused",
        "new",
        "daily",
        "embed",
        "__proto__",
        "constructor",
        "",
    ]
    for _ in range(10_000):
        kind = chance.randrange(5)
        if kind == 0:
            yield "?" + "".join(chance.choices(string.printable, k=chance.randrange(200)))
        elif kind == 1:
            yield "?" + "".join(
                chance.choice(["%", "%ff", "%00", "&", "=", "+", "lang", "%F0%9F", "ğ", "😀"]) for _ in range(60)
            )
        else:
            pairs = [(name, nonsense(chance, name)) for name in chance.choices(names, k=chance.choice((1, 3, 40)))]
            text = "&".join(f"{name}={text * (9 if kind == 2 else 1)}" for name, text in pairs)
            yield "?" + text


def test_ten_thousand_hostile_addresses_are_read(running_game: Game) -> None:
    """All go through the page's function and this Python's; a part also through the game's Python, which is slower."""
    kept = [running_game.kept(key) for key in ("settings", "match.damaged")]
    read = running_game.page.evaluate(
        """async searches => {
            const host = await import(document.querySelector("link[href^='host.']").href);
            return searches.map(host.parameters);
        }""",
        list(addresses()),
    )
    assert len(read) == 10_000
    # but for letters that the game's Unicode may know and this Python's does not
    part = [pairs for pairs in read if "Cn" not in map(unicodedata.category, "".join(map("".join, pairs)))][:1000]
    assert len(part) == 1000
    told = running_game.python(f"from okey.ui import wishes; [repr(wishes.read(dict(pairs))) for pairs in {part!r}]")
    assert told == [repr(wishes.read(dict(pairs))) for pairs in part]
    granted = 0
    for pairs in read:
        assert len(pairs) <= 20
        assert all(len(text) <= 400 for pair in pairs for text in pair)
        granted += len(wishes.read(dict(pairs))[0])
    assert granted > 1000
    assert [running_game.kept(key) for key in ("settings", "match.damaged")] == kept
    assert running_game.settle()["scene"] == "table"


@pytest.mark.parametrize(
    "search",
    [
        "?rules=chess&seats=wizard&lang=xx&theme=&muted=maybe&paused=2&embed=../x&__proto__=1",
        "?" + "&".join(["lang=%ff%00%F0%9F"] * 500),
        "?embed=" + "a" * 5000,
    ],
)
def test_hostile_addresses_start_the_game_as_none(new_game: Callable[..., Game], search: str) -> None:
    game = new_game()
    notes: list[str] = []
    game.page.on("console", lambda said: notes.append(said.text) if said.type == "warning" else None)
    home, game.url = game.url, game.url + search
    game.open()
    game.url = home
    state = game.settle()
    assert (state["scene"], state["language"], state["view"]["rules"]) == ("table", "tr", "classic")
    assert any(note.startswith("okey: address: ") for note in notes)
    assert game.kept("match")


def test_a_link_chooses_the_game(new_game: Callable[..., Game]) -> None:
    game = new_game()
    home, game.url = game.url, game.url + "?rules=okey101%2Bteam&lang=en&theme=claret&seats=hard"
    game.page.goto(game.url, wait_until="commit")
    game.page.wait_for_selector("#boot")
    assert game.page.evaluate("document.documentElement.lang") == "en", "from the first screen on"
    game.open()
    game.url = home
    state = game.settle()
    assert (state["language"], state["view"]["rules"]) == ("en", "okey101+team")


class Inside:
    """The game in the first frame of a page in some engine."""

    def __init__(self, page: Engine) -> None:
        self._page = page

    def evaluate(self, code: str, argument: object = None) -> Any:
        """Gives the value of an expression, or of a function with its argument."""
        return self._page.inside(code if argument is None else f"({code})({json.dumps(argument)})")


@pytest.mark.parametrize("name", ["firefox", "webkit"])
@pytest.mark.timeout(600)
def test_other_engines_embed_too(name: str, playwright: Playwright, elsewhere: str) -> None:
    with open_engine(name, playwright, free_port()) as page:
        page.goto(elsewhere)
        wait_until(page, "document.readyState !== 'loading' && customElements.get('okey-game') !== undefined")
        page.evaluate(f"(() => {{ {LISTEN} }})()")
        wait_until(page, "heard.some(([who, kind]) => who === 'first' && kind === 'hand-started')")
        frame: Any = Inside(page)
        assert frame.evaluate("origin") != page.evaluate("origin")
        wait_until(frame, "okey.state().scene === 'table'")
        page.evaluate("document.getElementById('chat').focus()")
        page.type("selam s")
        assert page.evaluate("document.getElementById('chat').value") == "selam s", "keys are the page's"
        assert page.evaluate("document.activeElement.id") == "chat"
        for other in ("https://elsewhere.example", frame.evaluate("origin")):
            frame.evaluate(PAUSE, other)
        pass_turn(frame)
        page.evaluate("(() => { document.getElementById('first').style.marginTop = '9000px'; scrollTo(0, 0); })()")
        time.sleep(1)
        away = state(frame)["view"]
        time.sleep(3)
        assert state(frame)["view"] == away, "nobody plays out of sight"
        assert away["actor"] != 0
        page.evaluate("document.getElementById('first').style.marginTop = ''")
        pass_turn(frame)
        assert page.evaluate("heard.some(([, kind]) => kind === 'paused')") is False, "nobody else is heard"
        page.evaluate("document.getElementById('first').pause()")
        wait_until(page, "heard.some(([, kind]) => kind === 'paused')")
        waiting = state(frame)
        assert waiting["scene"] == "paused"
        time.sleep(3)
        assert state(frame)["view"] == waiting["view"], "nobody plays"
        page.evaluate("document.getElementById('first').resume()")
        wait_until(page, "heard.some(([, kind]) => kind === 'resumed')")
        until(frame, lambda now: now["view"]["actor"] == 0 or now["scene"] == "result")
        assert page.evaluate("document.getElementById('second').shadowRoot.childElementCount") == 0
