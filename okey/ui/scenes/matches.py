"""The matches that were played, the newest first: each can be watched again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from okey import daily, leagues
from okey.archive import Archive, ArchiveError, Kept
from okey.characters import CHARACTERS
from okey.leagues import RIVALS
from okey.link import LinkError
from okey.statistics import BOT
from okey.ui.draft import sitter_name
from okey.ui.scenes.replay import Replay
from okey.ui.scenes.rows import Choice, Row, choose, paragraph
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.statistics import Statistics
from okey.ui.storage import load_matches
from okey.ui.texts import signed

if TYPE_CHECKING:
    from okey.ui.app import App


@lru_cache(maxsize=1)
def _of_the_club() -> frozenset[str]:
    """Gets the rules, as text, by which the daily deal, leagues and series are played."""
    overlays = ("", *{rival.overlay for rival in RIVALS.values()})
    tables = (str(leagues.rules(preset, overlay)) for preset in leagues.GAMES for overlay in overlays)
    return frozenset((str(daily.rules()), *tables))


class Matches(Scrolled):
    """The list of matches, and the way to what they come to."""

    name = "matches"
    size = (620.0, 560.0)

    def __init__(self, app: App) -> None:
        self._kept: Archive = load_matches(app.bridge)
        super().__init__(app)

    def heading(self) -> str:
        """Gets the title."""
        return self.app.texts("menu.matches")

    def foot(self) -> Sequence[tuple[str, str]]:
        """Lists the statistics and the way back."""
        t = self.app.texts
        found = [("statistics", t("statistics.title"))] if len(self._kept) else []
        return (*found, ("close", t("close")))

    def rows(self) -> Sequence[Row]:
        """Makes a button for each match that can still be watched, and tells of it below."""
        app, found, width = self.app, list[Row](), self.body().width - self.app.px(14)
        for index in reversed(range(len(self._kept))):
            try:
                kept = self._kept[index]
            except ArchiveError:
                continue  # one damaged line takes no other match away
            if kept.packed is None:
                continue
            first, second = self._told(kept)
            found += choose(
                app.painter, width, "", [Choice(f"match-{index}", f"{first}, {second}", first, chosen=False)]
            )
            found += [*paragraph(app.painter, second, width, size=13), Row(app.px(8))]
        return found or paragraph(app.painter, app.texts("matches.none"), width, size=15)

    def _told(self, kept: Kept) -> tuple[str, str]:
        """Says what a match was and how it ended; and when and with whom it was played, and what it brought."""
        t, summary = self.app.texts, kept.summary
        won = "left" if not summary.winners else "won" if summary.seat in summary.winners else "lost"
        game, occasion = t.game(summary.rule_set), self._occasion(kept)
        names = [sitter_name(name, seat) for seat, name in enumerate(summary.seats) if seat != summary.seat]
        facts = [t("matches.ended", day=kept.ended.astimezone()), *([game] if occasion else []), ", ".join(names)]
        if summary.hands:
            points = signed(sum(hand.gains[summary.seat] for hand in summary.hands), plus=True)
            facts += [t("matches.score", points=points), t.counted("matches.hands", len(summary.hands))]
        return f"{occasion or game} · {t(f'matches.{won}')}", " · ".join(facts)

    def _occasion(self, kept: Kept) -> str:
        """Names what a match was beside its game: the daily deal, a league's table, a series, a room."""
        t, summary = self.app.texts, kept.summary
        if not all(summary.seats[seat].startswith(BOT) for seat in summary.others):
            return t("matches.room")
        try:
            record = kept.record() if summary.rules in _of_the_club() else None
        except LinkError:
            record = None
        if record is None:
            return ""
        if (day := daily.day_of(record)) is not None:
            return t("matches.daily", number=daily.number(day))
        if (league := leagues.league_of(record)) is not None:
            return t("matches.league", name=t(f"league.{league}"))
        if (rival := leagues.rival_of(record)) is not None:
            names = t("series.and").join(CHARACTERS[key].name for key in RIVALS[rival].others)
            return t("matches.series", names=names)
        return ""

    def chosen(self, identifier: str) -> None:
        """Shows a match, or what all come to."""
        if identifier == "statistics":
            self.app.open(Statistics(self.app))
            return
        try:
            record = self._kept[int(identifier.removeprefix("match-"))].record()
        except (ArchiveError, LinkError):
            record = None
        if record is None:
            self.app.notice(self.app.texts("link.damaged"), alarm=True)
        else:
            self.app.open(Replay(self.app, record))
