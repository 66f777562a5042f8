from datetime import UTC, date, datetime, timedelta

import pytest

from okey import daily
from okey.game import Game
from okey.game.actions import DEAL
from okey.record import Record
from okey.rules import RuleSet
from okey.solver.distance import distances
from tests.support import bot_match

YEAR = [daily.FIRST + timedelta(days) for days in range(365)]


def test_every_date_has_a_deal_of_its_own() -> None:
    deals = set()
    for day in YEAR:
        game = Game(daily.rules(), daily.seed(day))
        game.apply(DEAL)
        assert game.hand is not None
        deals.add(tuple(game.hand.stock))
    assert len(deals) == len(YEAR)
    assert [daily.number(day) for day in YEAR] == list(range(1, 366))


def test_a_deal_does_not_change() -> None:
    """Players of two versions of the game compare what they made of it."""
    game = Game(daily.rules(), daily.seed(date(2026, 11, 30)))
    assert str(game.apply(DEAL)[0]) == "dealt 0 R1'"


def test_every_number_of_missing_tiles_of_a_dealt_rack_has_a_square_of_its_own() -> None:
    """Seven pairs are never further than seven tiles away, and hardly ever so far."""
    lacking = []
    for day in YEAR:
        game = Game(daily.rules(), daily.seed(day))
        game.apply(DEAL)
        assert game.hand is not None
        for player in game.hand.players:
            found = distances(player.rack, game.hand.faces, game.rules)
            lacking.append(min(aim.tiles for aim in found.values()))
    signs = {most: sign for sign, most in daily.STEPS}
    assert len(set(signs.values())) == len(daily.STEPS)
    assert max(lacking) <= 7
    assert {*range(7)} <= signs.keys(), "up to six missing each has its own"
    assert sum(missing == 7 for missing in lacking) < len(lacking) / 20


def test_the_date_is_that_of_utc() -> None:
    assert abs(datetime.now(UTC).date() - daily.today()) <= timedelta(1)  # midnight may pass in between


def test_a_daily_deal_is_known_by_its_record() -> None:
    record = Record(daily.rules(), daily.seed(YEAR[7]), ["you", *["bot easy"] * 3])
    assert daily.day_of(record) == YEAR[7]
    for seed in ("okey daily 1 20261130", "okey daily 1 2026-13-01", "okey daily 2 2026-11-30", "1", "okey daily 1 "):
        assert daily.day_of(Record(record.rules, seed, record.seats)) is None
    assert daily.day_of(Record(RuleSet.parse("classic"), record.seed, record.seats)) is None


@pytest.mark.parametrize("seat", range(4))
def test_squares_tell_the_way_to_the_finish_and_no_tile(seat: int) -> None:
    record, events = bot_match(daily.seed(YEAR[0]), 1, daily.rules(), "hard")
    told = daily.squares(record, seat)
    assert len(told) == sum(event.seat == seat and event.kind in ("discarded", "finished") for event in events)
    assert set(told) <= {sign for sign, _ in daily.STEPS}
    finished = any(event.kind == "finished" and event.seat == seat for event in events)
    assert told.endswith("⭐") >= finished
    assert "⭐" not in told[:-1], "who throws with a complete rack has finished"
