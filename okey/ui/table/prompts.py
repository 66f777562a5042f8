"""What the line above the rack says: in plain words what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def prompt(scene: TableScene) -> str:
    """Says what is to be done now; in a room also how long there is, and what is wrong with the network."""
    what, values = _asked(scene)
    return _in_room(scene, scene.app.texts(f"prompt.{what}", **values))


def brief(scene: TableScene) -> str:
    """Says the same in as few words as can be, for where letters are large."""
    what, values = _asked(scene)
    return _in_room(scene, scene.app.texts(f"brief.{what}", **values))


def _in_room(scene: TableScene, said: str) -> str:
    """Adds the clock of a room; what is wrong with the network comes before what is to be done."""
    room = scene.app.room
    if room is None or room.session is not scene.app.session:
        return said
    watching = scene.app.texts("room.watch") if scene.view.seat is None else ""
    return " · ".join(part for part in (watching, room.trouble() or said, room.clock()) if part)


def _asked(scene: TableScene) -> tuple[str, dict[str, object]]:
    """Gets what is to be done, and what is filled into the words for it."""
    view = scene.view
    if view.actor is None:
        return ("over" if view.result is not None else "none"), {}
    if not scene.possible.mine:
        return "other", {"name": scene.app.seat_name(view.actor)}
    return _to_draw(scene) if view.phase == "draw" else _to_throw(scene)


def _to_draw(scene: TableScene) -> tuple[str, dict[str, object]]:
    offered = scene.possible.takes
    if len(offered) > 1:
        return "draw_or_take_any", {}
    return ("draw_or_take", {"tile": scene.app.tile_name(offered[0])}) if offered else ("draw", {})


def _to_throw(scene: TableScene) -> tuple[str, dict[str, object]]:
    view, able, name = scene.view, scene.possible, scene.app.tile_name
    tile = scene.selected
    if scene.armed is not None:
        return "finish", {"tile": name(scene.armed)}
    if able.owes and view.taken is not None:
        return "use_taken", {"tile": name(view.taken)}
    if len(scene.selection) > 1:
        return "several", {"count": len(scene.selection)}
    if tile is None:
        return ("starter" if view.arrived is None else "discard"), {}
    return ("selected_fits" if able.places(tile) or able.swaps(tile) else "selected"), {"tile": name(tile)}
