"""The turn clock: what it counts, what it takes from whom, and who plays for those that let it run out."""

from __future__ import annotations

import pytest

from okey.game import Action
from okey.game.actions import DRAW, discard
from okey.rooms.clock import LATENESS, TurnClock
from okey.rooms.dealer import Dealer
from okey.rooms.packets import Play, write
from okey.rooms.stand_ins import MOST_TIMEOUTS
from okey.rules import RuleSet
from tests.rooms.network import Network
from tests.rooms.test_cheats import table

RULES = "classic turn_seconds=20 reserve_seconds=10"


def clock() -> TurnClock:
    return TurnClock(RuleSet.parse(RULES))


def test_a_turn_has_its_seconds_then_the_reserve() -> None:
    made = clock()
    made.start(1, 100.0)
    assert made.left(100.0) == (20_000, 10_000)
    assert made.left(115.0) == (5_000, 10_000)
    assert made.left(124.0) == (0, 6_000)
    assert made.left(140.0) == (0, 0)
    assert made.ends() == 130 + LATENESS


def test_the_reserve_is_of_the_whole_match_and_each_seat_has_its_own() -> None:
    made = clock()
    made.start(1, 0.0)
    made.start(2, 24.0)  # seat 1 took four seconds of its reserve
    assert made.used == [0, 4, 0, 0]
    made.start(1, 30.0)
    assert made.used == [0, 4, 0, 0], "who is quick uses none"
    assert made.ends() == 30 + 20 + 6 + LATENESS
    made.stop(100.0)
    assert made.used == [0, 10, 0, 0], "there is no more of it than there is"
    made.start(1, 100.0)
    assert made.ends() == 120 + LATENESS


def test_it_stands_still_while_who_deals_hears_nobody() -> None:
    made = clock()
    made.start(0, 0.0)
    made.pause(5.0)
    assert made.ends() is None
    made.resume(65.0)
    assert made.left(65.0) == (15_000, 10_000)
    assert made.ends() == 60 + 30 + LATENESS


def test_without_seconds_nobody_is_hurried() -> None:
    made = TurnClock(RuleSet.parse("classic turn_seconds=0"))
    made.start(0, 0.0)
    assert (made.ends(), made.left(1e6)) == (None, (-1, 0))


# ---- in a room


def idle(rules: str = RULES) -> Network:
    """Seats four people at a table with a clock; nobody of them acts by itself."""
    return table(rules, "clock")


def left(net: Network) -> tuple[float, float]:
    """Gets the seconds that the actor still has, of the turn and of the reserve, as who deals counts them."""
    turn, reserve = dealer(net).clock.left(net.now)
    return turn / 1000, reserve / 1000


def dealer(net: Network) -> Dealer:
    found = [node.member.dealer for node in net.nodes.values() if node.alive and node.member.dealer is not None]
    assert len(found) == 1
    return found[0]


def waits(net: Network) -> int:
    """Gets the member whose turn it is."""
    game = dealer(net)._dealt
    assert game is not None
    assert game.game.actor is not None
    return dealer(net).lobby.chairs[game.game.actor].member


def times_out(net: Network) -> float:
    """Waits until the actor's turn is taken from it; gets how long that took."""
    began, who = net.now, waits(net)
    net.run(net.now + 60, lambda: waits(net) != who)
    took = net.now - began
    net.settle(0.3)  # until all have heard of it
    return took


def act(net: Network) -> None:
    """Lets the actor draw, unless it begins the hand, and throw what it has drawn."""
    member = net.nodes[waits(net)].member
    view = member.view()
    assert view is not None
    if len(view.rack) < 15:
        do(net, DRAW)
        view = member.view()
        assert view is not None
    do(net, discard(view.rack[0] if view.arrived is None else view.arrived))


def do(net: Network, action: Action) -> None:
    me = waits(net)
    net.nodes[me].member.play(action)
    net._collect(me)
    net.settle(0.3)


def round_to(net: Network, me: int) -> None:
    """Lets everybody be quick until it is a member's turn."""
    while waits(net) != me:
        act(net)


