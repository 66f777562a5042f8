"""Melds: runs, sets and pairs; their validity, their value, and the place of each wild in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from okey.rules import RuleSet
from okey.tiles import NUMBERS, WILD, Face, Faces, Tile, colour_of, kind_of, make_kind, number_of

MeldType: TypeAlias = Literal["run", "set", "pair"]
End: TypeAlias = Literal["low", "high"]
"""Where a tile is laid off; at a set always ``high``."""

MELD_TYPES: tuple[MeldType, ...] = get_args(MeldType)
"""Every type of a meld."""


class MeldError(ValueError):
    """Tiles that are no meld of the asked type.

    Attributes:
        reason: a code of ``MELD_REASONS``.
        tiles: the tiles at fault.
    """

    def __init__(self, reason: str, tiles: Sequence[Tile]) -> None:
        super().__init__(MELD_REASONS[reason])
        self.reason = reason
        self.tiles = tuple(tiles)


MELD_REASONS = {
    "too_short": "a run has at least three tiles",
    "too_long": "the run is longer than allowed",
    "set_size": "a set has three or four tiles",
    "pair_size": "a pair has two tiles",
    "too_few_real": "too few tiles of the meld are not wild",
    "leading_wilds": "the first two tiles of a meld may not both be wild",
    "mixed_colours": "a run has one colour",
    "not_consecutive": "the numbers of a run follow each other",
    "different_numbers": "the tiles of a set have one number",
    "repeated_colour": "the tiles of a set have different colours",
    "not_a_pair": "these two tiles are not a pair",
    "wild_in_pair": "a wild may not be part of a pair",
}
"""Why tiles are no meld, by code."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid group of tiles."""

    type: MeldType
    tiles: tuple[Tile, ...]
    """The tiles in their order on the table: a run from low to high."""
    faces: tuple[Face, ...]
    """What each tile stands for.  In a set a wild stands for the first colours missing; only in a meld of
    nothing but wilds it is ``WILD``."""

    @property
    def value(self) -> int:
        """The sum of the numbers that the tiles stand for; a 1 counts 1, behind a 13 too."""
        return sum(number_of(face) for face in self.faces if face != WILD)


def make_meld(
    type_: MeldType,
    tiles: Sequence[Tile],
    faces: Faces,
    rules: RuleSet,
    origin: Literal["hand", "table"] = "table",
) -> Meld:
    """Makes a meld of tiles in their order on the table.

    The order fixes what each wild of a run stands for: okey R5 R6 is 4-5-6, R5 R6 okey is 5-6-7.  Two tiles are a
    pair by ``pair_rule`` and ``wild_in_pair`` in every game; whether pairs are good for anything is for the game to
    say, which refuses to lay them where nobody opens with pairs.

    Args:
        type_: what the tiles are meant to be.
        tiles: physical tiles; a run from low to high.
        faces: what tiles play as in this hand.
        rules: the options of melds.
        origin: whether the meld is laid from the hand in one piece or lies on the table.

    Raises:
        MeldError: when the tiles are no such meld.
    """
    played = [faces.of[tile] for tile in tiles]
    if type_ == "pair":
        if rules.indicator_twin_is_pair and list(map(kind_of, tiles)) == [faces.indicator]:
            return Meld("pair", tuple(tiles), tuple(played))
        return Meld("pair", tuple(tiles), _pair_faces(tiles, played, rules))
    if type_ == "run":
        if len(tiles) < rules.run_min:
            raise MeldError("too_short", tiles)
        if len(tiles) > (rules.run_max_from_hand if origin == "hand" else rules.run_max_table):
            raise MeldError("too_long", tiles)
    elif len(tiles) not in rules.set_sizes:
        raise MeldError("set_size", tiles)
    if len(played) - played.count(WILD) < rules.min_real_tiles:
        raise MeldError("too_few_real", [t for t, f in zip(tiles, played, strict=True) if f == WILD])
    if not rules.two_leading_wilds and played[0] == played[1] == WILD:
        raise MeldError("leading_wilds", tiles[:2])
    stands = _run_faces(tiles, played, rules) if type_ == "run" else _set_faces(tiles, played)
    return Meld(type_, tuple(tiles), stands)


