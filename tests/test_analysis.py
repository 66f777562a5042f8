"""What decided a hand: the terms add up, the same record gives the same text, better players decide better."""

from itertools import pairwise

import pytest

from bench import chances as measured
from bench import outlooks
from okey.analysis import Analysis, AnalysisError, analyse, is_known
from okey.analysis.closed import CHANCES, chance, features, known
from okey.analysis.open_table import OUTLOOKS
from okey.game.actions import DEAL, TIMEOUT
from okey.record import Record
from okey.rules import RuleSet
from okey.statistics import summarize
from tests.support import bot_match

GAMES = ("classic", "gamearea", "elit+duel", "classic+team")


def analysed(record: Record, seat: int, hand: int = 1) -> Analysis:
    found = Analysis()
    shares = list(analyse(record, seat, hand, found))
    assert all(0 < a <= b <= 1 for a, b in pairwise(shares))
    return found


@pytest.mark.parametrize("rules", GAMES)
def test_the_terms_add_up_from_everybodys_chance_to_the_end(rules: str) -> None:
    record, events = bot_match("analysis", 2, RuleSet.parse(rules))
    dealt = [at for at, event in enumerate(events) if event.kind == "dealt"]
    for hand in range(1, len(dealt) + 1):
        own = events[dealt[hand - 1] : dealt[hand] if hand < len(dealt) else None]
        winner = next((event.seat for event in own if event.kind == "hand_ended"), None)
        for seat in range(record.rules.players):
            found = analysed(record, seat, hand)
            threw = [e.tiles[0] for e in own if e.seat == seat and e.kind in ("discarded", "finished")]
            assert [turn.thrown for turn in found.turns] == threw
            assert all(turn.source_cost >= 0 and turn.throw_cost >= 0 for turn in found.turns)
            assert all(turn.best == turn.thrown for turn in found.turns if not turn.throw_cost)
            assert found.won is (winner is not None and record.rules.side_of(winner) == record.rules.side_of(seat))
            at = found.base + found.deal
            for turn in found.turns:
                at += turn.luck - turn.cost
                assert turn.value == pytest.approx(at)
            assert at + found.end == pytest.approx(float(found.won))
            assert found.base + found.deal + found.draws - found.cost == pytest.approx(float(found.won))
            if any(event.kind == "finished" and event.seat == seat for event in own):
                assert found.turns[-1].value == 1
            assert len(found.moments()) == min(3, len(found.turns))


def test_the_moments_are_those_that_weigh_most() -> None:
    found = analysed(bot_match("moments", 1, level="easy")[0], 0)
    moments = found.moments()
    assert [turn.number for turn in moments] == sorted(turn.number for turn in moments)
    rest = [turn.weight for turn in found.turns if turn not in moments]
    assert min(turn.weight for turn in moments) >= max(rest, default=0)


def test_who_plays_worse_gives_more_away() -> None:
    def lost(level: str) -> float:
        found = [analysed(bot_match(f"lost {seed}", 1, level=level)[0], seat) for seed in range(3) for seat in (0, 1)]
        return sum(one.cost for one in found) / sum(len(one.turns) for one in found)

    assert lost("hard") < lost("easy")


@pytest.mark.parametrize("kind", CHANCES)
def test_nearer_is_likelier(kind: tuple[int, int]) -> None:
    for number in range(13):
        falling = [chance(CHANCES[kind], away, number) for away in range(41)]
        assert falling == sorted(falling, reverse=True)
        assert falling[0] > 1.5 * falling[20]


