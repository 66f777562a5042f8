"""What a member may try to get away with: each is refused, and named by who notices it."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from okey.game import Action
from okey.game.actions import DEAL, DRAW, TIMEOUT, discard
from okey.rooms import fair
from okey.rooms.channel import Message
from okey.rooms.office import MOST_FAULTS
from okey.rooms.packets import (
    Agree,
    Call,
    Command,
    Commit,
    Committed,
    Did,
    Hand,
    No,
    Opened,
    Packet,
    Play,
    Pulse,
    Recover,
    Reveal,
    Signed,
    parse,
    write,
)
from okey.rooms.phrases import EVERY
from okey.rooms.shuffle import PATIENCE
from okey.tiles import Tile
from tests.rooms.network import Network

NAMES = ("Bora", "Cem", "Deniz")


def table(rules: str = "classic", seed: str = "cheats", *, playing: bool = True) -> Network:
    """Seats four people; nobody of them acts by itself."""
    net = Network(seed)
    net.create(rules)
    for name in NAMES:
        net.add(name)
    net.settle()
    if playing:
        for node in net.nodes.values():
            node.plays = False
        net.start()
        net.settle(3)
        assert net.nodes[0].member.follower is not None
    return net


def actor(net: Network) -> int:
    """Gets the member whose turn it is."""
    follower = net.nodes[0].member.follower
    assert follower is not None
    assert follower.game.actor is not None
    return next(me for me, node in net.nodes.items() if node.member.seat == follower.game.actor)


def other(net: Network, *but: int) -> int:
    """Gets a member that is not the dealer seat's, not the actor's and none of these."""
    return next(me for me in net.nodes if me not in (0, actor(net), *but))


def rack(net: Network, me: int) -> tuple[Tile, ...]:
    view = net.nodes[me].member.view()
    assert view is not None
    return view.rack


def at(net: Network) -> int:
    follower = net.nodes[0].member.follower
    assert follower is not None
    return follower.at


def ask(net: Network, me: int, action: Action, number: int | None = None) -> None:
    """Asks for an action as a client would that checks nothing."""
    net.forge(me, 0, write(Play(1, 0, at(net) if number is None else number, action)))
    net.settle()


def play(net: Network, action: Action) -> None:
    """Lets the actor act honestly."""
    net.nodes[actor(net)].member.play(action)
    for me in net.nodes:
        net._collect(me)
    net.settle()


def named(net: Network, witness: int, member: int, reason: str) -> None:
    """Checks that a member was named for it, and that nothing else has come of it."""
    found = [(fault.member, fault.reason) for fault in net.nodes[witness].member.faults]
    assert (member, reason) in found, found
    seat = net.nodes[member].member.seat
    assert any(fault.seat == seat for fault in net.nodes[witness].member.faults if fault.reason == reason)


def unchanged(net: Network, cheat: Callable[[], None]) -> None:
    """Does something that must not change the hand for anybody."""
    before = [node.member.view() for node in net.nodes.values()]
    cheat()
    assert [node.member.view() for node in net.nodes.values()] == before


# ---- at the table: the dealer seat refuses


def test_playing_out_of_turn() -> None:
    net = table()
    cheat = other(net)
    unchanged(net, lambda: ask(net, cheat, discard(rack(net, cheat)[0])))
    named(net, 0, cheat, "not_your_turn")


def test_throwing_a_foreign_tile() -> None:
    net = table()
    cheat = actor(net)
    foreign = rack(net, next(me for me in net.nodes if me != cheat))[0]
    unchanged(net, lambda: ask(net, cheat, discard(foreign)))
    named(net, 0, cheat, "not_held")


def test_drawing_twice() -> None:
    net = table()
    play(net, discard(rack(net, actor(net))[0]))
    play(net, DRAW)
    cheat = actor(net)
    unchanged(net, lambda: ask(net, cheat, DRAW))
    named(net, 0, cheat, "already_drawn")


def test_an_old_number() -> None:
    net = table()
    cheat = actor(net)
    play(net, discard(rack(net, cheat)[0]))
    unchanged(net, lambda: ask(net, cheat, discard(rack(net, cheat)[0]), at(net) - 1))
    named(net, 0, cheat, "late")


def test_a_number_of_the_future() -> None:
    net = table()
    cheat = actor(net)
    unchanged(net, lambda: ask(net, cheat, discard(rack(net, cheat)[0]), at(net) + 1))
    named(net, 0, cheat, "early")


def test_a_forged_sender() -> None:
    """The sender is the channel's word; a payload that names another one is no packet."""
    net = table()
    cheat, victim = other(net), actor(net)
    data = json.loads(write(Play(1, 0, at(net), discard(rack(net, victim)[0]))))

    def forge() -> None:
        for name in ("seat", "sender", "member"):
            net.forge(cheat, 0, json.dumps({**data, name: victim}))
        net.settle()

    unchanged(net, forge)
    named(net, 0, cheat, "malformed")
    assert net.nodes[0].member.counts["malformed"] == 3


