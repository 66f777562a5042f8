"""What a player has earned: experience and levels for hands played well, play points, and rivals beaten.

**Experience** comes from a hand's result alone, never from how long it took:

* A hand that the player's side finishes is worth 10; each thing that doubles a finish in the games (the okey thrown
  last, pairs, out of the hand, Konkan) doubles it, twice at most.
* At an open table, who opened and then left less than all others that did not finish gets 3; so does who is alone in
  front when the stock ends a hand that is scored.  Any other hand is worth nothing: who loses quickly gains nothing.
* That is multiplied by how seldom Medium would finish first in the same chair, by the ladder's ratings, against the
  same opponents; a chair among four equals counts 1.  So on average Medium earns the same against everybody, who is
  better earns more against the stronger, and two players' hands pay half of what four players' do.
* A penalty that the player could have avoided halves it.

**Play points** come with experience, one for one; for the day's first hand that the player's side finishes there are
some on top; the tables of ``okey.leagues`` take an entry and pay a pot.  They never fall below what opens the first
table, and nothing but looks and tables can be had for either.

Each hand counts once: the newest matches are remembered with the number of hands that were counted.  What a match
brought beside the experience of its hands is kept with it (``okey.archive.Brought``), so that all progress is the sum
of what the kept matches say, and can be made anew from them at any time.

Who gives up a match in its middle has lost it: the entry of a table, or the series.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from okey import odds
from okey.archive import MOST_POINTS, NOTHING, Archive, ArchiveError, Brought
from okey.bots import DEFAULT_LEVEL
from okey.foreign import read_json
from okey.ratings import RATINGS
from okey.record import Record
from okey.statistics import MOST_HANDS, HandSummary, MatchSummary, player

FINISHED = 10
"""What a plain finish is worth."""

MOST_DOUBLES = 2
"""So many doublings of it count."""

DOUBLES = ("pairs", "okey", "elden", "konkan")
"""What doubles it, as ``okey.simulate.manner`` writes it."""

IN_FRONT = 3
"""What it is worth to have left least without finishing, at an open table."""

CHAIRS = 4
"""A chair among so many equals counts once."""

STEP = 10
"""How much experience the second level takes; each further one takes as much more than the one before."""

FLOOR = 100
"""The play points that everybody begins with, and that nobody falls below: the entry to the first table."""

DAILY = 50
"""The play points of a day's first hand that is finished."""

VERSION = 2
_KIND = "okey progress"

MOST_SETTLED = 200
"""So many matches are remembered: as many as there are records of."""

MOST_RIVALS = 200
"""More rivals than there are."""

LARGEST = 40_000
"""How many characters the text may have: more than all that it may hold."""


class ProgressError(ValueError):
    """A text that holds no progress; the message names the field."""


def experience(summary: MatchSummary, hand: HandSummary) -> int:
    """Gets what a hand of a match is worth for the player.

    Args:
        summary: the match.
        hand: one of its hands.
    """
    if summary.won(hand):
        doubles = sum(hand.manner.count(word) for word in DOUBLES)
        worth: float = FINISHED << min(doubles, MOST_DOUBLES)
    elif hand.opened and _is_in_front(summary, hand):
        worth = IN_FRONT
    else:
        return 0
    worth *= difficulty(summary)
    return max(1, round(worth / 2 if hand.penalty else worth))


def _is_in_front(summary: MatchSummary, hand: HandSummary) -> bool:
    """Tells whether the player's side lost less than every other side that did not finish; there has to be one."""
    side_of = summary.rule_set.side_of
    finished = None if hand.winner is None else side_of(hand.winner)
    rest = [hand.gains[seat] for seat in summary.others if side_of(seat) != finished]
    return bool(rest) and hand.gains[summary.seat] > max(rest)


def difficulty(summary: MatchSummary) -> float:
    """Gets how seldom Medium would finish first in the player's chair; among four equals that counts 1.

    Who is no computer player is taken to be as good as Medium.
    """
    known = RATINGS[summary.game.split("+")[0]]
    medium, side_of = known[DEFAULT_LEVEL], summary.rule_set.side_of
    sides: dict[int, float] = {}
    for seat, name in enumerate(summary.seats):
        rating = medium if seat == summary.seat else known.get(player(name), medium)
        sides[side_of(seat)] = sides.get(side_of(seat), 0.0) + rating
    own = sides.pop(side_of(summary.seat))
    return 1 / (CHAIRS * odds.chance(own, odds.together(sides.values())))


