"""What the player has earned, kept between visits, and counted as the match goes on."""

from __future__ import annotations

from okey import daily
from okey.bridge import Bridge
from okey.leagues import LEAGUES, league_of, rival_of
from okey.progress import Progress, experience, key_of, level_of
from okey.record import Record
from okey.statistics import MatchSummary
from okey.ui.session import Session
from okey.ui.storage import PROGRESS, load_matches, load_parsed


class Standing:
    """Keeps the player's progress.

    Args:
        bridge: where it is kept.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self.progress = self._load()

    def _load(self) -> Progress:
        """Reads what is kept; where that is nothing, or damaged, the kept matches tell it anew."""
        return load_parsed(self._bridge, PROGRESS, Progress.parse, self._anew)

    def _anew(self) -> Progress:
        made = Progress.of(load_matches(self._bridge))
        if made.settled:
            self._bridge.save(PROGRESS, made.write())
        return made

    def follow(self, session: Session) -> None:
        """Counts what is new of a match of one's own."""
        self.count(session.table.record, session.summary())

    def count(self, record: Record, summary: MatchSummary) -> None:
        """Counts what is new of a match; each hand and each end counts once, however often it is asked.

        Args:
            record: the match.
            summary: what was played of it so far.
        """
        league, rival = league_of(record), rival_of(record)
        stake = 0 if league is None else LEAGUES[league].entry
        if self.progress.settle(key_of(record), summary, daily.today(), stake=stake, rival=rival or ""):
            self._bridge.save(PROGRESS, self.progress.write())


class Gain:
    """What the hand that ended last has brought, as the match tells it.

    Args:
        session: the match.
        standing: with all of it counted.
    """

    def __init__(self, session: Session, standing: Standing) -> None:
        summary, record = session.summary(), session.table.record
        self.experience = experience(summary, summary.hands[-1]) if summary.hands else 0
        """The experience of the hand."""
        now = standing.progress.experience
        self.level = level_of(now) if level_of(now) > level_of(now - self.experience) else None
        """The level that it has made; None when that is the same as before."""
        league = league_of(record)
        won = summary.seat in summary.winners
        self.pot = LEAGUES[league].entry * len(summary.seats) // len(summary.winners) if league and won else 0
        """The play points that the end of the match has brought at a league's table."""
