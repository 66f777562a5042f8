"""What matches come to, made from records and added up; how strong that makes a player."""

import csv
import io
import json
import math
import random
from collections import Counter
from pathlib import Path

import pytest

from okey.bots import LEVELS
from okey.ladder import ratings as ladder_ratings
from okey.ladder.pairing import LadderError
from okey.odds import BETA, SCALE
from okey.presets import PRESETS
from okey.ratings import RATINGS
from okey.record import Record
from okey.rules import RuleSet
from okey.skill import MODEL, SURE, estimate
from okey.statistics import (
    COLUMNS,
    Group,
    HandSummary,
    MatchSummary,
    SummaryError,
    harmless,
    overall,
    player,
    summarize,
    table,
    totals,
)
from tests.support import bot_match

ROOT = Path(__file__).parent.parent
SEATS = ("you", "bot hard Elif", "bot easy Can", "bot hard Ali")
GAMES = ["classic", "okey101+team", "konkan81", "elit+duel", "okey51 players=3"]


def match(
    *hands: HandSummary, rules: str = "classic", winners: tuple[int, ...] = (), seats=SEATS, seat=0
) -> MatchSummary:  # type: ignore[no-untyped-def]
    return MatchSummary(rules, seats, seat, hands, winners)


def hand(
    winner: int | None, manner: str = "normal", gains=(0, 0, 0, 0), *, opened="", with_=0, penalty=0
) -> HandSummary:  # type: ignore[no-untyped-def]
    return HandSummary(winner, "" if winner is None else manner, gains, opened, with_, penalty)


@pytest.mark.parametrize("rules", GAMES)
def test_a_summary_is_what_the_record_tells(rules: str) -> None:
    record, events = bot_match("summary", 3, RuleSet.parse(rules))
    for seat in range(record.rules.players):
        summary = summarize(record, seat)
        ended = [event for event in events if event.kind == "hand_ended"]
        assert len(summary.hands) == len(ended)
        for summed, event in zip(summary.hands, ended, strict=True):
            assert summed.winner == event.seat
            assert (summed.manner == "") is (event.seat is None)
        opened = [event for event in events if event.kind == "opened" and event.seat == seat]
        assert sum(bool(summed.opened) for summed in summary.hands) <= len(opened)
        assert MatchSummary.from_data(json.loads(json.dumps(summary.as_data()))) == summary


def test_gains_add_up_to_the_scores() -> None:
    record, events = bot_match("gains", 4, RuleSet.parse("okey101"))
    last = next(event.numbers for event in reversed(events) if event.kind == "hand_ended")
    for seat in range(4):
        assert totals([summarize(record, seat)]).popitem()[1].points == -last[seat]


def test_totals_count_what_players_ask_for() -> None:
    won = [hand(0, "okey", (0, -4, -4, -4)), hand(0, "pairs", (0, -4, -4, -4)), hand(0, "normal elden")]
    lost = [hand(1, "normal", (-2, 0, -2, -2), penalty=5), hand(None)]
    ((group, total),) = totals(
        [match(*won, winners=(0,)), match(*lost, hand(0, "okey"), winners=(2,)), match(hand(3))]
    ).items()
    assert group == Group("classic", ("easy", "hard", "hard"))
    assert (total.matches, total.matches_won, total.left) == (2, 1, 1)
    assert (total.hands, total.won, total.okey_finishes) == (7, 4, 2)
    assert total.manners == Counter({"okey": 2, "pairs": 1, "normal elden": 1})
    assert (total.points, total.penalty, total.share(total.penalty)) == (-2, 5, 5 / 7)
    assert (total.streak, total.longest) == (-1, 3)
    assert total.history == [0, 0, 0, -2, -2, -2, -2]


def test_openings_count_points_and_pairs_apart() -> None:
    hands = [
        hand(1, opened="series", with_=101),
        hand(1, opened="series", with_=121),
        hand(0, opened="pairs", with_=5),
        hand(2),
    ]
    total = totals([match(*hands, rules="okey101")]).popitem()[1]
    assert (total.opened, total.opened_pairs, total.average_opening) == (3, 1, 111)
    assert totals([match(rules="okey101")]).popitem()[1].average_opening == 0
    assert totals([match(rules="okey101")]).popitem()[1].share(3) == 0


