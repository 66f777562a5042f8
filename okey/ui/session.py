"""The match being played: begun, kept after every action, and taken up again."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Coroutine
from datetime import date
from typing import Literal, TypeAlias

from okey import daily
from okey.archive import NOTHING, Brought
from okey.bots import Agent, Budget, make_bot
from okey.bots.advice import Adviser
from okey.bots.memory import Memory
from okey.bridge import Bridge
from okey.game import Event, Game, Refused, View
from okey.game.actions import Action
from okey.game.deal import throws
from okey.game.scoring import counts_as_played
from okey.leagues import league_of, rival_of
from okey.record import Record, RecordError
from okey.rules import RuleSet
from okey.statistics import HandSummary, MatchSummary
from okey.table import Chair, Table
from okey.ui import sorting, tasks
from okey.ui.breath import Breath
from okey.ui.draft import SEAT, Draft, Sitter, sitters
from okey.ui.presence import Presence
from okey.ui.rack import Rack
from okey.ui.storage import MATCH, MATCHES, RACK, load, set_aside, with_match

REPLAY_SLICE = 0.012
"""How many seconds of a replay run before everything else may run once."""

BUSY_SECONDS = 0.1
"""How often it is looked whether a hand is dealt."""

Start: TypeAlias = Literal["new", "resumed", "damaged"]

Ended: TypeAlias = Callable[[Record, MatchSummary], Brought]
"""Counts a match that is over or given up; tells what it has brought beside the experience of its hands."""

RackShape: TypeAlias = Callable[[RuleSet], tuple[int, int]]
"""Tells how many columns and rows the rack has for a game."""


THINKING = {"usta": 0.3}
"""How many seconds a computer player may search for a decision, by level; the others do not search."""


def _bot(level: str, seed: str) -> Agent:
    """Makes a computer player that thinks as long as suits a person."""
    return make_bot(level, seed, Budget(seconds=THINKING.get(level), clock=time.monotonic))


def make_room_bot(level: str, seed: str) -> Agent:
    """Makes a computer player for a room."""
    return _bot(level, seed)


def bot_seed(seed: str, seat: int) -> str:
    """Gets what a computer player's chance follows from; the deal's seed cannot be told from it."""
    return hashlib.sha256(f"okey bot\n{seed}\n{seat}".encode()).hexdigest()


def _by_person(events: list[Event]) -> bool:
    """Tells whether what happened was the person's doing; who begins a hand has not done anything yet."""
    return any(event.seat == SEAT and event.kind != "dealt" for event in events)


def is_void(view: View) -> bool:
    """Tells whether the hand that has just ended is none of those that the match goes on for."""
    rules, result = view.rules, view.result
    return result is not None and rules.match_end != "score_zero" and not counts_as_played(rules, result.ending)