def test_a_false_finish() -> None:
    net = table()
    play(net, discard(rack(net, actor(net))[0]))
    play(net, DRAW)
    cheat = actor(net)
    unchanged(net, lambda: ask(net, cheat, Action.parse(f"finish {str(discard(rack(net, cheat)[0])).split()[1]}")))
    named(net, 0, cheat, "not_finished")


def test_dealing_anew() -> None:
    net = table()
    cheat = actor(net)
    unchanged(net, lambda: ask(net, cheat, DEAL))
    named(net, 0, cheat, "table_only")


def test_stopping_the_clock_of_oneself() -> None:
    net = table()
    cheat = actor(net)
    unchanged(net, lambda: ask(net, cheat, TIMEOUT))
    named(net, 0, cheat, "table_only")


def test_playing_without_a_chair() -> None:
    net = table()
    watcher = net.add("Ece").me
    net.settle()
    unchanged(net, lambda: ask(net, watcher, discard(rack(net, actor(net))[0])))
    named(net, 0, watcher, "no_seat")


def test_being_nobody_of_the_room() -> None:
    net = table()
    net.forge(77, 0, write(Play(1, 0, at(net), DRAW)))
    net.settle()
    assert net.nodes[0].member.counts["not_in_room"] == 1


def test_opening_with_too_little() -> None:
    net = table("okey101 invalid_declare_penalty=0")
    cheat = actor(net)
    tiles = rack(net, cheat)[:3]
    unchanged(net, lambda: ask(net, cheat, Action("open", melds=(("run", tiles),))))
    assert any(f.member == cheat and f.reason not in ("late", "early") for f in net.nodes[0].member.faults)


# ---- the seed


def preparing() -> tuple[Network, int]:
    """Stops where the commitments are asked for; a member of the room answers nothing."""
    net = table(playing=False)
    net.tamper = lambda sender, _to, text: None if parse(text).kind in ("commit", "reveal") and sender else text
    net.start()
    return net, 2


def test_a_second_commitment() -> None:
    net, cheat = preparing()
    net.forge(cheat, 0, write(Commit(1, 0, "ab" * 32)))
    net.forge(cheat, 0, write(Commit(1, 0, "cd" * 32)))
    net.settle()
    named(net, 0, cheat, "second_commit")


def test_a_copied_commitment() -> None:
    net, cheat = preparing()
    net.forge(1, 0, write(Commit(1, 0, "ab" * 32)))
    net.settle()
    net.forge(cheat, 0, write(Commit(1, 0, "ab" * 32)))
    net.settle()
    named(net, 0, cheat, "copied_commit")


def test_opening_another_number_than_committed_to() -> None:
    net, cheat = preparing()
    numbers = {me: bytes([me] * 32).hex() for me in (1, 2, 3)}
    for me, number in numbers.items():
        net.forge(me, 0, write(Commit(1, 0, fair.commitment(number))))
    net.settle()
    net.forge(cheat, 0, write(Reveal(1, 0, "ee" * 32)))
    net.settle()
    named(net, 0, cheat, "wrong_reveal")


