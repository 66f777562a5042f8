"""What the player chose, kept between visits."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from okey.bridge import Bridge
from okey.foreign import read_json
from okey.rules import RulesError, RuleSet
from okey.ui.draft import Draft
from okey.ui.portraits import AVATARS
from okey.ui.sound import LOUDEST
from okey.ui.storage import SETTINGS, load, set_aside
from okey.ui.texts import LANGUAGES
from okey.ui.theme import CLOTHS, LOOKS, WOODS

GUIDE = ("new", "on", "done")
"""How far the guide for the first hands has come: not yet offered, teaching, or no longer wanted."""

Speed: TypeAlias = Literal["calm", "brisk", "fast", "instant"]

CHOICES: dict[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "cloth": tuple(CLOTHS),
    "tiles": tuple(LOOKS),
    "rack": tuple(WOODS),
    "hints": ("none", "groups", "full"),
    "coach": ("off", "distances", "tiles", "advice"),
    "deal": ("dice", "short"),
    "speed": ("calm", "brisk", "fast", "instant"),
    "text": ("100", "125", "150", "200"),
    "slots": ("many", "wide"),
    "progress": ("on", "off"),
}
"""Every choice among words by its name, with the words; the first is what is chosen at first, but for the language."""

VOLUMES = range(LOUDEST + 1)
"""How loud it may be; 0 is mute."""

PACE: dict[str, float] = {"calm": 1.0, "brisk": 0.5, "fast": 0.2, "instant": 0.0}
"""The share of their time that computer players and moving tiles take at each speed."""


@dataclass(slots=True)
class Settings:
    """The player's choices."""

    language: str
    cloth: str = "green"
    """The table's cloth."""
    tiles: str = "ivory"
    """How tiles look; on ``shapes`` no colour has to be told apart."""
    hints: str = "groups"
    """What the table points out: nothing, groups as they form and hints on request, or all that is advised at once."""
    coach: str = "off"
    """What a coach says in practice games: nothing, how much is missing, also which tiles help, also what to do."""
    speed: str = "calm"
    text: str = "100"
    """How large letters are, in per cent."""
    slots: str = "many"
    """Whether the rack has many slots, or on small screens fewer that are as wide as a finger."""
    volume: int = 3
    deal: str = "dice"
    """Whether every hand is dealt as on a real table, with stacks and dice."""
    guide: str = "new"
    """One of ``GUIDE``."""
    left_handed: bool = False
    """Whether the buttons for acting are at the left."""
    avatar: str = ""
    """What of ``okey.ui.portraits.AVATARS`` the player looks like."""
    rack: str = "oak"
    """The wood of rack and border."""
    progress: str = "on"
    """Whether levels, points and leagues are shown; if not, every look can be worn."""
    draft: Draft = field(default_factory=Draft)
    """The match chosen last."""
    room: str = ""
    """The rules chosen last for a room; empty before the first time."""
    wished: dict[str, str] = field(default_factory=dict)
    """What the address asked for last time, by name (see ``okey.ui.wishes``)."""

    @property
    def pace(self) -> float:
        """The share of their time that computer players and moving tiles take."""
        return PACE[self.speed]

    @property
    def wide(self) -> bool:
        """Whether the rack's slots are as wide as a finger."""
        return self.slots == "wide"

    @property
    def letters(self) -> float:
        """How much larger than usual letters are."""
        return int(self.text) / 100

    @classmethod
    def load(cls, bridge: Bridge) -> tuple[Settings, bool]:
        """Reads what ``save`` kept, and tells whether it was readable; if not, it is set aside."""
        try:
            return cls.parse(load(bridge, SETTINGS) or "{}", bridge.language), True
        except ValueError:
            set_aside(bridge, SETTINGS)
            return cls(bridge.language), False

    @classmethod
    def parse(cls, text: str, language: str) -> Settings:
        """Reads settings; a choice that is missing or unknown gets its default.

        Raises:
            ValueError: when the text holds no settings.
        """
        data = read_json(text)
        if not isinstance(data, dict):
            raise ValueError(f"{text[:40]!r} holds no settings")  # noqa: TRY004 - it is the text that is wrong
        settings = cls(language, draft=Draft.from_data(data.get("match")))
        for name, words in CHOICES.items():
            if data.get(name) in words:
                setattr(settings, name, data[name])
        if type(data.get("volume")) is int and data["volume"] in VOLUMES:
            settings.volume = data["volume"]
        if data.get("guide") in GUIDE:
            settings.guide = data["guide"]
        if data.get("avatar") in [*AVATARS]:  # whatever it is
            settings.avatar = data["avatar"]
        settings.left_handed = data.get("left_handed") is True
        settings.room = _rules(data.get("room"))
        wished = data.get("wished")
        if isinstance(wished, dict):
            settings.wished = {name: text for name, text in wished.items() if isinstance(text, str)}
        return settings

    def write(self) -> str:
        """Writes the choices for ``parse``."""
        data: dict[str, object] = {name: getattr(self, name) for name in CHOICES}
        data |= {"volume": self.volume, "left_handed": self.left_handed, "guide": self.guide}
        data |= {"match": self.draft.as_data(), "room": self.room, "wished": self.wished, "avatar": self.avatar}
        return json.dumps(data, ensure_ascii=False)

    def save(self, bridge: Bridge) -> None:
        """Keeps the choices for ``load``."""
        bridge.save(SETTINGS, self.write())


def _rules(text: object) -> str:
    """Reads rules; nothing where there are none."""
    try:
        return str(RuleSet.parse(text)) if isinstance(text, str) else ""
    except RulesError:
        return ""
