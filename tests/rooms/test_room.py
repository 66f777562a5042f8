"""Room and session together, over wires that break at any moment: everything arrives once and in order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from okey.rooms import channel, protocol
from okey.rooms.protocol import Admit, Beat, Create, Host, Join, Leave, Rejoin, Remove, Send, Sit
from okey.rooms.relay.limits import Limits
from okey.rooms.room import ALL_KEPT, LEAST_KEPT, MOST_KEPT, Broken, Delivery, Expired, Room, Silenced, share
from okey.rooms.session import BEAT, DOUBT, LONGEST_DELAY, PATIENCE, SLEPT, WINDOW, Session
from tests.rooms.wires import ROOM, Player, Wires, token


def wanted(sender: Player, receiver: Player) -> list[str]:
    return [data for data, to in sender.sent if to in (None, receiver.session.me)]


FOUNDERS = 3


class Breaking(RuleBasedStateMachine):
    """Three to five members; every frame may be held back or lost with its wire; the room may be copied at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.wires = Wires()
        for _ in range(FOUNDERS):
            self.wires.connect(self.wires.enter())
            self.wires.settle()
        self.count = 0

    def player(self, number: int) -> Player:
        return self.wires.players[number % len(self.wires.players)]

    @precondition(lambda self: len(self.wires.players) < 5)
    @rule()
    def join(self) -> None:
        self.wires.connect(self.wires.enter())

    @rule(number=st.integers(0, 4), to=st.none() | st.integers(0, 4), many=st.integers(1, 8))
    def send(self, number: int, to: int | None, many: int) -> None:
        player = self.player(number)
        if to is not None and (to == player.session.me or to not in player.session.members):
            return  # whoever has not heard of a joining sends to all of them
        for _ in range(many):
            self.count += 1
            self.wires.send(player, f"m{self.count}", to)

    @rule(number=st.integers(0, 4), many=st.integers(1, 9))
    def up(self, number: int, many: int) -> None:
        for _ in range(many):
            self.wires.up(self.player(number))

    @rule(number=st.integers(0, 4), many=st.integers(1, 9))
    def down(self, number: int, many: int) -> None:
        for _ in range(many):
            self.wires.down(self.player(number))

    @rule(number=st.integers(0, 4), noticed=st.booleans())
    def cut(self, number: int, noticed: bool) -> None:
        if self.player(number).link:
            self.wires.cut(self.player(number), noticed=noticed)

    @rule(number=st.integers(0, 4))
    def connect(self, number: int) -> None:
        player = self.player(number)
        if player.link is None and not player.session.over:
            self.wires.connect(player)

    @rule()
    def copy(self) -> None:
        self.wires.copy_room()

    @rule(number=st.integers(0, 4), seconds=st.sampled_from([1.0, BEAT]))
    def tick(self, number: int, seconds: float) -> None:
        self.wires.now += seconds
        player = self.player(number)
        player.session.tick(self.wires.now)
        player.collect()

    def each_gets_a_stretch_without_holes(self) -> None:
        """What has come of a sender's messages is some of them in a row, at every moment."""
        for receiver in self.wires.players:
            for sender in self.wires.players:
                got = [event.data for event in receiver.got if event.sender == sender.session.me]
                want = wanted(sender, receiver)
                start = want.index(got[0]) if got else 0
                assert got == want[start : start + len(got)]

    def teardown(self) -> None:
        self.each_gets_a_stretch_without_holes()
        self.wires.settle()
        for player in self.wires.players:
            self.wires.send(player, f"end{player.session.me}")
        self.wires.settle()
        self.each_gets_a_stretch_without_holes()
        for receiver in self.wires.players:
            assert receiver.everything, "so little is never too much to keep"
            assert receiver.session.unconfirmed == 0
            there = {player.session.me: True for player in self.wires.players}
            assert receiver.session.members == there
            for sender in self.wires.players:
                want = wanted(sender, receiver)
                got = [event.data for event in receiver.got if event.sender == sender.session.me]
                if sender is not receiver:
                    assert got[-1] == want[-1], "nothing is missing at the end"
                    if receiver in self.wires.players[:FOUNDERS]:
                        assert got == want, "who was there from the start has got all"
        order = [[e.at for e in player.got] for player in self.wires.players]
        assert all(ats == sorted(set(ats)) for ats in order)
        for _ in range(2):  # the first beat is told how far things have come, the second says that it is seen
            self.wires.now += BEAT
            for player in self.wires.players:
                player.session.tick(self.wires.now)
                player.collect()
            self.wires.settle()
        assert not self.wires.room._kept, "what all have seen is forgotten"


