"""Matches that were played: kept by themselves, listed, added up; and the deal that everybody gets on one day."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

import pytest

from okey import daily, leagues
from okey.archive import Archive
from okey.characters import CHARACTERS
from okey.game.actions import DEAL
from okey.link import pack, unpack
from okey.presets import PRESETS
from okey.ratings import RATINGS
from okey.record import Record
from okey.rules import RuleSet
from okey.statistics import HandSummary, MatchSummary, overall, summarize
from okey.ui import backup, dailies
from okey.ui.draft import Draft
from okey.ui.scenes.charts import Curve
from okey.ui.scenes.matches import Matches
from okey.ui.scenes.statistics import Statistics
from okey.ui.storage import DAMAGED, KEY, MATCH, MATCHES
from okey.ui.texts import signed
from tests.support import bot_match
from tests.ui.person import BARE, QuietBridge, pygame
from tests.ui.saves import played
from tests.ui.test_home import find, press
from tests.ui.test_replay import Sharing, outline
from tests.walk import combinations

SETTINGS = {"settings": json.dumps(BARE)}
DAY = date(2026, 12, 24)


def filled(count=3, games=("classic", "okey101", "classic+vibrant")) -> str:
    kept = Archive()
    for number in range(count):
        made = bot_match(f"kept {number}", 2, RuleSet.parse(games[number % len(games)]))[0]
        made.seats = ["you", "bot hard Elif", "bot easy Can", "bot medium Ali"]
        kept.add(made, summarize(made, 0), datetime(2026, 11, 20, number % 24, tzinfo=UTC))
    return kept.write()


def kept(person) -> Archive:
    return Archive.parse(person.bridge.stored.get(MATCHES, Archive().write()))


def _last_throw(game, action) -> bool:
    return game.actor == 0 and action.verb == "finish" and game.rules.match_end == "single"


def test_a_match_is_kept_when_it_is_over(play):
    bridge = QuietBridge(storage={MATCH: played("classic+quick", "over", _last_throw), **SETTINGS})

    async def script(person):
        assert len(kept(person)) == 0
        thought = next(a for a in person.app.session.view.legal_actions() if a.verb == "finish")
        person.app.session.act(thought)
        await person.settle(2)
        (match,) = kept(person)
        assert match.record() == person.app.session.table.record
        assert match.summary == summarize(match.record(), 0)
        assert match.summary.winners
        person.app.again()
        await person.settle(2)
        assert len(kept(person)) == 1, "it is kept once"

    play(script, bridge)


def _ends_it(game, action) -> bool:
    if game.actor != 0 or action.verb not in ("finish", "discard"):
        return False
    after = game.copy()
    after.apply(action)
    return after.phase == "over"


QUICK = [f"{preset}+quick" if PRESETS[preset]["match_end"] != "single" else preset for preset in PRESETS]


@pytest.mark.parametrize("rules", [*QUICK, "okey101+team+quick", "konkan81+vibrant+quick", "okey51+duel+quick"])
def test_what_is_kept_of_every_game_is_what_its_record_comes_to(play, rules):
    """The hand that ends it is summed up as it ends; it was asked of the table, not of the record."""
    bridge = QuietBridge(storage={MATCH: played(rules, "sums", _ends_it), **SETTINGS})

    async def script(person):
        session = person.app.session
        for action in [action for action in session.view.legal_actions() if action.verb in ("finish", "discard")]:
            if _ends_it(session.table.game, action):
                break
        session.act(action)
        await person.settle(2)
        (match,) = kept(person)
        assert match.summary == summarize(match.record(), 0)
        assert len(match.summary.hands) == 1
        assert match.summary.winners

    play(script, bridge)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_table_sums_up_hand_by_hand_is_what_the_record_comes_to(preset):
    for rules in (name for name in combinations() if name.split("+")[0].split(" ")[0] == preset):
        made = bot_match(f"sums {rules}", 2, RuleSet.parse(rules))[0]
        for seat in (0, made.rules.players - 1):
            hands = [
                HandSummary.of(game.view(seat), seat)
                for game, events in made.steps()
                if any(event.kind == "hand_ended" for event in events)
            ]
            again = summarize(unpack(pack(made)), seat)
            assert list(again.hands) == hands
            assert MatchSummary.from_data(json.loads(json.dumps(again.as_data()))) == again


def _second_hand(game, _action) -> bool:
    return game.hand_number == 2 and game.actor == 0 and game.phase == "discard"


def test_a_match_that_is_left_is_kept_as_far_as_it_was_played(play):
    bridge = QuietBridge(storage={MATCH: played("classic", "left", _second_hand), **SETTINGS})

    async def script(person):
        left = Record.parse(person.bridge.stored[MATCH])
        person.app.session.stop()
        person.app.new_match(Draft())
        (match,) = kept(person)
        assert match.record().actions == left.actions
        assert match.summary == summarize(left, 0)
        assert (len(match.summary.hands), match.summary.winners) == (1, ())
        person.app.session.stop()
        person.app.new_match(Draft())
        assert len(kept(person)) == 1, "nobody has played in the second one"

    play(script, bridge)


def test_a_damaged_list_is_set_aside(play):
    bridge = QuietBridge(storage={MATCH: played("classic", "left", _second_hand), MATCHES: "nonsense", **SETTINGS})

    async def script(person):
        person.app.session.stop()
        person.app.new_match(Draft())
        assert len(kept(person)) == 1
        assert person.bridge.stored[f"{MATCHES}.damaged"] == "nonsense"

    play(script, bridge)


def test_matches_go_out_and_come_back_with_all_saves():
    bridge = QuietBridge(storage={MATCHES: filled(), **SETTINGS})
    text = backup.write(bridge)
    assert backup.read(text)[MATCHES] == filled()
    other = QuietBridge()
    backup.restore(other, backup.read(text))
    assert other.stored[MATCHES] == filled()


def test_a_damaged_match_keeps_nobody_from_their_saves():
    """What cannot be read back is set aside before all is written, so that a file or a profile is never lost for it."""
    bridge = QuietBridge(storage={MATCHES: filled().replace('"okey101"', '"nothing"', 1), KEY: "no key", **SETTINGS})
    kept = backup.read(backup.write(bridge))
    assert kept == {
        MATCHES: "".join(line for line in filled().splitlines(keepends=True) if "okey101" not in line),
        **SETTINGS,
    }
    assert bridge.stored[KEY + DAMAGED] == "no key"


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (844, 390)])
def test_matches_are_listed_and_can_be_watched(play, size, language):
    storage = {MATCHES: filled(), "settings": json.dumps({**BARE, "language": language})}

    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "matches")
        assert person.state["scene"] == "matches"
        ids = [item["id"] for part in outline(person)["parts"] for item in part["items"] if "id" in item]
        assert [name for name in ids if name.startswith("match-")] == ["match-2", "match-1", "match-0"]
        assert not [shown.text for shown in person.app.painter.shown[-8:] if shown.clipped]
        await find(person, "match-1")
        await person.tap("match-1")
        assert person.state["scene"] == "replay"
        assert person.app.scene.film.record.rules == RuleSet.parse("okey101")
        await person.key(pygame.K_ESCAPE)
        await press(person, "statistics")
        assert person.state["scene"] == "statistics"

    play(script, size=size, language=language, storage=storage)


def test_no_match_is_said_so(play):
    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "matches")
        words = [item["text"] for part in outline(person)["parts"] for item in part["items"]]
        assert person.app.texts("matches.none") in words
        assert "statistics" not in [widget["id"] for widget in person.state["widgets"]]

    play(script, storage=dict(SETTINGS))


def test_a_damaged_match_takes_no_other_away(play):
    lines = filled().splitlines()
    lines[2] = "{}"
    broken = json.loads(lines[1])
    broken["record"] = "1.AAAA"
    lines[1] = json.dumps(broken)

    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "matches")
        assert {"match-2", "match-0"} <= {widget["id"] for widget in person.state["widgets"]}
        await person.tap("match-0")
        assert person.app.toast.text == person.app.texts("link.damaged")
        await press(person, "statistics")
        assert person.state["scene"] == "statistics"

    play(script, storage={MATCHES: "\n".join([*lines, ""]), **SETTINGS})


def _won(points, *, won=True):
    return HandSummary(0 if won else 1, "normal" if won else "", (points, -1, -1, -1), "", 0, 0)


def against(level, *hands) -> str:
    """A match of classic that was played against three computer players of a level, as a line."""
    made = bot_match(f"against {level}", 2, RuleSet.parse("classic"))[0]
    made.seats = ["you", *(f"bot {level} {name}" for name in ("Elif", "Can", "Ali"))]
    summary = replace(summarize(made, 0), hands=hands, winners=(0,))
    archive = Archive()
    archive.add(made, summary, datetime(2026, 11, 20, tzinfo=UTC))
    return archive.write().split("\n")[1]


def told_by(person) -> dict[str, str]:
    told: dict[str, str] = {}
    for part in outline(person)["parts"]:
        told[part["title"]] = " ".join([told.get(part["title"], ""), *(item["text"] for item in part["items"])])
    return told


def test_statistics_give_every_chart_against_each_kind_of_opponents(play):
    lines = [against("easy", _won(3), _won(4), _won(5)), against("hard", _won(-2, won=False), _won(-2, won=False))]
    bridge = QuietBridge(storage={MATCHES: "\n".join(["okey matches 1", *lines, ""]), **SETTINGS})

    async def script(person):
        person.app.open(Statistics(person.app))
        await person.settle(2)
        everybody = told_by(person)
        assert "Points over 5 hands" in everybody["Points, hand by hand"]
        await person.tap("against-0")
        easy = told_by(person)
        assert "Against Easy (3)" in easy
        assert "Points over 3 hands, from 3 to 12; the last ones: 3, 7, 12" in easy["Points, hand by hand"]
        assert "3 (100%)" in easy["Won hands by shape"]
        assert "the last 3 hands won; at most won in a row: 3" in easy["Against Easy (3)"]
        assert "from 3 hands against computer players" in easy["Skill beside the computer players"]
        await person.tap("against-1")
        hard = told_by(person)
        assert "the last 2 hands not won" in hard["Against Hard (3)"]
        assert "Points over 2 hands, from −4 to −2" in hard["Points, hand by hand"]
        assert "Won hands by shape" not in hard
        figures = [t["Skill beside the computer players"].split("You: ")[1].split(" ")[0] for t in (hard, easy)]
        assert float(figures[0]) < float(figures[1])
        await person.tap("all")
        assert told_by(person) == everybody

    play(script, bridge)


def test_a_single_hand_is_told_in_words_and_no_hand_is_no_empty_page(play):
    async def script(person):
        person.app.open(Statistics(person.app))
        await person.settle(2)
        told = told_by(person)
        if hands:
            assert "Points of the first hand: 3." in told["Points, hand by hand"]
            assert not any(isinstance(row, Curve) for row in person.app.scene.rows())
            assert "1 hands" not in " ".join(told.values())
            assert "from a single hand" in told["Skill beside the computer players"]
        else:
            assert "No match has been played to its end yet. Once one has" in " ".join(told.values())
            assert "csv" not in [widget.id for widget in person.app.scene.widgets()]

    for hands in ([against("easy", _won(3))], []):
        storage = {MATCHES: "\n".join(["okey matches 1", *hands, ""]), **SETTINGS}
        play(script, QuietBridge(storage=storage))


def test_matches_say_what_they_were_with_whom_and_what_they_brought(play):
    league, series = leagues.LEAGUES["elite"], leagues.RIVALS["gul+kerem"]
    seats = {
        "daily": ["you", *(f"bot {level} {name}" for level, name in zip(daily.LEVELS, ("A", "B", "C"), strict=True))],
        "league": ["you", *(character.seat for character in leagues.seated(league.cast))],
        "series": ["you", *(character.seat for character in leagues.seated(series.chairs))],
        "room": ["you", "Deniz", "bot hard Elif", "Su"],
        "plain": ["you", "bot hard Elif", "bot easy Can", "bot medium Ali"],
    }
    records = {
        "daily": Record(daily.rules(), daily.seed(daily.FIRST), []),
        "league": Record(leagues.rules("classic"), leagues.league_seed("elite", "1"), []),
        "series": Record(leagues.rules("classic", series.overlay), leagues.series_seed("gul+kerem", "1"), []),
        "room": Record(leagues.rules("classic"), "1", []),
        "plain": Record(leagues.rules("classic"), leagues.league_seed("elite", "1"), []),
    }
    archive = Archive()
    for name, record in records.items():
        made = Record(record.rules, record.seed, seats[name], [DEAL])
        won = name == "league"
        winners = (0,) if won else (1,)
        gains = (6 if won else -2, *[-2] * 3)
        hand = HandSummary(winners[0], "normal", gains, "", 0, 0)
        archive.add(made, MatchSummary(str(made.rules), tuple(made.seats), 0, (hand,), winners), datetime.now(UTC))
    bridge = QuietBridge(storage={MATCHES: archive.write(), **SETTINGS})

    async def script(person):
        person.app.open(Matches(person.app))
        await person.settle(2)
        told = " ".join(told_by(person).values())
        first = {widget.id: widget.face for widget in person.app.scene.parts()[0].items if not isinstance(widget, str)}
        assert [*first.values()][:5] == [
            "Classic · lost",
            "Room · lost",
            f"series against {' and '.join(CHARACTERS[key].name for key in series.others)} · lost",
            "Elite table · won",
            "Daily deal 1 · lost",
        ]
        assert all(CHARACTERS[key].name in told for key in league.cast)
        assert "Deniz, Elif, Su · points −2 · 1 hand" in told
        assert "points +6 · 1 hand" in told

    play(script, bridge)


def test_statistics_tell_each_game_and_write_a_table(play):
    bridge = Sharing(storage={MATCHES: filled(7), **SETTINGS})

    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "matches")
        await press(person, "statistics")
        told = {part["title"]: part["items"] for part in outline(person)["parts"]}
        assert {"Against everybody", "Points, hand by hand"} <= told.keys()
        for name in ("okey101", "classic+vibrant", "classic"):
            await person.tap(f"game-{name}")
            assert person.widget(f"game-{name}")["chosen"]
            words = " ".join(item["text"] for part in outline(person)["parts"] for item in part["items"])
            assert "of 6 won" in words or "of 4 won" in words
        await person.tap("csv")
        rows = list(csv.DictReader(io.StringIO(person.bridge.files["okey-statistics.csv"])))
        assert {row["game"] for row in rows} == {"classic", "okey101", "classic+vibrant"}
        for row in rows:
            assert all(float(row[name]) > 0 for name in ("hands", "skill", "unsure"))
            assert len(row["history"].split()) == int(row["hands"])
            assert row["history"].split()[-1] == row["points"]

    play(script, bridge)


@lru_cache
def charted() -> str:
    """Matches of 101 with everything that there is a chart of, penalties too."""
    kept = Archive()
    for number in range(4):
        made = bot_match(f"charted {number}", 5, RuleSet.parse("okey101"), "hard")[0]
        made.seats = ["you", "bot hard Elif", "bot easy Can", "bot medium Ali"]
        summary = summarize(made, 0)
        fined = tuple(hand._replace(penalty=101 * (at == 2)) for at, hand in enumerate(summary.hands))
        kept.add(made, replace(summary, hands=fined), datetime(2026, 11, 20, number, tzinfo=UTC))
    return kept.write()


CHARTS = ("history", "ways_chart", "opened_chart", "openings_chart", "penalty_chart", "skill")


@pytest.mark.parametrize("letters", ["100", "200"])
@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1366, 768)])
def test_every_chart_says_its_numbers(play, size, language, letters):
    stored = {MATCHES: charted(), "settings": json.dumps(BARE | {"language": language, "text": letters})}

    async def script(person):
        app = person.app
        app.open(Statistics(app))
        await person.settle(2)
        t, parts = app.texts, {part["title"]: part["items"] for part in outline(person)["parts"]}
        told = {key: " ".join(item["text"] for item in parts[t(f"statistics.{key}")]) for key in CHARTS}
        (total,) = overall(match.summary for match in kept(person)).values()
        assert total.won
        for key, count, whole in [
            ("ways_chart", total.manners.most_common(1)[0][1], total.won),
            ("opened_chart", total.opened - total.opened_pairs, total.hands),
            ("opened_chart", total.opened_pairs, total.hands),
            ("opened_chart", total.hands - total.opened, total.hands),
        ]:
            assert t("statistics.count", count=count, percent=t.percent(count / whole)) in told[key]
        for points in (min(total.history), max(total.history), *total.history[-10:]):
            assert signed(points) in told["history"]
        for points in (min(total.openings), max(total.openings), *total.openings[-10:]):
            assert str(points) in told["openings_chart"]
        assert t.decimal(total.average_penalty) in told["penalty_chart"]
        for level, rating in RATINGS["okey101"].items():
            assert f"{t(f'level.{level}')}: {t.decimal(rating)}" in told["skill"]
        assert f"{t('you')}: " in told["skill"]
        seen = set()
        while True:
            shown = person.state["texts"]
            seen |= {text["text"] for text in shown}
            assert [text["text"] for text in shown if text["clipped"]] == []
            panel = app.scene.body()
            assert all(rect.bottom <= panel.bottom for _, rect in app.scene._placed())
            if not person.widget("next")["enabled"]:
                break
            await person.tap("next")
        assert {t(f"statistics.{key}") for key in CHARTS} <= seen
        assert {t.decimal(rating) for rating in RATINGS["okey101"].values()} <= seen

    play(script, QuietBridge(stored, size=size, language=language))


# ---- the daily deal


@pytest.fixture
def today(monkeypatch):
    monkeypatch.setattr(daily, "today", lambda: DAY)


def test_the_menu_deals_the_hand_of_the_day(play, today):
    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "daily")
        record = person.app.session.table.record
        assert (record.seed, record.rules) == (daily.seed(DAY), daily.rules())
        assert [seat.split()[1] for seat in record.seats[1:]] == list(daily.LEVELS)
        await person.draw() if person.app.session.view.phase == "draw" else await person.settle(1)
        await press(person, "menu")
        await press(person, "club")
        await press(person, "daily")
        assert person.app.session.table.record is record, "it goes on"
        assert person.state["scene"] == "table"

    play(script, storage=dict(SETTINGS))


def test_the_shortcut_asks_before_a_match_is_lost(play, today):
    async def script(person):
        assert person.state["scene"] == "question"
        await person.tap("yes")
        assert person.app.session.day == DAY
        assert len(kept(person)) == 1

    bridge = QuietBridge(storage={MATCH: played("classic", "left", _second_hand), **SETTINGS})
    bridge.parameters = {"daily": ""}
    play(script, bridge)


def test_what_came_of_it_is_shared_without_a_tile(play, today):
    made = bot_match(daily.seed(DAY), 1, daily.rules())[0]
    made.seats = ["you", *[f"bot {level}" for level in daily.LEVELS]]
    bridge = Sharing(storage={MATCH: made.write(), **SETTINGS})

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        await person.tap("share")
        (text,) = person.bridge.shared
        title, way, end, address = text.split("\n")
        assert title == f"Okey · Daily deal {daily.number(DAY)} · 2026-12-24"
        assert way == daily.squares(made, 0)
        assert end.startswith(f"Turns: {len(way)} · ")
        assert end.endswith(" finished")
        assert address == "https://example.org/okey/?daily"
        assert not any(colour in text for colour in ("red", "yellow", "blue", "black"))

    play(script, bridge)


@lru_cache
def daily_matches():
    """Two different matches of that day's deal, both played to their end."""
    tried = [bot_match(daily.seed(DAY), 5, daily.rules(), level)[0] for level in ("easy", "medium", "hard")]
    for made in tried:
        made.seats = ["you", *[f"bot {level}" for level in daily.LEVELS]]
        assert made.replay().winners
    first, second = [made for at, made in enumerate(tried) if made not in tried[:at]][:2]
    return first, second


