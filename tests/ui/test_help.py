"""Hints and the guide for the first hands."""

import json
import logging
from statistics import median
from typing import get_args

import pytest

from okey.bots import make_bot
from okey.bots.advice import Advice, Adviser, Reason
from okey.game import Game
from okey.game.actions import discard
from okey.presets import PRESETS
from okey.ui.draft import Draft
from okey.ui.settings import Settings
from okey.ui.table.guide import LESSONS, OPEN_LESSONS, Step
from tests.ui.person import QuietBridge, pygame
from tests.ui.playing import Hands
from tests.ui.saves import begun

SIZES = [((360, 640), 3.0, "tr"), ((640, 360), 2.0, "en"), ((360, 640), 1.0, "en")]

FRAMES = [((360, 640), 1.0), ((640, 360), 1.0), ((360, 640), 3.0), ((1366, 768), 1.0)]


def ids(person):
    return {w["id"] for w in person.state["widgets"]}


def known(language="en", **settings):
    """A bridge whose player has been here before."""
    return QuietBridge({"settings": json.dumps({"guide": "done", **settings})}, language=language)


async def thought(person):
    await person.until(lambda: person.app.table.hints.advice is not None)


def test_a_hint_says_what_hard_would_do_and_marks_it(play):
    async def script(person):
        await person.my_turn()
        await person.tap("hint")
        await thought(person)
        await person.settle(2)
        said = person.state["speech"]
        view = person.app.session.view
        record = person.app.session.table.record
        twin, game = Adviser(), Game(record.rules, record.seed)
        for action in record.actions:
            for event in game.apply(action):
                twin.observe(event.seen_by(0))
        advice = [a for a in twin.think(view) if a is not None][-1]
        assert person.app.table.hints.advice == advice
        assert said == person.app.table.hints.sentence()
        assert said in person.bridge.said
        places = person.app.table.hints.places()
        assert places
        pixel = person.app.painter.target.get_at((places[0].left - 2, places[0].centery))
        assert pixel[2] > 200 > pixel[1]
        await person.tap("speech")
        assert person.state["speech"] is None

    play(script, known())


def test_following_every_hint_plays_a_hand(play):
    async def script(person):
        hands = Hands(person)
        for _ in range(100):
            await person.my_turn()
            if person.state["scene"] == "result":
                break
            await person.key(ord("h"))
            await thought(person)
            await person.settle(1)
            assert person.state["speech"]
            action = person.app.table.hints.advice.action
            await person.key(ord("h"))
            assert person.state["speech"] is None
            await hands.do(action)
        assert {"draw", "discard"} <= set(hands.done)
        assert person.state["scene"] == "result"

    play(script, known())


@pytest.mark.parametrize("rules", ["okey101", "konkan81", "okey51", "duz"])
def test_every_game_has_hints(play, rules):
    async def script(person):
        draft = Draft()
        draft.choose_preset(rules)
        person.app.new_match(draft)
        hands = Hands(person)
        for _ in range(12):
            await person.my_turn()
            if person.state["scene"] == "result":
                break
            await person.tap("hint")
            await thought(person)
            await person.settle(1)
            assert person.state["speech"]
            assert person.app.table.hints.places()
            await hands.do(person.app.table.hints.advice.action)
        assert len(hands.done) >= 3

    play(script, known())


def test_hints_think_in_slices(play):
    async def script(person):
        await person.my_turn()
        pauses = []
        pause = person.bridge.pause

        async def counted():
            pauses.append(1)
            await pause()

        person.bridge.pause = counted
        await person.tap("stock")
        await person.settle()
        await person.tap("hint")
        await thought(person)
        assert len(pauses) >= 2

    play(script, known())


def test_the_level_of_hints_is_kept_to(play):
    async def script(person):
        await person.my_turn()
        assert "hint" not in ids(person)
        person.app.change_setting("hints", "full")
        await thought(person)
        await person.settle(2)
        assert person.app.table.hints.lit
        assert person.state["speech"] is None
        person.app.change_setting("hints", "groups")
        await person.settle(2)
        assert not person.app.table.hints.lit
        assert "hint" in ids(person)

    play(script, known(hints="none"))


