"""The frames: written and read back the same; whatever else arrives is refused with one error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.rooms import protocol
from okey.rooms.channel import MAX_MEMBERS
from okey.rooms.protocol import Malformed

ROOM = "r" * 22
TOKEN = "t" * 22
words = st.text("abcXYZ019-_", min_size=22, max_size=22)
numbers = st.integers(0, 2**53 - 1)
ids = st.integers(0, 2**31 - 1)
places = st.integers(0, MAX_MEMBERS - 1)
labels = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=80)
data = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60)
version = st.just(protocol.VERSION)
requests = st.one_of(
    st.builds(protocol.Create, version, words, words, places, st.just("") | labels),
    st.builds(protocol.Join, version, words, words),
    st.builds(protocol.Sit, version, labels, words),
    st.builds(protocol.Sit, version, labels, words, st.lists(words, min_size=1, max_size=protocol.MAX_PAST)),
    st.builds(protocol.Rejoin, version, words, words, st.none() | numbers),
    st.builds(protocol.List, version),
    st.builds(protocol.Send, numbers, data, st.none() | ids),
    st.builds(protocol.Beat, numbers),
    st.builds(protocol.Remove, ids),
    st.builds(protocol.Admit, places),
    st.builds(protocol.Host, ids),
    st.builds(protocol.Leave),
)
pairs = st.lists(st.tuples(ids, st.integers(0, 1)).map(list), max_size=MAX_MEMBERS)
answers = st.one_of(
    st.builds(protocol.Welcome, version, words, ids, numbers, numbers, st.booleans(), pairs),
    st.builds(protocol.Deliver, numbers, ids, numbers, data, st.booleans()),
    st.builds(protocol.Joined, numbers, ids),
    st.builds(protocol.Left, numbers, ids),
    st.builds(protocol.Lost, numbers, ids),
    st.builds(protocol.Back, numbers, ids),
    st.builds(protocol.Confirm, numbers, numbers),
    st.builds(protocol.Tables, st.lists(st.tuples(labels, places).map(list), max_size=9)),
    st.builds(protocol.Error, st.sampled_from(sorted(protocol.ERRORS))),
    st.builds(protocol.End, st.sampled_from(sorted(protocol.REASONS))),
    st.builds(protocol.Bye, st.integers(0, 3600)),
)


@given(requests)
def test_requests_come_back(request: protocol.Request) -> None:
    assert protocol.read_request(protocol.write(request)) == request
    with pytest.raises(Malformed):
        protocol.read_answer(protocol.write(request))


@given(answers)
def test_answers_come_back(answer: protocol.Answer) -> None:
    assert protocol.read_answer(protocol.write(answer)) == answer
    with pytest.raises(Malformed):
        protocol.read_request(protocol.write(answer))


def test_every_kind_is_tried() -> None:
    tried = {kind.__name__ for kind in protocol.Request.__args__ + protocol.Answer.__args__}  # type: ignore[attr-defined]
    assert tried == {shape.made.__name__ for shape in protocol._FRAMES.values()}
    assert len(tried) == 22


def test_the_longest_frame_holds_the_longest_data() -> None:
    longest = protocol.Deliver(2**53 - 1, 2**31 - 1, 2**53 - 1, "~" * protocol.MAX_DATA, True)
    assert len(protocol.write(longest)) <= protocol.MAX_FRAME
    many = protocol.Tables([("l" * 80, 15)] * protocol.MAX_TABLES)
    assert len(protocol.write(many)) <= protocol.MAX_FRAME
    crowd = protocol.Welcome(1, ROOM, 9, 2**53 - 1, 2**53 - 1, False, [[2**31 - 1, 1]] * MAX_MEMBERS)
    assert len(protocol.write(crowd)) <= protocol.MAX_FRAME


def good(**changes: Any) -> str:
    frame: dict[str, Any] = {"t": "create", "version": 1, "room": ROOM, "token": TOKEN, "places": 3} | changes
    return json.dumps({name: value for name, value in frame.items() if value is not ...})


def test_the_good_one_is_good() -> None:
    assert protocol.read_request(good()) == protocol.Create(1, ROOM, TOKEN, 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "3",
        "[]",
        '"create"',
        "{}",
        '{"t":null}',
        '{"t":[]}',
        '{"t":{}}',
        '{"t":"Create"}',
        '{"t":"create"}',
        '{"t":"beat","seen":NaN}',
        '{"t":"beat","seen":Infinity}',
        '{"t":"beat","seen":1e3}',
        '{"t":"beat","seen":true}',
        '{"t":"beat","seen":null}',
        '{"t":"beat","seen":-1}',
        '{"t":"beat","seen":9007199254740992}',
        '{"t":"beat","seen":' + "9" * 5000 + "}",
        '{"t":"beat","seen":3,"more":1}',
        '{"t":"send","number":1,"data":"a b"}',
        '{"t":"send","number":1,"data":"ş"}',
        '{"t":"send","number":1,"data":"\\ud800"}',
        '{"t":"send","number":1,"data":"\\n"}',
        '{"t":"send","number":1,"data":5}',
        '{"t":"send","number":1,"data":"' + "x" * 7681 + '"}',
        '{"t":"send","number":1,"data":"x","to":"0"}',
        '{"t":"send","number":1,"data":"x","to":0.0}',
        "[" * 8000,
        '{"a":' * 1600,
        " " * 9000,
        good(room="short"),
        good(room="r" * 23),
        good(room="r" * 21 + "\n"),
        good(room="r" * 21 + "ı"),
        good(token=None),
        good(places=16),
        good(places="3"),
        good(label="two words"),
        good(label="l" * 81),
        good(label=None),
        good(version=...),
        good(version="1"),
        good(version=True),
    ],
)
def test_what_is_malformed_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        protocol.read_request(text)
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_version_is_told_as_such(version: int) -> None:
    with pytest.raises(Malformed) as caught:
        protocol.read_request(good(version=version, unknown="field"))
    assert caught.value.code == "version"


@pytest.mark.parametrize("value", [b"{}", None, 3, bytearray(b"x")])
def test_only_text_is_read(value: object) -> None:
    for read in (protocol.read_request, protocol.read_answer):
        with pytest.raises(Malformed):
            read(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(sorted(protocol._FRAMES))
names = st.sampled_from(sorted(protocol._CHECKS))


@given(kinds, st.dictionaries(names, json_values | st.just(1) | words | ids, max_size=8))
def test_odd_fields_never_raise_anything_else(kind: str, values: dict[str, Any]) -> None:
    text = json.dumps({"t": kind} | values)
    for read in (protocol.read_request, protocol.read_answer):
        try:
            frame = read(text)
        except Malformed:
            continue
        assert read(protocol.write(frame)) == frame


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin1")))
def test_odd_texts_never_raise_anything_else(text: str) -> None:
    for read in (protocol.read_request, protocol.read_answer):
        with pytest.raises(Malformed):
            read(text)
