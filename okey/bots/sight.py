"""How players look at a closed rack: what it would cost to throw each of its tiles."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Protocol

from okey.bots.mind import Mind, company
from okey.game.scoring import finish_loss
from okey.rules import RuleSet
from okey.solver import arrange
from okey.solver.cover import UNIT, Counts
from okey.solver.distance import Distance
from okey.solver.sums import members
from okey.tiles import WILD, Face, Tile

Rack = tuple[Tile, ...]


class Sight(Protocol):
    """A way to weigh racks; less is better."""

    def cost(self, rack: Rack) -> float:
        """Weighs a rack of as many tiles as were dealt."""

    def prepare(self, rack: Rack, *, throwing: bool) -> Iterator[None]:
        """Gets ready to weigh a rack, or what is left of it after each throw, in small steps."""

    def throws(self, rack: Rack) -> Iterator[tuple[Tile, float]]:
        """Yields, of a rack after the draw, each tile that may be thrown with the cost of the others."""

    def notices(self, tile: Tile) -> bool:
        """Tells whether a discard may better the rack by the margin."""


class Neighbours:
    """Sees melds, and beside them only what stands next to what.

    The cost is the number of loose tiles, less a share of one for each neighbour that a loose tile has; pairs are seen
    once there are five of them.
    """

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def cost(self, rack: Rack) -> float:
        """Weighs a rack."""
        loose = self._loose(rack)
        return sum(1.0 - self._company(face, loose) for face in loose)

    def prepare(self, rack: Rack, *, throwing: bool) -> Iterator[None]:  # noqa: ARG002 (it looks at little)
        """Needs no steps."""
        yield

    def throws(self, rack: Rack) -> Iterator[tuple[Tile, float]]:
        """Yields what may be thrown; what it breaks is not looked at again."""
        loose = self._loose(rack)
        whole = sum(1.0 - self._company(face, loose) for face in loose)
        for tile in self._mind.kinds(rack):
            face = self._mind.faces.of[tile]
            if face in loose:
                yield tile, whole - 1.0 + 2 * self._company(face, loose)
            else:
                yield tile, whole + BROKEN

    def notices(self, tile: Tile) -> bool:  # noqa: ARG002 (it does not look)
        """Looks at every discard."""
        return True

    def _loose(self, rack: Rack) -> list[Face]:
        of = self._mind.faces.of
        faces = [of[tile] for tile in rack]
        if self._mind.rules.pairs_win != "off":
            singles = [face for face in faces if faces.count(face) % 2]
            # an okey makes a pair with any tile
            if len(rack) - len(singles) + 2 * (WILD in singles) >= 2 * PAIRS_SEEN:
                return [face for face in singles if face != WILD][WILD in singles :]
        return [of[tile] for tile in arrange(rack, self._mind.faces, self._mind.rules).loose if of[tile] != WILD]

    @staticmethod
    def _company(face: Face, faces: list[Face]) -> float:
        return NEAR * sum(near for other, near in company(face) if other in faces)


NEAR = 0.15
"""What a neighbour is worth, in tiles."""
BROKEN = 2.0
"""What breaking a meld costs, in tiles."""
PAIRS_SEEN = 5
"""With so many pairs a player who only sees neighbours goes for pairs."""


FAR = 3
"""With so many tiles missing a draw is seldom for nothing."""
SLOW = 8.0
"""How many turns at most one waits for a useful tile, on average."""
DOUBLE = 4.0
"""How many turns later a finish may come that pays twice as much: so long it takes until the others have finished every
other hand."""


def bonus(rules: RuleSet) -> float:
    """Gets how many turns later a finish with pairs may come, for what it pays."""
    if rules.pairs_win == "off" or rules.score_model != "countdown":
        return 0.0
    return DOUBLE * log2(finish_loss(rules, "pairs", okey=False) / finish_loss(rules, "melds", okey=False))


class Distances:
    """Sees how many tiles are missing and which help, with runs and sets or with pairs.

    The cost is in turns; what pays more counts as if it came sooner.
    """

    STEP = (0.0, 0.0, 9.0, 13.5, 17.0, 20.0, 22.5, 25.0)
    """How many turns it takes from so many missing tiles to one, on average."""
    PAIRS_STEP = (0.0, 0.0, 10.0, 17.0, 23.0, 28.0, 32.0, 36.0)
    """The same towards pairs, where every tile has one mate only."""
    FURTHER = 2.5
    """How many turns each tile more takes."""
    LEAST_HOPE = 0.004
    """The chance that is left where no useful tile is."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._bonus = bonus(mind.rules)

    def cost(self, rack: Rack) -> float:
        """Weighs a rack."""
        return self.turns(*self._mind.counted(rack))

    def prepare(self, rack: Rack, *, throwing: bool) -> Iterator[None]:
        """Finds the sums of the rack; asks what is lacking without each tile."""
        outlook = self._mind.outlook
        counts, wilds = self._mind.counted(rack)
        yield from outlook.prepare(counts, wilds)
        for tile in self._mind.kinds(rack) if throwing else ():
            outlook.lacking(counts - UNIT[self._mind.faces.of[tile]], wilds)
            yield

    def throws(self, rack: Rack) -> Iterator[tuple[Tile, float]]:
        """Yields what may be thrown."""
        mind = self._mind
        counts, wilds = mind.counted(rack)
        then = {tile: counts - UNIT[mind.faces.of[tile]] for tile in mind.kinds(rack)}
        lacking = {tile: mind.outlook.lacking(rest, wilds) for tile, rest in then.items()}
        least = min(lacking.values(), default=0)
        pairs = self._pairs_in_reach(counts, wilds, self.STEP[min(least, len(self.STEP) - 1)] + SLOW)
        for tile, rest in then.items():
            # whoever throws away a step gains nothing by better hopes
            if lacking[tile] == least or pairs:
                yield tile, self.turns(rest, wilds)

    def notices(self, tile: Tile) -> bool:
        """Leaves out what brings the rack no nearer to a finish that is far: better hopes are worth no turns there."""
        mind = self._mind
        counts, wilds = mind.counted(mind.view.rack)
        near = mind.outlook.melds(counts, wilds)
        return (
            near.tiles < FAR
            or mind.faces.of[tile] in members(near.useful)
            or self._pairs_in_reach(counts, wilds, self._turns(near, self.STEP))
        )

    def _pairs_in_reach(self, counts: Counts, wilds: int, turns: float) -> bool:
        """Tells whether pairs may cost as little."""
        if self._mind.rules.pairs_win == "off":
            return False
        lacking = self._mind.outlook.lacking_pairs(counts, wilds)
        return self.PAIRS_STEP[min(lacking, len(self.PAIRS_STEP) - 1)] - self._bonus < turns

    def turns(self, counts: Counts, wilds: int) -> float:
        """Guesses how many turns a rack needs to finish, less what it pays more."""
        return self.aim(counts, wilds)[0]

    def aim(self, counts: Counts, wilds: int) -> tuple[float, Distance, bool]:
        """Guesses what a rack costs; says too what is missing, and whether to pairs."""
        outlook = self._mind.outlook
        melds = outlook.melds(counts, wilds)
        least = self._turns(melds, self.STEP)
        if self._pairs_in_reach(counts, wilds, least):
            pairs = outlook.pairs(counts, wilds)
            turns = self._turns(pairs, self.PAIRS_STEP) - self._bonus
            if turns < least:
                return turns, pairs, True
        return least, melds, False

    def _turns(self, distance: Distance, steps: tuple[float, ...]) -> float:
        if not distance.tiles:
            return 0.0
        further = max(0, distance.tiles - len(steps) + 1)
        hope = max(self.LEAST_HOPE, self._mind.hope(distance.useful))
        return steps[distance.tiles - further] + self.FURTHER * further + 1 / hope
