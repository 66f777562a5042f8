"""Friends at their screens: apps in one process, each with a machine of its own."""

import asyncio
import json
import random
import secrets

from okey.ui.app import App
from okey.ui.settings import Settings
from okey.ui.storage import SETTINGS
from tests.rooms.network import choose
from tests.ui.person import BARE, QuietBridge

NAMES = ("Ayla", "Bora", "Cem", "Deniz")


class Bridge(QuietBridge):
    """A machine of its own: real chance, real time."""

    def entropy(self, size):
        return secrets.token_bytes(size)

    async def wait(self, seconds):  # noqa: ARG002
        await asyncio.sleep(0.002)


class Friend:
    """Somebody at a screen."""

    def __init__(self, name, *, rules="gamearea", size=(1366, 768), language="en", fragment=""):
        self.name, self.rng = name, random.Random(name)
        settings = Settings(language)
        settings.draft.name_seat(0, name)
        settings.draft.base = rules
        self.storage = {}
        self.size, self.language = size, language
        settings.save(self._bridge(""))
        self.storage[SETTINGS] = json.dumps({**json.loads(self.storage[SETTINGS]), **BARE})
        self.bridge = self._bridge(fragment)
        self.app = App(self.bridge, pace=0)

    def _bridge(self, fragment):
        made = Bridge(self.storage, size=self.size, language=self.language)
        made.fragment = fragment
        return made

    async def sit_down(self):
        await self.app.start()

    def stop(self):
        if self.app.room is not None:
            self.app.room.stop()
        self.app.table.hints.stop()
        self.app.session.stop()

    async def reload(self, fragment=""):
        """Loads the page anew: what the storage holds, and the address, is all that is left."""
        self.stop()
        self.bridge = self._bridge(fragment)
        self.app = App(self.bridge, pace=0)
        await self.app.start()

    @property
    def member(self):
        return self.app.room.driver.member

    def play(self):
        """Acts when it is this person's turn, and goes on after a hand."""
        room = self.app.room
        if room is None or room.session is not self.app.session or self.member.waiting:
            return
        view = self.app.session.view
        if view.result is not None:
            lobby = self.member.lobby
            if lobby.stage == "result" and self.app.scene.name == "result":
                self.app.press("next-hand")
        elif view.actor == 0 and view.seat == 0:
            self.app.act(choose(view, self.rng))


async def turn(*friends, until, seconds=30.0):
    """Lets all screens go on until something holds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end:
        for friend in friends:
            await friend.app.turn()
            assert not friend.bridge.reports, friend.bridge.reports
        if until():
            return
    states = [(f.name, f.app.state()["scene"], f.app.room and f.app.room.status()) for f in friends]
    raise AssertionError(f"it never came to that: {states}")


async def gathered(*friends):
    """Lets the first make a room and the others come in by its link."""
    host, *others = friends
    await host.sit_down()
    host.app.open_menu()
    assert host.app.press("friends")
    assert host.app.press("create")
    await turn(host, until=lambda: host.app.room is not None and host.app.room.link != "")
    link = host.app.room.link
    for friend in others:
        friend.bridge.fragment = link.partition("#")[2]
        await friend.sit_down()
        assert friend.app.state()["scene"] == "lobby"
    await turn(*friends, until=lambda: all(f.app.room.driver and f.member.seat is not None for f in friends))
    for friend in others:
        assert friend.app.press("ready")
    await turn(*friends, until=lambda: all(chair.ready or chair.empty for chair in host.member.lobby.chairs))


async def filled(host, *others):
    """Lets the first give the chairs that are still free to computer players."""
    for seat, chair in enumerate(host.member.lobby.chairs):
        assert not chair.empty or host.app.press(f"bot-{seat}")
    await turn(host, *others, until=lambda: not any(c.empty for f in (host, *others) for c in f.member.lobby.chairs))
