"""What is kept by the bridge, and read with care."""

import json

import pytest

from okey import progress
from okey.archive import Archive
from okey.challenges.tries import Tries
from okey.rooms.results import Results
from okey.ui.draft import Draft
from okey.ui.session import Session
from okey.ui.standing import Standing
from okey.ui.storage import (
    CHALLENGES,
    DAMAGED,
    LONGEST,
    MATCHES,
    PROGRESS,
    RESULTS,
    load_challenges,
    load_matches,
    load_results,
)
from tests.ui.person import QuietBridge


def begun(bridge):
    """A match on the table."""
    session = Session(bridge, lambda _: None, lambda: None, lambda _: (15, 2), 0.0)
    draft = Draft()
    session.begin(draft.rules, draft.seated())
    return session


LOADERS = {
    MATCHES: (lambda bridge: load_matches(bridge).write(), Archive().write()),
    CHALLENGES: (lambda bridge: load_challenges(bridge).write(), Tries().write()),
    RESULTS: (lambda bridge: load_results(bridge).write(), Results().write()),
    PROGRESS: (lambda bridge: Standing(bridge, begun(bridge)).progress.write(), progress.Progress().write()),
}
"""How each text is read and written again, and what stands for nothing."""


@pytest.mark.parametrize("key", LOADERS)
def test_nothing_kept_is_nothing_done(key):
    read, nothing = LOADERS[key]
    bridge = QuietBridge()
    assert read(bridge) == nothing
    assert bridge.stored == {}


@pytest.mark.parametrize("key", LOADERS)
def test_what_is_kept_is_left_as_it_is(key):
    read, nothing = LOADERS[key]
    bridge = QuietBridge({key: nothing})
    assert read(bridge) == nothing
    assert bridge.stored == {key: nothing}


@pytest.mark.parametrize("kind", ["empty", "nonsense", "nested", "wrong", "long"])
@pytest.mark.parametrize("key", LOADERS)
def test_what_cannot_be_read_is_set_aside(key, kind):
    damaged = {
        "empty": "",
        "nonsense": "nonsense",
        "nested": "[" * 5_000,
        "wrong": json.dumps({"version": 99}),
        "long": "x" * (LONGEST[key] + 1),
    }[kind]
    read, nothing = LOADERS[key]
    bridge = QuietBridge({key: damaged})
    assert read(bridge) == nothing
    assert bridge.stored[key + DAMAGED] == damaged
    assert bridge.stored.get(key) is None
