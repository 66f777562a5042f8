"""Section 4 of the rules: the Turkish Düz Okey page."""

import pytest

from okey.game import Game
from tests.rulebook.desk import (
    LOOSE,
    PAIRS,
    PLAIN,
    countdown,
    discards,
    identity,
    kinds,
    meld,
    play,
    rack,
    refused,
    rules_of,
    table,
    to_end_of_stock,
    wins,
)

DECLARED = {0: {"declared": True}}


def test_deal() -> None:
    game = Game(rules_of("duz"), "x")
    play(game, "deal")
    assert sorted(game.view(None).rack_sizes) == [14, 14, 14, 15]
    assert game.view(None).rack_sizes[game.starter] == 15


def test_starter() -> None:
    game = Game(rules_of("duz"), "x")
    play(game, "deal")
    assert game.starter == (game.dealer + 1) % 4
    assert refused(game, "draw") == "starter_throws"


def test_rotation() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8")
    game.starter, game.dealer = 1, 0
    play(game, "finish Y13", "deal")
    assert (game.starter, game.dealer) == (2, 1)


def test_okey() -> None:
    assert identity("R4", "duz")[0] == "R5"
    assert identity("K13", "duz")[0] == "K1"


def test_false_joker() -> None:
    assert identity("R4", "duz")[1] == "R5"
    assert identity("Y12", "duz")[1] == "Y13"


def test_draw_previous() -> None:
    game = table("duz", {0: LOOSE}, drawn=False, pile="R9", piles={1: "K9", 2: "B9"}, indicator="B8")
    assert kinds(game.view(0).takeable()) == "R9"
    assert offered_verbs(game) == {"draw", "take", "pairs"}


def offered_verbs(game: Game) -> set[str]:
    return {action.verb for action in game.legal_actions()}


def test_discard_to_neighbour() -> None:
    game = table("duz", {0: LOOSE + " R9"})
    play(game, "discard R9")
    assert kinds(game.view(1).takeable()) == "R9"


@pytest.mark.parametrize(
    ("type_", "tiles", "answer"),
    [
        pytest.param("run", "R7 R8 R9", 24, id="run"),
        pytest.param("set", "K5 R5 B5", 15, id="set"),
        pytest.param("run", "Y11 Y12 Y13 Y1", 37, id="high"),
        pytest.param("run", "Y11 Y12 Y13 Y1 Y2", "not_consecutive: Y11 Y12 Y13 Y1 Y2", id="stops"),
        pytest.param("run", "Y11 Y12", "too_short: Y11 Y12", id="short"),
        pytest.param("set", "R5 R5 B5", "repeated_colour: R5 R5", id="twice"),
        pytest.param("run", "K10 B6 B7", 18, id="okey"),
        pytest.param("run", "R5 K10 K10", 18, id="real"),
        pytest.param("run", "R2 R3 R5", "not_consecutive: R2 R3 R5", id="invalid"),
    ],
)
def test_meld(type_: str, tiles: str, answer: object) -> None:
    assert meld(type_, tiles, "duz", "K9") == answer


def test_pairs() -> None:
    assert wins(PAIRS, "duz", "Y8") == ["pairs"]
    assert wins(PAIRS.replace("K2 K2", "K2 R2"), "duz", "Y8") == []


def test_okey_in_pair() -> None:
    assert wins(PAIRS.replace("K2 K2", "K2 Y9"), "duz", "Y8") == ["pairs"]


def test_pairs_need_no_announcement() -> None:
    game = table("duz", {0: PAIRS + " Y13"}, indicator="Y8")
    assert play(game, "finish Y13")[1] == "hand_ended 0 : 20 16 16 16"


def test_cifte_reveals() -> None:
    game = table("duz", piles={1: "R1 R2", 2: "Y1 Y2"})
    assert kinds(game.view(0).piles[1]) == "R2"
    play(game, "pairs")
    assert [kinds(game.view(0).piles[seat]) for seat in (1, 2)] == ["R1 R2", "Y1 Y2"]
    assert kinds(game.view(3).piles[1]) == "R2"


def test_cifte_locks() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8", seats=DECLARED, options={"invalid_declare_penalty": 0})
    assert refused(game, "finish Y13") == f"not_finished_pairs: {PLAIN}"
    game = table("duz", {0: PAIRS + " Y13"}, indicator="Y8", seats=DECLARED)
    assert play(game, "finish Y13")[0] == "finished 0 Y13"


def test_cifte_lock_costs() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8", seats=DECLARED)
    assert play(game, "finish Y13") == [f"failed 0 not_finished_pairs {PLAIN}", "penalty 0 invalid_declare : 2"]
    assert game.scores == (18, 20, 20, 20)


def test_cifte_unlocked() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8", seats=DECLARED, options={"cifte_locks": False})
    assert play(game, "finish Y13")[0] == "finished 0 Y13"


def test_cifte_is_shown() -> None:
    game = table("duz")
    assert play(game, "pairs") == ["declared 0"]
    assert game.view(2).seats[0].declared


