import os
import threading
from pathlib import Path

import pytest

from web.cache import STALE_SECONDS, Cache, default_root, digest


def leftovers(cache: Cache) -> list[Path]:
    return list((cache.root / "tmp").iterdir())


def test_an_entry_is_made_once(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "data").write_text("x")

    first = cache.entry("kind", "key", make)
    second = cache.entry("kind", "key", make)
    assert (first.cached, second.cached, len(made)) == (False, True, 1)
    assert (second.path / "data").read_text() == "x"


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = Cache(tmp_path)

    def make(folder: Path) -> None:
        (folder / "data").write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        cache.entry("kind", "key", make)
    assert not (tmp_path / "kind").exists()
    assert leftovers(cache) == []


def test_builds_side_by_side_agree_on_one_entry(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    both_at_work = threading.Barrier(2)
    paths = []

    def make(folder: Path) -> None:
        (folder / "data").write_text("x")
        both_at_work.wait(timeout=10)

    threads = [threading.Thread(target=lambda: paths.append(cache.entry("k", "1", make).path)) for _ in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert paths == [tmp_path / "k/1"] * 2
    assert leftovers(cache) == []


def test_what_a_killed_build_left_is_swept_in_time(tmp_path: Path) -> None:
    old, fresh = tmp_path / "tmp/old", tmp_path / "tmp/fresh"
    old.mkdir(parents=True)
    fresh.mkdir()
    long_ago = old.stat().st_mtime - STALE_SECONDS - 60
    os.utime(old, (long_ago, long_ago))
    assert leftovers(Cache(tmp_path)) == [fresh]


@pytest.mark.parametrize(
    ("environment", "root"),
    [
        ({"OKEY_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a/okey-build"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/okey-build"),
        ({"HOME": "/c"}, "/c/.cache/okey-build"),
    ],
)
def test_default_root(environment: dict[str, str], root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OKEY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_root() == Path(root)


def test_a_digest_tells_where_its_parts_end() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("a") == digest(b"a")
