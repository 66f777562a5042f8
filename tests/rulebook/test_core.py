"""Section 1 of the rules: what holds in every rule set."""

import pytest

from okey.game import Game
from okey.game.actions import DEAL
from okey.game.deal import turn_up
from okey.solver import complete
from okey.tiles import deal_out, parse_kinds, parse_tiles
from okey.vectors.situations import faces_of
from tests.rulebook.desk import (
    LOOSE,
    PAIRS,
    PERFECT,
    all_tiles,
    discards,
    hand_of,
    identity,
    kinds,
    meld,
    play,
    rack,
    refused,
    rules_of,
    table,
    wins,
)


def test_106_tiles() -> None:
    names = kinds(all_tiles(table())).split()
    assert len(names) == 106
    assert names.count("*") == 2
    assert {names.count(f"{colour}{number}") for colour in "RYBK" for number in range(1, 14)} == {2}


def test_copies_have_identity() -> None:
    game = table(racks={0: "R5 R5 +12"}, drawn=False)
    first, second = (tile for tile in hand_of(game).players[0].rack if kinds([tile]) == "R5")
    assert first != second
    assert hand_of(game).faces.of[first] == hand_of(game).faces.of[second]


def test_indicator_out_of_play() -> None:
    game = Game(rules_of("classic"), "any")
    game.apply(DEAL)
    hand = hand_of(game)
    assert hand.indicator not in [*hand.stock, *(tile for player in hand.players for tile in player.rack)]
    assert len(hand.stock) == 48


def test_false_joker_turned_up() -> None:
    tiles = parse_tiles("R1 Y2 * *'")
    assert kinds([turn_up(tiles)]) == "Y2"
    assert kinds(tiles) == "R1 * *"


def test_twin_is_only_copy() -> None:
    game = table(indicator="K7")
    rest = [tile for tile in all_tiles(game) if tile != hand_of(game).indicator]
    assert kinds(rest).split().count("K7") == 1


@pytest.mark.parametrize(
    ("indicator", "okey"),
    [
        pytest.param("B9", "B10", id="next"),
        pytest.param("R13", "R1", id="thirteen"),
        pytest.param("K12", "K13", id="twelve"),
    ],
)
def test_okey(indicator: str, okey: str) -> None:
    assert identity(indicator)[0] == okey


def test_both_copies_are_wild() -> None:
    faces = faces_of("B9", rules_of("classic"))
    assert [kinds([tile]) for tile in range(106) if faces.is_okey(tile)] == ["B10", "B10"]
    assert wins(PERFECT.replace("K10", "B10").replace("R7", "B10")) == ["melds"]


@pytest.mark.parametrize("missing", PERFECT.split())
def test_okey_stands_for_any(missing: str) -> None:
    assert wins(" ".join("B10" if name == missing else name for name in PERFECT.split())) == ["melds"]


def test_okey_stands_for_itself() -> None:
    assert wins("B9 B10 B11 R1 R2 R3 R4 Y4 Y5 Y6 K7 K8 K9 K10") == ["melds"]


def test_false_joker_plays_the_okeys_tile() -> None:
    assert identity("B9") == ("B10", "B10")
    assert meld("run", "B9 * B11", indicator="B9") == 30


def test_false_joker_is_not_wild() -> None:
    assert wins(PERFECT) == ["melds"]
    assert wins(PERFECT.replace("K10", "*")) == []


def test_false_joker_is_no_okey_for_bonus() -> None:
    game = table(racks={0: PERFECT + " *"})
    assert play(game, "finish *") == ["finished 0 *", "hand_ended 0 : 20 18 18 18"]


def test_false_joker_is_no_okey_for_penalty() -> None:
    game = table("duz", {0: LOOSE + " *"}, indicator="B9")
    assert play(game, "discard *") == ["discarded 0 *"]


