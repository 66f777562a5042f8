import dataclasses
from typing import Any

import pytest

from okey.game.scoring import (
    Ending,
    Outcome,
    SeatOutcome,
    add,
    best_seats,
    colour_factor,
    end_charges,
    finish_factor,
    finish_loss,
    finish_reason,
    forced_konkan,
    gains,
    indicator_charges,
    is_scored,
    match_over,
    penalty,
    rack_points,
    side_totals,
    worst_seats,
)
from okey.rules import RuleSet
from okey.solver import Shape
from tests.support import CLASSIC, hand, make_faces, make_rules

FINISHES: list[tuple[Shape, bool, str, int]] = [
    ("melds", False, "normal", 2),
    ("melds", True, "okey", 4),
    ("pairs", False, "pairs", 4),
    ("pairs", True, "pairs_okey", 8),
]


def outcome(rules: RuleSet, indicator: str = "Y9", **fields: Any) -> Outcome:
    seats = fields.pop("seats", (SeatOutcome(),) * rules.players)
    return Outcome(make_faces(indicator, rules), seats, **fields)


def seat(standing: Any, rack: str = "", cheap: str = "", **fields: Any) -> SeatOutcome:
    return SeatOutcome(standing, tuple(hand(rack)), tuple(hand(cheap)), **fields)


def scored(rules: RuleSet, ended: Outcome, ending: Ending = "finish", shown_by: int | None = None) -> list[int]:
    charges = indicator_charges(rules, ended.faces, shown_by, "at_once")
    charges += end_charges(rules, ended, ending, shown_by)
    return list(add((20 if rules.score_model == "countdown" else 0,) * len(ended.seats), charges))


def test_a_shown_indicator_is_paid_unless_everybody_opened_with_pairs() -> None:
    rules = make_rules("okey101 indicator_show=before_first_move indicator_settled=hand_end")
    seats = (SeatOutcome("pairs"),) * 4
    for settings in ({}, {"stock_out": "void"}, {"stock_out": "reshuffle"}):
        changed = dataclasses.replace(rules, **settings)  # type: ignore[arg-type]
        paid = end_charges(changed, Outcome(make_faces("B9"), seats), "stock_out", 1)
        assert [(c.seat, c.points) for c in paid if c.reason == "indicator"] == [(0, 1), (2, 1), (3, 1)]
        assert end_charges(changed, Outcome(make_faces("B9"), seats), "all_pairs", 1) == []


@pytest.mark.parametrize(("shape", "okey", "reason", "loss"), FINISHES)
def test_what_a_finish_costs(shape: Shape, okey: bool, reason: str, loss: int) -> None:
    """Rules 5: 2 ordinary; 4 okey last; 4 seven pairs; 8 both."""
    assert finish_reason(shape, okey) == reason
    assert finish_loss(CLASSIC, shape, okey) == loss
    charges = end_charges(CLASSIC, outcome(CLASSIC, winner=2, shape=shape, okey=okey), "finish", None)
    assert [(c.seat, c.points, c.reason, c.by) for c in charges] == [(s, -loss, reason, 2) for s in (0, 1, 3)]


@pytest.mark.parametrize(
    ("rules", "indicator", "fields", "ending", "shown_by", "scores"),
    [
        ("classic", "Y9", {"winner": 2, "shape": "pairs"}, "finish", 0, [16, 15, 19, 15]),
        ("classic", "Y9", {}, "stock_out", 1, [19, 20, 19, 19]),
        ("classic", "Y9", {}, "stock_out", None, [20, 20, 20, 20]),
        ("classic", "Y9", {"winner": 3}, "finish", 3, [17, 17, 17, 20]),
        ("classic indicator_points=5", "Y9", {}, "stock_out", 1, [15, 20, 15, 15]),
        ("classic indicator_show=off", "Y9", {}, "stock_out", 1, [20, 20, 20, 20]),
        ("classic stock_out=void", "Y9", {}, "stock_out", 1, [19, 20, 19, 19]),
        ("classic stock_out=void indicator_settled=at_once", "Y9", {}, "stock_out", 1, [19, 20, 19, 19]),
        ("classic+team", "Y9", {"winner": 1, "okey": True}, "finish", 0, [16, 19, 16, 19]),
        ("classic+team", "Y9", {"winner": 1, "shape": "pairs", "okey": True}, "finish", None, [12, 20, 12, 20]),
        ("classic+duel", "Y9", {"winner": 1}, "finish", None, [18, 20]),
        ("classic players=3", "Y9", {"winner": 1}, "finish", 2, [17, 19, 18]),
        ("classic+vibrant", "R5", {"winner": 0}, "finish", 1, [18, 16, 14, 14]),
        ("classic+vibrant", "K5", {"winner": 0}, "finish", None, [20, 16, 16, 16]),
        ("classic+vibrant", "B5", {"winner": 0}, "finish", None, [20, 18, 18, 18]),
        ("classic+vibrant+team", "R1", {"winner": 0, "shape": "pairs", "okey": True}, "finish", 1, [18, 4, 18, 4]),
        ("classic loss_normal=3", "Y9", {"winner": 0}, "finish", None, [20, 17, 17, 17]),
    ],
)
def test_scores_of_a_countdown_hand(  # noqa: PLR0917
    rules: str, indicator: str, fields: dict[str, Any], ending: Ending, shown_by: int | None, scores: list[int]
) -> None:
    mix = make_rules(rules)
    assert scored(mix, outcome(mix, indicator, **fields), ending, shown_by) == scores


