"""The page around the game: what it may ask for, when that is granted, and what it is told."""

import asyncio
import dataclasses
import json
import random
import string

import pytest

from okey.bots import LEVELS
from okey.game import Event
from okey.presets import OVERLAYS, PRESETS
from okey.rules import OPTIONS, RuleSet
from okey.ui import wishes
from okey.ui.app import App
from okey.ui.draft import Draft, Sitter
from okey.ui.host import news
from okey.ui.scenes.question import Question
from okey.ui.settings import CHOICES, Settings
from okey.ui.storage import MATCH, SETTINGS
from tests.ui.person import BARE, QuietBridge, pygame
from tests.ui.saves import begun, played


def visitor(storage=None, **parameters):
    """A bridge with an address's parameters, and settings that leave the table bare."""
    bridge = QuietBridge(storage={SETTINGS: json.dumps(BARE)} if storage is None else storage)
    bridge.parameters = parameters
    return bridge


def types(bridge):
    return [message["type"] for message in bridge.told]


def match_of(bridge):
    return bridge.stored[MATCH]


@pytest.mark.parametrize(
    ("name", "text", "wish"),
    [
        ("lang", "tr", "tr"),
        ("lang", "EN-gb", "en"),
        ("theme", "night", {"cloth": "night"}),
        ("theme", " slate  blue ", {"cloth": "blue", "tiles": "slate"}),
        ("rules", "okey101+team open_min_points=121", RuleSet.parse("okey101+team open_min_points=121")),
        ("seats", "hard", [Sitter("Elif", "hard"), Sitter("Mehmet", "hard"), Sitter("Zeynep", "hard")]),
        ("seats", "easy Ada,hard", [Sitter("Ada", "easy"), Sitter("Mehmet", "hard"), Sitter("Zeynep", "hard")]),
        ("seats", "usta a\u202eb", [Sitter("ab", "usta"), Sitter("Mehmet", "usta"), Sitter("Zeynep", "usta")]),
        ("muted", "", True),
        ("paused", "0", False),
        ("embed", "a-1_B", "a-1_B"),
    ],
)
def test_wishes_are_read(name, text, wish):
    assert wishes.read({name: text}) == ({name: wish}, [])


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("lang", "de", "tr, en"),
        ("lang", "", "tr, en"),
        ("theme", "pink", "green"),
        ("theme", "night green", "both"),
        ("rules", "chess", "no preset"),
        ("rules", "", "no preset"),
        ("rules", "classic+duel players=4", "players"),
        ("seats", "hard,hard,hard,hard", "up to 3"),
        ("seats", "wizard", "usta"),
        ("seats", "", "usta"),
        ("muted", "maybe", "true"),
        ("embed", "a/b", "letters"),
        ("embed", "a" * 41, "letters"),
        ("utm_source", "x", "not known"),
        ("__class__", "x", "not known"),
    ],
)
def test_wishes_without_sense_are_told_by_name_and_changes_nothing(play, name, text, reason):
    granted, [note] = wishes.read({name: text})
    assert granted == {}
    assert name in note
    assert reason in note
    bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: begun("classic", "1")}, **{name: text})
    before = dict(bridge.stored)

    async def script(person):
        assert bridge.notes == [f"address: {note}"]
        assert person.state["scene"] == "table"
        assert bridge.stored == before

    play(script, bridge=bridge)


def test_an_address_chooses_language_look_and_the_first_match(play):
    bridge = visitor(lang="tr", theme="night slate", rules="okey101+team", seats="hard Ada,easy", muted="1")

    async def script(person):
        await person.settle()
        app = person.app
        assert person.state["language"] == "tr"
        assert (app.settings.cloth, app.settings.tiles) == ("night", "slate")
        assert person.view["rules"] == "okey101+team"
        assert [str(sitter) for sitter in app.session.sitters] == [
            "you",
            "bot hard Ada",
            "bot easy Mehmet",
            "bot easy Zeynep",
        ]
        assert person.state["scene"] == "table", "nobody is asked about a match that nobody has seen"
        assert types(bridge) == ["ready", "hand-started"]
        assert bridge.told[0] | {"build": ""} == {
            "type": "ready", "build": "", "lang": "tr", "rules": "okey101+team", "hand": 1, "scores": [0, 0, 0, 0],
        }  # fmt: skip
        await person.my_turn()
        assert not bridge.played
        await person.tap("menu")
        await person.tap("settings")
        app.change_setting("volume", 2)
        assert bridge.played, "the player wants to hear something"

    play(script, bridge=bridge)


