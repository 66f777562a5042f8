"""The rival of the ladder: the package is shown at its best, and plays by the rules."""

import sys

import pytest

from okey.game import Action, Game
from okey.ladder.deal import play_deal
from okey.ladder.pairing import Pairing
from okey.presets import PRESETS
from okey.solver.layouts import most_points
from okey.tiles import tiles_text
from tests.support import CLASSIC, PERFECT, hand, make_faces, make_rules, set_up

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 13), reason="okey-solver-py is made for older Pythons")

MENDED = "bench.greedy:Mended"


def choice(game: Game, bot: str = "Mended") -> str:
    from bench import greedy

    (action,) = getattr(greedy, bot)("", None).think(game.view(game.actor))
    assert action is not None
    game.check(action, game.actor)
    return str(action)


def points(rack: str, indicator: str, rules: str = "classic") -> tuple[int, int]:
    """Gets what the package finds, and what our exact solver does."""
    from bench.rival import Rival

    chosen = make_rules(rules)
    faces, tiles = make_faces(indicator, chosen), hand(rack)
    best = Rival(faces, chosen).best(tiles)
    laid = [tile for _, meld in best.melds for tile in meld]
    assert sorted([*laid, *best.loose]) == sorted(tiles)
    return best.points, most_points(tiles, faces, chosen)[0]


@pytest.mark.parametrize(("rack", "indicator", "rules"), [
    ("R3 R4 R5 Y9 K9 B9 K1 B7", "K12", "classic"),
    ("R3 R4 K13 Y9 K9 B1", "K12", "classic"),  # one okey
    ("R3 R4 K13 K13 Y9 K9 B1", "K12", "classic"),  # two okeys in two melds
    ("K11 K12 * B1", "K12", "classic"),  # a false joker is the 13, and no okey
    ("* Y9 B2", "K12", "classic"),
    ("K12 K13 K1 B2", "R5", "classic"),
    ("K12 K13 K1 B2", "R5", "okey101"),  # no run there
    ("R1 R2 R3 R4 R5 R6 R7", "K5", "konkan81"),  # no run of seven from the hand
])  # fmt: skip
def test_the_package_is_shown_at_its_best(rack: str, indicator: str, rules: str) -> None:
    found, exact = points(rack, indicator, rules)
    assert found == exact


def test_the_least_tile_is_no_okey() -> None:
    from bench.rival import Rival

    rival, tiles = Rival(make_faces("B9"), CLASSIC), hand("B10 R5 R6 K1")
    assert rival.least(tiles, tiles) == tiles[3]
    assert rival.least(tiles, tiles[:1]) is None
    pairs, loose = rival.pairs(hand("R5 R5 B10 K1 Y7"))
    assert [tiles_text(laid) for _, laid in pairs] == ["R5 R5'", "K1 B10"]
    assert tiles_text(loose) == "Y7"


def test_it_finishes_takes_and_draws() -> None:
    assert choice(set_up({0: f"{PERFECT} Y2"})) == "finish Y2"
    assert choice(set_up({0: PERFECT.replace("R8", "K1")}, drawn=False, pile="R8")) == "take R8"
    assert choice(set_up({0: PERFECT.replace("R8", "K1")}, drawn=False, pile="B2")) == "draw"
    assert choice(set_up({0: PERFECT.replace("R8", "K1")}, drawn=False, pile="B10")) == "take B10"


def test_it_goes_for_pairs() -> None:
    rack = "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 K2 Y7 Y8"
    assert choice(set_up({0: rack}, drawn=False, pile="B12")) == "take B12'"
    assert choice(set_up({0: rack}, drawn=False, pile="Y9")) == "draw"
    assert choice(set_up({0: f"{rack} R13"})).split()[1] in ("B12", "K2", "R13", "Y7", "Y8")


def test_it_opens_as_soon_as_it_can() -> None:
    rules = make_rules("okey101")
    rack = "R11 R12 R13 Y11 Y12 Y13 K10 B10 Y10 B1 B3 B5 B7 K2 K4 K6 K8 Y1 Y3 Y6 R2"
    assert choice(set_up({0: f"{rack} R4"}, rules=rules, indicator="K12")).startswith("open ")
    poor = set_up({0: f"{rack.replace('Y10', 'R6')} R4"}, rules=rules, indicator="K12")
    assert choice(poor).startswith("discard ")
    assert choice(set_up({0: rack}, rules=rules, indicator="K12", drawn=False, pile="K11")) == "draw"
    assert (
        choice(set_up({0: rack.replace("Y10", "R8")}, rules=rules, indicator="K12", drawn=False, pile="Y10"))
        == "take Y10"
    )


def test_as_published_it_draws_and_throws_what_the_package_values_least() -> None:
    offered = set_up({0: PERFECT.replace("R8", "K1")}, drawn=False, pile="R8")
    assert choice(offered, "Greedy") == "draw"
    assert choice(offered, "Taking") == "take R8"
    for bot in ("Greedy", "Taking"):
        assert choice(set_up({0: f"{PERFECT} Y2"}), bot) == "finish Y2"
        # all tiles stand in melds: any end of a long run may go
        assert choice(set_up({0: f"{PERFECT} K12"}), bot).startswith("finish ")


def test_as_published_a_false_joker_passes_for_an_okey() -> None:
    from bench.rival import Published

    best = Published(make_faces("K12"), CLASSIC).best(hand("Y9 K9 * B1"))
    assert ("*" in tiles_text(best.melds[0][1]), tiles_text(best.loose)) == (True, "B1")
    # so it may think itself finished when it is not
    wrong = PERFECT.replace("R8", "*")
    assert choice(set_up({0: f"{wrong} Y2"}), "Greedy") == "discard Y2"


@pytest.mark.parametrize("bot", ["Greedy", "Taking"])
@pytest.mark.parametrize("rules", ["classic", "duz", "okey101", "konkan81"])
def test_as_published_it_plays_to_the_end(rules: str, bot: str) -> None:
    deal = play_deal(Pairing(rules, f"bench.greedy:{bot}", "medium"), 0)
    assert deal.tallies["candidate"]["turns"] > 0
    assert bot == "Taking" or "takes" not in deal.tallies["candidate"]


@pytest.mark.parametrize("rules", [*PRESETS, "elit+elit_literal", "okey101+team"])
def test_it_plays_every_game_to_its_end(rules: str) -> None:
    deal = play_deal(Pairing(rules, MENDED, MENDED), 0)
    assert deal.tallies["candidate"]["turns"] > 0
    assert deal.tallies["field"]["okeys_thrown"] == 0


def test_its_answers_are_actions() -> None:
    game = set_up({0: f"{PERFECT} Y2"})
    assert Action.parse(choice(game)).verb == "finish"
