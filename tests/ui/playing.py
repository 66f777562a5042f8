"""Plays whole hands on the screen: a computer player says what to do, taps and drags do it."""

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game.actions import Action
from okey.tiles import TILE_NAMES
from tests.ui.person import Person

TOUR = ("menu", *(press for panel in ("rules", "scores", "settings", "play") for press in (panel, "close")), "continue")
"""What to press to see every panel and come back to the table."""


class Hands:
    """Does on the screen, with what the screen shows, whatever action is wanted.

    Args:
        person: who sits at the screen.
        dragging: whether tiles are dragged rather than tapped.
    """

    def __init__(self, person: Person, *, dragging: bool = False) -> None:
        self.person = person
        self.dragging = dragging
        self.done: list[str] = []
        """The verbs of what was done."""

    async def do(self, action: Action) -> None:
        """Does an action and checks that it happened."""
        before = self.person.app.session.table.record.actions[:]
        await getattr(self, f"_{action.verb}")(action)
        if self.person.state["scene"] == "question":
            await self.person.tap("yes")
        made = self.person.app.session.table.record.actions[len(before) :]
        assert made, f"{action}: {self.person.state['toast']} {self.person.state['prompt']}"
        self.done.append(made[0].verb)

    async def _draw(self, _action):
        await self.person.tap("stock")

    async def _take(self, action):
        view = self.person.view
        usual = len(view["piles"]) - 1
        wanted = TILE_NAMES[action.tiles[0]] if action.tiles else view["takeable"]
        pile = next(number for number, tiles in enumerate(view["piles"]) if tiles[-1:] == [wanted])
        source = "take" if pile == usual else f"take-{pile}"
        if self.dragging:
            used = {r["slot"] for r in self.person.state["rack"]}
            free = next(s for s in reversed(self.person.state["slots"]) if s["slot"] not in used)
            await self.person.drag(
                self.person.centre(self.person.widget(source)["rect"]), self.person.centre(free["rect"])
            )
        else:
            await self.person.tap(source)

    async def _back(self, _action):
        await self.person.tap("back")

    async def _show(self, _action):
        await self.person.tap("show")

    async def _pairs(self, _action):
        await self.person.tap("pairs")

    async def _open(self, action):
        for way in ("sort-best", "sort-pairs"):
            await self.person.tap(way)
            taken, groups = self.person.view["taken"], self.person.state["groups"]["found"]
            used = taken not in self.person.view["rack"] or any(taken in group["tiles"] for group in groups)
            if used and self.person.widget("open")["enabled"]:
                await self.person.tap("open")
                return
        await self.arrange([tiles for _, tiles in action.melds])
        await self.person.tap("open")

    _lay = _open

    async def arrange(self, melds):
        """Puts tiles side by side, meld by meld, with gaps between them."""
        person = self.person
        lay, slots = person.app.table.layout, person.state["slots"]
        at = [(row, 0) for row in range(lay.rows)]
        wanted = [[TILE_NAMES[tile] for tile in meld] for meld in melds]
        others = [r["tile"] for r in person.state["rack"] if not any(r["tile"] in meld for meld in wanted)]
        goal = {}
        for meld in [*wanted, *([tile] for tile in others)]:
            row, column = next((r, c) for r, c in at if c + len(meld) <= lay.columns)
            goal |= {tile: row * lay.columns + column + offset for offset, tile in enumerate(meld)}
            at[row] = (row, column + len(meld) + (len(meld) > 1))
        for _ in range(8):  # a tile that makes room may push others off their place again
            wrong = [tile for tile, slot in goal.items() if person.slot_of(tile) != slot]
            for tile in wrong:
                if person.slot_of(tile) != goal[tile]:
                    await person.drag(person.spot(tile), person.centre(slots[goal[tile]]["rect"]))
            if not wrong:
                return
        raise AssertionError("the rack is never in order")

    async def _meld(self, number):
        """Scrolls until a meld is seen."""
        ids = {w["id"] for w in self.person.state["widgets"]}
        way = "melds-up"
        for _ in range(20):
            if {f"meld-{number}", f"meld-{number}-low"} & ids:
                return
            if not self.person.widget(way)["enabled"]:
                way = "melds-down"
            await self.person.tap(way)
            ids = {w["id"] for w in self.person.state["widgets"]}
        raise AssertionError(f"meld {number} is never seen")

    async def _add(self, action):
        person, name = self.person, TILE_NAMES[action.tiles[0]]
        await self._meld(action.meld)
        if self.dragging:
            x, y, width, height = self.meld_rect(action.meld)
            end = (x + 3 if action.end == "low" else x + width - 3, y + height / 2)
            await person.drag(person.spot(name), end)
            return
        await person.tap(person.spot(name))
        both = f"meld-{action.meld}-{action.end}"
        ids = {w["id"] for w in person.state["widgets"]}
        await person.tap(both if both in ids else f"meld-{action.meld}")

    def meld_rect(self, number):
        ids = (f"meld-{number}", f"meld-{number}-low")
        return next(w["rect"] for w in self.person.state["widgets"] if w["id"] in ids)

    async def _swap(self, action):
        person = self.person
        await self._meld(action.meld)
        scene = person.app.table
        faces = scene.view.faces
        tiles = scene.view.melds[action.meld].meld.tiles
        okey = next(index for index, tile in enumerate(tiles) if faces.is_okey(tile))
        rect = scene.melds.on_screen(scene.melds.board().tile_at(action.meld, okey))
        ratio = person.app.viewport.ratio
        await person.drag(person.spot(TILE_NAMES[action.tiles[0]]), (rect.centerx / ratio, rect.centery / ratio))

    async def _discard(self, action):
        person, name = self.person, TILE_NAMES[action.tiles[0]]
        if self.dragging:
            await person.drag(person.spot(name), person.centre(person.widget("discard")["rect"]))
        else:
            await person.tap(person.spot(name))
            await person.tap("discard")

    async def _finish(self, action):
        person, name = self.person, TILE_NAMES[action.tiles[0]]
        if self.dragging:
            await person.drag(person.spot(name), person.centre(person.widget("indicator")["rect"]))
            return
        await person.tap(person.spot(name))
        await person.tap("finish")
        if person.state["armed"]:
            await person.tap("finish")


async def play_hand(
    person: Person, *, dragging: bool = False, steps: int = 400, check=None, hands: Hands | None = None
) -> list[str]:
    """Plays one hand to its end; gives the verbs of what the person did.

    Args:
        person: who plays, as seat 0.
        dragging: whether tiles are dragged rather than tapped.
        steps: how many acts a hand may have.
        check: called with the person before each act.
        hands: what does the acts, if not taps and drags.
    """
    bot, hands = make_bot(DEFAULT_LEVEL, "person"), hands or Hands(person, dragging=dragging)
    for _ in range(steps):
        await person.my_turn()
        if person.state["scene"] == "result":
            return hands.done
        if check is not None:
            check(person)
        wanted = next(thought for thought in bot.think(person.app.session.view) if thought is not None)
        await hands.do(wanted)
    raise AssertionError("the hand never ended")
