"""Sections 3.2 to 3.4 of the rules: Konkan, the score, five rounds and the Determine round."""

import pytest

from okey.game import Game
from okey.game.scoring import best_seats, forced_konkan, match_over, side_totals
from okey.vectors import ask
from tests.rulebook.desk import (
    TEN_FOUR,
    hand_of,
    kinds,
    laid,
    play,
    rack,
    refused,
    rules_of,
    scores,
    table,
    to_end_of_stock,
)

SERIES = {"opened": "series", "opened_with": 81}
KONKAN = {"konkan": True}
FINISH = "open run R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 / set B7 Y7 K7 R7"


def konkan_discards(hand: str, indicator: str = "K11", *, early: bool = False, **settings: object) -> list[str]:
    """Gets what a Konkan player may throw to finish."""
    vector = {
        "kind": "konkan_finish",
        "ruleset": "konkan81",
        "set": settings,
        "indicator": indicator,
        "hand": hand,
    }
    found: list[str] = ask({**vector, "laid_off_before": early})["discards"]
    return found


def taker(
    thrower: dict[str, object] | None = None,
    me: dict[str, object] | None = None,
    tiles: str = "Y1 +13",
    **more: object,
) -> Game:
    """Sets up a turn of seat 0 with a discard of seat 3 on offer."""
    seats = {3: thrower or {}, 0: me or {}}
    return table("konkan81", {0: tiles}, indicator="K11", drawn=False, pile="B2", seats=seats, **more)  # type: ignore[arg-type]


def status(game: Game, seat: int = 0) -> str:
    view = game.view(None).seats[seat]
    return "eliminated" if view.eliminated else "konkan" if view.konkan else "opened" if view.opened else "normal"


def after_layoff(tiles: str = "R8 Y5 +13", melds: tuple[str, ...] = ("1 run R5 R6 R7",), **me: object) -> Game:
    return table("konkan81", {0: tiles}, indicator="K11", melds=melds, seats={0: me})


def test_status_normal() -> None:
    game = Game(rules_of("konkan81"), "x")
    play(game, "deal")
    assert [status(game, seat) for seat in range(4)] == ["normal"] * 4


def test_konkan_may_not_open() -> None:
    game = table("konkan81", {0: "R11 R12 R13 B9 Y9 K9 K5 K6 K7 +6"}, indicator="K11", seats={0: KONKAN})
    melds = "run R11 R12 R13 / set B9 Y9 K9 / run K5 K6 K7"
    assert refused(game, f"open {melds}") == f"open_konkan: {laid(melds)}: 10 of 4"


def test_konkan_finish() -> None:
    game = table("konkan81", {0: TEN_FOUR + " Y13"}, indicator="K11", seats={0: KONKAN})
    assert play(game, FINISH, "discard Y13")[0] == "finished 0 Y13"


def test_konkan_finish_is_listed() -> None:
    game = table("konkan81", {0: TEN_FOUR + " Y13"}, indicator="K11", seats={0: KONKAN})
    assert [action.verb for action in game.legal_actions()].count("open") >= 1


def test_five_tile_limit_does_not_apply() -> None:
    game = table("konkan81", {0: TEN_FOUR + " Y13"}, indicator="K11")
    assert refused(game, FINISH).startswith("too_long")
    hand_of(game).acting.konkan = True
    assert play(game, FINISH)[0] == "opened 0 : 83"


@pytest.mark.parametrize(
    ("hand", "settings", "found"),
    [
        pytest.param(TEN_FOUR + " Y13", {}, ["Y13"], id="set"),
        pytest.param("B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 K1 K2 K3 K4 R13", {}, ["R13"], id="run"),
        pytest.param("R5 R6 R7 R8 R9 R10 R11 R12 R13 R1 Y2 B2 K2 R2 Y13", {}, [], id="wrap"),
        pytest.param("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 Y7 B7 K7 Y13", {}, [], id="eleven"),
        pytest.param(
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 Y7 B7 K7 Y13",
            {"konkan_run_exact": False},
            ["Y13"],
            id="eleven_loose",
        ),
        pytest.param("R1 R2 R3 R4 R5 R6 R7 R8 R9 B1 B2 B3 B4 B5 Y13", {"konkan_run_exact": False}, [], id="nine"),
        pytest.param("R1 R2 R3 R4 K12 R6 R7 R8 R9 R10 B7 Y7 K7 R7 Y13", {}, ["Y13"], id="wild"),
    ],
)
def test_konkan_layouts(hand: str, settings: dict[str, object], found: list[str]) -> None:
    assert konkan_discards(hand, **settings) == found


