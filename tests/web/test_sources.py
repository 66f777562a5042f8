"""The lock and what happens to sources that do not keep to it."""

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from web import fetch, lock
from web.cache import Cache
from web.errors import BuildError
from web.lock import Source

GOOD = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"  # of "hello"
ROOT = Path(__file__).resolve().parents[2]


def source(**changes: str) -> Source:
    values = {"name": "thing", "origin": "npm", "package": "thing", "version": "1", "file": "thing-1.tgz"}
    return Source(**(values | {"sha256": GOOD} | changes))


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the registry sends, by file name; by default the right thing."""
    files = {"thing-1.tgz": "hello"}

    def send(_: object, folder: Path) -> None:
        for name, text in files.items():
            (folder / name).write_text(text)

    monkeypatch.setitem(fetch.ORIGINS, "npm", send)
    return files


def test_the_lock_is_in_its_own_form() -> None:
    assert lock.dump(lock.load()) == lock.LOCK_FILE.read_text()


def test_a_missing_or_damaged_lock_is_told(tmp_path: Path) -> None:
    path = tmp_path / "sources.lock"
    with pytest.raises(BuildError, match="is missing"):
        lock.load(path)
    for text in ("[thing", "[thing]\nbad = 1\n"):
        path.write_text(text)
        with pytest.raises(BuildError, match="is damaged"):
            lock.load(path)


def test_no_file_of_the_build_names_a_host() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "*.lock", "web", "Makefile", "pyproject.toml", ".ci", ".github"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    named = [name for name in tracked.stdout.split() if not name.startswith("web/page/")]
    assert named
    for name in named:
        text = (ROOT / name).read_text()
        # beside examples only the vocabulary that search engines read: nothing is fetched from there
        assert set(re.findall(r"https://([\w.-]*)", text)) <= {"okey.example.org", "schema.org"}, name


def test_sources_are_fetched_once_and_verified(cache: Cache, sent: dict[str, str]) -> None:
    paths, fetched = fetch.ensure(cache, {"thing": source()})
    assert (paths["thing"].read_text(), fetched) == ("hello", 1)
    sent.clear()
    assert fetch.ensure(cache, {"thing": source()}) == (paths, 0)


def test_a_fetched_file_with_another_hash_stops_the_build(cache: Cache, sent: dict[str, str]) -> None:
    sent["thing-1.tgz"] = "hullo"
    with pytest.raises(BuildError) as caught:
        fetch.ensure(cache, {"thing": source()})
    told = str(caught.value)
    assert "thing-1.tgz" in told
    assert GOOD in told
    assert hashlib.sha256(b"hullo").hexdigest() in told
    assert "\n" not in told
    assert not (cache.root / "sources").exists()


def test_a_file_damaged_in_the_cache_stops_the_build(cache: Cache, sent: dict[str, str]) -> None:
    paths, _ = fetch.ensure(cache, {"thing": source()})
    paths["thing"].write_text("damaged")
    with pytest.raises(BuildError, match=r"thing-1\.tgz.*expected sha256 .*, actual .*delete"):
        fetch.ensure(cache, {"thing": source()})
    paths["thing"].unlink()
    with pytest.raises(BuildError, match=r"thing-1\.tgz is missing"):
        fetch.ensure(cache, {"thing": source()})


def test_a_file_that_did_not_come_stops_the_build(cache: Cache, sent: dict[str, str]) -> None:
    with pytest.raises(BuildError, match=r"npm sent no other\.tgz"):
        fetch.ensure(cache, {"thing": source(file="other.tgz")})


def test_an_unknown_origin_stops_the_build(cache: Cache) -> None:
    with pytest.raises(BuildError, match="no origin 'moon'"):
        fetch.ensure(cache, {"thing": source(origin="moon")})
