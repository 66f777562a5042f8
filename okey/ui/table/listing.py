"""Everything on the table that can be pressed, as data: the one list for pointer, keyboard and screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pygame import Rect

from okey.game import View
from okey.game.state import TableMeld
from okey.tiles import WILD, Tile
from okey.ui.draft import SEAT
from okey.ui.table.possible import Possible
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def list_widgets(scene: TableScene) -> list[Widget]:
    """Lists the widgets of the table in the order of the Tab key."""
    seen = [*_middle(scene), *_piles(scene), *_melds(scene)]
    if scene.view.seat is None:  # who watches has nothing to hold or to do
        return seen
    return [*seen, *_slots(scene), *_tools(scene), *_actions(scene)]


def taking_pile(view: View) -> int:
    """Gets the pile that discards are taken from as a rule: the one of the seat before the player's."""
    return len(view.piles) - 1


def _middle(scene: TableScene) -> Iterator[Widget]:
    t, view, lay, able = scene.app.texts, scene.view, scene.layout, scene.possible
    yield Widget("menu", t("button.menu"), lay.menu, style="bare")
    if lay.hint is not None and scene.in_room:
        yield Widget("say", t("button.say"), lay.hint, icon="bubble")
    elif lay.hint is not None:
        yield Widget("hint", t("button.hint"), lay.hint, able.mine, icon="bulb")
    yield Widget("stock", t("target.stock", count=view.stock), _target(scene, lay.stock), able.drawing, "bare")
    indicator = "" if view.indicator is None else scene.app.tile_name(view.indicator)
    if view.rules.table_melds:
        return  # nothing is put onto it
    label = t("target.indicator", tile=indicator)
    yield Widget("indicator", label, _target(scene, lay.indicator), able.throwing, "bare")


LEAST_TARGET = 44
"""The least width of what is pressed, in CSS pixels."""


def _target(scene: TableScene, rect: Rect) -> Rect:
    """Gets the area that counts as a press on a tile, which is wider than a small tile."""
    return rect.inflate(max(0, round(LEAST_TARGET * scene.app.viewport.ratio) - rect.width), 0)


def _piles(scene: TableScene) -> Iterator[Widget]:
    """Lists the discards that may be taken, and where the player throws."""
    t, view, lay, able = scene.app.texts, scene.view, scene.layout, scene.possible
    shared = len(view.piles) == 1
    throw = Widget("discard", t("target.discard"), _target(scene, lay.pile_of(SEAT).top), able.throwing, "bare")
    usual = taking_pile(view)
    for number, pile in enumerate(view.piles):
        top = pile[-1] if pile else None
        offered = top is not None and top in able.takes
        if number == usual and not (shared and able.throwing):
            label = t("target.take_empty") if top is None else t("target.take", tile=scene.app.tile_name(top))
            yield Widget("take", label, _target(scene, lay.piles[number].top), offered, "bare")
        elif number and top is not None and view.rules.take_from == "any_player":
            label = t("target.take_from", tile=scene.app.tile_name(top), name=scene.app.seat_name(number))
            yield Widget(f"take-{number}", label, _target(scene, lay.piles[number].top), offered, "bare")
    if not shared or able.throwing:
        yield throw


def _melds(scene: TableScene) -> Iterator[Widget]:
    """Lists the melds that are seen, and what scrolls them."""
    if scene.layout.board is None:
        return
    t, board, room = scene.app.texts, scene.melds.board(), scene.melds.room()
    around = board.tile // 8
    whole = room.inflate(2 * around, 2 * around)
    yield from (widget for _, widget in meld_widgets(scene) if whole.contains(widget.rect))
    if board.height > room.height:
        up, down = pager(scene, room)
        most = board.height - room.height
        yield Widget("melds-up", t("button.melds_up"), up, scene.melds.scroll > 0, icon="up")
        yield Widget("melds-down", t("button.melds_down"), down, scene.melds.scroll < most, icon="down")


def meld_widgets(scene: TableScene) -> Iterator[tuple[int, Widget]]:
    """Yields all melds, seen or not, with their owners; one that a lifted tile fits at both ends is two targets."""
    t, view, board, tile = scene.app.texts, scene.view, scene.melds.board(), scene.selected
    around = board.tile // 8
    for number, place in sorted(board.melds.items(), key=lambda item: (item[1].y, item[1].x)):
        meld, seen = view.melds[number], scene.melds.on_screen(place)
        rect, room = (place.inflate(2 * around, 2 * around) for place in (seen, scene.melds.room()))
        area = seen.inflate(*board.gaps).clip(room)
        label = meld_label(scene, meld)
        ends = [] if tile is None else scene.ends_at(number, tile)
        if len(ends) == 2:
            for end, half, near in zip(ends, _halves(rect), _halves(area), strict=True):
                name = t(f"target.meld_{end}", meld=label)
                yield meld.owner, Widget(f"meld-{number}-{end}", name, half, style="bare", around=near)
        else:
            fits = tile is not None and (bool(ends) or number in scene.possible.swaps(tile))
            yield meld.owner, Widget(f"meld-{number}", label, rect, fits, "bare", around=area)


def _halves(rect: Rect) -> tuple[Rect, Rect]:
    """Splits a rectangle into its left and its right half."""
    half = rect.width // 2
    return Rect(rect.x, rect.y, half, rect.height), Rect(rect.x + half, rect.y, half, rect.height)


def pager(scene: TableScene, room: Rect) -> tuple[Rect, Rect]:
    """Places the buttons that scroll the melds."""
    if scene.layout.pager is not None:
        return scene.layout.pager
    size = scene.app.px(44)
    return Rect(room.right - size, room.y, size, size), Rect(room.right - size, room.bottom - size, size, size)


