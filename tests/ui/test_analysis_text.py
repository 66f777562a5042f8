"""The whole text of the analysis of fixed records, in figures and in the words of both languages.

Each file in ``tests/golden/analysis`` is the record of a hand, what ``okey.analysis`` says of it, and all that the
panel says.  After a change on purpose: ``python -m tests.ui.test_analysis_text`` from the repository's folder, and read
the diff.
"""

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from okey.record import Record
from okey.ui.scenes.analysis import HandAnalysis
from okey.ui.storage import MATCH
from okey.ui.texts import LANGUAGES
from tests.ui.person import BARE, App, Person, QuietBridge, pygame
from tests.ui.saves import played

FOLDER = Path(__file__).parents[1] / "golden" / "analysis"

RULE = "=" * 20 + "\n"
"""What parts the record, the figures and the words of each language."""

HANDS = ("classic", "okey101", "konkan81")

SEAT = 0


def _ended(game, _action) -> bool:
    return game.hand_number == 1 and game.result is not None


def text_of(record: Record) -> str:
    """Gets the record, and all that is said of its first hand."""
    found = [record.write()]

    async def script() -> None:
        bridge = QuietBridge({"settings": json.dumps(BARE), MATCH: record.write()}, size=(1366, 768))
        app = App(bridge, pace=0)
        await app.start()
        try:
            person = Person(app, bridge)
            scene = HandAnalysis(app, record, SEAT, 1, watch=print)
            app.open(scene)
            await person.until(lambda: scene.share is None, turns=100_000)
            found.append(f"{scene.found}\n")
            for language in LANGUAGES:
                app.set_language(language)
                items = [item for part in scene.parts() for item in (part.title, *part.items)]
                words = [item if isinstance(item, str) else item.label for item in items]
                found.append("\n".join([scene.heading(), *filter(None, words), ""]))
        finally:
            app.session.stop()
            pygame.display.quit()

    asyncio.run(script())
    return RULE.join(found)


@pytest.mark.parametrize("rules", HANDS)
def test_all_that_is_said_of_a_fixed_record_is_stable(rules):
    text = (FOLDER / f"{rules}.txt").read_text(encoding="utf-8")
    record = Record.parse(text.partition(RULE)[0])
    assert text_of(record) == text


def test_chances_that_add_up_to_more_than_one_are_told_as_whole_hands(play):
    """Many turns may each give away much of what the tiles between them bring back."""
    text = (FOLDER / "classic.txt").read_text(encoding="utf-8").partition(RULE)[0]

    async def script(person):
        scene = HandAnalysis(person.app, Record.parse(text), SEAT, 1, watch=print)
        person.app.open(scene)
        await person.until(lambda: scene.share is None, turns=100_000)
        costly = [
            replace(turn, throw_cost=2.4 if turn.number == 1 else 0.0, source_cost=0.0) for turn in scene.found.turns
        ]
        scene.found.turns[:] = costly
        for language, words in (("en", "that of 2.4 away"), ("tr", "kararlar 2,4 el götürdü")):
            person.app.set_language(language)
            assert words in scene.verdict()
            told = " ".join(row.words() for row in scene.rows())
            assert not [figure for figure in re.findall(r"(\d+)%|%(\d+)", told) if int("".join(figure)) > 100]

    play(script, QuietBridge({"settings": json.dumps(BARE), MATCH: text}))


def test_every_file_is_held():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(HANDS)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for hand in HANDS:
        path = FOLDER / f"{hand}.txt"
        if path.exists():
            kept = Record.parse(path.read_text(encoding="utf-8").partition(RULE)[0])
        else:
            kept = Record.parse(played(hand, "golden", _ended))
        path.write_text(text_of(kept), encoding="utf-8")
