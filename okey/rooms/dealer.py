"""The dealer seat: the one client that runs the whole game and tells each seat what it may know.

It does no input or output and looks at no clock: everything comes in as a packet or as ``tick(now)``, everything goes
out through ``out``.  A packet that was lost is asked for again, one that comes twice or late does nothing.

The parts: ``Office`` is what all share, ``Shuffle`` makes the seed, ``Dealt`` is the hand on the table, and
``StandIns`` are the computer players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from okey.bots import Agent, make_bot
from okey.game import Action, Event, Refused
from okey.game.actions import DEAL, TIMEOUT
from okey.game.partial import Outset
from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.clock import TurnClock
from okey.rooms.dealt import Dealt
from okey.rooms.lobby import Denied
from okey.rooms.office import Office
from okey.rooms.packets import (
    Command,
    Commit,
    Done,
    Hello,
    Lobby,
    No,
    Opened,
    Packet,
    Play,
    Pulse,
    Reveal,
    Saved,
    Sync,
)
from okey.rooms.shuffle import Shuffle
from okey.rooms.stand_ins import StandIns

GRACE = 45.0
"""Seconds that a chair waits for a lost member before a computer player keeps it warm."""

RESULT = 20.0
"""Seconds that the end of a hand is looked at if not everybody goes on before."""

FILL = 15.0
"""Seconds that a public table waits for people."""

PULSE = 2.0
"""How often the dealer seat says that it lives."""

RESUME = 0.3
"""Seconds after which a member may ask for what it lacks once more."""


def bot_of(level: str, seed: str) -> Agent:
    """Makes a computer player for a room."""
    return make_bot(level, seed)


class Dealer(Office):
    """Runs the matches of a room.

    Args:
        me: the member whose client this is.
        lobby: the room as it is.
        entropy: gives so many random bytes.
        now: the time in seconds of any clock that goes on evenly.
        wall: gives the seconds since 1970, by the clock of this machine.
        pace: seconds that a computer player waits before each action.
        make: makes a computer player of a level from a seed.
    """

    def __init__(
        self,
        me: int,
        lobby: Lobby,
        entropy: Callable[[int], bytes],
        now: float,
        *,
        wall: Callable[[], float],
        pace: float = 0.8,
        make: Callable[[str, str], Agent] = bot_of,
    ) -> None:
        super().__init__(me, lobby)
        self._entropy, self._wall = entropy, wall
        self._began = now
        self._pulse = now
        self._looked_at_until = now
        self._done: dict[int, tuple[int, str]] = {}
        self._synced: dict[int, float] = {}
        self._next: set[int] = set()
        # the hand
        self.outset: Outset | None = None
        """Where the match stands before the hand; None between two matches."""
        self.proof: Opened | None = None
        """The opened seed of the last hand that has ended."""
        self.shuffle = Shuffle(self, now)
        """Where the seed of the hand comes from."""
        self._dealt: Dealt | None = None
        self.clock = TurnClock(self.rules)
        self._stand_ins = StandIns(self, entropy, now, pace, make)

    @property
    def actions(self) -> Sequence[Action]:
        """What was done in the hand."""
        return () if self._dealt is None else self._dealt.actions

    @property
    def seats(self) -> tuple[str, ...]:
        """Who had which seat at the deal of the hand."""
        return () if self._dealt is None else self._dealt.seats

    # ---- what comes in

    def hear(self, sender: int, packet: Packet, now: float) -> None:
        """Takes a packet of a member."""
        if lobbies.person(self.lobby, sender) is None and not isinstance(packet, Hello):
            self.fault(sender, "not_in_room")
            return
        if isinstance(packet, Hello):
            self._greet(sender, packet, now)
        elif isinstance(packet, Command):
            self._command(sender, packet, now)
        elif isinstance(packet, Commit):
            self._commit(sender, packet, now)
        elif isinstance(packet, Reveal):
            self._reveal(sender, packet, now)
        elif isinstance(packet, Play):
            self._play(sender, packet, now)
        elif isinstance(packet, Sync):
            self._sync(sender, packet, now)
        else:
            self.fault(sender, "not_dealer")

    def _greet(self, member: int, hello: Hello, now: float) -> None:
        try:
            self.change(lobbies.greet(self.lobby, member, hello.name.strip(), hello.key))
        except Denied as denied:
            self.fault(member, denied.reason)
            self.mail(No(0, denied.reason, (), ()), member)
            if lobbies.is_banned(self.lobby, member, hello.key):
                self.removed.append(member)
            return
        self._return(member)
        self.mail(self.lobby, member)
        self._resume(member, hello.hand, hello.attempt, hello.at, now)

    def _command(self, member: int, command: Command, now: float) -> None:
        number, reason = self._done.get(member, (0, ""))
        if command.number < number:
            return
        if command.number > number:
            try:
                self._obey(member, command, now)
                reason = ""
            except Denied as denied:
                reason = denied.reason
                self.fault(member, reason)
            self._done[member] = command.number, reason
        self.mail(Done(command.number, reason), member)

    def _obey(self, member: int, command: Command, now: float) -> None:
        if command.what == "next":
            self._next.add(member)
        elif command.what == "back":
            self._return(member)
        elif command.what == "start":
            if member != self.me:
                raise Denied("not_owner")
            lobbies.check_start(self.lobby)
            self._begin_match(now)
        else:
            old = self.lobby
            self.change(lobbies.obey(self.lobby, self.me, member, command))
            if old.stage == "over" and self.lobby.stage == "lobby":
                self._began = now  # a public table waits for people once more
            if command.what == "kick":
                self.removed.append(command.at)
                self._leave_seat(lobbies.seat_of(old, command.at), now)

    def joined(self, member: int) -> None:
        """Hears that the channel has a new member; it is greeted once it says its name."""
        self.lost.pop(member, None)

    def away(self, member: int, now: float) -> None:
        """Hears that a member's connection has broken."""
        self.lost.setdefault(member, now)

    def back(self, member: int) -> None:
        """Hears that a member is connected again."""
        self.lost.pop(member, None)
        self._return(member)

    def left(self, member: int, now: float) -> None:
        """Hears that a member is gone for good."""
        self.lost.pop(member, None)
        seat = lobbies.seat_of(self.lobby, member)
        if lobbies.person(self.lobby, member) is not None:
            self.change(lobbies.depart(self.lobby, member))
            self._leave_seat(seat, now)

    def _leave_seat(self, seat: int | None, now: float) -> None:
        """Lets a computer player go on at once for who has left."""
        if seat is not None and not lobbies.between(self.lobby):
            self._stand_ins.forget(seat)
            self._stand_ins.next_turn(now)

    def _return(self, member: int) -> None:
        """Hands a chair that was kept warm back to its member."""
        seat = lobbies.seat_of(self.lobby, member)
        if seat is not None:
            self._stand_ins.give_back(seat, None if self._dealt is None else self._dealt.game.actor)

    # ---- preparing a deal

    def _begin_match(self, now: float) -> None:
        self.outset = None
        self.clock = TurnClock(self.rules)
        self.prepare(now)

    def prepare(self, now: float, *, attempt: int = 0) -> None:
        """Asks for commitments to the next deal, or to the same one once more."""
        lobby = self.lobby
        hand = lobby.hand if attempt else lobby.hand + 1
        self.change(replace(lobby, stage="commit", hand=hand, attempt=attempt))
        self._dealt, self.at = None, 0
        self._stand_ins.clear()
        self._next = set()
        self.shuffle.begin(now)

    def _commit(self, member: int, commit: Commit, now: float) -> None:
        self.shuffle.commit(member, commit, now)

    def _reveal(self, member: int, reveal: Reveal, now: float) -> None:
        if self.shuffle.reveal(member, reveal):
            self._deal(now)

    def _deal(self, now: float) -> None:
        lobby, rules, nonces = self.lobby, self.rules, self.shuffle.nonces
        seed = fair.joint_seed(lobby.hand, lobby.attempt, nonces)
        self.outset = self.outset or fair.first_outset(rules, seed)
        game = fair.deal_of(rules, self.outset, lobby.hand, lobby.attempt, nonces)
        self._dealt = Dealt(self, self.shuffle, self.outset, lobbies.seats(lobby), game)
        self.shuffle.share(self._entropy)
        self.change(replace(lobby, stage="play"))
        self._apply(self._dealt, DEAL, now)

    def restore(
        self,
        outset: Outset,
        seats: tuple[str, ...],
        commits: Mapping[int, str],
        nonces: Mapping[int, str],
        actions: Sequence[Action],
        *,
        now: float,
        passed: float,
    ) -> None:
        """Takes a hand up again from its seed and its actions, after a reload or after another dealer seat.

        The turn goes on after the seconds that had passed of it.

        Raises:
            ValueError: when the rules forbid one of the actions.
        """
        lobby = self.lobby
        self.outset, self.shuffle.commits, self.shuffle.nonces = outset, dict(commits), dict(nonces)
        game = fair.deal_of(self.rules, outset, lobby.hand, lobby.attempt, nonces)
        dealt = Dealt(self, self.shuffle, outset, seats, game)
        for action in actions:
            dealt.happened(action, game.apply(action))
        self._dealt = dealt
        if game.result is not None:  # whoever had the dealer seat was gone before it could say so
            self._end_hand(dealt, now)
        elif game.actor is not None:
            self.clock.start(game.actor, now - passed)
            self._stand_ins.next_turn(now)

    def take_up(self, saved: Saved, now: float) -> None:
        """Goes on where this client's page was closed.

        Raises:
            ValueError: when the rules forbid what was kept.
        """
        self.clock = TurnClock(self.rules, [milliseconds / 1000 for milliseconds in saved.used])
        self.shuffle.shares = dict(saved.shares)
        self.proof = saved.proof
        stage = self.lobby.stage
        if saved.actions and saved.outset is not None:
            commits, nonces, passed = dict(saved.commits), dict(saved.nonces), saved.passed / 1000
            self.restore(saved.outset, saved.seats, commits, nonces, saved.actions, now=now, passed=passed)
            if saved.proof is not None and saved.proof.hand == self.lobby.hand:  # it has ended once
                self.proof = saved.proof
            self.tell_all()
        elif stage != "lobby":
            self.outset = saved.outset
            self.prepare(now, attempt=self.lobby.attempt + 1)

    def tell_all(self) -> None:
        """Sends everybody the whole hand, and its proof once it has ended."""
        if self._dealt is not None:
            self._dealt.tell_all()
            if self._dealt.game.result is not None:
                self._prove()

    # ---- a hand

    def _play(self, member: int, play: Play, now: float) -> None:
        seat, dealt = lobbies.seat_of(self.lobby, member), self._dealt
        self._return(member)  # who acts is there, be it too late for this turn
        if seat is None:
            self._refuse(member, play.at, "no_seat")
        elif not self.current(play) or dealt is None or play.at < self.at:
            self.fault(member, "late", seat)
        elif play.at > self.at:
            self._refuse(member, play.at, "early")
        elif play.action == DEAL:
            self._refuse(member, play.at, "table_only")
        else:
            try:
                events = dealt.game.apply(play.action, seat)
            except Refused as refused:
                self._refuse(member, play.at, refused.reason, refused)
                return
            self._stand_ins.acted(seat)
            self._happened(dealt, play.action, events, now)

    def _refuse(self, member: int, at: int, reason: str, refused: Refused | None = None) -> None:
        self.fault(member, reason)
        tiles, numbers = (refused.tiles, refused.numbers) if refused is not None else ((), ())
        self.mail(No(at, reason, tiles, numbers), member)

    def _apply(self, dealt: Dealt, action: Action, now: float) -> None:
        self._happened(dealt, action, dealt.game.apply(action), now)

    def _happened(self, dealt: Dealt, action: Action, events: list[Event], now: float) -> None:
        """Tells everybody of an action, and goes on to what is due."""
        game = dealt.game
        dealt.happened(action, events)
        self._stand_ins.observe(events)
        if game.actor is None:
            self.clock.stop(now)
        elif any(event.kind in ("dealt", "discarded") for event in events):
            self.clock.start(game.actor, now)
        dealt.tell(*self.clock.left(now))
        if game.result is not None:
            self._end_hand(dealt, now)
            self._prove()
        else:
            self._stand_ins.next_turn(now)

    def _end_hand(self, dealt: Dealt, now: float) -> None:
        over = bool(dealt.game.winners)
        self.proof = dealt.opened(*(lobbies.players(self.lobby), round(self._wall())) if over else ((), 0))
        self.change(replace(self.lobby, stage="over" if over else "result"))
        self._looked_at_until = now + RESULT
        self._next = set()

    # ---- what a client lacks

    def _sync(self, member: int, sync: Sync, now: float) -> None:
        if sync.revision != self.lobby.revision:
            self.mail(self.lobby, member)
        self._resume(member, sync.hand, sync.attempt, sync.at, now)
        proof = self.proof
        if sync.record and proof is not None and (sync.hand, sync.attempt) == (proof.hand, proof.attempt):
            self._prove(member)

    def _prove(self, member: int | None = None) -> None:
        """Tells a member, or everybody, the opened seed of the last hand, also while the next one is prepared."""
        assert self.proof is not None
        self.mail(replace(self.proof, term=self.lobby.term), member)

    def _resume(self, member: int, hand: int, attempt: int, at: int, now: float) -> None:
        """Sends a member what it lacks of the hand: the actions since, or everything from the deal on."""
        if self._dealt is None or now < self._synced.get(member, now):
            return
        same = (hand, attempt) == (self.lobby.hand, self.lobby.attempt)
        if same and at == self.at:
            return
        self._synced[member] = now + RESUME
        self._dealt.tell_from(member, at if same and at <= self.at else 0)

    # ---- time

    def tick(self, now: float) -> bool:
        """Lets time have its effects; tells whether the time that has passed is to be kept, for a reload."""
        self._keep_warm(now)
        stage = self.lobby.stage
        if stage in ("commit", "reveal"):
            if self.shuffle.tick(now):
                self._deal(now)
        elif stage == "play":
            self._play_on(now)
        elif stage == "result" and (now >= self._looked_at_until or self._all_go_on()):
            assert self._dealt is not None
            self.outset = Outset.of(self._dealt.game)
            self.prepare(now)
        elif stage == "lobby" and self.lobby.public:
            self._fill(now)
        if now >= self._pulse:
            self._pulse = now + PULSE
            turn, reserve = self.clock.left(now)
            lobby = self.lobby
            self.mail(Pulse(lobby.term, lobby.revision, lobby.hand, lobby.attempt, self.at, turn, reserve))
            return turn >= 0
        return False

    def _keep_warm(self, now: float) -> None:
        if lobbies.between(self.lobby):
            return
        for seat, member in lobbies.seated(self.lobby):
            chair = self.lobby.chairs[seat]
            gone = self.lost.get(member)
            if not chair.away and gone is not None and now >= gone + GRACE:
                self._stand_ins.keep(seat, now)

    def _all_go_on(self) -> bool:
        return all(
            member in self._next or member in self.lost or self.lobby.chairs[seat].away
            for seat, member in lobbies.seated(self.lobby)
        )

    def _fill(self, now: float) -> None:
        """Fills a public table with computer players once it has waited long enough, and begins.

        A full one begins its first match at once; before another one everybody has time to leave.
        """
        full = not any(chair.empty for chair in self.lobby.chairs)
        if now >= self._began + FILL or (full and lobbies.fresh(self.lobby)):
            self.change(lobbies.fill(self.lobby))
            self._begin_match(now)

    def _play_on(self, now: float) -> None:
        dealt, bots = self._dealt, self._stand_ins
        seat = None if dealt is None else dealt.game.actor
        if dealt is None or seat is None:
            return
        if bots.acts(seat):
            bots.begin(seat, dealt, now)
            return
        ends = self.clock.ends()
        if ends is not None and now >= ends:
            bots.timed_out(seat)
            self._apply(dealt, TIMEOUT, now)
            if bots.gave_up(seat) and not lobbies.between(self.lobby):
                bots.keep(seat, now)

    def think(self, now: float) -> bool:
        """Lets the computer player whose turn it is think for a slice; tells whether it wants another one at once."""
        dealt = self._dealt
        if not self._stand_ins.thinks or dealt is None or dealt.game.actor is None or self.lobby.stage != "play":
            return False
        thought = self._stand_ins.think()
        if thought is not None:
            self._happened(dealt, thought, dealt.game.apply(thought, dealt.game.actor), now)
        return thought is None

    def wakes_at(self, now: float) -> float:
        """Gets when ``tick`` has something to do."""
        stage, actor = self.lobby.stage, None if self._dealt is None else self._dealt.game.actor
        dates = [self._pulse]
        if stage in ("commit", "reveal"):
            dates += [self.shuffle.until, self.shuffle.again]
        elif stage == "result":
            dates += [now] if self._all_go_on() else [self._looked_at_until]
        elif stage == "lobby" and self.lobby.public:
            dates.append(self._began + FILL)
        elif stage == "play" and actor is not None:
            ends = self.clock.ends()
            if self._stand_ins.acts(actor):
                dates.append(self._stand_ins.wakes_at(now))
            elif ends is not None:
                dates.append(ends)
            dates += [gone + GRACE for gone in self.lost.values() if gone + GRACE > now]
        return min(dates)
