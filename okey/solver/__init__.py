"""Exact questions about a rack: does it finish, with which discards, in which shape; its best arrangement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from okey.melds import Meld
from okey.rules import RuleSet
from okey.solver.cover import Arrangement, Counts, Cover, Laid, count_tiles, lay_out
from okey.solver.quick import may_be_complete
from okey.tiles import Faces, Tile, number_of

__all__ = ["Arrangement", "Laid", "Shape", "arrange", "complete", "finishing_discards", "shapes_of"]

Shape: TypeAlias = Literal["melds", "pairs"]


def complete(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> dict[Shape, tuple[Meld, ...]]:
    """Finds every shape in which all tiles are used up.

    Args:
        tiles: physical tiles; a closed hand has as many as were dealt.
        faces: what tiles play as.
        rules: the options of melds and pairs.

    Returns:
        The melds of each shape that fits; empty when none does, or when there are not as many tiles as were dealt.
        ``pairs`` is nothing but pairs; with ``pairs_win: mixed`` pairs beside runs and sets are the shape ``melds``.
    """
    return shapes_of(tiles, faces, rules) if len(tiles) == rules.hand_size else {}


def shapes_of(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> dict[Shape, tuple[Meld, ...]]:
    """Finds every shape in which tiles are used up, as ``complete`` does, however many they are."""
    counts, wilds = count_tiles(tiles, faces)
    found: dict[Shape, tuple[Meld, ...]] = {}
    for shape, cover in _covers(counts, wilds, rules, spare=0):
        groups = cover.exact(counts, wilds)
        if groups is not None:
            found[shape] = tuple(lay_out(groups, tiles, faces, rules)[0])
    return found


def finishing_discards(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> dict[Tile, tuple[Shape, ...]]:
    """Finds every tile that can be thrown so that the others are complete.

    Args:
        tiles: the rack after a draw, one tile more than was dealt.
        faces: what tiles play as.
        rules: the options of melds and pairs.

    Returns:
        The shapes left behind by each finishing discard; none when the rack has another number of tiles.
    """
    if len(tiles) != rules.hand_size + 1:
        return {}
    counts, wilds = count_tiles(tiles, faces)
    covers = _covers(counts, wilds, rules, spare=1)
    if not covers:
        return {}
    spare = {shape: cover.spare(counts, wilds) for shape, cover in covers}
    found = {tile: tuple(shape for shape in spare if faces.of[tile] in spare[shape]) for tile in tiles}
    return {tile: shapes for tile, shapes in found.items() if shapes}


def arrange(
    tiles: Sequence[Tile], faces: Faces, rules: RuleSet, wild_value: int | None = None, shape: Shape = "melds"
) -> Arrangement:
    """Splits a rack into runs and sets, or into pairs, so that the loose tiles count the fewest points.

    Args:
        tiles: physical tiles.
        faces: what tiles play as.
        rules: the options of melds.
        wild_value: what an okey left over counts; None for its printed number.
        shape: whether into runs and sets (``melds``) or into nothing but pairs.
    """
    counts, wilds = count_tiles(tiles, faces)
    value = number_of(faces.okey) if wild_value is None else wild_value
    cover = Cover(rules, melds=shape == "melds", pairs=shape == "pairs")
    points, groups = cover.loose(counts, wilds, value)
    melds, loose = lay_out(groups, tiles, faces, rules)
    return Arrangement(tuple(melds), tuple(loose), points)


def _covers(counts: Counts, wilds: int, rules: RuleSet, spare: int) -> list[tuple[Shape, Cover]]:
    """Lists the shapes that tiles may be complete in, each with what looks for it."""
    melds, pairs = may_be_complete(counts, wilds, rules, spare)
    covers: list[tuple[Shape, Cover]] = []
    if melds:
        covers.append(("melds", Cover(rules, pairs=rules.pairs_win == "mixed")))
    if pairs:
        covers.append(("pairs", Cover(rules, melds=False, pairs=True)))
    return covers
