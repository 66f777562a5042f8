"""Watching a match again: every moment, every pair of eyes, by finger, key, mirror and link."""

import json

import pytest

from okey.link import pack, unpack
from okey.record import Record
from okey.rules import RuleSet
from okey.ui.film import Film
from okey.ui.scenes.replay import SPEEDS, Replay
from tests.support import bot_match
from tests.ui.person import BARE, QuietBridge, pygame

RULES = ("classic", "okey101+team", "konkan81")
SIZES = ((1366, 768), (390, 844), (844, 390), (320, 568))


def record(rules: str = "classic", hands: int = 2) -> Record:
    made = bot_match(f"film {rules}", hands, RuleSet.parse(rules))[0]
    made.seats = ["you", *["bot hard Elif", "bot easy Can", "bot medium Ali"][: made.rules.players - 1]]
    return made


RECORDS = {rules: record(rules) for rules in RULES}


class Sharing(QuietBridge):
    """A bridge that keeps what is shared and written."""

    def __init__(self, how="copied", **options):
        super().__init__(**options)
        self.shared: list[str] = []
        self.files: dict[str, str] = {}
        self.how = how
        self.address = "https://example.org/okey/"

    def share(self, text, done):
        self.shared.append(text)
        done(self.how)

    def give_file(self, name, text):
        self.files[name] = text


def watching(rules, script, *, text="100", language="en", size=(1366, 768)):
    """Makes a bridge that was opened by the link of a match."""
    bridge = Sharing(size=size, language=language, storage={"settings": json.dumps({**BARE, "text": text})})
    bridge.fragment = f"record={pack(RECORDS[rules])}"

    async def whole(person):
        scene = person.app.scene
        assert isinstance(scene, Replay)
        await person.until(lambda: len(scene.film.frames) == len(RECORDS[rules].actions))
        await script(person, scene)

    return whole, bridge