@pytest.mark.parametrize(("kind", "text"), list(zip(CHANCES, measured.KINDS.values(), strict=True)))
def test_what_is_said_of_chances_comes_true(kind: tuple[int, int], text: str) -> None:
    """Hands that the figures were not fitted to: what is said is near what comes, of the likely and the unlikely."""
    rules = RuleSet.parse(text)
    assert known(rules) == CHANCES[kind]
    found = [sample for number in range(40) for sample in measured.samples(rules, f"fresh {number}")]
    said = sorted((measured.guess(CHANCES[kind].weights, seen), won) for seen, won in found)
    third = len(said) // 3
    for part in (said[:third], said[third : 2 * third], said[2 * third :]):
        expected, came = (sum(column) / len(part) for column in zip(*part, strict=True))
        assert came == pytest.approx(expected, abs=0.15)


def test_regression_finds_the_weights_that_made_the_samples() -> None:
    weights, found = (0.5, -1.0), []
    for step in range(-30, 31):
        likely = measured.guess(weights, (1.0, step / 10))
        found += [((1.0, step / 10), number < round(1000 * likely)) for number in range(1000)]
    assert measured.fit(found) == pytest.approx(weights, abs=0.01)


def test_late_turns_count_alike() -> None:
    assert features(7.0, 12) == features(7.0, 40)


# ---- open tables


@pytest.mark.parametrize("rules", OUTLOOKS)
def test_the_points_add_up_to_what_the_hand_brought(rules: str) -> None:
    record, events = bot_match("points", 1, RuleSet.parse(rules))
    for seat in range(record.rules.players):
        found = analysed(record, seat)
        threw = [e.tiles[0] for e in events if e.seat == seat and e.kind in ("discarded", "finished")]
        assert found.in_points
        assert [turn.thrown for turn in found.turns] == threw
        assert all(turn.source_cost >= 0 and turn.throw_cost >= 0 for turn in found.turns)
        assert all(turn.best == turn.thrown and not turn.missed for turn in found.turns if not turn.throw_cost)
        at = found.deal
        for turn in found.turns:
            at += turn.luck - turn.cost
            assert turn.value == pytest.approx(at)
        assert at + found.end == pytest.approx(found.outcome)
        assert found.deal + found.draws - found.cost == pytest.approx(found.outcome)
        hand = summarize(record, seat).hands[0]
        others = [hand.gains[other] for other in summarize(record, seat).others]
        assert found.outcome == pytest.approx(hand.gains[seat] - sum(others) / len(others))


@pytest.mark.parametrize("rules", OUTLOOKS)
def test_whose_turns_are_those_of_hard_gives_less_away(rules: str) -> None:
    def lost(level: str) -> float:
        matches = [bot_match(f"lost {seed}", 1, RuleSet.parse(rules), level)[0] for seed in range(2)]
        found = [analysed(match, seat) for match in matches for seat in (0, 1)]
        return sum(one.cost for one in found) / sum(len(one.turns) for one in found)

    assert lost("hard") < lost("easy") / 2


def opened_late() -> tuple[Record, int]:
    """A match up to the moment when a seat opens in its last turn, with the tile that it drew."""
    for number in range(7, 40):
        record, _ = bot_match(f"missed {number}", 1, RuleSet.parse("okey101"), "hard")
        for at, (game, _) in enumerate(record.steps(), 1):
            if at == len(record.actions) or record.actions[at].verb != "open" or game.actor is None:
                continue
            view = game.view(game.actor)
            if view.stock <= record.rules.players and view.taken is None:
                return Record(record.rules, record.seed, record.seats, record.actions[:at]), game.actor
    raise AssertionError("no such hand")


def test_an_opening_that_is_missed_at_the_end_is_a_moment_that_mattered() -> None:
    record, seat = opened_late()
    game = record.replay()
    while game.result is None:
        record.actions.append(TIMEOUT)
        game.apply(TIMEOUT)
    found = analysed(record, seat)
    turn = next(turn for turn in found.turns if turn.missed)
    assert turn.missed == "open"
    assert turn.throw_cost > 50
    assert turn in found.moments()
    assert f"missed to open -{round(turn.throw_cost)}" in str(found)


