"""How likely a side is to finish a closed hand first, by how far a rack is from its finish: measured, and fitted.

    python -m bench.chances 500      # hands of each kind; prints what okey/analysis/closed.py holds as CHANCES

Computer players of level Hard play; after the deal and after each throw it is noted down how many turns the rack is
from its finish in the eyes of Usta, in which of its own turns that was, and whether that player's side finished first.
The chance is fitted to that by logistic regression (Newton's method; Hosmer and Lemeshow, Applied Logistic Regression).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence

from okey.analysis.closed import away, features
from okey.bots import make_bot
from okey.bots.memory import Memory
from okey.game import Event, Game
from okey.game.actions import DEAL
from okey.rules import RuleSet

KINDS = {
    (4, 4): "classic+quick",
    (3, 3): "classic+quick players=3",
    (2, 2): "classic+duel+quick",
    (4, 2): "classic+team+quick",
}
"""The games that are measured, by how many play in how many sides."""

Sample = tuple[tuple[float, ...], bool]


def watched(game: Game, memory: Memory) -> Iterator[list[Event]]:
    """Deals a hand and lets computer players of level Hard play it; yields what happened, but not what ended it.

    Args:
        game: a match that begins.
        memory: remembers what happened, before it is yielded.
    """
    bots = [make_bot("hard", f"{game.seed} {seat}") for seat in range(game.rules.players)]
    events = game.apply(DEAL)
    while True:
        for event in events:
            memory.observe(event)
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        if game.result is not None:
            return
        yield events
        actor = game.actor
        assert actor is not None
        action = next(thought for thought in bots[actor].think(game.view(actor)) if thought is not None)
        events = game.apply(action)


def throwers(events: list[Event]) -> list[int]:
    """Gets who has thrown a tile."""
    return [event.seat for event in events if event.kind == "discarded" and event.seat is not None]


def samples(rules: RuleSet, seed: str) -> Iterator[Sample]:
    """Plays a hand; yields what was seen and what came of it."""
    game, memory, turns = Game(rules, seed), Memory(reach=None), [0] * rules.players
    noted: list[tuple[int, tuple[float, ...]]] = []
    for events in watched(game, memory):
        if events[0].kind == "dealt":
            noted += [(seat, features(away(game, seat, memory), 0)) for seat in range(rules.players)]
        for seat in throwers(events):
            turns[seat] += 1
            noted.append((seat, features(away(game, seat, memory), turns[seat])))
    assert game.result is not None
    winner = game.result.winner
    for seat, seen in noted:
        yield seen, winner is not None and rules.side_of(winner) == rules.side_of(seat)


def fit(found: Sequence[Sample]) -> list[float]:
    """Fits the weights of the logistic regression."""
    size = len(found[0][0])
    weights = [0.0] * size
    for _ in range(12):
        gradient, curvature = [0.0] * size, [[1e-6 * (i == j) for j in range(size)] for i in range(size)]
        for seen, won in found:
            likely = guess(weights, seen)
            for i in range(size):
                gradient[i] += (won - likely) * seen[i]
                for j in range(size):
                    curvature[i][j] += likely * (1 - likely) * seen[i] * seen[j]
        weights = [w + step for w, step in zip(weights, solved(curvature, gradient), strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solves a system of linear equations (Gauss and Jordan)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                rows[other] = [a - rows[other][at] * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def main(hands: int) -> None:
    """Measures and prints, with how often each tenth of the chances came true."""
    for kind, text in KINDS.items():
        rules = RuleSet.parse(text)
        found = [sample for number in range(hands) for sample in samples(rules, f"chances {number}")]
        weights = fit(found)
        dealt = [won for seen, won in found if seen[-2] == 0.0]
        told = ", ".join(f"{weight:.3f}" for weight in weights)
        print(f"{kind}: Chances({sum(dealt) / len(dealt):.3f}, ({told}))  # {len(found):,} positions", flush=True)
        for tenth in range(10):
            near = [(p, won) for p, won in ((guess(weights, seen), won) for seen, won in found) if int(p * 10) == tenth]
            if near:
                said, true = sum(p for p, _ in near) / len(near), sum(won for _, won in near) / len(near)
                print(f"    said {said:.2f}, true {true:.2f} of {len(near):,}", flush=True)


def guess(weights: Sequence[float], seen: Sequence[float]) -> float:
    """Gets the chance that weights make of what was seen."""
    return 1 / (1 + math.exp(-sum(weight * value for weight, value in zip(weights, seen, strict=True))))


if __name__ == "__main__":
    main(int(sys.argv[1]))
