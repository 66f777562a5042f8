"""What hands cost and how matches end: dealt in a real game, then ended as a vector tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from okey.game import Game, Refused
from okey.game.actions import DEAL
from okey.game.scoring import Charge, Outcome, finish_factor, side_totals
from okey.game.state import Player
from okey.rules import RuleSet
from okey.solver import Shape
from okey.tiles import TILES, deal_out, parse_kinds
from okey.vectors.fields import CANCELLED
from okey.vectors.situations import deal_beside, faces_of, hand_of, twin

Vector = dict[str, Any]
Answer = dict[str, Any]


def score_countdown(vector: Vector, rules: RuleSet) -> Answer:
    """Plays hands from a start, where points are taken off."""
    game = Game(rules, "vector")
    start = vector["start"]
    game.scores = (start,) * rules.players if isinstance(start, int) else tuple(start)
    for hand in vector["hands"]:
        _play(game, {"indicator": "Y5", **hand}, [])
    return {"scores": list(game.scores), "ended": game.phase == "over", "winners": list(game.winners)}


def score_leftover(vector: Vector, rules: RuleSet) -> Answer:
    """Plays a hand of a closed game in which low scores win."""
    return score_hand({**vector, "players": [{"state": "closed", "rack": rack} for rack in vector["racks"]]}, rules)


def score_hand(vector: Vector, rules: RuleSet) -> Answer:
    """Plays a hand in which low scores win."""
    game, players = Game(rules, "vector"), vector["players"]
    game.scores = (0,) * rules.players
    outcome = _play(game, vector, players)
    answer = {"scores": list(game.scores[: len(players)]), "multiplier": finish_factor(rules, outcome)}
    if len(players) == rules.players:
        answer["team_totals"] = list(side_totals(rules, game.scores))
    return answer


def _play(game: Game, told: Vector, players: Sequence[Vector]) -> Outcome:
    """Deals a hand and lets it end as told."""
    game.apply(DEAL)
    hand, rules = hand_of(game), game.rules
    hand.faces = faces_of(told["indicator"], rules)
    hand.indicator = 2 * hand.faces.indicator
    if told.get("shown_by") is not None:
        _show(game, told["shown_by"])
    hand.players = [
        *(_player(player, told["indicator"]) for player in players),
        *(Player() for _ in hand.players[len(players) :]),
    ]
    for seat, what in _penalties(told, players):
        points = int(getattr(rules, f"{what}_penalty")) if isinstance(what, str) else what
        game.fine(seat, points, what if isinstance(what, str) else "take_back")
    winner = told.get("winner")
    if winner is None:
        outcome = game.outcome(hand, None, None)
        game.end_hand(hand, "stock_out")
        return outcome
    finish = {**told, **told.get("finish", {})}
    shape: Shape = "pairs" if finish.get("pairs") or told.get("shape") == "pairs" else "melds"
    hand.actor = winner
    hand.turn.opened = finish.get("elden", False)
    hand.acting.konkan |= told.get("konkan_win", finish.get("konkan", False))
    hand.acting.opened = "pairs" if shape == "pairs" else "series"
    tile = next(tile for tile in range(TILES) if hand.faces.is_okey(tile) is finish.get("okey", False))
    outcome = game.outcome(hand, tile, shape)
    game.end_hand(hand, "finish", tile, shape)
    return outcome


def _show(game: Game, seat: int) -> None:
    """Lets a seat show the indicator's twin, where that is part of the game."""
    hand = hand_of(game)
    hand.actor = hand.twin_dealt_to = seat
    hand.acting.rack.append(hand.indicator ^ 1)
    with suppress(Refused):
        game.apply(twin(game))


def _player(told: Vector, indicator: str) -> Player:
    """Seats a player; what a rack costs depends on no other rack, so each has its own tiles."""
    state = told["state"]
    return Player(
        rack=deal_beside(indicator, parse_kinds(told.get("rack") or "")),
        cheap=deal_out(parse_kinds(told.get("taken_okeys") or "")),
        opened="pairs" if state == "pairs" else "series" if state in ("opened", "series", "winner") else None,
        konkan=state == "konkan",
        eliminated=state == "eliminated",
        declared=state.startswith("declared") or is_declared(told),
    )


def is_declared(fields: Vector) -> bool:
    """Tells whether pairs were declared."""
    return any(fields.get(key) for key in ("declared", "declared_pairs"))


def _penalties(told: Vector, players: Sequence[Vector]) -> Iterator[tuple[int, str | int]]:
    """Yields the penalties written in a hand: seats with what for, or with the points."""
    for seat, what in told.get("penalties") or []:
        yield seat, what
    for seat, player in enumerate(players):
        written = player.get("penalties", 0)
        yield from ((seat, what) for what in (written if isinstance(written, list) else [written]))


def match_konkan(vector: Vector, rules: RuleSet) -> Answer:
    """Plays rounds of which the points of every side are told."""
    game = Game(rules, "vector")
    sides = [[s for s in range(rules.players) if rules.side_of(s) == side] for side in range(rules.players)]
    sides = [seats for seats in sides if seats]
    for points in vector["rounds"]:
        _play_round(game, sides, points)
    totals = list(side_totals(rules, game.scores))
    forced: list[str] = []
    if game.phase != "over":
        game.apply(DEAL)
        forced = _letters(sides, [seat for seat, player in enumerate(game.view(None).seats) if player.konkan])
    if vector.get("determine") is not None:
        _end_round(game, sides, vector["determine"])
    answer: Answer = {"totals": totals, "forced_konkan": forced, "ended": game.phase == "over"}
    if game.phase == "over":
        won = _letters(sides, game.winners)
        answer |= {"final": list(side_totals(rules, game.scores)), "winner": won[0] if len(won) == 1 else won}
    return answer


def _play_round(game: Game, sides: list[list[int]], points: Any) -> None:
    game.apply(DEAL)
    _end_round(game, sides, points)


def _end_round(game: Game, sides: list[list[int]], points: Any) -> None:
    """Ends a round on the table with points for every side, written by its first seat; or cancels it."""
    hand = hand_of(game)
    if points in CANCELLED or not points:
        game.end_hand(hand, "stock_out")
        return
    # nobody has anything left, so that nothing comes on top of what is told
    hand.players = [Player(opened="series") for _ in hand.players]
    for seats, number in zip(sides, points, strict=True):
        game.charge([Charge(seats[0], number, "leftover", seats[0])])
    game.end_hand(hand, "finish", hand.indicator, "melds")


def _letters(sides: list[list[int]], seats: Sequence[int]) -> list[str]:
    """Names the sides that some seats belong to."""
    return ["ABCD"[index] for index, side in enumerate(sides) if set(side) & set(seats)]
