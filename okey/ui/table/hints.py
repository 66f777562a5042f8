"""Hints: what a good player would do here, thought out beside the game, and where on the table that is."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from pygame import Rect

from okey.bots.advice import Advice
from okey.game import View
from okey.ui import tasks
from okey.ui.animation import Place
from okey.ui.breath import Breath
from okey.ui.challenge.panels import GoalPanel
from okey.ui.draft import SEAT
from okey.ui.narration import advise
from okey.ui.table.listing import taking_pile

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene

log = logging.getLogger(__name__)

LEVELS = frozenset({"off", "advice"})
"""The levels of the coach at which the lamp tells what to do though hints are switched off."""


class Hints:
    """Keeps the advice for the view of the moment.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._view: View | None = None
        self._advice: Advice | None = None
        self._task: asyncio.Task[None] | None = None
        self._asked = False

    @property
    def advice(self) -> Advice | None:
        """What is advised now, once it is thought out."""
        return self._advice if self._view is self._scene.view else None

    @property
    def thinking(self) -> bool:
        """Whether advice is on its way."""
        return self._task is not None and not self._task.done()

    @property
    def _advises(self) -> bool:
        """Whether the lamp tells what to do; else it tells how the rack stands."""
        return self._scene.app.settings.hints != "none" or self._scene.coach.level in LEVELS

    @property
    def spoken(self) -> bool:
        """Whether there are words, because they were asked for."""
        if self._advises:
            return self._asked and self.advice is not None
        return self._asked and self._scene.coach.standing is not None

    @property
    def lit(self) -> bool:
        """Whether the tiles and the places of the advice are marked."""
        scene = self._scene
        # the guide chooses for itself where tiles come from
        taught = scene.guide.teaching and scene.possible.throwing
        return self.advice is not None and ((self._asked and self._advises) or taught or self._always)

    def ask(self) -> None:
        """Gives the advice in words, or takes it away again."""
        scene = self._scene
        if scene.app.challenge is not None:
            scene.app.open(GoalPanel(scene.app))
        elif not scene.app.session.practice:
            key = "hint.not_in_rooms" if scene.in_room else "hint.not_counted"
            scene.app.notice(scene.app.texts(key), alarm=True)
        elif self._asked:
            self.close()
        elif not self._advises:
            self._asked = True
            self._tell()
        elif not scene.possible.mine:
            scene.app.notice(scene.app.texts("hint.not_now"), alarm=True)
        else:
            self._asked = True
            self.think()
            self._tell()

    def close(self) -> None:
        """Takes the words away."""
        self._asked = False
        self._scene.app.redraw()

    def follow(self) -> None:
        """Forgets the advice for what was before; thinks of the next where it is always wanted."""
        self._asked = False
        if self._always or self._scene.guide.teaching:
            self.think()

    @property
    def _always(self) -> bool:
        """Whether all that is advised is marked at once."""
        return self._scene.app.settings.hints == "full" and self._scene.app.session.practice

    def think(self) -> None:
        """Begins to think about the player's turn, unless that is done or under way."""
        scene = self._scene
        if not scene.possible.mine or self._view is scene.view:
            return
        self.stop()
        self._view, self._advice = scene.view, None
        self._task = tasks.begin(scene.app.bridge, self._think(scene.view))

    def stop(self) -> None:
        """Thinks no further."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._view = self._advice = None

    async def _think(self, view: View) -> None:
        app = self._scene.app
        breath = Breath(app.bridge)
        try:
            for thought in app.session.adviser.think(view):
                if thought is not None:
                    self._advice = thought
                    break
                await breath()
        except Exception:
            log.exception("no advice")
        self._tell()
        app.redraw()
        app.bridge.wake()

    def _tell(self) -> None:
        """Gives the advice once it is there: brings its meld into sight and reads it out."""
        if self.spoken:
            scene = self._scene
            if scene.app.toast is not None and not scene.app.toast.alarm:
                scene.app.toast = None
            if self.advice is not None and self.advice.action.meld is not None:
                scene.melds.reveal(self.advice.action.meld)
            scene.app.bridge.announce(self.words())

    def words(self) -> str:
        """Says in a sentence what was asked for: what is advised, or how the rack stands."""
        return self.sentence() if self._advises else self._scene.coach.sentence()

    def sentence(self) -> str:
        """Says what is advised, and why."""
        assert self.advice is not None
        return advise(self._scene.app.texts, self.advice, self._scene.view.faces)

    # ---- where it is

    def places(self) -> list[Rect]:
        """Gets what the advice is about on the screen, what the sentence stands beside first."""
        if self.advice is None or (self._asked and not self._advises):
            return [self._scene.layout.lip] if self._asked else []
        scene, action, lay = self._scene, self.advice.action, self._scene.layout
        if action.verb in ("draw", "take"):
            return [lay.stock if action.verb == "draw" else self._offered().inflate(2, 2)]
        buttons = {"open": "open", "lay": "open", "back": "back", "undo": "undo", "show": "show", "finish": "finish"}
        found = [scene.place(Place("rack"), tile) for tile in action.tiles if tile in scene.view.rack]
        found += [scene.place(Place("rack"), tile) for _, tiles in action.melds for tile in tiles]
        found += [w.rect for w in scene.plain_widgets() if w.id == buttons.get(action.verb)]
        if action.verb == "discard":
            found.append(lay.pile_of(SEAT).top)
        if action.meld is not None:
            found.append(scene.melds.on_screen(scene.melds.board().melds[action.meld]).clip(scene.melds.room()))
        return found

    def _offered(self) -> Rect:
        """Gets the pile with the tile that is to be taken."""
        scene, tile = self._scene, None if self.advice is None else self.advice.tile
        piles = scene.view.piles
        number = next((n for n, pile in enumerate(piles) if pile and pile[-1] == tile), taking_pile(scene.view))
        return scene.layout.piles[number].top
