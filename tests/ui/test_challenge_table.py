"""Challenges on the screen: the list, the goal on the table, what came of a try, the best line."""

import json
import re

import pytest

from okey.challenges import ladder
from okey.challenges.tries import AHEAD
from okey.coach import look, standing
from okey.game import Refused
from okey.game.actions import DRAW, discard
from okey.ui import breath
from okey.ui.challenge import panels
from okey.ui.challenge.line import BestLine
from okey.ui.challenge.words import goal_brief, goal_text, rules_of
from okey.ui.storage import CHALLENGES, MATCH
from okey.ui.texts import Texts
from tests.ui.person import QuietBridge, pygame

SIZES = [((360, 640), 1.0, "tr"), ((640, 360), 1.0, "en"), ((1366, 768), 1.0, "tr"), ((1080, 1920), 3.0, "en")]


def known(language="en", *, size=(1366, 768), ratio=1.0, letters="100", **stored):
    """A bridge whose player has been here before."""
    settings = json.dumps({"guide": "done", "deal": "short", "text": letters})
    return QuietBridge({"settings": settings, **stored}, language=language, size=size, ratio=ratio)


def all_solved(*, but=()):
    tries = {challenge.id: [1, 3] for at, challenge in enumerate(ladder()) if at not in but}
    return json.dumps({"version": 1, "tries": tries})


def find(kind):
    return next(challenge for challenge in ladder() if challenge.goal.kind == kind)


def ids(person):
    return [w["id"] for w in person.state["widgets"]]


async def open_list(person):
    for press in ("menu", "club", "challenges"):
        await person.tap(press)
    assert person.state["scene"] == "challenges"


async def play_line(person, challenge):
    """Does what the best line says, waiting for the others between."""
    for action in challenge.line:
        await person.until(lambda: person.app.session.view.actor == 0)
        person.app.session.act(action)
        await person.settle(1)
    await person.until(lambda: person.state["scene"] == "verdict")


def test_a_finger_finds_the_first_challenge_plays_it_and_gets_stars(play):
    async def script(person):
        before = person.app.session
        await open_list(person)
        assert person.widget("challenge-0")["enabled"]
        await person.tap("challenge-0", touch=True)
        assert person.state["scene"] == "goal", "what is asked for is told at once"
        await person.tap("close", touch=True)
        assert person.state["scene"] == "table"
        assert person.app.challenge.challenge == ladder()[0]
        await play_line(person, ladder()[0])
        assert person.state["scene"] == "verdict"
        assert json.loads(person.bridge.stored[CHALLENGES])["tries"][ladder()[0].id] == [1, 3]
        assert any("Solved" in said for said in person.bridge.said)
        await person.tap("line", touch=True)
        assert person.state["scene"] == "line"
        for _ in range(len(ladder()[0].line)):
            await person.tap("on", touch=True)
        await person.tap("close", touch=True)
        await person.tap("following", touch=True)
        assert person.app.challenge.challenge == ladder()[1]
        assert person.state["scene"] == "goal"
        await person.tap("close", touch=True)
        assert person.bridge.stored[MATCH] == before.table.record.write()
        await open_list(person)
        await person.tap("leave", touch=True)
        assert person.app.session is before
        assert person.app.challenge is None

    play(script, known())


def test_the_keyboard_plays_one_wrongly_and_tries_again(play):
    async def script(person):
        await person.key(pygame.K_ESCAPE)
        person.app.press("club")
        person.app.press("challenges")
        await person.settle(2)
        while person.app.focus != "challenge-0":
            await person.key(pygame.K_TAB)
        await person.key(pygame.K_RETURN)
        assert person.app.challenge is not None
        assert person.state["scene"] == "goal"
        await person.key(pygame.K_ESCAPE)
        for _ in range(ladder()[0].goal.turns):
            await person.until(lambda: person.app.session.view.actor == 0)
            await person.key(pygame.K_d)
            while not (person.app.focus or "").startswith("slot-"):
                await person.key(pygame.K_TAB)
            view, slots = person.app.session.view, person.app.session.rack.slots
            wrong = next(tile for tile in view.rack if tile != ladder()[0].line[-1].tiles[0])
            person.app.input.focus(f"slot-{slots.index(wrong)}")
            await person.key(pygame.K_RETURN)
            while person.app.focus != "discard":
                await person.key(pygame.K_TAB)
            await person.key(pygame.K_RETURN)
            if person.state["scene"] == "question":
                person.app.press("yes")
            await person.settle(2)
        await person.until(lambda: person.state["scene"] == "verdict")
        assert person.app.challenge.verdict == "failed"
        assert "following" not in ids(person)
        assert json.loads(person.bridge.stored[CHALLENGES])["tries"][ladder()[0].id] == [1, 0]
        await person.key(pygame.K_RETURN)  # the main button tries again
        assert person.state["scene"] == "table"
        assert json.loads(person.bridge.stored[CHALLENGES])["tries"][ladder()[0].id] == [2, 0]
        await person.key(pygame.K_h)
        assert person.state["scene"] == "goal"
        await person.key(pygame.K_ESCAPE)
        assert person.state["scene"] == "table"

    play(script, known())


