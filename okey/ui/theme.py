"""The look of the table: colours and the few numbers that all drawing shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]
"""Red, green, blue and, where it is not opaque, alpha; each 0 to 255."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """The colours of a table."""

    centre: Colour
    edge: Colour
    button: Colour
    """A button that lies on it."""
    plate: Colour
    """A name plate."""
    active: Colour
    """The name plate of who is to act."""


CLOTHS: Final = {
    "green": Cloth((40, 112, 92), (15, 56, 47), (21, 62, 53), (11, 40, 34, 205), (24, 70, 58, 240)),
    "blue": Cloth((38, 92, 140), (16, 42, 74), (19, 50, 84), (10, 30, 54, 205), (24, 62, 104, 240)),
    "claret": Cloth((124, 42, 58), (60, 18, 30), (72, 24, 36), (44, 14, 24, 205), (92, 32, 46, 240)),
    "night": Cloth((58, 64, 78), (24, 27, 36), (34, 38, 49), (16, 18, 25, 205), (50, 56, 72, 240)),
}
"""Every cloth by the name of its setting."""

VIBRANT: Final = ((150, 34, 40), (150, 110, 20), (24, 84, 160), (34, 36, 44))
"""What tints the cloth where the indicator's colour multiplies a hand: red, yellow, blue, black."""

WOOD_LIGHT: Final = (176, 122, 72)
WOOD: Final = (140, 92, 52)
WOOD_DARK: Final = (88, 55, 30)
WOOD_SLOT: Final = (104, 66, 36)


@dataclass(frozen=True, slots=True)
class Look:
    """How tiles look."""

    top: Colour
    bottom: Colour
    edge: Colour
    rim: Colour
    okey_top: Colour
    okey_bottom: Colour
    colours: tuple[Colour, Colour, Colour, Colour]
    """What red, yellow, blue and black are printed in."""
    joker: Colour
    """The false joker's clover."""
    band: bool = False
    """Whether numbers are all in the last of the colours, and marks stand large on a band of their colour."""


TILE_COLOURS: Final = ((196, 30, 44), (144, 87, 0), (22, 92, 186), (34, 38, 43))
"""Red, yellow, blue, black as printed on ivory."""

LOOKS: Final = {
    "ivory": Look(
        (255, 252, 243), (243, 235, 217), (205, 190, 158), (168, 150, 116), (255, 247, 214), (250, 226, 160),
        TILE_COLOURS, (20, 114, 76),
    ),
    "white": Look(
        (255, 255, 255), (240, 243, 247), (196, 204, 214), (142, 152, 166), (255, 249, 222), (252, 231, 166),
        ((202, 16, 36), (146, 88, 0), (0, 84, 190), (20, 22, 26)), (0, 120, 84),
    ),
    "slate": Look(
        (58, 66, 80), (38, 44, 54), (26, 30, 38), (14, 16, 20), (76, 62, 24), (60, 48, 18),
        ((255, 150, 142), (255, 208, 84), (128, 194, 255), (238, 240, 244)), (112, 220, 160),
    ),
    "shapes": Look(
        (255, 255, 255), (244, 244, 240), (200, 200, 196), (138, 138, 134), (255, 247, 214), (250, 226, 160),
        ((190, 70, 0), (240, 208, 40), (0, 96, 168), (24, 24, 28)), (24, 24, 28), band=True,
    ),
}  # fmt: skip
"""Every look of the tiles by the name of its setting; the colours of ``shapes`` are told apart by everybody."""

BACK_TOP: Final = (226, 212, 182)
BACK_BOTTOM: Final = (206, 189, 154)
BACK_EDGE: Final = (205, 190, 158)
BACK_RIM: Final = (168, 150, 116)
BACK_MOTIF: Final = (172, 146, 100)
BACK_TEXT: Final = (74, 52, 26)

GOLD: Final = (242, 192, 88)
GOLD_DARK: Final = (196, 140, 36)
CREAM: Final = (247, 241, 226)
MUTED: Final = (232, 240, 234)
INK: Final = (45, 33, 18)
ALARM: Final = (232, 92, 70)
ALARM_DARK: Final = (122, 34, 26)

PLATE_EDGE: Final = (255, 255, 255, 26)
SHEET: Final = (250, 244, 230)
SHEET_EDGE: Final = (206, 188, 150)
SHEET_TEXT: Final = (52, 42, 28)
SHEET_STRONG: Final = (24, 96, 76)
SHEET_MUTED: Final = (112, 98, 74)
SHEET_LINE: Final = (228, 216, 190)
SHADE: Final = (4, 18, 15, 150)
"""What lies over the table under a panel."""

MOVE_SECONDS: Final = 0.22
"""How long a tile is under way between two views."""

LARGEST_LETTERS: Final = 2.0
"""How many times as large as usual letters get at most."""

SHAKE_SECONDS: Final = 0.35
TOAST_SECONDS: Final = 4.0
"""How long a message says why something is not possible."""

NOTE_SECONDS: Final = 2.2
"""How long a message tells what others did."""

RESULT_SECONDS: Final = 1.0
"""How long the last throw of a hand stays to be seen before the result covers it."""

BOT_SECONDS: Final = 0.7
"""How long a computer player waits before each action, unless the player wants it faster."""

DRAG_THRESHOLD: Final = 6
"""How far, in CSS pixels, a pointer moves before a tap becomes a drag."""

HOLD_SECONDS: Final = 0.55
"""How long a tile is held before its whole group is lifted."""

FOCUS: Final = (120, 205, 255)

LIT: Final = (120, 220, 150)
"""What frames a group of tiles that belong together."""

HINT: Final = (18, 132, 84)
"""What marks a tile that could be laid off."""

ADVICE: Final = (206, 164, 255)
"""What marks the tiles and places of a hint."""

SEAT_COLOURS: Final = ((206, 150, 48), (170, 80, 57), (66, 104, 160), (132, 88, 150))
"""The colour of each seat's badge, and of what it laid on the table."""
