"""Actions: what a seat may ask for, as small values with a text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from okey.melds import MELD_TYPES, End, MeldType
from okey.solver import Laid
from okey.tiles import TILES, Tile, TileError, parse_tile, tiles_text


class ActionError(ValueError):
    """A text that is no action."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a verb names."""

    tile: Literal["none", "one", "maybe"] = "none"
    melds: int = 0
    """At most how many melds to lay; at least one if any."""
    target: bool = False
    """Whether it names a meld on the table."""
    end: bool = False
    """Whether it names an end of that meld."""


VERBS: dict[str, Form] = {
    "deal": Form(),
    "draw": Form(),
    "take": Form("maybe"),
    "back": Form(),
    "show": Form("one"),
    "pairs": Form(),
    "open": Form(melds=11),
    "lay": Form(melds=1),
    "add": Form("one", target=True, end=True),
    "swap": Form("one", target=True),
    "undo": Form(),
    "discard": Form("one"),
    "finish": Form("one"),
    "timeout": Form(),
}
"""What each verb names.

``deal`` is chance's and needs no seat.  ``draw`` and ``take`` begin a turn (``take`` names the tile where several
may be taken), ``back`` gives a taken tile back.  ``show`` shows the indicator's twin, ``pairs`` declares pairs
(çifte git).  On an open table ``open`` is the first lay-down, ``lay`` a further meld, ``add`` lays a tile off at
an end of a meld, ``swap`` puts the tile that an okey stands for and takes the okey, ``undo`` takes the last of
these back.  ``discard`` ends a turn; ``finish`` throws a tile and claims that the rest is complete.  ``timeout`` is
the clock's: the table ends the actor's turn, see ``okey.game.absence``; no seat may ask for it.
"""

_HOW_MANY = {"none": (0,), "one": (1,), "maybe": (0, 1)}
_ALL_TILES = frozenset(range(TILES))
_MAX_WORDS = TILES + 22
"""The most words behind a verb: every tile, and the type of each of eleven melds with the stroke before it."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat asks for.  ``Action.parse(str(action)) == action``."""

    verb: str
    """A key of ``VERBS``."""
    tiles: tuple[Tile, ...] = ()
    """The single tile it names, if any."""
    melds: tuple[Laid, ...] = ()
    """The melds to lay."""
    meld: int | None = None
    """The number on the table of the meld it goes to, from 0."""
    end: End | None = None
    """The end of that meld; a set is added to at its ``high`` end."""

    def __post_init__(self) -> None:
        """Checks that the verb names what it should, and that there are such tiles; raises ActionError."""
        form = VERBS.get(self.verb)
        if (
            form is None
            or len(self.tiles) not in _HOW_MANY[form.tile]
            or not min(form.melds, 1) <= len(self.melds) <= form.melds
            or form.target is (self.meld is None)
            or form.end is (self.end is None)
            or not _ALL_TILES.issuperset(self.tiles)
            or not all(_ALL_TILES.issuperset(laid) for _, laid in self.melds)
            or (form.melds and sum(len(laid) for _, laid in self.melds) > TILES)
        ):
            raise ActionError(f"{self.verb[:20]!r} names something else{_lacking(form, self)}")

    @classmethod
    def parse(cls, text: str) -> Action:
        """Reads an action such as ``draw``, ``discard R5'``, ``add R5 3 high`` or ``open run R1 R2 R3 / set B9 Y9 K9``.

        Raises:
            ActionError: when the text is no action.
        """
        verb, *words = text.split(maxsplit=_MAX_WORDS + 1) or [""]
        if verb not in VERBS:
            raise ActionError(f"{verb[:20]!r} is no verb: expected one of {', '.join(VERBS)}")
        if len(words) > _MAX_WORDS:
            raise ActionError(f"{text[:60]!r}: longer than any action")
        try:
            return cls._parse_words(verb, VERBS[verb], words)
        except (TileError, ActionError) as error:
            raise ActionError(f"{text[:60]!r}: {error}") from None

    @classmethod
    def _parse_words(cls, verb: str, form: Form, words: list[str]) -> Action:
        """Reads what stands behind a verb."""
        if form.melds:
            return cls(verb, melds=tuple(_parse_laid(part) for part in " ".join(words).split(" / ")))
        tiles = (parse_tile(words.pop(0)),) if words and form.tile != "none" else ()
        meld = _parse_target(words.pop(0)) if words and form.target else None
        end = _parse_end(words.pop(0)) if words and form.end else None
        if words:
            raise ActionError(f"{words[0][:20]!r} is too much")
        return cls(verb, tiles, meld=meld, end=end)

    def __str__(self) -> str:
        """Writes the text that ``parse`` reads back."""
        words = [self.verb]
        if self.tiles:
            words.append(tiles_text(self.tiles))
        if self.melds:
            words.append(" / ".join(f"{type_} {tiles_text(tiles)}" for type_, tiles in self.melds))
        if self.meld is not None:
            words.append(str(self.meld))
        if self.end is not None:
            words.append(self.end)
        return " ".join(words)


