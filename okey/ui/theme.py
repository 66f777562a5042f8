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
    "olive": Cloth((92, 100, 44), (42, 48, 18), (52, 58, 24), (30, 34, 12, 205), (70, 78, 32, 240)),
    "plum": Cloth((104, 54, 118), (46, 22, 56), (58, 28, 68), (34, 14, 42, 205), (78, 38, 90, 240)),
    "copper": Cloth((140, 76, 40), (68, 34, 16), (82, 42, 20), (48, 24, 10, 205), (106, 56, 28, 240)),
    "petrol": Cloth((20, 98, 114), (8, 44, 54), (10, 54, 66), (6, 32, 40, 205), (14, 70, 84, 240)),
}
"""Every cloth by the name of its setting."""

VIBRANT: Final = ((150, 34, 40), (150, 110, 20), (24, 84, 160), (34, 36, 44))
"""What tints the cloth where the indicator's colour multiplies a hand: red, yellow, blue, black."""


@dataclass(frozen=True, slots=True)
class Wood:
    """The colours of what racks and the table's border are made of."""

    light: Colour
    middle: Colour
    dark: Colour
    slot: Colour
    """The shelf that tiles stand on, at its lower edge."""


WOODS: Final = {
    "oak": Wood((176, 122, 72), (140, 92, 52), (88, 55, 30), (104, 66, 36)),
    "beech": Wood((214, 172, 120), (182, 138, 90), (112, 76, 44), (134, 94, 56)),
    "cherry": Wood((168, 88, 58), (128, 58, 36), (74, 32, 20), (92, 42, 26)),
    "ebony": Wood((84, 74, 68), (54, 47, 43), (26, 22, 20), (36, 31, 28)),
    "lacquer": Wood((176, 52, 48), (136, 30, 32), (74, 14, 18), (94, 20, 24)),
}
"""Every wood by the name of its setting."""

WOOD: Final = WOODS["oak"]
"""The wood that there is at first; on its darkest tone the player's own figures are written, whatever the rack is."""


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
    "sand": Look(
        (242, 226, 192), (228, 206, 164), (192, 164, 118), (146, 116, 72), (255, 243, 200), (248, 222, 144),
        ((160, 10, 24), (112, 62, 0), (0, 62, 150), (34, 26, 16)), (0, 88, 60),
    ),
    "jade": Look(
        (228, 245, 234), (202, 231, 212), (152, 194, 170), (104, 148, 124), (255, 247, 214), (250, 226, 160),
        ((176, 16, 36), (124, 74, 0), (0, 74, 172), (22, 30, 28)), (0, 102, 70),
    ),
    "rose": Look(
        (255, 240, 240), (247, 219, 221), (216, 174, 180), (178, 128, 136), (255, 247, 214), (250, 226, 160),
        ((176, 0, 40), (130, 76, 0), (20, 76, 170), (42, 24, 34)), (0, 104, 72),
    ),
    "midnight": Look(
        (36, 52, 98), (22, 33, 70), (12, 19, 44), (6, 10, 26), (86, 66, 20), (62, 47, 14),
        ((255, 152, 152), (255, 214, 96), (144, 206, 255), (244, 246, 250)), (124, 226, 172),
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
LINKED: Final = (96, 214, 128)
UNLINKED: Final = (255, 128, 100)
"""The marks of who is connected in a room and who is not."""

PLATE_EDGE: Final = (255, 255, 255, 26)
SHEET: Final = (250, 244, 230)
SHEET_PLATE: Final = (239, 229, 205)
SHEET_EDGE: Final = (206, 188, 150)
SHEET_TEXT: Final = (52, 42, 28)
SHEET_STRONG: Final = (24, 96, 76)
SHEET_MUTED: Final = (112, 98, 74)
CODE_DARK: Final = (0, 0, 0)
CODE_LIGHT: Final = (255, 255, 255)
"""The colours of a QR code: cameras want it plain."""
SHEET_LINE: Final = (228, 216, 190)
SHADE: Final = (4, 18, 15, 150)
"""What lies over the table under a panel."""

MOVE_SECONDS: Final = 0.22
"""How long a tile is under way between two views."""

LARGEST_LETTERS: Final = 2.0
"""How many times as large as usual letters get at most."""

SHAKE_SECONDS: Final = 0.25
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
