"""The record of a room's match: every hand that is proved, until the match is put among those that were played."""

from __future__ import annotations

from datetime import UTC, datetime

from okey.archive import Kept
from okey.bots import LEVELS
from okey.bridge import Bridge
from okey.link import LinkError, pack
from okey.record import Record
from okey.rooms.follower import Follower
from okey.rooms.packets import Player
from okey.statistics import BOT, HandSummary, MatchSummary
from okey.ui.draft import Sitter
from okey.ui.session import Ended
from okey.ui.storage import BOOK, MATCHES, with_match


def seat_name(seat: int, player: Player, *, own: bool) -> str:
    """Names a seat as records do; no name makes a computer player of a person."""
    if player.bot:
        return str(Sitter(f"Bot {seat + 1}", player.bot))
    if own:
        return str(Sitter(player.name, None))
    like_a_bot = player.name in LEVELS or player.name.startswith(BOT)
    return player.name[:1].upper() + player.name[1:] if like_a_bot else player.name


class Book:
    """Writes a match down.

    Args:
        bridge: where it is kept, for after a reload too.
        tell: called with a match that is put among those that were played.
    """

    def __init__(self, bridge: Bridge, tell: Ended) -> None:
        self._bridge = bridge
        self._tell = tell
        self._record: Record | None = None
        self._summary: MatchSummary | None = None
        self._last, _, line = (bridge.load(BOOK) or "").partition("\n")
        """The seed of the last hand that was written down: after a reload it is proved once more."""
        try:
            if line:
                kept = Kept.parse(line)
                self._record, self._summary = kept.record(), kept.summary
        except ValueError:
            bridge.save(BOOK, None)

    def add(self, follower: Follower, players: tuple[Player, ...]) -> None:
        """Writes a hand down that is proved; a match of which one was missed is not kept any further.

        Args:
            follower: the hand, of somebody who has a seat.
            players: who has which seat; a hand of which that is not known counts as missed.
        """
        seat = follower.seat
        if seat is None:
            return
        (seed, actions), rules = follower.played(), follower.rules
        if seed == self._last:
            return
        self._last = seed
        if len(players) != rules.players:
            self.close()
            return
        if follower.outset.hand_number == 0:
            self.close()
            self._record = Record(rules, seed, [])
            self._summary = MatchSummary(str(rules), (), seat, (), ())
        elif not self._goes_on(follower):
            self.close()
            return
        else:
            assert self._record is not None
            self._record.later.append(seed)
        record, summary = self._record, self._summary
        assert record is not None
        assert summary is not None
        record.seats = [seat_name(index, player, own=index == seat) for index, player in enumerate(players)]
        record.actions += actions
        view = follower.view()
        hands = (*summary.hands, HandSummary.of(view, seat))
        self._summary = MatchSummary(str(rules), tuple(record.seats), seat, hands, view.winners)
        if view.winners:
            self.close()
        else:
            self._keep()

    def _goes_on(self, follower: Follower) -> bool:
        """Tells whether a hand is the next one of the match."""
        record, summary = self._record, self._summary
        if record is None or summary is None:
            return False
        known = str(record.rules), summary.seat, len(summary.hands)
        return known == (str(follower.rules), follower.seat, follower.outset.hand_number)

    def _keep(self) -> None:
        assert self._record is not None
        assert self._summary is not None
        try:
            packed = pack(self._record)
        except LinkError:
            return  # longer than any match; it goes on without being kept for a reload
        kept = Kept(datetime.now(UTC).replace(microsecond=0), self._summary, packed)
        self._bridge.save(BOOK, f"{self._last}\n{kept.line()}")

    def close(self) -> None:
        """Puts the match among those that were played, as far as it was proved."""
        record, summary = self._record, self._summary
        self._record = self._summary = None
        if record is not None and summary is not None and summary.hands:
            brought = self._tell(record, summary)
            self._bridge.save(MATCHES, with_match(self._bridge, record, summary, brought))
        self._bridge.save(BOOK, f"{self._last}\n")
