"""Four members over a real relay and real sockets: a whole match, and a relay that learns nothing of it."""

from __future__ import annotations

import asyncio
import random
import secrets
import time

import pytest

from okey.bridge.network.desktop import DesktopNetwork
from okey.game import Refused
from okey.rooms import lobby as lobbies
from okey.rooms.client import Connection, create, join, rejoin
from okey.rooms.desk import News
from okey.rooms.driver import Driver
from okey.rooms.member import Member
from okey.rooms.packets import Lobby
from okey.rules import RuleSet
from okey.tiles import TILE_NAMES
from tests.rooms.network import Quick, choose
from tests.rooms.running import Running, relay

NAMES = ("Ayla-of-the-test", "Bora-of-the-test", "Cem-of-the-test", "Deniz-of-test")
NAMES = tuple(name[:12] for name in NAMES)


class Network(DesktopNetwork):
    """The desktop's, at the relay of a test."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.relay = address


class Seat:
    """A person at a machine of its own."""

    def __init__(self, channel: Connection, name: str, lobby: Lobby | None = None, saved: str = "") -> None:
        self.channel, self.name = channel, name
        self.rng = random.Random(name)
        self.news: list[News] = []
        self.member = Member(
            channel.me, name, "", dict(channel.members), entropy=secrets.token_bytes, now=time.monotonic(),
            wall=time.time, lobby=lobby, saved=saved, pace=0.0, make=Quick,
        )  # fmt: skip
        self.driver = Driver(channel, self.member, time.monotonic, asyncio.sleep, self.news.extend)
        self.task = asyncio.ensure_future(self.driver.run())

    def act(self) -> None:
        """Does what a person would do now, if it is its turn."""
        follower, lobby = self.member.follower, self.member.lobby
        if follower is None or lobby is None or self.member.waiting:
            return
        if follower.over:
            if lobby.stage == "result":
                self.driver.act(lambda member: member.command("next"))
        elif follower.game.actor == follower.seat:
            try:
                self.driver.act(lambda member: member.play(choose(follower.view(), self.rng)))
            except Refused:
                return


async def until(what: object, seconds: float = 60.0) -> None:
    for _ in range(int(seconds / 0.01)):
        if what():  # type: ignore[operator]
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never came to that")


async def play(running: Running, rules: str) -> list[Seat]:
    """Plays a match of four people; one of them reloads its page in the middle."""
    network = Network(running.address)
    host = await create(network, places=3)
    lobby = lobbies.begin(str(RuleSet.parse(rules)), "open", host.me, NAMES[0], "", public=False)
    seats = [Seat(host, NAMES[0], lobby)]
    seats += [Seat(await join(network, host.code or ""), name) for name in NAMES[1:]]
    await until(lambda: all(seat.member.seat is not None for seat in seats))
    for seat in seats[1:]:
        seat.driver.act(lambda member: member.command("ready", 1))
    owner = seats[0].member
    await until(lambda: owner.lobby is not None and all(chair.ready for chair in owner.lobby.chairs))
    seats[0].driver.act(lambda member: member.command("start"))
    reloaded = False
    for _ in range(6_000):
        for seat in seats:
            seat.act()
        await asyncio.sleep(0.005)
        follower = seats[2].member.follower
        if not reloaded and follower is not None and follower.at >= 20:
            reloaded = True
            old = seats[2]
            ticket, saved = old.channel.ticket, old.member.save()
            old.task.cancel()
            old.channel.suspend()
            seats[2] = Seat(await rejoin(network, ticket), old.name, saved=saved)
        if all(s.member.lobby is not None and s.member.lobby.stage == "over" for s in seats):
            break
    await until(lambda: all(s.member.follower is not None and s.member.follower.verified for s in seats), 20)
    assert reloaded
    return seats


def test_a_match_through_a_relay_that_learns_nothing() -> None:
    async def match() -> None:
        async with relay() as running:
            seats = await play(running, "gamearea")
            finals = {(s.member.follower.common[-1], s.member.follower.key) for s in seats if s.member.follower}
            assert len(finals) == 1
            assert not [fault for s in seats for fault in s.member.faults if fault.reason != "late"]
            secret_things = [*NAMES, seats[0].channel.code or "", "discard", "gamearea", "indicator"]
            secret_things += [nonce for s in seats for nonce in s.member.secrets.values()]
            secret_things += [f"discard {TILE_NAMES[tile]}" for tile in range(0, 104, 13)]
            running.assert_never_saw(*secret_things)
            for seat in seats:
                seat.task.cancel()
                seat.channel.leave()

    asyncio.run(match())
