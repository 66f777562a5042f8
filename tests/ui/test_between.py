"""Every scene between the hands, by keyboard alone, by touch alone, and by the mirror alone."""

import json

import pytest

from okey.bridge import network
from okey.ui import theme
from okey.ui.scenes.analysis import HandAnalysis
from okey.ui.storage import MATCH, MATCHES, SETTINGS
from tests.ui.person import BARE, Person, QuietBridge, pygame
from tests.ui.saves import played
from tests.ui.test_book import Scribes
from tests.ui.test_keyboard import Keys, ids
from tests.ui.test_matches import filled

CLUB = ("menu", "club")

SCENES = {
    "club": CLUB,
    "progress": (*CLUB, "progress"),
    "leagues": (*CLUB, "leagues"),
    "series": (*CLUB, "series"),
    "matches": (*CLUB, "matches"),
    "statistics": (*CLUB, "matches", "statistics"),
    "replay": (*CLUB, "matches", "match-2"),
    "profile": (*CLUB, "profile"),
    "avatar": (*CLUB, "profile", "picture"),
    "send": (*CLUB, "profile", "send"),
    "bring": (*CLUB, "profile", "bring"),
    "report": ("menu", "settings", "report"),
    "analysis": ("analysis",),
}
"""What to press to come to each scene: from the table, the last one from the end of a hand."""

PHONE = (360, 640)


def _over(game, _action) -> bool:
    return game.hand_number == 1 and game.result is not None


class Touch(Person):
    """Somebody who only has fingers."""

    async def enter(self, identifier):
        while identifier not in ids(self):
            assert self.widget("next")["enabled"], f"{identifier} is nowhere"
            await self.tap("next", touch=True)
        await self.tap(identifier, touch=True)

    async def leave(self):
        await self.enter("close")

    def can_use(self, size):
        """Checks that everything is large enough for a finger, whole on the screen, and nothing is cut."""
        screen = pygame.Rect(0, 0, *size)
        for widget in self.state["widgets"]:
            rect = pygame.Rect(*(round(value) for value in widget["rect"]))
            assert screen.contains(rect), widget
            assert min(rect.size) >= 44, widget
        assert [text["text"] for text in self.state["texts"] if text["clipped"]] == []


class Typist(Keys):
    """Somebody who only has a keyboard."""

    async def enter(self, identifier):
        while identifier not in ids(self):
            await self.walk("next")
            await self.key(pygame.K_RETURN)
        await self.tap(identifier)

    async def leave(self):
        await self.key(pygame.K_ESCAPE)
        await self.settle(2)

    def can_use(self, _size):
        """Checks that Tab has somewhere to go: it reaches all, which ``enter`` does."""
        assert ids(self)
        assert len(set(ids(self))) == len(ids(self))


class Listener(Person):
    """Somebody who hears the screen, and presses what is heard of."""

    def heard(self):
        return [item for part in self.bridge.outline["parts"] for item in part["items"]]

    async def enter(self, identifier):
        assert identifier in [item.get("id") for item in self.heard()]
        assert self.app.tap(identifier)
        await self.settle(3)

    async def leave(self):
        await self.enter("close")

    def can_use(self, _size):
        """Checks that the mirror tells the scene, all that is drawn to be pressed, and all that is written."""
        assert self.bridge.outline["scene"] == self.state["scene"]
        assert self.bridge.outline["heading"]
        told = {item.get("id") for item in self.heard()}
        for widget in self.app.scene.widgets():
            assert widget.id in told | {"previous", "next"}
            assert widget.label


MANNERS = ((Typist, PHONE), (Listener, PHONE), (Touch, PHONE), (Touch, (640, 360)), (Touch, (1366, 768)))


@pytest.mark.parametrize(("manner", "size"), MANNERS, ids=str)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_reached_used_and_left(play, monkeypatch, scene, size, manner):
    def nowhere():
        raise network.Unreachable("none")

    monkeypatch.setattr(network, "detect", nowhere)
    stored = {SETTINGS: json.dumps(BARE | {"language": "en"}), MATCHES: filled(3)}
    ended = SCENES[scene][0] == "analysis"
    if ended:
        stored[MATCH] = played("classic", "between", _over)

    async def script(player):
        person = manner(player.app, player.bridge)
        if ended:
            await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        *way, last = SCENES[scene]
        for button in way:
            await person.enter(button)
            await person.settle()
        before = person.state["scene"]
        await person.enter(last)
        assert person.state["scene"] == scene
        if scene == "analysis":
            await person.until(lambda: person.app.scene.share is None)
        await person.settle(12)
        person.can_use(size)
        await person.leave()
        assert person.state["scene"] == before

    play(script, QuietBridge(stored, size=size))


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


def test_an_open_hand_offers_no_analysis(play):
    async def script(person):
        assert "analysis" not in ids(person)

    opened(play, script, rules="okey101")


def test_a_hand_of_a_kept_match_is_analysed_for_whose_eyes_they_are(play):
    async def script(person):
        app = person.app
        for button in SCENES["replay"]:
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
        assert app.scene.found.turns

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
            app.open(HandAnalysis(app, record, 0, hand))
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
        app.open(HandAnalysis(app, app.session.table.record, 0, 1))
        await person.until(lambda: person.state["scene"] == "table")
        assert app.toast.text == app.texts("analysis.unfinished")

    play(script, QuietBridge(stored))
