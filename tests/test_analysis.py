"""What decided a hand: the terms add up, the same record gives the same text, better players decide better."""

import random
from itertools import pairwise

import pytest

from bench import chances as measured
from bench import outlooks
from bench.regression import fit
from okey.analysis import Analysis, AnalysisError, analyse
from okey.analysis.closed import WEIGHTS, chance, chance_of, features, usual
from okey.analysis.outlook import ENDS, MODELS, State, chances
from okey.game import Game
from okey.game.actions import DEAL, TIMEOUT, Action, discard
from okey.game.scoring import colour_factor
from okey.presets import PRESETS
from okey.record import Record
from okey.rules import RuleSet
from okey.solver.sums import all_at_once
from okey.statistics import summarize
from tests.support import bot_match, the_hand
from tests.walk import choose, combinations, random_rules

GAMES = ("classic", "gamearea", "elit+duel", "classic+team")
OPEN = ("okey101", "okey51", "konkan81", "okey101+team", "okey101+duel", "okey51+vibrant", "konkan81+katlamali")


def analysed(record: Record, seat: int, hand: int = 1) -> Analysis:
    found = Analysis()
    shares = list(analyse(record, seat, hand, found))
    assert all(0 < a <= b <= 1 for a, b in pairwise(shares))
    assert shares[-1] == pytest.approx(1)
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
                assert turn.value == pytest.approx(at, abs=1e-9)
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


CLOSED = ("classic", "classic players=3", "classic+duel", "classic+team", "elit+elit_literal", "elit+elit_app")


@pytest.mark.parametrize("rules", [*CLOSED, "gamearea hand_size=21", "elit+duel+elit_literal"])
def test_nearer_is_likelier(rules: str) -> None:
    for number in range(13):
        falling = [chance(RuleSet.parse(rules), away, number) for away in range(41)]
        assert falling == sorted(falling, reverse=True)
        assert falling[0] > 1.2 * falling[20]


@pytest.mark.parametrize(
    "text", [pytest.param(t, marks=[] if t in ("classic", "elit+elit_literal") else pytest.mark.long) for t in CLOSED]
)
def test_what_is_said_of_chances_comes_true(text: str) -> None:
    """Hands that the figures were not fitted to: what is said is near what comes, of the likely and the unlikely."""
    rules = RuleSet.parse(text)
    found = [sample for number in range(40) for sample in measured.samples(rules, f"fresh {number}")]
    said = sorted((chance_of(WEIGHTS, seen), won) for _, seen, won in found)
    third = len(said) // 3
    for part in (said[:third], said[third : 2 * third], said[2 * third :]):
        expected, came = (sum(column) / len(part) for column in zip(*part, strict=True))
        assert came == pytest.approx(expected, abs=0.15)


def test_everybody_has_a_fair_chance_by_the_deal() -> None:
    for rules, sides in [("classic", 4), ("classic players=3", 3), ("classic+duel", 2), ("elit+elit_literal", 4)]:
        assert all_at_once(usual(RuleSet.parse(rules))) == pytest.approx(1 / sides, abs=0.1)


def test_regression_finds_the_weights_that_made_the_samples() -> None:
    weights, found = (0.5, -1.0), []
    for step in range(-30, 31):
        seen = (1.0, step / 10)
        likely = round(1000 * chance_of(weights, seen))
        found += [(seen, int(number >= likely)) for number in range(1000)]
    assert fit(found, 2) == [pytest.approx(weights, abs=0.01)]


def test_late_turns_count_alike() -> None:
    rules = RuleSet.parse("classic")
    assert features(rules, 7.0, 12) == features(rules, 7.0, 40)


# ---- open tables


def adds_up(found: Analysis) -> None:
    """Checks that an analysis is a way from its base to its outcome."""
    at = found.base + found.deal
    for turn in found.turns:
        assert turn.source_cost >= 0
        assert turn.throw_cost >= 0
        assert turn.throw_cost or (turn.best == turn.thrown and not turn.missed)
        at += turn.luck - turn.cost
        assert turn.value == pytest.approx(at, abs=1e-9)
    assert at + found.end == pytest.approx(found.outcome, abs=1e-9)
    assert found.base + found.deal + found.draws - found.cost == pytest.approx(found.outcome, abs=1e-9)


