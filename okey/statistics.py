"""What a player's matches come to: summaries made from records, added up by game and opponents.

A match is summed up once, when it ends; everything else is derived from the summaries, and a summary from the record of
its match at any time.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from okey.game import View
from okey.game.scoring import gains
from okey.record import Record
from okey.rules import RulesError, RuleSet
from okey.simulate import manner

PENALTIES = frozenset({"invalid_declare", "okey_discard", "playable_discard", "take_back", "left_open"})
"""The reasons of charges that a player could have avoided."""

BOT = "bot "
"""What stands before a computer player's level in a record's seats."""

_Key = TypeVar("_Key")

MOST_HANDS = 10_000
"""More hands than any match has."""


class SummaryError(ValueError):
    """Data that is no summary of a match."""


class HandSummary(NamedTuple):
    """What one hand came to for the player."""

    winner: int | None
    """The seat that finished; None when nobody did."""
    manner: str
    """How, as ``okey.simulate.manner`` names it; empty when nobody finished."""
    gains: tuple[int, ...]
    """What it brought each seat's side in points; more is better."""
    opened: str
    """What the player opened with, ``series`` or ``pairs``; empty when it did not open."""
    opened_with: int
    """The points, or the number of pairs, of that opening."""
    penalty: int
    """What penalties cost the player, in points."""

    @classmethod
    def of(cls, view: View, seat: int) -> HandSummary:
        """Sums up the hand that has just ended.

        Args:
            view: what anybody sees at the end of it.
            seat: the player's.
        """
        result, own = view.result, view.seats[seat]
        assert result is not None
        return cls(
            result.winner,
            "" if result.winner is None else manner(result),
            gains(view.rules, result.before, result.after),
            own.opened or "",
            own.opened_with if own.opened else 0,
            sum(abs(c.points) for c in result.charges if c.seat == seat and c.reason in PENALTIES),
        )


@dataclass(frozen=True)
class MatchSummary:
    """What one match came to for the player."""

    rules: str
    """The rule set as text."""
    seats: tuple[str, ...]
    """Who played, as the record names them."""
    seat: int
    """The player's."""
    hands: tuple[HandSummary, ...]
    winners: tuple[int, ...]
    """The seats that won the match; none of one that was left."""

    @property
    def rule_set(self) -> RuleSet:
        """The rules that were played."""
        return _parsed(self.rules)

    @property
    def game(self) -> str:
        """The name of the game: preset and overlays."""
        return self.rule_set.name

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of the other sides."""
        side_of = self.rule_set.side_of
        return tuple(seat for seat in range(len(self.seats)) if side_of(seat) != side_of(self.seat))

    @property
    def opponents(self) -> tuple[str, ...]:
        """The other sides' players in the order of the alphabet: the level of a computer player, else a name."""
        return tuple(sorted(map(player, (self.seats[seat] for seat in self.others))))

    def won(self, hand: HandSummary) -> bool:
        """Tells whether the player's side finished a hand."""
        side_of = self.rule_set.side_of
        return hand.winner is not None and side_of(hand.winner) == side_of(self.seat)

    def as_data(self) -> dict[str, Any]:
        """Gives everything as values that JSON knows, for ``from_data``."""
        hands = [[*hand[:2], list(hand.gains), *hand[3:]] for hand in self.hands]
        return {
            "rules": self.rules,
            "seats": list(self.seats),
            "seat": self.seat,
            "hands": hands,
            "winners": list(self.winners),
        }

    @classmethod
    def from_data(cls, data: object) -> MatchSummary:
        """Reads what ``as_data`` gave.

        Raises:
            SummaryError: when the data is no summary.
        """
        if not isinstance(data, dict) or data.keys() != {"rules", "seats", "seat", "hands", "winners"}:
            raise SummaryError("a summary has rules, seats, seat, hands and winners")
        text, seats, hands = data["rules"], data["seats"], data["hands"]
        try:
            players = _parsed(text).players if isinstance(text, str) else 0
        except RulesError as error:
            raise SummaryError(str(error)) from None
        if not isinstance(seats, list) or len(seats) != players or not all(isinstance(name, str) for name in seats):
            raise SummaryError(f"seats: expected {players} names")
        if not isinstance(hands, list) or len(hands) > MOST_HANDS:
            raise SummaryError("hands: expected a list")
        winners = data["winners"]
        if not isinstance(winners, list) or not all(_is_seat(seat, players) for seat in (*winners, data["seat"])):
            raise SummaryError("seat or winners: expected numbers of seats")
        read = tuple(_hand(hand, players) for hand in hands)
        return cls(text, tuple(seats), data["seat"], read, tuple(winners))


@lru_cache(maxsize=64)
def _parsed(rules: str) -> RuleSet:
    return RuleSet.parse(rules)


def _is_seat(value: object, players: int) -> bool:
    return type(value) is int and 0 <= value < players


def _hand(data: object, players: int) -> HandSummary:
    match data:
        case [winner, str(how), list(points), "" | "series" | "pairs" as opened, int(with_), int(penalty)] if (
            (winner is None or isinstance(winner, int))
            and (winner is None or _is_seat(winner, players))
            and len(points) == players
            and all(type(figure) is int for figure in (*points, with_, penalty))
        ):
            return HandSummary(winner, how, tuple(points), opened, with_, penalty)
    raise SummaryError(f"{str(data)[:60]!r} is no hand of {players} players")


def player(text: str) -> str:
    """Gets what a record's name of a seat is counted under.

    >>> player("bot hard Elif"), player("Ali")
    ('hard', 'Ali')
    """
    return text.removeprefix(BOT).split(" ")[0] if text.startswith(BOT) else text


