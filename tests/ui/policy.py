"""A player who looks at ``state()`` only and says what to press, and matches whose first hand it ends soon."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from okey.bots import DEFAULT_LEVEL
from okey.game.actions import DEAL
from okey.record import Record
from okey.rules import RuleSet
from okey.ui.app import App
from okey.ui.storage import MATCH
from tests.ui.person import QuietBridge

SEEDS = 40
"""So many matches at most are tried for one whose first hand ends soon."""

LEAST = 3
"""A hand of fewer turns shows too little."""


class Policy:
    """Draws, takes every third time, opens and lays off when it can, and throws what came unless that is an okey."""

    def __init__(self) -> None:
        self.turns = 0
        """How many tiles it has thrown."""
        self._sorted = False
        self._tried: set[str] = set()

    def choose(self, state: dict[str, Any]) -> str | None:
        """Picks the widget to press; None when there is nothing to do yet, or the hand is over."""
        view = state["view"]
        enabled = [widget["id"] for widget in state["widgets"] if widget["enabled"]]
        if state["scene"] == "question":
            return "yes"
        if state["scene"] != "table" or view["actor"] != 0:
            return None
        if "show" in enabled:
            return "show"
        if view["phase"] == "draw":
            self._sorted, self._tried = False, set()
            closed = all(widget["id"] != "open" for widget in state["widgets"])
            return "take" if closed and self.turns % 3 == 2 and view["takeable"] else "stock"
        return self._play(state, enabled) or self._throw(state)

    def _play(self, state: dict[str, Any], enabled: list[str]) -> str | None:
        """Picks what brings tiles onto an open table."""
        if all(widget["id"] != "open" for widget in state["widgets"]):
            return None
        if not self._sorted:
            self._sorted = True
            return "sort-best"
        if "open" in enabled:
            return "open"
        return self._lay_off(state, enabled) if len(state["view"]["rack"]) > 1 else None

    def _lay_off(self, state: dict[str, Any], enabled: list[str]) -> str | None:
        """Picks a tile that seems to go on with a meld, then the meld."""
        view = state["view"]
        targets = [name for name in enabled if name.startswith("meld-")]
        if state["selected"] in self._tried and targets:
            return targets[0]
        for held in state["rack"] if view["seats"][0]["opened"] else ():
            if held["tile"] not in self._tried and any(fits(held["tile"], meld) for meld in view["melds"]):
                self._tried.add(held["tile"])
                return f"slot-{held['slot']}"
        return None

    def _throw(self, state: dict[str, Any]) -> str:
        """Picks the tile to throw, then the place where it is thrown."""
        view = state["view"]
        spare = [tile for tile in view["rack"] if tile.rstrip("'") != view["okey"]] or view["rack"]
        tile = view["arrived"] if view["arrived"] in spare else spare[-1]
        if state["selected"] != tile:
            return next(f"slot-{held['slot']}" for held in state["rack"] if held["tile"] == tile)
        self.turns += 1
        return "discard"


def fits(tile: str, meld: dict[str, Any]) -> bool:
    """Tells whether a tile seems to go on with a meld, by its first and last tile."""
    if "*" in tile or meld["type"] == "pair":
        return False
    colour, number = tile[0], int(tile[1:].rstrip("'"))
    first, last = (name.rstrip("'") for name in (meld["tiles"][0], meld["tiles"][-1]))
    if meld["type"] == "run":
        return f"{colour}{number + 1}" == first or f"{colour}{number - 1}" == last
    return str(number) == first[1:] and len(meld["tiles"]) == 3 and all(name[0] != colour for name in meld["tiles"])


def dealt(rules: str, seed: str) -> str:
    """A match whose first hand has just been dealt, as the game keeps it."""
    parsed = RuleSet.parse(rules)
    seats = ["you", *[f"bot {DEFAULT_LEVEL}"] * (parsed.players - 1)]
    return Record(parsed, seed, seats, [DEAL]).write()


@lru_cache
def short_hand(rules: str, size: tuple[int, int], turns: int, *, opened: bool = False) -> tuple[str, dict[str, Any]]:
    """Finds a match whose first hand takes `Policy` three turns or a few more; gives it and what is seen at its end.

    Args:
        rules: the rule set.
        size: of the screen, in CSS pixels.
        turns: so many at most.
        opened: whether the policy has to open in it.
    """
    for seed in range(SEEDS):
        match = dealt(rules, f"hand {seed}")
        with ThreadPoolExecutor() as apart:  # Playwright has a loop of its own in its thread
            view = apart.submit(asyncio.run, _played(match, size, turns)).result()
        if view is not None and (not opened or view["seats"][0]["opened"]):
            return match, view
    raise AssertionError(f"no hand of {rules} ends within {turns} turns")


async def _played(match: str, size: tuple[int, int], turns: int) -> dict[str, Any] | None:
    """Plays a hand without a screen; gives its last view, or None when it lasts too long or too short."""
    policy, bridge = Policy(), QuietBridge({MATCH: match, "settings": '{"speed": "instant"}'}, size=size)
    app = App(bridge, pace=0)
    await app.start()
    try:
        while policy.turns <= turns:
            await app.turn()
            state = app.state()
            if state["scene"] == "result" or state["view"]["result"] is not None:
                last: dict[str, Any] = state["view"]
                return last if policy.turns >= LEAST else None
            choice = policy.choose(state)
            if choice is not None:
                assert app.press(choice), f"{choice} in {state['prompt']}"
                await app.turn()
        return None
    finally:
        app.session.stop()
