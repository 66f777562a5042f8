"""One adapter for each kind of vector: what is asked, translated for the engine, and its answer translated back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from okey.game import Refused, laying
from okey.game.actions import open_with
from okey.game.scoring import (
    Charge,
    Ending,
    Outcome,
    SeatOutcome,
    Standing,
    add,
    best_seats,
    colour_factor,
    end_charges,
    finish_factor,
    finish_loss,
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
from okey.vectors.fields import VectorError, check, settings_of
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
    kind = vector.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise VectorError(f"cannot answer vectors of the kind {kind!r:.40}")
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
    shapes = complete(deal_out(parse_kinds(vector["hand"])), faces_of(vector["indicator"], rules), rules)
    return {"win": bool(shapes), "shapes": sorted(shapes)}


def _finish15(vector: Vector, rules: RuleSet) -> Answer:
    faces = faces_of(vector["indicator"], rules)
    winning = {}
    for tile, shapes in finishing_discards(deal_out(parse_kinds(vector["hand"])), faces, rules).items():
        losses = [finish_loss(rules, shape, faces.is_okey(tile)) for shape in shapes]
        winning[KIND_NAMES[kind_of(tile)]] = {
            "shapes": sorted(shapes),
            "loss": colour_factor(rules, faces) * max(losses) if rules.score_model == "countdown" else None,
        }
    return {"winning": winning}


def _meld(vector: Vector, rules: RuleSet) -> Answer:
    tiles = deal_out(parse_kinds(vector["tiles"]))
    try:
        faces = faces_of(vector["indicator"], rules)
        meld = make_meld(vector["type"], tiles, faces, rules, vector.get("origin", "table"))
    except MeldError:
        return {"valid": False}
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
        ("highest_series", 1, "series"),
        ("highest_pairs", -1, "pairs"),
    )
    if context.get("partner_opened"):
        _has_opened(players[(me + 2) % len(players)], "series", rules.open_min_points)
    for key, seat, how in others:
        if key in context:
            _has_opened(players[(me + seat) % len(players)], how, context[key])
    action = open_with(tuple(melds))
    try:
        offer = laying.judge_opening(rules, hand, action)
    except Refused as refused:
        value, needed = laying.worth_of_opening(rules, hand, action)
        counted = {} if value is None else {"value": value}
        return {"legal": False, "reason": refused.reason, **counted, "need": needed}
    return {"legal": offer.value >= offer.needed, "value": offer.value, "need": offer.needed}


def _has_opened(player: Player, how: str, value: int) -> None:
    player.opened = "pairs" if how == "pairs" else "series"
    player.opened_with = value


def _score_countdown(vector: Vector, rules: RuleSet) -> Answer:
    scores = tuple(vector["start"])
    for hand in vector["hands"]:
        faces = faces_of(hand.get("indicator", "Y5"), rules)
        shown_by = hand.get("shown_by")
        outcome = Outcome(
            faces,
            (SeatOutcome(),) * len(scores),
            hand.get("winner"),
            hand.get("shape") or "melds",
            hand.get("okey", False),
        )
        charges = indicator_charges(rules, faces, shown_by, "at_once")
        for seat, reason in hand.get("penalties", []):
            charges += penalty(rules, faces, seat, getattr(rules, f"{reason}_penalty"), reason)
        ending: Ending = "stock_out" if outcome.winner is None else "finish"
        scores = add(scores, charges + end_charges(rules, outcome, ending, shown_by))
    ended = match_over(rules, scores, len(vector["hands"]))
    return {"scores": list(scores), "ended": ended, "winners": list(best_seats(rules, scores)) if ended else []}


def _score_leftover(vector: Vector, rules: RuleSet) -> Answer:
    seats = [{"state": "closed", "rack": rack} for rack in vector["racks"]]
    return _scored({**vector, "players": seats}, rules)


def _scored(vector: Vector, rules: RuleSet) -> Answer:
    """Scores a hand in which low scores win."""
    faces = faces_of(vector["indicator"], rules)
    seats, finish, winner = vector["players"], vector.get("finish", {}), vector["winner"]
    outcome = Outcome(
        faces=faces,
        seats=tuple(map(_seat_outcome, seats)),
        winner=winner,
        shape="pairs" if finish.get("pairs") else "melds",
        okey=finish.get("okey", False),
        elden=finish.get("elden", False),
        konkan=vector.get("konkan_win", finish.get("konkan", False)),
    )
    charges: list[Charge] = []
    for seat, player in enumerate(seats):
        written = player.get("penalties", 0)
        charges += penalty(
            rules, faces, seat, sum(written) if isinstance(written, list) else written, "playable_discard"
        )
    charges += end_charges(rules, outcome, "stock_out" if winner is None else "finish", vector.get("shown_by"))
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
    declared = state.startswith("declared") or any(player.get(key) for key in ("declared", "declared_pairs"))
    return SeatOutcome(standings.get(state, "unopened"), tuple(rack), tuple(cheap), declared)


def _match_konkan(vector: Vector, rules: RuleSet) -> Answer:
    teams = "AB"
    rounds = [points or [0, 0] for points in vector["rounds"]]
    counted = len(rounds) if rules.cancelled_hand_counts else sum(map(bool, vector["rounds"]))
    totals = [sum(points) for points in zip(*rounds, strict=True)]
    scores = (totals[0], totals[1], 0, 0)
    forced = forced_konkan(rules, scores, counted)
    answer: Answer = {
        "totals": list(side_totals(rules, scores)),
        "forced_konkan": sorted({teams[s % 2] for s in forced}),
    }
    last = vector.get("determine")
    if last is not None:
        counted += 1
        scores = (scores[0] + last[0], scores[1] + last[1], 0, 0)
    answer["ended"] = match_over(rules, scores, counted)
    if answer["ended"]:
        won = sorted({teams[seat % 2] for seat in best_seats(rules, scores)})
        answer |= {"final": list(side_totals(rules, scores)), "winner": won[0] if len(won) == 1 else won}
    return answer


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
    question = vector.get("ask")
    if not isinstance(question, str) or question not in FLOWS:
        raise VectorError(f"cannot answer the flow question {question!r:.40}")
    return FLOWS[question](vector, rules)


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
