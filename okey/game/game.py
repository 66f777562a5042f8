"""The state machine of a match: deal, turns, hand end, match end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Self, TypeAlias

from okey.game import absence, drawing, finishing, laying
from okey.game.actions import BACK, DEAL, DRAW, Action, discard
from okey.game.deal import first_dealer, reshuffled, shuffled, turn_up
from okey.game.events import Event
from okey.game.legal import actions_of
from okey.game.refusal import Refused
from okey.game.scoring import (
    Charge,
    Ending,
    Outcome,
    SeatOutcome,
    Standing,
    add,
    best_seats,
    colour_factor,
    counts_as_played,
    end_charges,
    forced_konkan,
    indicator_charges,
    match_over,
    penalty,
)
from okey.game.state import Hand, Player, Turn
from okey.game.view import HandResult, Phase, SeatView, View
from okey.melds import MELD_REASONS, Meld
from okey.rules import RuleSet
from okey.solver import Shape
from okey.tiles import Faces, Tile, kind_of

_Step: TypeAlias = "Callable[[Game, Action], list[Event]]"


class Game:
    """A match from its first deal to its end; wholly decided by rules, seed and actions.

    Args:
        rules: the options to play by.
        seed: any text; every deal follows from it.

    Raises:
        ValueError: when the seed cannot be written as text.
    """

    rules: RuleSet
    seed: str
    hand: Hand | None
    """The hand on the table, a finished one until the next is dealt; None before the first."""
    hand_number: int
    """How many hands were dealt."""
    hands_played: int
    """How many hands count as played; void ones may not."""
    dealer: int
    starter: int
    scores: tuple[int, ...]
    charges: list[Charge]
    """What was paid in this hand so far."""
    before: tuple[int, ...]
    """The scores before this hand."""
    result: HandResult | None
    """How the last hand ended, while the next one is not dealt."""
    winners: tuple[int, ...]
    steps: list[Action]
    """What the actor put on the table this turn and may take back."""
    base: Hand | None
    """The hand before the first of these steps; None without steps."""

    def __init__(self, rules: RuleSet, seed: str) -> None:
        try:
            seed.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{seed[:40]!a} is no seed: it cannot be written as text") from None
        self.rules = rules
        self.seed = seed
        self.hand = None
        self.hand_number = self.hands_played = 0
        self.dealer = first_dealer(seed, rules.players)
        self.starter = (self.dealer + (rules.starter == "after_dealer")) % rules.players
        self.scores = self.before = (rules.start_points[0],) * rules.players
        self.charges = []
        self.result = None
        self.winners = ()
        self.steps = []
        self.base = None

    # ---- asking

    @property
    def phase(self) -> Phase:
        """What is due: see ``view.Phase``."""
        if self.winners:
            return "over"
        return "deal" if self.hand is None or self.result is not None else self.hand.phase

    @property
    def actor(self) -> int | None:
        """The seat to act; None while the table deals and when the match is over."""
        return None if self.hand is None or self.result is not None else self.hand.actor

    def view(self, seat: int | None) -> View:
        """Gets all that a seat may know now; without a seat what a spectator may know.

        Raises:
            ValueError: when there is no such seat.
        """
        if seat is not None and not 0 <= seat < self.rules.players:
            raise ValueError(f"{seat} is no seat of {self.rules.players}")
        hand = self.hand
        acting = hand is not None and self.result is None
        mine = acting and hand is not None and seat == hand.actor
        return View(
            rules=self.rules,
            seat=seat,
            phase=self.phase,
            actor=self.actor,
            hand_number=self.hand_number,
            hands_played=self.hands_played,
            dealer=self.dealer,
            starter=self.starter,
            indicator=None if hand is None else hand.indicator,
            faces=None if hand is None else hand.faces,
            rack=() if hand is None or seat is None else tuple(hand.players[seat].rack),
            seats=tuple(map(_public, [Player()] * self.rules.players if hand is None else hand.players)),
            stock=0 if hand is None else len(hand.stock),
            piles=((),) * self._piles() if hand is None else self._visible_piles(hand, seat),
            pile_sizes=(0,) * self._piles() if hand is None else tuple(map(len, hand.piles)),
            melds=() if hand is None else tuple(hand.melds),
            arrived=hand.turn.arrived if mine and hand is not None else None,
            turn=Turn() if hand is None else hand.turn.seen(),
            last_discarder=None if hand is None else hand.last_discarder,
            reshuffles=0 if hand is None else hand.reshuffles,
            shown_by=None if hand is None else hand.shown_by,
            may_show=mine and hand is not None and self._show_refusal(hand) is None,
            steps=len(self.steps),
            scores=self.scores,
            result=self.result,
            winners=self.winners,
        )

    def _piles(self) -> int:
        """Gets how many discard piles there are."""
        return 1 if self.rules.discard_piles == "shared" else self.rules.players

    def _visible_piles(self, hand: Hand, seat: int | None) -> tuple[tuple[Tile, ...], ...]:
        """Gets what a seat may see of the discards (rules 1, item 11; 4, çifte git)."""
        if seat is not None and hand.players[seat].declared and self.rules.cifte_declare == "reveals_discards":
            return tuple(map(tuple, hand.piles))
        shared = len(hand.piles) == 1
        whole = () if seat is None or shared else (seat, (seat - 1) % self.rules.players)
        return tuple(tuple(pile if index in whole else pile[-1:]) for index, pile in enumerate(hand.piles))

    def legal_actions(self) -> Iterator[Action]:
        """Yields what may be done now, cheapest to find first."""
        if self.winners:
            return iter(())
        if self.hand is None or self.result is not None:
            return iter((DEAL,))
        may_show = self._show_refusal(self.hand) is None
        return actions_of(self.rules, self.hand, may_show=may_show, may_undo=bool(self.steps))

    def check(self, action: Action, seat: int | None = None) -> None:
        """Checks an action without doing it.

        Args:
            action: what is asked for.
            seat: who asks; None when that is known to be the actor.

        Raises:
            Refused: when the rules do not allow it now.
        """
        saved = self.copy()
        saved.apply(action, seat)

    def copy(self) -> Self:
        """Copies the match; nothing that changes is shared."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.hand = None if self.hand is None else self.hand.copy()
        copy.base = None if self.base is None else self.base.copy()
        copy.charges = self.charges[:]
        copy.steps = self.steps[:]
        return copy

    # ---- doing

    def apply(self, action: Action, seat: int | None = None) -> list[Event]:
        """Does what is asked for.

        Args:
            action: what is asked for.
            seat: who asks; None when that is known to be the actor, or for the table itself.

        Returns:
            What happened, everything told; ``Event.seen_by`` hides what a seat may not see.

        Raises:
            Refused: when the rules do not allow it now; nothing has changed.
        """
        if self.winners:
            raise Refused("match_over")
        if action.verb == "deal":
            if self.hand is not None and self.result is None:
                raise Refused("hand_running")
            return self._deal()
        if self.hand is None or self.result is not None:
            raise Refused("hand_over")
        if seat is not None and seat != self.hand.actor:
            raise Refused("not_your_turn")
        if action.verb == "timeout" and seat is not None:
            raise Refused("table_only")
        return self._STEPS[action.verb](self, self.hand, action)

    # ---- what only those know who know all tiles: ``okey.game.partial`` is told it

    def deck(self) -> list[Tile]:
        """Shuffles the tiles of the hand that is about to be dealt; the last one is the top."""
        return shuffled(self.seed, self.hand_number)

    def deck_again(self, hand: Hand, spent: list[Tile]) -> list[Tile]:
        """Shuffles discards into a new stock."""
        return reshuffled(self.seed, hand.number, hand.reshuffles, spent)

    def top(self, hand: Hand) -> Tile:
        """Takes the next tile of the stock."""
        return hand.stock.pop()

    def thrown(self, hand: Hand) -> Tile:
        """Chooses what is thrown for the actor, whose time is up."""
        return absence.thrown(hand)

    def finished_by(self, hand: Hand, tile: Tile) -> tuple[Shape, tuple[Meld, ...]] | None:
        """Finds the dearest shape that throwing a tile leaves, with its melds; None when it leaves none."""
        return finishing.finished_by(self.rules, hand, tile)

    # ---- the steps

    def _deal(self) -> list[Event]:
        rules = self.rules
        self.hand_number += 1
        tiles = self.deck()
        indicator = turn_up(tiles)
        faces = Faces(kind_of(indicator), rules.okey_offset, rules.false_joker)
        players = [Player() for _ in range(rules.players)]
        for turn in range(rules.players):
            player = players[(self.starter + turn) % rules.players]
            player.rack = [tiles.pop() for _ in range(rules.hand_size + (turn == 0))]
        for seat in forced_konkan(rules, self.scores, self.hands_played):
            players[seat].konkan = True
        self.hand = Hand(
            number=self.hand_number,
            dealer=self.dealer,
            starter=self.starter,
            indicator=indicator,
            faces=faces,
            stock=tiles,
            players=players,
            piles=[[] for _ in range(self._piles())],
            actor=self.starter,
            twin_dealt_to=next((seat for seat, player in enumerate(players) if indicator ^ 1 in player.rack), None),
        )
        self.charges = []
        self.before = self.scores
        self.result = None
        self._forget_steps()
        return [Event("dealt", self.starter, (indicator,))]

    def _draw(self, hand: Hand, _action: Action) -> list[Event]:
        drawing.check_draw(hand)
        events = []
        if not hand.stock:
            events = self._refill(hand)
            if self.result is not None:
                return events
        tile = self.top(hand)
        drawing.receive(self.rules, hand, tile)
        return [*events, Event("drew", hand.actor, (tile,))]

    def _refill(self, hand: Hand) -> list[Event]:
        """Does what an empty stock does: discards are shuffled again, or the hand ends (rules 3.1)."""
        spent = drawing.spent_discards(hand)
        if self.rules.stock_out != "reshuffle" or hand.reshuffles >= self.rules.max_reshuffles or not spent:
            return self.end_hand(hand, "stock_out")
        drawing.reshuffle(hand, self.deck_again(hand, spent))
        return [Event("reshuffled", None, (), (len(hand.stock),))]

    def _take(self, hand: Hand, action: Action) -> list[Event]:
        tile, seat = drawing.check_take(self.rules, hand, action)
        drawing.take(self.rules, hand, tile, seat)
        return [Event("took", hand.actor, (tile,), (seat,))]

    def _back(self, hand: Hand, _action: Action) -> list[Event]:
        if refused := drawing.back_refusal(self.rules, hand):
            raise refused
        tile = drawing.give_back(hand)
        return [
            Event("gave_back", hand.actor, (tile,)),
            *self.fine(hand.actor, self.rules.take_back_penalty, "take_back"),
        ]

    def _show_refusal(self, hand: Hand) -> str | None:
        """Tells why the actor may not show the indicator's twin (rules 5: once, before the first move)."""
        if self.rules.indicator_show == "off":
            return "show_off"
        if hand.shown_by is not None:
            return "show_twice"
        if hand.acting.moved:
            return "show_too_late"
        dealt = self.rules.indicator_must_be_dealt
        has_twin = hand.twin_dealt_to == hand.actor if dealt else hand.indicator ^ 1 in hand.acting.rack
        return None if has_twin else "show_no_twin"

    def _show(self, hand: Hand, action: Action) -> list[Event]:
        if reason := self._show_refusal(hand):
            raise Refused(reason, action.tiles)
        if action.tiles[0] != hand.indicator ^ 1:
            raise Refused("show_other_tile", action.tiles)
        hand.shown_by = hand.actor
        if self.base is not None:
            self.base.shown_by = hand.actor
        self.charge(indicator_charges(self.rules, hand.faces, hand.shown_by, "at_once"))
        return [Event("showed", hand.actor, action.tiles)]

    def _pairs(self, hand: Hand, _action: Action) -> list[Event]:
        if self.rules.cifte_declare == "off":
            raise Refused("pairs_off")
        if hand.acting.declared:
            raise Refused("pairs_twice")
        if hand.acting.opened:
            raise Refused("pairs_after_opening")
        hand.acting.declared = True
        if self.base is not None:
            self.base.acting.declared = True
        return [Event("declared", hand.actor)]

    # ---- the open table

    def _open(self, hand: Hand, action: Action) -> list[Event]:
        try:
            melds = laying.check_open(self.rules, hand, action)
        except Refused as refused:
            if self.rules.invalid_declare_penalty and refused.reason in _WRONG_OPENINGS:
                return self._failed(hand, refused)
            raise
        self._remember(hand, action)
        at = len(hand.melds)
        laying.do_open(hand, melds)
        pairs = "pairs" if hand.acting.opened == "pairs" else ""
        opened = Event("opened", hand.actor, (), (hand.acting.opened_with,), pairs)
        return [opened, *(_laid(hand.actor, meld, at + index) for index, meld in enumerate(melds))]

    def _lay(self, hand: Hand, action: Action) -> list[Event]:
        meld = laying.check_lay(self.rules, hand, action)
        self._remember(hand, action)
        laying.do_lay(hand, meld)
        return [_laid(hand.actor, meld, len(hand.melds) - 1)]

    def _add(self, hand: Hand, action: Action) -> list[Event]:
        new = laying.check_add(self.rules, hand, action)
        self._remember(hand, action)
        was_konkan = hand.acting.konkan
        laying.do_add(hand, action, new)
        assert action.meld is not None
        assert action.end is not None
        events = [Event("added", hand.actor, action.tiles, (action.meld,), action.end)]
        return events + ([Event("konkan", hand.actor)] if hand.acting.konkan and not was_konkan else [])

    def _swap(self, hand: Hand, action: Action) -> list[Event]:
        new, okey = laying.check_swap(self.rules, hand, action)
        self._remember(hand, action)
        laying.do_swap(hand, action, new, okey)
        assert action.meld is not None
        return [Event("swapped", hand.actor, (*action.tiles, okey), (action.meld,))]

    def _undo(self, hand: Hand, _action: Action) -> list[Event]:
        if self.base is None:
            raise Refused("nothing_to_undo")
        again = self.steps[:-1]
        self.hand = self.base
        self._forget_steps()
        for step in again:
            self.apply(step)
        return [Event("undid", hand.actor)]

    def _remember(self, hand: Hand, action: Action) -> None:
        if self.base is None:
            self.base = hand.copy()
        self.steps.append(action)

    def _forget_steps(self) -> None:
        self.base = None
        self.steps = []

    # ---- the end of a turn

    def _discard(self, hand: Hand, action: Action, *, fined: bool = True) -> list[Event]:
        tile = action.tiles[0]
        if hand.phase != "discard":
            raise Refused("draw_first")
        if tile not in hand.acting.rack:
            raise Refused("not_held", action.tiles)
        if tile == hand.turn.taken and self.rules.take_back == "undo_then_stock" and not hand.turn.laid:
            return self._back(hand, BACK)
        if drawing.owes(self.rules, hand):
            assert hand.turn.taken is not None
            raise Refused("taken_must_be_used", (hand.turn.taken,))
        if finishing.last_tile(hand):
            if not finishing.may_finish(self.rules, hand):
                raise Refused("finish_first_turn", action.tiles)
            return self._end_with(hand, tile, hand.acting.opened, ())
        if self.rules.finish_action == "auto_on_discard" or self.rules.throw_finishes:
            finished = self.finished_by(hand, tile)
            if finished is not None:
                return self._end_with(hand, tile, *finished)
        return self._throw(hand, tile, fined=fined)

    def _finish(self, hand: Hand, action: Action) -> list[Event]:
        tile = action.tiles[0]
        if self.rules.table_melds:
            raise Refused("finish_by_throwing", action.tiles)
        if hand.phase != "discard":
            raise Refused("draw_first")
        if tile not in hand.acting.rack:
            raise Refused("not_held", action.tiles)
        if not finishing.may_finish(self.rules, hand):
            raise Refused("finish_first_turn", action.tiles)
        finished = self.finished_by(hand, tile)
        if finished is not None:
            return self._end_with(hand, tile, *finished)
        refused = finishing.unfinished(self.rules, hand, tile)
        if self.rules.invalid_declare_penalty:
            return self._failed(hand, refused)
        raise refused

    def _failed(self, hand: Hand, why: Refused) -> list[Event]:
        """Charges a wrong finish or opening; the hand goes on (rules 4 and 7.4)."""
        return [
            Event("failed", hand.actor, why.tiles, why.numbers, why.reason),
            *self.fine(hand.actor, self.rules.invalid_declare_penalty, "invalid_declare"),
        ]

    def _timeout(self, hand: Hand, _action: Action) -> list[Event]:
        """Ends a turn whose time is up (``okey.game.absence``)."""
        events = [Event("timed_out", hand.actor)]
        if self.base is not None and absence.steps_go_back(self.rules, hand):
            events += [Event("undid", hand.actor) for _ in self.steps]
            self.hand = hand = self.base
            self._forget_steps()
        if absence.goes_back(self.rules, hand):
            events.append(Event("gave_back", hand.actor, (drawing.give_back(hand),)))
        if hand.phase == "draw":
            events += self._draw(hand, DRAW)
        if self.result is not None:
            return events
        return events + self._discard(hand, discard(self.thrown(hand)), fined=False)

    def _throw(self, hand: Hand, tile: Tile, *, fined: bool) -> list[Event]:
        """Ends a turn that does not end the hand."""
        rules, seat, player = self.rules, hand.actor, hand.acting
        player.rack.remove(tile)
        player.moved = True
        events = [Event("discarded", seat, (tile,))]
        if fined:
            events += self._fine_discard(hand, tile)
        events += self._charge_left_open(hand)
        if rules.konkan:
            events += self._settle_konkan(hand)
        if tile in player.cheap:
            player.cheap.remove(tile)
        hand.pile_of(seat).append(tile)
        hand.last_discarder = seat
        hand.turn = Turn()
        self._forget_steps()
        hand.phase = "draw"
        hand.actor = self._after(hand, seat)
        if rules.all_pairs_void and all(p.opened == "pairs" for p in hand.players):
            return events + self.end_hand(hand, "all_pairs")
        if not hand.stock and rules.stock_out_when != "on_draw":
            return events + self._refill(hand)
        return events

    def _fine_discard(self, hand: Hand, tile: Tile) -> list[Event]:
        """Charges an okey, or else a playable tile, thrown mid-hand (rules 4 and 7.1)."""
        rules = self.rules
        if hand.faces.is_okey(tile) and rules.okey_discard_penalty:
            return self.fine(hand.actor, rules.okey_discard_penalty, "okey_discard")
        if rules.playable_discard_penalty and laying.playable(rules, hand, tile):
            return self.fine(hand.actor, rules.playable_discard_penalty, "playable_discard")
        return []

    def _after(self, hand: Hand, seat: int) -> int:
        """Gets the next seat that is not eliminated; the last one left plays on alone (rules 3.2)."""
        players = self.rules.players
        after = (seat + 1) % players
        while hand.players[after].eliminated and after != seat:
            after = (after + 1) % players
        return after

    def _charge_left_open(self, hand: Hand) -> list[Event]:
        """Charges who threw the tile that was opened with (rules 7.1, SAKLI)."""
        turn = hand.turn
        if not self.rules.left_open_charge or turn.taken is None or turn.taken_from is None:
            return []
        if all(turn.taken not in tiles for step in self.steps if step.verb == "open" for _, tiles in step.melds):
            return []
        points = hand.faces.value(turn.taken) * (20 if hand.acting.opened == "pairs" else 10)
        return self.fine(turn.taken_from, points, "left_open")

    def _settle_konkan(self, hand: Hand) -> list[Event]:
        """Makes the thrower Konkan or eliminates it for the discard it took and kept (rules 3.2)."""
        turn, player = hand.turn, hand.acting
        if turn.taken is None or turn.taken_from is None:
            return []
        from_konkan = hand.players[turn.taken_from].konkan
        free = False
        if from_konkan:
            player.konkan_takes += 1
            free = player.konkan_takes <= self.rules.konkan_discard_free_takes
            if not free:
                player.eliminated = True
                return [Event("eliminated", hand.actor)]
        if player.opened or player.konkan or (free and self.rules.konkan_free_take_is_safe):
            return []
        player.konkan = True
        return [Event("konkan", hand.actor)]

    # ---- the end of a hand

    def _end_with(self, hand: Hand, tile: Tile, shape: str | None, melds: tuple[Meld, ...]) -> list[Event]:
        """Ends a hand that the actor finishes by throwing a tile."""
        seat, player = hand.actor, hand.acting
        player.rack.remove(tile)
        events = [Event("finished", seat, (tile,)), *self._charge_left_open(hand)]
        finished: Shape = "pairs" if shape == "pairs" else "melds"
        return events + self.end_hand(hand, "finish", tile, finished, melds)

    def end_hand(
        self,
        hand: Hand,
        ending: Ending,
        tile: Tile | None = None,
        shape: Shape | None = None,
        melds: tuple[Meld, ...] = (),
    ) -> list[Event]:
        """Scores a hand that the actor finished with a tile, or that ended otherwise; checks nothing.

        The match is over then, or the next hand can be dealt.
        """
        rules, outcome = self.rules, self.outcome(hand, tile, shape)
        self.charge(end_charges(rules, outcome, ending, hand.shown_by))
        self.conclude(ending, tile, shape, melds)
        if counts_as_played(rules, ending):
            self.hands_played += 1
        self._forget_steps()
        events = [Event("hand_ended", outcome.winner, (), self.scores)]
        if match_over(rules, self.scores, self.hands_played):
            self.winners = best_seats(rules, self.scores)
            return [*events, Event("match_ended", None, (), self.winners)]
        self._pass_deal(outcome.winner)
        return events

    def conclude(
        self, ending: Ending, tile: Tile | None = None, shape: Shape | None = None, melds: tuple[Meld, ...] = ()
    ) -> None:
        """Sets the result of a hand whose last tile was thrown and whose charges are written; checks nothing."""
        assert self.hand is not None
        outcome = self.outcome(self.hand, tile, shape)
        self.result = HandResult(
            ending=ending,
            winner=outcome.winner,
            shape=shape,
            okey=outcome.okey,
            elden=outcome.elden,
            konkan=outcome.konkan,
            tile=tile,
            melds=melds or tuple(meld.meld for meld in self.hand.melds if meld.owner == outcome.winner),
            racks=tuple(tuple(player.rack) for player in self.hand.players),
            factor=colour_factor(self.rules, self.hand.faces),
            charges=tuple(self.charges),
            before=self.before,
            after=self.scores,
        )

    def outcome(self, hand: Hand, tile: Tile | None, shape: Shape | None) -> Outcome:
        """Gathers what decides the score of a hand; with a tile the actor has finished by throwing it."""
        winner = None if tile is None else hand.actor
        return Outcome(
            faces=hand.faces,
            seats=tuple(self._standing(player) for player in hand.players),
            winner=winner,
            shape=shape or "melds",
            okey=tile is not None and hand.faces.is_okey(tile),
            elden=winner is not None
            and hand.turn.opened
            and not any(p.opened for seat, p in enumerate(hand.players) if seat != winner),
            konkan=winner is not None and hand.players[winner].konkan,
        )

    def _standing(self, player: Player) -> SeatOutcome:
        standing: Standing = "closed"
        if self.rules.table_melds:
            standing = "unopened" if player.eliminated or player.opened is None else player.opened
        return SeatOutcome(standing, tuple(player.rack), tuple(player.cheap), player.declared)

    def _pass_deal(self, winner: int | None) -> None:
        """Chooses the next hand's starter and dealer."""
        players = self.rules.players
        if self.rules.next_starter == "rotate":
            self.starter = (self.starter + 1) % players
        elif winner is not None:
            self.starter = winner
        self.dealer = (self.starter - (self.rules.starter == "after_dealer")) % players

    def fine(self, seat: int, points: int, reason: str) -> list[Event]:
        """Writes points for a fault; ``reason`` is a key of ``scoring.CHARGE_REASONS``."""
        assert self.hand is not None
        charges = penalty(self.rules, self.hand.faces, seat, points, reason)
        self.charge(charges)
        return [Event("penalty", seat, (), (abs(charges[0].points),), reason)] if charges else []

    def charge(self, charges: list[Charge]) -> None:
        """Writes what seats got or lost in the hand."""
        self.charges += charges
        self.scores = add(self.scores, charges)

    _STEPS: ClassVar[dict[str, Callable[[Game, Hand, Action], list[Event]]]] = {
        "draw": _draw,
        "take": _take,
        "back": _back,
        "show": _show,
        "pairs": _pairs,
        "open": _open,
        "lay": _lay,
        "add": _add,
        "swap": _swap,
        "undo": _undo,
        "discard": _discard,
        "finish": _finish,
        "timeout": _timeout,
    }


_WRONG_OPENINGS = {"open_points", "open_pairs", "open_mixed", "open_konkan", *MELD_REASONS}
"""The refusals of an opening that are a player's mistake about tiles, and may cost points."""


def _public(player: Player) -> SeatView:
    return SeatView(
        tiles=len(player.rack),
        opened=player.opened,
        opened_with=player.opened_with,
        declared=player.declared,
        konkan=player.konkan,
        eliminated=player.eliminated,
        early=player.early,
        konkan_takes=player.konkan_takes,
    )


def _laid(seat: int, meld: Meld, index: int) -> Event:
    return Event("laid", seat, meld.tiles, (index,), meld.type)
