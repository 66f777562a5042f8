"""Positions with their right answers: what a good player never does, and what it always does.

``positions.yaml`` is a list of entries:

* ``name``: what it is about; ``kind``: where such mistakes were seen (a number is a row of known_faults.md);
* ``position``: the line of ``okey.position``; the bot gets the view of the seat to act, and nothing else;
* ``right``: the actions of which it has to choose one, or ``wrong``: those it must not choose; each a beginning of an
  action's text, in whole words, with either copy of a tile (``discard R5``, ``take``, ``open run``);
* ``levels``: who is asked beside ``hard`` and ``usta``: those who see enough never to go wrong here.

``tests/bots/compose.py`` makes the lines, ``tests/bots/from_play.py`` those from play.
"""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import yaml

from okey.bots import make_bot
from okey.game import Action, Game
from okey.melds import MeldType
from okey.position import parse_position
from okey.presets import PRESETS
from okey.tiles import kind_of
from tests.bots.compose import compose

ENTRIES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("positions.yaml").read_text(encoding="utf-8"))
ALWAYS = ("hard", "usta")
SEEDS = ("0", "1", "2", "3")
LOOKED_AT = 3_000
"""How many legal actions are looked at: openings come last, and there may be thousands."""


def asked(entry: dict[str, Any]) -> tuple[str, ...]:
    return (*ALWAYS, *entry.get("levels", "").split())


CASES = [pytest.param(entry, level, id=f"{level}: {entry['name']}") for entry in ENTRIES for level in asked(entry)]


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


def test_there_are_two_hundred_different_ones() -> None:
    hands = [parse_position(entry["position"]) for entry in ENTRIES]
    assert len({tuple(sorted(map(kind_of, hand.view(hand.actor).rack))) for hand in hands}) >= 200


def test_lines_are_made_as_they_were() -> None:
    """What ``compose`` makes of an entry's rack is the entry's line: new entries can be made like the old ones."""
    lines = {entry["name"]: entry["position"] for entry in ENTRIES}
    rack = "B10 R1 R4 Y7 Y11 K2 K5 K8 B3 B6 B13 R9 Y2 K12 R6"
    assert lines["okey among strangers, classic"] == compose("classic", rack)
    assert lines["okey among strangers as dealt, classic"] == compose("classic", rack, opening=True)
    melds: list[tuple[int, MeldType, str]] = [(0, "run", "R6 R7 R8"), (0, "run", "Y9 Y10 Y11 Y12")]
    melds += [(0, "set", "R13 Y13 K13"), (0, "run", "K2 K3 K4")]
    assert lines["one tile laid off, the other thrown, okey51"] == compose("okey51", "K9 R9", melds=melds)
    assert lines["who opened wins with the discard, okey51"] == compose(
        "okey51", "K9", draws=True, piles={3: "R9"}, melds=melds
    )
    taken = "R1 R2 Y4 Y5 Y6 K7 K8 K9 Y10 B13 B5 K2 R12 B7 R3"
    assert lines["what was taken for a run stays, duz"] == compose("duz", taken, took=True)


def test_every_game_is_asked_about() -> None:
    names = [entry["name"] for entry in ENTRIES]
    assert len(names) == len(set(names))
    games = {parse_position(entry["position"]).rules.name.split("+")[0] for entry in ENTRIES}
    assert games == set(PRESETS)