def test_no_hint_while_others_play(play):
    async def script(person):
        await person.until(lambda: person.app.session.view.actor not in (0, None))
        await person.key(ord("h"))
        assert "sıra sendeyken" in person.state["toast"]["text"]

    play(script, known("tr"))


def test_an_adviser_that_fails_harms_nothing(play, monkeypatch, caplog):
    def broken(self, view):
        raise ZeroDivisionError
        yield

    async def script(person):
        await person.my_turn()
        with caplog.at_level(logging.CRITICAL):
            await person.tap("hint")
            await person.settle(4)
        assert person.state["speech"] is None
        await person.tap(person.spot(person.spare()))
        assert person.state["selected"]

    monkeypatch.setattr(Adviser, "think", broken)
    play(script, known())


def test_the_guide_is_offered_at_the_first_visit_and_never_again(play):
    async def script(person):
        await person.settle(3)
        assert {"guide-begin", "guide-no"} <= ids(person)
        await person.tap("guide-no")
        assert not {"guide-begin", "guide-no"} & ids(person)

    bridge = QuietBridge()
    play(script, bridge)
    settings, _ = Settings.load(bridge)
    assert settings.guide == "done"

    async def later(person):
        person.bridge.stored.pop("match")
        await person.settle(3)
        assert person.state["speech"] is None

    play(later, QuietBridge(bridge.stored))


def test_whoever_just_plays_is_asked_no_more(play):
    async def script(person):
        await person.my_turn()
        assert "guide-begin" in ids(person)
        if person.view["phase"] == "draw":
            await person.tap("stock")
        else:
            await person.tap(person.spot(person.spare()))
            await person.tap("discard")
        assert "guide-begin" not in ids(person)

    play(script)


TRIES = 6


async def guided(person) -> set[int]:
    """Plays the guide's three hands; gives the lessons in which what they forbid was tried, and refused."""
    app, heard = person.app, set()
    await person.settle(2)
    await person.tap("guide-begin")
    assert all(sitter.level == "easy" for sitter in app.session.sitters[1:])
    hands, bot, refused = Hands(person), make_bot("medium", "guided"), set()
    for _ in range(400):
        await person.my_turn()
        state = person.state
        if state["scene"] == "result":
            await person.tap("next-hand" if "next-hand" in ids(person) else "menu")
            continue
        lesson = app.table.guide.lesson
        if not lesson:
            break
        if "guide-next" in ids(person):
            heard.add(state["speech"])
            cut = [text["text"] for text in state["texts"] if text["clipped"]]
            assert not cut
            await person.tap("guide-next")
            continue
        if app.session.view.phase == "discard" and not app.table.possible.finishing:
            await thought(person)
            await person.settle(1)
            assert app.table.hints.sentence() in person.state["speech"]
            assert app.table.hints.lit
        assert person.state["speech"]
        assert not [text["text"] for text in person.state["texts"] if text["clipped"]]
        if app.session.view.phase == "draw":
            offered, helpful = app.table.possible.takes, app.table.possible.helpful
            wrong = "take" if lesson == 1 and offered else "stock" if lesson == 2 and helpful else None
            if wrong:
                before = len(app.session.table.record.actions)
                await person.tap(wrong)
                assert len(app.session.table.record.actions) == before
                assert person.state["toast"]["text"] == app.texts("guide.no_take" if lesson == 1 else "guide.take_it")
                refused.add(lesson)
            await person.tap("take" if lesson == 2 and helpful else "stock")
        else:
            await hands.do(next(a for a in bot.think(app.session.view) if a is not None))
    else:
        raise AssertionError("the guide never ends")
    assert len(heard) >= 5
    assert app.settings.guide == "done"
    assert app.session.view.hand_number == len(LESSONS) - 1
    return refused