@pytest.mark.parametrize(
    ("type_", "tiles", "answer"),
    [
        pytest.param("run", "R4 R5 R6", 15, id="consecutive"),
        pytest.param("run", "R4 R5 R7", "not_consecutive: R4 R5 R7", id="gap"),
        pytest.param("run", "R4 B5 R6", "mixed_colours: B5", id="colour"),
        pytest.param("run", "R4 R5", "too_short: R4 R5", id="three"),
        pytest.param("run", "R12 R13 R1", 26, id="high"),
        pytest.param("run", "R12 R13 R1 R2", "not_consecutive: R12 R13 R1 R2", id="stops"),
        pytest.param("run", "R13 R1 R2", "not_consecutive: R13 R1 R2", id="wrap"),
        pytest.param("set", "R7 B7 K7", 21, id="three_set"),
        pytest.param("set", "R7 Y7 B7 K7", 28, id="four_set"),
        pytest.param("set", "R7 Y7", "set_size: R7 Y7", id="two_set"),
        pytest.param("set", "R7 R7 B7", "repeated_colour: R7 R7", id="repeated"),
        pytest.param("set", "R7 B7 K8", "different_numbers: K8", id="number"),
        pytest.param("pair", "R7 R7", 14, id="pair"),
        pytest.param("pair", "R7 B7", "not_a_pair: R7 B7", id="colours"),
        pytest.param("pair", "R7 K4", 14, id="wild"),
        pytest.param("pair", "K4 K4", 0, id="okeys"),
        pytest.param("pair", "* *", 8, id="jokers"),
        pytest.param("pair", "* K4", 8, id="joker_okey"),
        pytest.param("pair", "* R7", "not_a_pair: * R7", id="joker_other"),
    ],
)
def test_meld(type_: str, tiles: str, answer: object) -> None:
    assert meld(type_, tiles) == answer


def test_one_is_low_only() -> None:
    assert meld("run", "R12 R13 R1", one_after_thirteen="no") == "not_consecutive: R12 R13 R1"
    assert meld("run", "R1 R2 R3", one_after_thirteen="no") == 6


def test_whole_colour_is_two_melds() -> None:
    text = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13"
    assert meld("run", text + " R1") == f"too_long: {text} R1"
    rules = rules_of("classic")
    found = complete(deal_out(parse_kinds(text + " R1")), faces_of("K3", rules), rules)["melds"]
    assert len(found) > 1
    assert sum(len(m.tiles) for m in found) == 14


def test_wild_in_pair_off() -> None:
    assert meld("pair", "R7 K4", wild_in_pair=False) == "wild_in_pair: R7 K4"
    assert meld("pair", "K4 K4", wild_in_pair=False) == "wild_in_pair: K4 K4"


def test_twin_needs_an_okey() -> None:
    six = PAIRS.replace("K2 K2", "")
    assert wins(six + "Y8 Y9", indicator="Y8") == ["pairs"]
    assert wins(six + "Y8 *", indicator="Y8") == []


def test_fourteen_after_the_finish() -> None:
    game = table(racks={0: PERFECT + " R13"})
    play(game, "finish R13")
    assert game.result is not None
    assert sorted(kinds(game.result.racks[0]).split()) == sorted(PERFECT.split())


def test_every_tile_in_one_meld() -> None:
    assert wins("R1 R2 R3 R4 R5 R6 K7 K8 K9 Y7 Y8 Y9 B9 B1") == []
    assert wins("R1 R2 R3 R4 R5 R6 K7 K8 K9 Y7 Y8 Y9 B9 R9") == []
    assert wins("R1 R2 R3 R4 R5 R6 K7 K8 K9 Y7 Y8 Y9 K10 R7") == ["melds"]


def test_seven_pairs() -> None:
    assert wins(PAIRS) == ["pairs"]


def test_never_a_mixture() -> None:
    assert wins("R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 K2 K2 K9 K9 R12") == []
    assert wins("R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 B10 K2 K2 K9 K9", indicator="K5") == []


def test_dearer_shape() -> None:
    game = table(racks={0: "R1 R1 R2 R2 R3 R3 B5 B5 B6 B6 B7 B7 B8 B8 K11"}, indicator="Y12")
    assert play(game, "finish K11")[1] == "hand_ended 0 : 20 16 16 16"
    assert game.result is not None
    assert game.result.shape == "pairs"


