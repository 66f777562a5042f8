"""The best line of a challenge: the fewest turns in which its goal is met, found by searching all that matters.

Everybody else is foreseeable, so this is a search for one player: where each tile comes from, what is laid, what is
thrown.  A branch is left as soon as more is missing than there are turns.  What is laid in a turn is not tried in every
order: the solver of the open table gives the best (``okey.game.laying.best_steps``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile
from math import log2

from okey.challenges import ME, Challenge, Goal
from okey.challenges.judge import Judge, Verdict, Weighing, best_throws, verdict_of
from okey.challenges.others import Guileless
from okey.coach import standing
from okey.game import Game, Refused
from okey.game.actions import DRAW, Action, discard, finish, open_with, take
from okey.game.laying import best_steps, konkan_sizes, pairs_needed, points_needed
from okey.solver import finishing_discards
from okey.solver.layouts import konkan_layouts, most_pairs, most_points, openings
from okey.tiles import Tile

Line = list[Action]
"""What the player does, turn after turn; the others' actions follow from it."""

OPENINGS = 60
"""How many openings are tried beside the ones worth most."""


class Try:
    """A challenge being played: the match, and how its goal stands.

    Args:
        game: the match, whose turn is the player's.
        judge: what follows it.
    """

    def __init__(self, game: Game, judge: Judge) -> None:
        self.game = game
        self.judge = judge
        self.verdict: Verdict | None = None

    def copy(self) -> Try:
        """Copies it; nothing that changes is shared."""
        return Try(self.game.copy(), replace(self.judge))

    def act(self, action: Action) -> None:
        """Does what the player wants, and then all that the others do.

        Raises:
            Refused: when the rules do not allow it.
        """
        self._apply(action)
        while self.verdict is None and self.game.actor not in (ME, None):
            seat = self.game.actor
            other = next(thought for thought in Guileless().think(self.game.view(seat)) if thought is not None)
            self._apply(other)

    def _apply(self, action: Action) -> None:
        before = self.game.view(ME)
        events = self.game.apply(action)
        if self.verdict is None and (weighing := self.judge.hear(before, self.game, events)) is not None:
            self.verdict = self._weigh(weighing)

    def _weigh(self, weighing: Weighing) -> Verdict:
        return verdict_of(weighing)


def begin(challenge: Challenge) -> Try:
    """Sets a challenge up."""
    return Try(challenge.game(), Judge(challenge.goal))


def best_line(challenge: Challenge) -> Line | None:
    """Finds the line that meets the goal in the fewest turns; None when there is none."""
    outset = begin(challenge)
    fewest = challenge.goal.turns if challenge.goal.kind == "hold" else 1
    for turns in range(fewest, challenge.goal.turns + 1):
        if (line := search(outset, turns)) is not None:
            return line
    return None


def search(now: Try, turns: int) -> Line | None:
    """Finds a line that meets the goal within so many more turns."""
    assert now.game.hand is not None
    if now.game.hand.phase == "draw":
        for source in sources(now.game):
            drawn = now.copy()
            drawn.act(source)
            if (line := _from(drawn, turns)) is not None:
                return [source, *line]
        return None
    for actions in plays(now, turns):
        after = _after(now, actions)
        if after is not None and (line := _from(after, turns - 1)) is not None:
            return [*actions, *line]
    return None


def _from(after: Try, turns: int) -> Line | None:
    if after.verdict is not None:
        return [] if after.verdict == "met" else None
    return search(after, turns) if turns > 0 and after.game.actor == ME else None


def _after(now: Try, actions: Line) -> Try | None:
    """Does the actions of a turn; None when the rules do not allow one of them."""
    after = now.copy()
    try:
        for action in actions:
            after.act(action)
    except Refused:
        return None
    return after


def sources(game: Game) -> list[Action]:
    """Lists where the next tile may come from."""
    return [DRAW, *(take(tile) for tile in game.view(ME).takeable())]


def plays(now: Try, turns: int) -> Iterator[Line]:
    """Lists what may be done in the rest of a turn, each with the tile that ends it."""
    game, goal = now.game, now.judge.goal
    hand = game.hand
    assert hand is not None
    rack, faces = hand.acting.rack, hand.faces
    if goal.kind == "ways":
        yield from ([discard(tile)] for tile in best_throws(game.view(ME)))
    elif game.rules.table_melds:
        for laid in layings(game, goal):
            table = _after(now, laid)
            if table is not None and table.verdict is None:
                yield from ([*laid, discard(tile)] for tile in _thrown(table.game, goal, turns - 1))
    else:
        if goal.kind == "finish":
            yield from ([finish(tile)] for tile in finishing_discards(rack, faces, game.rules))
        yield from ([discard(tile)] for tile in _thrown(game, goal, turns - 1))


