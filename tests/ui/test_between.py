"""Every scene, by keyboard alone, by touch alone, and by the mirror alone."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from okey.bridge import network
from okey.challenges import ladder
from okey.ui import theme
from okey.ui.room.kept import KeptPanel
from okey.ui.room.phrases import SayPanel
from okey.ui.scenes.analysis import HandAnalysis
from okey.ui.scenes.charts import Curve
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.storage import DAMAGED, MATCH, MATCHES, PROGRESS, SETTINGS
from tests.rooms.running import Network, relay
from tests.ui.person import BARE, Person, QuietBridge, pygame
from tests.ui.saves import played
from tests.ui.scenes import scenes
from tests.ui.test_book import Scribes
from tests.ui.test_keyboard import Keys, ids, seen
from tests.ui.test_matches import filled

NEW, HALF, OVER = "a new match", "a match being played", "the end of a hand"


async def nothing(_person):
    """The scene is there."""


async def pause(person):
    """The page around the game lets it wait."""
    person.bridge.command("pause", {})
    await person.settle(2)


async def lose_the_chair(person):
    """A computer player has taken over; see test_lobby.py for how it comes to that."""
    app = person.app
    app.session.kept = True
    app.open(KeptPanel(app, app.session))
    await person.settle(2)


async def say(person):
    """As the table does in a room; see test_room.py."""
    person.app.open(SayPanel(person.app))
    await person.settle(2)


async def solve(person):
    """Plays the first challenge to its end."""
    app = person.app
    app.begin_challenge(0)
    for action in ladder()[0].line:
        await person.until(lambda: app.session.view.actor == 0)
        app.session.act(action)
    await person.until(lambda: person.state["scene"] == "verdict")


class Way(NamedTuple):
    """How a scene is reached and left."""

    presses: str = ""
    """What to press one after the other."""
    leave: str = "close"
    """What to press to leave it, where there is no Escape."""
    back: str | None = None
    """What is on top then; the scene before if left out."""
    match: str = NEW
    """What lies on the table."""
    begin: Callable[[Person], Awaitable[None]] = nothing
    """What happens before, or that no press brings about."""
    room: bool = False
    """Whether it needs a relay."""


WAYS = {
    "table": Way(leave=""),
    "menu": Way("menu", "continue"),
    "setup": Way("menu play"),
    "name": Way("menu play name-0"),
    "question": Way("menu play deal", "no", match=HALF),
    "settings": Way("menu settings"),
    "about": Way("menu settings about"),
    "aside": Way("menu settings saves-aside"),
    "report": Way("menu settings report"),
    "rules": Way("menu rules"),
    "scores": Way("menu scores"),
    "discards": Way("menu discards"),
    "paused": Way(leave="resume", back="table", begin=pause),
    "result": Way(leave="next-hand", back="table", match=OVER),
    "last": Way("scores last", match=OVER),
    "analysis": Way("analysis", match=OVER),
    "club": Way("menu club"),
    "progress": Way("menu club progress"),
    "leagues": Way("menu club leagues"),
    "series": Way("menu club series"),
    "challenges": Way("menu club challenges"),
    "goal": Way("menu club challenges challenge-0", back="table"),
    "verdict": Way(leave="retry", back="table", begin=solve),
    "line": Way("line", begin=solve),
    "matches": Way("menu club matches"),
    "statistics": Way("menu club matches statistics"),
    "replay": Way("menu club matches match-2"),
    "profile": Way("menu club profile"),
    "avatar": Way("menu club profile picture"),
    "send": Way("menu club profile send"),
    "bring": Way("menu club profile bring"),
    "friends": Way("menu friends"),
    "code": Way("menu friends code"),
    "game": Way("menu friends game"),
    "public": Way("menu friends public", room=True),
    "kept": Way(back="table", begin=lose_the_chair),
    "lobby": Way("menu friends create", back="table", room=True),
    "say": Way(back="table", begin=say),
    "invite": Way("menu friends create invite", room=True),
}
"""How each scene is reached."""

BY_GOING_ON = {"result", "verdict", "table"}
"""Escape opens something else there."""

PHONE = (360, 640)


def _over(game, _action) -> bool:
    return game.hand_number == 1 and game.result is not None


def _half(game, _action) -> bool:
    return game.actor == 0 and bool(game.hand.piles[0])


class Unhurried(QuietBridge):
    """A machine on which time passes, for sockets."""

    async def wait(self, seconds):  # noqa: ARG002
        await asyncio.sleep(0.002)


class Touch(Person):
    """Somebody who only has fingers."""

    async def enter(self, identifier):
        while identifier not in ids(self):
            assert self.widget("next")["enabled"], f"{identifier} is nowhere"
            await self.tap("next", touch=True)
        await self.tap(identifier, touch=True)

    async def leave(self, button):
        await self.enter(button)

    async def can_use(self, size):
        """Checks that everything is large enough for a finger, whole on the screen, and nothing is cut."""
        screen = pygame.Rect(0, 0, *size)
        for widget in self.state["widgets"]:
            rect = pygame.Rect(*(round(value) for value in widget["rect"]))
            assert screen.contains(rect), widget
            assert (rect.height if widget["id"].startswith("slot-") else min(rect.size)) >= 44, widget
        assert [text["text"] for text in self.state["texts"] if text["clipped"]] == []


class Typist(Keys):
    """Somebody who only has a keyboard."""

    async def enter(self, identifier):
        while identifier not in ids(self):
            await self.walk("next")
            await self.key(pygame.K_RETURN)
        await self.tap(identifier)

    async def leave(self, button):
        if self.state["scene"] in BY_GOING_ON:
            await self.enter(button)
        else:
            await self.key(pygame.K_ESCAPE)
        await self.settle(2)

    async def can_use(self, _size):
        """Checks that Tab goes once round everything, and that it is seen where it is."""
        there = ids(self)
        assert there
        assert len(set(there)) == len(there)
        self.app.input.focus(there[0])
        self.app.redraw()
        await self.settle(1)
        reached = set()
        for _ in there:
            assert seen(self), self.app.focus
            reached.add(self.app.focus)
            await self.key(pygame.K_TAB)
        assert reached == set(there)


class Listener(Person):
    """Somebody who hears the screen, and presses what is heard of."""

    def heard(self):
        return [item for part in self.bridge.outline["parts"] for item in part["items"]]

    async def enter(self, identifier):
        assert identifier in [item.get("id") for item in self.heard()]
        assert self.app.tap(identifier)
        await self.settle(3)

    async def leave(self, button):
        await self.enter(button)

    async def can_use(self, _size):
        """Checks that the mirror tells the scene, all that is drawn to be pressed, and all that is written."""
        assert self.bridge.outline["scene"] == self.state["scene"]
        assert self.bridge.outline["heading"]
        told = {item.get("id") for item in self.heard()}
        free = {f"slot-{at}" for at, tile in enumerate(self.app.session.rack.slots) if tile is None}
        for widget in self.app.scene.widgets():
            assert widget.id in told | {"previous", "next"} | free
            assert widget.label
        assert not self.untold(), "all that is written is told"

    def untold(self):
        """Lists what is written on the screen, but not told; buttons are told in full, curves by all their figures."""
        outline = self.bridge.outline
        told = [outline["heading"], *(part["title"] for part in outline["parts"])]
        said = _plain(" ".join([*told, *(item["text"] for item in self.heard())]))
        faces = {_plain(widget.face or widget.label) for widget in self.app.scene.widgets()}
        painter = self.app.painter
        painter.shown.clear()
        self.app.scene.draw()  # itself alone: what it covers is not told
        rows = self.app.scene.rows() if isinstance(self.app.scene, Scrolled) else ()
        marks = {_plain(face) for row in rows if isinstance(row, Curve) for _, face in (*row.level, *row.marks)}
        written = [_plain(shown.text) for shown in painter.shown]
        return [text for text in written if text not in said and text not in faces | marks]


def _plain(text):
    """Leaves the words of a text."""
    return " ".join(re.findall(r"[\w%+−]+", text)).casefold()


LOW = (640, 360)

MANNERS = (
    *((manner, size) for size in (PHONE, LOW) for manner in (Typist, Listener, Touch)),
    (Touch, (1366, 768)),
)


KEPT = {SETTINGS: json.dumps(BARE | {"language": "en"}), MATCHES: filled(3), PROGRESS + DAMAGED: "{"}


def kept(match):
    """What an earlier visit kept."""
    stops = {HALF: _half, OVER: _over}
    return {**KEPT, **({MATCH: played("classic", "between", stops[match])} if match in stops else {})}


def test_there_is_a_way_to_every_scene_of_the_app():
    assert WAYS.keys() == scenes().keys()


def test_the_readme_names_every_scene_of_the_app():
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"^\| `scene` \| (.*) \|$", readme, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", told)) == scenes().keys()


@pytest.mark.parametrize(("manner", "size"), MANNERS, ids=str)
@pytest.mark.parametrize("scene", scenes())
def test_every_scene_is_reached_used_and_left(play, monkeypatch, scene, size, manner):
    way = WAYS[scene]

    def nowhere():
        raise network.Unreachable("none")

    monkeypatch.setattr(network, "detect", nowhere)

    async def script(player):
        person = manner(player.app, player.bridge)
        if way.match == OVER:
            await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        await way.begin(person)
        before = "table"
        for button in way.presses.split():
            before = person.state["scene"]
            await person.enter(button)
            await person.settle()
            if button == "create":
                await person.until(lambda: "invite" in ids(person) or "next" in ids(person))
        assert person.state["scene"] == scene
        if scene == "analysis":
            await person.until(lambda: person.app.scene.share is None)
        await person.settle(12)
        await person.can_use(size)
        if way.leave:
            await person.leave(way.leave)
            assert person.state["scene"] == (way.back or before)

    async def with_relay(player):
        async with relay() as running:
            monkeypatch.setattr(network, "detect", lambda: Network(running.address))
            try:
                await script(player)
            finally:
                if player.app.room is not None:
                    player.app.room.stop()

    play(with_relay if way.room else script, (Unhurried if way.room else QuietBridge)(kept(way.match), size=size))


def opened(play, script, *, language="en", rules="classic", size=PHONE):
    stored = {SETTINGS: json.dumps(BARE | {"language": language}), MATCH: played(rules, "between", _over)}

    async def whole(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        await script(person)

    play(whole, QuietBridge(stored, size=size, language=language))


@pytest.mark.parametrize("language", ["tr", "en"])
def test_the_analysis_shows_its_progress_then_says_everything(play, language):
    async def script(person):
        await person.tap("analysis")
        shown = []
        while person.app.scene.share is not None:
            shown.append(person.app.scene.share)
            await person.settle(1)
        assert shown == sorted(shown)
        await person.settle(3)
        scene = person.app.scene
        parts = person.bridge.outline["parts"]
        told = " ".join(text for part in parts for text in (part["title"], *(item["text"] for item in part["items"])))
        t, found = person.app.texts, scene.found
        for key in ("base", "deal", "draws", "decisions", "moments", "turns"):
            assert t(f"analysis.{key}") in told
        assert scene.verdict() in told
        assert len(found.moments()) == 3
        for turn in found.turns:
            assert scene.told(turn) in told
        assert person.bridge.said[-1] == scene.verdict()
        drawn = {pygame.display.get_surface().get_at((x, y))[:3] for x in range(360) for y in range(0, 640, 2)}
        assert theme.SHEET_STRONG[:3] in drawn, "the bar of everybody's chance is seen"

    opened(play, script, language=language)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(
    ("rules", "size"), [("okey101+team", PHONE), ("okey51+duel", (640, 360)), ("konkan81", (1366, 768))]
)
def test_a_hand_at_an_open_table_is_told_in_points(play, rules, size, language):
    async def script(person):
        await person.tap("analysis")
        await person.until(lambda: person.app.scene.share is None, turns=40_000)
        await person.settle(3)
        scene, found = person.app.scene, person.app.scene.found
        told = " ".join(item["text"] for part in person.bridge.outline["parts"] for item in part["items"])
        assert found.in_points
        assert scene.verdict() in told
        assert not round(found.outcome) or str(abs(round(found.outcome))) in scene.verdict()
        for turn in found.turns:
            assert scene.told(turn) in told
        assert "%" not in told
        while person.widget("next")["enabled"]:
            await person.tap("next")
            assert [text["text"] for text in person.state["texts"] if text["clipped"]] == []

    opened(play, script, rules=rules, language=language, size=size)


def check_turn(replay, hand, turn):
    """Checks that a replay shows the end of a turn that an analysis tells of."""
    frame = replay.moment
    assert frame.number == hand
    (event,) = (event for event in frame.events if event.kind in ("discarded", "finished"))
    assert event.tiles[0] == turn.thrown


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_the_moments_lead_into_the_match(play, rules):
    async def script(person):
        await person.tap("analysis")
        analysis = person.app.scene
        await person.until(lambda: analysis.share is None, turns=40_000)
        for moment in analysis.found.moments():
            assert person.app.tap(f"turn-{moment.number}")
            await person.until(lambda: person.app.scene.moment is not None and not person.app.scene.works)
            assert person.state["scene"] == "replay"
            check_turn(person.app.scene, 1, moment)
            await person.key(pygame.K_ESCAPE)
            assert person.app.scene is analysis

    opened(play, script, rules=rules)


def test_a_chart_reaches_as_high_as_its_hand(play):
    async def script(person):
        await person.tap("analysis")
        scene = person.app.scene
        await person.until(lambda: scene.share is None)
        assert not scene.found.in_points
        for highest, reach in ((0.15, 0.25), (0.26, 0.5), (0.51, 1.0), (1.0, 1.0)):
            assert scene._scale((0.0, highest)).high == reach
        (curve,) = (row for row in scene.rows() if isinstance(row, Curve))
        assert max(curve.values) > 0.5, "it uses its room"
        assert curve.level[0][1] == person.app.texts.percent(scene.found.base)

    opened(play, script)


def test_a_hand_of_a_kept_match_is_analysed_for_whose_eyes_they_are(play):
    async def script(person):
        app = person.app
        for button in WAYS["replay"].presses.split():
            assert app.tap(button)
            await person.settle(3)
        scene = app.scene
        await person.until(lambda: len(scene.film.frames) == scene.film.length)
        assert app.tap("hand-on")
        assert app.tap("seat")
        assert app.tap("seat")
        assert app.tap("analysis")
        await person.until(lambda: app.scene.share is None)
        assert app.scene.heading() == "What decided hand 2 · Elif"
        moment = app.scene.found.moments()[-1]
        assert app.tap(f"turn-{moment.number}")
        await person.settle(2)
        assert app.scene is scene, "the same match, at that turn"
        check_turn(scene, 2, moment)

    play(script, QuietBridge({SETTINGS: json.dumps(BARE | {"language": "en"}), MATCHES: filled(3)}))


def test_a_hand_of_a_match_of_a_room_is_analysed(play):
    scribes = Scribes()
    scribes.play()
    (kept,) = scribes.kept(0)
    record, seen = kept.record(), []
    assert record.later

    async def script(person):
        app = person.app
        for hand in (1, 2):
            app.open(HandAnalysis(app, record, 0, hand, watch=print))
            await person.until(lambda: app.scene.share is None)
            assert app.scene.found.turns
            seen.append(app.scene.found)
            app.press("close")
        assert seen[0] != seen[1]

    play(script, QuietBridge({SETTINGS: json.dumps(BARE)}))


def test_a_hand_that_was_not_ended_says_so(play):
    def running(game, _action):
        return game.hand_number == 1 and len(game.hand.piles[0]) > 2

    stored = {SETTINGS: json.dumps(BARE | {"language": "en"}), MATCH: played("classic", "between", running)}

    async def script(person):
        app = person.app
        app.open(HandAnalysis(app, app.session.table.record, 0, 1, watch=print))
        await person.until(lambda: person.state["scene"] == "table")
        assert app.toast.text == app.texts("analysis.unfinished")

    play(script, QuietBridge(stored))
