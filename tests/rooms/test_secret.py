"""Codes, keys and sealed messages; `tests/browser/test_rooms.py` asks browsers about the same vectors."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from okey.bridge.network.desktop import DesktopAgreement, DesktopNetwork
from okey.rooms import secret
from okey.rooms.channel import MAX_PAYLOAD
from okey.rooms.halves import Halves
from okey.rooms.protocol import MAX_DATA
from okey.rooms.secret import CodeError, Envelope, Joiner, Keys
from tests.rooms.test_client import play

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
KEYS = Keys(VECTORS["room"], bytes.fromhex(VECTORS["key"]))


def test_the_vectors() -> None:
    async def story() -> None:
        network = DesktopNetwork()
        assert await secret.keys_of(network, VECTORS["code"]) == KEYS
        for message in VECTORS["messages"]:
            envelope = Envelope(KEYS.room, VECTORS["sender"], message["to"], message["number"])
            piece = await secret.unseal(network, KEYS.key, message["sealed"], envelope.context())
            assert piece is not None
            assert Joiner().add(1, piece) == message["payload"]

    play(story())


def test_the_keys_are_what_the_standards_say() -> None:
    """Another implementation of HKDF gives the same."""
    master = hashlib.pbkdf2_hmac("sha256", b"K7QM4TZX90", b"okey rooms 1", 600_000)
    derived = HKDF(SHA256(), 32, None, b"okey key").derive(master)
    assert derived == KEYS.key
    assert secret.text_of(HKDF(SHA256(), 16, None, b"okey room").derive(master)) == KEYS.room


@pytest.mark.parametrize(
    "written",
    [
        "K7QM4-TZX90",
        "k7qm4tzx90",
        " k7qm4 tzx9o ",
        "https://okey.example/?lang=tr#room=K7QM4-TZX90",
    ],
)
def test_codes_are_read_as_people_write_them(written: str) -> None:
    assert secret.read_code(written) == "K7QM4-TZX90"


def test_what_looks_alike_is_alike() -> None:
    assert secret.read_code("oIl0o-11iıO") == "01100-11110"


@pytest.mark.parametrize("written", ["", "K7QM4", "K7QM4-TZX901", "K7QM4-TZX9U", "K7QM4-TZX9*", "#room=", "★" * 10])
def test_what_is_no_code(written: str) -> None:
    with pytest.raises(CodeError):
        secret.read_code(written)


def test_new_codes_differ_and_can_be_read() -> None:
    codes = {secret.new_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(secret.read_code(code) == code for code in codes)
    assert secret.read_code(secret.link("https://a.example/x?y=1#old", min(codes))) == min(codes)


@pytest.mark.parametrize(
    "other",
    [
        Envelope("s" * 22, 1, None, 5),
        Envelope(KEYS.room, 2, None, 5),
        Envelope(KEYS.room, 1, 0, 5),
        Envelope(KEYS.room, 1, None, 6),
    ],
)
def test_a_message_opens_in_its_own_place_only(other: Envelope) -> None:
    async def story() -> None:
        network = DesktopNetwork()
        envelope = Envelope(KEYS.room, 1, None, 5)
        sealed = await secret.seal(network, KEYS.key, b"data", envelope.context())
        assert await secret.unseal(network, KEYS.key, sealed, envelope.context()) == b"data"
        assert await secret.unseal(network, KEYS.key, sealed, other.context()) is None
        assert await secret.unseal(network, bytes(32), sealed, envelope.context()) is None
        for bad in (
            "",
            "x",
            "*" * 50,
            sealed[:-1],
            sealed + "AAAA",
            "A" + sealed[1:] if sealed[0] != "A" else "B" + sealed[1:],
        ):
            assert await secret.unseal(network, KEYS.key, bad, envelope.context()) is None

    play(story())


def test_two_messages_never_look_alike() -> None:
    async def story() -> None:
        network = DesktopNetwork()
        sealed = {await secret.seal(network, KEYS.key, b"data", b"") for _ in range(50)}
        assert len({text[:16] for text in sealed}) == 50, "a new nonce each time"

    play(story())


@given(st.text(max_size=3000) | st.integers(0, 40_000).map(lambda size: "ş" * size))
def test_payloads_are_cut_and_joined(payload: str) -> None:
    joiner = Joiner()
    found = [joiner.add(number, piece) for number, piece in enumerate(secret.pieces(payload), 5)]
    assert found == [None] * (len(found) - 1) + [payload]


def test_the_lengths_tell_little() -> None:
    lengths = {len(piece) for size in range(120) for piece in secret.pieces("x" * size)}
    assert lengths == {128}
    sizes = [len(piece) for piece in secret.pieces("x" * MAX_PAYLOAD)]
    assert all(size % 128 == 0 for size in sizes)
    assert max(sizes) + 28 <= (MAX_DATA - 1) * 3 // 4
    with pytest.raises(ValueError, match="at most"):
        list(secret.pieces("ş" * MAX_PAYLOAD))


def test_a_payload_without_its_beginning_is_left_out() -> None:
    pieces = list(secret.pieces("x" * 20_000))
    assert len(pieces) == 4
    joiner = Joiner()
    assert [joiner.add(number, pieces[number]) for number in (1, 2, 3)] == [None] * 3
    assert joiner.add(0, pieces[0]) is None
    assert joiner.add(2, pieces[2]) is None, "a piece is missing"
    assert joiner.add(3, pieces[3]) is None
    for number, piece in enumerate(pieces[:-1], 7):
        assert joiner.add(number, piece) is None
    assert joiner.add(10, pieces[3]) == "x" * 20_000


@pytest.mark.parametrize("piece", [b"", b"\0", b"\x80", bytes(128), b"\1abc", b"\x07abc\x80", b"\x03\xff\xff\x80"])
def test_what_is_no_piece(piece: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - a UnicodeDecodeError is one
        Joiner().add(1, piece)


def test_no_member_can_fill_anothers_memory() -> None:
    joiner = Joiner()
    start, more = list(secret.pieces("x" * 20_000))[:2]
    joiner.add(1, start)
    most = MAX_PAYLOAD // (len(more) - 2)
    for number in range(2, most + 1):
        joiner.add(number, more)
    with pytest.raises(ValueError, match="too long"):
        joiner.add(most + 1, more)


def test_a_tables_key_is_given_to_who_asked() -> None:
    async def story() -> None:
        network = DesktopNetwork()
        own, other = await network.agreement(), await network.agreement()
        given = await secret.give_key(network, KEYS, own.public)
        assert given is not None
        assert len(given) < MAX_DATA
        assert secret.text_of(KEYS.key) not in given
        assert await secret.take_key(network, KEYS.room, own, given) == KEYS
        assert await secret.take_key(network, KEYS.room, other, given) is None
        assert await secret.take_key(network, "s" * 22, own, given) is None
        for bad in ("", ".", "x.y", given[:-2], given.replace(".", ""), "é.é"):
            assert await secret.take_key(network, KEYS.room, own, bad) is None
        for public in (b"", b"\4" + bytes(64), own.public[:-1], bytes(65)):
            assert await secret.give_key(network, KEYS, public) is None

    play(story())


def test_the_key_of_two_is_what_the_standards_say() -> None:
    """Another implementation of HKDF gives the same, to both; ids and halves are in it."""

    async def story() -> None:
        one, two = DesktopAgreement(), DesktopAgreement()
        here, there = Halves(KEYS.room, 3, one), Halves(KEYS.room, 12, two)
        assert await here.learn(12, two.public)
        assert await there.learn(3, one.public)
        info = f"okey direct {KEYS.room} 3 {secret.text_of(one.public)} 12 {secret.text_of(two.public)}".encode()
        shared = await one.agree(two.public)
        assert shared is not None
        assert here.key(12) == there.key(3) == HKDF(SHA256(), 32, None, info).derive(shared)
        elsewhere, other = Halves("s" * 22, 3, one), Halves(KEYS.room, 4, one)
        assert await elsewhere.learn(12, two.public)
        assert await other.learn(12, two.public)
        assert len({halves.key(12) for halves in (here, elsewhere, other)}) == 3
        for bad in (b"", bytes(65), two.public[:-1], b"\4" + bytes(64), one.public):
            assert not await here.learn(12, bad)
        assert here.key(12) == there.key(3), "what is none takes nothing away"
        here.forget(12)
        assert here.key(12) is None

    play(story())


def test_secrets_are_not_shown_by_accident() -> None:
    assert VECTORS["key"] not in repr(KEYS)
    assert secret.text_of(KEYS.key) not in repr(KEYS)
    assert repr(KEYS.key) not in repr(KEYS)


@given(st.binary(max_size=40))
def test_bytes_as_text(data: bytes) -> None:
    assert secret.bytes_of(secret.text_of(data)) == data


@pytest.mark.parametrize("text", ["=", "a=", "a", "aé", "a+/b", "a b "])
def test_what_is_no_text_of_bytes(text: str) -> None:
    assert secret.bytes_of(text) is None
