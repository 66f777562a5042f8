"""The rules of a game in words, chosen by its options, with figures from the functions that score it.

What is said is a list of keys with figures; the sentences of each language are in ``okey.rulebook_texts``.
So a text cannot say what the engine does not do, and both languages say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from okey.game.scoring import Outcome, SeatOutcome, Standing, add, end_charges, indicator_charges
from okey.rulebook_texts import TEXTS
from okey.rules import OPTIONS, RuleSet, idle_by
from okey.solver import Shape
from okey.tiles import TILES, Faces, Tile, deal_out, number_of, parse_kind, parse_kinds


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence to say: the key of its text and what to fill in."""

    key: str
    values: dict[str, object]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules, ready to be read."""

    name: str
    """Its key, the same in every language."""
    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences as one paragraph."""
        return " ".join(self.sentences)


class Chosen(NamedTuple):
    """What an option is set to, ready to be read."""

    label: str
    value: str
    meaning: str
    """One line on what the option decides."""


def rulebook(rules: RuleSet, language: str) -> list[Section]:
    """Writes the rules of a game; sections without anything to say are left out.

    Args:
        rules: the options in effect.
        language: a key of ``TEXTS``.
    """
    texts = TEXTS[language]
    sections = []
    for name, lines in _SECTIONS.items():
        said = tuple(_fill(texts, line, language) for line in lines(rules))
        if said:
            sections.append(Section(name, texts[f"title.{name}"], said))
    return sections


def options_in_effect(rules: RuleSet, language: str) -> list[Chosen]:
    """Lists every option that has an effect under these rules."""
    return [
        Chosen(option.label[language], option.value_name(getattr(rules, name), language), option.doc[language])
        for name, option in OPTIONS.items()
        if in_effect(rules, name)
    ]


def in_effect(rules: RuleSet, name: str) -> bool:
    """Tells whether an option has an effect under these rules."""
    return idle_by(rules, name) is None


def _fill(texts: dict[str, str], line: Line, language: str) -> str:
    return texts[line.key].format(**{key: _word(value, language) for key, value in line.values.items()})


def _word(value: object, language: str) -> str:
    if isinstance(value, list):
        *most, last = (_word(part, language) for part in value)
        return f"{', '.join(most)} {TEXTS[language]['or']} {last}" if most else last
    if isinstance(value, tuple):
        return ", ".join(_word(part, language) for part in value)
    return str(value).replace("-", "−")


def _say(key: str, **values: object) -> Line:
    return Line(key, values)


# ---- parts of the game


def _pairs(rules: RuleSet) -> bool:
    """Tells whether pairs are good for anything."""
    return rules.open_min_pairs > 0 if rules.table_melds else rules.pairs_win != "off"


def _countdown(rules: RuleSet) -> bool:
    return rules.score_model == "countdown"


def _as_101(rules: RuleSet) -> bool:
    return rules.score_model == "yuzbir"


def _shows(rules: RuleSet) -> bool:
    return rules.indicator_show != "off"


def _declares(rules: RuleSet) -> bool:
    return rules.cifte_declare != "off"


def _teams(rules: RuleSet) -> bool:
    return rules.teams != "none"


def _offers_series(rules: RuleSet) -> bool:
    """Tells whether a single hand could as well be a series."""
    return rules.match_end == "single" and max(rules.n_hands) > 1


# ---- what is said


def _tiles(r: RuleSet) -> Iterator[Line]:
    yield _say("tiles.set")
    yield _say("tiles.indicator")
    yield _say(f"tiles.okey.{r.okey_offset}")
    yield _say("tiles.example", okey=number_of(_faces(r, "B9").okey))
    yield _say(f"tiles.false_joker.{r.false_joker}")


def _deal(r: RuleSet) -> Iterator[Line]:
    yield _say(f"deal.players.{r.players}.{r.teams}")
    stock = TILES - 1 - (r.players * r.hand_size + 1)
    yield _say("deal.size", dealt=r.hand_size, first=r.hand_size + 1, stock=stock)
    yield _say(f"deal.starter.{r.starter}")
    if in_effect(r, "next_starter"):
        yield _say(f"deal.next.{r.next_starter}")
    if r.players > 2:
        yield _say(f"deal.direction.{r.direction}")


