"""Who sits where: portrait, name, score, tiles in the rack, what was opened or declared, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.game import View
from okey.game.scoring import side_totals
from okey.ui import shapes, theme
from okey.ui.draft import SEAT
from okey.ui.portraits import portrait
from okey.ui.presence import Link
from okey.ui.room.faces import draw_face
from okey.ui.table.layout import TableLayout
from okey.ui.table.places import LEAST_PORTRAIT
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App

_LINKS: dict[Link, tuple[str, theme.Colour]] = {
    "here": ("disc", theme.LINKED),
    "gone": ("ring", theme.UNLINKED),
    "kept": ("triangle", theme.GOLD),
    "unknown": ("ring", theme.MUTED),
}
"""The mark and its colour for each state of a connection; the shapes alone tell who is there and who is not."""

NAME, FIGURE, NOTE = 14, 15, 12
"""The size of names, of scores and counts, and of badges, in units."""


def score_of(view: View, seat: int) -> int:
    """Gets the score that a seat shows: its side's, where partners play together."""
    return side_totals(view.rules, view.scores)[view.rules.side_of(seat)]


def badge_of(app: App, view: View, seat: int, *, short: bool = False) -> str:
    """Says in a word or two what a seat has opened or declared; even shorter where there is little room."""
    player, t = view.seats[seat], app.texts
    if player.eliminated:
        return t("badge.eliminated")
    parts = []
    if player.konkan:
        parts.append(t("badge.konkan"))
    if player.opened is not None and (player.opened_with or not player.konkan):
        key = f"badge.opened_{player.opened}"
        parts.append(
            str(player.opened_with) if short and player.opened == "series" else t(key, value=player.opened_with)
        )
    elif player.declared:
        parts.append(t("badge.declared_short" if short else "badge.declared"))
    return " · ".join(parts)


