"""The matches that were played: their summaries, and the records of the newest.

As text it is a line with the version, then a line of JSON for each match, the oldest first.  A line is read when
its match is asked for: a match is kept without reading the others.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from okey.foreign import read_json
from okey.link import LONGEST, LinkError, pack, unpack
from okey.record import Record
from okey.statistics import MatchSummary, SummaryError

MAGIC = "okey matches 1"
"""The first line; the number is the version of the format."""

MOST_RECORDS = 200
"""So many records are kept; of older matches only the summary."""

MOST = 2_000
"""So many summaries are kept."""

LARGEST = 6_000_000
"""How many characters the text may have; the oldest matches give way."""


class ArchiveError(ValueError):
    """A text that holds no matches; the message names the line."""


MOST_POINTS = 10**12
"""More play points than anybody earns."""


class Brought(NamedTuple):
    """What a match brought beside the experience of its hands: small facts that its summary does not tell."""

    points: int = 0
    """Play points: what a pot and a day's first finished hand gave, less what the table took."""
    rewarded: date | None = None
    """The last date whose first finished hand was one of its."""
    rival: str = ""
    """The key of the rival whose series it was."""

    def as_data(self) -> list[Any]:
        """Gives everything as values that JSON knows, for ``from_data``."""
        return [self.points, None if self.rewarded is None else self.rewarded.isoformat(), self.rival]

    @classmethod
    def from_data(cls, data: object) -> Brought:
        """Reads what ``as_data`` gave.

        Raises:
            ValueError: when it is nothing of the kind.
        """
        match data:
            case [int(points), None | str() as day, str(rival)] if (
                type(points) is int and abs(points) <= MOST_POINTS and re.fullmatch(r"[a-z+]{0,40}", rival)
            ):
                rewarded = None if day is None else date.fromisoformat(day)
                if rewarded is None or rewarded.isoformat() == day:
                    return cls(points, rewarded, rival)
        raise ValueError(f"{str(data)[:60]!r} is not what a match brought")


NOTHING = Brought()
"""What most matches brought beside experience."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match that was played."""

    ended: datetime
    """When it was kept, in UTC, to the second."""
    summary: MatchSummary
    packed: str | None
    """Its record as ``okey.link`` packs it; None when that is no longer kept."""
    brought: Brought = NOTHING
    """What it brought beside experience; written only where that is something."""

    def record(self) -> Record | None:
        """Unpacks the record.

        Raises:
            LinkError: when it is damaged.
        """
        return None if self.packed is None else unpack(self.packed)

    def line(self) -> str:
        """Writes the match as one line of text."""
        data = {"ended": self.ended.isoformat(), **self.summary.as_data(), "record": self.packed}
        if self.brought != NOTHING:
            data["brought"] = self.brought.as_data()
        return json.dumps(data, ensure_ascii=True, separators=(",", ":"))

    @classmethod
    def parse(cls, line: str) -> Kept:
        """Reads what ``line`` wrote.

        Raises:
            ValueError: when that is impossible.
        """
        data = read_json(line)
        if not isinstance(data, dict):
            raise SummaryError("no match")
        ended, packed = data.pop("ended", None), data.pop("record", None)
        brought = Brought.from_data(data.pop("brought")) if "brought" in data else NOTHING
        if not isinstance(ended, str) or not (packed is None or (isinstance(packed, str) and len(packed) <= LONGEST)):
            raise SummaryError("a match has the moment of its end, and its record")
        moment = datetime.fromisoformat(ended)
        if moment.tzinfo != UTC:
            raise SummaryError(f"{ended[:40]!r} is no moment in UTC")
        return cls(moment, MatchSummary.from_data(data), packed, brought)


class Archive(Sequence[Kept]):
    """All matches, the oldest first.

    Args:
        lines: what ``Kept.line`` wrote.
    """

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, index: int) -> Kept:  # type: ignore[override]
        """Reads a match; raises ArchiveError when its line is damaged."""
        try:
            return Kept.parse(self._lines[index])
        except ValueError as error:
            raise ArchiveError(f"line {range(len(self))[index] + 2}: {str(error)[:200]}") from None

    def __iter__(self) -> Iterator[Kept]:
        return (self[index] for index in range(len(self)))

    def add(self, record: Record, summary: MatchSummary, ended: datetime, brought: Brought = NOTHING) -> None:
        """Keeps a match; the oldest records and summaries give way where there are too many.

        A record too long to be packed is not kept, its summary is.
        """
        try:
            packed = pack(record)
        except LinkError:
            packed = None
        self._lines.append(Kept(ended.astimezone(UTC).replace(microsecond=0), summary, packed, brought).line())
        old = len(self) - MOST_RECORDS - 1
        if old >= 0:
            self._lines[old] = replace(self[old], packed=None).line()
        size = len(MAGIC) + 1 + sum(map(len, self._lines)) + len(self)
        while len(self) > MOST or size > LARGEST:
            size -= len(self._lines.pop(0)) + 1

    def sound(self) -> Archive:
        """Gets the matches that can be read."""
        found = []
        for line in self._lines:
            with contextlib.suppress(ValueError):
                Kept.parse(line)
                found.append(line)
        return Archive(found)

    def write(self) -> str:
        """Writes the text that ``parse`` reads back."""
        return "\n".join([MAGIC, *self._lines, ""])

    @classmethod
    def parse(cls, text: str) -> Archive:
        """Reads the list of matches, but none of them yet: ``tuple`` of an archive reads and checks them all.

        Raises:
            ArchiveError: when the text holds no matches, or a newer game wrote it.
        """
        if len(text) > LARGEST:
            raise ArchiveError(f"longer than {LARGEST:,} characters")
        first, *lines = text.split("\n")
        if first != MAGIC:
            raise ArchiveError(f"line 1: {first[:40]!r}: expected {MAGIC!r}")
        if not lines or lines.pop() or len(lines) > MOST:
            raise ArchiveError(f"line {len(lines) + 1}: the end is missing, or more than {MOST} matches are there")
        return cls(lines)
