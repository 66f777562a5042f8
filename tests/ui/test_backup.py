"""All saves as one file: out, and back in, and what is refused."""

import asyncio
import json
import random
from datetime import UTC, datetime

import pytest

from okey.archive import Archive, Brought
from okey.challenges.tries import Done, Tries
from okey.progress import Progress
from okey.rooms.notary import PUBLIC, SECRET
from okey.rooms.packets import Player
from okey.rooms.results import Result, Results, SignedResult
from okey.statistics import summarize
from okey.ui import backup
from okey.ui.session import Session
from okey.ui.settings import Settings
from okey.ui.storage import (
    CHALLENGES,
    DAMAGED,
    KEY,
    LONGEST,
    MATCH,
    MATCHES,
    PROGRESS,
    RACK,
    RESULTS,
    SETTINGS,
    load_challenges,
    load_matches,
    load_results,
)
from tests.support import bot_match
from tests.ui.person import QuietBridge
from tests.ui.saves import begun
from tests.ui.test_home import press

KEPT = {SETTINGS: '{"language": "en", "cloth": "night"}', RACK: ""}


class Filing(QuietBridge):
    """A bridge whose player keeps files in a list and chooses the last one."""

    def __init__(self, **options):
        super().__init__(**options)
        self.files = []

    def give_file(self, _name, text):
        self.files.append(text)

    def ask_file(self, _name, take):
        take(self.files[-1])


def test_a_file_holds_everything_and_comes_back_the_same():
    bridge = QuietBridge(storage={MATCH: begun("classic", "1"), **KEPT})
    text = backup.write(bridge)
    assert backup.read(text) == bridge.stored
    other = QuietBridge(storage={MATCH: begun("classic", "2"), RACK: "x", SETTINGS: "{}"})
    backup.restore(other, backup.read(text))
    assert other.stored == bridge.stored
    backup.restore(other, {})
    assert not other.stored


def changed(**values):
    data = json.loads(backup.write(QuietBridge(storage={MATCH: begun("classic", "1"), **KEPT})))
    return json.dumps(data | values)


def signed(kept):
    return changed(kept=kept, sha256=backup._checksum(kept))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "foreign"),
        ("[1, 2]", "foreign"),
        ("[" * 100_000, "foreign"),
        ('{"kind": "chess"}', "foreign"),
        (" " * (backup.LARGEST + 1), "foreign"),
        (changed(version=2), "newer"),
        (changed(version=10**30), "newer"),
        (changed(version="1"), "damaged"),
        (changed(version=0), "damaged"),
        (changed(kept=[]), "damaged"),
        (changed(sha256="0" * 64), "damaged"),
        (changed()[:-5], "damaged"),
        (signed({"other": "x"}), "damaged"),
        (signed({RACK: 3}), "damaged"),
        (signed({RACK: "x" * (LONGEST[RACK] + 1)}), "damaged"),
        (signed({MATCH: "no record"}), "damaged"),
        (signed({RESULTS: "no results"}), "damaged"),
        (signed({KEY: '["04","1"]'}), "damaged"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text, reason):
    with pytest.raises(backup.Unreadable) as refused:
        backup.read(text)
    assert refused.value.reason == reason


def test_ten_thousand_damaged_files_are_refused_or_whole():
    whole = changed()
    expected = backup.read(whole)
    chance = random.Random("damage")
    for _ in range(10_000):
        at, kind = chance.randrange(len(whole)), chance.randrange(4)
        text = [
            whole[:at],
            whole[:at] + chr(chance.randrange(0x2000)) + whole[at + 1 :],
            whole[:at] + whole[at : at + 20] + whole[at:],
            whole[:at] + whole[at + chance.randrange(1, 30) :],
        ][kind]
        try:
            assert backup.read(text) == expected
        except backup.Unreadable:
            continue


