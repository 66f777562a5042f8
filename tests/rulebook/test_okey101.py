"""Section 7.1 of the rules: Okey 101, each for oneself."""

import pytest

from okey.game import Game
from tests.rulebook.desk import (
    conflict,
    hand_of,
    identity,
    kinds,
    laid,
    meld,
    offered,
    opening,
    play,
    rack,
    refused,
    rules_of,
    scores,
    table,
    to_end_of_stock,
)

R103 = "run R11 R12 R13 / set B10 Y10 K10 R10 / run K8 K9 K10"
T103 = "R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10"
"""Melds of 36 + 40 + 27 = 103 points."""
P5 = "pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9 / pair B13 B13"
T5 = "R1 R1 B2 B2 Y5 Y5 K9 K9 B13 B13"
SERIES = {"opened": "series", "opened_with": 103}
PAIRS = {"opened": "pairs", "opened_with": 5}
ELDEN = "run R1 R2 R3 / run B1 B2 B3 / run K1 K2 K3 / run Y1 Y2 Y3 / run R6 R7 R8 R9 / set B6 Y6 K6"
ELDEN_T = "R1 R2 R3 B1 B2 B3 K1 K2 K3 Y1 Y2 Y3 R6 R7 R8 R9 B6 Y6 K6"


def on_table(tiles: str, *melds: str, me: dict[str, object] | None = None, **more: object) -> Game:
    """Sets up a table on which seat 0 has opened and may lay; the okey is R3."""
    seats = {0: SERIES if me is None else me}
    return table("okey101", {0: tiles}, indicator="R2", melds=melds, seats=seats, **more)  # type: ignore[arg-type]


def unopened(tiles: str, *melds: str, **more: object) -> Game:
    return on_table(tiles, *melds, me={}, **more)


def test_deal() -> None:
    game = Game(rules_of("okey101"), "x")
    play(game, "deal")
    assert sorted(game.view(None).rack_sizes) == [21, 21, 21, 22]
    assert game.view(None).stock == 20


def test_starter() -> None:
    game = Game(rules_of("okey101"), "x")
    play(game, "deal")
    assert game.starter == (game.dealer + 1) % 4
    assert refused(game, "draw") == "starter_throws"


def test_start_moves_right() -> None:
    game = on_table("Y1")
    game.starter = 2
    play(game, "discard Y1", "deal")
    assert game.starter == 3
    assert game.rules.direction == "ccw"


def test_no_show() -> None:
    assert refused(unopened("R2 +21", first=True), "show R2") == "show_off: R2"


def test_okey() -> None:
    assert identity("R13", "okey101") == ("R1", "R1")


def test_draw() -> None:
    game = unopened("+21", drawn=False, pile="Y9")
    assert kinds(game.view(0).takeable()) == "Y9"
    assert play(game, "draw")[0].startswith("drew 0")


@pytest.mark.parametrize(
    ("tiles", "melds", "act"),
    [
        pytest.param("Y7 Y8 B1 B2", (), "lay run Y7 Y8 Y9", id="meld"),
        pytest.param("B1 B2 K1", ("1 run Y6 Y7 Y8",), "add Y9 0 high", id="layoff"),
        pytest.param("B1 B2 K1", ("1 run Y8 R3 Y10",), "swap Y9 0", id="swap"),
    ],
)
def test_taken_tile_used(tiles: str, melds: tuple[str, ...], act: str) -> None:
    game = on_table(tiles, *melds, drawn=False, pile="Y9")
    play(game, "take")
    assert refused(game, "discard B1") == "taken_must_be_used: Y9"
    assert play(game, act, "discard B1")[0] == "discarded 0 B1"


def test_taken_tile_in_the_opening() -> None:
    game = unopened(T103.replace(" K8", "") + " B1 +11", drawn=False, pile="K8")
    assert play(game, "take", f"open {R103}", "discard B1")[0] == "discarded 0 B1"


def test_taken_tile_unused() -> None:
    game = unopened("B1 +20", drawn=False, pile="Y9")
    play(game, "take")
    assert refused(game, "discard B1") == "taken_must_be_used: Y9"


def test_give_back() -> None:
    game = unopened("B1 +20", drawn=False, pile="Y9")
    assert play(game, "take", "back") == ["gave_back 0 Y9"]
    assert play(game, "draw")[0].startswith("drew 0")
    assert game.scores[0] == 0


