import sys
from pathlib import Path
from typing import Any

import pytest

from okey.__main__ import main
from okey.rules import RulesError
from okey.vectors import VectorError, ask, load, mismatches
from okey.vectors.kinds import rules_of
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
        ({"kind": "flow", "ruleset": "classic", "ask": "why"}, "ask: 'why' is none of stock_out, "),
        ({"kind": "deal", "ruleset": "nothing", "expect": {}}, "RulesError: 'nothing' is no preset"),
        ({"kind": "deal", "ruleset": "konkan81+duel", "expect": {}}, "RulesError: teams=opposite and players=2"),
        ({"kind": "deal", "ruleset": "classic", "set": {"colour": 1}, "expect": {}}, "'colour' is no option"),
        ({"kind": "deal", "ruleset": "classic", "set": {"players": 5}, "expect": {}}, "players=5"),
        ({"kind": "deal", "ruleset": "classic", "set": 5, "expect": {}}, "set: 5 is no map"),
        ({"kind": "deal", "ruleset": "classic"}, "not a whole vector: KeyError 'expect'"),
        (
            {"kind": "win14", "ruleset": "classic", "indicator": "B9", "expect": {}},
            "hand: None is no text",
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
            "TileError: * cannot be the indicator",
        ),
        *(
            (
                {"ruleset": "classic", "indicator": "B9", "expect": {}, **fields},
                "B9 is there more than twice, the indicator",
            )
            for fields in (
                {"kind": "win14", "hand": "B9 B9 R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6"},
                {"kind": "finish15", "hand": "B9 B9 R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6 K1"},
                {"kind": "meld", "tiles": "B9 B9", "type": "pair"},
                {"kind": "opening", "ruleset": "okey101", "melds": ["B9 B9", "R1 R1"], "kinds": ["pair", "pair"]},
                {"kind": "konkan_finish", "ruleset": "konkan81", "hand": "B9 B9 R1"},
                {"kind": "score_leftover", "ruleset": "gamearea", "winner": 0, "racks": ["", "B9 B9", "", ""]},
            )
        ),
    ],
)
def test_a_damaged_vector_is_one_mismatch(vector: dict[str, Any], message: str) -> None:
    [(reported, text)] = mismatches([vector])
    assert reported is vector
    assert message in text


