"""What decided a hand at an open table for a player: what each turn cost, and what luck did, told apart.

Everything is measured in points beside the others: what the hand brings the player's side less what it brings the
other sides on average.  After each turn of the player's its *outlook* is estimated, the points that may be expected
then, from what the seat could know: how likely it is to open or how much is left in its rack, how long the stock lasts,
and how far the others are.  How that follows was fitted to hands of computer players (``bench/outlooks.py``).  A hand
then is a way from 0 to its outcome::

    outcome == deal + sum(luck) + end - sum(cost)

Once a tile has come, Hard's whole turn is played on a copy of the table: opening, laying, throwing.  A turn costs what
the outlook after that would have been better than it is after the player's own; nothing where the player's is as good,
whatever it was.  ``luck`` is what the better of both is above the outlook before, so all that the player had no hand
in.  A discard costs what the outlook with Hard's choice, taking or drawing, was better than with the player's; a tile
from the stock is expected to leave the outlook as it is, for that is what it was measured as.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import NamedTuple

from okey.analysis.parts import Analysis, AnalysisError, Missed, Turn
from okey.bots import SKILLS, Budget
from okey.bots.bot import decide
from okey.bots.memory import Memory
from okey.bots.mind import Mind
from okey.bots.open_discard import STEP, chance, share_of
from okey.bots.open_sight import Sight
from okey.game import Event, Game, HandResult, Refused, View
from okey.game.actions import Action
from okey.game.scoring import gains
from okey.rules import RuleSet
from okey.tiles import Tile

SKILL = SKILLS["hard"]
"""Whose eyes estimate, and whose turn every turn is held against."""

PLAYERS = 4
"""So many play in what was measured."""

LONG = 12
"""So many turns or more are left: that is long, and counts as this many."""


class Outlook(NamedTuple):
    """How the points that may be expected follow from how a seat stands: the weights of a linear regression."""

    unopened: tuple[float, ...]
    """Of ``unopened``."""
    opened: tuple[float, ...]
    """Of ``opened``."""


OUTLOOKS: dict[str, Outlook] = {
    "okey101": Outlook(
        (-53.4, 278.5, 11.8, -84.5, -62.9, -166.9, 14.8, -277.4, -222.8),
        (178.9, -37.4, -61.2, -3.8, -105.1, -95.2, -22.2, -100.6),
    ),
    "okey51": Outlook(
        (5.3, 54.6, -64.7, -103.4, -58.6, -62.9, 37.4, 44.2, 85.7),
        (98.6, -151.9, -75.5, 43.5, -35.3, -64.9, 2.8, 73.7),
    ),
    "konkan81": Outlook(
        (113.8, -25.4, -71.9, -118.5, -31.1, -272.1, -53.1, 157.9, 96.7),
        (117.2, -129.8, -97.7, 36.8, -77.9, -155.0, 0.0, 1.3),
    ),
}
"""By the preset, for four players; measured by ``python -m bench.outlooks`` in 450, 246 and 220 hands."""

_BETWEEN_HANDS = frozenset({"name", "match_end", "n_hands", "start_points"})
"""The options that change nothing within a hand."""


def is_known(rules: RuleSet) -> bool:
    """Tells whether hands of a game can be analysed: one that was measured, whatever ends the match."""
    return known(rules) is not None


@lru_cache(maxsize=16)
def known(rules: RuleSet) -> Outlook | None:
    """Gets how the outlook follows in a game; None where nobody has measured it."""
    names = [option.name for option in fields(RuleSet) if option.name not in _BETWEEN_HANDS]
    for preset, found in OUTLOOKS.items():
        measured = RuleSet.parse(preset)
        if all(getattr(rules, name) == getattr(measured, name) for name in names):
            return found
    return None


# ---- the outlook


def beside(rules: RuleSet, result: HandResult, seat: int) -> float:
    """Gets what a hand brought a seat's side beside the average of the others'."""
    points = gains(rules, result.before, result.after)
    others = [points[other] for other in _others(rules, seat)]
    return points[seat] - sum(others) / len(others)


def _others(rules: RuleSet, seat: int) -> list[int]:
    """Lists the seats of the other sides."""
    return [other for other in range(rules.players) if rules.side_of(other) != rules.side_of(seat)]


def sight(view: View, memory: Memory) -> Sight:
    """Gets the table in the eyes of Hard, who does not misjudge here."""
    return Sight(Mind(view, SKILL, memory, random.Random(0), Budget(0)))


def _table(view: View) -> tuple[float, float, float]:
    """Gets what all at a table see: how long the stock lasts, how many others have opened, how near one of them is."""
    assert view.seat is not None
    others = (view.seats[seat] for seat in _others(view.rules, view.seat))
    tiles = [seat.tiles for seat in others if seat.opened]
    near = 1 / (1 + min(tiles)) if tiles else 0.0
    return min(view.stock / PLAYERS, LONG) / LONG, len(tiles) / (PLAYERS - 1), near


def unopened(seen: Sight, view: View) -> Generator[None, None, tuple[float, ...]]:
    """Finds what the outlook of a seat that has not opened is estimated from, in small steps."""
    counts, wilds = seen.mind.counted(view.rack)
    yield from seen.openings.prepare(counts, wilds)
    distance = yield from seen.openings.points_in_steps(counts, wilds, seen.bar)
    likely = chance(distance, share_of(seen, distance), seen.turns, STEP) if seen.turns else 0.0
    far = distance.tiles / 8
    long, others, near = _table(view)
    points = sum(map(seen.faces.value, view.rack)) / 100
    return (1.0, likely, far, long, others, near, points, likely * long, far * long)


def opened(seen: Sight, view: View) -> tuple[float, ...]:
    """Gets what the outlook of a seat that has opened is estimated from."""
    long, others, near = _table(view)
    tiles, points = len(view.rack) / 10, sum(map(seen.faces.value, view.rack)) / 100
    return (1.0, tiles, points, long, others, near, float(seen.me.opened == "pairs"), tiles * long)


def outlook(known: Outlook, view: View, memory: Memory) -> Generator[None, None, float | None]:
    """Estimates the points that a seat may expect beside the others, in small steps.

    Returns:
        None for a Konkan player: too few of them were seen to measure it.
    """
    assert view.seat is not None
    seat, seen = view.seats[view.seat], sight(view, memory)
    if seat.konkan:
        return None
    if seat.opened:
        return _sum(known.opened, opened(seen, view))
    return _sum(known.unopened, (yield from unopened(seen, view)))


def _sum(weights: Sequence[float], found: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, found, strict=True))


# ---- the hand


class _End(NamedTuple):
    """How a turn ends."""

    value: float | None
    """The outlook then."""
    tiles: int
    """How many are left in the rack."""
    opened: bool
    thrown: Tile | None


class Watch:
    """Follows a hand for one seat.

    Args:
        rules: what is played.
        seat: whose hand it is.
        found: what is filled in.

    Raises:
        AnalysisError: when nobody has measured such games.
    """

    def __init__(self, rules: RuleSet, seat: int, found: Analysis) -> None:
        if (measured := known(rules)) is None:
            raise AnalysisError("such games were not measured")
        self._known = measured
        self._seat = seat
        self._found = found
        self._memory = Memory(reach=None)
        self._sure: float | None = None
        """The outlook after the last turn; None before the first that is judged."""
        self._best: _End | None = None
        """How Hard would end the turn."""
        self._offer: tuple[Tile, float, float] | None = None
        """A discard that Hard would take, the outlook with it, and the outlook without."""
        self._waiting: float | None = None
        """The outlook before the turn."""
        self._took: Tile | None = None
        found.in_points = True

    def hear(self, game: Game, events: list[Event]) -> Iterator[None]:
        """Takes what has just happened."""
        for event in events:
            self._memory.observe(event.seen_by(self._seat))
        if any(event.kind == "dealt" for event in events):
            self._found.faces = game.view(self._seat).faces
            if game.actor != self._seat:
                self._sure = yield from self._value(game)
                self._found.deal = self._sure or 0.0
        mine = [event for event in events if event.seat == self._seat]
        for event in mine:
            if event.kind in ("drew", "took", "gave_back"):
                self._took = event.tiles[0] if event.kind == "took" else None
                self._best = None
        threw = next((event.tiles[0] for event in mine if event.kind in ("discarded", "finished")), None)
        if threw is not None and self._best is not None:
            yield from self._close(game, threw)
        if game.result is not None:
            self._found.won = game.result.winner == self._seat
            self._found.outcome = self._outcome(game)
        elif game.actor == self._seat and game.phase == "draw" and threw is None and self._waiting is None:
            yield from self._look_at_offers(game)
        elif game.actor == self._seat and game.phase == "discard" and self._best is None:
            self._best = yield from self._played(game)

    def _outcome(self, game: Game) -> float:
        assert game.result is not None
        return beside(game.rules, game.result, self._seat)

    def _value(self, game: Game) -> Generator[None, None, float | None]:
        if game.result is not None:
            return self._outcome(game)
        return (yield from outlook(self._known, game.view(self._seat), self._memory))

    def _choice(self, game: Game) -> Generator[None, None, Action]:
        """Decides as Hard does."""
        view = game.view(self._seat)
        for thought in decide(Mind(view, SKILL, self._memory, random.Random(0), Budget(0))):
            if thought is not None:
                return thought
            yield
        return next(view.legal_actions())

    def _played(self, game: Game) -> Generator[None, None, _End]:
        """Plays the turn to its end as Hard does, on a copy."""
        game, thrown = game.copy(), None
        while thrown is None and game.result is None:
            action = yield from self._choice(game)
            try:
                events = game.apply(action)
            except Refused:
                events = game.apply(next(game.legal_actions()))
            thrown = next((e.tiles[0] for e in events if e.kind in ("discarded", "finished")), None)
            yield
        return (yield from self._end(game, thrown))

    def _end(self, game: Game, thrown: Tile | None) -> Generator[None, None, _End]:
        value = yield from self._value(game)
        own = game.view(self._seat).seats[self._seat]
        return _End(value, own.tiles, bool(own.opened), thrown)

    def _look_at_offers(self, game: Game) -> Iterator[None]:
        """Weighs what Hard would take against what may be expected without it."""
        self._waiting = yield from self._value(game)
        action = yield from self._choice(game)
        if action.verb == "take" and self._waiting is not None:
            then = game.copy()
            tile = then.apply(action)[0].tiles[0]
            end = yield from self._played(then)
            if end.value is not None:
                self._offer = tile, end.value, self._waiting

    def _source(self, could: float) -> tuple[Tile | None, bool, float]:
        """Weighs where the tile came from: what it was, or had better been; whether it was taken; the cost."""
        offer, waiting, took = self._offer, self._waiting, self._took
        if took is not None:
            unwanted = offer is None and waiting is not None
            return took, True, max(0.0, waiting - could) if unwanted and waiting is not None else 0.0
        if offer is not None:
            tile, then, before = offer
            return tile, False, max(0.0, then - before)
        return None, False, 0.0

    def _close(self, game: Game, thrown: Tile) -> Iterator[None]:
        """Closes a turn."""
        best, end = self._best, (yield from self._end(game, thrown))
        assert best is not None
        if best.value is None or end.value is None:
            could = after = self._sure or 0.0  # a Konkan player's turn is not judged
            source: tuple[Tile | None, bool, float] = (None, False, 0.0)
        else:
            could, after = max(best.value, end.value), end.value
            source = self._source(could)
        if self._sure is None:
            self._found.deal = self._sure = could  # who begins has its first tiles and its first turn at once
        number, cost, luck = len(self._found.turns) + 1, could - after, could - self._sure + source[2]
        missed, better = (_missed(best, end), thrown if best.thrown is None else best.thrown) if cost else ("", thrown)
        self._found.turns.append(Turn(number, end.tiles, after, luck, *source, thrown, better, cost, missed))
        self._sure, self._best, self._offer, self._waiting, self._took = after, None, None, None, None


def _missed(best: _End, end: _End) -> Missed:
    """Tells what one end of a turn has more than another, beside the throw."""
    if best.opened != end.opened:
        return "open" if best.opened else "wait"
    return "lay" if best.tiles < end.tiles else ""
