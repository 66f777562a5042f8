"""Section 7.8 of the rules: the quick table."""

from okey.game import Game
from tests.rulebook.desk import PERFECT, PLAIN, play, rules_of, table


def test_single_round() -> None:
    game = table("konkan81+quick", {0: "Y1"}, indicator="K3", seats={0: {"opened": "series"}})
    play(game, "discard Y1")
    assert game.phase == "over"


def test_countdown_from_six() -> None:
    game = table("classic+short", {0: PERFECT + " R13"}, scores=(6, 4, 6, 6))
    assert Game(game.rules, "x").scores == (6, 6, 6, 6)
    assert play(game, "finish R13")[-1] == "hand_ended 0 : 6 2 4 4"
    game = table("classic+short", {0: PERFECT + " R13"}, scores=(6, 2, 6, 6))
    assert play(game, "finish R13")[-1] == "match_ended - : 0"


def test_three_wins_from_six() -> None:
    game = Game(rules_of("duz+short"), "x")
    assert game.scores[0] // game.rules.loss_normal == 3


def test_quick_countdown() -> None:
    game = table("classic+quick", {0: PERFECT + " R13"})
    assert play(game, "finish R13")[-1] == "match_ended - : 0"


def test_quick_101() -> None:
    game = table("okey101+quick", {0: "K1"}, indicator="R2", seats={0: {"opened": "series"}})
    assert play(game, "discard K1")[-1] == "match_ended - : 0"


def test_void_hand_is_replayed() -> None:
    game = table("classic+quick", drawn=False, stock=1)
    while game.result is None:
        game.apply(next(action for action in game.legal_actions() if action.verb in ("draw", "discard")))
    assert game.phase == "deal"


def test_quick_gamearea() -> None:
    game = table("gamearea+quick", {0: PLAIN + " Y13"}, indicator="Y8")
    play(game, "finish Y13")
    assert game.phase == "over"
