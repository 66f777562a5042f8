"""Every refusal names the tiles at fault, but those that are about the turn or the game and no tile."""

from collections.abc import Callable

import pytest

from okey.game import Game, Refused
from okey.game.refusal import REASONS
from tests.rulebook.desk import PLAIN, action_of, kinds, play, table

OF_NO_TILE = {
    "match_over", "hand_over", "hand_running", "not_your_turn", "table_only", "already_drawn", "starter_throws",
    "draw_first", "nothing_to_take", "take_given_back", "nothing_to_give_back", "pairs_off", "pairs_twice",
    "pairs_after_opening", "nothing_to_undo",
}  # fmt: skip
"""Reasons that no tile is at fault for: whose turn it is, what is due, and claims that name no tile."""

R103 = "run R11 R12 R13 / set B10 Y10 K10 R10 / run K8 K9 K10"
P4 = "pair R1 R1 / pair B2 B2 / pair Y5 Y5 / pair K9 K9"
OPENED: dict[str, object] = {"opened": "series", "opened_with": 101}
PAIRED: dict[str, object] = {"opened": "pairs", "opened_with": 5}


def hand(
    tiles: str, *melds: str, rules: str = "okey101", seat: dict[str, object] | None = None, **more: object
) -> Callable[[], Game]:
    seats = {0: seat or {}, 1: OPENED if melds else {}}
    arguments: dict[str, object] = {"indicator": "R2", "melds": melds, "seats": seats, **more}
    return lambda: table(rules, {0: tiles}, **arguments)  # type: ignore[arg-type]


def taking(rules: str, *acts: str, seat: int = 3, **state: object) -> Callable[[], Game]:
    def make() -> Game:
        game = table(rules, indicator="R2", drawn=False, pile="Y9", seats={seat: state})
        play(game, *acts)
        return game

    return make


def melded(tiles: str, rules: str = "okey101") -> Callable[[], Game]:
    return hand(f"{tiles} +7", rules=rules, seat=OPENED)


def blocked() -> Game:
    """The high end of a run was used by a lay-off before opening."""
    game = table("konkan81", {0: "R8 Y5 +13", 1: "R9 +14"}, indicator="K11", melds=["2 run R5 R6 R7"],
                 seats={1: OPENED, 2: OPENED})  # fmt: skip
    play(game, "add R8 0 high", "discard Y5", "draw")
    return game


TABLE = "1 run Y6 Y7 Y8"