@pytest.mark.parametrize("rules", OPEN)
def test_the_points_add_up_to_what_the_hand_brought(rules: str) -> None:
    record, events = bot_match("points", 1, RuleSet.parse(rules))
    for seat in range(record.rules.players):
        found, summary = analysed(record, seat), summarize(record, seat)
        assert found.in_points
        assert [t.thrown for t in found.turns] == [
            event.tiles[0] for event in events if event.seat == seat and event.kind in ("discarded", "finished")
        ]
        adds_up(found)
        others = [summary.hands[0].gains[other] for other in summary.others]
        assert found.outcome == pytest.approx(summary.hands[0].gains[seat] - sum(others) / len(others))
        assert found.won is summary.won(summary.hands[0])


def walked(rules: RuleSet, seed: str) -> Record:
    """A hand played by chance: whatever can happen in it happens now and then."""
    game, rng, record = Game(rules, seed), random.Random(seed), Record(rules, seed, ["you"] * rules.players)
    record.actions.append(DEAL)
    game.apply(DEAL)
    while game.result is None:
        action = choose(game, rng) if len(record.actions) < 400 else TIMEOUT
        record.actions.append(action)
        game.apply(action)
    return record


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_with_every_overlay_is_analysed(preset: str) -> None:
    for rules in (name for name in combinations() if name.split("+")[0].split(" ")[0] == preset):
        record = bot_match(f"all {rules}", 1, RuleSet.parse(rules))[0]
        found = analysed(record, 1)
        adds_up(found)
        assert found.turns or any(event.kind == "finished" for _, events in record.steps() for event in events)


@pytest.mark.parametrize("number", range(12))
def test_every_mix_of_options_is_analysed(number: int) -> None:
    rng = random.Random(f"mix {number}")
    for game in range(2):
        rules = random_rules(rng)
        record = walked(rules, f"{number} {game}")
        for seat in range(rules.players):
            found = analysed(record, seat)
            adds_up(found)
            assert found.in_points is rules.table_melds
            assert str(found)


@pytest.mark.parametrize("rules", ["okey101", "okey51", "konkan81", "okey101+team"])
def test_whose_turns_are_those_of_a_strong_player_gives_less_away(rules: str) -> None:
    def lost(level: str) -> float:
        matches = [bot_match(f"lost {seed}", 1, RuleSet.parse(rules), level)[0] for seed in range(4)]
        found = [analysed(match, seat) for match in matches for seat in (0, 1)]
        return sum(one.cost for one in found) / sum(len(one.turns) for one in found)

    assert lost("usta") < lost("easy") / 2
    assert lost("hard") < lost("easy")


def turned(rules: str, seed: str, chosen: Action | None = None) -> tuple[Record, int]:
    """A hand in which the third player throws what it is told in its second turn; all else is left to the clock."""
    record = Record(RuleSet.parse(rules), seed, ["you"] * 4, [DEAL])
    game, turns = record.replay(), 0
    seat = (the_hand(game).starter + 2) % record.rules.players
    while game.result is None:
        action = TIMEOUT
        if game.actor == seat and game.phase == "draw":
            turns += 1
            if turns == 2 and chosen is not None:
                record.actions.append(Action("draw"))
                game.apply(record.actions[-1])
                action = chosen
        record.actions.append(action)
        game.apply(action)
    return record, seat


def test_a_penalty_is_a_cost() -> None:
    for number in range(60):
        record, seat = turned("okey101", f"penalty {number}")
        game = Record(record.rules, record.seed, record.seats, record.actions[:6]).replay()
        hand = the_hand(game)
        okeys = [tile for tile in hand.players[seat].rack if hand.faces.is_okey(tile)]
        if okeys:
            break
    record, seat = turned("okey101", record.seed, discard(okeys[0]))
    turn = next(turn for turn in analysed(record, seat).turns if turn.thrown == okeys[0])
    assert turn.throw_cost > record.rules.okey_discard_penalty


