"""What decided a hand: the terms add up, the same record gives the same text, better players decide better."""

from itertools import pairwise

import pytest

from bench import chances as measured
from okey.analysis import CHANCES, Analysis, AnalysisError, analyse, chance, features, is_known, known
from okey.record import Record
from okey.rules import RuleSet
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
                assert turn.chance == pytest.approx(at)
            assert at + found.end == pytest.approx(float(found.won))
            assert found.base + found.deal + found.draws - found.cost == pytest.approx(float(found.won))
            if any(event.kind == "finished" and event.seat == seat for event in own):
                assert found.turns[-1].chance == 1
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


def test_what_cannot_be_analysed_is_refused() -> None:
    assert not is_known(RuleSet.parse("okey101"))
    with pytest.raises(AnalysisError, match="closed"):
        analysed(bot_match("open", 1, RuleSet.parse("okey101"))[0], 0)
    record, _ = bot_match("short", 1)
    with pytest.raises(AnalysisError, match="hand 2 was not played"):
        analysed(record, 0, 2)
    with pytest.raises(AnalysisError, match="hand 1 was not played"):
        analysed(Record(record.rules, record.seed, record.seats, record.actions[:9]), 0)
