"""Section 3.1 of the rules: the open team game, its turn, its melds and its bar."""

import pytest

from okey.game import Game
from okey.game.actions import DEAL
from tests.rulebook.desk import (
    conflict,
    hand_of,
    identity,
    kinds,
    laid,
    meld,
    opening,
    play,
    rack,
    refused,
    rules_of,
    table,
    to_end_of_stock,
)

OPENING = "run R11 R12 R13 / set B9 Y9 K9 / run K5 K6 K7"
"""Melds of 36 + 27 + 18 = 81 points."""
TILES = "R11 R12 R13 B9 Y9 K9 K5 K6 K7"
SERIES = {"opened": "series", "opened_with": 81}


def dealt(seed: str = "x") -> Game:
    game = Game(rules_of("konkan81"), seed)
    game.apply(DEAL)
    return game


def opened(tiles: str, *melds: str, **more: object) -> Game:
    """Sets up a table on which seat 0 has opened and may lay."""
    return table("konkan81", {0: tiles}, indicator="K3", melds=melds, seats={0: SERIES}, **more)  # type: ignore[arg-type]


def test_two_teams() -> None:
    rules = rules_of("konkan81")
    assert [rules.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_only_four() -> None:
    assert conflict("konkan81", players=3) == ("teams", "players")


def test_clockwise() -> None:
    assert rules_of("konkan81").direction == "cw"


@pytest.mark.parametrize(
    ("indicator", "offset", "okey"),
    [
        pytest.param("K3", 1, "K4", id="next"),
        pytest.param("K13", 1, "K1", id="wraps"),
        pytest.param("K3", -1, "K2", id="before"),
        pytest.param("K1", -1, "K13", id="wraps_back"),
    ],
)
def test_okey(indicator: str, offset: int, okey: str) -> None:
    assert identity(indicator, "konkan81", okey_offset=offset) == (okey, okey)


def test_indicator_never_drawn() -> None:
    game = dealt()
    hand = hand_of(game)
    assert game.view(None).indicator == hand.indicator
    assert hand.indicator not in hand.stock


def test_false_joker_is_real() -> None:
    assert meld("run", "K3 * K5", "konkan81") == 12
    assert meld("run", "* K5 K4", "konkan81") == 15


def test_head_player() -> None:
    game = dealt()
    assert game.starter == (game.dealer + 1) % 4
    assert game.view(None).rack_sizes[game.starter] == 15
    assert sorted(game.view(None).rack_sizes) == [14, 14, 14, 15]


def test_head_player_draws_nothing() -> None:
    assert refused(dealt(), "draw") == "starter_throws"


def test_head_player_may_meld() -> None:
    game = table("konkan81", {0: TILES + " +6"}, indicator="K3", first=True)
    assert play(game, f"open {OPENING}")[0] == "opened 0 : 81"
    first = rack(game, 0).split()[0]
    assert play(game, f"discard {first}") == [f"discarded 0 {first}"]


def test_first_dealer_is_random() -> None:
    assert {Game(rules_of("konkan81"), str(seed)).dealer for seed in range(40)} == {0, 1, 2, 3}


def test_winner_plays_first() -> None:
    game = opened("K1", actor=0)
    play(game, "discard K1", "deal")
    assert game.starter == 0
    assert game.view(None).rack_sizes[0] == 15
    assert game.dealer == 3


def test_cancelled_round_same_head() -> None:
    game = dealt()
    head = game.starter
    while game.result is None:
        to_end_of_stock(game)
    play(game, "deal")
    assert game.starter == head


def test_stock_and_pile() -> None:
    game = dealt()
    assert game.view(None).stock == 48
    assert game.view(None).piles == ((),)


def test_draw_or_top() -> None:
    game = table("konkan81", drawn=False, pile="Y1 R5", indicator="K3")
    assert kinds(game.view(0).takeable()) == "R5"
    assert play(game, "take") == ["took 0 R5 : 3"]
    assert play(table("konkan81", drawn=False, pile="Y1 R5", indicator="K3"), "draw")[0].startswith("drew 0")


def test_tile_to_throw_remains() -> None:
    game = opened("R5 R6 R7")
    assert refused(game, "lay run R5 R6 R7") == "keep_one: R5 R6 R7"
    game = opened("R8", "1 run R5 R6 R7")
    assert refused(game, "add R8 0 high") == "keep_one: R8"


def test_discard_face_up() -> None:
    game = opened("R8 Y3 Y5")
    assert play(game, "discard R8") == ["discarded 0 R8"]
    assert kinds(game.view(None).piles[0]) == "R8"


def test_taken_tile_has_to_be_laid() -> None:
    game = table("konkan81", {0: TILES + " +5"}, indicator="K3", drawn=False, pile="Y1")
    play(game, "take", f"open {OPENING}")
    assert refused(game, f"discard {rack(game, 0).split()[0]}") == "taken_must_be_used: Y1"


def test_taken_tile_in_the_meld() -> None:
    game = table("konkan81", {0: TILES.replace(" K7", "") + " +6"}, indicator="K3", drawn=False, pile="K7")
    play(game, "take", f"open {OPENING}")
    assert game.view(0).seats[0].konkan is False
    first = rack(game, 0).split()[0]
    assert play(game, f"discard {first}") == [f"discarded 0 {first}"]


def test_taken_tile_laid_off() -> None:
    game = opened("Y3 Y5 +3", "1 run R5 R6 R7", drawn=False, pile="R8")
    assert play(game, "take", "add R8 0 high", "discard Y3") == ["discarded 0 Y3"]


def test_taken_tile_swapped() -> None:
    game = opened("Y3 Y5 +3", "1 run R5 K4 R7", drawn=False, pile="R6")
    assert play(game, "take", "swap R6 0") == ["swapped 0 R6 K4 : 0"]
    assert play(game, "discard Y3") == ["discarded 0 Y3"]


def test_take_back() -> None:
    game = table("konkan81", drawn=False, pile="R5", indicator="K3")
    assert play(game, "take", "discard R5") == ["gave_back 0 R5"]
    assert game.actor == 0
    assert kinds(game.view(0).piles[0]) == "R5"
    assert play(game, "draw")[0].startswith("drew 0")


def test_take_back_before_melding_only() -> None:
    game = table("konkan81", {0: TILES + " +5"}, indicator="K3", drawn=False, pile="Y1")
    play(game, "take", f"open {OPENING}")
    assert refused(game, "back") == "back_after_melding: Y1"
    assert refused(game, "discard Y1") == "taken_must_be_used: Y1"


def test_not_taken_again() -> None:
    game = table("konkan81", drawn=False, pile="R5", indicator="K3")
    play(game, "take", "back")
    assert refused(game, "take") == "take_given_back"


def test_twin_is_a_discard() -> None:
    game = table("konkan81", {0: "R5 +13"}, drawn=False, pile="R5", indicator="K3")
    play(game, "take")
    own = next(t for t in hand_of(game).players[0].rack if kinds([t]) == "R5" and t != hand_of(game).turn.taken)
    assert play(game, f"discard R5{chr(39) * (own & 1)}")[0] == "discarded 0 R5"
    assert game.actor == 1


@pytest.mark.parametrize(
    ("type_", "tiles", "origin", "answer"),
    [
        pytest.param("run", "R4 R5 R6", "hand", 15, id="three"),
        pytest.param("run", "R4 R5 R6 R7 R8", "hand", 30, id="five"),
        pytest.param("run", "R4 R5 R6 R7 R8 R9", "hand", "too_long: R4 R5 R6 R7 R8 R9", id="six"),
        pytest.param("run", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "table", 91, id="thirteen"),
        pytest.param("run", "Y12 Y13 Y1", "hand", "not_consecutive: Y12 Y13 Y1", id="wrap"),
        pytest.param("run", "R4 R4 R5", "hand", "not_consecutive: R4 R4 R5", id="twice"),
        pytest.param("set", "R9 B9 Y9 K9", "hand", 36, id="set"),
        pytest.param("set", "R9 R9 Y9", "hand", "repeated_colour: R9 R9", id="set_twice"),
        pytest.param("run", "R5 K4 R7", "hand", 18, id="gap"),
        pytest.param("run", "R5 K4 K4 R8", "hand", 26, id="two_inside"),
        pytest.param("run", "K4 K4 R7 R8", "hand", "leading_wilds: K4 K4", id="leading"),
        pytest.param("run", "R7 K4 K4", "hand", "too_few_real: K4 K4", id="real"),
        pytest.param("set", "R9 B9 K4", "hand", 27, id="wild_set"),
    ],
)
def test_meld(type_: str, tiles: str, origin: str, answer: object) -> None:
    assert meld(type_, tiles, "konkan81", origin=origin) == answer


def test_longer_runs_in_pieces() -> None:
    assert opening("run R8 R9 R10 / run R11 R12 R13 / set B9 Y9 K9") == (90, 81)


def test_wilds_checked_after_layoff() -> None:
    game = opened("K4 Y5 +3", "1 run K4 R6 R7")
    assert refused(game, "add K4 0 low") == "leading_wilds: K4 K4"
    assert play(game, "add K4 0 high") == ["added 0 high K4 : 0"]


@pytest.mark.parametrize(
    ("melds", "context", "settings", "answer"),
    [
        pytest.param(OPENING, {}, {}, (81, 81), id="exact"),
        pytest.param("run R11 R12 R13 / set R11 B11 Y11 K11", {}, {}, (80, 81), id="short"),
        pytest.param("run R11 K4 R13 / set B9 Y9 K9 / run K5 K6 K7", {}, {}, (81, 81), id="wild"),
        pytest.param("run R11 R12 R13 / set B8 Y8 K8", {"partner_opened": True}, {}, (60, 61), id="partner"),
        pytest.param(
            "run R11 R12 R13 / run B4 B5 B6 / run Y2 Y3 Y4 K4",
            {"partner_opened": True},
            {},
            (65, 61),
            id="partner_enough",
        ),
        pytest.param(OPENING, {"opponents_best": 95}, {}, (81, 95), id="raised"),
        pytest.param(
            "run R11 R12 R13 / set B9 Y9 K9 / run K10 K11 K12",
            {"opponents_best": 96},
            {},
            (96, 96),
            id="equal",
        ),
        pytest.param(
            "run R11 R12 R13 / set B9 Y9 K9 / run K10 K11 K12",
            {"opponents_best": 96},
            {"open_escalation": "beat_opponents"},
            (96, 97),
            id="beat",
        ),
        pytest.param(OPENING, {"opponents_best": 70}, {}, (81, 81), id="not_lowered"),
        pytest.param(OPENING, {"partner_opened": True, "opponents_best": 95}, {}, (81, 61), id="partner_first"),
    ],
)
def test_bar(melds: str, context: dict[str, object], settings: dict[str, str], answer: tuple[int, int]) -> None:
    assert opening(melds, context=context, **settings) == answer


def test_no_pairs_opening() -> None:
    assert opening("pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9 / pair B13 B13") == (
        "open_pairs_off",
        None,
    )


def test_no_pairs_are_laid() -> None:
    """Two tiles may be a pair; where nobody opens with pairs they are no meld, whoever offers them and with what."""
    offers = {
        "open pair R1 R1": {},
        "open run R11 R12 R13 / pair R1 R1": {},
        "lay pair R1 R1": {"opened": "series", "opened_with": 81},
    }
    for text, seat in offers.items():
        game = table("konkan81", {0: "R1 R1 R11 R12 R13 +10"}, indicator="K3", seats={0: seat})
        assert refused(game, text) == "open_pairs_off: R1 R1"
    assert refused(table("classic", {0: "R1 R1 +13"}), "lay pair R1 R1") == "table_closed: R1 R1"


def test_opening_within_one_turn() -> None:
    game = table("konkan81", {0: TILES + " +6"}, indicator="K3")
    assert refused(game, "lay run R11 R12 R13") == "open_first: R11 R12 R13"
    assert refused(game, "open run R11 R12 R13 / set B9 Y9 K9") == "open_points: R11 R12 R13 B9 Y9 K9: 63 of 81"


def test_layoff_does_not_count() -> None:
    game = table("konkan81", {0: "R11 R12 R13 R11 B11 Y11 K11 R8 +7"}, indicator="K3", melds=["1 run R5 R6 R7"])
    play(game, "add R8 0 high")
    assert refused(game, "open run R11 R12 R13 / set R11 B11 Y11 K11").startswith("open_konkan")


def test_layoff_before_opening_is_the_end_of_it() -> None:
    game = table("konkan81", {0: TILES + " R8 +5"}, indicator="K3", melds=["1 run R5 R6 R7"])
    play(game, "add R8 0 high")
    assert refused(game, f"open {OPENING}") == f"open_konkan: {laid(OPENING)}: 10 of 3"


def test_more_melds_after_opening() -> None:
    assert play(opened("R1 R2 R3 Y5"), "lay run R1 R2 R3") == ["laid 0 run R1 R2 R3 : 0"]


@pytest.mark.parametrize(
    "owner",
    [
        pytest.param(0, id="own"),
        pytest.param(2, id="partner"),
        pytest.param(1, id="opponent"),
    ],
)
def test_add_to(owner: int) -> None:
    game = opened("R8 Y5", f"{owner} run R5 R6 R7")
    assert play(game, "add R8 0 high") == ["added 0 high R8 : 0"]


def test_same_turn_too() -> None:
    game = table("konkan81", {0: TILES + " R8 +5"}, indicator="K3", melds=["1 run R5 R6 R7"])
    assert play(game, f"open {OPENING}", "add R8 0 high") == ["added 0 high R8 : 0"]


def test_steal() -> None:
    game = opened("R6 Y5 Y9", "1 run R5 K4 R7")
    assert play(game, "swap R6 0") == ["swapped 0 R6 K4 : 0"]
    assert sorted(rack(game, 0).split()) == ["K4", "Y5", "Y9"]
    assert kinds(game.view(0).melds[0].meld.tiles) == "R5 R6 R7"


def test_steal_other_tile() -> None:
    game = opened("B6 R8 Y9", "1 run R5 K4 R7")
    assert refused(game, "swap B6 0") == "swap_no_okey: B6"
    assert refused(game, "swap R8 0") == "swap_no_okey: R8"


def test_steal_after_opening_only() -> None:
    game = table("konkan81", {0: "R6 +14"}, indicator="K3", melds=["1 run R5 K4 R7"])
    assert refused(game, "swap R6 0") == "open_first: R6"


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param("Y9", id="yellow"),
        pytest.param("K9", id="black"),
    ],
)
def test_steal_from_set(tile: str) -> None:
    game = opened(f"{tile} Y5", "1 set R9 B9 K4")
    assert play(game, f"swap {tile} 0") == [f"swapped 0 {tile} K4 : 0"]


