"""What a hand costs, and who has won a match: pure functions of options and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from okey.rules import RuleSet
from okey.solver import Shape, arrange
from okey.tiles import COLOURS, Faces, Tile, colour_of, number_of

Ending: TypeAlias = Literal["finish", "stock_out", "all_pairs"]
Moment: TypeAlias = Literal["at_once", "hand_end"]
Standing: TypeAlias = Literal["closed", "series", "pairs", "unopened"]


@dataclass(frozen=True, slots=True)
class Charge:
    """Points that a seat got or lost in a hand, and for what."""

    seat: int
    points: int
    """What is added to the seat's score; a loss is negative in countdown games and positive in the others."""
    reason: str
    """A key of ``CHARGE_REASONS``."""
    by: int
    """The seat that caused it."""


CHARGE_REASONS = {
    "normal": "another's ordinary finish",
    "okey": "another's finish with the okey",
    "pairs": "another's finish with pairs",
    "pairs_okey": "another's finish with pairs and the okey",
    "indicator": "another showed the indicator",
    "winner": "finishing",
    "leftover": "tiles left in the rack",
    "pairs_leftover": "tiles left in the rack of who opened with pairs",
    "okey_left": "okeys left in the rack",
    "unopened": "never opened",
    "declared": "declared pairs and never opened",
    "invalid_declare": "a wrong finish or opening",
    "okey_discard": "throwing an okey",
    "playable_discard": "throwing a tile that could be laid off",
    "take_back": "giving a taken tile back",
    "left_open": "throwing the tile that another opened with",
}
"""Every reason of a charge with its meaning."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What of one seat decides its score."""

    standing: Standing = "closed"
    """``closed`` in games without an open table; else how it opened."""
    rack: tuple[Tile, ...] = ()
    cheap: tuple[Tile, ...] = ()
    """The okeys in its rack that it took from the discards or out of melds."""
    declared: bool = False
    """Whether it declared pairs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What of a hand decides its score."""

    faces: Faces
    seats: tuple[SeatOutcome, ...]
    winner: int | None = None
    """The seat that finished; None when the hand was void or the stock ran out."""
    shape: Shape = "melds"
    """What the finisher's hand is, or what it opened with."""
    okey: bool = False
    """Whether an okey was thrown to finish."""
    elden: bool = False
    """Whether the finisher opened in the finishing turn and nobody else had opened."""
    konkan: bool = False
    """Whether the finisher was Konkan."""


def finish_reason(shape: Shape, okey: bool) -> str:
    """Names how a hand was finished: ``normal``, ``okey``, ``pairs`` or ``pairs_okey``."""
    return ("pairs_okey" if okey else "pairs") if shape == "pairs" else "okey" if okey else "normal"


def finish_loss(rules: RuleSet, shape: Shape, okey: bool) -> int:
    """Gets what a finish costs each other player in a countdown game."""
    return int(getattr(rules, f"loss_{finish_reason(shape, okey)}"))


def finish_points(rules: RuleSet, faces: Faces, shape: Shape, okey: bool) -> int:
    """Gets what a finish takes off every other side in a countdown game, the indicator's colour included."""
    return finish_loss(rules, shape, okey) * colour_factor(rules, faces)


def colour_factor(rules: RuleSet, faces: Faces) -> int:
    """Gets what the indicator's colour multiplies a hand by (rules 7.7, vibrant)."""
    colour = COLOURS[colour_of(faces.indicator)]
    if rules.colour_rule == "table":
        return next(int(entry[1:]) for entry in rules.colour_table.split() if entry[0] == colour)
    return 2 if rules.colour_rule == "red_black_x2" and colour in "RK" else 1


def finish_factor(rules: RuleSet, outcome: Outcome) -> int:
    """Gets what the way of finishing multiplies a hand by (rules 7.1): okey, pairs and elden double."""
    if rules.finish_multiplier == "none" or outcome.winner is None:
        return 1
    doubles = (outcome.shape == "pairs") + outcome.okey + outcome.elden
    return 1 << (min(doubles, 1) if rules.finish_multiplier == "single" else doubles)