def test_what_the_player_chooses_afterwards_stands(play):
    bridge = visitor(lang="tr", theme="night", rules="duz")

    async def choose(person):
        person.app.set_language("en")
        person.app.change_setting("cloth", "blue")
        person.app.new_match(Draft.of(RuleSet.parse("classic")))
        await person.settle()

    play(choose, bridge=bridge)
    again = visitor(bridge.stored, lang="tr", theme="night", rules="duz")

    async def see(person):
        assert (person.state["language"], person.app.settings.cloth) == ("en", "blue")
        assert person.view["rules"] == "classic"
        assert person.state["scene"] == "table"

    play(see, bridge=again)
    other = visitor(again.stored, lang="tr", theme="claret", rules="duz")

    async def see_new_wish(person):
        assert (person.state["language"], person.app.settings.cloth) == ("en", "claret")

    play(see_new_wish, bridge=other)
    plain = visitor(other.stored)

    async def see_nothing_asked(person):
        assert person.app.settings.wished == {}

    play(see_nothing_asked, bridge=plain)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_match_that_was_played_is_not_dropped_unasked(play, answer):
    text = played("classic", "1", lambda game, _: game.actor == 0 and game.phase == "draw" and len(game.hand.piles[0]))
    bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: text}, rules="duz")

    async def script(person):
        assert person.state["scene"] == "question"
        assert person.view["rules"] == "classic"
        await person.tap(answer)
        await person.settle()
        assert person.view["rules"] == ("duz" if answer == "yes" else "classic")
        assert types(bridge) == ["ready", "hand-started"][: 2 if answer == "yes" else 1]

    play(script, bridge=bridge)


def test_a_match_that_nobody_has_played_in_gives_way(play):
    bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: begun("classic", "1")}, seats="usta")

    async def script(person):
        await person.settle()
        assert person.view["rules"] == "classic"
        assert {sitter.level for sitter in person.app.session.sitters} == {None, "usta"}

    play(script, bridge=bridge)


def test_commands_do_what_they_say(play):
    bridge = visitor()

    async def script(person):
        app = person.app
        bridge.command("locale", {"lang": "tr"})
        bridge.command("theme", {"theme": "claret shapes"})
        bridge.command("mute", {})
        assert (app.settings.language, app.settings.cloth, app.settings.tiles) == ("tr", "claret", "shapes")
        assert app.sounds.muted
        bridge.command("mute", {"muted": "false"})
        assert not app.sounds.muted
        bridge.command("start", {"rules": "okey51", "seats": "hard"})
        await person.settle()
        assert person.view["rules"] == "okey51"
        await person.draw()
        bridge.command("start", {"rules": "duz"})
        assert person.state["scene"] == "question"
        await person.tap("yes")
        await person.settle()
        assert person.view["rules"] == "duz"
        assert [sitter.level for sitter in app.session.sitters] == [None, "hard", "hard", "hard"], "as chosen before"
        assert types(bridge) == ["ready", "hand-started", "hand-started", "hand-started"]
        assert [message["rules"] for message in bridge.told] == ["classic", "classic", "okey51", "duz"]

    play(script, bridge=bridge)


def test_commands_without_sense_are_noted_and_change_nothing(play):
    bridge = visitor()

    async def script(person):
        await person.my_turn()
        await person.settle(50)
        before = person.state, dict(bridge.stored)
        for command, values in [
            ("locale", {"lang": "xx"}), ("locale", {}), ("theme", {"theme": ""}), ("mute", {"muted": "?"}),
            ("boom", {}), ("__init__", {}), ("pause", {"paused": "never"}),
        ]:  # fmt: skip
            bridge.command(command, values)
        await person.settle()
        assert (person.state | {"frames": 0}, bridge.stored) == (before[0] | {"frames": 0}, before[1])
        assert len(bridge.notes) == 4

    play(script, bridge=bridge)


async def bots_stand_still(person):
    """Tells whether nothing happens though it is a computer player's turn."""
    actions = person.app.session.table.record.actions
    before = len(actions)
    await person.settle(50)
    return len(actions) == before


async def to_bots_turn(person):
    await person.draw()
    for identifier in (f"slot-{person.slot_of(person.spare())}", "discard"):
        person.app.press(identifier)
    await person.app.turn()
    if person.state["scene"] == "question":
        person.app.press("yes")
    assert person.app.session.view.actor not in (0, None)


def test_a_paused_game_waits_until_somebody_lets_it_go_on(play):
    bridge = visitor()

    async def script(person):
        ways_on = [
            lambda: bridge.command("resume", {}),
            lambda: person.app.press("resume"),
            lambda: person.app.input._key(pygame.K_ESCAPE, 0),
        ]
        for go_on in ways_on:
            await to_bots_turn(person)
            bridge.command("pause", {})
            bridge.command("pause", {})
            await person.settle(2)
            assert person.state["scene"] == "paused"
            assert await bots_stand_still(person)
            go_on()
            assert person.state["scene"] == "table"
            await person.my_turn()
        bridge.command("resume", {})
        assert types(bridge)[2:] == ["paused", "resumed"] * 3

    play(script, bridge=bridge)


