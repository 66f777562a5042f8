"""Search in closed hands: throws that look alike are tried in worlds that may be the one at the table.

A world is an order in which unseen tiles come to the player, drawn by chance: tiles that others may hold rather than
the stock, because they took a neighbour and did not throw the like, come more seldom.  In each world it is asked for
every throw in which turn the rest is complete, as if one knew what comes (hindsight optimisation, Chong, Givan and
Chang 2000); what comes late counts less, for somebody else may finish before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from okey.bots.mind import Mind, company
from okey.solver.cover import UNIT, Counts
from okey.tiles import KINDS, WILD, Face, Tile

TURNS = 5
"""How many turns a world is played: more tiles take longer than a slice to look at."""
SOONER = 0.88
"""What a finish is worth if it comes a turn later: the chance that nobody else finishes in between."""
HELD = 0.5
"""How likely a tile that another player wants is still to be drawn, compared with others."""


def best_throw(mind: Mind, throws: Sequence[Tile]) -> Iterator[Tile | None]:
    """Tries throws in as many worlds as the player has in its budget; when time is up the last one breaks off.

    Args:
        mind: whose turn it is.
        throws: those to choose from, the likeliest first.

    Yields:
        None after each step of thinking; the best throw at last, of equals the first.
    """
    counts, wilds = mind.counted(mind.view.rack)
    worth = dict.fromkeys(throws, 0.0)
    chances = _chances(mind)
    for _ in range(mind.worlds):
        later, more = counts, wilds
        waiting = list(throws)
        for turn in range(1, TURNS + 1):
            # all throws have been tried in the same turns, so that what was found is fair to each
            if mind.is_late():
                break
            # what the previous player offers is of use as seldom as every other time
            for face in _drawn(mind, chances, 1 + turn % 2):
                later, more = (later, more + 1) if face == WILD else (_with(later, face), more)
            for tile in tuple(waiting):
                rest = later - UNIT[mind.faces.of[tile]]
                yield from mind.outlook.prepare(rest, more)
                if not mind.outlook.lacking(rest, more):
                    worth[tile] += SOONER**turn
                    waiting.remove(tile)
                yield None
            if not waiting:
                break
    yield max(throws, key=worth.__getitem__)


def _with(counts: Counts, face: Face) -> Counts:
    """Adds a tile; of more than three alike the others are of no use."""
    return counts + UNIT[face] if counts // UNIT[face] & 3 < 3 else counts


def _drawn(mind: Mind, chances: list[float], number: int) -> list[Face]:
    return mind.rng.choices(range(KINDS + 1), chances, k=number)


def _chances(mind: Mind) -> list[float]:
    """Weighs how likely each face is to be drawn."""
    chances = [float(number) for number in mind.unseen]
    for seat in range(mind.rules.players):
        if seat != mind.seat:
            thrown = {mind.faces.of[tile] for tile in mind.memory.thrown[seat]}
            for tile in mind.memory.taken[seat]:
                for face, _ in company(mind.faces.of[tile]) if mind.faces.of[tile] != WILD else ():
                    chances[face] *= 1.0 if face in thrown else HELD
    return chances if sum(chances) else [1.0] * (KINDS + 1)
