"""The screen in words: its heading and, under titles, all that can be read or pressed, in reading order.

It is made of the widgets that pointer and keyboard use, and goes further than they do in one way: it also holds what
only scrolling would bring into sight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from okey.ui.texts import Texts
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.app import App


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the screen under one title.

    Attributes:
        key: what it is known by from one moment to the next.
        title: its heading; empty where the scene's own says enough.
        items: texts, and widgets to press.
    """

    key: str
    title: str
    items: tuple[str | Widget, ...]


def outline(app: App) -> dict[str, Any]:
    """Writes the scene that takes input as JSON-ready data; rectangles are in CSS pixels, of what is in sight only."""
    scene, ratio = app.scene, app.viewport.ratio
    seen = {widget.id: widget for widget in scene.widgets()}

    def item(thing: str | Widget) -> dict[str, Any]:
        if isinstance(thing, str):
            return {"text": thing}
        rect = [round(value / ratio, 2) for value in seen[thing.id].rect] if thing.id in seen else None
        return {"id": thing.id, "text": thing.label, "enabled": thing.enabled, "chosen": thing.chosen, "rect": rect}

    return {
        "scene": scene.name,
        "heading": scene.heading(),
        "parts": [
            {"key": part.key, "title": part.title, "items": [item(thing) for thing in part.items if thing != ""]}
            for part in scene.parts()
            if part.items
        ],
    }


def spoken(texts: Texts, widget: Widget) -> str:
    """Says what a widget is, whether it is chosen, and that it does nothing now."""
    words = [widget.label]
    if widget.chosen:
        words.append(texts("widget.chosen"))
    if not widget.enabled:
        words.append(texts("widget.disabled"))
    return ", ".join(words)
