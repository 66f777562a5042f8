import dataclasses
import random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from okey import presets
from okey.game import Game
from okey.rules import OPTIONS, RulesError, RuleSet, Value, idle_by, write
from tests.support import SHARED, make_rules
from tests.walk import walk

PRESETS = list(presets.PRESETS)
OVERLAYS = list(presets.OVERLAYS)

# What the specification's option table says; columns as below, kept here so that the tests stand without it.
COLUMNS = ["gamearea", "konkan81", "duz", "classic", "elit", "okey101", "okey51"]
SPECIFIED: dict[str, list[Value]] = {
    "okey_offset": [1, 1, 1, 1, 1, 1, 1],
    "false_joker": ["okey"] * 7,
    "players": [4] * 7,
    "teams": ["none", "opposite", "none", "none", "none", "none", "none"],
    "hand_size": [14, 14, 14, 14, 14, 21, 14],
    "starter": ["dealer", *["after_dealer"] * 6],
    "next_starter": ["rotate", "winner", "rotate", "rotate", "rotate", "rotate", "rotate"],
    "direction": ["ccw", "cw", "ccw", "ccw", "ccw", "ccw", "ccw"],
    "discard_piles": ["per_player", "shared", *["per_player"] * 5],
    "take_from": ["previous", "shared_top", *["previous"] * 5],
    "taken_tile_use": ["free", "if_melding", "free", "free", "free", "must", "must"],
    "take_back": ["as_discard", "undo_then_stock", *["as_discard"] * 3, "undo_then_stock", "undo_then_stock"],
    "starter_may_finish_first": [True] * 7,
    "one_after_thirteen": ["no", "no", "high", "high", "high", "no", "high"],
    "run_max_from_hand": [13, 5, 13, 13, 13, 13, 13],
    "set_sizes": [(3, 4)] * 7,
    "min_real_tiles": [1, 2, 1, 1, 1, 1, 1],
    "two_leading_wilds": [True, False, True, True, True, True, True],
    "pairs_win": ["off", "off", "seven", "seven", "seven", "off", "off"],
    "pair_rule": ["identical"] * 7,
    "cifte_declare": ["off", "off", "reveals_discards", "off", "off", "off", "off"],
    "table_melds": [False, True, False, False, False, True, True],
    "konkan": [False, True, False, False, False, False, False],
    "finish_action": [
        "declare",
        "empty_hand",
        "declare",
        "auto_on_discard",
        "declare",
        "empty_hand",
        "empty_hand",
    ],
    "okey_discard_penalty": [0, 0, 2, 0, 0, 101, 101],
    "indicator_show": ["off", "off", "before_first_move", "before_first_move", "off", "off", "off"],
    "score_model": ["leftover", "konkan", "countdown", "countdown", "countdown", "yuzbir", "yuzbir"],
    "start_points": [(0,), (0,), (20,), (20, 30, 40, 50), (20,), (0,), (0,)],
    "winner_value": [0, 0, 0, 0, 0, -101, -101],
    "colour_rule": ["off"] * 7,
    "stock_out": ["void", "reshuffle", "void", "indicator_only", "void", "score_all", "void"],
    "stock_out_when": ["turn_start", "on_draw", *["turn_start"] * 3, "after_last_discard", "turn_start"],
    "max_reshuffles": [0, 2, 0, 0, 0, 0, 0],
    "cancelled_hand_counts": [True, True, False, False, False, True, False],
    "match_end": ["single", "five_plus_determine", *["score_zero"] * 3, "n_hands", "n_hands"],
    "turn_seconds": [30, 30, 30, 25, 30, 30, 30],
    "reserve_seconds": [0, 0, 0, 30, 0, 0, 0],
    "confirm_okey_discard": [True] * 7,
}
CLASSIC_ONLY: dict[str, Value] = {
    "wild_in_pair": True,
    "indicator_twin_is_pair": False,
    "invalid_declare_penalty": 0,
    "indicator_points": 1,
    "indicator_must_be_dealt": True,
    "indicator_settled": "hand_end",
    "loss_normal": 2,
    "loss_okey": 4,
    "loss_pairs": 4,
    "loss_pairs_okey": 8,
    "finish_two_press": True,
    "take_back_penalty": 0,
}


