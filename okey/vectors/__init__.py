"""Answers rule vectors (concrete questions with their answers) through the public engine.

A file is YAML with a list under ``vectors``; each entry names its kind, a rule set, what the kind asks for, and what is
expected.  ``okey.vectors.kinds`` translates: tiles and situations into the engine's values, its answers back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from okey.files import read_text
from okey.foreign import DEEPEST
from okey.game import ActionError, Refused
from okey.rules import RulesError
from okey.tiles import TileError
from okey.vectors.fields import VectorError, shown
from okey.vectors.kinds import Vector, ask

__all__ = ["Vector", "VectorError", "ask", "load", "mismatches"]


MOST_BYTES = 1_000_000
"""The longest file of vectors."""


def load(path: Path) -> list[Vector]:
    """Reads a file of vectors.

    Raises:
        VectorError: when it cannot be read or holds none.
    """
    try:
        import yaml  # not needed by the game itself
    except ModuleNotFoundError:
        raise VectorError("PyYAML is missing; `make .venv/dev.stamp` installs it") from None

    try:
        text = read_text(path, MOST_BYTES)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        fault = _fault(yaml.parse(text, Loader=loader))
        content = None if fault else yaml.load(text, Loader=loader)  # noqa: S506  # it is a safe one
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise VectorError(f"{path}: {' '.join(str(error).split())}") from None
    if fault:
        raise VectorError(f"{path}: {fault}")
    vectors = content.get("vectors") if isinstance(content, dict) else None
    if not isinstance(vectors, list) or not all(isinstance(v, dict) for v in vectors):
        raise VectorError(f"{path}: no list under 'vectors'")
    return vectors


def _fault(events: Iterable[Any]) -> str:
    """Tells what nobody should read of YAML, by its events: an alias of aliases stands for more than memory holds."""
    depth = 0
    for event in events:
        name = type(event).__name__
        if name == "AliasEvent":
            return "aliases are not read"
        depth += name.endswith("StartEvent") - name.endswith("EndEvent")
        if depth > DEEPEST:
            return f"nested deeper than {DEEPEST}"
    return ""


def mismatches(vectors: Iterable[Vector]) -> Iterator[tuple[Vector, str]]:
    """Yields every vector that the engine answers otherwise than expected, with what it answered."""
    for vector in vectors:
        try:
            answer, expected = ask(vector), vector["expect"]
            if not isinstance(expected, dict):
                raise VectorError(f"expect: {shown(expected)} is no map")  # noqa: TRY301 (one mismatch like the others)
            wrong = [
                f"{key} is {answer[key]!r}, expected {shown(value, 400)}"
                if key in answer
                else f"{key!s:.40} is not answered"
                for key, value in expected.items()
                if key not in answer or _plain(answer[key], key) != _plain(value, key)
            ]
        except (ActionError, Refused, RulesError, TileError, VectorError) as error:
            yield vector, f"{type(error).__name__}: {error}"
            continue
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as error:
            yield vector, f"not a whole vector: {type(error).__name__} {error}"
            continue
        if wrong:
            yield vector, ", ".join(wrong)


_SPELLINGS = {
    "next": "next_player",
    "next_seat": "next_player",
    "draw": "draw_stock",
    "draw_from_stock": "draw_stock",
    "void": "hand_void",
    "cancelled": "round_cancelled",
    "all_score": "all_score_no_winner",
    "mixed": "melds",
}
"""Other words for answers."""
_UNORDERED = ("shapes", "discards", "forced_konkan", "winner")
"""What is listed in any order."""


def _plain(value: Any, key: object = None) -> Any:
    """Makes equal what means the same: other words, and the order of what has none."""
    if isinstance(value, str):
        return _SPELLINGS.get(value, value)
    if isinstance(value, dict):
        return {name: _plain(member, name) for name, member in value.items()}
    if isinstance(value, list) and key in _UNORDERED and all(isinstance(item, str) for item in value):
        return sorted(map(_plain, value))
    return value