def summarize(record: Record, seat: int) -> MatchSummary:
    """Sums a record up for a seat.

    Raises:
        RecordError: when the record cannot be played.
    """
    hands: list[HandSummary] = []
    winners: tuple[int, ...] = ()
    for game, events in record.steps():
        if any(event.kind == "hand_ended" for event in events):
            hands.append(HandSummary.of(game.view(seat), seat))
            winners = game.view(seat).winners
    return MatchSummary(str(record.rules), tuple(record.seats), seat, tuple(hands), winners)


@dataclass(slots=True)
class Totals:
    """What many matches of one game come to."""

    matches: int = 0
    """How many were played to their end."""
    matches_won: int = 0
    left: int = 0
    """How many were left before."""
    hands: int = 0
    won: int = 0
    """How many hands the player's side finished."""
    manners: Counter[str] = field(default_factory=Counter)
    """How many of these in each way, as ``okey.simulate.manner`` names it."""
    points: int = 0
    """What all hands brought the player's side."""
    penalty: int = 0
    """What penalties cost the player."""
    opened: int = 0
    """In how many hands the player opened."""
    opened_pairs: int = 0
    """In how many of these with pairs."""
    streak: int = 0
    """How many hands in a row the player's side has won now, or lost if negative."""
    longest: int = 0
    """The most hands in a row that it has won."""
    history: list[int] = field(default_factory=list)
    """What the hands brought until then, after each of them."""
    penalties: list[int] = field(default_factory=list)
    """What penalties had cost the player until then, after each hand."""
    openings: list[int] = field(default_factory=list)
    """The points of each opening with runs and sets, in their order."""

    @property
    def okey_finishes(self) -> int:
        """How many hands were won by throwing an okey."""
        return sum(count for how, count in self.manners.items() if "okey" in how)

    def share(self, count: int) -> float:
        """Gets how much something comes to in a hand on average; 0 before the first."""
        return count / self.hands if self.hands else 0.0

    @property
    def average_penalty(self) -> float:
        """What penalties cost the player in a hand on average, to the hundredth of a point."""
        return round(self.share(self.penalty), 2)

    @property
    def opening_points(self) -> int:
        """What all openings with runs and sets were worth."""
        return sum(self.openings)

    @property
    def average_opening(self) -> float:
        """The average points of an opening with runs and sets."""
        return self.opening_points / len(self.openings) if self.openings else 0.0

    def add(self, match: MatchSummary) -> None:
        """Counts a match."""
        self.matches += bool(match.winners)
        self.matches_won += match.seat in match.winners
        self.left += not match.winners
        for hand in match.hands:
            won = match.won(hand)
            self.hands += 1
            self.won += won
            self.manners[hand.manner] += won
            self.points += hand.gains[match.seat]
            self.penalty += hand.penalty
            self.opened += bool(hand.opened)
            self.opened_pairs += hand.opened == "pairs"
            if hand.opened == "series":
                self.openings.append(hand.opened_with)
            self.streak = (max(0, self.streak) + 1) if won else (min(0, self.streak) - 1)
            self.longest = max(self.longest, self.streak)
            self.history.append(self.points)
            self.penalties.append(self.penalty)
        self.manners = +self.manners


class Group(NamedTuple):
    """What is added up together."""

    game: str
    """Preset and overlays."""
    opponents: tuple[str, ...]


def totals(matches: Iterable[MatchSummary]) -> dict[Group, Totals]:
    """Adds matches up by game and opponents, in the order in which these were first played."""
    return _added((Group(match.game, match.opponents), match) for match in matches)


def overall(matches: Iterable[MatchSummary]) -> dict[str, Totals]:
    """Adds matches up by game alone."""
    return _added((match.game, match) for match in matches)


def _added(matches: Iterable[tuple[_Key, MatchSummary]]) -> dict[_Key, Totals]:
    found: dict[_Key, Totals] = {}
    for key, match in matches:
        found.setdefault(key, Totals()).add(match)
    return found


COLUMNS = (
    *("game", "opponents", "matches", "matches_won", "left", "hands", "won", "okey_finishes", "points", "penalty"),
    *("average_penalty", "opened", "opened_pairs", "opening_points", "streak", "longest", "finishes"),
    *("skill", "unsure", "history"),
)
"""The columns of a table; ``finishes`` says how many hands were won in which way, ``skill`` is that at the game against
whomever, ``history`` what the newest hands had brought until then."""

MOST_HISTORY = 1_000
"""So many hands are in it: a spreadsheet's cell takes no more."""


def table(matches: Sequence[MatchSummary], skills: Mapping[str, tuple[float, float]] = MappingProxyType({})) -> str:
    """Writes the totals by game and opponents as CSV (RFC 4180), with a line that names the columns.

    Args:
        matches: all of them.
        skills: how strong the player is at a game, and how unsure that is, by preset; see ``okey.skill``.
    """
    target = io.StringIO()
    rows = csv.writer(target)
    rows.writerow(COLUMNS)
    for group, total in totals(matches).items():
        ways = " ".join(f"{how.replace(' ', '_')}:{count}" for how, count in sorted(total.manners.items()))
        figures = [getattr(total, column) for column in COLUMNS[2:-4]]
        skill = [f"{figure:.1f}" for figure in skills.get(group.game.split("+")[0], ())] or ["", ""]
        history = " ".join(map(str, total.history[-MOST_HISTORY:]))
        rows.writerow([group.game, " ".join(map(harmless, group.opponents)), *figures, ways, *skill, history])
    return target.getvalue()


def harmless(name: str) -> str:
    """Writes a name so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" and name else name