FLOW = {"kind": "flow", "ruleset": "classic", "ask": "show_indicator", "expect": {"legal": True}}
SCORE = {"kind": "score_countdown", "ruleset": "classic", "start": [20] * 4, "hands": [{"winner": 0}], "expect": {}}
STATE = {"kind": "konkan_state", "ruleset": "konkan81", "expect": {}}
OPEN = {"kind": "opening", "ruleset": "okey101", "indicator": "K3", "expect": {}}
KONKAN = {"kind": "score_konkan", "ruleset": "konkan81", "indicator": "K3", "winner": 0, "expect": {}}


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ({**FLOW, "twin_dealt": 1}, "twin_dealt: 1 is neither true nor false"),
        ({**FLOW, "twin_dealt": "yes"}, "twin_dealt: 'yes' is neither true nor false"),
        ({**FLOW, "ask": []}, "ask: [] is none of stock_out, "),
        ({"kind": [], "ruleset": "classic"}, "cannot answer vectors of the kind []"),
        ({"kind": "match_konkan", "ruleset": "konkan81", "rounds": [], "expect": {}}, "rounds: [] is no list"),
        ({**SCORE, "start": [20] * 3}, "start: 3 of them, expected 4"),
        ({**SCORE, "hands": [{"winner": 7}]}, "winner: 7 is out of range"),
        ({**SCORE, "hands": [{"winner": 0, "shape": "stars"}]}, "shape: 'stars' is none of melds, pairs"),
        ({**SCORE, "hands": [{"penalties": [[9, "okey_discard"]]}]}, "penalties: 9 is out of range"),
        ({**SCORE, "hands": [{"winner": 0, "penalties": -1}]}, "penalties: -1 is no list"),
        ({**SCORE, "expect": 3}, "expect: 3 is no map"),
        ({**SCORE, "expect": {"nothing": None}}, "nothing is not answered"),
        ({**KONKAN, "players": [{"state": "asleep"}] * 4}, "state: 'asleep' is none of"),
        (
            {"kind": "meld", "ruleset": "classic", "indicator": "K3", "tiles": "R1", "type": "heap", "expect": {}},
            "type: 'heap' is none of run, set, pair",
        ),
        (
            {**STATE, "events": [{"do": "early_layoff", "end": "x"}]},
            "end: 'x' is none of low, high",
        ),
        (
            {**OPEN, "melds": ["R1 R1"], "kinds": ["x"]},
            "kinds: 'x' is none of run, set, pair",
        ),
    ],
)
def test_a_bad_field_is_one_mismatch(vector: dict[str, Any], message: str) -> None:
    [(_, text)] = mismatches([vector])
    assert message in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ({**FLOW, "has_drwan": True}, "has_drwan: no field that is known here"),
        ({**FLOW, "is_okey": True}, "is_okey: no field that is known here"),
        ({**FLOW, "drawn": True, "has_drawn": True}, "has_drawn: there twice"),
        ({**FLOW, "ask": "stock_out", "exhaustions": 0}, "exhaustions: 0 is out of range"),
        ({**FLOW, "ask": "playable_discard", "meld": "heap"}, "meld: 'heap' is none of run, set, pair"),
        ({**FLOW, "ask": "playable_discard", "end": "left"}, "end: 'left' is none of low, high"),
        ({**FLOW, 7: True}, "7: no field that is known here"),
        ({**SCORE, "winner": 0}, "winner: no field that is known here"),
        ({**SCORE, "start": None}, "start: None is no list of anything"),
        ({**SCORE, "start": True}, "start: True is no whole number"),
        ({**SCORE, "start": [20, 20, 20, "x"]}, "start: 'x' is no whole number"),
        ({**SCORE, "hands": [5]}, "hands: not a list of maps"),
        ({**SCORE, "hands": [{"wins": 0}]}, "wins: no field that is known here"),
        ({**SCORE, "hands": [{"winner": 0, "finish": {"late": True}}]}, "late: no field that is known here"),
        ({**SCORE, "hands": [{"winner": 0, "finish": 3}]}, "finish: 3 is no map"),
        ({**SCORE, "hands": [{"winner": 0, "okey": 1}]}, "okey: 1 is neither true nor false"),
        ({**SCORE, "hands": [{"winner": 0, "penalties": [[0]]}]}, "penalties: [0] is no seat with a reason"),
        ({**SCORE, "hands": [{"winner": 0, "penalties": [[0, "late"]]}]}, "penalties: 'late' is none of"),
        ({**STATE, "ruleset": "okey101", "events": [{"do": "open"}]}, "ruleset: there is no Konkan in these rules"),
        ({**STATE, "events": [{"do": "open", "tile": "R1"}]}, "tile: no field that is known here"),
        ({**STATE, "events": [{"do": "dance"}]}, "do: 'dance' is none of"),
        ({**STATE, "events": [{"do": "open", "from": "x"}]}, "from: 'x' is none of"),
        ({**OPEN, "melds": ["R1 R1"], "kinds": ["pair", "run"]}, "kinds: 2 of them, expected 1"),
        ({**OPEN, "melds": [3], "kinds": ["pair"]}, "melds: not a list of texts"),
        ({**OPEN, "melds": ["R1 R1"], "kinds": ["pair"], "context": {"moon": 1}}, "moon: no field"),
        ({**OPEN, "melds": ["R1 R1"], "kinds": ["pair"], "context": []}, "context: [] is no map"),
        ({**KONKAN, "winner": 0, "players": [{"state": "opened", "rack": 3}] * 4}, "rack: 3 is no text"),
        ({**KONKAN, "players": [{"state": "opened", "hand": ""}] * 4}, "hand: no field that is known here"),
        ({**KONKAN, "players": [{"state": "opened", "penalties": "x"}] * 4}, "penalties: 'x' is none of"),
        ({**KONKAN, "kind": "score_leftover", "racks": ["", 3]}, "racks: not a list of texts"),
        ({"kind": "score_leftover", "ruleset": "gamearea", "indicator": "K3", "racks": [""]}, "winner: missing"),
        ({"kind": "match_konkan", "ruleset": "konkan81", "rounds": [[1, 2, 3]]}, "not the points of 2 sides"),
        ({"kind": "match_konkan", "ruleset": "konkan81", "rounds": [[1, 2]], "determine": []}, "determine: []"),
        ({"kind": "konkan_finish", "ruleset": "classic", "indicator": "K3", "hand": ""}, "there is no Konkan"),
        ({"kind": "deal", "ruleset": "classic", "indicator": "K3"}, "indicator: no field that is known here"),
        ({"kind": "deal", "ruleset": "classic", "set": {"start_points": [[20]]}}, "start_points"),
        ({"kind": "deal", "ruleset": "classic", "set": {"players": [3]}}, "players=(3,)"),
    ],
)
def test_what_is_not_understood_is_said(vector: dict[str, Any], message: str) -> None:
    [(_, text)] = mismatches([{"expect": {}, **vector}])
    assert message in text


