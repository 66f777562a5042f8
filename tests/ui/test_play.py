"""Hands played through pygame's events, in every way a person can."""

import asyncio
import json
import random

import pygame
import pytest

from okey.bots import make_bot
from okey.game.refusal import REASONS, Refused
from okey.ui.narration import explain
from okey.ui.scenes.question import Question
from okey.ui.session import bot_seed
from okey.ui.settings import Settings
from okey.ui.storage import DAMAGED, MATCH, RACK, SETTINGS
from tests.ui.person import BARE, QuietBridge
from tests.ui.saves import played


async def hand_by(person, draw, throw):
    """Plays until the hand's result shows; every turn draws or takes, then throws the newest tile."""
    for _ in range(40):
        await person.my_turn()
        if person.state["scene"] == "result":
            return
        if person.view["phase"] == "draw":
            size = len(person.view["rack"])
            await draw(person)
            assert len(person.view["rack"]) == size + 1
        tile = person.spare()
        await throw(person, tile)
        assert tile not in person.view["rack"] or person.view["result"]
    raise AssertionError("the hand never ended")


async def next_hand(person, press):
    result = person.view["result"]
    assert result["after"] == person.view["scores"]
    await press("next-hand")
    await person.until(lambda: person.state["scene"] == "table")
    assert person.view["hand"] == 2


def test_a_hand_by_tapping(play):
    async def draw(person):
        takes = person.widget("take")["enabled"] and person.view["stock"] % 2
        await person.tap("take" if takes else "stock", touch=True)

    async def throw(person, tile):
        await person.tap(person.spot(tile), touch=True)
        assert person.state["selected"] == tile
        await person.tap("discard", touch=True)

    async def script(person):
        await hand_by(person, draw, throw)
        await next_hand(person, person.tap)

    play(script, size=(360, 640))


@pytest.mark.parametrize(("size", "ratio"), [((1366, 768), 1.0), ((1280, 720), 2.0)])
def test_a_hand_by_dragging(play, size, ratio):
    async def draw(person):
        empty = next(
            s for s in reversed(person.state["slots"]) if s["slot"] not in {r["slot"] for r in person.state["rack"]}
        )
        source = "take" if person.widget("take")["enabled"] and person.view["stock"] % 2 else "stock"
        before = {r["tile"]: r["slot"] for r in person.state["rack"]}
        await person.drag(person.centre(person.widget(source)["rect"]), person.centre(empty["rect"]))
        after = {r["tile"]: r["slot"] for r in person.state["rack"]}
        (new,) = after.keys() - before.keys()
        assert after.pop(new) == empty["slot"]
        assert after == before

    async def throw(person, tile):
        await person.drag(person.spot(tile), person.centre(person.widget("discard")["rect"]))

    async def script(person):
        await hand_by(person, draw, throw)
        await next_hand(person, person.tap)

    play(script, size=size, ratio=ratio)


def test_a_hand_by_keyboard_letters(play):
    async def draw(person):
        takes = person.widget("take")["enabled"] and person.view["stock"] % 2
        await person.key(pygame.K_t if takes else pygame.K_d)

    async def throw(person, tile):
        await focus(person, f"slot-{person.slot_of(tile)}")
        await person.key(pygame.K_RETURN)
        assert person.state["selected"] == tile
        await focus(person, "discard")
        await person.key(pygame.K_SPACE)

    async def focus(person, identifier):
        for _ in range(60):
            if person.app.focus == identifier:
                return
            await person.key(pygame.K_TAB)
        raise AssertionError(f"Tab never reaches {identifier}")

    async def press(identifier):
        assert person_of[0].app.focus == identifier
        await person_of[0].key(pygame.K_RETURN)

    person_of = []

    async def script(person):
        person_of.append(person)
        await hand_by(person, draw, throw)
        await next_hand(person, press)

    play(script)


def test_arrows_reach_every_widget(play):
    async def script(person):
        await person.my_turn()
        await person.key(pygame.K_TAB)
        seen, queue = set(), [person.app.focus]
        while queue:
            here = queue.pop()
            if here in seen:
                continue
            seen.add(here)
            for arrow in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
                person.app.focus = here
                await person.key(arrow)
                queue.append(person.app.focus)
        assert seen == {w["id"] for w in person.state["widgets"]}

    for size in ((1366, 768), (360, 640)):
        play(script, size=size)
        play(script, QuietBridge({MATCH: played("okey101", "5", _many_melds)}, size=size))


