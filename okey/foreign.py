"""JSON that anybody may have written: read only when it is not nested too deep."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

DEEPEST = 50
"""How deep texts may be nested: more than any that the game writes."""

# A string takes up to its end, or all that is left: so every character is looked at once.
_NESTING = re.compile(r'"[^"\\]*(?:\\.?[^"\\]*)*(?:"|\Z)|([\[{])|([\]}])', re.DOTALL)


_decoder = cache(lambda parse_constant: json.JSONDecoder(parse_constant=parse_constant))


def read_json(text: str, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """Reads JSON.

    It is not left to Python's reader to find that it is nested too deep: in a browser that ends the interpreter.

    Args:
        text: what is read; its length is the caller's to limit.
        parse_constant: as that of ``json.loads``.

    Raises:
        ValueError: when the text is no JSON, or nested deeper than ``DEEPEST``.
    """
    depth = 0
    shallow = text.count("{") + text.count("[") <= DEEPEST  # most texts are, and need no closer look
    for found in () if shallow else _NESTING.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth > DEEPEST:
            raise ValueError(f"nested deeper than {DEEPEST}")
    return _decoder(parse_constant).decode(text)
