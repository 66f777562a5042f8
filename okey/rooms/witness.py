"""What a client sees of the hands: its own copy by the rules, compared with the others', and proved in the end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import takewhile

from okey.bots import LEVELS
from okey.game import Action, Refused
from okey.game.partial import Outset, Report
from okey.rooms import lobby as lobbies
from okey.rooms.desk import Desk, News
from okey.rooms.fair import Unfair
from okey.rooms.follower import Diverged, Follower
from okey.rooms.outcome import Outcome
from okey.rooms.packets import Agree, Did, Hand, Hello, Lobby, No, Opened, Play, Player, Pulse, Saved, Sync
from okey.rooms.seeds import Key, Seeds
from okey.rooms.signatures import Signatures
from okey.rules import RuleSet

PROOF_TRIES = 10
"""So often the proof of a hand is asked for, every two seconds, before it counts as withheld."""


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


class Witness:
    """Follows the hands as this client is told them.

    Args:
        desk: the member's place.
        seeds: its parts of the deals.
        outcome: what the match comes to.
    """

    def __init__(self, desk: Desk, seeds: Seeds, outcome: Outcome) -> None:
        self._desk, self._seeds, self._outcome = desk, seeds, outcome
        self.follower: Follower | None = None
        self.told_in = 0
        """The term in which the hand was told."""
        self.dealt_by = -1
        """Who told it."""
        self.proof: Opened | None = None
        """What proved the last hand."""
        self.absent = True
        """Whether something may have been missed of late without anybody's fault."""
        self._doubtful = False
        """Whether a hand of the match was not proved, or one was missed though this client was there."""
        self._owed: tuple[Follower, int] | None = None
        """A hand that had ended when the next one came, whose proof has still to come, and who dealt it."""
        self._unproved: Key = (0, 0)
        """The last hand that was named for that."""
        self._waited = 0
        """How often the proof of the hand was asked for."""
        self.clock = Clock()
        self.used: list[float] = []
        """The seconds that each seat has used of its reserve in this match, as far as that was told."""
        self.asked: Play | None = None
        """The action that was asked for and not answered yet."""
        self._seating: Lobby | None = None
        """The lobby as it was told last while the hand was played; None until one has come that fits the hand."""
        self._promised: tuple[str, ...] = ()
        """The computer players by seat, as the lobby had them before the match."""
        self._known: tuple[int, tuple[str, ...]] = (0, ())
        """The number of the last deal that was told, and who had which seat then, as far as that was believed."""
        self._as_known = True
        """Whether that is what is told of the hand."""
        self._agreed: deque[tuple[int, Agree]] = deque(maxlen=200)
        self._differ: set[tuple[int, Key]] = set()
        """The members whose table was found to differ from this one, and in which hand."""

    @property
    def newest(self) -> Key:
        """The newest deal that who has the dealer seat now has told; a lost one may have gone on alone."""
        return (0, 0) if self.follower is None or self.told_in != self._desk.term else self.follower.key

    @property
    def players(self) -> tuple[Player, ...]:
        """Who has which seat in the hand; nobody while that is not known."""
        return () if self._seating is None else lobbies.players(self._seating)

    @property
    def wants_proof(self) -> bool:
        """Whether the last hand is not proved yet though who dealt it still deals."""
        follower = self.follower
        return follower is not None and follower.lacks_proof and self.dealt_by == self._desk.dealer_member

    # ---- reload

    def kept(self) -> tuple[tuple[str, ...], int, tuple[str, ...], bool, tuple[str, ...]]:
        """Gets what is not to be forgotten: see ``Saved`` from ``promised`` on."""
        return self._promised, *self._known, self._doubtful, self._outcome.signed

    def restore(self, saved: Saved) -> None:
        """Takes it up again."""
        self._promised, self._known = saved.promised, (saved.deal, saved.known)
        self._outcome.signed = saved.signed
        self._doubtful = saved.doubtful
        self.used = [milliseconds / 1000 for milliseconds in saved.used]

    # ---- saying how far it is

    def hello(self) -> None:
        """Says who this is, and how far it knows the hand."""
        hand, attempt = (0, 0) if self.follower is None else self.follower.key
        at = 0 if self.follower is None else self.follower.at
        self._desk.send(Hello(self._desk.name, self._desk.key, hand, attempt, at))

    def sync(self, *, record: bool = False, anew: bool = False) -> None:
        """Asks the dealer seat for what is lacking here."""
        hand, attempt = (0, 0) if self.follower is None else self.follower.key
        at = 0 if self.follower is None or anew else self.follower.at
        lobby = self._desk.lobby
        self._desk.to_dealer(Sync(-1 if lobby is None else lobby.revision, hand, attempt, at, record))

    def play(self, action: Action) -> None:
        """Asks for an action; raises Refused when the rules do not allow it, as far as this seat knows."""
        follower = self.follower
        if follower is None or follower.seat is None:
            raise Refused("hand_over")
        if self.asked is not None and self.asked.at == follower.at:
            return  # one thing at a time: the answer is under way
        follower.game.check(action, follower.seat)
        self.asked = Play(*follower.key, follower.at, action)
        self._desk.to_dealer(self.asked)

    def refused(self, packet: No) -> None:
        """Hears that something was refused."""
        if self.asked is not None and packet.at == self.asked.at:
            self.asked = None
            self._desk.news.append(News("refused", self._desk.me, packet.reason, refused=packet))
        elif self.asked is None:
            self._desk.news.append(News("denied", self._desk.me, packet.reason))

    def repeat(self) -> None:
        """Says again what was not answered."""
        if self.asked is not None and self.follower is not None:
            self._desk.to_dealer(self.asked)

    # ---- a hand

    def take_hand(self, hand: Hand) -> None:
        """Takes a hand up, or goes on with it."""
        key = (hand.hand, hand.attempt)
        if key < self.newest:
            return
        follower = self._known_as(hand, key)
        if hand.first and (follower is None or hand.first > follower.at or self.told_in != hand.term):
            self.sync(anew=True)
            return
        if follower is None:
            if not self._fits(hand, key):
                return
            seat = None if hand.seat < 0 else hand.seat
            follower = Follower(RuleSet.parse(hand.rules), seat, *key, hand.outset, hand.commits, hand.seats)
            self._take_up(follower)
        self._seeds.learn(hand, key)
        self.told_in, self.dealt_by = hand.term, self._desk.dealer_member
        if self._catch_up(follower, hand):
            self.asked = None
            self._desk.news.append(News("hand"))

    def _known_as(self, hand: Hand, key: Key) -> Follower | None:
        """Gets the copy that a hand goes on with; None when it has to be begun anew."""
        follower = self.follower
        if follower is None or key != follower.key or (-1 if follower.seat is None else follower.seat) != hand.seat:
            return None
        if self.told_in != hand.term and not hand.first:
            pairs = zip(follower.told, hand.reports, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            if same < follower.at:  # the lost dealer seat had gone on, and hardly anybody has heard of it
                self._desk.news.append(News("rolled_back", self._desk.me, str(follower.at - same)))
                return None
        return follower

    def _catch_up(self, follower: Follower, hand: Hand) -> bool:
        """Follows what is new in a hand; tells whether all of it fits."""
        known = follower.told[hand.first :]
        if any(a != b for a, b in zip(known, hand.reports, strict=False)) or (
            (hand.commits, hand.seats) != (follower.commits, follower.seats)
        ):
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
        desk, follower = self._desk, self.follower
        if desk.lobby is not None and hand.seat != (-1 if desk.seat is None else desk.seat):
            return False  # chairs have changed under way: the lobby comes first
        if not self._seeds.fits(hand, key) or not self._has_seats(hand):
            return False
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
        desk.fault(desk.dealer_member, "wrong_outset")
        return False

    def _has_seats(self, hand: Hand) -> bool:
        """Checks that every seat of a hand is named."""
        if len(hand.seats) == RuleSet.parse(hand.rules).players:
            return True
        self._desk.fault(self._desk.dealer_member, "wrong_seating")
        return False

    def _take_up(self, follower: Follower) -> None:
        old = self.follower
        if old is not None and old.hand == follower.hand and old.attempt < follower.attempt:
            self._desk.news.append(News("void"))
        if old is None or follower.outset.hand_number == 0 or follower.hand > old.hand + 1:
            self._seating = None  # it may be another match
        if not self.absent:
            self._seeds.name_missing(follower.key, dict(follower.commits))
        if old is not None and old.hand < follower.hand:
            self._doubt(old, follower)
        if len(self.used) != follower.rules.players or (old is not None and follower.outset.hand_number == 0):
            self.used = [0.0] * follower.rules.players
        if follower.outset.hand_number == 0:  # another match
            self._doubtful, self._owed = False, None
        self.follower, self.asked, self._waited = follower, None, 0
        self._outcome.ending = Signatures()
        self._compare_seats(follower, None if old is None else old.seats)
        self.take_seating()
        self._agreed = deque(((m, a) for m, a in self._agreed if (a.hand, a.attempt) >= follower.key), maxlen=200)

    def _compare_seats(self, follower: Follower, told: tuple[str, ...] | None) -> None:
        """Compares who is said to have which seat with what was known before, and names, once, what is not true."""
        desk, (deal, known) = self._desk, self._known
        first = follower.hand - follower.outset.hand_number
        expected = known if deal >= first else self._promised  # else another match has begun
        self._as_known = lobbies.fits(expected, follower.seats)
        self._known = follower.hand, follower.seats if self._as_known else expected
        if not self._as_known and told != follower.seats:
            pairs = zip(expected, follower.seats, strict=True)
            others = [seat for old, new in pairs if not lobbies.fits((old,), (new,)) for seat in (old, new)]
            levels = all(seat in LEVELS for seat in others)
            desk.fault(desk.dealer_member, "wrong_level" if levels else "wrong_seating")
        own = "" if follower.seat is None else follower.seats[follower.seat]
        if self._as_known and desk.key and own not in ("", desk.key):
            self._as_known = False
            desk.fault(desk.dealer_member, "wrong_key")

    def _doubt(self, old: Follower, new: Follower) -> None:
        """Notes when a hand comes though the one before was not proved, or was not told to its end."""
        if self._owed is not None:
            self._name_unproved(*self._owed)
        waited_for = old.seat is not None  # the next hand waits for nobody who only watches, however bad the line is
        missed = (not old.over or new.hand > old.hand + 1) and waited_for and not self.absent
        if missed or (old.lacks_proof and self.dealt_by != self._desk.dealer_member):
            self._name_unproved(old, self.dealt_by)
        elif old.lacks_proof:
            self._owed = old, self.dealt_by  # it may have been lost on its way: who deals still has it

    def _name_unproved(self, hand: Follower, dealt_by: int) -> None:
        """Names, once, who dealt a hand that was not proved; that is no fault of who is gone, but no proof either."""
        self._doubtful, self._owed = True, None
        if self._unproved != hand.key:
            self._unproved = hand.key
            there = dealt_by == self._desk.dealer_member
            self._desk.fault(dealt_by, "unproved" if there else "proof_lost", hand=hand.hand)

    def ask_for_proof(self, *, heard: bool) -> None:
        """Asks for the proof of a hand that lacks it, and names who withholds it though it is heard."""
        hand, dealt_by = self._owed or (self.follower, self.dealt_by)
        if hand is None or not hand.lacks_proof:
            return
        desk = self._desk
        desk.to_dealer(Sync(-1 if desk.lobby is None else desk.lobby.revision, *hand.key, hand.at, record=True))
        self._waited += heard
        if self._owed is not None and dealt_by != desk.dealer_member:
            self._name_unproved(hand, dealt_by)  # nobody has it any more
        elif self._waited >= PROOF_TRIES and dealt_by == desk.dealer_member:
            self._name_unproved(hand, dealt_by)

    def take_seating(self) -> None:
        """Takes up from the lobby who sits where, if it is that of this hand: others may sit there afterwards."""
        lobby, follower, known = self._desk.lobby, self.follower, self._seating
        if lobby is not None and lobbies.between(lobby):
            self._promised = lobbies.levels(lobby)
            self.absent = self.absent and follower is not None
        if lobby is None or follower is None or lobby.stage == "lobby" or (lobby.hand, lobby.attempt) != follower.key:
            return
        fits = self._as_known and len(lobby.chairs) == follower.rules.players
        fits = fits and lobbies.fits(follower.seats, lobbies.seats(lobby))
        if fits and (known is None or lobbies.goes_on(known, lobby)) and self._desk.seat == follower.seat:
            self._seating = lobby

    def take_did(self, did: Did, now: float) -> None:
        """Follows an action, or asks for what was missed before it."""
        follower = self.follower
        if follower is not None and self.told_in != did.term:
            self.sync(anew=True)  # another dealer seat: is it the same hand?
            return
        if (
            follower is None
            or (did.hand, did.attempt) > follower.key
            or ((did.hand, did.attempt) == follower.key and did.at > follower.at)
        ):
            self.sync()
            return
        if (did.hand, did.attempt) < follower.key or did.at < follower.at:
            return  # it came twice, or late
        if self._follow(did.report, did.common, did.own):
            self._set_clock(follower, did, now)

    def _set_clock(self, follower: Follower, told: Did | Pulse, now: float) -> None:
        self.clock = Clock(now, told.turn, told.reserve)
        actor = follower.game.actor
        if actor is not None and told.turn >= 0:
            self.used[actor] = follower.rules.reserve_seconds - told.reserve / 1000

    @property
    def passed(self) -> float:
        """The seconds of the turn that had passed when the clock was told last, those of the reserve left out."""
        follower = self.follower
        return 0.0 if follower is None or self.clock.turn < 0 else follower.rules.turn_seconds - self.clock.turn / 1000

    def _follow(self, told: Report, common: str | None, own: str | None, *, quiet: bool = False) -> bool:
        """Follows an action; tells the others the hash of what everybody knows at the end of a turn."""
        follower = self.follower
        assert follower is not None
        try:
            events = follower.follow(told, common, own)
        except Diverged as diverged:
            self._diverged(diverged)
            return False
        if self.asked is not None and self.asked.at < follower.at:
            if told.action is not None and told.action != self.asked.action:  # a hidden claim may be the one asked for
                self._desk.news.append(News("late", self._desk.me))
            self.asked = None
        if any(event.kind in ("dealt", "discarded", "hand_ended") for event in events):
            self._desk.send(Agree(self._desk.term, *follower.key, follower.at, follower.common[-1]))
            for member, other in tuple(self._agreed):
                self._compare(member, other)
        if not quiet:
            self._desk.news.append(News("events", events=tuple(events)))
        return True

    def _diverged(self, diverged: Diverged) -> None:
        """Names who acted when this copy and the dealer seat's parted, and begins the hand's copy anew."""
        follower = self.follower
        turn = 0 if follower is None else follower.turn(diverged.at)
        self._desk.fault(self._desk.dealer_member, f"diverged_{diverged.reason}", diverged.at, diverged.seat, turn=turn)
        if follower is not None:
            self.follower = replace(follower, told=[], common=[])
            self.sync()

    def take_pulse(self, pulse: Pulse, now: float) -> None:
        """Sets the clock, and asks for what the pulse knows and this client does not."""
        desk, key, follower = self._desk, (pulse.hand, pulse.attempt), self.follower
        if follower is not None and (key, pulse.at) == (follower.key, follower.at):
            self._set_clock(follower, pulse, now)
        old = desk.lobby is None or pulse.revision != desk.lobby.revision or desk.lobby.term != pulse.term
        behind = pulse.at > 0 and (
            follower is None or key > follower.key or (key == follower.key and pulse.at > follower.at)
        )
        other = pulse.at > 0 and follower is not None and self.told_in != pulse.term
        if (old or behind or other) and desk.dealer is None:
            self.sync(anew=other)

    # ---- comparing

    def agree(self, sender: int, agree: Agree) -> None:
        """Hears another client's hash."""
        self._agreed.append((sender, agree))
        self._compare(sender, agree)

    def _compare(self, sender: int, agree: Agree) -> None:
        """Compares another client's hash with this one's own.

        A mismatch names, once for each of them, who had acted and in which turn; that one of the two is at fault it
        cannot tell, since who deals may have lied to either.
        """
        follower, term = self.follower, self._desk.term
        key = (agree.term, agree.hand, agree.attempt)
        if follower is None or self.told_in != term or key != (term, *follower.key):
            return
        if not 0 < agree.at <= follower.at:
            return
        if (sender, agree) in self._agreed:
            self._agreed.remove((sender, agree))
        if follower.common[agree.at - 1] != agree.common and (sender, follower.key) not in self._differ:
            self._differ = {(m, k) for m, k in self._differ if k == follower.key} | {(sender, follower.key)}
            at = agree.at - 1
            actor = next((e.seat for e in follower.told[at].events if e.seat is not None), None)
            self._desk.fault(-1, "diverged_agree", at, actor, turn=follower.turn(at))

    # ---- the end of a hand, and of a match

    def take_opened(self, opened: Opened) -> None:
        """Plays the finished hand again from its opened seed."""
        desk, follower, key = self._desk, self.follower, (opened.hand, opened.attempt)
        if self._owed is not None and key == self._owed[0].key:
            self._check(self._owed[0], opened, other=self._owed[1] != desk.dealer_member)
            self._owed = None if self._owed[0].verified or self._owed[0].refuted else self._owed
            return
        if follower is None or key != follower.key or follower.verified or follower.refuted:
            return
        other = self.told_in != opened.term
        lobby = desk.lobby
        unseated = self._seating is None and (lobby is None or (lobby.hand, lobby.attempt) < follower.key)
        if not follower.over or unseated:
            self.sync(record=True, anew=other)
            return
        if self._check(follower, opened, other=other):
            self.proof = opened
            desk.news.append(News("verified"))
            believed = self._as_known and not self._doubtful and self._owed is None
            if follower.game.winners and follower.seat is not None and believed:
                self._outcome.conclude(follower, opened, self._seating)

    def _check(self, hand: Follower, opened: Opened, *, other: bool) -> bool:
        """Plays a hand again; tells whether it was as it was told, and names who dealt it when not."""
        try:
            hand.verify(dict(opened.nonces), dict(opened.claims), self._seeds.secrets.get(hand.key))
        except Unfair as unfair:
            if other:  # another dealer seat may have told the hand otherwise
                self.sync(record=True, anew=True)
                return False
            hand.refuted = self._doubtful = True
            turn = hand.turn(unfair.at) if unfair.at else 0
            reason = f"unfair_{unfair.reason}"
            self._desk.fault(self._desk.dealer_member, reason, unfair.at, unfair.seat, turn=turn, hand=hand.hand)
            return False
        return True
