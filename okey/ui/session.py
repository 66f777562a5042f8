"""The match being played: begun, kept after every action, and taken up again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.bridge import Bridge
from okey.game import Event, Game, Refused, View
from okey.game.actions import Action
from okey.record import Record, RecordError
from okey.rules import RuleSet
from okey.table import Chair, Table
from okey.ui import sorting
from okey.ui.rack import Rack
from okey.ui.texts import LANGUAGES

SEAT = 0
"""Where the person sits."""

NAMES = ("", "Elif", "Mehmet", "Zeynep")
"""The names of the computer players by seat."""

BOT = DEFAULT_LEVEL
"""Which computer player sits on the other chairs."""

MATCH, RACK, SETTINGS = "match", "rack", "settings"
"""The keys of what the bridge keeps: record, arrangement of the rack, settings."""

DAMAGED = ".damaged"
"""Behind its key, the key under which an unreadable text is kept aside."""

LONGEST = {MATCH: 1_000_000, RACK: 4_000, SETTINGS: 4_000}
"""How many characters a text may have to be read at all: far more than any that the game writes."""

REPLAY_SLICE = 0.012
"""How many seconds of a replay run before everything else may run once."""

Start: TypeAlias = Literal["new", "resumed", "damaged"]

RULES = RuleSet.parse("classic")
"""What the screen is made for; a match may start with other points."""


def _load(bridge: Bridge, key: str) -> str | None:
    """Reads what the bridge keeps.

    Raises:
        ValueError: when it is too long to come from this game.
    """
    text = bridge.load(key)
    if text is not None and len(text) > LONGEST[key]:
        raise ValueError(f"{key}: {len(text)} characters")
    return text


def _set_aside(bridge: Bridge, key: str) -> None:
    """Moves an unreadable text out of the way."""
    text = bridge.load(key)
    bridge.save(key, None)
    bridge.save(key + DAMAGED, text)


def bot_seed(seed: str, seat: int) -> str:
    """Gets what a computer player's chance follows from; the deal's seed cannot be told from it."""
    return hashlib.sha256(f"okey bot\n{seed}\n{seat}".encode()).hexdigest()


@dataclass(slots=True)
class Settings:
    """What the player chose."""

    language: str
    sound: bool = True
    fast: bool = False
    """Whether the computer players hurry."""

    @classmethod
    def load(cls, bridge: Bridge) -> tuple[Settings, bool]:
        """Reads what ``save`` kept, and tells whether it was readable; if not, it is set aside."""
        try:
            return cls.parse(_load(bridge, SETTINGS) or "{}", bridge.language), True
        except (ValueError, RecursionError):
            _set_aside(bridge, SETTINGS)
            return cls(bridge.language), False

    @classmethod
    def parse(cls, text: str, language: str) -> Settings:
        """Reads settings; a choice that is missing or unknown gets its default.

        Raises:
            ValueError: when the text holds no settings.
            RecursionError: when it holds too deep a nest of others.
        """
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError(f"{text[:40]!r} holds no settings")  # noqa: TRY004 - it is the text that is wrong
        chosen = data.get("language")
        return cls(
            chosen if chosen in LANGUAGES else language,
            data.get("sound") is not False,
            data.get("fast") is True,
        )

    def save(self, bridge: Bridge) -> None:
        """Keeps the choices for ``load``."""
        data = {"language": self.language, "sound": self.sound, "fast": self.fast}
        bridge.save(SETTINGS, json.dumps(data))


class Session:
    """Runs one match after another on a table with one person and three computer players.

    Args:
        bridge: where matches are kept.
        changed: called after every action with its events, as the person's seat sees them.
        unkept: called when a save lives no longer than the page, the first time it happens.
        pace: seconds that a computer player waits before each action.
    """

    def __init__(
        self,
        bridge: Bridge,
        changed: Callable[[list[Event]], None],
        unkept: Callable[[], None],
        pace: float,
    ) -> None:
        self._bridge = bridge
        self._changed = changed
        self._unkept = unkept
        self._pace = pace
        self._task: asyncio.Task[None] | None = None
        self.table: Table
        self.view: View
        """What the person may know now."""
        self.rack = Rack(1)
        self.scores: list[tuple[int, ...]] = []
        """The scores at the start and after every hand."""
        self._kept = True

    async def start(self, columns: int) -> Start:
        """Takes the kept match up again, or begins a new one."""
        try:
            text = _load(self._bridge, MATCH)
            if text is None:
                self.begin(self.points()[0], columns)
                return "new"
            await self._resume(text, columns)
        except (Refused, ValueError):
            _set_aside(self._bridge, MATCH)
            self.begin(self.points()[0], columns)
            return "damaged"
        return "resumed"

    async def _resume(self, text: str, columns: int) -> None:
        record = Record.parse(text)
        if record.seats != self._seats():
            raise RecordError("line 4: other players than this game seats")
        if replace(record.rules, name=RULES.name, start_points=RULES.start_points) != RULES:
            raise RecordError("line 2: a rule set that this screen cannot show")
        game = Game(record.rules, record.seed)
        scores = [game.scores]
        pause_at = time.monotonic() + REPLAY_SLICE
        for action in record.actions:
            scores += [event.numbers for event in game.apply(action) if event.kind == "hand_ended"]
            if time.monotonic() > pause_at:
                await self._bridge.pause()
                pause_at = time.monotonic() + REPLAY_SLICE
        self.scores = scores
        self._sit(game, record)
        try:
            self.rack = Rack.parse(_load(self._bridge, RACK) or "")
            self.rack.keep(self.view.rack)
            self.rack.reshape(columns)
            self.rack.sync(self.view.rack)
        except ValueError:
            self.rack = Rack(columns)
            if self.view.faces is not None:
                self.rack.arrange(*sorting.by_runs(self.view.rack, self.view.faces, self.view.rules))

    def begin(self, points: int, columns: int) -> None:
        """Begins a new match; the one that was running is gone."""
        rules = RuleSet.parse(f"classic start_points={points}")
        seed = self._bridge.entropy(16).hex()
        self.rack = Rack(columns)
        game = Game(rules, seed)
        self.scores = [game.scores]
        self._sit(game, Record(rules, seed, self._seats()))

    @staticmethod
    def points() -> tuple[int, ...]:
        """Gets the points that a match may start with."""
        return RULES.start_points

    @staticmethod
    def _seats() -> list[str]:
        return ["you", *(f"bot {BOT}" for _ in NAMES[1:])]

    def _sit(self, game: Game, record: Record) -> None:
        self.stop()
        chairs = [Chair("you")]
        chairs += [Chair(name, make_bot(BOT, bot_seed(record.seed, seat))) for seat, name in enumerate(NAMES) if seat]
        self.table = Table(game, record, chairs, pause=self._bridge.pause, wait=self._bridge.sleep, pace=self._pace)
        self.table.listen(self._happened)
        self.view = self.table.view(SEAT)

    def set_pace(self, pace: float) -> None:
        """Lets computer players wait ``pace`` seconds before each action from now on."""
        self._pace = self.table.pace = pace

    def run(self) -> None:
        """Lets the table play on in the background; an error there ends up on the error page."""
        self._task = asyncio.get_running_loop().create_task(self.table.run())
        self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._bridge.report(error)

    def stop(self) -> None:
        """Stops the table; nothing more happens on it."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _happened(self, events: list[Event]) -> None:
        self.view = self.table.view(SEAT)
        self.scores += [event.numbers for event in events if event.kind == "hand_ended"]
        self._changed([event.seen_by(SEAT) for event in events])
        self.save()

    def act(self, action: Action) -> None:
        """Does what the person asks for.

        Raises:
            Refused: when the rules do not allow it now.
        """
        self.table.act(SEAT, action)

    def check(self, action: Action) -> None:
        """Checks what the person asks for without doing it.

        Raises:
            Refused: when the rules do not allow it now.
        """
        self.table.check(SEAT, action)

    def save(self) -> None:
        """Keeps match and rack."""
        self._keep(MATCH, self.table.record.write())
        self.save_rack()

    def save_rack(self) -> None:
        """Keeps the arrangement alone."""
        self._keep(RACK, self.rack.write())

    def _keep(self, key: str, text: str) -> None:
        if not self._bridge.save(key, text) and self._kept:
            self._kept = False
            self._unkept()