def test_no_pairs_in_the_finish() -> None:
    tiles = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 Y1 Y1 B2 B2 Y13"
    loose = {"konkan_run_exact": False}
    game = table("konkan81", {0: tiles}, indicator="K11", seats={0: KONKAN}, options=loose)
    text = "open run R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 / pair Y1 Y1 / pair B2 B2"
    assert refused(game, text).startswith("open_konkan")


def test_take_and_throw() -> None:
    game = taker()
    assert play(game, "take", "discard Y1") == ["discarded 0 Y1", "konkan 0"]
    assert status(game) == "konkan"


def test_opened_player_keeps_a_taken_tile() -> None:
    game = taker(me=SERIES)
    assert play(game, "take", "discard Y1") == ["discarded 0 Y1"]
    assert status(game) == "opened"


def test_undone_take_does_not_count() -> None:
    game = taker()
    play(game, "take", "discard B2", "draw", "discard Y1")
    assert status(game) == "normal"


def test_take_and_open_is_safe() -> None:
    game = taker(tiles="R10 R11 R12 B9 Y9 K9 K8 K9 K10 B1 B3 +3")
    play(game, "take", "open run R10 R11 R12 / set B9 Y9 K9 / run K8 K9 K10 / run B1 B2 B3")
    assert play(game, f"discard {rack(game, 0).split()[0]}")[-1].startswith("discarded")
    assert status(game) == "opened"


def test_early_layoff() -> None:
    game = after_layoff()
    assert play(game, "add R8 0 high") == ["added 0 high R8 : 0", "konkan 0"]
    assert status(game) == "konkan"


def test_early_layoff_once() -> None:
    game = after_layoff("R8 R4 +13")
    play(game, "add R8 0 high")
    assert refused(game, "add R4 0 low") == "add_once: R4"


def test_early_layoff_no_wild() -> None:
    assert refused(after_layoff("K12 Y5 +13"), "add K12 0 high") == "add_wild: K12"


def test_early_layoff_false_joker() -> None:
    game = table("konkan81", {0: "* Y5 +13"}, indicator="R9", melds=["1 run R7 R8 R9"])
    assert play(game, "add * 0 high")[0] == "added 0 high * : 0"


def test_end_is_blocked() -> None:
    game = after_layoff("R8 Y5 +13")
    play(game, "add R8 0 high", "discard Y5")
    hand_of(game).phase = "discard"
    hand_of(game).acting.opened = "series"
    nine = next(tile for tile in hand_of(game).stock if kinds([tile]) == "R9")
    hand_of(game).stock.remove(nine)
    hand_of(game).acting.rack.append(nine)
    assert refused(game, "add R9 0 high") == "add_blocked: R9"
    assert game.view(None).melds[0].blocked == ("high",)


def test_other_end_stays_open() -> None:
    game = table(
        "konkan81",
        {0: "R8 Y5 +13", 1: "R4 +13"},
        indicator="K11",
        melds=["1 run R5 R6 R7"],
        seats={1: SERIES},
    )
    play(game, "add R8 0 high", "discard Y5", "draw")
    assert play(game, "add R4 0 low") == ["added 1 low R4 : 0"]


def test_finish_is_ten_and_three() -> None:
    assert konkan_discards("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 Y7 B7 K7 Y13", early=True) == ["Y13"]
    assert konkan_discards("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 Y7 B7 Y8 Y13", early=True) == []


def test_konkan_player_may_lay_off_once() -> None:
    game = after_layoff(konkan=True)
    assert play(game, "add R8 0 high") == ["added 0 high R8 : 0"]
    assert hand_of(game).acting.early


def test_set_is_not_blocked() -> None:
    game = after_layoff("Y9 Y5 +13", ("1 set R9 B9 K9",))
    play(game, "add Y9 0 high")
    assert game.view(None).melds[0].blocked == ()


def test_set_is_full() -> None:
    game = after_layoff("R9 Y5 +13", ("1 set R9 B9 K9 Y9",))
    assert refused(game, "add R9 0 high") == "set_size: R9 B9 K9 Y9 R9"


def test_konkan_discard_is_free_once() -> None:
    game = taker(KONKAN, SERIES)
    play(game, "take", "discard Y1")
    assert status(game) == "opened"
    assert game.view(None).seats[0].konkan_takes == 1


