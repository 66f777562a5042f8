"""The club: levels and looks, leagues and series, reached and used in every way; and that nothing is granted twice."""

import json
from dataclasses import replace
from functools import lru_cache

import pytest

from okey import daily
from okey.archive import Archive
from okey.characters import CHARACTERS
from okey.leagues import HANDS, LEAGUES, RIVALS, league_of, league_seed, rival_of, rules, series_seed
from okey.progress import DAILY, FLOOR, Progress, Tally, experience, key_of, needed, total
from okey.record import Record
from okey.statistics import MatchSummary, summarize
from okey.ui import backup, theme, unlocks
from okey.ui.portraits import FACES
from okey.ui.storage import MATCH, MATCHES, PROGRESS
from tests.support import bot_match
from tests.ui.person import BARE, Person, QuietBridge, pygame
from tests.ui.saves import SEEDS, played
from tests.ui.test_backup import signed
from tests.ui.test_home import find, press
from tests.ui.test_keyboard import Keys
from tests.ui.test_matches import filled
from tests.ui.test_replay import outline

PHONE, LOW, WIDE = (360, 640), (640, 360), (1366, 768)
SETTINGS = {"settings": json.dumps(BARE)}


def earned(**values) -> dict[str, str]:
    return {PROGRESS: Progress(**values).write(), **SETTINGS}


def progress(person) -> Progress:
    """What is kept."""
    found = Progress.parse(person.bridge.stored[PROGRESS])
    assert found == person.app.standing.progress
    return found


def _finish(game, action) -> bool:
    return game.actor == 0 and action.verb == "finish"


@lru_cache
def over(seed, preset, overlay, chairs, won) -> Record:
    """A match at the club that the player has won, or has not."""
    found = rules(preset, overlay)
    for number in range(SEEDS):
        record, _ = bot_match(f"{seed}{number}", HANDS, found)
        if (0 in summarize(record, 0).winners) is won:
            return Record(found, record.seed, ["you", *(CHARACTERS[key].seat for key in chairs)], record.actions)
    raise AssertionError("no such match")


# ---- every hand counts once


def test_a_hand_counts_once_however_often_its_end_is_loaded_again(play):
    bridge = QuietBridge(storage={MATCH: played("classic", "club", _finish), **SETTINGS})
    seen = []

    async def script(person):
        before = person.app.standing.progress.experience
        assert person.app.press("finish")
        if person.state["armed"]:
            assert person.app.press("finish")
        await person.until(lambda: person.state["scene"] == "result")
        summary = person.app.session.summary()
        worth = experience(summary, summary.hands[-1])
        assert worth >= 10
        assert progress(person).experience == before + worth == total([summary])
        assert progress(person).points == FLOOR + before + worth + DAILY
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert f"+{worth} experience" in words
        seen.append(progress(person))

    async def again(person):
        await person.until(lambda: person.state["scene"] == "result")
        assert progress(person) == seen[0]
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert "experience" in words, "it is still told"

    play(script, bridge)
    for _ in range(3):
        play(again, QuietBridge(bridge.stored))


def test_what_was_not_counted_before_the_page_was_killed_is_counted_when_it_is_back(play):
    bridge = QuietBridge(storage={MATCH: played("classic", "club", lambda game, _: game.hand_number == 2), **SETTINGS})

    async def script(person):
        summary = person.app.session.summary()
        assert len(summary.hands) == 1
        assert progress(person).experience == total([summary])

    play(script, bridge)
    del bridge.stored[PROGRESS]
    play(script, QuietBridge(bridge.stored))


def test_lost_or_damaged_progress_is_made_anew_from_the_matches(play):
    kept = Archive.parse(filled(5))
    for text in (None, "nonsense", '{"kind":"okey progress","version":2}'):
        storage = {MATCHES: kept.write(), **SETTINGS, **({} if text is None else {PROGRESS: text})}

        async def script(person, text=text):
            assert progress(person).experience == total(match.summary for match in kept) > 0
            assert person.bridge.stored.get(f"{PROGRESS}.damaged") == text

        play(script, QuietBridge(storage=storage))


