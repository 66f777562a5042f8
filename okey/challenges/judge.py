"""Whether the goal of a challenge is met: told by what the engine says has happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, TypeAlias

from okey.challenges import ME, Goal
from okey.coach import Standing, look
from okey.game import Event, Game
from okey.game.view import View
from okey.tiles import Face, Tile

Verdict: TypeAlias = Literal["met", "failed"]

Weighing: TypeAlias = Iterator[Verdict | None]
"""Finds a verdict: yields None after each step of a few milliseconds, and the verdict at last."""


@dataclass(slots=True)
class Judge:
    """Follows one try at a challenge."""

    goal: Goal
    turns: int = 0
    """How many turns of the player are over."""
    fined: bool = False
    """Whether the player had to pay a penalty."""

    def hear(self, before: View, game: Game, events: Iterable[Event]) -> Weighing | None:
        """Judges an action that was done.

        Args:
            before: what the player knew before it.
            game: the match after it.
            events: what happened.

        Returns:
            None while the goal can still be met; else what finds the verdict, whatever happens later.
        """
        happened = tuple(events)
        self.fined |= any(event.kind == "penalty" and event.seat == ME for event in happened)  # it may come last
        for event in happened:
            if event.kind == "hand_ended":
                return _known(met=self._ended_well(game))
            if event.kind == "discarded" and event.seat == ME:
                self.turns += 1
                if (weighing := self._turn_over(before, game, event.tiles[0])) is not None:
                    return weighing
        return None

    def _ended_well(self, game: Game) -> bool:
        """Tells whether the end of the hand meets the goal."""
        result, goal = game.result, self.goal
        if result is None or result.winner != ME:
            return False
        if goal.kind == "finish":
            return (not goal.pairs or result.shape == "pairs") and (not goal.okey or result.okey)
        return goal.kind == "left" or (goal.kind == "open" and self._opened_well(game))

    def _opened_well(self, game: Game) -> bool:
        assert game.hand is not None
        player, wanted = game.hand.players[ME], "pairs" if self.goal.pairs else "series"
        return player.opened == wanted and player.opened_with >= self.goal.value and not self.fined

    def _turn_over(self, before: View, game: Game, thrown: Tile) -> Weighing | None:
        """Judges a turn of the player that has not ended the hand."""
        goal, last = self.goal, self.turns >= self.goal.turns
        assert game.hand is not None
        player = game.hand.players[ME]
        if player.eliminated:
            return _known(met=False)
        if goal.kind == "open" and player.opened:
            return _known(met=self._opened_well(game))
        if goal.kind == "left" and not self.fined and len(player.rack) <= goal.value:
            return _known(met=True)
        if goal.kind == "ways":
            return _best_thrown(before, thrown)
        if goal.kind == "hold" and last:
            return _held(game.view(ME), goal.value)
        return _known(met=False) if last else None


def verdict_of(weighing: Weighing) -> Verdict:
    """Finds a verdict without a pause."""
    return next(verdict for verdict in weighing if verdict is not None)


def _known(*, met: bool) -> Weighing:
    yield "met" if met else "failed"


def _best_thrown(before: View, thrown: Tile) -> Weighing:
    for best in weigh_throws(before):
        yield None if best is None else "met" if thrown in best else "failed"


def _held(view: View, missing: int) -> Weighing:
    for found in look(view):
        yield None if found is None else "met" if found.missing <= missing else "failed"


def weigh_throws(view: View) -> Iterator[set[Tile] | None]:
    """Finds the tiles whose throw leaves least missing, and then most unseen tiles that help.

    Yields None after each step of a few milliseconds, and the tiles at last.
    """
    assert view.faces is not None
    actions = takewhile(lambda action: action.verb == "discard", view.legal_actions())
    tiles = {view.faces.of[action.tiles[0]]: action.tiles[0] for action in actions}
    found: dict[Face, Standing] = {}
    for face, thrown in tiles.items():
        for then in look(view, [tile for tile in view.rack if tile != thrown]):
            if then is not None:
                found[face] = then
            yield None
    ranks = {face: (then.missing, -then.ways) for face, then in found.items()}
    least = min(ranks.values())
    yield {tile for tile in view.rack if ranks.get(view.faces.of[tile]) == least}


def best_throws(view: View) -> set[Tile]:
    """Gets what ``weigh_throws`` finds, without a pause."""
    return next(best for best in weigh_throws(view) if best is not None)