@pytest.mark.parametrize(("size", "ratio", "language"), SIZES)
def test_the_guide_plays_three_hands_along(play, size, ratio, language):
    refused = set()

    async def script(person):
        refused.update(await guided(person))

    for _ in range(TRIES):  # in some hands nobody throws what fits
        play(script, QuietBridge(size=tuple(round(v * ratio) for v in size), ratio=ratio, language=language))
        if refused == {1, 2}:
            break
    assert refused == {1, 2}


@pytest.mark.parametrize("touched", [False, True])
def test_the_guide_can_be_left_and_found_again(play, touched):
    async def script(person):
        await person.settle(2)
        if touched:  # then there is something to lose
            await person.my_turn()
            await person.draw()
            tile = person.spare()
            await person.tap(person.spot(tile))
            await person.tap("discard")
        await person.tap("menu")
        await person.tap("guide")
        if touched:
            assert person.state["scene"] == "question"
            await person.tap("yes")
        await person.my_turn()
        await person.settle(2)
        assert person.state["speech"]
        await person.tap("guide-no")
        assert person.state["speech"] is None
        await person.tap("menu")
        assert person.widget("guide")["label"] == "Learn"
        person.app.settings.guide = "on"
        assert person.widget("guide")["label"] == "Leave"
        await person.tap("guide")
        assert person.app.settings.guide == "done"
        assert person.state["scene"] == "table"

    play(script, known())


def test_the_guide_goes_on_with_who_simply_plays(play):
    async def script(person):
        await person.settle(2)
        await person.tap("guide-begin")
        heard = []
        while person.app.table.guide.lesson == 1 and len(heard) < 5:
            await person.my_turn()
            if person.state["scene"] == "result":
                break
            if person.view["phase"] == "draw":
                await person.tap("stock")
            else:
                tile = person.spare()
                await person.tap(person.spot(tile))
                await person.tap("discard")
            heard.append(person.state["speech"])
        assert len(set(heard)) >= 3, heard

    play(script)


@pytest.mark.parametrize("rules", ["okey101", "konkan81"])
def test_an_open_game_is_taught_as_such(play, rules):
    async def script(person):
        app, said = person.app, set()
        for button in ("menu", "guide"):
            await person.tap(button)
        if person.state["scene"] == "question":
            await person.tap("yes")
        assert person.view["rules"] == rules
        assert app.table.guide.lessons is OPEN_LESSONS
        hands, bot = Hands(person), make_bot("medium", "guided")
        for _ in range(400):
            await person.my_turn()
            if person.state["scene"] == "result":
                if app.session.view.hand_number == 2:
                    break
                await person.tap("next-hand")
                continue
            if app.session.view.phase == "discard":
                await thought(person)
            await person.settle(1)
            said.add(person.state["speech"])
            assert not [text["text"] for text in person.state["texts"] if text["clipped"]]
            if "guide-next" in ids(person):
                await person.tap("guide-next")
            elif app.session.view.phase == "draw":
                assert person.state["speech"] or app.table.hints.advice is None
                await person.tap("stock")
            else:
                await hands.do(next(a for a in bot.think(app.session.view) if a is not None))
        else:
            raise AssertionError("the lessons never end")
        t = app.texts
        assert {t(f"guide.{key}") for key in ("open_rack", "open_bar", "open_second", "draw")} <= said

    play(script, QuietBridge({"match": begun(rules, "7"), "settings": json.dumps({"guide": "done"})}, language="en"))