@pytest.mark.long
@pytest.mark.parametrize("rules", OUTLOOKS)
def test_what_is_said_of_points_comes_true(rules: str) -> None:
    """Hands that the figures were not fitted to: what is said is near what comes, of the good and the bad outlooks."""
    found = [s for number in range(20) for s in outlooks.samples(RuleSet.parse(f"{rules}+quick"), f"fresh {number}")]
    known = OUTLOOKS[rules]
    said = sorted(
        (sum(w * x for w, x in zip(known.opened if state else known.unopened, seen, strict=True)), points)
        for state, seen, points in found
    )
    third = len(said) // 3
    parts = [said[:third], said[third : 2 * third], said[2 * third :]]
    means = [[sum(column) / len(part) for column in zip(*part, strict=True)] for part in parts]
    for expected, came in means:
        assert came == pytest.approx(expected, abs=45)
    assert means[0][1] + 60 < means[2][1]


RECORD = """\
okey record 1
rules classic
seed fixed
seat you
seat bot easy
seat bot easy
seat bot easy

deal
"""


def test_the_analysis_of_a_fixed_record_is_stable_text() -> None:
    record = Record.parse(RECORD)
    game = record.replay()
    while game.result is None:  # everybody draws, and throws the first tile that may be thrown
        actions = list(game.legal_actions())
        record.actions.append(next((a for a in actions if a.verb in ("draw", "finish")), actions[0]))
        game.apply(record.actions[-1])
    text = str(analysed(record, 1))
    assert text == str(analysed(Record.parse(record.write()), 1))
    lines = text.splitlines()
    assert [lines[0], lines[1], lines[-1]] == STABLE


STABLE = [
    "base 25%, deal -5%, draws +29%, decisions -49%: lost",
    "turn 1: luck -6%, threw K3, not R10 -5%, chance 10%, 21.3 turns away",
    "moments: 2, 3, 4",
]


@pytest.mark.parametrize("rules", OUTLOOKS)
def test_the_analysis_of_a_fixed_record_at_an_open_table_is_stable_text(rules: str) -> None:
    record = Record.parse(RECORD.replace("rules classic", f"rules {rules}+quick"))
    game = record.replay()
    while game.result is None:  # everybody draws, and throws the first tile that may be thrown
        record.actions.append(next(a for a in game.legal_actions() if a.verb in ("deal", "draw", "discard")))
        game.apply(record.actions[-1])
    text = str(analysed(record, 1))
    assert text == str(analysed(Record.parse(record.write()), 1))
    lines = text.splitlines()
    assert [lines[0], lines[1], lines[-1]] == STABLE_POINTS[rules]


STABLE_POINTS = {
    "okey101": [
        "base 0, deal +78, draws +265, decisions -342: lost +0",
        "turn 1: luck +0, threw K10, not B1' -109, expects -31, 21 tiles left",
        "moments: 1, 2, 3",
    ],
    "okey51": [
        "base 0, deal +30, draws -15, decisions -15: lost +0",
        "turn 1: luck +0, threw K3, expects +30, 14 tiles left",
        "moments: 10, 12, 13",
    ],
    "konkan81": [
        "base 0, deal -13, draws +263, decisions -250: lost +0",
        "turn 1: luck +0, threw K3, not B12' -2, expects -15, 14 tiles left",
        "moments: 4, 14, 26",
    ],
}


def test_what_cannot_be_analysed_is_refused() -> None:
    for rules in ("okey101+team", "okey101+duel", "okey101 open_min_points=121", "okey101+katlamali"):
        assert not is_known(RuleSet.parse(rules))
        with pytest.raises(AnalysisError, match="not measured"):
            analysed(Record(RuleSet.parse(rules), "1", [], [DEAL]), 0)
    record, _ = bot_match("short", 1)
    with pytest.raises(AnalysisError, match="hand 2 was not played"):
        analysed(record, 0, 2)
    with pytest.raises(AnalysisError, match="hand 1 was not played"):
        analysed(Record(record.rules, record.seed, record.seats, record.actions[:9]), 0)
