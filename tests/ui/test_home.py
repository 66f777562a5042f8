"""Home, set-up, settings, names, rules and scores."""

import json
from itertools import pairwise, takewhile

import pygame
import pytest

from okey.game.actions import DRAW, discard
from okey.game.game import Game
from okey.game.scoring import side_totals
from okey.presets import OVERLAYS, PRESETS
from okey.record import Record
from okey.rulebook import rulebook
from okey.rules import OPTIONS, RuleSet
from okey.ui import theme
from okey.ui.draft import Draft
from okey.ui.settings import CHOICES, VOLUMES, Settings
from okey.ui.storage import MATCH, SETTINGS
from okey.ui.texts import signed
from okey.ui.unlocks import free
from tests.ui.person import QuietBridge
from tests.ui.playing import TOUR
from tests.ui.saves import begun, played

PHONE = (360, 640)


def ids(person):
    return [w["id"] for w in person.state["widgets"]]


async def find(person, identifier):
    """Scrolls a panel until a widget is seen."""
    while identifier not in ids(person) and person.widget("previous")["enabled"]:
        await person.tap("previous")
    while identifier not in ids(person):
        assert person.widget("next")["enabled"], f"{identifier} is nowhere"
        await person.tap("next")


async def press(person, identifier):
    if identifier not in ids(person):
        await find(person, identifier)
    await person.tap(identifier)


def test_a_table_is_dealt_at_once_and_home_is_one_press_away(play):
    async def script(person):
        assert person.state["scene"] == "table"
        assert len(person.view["rack"]) in (14, 15)
        await person.tap("menu")
        assert person.state["scene"] == "menu"
        assert ids(person)[0] == "continue"
        await person.tap("continue")
        assert person.state["scene"] == "table"
        await person.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
        assert person.state["scene"] == "table"

    play(script, size=PHONE)


@pytest.mark.parametrize("size", [PHONE, (640, 360), (1366, 768)], ids=str)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_can_be_chosen_and_dealt(play, preset, size):
    bridge = QuietBridge(size=size)

    async def script(person):
        await person.my_turn()
        await person.tap("menu")
        await person.tap("play")
        assert person.state["scene"] == "setup"
        await press(person, f"preset-{preset}")
        assert person.widget(f"preset-{preset}")["chosen"]
        await person.tap("deal")
        assert person.state["scene"] == "table", "nothing of the person's is lost: nothing is asked"
        assert person.view["rules"] == preset
        rules = RuleSet.parse(preset)
        await person.until(lambda: person.view["hand"] == 1)
        assert len(person.view["rack"]) in (rules.hand_size, rules.hand_size + 1)

    play(script, bridge)

    async def again(person):
        assert person.view["rules"] == preset
        assert person.app.settings.draft.base == preset

    play(again, QuietBridge(bridge.stored, size=size))


def test_only_who_has_played_is_asked_whether_the_match_may_be_lost(play):
    bridge = QuietBridge()

    async def deal(person):
        await person.tap("menu")
        await person.tap("play")
        await person.tap("deal")

    async def script(person):
        await person.my_turn()
        await deal(person)
        assert person.state["scene"] == "table"
        await person.my_turn()
        person.app.act(DRAW if person.view["phase"] == "draw" else discard(person.app.session.view.rack[0]))
        await deal(person)
        assert person.state["scene"] == "question"

    async def again(person):
        await deal(person)
        assert person.state["scene"] == "question", "what was done before the reload counts"
        await person.tap("yes")
        await deal(person)
        assert person.state["scene"] == "table"

    play(script, bridge)
    play(again, QuietBridge(bridge.stored))


def test_overlays_options_names_and_levels_make_the_match(play):
    bridge = QuietBridge()

    async def script(person):
        await person.my_turn()
        await person.tap("menu")
        await person.tap("play")
        await press(person, "preset-okey101")
        await press(person, "overlay-team")
        await press(person, "overlay-katlamali")
        await press(person, "name-1")
        await press(person, "options")
        await press(person, "option-open_min_points-next")
        await press(person, "option-next_starter-next")
        await person.tap("deal")
        await person.my_turn()
        assert person.view["rules"] == "okey101+team+katlamali next_starter=winner open_min_points=121"
        names = [sitter.name for sitter in person.app.session.sitters]
        assert names[0] == ""
        assert names[1] not in ("Elif", "Mehmet", "Zeynep")
        assert f"seat bot medium {names[1]}" in bridge.stored[MATCH]
        assert names[1] in {t["text"] for t in person.state["texts"]}

    play(script, bridge)


