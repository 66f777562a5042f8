import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from okey.bots import Agent, make_bot
from okey.game import Action, Event, Game, Refused, View
from okey.game.actions import DEAL, DRAW, TIMEOUT, discard
from okey.position import position_text
from okey.record import Record
from okey.rules import RuleSet
from okey.table import Chair, Table
from tests.support import CLASSIC, PERFECT, make_rules, set_up

SHORT = make_rules(start_points=(4,))


def make_table(*agents: Agent | None, rules: RuleSet = SHORT, game: Game | None = None, **options: Any) -> Table:
    """Seats agents on the first chairs (None: a person) and bots on the others."""
    chairs = [Chair(f"seat {i}", agent) for i, agent in enumerate(agents)]
    chairs += [Chair(f"bot {i}", make_bot("medium", str(i))) for i in range(len(agents), rules.players)]
    record = Record(rules, "table", [chair.name for chair in chairs])
    return Table(game or Game(rules, "table"), record, chairs, **options)


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(main(), 60)

    asyncio.run(limited())


class Odd:
    """An agent that does what it is told to, wrong as it may be."""

    def __init__(self, think: Callable[[View], Any], observe: Callable[[Event], None] = lambda _event: None) -> None:
        self.think = think
        self.observe = observe


def test_bots_play_a_match_to_its_end() -> None:
    table = make_table()
    assert not table.has_people
    run(table.run)
    assert table.game.phase == "over"
    assert table.game.winners
    assert table.record.replay().scores == table.game.scores


def test_every_seat_has_a_chair() -> None:
    game = Game(CLASSIC, "x")
    with pytest.raises(ValueError, match="3 chairs for 4 players"):
        Table(game, Record(CLASSIC, "x", ["a"] * 4), [Chair("a")] * 3)


async def played_by_a_person(table: Table, turns: int) -> None:
    """Plays seat 0 by its first legal action for so many actions."""
    running = asyncio.create_task(table.run())
    for _ in range(10_000):
        await asyncio.sleep(0)
        if turns and table.game.actor == 0:
            table.act(0, next(table.view(0).legal_actions()))
            turns -= 1
        if not turns or table.game.phase in ("deal", "over"):
            break
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def test_the_table_ends_the_turn_of_a_person_whose_time_is_up() -> None:
    table = make_table(None, None, None, None)
    with pytest.raises(Refused):
        table.time_out()
    table.act(0, DEAL)
    told: list[str] = []
    table.listen(lambda events: told.extend(event.kind for event in events))
    seat = table.game.actor
    assert seat is not None
    with pytest.raises(Refused) as caught:
        table.act(seat, TIMEOUT)
    assert caught.value.reason == "table_only"
    table.time_out()
    assert table.game.actor != seat
    assert told == ["timed_out", "discarded"]
    assert table.record.actions == [DEAL, TIMEOUT]
    assert position_text(table.record.replay()) == position_text(table.game)


def test_asking_changes_nothing() -> None:
    table = make_table(None, None, None, None)
    table.act(0, DEAL)
    seat, text = table.game.actor, position_text(table.game)
    assert seat is not None
    table.check(seat, next(table.view(seat).legal_actions()))
    with pytest.raises(Refused):
        table.check(seat, DRAW)
    assert position_text(table.game) == text


def test_a_person_plays_among_bots() -> None:
    table = make_table(None)

    async def main() -> None:
        await played_by_a_person(table, 6)

    run(main)
    assert table.has_people
    assert len(table.record.actions) > 12


def test_a_person_out_of_turn_is_refused() -> None:
    table = make_table(None, game=set_up({}, actor=1, rules=SHORT))
    for action in (DRAW, discard(table.game.hand.players[0].rack[0])):
        with pytest.raises(Refused) as caught:
            table.act(0, action)
        assert caught.value.reason == "not_your_turn"
    with pytest.raises(Refused) as caught:
        table.act(0, DEAL)
    assert caught.value.reason == "hand_running"
    assert table.record.actions == []


def test_the_next_hand_waits_for_a_person() -> None:
    game = set_up({1: f"{PERFECT} B1"}, actor=1)
    table = make_table(None, rules=CLASSIC, game=game)

    async def main() -> None:
        running = asyncio.create_task(table.run())
        for _ in range(200):
            await asyncio.sleep(0)
        assert (game.phase, game.hand_number) == ("deal", 1)
        assert not running.done()
        table.act(0, DEAL)
        for _ in range(5):
            await asyncio.sleep(0)
        assert game.hand_number == 2
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    run(main)


def raising(view: View) -> Iterator[Action | None]:
    yield None
    raise RuntimeError("out of ideas")


def silent(view: View) -> Iterator[Action | None]:
    yield from (None, None)


def illegal(view: View) -> Iterator[Action | None]:
    yield DEAL if view.phase == "draw" else DRAW


