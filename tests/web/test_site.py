import gzip
import hashlib
import json
import re
import zipfile
from pathlib import Path

import brotli
import pytest

from web import archives, compress, site
from web.cache import Cache
from web.errors import BuildError
from web.pages import EDITIONS, PAGES


def test_archives_are_stored_and_always_the_same_bytes(tmp_path: Path) -> None:
    files = {"b/c.py": b"1", "a.py": b"2" * 1000}
    for name in ("one.zip", "two.zip"):
        archives.write(tmp_path / name, files)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert archives.read(tmp_path / "one.zip") == files
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert [info.compress_type for info in archive.infolist()] == [zipfile.ZIP_STORED] * 2


def test_every_module_of_the_page_is_asked_for_in_its_head() -> None:
    """Those of the game's worker are not: a browser hands a page's preloads to no worker."""
    head = (site.PAGE / site.TEMPLATE).read_text()
    found, left = set[str](), {"boot.mjs"}
    while left:
        found.add(name := left.pop())
        left |= set(re.findall(r'(?:from|import) "\./([\w-]+\.mjs)"', (site.PAGE / name).read_text())) - found
    asked = re.findall(r'<link rel="modulepreload" href="([\w.-]+)">', head)
    assert len(found) > 15
    assert sorted([*asked, "boot.mjs"]) == sorted(found)
    assert '<script type="module" src="boot.mjs">' in head
    code = re.findall(r'<link rel="preload" href="([\w.-]+)" as="fetch" crossorigin>', head)
    compiled = re.search(r"const CODE = \{(.*)\};", (site.PAGE / "boot.mjs").read_text())
    assert compiled
    assert code == re.findall(r'"([\w.-]+)"', compiled[1]), "what the page itself compiles"


def test_twins_hold_the_same_content(tmp_path: Path) -> None:
    text, picture = tmp_path / "a.js", tmp_path / "a.png"
    text.write_text("let a = 1;" * 100)
    picture.write_bytes(b"png")
    cache = Cache(tmp_path / "cache")
    assert compress.make_twins(cache, [text, picture]) == 2
    assert compress.make_twins(cache, [text, picture]) == 0
    assert brotli.decompress((tmp_path / "a.js.br").read_bytes()) == text.read_bytes()
    assert gzip.decompress((tmp_path / "a.js.gz").read_bytes()) == text.read_bytes()
    assert not list(tmp_path.glob("a.png.*"))


def test_the_page_gets_the_list_of_files(tmp_path: Path) -> None:
    for edition in EDITIONS:
        (tmp_path / edition.file).write_text("<head><!--okey:files--></head>")
    (tmp_path / "sub").mkdir()
    contents = {"a.1.js": "12345", "a.1.js.br": "123", "a.1.js.gz": "1234", "sub/b.2.png": "12"}
    for name, data in contents.items():
        (tmp_path / name).write_text(data)
    names = {"index.html": "index.html", "a.js": "a.1.js", "sub/b.png": "sub/b.2.png"}
    written = site.add_listing(tmp_path, site.listing(tmp_path, names, "v1"))
    assert written == [*(tmp_path / name for name in PAGES), tmp_path / "files.json"]
    script, picture = (hashlib.sha256(contents[n].encode()).hexdigest()[:16] for n in ("a.1.js", "sub/b.2.png"))
    files = {
        "a.js": {"file": "a.1.js", "bytes": 5, "hash": script, "br": 3, "gz": 4},
        "sub/b.png": {"file": "sub/b.2.png", "bytes": 2, "hash": picture},
    }
    expected = {"version": "v1", "files": files}
    listing = (tmp_path / "files.json").read_text()
    assert json.loads(listing) == expected
    script = f'<script type="application/json" id="okey-files">{listing}</script>'
    for edition in EDITIONS:
        assert (tmp_path / edition.file).read_text() == f"<head>{script}</head>"


@pytest.mark.parametrize("page", ["", "<!--okey:files-->" * 2])
def test_a_page_without_a_place_for_the_list_is_refused(page: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(page)
    with pytest.raises(BuildError, match="exactly once"):
        site.add_listing(tmp_path, "{}")


def test_the_version_follows_names_and_contents(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("1")
    first = site.version(tmp_path)
    assert site.version(tmp_path) == first
    file.write_text("2")
    second = site.version(tmp_path)
    file.rename(tmp_path / "b")
    assert len({first, second, site.version(tmp_path)}) == 3


def write_modules(folder: Path, **modules: str) -> None:
    (folder / "index.html").write_text('<script src="a.mjs"></script><a href="https://okey.example/">')
    for name, text in modules.items():
        (folder / f"{name}.mjs").write_text(text)


def test_names_carry_the_hash_of_all_that_is_behind_them(tmp_path: Path) -> None:
    seen = set()
    for text in ("let c = 1;", "let c = 2;"):
        folder = tmp_path / text[-2]
        folder.mkdir()
        write_modules(folder, a='import "./b.mjs"; new URL("./c.mjs", 0); "./no.mjs"', b="", c=text)
        (folder / "pyodide.mjs").write_text('import "./b.mjs"')
        names = site.stamp(folder)
        assert names.keys() == {"index.html", "a.mjs", "b.mjs", "c.mjs", "pyodide.mjs"}
        assert {path.name for path in folder.iterdir()} == set(names.values())
        page, module = (folder / "index.html").read_text(), (folder / names["a.mjs"]).read_text()
        for name, where in (("a.mjs", page), ("b.mjs", module), ("c.mjs", module)):
            assert names[name] == site.hashed_name(name, site.content_hash(folder / names[name]))
            assert f'{names[name]}"' in where
        assert '"./no.mjs"' in module
        assert '"https://okey.example/"' in page
        assert (folder / names["pyodide.mjs"]).read_text() == 'import "./b.mjs"', "not ours"
        seen.add(page)
    assert len(seen) == 2


def test_modules_in_a_circle_are_refused(tmp_path: Path) -> None:
    write_modules(tmp_path, a='import "./b.mjs"', b='import "./a.mjs"')
    with pytest.raises(BuildError, match="needs itself"):
        site.stamp(tmp_path)


def test_publish_replaces_the_site_before(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_text("")
        site.publish(tmp_path / name, tmp_path / "build/web")
    assert [path.name for path in (tmp_path / "build").iterdir()] == ["web"]
    assert [path.name for path in (tmp_path / "build/web").iterdir()] == ["two"]
