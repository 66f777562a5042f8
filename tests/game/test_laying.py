"""What an opening is worth and what a Konkan player may lay, asked of the rules directly."""

from dataclasses import replace

import pytest

from okey.game import Action, ActionError, Refused
from okey.game.actions import open_with
from okey.game.finishing import finished_by
from okey.game.laying import check_open, worth_of_opening
from okey.game.state import Hand, Player
from okey.rules import RuleSet
from okey.tiles import parse_tile, parse_tiles
from tests.support import make_faces

OKEY101 = RuleSet.parse("okey101")
KONKAN = RuleSet.parse("konkan81")
TWITY = RuleSet.parse("konkan81", {"konkan_run_exact": False})


def table(rack: str, rules: RuleSet = OKEY101, others: tuple[Player, ...] = (), **player: bool) -> Hand:
    """A hand whose actor, seat 0, holds some tiles; the indicator is B9."""
    players = [Player(rack=parse_tiles(rack), **player), *others]
    players += [Player() for _ in range(4 - len(players))]
    return Hand(1, 3, 0, parse_tile("B9"), make_faces("B9", rules), [], players, [[]], 0, "discard")


def worth(rack: str, opening: str, rules: RuleSet = OKEY101, others: tuple[Player, ...] = ()) -> tuple[int | None, int]:
    return worth_of_opening(rules, table(rack, rules, others), Action.parse(f"open {opening}"))


SERIES = "run R11 R12 R13 / set K5 Y5 R5"
RACK = "R11 R12 R13 K5 Y5 R5 K1 K2"


def test_an_opening_counts_its_points_against_the_bar() -> None:
    assert worth(RACK, SERIES) == (51, 101)


def test_pairs_are_counted_against_the_number_of_pairs() -> None:
    assert worth("R1 R1' K2 K2' Y4", "pair R1 R1' / pair K2 K2'") == (2, 5)


def test_the_whole_hand_needs_no_points_while_nobody_else_has_opened() -> None:
    whole = "R11 R12 R13 K5 Y5 R5 K1"
    assert worth(whole, SERIES) == (51, 0)
    assert worth(whole, SERIES, others=(Player(opened="series", opened_with=101),)) == (51, 101)


def test_pairs_do_not_become_a_whole_hand() -> None:
    assert worth("R1 R1' K2 K2' Y4", "pair R1 R1' / pair K2 K2'")[1] == 5


def test_nobody_can_tell_what_a_mixture_or_no_meld_counts() -> None:
    assert worth("R11 R12 R13 K5 K5' K1 K2", "run R11 R12 R13 / pair K5 K5'") == (None, 101)
    assert worth("R11 R12 Y13 K5 K5' K1 K2", "run R11 R12 Y13") == (None, 101)


def test_longer_runs_than_the_hand_may_lay_are_counted_all_the_same() -> None:
    run = "R1 R2 R3 R4 R5 R6"
    assert worth(f"{run} K1 K2", f"run {run}", KONKAN) == (21, 81)


TEN = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
FOUR = "K13 Y13 R13 B13"


def lay(rack: str, opening: str, rules: RuleSet = KONKAN, **player: bool) -> None:
    check_open(rules, table(rack, rules, konkan=True, **player), Action.parse(f"open {opening}"))


def refused(rack: str, opening: str, rules: RuleSet = KONKAN, **player: bool) -> tuple[str, tuple[int, ...]]:
    with pytest.raises(Refused) as caught:
        lay(rack, opening, rules, **player)
    return caught.value.reason, caught.value.numbers


def test_a_konkan_player_lays_ten_and_four() -> None:
    lay(f"{TEN} {FOUR} Y1", f"run {TEN} / set {FOUR}")


def test_or_ten_and_three_after_laying_off_early() -> None:
    lay(f"{TEN} K13 Y13 R13 Y1", f"run {TEN} / set K13 Y13 R13", early=True)
    assert refused(f"{TEN} {FOUR} Y1", f"run {TEN} / set {FOUR}", early=True) == ("open_konkan", (10, 3))


def test_eleven_and_three_only_where_the_run_may_be_longer() -> None:
    rack, opening = f"{TEN} R11 K13 Y13 R13 Y1", f"run {TEN} R11 / set K13 Y13 R13"
    assert refused(rack, opening) == ("open_konkan", (10, 4))
    lay(rack, opening, TWITY)


