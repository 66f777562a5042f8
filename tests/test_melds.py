import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.melds import MELD_REASONS, MeldError, is_meld, make_meld
from okey.rules import RuleSet
from okey.tiles import KIND_NAMES, TILES, WILD, kind_of, kinds_text, number_of, parse_kind
from tests import brute
from tests.support import CLASSIC, hand, make_faces, make_rules

KONKAN = make_rules("konkan81")
LOW = make_rules("okey101")
LOOSE = make_rules(min_real_tiles=0, false_joker="wild")


def stands_for(faces: tuple[int, ...]) -> str:
    return " ".join("wild" if face == WILD else KIND_NAMES[face] for face in faces)


# rules, type, indicator, tiles in order, what they stand for, value.  Indicator K3: the okey is K4.
GOOD: list[tuple[RuleSet, str, str, str, str, int]] = [
    (CLASSIC, "run", "K3", "R5 R6 R7", "R5 R6 R7", 18),
    (CLASSIC, "run", "K3", "R1 R2 R3", "R1 R2 R3", 6),
    (CLASSIC, "run", "K3", "R12 R13 R1", "R12 R13 R1", 26),
    (CLASSIC, "run", "K3", "R11 R12 R13 R1", "R11 R12 R13 R1", 37),
    (CLASSIC, "run", "K3", "K4 R5 R6", "R4 R5 R6", 15),
    (CLASSIC, "run", "K3", "R5 K4 R7", "R5 R6 R7", 18),
    (CLASSIC, "run", "K3", "R5 R6 K4", "R5 R6 R7", 18),
    (CLASSIC, "run", "K3", "K4 K4 R6", "R4 R5 R6", 15),
    (CLASSIC, "run", "K3", "K4 R6 K4", "R5 R6 R7", 18),
    (CLASSIC, "run", "K3", "R6 K4 K4", "R6 R7 R8", 21),
    (CLASSIC, "run", "K3", "R12 R13 K4", "R12 R13 R1", 26),
    (CLASSIC, "run", "K3", "K4 R13 R1", "R12 R13 R1", 26),
    (CLASSIC, "run", "K3", "R12 K4 R1", "R12 R13 R1", 26),
    (CLASSIC, "run", "K3", "K4 K4 R1", "R12 R13 R1", 26),
    (CLASSIC, "run", "K3", "R1 K4 K4", "R1 R2 R3", 6),
    (CLASSIC, "run", "K3", "K4 K4 R13", "R11 R12 R13", 36),
    (CLASSIC, "run", "K3", "K4 R2 R3", "R1 R2 R3", 6),
    (CLASSIC, "run", "K3", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", "", 91),
    (CLASSIC, "run", "K3", "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", "", 91),
    (CLASSIC, "run", "B9", "B9 * B11", "B9 B10 B11", 30),
    (CLASSIC, "run", "B9", "B9 B10 B11", "B9 B10 B11", 30),
    (CLASSIC, "run", "B9", "B10 * B11", "B9 B10 B11", 30),
    (LOW, "run", "K3", "R11 R12 R13", "R11 R12 R13", 36),
    (LOW, "run", "R10", "R10 * R12", "R10 R11 R12", 33),
    (KONKAN, "run", "K3", "R5 K4 K4 R8", "R5 R6 R7 R8", 26),
    (KONKAN, "run", "K3", "K4 R6 R7", "R5 R6 R7", 18),
    (KONKAN, "run", "K3", "R4 R5 R6 R7 R8 R9", "", 39),
    (LOOSE, "run", "K3", "K4 K4 *", "wild wild wild", 0),
    (LOOSE, "run", "K3", "* R5 K4 K4 *", "R4 R5 R6 R7 R8", 30),
    (CLASSIC, "set", "K3", "R7 B7 Y7", "R7 B7 Y7", 21),
    (CLASSIC, "set", "K3", "K7 Y7 R7 B7", "K7 Y7 R7 B7", 28),
    (CLASSIC, "set", "K3", "R9 B9 K4", "R9 B9 Y9", 27),
    (CLASSIC, "set", "K3", "K4 R9 B9", "Y9 R9 B9", 27),
    (CLASSIC, "set", "K3", "K4 R9 K4", "Y9 R9 B9", 27),
    (CLASSIC, "set", "K3", "R9 K4 B9 K4", "R9 Y9 B9 K9", 36),
    (CLASSIC, "set", "B9", "R10 * K10", "R10 B10 K10", 30),
    (CLASSIC, "set", "K3", "R1 B1 K1", "R1 B1 K1", 3),
    (LOOSE, "set", "K3", "K4 K4 * *", "wild wild wild wild", 0),
    (CLASSIC, "pair", "K3", "R7 R7", "R7 R7", 14),
    (CLASSIC, "pair", "K3", "R7 K4", "R7 R7", 14),
    (CLASSIC, "pair", "K3", "K4 R7", "R7 R7", 14),
    (CLASSIC, "pair", "K3", "K4 K4", "wild wild", 0),
    (CLASSIC, "pair", "K3", "* *", "K4 K4", 8),
    (CLASSIC, "pair", "K3", "* K4", "K4 K4", 8),
    (CLASSIC, "pair", "K3", "K3 K4", "K3 K3", 6),
    (make_rules(pair_rule="either"), "pair", "K3", "R7 B7", "R7 B7", 14),
    (make_rules(pair_rule="either"), "pair", "K3", "R7 R7", "R7 R7", 14),
    (make_rules(pair_rule="same_number_diff_colour"), "pair", "K3", "R7 B7", "R7 B7", 14),
    (make_rules(pair_rule="same_number_diff_colour"), "pair", "K3", "K7 K4", "K7 R7", 14),
    (make_rules(pair_rule="same_number_diff_colour"), "pair", "K3", "K4 R7", "Y7 R7", 14),
    (make_rules(pair_rule="same_number_diff_colour"), "pair", "K3", "K4 K4", "wild wild", 0),
]


@pytest.mark.parametrize(("rules", "type_", "indicator", "text", "stands", "value"), GOOD)
def test_a_meld(*, rules: RuleSet, type_: str, indicator: str, text: str, stands: str, value: int) -> None:
    tiles = hand(text)
    meld = make_meld(type_, tiles, make_faces(indicator, rules), rules)  # type: ignore[arg-type]
    assert (meld.type, meld.tiles) == (type_, tuple(tiles))
    assert stands_for(meld.faces) == (stands or text)
    assert meld.value == value


# rules, type, indicator, tiles in order, reason, tiles at fault
BAD: list[tuple[RuleSet, str, str, str, str, str]] = [
    (CLASSIC, "run", "K3", "R5 R6", "too_short", "R5 R6"),
    (CLASSIC, "run", "K3", "", "too_short", ""),
    (CLASSIC, "run", "K3", "R2 R3 R5", "not_consecutive", "R2 R3 R5"),
    (CLASSIC, "run", "K3", "R7 R6 R5", "not_consecutive", "R7 R6 R5"),
    (CLASSIC, "run", "K3", "R5 R5 R6", "not_consecutive", "R5 R5 R6"),
    (CLASSIC, "run", "K3", "R13 R1 R2", "not_consecutive", "R13 R1 R2"),
    (CLASSIC, "run", "K3", "R12 R13 R1 R2", "not_consecutive", "R12 R13 R1 R2"),
    (CLASSIC, "run", "K3", "R13 R1 K4", "not_consecutive", "R13 R1 K4"),
    (CLASSIC, "run", "K3", "K4 R1 R2", "not_consecutive", "K4 R1 R2"),
    (CLASSIC, "run", "K3", "R13 K4 K4", "not_consecutive", "R13 K4 K4"),
    (CLASSIC, "run", "K3", "R5 R6 B7", "mixed_colours", "B7"),
    (CLASSIC, "run", "B9", "R9 * R11", "mixed_colours", "*"),
    (CLASSIC, "run", "K3", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", "too_long",
     "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"),
    (LOW, "run", "K3", "R12 R13 R1", "not_consecutive", "R12 R13 R1"),
    (LOW, "run", "K3", "R12 R13 K4", "not_consecutive", "R12 R13 K4"),
    (LOW, "run", "K3", "K4 K4 R1", "not_consecutive", "K4 K4 R1"),
    (LOW, "run", "R10", "B10 * B12", "mixed_colours", "*"),
    (KONKAN, "run", "K3", "K4 K4 R7 R8", "leading_wilds", "K4 K4"),
    (KONKAN, "run", "K3", "R7 K4 K4", "too_few_real", "K4 K4"),
    (CLASSIC, "set", "K3", "R9 B9", "set_size", "R9 B9"),
    (CLASSIC, "set", "K3", "R9 B9 Y9 K9 K4", "set_size", "R9 B9 Y9 K9 K4"),
    (CLASSIC, "set", "K3", "R9 B9 Y8", "different_numbers", "Y8"),
    (CLASSIC, "set", "K3", "R9 B9 R9", "repeated_colour", "R9 R9"),
    (CLASSIC, "set", "K3", "R9 K4 R9", "repeated_colour", "R9 R9"),
    (CLASSIC, "set", "B9", "R9 * K9", "different_numbers", "*"),
    (make_rules(false_joker="wild"), "set", "K3", "K4 K4 *", "too_few_real", "K4 K4 *"),
    (KONKAN, "set", "K3", "K4 K4 R9 B9", "leading_wilds", "K4 K4"),
    (make_rules(set_sizes=(4,)), "set", "K3", "R9 B9 Y9", "set_size", "R9 B9 Y9"),
    (CLASSIC, "pair", "K3", "R7", "pair_size", "R7"),
    (CLASSIC, "pair", "K3", "R7 R7 K4", "pair_size", "R7 R7 K4"),
    (CLASSIC, "pair", "K3", "R7 B7", "not_a_pair", "R7 B7"),
    (CLASSIC, "pair", "K3", "R7 R8", "not_a_pair", "R7 R8"),
    (CLASSIC, "pair", "K3", "R7 *", "not_a_pair", "R7 *"),
    (make_rules(wild_in_pair=False), "pair", "K3", "R7 K4", "wild_in_pair", "R7 K4"),
    (make_rules(wild_in_pair=False), "pair", "K3", "K4 K4", "wild_in_pair", "K4 K4"),
    (make_rules(pair_rule="same_number_diff_colour"), "pair", "K3", "R7 R7", "not_a_pair", "R7 R7"),
    (make_rules(pair_rule="either"), "pair", "K3", "R7 B8", "not_a_pair", "R7 B8"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "type_", "indicator", "text", "reason", "fault"), BAD)
def test_no_meld(*, rules: RuleSet, type_: str, indicator: str, text: str, reason: str, fault: str) -> None:
    tiles, faces = hand(text), make_faces(indicator, rules)
    with pytest.raises(MeldError) as caught:
        make_meld(type_, tiles, faces, rules)  # type: ignore[arg-type]
    assert (caught.value.reason, str(caught.value)) == (reason, MELD_REASONS[reason])
    assert kinds_text(map(kind_of, caught.value.tiles)) == fault
    assert set(caught.value.tiles) <= set(tiles)
    assert not is_meld(type_, tiles, faces, rules)  # type: ignore[arg-type]


def test_every_reason_has_a_case() -> None:
    assert {row[4] for row in BAD} == set(MELD_REASONS)


def test_a_run_from_the_hand_may_be_limited() -> None:
    tiles, faces = hand("R4 R5 R6 R7 R8 R9"), make_faces("K3", KONKAN)
    assert make_meld("run", tiles[:5], faces, KONKAN, "hand").value == 30
    with pytest.raises(MeldError) as caught:
        make_meld("run", tiles, faces, KONKAN, "hand")
    assert caught.value.reason == "too_long"
    assert is_meld("run", tiles, faces, KONKAN)


@given(st.data())
def test_a_repeated_colour_is_no_set_in_any_order(data: st.DataObject) -> None:
    """Known fault 1: only the first tile's colour was compared."""
    number = data.draw(st.integers(1, 13))
    colours = data.draw(st.lists(st.sampled_from("RYBK"), min_size=3, max_size=4))
    faces = make_faces("K13" if number != 1 else "K5")
    tiles = [2 * parse_kind(f"{c}{number}") + colours[:i].count(c) % 2 for i, c in enumerate(colours)]
    distinct = len(set(colours)) == len(colours)
    assert {is_meld("set", order, faces, CLASSIC) for order in permutations(tiles)} == {distinct}


def test_the_order_of_a_set_does_not_matter_with_okeys() -> None:
    faces = make_faces("K3")
    for order in permutations(hand("R9 B9 K4 K4")):
        assert make_meld("set", order, faces, CLASSIC).value == 36


@given(
    st.integers(1, 12),
    st.integers(3, 13),
    st.sampled_from("RYBK"),
    st.sampled_from(["no", "high"]),
    st.data(),
)
def test_a_run_is_one_in_its_order_only(start: int, size: int, colour: str, one: str, data: st.DataObject) -> None:
    rules = make_rules(one_after_thirteen=one)
    numbers = [(start + i - 1) % 13 + 1 for i in range(size)]
    tiles = hand(" ".join(f"{colour}{n}" for n in numbers))
    faces = make_faces("K3" if colour != "K" else "R3")
    last = 14 if one == "high" else 13
    assert is_meld("run", tiles, faces, rules) == (start + size - 1 <= last)
    mixed = data.draw(st.permutations(tiles))
    if mixed != tiles:
        assert not is_meld("run", mixed, faces, rules)


@given(
    st.integers(0, 2**32),
    st.sampled_from(["classic", "okey101", "elit+elit_literal", "classic min_real_tiles=2"]),
)
def test_some_order_is_a_meld_just_when_the_oracle_says_so(seed: int, text: str) -> None:
    rng, rules = random.Random(seed), make_rules(text)
    faces = make_faces("B9", rules)
    number, colour = rng.randrange(13), rng.randrange(4)
    near = [2 * (13 * colour + (number + i) % 13) for i in range(4)] + [2 * (13 * c + number) for c in range(4)]
    pool = sorted({*near, *(t + 1 for t in near), 2 * faces.okey, 2 * faces.okey + 1, 104, 105})
    tiles = rng.sample([t for t in pool if t < TILES and t != 2 * faces.indicator], rng.choice([2, 3, 4]))
    pieces = tuple(sorted(brute.pieces(kinds_text(map(kind_of, tiles)), "B9", rules)))
    for type_, oracle in (("run", brute.is_run), ("set", brute.is_set), ("pair", brute.is_pair)):
        found = any(is_meld(type_, order, faces, rules) for order in permutations(tiles))  # type: ignore[arg-type]
        assert found == oracle(pieces, rules)


@pytest.mark.parametrize("number", range(1, 14))
def test_a_tile_counts_its_number(number: int) -> None:
    indicator = "B1" if number > 5 else "B12"
    meld = make_meld("set", hand(f"R{number} Y{number} K{number}"), make_faces(indicator), CLASSIC)
    assert meld.value == 3 * number == sum(map(number_of, meld.faces))
