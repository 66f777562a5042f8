"""What a player has in mind while it decides: its view, what it remembers, what is unseen, what it can do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property, lru_cache

from okey.bots.memory import Memory
from okey.bots.skill import Budget, Skill
from okey.game.unseen import unseen
from okey.game.view import View
from okey.rules import RuleSet
from okey.solver.cover import Counts, count
from okey.solver.distance import Outlook
from okey.solver.sums import FaceSet, in_play, members
from okey.tiles import COLOURS, KINDS, NUMBERS, WILD, Face, Faces, Tile, colour_of, make_kind, number_of

SHARE_OF_DISCARDS = 0.7
"""How likely a discard of the previous player is as good as a tile of the stock: people throw what nobody wants."""


class Mind:
    """Everything that one decision is made from.

    Args:
        view: what the seat sees.
        skill: what the player can do.
        memory: what it remembers of this hand.
        rng: where its chance decisions come from.
        budget: how much it may think.
    """

    def __init__(self, view: View, skill: Skill, memory: Memory, rng: random.Random, budget: Budget) -> None:
        assert view.faces is not None
        assert view.seat is not None
        self.view = view
        self.rules = view.rules
        self.faces: Faces = view.faces
        self.seat: int = view.seat
        self.skill = skill
        self.memory = memory
        self.rng = rng
        self.worlds = skill.worlds if budget.nodes is None else min(skill.worlds, 1) * budget.nodes
        """How many worlds to play through at most; none where the level plays none."""
        self.is_late = budget.start()
        """Tells whether the time to search in is up."""
        self.outlook = known_outlook(view.faces, view.rules)

    @cached_property
    def unseen(self) -> list[int]:
        """How many tiles of each face, ``WILD`` too, may still be drawn, as far as this player counts."""
        if self.skill.counts:
            return unseen(self.view, self.memory.remembered())
        left = in_play(self.faces)
        for tile in self.view.rack:
            left[self.faces.of[tile]] -= 1
        return left

    @cached_property
    def unseen_tiles(self) -> int:
        """How many tiles are unseen in all."""
        return max(1, sum(self.unseen))

    @property
    def next_seat(self) -> int:
        """The player who may take what this one throws."""
        return (self.seat + 1) % self.rules.players

    def counted(self, tiles: tuple[Tile, ...]) -> tuple[Counts, int]:
        """Counts a rack for the solver."""
        return count(self.faces.of[tile] for tile in tiles)

    def hope(self, useful: FaceSet) -> float:
        """Gets the chance that one of some faces comes in a turn, drawn or offered."""
        share = sum(self.unseen[face] for face in members(useful)) / self.unseen_tiles
        return 1 - (1 - share) * (1 - SHARE_OF_DISCARDS * share)

    def misjudged(self) -> float:
        """Gets by how many turns the player errs about a throw, now too many, now too few."""
        return self.rng.uniform(-self.skill.wobble, self.skill.wobble)

    def kinds(self, tiles: tuple[Tile, ...]) -> Iterator[Tile]:
        """Lists one tile of every face but the okeys: those that one may think of throwing."""
        yield from {self.faces.of[t]: t for t in tiles if self.faces.of[t] != WILD}.values()

    def danger(self, tile: Tile) -> float:
        """Guesses how many tiles of the next player meet a discard.

        Counted are unseen tiles that share a meld with it, more of them where that player took a neighbour; fewer where
        it threw the same face or a neighbour.
        """
        face = self.faces.of[tile]
        if face == WILD:
            return 20.0
        danger = sum(weight * self.unseen[other] for other, weight in company(face))
        seat = self.next_seat
        near = dict(company(face))
        for other in map(self.faces.of.__getitem__, self.memory.taken[seat]):
            danger += 4.0 * (other in near)
        for other in map(self.faces.of.__getitem__, self.memory.thrown[seat]):
            danger -= 6.0 if other == face else 1.5 * (other in near)
        return danger


@lru_cache(maxsize=1)
def known_outlook(faces: Faces, rules: RuleSet) -> Outlook:
    """Keeps what was found for a hand: the racks of one seat differ by a tile from turn to turn."""
    return Outlook(faces, rules)


def company(face: Face) -> tuple[tuple[Face, float], ...]:
    """Lists the faces that share a meld of three with a face, and how many melds they share."""
    return _COMPANY[face]


def _company(face: Face) -> tuple[tuple[Face, float], ...]:
    colour, number = colour_of(face), number_of(face)
    beside = [(d, 1.0 if abs(d) == 1 else 0.6) for d in (-2, -1, 1, 2) if 1 <= number + d <= NUMBERS]
    run = [(make_kind(colour, number + d), weight) for d, weight in beside]
    return (*run, *((make_kind(other, number), 0.8) for other in range(len(COLOURS)) if other != colour))


_COMPANY = tuple(map(_company, range(KINDS)))
