"""Open games on the screen: opening, laying, laying off, swapping, giving back, undoing, and what is refused."""

from dataclasses import replace

import pygame
import pytest

from okey.game.refusal import REASONS, Refused
from okey.ui import theme
from okey.ui.narration import explain
from okey.ui.storage import MATCH
from tests.ui.person import QuietBridge
from tests.ui.saves import begun

WIDE, PHONE = (1366, 768), (360, 640)


def at(rules, size=WIDE, *, seed="215", **options):
    """Makes the surroundings of a match that has just been dealt; with this seed the okey is blue 12."""
    return QuietBridge({MATCH: begun(rules, seed)}, size=size, **options)


async def ready(person, tiles, *groups, phase="discard"):
    """Gives the person tiles and the turn, in groups on the rack."""
    person.app.session.stop()
    await person.settle(2)
    person.hold(tiles, phase=phase)
    person.arrange(*groups)
    await person.settle(2)


def plain(person, *wanted):
    """Checks that tiles are what they show."""
    view = person.view
    assert not any(t.rstrip("'") == view["okey"] or t == view["indicator"] for text in wanted for t in text.split())


OPENING = ("R10 R11 R12 R13", "K10 K11 K12 K13", "Y9 B9 K9")
LOOSE = "R1 B3 Y5 K7 B13 Y2 R4 K1 B6 Y7 Y11"


def told(person):
    return person.state["toast"]["text"]


@pytest.mark.parametrize("size", [WIDE, PHONE, (640, 360)], ids=str)
def test_opening_takes_the_groups_that_lie_on_the_rack(play, size):
    async def script(person):
        await ready(person, " ".join([*OPENING, LOOSE]), *OPENING[:2], *LOOSE.split())
        plain(person, *OPENING)
        groups = person.state["groups"]
        assert (groups["value"], groups["needed"]) == (92, 101)
        assert not person.widget("open")["enabled"]
        await person.tap("open")
        assert told(person) == person.app.texts("refused.open_points", first=92, second=101)
        person.arrange(*OPENING, *LOOSE.split())
        await person.settle(2)
        assert person.state["groups"]["value"] == 119
        assert "119" in person.widget("open")["label"]
        assert "101" in person.widget("open")["label"]
        before = person.state["rack"]
        await person.tap("open")
        view = person.view
        assert [m["owner"] for m in view["melds"]] == [0, 0, 0]
        assert (view["seats"][0]["opened"], view["seats"][0]["opened_with"]) == ("series", 119)
        assert len(view["rack"]) == 11
        assert {r["tile"]: r["slot"] for r in person.state["rack"]}.items() <= {
            r["tile"]: r["slot"] for r in before
        }.items(), "what stays does not move"
        await person.tap("undo")
        assert person.view["melds"] == []
        assert len(person.view["rack"]) == 22
        await person.settle(2)
        assert "undo" not in {w["id"] for w in person.state["widgets"]}
        assert [(r["tile"], r["slot"]) for r in person.state["rack"]] == [(r["tile"], r["slot"]) for r in before]

    play(script, at("okey101", size))


def test_a_gap_parts_two_groups_and_a_lifted_one_goes_alone(play):
    async def script(person):
        await ready(person, " ".join([*OPENING, LOOSE]), *OPENING, *LOOSE.split())
        await person.tap("open")
        person.hold("Y3 Y4 Y5 K5 K6 K7 R1 R6")
        person.arrange("Y3 Y4 Y5", "K5 K6 K7", "R1", "R6")
        await person.settle(2)
        plain(person, "Y3 Y4 Y5 K5 K6 K7")
        assert [g["tiles"] for g in person.state["groups"]["found"]] == [["Y3", "Y4", "Y5"], ["K5", "K6", "K7"]]
        person.app.focus = f"slot-{person.slot_of('K6')}"
        await person.key(pygame.K_m)
        assert person.state["selection"] == ["K5", "K6", "K7"]
        await person.key(pygame.K_o)
        assert person.view["melds"][-1]["tiles"] == ["K5", "K6", "K7"]
        assert set(person.view["rack"]) == {"Y3", "Y4", "Y5", "R1", "R6"}
        await person.tap("open")
        assert person.view["melds"][-1]["tiles"] == ["Y3", "Y4", "Y5"]
        await person.tap("open")
        assert told(person) == person.app.texts("hint.no_groups")

    play(script, at("okey101"))