def test_a_reload_goes_on_with_the_lesson(play):
    bridge = QuietBridge()

    async def first(person):
        await person.settle(2)
        await person.tap("guide-begin")
        await person.my_turn()

    async def second(person):
        assert person.app.table.guide.lesson == 1
        await person.settle(2)
        assert person.state["speech"]

    play(first, bridge)
    play(second, QuietBridge(bridge.stored))


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("rules", ["classic", "okey101"])
@pytest.mark.parametrize("text", ["100", "200"])
def test_no_advice_and_no_word_of_the_guide_is_cut(play, language, frame, rules, text):
    size, ratio = frame

    async def script(person):
        app = person.app
        draft = Draft()
        draft.choose_preset(rules)
        app.new_match(draft)
        await person.my_turn()
        hints, view = app.table.hints, app.session.view
        screen, letters = pygame.Rect(0, 0, *app.painter.target.get_size()), []

        def check():
            app._draw()
            assert person.state["speech"]
            assert not [text["text"] for text in person.state["texts"] if text["clipped"]]
            bubble = app.table._bubble(app.table.speech())
            assert screen.contains(bubble.frame)
            about = pygame.Rect(app.table.speech().about)
            assert not bubble.frame.colliderect(about) or about == app.table.layout.rack
            assert all(bubble.frame.contains(answer) for answer in bubble.answers)
            assert all(min(answer.size) >= 44 * ratio for answer in bubble.answers)
            letters.append(next(shown.pixels for shown in app.painter.shown if shown.text == bubble.said))

        for reason in get_args(Reason):
            action = discard(max(view.rack, key=lambda tile: len(app.tile_name(tile))))
            figures = {"missing": 12, "before": 13, "useful": 48, "value": 101, "needed": 101}
            hints._view, hints._asked = view, True
            hints._advice = Advice(action, reason, action.tiles[0], **figures)
            check()
        hints.stop()
        hints.close()
        app.settings.guide = "on"
        for step in {step.key: step for lesson in app.table.guide.lessons for step in lesson}.values():
            always = Step(step.key, step.about, once=step.once)
            hints._view = view
            hints._advice = Advice(discard(view.rack[0]), "throw_safe", missing=10, useful=20)
            with pytest.MonkeyPatch.context() as patch:
                for lessons in ("LESSONS", "OPEN_LESSONS"):
                    patch.setattr(f"okey.ui.table.guide.{lessons}", ((), (always,), (), ()))
                check()
        app.settings.guide, app.first_visit = "new", True
        check()
        usual = app.px(15)
        assert min(letters) >= usual
        if text == "200":
            assert median(letters) > usual
        else:
            assert max(letters) == usual

    stored = {"settings": json.dumps({"text": text})}
    play(script, QuietBridge(stored, size=tuple(round(v * ratio) for v in size), ratio=ratio, language=language))


@pytest.mark.parametrize("rules", PRESETS)
def test_whatever_cannot_be_done_says_why(play, rules):
    async def script(person):
        app = person.app
        draft = Draft()
        draft.choose_preset(rules)
        app.new_match(draft)
        hands, bot, asked = Hands(person), make_bot("medium", "why"), 0
        refused, named = app.refused, []

        def told(why):
            refused(why)
            assert app.toast.tiles == why.tiles, "what is at fault is marked"
            named.extend(why.tiles)

        app.refused = told

        async def press_what_is_disabled():
            found = 0
            for widget in [w for w in person.state["widgets"] if not w["enabled"]]:
                before = list(app.session.table.record.actions)
                app.toast = None
                app.table.activate(widget["id"])
                if app.scene.name == "question":
                    await person.tap("no")
                    continue
                assert app.session.table.record.actions == before, widget
                assert app.toast is not None, widget
                assert app.toast.alarm, widget
                assert len(app.toast.text) > 10
                app.table.select()
                found += 1
            return found

        for _ in range(8):
            await person.my_turn()
            if person.state["scene"] == "result":
                break
            asked += await press_what_is_disabled()
            await hands.do(next(a for a in bot.think(app.session.view) if a is not None))
            if app.session.view.actor not in (0, None):
                asked += await press_what_is_disabled()
        assert asked > 10
        options = app.session.view.rules
        asked_first = options.table_melds or options.invalid_declare_penalty  # where a claim is no press, or costs
        assert named or asked_first

    play(script, known())