def _many_melds(game, _action):
    return game.actor == 0 and game.phase == "discard" and len(game.hand.melds) >= 15


def test_a_whole_match_ends_and_another_begins(play):
    async def script(person):
        for _ in range(60):
            await person.my_turn()
            if person.state["scene"] == "result":
                if person.view["winners"]:
                    break
                await person.tap("next-hand")
                continue
            if person.view["phase"] == "draw":
                await person.key(pygame.K_d)
            while person.view["actor"] == 0 and person.view["phase"] == "discard":
                person.app.table.select(person.app.session.view.rack[-1])
                await person.tap("discard")
                if person.state["scene"] == "question":
                    await person.tap("yes")
            if person.view["stock"] % 3 == 0:
                await person.settle()
            for _ in range(200):
                if person.view["actor"] == 0 or person.state["scene"] == "result":
                    break
                await person.settle(1)
        while not person.view["winners"]:
            await person.my_turn()
            if person.state["scene"] == "result":
                if not person.view["winners"]:
                    await person.tap("next-hand")
                continue
            view = person.app.session.view
            person.app.press("stock")
            person.app.table.select(
                next(t for t in reversed(person.app.session.view.rack) if not view.faces.is_okey(t))
            )
            person.app.press("discard")
            await person.settle(2)
        await person.until(lambda: person.state["scene"] == "result")
        assert min(person.view["scores"]) <= 0
        assert len(person.app.session.scores) == person.view["hand"] + 1
        await person.tap("new-match")
        await person.my_turn()
        assert person.view["hand"] == 1
        assert person.view["scores"] == [20] * 4

    play(script)


# ---- the rack


def test_dragging_within_the_rack_moves_one_tile(play):
    async def script(person):
        before = {r["tile"]: r["slot"] for r in person.state["rack"]}
        free = next(s for s in range(23, -1, -1) if s not in before.values())
        tile = person.view["rack"][3]
        await person.drag(person.spot(tile), person.centre(person.state["slots"][free]["rect"]))
        assert {r["tile"]: r["slot"] for r in person.state["rack"]} == {**before, tile: free}
        assert person.bridge.stored[RACK] == person.app.session.rack.write()

    play(script)


def test_a_drop_outside_brings_the_tile_back(play):
    async def script(person):
        before = person.state["rack"]
        await person.drag(person.spot(person.view["rack"][3]), person.centre(person.widget("menu")["rect"]))
        assert person.state["rack"] == before
        assert person.state["scene"] == "table"
        assert person.state["toast"] is None

    play(script)


def test_a_tile_moves_by_two_taps_while_others_play(play):
    async def script(person):
        await person.until(lambda: person.app.session.view.actor not in (None, 0))
        person.app.session.stop()
        tile = person.view["rack"][0]
        used = {r["slot"] for r in person.state["rack"]}
        free = next(s for s in range(24) if s not in used)
        await person.tap(person.spot(tile))
        await person.tap(f"slot-{free}")
        assert person.slot_of(tile) == free
        assert person.state["selected"] is None
        await person.tap(person.spot(tile))
        await person.tap(person.spot(tile))
        assert person.state["selected"] is None
        await person.key(pygame.K_s)
        await person.tap("sort-pairs")
        assert len(person.state["rack"]) == len(person.view["rack"])

    play(script)


def test_a_trembling_finger_still_taps(play):
    async def script(person):
        await person.my_turn()
        person.hold("R1 R2 R3 B5 B6 B7 K9 K10 K11 Y1 Y2 Y3 R9 Y13 K13")
        x, y = person.spot("R9")
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(int(x), int(y))))
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=(int(x) + 4, int(y) - 3), rel=(4, 3), buttons=(1, 0, 0))
        )
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(int(x) + 4, int(y) - 3)))
        await person.settle(2)
        assert person.state["selected"] == "R9"

    play(script)


# ---- refusals and questions