def test_what_contradicts_gives_way(play):
    async def script(person):
        await person.my_turn()
        await person.tap("menu")
        await person.tap("play")
        await press(person, "overlay-team")
        await press(person, "overlay-duel")
        assert person.app.scene.draft.overlays == ["duel"]
        await press(person, "overlay-duel")
        await press(person, "overlay-team")
        await press(person, "options")
        await press(person, "option-players-next")
        assert person.app.scene.draft.rules.players == 3
        assert person.app.scene.draft.overlays == []
        assert "name-3" not in ids(person)

    play(script)


def test_an_impossible_value_says_what_it_contradicts(play):
    async def script(person):
        await person.my_turn()
        await person.tap("menu")
        await person.tap("play")
        await press(person, "options")
        await press(person, "option-table_melds-next")
        assert OPTIONS["finish_action"].label["en"] in person.state["toast"]["text"]
        assert not person.app.scene.draft.rules.table_melds
        assert person.state["toast"]["text"] in {t["text"] for t in person.state["texts"]}

    play(script)


def test_leaving_the_set_up_changes_nothing(play):
    async def script(person):
        await person.my_turn()
        before = person.view
        await person.tap("menu")
        await person.tap("play")
        await press(person, "preset-okey51")
        await person.tap("close")
        await person.tap("continue")
        assert person.view == before
        await person.tap("menu")
        await person.tap("play")
        assert person.widget("preset-classic")["chosen"]
        person.app.session.played = True
        await person.tap("deal")
        await person.tap("no")
        assert person.state["scene"] == "setup"

    play(script)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [PHONE, (640, 360)], ids=str)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_text_of_any_option_is_cut(play, preset, size, language):
    async def script(person):
        person.app.session.stop()
        await person.tap("menu")
        await person.tap("play")
        await press(person, f"preset-{preset}")
        await press(person, "options")
        while True:
            assert [t["text"] for t in person.state["texts"] if t["clipped"]] == []
            rects = [pygame.Rect(w["rect"]) for w in person.state["widgets"]]
            assert not any(a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
            assert min(min(rect.size) for rect in rects) >= 40
            if not person.widget("next")["enabled"]:
                break
            await person.tap("next")

    play(script, size=size, language=language)


def test_every_option_steps_through_valid_rule_sets_only():
    for preset in PRESETS:
        draft = Draft(preset)
        for name in draft.options():
            values = draft.choices(name)
            assert getattr(draft.rules, name) in values
            assert len(values) == len({str(value) for value in values}) > 1
            for value in values:
                OPTIONS[name].check(value)


def test_an_option_that_undoes_an_overlay_takes_it_away():
    draft = Draft()
    draft.toggle("duel")
    draft.toggle("vibrant")
    draft.set_option("players", 3)
    assert (draft.base, draft.changes) == ("classic+vibrant", {"players": 3})
    draft.toggle("duel")
    draft.set_option("players", 4)
    assert (draft.base, draft.changes) == ("classic+vibrant", {})
    assert RuleSet.parse(str(draft.rules)) == draft.rules


def test_of_two_overlays_that_set_one_option_the_later_stays():
    draft = Draft("elit")
    draft.toggle("elit_literal")
    draft.toggle("team")
    draft.toggle("elit_app")
    assert draft.overlays == ["team", "elit_app"]


def test_drafts_are_kept_as_they_are():
    draft = Draft("okey101")
    draft.toggle("team")
    draft.set_option("open_min_points", 121)
    draft.name_seat(0, "  Işıl ")
    draft.next_name(2)
    again = Draft.from_data(json.loads(json.dumps(draft.as_data())))
    assert again == draft
    assert again.sitters[0].name == "Işıl"
    for bad in (None, {}, {"rules": "x", "seats": []}, {"rules": "classic", "seats": ["bot medium"] * 4}, [1]):
        assert Draft.from_data(bad) == Draft()


@pytest.mark.parametrize("preset", PRESETS)
def test_only_overlays_that_change_something_are_offered(preset):
    draft = Draft(preset)
    for overlay in OVERLAYS:
        if draft.offers(overlay):
            draft.toggle(overlay)
            assert draft.rules != RuleSet.parse(preset)
            draft.toggle(overlay)
        assert draft.rules == RuleSet.parse(preset)


# ---- names


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [PHONE, (640, 360)], ids=str)
def test_a_name_is_typed_with_any_letters(play, size, language):
    bridge = QuietBridge(size=size, language=language)

    async def script(person):
        await person.my_turn()
        await person.tap("menu")
        await person.tap("play")
        await press(person, "name-0")
        assert person.state["scene"] == "name"
        assert not any(t["clipped"] for t in person.state["texts"])
        for letter in "İIŞ":
            await person.tap(f"key-{letter}")
        assert "İış|" in {t["text"] for t in person.state["texts"]}
        await person.key(pygame.K_BACKSPACE)
        for text in ("ğ", " ", "x"):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        await person.settle(2)
        await person.key(pygame.K_SPACE)
        await person.tap("key-delete")
        await person.tap("done")
        assert person.state["scene"] == "setup"
        await person.tap("deal")
        await person.settle(3)
        assert person.app.seat_name(0) == "İığ"

    play(script, bridge)

    async def again(person):
        assert person.app.seat_name(0) == "İığ"
        assert any("İığ" in t["text"] for t in person.state["texts"])

    play(again, QuietBridge(bridge.stored, size=PHONE))


