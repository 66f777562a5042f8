"""What was set aside is listed, comes back in exchange for what there is, and can be taken away."""

import json

import pytest

from okey.ui.storage import DAMAGED, MATCH, PROGRESS, RACK, SETTINGS
from tests.ui.person import BARE, QuietBridge
from tests.ui.saves import begun

OLD = begun("okey101", "old")


def bridge(size=(1366, 768), language="en", **kept):
    settings = json.dumps({**BARE, "language": language})
    return QuietBridge({MATCH: begun("classic", "7"), SETTINGS: settings, **kept}, size=size, language=language)


def test_nothing_is_listed_where_nothing_is_set_aside(play):
    async def script(person):
        for button in ("menu", "settings"):
            assert person.app.tap(button)
        assert not person.app.tap("saves-aside")

    play(script, bridge())


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1366, 768)], ids=str)
def test_a_match_comes_back_and_the_other_is_set_aside(play, size, language):
    async def script(person):
        app = person.app
        now = app.session.table.record.write()
        for button in ("menu", "settings", "saves-aside", "back-match", "no", "back-match", "yes"):
            assert app.tap(button), button
            await person.settle(2)
            assert not any(text["clipped"] for text in person.state["texts"])
        await person.until(lambda: person.state["scene"] == "table")
        assert app.session.view.rules.name == "okey101"
        assert app.session.table.record.write().startswith(OLD)
        assert person.bridge.stored[MATCH + DAMAGED].startswith(now)

    play(script, bridge(size, language, **{MATCH + DAMAGED: OLD, RACK + DAMAGED: "15"}))


def test_what_cannot_be_read_is_taken_away_only(play, monkeypatch):
    given = {}
    monkeypatch.setattr(QuietBridge, "give_file", lambda _self, name, text: given.update({name: text}))

    async def script(person):
        for button in ("menu", "settings", "saves-aside"):
            assert person.app.tap(button)
        assert not person.app.press("back-progress")
        assert person.app.tap("file-progress")
        assert given == {"okey-progress.txt": "{no"}

    play(script, bridge(**{PROGRESS + DAMAGED: "{no"}))
