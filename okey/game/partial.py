"""A match as one seat knows it: the same state machine, told what it cannot know.

Whoever deals applies an action to the whole ``Game`` and sends each seat a ``Report``.  A ``PartialGame`` plays the
reports: hidden tiles are ``UNKNOWN`` there until somebody shows them, all else follows from the rules.  So a seat
checks every action of everybody by itself, as far as it knows, and its view is the one that the whole game gives.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from okey.game.actions import DEAL, Action
from okey.game.events import Event
from okey.game.game import Game
from okey.game.refusal import Refused
from okey.game.scoring import Ending
from okey.game.state import Hand
from okey.melds import Meld
from okey.rules import RuleSet
from okey.solver import Shape
from okey.tiles import FALSE_JOKER, TILE_NAMES, TILES, Tile, kind_of

UNKNOWN: Tile = -1
"""A tile that the seat has not seen."""


class Impossible(ValueError):  # noqa: N818  # reads as what was told, not as a fault of the program
    """A report that cannot be true, by the rules or by what the seat knows.

    Attributes:
        reason: a key of ``IMPOSSIBLE``, or of ``refusal.REASONS`` when the rules forbid the action.
        seat: who is said to have done it; None for the table.
    """

    def __init__(self, reason: str, seat: int | None, detail: str = "") -> None:
        self.reason = reason
        self.seat = seat
        who = "the table" if seat is None else f"seat {seat}"
        super().__init__(f"{who}: {IMPOSSIBLE.get(reason, reason)}{f': {detail}' if detail else ''}")


IMPOSSIBLE = {
    "tile_elsewhere": "a tile lies somewhere else",
    "too_many_tiles": "more tiles than the rack holds",
    "wrong_deal": "this is no deal",
    "wrong_racks": "these racks are not what was held at the end",
    "wrong_events": "something else follows from this action",
    "wrong_draw": "no tile of the stock",
}
"""Why a report cannot be true."""


@dataclass(frozen=True, slots=True)
class Outset:
    """A match between two hands: all that the next deal needs beside the tiles."""

    hand_number: int
    """How many hands were dealt."""
    hands_played: int
    dealer: int
    starter: int
    scores: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Outset:
        """Gets where a match stands, before its first deal or after the end of a hand."""
        return cls(game.hand_number, game.hands_played, game.dealer, game.starter, game.scores)

    def put(self, game: Game) -> None:
        """Sets a match to stand here, its table empty.

        Raises:
            ValueError: when the match cannot stand so.
        """
        players = game.rules.players
        seats = (self.dealer, self.starter)
        if len(self.scores) != players or not all(0 <= seat < players for seat in seats):
            raise ValueError(f"scores and seats of another number of players than {players}")
        game.hand_number, game.hands_played = self.hand_number, self.hands_played
        game.dealer, game.starter = seats
        game.scores = game.before = self.scores
        game.hand = game.base = game.result = None
        game.charges, game.steps, game.winners = [], [], ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a seat, or a spectator, is told of one action."""

    action: Action | None
    """None for another's claim that failed: what it named stays hidden."""
    events: tuple[Event, ...]
    """What the seat sees of what happened."""
    rack: tuple[Tile, ...] = ()
    """The seat's tiles in the order dealt, after a deal."""
    racks: tuple[tuple[Tile, ...], ...] = ()
    """What every seat holds, once the hand has ended."""


def report(game: Game, action: Action, events: Sequence[Event], seat: int | None) -> Report:
    """Tells a seat (None: a spectator) of an action that was just applied to the whole game."""
    hidden = any(event.kind == "failed" and event.seat != seat for event in events)
    dealt = action == DEAL and seat is not None and game.hand is not None
    return Report(
        None if hidden else action,
        tuple(event.seen_by(seat) for event in events),
        tuple(game.hand.players[seat].rack) if dealt and game.hand is not None and seat is not None else (),
        () if game.result is None else game.result.racks,
    )