def test_the_turns_of_a_konkan_player_are_judged() -> None:
    """Its throws are told apart: which of its tiles it throws next makes it near the finish, or far from it."""
    rules, costs = RuleSet.parse("konkan81"), []
    for number in range(15):
        record = Record(rules, f"konkan {number}", ["you"] * 4, [DEAL])
        game, rng = record.replay(), random.Random(number)
        konkan: int | None = None
        while game.result is None:
            actions = list(game.legal_actions())
            takes = [action for action in actions if action.verb == "take" and konkan is None]
            throws = [
                action
                for action in actions
                if action.verb == "discard" and action.tiles[0] != the_hand(game).turn.taken
            ]
            if game.actor == konkan:
                throws = [action for action in actions if action.verb == "discard"][-1:]
            action = rng.choice(takes or throws) if takes or throws else Action("draw")
            record.actions.append(action)
            events = game.apply(action)
            konkan = next((event.seat for event in events if event.kind == "konkan"), konkan)
        if konkan is not None:
            costs += [turn.cost for turn in analysed(record, konkan).turns[1:]]
    assert len(costs) > 20
    assert sum(cost > 1 for cost in costs) > len(costs) / 4


@pytest.mark.parametrize("how", ENDS)
def test_the_ends_of_a_hand_are_all_that_can_come(how: State) -> None:
    model = MODELS[how]
    assert model.ends == ENDS[how]
    (size,) = {len(row) for row in model.weights}
    rng = random.Random(how)
    for _ in range(50):
        found = chances(model, (1.0, *(rng.uniform(0, 3) for _ in range(size - 1))))
        assert sum(found) == pytest.approx(1)
        assert len(found) == len(model.ends)
        assert min(found) >= 0


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
@pytest.mark.parametrize(
    "rules",
    [
        *("okey101", "okey51", "konkan81", "okey101+katlamali", "okey51 players=3"),
        *("okey101+duel", "okey101+team", "konkan81+team"),
    ],
)
def test_what_is_said_of_points_comes_true(rules: str) -> None:
    """Hands that the figures were not fitted to: what is said is near what comes, of the good and the bad outlooks."""
    means = outlooks.thirds(
        [s for seed in range(60) for s in outlooks.samples(RuleSet.parse(rules), f"fresh {seed}", say=True)]
    )
    for expected, came in means:
        assert came == pytest.approx(expected, abs=45)
    assert means[0][1] + 60 < means[2][1]


@pytest.mark.long
def test_what_is_said_of_points_comes_true_under_any_rules() -> None:
    found = []
    for number, rules in zip(range(120), outlooks.mixes("fresh"), strict=False):
        found += outlooks.samples(rules, f"fresh {number}", say=True)
    means = outlooks.thirds(found)
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


STABLE: dict[str, list[str]] = {
    "classic": [
        "base 22%, deal -2%, draws +30%, decisions -50%: lost",
        "turn 1: luck -4%, threw K3, not B12' -5%, chance 11%, 21.3 turns away",
        "moments: 2, 3, 4",
    ],
    "gamearea": [
        "base 17%, deal +25%, draws -7%, decisions -34%: lost",
        "turn 1: drew Y12, luck -6%, threw Y12, chance 36%, 16.2 turns away",
        "moments: 1, 2, 5",
    ],
    "duz+vibrant": [
        "base 22%, deal -2%, draws +30%, decisions -50%: lost",
        "turn 1: luck -4%, threw K3, not B12' -5%, chance 11%, 21.3 turns away",
        "moments: 2, 3, 4",
    ],
    "elit+elit_literal": [
        "base 21%, deal +45%, draws +5%, decisions -72%: lost",
        "turn 1: luck -17%, threw K3, not Y2' -16%, chance 34%, 7.7 turns away",
        "moments: 1, 2, 3",
    ],
    "classic+team": [
        "base 49%, deal +0%, draws +60%, decisions -108%: lost",
        "turn 1: luck -3%, threw K3, not B12' -4%, chance 42%, 21.3 turns away",
        "moments: 2, 9, 10",
    ],
    "classic+duel": [
        "base 52%, deal -2%, draws +190%, decisions -240%: lost",
        "turn 1: luck -3%, threw K3, not B12' -5%, chance 43%, 21.3 turns away",
        "moments: 2, 5, 31",
    ],
    "okey101+quick": [
        "base 0, deal +79, draws +165, decisions -244: lost +0",
        "turn 1: luck +0, threw K10, not K9 -78, expects +1, 21 tiles left",
        "moments: 1, 2, 3",
    ],
    "okey51+quick": [
        "base 0, deal +44, draws -36, decisions -8: lost +0",
        "turn 1: luck +0, threw K3, not B12' -1, expects +43, 14 tiles left",
        "moments: 7, 8, 9",
    ],
    "konkan81+quick": [
        "base 0, deal -18, draws +317, decisions -299: lost +0",
        "turn 1: luck +0, threw K3, not K6 -2, expects -19, 14 tiles left",
        "moments: 4, 19, 26",
    ],
    "okey101+team+katlamali": [
        "base 0, deal +84, draws +202, decisions -287: lost +0",
        "turn 1: luck +0, threw K10, not K9 -84, expects +0, 21 tiles left",
        "moments: 1, 2, 3",
    ],
    "okey51+duel": [
        "base 0, deal +46, draws -37, decisions -9: lost +0",
        "turn 1: luck +0, threw K3, not B12' -1, expects +45, 14 tiles left",
        "moments: 36, 37, 38",
    ],
    "konkan81+elit_app": [
        "base 0, deal -6, draws +320, decisions -313: lost +0",
        "turn 1: luck +0, threw K3, not B12' -12, expects -18, 14 tiles left",
        "moments: 4, 19, 26",
    ],
}