def not_held(view: View) -> Iterator[Action | None]:
    yield discard(next(tile for tile in range(106) if tile not in view.rack))


def no_iterator(view: View) -> None:
    return None


def no_action(view: View) -> Iterator[Any]:
    yield "discard R5"


def at_once(view: View) -> Iterator[Action | None]:
    raise KeyError("at once")


@pytest.mark.parametrize("think", [raising, silent, illegal, not_held, no_iterator, no_action, at_once])
def test_an_agent_that_fails_is_survived_and_logged(think: Callable[[View], Any], caplog: Any) -> None:
    """Known fault 16: a bot's exception froze the table."""
    game = set_up({0: f"B10 {PERFECT.replace('K10', 'B1')}"}, rules=SHORT)
    drawn = game.hand.turn.arrived
    table = make_table(Odd(think), game=game)
    with caplog.at_level(logging.ERROR, "okey.table"):
        run(table.run)
    assert table.game.phase == "over"
    assert any("seat 0" in record.getMessage() for record in caplog.records)
    assert drawn is not None
    assert table.record.actions[0] == discard(drawn)  # known fault 9: the tile just drawn, no okey


def test_agents_are_told_what_happened_before_and_see_no_more_than_their_seat() -> None:
    heard: list[Event] = []
    bot = make_bot("medium", "0")
    table = make_table(Odd(bot.think, heard.append))
    happened = table.game.apply(DEAL)
    table.recall(happened)
    assert heard == [event.seen_by(0) for event in happened]


def test_an_agent_that_fails_to_listen_is_survived_and_logged(caplog: Any) -> None:
    heard: list[Event] = []

    def deaf(event: Event) -> None:
        heard.append(event)
        raise RuntimeError("too loud")

    bot = make_bot("medium", "0")
    table = make_table(Odd(bot.think, deaf))
    with caplog.at_level(logging.ERROR, "okey.table"):
        run(table.run)
    assert table.game.phase == "over"
    assert heard
    assert "failed to observe" in caplog.text


def test_agents_hear_what_their_seat_may_see() -> None:
    heard: list[list[Event]] = [[], [], [], []]
    bots = [make_bot("medium", str(i)) for i in range(4)]
    table = make_table(*[Odd(bot.think, heard[i].append) for i, bot in enumerate(bots)])
    run(table.run)
    for seat, events in enumerate(heard):
        draws = [event for event in events if event.kind == "drew"]
        assert all(bool(event.tiles) == (event.seat == seat) for event in draws)
        assert {event.seat for event in draws} == {0, 1, 2, 3}
        assert [e.kind for e in events] == [e.kind for e in heard[0]]


def test_listeners_hear_every_event_until_they_stop() -> None:
    table = make_table(None, game=set_up({}, actor=0, rules=SHORT))
    first: list[Event] = []
    second: list[Event] = []
    stop = table.listen(first.extend)
    table.listen(second.extend)
    table.act(0, next(table.view(0).legal_actions()))
    assert first == second
    assert [event.kind for event in first] == ["discarded"]
    stop()
    table.game.hand.actor = 0
    table.act(0, DRAW)
    assert (len(first), len(second)) == (1, 2)


def test_a_listener_may_stop_while_it_listens() -> None:
    table = make_table(None, game=set_up({}, actor=0, rules=SHORT))
    heard: list[str] = []
    stops = [table.listen(lambda _events: (heard.append("once"), stops[0]())) for _ in range(1)]  # type: ignore[func-returns-value]
    table.listen(lambda _events: heard.append("always"))
    table.act(0, next(table.view(0).legal_actions()))
    assert heard == ["once", "always"]


def test_wait_and_pause_are_awaited() -> None:
    waits: list[float] = []
    pauses: list[None] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async def pause() -> None:
        pauses.append(None)

    table = make_table(wait=wait, pause=pause, pace=0.7)
    run(table.run)
    turns = [action for action in table.record.actions if action != DEAL]
    assert waits == [0.7] * len(turns)
    assert len(pauses) > len(turns)  # bots think in slices


def test_a_table_can_be_cancelled_while_a_bot_thinks_and_go_on_later() -> None:
    stuck = asyncio.Event()

    async def pause() -> None:
        stuck.set()
        await asyncio.sleep(3600)

    table = make_table(pause=pause)

    async def main() -> None:
        running = asyncio.create_task(table.run())
        await stuck.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    run(main)
    game = table.record.replay()
    assert position_text(game) == position_text(table.game)
    again = make_table(game=game)
    again.record.actions[:] = table.record.actions
    run(again.run)
    assert again.record.replay().winners == again.game.winners != ()


def test_a_match_that_is_over_runs_no_more() -> None:
    game = set_up({1: f"{PERFECT} B1"}, actor=1, rules=SHORT, scores=(2,) * 4)
    table = make_table(game=game)
    run(table.run)
    done = len(table.record.actions)
    run(table.run)
    assert len(table.record.actions) == done
