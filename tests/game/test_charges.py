"""What is written on the score sheet after a hand: who, how much, what for, and because of whom."""

from dataclasses import replace

import pytest

from okey.game.scoring import Charge, Outcome, SeatOutcome, end_charges
from okey.rules import RuleSet
from tests.support import hand, make_faces, make_rules

OPENED = SeatOutcome("series", tuple(hand("R7 K3")))
BY_PAIRS = SeatOutcome("pairs", tuple(hand("R7 K3")))
UNOPENED = SeatOutcome("unopened", tuple(hand("R7 K3")))
DECLARED = SeatOutcome("unopened", tuple(hand("R7 K3")), declared=True)
WITH_OKEY = SeatOutcome("series", tuple(hand("B10 R7")))
WINNER = SeatOutcome("series")


def sheet(rules: RuleSet, *seats: SeatOutcome, winner: int | None = 0) -> list[Charge]:
    outcome = Outcome(make_faces("B9", rules), seats, winner)
    return end_charges(rules, outcome, "finish" if winner is not None else "stock_out", None)


OKEY101 = make_rules("okey101")


@pytest.mark.parametrize(
    ("rules", "seats", "written"),
    [
        (
            OKEY101,
            (WINNER, OPENED, BY_PAIRS, UNOPENED),
            [(0, -101, "winner"), (1, 10, "leftover"), (2, 20, "pairs_leftover"), (3, 202, "unopened")],
        ),
        (
            replace(OKEY101, declared_pairs_unopened=404),
            (WINNER, DECLARED, UNOPENED, WITH_OKEY),
            [
                (0, -101, "winner"),
                (1, 404, "declared"),
                (2, 202, "unopened"),
                (3, 7, "leftover"),
                (3, 101, "okey_left"),
            ],
        ),
        (OKEY101, (WINNER, DECLARED, WINNER, WINNER), [(0, -101, "winner"), (1, 202, "unopened")]),
        (
            make_rules("konkan81 teams=none"),
            (WINNER, OPENED, UNOPENED, WINNER),
            [(1, 10, "leftover"), (2, 100, "unopened")],
        ),
        (make_rules("konkan81"), (WINNER, OPENED, UNOPENED, WINNER), [(1, 10, "leftover")]),
        (
            make_rules("gamearea"),
            (SeatOutcome(),) * 3 + (SeatOutcome("closed", tuple(hand("R7 K3"))),),
            [(3, 10, "leftover")],
        ),
    ],
)
def test_losers_write_because_of_the_winner(
    rules: RuleSet, seats: tuple[SeatOutcome, ...], written: list[tuple[int, int, str]]
) -> None:
    assert sheet(rules, *seats) == [Charge(seat, points, reason, 0) for seat, points, reason in written]


def test_nobody_else_is_the_cause_where_nobody_won() -> None:
    written = sheet(OKEY101, OPENED, BY_PAIRS, UNOPENED, WINNER, winner=None)
    assert written == [
        Charge(0, 10, "leftover", 0),
        Charge(1, 20, "pairs_leftover", 1),
        Charge(2, 202, "unopened", 2),
    ]
