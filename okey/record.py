"""A match as text: its rules, seed, names and actions, one a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from okey.game import Event, Game, Refused
from okey.game.actions import DEAL, Action, ActionError
from okey.rules import RulesError, RuleSet

MAGIC = "okey record 1"
"""The first line of every record; the number is the version of the format."""

_Read = TypeVar("_Read", RuleSet, Action)

MAX_LINE = 4_000
MAX_LINES = 100_000
MAX_BYTES = 16_000_000
"""The longest file of a record: more than that many lines of any match."""
MAX_TEXT = MAX_LINE - len("seat ")
"""The longest seed or name."""


class RecordError(ValueError):
    """A text that is no record of a match; the message names the line."""


def _read(parse: Callable[[str], _Read], number: int, text: str) -> _Read:
    try:
        return parse(text)
    except (RulesError, ActionError) as error:
        raise RecordError(f"line {number}: {error}") from None


@dataclass(slots=True)
class Record:
    """What it takes to play a match again."""

    rules: RuleSet
    seed: str
    seats: list[str]
    """Who plays, seat by seat: a name, or ``bot NAME`` for a computer player."""
    actions: list[Action] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """The seeds of the second hand and those after it, where every hand has its own, as in rooms; else none."""

    def __post_init__(self) -> None:
        """Checks that seeds and names are of one line each, as a record holds them; raises RecordError."""
        for text in (self.seed, *self.later, *self.seats):
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise RecordError(f"{text[:40]!a}: a seed or a name cannot be written as text")
            if text.splitlines() not in ([], [text]) or len(text) > MAX_TEXT:
                limit = f"one line of at most {MAX_TEXT} characters"
                raise RecordError(f"{text[:40]!r}: a seed or a name is {limit}")

    def write(self) -> str:
        """Writes the text that ``parse`` reads back."""
        seats = [f"seat {name}" for name in self.seats]
        seeds = [f"seed {seed}" for seed in (self.seed, *self.later)]
        head = [MAGIC, f"rules {self.rules}", *seeds, *seats, ""]
        return "\n".join([*head, *map(str, self.actions), ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a record; whether its actions are legal only ``replay`` tells.

        Raises:
            RecordError: when the text is no record, or one of a newer version.
        """
        lines = text.removeprefix("\ufeff").splitlines()
        if not lines or not lines[0].startswith("okey record "):
            raise RecordError("line 1: not a record of a match")
        if lines[0] != MAGIC:
            known = f"is a version this game does not know (it writes {MAGIC!r})"
            raise RecordError(f"line 1: {lines[0][:40]!r} {known}")
        if len(lines) > MAX_LINES:
            raise RecordError(f"line {MAX_LINES + 1}: longer than any match")
        if long := next((n for n, line in enumerate(lines, 1) if len(line) > MAX_LINE), None):
            raise RecordError(f"line {long}: longer than {MAX_LINE} characters")
        blank = lines.index("") if "" in lines else len(lines)
        head: dict[str, list[tuple[int, str]]] = {"rules": [], "seed": [], "seat": []}
        for number, line in enumerate(lines[1:blank], 2):
            word, _, rest = line.partition(" ")
            if word not in head:
                raise RecordError(f"line {number}: {word[:20]!r} is not part of a record's head")
            head[word].append((number, rest))
        if len(head["rules"]) != 1 or not head["seed"]:
            raise RecordError(f"line {blank}: a record's head has one line of rules, and one with the seed or several")
        rules = _read(RuleSet.parse, *head["rules"][0])
        seats = [name for _, name in head["seat"]]
        if len(seats) != rules.players:
            raise RecordError(f"line {blank}: {len(seats)} seats for {rules.players} players")
        numbered = enumerate(lines[blank + 1 :], blank + 2)
        actions = [_read(Action.parse, number, line) for number, line in numbered]
        seed, *later = [text for _, text in head["seed"]]
        return cls(rules, seed, seats, actions, later)

    def steps(self) -> Iterator[tuple[Game, list[Event]]]:
        """Plays the recorded actions one by one; yields the match, which goes on, and what just happened.

        Raises:
            RecordError: when one of them is refused; the message names its line.
        """
        game = Game(self.rules, self.seed)
        for index, action in enumerate(self.actions):
            try:
                self._shuffle_anew(game, action)
                events = game.apply(action)
            except Refused as error:
                line = index + 5 + len(self.later) + len(self.seats)
                raise RecordError(f"line {line}: {action}: {error}") from None
            yield game, events

    def _shuffle_anew(self, game: Game, action: Action) -> None:
        """Gives a deal its own seed, where each has one."""
        if self.later and action == DEAL and game.hand_number:
            if game.hand_number > len(self.later):
                raise RecordError(f"no seed for hand {game.hand_number + 1}")
            game.seed = self.later[game.hand_number - 1]

    def replay(self, tell: Callable[[int, list[Event]], None] | None = None) -> Game:
        """Plays the recorded actions.

        Args:
            tell: called after each action with the number of the hand and what happened.

        Raises:
            RecordError: when one of them is refused; the message names its line.
        """
        game = Game(self.rules, self.seed)
        for game, events in self.steps():
            if tell is not None:
                tell(game.hand_number, events)
        return game
