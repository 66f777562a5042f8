"""Section 7.6 of the rules: two and three players."""

import pytest

from okey.game import Game
from tests.rulebook.desk import LOOSE, PERFECT, conflict, countdown, kinds, play, rules_of, table


@pytest.mark.parametrize(
    ("rules", "sizes", "stock"),
    [
        pytest.param("classic+duel", [14, 15], 76, id="two"),
        pytest.param("classic players=3", [14, 14, 15], 62, id="three"),
        pytest.param("okey101+duel", [21, 22], 62, id="two_101"),
        pytest.param("okey101 players=3", [21, 21, 22], 41, id="three_101"),
    ],
)
def test_deal(rules: str, sizes: list[int], stock: int) -> None:
    game = Game(rules_of(rules), "x")
    play(game, "deal")
    assert sorted(game.view(None).rack_sizes) == sizes
    assert game.view(None).stock == stock


def test_take_the_others_discard() -> None:
    game = table("classic+duel", {0: LOOSE + " R9"})
    play(game, "discard R9")
    assert game.actor == 1
    assert kinds(game.view(1).takeable()) == "R9"


def test_first_starter_random() -> None:
    assert {Game(rules_of("classic+duel"), str(seed)).starter for seed in range(30)} == {0, 1}


def test_then_alternate() -> None:
    game = table("classic+duel", {0: PERFECT + " R13"})
    game.starter = 1
    play(game, "finish R13", "deal")
    assert game.starter == 0


@pytest.mark.parametrize(
    ("rules", "hand", "scores"),
    [
        pytest.param("classic+duel", {"winner": 0, "shape": "pairs"}, [20, 16], id="two"),
        pytest.param("classic+duel", {"winner": None, "shown_by": 1}, [19, 20], id="shown"),
        pytest.param("classic players=3", {"winner": 2, "shape": "melds", "okey": True}, [16, 16, 20], id="three"),
    ],
)
def test_score(rules: str, hand: dict[str, object], scores: list[int]) -> None:
    assert countdown(rules, 20, hand) == scores


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("duz+duel", id="duz"),
        pytest.param("elit+duel", id="elit"),
        pytest.param("gamearea+duel", id="gamearea"),
        pytest.param("okey51+duel", id="okey51"),
        pytest.param("okey51 players=3", id="okey51_three"),
        pytest.param("konkan81 players=3 teams=none", id="konkan_three"),
    ],
)
def test_plays(rules: str) -> None:
    game = Game(rules_of(rules), "x")
    seats = set()
    for _ in range(60):
        seats.add(game.actor)
        game.apply(next(game.legal_actions()))
    assert set(range(game.rules.players)) <= seats


def test_no_teams() -> None:
    assert conflict("konkan81+duel") == ("teams", "players")
