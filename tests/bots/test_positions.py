"""Positions with their right answers: what a good player never does, and what it always does.

``positions.yaml`` is a list of entries:

* ``name``: what it is about; ``kind``: where such mistakes were seen (a number is a row of known_faults.md);
* ``position``: the line of ``okey.position``; the bot gets the view of the seat to act, and nothing else;
* ``right``: the actions of which it has to choose one, or ``wrong``: those it must not choose; each a beginning of an
  action's text, in whole words, with either copy of a tile (``discard R5``, ``take``, ``open run``);
* ``levels``: who is asked now, if not ``hard`` and ``usta`` alone.

A level is asked as soon as it exists.  ``tests/bots/compose.py`` makes the lines.
"""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from okey.bots import LEVELS, make_bot
from okey.game import Action, Game
from okey.position import parse_position
from okey.presets import PRESETS

ENTRIES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("positions.yaml").read_text(encoding="utf-8"))
ALWAYS = ("hard", "usta")
SEEDS = ("0", "1")
LOOKED_AT = 3_000
"""How many legal actions are looked at: openings come last, and there may be thousands."""


def asked(entry: dict[str, Any]) -> tuple[str, ...]:
    return (*ALWAYS, *entry.get("levels", "").split())


CASES = [
    pytest.param(entry, level, id=f"{level}: {entry['name']}")
    for entry in ENTRIES
    for level in asked(entry)
    if level in LEVELS
]


def matches(action: Action, answers: list[str]) -> bool:
    words = str(action).replace("'", "").split()
    return any(words[: len(answer.split())] == answer.split() for answer in answers)


def allowed(entry: dict[str, Any], action: Action) -> bool:
    return matches(action, entry["right"]) if "right" in entry else not matches(action, entry["wrong"])


@pytest.mark.parametrize(("entry", "level"), CASES)
def test_bots_do_not_blunder(entry: dict[str, Any], level: str) -> None:
    game = parse_position(entry["position"])
    for seed in SEEDS:
        chosen = [thought for thought in make_bot(level, seed).think(game.view(game.actor)) if thought is not None]
        game.check(chosen[0], game.actor)
        assert allowed(entry, chosen[0]), f"{entry['name']}: {level} chose {chosen[0]}"


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_every_position_asks_something(entry: dict[str, Any]) -> None:
    """Every answer names something legal, and there is always a legal mistake to make."""
    assert set(entry) <= {"name", "kind", "position", "right", "wrong", "levels"}
    assert entry["kind"]
    assert ("right" in entry) is not ("wrong" in entry)
    legal = list(islice(legal_actions(parse_position(entry["position"])), LOOKED_AT))
    for answer in entry.get("right") or entry["wrong"]:
        assert any(matches(action, [answer]) for action in legal), f"nothing legal begins with {answer!r}"
    assert {allowed(entry, action) for action in legal} == {True, False}


def legal_actions(game: Game) -> Any:
    return game.view(game.actor).legal_actions()


def test_every_game_is_asked_about() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(names) == len(set(names))
    games = {parse_position(entry["position"]).rules.name.split("+")[0] for entry in ENTRIES}
    assert games == set(PRESETS)