def test_tiles_in_the_wrong_order_are_a_run_too_and_okeys_fill_it(play):
    async def script(person):
        okey = person.view["okey"]
        await ready(person, f"R12 R10 R11 {okey} R13 Y1 Y2 K1", f"R12 R10 R11 R13 {okey}", "Y1", "Y2", "K1")
        (group,) = person.state["groups"]["found"]
        assert group["type"] == "run"
        assert group["tiles"] == [okey, "R10", "R11", "R12", "R13"]
        assert person.state["groups"]["value"] == 9 + 10 + 11 + 12 + 13

    play(script, at("okey101"))


def test_a_group_is_dragged_onto_the_table(play):
    async def script(person):
        await ready(person, "Y3 Y4 Y5 R1 R6", "Y3 Y4 Y5", "R1", "R6")
        person.change(opened="series", opened_with=110)
        board = person.app.table.layout.board
        x, y = person.spot("Y4")
        person.app.focus = f"slot-{person.slot_of('Y4')}"
        await person.key(pygame.K_m)
        await person.drag((x, y), board.center)
        assert person.view["melds"][0]["tiles"] == ["Y3", "Y4", "Y5"]

    play(script, at("okey101"))


@pytest.mark.parametrize("how", ["tap", "drag"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_laying_off(play, how, size):
    async def script(person):
        await ready(person, "Y3 Y7 K4 R1 B9", "Y3", "Y7", "K4", "R1", "B9")
        person.change(opened="series", opened_with=110)
        person.put(1, "run", "Y4 Y5 Y6")
        person.put(2, "set", "R4 Y4' B4")
        await person.settle(2)
        plain(person, "Y3 Y7 K4 Y4 Y5 Y6 R4 B4")

        async def put(tile, meld, end):
            rect = person.widget(f"meld-{meld}")["rect"]
            if how == "drag":
                await person.drag(person.spot(tile), (rect[0] + (8 if end == "low" else rect[2] - 8), rect[1] + 15))
            else:
                await person.tap(person.spot(tile))
                assert person.widget(f"meld-{meld}")["enabled"]
                await person.tap(f"meld-{meld}")

        await put("Y3", 0, "low")
        await put("Y7", 0, "high")
        await put("K4", 1, "high")
        assert [m["tiles"] for m in person.view["melds"]] == [["Y3", "Y4", "Y5", "Y6", "Y7"], ["R4", "Y4'", "B4", "K4"]]
        assert person.view["steps"] == 3
        await person.tap(person.spot("B9"))
        assert not person.widget("meld-0")["enabled"]
        await person.tap("meld-0")
        assert told(person) == person.app.texts("refused.mixed_colours", tiles="blue 9")
        assert person.state["toast"]["tiles"] == ["B9"]
        await person.key(pygame.K_ESCAPE)
        await person.tap("meld-1")
        assert told(person) == person.app.texts("hint.select_to_lay_off")

    play(script, at("okey101", size))


def test_a_tile_that_fits_both_ends_has_two_targets(play):
    async def script(person):
        okey = person.view["okey"]
        await ready(person, f"{okey} R1 B9", okey, "R1", "B9")
        person.change(opened="series", opened_with=110)
        person.put(1, "run", "Y4 Y5 Y6")
        await person.settle(2)
        await person.tap(person.spot(okey))
        assert {"meld-0-low", "meld-0-high"} <= {w["id"] for w in person.state["widgets"]}
        await person.tap("meld-0-low")
        assert person.view["melds"][0]["tiles"] == [okey, "Y4", "Y5", "Y6"]

    play(script, at("okey101"))


def test_an_okey_is_swapped_for_its_tile(play):
    async def script(person):
        okey = person.view["okey"]
        await ready(person, "Y5 R1 B9", "Y5", "R1", "B9")
        person.change(opened="series", opened_with=110)
        person.put(1, "run", f"Y4 {okey} Y6")
        await person.settle(2)
        await person.tap(person.spot("Y5"))
        await person.tap("meld-0")
        assert person.view["melds"][0]["tiles"] == ["Y4", "Y5", "Y6"]
        assert okey in person.view["rack"]
        await person.tap("undo")
        scene = person.app.table
        rect = scene.melds.on_screen(scene.melds.board().tile_at(0, 1))
        await person.drag(person.spot("Y5"), rect.center)
        assert person.view["melds"][0]["tiles"] == ["Y4", "Y5", "Y6"]

    play(script, at("okey101"))


def test_a_taken_tile_is_used_or_given_back(play):
    async def script(person):
        await ready(person, "Y3 Y4 R1 B9 K2", "Y3 Y4", "R1", "B9", "K2", phase="draw")
        game = person.app.session.table.game
        person.change(opened="series", opened_with=110)
        tile = 2 * 13 + 2 * 4  # yellow 5
        for home in [*(p.rack for p in game.hand.players), game.hand.stock, *game.hand.piles]:
            home[:] = [t for t in home if t != tile]
        game.hand.piles[3].append(tile)
        game.hand.last_discarder = 3
        person.look()
        await person.tap("take")
        assert person.view["taken"] == "Y5"
        assert person.state["prompt"] == person.app.texts("prompt.use_taken", tile="yellow 5")
        await person.tap(person.spot("R1"))
        await person.tap("discard")
        assert told(person) == person.app.texts("refused.taken_must_be_used", tiles="yellow 5")
        assert person.state["toast"]["tiles"] == ["Y5"]
        await person.tap("back")
        assert person.view["phase"] == "draw"
        assert "Y5" not in person.view["rack"]
        assert person.view["takeable"] is None
        assert not person.widget("take")["enabled"]
        await person.tap("stock")
        assert "back" not in {w["id"] for w in person.state["widgets"]}

    play(script, at("okey101"))


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_playable_tile_or_an_okey_is_thrown_after_a_question_only(play, answer):
    async def script(person):
        okey = person.view["okey"]
        for tile, key in (("Y7", "confirm.playable"), (okey, "confirm.okey")):
            await ready(person, f"Y7 {okey} R1 B9", "Y7", okey, "R1", "B9")
            if not person.view["melds"]:
                person.put(1, "run", "Y4 Y5 Y6")
            await person.settle(2)
            await person.tap(person.spot(tile))
            await person.tap("discard")
            assert person.state["scene"] == "question"
            assert person.app.texts(key, tile="yellow 7", points=101) in {t["text"] for t in person.state["texts"]} | {
                person.bridge.said[-1]
            }
            await person.tap(answer)
            assert (tile in person.view["rack"]) == (answer == "no")
        assert person.view["scores"][0] == (0 if answer == "no" else 202)

    play(script, at("okey101"))


def test_the_last_tile_ends_the_hand_without_a_question(play):
    async def script(person):
        okey = person.view["okey"]
        await ready(person, okey, okey)
        person.change(opened="series", opened_with=110)
        await person.drag(person.spot(okey), person.centre(person.widget("discard")["rect"]))
        await person.until(lambda: person.state["scene"] == "result")
        assert person.view["result"]["winner"] == 0
        assert person.view["result"]["okey"]

    play(script, at("okey101"))


def test_a_wrong_opening_that_would_cost_points_cannot_be_pressed(play):
    async def script(person):
        await ready(person, "R1 R2 R3 B5 K7 Y9 B11 R6", "R1 R2 R3", *"B5 K7 Y9 B11 R6".split())
        assert not person.widget("open")["enabled"]
        await person.tap("open")
        await person.key(pygame.K_o)
        assert told(person) == person.app.texts("refused.open_points", first=6, second=51)
        assert person.view["scores"][0] == 0

    play(script, at("okey51"))


def thirty(person):
    """Lays thirty melds on the table."""
    indicator, okey = person.view["indicator"], person.view["okey"]
    laid, owner, players = 0, 0, len(person.view["seats"])
    for twin in ("", "'"):
        for number in range(1, 14):
            names = [f"{c}{number}{twin}" for c in "RYBK"]
            names = [n for n in names if n != indicator and n.rstrip("'") != okey]
            if len(names) >= 3:
                person.put(owner % players, "set", " ".join(names[:3]))
                laid, owner = laid + 1, owner + 1
    for number in range(1, 14):
        black = f"K{number}"
        if laid < 30 and black != okey and indicator not in (black, f"{black}'") and number < 12:
            person.put(owner % players, "pair", f"{black} {black}'")
            laid, owner = laid + 1, owner + 1
    assert laid >= 30
    return laid


@pytest.mark.parametrize(
    ("size", "ratio"),
    [(PHONE, 1.0), (PHONE, 3.0), ((640, 360), 1.0), ((640, 360), 2.0), ((768, 1024), 1.0), (WIDE, 1.0)],
    ids=str,
)
def test_thirty_melds_can_all_be_read_and_reached(play, size, ratio):
    async def script(person):
        await ready(person, "K13 K10", "K13", "K10")
        total = thirty(person)
        await person.settle(2)
        board = person.app.table.melds.board()
        assert board.tile >= 24 * ratio
        seen = set()
        for _ in range(20):
            widgets = person.state["widgets"]
            found = [w for w in widgets if w["id"].startswith("meld-")]
            rects = [pygame.Rect(w["area"]) for w in found]
            assert all(a.clip(b).size in ((0, 0), (a.clip(b).width, 0), (0, a.clip(b).height)) or a is b
                       for a in rects for b in rects)  # fmt: skip
            for _, _, width, height in (w["area"] for w in found):
                assert min(width, height) >= 43
            seen |= {w["id"] for w in found}
            down = next((w for w in widgets if w["id"] == "melds-down"), None)
            if down is None or not down["enabled"]:
                break
            await person.tap("melds-down")
        assert seen == {f"meld-{i}" for i in range(total)}
        if down is not None:
            assert person.app.table.melds.scroll > 0
            board_at = person.app.table.layout.board.center
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=50))
            await person.settle(1)
            assert person.app.table.melds.scroll == 0
            centre = tuple(v / ratio for v in board_at)
            await person.drag(centre, (centre[0], centre[1] - 60))
            assert person.app.table.melds.scroll > 0

    play(script, at("okey101", (round(size[0] * ratio), round(size[1] * ratio)), ratio=ratio))


