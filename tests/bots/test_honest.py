import ast
import inspect

import pytest

import okey.bots.honest
import okey.bots.plan
from okey.bots import LEVELS, make_bot
from okey.bots.plan import Plan
from okey.game import Action, Game, View
from okey.game.actions import DEAL, DRAW, TAKE
from okey.game.scoring import finish_loss
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.tiles import KIND_NAMES, kind_of
from tests.support import (
    BOTH_SHAPES,
    CLASSIC,
    PERFECT,
    SEVEN_PAIRS,
    bot_match,
    hand,
    make_faces,
    make_rules,
    named,
    set_up,
)

LEAST = 34
"""How many of 40 hands four bots have to finish; measured were 40."""


def thoughts(view: View, seed: str = "bot") -> list[Action | None]:
    return list(make_bot("honest", seed).think(view))


def choice(game: Game, seed: str = "bot") -> Action:
    chosen = thoughts(game.view(game.actor), seed)[-1]
    assert chosen is not None
    return chosen


def thrown(game: Game) -> str:
    action = choice(game)
    assert action.verb == "discard"
    return KIND_NAMES[kind_of(action.tiles[0])]


class Watched:
    """Plays hands among four bots, and looks at every decision."""

    def __init__(self, rules: RuleSet, hands: int) -> None:
        self.finished = self.stock_outs = self.longest = 0
        self.shapes: list[str | None] = []
        for number in range(hands):
            self.play(rules, f"bots {number}")

    def play(self, rules: RuleSet, seed: str) -> None:
        game = Game(rules, seed)
        game.apply(DEAL)
        bots = [make_bot("honest", f"{seed} {seat}") for seat in range(rules.players)]
        actions = 0
        while game.phase not in ("deal", "over"):
            assert game.actor is not None
            view = game.view(game.actor)
            *slices, action = bots[game.actor].think(view)
            assert set(slices) <= {None}
            assert action is not None
            self.judge(view, action)
            game.apply(action, game.actor)
            actions += 1
            assert actions < 500, "an endless hand"
        assert game.result is not None
        self.finished += game.result.winner is not None
        self.stock_outs += game.result.winner is None
        self.shapes.append(game.result.shape)
        self.longest = max(self.longest, actions)

    def judge(self, view: View, action: Action) -> None:
        assert view.faces is not None
        if view.may_show:
            assert action.verb == "show"
        elif view.phase == "discard":
            faces, rules = view.faces, view.rules
            finishing = finishing_discards(view.rack, faces, rules)
            losses = {
                tile: max(finish_loss(rules, shape, faces.is_okey(tile)) for shape in shapes)
                for tile, shapes in finishing.items()
            }
            if losses:
                assert action.verb == "finish"
                assert losses[action.tiles[0]] == max(losses.values())
            else:
                assert action.verb == "discard"
                assert not faces.is_okey(action.tiles[0])


def test_forty_hands_of_four_bots() -> None:
    """It finishes when and as dearly as it can, shows the indicator, throws no okey, comes to an end."""
    watched = Watched(CLASSIC, 40)
    assert watched.finished >= LEAST
    assert watched.longest < 200
    assert "melds" in watched.shapes


@pytest.mark.parametrize("rules", [
    "classic+duel", "classic players=3", "classic+team", "classic pairs_win=off", "classic false_joker=wild",
    "classic min_real_tiles=2 one_after_thirteen=no", "classic pairs_win=mixed pair_rule=either",
])  # fmt: skip
def test_it_plays_other_options_too(rules: str) -> None:
    watched = Watched(make_rules(rules), 2)
    assert watched.finished + watched.stock_outs == 2


def test_the_same_seed_decides_the_same() -> None:
    first, second = bot_match("same", hands=1), bot_match("same", hands=1)
    assert first == second


def test_it_needs_nothing_but_the_view() -> None:
    """It gets no game, asks for none, and remembers nothing of what it is told."""
    for module in (okey.bots.honest, okey.bots.plan):
        imported = {
            node.module for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.ImportFrom)
        }
        assert "okey.game.game" not in imported
        assert "okey.game" not in imported
    game = set_up({0: f"{PERFECT.replace('K10', 'B1')} B3"})
    assert choice(game) == choice(set_up({0: f"{PERFECT.replace('K10', 'B1')} B3"}, scores=(9, 9, 9, 9)))


