"""The game's two fonts at every size that is asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pygame

from okey.ui.texts import ASSETS, ROOT

FOLDERS = (ASSETS / "fonts", ROOT / "build" / "assets" / "fonts", ROOT / "build" / "assets")
"""Where the fonts may be: in the site, and in a checkout after ``make assets``."""

FILES = {False: "ui-regular.ttf", True: "ui-bold.ttf"}


def find(*, bold: bool) -> str | None:
    """Gets the path of a font; None, for pygame's own, when it was not built."""
    folders = [Path(os.environ["OKEY_FONTS"])] if "OKEY_FONTS" in os.environ else []
    return next((str(f / FILES[bold]) for f in (*folders, *FOLDERS) if (f / FILES[bold]).is_file()), None)


class Fonts:
    """Opens fonts once for each size in device pixels."""

    def __init__(self) -> None:
        self._paths = {bold: find(bold=bold) for bold in FILES}
        self._cache: dict[tuple[int, bool], pygame.font.Font] = {}

    def get(self, size: int, *, bold: bool = False) -> pygame.font.Font:
        """Gets the font of a size."""
        key = (size, bold)
        if key not in self._cache:
            self._cache[key] = pygame.font.Font(self._paths[bold], size)
        return self._cache[key]