def test_a_match_that_is_over_counts_once_though_it_is_kept_twice(play):
    bridge = QuietBridge(storage={MATCH: played("classic+quick", "over", _finish), **SETTINGS})

    async def script(person):
        finish = next(a for a in person.app.session.view.legal_actions() if a.verb == "finish")
        person.app.session.act(finish)
        await person.settle(2)
        assert MATCHES in person.bridge.stored
        assert progress(person).experience == total([person.app.session.summary()])

    play(script, bridge)
    del bridge.stored[PROGRESS]

    async def again(person):
        assert progress(person).experience == total([person.app.session.summary()])

    play(again, QuietBridge(bridge.stored))


def test_progress_goes_into_the_file_and_comes_back():
    bridge = QuietBridge(storage=earned(experience=77, rivals={"gul": Tally(2, 1)}))
    assert backup.read(backup.write(bridge))[PROGRESS] == bridge.stored[PROGRESS]
    damaged = bridge.stored[PROGRESS].replace('"points":100', '"points":-1')
    with pytest.raises(backup.Unreadable, match="damaged"):
        backup.read(signed({PROGRESS: damaged}))
    bridge.stored[PROGRESS] = damaged
    assert PROGRESS not in backup.read(backup.write(bridge))


# ---- levels and looks


def test_what_there_was_stays_free_and_every_other_look_has_a_level():
    assert set(unlocks.free("cloth", 1)) == {"green", "blue", "claret", "night"}
    assert set(unlocks.free("tiles", 1)) == {"ivory", "white", "slate", "shapes"}
    looks = {(kind, word) for kind, words in unlocks.KINDS.items() for word in words}
    assert unlocks.LEVELS.keys() < looks
    assert sorted(unlocks.LEVELS.values()) == list(range(2, 2 + len(unlocks.LEVELS)))
    for kind, words in unlocks.KINDS.items():
        assert unlocks.free(kind, None) == words
        assert words[0] in unlocks.free(kind, 1)
    assert set(unlocks.free("avatar", 1)) == set(FACES), "whom one looks like is everybody’s own choice"


@pytest.mark.parametrize("size", [PHONE, LOW, WIDE], ids=str)
def test_a_look_comes_with_its_level_and_is_worn(play, size):
    async def script(person):
        app = person.app
        for button in ("menu", "club", "progress"):
            await press(person, button)
        await find(person, "cloth-plum")
        assert not person.widget("cloth-plum")["enabled"]
        assert person.widget("cloth-plum")["label"] == "Table: Plum, from level 7"
        await person.tap("cloth-plum")
        assert app.settings.cloth == "green"
        assert app.toast.text == "Table: Plum, from level 7"
        for look, colours in (("cloth-olive", lambda: app.cloth), ("rack-beech", lambda: app.wood)):
            before = colours()
            await press(person, look)
            assert person.widget(look)["chosen"]
            assert colours() != before
        await press(person, "avatar-cat")
        assert app.settings.avatar == "cat"
        texts = [item["text"] for part in outline(person)["parts"] for item in part["items"]]
        assert "20 experience to level 5: Portrait: Owl" in texts

    play(script, QuietBridge(storage=earned(experience=needed(4) + 20), size=size))


def test_the_table_takes_the_look_at_once(play):
    async def script(person):
        rack = person.app.table.layout.rack
        point = (rack.x + 4, rack.centery)

        def seen():
            return pygame.display.get_surface().get_at(point)[:3]

        await person.settle(3)
        oak = seen()
        person.app.change_setting("rack", "ebony")
        await person.settle(3)
        assert sum(seen()) < sum(oak) - 60
        assert person.app.wood is theme.WOODS["ebony"]

    play(script, QuietBridge(storage=earned(experience=0)))


def test_levels_can_be_hidden_and_every_look_is_free_then(play):
    async def script(person):
        app = person.app
        for button in ("menu", "settings"):
            await press(person, button)
        await find(person, "cloth-night")
        assert "cloth-plum" not in [w["id"] for w in person.state["widgets"]]
        await press(person, "progress-off")
        await press(person, "cloth-plum")
        assert app.settings.cloth == "plum"
        await person.key(pygame.K_ESCAPE)
        await press(person, "club")
        found = {w["id"] for w in person.state["widgets"]}
        assert {"looks", "series", "daily", "matches"} <= found
        assert not {"progress", "leagues"} & found
        await press(person, "looks")
        said = [item for part in outline(person)["parts"] for item in part["items"]]
        assert not any("evel" in item["text"] for item in said)
        assert all(item["enabled"] for item in said if "id" in item)
        assert app.gain() is None

    play(script, QuietBridge(storage=earned(experience=0)))


