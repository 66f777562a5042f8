"""Whether the goal of a challenge is met: told by what the engine says has happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, TypeAlias

from okey.challenges import ME, Goal
from okey.coach import Standing, standing
from okey.game import Event, Game
from okey.game.view import View
from okey.tiles import Tile

Verdict: TypeAlias = Literal["met", "failed"]


@dataclass(slots=True)
class Judge:
    """Follows one try at a challenge."""

    goal: Goal
    turns: int = 0
    """How many turns of the player are over."""
    fined: bool = False
    """Whether the player had to pay a penalty."""

    def hear(self, before: View, game: Game, events: Iterable[Event]) -> Verdict | None:
        """Judges an action that was done.

        Args:
            before: what the player knew before it.
            game: the match after it.
            events: what happened.

        Returns:
            None while the goal can still be met.
        """
        for event in events:
            self.fined |= event.kind == "penalty" and event.seat == ME
            if event.kind == "hand_ended":
                return "met" if self._ended_well(game) else "failed"
            if event.kind == "discarded" and event.seat == ME:
                self.turns += 1
                if (verdict := self._turn_over(before, game, event.tiles[0])) is not None:
                    return verdict
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

    def _turn_over(self, before: View, game: Game, thrown: Tile) -> Verdict | None:
        """Judges a turn of the player that has not ended the hand."""
        goal, last = self.goal, self.turns >= self.goal.turns
        assert game.hand is not None
        player = game.hand.players[ME]
        if player.eliminated:
            return "failed"
        if goal.kind == "open" and player.opened:
            return "met" if self._opened_well(game) else "failed"
        if goal.kind == "left" and not self.fined and len(player.rack) <= goal.value:
            return "met"
        if goal.kind == "ways":
            return "met" if thrown in best_throws(before) else "failed"
        if goal.kind == "hold" and last:
            return "met" if standing(game.view(ME)).missing <= goal.value else "failed"
        return "failed" if last else None


def throws(view: View) -> dict[Tile, Standing]:
    """Tells how the rack stands after each tile that may be thrown."""
    actions = takewhile(lambda action: action.verb == "discard", view.legal_actions())
    tiles = {view.faces.of[a.tiles[0]]: a.tiles[0] for a in actions if view.faces is not None}
    return {tile: standing(view, [t for t in view.rack if t != tile]) for tile in tiles.values()}


def best_throws(view: View) -> set[Tile]:
    """Gets the tiles whose throw leaves least missing, and then most unseen tiles that help."""
    assert view.faces is not None
    found = throws(view)
    ranks = {tile: (then.missing, -then.ways) for tile, then in found.items()}
    best = {view.faces.of[tile] for tile, rank in ranks.items() if rank == min(ranks.values())}
    return {tile for tile in view.rack if view.faces.of[tile] in best}
