"""A quick look at counted tiles: may they be complete, or reach an opening, at all?

Nearly every rack in play is far from finished, and says so at a glance: too many of its tiles have no company for
a meld, or no twin for a pair.  What passes here is only a maybe; ``okey.solver.cover`` decides.

In the counts of ``okey.solver.cover`` a number is a byte and a colour two bits of it, so that shifts and masks look at
all numbers and colours at once.
"""

from __future__ import annotations

from okey.rules import RuleSet
from okey.solver.cover import ONES, Counts
from okey.tiles import NUMBERS

_RED = sum(1 << 8 * i for i in range(NUMBERS))
"""One red tile of every number."""
_ALL = 0b01010101
"""One tile of each colour of a number."""
_TILES_OF = tuple(sum(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256))
"""How many tiles the byte of a number counts."""

_REAL_BESIDE_A_WILD = 4
"""How many tiles without other company one wild can bring into melds at most: 4-5-wild-7-8."""
_POINTS_AROUND_A_WILD = sum(range(NUMBERS - _REAL_BESIDE_A_WILD, NUMBERS + 1))
"""How many points one wild and these tiles count at most: 9-10-wild-12-13."""


def may_be_complete(counts: Counts, wilds: int, rules: RuleSet, spare: int) -> tuple[bool, bool]:
    """Looks whether tiles may be complete once some are thrown.

    Args:
        counts: the real tiles.
        wilds: the number of wilds beside them.
        rules: the options of melds and pairs.
        spare: how many tiles may be thrown, 0 or 1.

    Returns:
        Whether runs and sets may use all of them up, and whether pairs may.
    """
    present = (counts | counts >> 1) & ONES
    lonely = present & ~_grouped(present, rules)
    melds = rules.pairs_win == "mixed" or lonely.bit_count() <= _REAL_BESIDE_A_WILD * wilds + spare
    pairs = rules.pairs_win != "off" and (
        rules.pair_rule != "identical" or (counts & ONES).bit_count() <= wilds + spare
    )
    return melds, pairs


def useful(counts: Counts, wilds: int, rules: RuleSet) -> Counts:
    """Leaves the tiles that some run or set may contain, alone or with these wilds."""
    present = (counts | counts >> 1) & ONES
    if wilds > 1:
        return counts
    return counts & 3 * (_accompanied(present, rules) if wilds else _grouped(present, rules))


def points_in_reach(counts: Counts, wilds: int, rules: RuleSet) -> int:
    """Gets a number of points that melds of these tiles cannot exceed."""
    reach = NUMBERS * wilds + _points(useful(counts, wilds, rules))
    if wilds == 1:
        reach = min(reach, _POINTS_AROUND_A_WILD + _points(useful(counts, 0, rules)))
    return reach


def _points(counts: Counts) -> int:
    """Sums the numbers of all tiles."""
    by_number = counts.to_bytes(NUMBERS, "little")
    return sum(number * _TILES_OF[byte] for number, byte in enumerate(by_number, 1))


def _grouped(present: Counts, rules: RuleSet) -> Counts:
    """Gets the faces that some run or set without wilds contains."""
    line = _in_line(present, rules)
    starts = line & line >> 8 & line >> 16
    runs = starts | starts << 8 | starts << 16
    red, yellow, blue, black = (present >> shift & _RED for shift in (0, 2, 4, 6))
    sets = (red & yellow & (blue | black)) | (blue & black & (red | yellow))
    return present & (runs | runs >> 8 * NUMBERS | sets * _ALL)


def _accompanied(present: Counts, rules: RuleSet) -> Counts:
    """Gets the faces that some run or set with at most one wild contains."""
    line = _in_line(present, rules)
    next_, second = line & line >> 8, line & line >> 16
    runs = next_ | next_ << 8 | second | second << 16
    red, yellow, blue, black = (present >> shift & _RED for shift in (0, 2, 4, 6))
    sets = (red & yellow) | (blue & black) | ((red | yellow) & (blue | black))
    return present & (runs | runs >> 8 * NUMBERS | sets * _ALL)


def _in_line(present: Counts, rules: RuleSet) -> Counts:
    """Puts the 1s behind the 13s too, where the rules let a run end so."""
    return present | present << 8 * NUMBERS & 0xFF << 8 * NUMBERS if rules.one_after_thirteen == "high" else present
