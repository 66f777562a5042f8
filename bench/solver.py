"""Measures the solver's answers, and those of ``okey-solver-py`` to the question that it knows.

Racks are random (all tiles but the indicator shuffled), random with both okeys, and dealt from play: what the default
bot held in games against itself when it had to throw.  Each question is timed by itself, once; tables that serve all
racks are made before.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from importlib.util import find_spec
from operator import eq
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game import Game
from okey.rules import RuleSet
from okey.simulate import play_hand
from okey.solver import finishing_discards
from okey.solver.distance import distances
from okey.solver.layouts import most_points
from okey.tiles import KINDS, TILES, Faces, Tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

CLOSED, OPEN = RuleSet.parse("classic"), RuleSet.parse("okey101")
Answer = TypeVar("Answer")

WARMING = 20
"""How many racks are looked at before the clock runs."""


class Rack(NamedTuple):
    """A rack with what its tiles play as."""

    tiles: tuple[Tile, ...]
    faces: Faces


def measure(racks: int) -> dict[str, object]:
    """Makes all measurements.

    Args:
        racks: how many random racks the finish check is asked about; all else is asked about a tenth, and the package
            about a hundredth of 22 tiles.
    """
    few, fewest = max(WARMING, racks // 10), max(WARMING, racks // 100)
    closed = list(random_racks(CLOSED, racks, okeys=None))
    wild = list(random_racks(CLOSED, racks, okeys=2))
    played = list(racks_of_play(CLOSED, few))
    rich = list(random_racks(OPEN, few, okeys=2))
    opened = list(racks_of_play(OPEN, few))
    figures: dict[str, object] = {}
    for what, ones in (("random", closed), ("random with two okeys", wild), ("of play", played)):
        figures |= _figures(f"15 tiles, finish check, {len(ones)} racks {what}", timed(_finish, ones)[0])
        figures |= _figures(f"15 tiles, distance with its tiles, {len(ones)} racks {what}", timed(_distance, ones)[0])
    for what, ones in (("random with two okeys", rich), ("of play", opened)):
        figures |= _figures(f"22 tiles, best opening, {len(ones)} racks {what}", timed(_opening, ones)[0])
    if find_spec("okey_solver") is None:
        return figures | {"okey-solver-py is not installed: it is made for Python below 3.13": "-"}
    figures |= _beside(f"15 tiles, best arrangement, {few} racks random", closed[:few], CLOSED)
    figures |= _beside(f"15 tiles, best arrangement, {few} racks of play", played, CLOSED)
    figures |= _beside(f"22 tiles, best arrangement, {fewest} racks random with two okeys", rich[:fewest], OPEN)
    return figures


def random_racks(rules: RuleSet, number: int, okeys: int | None) -> Iterator[Rack]:
    """Yields random racks that have to throw a tile.

    Args:
        rules: the options to play by.
        number: how many.
        okeys: how many okeys are among them; None for what chance gives.
    """
    chance = random.Random(f"{rules.hand_size} {okeys}")
    for _ in range(number):
        faces = Faces(chance.randrange(KINDS), rules.okey_offset, rules.false_joker)
        tiles = [tile for tile in range(TILES) if tile != 2 * faces.indicator]
        kept = [tile for tile in tiles if faces.is_okey(tile)][: okeys or 0]
        others = [tile for tile in tiles if okeys is None or not faces.is_okey(tile)]
        yield Rack((*kept, *chance.sample(others, rules.hand_size + 1 - len(kept))), faces)


def racks_of_play(rules: RuleSet, number: int) -> Iterator[Rack]:
    """Yields the racks of all seats whenever one throws before it has opened, hand after hand of bots."""
    hands = 0
    while number > 0:
        hands += 1
        game = Game(rules, f"bench {hands}")
        bots = [make_bot(DEFAULT_LEVEL, f"bench {hands} {seat}") for seat in range(rules.players)]
        for events in play_hand(game, bots):
            for event in events:
                if event.kind != "discarded" or game.hand is None or event.seat is None or number == 0:
                    continue
                rack = (*game.hand.players[event.seat].rack, *event.tiles)
                if len(rack) == rules.hand_size + 1:
                    number -= 1
                    yield Rack(rack, game.hand.faces)
            if number == 0:
                break


def timed(ask: Callable[[Rack], Answer], racks: Sequence[Rack]) -> tuple[list[float], list[Answer]]:
    """Asks about every rack; gives what each answer took of the processor, in microseconds, and the answers."""
    for rack in racks[:WARMING]:
        ask(rack)
    gc.collect()
    gc.freeze()  # the racks of the benchmark are not the solver's to sweep
    spans, answers = [], []
    for rack in racks:
        start = time.process_time_ns()
        answers.append(ask(rack))
        spans.append((time.process_time_ns() - start) / 1000)
    return spans, answers


def _finish(rack: Rack) -> object:
    return finishing_discards(rack.tiles, rack.faces, CLOSED)


def _distance(rack: Rack) -> object:
    return distances(rack.tiles, rack.faces, CLOSED)


def _opening(rack: Rack) -> object:
    return most_points(rack.tiles, rack.faces, OPEN)


def _figures(what: str, spans: Iterable[float]) -> dict[str, object]:
    cuts = statistics.quantiles(spans := list(spans), n=1000, method="inclusive")
    named = {"median": cuts[499], "p99": cuts[989], "p99.9": cuts[998], "max": max(spans)}
    return {f"{what}, {name}, us": round(figure, 1) for name, figure in named.items()}


def _beside(what: str, racks: Sequence[Rack], rules: RuleSet) -> dict[str, object]:
    """Measures our best arrangement and theirs, in points of runs and sets, on the same racks."""
    from bench.rival import theirs_of

    ours, exact = timed(lambda rack: most_points(rack.tiles, rack.faces, rules)[0], racks)
    asked = iter([theirs_of(rack.tiles, rack.faces) for rack in (*racks[:WARMING], *racks)])
    theirs, found = timed(lambda _rack: next(asked)(), racks)
    as_good = sum(map(eq, exact, found))
    median = statistics.median(theirs) / statistics.median(ours)
    worst = max(theirs) / max(ours)
    return {
        **_figures(f"{what}, okey", ours),
        **_figures(f"{what}, okey-solver-py", theirs),
        f"{what}, okey-solver-py's time in ours, median": round(median, 1),
        f"{what}, okey-solver-py's time in ours, max": round(worst, 1),
        f"{what}, okey-solver-py's answer is worth the same, %": round(100 * as_good / len(racks), 1),
    }
