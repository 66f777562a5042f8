"""The screen in words: everything is in it, and a hand can be played through it alone."""

import json

import pytest

from okey.presets import PRESETS
from okey.tiles import parse_tile
from okey.ui.storage import MATCH
from okey.ui.texts import LANGUAGES
from tests.ui.person import Person, QuietBridge, pygame
from tests.ui.playing import Hands, play_hand
from tests.ui.saves import begun, played
from tests.ui.test_open_table import LOOSE, OPENING, PHONE, at, ready


def parts(person):
    return {part["key"]: part for part in person.bridge.outline["parts"]}


def items(person):
    return [item for part in person.bridge.outline["parts"] for item in part["items"]]


def buttons(person):
    return {item["id"]: item for item in items(person) if "id" in item}


def words(person):
    return " | ".join(item["text"] for item in items(person))


async def press(person, identifier):
    """Does what assistive technology can: focuses a control that is told, and presses it."""
    assert identifier in buttons(person), f"{identifier} is not among {list(buttons(person))}"
    assert person.app.look(identifier)
    assert person.app.focus == identifier
    assert person.app.tap(identifier)
    await person.until(lambda: not person.app.moving())


class Listener(Person):
    """Somebody who presses only what is told in words; melds need no scrolling there."""

    async def tap(self, target, *, touch=False):  # noqa: ARG002
        if not isinstance(target, str):
            hit = [w["id"] for w in self.state["widgets"] if pygame.Rect(w["rect"]).collidepoint(target)]
            target = hit[-1]
        await press(self, target)

    async def drag(self, start, end):
        await self.tap(start)
        await self.tap(end)


class Words(Hands):
    """Finds melds in the words."""

    async def _add(self, action):
        slot = self.person.app.session.rack.find(action.tiles[0])
        await self.person.tap(f"slot-{slot}")
        both = f"meld-{action.meld}-{action.end}"
        await self.person.tap(both if both in buttons(self.person) else f"meld-{action.meld}")

    async def _swap(self, action):
        slot = self.person.app.session.rack.find(action.tiles[0])
        await self.person.tap(f"slot-{slot}")
        await self.person.tap(f"meld-{action.meld}")