def test_give_back_penalty() -> None:
    game = unopened("B1 +20", drawn=False, pile="Y9", options={"take_back_penalty": 101})
    assert play(game, "take", "back") == ["gave_back 0 Y9", "penalty 0 take_back : 101"]


def test_not_again() -> None:
    game = unopened("B1 +20", drawn=False, pile="Y9")
    play(game, "take", "back")
    assert refused(game, "take") == "take_given_back"


@pytest.mark.parametrize(
    ("melds", "answer"),
    [
        pytest.param(R103, (103, 101), id="enough"),
        pytest.param("run R11 R12 R13 / set B10 Y10 K10 R10 / run K7 K8 K9", (100, 101), id="short"),
        pytest.param("run R11 R3 R13 / set B10 Y10 K10 R10 / run K8 K9 K10", (103, 101), id="wild"),
        pytest.param("run R11 R12 R13 / set B10 Y10 K10 R10 / run K1 K2 K3 / set R1 B1 Y1 K1", (86, 101), id="one"),
        pytest.param(P5, (5, 5), id="pairs"),
        pytest.param("pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9", (4, 5), id="four"),
        pytest.param(P5.replace("B13 B13", "B13 R3"), (5, 5), id="okey_pair"),
        pytest.param(P5.replace("B13 B13", "R3 R3"), (5, 5), id="okeys_pair"),
        pytest.param(R103 + " / pair B2 B2", ("open_mixed", None), id="mixed"),
        pytest.param(P5.replace("B13 B13", "R2"), ("pair_size", None), id="twin"),
        pytest.param(R103 + " / run Y12 Y13 Y1", ("not_consecutive", None), id="wrap"),
    ],
)
def test_opening(melds: str, answer: tuple[object, object]) -> None:
    assert opening(melds, "okey101", "R2") == answer


def test_twin_option() -> None:
    melds = P5.replace("B13 B13", "R2")
    assert opening(melds, "okey101", "R2", indicator_twin_is_pair=True) == (5, 5)
    game = unopened("R1 R1 B2 B2 Y5 Y5 K9 K9 R2 +13", options={"indicator_twin_is_pair": True})
    assert any(("pair", (hand_of(game).indicator ^ 1,)) in action.melds for action in game.legal_actions())
    assert play(game, f"open {melds}")[0] == "opened 0 pairs : 5"


def test_layoff_does_not_help() -> None:
    game = unopened(T103 + " Y9 +11", "1 run Y6 Y7 Y8")
    assert refused(game, "add Y9 0 high") == "open_first: Y9"


def test_one_tile_stays() -> None:
    game = unopened(T103)
    assert refused(game, f"open {R103}") == f"keep_one: {laid(R103)}"


def test_any_value_after_opening() -> None:
    assert play(on_table("Y1 Y2 Y4 B1 B2 B3 K9"), "lay run B1 B2 B3") == ["laid 0 run B1 B2 B3 : 0"]


def test_pairs_after_pairs() -> None:
    game = on_table("Y1 Y1 K9")
    assert refused(game, "lay pair Y1 Y1") == "pairs_not_opened: Y1 Y1"
    hand_of(game).players[2].opened = "pairs"
    assert play(game, "lay pair Y1 Y1") == ["laid 0 pair Y1 Y1 : 0"]


def test_pair_openers_lay_pairs_only() -> None:
    game = on_table("Y1 Y1 B1 B2 B3 K9", me=PAIRS)
    assert refused(game, "lay run B1 B2 B3") == "pairs_only: B1 B2 B3"
    assert play(game, "lay pair Y1 Y1") == ["laid 0 pair Y1 Y1 : 0"]


def test_pair_openers_lay_off() -> None:
    assert play(on_table("Y9 K9 K1", "1 run Y6 Y7 Y8", me=PAIRS), "add Y9 0 high") == ["added 0 high Y9 : 0"]


def test_layoff_limit() -> None:
    game = on_table("Y9 Y10 Y11 K1", "1 run Y6 Y7 Y8", me=PAIRS, options={"pair_opener_layoff_limit": 2})
    play(game, "add Y9 0 high", "add Y10 0 high")
    assert refused(game, "add Y11 0 high") == "add_limit: Y11"


