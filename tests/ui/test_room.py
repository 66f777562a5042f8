"""Friends at their screens: four apps in one process play over a real relay."""

import asyncio
import re
from datetime import UTC, datetime
from types import SimpleNamespace

import pygame

from okey.bridge import network
from okey.rooms.packets import Player, Signed
from okey.rooms.results import Result
from okey.ui import backup
from okey.ui.room.results import own_key, true_results
from okey.ui.room.room import KEPT
from okey.ui.scenes.statistics import Statistics
from okey.ui.storage import KEY, RESULTS, keep_result, load_matches, load_results
from tests.rooms.running import Network, relay
from tests.ui.friends import NAMES, Bridge, Friend, filled, gathered, turn


def test_friends_play_a_match(here):
    async def story():
        async with relay() as running:
            here(running)
            friends = [Friend(name, language="tr" if name == "Cem" else "en") for name in NAMES]
            await gathered(*friends)
            assert friends[0].app.press("start")
            await turn(*friends, until=lambda: all(f.app.state()["scene"] == "table" for f in friends))
            assert [f.app.session.sitters[0].name for f in friends] == [""] * 4
            reloading = [friends[2], friends[0]]  # a guest, and who deals; after the hand, if it is over soon

            def over():
                for friend in friends:
                    friend.play()
                return all(f.app.session.view.winners for f in friends)

            for moves, friend in enumerate(reloading, 1):
                await turn(
                    *friends, until=lambda moves=moves: over() or friends[2].member.follower.at > 8 * moves, seconds=60
                )
                await friend.reload()
                await turn(
                    *friends,
                    until=lambda friend=friend: (
                        friend.app.room.session is not None and friend.app.session.view.seat == 0
                    ),
                )
            await turn(*friends, until=over, seconds=120)
            scores = {f.member.follower.game.scores for f in friends}
            assert len(scores) == 1
            for friend in friends:
                seat = friend.member.seat
                mine = friend.member.follower.game.scores
                assert friend.app.session.view.scores == (*mine[seat:], *mine[:seat])
            await turn(*friends, until=lambda: all(f.member.follower.verified for f in friends))
            await turn(*friends, until=lambda: all(f.app.room.signed for f in friends))
            for friend in friends:
                (kept,) = load_matches(friend.bridge)
                assert kept.record().replay().scores == friend.member.follower.game.scores
                assert kept.summary.seat == friend.member.seat
                (signed,) = load_results(friend.bridge)
                assert signed.result.scores == friend.member.follower.game.scores
                assert [p.name for p in signed.result.players].index(friend.name) == friend.member.seat
                assert signed.result.players[friend.member.seat].key == own_key(friend.bridge)
                assert await true_results(friend.bridge) == [signed.result]
            assert len({own_key(friend.bridge) for friend in friends}) == 4
            await rated(friends[1])
            said = [text for friend in friends for text in friend.bridge.said]
            assert not [text for text in said if "came too late" in text or "geç kaldı" in text]
            running.assert_never_saw("indicator", "gamearea", "discarded")
            for friend in friends:
                friend.app.leave_room()
                assert KEPT not in friend.storage or friend.storage[KEPT] is None
                friend.stop()

    asyncio.run(story())


async def rated(friend):
    """Looks at the statistics, which tell the rating, and at a file of all that is kept."""
    friend.app.open(Statistics(friend.app))
    told = r"Rating with friends: \d+ ± \d+ \(matches signed by all: 1\)"
    await turn(friend, until=lambda: any(re.fullmatch(told, str(row.words())) for row in friend.app.scene.rows()))
    friend.app.close(friend.app.scene)
    kept = backup.read(backup.write(friend.bridge))
    assert kept[RESULTS] == friend.storage[RESULTS]
    assert kept[KEY] == friend.storage[KEY]
    other = Bridge({})
    backup.restore(other, kept)
    assert await true_results(other) == await true_results(friend.bridge) != []
    assert own_key(other) == own_key(friend.bridge)


def test_results_count_in_the_order_of_their_signed_dates(here):
    async def story():
        here(SimpleNamespace(address="ws://127.0.0.1:9/relay"))
        ciphers = network.detect()
        keys = [await ciphers.new_signer() for _ in range(2)]
        players = (*(Player(name, key.public.hex(), "") for name, key in zip(NAMES, keys, strict=False)),)
        bridge = Bridge({})
        for number, day in enumerate((3, 1, 2)):
            ended = datetime(2026, 11, day, tzinfo=UTC)
            result = Result("classic players=2", f"{number:064x}", 5, players, (9, 0), ended)
            signatures = {seat: (await key.sign(result.statement)).hex() for seat, key in enumerate(keys)}
            keep_result(bridge, result.signed(signatures))
        assert [result.ended.day for result in await true_results(bridge)] == [1, 2, 3]

    asyncio.run(story())


