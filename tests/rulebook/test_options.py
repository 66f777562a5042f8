"""Section 9 of the rules: options that contradict each other are refused, any other mix plays."""

import pytest

from okey.game import Game
from okey.rules import OPTIONS, RulesError, RuleSet, idle_by
from tests.rulebook.desk import (
    LOOSE,
    PERFECT,
    PLAIN,
    conflict,
    hand_of,
    kinds,
    meld,
    play,
    refused,
    rules_of,
    table,
    to_end_of_stock,
)

SERIES = {"opened": "series", "opened_with": 103}


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param(
            "classic pairs_win=off cifte_declare=reveals_discards",
            ("cifte_declare", "pairs_win"),
            id="cifte_declare",
        ),
        pytest.param("gamearea konkan=yes konkan_finish=10,4", ("konkan", "table_melds"), id="konkan"),
        pytest.param("classic+team players=3", ("teams", "players"), id="teams"),
        pytest.param("okey101 false_joker=wild min_real_tiles=0", ("false_joker", "min_real_tiles"), id="all_wild"),
        pytest.param("classic finish_action=empty_hand", ("finish_action", "table_melds"), id="empty_hand"),
        pytest.param("okey101 finish_action=declare", ("finish_action", "table_melds"), id="declare"),
        pytest.param("classic hand_size=21", ("pairs_win", "hand_size"), id="seven_of_21"),
        pytest.param(
            "konkan81 cifte_declare=reveals_discards cifte_locks=yes pairs_win=seven",
            ("cifte_locks", "open_min_pairs"),
            id="never_open",
        ),
        pytest.param("konkan81 take_from=any_player", ("take_from", "discard_piles"), id="shared"),
        pytest.param("classic take_from=shared_top", ("take_from", "discard_piles"), id="own_piles"),
        pytest.param("classic taken_tile_use=must", ("taken_tile_use", "table_melds"), id="must_closed"),
        pytest.param("okey51 take_back=as_discard", ("taken_tile_use", "take_back"), id="must_discard"),
        pytest.param("okey101 layoff_before_open=konkan_once", ("layoff_before_open", "konkan"), id="konkan_once"),
        pytest.param("konkan81 konkan_finish=10", ("konkan_finish", "konkan"), id="one_number"),
        pytest.param("konkan81 konkan_finish=5,5,4", ("konkan_finish", "konkan"), id="three_numbers"),
        pytest.param("konkan81 konkan_finish=4,10", ("konkan_finish", "konkan"), id="short_first"),
        pytest.param("konkan81 konkan_finish=10,3", ("konkan_finish", "hand_size"), id="not_whole"),
        pytest.param("okey101 match_end=five_plus_determine", ("match_end", "konkan"), id="determine"),
        pytest.param("konkan81 n_hands=3", ("match_end", "n_hands"), id="five"),
        pytest.param("okey101 match_end=score_zero", ("match_end", "score_model"), id="score_zero"),
        pytest.param("classic start_points=0", ("match_end", "start_points"), id="from_zero"),
        pytest.param("classic start_points=20,0", ("match_end", "start_points"), id="zero_offered"),
    ],
)
def test_conflict(text: str, options: tuple[str, str]) -> None:
    assert conflict(text) == options
    with pytest.raises(RulesError, match=f"{options[0]}=.* and {options[1]}="):
        RuleSet.parse(text)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param("classic+katlamali", ("open_escalation", "table_melds"), id="overlay"),
        pytest.param("classic joker_swap=yes", ("joker_swap", "table_melds"), id="open_in_closed"),
        pytest.param("okey101 finish_two_press=yes", ("finish_two_press", "table_melds"), id="closed_in_open"),
        pytest.param("okey101 konkan_win_multiplier=3", ("konkan_win_multiplier", "konkan"), id="no_konkan"),
        pytest.param("gamearea pair_rule=either", ("pair_rule", "pairs_win"), id="no_pairs"),
        pytest.param("konkan81 pair_rule=either", ("pair_rule", "open_min_pairs"), id="no_pairs_opening"),
        pytest.param("elit indicator_points=2", ("indicator_points", "indicator_show"), id="no_show"),
        pytest.param("classic+duel direction=cw", ("direction", "players"), id="no_direction"),
        pytest.param("okey101 open_partner_min=61", ("open_partner_min", "teams"), id="no_partner"),
        pytest.param("okey101 loss_okey=8", ("loss_okey", "score_model"), id="no_loss"),
        pytest.param("classic max_reshuffles=2", ("max_reshuffles", "stock_out"), id="no_reshuffle"),
        pytest.param("classic stock_out=reshuffle", ("stock_out", "max_reshuffles"), id="reshuffle_0"),
        pytest.param("konkan81 max_reshuffles=0", ("max_reshuffles", "stock_out"), id="0_reshuffles"),
        pytest.param("gamearea score_model=konkan", ("score_model", "table_melds"), id="konkan_score"),
        pytest.param("gamearea n_hands=11", ("n_hands", "match_end"), id="one_hand"),
        pytest.param("okey101 turn_seconds=0 reserve_seconds=9", ("reserve_seconds", "turn_seconds"), id="no_clock"),
    ],
)
def test_a_choice_without_effect(text: str, options: tuple[str, str]) -> None:
    assert conflict(text) == options
    with pytest.raises(RulesError, match=f"{options[0]}=.* and {options[1]}="):
        RuleSet.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("okey101 open_min_pairs=0", id="left_idle"),
        pytest.param("classic joker_swap=no", id="as_the_preset"),
        pytest.param("okey101+elit_app", id="half_an_overlay"),
        pytest.param("konkan81 teams=none", id="teams_off"),
        pytest.param("okey101+quick", id="series_off"),
    ],
)
def test_what_is_left_without_effect_is_harmless(text: str) -> None:
    rules = RuleSet.parse(text)
    assert any(idle_by(rules, name) for name in OPTIONS)
    assert RuleSet.parse(str(rules)) == rules


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("okey101 take_from=any_player", id="any_must"),
        pytest.param("okey101 false_joker=wild", id="wild_open"),
        pytest.param("classic false_joker=wild min_real_tiles=0", id="wild_closed"),
        pytest.param("konkan81 teams=none", id="konkan_alone"),
        pytest.param("konkan81 match_end=n_hands n_hands=3", id="konkan_rounds"),
        pytest.param("konkan81 open_min_pairs=5", id="konkan_pairs"),
        pytest.param("konkan81 konkan_finish=9,5", id="nine_five"),
        pytest.param("okey101 discard_piles=shared take_from=shared_top", id="shared"),
        pytest.param(
            "okey101 cifte_declare=reveals_discards pairs_win=seven cifte_locks=yes",
            id="declared",
        ),
        pytest.param("okey101 score_model=countdown start_points=20", id="countdown"),
        pytest.param("gamearea hand_size=21", id="closed_21"),
        pytest.param("classic match_end=n_hands n_hands=3", id="hands"),
        pytest.param("classic stock_out=reshuffle max_reshuffles=1 stock_out_when=on_draw", id="reshuffle"),
        pytest.param("classic score_model=leftover match_end=single", id="leftover"),
        pytest.param("classic next_starter=winner", id="winner"),
    ],
)
def test_valid_mix_plays(text: str) -> None:
    assert str(RuleSet.parse(text)).startswith(text.split(maxsplit=1)[0])
    game = Game(RuleSet.parse(text), "mix")
    for _ in range(250):
        if game.phase == "over":
            break
        game.apply(next(game.legal_actions()))
    assert game.hand_number >= 1