def hostile(chance, whole):
    """Changes texts that mean something, and signs them: only their readers can refuse them."""
    kept = dict(whole)
    key = chance.choice(list(kept))
    text = kept[key]
    at, end = sorted(chance.choices(range(len(text) + 1), k=2))
    letter = chr(chance.choice([*range(0x250), 0x2028, 0xD800, 0x1F600]))
    nested = chance.choice("[{") * chance.choice((chance.randrange(LONGEST[RACK]), 100_000))
    kept[key] = chance.choice(
        [text[:at], text[at:], text[:at] + letter + text[at:], text[:at] + text[end:], text[:end] + text[at:],
         nested, text[:at] + nested + text[at:], letter * at, text.swapcase()]
    )  # fmt: skip
    return signed(kept)


def a_result():
    people = (Player("Ada", "04" * 65, ""), Player("Ece", "05" * 65, ""), *[Player("Mert", "", "easy")] * 2)
    result = Result("classic", "ab" * 32, 3, people, (20, 18, 4, 7), datetime(2026, 11, 30, tzinfo=UTC))
    return SignedResult(result, ((0, "cd" * 64), (1, "ef" * 64)))


def everything():
    """One text for each key that is kept, each with something in it."""
    record, _ = bot_match("1", 1)
    matches, results, tries = Archive(), Results(), Tries()
    matches.add(record, summarize(record, 0), datetime(2026, 11, 30, tzinfo=UTC), Brought(5, None, "gul+kerem"))
    assert results.add(a_result())
    tries.done["abcd1234"] = Done(2, 1)
    return {
        MATCH: begun("classic", "1"), RACK: "", SETTINGS: '{"language": "en", "cloth": "night", "volume": 2}',
        MATCHES: matches.write(), KEY: json.dumps(["04" * PUBLIC, "05" * SECRET]), RESULTS: results.write(),
        PROGRESS: Progress(experience=5, points=1_000).write(), CHALLENGES: tries.write(),
    }  # fmt: skip


def test_ten_thousand_signed_hostile_files_are_refused_or_lived_with():
    """What is taken over can be started with: the match is resumed or set aside, the settings are read or set aside."""
    whole = everything()
    assert whole.keys() == LONGEST.keys()
    assert backup.read(signed(whole)) == whole
    chance, taken, refused = random.Random("hostile files"), 0, 0

    async def start(bridge):
        settings, _ = Settings.load(bridge)
        session = Session(bridge, lambda _: None, lambda: None, lambda _: (16, 2), 0)
        return settings, await session.start(settings.draft)

    for _ in range(10_000):
        bridge = QuietBridge(storage=dict(whole))
        try:
            kept = backup.read(hostile(chance, whole))
        except backup.Unreadable:
            refused += 1
            assert bridge.stored == whole
            continue
        backup.restore(bridge, kept)
        settings, begun_as = asyncio.run(start(bridge))
        for load in (load_matches, load_results, load_challenges):
            assert list(load(bridge).write()), "read and written again"
        assert not [key for key in (MATCHES, RESULTS, CHALLENGES) if key + DAMAGED in bridge.stored]
        assert settings.volume in range(5)
        assert begun_as in ("new", "resumed", "damaged")
        taken += 1
    assert min(taken, refused) > 1000, (taken, refused)


def test_saves_go_out_and_come_back(play):
    bridge = Filing(storage={MATCH: begun("classic", "1")})

    async def script(person):
        before = person.view
        await person.tap("menu")
        await person.tap("settings")
        await press(person, "saves-export")
        assert json.loads(bridge.files[-1])["kept"].keys() <= LONGEST.keys()
        await press(person, "language-tr")
        await person.tap("close")
        for identifier in ("play", "deal"):  # nobody has played yet: nothing is asked
            await press(person, identifier)
        assert person.view["rack"] != before["rack"]
        kept = dict(bridge.stored)
        await person.tap("menu")
        await person.tap("settings")
        bridge.files.append(bridge.files[-1].replace('"version": 1', '"version": 9'))
        await press(person, "saves-import")
        assert "daha yeni" in person.state["toast"]["text"]
        assert bridge.stored.pop(MATCH).startswith(kept.pop(MATCH)), "the others play on"
        assert bridge.stored == kept, "nothing has changed"
        bridge.files.pop()
        await press(person, "saves-import")
        await person.tap("yes")
        await person.settle()
        assert person.state["scene"] == "table"
        assert person.state["language"] == "en"
        assert person.view["rack"] == before["rack"]

    play(script, bridge=bridge)
