"""The tables of the club: leagues with an entry and a pot, and series against one rival or two.

Both are matches of five hands, and their records say so themselves: by what stands before the chance in the seed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from okey.characters import BY_LEVEL, CHARACTERS, Character
from okey.presets import PRESETS
from okey.record import Record
from okey.rules import RuleSet

HANDS = 5
"""How many hands are played at every table of the club."""

YOU = "you"
"""The player's chair."""


def _fits(preset: str) -> bool:
    """Tells whether everybody plays for themselves unless it is said otherwise."""
    return RuleSet.parse(preset).teams == "none"


GAMES = tuple(preset for preset in PRESETS if _fits(preset))
"""The presets that are played there."""


class League(NamedTuple):
    """A table with an entry; who wins the match gets what all four have put in."""

    entry: int
    """In play points."""
    cast: tuple[str, ...]
    """Who sits there, keys of ``CHARACTERS``, from the player's right on."""


LEAGUES: dict[str, League] = {
    name: League(entry, cast)
    for (name, entry), cast in zip(
        {"rookie": 100, "amateur": 500, "master": 2_000, "elite": 10_000}.items(), BY_LEVEL.values(), strict=True
    )
}
"""The tables by name, the cheapest and weakest first."""


class Rival(NamedTuple):
    """Who is played against in a series."""

    overlay: str
    """What makes the game one for two players or two teams."""
    chairs: tuple[str, ...]
    """Who sits on the chairs from the player's right on, keys of ``CHARACTERS``."""

    @property
    def others(self) -> tuple[str, ...]:
        """Those who are played against."""
        return self.chairs[::2]

    @property
    def partner(self) -> str | None:
        """Who sits on the player's side."""
        return self.chairs[1] if len(self.chairs) > 1 else None


RIVALS: dict[str, Rival] = {key: Rival("duel", (key,)) for key in CHARACTERS} | {
    f"{right}+{left}": Rival("team", (right, partner, left)) for right, left, partner in BY_LEVEL.values()
}
"""Everybody alone, then two of each level together, the third of whom is the player's partner."""

_LEAGUE = "okey league 1 "
_SERIES = "okey series 1 "
"""What stands in the seed before the table's or the rival's name and the chance."""


@lru_cache(maxsize=32)
def rules(preset: str, overlay: str = "") -> RuleSet:
    """Gets what is played at a table of the club.

    Args:
        preset: one of ``GAMES``.
        overlay: that of a rival; none at the leagues' tables.
    """
    return RuleSet.parse(f"{preset}+{overlay}" if overlay else preset, {"match_end": "n_hands", "n_hands": (HANDS,)})


def league_seed(name: str, chance: str) -> str:
    """Gets the seed of a match at a league's table.

    >>> league_seed("elite", "c0ffee")
    'okey league 1 elite c0ffee'
    """
    return f"{_LEAGUE}{name} {chance}"


def series_seed(rival: str, chance: str) -> str:
    """Gets the seed of a series.

    >>> series_seed("gul+kerem", "c0ffee")
    'okey series 1 gul+kerem c0ffee'
    """
    return f"{_SERIES}{rival} {chance}"


def league_of(record: Record) -> str | None:
    """Gets the name of the league at whose table a match was played; None of any other match."""
    name = _named(record, _LEAGUE)
    found = LEAGUES.get(name)
    return name if found is not None and _is_match(record, "", found.cast) else None


def rival_of(record: Record) -> str | None:
    """Gets the key of the rival whose series a match is; None of any other match."""
    name = _named(record, _SERIES)
    found = RIVALS.get(name)
    return name if found is not None and _is_match(record, found.overlay, found.chairs) else None


def _named(record: Record, before: str) -> str:
    """Gets the word behind a beginning of the seed; empty when it begins otherwise."""
    return record.seed.removeprefix(before).partition(" ")[0] if record.seed.startswith(before) else ""


def _is_match(record: Record, overlay: str, chairs: tuple[str, ...]) -> bool:
    """Tells whether a match was played by the club's rules against these characters."""
    others = [CHARACTERS[key].seat for key in chairs]
    return list(record.seats[1:]) == others and any(record.rules == rules(preset, overlay) for preset in GAMES)


def seated(chairs: tuple[str, ...]) -> list[Character]:
    """Gets who sits on the chairs from the player's right on."""
    return [CHARACTERS[key] for key in chairs]