RACKS = (seat("closed"), seat("closed", "R13 * K9"), seat("closed", "Y10 B4"), seat("closed", "R5 R6 R7 B2"))


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        ("gamearea", [0, 32, 14, 20]),
        ("gamearea okey_left_value=25", [0, 32, 29, 20]),
        ("gamearea leftover_scope=deadwood", [0, 32, 14, 2]),
        ("gamearea colour_rule=table", [0, 64, 28, 40]),
        ("gamearea winner_value=-10", [-10, 32, 14, 20]),
        ("gamearea+team", [0, 32, 0, 20]),
        ("gamearea+team partner_finish_wipes=no", [0, 32, 14, 20]),
        ("gamearea finish_multiplier=stack", [0, 64, 28, 40]),
    ],
)
def test_scores_of_a_leftover_hand(rules: str, scores: list[int]) -> None:
    mix = make_rules(rules)
    okey = mix.finish_multiplier != "none"
    assert scored(mix, outcome(mix, seats=RACKS, winner=0, okey=okey)) == scores


@pytest.mark.parametrize(
    ("fields", "factor"),
    [
        ({}, 1),
        ({"okey": True}, 2),
        ({"okey": True, "shape": "pairs"}, 4),
        ({"okey": True, "shape": "pairs", "elden": True}, 8),
        ({"elden": True}, 2),
    ],
)
def test_how_finishes_multiply(fields: dict[str, Any], factor: int) -> None:
    rules = make_rules("okey101")
    assert finish_factor(rules, outcome(rules, winner=0, **fields)) == factor
    single = make_rules("okey101 finish_multiplier=single")
    assert finish_factor(single, outcome(single, winner=0, **fields)) == min(factor, 2)
    assert finish_factor(rules, outcome(rules, **fields)) == 1
    none = make_rules("okey101 finish_multiplier=none")
    assert finish_factor(none, outcome(none, winner=0, **fields)) == 1


OPEN = (
    seat("series", "R9 K11"),
    seat("unopened", "R1"),
    seat("pairs", "K9 Y10"),
    seat("series"),
)


@pytest.mark.parametrize(
    ("rules", "fields", "scores"),
    [
        ("okey101", {"winner": 3}, [20, 202, 18 + 101, -101]),
        ("okey101", {"winner": 3, "okey": True}, [40, 404, 36 + 101, -202]),
        ("okey101+team", {"winner": 3}, [20, 0, 119, -101]),
        ("okey101+team partner_finish_wipes=no", {"winner": 3}, [20, 202, 119, -101]),
        ("okey101 unopened_value=rack", {"winner": 3}, [20, 1, 119, -101]),
        ("okey51", {"winner": 3}, [20, 101, 58, -101]),
        ("konkan81 teams=none", {"winner": 3}, [20, 100, 34, 0]),
        ("konkan81 teams=none", {"winner": 3, "konkan": True}, [40, 200, 68, 0]),
        ("konkan81 teams=none konkan_win_multiplier=3", {"winner": 3, "konkan": True}, [60, 300, 102, 0]),
        ("konkan81", {"winner": 3}, [20, 0, 34, 0]),
    ],
)
def test_scores_of_an_open_hand(rules: str, fields: dict[str, Any], scores: list[int]) -> None:
    mix = make_rules(rules)
    assert scored(mix, outcome(mix, seats=OPEN, **fields)) == scores


def test_everybody_scores_when_the_stock_is_out() -> None:
    rules = make_rules("okey101")
    assert scored(rules, outcome(rules, seats=OPEN), "stock_out") == [20, 202, 119, 0]
    assert scored(rules, outcome(rules, seats=OPEN), "all_pairs") == [0, 0, 0, 0]
    assert is_scored(rules, "stock_out")
    assert not is_scored(CLASSIC, "stock_out")


def test_a_declared_pair_player_who_never_opens() -> None:
    rules = make_rules("okey101 pairs_win=seven cifte_declare=reveals_discards declared_pairs_unopened=404")
    seats = (seat("series"), seat("unopened", declared=True), seat("unopened"), seat("unopened"))
    assert scored(rules, outcome(rules, seats=seats, winner=0)) == [-101, 404, 202, 202]


@pytest.mark.parametrize(
    ("rules", "standing", "rack", "cheap", "points"),
    [
        ("konkan81", "series", "Y10 R2", "", 27),
        ("konkan81", "series", "Y10 R2", "Y10", 4),
        ("konkan81", "series", "Y10 Y10 R2", "Y10", 29),
        ("konkan81", "series", "* R2", "", 12),
        ("okey101", "series", "Y10 R2", "Y10", 2),
        ("gamearea", "closed", "Y10 R2", "", 12),
    ],
)
def test_what_a_rack_counts(rules: str, standing: Any, rack: str, cheap: str, points: int) -> None:
    mix = make_rules(rules)
    assert rack_points(mix, make_faces("Y9", mix), seat(standing, rack, cheap)) == points