def penalty(rules: RuleSet, faces: Faces, seat: int, points: int, reason: str) -> list[Charge]:
    """Lists what a seat writes for a fault.

    Penalties are never multiplied (rules 7.1) but in countdown games, where the indicator's colour doubles all of
    a hand (rules 7.7); there partners keep one score, so both write it.
    """
    if rules.score_model != "countdown":
        return [Charge(seat, points, reason, seat)] if points else []
    points *= colour_factor(rules, faces)
    side = rules.side_of(seat)
    return [Charge(s, -points, reason, seat) for s in range(rules.players) if rules.side_of(s) == side and points]


def indicator_charges(rules: RuleSet, faces: Faces, shown_by: int | None, moment: Moment) -> list[Charge]:
    """Lists what the others lose because a seat showed the indicator's twin, if it is paid at this moment."""
    if shown_by is None or rules.indicator_show == "off" or rules.indicator_settled != moment:
        return []
    points = rules.indicator_points * colour_factor(rules, faces)
    return _from_other_sides(rules, shown_by, -points if rules.score_model == "countdown" else points, "indicator")


def is_scored(rules: RuleSet, ending: Ending) -> bool:
    """Tells whether a hand that ended so is scored; else it is void."""
    return ending == "finish" or (ending == "stock_out" and rules.stock_out == "score_all")


def counts_as_played(rules: RuleSet, ending: Ending) -> bool:
    """Tells whether a hand that ended so is one of the match's hands."""
    return is_scored(rules, ending) or rules.cancelled_hand_counts


def end_charges(rules: RuleSet, outcome: Outcome, ending: Ending, shown_by: int | None) -> list[Charge]:
    """Lists what every seat writes for how a hand ended, a shown indicator included; penalties come on top."""
    charges = _MODELS[rules.score_model](rules, outcome) if is_scored(rules, ending) else []
    if ending != "all_pairs":  # nothing of a hand that everybody opened with pairs counts
        charges += indicator_charges(rules, outcome.faces, shown_by, "hand_end")
    return charges


def _from_other_sides(rules: RuleSet, by: int, points: int, reason: str) -> list[Charge]:
    side = rules.side_of(by)
    return [Charge(seat, points, reason, by) for seat in range(rules.players) if rules.side_of(seat) != side]


def _countdown(rules: RuleSet, outcome: Outcome) -> list[Charge]:
    """Rules 4 to 6: a finish takes points off every other side."""
    if outcome.winner is None:
        return []
    loss = finish_points(rules, outcome.faces, outcome.shape, outcome.okey)
    return _from_other_sides(rules, outcome.winner, -loss, finish_reason(outcome.shape, outcome.okey))


def _leftover(rules: RuleSet, outcome: Outcome) -> list[Charge]:
    """Rules 2: everybody but the winner writes what is left in the rack."""
    factor = finish_factor(rules, outcome) * colour_factor(rules, outcome.faces)
    return _losers(
        rules, outcome, factor, lambda seat: [("leftover", factor * rack_points(rules, outcome.faces, seat))]
    )


def _konkan(rules: RuleSet, outcome: Outcome) -> list[Charge]:
    """Rules 3.3: opened players write their rack, the others a flat sum; a Konkan win multiplies."""
    factor = colour_factor(rules, outcome.faces) * (rules.konkan_win_multiplier if outcome.konkan else 1)

    def writes(seat: SeatOutcome) -> list[tuple[str, int]]:
        if seat.standing == "unopened":
            return [("unopened", factor * _unopened(rules, outcome.faces, seat))]
        return [("leftover", factor * rack_points(rules, outcome.faces, seat))]

    return _losers(rules, outcome, factor, writes)


def _yuzbir(rules: RuleSet, outcome: Outcome) -> list[Charge]:
    """Rules 7.1: leftovers, flat sums and the finisher's bonus, folded by the way of finishing."""
    faces = outcome.faces
    factor = finish_factor(rules, outcome) * colour_factor(rules, faces)

    def writes(seat: SeatOutcome) -> list[tuple[str, int]]:
        if seat.standing == "unopened":
            if seat.declared and rules.declared_pairs_unopened:
                return [("declared", factor * rules.declared_pairs_unopened)]
            return [("unopened", factor * _unopened(rules, faces, seat))]
        okeys = sum(map(faces.is_okey, seat.rack))
        points = factor * rack_points(rules, faces, seat)
        left = (
            ("pairs_leftover", points * rules.pairs_opener_factor) if seat.standing == "pairs" else ("leftover", points)
        )
        return [left, ("okey_left", okeys * rules.okey_left_extra)]

    return _losers(rules, outcome, factor, writes)