def test_a_number_is_not_opened_before_all_have_committed() -> None:
    net = table(playing=False)
    net.keep_sent = True
    net.tamper = lambda sender, _to, text: None if sender == 3 else text
    net.start()
    assert not any(isinstance(parse(text), Reveal) for text in net.sent)


def test_not_opening_ones_number() -> None:
    """It is dealt without, and everybody is told; who deals knows that it did not answer."""
    net = table(playing=False)
    net.tamper = lambda sender, _to, text: None if sender == 2 and isinstance(parse(text), Reveal) else text
    net.start()
    net.settle(PATIENCE + 2)
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    assert net.nodes[2].member.seat not in dealer.shuffle.nonces
    named(net, 0, 2, "no_answer")
    assert ("dealt_without", net.nodes[2].member.seat) in [(f.reason, f.seat) for f in net.nodes[1].member.faults]


def test_opening_another_number_for_a_seat_that_knows_its_own() -> None:
    """The commitments that were told fit, but it is not what the seat has chosen."""
    net = table()
    member = net.nodes[1].member
    follower = member.follower
    assert follower is not None
    for node in net.nodes.values():
        node.plays = True
    member.secrets[follower.key] = "ab" * 32
    net.run(net.now + 400, lambda: member.counts.total() > 0)
    assert [(f.member, f.reason, f.seat) for f in member.faults] == [(0, "unfair_nonce", member.seat)]


# ---- the room


def test_a_command_that_comes_twice_is_obeyed_once() -> None:
    net = table(playing=False)
    host = net.nodes[0].member
    host.command("joining", text="closed")
    net.settle()
    said = Command(50, "ready", 1, -1, "")
    for _ in range(2):
        net.forge(1, 0, write(said))
        net.settle()
    assert host.lobby is not None
    seat = net.nodes[1].member.seat
    assert seat is not None
    assert host.lobby.chairs[seat].ready
    net.forge(1, 0, write(Command(51, "ready", 0, -1, "")))
    net.settle()
    net.forge(1, 0, write(said))
    net.settle()
    assert not host.lobby.chairs[seat].ready, "an old one does nothing"
    before = [chair.member for chair in host.lobby.chairs]
    swap = Command(9 * 10**10, "swap", 1, 2, "")
    dealer = host.dealer
    assert dealer is not None
    for _ in range(2):
        dealer.hear(0, swap, net.now)
    assert [chair.member for chair in dealer.lobby.chairs] == [before[0], before[2], before[1], before[3]]


@pytest.mark.parametrize("what", ["kick", "start", "rules", "bot", "seat", "swap", "joining", "rematch"])
def test_playing_the_owner(what: str) -> None:
    net = table(playing=False)
    before = net.nodes[0].member.lobby
    net.forge(1, 0, write(Command(50, what, 2, 3, "okey101")))
    net.settle()
    named(net, 0, 1, "not_owner")
    assert net.nodes[0].member.lobby == before


def test_coming_back_after_being_put_out() -> None:
    net = table(playing=False)
    net.nodes[0].member.command("kick", 3)
    net.settle()
    assert 3 not in net.members
    net.forge(3, 0, write(Command(50, "sit", 3, -1, "")))
    net.settle()
    assert net.nodes[0].member.counts["not_in_room"] == 1


def test_coming_back_by_the_link_after_being_put_out() -> None:
    net = Network("out")
    net.create("classic")
    net.add("Bora", key="ab" * 65)
    net.settle()
    host = net.nodes[0].member
    host.command("kick", 1)
    net.settle(3)
    again = net.add("Bora", key="ab" * 65).me
    net.settle(3)
    assert again not in net.members
    other = net.add("Bora", key="cd" * 65).me
    net.settle(3)
    assert host.lobby is not None
    assert [chair.member for chair in host.lobby.chairs] == [0, -1, -1, -1]
    assert [person.member for person in host.lobby.people] == [0, other]