def test_steal_from_full_set() -> None:
    game = opened("Y9 B9 Y5", "1 set R9 B9 K9 K4")
    assert refused(game, "swap B9 0") == "swap_no_okey: B9"
    assert play(game, "swap Y9 0") == ["swapped 0 Y9 K4 : 0"]


def test_finish() -> None:
    game = opened("R8 Y5", "1 run R5 R6 R7")
    assert play(game, "add R8 0 high", "discard Y5")[0] == "finished 0 Y5"
    assert game.result is not None
    assert game.result.winner == 0


def test_finish_unopened() -> None:
    game = table("konkan81", {0: TILES + " R1 R2 R3 R4 R5 Y1"}, indicator="K3")
    assert play(game, f"open {OPENING} / run R1 R2 R3 R4 R5", "discard Y1")[0] == "finished 0 Y1"


def test_finish_unopened_below_the_bar() -> None:
    low = "run R1 R2 R3 R4 / run B1 B2 B3 / run Y1 Y2 Y3 / run K5 K6 K7 K8"
    game = table("konkan81", {0: "R1 R2 R3 R4 B1 B2 B3 Y1 Y2 Y3 K5 K6 K7 K8 Y9"}, indicator="K3")
    assert refused(game, f"open {low}") == f"open_points: {laid(low)}: 48 of 81"


