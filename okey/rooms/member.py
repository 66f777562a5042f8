"""One member's whole client, without input or output: its copy of the hand, what it asks for, and the dealer seat.

``hear`` takes what the channel tells, ``tick`` lets time pass; ``outbox`` is what is to be sent, ``news`` what the
screen may want to know.  Whoever drives it calls ``tick`` at ``wakes_at`` and ``think`` while that is true.

The client in the dealer seat runs a ``Dealer`` beside its own copy, which is told like everybody else's.  When the
dealer's connection is gone for long, the seated member with the lowest id takes the seat: ``term`` counts how often.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, ClassVar, TypeAlias

from okey.bots import Agent
from okey.game import Action, Event, Refused, View
from okey.game.partial import Outset, Report
from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.channel import Back, Closed, Dropped, Incoming, Joined, Left, Lost, Message, Reconnected
from okey.rooms.dealer import AGAIN, Dealer, Fault, bot_of
from okey.rooms.fair import Unfair
from okey.rooms.follower import Diverged, Follower
from okey.rooms.packets import (
    LIVES,
    Agree,
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
    PacketError,
    Play,
    Player,
    Pulse,
    Recover,
    Recovered,
    Reveal,
    Saved,
    Say,
    Signed,
    Sync,
    parse,
    write,
)
from okey.rooms.phrases import AT_ONCE, EVERY
from okey.rooms.results import Result, ResultError, match_id
from okey.rooms.signatures import Signatures
from okey.rules import RuleSet

DEALER_GRACE = 12.0
"""Seconds without its connection after which the dealer seat goes to another client."""

RANK = 6.0
"""Seconds more that each further candidate waits for those before it."""

IGNORANCE = 25.0
"""Seconds more that a candidate waits who has missed a part of the match."""

RECENT = 90.0
"""Seconds for which a lost dealer seat may be taken, though its member is back."""

RECOVERY = 8.0
"""Seconds in which the others help to find the hidden tiles again; then the hand is void."""

SILENCE = 7.0
"""Seconds without a sign of the dealer seat after which it is said to be silent."""

Key: TypeAlias = "tuple[int, int]"
"""A deal of the room, and how often it was begun anew."""

FromDealer = Lobby | Call | Committed | Hand | Did | Pulse | Opened | Recover


@dataclass(frozen=True, slots=True)
class News:
    """Something that the screen may want to show."""

    kind: str
    """One of:

    ``lobby``; ``hand``: a hand was taken up, from its deal or in the middle; ``events``; ``refused``: an action;
    ``denied``: a command; ``said``: a phrase; ``fault``: somebody did wrong; ``verified``: the last hand is proved;
    ``dealer``: another client has the dealer seat; ``void``: the hand is dealt anew; ``recovered``: this client has
    found the hidden tiles again; ``rolled_back``: actions that only the lost dealer seat knew do not count;
    ``result``: the match has ended, and what it came to can be signed; ``signed``: somebody has signed it;
    ``malformed``; ``network``; ``closed``.
    """
    member: int = -1
    text: str = ""
    events: tuple[Event, ...] = ()
    refused: No | None = None
    fault: Fault | None = None


@dataclass
class Recovery:
    """What the next dealer seat gathers to find the hidden tiles again."""

    until: float
    again: float
    nonces: dict[int, str] = field(default_factory=dict)
    shares: dict[int, str] = field(default_factory=dict)
    actions: list[Action | None] = field(default_factory=list)


@dataclass
class Clock:
    """How long the actor still has, as the dealer seat said it last."""

    heard: float = 0.0
    turn: int = -1
    reserve: int = 0

    def left(self, now: float) -> tuple[float, float] | None:
        """Gets the seconds left of the turn and of the reserve; None without a clock."""
        if self.turn < 0:
            return None
        passed = now - self.heard
        over = max(0.0, passed - self.turn / 1000)
        return max(0.0, self.turn / 1000 - passed), max(0.0, self.reserve / 1000 - over)


class Member:
    """A member of a room.

    Args:
        me: its id; 0 made the room.
        name: what it wants to be called.
        key: the public key of its profile, hexadecimal; empty for none.
        members: everybody in the room, and whether connected.
        entropy: gives so many random bytes.
        now: the time in seconds of any clock that goes on evenly.
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
        lobby: Lobby | None = None,
        saved: str = "",
        pace: float = 0.8,
        make: Callable[[str, str], Agent] = bot_of,
    ) -> None:
        self.me, self.name, self.key = me, name, key
        self.members, self.connected = dict(members), True
        self.closed = ""
        """Why the channel has ended; empty while it has not."""
        self.outbox: list[tuple[str, int | None]] = []
        self.news: list[News] = []
        self.faults: list[Fault] = []
        """What others did wrong, as this client noticed it."""
        self.counts: Counter[str] = Counter()
        self.lobby: Lobby | None = None
        self.term = 0
        self.dealer: Dealer | None = None
        """The dealer seat, if this client has it."""
        self.dealer_member = min(members, default=0)
        self.follower: Follower | None = None
        self.clock, self.ending = Clock(), Signatures()
        """The result of the match that has ended, and who has signed it."""
        self._keys: dict[int, str] = {}
        """The keys of the others, as they themselves have said them."""
        self.secrets: dict[Key, str] = {}
        """This seat's own parts of the seeds of the last deals."""
        # in which term each was asked for: a dealer seat taken anew gets another, it may know the one before
        self._asked: dict[Key, int] = {}
        self._shares: dict[Key, str] = {}
        self._committed: dict[Key, tuple[int, tuple[tuple[int, str], ...]]] = {}
        """The commitments to the last deals, and in which term they were published."""
        self._entropy, self._pace, self._make = entropy, pace, make
        self._loop: deque[Packet] = deque()
        self._play: Play | None = None
        self._commands: dict[int, Command] = {}
        self._number = 0
        self._again = self._heard = now
        self._agreed: deque[tuple[int, Agree]] = deque(maxlen=200)
        self._said: dict[int, tuple[float, float]] = {}
        self._gone_since: float | None = None
        self._gone_at = -RECENT
        self._forgotten = False
        """Whether who had the dealer seat is back and knows nothing of it."""
        self._told_in = 0
        """The term in which the hand was told."""
        self._recovery: Recovery | None = None
        self._legacy: tuple[Key, int, str] | None = None
        """What a dealer seat that left on purpose gave away."""
        if lobby is not None:
            self.term, self.dealer_member, self.lobby = lobby.term, me, lobby
            self.dealer = self._seat(lobby, now)
        elif saved:
            self._load(saved, now)
        if self.dealer is None:
            self._hello()
        self._flush(now)

    # ---- reload

    def save(self) -> str:
        """Writes what this client must not forget: its parts of the seeds and, in the dealer seat, the hand."""
        dealer, lobby = self.dealer, self.lobby
        if lobby is None:
            return ""
        share = "" if self.follower is None else self._shares.get(self.follower.key, "")
        known = Saved(self.me, self.dealer_member, write(lobby), tuple(self.secrets.items()), share,
                      None, (), (), (), (), ())  # fmt: skip
        if dealer is not None:
            known = replace(
                known,
                lobby=write(dealer.lobby),
                outset=dealer.outset,
                commits=tuple(dealer.commits.items()),
                nonces=tuple(dealer.nonces.items()),
                shares=tuple(dealer.shares.items()),
                actions=tuple(dealer.actions),
                used=tuple(round(1000 * seconds) for seconds in dealer.clock.used),
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
        self.secrets = dict(saved.secrets)
        self._asked = dict.fromkeys(self.secrets, lobby.term)
        self._gone_at = now
        if saved.share:
            self._shares = {(lobby.hand, lobby.attempt): saved.share}
        if saved.dealer == self.me:
            self.dealer = self._seat(lobby, now)
            try:
                self.dealer.take_up(saved, now)
            except ValueError:
                self.dealer = None

    def _seat(self, lobby: Lobby, now: float) -> Dealer:
        dealer = Dealer(self.me, lobby, self._entropy, now, pace=self._pace, make=self._make)
        dealer.lost = {member: now for member, there in self.members.items() if not there}
        for gone in {person.member for person in lobby.people} - self.members.keys() - {self.me}:
            dealer.left(gone, now)  # nobody with the dealer seat may have heard of it
        return dealer

    # ---- asking

    @property
    def _deals(self) -> bool:
        """Whether the dealer seat is here and goes on: while it hears nobody, or not all is found, it stands still."""
        return self.dealer is not None and self.connected and self._recovery is None

    @property
    def seat(self) -> int | None:
        """This member's seat; None without a chair."""
        return None if self.lobby is None else lobbies.seat_of(self.lobby, self.me)

    @property
    def owner(self) -> bool:
        """Whether this member decides about the room."""
        return self.dealer is not None

    def view(self) -> View | None:
        """Gets what this member may know of the hand."""
        return None if self.follower is None else self.follower.view()

    def silent(self, now: float) -> bool:
        """Tells whether nothing was heard of the dealer seat for long."""
        return self.dealer is None and now > self._heard + SILENCE

    # ---- wishes of the person

    def play(self, action: Action) -> None:
        """Asks for an action.

        Raises:
            Refused: when the rules do not allow it, as far as this seat knows.
        """
        follower = self.follower
        if follower is None or follower.seat is None:
            raise Refused("hand_over")
        if self._play is not None and self._play.at == follower.at:
            return  # one thing at a time: the answer is under way
        follower.game.check(action, follower.seat)
        self._play = Play(*follower.key, follower.at, action)
        self._to_dealer(self._play)

    @property
    def waiting(self) -> bool:
        """Whether an action was asked for and not answered yet."""
        return self._play is not None

    def command(self, what: str, at: int = -1, to: int = -1, text: str = "") -> None:
        """Asks for something in the room; ``denied`` in the news tells when it may not be."""
        self._number += 1
        command = Command(self._number, what, at, to, text)
        self._commands[command.number] = command
        self._to_dealer(command)

    def say(self, phrase: str) -> None:
        """Says one of the phrases."""
        self._send(Say(phrase))
        self.news.append(News("said", self.me, phrase))

    def sign(self, signature: str) -> None:
        """Publishes this seat's signature under the result of the match."""
        self._send(self.ending.sign(self.ending.seats[self.me], signature))

    def judge(self, member: int, signed: Signed, *, true: bool) -> None:
        """Takes, or refuses and names, what a member has signed."""
        result, seat = self.ending.result, self.ending.seats[member]
        if result is None or signed.digest != result.digest:
            self._fault(member, "other_result", seat=seat)
        elif not true:
            self._fault(member, "wrong_signature", seat=seat)
        else:
            self.ending.accept(seat, signed.signature)

    def settle(self, now: float) -> None:
        """Lets a wish have its effects at once where this client has the dealer seat itself."""
        self._flush(now)

    def leave(self, now: float) -> None:
        """Gets ready to leave for good; the dealer seat gives its part of the seed to the others."""
        if self.dealer is not None and self.follower is not None and not self.follower.over:
            self._send(self._recovered(self.follower.key))
        self._flush(now)

    # ---- sending

    def _send(self, packet: Packet, to: int | None = None) -> None:
        if to == self.me:
            if self.connected or not isinstance(packet, Play):  # else it is said again later
                self._loop.append(packet)
        else:
            self.outbox.append((write(packet), to))
            if to is None and isinstance(packet, FromDealer):
                self._loop.append(packet)

    def _to_dealer(self, packet: Packet) -> None:
        self._send(packet, self.dealer_member)

    def _hello(self) -> None:
        hand, attempt = (0, 0) if self.follower is None else self.follower.key
        self._send(Hello(self.name, self.key, hand, attempt, 0 if self.follower is None else self.follower.at))

    def _sync(self, *, record: bool = False, anew: bool = False) -> None:
        hand, attempt = (0, 0) if self.follower is None else self.follower.key
        at = 0 if self.follower is None or anew else self.follower.at
        self._to_dealer(Sync(-1 if self.lobby is None else self.lobby.revision, hand, attempt, at, record))

    def _flush(self, now: float) -> None:
        """Lets the dealer seat and this client's own copy talk until both are at rest."""
        while self.dealer is not None or self._loop:
            if self.dealer is not None:
                self.dealer.flush()
                mails, self.dealer.out = self.dealer.out, []
                for packet, to in mails:
                    self._send(packet, to)
            if not self._loop:
                break
            self._packet(self.me, self._loop.popleft(), now)

    def _fault(self, member: int, reason: str, at: int = 0, seat: int | None = None) -> None:
        hand = 0 if self.lobby is None else self.lobby.hand
        if seat is None and self.lobby is not None:
            seat = lobbies.seat_of(self.lobby, member)
        fault = Fault(member, seat, hand, at, reason)
        self.counts[reason] += 1
        if len(self.faults) < 1_000:
            self.faults.append(fault)
            self.news.append(News("fault", member, reason, fault=fault))

    # ---- the channel

    def hear(self, incoming: Incoming, now: float) -> None:
        """Takes what the channel tells."""
        if isinstance(incoming, Message):
            try:
                packet = parse(incoming.payload)
            except PacketError as error:
                self._fault(incoming.sender, "malformed")
                if self.counts["malformed"] < 100:
                    self._send(No(0, "malformed", (), ()), incoming.sender)
                self.news.append(News("malformed", incoming.sender, str(error)))
                return
            self._packet(incoming.sender, packet, now)
        elif isinstance(incoming, Joined | Back):
            self.members[incoming.member] = True
            if self.dealer is not None:
                (self.dealer.joined if isinstance(incoming, Joined) else self.dealer.back)(incoming.member)
            if incoming.member == self.dealer_member and not self._forgotten:
                self._gone_since = None
        elif isinstance(incoming, Lost):
            self.members[incoming.member] = False
            if self.dealer is not None:
                self.dealer.away(incoming.member, now)
            self._note_gone(incoming.member, now)
        elif isinstance(incoming, Left):
            self.members.pop(incoming.member, None)
            if self.dealer is not None:
                self.dealer.left(incoming.member, now)
            self._note_gone(incoming.member, now)
        else:
            self._own_end(incoming, now)
        self.news.append(News("network"))
        self._flush(now)

    def _note_gone(self, member: int, now: float) -> None:
        if member == self.dealer_member and member != self.me:
            self._gone_at = now
            self._gone_since = now if self._gone_since is None else self._gone_since

    def _own_end(self, incoming: Dropped | Reconnected | Closed, now: float) -> None:
        """Hears of its own connection."""
        self.connected = isinstance(incoming, Reconnected)
        self._gone_at = now  # what others did meanwhile may never come to be known
        if self.dealer is not None:
            (self.dealer.clock.resume if self.connected else self.dealer.clock.pause)(now)
        if isinstance(incoming, Closed):
            self.closed = incoming.reason
            self.news.append(News("closed", self.me, incoming.reason))
        elif isinstance(incoming, Reconnected):
            self._heard = now
            if self._recovery is not None:
                self._recovery.until = now + RECOVERY
            self._gone_since, self._forgotten = None, False
            if self.dealer is None:
                self._hello()

    # ---- packets

    def _packet(self, sender: int, packet: Packet, now: float) -> None:
        if isinstance(packet, FromDealer):
            if self._from_dealer(sender, packet, now):
                self._heard = now
                self._TELLS[type(packet)](self, packet, now)
        elif isinstance(packet, Agree):
            self._agree(sender, packet)
        elif isinstance(packet, Say):
            self._hear_say(sender, packet, now)
        elif isinstance(packet, Signed):
            wanted = self.ending.hear(sender, packet)
            if wanted is not None:
                self._send(wanted, sender)
            self.news.append(News("signed", sender))
        elif isinstance(packet, Recovered):
            self._take_recovered(sender, packet, now)
        elif isinstance(packet, No | Done):
            if sender == self.dealer_member:
                self._answered(packet)
        else:
            self._to_dealer_seat(sender, packet, now)
        self._flush(now)

    def _to_dealer_seat(self, sender: int, packet: Packet, now: float) -> None:
        """Hears what is for the dealer seat; a greeting is for all."""
        if isinstance(packet, Hello) and packet.key:
            self._keys.setdefault(sender, packet.key)
        if self.dealer is not None:
            self.dealer.hear(sender, packet, now)
            self._keep_faults()
        elif not isinstance(packet, Hello):
            self.counts["not_dealer_here"] += 1
        elif sender == self.dealer_member:
            self._forgotten = True  # it has lost all that it knew
            self._note_gone(sender, now)

    def _keep_faults(self) -> None:
        """Takes over what the dealer seat has noticed."""
        assert self.dealer is not None
        for fault in self.dealer.faults:
            self.counts[fault.reason] += 1
            self.faults.append(fault)
            self.news.append(News("fault", fault.member, fault.reason, fault=fault))
        self.dealer.faults = []

    def _from_dealer(self, sender: int, packet: FromDealer, now: float) -> bool:
        """Tells whether a packet comes from who has the dealer seat; takes note of who has taken it."""
        if packet.term < self.term:
            return False
        if sender == self.dealer_member:
            self.term = packet.term
            return True
        if self.lobby is not None:
            seated = lobbies.seat_of(self.lobby, sender) is not None
            gone = self._gone_since is not None or now < self._gone_at + RECENT
            sooner = packet.term > self.term or sender < self.dealer_member
            if not (seated and gone):
                self._fault(sender, "false_takeover" if packet.term > self.term else "not_dealer")
            if not (seated and gone and sooner):
                return False
        self.term, self.dealer_member, self.dealer, self._recovery = packet.term, sender, None, None
        self._gone_since, self._forgotten = None, False
        self.news.append(News("dealer", sender))
        return True

    def _answered(self, packet: No | Done) -> None:
        if isinstance(packet, Done):
            if self._commands.pop(packet.number, None) is not None and packet.reason:
                self.news.append(News("denied", self.me, packet.reason))
        elif packet.reason == "malformed":
            self.counts["told_malformed"] += 1
        elif self._play is not None and packet.at == self._play.at:
            self._play = None
            self.news.append(News("refused", self.me, packet.reason, refused=packet))
        elif self._play is None:
            self.news.append(News("denied", self.me, packet.reason))

    def _take_lobby(self, lobby: Lobby, _now: float) -> None:
        if self.lobby is not None and self.lobby.term == lobby.term and lobby.revision < self.lobby.revision:
            return
        self.lobby = lobby
        self.news.append(News("lobby"))
        if lobbies.person(lobby, self.me) is None and self.me not in lobby.banned:
            self._hello()

    def _take_call(self, call: Call, _now: float) -> None:
        key = (call.hand, call.attempt)
        if self.seat not in call.seats or key <= self._newest():
            return
        if self._asked.get(key, 0) < call.term:
            self.secrets[key], self._asked[key] = self._entropy(fair.NONCE).hex(), call.term
            for old in sorted(self.secrets)[:-4]:
                del self.secrets[old]
        self._to_dealer(Commit(*key, fair.commitment(self.secrets[key])))

    def _newest(self) -> Key:
        """Gets the newest deal that who has the dealer seat now has told; a lost one may have gone on alone."""
        return (0, 0) if self.follower is None or self._told_in != self.term else self.follower.key

    def _take_committed(self, packet: Committed, _now: float) -> None:
        key = (packet.hand, packet.attempt)
        seat, secret = self.seat, self.secrets.get(key)
        term, known = self._committed.get(key, (0, ()))
        if term < packet.term:
            known = packet.commits
            self._committed[key] = packet.term, known
        for old in sorted(self._committed)[:-4]:
            del self._committed[old]
        if known != packet.commits:
            self._fault(self.dealer_member, "changed_commits")
        elif secret is None or seat is None or self._asked.get(key) != packet.term:
            return
        elif dict(packet.commits).get(seat) != fair.commitment(secret):
            self._fault(self.dealer_member, "left_out")
        else:
            self._to_dealer(Reveal(*key, secret))

    # ---- the hand

    def _take_hand(self, hand: Hand, _now: float) -> None:
        key = (hand.hand, hand.attempt)
        if key < self._newest():
            return
        follower = self._known_as(hand, key)
        if hand.first and (follower is None or hand.first > follower.at or self._told_in != hand.term):
            self._sync(anew=True)
            return
        if follower is None:
            if not self._fits(hand, key):
                return
            seat = None if hand.seat < 0 else hand.seat
            follower = Follower(RuleSet.parse(hand.rules), seat, *key, hand.outset, hand.commits)
            self._take_up(follower)
        if hand.nonce and key not in self.secrets:
            self.secrets[key] = hand.nonce
        if hand.share:
            self._shares = {key: hand.share}
        self._told_in = hand.term
        if self._catch_up(follower, hand):
            self._play = None
            self.news.append(News("hand"))

    def _known_as(self, hand: Hand, key: Key) -> Follower | None:
        """Gets the copy that a hand goes on with; None when it has to be begun anew."""
        follower = self.follower
        if follower is None or key != follower.key or (-1 if follower.seat is None else follower.seat) != hand.seat:
            return None
        if self._told_in != hand.term and not hand.first:
            pairs = zip(follower.told, hand.reports, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if same < follower.at:  # the lost dealer seat had gone on, and hardly anybody has heard of it
                self.news.append(News("rolled_back", self.me, str(follower.at - same)))
                return None
        return follower

    def _catch_up(self, follower: Follower, hand: Hand) -> bool:
        """Follows what is new in a hand; tells whether all of it fits."""
        known = follower.told[hand.first :]
        if any(a != b for a, b in zip(known, hand.reports, strict=False)) or hand.commits != follower.commits:
            self._diverged(Diverged("history", hand.first, None))
            return False
        new = hand.reports[len(known) :]
        again = not known and len(new) > 1  # taken up in the middle: its past is no news
        for told in new[:-1]:
            if not self._follow(told, None, None, quiet=again):
                return False
        return not new or self._follow(new[-1], hand.common, hand.own, quiet=again)

    def _fits(self, hand: Hand, key: Key) -> bool:
        """Checks a hand that is new here against what is known: the match, the commitments and the lobby."""
        lobby, follower = self.lobby, self.follower
        if lobby is not None and hand.seat != (-1 if self.seat is None else self.seat):
            return False  # chairs have changed under way: the lobby comes first
        term, promised = self._committed.get(key, (0, ()))
        mine, same = self.seat in dict(hand.commits), term == hand.term
        if term and (mine or same) and not set(hand.commits) <= set(promised):
            self._fault(self.dealer_member, "changed_commits")
            return False
        if same and self.seat in dict(promised) and not mine:
            self._fault(self.dealer_member, "left_out")  # named, but nothing that the others do not see too
        if follower is None or hand.outset.hand_number == 0:
            return True
        if key[0] == follower.hand:
            expected = follower.outset
        elif key[0] == follower.hand + 1 and follower.over:
            expected = Outset.of(follower.game)
        else:
            return True  # this client has missed a whole hand
        if hand.outset == expected or (follower.outset.hand_number == 0 and not follower.over):
            return True
        self._fault(self.dealer_member, "wrong_outset")
        return False

    def _take_up(self, follower: Follower) -> None:
        old = self.follower
        if old is not None and old.hand == follower.hand and old.attempt < follower.attempt:
            self.news.append(News("void"))
        self.follower = follower
        self._play = None
        self.ending = Signatures()
        self._agreed = deque(((m, a) for m, a in self._agreed if (a.hand, a.attempt) >= follower.key), maxlen=200)

    def _take_did(self, did: Did, now: float) -> None:
        follower = self.follower
        if follower is not None and self._told_in != did.term:
            self._sync(anew=True)  # another dealer seat: is it the same hand?
            return
        if (
            follower is None
            or (did.hand, did.attempt) > follower.key
            or ((did.hand, did.attempt) == follower.key and did.at > follower.at)
        ):
            self._sync()
            return
        if (did.hand, did.attempt) < follower.key or did.at < follower.at:
            return  # it came twice, or late
        self.clock = Clock(now, did.turn, did.reserve)
        self._follow(did.report, did.common, did.own)

    def _follow(self, told: Report, common: str | None, own: str | None, *, quiet: bool = False) -> bool:
        """Follows an action; tells the others the hash of what everybody knows at the end of a turn."""
        follower = self.follower
        assert follower is not None
        try:
            events = follower.follow(told, common, own)
        except Diverged as diverged:
            self._diverged(diverged)
            return False
        if self._play is not None and self._play.at < follower.at:
            self._play = None
        if any(event.kind in ("dealt", "discarded", "hand_ended") for event in events):
            agree = Agree(self.term, *follower.key, follower.at, follower.common[-1])
            self._send(agree)
            for member, other in tuple(self._agreed):
                self._compare(member, other)
        if not quiet:
            self.news.append(News("events", events=tuple(events)))
        return True

    def _diverged(self, diverged: Diverged) -> None:
        """Names who acted when this copy and the dealer seat's parted, and begins the hand's copy anew."""
        self._fault(self.dealer_member, f"diverged_{diverged.reason}", diverged.at, diverged.seat)
        follower = self.follower
        if follower is not None:
            self.follower = replace(follower, told=[], common=[])
            self._sync()

    def _agree(self, sender: int, agree: Agree) -> None:
        self._agreed.append((sender, agree))
        self._compare(sender, agree)

    def _compare(self, sender: int, agree: Agree) -> None:
        """Compares another client's hash with this one's own; a mismatch names who acted, and when."""
        follower = self.follower
        key = (agree.term, agree.hand, agree.attempt)
        if follower is None or self._told_in != self.term or key != (self.term, *follower.key):
            return
        if not 0 < agree.at <= follower.at:
            return
        if (sender, agree) in self._agreed:
            self._agreed.remove((sender, agree))
        if follower.common[agree.at - 1] != agree.common:
            actor = next((e.seat for e in follower.told[agree.at - 1].events), None)
            self._fault(sender, "diverged_agree", agree.at - 1, actor)

    def _take_pulse(self, pulse: Pulse, now: float) -> None:
        key, follower = (pulse.hand, pulse.attempt), self.follower
        self.clock = Clock(now, pulse.turn, pulse.reserve)
        old = self.lobby is None or pulse.revision != self.lobby.revision or self.lobby.term != pulse.term
        behind = pulse.at > 0 and (
            follower is None or key > follower.key or (key == follower.key and pulse.at > follower.at)
        )
        other = pulse.at > 0 and follower is not None and self._told_in != pulse.term
        if (old or behind or other) and self.dealer is None:
            self._sync(anew=other)

    def _take_opened(self, opened: Opened, _now: float) -> None:
        follower = self.follower
        if follower is None or (opened.hand, opened.attempt) != follower.key or follower.verified:
            return
        other = self._told_in != opened.term
        if other or not follower.over:
            self._sync(record=True, anew=other)
            return
        nonces = dict(opened.nonces)
        mine = self.secrets.get(follower.key)
        try:
            follower.verify(nonces, dict(opened.claims), mine)
        except Unfair as unfair:
            self._fault(self.dealer_member, f"unfair_{unfair.reason}", unfair.at, unfair.seat)
        else:
            self.news.append(News("verified"))
            if follower.game.winners:
                self._end_match(follower, opened.players)

    def _end_match(self, follower: Follower, players: tuple[Player, ...]) -> None:
        """Writes the result of the match down, to be signed, if it can be and this client has a seat."""
        lobby = self.lobby
        if lobby is None or follower.seat is None:
            return
        seats = {member: seat for seat, member in lobbies.seated(lobby)}
        try:
            match = match_id(follower.commits, follower.common[-1])
            scores = follower.game.scores
            result = Result(str(follower.rules), match, follower.game.hand_number, players, scores)
        except ResultError:
            return  # played alone, or somebody has no key
        for member, seat in seats.items():
            known = self.key if member == self.me else self._keys.get(member, "")
            if known not in ("", players[seat].key):
                self._fault(self.dealer_member, "wrong_key")
                return
        if self.key and seats.get(self.me) == follower.seat:
            self.ending.begin(result, seats)
            self.news.append(News("result"))

    def _hear_say(self, sender: int, say: Say, now: float) -> None:
        """Shows a phrase, unless its member says too many."""
        if self.lobby is None or lobbies.person(self.lobby, sender) is None:
            return
        last, left = self._said.get(sender, (now, float(AT_ONCE)))
        left = min(float(AT_ONCE), left + (now - last) / EVERY)
        if left < 1:
            self.counts["too_many_phrases"] += 1
        else:
            left -= 1
            self.news.append(News("said", sender, say.phrase))
        self._said[sender] = now, left

    # ---- time

    def tick(self, now: float) -> None:
        """Lets time have its effects."""
        if self.closed:
            return
        if self.connected:
            self._take_over_if_due(now)
        if self._deals:
            assert self.dealer is not None
            self.dealer.tick(now)
            self._keep_faults()
            self._flush(now)
        if now >= self._again:
            self._again = now + AGAIN
            self._repeat(now)
            self._flush(now)

    def _repeat(self, now: float) -> None:
        """Says again what was not answered."""
        follower, lobby = self.follower, self.lobby
        if lobby is None:
            self._hello()
            return
        if self._play is not None and follower is not None:
            self._to_dealer(self._play)
        for command in self._commands.values():
            self._to_dealer(command)
        if self.ending.own is not None and self.ending.own.wants:
            self._send(self.ending.own)
        if self.dealer is None:
            lacks = lobby.stage in ("play", "result", "over") and (lobby.hand, lobby.attempt) != self._newest()
            record = follower is not None and follower.over and not follower.verified
            if (lacks and lobby.hand) or record or self.silent(now):
                self._sync(record=record)
        elif self._recovery is not None and self.connected:
            self._recover(now)

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

    # ---- the dealer seat changes hands

    def _take_over_if_due(self, now: float) -> None:
        lobby = self.lobby
        if self.dealer is not None or lobby is None or self._gone_since is None:
            return
        there = sorted(
            member for _, member in lobbies.seated(lobby) if self.members.get(member) and member != self.dealer_member
        )
        at_once = self._forgotten or self.dealer_member not in self.members
        if self.me in there:
            patience = (0.0 if at_once else DEALER_GRACE) + RANK * there.index(self.me)
            patience += IGNORANCE if self._lacks(lobby) else 0.0
            if now >= self._gone_since + patience:
                self._take_over(lobby, now)

    def _lacks(self, lobby: Lobby) -> bool:
        """Tells whether this client has missed what the dealer seat must know."""
        follower, key = self.follower, (lobby.hand, lobby.attempt)
        if lobby.stage in ("lobby", "over"):
            return False
        if lobby.stage in ("play", "result"):
            return follower is None or follower.key != key or (lobby.stage == "result" and not follower.over)
        if follower is None:
            return lobby.hand > 1
        return follower.hand != lobby.hand and not (follower.hand == lobby.hand - 1 and follower.over)

    def _take_over(self, lobby: Lobby, now: float) -> None:
        """Takes the dealer seat: goes on with the hand if its hidden tiles can be found, else deals it anew."""
        self.term, self.dealer_member = (self.term // LIVES + 1) * LIVES, self.me
        self._gone_since, self._forgotten = None, False
        lobby = replace(lobby, term=self.term, revision=lobby.revision + 1)
        self.dealer = self._seat(lobby, now)
        for member in [member for member, there in self.members.items() if there]:
            self.dealer.back(member)  # some came back while nobody was there to hear of it
        self.news.append(News("dealer", self.me))
        follower = self.follower
        current = follower is not None and follower.key == (lobby.hand, lobby.attempt)
        if lobby.stage in ("play", "result", "over") and current and follower is not None and not follower.verified:
            self._recovery = Recovery(now + RECOVERY, now, actions=list(follower.actions()))
            self._gather(follower.seat, self._recovered(follower.key))
            self._recover(now)
        else:
            self._go_on(now)
        self._flush(now)

    def _go_on(self, now: float) -> None:
        """Goes on from the last position that all agree on, with the scores as they are."""
        dealer, follower = self.dealer, self.follower
        assert dealer is not None
        dealer.flush()
        stage = dealer.lobby.stage
        if stage in ("lobby", "over"):
            return
        if follower is not None and follower.over:
            dealer.outset = None if follower.game.winners else Outset.of(follower.game)
        elif follower is not None:
            dealer.outset = follower.outset if follower.outset.hand_number else None
        if stage == "result":
            dealer.prepare(now)
        else:
            dealer.prepare(now, attempt=dealer.lobby.attempt + 1)

    def _recover(self, now: float) -> None:
        """Asks the others for what they know; gives the hand up when that takes too long."""
        recovery, dealer = self._recovery, self.dealer
        assert recovery is not None
        assert dealer is not None
        if now >= recovery.until:
            self._recovery = None
            self.news.append(News("void"))
            self._go_on(now)
        else:
            self._send(dealer.lobby)
            self._send(Recover(self.term, dealer.lobby.hand, dealer.lobby.attempt))

    def _take_recover(self, recover: Recover, _now: float) -> None:
        key = recover.hand, recover.attempt
        if self.dealer is None and (key in self.secrets or (self.follower is not None and self.follower.key == key)):
            self._to_dealer(self._recovered(key))

    def _recovered(self, key: Key) -> Recovered:
        """Gives what this client knows of a deal; after a reload that is its parts of the seed alone."""
        follower = self.follower
        actions = () if follower is None or follower.key != key else follower.actions()
        return Recovered(*key, self.secrets.get(key, ""), self._shares.get(key, ""), actions)

    def _take_recovered(self, sender: int, packet: Recovered, now: float) -> None:
        if self.lobby is None:
            return
        seat = lobbies.seat_of(self.lobby, sender)
        follower = self.follower
        if follower is None or follower.key != (packet.hand, packet.attempt):
            return
        if self._recovery is None:
            if sender == self.dealer_member and seat is not None and packet.nonce:
                self._legacy = (follower.key, seat, packet.nonce)
            return
        self._gather(seat, packet)
        self._try_recovery(follower, now)

    def _gather(self, seat: int | None, packet: Recovered) -> None:
        recovery, follower = self._recovery, self.follower
        assert recovery is not None
        assert follower is not None
        commits = dict(follower.commits)
        if self._legacy is not None and self._legacy[0] == follower.key:
            recovery.nonces[self._legacy[1]] = self._legacy[2]
        if seat is not None:
            if packet.nonce and fair.commitment(packet.nonce) == commits.get(seat):
                recovery.nonces[seat] = packet.nonce
            if packet.share:
                recovery.shares[seat] = packet.share
        known, more = recovery.actions, packet.actions
        merged = [a if a is not None else b for a, b in zip(known, more, strict=False)]
        recovery.actions = [*merged, *known[len(more) :], *more[len(known) :]]

    def _try_recovery(self, follower: Follower, now: float) -> None:
        """Takes the hand up again if all parts of its seed are there and it is the hand that was told."""
        recovery, dealer = self._recovery, self.dealer
        assert recovery is not None
        assert dealer is not None
        commits = dict(follower.commits)
        missing = commits.keys() - recovery.nonces.keys()
        if len(missing) == 1 and len(recovery.shares) == len(commits) - 1 > 1:
            lost = next(iter(missing))
            nonce = fair.joined([*recovery.shares.values()])
            if fair.commitment(nonce) == commits[lost]:
                recovery.nonces[lost] = nonce
                missing = set()
        if missing or None in recovery.actions:
            return
        actions = [action for action in recovery.actions if action is not None]
        try:
            dealer.restore(follower.outset, commits, recovery.nonces, actions, now)
        except ValueError:
            self._fault(self.me, "unrecoverable")
            recovery.until = now
            return
        self._recovery = None
        self.news.append(News("recovered"))
        dealer.flush()
        dealer.tell_all()
        self._flush(now)

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