# ---- settings


def test_every_setting_takes_effect_and_is_kept(play):
    bridge = QuietBridge()

    async def script(person):
        app = person.app
        await person.my_turn()
        await person.tap("menu")
        await person.tap("settings")
        pictures = set()
        for name in ("cloth", "tiles"):
            for word in free(name, 1):
                await press(person, f"{name}-{word}")
                assert getattr(app.settings, name) == word
                await person.settle(2)
                pictures.add(pygame.image.tobytes(app._canvas, "RGB"))
        assert app.cloth is theme.CLOTHS["night"]
        assert len(pictures) >= 7
        await press(person, "speed-instant")
        assert app.session.table.pace == 0
        assert app.animator.share == 0
        await press(person, "volume-0")
        person.bridge.played.clear()
        await press(person, "hints-none")
        assert person.bridge.played == []
        await press(person, "deal-short")
        await press(person, "hand-left")
        await press(person, "language-tr")
        assert person.state["language"] == "tr"
        assert person.widget("language-tr")["label"] == "Dil: Türkçe"
        await person.tap("close")
        await person.tap("continue")
        assert app.table.layout.actions.centerx < app.table.layout.tools["sort-runs"].centerx

    play(script, bridge)
    kept = json.loads(bridge.stored[SETTINGS])
    assert kept["volume"] == 0

    async def again(person):
        wanted = Settings("tr", "night", "shapes", "none", speed="instant", volume=0, deal="short", left_handed=True)
        assert person.app.settings == wanted

    play(again, QuietBridge(bridge.stored))


@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81"])
def test_the_places_of_the_rack_get_as_wide_as_a_finger(play, rules):
    async def script(person):
        app = person.app
        draft = Draft()
        draft.choose_preset(rules)
        app.new_match(draft)
        await person.settle(4)
        await person.my_turn()
        order = [tile for tile in app.session.rack.slots if tile is not None]
        for tap in ("menu", "settings"):
            await person.tap(tap)
        await press(person, "slots-wide")
        rack = app.session.rack
        assert (rack.columns, rack.rows) == (app.table.layout.columns, app.table.layout.rows)
        assert min(app.table.layout.reach(slot).width for slot in range(len(rack.slots))) >= 43
        assert sorted(tile for tile in rack.slots if tile is not None) == sorted(order)
        app.begin_challenge(0)
        await person.settle(2)
        app.change_setting("slots", "many")
        await person.settle(2)
        app.leave_room()
        await person.settle(2)
        assert app.session.rack is rack
        assert (rack.columns, rack.rows) == (app.table.layout.columns, app.table.layout.rows)
        assert sorted(tile for tile in rack.slots if tile is not None) == sorted(order)
        await person.draw()

    play(script, QuietBridge({"settings": json.dumps({"guide": "done", "deal": "short"})}, size=PHONE))


