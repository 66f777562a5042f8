"""The contrast of every text that is drawn, measured in the picture, on every cloth and with every tile face."""

import json
from collections import Counter

import pytest

from okey.tiles import KIND_NAMES
from okey.ui import theme
from okey.ui.settings import CHOICES
from okey.ui.storage import MATCH, SETTINGS
from tests.ui.gallery import stored, tour
from tests.ui.person import QuietBridge, pygame
from tests.ui.saves import begun, played
from tests.ui.scenes import scenes

ENOUGH = 4.5
"""WCAG 2.2, 1.4.3: the least contrast of text."""


def luminance(colour):
    """Gets the relative luminance of a colour, as WCAG defines it."""
    red, green, blue = (c / 12.92 if (c := v / 255) <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for v in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def measured(surface, rect):
    """Measures the contrast of a text: of its ink, the middle of its strokes, against what is most seen around it."""
    rect = rect.clip(surface.get_rect())
    pixels = Counter(
        tuple(surface.get_at((x, y)))[:3] for y in range(rect.top, rect.bottom) for x in range(rect.left, rect.right)
    )
    background = pixels.most_common(1)[0][0]
    return max(contrast(colour, background) for colour in pixels)


def test_it_measures_what_it_should():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def weak(person, start=0):
    """Lists the texts with too little contrast; what a disabled button says may be weaker."""
    app, surface = person.app, pygame.display.get_surface()
    off = [w.rect for w in app.scene.widgets() if not w.enabled]
    found = {}
    for shown in app.painter.shown[start:]:
        if not any(rect.contains(shown.rect.clip(rect)) and rect.collidepoint(shown.rect.center) for rect in off):
            ratio = measured(surface, shown.rect)
            if ratio < ENOUGH:
                found[shown.text] = round(ratio, 2)
    return found


async def plain(person):
    """Draws a tile, and waits until nothing but the table is seen."""
    await person.draw()
    person.app.toast = None
    person.app.redraw()
    await person.settle(3)


def bridge(match, **settings):
    return QuietBridge({MATCH: match, SETTINGS: json.dumps(settings)}, size=(1366, 768), ratio=1.0)


@pytest.mark.parametrize(("rules", "language"), [("classic", "tr"), ("okey101+team", "en")])
def test_texts_of_every_scene(play, rules, language):
    found = {}

    async def look(person, name):
        found[name] = weak(person, person.below())

    play(tour(look), QuietBridge(stored(rules, language=language), size=(1366, 768)))
    assert {name: texts for name, texts in found.items() if texts} == {}
    assert set(found) == set(scenes())


@pytest.mark.parametrize("cloth", CHOICES["cloth"])
@pytest.mark.parametrize("rules", ["classic", "okey101+team"])
def test_texts_on_every_cloth(play, rules, cloth):
    async def script(person):
        await plain(person)
        assert weak(person) == {}
        person.app.notice("Refused", alarm=True)
        await person.settle(2)
        assert weak(person) == {}
        person.app.notice("Told")
        await person.settle(2)
        assert weak(person) == {}
        assert person.app.press("hint")
        await person.until(lambda: person.state["speech"])
        await person.settle(2)
        assert weak(person) == {}

    play(script, bridge(begun(rules, "7"), cloth=cloth))


@pytest.mark.parametrize("tiles", CHOICES["tiles"])
@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_texts_beside_and_on_every_face_of_the_tiles(play, rules, tiles):
    async def script(person):
        await plain(person)
        texts = [shown.text for shown in person.app.painter.shown]
        assert str(person.view["stock"]) in texts, "it stands on the back of a tile"
        assert weak(person) == {}

    play(script, bridge(begun(rules, "7"), tiles=tiles))


@pytest.mark.parametrize("wood", CHOICES["rack"])
def test_texts_on_every_rack(play, wood):
    async def script(person):
        await plain(person)
        assert weak(person) == {}

    play(script, bridge(begun("classic", "7"), rack=wood))


@pytest.mark.parametrize("rules", ["classic", "konkan81"])
def test_texts_at_the_end_of_a_hand(play, rules):
    async def script(person):
        await person.until(lambda: person.state["scene"] == "result")
        person.app._scenes = [person.app.scene]  # what lies under the panel is in its shade
        person.app.redraw()
        await person.settle(2)
        assert weak(person) == {}

    play(script, bridge(played(rules, "1", lambda game, _: game.hand_number == 1 and game.actor is None)))


@pytest.mark.parametrize("look", CHOICES["tiles"])
def test_numbers_on_every_tile(look):
    face = theme.LOOKS[look]
    inks = [face.colours[3]] if face.band else face.colours
    for ink in (*inks, face.joker):
        for paper in (face.top, face.bottom):
            assert contrast(ink, paper) >= ENOUGH, (look, ink, paper)
    for ink in inks:
        for paper in (face.okey_top, face.okey_bottom):
            assert contrast(ink, paper) >= ENOUGH, (look, ink, paper)


def test_every_kind_is_drawn_readably(play):
    """Measures the pictures themselves: the upper half of each tile, where its number is."""

    async def script(person):
        surface = pygame.display.get_surface()
        for look in CHOICES["tiles"]:
            person.app.change_setting("tiles", look)
            for kind, name in enumerate(KIND_NAMES):
                rect = pygame.Rect(20, 20, 44, 61)
                person.app.tiles.draw(surface, rect, kind)
                upper = pygame.Rect(rect.x + 6, rect.y + 4, rect.width - 12, rect.height // 2)
                assert measured(surface, upper) >= ENOUGH, (look, name)

    play(script)


def test_the_focus_stands_out_everywhere():
    """WCAG 2.2, 1.4.11: of its two rings one has 3 to 1 against every ground."""
    grounds = [theme.SHEET, theme.GOLD, (239, 229, 205), (30, 92, 76)]
    grounds += [colour for wood in theme.WOODS.values() for colour in (wood.light, wood.middle, wood.slot)]
    grounds += [colour for cloth in theme.CLOTHS.values() for colour in (cloth.centre, cloth.edge, cloth.button)]
    for ground in grounds:
        assert max(contrast(theme.FOCUS, ground), contrast(theme.INK, ground)) >= 3, ground
    assert contrast(theme.FOCUS, theme.INK) >= 3
