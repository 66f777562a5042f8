"""Rooms in a bad network: messages lost, doubled and late, lines cut, pages loaded anew, clients gone for good."""

import random
from collections import Counter
from dataclasses import dataclass, field

from okey.presets import PRESETS
from tests.rooms.network import Network, Node, Weather

NAMES = ("Bora", "Cem", "Deniz", "Ece")

STORMY = Weather(drop=0.03, twice=0.03, late=0.03)

STEADY = 10.0
"""Seconds after which somebody who is back has heard everything and can act: no turn may be lost any more."""

SLOWEST = 900.0
"""Seconds of the room's own time that a hand may take; longer means that it hangs."""


@dataclass
class Outcome:
    """What came of a room."""

    hands: int = 0
    voided: Counter[int] = field(default_factory=Counter)
    """How many hands were dealt anew, by how many people the room had then."""
    timed_out: int = 0
    """How many turns of people the clock took, of whatever reason."""
    recovered: int = 0
    faults: list[str] = field(default_factory=list)
    divergent: int = 0
    lost_turns: int = 0
    accidents: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Outcome") -> None:
        self.hands += other.hands
        self.voided += other.voided
        self.timed_out += other.timed_out
        self.recovered += other.recovered
        self.divergent += other.divergent
        self.lost_turns += other.lost_turns
        self.faults += other.faults
        self.accidents += other.accidents


