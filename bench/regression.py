"""Multinomial logistic regression: how likely each outcome is, by what was seen.

Newton's method with a ridge; Hosmer and Lemeshow, Applied Logistic Regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

RIDGE = 3.0

STEPS = 25
"""So many steps of Newton's are more than it takes."""


def fit(found: Sequence[tuple[Sequence[float], int]], outcomes: int) -> list[list[float]]:
    """Fits the weights of all outcomes but the last, whose weights are 0.

    Args:
        found: what was seen, and the number of the outcome.
        outcomes: how many there are.
    """
    seen, came = np.array([features for features, _ in found]), np.eye(outcomes)[[end for _, end in found]][:, :-1]
    size = seen.shape[1]
    weights = np.zeros((outcomes - 1, size))
    for _ in range(STEPS):
        likely = _softmax(seen @ weights.T)
        gradient = (came - likely).T @ seen - RIDGE * weights
        curvature = RIDGE * np.eye((outcomes - 1) * size)
        for i in range(outcomes - 1):
            for j in range(outcomes - 1):
                shared = likely[:, i] * ((i == j) - likely[:, j])
                curvature[i * size : (i + 1) * size, j * size : (j + 1) * size] += seen.T @ (seen * shared[:, None])
        weights += np.linalg.solve(curvature, gradient.ravel()).reshape(weights.shape)
    return [[float(weight) for weight in row] for row in weights]


def _softmax(said: Any) -> Any:
    """Gets the chances of all outcomes but the last."""
    powers = np.exp(np.hstack([said, np.zeros((len(said), 1))]))
    return (powers / powers.sum(axis=1, keepdims=True))[:, :-1]