def kept_days(*records):
    """What is kept once these were played on that day."""
    archive = Archive()
    for record in records:
        archive.add(record, summarize(record, 0), datetime.combine(DAY, time(12), UTC))
    return archive.write()


@pytest.mark.parametrize("language", ["tr", "en"])
def test_the_first_try_counts_and_later_ones_are_marked(play, today, language):
    first, second = daily_matches()
    storage = {**SETTINGS, MATCH: second.write(), MATCHES: kept_days(first, second)}
    storage["settings"] = json.dumps(BARE | {"language": language})

    async def script(person):
        t = person.app.texts
        await person.until(lambda: person.state["scene"] == "result")
        again = t("daily.try", number=2)
        assert again in person.app.scene.headline()[1]
        assert t("daily.title", number=daily.number(DAY)) in person.app.scene.headline()[1]
        await person.tap("share")
        (text,) = person.bridge.shared
        lines = text.split("\n")
        assert lines[1] == daily.squares(first, 0)
        assert lines[3] == again
        assert lines[4] == daily.squares(second, 0)
        await person.tap("menu")
        assert again in person.app.scene.heading()
        await press(person, "club")
        await press(person, "daily")
        assert person.state["scene"] == "question"
        assert dailies.end(t, first) in person.app.scene.heading()
        assert t("daily.try", number=3) in person.app.scene.heading()
        assert not [text["text"] for text in person.state["texts"] if text["clipped"]]
        await press(person, "no")
        assert person.app.session.table.record == second
        await press(person, "daily")
        await press(person, "yes")
        assert person.state["scene"] == "table"
        assert person.app.session.table.record.seed == daily.seed(DAY)
        assert person.app.session.table.record != second

    play(script, Sharing(storage=storage, size=(360, 640), language=language))


def test_a_try_that_was_given_up_is_the_first_too(play, today):
    whole, _ = daily_matches()
    left = Record(whole.rules, whole.seed, whole.seats, whole.actions[:9])
    assert left.replay().result is None
    storage = {**SETTINGS, MATCHES: kept_days(left, whole)}

    async def script(person):
        assert dailies.tries(person.bridge, DAY) == [left, whole]
        assert dailies.tries(person.bridge, DAY + timedelta(1)) == []
        for button in ("menu", "club", "daily"):
            await press(person, button)
        assert "I left" in person.app.scene.heading()

    play(script, Sharing(storage=storage))


def test_the_deal_is_the_same_as_anybody_elses(play, today):
    from okey.game import Game

    async def script(person):
        await press(person, "menu")
        await press(person, "club")
        await press(person, "daily")
        game = Game(daily.rules(), daily.seed(DAY))
        game.apply(DEAL)
        assert person.app.session.view.rack[:14] == game.view(0).rack[:14]

    play(script, storage=dict(SETTINGS), seed="7")
