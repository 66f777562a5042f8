"""Every claim of the threat model names tests that there are, or promises nothing."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests.rooms.running import ROOT

TEXT = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
TESTS: defaultdict[str, set[str]] = defaultdict(set)
"""The names of the tests in all files of a name."""
for path in (ROOT / "tests").rglob("test_*.py"):
    TESTS[path.name] |= set(re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8")))
NOTHING = "nothing is promised"
PROMISE = re.compile(r"\b(cannot|unseen|never|nobody|not enough|noticed|named|refused|limited|(is|are) told)\b")
"""Words of which somebody might think that they are kept."""


def rows(text: str) -> list[tuple[str, str]]:
    """Gets what stands in the tables, without their heads: who does what, and what holds it."""
    lines = text.splitlines()
    rules = {index for index, line in enumerate(lines) if line.startswith("|-")}
    found = [line for index, line in enumerate(lines) if line.startswith("|") and not rules & {index, index + 1}]
    cells = [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split(" | ")] for line in found]
    return [(claim, held_by.strip()) for claim, held_by in cells]


def flaw(claim: str, held_by: str) -> str:
    """Tells what is wrong with a claim; empty when nothing is."""
    if held_by == NOTHING:
        return "it promises something" if PROMISE.search(claim) else ""
    named = re.findall(r"(?:(test_\w+\.py)::)?(test_\w+)\b(?!\.py)", held_by)
    files = re.findall(r"(test_\w+\.py)(?!::)", held_by)
    if not named and not files:
        return "no test holds it"
    everything = set().union(*TESTS.values())
    unknown = [name for file, name in named if name not in TESTS.get(file, set() if file else everything)]
    unknown += [file for file in files if file not in TESTS]
    return f"there is no {unknown[0]}" if unknown else ""


CLAIMS = rows(TEXT)


@pytest.mark.parametrize(("claim", "held_by"), CLAIMS, ids=[claim[:60] for claim, _ in CLAIMS])
def test_every_claim_has_its_test_or_promises_nothing(claim: str, held_by: str) -> None:
    assert not flaw(claim, held_by)


def test_all_claims_are_found() -> None:
    heads = TEXT.count("\n|---|---|\n")
    assert len(CLAIMS) == TEXT.count("\n|") - 2 * heads
    assert len(CLAIMS) > 50
    named = set(re.findall(r"\b(test_\w+)\b(?!\.py)", TEXT))
    assert named <= set().union(*TESTS.values()), "outside of the tables too"


@pytest.mark.parametrize(
    ("claim", "held_by", "wrong"),
    [
        ("cannot lie", "", "no test holds it"),
        ("**can** lie", "", "no test holds it"),
        ("**can** lie. It cannot do so unseen", NOTHING, "it promises something"),
        ("cannot lie", "`test_threats.py::test_all_claims`", "there is no test_all_claims"),
        ("cannot lie", "`test_room.py::test_all_claims_are_found`", "there is no test_all_claims_are_found"),
        ("cannot lie", "`test_nowhere.py`, all of it", "there is no test_nowhere.py"),
        ("cannot lie", "`test_threats.py::test_all_claims_are_found`", ""),
        ("**can** lie", NOTHING, ""),
    ],
)
def test_a_claim_without_test_would_be_found(claim: str, held_by: str, wrong: str) -> None:
    assert flaw(claim, held_by) == wrong