def test_what_is_not_possible_says_why(play):
    async def refused(person, way, *reasons):
        person.app.toast = None
        await (way if callable(way) else lambda: person.tap(way))()
        texts = {person.app.texts(r if "." in r else f"refused.{r}") for r in reasons}
        assert person.state["toast"]["text"] in texts
        assert person.bridge.said[-1] in texts

    async def script(person):
        assert set(REASONS) >= {"draw_first"}
        await person.my_turn()
        person.hold("R1 R2 R4 B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13", phase="draw")
        await refused(person, "discard", "draw_first")
        await refused(person, "finish", "draw_first")
        await refused(person, "indicator", "draw_first")
        game = person.app.session.table.game
        game.hand.piles[3].clear()
        person.app.session.view = game.view(0)
        await refused(person, "take", "nothing_to_take")
        await person.tap("stock")
        await refused(person, "stock", "already_drawn")
        await refused(person, "take", "already_drawn")
        await refused(person, "discard", "hint.select_to_throw")
        await refused(person, "indicator", "hint.select_to_finish")
        await refused(person, "finish", "not_finished")
        assert person.state["toast"]["tiles"]
        assert set(person.state["toast"]["tiles"]) < set(person.view["rack"])
        other = person.app.table.layout.piles[1].top.center
        await refused(person, lambda: person.tap(other), "hint.only_previous")
        game.hand.actor = 2
        person.app.session.view = game.view(0)
        person.app.session.stop()
        await refused(person, "stock", "not_your_turn")
        await refused(person, "discard", "not_your_turn")
        await refused(person, "finish", "not_your_turn")
        assert not person.app.press("stock")

    play(script)


def test_an_okey_is_thrown_only_after_a_question(play):
    async def script(person):
        await person.my_turn()
        okey = person.view["okey"]
        person.hold(f"{okey} R1 R4 B5 B8 K9 K12 Y1 Y4 R9 Y13 K1 B1 B11 R13".replace(f" {okey} ", " "))
        await person.tap(person.spot(okey))
        await person.tap("discard")
        assert person.state["scene"] == "question"
        await person.key(pygame.K_ESCAPE)
        assert okey in person.view["rack"]
        await person.drag(person.spot(okey), person.centre(person.widget("discard")["rect"]))
        await person.tap("no")
        assert okey in person.view["rack"]
        await person.drag(person.spot(okey), person.centre(person.widget("discard")["rect"]))
        await person.tap("yes")
        assert okey not in person.view["rack"]

    play(script)


def test_enter_twice_does_not_throw_an_okey(play):
    async def script(person):
        await person.my_turn()
        okey = person.view["okey"]
        person.hold(f"{okey} R1 R4 B5 B8 K9 K12 Y1 Y4 R9 Y13 K1 B1 B11 R13".replace(f" {okey} ", " "))
        await person.tap(person.spot(okey))
        person.app.focus = "discard"
        await person.key(pygame.K_RETURN)
        assert person.state["scene"] == "question"
        await person.key(pygame.K_RETURN)
        assert person.state["scene"] == "table"
        assert okey in person.view["rack"]

    play(script)


@pytest.mark.parametrize("key", ["confirm.okey", "confirm.new"])
def test_every_question_has_its_harmless_answer_focused(play, key):
    async def script(person):
        person.app.open(Question(person.app, key, lambda: pytest.fail("yes")))
        assert person.app.focus == "no"
        await person.key(pygame.K_RETURN)
        assert person.state["scene"] == "table"

    play(script)


COMPLETE = "R1 R2 R3 R4 B5 B6 B7 B8 K9 K10 K11 Y6 Y7 Y8"
"""Fourteen tiles of runs alone (the indicator of seed 1 is none of them)."""


def free_tile(person):
    return next(t for t in ("K1", "K2", "B12") if t != person.view["indicator"])


def complete(person):
    okey, indicator = person.view["okey"], person.view["indicator"]
    runs = [
        [f"{c}{n}" for n in range(a, a + size)] for c, a, size in (("R", 1, 4), ("B", 9, 4), ("K", 9, 3), ("Y", 6, 3))
    ]
    tiles = []
    for run in runs:
        for tile in run:
            assert tile != okey
            tiles.append(f"{tile}'" if tile == indicator else tile)
    return " ".join(tiles)


