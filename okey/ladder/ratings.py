"""What the report of the ladder says about the levels, as ratings that a player can be measured by.

The shares of a report say how often one of a level finishes first among others of the level below.  In the model of
``okey.skill`` sides come first in the proportion of ``exp(rating / SCALE)``, where a side's rating is the sum of its
players'.  So every share gives the distance of two levels.
"""

from __future__ import annotations

import math
import re
from statistics import fmean

from okey.bots import LEVELS
from okey.ladder.pairing import LadderError, parsed
from okey.presets import PRESETS
from okey.rules import RuleSet

MEAN = 25.0
"""The rating of the weakest level, and of a player of whom nothing is known."""

SCALE = MEAN / 6 * math.sqrt(2)
"""That of ``okey.skill``: openskill's own constant for how much chance there is in a game, for two sides."""

_HEAD = '''\
"""The ratings of the computer players by preset; written by `python -m okey ladder --ratings`, do not edit.

They come from the shares in `docs/strength.md`, see `okey.ladder.ratings`.  Where a game has no share of two levels yet
they are as far apart as in the other games on average; where no game has one, they are level.
"""

from typing import Final

RATINGS: Final[dict[str, dict[str, float]]] = {
'''


def distances(report: str) -> dict[str, dict[tuple[str, str], float]]:
    """Reads a report: by preset how far each measured level stands above the one that it played against.

    Raises:
        LadderError: when the text is no report.
    """
    found: dict[str, dict[tuple[str, str], float]] = {preset: {} for preset in PRESETS}
    sections = re.split(r"(?m)^## ", report)[1:]
    for section in sections:
        name, _, text = section.partition("\n")
        if name.strip() not in found:
            continue
        rules = parsed(name.strip())
        for row in re.findall(r"(?m)^\| (\w+) \| (\w+) \| [^|]*\| ([\d.]+) % \|", text):
            candidate, field, share = row[0], row[1], float(row[2]) / 100
            if {candidate, field} <= LEVELS.keys() and 0 < share < 1:
                found[rules.name][candidate, field] = distance(rules, share)
    if not any(found.values()):
        raise LadderError("no report of the ladder: no share of two levels in it")
    return found


def distance(rules: RuleSet, share: float) -> float:
    """Gets how far a level stands above another of which it wins a share of the decided hands, alone among them."""
    sides = len({rules.side_of(seat) for seat in range(rules.players)})
    odds = share / (1 - share) * (sides - 1)
    return math.log(odds) * SCALE / (rules.players / sides)


def ratings(report: str) -> dict[str, dict[str, float]]:
    """Derives the rating of every level in every preset from a report.

    Raises:
        LadderError: when the text is no report.
    """
    found = distances(report)
    levels = list(LEVELS)
    steps = list(zip(levels[1:], levels, strict=False))
    usual = {step: fmean(known) if (known := [f[step] for f in found.values() if step in f]) else 0.0 for step in steps}
    made = {}
    for preset, measured in found.items():
        rating = MEAN
        made[preset] = {levels[0]: rating}
        for step in steps:
            rating += measured.get(step, usual[step])
            made[preset][step[0]] = round(rating, 2)
    return made


def write(report: str) -> str:
    """Writes the ratings as the module ``okey.ratings``.

    Raises:
        LadderError: when the text is no report.
    """
    rows = [
        f'    "{preset}": {{{", ".join(f"{level!r}: {rating}" for level, rating in levels.items())}}},\n'.replace(
            "'", '"'
        )
        for preset, levels in ratings(report).items()
    ]
    return _HEAD + "".join(rows) + '}\n"""By preset and level; a player of whom nothing is known has 25."""\n'