def meld_label(scene: TableScene, meld: TableMeld) -> str:
    """Names a meld: whose it is, what it is, its tiles, and the ends that are blocked."""
    t = scene.app.texts
    tiles = ", ".join(
        scene.app.tile_name(tile) if tile_face is None else t("meld.stands", tile=t.kind(tile_face))
        for tile, tile_face in stands(scene.view, meld)
    )
    label = t(f"meld.{meld.meld.type}", name=scene.app.seat_name(meld.owner), tiles=tiles)
    return ", ".join([label, *(t(f"meld.blocked_{end}") for end in meld.blocked)])


def stands(view: View, meld: TableMeld) -> list[tuple[Tile, int | None]]:
    """Gets the tiles of a meld, the wilds with the face that each stands for."""
    assert view.faces is not None
    return [
        (tile, face if view.faces.of[tile] == WILD else None)
        for tile, face in zip(meld.meld.tiles, meld.meld.faces, strict=True)
    ]


def _slots(scene: TableScene) -> Iterator[Widget]:
    t, lay = scene.app.texts, scene.layout
    groups = {}
    if scene.app.settings.hints != "none":
        groups = {slot: group.meld.type for group in scene.groups().found for slot in group.slots}
    for slot, tile in enumerate(scene.app.session.rack.slots):
        if tile is None:
            label = t("slot.empty", slot=slot + 1)
        else:
            label = t("slot.tile", slot=slot + 1, tile=_held_name(scene, tile))
            if slot in groups:
                label = f"{label}, {t(f'slot.{groups[slot]}')}"
        chosen = None if tile is None else tile in scene.selection
        yield Widget(f"slot-{slot}", label, lay.cell(slot), style="bare", chosen=chosen, around=lay.reach(slot))


def _held_name(scene: TableScene, tile: Tile) -> str:
    """Names a tile of the rack, and which copy it is where both are there."""
    name = scene.app.tile_name(tile)
    if tile ^ 1 not in scene.view.rack:
        return name
    return scene.app.texts("slot.copy", tile=name, copy=(tile & 1) + 1)


def group_widgets(scene: TableScene) -> Iterator[Widget]:
    """Yields what lifts each of the melds on the rack; on the screen that is done by holding one of its tiles."""
    t, nowhere = scene.app.texts, Rect(0, 0, 0, 0)
    for group in scene.groups().found:
        tiles = ", ".join(scene.app.tile_name(tile) for tile in group.meld.tiles)
        label = t(f"held.{group.meld.type}", tiles=tiles)
        chosen = set(group.meld.tiles) <= set(scene.selection)
        yield Widget(f"group-{group.slots[0]}", label, nowhere, style="bare", chosen=chosen)


def several_widget(scene: TableScene) -> Widget:
    """Describes the switch by which pressed tiles join the lifted ones; on the screen that is done by sweeping."""
    label = scene.app.texts("button.several")
    return Widget("several", label, Rect(0, 0, 0, 0), style="bare", chosen=scene.several)


def _tools(scene: TableScene) -> Iterator[Widget]:
    t = scene.app.texts
    for name, rect in scene.layout.tools.items():
        key = f"button.{name.replace('-', '_')}"
        yield Widget(name, t(f"{key}_full"), rect, face=t(key), icon=name.removeprefix("sort-"))


def _actions(scene: TableScene) -> Iterator[Widget]:
    """Lists the buttons that act, the main one first."""
    found = [_main(scene, scene.possible), *_others(scene, scene.possible)]
    for (name, label, face, enabled), rect in zip(found, scene.layout.buttons(len(found)), strict=True):
        main = enabled and (name == "show" or (name, label, face, enabled) == found[0])
        yield Widget(name, label, rect, enabled, "main" if main else "plain", face)


_Button = tuple[str, str, str, bool]
"""Id, label, what is written on it, and whether it is enabled."""


def _main(scene: TableScene, able: Possible) -> _Button:
    """Describes the button that ends a hand, or in an open game lays tiles on the table."""
    t = scene.app.texts
    if not scene.view.rules.table_melds:
        label = t("button.finish")
        if scene.armed is not None:
            label = t("button.finish_armed", tile=scene.app.tile_name(scene.armed))
        # where a wrong claim is fined it may be made, and nothing tells that it is one
        fined = scene.view.rules.invalid_declare_penalty > 0
        return "finish", label, "", able.throwing and (fined or bool(able.finishing))
    groups, chosen = scene.groups(), scene.chosen_groups()
    actions, refused = able.lay_downs(chosen)
    enabled = bool(actions) and refused is None
    if able.opened:
        return "open", t("button.lay_full", count=len(chosen)), t("button.lay"), enabled
    if not groups.needed and not groups.pairs:
        return "open", t("button.open_any_full", count=len(chosen)), t("button.open_any"), enabled
    value = len(chosen) if groups.pairs else sum(group.meld.value for group in chosen)
    kind = "pairs" if groups.pairs else "points"
    sums = {"value": value, "needed": groups.needed}
    return "open", t(f"button.open_{kind}_full", **sums), t(f"button.open_{kind}", **sums), enabled


def _others(scene: TableScene, able: Possible) -> Iterator[_Button]:
    """Describes the buttons that are there only when they do something."""
    t, view = scene.app.texts, scene.view
    if able.undo:
        yield "undo", t("button.undo_full"), t("button.undo"), True
    elif able.back:
        assert view.taken is not None
        yield "back", t("button.back_full", tile=scene.app.tile_name(view.taken)), t("button.back"), True
    if view.may_show:
        yield "show", t("button.show_full"), t("button.show"), True
    if able.declare:
        yield "pairs", t("button.pairs_full"), t("button.pairs"), True
