"""The dealer seat: the one client that runs the whole game and tells each seat what it may know.

It does no input or output and looks at no clock: everything comes in as a packet or as ``tick(now)``, everything goes
out through ``out``.  A packet that was lost is asked for again, one that comes twice or late does nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from okey.bots import DEFAULT_LEVEL, Agent, make_bot
from okey.game import Action, Event, Game, Refused
from okey.game.actions import DEAL, TIMEOUT
from okey.game.partial import Outset, Report, report
from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.clock import TurnClock
from okey.rooms.lobby import Denied
from okey.rooms.packets import (
    Call,
    Command,
    Commit,
    Committed,
    Did,
    Done,
    Hand,
    Hello,
    Lobby,
    No,
    Opened,
    Packet,
    Play,
    Player,
    Pulse,
    Reveal,
    Saved,
    Sync,
)
from okey.rules import RuleSet

AGAIN = 2.0
"""Seconds after which what was not answered is said again."""

PATIENCE = 10.0
"""Seconds that a seat may take to commit or to open its commitment; then the hand is dealt without its part."""

GRACE = 45.0
"""Seconds that a chair waits for a lost member before a computer player keeps it warm."""

MOST_TIMEOUTS = 3
"""So many turns lost to the clock in a row, and a computer player keeps the chair warm."""

RESULT = 20.0
"""Seconds that the end of a hand is looked at if not everybody goes on before."""

FILL = 15.0
"""Seconds that a public table waits for people."""

PULSE = 2.0
"""How often the dealer seat says that it lives."""

Mail: TypeAlias = "tuple[Packet, int | None]"
"""A packet and who gets it; None for everybody."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong that a member did or sent, refused and named."""

    member: int
    seat: int | None
    hand: int
    at: int
    """The number of the action in the hand at which it happened."""
    reason: str


def bot_of(level: str, seed: str) -> Agent:
    """Makes a computer player for a room."""
    return make_bot(level, seed)