def fixed(rules: str) -> list[str]:
    """Analyses a fixed hand in which everybody draws, and finishes or throws the first tile that may be thrown."""
    text = RECORD.replace("rules classic", f"rules {rules}")
    players = RuleSet.parse(rules).players
    record = Record.parse(text.replace("seat bot easy\n", "", 4 - players))
    game = record.replay()
    while game.result is None:
        actions = list(game.legal_actions())
        wanted = (action for verb in ("draw", "finish", "discard") for action in actions if action.verb == verb)
        record.actions.append(next(wanted))
        game.apply(record.actions[-1])
    told = str(analysed(record, 1))
    assert told == str(analysed(Record.parse(record.write()), 1))
    return told.splitlines()


@pytest.mark.parametrize("rules", STABLE)
def test_the_analysis_of_a_fixed_record_is_stable_text(rules: str) -> None:
    lines = fixed(rules)
    assert [lines[0], lines[1], lines[-1]] == STABLE[rules]


def test_a_chance_is_worth_what_a_finish_makes() -> None:
    for seed in range(4):
        record = bot_match(f"worth {seed}", 1, RuleSet.parse("duz+vibrant"))[0]
        game = Record(record.rules, record.seed, record.seats, record.actions[:1]).replay()
        factor = colour_factor(record.rules, the_hand(game).faces)
        assert analysed(record, 0).points == pytest.approx(factor * 2 * 4 / 3)
    left = analysed(bot_match("worth", 1, RuleSet.parse("gamearea"))[0], 0)
    assert 60 < left.points < 200  # a rack of fourteen, and a third of the others' racks


def test_a_finish_that_is_missed_costs_the_rest_of_the_chance() -> None:
    for number in range(40):
        record = bot_match(f"finish {number}", 1, RuleSet.parse("duz throw_finishes=no"), "hard")[0]
        last = record.actions[-1]
        if last.verb == "finish":
            break
    seat = Record(record.rules, record.seed, record.seats, record.actions[:-1]).replay().actor
    assert seat is not None
    record.actions[-1] = discard(last.tiles[0])
    game = record.replay()
    while game.result is None:
        record.actions.append(TIMEOUT)
        game.apply(TIMEOUT)
    turn = next(turn for turn in analysed(record, seat).turns if turn.missed)
    assert (turn.missed, turn.thrown, turn.best) == ("finish", last.tiles[0], last.tiles[0])
    assert turn.value + turn.throw_cost == pytest.approx(1)


def test_what_cannot_be_analysed_is_refused() -> None:
    record, _ = bot_match("short", 1)
    with pytest.raises(AnalysisError, match="hand 2 was not played"):
        analysed(record, 0, 2)
    with pytest.raises(AnalysisError, match="hand 1 was not played"):
        analysed(Record(record.rules, record.seed, record.seats, record.actions[:9]), 0)