Breaking.TestCase.settings = settings(max_examples=60, stateful_step_count=50)
TestBreaking = Breaking.TestCase


def room_of(count: int, *, label: str = "") -> Room:
    room = Room(ROOM)
    room.take("p.0", Create(1, ROOM, token(0), 15, label))
    for number in range(1, count):
        room.take(f"p.{number}", Join(1, ROOM, token(number)))
    return room


def answers(deliveries: list[Delivery], link: str) -> list[protocol.Answer]:
    return [protocol.read_answer(delivery.frame) for delivery in deliveries if delivery.link == link]


def test_the_sender_is_the_relays_word() -> None:
    room = room_of(3)
    told = room.take("p.1", Send(1, "x"))
    assert answers(told, "p.0") == answers(told, "p.2") == [protocol.Deliver(room.at, 1, 1, "x")]
    assert answers(told, "p.1") == [protocol.Confirm(1, room.at)]
    with pytest.raises(protocol.Malformed):
        protocol.read_request('{"t":"send","number":1,"data":"x","sender":0}')


def test_a_direct_message_reaches_one() -> None:
    room = room_of(3)
    told = room.take("p.1", Send(1, "x", 2))
    assert answers(told, "p.0") == []
    assert answers(told, "p.2") == [protocol.Deliver(room.at, 1, 1, "x", True)]
    room.take("p.0", Send(1, "y", 1))
    again = answers(room.take("p.9", Rejoin(1, ROOM, token(2), 0)), "p.9")
    assert [a for a in again if isinstance(a, protocol.Deliver)] == [protocol.Deliver(4, 1, 1, "x", True)]


def test_what_is_sent_twice_counts_once() -> None:
    room = room_of(2)
    room.take("p.0", Send(1, "x"))
    at = room.at
    assert answers(room.take("p.0", Send(1, "x")), "p.1") == []
    assert room.at == at


def test_an_unknown_or_vanished_address_gets_nothing() -> None:
    room = room_of(2)
    for number, to in enumerate([0, 7], 1):
        assert answers(room.take("p.0", Send(number, "x", to)), "p.0") == [protocol.Confirm(number, room.at)]
        assert len(room._kept) == 2, "only that two have joined"


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Create(1, ROOM, token(9), 3), "taken"),
        (Rejoin(1, ROOM, token(9), 0), "no_room"),
        (Sit(1, "classic", token(9)), "no_table"),
        (Send(1, "x"), "not_allowed"),
        (Beat(1), "not_allowed"),
        (Leave(), "not_allowed"),
    ],
)
def test_strangers_are_refused(step: object, error: str) -> None:
    room = room_of(2)
    before = room.dump()
    assert answers(room.take("p.9", step), "p.9") == [protocol.Error(error)]  # type: ignore[arg-type]
    assert room.dump() == before


def test_there_is_no_room_before_its_creation_nor_after_its_end() -> None:
    room = Room(ROOM)
    assert answers(room.take("p.1", Join(1, ROOM, token(1))), "p.1") == [protocol.Error("no_room")]
    room = room_of(1)
    assert answers(room.take("p.0", Leave()), "p.0") == [protocol.End("left")]
    assert room.over
    assert answers(room.take("p.1", Join(1, ROOM, token(1))), "p.1") == [protocol.Error("no_room")]


def test_a_full_room_and_a_closed_one() -> None:
    room = room_of(2)
    room.take("p.0", Admit(1))
    assert answers(room.take("p.2", Join(1, ROOM, token(2))), "p.2")[-1].me == 2  # type: ignore[union-attr]
    assert answers(room.take("p.3", Join(1, ROOM, token(3))), "p.3") == [protocol.Error("full")]
    room.take("p.0", Admit(15))
    assert room.places == 13, "sixteen in all"


def test_only_the_host_removes_and_admits() -> None:
    room = room_of(3)
    for step in (Remove(2), Admit(0)):
        assert answers(room.take("p.1", step), "p.1") == [protocol.Error("not_allowed")]
    assert answers(room.take("p.0", Remove(0)), "p.0") == [protocol.Error("not_allowed")]
    room.take("p.0", Broken(5.0))
    told = room.take("p.1", Remove(2))
    assert answers(told, "p.2") == [protocol.End("removed")]
    assert answers(told, "p.1") == [protocol.Left(room.at, 2)]
    assert answers(room.take("p.7", Rejoin(1, ROOM, token(2), 3)), "p.7") == [protocol.Error("no_room")]