def test_flooding_with_phrases() -> None:
    net = table()
    for _ in range(30):
        net.nodes[2].member.say("laugh")
        net._collect(2)
    net.settle()
    assert sum(news.kind == "said" for news in net.nodes[1].news) == 3
    assert net.nodes[1].member.counts["too_many_phrases"] == 27
    net.settle(EVERY)
    net.nodes[2].member.say("tea")
    net._collect(2)
    net.settle()
    assert [news.text for news in net.nodes[1].news if news.kind == "said"][3:] == ["tea"], (
        "it is not silenced for long"
    )


# ---- the dealer seat


def test_playing_the_dealer_seat() -> None:
    net = table()
    cheat, victim = 2, 1
    follower = net.nodes[victim].member.follower
    assert follower is not None
    told = Did(1, 1, 0, follower.at, follower.told[0], "0" * 32, "0" * 32, -1, 0)

    def forge() -> None:
        net.forge(cheat, victim, write(told))
        net.settle()

    unchanged(net, forge)
    named(net, victim, cheat, "not_dealer")


@pytest.mark.parametrize(
    "packet", [Pulse(9, 0, 1, 0, 1, -1, 0), Recover(9, 1, 0), Committed(9, 1, 0, ())], ids=lambda p: p.kind
)
def test_taking_the_dealer_seat_from_somebody_who_is_there(packet: Packet) -> None:
    net = table()
    net.settle(100)  # nobody has been away of late
    net.forge(2, 1, write(packet))
    net.settle()
    named(net, 1, 2, "false_takeover")
    assert net.nodes[1].member.dealer_member == 0


def changed(kind: type[Packet], change: Callable[[Packet], Packet], victim: int) -> Callable[[int, int, str], str]:
    """Makes a dealer seat that changes what it tells one member."""

    def tamper(sender: int, to: int, text: str) -> str:
        packet = parse(text)
        return write(change(packet)) if sender == 0 and to == victim and isinstance(packet, kind) else text

    return tamper


def test_telling_a_member_of_another_discard() -> None:
    net = table()
    victim, thrower = other(net), actor(net)
    tiles = rack(net, thrower)

    def lie(packet: Packet) -> Packet:
        assert isinstance(packet, Did)
        events = tuple(replace(e, tiles=tiles[1:2]) if e.kind == "discarded" else e for e in packet.report.events)
        return replace(packet, report=replace(packet.report, action=discard(tiles[1]), events=events))

    net.tamper = changed(Did, lie, victim)
    play(net, discard(tiles[0]))
    found = [f for f in net.nodes[victim].member.faults if f.reason == "diverged_hash"]
    assert found
    assert (found[0].member, found[0].seat, found[0].at) == (0, net.nodes[thrower].member.seat, 1)


def test_telling_members_different_things_with_fitting_hashes() -> None:
    """Two members are told of different discards, each with the hash that fits: they find out from each other."""
    net = table()
    victim, thrower = other(net), actor(net)
    tiles = rack(net, thrower)

    def lie(packet: Packet) -> Packet:
        assert isinstance(packet, Did)
        events = tuple(replace(e, tiles=tiles[1:2]) if e.kind == "discarded" else e for e in packet.report.events)
        told = replace(packet.report, action=discard(tiles[1]), events=events)
        follower = net.nodes[victim].member.follower
        assert follower is not None
        ghost = replace(follower, told=[], common=[])
        for known in (*follower.told, told):
            ghost.follow(known)
        return replace(packet, report=told, common=ghost.common[-1], own=ghost.own())

    net.tamper = changed(Did, lie, victim)
    play(net, discard(tiles[0]))
    for me, node in net.nodes.items():
        found = [f for f in node.member.faults if f.reason == "diverged_agree"]
        assert {(f.member, f.seat, f.turn, f.at) for f in found} == {(-1, net.nodes[thrower].member.seat, 1, 1)}, (
            "it says after whose throw the tables differ, and accuses nobody: not who was lied to, either"
        )
        assert len(found) == (3 if me == victim else 1)
    net.tamper = None
    play(net, DRAW)
    play(net, discard(rack(net, actor(net))[0]))
    assert all(node.member.counts["diverged_agree"] <= 3 for node in net.nodes.values()), "it is said once"


