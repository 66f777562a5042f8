"""The table in words, for those who hear it: what is to be done, the rack, the melds, the others, the discards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from okey.game.scoring import colour_factor
from okey.tiles import colour_of
from okey.ui.draft import SEAT
from okey.ui.outline import Part
from okey.ui.table.layout import TOOLS
from okey.ui.table.listing import group_widgets, meld_widgets, several_widget
from okey.ui.table.plates import badge_of, score_of
from okey.ui.texts import signed
from okey.ui.widgets import Widget

if TYPE_CHECKING:
    from okey.ui.table.scene import TableScene


def list_parts(scene: TableScene) -> Iterator[Part]:
    """Lists the parts of the table, the turn first."""
    t, view = scene.app.texts, scene.view
    listed = scene.plain_widgets()
    slots = [widget for widget in listed if widget.id.startswith("slot-")]
    apart = ("menu", "hint", "say", *TOOLS)
    acts = [w for w in listed if w.id not in apart and w not in slots and not w.id.startswith("meld")]
    yield Part("turn", t("part.turn"), (scene.prompt(), *acts))
    if note := scene.note():
        yield Part("note", t("part.goal" if scene.app.challenge is not None else "part.coach"), note[:1])
    yield Part("help", t("part.help"), tuple(_help(scene)))
    held = scene.app.session.rack.slots
    # a free slot is good for nothing but as the place where lifted tiles go
    if view.rack:
        rack = [w for w, tile in zip(slots, held, strict=True) if tile is not None or scene.selection]
        yield Part("rack", t("part.rack", count=len(view.rack)), (several_widget(scene), *rack))
    yield Part("groups", t("part.groups"), tuple(group_widgets(scene)))
    melds = list(meld_widgets(scene))
    for owner in range(view.rules.players):
        own = tuple(widget for meld_owner, widget in melds if meld_owner == owner)
        yield Part(f"melds-{owner}", t("part.melds", name=scene.app.seat_name(owner)), own)
    yield Part("players", t("part.players"), tuple(_players(scene)))
    yield Part("table", t("part.table"), tuple(_table(scene)))
    yield Part("discards", t("part.discards"), tuple(_discards(scene)))
    yield Part("tools", t("part.tools"), tuple(widget for widget in listed if widget.id in apart))


def _help(scene: TableScene) -> Iterator[str | Widget]:
    """Says what a hint or the guide says: to be answered, or a button that takes it away."""
    spoken = scene.spoken()
    if len(spoken) > 1:
        yield spoken[0].label
        yield from spoken[1:]
    else:
        yield from spoken


def _players(scene: TableScene) -> Iterator[str]:
    """Says who sits where, with score, number of tiles, and what was opened or declared."""
    app, view = scene.app, scene.view
    for seat in range(view.rules.players):
        words = app.texts(
            "part.player", name=app.seat_name(seat), points=signed(score_of(view, seat)), count=view.rack_sizes[seat]
        )
        notes = [badge_of(app, view, seat)]
        if view.rules.teams != "none" and seat != SEAT and view.rules.side_of(seat) == view.rules.side_of(SEAT):
            notes.append(app.texts("setup.partner"))
        if view.shown_by == seat:
            notes.append(app.texts("part.showed"))
        if view.actor == seat:
            notes.append(app.texts("part.acts"))
        if seat < len(app.session.presence):
            link = app.session.presence[seat].link
            notes.append(app.texts(f"presence.{link}") if link != "none" else "")
        yield ", ".join([words, *filter(None, notes)])


def _table(scene: TableScene) -> Iterator[str]:
    """Says what lies in the middle."""
    t, view = scene.app.texts, scene.view
    banner = scene.melds.banner() if scene.layout.board is not None else None
    if banner is not None:
        yield banner
    if view.faces is None or view.indicator is None:
        return
    yield t("scores.hand", hand=view.hand_number)
    yield t("part.stock", count=view.stock)
    factor = colour_factor(view.rules, view.faces)
    if factor > 1:
        yield t("part.vibrant", colour=t(f"colour.{colour_of(view.faces.okey)}"), factor=factor)
    yield t("part.indicator", tile=scene.app.tile_name(view.indicator), okey=t.kind(view.faces.okey))
    if view.rules.table_melds and not view.melds:
        yield t("table.no_melds")


def _discards(scene: TableScene) -> Iterator[str]:
    """Says what was thrown, the last first, as far as it may be seen."""
    app, view = scene.app, scene.view
    for number, pile in enumerate(view.piles):
        name = app.seat_name(number) if len(view.piles) > 1 else app.texts("discards.all")
        hidden = view.pile_sizes[number] - len(pile)
        words = [app.tile_name(tile) for tile in reversed(pile)]
        words += [app.texts("discards.hidden", count=hidden)] if hidden else []
        yield f"{name}: {', '.join(words) or app.texts('discards.none')}"