@pytest.mark.parametrize(
    ("rules", "indicator", "charges"),
    [
        ("duz", "R5", [(1, -2)]),
        ("duz+team", "R5", [(1, -2), (3, -2)]),
        ("duz+vibrant", "R5", [(1, -4)]),
        ("okey101", "R5", [(1, 2)]),
        ("okey101+vibrant", "R5", [(1, 2)]),
        ("okey101+team", "R5", [(1, 2)]),
    ],
)
def test_penalties(rules: str, indicator: str, charges: list[tuple[int, int]]) -> None:
    """Rules 7.1: never multiplied; rules 7.7: a red indicator doubles all of a countdown hand."""
    mix = make_rules(rules)
    written = penalty(mix, make_faces(indicator, mix), 1, 2, "okey_discard")
    assert [(c.seat, c.points) for c in written] == charges
    assert {(c.reason, c.by) for c in written} == {("okey_discard", 1)}
    assert penalty(mix, make_faces(indicator, mix), 1, 0, "okey_discard") == []


@pytest.mark.parametrize(
    ("rules", "factors"),
    [
        ("classic", {"R": 1, "Y": 1, "B": 1, "K": 1}),
        ("classic+vibrant", {"R": 2, "Y": 1, "B": 1, "K": 2}),
        ("classic colour_rule=table", {"Y": 2, "B": 3, "R": 4, "K": 5}),
        ("classic colour_rule=table colour_table=Y3_K4_R5_B6", {"Y": 3, "K": 4, "R": 5, "B": 6}),
    ],
)
def test_the_factor_of_the_indicators_colour(rules: str, factors: dict[str, int]) -> None:
    assert {c: colour_factor(make_rules(rules), make_faces(f"{c}7")) for c in "RYBK"} == factors


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((20, 20, 20, 20), None),
        ((1, 1, 1, 1), None),
        ((0, 5, 5, 1), (1, 2)),
        ((20, -4, -4, -4), (0,)),
        ((0, 0, 0, 0), (0, 1, 2, 3)),
        ((-1, -1, -2, -1), (0, 1, 3)),
    ],
)
def test_who_has_won_the_match(scores: tuple[int, ...], winners: tuple[int, ...] | None) -> None:
    """Rules 5: ends with the hand in which a score is 0 or below; highest wins, level at the top share."""
    assert match_over(CLASSIC, scores, 3) is (winners is not None)
    assert winners is None or best_seats(CLASSIC, scores) == winners


@pytest.mark.parametrize(
    ("rules", "hands", "over"),
    [
        ("classic+quick", 0, False),
        ("classic+quick", 1, True),
        ("okey101", 4, False),
        ("okey101", 5, True),
        ("okey101 n_hands=3", 3, True),
        ("konkan81", 5, False),
        ("konkan81", 6, True),
        ("gamearea", 1, True),
    ],
)
def test_matches_of_so_many_hands(rules: str, hands: int, over: bool) -> None:
    assert match_over(make_rules(rules), (0, 1, 1, 1), hands) is over


def test_low_scores_win_but_in_countdown_games_and_teams_add_up() -> None:
    konkan, team = make_rules("konkan81"), make_rules("classic+team")
    assert side_totals(konkan, (1, 2, 3, 4)) == (4, 6)
    assert side_totals(team, (5, 7, 5, 7)) == (5, 7)
    assert best_seats(konkan, (1, 2, 3, 4)) == (0, 2)
    assert worst_seats(konkan, (1, 2, 3, 4)) == (1, 3)
    assert best_seats(team, (5, 7, 5, 7)) == (1, 3)
    assert worst_seats(CLASSIC, (5, 3, 9, 3)) == (1, 3)


def test_who_is_konkan_in_the_determine_round() -> None:
    rules = make_rules("konkan81")
    assert forced_konkan(rules, (10, 0, 30, 0), 4) == ()
    assert forced_konkan(rules, (10, 0, 30, 0), 5) == (0, 2)
    assert forced_konkan(rules, (10, 40, 30, 0), 5) == (0, 1, 2, 3)
    assert forced_konkan(make_rules("okey101"), (1, 2, 3, 4), 5) == ()


def test_gains_are_better_the_more_they_are_in_every_game() -> None:
    assert gains(CLASSIC, (20, 20, 20, 20), (18, 20, 18, 18)) == (-2, 0, -2, -2)
    assert gains(make_rules("okey101"), (0, 10, 0, 0), (-101, 212, 30, 0)) == (101, -202, -30, 0)
    assert gains(make_rules("okey101+team"), (0, 0, 0, 0), (-101, 202, 0, 30)) == (101, -232, 101, -232)
    assert gains(make_rules("classic+team"), (20, 20, 20, 20), (20, 18, 20, 18)) == (0, -2, 0, -2)
