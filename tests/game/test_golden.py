"""Golden playthroughs: hands of every preset as text, so that any change of behaviour shows as a diff.

Each file in ``tests/golden`` is one hand, played by the walker of ``tests.walk``.  It begins and ends with the whole
position.  A step is what there was (who acts, the actor's rack, a digest of what each observer sees), what was done of
how many legal actions, and what happened; what lies on the table is told when it has changed.

After a change on purpose: ``python -m tests.game.test_golden`` from the repository's folder, and read the diff.
"""

import hashlib
import random
from collections.abc import Iterator
from itertools import islice

import pytest

from okey.game import Game, View
from okey.position import position_text
from okey.rules import RuleSet
from okey.tiles import TILE_NAMES, tiles_text
from tests.support import HERE
from tests.walk import unfolded, walk

HANDS = {
    "gamearea": ("gamearea", 181),
    "gamearea_deadwood_three": ("gamearea leftover_scope=deadwood players=3", 101),
    "konkan81": ("konkan81", 99),
    "konkan81_quick": ("konkan81+quick", 123),
    "duz": ("duz", 51),
    "duz_team_vibrant": ("duz+team+vibrant", 76),
    "classic": ("classic", 150),
    "classic_duel": ("classic+duel", 25),
    "elit_literal": ("elit+elit_literal", 15),
    "elit_app": ("elit+elit_app", 9),
    "okey101": ("okey101", 14),
    "okey101_team_katlamali": ("okey101+team+katlamali", 42),
    "okey51": ("okey51", 73),
    "okey51_duel": ("okey51+duel", 44),
}
"""The rules and the seed of each playthrough; the seeds were chosen so that much happens and little is written."""

MOST = 400
LOOKED_AT = 1000


def digest(view: View) -> str:
    """Makes four letters of all that a view holds, the rules left out."""
    held = [pair for pair in unfolded(view) if pair[0] not in ("rules", "faces")]  # type: ignore[attr-defined]
    return hashlib.sha256(repr(held).encode()).hexdigest()[:4]


def table(game: Game) -> list[str]:
    """Tells what lies on the table: the tops of the piles and every meld."""
    view = game.view(None)
    piles = zip(view.piles, view.pile_sizes, strict=True)
    tops = " ".join(f"{TILE_NAMES[pile[-1]]}/{size}" if pile else "-" for pile, size in piles)
    melds = [
        f"meld {index} of {meld.owner}: {meld.meld.type} {tiles_text(meld.meld.tiles)}"
        + "".join(f", {end} blocked" for end in meld.blocked)
        for index, meld in enumerate(view.melds)
    ]
    return [f"stock {view.stock}, piles {tops}", *melds]


def playthrough(name: str) -> Iterator[str]:
    rules, seed = HANDS[name]
    game = Game(RuleSet.parse(rules), f"golden {seed}")
    rng = random.Random(f"golden {seed}")
    known: list[str] = []
    yield f"# rules {rules}, seed golden {seed}"
    legal = list(game.legal_actions())
    for step, (action, events) in enumerate(walk(game, rng, MOST), 1):
        yield f"  -> {action}   [{len(legal)}]"
        yield from (f"  {event}" for event in events)
        now = table(game)
        yield from (f"  | {line}" for line in now if line not in known)
        known = now
        observers = " ".join(digest(game.view(seat)) for seat in (None, *range(game.rules.players)))
        if step == 1 or game.result is not None:
            yield position_text(game)
        if game.result is not None:
            yield f"{game.phase}, views {observers}"
            return
        legal = list(islice(game.legal_actions(), LOOKED_AT))
        actor = game.actor
        yield f"{step + 1}. seat {actor} to {game.phase}: {tiles_text(game.view(actor).rack)}, views {observers}"


def text_of(name: str) -> str:
    return "".join(f"{line}\n" for line in playthrough(name))


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_played_as_before(name: str) -> None:
    assert text_of(name) == (HERE / "golden" / f"{name}.txt").read_text(encoding="utf-8")


def test_every_playthrough_is_looked_at() -> None:
    assert {path.stem for path in (HERE / "golden").glob("*.txt")} == set(HANDS)


if __name__ == "__main__":
    for hand in HANDS:
        (HERE / "golden" / f"{hand}.txt").write_text(text_of(hand), encoding="utf-8")
