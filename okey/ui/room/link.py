"""What the page's address leads to: a room, or back into the one that a reload left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from okey.rooms import secret
from okey.rooms.client import Connection
from okey.ui.room.panels import LobbyPanel, begin, enter, join
from okey.ui.room.room import kept
from okey.ui.scenes.question import Question, Statement

if TYPE_CHECKING:
    from okey.ui.app import App


class OtherRoom(Question):
    """Asks whether a link is worth the chair in the room of before; whatever happens there, it waits for its answer.

    Args:
        app: the app it belongs to.
        code: the code behind the link.
    """

    stays = True

    def __init__(self, app: App, code: str) -> None:
        super().__init__(app, "confirm.other_room", lambda: follow(app, code))

    def activate(self, identifier: str) -> None:
        """Takes the answer; a link that is not wanted does not ask again after a reload."""
        super().activate(identifier)
        if identifier == "no":
            self.app.bridge.forget_link()

    def cancel(self) -> None:
        """Stays in the room."""
        self.activate("no")


def follow(app: App, code: str) -> None:
    """Goes into the room of a link; the room of before is left only once that one has let the person in."""

    def go(connection: Connection) -> None:
        begin(app).arrive(connection)
        enter(app)

    if app.room is None or (app.room.state == "ended" and not kept(app)):
        join(app, code, linked=True)
    else:  # also where the own room is out of reach just now
        app.room.move(code, go)


def come_in(app: App) -> None:
    """Follows the link that the page was opened with, or comes back after a reload; asks where that is two rooms."""
    word, _, text = app.bridge.fragment.partition("=")
    if way_back := kept(app):
        begin(app).come_back(way_back)
        app.open(LobbyPanel(app))
    if word != "room":
        return
    if app.room is None or app.room.state == "ended":
        join(app, text, linked=True)
        return
    try:
        code = secret.read_code(text)
    except secret.CodeError:
        app.bridge.forget_link()
        app.open(Statement(app, "room.problem.no_code"))
        return
    if code == app.room.code:
        app.bridge.forget_link()
    else:
        app.open(OtherRoom(app, code))
