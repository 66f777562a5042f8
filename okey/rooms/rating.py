"""How strong the people of rooms are, from the results that they have signed: Weng and Lin's Plackett-Luce model.

Everybody begins where a player of whom nothing is known stands; the computer players' ratings are known from the ladder
(``okey.ratings``) and do not move.  A match is a race of its sides, in the order of their points.
"""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuceRating

from okey.game.scoring import gains
from okey.ratings import RATINGS
from okey.rooms.results import Result
from okey.skill import MODEL, SURE, Skill


def rate(results: Iterable[Result], game: str) -> dict[str, Skill]:
    """Rates everybody who has played a game.

    Args:
        results: whose signatures are true, the oldest first; each match counts once.
        game: the preset; overlays and options make no other game of it.

    Returns:
        The skill by public key; ``hands`` counts matches.
    """
    ratings: dict[str, PlackettLuceRating] = {}
    counts: dict[str, int] = {}
    seen = set[str]()
    for result in results:
        if result.rule_set.name.split("+")[0] != game or result.match in seen:
            continue
        seen.add(result.match)
        for seat, rating in _after(result, ratings, RATINGS[game]).items():
            key = result.players[seat].key
            ratings[key], counts[key] = rating, counts.get(key, 0) + 1
    return {key: Skill(rating.mu, rating.sigma, counts[key]) for key, rating in ratings.items()}


def _after(
    result: Result, known: dict[str, PlackettLuceRating], bots: dict[str, float]
) -> dict[int, PlackettLuceRating]:
    """Gets the ratings of the people after a match, by seat."""
    rules = result.rule_set
    sides: dict[int, list[int]] = {}
    for seat in range(rules.players):
        sides.setdefault(rules.side_of(seat), []).append(seat)

    def rating(seat: int) -> PlackettLuceRating:
        player = result.players[seat]
        return MODEL.rating(bots[player.bot], SURE) if player.bot else known.get(player.key, MODEL.rating())

    points = gains(rules, [0] * rules.players, result.scores)
    teams = [[rating(seat) for seat in seats] for seats in sides.values()]
    rated = MODEL.rate(teams, ranks=[-points[seats[0]] for seats in sides.values()])
    after = {
        seat: r for seats, team in zip(sides.values(), rated, strict=True) for seat, r in zip(seats, team, strict=True)
    }
    return {seat: after[seat] for seat in result.people}