def test_finish_names_the_tile_and_the_second_press_ends_the_hand(play):
    async def script(person):
        await person.my_turn()
        okey = person.view["okey"]
        person.hold(f"{complete(person)} {okey}")
        await person.tap("finish")
        assert person.state["armed"] == okey
        assert person.app.tile_name(person.app.table.armed) in person.widget("finish")["label"]
        assert person.view["result"] is None
        await person.tap("finish")
        result = person.view["result"]
        assert (result["winner"], result["tile"], result["okey"]) == (0, okey, True)
        await person.until(lambda: person.state["scene"] == "result")
        shown = " ".join(t["text"] for t in person.state["texts"])
        assert person.app.texts("result.win_you") in shown
        assert "−4" in shown
        assert "win" in person.bridge.played

    play(script)


@pytest.mark.parametrize("way", ["drag to the indicator", "tap the indicator", "discard", "key"])
def test_every_way_to_finish(play, way):
    async def script(person):
        await person.my_turn()
        extra = "K1'"
        person.hold(f"{complete(person)} {extra}")
        if way == "drag to the indicator":
            await person.drag(person.spot(extra), person.centre(person.widget("indicator")["rect"]))
        elif way == "key":
            await person.key(pygame.K_f, pygame.K_f)
        else:
            await person.tap(person.spot(extra))
            await person.tap("discard" if way == "discard" else "indicator")
        assert person.view["result"]["winner"] == 0

    play(script)


def test_another_act_disarms_finish(play):
    async def script(person):
        await person.my_turn()
        person.hold(f"{complete(person)} K1'")
        await person.tap("finish")
        assert person.state["armed"] == "K1'"
        await person.tap("sort-runs")
        assert person.state["armed"] is None
        await person.tap(person.spot("R1"))
        person.app.toast = None
        await person.tap("finish")
        assert person.state["armed"] in (None, "R1")
        assert person.view["result"] is None

    play(script)


def test_the_indicator_is_shown_in_its_window_only(play):
    async def script(person):
        await person.my_turn()
        assert "show" not in {w["id"] for w in person.state["widgets"]}
        game = person.app.session.table.game
        game.hand.twin_dealt_to, game.hand.players[0].moved = 0, False
        person.app.session.view = game.view(0)
        assert person.view["may_show"]
        await person.tap("show")
        assert person.view["shown_by"] == 0
        assert "show" not in {w["id"] for w in person.state["widgets"]}

    play(script)


def test_tab_stops_tell_where_the_focus_can_still_go(play):
    async def script(person):
        person.app.session.stop()
        ids = [w["id"] for w in person.state["widgets"]]
        await person.settle()
        assert person.bridge.stops == (True, True), "Tab from outside enters"
        for identifier in ids:
            await person.key(pygame.K_TAB)
            assert person.app.focus == identifier
            assert person.bridge.stops == (identifier != ids[0], identifier != ids[-1])
        await person.key(pygame.K_TAB)
        assert person.app.focus == ids[0], "Tab from outside again"
        assert person.bridge.stops == (False, True)

    play(script)


def test_the_pointer_grabs_what_can_be_moved(play):
    async def over(person, point):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0)))
        await person.settle(1)
        return person.bridge.pointers[-1]

    async def script(person):
        await person.my_turn()
        person.hold("R1 R2 R4 B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13", phase="draw")
        tile = tuple(map(int, person.spot("R4")))
        assert await over(person, tile) == "grab"
        assert await over(person, tuple(map(int, person.centre(person.widget("stock")["rect"])))) == "grab"
        assert await over(person, tuple(map(int, person.centre(person.widget("menu")["rect"])))) == "pointer"
        assert await over(person, (3, 300)) == "default"
        await person.drag(tile, person.centre(person.widget("menu")["rect"]))
        assert person.bridge.pointers[-2:] == ["grabbing", "pointer"]

    play(script)


# ---- what is read out


def test_turns_draws_throws_and_refusals_are_announced(play):
    async def script(person):
        t, said = person.app.texts, person.bridge.said
        await person.my_turn()
        assert said[-1] == person.state["prompt"]
        person.hold("R1 R2 R4 B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13", phase="draw")
        await person.tap("discard")
        assert said[-1] == t("refused.draw_first")
        await person.tap("stock")
        drawn = person.app.tile_name(person.app.session.view.arrived)
        assert t("event.drew_you", tile=drawn) in said
        await person.tap(person.spot("R9"))
        await person.tap("discard")
        assert t("event.discarded_you", tile="red 9") in said
        said.clear()
        await person.my_turn()
        told = " ".join(said)
        for name in ("Elif", "Mehmet", "Zeynep"):
            assert f"{name} throws" in told
        assert said[-1] == person.state["prompt"]

    play(script)


