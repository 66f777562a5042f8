"""What random play seldom meets."""

import random
from collections.abc import Callable

import pytest

from okey.game import Action, ActionError, Game, Refused
from okey.game.actions import BACK, DEAL, PAIRS, TAKE, UNDO, discard, show
from okey.melds import accepted, make_meld
from okey.position import parse_position, position_text
from okey.rules import RuleSet
from okey.solver.layouts import konkan_layouts, openings, single_melds
from okey.tiles import TILE_NAMES, Tile, parse_tiles
from tests.support import make_faces, make_rules
from tests.walk import exchanged, walk

FREE = "okey51 open_min_points=0 open_escalation=none invalid_declare_penalty=0"


def search(rules: RuleSet, wanted: Callable[[Game], bool], actions: int = 1) -> Game:
    """Plays one match after the other until a position is as wanted."""
    for seed in range(2000):
        game = Game(rules, f"corner {seed}")
        for _ in walk(game, random.Random(seed), actions):
            if wanted(game):
                return game
    raise AssertionError("there is no such position")


def verbs(game: Game) -> set[str]:
    return {action.verb for action in game.legal_actions()}


def okeys_in_stock(game: Game) -> list[Tile]:
    assert game.hand is not None
    return [t for t in game.hand.stock if game.hand.faces.is_okey(t)]


def test_an_okey_given_back_is_no_longer_one_that_was_taken() -> None:
    game = search(RuleSet.parse("okey101"), lambda g: "take" in verbs(g) and bool(okeys_in_stock(g)), 10)
    game = exchanged(game, okey := okeys_in_stock(game)[0], game.view(None).takeable()[0])
    assert game.hand is not None
    game.apply(TAKE)
    assert game.hand.acting.cheap == [okey]
    assert position_text(parse_position(position_text(game))) == position_text(game)
    game.apply(BACK)
    assert game.hand.acting.cheap == []
    assert position_text(game).endswith("draw back")


def test_what_was_shown_stays_shown_when_a_step_is_taken_back() -> None:
    rules = make_rules(FREE, indicator_show="before_first_move")
    game = search(rules, lambda g: {"show", "open"} <= verbs(g))
    twin = game.view(game.actor).indicator
    assert twin is not None
    game.apply(next(a for a in game.legal_actions() if a.verb == "open"))
    game.apply(show(twin ^ 1))
    scores = game.scores
    game.apply(UNDO)
    assert game.view(None).shown_by == game.actor
    assert game.scores == scores
    assert "show" not in verbs(game)


def test_only_the_twin_is_shown() -> None:
    game = search(RuleSet.parse("classic"), lambda g: "show" in verbs(g))
    other = next(t for t in game.view(game.actor).rack if game.hand is not None and t != game.hand.indicator ^ 1)
    with pytest.raises(Refused) as caught:
        game.apply(show(other))
    assert (caught.value.reason, caught.value.tiles) == ("show_other_tile", (other,))


def test_who_declared_pairs_stays_declared_when_a_step_is_taken_back() -> None:
    rules = make_rules(
        "konkan81", open_min_points=0, open_min_pairs=4, pairs_win="seven", cifte_declare="reveals_discards"
    )
    game = search(rules, lambda g: bool(g.steps) and "pairs" in verbs(g), 60)
    actor = game.actor
    assert actor is not None
    game.apply(PAIRS)
    text = position_text(game)
    game.apply(UNDO)
    assert game.view(None).seats[actor].declared
    assert " declared " in text
    assert position_text(game) == text[: text.index("; step ")]


def test_who_declared_pairs_opens_with_pairs() -> None:
    rules = make_rules(FREE, pairs_win="seven", cifte_declare="reveals_discards", cifte_locks=True)
    game = search(rules, lambda g: "open" in verbs(g))
    opening = next(a for a in game.legal_actions() if a.verb == "open")
    assert game.view(game.actor).pairs_needed() == 4
    game.apply(PAIRS)
    with pytest.raises(Refused) as caught:
        game.apply(opening)
    assert caught.value.reason == "open_pairs_only"
    assert all(a.melds[0][0] == "pair" for a in game.legal_actions() if a.verb == "open")


def test_pairs_are_declared_before_opening() -> None:
    rules = make_rules(FREE, pairs_win="seven", cifte_declare="reveals_discards")
    game = search(rules, lambda g: bool(g.steps) and not g.view(None).seats[g.actor or 0].declared, 60)
    with pytest.raises(Refused) as caught:
        game.apply(PAIRS)
    assert caught.value.reason == "pairs_after_opening"


def test_a_taken_tile_may_be_thrown_after_laying_where_it_may_stay() -> None:
    rules = make_rules("okey101", taken_tile_use="free")

    def laid(game: Game) -> bool:
        hand = game.hand
        return hand is not None and bool(game.steps) and hand.turn.taken in hand.acting.rack

    game = search(rules, laid, 60)
    assert game.hand is not None
    taken = game.hand.turn.taken
    assert taken is not None
    assert discard(taken) in list(game.legal_actions())
    assert game.apply(discard(taken))[0].kind == "discarded"