class Dealer:
    """Runs the matches of a room.

    Args:
        me: the member whose client this is.
        lobby: the room as it is.
        entropy: gives so many random bytes.
        now: the time in seconds of any clock that goes on evenly.
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
        pace: float = 0.8,
        make: Callable[[str, str], Agent] = bot_of,
    ) -> None:
        self.me = me
        self.lobby = lobby
        self.out: list[Mail] = []
        self.removed: list[int] = []
        """Members that were put out, for the channel."""
        self.faults: list[Fault] = []
        self.counts: Counter[str] = Counter()
        """How often each reason of a fault was met."""
        self.lost: dict[int, float] = {}
        """Since when members are not connected."""
        self._entropy = entropy
        self._pace = pace
        self._make = make
        self._began = now
        self._again = now + AGAIN
        self._pulse = now
        self._until = now
        self._done: dict[int, tuple[int, str]] = {}
        self._synced: dict[int, float] = {}
        self._next: set[int] = set()
        self._dirty = True
        # the hand
        self.outset: Outset | None = None
        """Where the match stands before the hand; None between two matches."""
        self.contributors: dict[int, int] = {}
        """The members that take part in the seed, by seat."""
        self.commits: dict[int, str] = {}
        self.nonces: dict[int, str] = {}
        self.shares: dict[int, str] = {}
        self.players: tuple[Player, ...] = ()
        """Who had which seat when the match ended."""
        self.game: Game | None = None
        self.actions: list[Action] = []
        self._events: list[Event] = []
        self._reports: dict[int | None, list[Report]] = {}
        self.clock = TurnClock(self.rules)
        self._timeouts: Counter[int] = Counter()
        self._agents: dict[int, Agent] = {}
        self._thinking: Iterator[Action | None] | None = None
        self._act_at = now

    @property
    def rules(self) -> RuleSet:
        """The options that are played by."""
        return RuleSet.parse(self.lobby.rules)

    @property
    def at(self) -> int:
        """How many actions of the hand were done."""
        return len(self.actions)

    def _mail(self, packet: Packet, to: int | None = None) -> None:
        self.out.append((packet, to))

    def _change(self, lobby: Lobby) -> None:
        """Takes up another state of the lobby; everybody is told at the end of the step."""
        if lobby != self.lobby:
            self.lobby = replace(lobby, revision=self.lobby.revision + 1)
            self._dirty = True

    def flush(self) -> None:
        """Tells everybody of a changed lobby."""
        if self._dirty:
            self._dirty = False
            self._mail(self.lobby)

    def fault(self, member: int, reason: str, seat: int | None = None) -> None:
        """Writes down what a member did wrong."""
        self.counts[reason] += 1
        if len(self.faults) < 1_000:
            known = lobbies.seat_of(self.lobby, member) if seat is None else seat
            self.faults.append(Fault(member, known, self.lobby.hand, self.at, reason))

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
            self._change(lobbies.greet(self.lobby, member, hello.name.strip(), hello.key))
        except Denied as denied:
            self.fault(member, denied.reason)
            self._mail(No(0, denied.reason, (), ()), member)
            if member in self.lobby.banned:
                self.removed.append(member)
            return
        self._return(member)
        self._mail(self.lobby, member)
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
        self._mail(Done(command.number, reason), member)

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
            self._change(lobbies.obey(self.lobby, self.me, member, command))
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
            self._change(lobbies.depart(self.lobby, member))
            self._leave_seat(seat, now)

    def _leave_seat(self, seat: int | None, now: float) -> None:
        """Lets a computer player go on at once for who has left."""
        if seat is not None and not lobbies.between(self.lobby):
            self._agents.pop(seat, None)
            self._prepare_actor(now)

    def _return(self, member: int) -> None:
        """Hands a chair that was kept warm back to its member."""
        seat = lobbies.seat_of(self.lobby, member)
        if seat is not None:
            self._timeouts[seat] = 0
            if self.lobby.chairs[seat].away:
                self._agents.pop(seat, None)
                if self.game is not None and self.game.actor == seat:
                    self._thinking = None
                self._change(lobbies.set_chair(self.lobby, seat, replace(self.lobby.chairs[seat], away=False)))

    # ---- preparing a deal

    def _begin_match(self, now: float) -> None:
        self.outset = None
        self.clock = TurnClock(self.rules)
        self.prepare(now)

    def prepare(self, now: float, *, attempt: int = 0) -> None:
        """Asks for commitments to the next deal, or to the same one once more."""
        lobby = self.lobby
        hand = lobby.hand if attempt else lobby.hand + 1
        self._change(replace(lobby, stage="commit", hand=hand, attempt=attempt))
        self.contributors = {
            seat: member
            for seat, member in lobbies.seated(self.lobby)
            if member == self.me or (not self.lobby.chairs[seat].away and member not in self.lost)
        }  # the dealer seat's own client is always there, else nobody might be
        self.commits, self.nonces, self.shares = {}, {}, {}
        self.game, self.actions, self._events, self._reports = None, [], [], {}
        self._agents, self._thinking, self._next = {}, None, set()
        self._timeouts = Counter({seat: self._timeouts[seat] for seat in self._timeouts})
        self._until, self._again = now + PATIENCE, now + AGAIN
        self._call()

    def _call(self) -> None:
        lobby = self.lobby
        self._mail(Call(lobby.term, lobby.hand, lobby.attempt, tuple(sorted(self.contributors))))

    def _publish_commits(self) -> None:
        lobby = self.lobby
        self._mail(Committed(lobby.term, lobby.hand, lobby.attempt, tuple(sorted(self.commits.items()))))

    def _current(self, packet: Commit | Reveal | Play) -> bool:
        return (packet.hand, packet.attempt) == (self.lobby.hand, self.lobby.attempt)

    def _contributor(self, member: int) -> int | None:
        return next((seat for seat, known in self.contributors.items() if known == member), None)

    def _commit(self, member: int, commit: Commit, now: float) -> None:
        seat = self._contributor(member)
        if not self._current(commit) or seat is None:
            self.fault(member, "late")
        elif seat in self.commits:
            if self.commits[seat] != commit.digest:
                self.fault(member, "second_commit")
        elif commit.digest in self.commits.values():
            self.fault(member, "copied_commit")
        elif self.lobby.stage == "commit":
            self.commits[seat] = commit.digest
            self._go_on(now)

    def _reveal(self, member: int, reveal: Reveal, now: float) -> None:
        seat = self._contributor(member)
        if not self._current(reveal) or seat is None or self.lobby.stage == "commit":
            self.fault(member, "late")
        elif self.commits.get(seat) != fair.commitment(reveal.nonce):
            self.fault(member, "wrong_reveal")
        elif self.lobby.stage == "reveal":
            self.nonces[seat] = reveal.nonce
            self._go_on(now)

    def _go_on(self, now: float, *, late: bool = False) -> None:
        """Takes the next step to the deal once all seats have done theirs, or had their time."""
        if self.lobby.stage == "commit":
            if late:
                self._without(self.commits)
            if self.contributors and self.commits.keys() == self.contributors.keys():
                self._change(replace(self.lobby, stage="reveal"))
                self._until, self._again = now + PATIENCE, now + AGAIN
                self._publish_commits()
        elif self.lobby.stage == "reveal":
            if late:
                self._without(self.nonces)
            if self.contributors and self.nonces.keys() == self.contributors.keys():
                self.commits = {seat: self.commits[seat] for seat in self.nonces}
                self._deal(now)

    def _without(self, known: Mapping[int, str]) -> None:
        """Goes on without the seats that did not answer; that their part is missing is named."""
        for seat in [*self.contributors]:
            if seat not in known:
                self.fault(self.contributors.pop(seat), "no_answer", seat)

    def _deal(self, now: float) -> None:
        lobby, rules = self.lobby, self.rules
        seed = fair.joint_seed(lobby.hand, lobby.attempt, self.nonces)
        self.outset = self.outset or fair.first_outset(rules, seed)
        self.game = fair.deal_of(rules, self.outset, lobby.hand, lobby.attempt, self.nonces)
        self._reports = {seat: [] for seat in (None, *range(rules.players))}
        self._share()
        self._change(replace(lobby, stage="play"))
        self._apply(DEAL, now)

    def _share(self) -> None:
        """Splits the dealer seat's own part of the seed among the others that take part."""
        mine = lobbies.seat_of(self.lobby, self.me)
        others = sorted(seat for seat in self.nonces if seat != mine)
        if mine in self.nonces and len(others) > 1:
            assert mine is not None
            parts = fair.split(self.nonces[mine], len(others), self._entropy)
            self.shares = dict(zip(others, parts, strict=True))

    def restore(
        self,
        outset: Outset,
        commits: Mapping[int, str],
        nonces: Mapping[int, str],
        actions: Sequence[Action],
        now: float,
    ) -> None:
        """Takes a hand up again from its seed and its actions, after a reload or after another dealer seat.

        Raises:
            ValueError: when the rules forbid one of the actions.
        """
        lobby, rules = self.lobby, self.rules
        self.outset, self.commits, self.nonces = outset, dict(commits), dict(nonces)
        game = fair.deal_of(rules, outset, lobby.hand, lobby.attempt, nonces)
        self._reports = {seat: [] for seat in (None, *range(rules.players))}
        for action in actions:
            events = game.apply(action)
            self.actions.append(action)
            self._events += events
            for seat, reports in self._reports.items():
                reports.append(report(game, action, events, seat))
        self.game = game
        if game.result is not None:  # whoever had the dealer seat was gone before it could say so
            self._end_hand(game, now)
        elif game.actor is not None:
            self.clock.start(game.actor, now)
            self._prepare_actor(now)

    def take_up(self, saved: Saved, now: float) -> None:
        """Goes on where this client's page was closed.

        Raises:
            ValueError: when the rules forbid what was kept.
        """
        self.clock = TurnClock(self.rules, [milliseconds / 1000 for milliseconds in saved.used])
        self.shares = dict(saved.shares)
        stage = self.lobby.stage
        if saved.actions and saved.outset is not None:
            self.restore(saved.outset, dict(saved.commits), dict(saved.nonces), saved.actions, now)
            self.tell_all()
        elif stage != "lobby":
            self.outset = saved.outset
            self.prepare(now, attempt=self.lobby.attempt + 1)

    def tell_all(self) -> None:
        """Sends everybody the whole hand, and its proof once it has ended."""
        if self.game is not None:
            for person in self.lobby.people:
                self._mail(self._hand(person.member, 0), person.member)
            if self.game.result is not None:
                self._mail(self._opened())

    # ---- a hand

    def _play(self, member: int, play: Play, now: float) -> None:
        seat = lobbies.seat_of(self.lobby, member)
        game = self.game
        if seat is None:
            self._refuse(member, play.at, "no_seat")
        elif not self._current(play) or game is None or play.at < self.at:
            self.fault(member, "late", seat)
        elif play.at > self.at:
            self._refuse(member, play.at, "early")
        elif play.action == DEAL:
            self._refuse(member, play.at, "table_only")
        else:
            if self.lobby.chairs[seat].away:
                self._return(member)
            try:
                events = game.apply(play.action, seat)
            except Refused as refused:
                self._refuse(member, play.at, refused.reason, refused)
                return
            self._timeouts[seat] = 0
            self._happened(play.action, events, now)

    def _refuse(self, member: int, at: int, reason: str, refused: Refused | None = None) -> None:
        self.fault(member, reason)
        tiles, numbers = (refused.tiles, refused.numbers) if refused is not None else ((), ())
        self._mail(No(at, reason, tiles, numbers), member)

    def _apply(self, action: Action, now: float) -> None:
        assert self.game is not None
        self._happened(action, self.game.apply(action), now)

    def _happened(self, action: Action, events: list[Event], now: float) -> None:
        """Tells everybody of an action, and goes on to what is due."""
        game = self.game
        assert game is not None
        self.actions.append(action)
        self._events += events
        for seat, reports in self._reports.items():
            reports.append(report(game, action, events, seat))
        for index, agent in self._agents.items():
            for event in events:
                agent.observe(event.seen_by(index))
        if game.actor is None:
            self.clock.stop(now)
        elif any(event.kind in ("dealt", "discarded") for event in events):
            self.clock.start(game.actor, now)
        self._tell(now)
        if game.result is not None:
            self._end_hand(game, now)
            self._mail(self._opened())
        else:
            self._prepare_actor(now)

    def _commits(self) -> tuple[tuple[int, str], ...]:
        return tuple(sorted(self.commits.items()))

    def _digest(self, seat: int | None) -> str:
        assert self.game is not None
        return fair.digest(self.game.view(seat), self._commits(), self.at)

    def _tell(self, now: float) -> None:
        lobby, common = self.lobby, self._digest(None)
        if self.at == 1:  # the deal
            for person in lobby.people:
                self._mail(self._hand(person.member, 0), person.member)
            return
        turn, reserve = self.clock.left(now)
        own = {seat: self._digest(seat) for seat in self._reports if seat is not None} | {None: common}
        for person in lobby.people:
            seat = lobbies.seat_of(lobby, person.member)
            told = self._reports[seat][-1]
            key = (lobby.term, lobby.hand, lobby.attempt, self.at - 1)
            self._mail(Did(*key, told, common, own[seat], turn, reserve), person.member)

    def _hand(self, member: int, first: int) -> Hand:
        assert self.outset is not None
        lobby = self.lobby
        seat = lobbies.seat_of(lobby, member)
        return Hand(
            lobby.term, lobby.hand, lobby.attempt, lobby.rules, self.outset, -1 if seat is None else seat,
            self._commits(),
            "" if seat is None else self.nonces.get(seat, ""),
            "" if seat is None else self.shares.get(seat, ""),
            first, tuple(self._reports[seat][first:]), self._digest(None), self._digest(seat),
        )  # fmt: skip

    def _end_hand(self, game: Game, now: float) -> None:
        over = bool(game.winners)
        self.players = lobbies.players(self.lobby) if over else ()
        self._change(replace(self.lobby, stage="over" if over else "result"))
        self._until = now + RESULT
        self._next = set()

    def _opened(self) -> Opened:
        lobby = self.lobby
        claims = tuple((at, action) for at, action in enumerate(self.actions) if self._reports[None][at].action is None)
        nonces = tuple(sorted(self.nonces.items()))
        return Opened(lobby.term, lobby.hand, lobby.attempt, nonces, claims, self.players)

    # ---- what a client lacks

    def _sync(self, member: int, sync: Sync, now: float) -> None:
        if sync.revision != self.lobby.revision:
            self._mail(self.lobby, member)
        self._resume(member, sync.hand, sync.attempt, sync.at, now)
        if sync.record and self.game is not None and self.game.result is not None:
            self._mail(self._opened(), member)

    def _resume(self, member: int, hand: int, attempt: int, at: int, now: float) -> None:
        """Sends a member what it lacks of the hand: the actions since, or everything from the deal on."""
        if self.game is None or now < self._synced.get(member, now):
            return
        same = (hand, attempt) == (self.lobby.hand, self.lobby.attempt)
        if same and at == self.at:
            return
        self._synced[member] = now + 0.3
        self._mail(self._hand(member, at if same and at <= self.at else 0), member)

    # ---- time

    def tick(self, now: float) -> None:
        """Lets time have its effects."""
        self._keep_warm(now)
        stage = self.lobby.stage
        if stage in ("commit", "reveal"):
            if now >= self._until:
                self._go_on(now, late=True)
            if now >= self._again and self.lobby.stage == stage:
                self._again = now + AGAIN
                (self._call if stage == "commit" else self._publish_commits)()
        elif stage == "play":
            self._play_on(now)
        elif stage == "result" and (now >= self._until or self._all_go_on()):
            assert self.game is not None
            self.outset = Outset.of(self.game)
            self.prepare(now)
        elif stage == "lobby" and self.lobby.public:
            self._fill(now)
        if now >= self._pulse:
            self._pulse = now + PULSE
            turn, reserve = self.clock.left(now)
            lobby = self.lobby
            self._mail(Pulse(lobby.term, lobby.revision, lobby.hand, lobby.attempt, self.at, turn, reserve))

    def _keep_warm(self, now: float) -> None:
        if lobbies.between(self.lobby):
            return
        for seat, member in lobbies.seated(self.lobby):
            chair = self.lobby.chairs[seat]
            gone = self.lost.get(member)
            if not chair.away and gone is not None and now >= gone + GRACE:
                self._keep(seat, now)

    def _keep(self, seat: int, now: float) -> None:
        """Lets a computer player keep a chair warm."""
        self._change(lobbies.set_chair(self.lobby, seat, replace(self.lobby.chairs[seat], away=True)))
        self._prepare_actor(now)

    def _all_go_on(self) -> bool:
        return all(
            member in self._next or member in self.lost or self.lobby.chairs[seat].away
            for seat, member in lobbies.seated(self.lobby)
        )

    def _fill(self, now: float) -> None:
        """Fills a public table with computer players once it has waited long enough, and begins."""
        if now >= self._began + FILL or not any(chair.empty for chair in self.lobby.chairs):
            self._change(lobbies.fill(self.lobby))
            if all(chair.ready for chair in self.lobby.chairs):
                self._begin_match(now)

    def _itself(self, seat: int) -> bool:
        """Tells whether a computer player acts for a seat."""
        chair = self.lobby.chairs[seat]
        return chair.member < 0 or chair.away

    def _prepare_actor(self, now: float) -> None:
        self._thinking = None
        self._act_at = now + self._pace

    def _play_on(self, now: float) -> None:
        game = self.game
        seat = None if game is None else game.actor
        if game is None or seat is None:
            return
        if self._itself(seat):
            if self._thinking is None and now >= self._act_at:
                self._thinking = self._agent(seat).think(game.view(seat))
            return
        ends = self.clock.ends()
        if ends is not None and now >= ends:
            self._timeouts[seat] += 1
            self._apply(TIMEOUT, now)
            if self._timeouts[seat] >= MOST_TIMEOUTS and not lobbies.between(self.lobby):
                self._keep(seat, now)

    def _agent(self, seat: int) -> Agent:
        """Gets the computer player of a seat; a new one hears what has happened in the hand."""
        if seat not in self._agents:
            agent = self._make(self.lobby.chairs[seat].bot or DEFAULT_LEVEL, self._entropy(16).hex())
            for event in self._events:
                agent.observe(event.seen_by(seat))
            self._agents[seat] = agent
        return self._agents[seat]

    def think(self, now: float) -> bool:
        """Lets the computer player whose turn it is think for a slice; tells whether it wants another one at once."""
        game = self.game
        if self._thinking is None or game is None or game.actor is None or self.lobby.stage != "play":
            return False
        thought = next(self._thinking, None)
        if thought is not None:
            self._thinking = None
            self._happened(thought, game.apply(thought, game.actor), now)
            return False
        return True

    def wakes_at(self, now: float) -> float:
        """Gets when ``tick`` has something to do."""
        stage = self.lobby.stage
        dates = [self._pulse]
        if stage in ("commit", "reveal"):
            dates += [self._until, self._again]
        elif stage == "result":
            dates += [now] if self._all_go_on() else [self._until]
        elif stage == "lobby" and self.lobby.public:
            dates.append(self._began + FILL)
        elif stage == "play" and self.game is not None and self.game.actor is not None:
            ends = self.clock.ends()
            if self._itself(self.game.actor):
                dates.append(self._act_at if self._thinking is None else now)
            elif ends is not None:
                dates.append(ends)
            dates += [gone + GRACE for gone in self.lost.values() if gone + GRACE > now]
        return min(dates)
