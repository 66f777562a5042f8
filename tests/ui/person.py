"""A headless app and what a person can do to it."""

import asyncio
import os
from collections.abc import Callable

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from okey.bridge.desktop import DesktopBridge
from okey.game.state import TableMeld, Turn
from okey.melds import make_meld
from okey.tiles import parse_tile
from okey.ui.app import App
from okey.ui.storage import MATCH

BARE = {"guide": "done", "deal": "short"}
"""Settings for a table that nobody speaks at, and that is there at once."""


class QuietBridge(DesktopBridge):
    """A window that nobody sees: no sound, no waiting, a chosen seed, and everything it was told."""

    def __init__(
        self,
        storage=None,
        *,
        seed="1",
        size=(1366, 768),
        ratio=1.0,
        language="en",
        insets=(0, 0, 0, 0),
        reduced_motion=True,
    ):
        self.stored = {} if storage is None else storage
        super().__init__(
            size=size,
            ratio=ratio,
            language=language,
            storage=self.stored,
            reduced_motion=reduced_motion,
            pace=0,
            insets=insets,
        )
        self.seed = seed
        self.said: list[str] = []
        self.played: list[str] = []
        self.reports: list[BaseException] = []
        self.pointers: list[str] = []
        self.outline: dict = {}
        self.shown: list[str] = []
        self.stops: tuple[bool, bool] | None = None
        self.told: list[dict] = []
        """What the page around the game would hear."""
        self.notes: list[str] = []
        self.command = None
        """What the page around the game calls."""
        self.scrolled_away = False
        self.partial = 0
        """How many frames changed only a part of the window."""
        self.renewals: list[str | None] = []
        """What was kept of the match at each moment that suits a newer build."""

    def entropy(self, size):
        return (self.seed.encode() * size)[:size]

    def renew(self):
        self.renewals.append(self.stored.get(MATCH))
        return False

    @property
    def away(self):
        return self.scrolled_away

    def present(self, picture, changes):
        super().present(picture, changes)
        if changes != [picture.get_rect()]:
            self.partial += 1
            window = pygame.display.get_surface()
            assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(picture, "RGB")

    def note(self, text):
        self.notes.append(text)

    def tell_host(self, message):
        self.told.append(message)

    def on_command(self, callback):
        self.command = callback

    def pages(self):
        return ("notices", "site")

    def show_page(self, name):
        self.shown.append(name)

    def cursor(self, name):
        self.pointers.append(name)

    def tab_stops(self, *, backward, forward):
        self.stops = backward, forward

    def announce(self, text):
        self.said.append(text)

    def mirror(self, outline):
        assert outline != self.outline, "told only when it has changed"
        self.outline = outline

    def play(self, name, samples, rate, volume):  # noqa: ARG002
        assert len(samples) % 2 == 0
        self.played.append(name)

    def report(self, error):
        self.reports.append(error)

    def on_hide(self, callback):
        """Remembers the callback, but not until the process ends: it would keep the whole app."""
        self._hide_calls.append(callback)

    async def wait(self, seconds):  # noqa: ARG002
        await asyncio.sleep(0)


