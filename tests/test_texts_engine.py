"""What the engine may say has words in both languages: refusals, charges, events, endings."""

import dataclasses
import re
import string
from typing import get_args

import pytest

from okey.game import Event, Game, Refused
from okey.game.actions import DEAL
from okey.game.events import KINDS_OF_EVENT
from okey.game.refusal import REASONS
from okey.game.scoring import CHARGE_REASONS, Ending
from okey.rules import RuleSet
from okey.tiles import Faces, parse_kind, parse_tiles
from okey.ui.narration import explain, tell
from okey.ui.texts import LANGUAGES, Texts, load

ALL = {language: load(language) for language in LANGUAGES}
NAMES = ["Ayla", "Bora", "Can", "Defne"]
FACES = Faces(parse_kind("B9"), 1, "okey")

EVENTS = {
    "dealt": "dealt 1 B9",
    "drew": "drew 2 R5",
    "took": "took 2 R5 : 1",
    "gave_back": "gave_back 2 R5",
    "reshuffled": "reshuffled - : 40",
    "showed": "showed 0 B9'",
    "declared": "declared 3",
    "opened": "opened 1 : 103",
    "laid": "laid 1 run R5 R6 R7 : 0",
    "added": "added 1 high R8 : 0",
    "swapped": "swapped 1 R6 B10 : 0",
    "undid": "undid 1",
    "discarded": "discarded 1 K13",
    "timed_out": "timed_out 1",
    "failed": "failed 1 open_points : 54 101",
    "penalty": "penalty 1 okey_discard : 101",
    "konkan": "konkan 2",
    "eliminated": "eliminated 2",
    "finished": "finished 0 B10",
    "hand_ended": "hand_ended 0 : -101 20 202 40",
    "match_ended": "match_ended - : 0 2",
}
"""One event of every kind."""


def places(text: object) -> set[str]:
    assert isinstance(text, str)
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_there_is_one_event_of_every_kind() -> None:
    assert EVENTS.keys() == KINDS_OF_EVENT.keys()


@pytest.mark.parametrize("prefix", ["refused.", "charge.", "event.", "result."])
def test_both_languages_have_the_same_words_with_the_same_places(prefix: str) -> None:
    keys = {language: {key for key in ALL[language] if key.startswith(prefix)} for language in LANGUAGES}
    assert keys["tr"] == keys["en"]
    for key in keys["tr"]:
        assert places(ALL["tr"][key]) == places(ALL["en"][key]), key
        assert ALL["tr"][key] != ALL["en"][key] or key == "result.elden"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_is_explained(language: str, reason: str) -> None:
    refused = Refused(reason, parse_tiles("R5 B10"), (100, 101))
    text = explain(Texts(language), refused, FACES)
    assert text.endswith(".")
    assert len(text.split()) >= 2
    wanted = places(ALL[language][f"refused.{reason}"])
    assert wanted <= {"first", "second", "tiles"}
    assert ("100" in text) is ("first" in wanted)
    assert ("(okey)" in text) is ("tiles" in wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_without_figures_is_explained_too(language: str) -> None:
    for reason in REASONS:
        assert explain(Texts(language), Refused(reason), None)


def test_refusals_name_figures_and_tiles() -> None:
    refused = Refused("open_points", (), (96, 101))
    assert explain(Texts("tr"), refused, FACES) == "Perlerin 96 sayı ediyor; açmak için 101 sayı gerekir."
    held = Refused("taken_must_be_used", parse_tiles("R5"))
    assert explain(Texts("en"), held, FACES) == "Lay the tile you took this turn, or give it back: red 5."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", CHARGE_REASONS)
def test_every_charge_has_words(language: str, reason: str) -> None:
    text = Texts(language)(f"charge.{reason}", points="−2")
    assert text.endswith(" −2")
    assert len(text) > 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_charges_read_alike(language: str) -> None:
    texts = [ALL[language][f"charge.{reason}"] for reason in CHARGE_REASONS]
    assert len(set(map(str, texts))) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS_OF_EVENT)
def test_every_event_is_told(language: str, kind: str) -> None:
    event = Event.parse(EVENTS[kind])
    texts = Texts(language)
    told = tell(texts, event, NAMES, FACES, 3)
    assert len(told.split()) >= 2
    assert not re.search(r"[{}_]|None|  ", told)
    if event.seat is not None and kind not in ("dealt", "hand_ended"):
        assert NAMES[event.seat] in told
        yours = texts(f"event.{kind}_you", tile="T", tiles="T", number=1, charge="C", name="N", why="W")
        assert yours != told
    if event.tiles and kind not in {"drew", "showed"}:
        assert texts.tile(event.tiles[0], FACES) in told
    if event.numbers and kind in ("reshuffled", "opened", "penalty"):
        assert str(event.numbers[0]) in told


def test_events_are_told_in_turkish() -> None:
    def told(text: str) -> str:
        return tell(Texts("tr"), Event.parse(text), NAMES, FACES, 1)

    assert told(EVENTS["laid"]) == "Bora yere indirdi: kırmızı 5, kırmızı 6, kırmızı 7"
    assert told(EVENTS["penalty"]) == "Bora ceza aldı: okey attı 101"
    assert told(EVENTS["opened"]) == "Bora 103 ile açtı"
    assert told("opened 1 pairs : 5") == "Bora 5 çift ile açtı"
    assert told(EVENTS["hand_ended"]) == "El bitti. Puanlar: −101, 20, 202, 40"
    assert told(EVENTS["match_ended"]) == "Oyun bitti. Kazanan: Ayla, Can"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ending_has_words(language: str) -> None:
    texts = Texts(language)
    for ending in get_args(Ending):
        assert texts(f"result.{ending}", name="Ayla")
    for key in ("how.melds", "how.pairs", "how.melds_okey", "how.pairs_okey", "elden", "konkan"):
        assert texts(f"result.{key}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_others_see_can_be_told_as_well(language: str) -> None:
    game = Game(RuleSet.parse("classic"), "told")
    events = game.apply(DEAL)
    drawn = dataclasses.replace(Event.parse(EVENTS["drew"]), tiles=())
    for event in (*events, drawn):
        assert tell(Texts(language), event, NAMES, None, 1)
