"""The ratings of the computer players by preset; written by `python -m okey ladder --ratings`, do not edit.

They come from the shares in `docs/strength.md`, see `okey.ladder.ratings`.  Where a game has no share of two levels yet
they are as far apart as in the other games on average; where no game has one, they are level.
"""

from typing import Final

RATINGS: Final[dict[str, dict[str, float]]] = {
    "gamearea": {"easy": 25.0, "medium": 28.77, "hard": 31.09, "usta": 31.09},
    "konkan81": {"easy": 25.0, "medium": 28.77, "hard": 31.09, "usta": 31.09},
    "duz": {"easy": 25.0, "medium": 28.77, "hard": 31.09, "usta": 31.09},
    "classic": {"easy": 25.0, "medium": 29.43, "hard": 31.35, "usta": 31.35},
    "elit": {"easy": 25.0, "medium": 28.77, "hard": 31.09, "usta": 31.09},
    "okey101": {"easy": 25.0, "medium": 28.11, "hard": 30.83, "usta": 30.83},
    "okey51": {"easy": 25.0, "medium": 28.77, "hard": 31.09, "usta": 31.09},
}
"""By preset and level; a player of whom nothing is known has 25."""
