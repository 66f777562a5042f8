"""The match of a room, as the table shows it: what ``Session`` is for a match against computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from zlib import crc32

from okey.bots.advice import Adviser
from okey.bridge import Bridge
from okey.game import Event, Refused, View
from okey.game.actions import DEAL, Action
from okey.game.deal import throws
from okey.rooms import lobby as lobbies
from okey.rooms.driver import Driver
from okey.rooms.turned import turned, turned_event
from okey.ui import sorting
from okey.ui.draft import SEAT, Sitter
from okey.ui.presence import Link, Presence
from okey.ui.rack import Rack
from okey.ui.session import RackShape, Session

KEPT_RACK = "room.rack"
"""The key of the rack's arrangement, which like the way back into the room stays on this machine."""


class RoomSession(Session):
    """Shows the hands of a room, the table turned so that the person sits at seat 0.

    Args:
        bridge: what the surroundings offer.
        changed: called with the events of every action, as the person sees them.
        shape: tells the rack's columns and rows for a game.
        driver: what runs the member.
    """

    def __init__(
        self, bridge: Bridge, changed: Callable[[list[Event]], None], shape: RackShape, driver: Driver
    ) -> None:
        super().__init__(bridge, changed, lambda: None, shape, 0.0)
        self._driver = driver
        self._match = -1
        self.played = True
        self.take_up()

    @property
    def _turn(self) -> int:
        """How far the table is turned."""
        follower = self._driver.member.follower
        return 0 if follower is None or follower.seat is None else follower.seat

    def _look(self) -> View:
        view = self._driver.member.view()
        assert view is not None, "there is no match before its first hand"
        return turned(view, self._turn)

    def take_up(self) -> None:
        """Shows a hand from where it stands: after its deal, after a reload, or told anew."""
        follower = self._driver.member.follower
        assert follower is not None
        old = self._match
        self._match = follower.hand - follower.outset.hand_number
        self.view = self._look()
        self.adviser = Adviser()
        for told in follower.told:
            self._watch([turned_event(event, self._turn, self.view.rules.players) for event in told.events])
        start = self._turned_scores(follower.outset.scores)
        if old != self._match:
            self.scores, self.void, self.last = [start], set(), None
            self.rack = self._kept_rack()
        if self.scores[-1] != start and not follower.over:
            self.scores.append(start)
        self.rack.sync(self.view.rack)
        self.seat_people()

    @property
    def _deal(self) -> str:
        """What tells this deal from all others."""
        follower = self._driver.member.follower
        assert follower is not None
        return f"{follower.key} {crc32(repr(follower.commits).encode())}"

    def _kept_rack(self) -> Rack:
        """Gets the rack as it was before a reload, else one arranged in the best way."""
        shape, view = self._shape(self.view.rules), self.view
        deal, _, text = (self._bridge.load(KEPT_RACK) or "").partition("\n")
        try:
            if deal == self._deal:
                rack = Rack.parse(text)
                rack.keep(view.rack)
                rack.reshape(*shape)
                return rack
        except ValueError:
            self._bridge.save(KEPT_RACK, None)
        rack = Rack(*shape)
        if view.faces is not None:
            rack.arrange(*sorting.by_best(view))
        return rack

    def _turned_scores(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        return (*scores[self._turn :], *scores[: self._turn])

    def seat_people(self) -> None:
        """Reads who sits where; to be called when the lobby has changed."""
        lobby = self._driver.member.lobby
        players = self.view.rules.players
        if lobby is None or len(lobby.chairs) != players:
            self.sitters = [Sitter("?", None)] * players
            return
        found = []
        for index in range(players):
            seat = (index + self._turn) % players
            chair = lobby.chairs[seat]
            person = lobbies.person(lobby, chair.member)
            own = index == SEAT and self._driver.member.seat is not None
            name = "" if own else person.name if person is not None else f"Bot {seat + 1}"
            found.append(Sitter(name, chair.bot or None))
        self.sitters = found

    def look_around(self, faces: Mapping[int, str]) -> None:
        """Takes up how it stands with everybody, each of whom may show a picture."""
        member, channel = self._driver.member, self._driver.channel
        lobby, players = member.lobby, self.view.rules.players
        chairs = () if lobby is None or len(lobby.chairs) != players else lobby.chairs
        connected = channel.connected
        heard = connected and not member.silent(channel.heard)

        def link(who: int, *, away: bool) -> Link:
            if who < 0:
                return "none"
            if away:
                return "kept"
            if who == member.me:
                return "here" if connected else "gone"
            if not connected:
                return "unknown"
            return "here" if channel.members.get(who) and (heard or who != member.dealer_member) else "gone"

        turned_chairs = (chairs[(seat + self._turn) % players] for seat in range(len(chairs)))
        self.presence = tuple(
            Presence(link(chair.member, away=chair.away), faces.get(chair.member, "")) for chair in turned_chairs
        )

    @property
    def kept(self) -> bool:
        """Whether a computer player acts for the person."""
        return bool(self.presence) and self._driver.member.seat is not None and self.presence[SEAT].link == "kept"

    def happened(self, events: Sequence[Event]) -> None:
        """Follows what has happened."""
        self.view = self._look()
        seen = [turned_event(event, self._turn, self.view.rules.players) for event in events]
        for event in seen:
            if event.kind == "hand_ended":
                self._score(event.numbers)
        for event in seen:
            self.adviser.observe(event)
        self._changed(seen)
        self.save_rack()

    def throws(self) -> tuple[int, int]:
        """Gets what the dealer's die shows: from the commitments, since nobody knows the seed yet."""
        follower = self._driver.member.follower
        assert follower is not None
        return throws(repr(follower.commits), follower.hand)

    def act(self, action: Action) -> None:
        """Asks the dealer seat for an action, or to go on to the next hand; who acts takes a kept chair back.

        Raises:
            Refused: when the rules do not allow it, as far as this client knows.
        """
        if self.kept:
            self._driver.act(lambda member: member.command("back"))
        if action == DEAL:
            self._driver.act(lambda member: member.command("next"))
        else:
            self._driver.act(lambda member: member.play(action))

    def check(self, action: Action) -> None:
        """Checks an action without doing it.

        Raises:
            Refused: when the rules do not allow it, as far as this client knows.
        """
        follower = self._driver.member.follower
        if follower is None or follower.seat is None:
            raise Refused("hand_over")
        follower.game.check(action, follower.seat)

    # what a match of one's own does and this one does not

    def set_pace(self, pace: float) -> None:
        """The dealer seat keeps the pace."""

    def run(self) -> None:
        """The driver runs."""

    def stop(self) -> None:
        """The driver is stopped by the room."""

    @property
    def day(self) -> date | None:
        """No daily deal is played in rooms."""
        return None

    @property
    def practice(self) -> bool:
        """Nobody helps in rooms."""
        return False

    def leave(self) -> None:
        """The room keeps its match, hand by hand as they are proved."""

    def halt(self, *, halted: bool) -> None:
        """Others play on."""

    def save(self) -> None:
        """The room keeps what has to be kept."""

    def save_rack(self) -> None:
        """Keeps the arrangement for a reload."""
        self._bridge.save(KEPT_RACK, f"{self._deal}\n{self.rack.write()}")