OUR_OWN = ["throw_finishes"]
"""Options that the specification does not name: the reading of a sentence of its text (section 2, finish)."""
OUR_OVERLAYS = ["short"]
"""The same of overlays: its text (section 7.8) knows a quick match from 6 points besides the table's single round."""


@pytest.mark.parametrize("option", SPECIFIED)
def test_presets_are_as_specified(option: str) -> None:
    assert [getattr(RuleSet.parse(preset), option) for preset in COLUMNS] == SPECIFIED[option]


@pytest.mark.parametrize("option", CLASSIC_ONLY)
def test_classic_is_as_specified(option: str) -> None:
    assert getattr(RuleSet.parse("classic"), option) == CLASSIC_ONLY[option]


@pytest.mark.skipif(not (SHARED / "rulesets.yaml").is_file(), reason="the specification is not beside this checkout")
def test_presets_equal_the_specification() -> None:
    table: Any = yaml.safe_load((SHARED / "rulesets.yaml").read_text(encoding="utf-8"))
    assert table["columns"] == COLUMNS == PRESETS
    assert [option["n"] for option in table["options"]] == [name for name in OPTIONS if name not in OUR_OWN]
    for option in table["options"]:
        for preset, value in zip(COLUMNS, option["d"], strict=True):
            wanted = tuple(value) if isinstance(value, list) else value
            if value is not None:
                assert getattr(RuleSet.parse(preset), option["n"]) == wanted, (preset, option["n"])
    ours = {name: sets for name, sets in presets.OVERLAYS.items() if name in OUR_OVERLAYS}
    assert {**table["overlays"], **ours} == presets.OVERLAYS


@pytest.mark.skipif(not (SHARED / "rulesets.yaml").is_file(), reason="the specification is not beside this checkout")
def test_every_value_of_the_specification_is_allowed() -> None:
    table: Any = yaml.safe_load((SHARED / "rulesets.yaml").read_text(encoding="utf-8"))
    asked = 0
    for row in table["options"]:
        option = OPTIONS[row["n"]]
        for text in row["v"].split("|") if row["t"] in ("enum", "int", "bool") else []:
            value = text.split("(")[0].split("=")[0].strip()
            words = {"true": True, "false": False, "null": None}
            bounds = [int(end) for end in value.split("..") if end.lstrip("+-").isdigit()]
            if (row["n"], value) == ("redraw_indicator_if_false_joker", "false"):
                continue  # nothing says what the okey is then, so that no table can be set up so
            for wanted in bounds or ([words[value]] if value in words else [] if value == "n" else [value]):
                option.check(wanted)
                asked += 1
    assert asked > 140


@pytest.mark.parametrize(
    ("overlay", "base", "changes"),
    [
        (
            "elit_literal",
            "elit",
            {"false_joker": "wild", "pair_rule": "same_number_diff_colour", "take_from": "any_player"},
        ),
        ("elit_app", "elit", {"false_joker": "indicator", "pairs_win": "mixed"}),
        ("team", "classic", {"teams": "opposite"}),
        ("duel", "classic", {"players": 2}),
        ("vibrant", "classic", {"colour_rule": "red_black_x2"}),
        ("katlamali", "okey101", {"open_escalation": "beat_highest"}),
        ("quick", "classic", {"match_end": "single"}),
        ("short", "classic", {"start_points": (6,)}),
    ],
)
def test_an_overlay_changes_its_options_only(overlay: str, base: str, changes: dict[str, Value]) -> None:
    plain, changed = RuleSet.parse(base), RuleSet.parse(f"{base}+{overlay}")
    assert changed == dataclasses.replace(plain, name=f"{base}+{overlay}", **changes)  # type: ignore[arg-type]
    assert changed != dataclasses.replace(plain, name=f"{base}+{overlay}")


