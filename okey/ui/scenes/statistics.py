"""What the player's matches come to, game by game: figures, a curve, and how strong that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from okey.archive import ArchiveError
from okey.bots import LEVELS
from okey.ratings import RATINGS
from okey.rooms.results import Result
from okey.statistics import MatchSummary, Totals, overall, table, totals
from okey.ui import theme
from okey.ui.room.results import own_key, true_results
from okey.ui.scenes.rows import Choice, Line, Row, choose
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working
from okey.ui.storage import load_matches
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.skill import Skill
    from okey.ui.app import App
    from okey.ui.painter import Painter

FILE_NAME = "okey-statistics.csv"

MOST_HANDS = 200
"""So many hands at most does the curve show."""

MOST_MATCHES = 300
"""From so many of the newest matches is the skill estimated: older ones tell little of it."""


@dataclass(frozen=True, slots=True)
class Curve(Row):
    """What the hands brought until then, from the first to the last."""

    points: tuple[int, ...]

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draws the line over that of zero, with the highest and the lowest figure at its side."""
        room = rect.inflate(0, -painter.px(10))
        side = painter.px(56)
        field = Rect(room.x + side, room.y, room.width - side - painter.px(8), room.height)
        high, low = max(0, *self.points), min(0, *self.points)
        span = max(1, high - low)

        def y(points: int) -> int:
            return field.bottom - round(field.height * (points - low) / span)

        pygame.draw.line(painter.target, theme.SHEET_LINE, (field.x, y(0)), (field.right, y(0)), painter.px(2))
        last = max(1, len(self.points) - 1)
        line = [(field.x + field.width * at // last, y(points)) for at, points in enumerate(self.points)]
        if len(line) > 1:
            pygame.draw.lines(painter.target, theme.SHEET_STRONG, closed=False, points=line, width=painter.px(2))
        pygame.draw.circle(painter.target, theme.GOLD_DARK, line[-1], painter.px(4))
        for figure in {high, low}:
            label = Rect(room.x, 0, side - painter.px(8), painter.px(16))
            label.centery = max(room.y + label.height // 2, min(room.bottom - label.height // 2, y(figure)))
            painter.text(signed(figure), label, 12, theme.SHEET_MUTED, align="right")


class Statistics(Working, Scrolled):
    """The figures of one game at a time."""

    name = "statistics"
    size = (620.0, 560.0)

    def __init__(self, app: App) -> None:
        self._matches = _read(app)
        self._games = overall(self._matches)
        self._game = self._matches[-1].game if self._matches else ""
        self._results: list[Result] = []
        """What people have signed; empty until the signatures were looked at."""
        super().__init__(app)
        self.work(self._look())

    async def _look(self) -> None:
        """Looks at the signatures under the results of rooms, and shows what they come to."""
        self._results = await true_results(self.app.bridge)
        if self._results:
            self.refresh()
            self.app.bridge.wake()

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("statistics.title")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the file and the way back."""
        t = self.app.texts
        return (("csv", t("statistics.csv")), ("close", t("close")))

    def rows(self) -> Sequence[Row]:
        """Makes the choice of the game, its figures, its curve, and the figures by opponents."""
        app, t, width = self.app, self.app.texts, self.body().width - self.app.px(14)
        games = [
            Choice(f"game-{name}", t.game(match.rule_set), t.game(match.rule_set), chosen=name == self._game)
            for name, match in {match.game: match for match in self._matches}.items()
        ]
        found = choose(app.painter, width, "", games)
        if self._game not in self._games:
            return found
        total = self._games[self._game]
        found += [self._title(t("statistics.all")), *self._figures(total)]
        found += [self._line(t("statistics.skill"), told) for told in [self._skill()] if told]
        found += [self._line(t("statistics.rating"), told) for told in [self._rating()] if told]
        if total.history:
            shown = tuple(total.history[-MOST_HANDS:])
            told = t("statistics.curve", hands=len(shown), points=", ".join(map(signed, shown[-10:])))
            found += [self._title(t("statistics.history")), Curve(app.px(120), shown, told=told)]
        for group, part in totals(self._matches).items():
            if group.game == self._game:
                names = [t(f"level.{name}") if name in LEVELS else name for name in group.opponents]
                found += [self._title(t("statistics.against", names=", ".join(names))), *self._figures(part)]
        return found

    def _title(self, text: str) -> Line:
        return Line(self.app.line(30), text, 16, bold=True)

    def _line(self, label: str, value: str) -> Line:
        return Line(self.app.line(23), f"{label}: {value}", 14)

    def _figures(self, total: Totals) -> list[Row]:
        """Writes the figures of a game."""
        t, hands = self.app.texts, max(1, total.hands)
        matches = t("statistics.of", count=total.matches_won, all=total.matches)
        lines = [
            ("matches", matches + (t("statistics.left", count=total.left) if total.left else "")),
            ("hands", t("statistics.share", count=total.won, all=total.hands, percent=t.percent(total.won / hands))),
            ("okeys", str(total.okey_finishes)),
            ("points", t.decimal(total.share(total.points), plus=True)),
            ("penalty", t.decimal(total.share(total.penalty))),
            ("streak", t("statistics.streaks", now=signed(total.streak), longest=total.longest)),
        ]
        if total.manners:
            ways = [f"{self._manner(how)} {count}" for how, count in total.manners.most_common()]
            lines.insert(2, ("ways", ", ".join(ways)))
        if total.opened:
            said = t(
                "statistics.openings", count=total.opened, pairs=total.opened_pairs, points=round(total.average_opening)
            )
            lines.append(("opened", said))
        return [self._line(t(f"statistics.{key}"), value) for key, value in lines]

    def _manner(self, manner: str) -> str:
        return " + ".join(self.app.texts(f"manner.{word}") for word in manner.split())

    def _skill(self) -> str:
        """Says how strong the player is, beside the computer players; nothing before there is anything to say."""
        preset = self._game.split("+")[0]
        skill = self._estimate(preset)
        if skill is None:
            return ""
        levels = ", ".join(
            f"{self.app.texts(f'level.{level}')} {rating:.0f}" for level, rating in RATINGS[preset].items()
        )
        return self.app.texts(
            "statistics.skill_value", rating=round(skill.rating), unsure=round(2 * skill.unsure), levels=levels
        )

    def _estimate(self, preset: str) -> Skill | None:
        """Estimates how strong the player is at a game."""
        from okey.skill import estimate  # what it needs is not loaded before somebody asks

        return estimate(self._matches[-MOST_MATCHES:], preset)

    def _rating(self) -> str:
        """Says how strong the player is by the results that everybody has signed; nothing without any."""
        if not self._results:
            return ""
        from okey.rooms.rating import rate  # what it needs is not loaded before somebody asks

        found = rate(self._results, self._game.split("+")[0]).get(own_key(self.app.bridge))
        if found is None:
            return ""
        return self.app.texts(
            "statistics.rating_value", rating=round(found.rating), unsure=round(2 * found.unsure), count=found.hands
        )

    def chosen(self, identifier: str) -> None:
        """Shows another game, or writes the file."""
        if identifier == "csv":
            found = {preset: self._estimate(preset) for preset in {name.split("+")[0] for name in self._games}}
            skills = {preset: (skill.rating, skill.unsure) for preset, skill in found.items() if skill is not None}
            self.app.bridge.give_file(FILE_NAME, table(self._matches, skills))
            return
        self._game = identifier.removeprefix("game-")
        self.refresh()


def _read(app: App) -> list[MatchSummary]:
    """Reads all matches but for those that are damaged."""
    kept, found = load_matches(app.bridge), list[MatchSummary]()
    for index in range(len(kept)):
        try:
            found.append(kept[index].summary)
        except ArchiveError:
            continue
    return found
