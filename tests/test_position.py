"""Positions: text and match are exact inverses, and whatever is no position gives one clear error."""

import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.game import Game, Refused
from okey.game.state import TableMeld, Turn
from okey.melds import make_meld
from okey.position import MAX_LENGTH, PositionError, parse_position, position_text
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.tiles import TILE_NAMES
from tests.support import CLASSIC, bot_match, dealt
from tests.walk import Checked, choose, walk

RULES = [*PRESETS, "classic players=3", "okey101+team"]


@cache
def positions(rules: str, most: int = 400) -> tuple[str, ...]:
    """Gives the positions of a walk."""
    game = Game(RuleSet.parse(rules), f"positions of {rules}")
    return (position_text(game), *(position_text(game) for _ in walk(game, random.Random(rules), most)))


def some(pattern: str, rules: str = "okey101") -> str:
    """Gets the first position of a walk that a pattern is found in."""
    return next(text for text in positions(rules, 1500) if re.search(pattern, text))


def test_the_text_of_a_match_before_the_first_deal() -> None:
    text = "okey position 1; rules classic; seed one; match played 0 dealer 2 starter 3; scores 20 20 20 20"
    assert position_text(Game(CLASSIC, "one")) == text
    assert position_text(parse_position(text)) == text


def test_the_text_of_a_dealt_hand_is_readable() -> None:
    text = position_text(dealt(seed="one"))
    assert re.fullmatch(
        r"okey position 1; rules classic; seed one; match played 0 dealer 2 starter 3; scores 20 20 20 20; "
        r"hand 1 dealer 2 starter 3(?: twin=\d)?; indicator \S+; stock(?: \S+){48}"
        r"(?:; seat /(?: \S+){14,15}){4}(?:; pile){4}; turn 3 discard",
        text,
    )


@pytest.mark.parametrize("rules", RULES)
def test_a_position_reads_back_and_goes_on_as_before(rules: str) -> None:
    for text in positions(rules)[::20]:
        game, again = parse_position(text), parse_position(text)
        assert position_text(game) == text
        assert [game.view(s) for s in (None, 0, 1)] == [again.view(s) for s in (None, 0, 1)]
        rng = random.Random(text)
        for _ in range(30):
            if game.phase == "over":
                break
            action = choose(game, rng)
            assert again.apply(action) == game.apply(action)
        assert position_text(game) == position_text(again)


def test_a_turn_reads_back_with_its_steps() -> None:
    text = some(r"; step .*; step .*; step ")
    game = parse_position(text)
    steps = len(game.steps)
    for left in range(steps - 1, -1, -1):
        game.apply(next(a for a in game.legal_actions() if a.verb == "undo"))
        assert len(game.steps) == left
    assert position_text(game) == text[: text.index("; step ")]


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_any_seed_reads_back(seed: str) -> None:
    game = Game(CLASSIC, seed)
    text = position_text(game)
    assert text.isprintable()
    assert parse_position(text).seed == seed


def test_a_match_that_is_over_reads_back() -> None:
    text = some(r"; end finish", "gamearea")
    game = parse_position(text)
    assert game.phase == "over"
    assert game.winners
    assert list(game.legal_actions()) == []


def test_a_finish_on_an_open_table_reads_back() -> None:
    played = (bot_match(f"open {number}", 1, RuleSet.parse("okey51"))[0].replay() for number in range(20))
    text = next(text for text in map(position_text, played) if "; end finish" in text)
    game = parse_position(text)
    assert game.result is not None
    assert game.result.winner is not None
    assert game.result.racks[game.result.winner] == ()
    assert position_text(game) == text


def test_a_seed_that_is_too_long_is_not_written() -> None:
    with pytest.raises(PositionError, match="longer than"):
        position_text(Game(CLASSIC, "x" * MAX_LENGTH))


START = "okey position 1; rules classic; seed one; match played 0 dealer 2 starter 3; scores 20 20 20 20"


def changed(old: str, new: str, text: str | None = None) -> str:
    text = position_text(dealt(seed="one")) if text is None else text
    assert re.search(old, text), f"{old} is not in {text}"
    return re.sub(old, new, text, count=1)


