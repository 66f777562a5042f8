"""The lobby: chairs, rights, the door."""

from dataclasses import replace

import pytest

from okey.bots import DEFAULT_LEVEL
from okey.presets import PRESETS
from okey.rooms import lobby as lobbies
from okey.rooms.dealer import Dealer
from okey.rooms.lobby import Denied
from okey.rooms.packets import ChairState, Command, Lobby
from okey.rooms.phrases import AT_ONCE
from tests.rooms.network import Network


def room(rules: str = "classic", *, public: bool = False, joining: str = "open", guests: int = 2) -> Lobby:
    made = lobbies.begin(rules, joining, 0, "Ayla", "", public=public)
    for member in range(1, guests + 1):
        made = lobbies.greet(made, member, "Bora", "")
    return made


def obey(lobby: Lobby, sender: int, what: str, *values: object) -> Lobby:
    at, to, text = [*values, *(-1, -1, "")[len(values) :]]
    return lobbies.obey(lobby, 0, sender, Command(1, what, at, to, text))  # type: ignore[arg-type]


def members(lobby: Lobby) -> list[int]:
    return [chair.member for chair in lobby.chairs]


def test_comers_get_free_chairs_and_names_of_their_own() -> None:
    made = room(guests=4)
    assert members(made) == [0, 1, 2, 3]
    assert [person.name for person in made.people] == ["Ayla", "Bora", "Bora2", "Bora3", "Bora4"]
    assert members(room(joining="watch")) == [0, -1, -1, -1]


@pytest.mark.parametrize(
    ("sender", "what", "reason"),
    [
        (1, ("sit", 2), "chair_taken"), (1, ("sit", 9), "no_chair"), (9, ("sit", 3), "no_member"),
        (0, ("stand",), "owner_stays"), (0, ("kick", 0), "owner_stays"), (0, ("kick", 9), "no_member"),
        (1, ("kick", 2), "not_owner"), (0, ("bot", 1, -1, "easy"), "chair_taken"),
        (0, ("bot", 3, -1, "x"), "bad_value"),
        (0, ("rules", -1, -1, "nothing"), "bad_rules"), (0, ("joining", -1, -1, "x"), "bad_value"),
        (0, ("seat", 1, 2), "chair_taken"), (0, ("seat", 3, 9), "no_member"),
        (0, ("rematch",), "not_now"), (0, ("swap", 0, 7), "no_chair"),
    ],
)  # fmt: skip
def test_what_is_denied(sender: int, what: tuple[object, ...], reason: str) -> None:
    made = room()
    with pytest.raises(Denied) as caught:
        obey(made, sender, *what)  # type: ignore[arg-type]
    assert caught.value.reason == reason


def test_chairs_are_taken_left_and_swapped() -> None:
    made = obey(room(), 1, "sit", 3)
    assert members(made) == [0, -1, 2, 1]
    made = obey(made, 0, "swap", 0, 3)
    assert members(made) == [1, -1, 2, 0]
    made = obey(made, 2, "stand")
    assert members(made) == [1, -1, -1, 0]
    made = obey(made, 0, "seat", 1, 2)
    assert members(made) == [1, 2, -1, 0]
    made = obey(made, 0, "bot", 2, -1, "easy")
    assert made.chairs[2] == ChairState(bot="easy", ready=True)
    made = obey(made, 0, "kick", 2)
    assert (members(made), made.banned) == ([1, -1, -1, 0], (2,))
    with pytest.raises(Denied):
        lobbies.greet(made, 2, "Bora", "")


def test_nobody_takes_anothers_name() -> None:
    made = lobbies.greet(room(), 2, "Ayla", "")
    assert [person.name for person in made.people] == ["Ayla", "Bora", "Ayla2"]
    assert lobbies.greet(made, 2, "Ayla2", "") == made, "its own it keeps"
    assert lobbies.greet(made, 1, "Ayla", "").people[1].name == "Ayla3"


def test_who_was_put_out_comes_back_to_watch_at_most() -> None:
    made = lobbies.greet(room(guests=1), 2, "Cem", "ab" * 65)
    made = obey(made, 0, "kick", 2)
    assert made.joining == "watch"
    with pytest.raises(Denied):
        lobbies.greet(made, 5, "Cem", "ab" * 65)
    made = lobbies.greet(made, 6, "Cem", "cd" * 65)
    assert lobbies.seat_of(made, 6) is None, "a key is soon made: it may come to watch"
    made = obey(obey(made, 0, "seat", 3, 6), 0, "kick", 6)
    assert made.banned_keys == ("ab" * 65, "cd" * 65)
    public = obey(lobbies.greet(room(public=True, guests=0), 1, "Bora", ""), 0, "kick", 1)
    assert public.joining == "closed", "a public table takes nobody more"
    assert lobbies.places(public) == 0
    with pytest.raises(Denied):
        lobbies.greet(public, 2, "Bora", "cd" * 65)
    assert lobbies.fill(public).chairs[1].bot == DEFAULT_LEVEL
    assert obey(replace(made, joining="closed"), 0, "kick", 1).joining == "closed"


