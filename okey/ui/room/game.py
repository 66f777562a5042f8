"""The choice of what a room plays, and how long a turn may last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from okey.rules import RuleSet
from okey.ui.draft import Draft
from okey.ui.room.terms import CLOCKS, Clock, clock_of, clock_words, clocked
from okey.ui.scenes.rows import Choice, Line, Row, choose
from okey.ui.scenes.rules import Rules
from okey.ui.scenes.setup import Setup
from okey.ui.texts import Texts

if TYPE_CHECKING:
    from okey.ui.app import App


class GamePanel(Setup):
    """Chooses the game of a room; its clock stays the chosen one whatever else is changed.

    Args:
        app: the app it belongs to.
        rules: what is played so far.
        take: called with what is chosen.
    """

    name = "game"

    def __init__(self, app: App, rules: RuleSet, take: Callable[[RuleSet], None]) -> None:
        self._take = take
        self._clock: Clock = clock_of(rules)
        super().__init__(app, Draft.of(rules))

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.game")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists back and take."""
        t = self.app.texts
        return (("close", t("setup.cancel")), ("read", t("menu.rules")), ("deal", t("room.take_game")))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: games, clock, changes, options; who plays is found out in the lobby."""
        t, gap = self.app.texts, Row(self.app.px(4))
        offered = sorted({*CLOCKS, self._clock}, key=lambda clock: (clock[0] == 0, clock))
        clocks = [
            Choice(f"clock-{turn}-{reserve}", clock_words(t, (turn, reserve), whole=True), _face(t, turn, reserve),
                   (turn, reserve) == self._clock)
            for turn, reserve in offered
        ]  # fmt: skip
        return [
            *self._games(),
            gap,
            Line(self.app.line(26), t("room.clock"), 16, bold=True),
            *choose(self.app.painter, self._width(), "", clocks),
            gap,
            Line(self.app.line(26), t("setup.overlays"), 16, bold=True),
            *self._overlays(),
            gap,
            *self._options(),
        ]

    def chosen(self, identifier: str) -> None:
        """Takes a choice, or the game."""
        verb, _, value = identifier.partition("-")
        rules = clocked(self.draft.rules, self._clock)
        if verb == "deal":
            self.app.close(self)
            self._take(rules)
        elif verb == "read":
            self.app.open(Rules(self.app, rules))
        elif verb == "clock":
            turn, _, reserve = value.partition("-")
            self._clock = int(turn), int(reserve)
            self.refresh()
        else:
            super().chosen(identifier)


def _face(t: Texts, turn: int, reserve: int) -> str:
    """Gets what is written on the button of a clock."""
    if not turn:
        return t("room.clock.none")
    return f"{turn} + {reserve}" if reserve else str(turn)