def test_who_says_the_same_again_and_again_leaves_nothing_behind(here):
    async def story():
        async with relay() as running:
            here(running)
            host, guest = (Friend(name, rules="classic") for name in NAMES[:2])
            await gathered(host, guest)
            before, said, heard = len(host.app.room._tasks), Signed("ab" * 32, "cd" * 64, wants=False), []
            hear = host.member.ending.hear
            host.member.ending.hear = lambda *told: (heard.append(told), hear(*told))[1]
            for _ in range(60):
                guest.app.room.driver.act(lambda member: member.send(said))
            await turn(host, guest, until=lambda: len(heard) == 60)
            await turn(host, guest, until=lambda: len(host.app.room._tasks) <= before)
            for friend in (host, guest):
                friend.app.leave_room()
                friend.stop()

    asyncio.run(story())


def test_a_page_seen_again_looks_to_its_line_at_once(here, monkeypatch):
    async def story():
        async with relay() as running:
            here(running)
            host, guest = (Friend(name, rules="classic") for name in NAMES[:2])
            await gathered(host, guest)
            hidden = False
            monkeypatch.setattr(Bridge, "hidden", property(lambda _: hidden))
            tries = []
            monkeypatch.setattr(host.app.room.connection._session, "probe", tries.append)
            hidden = True
            await asyncio.sleep(1.2)
            assert not tries
            hidden = False
            await turn(host, guest, until=lambda: tries)
            await asyncio.sleep(1.2)
            assert len(tries) == 1, "once each time"
            for friend in (host, guest):
                friend.stop()

    asyncio.run(story())


def test_who_watches_sees_no_rack_and_bots_have_the_free_chairs(here):
    async def story():
        async with relay() as running:
            here(running)
            host, guest, watcher = (Friend(name, rules="classic") for name in NAMES[:3])
            await gathered(host, guest)
            for chair in ("bot-2", "bot-3"):
                assert host.app.press(chair)
            await turn(host, guest, until=lambda: not any(c.empty for c in host.member.lobby.chairs))
            watcher.bridge.fragment = host.app.room.link.partition("#")[2]
            await watcher.sit_down()
            everybody = (host, guest, watcher)
            await turn(*everybody, until=lambda: watcher.app.room.driver and watcher.member.lobby is not None)
            assert host.app.press("start")
            await turn(*everybody, until=lambda: all(f.app.state()["scene"] == "table" for f in everybody))

            def playing():
                host.play()
                guest.play()
                return watcher.member.follower.at > 30

            await turn(*everybody, until=playing)
            view = watcher.app.state()["view"]
            assert (view["seat"], view["rack"]) == (None, [])
            assert not any(widget["id"].startswith("tile") for widget in watcher.app.state()["widgets"])
            assert {s.name for s in watcher.app.session.sitters} >= {"Ayla", "Bora"}
            assert watcher.member.follower.at == len(watcher.member.follower.told)
            for friend in everybody:
                assert friend.app.press("say"), "there is a button for it on the table"
                friend.app.scene.cancel()
            watcher.app.table.key(pygame.K_c)
            assert watcher.app.scene.name == "say"
            assert watcher.app.press("say-clap")
            assert watcher.app.scene.name == "table"
            await turn(*everybody, until=lambda: host.app.room.said == [("Cem", "clap")])
            for friend in everybody:
                friend.stop()

    asyncio.run(story())


def test_the_lobby_says_who_sits_where_and_another_match_is_asked_about(here):
    async def story():
        async with relay() as running:
            here(running)
            host, guest = friends = [Friend(name, rules="classic") for name in NAMES[:2]]
            await gathered(*friends)
            await filled(*friends)
            guest.app.room.say("hello")
            await turn(*friends, until=lambda: host.app.room.said)
            words = [row.words() for row in host.app.scene.rows()]
            assert {"1. Ayla (you) · ready", "2. Bora · ready", "3. Bot (Medium)", "Bora: Hello!"} <= {*words}
            assert "4. Bot (Medium)" in {text["text"] for text in guest.app.state()["texts"]}
            assert host.app.press("start")
            await turn(*friends, until=lambda: all(f.app.state()["scene"] == "table" for f in friends))
            names = [[sitter.name for sitter in friend.app.session.sitters] for friend in friends]
            assert names == [["", "Bora", "Bot 3", "Bot 4"], ["", "Bot 3", "Bot 4", "Ayla"]]
            guest.app.ask_daily()
            assert guest.app.state()["scene"] == "question"
            assert guest.app.press("yes")
            assert guest.app.room is None
            assert guest.app.session.day is not None
            await turn(*friends, until=lambda: host.member.lobby.chairs[1].bot)
            for friend in friends:
                friend.stop()

    asyncio.run(story())


