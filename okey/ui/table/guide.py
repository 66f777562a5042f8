"""The guide that plays along: a hand without discards, a hand of taking each one that fits, and then a real one.

Each lesson is a list of things to say, the first that applies is said.  What is ``once`` waits for an answer; the rest
goes as soon as it no longer applies.  The guide asks for nothing that the rules forbid: it only holds back, with a
word, what the lesson is not about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from okey.game.actions import Action
from okey.ui.draft import SEAT, Draft, Sitter
from okey.ui.table.listing import taking_pile
from okey.ui.table.speech import Answer, Speech, box

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene

LEVEL = "easy"
"""Who plays against a beginner."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something to say."""

    key: str
    """The key of its text."""
    about: Callable[[TableScene], Rect]
    when: Callable[[TableScene], object] = lambda _scene: True
    once: bool = False
    """Whether it is said until it is answered, and never again in this course."""


def _rack(scene: TableScene) -> Rect:
    return scene.layout.rack


def _group(scene: TableScene) -> Rect:
    """Gets a group on the rack, if there is one."""
    slots = next((group.slots for group in scene.groups().found), None)
    return scene.layout.rack if slots is None else scene.layout.slots[slots[0]].union(scene.layout.slots[slots[-1]])


def _advised(scene: TableScene) -> Rect:
    places = scene.hints.places()
    return places[0] if places else scene.layout.rack


def _own_pile(scene: TableScene) -> Rect:
    return scene.layout.pile_of(SEAT).top


def _offer(scene: TableScene) -> Rect:
    return scene.layout.piles[taking_pile(scene.view)].top


def _button(scene: TableScene) -> Rect:
    return next((w.rect for w in scene.plain_widgets() if w.id == "finish"), scene.layout.rack)


def _open_button(scene: TableScene) -> Rect:
    return next((w.rect for w in scene.plain_widgets() if w.id == "open"), scene.layout.rack)


def _lays(scene: TableScene) -> bool:
    """Tells whether the groups on the rack may be laid on the table now."""
    return any(w.id == "open" and w.enabled for w in scene.plain_widgets())


def _mover(scene: TableScene) -> Rect:
    actor = scene.view.actor
    return scene.layout.rack if actor is None else scene.layout.seats.get(actor, scene.layout.rack)


def _throws(scene: TableScene) -> bool:
    """Tells whether a tile is to be thrown, and which is thought out."""
    return scene.possible.throwing and scene.hints.advice is not None


def _draws(scene: TableScene) -> bool:
    """Tells whether a tile is to be drawn or taken, and which is thought out."""
    return scene.possible.drawing and scene.hints.advice is not None


_THROWING = (
    Step("guide.finish", _button, lambda scene: scene.possible.finishing and scene.view.arrived is not None),
    Step("guide.start", _own_pile, lambda scene: _throws(scene) and scene.view.arrived is None),
    Step("guide.throw", _advised, _throws),
)

LESSONS: tuple[tuple[Step, ...], ...] = (
    (),
    (
        Step("guide.rack", _rack, once=True),
        Step("guide.groups", _group, once=True),
        Step("guide.okey", lambda scene: scene.layout.okey, once=True),
        Step("guide.draw", lambda scene: scene.layout.stock, lambda scene: scene.possible.drawing),
        *_THROWING,
        Step("guide.wait", _mover, lambda scene: not scene.possible.mine, once=True),
    ),
    (
        Step("guide.second", _offer, once=True),
        Step("guide.take", _offer, lambda scene: scene.possible.helpful),
        Step("guide.pass", lambda scene: scene.layout.stock, lambda scene: scene.possible.takes),
        *_THROWING,
    ),
    (Step("guide.third", lambda scene: scene.layout.hint or scene.layout.menu, once=True),),
)
"""What is said in each hand of a closed game, the first one under 1."""

_LAYING = (
    Step("guide.open_now", _open_button, lambda scene: not scene.possible.opened and _lays(scene)),
    Step("guide.lay", _open_button, lambda scene: scene.possible.opened and _lays(scene)),
    Step("guide.start", _own_pile, lambda scene: _throws(scene) and scene.view.arrived is None),
    Step("guide.throw", _advised, _throws),
)

OPEN_LESSONS: tuple[tuple[Step, ...], ...] = (
    (),
    (
        Step("guide.open_rack", _rack, once=True),
        Step("guide.groups", _group, once=True),
        Step("guide.open_bar", _open_button, once=True),
        Step("guide.okey", lambda scene: scene.layout.okey, once=True),
        Step("guide.draw", lambda scene: scene.layout.stock, lambda scene: scene.possible.drawing),
        *_LAYING,
        Step("guide.wait", _mover, lambda scene: not scene.possible.mine, once=True),
    ),
    (
        Step("guide.open_second", _offer, once=True),
        Step("guide.open_choose", _advised, _draws),
        *_LAYING,
    ),
    LESSONS[-1],
)
"""The same of an open one, where a discard that is taken has to be laid at once: it is taken where Hard would."""