CLASHES = {
    "konkan81+duel": ("teams", "players"),
    "konkan81+elit_literal": ("take_from", "discard_piles"),
    **{f"{low}+short": ("match_end", "score_model") for low in ("gamearea", "konkan81", "okey101", "okey51")},
    **{f"{closed}+katlamali": ("open_escalation", "table_melds") for closed in ("gamearea", "duz", "classic", "elit")},
}
"""The overlays that do not go with a preset: they contradict it, or have no effect on it."""


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("overlay", ["", *OVERLAYS])
def test_presets_and_overlays_read_back(preset: str, overlay: str) -> None:
    text = f"{preset}+{overlay}" if overlay else preset
    clash = CLASHES.get(text)
    if clash is not None:
        with pytest.raises(RulesError) as caught:
            RuleSet.parse(text)
        assert caught.value.options == clash
    else:
        rules = RuleSet.parse(text)
        assert str(rules) == text
        assert RuleSet.parse(str(rules)) == rules


def values_of(name: str) -> st.SearchStrategy[Value]:
    option = OPTIONS[name]
    one = st.sampled_from(list(option.values))
    return st.lists(one, min_size=1, max_size=4, unique=name != "konkan_finish").map(tuple) if option.is_list else one  # type: ignore[arg-type]


MIXES = st.dictionaries(st.sampled_from(list(OPTIONS)), st.none(), max_size=8).flatmap(
    lambda names: st.fixed_dictionaries({name: values_of(name) for name in names})
)


@given(st.sampled_from(PRESETS), st.sets(st.sampled_from(OVERLAYS)), MIXES)
def test_any_mix_of_options_reads_back(preset: str, overlays: set[str], mix: dict[str, Value]) -> None:
    try:
        rules = RuleSet.parse("+".join([preset, *sorted(overlays)]), mix)
    except RulesError as error:
        assert len(error.options) == 2  # noqa: PT017 (a conflict is one of the two outcomes)
        return
    assert RuleSet.parse(str(rules)) == rules
    assert all(getattr(rules, name) == value for name, value in mix.items())


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_an_option_reads_back(name: str) -> None:
    option = OPTIONS[name]
    for value in option.values:
        given = (value,) if option.is_list else value
        text = write(given).replace(" ", "_")  # type: ignore[arg-type]
        read = option.parse(text)
        assert (read, type(read)) == (given, type(given))
        option.check(read)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_documented_in_both_languages(name: str) -> None:
    option = OPTIONS[name]
    assert option.group
    assert option.doc.keys() == option.label.keys() == {"en", "tr"}
    for language in ("en", "tr"):
        assert 10 <= len(option.doc[language]) <= 130
        assert 3 <= len(option.label[language]) <= 30
        assert "\n" not in option.doc[language] + option.label[language]
    assert option.doc["en"] != option.doc["tr"]
    assert option.domain()


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_has_a_name_in_both_languages(name: str) -> None:
    """Numbers and yes or no speak for themselves; every other value is named, and no value of it twice."""
    option = OPTIONS[name]
    plain = [v for v in option.values if isinstance(v, int)]
    assert {write(value) for value in option.values if value not in plain} <= option.words.keys()
    assert option.words.keys() <= {write(value) for value in option.values}
    for language in ("en", "tr"):
        names = [option.value_name(value, language) for value in option.values]
        assert len(set(names)) == len(names)
        assert all(0 < len(text) <= 45 and "_" not in text for text in names)


def test_values_are_named() -> None:
    assert OPTIONS["false_joker"].value_name("okey", "tr") == "okeyin kendi taşı"
    assert OPTIONS["joker_swap"].value_name(True, "tr") == "evet"
    assert OPTIONS["joker_swap"].value_name(False, "en") == "no"
    assert OPTIONS["start_points"].value_name((20, 30), "en") == "20, 30"
    assert OPTIONS["winner_value"].value_name(-101, "en") == "−101"
    assert OPTIONS["okey_discard_penalty"].value_name(0, "en") == "nothing"


