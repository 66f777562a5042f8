"""A whole hand of every rule set, played through what the screen offers."""

import pytest

from okey.presets import PRESETS
from tests.ui.person import QuietBridge
from tests.ui.playing import play_hand
from tests.ui.saves import begun

GAMES = {
    **{name: name for name in PRESETS},
    "duel": "classic+duel",
    "duel 101": "okey101+duel",
    "three": "okey51 players=3",
    "three to the left": "classic players=3 direction=cw",
    "partners": "okey101+team+katlamali",
    "vibrant": "duz+team+vibrant",
    "any pile": "elit+elit_literal",
    "mixed pairs": "elit+elit_app",
    "konkan alone": "konkan81 teams=none discard_piles=per_player take_from=previous",
}


@pytest.mark.parametrize("size", [(360, 640), (1366, 768)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_hand(play, game, size):
    async def script(person):
        played = await play_hand(person, dragging=size[0] > size[1])
        assert person.view["rules"] == GAMES[game]
        assert {"discard", "finish"} & set(played) or len(played) < 3
        texts = person.state["texts"]
        assert [t["text"] for t in texts if t["clipped"]] == []
        result = person.view["result"]
        assert result["after"] == person.view["scores"]

    play(script, QuietBridge({"match": begun(GAMES[game], "7")}, size=size))
