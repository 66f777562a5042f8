import json
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from web import archives, fetch, icon, lock, pack, pictures, site
from web.cache import Cache
from web.errors import BuildError
from web.fonts import LETTERS, WEIGHTS, ensure

FILES = ["main.py", "okey/__init__.py", "okey/data.txt", "assets/texts/tr.json"]
UNWANTED = ["okey/__pycache__/a.pyc", "okey/tests/test_a.py", "okey/.secret", "README.md"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for name in FILES + UNWANTED:
        file = tmp_path / "source" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return tmp_path / "source"


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    (tmp_path / "made").mkdir()
    (tmp_path / "made/ui-bold.ttf").write_text("font")
    return tmp_path / "made"


def stage_and_pack(source: Path, fonts: Path, work: Path) -> Path:
    work.mkdir()
    (work / "index.tmpl").write_text("<html></html>")
    (work / "icon.png").write_text("icon")
    return pack.pack(pack.stage(source, fonts, work), work / "index.tmpl", work / "icon.png")


def test_pygbag_packs_the_game_and_nothing_else(source: Path, fonts: Path, tmp_path: Path) -> None:
    packed = stage_and_pack(source, fonts, tmp_path / "one")
    names = {f"assets/{name}" for name in [*FILES, "assets/fonts/ui-bold.ttf"]}
    found = archives.read(packed / "okey.apk").keys()
    libraries = {name for name in found if name.startswith(("assets/openskill/", "assets/segno/"))}
    assert found - libraries == names
    assert {f"assets/openskill/{name}" for name in ("LICENSE.txt", "__init__.py", "models/__init__.py")} <= libraries
    segno = {f"assets/segno/{name}" for name in ("LICENSE.txt", "consts.py", "encoder.py")}
    assert segno == {name for name in libraries if "segno" in name}, "no more than the game needs"
    assert all(name.endswith((".py", "LICENSE.txt")) for name in libraries)
    again = stage_and_pack(source, fonts, tmp_path / "two")
    assert (packed / "okey.apk").read_bytes() == (again / "okey.apk").read_bytes()
    made = tmp_path / "site"
    made.mkdir()
    pack.copy_results(packed, made)
    assert sorted(path.name for path in made.iterdir()) == ["favicon.png", "index.html", "okey.apk"]


def test_a_file_that_pygbag_drops_stops_the_build(source: Path, fonts: Path, tmp_path: Path) -> None:
    (source / "okey/some.log").write_text("")
    with pytest.raises(BuildError, match=r"pygbag left out assets/okey/some\.log"):
        stage_and_pack(source, fonts, tmp_path / "one")


def test_a_sound_that_browsers_refuse_stops_the_build(source: Path, fonts: Path, tmp_path: Path) -> None:
    (source / "assets/a.wav").write_text("")
    with pytest.raises(BuildError, match=r"a\.wav"):
        stage_and_pack(source, fonts, tmp_path / "one")


def test_no_game_is_told(fonts: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"main\.py is missing"):
        stage_and_pack(tmp_path / "nowhere", fonts, tmp_path / "one")


@pytest.fixture(scope="module")
def real_fonts() -> Path:
    cache, locked = Cache(), lock.load()
    sources, _ = fetch.ensure(cache, {"nunito": locked["nunito"]})
    return ensure(cache, locked, sources).path


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_font_has_every_letter_and_no_shaping(name: str, real_fonts: Path) -> None:
    font = TTFont(real_fonts / name)
    assert {chr(code) for code in font.getBestCmap()} == LETTERS
    assert "GSUB" not in font
    assert "GPOS" in font  # it has the kerning
    assert (real_fonts / name).stat().st_size < 40_000


def test_the_icons_are_drawn_in_every_size(real_fonts: Path, tmp_path: Path) -> None:
    icon.draw(tmp_path, real_fonts / "ui-bold.ttf")
    assert {path.name for path in tmp_path.iterdir()} == set(icon.ICONS)
    for name, kind in icon.ICONS.items():
        with Image.open(tmp_path / name) as picture:
            assert picture.size == (kind.size, kind.size)
            assert picture.mode == ("RGBA" if kind.corner else "RGB"), "systems cut what is not transparent"


@pytest.mark.parametrize("name", [name for name in icon.ICONS if name.startswith("maskable")])
def test_a_round_cut_takes_nothing_of_the_tile(name: str, real_fonts: Path, tmp_path: Path) -> None:
    icon.draw(tmp_path, real_fonts / "ui-bold.ttf")
    with Image.open(tmp_path / name) as picture:
        size, felt = picture.width, picture.getpixel((0, 0))
        drawn = [(x, y) for x in range(size) for y in range(size) if picture.getpixel((x, y)) != felt]
    assert drawn
    assert max((x + 0.5 - size / 2) ** 2 + (y + 0.5 - size / 2) ** 2 for x, y in drawn) <= (0.4 * size) ** 2


def test_the_pictures_are_those_of_the_manifest(real_fonts: Path) -> None:
    taken = pictures.ensure(Cache(), real_fonts).path
    manifest = json.loads((site.PAGE / site.MANIFEST).read_text())
    named = {shot["src"].removeprefix("./"): shot for shot in manifest["screenshots"]}
    assert named.keys() < {path.name for path in taken.iterdir()} == set(pictures.PICTURES)
    for name, picture in pictures.PICTURES.items():
        with Image.open(taken / name) as image:
            assert image.size == picture.size
            assert len(image.convert("RGB").resize((64, 64)).getcolors(4096) or []) > 500, "a table, not a blank"
        if name in named:
            wide = picture.size[0] > picture.size[1]
            assert named[name]["form_factor"] == ("wide" if wide else "narrow")
            assert named[name]["sizes"] == "{}x{}".format(*picture.size)


def test_the_manifest_names_real_icons() -> None:
    manifest = json.loads((site.PAGE / site.MANIFEST).read_text())
    assert {entry["purpose"] for entry in manifest["icons"]} == {"any", "maskable"}
    for entry in manifest["icons"]:
        kind = icon.ICONS[entry["src"].removeprefix("./")]
        assert entry["sizes"] == f"{kind.size}x{kind.size}"
        assert (entry["purpose"] == "maskable") is (kind.corner == 0)
