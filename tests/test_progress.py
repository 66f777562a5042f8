"""What hands are worth, that each counts once, and that what is kept is read with care."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey import progress
from okey.archive import Archive, Brought
from okey.bots import LEVELS
from okey.progress import (
    DAILY,
    FLOOR,
    Progress,
    ProgressError,
    Settled,
    Tally,
    difficulty,
    experience,
    key_of,
    level_of,
    needed,
    total,
)
from okey.rules import RuleSet
from okey.statistics import HandSummary, MatchSummary, summarize
from tests.support import bot_match

DAY = date(2026, 12, 1)
SEATS = ("you", "bot medium Elif", "bot medium Can", "bot medium Ali")


def match(*hands, rules="classic", seats=SEATS, winners=()):
    return MatchSummary(rules, seats, 0, hands, winners)


def hand(winner, manner="normal", gains=(0, 0, 0, 0), *, opened="", penalty=0):
    return HandSummary(winner, "" if winner is None else manner, gains, opened, 0, penalty)


def worth(found, **options):
    return experience(match(found, **options), found)


@pytest.mark.parametrize(
    ("manner", "points"),
    [("normal", 10), ("okey", 20), ("pairs", 20), ("pairs_okey", 40), ("normal elden", 20), ("okey elden", 40),
     ("pairs_okey elden", 40), ("normal konkan", 20)],
)  # fmt: skip
def test_a_finish_is_worth_what_it_doubles(manner, points):
    assert worth(hand(0, manner)) == points


def test_who_loses_gets_nothing_but_who_left_least_at_an_open_table():
    assert worth(hand(1)) == worth(hand(None)) == 0
    best = (-20, 101, -40, -30)
    assert worth(hand(1, gains=best, opened="series"), rules="okey101") == 3
    assert worth(hand(1, gains=best), rules="okey101") == 0, "who never opened has not played well"
    for gains in ((-30, 101, -40, -30), (-41, 101, -40, -30)):
        assert worth(hand(1, gains=gains, opened="pairs"), rules="okey101") == 0
    assert worth(hand(None, gains=(-20, -30, -40, -30), opened="series"), rules="okey101") == 3
    assert worth(hand(None, gains=(-20, -30, -10, -30), opened="series"), rules="okey101") == 0
    two = {"rules": "okey101+duel", "seats": SEATS[:2]}
    assert worth(hand(1, gains=(-20, 101), opened="series"), **two) == 0, "nobody else has lost"


def test_a_partner_counts_as_oneself():
    team = {"rules": "classic+team"}
    assert worth(hand(2), **team) == worth(hand(0), **team) == 5
    assert worth(hand(1), **team) == 0


def test_a_penalty_halves_it():
    assert worth(hand(0, "pairs", penalty=101)) == 10
    assert worth(hand(0, penalty=1), rules="classic+duel", seats=("you", "bot easy A")) == 2


def test_stronger_opponents_are_worth_more_and_equals_count_by_their_number():
    found = [difficulty(match(seats=("you", *[f"bot {level}"] * 3))) for level in LEVELS]
    assert found == sorted(set(found))
    assert difficulty(match()) == pytest.approx(1)
    assert difficulty(match(seats=("you", "Ayşe", "Ali", "Can"))) == pytest.approx(1), "people are taken for Medium"
    assert difficulty(match(rules="classic+duel", seats=SEATS[:2])) == pytest.approx(0.5)
    weak = match(rules="classic+team", seats=("you", "bot hard", "bot easy", "bot hard"))
    assert difficulty(weak) > difficulty(match(rules="classic+team", seats=("you", *["bot hard"] * 3)))


hands = st.builds(
    HandSummary,
    st.one_of(st.none(), st.integers(0, 3)),
    st.sampled_from(["", "normal", "okey", "pairs elden", "pairs_okey konkan"]),
    st.tuples(*[st.integers(-500, 500)] * 4),
    st.sampled_from(["", "series", "pairs"]),
    st.integers(0, 300),
    st.integers(0, 202),
)
matches = st.builds(
    MatchSummary,
    st.sampled_from(["classic", "okey101", "okey101+team", "duz", "konkan81"]),
    st.tuples(st.just("you"), *[st.sampled_from([f"bot {level} A" for level in LEVELS])] * 3),
    st.just(0),
    st.lists(hands, max_size=6).map(tuple),
    st.lists(st.integers(0, 3), unique=True, max_size=4).map(tuple),
)


@given(matches)
def test_a_hand_is_worth_something_only_if_it_was_played_well(found):
    for single in found.hands:
        points = experience(found, single)
        assert 0 <= points <= 200
        if not found.won(single) and not single.opened:
            assert points == 0
        assert experience(found, single._replace(penalty=single.penalty + 1)) <= points


@given(matches, st.integers(0, 6), st.sampled_from([0, 500]), st.sampled_from(["", "gul"]))
def test_it_does_not_matter_how_often_and_how_far_a_match_is_counted(found, cut, stake, rival):
    begun = MatchSummary(found.rules, found.seats, 0, found.hands[:cut], ())
    at_once, bit_by_bit = Progress(points=1_000), Progress(points=1_000)
    options = {"stake": stake, "rival": rival}
    key = "0123456789abcdef"
    assert at_once.settle(key, found, DAY, **options) is bool(found.hands or found.winners or stake)
    for part in (begun, begun, found, found, begun):
        bit_by_bit.settle(key, part, DAY, **options)
    assert bit_by_bit == at_once
    assert not at_once.settle(key, found, DAY + timedelta(1), **options)
    assert at_once.experience == total([found])
    assert Progress.parse(at_once.write()) == at_once


@given(st.lists(st.tuples(matches, st.sampled_from([0, 100, 10_000])), max_size=8))
def test_the_first_table_stays_open(played):
    made = Progress()
    for key, (found, stake) in enumerate(played):
        made.settle(str(key), found, DAY, stake=stake)
        assert made.points >= FLOOR


@given(st.integers(1, 10**6))
def test_levels_begin_where_they_say(level):
    assert level_of(needed(level)) == level
    assert level_of(needed(level + 1) - 1) == level


def test_the_level_is_that_of_the_experience():
    assert [Progress(experience=earned).level for earned in (0, 29, 30, 450)] == [1, 2, 3, 10]


def test_a_table_takes_its_entry_at_the_start_and_pays_at_the_end():
    made = Progress(points=700)
    made.settle("a", match(), DAY, stake=500)
    assert made.points == 200
    lost = match(hand(1), winners=(1,))
    made.settle("a", lost, DAY, stake=500)
    assert made.points == 200
    made.points = 700
    made.settle("b", match(hand(1), winners=(0,)), DAY, stake=500)
    assert made.points == 200 + 2_000
    made.settle("c", match(hand(1), winners=(0, 2)), DAY, stake=500)
    assert made.points == 2_200 - 500 + 1_000, "who is level with another shares the pot"
    poor = Progress()
    poor.settle("d", match(), DAY, stake=100)
    assert poor.points == FLOOR


def test_a_days_first_finish_brings_points_once():
    made = Progress()
    made.settle("a", match(hand(1), hand(0), hand(0)), DAY)
    assert (made.points, made.rewarded) == (FLOOR + 20 + DAILY, DAY)
    made.settle("b", match(hand(0)), DAY)
    assert made.points == FLOOR + 30 + DAILY
    made.settle("b", match(hand(0), hand(0)), DAY + timedelta(1))
    assert made.points == FLOOR + 40 + 2 * DAILY
    assert made.experience == 40, "experience is what the hands say alone"


def test_a_series_counts_for_the_rival():
    made = Progress()
    for key, winners in (("a", (0,)), ("a", (0,)), ("b", (1,)), ("c", ()), ("d", (0,))):
        made.settle(key, match(winners=winners), DAY, rival="gul")
    assert made.rivals == {"gul": Tally(2, 1)}


def test_old_matches_are_forgotten_but_not_the_one_that_goes_on(monkeypatch):
    monkeypatch.setattr(progress, "MOST_SETTLED", 3)
    made = Progress()
    for key in ("own", "a", "b", "own", "c", "d"):
        made.settle(key, match(hand(0)), DAY)
    assert list(made.settled) == ["own", "c", "d"]
    assert made.experience == 50


RECORDS = [
    bot_match(f"progress {number}", 2, RuleSet.parse(("classic", "okey101")[number % 2]))[0] for number in range(4)
]


def test_it_is_made_anew_from_the_kept_matches():
    kept, made = Archive(), Progress()
    for record in RECORDS:
        summary = summarize(record, 0)
        made.settle(key_of(record), summary, DAY)
        kept.add(record, summary, datetime(2026, 12, 1, tzinfo=UTC))
    again = Progress.of(Archive.parse(kept.write()))
    assert again.experience == made.experience == total(match.summary for match in kept)
    again.pass_over(key_of(RECORDS[-1]), summary)
    assert not again.settle(key_of(RECORDS[-1]), summary, DAY), "the last match may still lie on the table"
    lines = kept.write().split("\n")
    lines[2] = "{}"
    less = Progress.of(Archive.parse("\n".join(lines)))
    assert less.experience == made.experience - total([kept[1].summary]), "a damaged match takes no other away"
    assert Progress.of(Archive()) == Progress()


@given(
    st.lists(
        st.tuples(
            matches, st.sampled_from([0, 100, 10_000]), st.sampled_from(["", "gul", "ali+can"]), st.integers(0, 6)
        ),
        max_size=8,
    )
)
def test_it_is_made_anew_with_all_that_tables_series_and_days_brought(played):
    kept, made = Archive(), Progress()
    for number, (found, stake, rival, cut) in enumerate(played):
        day, key = DAY + timedelta(number // 2), str(number)
        options = {"stake": stake, "rival": rival}
        made.settle(key, MatchSummary(found.rules, found.seats, 0, found.hands[:cut], ()), day, **options)
        made.settle(key, found, day, **options, left=not found.winners)
        kept.add(RECORDS[0], found, datetime(2026, 12, 1, tzinfo=UTC), made.settled[key].brought)
    again = Progress.of(Archive.parse(kept.write()))
    again.settled = made.settled
    assert again == made


def test_who_gives_a_match_up_has_lost_it():
    made = Progress(points=700)
    made.settle("a", match(hand(0)), DAY, stake=500)
    made.settle("b", match(hand(0)), DAY, rival="gul")
    assert made.rivals == {}, "it goes on"
    for key, options in (("a", {"stake": 500}), ("b", {"rival": "gul"})):
        before = made.points
        assert made.settle(key, match(hand(0)), DAY, **options, left=True)
        assert not made.settle(key, match(hand(0)), DAY, **options, left=True)
        made.settle(key, match(hand(0), winners=(0,)), DAY, **options)
        assert made.points == before, "nothing is paid once it is given up"
    assert made.rivals == {"gul": Tally(0, 1)}
    made.settle("c", match(), DAY, rival="gul", left=True)
    assert made.rivals == {"gul": Tally(0, 2)}


def test_a_match_is_known_by_all_that_makes_it():
    keys = {key_of(record) for record in RECORDS}
    assert len(keys) == len(RECORDS)
    assert all(len(key) == 16 for key in keys)


PAID = Brought(-500, DAY, "gul")
GOOD = json.loads(
    Progress(
        70, 300, DAY, {"gul+kerem": Tally(2, 1)}, {"0123456789abcdef": Settled(3, over=True, brought=PAID)}
    ).write()
)


def test_what_is_written_is_read():
    assert Progress.parse(json.dumps(GOOD)).write() == json.dumps(GOOD, separators=(",", ":"))
    full = Progress(10**12, 10**12, DAY)
    full.rivals = {"a" * 40: Tally(10**12, 10**12)}
    most = Brought(-(10**12), DAY, "a" * 40)
    full.settled = {f"{key:016x}": Settled(10_000, over=False, brought=most) for key in range(200)}
    assert Progress.parse(full.write()) == full


NONE = [0, None, ""]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "okey saves"), ("version", 1), ("version", True), ("experience", -1), ("experience", 1.0),
        ("experience", True), ("experience", "9"), ("experience", 10**13), ("points", 99), ("points", None),
        ("rewarded", "20261201"), ("rewarded", 3), ("rewarded", "2026-13-01"), ("rivals", []),
        ("rivals", {"Gül": [1, 1]}), ("rivals", {"gul": [1]}), ("rivals", {"gul": [1, -1]}), ("rivals", {"gul": 1}),
        ("rivals", {chr(97 + n // 26) + chr(97 + n % 26): [0, 0] for n in range(201)}),
        *[
            ("settled", {key: [*counted, brought]})
            for key, counted, brought in [
                ("0123456789abcdef", [1, 1], NONE), ("0123456789ABCDEF", [1, True], NONE),
                ("0123456789abcdef", [10_001, True], NONE), ("0123456789abcdef", [True, True], NONE),
                ("0123456789abcdef", [1], NONE), ("0123456789abcdef", [1, True], None),
                ("0123456789abcdef", [1, True], [True, None, ""]), ("0123456789abcdef", [1, True], [10**13, None, ""]),
                ("0123456789abcdef", [1, True], [0, "20261201", ""]), ("0123456789abcdef", [1, True], [0, "x", ""]),
                ("0123456789abcdef", [1, True], [0, None, "Gül"]), ("0123456789abcdef", [1, True], [0, None]),
            ]
        ],
        ("settled", {f"{key:016x}": [1, True, NONE] for key in range(201)}), ("settled", None), ("more", 1),
    ],
)  # fmt: skip
def test_anything_else_is_refused(name, value):
    with pytest.raises(ProgressError):
        Progress.parse(json.dumps({**GOOD, name: value}))


@pytest.mark.parametrize("name", GOOD)
def test_nothing_may_be_missing(name):
    with pytest.raises(ProgressError):
        Progress.parse(json.dumps({key: value for key, value in GOOD.items() if key != name}))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 60, "x" * 40_001, "null"])
def test_no_progress_at_all_is_refused(text):
    with pytest.raises(ProgressError):
        Progress.parse(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(GOOD)), inner, max_size=7),
)


@given(st.text(max_size=80) | anything.map(json.dumps))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(ProgressError):
        Progress.parse(text)
