"""The beginning of a turn: drawing, taking a discard, giving it back, and what an empty stock does."""

from __future__ import annotations

from collections.abc import Sequence

from okey.game.actions import Action
from okey.game.refusal import Refused
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.tiles import Tile


def offers(rules: RuleSet, hand: Hand) -> dict[Tile, int]:
    """Gets the discards that the actor may take now, each with the seat that threw it."""
    if hand.phase != "draw" or hand.turn.given_back or hand.last_discarder is None:
        return {}
    seats = range(rules.players) if rules.take_from == "any_player" else [hand.last_discarder]
    return {
        pile[-1]: seat
        for seat in seats
        if seat != hand.actor and (pile := hand.pile_of(seat)) and not hand.players[seat].eliminated
    }


def check_draw(hand: Hand) -> None:
    """Checks that a tile may be drawn.

    Raises:
        Refused: when the turn has come further.
    """
    if hand.phase != "draw":
        raise Refused("already_drawn" if hand.turn.arrived is not None else "starter_throws")


def check_take(rules: RuleSet, hand: Hand, action: Action) -> tuple[Tile, int]:
    """Checks that a discard may be taken; gives the tile and who threw it.

    Raises:
        Refused: when there is none, or not that one.
    """
    check_draw(hand)
    offered = offers(rules, hand)
    if not offered:
        raise _no_offer(hand)
    if not action.tiles:
        if len(offered) > 1:
            raise Refused("take_which", offered)
        return next(iter(offered.items()))
    if action.tiles[0] not in offered:
        raise Refused("take_not_offered", action.tiles)
    return action.tiles[0], offered[action.tiles[0]]


def _no_offer(hand: Hand) -> Refused:
    """Explains why no discard may be taken."""
    if hand.turn.given_back:
        return Refused("take_given_back")
    last = hand.last_discarder
    if last is None or last == hand.actor or not hand.pile_of(last):
        return Refused("nothing_to_take")
    return Refused("take_eliminated", hand.pile_of(last)[-1:])


def receive(rules: RuleSet, hand: Hand, tile: Tile) -> None:
    """Puts a drawn or taken tile on the actor's rack."""
    hand.turn.arrived = tile
    hand.acting.rack.append(tile)
    if rules.indicator_must_be_dealt:
        hand.acting.moved = True
    hand.phase = "discard"


def take(rules: RuleSet, hand: Hand, tile: Tile, seat: int) -> None:
    """Takes a checked discard."""
    hand.pile_of(seat).pop()
    hand.turn.taken = tile
    hand.turn.taken_from = seat
    if hand.faces.is_okey(tile):
        hand.acting.cheap.append(tile)
    receive(rules, hand, tile)


def back_refusal(rules: RuleSet, hand: Hand) -> Refused | None:
    """Tells why the taken tile may not be given back; None when it may."""
    if hand.turn.taken is None:
        return Refused("nothing_to_give_back")
    if rules.take_back == "as_discard":
        return Refused("back_is_discard", (hand.turn.taken,))
    return Refused("back_after_melding", (hand.turn.taken,)) if hand.turn.laid else None


def owes(rules: RuleSet, hand: Hand) -> bool:
    """Tells whether the taken tile still has to be laid before the turn may end (rules 3.1 and 7.1)."""
    if hand.turn.taken is None or hand.turn.taken not in hand.acting.rack:
        return False
    return rules.taken_tile_use == "must" or (rules.taken_tile_use == "if_melding" and hand.turn.laid > 0)


def give_back(hand: Hand) -> Tile:
    """Gives the taken tile back; the actor has to draw then."""
    tile, seat = hand.turn.taken, hand.turn.taken_from
    assert tile is not None
    assert seat is not None
    hand.acting.rack.remove(tile)
    if tile in hand.acting.cheap:
        hand.acting.cheap.remove(tile)
    hand.pile_of(seat).append(tile)
    hand.turn.arrived = hand.turn.taken = hand.turn.taken_from = None
    hand.turn.given_back = True
    hand.phase = "draw"
    return tile


def spent_discards(hand: Hand) -> list[Tile]:
    """Gets the discards that may be shuffled again: all but the last one thrown (rules 3.1)."""
    last = hand.last_discarder
    top: Sequence[Tile] = [] if last is None else hand.pile_of(last)[-1:]
    return [tile for pile in hand.piles for tile in pile if tile not in top]


def reshuffle(hand: Hand, stock: list[Tile]) -> None:
    """Makes shuffled discards the new stock."""
    for pile in hand.piles:
        pile[:] = [tile for tile in pile if tile not in stock]
    hand.stock = stock
    hand.reshuffles += 1
