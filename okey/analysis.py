"""What decided a closed hand for a player: what each decision cost, and what luck did, told apart.

Everything is measured in *chance*: how likely the player's side is to finish first.  It follows from how many turns the
rack is from its finish, as the strongest computer player estimates that from what the seat could know
(``okey.bots.sight.Distances``), and from how many turns it has had; how, was fitted to hands of computer players
(``bench/chances.py``).  A hand then is a way from the chance that everybody has to 1 or 0::

    outcome == base + deal + sum(luck) + end - sum(cost)

``deal`` is what the dealt rack was better than usual; ``luck`` what the tile that came was better than expected, and
that nobody finished meanwhile; ``end`` what the others did after the player's last turn; ``cost`` what the player's
decisions gave away: a discard not taken or taken, and the tile thrown.  Where a finish takes a fixed number of points
off each other side, a chance is worth ``points`` of the difference to the others.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from okey.bots import SKILLS, Budget
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.sight import Distances
from okey.game import Event, Game, View
from okey.game.scoring import finish_loss
from okey.record import Record
from okey.rules import RuleSet
from okey.tiles import TILE_NAMES, Faces, Tile

MOMENTS = 3
"""So many moments are said to have mattered."""

SKILL = SKILLS["usta"]
"""Whose eyes estimate."""

NEAR = 12.0
"""Below so many turns a turn less helps less: the others may be as near."""

MOST_TURNS = 12
"""Later turns count as this one: few hands last longer."""


class Chances(NamedTuple):
    """How chance follows from the distance to the finish."""

    base: float
    """What share of the hands a side finishes first."""
    weights: tuple[float, ...]
    """Of ``features``, in a logistic regression."""


CHANCES = {
    (4, 4): Chances(0.249, (7.673, -3.889, -2.417, -0.637)),
    (3, 3): Chances(0.333, (5.239, -2.640, -1.731, -0.158)),
    (2, 2): Chances(0.500, (4.795, -2.107, -1.265, -0.157)),
    (4, 2): Chances(0.497, (4.050, -1.799, -2.422, 0.606)),
}
"""By how many play in how many sides; measured by ``python -m bench.chances``."""


class AnalysisError(ValueError):
    """A hand that cannot be analysed: it was not played to its end, or melds lie on the table in that game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the player's."""

    number: int
    """From 1."""
    away: float
    """How many turns the rack was from its finish at its end."""
    chance: float
    """To finish first, at its end; 1 for who finished."""
    luck: float
    """What the tile that came was better than expected, and what the others did since the turn before."""
    offered: Tile | None
    """The discard that was taken, or had better been."""
    took: bool
    """Whether it was."""
    source_cost: float
    """What it cost to take it, or not to."""
    thrown: Tile
    best: Tile
    """The tile that would have been best to throw; the thrown one where none was better."""
    throw_cost: float
    """What that one would have been better."""

    @property
    def cost(self) -> float:
        """What the decisions of the turn cost."""
        return self.source_cost + self.throw_cost

    @property
    def weight(self) -> float:
        """How much it mattered, for better or worse."""
        return max(abs(self.luck), self.cost)

    def __str__(self) -> str:
        """Tells the turn in one line."""
        words = [f"turn {self.number}: luck {_percent(self.luck)}, threw {TILE_NAMES[self.thrown]}"]
        if self.source_cost and self.offered is not None:
            words.append(f"{'took' if self.took else 'left'} {TILE_NAMES[self.offered]} {_percent(-self.source_cost)}")
        if self.throw_cost:
            words.append(f"not {TILE_NAMES[self.best]} {_percent(-self.throw_cost)}")
        return f"{', '.join(words)}, chance {_percent(self.chance).lstrip('+')}, {self.away:.1f} turns away"


