"""How hands at open tables end, by how a seat stands and under all kinds of rules: measured, and fitted.

    python -m bench.outlooks play a 2000 >build/a.jsonl    # plays hands, named a 0, a 1, ...; notes them down
    python -m bench.outlooks fit build/*.jsonl             # prints what okey/analysis/outlook.py holds as MODELS

Computer players of level Hard play presets, these with overlays, and mixes of options drawn by chance; every third hand
is one with Konkan, and there they also take at whim, for else hardly anybody becomes Konkan.  After the deal and after
each throw it is noted down how the seat stands, and then how the hand ended for it.  The ends are fitted to that by
multinomial logistic regression (Newton's method, with a ridge; Hosmer and Lemeshow, Applied Logistic Regression).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.chances import throwers
from okey.analysis.ends import End, beside
from okey.analysis.outlook import ENDS, Features, Model, State, chances, features, outlook, state
from okey.bots import make_bot
from okey.bots.agent import Agent
from okey.bots.memory import Memory
from okey.game import Event, Game, View
from okey.game.actions import DEAL, Action
from okey.rules import RuleSet
from okey.solver.sums import all_at_once
from tests.walk import combinations, random_rules

WHIM = 0.08
"""How often a player takes at whim where there is Konkan."""

MOST = 3_000
"""Hands of more actions are left out: two who are eliminated may go on for long."""

RIDGE = 3.0


class Sample(NamedTuple):
    """A moment of a hand, and how the hand ended."""

    rules: str
    state: State
    features: Features
    end: int
    """Which of the ends of that state it had."""
    said: float | None
    """The points that were expected; None where nobody asked."""
    points: float
    """What the hand brought beside the others."""


class Whimsical:
    """A computer player that takes at whim.

    Args:
        agent: the player.
        rng: its whims.
    """

    def __init__(self, agent: Agent, rng: random.Random) -> None:
        self._agent = agent
        self._rng = rng
        self.observe = agent.observe

    def think(self, view: View) -> Iterator[Action | None]:
        """Thinks, or takes."""
        if view.phase == "draw" and view.rules.konkan and self._rng.random() < WHIM:
            yield from (action for action in view.legal_actions() if action.verb == "take")
        yield from self._agent.think(view)


def mixes(name: str) -> Iterator[RuleSet]:
    """Yields rules of open tables without end: presets with overlays, chance mixes, and both with Konkan."""
    rng = random.Random(name)
    known = [rules for rules in map(RuleSet.parse, combinations()) if rules.table_melds]
    while True:
        yield rng.choice(known)
        yield next(rules for rules in iter(lambda: random_rules(rng), None) if rules.table_melds)
        yield rng.choice([rules for rules in known if rules.konkan])


def watched(game: Game, memory: Memory) -> Iterator[list[Event]]:
    """Lets computer players play a hand; yields what happened, but not what ended it."""
    rng = random.Random(game.seed)
    bots = [Whimsical(make_bot("hard", f"{game.seed} {seat}"), rng) for seat in range(game.rules.players)]
    events = game.apply(DEAL)
    for _ in range(MOST):
        for event in events:
            memory.observe(event)
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        if game.result is not None:
            return
        yield events
        assert game.actor is not None
        view = game.view(game.actor)
        events = game.apply(next(thought for thought in bots[game.actor].think(view) if thought is not None))


def samples(rules: RuleSet, seed: str, *, say: bool = False) -> Iterator[Sample]:
    """Plays a hand; yields what was seen and what came of it.

    Args:
        rules: what is played.
        seed: what the deal and the players' chance follow from.
        say: whether the points are estimated too that may be expected.
    """
    game, memory = Game(rules, seed), Memory(reach=None)
    noted: list[tuple[int, State, Features, float | None]] = []
    for events in watched(game, memory):
        seats = throwers(events)
        if events[0].kind == "dealt":
            seats = [seat for seat in range(rules.players) if seat != game.actor]
        for seat in seats:
            view = game.view(seat)
            said = all_at_once(outlook(view, memory, game.before)) if say else None
            noted.append((seat, state(view), all_at_once(features(view, memory)), said))
    if game.result is None:
        return
    for seat, how, found, said in noted:
        end = ENDS[how].index(_end(game, seat, how))
        yield Sample(str(rules), how, found, end, said, beside(rules, game.result.before, game.result.after, seat))


def _end(game: Game, seat: int, how: State) -> End:
    """Tells how a hand ended for a seat that stood in some way."""
    rules, result = game.rules, game.result
    assert result is not None
    opened = how == "opened" or (how == "unopened" and bool(game.view(seat).seats[seat].opened))
    if result.winner is None:
        return End("nobody", opened)
    if rules.side_of(result.winner) != rules.side_of(seat):
        return End("theirs", opened)
    return End("mine", opened=how in ("opened", "unopened"))  # a partner's finish is one's own, opened or not


def fit(found: Sequence[tuple[Features, int]], ends: int) -> list[list[float]]:
    """Fits the weights of all ends but the last."""
    seen, came = np.array([features for features, _ in found]), np.eye(ends)[[end for _, end in found]][:, :-1]
    size = seen.shape[1]
    weights = np.zeros((ends - 1, size))
    for _ in range(25):
        likely = _softmax(seen @ weights.T)
        gradient = (came - likely).T @ seen - RIDGE * weights
        curvature = RIDGE * np.eye((ends - 1) * size)
        for i in range(ends - 1):
            for j in range(ends - 1):
                shared = likely[:, i] * ((i == j) - likely[:, j])
                curvature[i * size : (i + 1) * size, j * size : (j + 1) * size] += seen.T @ (seen * shared[:, None])
        weights += np.linalg.solve(curvature, gradient.ravel()).reshape(weights.shape)
    return [[float(weight) for weight in row] for row in weights]


def _softmax(said: Any) -> Any:
    """Gets the chances of all ends but the last."""
    powers = np.exp(np.hstack([said, np.zeros((len(said), 1))]))
    return (powers / powers.sum(axis=1, keepdims=True))[:, :-1]


def play(name: str, hands: int) -> None:
    """Plays hands and prints their samples, one a line."""
    for number, rules in zip(range(hands), mixes(name), strict=False):
        for sample in samples(rules, f"{name} {number}"):
            print(json.dumps(sample), flush=True)


def fitted(read: Iterable[Sample]) -> None:
    """Prints the models, and how often ends came that were said to be so likely."""
    found = list(read)
    for how, ends in ENDS.items():
        part = [(sample.features, sample.end) for sample in found if sample.state == how]
        weights = fit(part, len(ends))
        rows = "".join(f"            ({', '.join(f'{weight:.2f}' for weight in row)}),\n" for row in weights)
        print(
            f'    "{how}": Model(\n        ENDS["{how}"],\n        (  # {len(part):,} moments\n{rows}        ),\n    ),'
        )
        model = Model(ends, tuple(map(tuple, weights)))
        for at, end in enumerate(ends):
            said = sorted((chances(model, seen)[at], came == at) for seen, came in part)
            tenths = [said[len(said) * tenth // 5 : len(said) * (tenth + 1) // 5] for tenth in range(5)]
            told = [f"{sum(p for p, _ in t) / len(t):.2f}/{sum(c for _, c in t) / len(t):.2f}" for t in tenths if t]
            print(f"    # {end.finisher}, opened {end.opened}: {' '.join(told)}")


def main(words: Sequence[str]) -> None:
    """Plays or fits."""
    if words[0] == "play":
        play(words[1], int(words[2]))
    else:
        lines = (line for name in words[1:] for line in Path(name).read_text(encoding="utf-8").splitlines())
        fitted(Sample(*data) for data in map(json.loads, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
