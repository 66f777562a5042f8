import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import okey.__main__
from okey import __version__
from okey.__main__ import main
from okey.challenges import FILE, ladder, write
from okey.record import MAX_BYTES, Record
from okey.rulebook import options_in_effect, rulebook
from okey.rules import OPTIONS, RuleSet
from okey.ui import backup
from okey.ui.storage import MATCH
from okey.ui.texts import Texts
from tests.support import HERE, bot_match
from tests.ui.person import QuietBridge


@pytest.fixture(autouse=True)
def called_as_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs every command as `python -m okey` does, whatever runs the tests."""
    monkeypatch.setattr(sys, "argv", [okey.__main__.__file__])


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


def test_replay_reads_what_the_settings_write(tmp_path: Path, record: Path, capsys: Any) -> None:
    main(["replay", str(record)])
    told = capsys.readouterr().out
    bridge = QuietBridge({MATCH: record.read_text(encoding="utf-8")})
    saves = tmp_path / "okey-saves.json"
    saves.write_text(backup.write(bridge), encoding="utf-8")
    assert main(["replay", str(saves)]) == 0
    assert capsys.readouterr().out == told
    saves.write_text(saves.read_text(encoding="utf-8").replace("discard", "disguise", 1), encoding="utf-8")
    assert main(["replay", str(saves)]) == 2
    assert capsys.readouterr().err.endswith("okey-saves.json: damaged file of saves\n")
    saves.write_text(backup.write(QuietBridge()), encoding="utf-8")
    assert main(["replay", str(saves)]) == 2
    assert capsys.readouterr().err.endswith("okey-saves.json: holds no match\n")


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
    assert lines[:2] == [text, Texts(language).game(RuleSet.parse(text))]
    rules = RuleSet.parse(text)
    for label, value, _ in options_in_effect(rules, language):
        assert any(line.startswith(f"  {label} ") and line.endswith(f" {value}") for line in lines)
    for section in rulebook(rules, language):
        assert section.title in lines
        assert " ".join(section.text.split()) in " ".join(out.split())
    assert max(map(len, lines)) <= 100


def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("okey record 1\nrules classic players=\x1b]0;x\x07\nseed 1\n\n", encoding="utf-8")
    assert main(["replay", str(file)]) == 2
    assert "line 2: players=\\x1b]0;x\\x07: expected" in capsys.readouterr().err
    assert main(["simulate", "--hands", "1", "--seed", "\x1b[31m"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_challenge_that_cannot_be_set_up_is_a_problem(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "cut.txt"
    first = FILE.read_text(encoding="utf-8").split("\n\n")[:2]
    file.write_text("\n\n".join(first)[:-400], encoding="utf-8")
    assert main(["challenges", "--check", str(file)]) == 1
    assert "1 challenges, 1 problems" in capsys.readouterr().out


@pytest.mark.parametrize(("jobs", "watched"), [(1, True), (2, True), (1, False)])
def test_who_checks_challenges_sees_how_far_it_has_come(
    jobs: int, watched: bool, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    file = tmp_path / "two.txt"
    simple = [challenge for challenge in ladder() if challenge.goal.kind == "open" and challenge.goal.turns == 1][:2]
    file.write_text(write(simple), encoding="utf-8")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    assert main(["challenges", "--check", str(file), "--jobs", str(jobs)]) == 0
    out, err = capsys.readouterr()
    assert out == "2 challenges, 0 problems\n"
    assert err.split("\r") == (["", "1 of 2 challenges", "", "2 of 2 challenges", ""] if watched else [""])


@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_option_is_listed_with_what_it_decides(language: str, capsys: Any) -> None:
    assert main(["rules", "--options", "--lang", language]) == 0
    out = capsys.readouterr().out
    assert all(f" {option.doc[language]}. " in " ".join([*out.split(), ""]) for option in OPTIONS.values())
    lines = [line for line in out.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == list(OPTIONS)
    assert all(f"  {option.label[language]}: " in line for line, option in zip(lines, OPTIONS.values(), strict=True))
    assert max(map(len, lines)) <= 100
    assert lines[list(OPTIONS).index("players")].endswith(": 4|3|2")
    assert lines[list(OPTIONS).index("unopened_value")].endswith(": rack|0..1000")


@pytest.mark.parametrize(("arguments", "message"), [
    (["rules", "tavla"], "'tavla' is no preset: expected one of gamearea, "),
    (["rules", "classic+pink"], "'pink' is no overlay"),
    (["rules", "classic", "colour=red"], "'colour=red' sets no option"),
    (["rules", "classic", "players=5"], "players=5: expected 4 or 3 or 2"),
    (["rules", "okey101", "open_min_point=101"], "such as open_min_points or open_min_pairs"),
    (["rules", "okey101+team+"], "'' is no overlay: expected one of "),
    (["rules", "classic+duel", "players=4"], "duel and players=4 undo each other"),
    (["rules"], "expected a preset with what goes on top of it, or --options alone"),
    (["rules", "classic", "--options"], "expected a preset with what goes on top of it, or --options alone"),
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
    assert "is no number from 1 to 999999999" in capsys.readouterr().err


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


# ---- files and outputs that are none


@pytest.mark.parametrize(("make", "message"), [
    (lambda _: Path("/dev/zero"), "no ordinary file"),
    (lambda path: path.mkdir(), "no ordinary file"),
    (os.mkfifo, "no ordinary file"),
    (lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_RDWR), 10**12), f"longer than {MAX_BYTES:,} bytes"),
    (lambda _: None, "No such file or directory"),
])  # fmt: skip
def test_what_cannot_be_a_record_is_not_read(make: Any, message: str, tmp_path: Path, capsys: Any) -> None:
    path = make(tmp_path / "x") or tmp_path / "x"
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err == f"{path}: {message}\n"


def test_a_record_cannot_command_the_terminal(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "match.okey"
    actions = bot_match("cli", hands=1)[0].actions
    names = ["\x1b[2J\x07Ayşe", "b\x9b31m", "\u202ec", "d\tx"]
    path.write_text(Record(RuleSet.parse("classic"), "cli", names, actions).write(), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert all(line.isprintable() for line in out.splitlines())
    assert out.splitlines()[1] == r"\x1b[2J\x07Ayşe (1), b\x9b31m (2), \u202ec (3), d\tx (4)"


def test_vectors_cannot_command_the_terminal(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "vectors.yaml"
    path.write_text('vectors: [{id: "\\e[2J", kind: "\\a", ruleset: 0x' + "f" * 9999 + ", expect: {}}]")
    assert main(["vectors", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()[0]
    assert out.startswith(r"\x1b[2J a huge number \x07: VectorError")
    assert out.isprintable()


def test_an_interruption_is_one_line_and_130(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(okey.__main__.simulation, "simulate", stop)
    assert main(["simulate"]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def run(*arguments: str, stdout: int, **environment: str) -> tuple[int, str]:
    """Runs the command with its output going somewhere; gives its status and what it complains of."""
    command = [sys.executable, "-m", "okey", *arguments]
    where = {**os.environ, **environment}
    done = subprocess.run(command, cwd=HERE.parent, check=False, stdout=stdout, stderr=subprocess.PIPE, env=where)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("arguments", [["replay"], ["rules", "classic"], ["--help"]], ids=str)
def test_who_has_read_enough_is_told_nothing(arguments: list[str], record: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    given = [*arguments, str(record)] if arguments == ["replay"] else arguments
    assert run(*given, stdout=writing) == (0, "")
    os.close(writing)


@pytest.mark.parametrize("arguments", [["replay"], ["rules", "classic"], ["--help"]], ids=str)
def test_a_full_disk_is_one_line_and_2(arguments: list[str], record: Path) -> None:
    given = [*arguments, str(record)] if arguments == ["replay"] else arguments
    with Path("/dev/full").open("wb") as full:
        told = run(*given, stdout=full.fileno())
    assert told == (2, "the output cannot be written: No space left on device\n")


def test_letters_that_an_output_does_not_know_are_written_out(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as out:
        assert run("rules", "classic", "--lang=tr", stdout=out.fileno(), PYTHONIOENCODING="ascii") == (0, "")
    assert rb"G\xf6sterge" in (tmp_path / "out").read_bytes()


def test_json_is_json_whatever_the_output(capsys: Any) -> None:
    assert main(["simulate", "--hands=1", "--seed=ş", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["seed"] == "ş"


def test_a_seed_that_is_no_text_is_one_line(capsys: Any) -> None:
    assert main(["simulate", "--hands", "1", "--seed", "\ud800"]) == 2
    assert "is no seed" in capsys.readouterr().err


def test_a_record_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "match.okey"
    path.write_text(Record(RuleSet.parse("classic"), "x", ["a"] * 4).write(), encoding="utf-8-sig")
    assert main(["replay", str(path)]) == 0
