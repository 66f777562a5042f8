"""PyPI's ``okey-solver-py``, asked about our racks.

``Published`` asks it as it is.  ``Rival`` is to show that package at its best, so it makes up for what would only be
held against it: a false joker is handed over as the tile it plays as (the package takes it for a second okey), melds
that our rules do not know are left out, and with two okeys each meld is offered with either of them (the package knows
melds with its first okey only, so two of them would never stand in two melds).  What it finds is its own: the
candidates of its generator, the best arrangement of its backtracking, the pairs of its finder and the worth of its
evaluator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from okey_solver import (
    Arrangement,
    BacktrackingSolver,
    DiscardEvaluator,
    MeldGenerator,
    OkeyMeta,
    OkeyRuleValidator,
    PairFinder,
    TileColor,
    create_standard_okey_solver,
)
from okey_solver import MeldType as TheirType
from okey_solver import Tile as TheirTile

from okey.melds import is_meld
from okey.tiles import COLOURS, FALSE_JOKER, WILD, colour_of, kind_of, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from okey_solver import Meld as TheirMeld

    from okey.melds import MeldType
    from okey.rules import RuleSet
    from okey.solver import Laid
    from okey.tiles import Face, Faces, Tile

_COLOURS = dict(zip(COLOURS, (TileColor.RED, TileColor.YELLOW, TileColor.BLUE, TileColor.BLACK), strict=True))
_TYPES: dict[TheirType, MeldType] = {TheirType.SERI: "run", TheirType.PER: "set"}
_OKEY = OkeyMeta(color=TileColor.JOKER, value=0)


class Best(NamedTuple):
    """The best arrangement of a rack."""

    points: int
    melds: tuple[Laid, ...]
    loose: tuple[Tile, ...]


class Adviser(Protocol):
    """What a greedy bot asks about a rack."""

    def best(self, tiles: Collection[Tile]) -> Best:
        """Finds the runs and sets that are worth most points, and what is left over."""

    def pairs(self, tiles: Collection[Tile]) -> tuple[tuple[Laid, ...], tuple[Tile, ...]]:
        """Finds most pairs, and what is left over."""

    def least(self, rack: Collection[Tile], among: Collection[Tile]) -> Tile | None:
        """Finds the tile to throw; None where there is none to choose from."""


class Published:
    """Asks the package as it is published, and believes what it says.

    Args:
        faces: what tiles play as.
        rules: the options of melds, which the package knows nothing of.
    """

    def __init__(self, faces: Faces, rules: RuleSet) -> None:
        del rules
        self._okey = OkeyMeta(color=_colour(faces.okey), value=number_of(faces.okey))
        self._engine = create_standard_okey_solver("backtracking")
        self._evaluator = DiscardEvaluator()
        self._known: dict[frozenset[Tile], Arrangement] = {}

    def best(self, tiles: Collection[Tile]) -> Best:
        """Gets its best arrangement."""
        found = self._arrangement(tiles)
        melds = tuple((_TYPES[meld.type], tuple(_ours(meld.tiles))) for meld in found.melds)
        return Best(int(found.totalScore), melds, tuple(_ours(found.remainingTiles)))

    def pairs(self, tiles: Collection[Tile]) -> tuple[tuple[Laid, ...], tuple[Tile, ...]]:
        """Gets none: its best arrangement is one of runs and sets."""
        return (), tuple(tiles)

    def least(self, rack: Collection[Tile], among: Collection[Tile]) -> Tile | None:
        """Gets the first that it recommends to throw of what its best arrangement leaves over."""
        del among
        ranked = self._evaluator.evaluate_discards(printed(sorted(rack)), self._arrangement(rack))
        return int(ranked[0]["tile"].id) if ranked else None

    def _arrangement(self, tiles: Collection[Tile]) -> Arrangement:
        key = frozenset(tiles)
        if key not in self._known:
            self._known[key] = self._engine.find_best_arrangement(printed(sorted(key)), self._okey)
        return self._known[key]


class Rival:
    """Answers questions about the racks of one hand.

    Args:
        faces: what tiles play as.
        rules: the options of melds.
    """

    def __init__(self, faces: Faces, rules: RuleSet) -> None:
        self._faces = faces
        self._rules = rules
        self._generator = MeldGenerator(OkeyRuleValidator())
        self._solver = BacktrackingSolver()
        self._pairs = PairFinder()
        self._evaluator = DiscardEvaluator()
        self._known: dict[frozenset[Tile], Best] = {}

    def best(self, tiles: Collection[Tile]) -> Best:
        """Finds the runs and sets that are worth most points, and what is left over."""
        key = frozenset(tiles)
        if key not in self._known:
            self._known[key] = self._arrange(sorted(key))
        return self._known[key]

    def pairs(self, tiles: Collection[Tile]) -> tuple[tuple[Laid, ...], tuple[Tile, ...]]:
        """Finds most pairs, and what is left over."""
        found = self._pairs.find_best_pairs(self._theirs(tiles), _OKEY)
        pairs: list[Laid] = [("pair", tuple(_ours(pair))) for pair in found["pairs"]]
        return tuple(pairs), tuple(_ours(found["remainingTiles"]))

    def least(self, rack: Collection[Tile], among: Collection[Tile]) -> Tile | None:
        """Finds the tile that the package values least; never an okey, and None of nothing else."""
        held = self._theirs(rack)
        left = Arrangement(remainingTiles=self._theirs(t for t in among if self._faces.of[t] != WILD))
        ranked = self._evaluator.evaluate_discards(held, left)
        return int(ranked[0]["tile"].id) if ranked else None

    def _arrange(self, tiles: Sequence[Tile]) -> Best:
        theirs = self._theirs(tiles)
        real = [tile for tile in theirs if tile.color != TileColor.JOKER]
        okeys = [tile for tile in theirs if tile.color == TileColor.JOKER]
        found = self._solver.solve(theirs, list(self._candidates(real, okeys)))
        melds = tuple((_TYPES[meld.type], tuple(_ours(meld.tiles))) for meld in found.melds)
        return Best(found.totalScore, melds, tuple(_ours(found.remainingTiles)))

    def _candidates(self, real: list[TheirTile], okeys: list[TheirTile]) -> Iterator[TheirMeld]:
        seen = set()
        for order in (okeys, okeys[::-1]) if len(okeys) > 1 else (okeys,):
            for meld in self._generator.generate_all_possible_melds(real, order):
                tiles = tuple(_ours(meld.tiles))
                key = (meld.type, tiles)
                if key not in seen and is_meld(_TYPES[meld.type], tiles, self._faces, self._rules):
                    seen.add(key)
                    yield meld

    def _theirs(self, tiles: Iterable[Tile]) -> list[TheirTile]:
        of = self._faces.of
        return [
            TheirTile(id=str(tile), color=TileColor.JOKER, value=0)
            if of[tile] == WILD
            else TheirTile(id=str(tile), color=_colour(of[tile]), value=number_of(of[tile]))
            for tile in tiles
        ]


def theirs_of(tiles: Iterable[Tile], faces: Faces) -> Callable[[], int]:
    """Makes the package's own question of a rack as it is: the points of its best arrangement, unadapted."""
    engine = create_standard_okey_solver("backtracking")
    okey = OkeyMeta(color=_colour(faces.okey), value=number_of(faces.okey))
    rack = printed(tiles)
    return lambda: int(engine.find_best_arrangement(rack, okey).totalScore)


def printed(tiles: Iterable[Tile]) -> list[TheirTile]:
    """Hands tiles over as they are printed: the package knows false jokers, and which tile is the okey."""
    return [
        TheirTile(id=str(tile), color=TileColor.JOKER, value=0)
        if kind_of(tile) == FALSE_JOKER
        else TheirTile(id=str(tile), color=_colour(kind_of(tile)), value=number_of(kind_of(tile)))
        for tile in tiles
    ]


def _colour(face: Face) -> TileColor:
    return _COLOURS[COLOURS[colour_of(face)]]


def _ours(tiles: Collection[TheirTile]) -> Iterator[Tile]:
    return (int(tile.id) for tile in tiles)
