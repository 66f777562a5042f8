import pytest

from okey.game.scoring import (
    Outcome,
    add,
    colour_factor,
    countdown_charges,
    finish_loss,
    finish_reason,
    match_winners,
)
from okey.game.view import Shape
from okey.tiles import parse_kind
from tests.support import CLASSIC, make_rules

FINISHES: list[tuple[Shape, bool, str, int]] = [
    ("melds", False, "normal", 2),
    ("melds", True, "okey", 4),
    ("pairs", False, "pairs", 4),
    ("pairs", True, "pairs_okey", 8),
]


@pytest.mark.parametrize(("shape", "okey", "reason", "loss"), FINISHES)
def test_what_a_finish_costs(shape: Shape, okey: bool, reason: str, loss: int) -> None:
    """Rules 5: 2 ordinary; 4 okey last; 4 seven pairs; 8 both."""
    assert finish_reason(shape, okey) == reason
    assert finish_loss(CLASSIC, shape, okey) == loss
    charges = countdown_charges(CLASSIC, Outcome(2, shape, okey))
    assert [(c.seat, c.points, c.reason, c.by) for c in charges] == [(s, -loss, reason, 2) for s in (0, 1, 3)]


@pytest.mark.parametrize(
    ("rules", "outcome", "scores"),
    [
        ("classic", Outcome(2, "pairs", shown_by=0), (16, 15, 19, 15)),  # the seed's own
        ("classic", Outcome(None, shown_by=1), (19, 20, 19, 19)),
        ("classic", Outcome(None), (20, 20, 20, 20)),
        ("classic", Outcome(3, "melds", shown_by=3), (17, 17, 17, 20)),
        ("classic indicator_points=5", Outcome(None, shown_by=1), (15, 20, 15, 15)),
        ("classic indicator_show=off", Outcome(None, shown_by=1), (20, 20, 20, 20)),
        ("classic+team", Outcome(1, "melds", True, shown_by=0), (16, 19, 16, 19)),
        ("classic+team", Outcome(1, "pairs", True), (12, 20, 12, 20)),
        ("classic+duel", Outcome(1, "melds"), (18, 20)),
        ("classic players=3", Outcome(1, "melds", shown_by=2), (17, 19, 18)),
        ("classic+vibrant", Outcome(0, "melds", shown_by=1, indicator=parse_kind("R5")), (18, 16, 14, 14)),
        ("classic+vibrant", Outcome(0, "melds", indicator=parse_kind("K5")), (20, 16, 16, 16)),
        ("classic+vibrant", Outcome(0, "melds", indicator=parse_kind("B5")), (20, 18, 18, 18)),
        ("classic+vibrant", Outcome(0, "melds", indicator=parse_kind("Y5")), (20, 18, 18, 18)),
        ("classic+vibrant+team", Outcome(0, "pairs", True, 1, parse_kind("R1")), (18, 4, 18, 4)),
        ("classic loss_normal=3", Outcome(0, "melds"), (20, 17, 17, 17)),
    ],
)
def test_scores_of_a_hand(rules: str, outcome: Outcome, scores: tuple[int, ...]) -> None:
    mix = make_rules(rules)
    assert add((20,) * mix.players, countdown_charges(mix, outcome)) == scores


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
    assert {c: colour_factor(make_rules(rules), parse_kind(f"{c}7")) for c in "RYBK"} == factors
    assert colour_factor(make_rules(rules), None) == 1


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((20, 20, 20, 20), ()),
        ((1, 1, 1, 1), ()),
        ((0, 5, 5, 1), (1, 2)),
        ((20, -4, -4, -4), (0,)),
        ((0, 0, 0, 0), (0, 1, 2, 3)),
        ((-1, -1, -2, -1), (0, 1, 3)),
    ],
)
def test_who_has_won_the_match(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Rules 5: ends with the hand in which a score is 0 or below; highest wins, level at the top share."""
    assert match_winners(CLASSIC, scores) == winners


def test_only_a_countdown_ends_at_zero() -> None:
    assert match_winners(make_rules("classic+quick"), (0, 1, 1, 1)) == ()
