"""How an open table is played: what to take, when to open, what to lay, what to throw.

* Before opening a rack is worth its chance to reach the bar in the turns that are left, with runs and sets or with
  pairs: how many tiles are missing, and how many of those that help are unseen (``okey.solver.opening_distance``).
* It opens as soon as it can; only an opening with pairs waits where runs and sets are likely.  The patient keep back an
  opening that leaves many tiles until somebody else opens: what lies on the table helps the others to finish.
* A discard is taken when it reaches the table at once.
* After opening everything goes to the table that leaves less in the rack.  An okey stays while the hand lasts: it
  fits anywhere, so it is the best last tile.
* No tile is thrown that could be laid off, and no okey, if another will do; high tiles go first, unless many unseen
  tiles would bring them to the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from okey.bots import konkan
from okey.bots.mind import Mind
from okey.bots.open_discard import STEP, after_opening, before_opening, chance, share_of
from okey.bots.open_laying import next_step, open_now, opening, work
from okey.bots.open_sight import Sight
from okey.game.actions import BACK, DRAW, TAKE, UNDO, Action, discard, take
from okey.game.drawing import back_refusal, offers, owes
from okey.solver import Laid
from okey.tiles import WILD, Tile

LIKELY = 0.5
"""How likely runs and sets have to be for pairs to wait."""
LIKELY_ENOUGH = 0.1
"""The same for the patient: who opened with pairs hardly ever finishes."""
PATIENT = 2
"""So many turns must be left to keep runs and sets back."""
MANY = 2
"""Who would keep more tiles than these after opening may wait: as long as nobody has opened nobody can finish."""


def choose(mind: Mind) -> Iterator[Action | None]:
    """Thinks about the seat's next action."""
    sight = Sight(mind)
    if mind.view.phase == "draw":
        yield from _source(sight)
        return
    taken = mind.view.taken if mind.view.taken in mind.view.rack else None
    rack = tuple(sorted(mind.view.rack, key=lambda tile: tile != taken))
    yield None
    step = _step(sight, rack, taken)
    if step is not None:
        yield step
    elif taken is not None and back_refusal(sight.rules, sight.hand) is None and _must_lay(sight):
        yield BACK
    elif owes(sight.rules, sight.hand):
        # somebody else began this turn: the taken tile is laid in any way, or what was laid goes back
        yield next((action for action in mind.view.legal_actions() if _lays(action, taken)), UNDO)
    else:
        yield from _throw(sight, rack)


def _lays(action: Action, tile: Tile | None) -> bool:
    return tile in action.tiles[:1] or any(tile in tiles for _, tiles in action.melds)


def _overlooks(mind: Mind) -> bool:
    """Tells whether a player does not see what it could do; nobody overlooks the end of the hand."""
    return mind.skill.overlooks > 0 and mind.rng.random() < mind.skill.overlooks


def _must_lay(sight: Sight) -> bool:
    return sight.rules.taken_tile_use == "must"


def _step(sight: Sight, rack: tuple[Tile, ...], taken: Tile | None) -> Action | None:
    must = taken if taken is not None and sight.rules.taken_tile_use != "free" else None
    overlooks = taken is None and _overlooks(sight.mind)
    if sight.me.opened:
        return next_step(sight, rack, must, only_last=overlooks)
    melds = opening(sight, rack, must)
    if melds is None or _waits(sight, rack, melds) or (overlooks and not _is_whole(melds, rack)):
        return None
    return open_now(sight, melds)


def _waits(sight: Sight, rack: tuple[Tile, ...], melds: tuple[Laid, ...]) -> bool:
    """Tells whether an opening waits: with pairs for runs and sets, with these for somebody else to open."""
    skill = sight.mind.skill
    if not skill.bargains or not sight.turns or sight.mind.view.taken is not None:
        return False
    if melds[0][0] == "pair":
        near = sight.openings.points(*sight.mind.counted(rack), sight.bar)
        likely = chance(near, share_of(sight, near), sight.turns, STEP)
        return likely > (LIKELY_ENOUGH if skill.patient else LIKELY)
    if not skill.patient or sight.turns < PATIENT or sight.rules.open_escalation != "none":
        return False
    left = len(rack) - sum(len(tiles) for _, tiles in melds)
    return left > MANY and not any(player.opened for player in sight.hand.players)


def _source(sight: Sight) -> Iterator[Action | None]:
    """Takes a discard that reaches the table at once, else draws."""
    offered = offers(sight.rules, sight.hand)
    overlooks = bool(offered) and _overlooks(sight.mind)
    for tile, seat in offered.items():
        yield None
        action = TAKE if len(offered) == 1 else take(tile)
        rack = (tile, *sight.mind.view.rack)
        if sight.me.opened:
            found = work(sight, rack, tile)
            if found is None:
                continue
            now = work(sight, sight.mind.view.rack) if len(rack) > 2 else None
            ends = len(found.left) == 1
            if ends or (
                not overlooks and (now is None or len(found.left) <= len(now.left)) and konkan.is_safe(sight, seat)
            ):
                yield action
                return
            continue
        melds = opening(sight, rack, tile)
        if melds is not None and ((not overlooks and konkan.is_safe(sight, seat)) or _is_whole(melds, rack)):
            yield action
            return
        if sight.rules.konkan and not overlooks and konkan.is_safe(sight, seat):
            wanted = yield from konkan.wants(sight, tile)
            if wanted:
                yield action
                return
    yield DRAW


def _is_whole(melds: tuple[Laid, ...], rack: tuple[Tile, ...]) -> bool:
    return sum(len(tiles) for _, tiles in melds) == len(rack) - 1


def _weighed(sight: Sight, rack: tuple[Tile, ...], kept: Tile | None) -> Iterator[dict[Tile, float] | None]:
    """Weighs the tiles to throw; yields None between, and their worth at last."""
    if sight.me.opened:
        yield after_opening(sight, rack)
    elif sight.me.konkan:
        yield from konkan.throws(sight, rack, kept)
    else:
        yield from before_opening(sight, rack)


def _throw(sight: Sight, rack: tuple[Tile, ...]) -> Iterator[Action | None]:
    """Chooses the tile to throw."""
    mind = sight.mind
    taken = mind.view.taken if not sight.hand.turn.laid else None
    if len(rack) == 1:
        yield discard(rack[0])
        return
    worth: dict[Tile, float] = {}
    for found in _weighed(sight, rack, taken):
        if found is None:
            yield None
        else:
            worth = {tile: value for tile, value in found.items() if tile != taken}
    if not worth:
        yield discard(next((tile for tile in rack if sight.of[tile] != WILD and tile != taken), rack[-1]))
        return
    best = max(worth.values())
    tile = mind.rng.choice([tile for tile, value in worth.items() if value >= best - 1e-9])
    if len(worth) > 1 and mind.rng.random() < mind.skill.slips:
        tile = mind.rng.choice([other for other in worth if other != tile])
    yield discard(tile)