def test_hints_light_the_groups_or_do_not(play):
    async def script(person):
        await person.my_turn()
        person.app.session.stop()
        await person.settle(3)
        person.hold("R1 R2 R3 B5 B6 B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13", phase="draw")
        person.arrange("R1 R2 R3", "B5", "B6", *"B8 K9 K10 K12 Y1 Y2 Y4 R9 Y13".split())
        pictures = {}
        for hints in CHOICES["hints"]:
            person.app.change_setting("hints", hints)
            await person.settle(3)
            pictures[hints] = pygame.image.tobytes(person.app._canvas, "RGB")
            label = person.widget(f"slot-{person.slot_of('R2')}")["label"]
            assert (person.app.texts("slot.run") in label) is (hints != "none")
        assert pictures["none"] != pictures["groups"]

    play(script)


def test_loudness_follows_the_setting(play):
    class Loud(QuietBridge):
        volumes: list[float]

        def play(self, name, samples, rate, volume):  # noqa: ARG002
            self.volumes = [*getattr(self, "volumes", []), volume]

    async def script(person):
        person.app.session.stop()
        for level in VOLUMES[1:]:
            person.app.change_setting("volume", level)
        assert len(person.bridge.volumes) >= 4
        last = person.bridge.volumes[-4:]
        assert all(a < b for a, b in pairwise(last))
        assert last[-1] == 1.0

    play(script, Loud())


# ---- rules and scores


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("rules", ["classic", "okey101+team", "konkan81"])
def test_the_rules_are_the_engines_text(play, rules, language):
    async def script(person):
        person.app.session.stop()
        await person.tap("menu")
        await person.tap("rules")
        lines, seen = [], set()
        while True:
            state = person.state
            lines += [t["text"] for t in state["texts"] if t["text"] not in seen]
            seen |= set(lines)
            assert not any(t["clipped"] for t in state["texts"])
            if not person.widget("next")["enabled"]:
                break
            await person.key(pygame.K_PAGEDOWN)
        words = set(" ".join(lines).split())
        for section in rulebook(RuleSet.parse(rules), language):
            assert section.title in seen
            assert set(section.text.replace("'", "’").split()) <= words
        await person.key(pygame.K_PAGEUP)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=400))
        await person.settle(1)
        assert person.app.scene.first == 0
        x, y = person.app.scene.body().center
        await person.drag((x, y), (x, y - 150))
        assert person.app.scene.first > 0
        assert person.state["scene"] == "rules"

    play(script, QuietBridge({MATCH: begun(rules, "3")}, language=language, size=PHONE))


@pytest.mark.parametrize(
    ("rules", "columns"),
    [
        ("classic", ["You", "Elif", "Mehmet", "Zeynep"]),
        ("classic+duel", ["You", "Elif"]),
        ("konkan81", ["We: You, Mehmet", "They: Elif, Zeynep"]),
        ("okey101+team", ["We: You, Mehmet", "They: Elif, Zeynep"]),
        ("gamearea match_end=n_hands n_hands=11", ["You", "Elif", "Mehmet", "Zeynep"]),
        ("duz players=3", ["You", "Elif", "Mehmet"]),
    ],
)
def test_the_score_sheet_fits_every_score_model(play, rules, columns):
    async def script(person):
        person.app.session.stop()
        assert len(person.app.session.scores) >= 3
        await person.until(lambda: person.state["scene"] == "result")
        await person.tap("scores")
        texts = [t["text"] for t in person.state["texts"]]
        for name in columns:
            assert name in texts
        assert not any(t["clipped"] for t in person.state["texts"])
        for total in side_totals(person.app.session.view.rules, person.app.session.scores[-1]):
            assert str(total).replace("-", "−") in texts

    play(script, QuietBridge({MATCH: played(rules, "4", _two_hands)}, size=PHONE))


