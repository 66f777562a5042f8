"""What decided a hand: the terms add up, the same record gives the same text, better players throw better."""

import pytest

from okey.analysis import Analysis, AnalysisError, analyse
from okey.record import Record
from okey.rules import RuleSet
from tests.support import bot_match

GAMES = ("classic", "gamearea", "elit+duel")


def analysed(record: Record, seat: int, hand: int = 1) -> Analysis:
    found = Analysis()
    for _ in analyse(record, seat, hand, found):
        pass
    return found


@pytest.mark.parametrize("rules", GAMES)
def test_the_terms_add_up_from_the_deal_to_the_end(rules: str) -> None:
    record, events = bot_match("analysis", 2, RuleSet.parse(rules))
    dealt = [at for at, event in enumerate(events) if event.kind == "dealt"]
    for hand in range(1, len(dealt) + 1):
        own = events[dealt[hand - 1] : dealt[hand] if hand < len(dealt) else None]
        for seat in range(record.rules.players):
            found = analysed(record, seat, hand)
            threw = [e.tiles[0] for e in own if e.seat == seat and e.kind in ("discarded", "finished")]
            assert [turn.thrown for turn in found.turns] == threw
            assert all(turn.cost >= 0 and (turn.cost > 0) is (turn.best != turn.thrown) for turn in found.turns)
            away = found.turns[0].before
            for turn in found.turns:
                assert turn.before == away
                away = turn.after
            luck = found.luck - found.deal
            assert away == pytest.approx(found.turns[0].before - len(found.turns) - luck + found.cost)
            if any(event.kind == "finished" and event.seat == seat for event in own):
                assert away == pytest.approx(0)
            assert len(found.moments()) == min(3, len(found.turns))


def test_the_luck_of_the_deal_is_nobodys_on_average() -> None:
    record, _ = bot_match("deal", 1)
    assert sum(analysed(record, seat).deal for seat in range(4)) == pytest.approx(0)


def test_the_moments_are_those_that_weigh_most() -> None:
    found = analysed(bot_match("moments", 1, level="easy")[0], 0)
    moments = found.moments()
    assert [turn.number for turn in moments] == sorted(turn.number for turn in moments)
    rest = [turn.weight for turn in found.turns if turn not in moments]
    assert min(turn.weight for turn in moments) >= max(rest, default=0)


def test_who_plays_worse_loses_more_turns() -> None:
    def lost(level: str) -> float:
        found = [analysed(bot_match(f"lost {seed}", 1, level=level)[0], seat) for seed in range(2) for seat in (0, 1)]
        return sum(one.cost for one in found) / sum(len(one.turns) for one in found)

    assert lost("hard") < lost("easy")


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
    assert text.splitlines()[::14] == ["deal -2.6, luck +16.3, throws -32.3", "moments: 4, 7, 9"]
    assert text.splitlines()[1] == "turn 1: 20.9 turns away, luck +0.0, threw K3, R10 saves 1.4"


def test_what_cannot_be_analysed_is_refused() -> None:
    with pytest.raises(AnalysisError, match="closed"):
        analysed(bot_match("open", 1, RuleSet.parse("okey101"))[0], 0)
    record, _ = bot_match("short", 1)
    with pytest.raises(AnalysisError, match="hand 2 was not played"):
        analysed(record, 0, 2)
    with pytest.raises(AnalysisError, match="hand 1 was not played"):
        analysed(Record(record.rules, record.seed, record.seats, record.actions[:9]), 0)