def _turn(r: RuleSet) -> Iterator[Line]:
    table = "open" if r.table_melds else "closed"
    yield _say(f"turn.take.{r.take_from}")
    yield _say(f"turn.throw.{table}")
    yield _say(f"turn.starter.{table}")
    two = r.players == 2 and r.discard_piles == "per_player"
    yield _say("turn.piles.two" if two else f"turn.piles.{r.discard_piles}")
    if r.table_melds:
        yield _say(f"turn.taken.{r.taken_tile_use}")
    yield _say(f"turn.back.{r.take_back}")
    if r.take_back == "undo_then_stock" and r.take_back_penalty:
        yield _say("turn.back_cost", points=r.take_back_penalty)
    if r.confirm_okey_discard:
        yield _say("turn.confirm")


def _melds(r: RuleSet) -> Iterator[Line]:
    yield _say("melds.run")
    yield _say(f"melds.one.{r.one_after_thirteen}")
    if r.run_max_from_hand < r.run_max_table:
        yield _say(f"melds.longest.{'open' if r.table_melds else 'closed'}", most=r.run_max_from_hand)
    yield _say(f"melds.set.{'_'.join(map(str, sorted(set(r.set_sizes))))}")
    yield _say(f"melds.real.{r.min_real_tiles}")
    if not r.two_leading_wilds:
        yield _say("melds.leading")
    if r.table_melds:
        yield _say("melds.value")
    elif not _pairs(r):
        yield _say("pairs.off")


def _pairs_section(r: RuleSet) -> Iterator[Line]:
    if not _pairs(r):
        return
    yield _say(f"pairs.rule.{r.pair_rule}")
    yield _say(f"pairs.wild.{'yes' if r.wild_in_pair else 'no'}")
    if r.table_melds and r.indicator_twin_is_pair:
        yield _say("pairs.twin")
    if not r.table_melds:
        yield _say(f"pairs.win.{r.pairs_win}")
    if _declares(r):
        yield _say("pairs.declare")
        if r.cifte_locks:
            yield _say(f"pairs.locks.{'open' if r.table_melds else 'closed'}")


def _table(r: RuleSet) -> Iterator[Line]:
    if r.table_melds:
        yield from _opening(r)
        yield from _after_opening(r)


def _opening(r: RuleSet) -> Iterator[Line]:
    yield _say("table.open" if r.open_min_points else "table.open_any", points=r.open_min_points)
    if r.open_min_pairs:
        yield _say("table.open_pairs", pairs=r.open_min_pairs)
    if r.open_escalation != "none":
        yield _say(f"table.raised.{r.open_escalation}")
        if r.open_min_pairs:
            yield _say("table.raised_pairs")
    if r.open_partner_min is not None and _teams(r):
        yield _say("table.partner" if r.open_partner_min else "table.partner_any", points=r.open_partner_min)
    if r.elden_ignores_bar and (r.open_min_points or r.open_escalation != "none"):
        yield _say("table.elden")
    if r.invalid_declare_penalty:
        yield _say("table.wrong", points=r.invalid_declare_penalty)
    if r.left_open_charge:
        yield _say("table.left_pairs" if r.open_min_pairs else "table.left")
    if r.all_pairs_void and r.open_min_pairs:
        yield _say("table.all_pairs")


def _after_opening(r: RuleSet) -> Iterator[Line]:
    yield _say("table.after")
    yield _say("table.off_sets" if max(r.set_sizes) > 3 else "table.off_runs")
    if r.open_min_pairs:
        yield _say("table.pairs_only")
        if r.series_opener_pairs_limit:
            yield _say("table.pairs_limit", most=r.series_opener_pairs_limit)
        if r.pair_opener_layoff_limit:
            yield _say("table.off_limit", most=r.pair_opener_layoff_limit)
    if r.joker_swap:
        yield _say("table.swap")
    yield _say(f"table.same_turn.{'yes' if r.work_same_turn_as_opening else 'no'}")
    yield _say("table.keep")


