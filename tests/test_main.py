import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from okey import __version__
from okey.__main__ import main
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
    assert lines[1:5] == [f"seat {seat}: bot honest" for seat in range(4)]
    assert [line for line in lines if line.startswith("hand ")] == ["hand 1", "hand 2"]
    _, events = bot_match("cli", hands=2)
    assert [line.strip() for line in lines if line.startswith("  ")] == list(map(str, events))


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
        (lambda text: text.replace("rules classic", "rules gamearea"), "cannot be played yet"),
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


@pytest.mark.parametrize(
    "arguments", [["--help"], ["vectors", "--help"], ["replay", "--help"], ["--version"]]
)
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
