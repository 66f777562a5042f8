from pathlib import Path

import pytest

from web.apt import find_mirror
from web.errors import BuildError

ONE_LINE = "# deb http://old.test/debian bookworm main\ndeb [arch=amd64] http://mirror.test/debian/ bookworm main\n"
DEB822 = "Types: deb\n# http://old.test/archive/debian/2025\nURIs: https://mirror.test/debian\nSuites: bookworm\n"
SECURITY = "deb http://mirror.test/debian-security bookworm-security main\n"
MIRROR_LIST = "Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian\n"


@pytest.fixture(autouse=True)
def _no_override(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OKEY_DEBIAN_MIRROR", raising=False)


@pytest.mark.parametrize(
    ("files", "mirror"),
    [
        ({"sources.list": SECURITY + ONE_LINE}, "http://mirror.test/debian/"),
        ({"sources.list.d/debian.sources": DEB822}, "https://mirror.test/debian"),
        ({"sources.list": SECURITY, "sources.list.d/a.list": ONE_LINE}, "http://mirror.test/debian/"),
        ({"sources.list.d/debian.sources": MIRROR_LIST}, "mirror+file:/etc/apt/mirrors/debian"),
    ],
)
def test_the_mirror_is_the_machines_own(files: dict[str, str], mirror: str, tmp_path: Path) -> None:
    (tmp_path / "sources.list.d").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert find_mirror(tmp_path) == mirror


def test_no_mirror_is_told_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sources.list").write_text(SECURITY)
    with pytest.raises(BuildError, match="OKEY_DEBIAN_MIRROR"):
        find_mirror(tmp_path)
    monkeypatch.setenv("OKEY_DEBIAN_MIRROR", "http://other.test/debian")
    assert find_mirror(tmp_path) == "http://other.test/debian"
