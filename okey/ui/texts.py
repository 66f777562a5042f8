"""What the game says, in Turkish and in English."""

from __future__ import annotations

import json
from pathlib import Path

from okey.rules import RuleSet
from okey.tiles import FALSE_JOKER, Faces, Kind, Tile, colour_of, kind_of, number_of

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
"""The folder that holds ``main.py``, where the game is not installed."""

ASSETS = next(folder for folder in (PACKAGE / "assets", ROOT / "assets") if folder.is_dir())
"""The folder of texts and fonts: inside the package where it is installed, else beside it."""

LANGUAGES = ("tr", "en")
"""The languages there are texts for."""


def load(language: str) -> dict[str, str]:
    """Reads all texts of a language by key."""
    texts: dict[str, str] = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return texts


class Texts:
    """Looks texts up in the language of the moment.

    Args:
        language: one of ``LANGUAGES``; anything else is taken as English.
    """

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = load(self.language)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, **values: object) -> str:
        """Gets the text of ``key`` with ``values`` filled in."""
        return self._texts[key].format(**values)

    def counted(self, key: str, count: int, **values: object) -> str:
        """Gets the text of ``key`` for so many: that of ``key.one`` for a single one."""
        return self(f"{key}.one" if count == 1 else key, count=count, **values)

    def game(self, rules: RuleSet) -> str:
        """Names a game: the preset, and what was put on top."""
        preset, *overlays = rules.name.split("+")
        return " · ".join([self(f"preset.{preset}"), *(self(f"overlay.{overlay}") for overlay in overlays)])

    def number(self, value: int) -> str:
        """Writes a large number in groups of three."""
        return f"{value:,}".replace(",", self._texts["number.groups"])

    def percent(self, share: float, *, plus: bool = False) -> str:
        """Writes a share of one as whole percents, with a plus if asked for."""
        points = round(100 * share)
        sign = "−" if points < 0 else "+" if plus and points else ""
        return sign + self("number.percent", number=abs(points))

    def decimal(self, value: float, *, plus: bool = False, places: int = 1) -> str:
        """Writes a number with so many places behind the point, and a plus if asked for."""
        return f"{value:{'+' if plus else ''}z.{places}f}".replace("-", "−").replace(".", self("number.point"))

    def sentence(self, key: str, **values: object) -> str:
        """Gets the text of ``key`` as a sentence: it begins with a capital, whatever is filled in first."""
        text = self(key, **values)
        first = "İ" if self.language == "tr" and text[:1] == "i" else text[:1].upper()
        return first + text[1:]

    def kind(self, kind: Kind) -> str:
        """Names what is printed on a tile."""
        if kind == FALSE_JOKER:
            return self("tile.false_joker")
        return self("tile.number", colour=self(f"colour.{colour_of(kind)}"), number=number_of(kind))

    def tile(self, tile: Tile, faces: Faces | None) -> str:
        """Names a tile, and says so when it is an okey."""
        name = self.kind(kind_of(tile))
        return self("tile.okey", tile=name) if faces is not None and faces.is_okey(tile) else name


def signed(points: int, *, plus: bool = False) -> str:
    """Writes a number with a proper minus, and a plus if asked for."""
    return f"{points:{'+' if plus else ''}d}".replace("-", "−")
