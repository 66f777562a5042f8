"""What points a seat may expect at an open table, by how it stands: measured, and fitted.

    python -m bench.outlooks okey101 450    # a game and hands; prints what okey/analysis/open_table.py holds of it

Computer players of level Hard play; after the deal and after each turn it is noted down how the seat stands, and what
the hand brought it beside the others in the end.  The outlook is fitted to that by linear regression (least squares),
for who has opened and for who has not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from bench.chances import solved, throwers, watched
from okey.analysis.open_table import beside, opened, sight, unopened
from okey.bots.memory import Memory
from okey.game import Game, View
from okey.rules import RuleSet
from okey.solver.sums import all_at_once

Sample = tuple[bool, tuple[float, ...], float]
"""Whether the seat has opened, how it stands, and what the hand brought it beside the others."""


def samples(rules: RuleSet, seed: str) -> Iterator[Sample]:
    """Plays a hand; yields what was seen and what came of it."""
    game, memory = Game(rules, seed), Memory(reach=None)
    noted: list[tuple[int, bool, tuple[float, ...]]] = []
    for events in watched(game, memory):
        seats = throwers(events)
        if events[0].kind == "dealt":
            seats = [seat for seat in range(rules.players) if seat != game.actor]
        views = [game.view(seat) for seat in seats]
        noted += [
            (seat, *stands(view, memory))
            for seat, view in zip(seats, views, strict=True)
            if not view.seats[seat].konkan
        ]
    assert game.result is not None
    for seat, has_opened, found in noted:
        yield has_opened, found, beside(rules, game.result, seat)


def stands(view: View, memory: Memory) -> tuple[bool, tuple[float, ...]]:
    """Tells whether a seat has opened, and how it stands."""
    assert view.seat is not None
    seen = sight(view, memory)
    return (True, opened(seen, view)) if view.seats[view.seat].opened else (False, all_at_once(unopened(seen, view)))


def fit(found: Sequence[tuple[tuple[float, ...], float]]) -> list[float]:
    """Fits the weights of the linear regression."""
    size = len(found[0][0])
    matrix, right = [[1e-3 * (i == j) for j in range(size)] for i in range(size)], [0.0] * size
    for seen, points in found:
        for i in range(size):
            right[i] += seen[i] * points
            for j in range(size):
                matrix[i][j] += seen[i] * seen[j]
    return solved(matrix, right)


def main(preset: str, hands: int) -> None:
    """Measures a game and prints, with what came of each tenth of the outlooks."""
    rules = RuleSet.parse(f"{preset}+quick")
    found = [sample for number in range(hands) for sample in samples(rules, f"open {number}")]
    for has_opened in (False, True):
        part = [(seen, points) for state, seen, points in found if state is has_opened]
        weights = fit(part)
        told = ", ".join(f"{weight:.1f}" for weight in weights)
        print(f"{'opened' if has_opened else 'unopened'}: ({told})  # {len(part):,} moments")
        said = sorted((sum(w * x for w, x in zip(weights, seen, strict=True)), points) for seen, points in part)
        size = -(-len(said) // 10)
        for start in range(0, len(said), size):
            tenth = said[start : start + size]
            expected, came = (sum(column) / len(tenth) for column in zip(*tenth, strict=True))
            print(f"    said {expected:.0f}, true {came:.0f} of {len(tenth):,}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
