"""What decided a closed hand for a player: what each decision cost, and what luck did, told apart.

Everything is measured in turns to the finish as the strongest computer player estimates them from what the seat could
know (``okey.bots.sight.Distances``).  A turn takes a rack that is ``before`` turns from its finish to ``after``; one
turn has passed, the draw was worth ``luck`` more than that, and the throw cost ``cost`` more than the best one::

    after == before - 1 - luck + cost

so the terms add up from the deal to the end.  The luck of the deal is how much nearer the rack was dealt than the
others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean

from okey.bots import SKILLS, Budget
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.sight import Distances
from okey.game import Game, View
from okey.record import Record
from okey.tiles import TILE_NAMES, Tile

MOMENTS = 3
"""So many moments are said to have mattered."""

SKILL = SKILLS["usta"]
"""Whose eyes estimate."""


class AnalysisError(ValueError):
    """A hand that cannot be analysed: it was not played to its end, or melds lie on the table in that game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the player's."""

    number: int
    """From 1."""
    before: float
    """How many turns the rack was from its finish."""
    luck: float
    """By how many turns the tile that came was better than what was to be expected."""
    thrown: Tile
    best: Tile
    """The tile that would have been best to throw; the thrown one where none was better."""
    cost: float
    """By how many turns it would have been."""

    @property
    def after(self) -> float:
        """How many turns the rack was from its finish then."""
        return self.before - 1 - self.luck + self.cost

    @property
    def weight(self) -> float:
        """How much it mattered, for better or worse."""
        return max(abs(self.luck), self.cost)

    def __str__(self) -> str:
        """Tells the turn in one line."""
        words = (
            f"turn {self.number}: {self.before:.1f} turns away, luck {self.luck:+.1f}, threw {TILE_NAMES[self.thrown]}"
        )
        return words if self.best == self.thrown else f"{words}, {TILE_NAMES[self.best]} saves {self.cost:.1f}"


@dataclass(slots=True)
class Analysis:
    """What decided a hand for one player."""

    deal: float = 0.0
    """By how many turns the deal was better than that of the others on average."""
    turns: list[Turn] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """What luck did in all, the deal included; in turns, more is better."""
        return self.deal + sum(turn.luck for turn in self.turns)

    @property
    def cost(self) -> float:
        """What the player's throws cost in all, in turns."""
        return sum(turn.cost for turn in self.turns)

    def moments(self) -> list[Turn]:
        """Gets the turns that mattered most, in the order in which they were played."""
        weighty = sorted(self.turns, key=lambda turn: (-turn.weight, turn.number))[:MOMENTS]
        return sorted(weighty, key=lambda turn: turn.number)

    def __str__(self) -> str:
        """Tells everything as text."""
        head = f"deal {self.deal:+.1f}, luck {self.luck:+.1f}, throws {-self.cost:+.1f}"
        told = ", ".join(str(turn.number) for turn in self.moments())
        return "\n".join([head, *map(str, self.turns), f"moments: {told}"])


def analyse(record: Record, seat: int, hand: int, found: Analysis) -> Iterator[None]:
    """Analyses a hand in small steps; yields after each, so that others may breathe.

    Args:
        record: the match.
        seat: whose hand it is.
        hand: the number of the hand.
        found: what is filled in.

    Raises:
        AnalysisError: when there is no such hand, or it was not closed.
        RecordError: when the record cannot be played.
    """
    if record.rules.table_melds:
        raise AnalysisError("only closed hands can be analysed")
    memory, before, costs = Memory(reach=None), 0.0, dict[Tile, float]()
    for game, events in record.steps():
        if game.hand_number != hand:
            continue
        for event in events:
            memory.observe(event.seen_by(seat))
        if any(event.kind == "dealt" for event in events):
            starts = [_start(game, other) for other in range(record.rules.players)]
            before = starts.pop(seat)
            found.deal = fmean(starts) - before
            yield
        thrown = next((e.tiles[0] for e in events if e.seat == seat and e.kind in ("discarded", "finished")), None)
        if thrown is not None and costs:
            found.turns.append(_turn(len(found.turns) + 1, before, costs, thrown))
            before, costs = found.turns[-1].after, {}
            yield
        if game.actor == seat and game.phase == "discard" and not costs:
            costs = _throws(game.view(seat), memory)
            yield
        if game.result is not None:
            return
    raise AnalysisError(f"hand {hand} was not played to its end")


def _sight(view: View, memory: Memory) -> Distances:
    return Distances(Mind(view, SKILL, memory, random.Random(0), Budget(0)))


def _throws(view: View, memory: Memory) -> dict[Tile, float]:
    """Gets how many turns the rack is from its finish after each throw; every tile of it is there."""
    sight = _sight(view, memory)
    return {tile: sight.cost(tuple(other for other in view.rack if other != tile)) for tile in view.rack}


def _start(game: Game, seat: int) -> float:
    """Gets how many turns a dealt rack is from its finish; the starter's, which is one tile ahead, one more."""
    view, memory = game.view(seat), Memory()
    if len(view.rack) > game.rules.hand_size:
        return min(_throws(view, memory).values()) + 1
    return _sight(view, memory).cost(view.rack)


def _turn(number: int, before: float, costs: dict[Tile, float], thrown: Tile) -> Turn:
    least = min(costs.values())
    best = thrown if costs[thrown] == least else min(costs, key=lambda tile: (costs[tile], tile))
    return Turn(number, before, before - 1 - least, thrown, best, costs[thrown] - least)
