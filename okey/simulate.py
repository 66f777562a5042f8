"""Bots against each other: so many hands, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

from okey.bots import Agent, make_bot
from okey.game import Event, Game
from okey.game.actions import DEAL
from okey.game.scoring import finish_reason
from okey.game.view import HandResult
from okey.rules import RuleSet

MOST_ACTIONS = 5_000
"""More actions than any hand needs; a hand that takes more is a bot's mistake."""


class SimulationError(ValueError):
    """A simulation that cannot be: the wrong number of seats, an unknown bot, or a hand that does not end."""


@dataclass(slots=True)
class Summary:
    """What came of the hands."""

    rules: str
    seed: str
    seats: list[str]
    hands: int = 0
    matches: int = 0
    """How many matches were begun."""
    actions: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    """How many hands were finished, ran out of tiles, or were void."""
    finishes: dict[str, int] = field(default_factory=dict)
    """How many hands were finished in each way."""
    wins: list[int] = field(default_factory=list)
    """How many hands each seat finished."""
    points: list[int] = field(default_factory=list)
    """What each seat's score changed by in all."""
    milliseconds: float = 0.0
    """How long an action took on average, the bots' thinking included."""

    @property
    def actions_per_hand(self) -> float:
        """The average number of actions of a hand."""
        return round(self.actions / self.hands, 1) if self.hands else 0.0

    def as_json(self) -> dict[str, object]:
        """Gives everything as values that JSON knows."""
        return {**asdict(self), "actions_per_hand": self.actions_per_hand}


def simulate(rules: RuleSet, levels: Sequence[str], hands: int, seed: str, clock: Callable[[], float]) -> Summary:
    """Plays hands, match after match; the same arguments give the same hands.

    Args:
        rules: the options to play by.
        levels: the bot of each seat.
        hands: how many hands to play.
        seed: what deals and bots follow from.
        clock: gives the time in seconds.

    Raises:
        SimulationError: when the seats are not the rules' players, a bot is unknown, or a hand does not end.
    """
    if len(levels) != rules.players:
        raise SimulationError(f"{len(levels)} seats for {rules.players} players")
    endings: Counter[str] = Counter()
    finishes: Counter[str] = Counter()
    summary = Summary(str(rules), seed, list(levels), wins=[0] * rules.players, points=[0] * rules.players)
    began = clock()
    while summary.hands < hands:
        summary.matches += 1
        match = f"{seed} {summary.matches}"
        try:
            game = Game(rules, match)
            bots = [make_bot(level, f"{match} {seat}") for seat, level in enumerate(levels)]
        except ValueError as error:
            raise SimulationError(str(error)) from None
        while game.phase != "over" and summary.hands < hands:
            summary.actions += sum(1 for _ in play_hand(game, bots))
            result = game.result
            assert result is not None
            summary.hands += 1
            endings[result.ending] += 1
            if result.winner is not None:
                finishes[manner(result)] += 1
                summary.wins[result.winner] += 1
            for seat, (before, after) in enumerate(zip(result.before, result.after, strict=True)):
                summary.points[seat] += after - before
    summary.endings, summary.finishes = dict(sorted(endings.items())), dict(sorted(finishes.items()))
    summary.milliseconds = round(1000 * (clock() - began) / max(1, summary.actions), 3)
    return summary


def manner(result: HandResult) -> str:
    """Names how a hand was finished, such as ``normal``, ``pairs_okey`` or ``okey elden``."""
    words = [finish_reason(result.shape or "melds", result.okey)]
    return " ".join([*words, *(["elden"] if result.elden else []), *(["konkan"] if result.konkan else [])])


def play_hand(game: Game, bots: Sequence[Agent]) -> Iterator[list[Event]]:
    """Deals a hand and lets bots play it to its end; yields what happened, action by action, once all have heard it.

    Raises:
        SimulationError: when the hand does not end.
    """
    game.apply(DEAL)
    actions = 0
    while (seat := game.actor) is not None:
        if actions == MOST_ACTIONS:
            raise SimulationError(f"hand {game.hand_number} of seed {game.seed!r} does not end")
        action = next(thought for thought in bots[seat].think(game.view(seat)) if thought is not None)
        events = game.apply(action, seat)
        for event in events:
            for index, bot in enumerate(bots):
                bot.observe(event.seen_by(index))
        actions += 1
        yield events