class Chaos:
    """One room with everything that can go wrong in it.

    Args:
        rules: the options to play by.
        seed: what all chance follows from.
        kills: whether members may leave for good.
    """

    def __init__(self, rules: str, seed: str, *, kills: bool = True, weather: Weather = STORMY) -> None:
        self.seed = f"{rules} {seed}"
        self.rng = random.Random(self.seed)
        self.net = Network(self.seed, weather)
        self.rules = rules
        self.kills = kills
        self.outcome = Outcome()
        self.back_at: dict[int, float] = {}
        self.steady_since: dict[int, float] = {}
        self.forgot = False

    def open(self) -> None:
        """Lets people come, fills the other chairs with computer players, and begins."""
        net, rng = self.net, self.rng
        people = rng.choice((2, 3, 4, 4))
        net.create(self.rules)
        for name in NAMES[: people - 1 + (rng.random() < 0.4)]:
            net.add(name)
        for _ in range(60):
            net.settle(2)
            lobby = net.nodes[0].member.lobby
            assert lobby is not None
            if lobby.stage != "lobby":
                break
            if len(lobby.people) == len(net.nodes):
                free = [("bot", seat, "easy") for seat, chair in enumerate(lobby.chairs) if chair.empty]
                net.start(*free)
        self.steady_since = dict.fromkeys(net.nodes, net.now)

    def hand(self) -> int:
        """Gets the deal that the furthest client knows."""
        return max((n.member.follower.hand for n in self.living() if n.member.follower), default=0)

    def living(self) -> list[Node]:
        return [node for node in self.net.nodes.values() if node.alive]

    def over(self) -> bool:
        return any(node.member.lobby is not None and node.member.lobby.stage == "over" for node in self.living())

    def run(self, hands: int) -> Outcome:
        """Plays so many hands, or to the end of the match."""
        net, rng = self.net, self.rng
        self.open()
        began, last = net.now, 0
        while self.hand() <= hands and not self.over():
            net.run(net.now + rng.uniform(0.5, 5.0))
            self._accident()
            self._look()
            if self.hand() > last:
                last, began = self.hand(), net.now
            if net.now > began + SLOWEST:
                self.outcome.faults.append(f"{self.seed}: hand {last} hangs")
                break
        for me in [*self.back_at]:
            self._return(me)
        net.weather = Weather()
        net.settle(STEADY / 2)
        self._look()  # who has just come back hears of what it missed
        net.settle(40)
        for node in net.nodes.values():
            node.plays = False
        net.settle(15)
        self._look()
        self._agree()
        self.outcome.hands = self.hand() - (not self.over())
        self.outcome.faults += [f"{self.seed}: {fault}" for fault in net.faults()]
        self.outcome.divergent += sum("diverged" in fault or "unfair" in fault for fault in net.faults())
        self.outcome.accidents += net.counts
        return self.outcome

    def _accident(self) -> None:
        net, rng = self.net, self.rng
        me = rng.choice([*net.members])
        chance = rng.random()
        if chance < 0.15:
            net.disconnect(me)
            self.back_at[me] = net.now + rng.choice((rng.uniform(0.3, 5), rng.uniform(5, 70)))
            self.outcome.accidents["cut"] += 1
        elif chance < 0.22:
            # one page may have lost all it kept, as long as somebody still knows the room
            kept = self.forgot or rng.random() < 0.9
            self.forgot = self.forgot or not kept
            net.reload(me, kept=kept)
            self.back_at.pop(me, None)
            self.outcome.accidents["reload"] += 1
        elif chance < 0.225 and self.kills and len(net.members) > 2:
            net.leave(me)
            self.back_at.pop(me, None)
            self.outcome.accidents["kill"] += 1
        else:
            me = -1
        if me >= 0:
            self.steady_since[me] = net.now
        for other, at in [*self.back_at.items()]:
            if net.now >= at:
                self._return(other, complete=rng.random() < 0.8)

    def _return(self, me: int, *, complete: bool = True) -> None:
        """Connects a member again; only from now on it is there all the time."""
        self.net.reconnect(me, complete=complete)
        self.steady_since[me] = self.net.now
        del self.back_at[me]

    def _look(self) -> None:
        """Counts what was news, and turns that the clock took from somebody who was there all the time."""
        for me, node in self.net.nodes.items():
            for news in node.news:
                if news.kind == "void" and me == min(self.net.members):
                    self.outcome.voided[len(self.net.members)] += 1
                if news.kind == "recovered":
                    self.outcome.recovered += 1
                mine = any(e.kind == "timed_out" and e.seat == node.member.seat for e in news.events)
                self.outcome.timed_out += mine
                if mine and node.connected and self.net.now - self.steady_since.get(me, self.net.now) > STEADY:
                    self.outcome.lost_turns += 1
                    self.outcome.faults.append(f"{self.seed}: {me} lost a turn")
            node.news = []

    def _agree(self) -> None:
        """Checks that everybody who is left knows the same hand, and that it was dealt as it had to be."""
        known = [n.member for n in self.living() if n.member.follower is not None]
        if not known:
            self.outcome.faults.append(f"{self.seed}: nobody knows a hand")
            return
        shared = min(m.follower.at for m in known)
        if len({(m.follower.key, m.follower.common[shared - 1]) for m in known}) > 1:
            found = [(m.me, m.follower.key, m.follower.at, m.term, m.dealer_member) for m in known]
            self.outcome.divergent += 1
            self.outcome.faults.append(f"{self.seed}: clients know different hands at the end: {found}")
        if self.over() and not all(m.follower.verified for m in known):
            self.outcome.faults.append(f"{self.seed}: the last hand was not verified by all")


def storm(seed: str, hands: int) -> Outcome:
    """Plays rooms of every preset until there were so many hands."""
    total, number = Outcome(), 0
    presets = list(PRESETS)
    while total.hands < hands:
        rules = presets[number % len(presets)] + (" players=3" if number % 5 == 4 else "")
        if number % 5 == 4 and "konkan81" in rules:
            rules = "konkan81"
        total.add(Chaos(rules, f"{seed} {number}").run(8))
        number += 1
    return total


if __name__ == "__main__":
    import sys
    import time

    start = time.monotonic()
    found = storm(sys.argv[2] if len(sys.argv) > 2 else "soak", int(sys.argv[1]))
    print(
        f"{found.hands} hands, {time.monotonic() - start:.0f} s, {found.divergent} divergent, "
        f"{found.lost_turns} lost turns of {found.timed_out} that timed out, {found.recovered} recovered, "
        f"void by people: {dict(sorted(found.voided.items()))}"
    )
    print(dict(found.accidents))
    print("\n".join(found.faults[:40]))
