import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.game import Action, Event
from okey.game.actions import DRAW
from okey.game.deal import shuffled
from okey.record import MAGIC, MAX_LINE, MAX_LINES, MAX_TEXT, Record, RecordError
from tests.support import CLASSIC, bot_match, dealt, make_rules, random_actions

LINE = st.text(st.characters(codec="utf-8"), max_size=40).filter(lambda text: text.splitlines() in ([], [text]))

HEAD = [
    "okey record 1",
    "rules classic",
    "seed s",
    "seat Ayşe",
    "seat bot medium",
    "seat bot medium",
    "seat bot medium",
]


def text_of(head: list[str], *actions: str) -> str:
    return "\n".join([*head, "", *actions, ""])


@given(LINE, st.lists(LINE, min_size=4, max_size=4), st.integers(0, 30), st.integers(0, 1000))
def test_a_record_reads_back(seed: str, seats: list[str], length: int, chance: int) -> None:
    game = dealt(seed=seed)
    actions = [Action("deal")] + [action for action, _ in random_actions(game, random.Random(chance), length)]
    record = Record(CLASSIC, seed, seats, actions)
    assert Record.parse(record.write()) == record


def test_the_text_of_a_record() -> None:
    record = Record(CLASSIC, "s", ["Ayşe", *["bot medium"] * 3], [Action.parse("deal"), Action.parse("discard R5'")])
    assert record.write() == text_of(HEAD, "deal", "discard R5'")


def test_a_record_keeps_its_rules() -> None:
    rules = make_rules("classic+vibrant start_points=30,50 players=3")
    record = Record(rules, "", ["a", "b", "c"])
    assert Record.parse(record.write()).rules == rules


def test_the_longest_rule_set_reads_back() -> None:
    points = tuple(range(941, 1001))
    rules = make_rules(
        "okey101", turn_seconds=600, reserve_seconds=3600, n_hands=tuple(range(1, 100)), start_points=points
    )
    record = Record(rules, "x", ["a"] * 4)
    assert Record.parse(record.write()) == record


def test_half_a_character_is_no_name() -> None:
    with pytest.raises(RecordError, match="cannot be written as text"):
        Record(CLASSIC, "s", ["a", "b", "c", "\ud800"])


def test_a_byte_order_mark_is_read_over() -> None:
    assert Record.parse("\ufeff" + text_of(HEAD, "deal")).actions == [Action("deal")]


def test_line_ends_of_any_system_are_read() -> None:
    assert Record.parse(text_of(HEAD, "deal").replace("\n", "\r\n")).actions == [Action("deal")]


@pytest.mark.parametrize("name", ["a\nb", "a\r", "\n", "a\u2028b", "x" * (MAX_TEXT + 1)])
def test_a_name_or_seed_that_would_damage_a_record_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="one line of at most"):
        Record(CLASSIC, name, ["a"] * 4)
    with pytest.raises(RecordError, match="one line of at most"):
        Record(CLASSIC, "s", ["a", "b", "c", name])


def test_the_longest_name_is_read() -> None:
    record = Record(CLASSIC, "x" * MAX_TEXT, ["x" * MAX_TEXT] * 4)
    assert Record.parse(record.write()) == record


def two_deals(*later: str) -> Record:
    """Plays a hand and deals the next one."""
    record, _ = bot_match("a", 1)
    return Record(record.rules, record.seed, record.seats, [*record.actions, Action("deal")], [*later])


def test_every_hand_may_have_a_seed_of_its_own() -> None:
    record = two_deals("b")
    assert Record.parse(record.write()) == record
    assert record.write().splitlines()[2:4] == ["seed a", "seed b"]
    for seed in ("a", "b"):
        hand = two_deals(seed).replay().hand
        assert hand is not None
        held = {tile for player in hand.players for tile in player.rack}
        assert held == set(shuffled(seed, 2)) - set(hand.stock) - {hand.indicator}
        assert hand.stock == [tile for tile in shuffled(seed, 2) if tile in hand.stock]
    assert two_deals("a").replay().hand == two_deals().replay().hand != two_deals("b").replay().hand


def test_a_hand_without_a_seed_is_refused() -> None:
    record, _ = bot_match("a", 2)
    record.later, record.actions = ["a"], [*record.actions, Action("deal")]
    with pytest.raises(RecordError, match="no seed for hand 3"):
        record.replay()


def without(word: str) -> list[str]:
    return [line for line in HEAD if not line.startswith(word)]