def test_partners_win_together_and_are_no_opponents() -> None:
    team = match(hand(2), hand(1), rules="okey101+team")
    assert team.opponents == ("hard", "hard")
    assert totals([team]).popitem()[1].won == 1


def test_single_options_do_not_split_what_is_counted() -> None:
    assert (
        len(totals([match(rules="classic"), match(rules="classic start_points=30"), match(rules="classic+vibrant")]))
        == 2
    )


def test_a_game_is_added_up_whoever_played() -> None:
    others = ("you", *["bot easy"] * 3)
    matches = [match(hand(0)), match(hand(1), seats=others), match(hand(0), rules="okey51")]
    found = overall(matches)
    assert {game: (total.hands, total.won) for game, total in found.items()} == {"classic": (2, 1), "okey51": (1, 1)}
    assert sum(total.hands for total in totals(matches).values()) == 3


def test_players_are_counted_by_level_or_name() -> None:
    assert [player(name) for name in (*SEATS, "Zeki Müren", "bot", "")] == [
        "you",
        "hard",
        "easy",
        "hard",
        "Zeki Müren",
        "bot",
        "",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "nothing"},
        {"rules": 3},
        {"rules": "classic+duel"},
        {"seats": ["you"]},
        {"seats": [1, 2, 3, 4]},
        {"seat": 4},
        {"seat": True},
        {"seat": "0"},
        {"winners": [9]},
        {"winners": 0},
        {"hands": {}},
        {"hands": [[0, "normal"]]},
        {"hands": [[7, "normal", [0, 0, 0, 0], "", 0, 0]]},
        {"hands": [[True, "normal", [0, 0, 0, 0], "", 0, 0]]},
        {"hands": [[0, 5, [0, 0, 0, 0], "", 0, 0]]},
        {"hands": [[0, "normal", [0, 0, 0], "", 0, 0]]},
        {"hands": [[0, "normal", [0, 0, 0, "0"], "", 0, 0]]},
        {"hands": [[0, "normal", [0, 0, 0, 0], "other", 0, 0]]},
        {"hands": [[0, "normal", [0, 0, 0, 0], "", 1.5, 0]]},
        {"hands": [[]] * 10_001},
        {"more": 1},
    ],
)
def test_data_that_is_no_summary_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(SummaryError):
        MatchSummary.from_data(match(hand(0)).as_data() | change)
    with pytest.raises(SummaryError):
        MatchSummary.from_data(None)


def test_the_table_reads_back_as_csv() -> None:
    odd = ("you", '=cmd|" /C calc"!A0', "Ali, Veli", "bot hard")
    fined = hand(1)._replace(penalty=3)
    matches = [match(hand(0, "okey elden"), fined, winners=(0,)), match(hand(1), seats=odd)]
    names, *rows = csv.reader(io.StringIO(table(matches)))
    assert tuple(names) == COLUMNS
    assert len(rows) == 2
    first = dict(zip(names, rows[0], strict=True))
    assert (first["game"], first["opponents"], first["won"], first["finishes"]) == (
        "classic",
        "easy hard hard",
        "1",
        "okey_elden:1",
    )
    assert not any(cell[:1] in ("=", "+", "@") for row in rows for cell in row)
    assert (first["skill"], first["unsure"], first["history"], first["average_penalty"]) == ("", "", "0 0", "1.5")
    names, *rows = csv.reader(io.StringIO(table(matches, {"classic": (31.26, 2.04)})))
    assert [dict(zip(names, row, strict=True))["skill"] for row in rows] == ["31.3", "31.3"]
    assert [harmless(name) for name in ("=1", "-1", "", "Ali")] == ["'=1", "'-1", "", "Ali"]


# ---- skill


def chance(own: float, others: list[float]) -> float:
    weights = [math.exp(rating / SCALE) for rating in (own, *others)]
    return weights[0] / sum(weights)