def test_a_game_may_begin_paused(play):
    bridge = visitor(paused="")

    async def script(person):
        assert person.state["scene"] == "paused"
        bridge.command("start", {})
        await person.settle()
        assert person.state["scene"] == "table"
        assert types(bridge) == ["ready", "hand-started", "paused", "resumed", "hand-started"]

    play(script, bridge=bridge)


def test_out_of_sight_computer_players_wait(play):
    bridge = visitor()

    async def script(person):
        await to_bots_turn(person)
        bridge.scrolled_away = True
        await person.settle(2)
        assert person.state["scene"] == "table"
        assert await bots_stand_still(person)
        bridge.scrolled_away = False
        await person.my_turn()

    play(script, bridge=bridge)


def test_the_end_of_a_match_is_told(play):
    text = played("classic start_points=20", "1", lambda _, action: action.verb == "finish")
    bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: text})

    async def script(person):
        session = person.app.session
        while "match-ended" not in types(bridge):
            game = session.table.game
            if game.actor is None:
                await person.until(lambda: person.state["scene"] == "result")
                person.app.press("next-hand")
            elif game.actor == 0:
                session.act(next(action for action in game.legal_actions() if action.verb != "show"))
            else:
                await person.app.turn()
        ends = [message for message in bridge.told if message["type"] == "hand-ended"]
        assert [end["scores"] for end in ends] == [list(scores) for scores in session.scores][-len(ends) :]
        assert [end["before"] for end in ends] == [list(scores) for scores in session.scores][-len(ends) - 1 : -1]
        assert ends[-1] | {"before": []} == {
            "type": "hand-ended", "hand": session.view.hand_number, "ending": session.view.result.ending,
            "winner": session.view.result.winner, "before": [], "scores": list(session.view.scores),
        }  # fmt: skip
        assert bridge.told[-1] == {
            "type": "match-ended", "winners": list(session.view.winners), "scores": list(session.view.scores),
        }  # fmt: skip
        starts = [message for message in bridge.told if message["type"] == "hand-started"]
        assert [start["hand"] for start in starts] == [end["hand"] for end in ends[1:]]

    play(script, bridge=bridge)


def test_nothing_else_is_told():
    view = object()
    for text in ("drew 2 R5", "discarded 1 K13", "undid 1", "finished 0 B10"):
        assert news(Event.parse(text), view) is None


def test_fingers_and_wheel_are_taken_where_they_are_of_use(play):
    async def script(person):
        app = person.app

        def takes_finger(x, y):
            return any(
                left <= x < left + width and top <= y < top + height for left, top, width, height in app.finger_areas()
            )

        await person.my_turn()
        assert takes_finger(*person.spot(person.view["rack"][0]))
        assert takes_finger(*person.centre(person.widget("stock")["rect"]))
        felt = next(
            (x, y)
            for x in range(10, 1360, 10)
            for y in range(10, 300, 10)
            if not any(
                a <= x < a + w and b <= y < b + h for a, b, w, h in (each["rect"] for each in person.state["widgets"])
            )
        )
        assert not takes_finger(*felt)
        assert not app.takes_wheel()
        await person.tap("menu")
        assert app.finger_areas() is None, "everywhere"
        await person.tap("rules")
        assert app.takes_wheel()

    play(script, bridge=visitor())


WORDS = {
    "rules": [*PRESETS, *OVERLAYS, *(f"{name}={value}" for name, o in OPTIONS.items() for value in o.values[:3]), "+"],
    "seats": [*LEVELS, "Ada", ","],
    "theme": [*CHOICES["cloth"], *CHOICES["tiles"]],
    "lang": [*CHOICES["language"], "tr-TR"],
    "embed": ["a-1"],
}
"""By name, words that a wish may be made of."""


def nonsense(chance, name):
    """Makes a text out of words that mean something, changed a little or not at all, or of anything else."""
    made = " ".join(chance.choices(WORDS.get(name, ["1", "true", ""]), k=chance.choice((1, 1, 2, 3))))
    at, kind = chance.randrange(len(made) + 1), chance.randrange(6)
    if kind == 0:
        return "".join(chance.choices(string.printable, k=chance.randrange(40)))
    if kind == 1:
        return "".join(map(chr, chance.choices(range(1, 0xD800), k=chance.randrange(20))))
    return [made, made[:at] + chr(chance.randrange(0x2FFF)) + made[at:], made[:at] + made[at + 1 :], made * 30][
        kind - 2
    ]


MOST_WISHES = 10_000


