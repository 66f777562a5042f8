"""A report of a problem: all that helps to find it, as a text that the player can read before anybody else does.

Nobody is named in it.  The record is that of the whole match, because its hands can be played again
only from the first one on; ``python -m okey replay`` reads it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from okey.record import Record
from okey.ui.settings import CHOICES
from okey.ui.storage import DAMAGED, LONGEST

if TYPE_CHECKING:
    from okey.ui.app import App

FILE_NAME = "okey-report.txt"


def nameless(record: Record) -> Record:
    """Gets a record whose seats say what plays there and not who: ``you``, ``bot hard``."""
    return replace(
        record, seats=[" ".join(seat.split(" ")[: 2 if seat.startswith("bot ") else 1]) for seat in record.seats]
    )


def head(app: App) -> list[str]:
    """Lists, line by line, what runs where, how it is set, what is played and what went wrong lately."""
    bridge, view, ratio = app.bridge, app.session.view, app.viewport.ratio
    settings = [f"{name} {getattr(app.settings, name)}" for name in CHOICES]
    aside = [f"{key} ({len(text)})" for key in LONGEST if (text := bridge.load(key + DAMAGED)) is not None]
    size = f"{app.viewport.width / ratio:g}x{app.viewport.height / ratio:g}"
    lines = [
        f"Okey {bridge.version}",
        bridge.surroundings,
        f"time: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"screen: {size}, {ratio:g} pixels to one, letters {app.letters:g}",
        f"settings: {', '.join(settings)}, volume {app.settings.volume}",
        f"rules: {view.rules}",
        f"hand {view.hand_number}, {view.phase}, seat {view.actor}, scores {' '.join(map(str, view.scores))}",
    ]
    lines += [f"in a room: {app.room.state} {app.room.problem}".rstrip()] if app.room is not None else []
    lines += [f"unreadable, set aside: {', '.join(aside)}"] if aside else []
    return [*lines, *(f"error: {trouble}" for trouble in bridge.troubles())]


def record(app: App) -> list[str]:
    """Lists the lines of the record of what is played; at a table of a room, whose deal nobody has, none."""
    if not app.is_own and app.challenge is None:
        return []
    return nameless(app.session.table.record).write().splitlines()


def write(app: App) -> str:
    """Gets the whole text."""
    return "\n".join([*head(app), "", *record(app), ""])
