"""A desktop window as the game's surroundings: files, pygame's window and mixer, the standard library.

Under ``SDL_VIDEODRIVER=dummy`` everything works without a screen.  Environment variables, for tests and for
the curious: ``OKEY_HOME`` (folder of saved texts), ``OKEY_RATIO`` (device pixels to one CSS pixel),
``OKEY_REDUCED_MOTION`` (anything: less movement).
"""

from __future__ import annotations

import asyncio
import atexit
import locale
import logging
import os
import platform
import sys
import time
import traceback
import webbrowser
from collections.abc import MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlencode

import pygame

from okey import __version__
from okey.bridge import Surface, Viewport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

log = logging.getLogger(__name__)

_POLL = 0.01
"""Seconds between two looks at pygame's event queue, which nothing on the desktop can await."""

_MAIL = 1400
"""So many characters of a text get into a mail: an address of some 2,000 letters is what every system takes."""

_HIDDEN_FRAME = 0.5
"""Seconds that ``frame`` takes while nobody sees the window."""

_CURSORS = {
    "default": pygame.SYSTEM_CURSOR_ARROW,
    "pointer": pygame.SYSTEM_CURSOR_HAND,
    "grab": pygame.SYSTEM_CURSOR_HAND,
    "grabbing": pygame.SYSTEM_CURSOR_SIZEALL,
}


def _open() -> bool:
    """Tells whether the window exists."""
    return pygame.display.get_init() and pygame.display.get_surface() is not None


def data_folder() -> Path:
    """Gives the folder where programs keep their data on this system, or ``OKEY_HOME``."""
    if chosen := os.environ.get("OKEY_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData/Roaming") / "Okey"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Okey"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "okey"