def finished() -> str:
    return some("; end finish", "classic")


def said(words: str, rules: str = "classic") -> str:
    """Says of the first seat, that is not the actor, what it cannot be."""
    return changed("seat /", f"seat {words} /", position_text(dealt(RuleSet.parse(rules), "one")))


def full_rack() -> str:
    game = dealt(RuleSet.parse("okey101"))
    assert game.hand is not None
    tile = TILE_NAMES[game.hand.acting.rack[-1]]
    return position_text(game).replace(f" {tile};", ";") + f"; end finish {tile} melds"


def everybody_on_pairs() -> str:
    """The first turn of four players who all open with five pairs: nobody plays like this, so it is made."""
    game = dealt(RuleSet.parse("okey101"), "one")
    hand = game.hand
    assert hand is not None
    tiles = set(range(106)) - {hand.indicator}
    pairs = iter([(t, t + 1) for t in range(0, 104, 2) if {t, t + 1} <= tiles and not hand.faces.is_okey(t)])
    for seat, player in enumerate(hand.players):
        for pair in (next(pairs) for _ in range(5)):
            hand.melds.append(TableMeld(seat, make_meld("pair", pair, hand.faces, game.rules)))
            tiles -= set(pair)
        player.opened, player.opened_with, player.moved = "pairs", 5, True
    for player in hand.players:
        player.rack = [tiles.pop() for _ in range(11)]
    hand.piles[hand.starter].append(tiles.pop())
    hand.last_discarder, hand.stock, hand.phase, hand.turn = hand.starter, list(tiles), "draw", Turn()
    hand.actor = (hand.starter + 1) % 4
    game.conclude("all_pairs")
    return position_text(game)


def test_a_hand_that_everybody_opened_with_pairs() -> None:
    text = everybody_on_pairs()
    game = parse_position(text)
    assert text.endswith("draw; end all_pairs")
    assert game.result is not None
    assert game.result.ending == "all_pairs"
    assert position_text(game) == text
    with pytest.raises(PositionError, match="a hand that goes on"):
        parse_position(text.replace("okey101", "okey101 all_pairs_void=no"))


