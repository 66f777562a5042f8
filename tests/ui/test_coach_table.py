"""The coach at the table: how much is said, where it stands, and where there is none."""

import json

import pytest

from okey import daily, leagues
from okey.bots import make_bot
from okey.characters import CHARACTERS
from okey.coach import standing
from okey.game import Game
from okey.game.actions import DEAL
from okey.record import Record
from okey.ui.draft import Draft
from okey.ui.narration import stand, stand_brief
from okey.ui.storage import MATCH
from tests.ui.person import QuietBridge, pygame
from tests.ui.saves import begun, played

SIZES = [((360, 640), 1.0, "tr"), ((640, 360), 1.0, "en"), ((1366, 768), 1.0, "tr"), ((1080, 1920), 3.0, "en")]


def to_act(rules):
    """A match in which it is the person's turn and some tiles are thrown."""
    return played(rules, "coach", lambda game, action: game.actor == 0 and action.verb == "draw" and _late(game))


def _late(game):
    return game.hand is not None and len(game.hand.piles[-1]) >= 3


def bridge(level, rules="classic", *, size=(1366, 768), ratio=1.0, language="en", hints="groups", match=None):
    settings = json.dumps({"guide": "done", "deal": "short", "coach": level, "hints": hints})
    return QuietBridge({"settings": settings, MATCH: match or to_act(rules)}, size=size, ratio=ratio, language=language)


async def known(person):
    await person.until(lambda: person.app.table.coach.standing is not None)
    await person.settle(2)


@pytest.mark.parametrize(("size", "ratio", "language"), SIZES)
@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81", "okey51"])
def test_it_stands_on_the_rack_and_covers_nothing(play, rules, size, ratio, language):
    async def script(person):
        await known(person)
        app = person.app
        found, view = app.table.coach.standing, app.session.view
        assert found == standing(view, remembered=app.session.memory.remembered())
        brief = stand_brief(app.texts, found)
        wordings = {brief, *(stand(app.texts, found, tiles=tiles) for tiles in (True, False))}
        shown = [x for x in person.state["texts"] if x["text"] in wordings]
        assert len(shown) == 1
        assert not shown[0]["clipped"]
        lip = app.table.layout.lip
        x, y, width, height = (value * ratio for value in shown[0]["rect"])
        assert lip.inflate(4, 4).contains((x, y, width, height))
        note = next(part for part in app.table.parts() if part.key == "note")
        assert stand(app.texts, found, tiles=True) == note.items[0]
        assert note.items[0] in json.dumps(person.bridge.outline, ensure_ascii=False)

    play(script, bridge("tiles", rules, size=size, ratio=ratio, language=language))


@pytest.mark.parametrize("hints", ["none", "groups"])
@pytest.mark.parametrize("level", ["distances", "tiles", "advice"])
def test_the_lamp_says_as_much_as_is_wanted_and_no_coach_takes_hints_away(play, level, hints):
    async def script(person):
        await known(person)
        app = person.app
        await person.tap("hint", touch=True)
        await person.until(lambda: person.state["speech"] is not None)
        await person.settle(1)
        said, found = person.state["speech"], app.table.coach.standing
        advised = level == "advice" or hints == "groups"
        assert (app.table.hints.advice is not None) is advised
        if advised:
            assert said == app.table.hints.sentence(), "one sentence"
            assert app.table.hints.places()
        else:
            assert said == stand(app.texts, found, tiles=level != "distances")
        assert said in person.bridge.said
        await person.key(pygame.K_h)
        assert person.state["speech"] is None

    play(script, bridge(level, hints=hints))


def test_it_follows_every_action(play):
    async def script(person):
        await known(person)
        before = person.app.table.coach.standing
        await person.tap("stock")
        await person.settle(3)
        rack = person.app.session.view.rack
        await person.until(lambda: person.app.table.coach._view.rack == rack)
        await person.settle(5)
        after = person.app.table.coach.standing
        assert after == standing(person.app.session.view, remembered=person.app.session.memory.remembered())
        assert after.missing <= before.missing

    play(script, bridge("distances"))


