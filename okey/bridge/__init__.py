"""What the outside world offers the game: one protocol, two homes.

``okey.bridge.browser`` speaks to the page through ``js`` and ``pyodide.ffi``; ``okey.bridge.desktop`` gives
the same with files and the standard library, so that every scene can run headless.  Only ``ui`` and ``rooms``
use it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pygame


@dataclass(frozen=True, slots=True)
class Viewport:
    """The area to draw on: a surface of ``width x height`` device pixels, ``ratio`` of them to one CSS pixel.

    ``insets`` are the margins (top, right, bottom, left) in device pixels that notches and bars may cover; ``letters``
    is how much larger than usual the player's system wants letters to be.
    """

    width: int
    height: int
    ratio: float
    insets: tuple[int, int, int, int] = (0, 0, 0, 0)
    letters: float = 1.0


class Surface(Protocol):
    """What the game shows to tests, host pages and the accessible mirror: never more than the screen does."""

    def state(self) -> dict[str, Any]:
        """Describes the current scene as JSON-ready data (see README, ``window.okey``)."""

    def press(self, identifier: str) -> bool:
        """Presses the widget with this id; False when there is none or it is disabled."""

    def tap(self, identifier: str) -> bool:
        """Taps what the mirror lists under this id, enabled or not; False when there is none."""

    def look(self, identifier: str) -> bool:
        """Moves the game's focus to what the mirror lists under this id; False when there is none."""

    def finger_areas(self) -> list[list[float]] | None:
        """Lists where a finger is for the game, as x, y, width, height in CSS pixels; elsewhere it may scroll the page.

        None: everywhere.
        """

    def takes_wheel(self) -> bool:
        """Tells whether the wheel is for the game; else it may scroll the page around it."""


