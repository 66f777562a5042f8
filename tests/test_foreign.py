"""JSON that anybody may have written."""

import json
import re
from pathlib import Path

import pytest

from okey.foreign import DEEPEST, read_json

ROOT = Path(__file__).parent.parent


def test_json_is_not_read_when_nested_too_deep():
    """In a browser 8,000 brackets end the interpreter before Python's reader finds out."""
    text = "[" * DEEPEST + "]" * DEEPEST
    assert read_json(text) == json.loads(text)
    assert read_json(json.dumps("[" * 1000 + '"\\')) == "[" * 1000 + '"\\'
    for deep in (f"[{text}]", "[" * 200_000, '{"a":' * 100, '"' + "[" * 60 + '"' + "{" * 60):
        with pytest.raises(ValueError, match="nested deeper"):
            read_json(deep)


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 500_000, '"' * 1_000_001, "\\" * 1_000_000, '"' + "a" * 1_000_000 + "\\"]
)
def test_every_character_is_looked_at_once(text: str):
    """Else these would take hours."""
    with pytest.raises(ValueError, match="line 1"):
        read_json(text)


def test_nobody_else_reads_json_from_outside():
    readers = {
        str(path.relative_to(ROOT / "okey"))
        for path in (ROOT / "okey").rglob("*.py")
        if re.search(r"\bjson\.(loads?\(|JSONDecoder\b)", path.read_text(encoding="utf-8"))
    }
    own = {"foreign.py", "ui/texts.py", "ladder/store.py", "rooms/relay/backplane.py", "rooms/relay/shared.py"}
    assert readers == own, "what comes from outside is read by read_json"
