"""The greedy bots: they play by what ``okey-solver-py`` makes of their rack, turn by turn, and look no further.

All show the indicator. On an open table they open as soon as the best arrangement of the package reaches the bar; then
they lay, lay off and swap what they can.

``Greedy`` takes the package as it is published: it throws the tile that the package values least of those that stand in
no meld of its best arrangement, finishes when that leaves a finished hand, and draws from the stock only, for the
package says nothing of discards.  ``Taking`` is the same, but it takes a discard that makes the best arrangement of its
rack worth more; where a taken tile has to be laid, only one that it lays at once.

``Mended`` is helped (see ``bench.rival``), and plays on beside the package:

* It finishes as soon and as dearly as it can.
* It takes discards as ``Taking`` does.
* With five pairs, and less than three melds, it goes for pairs, and on an open table it opens with pairs too.
* It throws no tile that could be laid off if another will do.

The ladder finds them as ``bench.greedy:Greedy``, ``bench.greedy:Taking`` and ``bench.greedy:Mended``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bench.rival import Published, Rival
from okey.game.actions import BACK, DRAW, discard, finish, open_with, show, take
from okey.game.drawing import back_refusal, offers
from okey.game.laying import check_open, konkan_sizes, pairs_needed, playable
from okey.game.refusal import Refused
from okey.game.scoring import finish_loss
from okey.solver import finishing_discards
from okey.solver.layouts import konkan_layouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bench.rival import Adviser
    from okey.bots import Budget
    from okey.game import Action, Event, View
    from okey.game.state import Hand
    from okey.rules import RuleSet
    from okey.solver import Laid
    from okey.tiles import Faces, Tile

PAIRS = 5
"""With so many pairs it goes for pairs, where they win a closed hand,"""
MELDED = 9
"""unless so many tiles stand in melds already."""


class _Player:
    """An agent for one seat; it takes no chances, so a seed changes nothing."""

    adviser: Callable[[Faces, RuleSet], Adviser]

    def __init__(self, _seed: str, _budget: Budget) -> None:
        self._adviser: Adviser | None = None
        self._hand: tuple[int, Faces] | None = None

    def observe(self, event: Event) -> None:
        """Hears what happened; this bot remembers nothing."""

    def think(self, view: View) -> Iterator[Action | None]:
        """Chooses an action."""
        assert view.faces is not None
        assert view.indicator is not None
        if self._hand != (view.hand_number, view.faces) or self._adviser is None:
            self._hand = (view.hand_number, view.faces)
            self._adviser = type(self).adviser(view.faces, view.rules)
        if view.may_show:
            yield show(view.indicator ^ 1)
        elif view.phase == "draw":
            yield self.source(view, self._adviser)
        else:
            yield _table_step(view, self._adviser) or self.throw(view, self._adviser)

    def source(self, view: View, adviser: Adviser) -> Action:
        """Takes the discard that helps at once, else draws."""
        return _source(view, adviser)

    def throw(self, view: View, adviser: Adviser) -> Action:
        """Finishes or throws a tile."""
        raise NotImplementedError


class Taking(_Player):
    """Plays by the package as it is published, and takes discards."""

    adviser = Published

    def throw(self, view: View, adviser: Adviser) -> Action:
        """Throws the tile valued least; where no tile is left over, the one that costs the arrangement least."""
        faces, rules = view.faces, view.rules
        assert faces is not None
        tile = adviser.least(view.rack, adviser.best(view.rack).loose)
        if tile is None:
            tile = max(view.rack, key=lambda t: adviser.best([other for other in view.rack if other != t]).points)
        may = not rules.table_melds and (view.arrived is not None or rules.starter_may_finish_first)
        return finish(tile) if may and tile in finishing_discards(view.rack, faces, rules) else discard(tile)


class Greedy(Taking):
    """Plays by the package as it is published."""

    def source(self, view: View, adviser: Adviser) -> Action:  # noqa: ARG002 (it looks at nothing)
        """Draws from the stock."""
        return DRAW


class Mended(_Player):
    """Plays by what the package gives when it is helped."""

    adviser = Rival

    def throw(self, view: View, adviser: Adviser) -> Action:
        """Finishes as dearly as it can, or throws the tile valued least."""
        return _finish(view) or discard(_least(view, adviser))


def _source(view: View, adviser: Adviser) -> Action:
    """Takes the discard that helps at once, else draws."""
    hand = view.imagine()
    for tile, seat in offers(view.rules, hand).items():
        assert view.faces is not None
        with_it = (*view.rack, tile)
        if view.rules.table_melds:
            turn = replace(view.turn, arrived=tile, taken=tile, taken_from=seat)
            step = _table_step(replace(view, phase="discard", rack=with_it, arrived=tile, turn=turn), adviser)
            laid = [] if step is None else _used(step)
            # a second tile of a Konkan player may be kept by nobody but who ends the hand with it
            if tile in laid and (not hand.players[seat].konkan or len(laid) == len(view.rack)):
                return take(tile)
        elif view.faces.is_okey(tile) or finishing_discards(with_it, view.faces, view.rules):
            return take(tile)
        elif _for_pairs(view, adviser):
            if len(adviser.pairs(with_it)[0]) > len(adviser.pairs(view.rack)[0]):
                return take(tile)
        elif adviser.best(with_it).points > adviser.best(view.rack).points:
            return take(tile)
    return DRAW


def _used(step: Action) -> list[Tile]:
    return [*step.tiles, *(tile for _, tiles in step.melds for tile in tiles)]


def _for_pairs(view: View, adviser: Adviser) -> bool:
    """Tells whether a closed hand is played for pairs."""
    if view.rules.pairs_win == "off" or view.rules.table_melds:
        return False
    melded = len(view.rack) - len(adviser.best(view.rack).loose)
    return len(adviser.pairs(view.rack)[0]) >= PAIRS and melded < MELDED


def _finish(view: View) -> Action | None:
    """Finds the dearest finish of a closed hand."""
    if view.rules.table_melds or (view.arrived is None and not view.rules.starter_may_finish_first):
        return None
    faces, rules = view.faces, view.rules
    assert faces is not None
    finishing = finishing_discards(view.rack, faces, rules)
    losses = {
        tile: max(finish_loss(rules, shape, faces.is_okey(tile)) for shape in shapes)
        for tile, shapes in finishing.items()
    }
    return finish(max(losses, key=lambda tile: losses[tile])) if losses else None


def _least(view: View, adviser: Adviser) -> Tile:
    """Finds the tile to throw."""
    hand, faces = view.imagine(), view.faces
    assert faces is not None
    loose = adviser.pairs(view.rack)[1] if _for_pairs(view, adviser) else adviser.best(view.rack).loose
    if view.rules.playable_discard_penalty:
        loose = tuple(t for t in loose if not playable(view.rules, hand, t))
    tile = adviser.least(view.rack, loose)
    if tile is not None:
        return tile
    # all tiles stand in melds, or may not be thrown for nothing: the one that costs the arrangement least
    real = [t for t in view.rack if not faces.is_okey(t)] or list(view.rack)
    harmless = [t for t in real if not playable(view.rules, hand, t)] or real
    return max(harmless, key=lambda t: adviser.best([other for other in view.rack if other != t]).points)


# ---- the open table


def _table_step(view: View, adviser: Adviser) -> Action | None:
    """Finds the next step on an open table; None when a tile is to be thrown."""
    if not view.rules.table_melds:
        return None
    hand = view.imagine()
    taken = view.taken if view.taken in view.rack else None
    steps = _work(view) if hand.acting.opened else _openings(view, hand, adviser)
    for step in steps:
        if taken is None or taken in _used(step):
            return step
    return BACK if taken is not None and back_refusal(view.rules, hand) is None else None


def _work(view: View) -> list[Action]:
    order = {"lay": 0, "add": 1, "swap": 2}
    steps = [action for action in view.legal_actions() if action.verb in order]
    return sorted(steps, key=lambda step: (order[step.verb], -len(_used(step))))


def _openings(view: View, hand: Hand, adviser: Adviser) -> Iterator[Action]:
    """Yields the lay-downs that the package finds and the rules allow."""
    for melds in _lay_downs(view, hand, adviser):
        action = open_with(melds) if melds else None
        try:
            if action is not None:
                check_open(view.rules, hand, action)
                yield action
        except Refused:
            continue


def _lay_downs(view: View, hand: Hand, adviser: Adviser) -> Iterator[tuple[Laid, ...]]:
    if hand.acting.konkan:
        assert view.faces is not None
        yield from konkan_layouts(view.rack, view.faces, view.rules, *konkan_sizes(view.rules, hand.acting))
        return
    best = adviser.best(view.rack)
    if best.loose:
        yield best.melds
    else:  # one tile has to stay
        less = [adviser.best([other for other in view.rack if other != tile]) for tile in view.rack]
        yield max(less, key=lambda one: one.points).melds
    if pairs_needed(view.rules, hand):
        pairs, loose = adviser.pairs(view.rack)
        yield pairs if loose else pairs[:-1]
