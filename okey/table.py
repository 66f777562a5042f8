"""The table: seats an agent on each chair, runs a match and keeps its record."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from okey.bots.agent import Agent
from okey.game import Event, Game, Refused, View
from okey.game.actions import DEAL, TIMEOUT, Action
from okey.record import Record

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits where."""

    name: str
    agent: Agent | None = None
    """The agent that plays; None for a person, who plays through ``Table.act``."""


async def _no_wait(_seconds: float) -> None:
    await asyncio.sleep(0)


class Table:
    """Runs a match to its end.

    Args:
        game: the match; it may have begun already.
        record: where its actions are written down, in step with ``game``.
        chairs: one for each seat.
        pause: awaited between two slices of an agent's thinking.
        wait: awaited with a number of seconds before an agent acts, so that people can follow.
        pace: that number; 0 for none.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        chairs: Sequence[Chair],
        *,
        pause: Callable[[], Awaitable[None]] | None = None,
        wait: Callable[[float], Awaitable[None]] = _no_wait,
        pace: float = 0.0,
    ) -> None:
        if len(chairs) != game.rules.players:
            raise ValueError(f"{len(chairs)} chairs for {game.rules.players} players")
        self.game = game
        self.record = record
        self.chairs = tuple(chairs)
        self.pace = pace
        self._pause = pause or (lambda: asyncio.sleep(0))
        self._wait = wait
        self._listeners: list[Callable[[list[Event]], None]] = []
        self._changed = asyncio.Event()

    @property
    def has_people(self) -> bool:
        """Whether any chair is a person's; without people the next hand is dealt at once."""
        return any(chair.agent is None for chair in self.chairs)

    def listen(self, listener: Callable[[list[Event]], None]) -> Callable[[], None]:
        """Calls ``listener`` with the events of every action; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def view(self, seat: int | None) -> View:
        """Gets what a seat may know now."""
        return self.game.view(seat)

    def check(self, seat: int, action: Action) -> None:
        """Checks what the person on a seat asks for without doing it.

        Raises:
            Refused: when the rules do not allow it now.
        """
        self.game.check(action, seat)

    def act(self, seat: int, action: Action) -> None:
        """Does what the person on a seat asks for; ``deal`` goes on to the next hand.

        Raises:
            Refused: when the rules do not allow it now; nothing has changed.
        """
        self._apply(None if action == DEAL else seat, action)

    def time_out(self) -> None:
        """Ends the turn of the seat to act, whose time is up: the drawn tile is thrown, without penalty.

        Raises:
            Refused: when no seat is to act.
        """
        self._apply(None, TIMEOUT)

    def _apply(self, seat: int | None, action: Action) -> None:
        events = self.game.apply(action, seat)
        self.record.actions.append(action)
        self._changed.set()
        self.recall(events)
        for listener in tuple(self._listeners):
            listener(events)

    def recall(self, events: list[Event]) -> None:
        """Tells the agents what happened, now or in this hand before the table went on with it."""
        for index, chair in enumerate(self.chairs):
            if chair.agent is not None:
                self._tell(chair.agent, index, events)

    def _tell(self, agent: Agent, seat: int, events: list[Event]) -> None:
        """Tells an agent what its seat sees; whatever goes wrong in it, the game goes on."""
        try:
            for event in events:
                agent.observe(event.seen_by(seat))
        except Exception:
            log.exception("seat %d: agent failed to observe", seat)

    async def run(self) -> None:
        """Plays until the match is over; deals the first hand, and the later ones if no person will."""
        while self.game.phase != "over":
            seat = self.game.actor
            if seat is None:
                if self.game.hand_number == 0 or not self.has_people:
                    self._apply(None, DEAL)
                else:
                    await self._change()
            elif (agent := self.chairs[seat].agent) is None:
                await self._change()
            else:
                await self._wait(self.pace)
                self._apply(seat, await self._choose(agent, seat))

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    async def _choose(self, agent: Agent, seat: int) -> Action:
        """Lets an agent think; whatever goes wrong in it, a legal action comes out."""
        view = self.game.view(seat)
        try:
            for thought in agent.think(view):
                if thought is not None:
                    self.game.check(thought, seat)
                    return thought
                await self._pause()
            log.error("seat %d: agent chose nothing", seat)
        except Refused:
            log.exception("seat %d: agent's action refused", seat)
        except Exception:
            log.exception("seat %d: agent failed", seat)
        return next(view.legal_actions())
