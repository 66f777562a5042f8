"""What the browser keeps of a match, and what the game says to acts that the rules do not allow."""

from __future__ import annotations

import hashlib
import inspect
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from okey.archive import MAGIC
from okey.ui import backup, theme
from tests.browser import saves
from tests.browser.driver import centre
from tests.ui import test_backup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.driver import Game

pytestmark = pytest.mark.browser

TEXTS = {
    language: json.loads(Path(f"assets/texts/{language}.json").read_text(encoding="utf-8")) for language in ("tr", "en")
}


def table(state: dict[str, Any]) -> dict[str, Any]:
    """What has to be the same after a reload."""
    return {name: state[name] for name in ("scene", "view", "rack", "prompt", "language", "toast")}


def test_a_reload_changes_nothing(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())

    def reload() -> dict[str, Any]:
        before = game.settle()
        game.open()
        after = game.settle()
        assert table(after) == table(before)
        return after

    state = reload()
    assert (state["view"]["actor"], state["view"]["phase"]) == (0, "draw")

    first, last = state["rack"][0], state["slots"][-1]
    game.drag(centre(first["rect"]), centre(last["rect"]))
    game.wait_for(lambda state: {"tile": first["tile"], **last} in state["rack"])
    game.click("take")
    game.wait_for(lambda state: state["view"]["taken"])
    state = reload()
    assert state["view"]["phase"] == "discard"
    assert state["view"]["taken"] == state["view"]["arrived"]
    assert {"tile": first["tile"], **last} in state["rack"], "the arrangement is kept"

    # a reload while others play: they go on from where they were
    thrown = saves.policy(state["view"], 0)[1]
    game.drag(game.tile(str(thrown)), game.spot("discard"))
    game.wait_for(lambda state: state["view"]["actor"] == 1)
    kept, rack = str(game.kept("match")), game.state()["view"]["rack"]
    game.open()
    state = game.my_turn()
    assert str(game.kept("match")).startswith(kept)
    assert state["view"]["rack"] == rack
    assert f"discard {thrown}" in kept
    assert thrown not in state["view"]["rack"]


@pytest.mark.parametrize("kind", ["noise", "illegal"])
def test_a_damaged_save_is_told_and_set_aside(new_game: Callable[..., Game], kind: str) -> None:
    whole = saves.to_draw()
    damaged = {"noise": "\x00{]ş", "illegal": whole + "discard R1\ndiscard R1\n"}[kind]
    game = new_game().open_with(match=damaged, rack="10 nonsense", settings="[")
    state = game.state()
    assert state["scene"] == "table"
    assert state["toast"]["text"] == TEXTS["tr"]["notice.damaged"]
    assert game.kept("match.damaged") == damaged
    state = game.my_turn()
    assert state["view"]["hand"] == 1
    assert len(state["rack"]) in (14, 15)


def test_illegal_acts_say_why(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.to_draw())

    def told(key: str) -> dict[str, Any]:
        """Waits for a text, in the language of the moment, on the screen and for screen readers."""
        text = TEXTS[game.state()["language"]][key]
        state = game.wait_for(lambda state: state["toast"] and state["toast"]["text"] == text)
        assert any(shown["text"] == text and not shown["clipped"] for shown in game.settle()["texts"])
        assert text in game.page.inner_text("[aria-live=polite]")
        return state

    def speak(language: str) -> None:
        game.page.keyboard.press("Escape")
        game.wait_for(lambda state: state["scene"] == "menu")
        game.click(f"language-{language}")
        game.wait_for(lambda state: state["language"] == language)
        game.click("continue")
        game.wait_for(lambda state: state["scene"] == "table")
        assert game.page.evaluate("document.documentElement.lang") == language

    def check_marked(tiles: list[str]) -> None:
        """Checks that exactly the rack's tiles at fault are framed in the picture."""
        state, picture = game.settle(), game.picture()
        for tile in state["rack"]:
            x, y, width, height = tile["rect"]
            image = picture.crop((int(x) - 2, int(y) - 2, int(x + width) + 2, int(y + height) + 2))
            near = sum(
                count
                for count, colour in image.getcolors(image.width * image.height) or []
                if max(abs(a - b) for a, b in zip(colour, theme.ALARM, strict=True)) < 25
            )
            assert (near > width + height) is (tile["tile"] in tiles), tile

    before = game.state()["view"]
    for language in ("tr", "en"):
        speak(language)
        tile = game.state()["rack"][0]["tile"]
        game.drag(game.tile(tile), game.spot("discard"))
        told("refused.draw_first")
        game.click("finish")
        told("refused.draw_first")
        game.page.mouse.click(game.spot("discard")[0], game.widget("menu")["rect"][1] + 10)
        told("hint.only_previous")
        assert game.state()["view"] == before, "nothing has happened"

    game.click("stock")
    game.wait_for(lambda state: state["view"]["phase"] == "discard")
    before = game.settle()["view"]
    for language in ("en", "tr"):
        speak(language)
        game.click("stock")
        told("refused.already_drawn")
        game.click("take")
        told("refused.already_drawn")
        game.click("discard")
        told("hint.select_to_throw")
        game.click("indicator")
        told("hint.select_to_finish")
        game.click("finish")
        marked = told("refused.not_finished")["toast"]["tiles"]
        assert marked
        assert set(marked) < set(before["rack"])
        check_marked(marked)
        assert game.state()["view"] == before

    tile = saves.policy(before, 0)[1]
    game.drag(game.tile(str(tile)), game.spot("discard"))
    game.wait_for(lambda state: state["view"]["actor"] == 1)
    game.page.keyboard.press("d")
    told("refused.not_your_turn")
    state = game.my_turn()
    assert set(state["view"]["rack"]) == set(before["rack"]) - {tile}


