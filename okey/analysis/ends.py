"""What the ends that a hand may have bring a seat, in points beside the others, by the rules' own scoring.

Who finishes and who has opened by then is given; the racks that are left then are the usual ones, as they were found in
hands of computer players (``bench/outlooks.py``).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from okey.game import HandResult, View
from okey.game.scoring import Charge, Outcome, SeatOutcome, Standing, add, end_charges, gains
from okey.rules import RuleSet
from okey.tiles import TILES, Faces, Tile

Finisher: TypeAlias = Literal["mine", "theirs", "nobody"]
"""Which side finishes: the seat's own, another one, or none."""

OPENS = 0.45
"""How likely another seat that has not opened opens before the end."""
LEFT = 0.75
"""What is left at the end of the rack of a seat that has opened, if it does not finish; of its own rack."""
LEFT_OTHERS = 0.5
"""The same of the others' racks: they are looked at earlier."""
LEFT_NEW = 0.12
"""What is left of a whole hand where a seat opens yet."""


class End(NamedTuple):
    """An end that a hand may have for a seat."""

    finisher: Finisher
    opened: bool
    """Whether the seat has opened by then."""


def others(rules: RuleSet, seat: int) -> list[int]:
    """Lists the seats of the other sides."""
    return [other for other in range(rules.players) if rules.side_of(other) != rules.side_of(seat)]


def beside(rules: RuleSet, before: Sequence[int], after: Sequence[int], seat: int) -> float:
    """Gets what a change of the scores brought a seat's side beside the average of the others'."""
    points, rest = gains(rules, before, after), others(rules, seat)
    return points[seat] - sum(points[other] for other in rest) / len(rest)


def worth(rules: RuleSet, faces: Faces, result: HandResult, seat: int) -> Generator[None, None, float]:
    """Gets how many points it makes in a closed hand whether one's own side finishes plainly or another one; in steps.

    Args:
        rules: what was played.
        faces: what the tiles stood for.
        result: how the hand ended; what is paid for racks is paid for those of its end.
        seat: whose points are meant.
    """
    racks = tuple(SeatOutcome("closed", rack[: rules.hand_size]) for rack in result.racks)

    def brought(winner: int) -> float:
        charges = end_charges(rules, Outcome(faces, racks, winner), "finish", None)
        return beside(rules, result.before, add(result.before, charges), seat)

    value, rest = brought(seat), others(rules, seat)
    for other in rest:
        yield
        value -= brought(other) / len(rest)
    return value


def brings(view: View, before: Sequence[int], end: End) -> Generator[None, None, float]:
    """Gets what a hand at an open table would bring beside the others if it ended so; in small steps.

    Args:
        view: how it stands, in the eyes of the seat.
        before: the scores before the hand.
        end: how it ends.
    """
    rules, seat = view.rules, view.seat
    assert seat is not None
    value = 0.0
    for opening, likely in ((False, 1 - OPENS), (True, OPENS)):
        charges = _charges(view, end, opening=opening)
        value += likely * beside(rules, before, add(view.scores, charges), seat)
        yield
    return value


def _charges(view: View, end: End, *, opening: bool) -> list[Charge]:
    """Lists what is written at an end.

    Args:
        view: how the hand stands.
        end: how it ends.
        opening: whether all others open that have not opened yet.
    """
    rules, seat, faces = view.rules, view.seat, view.faces
    assert seat is not None
    assert faces is not None
    rest = others(rules, seat)
    sides = {"mine": [index for index in range(rules.players) if index not in rest], "theirs": rest, "nobody": []}
    winner = _nearest(view, sides[end.finisher])
    unseen = _sorted(faces, (tile for tile in range(TILES) if not faces.is_okey(tile) and tile not in view.rack))
    seats = []
    for index, player in enumerate(view.seats):
        own = index == seat
        tiles = _sorted(faces, view.rack) if own else unseen
        opens = not player.opened and (end.opened if own else opening and not player.konkan and not player.eliminated)
        count: float = player.tiles
        if player.opened:
            count *= LEFT if own else LEFT_OTHERS
        elif opens:
            count = LEFT_NEW * rules.hand_size
        standing: Standing = player.opened or ("series" if opens or index == winner else "unopened")
        seats.append(SeatOutcome(standing, _spread(tiles, round(count)), declared=player.declared))
    outcome = Outcome(
        faces,
        tuple(seats),
        winner,
        "pairs" if winner is not None and seats[winner].standing == "pairs" else "melds",
        konkan=winner is not None and view.seats[winner].konkan,
    )
    return end_charges(rules, outcome, "stock_out" if winner is None else "finish", view.shown_by)


def _nearest(view: View, seats: Sequence[int]) -> int | None:
    """Gets the seat that is nearest to its finish, as far as all see; None of nobody.  Konkan players seldom finish."""

    def away(seat: int) -> tuple[bool, bool, int, bool]:
        player = view.seats[seat]
        return player.eliminated or player.konkan, not player.opened, player.tiles, seat != view.seat

    return min(seats, key=away, default=None)


def _sorted(faces: Faces, tiles: Iterable[Tile]) -> list[Tile]:
    return sorted(tiles, key=lambda tile: (faces.is_okey(tile), faces.value(tile), tile))


def _spread(tiles: Sequence[Tile], count: int) -> tuple[Tile, ...]:
    """Picks so many tiles evenly."""
    count = min(count, len(tiles))
    return tuple(tiles[(2 * at + 1) * len(tiles) // (2 * count)] for at in range(count))