class Plate:
    """Draws what is known of one seat into rectangles of its plate.

    Args:
        app: the app.
        view: what the player knows.
        seat: whose plate it is.
    """

    def __init__(self, app: App, view: View, seat: int) -> None:
        self._app, self._view, self._seat = app, view, seat
        self._painter = self.painter = app.painter
        self.active = view.actor == seat
        self.ink: theme.Colour = theme.GOLD if self.active else theme.CREAM
        self.name = app.seat_name(seat)
        self.score = signed(score_of(view, seat))
        self.count = str(view.rack_sizes[seat])
        self.least = app.painter.px(LEAST_PORTRAIT)

    def badge(self, room: int) -> str:
        """Gets what the seat opened or declared, shorter where it does not fit into a width otherwise."""
        badge = badge_of(self._app, self._view, self._seat)
        if badge and self.badge_width(badge) > room:
            badge = badge_of(self._app, self._view, self._seat, short=True)
        return badge

    def badge_width(self, badge: str) -> int:
        """Gets the width of a badge."""
        return self._painter.width(badge, NOTE, bold=True) + self._painter.px(12)

    def count_width(self) -> int:
        """Gets the width of the number of tiles, of two digits, on a tile."""
        return self._painter.width("21", FIGURE, bold=True) + self._painter.px(10)

    def score_width(self) -> int:
        """Gets the width of the score."""
        return self._painter.width(self.score, FIGURE, bold=True) + self._painter.px(12)

    def name_width(self) -> int:
        """Gets the width of the name."""
        return self._painter.width(self.name, NAME, bold=True) + self._painter.px(2)

    def figures_width(self) -> int:
        """Gets the width of number of tiles, score and badge beside each other."""
        badge, gap = badge_of(self._app, self._view, self._seat), self._painter.px(6)
        return self.count_width() + gap + self.score_width() + (gap + self.badge_width(badge) if badge else 0)

    def draw_portrait(self, rect: Rect) -> None:
        """Draws the portrait in a ring, a wide golden one for who is to act; a star for who showed the indicator."""
        painter, own = self._painter, self._seat == SEAT and self._view.seat is not None
        name = self._app.settings.avatar if own else self.name
        around = painter.px(2.5 if self.active else 1.5)
        size = min(rect.size) - 2 * around
        if size < 2:
            return
        seats = self._app.session.presence
        here = seats[self._seat] if self._seat < len(seats) else None
        if here is not None and here.face:
            draw_face(painter, Rect(rect.centerx - size // 2, rect.centery - size // 2, size, size), here.face)
        else:
            image = shapes.ready(portrait, size, name, theme.SEAT_COLOURS[self._seat])
            painter.target.blit(image, image.get_rect(center=rect.center))
        ring = Rect(0, 0, size + 2 * around, size + 2 * around)
        ring.center = rect.center
        colour = theme.GOLD if self.active else theme.SEAT_COLOURS[self._seat]
        thick = max(1, around)
        painter.target.blit(shapes.ready(shapes.ring, *ring.size, ring.width // 2, thick, colour), ring)
        if self._view.shown_by == self._seat:
            painter.mark("star", (ring.right - ring.width // 8, ring.y + ring.height // 8), 15, theme.GOLD)
        self.draw_link((ring.right - ring.width // 8, ring.bottom - ring.height // 8))

    def draw_link(self, at: tuple[int, int]) -> None:
        """Marks in a room whether the seat is connected."""
        painter, seats = self._painter, self._app.session.presence
        here = seats[self._seat] if self._seat < len(seats) else None
        if here is not None and here.link != "none":
            painter.mark("disc", at, 15, theme.INK)
            mark, tone = _LINKS[here.link]
            painter.mark(mark, at, 11, tone)

    def draw_name(self, box: Rect, *, left: bool) -> None:
        """Writes the name."""
        self._painter.text(self.name, box, NAME, self.ink, bold=True, align="left" if left else "center")

    def draw_score(self, box: Rect) -> None:
        """Writes the score on a dark chip."""
        self._painter.plate(box, (0, 0, 0, 90), 8)
        self._painter.text(self.score, box.inflate(-self._painter.px(6), 0), FIGURE, self.ink, bold=True)

    def draw_count(self, box: Rect) -> None:
        """Writes how many tiles the seat holds on one that lies face down."""
        self._painter.plate(box, theme.BACK_RIM, 4)
        self._painter.plate(Rect(box.x, box.y, box.width, box.height - self._painter.px(1.5)), theme.BACK_TOP, 4)
        self._painter.text(self.count, box.inflate(-self._painter.px(4), 0), FIGURE, theme.BACK_TEXT, bold=True)

    def draw_badge(self, badge: str, box: Rect) -> None:
        """Writes what was opened or declared on gold."""
        self._painter.plate(box, theme.GOLD, 7)
        self._painter.text(badge, box.inflate(-self._painter.px(6), 0), NOTE, theme.INK, bold=True)

    def draw_figures(self, box: Rect, *, spread: bool) -> None:
        """Draws score, number of tiles and badge beside each other, smaller where they do not fit otherwise.

        Args:
            box: the room; where it has two lines, a badge that does not fit beside the others has the second.
            spread: whether they are centred; else they begin at the left.
        """
        gap, line = self._painter.px(4), Rect(box.x, box.y, box.width, min(box.height, self._painter.letter(FIGURES)))
        badge = self.badge(box.width - self.count_width() - gap)
        widths = {"score": self.score_width(), "count": self.count_width()}
        if badge:
            widths["badge"] = self.badge_width(badge)
        below = Rect(box.x, line.bottom + gap // 2, box.width, self._painter.letter(16))
        if badge and below.bottom <= box.bottom and sum(widths.values()) + 2 * gap > box.width:
            below.width = min(box.width, widths.pop("badge"))
            below.centerx = box.centerx if spread else below.centerx
            self.draw_badge(badge, below)
        elif below.bottom <= box.bottom:
            line.centery = box.centery
        if _share(widths, box.width, gap) < 1:  # without the air at both ends of each
            widths = {what: width - self._painter.px(5) for what, width in widths.items()}
        if _share(widths, box.width, gap) < LEAST_SHARE / self._painter.letters:  # score and count have to be there
            widths.pop("badge", None)
        share = _share(widths, box.width, gap)
        used = round(share * sum(widths.values())) + gap * (len(widths) - 1)
        x = box.centerx - used // 2 if spread else box.x
        for what, width in widths.items():
            place = Rect(x, line.y, int(share * width), line.height)
            if what == "score":
                self.draw_score(place)
            elif what == "count":
                self.draw_count(place)
            else:
                self.draw_badge(badge, place)
            x = place.right + gap


LEAST_SHARE = 0.9
"""The share of their usual width that figures keep beside a badge; a narrower place is theirs alone."""


def _share(widths: Mapping[str, int], room: int, gap: int) -> float:
    """Gets the share of their widths that things beside each other have in a room."""
    return min(1.0, max(0.0, (room - gap * (len(widths) - 1)) / sum(widths.values())))


def draw_seat(app: App, rect: Rect, seat: int, view: View) -> None:
    """Draws another player's plate: portrait over name and figures, before them, or between them."""
    painter, plate = app.painter, Plate(app, view, seat)
    if plate.active:
        blur = painter.px(8)
        glow = shapes.ready(shapes.shadow, *rect.size, painter.px(12), blur, 150)
        painter.target.blit(glow, (rect.x - blur, rect.y - blur))
    painter.plate(rect, app.cloth.active if plate.active else app.cloth.plate, 12, theme.PLATE_EDGE)
    if plate.active:
        painter.outline(rect, theme.GOLD, 12, 2)
    if view.rules.teams != "none":
        ours = view.rules.side_of(seat) == view.rules.side_of(SEAT)
        side = Rect(rect.x + painter.px(2), rect.y + painter.px(10), painter.px(3), rect.height - painter.px(20))
        pygame.draw.rect(painter.target, theme.GOLD if ours else theme.MUTED, side, border_radius=painter.px(2))
    inner = rect.inflate(-painter.px(12), -painter.px(7))
    name, figures = painter.letter(19), painter.letter(FIGURES)
    if inner.height < name + figures:
        _draw_in_line(plate, inner, painter.px(6))
    elif inner.height >= name + figures + painter.px(LEAST_PORTRAIT + 4) and inner.height > 0.72 * inner.width:
        _draw_above(plate, inner, name, figures, painter.px(2))
    else:
        _draw_before(plate, inner, name, figures, painter.px(6))


FIGURES = 17
"""The height of a line of score and number of tiles, in units."""


def _draw_above(plate: Plate, inner: Rect, name: int, figures: int, gap: int) -> None:
    """Draws the portrait above name and figures, which have a second line for a badge where there is height for it."""
    if plate.figures_width() > inner.width and inner.height >= name + 2 * figures + 3 * gap + plate.least:
        figures *= 2
    size = min(inner.height - name - figures - 2 * gap, inner.width)
    plate.draw_portrait(Rect(inner.centerx - size // 2, inner.y, size, size))
    below = inner.y + size + gap
    plate.draw_name(Rect(inner.x, below, inner.width, name), left=False)
    plate.draw_figures(Rect(inner.x, below + name + gap, inner.width, figures), spread=True)


def _draw_before(plate: Plate, inner: Rect, name: int, figures: int, gap: int) -> None:
    """Draws the portrait at the left; where that leaves no room for name or figures, those have a whole line.

    Where even so no room is left for the portrait, it is not drawn.
    """
    size = min(inner.height, inner.width // 3)
    beside = inner.width - size - gap
    if beside >= plate.name_width() and beside >= plate.figures_width():
        air = max(0, inner.height - name - figures) // 2
        plate.draw_portrait(Rect(inner.x, inner.centery - size // 2, size, size))
        plate.draw_name(Rect(inner.x + size + gap, inner.y + air, beside, name), left=True)
        plate.draw_figures(Rect(inner.x + size + gap, inner.y + air + name, beside, figures), spread=False)
        return
    lines = min(inner.height - name - gap // 2, 2 * figures + gap)
    size = inner.height - lines - gap // 2
    beside = inner.width - size - gap // 2
    if beside >= 0.9 * plate.name_width():
        plate.draw_portrait(Rect(inner.x, inner.y, size, size))
        plate.draw_name(Rect(inner.x + size + gap // 2, inner.y, beside, size), left=True)
        plate.draw_figures(Rect(inner.x, inner.bottom - lines, inner.width, lines), spread=True)
        return
    size = min(inner.height - name, inner.width - gap - plate.figures_width())
    if size >= plate.least:
        line = Rect(inner.x + size + gap, inner.bottom - (size + figures) // 2, inner.width - size - gap, figures)
        plate.draw_name(Rect(inner.x, inner.y, inner.width, name), left=False)
        plate.draw_portrait(Rect(inner.x, inner.bottom - size, size, size))
        plate.draw_figures(line, spread=False)
        return
    plate.draw_name(Rect(inner.x, inner.y, inner.width, inner.height - lines - gap // 2), left=False)
    plate.draw_link(inner.topright)
    plate.draw_figures(Rect(inner.x, inner.bottom - lines, inner.width, lines), spread=True)


def _draw_in_line(plate: Plate, inner: Rect, gap: int) -> None:
    """Draws portrait, name and figures in one line."""
    size = min(inner.height, inner.width // 4)
    plate.draw_portrait(Rect(inner.x, inner.centery - size // 2, size, size))
    left = inner.x + size + gap
    room = inner.right - left
    width = min(plate.name_width(), max(room // 3, room - plate.figures_width() - gap))
    plate.draw_name(Rect(left, inner.y, width, inner.height), left=True)
    left += width + gap
    plate.draw_figures(Rect(left, inner.y, inner.right - left, inner.height), spread=False)


def draw_lip(app: App, lay: TableLayout, view: View, note: Sequence[str] = ()) -> None:
    """Draws the player's own portrait, name and figures, and how far the match is, on the rack's front edge.

    Args:
        app: the app.
        lay: where that is.
        view: what the player knows.
        note: wordings of what stands there instead of the name, the longest first; the first that fits is written.
    """
    painter, plate = app.painter, Plate(app, view, SEAT)
    box = lay.lip.inflate(-painter.px(20), -painter.px(4))
    if lay.message.colliderect(lay.lip):
        box.width = lay.message.left - box.x - painter.px(4)
    painter.plate(box.inflate(painter.px(10), 0), (*theme.WOOD.dark[:3], 190), 9)
    if plate.active:
        painter.outline(lay.rack, theme.GOLD, 10, 2)
    gap = painter.px(8)
    size = box.height
    if note:
        _draw_note(plate, box, note, gap)
        return
    wanted = min(plate.name_width(), max(box.width // 4, box.width - size - 2 * gap - plate.figures_width()))
    used = size + gap + wanted
    figures = min(plate.figures_width(), box.width - used - gap)
    hand = _hand(app, view)
    beside = painter.width(hand, NOTE) + 2 * gap if hand else 0
    room = used + gap + figures + beside <= box.width
    total = used + gap + figures + (beside if room else 0)
    x = max(box.x, box.centerx - total // 2)
    plate.draw_portrait(Rect(x, box.y, size, size))
    x += size + gap
    plate.draw_name(Rect(x, box.y, wanted, box.height), left=True)
    x += wanted + gap
    air = max(0, box.height - painter.letter(18)) // 2
    plate.draw_figures(Rect(x, box.y + air, figures, box.height - 2 * air), spread=False)
    if room and hand:
        painter.text(
            hand, Rect(x + figures + gap, box.y, beside - gap, box.height), NOTE, (243, 226, 196), align="left"
        )


def _draw_note(plate: Plate, box: Rect, wordings: Sequence[str], gap: int) -> None:
    """Draws the portrait, then a note in the first wording that fits, then the figures where there is room."""
    painter = plate.painter
    plate.draw_portrait(Rect(box.x, box.y, box.height, box.height))
    room = Rect(box.x + box.height + gap, box.y, box.width - box.height - gap, box.height)
    figures = plate.figures_width()
    beside = room.width - figures - gap
    shortest = painter.width(wordings[-1], NAME, bold=True)
    if shortest <= beside:
        air = max(0, box.height - painter.letter(18)) // 2
        place = Rect(room.right - figures, box.y + air, figures, box.height - 2 * air)
        plate.draw_figures(place, spread=False)
        room.width = beside
    text = next((t for t in wordings if painter.width(t, NAME, bold=True) <= room.width), wordings[-1])
    painter.text(text, room, NAME, theme.CREAM, bold=True)


def _hand(app: App, view: View) -> str:
    """Says which hand of the match this is, where their number is fixed."""
    rules = view.rules
    if rules.match_end not in ("n_hands", "five_plus_determine"):
        return ""
    last = rules.n_hands[0] + (rules.match_end == "five_plus_determine")
    return app.texts("seat.hand", hand=min(view.hands_played + (view.result is None), last), last=last)