def test_the_network_is_told_as_it_is(here):
    async def story():
        async with relay() as running:
            here(running)
            friends = [Friend("Ayla"), Friend("Bora")]
            await gathered(*friends)
            host, guest = friends
            assert "2 here" in host.app.room.status()
            guest.app.room.stop()
            await turn(host, until=lambda: "Not connected: Bora" in host.app.room.status())
            assert host.app.room.trouble() == ""
            await turn(host, until=lambda: "Not connected: Bora" in {t["text"] for t in host.app.state()["texts"]})
            for friend in friends:
                friend.stop()

    asyncio.run(story())


def test_a_code_that_leads_nowhere_asks_for_another_one(here):
    async def story():
        async with relay() as running:
            here(running)
            host, friend = Friend("Ayla"), Friend("Bora", fragment="room=AAAAA-AAAAA")
            await gathered(host)
            code = host.app.room.connection.code
            await friend.sit_down()
            await turn(friend, until=lambda: friend.app.room.state == "ended")
            assert "no such room" in friend.app.room.status()
            assert [widget["id"] for widget in friend.app.state()["widgets"]] == ["leave", "other_code"]
            assert friend.app.press("other_code")
            assert friend.app.scene.said() == ("AAAAA-AAAAA",)
            pasted = f"see https://example.org/#room={code.lower()}"
            friend.bridge.paste = lambda take: take("nothing of the kind")
            assert friend.app.press("key-paste")
            assert friend.app.toast.alarm
            friend.bridge.paste = lambda take: take(pasted)
            assert friend.app.press("key-paste")
            assert friend.app.scene.said() == (code,)
            assert friend.app.press("done")
            await turn(host, friend, until=lambda: friend.app.room.driver and friend.member.seat == 1)
            host.stop()
            friend.stop()

    asyncio.run(story())


def test_a_server_that_is_back_lets_in_who_tries_again(monkeypatch):
    async def story():
        async with relay() as running:
            away = "ws://127.0.0.1:9/relay"
            monkeypatch.setattr(network, "detect", lambda: Network(away))
            friend = Friend("Ayla")
            await friend.sit_down()
            friend.app.open_menu()
            friend.app.press("friends")
            friend.app.press("create")
            await turn(friend, until=lambda: friend.app.room.state == "ended", seconds=60)
            monkeypatch.setattr(network, "detect", lambda: Network(running.address))
            assert friend.app.press("again")
            assert "Connecting" in friend.app.room.status()
            assert friend.app.press("leave")
            assert friend.app.room is None, "nothing is asked: nobody has seen them"
            for step in ("menu", "friends", "create"):
                assert friend.app.press(step)
            await turn(friend, until=lambda: friend.app.room.state == "inside")
            friend.stop()

    asyncio.run(story())


def test_who_is_put_out_during_a_match_is_told_so_and_goes_back_to_the_own_one(here):
    async def story():
        async with relay() as running:
            here(running)
            host, guest = friends = [Friend(name, rules="classic") for name in NAMES[:2]]
            await gathered(*friends)
            await filled(*friends)
            assert host.app.press("start")
            await turn(*friends, until=lambda: all(f.app.state()["scene"] == "table" for f in friends))
            host.app.room.wish("kick", guest.member.me)
            await turn(*friends, until=lambda: guest.app.room.state == "ended")
            assert guest.app.state()["scene"] == "lobby"
            said = "You were put out of the room."
            await turn(*friends, until=lambda: said in {text["text"] for text in guest.app.state()["texts"]})
            assert [widget["id"] for widget in guest.app.state()["widgets"]] == ["leave"]
            guest.app.scene.cancel()
            assert guest.app.room is None
            assert guest.app.is_own
            for friend in friends:
                friend.stop()

    asyncio.run(story())


def test_without_a_relay(monkeypatch):
    async def story():
        monkeypatch.setattr(network, "detect", lambda: Network("ws://127.0.0.1:9/relay"))
        friend = Friend("Ayla")
        await friend.sit_down()
        friend.app.open_menu()
        friend.app.press("friends")
        friend.app.press("create")
        assert friend.app.state()["scene"] == "lobby"
        await turn(friend, until=lambda: friend.app.room.state == "ended", seconds=60)
        assert "or this site has none" in friend.app.room.status()
        friend.stop()

    asyncio.run(story())
