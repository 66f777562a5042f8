"""Makes positions for ``positions.yaml``: a seat's tiles and what lies on the table in, the line of a position out.

What is not named is filled up from the tiles left: other racks never with an okey or the indicator's twin, so that
what they hold changes nothing.
"""

import random
from collections.abc import Mapping, Sequence

from okey.game import Game
from okey.game.actions import DEAL
from okey.game.laying import opening_value
from okey.game.state import TableMeld, Turn
from okey.melds import MeldType, make_meld
from okey.position import parse_position, position_text
from okey.rules import RuleSet
from okey.tiles import TILES, Faces, Tile, kind_of, parse_kind, parse_kinds
from tests.support import the_hand


def compose(
    rules: str,
    rack: str,
    *,
    indicator: str = "B9",
    draws: bool = False,
    took: bool = False,
    opening: bool = False,
    piles: Mapping[int, str] | None = None,
    melds: Sequence[tuple[int, MeldType, str]] = (),
    players: Mapping[int, Mapping[str, object]] | None = None,
    stock: int | None = None,
) -> str:
    """Writes a position in which seat 0 is to act.

    Args:
        rules: as ``RuleSet.parse`` reads it.
        rack: the kinds that seat 0 holds; the last is the one that came this turn.
        indicator: the kind turned up.
        draws: whether seat 0 has to draw or take; else it has to throw.
        took: whether the last tile was taken from the seat before instead of drawn.
        opening: whether nobody has made a move yet; seat 0 starts.
        piles: the discards of some seats, oldest first; of a shared pile under any seat.
        melds: owner, type and kinds of the melds on the table; their owners have opened.
        players: attributes of ``okey.game.state.Player`` for some seats.
        stock: how many tiles are left to draw; None for all that are left.
    """
    chosen = RuleSet.parse(rules)
    game = Game(chosen, "position")
    game.apply(DEAL)
    now = the_hand(game)
    pool = list(range(TILES))

    def take(kind: int) -> Tile:
        tile = next(t for t in pool if kind_of(t) == kind)
        pool.remove(tile)
        return tile

    now.indicator = take(parse_kind(indicator))
    now.faces = faces = Faces(parse_kind(indicator), chosen.okey_offset, chosen.false_joker)
    seats = range(chosen.players)
    for player in now.players:
        player.rack.clear()
        player.moved = not opening
    now.players[0].rack = [take(kind) for kind in parse_kinds(rack)]
    now.piles = [[] for _ in now.piles]
    for seat, kinds in (piles or {}).items():
        now.pile_of(seat).extend(take(kind) for kind in parse_kinds(kinds))
    for owner, type_, kinds in melds:
        tiles = [take(kind) for kind in parse_kinds(kinds)]
        now.melds.append(TableMeld(owner, make_meld(type_, tiles, faces, chosen, "table")))
    for seat in seats:
        mine = [meld.meld for meld in now.melds if meld.owner == seat]
        if mine:
            now.players[seat].opened = "pairs" if mine[0].type == "pair" else "series"
            now.players[seat].opened_with = opening_value(mine)
    for seat, attributes in (players or {}).items():
        for name, value in attributes.items():
            setattr(now.players[seat], name, value)

    random.Random(rack).shuffle(pool)
    pool.sort(key=lambda tile: faces.is_okey(tile) or tile == now.indicator ^ 1)
    laid = sum(len(meld.meld.tiles) for meld in now.melds)
    owed = chosen.players * chosen.hand_size + (not draws) - laid - len(now.players[0].rack)
    for seat in seats[1:]:  # whoever laid most holds least
        own = sum(len(meld.meld.tiles) for meld in now.melds if meld.owner == seat)
        size = min(chosen.hand_size - own, owed - sum(1 for _ in seats[seat + 1 :]))
        now.players[seat].rack = [pool.pop(0) for _ in range(size)]
        owed -= size
    assert owed == 0, f"{owed} tiles too few in the rack of seat 0 and the melds"
    rest = len(pool) if stock is None else stock
    now.stock, spent = pool[::-1][:rest], pool[::-1][rest:]
    now.pile_of(2 % chosen.players)[:0] = spent
    now.actor = 0
    now.starter = game.starter = 0 if opening else 1
    now.twin_dealt_to = 0 if now.indicator ^ 1 in now.players[0].rack else None
    now.phase = "draw" if draws else "discard"
    before = chosen.players - 1
    now.last_discarder = before if now.pile_of(before) or took else None
    now.turn = Turn()
    if not draws and not opening:
        now.turn.arrived = now.players[0].rack[-1]
        if took:
            now.turn.taken, now.turn.taken_from = now.turn.arrived, before
    line = position_text(game)
    parse_position(line)
    return line