def test_second_take_eliminates() -> None:
    game = taker(KONKAN, {**SERIES, "konkan_takes": 1})
    assert play(game, "take", "discard Y1") == ["discarded 0 Y1", "eliminated 0"]


def test_second_take_and_finish() -> None:
    game = taker(KONKAN, {**SERIES, "konkan_takes": 1}, tiles="B3 B4 Y1")
    assert play(game, "take", "lay run B2 B3 B4", "discard Y1")[0] == "finished 0 Y1"


def test_takes_count_over_all_throwers() -> None:
    game = taker(KONKAN, {**SERIES, "konkan_takes": 1})
    hand_of(game).players[1].konkan = True
    hand_of(game).players[3].konkan = False
    hand_of(game).last_discarder = 1
    assert play(game, "take", "discard Y1")[-1] == "eliminated 0"


def test_undone_konkan_take() -> None:
    game = taker(KONKAN, {**SERIES, "konkan_takes": 1})
    play(game, "take", "back", "draw", "discard Y1")
    assert status(game) == "opened"
    assert game.view(None).seats[0].konkan_takes == 1


def test_free_take_still_makes_konkan() -> None:
    game = taker(KONKAN)
    play(game, "take", "discard Y1")
    assert status(game) == "konkan"


def test_free_take_is_safe() -> None:
    game = taker(KONKAN, options={"konkan_free_take_is_safe": True})
    play(game, "take", "discard Y1")
    assert status(game) == "normal"


def test_more_free_takes() -> None:
    game = taker(KONKAN, {**SERIES, "konkan_takes": 1}, options={"konkan_discard_free_takes": 2})
    play(game, "take", "discard Y1")
    assert status(game) == "opened"


def test_no_free_takes() -> None:
    game = taker(KONKAN, SERIES, options={"konkan_discard_free_takes": 0})
    assert play(game, "take", "discard Y1")[-1] == "eliminated 0"


def test_eliminated_has_no_turn() -> None:
    game = table("konkan81", {0: "Y1 +14"}, indicator="K11", seats={1: {"eliminated": True}, 2: {"eliminated": True}})
    play(game, "discard Y1")
    assert game.actor == 3


def test_eliminated_discard_not_taken() -> None:
    assert refused(taker({"eliminated": True}), "take") == "take_eliminated: B2"


def test_eliminated_scores_as_unopened() -> None:
    racks = {0: "Y1", 1: "R2", 2: "R3", 3: "R4"}
    seats = {0: SERIES, 1: {**SERIES, "eliminated": True}, 2: SERIES, 3: SERIES}
    assert play(table("konkan81", racks, indicator="K11", seats=seats), "discard Y1")[1] == "hand_ended 0 : 0 100 0 4"


def test_last_one_plays_on() -> None:
    game = table("konkan81", {0: "Y1 +14"}, indicator="K11", seats={seat: {"eliminated": True} for seat in (1, 2, 3)})
    play(game, "discard Y1")
    assert game.actor == 0
    assert refused(game, "take") == "nothing_to_take"
    assert play(game, "draw")[0].startswith("drew 0")


def test_last_one_until_cancelled() -> None:
    game = table("konkan81", indicator="K11", seats={seat: {"eliminated": True} for seat in (1, 2, 3)})
    while game.result is None:
        to_end_of_stock(game)
    assert game.result.ending == "stock_out"


def test_konkan_win_doubles() -> None:
    racks = {0: TEN_FOUR + " Y13", 1: "R5 B8"}
    game = table("konkan81", racks, indicator="K11", seats={0: KONKAN, 1: SERIES})
    assert play(game, FINISH, "discard Y13")[1] == "hand_ended 0 : 0 26 0 200"


def test_konkan_win_triples() -> None:
    seats = ["konkan", "opened R5 B8", "unopened", "unopened"]
    assert scores(
        "konkan81", seats, indicator="K3", winner=0, konkan_win=True, options={"konkan_win_multiplier": 3}
    ) == [0, 39, 0, 300]