def test_any_player_and_the_pile_owner() -> None:
    tiles = "R11 R12 R13 B10 Y10 K10 R10 K9 K10 B1 +11"
    game = table(
        "okey101",
        {0: tiles},
        indicator="R2",
        drawn=False,
        pile="Y1",
        piles={1: "K8"},
        options={"take_from": "any_player", "left_open_charge": True},
    )
    play(game, "take K8", "open run R11 R12 R13 / set B10 Y10 K10 R10 / run K8 K9 K10")
    assert play(game, "discard B1")[1] == "penalty 1 left_open : 80"


def test_starter_dealer_option() -> None:
    game = Game(rules_of("classic", starter="dealer"), "x")
    assert game.starter == game.dealer


def test_next_starter_winner() -> None:
    game = table("classic", {2: PERFECT + " R13"}, actor=2, options={"next_starter": "winner"})
    play(game, "finish R13", "deal")
    assert (game.starter, game.dealer) == (2, 1)


def test_if_melding_keeps() -> None:
    game = table(
        "okey101",
        {0: "B1 +20"},
        indicator="R2",
        drawn=False,
        pile="Y9",
        options={"taken_tile_use": "if_melding"},
    )
    assert play(game, "take", "discard B1") == ["discarded 0 B1"]


def test_free_use() -> None:
    game = table(
        "okey101",
        {0: "B1 B2 B3 K1 K5"},
        indicator="R2",
        drawn=False,
        pile="Y9",
        seats={0: SERIES},
        options={"taken_tile_use": "free"},
    )
    assert play(game, "take", "lay run B1 B2 B3", "discard K1")[0] == "discarded 0 K1"


