"""The table of sentences: each is bound to a test that exists, and each test here to one sentence."""

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
LEAST = 250


@cache
def sentences() -> list[dict[str, str]]:
    entries: list[dict[str, str]] = yaml.safe_load((HERE / "sentences.yaml").read_text(encoding="utf-8"))["sentences"]
    return entries


@cache
def collected() -> list[str]:
    """Lists the tests of this folder, but for these, as pytest finds them."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        str(HERE),
    ]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = [line.rpartition("/")[2] for line in answer.stdout.splitlines() if "::" in line]
    return [name for name in found if not name.startswith(Path(__file__).name)]


def test_there_are_enough() -> None:
    assert len(sentences()) >= LEAST


def test_each_names_section_and_words() -> None:
    for entry in sentences():
        assert entry.keys() == {"section", "says", "test"}
        assert entry["section"][0].isdigit()
        assert len(entry["says"]) >= 5


def test_every_named_test_exists() -> None:
    names = {*collected(), *(name.partition("[")[0] for name in collected())}
    assert [entry["test"] for entry in sentences() if entry["test"] not in names] == []


def test_every_test_is_named() -> None:
    named = {entry["test"] for entry in sentences()}
    assert [name for name in collected() if name not in named and name.partition("[")[0] not in named] == []


def test_no_test_is_named_twice() -> None:
    assert [name for name, times in Counter(entry["test"] for entry in sentences()).items() if times > 1] == []


def test_no_sentence_is_told_twice() -> None:
    told = Counter((entry["section"], entry["says"]) for entry in sentences())
    assert [sentence for sentence, times in told.items() if times > 1] == []


@pytest.mark.parametrize("path", sorted(HERE.glob("test_*.py")), ids=lambda path: path.stem)
def test_every_test_asserts(path: Path) -> None:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert any(isinstance(part, ast.Assert) for part in ast.walk(node)), node.name


def test_every_section_is_there() -> None:
    chapters = {entry["section"].split(".")[0].split()[0] for entry in sentences()}
    assert chapters == {*"123456789", "10"}
