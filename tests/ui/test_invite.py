"""The invitation: a QR code that a camera can read, off real screens, in every look and size."""

import asyncio
import json
import os
from pathlib import Path

import pygame
import pytest
import segno
import zxingcpp

from okey.ui.app import App
from okey.ui.room import qr
from okey.ui.room.invite import Invite
from okey.ui.settings import Settings
from tests.ui.person import BARE, QuietBridge

CODE = "K7QM4-TZX90"
LINK = f"https://okey.example.org/tavla/en.html#room={CODE}"
SIZES = [((640, 360), 1.0), ((360, 640), 1.0), ((320, 568), 2.0), ((1366, 768), 1.0), ((2560, 1440), 1.0)]


def read(surface):
    """Reads the codes on a picture as a camera would."""
    pixels = pygame.image.tobytes(surface, "RGB")
    width, height = surface.get_size()
    view = memoryview(pixels).cast("B", (height, width, 3))
    return [found.text for found in zxingcpp.read_barcodes(view, formats=zxingcpp.BarcodeFormat.QRCode)]


@pytest.mark.parametrize("letters", [1.0, 2.0])
@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_a_camera_reads_the_invitation(size, ratio, language, letters):
    async def story():
        settings = Settings(language)
        bridge = QuietBridge(size=tuple(round(side * ratio) for side in size), ratio=ratio, language=language)
        settings.save(bridge)
        kept = json.loads(bridge.stored["settings"])
        bridge.stored["settings"] = json.dumps({**kept, **BARE, "text": str(round(100 * letters))})
        app = App(bridge, pace=0)
        await app.start()
        assert app.letters == pytest.approx(letters, abs=0.2)
        app.open(Invite(app, CODE, LINK))
        await app.turn()
        if folder := os.environ.get("SHOTS"):
            name = f"invite-{size[0]}x{size[1]}-{language}-{letters}.png"
            pygame.image.save(app.painter.target, Path(folder) / name)
        assert read(app.painter.target) == [LINK]
        state = app.state()
        assert not [text["text"] for text in state["texts"] if text["clipped"]]
        assert {widget["id"] for widget in state["widgets"]} == {"share", "close"}
        assert all(widget["rect"][3] >= 44 for widget in state["widgets"])
        assert CODE in {text["text"] for text in state["texts"]}
        assert any(CODE in str(word) for word in app.scene.said())
        assert app.press("close")
        assert app.scene.name == "table"
        app.session.stop()

    asyncio.run(story())


def test_a_window_without_an_address_shows_the_code_itself():
    surface = pygame.Surface((200, 200))
    qr.draw(surface, CODE, surface.get_rect())
    assert read(surface) == [CODE]


@pytest.mark.parametrize(
    "link", [LINK, "http://localhost:8000/#room=00000-00000", f"https://{'a' * 60}.example/{'b' * 90}#room={CODE}"]
)
def test_modules_are_whole_and_the_quiet_zone_is_there(link):
    surface = pygame.Surface((301, 433))
    surface.fill((200, 0, 0))
    place = qr.draw(surface, link, surface.get_rect())
    assert read(surface) == [link]
    rows = segno.make(link, micro=False, error="m").matrix
    module = place.width // (len(rows) + 2 * qr.QUIET)
    assert place.width == place.height == module * (len(rows) + 2 * qr.QUIET)
    ring = place.inflate(-2 * qr.QUIET * module, -2 * qr.QUIET * module)
    for x in range(place.x, place.right):
        for y in range(place.y, place.bottom):
            if not ring.collidepoint(x, y):
                assert surface.get_at((x, y))[:3] == (255, 255, 255)


def test_what_is_too_long_is_refused():
    with pytest.raises(ValueError, match="too large"):
        qr.draw(pygame.Surface((100, 100)), "x" * 3_000, pygame.Rect(0, 0, 100, 100))
