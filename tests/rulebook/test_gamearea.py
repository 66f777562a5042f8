"""Section 2 of the rules: the closed hand of GAMEAREA."""

import pytest

from okey.game import Game
from okey.game.actions import DEAL
from tests.rulebook.desk import (
    LOOSE,
    PAIRS,
    PERFECT,
    PLAIN,
    discards,
    hand_of,
    identity,
    kinds,
    meld,
    play,
    rack,
    refused,
    rules_of,
    scores,
    table,
    to_end_of_stock,
    wins,
)

RACK_103 = "R13 R12 B12 K11 Y10 Y9 B8 K7 R6 Y5 B4 K3 R2 Y1"
RACK_37 = "* B10 R1 R1 Y1 B1 B1 K1 K1 Y2 R2 B2 B2 K2"
RACK_139 = "K13 K12 K11 K10 K9 K8 K7 B13 B11 R11 R10 R9 R8 R7"


def dealt(rules: str = "gamearea", seed: str = "x") -> Game:
    game = Game(rules_of(rules), seed)
    game.apply(DEAL)
    return game


def test_four_players() -> None:
    rules = rules_of("gamearea")
    assert rules.players == 4
    assert len({rules.side_of(seat) for seat in range(4)}) == 4


def test_okey() -> None:
    assert identity("Y5", "gamearea") == ("Y6", "Y6")
    assert identity("Y13", "gamearea")[0] == "Y1"


def test_false_joker() -> None:
    assert wins(PLAIN.replace("K10", "*"), "gamearea", "Y8") == []
    assert wins(PLAIN.replace("K10", "Y9"), "gamearea", "Y8") == ["melds"]


def test_dealer_starts() -> None:
    game = dealt()
    assert game.starter == game.dealer == game.actor
    assert game.view(None).rack_sizes[game.dealer] == 15
    assert sorted(game.view(None).rack_sizes) == [14, 14, 14, 15]
    assert game.phase == "discard"


def test_stock() -> None:
    assert dealt().view(None).stock == 48


def test_direction() -> None:
    assert rules_of("gamearea").direction == "ccw"
    game = table("gamearea", {0: LOOSE + " R10"})
    play(game, "discard R10")
    assert game.actor == 1
    assert kinds(game.view(1).takeable()) == "R10"


def test_deal_rotates() -> None:
    game = table(
        "gamearea",
        {0: PERFECT.replace("Y1 ", "Y11 ") + " R13"},
        options={"match_end": "n_hands", "n_hands": (11,)},
    )
    game.starter = game.dealer = 2
    play(game, "finish R13", "deal")
    assert game.starter == game.dealer == 3


def test_draw_stock() -> None:
    game = table("gamearea", drawn=False, pile="R5")
    assert play(game, "draw")[0].startswith("drew 0")
    assert game.view(None).stock == len(hand_of(game).stock)


def test_draw_discard() -> None:
    game = table("gamearea", {0: LOOSE}, drawn=False, pile="Y4 R5")
    assert play(game, "take R5") == ["took 0 R5 : 3"]
    assert play(game, "discard R1") == ["discarded 0 R1"]


def test_take_back() -> None:
    game = table("gamearea", {0: LOOSE}, drawn=False, pile="R5")
    assert play(game, "take R5", "discard R5") == ["discarded 0 R5"]
    assert game.actor == 1


@pytest.mark.parametrize(
    ("tiles", "answer"),
    [
        pytest.param("R4 R5 R6", 15, id="low"),
        pytest.param("R11 R12 R13", 36, id="high"),
        pytest.param("R12 R13 R1", "not_consecutive: R12 R13 R1", id="wrap"),
    ],
)
def test_run(tiles: str, answer: object) -> None:
    assert meld("run", tiles, "gamearea") == answer


def test_run_option() -> None:
    assert meld("run", "R12 R13 R1", "gamearea", one_after_thirteen="high") == 26
    assert wins(PERFECT, "gamearea") == []
    assert wins(PERFECT, "gamearea", one_after_thirteen="high") == ["melds"]


def test_set() -> None:
    assert meld("set", "R12 B12 K12", "gamearea") == 36
    assert meld("set", "R12 B12 K12 Y12", "gamearea") == 48


def test_no_pairs() -> None:
    assert wins(PAIRS, "gamearea", "Y8") == []
    assert wins(PAIRS, "classic", "Y8") == ["pairs"]


def test_okey_fills() -> None:
    assert meld("run", "R4 K4 R6", "gamearea") == 15
    assert meld("set", "R9 B9 K4", "gamearea") == 27


def test_no_group_of_okeys() -> None:
    assert meld("run", "R5 K4 K4", "gamearea") == 18
    assert wins("R5 K4 K4 Y1 Y2 Y3 Y4 B9 B10 B11 K8 K9 K10 K11", "gamearea", "K3") == ["melds"]
    assert wins("R5 K4 K4 Y1 Y2 Y3 Y4 B9 B10 B11 K8 K9 K10 K11", "gamearea", "K3", min_real_tiles=2) == []