@pytest.mark.parametrize(
    "fields",
    [
        {"ask": "take_back", "same_tile": False, "expect": {"then": "next"}},
        {"ask": "take_back", "melded": True, "ruleset": "okey101", "expect": {"legal": False}},
        {"ask": "okey_discard", "false_joker": True, "ruleset": "duz", "expect": {"penalty": 0}},
        {"ask": "stock_out", "ruleset": "okey51", "expect": {"result": "void"}},
        {"ask": "stock_out", "ruleset": "konkan81", "times": 3, "expect": {"result": "cancelled"}},
        {"ask": "show_indicator", "drawn": True, "expect": {"legal": False}},
    ],
)
def test_other_spellings(fields: dict[str, Any]) -> None:
    assert list(mismatches([{**FLOW, **fields}])) == []


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        ({"one_after_thirteen": False}, "one_after_thirteen", "no"),
        ({"pairs_win": False}, "pairs_win", "off"),
        ({"start_points": 30}, "start_points", (30,)),
        ({"start_points": [30, "+40"]}, "start_points", (30, 40)),
        ({"start_points": "30,40"}, "start_points", (30, 40)),
        ({"players": "3"}, "players", 3),
        ({"okey_offset": "+1"}, "okey_offset", 1),
        ({"colour_table": {"K": 4, "Y": 3, "B": 6, "R": 5}}, "colour_table", "Y3 K4 R5 B6"),
    ],
)
def test_settings_as_yaml_gives_them(settings: dict[str, Any], name: str, value: Any) -> None:
    assert getattr(rules_of({"ruleset": "classic", "set": settings}), name) == value


def test_an_opening_always_names_the_bar() -> None:
    vector = {"kind": "opening", "ruleset": "okey101", "indicator": "K3"}
    bad = ask({**vector, "melds": ["R1 R2 R4"], "kinds": ["run"]})
    assert (bad["legal"], bad["need"], bad["value"]) == (False, 101, None)
    mixed = ask({**vector, "melds": ["R1 R2 R3", "B5 B5"], "kinds": ["run", "pair"]})
    assert (mixed["legal"], mixed["need"]) == (False, 101)
    long = {**vector, "ruleset": "konkan81", "melds": ["R1 R2 R3 R4 R5 R6"], "kinds": ["run"]}
    assert ask(long) | {"reason": ""} == {"legal": False, "value": 21, "need": 81, "reason": ""}


def test_a_hand_that_cannot_be_finished_so_is_not_legal() -> None:
    vector = {"kind": "flow", "ruleset": "gamearea", "set": {"hand_size": 21}, "ask": "okey_discard"}
    assert ask({**vector, "finishing": True}) == {"legal": False, "penalty": 0}


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
        (b"vectors: [{at: 2024-99-99}]", "month must be in 1..12"),
        (b"vectors: [" + b"9" * 5000 + b"]", "limit"),
        pytest.param(b"[" * 60 + b"]" * 60, "nested deeper than 50", id="deep"),
        pytest.param(b"[" * 5000 + b"]" * 5000, "maximum nesting depth", id="deeper"),
        pytest.param(b"vectors: " + b"[" * 100_000, "maximum nesting depth", id="deepest"),
        pytest.param(b"- " * 5000, "nested deeper than 50", id="in lines"),
        (b"a: &a [x, x]\nb: &b [*a, *a]\nvectors: [*b, *b]", "aliases are not read"),
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


def test_without_yaml_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(VectorError, match=r"PyYAML is missing; `make \.venv/dev\.stamp` installs it"):
        load(OWN)


@pytest.mark.parametrize("value", ["x" * 10**6, ["x"] * 10**6, dict.fromkeys(range(10**6)), {"a": [["x"] * 999] * 999}])
def test_what_is_long_is_cut(value: Any) -> None:
    asked = [
        {"kind": value},
        {**FLOW, "set": [value]},
        {**FLOW, "expect": [value]},
        {**FLOW, "expect": {"legal": value}},
    ]
    for vector in asked:
        [(_, text)] = mismatches([vector])
        assert len(text) < 600


def test_a_number_too_long_to_write_is_named() -> None:
    [(_, text)] = mismatches([{**FLOW, "expect": {"legal": 1 << 99_999}}])
    assert text == "legal is True, expected a huge number"


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
    assert main(["vectors", str(OWN), "--rules", "zzz"]) == 2  # no such preset
    assert "0 of 0" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_an_unreadable_file_is_one_line_and_2(tmp_path: Path, capsys: Any, name: str) -> None:
    assert main(["vectors", str(tmp_path / name)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert str(tmp_path) in err
