"""What a room's screens say of the network and the clock: always something, and always true."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from okey.rooms import lobby as lobbies
from okey.rooms.client import Connection
from okey.rooms.dealer import FILL
from okey.rooms.member import Member

if TYPE_CHECKING:
    from okey.ui.room.room import Room
    from okey.ui.room.session import RoomSession


def whole(room: Room) -> str:
    """Says how the network is, for the lobby."""
    if room.state == "connecting":
        return room.text(f"room.status.{room.way}")
    if room.state == "ended" or room.driver is None or room.connection is None:
        return room.text(f"room.problem.{room.problem or 'gone'}")
    member, connection = room.driver.member, room.connection
    if said := _own(room, member, connection) or _shuffle(room, member):
        return said
    return room.text("room.status.fetching") if room.fetching else _others(room, member, connection)


def _others(room: Room, member: Member, connection: Connection) -> str:
    """Says who is there."""
    gone = [room.name_of(m) for m, there in connection.members.items() if not there]
    if gone:
        return room.text("room.status.waiting", names=", ".join(gone))
    if member.waiting:
        return room.text("room.status.sending")
    return room.text("room.status.connected", count=sum(connection.members.values()))


def outlook(room: Room) -> str:
    """Says what happens next where nothing in the lobby does: bots come to a public table, or another match."""
    member = None if room.driver is None else room.driver.member
    if member is None or member.lobby is None:
        return ""
    lobby = member.lobby
    if lobby.stage == "over" and not member.owner:
        return room.text("room.over", name=room.name_of(member.dealer_member))
    if room.starts and not lobby.public:
        return room.text("room.starts")
    if lobby.stage == "lobby" and lobby.public:
        free = any(chair.empty for chair in lobby.chairs)
        seconds = math.ceil(max(0.0, room.lobby_since + FILL - time.monotonic()))
        if free or not lobbies.fresh(lobby):
            return room.text("room.fills" if free else "room.begins", seconds=seconds)
    return ""


def trouble(room: Room) -> str:
    """Says what keeps the person's own game from going on, for the table; nothing while all is well."""
    if room.state != "inside" or room.driver is None or room.connection is None:
        return whole(room)
    member = room.driver.member
    return _own(room, member, room.connection) or _shuffle(room, member) or _at_table(room, room.session)


def _own(room: Room, member: Member, connection: Connection) -> str:
    """Says that nothing comes from the others."""
    if not connection.connected:
        return room.text("room.status.doubt" if connection.up else "room.status.lost")
    if member.recovering:
        return room.text("room.status.recovering")
    lobby = member.lobby
    if lobby is not None and lobby.joining == "closed" and lobbies.person(lobby, member.me) is None:
        return room.text("room.status.not_taken")
    if member.lobby is not None and member.silent(connection.heard):
        return room.text("room.status.silent", name=room.name_of(member.dealer_member))
    return ""


def _shuffle(room: Room, member: Member) -> str:
    """Says that the next deal is prepared, which waits for everybody."""
    preparing = member.lobby is not None and member.lobby.stage in ("commit", "reveal")
    return room.text("room.status.shuffling") if preparing else ""


def _at_table(room: Room, session: RoomSession | None) -> str:
    """Says that a computer player has the person's chair, or that who is to act is not there."""
    if session is None:
        return ""
    if session.kept:
        return room.text("room.status.kept")
    actor, seen = session.view.actor, session.presence
    if actor is not None and actor < len(seen) and seen[actor].link == "gone":
        return room.text("room.status.actor", name=session.sitters[actor].name or room.text("you"))
    return ""


def clock(room: Room) -> str:
    """Says how long the actor still has; empty without a clock."""
    if room.driver is None or room.driver.member.view() is None:
        return ""
    left = room.driver.member.clock.left(time.monotonic())
    if left is None:
        return ""
    turn, reserve = left
    shown = f"{turn:.0f} + {reserve:.0f} s" if reserve else f"{turn:.0f} s"
    return shown.replace(" ", "\N{NO-BREAK SPACE}")
