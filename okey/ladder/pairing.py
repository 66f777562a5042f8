"""A pairing: one level against a field of another, and what both are made of."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from okey.bots import LEVELS, Agent, Budget, Maker
from okey.rules import RuleSet

DECIDES_PLAY = ("tiles.py", "presets.py", "rules.py", "melds.py", "solver", "game", "bots", "simulate.py")
"""The parts of this package that decide what is played; how it is counted may change."""


class LadderError(ValueError):
    """A pairing that cannot be played, or a file that is none of this pairing."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What is played; with the number of a deal it decides every tile and every action."""

    rules: str
    """As ``RuleSet.parse`` reads it."""
    candidate: str
    """A key of ``okey.bots.LEVELS``, or ``module:name`` of a bot kept elsewhere, made as the levels are."""
    field: str
    """The level of all other seats, named likewise."""
    seed: str = "0"
    nodes: int | None = None
    """What each bot may think about a decision, see ``okey.bots.make_bot``."""

    def sides(self) -> list[tuple[int, ...]]:
        """Lists the seats of each side: every seat by itself, or partners."""
        rules = parsed(self.rules)
        seats = range(rules.players)
        sides = sorted({rules.side_of(seat) for seat in seats})
        return [tuple(seat for seat in seats if rules.side_of(seat) == side) for side in sides]

    def make(self, level: str, seed: str) -> Agent:
        """Makes a bot of one of the two levels.

        Raises:
            LadderError: when there is no such level, or what is named is no bot.
        """
        try:
            bot = _maker(level)(seed, Budget(self.nodes))
        except LadderError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 (what is named may be anybody's code)
            raise LadderError(f"{level[:60]!r} is no bot: {error}") from None
        if not (hasattr(bot, "think") and hasattr(bot, "observe")):
            raise LadderError(f"{level[:60]!r} is no bot: it made a {type(bot).__name__}")
        return bot

    def code(self) -> str:
        """Gets a short fingerprint of the code that plays: figures of other code do not belong to these."""
        package = Path(__file__).parent.parent
        files = [path for name in DECIDES_PLAY for path in _sources(package / name)]
        modules = [level.partition(":")[0] for level in (self.candidate, self.field) if ":" in level]
        specs = map(importlib.util.find_spec, modules)
        homes = {Path(spec.origin).parent for spec in specs if spec is not None and spec.origin is not None}
        files += [path for home in sorted(homes) for path in sorted(home.glob("*.py"))]
        digest = hashlib.sha256()
        for path in files:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:12]


def low_wins(rules: RuleSet) -> bool:
    """Tells whether the lowest score wins a match."""
    return rules.score_model != "countdown"


def _sources(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


@lru_cache(maxsize=16)
def parsed(rules: str) -> RuleSet:
    """Reads a rule set, once."""
    return RuleSet.parse(rules)


def label(level: str) -> str:
    """Gets what to call a level in a table.

    >>> label("hard"), label("bench.greedy:Greedy")
    ('hard', 'greedy')
    """
    return level.rpartition(":")[2].lower()


@lru_cache(maxsize=16)
def _maker(level: str) -> Maker:
    module, colon, name = level.partition(":")
    if not colon:
        if level not in LEVELS:
            raise LadderError(f"{level[:40]!r} is no bot: expected one of {', '.join(LEVELS)}, or module:name")
        return LEVELS[level]
    try:
        maker: Maker = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (importing runs anybody's code)
        raise LadderError(f"{level[:60]!r} is no bot: {error}") from None
    return maker