def test_konkan_is_told_with_badges_blocked_ends_and_a_banner(play):
    async def script(person):
        t = person.app.texts
        await ready(person, "Y3 R1 B9", "Y3", "R1", "B9")
        person.put(1, "run", "Y4 Y5 Y6", ("low",))
        person.change(1, opened="series", opened_with=85)
        person.change(2, konkan=True)
        person.change(3, eliminated=True)
        await person.settle(2)
        texts = {shown["text"] for shown in person.state["texts"]}
        assert {t("badge.opened_series", value=85), t("badge.konkan"), t("badge.eliminated")} <= texts
        assert t("meld.blocked_low") in person.widget("meld-0")["label"]
        await person.tap(person.spot("Y3"))
        await person.tap("meld-0")
        assert told(person) == t("refused.add_blocked")
        game = person.app.session.table.game
        game.hands_played = 5
        person.change(0, konkan=True)
        await person.settle(2)
        shown = {shown["text"] for shown in person.state["texts"]}
        assert t("table.determine", names="You & Mehmet") in shown
        assert person.state["view"]["melds"][0]["blocked"] == ["low"]

    play(script, at("konkan81"))


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [PHONE, (640, 360), (844, 390), (768, 1024), WIDE], ids=str)
def test_who_has_declared_pairs_is_told_on_every_plate(play, size, language):
    async def script(person):
        t = person.app.texts
        await person.my_turn()
        for seat in range(4):
            person.change(seat, declared=True)
        await person.settle(2)
        told = {t("badge.declared"), t("badge.declared_short")}
        button = pygame.Rect(person.widget("sort-pairs")["rect"])
        shown = [text for text in person.state["texts"] if not button.contains(text["rect"])]
        assert sum(text["text"] in told for text in shown) == 4

    play(script, at("okey101", size, language=language))


