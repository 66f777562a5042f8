"""Ways to sort a rack: groups of tiles that belong together, then the loose ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from okey.game import View
from okey.game.laying import konkan_sizes, pairs_needed, points_needed
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.solver import arrange
from okey.solver.layouts import konkan_layouts, most_points
from okey.tiles import WILD, Face, Faces, Tile, colour_of, number_of

Groups: TypeAlias = list[list[Tile]]


def by_runs(view: View) -> tuple[Groups, Groups]:
    """Splits the rack into runs, and the rest by colour."""
    assert view.faces is not None
    faces, rules = view.faces, view.rules
    left = [tile for tile in view.rack if faces.of[tile] != WILD]
    groups: Groups = []
    while found := _longest_run(left, faces, rules):
        groups.append(found)
        left = [tile for tile in left if tile not in found]
    groups.sort(key=lambda group: min(faces.of[tile] for tile in group))
    wilds = [tile for tile in view.rack if faces.of[tile] == WILD]
    return groups, [*_by_colour(left, faces), *([wilds] if wilds else [])]


def _longest_run(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> list[Tile]:
    """Finds the longest run of tiles without okeys; empty when there is none."""
    best: list[Tile] = []
    for colour in range(4):
        one = {number_of(face): tile for tile in reversed(tiles) if colour_of(face := faces.of[tile]) == colour}
        numbers = range(1, 14 + (rules.one_after_thirteen == "high"))
        row: list[Tile] = []
        for number in [*numbers, 99]:
            tile = one.get(1 if number == 14 else number)
            if tile is None or tile in row:
                if len(row) >= max(rules.run_min, len(best) + 1):
                    best = row
                row = []
            else:
                row.append(tile)
    return best


def by_sets(view: View) -> tuple[Groups, Groups]:
    """Splits the rack into sets of one number in different colours, and the rest by number."""
    assert view.faces is not None
    faces, rules = view.faces, view.rules
    groups: Groups = []
    single: list[Tile] = []
    for number, same in groupby(_by_number(view.rack, faces), key=lambda tile: _number(faces.of[tile])):
        left = list(same)
        while left:
            one = list({faces.of[tile]: tile for tile in reversed(left)}.values())[::-1]
            left = [tile for tile in left if tile not in one]
            if len(one) in rules.set_sizes and number <= 13:
                groups.append(one)
            else:
                single += one
    return groups, [single] if single else []


def by_pairs(view: View) -> tuple[Groups, Groups]:
    """Splits the rack into pairs of equal tiles, and the rest by number; okeys come last."""
    assert view.faces is not None
    faces = view.faces
    pairs: Groups = []
    single: list[Tile] = []
    for _, same in groupby(_by_number(view.rack, faces), key=lambda tile: faces.of[tile]):
        group = list(same)
        whole = len(group) - len(group) % 2
        pairs += [group[i : i + 2] for i in range(0, whole, 2)]
        single += group[whole:]
    return pairs, [single] if single else []


def by_best(view: View) -> tuple[Groups, Groups]:
    """Splits the rack the way that is nearest to its goal.

    That is the melds worth most for who has yet to open with points; else the melds that leave the fewest points over.
    Where pairs come nearer to winning or opening, it is pairs.
    """
    assert view.faces is not None
    faces, rules, seat = view.faces, view.rules, view.seat
    pairs = by_pairs(view)
    me = None if seat is None else view.seats[seat]
    if rules.table_melds and me is not None and me.opened is None:
        hand = view.imagine()
        hand.actor = seat or 0
        if me.konkan:
            return _konkan(view, hand)
        # of equal tiles the one that was taken is laid: it may have to be
        rack = sorted(view.rack, key=lambda tile: tile != view.taken)
        points, laid = most_points(rack, faces, rules)
        needed, pairs_bar = points_needed(rules, hand), pairs_needed(rules, hand)
        if pairs_bar and (me.declared or len(pairs[0]) * needed > points * pairs_bar):
            return pairs
        melds = [list(tiles) for _, tiles in laid]
        used = {tile for meld in melds for tile in meld}
        return melds, _by_colour([tile for tile in view.rack if tile not in used], faces)
    best = arrange(sorted(view.rack, key=lambda tile: tile != view.taken), faces, rules)
    covered = sum(len(meld.tiles) for meld in best.melds)
    if _pairs_count(view) and 2 * len(pairs[0]) > covered + 1:
        return pairs
    found = sorted(best.melds, key=lambda meld: (meld.type, meld.faces))
    return [list(meld.tiles) for meld in found], _by_colour(best.loose, faces)


def _konkan(view: View, hand: Hand) -> tuple[Groups, Groups]:
    """Splits the rack of a Konkan player: the finish if it is there, else the longest runs."""
    assert view.faces is not None
    sizes = konkan_sizes(view.rules, hand.acting)
    finish = next(konkan_layouts(view.rack, view.faces, view.rules, *sizes), None)
    if finish is None:
        return by_runs(view)
    used = {tile for _, tiles in finish for tile in tiles}
    return [list(tiles) for _, tiles in finish], [[tile for tile in view.rack if tile not in used]]


def _pairs_count(view: View) -> bool:
    """Tells whether pairs are what the rack's owner may collect now."""
    if view.rules.table_melds:
        return view.seat is not None and view.seats[view.seat].opened == "pairs"
    return view.rules.pairs_win != "off"


WAYS: dict[str, Callable[[View], tuple[Groups, Groups]]] = {
    "runs": by_runs,
    "sets": by_sets,
    "pairs": by_pairs,
    "best": by_best,
}
"""Every way to sort by its name."""


def _number(face: Face) -> int:
    return 99 if face == WILD else number_of(face)


def _by_number(tiles: Sequence[Tile], faces: Faces) -> list[Tile]:
    return sorted(tiles, key=lambda tile: (_number(faces.of[tile]), faces.of[tile], tile))


def _by_colour(tiles: Iterable[Tile], faces: Faces) -> Groups:
    ordered = sorted(tiles, key=lambda tile: (faces.of[tile], tile))
    return [list(group) for _, group in groupby(ordered, key=lambda tile: colour_of(faces.of[tile]))]
