"""Checks that a vector is whole before it is asked: every field it needs, each of its kind and in its range."""

from __future__ import annotations

from collections.abc import Callable, Collection
from reprlib import Repr
from typing import Any, TypeAlias

from okey.rules import OPTIONS, Option, RuleSet, Value

Vector = dict[str, Any]


class VectorError(ValueError):
    """A file that holds no vectors, or one that asks for something unknown."""


class _Short(Repr):
    """Cuts what is long, and does not even begin to write a huge number, which Python refuses."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.maxstring = self.maxother = most
        self.maxlist = self.maxtuple = self.maxdict = most // 4

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < 200 else "a huge number"


def shown(value: object, most: int = 40) -> str:
    """Shows a value in a message, cut short however long or deep it is.

    >>> shown("x"), shown([1, "y"]), len(shown("x" * 1000)), shown(1 << 99999)
    ("'x'", "[1, 'y']", 40, 'a huge number')

    Args:
        value: anything that YAML can hold.
        most: how many characters there may be.
    """
    return f"{_Short(most).repr(value):.{most}}"


def check(vector: Vector, rules: RuleSet) -> None:
    """Checks the fields of a vector of a known kind.

    Raises:
        VectorError: when one is missing, unknown or no such thing; the message begins with its name.
    """
    known, check_fields = _CHECKS[vector["kind"]]
    _known(vector, f"{_HEAD} {known}")
    check_fields(vector, rules)


_HEAD = "id kind ruleset set src expect why note notes comment"
"""What any vector may have."""


def _known(fields: Vector, names: str) -> None:
    for name in fields:
        if name not in names.split():
            raise VectorError(f"{name!s:.40}: no field that is known here")


_SPELLINGS: dict[str, str] = {
    "same_tile": "exact_tile",
    "exact": "exact_tile",
    "melded": "has_melded",
    "after_meld": "has_melded",
    "after_melding": "has_melded",
    "okey": "is_okey",
    "false_joker": "is_false_joker",
    "playable": "is_playable",
    "own": "own_meld",
    "exhaustion": "exhaustions",
    "times": "exhaustions",
    "shown": "indicator_shown",
    "starter": "is_starter",
    "drawn": "has_drawn",
    "discarded": "has_discarded",
    "shown_already": "already_shown",
}
"""Other names of the fields of a question about a turn."""


def spelled(vector: Vector) -> Vector:
    """Gives the fields of a question about a turn the names that they have here.

    Raises:
        VectorError: when a field is there twice.
    """
    if vector.get("kind") != "flow":
        return vector
    names = [_SPELLINGS.get(name, name) for name in vector]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise VectorError(f"{twice}: there twice")
    return dict(zip(names, vector.values(), strict=True))


def settings_of(vector: Vector) -> dict[str, Value]:
    """Reads the options that a vector sets, as YAML gives them.

    Raises:
        VectorError: when they are no map.
        RulesError: when a text is no value of its option.
    """
    given = vector.get("set", {})
    if not isinstance(given, dict):
        raise VectorError(f"set: {shown(given)} is no map")
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
        raise VectorError(f"{name}: {shown(fields.get(name))} is no text")


def _texts(fields: Vector, name: str, counts: Collection[int] | None = None) -> None:
    value = _list(fields, name, counts)
    if not all(isinstance(item, str) for item in value):
        raise VectorError(f"{name}: not a list of texts")


def _list(fields: Vector, name: str, counts: Collection[int] | None = None) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list) or not value:
        raise VectorError(f"{name}: {shown(value)} is no list of anything")
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
        raise VectorError(f"{name}: {shown(value)} is no map")
    return value


def _flags(fields: Vector, names: str) -> None:
    for name in names.split():
        if not isinstance(fields.get(name, False), bool):
            raise VectorError(f"{name}: {shown(fields[name])} is neither true nor false")


def _whole(name: str, value: object, values: Collection[int] | None = None) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise VectorError(f"{name}: {shown(value)} is no whole number")
    if values is not None and value not in values:
        raise VectorError(f"{name}: {value} is out of range")


def _seat(fields: Vector, name: str, players: int, *, needed: bool = False) -> None:
    if needed and name not in fields:
        raise VectorError(f"{name}: missing")
    if fields.get(name) is not None:
        _whole(name, fields[name], range(players))


def _word(name: str, value: object, words: Collection[str]) -> None:
    if not isinstance(value, str) or value not in words:
        raise VectorError(f"{name}: {shown(value)} is none of {', '.join(words)}")


_TYPES = ("run", "set", "pair")
_STATES: tuple[str, ...] = ("closed", "opened", "series", "pairs", "winner", "unopened", "eliminated", "konkan")
_STATES += ("declared", "declared_pairs", "declared_unopened")
_DOINGS: tuple[str, ...] = ("take_discard_no_meld", "take_then_undo", "early_layoff", "open", "take_and_open")
_DOINGS += ("take_and_discard", "take_no_meld", "undo_take", "layoff", "take_and_meld")
_PENALTIES = ("invalid_declare", "okey_discard", "playable_discard", "take_back")
_DECLARED = "declared declared_pairs"
_FINISH = "okey pairs elden konkan"


def _identity(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")


def _hand(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _text(vector, "hand")
    _flags(vector, f"{_DECLARED} first_turn")


def _meld(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _text(vector, "tiles")
    _word("type", vector.get("type"), _TYPES)
    _word("origin", vector.get("origin", "table"), ("table", "hand"))


_CONTEXT_FLAGS = f"partner_opened whole_hand_one_turn somebody_opened already_opened konkan {_DECLARED}"
_CONTEXT_NUMBERS = "opponents_best opponents_best_pairs highest_series highest_pairs"


def _opening(vector: Vector, _rules: RuleSet) -> None:
    _text(vector, "indicator")
    _texts(vector, "melds")
    _texts(vector, "kinds", [len(vector["melds"])])
    for kind in vector["kinds"]:
        _word("kinds", kind, _TYPES)
    context = _map(vector, "context")
    _known(context, f"{_CONTEXT_FLAGS} {_CONTEXT_NUMBERS}")
    _flags(context, _CONTEXT_FLAGS)
    for name in _CONTEXT_NUMBERS.split():
        _whole(name, context.get(name, 0), range(10_000))


def _countdown(vector: Vector, rules: RuleSet) -> None:
    start = vector.get("start")
    for points in [start] if isinstance(start, int) else _list(vector, "start", [rules.players]):
        _whole("start", points)
    for hand in _maps(vector, "hands"):
        _known(hand, f"indicator winner shown_by shape finish penalties {_FINISH}")
        if "indicator" in hand:
            _text(hand, "indicator")
        _seat(hand, "winner", rules.players)
        _seat(hand, "shown_by", rules.players)
        _flags(hand, _FINISH)
        _ways(hand)
        if hand.get("shape") is not None:
            _word("shape", hand["shape"], ("melds", "pairs"))
        _penalties(hand, rules)


def _penalties(fields: Vector, rules: RuleSet) -> None:
    """Checks penalties: a list of seats with the reason, or the points."""
    for entry in _list(fields, "penalties") if fields.get("penalties") else []:
        if not isinstance(entry, list) or len(entry) != 2:
            raise VectorError(f"penalties: {shown(entry)} is no seat with a reason")
        _whole("penalties", entry[0], range(rules.players))
        _penalty(entry[1])


def _penalty(value: object) -> None:
    if isinstance(value, str):
        _word("penalties", value, _PENALTIES)
    else:
        _whole("penalties", value)


def _ways(fields: Vector) -> None:
    """Checks how a hand was finished."""
    finish = _map(fields, "finish")
    _known(finish, _FINISH)
    _flags(finish, _FINISH)


_SCORED = "indicator winner shown_by finish konkan_win penalties"


def _leftover(vector: Vector, rules: RuleSet) -> None:
    for rack in _list(vector, "racks", range(1, rules.players + 1)):
        if rack is not None and not isinstance(rack, str):
            raise VectorError("racks: not a list of texts")
    _scores(vector, rules, len(vector["racks"]))


def _scored(vector: Vector, rules: RuleSet) -> None:
    players = _maps(vector, "players", range(1, rules.players + 1))
    _scores(vector, rules, len(players))
    for player in players:
        _known(player, f"state rack taken_okeys penalties {_DECLARED}")
        _word("state", player.get("state"), _STATES)
        _flags(player, _DECLARED)
        for name in ("rack", "taken_okeys"):
            if player.get(name) is not None:
                _text(player, name)
        written = player.get("penalties", 0)
        for points in written if isinstance(written, list) else [written]:
            _penalty(points)


def _scores(vector: Vector, rules: RuleSet, seats: int) -> None:
    _text(vector, "indicator")
    _seat(vector, "winner", seats, needed=True)
    _seat(vector, "shown_by", rules.players)
    _flags(vector, "konkan_win")
    _ways(vector)
    _penalties(vector, rules)


CANCELLED = (None, "cancelled")
"""What stands for a round without a score."""


def _match(vector: Vector, rules: RuleSet) -> None:
    sides = len({*map(rules.side_of, range(rules.players))})
    last = vector.get("determine")
    for points in [*_list(vector, "rounds"), *([] if last is None else [last])]:
        if points not in CANCELLED and (not isinstance(points, list) or len(points) not in (0, sides)):
            raise VectorError(f"rounds: {shown(points)} are not the points of {sides} sides")
        for number in [] if points in CANCELLED else points:
            _whole("rounds", number)
    if last == []:
        raise VectorError(f"determine: [] are not the points of {sides} sides")


def _konkan(rules: RuleSet) -> None:
    if not rules.konkan:
        raise VectorError("ruleset: there is no Konkan in these rules")


def _konkan_hand(vector: Vector, rules: RuleSet) -> None:
    _konkan(rules)
    _text(vector, "indicator")
    _text(vector, "hand")
    _flags(vector, "laid_off_before")


def _events(vector: Vector, rules: RuleSet) -> None:
    _konkan(rules)
    for event in _maps(vector, "events"):
        _known(event, "do from finishes wild okey end")
        _word("do", event.get("do"), _DOINGS)
        _flags(event, "finishes wild okey")
        if event.get("end") is not None:
            _word("end", event["end"], ("low", "high"))
        if event.get("from") is not None:
            _word("from", event["from"], ("konkan", "normal", "opened"))


ENDS = "finish finishing finishes is_finishing is_finish is_finish_tile ends_hand last_tile finishing_discard"
"""What a vector may call a discard that ends the hand."""
TIMEOUTS = "timeout is_timeout timed_out automatic"
"""What a vector may call a discard that the clock makes."""

_ASKED: dict[str, str] = {
    "stock_out": "exhaustions indicator_shown",
    "okey_discard": f"is_false_joker confirmed {ENDS} {TIMEOUTS}",
    "playable_discard": f"is_okey is_playable own_meld opened meld end {ENDS} {TIMEOUTS}",
    "invalid_declare": "opened",
    "show_indicator": "twin_dealt twin_drawn already_shown is_starter has_drawn has_discarded",
    "take_back": "exact_tile has_melded",
}
"""The fields of each question about a turn; flags but for those that ``_flow`` names."""


def _flow(vector: Vector, _rules: RuleSet) -> None:
    _word("ask", vector.get("ask"), _ASKED)
    fields = _ASKED[vector["ask"]]
    _known(vector, f"{_HEAD} ask {fields}")
    _whole("exhaustions", vector.get("exhaustions", 1), range(1, 100))
    _word("meld", vector.get("meld", "run"), _TYPES)
    _word("end", vector.get("end", "high"), ("low", "high"))
    _flags(vector, " ".join(name for name in fields.split() if name not in ("exhaustions", "meld", "end")))


_Check: TypeAlias = tuple[str, Callable[[Vector, RuleSet], None]]

_CHECKS: dict[str, _Check] = {
    "identity": ("indicator", _identity),
    "win14": (f"indicator hand {_DECLARED}", _hand),
    "finish15": (f"indicator hand first_turn {_DECLARED}", _hand),
    "meld": ("indicator tiles type origin", _meld),
    "opening": ("indicator melds kinds context", _opening),
    "score_countdown": ("start hands", _countdown),
    "score_leftover": (f"racks {_SCORED}", _leftover),
    "score_yuzbir": (f"players {_SCORED}", _scored),
    "score_konkan": (f"players {_SCORED}", _scored),
    "match_konkan": ("rounds determine", _match),
    "konkan_finish": ("indicator hand laid_off_before", _konkan_hand),
    "konkan_state": ("events", _events),
    "deal": ("", lambda _vector, _rules: None),
    "flow": (" ".join(["ask", *_ASKED.values()]), _flow),
}
"""The fields of each kind of vector, and what checks them."""
