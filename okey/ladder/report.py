"""The report of the ladder: files of deals in, Markdown out; every figure in it comes from the files."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from okey.ladder.bars import BARS, LEAST_DEALS, Bar
from okey.ladder.deal import FINISH, PENALTY, ROLES
from okey.ladder.estimate import CONFIDENCE
from okey.ladder.pairing import LadderError, label, low_wins, parsed
from okey.ladder.run import Standing, summed
from okey.ladder.store import load
from okey.rules import RuleSet
from okey.solver.sums import may_refuse_wilds


@dataclass(frozen=True, slots=True)
class Measured:
    """A pairing with where its figures come from."""

    standing: Standing
    code: str
    path: Path


def read(folder: Path) -> list[Measured]:
    """Reads all files of deals in a folder.

    Raises:
        LadderError: when there is none, or one is no file of the ladder.
        OSError: when one cannot be read.
    """
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        pairing, code, deals = load(path)
        found.append(Measured(summed(pairing, deals), code, path))
    if not found:
        raise LadderError(f"{folder}: no file of deals (*.jsonl) in it")
    return found


def write(measured: Sequence[Measured]) -> str:
    """Writes the report."""
    by_rules: dict[str, list[Measured]] = {name: [] for name in BARS}
    for one in measured:
        by_rules.setdefault(one.standing.pairing.rules, []).append(one)
    parts = [_HEAD.format(least=LEAST_DEALS, percent=round(100 * CONFIDENCE))]
    for rules, ones in by_rules.items():
        parts += [f"## {rules}", _table(_PAIRINGS, _rows(BARS.get(rules, ()), ones))]
        if ones:
            parts += ["What a seat of each level did:", _statistics(parsed(rules), ones)]
            parts += [_ENDS_BY_ITSELF] * ends_by_itself(parsed(rules))
    parts += ["## Again", _AGAIN, "```sh", *map(_command, measured), "```"]
    return "\n\n".join(parts).replace("```sh\n\n", "```sh\n").replace("\n\n```", "\n```") + "\n"


def summary(standing: Standing) -> list[str]:
    """Writes one pairing for people, line by line."""
    pairing = standing.pairing
    lines = [
        ("rules", pairing.rules),
        ("pairing", f"{label(pairing.candidate)} against {label(pairing.field)}"),
        *zip(_PAIRINGS[3:-1], _figures(standing), strict=True),
        ("clear of even", "yes" if standing.clear else "no"),
    ]
    return [f"{title:{len('clear of even')}}  {text}" for title, text in lines]


_HEAD = """\
# Strength of the bots

Written by `python -m okey ladder --report`; do not edit.

One candidate plays against a field of another level. Every deal is one hand of a fresh match at even scores, played
once with the candidate on each side and the same tiles in every seat; in team games a side is both partners. A hand
is decided when somebody finished it, or when it is scored without that and one side alone did best. The share is of
the decided hands; its interval ({percent} %) is that of a ratio estimator clustered by deal. The score is the
average change of a seat's score in a hand, candidate against field; *gained* is by how much the candidate's is the
better one, with its interval over the deals. A bar with a share counts as met when the share reaches it, the interval
lies above even, and at least {least} deals were played. "Above even" is met when that interval lies above even; in a
game that the lowest score wins, finishing is not all, so it is met as well when the interval of what is gained lies
above nothing.

Three rivals play by PyPI's `okey-solver-py` (see `bench/greedy.py`). *greedy* takes it as it is published: its best
arrangement of the rack, and the tile that it values least is thrown; the package says nothing of discards, so all tiles
are drawn. *taking* is the same, but it takes discards that make the best arrangement worth more. *mended* is helped
too: false jokers are handed over as what they play as, two okeys are offered both ways, it finishes whenever it can,
goes for pairs from five pairs on, and never throws an okey."""

_AGAIN = """\
Same arguments and same code give the same figures, whatever the machine and the number of processes (`--jobs`)."""

_ENDS_BY_ITSELF = """\
Here a hand ends by itself as soon as a discard leaves it complete. So nobody can wait to finish with an okey: where 14
tiles are complete without the okey beside them, 13 of them with the okey were complete a turn before. Only the tiles
that the starter is dealt can finish that way."""

_PAIRINGS = [
    *("candidate", "field", "required", "measured", "interval", "even", "deals", "decided", "score", "gained", "met"),
]


def _rows(bars: Sequence[Bar], measured: Sequence[Measured]) -> Iterable[list[str]]:
    """Yields a line for each bar, measured or not, then for each other pairing."""
    left = list(measured)
    for bar in bars:
        ones = [one for one in left if _names(one) == (bar.candidate, bar.field)]
        left = [one for one in left if one not in ones]
        required = "above even" if bar.share is None else _percent(bar.share)
        for one in ones:
            yield [bar.candidate, bar.field, required, *_figures(one.standing), _verdict(bar, one.standing)]
        if not ones:
            yield [bar.candidate, bar.field, required, "not measured", *[""] * 6, "no"]
    for one in left:
        yield [*_names(one), "", *_figures(one.standing), ""]


def _names(measured: Measured) -> tuple[str, str]:
    pairing = measured.standing.pairing
    return label(pairing.candidate), label(pairing.field)


def _figures(standing: Standing) -> list[str]:
    share, gain = standing.share, standing.gain
    return [
        "–" if share is None else _percent(share.value),
        "–" if share is None else f"{_percent(share.low)} to {_percent(share.high)}",
        _percent(standing.even),
        str(standing.deals),
        f"{standing.decided} of {standing.hands}",
        " / ".join(f"{standing.score(role):+.2f}" for role in ROLES),
        "–" if gain is None else f"{gain.value:+.2f} ({gain.low:+.2f} to {gain.high:+.2f})",
    ]


def _verdict(bar: Bar, standing: Standing) -> str:
    share, gain = standing.share, standing.gain
    if share is None or gain is None or standing.deals < bar.deals:
        return "too few deals"
    if bar.share is not None:
        return "yes" if share.low > standing.even and share.value >= bar.share else "no"
    by_score = low_wins(parsed(standing.pairing.rules)) and gain.low > 0
    return "yes" if by_score or share.low > standing.even else "no"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


# ---- statistics


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the statistics."""

    title: str
    figure: Callable[[Counter[str]], str]
    applies: Callable[[RuleSet], bool] = lambda _rules: True