class Bridge(Protocol):
    """The services a front end may ask of its surroundings."""

    language: str
    """``tr`` or ``en``: what the player's system prefers."""

    version: str
    """What is running: the build's hash, or the program's version where nothing was built."""

    surroundings: str
    """What the game runs on: the browser's own words, or those of Python and pygame."""

    parameters: dict[str, str]
    """What whoever started the game asks for, by name: words of strangers, to be read with care."""

    address: str
    """The address of the game without what is behind ``?`` and ``#``; empty where there is none."""

    fragment: str
    """What stands behind the ``#`` of the address that the game was started with: words of strangers, too."""

    def forget_link(self) -> None:
        """Takes what is behind the ``#`` out of the address: it was followed, and a reload must not do so again."""

    @property
    def hidden(self) -> bool:
        """Whether nobody can see the game just now (background tab, minimised window)."""

    @property
    def online(self) -> bool:
        """Whether there is a network, as far as the surroundings can tell."""

    @property
    def reduced_motion(self) -> bool:
        """Whether the player asks their system for less movement just now; ``wait`` ends when that changes."""

    @property
    def away(self) -> bool:
        """Whether a page around the game has it scrolled out of sight; ``wait`` ends when that changes."""

    def viewport(self) -> Viewport:
        """Measures the drawing area; call it at start and after every ``resized`` wake-up."""

    def resized(self) -> bool:
        """Tells, once for each change, that the drawing area is not what ``viewport`` last measured."""

    def open_window(self, size: tuple[int, int]) -> pygame.Surface:
        """Opens the window, or gives it another size in device pixels; gets one whose form of pixels draws fastest."""

    def present(self, picture: pygame.Surface, changes: Sequence[pygame.Rect]) -> None:
        """Shows a picture as large as the window, which differs in ``changes`` from the one shown before."""

    async def wait(self, seconds: float | None) -> None:
        """Sleeps until input arrives, ``wake`` is called, or ``seconds`` have passed (None: for ever).

        Costs nothing meanwhile and goes on counting in a hidden tab.
        """

    async def frame(self) -> None:
        """Waits for the next animation frame; in a hidden tab, where there is none, for a slow tick."""

    async def sleep(self, seconds: float) -> None:
        """Sleeps for a time, whatever else happens; in a hidden tab too."""

    async def pause(self) -> None:
        """Lets everything else run once: what long thinking awaits between two slices."""

    def wake(self) -> None:
        """Ends the current ``wait``, or the next one at once."""

    def load(self, key: str) -> str | None:
        """Reads what ``save`` kept under ``key``; None when there is nothing."""

    def save(self, key: str, text: str | None) -> bool:
        """Keeps ``text`` under ``key`` at once (None removes it); False when only memory could keep it."""

    def give_file(self, name: str, text: str) -> None:
        """Hands the player a text as a file of that name."""

    def ask_file(self, name: str, take: Callable[[str], None]) -> None:
        """Lets the player choose a file, which may have that name; ``take`` gets its text, if any is chosen."""

    def share(self, text: str, done: Callable[[str], None]) -> None:
        """Gives a text to others, in an event of the player's: by the system's way to share, or the clipboard.

        ``done`` is told how it went: ``shared``, ``copied`` or ``failed``.
        """

    def paste(self, take: Callable[[str], None]) -> None:
        """Reads the clipboard, in an event of the player's; ``take`` gets its text, or none where that is not to be."""

    def mail(self, subject: str, text: str) -> None:
        """Opens the player's mail program with a text to send to whom they like; a long one is cut.

        In an event of the player's; it is they who send it.
        """

    def troubles(self) -> Sequence[str]:
        """Lists what went wrong lately, in this start of the game or those before, oldest first."""

    def play(self, name: str, samples: bytes, rate: int, volume: float) -> None:
        """Plays mono signed 16-bit little-endian ``samples`` (``name`` lets the home keep a decoded copy).

        Silent, without error, until the browser has seen a gesture.
        """

    def entropy(self, size: int) -> bytes:
        """Gives ``size`` bytes from the system's random number generator."""

    def toggle_fullscreen(self) -> None:
        """Enters or leaves full screen through the page (never pygame's own flag)."""

    def can_fullscreen(self) -> bool:
        """Tells whether ``toggle_fullscreen`` does anything here."""

    def can_install(self) -> bool:
        """Tells whether ``install`` does anything here and now."""

    def install(self) -> None:
        """Lets the browser ask whether to install the game; in an event of the player's."""

    def pages(self) -> Sequence[str]:
        """Lists what ``show_page`` can show: ``notices`` (everybody's licences), ``site`` (about the game)."""

    def show_page(self, name: str) -> None:
        """Shows one of ``pages``; the game stays where it is."""

    def cursor(self, name: str) -> None:
        """Sets the pointer's look: ``default``, ``pointer``, ``grab`` or ``grabbing``."""

    def tab_stops(self, *, backward: bool, forward: bool) -> None:
        """Tells whether Shift+Tab and Tab have somewhere to go within the game; else they leave it."""

    def announce(self, text: str) -> None:
        """Tells ``text`` to assistive technology through a polite live region."""

    def mirror(self, outline: dict[str, Any]) -> None:
        """Shows assistive technology the screen in words (see ``okey.ui.outline``), whenever they have changed."""

    def set_language(self, language: str) -> None:
        """Tells the page which language the game now speaks (``lang`` attribute, page texts)."""

    def renew(self) -> bool:
        """Starts anew with a newer build if one lies ready; to be called between two matches, with all saved.

        True when it does so: then this program ends.
        """

    def publish(self, surface: Surface) -> None:
        """Offers ``surface`` to the outside (``window.okey``) and marks the game as ready."""

    def note(self, text: str) -> None:
        """Tells ``text`` to whoever set the game up, not to the player."""

    def tell_host(self, message: dict[str, Any]) -> None:
        """Sends a message (see docs/embedding.md) to the page around the game; without one it is lost."""

    def on_command(self, callback: Callable[[str, dict[str, str]], None]) -> None:
        """Calls ``callback`` with every command of the page around the game: its type and its values by name.

        The types are known ones; the values are words of strangers, as ``parameters`` are.
        """

    def report(self, error: BaseException) -> None:
        """Shows the readable error page for an exception that the game cannot survive."""

    def on_hide(self, callback: Callable[[], None]) -> None:
        """Calls ``callback`` whenever the game is hidden or about to be closed."""


def detect() -> Bridge:
    """Builds the bridge of the surroundings this process runs in."""
    if sys.platform == "emscripten":
        from okey.bridge.browser import BrowserBridge

        return BrowserBridge()
    from okey.bridge.desktop import DesktopBridge

    return DesktopBridge()
