"""What every level has to hold: the rules, its own view, its seed, an end to every hand, no okey for nothing."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import okey.bots
from okey.bots import DEFAULT_LEVEL, LEVELS, Agent, Budget, make_bot
from okey.game import Action, Game, View
from okey.game.actions import TAKE
from okey.game.laying import playable
from okey.game.scoring import finish_loss
from okey.presets import OVERLAYS, PRESETS
from okey.rules import RulesError, RuleSet
from okey.solver import finishing_discards
from tests.bots.hands import decided, decisions, parsed
from tests.support import BOTH_SHAPES, CLASSIC, PERFECT, SEVEN_PAIRS, make_rules, named, set_up, state_of, the_hand

ALMOST = PERFECT.replace("K10", "B1")
"""All but a finish: K10 is missing."""
FEW = Budget(nodes=1)
"""Enough to search, and quick."""

each_level = pytest.mark.parametrize("level", LEVELS)


def choice(level: str, game: Game) -> Action:
    assert game.actor is not None
    chosen = decided(make_bot(level, "bot", FEW), game.view(game.actor))
    game.check(chosen, game.actor)
    return chosen


def alike(level: str, rules: RuleSet, seed: str, budget: Budget = FEW) -> list[Agent]:
    return [make_bot(level, f"{seed} {seat}", budget) for seat in range(rules.players)]


def mixed(rules: RuleSet, number: int) -> list[Agent]:
    """Seats other levels from hand to hand: of three hands each level plays one at least."""
    levels = list(LEVELS)
    chosen = [levels[(seat + 2 * number) % len(levels)] for seat in range(rules.players)]
    return [make_bot(level, f"{number} {seat}", FEW) for seat, level in enumerate(chosen)]


def is_spare(view: View, action: Action) -> bool:
    """Tells whether no okey is thrown, unless there is nothing else or it is the last tile."""
    assert view.faces is not None
    okey = action.verb == "discard" and view.faces.is_okey(action.tiles[0])
    return not okey or len(view.rack) == 1 or all(map(view.faces.is_okey, view.rack))


# ---- whole hands

GAMES = [f"{preset}+{overlay}" if overlay else preset for preset in PRESETS for overlay in ("", *OVERLAYS)]
MIXES = [
    "classic players=3",
    "classic pairs_win=off",
    "classic false_joker=wild",
    "classic min_real_tiles=2 one_after_thirteen=no",
    "classic pairs_win=mixed pair_rule=either",
    "classic starter_may_finish_first=no take_back=undo_then_stock take_back_penalty=5",
    "classic stock_out=reshuffle max_reshuffles=1 stock_out_when=on_draw",
    "gamearea hand_size=21",
    "duz indicator_must_be_dealt=no false_joker=wild min_real_tiles=0 pair_rule=either",
    "okey101 false_joker=wild",
    "okey101+team open_partner_min=0",
    "okey101 work_same_turn_as_opening=no",
    "okey101 taken_tile_use=free",
    "okey101 taken_tile_use=if_melding take_back=as_discard",
    "okey101 joker_swap=no",
    "okey101 open_min_pairs=4 open_min_points=121",
    "okey101 open_min_points=0 open_min_pairs=0",
    "okey101 players=3",
    "okey101 pair_opener_layoff_limit=2 series_opener_pairs_limit=3 left_open_charge=yes",
    "okey101 pairs_win=seven cifte_declare=reveals_discards cifte_locks=yes",
    "okey101 indicator_twin_is_pair=yes",
    "okey101 indicator_show=before_first_move indicator_must_be_dealt=no",
    "okey101 score_model=leftover",
    "okey101 run_max_from_hand=3",
    "okey51 take_from=any_player",
    "okey51 min_real_tiles=0",
    "okey51 stock_out=reshuffle stock_out_when=on_draw max_reshuffles=2",
    "okey51 set_sizes=3",
    "konkan81 konkan_run_exact=no konkan_free_take_is_safe=yes",
    "konkan81 teams=none players=2",
    "konkan81 teams=none",
    "konkan81 false_joker=wild one_after_thirteen=high layoff_before_open=no",
]


def played(rules: RuleSet, hands: int) -> None:
    for number in range(hands):
        game = Game(rules, f"every {number}")
        for view, action in decisions(game, mixed(rules, number)):
            assert is_spare(view, action)
        assert game.result is not None


@pytest.mark.parametrize("text", GAMES)
def test_every_game_is_played_to_its_end(text: str) -> None:
    """Every decision is legal, or the game refuses it here."""
    try:
        rules = parsed(text)
    except RulesError:
        assert "+" in text, "only an overlay may not fit"
        return
    played(rules, 3)


@pytest.mark.parametrize("text", MIXES)
def test_other_options_are_played_to_the_end(text: str) -> None:
    played(parsed(text), 1)


@each_level
def test_closed_hands_are_finished(level: str) -> None:
    """It shows the indicator, finishes when and as dearly as it can, and does not throw back what it takes."""
    finished = takes = actions = 0
    for number in range(HANDS):
        game = Game(CLASSIC, f"closed {number}")
        for view, action in decisions(game, alike(level, CLASSIC, str(number), Budget(nodes=0))):
            judge(view, action)
            takes += action.verb == "take"
            actions += 1
        assert game.result is not None
        finished += game.result.winner is not None
    assert finished >= LEAST * HANDS
    assert takes < actions / 4, "taken tiles mostly stay"


HANDS, LEAST = 12, 0.75


def judge(view: View, action: Action) -> None:
    assert view.faces is not None
    faces, rules = view.faces, view.rules
    if view.may_show:
        assert action.verb == "show"
    elif view.phase == "discard":
        finishing = finishing_discards(view.rack, faces, rules)
        losses = {tile: max(finish_loss(rules, s, faces.is_okey(tile)) for s in finishing[tile]) for tile in finishing}
        assert action.verb == ("finish" if losses else "discard")
        if losses:
            assert losses[action.tiles[0]] == max(losses.values())
        else:
            assert is_spare(view, action)


@pytest.mark.parametrize(("rules", "hands", "least"), [("okey101", 20, 3), ("okey51", 8, 2), ("konkan81", 8, 5)])
@each_level
def test_open_hands_are_opened_and_finished(level: str, rules: str, hands: int, least: int) -> None:
    """Hands end with an empty stock now and then, most often among the weakest: there 2 of 8 of okey51 are finished."""
    opened = finished = 0
    for number in range(hands):
        game = Game(parsed(rules), f"open {number}")
        verbs = {action.verb for _, action in decisions(game, alike(level, game.rules, str(number)))}
        opened += "open" in verbs
        assert game.result is not None
        finished += game.result.winner is not None
    assert opened >= 0.8 * hands
    assert finished >= least


# ---- what it goes by


def test_bots_know_nothing_but_views() -> None:
    """No module of theirs reaches for the match; they read positions, options and tiles."""
    paths = sorted(Path(inspect.getfile(okey.bots)).parent.glob("*.py"))
    assert len(paths) > 10
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not {"okey.game", "okey.game.game", "okey.game.deal"} & set(modules), path


@pytest.mark.parametrize("rules", ["classic", "okey101"])
@each_level
def test_thinking_changes_nothing(level: str, rules: str) -> None:
    game = Game(parsed(rules), "still")
    for view, _ in decisions(game, alike(level, game.rules, "still")):
        before = state_of(game), repr(view)
        decided(make_bot(level, "other", FEW), view)
        assert (state_of(game), repr(view)) == before


def actions_of(level: str, rules: str, bots: str) -> Iterator[str]:
    game = Game(parsed(rules), "again")
    for _, action in decisions(game, alike(level, game.rules, bots)):
        yield str(action)


@pytest.mark.parametrize("rules", ["classic", "okey101"])
@each_level
def test_the_seed_decides(level: str, rules: str) -> None:
    first = list(actions_of(level, rules, "a"))
    assert first == list(actions_of(level, rules, "a"))
    assert any(first != list(actions_of(level, rules, seed)) for seed in "bcd")


def test_levels_are_made_by_name() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "usta"]
    assert DEFAULT_LEVEL in LEVELS
    with pytest.raises(ValueError, match="'grandmaster' is no bot: expected one of easy, medium, hard, usta"):
        make_bot("grandmaster", "x")


# ---- decisions that leave no choice


@each_level
@pytest.mark.parametrize(("rack", "kind"), [
    (f"{PERFECT} B10", "B10"),
    (f"{SEVEN_PAIRS} B10", "B10"),
    (f"{PERFECT} *", "*"),
    (f"{BOTH_SHAPES} K11", "K11"),
])  # fmt: skip
def test_it_finishes_as_dearly_as_it_can(level: str, rack: str, kind: str) -> None:
    game = set_up({0: rack})
    assert choice(level, game) == Action("finish", (named(game, 0, kind),))


@each_level
def test_it_finishes_with_the_first_discard_where_that_is_allowed(level: str) -> None:
    assert choice(level, set_up({0: f"{PERFECT} B1"}, opening=True)).verb == "finish"
    rules = make_rules(starter_may_finish_first=False)
    assert choice(level, set_up({0: f"{PERFECT} B1"}, opening=True, rules=rules)).verb == "discard"


@each_level
def test_it_shows_the_indicator_once(level: str) -> None:
    game = set_up({0: PERFECT.replace("K10", "B9")}, drawn=False, opening=True)
    assert choice(level, game) == Action("show", (named(game, 0, "B9"),))
    game.apply(choice(level, game))
    assert choice(level, game).verb != "show"


@each_level
def test_it_takes_what_finishes_and_every_okey(level: str) -> None:
    assert choice(level, set_up({0: ALMOST}, drawn=False, pile="K10")) == TAKE
    rack = "R1 R4 R7 Y2 Y5 Y8 B3 B6 B13 K1 K4 K7 K10 Y11"
    assert choice(level, set_up({0: rack}, drawn=False, pile="B10")) == TAKE


@each_level
def test_it_leaves_what_does_not_help(level: str) -> None:
    assert choice(level, set_up({0: ALMOST}, drawn=False, pile="Y8")).verb == "draw"
    assert choice(level, set_up({0: ALMOST}, drawn=False)).verb == "draw"


@each_level
def test_it_finishes_on_the_table_when_all_can_be_laid(level: str) -> None:
    rack = "R1 R2 R3 B1 B2 B3 K1 K2 K3 Y1 Y2 Y3 R6 R7 R8 R9 B6 Y6 K6 B4 K4 Y13"
    game = set_up({0: rack}, rules=make_rules("okey101"), indicator="R11")
    for _ in range(8):
        if game.result is None and the_hand(game).actor == 0:
            game.apply(choice(level, game))
    assert game.result is not None
    assert (game.result.winner, game.result.elden) == (0, True)


@pytest.mark.parametrize("level", ["hard", "usta"])
def test_it_gives_no_playable_tile_away(level: str) -> None:
    rules = make_rules("okey101")
    for number in range(4):
        game = Game(rules, f"playable {number}")
        for view, action in decisions(game, alike(level, rules, f"playable {number}")):
            if action.verb == "discard" and len(view.rack) > 1 and view.seats[game.actor or 0].opened is not None:
                now = the_hand(game)
                spare = [tile for tile in view.rack if not playable(rules, now, tile) and not now.faces.is_okey(tile)]
                assert not spare or not playable(rules, now, action.tiles[0])


@each_level
def test_a_konkan_player_lays_its_whole_hand_at_once(level: str) -> None:
    ten_four = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R7 Y7 B7 K7 Y13"
    game = set_up({0: ten_four}, rules=make_rules("konkan81"), indicator="K11")
    the_hand(game).acting.konkan = True
    action = choice(level, game)
    assert action.verb == "open"
    assert sorted(len(tiles) for _, tiles in action.melds) == [4, 10]