@pytest.mark.parametrize(
    ("least", "answer"),
    [
        pytest.param(1, 18, id="one"),
        pytest.param(2, "too_few_real: K4 K4", id="two"),
    ],
)
def test_min_real_tiles(least: int, answer: object) -> None:
    assert meld("run", "R5 K4 K4", min_real_tiles=least) == answer


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        pytest.param("K4 R5 R6", 15, id="low"),
        pytest.param("R5 R6 K4", 18, id="high"),
        pytest.param("R5 K4 R7", 18, id="inside"),
    ],
)
def test_order_fixes_the_wild(tiles: str, value: int) -> None:
    assert meld("run", tiles) == value


def test_draw_before_discard() -> None:
    game = table(drawn=False, pile="R5")
    assert refused(game, f"discard {rack(game, 0).split()[0]}") == "draw_first"
    assert play(game, "draw")[0].startswith("drew 0")


def test_exactly_one_draw() -> None:
    game = table(drawn=False, pile="R5")
    play(game, "draw")
    assert refused(game, "draw") == "already_drawn"
    assert refused(game, "take R5") == "already_drawn"


def test_exactly_one_discard() -> None:
    game = table(racks={0: LOOSE + " R10"})
    play(game, "discard R10")
    assert game.actor == 1
    assert game.phase == "draw"


def test_nobody_else_acts() -> None:
    game = table(drawn=False, pile="R5")
    assert refused(game, "draw", seat=2) == "not_your_turn"
    assert [list(game.view(seat).legal_actions()) for seat in (1, 2, 3)] == [[], [], []]


def test_last_discard_is_the_top() -> None:
    for rules in ("konkan81", "classic"):
        game = table(rules, {0: "Y1 +14"}, indicator="K3")
        play(game, "discard Y1")
        assert kinds(game.view(1).takeable()) == "Y1"


def test_own_and_left_piles_are_open() -> None:
    game = table(piles={0: "R1 R2", 3: "Y1 Y2"})
    assert kinds(game.view(0).piles[0]) == "R1 R2"
    assert kinds(game.view(0).piles[3]) == "Y1 Y2"


def test_other_piles_show_their_top() -> None:
    game = table(piles={1: "R1 R2", 2: "Y1 Y2"})
    assert [kinds(game.view(0).piles[seat]) for seat in (1, 2)] == ["R2", "Y2"]


def test_shared_pile_shows_its_top() -> None:
    game = table("konkan81", pile="R1 R2 Y2", indicator="K3")
    assert kinds(game.view(0).piles[0]) == "Y2"


def test_skipped_seat() -> None:
    game = table("konkan81", {0: "Y1 +14"}, indicator="K3", seats={1: {"eliminated": True}})
    play(game, "discard Y1")
    assert game.actor == 2
    assert play(game, "take") == ["took 2 Y1 : 0"]


def test_okey_counts_what_it_replaces() -> None:
    assert meld("run", "R11 K4 R13") == 36
    assert meld("set", "R9 B9 K4") == 27


def test_false_joker_counts_what_it_plays() -> None:
    assert meld("run", "K3 * K5") == 12


def test_deal_follows_from_the_seed() -> None:
    deals = []
    for seed in ("a", "a", "b"):
        game = Game(rules_of("classic"), seed)
        game.apply(DEAL)
        deals.append([tuple(player.rack) for player in hand_of(game).players])
    assert deals[0] == deals[1] != deals[2]


def test_match_is_seed_and_actions() -> None:
    first, second = (Game(rules_of("okey101"), "again") for _ in range(2))
    for _ in range(40):
        action = next(first.legal_actions())
        assert first.apply(action) == second.apply(action)
    assert first.view(0) == second.view(0)


def test_false_joker_set() -> None:
    assert meld("set", "* * R4 B4") == "repeated_colour: * *"


def test_discards_that_finish() -> None:
    assert discards("R2 R3 R4 B7 B8 B9 R12 B12 K12 K5 K6 K7 K8 Y1 R5", indicator="K1") == {"Y1"}