WRONG = {
    "empty": (lambda: "", "not a position"),
    "something_else": (lambda: "okey record 1", "not a position"),
    "newer": (lambda: "okey position 2; rules classic", "a version this game does not know"),
    "ten_megabytes": (lambda: START + "; stock" + " R1" * 4_000_000, "longer than"),
    "ten_megabytes_in_one_word": (lambda: "okey position " + "9" * 10_000_000, "longer than"),
    "a_megabyte_of_digits": (lambda: changed("played 0", "played " + "9" * 900_000), "match: expected"),
    "a_megabyte_of_fields": (lambda: START + "; x" * 300_000, "is too much"),
    "cut_off": (lambda: "okey position 1", "expected rules, not the end"),
    "unknown_rules": (lambda: changed("rules classic", "rules chess"), "no preset"),
    "impossible_rules": (lambda: changed("rules classic", "rules classic+duel+team"), "partners need four"),
    "seed_with_a_surrogate": (lambda: changed("seed one", r"seed \\d800."), "seed is no text"),
    "seed_with_no_character": (lambda: changed("seed one", r"seed \\ffffff."), "seed is no text"),
    "seed_escaped_for_nothing": (lambda: changed("seed one", r"seed \\61."), "not how a position is written"),
    "hands_played": (lambda: changed("played 0", "played 2"), "2 hands played, 1 dealt"),
    "negative_hands": (lambda: changed("played 0", "played -1"), "match: expected"),
    "dealer": (lambda: changed("dealer 2", "dealer 4"), "'4' is no seat of 4"),
    "three_scores": (lambda: changed("20 20 20 20", "20 20 20"), "3 scores for 4 players"),
    "score_of_letters": (lambda: changed("20 20 20 20", "20 20 20 x"), "'x' is no number"),
    "score_in_arabic_digits": (lambda: changed("20 20 20 20", "20 20 20 ٢٠"), "is no number"),
    "huge_score": (lambda: changed("20 20 20 20", "20 20 20 1000000001"), "is no number"),
    "charge_for_nothing": (lambda: changed("; hand", "; charges 0:1:fun:0; hand"), "is no charge"),
    "charge_of_nobody": (lambda: changed("; hand", "; charges 9:1:normal:0; hand"), "is no seat"),
    "no_charges": (lambda: changed("; hand", "; charges; hand"), "not how a position is written"),
    "hand_number": (lambda: changed("hand 1", "hand 0"), "is no number from 1"),
    "hand_without_starter": (lambda: changed("hand 1 dealer 2 starter 3", "hand 1"), "hand: expected"),
    "word_of_nothing": (lambda: changed("hand 1 dealer 2 starter 3", r"\g<0> luck=1"), "'luck' is no word"),
    "last_is_nobody": (lambda: changed("hand 1 dealer 2 starter 3", r"\g<0> last=7"), "is no seat"),
    "false_joker_turned_up": (lambda: changed(r"indicator \S+;", "indicator *;"), "false joker is no indicator"),
    "no_tile": (lambda: changed(r"indicator \S+;", "indicator G4;"), "is no tile"),
    "no_indicator": (lambda: changed(r"indicator \S+; ", ""), "expected indicator"),
    "tile_missing": (lambda: changed(r"stock \S+", "stock"), "is missing"),
    "tile_twice": (lambda: changed(r"stock (\S+) \S+", r"stock \1 \1"), "is there twice"),
    "three_seats": (lambda: changed(r"seat /[^;]*; ", ""), "3 seats for 4 players"),
    "five_seats": (lambda: changed(r"(seat /[^;]*; )", r"\1\1"), "5 seats for 4 players"),
    "three_piles": (lambda: changed("pile; ", ""), "3 piles instead of 4"),
    "word_of_no_seat": (lambda: changed("seat /", "seat happy /"), "'happy' is no word"),
    "negative_takes": (lambda: changed("seat /", "seat takes=-1 /"), "is no number from 0"),
    "opened_with_letters": (lambda: changed("seat /", "seat series=x /"), "is no number"),
    "opened_twice": (
        lambda: changed(r"(series=\d+)", r"\1 pairs=2", some("series=")), "not how a position is written"),
    "cheap_without_okey": (lambda: changed("seat /", "seat cheap=* /"), "cheap: expected okeys"),
    "words_out_of_order": (lambda: said("declared moved", "duz"), "not how a position is written"),
    "rack_too_large": (
        lambda: changed(r"stock (\S+)(.*?; seat /)", r"stock\2 \1"), "a rack has too many tiles or too few"),
    "rack_too_small": (
        lambda: changed(r"stock(.*?; seat /) (\S+)", r"stock \2\1"), "a rack has too many tiles or too few"),
    "meld_on_a_closed_table": (lambda: changed("; turn", "; meld 0 run R1 R2 R3; turn"), "has not opened"),
    "meld_of_an_unopened_seat": (lambda: changed(r"; meld (\d) ", "; meld 9 ", some("; meld")), "is no seat"),
    "no_meld": (
        lambda: changed(r"; meld (\d) \S+ [^;]*", r"; meld \1 run R1 R3 R4", some("; meld")), "follow each other"),
    "meld_of_no_type": (
        lambda: changed(r"; meld (\d) (run|set|pair)", r"; meld \1 heap", some("; meld")), "expected run"),
    "meld_blocked_in_the_middle": (
        lambda: changed("; turn", " / middle; turn", some("; meld")), "not how a position"),
    "turn_of_nobody": (lambda: changed("turn 3", "turn 4"), "is no seat"),
    "turn_of_another": (lambda: changed("turn 3", "turn 1"), "a rack has too many tiles or too few"),
    "no_phase": (lambda: changed("turn 3 discard", "turn 3 dance"), "not how a position is written"),
    "drawn_and_to_draw": (
        lambda: changed(r"turn (\d) draw", r"turn \1 draw drew=R1", some("draw$")), "still to be drawn"),
    "nothing_arrived": (
        lambda: changed(r"discard drew=\S+$", "discard", some(r"discard drew=\S+$")), "no tile has arrived"),
    "arrived_elsewhere": (lambda: changed("discard", "discard drew=*"), "is not in the rack"),
    "taken_from_nobody": (lambda: changed(r" from=\d", "", some(r" from=\d$")), "a tile is taken from a seat"),
    "no_turn": (lambda: changed("; turn.*", ""), "expected turn"),
    "eliminated_actor": (lambda: changed(r"(.*; seat )/", r"\1eliminated /"), "does not act"),
    "match_that_was_over": (
        lambda: changed("scores 20 20 20 20", "scores 20 0 20 20"), "scores 20 0 20 20 and 0 hands played it was over"),
    "match_far_over": (lambda: changed("scores 20", "scores -50"), "it was over before this hand"),
    "match_over_before_the_deal": (lambda: changed("scores 20", "scores 0", START), "it was over before this hand"),
    "ended_match_that_was_over": (lambda: changed(
        "scores [^;]*", "scores -90 -90 -90 -90", finished()), "it was over before this hand"),
    "opened_on_a_closed_table": (lambda: said("series=81"), "seat 0: opened, but by the option table_melds"),
    "konkan_in_classic": (lambda: said("konkan"), "seat 0: konkan, but by the option konkan"),
    "eliminated_in_classic": (lambda: said("eliminated"), "seat 0: eliminated, but"),
    "takes_in_classic": (lambda: said("takes=3"), "seat 0: takes, but"),
    "declared_in_classic": (lambda: said("declared"), "seat 0: declared, but by the option cifte_declare"),
    "early_in_classic": (lambda: said("early"), "seat 0: early, but by the option layoff_before_open"),
    "konkan_in_101": (lambda: said("konkan", "okey101"), "seat 0: konkan, but"),
    "eliminated_in_101": (lambda: said("eliminated", "okey101"), "seat 0: eliminated, but"),
    "early_in_101": (lambda: said("early", "okey101"), "seat 0: early, but"),
    "opened_with_nothing": (lambda: said("series=101", "okey101"), "its melds count 0 and the bar is 101"),
    "opened_with_little": (lambda: said("series=5", "okey101"), "series=5, but its melds count 0 and the bar is 101"),
    "opened_with_no_pairs": (lambda: said("pairs=5", "okey101"), "pairs=5, but its melds count 0 and the bar is 5"),
    "opened_below_the_bar": (lambda: changed(r"series=\d+", "series=5", some(r"series=\d+.*draw$")), "series=5, but"),
    "opened_with_too_much": (lambda: changed(r"series=\d+", "series=9999", some("series=")), "series=9999, but"),
    "konkan_without_a_turn": (lambda: said("konkan", "konkan81"), "seat 0: konkan without a turn"),
    "forced_and_not_konkan": (lambda: changed(
        "played 0(.*)scores 0 0 0 0; hand 1", r"played 5\1scores 90 0 90 0; hand 6",
        position_text(dealt(RuleSet.parse("konkan81"), "one"))), "seat 0: its side is Konkan in the Determine round"),
    "early_but_no_konkan": (lambda: said("early", "konkan81"), "who laid off early is Konkan"),
    "eliminated_without_takes": (lambda: said("eliminated", "konkan81"), "seat 0: 0 takes and eliminated"),
    "takes_without_eliminated": (lambda: said("takes=2", "konkan81"), "seat 0: 2 takes and eliminated"),
    "konkan_that_opened": (lambda: changed(
        r"series=\d+", r"\g<0> konkan", some(r"series=\d+ /.*draw$", "konkan81")), "opens with the whole hand"),
    "shown_in_101": (lambda: changed("hand 1 dealer . starter .", r"\g<0> shown=0", position_text(
        dealt(RuleSet.parse("okey101 indicator_show=off")))), "option indicator_show"),
    "reshuffled_in_classic": (lambda: changed("; indicator", " reshuffles=1; indicator"), "more than the rules allow"),
    "given_back_in_classic": (lambda: changed("draw$", "draw back", some("draw$", "classic")), "option take_back"),
    "laid_without_steps": (lambda: changed("discard$", "discard laid=1", position_text(dealt())), "written as steps"),
    "more_behind": (lambda: position_text(dealt()) + "; step draw; x", "is no step"),
    "step_that_is_none": (lambda: position_text(dealt()) + "; step draw", "is no step on the table"),
    "step_that_is_no_action": (lambda: position_text(dealt()) + "; step dance", "is no verb"),
    "step_that_is_refused": (lambda: position_text(dealt()) + "; step lay run R1 R2 R3", "nothing is laid"),
    "too_much": (lambda: START + "; more", "'more' is too much"),
    "double_space": (lambda: changed("seat / ", "seat /  "), "not how a position is written"),
    "line_end": (lambda: START + "\n", "not how a position is written"),
    "end_of_a_hand_that_goes_on": (lambda: position_text(dealt()) + "; end stock_out", "a hand that goes on"),
    "all_pairs_where_nobody_opened": (
        lambda: changed("draw$", "draw; end all_pairs", some("draw$")), "a hand that goes on"),
    "stock_out_with_a_stock": (lambda: changed("draw$", "draw; end stock_out", some("draw$")), "a hand that goes on"),
    "end_of_another_kind": (lambda: position_text(dealt()) + "; end weather", "a hand that goes on"),
    "end_without_a_tile": (lambda: changed(r"end finish .*", "end finish", finished()), "is missing"),
    "end_in_no_shape": (lambda: changed(r"(end finish \S+) \S+", r"\1 heap", finished()), "not complete in 'heap'"),
    "end_with_a_full_rack": (full_rack, "with an empty rack"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_position_is_refused(name: str) -> None:
    make, message = WRONG[name]
    with pytest.raises(PositionError) as caught:
        parse_position(make())
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def damaged(text: str, rng: random.Random) -> str:
    """Damages a position: a word, a character or a field is doubled, lost, moved or made up."""
    parts = text.split(rng.choice(["; ", " "]))
    joint = "; " if any(" " in part for part in parts) else " "
    for _ in range(rng.randint(1, 2)):
        at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        match rng.randrange(6):
            case 0:
                parts[at], parts[other] = parts[other], parts[at]
            case 1:
                parts.insert(at, parts[other])
            case 2:
                del parts[at]
                parts.append("x")
            case 3:
                parts[at] = rng.choice(["0", "-1", "R1", "*'", "draw", "open", "end", "", "9" * 20, "R5=", "=", "seat"])
            case 4:
                parts[at] = parts[at][: rng.randrange(len(parts[at]) + 1)]
            case _:
                letters = list(parts[at] or "x")
                letters[rng.randrange(len(letters))] = rng.choice("0123456789RYBK*'/;=, \\\x00ş")
                parts[at] = "".join(letters)
    return joint.join(parts)


def survives(text: str, rng: random.Random) -> bool:
    """Tells whether a text is a position; then it is written the same, and can be played on without a fault."""
    try:
        game = parse_position(text)
    except PositionError as error:
        assert len(str(error)) < 400  # noqa: PT017
        return False
    assert position_text(game) == text
    for _ in range(12):
        if game.phase == "over":
            break
        if (action := next(game.legal_actions(), None)) is None:
            break
        try:
            game.apply(choose(game, rng) if rng.random() < 0.8 else action)
        except Refused:
            break
        for seat in range(game.rules.players):
            game.view(seat)
    return True


@pytest.mark.parametrize("rules", RULES)
def test_damage_gives_a_position_or_one_error(rules: str) -> None:
    rng = random.Random(f"damage {rules}")
    texts = positions(rules)
    read = sum(survives(damaged(rng.choice(texts), rng), rng) for _ in range(600))
    assert read < 300


@given(st.text(max_size=300))
def test_junk_is_no_position(junk: str) -> None:
    with pytest.raises(PositionError):
        parse_position("okey position 1; " + junk)


def test_a_position_is_checked_in_every_walk() -> None:
    checked = Checked(CLASSIC, "x")
    checked.walk(20)
    assert parse_position(checked.text).scores == checked.game.scores