@pytest.mark.parametrize("game", PRESETS)
def test_a_whole_hand_in_words(play, game):
    async def script(person):
        listener = Listener(person.app, person.bridge)
        played = await play_hand(listener, hands=Words(listener))
        assert {"discard", "finish"} & set(played) or len(played) < 3
        assert person.bridge.outline["scene"] == "result"
        told = words(person)
        for number in person.view["result"]["after"]:
            assert str(number).replace("-", "−") in told
        await press(listener, "next-hand" if "next-hand" in buttons(person) else "new-match")
        assert person.bridge.outline["scene"] == "table"

    play(script, QuietBridge({MATCH: begun(game, "9")}, size=(360, 640)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told(play, language):
    async def script(person):
        await person.my_turn()
        await person.settle(2)
        t, view = person.app.texts, person.app.session.view
        told = parts(person)
        assert person.bridge.outline["heading"] == person.app.texts.game(view.rules)
        assert told["turn"]["items"][0]["text"] == person.app.table.prompt()
        assert {"stock", "discard"} <= set(buttons(person))
        assert [item["text"].split(":")[0] for item in told["players"]["items"]] == [
            person.app.seat_name(seat) for seat in range(4)
        ]
        assert any(t("part.stock", count=view.stock) == item["text"] for item in told["table"]["items"])
        assert person.app.tile_name(view.indicator) in told["table"]["items"][2]["text"]
        rack = [item for item in told["rack"]["items"] if item["id"].startswith("slot-")]
        assert len(rack) == len(view.rack)
        for item in rack:
            tile = person.app.session.rack.slots[int(item["id"].removeprefix("slot-"))]
            assert person.app.tile_name(tile) in item["text"]
            assert item["chosen"] is False
            x, y, width, height = item["rect"]
            assert pygame.Rect(0, 0, 1366, 768).contains(pygame.Rect(x, y, width, height))
        json.dumps(person.bridge.outline)

    play(script, QuietBridge(language=language))


def test_copies_of_a_tile_are_told_apart(play):
    async def script(person):
        await ready(person, f"R5 R5' {LOOSE} B9 Y9 K9 K10 K11 K13 Y1 Y3 Y4", "R5", "R5'")
        told = [item["text"] for item in parts(person)["rack"]["items"]]
        assert sum("red 5, copy 1" in text for text in told) == 1
        assert sum("red 5, copy 2" in text for text in told) == 1
        assert not any("blue 3, copy" in text for text in told)

    play(script, at("okey101"))


@pytest.mark.parametrize("size", [PHONE, (1366, 768)], ids=str)
def test_a_meld_is_made_of_chosen_tiles_and_laid(play, size):
    async def script(person):
        await ready(person, " ".join([*OPENING, LOOSE]), *OPENING, *LOOSE.split())
        found = parts(person)["groups"]["items"]
        assert [item["text"].split()[2] for item in found] == ["run", "run", "set"]
        await press(person, "open")
        assert len(person.view["melds"]) == 3
        person.hold("Y3 Y4 Y5 R1 K6 B13 R7")
        rack = person.app.session.rack
        person.arrange(*("Y3", "R1", "Y4", "K6", "Y5", "B13", "R7"))
        await person.settle(2)
        await press(person, "several")
        assert buttons(person)["several"]["chosen"]
        for name in ("Y3", "Y4", "Y5"):
            slot = f"slot-{rack.find(parse_tile(name))}"
            await press(person, slot)
            assert buttons(person)[slot]["chosen"]
        free = next(
            start
            for start in range(len(rack.slots) - 2)
            if start % rack.columns < rack.columns - 3 and not any(t is not None for t in rack.slots[start : start + 4])
        )
        await press(person, f"slot-{free}")
        assert not buttons(person)["several"]["chosen"]
        (group,) = parts(person)["groups"]["items"]
        assert group["text"] == "Lift the run yellow 3, yellow 4, yellow 5"
        await press(person, group["id"])
        assert buttons(person)[group["id"]]["chosen"]
        await press(person, "open")
        assert person.view["melds"][-1]["tiles"] == ["Y3", "Y4", "Y5"]
        assert parts(person)["melds-0"]["title"] == "On the table, laid by You"
        assert "undo" in buttons(person)

    play(script, at("okey101", size))


def test_melds_out_of_sight_are_told_and_come_into_sight(play):
    async def script(person):
        await ready(person, "R8 K4 K8 B4")
        for copy in ("", "'"):
            for colour in "RYBK":
                for start in (1, 5, 9):
                    tiles = [f"{colour}{start + i}{copy}" for i in range(3)]
                    person.put(1 + start % 3, "run", " ".join(tiles))
        person.change(opened="series", opened_with=110)
        await person.settle(2)
        seen = {w["id"] for w in person.state["widgets"] if w["id"].startswith("meld-")}
        told = {identifier for identifier in buttons(person) if identifier.startswith("meld-")}
        assert len(told) == 24
        hidden = min(told - seen)
        assert buttons(person)[hidden]["rect"] is None
        assert person.app.look(hidden)
        await person.settle(2)
        assert hidden in {w["id"] for w in person.state["widgets"]}
        assert buttons(person)[hidden]["rect"]

    play(script, at("okey101", PHONE))


def test_what_is_not_possible_says_why(play):
    async def script(person):
        await person.my_turn()
        await person.settle(2)
        await person.key(pygame.K_d)
        assert buttons(person)["stock"]["enabled"] is False
        before = len(person.bridge.said)
        assert not person.app.press("stock")
        await press(person, "stock")
        assert person.state["toast"]["text"] in person.bridge.said[before:]
        assert not person.app.tap("no such thing")
        assert not person.app.look("no such thing")

    play(script)


@pytest.mark.parametrize("size", [PHONE, (640, 360), (1366, 768)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_panel_is_told_whole(play, language, size):
    async def script(person):
        for panel in ("rules", "scores", "discards", "settings", "play"):
            await press(person, "menu")
            await press(person, panel)
            shown, told = set(), words(person)
            titles = {part["title"] for part in person.bridge.outline["parts"]}
            known = set(buttons(person))
            while True:
                shown |= {w["id"]: w for w in person.state["widgets"]}.keys()
                if not any(w["id"] == "next" and w["enabled"] for w in person.state["widgets"]):
                    break
                await person.tap("next")
            assert shown - known <= {"previous", "next"}, panel
            assert person.bridge.outline["heading"]
            assert len(told) > 20
            if panel == "rules":
                assert len(titles) > 5
                assert person.app.texts("rules.keys") in told
            if panel == "settings":
                await press(person, "about")
                assert "MIT" in words(person)
                assert person.bridge.version in words(person)
                for page in ("notices", "site"):
                    await press(person, page)
                assert person.bridge.shown == ["notices", "site"]
                person.bridge.shown.clear()
                await press(person, "close")
                far = "hand-left"
                await press(person, far)
                assert person.app.settings.left_handed
                assert far in {w["id"] for w in person.state["widgets"]}, "what was pressed is in sight"
                await press(person, "hand-right")
            await press(person, "close")
            await press(person, "continue")

    play(script, QuietBridge(size=size, language=language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_told_and_taken_away(play, language):
    async def script(person):
        await person.my_turn()
        await person.settle(2)
        assert "help" not in parts(person)
        await press(person, "hint")
        await person.until(lambda: person.state["speech"])
        await person.settle(2)
        (told,) = parts(person)["help"]["items"]
        assert told["text"] == person.app.table.hints.sentence()
        assert told["text"] in person.bridge.said
        await press(person, told["id"])
        await person.settle(2)
        assert "help" not in parts(person)
        assert [item["id"] for item in parts(person)["tools"]["items"]][:2] == ["menu", "hint"]

    play(script, QuietBridge({MATCH: begun("classic", "7")}, language=language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_guide_says_is_told_and_answered(play, language):
    async def script(person):
        t = person.app.texts
        await person.settle(3)
        offer, no, yes = parts(person)["help"]["items"]
        assert offer == {"text": t("guide.offer")}
        assert (no["id"], yes["id"]) == ("guide-no", "guide-begin")
        await press(person, "guide-begin")
        await person.my_turn()
        await person.settle(2)
        heard = []
        while "guide-next" in buttons(person):
            heard.append(parts(person)["help"]["items"][0]["text"])
            await press(person, "guide-next")
            await person.settle(2)
        assert heard[0] == t("guide.rack")
        assert len(heard) >= 3
        assert set(heard) <= set(person.bridge.said)
        await press(person, "guide-no")
        await person.settle(2)
        assert "help" not in parts(person)

    play(script, QuietBridge(language=language))


def test_the_end_of_the_last_hand_is_told_again(play):
    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.settle(2)
        ended = parts(person)
        await press(person, "next-hand")
        for button in ("menu", "scores", "last"):
            await person.settle(2)
            await press(person, button)
        assert person.bridge.outline["scene"] == "last"
        again = parts(person)
        assert [again[key] for key in again if key != "foot"] == [ended[key] for key in ended if key != "foot"]
        await press(person, "close")
        assert person.bridge.outline["scene"] == "scores"

    play(script, QuietBridge({MATCH: played("classic", "1", ended_once)}))


def ended_once(game, _):
    return game.hand_number == 1 and game.actor is None


def test_a_question_is_told(play):
    async def script(person):
        await person.draw()
        await press(person, "menu")
        await press(person, "play")
        await press(person, "deal")
        assert person.bridge.outline["heading"] == person.app.texts("confirm.new")
        await press(person, "no")
        await press(person, "name-0")
        for letter in "AL":
            await press(person, f"key-{letter}")
        assert items(person)[0]["text"] == "Al"
        await press(person, "done")
        assert "Name: Al" in words(person)

    play(script)
