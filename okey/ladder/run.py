"""Playing the deals of a pairing, on several processes, and summing them up."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from okey.ladder.deal import ROLES, Deal, play_deal
from okey.ladder.estimate import Estimate, mean, ratio
from okey.ladder.pairing import LadderError, Pairing, low_wins, parsed
from okey.ladder.store import Store


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a pairing."""

    pairing: Pairing
    deals: int
    hands: int
    decided: int
    wins: int
    """How many of the decided hands the candidate's side won."""
    share: Estimate | None
    """The share of these; None of fewer than two deals."""
    even: float
    """The share that equals win."""
    gain: Estimate | None
    """How much better the change of the candidate's score in a hand was than the field's, deal by deal."""
    tallies: dict[str, Counter[str]]
    """What the seats of each role did, see ``okey.ladder.deal.Tally``."""

    @property
    def clear(self) -> bool:
        """Whether the interval does not touch the even share."""
        return self.share is not None and self.share.clear_of(self.even)

    def score(self, role: str) -> float:
        """Gets the average change of a seat's score in a hand."""
        tally = self.tallies[role]
        return tally["score"] / tally["hands"] if tally["hands"] else 0.0

    def as_json(self) -> dict[str, object]:
        """Gives everything as values that JSON knows."""
        share = None if self.share is None else asdict(self.share)
        return {
            **asdict(self.pairing),
            "deals": self.deals,
            "hands": self.hands,
            "decided": self.decided,
            "wins": self.wins,
            "share": share,
            "even": self.even,
            "clear_of_even": self.clear,
            "score": {role: self.score(role) for role in ROLES},
            "seats": {role: dict(sorted(self.tallies[role].items())) for role in ROLES},
        }


def summed(pairing: Pairing, deals: Collection[Deal]) -> Standing:
    """Sums deals up."""
    tallies: dict[str, Counter[str]] = {role: Counter() for role in ROLES}
    for deal in deals:
        for role in ROLES:
            tallies[role].update(deal.tallies[role])
    return Standing(
        pairing=pairing,
        deals=len(deals),
        hands=sum(deal.hands for deal in deals),
        decided=sum(deal.decided for deal in deals),
        wins=sum(deal.wins for deal in deals),
        share=ratio((deal.wins, deal.decided) for deal in deals),
        even=1 / len(pairing.sides()),
        gain=mean(_gain(pairing, deal) for deal in deals),
        tallies=tallies,
    )


def _gain(pairing: Pairing, deal: Deal) -> float:
    """Gets by how much the candidate scored better in a deal than a seat of the field."""
    candidate, field = (deal.tallies[role].get("score", 0) / deal.tallies[role]["hands"] for role in ROLES)
    return (candidate - field) * (-1 if low_wins(parsed(pairing.rules)) else 1)


class Progress:
    """Tells now and then how far a pairing is.

    Args:
        pairing: what is played.
        deals: how many deals there shall be.
        clock: gives the time in seconds.
        say: gets a line for people.
    """

    SECONDS = 20.0
    """At least so long is between two lines."""

    def __init__(self, pairing: Pairing, deals: int, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self._pairing = pairing
        self._deals = deals
        self._clock = clock
        self._say = say
        self._began = self._said = clock()
        self._played = 0

    def tell(self, deals: Collection[Deal]) -> None:
        """Hears that one more deal was played."""
        self._played += 1
        now = self._clock()
        if now - self._said < self.SECONDS and len(deals) < self._deals:
            return
        self._said = now
        share = ratio((deal.wins, deal.decided) for deal in deals)
        known = "" if share is None else f", {100 * share.value:.1f} % ± {100 * (share.high - share.value):.1f}"
        left = (self._deals - len(deals)) * (now - self._began) / self._played
        self._say(f"{len(deals)} of {self._deals} deals{known}, {left / 60:.1f} min left")


def play(
    pairing: Pairing, deals: int, jobs: int, out: Path | None, tell: Callable[[Collection[Deal]], None]
) -> tuple[Standing, bool]:
    """Plays the deals 0 to ``deals - 1``, or those of them that a file lacks.

    Args:
        pairing: who plays what.
        deals: how many deals there shall be.
        jobs: how many processes play; what comes out does not depend on it.
        out: the file of the pairing; None for none.
        tell: called after each deal with all that are there.

    Returns:
        What is known of the pairing, and whether it was interrupted (Ctrl-C) before all was played.

    Raises:
        LadderError: when a level does not exist, a bot fails, or the file is of another pairing.
        RulesError: when the rules cannot be read.
        OSError: when the file cannot be read or written.
    """
    for level in (pairing.candidate, pairing.field):
        pairing.make(level, "")
    with closing(Store(out, pairing)) as store:
        missing = [number for number in range(deals) if number not in store.deals]
        interrupted = False
        try:
            for deal in _played(pairing, missing, jobs):
                store.add(deal)
                tell(store.deals.values())
        except KeyboardInterrupt:
            interrupted = True
        there = [store.deals[number] for number in sorted(store.deals) if number < deals]
    return summed(pairing, there), interrupted


def _played(pairing: Pairing, numbers: Sequence[int], jobs: int) -> Iterator[Deal]:
    """Plays deals in their order."""
    play_one = partial(play_deal, pairing)
    if jobs == 1:
        yield from map(play_one, numbers)
        return
    # spawned processes know nothing but what they are handed, so they play as this one would
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=spawn)
    try:
        with _interrupts_held():  # the processes begin here
            results = pool.map(play_one, numbers)
        yield from results
    except BrokenProcessPool:
        raise LadderError("a process of the ladder died; what was played is kept") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Lets Ctrl-C wait; processes that begin meanwhile never hear of it, not even while they begin."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
