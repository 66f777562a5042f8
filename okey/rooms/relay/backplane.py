"""Where a relay's rooms live: here in its own memory; in ``shared`` also in that of other relay processes."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from okey.rooms.room import Delivery, Expired, Room, Silenced, Step, share

log = logging.getLogger("okey.relay")
Deliver = Callable[[Iterable[Delivery]], None]


class Backplane(Protocol):
    """Keeps rooms and lets them take steps, whose deliveries it hands out."""

    rooms: dict[str, Room]
    """The rooms that members of this process are in."""

    async def start(self, deliver: Deliver) -> None:
        """Begins; what is to be sent goes to ``deliver``."""

    async def stop(self) -> None:
        """Ends; shared rooms live on."""

    async def submit(self, name: str, link: str, step: Step) -> Room | None:
        """Lets a room take a step, and returns once it has: the room, if there is one then."""

    async def tables(self) -> list[tuple[str, str, int]]:
        """Gets room, label and free chairs of public tables, newest first; last those where nobody seems to answer."""

    async def watch(self, beat: float, grace: float) -> None:
        """Looks after the rooms: to be called every ``beat`` seconds."""


class Alone:
    """The rooms of a single process.

    Args:
        process: the name that its links begin with.
        keep: the file where the rooms wait while the relay is started anew, if any.
    """

    def __init__(self, process: str, keep: Path | None = None) -> None:
        self.rooms: dict[str, Room] = {}
        self._process = process
        self._keep = keep
        self._deliver: Deliver = lambda _deliveries: None

    async def start(self, deliver: Deliver) -> None:
        """Begins, with the rooms that were kept."""
        self._deliver = deliver
        if self._keep is not None and self._keep.is_file():
            try:
                self.rooms = {dumped["name"]: Room.load(dumped) for dumped in json.loads(self._keep.read_text())}
            except (ValueError, LookupError, TypeError, AttributeError):
                damaged = self._keep.replace(f"{self._keep}.damaged")
                log.warning("the kept rooms cannot be read: %s", damaged)
                return
            self._keep.unlink()  # what they become from now on is another story

    async def stop(self) -> None:
        """Ends, and keeps the rooms if there is a file for them."""
        if self._keep is None:
            return
        for room in self.rooms.values():
            room.take("", Silenced(self._process, time.time()))
        new = self._keep.with_name(f"{self._keep.name}.new")
        new.touch(mode=0o600)
        new.write_text(json.dumps([room.dump() for room in self.rooms.values()]))
        new.replace(self._keep)  # all of them or, if the machine fails, none

    async def submit(self, name: str, link: str, step: Step) -> Room | None:
        """Lets a room take a step."""
        room = self.rooms.get(name) or Room(name)  # one that has not begun refuses everything but its creation
        self._deliver(room.take(link, step))
        if not room.begun or room.over:
            self.rooms.pop(name, None)
            return None
        return self.rooms.setdefault(name, room)

    async def tables(self) -> list[tuple[str, str, int]]:
        """Lists the tables."""
        newest = reversed(self.rooms.items())
        ordered = sorted(newest, key=lambda item: item[1].doubtful)
        return [(name, room.label, room.free) for name, room in ordered if room.free]

    async def watch(self, beat: float, grace: float) -> None:  # noqa: ARG002 - there is nobody else to look at
        """Puts out who has been away for too long."""
        since, most = time.time() - grace, share(len(self.rooms))
        for name, room in list(self.rooms.items()):
            room.keep(most)
            if room.lost_since is not None and room.lost_since < since:
                await self.submit(name, "", Expired(since))
