"""What the player has earned, kept between visits, and counted as the match goes on."""

from __future__ import annotations

from okey import daily
from okey.archive import NOTHING, Brought
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
        bridge: where it is kept; where that is nothing, or damaged, the kept matches tell it anew.
        session: the match of one's own that is on the table.
    """

    def __init__(self, bridge: Bridge, session: Session) -> None:
        self._bridge = bridge
        self.progress = load_parsed(bridge, PROGRESS, Progress.parse, lambda: self._anew(session))
        self.follow(session)

    def _anew(self, session: Session) -> Progress:
        kept, record = load_matches(self._bridge).sound(), session.table.record
        made = Progress.of(kept)
        if len(kept) and kept[-1].record() == record:  # the match on the table is over, and counted already
            made.pass_over(key_of(record), session.summary())
        if made != Progress():
            self._bridge.save(PROGRESS, made.write())
        return made

    def follow(self, session: Session) -> None:
        """Counts what is new of a match of one's own."""
        self.count(session.table.record, session.summary())

    def count(self, record: Record, summary: MatchSummary, *, left: bool = False) -> Brought:
        """Counts what is new of a match; each hand and each end counts once, however often it is asked.

        Args:
            record: the match.
            summary: what was played of it so far.
            left: whether it is given up.

        Returns:
            What it has brought until now beside the experience of its hands.
        """
        league, rival, key = league_of(record), rival_of(record), key_of(record)
        stake = 0 if league is None else LEAGUES[league].entry
        if self.progress.settle(key, summary, daily.today(), stake=stake, rival=rival or "", left=left):
            self._bridge.save(PROGRESS, self.progress.write())
        settled = self.progress.settled.get(key)
        return NOTHING if settled is None else settled.brought


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
        self.points = standing.progress.points if league and summary.winners else None
        """The play points that the player has after a match at a league's table; None at any other moment."""