@pytest.mark.parametrize("rules", RULES)
def test_a_film_has_every_moment_of_the_match(rules):
    film = Film(RECORDS[rules])
    for _ in film.develop():
        pass
    played = list(RECORDS[rules].steps())
    assert [frame.events for frame in film.frames] == [tuple(events) for _, events in played]
    assert film.frames[-1].scores == played[-1][0].scores
    deals = [at for at, frame in enumerate(film.frames) if any(event.kind == "dealt" for event in frame.events)]
    assert len(deals) == 2
    assert [film.deal_after(0), film.deal_after(deals[1])] == [deals[1], film.length - 1]
    assert [film.deal_before(film.length - 1), film.deal_before(deals[1]), film.deal_before(0)] == [deals[1], 0, 0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_every_moment_is_drawn_without_cutting_a_text(play, rules, size):
    async def script(person, scene):
        for moment in range(0, scene.film.length, 9):
            scene._go(moment)
            await person.settle(1)
            assert not [shown.text for shown in person.app.painter.shown if shown.clipped]
            area = pygame.Rect(0, 0, *size)
            assert all(area.contains(widget.rect) for widget in scene.widgets())
            assert all(widget.rect.height >= 44 and widget.rect.width >= 40 for widget in scene.widgets())

    whole, bridge = watching(rules, script, size=size)
    play(whole, bridge)


@pytest.mark.parametrize("size", SIZES[:3])
def test_large_letters_find_room(play, size):
    async def script(person, scene):
        scene._go(30)
        await person.settle(2)
        shown = person.app.painter.shown
        own = next(at for at, one in enumerate(shown) if one.text == scene.heading())  # the table lies below
        assert not [one.text for one in shown[own:] if one.clipped]

    whole, bridge = watching("okey101+team", script, text="200", size=size)
    play(whole, bridge)


@pytest.mark.parametrize("text", ["100", "200"])
@pytest.mark.parametrize("size", [*SIZES, (640, 360), (360, 640)])
@pytest.mark.parametrize("rules", RULES)
def test_no_tile_is_too_small_to_be_read_and_none_is_left_out(play, monkeypatch, rules, size, text):
    """Melds and racks go on pages rather than to get smaller."""

    async def script(person, scene):
        drawn = []
        draw = Replay._draw_tile

        def watched(replay, frame, tile, place, *, face_down=False):
            drawn.append((tile, place.copy()))
            draw(replay, frame, tile, place, face_down=face_down)

        monkeypatch.setattr(Replay, "_draw_tile", watched)
        frames = scene.film.frames
        fullest = frames.index(max(frames, key=lambda frame: sum(len(m.meld.tiles) for m in frame.hand.melds)))
        for moment in (scene.film.length // 3, fullest):
            scene._go(moment)
            scene._turned = None
            await person.settle(1)
            seen = set()
            for _ in range(12):
                drawn.clear()
                person.app.redraw()
                await person.settle(1)
                area = scene._places().board.area
                for _, place in drawn:
                    assert place.width >= 24
                    assert area.inflate(8, 8).contains(place)
                places = [place for _, place in drawn]
                assert all(place.collidelist(places[at + 1 :]) < 0 for at, place in enumerate(places))
                seen |= {tile for tile, _ in drawn}
                if "page" not in {widget.id for widget in scene.widgets()}:
                    break
                await person.tap("page")
            hand = scene.moment.hand
            there = {tile for player in hand.players for tile in player.rack}
            there |= {hand.indicator, *(tile for meld in hand.melds for tile in meld.meld.tiles)}
            assert there <= seen

    whole, bridge = watching(rules, script, size=size, text=text)
    play(whole, bridge)


def test_the_page_follows_what_happens_until_one_is_turned_to(play):
    async def script(person, scene):
        pages = scene._places().pages
        assert len(pages) > 1
        for moment in range(1, 12):
            scene._go(moment)
            (seat,) = {event.seat for event in scene.moment.events if event.seat is not None}
            assert seat in pages[scene._page(pages)].seats
        await person.key(pygame.K_g)
        turned = scene._page(pages)
        for moment in range(1, 12):
            scene._go(moment)
            assert scene._page(pages) == turned
        await person.tap("seat")
        assert 0 in pages[scene._page(pages)].seats, "whose eyes these are"

    whole, bridge = watching("okey101+team", script, size=(640, 360))
    play(whole, bridge)


def test_keys_move_in_time(play):
    async def script(person, scene):
        second = scene.film.deal_after(0)
        await person.key(pygame.K_PERIOD, pygame.K_PERIOD)
        assert scene.at == 2
        await person.key(pygame.K_COMMA)
        assert scene.at == 1
        await person.key(pygame.K_PAGEDOWN)
        assert scene.at == second
        await person.key(pygame.K_PAGEUP)
        assert scene.at == 0
        await person.key(pygame.K_END)
        assert scene.at == scene.film.length - 1
        await person.key(pygame.K_HOME)
        assert scene.at == 0
        await person.key(pygame.K_v)
        assert scene.seat == 0
        await person.key(pygame.K_TAB)
        assert person.app.focus is not None
        await person.key(pygame.K_ESCAPE)
        assert person.state["scene"] == "table"

    whole, bridge = watching("classic", script)
    play(whole, bridge)


@pytest.mark.parametrize("touch", [False, True])
def test_buttons_and_the_scrubber_move_in_time(play, touch):
    async def script(person, scene):
        await person.tap("on", touch=touch)
        assert scene.at == 1
        await person.tap("back", touch=touch)
        assert scene.at == 0
        assert not person.widget("back")["enabled"]
        rail = scene._rail()
        await person.drag(rail.midleft, rail.midright)
        assert scene.at == scene.film.length - 1
        assert not person.widget("on")["enabled"]
        await person.tap(rail.center, touch=touch)
        assert abs(scene.at - scene.film.length // 2) <= 2

    whole, bridge = watching("classic", script)
    play(whole, bridge)


def test_it_plays_by_itself_at_several_speeds_and_stops_at_the_end(play):
    async def script(person, scene):
        assert sorted(SPEEDS, reverse=True) == list(SPEEDS)
        for expected in (2, 3, 0):
            await person.tap("speed")
            assert scene.speed == expected
        scene.speed = 3
        await person.tap("play")
        assert scene.playing
        before = scene.at
        await person.until(lambda: scene.at >= before + 2, turns=200_000)
        await person.tap("on")
        assert not scene.playing
        scene._go(scene.film.length - 2)
        await person.tap("play")
        await person.until(lambda: not scene.playing, turns=200_000)
        assert scene.at == scene.film.length - 1
        await person.tap("play")
        assert scene.at == 0

    whole, bridge = watching("classic", script)
    play(whole, bridge)


def test_through_one_pair_of_eyes_other_racks_stay_closed(play):
    async def script(person, scene):
        drew = next(
            at for at, f in enumerate(scene.film.frames) if any(e.kind == "drew" and e.seat == 1 for e in f.events)
        )
        scene._go(drew)
        frame = scene.moment
        assert frame is not None
        tile = next(event for event in frame.events if event.kind == "drew").tiles[0]
        name = person.app.texts.tile(tile, frame.hand.faces)
        said = {part["key"]: " ".join(item["text"] for item in part["items"]) for part in outline(person)["parts"]}
        assert name in said["moment"]
        assert name in said["seat-1"]
        for wanted, words in ((0, ("You threw", "Attın")), (1, ("throws", "attı"))):
            threw = next(
                at
                for at, f in enumerate(scene.film.frames)
                if any(e.kind == "discarded" and e.seat == wanted for e in f.events)
            )
            scene._go(threw)
            assert any(word in scene.told() for word in words), scene.told()
        scene._go(drew)
        for seat in range(4):
            await person.tap("seat")
            said = {part["key"]: " ".join(item["text"] for item in part["items"]) for part in outline(person)["parts"]}
            assert scene.seat == seat
            assert (name in said["moment"]) is (seat == 1)
            assert sum("," in said[f"seat-{other}"] for other in range(4)) == 1
        await person.tap("seat")
        assert scene.seat is None

    whole, bridge = watching("classic", script)
    play(whole, bridge)


def outline(person):
    from okey.ui.outline import outline as told

    return told(person.app)


def test_the_mirror_reaches_everything(play):
    async def script(person, scene):
        items = [item for part in outline(person)["parts"] for item in part["items"] if "id" in item]
        assert {item["id"] for item in items} == {widget.id for widget in scene.widgets()}
        assert person.app.tap("on")
        assert scene.at == 1
        assert scene.told() in person.bridge.said
        assert person.app.look("share")
        assert person.app.focus == "share"

    whole, bridge = watching("okey101+team", script)
    play(whole, bridge)


def test_a_match_is_given_away_as_link_and_as_file(play):
    async def script(person, scene):
        await person.tap("share")
        (text,) = person.bridge.shared
        address, _, link = text.partition("#record=")
        assert address == "https://example.org/okey/"
        assert unpack(link) == RECORDS["classic"]
        assert person.state["toast"] is None or "opied" in person.app.toast.text
        await person.tap("file")
        assert Record.parse(person.bridge.files["okey-match.txt"]) == RECORDS["classic"]
        person.bridge.how = "failed"
        await person.tap("share")
        assert person.app.toast.alarm

    whole, bridge = watching("classic", script)
    play(whole, bridge)


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [("record=", "foreign"), ("record=<b>", "foreign"), ("record=9.AAAA", "newer"), ("record=1.AAAA", "damaged")],
)
@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_hostile_link_leaves_the_table_and_a_word(play, fragment, reason, language):
    async def script(person):
        assert person.bridge.fragment == "", "a reload does not say it again"
        person.app.now += 3600
        await person.my_turn()
        await person.settle(3)
        assert person.state["scene"] == "question", "it waits to be read"
        assert person.app.texts(f"link.{reason}") in {text["text"] for text in person.state["texts"]}
        await person.tap("no")
        assert person.state["scene"] == "table"

    bridge = QuietBridge(storage={"settings": json.dumps(BARE)}, language=language)
    bridge.fragment = fragment
    play(script, bridge)


def test_a_match_of_a_link_comes_back_until_it_is_closed(play):
    async def script(person, _scene):
        assert person.bridge.fragment.startswith("record=")
        await person.tap("close")
        assert person.state["scene"] == "table"
        assert person.bridge.fragment == ""

    whole, bridge = watching("classic", script)
    play(whole, bridge)


def test_a_record_that_breaks_off_is_shown_as_far_as_it_goes(play):
    broken = Record(RECORDS["classic"].rules, "x", ["you", "", "Ali", "bot hard"], RECORDS["classic"].actions[:1] * 2)

    async def script(person):
        scene = person.app.scene
        await person.until(lambda: bool(scene.failed))
        assert len(scene.film.frames) == 1
        assert "cannot be played" in scene.told()
        assert scene.names() == ["You", "–", "Ali", "Mehmet"] or len(scene.names()) == 4

    bridge = QuietBridge(storage={"settings": json.dumps(BARE)})
    bridge.fragment = f"record={pack(broken)}"
    play(script, bridge)


def test_other_links_are_none_of_the_games(play):
    async def script(person):
        assert person.state["scene"] == "table"
        assert person.app.toast is None

    bridge = QuietBridge(storage={"settings": json.dumps(BARE)})
    bridge.fragment = "rules"
    play(script, bridge)
