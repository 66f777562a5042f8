"""One member's whole client, without input or output: its copy of the hand, what it asks for, and the dealer seat.

``hear`` takes what the channel tells, ``tick`` lets time pass; ``outbox`` is what is to be sent, ``news`` what the
screen may want to know.  Whoever drives it calls ``tick`` at ``wakes_at`` and ``think`` while that is true.

The client in the dealer seat runs a ``Dealer`` beside its own copy, which is told like everybody else's.  When the
dealer's connection is gone for long, the seated member with the lowest id takes the seat: ``term`` counts how often.

The parts: ``Desk`` is what all share, ``Seeds`` this seat's part in the shuffles, ``Witness`` the copy of the hand,
``Outcome`` what the match comes to, and ``Succession`` watches over the dealer seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from okey.bots import Agent
from okey.game import Action, View
from okey.rooms import lobby as lobbies
from okey.rooms.bucket import Bucket
from okey.rooms.channel import Back, Closed, Dropped, Incoming, Joined, Left, Lost, Message, Reconnected
from okey.rooms.dealer import Dealer, bot_of
from okey.rooms.desk import Desk, FromDealer, News
from okey.rooms.follower import Follower
from okey.rooms.office import AGAIN
from okey.rooms.outcome import Outcome
from okey.rooms.packets import (
    Agree,
    Call,
    Command,
    Committed,
    Did,
    Done,
    Hand,
    Hello,
    Lobby,
    No,
    Opened,
    Packet,
    PacketError,
    Player,
    Pulse,
    Recover,
    Recovered,
    Saved,
    Say,
    Signed,
    parse,
    write,
)
from okey.rooms.phrases import AT_ONCE, EVERY
from okey.rooms.seeds import Key, Seeds
from okey.rooms.signatures import Signatures
from okey.rooms.succession import Succession
from okey.rooms.witness import Clock, Witness

CATCH_UP = 20.0
"""Seconds after coming in or back by which everything that was missed must have been told."""

SILENCE = 7.0
"""Seconds without a sign of the dealer seat after which it is said to be silent."""


class Member(Desk):
    """A member of a room.

    Args:
        me: its id; 0 made the room.
        name: what it wants to be called.
        key: the public key of its profile, hexadecimal; empty for none.
        members: everybody in the room, and whether connected.
        entropy: gives so many random bytes.
        now: the time in seconds of any clock that goes on evenly.
        wall: gives the seconds since 1970, by the clock of this machine.
        lobby: the room to be, for who makes it.
        saved: what ``save`` gave before a reload; what cannot be read is as good as nothing.
        pace: seconds that a computer player waits before each action.
        make: makes a computer player of a level from a seed.
    """

    def __init__(
        self,
        me: int,
        name: str,
        key: str,
        members: Mapping[int, bool],
        *,
        entropy: Callable[[int], bytes],
        now: float,
        wall: Callable[[], float],
        lobby: Lobby | None = None,
        saved: str = "",
        pace: float = 0.8,
        make: Callable[[str, str], Agent] = bot_of,
    ) -> None:
        super().__init__(me, name, key, members)
        self._entropy, self._wall, self._pace, self._make = entropy, wall, pace, make
        self.closed = ""
        """Why the channel has ended; empty while it has not."""
        self._seeds = Seeds(self, entropy)
        self._outcome = Outcome(self, wall)
        self._witness = Witness(self, self._seeds, self._outcome)
        self._succession = Succession(self, self._seeds, self._witness, self._seat)
        self._commands: dict[int, Command] = {}
        self._number = round(10 * wall())  # above those of this page before it was loaded anew
        self._again = self._heard = self._now = now
        self._caught_up = now + CATCH_UP
        self._said: dict[int, Bucket] = {}
        if lobby is not None:
            self.term, self.dealer_member, self.lobby = lobby.term, me, lobby
            self.dealer = self._seat(lobby, now)
        elif saved:
            self._load(saved, now)
        if self.dealer is None:
            self._witness.hello()
        self._flush(now)

    # ---- what it is and knows

    @property
    def follower(self) -> Follower | None:
        """Its copy of the hand."""
        return self._witness.follower

    @property
    def players(self) -> tuple[Player, ...]:
        """Who has which seat in that hand; nobody while that is not known."""
        return self._witness.players

    @property
    def clock(self) -> Clock:
        """How long the actor still has; nothing while nobody deals who could hear it."""
        stands = not self.connected or self.recovering or not self.members.get(self.dealer_member, False)
        return Clock() if stands else self._witness.clock

    @property
    def recovering(self) -> bool:
        """Whether this client has taken the dealer seat and is still looking for the hidden tiles of the hand."""
        return self._succession.recovery is not None

    @property
    def ending(self) -> Signatures:
        """The result of the match that has ended, and who has signed it."""
        return self._outcome.ending

    @property
    def secrets(self) -> dict[Key, str]:
        """This seat's own parts of the seeds of the last deals."""
        return self._seeds.secrets

    @property
    def owner(self) -> bool:
        """Whether this member decides about the room."""
        return self.dealer is not None

    @property
    def waiting(self) -> bool:
        """Whether an action was asked for and not answered yet."""
        return self._witness.asked is not None

    @property
    def _deals(self) -> bool:
        """Whether the dealer seat is here and goes on: while it hears nobody, or not all is found, it stands still."""
        return self.dealer is not None and self.connected and self._succession.recovery is None

    def view(self) -> View | None:
        """Gets what this member may know of the hand."""
        return None if self.follower is None else self.follower.view()

    def silent(self, now: float) -> bool:
        """Tells whether nothing was heard of the dealer seat for long, as of a time.

        When the relay was heard last is the time to ask for who it is that is silent: the own connection may be.
        """
        return self.dealer is None and now > self._heard + SILENCE

    # ---- reload

    def save(self) -> str:
        """Writes what this client must not forget: its parts of the seeds and, in the dealer seat, the hand."""
        seeds = self._seeds
        if self.lobby is None:
            return ""
        share = "" if self.follower is None else seeds.shares.get(self.follower.key, "")
        known = Saved(
            self.me,
            self.dealer_member,
            write(self.lobby),
            tuple(seeds.secrets.items()),
            share,
            *self._witness.kept(),
            None,
            (),
            (),
            (),
            (),
            _milliseconds(self._witness.used),
            0,
            None,
            (),
        )

        dealer = self.dealer
        if dealer is not None:
            known = replace(
                known,
                lobby=write(dealer.lobby),
                outset=dealer.outset,
                commits=tuple(dealer.shuffle.commits.items()),
                nonces=tuple(dealer.shuffle.nonces.items()),
                shares=tuple(dealer.shuffle.shares.items()),
                actions=tuple(dealer.actions),
                used=_milliseconds(dealer.clock.used),
                passed=round(1000 * dealer.clock.passed(self._now)),
                proof=dealer.proof,
                seats=dealer.seats,
            )
        return write(known)

    def _load(self, text: str, now: float) -> None:
        try:
            saved = parse(text)
            lobby = parse(saved.lobby) if isinstance(saved, Saved) else None
        except PacketError:
            return
        if not isinstance(saved, Saved) or not isinstance(lobby, Lobby) or saved.me != self.me:
            return
        if saved.dealer == self.me:  # what was kept may be older than what was said: that does not count any more
            lobby = replace(lobby, term=lobby.term + 1, revision=lobby.revision + 1)
        self.lobby, self.term, self.dealer_member = lobby, lobby.term, saved.dealer
        self._witness.restore(saved)
        self._seeds.restore(dict(saved.secrets), saved.share, (lobby.hand, lobby.attempt), lobby.term)
        self._succession.note_own_end(now, back=False)
        if saved.dealer == self.me:
            self.dealer = self._seat(lobby, now)
            try:
                self.dealer.take_up(saved, now)
            except ValueError:
                self.dealer = None

    def _seat(self, lobby: Lobby, now: float) -> Dealer:
        me, members = self.me, self.members
        dealer = Dealer(me, lobby, self._entropy, now, wall=self._wall, pace=self._pace, make=self._make)
        dealer.lost = {member: now for member, there in members.items() if not there}
        for gone in {person.member for person in lobby.people} - members.keys() - {me}:
            dealer.left(gone, now)  # nobody with the dealer seat may have heard of it
        return dealer

    # ---- wishes of the person

    def play(self, action: Action) -> None:
        """Asks for an action.

        Raises:
            Refused: when the rules do not allow it, as far as this seat knows.
        """
        self._witness.play(action)

    def command(self, what: str, at: int = -1, to: int = -1, text: str = "") -> None:
        """Asks for something in the room; ``denied`` in the news tells when it may not be."""
        self._number += 1
        command = Command(self._number, what, at, to, text)
        self._commands[command.number] = command
        self.to_dealer(command)

    def say(self, phrase: str) -> None:
        """Says one of the phrases."""
        self.send(Say(phrase))
        self.news.append(News("said", self.me, phrase))

    def sign(self, signature: str) -> None:
        """Publishes this seat's signature under the result of the match."""
        self.send(self._outcome.sign(signature))

    def judge(self, member: int, signed: Signed, *, true: bool) -> None:
        """Takes, or refuses and names, what a member has signed."""
        self._outcome.judge(member, signed, true=true)

    def settle(self, now: float) -> None:
        """Lets a wish have its effects at once where this client has the dealer seat itself."""
        self._flush(now)

    def leave(self, now: float) -> None:
        """Gets ready to leave for good; the dealer seat gives its part of the seed to the others."""
        if self.dealer is not None and self.follower is not None and not self.follower.over:
            self.send(self._succession.recovered(self.follower.key))
        self._flush(now)

    def _flush(self, now: float) -> None:
        """Lets the dealer seat and this client's own copy talk until both are at rest."""
        while self.dealer is not None or self.loop:
            if self.dealer is not None:
                self.dealer.flush()
                mails, self.dealer.out = self.dealer.out, []
                for packet, to in mails:
                    self.send(packet, to)
            if not self.loop:
                break
            self._packet(self.me, self.loop.popleft(), now)

    # ---- the channel

    def hear(self, incoming: Incoming, now: float) -> None:
        """Takes what the channel tells."""
        self._now = now
        if isinstance(incoming, Message):
            try:
                packet = parse(incoming.payload)
            except PacketError as error:
                self.fault(incoming.sender, "malformed")
                if self.counts["malformed"] < 100:
                    self.send(No(0, "malformed", (), ()), incoming.sender)
                self.news.append(News("malformed", incoming.sender, str(error)))
                return
            self._packet(incoming.sender, packet, now)
        elif isinstance(incoming, Joined | Back):
            self.members[incoming.member] = True
            if self.dealer is not None:
                (self.dealer.joined if isinstance(incoming, Joined) else self.dealer.back)(incoming.member)
            self._succession.note_back(incoming.member)
        elif isinstance(incoming, Lost):
            self.members[incoming.member] = False
            if self.dealer is not None:
                self.dealer.away(incoming.member, now)
            self._succession.note_gone(incoming.member, now)
        elif isinstance(incoming, Left):
            self.members.pop(incoming.member, None)
            if self.dealer is not None:
                self.dealer.left(incoming.member, now)
            self._succession.note_gone(incoming.member, now)
        else:
            self._own_end(incoming, now)
        self.news.append(News("network"))
        self._flush(now)

    def _own_end(self, incoming: Dropped | Reconnected | Closed, now: float) -> None:
        """Hears of its own connection."""
        self.connected = isinstance(incoming, Reconnected)
        if self.dealer is not None:
            (self.dealer.clock.resume if self.connected else self.dealer.clock.pause)(now)
        self._succession.note_own_end(now, back=self.connected)
        self._witness.absent, self._caught_up = True, now + CATCH_UP
        if isinstance(incoming, Closed):
            self.closed = incoming.reason
            self.news.append(News("closed", self.me, incoming.reason))
        elif isinstance(incoming, Reconnected):
            self._heard = now
            if self.dealer is None:
                self._witness.hello()

    # ---- packets

    def _packet(self, sender: int, packet: Packet, now: float) -> None:
        if isinstance(packet, FromDealer):
            if self._succession.accepts(sender, packet, now):
                self._heard = now
                self._TELLS[type(packet)](self, packet, now)
        elif isinstance(packet, Agree):
            self._witness.agree(sender, packet)
        elif isinstance(packet, Say):
            self._hear_say(sender, packet, now)
        elif isinstance(packet, Signed):
            self._outcome.hear(sender, packet)
        elif isinstance(packet, Recovered):
            self._succession.take_recovered(sender, packet, now)
        elif isinstance(packet, No | Done):
            if sender == self.dealer_member:
                self._answered(packet)
        else:
            self._to_dealer_seat(sender, packet, now)
        self._flush(now)

    def _to_dealer_seat(self, sender: int, packet: Packet, now: float) -> None:
        """Hears what is for the dealer seat; a greeting is for all."""
        if isinstance(packet, Hello) and packet.key:
            self._outcome.keys.setdefault(sender, packet.key)
        if self.dealer is not None:
            self.dealer.hear(sender, packet, now)
            self.keep_faults()
        elif not isinstance(packet, Hello):
            self.counts["not_dealer_here"] += 1
        else:
            self._succession.note_forgotten(sender, now)

    def _answered(self, packet: No | Done) -> None:
        if isinstance(packet, Done):
            if self._commands.pop(packet.number, None) is not None and packet.reason:
                self.news.append(News("denied", self.me, packet.reason))
        elif packet.reason == "malformed":
            self.counts["told_malformed"] += 1
        else:
            self._witness.refused(packet)

    def _take_lobby(self, lobby: Lobby, _now: float) -> None:
        if self.lobby is not None and self.lobby.term == lobby.term and lobby.revision < self.lobby.revision:
            return
        self.lobby = lobby
        self._witness.take_seating()
        self.news.append(News("lobby"))
        if lobbies.person(lobby, self.me) is None and self.me not in lobby.banned:
            self._witness.hello()

    def _take_call(self, call: Call, _now: float) -> None:
        if self._witness.wants_proof:
            self._witness.sync(record=True)  # no part in the next deal before the last one is proved
        else:
            self._seeds.take_call(call, self._witness.newest)

    def _take_committed(self, packet: Committed, _now: float) -> None:
        self._seeds.take_committed(packet)

    def _take_hand(self, hand: Hand, _now: float) -> None:
        self._witness.take_hand(hand)

    def _take_did(self, did: Did, now: float) -> None:
        self._witness.take_did(did, now)

    def _take_pulse(self, pulse: Pulse, now: float) -> None:
        self._witness.take_pulse(pulse, now)

    def _take_opened(self, opened: Opened, _now: float) -> None:
        self._witness.take_opened(opened)

    def _take_recover(self, recover: Recover, _now: float) -> None:
        self._witness.clock = Clock()  # nobody plays before the hand is found again
        self._succession.answer(recover)

    def _hear_say(self, sender: int, say: Say, now: float) -> None:
        """Shows a phrase, unless its member says too many."""
        if self.lobby is None or lobbies.person(self.lobby, sender) is None:
            return
        if self._said.setdefault(sender, Bucket(1 / EVERY, AT_ONCE, now)).take(now):
            self.news.append(News("said", sender, say.phrase))
        else:
            self.counts["too_many_phrases"] += 1

    # ---- time

    def tick(self, now: float) -> None:
        """Lets time have its effects."""
        self._now = now
        if self.closed:
            return
        if self.connected and now >= self._caught_up:
            self._witness.absent = False
        if self.connected and self._succession.take_over_if_due(now):
            self._flush(now)
        if self._deals:
            assert self.dealer is not None
            if self.dealer.tick(now):
                self.news.append(News("clock"))
            self.keep_faults()
            self._flush(now)
        if now >= self._again:
            self._again = now + AGAIN
            self._repeat(now)
            self._flush(now)

    def _repeat(self, now: float) -> None:
        """Says again what was not answered."""
        lobby = self.lobby
        if lobby is None:
            self._witness.hello()
            return
        self._witness.repeat()
        for command in self._commands.values():
            self.to_dealer(command)
        if self.ending.own is not None and self.ending.own.wants:
            self.send(self.ending.own)
        if self.dealer is None:
            newest = self._witness.newest
            lacks = lobby.stage in ("play", "result", "over") and (lobby.hand, lobby.attempt) != newest
            silent = self.silent(now)
            self._witness.ask_for_proof(heard=bool(self.members.get(self.dealer_member)) and not silent)
            if (lacks and lobby.hand) or silent:
                self._witness.sync()
        elif self._succession.recovery is not None and self.connected:
            self._succession.ask(now)

    def think(self, now: float) -> bool:
        """Lets a computer player think for a slice; tells whether it wants another one at once."""
        if not self._deals or self.dealer is None:
            return False
        more = self.dealer.think(now)
        self._flush(now)
        return more

    def wakes_at(self, now: float) -> float:
        """Gets when ``tick`` has something to do."""
        dates = [self._again]
        if self._deals and self.dealer is not None:
            dates.append(self.dealer.wakes_at(now))
        return min(dates)

    _TELLS: ClassVar[dict[type[Packet], Callable[[Member, Any, float], None]]] = {
        Lobby: _take_lobby,
        Call: _take_call,
        Committed: _take_committed,
        Hand: _take_hand,
        Did: _take_did,
        Pulse: _take_pulse,
        Opened: _take_opened,
        Recover: _take_recover,
    }


def _milliseconds(seconds: Sequence[float]) -> tuple[int, ...]:
    return tuple(round(1000 * each) for each in seconds)
