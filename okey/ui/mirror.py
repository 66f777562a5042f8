"""The screen as data, for tests, host pages and assistive technology: what it shows and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pygame import Rect

from okey.game import View
from okey.tiles import KIND_NAMES, TILE_NAMES

if TYPE_CHECKING:
    from okey.ui.app import App


def describe(app: App, version: str) -> dict[str, Any]:
    """Describes the current scene; rectangles are x, y, width, height in CSS pixels."""
    ratio = app.viewport.ratio

    def css(rect: Rect) -> list[float]:
        return [round(value / ratio, 2) for value in rect]

    rack, slots = app.session.rack, app.table.layout.slots
    return {
        "scene": app.scene.name,
        "language": app.texts.language,
        "version": version,
        "frames": app.frames,
        "viewport": [app.viewport.width / ratio, app.viewport.height / ratio, ratio],
        "view": _view(app.session.view),
        "prompt": app.table.prompt(),
        "widgets": [
            {
                "id": widget.id,
                "label": widget.label,
                "enabled": widget.enabled,
                "focused": widget.id == app.focus,
                "chosen": widget.chosen,
                "rect": css(widget.rect),
                "area": css(widget.area),
            }
            for widget in app.scene.widgets()
        ],
        "rack": [
            {"tile": TILE_NAMES[tile], "slot": slot, "rect": css(slots[slot])}
            for slot, tile in enumerate(rack.slots)
            if tile is not None
        ],
        "slots": [{"slot": slot, "rect": css(rect)} for slot, rect in enumerate(slots)],
        "selected": None if app.table.selected is None else TILE_NAMES[app.table.selected],
        "selection": [TILE_NAMES[tile] for tile in app.table.selection],
        "groups": _groups(app),
        "speech": None if (speech := app.table.speech()) is None else speech.text,
        "armed": None if app.table.armed is None else TILE_NAMES[app.table.armed],
        "toast": None
        if app.toast is None
        else {"text": app.toast.text, "tiles": [TILE_NAMES[tile] for tile in app.toast.tiles]},
        "moving": app.moving(),
        "texts": [
            {
                "text": shown.text,
                "rect": css(shown.rect),
                "box": css(shown.box),
                "clipped": shown.clipped,
                "size": round(shown.pixels / ratio, 2),
            }
            for shown in app.painter.shown
        ],
    }


def _groups(app: App) -> dict[str, Any]:
    """Describes the melds that lie on the rack, and what they are worth towards the bar."""
    groups = app.table.groups()
    return {
        "found": [
            {"type": group.meld.type, "tiles": [TILE_NAMES[tile] for tile in group.meld.tiles]}
            for group in groups.found
        ],
        "value": groups.value,
        "needed": groups.needed,
        "pairs": groups.pairs,
    }


def _view(view: View) -> dict[str, Any]:
    """Describes what the player's seat may know."""
    takeable = view.takeable()
    result = view.result
    return {
        "phase": view.phase,
        "actor": view.actor,
        "seat": view.seat,
        "hand": view.hand_number,
        "scores": list(view.scores),
        "stock": view.stock,
        "indicator": None if view.indicator is None else TILE_NAMES[view.indicator],
        "okey": None if view.faces is None else KIND_NAMES[view.faces.okey],
        "rack": [TILE_NAMES[tile] for tile in view.rack],
        "rack_sizes": list(view.rack_sizes),
        "piles": [[TILE_NAMES[tile] for tile in pile] for pile in view.piles],
        "takeable": TILE_NAMES[takeable[0]] if takeable else None,
        "arrived": None if view.arrived is None else TILE_NAMES[view.arrived],
        "taken": None if view.taken is None else TILE_NAMES[view.taken],
        "may_show": view.may_show,
        "shown_by": view.shown_by,
        "result": None
        if result is None
        else {
            "ending": result.ending,
            "winner": result.winner,
            "shape": result.shape,
            "okey": result.okey,
            "tile": None if result.tile is None else TILE_NAMES[result.tile],
            "before": list(result.before),
            "after": list(result.after),
        },
        "winners": list(view.winners),
        "rules": str(view.rules),
        "seats": [
            {
                "tiles": seat.tiles,
                "opened": seat.opened,
                "opened_with": seat.opened_with,
                "declared": seat.declared,
                "konkan": seat.konkan,
                "eliminated": seat.eliminated,
            }
            for seat in view.seats
        ],
        "melds": [
            {
                "owner": meld.owner,
                "type": meld.meld.type,
                "tiles": [TILE_NAMES[tile] for tile in meld.meld.tiles],
                "blocked": list(meld.blocked),
            }
            for meld in view.melds
        ],
        "steps": view.steps,
    }
