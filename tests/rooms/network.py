"""A room in memory: members, a relay between them, and time that only passes when it is told to.

Who is in it, and who may put others out or open the door, is the word of the relay's own ``Room``; what joins a member
to it is its ``Driver``.  Every message takes a while; by chance it is lost, comes twice or overtakes others, members
lose their connection, come back, reload or die.  The same seed gives the same course of things.
"""

import asyncio
import heapq
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice

from okey.game import Action, Event, Refused, View
from okey.rooms import lobby as lobbies
from okey.rooms.channel import Back, Dropped, Incoming, Joined, Left, Lost, Message, Reconnected
from okey.rooms.desk import News
from okey.rooms.driver import Driver
from okey.rooms.member import Member
from okey.rooms.packets import Lobby
from okey.rooms.protocol import VERSION, Admit, Create, Error, Host, Join, Leave, Rejoin, Remove, read_answer
from okey.rooms.room import Broken, Room, Step
from okey.rules import RuleSet
from tests.rooms.wires import token

BEGAN = 1_796_000_000
"""When the rooms of tests are made, in seconds since 1970."""


def link(me: int) -> str:
    """Names a member's connection."""
    return f"test.{me}"


@dataclass
class Weather:
    """How bad the network is."""

    delay: tuple[float, float] = (0.01, 0.08)
    drop: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    """How likely a message takes seconds and so comes after later ones."""


def choose(view: View, rng: random.Random) -> Action:
    """Chooses what a person does: finishes, opens and lays when it can, else draws and throws by chance."""
    found = list(islice(view.legal_actions(), 40))
    by_verb: dict[str, list[Action]] = {}
    for action in found:
        by_verb.setdefault(action.verb, []).append(action)
    owes = view.taken is not None and view.taken in view.rack and "discard" not in by_verb
    ways_out = by_verb.get("back") or by_verb.get("undo") or found
    if owes and rng.random() < 0.6:  # rather than to lay and take back until the clock ends
        return rng.choice(ways_out)
    for verb in ("finish", "open", "lay", "show"):
        if verb in by_verb and rng.random() < 0.8:
            return rng.choice(by_verb[verb])
    if owes:
        return rng.choice(ways_out)
    if "draw" in by_verb:
        return by_verb["draw"][0] if "take" not in by_verb or rng.random() < 0.7 else rng.choice(by_verb["take"])
    if "discard" in by_verb and rng.random() < 0.93:
        plain = [a for a in by_verb["discard"] if view.faces is None or not view.faces.is_okey(a.tiles[0])]
        return rng.choice(plain or by_verb["discard"])
    return rng.choice(found)


class Quick:
    """A computer player that decides in no time; for games where strength does not matter."""

    def __init__(self, _level: str, seed: str) -> None:
        self.rng = random.Random(seed)

    def observe(self, event: Event) -> None:
        """Hears what happened."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Chooses at once."""
        yield choose(view, self.rng)


class Wire:
    """A member's channel."""

    def __init__(self, net: "Network", me: int) -> None:
        self.me, self._net = me, net
        self.denied = 0

    @property
    def members(self) -> dict[int, bool]:
        return self._net.members

    def send(self, payload: str, to: int | None = None) -> None:
        self._net.carry(self.me, payload, to)

    def remove(self, member: int) -> None:
        if self._net.step(self.me, Remove(member)) and member in self._net.members:
            self._net.counts["removed"] += 1
            self._net.gone(member)

    def admit(self, chairs: int) -> None:
        self._net.step(self.me, Admit(chairs))

    def hand_over(self, member: int) -> None:
        self._net.step(self.me, Host(member))


@dataclass
class Node:
    """A member's machine."""

    member: Member
    driver: Driver
    connected: bool = True
    alive: bool = True
    plays: bool = True
    """Whether its person does anything."""
    waiting: list[tuple[int | None, Incoming]] = field(default_factory=list)
    """What the relay keeps while the connection is gone."""
    news: list[News] = field(default_factory=list)
    acts_at: float = 0.0


