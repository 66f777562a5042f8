"""A whole hand of every rule set, played through what the screen offers."""

import pytest

from okey.presets import PRESETS
from tests.ui.person import Person, QuietBridge, pygame
from tests.ui.playing import play_hand
from tests.ui.saves import begun, played

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


class Presser(Person):
    """Somebody who only presses what ``state`` lists, as the accessible mirror of the page does."""

    async def tap(self, target, *, touch=False):  # noqa: ARG002
        if not isinstance(target, str):
            target = next(
                w["id"] for w in reversed(self.state["widgets"]) if pygame.Rect(w["rect"]).collidepoint(target)
            )
        assert self.app.press(target), target
        await self.settle(2)

    async def drag(self, start, end):
        await self.tap(start)
        await self.tap(end)


@pytest.mark.parametrize("game", PRESETS)
def test_a_whole_hand_by_pressing_what_is_listed(play, game):
    async def script(person):
        played = await play_hand(Presser(person.app, person.bridge))
        assert {"discard", "finish"} & set(played) or len(played) < 3

    play(script, QuietBridge({"match": begun(game, "9")}, size=(640, 360)))


def test_together_these_hands_use_every_act(play):
    used = set()

    async def script(person):
        for _ in range(4):
            used.update(await play_hand(person, dragging=bool(len(used) % 2)))
            if person.view["winners"]:
                return
            await person.tap("next-hand")

    every = {"draw", "take", "discard", "finish", "open", "lay", "add"}
    for seed in range(6):
        for rules in ("okey101", "okey51", "konkan81", "duz"):
            if not used >= every:
                play(script, QuietBridge({"match": begun(rules, str(seed))}, size=(640, 360)))
    assert used >= every


def test_a_match_won_by_a_side_is_told_so(play):
    async def script(person):
        person.app.session.stop()
        await person.until(lambda: person.state["scene"] == "result")
        first, second = person.app.scene.headline()
        winners = person.view["winners"]
        key = "result.match_side_you" if 0 in winners else "result.match_side"
        assert len(winners) == 2
        assert first == person.app.texts(key, names=", ".join(person.app.seat_name(seat) for seat in winners))
        assert "We " in second

    for seed in ("1", "2"):
        play(script, QuietBridge({"match": played("okey101+team n_hands=1", seed, _over)}))


def _over(game, _action):
    return game.phase == "over"