async def fail(person):
    """Comes to the verdict of a challenge of one turn that was not solved; gets the challenge."""
    challenge = next(found for found in ladder() if found.goal.turns == 1 and found.goal.kind == "finish")
    person.app.begin_challenge(ladder().index(challenge))
    await person.until(lambda: person.app.session.view.actor == 0)
    person.app.session.act(DRAW)
    wrong = next(tile for tile in person.app.session.view.rack if tile not in challenge.line[-1].tiles)
    person.app.session.act(discard(wrong))
    await person.until(lambda: person.state["scene"] == "verdict")
    assert person.app.challenge.verdict == "failed"
    return challenge


def test_it_is_said_beforehand_what_a_look_at_the_line_costs(play):
    def tries(person):
        (found,) = json.loads(person.bridge.stored[CHALLENGES])["tries"].values()
        return found

    async def script(person):
        t = person.app.texts
        challenge = await fail(person)
        assert t("challenge.left", stars=2, last=1) in said(person)
        await person.tap("line")
        assert person.state["scene"] == "question"
        await person.tap("no")
        assert person.state["scene"] == "verdict"
        assert tries(person) == [1, 0]
        await person.tap("line")
        await person.tap("yes")
        assert person.state["scene"] == "line"
        assert tries(person) == [3, 0]
        await person.tap("close")
        assert t("challenge.left_last", last=1) in said(person)
        await person.tap("line")
        assert person.state["scene"] == "line", "there is nothing more to lose"
        await person.tap("close")
        await person.tap("retry")
        await play_line(person, challenge)
        assert tries(person) == [4, 1]
        await person.tap("line")
        assert person.state["scene"] == "line", "solved is solved"

    play(script, known())


@pytest.mark.parametrize("way", ["verdict", "goal", "menu", "list", "escape"])
def test_ones_own_match_is_a_step_away(play, way):
    async def script(person):
        own = person.app.session
        if way in ("verdict", "list", "escape"):
            await fail(person)
        else:
            person.app.begin_challenge(0)
            await person.settle(2)
        if way == "goal":
            await person.tap("hint")
        elif way == "menu":
            await person.tap("menu")
        elif way == "list":
            await person.tap("list")
        if way == "escape":
            await person.key(pygame.K_ESCAPE)
            assert person.state["scene"] == "challenges"
            await person.key(pygame.K_ESCAPE)
        else:
            await person.tap("leave")
        await person.settle(2)
        assert person.app.session is own
        assert person.state["scene"] == "table"

    play(script, known())


def test_the_mirror_tells_the_goal_and_the_list(play):
    async def script(person):
        person.app.begin_challenge(0)
        await person.settle(3)
        challenge = ladder()[0]
        goal = goal_text(person.app.texts, challenge.goal, table=person.app.session.view.rules.table_melds)
        parts = {part.key: part for part in person.app.table.parts()}
        assert goal in parts["note"].items[0]
        assert goal in json.dumps(person.bridge.outline, ensure_ascii=False)
        person.app.open_challenges()
        await person.settle(2)
        told = json.dumps(person.bridge.outline, ensure_ascii=False)
        locked = f"challenge-{AHEAD}"
        items = [item for part in person.app.scene.parts() for item in part.items if not isinstance(item, str)]
        widget = next(item for item in items if item.id == locked)
        assert not widget.enabled
        assert widget.label in told
        person.app.tap(locked)
        await person.settle(1)
        assert person.app.challenge.challenge == ladder()[0]
        assert person.app.tap("challenge-2")
        await person.settle(1)
        assert person.app.challenge.challenge == ladder()[2]

    play(script, known())


