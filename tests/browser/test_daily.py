"""The daily deal in the page: everybody's."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from okey import daily
from okey.game import Game as Match
from okey.game.actions import DEAL
from okey.position import position_text

if TYPE_CHECKING:
    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

DEALS = """
from datetime import timedelta
from okey import daily
from okey.game import Game
from okey.game.actions import DEAL
from okey.position import position_text

def deal(day):
    game = Game(daily.rules(), daily.seed(day))
    game.apply(DEAL)
    return position_text(game)

[deal(daily.FIRST + timedelta(days)) for days in range(365)]
"""


def test_the_daily_deal_is_the_same_in_the_browser_for_a_year(game: Game) -> None:
    here = []
    for days in range(365):
        match = Match(daily.rules(), daily.seed(daily.FIRST + timedelta(days)))
        match.apply(DEAL)
        here.append(position_text(match))
    assert game.python(DEALS) == here