def test_layoff_limit_is_the_pair_openers() -> None:
    game = on_table("Y9 Y10 Y11 K1", "1 run Y6 Y7 Y8", options={"pair_opener_layoff_limit": 2})
    assert play(game, "add Y9 0 high", "add Y10 0 high", "add Y11 0 high") == ["added 0 high Y11 : 0"]


def test_pairs_limit() -> None:
    game = on_table("Y1 Y1 B4 B4 K9 K9 B7 B7 K1", options={"series_opener_pairs_limit": 3})
    hand_of(game).players[2].opened = "pairs"
    play(game, "lay pair Y1 Y1", "lay pair B4 B4", "lay pair K9 K9")
    assert refused(game, "lay pair B7 B7") == "pairs_limit: B7 B7"


def test_work_in_the_same_turn() -> None:
    game = unopened(T103 + " Y9 +11", "1 run Y6 Y7 Y8")
    assert play(game, f"open {R103}", "add Y9 0 high") == ["added 0 high Y9 : 0"]


def test_work_waits() -> None:
    game = unopened(T103 + " Y9 +11", "1 run Y6 Y7 Y8", options={"work_same_turn_as_opening": False})
    play(game, f"open {R103}")
    assert refused(game, "add Y9 0 high") == "work_next_turn: Y9"


@pytest.mark.parametrize(
    ("tile", "end", "meld_"),
    [
        pytest.param("Y9", "high", "1 run Y6 Y7 Y8", id="high"),
        pytest.param("Y5", "low", "1 run Y6 Y7 Y8", id="low"),
        pytest.param("Y13", "high", "2 run Y10 Y11 Y12", id="thirteen"),
        pytest.param("Y1", "low", "3 run Y2 Y3 Y4", id="one"),
        pytest.param("R9", "high", "0 set Y9 B9 K9", id="set"),
        pytest.param("R3", "high", "1 run Y6 Y7 Y8", id="okey"),
    ],
)
def test_layoff(tile: str, end: str, meld_: str) -> None:
    assert play(on_table(f"{tile} K1 K2", meld_), f"add {tile} 0 {end}") == [f"added 0 {end} {tile} : 0"]


@pytest.mark.parametrize(
    ("tile", "end", "meld_", "reason"),
    [
        pytest.param("Y1", "high", "1 run Y11 Y12 Y13", "not_consecutive: Y11 Y12 Y13 Y1", id="beyond"),
        pytest.param("B9", "high", "1 set Y9 B9 K9", "repeated_colour: B9 B9", id="colour"),
        pytest.param("Y9", "high", "1 pair Y8 Y8", "add_to_pair: Y9", id="pairs"),
        pytest.param("Y10", "high", "1 run Y6 Y7 Y8", "not_consecutive: Y6 Y7 Y8 Y10", id="gap"),
    ],
)
def test_no_layoff(tile: str, end: str, meld_: str, reason: str) -> None:
    assert refused(on_table(f"{tile} K1 K2", meld_), f"add {tile} 0 {end}") == reason


def test_no_rearranging() -> None:
    game = on_table("Y9 K1 K2", "1 run Y6 Y7 Y8")
    changing = {action.verb for action in game.legal_actions() if action.meld is not None}
    assert changing == {"add"}


def test_joker_swap() -> None:
    game = on_table("Y7 K1 K2", "1 run Y6 R3 Y8")
    assert play(game, "swap Y7 0") == ["swapped 0 Y7 R3 : 0"]


def test_joker_swap_opened_only() -> None:
    assert refused(unopened("Y7 +21", "1 run Y6 R3 Y8"), "swap Y7 0") == "open_first: Y7"


def test_swapped_okey_usable() -> None:
    game = on_table("Y7 K1 K2 B1", "1 run Y6 R3 Y8")
    assert play(game, "swap Y7 0", "lay run K1 K2 R3") == ["laid 0 run K1 K2 R3 : 1"]


def test_false_joker_is_never_taken() -> None:
    game = on_table("R6 K1", "1 run R5 * R7", options={"false_joker": "wild"})
    assert refused(game, "swap R6 0") == "swap_no_okey: R6"


def test_finish_by_discarding() -> None:
    game = on_table("Y9 K1", "1 run Y6 Y7 Y8")
    assert play(game, "add Y9 0 high", "discard K1")[0] == "finished 0 K1"
    assert refused(on_table("K1 Y1"), "finish K1") == "finish_by_throwing: K1"