def test_cifte_once() -> None:
    assert refused(table("duz", seats=DECLARED), "pairs") == "pairs_twice"


def test_finish() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8")
    assert play(game, "finish Y13") == ["finished 0 Y13", "hand_ended 0 : 20 18 18 18"]


def test_not_by_itself() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8")
    assert play(game, "discard Y13") == ["discarded 0 Y13"]


def test_okey_last() -> None:
    game = table("duz", {0: PLAIN + " Y9"}, indicator="Y8")
    assert play(game, "finish Y9") == ["finished 0 Y9", "hand_ended 0 : 20 16 16 16"]


def wrong_bitti() -> Game:
    game = table("duz", {0: LOOSE + " R10"})
    failed, fine = play(game, "finish R10")
    assert failed.startswith("failed 0 not_finished R1 R4 R7 ")
    assert fine == "penalty 0 invalid_declare : 2"
    return game


def test_wrong_bitti() -> None:
    assert wrong_bitti().scores == (18, 20, 20, 20)


def test_hand_goes_on() -> None:
    game = wrong_bitti()
    assert (game.actor, game.phase) == (0, "discard")
    assert sorted(rack(game, 0).split()) == sorted(f"{LOOSE} R10".split())
    assert play(game, "discard R10") == ["discarded 0 R10"]


def test_rack_not_shown() -> None:
    assert wrong_bitti().view(1).rack != wrong_bitti().view(0).rack
    assert wrong_bitti().view(1).result is None


def test_throwing_the_okey() -> None:
    game = table("duz", {0: LOOSE + " B10"})
    assert play(game, "discard B10") == ["discarded 0 B10", "penalty 0 okey_discard : 2"]
    assert game.scores == (18, 20, 20, 20)


def test_finish_tile_is_no_penalty() -> None:
    game = table("duz", {0: PLAIN + " Y9"}, indicator="Y8")
    play(game, "finish Y9")
    assert game.scores[0] == 20


def test_indicator_show() -> None:
    game = table("duz", {0: LOOSE + " B9"}, first=True)
    assert play(game, "show B9") == ["showed 0 B9"]
    assert game.scores == (20, 19, 19, 19)


def test_show_window_starter() -> None:
    game = table("duz", {0: LOOSE + " B9"}, first=True)
    play(game, "discard R1")
    while game.actor != 0:
        game.apply(next(game.legal_actions()))
    assert refused(game, "show B9") == "show_too_late: B9"


def test_show_window() -> None:
    game = table("duz", {0: LOOSE.replace("Y11", "B9")}, first=True, drawn=False)
    assert offered_verbs(game) == {"draw", "show", "pairs"}
    play(game, "draw")
    assert refused(game, "show B9") == "show_too_late: B9"


@pytest.mark.parametrize(
    ("hand", "scores"),
    [
        pytest.param({"winner": 0, "shape": "melds"}, [20, 18, 18, 18], id="normal"),
        pytest.param({"winner": 0, "shape": "pairs"}, [20, 16, 16, 16], id="pairs"),
        pytest.param({"winner": 0, "shape": "melds", "okey": True}, [20, 16, 16, 16], id="okey"),
        pytest.param({"winner": 0, "shape": "pairs", "okey": True}, [20, 12, 12, 12], id="both"),
        pytest.param(
            {"winner": 0, "shape": "melds", "penalties": [[3, "invalid_declare"], [1, "okey_discard"]]},
            [20, 16, 18, 16],
            id="faults",
        ),
        pytest.param({"winner": 0, "shape": "melds", "okey": True, "shown_by": 2}, [19, 15, 16, 15], id="shown"),
    ],
)
def test_score(hand: dict[str, object], scores: list[int]) -> None:
    assert countdown("duz", 20, hand) == scores


def test_pairs_okey_option() -> None:
    assert countdown("duz", 20, {"winner": 0, "shape": "pairs", "okey": True}, loss_pairs_okey=4) == [
        20,
        16,
        16,
        16,
    ]


def test_start() -> None:
    assert Game(rules_of("duz"), "x").scores == (20, 20, 20, 20)


def test_end() -> None:
    game = table("duz", {0: PLAIN + " Y13"}, indicator="Y8", scores=(5, 2, 9, 9))
    assert play(game, "finish Y13")[-1] == "match_ended - : 2 3"
    assert game.phase == "over"


def test_stock_out() -> None:
    game = table("duz", drawn=False, stock=1)
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 20 20 20"
    assert game.hands_played == 0


def test_shown_indicator_stays() -> None:
    game = table("duz", {0: LOOSE.replace("Y11", "B9")}, drawn=False, first=True, stock=1)
    play(game, "show B9")
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 19 19 19"


def test_okey_from_twin() -> None:
    assert discards("Y11 Y12 Y13 Y1 Y2 R2 R3 R4 B6 B7 B8 K9 R9 B9 Y9", "duz", "K5") == {"Y2"}
