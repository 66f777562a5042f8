"""Typing a name: with a keyboard, or with keys on the screen where there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.ui import theme
from okey.ui.draft import LONGEST_NAME
from okey.ui.layout import split
from okey.ui.scenes.base import Sheet
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

LETTERS = "ABCÇDEFGĞHIİJKLMNOÖPQRSŞTUÜVWXYZ"
"""The letters of both alphabets, in the Turkish order."""

_COLUMNS = 7
"""How many keys stand in a line where there is room for as many, and height enough for all lines."""
_WIDE = 2
"""How many places the wide key takes."""
_LOWER = {"I": "ı", "İ": "i"}


class Naming(Sheet):
    """Asks for a name.

    Args:
        app: the app it belongs to.
        name: the name so far.
        take: called with the new name.
    """

    name = "name"
    size = (520.0, 460.0)
    types = True
    letters = LETTERS
    """What can be typed with the keys on the screen."""
    longest = LONGEST_NAME
    wide = ("space", "name.space")
    """The key that is wider than the others: what it does, and its text."""

    def __init__(self, app: App, name: str, take: Callable[[str], None]) -> None:
        self._name = name
        self._take = take
        super().__init__(app)

    def heading(self) -> str:
        """Says what is asked for."""
        return self.app.texts("name.ask")

    def said(self) -> Sequence[str]:
        """Gets the name as it is."""
        return (self._name,)

    def widgets(self) -> Sequence[Widget]:
        """Lists the keys and the buttons under them."""
        t, gap = self.app.texts, self.app.px(4)
        top = self.inner.y + self.app.px(48)
        room = Rect(self.inner.x, top, self.inner.width, self.inner.bottom - top - self.app.px(52))
        keys, least = len(self.letters) + _WIDE + 1, self.app.px(44) + gap
        columns = max(min(_COLUMNS, (room.width + gap) // least), -(-keys // max(1, (room.height + gap) // least)))
        lines = -(-keys // columns)
        height = (room.height + gap) // lines
        places = [
            place
            for row in range(lines)
            for place in split(Rect(room.x, room.y + row * height, room.width, height - gap), columns, gap)
        ]
        found = [
            Widget(f"key-{letter}", letter, place, style="sheet")
            for letter, place in zip(self.letters, places, strict=False)
        ]
        wide = places[len(self.letters)].union(places[len(self.letters) + _WIDE - 1])
        delete = places[len(self.letters) + _WIDE]
        found.append(Widget(f"key-{self.wide[0]}", t(self.wide[1]), wide, style="sheet"))
        found.append(Widget("key-delete", t("name.delete"), delete, style="sheet"))
        cancel, done = split(self.row(self.inner.bottom - self.app.px(44), 44), 2, self.app.px(8))
        found.append(Widget("close", t("setup.cancel"), cancel, style="sheet"))
        found.append(Widget("done", t("name.done"), done, style="main"))
        return found

    def draw_content(self) -> None:
        """Writes the name as it is."""
        painter = self.app.painter
        field = self.row(self.inner.y, 40)
        painter.plate(field, (255, 255, 255), 10, theme.SHEET_EDGE)
        box = field.inflate(-painter.px(20), 0)
        if self._name:
            painter.text(f"{self._name}|", box, 20, theme.SHEET_TEXT, bold=True, align="left")
        else:
            painter.text(self.heading(), box, 16, theme.SHEET_MUTED, align="left")

    def activate(self, identifier: str) -> None:
        """Takes a letter, or the name."""
        key = identifier.removeprefix("key-")
        if identifier == "done":
            self.app.close(self)
            self._take(self._name)
        elif identifier == "close":
            self.app.close(self)
        elif key == "delete":
            self._name = self._name[:-1]
        elif key == "space":
            self.text(" ")
        else:
            first = not self._name or self._name.endswith(" ")
            self.text(key if first else _LOWER.get(key, key.lower()))
        self.app.redraw()

    def text(self, text: str) -> None:
        """Adds typed letters."""
        letters = "".join(letter for letter in text if letter.isprintable())
        self._name = (self._name + letters).lstrip()[: self.longest]

    def key(self, key: int) -> bool:
        """Deletes with the backspace key."""
        if key == pygame.K_BACKSPACE:
            self.activate("key-delete")
            return True
        return False
