"""The interface fonts: Nunito, one small TrueType file for each weight, with every letter of Turkish.

The registry's package has web fonts cut by alphabet. SDL_ttf wants plain TrueType files and, in the browser,
shapes no text: so the cuts are merged, and only what it can use is kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import fontTools
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from web.cache import Cache, Entry, digest
from web.errors import BuildError
from web.wasm import unpack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web.lock import Source

SOURCE = "nunito"
WEIGHTS = {"ui-regular.ttf": 600, "ui-bold.ttf": 800}
CUTS = ("latin", "latin-ext")
LETTERS = frozenset(
    [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x100)), *"ğĞıİşŞ", *"–—…“”‘’‚„•×−€₺"],
)


def ensure(cache: Cache, lock: Mapping[str, Source], sources: Mapping[str, Path]) -> Entry:
    """Gets the entry with the font files and their licence.

    Raises:
        BuildError: The source fonts lack a letter.
    """
    key = digest(Path(__file__).read_bytes(), fontTools.version, lock[SOURCE].sha256)

    def make(folder: Path) -> None:
        with cache.scratch() as scratch:
            package = unpack(sources[SOURCE], scratch / "package")
            for name, weight in WEIGHTS.items():
                cuts = [package / f"files/{SOURCE}-{cut}-{weight}-normal.woff2" for cut in CUTS]
                _make_font(cuts, scratch, folder / name)
            (folder / "OFL.txt").write_bytes((package / "LICENSE").read_bytes())

    return cache.entry("fonts", key, make)


def _make_font(cuts: list[Path], scratch: Path, target: Path) -> None:
    """Merges the cuts of one weight into one TrueType file."""
    parts = []
    for cut in cuts:
        part = scratch / f"{cut.stem}.ttf"
        font = TTFont(cut, recalcTimestamp=False)
        font.flavor = None
        options = Options(layout_features=["kern"], hinting=False, notdef_outline=True, drop_tables=["GSUB", "DSIG"])
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(LETTERS))
        subsetter.subset(font)
        font.save(part)
        parts.append(str(part))
    merged: Any = Merger().merge(parts)
    missing = sorted(LETTERS - {chr(code) for code in merged.getBestCmap()})
    if missing:
        raise BuildError(f"{SOURCE} lacks {' '.join(missing)}", "choose another version in web/sources.lock")
    merged.recalcTimestamp = False
    # the same bytes from every build: the merger stamps its own time
    merged["head"].created = merged["head"].modified = TTFont(cuts[0], recalcTimestamp=False)["head"].created
    merged.save(target)
