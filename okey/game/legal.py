"""What the actor may do, as far as it can know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, starmap

from okey.game import drawing, laying
from okey.game.actions import (
    BACK,
    DEAL,
    DISCARDS,
    DRAW,
    PAIRS,
    UNDO,
    Action,
    add_to,
    finish,
    lay,
    open_with,
    show,
    swap,
    take,
)
from okey.game.finishing import finishing, last_tile, may_finish
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.solver.layouts import konkan_layouts, openings

__all__ = ["DEAL", "actions_of"]


def actions_of(rules: RuleSet, hand: Hand, *, may_show: bool, may_undo: bool) -> Iterator[Action]:
    """Yields what the actor may do now, first what harms least, and what is dear to find later; never nothing.

    Openings are left to the end: there may be very many.
    """
    if hand.phase == "draw":
        first = [DRAW, *map(take, drawing.offers(rules, hand))]
    else:
        first = _discards(rules, hand)
        if hand.turn.taken is not None and drawing.back_refusal(rules, hand) is None:
            first.append(BACK)
    return chain(first, _further(rules, hand, may_show, may_undo))


def _further(rules: RuleSet, hand: Hand, may_show: bool, may_undo: bool) -> Iterator[Action]:
    if may_undo:
        yield UNDO
    if may_show:
        yield show(hand.indicator ^ 1)
    if rules.cifte_declare != "off" and not (player := hand.acting).declared and not player.opened:
        yield PAIRS
    if hand.phase == "discard":
        yield from map(finish, finishing(rules, hand))
        if rules.table_melds:
            yield from _table(rules, hand)


def _discards(rules: RuleSet, hand: Hand) -> list[Action]:
    """Lists the tiles that may be thrown: the one that came last first, the okeys last.

    So whoever plays the first action for an absent player leaves that player's melds alone.
    """
    if drawing.owes(rules, hand) or (last_tile(hand) and not may_finish(rules, hand)):
        return []
    tiles = hand.acting.rack[::-1]
    tiles.sort(key=hand.faces.okeys.__contains__)
    kept = None if rules.take_back == "as_discard" or hand.turn.laid else hand.turn.taken
    if kept is not None and kept in tiles:
        tiles.remove(kept)
    return [DISCARDS[tile] for tile in tiles]


def _table(rules: RuleSet, hand: Hand) -> Iterator[Action]:
    """Yields what may be laid, added and swapped on the table."""
    player = hand.acting
    yield from starmap(add_to, laying.additions(rules, hand))
    yield from starmap(swap, laying.swaps(rules, hand))
    if player.opened:
        yield from starmap(lay, laying.further_melds(rules, hand))
    elif player.konkan:
        run, rest = laying.konkan_sizes(rules, player)
        yield from map(open_with, konkan_layouts(player.rack, hand.faces, rules, run, rest))
    else:
        points, pairs = laying.points_needed(rules, hand), laying.pairs_needed(rules, hand)
        only_pairs = player.declared and rules.cifte_locks
        for laid in openings(player.rack, hand.faces, rules, points, pairs, elden=laying.elden_possible(rules, hand)):
            if laid[0][0] == "pair" or not only_pairs:
                yield open_with(laid)
