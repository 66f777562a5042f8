"""Advice is Hard's decision, and its reasons are true."""

from collections import Counter

import pytest

from okey.bots import SKILLS, Bot, make_bot
from okey.bots.advice import SKILL, Advice, Adviser
from okey.game import Game
from okey.game.actions import DEAL
from okey.melds import make_meld
from okey.position import parse_position
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.solver.cover import count
from okey.solver.distance import Outlook
from okey.solver.opening_distance import Openings
from tests.bots.compose import compose
from tests.support import named


def advice_for(game, seat=0) -> Advice:
    return [thought for thought in Adviser().think(game.view(seat)) if thought is not None][-1]


def played(rules: str, seed: str, hands: int):
    """Plays hands with bots; gives every advice that seat 0 gets with the view that it is for."""
    game = Game(RuleSet.parse(rules), seed)
    bots = [make_bot("medium", f"{seed} {seat}") for seat in range(game.rules.players)]
    adviser, twin = Adviser(), Bot(SKILL, "advice")
    while game.hand_number < hands or game.phase not in ("deal", "over"):
        if game.phase == "over":
            return
        if game.phase == "deal":
            events = game.apply(DEAL)
        else:
            seat = game.actor
            view = game.view(seat)
            if seat == 0:
                thoughts = list(adviser.think(view))
                assert thoughts[:-1] == [None] * (len(thoughts) - 1)
                decision = [thought for thought in twin.think(view) if thought is not None][-1]
                yield view, thoughts[-1], decision
                events = game.apply(decision, 0)
            else:
                events = game.apply(next(t for t in bots[seat].think(view) if t is not None), seat)
        for event in events:
            adviser.observe(event.seen_by(0))
            twin.observe(event.seen_by(0))
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))


@pytest.mark.parametrize("rules", ["classic", "duz", "elit+elit_literal", "gamearea", "okey101", "okey51", "konkan81"])
def test_advice_is_what_hard_does_and_can_be_done(rules):
    reasons = Counter()
    for _view, advice, decision in played(rules, "advice", 4):
        assert advice.action == decision
        reasons[advice.reason] += 1
    assert sum(reasons.values()) > 8
    assert len(reasons) >= 3, reasons


def test_missing_and_useful_tiles_are_counted_by_the_solver():
    seen = 0
    for view, advice, _ in played("classic", "count", 3):
        if advice.reason not in ("throw", "throw_safe"):
            continue
        rest = [tile for tile in view.rack if tile != advice.action.tiles[0]]
        assert not finishing_discards(view.rack, view.faces, view.rules)
        counted = count(view.faces.of[tile] for tile in rest)
        assert advice.missing == Outlook(view.faces, view.rules).melds(*counted).tiles
        assert 0 < advice.useful <= 106 - len(view.rack)
        seen += 1
    assert seen > 10


def test_the_bar_and_what_is_missing_to_it():
    seen = 0
    for view, advice, _ in played("okey101", "bar", 3):
        if advice.reason == "throw_closed":
            rest = [tile for tile in view.rack if tile != advice.action.tiles[0]]
            counted = count(view.faces.of[tile] for tile in rest)
            assert advice.needed == 101
            assert advice.missing == Openings(view.faces, view.rules).points(*counted, 101).tiles
            seen += 1
        if advice.reason == "open_points":
            melds = [make_meld(type_, tiles, view.faces, view.rules, "hand") for type_, tiles in advice.action.melds]
            assert advice.value == sum(meld.value for meld in melds) >= advice.needed
    assert seen > 3


def test_a_finish_is_advised_and_a_discard_that_finishes_is_taken():
    whole = "R1 R2 R3 R4 B5 B6 B7 Y8 Y9 Y10 K11 K12 K13"
    game = parse_position(compose("classic", f"{whole} K10 Y1"))
    advice = advice_for(game)
    assert advice.reason == "finish"
    assert advice.action.tiles == (named(game, 0, "Y1"),)
    game = parse_position(compose("classic", f"{whole} Y1", draws=True, piles={3: "K10"}))
    advice = advice_for(game)
    assert (advice.action.verb, advice.reason) == ("take", "take_finish")


def test_hard_with_a_sure_eye_differs_from_hard_in_that_only():
    hard = SKILLS["hard"]
    assert (SKILL.sight, SKILL.remembers, SKILL.counts) == (hard.sight, hard.remembers, hard.counts)
    assert (SKILL.defends, SKILL.bargains, SKILL.slips) == (hard.defends, hard.bargains, hard.slips)
