"""A quick look at a rack: may it be complete at all?

Nearly every rack in play is far from finished, and says so at a glance: too many of its tiles have no company for
a meld, or no twin for a pair.  What passes here is only a maybe; ``okey.solver.cover`` decides.

Faces are bits in four lanes of sixteen, one lane a colour, so that shifts and masks look at all colours at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from okey.rules import RuleSet
from okey.tiles import KINDS, NUMBERS, WILD, Faces, Tile, number_of

_LANES = 0x0001_0001_0001_0001
"""The lowest bit of each lane: the 1s."""
_LANE = 0xFFFF
_BIT = (*(1 << 16 * (face // NUMBERS) + face % NUMBERS for face in range(KINDS)), 0)
"""The bit of each face; none for a wild."""

_REAL_BESIDE_A_WILD = 4
"""How many tiles without other company one wild can bring into melds at most: 4-5-wild-7-8."""


def may_be_complete(tiles: Sequence[Tile], faces: Faces, rules: RuleSet, spare: int) -> tuple[bool, bool]:
    """Looks whether tiles may be complete once some are thrown.

    Args:
        tiles: physical tiles.
        faces: what tiles play as.
        rules: the options of melds and pairs.
        spare: how many tiles may be thrown, 0 or 1.

    Returns:
        Whether runs and sets may use all of them up, and whether pairs may.
    """
    present = odd = wilds = 0
    of = faces.of
    for tile in tiles:
        face = of[tile]
        if face == WILD:
            wilds += 1
        else:
            bit = _BIT[face]
            present |= bit
            odd ^= bit
    melds = rules.pairs_win == "mixed" or (_lonely(present, rules).bit_count() <= _REAL_BESIDE_A_WILD * wilds + spare)
    pairs = rules.pairs_win != "off" and (rules.pair_rule != "identical" or odd.bit_count() <= wilds + spare)
    return melds, pairs


def points_in_reach(tiles: Sequence[Tile], faces: Faces, rules: RuleSet) -> int:
    """Gets a number of points that melds of these tiles cannot exceed."""
    present = wilds = 0
    for tile in tiles:
        face = faces.of[tile]
        if face == WILD:
            wilds += 1
        else:
            present |= _BIT[face]
    lonely = _lonely(present, rules)
    points = sum(number_of(face) for tile in tiles if (face := faces.of[tile]) != WILD and not _BIT[face] & lonely)
    return points + wilds * NUMBERS * (1 + _REAL_BESIDE_A_WILD)


def _lonely(present: int, rules: RuleSet) -> int:
    """Gets the faces that no run or set without wilds contains."""
    longer = present
    if rules.one_after_thirteen == "high":
        longer |= (present & _LANES) << NUMBERS
    starts = longer & longer >> 1 & longer >> 2
    grouped = starts | starts << 1 | starts << 2
    grouped |= (grouped >> NUMBERS) & _LANES
    red, yellow, blue, black = (present >> lane & _LANE for lane in (0, 16, 32, 48))
    sets = (red & yellow & (blue | black)) | (blue & black & (red | yellow))
    return present & ~(grouped | sets * _LANES)
