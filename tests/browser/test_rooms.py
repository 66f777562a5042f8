"""Rooms in real browsers: the same ciphers as on the desktop, and one room with both in it, over a real relay."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
import zxingcpp
from PIL import Image

from okey.bridge.network.desktop import DesktopNetwork
from okey.rooms import channel, client, notary, secret
from okey.rooms.halves import Halves
from okey.rooms.relay.site import Site
from okey.rooms.secret import Envelope, Joiner
from tests.browser.driver import launch
from tests.browser.engines import Engine, Playwrights, open_engine
from tests.browser.test_boot import APP
from tests.browser.test_engines import free_port, open_game, press, wait_until
from tests.rooms.running import Running, relay
from tests.rooms.test_client import until
from tests.rooms.test_secret import KEYS, VECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = pytest.mark.browser
T = TypeVar("T")


class Beside:
    """An event loop in a thread beside the browser's driver, with a relay that serves the site."""

    def __init__(self, root: Path) -> None:
        self.loop: asyncio.AbstractEventLoop
        self.running: Running
        self._ended = asyncio.Event()
        self._started: Future[None] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(root)))
        self._thread.start()
        self._started.result(20)

    async def _serve(self, root: Path) -> None:
        self.loop = asyncio.get_running_loop()
        async with relay(site=Site(root)) as self.running:
            self._started.set_result(None)
            await self._ended.wait()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(20)


@contextmanager
def beside(root: Path) -> Iterator[Beside]:
    made = Beside(root)
    try:
        yield made
    finally:
        made.end()


def python(page: Engine, code: str) -> Any:
    """Runs Python in the page, with top-level ``await``; gets the last line's value, which is text."""
    return page.evaluate(
        f"import(document.querySelector('script[type=module]').src).then(({{ python }}) => python({json.dumps(code)}))"
    )


CIPHERS = """
import json
from okey.bridge.network import detect
from okey.rooms import secret
from okey.rooms.secret import Envelope, Joiner, Keys
network = detect()
vectors = json.loads({vectors!r})
keys = await secret.keys_of(network, vectors["code"])
opened = []
for m in vectors["messages"]:
    place = Envelope(keys.room, vectors["sender"], m["to"], m["number"])
    piece = await secret.unseal(network, keys.key, m["sealed"], place.context())
    opened.append(Joiner().add(1, piece))
here = Envelope(keys.room, 1, None, 5)
sealed = [await secret.seal(network, keys.key, piece, here.context()) for piece in secret.pieces("sayfadan ★")]
refused = [
    await secret.unseal(network, keys.key, sealed[0], Envelope(keys.room, 2, None, 5).context()),
    await secret.unseal(network, bytes(32), sealed[0], here.context()),
    await secret.unseal(network, keys.key, sealed[0][:-2], here.context()),
]
own = await network.agreement()
given = await secret.give_key(network, keys, bytes.fromhex({asked!r}))
nothing = await secret.give_key(network, keys, bytes(65))
json.dumps([keys.room, keys.key.hex(), opened, sealed, refused, own.public.hex(), given, nothing])
"""
SIGN = """
from okey.rooms import notary
mine, kept = await notary.take_up(network, None)
again, _ = await notary.take_up(network, kept)
theirs, _ = await notary.take_up(network, {kept!r})
async def flawed(text):
    try:
        await notary.take_up(network, text)
    except ValueError as error:
        return str(error)
halves = json.loads(kept)
mixed = json.dumps([halves[0], json.loads({kept!r})[1]])
good, bad = bytes.fromhex({signature!r}), bytes.fromhex({signature!r})[::-1]
point = bytes.fromhex({public!r})
verified = [
    await network.verify(point, b"from the desktop", good),
    await network.verify(point, b"from the desktop", bad),
    await network.verify(point, b"from the desktop", good[:-1]),
    await network.verify(point, b"from another", good),
    await network.verify(mine.public, b"from the desktop", good),
    await network.verify(bytes(65), b"from the desktop", good),
]
signatures = [(await key.sign(b"from the page")).hex() for key in (mine, again, theirs)]
json.dumps([kept, verified, signatures, await flawed(mixed)])
"""
TAKE = """
taken = await secret.take_key(network, keys.room, own, {given!r})
wrong = await secret.take_key(network, "s" * 22, own, {given!r})
from okey.rooms.halves import Halves
halves = Halves(keys.room, 1, own)
learned = [await halves.learn(2, half) for half in (bytes(65), b"", bytes.fromhex({half!r}))]
json.dumps([taken.key.hex(), wrong, learned, halves.key(2).hex()])
"""
HOST = """
import asyncio, json
from okey.rooms import channel, client
room = await client.create(network, label="classic/20")
log = []
async def answer():
    while True:
        event = await room.receive()
        log.append(type(event).__name__)
        if isinstance(event, channel.Message):
            room.send(event.payload[::-1], to=event.sender)
        if isinstance(event, channel.Closed):
            return
answering = asyncio.ensure_future(answer())
room.code
"""


