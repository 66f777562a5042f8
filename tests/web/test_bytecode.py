"""What of Python is in the site: enough of the library, all of it as bytecode, and small over the wire."""

import ast
import io
import json
import zipfile
from pathlib import Path

import pytest

from web import archives, bytecode_inside
from web.bytecode_inside import named_imports, needed, without_docstrings
from web.serve import SITE
from web.site import PYODIDE_LOCK

WIRE_LIMIT = 6_000_000
"""Bytes that a first visit may cost where the host sends brotli."""


def library(**files: str) -> zipfile.ZipFile:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/") + ".py", text)
    return zipfile.ZipFile(target)


@pytest.mark.parametrize(
    ("source", "package", "names"),
    [
        ("import a, b.c as d", "", {"a", "b.c"}),
        ("def f():\n    from a import b", "", {"a", "a.b"}),
        ("from . import x", "p.q", {"p.q", "p.q.x"}),
        ("from ..y import x", "p.q", {"p.y", "p.y.x"}),
        ("text = 'import no'", "", set()),
    ],
)
def test_imports_are_found_wherever_they_are(source: str, package: str, names: set[str]) -> None:
    assert named_imports(source.encode(), package) == names


def test_what_is_needed_needs_more() -> None:
    archive = library(a="import b", b="def f(): import c.d", c__d="import pdb", pdb="", unused="")
    with zipfile.ZipFile(archive.fp, "a") as more:  # type: ignore[arg-type]
        more.writestr("c/__init__.py", "from . import d")
    assert needed(zipfile.ZipFile(archive.fp), {"a"}) == {"a.py", "b.py", "c/__init__.py", "c/d.py"}  # type: ignore[arg-type]


def test_docstrings_go_and_assertions_stay() -> None:
    source = (
        b'"""Module."""\nclass A:\n    """Class."""\n    def f(self):\n        """Method."""\n        assert 1, "why"\n'
    )
    text = ast.unparse(without_docstrings(source))
    assert not any(word in text for word in ("Module", "Class", "Method"))
    assert "assert 1, 'why'" in text
    spaces: dict[str, type] = {}
    exec(compile(without_docstrings(source), "a", "exec"), spaces)
    assert spaces["A"].__doc__, "dataclass would write one"


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, str | int]]:
    if not (SITE / "files.json").is_file():
        pytest.fail("there is no built site: run make build")
    files: dict[str, dict[str, str | int]] = json.loads((SITE / "files.json").read_text())["files"]
    return files


def test_the_site_has_no_source_but_the_entry(listed: dict[str, dict[str, str | int]]) -> None:
    for name in ("python_stdlib.zip", "pygame.zip", "okey.apk"):
        names = archives.read(SITE / str(listed[name]["file"])).keys()
        sources = {file for file in names if file.endswith(".py")}
        assert sources == ({bytecode_inside.ENTRY} if name == "okey.apk" else set())
        assert sum(file.endswith(".pyc") for file in names) >= 10


def test_the_library_has_what_errors_and_the_game_need(listed: dict[str, dict[str, str | int]]) -> None:
    names = archives.read(SITE / str(listed["python_stdlib.zip"]["file"])).keys()
    assert {
        "random.pyc",
        "traceback.pyc",
        "asyncio/base_events.pyc",
        "encodings/utf_8.pyc",
        "json/decoder.pyc",
    } <= names
    assert not any(name.startswith(("unittest/", "pydoc", "email/", "_pyrepl/")) for name in names)


def test_a_first_visit_is_small(listed: dict[str, dict[str, str | int]]) -> None:
    start = [name for name in listed if Path(name).suffix in {".mjs", ".js", ".css", ".wasm", ".zip", ".apk"}]
    start += [PYODIDE_LOCK, "favicon.png"]
    total = sum(int(listed[name].get("br", listed[name]["bytes"])) for name in start)
    total += (SITE / "index.html.br").stat().st_size
    assert 3_000_000 < total <= WIRE_LIMIT
