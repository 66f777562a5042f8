"""The public tables: those that wait for somebody, and the way to one that nobody has opened yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from okey.bridge import network
from okey.bridge.network import Unreachable
from okey.rooms import client
from okey.rules import RuleSet
from okey.ui import tasks
from okey.ui.room.game import GamePanel
from okey.ui.room.panels import begin, enter
from okey.ui.room.room import reason_of
from okey.ui.room.terms import chosen, label_of, read_label, words
from okey.ui.scenes.rows import Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled

if TYPE_CHECKING:
    from okey.ui.app import App

EVERY = 4.0
"""How many seconds lie between two questions for the tables."""

MOST = 30
"""How many kinds of tables are listed."""


class PublicPanel(Scrolled):
    """Lists what is open, and lets the person sit down: there, or at a table of the game of their own choice."""

    name = "public"
    size = (520.0, 560.0)

    def __init__(self, app: App) -> None:
        self.rules = chosen(app.settings)
        """What is played at a table of one's own choice."""
        self._tables: dict[str, int] | None = None
        """The free chairs by label; None before the first answer."""
        self._problem = ""
        super().__init__(app)
        self._task = tasks.begin(app.bridge, self._look())

    def closed(self) -> None:
        """Asks no more."""
        self._task.cancel()

    async def _look(self) -> None:
        while True:
            try:
                found = await client.tables(network.detect())
            except Unreachable as error:
                self._tables, self._problem = None, reason_of(error)
            except client.Refused as refused:
                self._tables, self._problem = None, refused.code
            else:
                self._tables, self._problem = {}, ""
                for label, places in found:
                    self._tables[label] = self._tables.get(label, 0) + places
            self.refresh()
            self.app.bridge.wake()
            await self.app.bridge.sleep(EVERY)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("room.public")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the way back and the way to a table at once."""
        return (("close", self.app.texts("setup.cancel")), ("now", self.app.texts("room.sit_now")))

    def rows(self) -> Sequence[Row]:
        """Makes the rows: what to play, then the tables that wait for somebody, those of that game first."""
        t, painter = self.app.texts, self.app.painter
        width = self.body().width - self.app.px(14)
        game = Choice("game", t("room.choose_game", game=t.game(self.rules)), t.game(self.rules), chosen=False)
        offered = RuleSet.parse(self.rules.name).start_points
        points = [
            Choice(f"points-{n}", t("room.start_points", points=n), str(n), n == self.rules.start_points[0])
            for n in (offered if len(offered) > 1 else ())
        ]
        return [
            *choose(painter, width, t("room.game"), [game]),
            *(choose(painter, width, t("room.points"), points) if points else ()),
            *paragraph(painter, words(t, self.rules), width, size=13),
            Line(self.app.line(30), t("room.tables"), 16, bold=True),
            *self._open(width),
            Row(self.app.px(6)),
            *paragraph(painter, t("room.public_about"), width, size=14),
        ]

    def _open(self, width: int) -> list[Row]:
        """Makes the rows of the open tables."""
        t, painter = self.app.texts, self.app.painter
        if self._tables is None:
            said = t(f"room.problem.{self._problem}" if self._problem else "room.tables_asked")
            return [*paragraph(painter, said, width, size=14)]
        known = [(label, read, n) for label, n in self._tables.items() if (read := read_label(label)) is not None]
        if not known:
            return [*paragraph(painter, t("room.no_tables"), width, size=14)]
        own = label_of(self.rules)
        known.sort(key=lambda item: (item[0] != own, item[0].partition("/")[0] != own.partition("/")[0], item[0]))
        found: list[Row] = []
        for label, read, chairs in known[:MOST]:
            name = words(t, read.rules) if read.whole else f"{words(t, read.rules)} · {t('room.more_changes')}"
            said = t("room.table_is", game=name, chairs=chairs)
            button = Choice(f"table-{label}", t("room.sit_at", table=said), t("room.sit_face"), chosen=False)
            found += [*paragraph(painter, said, width, size=15), *choose(painter, width, "", [button])]
        return found

    def chosen(self, identifier: str) -> None:
        """Sits down, or chooses what to play."""
        verb, _, value = identifier.partition("-")
        if verb == "game":
            self.app.open(GamePanel(self.app, self.rules, self._choose))
        elif verb == "points":
            self._choose(replace(self.rules, start_points=(int(value),)))
        else:
            label = label_of(self.rules) if verb == "now" else value
            read = None if verb == "now" else read_label(value)
            rules = self.rules if read is None else read.rules
            begin(self.app).sit(label, str(rules) if read is None or read.whole else "")
            enter(self.app)

    def _choose(self, rules: RuleSet) -> None:
        self.rules = rules
        self.app.settings.room = str(rules)
        self.app.settings.save(self.app.bridge)
        self.refresh()