@dataclass(slots=True)
class Analysis:
    """What decided a hand for one player."""

    faces: Faces | None = None
    """What the tiles of the hand stand for; None before it is dealt."""
    points: float = 0.0
    """How many points beside the others the whole chance is worth; 0 where that is not fixed."""
    base: float = 0.0
    deal: float = 0.0
    turns: list[Turn] = field(default_factory=list)
    won: bool = False
    """Whether the player's side finished first."""

    @property
    def draws(self) -> float:
        """What the tiles that came and the others did in all, to the end."""
        return float(self.won) - self.base - self.deal + self.cost

    @property
    def end(self) -> float:
        """What the others did after the player's last turn."""
        return self.draws - sum(turn.luck for turn in self.turns)

    @property
    def cost(self) -> float:
        """What the player's decisions cost in all."""
        return sum(turn.cost for turn in self.turns)

    def moments(self) -> list[Turn]:
        """Gets the turns that mattered most, in the order in which they were played."""
        weighty = sorted(self.turns, key=lambda turn: (-turn.weight, turn.number))[:MOMENTS]
        return sorted(weighty, key=lambda turn: turn.number)

    def __str__(self) -> str:
        """Tells everything as text."""
        head = f"base {_percent(self.base).lstrip('+')}, deal {_percent(self.deal)}, draws {_percent(self.draws)}"
        head += f", decisions {_percent(-self.cost)}: {'won' if self.won else 'lost'}"
        told = ", ".join(str(turn.number) for turn in self.moments())
        return "\n".join([head, *map(str, self.turns), f"moments: {told}"])


def _percent(chance: float) -> str:
    return f"{100 * chance:+.0f}%".replace("-0%", "+0%")


# ---- chance


def features(away: float, number: int) -> tuple[float, ...]:
    """Gets what a chance is estimated from.

    Args:
        away: how many turns a rack is from its finish.
        number: how many turns the seat has had.
    """
    distance, time = math.hypot(max(0.0, away), NEAR) / 10, min(number, MOST_TURNS) / 10
    return (1.0, distance, time, distance * time)


def is_known(rules: RuleSet) -> bool:
    """Tells whether hands of a game can be analysed."""
    return not rules.table_melds and (rules.players, _sides(rules)) in CHANCES


def _sides(rules: RuleSet) -> int:
    return len({rules.side_of(seat) for seat in range(rules.players)})


def known(rules: RuleSet) -> Chances:
    """Gets the chances that a game is measured by: those of as many sides.

    Raises:
        AnalysisError: when melds lie on the table, or nobody has measured a game of so many.
    """
    if not is_known(rules):
        raise AnalysisError("only closed hands can be analysed")
    return CHANCES[rules.players, _sides(rules)]


def chance(chances: Chances, away: float, number: int) -> float:
    """Estimates how likely a side is to finish first; see ``features``."""
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(chances.weights, features(away, number), strict=True))))


def _points(rules: RuleSet) -> float:
    """Gets what the whole chance is worth: a plain finish, beside what another's costs."""
    if rules.score_model != "countdown":
        return 0.0
    sides = _sides(rules)
    return finish_loss(rules, "melds", okey=False) * sides / (sides - 1)


# ---- distance


def _sight(view: View, memory: Memory) -> Distances:
    return Distances(Mind(view, SKILL, memory, random.Random(0), Budget(0)))


def _throws(view: View, memory: Memory) -> dict[Tile, float]:
    """Gets how many turns the rack is from its finish after each throw; every tile of it is there."""
    sight = _sight(view, memory)
    return {tile: sight.cost(tuple(other for other in view.rack if other != tile)) for tile in view.rack}


def away(game: Game, seat: int, memory: Memory) -> float:
    """Gets how many turns a seat is from its finish; of a rack that is to throw, without its worst tile."""
    view = game.view(seat)
    if len(view.rack) > game.rules.hand_size:
        return min(_throws(view, memory).values())
    return _sight(view, memory).cost(view.rack)


# ---- the hand


