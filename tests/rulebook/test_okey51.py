"""Section 7.4 of the rules: Okey 51."""

import pytest

from okey.game import Game
from tests.rulebook.desk import meld, opening, play, refused, rules_of, scores, table, to_end_of_stock

SERIES = {"opened": "series", "opened_with": 51}
PAIRS = {"opened": "pairs", "opened_with": 4}
P4 = "pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9"
R51 = "run R11 R12 R13 / run K4 K5 K6"


def test_deal() -> None:
    game = Game(rules_of("okey51"), "x")
    play(game, "deal")
    assert sorted(game.view(None).rack_sizes) == [14, 14, 14, 15]
    assert game.view(None).stock == 48


def test_twelve_thirteen_one() -> None:
    assert meld("run", "Y12 Y13 Y1", "okey51") == 26


def test_no_twelve_thirteen_one() -> None:
    assert meld("run", "Y12 Y13 Y1", "okey51", one_after_thirteen="no") == "not_consecutive: Y12 Y13 Y1"


@pytest.mark.parametrize(
    ("melds", "context", "settings", "answer"),
    [
        pytest.param(R51, {}, {}, (51, 51), id="enough"),
        pytest.param("run R11 R12 R13 / run K1 K2 K3 K4", {}, {}, (46, 51), id="short"),
        pytest.param(P4, {}, {}, (4, 4), id="pairs"),
        pytest.param("pair R1 R1 / pair B2 B2 / pair Y5 Y5", {}, {}, (3, 4), id="three"),
        pytest.param(P4.replace("K9 K9", "K9 R3"), {}, {}, (4, 4), id="okey"),
        pytest.param(
            "run R11 R12 R13 / set B9 Y9 K9 / run K1 K2 K3 K4",
            {"highest_series": 73},
            {},
            (73, 74),
            id="higher",
        ),
        pytest.param(P4, {"highest_pairs": 4}, {}, (4, 5), id="higher_pairs"),
        pytest.param(R51, {"highest_series": 73}, {"open_escalation": "none"}, (51, 51), id="fixed"),
    ],
)
def test_opening(
    melds: str, context: dict[str, object], settings: dict[str, str], answer: tuple[object, object]
) -> None:
    assert opening(melds, "okey51", "R2", context, **settings) == answer


def test_taken_tile() -> None:
    game = table("okey51", {0: "B1 +13"}, indicator="R2", drawn=False, pile="Y9")
    play(game, "take")
    assert refused(game, "discard B1") == "taken_must_be_used: Y9"


def test_layoff_and_swap() -> None:
    game = table("okey51", {0: "Y9 Y7 +13"}, indicator="R2", melds=["1 run Y6 R3 Y8"])
    assert refused(game, "add Y9 0 high") == "open_first: Y9"
    assert refused(game, "swap Y7 0") == "open_first: Y7"
    game = table("okey51", {0: "Y9 Y7 K1"}, indicator="R2", melds=["1 run Y6 R3 Y8"], seats={0: SERIES})
    assert play(game, "swap Y7 0", "add Y9 0 high") == ["added 0 high Y9 : 0"]


def test_pair_opener() -> None:
    game = table("okey51", {0: "Y9 B1 B2 B3 K1"}, indicator="R2", melds=["1 run Y6 Y7 Y8"], seats={0: PAIRS})
    assert refused(game, "lay run B1 B2 B3") == "pairs_only: B1 B2 B3"
    assert play(game, "add Y9 0 high") == ["added 0 high Y9 : 0"]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        pytest.param("discard R3", "okey_discard", id="okey"),
        pytest.param("discard Y9", "playable_discard", id="playable"),
        pytest.param("open run B1 B2 B3", "invalid_declare", id="failed"),
    ],
)
def test_penalty(act: str, reason: str) -> None:
    game = table("okey51", {0: "R3 Y9 B1 B2 B3 +10"}, indicator="R2", melds=["1 run Y6 Y7 Y8"])
    events = play(game, act)
    assert events[1] == f"penalty 0 {reason} : 101"
    if act.startswith("open"):
        assert events[0] == "failed 0 open_points B1 B2 B3 : 6 51"


def test_penalty_unit() -> None:
    game = table("okey51", {0: "R3 +14"}, indicator="R2", options={"okey_discard_penalty": 51})
    assert play(game, "discard R3")[1] == "penalty 0 okey_discard : 51"


def test_finish() -> None:
    assert play(table("okey51", {0: "K1"}, indicator="R2", seats={0: SERIES}), "discard K1")[0] == "finished 0 K1"


@pytest.mark.parametrize(
    ("seats", "more", "expected"),
    [
        pytest.param(["winner", "unopened R13", "series R7 R8", "pairs K9"], {}, [-101, 101, 15, 18], id="normal"),
        pytest.param(
            ["winner", "unopened", "series R7 R8", "pairs K9"],
            {"finish": {"pairs": True}},
            [-202, 202, 30, 36],
            id="pairs",
        ),
        pytest.param(
            ["winner", "unopened", "series R7", "pairs K9"],
            {"finish": {"pairs": True, "okey": True}},
            [-404, 404, 28, 72],
            id="both",
        ),
        pytest.param(["winner", "series B8 R3", "unopened", "unopened"], {}, [-101, 23, 101, 101], id="okey_left"),
        pytest.param(
            ["winner", "series B8 R3", "unopened", "unopened"],
            {"finish": {"okey": True}},
            [-202, 46, 202, 202],
            id="okey_left_double",
        ),
    ],
)
def test_score(seats: list[str], more: dict[str, object], expected: list[int]) -> None:
    assert scores("okey51", seats, winner=0, **more) == expected  # type: ignore[arg-type]


def test_stock_out() -> None:
    game = table("okey51", indicator="R2", drawn=False, stock=1)
    assert to_end_of_stock(game)[-1] == "hand_ended - : 0 0 0 0"
    assert game.hands_played == 0


def test_five_hands() -> None:
    game = table("okey51", {0: "K1"}, indicator="R2", seats={0: SERIES})
    game.hands_played = 3
    play(game, "discard K1")
    assert game.phase == "deal"
    game = table("okey51", {0: "K1"}, indicator="R2", seats={0: SERIES})
    game.hands_played = 4
    play(game, "discard K1")
    assert game.phase == "over"
