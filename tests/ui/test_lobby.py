"""The screens of rooms: what is chosen there reaches everybody, and what happens is told as it is."""

import asyncio
import re
from dataclasses import replace

import pygame
import pytest

from okey.bridge import network
from okey.bridge.network import Insecure, Unreachable
from okey.game.actions import TIMEOUT
from okey.rooms import client, dealer, member, session, stand_ins
from okey.rooms.office import Fault
from okey.rooms.packets import ChairState
from okey.rules import RuleSet
from okey.ui import theme
from okey.ui.app import App
from okey.ui.room import faults, status
from okey.ui.room.panels import begin
from okey.ui.room.room import KEPT
from okey.ui.room.terms import CLOCKS, USUAL, chosen, clock_of, clocked, label_of, read_label
from okey.ui.settings import Settings
from okey.ui.texts import Texts
from tests.rooms.running import Network, relay
from tests.ui.friends import NAMES, Friend, gathered, turn


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch):
    """Lets computer players act at once."""
    monkeypatch.setattr(theme, "BOT_SECONDS", 0.02)


def telling(here, story, *friends):
    """Runs a story at a relay; everybody goes home at its end."""

    async def whole():
        async with relay() as running:
            here(running)
            try:
                await story(running)
            finally:
                for friend in friends:
                    friend.stop()

    asyncio.run(whole())


def two(rules="classic"):
    return [Friend(name, rules=rules) for name in NAMES[:2]]


async def started(host, guest):
    """Fills a room of two with computer players and begins."""
    await gathered(host, guest)
    await begun(host, guest)


async def begun(host, guest):
    for chair in ("bot-2", "bot-3"):
        assert host.app.press(chair)
    await turn(host, guest, until=lambda: not any(c.empty for c in host.member.lobby.chairs))
    assert host.app.press("start")
    await turn(host, guest, until=lambda: all(f.app.state()["scene"] == "table" for f in (host, guest)))


def lines(friend):
    return [row.words() for row in friend.app.scene.rows()]


def marked(friend, colour):
    """Tells whether a mark of a colour is on the table."""
    friend.app._draw()
    mask = pygame.mask.from_threshold(friend.app.painter.target, colour, (2, 2, 2, 255))
    return any(part.count() > 20 for part in mask.connected_components(20))


# ---- what is played


def test_a_room_has_the_usual_clock_unless_another_is_chosen(here):
    host, guest = friends = two("okey101")

    async def story(_running):
        await host.sit_down()
        host.app.open_menu()
        assert host.app.press("friends")
        assert host.app.press("create")
        await turn(host, until=lambda: host.app.room.driver and host.member.lobby)
        assert clock_of(RuleSet.parse(host.member.lobby.rules)) == USUAL == (25, 30)
        await guest.sit_down()
        guest.app.open_menu()
        for step in ("friends", "game", "preset-classic", "clock-90-120", "preset-okey101", "deal", "create"):
            assert guest.app.tap(step), step
        await turn(guest, until=lambda: guest.app.room.driver and guest.member.lobby)
        assert guest.member.lobby.rules == str(clocked(RuleSet.parse("okey101"), (90, 120)))
        assert "okey101" not in lines(guest)
        assert any("clock 90 + 120 s" in line for line in lines(guest))

    telling(here, story, *friends)


@pytest.mark.parametrize("game", ["classic", "okey101", "gamearea"])
@pytest.mark.parametrize("clock", [*CLOCKS, (30, 60), (25, 60)])
def test_a_chosen_clock_stays_as_it_was_chosen(game, clock):
    settings = Settings("en")
    settings.room = str(clocked(RuleSet.parse(game), clock))
    assert clock_of(chosen(Settings.parse(settings.write(), "en"))) == clock
    settings.room, settings.draft.base = "", game
    turn_seconds, reserve = clock
    settings.draft.changes = {"turn_seconds": turn_seconds} | ({"reserve_seconds": reserve} if turn_seconds else {})
    assert clock_of(chosen(settings)) == clock
    settings.draft.changes = {}
    assert clock_of(chosen(settings)) == USUAL


def test_damaged_rules_of_a_room_are_none():
    for text in ('{"room": 5}', '{"room": "chess"}', '{"room": "classic start_points=x"}', "{}"):
        assert Settings.parse(text, "en").room == ""