class Network:
    """A relay, its members, and the time."""

    def __init__(self, seed: str, weather: Weather | None = None, *, pace: float = 0.05, think: float = 0.05) -> None:
        self.rng = random.Random(seed)
        self.weather = weather or Weather()
        self.now = 0.0
        self.room = Room("r" * 22)
        self.nodes: dict[int, Node] = {}
        self.members: dict[int, bool] = {}
        self.sent: list[str] = []
        """Every payload that the relay carried."""
        self.keep_sent = False
        self.counts: Counter[str] = Counter()
        self.tamper: Callable[[int, int, str], str | None] | None = None
        """What a member's own client would not do: changes a payload from and to somebody, or holds it back."""
        self.skew: dict[int, float] = {}
        """By how many seconds the clock on a member's wall is wrong."""
        self._pace, self._think = pace, think
        self._queue: list[tuple[float, int, int, Incoming]] = []
        self._order = count()
        self._last: dict[tuple[int, int], float] = {}
        self._entropy = random.Random(f"{seed} entropy")

    # ---- members

    def entropy(self, size: int) -> bytes:
        return self._entropy.randbytes(size)

    def wall(self, me: int) -> float:
        """Gets the seconds since 1970 as a member's machine has them."""
        return BEGAN + self.now + self.skew.get(me, 0.0)

    def create(self, rules: str, *, joining: str = "open", public: bool = False, key: str = "") -> Member:
        lobby = lobbies.begin(str(RuleSet.parse(rules)), joining, 0, "Ayla", key, public=public)
        self.room.take(link(0), Create(VERSION, self.room.name, token(0), 15, "label" if public else ""))
        return self._enter("Ayla", lobby, key)

    def add(self, name: str, key: str = "") -> Member:
        me = self.room.next
        self.room.take(link(me), Join(VERSION, self.room.name, token(me)))
        assert me in self.room.members, "the door is shut"
        return self._enter(name, None, key)

    def _enter(self, name: str, lobby: Lobby | None, key: str) -> Member:
        me = max(self.room.members)
        for other in self.members:
            self._post(other, Joined(me))
        self.members[me] = True
        member = self._member(me, name, key, lobby)
        self.nodes[me] = Node(member, self._driver(me, member))
        self._collect(me)
        return member

    def _driver(self, me: int, member: Member) -> Driver:
        def news(items: list[News]) -> None:
            self.nodes[me].news += items

        return Driver(Wire(self, me), member, lambda: self.now, asyncio.sleep, news)  # type: ignore[arg-type]

    def _member(self, me: int, name: str, key: str, lobby: Lobby | None = None, saved: str = "") -> Member:
        return Member(
            me, name, key, self.members, entropy=self.entropy, now=self.now, wall=lambda: self.wall(me), lobby=lobby,
            saved=saved, pace=self._pace, make=Quick,
        )  # fmt: skip

    def start(self, *commands: tuple[str, int, str]) -> None:
        """Lets the owner give commands, everybody be ready, and the match begin."""
        owner = self.nodes[0].member
        for what, at, text in commands:
            owner.command(what, at, text=text)
        self.settle()
        for node in self.nodes.values():
            if node.member.seat is not None:
                node.member.command("ready", 1)
        self.settle()
        owner.command("start")
        self.settle()

    def settle(self, seconds: float = 1.0) -> None:
        self.run(self.now + seconds)

    # ---- accidents

    def disconnect(self, me: int) -> None:
        node = self.nodes[me]
        if node.connected and node.alive:
            node.connected = False
            self.members[me] = False
            self.room.take(link(me), Broken(self.now))
            self._hear(me, Dropped())
            self._tell_others(me, Lost(me))

    def reconnect(self, me: int, *, complete: bool = True) -> None:
        node = self.nodes[me]
        if node.connected or not node.alive:
            return
        self._come_back(me)
        missed, node.waiting = node.waiting, []
        self._hear(me, Reconnected(complete))
        if complete:
            for _, incoming in missed:
                self._post(me, incoming)
            return
        known = dict(node.member.members)  # what is gone for ever is told in short
        for other in known.keys() - self.members.keys():
            self._hear(me, Left(other))
        for other, there in self.members.items():
            if other not in known:
                self._hear(me, Joined(other))
            if other != me and there is not known.get(other, True):
                self._hear(me, Back(other) if there else Lost(other))

    def reload(self, me: int, *, kept: bool = True, saved: str | None = None) -> None:
        """A member's page is loaded anew: all that is left is what it has kept, and its place in the room."""
        node = self.nodes[me]
        saved = (node.member.save() if kept else "") if saved is None else saved
        self.disconnect(me)
        node.waiting = []
        self._come_back(me)
        node.member = self._member(me, node.member.name, node.member.key, saved=saved)
        node.driver = self._driver(me, node.member)
        self._collect(me)

    def _come_back(self, me: int) -> None:
        self.nodes[me].connected = self.members[me] = True
        self.room.take(link(me), Rejoin(VERSION, self.room.name, token(me)))
        self._tell_others(me, Back(me))

    def leave(self, me: int) -> None:
        """A member closes its page for good."""
        if not self.nodes[me].connected:
            self.room.take(link(me), Rejoin(VERSION, self.room.name, token(me)))
        self.room.take(link(me), Leave())
        self.gone(me)

    def gone(self, me: int) -> None:
        """Hears that a member is in the room no more."""
        node = self.nodes[me]
        node.alive = node.connected = False
        self.members.pop(me)
        self._tell_others(me, Left(me))

    def _tell_others(self, me: int, incoming: Incoming) -> None:
        for other in self.members:
            if other != me:
                self._post(other, incoming)

    # ---- the relay

    def step(self, me: int, step: Step) -> bool:
        """Asks the relay for something; tells whether it did it."""
        if not self.nodes[me].connected:
            return False
        answers = [read_answer(frame) for to, frame, _ in self.room.take(link(me), step) if to == link(me)]
        denied = any(isinstance(answer, Error) for answer in answers)
        channel = self.nodes[me].driver.channel
        assert isinstance(channel, Wire)
        channel.denied += denied
        return not denied

    def carry(self, me: int, payload: str, to: int | None) -> None:
        """Carries a payload to a member, or to all others."""
        if self.keep_sent:
            self.sent.append(payload)
        for other in [*self.members] if to is None else [to]:
            if other != me and other in self.members:
                told = payload if self.tamper is None else self.tamper(me, other, payload)
                if told is not None:
                    self._post(other, Message(me, told, to is not None), me)

    def _post(self, to: int, incoming: Incoming, sender: int | None = None) -> None:
        weather, rng = self.weather, self.rng
        if sender is not None:
            if rng.random() < weather.drop:
                self.counts["dropped"] += 1
                return
            if rng.random() < weather.twice:
                self.counts["twice"] += 1
                self._put(to, incoming, rng.uniform(*weather.delay) * 3)
        wait = rng.uniform(*weather.delay)
        if sender is not None and rng.random() < weather.late:
            self.counts["late"] += 1
            self._put(to, incoming, rng.uniform(0.5, 4.0))
            return
        # else those of one sender keep their order
        key = (-1 if sender is None else sender, to)
        at = max(self.now + wait, self._last.get(key, 0.0) + 1e-6)
        self._last[key] = at
        self._put(to, incoming, at - self.now)

    def _put(self, to: int, incoming: Incoming, wait: float) -> None:
        heapq.heappush(self._queue, (self.now + wait, next(self._order), to, incoming))

    def _collect(self, me: int) -> None:
        """Takes what a member sends and what is new on its screen."""
        self.nodes[me].driver.flush()

    def forge(self, sender: int, to: int, payload: str) -> None:
        """Sends what a member's own client would not."""
        self._put(to, Message(sender, payload, direct=True), 0.01)

    def _hear(self, me: int, incoming: Incoming) -> None:
        node = self.nodes[me]
        if not node.alive:
            return
        if not node.connected and not isinstance(incoming, Dropped):
            node.waiting.append((None, incoming))
            return
        node.driver.hear(incoming)

    # ---- time

    def run(self, until: float, stop: Callable[[], bool] = lambda: False) -> None:
        """Lets time pass."""
        while self.now < until and not stop():
            dates = [node.member.wakes_at(self.now) for node in self.nodes.values() if node.alive]
            dates += [node.acts_at for node in self.nodes.values() if self._may_act(node)]
            if self._queue:
                dates.append(self._queue[0][0])
            self.now = min(until, max(self.now + 1e-4, min(dates, default=until)))
            while self._queue and self._queue[0][0] <= self.now:
                _, _, to, incoming = heapq.heappop(self._queue)
                if to in self.nodes:
                    self._hear(to, incoming)
            for me, node in self.nodes.items():
                if node.alive:
                    if node.member.wakes_at(self.now) <= self.now:
                        node.member.tick(self.now)
                    while node.member.think(self.now):
                        pass
                    self._person(node)
                    self._collect(me)

    def _may_act(self, node: Node) -> bool:
        if not node.alive or not node.plays or not node.connected or node.member.waiting:
            return False
        follower = node.member.follower
        if follower is None or node.member.seat is None:
            return False
        return follower.over or follower.game.actor == follower.seat

    def _person(self, node: Node) -> None:
        """Lets a person act when it is its turn, or go on to the next hand."""
        if not self._may_act(node):
            node.acts_at = self.now + self._think
            return
        if self.now < node.acts_at:
            return
        node.acts_at = self.now + self._think
        member = node.member
        lobby, follower = member.lobby, member.follower
        assert follower is not None
        if follower.over:
            if lobby is not None and lobby.stage == "result" and lobby.hand == follower.hand:
                member.command("next")
                node.acts_at = self.now + 1.0
            return
        try:
            member.play(choose(follower.view(), self.rng))
        except Refused:
            self.counts["refused_here"] += 1

    # ---- what has to hold

    def faults(self) -> list[str]:
        """Lists everything that anybody noticed of anybody, but for what lost messages explain."""
        harmless = {
            *("not_in_room", "late", "early", "no_answer", "left_out", "dealt_without", "proof_lost"),
            *lobbies.REASONS,
        }
        return [
            f"{me}: {fault}"
            for me, node in self.nodes.items()
            for fault in node.member.faults
            if fault.reason not in harmless
        ]
