"""What decided a closed hand for a player: what each decision cost, and what luck did, told apart.

Everything is measured in *chance*: how likely the player's side is to finish first.  It follows from how many turns the
rack is from its finish, as the strongest computer player estimates that from what the seat could know
(``okey.bots.sight.Distances``), and from how many turns it has had; how, was fitted to hands of computer players
(``bench/chances.py``).  A hand then is a way from the chance that everybody has to 1 or 0::

    outcome == base + deal + sum(luck) + end - sum(cost)

``deal`` is what the dealt rack was better than usual; ``luck`` what the tile that came was better than expected, and
that nobody finished meanwhile; ``end`` what the others did after the player's last turn; ``cost`` what the player's
decisions gave away: a discard not taken or taken, the tile thrown (for one's own rack, and for what it may give the
next player), a finish that was missed.  The whole chance is worth ``points`` beside the others: what a plain finish
brings, less what another's costs, by the rules and, where racks are paid for, by those of the end.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator, Sequence

from okey.analysis.ends import worth
from okey.analysis.parts import Analysis, Missed, Turn
from okey.bots import SKILLS, Budget
from okey.bots.bot import decide
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.sight import Distances
from okey.game import Event, Game, View
from okey.game.actions import DEAL
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.tiles import NUMBERS, Tile

SKILL = SKILLS["usta"]
"""Whose eyes estimate."""

NEAR = 12.0
"""Below so many turns a turn less helps less: the others may be as near."""

MOST_TURNS = 12
"""Later turns count as this one: few hands last longer."""


WEIGHTS: tuple[float, ...] = (
    *(3.764, -1.588, -0.584, -0.484, -0.069, -2.510, 1.618, 1.641, -0.628, 0.239),
    *(-0.125, 0.098, -0.029, 0.189, 0.236),
    *(-0.669, 0.377, -0.153, 0.034, 0.607),
    *(-0.774, -0.018, -0.030, 0.214, 0.199),
    *(0.050, -0.987, -0.182, 0.166, -0.844),
)
"""Of ``features``, in a logistic regression; measured by ``python -m bench.chances`` at 44,936 moments."""

DEALS = 12
"""So many dealt racks tell what chance everybody has."""


# ---- chance


def features(rules: RuleSet, away: float, number: int) -> tuple[float, ...]:
    """Gets what a chance is estimated from.

    Args:
        rules: what is played; options that make finishing easier or harder count.
        away: how many turns a rack is from its finish.
        number: how many turns the seat has had.
    """
    distance, time = math.hypot(max(0.0, away), NEAR) / 10, min(number, MOST_TURNS) / 10
    share = 1 / len({rules.side_of(seat) for seat in range(rules.players)})
    odds, mate = math.log(share / (1 - share)), float(rules.teams != "none")
    dealt = float(number == 0)
    found = [1.0, distance, time, distance * time, dealt, odds, odds * distance, odds * time, mate, mate * distance]
    for eases in (
        rules.take_from == "any_player",
        rules.false_joker == "wild",
        rules.pairs_win == "mixed" or (rules.pairs_win != "off" and rules.pair_rule != "identical"),
        rules.hand_size > NUMBERS + 1,
    ):
        found += [eases * value for value in (1.0, distance, time, dealt, odds)]
    return tuple(found)


def chance_of(weights: Sequence[float], found: Sequence[float]) -> float:
    """Gets the chance that weights make of what was seen."""
    return 1 / (1 + math.exp(-sum(weight * value for weight, value in zip(weights, found, strict=True))))


def chance(rules: RuleSet, away: float, number: int) -> float:
    """Estimates how likely a side is to finish first; see ``features``."""
    return chance_of(WEIGHTS, features(rules, away, number))


def usual(rules: RuleSet) -> Generator[None, None, float]:
    """Estimates what chance everybody has: the mean of some dealt racks; in small steps."""
    total = 0.0
    for number in range(DEALS):
        game = Game(rules, f"usual {number}")
        game.apply(DEAL)
        total += chance(rules, (yield from away(game, number % rules.players, Memory())), 0)
    return total / DEALS


# ---- distance


def _sight(view: View, memory: Memory) -> Distances:
    return Distances(Mind(view, SKILL, memory, random.Random(0), Budget(0)))


def _throws(view: View, memory: Memory) -> Generator[None, None, dict[Tile, float]]:
    """Gets how many turns the rack is from its finish after each throw; every tile of it is there; in small steps."""
    sight, found = _sight(view, memory), dict[Tile, float]()
    yield from sight.prepare(view.rack, throwing=True)
    for tile in view.rack:
        found[tile] = sight.cost(_without(view.rack, tile))
        yield
    return found


def _without(rack: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(other for other in rack if other != tile)


def _weighed(view: View, memory: Memory) -> Generator[None, None, dict[Tile, float]]:
    """Gets the same, with what each throw may give the next player, as far as Usta minds it, above the usual."""
    mind = Mind(view, SKILL, memory, random.Random(0), Budget(0))
    dangers = {tile: SKILL.defends * mind.danger(tile) for tile in view.rack}
    mean = sum(dangers.values()) / len(dangers)
    throws = yield from _throws(view, memory)
    return {tile: turns + dangers[tile] - mean for tile, turns in throws.items()}


def away(game: Game, seat: int, memory: Memory) -> Generator[None, None, float]:
    """Gets how many turns a seat is from its finish, in steps; of a rack that is to throw, without its worst tile."""
    view = game.view(seat)
    if len(view.rack) > game.rules.hand_size:
        return min((yield from _throws(view, memory)).values())
    sight = _sight(view, memory)
    yield from sight.prepare(view.rack, throwing=False)
    return sight.cost(view.rack)


# ---- the hand


class Watch:
    """Follows a hand for one seat.

    Args:
        rules: what is played.
        seat: whose hand it is.
        found: what is filled in.
    """

    def __init__(self, rules: RuleSet, seat: int, found: Analysis) -> None:
        self._seat = seat
        self._found = found
        self._rules = rules
        self._memory = Memory(reach=None)
        self._sure = 0.0
        """The chance after the last turn."""
        self._arrived: Tile | None = None
        """The tile that was drawn or taken."""
        self._source: tuple[Tile | None, bool, float] = (None, False, 0.0)
        self._waiting = 0.0
        """The chance that a tile from the stock may be expected to leave."""
        self._taking: dict[Tile, float] = {}
        """The chance that each discard on offer would have left."""
        self._costs: dict[Tile, float] = {}
        self._finish: Tile | None = None
        """The tile that Usta would finish with now."""

    @property
    def _number(self) -> int:
        return len(self._found.turns) + 1

    def _chance(self, turns: float) -> float:
        return chance(self._rules, turns, self._number)

    def hear(self, game: Game, events: list[Event]) -> Iterator[None]:
        """Takes what has just happened."""
        for event in events:
            self._memory.observe(event.seen_by(self._seat))
        if any(event.kind == "dealt" for event in events):
            self._found.faces = game.view(self._seat).faces
            self._found.base = yield from usual(self._rules)
            turns = yield from away(game, self._seat, self._memory)
            self._sure = chance(self._rules, turns, 0)
            self._found.deal = self._sure - self._found.base
            yield
        for event in events:
            if event.seat != self._seat:
                continue
            if event.kind in ("drew", "took"):
                self._arrived = event.tiles[0]
                self._came(event.tiles[0] if event.kind == "took" else None)
            elif event.kind in ("discarded", "finished") and self._costs:
                self._threw(event.tiles[0], finished=event.kind == "finished")
        if game.result is not None:
            winner = game.result.winner
            rules = game.rules
            self._found.won = winner is not None and rules.side_of(winner) == rules.side_of(self._seat)
            self._found.outcome = float(self._found.won)
            assert game.hand is not None
            self._found.points = yield from worth(rules, game.hand.faces, game.result, self._seat)
        elif game.actor == self._seat and game.phase == "draw":
            yield from self._look_at_offers(game)
        elif game.actor == self._seat and not self._costs:
            view = game.view(self._seat)
            self._costs = yield from _weighed(view, self._memory)
            self._finish = self._finishing(view)

    def _finishing(self, view: View) -> Tile | None:
        """Gets the tile that Usta finishes with; None where it cannot, or waits for a dearer finish."""
        assert view.faces is not None
        if not finishing_discards(view.rack, view.faces, view.rules):
            return None
        thoughts = decide(Mind(view, SKILL, self._memory, random.Random(0), Budget(0)))
        action = next(thought for thought in thoughts if thought is not None)
        return action.tiles[0] if action.verb == "finish" else None

    def _look_at_offers(self, game: Game) -> Iterator[None]:
        """Weighs what may be taken against what may be drawn, with the margin that Usta leaves to a draw."""
        view = game.view(self._seat)
        faces = view.faces
        assert faces is not None
        now = _sight(view, self._memory).cost(view.rack)
        yield
        self._waiting = self._chance(max(0.0, now - SKILL.margin))
        self._taking = {}
        for tile in view.takeable():
            rack = (*view.rack, tile)
            sight = _sight(view, self._memory)
            yield from sight.prepare(rack, throwing=True)
            least = math.inf
            for out in view.rack:
                least = min(least, sight.cost(_without(rack, out)))
                yield
            ends = bool(finishing_discards(rack, faces, view.rules))
            self._taking[tile] = 1.0 if ends else self._chance(least)

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
        least, ending = min(self._costs.values()), self._finish
        turns = self._costs[thrown]
        best = min(self._costs, key=lambda tile: (self._costs[tile], tile))
        after = 1.0 if finished else self._chance(turns)
        could = 1.0 if finished or ending is not None else self._chance(least)
        if could == after:
            best = thrown
        missed: Missed = "finish" if ending is not None and not finished else ""
        offered, took, cost = self._source
        luck = could - self._sure + cost
        self._found.turns.append(
            Turn(
                *(self._number, turns, after, self._arrived, luck, offered, took, cost, thrown),
                *(ending if missed and ending is not None else best, could - after, missed),
            )
        )
        self._sure, self._costs, self._source, self._finish = after, {}, (None, False, 0.0), None