def test_an_impossible_action_is_told() -> None:
    net = table()
    victim, thrower = other(net), actor(net)

    def lie(packet: Packet) -> Packet:
        assert isinstance(packet, Did)
        mine = rack(net, victim)[0]
        events = tuple(replace(e, tiles=(mine,)) if e.kind == "discarded" else e for e in packet.report.events)
        return replace(packet, report=replace(packet.report, action=discard(mine), events=events))

    net.tamper = changed(Did, lie, victim)
    play(net, discard(rack(net, thrower)[0]))
    found = [f for f in net.nodes[victim].member.faults if f.reason == "diverged_tile_elsewhere"]
    assert found[0].seat == net.nodes[thrower].member.seat


def test_swapping_the_deal() -> None:
    """A dealer seat that deals other tiles than the seed says plays on undisturbed, and is named after the hand."""
    net = swapped()
    net.run(net.now + 300, lambda: ended(net))
    net.settle(5)
    for me in (1, 2, 3):
        found = [f for f in net.nodes[me].member.faults if f.reason.startswith("unfair")]
        assert [(f.member, f.reason, f.at) for f in found] == [(0, "unfair_deal", 0)]
        assert net.nodes[me].member._witness._doubtful


def ended(net: Network) -> bool:
    """Tells whether the hand has ended."""
    lobby = net.nodes[0].member.lobby
    return lobby is not None and lobby.stage == "result"


def swapped() -> Network:
    """Begins a match whose first deal is not the one that its seed says."""
    net = table(playing=False)
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    honest = fair.deal_of

    def crooked(*args: object) -> object:
        game = honest(*args)  # type: ignore[arg-type]
        game.seed += " chosen"
        return game

    fair.deal_of = crooked  # type: ignore[assignment]
    try:
        net.start()
        net.settle(2)
    finally:
        fair.deal_of = honest
    return net


def test_opening_another_number_at_the_end() -> None:
    net = table(playing=False)
    net.tamper = changed(Opened, lambda p: replace(p, nonces=((0, "ab" * 32), *p.nonces[1:])), 1)  # type: ignore[attr-defined,type-var]
    net.start()
    net.run(net.now + 300, lambda: net.nodes[1].member.counts.total() > 0)
    named(net, 1, 0, "unfair_nonce")


def test_withholding_the_proof_of_a_swapped_deal() -> None:
    """Nobody takes part in another deal before the last one is proved; a hand that comes all the same is named."""
    net = swapped()
    net.tamper = lambda sender, _to, text: None if sender == 0 and isinstance(parse(text), Opened) else text
    net.run(net.now + 400, lambda: net.nodes[1].member.counts["unproved"] > 0)
    net.settle()
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    assert not {net.nodes[me].member.seat for me in (1, 2, 3)} & dealer.shuffle.nonces.keys()
    for me in (1, 2, 3):
        named(net, me, 0, "unproved")
        assert net.nodes[me].member.counts["left_out"]
        assert [f.hand for f in net.nodes[me].member.faults if f.reason == "unproved"][:1] == [1], "with its hand"


def test_withholding_the_last_proof() -> None:
    net = table()
    net.tamper = lambda sender, _to, text: None if sender == 0 and isinstance(parse(text), Opened) else text
    for node in net.nodes.values():
        node.plays = True
    net.run(net.now + 400, lambda: ended(net))
    for node in net.nodes.values():
        node.plays = False
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    dealer._looked_at_until = net.now + 1_000  # as after the last hand of a match
    net.settle(15)
    assert not net.nodes[1].member.counts["unproved"], "it may be under way"
    net.settle(10)
    named(net, 1, 0, "unproved")


