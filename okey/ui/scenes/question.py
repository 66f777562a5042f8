"""A question with two answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pygame import Rect

from okey.ui import theme
from okey.ui.scenes.base import Sheet
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App


class Question(Sheet):
    """Asks before something that cannot be taken back.

    Args:
        app: the app it belongs to.
        key: the key of the question's text; ``.yes`` and ``.no`` behind it give the answers.
        act: what a yes does.
        values: what the text is filled in with.
    """

    name = "question"
    size = (380.0, 200.0)

    def __init__(self, app: App, key: str, act: Callable[[], object], **values: object) -> None:
        super().__init__(app)
        self._key = key
        self._act = act
        self._values = values
        app.bridge.announce(self.heading())

    def heading(self) -> str:
        """Gets the question."""
        return self.app.texts(self._key, **self._values).strip()

    def widgets(self) -> Sequence[Widget]:
        """Lists the two answers; the harmless one comes first and is the main one, which has the focus."""
        t = self.app.texts
        no, yes = self._places()
        return (
            Widget("no", t(f"{self._key}.no"), no, style="main"),
            Widget("yes", t(f"{self._key}.yes"), yes, style="sheet"),
        )

    def _places(self) -> list[Rect]:
        """Places the answers."""
        return self.two_buttons(*(self.app.texts(f"{self._key}.{answer}") for answer in ("no", "yes")))

    def draw_content(self) -> None:
        """Writes the question."""
        box = Rect(self.inner.topleft, (self.inner.width, self._places()[0].y - self.app.px(10) - self.inner.y))
        self.app.painter.text(self.heading(), box, 18, theme.SHEET_TEXT, bold=True, lines=12)

    def activate(self, identifier: str) -> None:
        """Takes the answer."""
        self.app.close(self)
        if identifier == "yes":
            self._act()


class Statement(Question):
    """Says something that has to be read: it stays until it is put away, whatever happens meanwhile.

    Args:
        app: the app it belongs to.
        key: the key of the text.
    """

    stays = True

    def __init__(self, app: App, key: str) -> None:
        super().__init__(app, key, lambda: None)

    def widgets(self) -> Sequence[Widget]:
        """Lists the one button."""
        return (Widget("no", self.app.texts("close"), self._places()[0], style="main"),)

    def _places(self) -> list[Rect]:
        """Places it."""
        height = self.app.px(44)
        return [Rect(self.inner.x, self.inner.bottom - height, self.inner.width, height)]
