"""The match being played: begun, kept after every action, and taken up again."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.bots import make_bot
from okey.bridge import Bridge
from okey.game import Event, Game, Refused, View
from okey.game.actions import Action
from okey.record import Record, RecordError
from okey.rules import RuleSet
from okey.table import Chair, Table
from okey.tiles import TileError
from okey.ui import sorting
from okey.ui.rack import Rack

SEAT = 0
"""Where the person sits."""

NAMES = ("", "Elif", "Mehmet", "Zeynep")
"""The names of the computer players by seat."""

BOT = "honest"
"""Which computer player sits on the other chairs."""

MATCH, RACK, SETTINGS, DAMAGED = "match", "rack", "settings", "match.damaged"
"""The keys of what the bridge keeps: record, arrangement of the rack, settings, an unreadable save."""

REPLAY_SLICE = 0.012
"""How many seconds of a replay run before everything else may run once."""

Start: TypeAlias = Literal["new", "resumed", "damaged"]


@dataclass(slots=True)
class Settings:
    """What the player chose."""

    language: str
    sound: bool = True
    fast: bool = False
    """Whether the computer players hurry."""

    @classmethod
    def read(cls, text: str | None, language: str) -> Settings:
        """Reads what ``write`` wrote; whatever is missing or wrong gets its default."""
        try:
            data = json.loads(text or "{}")
        except ValueError:
            data = {}
        if not isinstance(data, dict):
            data = {}
        chosen = data.get("language")
        return cls(
            chosen if chosen in ("tr", "en") else language,
            data.get("sound") is not False,
            data.get("fast") is True,
        )

    def write(self) -> str:
        """Writes the text that ``read`` reads back."""
        return json.dumps({"language": self.language, "sound": self.sound, "fast": self.fast})


class Session:
    """Runs one match after another on a table with one person and three computer players.

    Args:
        bridge: where matches are kept.
        changed: called after every action with its events, as the person's seat sees them.
        pace: seconds that a computer player waits before each action.
    """

    def __init__(self, bridge: Bridge, changed: Callable[[list[Event]], None], pace: float) -> None:
        self._bridge = bridge
        self._changed = changed
        self._pace = pace
        self._task: asyncio.Task[None] | None = None
        self.table: Table
        self.view: View
        """What the person may know now."""
        self.rack = Rack(1)
        self.scores: list[tuple[int, ...]] = []
        """The scores at the start and after every hand."""
        self.kept = True
        """Whether the last save outlives the page."""

    async def start(self, columns: int) -> Start:
        """Takes the kept match up again, or begins a new one."""
        text = self._bridge.load(MATCH)
        if text is None:
            self.begin(self.points()[0], columns)
            return "new"
        try:
            await self._resume(text, columns)
        except (RecordError, Refused, ValueError):
            self._bridge.save(DAMAGED, text)
            self.begin(self.points()[0], columns)
            return "damaged"
        return "resumed"

    async def _resume(self, text: str, columns: int) -> None:
        record = Record.parse(text)
        if record.seats != self._seats():
            raise RecordError("line 4: other players than this game seats")
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
            self.rack = Rack.parse(self._bridge.load(RACK) or "")
            self.rack.reshape(columns)
            self.rack.sync(self.view.rack)
        except TileError:
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
        return RuleSet.parse("classic").start_points

    @staticmethod
    def _seats() -> list[str]:
        return ["you", *(f"bot {BOT}" for _ in NAMES[1:])]

    def _sit(self, game: Game, record: Record) -> None:
        self.stop()
        chairs = [Chair("you")]
        chairs += [
            Chair(name, make_bot(BOT, f"{record.seed} {seat}")) for seat, name in enumerate(NAMES) if seat
        ]
        self.table = Table(
            game, record, chairs, pause=self._bridge.pause, wait=asyncio.sleep, pace=self._pace
        )
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
        self.table.game.check(action, SEAT)

    def save(self) -> None:
        """Keeps match and rack."""
        kept = self._bridge.save(MATCH, self.table.record.write())
        self.kept = self._bridge.save(RACK, self.rack.write()) and kept

    def save_rack(self) -> None:
        """Keeps the arrangement alone."""
        self._bridge.save(RACK, self.rack.write())
