"""Ways to sort a rack: groups of tiles that belong together, then the loose ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from okey.rules import RuleSet
from okey.solver import arrange
from okey.tiles import WILD, Face, Faces, Tile, colour_of, number_of

Groups: TypeAlias = list[list[Tile]]


def by_runs(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> tuple[Groups, Groups]:
    """Splits tiles into the best runs and sets, and the rest by colour."""
    best = arrange(tiles, faces, rules)
    melds = sorted(best.melds, key=lambda meld: (meld.type, meld.faces))
    return [list(meld.tiles) for meld in melds], _by_colour(best.loose, faces)


def by_pairs(tiles: Sequence[Tile], faces: Faces) -> tuple[Groups, Groups]:
    """Splits tiles into pairs of equal tiles, and the rest by number; okeys come last."""
    pairs: Groups = []
    single: list[Tile] = []
    for _, same in groupby(_by_number(tiles, faces), key=lambda tile: faces.of[tile]):
        group = list(same)
        whole = len(group) - len(group) % 2
        pairs += [group[i : i + 2] for i in range(0, whole, 2)]
        single += group[whole:]
    return pairs, [single]


def _by_number(tiles: Sequence[Tile], faces: Faces) -> list[Tile]:
    def key(tile: Tile) -> tuple[int, Face, Tile]:
        face = faces.of[tile]
        return (number_of(face) if face != WILD else 99, face, tile)

    return sorted(tiles, key=key)


def _by_colour(tiles: Sequence[Tile], faces: Faces) -> Groups:
    ordered = sorted(tiles, key=lambda tile: (faces.of[tile], tile))
    return [list(group) for _, group in groupby(ordered, key=lambda tile: colour_of(faces.of[tile]))]
