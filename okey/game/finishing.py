"""Finishing a closed hand: which shapes a discard leaves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from okey.game.refusal import Refused
from okey.game.scoring import finish_loss
from okey.game.state import Hand, Player
from okey.melds import Meld
from okey.rules import RuleSet
from okey.solver import Shape, arrange, complete, finishing_discards
from okey.tiles import Faces, Tile


def may_finish(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the actor may finish in this turn at all: the starter's first discard may be barred."""
    return hand.turn.arrived is not None or rules.starter_may_finish_first


def last_tile(hand: Hand) -> bool:
    """Tells whether the actor's next discard is its last tile; who never opened has not finished by that."""
    player = hand.acting
    return player.opened is not None and len(player.rack) == 1


def finishing(rules: RuleSet, hand: Hand) -> Mapping[Tile, tuple[Shape, ...]]:
    """Gets the discards that finish the actor's closed hand, with the shapes each leaves."""
    if rules.table_melds or hand.phase != "discard" or not may_finish(rules, hand):
        return {}
    player = hand.acting
    found = _found(tuple(player.rack), hand.faces, rules)
    if player.declared:
        return {tile: kept for tile, shapes in found.items() if (kept := allowed(rules, player, shapes))}
    return found


@lru_cache(maxsize=64)
def _found(rack: tuple[Tile, ...], faces: Faces, rules: RuleSet) -> Mapping[Tile, tuple[Shape, ...]]:
    """Remembers the finishing discards: what is listed as legal is asked for again when it is done."""
    return finishing_discards(rack, faces, rules)


def allowed(rules: RuleSet, player: Player, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Keeps the shapes that a player may finish in: pairs alone for who declared them, where that binds."""
    locked = player.declared and rules.cifte_locks
    return tuple(shape for shape in shapes if shape == "pairs" or not locked)


def finished_by(rules: RuleSet, hand: Hand, tile: Tile) -> tuple[Shape, tuple[Meld, ...]] | None:
    """Finds the dearest shape that throwing a tile leaves, with its melds; None when it leaves none."""
    if tile not in finishing(rules, hand):
        return None
    player = hand.acting
    shapes = complete([t for t in player.rack if t != tile], hand.faces, rules)
    okey = hand.faces.is_okey(tile)
    dearest = max(allowed(rules, player, shapes), key=lambda shape: (finish_loss(rules, shape, okey), shape))
    return dearest, shapes[dearest]


def unfinished(rules: RuleSet, hand: Hand, tile: Tile) -> Refused:
    """Explains why throwing a tile finishes nothing: the tiles that fit nowhere."""
    rest = [t for t in hand.acting.rack if t != tile]
    if hand.acting.declared and rules.cifte_locks:
        return Refused("not_finished_pairs", arrange(rest, hand.faces, rules, shape="pairs").loose)
    return Refused("not_finished", arrange(rest, hand.faces, rules).loose)
