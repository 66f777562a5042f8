"""The documentation as a site: every link leads somewhere, the rules of every game are in it, nothing is fetched."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from okey.presets import PRESETS
from okey.rulebook import rulebook
from okey.rules import RuleSet
from okey.ui.texts import LANGUAGES

ROOT = Path(__file__).parents[2]


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", site]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        [*command, "--config-file", source / "mkdocs.yml"],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("docs") / "site"
    done = build(ROOT, made)
    assert done.returncode == 0, done.stdout + done.stderr
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_every_game_are_told(site: Path, preset: str, language: str) -> None:
    page = (site / f"rules/{preset}.{language}.html").read_text(encoding="utf-8")
    words = re.sub(r"<[^>]+>", "", page).replace("&amp;", "&").replace("&quot;", '"')
    for section in rulebook(RuleSet.parse(preset), language):
        assert section.title in words
        assert section.text in words


def test_every_page_of_the_folder_is_there(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(ROOT / "docs").with_suffix(".html")).is_file()


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not re.findall(
            r'<(?:script|img|link)[^>]+(?:src|href)="(?:https?:)?//', page.read_text(encoding="utf-8")
        )


@pytest.mark.parametrize("link", ["[gone](gone.md)", "[gone](engine.md#gone)", "[root](/engine)"])
def test_a_broken_link_stops_the_build(tmp_path: Path, link: str) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    for name in ("mkdocs.yml", "web/docs.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    with (tmp_path / "docs/rl.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{link}\n")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert "rl.md" in done.stdout + done.stderr
