"""Packets: written and read back exactly, and hostile text is answered with one clear error."""

import json
import random
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey.game import Event
from okey.game.actions import DRAW, Action
from okey.game.partial import Outset, Report
from okey.rooms import packets
from okey.rooms.packets import PACKETS, Did, Hello, PacketError, Play, Say, parse, write
from tests.rooms.network import Network


def spoken() -> list[str]:
    """Lists one packet of most kinds, as they come up in a real room."""
    net = Network("packets")
    net.keep_sent = True
    net.create("classic")
    for name in ("Bora", "Cem", "Deniz"):
        net.add(name)
    net.settle()
    net.start()
    net.nodes[1].member.say("hello")
    net.run(net.now + 5)
    net.leave(0)
    net.run(net.now + 30)
    first = {json.loads(text)["k"]: text for text in net.sent}
    first["saved"] = net.nodes[1].member.save()
    return [*first.values()]


SPOKEN = spoken()


def test_a_room_speaks_in_most_kinds_of_packets() -> None:
    assert PACKETS.keys() - {json.loads(text)["k"] for text in SPOKEN} <= {"sync", "no", "signed"}


@pytest.mark.parametrize("text", SPOKEN, ids=lambda text: str(json.loads(text)["k"]))
def test_packets_are_read_back(text: str) -> None:
    packet = parse(text)
    assert write(packet) == text
    assert parse(write(packet)) == packet


@pytest.mark.parametrize("text", SPOKEN, ids=lambda text: str(json.loads(text)["k"]))
def test_every_field_is_checked(text: str) -> None:
    data = json.loads(text)
    kind = data["k"]
    for name in data:
        rest = {key: value for key, value in data.items() if key != name}
        with pytest.raises(PacketError, match=name):
            parse(json.dumps(rest))
        for wrong in ({}, 1.5, [[[[]]]], "\n", -(10**9), 10**12):
            with pytest.raises(PacketError, match=f"{name}|another version|no kind"):
                parse(json.dumps({**data, name: wrong}))
    with pytest.raises(PacketError, match=f"{kind}.*seat.*no such field|{kind}.*zzz.*no such field"):
        parse(json.dumps({**data, "zzz": 1}))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "7", '"hello"', "{}", '{"v":2,"k":"say"}', '{"v":1}', '{"v":1,"k":["say"]}',
     '{"v":1,"k":"nothing"}', '{"v":1,"k":"say","phrase":NaN}', "[" * 100_000, " " * 300_000,
     '{"v":1,"k":"play","hand":1,"attempt":0,"at":1,"action":"discard R99"}',
     '{"v":1,"k":"play","hand":true,"attempt":0,"at":1,"action":"draw"}'],
    ids=lambda text: text[:30],
)  # fmt: skip
def test_what_is_no_packet(text: str) -> None:
    with pytest.raises(PacketError):
        parse(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SPOKEN), st.data())
def test_no_change_of_a_packet_raises_anything_else(text: str, data: st.DataObject) -> None:
    changed = json.loads(text)
    for name in data.draw(st.lists(st.sampled_from([*changed]), min_size=1, max_size=3)):
        changed[name] = data.draw(JSON)
    try:
        packet = parse(json.dumps(changed))
    except PacketError:
        return
    assert parse(write(packet)) == packet


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_no_text_raises_anything_else(text: str) -> None:
    try:
        parse(text)
    except PacketError:
        return


def test_cut_and_changed_texts() -> None:
    rng = random.Random(7)
    for _ in range(2_000):
        text = rng.choice(SPOKEN)
        at = rng.randrange(len(text))
        try:
            parse(
                text[:at] + rng.choice(["", "0", '"', "{", "]", "é", "-1", text[at:]]) + text[at + rng.randrange(3) :]
            )
        except PacketError:
            continue


def test_values_of_the_game_are_read_back() -> None:
    report = Report(None, (Event("failed", 2, (), (3, 4), "open_points"),), (1, 2), ((5,), (), (), (6,)))
    did = Did(3, 4, 1, 7, report, "0" * 32, "f" * 32, -1, 0)
    assert parse(write(did)) == did
    assert parse(write(Play(1, 0, 2, DRAW))) == Play(1, 0, 2, DRAW)
    assert parse(write(Play(1, 0, 2, Action("add", (3,), meld=2, end="low")))).action.meld == 2
    assert parse(write(Say("tea"))) == Say("tea")
    assert parse(write(Hello("Ayşe", "", 0, 0, 0))) == Hello("Ayşe", "", 0, 0, 0)


def test_every_field_of_every_packet_has_a_reader() -> None:
    for packet in PACKETS.values():
        assert all({"read", "plain"} <= part.metadata.keys() for part in fields(packet)), packet
    assert Outset(0, 0, 0, 0, ()) == packets._outset([0, 0, 0, 0, []])