@pytest.mark.parametrize("language", ["en", "tr"])
def test_documentation_is_not_repeated(language: str) -> None:
    for texts in ([option.doc[language] for option in OPTIONS.values()],
                  [option.label[language] for option in OPTIONS.values()]):  # fmt: skip
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_wrong_value_is_refused_with_its_option(name: str) -> None:
    option = OPTIONS[name]
    inside = next(iter(option.values))
    wrong: list[Any] = ["junk", -7777, 7777.5, b"x", {}, [], (), object()]
    if option.is_list:
        wrong += [inside, ("junk",), (inside, "junk"), [inside]]
    else:
        wrong += [(inside,)]
    if isinstance(inside, bool):
        wrong += [0, 1, "yes", "true"]
    elif 1 in option.values:
        wrong += [True, 1.0, "1"]
    for value in wrong:
        with pytest.raises(RulesError) as caught:
            make_rules(**{name: value})
        assert caught.value.options == (name,)
        assert str(caught.value).startswith(f"{name}=")
    for text in ["junk", "-7777", "7777777", "", ",", "1,", "1.5", "True", "0x1", "٤", "01", "-0", "x" * 1000]:
        with pytest.raises(RulesError) as caught:
            RuleSet.parse(f"classic {name}={text}")
        assert caught.value.options == (name,)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("gamearea cifte_declare=reveals_discards", "cifte_declare", "pairs_win"),
        ("classic konkan=yes", "konkan", "table_melds"),
        ("classic+team+duel", "teams", "players"),
        ("classic+team players=3", "teams", "players"),
        ("okey101 false_joker=wild min_real_tiles=0", "false_joker", "min_real_tiles"),
        ("classic finish_action=empty_hand", "finish_action", "table_melds"),
        ("gamearea set_sizes=3 run_max_from_hand=3", "set_sizes", "run_max_from_hand"),
        ("okey101 finish_action=declare", "finish_action", "table_melds"),
        ("gamearea n_hands=11", "n_hands", "match_end"),
        ("okey101+quick n_hands=3", "n_hands", "match_end"),
    ],
)
def test_a_conflict_names_both_options(text: str, first: str, second: str) -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet.parse(text)
    assert caught.value.options == (first, second)
    assert f"{first}=" in str(caught.value)
    assert f"{second}=" in str(caught.value)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_choice_without_effect_names_what_decides_that(preset: str) -> None:
    rules = RuleSet.parse(preset)
    asked = 0
    for name, option in OPTIONS.items():
        other = idle_by(rules, name)
        for value in list(option.values)[:4] if other is not None else []:
            chosen = (value,) if option.is_list else value
            try:
                made = dataclasses.replace(rules, **{name: chosen})  # type: ignore[arg-type]
            except RulesError:
                continue  # a contradiction comes first
            if made == rules or idle_by(made, name) is None:
                continue
            with pytest.raises(RulesError) as caught:
                make_rules(preset, **{name: chosen})  # type: ignore[arg-type]
            assert caught.value.options == (name, idle_by(made, name))
            asked += 1
    assert asked > 5


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_without_effect_changes_nothing(preset: str) -> None:
    rules = RuleSet.parse(preset)

    def played(rules: RuleSet) -> list[str]:
        rng = random.Random(1)
        return [f"{action} {events}" for action, events in walk(Game(rules, "idle"), rng, 150)]

    for name, option in OPTIONS.items():
        if idle_by(rules, name) is None:
            continue
        for value in list(option.values)[-2:]:
            try:
                made = dataclasses.replace(rules, **{name: (value,) if option.is_list else value})  # type: ignore[arg-type]
            except RulesError:
                continue
            if idle_by(made, name) is not None:
                assert played(made) == played(rules), (name, value)