def total(matches: Iterable[MatchSummary]) -> int:
    """Gets what matches are worth in all."""
    return sum(experience(match, hand) for match in matches for hand in match.hands)


def needed(level: int) -> int:
    """Gets the experience that a level begins with; levels begin with 1.

    >>> [needed(level) for level in (1, 2, 3, 10)]
    [0, 10, 30, 450]
    """
    return STEP * level * (level - 1) // 2


def level_of(earned: int) -> int:
    """Gets the level that experience makes.

    >>> [level_of(earned) for earned in (0, 9, 10, 29, 30)]
    [1, 1, 2, 2, 3]
    """
    return (1 + math.isqrt(1 + 8 * earned // STEP)) // 2


def key_of(record: Record) -> str:
    """Gets what a match is remembered by; nothing of its deals can be told from it."""
    text = "\n".join(["okey match", str(record.rules), record.seed, *record.seats])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Settled(NamedTuple):
    """How far a match was counted."""

    hands: int
    over: bool
    """Whether its end was."""
    brought: Brought = NOTHING
    """What it has brought beside experience."""


class Tally(NamedTuple):
    """What came of the series against a rival."""

    won: int = 0
    lost: int = 0


@dataclass
class Progress:
    """All that a player has earned."""

    experience: int = 0
    points: int = FLOOR
    """Play points."""
    rewarded: date | None = None
    """The date whose first finished hand was the last to bring points on top."""
    rivals: dict[str, Tally] = field(default_factory=dict)
    """By the rival's key."""
    settled: dict[str, Settled] = field(default_factory=dict)
    """By the match's key, the match counted last at the end."""

    @property
    def level(self) -> int:
        """The level that the experience makes."""
        return level_of(self.experience)

    def entry(self, stake: int) -> int:
        """Gets how many play points a table really takes: never what opens the first one."""
        return min(stake, self.points - FLOOR)

    def settle(
        self, key: str, summary: MatchSummary, day: date, *, stake: int = 0, rival: str = "", left: bool = False
    ) -> bool:
        """Counts what is new of a match; may be called as often as one likes, with as much of it as was played.

        Args:
            key: what the match is known by, see ``key_of``.
            summary: what was played of it so far.
            day: today.
            stake: the play points that everybody at the table has put in.
            rival: the key of the rival whose series it is.
            left: whether it is given up.

        Returns:
            Whether anything has changed.
        """
        before = self.settled.get(key)
        if before is None and not (stake or left or summary.hands or summary.winners):
            return False  # nothing to remember yet
        hands, over, brought = before or Settled(0, over=False, brought=Brought(-self.entry(stake), rival=rival))
        points, rewarded = brought.points, brought.rewarded
        for hand in summary.hands[hands:]:
            worth = experience(summary, hand)
            self.experience += worth
            self.points += worth
            if summary.won(hand) and self.rewarded != day:
                self.rewarded = rewarded = day
                points += DAILY
        if not over and summary.seat in summary.winners:
            points += stake * len(summary.seats) // len(summary.winners)
        if not over and (summary.winners or left):
            over = True
            self._count_series(rival, summary)
        self.points += points - (0 if before is None else brought.points)
        after = Settled(max(hands, len(summary.hands)), over, Brought(points, rewarded, rival))
        self.settled.pop(key, None)
        self.settled[key] = after
        if len(self.settled) > MOST_SETTLED:
            del self.settled[next(iter(self.settled))]
        return after != before

    def _count_series(self, rival: str, summary: MatchSummary) -> None:
        """Counts a match that is over for a rival, if it was a series."""
        if rival:
            won, tally = summary.seat in summary.winners, self.rivals.get(rival, Tally())
            self.rivals[rival] = Tally(tally.won + won, tally.lost + (not won))

    @classmethod
    def of(cls, kept: Archive) -> Progress:
        """Makes it anew from the matches that are kept."""
        made = cls()
        for index in range(len(kept)):
            try:
                match = kept[index]
            except ArchiveError:
                continue
            points, rewarded, rival = match.brought
            made.experience += total([match.summary])
            made.points += points
            made.rewarded = max(filter(None, (made.rewarded, rewarded)), default=None)
            made._count_series(rival, match.summary)
        made.points = max(FLOOR, made.points + made.experience)  # less than was paid may be kept of what was earned
        return made

    def pass_over(self, key: str, summary: MatchSummary) -> None:
        """Counts nothing of a match that is over any more: its part is in what was made of the kept ones."""
        self.settled[key] = Settled(len(summary.hands), over=True)

    def write(self) -> str:
        """Writes the text that ``parse`` reads."""
        data = {
            "kind": _KIND,
            "version": VERSION,
            "experience": self.experience,
            "points": self.points,
            "rewarded": None if self.rewarded is None else self.rewarded.isoformat(),
            "rivals": self.rivals,
            "settled": {key: [*found[:2], found.brought.as_data()] for key, found in self.settled.items()},
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> Progress:
        """Reads what ``write`` wrote.

        Raises:
            ProgressError: when the text is nothing of the kind, or a newer game's.
        """
        if len(text) > LARGEST:
            raise ProgressError(f"longer than {LARGEST:,} characters")
        try:
            data = read_json(text)
        except ValueError as error:
            raise ProgressError(str(error)) from None
        if not isinstance(data, dict) or [data.pop("kind", None), str(data.pop("version", None))] != [
            _KIND,
            str(VERSION),
        ]:
            raise ProgressError(f"expected {_KIND!r} of version {VERSION}")
        if data.keys() != _READERS.keys():
            raise ProgressError(f"expected {', '.join(_READERS)}")
        return cls(**{name: read(data[name]) for name, read in _READERS.items()})


def _number(value: Any, name: str, least: int = 0, most: int = MOST_POINTS) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ProgressError(f"{name}: {str(value)[:40]!r}: expected a number from {least} to {most}")
    return value


def _rewarded(value: Any) -> date | None:
    try:
        day = None if value is None else date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ProgressError(f"rewarded: {str(value)[:40]!r} is no date") from None
    if day is not None and day.isoformat() != value:
        raise ProgressError(f"rewarded: {value[:40]!r} is no date")
    return day


def _lists(value: Any, name: str, most: int, key: str, length: int) -> dict[str, list[Any]]:
    """Reads lists of so many values by keys of a pattern."""
    if not isinstance(value, dict) or len(value) > most:
        raise ProgressError(f"{name}: expected up to {most}")
    for found, values in value.items():
        if re.fullmatch(key, found) is None or not isinstance(values, list) or len(values) != length:
            raise ProgressError(f"{name}: {found[:40]!r}: expected {length} values of {key}")
    return value


def _rivals(value: Any) -> dict[str, Tally]:
    read = _lists(value, "rivals", MOST_RIVALS, r"[a-z+]{1,40}", 2)
    return {key: Tally(_number(won, key), _number(lost, key)) for key, (won, lost) in read.items()}


def _settled(value: Any) -> dict[str, Settled]:
    return {
        key: _settled_match(key, *values)
        for key, values in _lists(value, "settled", MOST_SETTLED, r"[0-9a-f]{16}", 3).items()
    }


def _settled_match(key: str, hands: Any, over: Any, brought: Any) -> Settled:
    if type(over) is not bool:
        raise ProgressError(f"settled: {key}: expected whether it is over")
    counted = _number(hands, key, most=MOST_HANDS)
    try:
        return Settled(counted, over, Brought.from_data(brought))
    except ValueError as error:
        raise ProgressError(f"settled: {key}: {error}") from None


_READERS: dict[str, Callable[[Any], Any]] = {
    "experience": lambda value: _number(value, "experience"),
    "points": lambda value: _number(value, "points", FLOOR),
    "rewarded": _rewarded,
    "rivals": _rivals,
    "settled": _settled,
}
"""What reads each field of the text."""