def distinct_discards(game: Game) -> list[Tile]:
    """Lists a tile of each face that may be thrown."""
    view = game.view(ME)
    actions = takewhile(lambda action: action.verb == "discard", view.legal_actions())
    assert game.hand is not None
    return list({game.hand.faces.of[action.tiles[0]]: action.tiles[0] for action in actions}.values())


def _thrown(game: Game, goal: Goal, turns: int) -> Iterator[Tile]:
    """Lists the tiles whose throw leaves the goal in reach of so many more turns."""
    view = game.view(ME)
    tiles = distinct_discards(game)
    if goal.kind == "left" or view.seats[ME].opened:
        yield from tiles
        return
    spare = goal.value if goal.kind == "hold" else 0
    for tile in tiles:
        if turns > 0 or goal.kind == "hold":
            rest = [other for other in view.rack if other != tile]
            if (
                goal.okey
                and (okey := next((t for t in rest if view.faces and view.faces.is_okey(t)), None)) is not None
            ):
                rest.remove(okey)  # it is thrown last: the others have to be complete without it
            if standing(view, rest).missing <= turns + spare:
                yield tile


def layings(game: Game, goal: Goal) -> Iterator[Line]:
    """Lists what may be laid on the table in a turn: nothing, or as much as can be."""
    hand, rules = game.hand, game.rules
    assert hand is not None
    if goal.kind == "open" and hand.acting.opened is None:
        yield from ([action] for action in _openings(game, goal))
        yield []
        return
    if hand.acting.opened is None:
        for action in _openings(game, goal):
            after = game.copy()
            try:
                after.apply(action)
            except Refused:
                continue
            yield [action, *_work(after)]
    else:
        yield _work(game)
        if rules.joker_swap or goal.kind != "left":
            yield []
    yield []


def _work(game: Game) -> Line:
    """Gets the steps that leave the fewest tiles."""
    assert game.hand is not None
    return best_steps(game.rules, game.hand, lambda _tile: 1)[0]


def _openings(game: Game, goal: Goal) -> Iterator[Action]:
    """Lists openings, those worth most first."""
    hand, rules = game.hand, game.rules
    assert hand is not None
    rack, faces = hand.acting.rack, hand.faces
    if hand.acting.konkan:
        yield from map(open_with, konkan_layouts(rack, faces, rules, *konkan_sizes(rules, hand.acting)))
        return
    points, pairs = points_needed(rules, hand), pairs_needed(rules, hand)
    if goal.pairs or goal.kind != "open":
        held = most_pairs(rack, faces, rules)
        if pairs and len(held) >= pairs:
            yield open_with(held)
    if goal.pairs:
        return
    worth, melds = most_points(rack, faces, rules)
    if worth >= points and sum(len(tiles) for _, tiles in melds) < len(rack):
        yield open_with(melds)
    wanted = max(points, goal.value) if goal.kind == "open" else points
    yield from map(open_with, islice(openings(rack, faces, rules, wanted, 0), OPENINGS))


# ---- how seldom it is found by chance


def blind_bits(challenge: Challenge, line: Line) -> float:
    """Tells how seldom who chooses blindly does at each step of a line what keeps the goal in reach, in bits.

    Of all that the rules allow at a step each choice is as likely; the bits are those of all steps together.
    """
    now, turns, bits = begin(challenge), challenge.goal.turns, 0.0
    for action in line:
        others = _others(now.game, action)
        good = 1 + sum(_keeps(now, other, turns) for other in others)
        bits += log2((1 + len(others)) / good)
        now.act(action)
        turns -= action.verb == "discard"
    return bits


def _keeps(now: Try, choice: Action, turns: int) -> bool:
    """Tells whether a choice keeps the goal in reach of so many turns, this one among them."""
    after = _after(now, [choice])
    return after is not None and _from(after, turns - (choice.verb in ("discard", "finish"))) is not None


def _others(game: Game, action: Action) -> list[Action]:
    """Lists what the rules allow beside an action, as far as it differs from it; of openings not all."""
    assert game.hand is not None
    of = game.hand.faces.of

    def effect(choice: Action) -> tuple[object, ...]:
        verb = "discard" if choice.verb == "finish" else choice.verb
        return verb, sorted(of[tile] for tile in choice.tiles), choice.meld, choice.end, choice.melds

    found = {
        repr(effect(choice)): choice
        for choice in islice(game.view(ME).legal_actions(), CHOICES)
        if choice.verb in _CHOICES
    }
    found.pop(repr(effect(action)), None)
    return list(found.values())


_CHOICES = frozenset({"draw", "take", "open", "lay", "add", "swap", "discard"})

CHOICES = 150
"""How many choices are looked at beside one that is right."""
