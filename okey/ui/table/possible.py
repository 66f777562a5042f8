"""What the player may do now, as far as the seat's view tells: what is enabled, and why the rest is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from okey.game import Refused, View, drawing, laying
from okey.game.actions import Action, add_to, lay, open_with, swap
from okey.game.finishing import last_tile
from okey.game.state import Hand
from okey.melds import End
from okey.rules import RuleSet
from okey.solver import arrange, finishing_discards
from okey.tiles import Tile
from okey.ui.table.groups import Group


class Possible:
    """Answers questions about one view; remembers what it found.

    Args:
        view: what the player may know.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.mine = view.seat is not None and view.actor == view.seat
        """Whether the player is to act."""
        self.drawing = self.mine and view.phase == "draw"
        self.throwing = self.mine and view.phase == "discard"
        self._swaps: dict[Tile, list[int]] = {}

    @cached_property
    def hand(self) -> Hand:
        """What the player knows, as a hand to ask the rules about; the player is its actor."""
        hand = self.view.imagine()
        if self.view.seat is not None:
            hand.actor = self.view.seat
        return hand

    @cached_property
    def takes(self) -> tuple[Tile, ...]:
        """The discards that may be taken."""
        return self.view.takeable() if self.drawing else ()

    @cached_property
    def helpful(self) -> frozenset[Tile]:
        """The discards on offer that would complete a meld with the player's tiles."""
        view = self.view
        if not self.takes or view.faces is None:
            return frozenset()
        now = arrange(view.rack, view.faces, view.rules).points
        found = set()
        for tile in self.takes:
            then = arrange((*view.rack, tile), view.faces, view.rules)
            if then.points <= now and tile not in then.loose:
                found.add(tile)
        return frozenset(found)

    @cached_property
    def back(self) -> bool:
        """Whether the taken tile may be given back."""
        return self.throwing and drawing.back_refusal(self.view.rules, self.hand) is None

    @cached_property
    def owes(self) -> bool:
        """Whether the taken tile has to be laid before the turn may end."""
        return self.throwing and drawing.owes(self.view.rules, self.hand)

    @property
    def undo(self) -> bool:
        """Whether a step on the table may be taken back."""
        return self.throwing and self.view.steps > 0

    @cached_property
    def declare(self) -> bool:
        """Whether pairs may be declared."""
        view = self.view
        if not self.mine or view.seat is None or view.rules.cifte_declare == "off":
            return False
        me = view.seats[view.seat]
        return not me.declared and me.opened is None

    @cached_property
    def opened(self) -> bool:
        """Whether the player has opened."""
        return self.view.seat is not None and self.view.seats[self.view.seat].opened is not None

    @cached_property
    def finishing(self) -> frozenset[Tile]:
        """The tiles whose throw ends the hand for the player."""
        view = self.view
        if not self.throwing or view.faces is None:
            return frozenset()
        if view.rules.table_melds:
            return frozenset(view.rack if last_tile(self.hand) else ())
        return frozenset(finishing_discards(view.rack, view.faces, view.rules))

    def places(self, tile: Tile) -> list[tuple[int, End]]:
        """Gets the melds, and their ends, that a tile may be laid off at now."""
        return self._places.get(tile, [])

    @cached_property
    def _places(self) -> dict[Tile, list[tuple[int, End]]]:
        places: dict[Tile, list[tuple[int, End]]] = {}
        if self.throwing and self.view.rules.table_melds:
            for tile, meld, end in laying.additions(self.view.rules, self.hand):
                places.setdefault(tile, []).append((meld, end))
        return places

    def swaps(self, tile: Tile) -> list[int]:
        """Gets the melds whose okey a tile may be swapped for now."""
        if not self.throwing or not self.view.rules.table_melds or tile not in self.view.rack:
            return []
        if tile not in self._swaps:
            numbers = range(len(self.view.melds))
            self._swaps[tile] = [n for n in numbers if self._refusal(laying.check_swap, swap(tile, n)) is None]
        return self._swaps[tile]

    def playable(self, tile: Tile) -> bool:
        """Tells whether throwing a tile costs points because it could be laid off."""
        rules = self.view.rules
        return bool(rules.playable_discard_penalty) and laying.playable(rules, self.hand, tile)

    def lay_downs(self, groups: Sequence[Group]) -> tuple[list[Action], Refused | None]:
        """Gets the actions that lay groups of the rack on the table, and why the first is refused if it is.

        The first lay-down is one action, whatever follows it one for each meld.
        """
        if not self.view.rules.table_melds:
            return [], Refused("table_closed")
        if not self.mine:
            return [], Refused("not_your_turn" if self.view.actor is not None else "hand_over")
        if not self.throwing:
            return [], Refused("draw_first")
        if not groups:
            return [], None
        laid = [(group.meld.type, group.meld.tiles) for group in groups]
        if not self.opened:
            action = open_with(tuple(laid[:11]))
            return [action], self._opening_refusal(action)
        actions = [lay(type_, tiles) for type_, tiles in laid]
        return actions, self._refusal(laying.check_lay, actions[0])

    def _opening_refusal(self, action: Action) -> Refused | None:
        return self._refusal(laying.check_open, action)

    def _refusal(self, check: Callable[[RuleSet, Hand, Action], object], action: Action) -> Refused | None:
        """Tells why the rules refuse an action; None when they do not."""
        try:
            check(self.view.rules, self.hand, action)
        except Refused as refused:
            return refused
        return None

    def why_not_add(self, tile: Tile, meld: int, end: End) -> Refused | None:
        """Tells why a tile may not be laid off at an end of a meld."""
        if not self.mine:
            return Refused("not_your_turn")
        return self._refusal(laying.check_add, add_to(tile, meld, end))