def test_okey_thrown() -> None:
    assert play(opened("K4 Y5"), "discard K4") == ["discarded 0 K4"]


def test_okey_last() -> None:
    racks = {0: "K4", 1: "R5 B8", 2: "R1", 3: "Y2"}
    game = table("konkan81", racks, indicator="K3", seats=dict.fromkeys(range(4), SERIES))
    assert play(game, "discard K4")[1] == "hand_ended 0 : 0 13 0 2"


def test_reshuffle() -> None:
    game = table("konkan81", drawn=False, pile="Y1 Y2 R5", stock=0, indicator="K3")
    pile = len(hand_of(game).piles[0])
    events = play(game, "draw")
    assert events[0] == f"reshuffled - : {pile - 1}"
    assert kinds(game.view(0).piles[0]) == "R5"


def test_taking_needs_no_stock() -> None:
    game = table("konkan81", drawn=False, pile="Y1 R5", stock=0, indicator="K3")
    assert play(game, "take") == ["took 0 R5 : 3"]


def test_third_time_cancelled() -> None:
    game = dealt()
    seen = [to_end_of_stock(game)[0].split()[0] for _ in range(3)]
    assert [name for name in seen if name == "reshuffled"] == ["reshuffled"] * 2
    assert game.result is not None
    assert game.result.ending == "stock_out"
    assert game.scores == (0, 0, 0, 0)


def test_eliminated_discards_are_reshuffled() -> None:
    game = table("konkan81", drawn=False, pile="Y1 Y2 R5", stock=0, indicator="K3", seats={3: {"eliminated": True}})
    play(game, "draw")
    assert {"Y1", "Y2"} <= set(kinds(hand_of(game).stock).split()) | set(rack(game, 0).split())
