"""How a rack stands: what it is on its way to, how many tiles are missing, and which ones would help.

The figures are those that computer players decide by (``okey.solver``); a coach says them to a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from okey.bots.mind import known_outlook
from okey.game.laying import konkan_sizes, open_ends, pairs_needed, points_needed
from okey.game.unseen import unseen
from okey.game.view import View
from okey.rules import RuleSet
from okey.solver.cover import count
from okey.solver.distance import Distance, Outlook
from okey.solver.konkan_distance import KonkanOutlook
from okey.solver.opening_distance import Openings
from okey.tiles import Face, Faces, Tile

Aim: TypeAlias = Literal["melds", "pairs", "points", "open_pairs", "konkan", "opened"]
"""What a rack is on its way to: a finish with runs and sets or with pairs; an opening with points or with pairs; the
Konkan finish; or, for who has opened, an empty rack."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a rack stands."""

    aim: Aim
    missing: int
    """How many tiles have to come; for who has opened how many are still in hand."""
    useful: tuple[tuple[Face, int], ...] = ()
    """The faces that bring it nearer, ``WILD`` for an okey, with how many of each are unseen; none without any."""
    needed: int = 0
    """The bar to open with: points, or pairs."""
    fitting: tuple[Tile, ...] = ()
    """The tiles of the rack that melds on the table take now, for who has opened."""

    @property
    def ways(self) -> int:
        """How many unseen tiles bring it nearer."""
        return sum(number for _, number in self.useful)


def standing(view: View, rack: Sequence[Tile] | None = None, remembered: Iterable[Tile] = ()) -> Standing:
    """Tells how a rack stands; see ``look``, which does it in small steps.

    Raises:
        ValueError: when the view is a spectator's, or no hand is dealt.
    """
    return next(found for found in look(view, rack, remembered) if found is not None)


def look(view: View, rack: Sequence[Tile] | None = None, remembered: Iterable[Tile] = ()) -> Iterator[Standing | None]:
    """Tells how a rack stands, in slices of a few milliseconds: yields None after each, and the standing at last.

    Args:
        view: what a seat knows.
        rack: the tiles, as many as were dealt or one more; those of the view if left out.
        remembered: discards that it remembers but does not see any more.

    Raises:
        ValueError: when the view is a spectator's, or no hand is dealt.
    """
    if view.seat is None or view.faces is None:
        raise ValueError("nobody's rack")
    tiles = view.rack if rack is None else tuple(rack)
    left = unseen(view, remembered)
    player = view.seats[view.seat]
    if view.rules.table_melds and player.opened:
        yield _opened(view, tiles)
        return
    best: Standing | None = None
    for step in _aims(view, tiles):
        yield None
        if step is None:
            continue
        aim, distance, needed = step
        useful = tuple((face, left[face]) for face in distance.faces if left[face] > 0)
        found = Standing(aim, distance.tiles, useful, needed)
        if best is None or (found.missing, -found.ways) < (best.missing, -best.ways):
            best = found
    assert best is not None
    yield best


def _aims(view: View, tiles: Sequence[Tile]) -> Iterator[tuple[Aim, Distance, int] | None]:
    """Yields what a rack may be on its way to, how far that is, and the bar; None after each small step before that."""
    rules, faces, seat = view.rules, view.faces, view.seat
    assert faces is not None
    assert seat is not None
    counts, wilds = count(faces.of[tile] for tile in tiles)
    if not rules.table_melds:
        outlook = known_outlook(faces, rules)
        for _ in outlook.prepare(counts, wilds):
            yield None
        if not (view.seats[seat].declared and rules.cifte_locks):
            yield "melds", outlook.melds(counts, wilds), 0
        if rules.pairs_win != "off":
            yield "pairs", outlook.pairs(counts, wilds), 0
        return
    hand = view.imagine()
    hand.actor = seat
    if view.seats[seat].konkan:
        sizes = konkan_sizes(rules, hand.acting)
        distance = yield from KonkanOutlook(faces, rules, *sizes).in_steps(counts, wilds)
        yield "konkan", distance, 0
        return
    bar = points_needed(rules, hand)
    opening = _openings(faces, rules)
    for _ in opening.prepare(counts, wilds):
        yield None
    distance = yield from opening.points_in_steps(counts, wilds, bar)
    yield "points", distance, bar
    if (pairs := pairs_needed(rules, hand)) > 0:
        yield "open_pairs", Outlook(faces, rules, 2 * pairs).pairs(counts, wilds), pairs


@lru_cache(maxsize=1)
def _openings(faces: Faces, rules: RuleSet) -> Openings:
    """Keeps what was found for a hand: its racks differ by a tile from turn to turn."""
    return Openings(faces, rules)


def _opened(view: View, tiles: Sequence[Tile]) -> Standing:
    """Tells what who has opened still holds, and what of it the table takes."""
    assert view.faces is not None
    taken = {face for meld in view.melds for ends in open_ends(view.rules, view.faces, meld).values() for face in ends}
    fitting = tuple(tile for tile in tiles if view.faces.of[tile] in taken)
    return Standing("opened", len(tiles), fitting=fitting)
