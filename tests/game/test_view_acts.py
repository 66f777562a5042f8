"""A view is enough to act on: what it allows is what the game allows."""

import random
from itertools import islice

import pytest

from okey.game import Game, drawing, laying
from okey.game.state import Hand
from okey.rules import RuleSet
from tests.support import the_hand
from tests.walk import walk

LOOKED_AT = 60
RULES = [
    "classic", "duz", "gamearea match_end=n_hands n_hands=11", "elit+elit_literal", "okey101", "okey101+team", "okey51",
    "konkan81", "konkan81+quick",
    "okey101 indicator_twin_is_pair=yes left_open_charge=yes", "classic indicator_must_be_dealt=no",
]  # fmt: skip


def known(hand: Hand, imagined: Hand) -> None:
    """Checks all that the actor knows of a hand."""
    for name in ("number", "dealer", "starter", "indicator", "faces", "actor", "phase", "melds", "turn", "reshuffles"):
        assert getattr(imagined, name) == getattr(hand, name), name
    assert (imagined.last_discarder, imagined.shown_by) == (hand.last_discarder, hand.shown_by)
    for seat, (player, copy) in enumerate(zip(hand.players, imagined.players, strict=True)):
        assert copy.rack == (player.rack if seat == hand.actor else [])
        for name in ("opened", "opened_with", "declared", "konkan", "eliminated", "early", "konkan_takes"):
            assert getattr(copy, name) == getattr(player, name), name


@pytest.mark.parametrize("rules", RULES)
def test_what_a_view_allows_the_game_allows(rules: str) -> None:
    mix = RuleSet.parse(rules)
    game = Game(mix, f"view acts {rules}")
    seen = 0
    for _ in walk(game, random.Random(rules), 250):
        if game.actor is None:
            continue
        seen += 1
        view, hand = game.view(game.actor), the_hand(game)
        known(hand, view.imagine())
        assert view.takeable() == tuple(drawing.offers(mix, hand))
        assert view.points_needed() == laying.points_needed(mix, hand)
        assert view.pairs_needed() == laying.pairs_needed(mix, hand)
        assert list(islice(view.legal_actions(), LOOKED_AT)) == list(islice(game.legal_actions(), LOOKED_AT))
        other = game.view((game.actor + 1) % mix.players)
        assert list(other.legal_actions()) == []
        assert other.takeable() == view.takeable()
    assert seen > 100


def test_between_hands_the_table_deals_and_nothing_else() -> None:
    game = Game(RuleSet.parse("classic"), "deal")
    for seat in (None, 0, 3):
        assert [action.verb for action in game.view(seat).legal_actions()] == ["deal"]
        assert game.view(seat).takeable() == ()
