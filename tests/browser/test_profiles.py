"""A profile moves from one browser to another through a real relay, which sees nothing of it."""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from okey.challenges import ladder
from okey.progress import Progress, Tally
from okey.rooms.notary import PUBLIC, SECRET
from tests.browser.driver import launch
from tests.browser.engines import Playwrights, open_engine
from tests.browser.saves import to_draw
from tests.browser.test_engines import free_port, open_game, press, state
from tests.browser.test_friends import texts, until
from tests.browser.test_rooms import beside, python
from tests.ui.test_matches import filled

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright

    from tests.browser.engines import Engine

pytestmark = pytest.mark.browser

SAVES = {
    "match": to_draw(),
    "matches": filled(12),
    "progress": Progress(500, 300, rivals={"gul": Tally(2, 1)}).write(),
    "challenges": json.dumps({"version": 1, "tries": {ladder()[0].id: [2, 2]}}),
    "key": json.dumps(["01" * PUBLIC, "02" * SECRET]),
    "settings": json.dumps(
        {"language": "en", "cloth": "night", "guide": "done", "deal": "short", "volume": 0, "avatar": "Can"}
        | {"match": {"rules": "classic", "seats": ["you Gizem", "bot easy Elif", "bot easy Can", "bot hard Ali"]}}
    ),
}
OTHER = {"settings": json.dumps({"language": "en", "cloth": "blue", "guide": "done", "volume": 0})}


def kept(page: Engine, key: str) -> str | None:
    text: str | None = json.loads(python(page, f"import json, okey_page; json.dumps(okey_page.load({key!r}))"))
    return text


@pytest.mark.timeout(300)
def test_a_profile_moves_from_chromium_to_firefox(root: Path, playwright: Playwright) -> None:
    with beside(root) as there, ExitStack() as stack:
        address = f"http://localhost:{there.running.port}/"
        chromium = launch(playwright)
        stack.callback(chromium.close)
        old: Engine = Playwrights(chromium.new_context().new_page())
        new = stack.enter_context(open_engine("firefox", playwright, free_port()))
        pages = (old, new)
        for page, saves in ((old, SAVES), (new, OTHER)):
            page.goto(f"{address}files.json")
            for key, text in saves.items():
                page.evaluate(f"localStorage['okey:{key}'] = {json.dumps(text)}")
            open_game(page, address)
            for button in ("menu", "club", "profile"):
                until([page], partial(press, page, button))
        assert kept(old, "matches") == SAVES["matches"]
        until([old], partial(press, old, "send"))
        until([old], lambda: "type this code" in texts(old))
        code = next(text["text"] for text in state(old)["texts"] if text["text"][5:6] == "-")
        for button in ("bring", "code", *(f"key-{sign}" for sign in code if sign != "-"), "done"):
            until([new], partial(press, new, button))
        until(pages, lambda: state(new)["scene"] == "table")
        until(pages, lambda: "Done: the profile" in texts(old))
        for key in ("matches", "settings", "progress", "challenges", "key"):
            brought = kept(new, key)
            assert brought == kept(old, key), key
        for key in ("challenges", "key"):
            assert kept(new, key) == SAVES[key], key
        moved = Progress.parse(kept(new, "progress") or "")
        assert (moved.experience, moved.points, moved.rivals) == (500, 300, {"gul": Tally(2, 1)})
        record = kept(new, "match") or ""
        assert record.startswith((SAVES["match"] or "")[:200])
        assert state(new)["view"]["rack"] == state(old)["view"]["rack"]
        assert [kept(new, f"profile.{n}") is None for n in (1, 2)] == [False, True], "who was there before stays"
        there.running.assert_never_saw(code, "Gizem", SAVES["matches"][100:160], record[:40])
