"""The deal with stacks and dice."""

import asyncio
from collections import Counter

import pytest

from okey.game.deal import throws
from okey.presets import PRESETS
from okey.ui import theme
from okey.ui.draft import Draft
from okey.ui.table import ceremony
from tests.ui.person import QuietBridge, pygame

SIZES = [((360, 640), 1.0), ((640, 360), 2.0), ((768, 1024), 1.0), ((1366, 768), 1.0), ((2560, 1440), 1.0)]


def moving(**how):
    return QuietBridge(reduced_motion=False, **how)


async def dealt(person):
    """Lets the deal begin, without letting time pass."""
    for _ in range(20):
        if person.app.table.ceremony is not None:
            return person.app.table.ceremony
        await asyncio.sleep(0)
    raise AssertionError("nothing was dealt")


def show(person, seconds):
    """Draws the deal as it is after some time."""
    person.app.now = person.app.table.ceremony._began + seconds
    person.app._draw()


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize(("size", "ratio"), SIZES)
@pytest.mark.parametrize("text", ["100", "200"])
def test_the_dice_say_where_the_indicator_lies(play, game, size, ratio, text):
    async def script(person):
        draft = Draft()
        draft.choose_preset(game)
        person.app.new_match(draft)
        show_ = await dealt(person)
        first, second = person.app.session.throws()
        assert (first, second) == throws(person.app.session.table.record.seed, 1)
        frame = pygame.Rect(0, 0, person.app.viewport.width, person.app.viewport.height)
        assert len(show_._homes) == 21
        assert all(frame.contains(home) for home in show_._homes)
        assert all(not a.colliderect(b) for i, a in enumerate(show_._homes) for b in show_._homes[:i])
        assert show_._chosen == show_._homes[first - 1]
        texts = []
        for seconds in (0.1, 0.3, 0.5, 0.8, 1.1, 1.4, 1.6, 1.95, 2.2):
            show(person, seconds)
            texts.append(person.state["prompt"])
            assert not [shown.text for shown in person.app.painter.shown if shown.clipped]
        assert str(first) in texts[4]
        assert str(second) in texts[6]
        assert not person.app.table.ceremony.over
        person.app.now = show_._began + ceremony.END + 0.01
        person.app.table.tick()
        assert person.app.table.ceremony is None
        assert person.app.animator.flights

    stored = {"settings": f'{{"text": "{text}"}}'}
    play(script, moving(storage=stored, size=tuple(round(v * ratio) for v in size), ratio=ratio, language="tr"))


def test_nothing_of_the_hand_shows_before_it_is_dealt(play):
    async def script(person):
        await dealt(person)
        show(person, ceremony.FOUND)
        seen = person.app.painter.target.copy()
        person.app.session.rack.slots[:] = [None] * len(person.app.session.rack.slots)
        show(person, ceremony.FOUND)
        assert pygame.image.tobytes(seen, "RGB") == pygame.image.tobytes(person.app.painter.target, "RGB")

    play(script, moving())


def test_the_hand_is_told_in_words_once_it_is_dealt(play):
    async def script(person):
        shown = await dealt(person)
        await person.settle(3)
        assert person.bridge.outline == {}
        person.app.now = shown._began + ceremony.END + 0.01
        person.app.table.tick()
        person.app.animator.stop()
        await person.settle(2)
        (rack,) = [part for part in person.bridge.outline["parts"] if part["key"] == "rack"]
        assert len(rack["items"]) == len(person.view["rack"]) + 1

    play(script, moving())


@pytest.mark.parametrize("press", ["felt", "rack", "key", "button", "escape"])
def test_any_press_ends_it(play, press):
    async def script(person):
        await dealt(person)
        app = person.app
        held = app.session.view.rack
        if press == "felt":
            await person.tap("stock")
        elif press == "rack":
            slot = person.state["rack"][0]
            await person.tap(person.centre(slot["rect"]))
            assert person.state["selected"] == slot["tile"]
        elif press == "key":
            await person.key(pygame.K_s)
        elif press == "button":
            app.press("sort-sets")
        else:
            await person.key(pygame.K_ESCAPE)
        assert app.table.ceremony is None
        assert app.scene is app.table
        # A computer player that was to begin may have done so; of mine nothing is drawn or thrown.
        assert app.session.view.rack == held
        assert app.toast is None

    play(script, moving())


def test_computer_players_wait_until_all_is_dealt(play, monkeypatch):
    async def script(person):
        app = person.app
        await dealt(person)
        assert app.moving()
        assert app.session.view.actor != 0
        for _ in range(30):
            await asyncio.sleep(0)
            assert app.session.table.record.actions == app.session.table.record.actions[:1]
        app.now = app.table.ceremony._began + ceremony.END + 0.01
        app.table.tick()
        await person.my_turn()
        assert len(app.session.table.record.actions) > 1

    monkeypatch.setattr("okey.ui.session.BUSY_SECONDS", 0.0)
    play(script, moving())


@pytest.mark.parametrize("how", ["still", "short", "instant"])
def test_it_is_left_out(play, how):
    bridge = QuietBridge() if how == "still" else moving()
    if how != "still":
        bridge.stored["settings"] = '{"deal": "short"}' if how == "short" else '{"speed": "instant"}'

    async def script(person):
        await person.until(lambda: person.app.session.view.faces is not None)
        assert person.app.table.ceremony is None
        await person.my_turn()

    play(script, bridge)


def test_a_new_size_ends_it(play):
    async def script(person):
        await dealt(person)
        person.bridge._size = (900, 700)
        person.app.resize()
        assert person.app.table.ceremony is None

    play(script, moving())


def test_who_asks_for_less_movement_meanwhile_gets_it_at_once(play):
    async def script(person):
        await dealt(person)
        person.bridge.reduced_motion = True
        await person.settle(1)
        assert person.app.table.ceremony is None
        assert not person.state["moving"]
        await person.draw()
        assert not person.app.animator.flights
        person.bridge.reduced_motion = False
        await person.settle(1)
        person.app.press("sort-pairs")
        assert person.app.animator.flights

    play(script, moving())


def test_each_thing_is_under_way_for_a_quarter_of_a_second_at_most():
    assert max(ceremony.MOVE, theme.MOVE_SECONDS, theme.SHAKE_SECONDS) <= 0.25
    assert ceremony.DEALT + 21 * ceremony.APART + ceremony.MOVE <= ceremony.END + 0.01


def test_the_die_is_fair_and_follows_from_the_seed():
    assert throws("golden", 1) == throws("golden", 1)
    thrown = [throws("fair", hand) for hand in range(3000)]
    for place in (0, 1):
        counts = Counter(throw[place] for throw in thrown)
        assert sorted(counts) == [1, 2, 3, 4, 5, 6]
        assert all(400 < count < 600 for count in counts.values())


def test_the_die_is_heard_twice(play):
    async def script(person):
        shown = await dealt(person)
        person.bridge.played.clear()
        for _ in range(2):
            person.app.now = shown._began + ceremony.DEALT + 0.01
            person.app.table.tick()
        assert person.bridge.played == ["knock", "knock", "place", "draw"]

    play(script, moving())


@pytest.mark.parametrize("size", [(200, 120), (120, 300), (1, 1)])
def test_a_frame_too_small_to_play_in_does_no_harm(play, size):
    async def script(person):
        await dealt(person)
        for step in range(25):
            show(person, step / 10)
        person.app.table.end_ceremony()
        person.app._draw()

    play(script, moving(size=size))