def test_starter_first_finish_open_table() -> None:
    tiles = "R1 R2 R3 B1 B2 B3 K1 K2 K3 Y1 Y2 Y3 R6 R7 R8 R9 B6 Y6 K6 Y13"
    melds = "run R1 R2 R3 / run B1 B2 B3 / run K1 K2 K3 / run Y1 Y2 Y3 / run R6 R7 R8 R9 / set B6 Y6 K6"
    game = table("okey101", {0: tiles}, indicator="R4", first=True, options={"starter_may_finish_first": False})
    play(game, f"open {melds}")
    assert refused(game, "discard Y13") == "finish_first_turn: Y13"
    assert [action.verb for action in game.legal_actions()] == ["undo"]


def test_set_sizes() -> None:
    assert meld("set", "R9 B9 Y9", set_sizes=(4,)) == "set_size: R9 B9 Y9"
    assert meld("set", "R9 B9 Y9 K9", set_sizes=(4,)) == 36


def test_two_leading_wilds() -> None:
    assert meld("run", "K4 K4 R7") == 18
    assert meld("run", "K4 K4 R7", two_leading_wilds=False) == "leading_wilds: K4 K4"


def test_min_real_tiles_none() -> None:
    assert meld("set", "* * K4", false_joker="wild", min_real_tiles=0) == 0


def test_indicator_points() -> None:
    game = table("duz", {0: LOOSE + " B9"}, first=True, options={"indicator_points": 3})
    play(game, "show B9")
    assert game.scores == (20, 17, 17, 17)


def test_drawn_twin() -> None:
    game = table("classic", {0: LOOSE}, first=True, drawn=False, options={"indicator_must_be_dealt": False})
    hand = hand_of(game)
    twin = hand.indicator ^ 1
    hand.stock.remove(twin)
    hand.stock.append(twin)
    assert refused(game, "show B9") == "show_no_twin: B9"
    assert play(game, "draw", "show B9") == ["showed 0 B9"]


def test_drawn_twin_later() -> None:
    game = table("classic", {0: LOOSE}, drawn=False, options={"indicator_must_be_dealt": False})
    hand = hand_of(game)
    twin = hand.indicator ^ 1
    hand.stock.remove(twin)
    hand.stock.append(twin)
    play(game, "draw")
    assert refused(game, "show B9") == "show_too_late: B9"


def test_indicator_with_low_scores() -> None:
    game = table(
        "gamearea",
        {0: PLAIN + " Y8"},
        indicator="Y8",
        first=True,
        options={"indicator_show": "before_first_move", "indicator_settled": "at_once"},
    )
    play(game, "show Y8")
    assert game.scores == (0, 1, 1, 1)


def test_indicator_void() -> None:
    game = table("elit", {0: LOOSE + " B9"}, first=True, options={"indicator_show": "before_first_move"})
    play(game, "show B9")
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 19 19 19"


def test_indicator_only() -> None:
    game = table(
        "elit",
        {0: LOOSE + " B9"},
        first=True,
        options={"indicator_show": "before_first_move", "stock_out": "indicator_only"},
    )
    play(game, "show B9")
    assert to_end_of_stock(game)[-1] == "hand_ended - : 20 19 19 19"


