"""A seat whose time is up (rules 7.1, item 8, and 10, U09): the table draws and throws for it, never fined."""

import random

import pytest

from okey.game import Game
from okey.game.actions import TIMEOUT
from okey.position import parse_position, position_text
from okey.record import Record
from okey.tiles import TILES
from tests.rulebook.desk import LOOSE, PERFECT, all_tiles, hand_of, kinds, play, rack, refused, rules_of, table
from tests.walk import combinations, walk

SERIES = {"opened": "series", "opened_with": 103}
OPENING = "run R11 R12 R13 / set B10 Y10 K10 R10 / run K8 K9 K10"


def expire(game: Game) -> list[str]:
    """Lets the time of the actor run out; gives the events with kinds as tiles."""
    events = [str(event).replace("'", "") for event in game.apply(TIMEOUT)]
    assert sorted(all_tiles(game)) == list(range(TILES))
    return events


def draws_next(game: Game, kind: str) -> Game:
    """Puts a tile of a kind on top of the stock."""
    hand = hand_of(game)
    holders = [hand.stock, *(player.rack for player in hand.players if player is not hand.acting)]
    holder, tile = next((part, t) for part in holders for t in part if kinds([t]) == kind)
    holder[holder.index(tile)], hand.stock[-1] = hand.stock[-1], tile
    return game


def test_draws_and_throws_that_tile() -> None:
    game = draws_next(table("okey101", {0: "+21"}, drawn=False), "K5")
    assert expire(game) == ["timed_out 0", "drew 0 K5", "discarded 0 K5"]
    assert (game.actor, game.phase) == (1, "draw")


def test_throws_what_was_drawn_already() -> None:
    game = draws_next(table("okey101", {0: "+21"}, drawn=False), "K5")
    play(game, "draw")
    assert expire(game) == ["timed_out 0", "discarded 0 K5"]


@pytest.mark.parametrize("rules", ["gamearea", "konkan81", "duz", "classic", "elit", "okey101", "okey51"])
def test_never_an_okey(rules: str) -> None:
    held = LOOSE if rules != "okey101" else LOOSE + " R12 Y13 B9 K13 Y3 B11 R9"
    game = draws_next(table(rules, {0: held}, indicator="B4", drawn=False), "B5")
    events = expire(game)
    assert events[1] == "drew 0 B5"
    assert events[2] == f"discarded 0 {held.split()[-1]}"
    assert len(events) == 3


def test_a_taken_okey_is_not_thrown() -> None:
    game = table("duz", {0: LOOSE}, indicator="B4", drawn=False, pile="B5")
    play(game, "take")
    assert expire(game) == ["timed_out 0", "discarded 0 Y11"]


def test_nothing_but_okeys() -> None:
    game = draws_next(table("okey101", {0: "R3"}, indicator="R2", drawn=False, seats={0: SERIES}), "R3")
    assert expire(game) == ["timed_out 0", "drew 0 R3", "discarded 0 R3"]


def test_a_playable_tile_is_free() -> None:
    melds = ["1 run Y5 Y6 Y7"]
    fined = draws_next(table("okey101", {0: "+21"}, indicator="R2", drawn=False, melds=melds), "Y8")
    free = fined.copy()
    assert play(fined, "draw", "discard Y8")[1] == "penalty 0 playable_discard : 101"
    assert expire(free) == ["timed_out 0", "drew 0 Y8", "discarded 0 Y8"]
    assert free.scores == (0, 0, 0, 0)


def test_a_taken_tile_goes_back() -> None:
    game = table("okey101", {0: "+21"}, drawn=False, pile="Y9", options={"take_back_penalty": 101})
    draws_next(game, "K5")
    play(game, "take")
    assert expire(game) == ["timed_out 0", "gave_back 0 Y9", "drew 0 K5", "discarded 0 K5"]
    assert game.scores == (0, 0, 0, 0)


def test_a_laid_tile_stays() -> None:
    game = table("okey101", {0: "Y7 Y8 K1 K5 B3"}, drawn=False, indicator="R2", pile="Y9", seats={0: SERIES})
    play(game, "take", "lay run Y7 Y8 Y9")
    assert expire(game) == ["timed_out 0", "discarded 0 B3"]
    assert len(hand_of(game).melds) == 1


def test_what_was_laid_without_the_taken_tile_goes_back() -> None:
    game = table("okey101", {0: "Y1 Y2 Y3 K1 B3"}, drawn=False, indicator="R2", pile="Y9", seats={0: SERIES})
    draws_next(game, "K5")
    play(game, "take", "lay run Y1 Y2 Y3")
    assert expire(game) == ["timed_out 0", "undid 0", "gave_back 0 Y9", "drew 0 K5", "discarded 0 K5"]
    assert rack(game, 0) == "Y1 Y2 Y3 K1 B3"


def test_an_opening_stays() -> None:
    tiles = "R11 R12 R13 B10 Y10 K10 R10 K8 K9 K10 K1 +11"
    game = table("okey101", {0: tiles}, indicator="R2")
    play(game, f"open {OPENING}")
    assert expire(game) == ["timed_out 0", "discarded 0 K1"]
    assert hand_of(game).players[0].opened == "series"


def test_a_closed_game_throws_the_taken_tile() -> None:
    game = table("classic", {0: LOOSE}, drawn=False, pile="Y9")
    play(game, "take")
    assert expire(game) == ["timed_out 0", "discarded 0 Y9"]


