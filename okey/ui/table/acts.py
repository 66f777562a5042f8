"""What presses on the table do: every act of a turn, and why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from okey.game import Refused, View
from okey.game.actions import BACK, DRAW, PAIRS, TAKE, UNDO, Action, add_to, discard, finish, show, swap, take
from okey.melds import End
from okey.tiles import Tile
from okey.ui import sorting
from okey.ui.animation import Place
from okey.ui.room.phrases import SayPanel
from okey.ui.scenes.question import Question
from okey.ui.table.listing import taking_pile

if TYPE_CHECKING:
    from okey.ui.app import App
    from okey.ui.table.scene import TableScene


class Acts:
    """Does what the player asks for on the table.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene

    @property
    def _app(self) -> App:
        return self._scene.app

    @property
    def _view(self) -> View:
        return self._scene.view

    def press(self, identifier: str) -> None:
        """Does what a tap on a widget means, an enabled one or not."""
        if identifier != "finish":
            self._scene.armed = None
        word, _, rest = identifier.partition("-")
        plain: dict[str, Callable[[], object]] = {
            "menu": self._app.open_menu,
            "hint": self._scene.hints.ask,
            "say": self.say,
            "speech": self._scene.hints.close,
            "stock": self.draw,
            "take": self.take,
            "discard": lambda: self.throw(self._scene.selected),
            "indicator": lambda: self.claim(self._scene.selected),
            "finish": self.finish,
            "open": self.lay_down,
            "undo": lambda: self.act(UNDO),
            "back": lambda: self.act(BACK),
            "show": self.show,
            "pairs": self.declare,
            "several": self._switch_several,
            "melds-up": lambda: self._scene.melds.turn_page(-1),
            "melds-down": lambda: self._scene.melds.turn_page(1),
        }
        if identifier in plain:
            plain[identifier]()
        elif word == "guide":
            self._scene.guide.press(identifier)
        elif word == "slot":
            self._tap_slot(int(rest))
        elif word == "group":
            self._tap_group(int(rest))
        elif word == "take":
            self.take(int(rest))
        elif word == "sort":
            self.sort(rest)
        elif word == "meld":
            number, _, end = rest.partition("-")
            self.lay_off(self._scene.selected, int(number), "low" if end == "low" else "high" if end else None)

    def say(self) -> None:
        """Asks what to say to the others in the room."""
        if self._scene.in_room:
            self._app.open(SayPanel(self._app))

    def act(self, action: Action) -> bool:
        """Asks for an action; when it is refused, says why."""
        guide = self._scene.guide
        objection, said = guide.objects(action), guide.step()
        if objection is not None:
            self._app.notice(objection, alarm=True)
        done = objection is None and self._app.act(action)
        if done:
            guide.acted(said)
        self._scene.wish = self._scene.dropped = None
        return done

    # ---- the rack

    def _tap_slot(self, slot: int) -> None:
        """Lifts the tile of a slot, puts it down again, or moves the lifted ones there."""
        scene = self._scene
        tile = self._app.session.rack.slots[slot]
        if tile is not None and scene.several:
            scene.toggle(tile)
            self._app.sounds.play("lift")
        elif tile is not None:
            scene.select(*([] if scene.selection == [tile] else [tile]))
            self._app.sounds.play("lift")
        elif scene.selection:
            scene.move_tiles(scene.selection, slot)
            scene.select()

    def _tap_group(self, slot: int) -> None:
        """Lifts the meld on the rack that a slot belongs to, or puts it down again."""
        scene = self._scene
        before = list(scene.selection)
        scene.select_group(slot)
        if scene.selection == before:
            scene.select()

    def _switch_several(self) -> None:
        self._scene.several = not self._scene.several

    def sort(self, way: str) -> None:
        """Sorts the rack in one of the ways of ``sorting.WAYS``."""
        scene, rack = self._scene, self._app.session.rack
        if self._view.faces is None:
            return
        old = {tile: scene.place(Place("rack"), tile) for tile in rack.tiles()}
        rack.arrange(*sorting.WAYS[way](self._view))
        scene.glide(old)
        self._app.session.save_rack()
        self._app.sounds.play("place", 0.7)

    # ---- the beginning of a turn

    def draw(self) -> None:
        """Draws from the stock."""
        self.act(DRAW)

    def take(self, pile: int | None = None) -> None:
        """Takes a discard: of the player before, or of another pile where the rules allow it."""
        if self._view.rules.take_from != "any_player":
            self.act(TAKE)
            return
        tiles = self._view.piles[taking_pile(self._view) if pile is None else pile]
        self.act(take(tiles[-1]) if tiles else TAKE)

    def show(self) -> None:
        """Shows the indicator's twin."""
        if self._view.indicator is not None:
            self.act(show(self._view.indicator ^ 1))

    def declare(self) -> None:
        """Declares pairs, after a question: it cannot be taken back."""
        if self._scene.possible.declare:
            key = "confirm.pairs_bound" if self._view.rules.cifte_locks else "confirm.pairs"
            self._app.open(Question(self._app, key, lambda: self.act(PAIRS)))
        else:
            self.explain(PAIRS)

    # ---- laying on the table

    def lay_down(self) -> None:
        """Lays the groups of the rack on the table: as the opening, or meld by meld."""
        scene = self._scene
        groups = scene.chosen_groups()
        actions, refused = scene.possible.lay_downs(groups)
        if refused is not None:
            self._app.refused(refused)
        elif not actions:
            self._app.notice(self._app.texts("hint.no_groups"), alarm=True)
        for action in actions if refused is None else ():
            if not self.act(action):
                return
        scene.select()

    def lay_off(self, tile: Tile | None, number: int, end: End | None = None) -> None:
        """Lays a tile off on a meld, at the given end if it fits there, or swaps it for the meld's okey.

        Args:
            tile: what to lay off; None explains how that is done.
            number: the meld.
            end: where; None for wherever it fits, ``swap`` goes before then if there is no end.
        """
        scene = self._scene
        if tile is None:
            self._app.notice(self._app.texts("hint.select_to_lay_off"), alarm=True)
            return
        ends = scene.ends_at(number, tile)
        if end in ends or (ends and end is None):
            self.act(add_to(tile, number, end if end in ends and end is not None else ends[-1]))
        elif number in scene.possible.swaps(tile):
            self.act(swap(tile, number))
        elif ends:
            self.act(add_to(tile, number, ends[0]))
        else:
            self._app.refused(self._why_not_add(tile, number, end))

    def swap(self, tile: Tile, number: int) -> None:
        """Puts a tile into a meld and takes the okey that stands for it."""
        self.act(swap(tile, number))

    def _why_not_add(self, tile: Tile, number: int, end: End | None) -> Refused:
        """Finds why a tile may not join a meld: that its end is blocked says more than that the other does not fit."""
        able = self._scene.possible
        ends: list[End] = [*([end] if end else []), "high", "low"]
        refusals = [able.why_not_add(tile, number, there) for there in ends]
        reasons = [refused for refused in refusals if refused is not None]
        best = next((refused for refused in reasons if refused.reason == "add_blocked"), reasons[0])
        return Refused(best.reason, (tile,), best.numbers)

    # ---- the end of a turn

    def throw(self, tile: Tile | None) -> None:
        """Throws a tile; asks first when that gives an okey away or costs points."""
        view, able = self._view, self._scene.possible
        if tile is None:
            if able.throwing:
                self._app.notice(self._app.texts("hint.select_to_throw"), alarm=True)
            else:
                self.explain(discard(view.rack[0]) if view.rack else DRAW)
            return
        action = discard(tile)
        try:
            self._app.session.check(action)
        except Refused as refused:
            self._app.refused(refused)
            return
        gives_back = tile == view.taken and view.rules.take_back == "as_discard"
        question = None if tile in able.finishing or gives_back else self._doubt(tile)
        if question is None:
            self.act(action)
            return
        points = view.rules.playable_discard_penalty
        values = {"tile": self._app.tile_name(tile), "points": points}
        self._app.open(Question(self._app, question, lambda: self._confirmed(action), **values))

    def _doubt(self, tile: Tile) -> str | None:
        """Gets the key of the question to ask before a tile is thrown; None when there is nothing to ask."""
        view = self._view
        if view.faces is not None and view.faces.is_okey(tile):
            return "confirm.okey" if view.rules.confirm_okey_discard else None
        return "confirm.playable" if self._scene.possible.playable(tile) else None

    def _confirmed(self, action: Action) -> None:
        """Throws after all."""
        self.act(action)

    def claim(self, tile: Tile | None) -> None:
        """Finishes with a tile put onto the indicator."""
        if tile is not None:
            self._claim(tile)
        elif self._scene.possible.throwing:
            self._app.notice(self._app.texts("hint.select_to_finish"), alarm=True)
        elif self._view.rack:
            self.explain(finish(self._view.rack[0]))

    def _claim(self, tile: Tile) -> None:
        """Claims the hand; asks first where a wrong claim costs points."""
        points = self._view.rules.invalid_declare_penalty
        try:
            self._app.session.check(finish(tile))
        except Refused as refused:
            self._app.refused(refused)
            return
        if not points or self._scene.armed == tile:
            self.act(finish(tile))
            return
        values = {"tile": self._app.tile_name(tile), "points": points}
        self._app.open(Question(self._app, "confirm.claim", lambda: self.act(finish(tile)), **values))

    def finish(self) -> None:
        """Names the tile that would be thrown; where the rules ask for two presses the next one throws it."""
        scene = self._scene
        if self._view.rules.table_melds:
            self._app.refused(Refused("finish_by_throwing"))
            return
        if scene.armed is not None and scene.selection in ([], [scene.armed]):
            self._claim(scene.armed)
            return
        tile = scene.selected
        if tile is None:
            tile = self._best_finish()
        if not self._view.rules.finish_two_press:
            self._claim(tile)
            return
        try:
            self._app.session.check(finish(tile))
        except Refused as refused:
            self._app.refused(refused)
            return
        scene.armed, scene.selection = tile, [tile]
        self._app.bridge.announce(scene.prompt())

    def _best_finish(self) -> Tile:
        """Picks the tile to finish with: an okey if that does, else one that does, else one that fits nowhere."""
        view, able = self._view, self._scene.possible
        assert view.faces is not None
        if not able.throwing:
            return view.rack[0]
        if not able.finishing:
            loose = sorting.by_best(view)[1]
            return loose[-1][-1] if loose else view.rack[-1]
        return next((tile for tile in able.finishing if view.faces.is_okey(tile)), min(able.finishing))

    def explain(self, action: Action) -> None:
        """Says why an action is not possible now."""
        try:
            self._app.session.check(action)
        except Refused as refused:
            self._app.refused(Refused(refused.reason, (), refused.numbers))
