"""The rules in words follow the options: every option that has an effect changes them, and no other does."""

import ast
import dataclasses
import inspect
import re
import string

import pytest

from okey import rulebook as module
from okey.presets import OVERLAYS, PRESETS
from okey.rulebook import Chosen, in_effect, options_in_effect, rulebook
from okey.rulebook_texts import TEXTS
from okey.rules import EFFECT, OPTIONS, RulesError, RuleSet, Value

LANGUAGES = sorted(TEXTS)


def parsed(text: str) -> RuleSet | None:
    try:
        return RuleSet.parse(text)
    except RulesError:
        return None


NAMES = [name for p in PRESETS for o in ("", *OVERLAYS) if parsed(name := f"{p}+{o}" if o else p) is not None]
"""Every preset, alone and with each overlay that goes with it; which do not is told in ``test_rules.py``."""


def words(rules: RuleSet, language: str) -> str:
    return "\n".join(f"{section.title}: {section.text}" for section in rulebook(rules, language))


def others(name: str, now: Value) -> list[Value]:
    """Lists other values of an option; of a long range some."""
    values = list(OPTIONS[name].values)
    if len(values) > 20:
        values = [*values[:4], *values[4 : -1 : len(values) // 6], values[-1]]
    if not OPTIONS[name].is_list:
        return [value for value in values if value != now]
    assert isinstance(now, tuple)
    return [(value,) for value in values if {value} != set(now)]  # type: ignore[misc]


def alike(name: str, one: RuleSet, other: RuleSet) -> bool:
    """Tells whether two values of an option come to the same, though the option has an effect."""
    values = {getattr(one, name), getattr(other, name)}
    no_shuffle = "reshuffle" in values and one.max_reshuffles == 0
    return {
        # a shown indicator is paid whenever the stock runs out; without a reshuffle the hand is void at once
        "stock_out": "score_all" not in values and ("reshuffle" not in values or no_shuffle),
        # five hands come before the Determine round, whatever else is listed
        "n_hands": one.match_end == "five_plus_determine",
        # in a closed game nobody is opened, unopened or Konkan: what is left counts the same in all three
        "score_model": ("countdown" not in values and not one.table_melds
                        and one.finish_multiplier == "none" and not one.okey_left_extra),
    }.get(name, False)  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_with_an_effect_changes_the_text_and_no_other_does(preset: str) -> None:
    rules = RuleSet.parse(preset)
    texts = {language: words(rules, language) for language in LANGUAGES}
    flipped = 0
    for name in OPTIONS:
        for value in others(name, getattr(rules, name)):
            try:
                changed = dataclasses.replace(rules, **{name: value})  # type: ignore[arg-type]
            except RulesError:
                continue
            flipped += 1
            matters = in_effect(rules, name) or in_effect(changed, name)
            for language in LANGUAGES:
                differs = words(changed, language) != texts[language]
                assert differs is (matters and not alike(name, rules, changed)), (name, value, language)
    assert flipped > 100


def test_few_options_are_without_effect_in_a_game() -> None:
    """Options without effect are those of another kind of game; every one has an effect in some game."""
    everywhere = [RuleSet.parse(name) for name in NAMES]
    everywhere += [RuleSet.parse(text) for text in (
        "classic pairs_win=seven cifte_declare=reveals_discards colour_rule=table",
        "okey101 pairs_win=seven cifte_declare=reveals_discards",
        "okey101+team open_partner_min=0",
        "classic turn_seconds=0",
    )]  # fmt: skip
    for name, needs in EFFECT.items():
        assert any(in_effect(rules, name) for rules in everywhere), name
        assert any(not in_effect(rules, name) for rules in everywhere) is bool(needs), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_readable_rules(name: str, language: str) -> None:
    rules = RuleSet.parse(name)
    sections = rulebook(rules, language)
    count = sum(len(section.text.split()) for section in sections)
    assert 300 <= count <= 1150
    for section in sections:
        assert section.title[0].isupper()
        for sentence in section.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert not re.search(r"[{}_]|None|True|False|  |-\d+ (puan|point)", sentence), sentence
    labels = [option.label for option in options_in_effect(rules, language)]
    assert len(set(labels)) == len(labels) > 30


def places(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_both_languages_have_every_sentence() -> None:
    first, *rest = (TEXTS[language] for language in LANGUAGES)
    for texts in rest:
        assert list(texts) == list(first)
        for key, text in texts.items():
            assert places(text) == places(first[key]), key
            assert text != first[key] or key == "title.konkan"


_COMPANY = (
    "okey101+team",
    "konkan81 teams=none",
    "okey101+katlamali",
    "okey51 open_min_pairs=0",
    "classic score_model=yuzbir match_end=single finish_multiplier=stack",
    "okey101 indicator_show=before_first_move",
    "classic+team colour_rule=table",
    "okey101 score_model=konkan match_end=n_hands",
    "okey101 open_min_pairs=0",
    "konkan81 max_reshuffles=1 konkan_discard_free_takes=2",
    "okey101+vibrant set_sizes=3",
    "gamearea finish_multiplier=stack",
    "okey101+team open_partner_min=0",
    "classic stock_out=reshuffle max_reshuffles=2",
    "gamearea pairs_win=seven finish_multiplier=single",
    "classic cifte_declare=reveals_discards pairs_win=mixed",
    "okey101 pairs_win=seven cifte_declare=reveals_discards cifte_locks=yes declared_pairs_unopened=404",
    "classic+vibrant cifte_declare=reveals_discards stock_out=score_all",
    "okey101 left_open_charge=yes open_min_pairs=0",
    "okey101 open_escalation=beat_opponents left_open_charge=yes leftover_scope=deadwood cifte_declare=off",
    "duz hand_size=14 turn_seconds=30 reserve_seconds=30 run_max_from_hand=4 indicator_settled=hand_end",
)
"""Rule sets in which options meet that no preset brings together."""


def test_every_sentence_is_said_in_some_game() -> None:
    """Every value of every option, alone and with some company, brings all sentences out."""
    bases = [*PRESETS, *_COMPANY]
    seen: set[str] = set()
    real = module._fill

    def watch(texts: dict[str, str], line: module.Line, language: str) -> str:
        seen.add(line.key)
        return real(texts, line, language)

    module._fill = watch
    try:
        for base in bases:
            rules = RuleSet.parse(base)
            seen |= {f"title.{section.name}" for section in rulebook(rules, "en")}
            for name in OPTIONS:
                for value in others(name, getattr(rules, name)):
                    try:
                        rulebook(dataclasses.replace(rules, **{name: value}), "en")  # type: ignore[arg-type]
                    except RulesError:
                        continue
    finally:
        module._fill = real
    assert TEXTS["en"].keys() - seen == {"or"}


@pytest.mark.parametrize(("text", "language", "sentences"), [
    ("classic", "en", ["the scores become 20, 16, 16, 16", "An ordinary finish costs them 2",
                       "pairs costs them 4", "last 8"]),
    ("classic+team", "tr", ["puanlar 20, 16, 20, 16 olur", "Eşlerin puanı ortaktır"]),
    ("classic+vibrant", "en", ["With a red indicator the example gives 20, 12, 12, 12"]),
    ("classic+duel", "tr", ["ortada 76 taş kalır", "puanlar 20, 16 olur"]),
    ("gamearea", "tr", ["Puanlar 0, 81, 81, 81 olur"]),
    ("gamearea leftover_scope=deadwood", "en", ["56"]),
    ("okey101", "tr", ["en az 101 sayılık", "ortada 20 taş kalır", "Puanlar −101, 10, 202, 40 olur",
                       "okey ile kırmızı 3 kalsaydı 104", "−404, 40, 808, 160"]),
    ("okey101 finish_multiplier=single", "en",
     ["With pairs and the okey together they would be −202, 20, 404, 80"]),
    ("okey101+team", "en", ["The scores are then −101, 10, 0, 40"]),
    ("okey51", "en", ["at least 51 points", "At least 4 pairs", "−101, 10, 101, 40"]),
    ("konkan81", "tr", ["en az 81 sayılık", "sana 61 sayı yeter", "tam 10 taşlık bir seri ile 4 taşlık",
                        "10 ve 3 taşlık", "Biten Konkan olsaydı 0, 20, 0, 40"]),
])  # fmt: skip
def test_figures_are_those_of_the_scores(text: str, language: str, sentences: list[str]) -> None:
    told = words(RuleSet.parse(text), language)
    for sentence in sentences:
        assert sentence in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *(name for name in NAMES if RuleSet.parse(name).table_melds),
        "okey101 players=3",
        "okey101 open_min_pairs=0",
        "okey101 score_model=konkan match_end=n_hands",
        "okey101+team partner_finish_wipes=no",
        "konkan81 score_model=leftover",
    ],
)
def test_the_example_tells_what_every_loser_writes(text: str, language: str) -> None:
    rules = RuleSet.parse(text)
    told = words(rules, language)
    losers = ("İkincisi|Üçüncüsü|Dördüncüsü" if language == "tr" else "the second has|The third|The fourth").split("|")
    written = [re.search(rf"{loser}[^:]*: (−?\d+)\.", told) for loser in losers[: rules.players - 1]]
    assert None not in written
    figures = [match[1] for match in written if match is not None]
    sheet = "Puanlar [^ ,]+, {} olur" if language == "tr" else "The scores are then [^ ,]+, {}\\."
    assert re.search(sheet.format(", ".join(figures)), told)


def test_what_does_not_belong_to_a_game_is_not_told() -> None:
    names = {text: [section.name for section in rulebook(RuleSet.parse(text), "en")] for text in PRESETS}
    assert "table" not in names["classic"]
    assert "indicator" not in names["gamearea"]
    assert "pairs" not in names["konkan81"]
    assert [text for text in PRESETS if "konkan" in names[text]] == ["konkan81"]
    assert "Konkan" not in words(RuleSet.parse("okey101"), "tr")


def named(options: list[Chosen]) -> dict[str, str]:
    return {option.label: option.value for option in options}


def test_options_in_effect_are_named() -> None:
    listed = named(options_in_effect(RuleSet.parse("classic"), "en"))
    assert listed["False joker"] == "plays as the okey's own tile"
    assert listed["Starting points"] == "20, 30, 40, 50"
    assert "Konkan finish" not in listed
    assert named(options_in_effect(RuleSet.parse("okey101"), "tr"))["El açma barajı"] == "101"
    team = named(options_in_effect(RuleSet.parse("okey101+team"), "tr"))
    assert team["Bitenin eşi"] == "yalnız cezasını yazar"
    assert team["Herkes çift açarsa"] == "el bozulur"
    assert team["Göstergenin eşi"] == "tek başına çift değil"
    assert team["Atana ceza"] == "ceza yok"


def test_turkish_figures_carry_no_suffix() -> None:
    """A suffix on a figure that is filled in would be wrong for most figures."""
    for key, text in TEXTS["tr"].items():
        assert not re.search(r"\}['’]", text), key


def test_sentences_are_chosen_by_options_only() -> None:
    tree = ast.parse(inspect.getsource(module))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not texts & PRESETS.keys()


def test_what_the_words_say_of_special_cases() -> None:
    def said(name: str, language: str = "en") -> str:
        return words(RuleSet.parse(name), language)

    assert "others you see" in said("classic")
    assert "others you see" not in said("classic+duel")
    assert "may not take it again this turn" in said("okey101")
    konkan = said("konkan81")
    for sentence in (
        "A player who is Konkan already may still do so",
        "on a set nothing is blocked",
        "The limit of 5 tiles for a run does not bind this one.",
        "The last player left plays on alone.",
    ):
        assert sentence in konkan
    assert "may be set to" not in konkan
    assert "Belirleme eli (Determine)" in said("konkan81", "tr")
    assert "with yellow or blue it counts once" in said("classic+vibrant")
    assert "sarı ya da maviyse" in said("classic+vibrant", "tr")
    assert "a series of 11 hands" in said("gamearea")
    assert "by simply throwing it" in said("gamearea")
    assert "simply thrown, it ends nothing" in said("duz")
    assert "As long as nobody else has opened" in said("okey101")
