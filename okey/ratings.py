"""The ratings of the computer players by preset; written by `python -m okey ladder --ratings`, do not edit.

They come from the shares in `docs/strength.md`, see `okey.ladder.ratings`.  Where a game has no share of two levels yet
they are as far apart as in the other games on average; where no game has one, they are level.
"""

from typing import Final

RATINGS: Final[dict[str, dict[str, float]]] = {
    "gamearea": {"easy": 25.0, "medium": 29.39, "hard": 32.34, "usta": 34.08},
    "konkan81": {"easy": 25.0, "medium": 29.39, "hard": 32.34, "usta": 34.08},
    "duz": {"easy": 25.0, "medium": 29.39, "hard": 32.34, "usta": 34.08},
    "classic": {"easy": 25.0, "medium": 30.34, "hard": 32.8, "usta": 34.67},
    "elit": {"easy": 25.0, "medium": 29.39, "hard": 32.34, "usta": 34.08},
    "okey101": {"easy": 25.0, "medium": 28.44, "hard": 31.88, "usta": 33.5},
    "okey51": {"easy": 25.0, "medium": 29.39, "hard": 32.34, "usta": 34.08},
}
"""By preset and level; a player of whom nothing is known has 25."""
