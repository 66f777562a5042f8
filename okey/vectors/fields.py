"""Checks that a vector is whole before it is asked: every field it needs, each of its kind and in its range."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from okey.rules import OPTIONS, Option, RuleSet, Value

Vector = dict[str, Any]


class VectorError(ValueError):
    """A file that holds no vectors, or one that asks for something unknown."""


def check(vector: Vector, rules: RuleSet) -> None:
    """Checks the fields of a vector of a known kind.

    Raises:
        VectorError: when one is missing or no such thing; the message begins with its name.
    """
    _CHECKS[vector["kind"]](vector, rules)


def settings_of(vector: Vector) -> dict[str, Value]:
    """Reads the options that a vector sets, as YAML gives them.

    Raises:
        VectorError: when they are no map.
        RulesError: when a text is no value of its option.
    """
    given = vector.get("set", {})
    if not isinstance(given, dict):
        raise VectorError(f"set: {given!r:.40} is no map")
    return {str(name): _setting(str(name), value) for name, value in given.items()}


def _setting(name: str, value: Any) -> Any:
    option = OPTIONS.get(name)
    if option is None:
        return value
    if option.is_list and not isinstance(value, str):
        members = value if isinstance(value, list) else [value]
        return tuple(_as_text(option, member) for member in members)
    if isinstance(value, list):
        return tuple(value)
    if option.is_list:
        return option.parse(value)
    return _as_text(option, value)


def _as_text(option: Option, value: Any) -> Any:
    """Reads one value: as it is, or as the text that YAML made something else of."""
    read = value
    if isinstance(value, dict):  # a table of factors
        words = {f"{key}{factor}" for key, factor in value.items()}
        read = next((v for v in option.values if isinstance(v, str) and set(v.split()) == words), str(value))
    elif any(type(value) is type(allowed) and value == allowed for allowed in option.values):
        pass
    elif isinstance(value, bool):  # no and off are false in YAML
        words = {"yes", "on"} if value else {"no", "off"}
        read = next((v for v in option.values if isinstance(v, str) and v in words), value)
    elif isinstance(value, str):
        parsed = option.parse(value)
        read = parsed[0] if isinstance(parsed, tuple) and len(parsed) == 1 else parsed
    return read


def _text(fields: Vector, name: str) -> None:
    if not isinstance(fields.get(name), str):
        raise VectorError(f"{name}: {fields.get(name)!r:.40} is no text")


def _texts(fields: Vector, name: str, counts: Collection[int] | None = None) -> None:
    value = _list(fields, name, counts)
    if not all(isinstance(item, str) for item in value):
        raise VectorError(f"{name}: not a list of texts")


def _list(fields: Vector, name: str, counts: Collection[int] | None = None) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list) or not value:
        raise VectorError(f"{name}: {value!r:.40} is no list of anything")
    if counts is not None and len(value) not in counts:
        raise VectorError(f"{name}: {len(value)} of them, expected {max(counts)}")
    return value


def _maps(fields: Vector, name: str, counts: Collection[int] | None = None) -> list[Vector]:
    value = _list(fields, name, counts)
    if not all(isinstance(item, dict) for item in value):
        raise VectorError(f"{name}: not a list of maps")
    return value


def _map(fields: Vector, name: str) -> Vector:
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise VectorError(f"{name}: {value!r:.40} is no map")
    return value


def _flags(fields: Vector, *names: str) -> None:
    for name in names:
        if not isinstance(fields.get(name, False), bool):
            raise VectorError(f"{name}: {fields[name]!r:.40} is neither true nor false")


def _whole(name: str, value: object, values: Collection[int] | None = None) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise VectorError(f"{name}: {value!r:.40} is no whole number")
    if values is not None and value not in values:
        raise VectorError(f"{name}: {value} is out of range")


def _seat(fields: Vector, name: str, players: int, *, needed: bool = False) -> None:
    if needed and name not in fields:
        raise VectorError(f"{name}: missing")
    if fields.get(name) is not None:
        _whole(name, fields[name], range(players))


def _word(name: str, value: object, words: Collection[str]) -> None:
    if not isinstance(value, str) or value not in words:
        raise VectorError(f"{name}: {value!r:.40} is none of {', '.join(words)}")


_TYPES = ("run", "set", "pair")
_STATES: tuple[str, ...] = ("closed", "opened", "series", "pairs", "winner", "unopened", "eliminated", "konkan")
_STATES += ("declared", "declared_pairs", "declared_unopened")
_DOINGS: tuple[str, ...] = ("take_discard_no_meld", "take_then_undo", "early_layoff", "open", "take_and_open")
_DOINGS += ("take_and_discard", "take_no_meld", "undo_take", "layoff", "take_and_meld")
_PENALTIES = ("invalid_declare", "okey_discard", "playable_discard", "take_back")


def _identity(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")


def _hand(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _text(vector, "hand")
    _flags(vector, "laid_off_before")


def _meld(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _text(vector, "tiles")
    _word("type", vector.get("type"), _TYPES)
    _word("origin", vector.get("origin", "table"), ("table", "hand"))


def _opening(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _texts(vector, "melds")
    _texts(vector, "kinds", [len(vector["melds"])])
    for kind in vector["kinds"]:
        _word("kinds", kind, _TYPES)
    context = _map(vector, "context")
    _flags(context, "partner_opened", "whole_hand_one_turn")
    for name in context.keys() - {"partner_opened", "whole_hand_one_turn"}:
        _word("context", name, ("opponents_best", "highest_series", "highest_pairs"))
        _whole(name, context[name], range(10_000))


def _countdown(vector: Vector, rules: RuleSet) -> None:
    for points in _list(vector, "start", [rules.players]):
        _whole("start", points)
    for hand in _maps(vector, "hands"):
        if "indicator" in hand:
            _text(hand, "indicator")
        _seat(hand, "winner", rules.players)
        _seat(hand, "shown_by", rules.players)
        _flags(hand, "okey")
        if hand.get("shape") is not None:
            _word("shape", hand["shape"], ("melds", "pairs"))
        for entry in _list(hand, "penalties") if hand.get("penalties") else []:
            if not isinstance(entry, list) or len(entry) != 2:
                raise VectorError(f"penalties: {entry!r:.40} is no seat with a reason")
            _whole("penalties", entry[0], range(rules.players))
            _word("penalties", entry[1], _PENALTIES)


def _leftover(vector: Vector, rules: RuleSet) -> None:
    _text(vector, "indicator")
    _texts(vector, "racks", range(1, rules.players + 1))
    _seat(vector, "winner", len(vector["racks"]), needed=True)
    _seat(vector, "shown_by", rules.players)


def _scored(vector: Vector, rules: RuleSet) -> None:
    _text(vector, "indicator")
    players = _maps(vector, "players", range(1, rules.players + 1))
    _seat(vector, "winner", len(players), needed=True)
    _seat(vector, "shown_by", rules.players)
    _flags(vector, "konkan_win")
    _flags(_map(vector, "finish"), "okey", "pairs", "elden", "konkan")
    for player in players:
        _word("state", player.get("state"), _STATES)
        _flags(player, "declared", "declared_pairs")
        for name in ("rack", "taken_okeys"):
            if player.get(name) is not None:
                _text(player, name)
        written = player.get("penalties", 0)
        for points in written if isinstance(written, list) else [written]:
            _whole("penalties", points)


def _match(vector: Vector, _rules: RuleSet) -> None:
    last = vector.get("determine")
    for points in [*_list(vector, "rounds"), *([] if last is None else [last])]:
        if points is not None and (not isinstance(points, list) or len(points) not in (0, 2)):
            raise VectorError(f"rounds: {points!r:.40} are not the points of two sides")
        for number in points or []:
            _whole("rounds", number)
    if last == []:
        raise VectorError("determine: [] are not the points of two sides")


def _events(vector: Vector, _rules: RuleSet) -> None:
    for event in _maps(vector, "events"):
        _word("do", event.get("do"), _DOINGS)
        _flags(event, "finishes", "wild", "okey")
        if event.get("end") is not None:
            _word("end", event["end"], ("low", "high"))
        if event.get("from") is not None:
            _word("from", event["from"], ("konkan", "normal", "opened"))


_NUMBERS = ("exhaustions",)
_NO_FLAGS = {"id", "kind", "ruleset", "src", "set", "ask", "expect", "why", *_NUMBERS}


def _flow(vector: Vector, _rules: RuleSet) -> None:
    _whole("exhaustions", vector.get("exhaustions", 1), range(1, 100))
    _flags(vector, *(vector.keys() - _NO_FLAGS))


_CHECKS: dict[str, Callable[[Vector, RuleSet], None]] = {
    "identity": _identity,
    "win14": _hand,
    "finish15": _hand,
    "meld": _meld,
    "opening": _opening,
    "score_countdown": _countdown,
    "score_leftover": _leftover,
    "score_yuzbir": _scored,
    "score_konkan": _scored,
    "match_konkan": _match,
    "konkan_finish": _hand,
    "konkan_state": _events,
    "deal": lambda _vector, _rules: None,
    "flow": _flow,
}
