"""The state machine of a match: deal, turns, hand end, match end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from okey.game.actions import Action, finish
from okey.game.deal import first_dealer, shuffled, turn_up
from okey.game.events import Event
from okey.game.refusal import Refused
from okey.game.scoring import Outcome, add, colour_factor, countdown_charges, finish_loss, match_winners
from okey.game.view import HandResult, Phase, Shape, View
from okey.melds import Meld
from okey.rules import RulesError, RuleSet, Value, write
from okey.solver import arrange, complete, finishing_discards
from okey.tiles import Faces, Tile, kind_of

_PLAYED: dict[str, tuple[Value, ...]] = {
    "table_melds": (False,),
    "score_model": ("countdown",),
    "match_end": ("score_zero",),
    "hand_size": (14,),
    "next_starter": ("rotate",),
    "discard_piles": ("per_player",),
    "take_from": ("previous",),
    "taken_tile_use": ("free",),
    "take_back": ("as_discard",),
    "cifte_declare": ("off",),
    "indicator_twin_is_pair": (False,),
    "invalid_declare_penalty": (0,),
    "okey_discard_penalty": (0,),
    "indicator_settled": ("hand_end",),
    "stock_out": ("void", "indicator_only"),
    "stock_out_when": ("turn_start",),
}
"""The values of options that this engine plays so far, where it does not play all."""


class Game:
    """A match from its first deal to its end; wholly decided by rules, seed and actions.

    Args:
        rules: the options to play by.
        seed: any text; every deal follows from it.

    Raises:
        RulesError: for a game this engine does not play yet.
    """

    rules: RuleSet
    seed: str
    phase: Phase
    actor: int | None
    """The seat to act; None while the table deals and when the match is over."""
    hand_number: int
    dealer: int
    starter: int
    indicator: Tile | None
    faces: Faces | None
    stock: list[Tile]
    """The tiles to draw; the next one is the last of the list."""
    racks: list[list[Tile]]
    piles: list[list[Tile]]
    """The discards before each seat, oldest first."""
    arrived: Tile | None
    """The tile drawn or taken this turn."""
    taken: Tile | None
    """The same if it was taken."""
    moved: list[bool]
    """Whether each seat has made its first move: a draw, or the starter's discard."""
    twin_dealt_to: int | None
    """The seat that was dealt the indicator's twin."""
    shown_by: int | None
    scores: tuple[int, ...]
    result: HandResult | None
    winners: tuple[int, ...]

    def __init__(self, rules: RuleSet, seed: str) -> None:
        for option, values in _PLAYED.items():
            if (value := getattr(rules, option)) not in values:
                raise RulesError(f"{rules.name}: {option}={write(value)} cannot be played yet", option)
        self.rules = rules
        self.seed = seed
        self.phase = "deal"
        self.actor = None
        self.hand_number = 0
        self.dealer = first_dealer(seed, rules.players)
        self.starter = self.dealer
        self.scores = (rules.start_points[0],) * rules.players
        self.winners = ()
        self._clear()

    def _clear(self) -> None:
        players = self.rules.players
        self.indicator = self.faces = self.result = None
        self.arrived = self.taken = None
        self.twin_dealt_to = self.shown_by = None
        self.stock = []
        self.racks = [[] for _ in range(players)]
        self.piles = [[] for _ in range(players)]
        self.moved = [False] * players

    # ---- asking

    def view(self, seat: int | None) -> View:
        """Gets all that a seat may know now; without a seat what a spectator may know."""
        players = self.rules.players
        previous = None if seat is None else (seat - 1) % players
        mine = seat is not None and seat == self.actor
        return View(
            rules=self.rules,
            seat=seat,
            phase=self.phase,
            actor=self.actor,
            hand_number=self.hand_number,
            dealer=self.dealer,
            starter=self.starter,
            indicator=self.indicator,
            faces=self.faces,
            rack=() if seat is None else tuple(self.racks[seat]),
            rack_sizes=tuple(map(len, self.racks)),
            stock=len(self.stock),
            piles=tuple(tuple(p if s in (seat, previous) else p[-1:]) for s, p in enumerate(self.piles)),
            pile_sizes=tuple(map(len, self.piles)),
            arrived=self.arrived if mine else None,
            taken=self.taken,
            shown_by=self.shown_by,
            may_show=mine and self._show_refusal() is None,
            scores=self.scores,
            result=self.result,
            winners=self.winners,
        )

    def legal_actions(self) -> Iterator[Action]:
        """Yields what may be done now, in the order of ``View.legal_actions``."""
        return self.view(self.actor).legal_actions()

    def check(self, action: Action, seat: int | None = None) -> None:
        """Checks an action without doing it.

        Args:
            action: what is asked for.
            seat: who asks; None when that is known to be the actor.

        Raises:
            Refused: when the rules do not allow it now.
        """
        if self.phase == "over":
            raise Refused("match_over")
        if action.verb == "deal":
            if self.phase != "deal":
                raise Refused("hand_running")
            return
        if self.phase == "deal":
            raise Refused("hand_over")
        if seat is not None and seat != self.actor:
            raise Refused("not_your_turn")
        self._CHECKS[action.verb](self, action)

    # ---- doing

    def apply(self, action: Action, seat: int | None = None) -> list[Event]:
        """Does what is asked for.

        Args:
            action: what is asked for.
            seat: who asks; None when that is known to be the actor.

        Returns:
            What happened, everything told; ``Event.seen_by`` hides what a seat may not see.

        Raises:
            Refused: when the rules do not allow it now; nothing has changed.
        """
        self.check(action, seat)
        return self._DOERS[action.verb](self, action)

    def _acting(self) -> int:
        assert self.actor is not None, "check has seen to it"
        return self.actor

    def _check_draw(self, _action: Action) -> None:
        self._check_draw_phase()

    def _check_take(self, _action: Action) -> None:
        self._check_draw_phase()
        if not self._source():
            raise Refused("nothing_to_take")

    def _check_draw_phase(self) -> None:
        if self.phase != "draw":
            raise Refused("already_drawn" if self.arrived is not None else "starter_throws")

    def _source(self) -> list[Tile]:
        """Gets the pile that the actor may take from: the previous seat's."""
        return self.piles[(self._acting() - 1) % self.rules.players]

    def _show_refusal(self) -> str | None:
        """Tells why the actor may not show the indicator's twin (rules 5: once, before the first move)."""
        seat = self._acting()
        if self.rules.indicator_show == "off":
            return "show_off"
        if self.shown_by is not None:
            return "show_twice"
        if self.moved[seat]:
            return "show_too_late"
        return None if self.twin_dealt_to == seat else "show_no_twin"

    def _check_show(self, action: Action) -> None:
        if reason := self._show_refusal():
            raise Refused(reason)
        if self.indicator is None or action.tiles[0] != self.indicator ^ 1:
            raise Refused("show_other_tile", action.tiles)

    def _check_discard(self, action: Action) -> None:
        if self.phase != "discard":
            raise Refused("draw_first")
        if action.tiles[0] not in self.racks[self._acting()]:
            raise Refused("not_held", action.tiles)

    def _check_finish(self, action: Action) -> None:
        self._check_discard(action)
        if self.arrived is None and not self.rules.starter_may_finish_first:
            raise Refused("finish_first_turn")
        if self._finish(action.tiles[0]) is None:
            rest = [t for t in self.racks[self._acting()] if t != action.tiles[0]]
            assert self.faces is not None
            raise Refused("not_finished", arrange(rest, self.faces, self.rules).loose)

    def _finish(self, tile: Tile) -> tuple[Shape, tuple[Meld, ...]] | None:
        """Finds the dearest shape that throwing a tile leaves; None when it leaves none."""
        assert self.faces is not None
        rack = self.racks[self._acting()]
        if tile not in finishing_discards(rack, self.faces, self.rules):
            return None
        shapes = complete([t for t in rack if t != tile], self.faces, self.rules)
        okey = self.faces.is_okey(tile)
        shape = max(shapes, key=lambda s: (finish_loss(self.rules, s, okey), s))
        return shape, shapes[shape]

    def _deal(self, _action: Action) -> list[Event]:
        rules = self.rules
        if self.hand_number:
            self.dealer = (self.dealer + 1) % rules.players
        self._clear()
        self.hand_number += 1
        self.starter = (self.dealer + (rules.starter == "after_dealer")) % rules.players
        tiles = shuffled(self.seed, self.hand_number)
        self.indicator = turn_up(tiles)
        self.faces = Faces(kind_of(self.indicator), rules.okey_offset, rules.false_joker)
        for turn in range(rules.players):
            seat = (self.starter + turn) % rules.players
            size = rules.hand_size + (turn == 0)
            self.racks[seat] = [tiles.pop() for _ in range(size)]
            if self.indicator ^ 1 in self.racks[seat]:
                self.twin_dealt_to = seat
        self.stock = tiles
        self.actor = self.starter
        self.phase = "discard"
        return [Event("dealt", self.starter, (self.indicator,))]

    def _draw(self, _action: Action) -> list[Event]:
        return [self._receive("drew", self.stock.pop())]

    def _take(self, _action: Action) -> list[Event]:
        self.taken = self._source().pop()
        return [self._receive("took", self.taken)]

    def _receive(self, kind: str, tile: Tile) -> Event:
        seat = self._acting()
        self.arrived = tile
        self.racks[seat].append(tile)
        self.moved[seat] = True
        self.phase = "discard"
        return Event(kind, seat, (tile,))

    def _show(self, action: Action) -> list[Event]:
        self.shown_by = self.actor
        return [Event("showed", self.actor, action.tiles)]

    def _discard(self, action: Action) -> list[Event]:
        if (
            self.rules.finish_action == "auto_on_discard"
            and (self.arrived is not None or self.rules.starter_may_finish_first)
            and self._finish(action.tiles[0]) is not None
        ):
            return self._do_finish(finish(action.tiles[0]))
        seat, tile = self._acting(), action.tiles[0]
        self._throw(tile)
        self.piles[seat].append(tile)
        events = [Event("discarded", seat, (tile,))]
        self.actor = (seat + 1) % self.rules.players
        self.phase = "draw"
        # rules 5: noticed when a turn begins
        return events if self.stock else events + self._end_hand(None, None, ())

    def _throw(self, tile: Tile) -> None:
        seat = self._acting()
        self.racks[seat].remove(tile)
        self.moved[seat] = True
        self.arrived = self.taken = None

    def _do_finish(self, action: Action) -> list[Event]:
        seat, tile = self._acting(), action.tiles[0]
        finished = self._finish(tile)
        assert finished is not None, "check has seen to it"
        shape, melds = finished
        self._throw(tile)
        return [Event("finished", seat, (tile,)), *self._end_hand(tile, shape, melds)]

    def _end_hand(self, tile: Tile | None, shape: Shape | None, melds: tuple[Meld, ...]) -> list[Event]:
        """Scores a hand that the actor finished with a tile, or, without one, that nobody did."""
        assert self.indicator is not None
        assert self.faces is not None
        winner = None if tile is None else self.actor
        okey = tile is not None and self.faces.is_okey(tile)
        indicator = kind_of(self.indicator)
        charges = tuple(countdown_charges(self.rules, Outcome(winner, shape, okey, self.shown_by, indicator)))
        before, self.scores = self.scores, add(self.scores, charges)
        self.result = HandResult(
            ending="stock_out" if tile is None else "finish",
            winner=winner,
            shape=shape,
            okey=okey,
            tile=tile,
            melds=melds,
            racks=tuple(map(tuple, self.racks)),
            factor=colour_factor(self.rules, indicator),
            charges=charges,
            before=before,
            after=self.scores,
        )
        self.actor = None
        self.winners = match_winners(self.rules, self.scores)
        self.phase = "over" if self.winners else "deal"
        events = [Event("hand_ended", winner, (), self.scores)]
        return events + ([Event("match_ended", None, (), self.winners)] if self.winners else [])

    _CHECKS: ClassVar[dict[str, Callable[[Game, Action], None]]] = {
        "draw": _check_draw,
        "take": _check_take,
        "show": _check_show,
        "discard": _check_discard,
        "finish": _check_finish,
    }
    _DOERS: ClassVar[dict[str, Callable[[Game, Action], list[Event]]]] = {
        "deal": _deal,
        "draw": _draw,
        "take": _take,
        "show": _show,
        "discard": _discard,
        "finish": _do_finish,
    }