def test_the_result_is_announced(play):
    async def script(person):
        await person.my_turn()
        person.hold(f"{complete(person)} K1'")
        await person.key(pygame.K_f, pygame.K_f)
        await person.until(lambda: person.state["scene"] == "result")
        assert person.bridge.said[-1].startswith(person.app.texts("result.win_you"))

    play(script)


# ---- computer players


def test_computer_players_know_nothing_of_the_seed(play):
    seeds = []

    async def script(person):
        seed = person.app.session.table.game.seed
        assert seeds == [bot_seed(seed, seat) for seat in (1, 2, 3)]
        assert len(set(seeds)) == 3
        assert all(seed not in given and given not in seed for given in seeds)

    class Watched:
        def __call__(self, level, seed, budget):
            seeds.append(seed)
            return make_bot(level, seed, budget)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("okey.ui.session.make_bot", Watched())
        play(script)


def test_computer_players_wait_by_the_bridges_clock(play):
    waited = []

    class Watched(QuietBridge):
        async def sleep(self, seconds):
            waited.append(seconds)
            await asyncio.sleep(0)

    async def script(person):
        person.app.change_setting("speed", "fast")
        await person.until(lambda: person.app.session.view.actor not in (None, 0))
        await person.until(lambda: waited)

    play(script, Watched())


# ---- keeping


@pytest.mark.parametrize("seed", range(6))
def test_a_reload_resumes_exactly(play, seed):
    dice = random.Random(seed)
    bridge = QuietBridge(seed=str(seed))
    kept = {}

    def look(state):
        return {key: state[key] for key in ("view", "rack", "language")}

    async def before(person):
        for _ in range(dice.randrange(1, 14)):
            await person.my_turn()
            if person.state["scene"] == "result":
                await person.tap("next-hand")
                continue
            if person.view["phase"] == "draw":
                await person.key(pygame.K_d)
                if dice.random() < 0.3:
                    break
            await person.tap(person.spot(person.spare()))
            await person.tap("discard")
        tile = dice.choice(person.view["rack"])
        await person.drag(person.spot(tile), person.centre(dice.choice(person.state["slots"])["rect"]))
        if dice.random() < 0.7:
            await person.my_turn()
        else:
            await person.settle(dice.randrange(4))
        person.app.session.stop()
        kept.update(look(person.state), scores=list(person.app.session.scores))

    async def after(person):
        person.app.session.stop()
        await person.settle(2)
        assert look(person.state) == {key: kept[key] for key in ("view", "rack", "language")}
        assert person.app.session.scores == kept["scores"]
        assert (person.state["scene"] == "result") == (kept["view"]["result"] is not None)

    play(before, bridge)
    play(after, QuietBridge(bridge.stored, seed="other"))


@pytest.mark.parametrize("damage", ["nonsense", "cut", "illegal", "long", "people", "stranger"])
def test_a_damaged_save_is_told_and_kept_aside(play, damage):
    bridge = QuietBridge()

    async def begin(person):
        await person.my_turn()
        if person.view["phase"] == "draw":
            await person.key(pygame.K_d)

    play(begin, bridge)
    good = bridge.stored[MATCH]
    damaged = {"nonsense": "{]", "cut": good[:30], "illegal": good + "draw\ndraw\n", "long": good * 4000}
    # sound records of matches that other players play
    damaged["people"] = good.replace("seat bot medium Elif", "seat you Elif")
    damaged["stranger"] = good.replace("seat bot medium Elif", "seat bot nobody Elif")
    bad = damaged[damage]
    bridge.stored[MATCH] = bad
    bridge.stored[RACK] = "7 ?"

    async def after(person):
        await person.settle()
        assert person.state["toast"]["text"] == person.app.texts("notice.damaged")
        assert person.bridge.stored[MATCH + DAMAGED] == bad
        assert person.view["hand"] == 1

    play(after, QuietBridge(bridge.stored))