def test_before_opening_one_lay_off_makes_konkan(play):
    async def script(person):
        await ready(person, "Y7 R1 B9 K2 K4", "Y7", "R1", "B9", "K2", "K4")
        person.put(1, "run", "Y4 Y5 Y6")
        person.change(1, opened="series", opened_with=85)
        await person.settle(2)
        await person.drag(person.spot("Y7"), person.centre(person.widget("meld-0")["rect"]))
        assert person.view["seats"][0]["konkan"]
        assert told(person) == person.app.texts("event.konkan_you")
        assert person.view["melds"][0]["blocked"] == ["high"]

    play(script, at("konkan81"))


def test_a_konkan_player_lays_the_whole_hand_at_once(play):
    async def script(person):
        run, rest = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "Y9 B9 K9 R9'"
        await ready(person, f"{run} {rest} B1", *run.split(), *rest.split(), "B1")
        plain(person, run, rest)
        person.change(0, konkan=True)
        await person.settle(2)
        await person.tap("sort-best")
        assert [len(g["tiles"]) for g in person.state["groups"]["found"]] == [10, 4]
        assert person.widget("open")["enabled"]
        await person.tap("open")
        assert [len(m["tiles"]) for m in person.view["melds"]] == [10, 4]

    play(script, at("konkan81"))


