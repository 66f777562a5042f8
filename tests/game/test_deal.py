import itertools
import random
from collections import Counter

import pytest

from okey.game import Game
from okey.game.actions import DEAL
from okey.game.deal import DIE, below, first_dealer, numbers, shuffled, throws, turn_up
from okey.tiles import FALSE_JOKER, kind_of, parse_tiles, tiles_text
from tests.support import CLASSIC, all_tiles, dealt, idle_turn, make_rules, the_hand


@pytest.mark.parametrize(("rules", "stock"), [("classic", 48), ("classic players=3", 62), ("classic+duel", 76)])
def test_the_deal_counts(rules: str, stock: int) -> None:
    """Rules 5: 14 each, the starter 15, the indicator, 48 in stock."""
    game = dealt(make_rules(rules))
    players = game.rules.players
    sizes = [len(the_hand(game).players[(game.starter + i) % players].rack) for i in range(players)]
    assert sizes == [15] + [14] * (players - 1)
    assert len(the_hand(game).stock) == stock
    assert sorted(all_tiles(game)) == list(range(106))
    assert (game.phase, game.actor) == ("discard", game.starter)


def test_the_same_seed_deals_the_same() -> None:
    assert dealt(seed="x").view(0) == dealt(seed="x").view(0)
    assert the_hand(dealt(seed="x")).stock == the_hand(dealt(seed="x")).stock != the_hand(dealt(seed="y")).stock


def test_every_hand_of_a_match_is_dealt_anew() -> None:
    assert shuffled("x", 1) != shuffled("x", 2)


def test_the_deal_is_pinned() -> None:
    """A record replays for ever: these tiles never change, in no Python."""
    assert tiles_text(shuffled("golden", 1)[:12]) == "B4 K10 Y10' Y11 Y5' B2' B1 K3' Y6 K8 Y6' Y8'"


@pytest.mark.parametrize("seed", ["", "a", "çığ", "0" * 1000, "a b"])
def test_any_text_is_a_seed(seed: str) -> None:
    assert sorted(shuffled(seed, 1)) == list(range(106))


def test_chance_is_fair() -> None:
    source = numbers("fair", "test")
    rolls = Counter(below(6, source) for _ in range(6000))
    assert all(900 < rolls[face] < 1100 for face in range(6))
    first = Counter(shuffled(f"fair {i}", 1)[0] for i in range(1060))
    assert len(first) > 100
    assert max(first.values()) < 30


def test_numbers_that_would_favour_the_low_ones_are_rejected() -> None:
    limit = 3
    favoured = (1 << 32) - 1  # 2**32 is 1 more than a multiple of 3
    assert below(limit, iter([favoured, 4])) == 1


def test_every_seat_deals_first_sometimes() -> None:
    assert Counter(first_dealer(f"{i}", 4) for i in range(100)).keys() == {0, 1, 2, 3}


def test_the_dice_of_a_hand_are_fair_and_its_own() -> None:
    thrown = [throws(str(seed), hand) for seed in range(400) for hand in (1, 2)]
    assert {first for first, _ in thrown} == {second for _, second in thrown} == set(range(1, DIE + 1))
    assert set(Counter(thrown)) == set(itertools.product(range(1, DIE + 1), repeat=2))
    assert throws("x", 1) == throws("x", 1)
    assert [throws(str(seed), 1) for seed in range(9)] != [throws(str(seed), 2) for seed in range(9)]


def test_a_false_joker_turned_up_goes_back() -> None:
    """Rules 1.2."""
    tiles = parse_tiles("R1 R2 * R3 *' *")
    assert tiles_text([turn_up(tiles)]) == "R3"
    assert tiles_text(tiles) == "R1 R2 * *' *"


def test_the_indicator_is_never_a_false_joker() -> None:
    topped = 0
    for i in range(300):
        game = dealt(seed=f"{i}")
        assert the_hand(game).indicator is not None
        assert kind_of(the_hand(game).indicator) != FALSE_JOKER
        topped += kind_of(shuffled(f"{i}", 1)[-1]) == FALSE_JOKER
    assert topped  # it would have been one


def test_the_deal_moves_one_seat_each_hand() -> None:
    """Rules 5: the deal moves one seat each hand; the player after the dealer starts."""
    game = Game(make_rules(start_points=(500,)), "moves")
    dealers = []
    for _ in range(6):
        game.apply(DEAL)
        dealers.append(game.dealer)
        assert game.starter == (game.dealer + 1) % 4
        while game.phase != "deal":
            idle_turn(game)
    assert all(second == (first + 1) % 4 for first, second in itertools.pairwise(dealers))


def test_the_dealer_may_start() -> None:
    game = dealt(make_rules(starter="dealer"))
    assert game.starter == game.dealer


@pytest.mark.parametrize(
    "rules", ["classic", "classic+team", "classic+duel", "classic+vibrant", "elit", "elit+elit_app"]
)
def test_what_can_be_played_is_played(rules: str) -> None:
    assert dealt(make_rules(rules)).phase == "discard"


def test_a_match_begins_with_the_first_of_the_start_points() -> None:
    assert Game(CLASSIC, "x").scores == (20,) * 4
    for points in (20, 30, 40, 50):
        assert Game(make_rules(start_points=(points,)), "x").scores == (points,) * 4


def test_rules_of_chance_use_no_global_state() -> None:
    random.seed(1)
    before = random.getstate()
    dealt()
    assert random.getstate() == before