def test_the_setting_turns_it_on_and_off_at_once(play):
    async def script(person):
        assert person.app.table.note() == ()
        for press in ("menu", "settings"):
            await person.tap(press)
        person.app.tap("coach-tiles")
        await person.settle(2)
        await person.until(lambda: person.app.table.note() != ())
        person.app.tap("coach-off")
        await person.settle(2)
        assert person.app.table.note() == ()
        assert json.loads(person.bridge.stored["settings"])["coach"] == "off"

    play(script, bridge("off"))


COUNTED = {
    "daily": daily.seed(daily.FIRST),
    "league": leagues.league_seed("rookie", "c0ffee"),
    "series": leagues.series_seed("gul", "c0ffee"),
}
"""The seeds of matches in which the player's own play counts."""


def _mine_to_throw(game, action):
    return game.actor == 0 and action.verb == "discard"


def counted(kind):
    """Such a match, in which it is the person's turn."""
    rules = {"daily": daily.rules(), "league": leagues.rules("classic"), "series": leagues.rules("classic", "duel")}[
        kind
    ]
    chairs = {"daily": (), "league": leagues.LEAGUES["rookie"].cast, "series": leagues.RIVALS["gul"].chairs}[kind]
    others = [CHARACTERS[key].seat for key in chairs] or [f"bot {level}" for level in daily.LEVELS]
    game, record = Game(rules, COUNTED[kind]), Record(rules, COUNTED[kind], ["you", *others])
    bots = [make_bot("medium", str(seat)) for seat in range(rules.players)]
    action = DEAL
    while not _mine_to_throw(game, action):
        game.apply(action)
        record.actions.append(action)
        action = next(a for a in bots[game.actor].think(game.view(game.actor)) if a is not None)
    return record.write()


@pytest.mark.parametrize("kind", COUNTED)
def test_nobody_helps_where_the_players_own_play_counts(play, kind):
    async def script(person):
        app = person.app
        await person.settle(6)
        assert app.session.view.actor == 0
        assert not app.session.practice
        assert app.table.coach.standing is None
        assert app.table.note() == ()
        assert app.table.layout.hint is None
        await person.key(pygame.K_h)
        await person.settle(4)
        assert app.table.hints.advice is None
        assert not app.table.hints.lit
        assert person.state["speech"] is None
        assert person.state["toast"]["text"] == app.texts("hint.not_counted")
        app.session.played = app.session._paid = False
        app.new_match(Draft())
        await person.settle(2)
        assert app.session.practice
        assert app.table.layout.hint is not None, "the lamp is back in practice"

    play(script, bridge("advice", hints="full", match=counted(kind)))


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_its_figures_are_those_of_the_moment_at_every_turn(play, rules):
    async def script(person):
        session, coach = person.app.session, person.app.table.coach
        turns = 0
        for _ in range(6):
            await person.until(lambda: session.view.actor == 0 or session.view.result is not None)
            if session.view.result is not None:
                break
            while session.view.actor == 0:
                now = standing(session.view, remembered=session.memory.remembered())
                await person.until(lambda now=now: coach.standing == now, turns=200)
                verb = session.view.phase
                session.act(next(action for action in session.view.legal_actions() if action.verb == verb))
            turns += 1
        assert turns > 2

    play(script, bridge("tiles", rules, match=begun(rules, "coach")))


def test_it_says_nothing_of_a_match_that_is_over(play):
    async def script(person):
        await known(person)
        app, coach = person.app, person.app.table.coach
        for _ in range(3):
            app.again()
            await person.until(lambda: app.session.view.faces is not None)
            now = standing(app.session.view, remembered=app.session.memory.remembered())
            assert coach.standing in (None, now)
            await known(person)
            assert coach.standing == standing(app.session.view, remembered=app.session.memory.remembered())

    play(script, bridge("tiles"))