def test_a_question_may_name_an_option_without_effect() -> None:
    assert RuleSet.of("okey101", {"declared_pairs_unopened": 404}).declared_pairs_unopened == 404
    with pytest.raises(RulesError, match="declared_pairs_unopened=404 and cifte_declare=off: the first has no effect"):
        make_rules("okey101", declared_pairs_unopened=404)


def test_wild_false_jokers_and_wild_melds_are_no_conflict_in_a_closed_game() -> None:
    assert RuleSet.parse("classic false_joker=wild min_real_tiles=0").min_real_tiles == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no preset"),
        ("nothing", "'nothing' is no preset: expected one of gamearea, "),
        ("classic+nothing", "'nothing' is no overlay: expected one of elit_literal, "),
        ("classic+", "'' is no overlay"),
        ("classic+team+team", "team and team both set teams"),
        ("elit+elit_app+elit_literal", "elit_app and elit_literal both set false_joker"),
        ("+team", "'' is no preset"),
        ("classic players", "'players' sets no option"),
        ("classic colour=red", "'colour=red' sets no option"),
        ("classic name=x", "'name=x' sets no option"),
        ("classic =4", "'=4' sets no option"),
        ("okey101 open_min_point=121", "with a known option, such as open_min_points or open_min_pairs"),
        ("classic+duel players=4", "duel and players=4 undo each other"),
        ("classic+short match_end=single start_points=30", "short and match_end=single undo each other"),
        ("classic+vibrant colour_rule=table", "vibrant and colour_rule=table undo each other"),
        (
            "elit+elit_app false_joker=okey pairs_win=off",
            "elit_app and false_joker=okey undo each other",
        ),
        ("classic players=3 players=2", "players is set twice"),
        ("classic start_points=20,20", "start_points=(20, 20): a value is named twice"),
        ("classic players=5", "players=5: expected 4 or 3 or 2"),
        ("classic turn_seconds=601", "turn_seconds=601: expected a number from 0 to 600"),
        (
            "classic start_points=20,x",
            "start_points=x: expected a comma-separated list of: a number from 0 to 1000",
        ),
        ("x" * 10_000, "is no preset"),
        ("classic+" + "x" * 10_000, "is no overlay"),
        ("classic " + "x" * 10_000, "sets no option"),
    ],
)
def test_a_text_that_is_no_rule_set(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet.parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_setting_of_an_unknown_option_is_refused() -> None:
    with pytest.raises(RulesError, match="'nothing' is no option"):
        make_rules(nothing=1)


def test_a_mistaken_setting_is_told_the_nearest() -> None:
    with pytest.raises(RulesError, match="'player' is no option, such as players"):
        make_rules("classic", player=3)


def test_an_overlay_may_be_said_again_or_changed_in_part() -> None:
    assert make_rules("classic+duel players=2").players == 2
    assert make_rules("elit+elit_app pairs_win=off").false_joker == "indicator"


def test_settings_come_last() -> None:
    assert make_rules("classic players=3", players=4).players == 4


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (False, "no"),
        (None, "none"),
        (7, "7"),
        (-101, "-101"),
        ((20, 30), "20,30"),
        ("okey", "okey"),
    ],
)
def test_write(value: Value, text: str) -> None:
    assert write(value) == text


@pytest.mark.parametrize(
    ("rules", "sides"),
    [
        ("classic", [0, 1, 2, 3]),
        ("classic+team", [0, 1, 0, 1]),
        ("classic+duel", [0, 1]),
        ("konkan81", [0, 1, 0, 1]),
    ],
)
def test_the_side_of_a_seat(rules: str, sides: list[int]) -> None:
    assert [RuleSet.parse(rules).side_of(seat) for seat in range(len(sides))] == sides


def test_a_rule_set_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RuleSet.parse("classic").players = 3  # type: ignore[misc]
