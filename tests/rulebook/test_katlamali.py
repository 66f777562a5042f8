"""Section 7.3 of the rules: katlamalı."""

import pytest

from okey.game import Game
from tests.rulebook.desk import laid, opening, play, refused, rules_of, scores, table

R116 = "run R11 R12 R13 / run B11 B12 B13 / set R11 B11 Y11 K11"
R117 = "run R11 R12 R13 / run B11 B12 B13 / run K7 K8 K9 K10 K11"
P5 = "pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9 / pair B13 B13"


@pytest.mark.parametrize(
    ("melds", "context", "answer"),
    [
        pytest.param(R116, {}, (116, 101), id="first"),
        pytest.param(R116, {"highest_series": 116}, (116, 117), id="equal"),
        pytest.param(R117, {"highest_series": 116}, (117, 117), id="more"),
        pytest.param(P5, {"highest_pairs": 5}, (5, 6), id="pairs"),
        pytest.param(P5 + " / pair Y6 Y6", {"highest_pairs": 5}, (6, 6), id="six"),
        pytest.param(P5, {"highest_series": 150}, (5, 5), id="apart"),
        pytest.param(R116, {"highest_pairs": 9}, (116, 101), id="apart_series"),
    ],
)
def test_bar(melds: str, context: dict[str, object], answer: tuple[int, int]) -> None:
    assert opening(melds, "okey101+katlamali", "R2", context) == answer


def test_over_anybody() -> None:
    assert opening(R116, "okey101+katlamali+team", "R2", {"highest_series": 116}) == (116, 117)
    seats = {2: {"opened": "series", "opened_with": 116}}
    game = table(
        "okey101+katlamali+team",
        {0: "R11 R12 R13 B11 B12 B13 R11 B11 Y11 K11 +12"},
        indicator="R2",
        seats=seats,
    )
    assert refused(game, f"open {R116}") == f"open_points: {laid(R116)}: 116 of 117"


def test_reset_each_hand() -> None:
    game = table("okey101+katlamali", {0: "K1"}, indicator="R2", seats={0: {"opened": "series", "opened_with": 150}})
    play(game, "discard K1", "deal")
    assert game.view(1).points_needed() == 101


def test_katlamasiz() -> None:
    assert opening(R116, "okey101", "R2", {"highest_series": 116}) == (116, 101)


def test_two_options() -> None:
    rules = rules_of("okey101+katlamali", finish_multiplier="none")
    assert (rules.open_escalation, rules.finish_multiplier) == ("beat_highest", "none")
    assert scores("okey101+katlamali", ["winner", "unopened"], winner=0, finish={"okey": True}) == [-202, 404]


def test_bar_in_the_view() -> None:
    game: Game = table("okey101+katlamali", indicator="R2", seats={1: {"opened": "series", "opened_with": 116}})
    assert game.view(0).points_needed() == 117