@pytest.mark.parametrize("own", [22.0, 31.26, 40.0])
def test_the_estimate_finds_who_wins_as_often_as_the_model_says(own: float) -> None:
    rng = random.Random(3)
    rating = RATINGS["classic"]["medium"]
    p = chance(own, [rating] * 3)
    hands = [hand(0 if rng.random() < p else rng.randint(1, 3)) for _ in range(3_000)]
    skill = estimate([match(*hands, seats=("you", *["bot medium"] * 3))], "classic")
    assert skill is not None
    assert skill.hands == 3_000
    assert abs(skill.rating - own) < 3 * max(1.0, skill.unsure)


def test_openskill_itself_gives_the_same_as_one_hand() -> None:
    duel = match(hand(0), rules="classic+duel", seats=("you", "bot hard"))
    rated = MODEL.rate([[MODEL.rating()], [MODEL.rating(RATINGS["classic"]["hard"], SURE)]], ranks=[0, 1])
    skill = estimate([duel], "classic")
    assert skill is not None
    assert (skill.rating, skill.unsure) == (rated[0][0].mu, rated[0][0].sigma)


def test_only_decided_hands_against_computer_players_count() -> None:
    people = match(hand(0), seats=("you", "Ali", "bot hard", "bot hard"))
    namesake = match(hand(0), seats=("you", "hard", "bot hard", "bot hard"))
    unknown = match(hand(0), seats=("you", "bot unheard_of", "bot hard", "bot hard"))
    assert estimate([people, namesake, unknown, match(hand(None)), match(hand(0), rules="okey51")], "classic") is None
    team = estimate([match(hand(2), rules="okey101+team")], "okey101")
    assert team is not None
    assert team.rating > 25


# ---- the levels' ratings


def test_the_ratings_are_those_of_the_report() -> None:
    """When it fails: python -m okey ladder --ratings docs/strength.md >okey/ratings.py."""
    report = (ROOT / "docs/strength.md").read_text(encoding="utf-8")
    assert ladder_ratings.write(report) == (ROOT / "okey/ratings.py").read_text(encoding="utf-8")
    assert ladder_ratings.ratings(report) == RATINGS
    assert list(RATINGS) == list(PRESETS)
    assert all(list(levels) == list(LEVELS) for levels in RATINGS.values())


REPORT = """
## classic

| candidate | field | required | measured | interval |
| --- | --- | --- | --- | --- |
| medium | easy | 36.0 % | 40.0 % | x |
| hard | medium | 33.0 % | 25.0 % | x |
| hard | greedy | 33.0 % | 99.0 % | x |
| usta | hard | 29.0 % | not measured |  |

## konkan81

| medium | easy | above even | 60.0 % | x |

## nonsense

| medium | easy | above even | 90.0 % | x |
"""


def test_a_rating_makes_the_model_win_the_measured_share() -> None:
    made = ladder_ratings.ratings(REPORT)
    assert chance(made["classic"]["medium"], [25.0] * 3) == pytest.approx(0.40, abs=1e-3)
    assert made["classic"]["hard"] == made["classic"]["medium"] == made["classic"]["usta"]
    above = 2 * (made["konkan81"]["medium"] - 25) / SCALE
    assert 1 / (1 + math.exp(-above)) == pytest.approx(0.60, abs=1e-3)
    usual = (made["classic"]["medium"] + made["konkan81"]["medium"]) / 2
    assert made["duz"]["medium"] == pytest.approx(usual, abs=0.01)
    assert abs(ladder_ratings.SCALE - SCALE) < 1e-9
    assert abs(MODEL.beta - BETA) < 1e-9
    with pytest.raises(LadderError):
        ladder_ratings.write("# Something else\n")


def test_a_record_that_cannot_be_played_has_no_summary() -> None:
    record, _ = bot_match("broken", 1)
    with pytest.raises(ValueError, match="line 9"):
        summarize(Record(record.rules, record.seed, record.seats, record.actions[1:]), 0)