def said(person):
    """What stands on a panel."""
    return " ".join(row.words() for row in person.app.scene.rows())


def waiting():
    """A challenge in which somebody else lacks a single tile, who that is, and the tiles."""
    for at, challenge in enumerate(ladder()):
        game = challenge.game()
        for seat in range(1, game.rules.players if not game.rules.table_melds else 0):
            stands = standing(game.view(seat))
            if stands.missing == 1:
                return at, seat, {face for face, _ in stands.useful}
    raise AssertionError("no such challenge")


def test_the_lamp_looks_at_racks_in_steps_while_everything_else_runs(play, monkeypatch):
    at, seat, faces = waiting()
    steps = []

    def watched(view):
        for found in look(view):
            steps.append(person_of[0].app.now)
            yield found

    person_of = []

    async def script(person):
        person_of.append(person)
        person.app.begin_challenge(at)
        await person.settle(4)
        monkeypatch.setattr(panels, "look", watched)
        monkeypatch.setattr(breath, "SLICE", 0)
        assert person.app.press("hint")
        assert person.state["scene"] == "goal"
        assert steps == [], "it opens before anything is looked at"
        assert "Looking who waits for a single tile …" in said(person)
        name = person.app.seat_name(seat)
        await person.until(lambda: f"{name} finishes with" in said(person))
        of = person.app.session.view.faces.of
        shown = [row for row in person.app.scene.rows() if isinstance(row, panels.Tiles)]
        assert faces <= {of[tile] for row in shown for tile in row.tiles}
        done = len(steps)
        assert done > 50
        assert len(set(steps)) > 10, "the loop turns meanwhile"
        await person.key(pygame.K_ESCAPE)
        assert person.app.press("hint")
        await person.settle(2)
        await person.key(pygame.K_ESCAPE)
        seen = len(steps)
        await person.settle(20)
        assert len(steps) <= seen + 1 < 2 * done, "nobody looks once it is closed"

    play(script, known())


@pytest.mark.parametrize("at", range(0, len(ladder()), 7))
def test_the_goal_is_in_sight_and_the_lamp_tells_all(play, at):
    size, ratio, language = SIZES[at % len(SIZES)]

    async def script(person):
        person.app.begin_challenge(at)
        await person.settle(4)
        goal, rules = ladder()[at].goal, person.app.session.view.rules
        t = person.app.texts
        wordings = {f(t, goal, table=rules.table_melds) for f in (goal_text, goal_brief)}
        for _ in range(2):
            shown = [x for x in person.state["texts"] if any(words in x["text"] for words in wordings)]
            assert shown
            assert not any(x["clipped"] for x in shown)
            person.app.notice("message " * 8, alarm=True)  # no message covers it
            await person.settle(2)
        await person.tap("hint")
        assert person.state["scene"] == "goal"
        assert not any(x["clipped"] for x in person.state["texts"])
        told = [item for part in person.app.scene.parts() for item in part.items if isinstance(item, str)]
        assert goal_text(t, goal, table=rules.table_melds) in " ".join(told)
        await person.tap("retry")
        assert person.state["scene"] == "table"

    play(script, known(language, size=size, ratio=ratio))


def test_no_hint_helps_and_no_coach(play):
    async def script(person):
        person.app.begin_challenge(0)
        await person.until(lambda: person.app.session.view.actor == 0)
        await person.settle(4)
        assert person.app.table.hints.advice is None
        assert person.app.table.coach.standing is None
        assert person.state["speech"] is None

    bridge = known()
    bridge.stored["settings"] = json.dumps({"guide": "done", "deal": "short", "hints": "full", "coach": "advice"})
    play(script, bridge)


def test_of_a_line_only_what_has_a_meaning_is_offered(play):
    async def script(person):
        for challenge in (find("finish"), find("ways")):
            person.app.begin_challenge(ladder().index(challenge))
            person.app.open(BestLine(person.app, challenge))
            await person.settle(2)
            assert person.state["scene"] == "line"
            assert not {"analysis", "share", "file"} & {*ids(person)}

    play(script, known())


