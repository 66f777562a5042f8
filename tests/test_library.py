"""The engine as others use it: installed from a wheel, by its public names, as its documentation shows."""

import doctest
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

import okey
from okey.presets import PRESETS

ROOT = Path(__file__).parent.parent
PAGES = sorted(path for path in (ROOT / "docs").rglob("*.md") if ">>> " in path.read_text(encoding="utf-8"))

PLAY = """
import json, sys
before = set(sys.modules)
import okey
rules = okey.RuleSet.parse("okey101")
game = okey.Game(rules, "wheel")
for events in okey.play_hand(game, [okey.make_bot("medium", str(seat)) for seat in range(rules.players)]):
    pass
assert game.result is not None
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(tops - sys.stdlib_module_names)))
print(okey.__file__)
"""


@pytest.fixture(autouse=True)
def presets() -> Iterator[None]:
    """An example adds a preset."""
    kept = dict(PRESETS)
    yield
    PRESETS.clear()
    PRESETS.update(kept)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_examples_in_the_documentation_run(page: Path) -> None:
    text = re.sub(r"(?m)^```.*$", "", page.read_text(encoding="utf-8"))  # a fence is not what an example prints
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert tried
    assert not failed, "".join(said)


def test_the_engine_is_documented() -> None:
    assert ROOT / "docs/engine.md" in PAGES


def test_a_rule_set_of_ones_own_takes_less_than_forty_lines() -> None:
    page = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
    block = next(block for block in page.split("```") if 'PRESETS["village"]' in block)
    assert len(block.strip().splitlines()) < 40


def test_a_bot_plays_against_ours_in_twenty_lines() -> None:
    """The bot, the table and the loop: every line but those that only show what came of it."""
    page = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
    block = next(block for block in page.split("```") if "class Closest" in block)
    lines = [line for line in block.splitlines() if re.match(r"(>>>|\.\.\.) +\S", line)]
    assert "okey.make_bot" in block
    assert "okey.play_hand" in block
    assert len(lines) <= 20


def test_public_names_are_there_and_told() -> None:
    assert okey.__all__ == sorted(okey.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in okey.__all__:
        found = getattr(okey, name)
        assert name.isupper() or name == "Tile" or found.__doc__, name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir")
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, folder, ROOT], check=True, timeout=120)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_holds_the_package_alone(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    info = f"okey-{okey.__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {"okey", info}
    sources = {f"okey/{path.relative_to(ROOT / 'okey').as_posix()}" for path in (ROOT / "okey").rglob("*.py")}
    data = {"okey/assets/texts/tr.json", "okey/assets/texts/en.json", "okey/challenges/ladder.txt"}
    assert {name for name in names if name.startswith("okey/")} == sources | data


def test_the_wheel_asks_for_nothing_and_names_its_extras(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        metadata = opened.read(f"okey-{okey.__version__}.dist-info/METADATA").decode()
    wanted = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert wanted
    assert all("extra ==" in line for line in wanted)
    assert f"\nVersion: {okey.__version__}\n" in metadata


def test_an_installed_wheel_plays_without_anything_else(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home)  # without pip: this Python's own installs into it
    python = home / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, wheel], check=True, timeout=120)
    done = subprocess.run(
        [python, "-I", "-c", PLAY], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=120
    )
    tops, file = done.stdout.splitlines()
    assert tops == '["okey"]'
    assert Path(file).is_relative_to(home)
    told = subprocess.run(
        [home / "bin/okey", "rules", "classic", "--lang", "tr"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=60,
    )
    assert "okey" in told.stdout.decode()
