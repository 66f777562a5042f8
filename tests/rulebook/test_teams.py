"""Sections 7.2 and 7.5 of the rules: Okey 101 and closed Okey in pairs."""

import pytest

from okey.game.scoring import best_seats, side_totals
from tests.rulebook.desk import PERFECT, conflict, countdown, kinds, opening, play, rules_of, scores, table

SERIES = {"opened": "series", "opened_with": 103}


def test_partners_opposite() -> None:
    rules = rules_of("okey101+team")
    assert [rules.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        pytest.param(["winner", "unopened", "unopened R13", "series R13"], [-101, 202, 0, 13], id="wiped"),
        pytest.param(["winner", "unopened", "unopened +101", "series R13"], [-101, 202, 101, 13], id="penalty"),
        pytest.param(["winner", "series R4 B6", "series R9", "pairs K12 Y8"], [-101, 10, 0, 40], id="opponents"),
    ],
)
def test_score(seats: list[str], expected: list[int]) -> None:
    assert scores("okey101+team", seats, winner=0) == expected


def test_wipe_off() -> None:
    seats = ["winner", "unopened", "series R13", "unopened"]
    assert scores("okey101+team", seats, winner=0, options={"partner_finish_wipes": False}) == [
        -101,
        202,
        13,
        202,
    ]


def test_singles_are_not_wiped() -> None:
    assert scores("okey101", ["winner", "unopened", "series R13", "unopened"], winner=0) == [
        -101,
        202,
        13,
        202,
    ]


def test_lower_total_wins() -> None:
    rules = rules_of("okey101+team")
    assert side_totals(rules, (-101, 202, 101, 30)) == (0, 232)
    assert best_seats(rules, (-101, 202, 101, 30)) == (0, 2)


@pytest.mark.parametrize(
    ("settings", "need"),
    [
        pytest.param({}, 101, id="unchanged"),
        pytest.param({"open_partner_min": 0}, 0, id="any"),
    ],
)
def test_partner_bar(settings: dict[str, int], need: int) -> None:
    assert opening("run R1 R2 R3", "okey101+team", "Y2", {"partner_opened": True}, **settings) == (6, need)


def test_open_with_any_meld() -> None:
    game = table(
        "okey101+team",
        {0: "R1 R2 R4 B1 B2 B3 +16"},
        indicator="Y2",
        seats={2: SERIES},
        options={"open_partner_min": 0},
    )
    assert play(game, "open run B1 B2 B3")[0] == "opened 0 : 6"


def test_four_only() -> None:
    assert conflict("okey101+team", players=3) == ("teams", "players")
    assert conflict("classic+team+duel") == ("teams", "players")


@pytest.mark.parametrize(
    ("rules", "hand", "scores_"),
    [
        pytest.param("classic+team", {"winner": 1, "shape": "melds"}, [18, 20, 18, 20], id="win"),
        pytest.param("classic+team", {"winner": 3, "shape": "pairs", "okey": True}, [12, 20, 12, 20], id="shared"),
        pytest.param("classic+team", {"winner": None, "shown_by": 0}, [20, 19, 20, 19], id="shown"),
        pytest.param(
            "classic+team",
            {"winner": 1, "shape": "melds", "okey": True, "shown_by": 0},
            [16, 19, 16, 19],
            id="both",
        ),
        pytest.param(
            "duz+team",
            {"winner": 1, "shape": "melds", "penalties": [[3, "okey_discard"]]},
            [18, 18, 18, 18],
            id="penalty",
        ),
    ],
)
def test_countdown(rules: str, hand: dict[str, object], scores_: list[int]) -> None:
    assert countdown(rules, 20, hand) == scores_


def test_take_from_opponents_only() -> None:
    game = table("classic+team", drawn=False, pile="R9", piles={2: "K9"})
    assert kinds(game.view(0).takeable()) == "R9"
    assert game.rules.side_of(3) != game.rules.side_of(0)


def test_partner_rack_hidden() -> None:
    game = table("classic+team", {0: PERFECT + " R13"})
    assert set(game.view(2).rack).isdisjoint(game.view(0).rack)
    assert game.view(2).arrived is None


def test_side_at_zero() -> None:
    game = table("classic+team", {0: PERFECT + " R13"}, scores=(9, 2, 9, 2))
    assert play(game, "finish R13")[-2:] == ["hand_ended 0 : 9 0 9 0", "match_ended - : 0 2"]
