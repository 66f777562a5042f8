"""How a seat's view and its actions become arrays of a fixed size, the same for every rule set.

An observation is a stack of planes, each with a place for every kind of tile; seats are counted from the observer on.
An action is named by its verb and, where it names a tile, by the kind: both copies of a tile are one to a player.
There are very many ways to lay melds: ``open`` and ``open pairs`` are the openings worth most, ``lay R5`` is the
dearest meld with an R5 in it, ``add R5`` lays an R5 off where it fits first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from okey.game import Action, View
from okey.melds import make_meld
from okey.tiles import KIND_NAMES, kind_of

SEATS = 4
"""How many seats an observation has room for."""

_BARE = ("draw", "back", "show", "pairs", "undo", "open", "open pairs")
_WITH_TILE = ("take", "discard", "finish", "lay", "add", "swap")

ACTIONS: tuple[str, ...] = (*_BARE, *(f"{verb} {kind}" for verb in _WITH_TILE for kind in KIND_NAMES))
"""The name of every action by its number."""

_NUMBERS = {name: number for number, name in enumerate(ACTIONS)}

PLANES: tuple[str, ...] = (
    *("rack", "indicator", "okey", "arrived", "takeable"),
    *(f"discards of seat +{seat}" for seat in range(SEATS)),
    *(f"melds of seat +{seat}" for seat in range(SEATS)),
    *("phase", "stock", "points needed"),
    *(f"{what} of seat +{seat}" for what in ("tiles", "opened", "declared") for seat in range(SEATS)),
)
"""What each plane tells: how many of the two tiles of a kind lie there, halved; from ``phase`` on one figure fills the
plane, and everything is scaled to 0 to 1."""

_PLANES = {name: plane for plane, name in enumerate(PLANES)}

MOST_OPENINGS = 300
"""Among how many openings the one worth most is looked for."""

MOST_POINTS = 202
"""What counts as 1 on the plane of the points needed to open."""

Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


def observation(view: View) -> Vector:
    """Gets what a seat may know as one vector, plane after plane."""
    planes = np.zeros((len(PLANES), len(KIND_NAMES)), dtype=np.float32)
    seat, faces, players = view.seat or 0, view.faces, view.rules.players
    assert faces is not None
    for name, tiles in (
        ("rack", view.rack),
        ("indicator", () if view.indicator is None else (view.indicator,)),
        ("okey", tuple(faces.okeys)),
        ("arrived", () if view.arrived is None else (view.arrived,)),
        ("takeable", view.takeable()),
        *((f"discards of seat +{(owner - seat) % players}", pile) for owner, pile in enumerate(view.piles)),
        *((f"melds of seat +{(meld.owner - seat) % players}", meld.meld.tiles) for meld in view.melds),
    ):
        for tile in tiles:
            planes[_PLANES[name], kind_of(tile)] += 0.5
    figures = {
        "phase": float(view.phase == "discard"),
        "stock": view.stock / 106,
        "points needed": min(1.0, view.points_needed() / MOST_POINTS) if view.rules.table_melds else 0.0,
    }
    for owner, player in enumerate(view.seats):
        place = (owner - seat) % players
        figures[f"tiles of seat +{place}"] = player.tiles / 23
        figures[f"opened of seat +{place}"] = float(player.opened is not None)
        figures[f"declared of seat +{place}"] = float(player.declared)
    for name, figure in figures.items():
        planes[_PLANES[name]] = figure
    return planes.reshape(-1)


class Choices:
    """What a seat may do now, by number.

    Args:
        view: the view of the seat to act.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._best: dict[int, tuple[int, Action]] = {}
        openings = 0
        for action in view.legal_actions():
            openings += action.verb == "open"
            if openings > MOST_OPENINGS:
                break
            worth = self._worth(action)
            for name in _names(action):
                number = _NUMBERS[name]
                if number not in self._best or worth > self._best[number][0]:
                    self._best[number] = (worth, action)

    def _worth(self, action: Action) -> int:
        """Gets what the melds of an action count."""
        faces, rules = self._view.faces, self._view.rules
        if faces is None:
            return 0
        return sum(make_meld(kind, tiles, faces, rules).value for kind, tiles in action.melds)

    def __getitem__(self, number: int) -> Action:
        """Gets the action behind a number; raises KeyError when it is not allowed now."""
        return self._best[number][1]

    def mask(self) -> Mask:
        """Gets 1 for every number that is allowed now, 0 for the others."""
        mask = np.zeros(len(ACTIONS), dtype=np.int8)
        mask[list(self._best)] = 1
        return mask


def _names(action: Action) -> Iterator[str]:
    """Yields the names that an action goes by."""
    if action.verb == "open":
        yield "open pairs" if action.melds[0][0] == "pair" else "open"
    elif action.verb == "lay":
        for kind in sorted({kind_of(tile) for _, tiles in action.melds for tile in tiles}):
            yield f"lay {KIND_NAMES[kind]}"
    elif action.verb in _WITH_TILE:
        yield f"{action.verb} {KIND_NAMES[kind_of(action.tiles[0])]}"
    else:
        yield action.verb