# ---- leagues


async def to_leagues(person):
    for button in ("menu", "club", "leagues"):
        await press(person, button)
    assert person.state["scene"] == "leagues"


def test_who_sits_down_pays_once(play):
    bridge = QuietBridge(storage=earned(points=700), size=PHONE)

    async def script(person):
        await to_leagues(person)
        await press(person, "game-next")
        await press(person, "sit-amateur")
        assert person.app.scene.heading() == "The entry is 500 play points: you have 700, 200 are left. Sit down?"
        await person.tap("no")
        assert progress(person).points == 700
        assert person.state["scene"] == "leagues"
        await person.tap("sit-amateur")
        await person.tap("yes")
        assert person.state["scene"] == "table"
        record = person.app.session.table.record
        assert league_of(record) == "amateur"
        assert record.rules.n_hands == (5,)
        assert [sitter.name for sitter in person.app.session.sitters[1:]] == ["Gül", "Kerem", "Sabiha"]
        assert progress(person).points == 200

    async def again(person):
        record = person.app.session.table.record
        assert league_of(record) == "amateur"
        assert progress(person).points == 200
        await person.tap("menu")
        assert person.app.scene.heading().startswith("Amateur · ")
        await person.key(pygame.K_ESCAPE)
        await to_leagues(person)
        await find(person, "sit-amateur")
        assert person.widget("sit-amateur")["label"].endswith("Go on"), "though its entry is dearer than what is left"
        await person.tap("sit-amateur")
        assert person.state["scene"] == "table"
        assert person.app.session.table.record is record
        assert progress(person).points == 200

    play(script, bridge)
    play(again, QuietBridge(bridge.stored))


def test_a_table_that_is_too_dear_says_so(play):
    async def script(person):
        record = person.app.session.table.record
        await to_leagues(person)
        await find(person, "sit-master")
        assert not person.widget("sit-master")["enabled"]
        await person.tap("sit-master")
        assert person.app.toast.text == "This table takes 2,000 play points; you have 1,999."
        assert person.app.session.table.record is record
        assert person.state["scene"] == "leagues"

    play(script, QuietBridge(storage=earned(points=1_999)))


def half(record) -> MatchSummary:
    """What such a match came to before its last hand ended."""
    summary = summarize(record, 0)
    return replace(summary, hands=summary.hands[:-1], winners=())


