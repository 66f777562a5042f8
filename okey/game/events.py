"""Events: what happened, as small values with a text form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from okey.tiles import Tile, TileError, parse_tile, tiles_text

KINDS_OF_EVENT = {
    "dealt": "a hand was dealt and the named tile turned up as indicator; the seat is the starter",
    "drew": "the seat drew from the stock; only the seat itself sees the tile",
    "took": "the seat took the named discard of the seat before it",
    "showed": "the seat showed the indicator's twin",
    "discarded": "the seat threw the named tile",
    "finished": "the seat threw the named tile and its other tiles are complete",
    "hand_ended": "the hand ended with these scores; the seat is the winner's, none when the stock ran out",
    "match_ended": "the match ended; the numbers are the seats that won",
}
"""Every kind of event with its meaning."""


class EventError(ValueError):
    """A text that is no event."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.  ``Event.parse(str(event)) == event``."""

    kind: str
    """A key of ``KINDS_OF_EVENT``."""
    seat: int | None = None
    """Who did it."""
    tiles: tuple[Tile, ...] = ()
    """The tiles concerned; absent where the observer may not see them."""
    numbers: tuple[int, ...] = ()
    """Scores or seats, see ``KINDS_OF_EVENT``."""

    @classmethod
    def parse(cls, text: str) -> Event:
        """Reads an event such as ``discarded 2 R5`` or ``hand_ended 1 : 18 20 18 18``.

        Raises:
            EventError: when the text is no event.
        """
        head, _, tail = text.partition(":")
        words = head.split()
        if len(words) < 2 or words[0] not in KINDS_OF_EVENT:
            raise EventError(f"{text[:60]!r} is no event")
        try:
            seat = None if words[1] == "-" else int(words[1])
            return cls(words[0], seat, tuple(map(parse_tile, words[2:])), tuple(map(int, tail.split())))
        except (TileError, ValueError) as error:
            raise EventError(f"{text[:60]!r} is no event: {error}") from None

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        words = [self.kind, "-" if self.seat is None else str(self.seat)]
        if self.tiles:
            words.append(tiles_text(self.tiles))
        if self.numbers:
            words += [":", *map(str, self.numbers)]
        return " ".join(words)

    def seen_by(self, seat: int | None) -> Event:
        """Gets what a seat (None: a spectator) sees of this event."""
        if self.kind == "drew" and self.seat != seat:
            return replace(self, tiles=())
        return self
