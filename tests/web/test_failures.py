"""The build's ends that are not success, for real: each is one clear line and leaves the cache clean."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from web import lock
from web.cache import default_root

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"  # the discard port: nobody answers
OFFLINE = {
    "OKEY_DEBIAN_MIRROR": f"{NOWHERE}/debian",
    "PIP_INDEX_URL": f"{NOWHERE}/simple",
    "npm_config_registry": NOWHERE,
    "npm_config_fetch_retries": "0",
}

pytestmark = pytest.mark.slow


def build(cache: Path, **environment: str) -> str:
    """Runs a build that must fail and gets its one line."""
    environment = {**os.environ, "OKEY_CACHE": str(cache), **environment}
    command = [sys.executable, "-m", "web.build", "--target", str(cache / "site")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert not list((cache / "okey-build/tmp").iterdir())
    assert not (cache / "site").exists()
    return done.stderr


def borrow_sources(cache: Path, *but: str) -> dict[str, Path]:
    """Links the sources of the machine's own cache into another, all but the named ones."""
    paths = {}
    for name, source in lock.load().items():
        real = default_root() / "sources" / source.sha256
        if name not in but and real.is_dir():
            folder = cache / "okey-build/sources" / source.sha256
            folder.mkdir(parents=True)
            (folder / source.file).write_bytes((real / source.file).read_bytes())
            paths[name] = folder / source.file
    return paths


@pytest.mark.parametrize("missing", ["freetype", "pygame", "nunito"])
def test_no_network(missing: str, tmp_path: Path) -> None:
    borrow_sources(tmp_path, missing)
    assert "no network (check the connection" in build(tmp_path, **OFFLINE)
    assert not (tmp_path / "okey-build/sources" / lock.load()[missing].sha256).exists()


def test_no_npm(tmp_path: Path) -> None:
    borrow_sources(tmp_path, "nunito")
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "sh").symlink_to("/bin/sh")
    told = build(tmp_path, PATH=str(tools), OKEY_NO_INSTALL="1")
    assert told.startswith("error: missing: npm, needed to fetch Pyodide and the fonts (install it")


def test_a_damaged_source(tmp_path: Path) -> None:
    paths = borrow_sources(tmp_path)
    paths["freetype"].write_bytes(paths["freetype"].read_bytes()[:-1] + b"?")
    told = build(tmp_path, **OFFLINE)
    assert paths["freetype"].name in told
    assert f"expected sha256 {lock.load()['freetype'].sha256}, actual " in told


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "tiny"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk(tiny_disk: Path) -> None:
    assert "the disk is full" in build(tiny_disk)
    assert not (tiny_disk / "okey-build/sources").exists()