def test_a_lost_proof_is_told_again_while_the_next_deal_is_prepared() -> None:
    net = table()
    lost: list[int] = []

    def drop(sender: int, to: int, text: str) -> str | None:
        if sender == 0 and to == 1 and isinstance(parse(text), Opened) and len(lost) < 2:
            lost.append(to)
            return None
        return text

    net.tamper = drop
    for node in net.nodes.values():
        node.plays = True
    host = net.nodes[0].member
    net.run(net.now + 400, lambda: host.lobby is not None and host.lobby.hand == 2 and host.lobby.stage == "play")
    net.settle()
    assert len(lost) == 2
    assert not net.faults()
    dealer = host.dealer
    assert dealer is not None
    assert len(dealer.shuffle.nonces) == 4


def test_a_proof_that_was_missed_while_away_is_told_later_and_accuses_nobody() -> None:
    """Somebody's line breaks over the end of a hand; it is back when the next one is played."""
    net = table()
    for node in net.nodes.values():
        node.plays = True
    host, member = net.nodes[0].member, net.nodes[1].member
    net.tamper = lambda _, to, text: None if to == 1 and isinstance(parse(text), Opened) else text
    net.run(net.now + 400, lambda: ended(net))
    net.settle(0.5)
    assert member.follower is not None
    first = member.follower
    assert first.lacks_proof
    net.disconnect(1)
    net.run(net.now + 60, lambda: host.lobby is not None and (host.lobby.hand, host.lobby.stage) == (2, "play"))
    for node in net.nodes.values():
        node.plays = False
    net.tamper = None
    net.reconnect(1)
    net.settle(5)
    assert first.verified
    assert member.follower.hand == 2
    assert not member.faults
    assert not member._witness._doubtful


def test_holding_a_whole_hand_back() -> None:
    """Who was there all the time and is told of the next hand only does not believe the score that it begins with."""
    net = table()
    net.tamper = lambda sender, to, text: None if (sender, to) == (0, 1) and held(parse(text)) else text
    for node in net.nodes.values():
        node.plays = True
    net.run(net.now + 900, lambda: net.nodes[1].member.counts["unproved"] > 0)
    named(net, 1, 0, "unproved")
    assert net.nodes[1].member._witness._doubtful
    assert not net.nodes[2].member.counts["unproved"]


def held(packet: Packet) -> bool:
    return isinstance(packet, Did | Hand | Opened | Call | Pulse) and packet.hand < 2 + isinstance(packet, Call)


def test_choosing_the_deal_by_leaving_numbers_out() -> None:
    """Who deals reads all numbers and drops those that it likes not: everybody is told whose are missing."""
    net = table(playing=False)
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    complete = dealer.shuffle._complete
    dropped = {net.nodes[me].member.seat for me in (1, 2)}

    def choose() -> bool:
        if not complete():
            return False
        for seat in dropped:
            assert seat is not None
            del dealer.shuffle.nonces[seat], dealer.shuffle.commits[seat]
        return True

    dealer.shuffle._complete = choose  # type: ignore[method-assign]
    net.start()
    net.settle(3)
    for me in (1, 2, 3):
        found = {(f.member, f.reason, f.seat) for f in net.nodes[me].member.faults}
        own = net.nodes[me].member.seat
        assert found == {(0, "left_out" if seat == own else "dealt_without", seat) for seat in dropped}


def test_dealing_alone_is_told_to_all() -> None:
    """Who deals asks nobody for a number, and so could choose the deal at leisure."""
    net = table(playing=False)
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    mine = {net.nodes[0].member.seat: 0}
    begin = dealer.shuffle.begin

    def alone(now: float) -> None:
        begin(now)
        dealer.out = [(p, to) for p, to in dealer.out if not isinstance(p, Call)]
        dealer.shuffle.contributors = mine  # type: ignore[assignment]
        dealer.shuffle._call()

    dealer.shuffle.begin = alone  # type: ignore[method-assign]
    net.start()
    net.settle(3)
    for me in (1, 2, 3):
        found = [(f.reason, f.seat) for f in net.nodes[me].member.faults]
        others = {net.nodes[other].member.seat for other in (1, 2, 3) if other != me}
        assert sorted(found) == sorted(
            [("left_out", net.nodes[me].member.seat), *(("dealt_without", s) for s in others)]
        )


