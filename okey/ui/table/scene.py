"""The table: what the player's seat sees, and every way to play on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.game import Event, View
from okey.melds import End
from okey.tiles import FALSE_JOKER, Tile, kind_of, number_of
from okey.ui import sorting
from okey.ui.animation import Place, moves
from okey.ui.draft import SEAT
from okey.ui.layout import safe_area
from okey.ui.narration import tell
from okey.ui.outline import Part
from okey.ui.scenes.base import Scene
from okey.ui.table import layout
from okey.ui.table.acts import Acts
from okey.ui.table.ceremony import Ceremony
from okey.ui.table.coach import Coach
from okey.ui.table.drawing import Drawing
from okey.ui.table.groups import Group, Groups, find
from okey.ui.table.guide import Guide
from okey.ui.table.hints import Hints
from okey.ui.table.listing import list_widgets
from okey.ui.table.meldview import MeldView
from okey.ui.table.notes import note
from okey.ui.table.pointer import Pointer
from okey.ui.table.possible import Possible
from okey.ui.table.prompts import brief, prompt
from okey.ui.table.seating import Seating
from okey.ui.table.speech import Bubble, Speaker, Speech, box
from okey.ui.table.words import list_parts
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App

SOUNDS = {
    "drew": "draw",
    "took": "draw",
    "gave_back": "place",
    "discarded": "knock",
    "showed": "place",
    "dealt": "place",
    "laid": "place",
    "added": "place",
    "swapped": "place",
    "undid": "lift",
    "penalty": "refuse",
}
"""The sound of each kind of event."""

NOTED = frozenset({"showed", "declared", "opened", "failed", "penalty", "konkan", "eliminated", "reshuffled"})
"""What others do that is worth a message."""

KEYS = {
    pygame.K_d: "stock",
    pygame.K_t: "take",
    pygame.K_f: "finish",
    pygame.K_o: "open",
    pygame.K_u: "undo",
    pygame.K_b: "back",
    pygame.K_s: "sort-runs",
    pygame.K_g: "sort-sets",
    pygame.K_p: "sort-pairs",
    pygame.K_a: "sort-best",
    pygame.K_h: "hint",
    pygame.K_c: "say",
    pygame.K_PAGEUP: "melds-up",
    pygame.K_PAGEDOWN: "melds-down",
}
"""What letter keys press."""

DIGITS = {
    **{pygame.K_0 + digit: digit for digit in range(10)},
    **{pygame.K_KP_1 + at: (at + 1) % 10 for at in range(10)},
}
"""The digits on both places of a keyboard."""


class TableScene(Scene):
    """The table, always at the bottom of what is on the screen."""

    name = "table"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.layout: layout.TableLayout
        self.selection: list[Tile] = []
        """The lifted tiles."""
        self.several = False
        """Whether pressed tiles join the lifted ones rather than replace them."""
        self.armed: Tile | None = None
        """The tile that the next press of Finish throws."""
        self.wish: int | None = None
        """The slot where the next tile that arrives shall go."""
        self.dropped: Rect | None = None
        """Where the tile that is being thrown was let go."""
        self.ceremony: Ceremony | None = None
        """The deal, while it is shown."""
        self.melds = MeldView(self)
        self.acts = Acts(self)
        self.pointer = Pointer(self)
        self.hints = Hints(self)
        self.guide = Guide(self)
        self.coach = Coach(self)
        self._speaker = Speaker()
        self._said: str | None = None
        self._drawing = Drawing(self)
        self._known: tuple[object, ...] = ()
        self._groups = Groups((), 0, 0, pairs=False)
        self._widgets: Sequence[Widget] = ()
        self._listed: tuple[object, ...] = ()
        self._possible = Possible(self.view)
        self.rearranged()

    @property
    def view(self) -> View:
        """What the player may know now."""
        return self.app.session.view

    @property
    def possible(self) -> Possible:
        """What the player may do now."""
        if self._possible.view is not self.view:
            self._possible = Possible(self.view)
        return self._possible

    @property
    def in_room(self) -> bool:
        """Whether others play along, and so nobody helps."""
        room = self.app.room
        return room is not None and room.session is self.app.session

    @property
    def selected(self) -> Tile | None:
        """The lifted tile; None when there is none, or several."""
        return self.selection[0] if len(self.selection) == 1 else None

    # ---- geometry

    def rearranged(self) -> None:
        """Lays the table out anew."""
        settings = self.app.settings
        helped = self.app.session.practice and (settings.hints != "none" or self.coach.level != "off")
        lamp = helped or self.in_room or self.app.challenge is not None
        seating = Seating.of(self.view.rules, left_handed=settings.left_handed, hints=lamp, wide=settings.wide)
        self.layout = layout.arrange_for(self.app.letters, self.app.viewport, seating)
        self.ceremony = None
        self._drawing.forget()
        self.pointer.drop_all()
        self._listed = ()
        rack, lay = self.app.session.rack, self.layout
        if (rack.columns, rack.rows) != (lay.columns, lay.rows):
            rack.reshape(lay.columns, lay.rows)
            self.app.session.save_rack()

    def place(self, place: Place, tile: Tile | None) -> Rect:
        """Gets the rectangle of a tile at a place."""
        lay = self.layout
        if place.area == "rack":
            slot = None if tile is None else self.app.session.rack.find(tile)
            return lay.slots[len(lay.slots) // 2 if slot is None else slot]
        if place.area == "pile":
            return lay.piles[place.number].top
        if place.area == "seat":
            rect = lay.stock.copy()
            rect.center = lay.seats[place.number].center
            return rect
        if place.area == "meld":
            return self.melds.place(place.number, tile)
        return lay.stock if place.area == "stock" else lay.indicator

    # ---- what happened

    def update(self, before: View | None, events: Sequence[Event]) -> None:
        """Follows from the view before to the view now."""
        app, after = self.app, self.view
        rack = app.session.rack
        found = moves(before, after) if before is not None else []
        new_hand = before is None or before.hand_number != after.hand_number
        if new_hand:
            self.melds.scroll = 0
        starts = [self.dropped or self.place(m.start, m.tile) for m in found]
        self.end_ceremony()
        if new_hand and after.faces is not None:
            rack.sync(after.rack)
            rack.arrange(*sorting.by_best(after))
            if app.settings.deal == "dice" and app.animator.moves:
                self.ceremony = Ceremony(self, app.session.throws(), app.now, app.animator.share)
            else:
                self._bring_tiles()
        else:
            undone = any(event.kind == "undid" and event.seat == after.seat for event in events)
            rack.sync(after.rack, self.wish, back=undone)
        self.melds.scroll_by(0)
        for event in events:
            if event.kind in ("laid", "added", "swapped"):
                self.melds.reveal(event.numbers[0])
        for move, start in zip(found, starts, strict=True):
            end = self.place(move.end, move.tile)
            app.animator.fly(move.tile, _sized(start, end), end, app.now)
        self.selection = [tile for tile in self.selection if tile in after.rack]
        self.armed = None
        self.pointer.keep(after.rack)
        if after.result is not None:
            self.pointer.drop_all()
        self.wish = self.dropped = None
        self._tell(events)
        self.guide.follow()
        self.hints.follow()
        self.coach.follow()

    def _bring_tiles(self) -> None:
        """Lets the dealt tiles come from the stock."""
        for tile in self.app.session.rack.tiles():
            home = self.place(Place("rack"), tile)
            self.app.animator.fly(tile, _sized(self.layout.stock, home), home, self.app.now)

    def end_ceremony(self) -> None:
        """Goes on to the dealt hand, if it is still shown how it is dealt."""
        if self.ceremony is not None:
            self.ceremony = None
            self._bring_tiles()
            self.app.redraw()

    def _tell(self, events: Sequence[Event]) -> None:
        """Lets events be heard and read out."""
        app, view = self.app, self.view
        names = [app.seat_name(seat) for seat in range(view.rules.players)]
        for event in events:
            mine = event.seat == SEAT
            if event.kind in SOUNDS:
                app.sounds.play(SOUNDS[event.kind], 1.0 if mine else 0.6)
            if event.kind == "hand_ended":
                won = event.seat is not None and view.rules.side_of(event.seat) == view.rules.side_of(SEAT)
                app.sounds.play("win" if won else "lose")
            text = tell(app.texts, event, names, view.faces, view.hand_number, me=SEAT)
            if event.kind in NOTED and (not mine or event.kind in ("penalty", "konkan", "eliminated")):
                app.notice(text, brief=True)
            else:
                app.bridge.announce(text)
        if self.possible.mine and events and (events[-1].seat != SEAT or events[-1].kind == "dealt"):
            app.sounds.play("turn", 0.7)
            app.bridge.announce(self.prompt())

    def prompt(self) -> str:
        """Says in plain words what is to be done."""
        return prompt(self) if self.ceremony is None else self.ceremony.text()

    def note(self) -> tuple[str, ...]:
        """Gets what stands on the rack's edge instead of the player's name, the longest wording first."""
        return note(self)

    def brief(self) -> str:
        """Says it in as few words as can be."""
        return brief(self) if self.ceremony is None else self.ceremony.text()

    # ---- groups on the rack

    def groups(self) -> Groups:
        """Gets the melds that lie on the rack."""
        rack = self.app.session.rack
        known = (self.view, tuple(rack.slots), rack.columns)
        if not self._known or known[0] is not self._known[0] or known[1:] != self._known[1:]:
            self._known = known
            self._groups = find(self.view, rack)
        return self._groups

    def chosen_groups(self) -> list[Group]:
        """Gets the groups to lay: the ones that several lifted tiles belong to, else all."""
        found = self.groups().found
        if len(self.selection) > 1:
            return [group for group in found if set(group.meld.tiles) & set(self.selection)]
        return list(found)

    # ---- what is said

    def speech(self) -> Speech | None:
        """Gets what is said beside the table: the hint that was asked for, else what the guide says."""
        if self.pointer.busy or self.ceremony is not None:
            return None
        if self.hints.spoken:
            about, *others = map(box, self.hints.places())
            return Speech(self.hints.words(), about, clear=tuple(others))
        return self.guide.speech()

    def _bubble(self, speech: Speech) -> Bubble:
        return self._speaker.bubble(speech, self.layout, self.app.painter, safe_area(self.app.viewport))

    def draw_speech(self) -> None:
        """Draws what is said."""
        speech = self.speech()
        if speech is not None:
            self._speaker.draw(speech, self._bubble(speech), self.app.painter)
            for widget in self.spoken()[1:]:
                self.app.painter.button(widget)

    # ---- widgets and acts

    def widgets(self) -> Sequence[Widget]:
        """Lists everything that can be pressed."""
        spoken = self.spoken()
        if not spoken:
            return self.plain_widgets()
        # what lies under a bubble is pressed through it, but not through its answers
        return [spoken[0], *self.plain_widgets(), *spoken[1:]]

    def spoken(self) -> Sequence[Widget]:
        """Lists the bubble with what is said and its answers, if there is one."""
        speech = self.speech()
        return () if speech is None else self._speaker.widgets(speech, self._bubble(speech))

    def plain_widgets(self) -> Sequence[Widget]:
        """Lists what can be pressed on the table, but for what is said."""
        app, rack = self.app, self.app.session.rack
        listed = (
            tuple(rack.slots), tuple(self.selection), self.armed, self.several, self.melds.scroll, app.texts.language,
            self.layout, app.settings.hints, rack.columns,
        )  # fmt: skip
        if not self._listed or self._listed[0] is not self.view or self._listed[1:] != listed:
            self._widgets = list_widgets(self)
            self._listed = (self.view, *listed)
        return self._widgets

    def heading(self) -> str:
        """Names the game."""
        return self.app.texts.game(self.view.rules)

    def parts(self) -> Sequence[Part]:
        """Tells the table in words."""
        return tuple(list_parts(self))

    def reveal(self, identifier: str) -> None:
        """Scrolls a meld into sight."""
        word, _, rest = identifier.partition("-")
        if word == "meld":
            self.melds.reveal(int(rest.partition("-")[0]))

    def select(self, *tiles: Tile) -> None:
        """Lifts tiles, and puts down the ones that were lifted before."""
        self.selection, self.several = list(tiles), False
        if self.armed not in tiles:
            self.armed = None
        self.app.redraw()

    def toggle(self, tile: Tile) -> None:
        """Lifts a tile beside the lifted ones, or puts it down alone."""
        self.armed = None
        if tile in self.selection:
            self.selection.remove(tile)
        else:
            self.selection.append(tile)
        self.app.redraw()

    def select_group(self, slot: int) -> None:
        """Lifts the group that the tile of a slot belongs to, or all tiles beside it."""
        slots = self.app.session.rack.slots
        group = next((g.slots for g in self.groups().found if slot in g.slots), None)
        if group is None:
            group = next((tuple(s) for s in self.app.session.rack.stretches() if slot in s), ())
        self.select(*(tile for s in group if (tile := slots[s]) is not None))

    def activate(self, identifier: str) -> None:
        """Does what a tap on a widget means."""
        self.end_ceremony()
        self.acts.press(identifier)
        self.app.redraw()

    def cancel(self) -> None:
        """Takes back what was begun, else opens the menu."""
        if self.ceremony is not None:
            self.end_ceremony()
        elif self.pointer.busy:
            self.pointer.drop_all()
        elif self.selection or self.armed is not None or self.several:
            self.select()
        else:
            self.app.open_menu()
        self.app.redraw()

    def key(self, key: int) -> bool:
        """Does what a letter key means."""
        self.end_ceremony()
        focus = self.app.focus or ""
        if key in (pygame.K_m, pygame.K_x) and focus.startswith("slot-"):
            slot = int(focus.removeprefix("slot-"))
            tile = self.app.session.rack.slots[slot]
            if key == pygame.K_m:
                self.select_group(slot)
            elif tile is not None:
                self.toggle(tile)
            return True
        if key in KEYS:
            self.activate(KEYS[key])
            return True
        if key in DIGITS:
            self._focus_number(DIGITS[key])
            return True
        return False

    def _focus_number(self, digit: int) -> None:
        """Moves the focus to the next tile of the rack whose number ends with a digit."""
        rack, focus = self.app.session.rack, self.app.focus or ""
        kinds = {slot: kind_of(tile) for slot, tile in enumerate(rack.slots) if tile is not None}
        fit = [slot for slot, kind in kinds.items() if kind != FALSE_JOKER and number_of(kind) % 10 == digit]
        here = int(focus.removeprefix("slot-")) if focus.startswith("slot-") else -1
        if fit:
            self.app.input.focus(f"slot-{next((slot for slot in fit if slot > here), fit[0])}")

    def wheel(self, steps: int) -> None:
        """Scrolls the melds."""
        self.melds.scroll_by(-steps * self.app.px(48))

    def takes_wheel(self) -> bool:
        """Tells whether the melds can be scrolled."""
        return self.melds.furthest() > 0

    def finger_areas(self) -> Sequence[Rect] | None:
        """Lists where something can be pressed or dragged: bare felt has no use for more than taps."""
        scrolled = [self.melds.room()] if self.takes_wheel() else []
        return [*scrolled, *(widget.area for widget in self.widgets())]

    def pointer_down(self, pos: tuple[int, int]) -> None:
        """Begins a tap or a drag; on the felt it does no more than end the show of a deal."""
        super().pointer_down(pos)
        if self.ceremony is not None:
            self.end_ceremony()
            if not (self._pressed or "").startswith(("slot", "sort", "menu")):
                self._pressed = None
                return
        self.pointer.down(pos, self._pressed)

    def pointer_move(self, pos: tuple[int, int]) -> None:
        """Moves what is dragged."""
        self.pointer.move(pos)

    def pointer_up(self, pos: tuple[int, int]) -> None:
        """Ends a tap or a drag."""
        if self.pointer.up(pos):
            self._pressed = None
        else:
            super().pointer_up(pos)

    def wakes_at(self) -> float | None:
        """Tells when a held tile lifts its group."""
        return self.pointer.wakes_at()

    def tick(self) -> None:
        """Lets a tile that is held long enough lift its group, and reads out what is newly said."""
        self.pointer.tick()
        if self.ceremony is not None:
            self.ceremony.tick()
            if self.ceremony.over:
                self.end_ceremony()
        speech = self.speech()
        text = None if speech is None else speech.text
        if text != self._said:
            self._said = text
            self.app.redraw()
            if text is not None and not self.hints.spoken:
                self.app.bridge.announce(text)

    # ---- moving within the rack

    def move_tiles(self, tiles: Sequence[Tile], slot: int, start: dict[Tile, Rect] | None = None) -> bool:
        """Moves tiles within the rack; everything that changes its place glides there."""
        rack = self.app.session.rack
        old = {t: self.layout.slots[i] for i, t in enumerate(rack.slots) if t is not None} | (start or {})
        if len(tiles) == 1:
            rack.move(tiles[0], slot)
        elif not rack.move_all(tiles, slot):
            return False
        self.glide(old)
        self.app.session.save_rack()
        self.app.sounds.play("place", 0.7)
        return True

    def glide(self, old: dict[Tile, Rect]) -> None:
        """Lets every tile of the rack glide from where it was to where it is."""
        for tile in self.app.session.rack.tiles():
            rect = self.place(Place("rack"), tile)
            if tile in old and old[tile] != rect:
                self.app.animator.fly(tile, _sized(old[tile], rect), rect, self.app.now)

    def ends_at(self, number: int, tile: Tile) -> list[End]:
        """Gets the ends of a meld that a tile may be laid off at."""
        return [end for meld, end in self.possible.places(tile) if meld == number]

    def draw(self) -> None:
        """Draws the whole table."""
        self._drawing.draw()

    def draw_tile(self, tile: Tile, rect: Rect) -> None:
        """Draws a tile as this hand plays it."""
        self._drawing.draw_tile(tile, rect)


def _sized(rect: Rect, like: Rect) -> Rect:
    """Gets a rectangle of another's size around the same point."""
    sized = Rect((0, 0), like.size)
    sized.center = rect.center
    return sized
