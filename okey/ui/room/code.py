"""Asks for the code of a room: typed, or pasted, the link that carries it too."""

from __future__ import annotations

from okey.rooms import secret
from okey.ui.scenes.naming import Naming


class CodePanel(Naming):
    """Asks for a code."""

    name = "code"
    letters = secret.ALPHABET
    wide = ("paste", "name.paste")
    longest = 20
    """There may be spaces and hyphens in it."""

    def heading(self) -> str:
        """Says what is asked for."""
        return self.app.texts("room.ask_code")

    def activate(self, identifier: str) -> None:
        """Takes what was copied elsewhere, or does what all keys do."""
        if identifier == "key-paste":
            self.app.bridge.paste(self._pasted)
        else:
            super().activate(identifier)

    def _pasted(self, text: str) -> None:
        try:
            self._name = secret.read_code(text)
        except secret.CodeError:
            self.app.notice(self.app.texts("room.problem.no_code" if text else "name.no_paste"), alarm=True)
        self.app.redraw()

    def text(self, text: str) -> None:
        """Adds typed signs, in capitals; a code or link that comes in one piece takes the place of all."""
        try:
            self._name = secret.read_code(text)
        except secret.CodeError:
            super().text(text.upper())