def test_score_all_closed() -> None:
    game = table("gamearea", {0: "R13 +14"}, options={"stock_out": "score_all"})
    assert to_end_of_stock(game)[-1].startswith("match_ended")
    assert all(score > 0 for score in game.scores)


def test_stock_out_on_draw() -> None:
    game = table("classic", {0: LOOSE}, drawn=False, pile="R9", stock=0, options={"stock_out_when": "on_draw"})
    assert play(game, "take")[0] == "took 0 R9 : 3"
    game = table("classic", {0: LOOSE}, drawn=False, pile="R9", stock=0, options={"stock_out_when": "on_draw"})
    assert play(game, "draw") == ["hand_ended - : 20 20 20 20"]


def test_max_reshuffles() -> None:
    for done, expected in ((0, "reshuffled -"), (1, "hand_ended - : 0 0 0 0")):
        game = table("konkan81", indicator="K3", drawn=False, stock=0, pile="R5", options={"max_reshuffles": 1})
        hand_of(game).reshuffles = done
        assert play(game, "draw")[0].startswith(expected)


def test_cancelled_hand_counts() -> None:
    game = table("gamearea", drawn=False, stock=1, options={"cancelled_hand_counts": False})
    to_end_of_stock(game)
    assert (game.phase, game.hands_played) == ("deal", 0)


def test_ties_shared() -> None:
    game = table("gamearea", drawn=False, stock=1)
    to_end_of_stock(game)
    assert game.winners == (0, 1, 2, 3)


def test_every_option_is_documented() -> None:
    assert all(
        option.doc["en"] and option.doc["tr"] and option.doc["en"] != option.doc["tr"] for option in OPTIONS.values()
    )


def test_range_of_values() -> None:
    assert conflict("classic", players=5) == ("players",)


def test_deadwood_okey_value() -> None:
    game = table(
        "gamearea",
        {0: PLAIN + " Y13", 1: "Y9 R1 +0"},
        indicator="Y8",
        options={"leftover_scope": "deadwood", "okey_left_value": 25},
    )
    play(game, "finish Y13")
    assert game.scores[1] == 26
    assert game.result is not None
    assert kinds(game.result.racks[1]) == "Y9 R1"


def test_no_joker_swap() -> None:
    game = table(
        "okey101",
        {0: "Y7 K1 K2"},
        indicator="R2",
        melds=["1 run Y6 R3 Y8"],
        seats={0: SERIES},
        options={"joker_swap": False},
    )
    assert refused(game, "swap Y7 0") == "swap_off: Y7"


def test_no_swap_in_pairs() -> None:
    game = table("okey101", {0: "Y7 K1 K2"}, indicator="R2", melds=["1 pair Y7 R3"], seats={0: SERIES})
    assert refused(game, "swap Y7 0") == "swap_no_okey: Y7"


def test_swap_waits() -> None:
    tiles = "R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10 Y7 +11"
    game = table(
        "okey101",
        {0: tiles},
        indicator="R2",
        melds=["1 run Y6 R3 Y8"],
        options={"work_same_turn_as_opening": False},
    )
    play(game, "open run R11 R12 R13 / set B10 Y10 K10 R10 / run K8 K9 K10")
    assert refused(game, "swap Y7 0") == "work_next_turn: Y7"


def test_set_has_a_high_end_only() -> None:
    game = table("okey101", {0: "R9 K1 K2"}, indicator="R2", melds=["1 set Y9 B9 K9"], seats={0: SERIES})
    assert refused(game, "add R9 0 low") == "add_set_high: R9"


def test_other_konkan_sizes() -> None:
    tiles = "R1 R2 R3 R4 R5 R6 R7 R8 B1 B2 B3 B4 B5 B6 Y13"
    finish = "open run R1 R2 R3 R4 R5 R6 R7 R8 / run B1 B2 B3 B4 B5 B6"
    konkan = {0: {"konkan": True}}
    game = table("konkan81", {0: tiles}, indicator="K11", seats=konkan, options={"konkan_finish": (8, 6)})
    assert [str(action) for action in game.legal_actions() if action.verb == "open"] == [finish]
    assert play(game, finish, "discard Y13")[0] == "finished 0 Y13"