def _lacking(form: Form | None, action: Action) -> str:
    if form is None:
        return ""
    lacks = [
        *(["a tile"] if form.tile == "one" and not action.tiles else []),
        *(["melds"] if form.melds and not action.melds else []),
        *(["a meld on the table"] if form.target and action.meld is None else []),
        *(["an end of the meld"] if form.end and action.end is None else []),
    ]
    return f": it lacks {' and '.join(lacks)}" if lacks else ""


def _parse_laid(text: str) -> Laid:
    type_, *words = text.split() or [""]
    for known in MELD_TYPES:
        if type_ == known and words:
            return known, tuple(parse_tile(word) for word in words)
    raise ActionError(f"expected {' or '.join(MELD_TYPES)} and tiles, melds apart by ' / '")


def _parse_end(text: str) -> End:
    if text == "low":
        return "low"
    if text == "high":
        return "high"
    raise ActionError(f"{text[:20]!r} is no end of a meld: expected low or high")


def _parse_target(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ActionError(f"{text[:20]!r} is not the number of a meld")
    return int(text)


DEAL = Action("deal")
DRAW = Action("draw")
TAKE = Action("take")
BACK = Action("back")
PAIRS = Action("pairs")
UNDO = Action("undo")
TIMEOUT = Action("timeout")


_TAKES, _SHOWS, DISCARDS, _FINISHES = (
    tuple(Action(verb, (tile,)) for tile in range(TILES)) for verb in ("take", "show", "discard", "finish")
)


def take(tile: Tile) -> Action:
    """Gets the action of taking one of several discards on offer."""
    return _TAKES[tile]


def show(tile: Tile) -> Action:
    """Gets the action of showing the indicator's twin."""
    return _SHOWS[tile]


def discard(tile: Tile) -> Action:
    """Gets the action of throwing a tile."""
    return DISCARDS[tile]


def finish(tile: Tile) -> Action:
    """Gets the action of throwing a tile and claiming the hand."""
    return _FINISHES[tile]


def open_with(melds: tuple[Laid, ...]) -> Action:
    """Makes the action of the first lay-down."""
    return Action("open", melds=melds)


def lay(type_: MeldType, tiles: tuple[Tile, ...]) -> Action:
    """Makes the action of laying a further meld."""
    return Action("lay", melds=((type_, tiles),))


def add_to(tile: Tile, meld: int, end: End) -> Action:
    """Makes the action of laying a tile off at an end of a meld."""
    return Action("add", (tile,), meld=meld, end=end)


def swap(tile: Tile, meld: int) -> Action:
    """Makes the action of putting the tile that an okey stands for and taking the okey."""
    return Action("swap", (tile,), meld=meld)