def test_a_host_makes_another_member_the_host() -> None:
    room = room_of(4)
    assert answers(room.take("p.1", Host(1)), "p.1") == [protocol.Error("not_allowed")]
    assert room.take("p.0", Host(9)) == []
    assert room.host == 0, "nobody who is not there"
    assert room.take("p.0", Host(2)) == []
    assert room.host == 2
    assert Room.load(room.dump()).host == 2
    assert answers(room.take("p.0", Remove(3)), "p.0") == [protocol.Error("not_allowed")]
    assert answers(room.take("p.2", Remove(3)), "p.3") == [protocol.End("removed")]
    room.take("p.2", Broken(5.0))
    assert room.host == 0, "while it is away the lowest is"
    room.take("p.5", Rejoin(1, ROOM, token(2), 3))
    assert room.host == 2
    room.take("p.5", Leave())
    assert room.host == 0


def test_who_stands_in_for_the_host_cannot_take_its_place() -> None:
    """It is lost for a moment only, as when its page is loaded anew."""
    room = room_of(4)
    room.take("p.0", Broken(5.0))
    assert answers(room.take("p.1", Remove(0)), "p.1") == [protocol.Error("not_allowed")]
    assert room.take("p.1", Host(2)) == []
    assert room.host == 2
    assert answers(room.take("p.2", Remove(0)), "p.2") == [protocol.Error("not_allowed")]
    assert answers(room.take("p.2", Remove(3)), "p.3") == [protocol.End("removed")]
    assert not isinstance(answers(room.take("p.9", Rejoin(1, ROOM, token(0), 3)), "p.9")[0], protocol.Error)
    assert room.host == 0, "it is back, and so is its right"
    room.take("p.9", Leave())
    assert room.host == 2
    room.take("p.2", Host(1))
    room.take("p.2", Broken(9.0))
    room.take("p.8", Rejoin(1, ROOM, token(2), 3))
    assert room.host == 1, "who has gone for good keeps nothing"


def test_a_table_whose_host_is_gone_is_offered_to_nobody_and_a_dumb_one_last() -> None:
    room = room_of(1, label="classic/20")
    assert room.free == 15
    room.take("p.0", Broken(1.0))
    assert room.free == 0
    room.take("p.5", protocol.Rejoin(1, ROOM, token(0)))
    assert room.free == 15
    room.take("p.1", protocol.Sit(1, "classic/20", token(1)))
    room.take("p.5", Broken(2.0))
    assert room.host == 1
    assert room.free == 0, "who deals is away"
    room.take("p.6", protocol.Rejoin(1, ROOM, token(0)))
    room.take("p.1", protocol.Leave())
    assert (room.free, room.doubtful) == (14, False)
    room.take("p.2", protocol.Sit(1, "classic/20", token(2)))
    room.take("p.2", protocol.Leave())
    assert room.doubtful, "two have come and gone to whom nobody said anything"
    assert room.free == 13, "they may have gone at once, so that nobody could"
    room.take("p.6", protocol.Admit(15))
    assert room.doubtful
    room.take("p.3", protocol.Sit(1, "classic/20", token(3)))
    room.take("p.6", protocol.Send(1, "!", room.next - 1))
    assert not room.doubtful
    room = room_of(1, label="classic/20")
    for number in range(1, 5):
        room.take(f"p.{number}", protocol.Sit(1, "classic/20", token(number)))
        room.take("p.0", protocol.Send(number, "!", number))
        room.take(f"p.{number}", protocol.Leave())
        assert (room.free, room.doubtful) == (15 - number, False)


def test_another_tab_replaces_the_first() -> None:
    room = room_of(2)
    told = room.take("p.9", Rejoin(1, ROOM, token(1)))
    assert [d for d in told if d.link == "p.1"] == [Delivery("p.1", protocol.write(protocol.End("replaced")), True)]
    assert answers(told, "p.0") == [], "nobody was away"
    assert answers(room.take("p.1", Send(1, "x")), "p.1") == [protocol.Error("not_allowed")]


