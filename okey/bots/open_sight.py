"""What a player sees at an open table: its rack in numbers, the bars, where tiles fit, how long the hand may last."""

from __future__ import annotations

from functools import cached_property, lru_cache

from okey.bots.mind import Mind
from okey.game.laying import elden_possible, open_ends, pairs_needed, points_needed
from okey.game.state import Hand, Player
from okey.melds import End
from okey.rules import RuleSet
from okey.solver.cover import Cover
from okey.solver.distance import Outlook
from okey.solver.konkan_distance import KonkanOutlook
from okey.solver.opening_distance import Openings
from okey.tiles import Face, Faces

HORIZON = 6
"""So many turns of its own a player looks ahead: few hands last longer."""
FEW_TILES = 2
"""Whoever has opened and holds no more tiles may finish any moment."""


class Sight:
    """An open table as one player sees it while it decides.

    Args:
        mind: what the decision is made from.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.rules: RuleSet = mind.rules
        self.faces: Faces = mind.faces
        self.hand: Hand = mind.view.imagine()
        self.me: Player = self.hand.players[mind.seat]
        self.of: tuple[Face, ...] = mind.faces.of

    @cached_property
    def bar(self) -> int:
        """The points to open with."""
        return points_needed(self.rules, self.hand)

    @cached_property
    def pairs_bar(self) -> int:
        """The number of pairs to open with; 0 where nobody does."""
        return pairs_needed(self.rules, self.hand)

    @cached_property
    def elden(self) -> bool:
        """Whether the whole hand in one turn needs no points."""
        return elden_possible(self.rules, self.hand)

    @cached_property
    def openings(self) -> Openings:
        """Tells how far racks are from opening with points."""
        return _openings(self.faces, self.rules)

    @cached_property
    def pairs(self) -> Outlook:
        """Tells how far racks are from opening with pairs."""
        return Outlook(self.faces, self.rules, 2 * self.pairs_bar)

    def konkan(self, run: int, rest: int) -> KonkanOutlook:
        """Tells how far racks are from the finish of a Konkan player."""
        return KonkanOutlook(self.faces, self.rules, run, rest)

    @cached_property
    def cover(self) -> Cover:
        """Finds what this player may lay, now that it has opened."""
        pairs = self.me.opened == "pairs"
        beside = any(player.opened == "pairs" for player in self.hand.players)
        return Cover(self.rules, melds=not pairs, pairs=pairs or beside)

    @cached_property
    def places(self) -> dict[Face, list[tuple[int, End]]]:
        """Where tiles of each face, ``WILD`` too, can be laid off: melds and their ends."""
        places: dict[Face, list[tuple[int, End]]] = {}
        for index, meld in enumerate(self.hand.melds):
            for end, taken in open_ends(self.rules, self.faces, meld).items():
                for face in taken:
                    places.setdefault(face, []).append((index, end))
        return places

    @cached_property
    def turns(self) -> int:
        """How many more tiles this player will draw at most after this turn."""
        view, rules = self.mind.view, self.rules
        left = view.stock - (view.phase == "draw")
        if rules.stock_out == "reshuffle" and view.reshuffles < rules.max_reshuffles:
            return HORIZON
        players = sum(not seat.eliminated for seat in view.seats)
        return min(HORIZON, max(0, left) // players)

    @cached_property
    def ending(self) -> bool:
        """Whether this may be the last turn of this player, because another side is about to finish."""
        mine = self.rules.side_of(self.mind.seat)
        return any(
            seat.opened is not None and seat.tiles <= FEW_TILES and self.rules.side_of(index) != mine
            for index, seat in enumerate(self.mind.view.seats)
        )


@lru_cache(maxsize=1)
def _openings(faces: Faces, rules: RuleSet) -> Openings:
    """Keeps what was found for a hand: the racks of one seat differ by a tile from turn to turn."""
    return Openings(faces, rules)
