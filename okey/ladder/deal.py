"""One deal of a pairing, played once with the candidate on every side.

A deal is one hand of a fresh match at even scores.  Deal number ``n`` has the same tiles in every seat each time it is
played (a duplicate deal), so luck of the tiles falls on candidate and field alike; seat ``n`` modulo the players
starts.  In team games the candidate plays both chairs of a side, for partners share what comes of a hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from okey.game import Event, Game, HandResult
from okey.game.scoring import best_seats, is_scored
from okey.ladder.pairing import LadderError, Pairing, parsed
from okey.rules import RuleSet
from okey.simulate import SimulationError, manner, play_hand
from okey.tiles import Tile

ROLES = ("candidate", "field")

FINISH = "finish "
"""What stands before the manner of a finish in a tally."""
PENALTY = "penalty "
"""What stands before the reason of a penalty in a tally."""


@dataclass(slots=True)
class Deal:
    """What came of one deal."""

    number: int
    hands: int
    """How often it was played: once for each side."""
    decided: int
    """How many of these hands had a winner."""
    wins: int
    """How many of them the candidate's side won."""
    tallies: dict[str, dict[str, int]]
    """What the seats of each role did, see ``Tally``."""


def winning_side(rules: RuleSet, result: HandResult) -> int | None:
    """Gets the side that won a hand; None where it was not decided.

    Who finishes wins, with its partner.  A hand that nobody finished but that is scored all the same (101: the stock
    ran out) is won by the side whose score changed for the better alone; level sides, and void hands, decide nothing.
    """
    if result.winner is not None:
        return rules.side_of(result.winner)
    if not is_scored(rules, result.ending):
        return None
    changes = [after - before for before, after in zip(result.before, result.after, strict=True)]
    best = {rules.side_of(seat) for seat in best_seats(rules, changes)}
    return best.pop() if len(best) == 1 else None


def play_deal(pairing: Pairing, number: int) -> Deal:
    """Plays a deal with the candidate on each side in turn.

    Args:
        pairing: who plays what.
        number: the number of the deal, from 0.

    Raises:
        LadderError: when a bot fails, or a hand does not end; the message tells how to see it again.
    """
    rules, sides = parsed(pairing.rules), pairing.sides()
    tallies: dict[str, Counter[str]] = {role: Counter() for role in ROLES}
    decided = wins = 0
    for side, seats in enumerate(sides):
        roles = [ROLES[seat not in seats] for seat in range(rules.players)]
        try:
            result = _play(pairing, rules, number, roles, tallies)
        except Exception as error:
            where = f"deal {number} of seed {pairing.seed!r}, candidate on side {side}"
            reason = str(error) if isinstance(error, SimulationError) else f"{type(error).__name__}: {error}"
            raise LadderError(f"{where}: {reason}") from error
        winner = winning_side(rules, result)
        decided += winner is not None
        wins += winner == side
    plain = {role: dict(sorted(tally.items())) for role, tally in tallies.items()}
    return Deal(number, len(sides), decided, wins, plain)


def _play(
    pairing: Pairing, rules: RuleSet, number: int, roles: list[str], tallies: dict[str, Counter[str]]
) -> HandResult:
    seed = f"{pairing.seed} {number}"
    game = Game(rules, seed)
    game.starter = number % rules.players
    game.dealer = (game.starter - (rules.starter == "after_dealer")) % rules.players
    levels = {"candidate": pairing.candidate, "field": pairing.field}
    bots = [pairing.make(levels[role], f"{seed} {seat}") for seat, role in enumerate(roles)]
    tally = Tally(rules.players)
    for events in play_hand(game, bots):
        for event in events:
            tally.hear(game, event)
    assert game.result is not None
    for role, counts in zip(roles, tally.ended(game, game.result), strict=True):
        tallies[role].update(counts)
    return game.result


class Tally:
    """Counts what each seat does in one hand.

    ``hands``, ``void`` (nobody finished, nothing was scored), ``score`` (what the seat's score changed by), ``turns``,
    ``turns_to_finish`` (of the finisher), ``takes`` (kept), ``thrown_back`` (a taken tile thrown in the same turn, or
    given back), ``okeys_thrown`` (finishing nothing), ``shown``, ``opened_series``, ``opened_pairs``,
    ``opened_points`` (of ``opened_series``), ``declared``, ``konkan``, ``eliminated``; ``finish`` with its manner and
    ``penalty`` with its reason.
    """

    def __init__(self, players: int) -> None:
        self._seats: list[Counter[str]] = [Counter(hands=1) for _ in range(players)]
        self._taken: Tile | None = None

    def hear(self, game: Game, event: Event) -> None:
        """Counts one event."""
        if event.seat is None:
            return
        seat = self._seats[event.seat]
        match event.kind:
            case "drew":
                self._taken = None
            case "took":
                self._taken = event.tiles[0]
                seat["takes"] += 1
            case "gave_back":
                seat["takes"] -= 1
                seat["thrown_back"] += 1
            case "discarded":
                assert game.hand is not None
                seat["turns"] += 1
                seat["thrown_back"] += event.tiles[0] == self._taken
                seat["okeys_thrown"] += game.hand.faces.is_okey(event.tiles[0])
            case "finished":
                seat["turns"] += 1
            case "showed":
                seat["shown"] += 1
            case "penalty":
                seat[PENALTY + event.word] += 1

    def ended(self, game: Game, result: HandResult) -> list[Counter[str]]:
        """Adds what shows at the end of the hand; gives the counts of every seat."""
        assert game.hand is not None
        void = result.winner is None and not is_scored(game.rules, result.ending)
        for index, (seat, player) in enumerate(zip(self._seats, game.hand.players, strict=True)):
            seat["score"] = result.after[index] - result.before[index]
            seat["void"] += void
            seat["declared"] += player.declared
            seat["konkan"] += player.konkan
            seat["eliminated"] += player.eliminated
            if player.opened is not None:
                seat[f"opened_{player.opened}"] += 1
                seat["opened_points"] += player.opened_with if player.opened == "series" else 0
        if result.winner is not None:
            winner = self._seats[result.winner]
            winner[FINISH + manner(result)] += 1
            winner["turns_to_finish"] += winner["turns"]
        return self._seats
