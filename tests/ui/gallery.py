"""Every scene that the app has, and how to come to each: for tests that look at all of them, here and in browsers."""

import asyncio
import json
import time

from okey.bridge import network
from okey.ui.storage import MATCH, MATCHES, SETTINGS
from tests.rooms.running import Network, relay
from tests.ui.person import BARE, Person
from tests.ui.saves import played
from tests.ui.test_matches import filled

CLUB = ("menu", "club")


class Code(str):
    """Python that is run with the ``app`` instead of a press, where a press alone does not lead on."""

    __slots__ = ()


KEPT = Code("from okey.ui.room.kept import KeptPanel; app.session.kept = True; app.open(KeptPanel(app, app.session))")
SAY = Code("from okey.ui.room.phrases import SayPanel; app.open(SayPanel(app))")
VERDICT = Code("from okey.ui.challenge.panels import VerdictPanel; app.open(VerdictPanel(app))")

ASIDE = Code("from okey.ui.scenes.aside import AsideSheet; app.open(AsideSheet(app))")

WAYS = {
    "table": (),
    "menu": ("menu",),
    "setup": ("menu", "play"),
    "question": ("menu", "play", "deal"),
    "name": ("menu", "play", "name-0"),
    "rules": ("menu", "rules"),
    "scores": ("menu", "scores"),
    "last": ("menu", "scores", "last"),
    "discards": ("menu", "discards"),
    "settings": ("menu", "settings"),
    "aside": ("menu", "settings", ASIDE),
    "about": ("menu", "settings", "about"),
    "report": ("menu", "settings", "report"),
    "club": CLUB,
    "progress": (*CLUB, "progress"),
    "leagues": (*CLUB, "leagues"),
    "series": (*CLUB, "series"),
    "matches": (*CLUB, "matches"),
    "statistics": (*CLUB, "matches", "statistics"),
    "replay": (*CLUB, "matches", "match-0", "hand-on"),
    "analysis": (*CLUB, "matches", "match-0", "hand-on", "analysis"),
    "profile": (*CLUB, "profile"),
    "avatar": (*CLUB, "profile", "picture"),
    "send": (*CLUB, "profile", "send"),
    "bring": (*CLUB, "profile", "bring"),
    "challenges": (*CLUB, "challenges"),
    "goal": (*CLUB, "challenges", "challenge-1"),
    "verdict": (*CLUB, "challenges", "challenge-0", VERDICT),
    "line": (*CLUB, "challenges", "challenge-0", VERDICT, "line", "yes"),
    "friends": ("menu", "friends"),
    "game": ("menu", "friends", "game"),
    "code": ("menu", "friends", "code"),
    "lobby": ("menu", "friends", "create"),
    "public": ("menu", "friends", "public"),
    "kept": (KEPT,),
    "say": (SAY,),
    "invite": ("menu", "friends", "create", "invite"),
    "paused": (Code("app.host.obey('pause', {})"),),
}
"""What to do, from the table while it is the person's turn, to come to each scene."""

RESULT = "result"
"""The scene that the tour begins with: a hand has ended.  ``ON`` leads from there to the table."""

ON = "next-hand"

TELLING = {"lobby": "invite", "send": "copy"}
"""What is there to be pressed once a scene that waits for somebody else is complete."""

HOME = Code("app.host.resume(); app.leave_room(); app.show_table()")
"""Leads back to the table from everywhere."""


def stored(rules: str, **settings: str) -> dict[str, str]:
    """Gets the saves that a tour begins with."""
    return {
        MATCH: played(rules, "gallery", _ended),
        MATCHES: filled(3),
        SETTINGS: json.dumps({**BARE, "speed": "instant", **settings}),
    }


def _ended(game, _action) -> bool:
    return game.hand_number == 1 and game.actor is None


class Visitor(Person):
    """Somebody who looks at everything; there is a relay, so that rooms are real."""

    async def waits(self, condition) -> None:
        """Waits for a condition, for ten seconds at most: others are on the network."""
        deadline = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < deadline, f"it never came to that in {self.app.scene.name}"
            await self.app.turn()
            await asyncio.sleep(0.001)

    async def does(self, step: str) -> None:
        """Takes a step of a way."""
        if isinstance(step, Code):
            exec(step, {"app": self.app})
        else:
            await self.waits(lambda: self.app.tap(step))
        await self.settle(2)

    def below(self) -> int:
        """Counts the texts of the screen that are those of the scenes below the one on top."""
        app = self.app
        app._begin_frame()
        for scene in app._scenes[:-1]:
            scene.draw()
        found = len(app.painter.shown)
        app._draw()
        return found

    async def comes(self, name: str) -> None:
        """Goes to a scene."""
        for step in WAYS[name]:
            await self.does(step)
        done = TELLING.get(name)
        await self.waits(
            lambda: (
                self.app.scene.name == name
                and not getattr(self.app.scene, "share", None)
                and (done is None or any(item.id == done for item in self.app.scene.widgets()))
            )
        )
        await self.settle(3)


def tour(look, scenes=None):
    """Makes a script that goes from scene to scene.

    Args:
        look: awaited at each, with a visitor and the scene's name.
        scenes: the names of those to see; all of them unless they are given.
    """

    async def script(person: Person) -> None:
        visitor = Visitor(person.app, person.bridge)
        async with relay() as running:
            usual, network.detect = network.detect, lambda: Network(running.address)
            try:
                await visitor.waits(lambda: visitor.app.scene.name == RESULT)
                await visitor.settle(2)
                if scenes is None or RESULT in scenes:
                    await look(visitor, RESULT)
                await visitor.does(ON)
                await visitor.draw()
                visitor.app.toast = None
                visitor.app.redraw()
                await visitor.settle(3)
                for name in WAYS if scenes is None else (name for name in WAYS if name in scenes):
                    await visitor.comes(name)
                    await look(visitor, name)
                    await visitor.does(HOME)
                    await visitor.waits(lambda: visitor.app.session.view.actor == 0)
            finally:
                network.detect = usual

    return script