def test_pairs_open_and_the_bar_of_pairs_is_shown(play):
    async def script(person):
        pairs = [f"{t} {t}'" for t in ("R2", "Y3", "B4", "K6", "R8")]
        await ready(person, " ".join([*pairs, "K1 B7 Y9"]), *pairs[:4], "R8", "R8'", "K1", "B7", "Y9")
        plain(person, *pairs)
        groups = person.state["groups"]
        assert (groups["pairs"], groups["value"], groups["needed"]) == (True, 4, 5)
        await person.tap("sort-pairs")
        assert person.widget("open")["label"] == person.app.texts("button.open_pairs_full", value=5, needed=5)
        await person.tap("open")
        assert person.view["seats"][0]["opened"] == "pairs"

    play(script, at("okey101"))


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize(("size", "ratio"), [(PHONE, 1.0), ((640, 360), 1.0), (PHONE, 2.0), (WIDE, 1.0)], ids=str)
@pytest.mark.parametrize("rules", ["okey101", "konkan81", "okey51+duel+vibrant", "okey51+team players=4"])
def test_no_text_of_an_open_table_is_cut(play, rules, size, ratio, language):
    def check(person):
        person.app.redraw()
        person.app._draw()
        assert [t["text"] for t in person.state["texts"] if t["clipped"]] == []
        width, height, _ = person.state["viewport"]
        screen = pygame.Rect(0, 0, width + 1, height + 1)
        assert all(screen.contains(w["rect"]) for w in person.state["widgets"])

    async def script(person):
        app = person.app
        await ready(person, "K13 * K8 K9 K10", "K13", "*", "K8 K9 K10")
        check(person)
        for seat in range(1, person.app.session.view.rules.players):
            person.change(seat, opened="series" if seat % 2 else "pairs", opened_with=104 if seat % 2 else 11)
        thirty(person)
        app.session.table.game.scores = (1104, -202, 1313, 808)[: len(app.session.view.scores)]
        person.change(0, opened="series", opened_with=121, konkan=app.session.view.rules.konkan)
        for _ in range(12):
            check(person)
            if not app.press("melds-down"):
                break
        for reason in REASONS:
            refused = Refused(reason, (0, 1, 2, 104), (100, 101))
            app.notice(explain(app.texts, refused, app.session.view.faces), alarm=True)
            check(person)
        app.toast = None
        for tile in app.session.view.rack:
            app.table.select(tile)
            check(person)
        app.table.select(*app.session.view.rack[:3])
        check(person)
        game = app.session.table.game
        view = app.session.view
        app.session.view = replace(view, turn=replace(view.turn, taken=view.rack[0]), steps=2)
        check(person)
        for seat in range(1, view.rules.players):
            game.hand.actor = seat
            person.look()
            check(person)
        app.table.select()
        game.hand.actor = 0
        person.hold("K13")
        person.change(0, opened="series", opened_with=121)
        await person.drag(person.spot("K13"), person.centre(person.widget("discard")["rect"]))
        assert person.view["result"], (person.state["toast"], person.state["scene"])
        await person.until(lambda: person.state["scene"] == "result")
        check(person)
        await person.tap("scores")
        check(person)

    pixels = (round(size[0] * ratio), round(size[1] * ratio))
    play(script, at(rules, pixels, ratio=ratio, language=language))


def test_the_owners_colours_differ():
    assert len(set(theme.SEAT_COLOURS)) == 4


@pytest.mark.parametrize("rules", ["okey101+team", "konkan81", "okey51 players=3"])
def test_a_reload_comes_back_to_the_same_table(play, rules):
    bridge = at(rules)
    kept = {}

    def look(person):
        return {key: person.state[key] for key in ("view", "rack", "groups")}

    async def before(person):
        for _ in range(12):
            await person.my_turn()
            if person.state["scene"] == "result":
                break
            if person.view["phase"] == "draw":
                await person.tap("stock")
            await person.tap("sort-best")
            if person.widget("open")["enabled"]:
                await person.tap("open")
            if len(person.view["melds"]) > 4:
                break
            await person.tap(person.spot(person.view["rack"][-1]))
            await person.tap("discard")
            if person.state["scene"] == "question":
                await person.tap("yes")
        person.app.session.stop()
        await person.settle(3)
        kept.update(look(person))

    async def after(person):
        person.app.session.stop()
        await person.settle(3)
        assert look(person) == kept

    play(before, bridge)
    play(after, QuietBridge(bridge.stored))
