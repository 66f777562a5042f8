"""One adapter for each kind of vector: what is asked, translated for the engine, and its answer translated back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from okey.game import Refused, laying
from okey.game.actions import open_with
from okey.game.finishing import allowed, finishing
from okey.game.scoring import (
    Charge,
    Ending,
    Outcome,
    SeatOutcome,
    Standing,
    add,
    best_seats,
    counts_as_played,
    end_charges,
    finish_factor,
    finish_points,
    forced_konkan,
    indicator_charges,
    match_over,
    penalty,
    side_totals,
)
from okey.game.state import Player
from okey.melds import MeldError, make_meld
from okey.rules import RuleSet
from okey.solver import Laid, complete, finishing_discards
from okey.solver.layouts import konkan_layouts
from okey.tiles import KIND_NAMES, WILD, Faces, deal_out, kind_of, parse_kinds
from okey.vectors.fields import CANCELLED, VectorError, check, settings_of, shown, spelled
from okey.vectors.flow import FLOWS
from okey.vectors.konkan import status_after
from okey.vectors.situations import faces_of, set_table, started

Vector: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]


def ask(vector: Vector) -> Answer:
    """Answers one vector.

    Raises:
        VectorError: when its kind is unknown or a field is missing or no such thing.
        RulesError, TileError: when its rule set or its tiles are none.
    """
    vector = spelled(vector)
    kind = vector.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise VectorError(f"cannot answer vectors of the kind {shown(kind)}")
    rules = rules_of(vector)
    check(vector, rules)
    return _KINDS[kind](vector, rules)


def rules_of(vector: Vector) -> RuleSet:
    """Builds the rule set that a vector asks about."""
    return RuleSet.of(str(vector.get("ruleset")), settings_of(vector))


def _identity(vector: Vector, rules: RuleSet) -> Answer:
    faces = faces_of(vector["indicator"], rules)
    return {
        "okey": KIND_NAMES[faces.okey],
        "false_joker": "wild" if faces.false_joker == WILD else KIND_NAMES[faces.false_joker],
    }


def _win14(vector: Vector, rules: RuleSet) -> Answer:
    found = complete(deal_out(parse_kinds(vector["hand"])), faces_of(vector["indicator"], rules), rules)
    shapes = allowed(rules, Player(declared=_declared(vector)), found)
    return {"win": bool(shapes), "shapes": sorted(shapes)}


def _declared(fields: Vector) -> bool:
    return any(fields.get(key) for key in ("declared", "declared_pairs"))


def _finish15(vector: Vector, rules: RuleSet) -> Answer:
    faces = faces_of(vector["indicator"], rules)
    tiles = deal_out(parse_kinds(vector["hand"]))
    hand = set_table(rules, vector["indicator"], tiles, spare=0)
    hand.acting.declared = _declared(vector)
    hand.turn.arrived = None if vector.get("first_turn") else tiles[-1]
    winning = {}
    found = finishing_discards(tiles, faces, rules) if rules.table_melds else finishing(rules, hand)
    for tile, shapes in found.items():
        losses = [finish_points(rules, faces, shape, faces.is_okey(tile)) for shape in shapes]
        winning[KIND_NAMES[kind_of(tile)]] = {
            "shapes": sorted(shapes),
            "loss": max(losses) if rules.score_model == "countdown" else None,
        }
    return {"winning": winning}


def _meld(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_out(parse_kinds(vector["tiles"]))
    try:
        faces = faces_of(vector["indicator"], rules)
        meld = make_meld(vector["type"], tiles, faces, rules, vector.get("origin", "table"))
    except MeldError as error:
        return {"valid": False, "value": None, "reason": error.reason}
    return {"valid": True, "value": meld.value}


def _opening(vector: Vector, rules: RuleSet) -> Answer:
    context = vector.get("context", {})
    kinds = [parse_kinds(text) for text in vector["melds"]]
    tiles = iter(deal_out(kind for meld in kinds for kind in meld))
    melds: list[Laid] = [
        (type_, tuple(next(tiles) for _ in meld)) for type_, meld in zip(vector["kinds"], kinds, strict=True)
    ]
    laid = [tile for _, meld in melds for tile in meld]
    hand = set_table(rules, vector["indicator"], laid, spare=1 if context.get("whole_hand_one_turn") else 3)
    me, players = hand.actor, hand.players
    others: tuple[tuple[str, int, str], ...] = (
        ("opponents_best", 1, "series"),
        ("opponents_best_pairs", -1, "pairs"),
        ("highest_series", 1, "series"),
        ("highest_pairs", -1, "pairs"),
    )
    if context.get("partner_opened"):
        _has_opened(players[(me + 2) % len(players)], "series", rules.open_min_points)
    if context.get("somebody_opened"):
        _has_opened(players[(me + 1) % len(players)], "series", rules.open_min_points)
    if context.get("already_opened"):
        _has_opened(players[me], "series", rules.open_min_points)
    players[me].konkan = context.get("konkan", False)
    players[me].declared = _declared(context)
    for key, seat, how in others:
        if key in context:
            _has_opened(players[(me + seat) % len(players)], how, context[key])
    action = open_with(tuple(melds))
    try:
        offer = laying.judge_opening(rules, hand, action)
    except Refused as refused:
        value, needed = laying.worth_of_opening(rules, hand, action)
        return {"legal": False, "reason": refused.reason, "value": value, "need": needed}
    return {"legal": offer.value >= offer.needed, "value": offer.value, "need": offer.needed}


def _has_opened(player: Player, how: str, value: int) -> None:
    player.opened = "pairs" if how == "pairs" else "series"
    player.opened_with = value


def _score_countdown(vector: Vector, rules: RuleSet) -> Answer:
    start = vector["start"]
    scores = (start,) * rules.players if isinstance(start, int) else tuple(start)
    counted = 0
    for hand in vector["hands"]:
        faces = faces_of(hand.get("indicator", "Y5"), rules)
        shown_by = hand.get("shown_by")
        outcome = _outcome(hand, faces, (SeatOutcome(),) * len(scores))
        charges = indicator_charges(rules, faces, shown_by, "at_once") + _penalties(hand, faces, rules)
        ending: Ending = "stock_out" if outcome.winner is None else "finish"
        scores = add(scores, charges + end_charges(rules, outcome, ending, shown_by))
        counted += counts_as_played(rules, ending)
    ended = match_over(rules, scores, counted)
    return {"scores": list(scores), "ended": ended, "winners": list(best_seats(rules, scores)) if ended else []}


def _outcome(hand: Vector, faces: Faces, seats: tuple[SeatOutcome, ...]) -> Outcome:
    """Gathers how a hand ended."""
    finish = {**hand, **hand.get("finish", {})}
    return Outcome(
        faces=faces,
        seats=seats,
        winner=hand.get("winner"),
        shape="pairs" if finish.get("pairs") or hand.get("shape") == "pairs" else "melds",
        okey=finish.get("okey", False),
        elden=finish.get("elden", False),
        konkan=hand.get("konkan_win", finish.get("konkan", False)),
    )


def _penalties(fields: Vector, faces: Faces, rules: RuleSet) -> list[Charge]:
    """Lists the penalties written in a hand: seats with what for, or with the points."""
    return [
        charge
        for seat, what in fields.get("penalties") or []
        for charge in penalty(rules, faces, seat, _points(what, rules), what if isinstance(what, str) else "take_back")
    ]


def _points(what: str | int, rules: RuleSet) -> int:
    return int(getattr(rules, f"{what}_penalty")) if isinstance(what, str) else what


def _score_leftover(vector: Vector, rules: RuleSet) -> Answer:
    seats = [{"state": "closed", "rack": rack} for rack in vector["racks"]]
    return _scored({**vector, "players": seats}, rules)


def _scored(vector: Vector, rules: RuleSet) -> Answer:
    """Scores a hand in which low scores win."""
    faces = faces_of(vector["indicator"], rules)
    seats, winner, shown_by = vector["players"], vector["winner"], vector.get("shown_by")
    outcome = _outcome(vector, faces, tuple(map(_seat_outcome, seats)))
    charges = indicator_charges(rules, faces, shown_by, "at_once") + _penalties(vector, faces, rules)
    for seat, player in enumerate(seats):
        written = player.get("penalties", 0)
        written = [[seat, what] for what in (written if isinstance(written, list) else [written])]
        charges += _penalties({"penalties": written}, faces, rules)
    charges += end_charges(rules, outcome, "stock_out" if winner is None else "finish", shown_by)
    scores = add((0,) * len(seats), charges)
    answer = {"scores": list(scores), "multiplier": finish_factor(rules, outcome)}
    if len(seats) == rules.players:
        answer["team_totals"] = list(side_totals(rules, scores))
    return answer


def _seat_outcome(player: dict[str, Any]) -> SeatOutcome:
    standings: dict[str, Standing] = {
        "closed": "closed",
        "opened": "series",
        "series": "series",
        "pairs": "pairs",
        "winner": "series",
    }
    rack = deal_out(parse_kinds(player.get("rack") or ""))
    cheap = deal_out(parse_kinds(player.get("taken_okeys") or ""))
    state = player["state"]
    declared = state.startswith("declared") or _declared(player)
    return SeatOutcome(standings.get(state, "unopened"), tuple(rack), tuple(cheap), declared)


def _match_konkan(vector: Vector, rules: RuleSet) -> Answer:
    sides = [[s for s in range(rules.players) if rules.side_of(s) == side] for side in range(rules.players)]
    sides = [seats for seats in sides if seats]
    given = [None if points in CANCELLED else points for points in vector["rounds"]]
    counted = sum(counts_as_played(rules, "finish" if points else "stock_out") for points in given)
    scores = _seat_scores(sides, [points for points in given if points])
    answer: Answer = {
        "totals": list(side_totals(rules, scores)),
        "forced_konkan": _letters(sides, forced_konkan(rules, scores, counted)),
    }
    if vector.get("determine") is not None:
        counted += 1
        last = _seat_scores(sides, [vector["determine"]])
        scores = tuple(map(sum, zip(scores, last, strict=True)))
    answer["ended"] = match_over(rules, scores, counted)
    if answer["ended"]:
        won = _letters(sides, best_seats(rules, scores))
        answer |= {"final": list(side_totals(rules, scores)), "winner": won[0] if len(won) == 1 else won}
    return answer


def _seat_scores(sides: list[list[int]], rounds: list[list[int]]) -> tuple[int, ...]:
    """Adds up the points of rounds, written by the first seat of each side."""
    scores = [0] * sum(map(len, sides))
    for points in rounds:
        for seats, number in zip(sides, points, strict=True):
            scores[seats[0]] += number
    return tuple(scores)


def _letters(sides: list[list[int]], seats: Sequence[int]) -> list[str]:
    """Names the sides that some seats belong to."""
    return ["ABCD"[index] for index, side in enumerate(sides) if set(side) & set(seats)]


def _konkan_finish(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_out(parse_kinds(vector["hand"]))
    player = Player(rack=tiles, konkan=True, early=vector.get("laid_off_before", False))
    faces: Faces = faces_of(vector["indicator"], rules)
    thrown = set()
    for layout in konkan_layouts(tiles, faces, rules, *laying.konkan_sizes(rules, player)):
        used = {tile for _, meld in layout for tile in meld}
        thrown |= {KIND_NAMES[kind_of(tile)] for tile in tiles if tile not in used}
    return {"discards": sorted(thrown)}


def _konkan_state(vector: Vector, rules: RuleSet) -> Answer:
    status, log, player = status_after(vector["events"], rules)
    return {"status": status, "log": log, "finish": list(laying.konkan_sizes(rules, player))}


def _deal(_vector: Vector, rules: RuleSet) -> Answer:
    game = started(rules, "deal")
    view = game.view(None)
    others = {size for seat, size in enumerate(view.rack_sizes) if seat != view.starter}
    return {
        "starter": view.rack_sizes[view.starter],
        "others": others.pop() if len(others) == 1 else sorted(others),
        "stock": view.stock,
    }


def _flow(vector: Vector, rules: RuleSet) -> Answer:
    return FLOWS[vector["ask"]](vector, rules)


_KINDS: dict[str, Callable[[Vector, RuleSet], Answer]] = {
    "identity": _identity,
    "win14": _win14,
    "finish15": _finish15,
    "meld": _meld,
    "opening": _opening,
    "score_countdown": _score_countdown,
    "score_leftover": _score_leftover,
    "score_yuzbir": _scored,
    "score_konkan": _scored,
    "match_konkan": _match_konkan,
    "konkan_finish": _konkan_finish,
    "konkan_state": _konkan_state,
    "deal": _deal,
    "flow": _flow,
}
