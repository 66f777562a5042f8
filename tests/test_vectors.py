from pathlib import Path
from typing import Any

import pytest

from okey.__main__ import main
from okey.rules import RulesError
from okey.vectors import VectorError, ask, load, mismatches
from tests.support import HERE, SHARED

OWN = HERE / "vectors" / "classic.yaml"
SHARED_FILE = SHARED / "rule_vectors.yaml"

SHARED_CLASSIC = (
    [v for v in load(SHARED_FILE) if str(v["ruleset"]).split("+")[0] == "classic"] if SHARED_FILE.is_file() else []
)


@pytest.mark.parametrize("vector", load(OWN), ids=lambda v: v["id"])
def test_our_own_vectors(vector: dict[str, Any]) -> None:
    assert list(mismatches([vector])) == []


@pytest.mark.parametrize("vector", SHARED_CLASSIC, ids=lambda v: v["id"])
def test_the_shared_classic_vectors(vector: dict[str, Any]) -> None:
    assert list(mismatches([vector])) == []


def test_there_are_enough_of_our_own() -> None:
    ids = [vector["id"] for vector in load(OWN)]
    assert len(ids) == len(set(ids)) >= 60


def test_a_wrong_expectation_is_reported() -> None:
    for vector in load(OWN):
        key, value = next(iter(vector["expect"].items()))
        wrong = {**vector, "expect": {**vector["expect"], key: "something else"}}
        [(reported, text)] = mismatches([wrong])
        assert reported is wrong
        assert f"{key} is {value!r}, expected 'something else'" in text


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ({}, "VectorError: cannot answer vectors of the kind None"),
        ({"kind": "magic", "ruleset": "classic"}, "cannot answer vectors of the kind 'magic'"),
        ({"kind": "flow", "ruleset": "classic", "ask": "why"}, "cannot answer the flow question 'why'"),
        ({"kind": "deal", "ruleset": "nothing", "expect": {}}, "RulesError: 'nothing' is no preset"),
        ({"kind": "deal", "ruleset": "konkan81+duel", "expect": {}}, "RulesError: teams=opposite and players=2"),
        ({"kind": "deal", "ruleset": "classic", "set": {"colour": 1}, "expect": {}}, "'colour' is no option"),
        ({"kind": "deal", "ruleset": "classic", "set": {"players": 5}, "expect": {}}, "players=5"),
        ({"kind": "deal", "ruleset": "classic", "set": 5, "expect": {}}, "not a whole vector"),
        ({"kind": "deal", "ruleset": "classic"}, "not a whole vector: KeyError 'expect'"),
        (
            {"kind": "win14", "ruleset": "classic", "indicator": "B9", "expect": {}},
            "not a whole vector: KeyError 'hand'",
        ),
        (
            {"kind": "win14", "ruleset": "classic", "indicator": "B9", "hand": "R99", "expect": {}},
            "TileError: 'R99'",
        ),
        (
            {"kind": "win14", "ruleset": "classic", "indicator": "B9", "hand": "R5 R5 R5", "expect": {}},
            "more than twice",
        ),
        (
            {"kind": "win14", "ruleset": "classic", "indicator": "*", "hand": "R5", "expect": {}},
            "cannot be the indicator",
        ),
    ],
)
def test_a_damaged_vector_is_one_mismatch(vector: dict[str, Any], message: str) -> None:
    [(reported, text)] = mismatches([vector])
    assert reported is vector
    assert message in text


def test_no_losses_where_nothing_is_lost() -> None:
    vector = next(v for v in load(OWN) if v["kind"] == "finish15")
    answer = ask({**vector, "ruleset": "gamearea"})
    assert {entry["loss"] for entry in answer["winning"].values()} == {None}


def test_ask_raises_what_is_wrong() -> None:
    with pytest.raises(VectorError):
        ask({"kind": "magic"})
    with pytest.raises(RulesError):
        ask({"kind": "deal", "ruleset": "nothing"})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no list under 'vectors'"),
        (b"vectors: 5", "no list under 'vectors'"),
        (b"vectors: [1, 2]", "no list under 'vectors'"),
        (b"[1, 2]", "no list under 'vectors'"),
        (b"vectors: [", "while parsing"),
        (b"\xff\xfe\x00", "codec can't decode"),
        (b"a: !!python/object:os.system x", "could not determine a constructor"),
    ],
)
def test_a_file_without_vectors(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "vectors.yaml"
    path.write_bytes(content)
    with pytest.raises(VectorError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)
    assert message in str(caught.value)


# ---- the command


def test_all_as_expected_is_0(capsys: Any) -> None:
    assert main(["vectors", str(OWN)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{len(load(OWN))} of {len(load(OWN))} vectors answered as expected\n"
    assert err == ""


def test_any_mismatch_is_1_and_printed(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("vectors: [{id: X1, kind: identity, ruleset: classic, indicator: B9, expect: {okey: B11}}]")
    assert main(["vectors", str(OWN), str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "X1 classic identity: okey is 'B10', expected 'B11'"
    count = len(load(OWN))
    assert out[1] == f"{count} of {count + 1} vectors answered as expected"


def test_only_the_vectors_of_one_preset(capsys: Any) -> None:
    assert main(["vectors", str(OWN), "--rules", "classic"]) == 0
    assert main(["vectors", str(OWN), "--rules", "duz"]) == 1  # nothing was asked
    assert "0 of 0" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_an_unreadable_file_is_one_line_and_2(tmp_path: Path, capsys: Any, name: str) -> None:
    assert main(["vectors", str(tmp_path / name)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(tmp_path) in err
