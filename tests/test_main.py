import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from okey import __version__
from okey.__main__ import main
from okey.record import Record
from okey.rulebook import options_in_effect, rulebook
from okey.rules import RuleSet
from tests.support import HERE, bot_match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "match.okey"
    path.write_text(bot_match("cli", hands=2)[0].write(), encoding="utf-8")
    return path


def test_replay_prints_a_match_hand_by_hand(record: Path, capsys: Any) -> None:
    assert main(["replay", str(record)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "classic, seed cli"
    assert lines[1] == "bot medium (1), bot medium (2), bot medium (3), bot medium (4)"
    assert [line.split(".")[0] for line in lines if line.startswith("Hand ")] == [
        "Hand 1 is dealt",
        "Hand 2 is dealt",
    ]
    _, events = bot_match("cli", hands=2)
    assert len([line for line in lines[2:] if line]) == len(events)
    assert sum("The hand is over. Scores: " in line for line in lines) == 2


def test_replay_speaks_turkish(record: Path, capsys: Any) -> None:
    assert main(["replay", str(record), "--lang", "tr"]) == 0
    out = capsys.readouterr().out
    assert "1. el dağıtıldı. Gösterge: " in out
    assert "El bitti. Puanlar: " in out


def test_replay_tells_an_open_game(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "open.okey"
    rules = RuleSet.parse("okey101 match_end=single")
    path.write_text(bot_match("open", hands=1, rules=rules)[0].write(), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert " opens with " in out
    assert " lays " in out
    assert out.rstrip().splitlines()[-1].startswith("The match is over. Won by: bot medium (")


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("text", ["classic", "okey101+katlamali", "konkan81", "classic+vibrant start_points=30"])
def test_rules_are_printed(text: str, language: str, capsys: Any) -> None:
    assert main(["rules", *text.split(), "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == text
    rules = RuleSet.parse(text)
    for label, value in options_in_effect(rules, language):
        assert any(line.startswith(f"  {label} ") and line.endswith(f" {value}") for line in lines)
    for section in rulebook(rules, language):
        assert section.title in lines
        assert " ".join(section.text.split()) in " ".join(out.split())
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(("arguments", "message"), [
    (["rules", "tavla"], "'tavla' is no preset: expected one of gamearea, "),
    (["rules", "classic+pink"], "'pink' is no overlay"),
    (["rules", "classic", "colour=red"], "'colour=red' sets no option"),
    (["rules", "classic", "players=5"], "players=5: expected 4 or 3 or 2"),
    (["rules", "classic+team", "players=3"], "teams=opposite and players=3: partners need four players"),
    (["simulate", "--rules", "tavla"], "'tavla' is no preset"),
    (["simulate", "--seats", "medium"], "1 seats for 4 players"),
    (["simulate", "--seats", "a,b,c,d"], "'a' is no bot: expected one of easy, medium, hard, usta"),
])  # fmt: skip
def test_a_wrong_question_is_one_line_and_2(arguments: list[str], message: str, capsys: Any) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_simulate_prints_json(capsys: Any) -> None:
    seats = ",".join(["medium"] * 4)
    command = ["simulate", "--rules=classic+team", f"--seats={seats}", "--hands=2", "--seed=7"]
    found = []
    for _ in range(2):
        assert main([*command, "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        assert found[-1].pop("milliseconds") > 0
    assert found[0] == found[1]
    assert (found[0]["rules"], found[0]["seed"], found[0]["hands"]) == ("classic+team", "7", 2)
    more = {"seats", "matches", "endings", "finishes", "wins", "points", "actions", "actions_per_hand"}
    assert more < found[0].keys()


def test_simulate_prints_for_people(capsys: Any) -> None:
    assert main(["simulate", "--rules", "okey51 match_end=single", "--hands", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines][:4] == ["rules", "seed", "seats", "hands"]
    assert lines[0].endswith("okey51 match_end=single")
    assert lines[2].endswith("medium, medium, medium, medium")


@pytest.mark.parametrize("hands", ["0", "-1", "x", "1.5", "9" * 5000, "²"])
def test_a_wrong_number_of_hands_is_told(hands: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", f"--hands={hands}"])
    assert caught.value.code == 2
    assert "is no number from 1" in capsys.readouterr().err


def damaged(record: Path, name: str, text: str) -> Path:
    path = record.parent / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: "", "line 1: not a record"),
        (lambda text: text.replace("record 1", "record 9"), "line 1: 'okey record 9' is a version"),
        (lambda text: text.replace("rules classic", "rules tavla"), "line 2: 'tavla' is no preset"),
        (
            lambda text: text.replace("rules classic", "rules classic+team players=3"),
            "partners need four players",
        ),
        (
            lambda text: text.replace("deal\n", "deal\ndraw\n", 1),
            "line 10: draw: the starter holds the extra tile",
        ),
        (lambda text: text + "dance\n", "'dance' is no verb"),
        (lambda _: "x" * 10_000_000, "line 1: not a record"),
    ],
)
def test_a_damaged_record_is_one_line_and_2(record: Path, capsys: Any, change: Any, message: str) -> None:
    path = damaged(record, "damaged.okey", change(record.read_text(encoding="utf-8")))
    assert main(["replay", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{path}: ")
    assert err.count("\n") == 1
    assert message in err


def test_an_unreadable_record_is_one_line_and_2(record: Path, capsys: Any) -> None:
    binary = record.parent / "binary.okey"
    binary.write_bytes(bytes(range(256)))
    for path in (binary, record.parent, record.parent / "missing.okey"):
        assert main(["replay", str(path)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    "arguments", [[], ["dance"], ["vectors"], ["replay"], ["replay", "a", "b"], ["vectors", "--x"]]
)
def test_bad_arguments_are_told_and_2(arguments: list[str], capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m okey" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["vectors", "--help"], ["replay", "--help"], ["--version"]])
def test_help_and_version(arguments: list[str], capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 0
    assert (__version__ if arguments == ["--version"] else "usage: python -m okey") in capsys.readouterr().out


def test_the_module_runs_as_a_command(record: Path) -> None:
    def status(*arguments: str) -> int:
        command = [sys.executable, "-m", "okey", *arguments]
        return subprocess.run(command, cwd=HERE.parent, capture_output=True, check=False).returncode

    assert status("replay", str(record)) == 0
    assert status("replay", "nothing.okey") == 2
    assert status() == 2


def test_a_seed_that_is_no_text_is_one_line(capsys: Any) -> None:
    assert main(["simulate", "--hands", "1", "--seed", "\ud800"]) == 2
    assert "is no seed" in capsys.readouterr().err


def test_a_record_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "match.okey"
    path.write_text(Record(RuleSet.parse("classic"), "x", ["a"] * 4).write(), encoding="utf-8-sig")
    assert main(["replay", str(path)]) == 0
