"""Four real browsers, one of them Firefox, play a match through a real relay; messages are lost and doubled."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error

from tests.browser.driver import launch
from tests.browser.engines import Playwrights, open_engine
from tests.browser.test_boot import APP
from tests.browser.test_engines import free_port, open_game, press, state
from tests.browser.test_rooms import beside, python

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.browser.engines import Engine

pytestmark = [pytest.mark.browser, pytest.mark.long]

HANDS = 3
RULES = f"gamearea match_end=n_hands n_hands={HANDS},11"
NAMES = ("Ayşegül", "Süleyman", "Gülümser", "Abdülkadir")

PREPARE = f"""{APP}
import json
from okey.bots import make_bot
from okey.rooms.client import Connection
from okey.tiles import TILE_NAMES

armed, done, sent = {{}}, [], []
plain_send = Connection.send

def send(self, payload, to=None):
    sent.append(payload)
    what = armed.pop(json.loads(payload)["k"], "")
    if what:
        done.append(what)
    for _ in range({{"": 1, "lost": 0, "doubled": 2}}[what]):
        plain_send(self, payload, to)

Connection.send = send

def now():
    return app.scene.name, move()

def move():
    view = app.session.view
    if app.scene.name != "table" or app.moving() or app.room.driver.member.waiting or view.actor != 0:
        return None
    thoughts = make_bot("easy", f"{{view.hand_number}} {{view.stock}}").think(view)
    action = next(thought for thought in thoughts if thought is not None)
    return action.verb, [TILE_NAMES[tile] for tile in action.tiles]

def known():
    member = app.room.driver.member
    hand = member.follower
    return {{
        "hand": hand.key,
        "verified": hand.verified,
        "record": [str(hand.rules), repr(hand.outset), hand.commits, sorted(hand.nonces.items()), hand.common],
        "result": [repr(hand.game.result), hand.game.winners, hand.game.scores],
        "faults": [fault.reason for fault in member.faults if fault.reason != "late"],  # who doubles is late
    }}

""
"""
"""What a test adds to a page: accidents to what its client sends, what an easy player would do, what is known."""


def ask(page: Engine, expression: str) -> Any:
    return json.loads(python(page, f"json.dumps({expression})"))


def until(pages: Sequence[Engine], holds: Callable[[], Any], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, [shown(page) for page in pages]
        time.sleep(0.1)


def shown(page: Engine) -> tuple[str, str]:
    """Gets the scene and all that is written, for whoever reads of a failure."""
    scene = state(page)["scene"]
    return scene, str(page.evaluate("document.getElementById('details').textContent")) if scene == "failure" else texts(
        page
    )


def texts(page: Engine) -> str:
    return " ".join(text["text"] for text in state(page)["texts"])


def reload(page: Engine) -> None:
    """Loads a page anew, as its person does."""
    page.evaluate("void (window.stale = true, setTimeout(() => location.reload(), 0))")
    end = time.monotonic() + 60
    while True:
        try:
            if page.evaluate("!window.stale && Boolean(window.okey) && okey.state().scene !== 'boot'"):
                break
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
        assert time.monotonic() < end
        time.sleep(0.1)
    python(page, PREPARE)


def act(page: Engine, scene: str, move: tuple[str, list[str]] | None) -> bool:
    """Does what an easy player would do now, by the buttons of the table; tells whether there was anything to do."""
    if scene == "question":
        return press(page, "yes")
    if move is None:
        return False
    verb, tiles = move
    if not tiles:
        return press(page, {"draw": "stock"}.get(verb, verb))
    now = state(page)
    if now["selected"] != tiles[0]:
        press(page, f"slot-{next(place['slot'] for place in now['rack'] if place['tile'] == tiles[0])}")
    return press(page, {"discard": "discard", "finish": "indicator"}[verb])


def play_hand(pages: Sequence[Engine], reloaded: Engine) -> list[str]:
    """Plays a hand, in which a page is loaded anew and messages are lost and doubled; gets the accidents."""
    for page in pages:
        python(page, "armed.update(did='lost', play='doubled'); done.clear(); ''")
    accidents: list[str] = []
    acts, last, scenes = 0, time.monotonic(), [""]
    while {*scenes} != {"result"}:
        scenes = []
        for page in pages:
            scene, move = ask(page, "now()")
            scenes.append(scene)
            if act(page, scene, move):
                acts, last = acts + 1, time.monotonic()
        if acts >= 12 and "reloaded" not in accidents:
            accidents += [*ask(reloaded, "done"), "reloaded"]
            reload(reloaded)
        assert time.monotonic() < last + 60, [shown(page) for page in pages]
    return accidents + [what for page in pages for what in ask(page, "done")]


@pytest.mark.timeout(900)
def test_a_match_of_four_browsers(root: Path, playwright: Playwright) -> None:
    settings = {"language": "en", "speed": "instant", "volume": 0, "guide": "done", "deal": "short"}
    with beside(root) as there, ExitStack() as stack:
        address = f"http://localhost:{there.running.port}/"
        chromium = launch(playwright)
        stack.callback(chromium.close)
        pages: list[Engine] = [Playwrights(chromium.new_context().new_page()) for _ in range(3)]
        pages.append(stack.enter_context(open_engine("firefox", playwright, free_port())))
        host, *guests = pages
        for name, page in zip(NAMES, pages, strict=True):
            seats = [f"you {name}", "bot easy Elif", "bot easy Mehmet", "bot easy Zeynep"]
            kept = json.dumps({**settings, "match": {"rules": RULES, "seats": seats}})
            page.goto(f"{address}files.json")
            page.evaluate(f"localStorage['okey:settings'] = {json.dumps(kept)}")
        open_game(host, address)
        press(host, "menu")
        assert press(host, "friends")
        assert press(host, "create")
        until(pages[:1], lambda: "Code: " in texts(host))
        code = texts(host).partition("Code: ")[2].split()[0]
        for page in guests:
            open_game(page, f"{address}#room={code}")
        for page in guests:  # once each: the button takes it back again
            until(pages, partial(press, page, "ready"))
        for page in pages:
            python(page, PREPARE)
        until(pages, lambda: ask(host, "all(chair.ready for chair in app.room.driver.member.lobby.chairs)"))
        assert press(host, "start")
        until(pages, lambda: all(state(page)["scene"] == "table" for page in pages))
        sent: list[str] = []
        for number, reloaded in enumerate((guests[0], host, guests[2])):
            accidents = play_hand(pages, reloaded)
            assert {"lost", "doubled", "reloaded"} <= set(accidents)
            until(pages, lambda: all(ask(page, "known()['verified']") for page in pages))
            found = [ask(page, "known()") for page in pages]
            assert found[0]["hand"][0] == number + 1
            for other in found[1:]:
                assert other == found[0]
            assert found[0]["faults"] == []
            sent += [payload for page in pages for payload in ask(page, "sent")[::20]]
            over = bool(found[0]["result"][1])
            assert over is (number + 1 == HANDS)
            if not over:
                assert press(host, "next-hand")
                until(pages, lambda: all(state(page)["scene"] == "table" for page in pages))
        for page in pages:
            assert sorted(state(page)["view"]["scores"]) == sorted(found[0]["result"][2])
        key = ask(host, "app.room.connection.ticket.keys.key.hex()")
        there.running.assert_never_saw(code, key, *NAMES, *(payload[10:60] for payload in sent))
