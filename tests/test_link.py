"""Records in addresses: out, back in, and what strangers may write there."""

import base64
import random
import zlib
from collections.abc import Iterator
from itertools import islice

import pytest

from okey import link
from okey.game import Game
from okey.link import LARGEST, LONGEST, LinkError, pack, unpack
from okey.presets import OVERLAYS, PRESETS
from okey.record import Record
from okey.rules import RuleSet
from tests.support import bot_match
from tests.walk import combinations, random_rules

NAMES = ["you", "bot hard Ayşe", "ali veli", "", "bot usta İpek", "😀", "a" * 300]


RULES = [*map(RuleSet.parse, combinations()), *(random_rules(random.Random(number)) for number in range(40))]


def random_record(number: int) -> Record:
    rng = random.Random(f"link {number}")
    rules = RULES[number % len(RULES)]
    seed = rng.choice([str(number), rng.randbytes(16).hex(), "ş 1"])
    record = Record(rules, seed, [rng.choice(NAMES) for _ in range(rules.players)])
    game = Game(rules, seed)
    for _ in range(rng.randint(0, 25) if number % 40 else 400):
        actions = list(islice(game.legal_actions(), 20))
        if not actions:
            break
        record.actions.append(rng.choice(actions))
        game.apply(record.actions[-1])
    return record


def test_a_thousand_random_records_come_back() -> None:
    names = set()
    for number in range(1_000):
        record = random_record(number)
        names |= set(record.rules.name.split("+"))
        packed = pack(record)
        assert set(packed) <= set("0123456789.-_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        assert unpack(packed) == record
    assert names == PRESETS.keys() | OVERLAYS.keys()


def test_a_whole_match_is_short() -> None:
    record, _ = bot_match("short", hands=3)
    assert len(pack(record)) < len(record.write()) / 3


def squeezed(text: bytes, dictionary: bytes = link._DICTIONARY) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return letters(squeeze.compress(text) + squeeze.flush())


def letters(data: bytes) -> str:
    return "1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


def hostile() -> Iterator[tuple[str, str]]:
    whole = pack(bot_match("hostile", hands=1)[0])
    yield "", "foreign"
    yield "1.", "foreign"
    yield "1.a b", "foreign"
    yield "1.<script>", "foreign"
    yield whole.replace("1.", "1.=", 1), "foreign"
    yield "1." + "A" * LONGEST, "foreign"
    yield "2" + whole[1:], "newer"
    yield "99999." + whole[2:], "foreign"
    yield whole[:-8], "damaged"
    yield whole + "AAAA", "damaged"
    yield whole[:40] + ("A" if whole[40] != "A" else "B") + whole[41:], "damaged"
    yield letters(zlib.compress(b"okey record 1")), "damaged"
    yield squeezed(b"okey record 1", b"another dictionary"), "damaged"
    yield squeezed(b""), "damaged"
    yield squeezed(b"\xff\xfe"), "damaged"
    yield squeezed(b"okey record 9\n"), "damaged"
    yield squeezed(b"rules classic\nseed 1\n"), "damaged"
    yield squeezed(b"\n" * LARGEST), "damaged"
    yield squeezed(b"draw\n" * LARGEST), "damaged"
    yield "1.A", "damaged"


@pytest.mark.parametrize(("text", "reason"), list(hostile()))
def test_what_is_no_link_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(LinkError) as refused:
        unpack(text)
    assert refused.value.reason == reason
    assert len(str(refused.value)) < 200


def test_a_bomb_is_not_unpacked_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = squeezed(b"\0" * 40_000_000)
    assert len(bomb) < LONGEST
    got: list[int] = []
    real = zlib.decompressobj

    class Watched:
        def __init__(self, *options: object) -> None:
            self._real = real(*options)  # type: ignore[arg-type]

        def decompress(self, data: bytes, most: int = 0) -> bytes:
            text = self._real.decompress(data, most)
            got.append(len(text))
            return text

    monkeypatch.setattr(zlib, "decompressobj", Watched)
    with pytest.raises(LinkError, match="more than"):
        unpack(bomb)
    assert sum(got) <= LARGEST + 1


def test_five_thousand_damaged_links_are_refused_or_records() -> None:
    whole = pack(bot_match("damaged", hands=1)[0])
    rng = random.Random(5)
    for _ in range(5_000):
        at = rng.randrange(len(whole))
        text = (
            whole[:at]
            + rng.choice(["", rng.choice("AZaz09-_.ş% "), whole[rng.randrange(len(whole)) :]])
            + whole[at + 1 :]
        )
        try:
            assert isinstance(unpack(text), Record)
        except LinkError:
            continue


def test_a_record_too_long_for_a_link_is_not_packed() -> None:
    record = bot_match("long", hands=1)[0]
    record.actions *= 2_000
    with pytest.raises(LinkError, match="too long for a link"):
        pack(record)
