"""What the actor may do, as far as it can know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from okey.game import drawing, laying
from okey.game.actions import (
    BACK,
    DEAL,
    DRAW,
    PAIRS,
    UNDO,
    Action,
    add_to,
    discard,
    finish,
    lay,
    open_with,
    show,
    swap,
    take,
)
from okey.game.finishing import finishing, last_tile, may_finish
from okey.game.refusal import Refused
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.solver.layouts import konkan_layouts, openings, single_melds

__all__ = ["DEAL", "actions_of"]


def actions_of(rules: RuleSet, hand: Hand, *, may_show: bool, may_undo: bool) -> Iterator[Action]:
    """Yields what the actor may do now, first what harms least, and what is dear to find later; never nothing.

    Openings are left to the end: there may be very many.
    """
    if hand.phase == "draw":
        yield DRAW
        yield from map(take, drawing.offers(rules, hand))
    else:
        yield from _discards(rules, hand)
        if drawing.back_refusal(rules, hand) is None:
            yield BACK
    if may_undo:
        yield UNDO
    if may_show:
        yield show(hand.indicator ^ 1)
    player = hand.acting
    if rules.cifte_declare != "off" and not player.declared and not player.opened:
        yield PAIRS
    if hand.phase == "discard":
        yield from map(finish, finishing(rules, hand))
        if rules.table_melds:
            yield from _table(rules, hand)


def _discards(rules: RuleSet, hand: Hand) -> Iterator[Action]:
    """Yields the tiles that may be thrown: the one that came last first, the okeys last.

    So whoever plays the first action for an absent player leaves that player's melds alone.
    """
    if drawing.owes(rules, hand) or (last_tile(hand) and not may_finish(rules, hand)):
        return
    latest_first = hand.acting.rack[::-1]
    for tile in sorted(latest_first, key=hand.faces.is_okey):
        if tile != hand.turn.taken or rules.take_back == "as_discard" or hand.turn.laid:
            yield discard(tile)


def _table(rules: RuleSet, hand: Hand) -> Iterator[Action]:
    """Yields what may be laid, added and swapped on the table."""
    player = hand.acting
    yield from _allowed(laying.check_add, rules, hand, _additions(rules, hand))
    yield from _allowed(laying.check_swap, rules, hand, _swaps(hand))
    if player.opened:
        melds = single_melds(player.rack, hand.faces, rules)
        yield from _allowed(laying.check_lay, rules, hand, (lay(type_, tiles) for type_, tiles in melds))
    elif player.konkan:
        run, rest = laying.konkan_sizes(rules, player)
        yield from map(open_with, konkan_layouts(player.rack, hand.faces, rules, run, rest))
    else:
        points, pairs = laying.points_needed(rules, hand), laying.pairs_needed(rules, hand)
        only_pairs = player.declared and rules.cifte_locks
        for laid in openings(player.rack, hand.faces, rules, points, pairs, elden=laying.elden_possible(rules, hand)):
            if laid[0][0] == "pair" or not only_pairs:
                yield open_with(laid)


def _additions(rules: RuleSet, hand: Hand) -> Iterator[Action]:
    for tile in hand.acting.rack:
        for index, end in laying.places_for(rules, hand, tile):
            yield add_to(tile, index, end)


def _swaps(hand: Hand) -> Iterator[Action]:
    for index, meld in enumerate(hand.melds):
        if any(map(hand.faces.is_okey, meld.meld.tiles)):
            yield from (swap(tile, index) for tile in hand.acting.rack)


def _allowed(
    check: Callable[[RuleSet, Hand, Action], object], rules: RuleSet, hand: Hand, actions: Iterable[Action]
) -> Iterator[Action]:
    """Yields the actions that a check lets pass."""
    for action in actions:
        try:
            check(rules, hand, action)
        except Refused:
            continue
        yield action
