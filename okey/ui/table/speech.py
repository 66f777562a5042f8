"""Speech bubbles on the table: a short text beside what it is about, and never over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame
from pygame import Rect

from okey.ui import shapes, theme
from okey.ui.layout import split
from okey.ui.painter import Painter
from okey.ui.scenes.rows import columns
from okey.ui.table.layout import TableLayout
from okey.ui.widgets import Widget

WIDTHS = (300, 236, 180)
"""The widths that a bubble may have with letters of the usual size, in units."""

FLAT = (230, 250, 290, 340, 380, 440, 560)
"""The same of one whose answers stand behind the text."""

MOST_LINES = 24

PAD, ANSWER, LETTERS = 12, 44, 15
"""Margin, height of an answer and of letters, in units."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button in a bubble."""

    id: str
    label: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said, and about what."""

    text: str
    about: tuple[int, int, int, int]
    """The place on the screen that it is about: x, y, width and height."""
    answers: tuple[Answer, ...] = ()
    clear: tuple[tuple[int, int, int, int], ...] = ()
    """Other places that are needed now."""
    brief: str = ""
    """Fewer words, for where there is no free place for all of them; what has some covers nothing else."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """Where a speech stands."""

    said: str
    frame: Rect
    text: Rect
    answers: tuple[Rect, ...]

    def at(self, corner: tuple[int, int]) -> Bubble:
        """Gets the same bubble at another place."""
        return Bubble(
            self.said,
            self.frame.move(corner),
            self.text.move(corner),
            tuple(rect.move(corner) for rect in self.answers),
        )


GROWTH_STEPS = 5
"""In how many steps the size of letters is looked for between what was asked for and the usual."""


def place(speech: Speech, lay: TableLayout, painter: Painter, area: Rect) -> Bubble:
    """Finds the place that covers least of the table: nothing of what the speech is about, and hardly anything used.

    Letters are as large as was asked for if rack and buttons stay free even so, else smaller down to the usual.
    """
    if speech.brief and (found := _apart(speech, lay, painter, area)) is not None:
        return found
    needed = [Rect(speech.about), *map(Rect, speech.clear), *lay.slots, *lay.tools.values(), lay.actions]
    for letters in _letters(painter):
        found = _best(letters, speech, lay, painter, area)
        if area.contains(found.frame) and found.frame.collidelist(needed) < 0:
            return found
    return _best(1.0, speech, lay, painter, area)


def _letters(painter: Painter) -> list[float]:
    """Lists the sizes of letters to try: from what was asked for down to the usual."""
    return [painter.letters + (1 - painter.letters) * step / GROWTH_STEPS for step in range(GROWTH_STEPS + 1)]


def _apart(speech: Speech, lay: TableLayout, painter: Painter, area: Rect) -> Bubble | None:
    """Finds a place beside seats, tiles and buttons, with letters as large and words as many as can be; or None.

    The line that says what is to be done is covered only where it has to be.
    """
    used = [lay.rack, lay.stock, lay.indicator, lay.okey, lay.menu, lay.actions, *lay.tools.values()]
    used += [*lay.seats.values(), *(pile.top for pile in lay.piles), *([lay.hint] if lay.hint else [])]
    air, about = painter.px(2), Rect(speech.about)
    inner = area.inflate(-2 * air, -2 * air)
    for letters in _letters(painter):
        for said in (speech, replace(speech, text=speech.brief)):
            made = _shapes(letters, said, painter, inner.width)
            for needed in ([*used, lay.message], used):
                if (found := _free(made, about, needed, inner, air)) is not None:
                    return found
    return None


def _free(bubbles: Sequence[Bubble], about: Rect, needed: Sequence[Rect], inner: Rect, air: int) -> Bubble | None:
    """Finds a place that covers none of what is needed, the nearest to the matter; or None."""
    found: list[tuple[int, Bubble]] = []
    for bubble in bubbles:
        width, height = bubble.frame.size
        # whatever is free can be moved until it meets an edge on either axis
        across = {inner.left, inner.right - width, inner.centerx - width // 2}
        across |= {x for rect in needed for x in (rect.right + air, rect.left - air - width)}
        down = {inner.top, inner.bottom - height}
        down |= {y for rect in needed for y in (rect.bottom + air, rect.top - air - height)}
        for corner in ((x, y) for x in across for y in down):
            frame = Rect(corner, bubble.frame.size)
            if inner.contains(frame) and frame.collidelist(needed) < 0:
                away = abs(frame.centerx - about.centerx) + abs(frame.centery - about.centery)
                found.append((away, bubble.at(corner)))
    return min(found, key=lambda one: one[0])[1] if found else None


def _shapes(letters: float, speech: Speech, painter: Painter, most: int) -> list[Bubble]:
    """Makes the bubbles that a speech may have for letters so many times as large as usual, at the origin."""
    found = [_of_width(min(painter.px(width * letters), most), letters, speech, painter) for width in WIDTHS]
    if speech.brief:
        found += [_flat(min(painter.px(width * letters), most), letters, speech, painter) for width in FLAT]
    return found


def _best(letters: float, speech: Speech, lay: TableLayout, painter: Painter, area: Rect) -> Bubble:
    """Finds the best width and place of a bubble for letters so many times as large as usual."""
    gap = painter.px(10)
    inner = area.inflate(-gap, -gap)
    bubbles = _shapes(letters, speech, painter, area.width - 2 * gap)
    corners = [_least_cover(bubble.frame.size, speech, lay, inner, gap) for bubble in bubbles]
    (_, corner), bubble = min(zip(corners, bubbles, strict=True), key=lambda found: found[0][0])
    return bubble.at(corner)


def _of_width(width: int, letters: float, speech: Speech, painter: Painter) -> Bubble:
    """Makes a bubble of a width at the origin: the text, and below it the answers, side by side where they fit so."""
    pad, row, between = painter.px(PAD), painter.px(ANSWER), painter.px(8)
    pixels, room = painter.px(LETTERS * letters), width - 2 * pad
    text = Rect(pad, pad, room, 0)
    text.height = painter.line_height(pixels) * len(painter.wrap(speech.text, pixels, room, bold=True))
    faces, answers = [answer.label for answer in speech.answers], list[Rect]()
    beside = columns(painter, faces, room, row) if faces else 1
    if faces and letters < painter.letters:  # those on the answers are smaller as well
        wide = [painter.width(face, LETTERS, bold=True) * letters / painter.letters + painter.px(16) for face in faces]
        beside = len(faces) if max(wide, default=0) * len(faces) + between * (len(faces) - 1) <= room else beside
    bottom = text.bottom
    for at in range(0, len(faces), beside):
        line = Rect(pad, bottom + between, room, row)
        answers += split(line, len(faces[at : at + beside]), between)
        bottom = line.bottom
    return Bubble(speech.text, Rect(0, 0, width, bottom + pad), text, tuple(answers))


def _flat(width: int, letters: float, speech: Speech, painter: Painter) -> Bubble:
    """Makes a bubble of a width at the origin, as low as can be: the answers behind the text."""
    pad, row, between, share = painter.px(PAD / 2), painter.px(ANSWER), painter.px(4), letters / painter.letters
    faces = [answer.label for answer in speech.answers]
    needs = [max(row, round(share * painter.width(face, LETTERS, bold=True)) + painter.px(14)) for face in faces]
    pixels, room = painter.px(LETTERS * letters), width - 2 * pad - sum(needs) - between * len(needs)
    if room < painter.px(60 * letters):
        return _of_width(width, letters, speech, painter)
    lines = painter.line_height(pixels) * len(painter.wrap(speech.text, pixels, room, bold=True))
    edge = painter.px(4)
    height = max(lines, row) + 2 * edge
    x, answers = pad + room, list[Rect]()
    for need in needs:
        answers.append(Rect(x + between, (height - row) // 2, need, row))
        x = answers[-1].right
    return Bubble(speech.text, Rect(0, 0, width, height), Rect(pad, edge, room, height - 2 * edge), tuple(answers))


def _least_cover(
    size: tuple[int, int], speech: Speech, lay: TableLayout, area: Rect, gap: int
) -> tuple[float, tuple[int, int]]:
    """Gets the upper left corner of the place that covers least, near to the matter, and how bad it is."""
    about = Rect(speech.about)
    pressed = [
        *lay.slots, *lay.tools.values(), lay.stock, lay.indicator, lay.menu, *(pile.top for pile in lay.piles),
        *([lay.hint] if lay.hint else []),
    ]  # fmt: skip
    weights = [
        (about.inflate(gap, gap), 40),
        *((Rect(rect), 40) for rect in speech.clear),
        *((rect, 8) for rect in pressed),
        (lay.actions, 6),
        (lay.message, 2),
    ]
    weights += [(rect, 2) for rect in lay.seats.values()] + [(lay.okey, 2)]
    width, height = size
    across = {about.centerx - width // 2, about.left - width - gap, about.right + gap, area.left, area.right - width}
    across |= {area.centerx - width // 2}
    down = {about.centery - height // 2, about.top - height - gap, about.bottom + gap, area.top, area.bottom - height}
    down |= {lay.message.top - height - gap, lay.rack.top - height - gap}
    down |= {seat.bottom + gap for seat in lay.seats.values()} | {lay.stock.bottom + gap, lay.stock.top - height - gap}

    def cost(corner: tuple[int, int]) -> float:
        rect = Rect(corner, size)
        covered = sum(weight * _shared(rect, other) for other, weight in weights)
        away = abs(rect.centerx - about.centerx) + abs(rect.centery - about.centery)
        return covered + gap * away

    corners = [
        (max(area.left, min(x, area.right - width)), max(area.top, min(y, area.bottom - height)))
        for x in across
        for y in down
    ]
    return min((cost(corner), corner) for corner in corners)


def box(rect: Rect) -> tuple[int, int, int, int]:
    """Gets x, y, width and height of a rectangle."""
    return rect.x, rect.y, rect.width, rect.height


def _shared(one: Rect, other: Rect) -> int:
    shared = one.clip(other)
    return shared.width * shared.height


class Speaker:
    """Shows one speech at a time."""

    def __init__(self) -> None:
        self._said: tuple[Speech, TableLayout, Bubble] | None = None

    def bubble(self, speech: Speech, lay: TableLayout, painter: Painter, area: Rect) -> Bubble:
        """Gets where a speech stands, as ``place`` does; remembers the last one."""
        if self._said is None or self._said[0] != speech or self._said[1] is not lay:
            self._said = speech, lay, place(speech, lay, painter, area)
        return self._said[2]

    @staticmethod
    def widgets(speech: Speech, bubble: Bubble) -> Sequence[Widget]:
        """Lists the bubble itself, which a press closes if it has no answers, and its answers."""
        return [
            Widget("speech", speech.text, bubble.frame, style="bare"),
            *(
                Widget(answer.id, answer.label, rect, style="main" if answer.main else "sheet")
                for answer, rect in zip(speech.answers, bubble.answers, strict=True)
            ),
        ]

    @staticmethod
    def draw(speech: Speech, bubble: Bubble, painter: Painter) -> None:
        """Draws the bubble with its tip, its text and its answers."""
        frame, about = bubble.frame, Rect(speech.about)
        blur = painter.px(10)
        soft = shapes.ready(shapes.shadow, *frame.size, painter.px(14), blur, 120)
        painter.target.blit(soft, (frame.x - blur, frame.y - blur + painter.px(3)))
        painter.plate(frame, theme.SHEET, 14, theme.GOLD_DARK)
        tip = _tip(frame, about, painter.px(9))
        if tip:
            painter.target.touch(pygame.draw.polygon(painter.target, theme.SHEET, tip))
            pygame.draw.aalines(painter.target, theme.GOLD_DARK, False, (tip[0], tip[1], tip[2]))
        painter.text(bubble.said, bubble.text, LETTERS, theme.SHEET_TEXT, bold=True, lines=MOST_LINES)


def _tip(frame: Rect, about: Rect, size: int) -> list[tuple[int, int]]:
    """Gets the three corners of the tip, the outermost in the middle; none where bubble and matter meet."""
    inset = 2 * size
    if about.top >= frame.bottom or about.bottom <= frame.top:
        down = about.top >= frame.bottom
        edge = frame.bottom - 1 if down else frame.top
        gap = about.top - edge if down else edge - about.bottom
        x = max(frame.left + inset, min(about.centerx, frame.right - inset))
        out = min(max(gap - size // 3, size), 2 * size) * (1 if down else -1)
        return [(x - size, edge), (max(x - inset, min(about.centerx, x + inset)), edge + out), (x + size, edge)]
    if about.left >= frame.right or about.right <= frame.left:
        right = about.left >= frame.right
        edge = frame.right - 1 if right else frame.left
        gap = about.left - edge if right else edge - about.right
        y = max(frame.top + inset, min(about.centery, frame.bottom - inset))
        out = min(max(gap - size // 3, size), 2 * size) * (1 if right else -1)
        return [(edge, y - size), (edge + out, y), (edge, y + size)]
    return []
