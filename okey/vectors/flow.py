"""Questions about the flow of a turn, played out in a real game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from okey.game import Game, Refused
from okey.game.actions import DRAW, TAKE, discard, finish, open_with
from okey.game.state import TableMeld
from okey.melds import make_meld
from okey.rules import RuleSet
from okey.tiles import deal_out, parse_kinds
from okey.vectors.fields import VectorError
from okey.vectors.situations import games, give, hand_of, play_on, started, twin

Vector = dict[str, Any]
Answer = dict[str, Any]


def _stock_out(vector: Vector, rules: RuleSet) -> Answer:
    """Plays until the stock has run out for the asked time; says what came of it."""
    game = next(g for g in games(rules) if hand_of(g).twin_dealt_to == g.starter)
    if rules.indicator_show != "off":
        game.apply(twin(game))
    hand = hand_of(game)
    wanted = vector.get("exhaustions", 1)
    earlier = 0
    while game.result is None:
        if hand.reshuffles == wanted:
            return {"result": "reshuffle"}
        earlier = len(game.charges)
        play_on(game)
    paid = {charge.reason for charge in game.result.charges[earlier:]}
    if paid & {"leftover", "pairs_leftover", "unopened"}:
        return {"result": "all_score_no_winner"}
    if rules.stock_out == "reshuffle":
        return {"result": "round_cancelled"}
    return {"result": "hand_void_indicator_counts" if "indicator" in paid else "hand_void"}


_COMPLETE = "R1 R2 R3 Y4 Y5 Y6 B6 B7 B8 K9 K10 K11 K12 K13"
"""Fourteen tiles that are complete."""


def _okey_discard(vector: Vector, rules: RuleSet) -> Answer:
    if _ends(vector):
        game = started(rules, "vector")
        hand = hand_of(game)
        okey, *complete = deal_out(parse_kinds(f"B10 {_COMPLETE}"))
        give(hand, "B9", rules, [okey, *([] if rules.table_melds else complete)], spare=0)
        return _thrown(game, okey, ends=True)
    game = next(g for g in games(rules) if any(map(hand_of(g).faces.is_okey, hand_of(g).acting.rack)))
    hand = hand_of(game)
    okey = next(filter(hand.faces.is_okey, hand.acting.rack))
    return _thrown(game, okey)


def _thrown(game: Game, tile: int, *, ends: bool = False) -> Answer:
    """Throws a tile, perhaps to finish with it; says whether it may be and what it costs the thrower."""
    hand = hand_of(game)
    seat = hand.actor
    if ends and game.rules.table_melds:
        hand.acting.opened = "series"
    try:
        events = game.apply(finish(tile) if ends and not game.rules.table_melds else discard(tile))
    except Refused:
        return {"legal": False}
    return {"legal": True, "penalty": sum(e.numbers[0] for e in events if e.kind == "penalty" and e.seat == seat)}


def _playable_discard(vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    hand = hand_of(game)
    okey, *run = deal_out(parse_kinds("K4 R5 R6 R7 R8"))
    tile = okey if vector.get("is_okey") else run.pop()
    give(hand, "K3", rules, [tile], spare=0 if _ends(vector) else len(hand.acting.rack) - 1)
    hand.melds = [TableMeld((hand.actor + 1) % rules.players, make_meld("run", run[:3], hand.faces, rules))]
    return _thrown(game, tile, ends=_ends(vector))


def _ends(vector: Vector) -> bool:
    """Tells whether the discard asked about ends the hand."""
    return any(vector.get(key) for key in _ENDS)


_ENDS = ("finish", "finishing", "finishes", "is_finishing", "is_finish", "ends_hand", "last_tile", "finishing_discard")
"""What a vector may call a discard that ends the hand."""


def _invalid_declare(_vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    hand = hand_of(game)
    tiles = hand.acting.rack
    action = open_with((("run", tuple(tiles[:3])),)) if rules.table_melds else finish(tiles[0])
    seat, held = hand.actor, list(tiles)
    try:
        events = game.apply(action)
    except Refused:
        events = []
    return {
        "penalty": sum(e.numbers[0] for e in events if e.kind == "penalty" and e.seat == seat),
        "hand_continues": game.result is None and hand.actor == seat and sorted(hand.acting.rack) == sorted(held),
    }


def _show_indicator(vector: Vector, rules: RuleSet) -> Answer:
    for game in games(rules):
        hand = hand_of(game)
        seat = game.starter if vector.get("is_starter") else (game.starter + 1) % rules.players
        if (hand.twin_dealt_to == seat) is not vector.get("twin_dealt", True):
            continue
        while hand.actor != seat:
            play_on(game)
        if vector.get("already_shown"):
            hand.shown_by = (seat + 1) % rules.players
        if vector.get("has_drawn"):
            game.apply(DRAW)
        if vector.get("has_discarded"):
            play_on(game)
            while hand.actor != seat:
                play_on(game)
        try:
            game.check(twin(game), seat)
        except Refused:
            return {"legal": False}
        return {"legal": True}
    raise VectorError("no game comes to this situation")


def _take_back(_vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    play_on(game)
    hand = hand_of(game)
    seat = hand.actor
    game.apply(TAKE)
    taken = hand.turn.taken
    assert taken is not None
    events = game.apply(discard(taken))
    penalty = sum(e.numbers[0] for e in events if e.kind == "penalty")
    if hand.actor != seat:
        return {"ends_turn": True, "then": "next_player", "penalty": penalty}
    try:
        game.check(TAKE)
    except Refused:
        return {"ends_turn": False, "then": "draw_stock", "penalty": penalty}
    return {"ends_turn": False, "then": "draw_or_take", "penalty": penalty}


FLOWS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "stock_out": _stock_out,
    "okey_discard": _okey_discard,
    "playable_discard": _playable_discard,
    "invalid_declare": _invalid_declare,
    "show_indicator": _show_indicator,
    "take_back": _take_back,
}
"""The answer to each question."""
