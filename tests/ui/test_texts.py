import re
import string
from typing import get_args

import pytest

from okey.analysis.parts import Missed
from okey.bots.advice import Advice, Reason
from okey.game.actions import discard
from okey.game.refusal import REASONS, Refused
from okey.rooms import lobby, protocol
from okey.tiles import Faces, parse_kind, parse_tile
from okey.ui.animals import ANIMALS
from okey.ui.narration import advise, explain
from okey.ui.settings import CHOICES
from okey.ui.table.layout import TOOLS
from okey.ui.texts import LANGUAGES, ROOT, Texts, load

ALL = {language: load(language) for language in LANGUAGES}


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things():
    assert ALL["tr"].keys() == ALL["en"].keys()
    for key in ALL["tr"]:
        assert fields(ALL["tr"][key]) == fields(ALL["en"][key]), key
        assert len(ALL["tr"][key]) > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_is_explained(language, reason):
    assert len(explain(Texts(language), Refused(reason), None)) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_rooms_is_explained(language):
    said = {key for key in ALL[language] if key.startswith("room.problem.")}
    own = {"unreachable", "insecure", "no_code", "refused"}
    assert said == {f"room.problem.{code}" for code in protocol.ERRORS | protocol.REASONS | own}
    denied = {key for key in ALL[language] if key.startswith("room.denied.")}
    assert denied == {f"room.denied.{reason}" for reason in lobby.REASONS}


def test_there_are_no_explanations_of_what_is_never_refused():
    assert {key.removeprefix("refused.") for key in ALL["tr"] if key.startswith("refused.")} == set(REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ending_and_charge_has_words(language):
    texts = Texts(language)
    for reason in ("normal", "okey", "pairs", "pairs_okey", "indicator"):
        assert "−2" in texts(f"charge.{reason}", points="−2")
    for shape in ("melds", "pairs"):
        assert texts(f"result.how.{shape}")
        assert texts(f"result.how.{shape}_okey")


def test_every_advice_has_words():
    assert {key.removeprefix("advice.") for key in ALL["tr"] if key.startswith("advice.")} == set(get_args(Reason))


def test_all_that_can_be_missed_has_words():
    missed = {f"analysis.missed_{what}" for what in get_args(Missed) if what}
    assert {key for key in ALL["tr"] if key.startswith("analysis.missed_")} == missed


def test_a_sentence_begins_with_a_capital():
    assert Texts("tr").sentence("event.discarded_you", tile="x")[0] == Texts("tr")("event.discarded_you", tile="x")[0]
    advice = Advice(discard(parse_tile("R5")), "throw_opened", value=5)
    assert advise(Texts("tr"), advice, None).startswith("Kırmızı 5 at")
    assert advise(Texts("en"), advice, None).startswith("Throw the red 5")
    turkish = Texts("tr")
    turkish._texts["advice.throw_opened"] = "iyi"
    assert turkish.sentence("advice.throw_opened") == "İyi"


COMPUTED = ("room.", "phrase.", "target.meld_",
    "colour.", "event.", "refused.", "charge.", "result.how.", "language.", "preset.", "overlay.", "group.", "level.",
    "settings.", "menu.", "meld.", "held.", "slot.", "badge.opened_", "button.open_", "hand.", "advice.", "saves.",
    "import.", "prompt.", "brief.", "link.", "presence.", "manner.", "matches.", "share.", "statistics.",
    "about.", "aside.", "report.", "profile.", "moving.", "analysis.",
    "league.", "character.", "progress.daily_", "coach.about.",
    "challenges.level.", "goal.", "stand.",
)  # fmt: skip
"""The beginnings of keys that are put together."""


def test_every_text_has_a_use():
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "okey/ui").rglob("*.py"))
    assert all(f'"{prefix}{{' in code or f"'{prefix}{{" in code for prefix in COMPUTED)
    tools = [f"button.{tool.replace('-', '_')}" for tool in TOOLS]
    listed = {f"{name}.{word}" for name, words in CHOICES.items() for word in words}
    listed |= {f"avatar.{animal}" for animal in ANIMALS}
    listed |= {*tools, *(f"{tool}_full" for tool in tools)}
    assert listed <= ALL["tr"].keys()
    named = [key for key in ALL["tr"] if not key.startswith(COMPUTED) and key not in listed]
    named = [key.removesuffix(".yes").removesuffix(".no") for key in named]
    assert [key for key in named if not re.search(f"[\"']{key}[\"']", code)] == []


def test_turkish_is_written_with_care():
    okey = Texts("tr").tile(parse_tile("K5"), Faces(parse_kind("K5"), 1, "okey"))
    for key, text in ALL["tr"].items():
        assert "'" not in text, f"{key}: ’ is the apostrophe"
        assert "Escape" not in text, f"{key}: the key is named Esc"
        filled = text.replace("{tile}", okey)
        assert not re.search(r"\([^)]*\(", filled), f"{key}: brackets within brackets"


def test_tiles_are_named():
    faces = Faces(parse_kind("B2"), 1, "okey")
    assert Texts("tr").tile(parse_tile("R13"), faces) == "kırmızı 13"
    assert Texts("en").tile(parse_tile("B3'"), faces) == "blue 3 (okey)"
    assert Texts("tr").tile(parse_tile("*"), faces) == "sahte okey"
    assert Texts("en").tile(parse_tile("B3"), None) == "blue 3"


def test_numbers_are_written_as_each_language_writes_them():
    turkish, english = map(Texts, LANGUAGES)
    assert [turkish.percent(share) for share in (0, 0.05, -0.126, 1)] == ["%0", "%5", "−%13", "%100"]
    assert [english.percent(share) for share in (0, 0.05, -0.126, 1)] == ["0%", "5%", "−13%", "100%"]
    assert [turkish.percent(share, plus=True) for share in (0.051, -0.051, 0.001)] == ["+%5", "−%5", "%0"]
    assert [turkish.decimal(value) for value in (1.5, -0.25, -0.01)] == ["1,5", "−0,2", "0,0"]
    assert [english.decimal(value, plus=True) for value in (1.5, -2)] == ["+1.5", "−2.0"]
    assert turkish.number(12345) == "12.345"


def test_no_other_place_writes_percents_or_decimals():
    written = re.compile(r"""\.([1-9]f|\{places\}f|\d%)\}|\} ?%["']""")
    code = {path: path.read_text(encoding="utf-8") for path in (ROOT / "okey/ui").rglob("*.py")}
    assert [path.name for path, text in code.items() if written.search(text)] == ["texts.py"]
    for language in LANGUAGES:
        texts = {key for key, text in ALL[language].items() if "}%" in text or "} %" in text or "%{" in text}
        assert texts == {"number.percent"}


def test_an_unknown_language_is_answered_in_english():
    assert Texts("xx").language == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter(language):
    pygame = pytest.importorskip("pygame")
    from okey.ui.fonts import find

    if find(bold=True) is None:
        pytest.skip("fonts are made by `make assets`")
    pygame.font.init()
    letters = {c for text in ALL[language].values() for c in text}
    for bold in (False, True):
        font = pygame.font.Font(find(bold=bold), 20)
        missing = {c for c in letters | set("0123456789−…·") if font.metrics(c)[0] is None}
        assert missing == set()
