"""What the ladder has to show: the bars that the levels were built to pass."""

from __future__ import annotations

from dataclasses import dataclass

from okey.presets import PRESETS

LEAST_DEALS = 2_000
"""How many deals a pairing takes to count."""

STEP_DEALS = 250
"""How many where no share is asked for: the interval tells whether they are enough."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One pairing and the share that its candidate has to win."""

    candidate: str
    """The label of the level, see ``okey.ladder.pairing.label``."""
    field: str
    share: float | None = None
    """None: it has to be clear of even; where low scores win, in what it wins or in what it scores."""
    deals: int = LEAST_DEALS
    """How many deals it takes."""


_MEASURED = (
    Bar("medium", "easy", 0.36),
    Bar("hard", "medium", 0.33),
    Bar("hard", "easy", 0.45),
    Bar("hard", "greedy", 0.40),
    Bar("usta", "hard", 0.29),
)
_STEPS = tuple(
    Bar(*pairing, deals=STEP_DEALS) for pairing in (("medium", "easy"), ("hard", "medium"), ("usta", "hard"))
)

BARS: dict[str, tuple[Bar, ...]] = dict.fromkeys(PRESETS, _STEPS) | {"classic": _MEASURED, "okey101": _MEASURED}
"""The bars of every preset."""
