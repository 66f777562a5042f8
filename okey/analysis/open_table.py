"""What decided a hand at an open table for a player: what each turn cost, and what luck did, told apart.

Everything is measured in points beside the others: what the hand brings the player's side less what it brings the
other sides on average.  After each turn of the player's its *outlook* is estimated, the points that may be expected
then, from what the seat could know (``okey.analysis.outlook``).  A hand then is a way from 0 to its outcome::

    outcome == deal + sum(luck) + end - sum(cost)

Once a tile has come, Usta's whole turn is played on a copy of the table: opening, laying, throwing.  A turn costs what
the outlook after that would have been better than it is after the player's own; nothing where the player's is as good,
whatever it was.  ``luck`` is what the better of both is above the outlook before, so all that the player had no hand
in.  A discard costs what the outlook with Usta's choice, taking or drawing, was better than with the player's; a tile
from the stock is expected to leave the outlook as it is, for that is what it was measured as.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from typing import NamedTuple

from okey.analysis.ends import beside
from okey.analysis.outlook import SKILL, outlook
from okey.analysis.parts import Analysis, Missed, Turn
from okey.bots import Budget
from okey.bots.bot import decide
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.game import Event, Game, Refused
from okey.game.actions import TIMEOUT, Action
from okey.tiles import Tile

MOST_STEPS = 60
"""More actions than a turn takes; who does not come to an end has its tile thrown."""


class _End(NamedTuple):
    """How a turn ends."""

    value: float
    """The outlook then."""
    tiles: int
    """How many are left in the rack."""
    opened: bool
    thrown: Tile | None


class Watch:
    """Follows a hand for one seat.

    Args:
        seat: whose hand it is.
        found: what is filled in.
    """

    def __init__(self, seat: int, found: Analysis) -> None:
        self._seat = seat
        self._found = found
        self._memory = Memory(reach=None)
        self._sure: float | None = None
        """The outlook after the last turn; None before the first."""
        self._forget()
        found.in_points = True

    def _forget(self) -> None:
        """Begins a turn."""
        self._best: _End | None = None
        """How Usta would end the turn."""
        self._offer: tuple[Tile, float] | None = None
        """A discard that Usta would take, and the outlook with it."""
        self._waiting: float | None = None
        """The outlook before the turn."""
        self._came: Tile | None = None
        """The tile that was drawn or taken."""
        self._took: Tile | None = None
        """The discard that was taken, given back or not."""
        self._fined = 0.0
        """What giving it back cost."""

    def hear(self, game: Game, events: list[Event]) -> Iterator[None]:
        """Takes what has just happened."""
        for event in events:
            self._memory.observe(event.seen_by(self._seat))
        if any(event.kind == "dealt" for event in events):
            self._scores = game.before
            self._found.faces = game.view(self._seat).faces
            if game.actor != self._seat:
                self._sure = self._found.deal = yield from self._value(game)
        mine = [event for event in events if event.seat == self._seat]
        for event in mine:
            if event.kind in ("drew", "took", "gave_back"):
                self._best = None
                self._took = event.tiles[0] if event.kind == "took" else self._took
                self._came = None if event.kind == "gave_back" else event.tiles[0]
            if event.kind == "gave_back":
                self._fined = beside(game.rules, game.scores, self._scores, self._seat)
        self._scores = game.scores
        threw = next((event.tiles[0] for event in mine if event.kind in ("discarded", "finished")), None)
        if threw is not None:
            if self._best is not None:
                yield from self._close(game, self._best, threw)
            self._forget()
        if game.result is not None:
            winner, side_of = game.result.winner, game.rules.side_of
            self._found.won = winner is not None and side_of(winner) == side_of(self._seat)
            self._found.outcome = beside(game.rules, game.before, game.scores, self._seat)
        elif game.actor == self._seat and game.phase == "draw" and threw is None and self._waiting is None:
            yield from self._look_at_offers(game)
        elif game.actor == self._seat and game.phase == "discard" and self._best is None:
            self._best = yield from self._played(game)

    def _value(self, game: Game) -> Generator[None, None, float]:
        if game.result is not None:
            return beside(game.rules, game.before, game.scores, self._seat)
        return (yield from outlook(game.view(self._seat), self._memory, game.before))

    def _choice(self, game: Game) -> Generator[None, None, Action]:
        """Decides as Usta does."""
        view = game.view(self._seat)
        for thought in decide(Mind(view, SKILL, self._memory, random.Random(0), Budget(0))):
            if thought is not None:
                return thought
            yield
        return next(view.legal_actions())

    def _played(self, game: Game) -> Generator[None, None, _End]:
        """Plays the turn to its end as Usta does, on a copy."""
        game, thrown = game.copy(), None
        for step in range(MOST_STEPS):
            action = (yield from self._choice(game)) if step < MOST_STEPS - 1 else TIMEOUT
            try:
                events = game.apply(action)
            except Refused:
                events = game.apply(next(game.legal_actions()))
            thrown = next((e.tiles[0] for e in events if e.kind in ("discarded", "finished")), None)
            yield
            if thrown is not None or game.result is not None:
                break
        return (yield from self._end(game, thrown))

    def _end(self, game: Game, thrown: Tile | None) -> Generator[None, None, _End]:
        value = yield from self._value(game)
        own = game.view(self._seat).seats[self._seat]
        return _End(value, own.tiles, bool(own.opened), thrown)

    def _look_at_offers(self, game: Game) -> Iterator[None]:
        """Weighs what Usta would take against what may be expected without it."""
        self._waiting = yield from self._value(game)
        action = yield from self._choice(game)
        if action.verb == "take":
            then = game.copy()
            tile = then.apply(action)[0].tiles[0]
            self._offer = tile, (yield from self._played(then)).value

    def _source(self, could: float) -> tuple[Tile | None, bool, float]:
        """Weighs where the tile came from: what it was, or had better been; whether it was taken; the cost."""
        if self._took is not None:
            unwanted = self._offer is None and self._waiting is not None and not self._fined
            return self._took, True, self._fined + (max(0.0, (self._waiting or 0.0) - could) if unwanted else 0.0)
        if self._offer is not None and self._waiting is not None:
            tile, then = self._offer
            return tile, False, max(0.0, then - self._waiting)
        return None, False, 0.0

    def _close(self, game: Game, best: _End, thrown: Tile) -> Iterator[None]:
        """Closes a turn."""
        end = yield from self._end(game, thrown)
        could, after = max(best.value, end.value), end.value
        source = self._source(could)
        if self._sure is None:
            # who begins has its first tiles and its first turn at once
            self._found.deal = self._sure = could + source[2]
        number, cost, luck = len(self._found.turns) + 1, could - after, could - self._sure + source[2]
        missed, better = (_missed(best, end), thrown if best.thrown is None else best.thrown) if cost else ("", thrown)
        self._found.turns.append(
            Turn(number, end.tiles, after, self._came, luck, *source, thrown, better, cost, missed)
        )
        self._sure = after


def _missed(best: _End, end: _End) -> Missed:
    """Tells what one end of a turn has more than another, beside the throw."""
    if best.opened != end.opened:
        return "open" if best.opened else "wait"
    return "lay" if best.tiles < end.tiles else ""