def test_a_turn_ends_after_its_seconds_and_the_reserve_and_the_next_without_it() -> None:
    net = idle()
    act(net)
    slow = waits(net)
    whole = sum(left(net))
    assert whole == pytest.approx(30, abs=2.1)
    assert times_out(net) == pytest.approx(whole + LATENESS, abs=0.2)
    round_to(net, slow)
    assert left(net)[1] == 0, "its reserve is gone for the match"
    assert times_out(net) == pytest.approx(sum(left(net)) + LATENESS, abs=21)
    round_to(net, slow)
    began = left(net)[0]
    assert times_out(net) == pytest.approx(began + LATENESS, abs=0.2)


def test_the_clock_stands_while_who_deals_is_cut_off() -> None:
    net = idle()
    act(net)
    round_to(net, next(me for me in net.nodes if me not in (0, waits(net))))
    before = sum(left(net))
    net.disconnect(0)
    net.settle(10)
    net.reconnect(0)
    assert sum(left(net)) == pytest.approx(before, abs=0.2)
    assert times_out(net) == pytest.approx(before + LATENESS, abs=0.2)


def lazy(net: Network, me: int, times: int) -> None:
    """Lets a member's time run out so often in a row."""
    for _ in range(times):
        round_to(net, me)
        times_out(net)


def is_away(net: Network, me: int) -> bool:
    net.settle(0.2)
    return next(chair.away for chair in dealer(net).lobby.chairs if chair.member == me)


def test_a_computer_player_takes_over_after_three_turns_lost_in_a_row() -> None:
    net = idle("classic turn_seconds=10 reserve_seconds=0")
    lazy(net, 2, MOST_TIMEOUTS - 1)
    assert not is_away(net, 2)
    lazy(net, 2, 1)
    assert is_away(net, 2)
    net.nodes[2].member.command("back")
    net._collect(2)
    net.settle()
    assert not is_away(net, 2)
    lazy(net, 2, MOST_TIMEOUTS - 1)
    assert not is_away(net, 2), "the count has begun anew"


def test_who_acts_between_is_no_sleeper() -> None:
    net = idle("classic turn_seconds=10 reserve_seconds=0")
    lazy(net, 2, MOST_TIMEOUTS - 1)
    round_to(net, 2)
    act(net)
    lazy(net, 2, MOST_TIMEOUTS - 1)
    assert not is_away(net, 2)


def test_a_play_that_comes_too_late_gives_the_chair_back() -> None:
    net = idle("classic turn_seconds=10 reserve_seconds=0")
    lazy(net, 2, MOST_TIMEOUTS)
    assert is_away(net, 2)
    late = net.nodes[0].member.counts["late"]
    net.forge(2, 0, write(Play(1, 0, 1, DRAW)))
    assert not is_away(net, 2)
    assert net.nodes[0].member.counts["late"] == late + 1


def test_a_reload_of_who_deals_gives_nobody_time_back() -> None:
    net = idle()
    lazy(net, 2, 1)
    round_to(net, 1)
    net.settle(15)
    turn, reserve = left(net)
    assert turn < 6
    net.reload(0)
    net.settle(0.1)
    assert left(net)[0] == pytest.approx(turn, abs=2.5), (
        "what had passed when it was kept last, two seconds ago at most"
    )
    assert left(net)[1] == reserve
    round_to(net, 2)
    assert left(net)[1] == 0, "the reserve is as it was"


def test_another_dealer_seat_gives_nobody_time_back() -> None:
    net = idle()
    lazy(net, 2, 1)
    round_to(net, 1)
    net.settle(15)
    turn, reserve = left(net)
    net.leave(0)
    net.settle(3)
    assert dealer(net) is net.nodes[1].member.dealer
    assert left(net)[0] == pytest.approx(turn - 2.5, abs=2.6)
    assert left(net)[1] == reserve
    act(net)
    while waits(net) != 2:
        net.settle(1)
    assert left(net)[1] < 2.1, "the reserve is as it was told last"


def test_no_clock_is_shown_while_the_hidden_tiles_are_looked_for() -> None:
    net = Network("two")
    net.create(RULES)
    net.add("Bora")
    net.settle()
    net.start(("bot", 2, "easy"), ("bot", 3, "easy"))
    for node in net.nodes.values():
        node.plays = False
    net.settle(3)
    heir = net.nodes[1].member
    assert heir.clock.left(net.now) is not None
    net.disconnect(0)
    net.settle(20)
    assert heir.dealer is not None
    assert heir.recovering
    assert heir.clock.left(net.now) is None
    net.settle(60)
    assert not heir.recovering