DEEP = "[" * 200_000
SPREAD = " ".join(["39", *(f"{c}{n}{twin}" for c in "RYBK" for n in range(1, 11) for twin in ("", "'"))][:79])
"""A rack that is sound but for holding most tiles of the game."""


@pytest.mark.parametrize(
    ("rack", "settings"),
    [
        ("12 R1 nonsense", "[1"),
        ("9" * 3999, "[" * 3999),
        (DEEP, DEEP),
        (SPREAD, "[]"),
        ("1 R1 -", '"x"'),
        ("", "\x00"),
    ],
)
def test_a_damaged_rack_or_setting_costs_only_the_arrangement(play, rack, settings):
    bridge = QuietBridge()

    async def nothing(person):
        await person.my_turn()

    play(nothing, bridge)
    kept = bridge.stored[MATCH]
    bridge.stored.update({RACK: rack, SETTINGS: settings})

    async def after(person):
        assert person.state["toast"]["text"] == person.app.texts("notice.settings")
        assert len(person.state["rack"]) == len(person.view["rack"])
        assert person.bridge.stored[MATCH].startswith(kept)
        assert person.bridge.stored[SETTINGS + DAMAGED] == settings
        assert person.state["language"] == "en"

    async def later(person):
        assert person.state["toast"] is None

    play(after, QuietBridge(bridge.stored))
    play(later, QuietBridge(bridge.stored))


def test_a_choice_that_is_not_known_gets_its_default(play):
    async def script(person):
        assert person.state["toast"] is None
        assert person.state["language"] == "en"
        assert person.app.settings == Settings("en")

    odd = {"language": "xx", "volume": 9, "speed": None, "left_handed": 1, "match": {"rules": "x"}, "new": {}}
    play(script, QuietBridge({SETTINGS: json.dumps(odd)}))


def test_storage_that_keeps_nothing_is_told_at_once(play):
    class Full(QuietBridge):
        saves = 0

        def save(self, key, text):
            super().save(key, text)
            self.saves += key == MATCH
            return False

        def announce(self, text):
            self.said.append((text, self.saves))

    async def script(person):
        text = person.app.texts("notice.memory")
        await person.my_turn()
        await person.until(lambda: person.bridge.saves > 1)
        assert [saves for said, saves in person.bridge.said if said == text] == [1], "once, at the first save"
        assert person.state["toast"]["text"] == text

    play(script, Full())


# ---- drawing


def test_nothing_is_drawn_while_nothing_happens(play):
    async def script(person):
        await person.my_turn()
        await person.until(lambda: not person.state["moving"], turns=100_000)
        await person.settle(10)
        frames = person.app.frames
        waits = []

        async def wait(seconds):
            waits.append(seconds)
            await asyncio.sleep(0)

        person.bridge.wait = wait
        for _ in range(20):
            await person.app.turn()
        assert person.app.frames == frames
        assert waits == [None] * 20

    play(script, reduced_motion=False, storage={SETTINGS: json.dumps(BARE)})


