"""Tiles: the 106 of the set, what each plays as, and how they are written.

A *tile* is one physical piece, an integer 0 to 105: two copies of each numbered tile and the two false
jokers.  A *kind* is what is printed on it, an integer 0 to 52: ``13 * colour + number - 1`` for numbered
tiles, 52 for a false joker.  What a tile *plays as* during a hand is its *face*, again 0 to 51 for a numbered
tile or ``WILD`` for an okey.

In text a kind is a colour letter and a number (``R5``, ``K13``) or ``*``; a tile is its kind, with an
apostrophe behind it for the second copy (``R5'``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Tile: TypeAlias = int
Kind: TypeAlias = int
Face: TypeAlias = int

COLOURS = "RYBK"
"""The letters of the four colours in the order of their kinds: red, yellow, blue, black."""

NUMBERS = 13
"""The highest number on a tile; the lowest is 1."""

KINDS = len(COLOURS) * NUMBERS
"""How many numbered kinds there are."""

FALSE_JOKER: Kind = KINDS
"""The kind of both false jokers."""

WILD: Face = KINDS
"""The face of an okey: it may stand for any tile."""

TILES = 2 * KINDS + 2
"""How many tiles the set has."""


class TileError(ValueError):
    """A text that names no tile."""


def colour_of(kind: Kind) -> int:
    """Gets the index in ``COLOURS`` of a numbered kind."""
    return kind // NUMBERS


def number_of(kind: Kind) -> int:
    """Gets the number, 1 to 13, of a numbered kind."""
    return kind % NUMBERS + 1


def make_kind(colour: int, number: int) -> Kind:
    """Gets the kind of a colour index and a number."""
    return colour * NUMBERS + number - 1


def kind_of(tile: Tile) -> Kind:
    """Gets what is printed on a tile."""
    return tile >> 1


KIND_NAMES = (*(f"{c}{n}" for c in COLOURS for n in range(1, NUMBERS + 1)), "*")
"""The text of every kind."""

TILE_NAMES = tuple(KIND_NAMES[t >> 1] + "'" * (t & 1) for t in range(TILES))
"""The text of every tile."""

_KINDS_BY_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}
_TILES_BY_NAME = {name: tile for tile, name in enumerate(TILE_NAMES)}


def parse_kind(text: str) -> Kind:
    """Reads a kind.

    >>> parse_kind("R5"), parse_kind("*")
    (4, 52)

    Raises:
        TileError: when the text is no kind.
    """
    try:
        return _KINDS_BY_NAME[text]
    except KeyError:
        raise TileError(f"{text[:20]!r} is no kind: expected R, Y, B or K and 1 to 13, or *") from None


def parse_tile(text: str) -> Tile:
    """Reads a physical tile.

    >>> parse_tile("R1"), parse_tile("R1'"), parse_tile("*'")
    (0, 1, 105)

    Raises:
        TileError: when the text is no tile.
    """
    try:
        return _TILES_BY_NAME[text]
    except KeyError:
        raise TileError(f"{text[:20]!r} is no tile: expected a kind, and ' for a second copy") from None


def parse_kinds(text: str) -> list[Kind]:
    """Reads kinds with white space between them.

    >>> parse_kinds("R1 K13 *")
    [0, 51, 52]
    """
    return [parse_kind(word) for word in text.split()]


def parse_tiles(text: str) -> list[Tile]:
    """Reads tiles with white space between them.

    >>> parse_tiles("R1 R1' *")
    [0, 1, 104]
    """
    words = text.split()
    try:
        return [_TILES_BY_NAME[word] for word in words]
    except KeyError:
        return [parse_tile(word) for word in words]  # says which is none


def kinds_text(kinds: Iterable[Kind]) -> str:
    """Writes kinds so that ``parse_kinds`` reads them back."""
    return " ".join(KIND_NAMES[kind] for kind in kinds)


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Writes tiles so that ``parse_tiles`` reads them back."""
    return " ".join([TILE_NAMES[tile] for tile in tiles])


def deal_out(kinds: Iterable[Kind]) -> list[Tile]:
    """Gives each kind a tile of its own: the first copy, then the second.

    Raises:
        TileError: when a kind is asked for more than twice.
    """
    used: set[Tile] = set()
    tiles = []
    for kind in kinds:
        tile = next((t for t in (2 * kind, 2 * kind + 1) if t not in used), None)
        if tile is None:
            raise TileError(f"{KIND_NAMES[kind]} is there more than twice")
        used.add(tile)
        tiles.append(tile)
    return tiles


class Faces:
    """What every tile plays as in one hand.

    Args:
        indicator: the kind turned up, a numbered one.
        offset: +1 or -1, from the indicator to the okey in the indicator's colour; 13 and 1 are neighbours.
        false_joker: what a false joker plays as: ``okey`` the okey's own tile, ``indicator`` the indicator's,
            ``wild`` any.
    """

    __slots__ = ("false_joker", "indicator", "of", "okey", "okeys")

    indicator: Kind
    """The kind turned up."""
    okey: Kind
    """The kind printed on both okeys."""
    okeys: frozenset[Tile]
    """Both okeys."""
    false_joker: Face
    """What a false joker plays as."""
    of: tuple[Face, ...]
    """The face of each of the 106 tiles."""

    def __init__(self, indicator: Kind, offset: int, false_joker: Literal["okey", "indicator", "wild"]) -> None:
        if not 0 <= indicator < KINDS:
            name = KIND_NAMES[indicator] if 0 <= indicator < len(KIND_NAMES) else indicator
            raise TileError(f"{name} cannot be the indicator: expected a numbered kind")
        colour, number = divmod(indicator, NUMBERS)
        self.indicator = indicator
        self.okey = colour * NUMBERS + (number + offset) % NUMBERS
        self.okeys = frozenset((2 * self.okey, 2 * self.okey + 1))
        self.false_joker = {"okey": self.okey, "indicator": indicator, "wild": WILD}[false_joker]
        by_kind = [WILD if kind == self.okey else kind for kind in range(KINDS)] + [self.false_joker]
        self.of = tuple(by_kind[tile >> 1] for tile in range(TILES))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Faces) and self.of == other.of and self.indicator == other.indicator

    def __hash__(self) -> int:
        return hash((self.indicator, self.false_joker))

    def is_okey(self, tile: Tile) -> bool:
        """Tells whether a tile is a real okey; a false joker never is, wild or not."""
        return tile in self.okeys

    def value(self, tile: Tile) -> int:
        """Gets the number a tile counts when left in a rack; an okey and a false joker count the okey's.

        A false joker that plays as another tile counts that tile's number.
        """
        face = self.of[tile]
        return number_of(self.okey if face == WILD else face)