def test_ten_thousand_hostile_addresses_are_read_or_noted():
    """What is granted is of the kind that its name says, and can be kept; nothing is raised."""
    chance, bridge = random.Random("addresses"), QuietBridge()
    names = [*wishes._READERS, "wished", "match", "__dict__", "", "\0", "langx"]
    seen = {"granted": 0, "noted": 0}
    for _ in range(MOST_WISHES):
        asked = {name: nonsense(chance, name) for name in chance.choices(names, k=chance.randrange(1, 5))}
        granted, notes = wishes.read(asked)
        assert granted.keys() <= asked.keys()
        assert len(granted) + len(notes) == len(asked)
        assert all(len(note) < 1500 and note.isprintable() for note in notes), notes
        if granted.keys() & {"rules", "seats"}:
            draft = wishes.drafted(granted, Draft())
            assert Draft.from_data(draft.as_data()) == draft
        assert granted.get("lang", "tr") in CHOICES["language"]
        for name, word in granted.get("theme", {}).items():
            assert word in CHOICES[name]
        settings = Settings("en", wished={name: asked[name] for name in wishes.LASTING if name in granted})
        if settings.wished:
            settings.save(bridge)
            assert Settings.load(bridge) == (settings, True)
        seen["granted"] += len(granted)
        seen["noted"] += len(notes)
    assert min(seen.values()) > 1000, seen


def test_ten_thousand_hostile_addresses_prepare_a_match():
    """The way that an address takes into the app: what comes of it can be dealt, and kept."""
    chance = random.Random("parameters")
    bridge = visitor()
    app = App(bridge, pace=0)
    names, different = [*wishes._READERS, "rules", "seats", "match", "__dict__", ""], set()
    for _ in range(MOST_WISHES):
        bridge.parameters = {name: nonsense(chance, name) for name in chance.choices(names, k=chance.randrange(5))}
        draft = app.host.prepare()
        assert len(draft.sitters) == 4
        if (made := (str(draft.rules), str(draft.sitters))) not in different:
            different.add(made)
            assert RuleSet.parse(made[0]) == draft.rules
            assert Settings.load(bridge) == (app.settings, True)
    assert len(different) > 100
    assert not bridge.reports


SETTINGS_NAMES = [field.name for field in dataclasses.fields(Settings)]
MAY_CHANGE = {
    "locale": {"lang": ["language"]},
    "theme": {"theme": ["cloth", "tiles"]},
    "mute": {"muted": []},
    "pause": {"paused": []},
    "resume": {"paused": []},
}
"""By command and field, the settings that may change."""


def test_ten_thousand_hostile_commands_change_nothing_but_what_they_name():
    """The Python half of it; what the page lets through to here is tested in tests/browser/test_embed.py."""
    chance = random.Random("commands")

    async def whole():
        bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: begun("classic", "1")})
        app = App(bridge, pace=0)
        await app.start()
        app.session.stop()
        match = bridge.stored[MATCH]
        for _ in range(MOST_WISHES):
            command = chance.choice(["pause", "resume", "mute", "locale", "theme", "", "stop", "__class__", "start\0"])
            named = MAY_CHANGE.get(command, {})
            field = chance.choice([*named, "x", "__dict__"])
            before = {name: getattr(app.settings, name) for name in SETTINGS_NAMES}
            app.host.obey(command, {field: nonsense(chance, field)})
            after = {name: getattr(app.settings, name) for name in SETTINGS_NAMES}
            assert {name for name in before if before[name] != after[name]} <= set(named.get(field, ()))
        app.host.resume()
        await app.turn()
        assert bridge.stored[MATCH] == match
        assert not bridge.reports

    asyncio.run(whole())
    pygame.display.quit()


def second_turn(game, _action):
    return game.actor == 0 and game.phase == "draw" and min(map(len, game.hand.piles)) >= 1


def test_ten_thousand_hostile_starts_ask_the_player_and_change_nothing():
    """A page may ask for another match in whatever words: the player is asked, says no, and plays on."""
    chance = random.Random("starts")

    async def whole():
        bridge = visitor({SETTINGS: json.dumps(BARE), MATCH: played("classic", "1", second_turn)})
        app = App(bridge, pace=0)
        await app.start()
        app.session.stop()
        match, settings = bridge.stored[MATCH], bridge.stored[SETTINGS]
        noted = 0
        for _ in range(MOST_WISHES):
            fields = chance.choice((["rules"], ["seats"], ["rules", "seats"], ["x"], ["rules", "__dict__"], []))
            before = len(bridge.notes)
            app.host.obey("start", {field: nonsense(chance, field) for field in fields})
            noted += len(bridge.notes) > before
            question = app.scene
            assert isinstance(question, Question)
            if chance.random() < 0.5:  # the others are left open
                question.activate("no")
                assert not isinstance(app.scene, Question), "there was one at most"
            assert (bridge.stored[MATCH], bridge.stored[SETTINGS]) == (match, settings)
        assert min(noted, MOST_WISHES - noted) > 1000, noted
        await app.turn()
        assert not bridge.reports

    asyncio.run(whole())
    pygame.display.quit()
