"""What the player's matches come to, by game and opponents: figures, charts, and how strong that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from okey.archive import ArchiveError
from okey.bots import LEVELS
from okey.ratings import RATINGS
from okey.rooms.results import Result
from okey.statistics import Group, MatchSummary, Totals, overall, table, totals
from okey.ui import theme
from okey.ui.room.results import own_key, true_results
from okey.ui.scenes.charts import GAIN, Curve, Scale, Span, aligned
from okey.ui.scenes.rows import Choice, Line, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.working import Working
from okey.ui.storage import load_matches
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.skill import Skill
    from okey.ui.app import App

FILE_NAME = "okey-statistics.csv"

MOST_HANDS = 200
"""So many hands or openings at most does a curve show."""

TOLD = 10
"""So many of the last figures of a curve are told in words."""

MOST_MATCHES = 300
"""From so many of the newest matches is the skill estimated: older ones tell little of it."""


class Statistics(Working, Scrolled):
    """The figures of one game at a time, against everybody or against some."""

    name = "statistics"
    size = (620.0, 560.0)

    def __init__(self, app: App) -> None:
        self._matches = _read(app)
        self._games = overall(self._matches)
        self._groups = totals(self._matches)
        self._game = self._matches[-1].game if self._matches else ""
        self._against: Group | None = None
        """Whom the figures are against; None for everybody."""
        self._skills: dict[tuple[str, Group | None], Skill | None] = {}
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
        """Lists the file, where there is something to write, and the way back."""
        t = self.app.texts
        return (*([("csv", t("statistics.csv"))] if self._matches else []), ("close", t("close")))

    def rows(self) -> Sequence[Row]:
        """Makes the choice of the game and the opponents, and the figures and charts of these."""
        app, t, width = self.app, self.app.texts, self._width()
        games = [
            Choice(f"game-{name}", t.game(match.rule_set), t.game(match.rule_set), chosen=name == self._game)
            for name, match in {match.game: match for match in self._matches}.items()
        ]
        if not games:
            return paragraph(app.painter, t("statistics.none"), width, size=15)
        groups = [group for group in self._groups if group.game == self._game]
        against = [Choice("all", t("statistics.all"), t("statistics.all"), chosen=self._against is None)]
        for group in groups:
            names = self._names(group)
            full = t("statistics.against", names=names)
            against.append(Choice(f"against-{self._place(group)}", full, names, chosen=group == self._against))
        found = choose(app.painter, width, t("statistics.game"), games)
        if len(groups) > 1:
            found += choose(app.painter, width, t("statistics.opponents"), against)
        total = self._games[self._game] if self._against is None else self._groups[self._against]
        names = t("statistics.all") if self._against is None else self._names(self._against)
        found += [self._title(t("statistics.against", names=names) if self._against else names), *self._figures(total)]
        if self._against is None and (told := self._rating()):
            found += self._line(t("statistics.rating"), told)
        found += [*self._points(total), *self._ways(total), *self._openings(total), *self._penalties(total)]
        return [*found, *self._strength()]

    def _place(self, group: Group) -> int:
        """Gets the place of opponents among all."""
        return list(self._groups).index(group)

    def _names(self, group: Group) -> str:
        """Names opponents, each once: "Hard, Easy (2)"."""
        t = self.app.texts
        counts = Counter(t(f"level.{name}") if name in LEVELS else name for name in group.opponents)
        return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())

    def _title(self, text: str) -> Line:
        return Line(self.app.line(30), text, 16, bold=True)

    def _line(self, label: str, value: str) -> list[Row]:
        return paragraph(self.app.painter, f"{label}: {value}", self._width(), size=14)

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
            ("streak", self._streak(total)),
        ]
        if total.manners:
            ways = [f"{self._manner(how)} {count}" for how, count in total.manners.most_common()]
            lines.insert(2, ("ways", ", ".join(ways)))
        if total.opened:
            said = t(
                "statistics.openings", count=total.opened, pairs=total.opened_pairs, points=round(total.average_opening)
            )
            lines.append(("opened", said))
        return [row for key, value in lines for row in self._line(t(f"statistics.{key}"), value)]

    def _streak(self, total: Totals) -> str:
        """Says how many hands in a row were won, or not, and how many at most."""
        t, way = self.app.texts, "won" if total.streak > 0 else "not_won"
        now = t.counted(f"statistics.streak_{way}", abs(total.streak))
        return t("statistics.streaks", now=now, longest=total.longest)

    def _manner(self, manner: str) -> str:
        return " + ".join(self.app.texts(f"manner.{word}") for word in manner.split())

    # ---- charts

    def _points(self, total: Totals) -> list[Row]:
        """Draws what the hands brought."""
        t, shown = self.app.texts, total.history[-MOST_HANDS:]
        if len(shown) == 1:
            return [self._title(t("statistics.history")), *self._told(t("statistics.first", points=signed(shown[0])))]
        told = t(
            "statistics.curve", hands=len(shown), **self._ends(shown), points=", ".join(map(signed, shown[-TOLD:]))
        )
        return self._curve("history", shown, told)

    def _ways(self, total: Totals) -> list[Row]:
        """Draws in which ways hands were won."""
        counts = {self._manner(how): count for how, count in total.manners.most_common()}
        return self._shares("ways_chart", counts, total.won)

    def _openings(self, total: Totals) -> list[Row]:
        """Draws how hands were opened, and with what."""
        if not total.opened:
            return []
        t = self.app.texts
        counts = {
            t("statistics.opened_series"): total.opened - total.opened_pairs,
            t("statistics.opened_pairs"): total.opened_pairs,
            t("statistics.opened_not"): total.hands - total.opened,
        }
        rows = self._shares("opened_chart", counts, total.hands)
        shown = total.openings[-MOST_HANDS:]
        if len(shown) < 2:
            return rows
        told = t(
            "statistics.opening_curve",
            count=len(shown),
            average=round(sum(shown) / len(shown)),
            **self._ends(shown),
            points=", ".join(map(str, shown[-TOLD:])),
        )
        return [*rows, *self._curve("openings_chart", shown, told, from_zero=False)]

    def _penalties(self, total: Totals) -> list[Row]:
        """Draws what penalties had cost in a hand on average by then."""
        if not total.penalty or total.hands < 2:
            return []
        t, decimal = self.app.texts, self.app.texts.decimal
        shown = [sum_ / number for number, sum_ in enumerate(total.penalties, 1)][-MOST_HANDS:]
        told = t("statistics.penalty_curve", now=decimal(shown[-1]), high=decimal(max(shown)), low=decimal(min(shown)))
        return self._curve("penalty_chart", shown, told, write=decimal, falls_well=True)

    def _strength(self) -> list[Row]:
        """Draws how strong the player is beside the computer players; nothing before there is anything to say."""
        t, preset = self.app.texts, self._game.split("+")[0]
        skill = self._estimate(preset, self._against)
        if skill is None:
            return []
        unsure = 2 * skill.unsure
        levels = {t(f"level.{level}"): rating for level, rating in RATINGS[preset].items()}
        ends = [skill.rating - unsure, skill.rating + unsure, *levels.values()]
        scale = Scale([min(ends) - (max(ends) - min(ends)) / 4, *ends], least=1.0)
        values = [(rating, label, t.decimal(rating), 0.0) for label, rating in levels.items()]
        own = t("statistics.skill_value", rating=t.decimal(skill.rating), unsure=t.decimal(unsure))
        values.append((skill.rating, t("you"), own, scale(scale.low + unsure)))
        height = Span.height_at(self.app.painter, self._width())
        rows = [
            Span(height, label, value, 0.0, scale(rating), theme.GOLD_DARK if wide else theme.SHEET_STRONG, unsure=wide)
            for rating, label, value, wide in sorted(values)
        ]
        return [
            self._title(t("statistics.skill")),
            *aligned(self.app.painter, rows),
            *self._told(t.counted("statistics.skill_told", skill.hands, game=t(f"preset.{preset}"))),
        ]

    def _shares(self, key: str, counts: Mapping[str, int], whole: int) -> list[Row]:
        """Draws how many of all are of each kind."""
        t, height = self.app.texts, Span.height_at(self.app.painter, self._width())
        rows = [
            Span(height, label, t("statistics.count", count=count, percent=t.percent(part)), 0.0, part, GAIN)
            for label, count in counts.items()
            for part in [count / whole]
        ]
        return [self._title(t(f"statistics.{key}")), *aligned(self.app.painter, rows)] if rows else []

    def _curve(
        self,
        key: str,
        values: Sequence[float],
        told: str,
        *,
        write: Callable[[float], str] = lambda value: signed(round(value)),
        from_zero: bool = True,
        falls_well: bool = False,
    ) -> list[Row]:
        """Draws values one after the other, with their ends in words below."""
        if not values:
            return []
        scale = Scale([0.0, *values] if from_zero else values, least=1.0)
        marks = dict.fromkeys([scale.high, scale.low, *([0.0] if from_zero else [])])
        written = tuple((scale(mark), write(mark)) for mark in marks)
        curve = Curve(self.at_most(self.app.line(120)), tuple(map(scale, values)), written, falls_well=falls_well)
        return [self._title(self.app.texts(f"statistics.{key}")), curve, *self._told(told)]

    def _told(self, text: str) -> list[Row]:
        return paragraph(self.app.painter, text, self._width(), size=13)

    def _ends(self, values: Sequence[int]) -> dict[str, str]:
        return {"high": signed(max(values)), "low": signed(min(values))} if values else {}

    def _width(self) -> int:
        return self.body().width - self.app.px(14)

    def _estimate(self, game: str, against: Group | None = None) -> Skill | None:
        """Estimates how strong the player is at a game, once: whatever was played of it, or against some alone."""
        from okey.skill import estimate  # what it needs is not loaded before somebody asks

        if (game, against) not in self._skills:
            fit = [match for match in self._matches if against in (None, Group(match.game, match.opponents))]
            self._skills[game, against] = estimate(fit[-MOST_MATCHES:], game)
        return self._skills[game, against]

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
        """Shows another game or other opponents, or writes the file."""
        if identifier == "csv":
            found = {preset: self._estimate(preset) for preset in {name.split("+")[0] for name in self._games}}
            skills = {preset: (skill.rating, skill.unsure) for preset, skill in found.items() if skill is not None}
            self.app.give_file(FILE_NAME, table(self._matches, skills))
            return
        verb, _, value = identifier.partition("-")
        if verb == "game":
            self._game = value
        self._against = list(self._groups)[int(value)] if verb == "against" else None
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
