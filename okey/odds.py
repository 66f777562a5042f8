"""How often a side comes first, from how strong the sides are: the arithmetic of ratings.

In the model of Plackett and Luce sides come first in the proportion of ``exp(rating / SCALE)``, so a field of several
sides is as strong as one with the sum of theirs.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

BETA = 25 / 6
"""How much a side's play varies from hand to hand, on the scale of ``okey.ratings``: the model's own constant."""

SCALE = BETA * math.sqrt(2)
"""The rating by which a side has to be ahead of another to come first ``e`` times as often."""


def together(ratings: Iterable[float]) -> float:
    """Gets the rating of a single side that is as strong as several which all play for themselves.

    >>> round(together([25.0, 25.0, 25.0]), 2)
    31.47
    """
    return SCALE * math.log(sum(math.exp(rating / SCALE) for rating in ratings))


def chance(own: float, field: float) -> float:
    """Gets how often a side comes before a field, 0 to 1.

    >>> chance(30.0, 30.0)
    0.5
    """
    return 1 / (1 + math.exp((field - own) / SCALE))