def test_the_owner_chooses_another_game_and_everybody_reads_it(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        for step in ("game", "preset-okey51", "clock-15-15", "deal"):
            assert host.app.tap(step), step
        await turn(*friends, until=lambda: guest.member.lobby.rules.startswith("okey51"))
        assert any("clock 15 + 15 s" in line and "51" in line for line in lines(guest))
        assert not guest.app.tap("game")

    telling(here, story, *friends)


# ---- chairs


def test_chairs_are_swapped_and_people_put_out(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        assert host.app.tap("swap-0")
        await turn(*friends, until=lambda: [c.member for c in guest.member.lobby.chairs[:2]] == [1, 0])
        assert host.app.tap("kick-0")
        assert host.app.scene.heading() == (
            "Put Bora out for good? With this profile there is no way back in. The chair gets free. "
            "Whoever comes after that watches until you give them a chair."
        )
        assert host.app.press("no")
        assert host.app.tap("kick-0")
        assert host.app.press("yes")
        await turn(*friends, until=lambda: guest.app.room.state == "ended")
        assert guest.app.room.status() == "You were put out of the room."
        assert [p.name for p in host.member.lobby.people] == ["Ayla"]
        assert guest.app.press("leave")
        assert guest.app.room is None, "nothing is asked: nobody has a chair there"

    telling(here, story, *friends)


def test_the_owner_seats_who_waits_and_puts_watchers_out(here):
    host, guest, third = friends = [Friend(name, rules="classic") for name in NAMES[:3]]

    async def story(_running):
        await host.sit_down()
        host.app.open_menu()
        for step in ("friends", "create"):
            assert host.app.press(step)
        await turn(host, until=lambda: host.app.room.link != "")
        assert host.app.tap("joining-watch")
        await turn(host, until=lambda: host.member.lobby.joining == "watch")
        for friend in (guest, third):
            friend.bridge.fragment = host.app.room.link.partition("#")[2]
            await friend.sit_down()
        await turn(*friends, until=lambda: len(host.member.lobby.people) == 3)
        await turn(*friends, until=lambda: guest.app.room.driver and guest.member.lobby is not None)
        ids = {person.name: person.member for person in host.member.lobby.people}
        assert guest.member.seat is None
        assert {"Bora · has no chair", "Cem · has no chair"} <= {*lines(host)}
        assert not guest.app.tap(f"seat-{ids['Bora']}"), "only the owner seats"
        assert host.app.tap(f"seat-{ids['Bora']}")
        await turn(*friends, until=lambda: guest.member.seat == 1)
        assert host.app.tap(f"out-{ids['Cem']}")
        assert host.app.scene.heading() == "Put Cem out for good? With this profile there is no way back in.", (
            "nothing else changes"
        )
        assert host.app.press("yes")
        await turn(*friends, until=lambda: third.app.room.state == "ended")
        await turn(*friends, until=lambda: guest.app.toast is not None)
        assert guest.app.toast.text == "Cem was put out of the room."
        assert guest.app.tap("stand-1")
        await turn(*friends, until=lambda: guest.member.seat is None)
        assert not host.app.tap("stand-0"), "who made the room keeps a chair"

    telling(here, story, *friends)


def test_the_link_is_shared(here):
    (host,) = friends = [Friend("Ayla")]
    shared = []

    async def story(_running):
        await host.sit_down()
        host.bridge.share = lambda text, _done: shared.append(text)
        host.app.open_menu()
        for step in ("friends", "create"):
            assert host.app.press(step)
        await turn(host, until=lambda: host.app.room.connection is not None)
        assert host.app.tap("share")
        code = host.app.room.connection.code
        assert shared == [code]
        host.bridge.address = "https://okey.example.org/"
        assert host.app.tap("share")
        assert shared[1] == f"https://okey.example.org/#room={code}"

    telling(here, story, *friends)


def test_another_match_is_begun_once_one_is_over(here):
    host, guest = friends = two("okey101 n_hands=1")

    async def story(_running):
        await started(host, guest)

        def over():  # nobody does anything until the stock is empty
            boss = host.member.dealer
            if boss.lobby.stage == "play":
                boss._apply(boss._dealt, TIMEOUT, asyncio.get_running_loop().time())
                host.app.room.driver.flush()
            return host.member.lobby.stage == guest.member.lobby.stage == "over"

        await turn(*friends, until=over, seconds=120)
        for friend in friends:
            await turn(*friends, until=lambda friend=friend: friend.app.scene.name == "result")
        for friend in friends:
            buttons = {widget["id"]: widget["label"] for widget in friend.app.state()["widgets"]}
            assert buttons["new-match"] == "To the room"
        assert guest.app.press("new-match")
        assert "The match is over. Ayla can begin another one." in lines(guest)
        assert not guest.app.press("ready"), "it is not wanted yet"
        guest.app.close(guest.app.scene)
        assert host.app.press("new-match")
        assert not any("can begin another" in line for line in lines(host))
        assert host.app.press("rematch")
        guest.app.open_menu()
        await turn(*friends, until=lambda: guest.member.lobby.stage == "lobby")
        assert guest.app.scene.name == "lobby", "who looks at something else is called"
        assert "The match begins as soon as everybody is ready." in lines(host)
        hand = host.member.lobby.hand
        assert guest.app.press("ready")
        await turn(*friends, until=lambda: guest.member.follower.hand == hand + 1)

    telling(here, story, *friends)


# ---- public tables


def test_labels_tell_game_and_starting_points():
    labels = {label_of(RuleSet.parse(f"classic start_points={points}")) for points in (10, 20, 30)}
    assert labels == {f"classic/start_points={points}" for points in (10, 20, 30)}
    assert label_of(RuleSet.parse("classic")) in labels, "it begins with the first of the points it offers"
    rules = clocked(RuleSet.parse("okey101+team"), (40, 60))
    read = read_label(label_of(rules))
    assert (read.rules, read.whole) == (rules, True)
    long = "classic start_points=30 loss_normal=3 loss_okey=5 loss_pairs=7 loss_pairs_okey=9 turn_seconds=40"
    hashed = label_of(RuleSet.parse(long))
    assert len(hashed) <= 80
    assert hashed != label_of(RuleSet.parse(long.replace("=9", "=10")))
    read = read_label(hashed)
    assert (read.rules.start_points, read.whole) == ((30,), False)
    for text in ("chess", "classic/start_points=", "/", "~", "classic/~/x", "classic//"):
        assert read_label(text) is None or read_label(text).rules.name == "classic"


def test_who_looks_for_company_sees_the_open_tables_and_sits_down(here):
    host, guest = friends = two()

    async def story(_running):
        for friend in friends:
            await friend.sit_down()
            friend.app.open_menu()
            assert friend.app.press("friends")
            assert friend.app.press("public")
        await turn(host, until=lambda: any("No table waits" in line for line in lines(host)))
        assert host.app.tap("points-30")
        assert host.app.press("now")
        await turn(host, until=lambda: host.app.room.driver and host.member.lobby is not None)
        assert host.member.lobby.public
        label = label_of(RuleSet.parse("classic start_points=30"))
        assert await client.tables(Network(_running.address)) == [(label, 3)]
        guest.app.close(guest.app.scene)
        assert guest.app.press("public"), "it asks anew"
        await turn(*friends, until=lambda: any("free chairs: 3" in line for line in lines(guest)))
        assert any(line == "Classic · 30 points · clock 25 + 30 s · free chairs: 3" for line in lines(guest))
        assert guest.app.tap(f"table-{label}")
        await turn(*friends, until=lambda: guest.app.room.driver and guest.member.seat == 1)
        assert RuleSet.parse(guest.member.lobby.rules).start_points == (30,)
        for friend in friends:
            (left,) = [int(found[1]) for line in lines(friend) if (found := re.match(r"Within (\d+) s bots", line))]
            assert 1 <= left <= dealer.FILL
        await turn(host, until=lambda: f"Within {left - 2} s bots" in " ".join(lines(host)))

    telling(here, story, *friends)


def test_a_table_that_is_gone_is_opened_anew(here):
    (host,) = friends = [Friend("Ayla", rules="classic")]

    async def story(_running):
        await host.sit_down()
        host.app.open_menu()
        for step in ("friends", "public", "now"):
            assert host.app.press(step)
        assert "Sitting down at a public table" in host.app.room.status()
        await turn(host, until=lambda: host.app.room.driver and host.member.lobby is not None)
        assert host.member.lobby.public
        assert len(host.member.lobby.chairs) == 4

    telling(here, story, *friends)


# ---- what is told of the network


def test_a_silent_dealer_seat_is_told(here, monkeypatch):
    monkeypatch.setattr(member, "SILENCE", 1.0)
    monkeypatch.setattr(dealer, "PULSE", 0.3)
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        assert guest.app.room.trouble() == ""
        host.app.room.driver.member.tick = lambda _now: None
        host.app.room.driver.member.hear = lambda _incoming, _now: None
        said = "Nothing is heard of Ayla, who deals. Waiting…"
        await turn(guest, until=lambda: said in guest.app.table.prompt())
        await turn(guest, until=lambda: any(text["text"].startswith(said) for text in guest.app.state()["texts"]))
        ayla = [f.name for f in guest.app.session.sitters].index("Ayla")
        await turn(guest, until=lambda: guest.app.session.presence[ayla].link == "gone")

    telling(here, story, *friends)


def test_a_silent_line_of_ones_own_is_never_laid_at_the_dealers_door(here, monkeypatch):
    """Nothing comes any more, and nothing says so: the own line is in doubt first, and the dealer never is."""
    monkeypatch.setattr(member, "SILENCE", 0.3)
    monkeypatch.setattr(dealer, "PULSE", 0.1)
    for name, seconds in {"BEAT": 1.5, "DOUBT": 0.5, "PATIENCE": 1.5}.items():
        monkeypatch.setattr(session, name, seconds)
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        await turn(*friends, until=lambda: guest.app.room.trouble() == "")
        connection = guest.app.room.connection
        told = []

        def cut_off():
            told.append(guest.app.room.trouble())
            return "No answer. The connection is being tried…" in told

        monkeypatch.setattr(connection._session, "received", lambda _text, _now: None)
        await turn(*friends, until=cut_off)
        assert set(told) == {"", "No answer. The connection is being tried…"}
        await turn(*friends, until=lambda: guest.app.session.presence[0].link == "gone")
        assert guest.app.session.presence[3].link == "unknown"
        await turn(*friends, until=lambda: not connection.up)
        assert "The connection is lost" in guest.app.room.trouble()
        monkeypatch.undo()
        await turn(*friends, until=lambda: guest.app.room.trouble() == "")

    telling(here, story, *friends)


def test_a_network_that_goes_and_comes_is_noticed_at_once(here, monkeypatch):
    """The browser says that there is no network, while the connection seems to stand; later that there is one."""
    for name in ("BEAT", "FIRST_DELAY", "LONGEST_DELAY"):
        monkeypatch.setattr(session, name, 600.0)  # what comes by itself comes too late
    host, guest = friends = two()

    async def refuse(_address):
        raise Unreachable("cut off")

    async def story(_running):
        await started(host, guest)
        connection = guest.app.room.connection
        connection._network.connect = refuse
        guest.bridge.online = False
        await turn(*friends, until=lambda: guest.app.session.presence[0].link == "gone")
        assert guest.app.session.presence[3].link == "unknown"
        assert "The connection is lost" in guest.app.room.trouble()
        del connection._network.connect
        guest.bridge.online = True
        await turn(*friends, until=lambda: guest.app.session.presence[0].link == "here")

    telling(here, story, *friends)


def test_a_lost_connection_of_ones_own_is_told(here):
    host, guest = friends = two()

    async def refuse(_address):
        raise Unreachable("cut off")

    async def story(running):
        await started(host, guest)
        assert [seat.link for seat in guest.app.session.presence] == ["here", "none", "none", "here"]
        connection = guest.app.room.connection
        connection._network.connect = refuse
        connection._socket.close()
        await turn(*friends, until=lambda: "The connection is lost" in guest.app.table.prompt())
        await turn(*friends, until=lambda: guest.app.session.presence[0].link == "gone")
        assert guest.app.session.presence[3].link == "unknown"
        await turn(*friends, until=lambda: host.app.session.presence[1].link == "gone")
        assert marked(host, theme.LINKED), "a mark for oneself"
        assert marked(host, theme.UNLINKED), "and one for who is gone"
        assert not marked(guest, theme.LINKED)
        words = [item["text"] for part in host.bridge.outline["parts"] if part["key"] == "players"
                 for item in part["items"]]  # fmt: skip
        assert words[0].endswith(", connected")
        assert "not connected" in words[1]
        assert "connected" not in words[2]
        del connection._network.connect
        connection.retry()
        await turn(*friends, until=lambda: guest.app.room.trouble() == "")

    telling(here, story, *friends)


def test_a_watcher_that_is_gone_hides_nothing(here):
    host, guest, watcher = friends = [Friend(name, rules="classic") for name in NAMES[:3]]

    async def story(_running):
        await gathered(host, guest)
        await begun(host, guest)
        watcher.bridge.fragment = host.app.room.link.partition("#")[2]
        await watcher.sit_down()
        await turn(*friends, until=lambda: len(host.member.lobby.people) == 3)
        watcher.app.room.stop()
        await turn(host, guest, until=lambda: "Not connected: Cem" in host.app.room.status())
        assert host.app.room.trouble() == ""
        assert "Cem" not in host.app.table.prompt()

    telling(here, story, *friends)


def test_it_is_told_that_the_actor_is_gone(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)

        def theirs():
            host.play()
            return host.app.session.view.actor == 1

        await turn(*friends, until=theirs, seconds=60)
        guest.app.room.stop()
        await turn(host, until=lambda: host.app.table.prompt().startswith("Bora is not connected. Waiting…"))

    telling(here, story, *friends)


def test_it_is_told_that_hidden_tiles_are_looked_for(here, monkeypatch):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        monkeypatch.setattr(member.Member, "recovering", True)
        assert host.app.table.prompt() == "Who dealt is gone: the hidden tiles are being looked for…"

    telling(here, story, *friends)


def test_a_shuffle_that_waits_for_somebody_is_told(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        for chair in ("bot-2", "bot-3"):
            assert host.app.press(chair)
        await turn(*friends, until=lambda: not any(c.empty for c in host.member.lobby.chairs))
        guest.member.hear = lambda _incoming, _now: None
        assert host.app.press("start")
        said = "Everybody’s part of the shuffle is being collected…"
        await turn(host, until=lambda: said in lines(host))

    telling(here, story, *friends)


def test_the_clock_is_shown(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        for friend in friends:
            await turn(*friends, until=lambda friend=friend: friend.app.room.clock() != "")
            turn_seconds, reserve = friend.app.room.clock().replace("\N{NO-BREAK SPACE}", " ").split(" + ")
            assert 20 <= int(turn_seconds) <= 25
            assert reserve == "30 s"
            assert friend.app.room.clock() in friend.app.table.prompt()

    telling(here, story, *friends)


# ---- faults and late moves


def test_faults_name_hand_turn_and_seat_and_accuse_nobody_falsely():
    t, names, seats = Texts("en"), ["Ayla", "Bora", "Cem"], ["Cem", "Bora", "Ayla"]

    def told(*fault):
        return faults.told(t, Fault(*fault), lambda m: names[m] if m >= 0 else "?", seats.__getitem__)

    said = told(-1, 1, 3, 40, "diverged_agree", 12)
    assert said.startswith("Hand 3, turn 12 (Bora): the tables of two players differ from here on.")
    assert "?" not in said
    assert "Ayla" not in said
    assert "Ayla, who deals" in told(0, 2, 1, 5, "unfair_deal", 2)
    assert told(0, None, 4, 0, "unproved").startswith("Hand 4: Ayla, who dealt, has given no proof")
    assert "Cem had no part in this shuffle" in told(0, 0, 2, 0, "dealt_without")
    assert "your number" in told(0, None, 2, 0, "left_out")
    assert told(1, 1, 2, 3, "late") == ""
    for language in ("en", "tr"):
        for reason in faults.GRAVE:
            said = faults.told(Texts(language), Fault(0, 1, 2, 3, reason, 1), names.__getitem__, seats.__getitem__)
            assert "2" in said


def test_an_unfair_deal_is_told_on_the_table(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        guest.member.fault(0, "unfair_deal", 7, 3, turn=2)
        guest.app.room.driver.flush()
        assert guest.app.toast.alarm
        assert guest.app.toast.text.startswith("Hand 1, turn 2 (Bot 4): the proof that Ayla")

    telling(here, story, *friends)


def test_who_let_the_time_pass_is_told_so_and_takes_the_chair_back(here, monkeypatch):
    monkeypatch.setattr(stand_ins, "MOST_TIMEOUTS", 1)
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        seat = guest.member.seat

        def up():
            clock = host.member.dealer.clock
            if host.member.dealer._dealt.game.actor == seat and clock._began is not None:
                clock._began -= 100.0  # as if that time had passed
            host.play()
            return guest.app.scene.name == "kept"

        for way in ("back", "act"):
            await turn(*friends, until=up, seconds=60)
            assert guest.app.session.presence[0].link == "kept"
            assert guest.member.lobby.chairs[seat].away
            if way == "back":
                assert guest.app.press("back")
            else:
                assert guest.app.press("close")
                await turn(*friends, until=lambda: "A bot plays for you" in guest.app.table.prompt())
                guest.app.press("stock")
                guest.app.table.activate("stock")
            await turn(*friends, until=lambda: not guest.member.lobby.chairs[seat].away)
            await turn(*friends, until=lambda: guest.app.scene.name == "table")
            assert guest.app.session.presence[0].link == "here"

    telling(here, story, *friends)


def test_a_move_that_came_too_late_is_not_lost_silently(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)

        def mine():
            host.play()
            return guest.app.session.view.actor == 0

        await turn(*friends, until=mine, seconds=60)
        boss = host.member.dealer
        guest.play()
        guest.app.toast = None
        assert guest.member.waiting
        boss._apply(boss._dealt, TIMEOUT, asyncio.get_running_loop().time())
        host.app.room.driver.flush()
        await turn(*friends, until=lambda: guest.app.toast is not None and guest.app.toast.alarm)
        assert guest.app.toast.text.startswith("Your move came too late")

    telling(here, story, *friends)


# ---- what a reload, a link and a watcher find


def test_a_reload_finds_the_rack_as_it_was(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        rack = guest.app.session.rack
        slot = rack.find(rack.tiles()[0])
        guest.app.table.move_tiles([rack.slots[slot]], len(rack.slots) - 1)
        guest.app.table.move_tiles([rack.tiles()[3]], len(rack.slots) - 2)
        before, deal = list(rack.slots), guest.member.follower.key
        await guest.reload()
        await turn(*friends, until=lambda: guest.app.room.session is not None, seconds=60)
        assert guest.app.scene.name == "table"
        assert guest.member.follower.key == deal
        kept = [tile for tile in before if tile in guest.app.session.view.rack]
        assert [tile for tile in guest.app.session.rack.slots if tile in kept] == kept
        assert guest.app.session.rack.slots[-2:] == before[-2:]
        assert guest.app.session.rack.slots[:3] == before[:3]

    telling(here, story, *friends)


def test_a_bad_link_does_not_cost_the_chair(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        guest.stop()
        guest.bridge = guest._bridge("room=ZZZZZ-ZZZZZ")
        guest.app = App(guest.bridge, pace=0)
        await guest.app.start()
        assert guest.app.scene.name == "question"
        assert guest.app.press("no")
        assert guest.bridge.fragment == ""
        await turn(*friends, until=lambda: guest.app.room.driver and guest.member.lobby is not None)
        assert guest.member.seat == 1

    telling(here, story, *friends)


def test_the_question_about_another_room_waits_for_its_answer_whatever_happens_there(here):
    host, guest = friends = two()
    other = Friend("Cem")

    async def story(_running):
        await started(host, guest)
        await gathered(other)
        code = other.app.room.connection.code
        await guest.reload(f"room={code}")
        await turn(*friends, until=lambda: guest.app.room.session is not None)
        assert [scene.name for scene in guest.app._scenes] == ["table", "question"]
        guest.app.room._summon()
        guest.app.show_table()
        assert guest.app.scene.name == "question"
        assert guest.bridge.fragment, "a reload asks again"
        assert guest.app.press("yes")
        await turn(*friends, other, until=lambda: guest.app.room.code == code)
        await turn(*friends, other, until=lambda: guest.app.room.driver and guest.member.seat == 1)
        assert guest.app.room.connection.code == code
        assert guest.bridge.fragment == ""
        await turn(*friends, other, until=lambda: host.member.lobby.chairs[1].bot)

    telling(here, story, *friends, other)


def test_who_leaves_reads_what_becomes_of_the_chair(here):
    host, guest, watcher = friends = [Friend(name, rules="classic") for name in NAMES[:3]]

    async def story(_running):
        await gathered(host, guest)

        def asked(friend):
            if friend.app.scene.name != "lobby":
                friend.app.open_menu()
                assert friend.app.press("friends")
            assert friend.app.press("leave")
            heading = friend.app.scene.heading()
            assert friend.app.press("no")
            return heading

        assert asked(guest) == "Leave the room for good? Your chair gets free."
        await begun(host, guest)
        watcher.bridge.fragment = host.app.room.link.partition("#")[2]
        await watcher.sit_down()
        await turn(*friends, until=lambda: watcher.app.room.driver and watcher.member.lobby is not None)
        assert asked(guest) == "Leave the room for good? A bot takes your chair."
        assert asked(watcher) == "Leave the room for good? The others go on without you."

    telling(here, story, *friends)


def test_a_link_into_a_room_that_is_gone_does_not_cost_the_chair_either(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        await guest.reload("room=ZZZZZ-ZZZZZ")
        await turn(*friends, until=lambda: guest.app.room.session is not None)
        room = guest.app.room
        assert guest.app.press("yes")
        await turn(*friends, until=lambda: guest.bridge.fragment == "")
        assert guest.app.toast.text == "There is no such room any more."
        assert guest.app.room is room
        assert guest.member.seat == 1
        assert guest.app.scene.name == "table"

    telling(here, story, *friends)


@pytest.mark.parametrize("text", ["same", "nonsense"])
def test_a_link_into_the_same_room_or_nowhere_asks_nothing(here, text):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        code = guest.app.room.code.replace("-", "").lower() if text == "same" else "nonsense"
        await guest.reload(f"room={code}")
        assert guest.bridge.fragment == ""
        if text == "nonsense":  # that stays until it is read, but asks nothing
            assert guest.app.scene.heading() == guest.app.texts("room.problem.no_code")
            assert guest.app.press("no")
        assert guest.app.scene.name == "lobby"
        await turn(*friends, until=lambda: guest.app.room.driver and guest.member.seat == 1)

    telling(here, story, *friends)


def test_a_room_that_was_left_or_does_not_exist_is_not_come_into_by_a_reload(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        assert guest.bridge.fragment == "", "what is kept leads back"
        assert guest.app.press("leave")
        assert guest.app.press("yes")
        await guest.reload(guest.bridge.fragment)
        assert guest.app.room is None
        await guest.reload("room=ZZZZZ-ZZZZZ")
        await turn(*friends, until=lambda: guest.app.room.state == "ended")
        assert guest.bridge.fragment == ""

    telling(here, story, *friends)


def test_a_link_that_could_not_be_followed_yet_stays(monkeypatch):
    async def story():
        monkeypatch.setattr(network, "detect", lambda: Network("ws://127.0.0.1:9/relay"))
        friend = Friend("Ayla", fragment="room=ZZZZZ-ZZZZZ")
        await friend.sit_down()
        await turn(friend, until=lambda: friend.app.room.state == "ended", seconds=60)
        assert friend.bridge.fragment
        friend.app.leave_room()
        assert friend.bridge.fragment == ""
        friend.stop()

    asyncio.run(story())


def test_a_link_costs_no_chair_while_the_own_room_is_out_of_reach(here, monkeypatch):
    """The way back stays until the other room has let the person in."""
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        way_back = guest.bridge.load(KEPT)
        monkeypatch.setattr(network, "detect", lambda: Network("ws://127.0.0.1:9/relay"))
        await guest.reload("room=ZZZZZ-ZZZZZ")
        await turn(guest, until=lambda: guest.app.room.state == "ended", seconds=60)
        assert guest.app.press("yes")
        await turn(guest, until=lambda: guest.app.toast is not None and guest.app.toast.alarm, seconds=60)
        assert guest.bridge.load(KEPT) == way_back
        assert guest.app.room.coming_back

    telling(here, story, *friends)


def test_who_leaves_on_the_way_into_a_links_room_is_gone_there(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host)
        connection = await client.join(network.detect(), host.app.room.connection.code)
        await turn(host, until=lambda: len(host.app.room.connection.members) == 2)
        await guest.sit_down()
        begin(guest.app).arrive(connection)
        guest.app.leave_room()
        await turn(host, until=lambda: len(host.app.room.connection.members) == 1)
        assert await connection.receive() is not None

    telling(here, story, *friends)


def test_the_countdown_begins_anew_with_who_deals(here, monkeypatch):
    host, guest = friends = two()
    monkeypatch.setattr(status, "FILL", 60.0)
    monkeypatch.setattr(dealer, "FILL", 60.0)

    async def story(_running):
        await host.sit_down()
        await guest.sit_down()
        begin(host.app).create("classic", "classic/20")
        await turn(host, until=lambda: host.app.room.driver is not None)
        begin(guest.app).sit("classic/20", "")
        await turn(*friends, until=lambda: guest.app.room.driver is not None and guest.member.seat == 1)
        guest.app.room.lobby_since -= 70
        assert "Within 0 s" in status.outlook(guest.app.room)
        term = guest.member.lobby.term
        await host.reload()
        await turn(*friends, until=lambda: guest.member.lobby.term > term)
        assert re.search("Within [56][0-9] s", status.outlook(guest.app.room))
        over = replace(guest.member.lobby, hand=1, chairs=(ChairState(0), ChairState(1)))
        guest.member.lobby = over
        assert "another match begins" in status.outlook(guest.app.room), "nobody need wait for bots"
        guest.member.lobby = replace(over, joining="closed", people=over.people[:1])
        assert guest.app.room.status() == "Nobody more is taken in here just now."

    telling(here, story, *friends)


def test_a_bad_code_leaves_the_way_back_and_no_dead_room(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        way = guest.storage[KEPT]
        guest.stop()
        guest.bridge = guest._bridge("")
        guest.storage[KEPT] = None
        guest.app = App(guest.bridge, pace=0)
        await guest.app.start()
        guest.storage[KEPT] = way
        begin(guest.app).join("ZZZZZ-ZZZZZ")
        await turn(*friends, until=lambda: guest.app.room.state == "ended")
        assert guest.storage[KEPT] == way
        guest.app.open_menu()
        assert guest.app.press("friends")
        assert guest.app.scene.name == "friends"

    telling(here, story, *friends)


def test_nobody_helps_at_a_table_with_others(here):
    host, guest = friends = two()
    for friend in friends:
        friend.app.settings.hints, friend.app.settings.guide, friend.app.first_visit = "full", "new", True

    async def story(_running):
        await started(host, guest)
        for friend in friends:
            scene = friend.app.table
            assert scene.speech() is None
            assert not any(widget.id == "hint" for widget in scene.widgets())
            scene.activate("hint")
            assert friend.app.toast.text == "No hints at a table with others."
            assert not scene.hints.thinking
            assert scene.hints.advice is None
            assert friend.app.settings.guide == "new", "the offer waits for a table of one's own"

    telling(here, story, *friends)


def test_who_watches_is_told_so_and_has_nothing_to_press(here):
    host, guest, watcher = friends = [Friend(name, rules="classic") for name in NAMES[:3]]

    async def story(_running):
        await gathered(host, guest)
        for chair in ("bot-2", "bot-3"):
            assert host.app.press(chair)
        await turn(*friends[:2], until=lambda: not any(c.empty for c in host.member.lobby.chairs))
        watcher.bridge.fragment = host.app.room.link.partition("#")[2]
        await watcher.sit_down()
        await turn(*friends, until=lambda: watcher.app.room.driver and watcher.member.lobby is not None)
        assert host.app.press("start")
        await turn(*friends, until=lambda: all(f.app.state()["scene"] == "table" for f in friends))
        assert watcher.app.table.prompt().startswith("You watch · ")
        ids = {widget["id"].partition("-")[0] for widget in watcher.app.state()["widgets"]}
        assert not ids & {"slot", "sort", "finish", "open"}

    telling(here, story, *friends)


def test_what_is_denied_is_seen_over_the_lobby(here):
    host, guest = friends = two()

    async def story(_running):
        await gathered(host, guest)
        assert host.app.press("start")
        said = "A chair is still free: give it to a bot."
        await turn(*friends, until=lambda: said in {text["text"] for text in host.app.state()["texts"]})
        assert host.app.toast.alarm, "else it would be drawn under the lobby only"

    telling(here, story, *friends)


def test_a_page_without_ciphers_says_that_rooms_need_https(monkeypatch):
    def detect():
        raise Insecure("no ciphers")

    async def story():
        monkeypatch.setattr(network, "detect", detect)
        friend = Friend("Ayla")
        await friend.sit_down()
        friend.app.open_menu()
        for step in ("friends", "public"):
            assert friend.app.press(step)
        await turn(friend, until=lambda: "Rooms need an address that begins with https." in lines(friend))
        assert friend.app.press("now")
        await turn(friend, until=lambda: friend.app.room.state == "ended")
        assert "https" in friend.app.room.status()
        friend.stop()

    asyncio.run(story())


# ---- phrases


def test_faces_are_pictures_at_the_seat_of_who_makes_them(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        guest.app.room.say("laugh")
        await turn(*friends, until=lambda: host.app.session.presence[1].face == "laugh")
        assert "Bora: Laughter" in host.bridge.said
        host.app.open_menu()
        assert host.app.press("friends")
        assert "Bora: Laughter" in lines(host)
        assert host.app.tap("say-tea")
        await turn(*friends, until=lambda: guest.app.session.presence[3].face == "tea")

    telling(here, story, *friends)


def test_who_comes_back_into_a_match_waits_for_the_table_and_is_told_so(here):
    host, guest = friends = two()

    async def story(_running):
        await started(host, guest)
        await guest.reload()
        assert lines(guest)[0] == "Connecting to the server…"
        await turn(guest, until=lambda: guest.app.room.state == "inside")
        assert "Connected. Waiting to be told how the table stands…" in lines(guest)
        assert [widget["id"] for widget in guest.app.state()["widgets"]] == ["leave", "close"]
        await turn(*friends, until=lambda: guest.app.scene.name == "table")

    telling(here, story, *friends)