def test_ten_alone_are_enough_for_the_long_run_where_it_may_be_longer() -> None:
    lay(f"{TEN} {FOUR} Y1", f"run {TEN} / set {FOUR}", TWITY)


def test_the_long_part_has_to_be_a_run() -> None:
    short = "R1 R2 R3 R4 R5"
    rest = "K13 Y13 R13 B13 K12 Y12 R12 B12 K11"
    sets = "set K13 Y13 R13 B13 / set K12 Y12 R12 B12"
    assert refused(f"{short} {rest} Y1", f"run {short} / {sets}", TWITY)[0] == "open_konkan"
    assert refused("K13 Y13 R13 B13 K12 Y12 R12 B12 Y1", sets, TWITY)[0] == "open_konkan"
    assert refused("K13 Y13 R13 B13 K12 Y12 R12 B12 Y1", sets)[0] == "open_konkan"


def test_one_tile_has_to_stay_to_be_thrown() -> None:
    assert refused(f"{TEN} {FOUR} Y1 Y2", f"run {TEN} / set {FOUR}")[0] == "open_konkan"
    assert refused(f"{TEN} {FOUR} Y1 Y2", f"run {TEN} / set {FOUR}", TWITY)[0] == "open_konkan"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("add R5 x1 low", "'x1' is not the number of a meld"),
        ("add R5 ٣ low", "'٣' is not the number of a meld"),
        ("add R5 1000 low", "'1000' is not the number of a meld"),
        (f"add R5 {'7' * 30} low", f"{'7' * 20!r} is not the number of a meld"),
        ("add R5 1 middle", "'middle' is no end of a meld: expected low or high"),
        ("lay", "expected run or set or pair and tiles, melds apart by ' / '"),
        ("lay run", "expected run or set or pair and tiles, melds apart by ' / '"),
        ("lay row R1 R2 R3", "expected run or set or pair and tiles, melds apart by ' / '"),
    ],
)
def test_what_is_no_action_is_told_apart(text: str, said: str) -> None:
    with pytest.raises(ActionError) as caught:
        Action.parse(text)
    assert said in str(caught.value)


def test_meld_numbers_have_up_to_three_digits() -> None:
    assert Action.parse("add R5 999 low").meld == 999
    assert open_with((("run", tuple(parse_tiles("R1 R2 R3"))),)) == Action.parse("open run R1 R2 R3")


@pytest.mark.parametrize(
    ("rack", "opening", "reason"),
    [
        (f"{RACK} K3", SERIES, "open_points"),
        ("R1 R1' K2 K2' Y4", "pair R1 R1' / pair K2 K2'", "open_pairs"),
    ],
)
def test_an_opening_below_the_bar_is_told_apart_by_its_kind(rack: str, opening: str, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        check_open(OKEY101, table(rack), Action.parse(f"open {opening}"))
    assert caught.value.reason == reason


def test_nobody_opens_twice() -> None:
    hand = table(RACK)
    hand.players[0].opened = "series"
    with pytest.raises(Refused) as caught:
        check_open(OKEY101, hand, Action.parse(f"open {SERIES}"))
    assert caught.value.reason == "opened_already"


def test_the_dearest_shape_of_a_finish_counts_and_pairs_alone_where_they_were_declared() -> None:
    rules = RuleSet.parse("duz")
    both = "R1 R1' R2 R2' R3 R3' B5 B5' B6 B6' B7 B7' B8 B8'"
    hand = table(f"{both} K13", rules)
    hand.turn.arrived = parse_tile("K13")
    found = finished_by(rules, hand, parse_tile("K13"))
    assert found is not None
    assert found[0] == "pairs"
    dear_melds = replace(rules, loss_pairs=4, loss_normal=6)
    found = finished_by(dear_melds, hand, parse_tile("K13"))
    assert found is not None
    assert found[0] == "melds"
    hand.acting.declared = True
    found = finished_by(dear_melds, hand, parse_tile("K13"))
    assert found is not None
    assert found[0] == "pairs"


def test_an_okey_thrown_last_decides_which_shape_is_dearer() -> None:
    rules = replace(RuleSet.parse("duz"), loss_normal=6, loss_pairs=4, loss_okey=6, loss_pairs_okey=8)
    both = "R1 R1' R2 R2' R3 R3' B5 B5' B6 B6' B7 B7' B8 B8'"
    hand = table(f"{both} B10", rules)
    hand.turn.arrived = parse_tile("B10")
    found = finished_by(rules, hand, parse_tile("B10"))
    assert found is not None
    assert found[0] == "pairs"