def _konkan_section(r: RuleSet) -> Iterator[Line]:
    if not r.konkan:
        return
    run, rest = r.konkan_finish
    yield _say("konkan.become")
    yield _say("konkan.finish" if r.konkan_run_exact else "konkan.finish_longer", run=run, rest=rest)
    if r.run_max_from_hand < r.run_max_table:
        yield _say("konkan.run_exempt", most=r.run_max_from_hand)
    if r.layoff_before_open == "no":
        yield _say("konkan.early_no")
    else:
        yield _say("konkan.early", run=run, rest=rest - 1)
        yield _say("konkan.early_once")
    takes = r.konkan_discard_free_takes
    yield _say({0: "konkan.take_none", 1: "konkan.take_once"}.get(takes, "konkan.take"), takes=takes)
    if takes:
        yield _say(f"konkan.free.{'safe' if r.konkan_free_take_is_safe else 'konkan'}")
    yield _say("konkan.eliminated")
    yield _say("konkan.last")


def _finish(r: RuleSet) -> Iterator[Line]:
    if r.table_melds:
        yield _say("finish.open")
    else:
        yield _say("finish.closed", tiles=r.hand_size)
        thrown = r.finish_action == "declare" and r.throw_finishes
        yield _say("finish.how.declare_or_throw" if thrown else f"finish.how.{r.finish_action}")
        if r.finish_two_press:
            yield _say("finish.two_press")
        yield _cost("finish.wrong", r.invalid_declare_penalty)
    yield _say(f"finish.first.{'yes' if r.starter_may_finish_first else 'no'}")
    yield _cost("finish.okey", r.okey_discard_penalty)
    if r.table_melds and r.playable_discard_penalty:
        yield _say("finish.playable", points=r.playable_discard_penalty)
        if r.okey_discard_penalty:
            yield _say("finish.once")


def _indicator(r: RuleSet) -> Iterator[Line]:
    if not _shows(r):
        return
    yield _say(f"indicator.{'dealt' if r.indicator_must_be_dealt else 'drawn'}")
    charges = indicator_charges(r, _faces(r, "B7"), 0, r.indicator_settled)
    cost = "indicator.cost" if r.colour_rule == "off" else "indicator.cost_blue"
    yield _say(cost, points=abs(charges[0].points))
    if r.indicator_settled == "at_once":
        yield _say("indicator.at_once")
    else:
        yield _say("indicator.hand_end")


# ---- scoring


def _faces(r: RuleSet, indicator: str) -> Faces:
    return Faces(parse_kind(indicator), r.okey_offset, r.false_joker)


_FEW, _MANY, _GROUPED = "R4 K6", "K12 Y8", "R1 R2 R3 R4 B5 Y5 K5 K13 R11 K9 Y8 R7 R6 Y2"
"""What the losers of the examples are left with; the texts tell it."""


def _scores(
    r: RuleSet,
    indicator: str = "B7",
    *,
    shape: Shape = "melds",
    okey: bool = False,
    elden: bool = False,
    konkan: bool = False,
) -> tuple[int, ...]:
    """Scores the hand of the examples: the first seat finishes, the others lose."""
    fourth: Standing = "pairs" if _pairs(r) else "series"
    seats = [SeatOutcome("closed", _rack(rack)) for rack in ("", *[_GROUPED] * 3)]
    if r.table_melds:
        seats = [
            SeatOutcome("series"),
            SeatOutcome("series", _rack(_FEW)),
            SeatOutcome("unopened", _rack(_MANY)),
            SeatOutcome(fourth, _rack(_MANY)),
        ]
    faces = _faces(r, indicator)
    outcome = Outcome(faces, tuple(seats[: r.players]), 0, shape, okey=okey, elden=elden, konkan=konkan)
    return add((r.start_points[0],) * r.players, end_charges(r, outcome, "finish", None))


def _rack(kinds: str) -> tuple[Tile, ...]:
    return tuple(deal_out(parse_kinds(kinds)))


