"""Chance: every shuffle of a match as a function of its seed, the same in every Python."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from struct import unpack

from okey.tiles import FALSE_JOKER, TILES, Tile, kind_of


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """Yields endless uniform 32-bit numbers: SHA-256 in counter mode over the seed and their purpose."""
    counter = 0
    while True:
        yield from unpack(">8I", hashlib.sha256(f"okey\n{seed}\n{purpose}\n{counter}".encode()).digest())
        counter += 1


def below(limit: int, source: Iterator[int]) -> int:
    """Draws a uniform number from 0 to ``limit - 1``, rejecting what would favour the low ones."""
    usable = (1 << 32) - (1 << 32) % limit
    while (number := next(source)) >= usable:
        pass
    return number % limit


def shuffled(seed: str, hand: int) -> list[Tile]:
    """Shuffles the 106 tiles for one hand (Fisher and Yates).

    Args:
        seed: the match's seed.
        hand: the number of the hand, from 1.
    """
    return _shuffle(list(range(TILES)), numbers(seed, f"hand {hand}"))


def reshuffled(seed: str, hand: int, times: int, tiles: list[Tile]) -> list[Tile]:
    """Shuffles discards again.

    Args:
        seed: the match's seed.
        hand: the number of the hand, from 1.
        times: how often it was done in this hand already.
        tiles: what to shuffle; their order does not matter.
    """
    return _shuffle(sorted(tiles), numbers(seed, f"hand {hand} reshuffle {times}"))


def _shuffle(tiles: list[Tile], source: Iterator[int]) -> list[Tile]:
    for last in range(len(tiles) - 1, 0, -1):
        chosen = below(last + 1, source)
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    return tiles


def turn_up(tiles: list[Tile]) -> Tile:
    """Removes the indicator from shuffled tiles: the top one that is no false joker (those go back)."""
    index = next(i for i in range(len(tiles) - 1, -1, -1) if kind_of(tiles[i]) != FALSE_JOKER)
    return tiles.pop(index)


DIE = 6
"""The sides of a die."""


def throws(seed: str, hand: int) -> tuple[int, int]:
    """Throws the dealer's die twice: the stack that the indicator lies in, and its place there from the bottom.

    Shuffled tiles may lie in their stacks in any order, so this is true of the indicator and tells nothing of others.

    Args:
        seed: the match's seed.
        hand: the number of the hand, from 1.
    """
    source = numbers(seed, f"dice {hand}")
    return 1 + below(DIE, source), 1 + below(DIE, source)


def first_dealer(seed: str, players: int) -> int:
    """Draws the seat that deals the first hand."""
    return below(players, numbers(seed, "dealer"))
