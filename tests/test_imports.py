"""Law 1 of the design: imports point one way, and the engine runs in any Python."""

import ast
import re
import sys
from pathlib import Path

import pytest

from okey.presets import PRESETS

ROOT = Path(__file__).parent.parent

# From the bottom to the top; a module may import its own level's package and what stands below.
LEVELS = [
    ["okey.tiles", "okey.files", "okey.foreign"],
    ["okey.presets", "okey.rulebook_texts", "okey.ratings", "okey.odds"],
    ["okey.rules"],
    ["okey.melds"],
    ["okey.solver"],
    ["okey.game"],
    ["okey.record", "okey.position", "okey.rulebook", "okey.bots"],
    ["okey.table", "okey.simulate", "okey.link", "okey.daily", "okey.characters"],
    ["okey.statistics", "okey.analysis", "okey.leagues", "okey.coach"],
    ["okey.challenges"],
    ["okey.archive", "okey.skill"],
    ["okey.progress"],
    ["okey.rooms", "okey.rl", "okey.vectors", "okey.ladder"],
    ["okey.ui"],
    ["okey.__main__", "main"],
]
ENGINE = 7  # levels below the table
PUBLIC = "okey"  # the package's own names: what it offers of the engine, which never imports them back
USERS_OF_BRIDGE = ("okey.ui", "okey.rooms", "okey.bridge", "main")


def name_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            # `from okey.game import actions` may name a module
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def level_of(name: str) -> int | None:
    for level, names in enumerate(LEVELS):
        if any(name == n or name.startswith(n + ".") for n in names):
            return level
    return None


def package_of(name: str) -> str:
    return ".".join(name.split(".")[:2])


PATHS = [*sorted((ROOT / "okey").rglob("*.py")), ROOT / "main.py"]
MODULES = {name_of(path): imports_of(path) for path in PATHS}


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name: str) -> None:
    own = level_of(name)
    if name == PUBLIC:
        levels = {other: level_of(other) for other in MODULES[name]}
        assert all(
            level is not None and (level < ENGINE or other.startswith("okey.simulate."))
            for other, level in levels.items()
        )
        return
    if own is None:
        assert package_of(name) in ("okey", "okey.bridge"), f"{name} has no level"
        assert not any(level_of(other) is not None for other in MODULES[name])
        return
    for other in MODULES[name]:
        level = level_of(other)
        if level is not None and package_of(other) != package_of(name):
            assert level < own, f"{name} imports {other}"


@pytest.mark.parametrize(
    "name", [name for name in MODULES if (level_of(name) or 0) < ENGINE and level_of(name) is not None]
)
def test_the_engine_needs_nothing_but_the_standard_library(name: str) -> None:
    for other in MODULES[name]:
        top = other.split(".")[0]
        assert top == "okey" or top in sys.stdlib_module_names, f"{name} imports {other}"
        assert top not in ("asyncio", "pygame", "js", "pyodide", "threading", "time"), f"{name} imports {other}"


@pytest.mark.parametrize("name", MODULES)
def test_the_bridge_is_used_from_above_only(name: str) -> None:
    if any(package_of(other) == "okey.bridge" for other in MODULES[name]):
        assert name.startswith(USERS_OF_BRIDGE), f"{name} uses the bridge"


@pytest.mark.parametrize("name", MODULES)
def test_the_browser_is_reached_through_the_bridge_only(name: str) -> None:
    if {"js", "pyodide", "pyodide_js"} & {other.split(".")[0] for other in MODULES[name]}:
        assert package_of(name) == "okey.bridge"


@pytest.mark.parametrize("path", PATHS, ids=map(name_of, PATHS))
def test_nothing_behaves_by_the_name_of_its_rules(path: Path) -> None:
    """Law 2: no `if preset ==`; behaviour follows options."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            parts = [node.subject]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".startswith", ".endswith")):
            parts = [node.func]
        for part in parts:
            text = ast.unparse(part)
            assert "rules.name" not in text, f"{path}:{node.lineno}"
            assert text != "preset" or name_of(path) == "okey.rules", f"{path}:{node.lineno}"
            if isinstance(part, ast.Constant):
                assert part.value not in PRESETS, f"{path}:{node.lineno} compares {text}"


def test_the_whole_screen_is_the_pages_to_give() -> None:
    """Pygame's own full screen loses the canvas in browsers; a window on the desktop has no page."""
    users = [
        name_of(path) for path in PATHS if re.search(r"FULLSCREEN|display\.toggle_fullscreen", path.read_text("utf-8"))
    ]
    assert users == ["okey.bridge.desktop"]


def test_every_module_is_looked_at() -> None:
    assert {"okey.tiles", "okey.game.game", "okey.bots.bot", "okey.table", "main"} <= set(MODULES)
