"""The browser as the game's surroundings, through ``okey_page``, the module that ``home.mjs`` registers.

The game runs in a worker.  The page tells it of input and of what it has to know, and does what it asks for; here the
values become Python's.  The module exists only in Pyodide, so it and Pyodide's own are imported by name and are ``Any``
to type checkers.
"""

from __future__ import annotations

import json
import os
import time
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pygame

from okey.bridge import Surface, Viewport

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_page: Any = import_module("okey_page")
_ffi: Any = import_module("pyodide.ffi")

EVENTS = {
    "down": pygame.MOUSEBUTTONDOWN,
    "move": pygame.MOUSEMOTION,
    "up": pygame.MOUSEBUTTONUP,
    "wheel": pygame.MOUSEWHEEL,
    "key": pygame.KEYDOWN,
    "text": pygame.TEXTINPUT,
    "pad-button": pygame.JOYBUTTONDOWN,
    "pad-axis": pygame.JOYAXISMOTION,
    "pad-gone": pygame.JOYDEVICEREMOVED,
    "changed": pygame.WINDOWEXPOSED,
}
"""The page's words for input, and for changes around the game, in pygame; their values have pygame's names."""

RGBA = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
"""How the canvas has its pixels."""

SHOWN = 0.2
"""Seconds between two descriptions of the screen while something moves by itself; else the page gets one at once."""


