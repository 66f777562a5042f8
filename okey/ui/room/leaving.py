"""The questions before somebody leaves a room, or is put out of it: they say what becomes of the chair."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from okey.rooms import lobby as lobbies
from okey.rooms.packets import Lobby
from okey.ui.scenes.question import Question

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.room.room import Room


def _chair(lobby: Lobby | None, member: int) -> str:
    """Tells what becomes of a member's chair: ``none``, ``free`` or ``bot``."""
    if lobby is None or lobbies.seat_of(lobby, member) is None:
        return "none"
    return "free" if lobbies.between(lobby) else "bot"


def leaving(app: App, act: Callable[[], object]) -> None:
    """Does something that leaves the room for good; asks first where the person is in one."""
    room = app.room
    if room is None or room.state == "ended" or (room.driver is None and not room.coming_back):
        act()  # nobody knows of the person there
        return
    chair = "none" if room.driver is None else _chair(room.driver.member.lobby, room.driver.member.me)
    app.open(Question(app, "confirm.leave_room", act, means=app.texts(f"room.leaving.{chair}")))


def putting_out(app: App, room: Room, lobby: Lobby, member: int) -> None:
    """Asks before somebody is put out, which changes the door as well: see ``okey.rooms.lobby``."""
    t, chair = app.texts, _chair(lobby, member)
    means = [t(f"room.putting_out.{chair}")] if chair != "none" else []
    if lobby.public and lobby.joining != "closed":
        means.append(t("room.putting_out.shut"))
    elif lobby.joining == "open":
        means.append(t("room.putting_out.door"))
    said = {"name": room.name_of(member), "means": " ".join(means)}
    app.open(Question(app, "confirm.kick", lambda: room.wish("kick", member), **said))
