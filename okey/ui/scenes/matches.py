"""The matches that were played, the newest first: each can be watched again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from okey.archive import Archive, ArchiveError, Kept
from okey.link import LinkError
from okey.ui import theme
from okey.ui.scenes.replay import Replay
from okey.ui.scenes.rows import Choice, Choices, Line, Row
from okey.ui.scenes.scrolled import Scrolled
from okey.ui.scenes.statistics import Statistics
from okey.ui.storage import load_matches

if TYPE_CHECKING:
    from okey.ui.app import App


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
        """Makes a button for each match that can still be watched."""
        app, found = self.app, list[Row]()
        for index in reversed(range(len(self._kept))):
            try:
                kept = self._kept[index]
            except ArchiveError:
                continue  # one damaged line takes no other match away
            if kept.packed is None:
                break
            label = self._label(kept)
            found.append(Choices(app.line(50), "", (Choice(f"match-{index}", label, label, chosen=False),)))
        return found or [Line(app.line(30), app.texts("matches.none"), 15, colour=theme.SHEET_MUTED)]

    def _label(self, kept: Kept) -> str:
        """Says when a match was played, what it was, and how it ended."""
        t, summary = self.app.texts, kept.summary
        won = "left" if not summary.winners else "won" if summary.seat in summary.winners else "lost"
        day = t("matches.ended", day=kept.ended.astimezone())
        hands = t("matches.hands", count=len(summary.hands))
        return f"{day} · {t.game(summary.rule_set)} · {hands} · {t(f'matches.{won}')}"

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
