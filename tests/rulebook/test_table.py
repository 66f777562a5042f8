"""The table of sentences: each is bound to a test that exists, and each test here to one sentence."""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import SHARED

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


# ---- the specification itself, where it lies beside this checkout

RULES = SHARED / "rules.md"
SPECIFIED = RULES.read_text(encoding="utf-8") if RULES.is_file() else ""


@cache
def specification() -> Any:
    return yaml.safe_load((HERE / "specification.yaml").read_text(encoding="utf-8"))


def quotes() -> list[tuple[str, str, str]]:
    """Lists section, words of the specification, and the sentence about them."""
    return [(section, quote, says) for section, pairs in specification()["quotes"].items() for quote, says in pairs]


def units() -> list[tuple[str, str, str]]:
    """Lists every row, item and paragraph of the specification's sections 1 to 8: section, label and text."""
    found: list[tuple[str, str, str]] = []
    section, going_on = "", False
    for line in SPECIFIED.splitlines():
        if heading := re.match(r"#+ (\d+(?:\.\d+)?)\.? ", line):
            section, going_on = heading[1], False
        elif section.split(".")[0] not in set("12345678"):
            continue
        elif line.startswith("|"):
            label, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            if label not in ("item", "who", "id") and any(set(cell) - set("- ") for cell in cells):
                found.append((section, label, " | ".join(cells)))
            going_on = False
        elif going_on and line.strip() and not re.match(r"\d+\. |\* ", line):
            found[-1] = (*found[-1][:2], f"{found[-1][2]} {line}")
        elif line.strip():
            item = re.match(r"(?:(\d+)\.|\*) ", line)
            found.append((section, item[1] or "" if item else "", line[item.end() :] if item else line))
            going_on = True
        else:
            going_on = False
    return [(section, label, " ".join(re.sub("[*`]", "", text).split())) for section, label, text in found]


def test_every_quote_is_about_a_sentence() -> None:
    told = {entry["says"] for entry in sentences()}
    assert [says for _, _, says in quotes() if says not in told] == []
    assert len(quotes()) >= LEAST
    assert len({(section, quote) for section, quote, _ in quotes()}) == len(quotes())


def test_every_quote_stands_in_the_specification() -> None:
    texts = units()
    missing = [
        (section, quote) for section, quote, _ in quotes() if not any(s == section and quote in t for s, _, t in texts)
    ]
    assert missing == ([] if SPECIFIED else [(section, quote) for section, quote, _ in quotes()])


def test_no_row_of_the_specification_is_left_out() -> None:
    told = {entry["section"] for entry in sentences()}
    left = [
        (section, label, text)
        for section, label, text in units()
        if f"{section} {label}" not in told
        and not any(s == section and quote in text for s, quote, _ in quotes())
        and not any(s == section and text.startswith(begins) for s, begins, _ in specification()["elsewhere"])
    ]
    assert left == []
    for section, begins, why in specification()["elsewhere"]:
        assert why
        assert len([text for s, _, text in units() if s == section and text.startswith(begins)]) == bool(SPECIFIED), (
            begins
        )
