"""The daily deal in the page: everybody's."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

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


PLAYED = """
import json
from datetime import timedelta
from okey import daily
from okey.bots import make_bot
from okey.game import Game
from okey.game.actions import DEAL
from okey.record import Record

def played(day):
    seats = ["you", *(f"bot {level}" for level in daily.LEVELS)]
    record = Record(daily.rules(), daily.seed(day), seats)
    game = Game(record.rules, record.seed)
    bots = [make_bot(level, f"{day} {seat}") for seat, level in enumerate(("medium", *daily.LEVELS))]
    action = DEAL
    while True:
        record.actions.append(action)
        for event in game.apply(action):
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        if game.actor is None:
            break
        action = next(thought for thought in bots[game.actor].think(game.view(game.actor)) if thought is not None)
    return [record.write(), *(daily.squares(record, seat) for seat in range(4))]
"""
"""Lets computer players play a date's deal; gives the record and each seat's way as squares."""

DAYS = 3


def test_what_computer_players_make_of_it_and_its_squares_are_the_same_in_the_browser(game: Game) -> None:
    here: dict[str, Any] = {}
    exec(PLAYED, here)
    ways = [here["played"](daily.FIRST + timedelta(days)) for days in range(DAYS)]
    there = game.python(f"{PLAYED}\n[played(daily.FIRST + timedelta(days)) for days in range({DAYS})]")
    assert there == ways
    signs = {sign for sign, _ in daily.STEPS}
    assert all(way and set(way) <= signs for _, *own in ways for way in own)


def test_the_daily_deal_is_the_same_in_the_browser_for_a_year(game: Game) -> None:
    here = []
    for days in range(365):
        match = Match(daily.rules(), daily.seed(daily.FIRST + timedelta(days)))
        match.apply(DEAL)
        here.append(position_text(match))
    assert game.python(DEALS) == here
