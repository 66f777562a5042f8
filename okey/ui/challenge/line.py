"""The best line of a challenge, shown step by step as a match is watched again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from okey.challenges import Challenge
from okey.challenges.judge import Judge, Verdict, Weighing
from okey.challenges.solver import Try
from okey.game import Event, Game
from okey.game.actions import Action
from okey.record import Record
from okey.ui.draft import NAMES, Sitter
from okey.ui.scenes.replay import Replay

if TYPE_CHECKING:
    from okey.ui.app import App

MISSING = frozenset({"hand-back", "hand-on", "share", "file", "analysis"})
"""The buttons of a replay that a line has no use for."""


class _Line(Record):
    """A line as a record that begins with its position; its first step shows that."""

    def __init__(self, challenge: Challenge) -> None:
        moments = list(_moments(challenge))
        game = moments[0][0]
        seats = [str(Sitter(name, "easy" if seat else None)) for seat, name in enumerate(NAMES[: game.rules.players])]
        super().__init__(game.rules, "challenge", seats, [action for _, _, action in moments])
        self._moments = moments

    def steps(self) -> Iterator[tuple[Game, list[Event]]]:
        """Yields the position, and then what becomes of it."""
        yield from ((game, events) for game, events, _ in self._moments)


class _Watched(Try):
    """A try of which every moment is kept."""

    moments: list[tuple[Game, list[Event], Action]]

    def _apply(self, action: Action) -> None:
        game = self.game.copy()
        events = game.apply(action)
        super()._apply(action)
        self.moments.append((game, events, action))

    def _weigh(self, _weighing: Weighing) -> Verdict:
        """A line meets its goal, as the maker saw to; to find that out anew would take too long for a frame."""
        return "met"


def _moments(challenge: Challenge) -> Iterator[tuple[Game, list[Event], Action]]:
    watched = _Watched(challenge.game(), Judge(challenge.goal))
    watched.moments = [(watched.game.copy(), [], challenge.line[0])]
    for action in challenge.line:
        watched.act(action)
    return iter(watched.moments)


class BestLine(Replay):
    """A line being watched.

    Args:
        app: the app it belongs to.
        challenge: whose line it is.
    """

    name = "line"

    def __init__(self, app: App, challenge: Challenge) -> None:
        super().__init__(app, _Line(challenge))

    def heading(self) -> str:
        """Says what is shown."""
        return self.app.texts("challenge.line")

    def _buttons(self, *, pages: int = 1) -> list[tuple[str, str, str]]:
        return [button for button in super()._buttons(pages=pages) if button[0] not in MISSING]
