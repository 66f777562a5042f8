"""What the layouts leave out, and what a cover of nothing but wilds has to hold."""

from okey.solver import complete
from okey.solver.layouts import openings
from tests.support import hand, make_faces, make_rules

OPEN = make_rules("okey101")


def test_one_tile_stays_in_the_rack() -> None:
    faces = make_faces("Y8")
    assert list(openings(hand("R1 R2 R3"), faces, OPEN, 1, 0, elden=False)) == []
    (laid,) = openings(hand("R1 R2 R3 K9"), faces, OPEN, 1, 0, elden=False)
    assert [type_ for type_, _ in laid] == ["run"]


def test_one_tile_stays_beside_pairs() -> None:
    faces, five = make_faces("Y8"), "R1 R1 B2 B2 Y5 Y5 K9 K9 B13 B13"
    assert list(openings(hand(five), faces, OPEN, 999, 5, elden=False)) == []
    (laid,) = openings(hand(f"{five} K1"), faces, OPEN, 999, 5, elden=False)
    assert [type_ for type_, _ in laid] == ["pair"] * 5


def test_pairs_of_two_colours() -> None:
    rules, rack = make_rules("okey101", pair_rule="either"), hand("R1 B1 B2 Y2 Y5 K5 K9 R9 B13 B13 K1")
    assert any(len(laid) == 5 for laid in openings(rack, make_faces("Y8"), rules, 999, 5, elden=False))
    assert list(openings(rack, make_faces("Y8"), OPEN, 999, 5, elden=False)) == []


def test_wilds_alone_are_cut_as_the_rest_of_the_hand_needs() -> None:
    """Four wilds may be the run or set that pairs need beside them; two are not, and are a pair only among pairs."""
    rules = make_rules("classic", pairs_win="mixed", false_joker="wild", min_real_tiles=0)
    faces = make_faces("B9", rules)
    assert complete(hand("R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 * * B10 B10"), faces, rules).keys() == {"melds", "pairs"}
    pairs = hand("R3 R3 K11 K11 B2 B2 Y5 Y5 R9 R9 B13 B13 * *")
    assert complete(pairs, faces, rules).keys() == {"pairs"}
