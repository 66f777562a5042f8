"""The report of a problem: what it tells, whom it does not name, and that it goes only where the player takes it."""

import json

from okey.record import Record
from okey.ui import report
from okey.ui.storage import MATCH
from tests.ui.person import BARE, QuietBridge
from tests.ui.saves import played
from tests.ui.test_home import press


class Reporting(QuietBridge):
    """A bridge that notes down what it is given to pass on, and had a trouble before."""

    def __init__(self, **options):
        super().__init__(**options)
        self.given: list[tuple[str, ...]] = []

    def troubles(self):
        return ("2026-11-30T10:00:00.000Z crash\nZeroDivisionError: division by zero",)

    def give_file(self, name, text):
        self.given.append(("file", name, text))

    def share(self, text, done):
        self.given.append(("copy", text))
        done("copied")

    def mail(self, subject, text):
        self.given.append(("mail", subject, text))


def _second_hand(game, _action) -> bool:
    return game.hand_number == 2


def named() -> str:
    record = Record.parse(played("classic", "report", _second_hand))
    record.seats = ["you Gizem", "bot hard Elifnur", "bot easy", "bot medium Ali Veli"]
    return record.write()


def test_a_report_tells_all_that_helps_and_no_name(play):
    bridge = Reporting(storage={MATCH: named(), "settings": json.dumps(BARE), "rack.damaged": "x" * 7})

    async def script(person):
        await person.tap("menu")
        await person.tap("settings")
        await press(person, "report")
        assert person.state["scene"] == "report"
        assert bridge.given == [], "nothing goes anywhere by itself"
        for way in ("copy", "file", "mail"):
            await press(person, way)
        (_, text), (_, name, same), (_, subject, whole) = bridge.given
        assert text == same == whole
        assert name == report.FILE_NAME
        assert text.splitlines()[0] == subject == f"Okey {bridge.version}"
        for told in (
            bridge.surroundings,
            "1366x768",
            "cloth green",
            "hand 2",
            "ZeroDivisionError",
            "rack (7)",
            "rules: classic",
        ):
            assert told in text, told
        for who in ("Gizem", "Elifnur", "Ali", "Veli"):
            assert who not in text
        kept = person.app.session.table.record
        again = Record.parse(text[text.index("okey record") :])
        assert (again.rules, again.seed) == (kept.rules, kept.seed)
        assert again.actions == kept.actions[: len(again.actions)], "the others have played on since"
        assert again.seats == ["you", "bot hard", "bot easy", "bot medium"]
        told = " ".join(
            item["text"] for part in bridge.outline["parts"] for item in [{"text": part["title"]}, *part["items"]]
        )
        for word in text.split():
            assert word in told, f"{word} can be read before it is given away"

    play(script, bridge)


def test_in_a_room_a_report_holds_no_record(play):
    async def script(person):
        person.app._own = person.app.session
        assert report.record(person.app) == []
        person.app._own = None
        assert report.record(person.app)

    play(script)