DAMAGED = {
    "empty": ("", 1, "not a record"),
    "blank": ("\n\n", 1, "not a record"),
    "something_else": ("%PDF-1.7 whatever", 1, "not a record"),
    "binary": ("".join(map(chr, range(256))) * 10, 1, "not a record"),
    "newer": (text_of(["okey record 2", *HEAD[1:]]), 1, "is a version this game does not know"),
    "newer_and_long": ("okey record " + "9" * 10_000_000, 1, "is a version this game does not know"),
    "no_version": (text_of(["okey record ", *HEAD[1:]]), 1, "is a version this game does not know"),
    "ten_megabytes": (
        text_of([*HEAD[:3], "seat " + "x" * 10_000_000, *HEAD[4:]]),
        4,
        f"longer than {MAX_LINE}",
    ),
    "long_action": (text_of(HEAD, "deal", "discard " + "R5 " * 4_000_000), 10, f"longer than {MAX_LINE}"),
    "too_many_lines": (text_of(HEAD, *["draw"] * MAX_LINES), MAX_LINES + 1, "longer than any match"),
    "no_rules": (text_of(without("rules")), 6, "one line of rules"),
    "two_rules": (text_of([*HEAD, "rules classic"]), 8, "one line of rules"),
    "no_seed": (text_of(without("seed")), 6, "one with the seed"),
    "unknown_head": (text_of([*HEAD, "clock 3"]), 8, "'clock' is not part of a record's head"),
    "binary_head": (text_of([*HEAD[:3], "\x00\x01\x02"]), 4, "is not part of a record's head"),
    "unknown_rules": (text_of([HEAD[0], "rules nothing", *HEAD[2:]]), 2, "'nothing' is no preset"),
    "empty_rules": (text_of([HEAD[0], "rules", *HEAD[2:]]), 2, "'' is no preset"),
    "unknown_option": (text_of([HEAD[0], "rules classic x=y", *HEAD[2:]]), 2, "'x=y' sets no option"),
    "contradiction": (text_of([HEAD[0], "rules classic+duel+team", *HEAD[2:]]), 2, "partners need four"),
    "too_few_seats": (text_of(HEAD[:-1]), 6, "3 seats for 4 players"),
    "too_many_seats": (text_of([*HEAD, "seat x"]), 8, "5 seats for 4 players"),
    "no_action": (text_of(HEAD, "deal", "dance"), 10, "'dance' is no verb"),
    "no_tile": (text_of(HEAD, "deal", "discard R14"), 10, "'R14' is no tile"),
    "blank_action": (text_of(HEAD, "deal", "", "draw"), 10, "'' is no verb"),
    "cut_off": (text_of(HEAD, "deal", "discard"), 10, "'discard' names something else: it lacks a tile"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_is_refused_with_its_line(name: str) -> None:
    text, line, message = DAMAGED[name]
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    assert str(caught.value).startswith(f"line {line}: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 30))
def test_damage_anywhere_gives_a_record_or_one_error(junk: str, at: int, cut: int) -> None:
    text = text_of(HEAD, "deal", "discard R5", "draw")
    at = min(at, len(text))
    try:
        Record.parse(text[:at] + junk + text[at + cut :]).replay()
    except RecordError as error:
        assert str(error).startswith("line ")  # noqa: PT017 (either outcome is right)


@given(st.binary(max_size=300))
def test_binary_junk_is_no_record(junk: bytes) -> None:
    with pytest.raises(RecordError, match="line 1"):
        Record.parse(junk.decode("latin-1"))


def test_a_record_replays_to_the_same_events_and_end() -> None:
    record, events = bot_match("replay", hands=2)
    replayed: list[tuple[int, Event]] = []
    game = Record.parse(record.write()).replay(lambda hand, happened: replayed.extend((hand, e) for e in happened))
    assert [event for _, event in replayed] == events
    assert sorted({hand for hand, _ in replayed}) == [1, 2]
    assert game.scores == events[-1].numbers
    assert record.replay().scores == game.scores


@pytest.mark.parametrize(
    ("actions", "line", "message"),
    [
        (["draw"], 9, "draw: the hand is over"),
        (["deal", "draw"], 10, "draw: the starter holds the extra tile"),
        (["deal", "deal"], 10, "deal: the hand is not over yet"),
    ],
)
def test_an_action_out_of_turn_is_refused_with_its_line(actions: list[str], line: int, message: str) -> None:
    record = Record.parse(text_of(HEAD, *actions))
    with pytest.raises(RecordError) as caught:
        record.replay()
    assert str(caught.value).startswith(f"line {line}: {message}")


def test_a_tile_that_is_not_held_is_refused_with_its_line() -> None:
    game = dealt(seed="s")
    tile = game.hand.stock[0]
    record = Record(CLASSIC, "s", ["a"] * 4, [Action("deal"), Action("discard", (tile,)), DRAW])
    with pytest.raises(RecordError, match=r"line 10: .*does not hold this tile"):
        record.replay()


def test_the_version_is_told() -> None:
    assert MAGIC.rstrip(string.digits) == "okey record "