def _two_hands(game, _action):
    return game.result is not None and game.hand_number == 2


def _over(game, _action):
    return game.phase == "over"


@pytest.mark.parametrize("size", [PHONE, (1366, 768)], ids=str)
@pytest.mark.parametrize(("rules", "hands"), [("gamearea match_end=n_hands n_hands=11", 11), ("konkan81", 6)])
def test_the_sheet_of_a_whole_match_has_every_hand_to_its_last(play, rules, hands, size):
    text = played(rules, "4", _over)
    record, totals = Record.parse(text), []
    game = Game(record.rules, record.seed)
    for action in record.actions:
        hand = game.hand_number
        game.apply(action)
        if game.result is not None and (not totals or totals[-1][0] != hand):
            totals.append((hand, side_totals(record.rules, game.result.after)))
    assert len(totals) >= hands

    async def script(person):
        t = person.app.texts
        await person.until(lambda: person.state["scene"] == "result")
        await person.tap("scores")
        for _ in totals:
            await person.key(pygame.K_PAGEUP)
        seen = []
        while True:
            assert not [text["text"] for text in person.state["texts"] if text["clipped"]]
            seen.append([text["text"] for text in person.state["texts"]])
            before = person.app.scene.first
            await person.key(pygame.K_PAGEDOWN)
            if person.app.scene.first == before:
                break
        void, counted, labels = person.app.session.void, 0, []
        for hand, _ in totals:
            determine = record.rules.match_end == "five_plus_determine" and counted == 5
            label = t("scores.determine") if determine else t("scores.hand", hand=hand)
            labels.append(t("scores.void", hand=label) if hand in void else label)
            counted += hand not in void
        for label, (_, after) in zip(labels, totals, strict=True):
            page = next((page for page in seen if label in page), None)
            assert page is not None, (label, seen)
            cells = list(takewhile(lambda text: text not in labels, page[page.index(label) + 1 :]))
            assert {signed(total) for total in after} <= set(cells), (label, after, cells)
        assert counted == hands
        assert (t("scores.determine") in labels) == (rules == "konkan81")

    play(script, QuietBridge({MATCH: text}, size=size))


def show_scores(texts, rules, result):
    """Checks that the end of a hand tells everybody's score, or the sides' and what each partner brought."""
    if rules.teams == "none":
        assert {signed(after) for after in result.after} <= {*texts}
        return
    for total in side_totals(rules, result.after):
        assert any(signed(total) in text for text in texts)
    for before, after in zip(result.before, result.after, strict=True):
        assert signed(after - before, plus=after != before) in texts


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [PHONE, (640, 360), (1366, 768)], ids=str)
@pytest.mark.parametrize("rules", [*PRESETS, "okey101+duel", "okey51+team+vibrant", "classic players=3"])
def test_the_end_of_a_hand_shows_every_charge(play, rules, size, language):
    async def script(person):
        person.app.session.stop()
        await person.until(lambda: person.state["scene"] == "result")
        texts = [t["text"] for t in person.state["texts"]]
        assert [t["text"] for t in person.state["texts"] if t["clipped"]] == []
        result = person.app.session.view.result
        assert result.charges
        for charge in result.charges:
            if charge.points:
                points = f"{charge.points:+d}".replace("-", "−")
                words = person.app.texts(f"charge.{charge.reason}", points=points)
                assert any(words in text for text in texts)
        show_scores(texts, person.app.session.view.rules, result)

    bridge = QuietBridge({MATCH: played(rules, "3", _finished)}, size=size, language=language)
    play(script, bridge)


def _finished(game, _action):
    return game.result is not None and game.result.winner is not None


