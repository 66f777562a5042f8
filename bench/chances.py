"""How likely a side is to finish a closed hand first, by how far a rack is from its finish: measured, and fitted.

    python -m bench.chances play a 1000 >build/a.jsonl    # plays hands, named a 0, a 1, ...; notes them down
    python -m bench.chances fit build/*.jsonl             # prints what okey/analysis/closed.py holds as WEIGHTS

Computer players of level Hard play presets, these with overlays, and mixes of options drawn by chance; after the deal
and after each throw it is noted down how many turns the rack is from its finish in the eyes of Usta, in which of its
own turns that was, and whether that player's side finished first.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.regression import fit
from okey.analysis.closed import away, chance_of, features
from okey.bots import make_bot
from okey.bots.agent import Agent
from okey.bots.memory import Memory
from okey.game import Event, Game, View
from okey.game.actions import DEAL, Action
from okey.rules import RuleSet
from okey.solver.sums import all_at_once
from tests.walk import combinations, random_rules

Sample = tuple[str, tuple[float, ...], bool]
"""The rules, what was seen, and whether the side finished first."""

WHIM = 0.08
"""How often a player takes at whim where there is Konkan, for else hardly anybody becomes Konkan."""

MOST = 3_000
"""Hands of more actions are left out: two who are eliminated may go on for long."""


class Whimsical:
    """A computer player of level Hard that takes at whim where there is Konkan.

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


def watched(game: Game, memory: Memory) -> Iterator[list[Event]]:
    """Deals a hand and lets computer players play it; yields what happened, but not what ended it.

    Args:
        game: a match that begins.
        memory: remembers what happened, before it is yielded.
    """
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


def throwers(events: list[Event]) -> list[int]:
    """Gets who has thrown a tile."""
    return [event.seat for event in events if event.kind == "discarded" and event.seat is not None]


def mixes(name: str) -> Iterator[RuleSet]:
    """Yields rules of closed hands without end: presets with overlays, and chance mixes."""
    rng = random.Random(name)
    known = [rules for rules in map(RuleSet.parse, combinations()) if not rules.table_melds]
    while True:
        yield rng.choice(known)
        yield next(rules for rules in iter(lambda: random_rules(rng), None) if not rules.table_melds)


def samples(rules: RuleSet, seed: str) -> Iterator[Sample]:
    """Plays a hand; yields what was seen and what came of it."""
    game, memory, turns = Game(rules, seed), Memory(reach=None), [0] * rules.players
    noted: list[tuple[int, tuple[float, ...]]] = []
    for events in watched(game, memory):
        if events[0].kind == "dealt":
            noted += [
                (seat, features(rules, all_at_once(away(game, seat, memory)), 0)) for seat in range(rules.players)
            ]
        for seat in throwers(events):
            turns[seat] += 1
            noted.append((seat, features(rules, all_at_once(away(game, seat, memory)), turns[seat])))
    assert game.result is not None
    winner = game.result.winner
    for seat, seen in noted:
        yield str(rules), seen, winner is not None and rules.side_of(winner) == rules.side_of(seat)


def play(name: str, hands: int) -> None:
    """Plays hands and prints their samples, one a line."""
    for number, rules in zip(range(hands), mixes(name), strict=False):
        for sample in samples(rules, f"{name} {number}"):
            print(json.dumps(sample), flush=True)


def fitted(found: Sequence[Sample]) -> None:
    """Prints the weights, and how often each tenth of the chances came true."""
    ((*weights,),) = fit([(seen, int(not won)) for _, seen, won in found], 2)
    print(f"WEIGHTS = ({', '.join(f'{weight:.3f}' for weight in weights)})  # {len(found):,} moments")
    said = sorted((chance_of(weights, seen), won) for _, seen, won in found)
    for tenth in range(10):
        part = said[len(said) * tenth // 10 : len(said) * (tenth + 1) // 10]
        expected, came = (sum(column) / len(part) for column in zip(*part, strict=True))
        print(f"    said {expected:.2f}, true {came:.2f}")


def main(words: Sequence[str]) -> None:
    """Plays or fits."""
    if words[0] == "play":
        play(words[1], int(words[2]))
    else:
        lines = (line for name in words[1:] for line in Path(name).read_text(encoding="utf-8").splitlines())
        fitted([(rules, tuple(seen), won) for rules, seen, won in map(json.loads, lines)])


if __name__ == "__main__":
    main(sys.argv[1:])
