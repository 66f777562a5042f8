import re
import subprocess
import sys
import tarfile
from html import unescape
from pathlib import Path

import pytest

from web import archives, lock, notices, own, pack, wasm
from web.errors import BuildError
from web.serve import SITE


@pytest.fixture(scope="module")
def page() -> str:
    if not (SITE / "notices.html").is_file():
        pytest.fail("there is no built site: run make build")
    return unescape((SITE / "notices.html").read_text())


SHOWN = [
    ("Okey", "Copyright (c) 2026 The Okey authors"),
    ("CPython", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
    ("pygame-ce", "GNU LESSER GENERAL PUBLIC LICENSE"),
    ("pygame-ce", "END OF TERMS AND CONDITIONS"),
    ("Pyodide", "Mozilla Public License Version 2.0"),
    ("Emscripten", "Copyright (c) 2010-2014 Emscripten authors"),
    ("musl", "Copyright © 2005-2020 Rich Felker"),
    ("SDL", "Sam Lantinga"),
    ("stb_image", "Copyright (c) 2017 Sean Barrett"),
    ("miniz", "public domain"),
    ("FreeType", "The FreeType Project LICENSE"),
    ("Nunito", "SIL OPEN FONT LICENSE"),
    ("libffi", "Anthony Green"),
    ("Zstandard", "Meta Platforms"),
    ("openskill", "Permission is hereby granted, free of charge"),
    ("segno", "Redistribution and use in source and binary forms"),
]


@pytest.mark.parametrize(("name", "words"), SHOWN)
def test_what_ships_is_named_with_its_licence(page: str, name: str, words: str) -> None:
    part = page[page.index(f"<summary><b>{name}</b>") :]
    assert words in part[: part.index("</details>")]


def test_every_source_is_named_for_a_rebuild(page: str) -> None:
    for source in lock.load().values():
        assert source.sha256 in page
    for name in notices.RECIPE:
        assert (Path(notices.__file__).parent / name).read_text().strip() in page
    beside = re.findall(r'with_name\("([\w.]+)"\)', Path(wasm.__file__).read_text())
    assert beside
    assert set(beside) <= set(notices.RECIPE), "what the recipe reads is in it"


def test_the_games_own_sources_lie_beside_the_page(page: str, tmp_path: Path) -> None:
    assert f'<a href="{own.NAME}"' in page
    with tarfile.open(SITE / own.NAME) as archive:
        archive.extractall(tmp_path, filter="data")
    copy = tmp_path / own.FOLDER
    assert not [file for file in archives.files_below(copy) if file.suffix == ".pyc"]
    told = subprocess.run(
        [sys.executable, "-c", "import web.build, web.relock; print(web.build.ROOT)"],
        cwd=copy, env={"PYTHONPATH": "", "PATH": ""}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert told.strip() == str(copy), "the build runs from there, and needs nothing that is not in it"
    makefile = (copy / "Makefile").read_text()
    assert "build: .venv/build.stamp" in makefile
    assert {word for word in re.findall(r"requirements-\w+\.lock", makefile) if not (copy / word).is_file()} == set()


def test_every_source_that_ships_has_a_notice() -> None:
    assert {name for name, _ in SHOWN} >= pack.LIBRARIES.keys()
    told = {component.source for component in notices.COMPONENTS}
    assert lock.load().keys() - told == {"pyodide"}, "whose text is another's"


def test_a_source_without_its_licence_is_refused(tmp_path: Path) -> None:
    (tmp_path / "readme").write_text("")
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.add(tmp_path / "readme", "a/README")
    with pytest.raises(BuildError, match=r"a\.tar has no LICENSE"):
        notices._read(tmp_path / "a.tar", ["LICENSE", "README"])
    with pytest.raises(BuildError, match="no end of it"):
        notices._part("begin", notices.Text("file", "begin", "end"))
    assert notices._part("x begin y end", notices.Text("file", "begin", "end")) == "begin y "


def test_versions_are_the_upstream_ones() -> None:
    versions = ["2.32.4+dfsg-1", "1:1.3.dfsg+really1.3.1-1+deb13u1", "2.8.8+dfsg-1+deb13u1", "2.5.8", "3.4.8-2"]
    assert [notices._plain(version) for version in versions] == ["2.32.4", "1.3.dfsg", "2.8.8", "2.5.8", "3.4.8"]