def test_throwing_an_okey_asks_first(new_game: Callable[..., Game]) -> None:
    game = new_game().open_with(match=saves.with_okey())
    view = game.state()["view"]
    okey = next(tile for tile in view["rack"] if tile.rstrip("'") == view["okey"])

    def throw() -> None:
        game.drag(game.tile(okey), game.spot("discard"))
        state = game.wait_for(lambda state: state["scene"] == "question")
        assert state["view"] == view
        texts = {shown["text"] for shown in game.settle()["texts"] if not shown["clipped"]}
        question = ("confirm.okey", "confirm.okey.yes", "confirm.okey.no")
        assert {TEXTS["tr"][key] for key in question} <= texts

    throw()
    game.click("no")
    game.wait_for(lambda state: state["scene"] == "table")
    throw()
    game.page.keyboard.press("Escape")
    state = game.wait_for(lambda state: state["scene"] == "table")
    assert state["view"] == view
    throw()
    game.click("yes")
    game.wait_for(lambda state: state["view"]["piles"][0][-1:] == [okey] or state["view"]["actor"] != 0)
    assert okey not in game.state()["view"]["rack"]


def hostile(good: str) -> Iterator[tuple[str | bytes, str]]:
    """Makes files that must be refused, each with why: of no game, damaged, of a newer game, and signed lies."""
    data = json.loads(good)

    def signed(kept: dict[str, str]) -> str:
        text = json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return json.dumps(data | {"kept": kept, "sha256": hashlib.sha256(text.encode()).hexdigest()})

    yield "hello", "foreign"
    yield b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "foreign"
    yield json.dumps(data | {"kind": "chess"}), "foreign"
    yield good + " " * 16_000_000, "foreign"
    yield good[:-40], "damaged"
    yield json.dumps(data | {"kept": data["kept"] | {"settings": "{}"}}), "damaged"
    yield json.dumps(data | {"version": 2}), "newer"
    yield signed(data["kept"] | {"match": "okey match 1\nrules nonsense"}), "damaged"
    yield signed(data["kept"] | {"elsewhere": "x"}), "damaged"
    yield signed(data["kept"] | {"settings": "x" * 10_000_000}), "damaged"
    yield "[" * 100_000, "foreign"
    yield signed(data["kept"] | {"matches": f"{MAGIC}\n{'[' * 100_000}\n"}), "damaged"


def what_of(text: str) -> list[str] | str:
    """Reads a file: the keys of what is in it, or why it is refused."""
    try:
        return sorted(backup.read(text))
    except backup.Unreadable as error:
        return error.reason


def test_signed_hostile_files_are_refused_in_the_page_as_elsewhere(game: Game) -> None:
    """Ten thousand go through this Python, see tests/ui/test_backup.py; these, of every part, through the game's."""
    chance, whole = random.Random("files for the page"), test_backup.everything()
    nested = [test_backup.signed(whole | {key: letter * 100_000}) for key in whole for letter in "[{"]
    texts = [*nested, *(test_backup.hostile(chance, whole) for _ in range(200))]
    read = f"from okey.ui import backup\n{inspect.getsource(what_of)}\n"
    expected = [what_of(text) for text in texts]
    assert {str(one) for one in expected} == {"damaged", str(sorted(whole))}
    for at in range(0, len(texts), 20):
        told = game.python(f"{read}[what_of(text) for text in {texts[at : at + 20]!r}]")
        assert told == expected[at : at + 20]
    assert game.state()["scene"] == "table"


def test_saves_travel_as_a_file(new_game: Callable[..., Game], tmp_path: Path) -> None:
    """Out of one browser and into another, which then goes on with the same match."""

    def choose(game: Game, identifier: str) -> None:
        """Presses a button of the settings with the mouse: browsers want a gesture."""
        for button in ("menu", "settings"):
            game.press(button)
        while identifier not in [widget["id"] for widget in game.settle()["widgets"]]:
            game.press("next")
        game.click(identifier)

    giver = new_game(accept_downloads=True).open_with(
        match=saves.to_draw(), settings='{"language": "en", "cloth": "night"}'
    )
    with giver.page.expect_download() as download:
        choose(giver, "saves-export")
    assert download.value.suggested_filename == "okey-saves.json"
    file = tmp_path / "saves.json"
    download.value.save_as(file)
    taker = new_game().open_with(match=saves.before_finish())  # where nobody else plays meanwhile
    keys = ("match", "settings", "matches", "progress")
    for content, key in (*hostile(file.read_text()), (file.read_text(), None)):
        before = taker.state()["view"]["rack"], *map(taker.kept, keys)
        (tmp_path / "chosen.json").write_bytes(content if isinstance(content, bytes) else content.encode())
        with taker.page.expect_file_chooser() as chooser:
            choose(taker, "saves-import")
        chooser.value.set_files(tmp_path / "chosen.json")
        if key:
            text = TEXTS["tr"][f"import.{key}"]
            taker.wait_for(lambda state, text=text: state["toast"] and state["toast"]["text"] == text)
            assert (taker.state()["view"]["rack"], *map(taker.kept, keys)) == before
            for button in ("close", "continue"):
                taker.press(button)
    taker.wait_for(lambda state: state["scene"] == "question")
    taker.press("yes")
    taker.wait_for(lambda state: state["scene"] == "table" and state["language"] == "en")
    assert taker.state()["view"] == giver.state()["view"]
    taker.open()
    assert taker.state()["view"] == giver.state()["view"]