CASES: dict[str, tuple[Callable[[], Game], tuple[str, ...], str]] = {
    "not_held": (hand("+22"), ("discard *",), "*"),
    "take_which": (lambda: table("elit take_from=any_player", drawn=False, pile="Y9", piles={2: "K9"}),
                   ("take",), "K9 Y9"),
    "take_not_offered": (taking("classic"), ("take K9",), "K9"),
    "take_eliminated": (taking("konkan81", eliminated=True), ("take",), "Y9"),
    "back_is_discard": (taking("classic", "take"), ("back",), "Y9"),
    "back_after_melding": (
        hand("Y1 R8 +12", "1 run R5 R6 R7", rules="konkan81", indicator="K11", drawn=False, pile="Y9", seat=OPENED),
        ("take", "add R8 0 high", "back"), "Y9"),
    "taken_must_be_used": (
        hand("K1 +20", drawn=False, pile="Y9"), ("take", "discard K1"), "Y9"),
    "show_off": (hand("+15", rules="classic indicator_show=off"), ("show R2",), "R2"),
    "show_too_late": (hand("R2 +14", rules="classic"), ("show R2",), "R2"),
    "show_no_twin": (hand("+15", rules="classic", first=True), ("show R2",), "R2"),
    "show_twice": (hand("R2 +14", rules="classic", first=True), ("show R2", "show R2"), "R2"),
    "show_other_tile": (hand("R2 K9 +13", rules="classic", first=True), ("show K9",), "K9"),
    "not_finished": (hand(f"{PLAIN.replace('K13', 'K4')} Y13", rules="classic", indicator="Y8"), ("finish Y13",), "K4"),
    "not_finished_pairs": (
        hand("R3 R4 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 K2 K2 Y13", rules="duz invalid_declare_penalty=0",
             indicator="Y8", seat={"declared": True}), ("finish Y13",), "R3 R4"),
    "finish_first_turn": (
        hand(f"{PLAIN} Y13", rules="classic starter_may_finish_first=no", first=True), ("finish Y13",), "Y13"),
    "finish_by_throwing": (hand("Y9 +21"), ("finish Y9",), "Y9"),
    "table_closed": (hand("R1 R2 R3 +12", rules="classic"), ("lay run R1 R2 R3",), "R1 R2 R3"),
    "open_first": (hand("B1 B2 B3 +19"), ("lay run B1 B2 B3",), "B1 B2 B3"),
    "opened_already": (hand("B1 B2 B3 +7", seat=OPENED), ("open run B1 B2 B3",), "B1 B2 B3"),
    "open_mixed": (hand("B1 B2 B3 Y4 Y4 +17"), ("open run B1 B2 B3 / pair Y4 Y4",), "Y4 Y4"),
    "open_points": (hand("B1 B2 B3 +19"), ("open run B1 B2 B3",), "B1 B2 B3"),
    "open_pairs": (hand("R1 R1 B2 B2 Y5 Y5 K9 K9 +14"), (f"open {P4}",), "R1 R1 B2 B2 Y5 Y5 K9 K9"),
    "open_pairs_off": (hand("R1 R1 +13", rules="konkan81"), ("open pair R1 R1",), "R1 R1"),
    "open_pairs_only": (
        hand("R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10 +12", seat={"declared": True},
             options={"pairs_win": "seven", "cifte_declare": "reveals_discards", "cifte_locks": True}),
        (f"open {R103}",), "R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10"),
    "open_konkan": (
        hand("R11 R12 R13 +12", rules="konkan81", indicator="K11", seat={"konkan": True}),
        ("open run R11 R12 R13",), "R11 R12 R13"),
    "keep_one": (hand("B1 B2 B3", seat=OPENED), ("lay run B1 B2 B3",), "B1 B2 B3"),
    "pairs_only": (hand("B1 B2 B3 K9", seat=PAIRED), ("lay run B1 B2 B3",), "B1 B2 B3"),
    "pairs_not_opened": (hand("Y1 Y1 K9", seat=OPENED), ("lay pair Y1 Y1",), "Y1 Y1"),
    "pairs_limit": (
        hand("Y1 Y1 B4 B4 K9 K9 B7 B7 K1", seats={0: OPENED, 1: PAIRED}, options={"series_opener_pairs_limit": 3}),
        ("lay pair Y1 Y1", "lay pair B4 B4", "lay pair K9 K9", "lay pair B7 B7"), "B7 B7"),
    "add_limit": (
        hand("Y9 Y10 Y11 K9", TABLE, seat=PAIRED, options={"pair_opener_layoff_limit": 2}),
        ("add Y9 0 high", "add Y10 0 high", "add Y11 0 high"), "Y11"),
    "no_such_meld": (hand("Y9 K9", seat=OPENED), ("add Y9 7 high",), "Y9"),
    "add_to_pair": (hand("Y9 K9", "1 pair R9 R9", seat=OPENED), ("add Y9 0 high",), "Y9"),
    "add_set_high": (hand("R9 K4", "1 set Y9 B9 K9", seat=OPENED), ("add R9 0 low",), "R9"),
    "add_wild": (hand("K12 +14", "1 run R5 R6 R7", rules="konkan81", indicator="K11"), ("add K12 0 high",), "K12"),
    "add_once": (
        hand("R8 R4 +13", "1 run R5 R6 R7", rules="konkan81", indicator="K11"),
        ("add R8 0 high", "add R4 0 low"), "R4"),
    "add_blocked": (blocked, ("add R9 0 high",), "R9"),
    "work_next_turn": (
        hand("R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10 Y9 K1", TABLE, options={"work_same_turn_as_opening": False}),
        (f"open {R103}", "add Y9 0 high"), "Y9"),
    "swap_off": (hand("Y7 K9", "1 run Y6 R3 Y8", seat=OPENED, options={"joker_swap": False}), ("swap Y7 0",), "Y7"),
    "swap_no_okey": (hand("Y9 K9", TABLE, seat=OPENED), ("swap Y9 0",), "Y9"),
    "too_short": (melded("B1 B2 K9"), ("lay run B1 B2",), "B1 B2"),
    "too_long": (
        hand("R1 R2 R3 R4 R5 R6 +9", rules="konkan81", indicator="K11"), ("open run R1 R2 R3 R4 R5 R6",),
        "R1 R2 R3 R4 R5 R6"),
    "set_size": (melded("B9 Y9 K1"), ("lay set B9 Y9",), "B9 Y9"),
    "pair_size": (hand("B9 K1 +20"), ("open pair B9",), "B9"),
    "too_few_real": (melded("R3 R3 B9 K1", "okey101 min_real_tiles=2"), ("lay run R3 R3 B9",), "R3 R3"),
    "leading_wilds": (melded("R3 R3 B9 B10 K1", "okey101 two_leading_wilds=no"), ("lay run R3 R3 B9 B10",), "R3 R3"),
    "mixed_colours": (melded("B1 B2 Y3 K9"), ("lay run B1 B2 Y3",), "Y3"),
    "not_consecutive": (melded("B1 B2 B4 K9"), ("lay run B1 B2 B4",), "B1 B2 B4"),
    "different_numbers": (melded("B1 R1 Y2 K9"), ("lay set B1 R1 Y2",), "Y2"),
    "repeated_colour": (melded("B1 B1 Y1 K9"), ("lay set B1 B1 Y1",), "B1 B1"),
    "not_a_pair": (hand("B9 Y9 +20"), ("open pair B9 Y9",), "B9 Y9"),
    "wild_in_pair": (hand("B9 R3 +20", options={"wild_in_pair": False}), ("open pair B9 R3",), "B9 R3"),
}  # fmt: skip


def test_every_reason_has_a_case_or_no_tile() -> None:
    assert OF_NO_TILE | CASES.keys() == REASONS.keys()
    assert not OF_NO_TILE & CASES.keys()


@pytest.mark.parametrize("reason", CASES)
def test_a_refusal_names_the_tiles_at_fault(reason: str) -> None:
    make, (*before, last), tiles = CASES[reason]
    game = make()
    play(game, *before)
    with pytest.raises(Refused) as caught:
        game.apply(action_of(game, last), game.actor)
    assert caught.value.reason == reason
    assert sorted(kinds(caught.value.tiles).split()) == sorted(tiles.split())