def _with_an_okey(r: RuleSet) -> int:
    """Gets what an opened loser writes for an okey and red 3."""
    faces = _faces(r, "B7")
    loser = SeatOutcome("series", tuple(deal_out([faces.okey, parse_kind("R3")])))
    outcome = Outcome(faces, (SeatOutcome(), loser, *[SeatOutcome()] * (r.players - 2)), 0)
    return sum(charge.points for charge in end_charges(r, outcome, "finish", None) if charge.seat == 1)


def _score(r: RuleSet) -> Iterator[Line]:
    yield _say("score.start", points=r.start_points[0])
    if len(set(r.start_points)) > 1:
        yield _say("score.choices", points=sorted(set(r.start_points)))
    yield from _score_countdown(r) if _countdown(r) else _score_leftovers(r)
    yield from _score_colour(r)


def _score_countdown(r: RuleSet) -> Iterator[Line]:
    yield _say("score.countdown")
    if _teams(r):
        yield _say("score.shared")
    yield _say("score.losses", normal=r.loss_normal, okey=r.loss_okey)
    if _pairs(r):
        yield _say("score.losses_pairs", pairs=r.loss_pairs, both=r.loss_pairs_okey)
        if not r.table_melds:
            yield _say("score.dearer")
    yield _say("score.false_joker")
    yield _say("score.example", start=r.start_points[0], scores=_scores(r, okey=True))
    if r.colour_rule != "off":
        yield _say("score.blue")


def _score_leftovers(r: RuleSet) -> Iterator[Line]:
    yield _say("score.low")
    if _teams(r):
        yield _say("score.added")
    yield _say("score.winner", points=r.winner_value)
    if _teams(r):
        yield _say(f"score.partner.{'wiped' if r.partner_finish_wipes else 'writes'}")
    yield _say(f"score.{'opened' if r.table_melds else 'loser'}.{r.leftover_scope}")
    yield from _score_okeys(r)
    if in_effect(r, "unopened_value"):
        unopened = "score.unopened_rack" if r.unopened_value == "rack" else "score.unopened"
        yield _say(unopened, points=r.unopened_value)
    if in_effect(r, "declared_pairs_unopened") and r.declared_pairs_unopened:
        yield _say("score.declared", points=r.declared_pairs_unopened)
    if in_effect(r, "pairs_opener_factor") and r.pairs_opener_factor > 1:
        yield _say("score.pairs_opener", factor=r.pairs_opener_factor)
    yield from _score_factors(r)
    yield from _score_example(r)


def _score_okeys(r: RuleSet) -> Iterator[Line]:
    left = "score.okey_face" if r.okey_left_value == "face" else "score.okey_left"
    yield _say(left, points=r.okey_left_value)
    if in_effect(r, "okey_left_taken_value") and r.okey_left_taken_value is not None:
        yield _say("score.okey_taken", points=r.okey_left_taken_value)
    if _as_101(r) and r.okey_left_extra:
        yield _say("score.okey_extra", points=r.okey_left_extra)


def _doubles(r: RuleSet) -> str:
    """Names the ways of finishing that may double a hand."""
    return "_".join(["okey", *(["pairs"] if _pairs(r) else []), *(["elden"] if r.table_melds else [])])


def _score_factors(r: RuleSet) -> Iterator[Line]:
    if in_effect(r, "konkan_win_multiplier") and r.konkan_win_multiplier > 1:
        yield _say("score.konkan", factor=r.konkan_win_multiplier)
    if in_effect(r, "finish_multiplier") and r.finish_multiplier != "none":
        yield _say(f"score.doubles.{_doubles(r)}")
        if _doubles(r) != "okey":
            yield _say(f"score.{r.finish_multiplier}")
    if any(getattr(r, name) and in_effect(r, name) for name in OPTIONS if name.endswith("_penalty")):
        yield _say("score.penalties")


