"""What a player has done of the challenges: how often each was tried, which are solved, with how many stars.

The text is JSON: ``{"version": 1, "tries": {id: [tries, stars]}}``; no stars while it is not solved.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from okey.challenges import Challenge
from okey.foreign import read_json

VERSION = 1

AHEAD = 6
"""So many challenges beyond those solved may be played."""

MOST_TRIES = 9_999

LONGEST = 40_000
"""How many characters the text may have: more than any that is written."""

STARS = ((1, 3), (3, 2), (MOST_TRIES, 1))
"""Up to how many tries a solved challenge is worth so many stars."""


@dataclass(slots=True)
class Done:
    """What was done of one challenge."""

    tries: int = 0
    """How often it was begun until it was solved."""
    stars: int = 0
    """0 while it is not solved."""


@dataclass(slots=True)
class Tries:
    """What was done of all of them, by their ids."""

    done: dict[str, Done] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Tries:
        """Reads what ``write`` wrote.

        Raises:
            ValueError: when it did not.
        """
        if len(text) > LONGEST:
            raise ValueError(f"{len(text)} characters")
        data = read_json(text)
        tries = data.get("tries") if isinstance(data, dict) and data.get("version") == VERSION else None
        if not isinstance(tries, dict):
            raise ValueError(f"{text[:40]!r} tells of no challenges")  # noqa: TRY004 - it is the text that is wrong
        found = cls()
        for name, values in tries.items():
            if not (len(name) == 8 and name.isascii() and name.isalnum()) or not _are_figures(values):
                raise ValueError(f"{name[:20]!r}: {str(values)[:40]} is no challenge that was tried")
            found.done[name] = Done(*values)
        return found

    def write(self) -> str:
        """Writes the text that is kept."""
        tries = {name: [done.tries, done.stars] for name, done in self.done.items()}
        return json.dumps({"version": VERSION, "tries": tries}, separators=(",", ":"))

    def of(self, challenge: Challenge) -> Done:
        """Gets what was done of a challenge."""
        return self.done.get(challenge.id, Done())

    def left(self, challenge: Challenge) -> int:
        """Gets how many stars a challenge brings if the next try solves it; 0 once it is solved."""
        done = self.of(challenge)
        return 0 if done.stars else _worth(done.tries + 1)

    def began(self, challenge: Challenge) -> None:
        """Counts a try, unless it is solved."""
        done = self.done.setdefault(challenge.id, Done())
        if not done.stars:
            done.tries = min(MOST_TRIES, done.tries + 1)

    def saw_line(self, challenge: Challenge) -> None:
        """Notes that the best line was shown before the challenge was solved: one star is left for it."""
        done = self.done.setdefault(challenge.id, Done())
        if not done.stars:
            done.tries = max(done.tries, STARS[-2][0])

    def solved(self, challenge: Challenge) -> None:
        """Gives the stars, the first time."""
        done = self.done.setdefault(challenge.id, Done(1))
        done.stars = done.stars or _worth(done.tries)

    def stars(self, challenges: Sequence[Challenge]) -> int:
        """Counts the stars of all challenges."""
        return sum(self.of(challenge).stars for challenge in challenges)

    def open(self, challenges: Sequence[Challenge]) -> int:
        """Gets how many challenges from the first on may be played: a few more than are solved."""
        return min(len(challenges), sum(self.of(challenge).stars > 0 for challenge in challenges) + AHEAD)


def _worth(tries: int) -> int:
    """Gets how many stars a challenge is worth that the last of so many tries solves."""
    return next(stars for most, stars in STARS if min(tries, MOST_TRIES) <= most)


def _are_figures(values: object) -> bool:
    return (
        isinstance(values, list)
        and [type(value) for value in values] == [int, int]
        and 0 <= values[0] <= MOST_TRIES
        and 0 <= values[1] <= STARS[0][1]
    )
