"""The coach: how the rack stands, thought out beside the game, in as many words as the player likes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from okey.coach import Standing, look
from okey.game import View
from okey.ui import tasks
from okey.ui.breath import Breath
from okey.ui.narration import stand, stand_brief

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene

log = logging.getLogger(__name__)


class Coach:
    """Keeps how the rack stands in the view of the moment.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._hand: object = None
        """Which hand of which match it looks at."""
        self._view: View | None = None
        self._standing: Standing | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def level(self) -> str:
        """How much is said: one of ``settings.CHOICES["coach"]``; ``off`` where a coach has no place."""
        app = self._scene.app
        taught = self._scene.guide.lesson > 0
        return app.settings.coach if app.session.practice and not taught else "off"

    @property
    def standing(self) -> Standing | None:
        """How the rack stands, as found last in this hand; None while nothing is known or wanted."""
        wanted = self.level != "off" and self._scene.view.result is None
        return self._standing if wanted and self._hand == self._hand_now() else None

    def _hand_now(self) -> object:
        return self._scene.app.session.table, self._scene.view.hand_number

    def follow(self) -> None:
        """Looks at the rack again once it has changed, or what is known of the tiles that it lacks."""
        scene = self._scene
        view = scene.view
        if self.level == "off" or view.faces is None or view.result is not None:
            self.stop()
            return
        hand = self._hand_now()
        if hand != self._hand:
            self.stop()
        elif self._view is not None and _basis(self._view) == _basis(view):
            return
        self._cancel()
        self._hand, self._view = hand, view
        self._task = tasks.begin(scene.app.bridge, self._look(view))

    def stop(self) -> None:
        """Looks no further, and forgets what it saw."""
        self._cancel()
        self._hand = self._view = self._standing = None

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _look(self, view: View) -> None:
        app = self._scene.app
        breath = Breath(app.bridge)
        try:
            for found in look(view, remembered=app.session.memory.remembered()):
                if found is not None:
                    self._standing = found
                    break
                await breath()
        except Exception:
            log.exception("the coach sees nothing")
        app.redraw()
        app.bridge.wake()

    def note(self) -> tuple[str, ...]:
        """Gets what stands on the rack's edge, the longest wording first; nothing while nothing is known."""
        found, faces = self.standing, self._scene.view.faces
        if found is None or faces is None:
            return ()
        t = self._scene.app.texts
        brief = stand_brief(t, found)
        tiles = [stand(t, found, tiles=True)] if self.level != "distances" else []
        return (*tiles, stand(t, found, tiles=False), brief)

    def sentence(self) -> str:
        """Says how the rack stands, with the tiles that help if those are wanted."""
        found = self.standing
        assert found is not None
        return stand(self._scene.app.texts, found, tiles=self.level != "distances")


def _basis(view: View) -> tuple[object, ...]:
    """Gets what a standing depends on; what is remembered beside it changes with the piles."""
    seats = [(seat.opened, seat.opened_with, seat.declared, seat.konkan, seat.early) for seat in view.seats]
    return view.rack, view.melds, view.piles, view.shown_by, view.reshuffles, seats
