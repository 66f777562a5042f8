"""How strong a player is, on the scale of the computer players: Weng and Lin's Plackett-Luce model, by ``openskill``.

A hand is a race of the player's side against the field: it comes first, or somebody else does.  The computer players'
ratings are known from the ladder (``okey.ratings``), so only the player's own moves.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from openskill.models import PlackettLuce

from okey.odds import together
from okey.ratings import RATINGS
from okey.statistics import BOT, MatchSummary, player

MODEL = PlackettLuce()
"""The model with its own constants: 25 is where everybody begins, 25/3 how unsure that is."""

SURE = 0.001
"""How unsure a computer player's rating is: not at all."""


class Skill(NamedTuple):
    """What is believed of a player."""

    rating: float
    """On the scale of ``okey.ratings``."""
    unsure: float
    """The standard deviation of it."""
    hands: int
    """From how many hands it comes."""


def estimate(matches: Iterable[MatchSummary], game: str) -> Skill | None:
    """Estimates a player's skill at a game from the hands that somebody finished, against computer players alone.

    Args:
        matches: the player's matches, the oldest first.
        game: the preset; overlays and options make no other game of it.

    Returns:
        The skill; None when there is no such hand.
    """
    known = RATINGS[game]
    own, hands = MODEL.rating(), 0
    for match in matches:
        bots = all(match.seats[seat].startswith(BOT) for seat in match.others) and set(match.opponents) <= known.keys()
        if match.game.split("+")[0] != game or not bots:
            continue
        partners, field = _sides(match, known, own.mu)
        for hand in match.hands:
            if hand.winner is not None:
                teams = [[own, *(MODEL.rating(rating, SURE) for rating in partners)], [MODEL.rating(field, SURE)]]
                own = MODEL.rate(teams, ranks=[0, 1] if match.won(hand) else [1, 0])[0][0]
                hands += 1
    return Skill(own.mu, own.sigma, hands) if hands else None


def _sides(match: MatchSummary, known: Mapping[str, float], own: float) -> tuple[list[float], float]:
    """Gets the ratings of the player's partners, and that of all other sides together.

    A partner who is no computer player is taken to be as good as the player.
    """
    side_of, names = match.rule_set.side_of, match.seats
    partners = [
        known.get(player(name), own)
        for seat, name in enumerate(names)
        if seat != match.seat and side_of(seat) == side_of(match.seat)
    ]
    sides: dict[int, float] = {}
    for seat in match.others:
        sides[side_of(seat)] = sides.get(side_of(seat), 0.0) + known[player(names[seat])]
    return partners, together(sides.values())
