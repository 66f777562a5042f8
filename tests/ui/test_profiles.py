"""Several people on one machine: kept apart, changed, deleted, moved; and what came before is the first one's."""

import asyncio
import json

import pytest

from okey.bridge import network
from okey.rooms import client, parcel
from okey.rooms.parcel import ParcelError
from okey.ui import backup, profiles
from okey.ui.draft import SEAT
from okey.ui.profiles import MOST, SLOTS, Card
from okey.ui.scenes.profile import Profile
from okey.ui.settings import Settings
from okey.ui.storage import LONGEST, MATCH, MATCHES, SETTINGS
from tests.rooms.running import Network, relay
from tests.ui.person import BARE, QuietBridge
from tests.ui.saves import begun
from tests.ui.test_backup import Filing
from tests.ui.test_home import press
from tests.ui.test_matches import filled
from tests.ui.test_replay import Sharing

OLD = {SETTINGS: json.dumps(BARE | {"language": "en", "cloth": "claret"}), MATCHES: filled(2)}


def saves(seed="1", **settings) -> dict[str, str]:
    return {MATCH: begun("classic", seed), SETTINGS: json.dumps(BARE | {"language": "en"} | settings)}


def plain(stored) -> dict[str, str]:
    """Gets what is kept of who plays, but for the arrangement of the rack."""
    return {key: text for key, text in stored.items() if key in LONGEST and key != "rack"}


async def enter(person):
    for button in ("menu", "club", "profile"):
        await press(person, button)


async def type_name(person, name):
    for letter in name:
        await press(person, f"key-{letter.upper()}")
    await press(person, "done")
    await person.settle()


def test_somebody_new_begins_anew_and_who_was_there_comes_back_whole(play):
    bridge = QuietBridge(storage=dict(OLD))

    async def script(person):
        app, tiles = person.app, person.view["rack"]
        await enter(person)
        await press(person, "picture")
        await press(person, "face-Can")
        await press(person, "close")
        await press(person, "new")
        await type_name(person, "OYA")
        assert person.state["scene"] == "table"
        assert Card.of(app.settings) == Card("Oya", "")
        assert app.settings.cloth == "green"
        assert app.first_visit
        assert app.settings.guide == "new", "who is new is offered the guide"
        assert MATCHES not in bridge.stored
        assert person.view["rack"] != tiles or person.app.session.table.record.actions
        app.keep_guide("done")
        assert list(profiles.parked(bridge).values()) == [Card("", "Can")]
        await enter(person)
        (slot,) = profiles.parked(bridge)
        await press(person, f"switch-{slot}")
        await person.settle()
        assert Card.of(app.settings) == Card("", "Can")
        assert app.settings.cloth == "claret"
        assert person.view["rack"] == tiles
        assert bridge.stored[MATCHES] == OLD[MATCHES]
        assert list(profiles.parked(bridge).values()) == [Card("Oya", "")]

    play(script, bridge)


def test_what_is_folded_up_comes_out_as_it_was():
    bridge = QuietBridge(storage=saves("2", cloth="night") | {MATCHES: OLD[MATCHES]})
    before = dict(bridge.stored)
    profiles.change(bridge, Card("Ali", "Can"), saves("3"))
    assert plain(bridge.stored) == saves("3")
    ((slot, card),) = profiles.parked(bridge).items()
    assert card == Card("Ali", "Can")
    assert profiles.unfold(bridge, slot) == before


def test_a_name_is_changed_and_stays_with_the_profile(play):
    bridge = QuietBridge(storage=saves())

    async def script(person):
        await enter(person)
        await press(person, "rename")
        await type_name(person, "ECE")
        assert person.state["scene"] == "profile"
        assert Settings.load(bridge)[0].draft.sitters[0].name == "Ece"
        assert any("Ece" in text["text"] for text in person.state["texts"])

    play(script, bridge)


