"""Section 7.7 of the rules: Vibrant Okey (renkli)."""

import pytest

from okey.game import Game
from tests.rulebook.desk import LOOSE, PERFECT, countdown, play, rules_of, scores, table

BASE = "R5 R6 R7 B9 Y9 K9 R13 B13 K1 Y2 B4 Y7 K8 R10"
"""A rack with 58 points in ungrouped tiles."""
FINISH = {"winner": 0, "shape": "melds"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param({**FINISH, "indicator": "R5"}, [20, 16, 16, 16], id="red"),
        pytest.param({**FINISH, "indicator": "K5"}, [20, 16, 16, 16], id="black"),
        pytest.param({**FINISH, "indicator": "Y5"}, [20, 18, 18, 18], id="yellow"),
        pytest.param({**FINISH, "indicator": "B5"}, [20, 18, 18, 18], id="blue"),
        pytest.param({**FINISH, "indicator": "R5", "shown_by": 1}, [18, 16, 14, 14], id="shown"),
        pytest.param({"winner": 0, "shape": "pairs", "okey": True, "indicator": "K13"}, [20, 4, 4, 4], id="both"),
    ],
)
def test_red_black(hand: dict[str, object], expected: list[int]) -> None:
    assert countdown("classic+vibrant", 20, hand) == expected


def test_penalties_doubled() -> None:
    game = table("duz+vibrant", {0: LOOSE + " R10"}, indicator="R9")
    assert play(game, "discard R10")[1] == "penalty 0 okey_discard : 4"


def test_in_a_game() -> None:
    game = table("classic+vibrant", {0: PERFECT + " R13"}, indicator="K5")
    play(game, "finish R13")
    assert game.result is not None
    assert game.result.factor == 2
    assert game.scores == (20, 16, 16, 16)


@pytest.mark.parametrize(
    ("indicator", "factor"),
    [
        pytest.param("Y4", 2, id="yellow"),
        pytest.param("B5", 3, id="blue"),
        pytest.param("R2", 4, id="red"),
        pytest.param("K5", 5, id="black"),
    ],
)
def test_table(indicator: str, factor: int) -> None:
    options = {"leftover_scope": "deadwood", "colour_rule": "table"}
    assert scores("gamearea", ["closed", f"closed {BASE}"], indicator=indicator, winner=0, options=options) == [
        0,
        58 * factor,
    ]


@pytest.mark.parametrize(
    ("indicator", "factor"),
    [
        pytest.param("Y4", 3, id="yellow"),
        pytest.param("K5", 4, id="black"),
        pytest.param("R2", 5, id="red"),
        pytest.param("B5", 6, id="blue"),
    ],
)
def test_other_table(indicator: str, factor: int) -> None:
    options = {"leftover_scope": "deadwood", "colour_rule": "table", "colour_table": "Y3 K4 R5 B6"}
    assert scores("gamearea", ["closed", f"closed {BASE}"], indicator=indicator, winner=0, options=options) == [
        0,
        58 * factor,
    ]


def test_okey_finish_doubles() -> None:
    options = {"colour_rule": "table", "finish_multiplier": "stack"}
    seats = ["closed", "closed R5 B9"]
    assert scores("gamearea", seats, indicator="K5", winner=0, options=options, finish={"okey": True}) == [
        0,
        14 * 5 * 2,
    ]
    assert scores(
        "gamearea", seats, indicator="K5", winner=0, options=options, finish={"okey": True, "pairs": True}
    ) == [0, 14 * 5 * 4]


def test_off() -> None:
    assert countdown("classic", 20, {**FINISH, "indicator": "R5"}) == [20, 18, 18, 18]


def test_eleven_hands() -> None:
    rules = rules_of("gamearea", colour_rule="table", leftover_scope="deadwood", match_end="n_hands", n_hands=(11,))
    game = Game(rules, "x")
    game.hands_played = 10
    play(game, "deal")
    assert game.rules.n_hands[0] == 11
    assert game.phase == "discard"
