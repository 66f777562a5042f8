"""Every vector of this folder and of the shared file, asked one by one."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from okey.vectors import load, mismatches
from tests.support import SHARED

HERE = Path(__file__).parent
KINDS = (
    "identity win14 finish15 meld opening score_countdown score_leftover score_yuzbir "
    "score_konkan match_konkan konkan_finish konkan_state deal flow"
).split()
PRESETS = "gamearea konkan81 duz classic elit okey101 okey51".split()

OWN = load(HERE / "all.yaml")
ASKED = SHARED / "rule_vectors.yaml"
GIVEN = load(ASKED) if ASKED.is_file() else []


def told(vector: dict[str, Any]) -> dict[str, Any]:
    """Gets what a vector asks and expects, without its name and reason."""
    return {key: value for key, value in vector.items() if key not in ("id", "why", "src")}


@pytest.mark.parametrize("vector", OWN, ids=lambda vector: vector["id"])
def test_own(vector: dict[str, Any]) -> None:
    assert list(mismatches([vector])) == []


@pytest.mark.parametrize("vector", GIVEN, ids=lambda vector: vector["id"])
def test_shared(vector: dict[str, Any]) -> None:
    assert list(mismatches([vector])) == []


def test_each_is_asked_once() -> None:
    asked = [told(vector) for vector in OWN + GIVEN]
    assert [vector for vector in asked if asked.count(vector) > 1] == []
    assert max(Counter(vector["id"] for vector in OWN).values()) == 1


def test_there_are_enough_of_every_kind() -> None:
    assert len(OWN) >= 120
    assert {vector["kind"] for vector in OWN} == set(KINDS)
    assert {vector["ruleset"].partition("+")[0] for vector in OWN} == set(PRESETS)
