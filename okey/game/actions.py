"""Actions: what a seat may ask for, as small values with a text form."""

from __future__ import annotations

from dataclasses import dataclass

from okey.tiles import TILES, Tile, TileError, parse_tile, tiles_text


class ActionError(ValueError):
    """A text that is no action."""


VERBS: dict[str, int] = {
    "deal": 0,
    "draw": 0,
    "take": 0,
    "show": 1,
    "discard": 1,
    "finish": 1,
}
"""How many tiles each verb names.

``deal`` is chance's and needs no seat; ``draw`` and ``take`` begin a turn; ``show`` shows the indicator's
twin; ``discard`` ends a turn; ``finish`` throws a tile and claims that the rest is complete.
"""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat asks for.  ``Action.parse(str(action)) == action``."""

    verb: str
    """A key of ``VERBS``."""
    tiles: tuple[Tile, ...] = ()
    """The physical tiles it names."""

    def __post_init__(self) -> None:
        """Checks the verb, how many tiles it names, and that there are such tiles; raises ActionError."""
        if VERBS.get(self.verb) != len(self.tiles) or not all(0 <= tile < TILES for tile in self.tiles):
            raise ActionError(f"{self.verb[:20]!r} with the tiles {self.tiles!r:.40} is no action")

    @classmethod
    def parse(cls, text: str) -> Action:
        """Reads an action such as ``draw`` or ``discard R5'``.

        Raises:
            ActionError: when the text is no action.
        """
        verb, *words = text.split(maxsplit=30) or [""]
        if verb not in VERBS:
            raise ActionError(f"{verb[:20]!r} is no verb: expected one of {', '.join(VERBS)}")
        if len(words) != VERBS[verb]:
            raise ActionError(f"{text[:60]!r}: {verb} names {VERBS[verb]} tiles")
        try:
            return cls(verb, tuple(parse_tile(word) for word in words))
        except TileError as error:
            raise ActionError(str(error)) from None

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        return f"{self.verb} {tiles_text(self.tiles)}" if self.tiles else self.verb


DEAL = Action("deal")
DRAW = Action("draw")
TAKE = Action("take")


def show(tile: Tile) -> Action:
    """Makes the action of showing the indicator's twin."""
    return Action("show", (tile,))


def discard(tile: Tile) -> Action:
    """Makes the action of throwing a tile."""
    return Action("discard", (tile,))


def finish(tile: Tile) -> Action:
    """Makes the action of throwing a tile and claiming the hand."""
    return Action("finish", (tile,))
