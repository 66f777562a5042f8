"""The table turned, so that the person who looks at it sits at seat 0, as front ends draw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from okey.game import Event, HandResult, View

_T = TypeVar("_T")

_SEAT_IN_NUMBERS = frozenset({"took", "match_ended"})
"""The events whose numbers are seats."""


def turned(view: View, by: int) -> View:
    """Renumbers the seats of a view: seat ``by`` becomes 0, the next one 1.

    Partners stay partners and neighbours neighbours, so everything that the rules say of the view stays true.
    """
    players = view.rules.players
    if not by % players:
        return view
    seat, each = _renumbering(players, by)
    shared = len(view.piles) == 1
    return replace(
        view,
        seat=seat(view.seat),
        actor=seat(view.actor),
        dealer=(view.dealer - by) % players,
        starter=(view.starter - by) % players,
        seats=each(view.seats),
        piles=view.piles if shared else each(view.piles),
        pile_sizes=view.pile_sizes if shared else each(view.pile_sizes),
        melds=tuple(replace(meld, owner=(meld.owner - by) % players) for meld in view.melds),
        turn=replace(view.turn, taken_from=seat(view.turn.taken_from)),
        last_discarder=seat(view.last_discarder),
        shown_by=seat(view.shown_by),
        scores=each(view.scores),
        result=None if view.result is None else _turned_result(view.result, players, by),
        winners=tuple(sorted((winner - by) % players for winner in view.winners)),
    )


def _renumbering(
    players: int, by: int
) -> tuple[Callable[[int | None], int | None], Callable[[tuple[_T, ...]], tuple[_T, ...]]]:
    """Gets how a seat is renumbered, and a tuple with one value for each seat."""
    shift = by % players
    return (
        lambda seat: None if seat is None else (seat - shift) % players,
        lambda values: (*values[shift:], *values[:shift]),
    )


def _turned_result(result: HandResult, players: int, by: int) -> HandResult:
    shift = by % players
    charges = tuple(
        replace(charge, seat=(charge.seat - by) % players, by=(charge.by - by) % players) for charge in result.charges
    )
    return replace(
        result,
        winner=None if result.winner is None else (result.winner - by) % players,
        racks=(*result.racks[shift:], *result.racks[:shift]),
        charges=charges,
        before=(*result.before[shift:], *result.before[:shift]),
        after=(*result.after[shift:], *result.after[:shift]),
    )


def turned_event(event: Event, by: int, players: int) -> Event:
    """Renumbers the seats of an event."""
    shift = by % players
    numbers = event.numbers
    if event.kind in _SEAT_IN_NUMBERS:
        numbers = tuple(sorted((number - shift) % players for number in numbers))
    elif event.kind == "hand_ended":
        numbers = (*numbers[shift:], *numbers[:shift])
    return replace(event, seat=None if event.seat is None else (event.seat - shift) % players, numbers=numbers)
