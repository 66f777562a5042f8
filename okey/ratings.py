"""The ratings of the computer players by preset; written by `python -m okey ladder --ratings`, do not edit.

They come from the shares in `docs/strength.md`, see `okey.ladder.ratings`.  Where a game has no share of two levels yet
they are as far apart as in the other games on average; where no game has one, they are level.
"""

from typing import Final

RATINGS: Final[dict[str, dict[str, float]]] = {
    "gamearea": {"easy": 25.0, "medium": 30.6, "hard": 33.09, "usta": 34.95},
    "konkan81": {"easy": 25.0, "medium": 25.12, "hard": 25.24, "usta": 26.28},
    "duz": {"easy": 25.0, "medium": 31.97, "hard": 35.71, "usta": 37.52},
    "classic": {"easy": 25.0, "medium": 30.22, "hard": 32.57, "usta": 34.19},
    "elit": {"easy": 25.0, "medium": 31.05, "hard": 34.44, "usta": 36.14},
    "okey101": {"easy": 25.0, "medium": 28.41, "hard": 31.8, "usta": 33.0},
    "okey51": {"easy": 25.0, "medium": 26.05, "hard": 27.19, "usta": 29.14},
}
"""By preset and level; a player of whom nothing is known has 25."""