@pytest.mark.parametrize("size", [PHONE, (1366, 768)], ids=str)
@pytest.mark.parametrize("rules", ["duz", "konkan81", "classic+duel"])
def test_the_discards_that_may_be_seen_are_listed(play, rules, size):
    async def script(person):
        person.app.session.stop()
        game = person.app.session.table.game
        for pile in game.hand.piles:
            pile += [game.hand.stock.pop() for _ in range(6)]
        person.look()
        await person.tap("menu")
        await person.tap("discards")
        texts = [t["text"] for t in person.state["texts"] if not t["clipped"]]
        view = person.app.session.view
        for number, (pile, thrown) in enumerate(zip(view.piles, view.pile_sizes, strict=True)):
            name = person.app.seat_name(number) if len(view.piles) > 1 else person.app.texts("discards.all")
            covered = thrown - len(pile)
            if covered:
                name += f" · {person.app.texts('discards.hidden', count=covered)}"
            assert name in texts
        game.hand.players[0].declared = True
        person.look()
        person.app.scene.refresh()
        if rules == "duz":
            drawn = [tile for row in person.app.scene._rows for tile in getattr(row, "tiles", ())]
            assert drawn == [tile for pile in game.hand.piles for tile in pile]

    play(script, QuietBridge({MATCH: begun(rules, "3")}, size=size))


@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81"])
@pytest.mark.parametrize("size", [(200, 120), (1, 1), (120, 300), (300, 150)], ids=str)
def test_tiny_frames_do_no_harm(play, size, rules):
    async def script(person):
        app = person.app
        person.app.session.stop()
        for identifier in TOUR:
            assert app.press(identifier), identifier
            app._draw()
        app.press("menu")
        app.press("play")
        app.scene.chosen("options")
        app._draw()
        app.scene.chosen("name-0")
        app._draw()
        for _ in range(40):
            app.press("next")

    play(script, QuietBridge({MATCH: begun(rules, "3")}, size=size))


@pytest.mark.parametrize("rules", ["classic", "konkan81"])
def test_the_end_of_the_last_hand_can_be_seen_again(play, rules):
    bridge = QuietBridge({MATCH: played(rules, "4", _two_hands)}, size=PHONE)

    async def look(person):
        await person.tap("menu")
        await person.tap("scores")
        assert person.widget("last")["label"] == "Last hand"
        await person.tap("last")
        assert person.state["scene"] == "last"
        assert [widget["id"] for widget in person.state["widgets"]] == ["close"]
        texts = [t["text"] for t in person.state["texts"]]
        assert not any(t["clipped"] for t in person.state["texts"])
        result = person.app.session.last.result
        show_scores(texts, person.app.session.view.rules, result)
        await person.key(pygame.K_ESCAPE)
        assert person.state["scene"] == "scores"
        await person.tap("last")
        await person.tap("close")
        await person.tap("close")
        await person.tap("continue")
        return result

    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        shown = person.app.session.view.result
        await person.tap("next-hand")
        await person.my_turn()
        assert person.app.session.view.result is None
        assert await look(person) == shown

    play(script, bridge)

    async def later(person):
        await person.my_turn()
        await look(person)
        person.app.again()
        await person.my_turn()
        await person.tap("menu")
        await person.tap("scores")
        assert "last" not in {widget["id"] for widget in person.state["widgets"]}

    play(later, QuietBridge(bridge.stored, size=PHONE))


def test_a_newer_build_is_taken_up_between_matches_only(play):
    async def script(person):
        at_start = person.bridge.renewals.copy()
        assert len(at_start) == 1
        await person.my_turn()
        await person.tap("stock")
        await person.tap("menu")
        await person.tap("play")
        assert person.bridge.renewals == at_start
        await person.tap("deal")
        await person.tap("yes")
        assert len(person.bridge.renewals) == 2
        assert person.bridge.renewals[-1].startswith(person.bridge.stored[MATCH].splitlines()[0])

    play(script)


def test_a_match_under_way_keeps_its_build(play):
    async def script(person):
        assert person.bridge.renewals == []

    play(script, storage={MATCH: begun("classic", "1")})


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", [PHONE, (640, 360), (1366, 768)], ids=str)
def test_the_menu_offers_to_install_where_that_is_possible(play, size, language):
    class Offering(QuietBridge):
        installs = 0

        def can_fullscreen(self):
            return True

        def can_install(self):
            return True

        def install(self):
            self.installs += 1

    async def script(person):
        await person.tap("menu")
        assert not [text for text in person.state["texts"] if text["clipped"]]
        await person.tap("install")
        assert person.bridge.installs == 1

    play(script, bridge=Offering(size=size, language=language))
