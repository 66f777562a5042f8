"""What stands at every seat: its score is always there, of partners their sum, and every sheet tells the same."""

import json

import pytest
from pygame import Rect

from okey.game.scoring import side_totals
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.ui.storage import MATCH, SETTINGS
from okey.ui.texts import signed
from tests.ui.person import BARE, QuietBridge
from tests.ui.saves import begun, played

SIZES = [(360, 640), (390, 844), (640, 360), (768, 1024), (900, 600), (1366, 768)]

LARGE = (-1234, 2345, -888, 1999)
"""Scores that need room."""


def bridge(rules, size, text, language="tr", match=None):
    stored = {MATCH: match or begun(rules, "7"), SETTINGS: json.dumps({**BARE, "text": text, "language": language})}
    return QuietBridge(stored, size=size, language=language)


def written(app, rect):
    """Gets the texts in a place, each with the size of its letters."""
    return {shown.text: shown.pixels for shown in app.painter.shown if rect.contains(shown.rect) and not shown.clipped}


@pytest.mark.parametrize("text", ["100", "150", "200"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("rules", [*PRESETS, "okey101+team", "okey101+duel"])
def test_every_seat_shows_score_and_tiles(play, rules, size, text):
    async def script(person):
        await person.my_turn()
        app, game = person.app, person.app.session.table.game
        game.scores = LARGE[: game.rules.players]
        if game.rules.table_melds:
            for seat in range(game.rules.players):
                person.change(seat, opened="series", opened_with=101)
        person.look()
        app.toast = None
        await person.settle(3)
        sums = side_totals(game.rules, game.scores)
        for seat in range(game.rules.players):
            place = app.table.layout.seats.get(seat, app.table.layout.lip)
            found = written(app, Rect(place).inflate(2, 2))
            score, count = signed(sums[game.rules.side_of(seat)]), str(len(game.hand.players[seat].rack))
            assert {score, count} <= found.keys(), (seat, found)
            assert found[score] >= 11, found

    play(script, bridge(rules, size, text))


TEAMS = ["okey101+team", "konkan81", "elit+team", "classic+team"]


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("rules", TEAMS)
def test_partners_have_one_score_everywhere(play, rules, language):
    parsed = RuleSet.parse(rules)
    assert parsed.teams != "none"

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        app = person.app
        result, t = app.session.view.result, app.texts
        was, now = (side_totals(parsed, scores) for scores in (result.before, result.after))
        texts = {shown.text for shown in app.painter.shown}
        for side, (old, new, key) in enumerate(zip(was, now, ("scores.us", "scores.them"), strict=True)):
            told = signed(new) if old == new else f"{signed(new)} ({signed(new - old, plus=True)})"
            assert any(f"{t(key)} {told}" in text for text in texts), texts
            for seat in (side, side + 2):
                assert f"{app.seat_name(seat)} · {t(key)}" in texts
                brought = result.after[seat] - result.before[seat]
                if parsed.score_model != "countdown":
                    assert signed(brought, plus=brought != 0) in texts
        assert app.tap("scores")
        await person.settle(2)
        texts = {shown.text for shown in app.painter.shown}
        for side, key in enumerate(("scores.us", "scores.them")):
            assert f"{t(key)}: {app.seat_name(side)}, {app.seat_name(side + 2)}" in texts
            assert signed(now[side]) in texts
            if parsed.score_model != "countdown" and now[side] != was[side]:
                parts = [result.after[seat] - result.before[seat] for seat in (side, side + 2)]
                assert " ".join(signed(part, plus=part != 0) for part in parts) in texts

    match = played(rules, "1", _paid)
    play(script, bridge(rules, (1366, 768), "100", language, match))


def _paid(game, _action) -> bool:
    return game.hand_number == 1 and game.actor is None


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("rules", ["classic", "okey101", "okey101+team", "konkan81"])
def test_names_on_the_sheet_grow_with_the_letters(play, rules, size):
    async def sizes(person, found):
        await person.until(lambda: person.state["scene"] == "result")
        assert person.app.tap("scores")
        await person.settle(2)
        names = person.app.scene.columns()
        found |= {shown.text: shown.pixels for shown in person.app.painter.shown if shown.text in names}

    usual, large = {}, {}
    match = played(rules, "1", _paid)
    for text, found in (("100", usual), ("200", large)):

        async def script(person, found=found):
            await sizes(person, found)

        play(script, bridge(rules, size, text, match=match))
    assert len(usual) > 1
    assert usual.keys() == large.keys()
    assert all(large[name] >= 1.5 * usual[name] for name in usual), (usual, large)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81"])
def test_no_button_breaks_its_words_on_a_phone(play, rules, language):
    async def script(person):
        def broken():
            painter = person.app.painter
            faces = {widget.face or widget.label for widget in person.app.scene.widgets() if widget.style != "bare"}
            return {
                shown.text
                for shown in painter.shown
                if shown.text in faces and shown.rect.height > 1.4 * painter.line_height(shown.pixels)
            }

        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        assert broken() == set()
        assert person.app.tap("scores")
        await person.settle(2)
        assert broken() == set()
        assert person.app.tap("close")
        assert person.app.tap("next-hand")
        await person.my_turn()
        await person.settle(2)
        assert broken() == set()

    play(script, bridge(rules, (360, 640), "100", language, played(rules, "1", _paid)))