class Guide:
    """Speaks to a beginner.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._heard: set[str] = set()

    @property
    def lessons(self) -> tuple[tuple[Step, ...], ...]:
        """What is taught of the game on the table."""
        return OPEN_LESSONS if self._scene.view.rules.table_melds else LESSONS

    @property
    def lesson(self) -> int:
        """The hand that is being taught; 0 without a guide."""
        hand = self._scene.view.hand_number
        on = self._scene.app.settings.guide == "on" and not self._scene.in_room
        return hand if on and hand < len(LESSONS) else 0

    @property
    def teaching(self) -> bool:
        """Whether the player is told what to do."""
        return 0 < self.lesson < len(LESSONS) - 1

    def follow(self) -> None:
        """Ends with the last lesson."""
        scene = self._scene
        if scene.app.settings.guide == "on" and not scene.in_room and scene.view.hand_number >= len(LESSONS):
            self._scene.app.keep_guide("done")

    def begin(self) -> None:
        """Deals the first hand of a match with easy players: of the open game on the table, or of the first game."""
        self._heard.clear()
        rules = self._scene.view.rules
        draft = Draft(rules.name.split("+")[0]) if rules.table_melds else Draft()
        draft.sitters = [Sitter(sitter.name, sitter.level and LEVEL) for sitter in draft.sitters]
        self._scene.app.begin_guide(draft)

    def speech(self) -> Speech | None:
        """Gets what is said now."""
        scene = self._scene
        t, view = scene.app.texts, scene.view
        if view.faces is None or view.result is not None or scene.in_room:
            return None
        if scene.app.settings.guide == "new" and scene.app.first_visit:
            yes, no = Answer("guide-begin", t("guide.offer.yes"), main=True), Answer("guide-no", t("guide.offer.no"))
            return Speech(t("guide.offer"), box(scene.layout.menu), (no, yes), brief=t("guide.offer.brief"))
        step = self.step()
        if step is None:
            return None
        answers = [Answer("guide-no", t("guide.leave"))]
        if step.once:
            answers.append(Answer("guide-next", t("guide.next"), main=True))
        clear = () if step.once else tuple(map(box, scene.hints.places()))
        return Speech(self._text(step), box(step.about(scene)), tuple(answers), clear)

    def step(self) -> Step | None:
        """Gets what there is to say now of the lesson."""
        steps: Sequence[Step] = self.lessons[self.lesson]
        return next((s for s in steps if s.key not in self._heard and s.when(self._scene)), None)

    def _text(self, step: Step) -> str:
        scene = self._scene
        t, view = scene.app.texts, scene.view
        assert view.faces is not None
        offered = [*scene.possible.helpful, *scene.possible.takes]
        actor = "" if view.actor is None else scene.app.seat_name(view.actor)
        return t.sentence(
            step.key,
            okey=t.kind(view.faces.okey),
            tile=scene.app.tile_name(offered[0]) if offered else "",
            advice=scene.hints.sentence() if scene.hints.advice is not None else "",
            name=actor,
        )

    def press(self, identifier: str) -> None:
        """Takes an answer."""
        app = self._scene.app
        if identifier == "guide-begin":
            self.begin()
        elif identifier == "guide-no":
            app.keep_guide("done")
        elif identifier == "guide-next" and (step := self.step()) is not None:
            self._hear(step)
        app.redraw()

    def _hear(self, step: Step) -> None:
        """Says a step no more; with the last lesson's the guide ends."""
        self._heard.add(step.key)
        if self.lesson == len(LESSONS) - 1:
            self._scene.app.keep_guide("done")

    def acted(self, said: Step | None) -> None:
        """Takes an act for a no to the offer, and for an answer to what was said."""
        if self._scene.app.settings.guide == "new":
            self._scene.app.keep_guide("done")
        elif said is not None and said.once:
            self._hear(said)

    def objects(self, action: Action) -> str | None:
        """Says why an action does not belong to this lesson; None when it does."""
        scene = self._scene
        if self.lesson == 1 and action.verb == "take":
            return scene.app.texts("guide.no_take")
        closed = not scene.view.rules.table_melds
        if self.lesson == 2 and closed and action.verb == "draw" and scene.possible.helpful:
            return scene.app.texts("guide.take_it")
        return None
