"""What can be said in a room: pictures and phrases to press, and the last ones that were said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from okey.rooms.phrases import PHRASES
from okey.ui.room.faces import FACES, Pictures, Said
from okey.ui.scenes.rows import Choice, Row, choose
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.room.room import Room

SAY = "say-"
"""What stands before a phrase in the id of its button."""


def said_last(app: App, room: Room) -> Iterator[Row]:
    """Makes the rows of what was said last."""
    for name, phrase in room.said:
        yield Said(app.line(24), name, phrase, app.texts(f"phrase.{phrase}"))


def to_say(app: App, width: int) -> Iterator[Row]:
    """Makes the rows of what can be said."""
    t = app.texts
    faces = [Choice(f"{SAY}{p}", t(f"phrase.{p}"), p, chosen=False) for p in PHRASES if p in FACES]
    yield Pictures(app.px(50), tuple(faces))
    words = [(f"{SAY}{p}", t(f"phrase.{p}")) for p in PHRASES if p not in FACES]
    yield from choose(app.painter, width, "", [Choice(i, text, text, chosen=False) for i, text in words], most=4)


class SayPanel(Scrolled):
    """Says something from the table: one press, and the table is there again."""

    name = "say"
    size = (480.0, 400.0)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.phrases")

    def rows(self) -> Sequence[Row]:
        """Makes the rows."""
        return [*to_say(self.app, self.body().width - self.app.px(14))]

    def chosen(self, identifier: str) -> None:
        """Says it."""
        self.app.close(self)
        if self.app.room is not None:
            self.app.room.say(identifier.removeprefix(SAY))
