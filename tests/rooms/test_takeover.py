"""The dealer seat lost, loaded anew, taken by another: all go on with one hand, whoever had known more of it."""

from okey.game.actions import DRAW, discard
from okey.rooms.dealer import GRACE
from okey.rooms.driver import Driver
from okey.rooms.packets import Call, Commit, Did, Hand, Reveal, parse, write
from tests.rooms.network import Network
from tests.rooms.test_cheats import actor, play, rack, table


def pair(seed: str) -> Network:
    """Seats two people and two computer players."""
    net = Network(seed)
    net.create("classic")
    net.add("Bora")
    net.settle()
    net.start(("bot", 2, "easy"), ("bot", 3, "easy"))
    return net


def one_hand(net: Network, *but: int) -> None:
    """Checks that all know the same hand, equally far, and that nobody has found anything wrong."""
    members = [node.member for me, node in net.nodes.items() if node.alive and me not in but]
    assert len({m.dealer_member for m in members}) == 1
    assert len({(m.follower.key, m.follower.common[-1]) for m in members if m.follower is not None}) == 1
    assert all(m.follower is not None for m in members)
    assert not net.faults()


def test_a_page_loaded_anew_is_obeyed() -> None:
    net = table(playing=False)
    member = net.nodes[1].member
    for ready in (0, 1, 0):
        member.command("ready", ready)
        net._collect(1)
        net.settle()
    net.reload(1)
    net.settle()
    net.nodes[1].member.command("ready", 1)
    net._collect(1)
    net.settle()
    lobby, seat = net.nodes[0].member.lobby, net.nodes[1].member.seat
    assert lobby is not None
    assert seat is not None
    assert lobby.chairs[seat].ready
    assert not net.faults()


def test_what_was_said_after_the_last_saving_does_not_count() -> None:
    net = table()
    old = net.nodes[0].member.save()
    first, second = rack(net, actor(net))[:2]
    play(net, discard(first))
    net.reload(0, saved=old)
    net.settle()
    one_hand(net)
    assert all("rolled_back" in [news.kind for news in net.nodes[me].news] for me in (1, 2, 3))
    assert [node.member.follower.at for node in net.nodes.values() if node.member.follower] == [1, 1, 1, 1]
    play(net, discard(second))
    play(net, DRAW)
    one_hand(net)


def test_a_hash_of_before_the_reload_is_compared_with_nothing() -> None:
    net = table()
    old = net.nodes[0].member.save()
    first, second = rack(net, actor(net))[:2]
    late: list[tuple[int, str]] = []

    def hold(sender: int, to: int, text: str) -> str | None:
        if sender == 2 and to == 1 and '"agree"' in text:
            late.append((to, text))
            return None
        return text

    net.tamper = hold
    play(net, discard(first))
    net.tamper = None
    net.reload(0, saved=old)
    net.settle()
    play(net, discard(second))
    assert late
    for to, text in late:
        net.forge(2, to, text)
    net.settle()
    one_hand(net)


def test_the_next_dealer_seat_learns_from_the_others_that_the_hand_has_ended() -> None:
    net = table()
    host = net.nodes[0].member
    ended = False

    def deaf(sender: int, to: int, text: str) -> str | None:
        nonlocal ended
        packet = parse(text)
        ended |= isinstance(packet, Did) and any(event.kind == "hand_ended" for event in packet.report.events)
        return None if ended and (sender, to) == (0, 1) else text

    net.tamper = deaf
    for node in net.nodes.values():
        node.plays = True
    net.run(net.now + 2_000, lambda: host.lobby is not None and host.lobby.stage == "result")
    net.settle(0.2)
    for node in net.nodes.values():
        node.plays = False
    net.tamper = None
    heir = net.nodes[1].member
    assert heir.follower is not None
    assert not heir.follower.over
    net.leave(0)
    net.settle(5)
    assert heir.dealer is not None
    assert heir.dealer.lobby.stage == "result"
    assert heir.follower.verified
    net.settle(25)
    assert heir.follower.hand == 2
    one_hand(net)


def test_the_chair_of_a_dealer_seat_that_left_is_played_on_after_a_void_hand() -> None:
    net = pair("gone")
    net.leave(0)
    net.settle(20)
    heir = net.nodes[1].member
    assert heir.dealer is not None
    assert heir.follower is not None
    assert heir.follower.key == (1, 1)
    assert heir.dealer.lobby.chairs[0].member == -1
    assert heir.dealer.lobby.chairs[0].bot


def test_who_was_loaded_anew_still_helps_to_find_the_hidden_tiles() -> None:
    net = table()
    net.tamper = lambda _sender, to, text: None if to == 2 and isinstance(parse(text), Hand) else text
    net.reload(2)
    net.settle(0.2)
    assert net.nodes[2].member.follower is None
    net.leave(0)
    net.settle(3)
    assert "recovered" in [news.kind for news in net.nodes[1].news]
    net.tamper = None
    net.settle(5)
    one_hand(net)


def test_a_hand_of_two_waits_for_who_dealt_as_long_as_a_chair_does() -> None:
    net = pair("back in time")
    for node in net.nodes.values():
        node.plays = False
    net.settle(3)
    racks = rack(net, 0), rack(net, 1)
    net.disconnect(0)
    net.settle(35)
    heir = net.nodes[1].member
    assert heir.dealer is not None, "it has taken the seat, and cannot know the stock alone"
    assert "recovered" not in [news.kind for news in net.nodes[1].news]
    net.reconnect(0)
    net.settle(5)
    assert "recovered" in [news.kind for news in net.nodes[1].news]
    assert "void" not in [news.kind for node in net.nodes.values() for news in node.news]
    assert heir.follower is not None
    assert heir.follower.key == (1, 0)
    assert (rack(net, 0), rack(net, 1)) == racks
    one_hand(net)


