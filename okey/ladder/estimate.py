"""How sure a share is that was measured on whole deals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
"""How often an interval covers the true value."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured ratio with its confidence interval."""

    value: float
    low: float
    high: float

    def clear_of(self, value: float) -> bool:
        """Tells whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def mean(values: Iterable[float]) -> Estimate | None:
    """Estimates the mean of what independent samples show, such as deals; None of fewer than two."""
    found = list(values)
    if len(found) < 2:
        return None
    value = fmean(found)
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * stdev(found) / math.sqrt(len(found))
    return Estimate(value, value - reach, value + reach)


def ratio(clusters: Iterable[tuple[int, int]]) -> Estimate | None:
    """Estimates a ratio of totals from clusters, such as wins to decided hands from the hands of one deal.

    The hands of a deal share their tiles, so they are no independent sample; the deals are.  With ``y`` and ``x`` of
    each of ``n`` deals the ratio is ``R = sum(y) / sum(x)``, and its variance, linearised, ``n / (n - 1) *
    sum((y - R * x) ** 2) / sum(x) ** 2``; the interval is ``R`` plus and minus 1.96 of its roots.
    Source: W. G. Cochran, Sampling Techniques, 3rd edition (1977), chapter 6, ratio estimators, with no correction
    for a finite population.

    Args:
        clusters: ``y`` and ``x`` of each deal.

    Returns:
        The estimate; None of fewer than two deals, or where nothing was decided.
    """
    pairs = list(clusters)
    total = sum(x for _, x in pairs)
    if len(pairs) < 2 or not total:
        return None
    value = sum(y for y, _ in pairs) / total
    squares = math.fsum((y - value * x) ** 2 for y, x in pairs)
    error = math.sqrt(len(pairs) / (len(pairs) - 1) * squares) / total
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error
    return Estimate(value, value - reach, value + reach)