def test_tiles_move_for_a_moment_and_input_goes_on(play):
    async def script(person):
        await person.my_turn()
        await person.until(lambda: not person.state["moving"], turns=100_000)
        if person.view["phase"] == "draw":
            await person.key(pygame.K_d)
            await person.until(lambda: not person.state["moving"], turns=100_000)
        person.app.animator.share = 30  # for longer than a busy machine takes over a tap
        person.app.press("sort-pairs")
        person.app.press("sort-runs")
        tile = person.spare()
        await person.tap(person.spot(tile))
        assert person.state["moving"]
        await person.tap("discard")
        assert tile not in person.view["rack"]
        assert person.state["moving"]
        person.app.animator.stop()
        await person.until(lambda: not person.state["moving"], turns=100_000)

    play(script, reduced_motion=False, storage={SETTINGS: json.dumps(BARE)})


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(
    ("size", "ratio"),
    [
        ((360, 640), 1.0),
        ((640, 360), 1.0),
        ((720, 1280), 2.0),
        ((1080, 1920), 3.0),
        ((768, 1024), 1.0),
        ((1366, 768), 1.0),
    ],
)
def test_no_text_is_clipped_anywhere(play, language, size, ratio):
    def check(person):
        person.app.redraw()
        person.app._draw()
        state = person.state
        width, height, _ = state["viewport"]
        texts = state["texts"]
        assert texts
        assert [t["text"] for t in texts if t["clipped"]] == []
        screen = pygame.Rect(0, 0, width + 1, height + 1)
        for text in texts:
            x, y, w, h = text["rect"]
            assert screen.contains(x, y, w, h), text
            bx, _, bw, _ = text["box"]
            assert bx - 1 <= x <= x + w <= bx + bw + 1, text
        for widget in state["widgets"]:
            assert screen.contains(widget["rect"]), widget

    async def script(person):
        app = person.app
        await person.my_turn()
        for reason in REASONS:
            refused = Refused(reason, (0, 1, 2, 104), (100, 101))
            app.notice(explain(app.texts, refused, app.session.view.faces), alarm=True)
            check(person)
        for key in ("notice.damaged", "notice.memory", "hint.only_previous", "hint.select_to_finish"):
            app.notice(app.texts(key))
            check(person)
        app.toast = None
        if person.view["phase"] == "draw":
            check(person)
            await person.key(pygame.K_d)
        check(person)
        app.table.activate(f"slot-{person.slot_of(person.view['rack'][0])}")
        check(person)
        app.table.armed = app.table.selected
        check(person)
        app.table.cancel()
        game = app.session.table.game
        for seat in (1, 2, 3):
            game.hand.actor = seat
            app.session.view = game.view(0)
            check(person)
        game.hand.actor = 0
        app.session.view = game.view(0)
        await person.tap("menu")
        check(person)
        await person.tap("rules")
        while person.widget("next")["enabled"]:
            check(person)
            await person.tap("next")
        check(person)
        await person.tap("close")
        app.session.scores += [(20, 18, 16, 14)] * 30
        await person.tap("scores")
        check(person)
        await person.tap("close")
        for scene in ("play", "settings"):
            await person.tap(scene)
            while True:
                check(person)
                if not any(w["id"] == "next" and w["enabled"] for w in person.state["widgets"]):
                    break
                await person.tap("next")
            await person.key(pygame.K_ESCAPE)
        await person.tap("play")
        app.session.played = True
        await person.tap("deal")
        check(person)
        await person.tap("no")
        await person.tap("close")
        await person.tap("continue")
        person.hold(f"{complete(person)} {person.view['okey']}")
        game.shown_by = 2
        await person.key(pygame.K_f, pygame.K_f)
        await person.until(lambda: person.state["scene"] == "result")
        check(person)
        game.winners = (0, 2)
        app.session.view = game.view(0)
        check(person)

    play(script, language=language, size=size, ratio=ratio)


def test_a_new_size_is_laid_out_live(play):
    async def script(person):
        await person.my_turn()
        rack = sorted(person.view["rack"])
        for size in ((640, 360), (360, 640), (2560, 1440), (1366, 768)):
            pygame.display.set_mode(size)
            await person.settle(2)
            assert person.state["viewport"][:2] == list(size)
            assert sorted(r["tile"] for r in person.state["rack"]) == rack

    play(script)


def test_the_state_shows_no_more_than_the_screen(play):
    async def script(person):
        await person.my_turn()
        text = json.dumps(person.state)
        game = person.app.session.table.game
        assert game.seed not in text
        hidden = {t for player in game.hand.players[1:] for t in player.rack} | set(game.hand.stock)
        from okey.tiles import TILE_NAMES

        view = person.view
        shown = {*view["rack"], *(t for p in view["piles"] for t in p), view["indicator"]}
        assert shown.isdisjoint({TILE_NAMES[t] for t in hidden})

    play(script)


def test_what_happens_meanwhile_takes_no_message_away(play):
    """Nobody has read that the browser keeps nothing when a computer player shows the indicator."""

    async def script(person):
        app = person.app
        app.toast = None
        app.notice("one", brief=True)
        app.notice("two", brief=True)
        assert app.toast.text == "two"
        app.notice("important")
        app.notice("three", brief=True)
        assert app.toast.text == "important"
        assert person.bridge.said[-2:] == ["important", "three"]
        app.notice("refused", alarm=True)
        assert app.toast.text == "refused"
        app.now = app.toast.until
        app.notice("four", brief=True)
        assert app.toast.text == "four"

    play(script)
