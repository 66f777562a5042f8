"""Answers rule vectors (concrete questions with their answers) through the public engine.

A file is YAML with a list under ``vectors``; each entry names its kind, a rule set, what the kind asks for,
and what is expected.  An adapter here only translates: tiles and situations into the engine's values, its
answers back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from okey.game import Action, Game, Refused
from okey.game.actions import DEAL, DRAW, discard, show
from okey.game.scoring import Outcome, add, countdown_charges, finish_loss, match_winners
from okey.melds import MeldError, make_meld
from okey.rules import RulesError, RuleSet
from okey.solver import complete, finishing_discards
from okey.tiles import KIND_NAMES, WILD, Faces, TileError, deal_out, kind_of, parse_kind, parse_kinds

Vector: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]


class VectorError(ValueError):
    """A file that holds no vectors, or one that asks for something unknown."""


def load(path: Path) -> list[Vector]:
    """Reads a file of vectors.

    Raises:
        VectorError: when it cannot be read or holds none.
    """
    import yaml  # a tool of development: the game itself runs without it

    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise VectorError(f"{path}: {' '.join(str(error).split())}") from None
    vectors = content.get("vectors") if isinstance(content, dict) else None
    if not isinstance(vectors, list) or not all(isinstance(v, dict) for v in vectors):
        raise VectorError(f"{path}: no list under 'vectors'")
    return vectors


def mismatches(vectors: Iterable[Vector]) -> Iterator[tuple[Vector, str]]:
    """Yields every vector that the engine answers otherwise than expected, with what it answered."""
    for vector in vectors:
        try:
            answer = ask(vector)
            wrong = [
                f"{key} is {answer.get(key)!r}, expected {value!r}"
                for key, value in vector["expect"].items()
                if answer.get(key) != value
            ]
        except (VectorError, RulesError, TileError, Refused) as error:
            yield vector, f"{type(error).__name__}: {error}"
            continue
        except (KeyError, TypeError, AttributeError) as error:
            yield vector, f"not a whole vector: {type(error).__name__} {error}"
            continue
        if wrong:
            yield vector, ", ".join(wrong)


def ask(vector: Vector) -> Answer:
    """Answers one vector.

    Raises:
        VectorError: when its kind is unknown.
        RulesError, TileError: when its rule set or its tiles are none.
    """
    kind = vector.get("kind")
    if kind not in _KINDS:
        raise VectorError(f"cannot answer vectors of the kind {kind!r}")
    return _KINDS[kind](vector, rules_of(vector))


def rules_of(vector: Vector) -> RuleSet:
    """Builds the rule set that a vector asks about."""
    settings = {key: tuple(v) if isinstance(v, list) else v for key, v in vector.get("set", {}).items()}
    return RuleSet.parse(str(vector.get("ruleset")), settings)


def _faces(vector: Vector, rules: RuleSet) -> Faces:
    return Faces(parse_kind(vector["indicator"]), rules.okey_offset, rules.false_joker)


def _identity(vector: Vector, rules: RuleSet) -> Answer:
    faces = _faces(vector, rules)
    return {
        "okey": KIND_NAMES[faces.okey],
        "false_joker": "wild" if faces.false_joker == WILD else KIND_NAMES[faces.false_joker],
    }


def _win14(vector: Vector, rules: RuleSet) -> Answer:
    shapes = complete(deal_out(parse_kinds(vector["hand"])), _faces(vector, rules), rules)
    return {"win": bool(shapes), "shapes": sorted(shapes)}


def _finish15(vector: Vector, rules: RuleSet) -> Answer:
    faces = _faces(vector, rules)
    winning = {}
    for tile, shapes in finishing_discards(deal_out(parse_kinds(vector["hand"])), faces, rules).items():
        losses = [finish_loss(rules, shape, faces.is_okey(tile)) for shape in shapes]
        winning[KIND_NAMES[kind_of(tile)]] = {
            "shapes": sorted(shapes),
            "loss": max(losses) if rules.score_model == "countdown" else None,
        }
    return {"winning": winning}


def _meld(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_out(parse_kinds(vector["tiles"]))
    try:
        meld = make_meld(vector["type"], tiles, _faces(vector, rules), rules, vector.get("origin", "table"))
    except MeldError:
        return {"valid": False}
    return {"valid": True, "value": meld.value}


def _score_countdown(vector: Vector, rules: RuleSet) -> Answer:
    scores = tuple(vector["start"])
    for hand in vector["hands"]:
        outcome = Outcome(
            winner=hand.get("winner"),
            shape=hand.get("shape"),
            okey=hand.get("okey", False),
            shown_by=hand.get("shown_by"),
            indicator=parse_kind(hand["indicator"]) if "indicator" in hand else None,
        )
        scores = add(scores, countdown_charges(rules, outcome))
    winners = match_winners(rules, scores)
    return {"scores": list(scores), "ended": bool(winners), "winners": list(winners)}


def _deal(_vector: Vector, rules: RuleSet) -> Answer:
    game = _started(rules, "deal")
    others = {size for seat, size in enumerate(game.view(None).rack_sizes) if seat != game.starter}
    return {
        "starter": len(game.racks[game.starter]),
        "others": others.pop() if len(others) == 1 else sorted(others),
        "stock": len(game.stock),
    }


def _flow(vector: Vector, rules: RuleSet) -> Answer:
    if vector.get("ask") not in _FLOWS:
        raise VectorError(f"cannot answer the flow question {vector.get('ask')!r}")
    return _FLOWS[vector["ask"]](vector, rules)


def _flow_stock_out(_vector: Vector, rules: RuleSet) -> Answer:
    game = next(g for g in _games(rules) if g.twin_dealt_to == g.starter)
    if rules.indicator_show != "off":
        game.apply(_twin(game))
    while game.phase not in ("deal", "over"):
        _play_on(game)
    result = game.result
    assert result is not None
    assert result.ending == "stock_out", "nobody throws a tile that finishes"
    paid = any(charge.reason == "indicator" for charge in result.charges)
    return {"result": "hand_void_indicator_counts" if paid else "hand_void"}


def _flow_okey_discard(_vector: Vector, rules: RuleSet) -> Answer:
    for game in _games(rules):
        assert game.faces is not None
        okey = next(filter(game.faces.is_okey, game.racks[game.starter]), None)
        if okey is not None:
            before = game.scores[game.starter]
            try:
                game.apply(discard(okey))
            except Refused:
                return {"legal": False}
            return {"legal": True, "penalty": before - game.scores[game.starter]}
    raise AssertionError("there are endless games")


def _flow_show_indicator(vector: Vector, rules: RuleSet) -> Answer:
    for game in _games(rules):
        seat = game.starter if vector["is_starter"] else (game.starter + 1) % rules.players
        if (game.twin_dealt_to == seat) is not vector["twin_dealt"]:
            continue
        while game.actor != seat:
            _play_on(game)
        if vector["already_shown"]:
            game.apply(_twin(game))
        if vector["has_drawn"]:
            game.apply(DRAW)
        if vector["has_discarded"]:
            _play_on(game)
            while game.actor != seat:
                _play_on(game)
        try:
            game.check(_twin(game), seat)
        except Refused:
            return {"legal": False}
        return {"legal": True}
    raise AssertionError("there are endless games")


def _twin(game: Game) -> Action:
    assert game.indicator is not None
    return show(game.indicator ^ 1)


def _play_on(game: Game) -> None:
    """Plays a turn that ends no hand: draw, and throw the first tile that does not finish."""
    if game.phase == "draw":
        game.apply(DRAW)
    assert game.faces is not None
    assert game.actor is not None
    rack = game.racks[game.actor]
    finishing = finishing_discards(rack, game.faces, game.rules)
    game.apply(discard(next(tile for tile in rack if tile not in finishing)))


def _games(rules: RuleSet) -> Iterator[Game]:
    """Yields endless games, each with its first hand dealt."""
    number = 0
    while True:
        yield _started(rules, f"vector {number}")
        number += 1


def _started(rules: RuleSet, seed: str) -> Game:
    game = Game(rules, seed)
    game.apply(DEAL)
    return game


_KINDS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "identity": _identity,
    "win14": _win14,
    "finish15": _finish15,
    "meld": _meld,
    "score_countdown": _score_countdown,
    "deal": _deal,
    "flow": _flow,
}
_FLOWS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "stock_out": _flow_stock_out,
    "okey_discard": _flow_okey_discard,
    "show_indicator": _flow_show_indicator,
}
