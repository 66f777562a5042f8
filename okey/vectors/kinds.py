"""One adapter for each kind of vector: what is asked, translated for the engine, and its answer translated back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from okey.game import Game, Refused, laying
from okey.game.actions import finish, open_with
from okey.game.finishing import allowed, finishing
from okey.game.state import Player
from okey.melds import MeldError, make_meld
from okey.rules import RuleSet
from okey.solver import Laid, complete, finishing_discards
from okey.tiles import KIND_NAMES, WILD, Tile, kind_of, parse_kinds
from okey.vectors.fields import VectorError, check, settings_of, shown, spelled
from okey.vectors.flow import FLOWS
from okey.vectors.konkan import status_after
from okey.vectors.scores import is_declared, match_konkan, score_countdown, score_hand, score_leftover
from okey.vectors.situations import deal_beside, faces_of, hand_of, set_table, started

Vector: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]


def ask(vector: Vector) -> Answer:
    """Answers one vector.

    Raises:
        VectorError: when its kind is unknown or a field is missing or no such thing.
        RulesError, TileError: when its rule set or its tiles are none.
    """
    vector = spelled(vector)
    kind = vector.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise VectorError(f"cannot answer vectors of the kind {shown(kind)}")
    rules = rules_of(vector)
    check(vector, rules)
    return _KINDS[kind](vector, rules)


def rules_of(vector: Vector) -> RuleSet:
    """Builds the rule set that a vector asks about."""
    return RuleSet.of(str(vector.get("ruleset")), settings_of(vector))


def _identity(vector: Vector, rules: RuleSet) -> Answer:
    faces = faces_of(vector["indicator"], rules)
    return {
        "okey": KIND_NAMES[faces.okey],
        "false_joker": "wild" if faces.false_joker == WILD else KIND_NAMES[faces.false_joker],
    }


def _win14(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_beside(vector["indicator"], parse_kinds(vector["hand"]))
    found = complete(tiles, faces_of(vector["indicator"], rules), rules)
    shapes = allowed(rules, Player(declared=is_declared(vector)), found)
    return {"win": bool(shapes), "shapes": sorted(shapes)}


def _finish15(vector: Vector, rules: RuleSet) -> Answer:
    faces = faces_of(vector["indicator"], rules)
    tiles = deal_beside(vector["indicator"], parse_kinds(vector["hand"]))
    game = set_table(rules, vector["indicator"], tiles, spare=0)
    hand = hand_of(game)
    hand.acting.declared = is_declared(vector)
    hand.turn.arrived = None if vector.get("first_turn") else tiles[-1]
    # nobody declares a finish on an open table: there it is a question about the tiles alone
    found = finishing_discards(tiles, faces, rules) if rules.table_melds else finishing(rules, hand)
    return {
        "winning": {
            KIND_NAMES[kind_of(tile)]: {"shapes": sorted(shapes), "loss": _loss(game, tile)}
            for tile, shapes in found.items()
        }
    }


def _loss(game: Game, tile: Tile) -> int | None:
    """Finishes a copy of a game with a tile; gets what that takes off each other side where points count down."""
    if game.rules.score_model != "countdown":
        return None
    done = game.copy()
    done.apply(finish(tile))
    return max(before - after for before, after in zip(game.scores, done.scores, strict=True))


def _meld(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_beside(vector["indicator"], parse_kinds(vector["tiles"]))
    try:
        faces = faces_of(vector["indicator"], rules)
        meld = make_meld(vector["type"], tiles, faces, rules, vector.get("origin", "table"))
    except MeldError as error:
        return {"valid": False, "value": None, "reason": error.reason}
    return {"valid": True, "value": meld.value}


def _opening(vector: Vector, rules: RuleSet) -> Answer:
    context = vector.get("context", {})
    kinds = [parse_kinds(text) for text in vector["melds"]]
    tiles = iter(deal_beside(vector["indicator"], (kind for meld in kinds for kind in meld)))
    melds: list[Laid] = [
        (type_, tuple(next(tiles) for _ in meld)) for type_, meld in zip(vector["kinds"], kinds, strict=True)
    ]
    laid = [tile for _, meld in melds for tile in meld]
    game = set_table(rules, vector["indicator"], laid, spare=1 if context.get("whole_hand_one_turn") else 3)
    hand = hand_of(game)
    me, players = hand.actor, hand.players
    others: tuple[tuple[str, int, str], ...] = (
        ("opponents_best", 1, "series"),
        ("opponents_best_pairs", -1, "pairs"),
        ("highest_series", 1, "series"),
        ("highest_pairs", -1, "pairs"),
    )
    if context.get("partner_opened"):
        _has_opened(players[(me + 2) % len(players)], "series", rules.open_min_points)
    if context.get("somebody_opened"):
        _has_opened(players[(me + 1) % len(players)], "series", rules.open_min_points)
    if context.get("already_opened"):
        _has_opened(players[me], "series", rules.open_min_points)
    players[me].konkan = context.get("konkan", False)
    players[me].declared = is_declared(context)
    for key, seat, how in others:
        if key in context:
            _has_opened(players[(me + seat) % len(players)], how, context[key])
    action = open_with(tuple(melds))
    value, needed = laying.worth_of_opening(rules, hand, action)
    answer: Answer = {"value": value, "need": needed}
    try:
        events = game.apply(action)
    except Refused as refused:
        return {**answer, "legal": False, "reason": refused.reason}
    failed = next((event.word for event in events if event.kind == "failed"), None)
    return {**answer, "legal": True} if failed is None else {**answer, "legal": False, "reason": failed}


def _has_opened(player: Player, how: str, value: int) -> None:
    player.opened = "pairs" if how == "pairs" else "series"
    player.opened_with = value


def _konkan_finish(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_beside(vector["indicator"], parse_kinds(vector["hand"]))
    game = set_table(rules, vector["indicator"], tiles, spare=0)
    player = hand_of(game).acting
    player.konkan, player.early = True, vector.get("laid_off_before", False)
    thrown = set()
    for action in game.legal_actions():
        if action.verb == "open":
            used = {tile for _, meld in action.melds for tile in meld}
            thrown |= {KIND_NAMES[kind_of(tile)] for tile in tiles if tile not in used}
    return {"discards": sorted(thrown)}


def _konkan_state(vector: Vector, rules: RuleSet) -> Answer:
    status, log, player = status_after(vector["events"], rules)
    return {"status": status, "log": log, "finish": list(laying.konkan_sizes(rules, player))}


def _deal(_vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "deal")
    view = game.view(None)
    others = {size for seat, size in enumerate(view.rack_sizes) if seat != view.starter}
    return {
        "starter": view.rack_sizes[view.starter],
        "others": others.pop() if len(others) == 1 else sorted(others),
        "stock": view.stock,
    }


def _flow(vector: Vector, rules: RuleSet) -> Answer:
    return FLOWS[vector["ask"]](vector, rules)


_KINDS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "identity": _identity,
    "win14": _win14,
    "finish15": _finish15,
    "meld": _meld,
    "opening": _opening,
    "score_countdown": score_countdown,
    "score_leftover": score_leftover,
    "score_yuzbir": score_hand,
    "score_konkan": score_hand,
    "match_konkan": match_konkan,
    "konkan_finish": _konkan_finish,
    "konkan_state": _konkan_state,
    "deal": _deal,
    "flow": _flow,
}