@pytest.mark.parametrize("won", [True, False])
def test_the_pot_is_paid_once(play, won):
    match = over(league_seed("master", "pot"), "classic", "", LEAGUES["master"].cast, won=won)
    begun = Progress(points=5_000)
    begun.settle(key_of(match), half(match), daily.today(), stake=2_000)
    assert begun.points < 4_000
    before = begun.points
    storage = {MATCH: match.write(), PROGRESS: begun.write(), **SETTINGS}
    seen = []

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        made = progress(person)
        summary = person.app.session.summary()
        assert summary == summarize(match, 0)
        hand = experience(summary, summary.hands[-1]) + DAILY * (begun.rewarded is None and made.rewarded is not None)
        assert made.points == before + hand + (8_000 // len(summary.winners) if won else 0)
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert ("+8,000 play points" in words or "+4,000 play points" in words) is won
        assert f"Play points: {made.points:,}" in words
        assert seen in ([], [made]), "loaded again, nothing is paid again"
        seen[:] = [made]
        await person.tap("new-match")
        assert person.state["scene"] == "leagues", "the next match has its entry too"

    bridge = QuietBridge(storage=storage)
    play(script, bridge)
    play(script, QuietBridge(bridge.stored))


def _void(game, _action) -> bool:
    return game.result is not None and game.result.winner is None and game.hands_played < game.hand_number < 4


def test_a_void_hand_is_said_not_to_count(play):
    record = played(str(rules("classic")), "void", _void)
    chairs = LEAGUES["rookie"].cast
    parsed = Record.parse(record)
    seats = ["you", *(CHARACTERS[key].seat for key in chairs)]
    match = Record(parsed.rules, parsed.seed, seats, parsed.actions)

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        session = person.app.session
        assert session.void == {len(session.scores) - 1}
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert "this hand does not count" in words
        await person.tap("scores")
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert f"Hand {len(session.scores) - 1}, not counted" in words
        assert not [text["text"] for text in person.state["texts"] if text["clipped"]]

    play(script, QuietBridge(storage={MATCH: match.write(), **SETTINGS}, size=PHONE))


# ---- series


@pytest.mark.parametrize("key", ["gul", "leyla+riza"])
def test_a_series_is_begun_and_counted(play, key):
    rival = RIVALS[key]

    async def begin(person):
        for button in ("menu", "club", "series"):
            await press(person, button)
        await press(person, f"sit-{key}")
        session = person.app.session
        assert rival_of(session.table.record) == key
        assert [sitter.name for sitter in session.sitters[1:]] == [CHARACTERS[k].name for k in rival.chairs]
        assert person.app.standing.progress.points == 150, "a series takes no entry"

    play(begin, QuietBridge(storage=earned(points=150), size=LOW))

    match = over(series_seed(key, "tally"), "classic", rival.overlay, rival.chairs, won=True)
    bridge = QuietBridge(storage={MATCH: match.write(), **earned(rivals={key: Tally(1, 1)})})

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        assert progress(person).rivals == {key: Tally(2, 1)}
        await person.tap("new-match")
        assert person.state["scene"] == "series"
        await find(person, f"sit-{key}")
        words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
        assert "Series: 2 won, 1 lost." in words

    play(script, bridge)
    play(script, QuietBridge(bridge.stored))


# ---- what is given up


def throws(game, _action) -> bool:
    return game.actor == 0 and game.phase == "discard" and game.hand_number == 2


def at_table(seed, chairs, overlay="") -> str:
    """A match at the club in its second hand, the person's tile to throw."""
    record = Record.parse(played(str(rules("classic", overlay)), seed, throws))
    return Record(record.rules, record.seed, ["you", *(CHARACTERS[key].seat for key in chairs)], record.actions).write()


SERIES = at_table(series_seed("gul", "left"), ("gul",), "duel")
LEAGUE = at_table(league_seed("amateur", "left"), LEAGUES["amateur"].cast)


async def begin_another(person):
    """Sits down elsewhere, up to the question."""
    for button in ("menu", "club", "series"):
        await press(person, button)
    await press(person, "sit-sahin")


def test_a_series_that_is_given_up_is_lost(play):
    bridge = QuietBridge(storage={MATCH: SERIES, **earned(rivals={"gul": Tally(1, 0)})}, size=PHONE)

    async def reload(person):
        await person.settle(3)
        assert rival_of(person.app.session.table.record) == "gul", "it goes on after a reload"
        assert progress(person).rivals == {"gul": Tally(1, 0)}

    async def script(person):
        await begin_another(person)
        assert "counts as lost" in person.app.scene.heading()
        await person.tap("no")
        assert progress(person).rivals == {"gul": Tally(1, 0)}
        await person.tap("sit-sahin")
        await person.tap("yes")
        assert rival_of(person.app.session.table.record) == "sahin"
        assert progress(person).rivals == {"gul": Tally(1, 1)}
        assert Archive.parse(person.bridge.stored[MATCHES])[-1].brought.rival == "gul"
        await begin_another(person)
        assert person.state["scene"] == "table", "nothing was done there yet"
        assert progress(person).rivals == {"gul": Tally(1, 1)}

    play(reload, QuietBridge(bridge.stored))
    play(script, bridge)


def test_a_table_that_is_given_up_keeps_its_entry(play):
    bridge = QuietBridge(storage={MATCH: LEAGUE, **earned(points=700)})

    async def script(person):
        before = progress(person)
        assert before.points == 200 + before.experience + DAILY * (before.rewarded is not None)
        await begin_another(person)
        assert "entry is lost" in person.app.scene.heading()
        await person.tap("yes")
        assert progress(person).points == before.points
        brought = Archive.parse(person.bridge.stored[MATCHES])[-1].brought
        assert brought.points == DAILY * (before.rewarded is not None) - 500

    play(script, bridge)


def test_a_table_left_before_anything_was_done_has_taken_its_entry_too(play):
    async def script(person):
        for button in ("menu", "club", "leagues"):
            await press(person, button)
        await press(person, "sit-rookie")
        await person.tap("yes")
        assert progress(person).points == 600
        await begin_another(person)
        assert "entry is lost" in person.app.scene.heading()
        await person.tap("yes")
        assert progress(person).points == 600
        assert Archive.parse(person.bridge.stored[MATCHES])[-1].brought.points == -100

    play(script, QuietBridge(storage=earned(points=700)))


def last_turn(record) -> tuple[Record, list]:
    """A match up to the person's last turn, and what is done from then on."""
    steps = list(record.steps())
    turns = [at for at, (_, events) in enumerate(steps) if events[0].seat == 0]
    cut = turns[-1]
    return Record(record.rules, record.seed, record.seats, record.actions[:cut]), record.actions[cut:]


def test_progress_lost_is_made_anew_with_all_that_tables_series_and_days_brought(play):
    match = over(league_seed("master", "pot"), "classic", "", LEAGUES["master"].cast, won=True)
    before, rest = last_turn(match)
    bridge = QuietBridge(storage={MATCH: before.write(), **earned(points=2_100)})
    seen = []

    def same(found):
        return found.experience, found.points, found.rewarded, found.rivals

    async def win(person):
        table = person.app.session.table
        for action in rest:
            table.act(table.game.actor, action)
        await person.settle(3)
        assert table.record.actions == match.actions
        assert Archive.parse(bridge.stored[MATCHES])[-1].brought.points >= 4_000 - 2_000 + DAILY

    async def give_up(person):
        await begin_another(person)
        await person.tap("yes")
        assert progress(person).rivals == {"gul": Tally(0, 1)}
        seen.append(progress(person))

    async def again(person):
        found = progress(person)
        assert (found.experience, found.rewarded, found.rivals) == same(seen[0])[:1] + same(seen[0])[2:]
        assert found.points == seen[0].points - (2_100 - FLOOR), "what was there without a match"

    play(win, bridge)
    bridge = QuietBridge({**bridge.stored, MATCH: SERIES})
    play(give_up, bridge)
    del bridge.stored[PROGRESS]
    play(again, QuietBridge(bridge.stored))


# ---- by every way in


class Fingers(Person):
    async def tap(self, target, *, touch=True):
        await super().tap(target, touch=touch)


class Mirror(Person):
    """Somebody who only has what assistive technology shows."""

    async def tap(self, target, *, touch=False):  # noqa: ARG002
        assert any(item.get("id") == target for part in outline(self)["parts"] for item in part["items"])
        assert self.app.tap(target)
        await self.settle(2)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("text", ["100", "200"])
@pytest.mark.parametrize("size", [PHONE, LOW, WIDE], ids=str)
@pytest.mark.parametrize("way", [Keys, Fingers, Mirror])
def test_all_of_it_is_reached_and_used(play, way, size, text, language):
    async def script(person):
        somebody = way(person.app, person.bridge)

        async def go(identifier):
            while way is not Mirror and identifier not in [w["id"] for w in somebody.state["widgets"]]:
                assert somebody.widget("next")["enabled"], identifier
                await somebody.tap("next")
            await somebody.tap(identifier)

        for scene, used in (("progress", "avatar-owl"), ("leagues", "game-next"), ("series", "sit-sahin")):
            await person.key(pygame.K_ESCAPE)
            for button in ("club", scene):
                await go(button)
            assert somebody.state["scene"] == scene
            assert not [shown.text for shown in person.app.painter.shown if shown.clipped]
            assert min(w["rect"][3] for w in somebody.state["widgets"]) >= 44
            await go(used)
            while somebody.state["scene"] not in ("menu", "table"):
                await person.key(pygame.K_ESCAPE)
            if somebody.state["scene"] == "menu":
                await person.key(pygame.K_ESCAPE)
        assert person.app.settings.avatar == "owl"
        assert rival_of(person.app.session.table.record) == "sahin"

    settings = {"settings": json.dumps({**BARE, "language": language, "text": text})}
    play(script, QuietBridge(storage={**earned(experience=needed(6)), **settings}, size=size, language=language))