def test_nothing_moves_while_a_match_is_played() -> None:
    made = replace(room(), stage="play")
    for what in (("sit", 3), ("swap", 0, 1), ("rules", -1, -1, "okey101"), ("bot", 3, -1, "easy"), ("ready", 1)):
        with pytest.raises(Denied) as caught:
            obey(made, 0, *what)  # type: ignore[arg-type]
        assert caught.value.reason == "not_now"
    assert lobbies.depart(made, 2).chairs[2] == ChairState(bot=DEFAULT_LEVEL, ready=True)


def test_another_game_keeps_people_before_bots() -> None:
    made = obey(room(guests=1), 0, "bot", 2, -1, "easy")
    made = obey(obey(made, 0, "bot", 3, -1, "easy"), 0, "rules", -1, -1, "classic+duel")
    assert members(made) == [0, 1]
    assert len(obey(made, 0, "rules", -1, -1, "classic").chairs) == 4


def test_a_public_table_keeps_the_game_that_strangers_have_come_for() -> None:
    with pytest.raises(Denied) as caught:
        obey(room(public=True), 0, "rules", -1, -1, "okey101")
    assert caught.value.reason == "not_now"


def test_the_door() -> None:
    assert lobbies.places(replace(room(), joining="closed")) == 0
    assert lobbies.places(room(public=True)) == 1
    assert lobbies.places(replace(room(public=True), stage="play")) == 0
    assert lobbies.places(room()) == 13


@pytest.mark.parametrize("rules", PRESETS)
def test_a_public_table_fills_itself_after_fifteen_seconds(rules: str) -> None:
    net = Network(f"public {rules}")
    host = net.create(rules, public=True)
    net.add("Bora")
    net.run(14)
    assert host.lobby is not None
    assert host.lobby.stage == "lobby"
    net.run(40, lambda: host.lobby is not None and host.lobby.stage == "play")
    assert host.lobby.stage == "play"
    assert [chair.member for chair in host.lobby.chairs][:2] == [0, 1]
    assert all(chair.bot == DEFAULT_LEVEL for chair in host.lobby.chairs[2:])


def test_nobody_holds_a_public_table_up() -> None:
    """Who says that it is not ready is taken along all the same; after fifteen seconds the match begins."""
    net = Network("unready")
    host = net.create("classic", public=True)
    net.add("Bora")
    net.run(3)
    for member in (0, 1):
        net.nodes[member].driver.act(lambda member: member.command("ready", 0))
    net.run(60, lambda: host.lobby is not None and host.lobby.stage == "play")
    assert host.lobby is not None
    assert host.lobby.stage == "play"
    public = room(public=True)
    for what in (("ready", 0), ("seat", 3, 2)):
        public = obey(public, 2 if what[0] == "ready" else 0, *what)
        assert all(chair.ready for chair in public.chairs if not chair.empty)
    again = obey(replace(public, stage="over"), 0, "rematch")
    assert all(chair.ready for chair in again.chairs if not chair.empty)
    assert not again.chairs[2].ready, "who sits down later is counted then"


def test_a_public_table_waits_once_more_before_another_match() -> None:
    net = Network("again")
    host = net.create("classic", public=True)
    net.add("Bora")
    net.run(60, lambda: host.lobby is not None and host.lobby.stage == "play")
    dealer = host.dealer
    assert dealer is not None
    over(net, dealer)
    host.command("rematch")
    net.settle(12)
    assert dealer.lobby.stage == "lobby", "nobody is taken along unasked"
    assert [chair.member for chair in dealer.lobby.chairs] == [0, 1, -1, -1]
    assert dealer.lobby.chairs[2].empty, "somebody may come instead of the computer player"
    net.add("Cem")
    net.run(net.now + 10, lambda: dealer.lobby.stage == "play")
    assert dealer.lobby.stage == "play"
    assert [chair.member for chair in dealer.lobby.chairs] == [0, 1, 2, -1]


def test_a_full_public_table_gives_everybody_time_to_leave_before_another_match() -> None:
    net = Network("full")
    host = net.create("classic+duel", public=True)
    net.add("Bora")
    net.settle(5)
    dealer = host.dealer
    assert dealer is not None
    assert dealer.lobby.stage == "play", "the first match begins at once"
    over(net, dealer)
    host.command("rematch")
    net.settle(12)
    assert dealer.lobby.stage == "lobby"
    net.run(net.now + 10, lambda: dealer.lobby.stage == "play")
    assert dealer.lobby.stage == "play"


def over(net: Network, dealer: Dealer) -> None:
    """Ends the match."""
    dealer.change(replace(dealer.lobby, stage="over"))
    net.settle()


def test_phrases_of_one_member_are_few_at_once() -> None:
    net = Network("phrases")
    net.create("classic")
    net.add("Bora")
    net.settle()
    for _ in range(10):
        net.nodes[1].member.say("tea")
        net._collect(1)
    net.settle()
    assert sum(news.kind == "said" for news in net.nodes[0].news) == AT_ONCE
