"""How hands at open tables end, by how a seat stands and under all kinds of rules: measured, and fitted.

    python -m bench.outlooks play a 2000 >build/a.jsonl    # plays hands, named a 0, a 1, ...; notes them down
    python -m bench.outlooks fit build/*.jsonl             # prints what okey/analysis/outlook.py holds as MODELS
    python -m bench.outlooks told okey101+team 60          # plays others, and prints the points that were said and came

Computer players of level Hard play presets, these with overlays, and mixes of options drawn by chance; every third hand
is one with Konkan.  After the deal and after each throw it is noted down how the seat stands, and then how the hand
ended for it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

from bench.chances import throwers, watched
from bench.regression import fit
from okey.analysis.ends import End, beside
from okey.analysis.outlook import ENDS, Features, Model, State, chances, features, outlook, state
from okey.bots.memory import Memory
from okey.game import Game
from okey.rules import RuleSet
from okey.solver.sums import all_at_once
from tests.walk import combinations, random_rules


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


def mixes(name: str) -> Iterator[RuleSet]:
    """Yields rules of open tables without end: presets with overlays, chance mixes, and both with Konkan."""
    rng = random.Random(name)
    known = [rules for rules in map(RuleSet.parse, combinations()) if rules.table_melds]
    while True:
        yield rng.choice(known)
        yield next(rules for rules in iter(lambda: random_rules(rng), None) if rules.table_melds)
        yield rng.choice([rules for rules in known if rules.konkan])


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


def thirds(found: Iterable[Sample]) -> list[tuple[float, float]]:
    """Gets the points that were said and that came, of the worst, the middling and the best outlooks."""
    said = sorted((sample.said or 0.0, sample.points) for sample in found)
    parts = [said[len(said) * part // 3 : len(said) * (part + 1) // 3] for part in range(3)]
    return [(sum(a for a, _ in part) / len(part), sum(b for _, b in part) / len(part)) for part in parts]


def told(name: str, hands: int) -> None:
    """Plays other hands, of a rule set or of `mixes`, and prints what was said of them and what came."""
    drawn = mixes("told") if name == "mixes" else repeat(RuleSet.parse(name))
    played = (samples(rules, f"told {number}", say=True) for number, rules in zip(range(hands), drawn, strict=False))
    means = thirds(chain.from_iterable(played))
    print(f"{name}: {', '.join(f'said {said:.0f}, came {came:.0f}' for said, came in means)}", flush=True)


def main(words: Sequence[str]) -> None:
    """Plays, fits or tells."""
    if words[0] == "play":
        play(words[1], int(words[2]))
    elif words[0] == "told":
        told(words[1], int(words[2]))
    else:
        lines = (line for name in words[1:] for line in Path(name).read_text(encoding="utf-8").splitlines())
        fitted(Sample(*data) for data in map(json.loads, lines))


if __name__ == "__main__":
    main(sys.argv[1:])