def test_who_is_away_at_the_deal_is_not_named() -> None:
    net = table(playing=False)
    net.disconnect(2)
    net.start(("ready", 1, ""))
    dealer = net.nodes[0].member.dealer
    assert dealer is not None
    dealer._begin_match(net.now)
    net._collect(0)
    net.settle(3)
    assert net.nodes[1].member.follower is not None
    assert not net.nodes[1].member.faults


def test_leaving_a_member_out_of_the_seed() -> None:
    net = table(playing=False)
    seat = net.nodes[1].member.seat
    net.tamper = changed(
        Committed,
        lambda p: replace(p, commits=tuple(c for c in p.commits if c[0] != seat)),
        1,  # type: ignore[attr-defined,type-var]
    )
    net.start()
    net.settle(3)
    named(net, 1, 0, "left_out")


@pytest.mark.parametrize("later", [0, 1])
def test_changing_the_commitments(later: int) -> None:
    net = table(playing=False)
    net.tamper = changed(
        Hand,
        lambda p: replace(
            p,  # type: ignore[type-var]
            term=p.term + later,  # type: ignore[attr-defined]
            commits=tuple((s, "ab" * 32 if s == 0 else c) for s, c in p.commits),  # type: ignore[attr-defined]
        ),
        1,
    )
    net.start()
    net.settle(3)
    named(net, 1, 0, "changed_commits")
    assert net.nodes[1].member.follower is None


def test_changing_the_score_between_two_hands() -> None:
    net = table(playing=False)

    def lie(packet: Packet) -> Packet:
        assert isinstance(packet, Hand)
        if not packet.outset.hand_number:
            return packet
        return replace(packet, outset=replace(packet.outset, scores=(99, *packet.outset.scores[1:])))

    net.tamper = changed(Hand, lie, 1)
    net.start()
    net.run(net.now + 600, lambda: net.nodes[1].member.counts["wrong_outset"] > 0)
    named(net, 1, 0, "wrong_outset")


def test_agreeing_with_something_else() -> None:
    net = table()
    net.forge(2, 1, write(Agree(1, 1, 0, at(net), "0" * 32)))
    net.settle()
    assert [(f.member, f.reason, f.turn) for f in net.nodes[1].member.faults] == [(-1, "diverged_agree", 1)]


def test_the_turn_of_a_lie_is_told() -> None:
    net = table()
    for _ in range(2):
        play(net, discard(rack(net, actor(net))[0]))
        play(net, DRAW)
    net.forge(2, 1, write(Agree(1, 1, 0, at(net), "0" * 32)))
    net.settle()
    found = net.nodes[1].member.faults[0]
    assert (found.turn, found.seat) == (3, net.nodes[actor(net)].member.seat)


def test_only_so_many_faults_are_written_down() -> None:
    net = table()
    for _ in range(50):
        for _ in range(30):
            net.forge(2, 0, write(Play(1, 0, 99, DRAW)))
        net.settle(0.1)
    host = net.nodes[0].member
    assert len(host.faults) == MOST_FAULTS
    assert host.counts["early"] == 1_500


def test_answers_of_a_member_that_is_not_the_dealer_seat_do_nothing() -> None:
    net = table()
    cheat, victim = other(net), actor(net)
    net.nodes[victim].member.play(discard(rack(net, victim)[0]))
    net.nodes[victim].member.hear(
        Message(cheat, write(No(1, "not_held", (), ())), True),
        net.now,
    )
    assert net.nodes[victim].member.waiting
    net.forge(cheat, victim, write(Signed("ab" * 32, "cd" * 64, wants=True)))
    net.settle()
    ending = net.nodes[victim].member.ending
    assert (ending.result, ending.good, ending.to_look_at()) == (None, {}, []), "no match has ended"
