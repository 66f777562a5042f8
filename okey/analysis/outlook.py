"""What points a seat may expect at an open table, beside the others, by how it stands.

A hand ends when one's own side finishes, another one, or nobody, and by then one has opened or not.  How likely each of
these ends is follows from what the seat could know: how likely it is to open, how much is left in its rack, how long
the stock lasts, how far the others are.  That was fitted to hands of computer players under all kinds of rules
(``bench/outlooks.py``).  What each end brings is what the rules played write (``okey.analysis.ends``).
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from okey.analysis.ends import End, brings, others
from okey.bots import SKILLS, Budget, konkan
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.open_discard import PAIRS_STEP, STEP, chance, share_of
from okey.bots.open_sight import Sight
from okey.game import View
from okey.tiles import NUMBERS

SKILL = SKILLS["usta"]
"""Whose eyes estimate."""

LONG = 12
"""So many turns or more are left: that is long, and counts as this many."""

MANY = 8
"""So many missing tiles count as one in the features; more may be missing."""

State: TypeAlias = Literal["unopened", "opened", "konkan", "out"]
"""Whether a seat has opened; whether it is Konkan, or eliminated."""

Features: TypeAlias = tuple[float, ...]


class Model(NamedTuple):
    """How likely the ends of a hand are."""

    ends: tuple[End, ...]
    weights: tuple[Features, ...]
    """Of the features, for each end but the last, whose weights are 0: a multinomial logistic regression."""


_BY_OTHERS = (End("mine", opened=False), End("theirs", opened=False), End("nobody", opened=False))

ENDS: dict[State, tuple[End, ...]] = {
    "unopened": (
        End("mine", opened=True),
        End("theirs", opened=True),
        End("theirs", opened=False),
        End("nobody", opened=True),
        End("nobody", opened=False),
    ),
    "opened": (End("mine", opened=True), End("theirs", opened=True), End("nobody", opened=True)),
    "konkan": _BY_OTHERS,
    "out": _BY_OTHERS,
}
"""How a hand may end for a seat."""

MODELS: dict[State, Model] = {
    "unopened": Model(
        ENDS["unopened"],
        (  # 33,806 moments
            (-4.96, 4.23, 0.38, -0.26, 3.10, 3.64, 3.34, 1.66, -3.34, 0.04, 0.50, 2.37, 0.27, 1.44),
            (-4.03, 4.11, 0.80, -0.28, -0.38, -0.13, 3.14, 2.99, -2.17, 0.27, 0.81, 0.69, 1.25, -0.52),
            (-2.59, 4.94, 0.55, 3.43, 0.66, -0.79, 0.68, 0.11, -1.64, -0.14, 0.23, 0.79, -0.10, 0.11),
            (-0.70, -0.37, -0.51, -1.94, -1.39, -0.92, 2.51, 2.69, -2.02, 0.49, 0.49, -0.48, 1.44, -1.26),
        ),
    ),
    "opened": Model(
        ENDS["opened"],
        (  # 20,587 moments
            (-2.80, 5.07, 1.19, -0.44, 3.17, 0.72, -2.38, 2.14, 1.42, -0.95),
            (-1.82, 4.95, 0.84, 3.90, 0.88, -1.10, -1.35, -1.08, 0.88, -0.29),
        ),
    ),
    "konkan": Model(
        ENDS["konkan"],
        (  # 23,056 moments
            (-1.07, 4.47, 0.41, -0.29, 0.37, -6.26, 0.87, 0.76),
            (-1.79, 4.11, 0.53, 2.19, -0.61, -8.17, 4.45, -0.77),
        ),
    ),
    "out": Model(
        ENDS["out"],
        (  # 652 moments
            (-0.18, 0.13, 0.56, -0.10, 1.55, 0.78),
            (0.71, 1.12, -0.22, 0.39, -0.66, -1.18),
        ),
    ),
}
"""Measured by ``python -m bench.outlooks``."""


def sight(view: View, memory: Memory) -> Sight:
    """Gets the table in the eyes of a seat, who need not be the one to act."""
    assert view.seat is not None
    seen = Sight(Mind(view, SKILL, memory, random.Random(0), Budget(0)))
    seen.hand.actor = view.seat
    return seen


def state(view: View) -> State:
    """Tells how a seat stands."""
    assert view.seat is not None
    own = view.seats[view.seat]
    return "out" if own.eliminated else "konkan" if own.konkan else "opened" if own.opened else "unopened"


class _Table(NamedTuple):
    """What all see."""

    long: float
    """How long the stock lasts, 0 to 1."""
    others: float
    """The share of the others that have opened."""
    near: float
    """How near one of these is to its finish, 0 to 1."""
    mate: float
    """The same of the partner."""
    fair: float
    """What share of the hands each side would finish if all were as strong."""


def _near(tiles: Sequence[int]) -> float:
    return 1 / (1 + min(tiles)) if tiles else 0.0


def _table(view: View) -> _Table:
    rules, seat = view.rules, view.seat
    assert seat is not None
    rest = others(rules, seat)
    mates = [view.seats[mate] for mate in range(rules.players) if mate != seat and mate not in rest]
    opened = [view.seats[other].tiles for other in rest if view.seats[other].opened]
    playing = sum(not player.eliminated for player in view.seats)
    again = rules.stock_out == "reshuffle" and view.reshuffles < rules.max_reshuffles
    return _Table(
        1.0 if again else min(view.stock / playing, LONG) / LONG,
        len(opened) / len(rest),
        _near(opened),
        _near([mate.tiles for mate in mates if mate.opened]),
        (1 + len(mates)) / rules.players,
    )


def features(view: View, memory: Memory) -> Generator[None, None, Features]:
    """Finds what the ends are estimated from, in small steps."""
    table, how = _table(view), state(view)
    if how == "out":
        return (1.0, *table)
    seen = sight(view, memory)
    counts, wilds = seen.mind.counted(view.rack)
    if how == "opened":
        tiles, few = len(view.rack) / 10, 1 / (1 + len(view.rack))
        return (1.0, *table, tiles, few, tiles * table.long, float(seen.me.opened == "pairs"))
    if how == "konkan":
        away = yield from konkan.outlook(seen).in_steps(counts, wilds)
        return (1.0, *table, away.tiles / MANY, share_of(seen, away))
    yield from seen.openings.prepare(counts, wilds)
    away = yield from seen.openings.points_in_steps(counts, wilds, seen.bar)
    likely = chance(away, share_of(seen, away), seen.turns, STEP)
    pairs = 0.0
    if seen.pairs_bar:
        to_pairs = seen.pairs.pairs(counts, wilds)
        pairs = chance(to_pairs, share_of(seen, to_pairs), seen.turns, PAIRS_STEP)
        yield
    far, big = away.tiles / MANY, float(view.rules.hand_size > NUMBERS + 1)
    mixed = (likely * table.long, far * table.long, likely * table.fair, far * table.fair)
    return (1.0, *table, likely, pairs, far, big, *mixed)


def chances(model: Model, found: Features) -> list[float]:
    """Estimates how likely each end is."""
    said = [sum(weight * value for weight, value in zip(row, found, strict=True)) for row in model.weights]
    powers = [math.exp(value - max(0.0, *said)) for value in (*said, 0.0)]
    return [power / sum(powers) for power in powers]


def outlook(view: View, memory: Memory, before: Sequence[int]) -> Generator[None, None, float]:
    """Estimates the points that a hand brings a seat beside the others, what was paid so far included; in small steps.

    Args:
        view: how it stands, in the eyes of the seat.
        memory: what it has seen of the hand.
        before: the scores before the hand.
    """
    model = MODELS[state(view)]
    found, value = (yield from features(view, memory)), 0.0
    for end, likely in zip(model.ends, chances(model, found), strict=True):
        value += likely * (yield from brings(view, before, end))
    return value
