"""What a match is to be: its rules, who sits where, and how choices are put together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from okey.bots import DEFAULT_LEVEL, LEVELS
from okey.presets import OVERLAYS, PRESETS
from okey.rulebook import in_effect
from okey.rules import OPTIONS, RulesError, RuleSet, Value, named_options

SEAT = 0
"""Where the person sits."""

FIRST = "classic"
"""The game that is dealt on the very first visit."""

NAMES = ("", "Elif", "Mehmet", "Zeynep")
"""Who sits where until other names are chosen; an empty name is the person's own *you*."""

MORE_NAMES = (
    "Elif", "Mehmet", "Zeynep", "Ahmet", "Ayşe", "Can", "Defne", "Emre", "Fatma", "Hakan", "İpek", "Mert",
    "Nazlı", "Ömer", "Selin", "Tuğba", "Umut", "Yıldız",
)  # fmt: skip
"""Names for computer players."""

LONGEST_NAME = 12

_PERSON, _BOT = "you", "bot"

_MANY = 31
"""More values than this are offered in steps."""

_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 90, 100, 101, 120, 150, 202, 250, 303, 404,
          500, 600, 900, 1000)  # fmt: skip
"""The values offered of options that have very many."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a chair."""

    name: str
    level: str | None
    """A key of ``LEVELS``; None for the person."""

    def __str__(self) -> str:
        """Writes the text that records keep and ``parse`` reads."""
        if self.level is None:
            return f"{_PERSON} {self.name}".rstrip()
        return f"{_BOT} {self.level} {self.name}"

    @classmethod
    def parse(cls, text: str, seat: int) -> Sitter:
        """Reads ``you``, ``you NAME``, ``bot LEVEL`` or ``bot LEVEL NAME``.

        Raises:
            ValueError: when it is none of these.
        """
        kind, _, rest = text.partition(" ")
        if kind == _PERSON:
            return cls(tidy(rest), None)
        level, _, name = rest.partition(" ")
        if kind != _BOT or level not in LEVELS:
            raise ValueError(f"{text[:40]!r} names no player")
        return cls(tidy(name) or NAMES[seat], level)


_FIRST_SITTERS = [Sitter(name, DEFAULT_LEVEL if seat else None) for seat, name in enumerate(NAMES)]


def sitter_name(text: str, seat: int) -> str:
    """Gets the name of who sat on a chair from what a record calls them; empty of a person without one.

    What names no player by the rules of this game is taken for a name.
    """
    try:
        return Sitter.parse(text, seat).name
    except ValueError:
        return text[:24] or "–"


