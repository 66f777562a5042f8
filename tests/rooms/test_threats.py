"""Every claim of the threat model names tests that there are."""

from __future__ import annotations

import re

from tests.rooms.running import ROOT

TEXT = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")


def test_every_test_that_is_named_exists() -> None:
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)\(", path.read_text())
    }
    named = set(re.findall(r"\b(test_\w+)\b(?!\.py)", TEXT))
    files = set(re.findall(r"\b(test_\w+\.py)\b", TEXT))
    assert len(named) > 15
    assert named <= tests, named - tests
    assert files <= {path.name for path in (ROOT / "tests").rglob("test_*.py")}


def test_every_claim_of_what_cannot_be_has_its_test() -> None:
    for row in re.findall(r"^\| cannot .*$", TEXT, re.MULTILINE):
        assert re.search(r"test_\w+", row), row
