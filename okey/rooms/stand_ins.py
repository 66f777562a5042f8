"""The computer players of a room: on chairs that nobody has, and on those that they keep warm for somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from okey.bots import DEFAULT_LEVEL, Agent
from okey.game import Action, Event
from okey.rooms import lobby as lobbies
from okey.rooms.dealt import Dealt
from okey.rooms.office import Office

MOST_TIMEOUTS = 3
"""So many turns lost to the clock in a row, and a computer player keeps the chair warm."""


class StandIns:
    """Who acts where no person does.

    Args:
        office: the dealer seat's place.
        entropy: gives so many random bytes.
        now: the time.
        pace: seconds that a computer player waits before each action.
        make: makes a computer player of a level from a seed.
    """

    def __init__(
        self,
        office: Office,
        entropy: Callable[[int], bytes],
        now: float,
        pace: float,
        make: Callable[[str, str], Agent],
    ) -> None:
        self._office, self._entropy, self._pace, self._make = office, entropy, pace, make
        self._agents: dict[int, Agent] = {}
        self._thinking: Iterator[Action | None] | None = None
        self._timeouts: Counter[int] = Counter()
        self._act_at = now

    def acts(self, seat: int) -> bool:
        """Tells whether a computer player acts for a seat."""
        chair = self._office.lobby.chairs[seat]
        return chair.member < 0 or chair.away

    def clear(self) -> None:
        """Gets ready for another deal."""
        self._agents, self._thinking = {}, None

    def next_turn(self, now: float) -> None:
        """Lets whoever acts next wait its while."""
        self._thinking = None
        self._act_at = now + self._pace

    def forget(self, seat: int) -> None:
        """Drops the computer player of a seat."""
        self._agents.pop(seat, None)

    def observe(self, events: list[Event]) -> None:
        """Shows what has happened."""
        for index, agent in self._agents.items():
            for event in events:
                agent.observe(event.seen_by(index))

    # ---- chairs that are kept warm

    def keep(self, seat: int, now: float) -> None:
        """Lets a computer player keep a chair warm."""
        lobby = self._office.lobby
        self._office.change(lobbies.set_chair(lobby, seat, replace(lobby.chairs[seat], away=True)))
        self.next_turn(now)

    def give_back(self, seat: int, actor: int | None) -> None:
        """Hands a chair that was kept warm back to its member."""
        office = self._office
        self._timeouts[seat] = 0
        if office.lobby.chairs[seat].away:
            self.forget(seat)
            if actor == seat:
                self._thinking = None
            office.change(lobbies.set_chair(office.lobby, seat, replace(office.lobby.chairs[seat], away=False)))

    def acted(self, seat: int) -> None:
        """Notes that a person has acted."""
        self._timeouts[seat] = 0

    def timed_out(self, seat: int) -> None:
        """Notes that a person's time was up."""
        self._timeouts[seat] += 1

    def gave_up(self, seat: int) -> bool:
        """Tells whether somebody has let its time pass too often."""
        return self._timeouts[seat] >= MOST_TIMEOUTS

    # ---- thinking

    def begin(self, seat: int, dealt: Dealt, now: float) -> None:
        """Lets the computer player of a seat begin to think once it has waited its while."""
        if self._thinking is None and now >= self._act_at:
            self._thinking = self._agent(seat, dealt).think(dealt.game.view(seat))

    def _agent(self, seat: int, dealt: Dealt) -> Agent:
        """Gets the computer player of a seat; a new one hears what has happened in the hand."""
        if seat not in self._agents:
            agent = self._make(self._office.lobby.chairs[seat].bot or DEFAULT_LEVEL, self._entropy(16).hex())
            for event in dealt.events:
                agent.observe(event.seen_by(seat))
            self._agents[seat] = agent
        return self._agents[seat]

    @property
    def thinks(self) -> bool:
        """Whether somebody is thinking."""
        return self._thinking is not None

    def think(self) -> Action | None:
        """Lets who is thinking go on for a slice; gets the action once it is found."""
        assert self._thinking is not None
        thought = next(self._thinking, None)
        if thought is not None:
            self._thinking = None
        return thought

    def wakes_at(self, now: float) -> float:
        """Gets when who acts next begins to think, or thinks on."""
        return self._act_at if self._thinking is None else now
