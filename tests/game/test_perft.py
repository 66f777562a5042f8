"""Perft: how many actions are legal along fixed walks, so that any change of what is legal shows.

Each line of ``tests/perft/PRESET.txt`` is one match: its rules, the seed of the match and of the walk, how many actions
the walk takes, how many actions were legal on it in all (each position counts ``LOOKED_AT`` at most), how many of those
taken were draws, discards and steps on the table, and a digest of the texts of all legal ones in their order.  The walk
takes, of what is legal, what a number made of the seed says, but mostly throws tiles without neighbours.

After a change on purpose: ``python -m tests.game.test_perft`` from the repository's folder, and read the diff.
"""

import hashlib
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from okey.game import Action, Game
from okey.game.deal import below, numbers
from okey.presets import PRESETS
from okey.rules import RuleSet
from tests.support import HERE
from tests.walk import neighbours

FOLDER = HERE / "perft"
LOOKED_AT = 400
STEPS = 300
HEAD = "# rules, seed, actions taken, actions legal, draws, discards, steps on the table, digest"

MATCHES = {
    "gamearea": ["", "", "", " n_hands=11 match_end=n_hands", " leftover_scope=deadwood", "+duel", "+vibrant",
                 " players=3", " false_joker=wild"],
    "konkan81": ["", "", "", "+quick", "+vibrant", " false_joker=wild", " konkan_run_exact=no", " okey_offset=-1",
                 " konkan_free_take_is_safe=yes", " open_escalation=beat_opponents"],
    "duz": ["", "", "", "+team", "+duel", "+vibrant", " cifte_locks=no", " players=3", " loss_pairs_okey=4"],
    "classic": ["", "", "", "+team", "+duel", "+vibrant", " players=3", " starter_may_finish_first=no",
                " one_after_thirteen=no"],
    "elit": ["", "", "+elit_literal", "+elit_literal", "+elit_app", "+elit_app", "+duel", "+vibrant", " players=3"],
    "okey101": ["", "", "", "+team", "+katlamali", "+duel", " players=3", " false_joker=wild", " joker_swap=no",
                " work_same_turn_as_opening=no", " indicator_twin_is_pair=yes"],
    "okey51": ["", "", "", "+team", "+duel", " players=3", " open_escalation=none", " one_after_thirteen=no",
               " pair_opener_layoff_limit=2 series_opener_pairs_limit=3"],
}  # fmt: skip
"""What is played of each preset: nothing, overlays or options behind its name."""

STEP_VERBS = ("open", "lay", "add", "swap")


def line_of(rules: str, seed: str) -> str:
    """Walks a match and writes its line."""
    game = Game(RuleSet.parse(rules), seed)
    source = numbers(seed, "perft")
    legal = 0
    verbs: Counter[str] = Counter()
    digest = hashlib.sha256()
    for _ in range(STEPS):
        actions = list(islice(game.legal_actions(), LOOKED_AT))
        if not actions:
            break
        legal += len(actions)
        digest.update("\n".join(map(str, actions)).encode() + b"\n\n")
        action = pick(game, actions, below(1 << 16, source))
        verbs[action.verb] += 1
        game.apply(action)
    steps = sum(verbs[verb] for verb in STEP_VERBS)
    figures = [sum(verbs.values()), legal, verbs["draw"], verbs["discard"], steps]
    return ", ".join([rules, seed, *map(str, figures), digest.hexdigest()[:16]])


def pick(game: Game, actions: list[Action], number: int) -> Action:
    """Picks an action: mostly a step on the table or a finish where there is one, seldom a step back."""
    number, chance = divmod(number, 8)
    forward = [a for a in actions if a.verb != "undo"] or actions
    table = [a for a in forward if a.verb in (*STEP_VERBS, "finish")]
    if table and chance > 1:
        return table[number % len(table)]
    throws = [a for a in forward if a.verb == "discard"]
    if throws and chance and game.hand is not None:
        rack, faces = game.hand.acting.rack, game.hand.faces
        return min(throws, key=lambda a: neighbours(a.tiles[0], rack, faces))
    return forward[number % len(forward)]


def file_of(preset: str) -> str:
    lines = [line_of(preset + more, f"perft {index}") for index, more in enumerate(MATCHES[preset])]
    return "\n".join([HEAD, *lines, ""])


def path_of(preset: str) -> Path:
    return FOLDER / f"{preset}.txt"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_legal_is_as_before(preset: str) -> None:
    assert file_of(preset) == path_of(preset).read_text(encoding="utf-8")


def test_there_are_sixty_lines_of_every_preset() -> None:
    assert set(MATCHES) == set(PRESETS)
    lines = [line for preset in PRESETS for line in path_of(preset).read_text(encoding="utf-8").splitlines()]
    assert sum(not line.startswith("#") for line in lines) >= 60


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PRESETS:
        path_of(name).write_text(file_of(name), encoding="utf-8")