class PartialGame(Game):
    """A match as one seat knows it.

    Args:
        rules: the options to play by.
        seat: whose knowledge it is; None for a spectator's.
        outset: where the match stands.

    Raises:
        ValueError: when there is no such seat or the match cannot stand so.
    """

    def __init__(self, rules: RuleSet, seat: int | None, outset: Outset) -> None:
        super().__init__(rules, "")
        if seat is not None and not 0 <= seat < rules.players:
            raise ValueError(f"{seat} is no seat of {rules.players}")
        self.seat = seat
        outset.put(self)
        self._told = Report(None, ())

    def follow(self, told: Report) -> list[Event]:
        """Does what a report says; gives what happened, as the seat sees it.

        Raises:
            Impossible: when it cannot be; then this copy is of no use any more.
        """
        actor = self.actor
        self._told = told
        try:
            events = self._failed_claim(told) if told.action is None else self._apply(told.action)
        except Refused as refused:
            raise Impossible(refused.reason, actor, str(refused)) from None
        seen = [event.seen_by(self.seat) for event in events]
        if tuple(seen) != told.events:
            lines = [" / ".join(map(str, part)) for part in (told.events, seen)]
            raise Impossible("wrong_events", actor, f"{lines[0]} instead of {lines[1]}")
        if (self.result is None) is not (told.racks == ()):
            raise Impossible("wrong_racks", None)
        return seen

    def check(self, action: Action, seat: int | None = None) -> None:
        """Checks an action of the seat's own without doing it; what only the table knows is left to the table.

        Raises:
            Refused: when the rules do not allow it now.
        """
        saved = self.copy()
        saved._told = Report(None, ())  # noqa: SLF001  # its own copy
        with contextlib.suppress(Impossible):
            saved.apply(action, seat)

    def _apply(self, action: Action) -> list[Event]:
        if action == DEAL or action.verb == "timeout" or self.hand is None or self.result is not None:
            return self.apply(action)
        if self.hand.phase == "discard" or action.verb == "show":
            self._reveal(self.hand.actor, [*action.tiles, *(tile for _, laid in action.melds for tile in laid)])
        if action.verb == "show" and self.hand.actor != self.seat:
            self.hand.twin_dealt_to = self.hand.actor
        return self.apply(action)

    def _failed_claim(self, told: Report) -> list[Event]:
        """Does what another's hidden, wrong claim leads to."""
        failed = told.events[0] if told.events else None
        if failed is None or failed.kind != "failed" or self.hand is None or self.result is not None:
            raise Impossible("wrong_events", self.actor, "only a failed claim is hidden")
        if self.hand.phase != "discard" or not self.rules.invalid_declare_penalty:
            raise Impossible("wrong_events", self.actor, "no claim can fail now")
        try:
            why = Refused(failed.word, failed.tiles, failed.numbers)
        except KeyError:
            raise Impossible("wrong_events", self.actor, f"{failed.word[:20]!r} is no reason") from None
        return self._failed(self.hand, why)

    def _reveal(self, seat: int, tiles: Iterable[Tile]) -> None:
        """Learns that a seat holds tiles.

        Raises:
            Impossible: when one of them lies elsewhere, or the seat's tiles are all known.
        """
        assert self.hand is not None
        rack = self.hand.players[seat].rack
        new = [tile for tile in dict.fromkeys(tiles) if tile not in rack]
        known = self._known(self.hand)
        for tile in new:
            if tile in known:
                raise Impossible("tile_elsewhere", seat, TILE_NAMES[tile])
            if UNKNOWN not in rack:
                raise Impossible("too_many_tiles", seat, TILE_NAMES[tile])
            rack[rack.index(UNKNOWN)] = tile
            if self.base is not None:
                before = self.base.players[seat].rack
                before[before.index(UNKNOWN)] = tile

    @staticmethod
    def _known(hand: Hand) -> set[Tile]:
        """Gets every tile whose place is known."""
        places = [*(player.rack for player in hand.players), *hand.piles, *(list(m.meld.tiles) for m in hand.melds)]
        return {hand.indicator, *(tile for place in places for tile in place)} - {UNKNOWN}

    # ---- what it is told

    def deck(self) -> list[Tile]:
        """Lays the tiles it was told so that the deal gives them to those who got them."""
        told, rules = self._told, self.rules
        first = told.events[0] if told.events else None
        indicator = first.tiles[0] if first is not None and len(first.tiles) == 1 else UNKNOWN
        size = rules.hand_size + (self.seat == self.starter)
        mine = told.rack
        if (
            not 0 <= indicator < TILES
            or kind_of(indicator) == FALSE_JOKER
            or len(mine) != (0 if self.seat is None else size)
            or not set(mine) <= set(range(TILES)) - {indicator}
            or len(set(mine)) < len(mine)
        ):
            raise Impossible("wrong_deal", None)
        dealt: list[Tile] = []
        for turn in range(rules.players):
            seat = (self.starter + turn) % rules.players
            dealt += mine if seat == self.seat else [UNKNOWN] * (rules.hand_size + (turn == 0))
        return [*[UNKNOWN] * (TILES - 1 - len(dealt)), *reversed(dealt), indicator]

    def deck_again(self, hand: Hand, spent: list[Tile]) -> list[Tile]:
        """Takes the spent discards off the table; in which order they are drawn it does not know."""
        for pile in hand.piles:
            pile[:] = [tile for tile in pile if tile not in spent]
        return [UNKNOWN] * len(spent)

    def top(self, hand: Hand) -> Tile:
        """Takes the tile that the seat was told it drew."""
        hand.stock.pop()
        if hand.actor != self.seat:
            return UNKNOWN
        drawn = next((e.tiles[0] for e in self._told.events if e.kind == "drew" and e.tiles), UNKNOWN)
        if drawn != UNKNOWN and (not 0 <= drawn < TILES or drawn in self._known(hand)):
            raise Impossible("wrong_draw", hand.actor)
        return drawn

    def thrown(self, hand: Hand) -> Tile:
        """Gets what was thrown for the actor; of its own rack the seat knows it by the rules."""
        if hand.actor == self.seat:
            return super().thrown(hand)
        seen = [e.tiles[0] for e in self._told.events if e.kind in ("discarded", "finished") and e.tiles]
        if not seen:
            raise Impossible("wrong_events", hand.actor, "nothing was thrown")
        self._reveal(hand.actor, seen[:1])
        return seen[0]

    def finished_by(self, hand: Hand, tile: Tile) -> tuple[Shape, tuple[Meld, ...]] | None:
        """Finds the shape that throwing a tile leaves; of a hidden rack once it was told that the hand has ended so."""
        if UNKNOWN in hand.acting.rack:
            if not any(event.kind == "finished" for event in self._told.events):
                return None
            self._learn(hand, hand.actor, tile)
        return super().finished_by(hand, tile)

    def end_hand(
        self,
        hand: Hand,
        ending: Ending,
        tile: Tile | None = None,
        shape: Shape | None = None,
        melds: tuple[Meld, ...] = (),
    ) -> list[Event]:
        """Ends the hand with the racks that everybody shows."""
        for seat in range(self.rules.players):
            self._learn(hand, seat)
        held = [tile for player in hand.players for tile in player.rack]
        if len(set(held)) < len(held):
            raise Impossible("wrong_racks", None, "a tile is there twice")
        return super().end_hand(hand, ending, tile, shape, melds)

    def _learn(self, hand: Hand, seat: int, thrown: Tile | None = None) -> None:
        """Learns what a seat holds at the end of a hand, the tile that it is about to throw beside it."""
        told = self._told.racks
        if len(told) != self.rules.players:
            raise Impossible("wrong_racks", None)
        rack = [*told[seat], *([] if thrown is None else [thrown])]
        known = hand.players[seat].rack
        elsewhere = self._known(hand) - set(known)
        if (
            len(rack) != len(known)
            or not set(known) - {UNKNOWN} <= set(rack) <= set(range(TILES))
            or elsewhere & set(rack)
        ):
            raise Impossible("wrong_racks", seat)
        hand.players[seat].rack = rack