def test_who_is_away_too_long_is_put_out_and_an_empty_room_is_over() -> None:
    room = room_of(2)
    room.take("p.1", Broken(100.0))
    assert room.lost_since == 100.0
    assert room.take("", Expired(100.0)) == []
    assert answers(room.take("", Expired(100.5)), "p.0") == [protocol.Left(room.at, 1)]
    room.take("p.0", Broken(200.0))
    room.take("", Expired(201.0))
    assert room.over


def test_a_process_that_dies_takes_its_links_only() -> None:
    room = room_of(2)
    room.take("q.5", Join(1, ROOM, token(2)))
    told = room.take("", Silenced("p", 9.0))
    assert answers(told, "q.5") == [protocol.Lost(4, 0), protocol.Lost(5, 1)]
    assert list(room.links) == ["q.5"]


def test_only_so_much_is_kept_and_whoever_missed_more_is_told() -> None:
    wires = Wires()
    for _ in range(2):
        wires.connect(wires.enter())
        wires.settle()
    first, second = wires.players
    wires.cut(second)
    for number in range(60):
        wires.send(first, f"{number:>07000}")
        wires.up(first)
        wires.down(first)
    assert wires.room._size <= MOST_KEPT
    wires.settle()
    assert channel.Reconnected(False) in second.events
    assert second.got == []
    for rooms, most in ((1, MOST_KEPT), (500, MOST_KEPT), (5_000, ALL_KEPT // 5_000), (10**9, LEAST_KEPT)):
        assert share(rooms) == most
    wires.cut(second)
    for number in range(200):  # short ones, which cost more than their characters
        wires.send(first, f"{number}")
        wires.up(first)
        wires.down(first)
    assert len(wires.room._kept) == 201
    dropped = wires.room.dropped
    wires.room.keep(LEAST_KEPT)
    assert dropped < wires.room.dropped < wires.room.at
    assert LEAST_KEPT / 2 < wires.room._size <= LEAST_KEPT
    assert 201 > len(wires.room._kept) > 0
    wires.copy_room()
    wires.settle()
    assert second.got == []
    wires.send(first, "after")
    wires.settle()
    assert [event.data for event in second.got] == ["after"]


def test_what_happened_meanwhile_is_told_in_short() -> None:
    wires = Wires()
    for _ in range(4):
        wires.connect(wires.enter())
        wires.settle()
    away = wires.players[1]
    wires.cut(away)
    away.events.clear()
    wires.players[2].session.leave()
    wires.players[2].collect()
    wires.up(wires.players[2])
    wires.connect(wires.enter())
    for _ in range(9):
        wires.up(wires.players[4])
    wires.cut(wires.players[3])
    wires.room.dropped = wires.room.at  # as if there had been too much to keep
    wires.connect(away)
    wires.up(away)
    while away.down:
        wires.down(away)
    assert away.events == [
        channel.Reconnected(False),
        channel.Left(2),
        channel.Lost(3),
        channel.Joined(4),
    ]
    assert away.session.members == {0: True, 1: True, 3: False, 4: True}


# The session alone.


def session(**options: float) -> Session:
    return Session(Join(1, ROOM, token(1)), 0.0, lambda: options.get("chance", 1.0))


def welcome(number: int = 0, at: int = 5, *, complete: bool = False) -> str:
    return protocol.write(protocol.Welcome(1, ROOM, 1, at, number, complete, [[0, 1], [1, 1]]))


def test_who_leaves_before_the_welcome_says_so() -> None:
    session = Session(Join(1, "r" * 22, "t" * 22), 0.0, lambda: 1.0)
    session.leave()
    assert session.take_frames() == [], "there is nobody to tell"
    session = Session(Join(1, "r" * 22, "t" * 22), 0.0, lambda: 1.0)
    session.opened(0.0)
    session.leave()
    session.leave()
    assert [type(protocol.read_request(text)) for text in session.take_frames()] == [Join, Leave]


def test_the_delays_grow_to_a_bound_and_start_anew() -> None:
    made = session()
    delays = []
    for _ in range(9):
        made.lost(0.0)
        assert made.retry_at is not None
        delays.append(made.retry_at)
    assert delays == [0.5, 1, 2, 4, 8, 16, 20, 20, 20]
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.lost(0.0)
    assert made.retry_at == 0.5
    varied = session(chance=0.0)
    varied.lost(0.0)
    assert varied.retry_at == 0.25
    assert LONGEST_DELAY == 20


def test_a_relay_that_goes_down_says_when_to_come_back() -> None:
    made = session(chance=0.5)
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.received(protocol.write(protocol.Bye(4)), 1.0)
    assert made.broken
    made.lost(1.0)
    assert made.retry_at == 3.0


def test_silence_breaks_the_connection() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.take_frames()
    assert made.due == BEAT
    made.tick(BEAT)
    assert made.take_frames() == [protocol.write(Beat(5))]
    assert made.due == 2 * BEAT
    made.tick(2 * BEAT)
    assert made.due == BEAT + PATIENCE, "the first question counts"
    assert made.stands(BEAT + DOUBT - 0.1)
    assert not made.stands(BEAT + DOUBT), "in doubt"
    made.tick(BEAT + PATIENCE - 0.1)
    assert made.up
    assert not made.broken
    made.tick(BEAT + PATIENCE)
    assert made.broken


def test_any_answer_is_a_sign_of_life() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.tick(BEAT)
    made.received(protocol.write(protocol.Confirm(0, 5)), BEAT + DOUBT + 1)
    assert made.stands(BEAT + DOUBT + 1), "no doubt any more"
    assert made.heard == BEAT + DOUBT + 1
    made.tick(BEAT + PATIENCE)
    assert not made.broken


def test_only_so_many_are_under_way() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.take_frames()
    for number in range(WINDOW + 5):
        made.send(f"{number}")
    assert len(made.take_frames()) == WINDOW
    made.received(protocol.write(protocol.Confirm(3, 5)), 0.0)
    assert [protocol.read_request(text).data for text in made.take_frames()] == ["16", "17", "18"]  # type: ignore[union-attr]
    assert made.unconfirmed == WINDOW + 2


@pytest.mark.parametrize(
    ("error", "reason"),
    [("no_room", "gone"), ("full", "gone"), ("limit", "gone"), ("version", "refused"), ("malformed", "refused")],
)
def test_a_refused_entry_says_why(error: str, reason: str) -> None:
    made = session()
    made.opened(0.0)
    made.received(protocol.write(protocol.Error(error)), 0.0)
    assert (made.refusal, made.over, made.due) == (error, True, None)
    assert made.take_events() == [channel.Closed(reason)]


def test_after_a_long_sleep_nobody_waits_for_an_answer() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.tick(BEAT + SLEPT - 0.1)
    assert not made.broken
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.tick(BEAT + SLEPT)
    assert made.broken


def test_a_probe_is_answered_soon_or_the_connection_is_broken() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.take_frames()
    made.probe(1.0)
    assert made.take_frames() == [protocol.write(Beat(5))]
    assert made.due == 4.0
    made.tick(4.0)
    assert made.broken
    made.lost(4.0)
    made.probe(4.1)
    assert made.due == 4.1


def test_a_connection_is_given_up_at_once_where_there_is_no_network() -> None:
    made = session()
    made.cut()
    assert not made.broken, "there is none to give up"
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.cut()
    assert made.broken
    made.lost(1.0)
    assert not made.stands(1.0)
    assert made.take_events() == [channel.Dropped()]
    made.cut()
    assert made.due == 1.5, "it is tried all the same"


def test_who_is_silent_is_dropped_by_the_relay_when_it_knows_itself_that_its_line_is_gone() -> None:
    assert BEAT + PATIENCE < Limits().idle <= 3 * BEAT
    assert Limits().idle == BEAT + SLEPT


def test_a_relay_that_speaks_nonsense_is_given_up() -> None:
    made = session()
    for count in range(1, 6):
        made.opened(0.0)
        made.received("nonsense", 0.0)
        assert made.malformed == count
        assert made.broken
        made.lost(0.0)
    assert made.over
    assert made.refusal == "version"


def test_nothing_is_sent_after_the_end() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.take_frames()
    made.leave()
    assert made.take_frames() == [protocol.write(Leave())]
    made.send("x")
    made.ask(Remove(0))
    made.received(welcome(), 0.0)
    assert (made.take_frames(), made.take_events()) == ([], [channel.Closed("left")])


def test_what_a_host_asks_waits_for_the_connection() -> None:
    made = session()
    made.opened(0.0)
    made.received(welcome(), 0.0)
    made.lost(0.0)
    made.ask(Admit(2))
    made.opened(1.0)
    assert made.take_frames() == [protocol.write(Rejoin(1, ROOM, token(1), 5))]
    made.received(welcome(complete=True), 1.0)
    assert made.take_frames() == [protocol.write(Admit(2))]
