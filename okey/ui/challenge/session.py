"""The table of a challenge: what ``Session`` is for a match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from okey.bots import Agent
from okey.bridge import Bridge
from okey.challenges import Challenge
from okey.challenges.judge import Judge, Verdict, Weighing
from okey.challenges.others import Guileless
from okey.game import Event, Refused
from okey.game.actions import Action
from okey.record import Record
from okey.ui import sorting
from okey.ui.draft import NAMES, Sitter
from okey.ui.rack import Rack
from okey.ui.session import RackShape, Session


class ChallengeSession(Session):
    """Runs one try at a challenge; nothing of it is kept but what came of it.

    Args:
        bridge: what the surroundings offer.
        changed: called after every action with its events, as the person's seat sees them.
        shape: tells the rack's columns and rows for a game.
        pace: seconds that the others wait before each action.
        challenge: what is played.
        judged: called once it is decided.
    """

    def __init__(
        self,
        bridge: Bridge,
        changed: Callable[[list[Event]], None],
        shape: RackShape,
        pace: float,
        *,
        challenge: Challenge,
        judged: Callable[[Verdict], None],
    ) -> None:
        super().__init__(bridge, changed, lambda: None, shape, pace)
        self.challenge = challenge
        self.judge = Judge(challenge.goal)
        self.verdict: Verdict | None = None
        """What came of it; None while it is not decided."""
        self._judged = judged
        self._decided = False
        """Whether nothing that happens changes what came of it."""
        game = challenge.game()
        seated = [Sitter(name, "easy" if seat else None) for seat, name in enumerate(NAMES[: game.rules.players])]
        self.rack = Rack(*shape(game.rules))
        self.scores = [game.before]
        self._sit(game, Record(game.rules, "challenge", list(map(str, seated))), seated)
        self.rack.arrange(*sorting.by_best(self.view))

    def _agent(self, _level: str, _seed: str, _seat: int) -> Agent:
        """Everybody else is without guile."""
        return Guileless()

    @property
    def turn(self) -> int:
        """The turn of the person's that this is, from 1."""
        return min(self.judge.turns + 1, self.challenge.goal.turns)

    def _happened(self, events: list[Event]) -> None:
        weighing = None if self._decided else self.judge.hear(self.view, self.table.game, events)
        super()._happened(events)
        if weighing is not None:
            self._decided = True
            self.stop()
            self._run(self._weigh(weighing))

    async def _weigh(self, weighing: Weighing) -> None:
        """Finds out what came of it, while everything else runs."""
        for verdict in weighing:
            if verdict is not None:
                self.verdict = verdict
                self._judged(verdict)
                return
            await self._breath()

    def act(self, action: Action) -> None:
        """Does what the person asks for.

        Raises:
            Refused: when the rules do not allow it now, or it is decided.
        """
        if self._decided:
            raise Refused("hand_over")
        super().act(action)

    @property
    def ended(self) -> bool:
        """Whether it is decided."""
        return self.verdict is not None

    @property
    def practice(self) -> bool:
        """Who solves a challenge does it alone."""
        return False

    @property
    def day(self) -> date | None:
        """It is no daily deal."""
        return None

    # what is kept of a match is not kept of a challenge

    def leave(self) -> None:
        """Is left as it is."""

    def _keep_match(self) -> None:
        """Is no match."""

    def save(self) -> None:
        """Begins anew after a reload."""

    def save_rack(self) -> None:
        """The arrangement lives as long as the try."""