def tidy(name: str) -> str:
    """Makes a name fit to be shown and kept."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME].strip()


def sitters(texts: list[str], players: int) -> list[Sitter]:
    """Reads who sits at a table: the person, and computer players on all other chairs.

    Raises:
        ValueError: when anybody else does.
    """
    found = [Sitter.parse(text, seat) for seat, text in enumerate(texts)]
    if len(found) != players or [sitter.level is None for sitter in found] != [True] + [False] * (players - 1):
        raise ValueError("other players than this game seats")
    return found


@dataclass
class Draft:
    """A match in the making."""

    base: str = FIRST
    """Preset and overlays, as in the name of a rule set."""
    changes: dict[str, Value] = field(default_factory=dict)
    """Single options that differ from it."""
    sitters: list[Sitter] = field(default_factory=lambda: list(_FIRST_SITTERS))
    """Who would sit at a table of four."""

    @property
    def rules(self) -> RuleSet:
        """The rules as chosen; they are always valid."""
        return RuleSet.parse(self.base, self.changes)

    @property
    def preset(self) -> str:
        """The preset's name."""
        return self.base.split("+")[0]

    @property
    def overlays(self) -> list[str]:
        """The overlays' names."""
        return self.base.split("+")[1:]

    def choose_preset(self, name: str) -> None:
        """Begins with a preset; single options go back to what it says, overlays stay where they can."""
        overlays, self.base, self.changes = self.overlays, name, {}
        for overlay in overlays:
            if self.offers(overlay):
                self.toggle(overlay)

    def offers(self, overlay: str) -> bool:
        """Tells whether an overlay can be chosen and would change anything."""
        if overlay in self.overlays:
            return True
        try:
            rules = RuleSet.parse(f"{self.preset}+{overlay}")
        except RulesError:
            return False
        plain = RuleSet.parse(self.preset)
        return any(in_effect(rules, o) and getattr(rules, o) != getattr(plain, o) for o in OVERLAYS[overlay])

    def toggle(self, overlay: str) -> None:
        """Adds an overlay or takes it away; others that contradict it go."""
        if overlay in self.overlays:
            self.base = "+".join([self.preset, *(o for o in self.overlays if o != overlay)])
        else:
            kept = [o for o in self.overlays if not OVERLAYS[o].keys() & OVERLAYS[overlay].keys()]
            self.base = "+".join([self.preset, *kept, overlay])
        for option in OVERLAYS[overlay]:
            self.changes.pop(option, None)
        self._reconcile(set(OVERLAYS[overlay]))

    def set_option(self, name: str, value: Value) -> None:
        """Chooses an option; what contradicts it gives way.

        Raises:
            RulesError: when the preset itself does, with nothing changed.
        """
        base, changes = self.base, dict(self.changes)
        self.changes[name] = value
        try:
            self._reconcile({name})
        except RulesError:
            self.base, self.changes = base, changes
            raise
        self.changes = _differing(self.base, self.changes)

    def _reconcile(self, keep: set[str]) -> None:
        """Drops overlays and single options that contradict what was chosen last."""
        while True:
            try:
                RuleSet.parse(self.base, self.changes)
            except RulesError as error:
                yielding = set(error.options) - keep
                overlays = [o for o in self.overlays if not yielding & {o, *OVERLAYS[o]}]
                options = [o for o in self.changes if o in yielding]
                if len(overlays) == len(self.overlays) and not options:
                    raise
                self.base = "+".join([self.preset, *overlays])
                for option in options:
                    del self.changes[option]
            else:
                return

    def options(self) -> Iterator[str]:
        """Yields the options that have an effect and a choice."""
        rules = self.rules
        for name, option in OPTIONS.items():
            if option.group not in _NOT_ASKED and in_effect(rules, name) and len(self.choices(name)) > 1:
                yield name

    def choices(self, name: str) -> list[Value]:
        """Gets the values that an option is offered with, the present one among them."""
        option, now = OPTIONS[name], getattr(self.rules, name)
        if option.is_list:
            listed = PRESETS[self.preset].get(name, option.default)
            assert isinstance(listed, tuple)
            found: list[Value] = [(member,) for member in listed] if name in _CHOSEN_FROM else []
            found = [listed, *(value for value in found if value[0] != listed[0])]  # type: ignore[index]
            return found if now in found else [now, *found]
        values = list(option.values)
        if len(values) > _MANY:
            small = {abs(value) for value in values if isinstance(value, int)} & {*_STEPS}
            values = [v for v in values if v == now or not isinstance(v, int) or abs(v) in small]
        return values

    def next_choice(self, name: str, step: int) -> Value:
        """Gets the value after (``step`` 1) or before (-1) the present one, round and round."""
        values = self.choices(name)
        return values[(values.index(getattr(self.rules, name)) + step) % len(values)]

    def name_seat(self, seat: int, name: str) -> None:
        """Gives somebody a name; an empty one is the first again."""
        self.sitters[seat] = Sitter(tidy(name) or NAMES[seat], self.sitters[seat].level)

    def next_name(self, seat: int) -> None:
        """Gives a computer player the next name that nobody has."""
        taken = {sitter.name for sitter in self.sitters}
        ring = [*MORE_NAMES, *MORE_NAMES]
        at = ring.index(self.sitters[seat].name) if self.sitters[seat].name in ring else -1
        self.name_seat(seat, next(name for name in ring[at + 1 :] if name not in taken))

    def next_level(self, seat: int) -> None:
        """Lets another kind of computer player sit there."""
        levels, now = list(LEVELS), self.sitters[seat].level
        assert now is not None, "a person has no level"
        level = levels[(levels.index(now) + 1) % len(levels)]
        self.sitters[seat] = Sitter(self.sitters[seat].name, level)

    def seated(self) -> list[Sitter]:
        """Gets who sits at a table for these rules."""
        return self.sitters[: self.rules.players]

    def as_data(self) -> dict[str, object]:
        """Gives what ``from_data`` reads, ready for JSON."""
        return {"rules": str(self.rules), "seats": list(map(str, self.sitters))}

    @classmethod
    def from_data(cls, data: Any) -> Draft:
        """Reads a draft; what is no draft becomes the first game."""
        try:
            rules = RuleSet.parse(data["rules"])
            seats = sitters(data["seats"], len(NAMES))
        except (TypeError, KeyError, ValueError, AttributeError):
            return cls()
        made = cls.of(rules)
        made.sitters = seats
        return made

    @classmethod
    def of(cls, rules: RuleSet) -> Draft:
        """Drafts a match by these rules."""
        return cls(rules.name, _differing(rules.name, {name: getattr(rules, name) for name in OPTIONS}))


def _differing(base: str, values: dict[str, Value]) -> dict[str, Value]:
    """Keeps the options that say something else than preset and overlays."""
    named = named_options(base)
    return {name: value for name, value in values.items() if named.get(name, OPTIONS[name].default) != value}


_NOT_ASKED = {"clock"}
"""Groups of options that no match against computer players is played with."""

_CHOSEN_FROM = {"start_points", "n_hands"}
"""The lists that name what a table may choose from."""