def system_language() -> str:
    """Tells ``tr`` if the player's system speaks Turkish, else ``en``."""
    names = [os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wanted = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "tr" if wanted.lower().startswith("tr") else "en"


class DesktopBridge:
    """The bridge of one window.

    ``size`` is the window's size in device pixels until the player changes it, ``storage`` replaces the files
    (a plain dict keeps everything in memory), ``pace`` is the number of seconds between two frames.
    """

    def __init__(
        self,
        *,
        size: tuple[int, int] = (1280, 800),
        ratio: float | None = None,
        insets: tuple[int, int, int, int] = (0, 0, 0, 0),
        language: str | None = None,
        reduced_motion: bool | None = None,
        storage: MutableMapping[str, str] | None = None,
        pace: float = 1 / 60,
    ) -> None:
        self.language = language or system_language()
        calm = bool(os.environ.get("OKEY_REDUCED_MOTION"))
        self.reduced_motion = calm if reduced_motion is None else reduced_motion
        self.online = True
        self.version = __version__
        self.surroundings = f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, {platform.platform()}"
        self.parameters: dict[str, str] = {}
        self.address = self.fragment = ""
        self.surface: Surface | None = None
        self._size = size
        self._ratio = float(os.environ.get("OKEY_RATIO", "1")) if ratio is None else ratio
        self._insets = insets
        self._storage = Folder(data_folder()) if storage is None else storage
        self._memory: dict[str, str | None] = {}
        self._pace = pace
        self._next_frame = 0.0
        self._woken = False
        self._was_hidden = False
        self._hide_calls: list[Callable[[], None]] = []
        self._sounds: dict[str, pygame.mixer.Sound] | None = None

    def forget_link(self) -> None:
        """Forgets what it was started with: a window has no address."""
        self.fragment = ""

    @property
    def hidden(self) -> bool:
        """Whether the window is minimised."""
        return _open() and not pygame.display.get_active()

    @property
    def away(self) -> bool:
        """Tells that there is no page around a window."""
        return False

    def viewport(self) -> Viewport:
        """Measures the window, or tells the size to open it with."""
        self._size = self._window_size()
        return Viewport(*self._size, self._ratio, self._insets)

    def resized(self) -> bool:
        """Tells, once for each change, that the window has another size than measured."""
        size = self._window_size()
        changed = size != self._size
        self._size = size
        return changed

    def open_window(self, size: tuple[int, int]) -> pygame.Surface:
        """Opens pygame's window, or gives it another size."""
        return pygame.display.set_mode(size)

    def present(self, picture: pygame.Surface, changes: Sequence[pygame.Rect]) -> None:
        """Copies the changes to the window."""
        window = pygame.display.get_surface()
        assert window is not None
        for place in changes:
            window.blit(picture, place, place)
        pygame.display.update(changes)

    async def wait(self, seconds: float | None) -> None:
        """Sleeps until pygame has an event, ``wake`` is called, or the time has passed."""
        self._allow_resizing()
        deadline = None if seconds is None else time.monotonic() + seconds
        await asyncio.sleep(0)
        while not self._woken and not self._input():
            left = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
            if left <= 0:
                break
            await asyncio.sleep(left)
        self._woken = False

    async def frame(self) -> None:
        """Waits until the next frame is due."""
        if self.hidden:
            await asyncio.sleep(_HIDDEN_FRAME)
            return
        now = time.monotonic()
        self._next_frame = max(now, self._next_frame + self._pace)
        await asyncio.sleep(self._next_frame - now)

    async def sleep(self, seconds: float) -> None:
        """Sleeps for a time."""
        await asyncio.sleep(seconds)

    async def pause(self) -> None:
        """Lets the other tasks run once."""
        await asyncio.sleep(0)

    def wake(self) -> None:
        """Ends the current ``wait``, or the next one at once."""
        self._woken = True

    def load(self, key: str) -> str | None:
        """Reads what ``save`` kept."""
        if key in self._memory:
            return self._memory[key]
        try:
            return self._storage.get(key)
        except (OSError, UnicodeDecodeError):
            return None

    def save(self, key: str, text: str | None) -> bool:
        """Writes a file; False when the folder cannot be written and memory had to do."""
        try:
            if text is None:
                self._storage.pop(key, None)
            else:
                self._storage[key] = text
        except OSError:
            self._memory[key] = text
            return False
        self._memory.pop(key, None)
        return True

    def give_file(self, name: str, text: str) -> None:
        """Writes the file into the program's folder."""
        data_folder().mkdir(parents=True, exist_ok=True)
        (data_folder() / name).write_text(text, encoding="utf-8")

    def ask_file(self, name: str, take: Callable[[str], None]) -> None:
        """Reads the file of that name in the program's folder; there is no dialogue to ask with."""
        try:
            text = (data_folder() / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            text = ""
        take(text)

    def share(self, text: str, done: Callable[[str], None]) -> None:
        """Writes to the clipboard."""
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            done("failed")
        else:
            done("copied")

    def paste(self, take: Callable[[str], None]) -> None:
        """Reads the clipboard."""
        try:
            take(pygame.scrap.get_text())
        except pygame.error:
            take("")

    def mail(self, subject: str, text: str) -> None:
        """Opens the mail program."""
        body = text if len(text) <= _MAIL else f"{text[:_MAIL]}…"
        webbrowser.open(f"mailto:?{urlencode({'subject': subject, 'body': body}, quote_via=quote)}")

    def troubles(self) -> tuple[str, ...]:
        """Lists nothing: what goes wrong ends the program, and stands in its terminal."""
        return ()

    def play(self, name: str, samples: bytes, rate: int, volume: float) -> None:
        """Plays a sound through pygame's mixer, which opens with the first sound's rate."""
        if self._sounds is None:
            self._sounds = {}
            try:
                pygame.mixer.init(frequency=rate, size=-16, channels=1, allowedchanges=0)
            except pygame.error:
                return
        if not pygame.mixer.get_init():
            return
        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(buffer=samples)
        self._sounds[name].set_volume(volume)
        self._sounds[name].play()

    def entropy(self, size: int) -> bytes:
        """Gives random bytes of the operating system."""
        return os.urandom(size)

    def toggle_fullscreen(self) -> None:
        """Enters or leaves full screen at the desktop's own resolution."""
        if self.can_fullscreen():
            pygame.display.toggle_fullscreen()

    def can_fullscreen(self) -> bool:
        """Tells whether there is a screen to fill."""
        return pygame.display.get_init() and pygame.display.get_driver() != "dummy"

    def can_install(self) -> bool:
        """Tells that there is nothing to install: it runs already."""
        return False

    def install(self) -> None:
        """Does nothing."""

    def pages(self) -> tuple[str, ...]:
        """Lists nothing: the pages belong to the site."""
        return ()

    def show_page(self, name: str) -> None:
        """Does nothing."""

    def cursor(self, name: str) -> None:
        """Sets the system cursor; a screen without a pointer has none to set."""
        try:
            pygame.mouse.set_cursor(_CURSORS[name])
        except pygame.error:
            return

    def tab_stops(self, *, backward: bool, forward: bool) -> None:
        """Does nothing: beyond the window Tab goes nowhere."""

    def announce(self, text: str) -> None:
        """Does nothing: pygame windows offer nothing to screen readers."""

    def mirror(self, outline: dict[str, Any]) -> None:
        """Does nothing, for the same reason."""

    def set_language(self, language: str) -> None:
        """Does nothing: the window has no texts of its own."""

    def renew(self) -> bool:
        """Does nothing: programs are renewed by whoever installed them."""
        return False

    def publish(self, surface: Surface) -> None:
        """Keeps ``surface`` as an attribute, for tests."""
        self.surface = surface

    def note(self, text: str) -> None:
        """Writes to the program's log."""
        log.warning(text)

    def tell_host(self, message: dict[str, Any]) -> None:
        """Does nothing: there is no page around a window."""

    def on_command(self, callback: Callable[[str, dict[str, str]], None]) -> None:
        """Does nothing, for the same reason."""

    def report(self, error: BaseException) -> None:
        """Prints the traceback to the terminal."""
        traceback.print_exception(error)

    def on_hide(self, callback: Callable[[], None]) -> None:
        """Calls ``callback`` when the window is minimised and when the process ends."""
        self._hide_calls.append(callback)
        atexit.register(callback)

    def _window_size(self) -> tuple[int, int]:
        if _open():
            return pygame.display.get_window_size()
        return self._size

    def _allow_resizing(self) -> None:
        """Makes the window resizable again: the app sets its mode without flags, as the page wants it."""
        if _open() and self.can_fullscreen():
            pygame.Window.from_display_module().resizable = True

    def _input(self) -> bool:
        """Looks for events, a new size, and a change of visibility, of which the hide callbacks hear."""
        hidden = self.hidden
        if hidden != self._was_hidden:
            self._was_hidden = hidden
            for callback in self._hide_calls if hidden else ():
                callback()
            return True
        return (pygame.display.get_init() and pygame.event.peek()) or self._window_size() != self._size


class Folder(MutableMapping[str, str]):
    """Texts in the files of one folder.

    A file is replaced whole or not at all, so a crash leaves the old text.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __getitem__(self, key: str) -> str:
        try:
            return self._file(key).read_bytes().decode()
        except FileNotFoundError:
            raise KeyError(key) from None

    def __setitem__(self, key: str, text: str) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        file = self._file(key)
        draft = file.with_suffix(f".{os.getpid()}.new")
        try:
            draft.write_bytes(text.encode())
            draft.replace(file)
        except OSError:
            draft.unlink(missing_ok=True)
            raise

    def __delitem__(self, key: str) -> None:
        try:
            self._file(key).unlink()
        except FileNotFoundError:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        return (unquote(file.stem) for file in self.path.glob("*.txt"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _file(self, key: str) -> Path:
        return self.path / f"{quote(key, safe='')}.txt"
