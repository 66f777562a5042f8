"""Section 6 of the rules: Okey Elit, the Wikipedia set-up and the wikiHow article."""

import pytest

from okey.game import Game
from tests.rulebook.desk import (
    LOOSE,
    PAIRS,
    PERFECT,
    countdown,
    hand_of,
    identity,
    kinds,
    meld,
    play,
    refused,
    rules_of,
    table,
    to_end_of_stock,
    wins,
)


def dealt(rules: str = "elit") -> Game:
    game = Game(rules_of(rules), "x")
    play(game, "deal")
    return game


def test_players() -> None:
    assert (rules_of("elit").players, rules_of("elit+duel").players) == (4, 2)


def test_random_dealer() -> None:
    assert {Game(rules_of("elit"), str(seed)).dealer for seed in range(40)} == {0, 1, 2, 3}


def test_indicator_is_numbered() -> None:
    for seed in range(60):
        game = Game(rules_of("elit"), str(seed))
        play(game, "deal")
        assert kinds([hand_of(game).indicator]) != "*"


def test_okey() -> None:
    assert identity("B8", "elit")[0] == "B9"
    assert identity("B13", "elit")[0] == "B1"


@pytest.mark.parametrize(
    ("rules", "false_joker"),
    [
        pytest.param("elit", "R5", id="default"),
        pytest.param("elit+elit_app", "R4", id="app"),
        pytest.param("elit+elit_literal", "wild", id="literal"),
    ],
)
def test_false_joker(rules: str, false_joker: str) -> None:
    assert identity("R4", rules) == ("R5", false_joker)


def test_app_false_joker_in_a_run() -> None:
    assert meld("run", "R2 R3 *", "elit+elit_app", "R4") == 9
    assert meld("run", "R3 R4 *", "elit+elit_app", "R4") == "not_consecutive: R3 R4 *"


def test_app_false_joker_and_twin() -> None:
    assert meld("pair", "R4 *", "elit+elit_app", "R4") == 8


def test_literal_false_joker_is_a_third_wild() -> None:
    assert wins("R3 * R5 Y4 B10 Y6 K7 B10 K9 K10 B1 * B3 B4", "elit+elit_literal", "B9") == ["melds"]
    assert wins("R3 * R5 Y4 B10 Y6 K7 B10 K9 K10 B1 * B3 B4", "elit", "B9") == []


def test_deal() -> None:
    assert sorted(dealt().view(None).rack_sizes) == [14, 14, 14, 15]


def test_order() -> None:
    game = dealt()
    assert game.starter == (game.dealer + 1) % 4
    assert game.rules.direction == "ccw"


def test_deal_passes() -> None:
    game = table("elit", {0: PERFECT + " R13"})
    game.dealer, game.starter = 3, 0
    play(game, "finish R13", "deal")
    assert game.dealer == 0


def test_previous_only() -> None:
    game = table("elit", drawn=False, pile="R9", piles={1: "K9", 2: "B9"}, indicator="B8")
    assert kinds(game.view(0).takeable()) == "R9"


def test_any_player() -> None:
    game = table("elit+elit_literal", drawn=False, pile="Y1 R9", piles={0: "Y9", 1: "K9", 2: "B7"}, indicator="B8")
    assert sorted(kinds(game.view(0).takeable()).split()) == ["B7", "K9", "R9"]
    assert refused(game, "take").startswith("take_which")
    assert play(game, "take K9") == ["took 0 K9 : 1"]


def test_top_only() -> None:
    game = table("elit+elit_literal", drawn=False, pile="Y1 R9", indicator="B8")
    assert refused(game, "take Y1") == "take_not_offered: Y1"


@pytest.mark.parametrize(
    ("type_", "tiles", "answer"),
    [
        pytest.param("run", "B5 B6 B7", 18, id="run"),
        pytest.param("run", "Y11 Y12 Y13 Y1", 37, id="high"),
        pytest.param("run", "Y1 Y2 Y3", 6, id="low"),
        pytest.param("run", "Y13 Y1 Y2", "not_consecutive: Y13 Y1 Y2", id="wrap"),
        pytest.param("set", "R7 K7 B7", 21, id="set"),
        pytest.param("set", "K7 K7 B7", "repeated_colour: K7 K7", id="twice"),
        pytest.param("pair", "R7 R7", 14, id="pair"),
        pytest.param("pair", "R7 B7", "not_a_pair: R7 B7", id="no_pair"),
    ],
)
def test_meld(type_: str, tiles: str, answer: object) -> None:
    assert meld(type_, tiles, "elit") == answer


def test_literal_pair() -> None:
    assert meld("pair", "R7 B7", "elit+elit_literal") == 14
    assert meld("pair", "R7 R7", "elit+elit_literal") == "not_a_pair: R7 R7"


def test_either_pair() -> None:
    assert meld("pair", "R7 B7", "elit", pair_rule="either") == 14
    assert meld("pair", "R7 R7", "elit", pair_rule="either") == 14


def test_seven_pairs_only() -> None:
    assert wins(PAIRS, "elit", "Y8") == ["pairs"]
    assert wins("R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 B10 K2 K2 K9 K9", "elit", "K5") == []


def test_mixed() -> None:
    assert wins("R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 B10 K2 K2 K9 K9", "elit+elit_app", "K5") == ["melds"]


def test_mixed_scores_as_melds() -> None:
    game = table("elit+elit_app", {0: "R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 B10 K2 K2 K9 K9 R12"}, indicator="K5")
    assert play(game, "finish R12")[1] == "hand_ended 0 : 20 18 18 18"


def test_finish() -> None:
    game = table("elit", {0: PERFECT + " R13"})
    play(game, "finish R13")
    assert game.view(2).result is not None
    assert all(len(rack) == 14 for rack in game.view(2).result.racks)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("hand", "scores"),
    [
        pytest.param({"winner": 0, "shape": "melds"}, [20, 18, 18, 18], id="normal"),
        pytest.param({"winner": 0, "shape": "melds", "okey": True}, [20, 16, 16, 16], id="okey"),
        pytest.param({"winner": 1, "shape": "pairs"}, [16, 20, 16, 16], id="pairs"),
        pytest.param({"winner": 1, "shape": "pairs", "okey": True}, [12, 20, 12, 12], id="both"),
        pytest.param({"winner": 1, "shape": "pairs", "shown_by": 0}, [16, 20, 16, 16], id="shown"),
    ],
)
def test_score(hand: dict[str, object], scores: list[int]) -> None:
    assert countdown("elit", 20, hand) == scores


def test_start() -> None:
    assert Game(rules_of("elit"), "x").scores == (20,) * 4


def test_end() -> None:
    game = table("elit", {2: PERFECT + " R13"}, actor=2, scores=(2, 2, 4, 2))
    assert play(game, "finish R13")[-2:] == ["hand_ended 2 : 0 0 4 0", "match_ended - : 2"]


def test_no_indicator_show() -> None:
    game = table("elit", {0: LOOSE + " B9"}, first=True)
    assert refused(game, "show B9") == "show_off: B9"
    game = table("elit", {0: LOOSE + " B10"})
    assert play(game, "discard B10") == ["discarded 0 B10"]


def test_indicator_option() -> None:
    game = table("elit", {0: LOOSE + " B9"}, first=True, options={"indicator_show": "before_first_move"})
    assert play(game, "show B9") == ["showed 0 B9"]


def test_stock_out() -> None:
    game = table("elit", drawn=False, stock=1)
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 20 20 20"
    assert game.phase == "deal"