@pytest.mark.parametrize(("rack", "kind"), [
    (f"{PERFECT} B10", "B10"),
    (f"{SEVEN_PAIRS} B10", "B10"),
    (f"{PERFECT} *", "*"),
    (f"{BOTH_SHAPES} K11", "K11"),
])  # fmt: skip
def test_it_finishes_as_dearly_as_it_can(rack: str, kind: str) -> None:
    game = set_up({0: rack})
    assert choice(game) == Action("finish", (named(game, 0, kind),))


def test_it_finishes_with_the_first_discard_where_that_is_allowed() -> None:
    assert choice(set_up({0: f"{PERFECT} B1"}, opening=True)).verb == "finish"
    rules = make_rules(starter_may_finish_first=False)
    assert choice(set_up({0: f"{PERFECT} B1"}, opening=True, rules=rules)).verb == "discard"


def test_it_shows_the_indicator() -> None:
    game = set_up({0: PERFECT.replace("K10", "B9")}, drawn=False, opening=True)
    assert choice(game) == Action("show", (named(game, 0, "B9"),))
    game.apply(choice(game))
    assert choice(game).verb != "show"


def test_it_takes_what_finishes_and_every_okey() -> None:
    almost = PERFECT.replace("K10", "B1")
    assert choice(set_up({0: almost}, drawn=False, pile="K10")) == TAKE
    assert choice(set_up({0: "R1 R4 R7 Y2 Y5 Y8 B3 B6 B13 K1 K4 K7 K10 Y11"}, drawn=False, pile="B10")) == TAKE


def test_it_leaves_what_does_not_help() -> None:
    assert choice(set_up({0: PERFECT.replace("K10", "B1")}, drawn=False, pile="Y8")) == DRAW
    assert choice(set_up({0: PERFECT.replace("K10", "B1")}, drawn=False)) == DRAW


def test_it_throws_what_stands_alone() -> None:
    assert thrown(set_up({0: "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 B1 Y7"})) in ("B1", "Y7")


def test_it_does_not_take_what_it_throws_back() -> None:
    """Else four bots could take and throw the same tile for ever, for the stock does not shrink by taking."""
    for seed in range(6):
        record, _ = bot_match(f"loop {seed}", hands=1)
        verbs = [(a.verb, a.tiles) for a in record.actions]
        took = sum(verb == "take" for verb, _ in verbs)
        assert took < len(verbs) / 2


def test_it_thinks_in_slices() -> None:
    game = set_up({0: "R1 R4 R7 Y2 Y5 Y8 B3 B6 B13 K1 K4 K7 K10 Y11 R13"})
    *slices, action = thoughts(game.view(0))
    assert slices == [None] * 15
    assert action is not None


def test_levels_are_made_by_name() -> None:
    assert list(LEVELS) == ["honest"]
    with pytest.raises(ValueError, match="'grandmaster' is no bot: expected one of honest"):
        make_bot("grandmaster", "x")


# ---- what it weighs


def worth(text: str, seen: str = "", rules: RuleSet = CLASSIC) -> float:
    return Plan(make_faces("B9", rules), rules, hand(seen)).worth(hand(text))


def test_more_of_a_hand_is_worth_more() -> None:
    assert worth("R5 R6 R7") > worth("R5 R6 R9") > worth("R5 Y9 K2")
    assert worth("R5 R6 R7 R8") > worth("R5 R6 R7 K1")
    assert worth("R5 R6 B10") >= 3
    assert worth("R12 R13 R1") >= 3
    assert worth("R12 R13", rules=make_rules(one_after_thirteen="no")) < worth("R12 R13")


def test_what_cannot_come_any_more_is_worth_less() -> None:
    assert worth("R5 R6", seen="R4 R4 R7 R7") < worth("R5 R6", seen="R4 R7") < worth("R5 R6")


def test_pairs_are_a_plan_only_where_they_win() -> None:
    pairs = "R1 R1 Y4 Y4 B7 B7 K10 K10 R13 R13 Y8 Y8"
    assert worth(pairs) >= 12
    assert worth(pairs, rules=make_rules(pairs_win="off")) < 12
