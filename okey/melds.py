"""Melds: runs, sets and pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.tiles import Face, Tile

MeldType: TypeAlias = Literal["run", "set", "pair"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A valid group of tiles."""

    type: MeldType
    tiles: tuple[Tile, ...]
    """The tiles in their order on the table: a run from low to high."""
    faces: tuple[Face, ...]
    """What each tile stands for, a wild included; a pair of two okeys stands for the okey's own tile."""