def check_signatures(there: Beside, page: Engine, network: DesktopNetwork) -> None:
    """Checks that page and desktop take up each other's keys and believe each other's signatures, and no others."""
    signer, kept = there.do(notary.take_up(network, None))
    signature = there.do(signer.sign(b"from the desktop"))
    code = SIGN.format(kept=kept, signature=signature.hex(), public=signer.public.hex())
    pages, verified, signatures, flawed = json.loads(python(page, code))
    assert verified == [True, False, False, False, False, False]
    assert flawed == "a key whose halves do not fit"
    taken, _ = there.do(notary.take_up(network, pages))
    for key, signed in zip((taken, taken, signer), signatures, strict=True):
        assert there.do(network.verify(key.public, b"from the page", bytes.fromhex(signed)))
        assert not there.do(network.verify(key.public, b"from elsewhere", bytes.fromhex(signed)))


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_browser_and_desktop_in_one_room(engine: str, root: Path, playwright: Playwright) -> None:
    with beside(root) as there, open_engine(engine, playwright, free_port()) as page:
        open_game(page, f"http://localhost:{there.running.port}/")
        network = DesktopNetwork()
        mine = there.do(network.agreement())
        vectors = json.dumps(VECTORS)
        told = json.loads(python(page, CIPHERS.format(vectors=vectors, asked=mine.public.hex())))
        room, key, opened, sealed, refused, public, given, nothing = told
        assert (room, key) == (KEYS.room, VECTORS["key"])
        assert opened == [message["payload"] for message in VECTORS["messages"]]
        assert refused == [None] * 3
        assert nothing is None
        place = Envelope(KEYS.room, 1, None, 5).context()
        piece = there.do(secret.unseal(network, KEYS.key, sealed[0], place))
        assert piece is not None
        assert Joiner().add(1, piece) == "sayfadan ★"
        assert there.do(secret.take_key(network, KEYS.room, mine, given)) == KEYS
        check_signatures(there, page, network)
        for_page = there.do(secret.give_key(network, KEYS, bytes.fromhex(public)))
        halves = Halves(KEYS.room, 2, mine)
        assert there.do(halves.learn(1, bytes.fromhex(public)))
        shared = halves.key(1)
        assert shared is not None
        answered = json.loads(python(page, TAKE.format(given=for_page, half=mine.public.hex())))
        assert answered == [VECTORS["key"], None, [False, False, True], shared.hex()]

        code = python(page, HOST)
        ben = there.do(client.join(network, code, address=there.running.address))
        cem = there.do(client.sit(network, "classic/20", address=there.running.address))
        there.do(talk(ben, "merhaba ş"))
        there.do(talk(cem, "selam " * 3000))
        there.do(break_wires(there.running))
        there.do(talk(ben, "after the break"))
        assert json.loads(python(page, "json.dumps(log)")).count("Reconnected") == 1
        assert json.loads(python(page, "json.dumps([room.me, room.unreadable, room.connected])")) == [0, 0, True]
        there.running.assert_never_saw("merhaba ş", "selam selam", code, key)
        alone = [text for text in there.running.handled if '"deliver"' in text and '"data":":' in text]
        assert {json.loads(text).get("sender") for text in alone} == {0, 1, 2}, "sealed for one, both ways"
        python(page, "room.leave(); await answering; log[-1]")
        assert there.do(until(ben, channel.Left)) == [channel.Left(0)]