def test_deleting_asks_and_takes_only_that_one(play):
    bridge = QuietBridge(storage=saves("1"))
    profiles.change(bridge, Card("Ali", ""), saves("2"))
    profiles.change(bridge, Card("Veli", ""), saves("3"))

    async def script(person):
        await enter(person)
        ali, veli = profiles.parked(bridge)
        await press(person, f"delete-{ali}")
        assert "Ali" in person.app.scene.heading()
        await press(person, "no")
        assert len(profiles.parked(bridge)) == 2
        await press(person, f"delete-{ali}")
        await press(person, "yes")
        assert list(profiles.parked(bridge)) == [veli]
        await press(person, "delete")
        await press(person, "yes")
        await person.settle()
        assert bridge.stored[MATCH].startswith(saves("2")[MATCH]), "the next one plays"
        assert not profiles.parked(bridge)
        await enter(person)
        await press(person, "delete")
        await press(person, "yes")
        await person.settle()
        assert not profiles.parked(bridge)
        assert not bridge.stored[MATCH].startswith(saves("2")[MATCH]), "all is new"
        assert person.app.first_visit

    play(script, bridge)


@pytest.mark.parametrize("way", ["new", "delete"])
def test_nothing_of_a_match_goes_to_who_plays_next(play, way):
    bridge = QuietBridge(storage=saves("1"))

    async def script(person):
        await person.draw()
        assert person.app.session.played
        await enter(person)
        await press(person, way)
        if way == "new":
            await type_name(person, "OYA")
        else:
            await press(person, "yes")
            await person.settle()
        assert person.app.first_visit
        assert MATCHES not in bridge.stored
        assert person.app.standing.progress.experience == 0
        assert not person.app.session.played
        assert not person.app.session.table.record.write().startswith(saves("1")[MATCH])

    play(script, bridge)


def test_a_match_that_is_forgotten_is_kept_nowhere(play):
    """A page that is hidden between the change and the new match still calls for the old one to be kept."""
    bridge = QuietBridge(storage=saves("1"))

    async def script(person):
        await person.draw()
        old = person.app.session.table.record.write()
        person.app._replace_all(saves("2"))
        person.app.session.save()
        assert bridge.stored[MATCH] == saves("2")[MATCH]
        await person.settle()
        assert old not in bridge.stored.values()

    play(script, bridge)


class Full(QuietBridge):
    """Keeps no more than it does."""

    def save(self, key, text):
        return super().save(key, text) and (text is None or key not in SLOTS)


def test_where_nothing_more_can_be_kept_nobody_is_put_away(play):
    bridge = Full(storage=saves("1"))

    async def script(person):
        await enter(person)
        await press(person, "new")
        await type_name(person, "OYA")
        assert person.state["toast"]["text"] == person.app.texts("profile.unkept")
        assert not profiles.parked(bridge)
        assert bridge.stored[MATCH].startswith(saves("1")[MATCH])

    play(script, bridge)


def test_who_plays_can_be_deleted_beside_a_damaged_profile(play):
    bridge = QuietBridge(storage=saves("1") | {SLOTS[0]: "damaged"})

    async def script(person):
        await enter(person)
        await press(person, "delete")
        await press(person, "yes")
        await person.settle()
        assert person.app.first_visit
        assert list(profiles.parked(bridge)) == [SLOTS[0]]

    play(script, bridge)


def test_there_is_an_end_to_profiles(play):
    bridge = QuietBridge(storage=saves())
    for number in range(MOST - 1):
        assert profiles.has_room(bridge)
        profiles.change(bridge, Card(f"P {number}", ""), saves())
    assert not profiles.has_room(bridge)

    async def script(person):
        await enter(person)
        for way in ("new", "import", "bring"):
            await press(person, way)
            assert person.state["scene"] == "profile"
            assert person.state["toast"]["text"] == person.app.texts("profile.full")
        slot = next(iter(profiles.parked(bridge)))
        await press(person, f"switch-{slot}")
        await person.settle()
        assert len(profiles.parked(bridge)) == MOST - 1, "changing needs no more room"

    play(script, bridge)