@pytest.mark.parametrize(
    ("tiles", "act"),
    [
        pytest.param("Y1 Y2 Y3", "lay run Y1 Y2 Y3", id="lay"),
        pytest.param("Y9", "add Y9 0 high", id="add"),
    ],
)
def test_never_empty(tiles: str, act: str) -> None:
    assert refused(on_table(tiles, "1 run Y6 Y7 Y8"), act) == f"keep_one: {tiles}"


@pytest.mark.parametrize(
    ("tile", "meld_", "fined"),
    [
        pytest.param("Y9", "1 run Y6 Y7 Y8", True, id="run"),
        pytest.param("Y5", "1 run Y6 Y7 Y8", True, id="low"),
        pytest.param("Y9", "0 run Y6 Y7 Y8", True, id="own"),
        pytest.param("R9", "2 set Y9 B9 K9", True, id="set"),
        pytest.param("Y11", "1 run Y6 Y7 Y8", False, id="free"),
        pytest.param("Y8", "1 pair Y9 Y9", False, id="pair"),
        pytest.param("Y7", "1 run Y6 R3 Y8", False, id="swap"),
    ],
)
def test_playable(tile: str, meld_: str, fined: bool) -> None:
    game = on_table(f"{tile} K1 K2", meld_)
    assert play(game, f"discard {tile}")[1:] == ["penalty 0 playable_discard : 101"] * fined


def test_playable_unopened() -> None:
    game = unopened("Y9 +21", "1 run Y6 Y7 Y8")
    assert play(game, "discard Y9")[1] == "penalty 0 playable_discard : 101"


def test_okey_discard() -> None:
    assert play(on_table("R3 K1 K2"), "discard R3") == ["discarded 0 R3", "penalty 0 okey_discard : 101"]


def test_okey_and_playable() -> None:
    game = on_table("R3 K1 K2", "1 run Y6 Y7 Y8")
    assert play(game, "discard R3") == ["discarded 0 R3", "penalty 0 okey_discard : 101"]
    assert game.scores == (101, 0, 0, 0)


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param("Y9", id="playable"),
        pytest.param("R3", id="okey"),
    ],
)
def test_finishing_discard(tile: str) -> None:
    game = on_table(tile, "1 run Y6 Y7 Y8")
    assert not any(event.startswith("penalty") for event in play(game, f"discard {tile}"))
    assert game.scores[0] < 0


def test_wrong_opening() -> None:
    game = unopened("R11 R12 R13 +19")
    assert refused(game, "open run R11 R12 R13") == "open_points: R11 R12 R13: 36 of 101"


@pytest.mark.parametrize(
    ("melds", "why"),
    [
        pytest.param("run R11 R12 R13", "open_points R11 R12 R13 : 36 101", id="points"),
        pytest.param("run R11 R12 R9", "not_consecutive R11 R12 R9", id="melds"),
        pytest.param("run R11 R12 R13 / pair Y4 Y4", "open_mixed Y4 Y4", id="mixed"),
    ],
)
def test_wrong_opening_option(melds: str, why: str) -> None:
    game = unopened("R11 R12 R13 R9 Y4 Y4 +16", options={"invalid_declare_penalty": 101})
    assert play(game, f"open {melds}") == [f"failed 0 {why}", "penalty 0 invalid_declare : 101"]
    assert (game.actor, game.phase, len(game.view(0).rack)) == (0, "discard", 22)


def test_stock_out() -> None:
    game = unopened("Y1 +20", drawn=False, stock=1)
    play(game, "draw")
    assert game.result is None
    assert play(game, "discard Y1")[-1] == "hand_ended - : 202 202 202 202"


def test_stock_out_no_bonus() -> None:
    assert scores("okey101", ["series * R2", "unopened", "unopened", "unopened"], winner=None) == [
        10,
        202,
        202,
        202,
    ]


def test_stock_out_counts() -> None:
    game = Game(rules_of("okey101"), "x")
    play(game, "deal")
    to_end_of_stock(game)
    assert game.hands_played == 1


def all_pairs(**settings: object) -> Game:
    seats = dict.fromkeys((1, 2, 3), PAIRS)
    return table("okey101", {0: T5 + " K1 +11"}, indicator="R2", seats=seats, options=settings)  # type: ignore[arg-type]


def test_all_pairs() -> None:
    game = all_pairs()
    assert play(game, f"open {P5}", "discard K1")[-1] == "hand_ended - : 0 0 0 0"
    assert game.result is not None
    assert game.result.ending == "all_pairs"


