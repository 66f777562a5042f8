"""Events: what happened, as small values with a text form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from okey.tiles import Tile, TileError, parse_tile, tiles_text

KINDS_OF_EVENT = {
    "dealt": "a hand was dealt and the named tile turned up as indicator; the seat is the starter",
    "drew": "the seat drew from the stock; only the seat itself sees the tile",
    "took": "the seat took the named discard; the number is the seat that had thrown it",
    "gave_back": "the seat gave the taken tile back and has to draw",
    "reshuffled": "the stock was empty: discards were shuffled into a new one, of this many tiles",
    "showed": "the seat showed the indicator's twin",
    "declared": "the seat declared pairs",
    "opened": "the seat opened with this many points, or pairs if the word says so",
    "laid": "the seat laid the named meld on the table, where it has this number",
    "added": "the seat laid the named tile off at the end of the meld of this number that the word names",
    "swapped": "the seat put the first tile into the meld of this number and took the second, an okey",
    "undid": "the seat took its last step on the table back",
    "discarded": "the seat threw the named tile",
    "timed_out": "the seat's time was up: the table ends its turn, without penalty",
    "failed": "the seat claimed a finish or an opening that was none, for the reason, tiles and figures of a refusal",
    "penalty": "the seat writes this many points for what the word names",
    "konkan": "the seat became Konkan",
    "eliminated": "the seat was eliminated from the hand",
    "finished": "the seat threw the named tile and its other tiles are complete",
    "hand_ended": "the hand ended with these scores; the seat is the winner's, none when nobody finished",
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
    """Scores, seats or the number of a meld, see ``KINDS_OF_EVENT``."""
    word: str = ""
    """The type of a meld or of an opening, the end of a meld, or the reason of a penalty or of a wrong claim."""

    @classmethod
    def parse(cls, text: str) -> Event:
        """Reads an event such as ``discarded 2 R5`` or ``hand_ended 1 : 18 20 18 18``.

        Raises:
            EventError: when the text is no event.
        """
        head, colon, tail = text.partition(":")
        kind, seat, *words = [*head.split(), "", ""][: max(2, len(head.split()))]
        if kind not in KINDS_OF_EVENT:
            raise EventError(f"{text[:60]!r} is no event")
        word = words.pop(0) if words and words[0].islower() else ""
        try:
            return cls(
                kind,
                None if seat == "-" else int(seat),
                tuple(map(parse_tile, words)),
                tuple(map(int, tail.split())) if colon else (),
                word,
            )
        except (TileError, ValueError) as error:
            raise EventError(f"{text[:60]!r} is no event: {error}") from None

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        words = [self.kind, "-" if self.seat is None else str(self.seat)]
        if self.word:
            words.append(self.word)
        if self.tiles:
            words.append(tiles_text(self.tiles))
        if self.numbers:
            words += [":", *map(str, self.numbers)]
        return " ".join(words)

    def seen_by(self, seat: int | None) -> Event:
        """Gets what a seat (None: a spectator) sees of this event."""
        if self.kind in ("drew", "failed") and self.seat != seat:
            return replace(self, tiles=())
        return self