class Person:
    """Somebody who looks at the screen through ``state`` and touches it through pygame's events."""

    def __init__(self, app: App, bridge: QuietBridge) -> None:
        self.app = app
        self.bridge = bridge

    @property
    def state(self):
        return self.app.state()

    @property
    def view(self):
        return self.state["view"]

    async def settle(self, turns=6):
        """Lets the loop turn."""
        for _ in range(turns):
            await self.app.turn()

    async def until(self, condition: Callable[[], bool], turns=4000):
        for _ in range(turns):
            if condition():
                return
            await self.app.turn()
        raise AssertionError(f"never happened; {self.state['view']}")

    async def my_turn(self):
        """Waits for this seat's turn or the end of the hand."""
        await self.until(lambda: self.app.session.view.actor == 0 or self.app.scene.name == "result")

    async def draw(self):
        """Waits for this seat's turn and draws: from then on a new match is asked about."""
        await self.my_turn()
        assert self.app.press("stock")
        await self.settle(3)

    def widget(self, identifier):
        return next(w for w in self.state["widgets"] if w["id"] == identifier)

    def centre(self, rect):
        x, y, width, height = rect
        return (x + width / 2, y + height / 2)

    def _at(self, point):
        return tuple(round(value * self.app.viewport.ratio) for value in point)

    async def tap(self, target, *, touch=False):
        point = self.centre(self.widget(target)["rect"]) if isinstance(target, str) else target
        pos = self._at(point)
        finger = {"touch_id": 1, "finger_id": 1, "x": 0.5, "y": 0.5, "dx": 0.0, "dy": 0.0}
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=pos, touch=touch))
        if touch:
            pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, **finger))
        await self.settle(1)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=pos, touch=touch))
        if touch:
            pygame.event.post(pygame.event.Event(pygame.FINGERUP, **finger))
        await self.settle(2)

    async def drag(self, start, end):
        points = [
            start,
            *(tuple(a + (b - a) * i / 5 for a, b in zip(start, end, strict=True)) for i in range(1, 6)),
        ]
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=self._at(points[0])))
        for point in points[1:]:
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=self._at(point), rel=(1, 1), buttons=(1, 0, 0))
            )
            await self.settle(1)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=self._at(end)))
        await self.settle(2)

    async def key(self, *keys, mod=0):
        for key in keys:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
            await self.settle(1)

    def spot(self, tile):
        """Gets where a rack tile is, in CSS pixels."""
        return self.centre(next(r["rect"] for r in self.state["rack"] if r["tile"] == tile))

    def slot_of(self, tile):
        return next(r["slot"] for r in self.state["rack"] if r["tile"] == tile)

    def spare(self):
        """Picks a tile that is no okey, the newest one if possible."""
        view = self.view
        return next(t for t in reversed(view["rack"]) if t.rstrip("'") != view["okey"])

    def put(self, owner: int, type_: str, text: str, blocked: tuple[str, ...] = ()) -> None:
        """Lays a meld on the table, its tiles taken from whoever has them."""
        game = self.app.session.table.game
        hand = game.hand
        tiles = [parse_tile(word) for word in text.split()]
        for home in [*(player.rack for player in hand.players), hand.stock, *hand.piles]:
            home[:] = [tile for tile in home if tile not in tiles]
        hand.melds.append(TableMeld(owner, make_meld(type_, tiles, hand.faces, game.rules), blocked))
        self.look()

    def change(self, seat: int = 0, **values) -> None:
        """Changes what a seat has done in this hand."""
        for name, value in values.items():
            setattr(self.app.session.table.game.hand.players[seat], name, value)
        self.look()

    def look(self) -> None:
        """Looks at the game again after it was changed by hand."""
        self.app.session.view = self.app.session.table.game.view(0)
        self.app.session.rack.sync(self.app.session.view.rack)
        self.app.redraw()

    def arrange(self, *groups: str) -> None:
        """Puts groups of tiles side by side, the first ones from the upper left, with gaps between them."""
        self.app.session.rack.arrange([[parse_tile(word) for word in group.split()] for group in groups])
        self.app.redraw()

    def hold(self, text: str, *, phase="discard"):
        """Gives this seat chosen tiles, exchanged with whoever has them; it is this seat's turn then."""
        game = self.app.session.table.game
        hand = game.hand
        wanted = [parse_tile(word) for word in text.split()]
        homes = [*(player.rack for player in hand.players[1:]), hand.stock, *hand.piles]
        mine = hand.players[0].rack
        assert len(mine) >= len(wanted) or phase == "discard"
        while len(mine) > len(wanted):
            hand.stock.insert(0, mine.pop(next(i for i, t in enumerate(mine) if t not in wanted)))
        while len(mine) < len(wanted):
            mine.append(hand.stock.pop(0))
        for tile in wanted:
            if tile in mine:
                continue
            out = next(i for i, t in enumerate(mine) if t not in wanted)
            home = next(h for h in homes if tile in h)
            home[home.index(tile)], mine[out] = mine[out], tile
        hand.actor, hand.phase = 0, phase
        hand.turn = Turn(arrived=mine[-1] if phase == "discard" else None)
        hand.players[0].moved = True
        self.look()