def test_all_pairs_waits_for_the_end_of_the_turn() -> None:
    game = all_pairs()
    play(game, f"open {P5}")
    assert game.result is None
    play(game, "undo", "discard K1")
    assert game.result is None


def test_all_pairs_but_finished() -> None:
    seats = dict.fromkeys((1, 2, 3), PAIRS)
    game = table("okey101", {0: T5 + " K1"}, indicator="R2", seats=seats)
    assert play(game, f"open {P5}", "discard K1")[0] == "finished 0 K1"
    assert game.result is not None
    assert game.result.ending == "finish"


def test_dealt_again() -> None:
    game = all_pairs()
    play(game, f"open {P5}", "discard K1", "deal")
    assert game.phase == "discard"


def test_all_pairs_option() -> None:
    game = all_pairs(all_pairs_void=False)
    play(game, f"open {P5}", "discard K1")
    assert game.result is None


@pytest.mark.parametrize(
    ("seats", "more", "expected"),
    [
        pytest.param(["winner", "unopened"], {}, [-101, 202], id="finisher"),
        pytest.param(["winner", "unopened R13 R12"], {}, [-101, 202], id="unopened"),
        pytest.param(["winner", "series R4 B6"], {}, [-101, 10], id="series"),
        pytest.param(["winner", "pairs K12 Y8"], {}, [-101, 40], id="pairs"),
        pytest.param(
            ["winner", "series R4 B6", "pairs K12 Y8", "unopened"],
            {"finish": {"okey": True}},
            [-202, 20, 80, 404],
            id="okey",
        ),
        pytest.param(
            ["winner", "series R4", "unopened"],
            {"finish": {"pairs": True}},
            [-202, 8, 404],
            id="pairs_finish",
        ),
        pytest.param(["winner", "unopened", "unopened"], {"finish": {"elden": True}}, [-202, 404, 404], id="elden"),
        pytest.param(["winner", "unopened"], {"finish": {"elden": True, "okey": True}}, [-404, 808], id="elden_okey"),
        pytest.param(
            ["winner", "unopened"],
            {"finish": {"elden": True, "okey": True, "pairs": True}},
            [-808, 1616],
            id="eight",
        ),
        pytest.param(
            ["winner", "unopened"],
            {"finish": {"okey": True, "pairs": True}, "options": {"finish_multiplier": "single"}},
            [-202, 404],
            id="single",
        ),
        pytest.param(
            ["winner", "unopened"],
            {"finish": {"okey": True, "pairs": True}, "options": {"finish_multiplier": "none"}},
            [-101, 202],
            id="none",
        ),
        pytest.param(["winner", "series B8 R3"], {}, [-101, 104], id="okey_left"),
        pytest.param(["winner", "pairs B8 R10"], {}, [-101, 121], id="okey_left_pairs"),
        pytest.param(["winner", "series B8 R3"], {"finish": {"okey": True}}, [-202, 107], id="okey_left_double"),
        pytest.param(["winner", "series B8 B8 R3"], {}, [-101, 205], id="okeys_left"),
        pytest.param(["winner", "unopened B8"], {}, [-101, 202], id="okey_unopened"),
        pytest.param(["winner", "series * R2"], {}, [-101, 10], id="false_joker"),
        pytest.param(["winner", "series R5 +101"], {}, [-101, 106], id="penalty"),
        pytest.param(["winner +101", "unopened +101"], {"finish": {"okey": True}}, [-101, 505], id="penalty_double"),
        pytest.param(
            ["winner", "declared_unopened"],
            {"options": {"declared_pairs_unopened": 404}},
            [-101, 404],
            id="declared",
        ),
    ],
)
def test_score(seats: list[str], more: dict[str, object], expected: list[int]) -> None:
    assert scores("okey101", seats, winner=0, **more) == expected  # type: ignore[arg-type]


def test_elden_needs_no_bar() -> None:
    assert opening(ELDEN, "okey101", "R4", {"whole_hand_one_turn": True}) == (72, 0)
    assert opening(ELDEN, "okey101", "R4") == (72, 101)


def test_elden_off() -> None:
    context = {"whole_hand_one_turn": True}
    assert opening(ELDEN, "okey101", "R4", context, elden_ignores_bar=False) == (72, 101)