@pytest.mark.parametrize(
    ("seats", "winner", "expected"),
    [
        pytest.param(["opened", "opened R5 B8", "opened R1", "unopened"], 0, [0, 13, 0, 100], id="partner"),
        pytest.param(["opened", "opened R5", "eliminated", "opened R6"], 0, [0, 5, 0, 6], id="eliminated_partner"),
        pytest.param(["opened", "opened R13 B12", "opened", "opened Y1"], 0, [0, 25, 0, 1], id="faces"),
        pytest.param(["opened", "opened R5", "opened", "opened K4 R2"], 0, [0, 5, 0, 27], id="okey"),
        pytest.param(["opened", "opened R5", "opened", "opened ~K4 R2"], 0, [0, 5, 0, 4], id="taken"),
        pytest.param(["opened K4 ~K4 R2", "opened", "opened R6", "opened R6"], 1, [29, 0, 6, 0], id="both"),
        pytest.param(["opened", "opened * R2", "opened", "opened"], 0, [0, 6, 0, 0], id="false_joker"),
        pytest.param(["opened", "unopened R1", "opened", "konkan"], 0, [0, 100, 0, 100], id="unopened"),
    ],
)
def test_score(seats: list[str], winner: int, expected: list[int]) -> None:
    assert scores("konkan81", seats, indicator="K3", winner=winner) == expected


def test_unopened_rack() -> None:
    seats = ["opened", "unopened R5 B8", "opened", "eliminated R13"]
    assert scores("konkan81", seats, indicator="K3", winner=0, options={"unopened_value": "rack"}) == [
        0,
        13,
        0,
        13,
    ]


def test_okey_from_the_discards_is_cheap() -> None:
    game = table(
        "konkan81",
        {0: "Y1 +2", 1: "R9"},
        indicator="K11",
        drawn=False,
        pile="K12",
        seats={0: SERIES, 1: SERIES},
    )
    play(game, "take", "discard Y1")
    assert kinds(hand_of(game).players[0].cheap) == "K12"
    hand_of(game).phase = "discard"
    other = sum(int(word[1:]) for word in rack(game, 0).split() if word != "K12")
    assert play(game, "discard R9")[1].startswith(f"hand_ended 1 : {other + 2} 0")


def test_stolen_okey_is_cheap() -> None:
    game = table("konkan81", {0: "R6 Y5 Y9"}, indicator="K3", melds=["1 run R5 K4 R7"], seats={0: SERIES})
    play(game, "swap R6 0")
    assert kinds(hand_of(game).players[0].cheap) == "K4"


def test_partners_are_added() -> None:
    assert side_totals(rules_of("konkan81"), (0, 13, 0, 27)) == (0, 40)


def test_five_rounds_and_one() -> None:
    rules = rules_of("konkan81")
    assert [match_over(rules, (0, 0, 0, 0), hands) for hands in range(7)] == [False] * 6 + [True]


def test_worse_team_is_forced() -> None:
    rules = rules_of("konkan81")
    assert forced_konkan(rules, (146, 100, 0, 53), 5) == (1, 3)
    assert forced_konkan(rules, (146, 100, 0, 53), 4) == ()


def test_tie_forces_both() -> None:
    assert forced_konkan(rules_of("konkan81"), (50, 20, 0, 30), 5) == (0, 1, 2, 3)


def test_determine_is_dealt_in_konkan() -> None:
    game = Game(rules_of("konkan81"), "x")
    game.hands_played, game.scores = 5, (10, 0, 0, 0)
    play(game, "deal")
    assert [status(game, seat) for seat in range(4)] == ["konkan", "normal", "konkan", "normal"]


def test_lowest_total_wins() -> None:
    assert best_seats(rules_of("konkan81"), (100, 60, 46, 153)) == (0, 2)


def test_level_is_shared() -> None:
    assert best_seats(rules_of("konkan81"), (100, 60, 46, 86)) == (0, 1, 2, 3)


def test_quick_table() -> None:
    game = table("konkan81+quick", {0: "Y1"}, indicator="K3", seats={0: SERIES})
    play(game, "discard Y1")
    assert game.phase == "over"
    assert game.winners == (0, 2)


def test_cancelled_round_counts() -> None:
    game = Game(rules_of("konkan81"), "x")
    play(game, "deal")
    while game.result is None:
        to_end_of_stock(game)
    assert (game.hands_played, game.scores) == (1, (0, 0, 0, 0))


def test_cancelled_round_replayed() -> None:
    game = Game(rules_of("konkan81", cancelled_hand_counts=False), "x")
    play(game, "deal")
    while game.result is None:
        to_end_of_stock(game)
    assert (game.hands_played, game.phase) == (0, "deal")


def test_badge_is_public() -> None:
    game = table("konkan81", seats={2: KONKAN}, indicator="K3")
    assert [view.konkan for view in game.view(1).seats] == [False, False, True, False]


def test_bar_is_shown() -> None:
    game = table("konkan81", indicator="K3", seats={1: {"opened": "series", "opened_with": 95}})
    assert game.view(0).points_needed() == 95