def test_checking_changes_nothing_however_many_steps_are_taken_back() -> None:
    game = search(RuleSet.parse("okey101"), lambda g: len(g.steps) > 2, 60)
    text = position_text(game)
    for _ in range(3):
        game.check(UNDO)
        assert position_text(game) == text
    for _ in range(len(game.steps)):
        game.apply(UNDO)
    assert position_text(game) == text[: text.index("; step ")]


def test_a_run_of_thirteen_takes_nothing_more() -> None:
    rules = RuleSet.parse("okey51")
    faces = make_faces("B9", rules)
    tiles = parse_tiles("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13")
    assert accepted(make_meld("run", tiles, faces, rules), faces, rules) == {}
    assert set(accepted(make_meld("run", tiles[1:], faces, rules), faces, rules)) == {"low", "high"}


def test_a_run_with_a_1_behind_the_13_is_offered_once() -> None:
    rules = RuleSet.parse("okey51")
    offered = list(single_melds(parse_tiles("R12 R13 R1 R9 R9'"), make_faces("B9", rules), rules))
    assert offered == [("run", tuple(parse_tiles("R12 R13 R1"))), ("pair", tuple(parse_tiles("R9 R9'")))]


def test_a_bar_of_nothing_is_not_reached_by_nothing() -> None:
    rules = make_rules(FREE)
    assert list(openings(parse_tiles("R1 Y5 K9"), make_faces("B9", rules), rules, 0, 0)) == []


def test_one_tile_opens_nothing() -> None:
    rules = RuleSet.parse("okey101")
    assert rules.elden_ignores_bar
    assert list(openings(parse_tiles("R1"), make_faces("B9", rules), rules, 101, 0)) == []


def test_a_konkan_player_may_lay_a_single_run_of_thirteen() -> None:
    """Where wilds stand so that it cannot be cut: neither R1 and two wilds nor two wilds and R13 are a run."""
    rules = make_rules("konkan81 konkan_run_exact=no false_joker=wild")
    whole = "R1 B10 B10' R4 R5 R6 R7 R8 R9 R10 * *' R13"
    tiles = parse_tiles(f"{whole} Y1")
    laid = [("run", tuple(parse_tiles(whole)))]
    found = [layout for layout in konkan_layouts(tiles, make_faces("B9", rules), rules, 10, 3) if len(layout) == 1]
    assert found == [tuple(laid)]


def test_a_whole_hand_at_the_bar_is_offered_once() -> None:
    rules = RuleSet.parse("okey51")
    tiles = parse_tiles("R11 R12 R13 Y11 Y12 Y13 K1")
    found = list(openings(tiles, make_faces("B9", rules), rules, 51, 0))
    assert len(found) == len(set(found))
    assert [laid for laid in found if sum(len(meld) for _, meld in laid) == 6]


def test_the_twin_as_a_pair_leaves_a_tile_to_throw() -> None:
    rules = make_rules("okey101", indicator_twin_is_pair=True)
    tiles = parse_tiles("B9' R1 R1' R2 R2'")
    faces = make_faces("B9", rules)
    assert [len(laid) for laid in openings(tiles, faces, rules, 1000, 2)] == [2, 2, 2]
    assert list(openings(tiles, faces, rules, 1000, 3)) == []


@pytest.mark.parametrize(("rack", "ways"), [("", 1), (" K1", 0)])
def test_a_konkan_finish_throws_one_tile(rack: str, ways: int) -> None:
    rules = RuleSet.parse("konkan81")
    tiles = parse_tiles("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 Y5 Y6 Y7 Y8 K13" + rack)
    assert len(list(konkan_layouts(tiles, make_faces("B9", rules), rules, 10, 4))) == ways


@pytest.mark.parametrize("ends", ["low", "high", "low high", "high low"])
def test_blocked_ends_are_part_of_a_position(ends: str) -> None:
    rules = make_rules("konkan81", open_min_points=0)
    game = search(rules, lambda g: any(m.meld.type == "run" for m in g.view(None).melds) and not g.steps, 60)
    text = position_text(game)
    meld = next(field for field in text.split("; ") if field.startswith("meld") and " run " in field)
    text = text.replace(meld, f"{meld.split(' / ')[0]} / {ends}")
    assert position_text(parse_position(text)) == text
    assert any(" ".join(m.blocked) == ends for m in parse_position(text).view(None).melds)


def test_a_rack_is_named_in_the_order_the_tiles_came() -> None:
    game = Game(RuleSet.parse("classic"), "order")
    game.apply(DEAL)
    assert game.hand is not None
    rack = " ".join(TILE_NAMES[t] for t in game.hand.acting.rack)
    assert f"seat / {rack}" in position_text(game)


def test_a_meld_has_two_ends() -> None:
    with pytest.raises(ActionError, match="no end of a meld"):
        Action.parse("add R5 0 middle")