def is_meld(type_: MeldType, tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> bool:
    """Tells whether tiles, in their order, are a meld."""
    try:
        make_meld(type_, tiles, faces, rules)
    except MeldError:
        return False
    return True


def accepted(meld: Meld, faces: Faces, rules: RuleSet) -> dict[End, set[Face]]:
    """Gets the ends of a meld on the table that a tile can be laid off at, each with the faces that it takes there.

    On a table no meld is of wilds alone: the rules refuse the options that would allow it.
    """
    ends: dict[End, set[Face]] = {}
    if meld.type == "set":
        if len(meld.tiles) < max(rules.set_sizes):
            ends["high"] = {WILD, *_missing(meld, faces)}
    elif meld.type == "run" and len(meld.tiles) < rules.run_max_table:
        first, last = meld.faces[0], meld.faces[-1]
        if number_of(first) > 1:
            wild_may_lead = rules.two_leading_wilds or faces.of[meld.tiles[0]] != WILD
            ends["low"] = {first - 1, WILD} if wild_may_lead else {first - 1}
        if number_of(last) > 1 and (number_of(last) < NUMBERS or rules.one_after_thirteen == "high"):
            ends["high"] = {make_kind(colour_of(last), number_of(last) % NUMBERS + 1), WILD}
    return ends


def _missing(meld: Meld, faces: Faces) -> list[Face]:
    """Lists the tiles that a set does not hold, those that a wild stands for too."""
    number = number_of(meld.faces[0])
    real = [faces.of[tile] for tile in meld.tiles]
    return [face for colour in range(4) if (face := make_kind(colour, number)) not in real]


def extend(meld: Meld, tile: Tile, end: End, faces: Faces, rules: RuleSet) -> Meld:
    """Gets a run or a set on the table with one more tile at an end.

    Raises:
        MeldError: when that is no meld.
    """
    return make_meld(meld.type, (tile, *meld.tiles) if end == "low" else (*meld.tiles, tile), faces, rules)


def okey_places(meld: Meld, faces: Faces) -> dict[Face, int]:
    """Gets what may be put for the okeys of a meld, each with the place of the first okey that stands for it."""
    okeys = [place for place, tile in enumerate(meld.tiles) if faces.is_okey(tile)]
    if not okeys or meld.type == "pair":
        return {}
    if meld.type == "set":
        # in a set of three an okey stands for either of the colours that are missing
        return dict.fromkeys(_missing(meld, faces), okeys[0])
    return {meld.faces[place]: place for place in reversed(okeys)}


def swap_okey(meld: Meld, tile: Tile, faces: Faces, rules: RuleSet) -> tuple[Meld, Tile] | None:
    """Gets a run or a set on the table with a tile in the place of an okey that stands for it.

    Returns:
        The meld and the okey; None when no okey of the meld stands for the tile.
    """
    place = okey_places(meld, faces).get(faces.of[tile])
    if place is None:
        return None
    tiles = (*meld.tiles[:place], tile, *meld.tiles[place + 1 :])
    return make_meld(meld.type, tiles, faces, rules), meld.tiles[place]


def _run_faces(tiles: Sequence[Tile], played: list[Face], rules: RuleSet) -> tuple[Face, ...]:
    real = [(index, face) for index, face in enumerate(played) if face != WILD]
    if not real:
        return tuple(played)
    colour = colour_of(real[0][1])
    if strangers := [tiles[i] for i, face in real if colour_of(face) != colour]:
        raise MeldError("mixed_colours", strangers)
    last = NUMBERS + (rules.one_after_thirteen == "high")
    index, face = real[0]
    # a 1 is low, or stands behind the 13
    starts = [number_of(face) - index] + [last - index] * (number_of(face) == 1)
    for start in starts:
        if start < 1 or start + len(played) - 1 > last:
            continue
        stands = tuple(make_kind(colour, (start + i - 1) % NUMBERS + 1) for i in range(len(played)))
        if all(stands[i] == f for i, f in real):
            return stands
    raise MeldError("not_consecutive", tiles)


def _set_faces(tiles: Sequence[Tile], played: list[Face]) -> tuple[Face, ...]:
    real = [(tile, face) for tile, face in zip(tiles, played, strict=True) if face != WILD]
    if not real:
        return tuple(played)
    number = number_of(real[0][1])
    if strangers := [tile for tile, face in real if number_of(face) != number]:
        raise MeldError("different_numbers", strangers)
    present = [face for _, face in real]
    if repeated := [tile for tile, face in real if present.count(face) > 1]:
        raise MeldError("repeated_colour", repeated)
    missing = iter([kind for colour in range(4) if (kind := make_kind(colour, number)) not in present])
    return tuple(next(missing) if face == WILD else face for face in played)


def _pair_faces(tiles: Sequence[Tile], played: list[Face], rules: RuleSet) -> tuple[Face, ...]:
    if len(tiles) != 2:
        raise MeldError("pair_size", tiles)
    first, second = played
    if WILD in played:
        if not rules.wild_in_pair:
            raise MeldError("wild_in_pair", tiles)
        other = second if first == WILD else first
        if rules.pair_rule == "same_number_diff_colour" and other != WILD:
            mate = make_kind((colour_of(other) + 1) % 4, number_of(other))
            return (mate, other) if first == WILD else (other, mate)
        return (other, other)
    if not (
        (rules.pair_rule != "same_number_diff_colour" and first == second)
        or (rules.pair_rule != "identical" and first != second and number_of(first) == number_of(second))
    ):
        raise MeldError("not_a_pair", tiles)
    return (first, second)