class BrowserBridge:
    """The one bridge of a page.

    Its callbacks live as long as the page does, so their proxies are never destroyed.
    """

    def __init__(self) -> None:
        self._surface: Surface | None = None
        self._told = 0.0
        """When the page was told of the screen last."""
        self._untold = False
        """Whether something was drawn since."""
        self._picture = pygame.Surface((1, 1), pygame.SRCALPHA, 32, RGBA)
        self.language: str = _page.language
        self.version: str = _page.version
        self.surroundings: str = _page.surroundings
        self.parameters: dict[str, str] = dict(_page.parameters.to_py())
        self.address: str = _page.address
        self.fragment: str = _page.fragment

    def forget_link(self) -> None:
        """Changes the address without loading anything."""
        _page.forgetLink()

    @property
    def hidden(self) -> bool:
        """Whether the page is in a background tab or a minimised window."""
        return bool(_page.hidden())

    @property
    def online(self) -> bool:
        """Whether the browser says that there is a network."""
        return bool(_page.online())

    @property
    def reduced_motion(self) -> bool:
        """Whether the player asks their system for less movement just now."""
        return bool(_page.reducedMotion())

    @property
    def away(self) -> bool:
        """Whether the frame is scrolled out of sight."""
        return bool(_page.away())

    def viewport(self) -> Viewport:
        """Measures the canvas in device pixels."""
        width, height, ratio, *insets, letters = _page.viewport()
        top, right, bottom, left = (int(inset) for inset in insets)
        return Viewport(int(width), int(height), float(ratio), (top, right, bottom, left), float(letters))

    def resized(self) -> bool:
        """Tells, once for each change, that the canvas has another size or pixel ratio than measured."""
        return bool(_page.resized())

    def open_window(self, size: tuple[int, int]) -> pygame.Surface:
        """Opens a window that nobody sees, as small as can be: the canvas is the page's."""
        self._picture = pygame.Surface(size, pygame.SRCALPHA, 32, RGBA)
        return pygame.display.set_mode((1, 1))

    def present(self, picture: pygame.Surface, changes: Sequence[pygame.Rect]) -> None:
        """Copies the changes to the canvas, with their pixels in its own order and opaque."""
        for place in changes:
            self._picture.blit(picture, place, place)
        _page.present(self._picture.get_view("0"), *picture.get_size(), _ffi.to_js([tuple(place) for place in changes]))
        self._untold = True

    async def wait(self, seconds: float | None) -> None:
        """Sleeps until an input event, ``wake``, or the time."""
        if self._untold:
            self._tell_screen()
        await _page.wait(seconds)
        self._take_input()

    async def frame(self) -> None:
        """Waits for the next animation frame, at most half a second."""
        if self._untold and time.monotonic() - self._told >= SHOWN:
            self._tell_screen()
        await _page.frame()
        self._take_input()

    def _take_input(self) -> None:
        """Puts what the player has done since into pygame's queue."""
        for name, values in _page.input().to_py():
            if name != "move":
                self._told = 0.0
            if "pos" in values:
                values["pos"] = tuple(values["pos"])
            pygame.event.post(pygame.event.Event(EVENTS[name], values))

    def _tell_screen(self) -> None:
        """Tells the page what is on the screen and what fingers and the wheel are for there."""
        surface = self._surface
        if surface is None:
            return
        self._untold, self._told = False, time.monotonic()
        takes = {"finger": surface.finger_areas(), "wheel": surface.takes_wheel()}
        _page.show(json.dumps(surface.state(), ensure_ascii=False), json.dumps(takes))

    async def sleep(self, seconds: float) -> None:
        """Sleeps for a time, in a hidden tab too."""
        await _page.sleep(seconds)

    async def pause(self) -> None:
        """Gives the browser one turn for input, drawing and timers."""
        await _page.pause()

    def wake(self) -> None:
        """Ends the current ``wait``, or the next one at once."""
        _page.wake()

    def load(self, key: str) -> str | None:
        """Reads what the page has read from the browser's database at its start, and all that was saved since."""
        text: str | None = _page.load(key)
        return text

    def save(self, key: str, text: str | None) -> bool:
        """Sends to the browser's database; False when it is blocked or full and memory had to do."""
        return bool(_page.save(key, text))

    def give_file(self, name: str, text: str) -> None:
        """Lets the browser download the text."""
        _page.give(name, text)

    def ask_file(self, name: str, take: Callable[[str], None]) -> None:  # noqa: ARG002 - the player finds it
        """Lets the browser ask for a file; it does so for a few seconds after a gesture."""
        _page.ask(_ffi.create_proxy(take))

    def share(self, text: str, done: Callable[[str], None]) -> None:
        """Opens the system's sheet where fingers point, else writes to the clipboard."""
        _page.share(text, _ffi.create_once_callable(done))

    def paste(self, take: Callable[[str], None]) -> None:
        """Reads the clipboard, as far as the browser and its user allow it."""
        _page.paste(_ffi.create_once_callable(take))

    def mail(self, subject: str, text: str) -> None:
        """Follows a ``mailto`` address."""
        _page.mail(subject, text)

    def troubles(self) -> list[str]:
        """Lists what the page noted down, for as long as its tab lives."""
        noted: list[str] = _page.troubles().to_py()
        return noted

    def play(self, name: str, samples: bytes, rate: int, volume: float) -> None:
        """Plays a sound through Web Audio, which decodes each name once."""
        if not _page.known(name):
            _page.keep(name, _ffi.to_js(samples), rate)
        _page.play(name, volume)

    def entropy(self, size: int) -> bytes:
        """Gives random bytes; Emscripten takes them from ``crypto.getRandomValues``."""
        return os.urandom(size)

    def toggle_fullscreen(self) -> None:
        """Enters or leaves full screen; browsers grant it for a few seconds after a gesture."""
        _page.toggleFullscreen()

    def can_fullscreen(self) -> bool:
        """Tells whether the browser, and the page around this one, allow full screen."""
        return bool(_page.canFullscreen())

    def can_install(self) -> bool:
        """Tells whether the browser has offered to install the page."""
        return bool(_page.canInstall())

    def install(self) -> None:
        """Lets the browser ask; it does so for a few seconds after a gesture."""
        _page.install()

    def pages(self) -> list[str]:
        """Lists the site's other pages; inside another page, or installed, the game shows no text under itself."""
        found: list[str] = _page.pages().to_py()
        return found

    def show_page(self, name: str) -> None:
        """Scrolls to the text under the game, or opens a page in a tab of its own."""
        _page.showPage(name)

    def cursor(self, name: str) -> None:
        """Sets the canvas' cursor."""
        _page.cursor(name)

    def tab_stops(self, *, backward: bool, forward: bool) -> None:
        """Leaves the Tab key to the browser where the game has no more widgets."""
        _page.tabStops(backward, forward)

    def announce(self, text: str) -> None:
        """Writes ``text`` into the page's live region."""
        _page.announce(text)

    def mirror(self, outline: dict[str, Any]) -> None:
        """Writes the screen in words into the page, behind the canvas."""
        _page.mirror(json.dumps(outline, ensure_ascii=False))

    def set_language(self, language: str) -> None:
        """Sets the page's ``lang``, which chooses its texts now and at the next start."""
        _page.setLanguage(language)

    def renew(self) -> bool:
        """Loads the page again if the service worker has a newer build of the game."""
        return bool(_page.renew())

    def publish(self, surface: Surface) -> None:
        """Puts ``surface`` behind ``window.okey``, resolves ``okey.ready`` and uncovers the canvas."""
        self._surface = surface
        _page.publish(*map(self._guarded, (surface.press, surface.tap, surface.look)))
        self._tell_screen()

    def _guarded(self, act: Callable[..., Any]) -> Any:
        """Makes a proxy of what others call: they cannot tell the player what goes wrong."""

        def call(*values: Any) -> Any:
            try:
                done = act(*values)
            except Exception as error:
                self.report(error)
                raise
            self._told = 0.0
            self.wake()
            return done

        return _ffi.create_proxy(call)

    def note(self, text: str) -> None:
        """Writes to the browser's console."""
        _page.note(text)

    def tell_host(self, message: dict[str, Any]) -> None:
        """Posts the message to the window around this frame."""
        _page.tell(json.dumps(message, ensure_ascii=False))

    def on_command(self, callback: Callable[[str, dict[str, str]], None]) -> None:
        """Calls ``callback`` for what the window around this frame posts."""
        _page.onCommand(self._guarded(lambda kind, values: callback(kind, dict(values.to_py()))))

    def report(self, error: BaseException) -> None:
        """Covers the game with the failure page, which shows the traceback."""
        kind = "memory" if isinstance(error, MemoryError) else "crash"
        _page.fail(kind, "".join(traceback.format_exception(error)))

    def on_hide(self, callback: Callable[[], None]) -> None:
        """Calls ``callback`` when the tab is hidden, closed or left."""
        _page.onHide(_ffi.create_proxy(callback))