def test_the_starter_throws_without_drawing() -> None:
    game = Game(rules_of("classic"), "x")
    play(game, "deal")
    stock = len(hand_of(game).stock)
    assert [event.split()[0] for event in expire(game)] == ["timed_out", "discarded"]
    assert len(hand_of(game).stock) == stock


def test_a_discard_that_ends_the_hand_ends_it() -> None:
    game = draws_next(table("classic", {0: PERFECT}, drawn=False), "R13")
    assert expire(game)[2] == "finished 0 R13"


def test_the_last_tile_ends_the_hand() -> None:
    game = table("okey101", {0: "Y1 Y2 Y3 K1"}, indicator="R2", seats={0: SERIES})
    play(game, "lay run Y1 Y2 Y3")
    assert expire(game)[1] == "finished 0 K1"


def test_a_starter_that_may_not_finish_takes_all_back() -> None:
    tiles = "R1 R2 R3 B1 B2 B3 K1 K2 K3 Y1 Y2 Y3 R6 R7 R8 R9 B6 Y6 K6 Y13"
    melds = "run R1 R2 R3 / run B1 B2 B3 / run K1 K2 K3 / run Y1 Y2 Y3 / run R6 R7 R8 R9 / set B6 Y6 K6"
    game = table("okey101", {0: tiles}, indicator="R4", first=True, options={"starter_may_finish_first": False})
    play(game, f"open {melds}")
    assert expire(game) == ["timed_out 0", "undid 0", "discarded 0 Y13"]
    assert hand_of(game).players[0].opened is None


def test_nobody_becomes_konkan_by_absence() -> None:
    game = table("konkan81", {0: LOOSE}, indicator="K3", drawn=False, pile="B2", seats={3: {"konkan": True}})
    draws_next(game, "K5")
    play(game, "take")
    assert expire(game) == ["timed_out 0", "gave_back 0 B2", "drew 0 K5", "discarded 0 K5"]
    assert (hand_of(game).players[0].konkan, hand_of(game).players[0].konkan_takes) == (False, 0)


def test_an_early_layoff_goes_back_with_the_taken_tile() -> None:
    melds = ["1 run R5 R6 R7"]
    game = table("konkan81", {0: "R8 +13"}, indicator="K3", drawn=False, pile="B2", melds=melds, seats={1: SERIES})
    play(game, "take", "add R8 0 high")
    assert [event.split()[0] for event in expire(game)] == ["timed_out", "undid", "gave_back", "drew", "discarded"]
    assert (hand_of(game).players[0].konkan, hand_of(game).melds[0].blocked) == (False, ())


def test_an_empty_stock_does_what_it_does() -> None:
    game = table("konkan81", indicator="K3", drawn=False, stock=0, pile="R5")
    assert [event.split()[0] for event in expire(game)] == ["timed_out", "reshuffled", "drew", "discarded"]
    game = table("classic", {0: LOOSE}, drawn=False, pile="R9", stock=0, options={"stock_out_when": "on_draw"})
    assert expire(game) == ["timed_out 0", "hand_ended - : 20 20 20 20"]


def test_only_the_table_asks() -> None:
    game = table("okey101", drawn=False)
    assert refused(game, "timeout", 0) == "table_only"
    assert refused(game, "timeout", 1) == "not_your_turn"
    assert TIMEOUT not in list(game.legal_actions())


def test_no_time_runs_between_hands() -> None:
    game = Game(rules_of("classic"), "x")
    assert refused(game, "timeout") == "hand_over"


def test_one_line_of_a_record() -> None:
    game = Game(rules_of("okey101"), "x")
    record = Record(game.rules, "x", list("abcd"))
    for action in (*map(TIMEOUT.parse, ("deal", "timeout", "timeout")), TIMEOUT):
        game.apply(action)
        record.actions.append(action)
    assert record.write().splitlines()[-3:] == ["timeout"] * 3
    assert position_text(Record.parse(record.write()).replay()) == position_text(game)
    assert position_text(parse_position(position_text(game))) == position_text(game)


@pytest.mark.parametrize("rules", combinations())
def test_absence_in_play(rules: str) -> None:
    """Whatever was going on, the turn ends, nobody is fined, and no okey is thrown that could be kept."""
    rng = random.Random(f"timeout {rules}")
    game = Game(rules_of(rules), f"timeout {rules}")
    for _ in walk(game, rng, 120):
        if game.actor is None or rng.random() > 0.3:
            continue
        seat, hand = game.actor, hand_of(game)
        text, played = position_text(game), game.hand_number
        again = parse_position(text)
        events = game.apply(TIMEOUT)
        assert again.apply(TIMEOUT) == events
        assert sorted(all_tiles(game)) == list(range(TILES))
        assert (events[0].kind, events[0].seat) == ("timed_out", seat)
        assert [event for event in events if event.kind in ("penalty", "failed") and event.word != "left_open"] == []
        assert (
            game.result is not None
            or game.actor != seat
            or all(player.eliminated for index, player in enumerate(hand.players) if index != seat)
        )
        assert game.hand_number == played
        thrown = [event.tiles[0] for event in events if event.kind in ("discarded", "finished")]
        if thrown and hand.faces.is_okey(thrown[0]):
            assert all(map(hand.faces.is_okey, hand_of(game).players[seat].rack))