@pytest.mark.parametrize(
    "text", ["", "x", "{}\n{}", '{"name": 3, "avatar": []}\n', "[" * 500, '{"name": "A\\u202e"}\n']
)
def test_a_damaged_profile_changes_nothing(play, text):
    bridge = QuietBridge(storage=saves() | {SLOTS[2]: text})

    async def script(person):
        before = plain(bridge.stored)
        await enter(person)
        assert profiles.parked(bridge) == {SLOTS[2]: Card("", "")}
        await press(person, f"switch-{SLOTS[2]}")
        await person.settle()
        assert person.state["toast"]["text"] in {person.app.texts(f"import.{why}") for why in ("foreign", "damaged")}
        assert plain(bridge.stored)[SETTINGS] == before[SETTINGS]
        assert bridge.stored[SLOTS[2]] == text
        await press(person, f"delete-{SLOTS[2]}")
        await press(person, "yes")
        assert not profiles.parked(bridge)

    play(script, bridge)


def test_a_file_is_added_as_a_profile(play):
    bridge = Filing(storage=saves("1", cloth="blue"))
    other = QuietBridge(storage=saves("2", cloth="night"))

    async def script(person):
        await enter(person)
        bridge.files.append("nothing")
        await press(person, "import")
        assert person.state["toast"]["text"] == person.app.texts("import.foreign")
        bridge.files.append(backup.write(other))
        await press(person, "import")
        await person.settle()
        assert person.app.settings.cloth == "night"
        assert bridge.stored[MATCH].startswith(saves("2")[MATCH])
        (slot,) = profiles.parked(bridge)
        assert json.loads(profiles.unfold(bridge, slot)[SETTINGS])["cloth"] == "blue"

    play(script, bridge)


def test_letters_of_another_size_are_laid_out_at_once(play):
    bridge = QuietBridge(storage=saves())
    profiles.change(bridge, Card("", ""), saves(text="200"))

    async def script(person):
        assert person.app.letters == 2.0
        await enter(person)
        await press(person, f"switch-{SLOTS[0]}")
        await person.settle()
        assert person.app.letters == 1.0

    play(script, bridge)


async def patiently(person, condition):
    """Waits for what happens over the network, for twenty seconds."""
    for _ in range(2000):
        if condition():
            return
        await person.app.turn()
        await asyncio.sleep(0.01)
    raise AssertionError(person.app.scene.state)


def test_saves_go_to_another_machine_by_a_code(play, monkeypatch):
    bridge = QuietBridge(storage=saves("1", cloth="night") | {MATCHES: OLD[MATCHES]})

    async def script(person):
        async with relay() as running:
            outside = Network(running.address)
            monkeypatch.setattr(network, "detect", lambda: outside)
            await enter(person)
            await press(person, "send")
            await patiently(person, lambda: person.app.scene.state == "waiting")
            await person.settle()
            code = person.app.scene.code
            assert any(code in text["text"] for text in person.state["texts"])
            room = await client.join(outside, code)
            bringing = asyncio.ensure_future(parcel.receive(room, outside, lambda _: None))
            await patiently(person, lambda: person.app.scene.state == "sent")
            brought = backup.read(await bringing)
            assert bridge.stored[MATCH].startswith(brought.pop(MATCH)), "the others have played on since"
            assert brought == {key: text for key, text in bridge.stored.items() if key in LONGEST and key != MATCH}
            running.assert_never_saw(code, bridge.stored[MATCH][:60], bridge.stored[SETTINGS][:40])
            await patiently(person, lambda: not running.relay.connections or len(running.relay.connections) == 1)

    play(script, bridge)