class _Watch:
    """Follows a hand for one seat.

    Args:
        rules: what is played.
        seat: whose hand it is.
        found: what is filled in.
    """

    def __init__(self, rules: RuleSet, seat: int, found: Analysis) -> None:
        self._seat = seat
        self._found = found
        self._chances = known(rules)
        self._memory = Memory(reach=None)
        self._sure = 0.0
        """The chance after the last turn."""
        self._source: tuple[Tile | None, bool, float] = (None, False, 0.0)
        self._waiting = 0.0
        """The chance that a tile from the stock may be expected to leave."""
        self._taking: dict[Tile, float] = {}
        """The chance that each discard on offer would have left."""
        self._costs: dict[Tile, float] = {}
        found.points, found.base = _points(rules), self._chances.base

    @property
    def _number(self) -> int:
        return len(self._found.turns) + 1

    def _chance(self, turns: float) -> float:
        return chance(self._chances, turns, self._number)

    def hear(self, game: Game, events: list[Event]) -> Iterator[None]:
        """Takes what has just happened."""
        for event in events:
            self._memory.observe(event.seen_by(self._seat))
        if any(event.kind == "dealt" for event in events):
            self._found.faces = game.view(self._seat).faces
            self._sure = chance(self._chances, away(game, self._seat, self._memory), 0)
            self._found.deal = self._sure - self._found.base
            yield
        for event in events:
            if event.seat != self._seat:
                continue
            if event.kind in ("drew", "took"):
                self._came(event.tiles[0] if event.kind == "took" else None)
            elif event.kind in ("discarded", "finished") and self._costs:
                self._threw(event.tiles[0], finished=event.kind == "finished")
        if game.result is not None:
            winner = game.result.winner
            rules = game.rules
            self._found.won = winner is not None and rules.side_of(winner) == rules.side_of(self._seat)
        elif game.actor == self._seat and game.phase == "draw":
            yield from self._look_at_offers(game)
        elif game.actor == self._seat and not self._costs:
            view = game.view(self._seat)
            for _ in _sight(view, self._memory).prepare(view.rack, throwing=True):
                yield
            self._costs = _throws(view, self._memory)

    def _look_at_offers(self, game: Game) -> Iterator[None]:
        """Weighs what may be taken against what may be drawn, with the margin that Usta leaves to a draw."""
        view = game.view(self._seat)
        now = _sight(view, self._memory).cost(view.rack)
        yield
        self._waiting = self._chance(max(0.0, now - SKILL.margin))
        self._taking = {}
        for tile in view.takeable():
            rack = (*view.rack, tile)
            sight = _sight(view, self._memory)
            for _ in sight.prepare(rack, throwing=True):
                yield
            rest = [tuple(other for other in rack if other != out) for out in view.rack]
            self._taking[tile] = self._chance(min(map(sight.cost, rest)))

    def _came(self, taken: Tile | None) -> None:
        """Weighs whether a tile was drawn or taken."""
        best = max(self._taking, key=lambda tile: (self._taking[tile], -tile), default=None)
        if taken is not None:
            cost = max(0.0, self._waiting - self._taking.get(taken, self._waiting))
            self._source = (taken, True, cost)
        elif best is not None and self._taking[best] > self._waiting:
            self._source = (best, False, self._taking[best] - self._waiting)
        else:
            self._source = (None, False, 0.0)

    def _threw(self, thrown: Tile, *, finished: bool) -> None:
        """Closes a turn."""
        least = min(self._costs.values())
        turns = self._costs[thrown]
        best = thrown if turns == least else min(self._costs, key=lambda tile: (self._costs[tile], tile))
        after = 1.0 if finished else self._chance(turns)
        could = 1.0 if finished else self._chance(least)
        offered, took, cost = self._source
        luck = could - self._sure + cost
        self._found.turns.append(
            Turn(self._number, turns, after, luck, offered, took, cost, thrown, best, could - after)
        )
        self._sure, self._costs, self._source = after, {}, (None, False, 0.0)


def analyse(record: Record, seat: int, hand: int, found: Analysis) -> Iterator[float]:
    """Analyses a hand in small steps; yields after each how far it has come, from 0 to 1, so that others may breathe.

    Args:
        record: the match.
        seat: whose hand it is.
        hand: the number of the hand.
        found: what is filled in.

    Raises:
        AnalysisError: when there is no such hand, or it was not closed.
        RecordError: when the record cannot be played.
    """
    watch = _Watch(record.rules, seat, found)
    for number, (game, events) in enumerate(record.steps(), 1):
        share = number / len(record.actions)
        if game.hand_number == hand:
            for _ in watch.hear(game, events):
                yield share
            if game.result is not None:
                return
        yield share
    raise AnalysisError(f"hand {hand} was not played to its end")