_MODELS: dict[str, Callable[[RuleSet, Outcome], list[Charge]]] = {
    "countdown": _countdown,
    "leftover": _leftover,
    "konkan": _konkan,
    "yuzbir": _yuzbir,
}


def _losers(
    rules: RuleSet, outcome: Outcome, factor: int, writes: Callable[[SeatOutcome], list[tuple[str, int]]]
) -> list[Charge]:
    """Lists what the seats write where low scores win; a finisher's partner may be spared."""
    charges = []
    winner = outcome.winner
    for index, seat in enumerate(outcome.seats):
        by = index if winner is None else winner
        if index == winner:
            written = [("winner", factor * rules.winner_value)]
        elif winner is not None and rules.partner_finish_wipes and rules.side_of(index) == rules.side_of(winner):
            written = []
        else:
            written = writes(seat)
        charges += [Charge(index, points, reason, by) for reason, points in written if points]
    return charges


def _unopened(rules: RuleSet, faces: Faces, seat: SeatOutcome) -> int:
    return rack_points(rules, faces, seat) if rules.unopened_value == "rack" else rules.unopened_value


def rack_points(rules: RuleSet, faces: Faces, seat: SeatOutcome) -> int:
    """Counts what is left in a rack: all of it, or only what fits into no meld."""
    okey_value = number_of(faces.okey) if rules.okey_left_value == "face" else rules.okey_left_value
    if rules.leftover_scope == "deadwood":
        return arrange(seat.rack, faces, rules, okey_value).points
    total = 0
    for tile in seat.rack:
        if not faces.is_okey(tile):
            total += faces.value(tile)
        elif tile in seat.cheap and rules.okey_left_taken_value is not None:
            total += rules.okey_left_taken_value
        else:
            total += okey_value
    return total


def add(scores: Sequence[int], charges: Sequence[Charge]) -> tuple[int, ...]:
    """Adds charges to scores, seat by seat."""
    return tuple(score + sum(c.points for c in charges if c.seat == seat) for seat, score in enumerate(scores))


def side_totals(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """Adds up the scores of every side; in countdown games partners keep one score already."""
    if rules.teams == "none":
        return tuple(scores)
    if rules.score_model == "countdown":
        return (scores[0], scores[1])
    return (scores[0] + scores[2], scores[1] + scores[3])


def gains(rules: RuleSet, before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """Gets what a change of the scores brought each seat's side; more is better in every game."""
    sign = 1 if rules.score_model == "countdown" else -1
    totals = list(zip(side_totals(rules, before), side_totals(rules, after), strict=True))
    return tuple(sign * (now - old) for seat in range(rules.players) for old, now in [totals[rules.side_of(seat)]])


def best_seats(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """Gets the seats of the best side, or sides that are level: high wins in countdown games, low in the others."""
    return _seats_with(rules, scores, max if rules.score_model == "countdown" else min)


def worst_seats(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """Gets the seats of the worst side, or sides that are level."""
    return _seats_with(rules, scores, min if rules.score_model == "countdown" else max)


def _seats_with(rules: RuleSet, scores: Sequence[int], pick: Callable[[Sequence[int]], int]) -> tuple[int, ...]:
    totals = side_totals(rules, scores)
    picked = pick(totals)
    return tuple(seat for seat in range(rules.players) if totals[rules.side_of(seat)] == picked)


def match_over(rules: RuleSet, scores: Sequence[int], hands: int) -> bool:
    """Tells whether a match has ended.

    Args:
        rules: the options.
        scores: the scores after a hand, scored in full.
        hands: how many hands count as played.
    """
    if rules.match_end == "score_zero":
        return min(scores) <= 0
    return (
        hands
        >= {"single": 1, "n_hands": rules.n_hands[0], "five_plus_determine": rules.n_hands[0] + 1}[rules.match_end]
    )


def forced_konkan(rules: RuleSet, scores: Sequence[int], hands: int) -> tuple[int, ...]:
    """Gets the seats that play the next hand as Konkan: in the Determine round the worse side, or both if level."""
    if rules.match_end != "five_plus_determine" or hands != rules.n_hands[0]:
        return ()
    return worst_seats(rules, scores)