def _finishes(tally: Counter[str], *words: str) -> int:
    """Counts finishes, all of them or those whose manner has one of the words."""
    manners = [(key[len(FINISH) :].split(), count) for key, count in tally.items() if key.startswith(FINISH)]
    return sum(count for manner, count in manners if not words or set(words) & set(manner))


def _per_hand(key: str) -> Callable[[Counter[str]], str]:
    return lambda tally: f"{tally[key] / tally['hands']:.3f}"


def ends_by_itself(rules: RuleSet) -> bool:
    """Tells whether an okey can be thrown last by none but who was dealt a finished hand."""
    throwing = rules.finish_action == "auto_on_discard" or rules.throw_finishes
    return throwing and not rules.table_melds and not may_refuse_wilds(rules, wilds=2)


def _of_hands(key: str) -> Callable[[Counter[str]], str]:
    return lambda tally: _percent(tally[key] / tally["hands"])


def _of_finishes(*words: str) -> Callable[[Counter[str]], str]:
    return lambda tally: f"{100 * _finishes(tally, *words) / max(1, _finishes(tally)):.2f} %"


def _ratio(key: str, to: Callable[[Counter[str]], int]) -> Callable[[Counter[str]], str]:
    return lambda tally: f"{tally[key] / max(1, to(tally)):.1f}"


def _on_table(rules: RuleSet) -> bool:
    return rules.table_melds


def _pairs(rules: RuleSet) -> bool:
    return rules.open_min_pairs > 0 if rules.table_melds else rules.pairs_win != "off"


def _penalties(tally: Counter[str]) -> str:
    total = sum(count for key, count in tally.items() if key.startswith(PENALTY))
    return f"{total / tally['hands']:.3f}"


_LINES = (
    _Line("hands", lambda tally: str(tally["hands"])),
    _Line("finished", lambda tally: _percent(_finishes(tally) / tally["hands"])),
    _Line("of these with runs and sets", _of_finishes("normal", "okey")),
    _Line("of these with pairs", _of_finishes("pairs", "pairs_okey"), _pairs),
    _Line("of these by throwing an okey", _of_finishes("okey", "pairs_okey")),
    _Line("of these with pairs and an okey", _of_finishes("pairs_okey"), _pairs),
    _Line("of these elden", _of_finishes("elden"), _on_table),
    _Line("of these as Konkan", _of_finishes("konkan"), lambda rules: rules.konkan),
    _Line("hands opened by points", _of_hands("opened_series"), _on_table),
    _Line("hands opened by pairs", _of_hands("opened_pairs"), lambda rules: _on_table(rules) and _pairs(rules)),
    _Line("points of an opening", _ratio("opened_points", lambda tally: tally["opened_series"]), _on_table),
    _Line("hands as Konkan", _of_hands("konkan"), lambda rules: rules.konkan),
    _Line("hands eliminated", _of_hands("eliminated"), lambda rules: rules.konkan),
    _Line("hands with pairs declared", _of_hands("declared"), lambda rules: rules.cifte_declare != "off"),
    _Line("indicator shown", _of_hands("shown"), lambda rules: rules.indicator_show != "off"),
    _Line("turns a hand", _ratio("turns", lambda tally: tally["hands"])),
    _Line("turns to a finish", _ratio("turns_to_finish", _finishes)),
    _Line("discards taken a hand", _per_hand("takes")),
    _Line("of a hand, taken and thrown back", _per_hand("thrown_back")),
    _Line("okeys thrown for nothing a hand", _per_hand("okeys_thrown")),
    _Line("penalties a hand", _penalties),
    _Line("void hands", _of_hands("void")),
)


def _statistics(rules: RuleSet, measured: Sequence[Measured]) -> str:
    """Writes what the seats of each level did, all pairings together."""
    tallies: dict[str, Counter[str]] = {}
    for one in measured:
        pairing = one.standing.pairing
        for role, level in zip(ROLES, (pairing.candidate, pairing.field), strict=True):
            tallies.setdefault(label(level), Counter()).update(one.standing.tallies[role])
    levels = {level: tally for level, tally in sorted(tallies.items()) if tally["hands"]}
    lines = ([line.title, *map(line.figure, levels.values())] for line in _LINES if line.applies(rules))
    return _table(["", *levels], lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _command(measured: Measured) -> str:
    pairing = measured.standing.pairing
    words = ["python", "-m", "okey", "ladder", "--rules", pairing.rules, "--candidate", pairing.candidate]
    words += ["--field", pairing.field, "--deals", str(measured.standing.deals), "--seed", pairing.seed]
    words += [] if pairing.nodes is None else ["--nodes", str(pairing.nodes)]
    return f"{shlex.join([*words, '--out', measured.path.name])}  # code {measured.code}"
