"""The regulars of the club: computer players with a name, whom leagues and series are played against.

How they look is told by ``okey.ui.portraits`` under their names, who they are by the texts.
"""

from __future__ import annotations

from typing import NamedTuple

from okey.bots import LEVELS


class Character(NamedTuple):
    """Somebody whom everybody knows."""

    name: str
    """As on the plate; the same in every language."""
    level: str
    """A key of ``okey.bots.LEVELS``."""

    @property
    def seat(self) -> str:
        """What records call them."""
        return f"bot {self.level} {self.name}"


CHARACTERS: dict[str, Character] = {
    "bahar": Character("Bahar", "easy"),
    "nuri": Character("Nuri", "easy"),
    "tolga": Character("Tolga", "easy"),
    "gul": Character("Gül", "medium"),
    "kerem": Character("Kerem", "medium"),
    "sabiha": Character("Sabiha", "medium"),
    "leyla": Character("Leyla", "hard"),
    "riza": Character("Rıza", "hard"),
    "kadir": Character("Kadir", "hard"),
    "nermin": Character("Nermin", "usta"),
    "cemil": Character("Cemil", "usta"),
    "sahin": Character("Şahin", "usta"),
}
"""All of them by key, the weakest first."""


def of_level(level: str) -> tuple[str, ...]:
    """Gets the keys of those who play on a level.

    >>> of_level("medium")
    ('gul', 'kerem', 'sabiha')
    """
    return tuple(key for key, character in CHARACTERS.items() if character.level == level)


BY_LEVEL = {level: of_level(level) for level in LEVELS}
"""The keys of the characters by level, the weakest level first."""