def test_a_throw_is_weighed_while_everything_else_runs(play):
    async def script(person):
        challenge = find("ways")
        at = ladder().index(challenge)
        for leave in (True, False):
            person.app.begin_challenge(at)
            await person.settle(1)
            session = person.app.challenge
            for action in challenge.line:
                session.act(action)
            assert session.verdict is None, "it is found later, in steps"
            with pytest.raises(Refused):
                session.act(DRAW)
            if leave:
                person.app.begin_challenge(at)
                await person.settle(20)
                assert session.verdict is None
                assert json.loads(person.bridge.stored[CHALLENGES])["tries"][challenge.id] == [2, 0]
        await person.until(lambda: person.state["scene"] == "verdict")
        assert session.verdict == "met"
        assert json.loads(person.bridge.stored[CHALLENGES])["tries"][challenge.id][1] > 0

    play(script, known())


def test_all_can_be_played_to_their_end(play):
    async def script(person):
        for at, challenge in enumerate(ladder()):
            person.app.begin_challenge(at)
            await play_line(person, challenge)
            assert person.app.challenge.verdict == "met", challenge
            await person.settle(1)
        person.app.open_challenges()
        await person.settle(1)
        most = 3 * len(ladder())
        assert person.app.scene.heading() == person.app.texts("challenges.title", stars=most, most=most)
        assert all(w["enabled"] for w in person.state["widgets"] if w["id"].startswith("challenge-"))

    play(script, known())


def test_what_is_kept_is_read_with_care(play):
    async def script(person):
        person.app.open_challenges()
        await person.settle(1)
        assert person.bridge.stored[f"{CHALLENGES}.damaged"] == "[1, 2"
        assert CHALLENGES not in person.bridge.stored

    play(script, known(**{CHALLENGES: "[1, 2"}))


def test_a_new_match_asks_about_one_s_own_only_and_a_reload_goes_back_to_it(play):
    async def script(person):
        await person.draw()
        own = person.app.session
        person.app.begin_challenge(1)
        await person.settle(2)
        record = own.table.record.write()
        person.app.ask_daily()
        await person.settle(1)
        assert person.state["scene"] == "question"
        await person.tap("no")
        assert person.app.challenge is not None
        assert person.bridge.stored[MATCH] == record
        person.app.leave_room()
        await person.settle(2)
        assert person.app.session is own
        assert own.view.actor == 0

    play(script, known())


def test_the_page_around_hears_nothing_and_an_end_that_waited_is_shown(play):
    async def script(person):
        while person.state["scene"] != "result":
            await person.my_turn()
            if person.app.session.view.actor == 0:
                person.app.session.act(next(person.app.session.view.legal_actions()))
            await person.settle(2)
        told, renewed = person.bridge.told[:], len(person.bridge.renewals)
        person.app.begin_challenge(0)
        await play_line(person, ladder()[0])
        assert person.bridge.told == told
        assert len(person.bridge.renewals) == renewed
        person.app.leave_room()
        await person.until(lambda: person.state["scene"] == "result")
        assert person.app.challenge is None

    play(script, known())


@pytest.mark.parametrize(("size", "ratio", "language"), SIZES)
@pytest.mark.parametrize("letters", ["100", "200"])
def test_the_panels_clip_nothing(play, size, ratio, language, letters):
    async def script(person):
        await open_list(person)
        assert not any(x["clipped"] for x in person.state["texts"])
        person.app.begin_challenge(0)
        await play_line(person, ladder()[0])
        assert not any(x["clipped"] for x in person.state["texts"])
        for widget in person.state["widgets"]:
            assert min(widget["rect"][2:]) >= 43.9, widget

    bridge = known(language, size=size, ratio=ratio, letters=letters, **{CHALLENGES: all_solved(but=(3,))})
    play(script, bridge)


def test_goals_are_told_in_sound_english():
    texts = Texts("en")
    for challenge in ladder():
        table = rules_of(challenge).table_melds
        for told in (goal_text(texts, challenge.goal, table=table), goal_brief(texts, challenge.goal, table=table)):
            assert not re.search(r"\b1 \w+s\b", told)
