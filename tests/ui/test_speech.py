"""The first words of all, to whom they are new: beside everything that is there, never over it."""

import pytest
from pygame import Rect

from tests.ui.person import QuietBridge

SIZES = [(360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (900, 600), (1366, 768)]


@pytest.mark.parametrize("letters", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_offer_covers_nothing(play, size, language, letters):
    async def script(person):
        app = person.app
        app.settings.text = f"{letters:.0%}".rstrip("%")
        app.resize()
        app.table.end_ceremony()
        await person.my_turn()
        await person.settle(3)
        lay = app.table.layout
        bubble = Rect(person.widget("speech")["rect"])
        piles = [pile.top for pile in lay.piles]
        kept = [*lay.seats.values(), *piles, lay.stock, lay.indicator, lay.okey, lay.rack, lay.menu, lay.hint]
        kept += [*lay.tools.values(), lay.actions]
        assert [rect for rect in kept if bubble.colliderect(rect)] == []
        assert not any(shown.clipped for shown in app.painter.shown)

    play(script, QuietBridge({}, size=size, language=language))
