"""Pygame's events on their way to the scene that takes input, and the keyboard's focus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from okey.ui import widgets
from okey.ui.gamepad import Gamepads
from okey.ui.outline import spoken
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


class Input:
    """Acts on events.

    Args:
        app: whose scenes they are for.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._gamepads = Gamepads()

    def handle(self, event: pygame.event.Event) -> None:
        """Acts on one event.  Touches arrive as mouse events too, so finger events are left alone."""
        app = self._app
        if event.type == pygame.QUIT:
            app.running = False
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            app.focus_shown = False
            app.scene.pointer_down(event.pos)
            app.redraw()
        elif event.type == pygame.MOUSEMOTION:
            app.scene.pointer_move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            app.scene.pointer_up(event.pos)
            app.redraw()
        elif event.type == pygame.MOUSEWHEEL:
            app.scene.wheel(event.y)
        elif event.type == pygame.TEXTINPUT and app.scene.types:
            app.scene.text(event.text)
            app.redraw()
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN):
            app.redraw()
        elif (key := self._gamepads.key(event)) is not None:
            self._key(key, 0)

    def _key(self, key: int, mod: int) -> None:
        """Acts on a key."""
        app = self._app
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return
        if app.scene.types and key == pygame.K_SPACE:
            return  # it is text here
        found: Sequence[Widget] = app.scene.widgets()
        if key == pygame.K_TAB:
            self.focus(widgets.step(found, app.focus, -1 if mod & pygame.KMOD_SHIFT else 1))
        elif key in ARROWS:
            self.focus(widgets.towards(found, app.focus, *ARROWS[key]))
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if any(w.id == app.focus for w in found):
                app.focus_shown = True
                app.scene.activate(app.focus or "")
        elif key in (pygame.K_ESCAPE, pygame.K_AC_BACK):
            app.scene.cancel()
        elif not app.scene.key(key):
            return
        app.redraw()

    def focus(self, identifier: str | None) -> None:
        """Moves the focus, shows it and says where it is."""
        app = self._app
        app.focus = identifier
        app.focus_shown = True
        widget = next((w for w in app.scene.widgets() if w.id == identifier), None)
        if widget is not None:
            app.bridge.announce(spoken(app.texts, widget))