def _score_example(r: RuleSet) -> Iterator[Line]:
    scores = _scores(r)
    written = [score - r.start_points[0] for score in scores]
    if r.table_melds:
        yield _say("example.opened", points=written[1])
        if r.players > 2:
            yield _say("example.unopened_partner" if _teams(r) else "example.unopened", points=written[2])
        if r.players > 3:
            yield _say("example.pairs" if _pairs(r) else "example.opened_too", points=written[3])
        yield _say("example.okey", points=_with_an_okey(r))
    else:
        yield _say("example.closed", points=written[1])
    yield _say("example.sheet", scores=scores)
    if in_effect(r, "finish_multiplier") and r.finish_multiplier != "none":
        yield _say("example.sheet_okey", scores=_scores(r, okey=True))
        if _pairs(r):
            yield _say("example.sheet_pairs", scores=_scores(r, okey=True, shape="pairs"))
        elif r.table_melds:
            yield _say("example.sheet_elden", scores=_scores(r, okey=True, elden=True))
    if in_effect(r, "konkan_win_multiplier") and r.konkan_win_multiplier > 1:
        yield _say("example.sheet_konkan", scores=_scores(r, konkan=True))
    if r.colour_rule != "off":
        yield _say("score.blue")


def _score_colour(r: RuleSet) -> Iterator[Line]:
    if r.colour_rule == "off":
        return
    if r.colour_rule == "table":
        factors = {entry[0]: int(entry[1:]) for entry in r.colour_table.split()}
        names = {"R": "red", "Y": "yellow", "B": "blue", "K": "black"}
        yield _say("colour.table", **{names[colour]: factor for colour, factor in factors.items()})
    else:
        yield _say("colour.red_black")
    yield _say("colour.penalties_too" if _countdown(r) else "colour.not_penalties")
    yield _say("colour.example", scores=_scores(r, "R7", okey=_countdown(r)))


# ---- how things end


def _stock(r: RuleSet) -> Iterator[Line]:
    yield _say(f"stock.when.{r.stock_out_when}")
    if r.stock_out == "score_all":
        yield _say("stock.score_none" if _countdown(r) else "stock.score_all")
    else:
        if r.stock_out == "reshuffle" and r.max_reshuffles:
            yield _say("stock.reshuffle_once" if r.max_reshuffles == 1 else "stock.reshuffle", times=r.max_reshuffles)
        indicator = _shows(r) and r.indicator_settled == "hand_end"
        yield _say("stock.indicator" if indicator else "stock.void")
    if in_effect(r, "cancelled_hand_counts"):
        yield _say(f"stock.counts.{'yes' if r.cancelled_hand_counts else 'no'}")


def _match(r: RuleSet) -> Iterator[Line]:
    yield _say(f"match.end.{r.match_end}", hands=r.n_hands[0])
    if r.match_end == "n_hands" and len(r.n_hands) > 1:
        yield _say("match.choices", hands=sorted(r.n_hands))
    if _offers_series(r):
        yield _say("match.series", hands=sorted({*r.n_hands} - {1}))
    if r.match_end == "five_plus_determine":
        yield _say("match.determine")
    yield _say(f"match.best.{'high' if _countdown(r) else 'low'}.{r.teams}")
    yield _say("match.ties")


def _clock(r: RuleSet) -> Iterator[Line]:
    if not r.turn_seconds:
        yield _say("clock.none")
        return
    yield _say("clock.turn", seconds=r.turn_seconds)
    if r.reserve_seconds:
        yield _say("clock.reserve", seconds=r.reserve_seconds)
    yield _say("clock.out")


def _cost(key: str, points: int) -> Line:
    """Says what something costs, or that it costs nothing."""
    return _say(key if points else f"{key}.free", points=points)


_SECTIONS: dict[str, Callable[[RuleSet], Iterable[Line]]] = {
    "tiles": _tiles,
    "deal": _deal,
    "turn": _turn,
    "melds": _melds,
    "pairs": _pairs_section,
    "table": _table,
    "konkan": _konkan_section,
    "finish": _finish,
    "indicator": _indicator,
    "score": _score,
    "stock": _stock,
    "match": _match,
    "clock": _clock,
}
"""The parts of the rules in the order of the text."""
