"""Section 5 of the rules: Classic Okey of oyna.app."""

import pytest

from okey.game import Game
from okey.game.actions import finish
from tests.rulebook.desk import (
    LOOSE,
    PAIRS,
    PERFECT,
    countdown,
    discards,
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


def dealt() -> Game:
    game = Game(rules_of("classic"), "x")
    play(game, "deal")
    return game


def test_each_alone() -> None:
    assert [rules_of("classic").side_of(seat) for seat in range(4)] == [0, 1, 2, 3]


def test_deal() -> None:
    view = dealt().view(None)
    assert sorted(view.rack_sizes) == [14, 14, 14, 15]
    assert view.stock == 48
    assert view.indicator is not None


def test_after_dealer_starts() -> None:
    game = dealt()
    assert game.starter == game.actor == (game.dealer + 1) % 4


def test_deal_moves() -> None:
    game = table(racks={2: PERFECT + " R13"}, actor=2)
    game.starter, game.dealer = 1, 0
    play(game, "finish R13", "deal")
    assert (game.starter, game.dealer) == (2, 1)


def test_okey() -> None:
    assert identity("B9") == ("B10", "B10")
    assert identity("R13") == ("R1", "R1")


def test_starter_discards_first() -> None:
    game = dealt()
    assert game.phase == "discard"
    assert refused(game, "take") == "starter_throws"


def test_draw_or_left() -> None:
    game = table(drawn=False, pile="Y4 R9", piles={2: "K9"})
    assert kinds(game.view(0).takeable()) == "R9"
    top = hand_of(game).stock[-1]
    assert play(game, "draw") == [f"drew 0 {kinds([top])}"]


def test_left_neighbour_only() -> None:
    game = table(drawn=False, pile="R9", piles={2: "K9"})
    assert refused(game, "take K9") == "take_not_offered: K9"


def test_discard_to_the_right() -> None:
    game = table(racks={3: LOOSE + " R9"}, actor=3)
    play(game, "discard R9")
    assert game.actor == 0
    assert rules_of("classic").direction == "ccw"


def test_nothing_on_the_table() -> None:
    assert refused(table(racks={0: PERFECT + " R13"}), "open run R5 R6 R7") == "table_closed: R5 R6 R7"


def test_take_back() -> None:
    game = table(racks={0: LOOSE}, drawn=False, pile="R9")
    assert play(game, "take", "discard R9") == ["discarded 0 R9"]
    assert game.actor == 1


def test_no_giving_back() -> None:
    game = table(racks={0: LOOSE}, drawn=False, pile="R9")
    play(game, "take")
    assert refused(game, "back") == "back_is_discard: R9"


@pytest.mark.parametrize(
    ("type_", "tiles", "answer"),
    [
        pytest.param("run", "R4 R5 R6 R7", 22, id="run"),
        pytest.param("run", "Y12 Y13 Y1", 26, id="high"),
        pytest.param("run", "Y13 Y1 Y2", "not_consecutive: Y13 Y1 Y2", id="wrap"),
        pytest.param("set", "R5 B5 K5", 15, id="set"),
        pytest.param("run", "R4 K4 R6", 15, id="fill_run"),
        pytest.param("set", "R9 B9 K4", 27, id="fill_set"),
        pytest.param("run", "R12 R13 K4", 26, id="one"),
        pytest.param("pair", "R9 K4", 18, id="fill_pair"),
    ],
)
def test_meld(type_: str, tiles: str, answer: object) -> None:
    assert meld(type_, tiles) == answer


def test_two_okeys_are_a_pair() -> None:
    assert wins(PAIRS.replace("K2 K2", "Y9 Y9"), indicator="Y8") == ["pairs"]


def test_hand() -> None:
    assert wins(PERFECT) == ["melds"]
    assert wins(PAIRS, indicator="Y8") == ["pairs"]


def test_never_mixed() -> None:
    assert wins("R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 K9 K9 R11 R11") == []


def test_hand_ends_by_itself() -> None:
    game = table(racks={0: PERFECT + " R13"})
    assert play(game, "discard R13") == ["finished 0 R13", "hand_ended 0 : 20 18 18 18"]


def test_starter_may_finish() -> None:
    game = table(racks={0: PERFECT + " R13"}, first=True)
    assert play(game, "discard R13")[0] == "finished 0 R13"


def test_starter_may_be_barred() -> None:
    game = table(racks={0: PERFECT + " R13"}, first=True, options={"starter_may_finish_first": False})
    assert refused(game, "finish R13") == "finish_first_turn: R13"
    assert play(game, "discard R13") == ["discarded 0 R13"]


def test_okey_finishes_whenever_it_can() -> None:
    assert "B10" in discards(PERFECT + " B10")
    game = table(racks={0: PERFECT + " B10"})
    okey = next(filter(hand_of(game).faces.is_okey, hand_of(game).acting.rack))
    assert finish(okey) in list(game.legal_actions())
    assert play(game, "finish B10")[1] == "hand_ended 0 : 20 16 16 16"


def test_wrong_finish() -> None:
    game = table(racks={0: PERFECT.replace("K11", "K1") + " R13"})
    assert refused(game, "finish R13") == "not_finished: K9 K10 K1"
    assert game.scores == (20, 20, 20, 20)


def shower(**more: object) -> Game:
    return table(racks={0: LOOSE.replace("Y11", "B9")}, drawn=False, **more)  # type: ignore[arg-type]


def test_show_before_first_draw() -> None:
    game = shower(first=True)
    assert play(game, "show B9") == ["showed 0 B9"]
    assert refused(game, "show B9") == "show_twice: B9"


def test_show_too_late() -> None:
    game = shower(first=True)
    play(game, "draw")
    assert refused(game, "show B9") == "show_too_late: B9"


def test_starter_shows_before_discarding() -> None:
    game = table(racks={0: LOOSE + " B9"}, first=True)
    assert play(game, "show B9") == ["showed 0 B9"]


def test_dealt_twin_only() -> None:
    game = table(racks={0: LOOSE, 1: "B9 +13"}, drawn=False, first=True)
    assert game.view(0).may_show is False
    assert not any(action.verb == "show" for action in game.legal_actions())


def test_indicator_at_hand_end() -> None:
    game = shower(first=True)
    play(game, "show B9")
    assert game.scores == (20, 20, 20, 20)
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 19 19 19"


@pytest.mark.parametrize(
    ("hand", "scores"),
    [
        pytest.param({"winner": 0, "shape": "melds"}, [20, 18, 18, 18], id="normal"),
        pytest.param({"winner": 1, "shape": "melds", "okey": True}, [16, 20, 16, 16], id="okey"),
        pytest.param({"winner": 2, "shape": "pairs"}, [16, 16, 20, 16], id="pairs"),
        pytest.param({"winner": 3, "shape": "pairs", "okey": True}, [12, 12, 12, 20], id="both"),
        pytest.param({"winner": 2, "shape": "pairs", "shown_by": 0}, [16, 15, 19, 15], id="shown"),
        pytest.param({"winner": None, "shown_by": 1}, [19, 20, 19, 19], id="nobody"),
    ],
)
def test_score(hand: dict[str, object], scores: list[int]) -> None:
    assert countdown("classic", 20, hand) == scores


def test_false_joker_last() -> None:
    assert play(table(racks={0: PERFECT + " *"}), "discard *")[1] == "hand_ended 0 : 20 18 18 18"


def test_throwing_okey() -> None:
    game = table(racks={0: LOOSE + " B10"})
    assert play(game, "discard B10") == ["discarded 0 B10"]
    assert rules_of("classic").confirm_okey_discard


def test_stock_out() -> None:
    game = table(drawn=False, stock=1)
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 20 20 20"


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(20, id="p20"),
        pytest.param(30, id="p30"),
        pytest.param(40, id="p40"),
        pytest.param(50, id="p50"),
    ],
)
def test_start(points: int) -> None:
    assert points in rules_of("classic").start_points
    assert Game(rules_of("classic", start_points=(points,)), "x").scores == (points,) * 4


def test_end() -> None:
    game = table(racks={0: PERFECT + " R13"}, scores=(9, 2, 9, 9))
    assert play(game, "finish R13")[-1] == "match_ended - : 0"


def test_level() -> None:
    game = table(racks={1: PERFECT + " R13"}, actor=1, scores=(2, 5, 7, 3))
    assert play(game, "finish R13")[-1] == "match_ended - : 1 2"


def test_scored_in_full() -> None:
    game = table(racks={0: PAIRS + " Y9"}, indicator="Y8", scores=(9, 2, 9, 9))
    assert play(game, "finish Y9")[1] == "hand_ended 0 : 9 -6 1 1"


def test_clock() -> None:
    assert (rules_of("classic").turn_seconds, rules_of("classic").reserve_seconds) == (25, 30)


def test_hidden_tiles() -> None:
    game = table(racks={0: LOOSE + " R10"})
    assert game.view(1).arrived is None
    assert set(game.view(1).rack).isdisjoint(game.view(0).rack)
    assert finish(0) not in list(game.view(1).legal_actions())
