"""How promising a rack is: what is complete, what is begun, and what can still come.

Two plans are weighed, runs and sets against seven pairs, both in tiles of the finished hand: a tile in a
complete meld counts one, two tiles that wait for a third count by how many of the tiles they wait for are
unseen.
"""

from __future__ import annotations

from collections.abc import Sequence

from okey.rules import RuleSet
from okey.solver.cover import CELL, ONES, UNIT, Counts, count, lowest, melds_by_lowest
from okey.tiles import KINDS, NUMBERS, WILD, Face, Faces, Tile, number_of

WAITING = (0.4, 0.7, 0.9, 1.0, 1.1)
"""What two tiles that wait for a third are worth, by how many of the awaited tiles are unseen.

The last is for four and more.  Less than two singles look to a beginner: racks that hoard such twos finish a
third of their hands, these nearly all.
"""

NEIGHBOURLY = 0.03
"""What a single tile is worth for each unseen tile that would give it company."""

LIVE_SINGLE = 0.22
"""What a single tile is worth in the pairs plan while its twin is unseen."""


class Plan:
    """Weighs racks of one hand against what is still unseen.

    Args:
        faces: what tiles play as.
        rules: the options of melds and pairs.
        seen: every tile whose place is known: the own rack, the indicator, discards.
    """

    def __init__(self, faces: Faces, rules: RuleSet, seen: Sequence[Tile]) -> None:
        self._faces = faces
        self._rules = rules
        self._melds = melds_by_lowest(rules)
        self._unseen = [2] * KINDS
        if faces.false_joker != WILD:
            self._unseen[faces.false_joker] += 2
        self._unseen[faces.okey] -= 2
        for tile in seen:
            if (face := faces.of[tile]) != WILD:
                self._unseen[face] -= 1
        self._partials = [self._partials_of(low) for low in range(KINDS)]
        self._alone = [NEIGHBOURLY * sum(self._unseen[f] for f in self._company(low)) for low in range(KINDS)]
        self._known: dict[tuple[Counts, int], float] = {}

    def worth(self, tiles: Sequence[Tile]) -> float:
        """Weighs a rack by the better of its two plans."""
        counts, wilds = count(self._faces.of[tile] for tile in tiles)
        best = self._melds_worth(counts, wilds)
        if self._rules.pairs_win != "off":
            best = max(best, self._pairs_worth(counts, wilds))
        return best

    def _melds_worth(self, counts: Counts, wilds: int) -> float:
        if not counts:
            return 1.3 * wilds
        key = (counts, wilds)
        known = self._known.get(key)
        if known is not None:
            return known
        low = lowest(counts)
        best = self._alone[low] + self._melds_worth(counts - UNIT[low], wilds)
        present = (counts | counts >> 1) & ONES
        for group in self._melds[low]:
            if group.wilds <= wilds and present & group.units == group.units:
                worth = len(group.places) + self._melds_worth(counts - group.units, wilds - group.wilds)
                best = max(best, worth)
        for units, weight in self._partials[low]:
            if present & units == units:
                best = max(best, weight + self._melds_worth(counts - units, wilds))
        self._known[key] = best
        return best

    def _pairs_worth(self, counts: Counts, wilds: int) -> float:
        pairs = singles = 0
        live = 0.0
        while counts:
            low = lowest(counts)
            held = counts >> CELL[low] & 3
            counts -= held * UNIT[low]
            pairs += held // 2
            if held % 2:
                singles += 1
                live += LIVE_SINGLE if self._unseen[low] > 0 else 0.0
        paired = min(wilds, singles)
        pairs += paired + (wilds - paired) // 2
        # four pairs are nothing yet: the plan begins to pay when three more would do
        return 2.0 * pairs + live if pairs >= 4 else 0.0

    def _company(self, face: Face) -> set[Face]:
        """Lists the faces that can share a meld of three with a face."""
        colour, number = face // NUMBERS, number_of(face)
        numbers = [n for n in range(number - 2, number + 3) if 1 <= n <= NUMBERS and n != number]
        if self._rules.one_after_thirteen == "high":
            numbers += {NUMBERS: [1], NUMBERS - 1: [1], 1: [NUMBERS, NUMBERS - 1]}.get(number, [])
        run = {NUMBERS * colour + n - 1 for n in numbers}
        return run | {NUMBERS * c + number - 1 for c in range(4) if c != colour}

    def _partials_of(self, low: Face) -> list[tuple[Counts, float]]:
        """Lists every two tiles that wait for a third, the lower one of this face, and their worth."""
        awaited: dict[tuple[Face, Face], set[Face]] = {}
        for trio in self._melds[low]:
            if len(trio.places) == 3 and trio.wilds == 0:
                for third in trio.places:
                    two = tuple(face for face in trio.places if face != third)
                    awaited.setdefault((two[0], two[1]), set()).add(third)
        partials = []
        for (first, second), thirds in awaited.items():
            waiting = min(sum(max(0, self._unseen[third]) for third in thirds), len(WAITING) - 1)
            partials.append((UNIT[first] + UNIT[second], WAITING[waiting]))
        return partials
