"""What joins a member's client to its channel and to the time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from okey.bots.agent import SLICE
from okey.rooms import lobby as lobbies
from okey.rooms.channel import Channel, Closed, Incoming, Left, Reconnected
from okey.rooms.desk import News
from okey.rooms.member import Member
from okey.rooms.office import AGAIN
from okey.rooms.waiting import end


class Driver:
    """Runs a member until its channel closes.

    Args:
        channel: the member's end of the room.
        member: its client.
        now: gives the time that the member was made with, in seconds.
        sleep: sleeps for so many seconds; in a hidden tab too.
        changed: called with what is news, after everything that happened.
    """

    def __init__(
        self,
        channel: Channel,
        member: Member,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        changed: Callable[[list[News]], None],
    ) -> None:
        self.channel = channel
        self.member = member
        self._now, self._sleep, self._changed = now, sleep, changed
        self._poked = asyncio.Event()
        self._door: int | None = None
        """How many more people the relay was told to let in."""
        self._host: int | None = None
        """Whom the relay was told to make the host."""
        self._denied = 0
        self._again = now()

    def flush(self) -> None:
        """Tells what is news to the member, and sends what it has to say; to be called after every wish.

        In this order: what is sent was kept before, so that a page that ends in between knows what others were told.
        """
        member = self.member
        news, member.news = member.news, []
        self._poked.set()
        if news:
            self._changed(news)
        outbox, member.outbox = member.outbox, []
        for payload, to in outbox:
            if to is None or to in self.channel.members:
                self.channel.send(payload, to)
        self._keep_door()

    def _keep_door(self) -> None:
        """Tells the relay who may come and who must go, and who decides about it: whose client deals.

        The relay does it for its host alone.  Whose client does not deal makes who deals the host; whose client does
        asks once more until the relay obeys.
        """
        channel, member, dealer = self.channel, self.member, self.member.dealer
        if dealer is None:
            self._door, host = None, member.dealer_member
            if member.lobby is not None and host != self._host and channel.members.get(host):
                self._host = host
                channel.hand_over(host)
            return
        self._host = None
        removed, dealer.removed = dealer.removed, []
        if channel.denied != self._denied and self._now() >= self._again:
            self._denied, self._again, self._door = channel.denied, self._now() + AGAIN, None
            removed += [gone for gone in dealer.lobby.banned if gone in channel.members and gone not in removed]
        for gone in removed:
            channel.remove(gone)
        if (door := lobbies.places(dealer.lobby)) != self._door:
            self._door = door
            channel.admit(door)

    def hear(self, incoming: Incoming) -> None:
        """Lets the member hear what the channel tells."""
        if isinstance(incoming, Reconnected):
            self._host = self._door = None  # it may have been the host meanwhile
        elif isinstance(incoming, Left):
            self._door = None  # the relay does not give the chair back of who left without a word
        self.member.hear(incoming, self._now())
        self.flush()

    def act(self, wish: Callable[[Member], None]) -> None:
        """Lets the person wish something; what the wish raises is raised here."""
        try:
            wish(self.member)
        finally:
            self.member.settle(self._now())
            self.flush()

    async def run(self) -> None:
        """Runs the member until the channel closes; before, nothing is sent and no news is told."""
        hearing = asyncio.ensure_future(self._hear())
        try:
            while not hearing.done():
                self.member.tick(self._now())
                self.flush()
                if self._thinks():
                    await self._sleep(0)
                    continue
                self.flush()
                await self._rest(hearing)
            hearing.result()
        finally:
            end(hearing)

    def _thinks(self) -> bool:
        """Lets a computer player think for a slice; tells whether it wants another one."""
        end = self._now() + SLICE
        while self.member.think(self._now()):
            if self._now() >= end:
                return True
        return False

    async def _rest(self, hearing: asyncio.Task[None]) -> None:
        """Waits until something is due, or has happened."""
        self._poked.clear()
        seconds = max(0.0, self.member.wakes_at(self._now()) - self._now())
        sleeping = asyncio.ensure_future(self._sleep(seconds))
        poked = asyncio.ensure_future(self._poked.wait())
        try:
            await asyncio.wait((sleeping, poked, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            end(sleeping, poked)

    async def _hear(self) -> None:
        while True:
            incoming = await self.channel.receive()
            self.hear(incoming)
            if isinstance(incoming, Closed):
                return
