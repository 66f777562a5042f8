"""Every act of a turn by the mouse, in all games: what lies on the felt is dragged there, and hands are finished."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from okey.tiles import TILE_NAMES
from okey.ui import theme
from tests.browser import saves
from tests.browser.driver import centre

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import okey.game
    from okey.game.actions import Action
    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

SETTINGS = json.dumps({"language": "tr", "speed": "instant", "guide": "done"})


def verb(name: str) -> Callable[[okey.game.Game, Action], bool]:
    return MOMENTS.setdefault(name, lambda _, action: action.verb == name)


def last_tile(game: okey.game.Game, action: Action) -> bool:
    return action.verb == "discard" and len(game.hand.players[0].rack) == 1


MOMENTS: dict[str, Callable[[okey.game.Game, Action], bool]] = {"last": last_tile}
"""What seat 0 is about to do, by name; kept, so that `saves.before` looks for each only once."""


class Hand:
    """A hand that holds the mouse over a table.

    Args:
        game: the page.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def come_to(self, rules: str, moment: str) -> saves.Moment:
        """Goes to a moment of some match of a game."""
        found = saves.before(rules, verb(moment))
        self.game.go_on_with(found.view, match=found.match, settings=SETTINGS)
        return found

    def slots(self, tiles: Sequence[str]) -> list[int]:
        """Finds where tiles lie on the rack."""
        places = {held["tile"]: held["slot"] for held in self.game.state()["rack"]}
        return [places[tile] for tile in tiles]

    def arrange(self, *melds: Sequence[str]) -> None:
        """Drags tiles until they lie meld by meld from the left, each with a gap behind it."""
        state = self.game.settle()
        slots = state["slots"]
        columns = sum(slot["rect"][1] == slots[0]["rect"][1] for slot in slots)
        rest = [held["tile"] for held in state["rack"] if not any(held["tile"] in meld for meld in melds)]
        ends, goal = [0] * (len(slots) // columns), {}
        for meld in [*sorted(melds, key=len, reverse=True), *([tile] for tile in rest)]:
            row = next(row for row, end in enumerate(ends) if end + len(meld) <= columns)
            goal |= {tile: row * columns + ends[row] + offset for offset, tile in enumerate(meld)}
            ends[row] += len(meld) + (len(meld) > 1)
        for _ in range(8):  # a tile that makes room may push others off their places again
            wrong = [tile for tile in goal if self.slots([tile]) != [goal[tile]]]
            if not wrong:
                return
            for tile in wrong:
                if self.slots([tile]) != [goal[tile]]:
                    self.game.drag(self.game.tile(tile), centre(slots[goal[tile]]["rect"]))
                    self.game.wait_for(lambda _, tile=tile: self.slots([tile]) == [goal[tile]])
        raise AssertionError("the rack is never in order")

    def drag_group(self, tiles: Sequence[str], end: tuple[float, float]) -> None:
        """Holds a tile until its group is lifted, and drags it."""
        mouse = self.game.page.mouse
        mouse.move(*self.game.tile(tiles[1]))
        mouse.down()
        self.game.page.wait_for_timeout(1000 * theme.HOLD_SECONDS)
        self.game.wait_for(lambda state: set(state["selection"]) == set(tiles))
        mouse.move(*end, steps=8)
        mouse.up()

    def felt(self) -> tuple[float, float]:
        """Finds the middle of the felt, whatever lies there."""
        width, height, _ = self.game.settle()["viewport"]
        return width / 2, height * 0.35

    def meld(self, number: int, share: float) -> tuple[float, float]:
        """Finds a place on a meld, so far from its left end."""
        shown = ("meld-{}", "meld-{}-low", "melds-down")
        while True:
            found = {w["id"]: w for w in self.game.settle()["widgets"]}
            name = next(name.format(number) for name in shown if name.format(number) in found)
            if name != "melds-down":
                x, y, width, height = found[name]["rect"]
                return x + width * share, y + height / 2
            assert found[name]["enabled"], f"meld {number} is never seen"
            self.game.click(name)

    def has_done(self, action: Action, before: dict[str, Any]) -> dict[str, Any]:
        """Waits until the rack has lost what an action takes from it; checks that it was that action and no other."""
        gone = {TILE_NAMES[tile] for laid in action.melds for tile in laid[1]} or {TILE_NAMES[action.tiles[0]]}
        state = self.game.wait_for(lambda state: not gone & set(state["view"]["rack"]) and not state["moving"])
        assert state["view"]["scores"] == before["scores"] or state["view"]["result"], "nothing was paid for"
        made = str(self.game.kept("match")).rstrip().splitlines()[-1]
        assert made.split()[0] == action.verb
        return state


def names(action: Action) -> list[list[str]]:
    """Names the tiles of the melds that an action lays."""
    return [[TILE_NAMES[tile] for tile in tiles] for _, tiles in action.melds]


@pytest.mark.parametrize("rules", ["okey101", "okey51", "konkan81"])
def test_an_open_game_is_played_by_dragging(new_game: Callable[..., Game], rules: str) -> None:
    game = new_game(viewport={"width": 1366, "height": 768}).open_with(settings=SETTINGS)
    hand = Hand(game)

    moment = hand.come_to(rules, "open")
    game.click("sort-best")
    if not game.settle()["groups"]["value"] >= game.state()["groups"]["needed"]:
        hand.arrange(*names(moment.action))
    game.click("open")
    view = game.wait_for(lambda state: state["view"]["seats"][0]["opened"])["view"]
    assert len(view["rack"]) < len(moment.view["rack"]) - 2
    assert view["melds"][-1]["owner"] == 0

    moment = hand.come_to(rules, "lay")
    (tiles,) = names(moment.action)
    hand.arrange(tiles)
    hand.drag_group(tiles, hand.felt())
    view = hand.has_done(moment.action, moment.view)["view"]
    assert set(view["melds"][-1]["tiles"]) == set(tiles)
    assert view["melds"][-1]["owner"] == 0

    moment = hand.come_to(rules, "add")
    tile, number = TILE_NAMES[moment.action.tiles[0]], int(str(moment.action.meld))
    game.drag(game.tile(tile), hand.meld(number, 0.05 if moment.action.end == "low" else 0.95))
    view = hand.has_done(moment.action, moment.view)["view"]
    assert sorted(view["melds"][number]["tiles"]) == sorted([*moment.view["melds"][number]["tiles"], tile])

    moment = hand.come_to(rules, "swap")
    tile, number = TILE_NAMES[moment.action.tiles[0]], int(str(moment.action.meld))
    laid = moment.view["melds"][number]["tiles"]
    place = next(i for i, there in enumerate(laid) if there.rstrip("'") == moment.view["okey"])
    game.drag(game.tile(tile), hand.meld(number, (place + 0.5) / len(laid)))
    view = hand.has_done(moment.action, moment.view)["view"]
    assert tile in view["melds"][number]["tiles"]
    assert laid[place] in view["rack"]

    moment = hand.come_to(rules, "last")
    game.drag(game.tile(TILE_NAMES[moment.action.tiles[0]]), game.spot("discard"))
    state = game.wait_for(lambda state: state["scene"] == "result")
    assert state["view"]["result"]["winner"] == 0


@pytest.mark.parametrize("rules", ["elit", "gamearea", "duz", "elit finish_two_press=yes"])
def test_a_closed_game_is_finished_by_the_button_and_on_the_indicator(
    new_game: Callable[..., Game], rules: str
) -> None:
    game = new_game().open_with(settings=SETTINGS)
    hand = Hand(game)

    def finished(moment: saves.Moment) -> dict[str, Any]:
        """Says yes where a wrong claim would cost points, and waits for the result."""
        state = game.wait_for(lambda state: state["scene"] != "table")
        assert (state["scene"] == "question") is (moment.view["rules"] == "duz")
        if state["scene"] == "question":
            game.click("yes")
        result: dict[str, Any] = game.wait_for(lambda state: state["scene"] == "result")["view"]["result"]
        assert result["winner"] == 0
        return result

    moment = hand.come_to(rules, "finish")
    game.click("finish")
    if "two_press" in rules:
        armed = game.wait_for(lambda state: state["armed"])
        assert armed["view"]["result"] is None
        game.click("finish")
        assert finished(moment)["tile"] == armed["armed"]
    else:
        finished(moment)

    hand.come_to(rules, "finish")
    tile = TILE_NAMES[moment.action.tiles[0]]
    game.drag(game.tile(tile), game.spot("indicator"))
    assert finished(moment)["tile"] == tile


def test_pairs_are_declared_after_a_question(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(settings=SETTINGS)
    moment = Hand(game).come_to("duz", "draw")
    assert not moment.view["seats"][0]["declared"]
    for answer in ("no", "yes"):
        game.click("pairs")
        game.wait_for(lambda state: state["scene"] == "question")
        game.click(answer)
        game.wait_for(lambda state: state["scene"] == "table")
        declared = game.settle()["view"]["seats"][0]["declared"]
        assert declared is (answer == "yes")
    assert str(game.kept("match")).rstrip().splitlines()[-1] == "pairs"
    state = game.settle()
    assert "pairs" not in [widget["id"] for widget in state["widgets"] if widget["enabled"]]
    assert any("çift" in shown["text"].lower() for shown in state["texts"]), "a badge tells it"
