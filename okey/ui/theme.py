"""The look of the table: colours and the few numbers that all drawing shares."""

from __future__ import annotations

from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]
"""Red, green, blue and, where it is not opaque, alpha; each 0 to 255."""

FELT_CENTRE: Final = (40, 112, 92)
FELT_EDGE: Final = (15, 56, 47)

WOOD_LIGHT: Final = (176, 122, 72)
WOOD: Final = (140, 92, 52)
WOOD_DARK: Final = (88, 55, 30)
WOOD_SLOT: Final = (104, 66, 36)

IVORY_TOP: Final = (255, 252, 243)
IVORY_BOTTOM: Final = (243, 235, 217)
IVORY_EDGE: Final = (205, 190, 158)
IVORY_RIM: Final = (168, 150, 116)

BACK_TOP: Final = (226, 212, 182)
BACK_BOTTOM: Final = (206, 189, 154)
BACK_MOTIF: Final = (172, 146, 100)
BACK_TEXT: Final = (74, 52, 26)

TILE_COLOURS: Final = ((196, 30, 44), (190, 118, 0), (22, 92, 186), (34, 38, 43))
"""Red, yellow, blue, black as printed on ivory."""

FALSE_JOKER: Final = (24, 122, 82)

GOLD: Final = (242, 192, 88)
GOLD_DARK: Final = (196, 140, 36)
CREAM: Final = (247, 241, 226)
MUTED: Final = (190, 206, 194)
INK: Final = (45, 33, 18)
ALARM: Final = (232, 92, 70)

PANEL: Final = (11, 40, 34, 205)
PANEL_EDGE: Final = (255, 255, 255, 26)
SHEET: Final = (250, 244, 230)
SHEET_EDGE: Final = (206, 188, 150)
SHEET_TEXT: Final = (52, 42, 28)
SHEET_MUTED: Final = (112, 98, 74)
SHEET_LINE: Final = (228, 216, 190)
SHADE: Final = (4, 18, 15, 150)
"""What lies over the table under a panel."""

MOVE_SECONDS: Final = 0.22
"""How long a tile is under way between two views."""

SHAKE_SECONDS: Final = 0.35
TOAST_SECONDS: Final = 4.0
RESULT_SECONDS: Final = 1.0
"""How long the last throw of a hand stays to be seen before the result covers it."""

BOT_SECONDS: Final = 0.7
"""How long a computer player waits before each action."""

FAST: Final = 0.2
"""The share of that time when the player wants the computer players to hurry."""

DRAG_THRESHOLD: Final = 6
"""How far, in CSS pixels, a pointer moves before a tap becomes a drag."""

FOCUS: Final = (120, 205, 255)
