"""What the line above the rack says: in plain words what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def prompt(scene: TableScene) -> str:
    """Says what is to be done now."""
    t, view = scene.app.texts, scene.view
    if view.actor is None:
        return t("prompt.over") if view.result is not None else t("app.name")
    if not scene.possible.mine:
        return t("prompt.other", name=scene.app.seat_name(view.actor))
    return _to_draw(scene) if view.phase == "draw" else _to_throw(scene)


def _to_draw(scene: TableScene) -> str:
    t, offered = scene.app.texts, scene.possible.takes
    if len(offered) > 1:
        return t("prompt.draw_or_take_any")
    return t("prompt.draw_or_take", tile=scene.app.tile_name(offered[0])) if offered else t("prompt.draw")


def _to_throw(scene: TableScene) -> str:
    t, view, able, name = scene.app.texts, scene.view, scene.possible, scene.app.tile_name
    tile = scene.selected
    if scene.armed is not None:
        return t("prompt.finish", tile=name(scene.armed))
    if able.owes and view.taken is not None:
        return t("prompt.use_taken", tile=name(view.taken))
    if len(scene.selection) > 1:
        return t("prompt.several", count=len(scene.selection))
    if tile is None:
        return t("prompt.starter" if view.arrived is None else "prompt.discard")
    fits = able.places(tile) or able.swaps(tile)
    return t("prompt.selected_fits" if fits else "prompt.selected", tile=name(tile))
