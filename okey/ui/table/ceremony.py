"""The deal as on a real table: stacks of five, the dealer's die, the indicator, and every stack to its place.

The first throw picks a stack, counted from the dealer, which gets the tile left over on top; the second picks the tile
in it from the bottom, which is the indicator.  It is shown before a hand begins, and any press ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from okey.tiles import TILES
from okey.ui import shapes, theme
from okey.ui.draft import SEAT
from okey.ui.layout import tile_rect
from okey.ui.tileset import stack_rise

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene

HIGH = 5
"""The tiles of a stack."""

STACKS = TILES // HIGH
"""How many stacks there are; one tile is left over."""

COLUMNS = 7

FIRST, FOUND, SECOND, TURNED, DEALT, END = 0.2, 0.75, 1.0, 1.5, 1.9, 2.35
"""When the die is thrown, the stack is found, the die is thrown again, the indicator is turned up, the stacks go to the
players, and all is done; in seconds at the calm pace."""

MOVE = 0.22
"""How long each thing is under way, in seconds at the calm pace."""

APART = 0.01
"""The time between two stacks that set off."""


SOUNDS = ((FIRST + MOVE, "knock"), (SECOND + MOVE, "knock"), (TURNED + MOVE, "place"), (DEALT, "draw"))
"""What is heard, and when."""


@dataclass(frozen=True, slots=True)
class Way:
    """A thing under way: from where to where, and when it sets off."""

    start: Rect
    end: Rect
    off: float

    def at(self, now: float) -> Rect:
        """Gets where it is."""
        share = min(1.0, max(0.0, (now - self.off) / MOVE))
        share = 1 - (1 - share) ** 3
        return Rect([round(a + (b - a) * share) for a, b in zip(self.start, self.end, strict=True)])


class Ceremony:
    """Shows how one hand is dealt.

    Args:
        scene: the table, laid out for this hand.
        throws: what the die showed.
        began: when it begins, in seconds of the app's clock.
        share: the share of its time that it takes.
    """

    def __init__(self, scene: TableScene, throws: tuple[int, int], began: float, share: float) -> None:
        self._scene = scene
        self._throws = throws
        self._began = began
        self._share = share
        self._heard = 0
        lay, view = scene.layout, scene.view
        self._dealer = lay.lip if view.dealer == SEAT else lay.seats[view.dealer]
        room = Rect(lay.menu.right, lay.menu.bottom, scene.app.viewport.width - 2 * lay.menu.right, 0)
        room.height = lay.message.top - room.top if lay.message.bottom <= lay.rack.top else lay.rack.top - room.top
        self._homes = self._stacks(room)
        width = self._homes[0].width
        self._extra = self._homes[0].copy()
        self._extra.midtop = room.centerx, min(room.bottom, max(home.bottom for home in self._homes) + width // 3)
        self._die = Rect(0, 0, round(0.9 * width), round(0.9 * width))
        self._chosen = self._homes[throws[0] - 1]
        self._ways = self._deal()

    def _stacks(self, room: Rect) -> list[Rect]:
        """Places the stacks, the first one in the row or column that the dealer sits at."""
        rows = -(-STACKS // COLUMNS)
        most = self._scene.layout.stock.width
        across, down = int(room.width / (COLUMNS * 1.3)), int(room.height / ((rows + 1) * 1.95))
        like = tile_rect(max(8, min(most, across, down)))
        dx, dy = round(1.3 * like.width), like.height + stack_rise(like.width) * HIGH + like.width // 6
        left = room.centerx - (COLUMNS * dx - dx + like.width) // 2
        top = room.centery - (rows * dy) // 2
        homes = [like.move(left + i % COLUMNS * dx, top + i // COLUMNS * dy) for i in range(STACKS)]
        x, y = self._dealer.center
        if abs(y - room.centery) * room.width >= abs(x - room.centerx) * room.height:
            return sorted(homes, key=lambda home: (abs(home.centery - y), home.x))
        return sorted(homes, key=lambda home: (abs(home.centerx - x), home.y))

    def _deal(self) -> list[Way]:
        """Sends every stack to a player or to the stock."""
        scene, rules = self._scene, self._scene.view.rules
        lay = scene.layout
        each = min(-(-rules.hand_size // HIGH), (STACKS - 1) // rules.players)
        goals: list[Rect] = []
        for turn in range(rules.players):
            seat = (scene.view.starter + turn) % rules.players
            goals += [lay.rack if seat == SEAT else lay.seats[seat]] * each
        goals += [lay.stock] * (STACKS - len(goals))
        ways = []
        for index, (home, goal) in enumerate(zip(self._homes, goals, strict=True)):
            end = home.copy()
            end.center = goal.center
            ways.append(Way(home, end, DEALT + index * APART))
        return ways

    def _now(self) -> float:
        """Gets how far it has come, in seconds at the calm pace."""
        return (self._scene.app.now - self._began) / self._share

    @property
    def over(self) -> bool:
        """Whether all is shown."""
        return self._now() >= END

    def tick(self) -> None:
        """Lets the die and the tiles be heard."""
        while self._heard < len(SOUNDS) and self._now() >= SOUNDS[self._heard][0]:
            self._scene.app.sounds.play(SOUNDS[self._heard][1], 0.8)
            self._heard += 1

    def text(self) -> str:
        """Says what the dealer does."""
        t, now = self._scene.app.texts, self._now()
        first, second = self._throws
        if now < FOUND:
            dealer = self._scene.view.dealer
            mine = dealer == SEAT
            return t("ceremony.throws_you") if mine else t("ceremony.throws", name=self._scene.app.seat_name(dealer))
        if now < TURNED:
            return t("ceremony.stack", number=first)
        return t("ceremony.tile", number=second)

    def draw(self) -> None:
        """Draws stacks, die and indicator as they are just now."""
        app, now = self._scene.app, self._now()
        painter, tiles, target = app.painter, app.tiles, app.painter.target
        lifted = now >= TURNED
        for way in sorted(self._ways, key=lambda way: way.start.y):
            rect = way.at(now)
            chosen = way.start is self._chosen
            extra = chosen and now >= FOUND + MOVE
            if now < way.off + MOVE:
                tiles.draw_stack(target, rect, HIGH + extra - (chosen and lifted))
            if chosen and FOUND <= now < DEALT:
                rise = stack_rise(rect.width) * HIGH
                frame = Rect(rect.x, rect.y - rise, rect.width, rect.height + rise)
                painter.outline(frame.inflate(painter.px(8), painter.px(8)), theme.GOLD, 9, 2.5)
        if now < FOUND + MOVE:
            top = self._chosen.move(0, -stack_rise(self._chosen.width) * HIGH)
            tiles.draw_back(target, Way(self._extra, top, FOUND).at(now))
        if lifted:
            self._draw_indicator(now)
        for off, number in ((FIRST, self._throws[0]), (SECOND, self._throws[1])):
            if off <= now < (SECOND if off == FIRST else DEALT):
                self._draw_die(now - off, number)

    def _draw_indicator(self, now: float) -> None:
        """Draws the indicator on its way from the stack to its place."""
        scene, second = self._scene, self._throws[1]
        indicator = scene.view.indicator
        assert indicator is not None, "a hand is being dealt"
        end = scene.layout.indicator
        # of one size all the way: each size of a tile is drawn anew
        start = end.copy()
        start.center = self._chosen.centerx, self._chosen.centery - stack_rise(self._chosen.width) * (second - 1)
        scene.draw_tile(indicator, Way(start, end, TURNED).at(now))

    def _draw_die(self, since: float, number: int) -> None:
        """Draws the die: it rolls from the dealer to the stacks and lies there."""
        goal = self._die.copy()
        goal.center = self._extra.centerx + round(1.4 * self._extra.width), self._extra.centery
        start = goal.copy()
        start.center = self._dealer.center
        rect = Way(start, goal, 0.0).at(since)
        rolling = since < MOVE
        angle = int(since * 50) * 30 % 180 if rolling else 0
        face = int(since * 25) % 6 + 1 if rolling else number
        image = shapes.ready(shapes.die, rect.width, face, angle)
        painter = self._scene.app.painter
        painter.target.blit(image, image.get_rect(center=rect.center))
