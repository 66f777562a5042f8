"""The analysis in the page: what it says of fixed records is what CPython says, to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "analysis").glob("*.txt"))

RULE = "=" * 20 + "\n"
"""What parts the record, the figures and the words of each language; see ``tests.ui.test_analysis_text``."""

ANALYSE = """
from okey.analysis import Analysis, analyse
from okey.record import Record

found = Analysis()
for _ in analyse(Record.parse({text!r}), 0, 1, found):
    pass
f"{{found}}\\n"
"""


def test_there_are_records() -> None:
    assert len(GOLDEN) >= 3


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_figures_of_a_fixed_record_are_the_same_in_the_browser(game: Game, path: Path) -> None:
    record, figures, *_ = path.read_text(encoding="utf-8").split(RULE)
    assert game.python(ANALYSE.format(text=record)) == figures
