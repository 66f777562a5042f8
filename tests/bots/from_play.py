"""Finds positions for ``positions.yaml`` in hands that Medium plays, with answers that follow from solver and rules.

``python -m tests.bots.from_play`` prints them, one of a hand and every rack once; the same each time.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from okey.bots import make_bot
from okey.game import Game
from okey.game.drawing import offers
from okey.game.laying import playable
from okey.position import position_text
from okey.rules import RuleSet
from okey.simulate import play_hand
from okey.solver import finishing_discards
from okey.tiles import KIND_NAMES, Tile, kind_of

if TYPE_CHECKING:
    from okey.game import View
    from okey.game.state import Hand

CLOSED = (
    "classic",
    "duz",
    "elit",
    "gamearea",
    "classic+duel",
    "gamearea+team",
    "elit+elit_literal",
    "classic players=3",
)
OPEN = ("okey101", "okey51", "okey101+team", "okey101+duel")
EACH = 4
"""How many positions of a kind are taken from a rule set."""
TRIED = 120
"""How many hands of a rule set are looked through at most."""


class Question(NamedTuple):
    """What is asked of a position."""

    kind: str
    right: list[str]
    wrong: list[str]


def finish(view: View, _hand: Hand) -> Question | None:
    """Finds a complete rack without an okey, which nothing is worth waiting for."""
    assert view.faces is not None
    if view.phase != "discard" or _okeys(view, view.rack):
        return None
    tiles = finishing_discards(view.rack, view.faces, view.rules)
    right = _legal(view, tiles, "finish") or _legal(view, tiles, "discard")
    return Question("finish not taken, from play", right, []) if tiles else None


def last_tile(view: View, hand: Hand) -> Question | None:
    """Finds a discard that completes a rack without an okey."""
    assert view.faces is not None
    if view.phase != "draw" or _okeys(view, view.rack):
        return None
    for tile in offers(view.rules, hand):
        with_it = (*view.rack, tile)
        if not _okeys(view, (tile,)) and finishing_discards(with_it, view.faces, view.rules):
            return Question("winning discard not taken, from play", ["take"], [])
    return None


def okey_thrown(view: View, _hand: Hand) -> Question | None:
    """Finds a rack that cannot finish and holds an okey."""
    assert view.faces is not None
    if view.phase != "discard" or finishing_discards(view.rack, view.faces, view.rules):
        return None
    wrong = _okeys(view, view.rack)
    return Question("okey thrown for nothing, from play", [], _legal(view, wrong, "discard")) if wrong else None


def fined(view: View, hand: Hand) -> Question | None:
    """Finds tiles that could be laid off, and cost a penalty when they are thrown, beside some that could not."""
    if view.phase != "discard" or not view.rules.playable_discard_penalty:
        return None
    wrong = [tile for tile in view.rack if playable(view.rules, hand, tile)]
    if not wrong or len(view.rack) - len(wrong) < 3:
        return None
    return Question("playable tile thrown under penalty, from play", [], _legal(view, wrong, "discard"))


def _okeys(view: View, tiles: tuple[Tile, ...]) -> list[Tile]:
    assert view.faces is not None
    return [tile for tile in tiles if view.faces.is_okey(tile)]


def _legal(view: View, tiles: Any, verb: str) -> list[str]:
    """Gets what begins the actions of a verb with these tiles."""
    names = {f"{verb} {KIND_NAMES[kind_of(tile)]}" for tile in tiles}
    legal = {str(action).replace("'", "") for action in view.legal_actions() if action.verb == verb}
    return sorted(name for name in names if name in legal)


KINDS = {CLOSED: (finish, last_tile, okey_thrown), OPEN: (okey_thrown, fined)}


def entries() -> Iterator[dict[str, object]]:
    """Finds all of them."""
    for games, kinds in KINDS.items():
        for rules in games:
            yield from _of(rules, kinds)


def _of(rules: str, kinds: Any) -> Iterator[dict[str, object]]:
    chosen, found, chance = RuleSet.parse(rules), Counter[str](), random.Random(rules)
    for number in range(TRIED):
        game = Game(chosen, f"{rules} {number}")
        wanted = [kind for kind in kinds if found[kind.__name__] < EACH]
        if not wanted:
            return
        kind = wanted[number % len(wanted)]
        turn = chance.randrange(3, 9)
        for done, _ in enumerate(
            play_hand(game, [make_bot("medium", f"{number}{seat}") for seat in range(chosen.players)])
        ):
            if game.phase not in ("draw", "discard") or game.actor is None or done < 2 * turn:
                continue
            view = game.view(game.actor)
            assert game.hand is not None
            asked = kind(view, game.hand)
            if asked is None or not (asked.right or asked.wrong):
                continue
            found[kind.__name__] += 1
            answers = {"right": asked.right} if asked.right else {"wrong": asked.wrong}
            yield {
                "name": f"{asked.kind}, {rules} {number}",
                "kind": asked.kind,
                "position": position_text(game),
                **answers,
            }
            break


if __name__ == "__main__":
    for entry in entries():
        yaml.safe_dump([entry], sys.stdout, sort_keys=False, width=10**6, allow_unicode=True)
        sys.stdout.flush()