def test_elden_finish() -> None:
    game = table("okey101", {0: ELDEN_T + " Y13"}, indicator="R4")
    assert play(game, f"open {ELDEN}", "discard Y13")[1] == "hand_ended 0 : -202 404 404 404"


def test_no_elden_after_another() -> None:
    game = table("okey101", {0: ELDEN_T + " Y13", 1: "R10"}, indicator="R4", seats={1: SERIES})
    assert refused(game, f"open {ELDEN}").startswith("open_points: ")
    laid = [action for action in game.legal_actions() if action.verb == "open"]
    assert not any(sum(len(tiles) for _, tiles in action.melds) == 21 for action in laid)


def test_five_hands() -> None:
    assert rules_of("okey101").n_hands == (5, 3, 7, 9, 11)
    game = on_table("Y1")
    game.hands_played = 4
    play(game, "discard Y1")
    assert game.phase == "over"


def test_lowest_wins() -> None:
    seats = dict.fromkeys(range(4), SERIES)
    racks = {0: "Y1", 1: "K4 K6", 2: "B7", 3: "B9"}
    game = table("okey101", racks, indicator="R2", seats=seats, scores=(151, 40, 43, 99))
    game.hands_played = 4
    assert play(game, "discard Y1")[1:] == ["hand_ended 0 : 50 50 50 108", "match_ended - : 0 1 2"]


@pytest.mark.parametrize(
    ("tiles", "melds", "taken", "charge"),
    [
        pytest.param(T103.replace(" K8", "") + " B1 +11", R103, "K8", 80, id="series"),
        pytest.param(T5.replace(" B13 B13", " B13") + " B1 +11", P5, "B13", 260, id="pairs"),
    ],
)
def test_left_open_charge(tiles: str, melds: str, taken: str, charge: int) -> None:
    game = unopened(tiles, drawn=False, pile=taken, options={"left_open_charge": True})
    assert play(game, "take", f"open {melds}", "discard B1")[1] == f"penalty 3 left_open : {charge}"
    assert game.scores[3] == charge


def test_left_open_charge_needs_the_tile_in_the_opening() -> None:
    game = unopened(T103 + " B1 +10", "1 run Y6 Y7 Y8", drawn=False, pile="Y9", options={"left_open_charge": True})
    assert play(game, "take", f"open {R103}", "add Y9 0 high", "discard B1") == ["discarded 0 B1"]


def test_left_open_charge_off() -> None:
    game = unopened(T103.replace(" K8", "") + " B1 +11", drawn=False, pile="K8")
    assert play(game, "take", f"open {R103}", "discard B1") == ["discarded 0 B1"]


def test_must_needs_a_way_back() -> None:
    assert conflict("okey101", take_back="as_discard") == ("taken_tile_use", "take_back")


def test_undo() -> None:
    game = on_table("Y9 K1 K2 K3 B1", "1 run Y6 Y7 Y8")
    before = sorted(rack(game, 0).split())
    play(game, "add Y9 0 high", "lay run K1 K2 K3")
    assert play(game, "undo", "undo") == ["undid 0"]
    assert sorted(rack(game, 0).split()) == before
    assert kinds(game.view(0).melds[0].meld.tiles) == "Y6 Y7 Y8"


def test_runs_in_hand() -> None:
    assert meld("run", " ".join(f"R{number}" for number in range(1, 14)), "okey101") == 91
    assert offered(on_table("Y9 K1"), "discard Y9") == [True]


def test_nothing_to_take_back() -> None:
    assert refused(table("okey101"), "undo") == "nothing_to_undo"


def test_laying_waits_for_the_draw() -> None:
    game = table("okey101", {0: T5 + " +11"}, indicator="R2", drawn=False)
    assert refused(game, f"open {P5}") == "draw_first"


def test_a_meld_that_is_not_there() -> None:
    game = table("okey101", {0: "Y8 K1 K2"}, indicator="R2", seats={0: {"opened": "series", "opened_with": 103}})
    assert refused(game, "add Y8 0 high") == "no_such_meld: Y8"


def test_a_taken_okey_thrown_is_no_longer_cheap() -> None:
    options = {"taken_tile_use": "free", "take_back": "as_discard"}
    game = table("okey101", {0: "+21"}, indicator="R2", drawn=False, pile="R3", options=options)
    play(game, "take", "discard R3")
    assert hand_of(game).players[0].cheap == []