def test_finish_by_declaring() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8")
    assert play(game, "finish Y13")[0] == "finished 0 Y13"
    assert game.phase == "over"


def test_worked_example_won() -> None:
    assert discards("R2 R3 R4 B7 B8 B9 R12 B12 K12 K5 K6 K7 K8 Y1 R5", "gamearea", "K1") == {"Y1"}


def test_worked_example_not_won() -> None:
    assert discards("R2 R3 R4 B7 B8 B9 R12 B12 K12 K5 K6 K7 K8 Y1 B1", "gamearea", "K1") == set()


def test_dealer_may_win_at_once() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8", first=True)
    assert play(game, "finish Y13")[0] == "finished 0 Y13"


def test_dealer_may_be_barred() -> None:
    game = table(
        "gamearea",
        {0: PLAIN + " Y13"},
        indicator="Y8",
        first=True,
        options={"starter_may_finish_first": False},
    )
    assert refused(game, "finish Y13") == "finish_first_turn: Y13"


def test_bad_declare() -> None:
    game = table("gamearea", {0: PLAIN.replace("K10", "K1") + " Y13"}, indicator="Y8")
    assert refused(game, "finish Y13") == "not_finished: K1"
    assert game.scores == (0, 0, 0, 0)


def test_throwing_the_okey() -> None:
    game = table("gamearea", {0: LOOSE + " B10"})
    assert play(game, "discard B10") == ["discarded 0 B10"]


def test_okey_as_finish_tile() -> None:
    racks = {0: PLAIN + " Y9", 1: LOOSE}
    loser = sum(int(word[1:]) for word in LOOSE.split())
    game = table("gamearea", racks, indicator="Y8")
    play(game, "finish Y9")
    assert game.scores[:2] == (0, loser)


def test_no_indicator_show() -> None:
    game = table("gamearea", {0: LOOSE + " B9"}, first=True)
    assert refused(game, "show B9") == "show_off: B9"


def test_no_cifte() -> None:
    assert refused(table("gamearea"), "pairs") == "pairs_off"


def test_dry_wall() -> None:
    game = table("gamearea", drawn=False, stock=1, pile="R5")
    assert to_end_of_stock(game)[-2] == "hand_ended - : 0 0 0 0"
    assert game.result is not None
    assert game.result.winner is None


def test_dry_wall_at_turn_start() -> None:
    game = table("gamearea", {0: LOOSE}, drawn=False, stock=1, pile="Y9")
    play(game, "draw")
    assert game.result is None
    play(game, "discard R1")
    assert game.result is not None
    assert game.result.ending == "stock_out"


@pytest.mark.parametrize(
    ("rack_", "points"),
    [
        pytest.param(RACK_103, 103, id="plain"),
        pytest.param(RACK_37, 37, id="okeys"),
        pytest.param(RACK_139, 139, id="grouped"),
    ],
)
def test_leftover(rack_: str, points: int) -> None:
    assert scores("gamearea", ["closed", f"closed {rack_}"], indicator="B9", winner=0) == [0, points]


def test_winner_writes_nothing() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8")
    play(game, "finish Y13")
    assert game.scores[0] == 0
    assert min(game.scores[1:]) > 0
    assert game.winners == (0,)


def test_deadwood() -> None:
    hand = "R5 R6 B6 B9 Y9 K9 R13 B13 K1 Y2 B4 Y7 K8 R10"
    assert scores(
        "gamearea",
        ["closed", f"closed {hand}"],
        indicator="B5",
        winner=0,
        options={"leftover_scope": "deadwood"},
    ) == [0, 43]


def test_single_hand() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8")
    play(game, "finish Y13")
    assert game.phase == "over"


def test_eleven_hands() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8", options={"match_end": "n_hands", "n_hands": (11,)})
    game.hands_played = 9
    play(game, "finish Y13")
    assert game.phase == "deal"
    play(game, "deal")
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8", options={"match_end": "n_hands", "n_hands": (11,)})
    game.hands_played = 10
    play(game, "finish Y13")
    assert game.phase == "over"


def test_racks_stay_hidden() -> None:
    game = table("gamearea", pile="R5")
    view = game.view(None)
    assert view.rack == ()
    assert view.melds == ()
    assert kinds([view.indicator or 0]) == "B9"
    assert rack(game, 0) != ""


def test_throwing_finishes_only_where_the_option_says_so() -> None:
    for rules, first in (("gamearea", "finished"), ("gamearea throw_finishes=no", "discarded"), ("elit", "discarded")):
        game = table(rules, {0: PLAIN + " Y13"}, indicator="Y8")
        assert play(game, "discard Y13")[0].split()[0] == first