def test_a_hand_of_two_is_void_when_who_dealt_stays_away() -> None:
    net = pair("away")
    for node in net.nodes.values():
        node.plays = False
    net.settle(3)
    net.disconnect(0)
    net.settle(GRACE - 2)
    heir = net.nodes[1].member
    assert heir.follower is not None
    assert heir.follower.key == (1, 0)
    net.settle(5)
    assert heir.follower.key == (1, 1)


def test_who_deals_and_leaves_on_purpose_gives_its_part_away() -> None:
    net = pair("gives")
    for node in net.nodes.values():
        node.plays = False
    net.settle(3)
    racks = rack(net, 1)
    net.nodes[0].member.leave(net.now)
    net._collect(0)
    net.settle(0.3)
    net.leave(0)
    net.settle(3)
    heir = net.nodes[1].member
    assert "recovered" in [news.kind for news in net.nodes[1].news]
    assert heir.follower is not None
    assert (heir.follower.key, rack(net, 1)) == ((1, 0), racks)


def test_a_computer_player_goes_on_at_once_for_who_leaves() -> None:
    net = table()
    while actor(net) == 0:
        play(net, discard(rack(net, 0)[0]))
    gone = actor(net)
    seat = net.nodes[gone].member.seat
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    net.leave(gone)
    net.settle(1)
    assert dealer._dealt is not None
    assert dealer._dealt.game.actor != seat, "nobody waits for the clock"


def test_who_was_out_of_its_chair_can_deal() -> None:
    net = pair("warm")
    net.disconnect(1)
    net.settle(50)
    assert net.nodes[0].member.lobby is not None
    assert net.nodes[0].member.lobby.chairs[1].away
    net.disconnect(0)
    net.reconnect(1)
    net.settle(60)
    heir = net.nodes[1].member
    assert heir.dealer is not None
    assert heir.follower is not None
    assert heir.follower.key == (1, 1)
    assert not heir.dealer.lobby.chairs[1].away


def test_who_went_on_alone_comes_back_to_what_the_others_play() -> None:
    net = pair("alone")
    net.disconnect(0)
    net.settle(30)
    alone, heir = net.nodes[0].member, net.nodes[1].member
    assert heir.dealer is not None
    net.nodes[1].plays = False
    net.disconnect(1)
    net.reconnect(0, complete=False)
    net.run(net.now + 2_000, lambda: alone.follower is not None and alone.follower.hand == 2)
    net.nodes[0].plays = False
    net.reconnect(1)
    net.settle(10)
    assert alone.dealer is None
    one_hand(net)
    assert heir.follower is not None
    assert heir.follower.key == (1, 1)


def test_a_part_of_the_seed_is_made_anew_for_another_dealer_seat() -> None:
    digests: set[str] = set()
    net = table(playing=False)

    def mute(sender: int, _to: int, text: str) -> str | None:
        packet = parse(text)
        if sender == 2 and isinstance(packet, Commit):
            digests.add(packet.digest)
        return None if isinstance(packet, Reveal) else text

    net.tamper = mute
    net.start()
    term = net.nodes[0].member.term
    for asked, known in ((term, 1), (term + 1, 2), (term + 1, 2)):
        net.forge(0, 2, write(Call(asked, 1, 0, (0, 1, 2, 3))))
        net.settle()
        assert len(digests) == known


def returned() -> Network:
    """Lets another client take the dealer seat; the room's creator, the lowest of all, is back then."""
    net = table()
    net.add("Ece")
    net.settle()
    net.disconnect(0)
    net.settle(30)
    assert net.nodes[1].member.dealer is not None
    net.reconnect(0)
    net.settle(5)
    assert net.nodes[0].member.dealer is None
    return net


def test_who_has_taken_the_dealer_seat_is_the_host_though_the_creator_is_back() -> None:
    net = returned()
    assert net.room.host == 1
    net.nodes[1].member.command("kick", 4)
    net.nodes[1].member.command("joining", text="closed")
    net.settle(5)
    assert 4 not in net.members
    assert net.room.places == 0
    net.disconnect(1)
    net.settle(60)
    assert net.nodes[0].member.dealer is not None
    net.reconnect(1)
    net.settle(5)
    assert net.room.host == 0, "and the seat and the door go back together"
    net.nodes[0].member.command("joining", text="open")
    net.settle(5)
    assert net.room.places > 0


def test_what_the_relay_refuses_is_asked_for_again() -> None:
    net = returned()
    net.room.keeper = 2  # as long as whoever is the host has not heard who deals
    net.nodes[1].member.command("kick", 4)
    net.settle(1)
    assert 4 in net.members
    net.room.keeper = 1
    net.settle(5)
    assert 4 not in net.members


class Ear:
    """A channel that only writes down when something is sent."""

    def __init__(self, log: list[str]) -> None:
        self.log, self.members, self.denied = log, {0: True, 1: True}, 0

    def send(self, _payload: str, _to: int | None = None) -> None:
        self.log.append("sent")

    def admit(self, _chairs: int) -> None:
        """Lets in."""


def test_what_is_sent_was_kept_before() -> None:
    net = table()
    log: list[str] = []

    async def sleep(_seconds: float) -> None:
        """Sleeps not."""

    member = net.nodes[0].member
    driver = Driver(Ear(log), member, lambda: net.now, sleep, lambda _: log.append("kept"))  # type: ignore[arg-type]
    driver.act(lambda m: m.say("hello"))
    assert log == ["kept", "sent"]
