"""Questions about the flow of a turn, played out in a real game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from okey.game import Event, Game, Refused
from okey.game.actions import DRAW, TAKE, TIMEOUT, discard, finish, lay, open_with
from okey.game.scoring import is_scored
from okey.game.state import Hand, TableMeld
from okey.melds import make_meld
from okey.rules import RuleSet
from okey.tiles import KIND_NAMES, Tile, deal_out, kind_of, parse_kinds
from okey.vectors.fields import ENDS, TIMEOUTS
from okey.vectors.situations import faces_of, games, give, hand_of, play_on, started, twin

Vector = dict[str, Any]
Answer = dict[str, Any]


def _stock_out(vector: Vector, rules: RuleSet) -> Answer:
    """Plays until the stock has run out for the asked time; says what came of it."""
    game = next(g for g in games(rules) if hand_of(g).twin_dealt_to == g.starter)
    if rules.indicator_show != "off" and vector.get("indicator_shown", True):
        game.apply(twin(game))
    hand = hand_of(game)
    wanted = vector.get("exhaustions", 1)
    earlier = 0
    while game.result is None:
        if hand.reshuffles == wanted:
            return {"result": "reshuffle"}
        earlier = len(game.charges)
        play_on(game)
    if is_scored(rules, game.result.ending):
        return {"result": "all_score_no_winner"}
    if rules.stock_out == "reshuffle":
        return {"result": "round_cancelled"}
    counts = any(charge.reason == "indicator" for charge in game.result.charges[earlier:])
    return {"result": "hand_void_indicator_counts" if counts else "hand_void"}


_COMPLETE = "R1 R2 R3 Y4 Y5 Y6 B6 B7 B8 K9 K10 K11 K12 K13"
"""Fourteen tiles that are complete."""
_LOOSE = "R1 R9 R12 Y2 Y6 Y8 B3 B7 B13 K1 K7 K10 Y11"
"""Thirteen tiles of which no two go together: no rack they are in is complete by chance."""


def _okey_discard(vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    kind = "*" if vector.get("is_false_joker") else KIND_NAMES[faces_of("B9", rules).okey]
    (tile,) = deal_out(parse_kinds(kind))
    return _thrown(game, "B9", tile, vector)


_MELDS = {"run": "R5 R6 R7", "set": "R5 Y5 B5", "pair": "R5 R5"}
_FITTING = {("run", "high"): "R8", ("run", "low"): "R4", ("set", "high"): "K5", ("set", "low"): "K5"}


def _playable_discard(vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    hand, faces = hand_of(game), faces_of("K3", rules)
    type_ = vector.get("meld", "run")
    kind = _FITTING.get((type_, vector.get("end", "high")), "Y5")
    if vector.get("is_okey"):
        kind = KIND_NAMES[faces.okey]
    elif not vector.get("is_playable", True):
        kind = "Y13"
    *laid, tile = deal_out(parse_kinds(f"{_MELDS[type_]} {kind}"))
    if rules.table_melds:
        owner = hand.actor if vector.get("own_meld") else (hand.actor + 1) % rules.players
        hand.players[owner].opened = "pairs" if type_ == "pair" else "series"
        hand.melds = [TableMeld(owner, make_meld(type_, laid, faces, rules))]
    return _thrown(game, "K3", tile, vector)


def _thrown(game: Game, indicator: str, tile: Tile, vector: Vector) -> Answer:
    """Lets the actor, or the clock, throw a tile, perhaps to finish with it.

    Returns:
        Whether it may be thrown, or is by the clock, and what it costs the thrower.
    """
    rules, hand = game.rules, hand_of(game)
    seat, ends, size = hand.actor, _any(vector, ENDS), len(hand.acting.rack)
    others = "" if ends and rules.table_melds else _COMPLETE if ends else _LOOSE
    held = _besides([*(t for meld in hand.melds for t in meld.meld.tiles), tile], others)
    give(hand, indicator, rules, [*held, tile], spare=0 if ends else size - 1 - len(held))
    hand.turn.arrived = tile  # an ordinary turn, not the starter's first
    hand.acting.rack.sort(key=tile.__eq__)  # what came last is thrown by the clock
    if rules.table_melds and (ends or vector.get("opened")):
        hand.acting.opened = "series"
    action = finish(tile) if ends and not rules.table_melds else discard(tile)
    try:
        events = game.apply(TIMEOUT if _any(vector, TIMEOUTS) else action)
    except Refused:
        return {"legal": False, "penalty": 0}
    thrown = any(event.kind in ("discarded", "finished") and event.tiles == (tile,) for event in events)
    return {"legal": thrown, "penalty": _paid(events, seat)}


def _besides(tiles: list[Tile], kinds: str) -> list[Tile]:
    """Deals out kinds besides tiles that were dealt out."""
    return deal_out([*map(kind_of, tiles), *parse_kinds(kinds)])[len(tiles) :]


def _any(vector: Vector, names: str) -> bool:
    return any(vector.get(name) for name in names.split())


def _paid(events: list[Event], seat: int) -> int:
    """Gets what a seat was fined."""
    return sum(event.numbers[0] for event in events if event.kind == "penalty" and event.seat == seat)


def _invalid_declare(vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    hand = hand_of(game)
    tiles = hand.acting.rack
    action = finish(tiles[0])
    if rules.table_melds:
        hand.acting.opened = "series" if vector.get("opened") else None
        wrong = tuple(tiles[:3])
        action = lay("run", wrong) if vector.get("opened") else open_with((("run", wrong),))
    seat, held = hand.actor, list(tiles)
    try:
        events = game.apply(action)
    except Refused:
        events = []
    return {
        "penalty": _paid(events, seat),
        "hand_continues": game.result is None and hand.actor == seat and sorted(hand.acting.rack) == sorted(held),
    }


def _show_indicator(vector: Vector, rules: RuleSet) -> Answer:
    dealt = vector.get("twin_dealt", not vector.get("twin_drawn"))
    away = 0 if vector.get("is_starter") else 1

    def asker(game: Game) -> int:
        return (game.starter + away) % rules.players

    game = next(g for g in games(rules) if (hand_of(g).twin_dealt_to == asker(g)) is dealt)
    hand, seat = hand_of(game), asker(game)
    drawn = bool(vector.get("has_drawn") or vector.get("twin_drawn"))
    # the starter has thrown before it ever draws
    if vector.get("has_discarded") or (drawn and seat == game.starter):
        _to_turn_of(game, seat)
        play_on(game)
    _to_turn_of(game, seat)
    if vector.get("already_shown"):
        hand.shown_by = (seat + 1) % rules.players
    if vector.get("twin_drawn"):
        _fetch(hand, hand.indicator ^ 1, hand.stock)
    if drawn:
        game.apply(DRAW)
    before = game.scores
    try:
        game.apply(twin(game), seat)
    except Refused:
        return {"legal": False}
    return {"legal": True, "settled": "hand_end" if game.scores == before else "at_once"}


def _to_turn_of(game: Game, seat: int) -> None:
    while hand_of(game).actor != seat:
        play_on(game)


def _fetch(hand: Hand, tile: Tile, to: list[Tile]) -> None:
    """Brings a tile to the end of a rack or the stock, from wherever it is hidden."""
    parts = [hand.stock, *(player.rack for player in hand.players)]
    source = next(part for part in parts if tile in part)
    at = source.index(tile)
    source[at], to[-1] = to[-1], source[at]


def _take_back(vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "vector")
    play_on(game)
    hand = hand_of(game)
    seat, size = hand.actor, len(hand.acting.rack)
    offered, same, *run = deal_out(parse_kinds("B2 B2 R5 R6 R7"))
    thrown = offered if vector.get("exact_tile", True) else same
    hand.pile_of(game.starter)[:] = [offered]
    held = [*([same] if thrown == same else []), *(run if vector.get("has_melded") else [])]
    hand.acting.opened = "series" if vector.get("has_melded") else None
    held += _besides([offered, same, *run], _LOOSE)[: size - len(held)]
    give(hand, "K3", rules, held, spare=size - len(held))
    game.apply(TAKE)
    try:
        if vector.get("has_melded"):
            game.apply(lay("run", tuple(run)))
        events = game.apply(discard(thrown))
    except Refused:
        return {"legal": False, "ends_turn": False, "then": None, "penalty": 0}
    ends = hand.actor != seat
    then = "next_player" if ends else "draw_or_take" if game.view(seat).takeable() else "draw_stock"
    return {"legal": True, "ends_turn": ends, "then": then, "penalty": _paid(events, seat)}


FLOWS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "stock_out": _stock_out,
    "okey_discard": _okey_discard,
    "playable_discard": _playable_discard,
    "invalid_declare": _invalid_declare,
    "show_indicator": _show_indicator,
    "take_back": _take_back,
}
"""The answer to each question."""
