import json
import random
import re
import zipfile
from pathlib import Path

import pytest

from okey.game import Game
from okey.presets import PRESETS
from okey.record import Record
from okey.rules import RuleSet
from okey.ui import backup
from okey.ui.storage import CHALLENGES, KEY, LONGEST, MATCH, MATCHES, PROGRESS, RACK, RESULTS, SETTINGS
from tests.support import bot_match, random_actions
from web import itch
from web.errors import BuildError
from web.serve import SITE

LARGEST_SAVE = 500 * 1024
"""What YouTube Playables keep for a game, in bytes."""
GOOD = {
    "index.html": b'<link rel="stylesheet" href="a.css"><a href="./#x"><a href="https://okey.example.org/">',
    "a.css": b"p { background: url('b.png') }",
    "b.png": b"",
    "sub/c.mjs": b'import "./d.mjs"; const e = "./";',
    "sub/d.mjs": b"",
}


def test_a_good_site_has_no_problems() -> None:
    report = itch.examine(GOOD)
    assert (report.problems, report.files, report.large) == ([], 5, [])
    assert report.start == sum(len(data) for name, data in GOOD.items() if name != "b.png")


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("index.html", None, "no index.html"),
        ("index.html", b'<script src="A.css">', "A.css is written a.css"),
        ("index.html", b'<script src="/a.css">', "/a.css is not relative"),
        ("index.html", b'<script src="missing.js">', "missing.js leads nowhere"),
        ("a.css", b"url(https://okey.example.org/x.png)", "leaves the site"),
        ("sub/c.mjs", b'import "./a.css"', "a.css leads nowhere"),
        ("m.webmanifest", b'{"start_url": "./", "src": "./B.png"}', "B.png is written b.png"),
        ("x" * 241, b"", "a path of 241 characters"),
    ],
)
def test_what_a_portal_refuses_is_named(name: str, data: bytes | None, problem: str) -> None:
    files = {file: content for file, content in (GOOD | {name: data}).items() if content is not None}
    assert any(problem in told for told in itch.examine(files).problems)


def test_limits_are_those_of_the_portals() -> None:
    many = GOOD | {f"{number}.png": b"" for number in range(itch.MOST_FILES)}
    assert any("files are more than" in problem for problem in itch.examine(many).problems)
    small = itch.examine(GOOD).start
    heavy = GOOD | {"a.css": bytes(itch.LARGEST_START + 1)}
    report = itch.examine(heavy)
    assert any("before the game can be played" in problem for problem in report.problems)
    assert report.large == [("a.css", itch.LARGEST_START + 1)]
    assert itch.examine(heavy | {"a.css.gz": b"12"}).start == small - len(GOOD["a.css"]) + 2, "what travels counts"


def test_the_built_site_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "itch.zip"
    monkeypatch.setattr("sys.argv", ["itch", "--root", str(SITE), "--target", str(target)])
    itch.main()
    with zipfile.ZipFile(target) as archive:
        names = archive.namelist()
    assert len(names) <= itch.MOST_FILES
    assert {"index.html", "sw.js", "files.json"} <= set(names)
    assert not set(itch.FOR_HOSTS) & set(names)
    report = itch.examine(itch.packed(SITE))
    listed = json.loads((SITE / "files.json").read_text())["files"]
    archives = ("okey.apk", "python_stdlib.zip", "pygame.zip")
    needed = (*archives, "pygame.wasm", "pyodide.asm.wasm", "pyodide.asm.mjs", "worker.mjs")
    least = sum(listed[name].get("gz", listed[name]["bytes"]) for name in needed)
    assert report.start > least, "all that starts counts"
    told = capsys.readouterr().out
    assert re.search(r"above Playables' 512 KiB: pyodide\.asm\.\w+\.wasm", told), "what cannot be smaller is listed"


def test_a_broken_site_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text('<script src="gone.js">')
    monkeypatch.setattr("sys.argv", ["itch", "--root", str(tmp_path), "--target", str(tmp_path / "a.zip")])
    with pytest.raises(BuildError, match="1 limits are broken"):
        itch.main()
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_are_small(preset: str) -> None:
    """Even a match of 5,000 actions, or a whole one."""
    rules = RuleSet.parse(preset)
    game, record = Game(rules, "long"), Record(rules, "long", ["you"] * rules.players)
    record.actions += [action for action, _ in random_actions(game, random.Random("long"), 5000)]
    assert len(record.actions) == 5000 or game.phase == "over"
    assert len(record.write().encode()) < LARGEST_SAVE / 4


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_what_a_player_goes_on_with_fits_into_one_save(rules: str) -> None:
    """The running match, and whatever else is kept at its longest, but for old matches and what rooms bring."""
    record = bot_match("1", 2, RuleSet.parse(rules))[0]
    kept = {MATCH: record.write() * 4}
    kept |= {key: "x" * LONGEST[key] for key in (RACK, SETTINGS, PROGRESS, CHALLENGES)}
    assert LONGEST.keys() - kept.keys() == {MATCHES, KEY, RESULTS}
    assert len(backup.as_file(kept).encode()) < LARGEST_SAVE