class Session:
    """Runs one match after another on a table with one person and computer players.

    Args:
        bridge: where matches are kept.
        changed: called after every action with its events, as the person's seat sees them.
        unkept: called when a save lives no longer than the page, the first time it happens.
        shape: tells the rack's columns and rows for a game.
        pace: seconds that a computer player waits before each action.
        busy: tells whether the screen still shows how the hand is dealt; computer players wait for that too.
        ended: called when the match is over or given up, before it is put among the kept ones.
    """

    def __init__(
        self,
        bridge: Bridge,
        changed: Callable[[list[Event]], None],
        unkept: Callable[[], None],
        shape: RackShape,
        pace: float,
        *,
        busy: Callable[[], bool] = lambda: False,
        ended: Ended = lambda _record, _summary: NOTHING,
    ) -> None:
        self._count_end = ended
        self._busy = busy
        self._bridge = bridge
        self._breath = Breath(bridge)
        self._changed = changed
        self._unkept = unkept
        self._shape = shape
        self._pace = pace
        self._task: asyncio.Task[None] | None = None
        self.adviser = Adviser()
        """Who watches over the person's shoulder."""
        self.memory = Memory()
        """What the person could remember of the hand."""
        self.table: Table
        self.view: View
        """What the person may know now."""
        self.rack = Rack(1)
        self.sitters: list[Sitter] = []
        """Who sits on each seat."""
        self.presence: tuple[Presence, ...] = ()
        """How it stands with each seat in a room; nothing at a table where nobody is connected."""
        self.scores: list[tuple[int, ...]] = []
        """The scores at the start and after every hand."""
        self.void: set[int] = set()
        """The hands that did not count, by their places in ``scores``."""
        self.played = False
        """Whether the person has done anything in this match."""
        self.last: View | None = None
        """What the person saw at the end of the last hand of this match; None during the first one."""
        self._kept = True
        self._going = asyncio.Event()
        self._going.set()
        self._hands: list[HandSummary] = []
        self._over = False
        self._paid = False
        self._forgotten = False

    async def start(self, draft: Draft) -> Start:
        """Takes the kept match up again, or begins a new one as drafted."""
        try:
            text = load(self._bridge, MATCH)
            if text is None:
                self.begin(draft.rules, draft.seated())
                return "new"
            await self._resume(text)
        except (Refused, ValueError):
            set_aside(self._bridge, MATCH)
            self.begin(draft.rules, draft.seated())
            return "damaged"
        return "resumed"

    async def _resume(self, text: str) -> None:
        record = Record.parse(text)
        if record.later:
            raise RecordError("a match of a room is played there")
        seated = sitters(record.seats, record.rules.players)
        game = Game(record.rules, record.seed)
        scores, void, hand, played, last = [game.scores], set[int](), list[Event](), False, None
        hands: list[HandSummary] = []
        pause_at = time.monotonic() + REPLAY_SLICE
        for action in record.actions:
            events = game.apply(action)
            played = played or _by_person(events)
            for event in events:
                if event.kind == "hand_ended":
                    scores.append(event.numbers)
                    last = game.view(SEAT)
                    if is_void(last):
                        void.add(len(scores) - 1)
                    hands.append(HandSummary.of(last, SEAT))
            hand = events if events[0].kind == "dealt" else [*hand, *events]
            if time.monotonic() > pause_at:
                await self._bridge.pause()
                pause_at = time.monotonic() + REPLAY_SLICE
        self.scores, self.void = scores, void
        self._sit(game, record, seated)
        self.played, self.last = played, last
        self._hands = hands
        self.table.recall(hand)
        self._watch(hand)
        shape = self._shape(record.rules)
        try:
            self.rack = Rack.parse(load(self._bridge, RACK) or "")
            self.rack.keep(self.view.rack)
            self.rack.reshape(*shape)
            self.rack.sync(self.view.rack)
        except ValueError:
            self.rack = Rack(*shape)
            if self.view.faces is not None:
                self.rack.arrange(*sorting.by_best(self.view))

    def begin(self, rules: RuleSet, seated: list[Sitter], seed: str | None = None) -> None:
        """Begins a new match; the one that was running is over, and kept as far as it was played.

        Args:
            rules: the options to play by.
            seated: who sits where.
            seed: what the deals follow from; None for chance.
        """
        self.leave()
        seed = self._bridge.entropy(16).hex() if seed is None else seed
        self.rack = Rack(*self._shape(rules))
        game = Game(rules, seed)
        self.scores, self.void = [game.scores], set()
        self.played = False
        self._sit(game, Record(rules, seed, list(map(str, seated))), seated)

    def again(self) -> None:
        """Begins a new match with the same rules and players."""
        self.begin(self.view.rules, self.sitters)

    def _sit(self, game: Game, record: Record, seated: list[Sitter]) -> None:
        self.stop()
        self.adviser, self.memory, self.last = Adviser(), Memory(), None
        self._hands, self._over, self._forgotten = [], bool(game.view(SEAT).winners), False
        self._paid = league_of(record) is not None
        self.sitters = seated
        chairs = [
            Chair(sitter.name, None if sitter.level is None else self._agent(sitter.level, record.seed, seat))
            for seat, sitter in enumerate(seated)
        ]
        self.table = Table(game, record, chairs, pause=self._breathe, wait=self._wait, pace=self._pace)
        self.table.listen(self._happened)
        self.view = self.table.view(SEAT)

    def _agent(self, level: str, seed: str, seat: int) -> Agent:
        """Makes who plays on a seat."""
        return _bot(level, bot_seed(seed, seat))

    async def _wait(self, seconds: float) -> None:
        """Lets a computer player wait before it acts."""
        await self._bridge.sleep(seconds)
        while self._busy():
            await self._bridge.sleep(BUSY_SECONDS)
        await self._going.wait()

    async def _breathe(self) -> None:
        """Lets everything else run between two thoughts of a computer player."""
        await self._breath()
        await self._going.wait()

    def halt(self, *, halted: bool) -> None:
        """Lets computer players stop where they are, or go on."""
        if halted:
            self._going.clear()
        else:
            self._going.set()

    @property
    def day(self) -> date | None:
        """The date whose daily deal is being played; None when it is another match."""
        return daily.day_of(self.table.record)

    @property
    def practice(self) -> bool:
        """Whether nothing depends on how well the person plays, so that hints and a coach may help."""
        record = self.table.record
        return self.day is None and league_of(record) is None and rival_of(record) is None

    @property
    def ended(self) -> bool:
        """Whether there is an end to be shown."""
        return self.view.result is not None

    def throws(self) -> tuple[int, int]:
        """Gets what the dealer's die showed before this hand."""
        return throws(self.table.record.seed, self.view.hand_number)

    def _watch(self, events: list[Event]) -> list[Event]:
        """Shows the adviser what the person sees."""
        seen = [event.seen_by(SEAT) for event in events]
        for event in seen:
            self.adviser.observe(event)
            self.memory.observe(event)
        return seen

    def set_pace(self, pace: float) -> None:
        """Lets computer players wait ``pace`` seconds before each action from now on."""
        self._pace = self.table.pace = pace

    def run(self) -> None:
        """Lets the table play on in the background; an error there ends up on the error page."""
        self._run(self.table.run())

    def _run(self, work: Coroutine[object, object, None]) -> None:
        self._task = tasks.begin(self._bridge, work)

    def stop(self) -> None:
        """Stops the table; nothing more happens on it."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _happened(self, events: list[Event]) -> None:
        self.view = self.table.view(SEAT)
        self.played = self.played or _by_person(events)
        for event in events:
            if event.kind == "hand_ended":
                self._score(event.numbers)
                self._hands.append(HandSummary.of(self.view, SEAT))
        self._changed(self._watch(events))
        self.save()
        if self.view.winners:
            self._keep_match()

    def _score(self, numbers: tuple[int, ...]) -> None:
        """Writes down the hand that has just ended."""
        self.scores.append(numbers)
        self.last = self.view
        if is_void(self.view):
            self.void.add(len(self.scores) - 1)

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

    @property
    def at_stake(self) -> bool:
        """Whether giving the match up gives away what was played, or the entry that was paid."""
        return (self.played or self._paid) and not self._over

    def summary(self) -> MatchSummary:
        """Sums up what was played of this match."""
        record = self.table.record
        return MatchSummary(str(record.rules), tuple(record.seats), SEAT, tuple(self._hands), self.view.winners)

    def leave(self) -> None:
        """Keeps a match that is given up, before another one takes its place."""
        if self.at_stake:
            self._keep_match()

    def forget(self) -> None:
        """Stops for good: other saves have taken the place of those this match belongs to, and get nothing of it."""
        self.stop()
        self._forgotten = self._over = True

    def _keep_match(self) -> None:
        """Puts the match among those that were played."""
        self._over = True
        record, summary = self.table.record, self.summary()
        self._keep(MATCHES, with_match(self._bridge, record, summary, self._count_end(record, summary)))

    def save(self) -> None:
        """Keeps match and rack."""
        self._keep(MATCH, self.table.record.write())
        self.save_rack()

    def save_rack(self) -> None:
        """Keeps the arrangement alone."""
        self._keep(RACK, self.rack.write())

    def _keep(self, key: str, text: str) -> None:
        if self._forgotten:
            return
        if not self._bridge.save(key, text) and self._kept:
            self._kept = False
            self._unkept()
