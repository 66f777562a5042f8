"""Several tiles at once, holding, sweeping, and the acts of closed games beside drawing and throwing."""

import pygame
import pytest

from okey.tiles import Faces, parse_kind
from okey.ui import theme
from okey.ui.canvas import Canvas
from okey.ui.draft import Draft
from okey.ui.storage import MATCH
from tests.ui.person import QuietBridge
from tests.ui.saves import begun

RACK = "R1 R2 R3 B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13"


def at(rules, **options):
    return QuietBridge({MATCH: begun(rules, "215")}, **options)


async def ready(person, tiles, *groups, phase="discard"):
    person.app.session.stop()
    await person.settle(2)
    person.hold(tiles, phase=phase)
    person.arrange(*groups)
    await person.settle(2)


def slots(person):
    return {r["tile"]: r["slot"] for r in person.state["rack"]}


def point(person, slot):
    return person.centre(person.state["slots"][slot]["rect"])


def post(kind, position, **more):
    pygame.event.post(pygame.event.Event(kind, pos=tuple(map(round, position)), **more))


def test_holding_a_tile_lifts_its_group(play, monkeypatch):
    monkeypatch.setattr(theme, "HOLD_SECONDS", 0.0)

    async def script(person):
        await ready(person, "R1 R2 R3 B5 B6 K9", "R1 R2 R3", "B5 B6", "K9", phase="draw")
        before = slots(person)
        post(pygame.MOUSEBUTTONDOWN, person.spot("R2"), button=1)
        await person.settle(3)
        assert person.state["selection"] == ["R1", "R2", "R3"]
        free = [s for s in range(24) if s not in before.values()]
        start = next(s for s in free if {s, s + 1, s + 2} <= {*free} and s // 12 == (s + 2) // 12)
        for _ in range(2):
            post(pygame.MOUSEMOTION, point(person, start + 1), rel=(1, 1), buttons=(1, 0, 0))
            await person.settle(1)
        post(pygame.MOUSEBUTTONUP, point(person, start + 1), button=1)
        await person.settle(2)
        after = slots(person)
        assert [after[t] for t in ("R1", "R2", "R3")] == [start, start + 1, start + 2]
        assert {t: s for t, s in after.items() if t not in ("R1", "R2", "R3")} == {
            t: s for t, s in before.items() if t not in ("R1", "R2", "R3")
        }

    play(script)


def test_holding_a_lone_tile_lifts_nothing_and_waits_no_more(play, monkeypatch):
    monkeypatch.setattr(theme, "HOLD_SECONDS", 0.0)

    async def script(person):
        await ready(person, "R1 R2 R3 B5 B6 K9", "R1 R2 R3", "B5 B6", "K9", phase="draw")
        post(pygame.MOUSEBUTTONDOWN, person.spot("K9"), button=1)
        await person.settle(1)
        await person.settle(3)
        assert person.state["selection"] == []
        assert person.app.table.wakes_at() is None
        assert person.app._sleep() is None
        post(pygame.MOUSEBUTTONUP, person.spot("K9"), button=1)
        await person.settle(2)
        assert person.state["selection"] == ["K9"]

    play(script)


def test_a_tap_is_no_hold(play):
    async def script(person):
        await ready(person, RACK, "R1 R2 R3", phase="draw")
        await person.tap(person.spot("R2"))
        assert person.state["selection"] == ["R2"]

    play(script)


def test_a_sweep_over_the_rack_lifts_what_it_touches(play):
    async def script(person):
        await ready(person, "R1 R2 R3 B5", "R1 R2 R3", "B5", phase="draw")
        start = point(person, 3)
        await person.drag(start, point(person, 1))
        assert person.state["selection"] == ["R2", "R3"]
        x, y = person.spot("R3")
        await person.drag((x, y), point(person, 18))
        after = slots(person)
        assert after["R2"] + 1 == after["R3"]
        assert after["R3"] // 12 == 1
        assert (after["R1"], after["B5"]) == (0, 4)
        assert person.view["rack"].count("R2") == 1
        await person.drag(point(person, 12), point(person, 23))
        assert set(person.state["selection"]) == {"R2", "R3"}
        await person.tap("slot-6")
        after = slots(person)
        assert (after["R2"], after["R3"]) == (6, 7)
        assert person.state["selection"] == []

    play(script)


def test_a_full_row_sends_a_group_back(play):
    async def script(person):
        row = "B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13 K1"
        await ready(person, f"R1 R2 {row}", "R1 R2", row)
        before = slots(person)
        row_start = next(s for t, s in before.items() if t == "B5")
        person.app.table.select_group(before["R1"])
        await person.drag(person.spot("R1"), point(person, row_start + 3))
        assert slots(person) == before

    play(script)


def test_the_rack_is_arranged_while_others_play(play):
    async def script(person):
        await ready(person, RACK, "R1 R2 R3", phase="draw")
        person.app.session.table.game.hand.actor = 2
        person.look()
        for way in ("sort-runs", "sort-sets", "sort-pairs", "sort-best"):
            await person.tap(way)
            assert sorted(slots(person)) == sorted(RACK.split())
        used = slots(person)
        free = next(s for s in reversed(range(24)) if s not in used.values())
        await person.drag(person.spot("R9"), point(person, free))
        assert slots(person) == {**used, "R9": free}

    play(script)


def test_finishing_where_a_wrong_claim_costs_points_asks_first(play):
    async def script(person):
        await ready(person, f"{RACK} K1", *RACK.split(), "K1")
        await person.tap(person.spot("K1"))
        await person.tap("finish")
        assert person.state["scene"] == "question"
        await person.tap("no")
        assert person.view["scores"][0] == 20
        await person.drag(person.spot("K1"), person.centre(person.widget("indicator")["rect"]))
        await person.tap("yes")
        assert person.view["scores"][0] == 18
        assert person.app.texts("charge.invalid_declare", points="2") in person.state["toast"]["text"]
        whole = "R1 R2 R3 R4 B5 B6 B7 B8 K9 K10 K11 Y6 Y7 Y8"
        person.hold(f"{whole} K1")
        await person.settle(2)
        await person.tap("finish")
        await person.tap("yes")
        assert person.view["result"]["winner"] == 0
        assert person.view["result"]["tile"] in [*whole.split(), "K1"]

    play(script, at("duz"))


def test_declaring_pairs_shows_all_discards(play):
    async def script(person):
        await ready(person, RACK, *RACK.split(), phase="draw")
        game = person.app.session.table.game
        for _ in range(3):
            game.hand.piles[2].append(game.hand.stock.pop())
        person.look()
        assert len(person.view["piles"][2]) == 1
        await person.tap("pairs")
        assert person.state["scene"] == "question"
        await person.tap("yes")
        assert len(person.view["piles"][2]) >= 3
        assert "pairs" not in [w["id"] for w in person.state["widgets"]]
        assert person.view["seats"][0]["declared"]
        await person.settle(2)
        assert any(person.app.texts("badge.declared") in t["text"] for t in person.state["texts"])

    play(script, at("duz"))


@pytest.mark.parametrize("pile", [1, 2, 3])
def test_any_players_discard_can_be_taken_where_the_rules_say_so(play, pile):
    async def script(person):
        await ready(person, RACK, *RACK.split(), phase="draw")
        game = person.app.session.table.game
        for seat in (1, 2, 3):
            game.hand.piles[seat].append(game.hand.stock.pop())
        game.hand.last_discarder = 3
        person.look()
        wanted = person.view["piles"][pile][-1]
        await person.tap("take" if pile == 3 else f"take-{pile}")
        assert person.view["taken"] == wanted

    play(script, at("elit+elit_literal"))


def test_a_shared_pile_is_taken_from_and_thrown_on(play):
    async def script(person):
        await ready(person, RACK, *RACK.split(), phase="draw")
        game = person.app.session.table.game
        game.hand.piles[0].append(game.hand.stock.pop())
        game.hand.last_discarder = 3
        person.look()
        ids = [w["id"] for w in person.state["widgets"]]
        assert "take" in ids
        assert "discard" not in ids
        await person.tap("stock")
        ids = [w["id"] for w in person.state["widgets"]]
        assert "discard" in ids
        assert "take" not in ids
        tile = person.spare()
        await person.tap(person.spot(tile))
        await person.tap("discard")
        assert person.view["piles"][0][-1] == tile

    play(script, at("konkan81"))


@pytest.mark.parametrize("indicator", ["R", "Y"])
def test_a_doubling_indicator_is_marked(play, indicator):
    async def script(person):
        person.app.session.stop()
        await person.settle(2)
        hand = person.app.session.table.game.hand
        hand.faces = Faces(parse_kind(f"{indicator}5"), 1, "okey")
        person.look()
        await person.settle(2)
        doubles = indicator == "R"
        assert ("×2" in {t["text"] for t in person.state["texts"]}) is doubles
        felt = pygame.display.get_surface().get_at((person.app.viewport.width // 3, person.app.viewport.height // 3))
        assert (felt.r > felt.g) is doubles, "the table takes the indicator's colour"
        told = [item["text"] for part in person.bridge.outline["parts"] for item in part["items"]]
        colour = person.app.texts("colour.0")
        assert (person.app.texts("part.vibrant", colour=colour, factor=2) in told) is doubles

    play(script, at("classic+vibrant"))


def test_partners_share_what_is_shown(play):
    async def script(person):
        person.app.session.stop()
        await person.settle(2)
        person.app.session.table.game.scores = (10, 20, 30, 44)
        person.look()
        await person.settle(2)
        texts = [t["text"] for t in person.state["texts"]]
        assert texts.count("64") == texts.count("40") == 2

    play(script, at("okey101+team"))


async def hold_first(person, rules):
    """Begins a match and presses the button over the first tile; gets where that is."""
    draft = Draft()
    draft.choose_preset(rules)
    person.app.new_match(draft)
    await person.my_turn()
    x, y = person.spot(person.view["rack"][0])
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(x), round(y))))
    await person.settle(1)
    return x, y


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_a_frame_of_a_drag_is_what_would_be_drawn_afresh(play, rules):
    async def script(person):
        app = person.app
        x, y = await hold_first(person, rules)
        kept = 0
        for step in range(1, 13):
            if step == 6:
                app.notice("something happened", alarm=True)
            pos = (round(x + 40 * step), round(y - 30 * step))
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))
            await person.settle(1)
            assert app.table.pointer.busy
            still = app.table._drawing._still
            app._draw()
            kept += still is app.table._drawing._still
            seen, texts = pygame.image.tobytes(app._canvas, "RGB"), person.state["texts"]
            app.table._drawing.forget()
            app._draw()
            assert pygame.image.tobytes(app._canvas, "RGB") == seen
            assert person.state["texts"] == texts
        assert kept == 12

    play(script)


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_a_frame_that_changes_a_part_of_the_window_is_whole(play, rules):
    async def script(person):
        app = person.app
        x, y = await hold_first(person, rules)
        for step in range(1, 60):
            if step == 30:
                app.notice("something happened", alarm=True)
            place = round(x + 17 * step % 900), round(y - 11 * step % 500)
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(1, 0, 0)))
            await person.settle(1)
            seen = pygame.image.tobytes(app._canvas, "RGB")
            canvas, app._canvas = app._canvas, Canvas(app._canvas.get_size(), app._canvas)
            app._draw()
            assert pygame.image.tobytes(app._canvas, "RGB") == seen, step
            app._canvas = canvas
        assert person.bridge.partial > 40

    play(script)