def test_saves_come_from_another_machine_by_a_code(play, monkeypatch):
    bridge = QuietBridge(storage=saves("1", cloth="blue"))
    other = QuietBridge(storage=saves("2", cloth="night") | {MATCHES: OLD[MATCHES]})

    async def script(person):
        async with relay() as running:
            outside = Network(running.address)
            monkeypatch.setattr(network, "detect", lambda: outside)
            room = await client.create(outside, places=1)
            sending = asyncio.ensure_future(parcel.send(room, backup.write(other), lambda _: None))
            await enter(person)
            for wrong, state in (("ABC", "no_code"), ("AAAAABBBBB", "no_room"), (str(room.code).replace("-", ""), "")):
                await press(person, "bring")
                await press(person, "code")
                await type_name(person, wrong)
                if state:
                    await patiently(person, lambda state=state: person.app.scene.state == state)
                    await press(person, "close")
            await patiently(person, lambda: person.state["scene"] == "table")
            await sending
            assert person.app.settings.cloth == "night"
            assert bridge.stored[MATCHES] == OLD[MATCHES]
            assert bridge.stored[MATCH].startswith(saves("2")[MATCH])
            (slot,) = profiles.parked(bridge)
            assert json.loads(profiles.unfold(bridge, slot)[SETTINGS])["cloth"] == "blue"

    play(script, bridge)


@pytest.mark.parametrize("gone", [lambda app: app.show_table(), lambda app: app.begin_guide(app.settings.draft)])
def test_a_panel_that_is_gone_brings_nothing(play, monkeypatch, gone):
    bridge = QuietBridge(storage=saves("1", cloth="blue"))
    other = QuietBridge(storage=saves("2", cloth="night"))

    async def script(person):
        async with relay() as running:
            outside = Network(running.address)
            monkeypatch.setattr(network, "detect", lambda: outside)
            room = await client.create(outside, places=1)
            await enter(person)
            await press(person, "bring")
            await press(person, "code")
            await type_name(person, str(room.code).replace("-", ""))
            await patiently(person, lambda: len(running.relay.connections) == 2)
            gone(person.app)
            sending = asyncio.ensure_future(parcel.send(room, backup.write(other), lambda _: None))
            with pytest.raises(ParcelError, match="gone"):
                await sending
            await person.settle()
            assert person.app.settings.cloth == "blue"
            assert not profiles.parked(bridge)

    play(script, bridge)


def test_saves_too_large_for_a_code_are_said_to_be(play, monkeypatch):
    monkeypatch.setattr(parcel, "LARGEST", 10)

    async def script(person):
        async with relay() as running:
            monkeypatch.setattr(network, "detect", lambda: Network(running.address))
            await enter(person)
            await press(person, "send")
            await patiently(person, lambda: person.app.scene.state == "too_long")
            await person.settle()
            await press(person, "close")
            assert person.state["scene"] == "profile"

    play(script, QuietBridge(storage=saves()))


def test_an_error_on_the_way_is_reported(play, monkeypatch):
    bridge, error = QuietBridge(storage=saves()), RuntimeError("no more ports")

    def broken():
        raise error

    async def script(person):
        monkeypatch.setattr(network, "detect", broken)
        await enter(person)
        await press(person, "send")
        await patiently(person, lambda: bridge.reports)
        assert bridge.reports == [error]
        assert not person.app.scene.works
        bridge.reports.clear()

    play(script, bridge)


def test_without_a_network_it_says_so(play, monkeypatch):
    def nowhere():
        raise network.Unreachable("none")

    async def script(person):
        monkeypatch.setattr(network, "detect", nowhere)
        await enter(person)
        await press(person, "send")
        await patiently(person, lambda: person.app.scene.state == "unreachable")
        await press(person, "close")
        assert person.state["scene"] == "profile"

    play(script, QuietBridge(storage=saves()))


def test_a_file_is_named_by_who_plays_and_said_to_be_written_and_deleting_stands_apart(play):
    bridge = Sharing(storage={SETTINGS: json.dumps(BARE)})

    async def script(person):
        person.app.settings.draft.name_seat(SEAT, "Ay\u015fe B.")
        person.app.open(Profile(person.app))
        await person.settle(2)
        items = [item.id for part in person.app.scene.parts() for item in part.items if not isinstance(item, str)]
        assert items[items.index("delete") - 1] == "import"
        assert items[items.index("delete") + 1 :] == ["close"]
        await press(person, "export")
        assert [*bridge.files] == ["okey-saves-Ay\u015fe-B.json"]
        assert "okey-saves-Ay\u015fe-B.json" in person.app.toast.text

    play(script, bridge)
