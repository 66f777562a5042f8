"""How a rack stands, against the solver asked another way, and what the coach says of it."""

from collections import Counter
from functools import lru_cache

import pytest

from okey.bots import make_bot
from okey.coach import Standing, _openings, look, standing
from okey.game import Game
from okey.game.actions import DEAL
from okey.game.laying import pairs_needed, points_needed
from okey.game.state import Hand
from okey.game.unseen import unseen
from okey.game.view import View
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.solver import finishing_discards
from okey.solver.layouts import konkan_layouts, most_pairs, most_points
from okey.tiles import TILES, WILD, parse_tile
from okey.ui.narration import MOST_NAMED, NEAR, stand, stand_brief
from okey.ui.texts import LANGUAGES, Texts

HANDS = 2


@lru_cache
def views(rules: str) -> tuple[View, ...]:
    """What seat 0 sees in some hands of computer players, whoever is to act; it plays Konkan where that is possible."""
    game, found = Game(RuleSet.parse(rules), "coach"), []
    bots = [make_bot("medium", str(seat)) for seat in range(game.rules.players)]
    while game.hand_number <= HANDS and game.phase != "over":
        view = None if game.actor is None else game.view(game.actor)
        action = DEAL if view is None else next(a for a in bots[game.actor].think(view) if a is not None)
        for event in game.apply(action):
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        if game.result is None:
            found.append(game.view(0))
    return tuple(found)


def good(view: View, tiles: list[int]) -> bool:
    """Tells whether nothing is missing any more, by asking for the melds themselves."""
    rules, faces = view.rules, view.faces
    if not rules.table_melds:
        return bool(finishing_discards(tiles, faces, rules))
    pairs = rules.open_min_pairs and len(most_pairs(tiles, faces, rules)) >= pairs_needed(rules, hand_of(view))
    return bool(pairs) or most_points(tiles, faces, rules)[0] >= points_needed(rules, hand_of(view))


def hand_of(view: View) -> Hand:
    hand = view.imagine()
    hand.actor = 0
    return hand


@pytest.mark.parametrize("preset", PRESETS)
def test_what_helps_completes_and_nothing_else_does(preset):
    seen = Counter()
    for view in views(preset)[::2]:
        rack = list(view.rack[: view.rules.hand_size])
        found = standing(view, rack)
        seen[found.aim] += 1
        if found.aim == "opened" or found.missing != 1 or view.seats[0].konkan or len(rack) < view.rules.hand_size:
            continue
        left = unseen(view)
        home = {view.faces.of[tile]: tile for tile in range(TILES) if tile not in view.rack}
        helping = {face for face, number in enumerate(left) if number and good(view, [*rack, home[face]])}
        useful = {face for face, _ in found.useful}
        # pairs and melds may be equally far: what helps the other aim is not counted
        assert useful <= helping
        if view.rules.pairs_win == "off" and not view.rules.open_min_pairs:
            assert useful == helping
        assert found.ways == sum(left[face] for face in useful)
    assert seen


def test_a_konkan_player_is_told_of_the_whole_hand():
    game = Game(RuleSet.parse("konkan81"), "coach")
    game.apply(DEAL)
    game.hand.players[0].konkan = True
    found = standing(game.view(0))
    assert found.aim == "konkan"
    assert found.missing > 0
    run = [f"R{number}" for number in range(1, 11)]
    other = ["Y13", "B13", "K13", "Y1"]
    rack = [parse_tile(name) for name in run + other]
    found = standing(game.view(0), rack)
    assert found.missing <= 1
    useful = {face for face, _ in found.useful}
    faces = game.hand.faces
    for tile in range(TILES):
        if tile not in rack and found.missing == 1:
            lays = any(konkan_layouts([*rack, tile], faces, game.rules, 10, 4))
            assert lays or faces.of[tile] not in useful


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_standing_is_a_sentence(preset, language):
    texts = Texts(language)
    for view in views(preset):
        found = standing(view)
        plain, full, brief = (
            stand(texts, found, tiles=False),
            stand(texts, found, tiles=True),
            stand_brief(texts, found),
        )
        assert plain
        assert "{" not in plain + full + brief
        assert full.startswith(plain)
        assert len(brief) <= 24
        few = 0 < len(found.useful) <= MOST_NAMED or (found.useful and found.missing <= NEAR)
        assert (full != plain) is bool(few)
        named = sum(face == WILD or texts.kind(face) in full for face, _ in found.useful)
        assert all(number > 0 for _, number in found.useful)
        assert not few or named >= min(len(found.useful), MOST_NAMED)
        assert full.count("(") <= MOST_NAMED, "a short sentence"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("aim", ["melds", "pairs", "points", "open_pairs", "konkan"])
def test_what_is_ready_or_far_is_told_too(aim, language):
    texts = Texts(language)
    said = {
        stand(texts, Standing(aim, missing, useful, 5), tiles=True)
        for missing, useful in ((0, ()), (2, ()), (2, ((3, 2),)))
    }
    assert len(said) == 3


def test_it_looks_in_steps():
    for view in views("classic")[:5]:
        found = list(look(view))
        assert found[-1] is not None
        assert not any(found[:-1])
        assert len(found) >= 3


@pytest.mark.parametrize(("rules", "least"), [("okey101", 40), ("okey51", 20), ("konkan81", 3)])
def test_it_looks_at_what_an_open_table_asks_for_in_steps_too(rules, least):
    for seed in range(3):
        game = Game(RuleSet.parse(rules), f"steps {seed}")
        game.apply(DEAL)
        assert game.hand is not None
        game.hand.acting.konkan = game.rules.konkan
        _openings.cache_clear()  # steps that another test has made are not made again
        found = list(look(game.view(game.actor)))
        assert len(found) >= least
        assert found[-1] == standing(game.view(game.actor))


def test_a_spectator_has_no_rack():
    game = Game(RuleSet.parse("classic"), "coach")
    game.apply(DEAL)
    with pytest.raises(ValueError, match="nobody"):
        standing(game.view(None))