async def talk(room: client.Connection, words: str) -> None:
    """Says something; the page answers backwards."""
    room.send(words, to=0)
    assert [message.payload for message in await until(room, channel.Message)] == [words[::-1]]


async def break_wires(running: Running) -> None:
    for connection in list(running.relay.connections.values()):
        connection.socket.transport.abort()


def test_a_link_is_followed_in_an_open_tab_and_only_once(root: Path, playwright: Playwright) -> None:
    with beside(root) as there, launch(playwright) as browser:
        shown = browser.new_page(viewport={"width": 844, "height": 390})
        page, address = Playwrights(shown), f"http://localhost:{there.running.port}/"

        def started() -> None:
            wait_until(page, "Boolean(window.okey) && okey.state().scene !== 'boot'")

        open_game(page, f"{address}?daily")
        for link, effect in (("room=ZZZZZ-ZZZZZ", "scene === 'lobby'"), ("record=9.AAAA", "scene === 'question'")):
            with shown.expect_event("load"):
                shown.evaluate(f"location.hash = '{link}'")
            started()
            wait_until(page, f"okey.state().{effect}")
            wait_until(page, f"location.href === '{address}?daily'")
            shown.reload()
            started()
            assert shown.evaluate("okey.state().scene") == "table"
            assert not shown.evaluate(f"okey.state().{effect}")


def test_a_page_without_network_says_so_at_once_and_comes_back_at_once(root: Path, playwright: Playwright) -> None:
    with beside(root) as there, launch(playwright) as browser:
        context = browser.new_context()
        page = Playwrights(context.new_page())
        open_game(page, f"http://localhost:{there.running.port}/en.html")
        for button in ("menu", "friends", "create"):
            wait_until(page, f"okey.state().widgets.some((widget) => widget.id === '{button}' && widget.enabled)")
            assert press(page, button)

        def wait_for_words(words: str) -> None:
            wait_until(page, f"JSON.stringify(okey.state()).includes({json.dumps(words)})")

        late = "session.BEAT = session.FIRST_DELAY = 600"  # what comes by itself comes too late
        python(page, f"from okey.rooms import session; {late}; ''")
        for _ in range(2):
            wait_for_words("Connected, 1 here")
            context.set_offline(True)
            wait_for_words("The connection is lost")
            context.set_offline(False)
        wait_for_words("Connected, 1 here")


def test_a_camera_reads_the_invitation_off_the_screen(root: Path, playwright: Playwright) -> None:
    with beside(root) as there, launch(playwright) as browser:
        shown = browser.new_page(viewport={"width": 844, "height": 390}, device_scale_factor=2)
        page = Playwrights(shown)
        open_game(page, f"http://localhost:{there.running.port}/")
        for button in ("menu", "friends", "create", "invite"):
            wait_until(page, f"okey.state().widgets.some((widget) => widget.id === '{button}' && widget.enabled)")
            assert press(page, button)
        wait_until(page, "okey.state().scene === 'invite'")
        link = python(page, f"{APP}app.room.link")
        assert link.startswith(f"http://localhost:{there.running.port}/")
        assert len(link.partition("#room=")[2]) == 11
        wait_until(page, "!okey.state().moving")
        with Image.open(io.BytesIO(shown.screenshot())) as picture:
            found = zxingcpp.read_barcodes(picture.convert("RGB"), formats=zxingcpp.BarcodeFormat.QRCode)
        assert [code.text for code in found] == [link]
